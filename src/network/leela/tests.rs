//! Whole networks: small ones made by hand, and Maia's own weights where they are.

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

use super::{
    judge::{MoveValue, judge},
    *,
};
use crate::network::leela::samples::Sample;

fn small() -> Maia {
    Maia::of("small.pb", &Sample::default().file()).unwrap()
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// The start and what comes after each of the moves.
fn game(moves: &str) -> Vec<Chess> {
    let mut positions = vec![Chess::default()];
    for text in moves.split_whitespace() {
        let mut next = positions.last().unwrap().clone();
        let m = text.parse::<UciMove>().unwrap().to_move(&next).unwrap();
        next.play_unchecked(m);
        positions.push(next);
    }
    positions
}

#[test]
fn probabilities_sum_to_one() {
    let maia = small();
    let mut scratch = maia.scratch();
    for positions in [game(""), game("e2e4 e7e5 g1f3 b8c6")] {
        let moves = maia.policy(&positions, &mut scratch);
        let legal = positions.last().unwrap().legal_moves();
        assert_eq!(moves.len(), legal.len());
        let sum: f32 = moves.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        assert!(moves.is_sorted_by(|(_, a), (_, b)| a >= b));
        let Wdl { win, draw, loss } = maia.value(&positions, &mut scratch);
        assert!((win + draw + loss - 1.0).abs() < 1e-5);
        assert!(win > 0.0 && draw > 0.0 && loss > 0.0);
    }
}

#[test]
fn what_was_asked_before_does_not_matter() {
    let maia = small();
    let (mut used, positions) = (maia.scratch(), game("e2e4 e7e5 g1f3"));
    maia.policy(&game("d2d4"), &mut used);
    maia.value(&game("d2d4 d7d5"), &mut used);
    let mut fresh = maia.scratch();
    assert_eq!(
        maia.value(&positions, &mut used),
        maia.value(&positions, &mut fresh)
    );
    assert_eq!(
        maia.policy(&positions, &mut used),
        maia.policy(&positions, &mut fresh)
    );
}

#[test]
fn history_changes_answers() {
    let maia = small();
    let (mut scratch, positions) = (maia.scratch(), game("e2e4 e7e5 g1f3"));
    let with = maia.value(&positions, &mut scratch);
    let without = maia.value(&positions[3..], &mut scratch);
    assert_ne!(with, without);
}

#[test]
fn no_positions_have_no_moves() {
    let maia = small();
    let mut scratch = maia.scratch();
    assert_eq!(maia.policy(&[], &mut scratch), []);
    assert_eq!(judge(&maia, &[], &[], &mut scratch), []);
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(maia.policy(&[mated], &mut scratch), []);
}

/// The only plane that tells colours apart is 108: a position and the same with colours exchanged differ in nothing else.
#[test]
fn colours_are_seen_alike() {
    for (white, black) in [
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w Qkq - 3 3",
            "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQq - 3 3",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2",
        ),
    ] {
        let planes = |fen| planes::encode(&[position(fen)]);
        let (white, mut black) = (planes(white), planes(black));
        assert_eq!(black.boards[108], !0);
        assert_ne!(white, black);
        black.boards[108] = 0;
        assert_eq!(white, black);
    }
}

#[test]
fn mates_and_draws_need_no_network() {
    let maia = small();
    let mut scratch = maia.scratch();
    let judged = |fen: &str, m: &str, scratch: &mut Scratch| {
        let position = position(fen);
        let m = m.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        judge(&maia, &[position], &[m], scratch)[0]
    };
    let queen = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    assert_eq!(judged(queen, "f7g7", &mut scratch), MoveValue::Mate);
    let stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    assert_eq!(
        judged(stalemate, "f1f7", &mut scratch),
        MoveValue::Centipawns(0)
    );
    let bare = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
    assert_eq!(judged(bare, "h1g2", &mut scratch), MoveValue::Centipawns(0));
    // All else is the other side's value, with the sign changed.
    let parent = game("e2e4 e7e5");
    let m = parent[2].legal_moves()[0];
    let mut line = parent.clone();
    line.push(parent[2].clone().play(m).unwrap());
    let value = maia.value(&line, &mut scratch);
    assert_eq!(
        judge(&maia, &parent, &[m], &mut scratch),
        [MoveValue::Centipawns(-value.centipawns())]
    );
}

#[test]
fn expectations_are_told_in_centipawns() {
    let wdl = |win, loss| Wdl {
        win,
        draw: 1.0 - win - loss,
        loss,
    };
    // What lc0 0.26.3 says of the start with Maia 1100, of which q is 0.0456: "score cp 6".
    assert_eq!(wdl(0.5228, 0.4772).centipawns(), 6);
    assert_eq!(wdl(0.5, 0.5).centipawns(), 0);
    assert_eq!(wdl(1.0, 0.0).centipawns(), 12_780);
    assert_eq!(wdl(0.0, 1.0).centipawns(), -12_780);
}

#[test]
fn published_networks_are_known_by_their_bytes() {
    let file = Sample::default().file();
    let reported = Maia::of("maia-1600.pb.gz", &file).unwrap_err().0;
    assert!(reported.starts_with("its SHA-256 is "), "{reported}");
    assert!(
        reported.ends_with(
            "; expected d2c9e5948581acf4b9fc0b1e720c5dc0fe64ce80cfc4a239d3f8a42e1176c876, that of \
             maia-1600 as published"
        ),
        "{reported}"
    );
    let other = Maia::of("mine.pb", &file).unwrap();
    let digest = other.name().strip_prefix("mine (SHA-256 ").unwrap();
    assert_eq!(digest.len(), 8 + "...)".len());
    assert_eq!(other.size(), (4, 2));
}
