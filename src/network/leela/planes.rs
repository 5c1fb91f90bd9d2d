//! What the network sees: 112 planes of 64 squares, from a1 to h8.
//!
//! This is the format that Leela's files call `INPUT_CLASSICAL_112_PLANE`. All is seen from the side to move of the
//! latest position: its pieces are "own", and the ranks are mirrored if it is black, in earlier positions too.
//!
//! | planes | what they hold |
//! |---|---|
//! | 13 i + 0 to 5 | own pawns, knights, bishops, rooks, queens, king, i plies ago; i is 0 to 7 |
//! | 13 i + 6 to 11 | the other side's |
//! | 13 i + 12 | ones if that position had been on the board before |
//! | 104, 105 | ones if the own side may castle queenside, kingside |
//! | 106, 107 | the same for the other side |
//! | 108 | ones if black is to move |
//! | 109 | the halfmove clock, as it is |
//! | 110 | nothing |
//! | 111 | ones |
//!
//! Where fewer than eight positions are known, the oldest one stands for those before it, unless it is the start
//! position, before which there was none. If a pawn has just made two steps in it, so that en passant is possible, the pawn
//! still stands on its first square in the copies.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Position as _, Rank, Role, Square,
};

/// Planes of the format.
pub const PLANES: usize = 112;

/// Positions that are seen at once.
pub const POSITIONS: usize = 8;

/// Planes of one position.
const OF_POSITION: usize = 13;

/// The plane whose number is on every square.
pub const CLOCK: usize = 109;

/// What the network is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Planes {
    /// The squares with ones; of plane [`CLOCK`], none.
    pub boards: [u64; PLANES],
    /// What is on all squares of plane [`CLOCK`].
    pub clock: u32,
}

/// The planes of the last of some positions, each reached from the one before by a move. Of no positions, all are empty.
pub fn encode(positions: &[Chess]) -> Planes {
    let mut planes = Planes {
        boards: [0; PLANES],
        clock: 0,
    };
    let Some(latest) = positions.last() else {
        return planes;
    };
    let own = latest.turn();
    for ago in 0..POSITIONS {
        let index = (positions.len() - 1).checked_sub(ago);
        let copied = index.is_none();
        let index = index.unwrap_or(0);
        let position = &positions[index];
        if copied && is_start(position) {
            break;
        }
        let boards = &mut planes.boards[ago * OF_POSITION..][..OF_POSITION];
        boards[..12].copy_from_slice(&pieces(position, own, copied).map(u64::from));
        boards[12] = full(is_repeated(&positions[..=index]));
    }
    let may = |side, wing| full(latest.castles().has(side, wing));
    let [queenside, kingside] = [CastlingSide::QueenSide, CastlingSide::KingSide];
    planes.boards[POSITIONS * OF_POSITION..].copy_from_slice(&[
        may(own, queenside),
        may(own, kingside),
        may(!own, queenside),
        may(!own, kingside),
        full(own.is_black()),
        0,
        0,
        full(true),
    ]);
    planes.clock = latest.halfmoves();
    planes
}

/// All squares, or none.
fn full(all: bool) -> u64 {
    if all { !0 } else { 0 }
}

/// The pieces of a position as `own` sees them; before the latest double step of a pawn, if that is asked for.
fn pieces(position: &Chess, own: Color, before_step: bool) -> [Bitboard; 12] {
    let board = position.board();
    let mut pieces = [Bitboard::EMPTY; 12];
    for (half, side) in [own, !own].into_iter().enumerate() {
        for role in Role::ALL {
            pieces[half * 6 + role as usize - 1] = board.by_piece(role.of(side));
        }
    }
    if before_step && let Some(passed) = position.ep_square(EnPassantMode::Legal) {
        let stepped = !position.turn();
        let (from, to) = match stepped {
            Color::White => (Rank::Second, Rank::Fourth),
            Color::Black => (Rank::Seventh, Rank::Fifth),
        };
        let pawns = &mut pieces[if stepped == own { 0 } else { 6 }];
        pawns.discard(Square::from_coords(passed.file(), to));
        pawns.add(Square::from_coords(passed.file(), from));
    }
    match own {
        Color::White => pieces,
        Color::Black => pieces.map(Bitboard::flip_vertical),
    }
}

fn is_start(position: &Chess) -> bool {
    let start = Chess::default();
    position.board() == start.board() && same(position, &start)
}

/// Whether two positions count as the same one: pieces, side to move, castling rights and en passant.
pub(super) fn same(a: &Chess, b: &Chess) -> bool {
    a.turn() == b.turn()
        && a.board() == b.board()
        && a.castles().castling_rights() == b.castles().castling_rights()
        && a.ep_square(EnPassantMode::Legal) == b.ep_square(EnPassantMode::Legal)
}

/// Whether the last of the positions was on the board before, as far as captures and moves of pawns do not rule that out.
fn is_repeated(positions: &[Chess]) -> bool {
    let Some((last, earlier)) = positions.split_last() else {
        return false;
    };
    // Each side takes two moves, at the least, to come back.
    if last.halfmoves() < 4 {
        return false;
    }
    let mut clocks_left = last.halfmoves();
    for position in earlier.iter().rev().skip(1).step_by(2) {
        if clocks_left < 2 {
            return false;
        }
        if same(position, last) {
            return true;
        }
        clocks_left -= 2;
    }
    false
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};

    use super::*;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    /// A position and those after each of the moves.
    fn game(fen: &str, moves: &str) -> Vec<Chess> {
        let mut positions = vec![position(fen)];
        for text in moves.split_whitespace() {
            let mut next = positions.last().unwrap().clone();
            let m = text.parse::<UciMove>().unwrap().to_move(&next).unwrap();
            next.play_unchecked(m);
            positions.push(next);
        }
        positions
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn squares(planes: &Planes, plane: usize) -> String {
        let squares = Bitboard(planes.boards[plane]);
        let names: Vec<String> = squares.into_iter().map(|s| s.to_string()).collect();
        match names.len() {
            64 => "all".to_owned(),
            _ => names.join(" "),
        }
    }

    /// The planes that are about the whole position.
    fn rest(planes: &Planes) -> Vec<String> {
        (104..112).map(|plane| squares(planes, plane)).collect()
    }

    #[test]
    fn the_start_has_no_history() {
        let planes = encode(&game(START, ""));
        assert_eq!(squares(&planes, 0), "a2 b2 c2 d2 e2 f2 g2 h2");
        assert_eq!(squares(&planes, 1), "b1 g1");
        assert_eq!(squares(&planes, 11), "e8");
        for plane in 13..104 {
            assert_eq!(squares(&planes, plane), "", "{plane}");
        }
        assert_eq!(
            rest(&planes),
            ["all", "all", "all", "all", "", "", "", "all"]
        );
        assert_eq!(planes.clock, 0);
    }

    #[test]
    fn a_game_is_seen_by_the_side_to_move() {
        let planes = encode(&game(START, "e2e4 e7e5 e1e2"));
        // Black is to move: ranks are mirrored.
        assert_eq!(squares(&planes, 0), "a2 b2 c2 d2 f2 g2 h2 e4");
        assert_eq!(squares(&planes, 11), "e7");
        // One ply ago the king stood at home, two plies ago the pawn did.
        assert_eq!(squares(&planes, 13 + 11), "e8");
        assert_eq!(squares(&planes, 13), "a2 b2 c2 d2 f2 g2 h2 e4");
        assert_eq!(squares(&planes, 26), "a2 b2 c2 d2 e2 f2 g2 h2");
        // The start position is there once, and nothing before it.
        assert_eq!(squares(&planes, 3 * 13 + 6), "a7 b7 c7 d7 e7 f7 g7 h7");
        assert_eq!(squares(&planes, 4 * 13 + 6), "");
        // Own castling rights, and none of the side whose king has moved.
        assert_eq!(rest(&planes), ["all", "all", "", "", "all", "", "", "all"]);
        assert_eq!(planes.clock, 1);
    }

    #[test]
    fn the_wings_are_in_order() {
        let planes = encode(&[position("r3k2r/8/8/8/8/8/8/R3K2R b Qk - 7 20")]);
        // Black has kingside, white queenside left.
        assert_eq!(rest(&planes), ["", "all", "all", "", "all", "", "", "all"]);
        assert_eq!(planes.clock, 7);
    }

    #[test]
    fn the_oldest_position_is_repeated_before_a_double_step() {
        let planes = encode(&[position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")]);
        assert_eq!(squares(&planes, 6), "d5");
        for ago in 1..8 {
            assert_eq!(squares(&planes, ago * 13), "e5");
            assert_eq!(squares(&planes, ago * 13 + 6), "d7");
        }
        // Two plies on, the positions that are known are as they were.
        let known = game("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e1e2 e8e7");
        let later = encode(&known);
        assert_eq!(squares(&later, 2 * 13 + 6), "d5");
        assert_eq!(squares(&later, 3 * 13 + 6), "d7");
        // One ply on, the other side sees its own pawn.
        let later = encode(&known[..2]);
        assert_eq!(squares(&later, 13), "d4");
        assert_eq!(squares(&later, 26), "d2");
    }

    #[test]
    fn repetitions_are_seen() {
        let moves = "g1f3 g8f6 f3g1 f6g8 g1f3";
        let planes = encode(&game(START, moves));
        let repeated: Vec<bool> = (0..8)
            .map(|ago| squares(&planes, ago * 13 + 12) == "all")
            .collect();
        assert_eq!(
            repeated,
            [true, true, false, false, false, false, false, false]
        );
        // Rights that were lost make another position.
        let lost = game(
            "4k2r/8/8/8/8/8/8/4K2R w Kk - 10 20",
            "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8",
        );
        assert!(!is_repeated(&lost[..5]));
        assert!(!is_repeated(&lost[..6]));
        assert!(is_repeated(&lost[..7]));
        assert!(is_repeated(&lost));
        // What cannot have been since the last capture is not looked at: this clock is wrong.
        let mut wrong = game(START, "g1f3 g8f6 f3g1 f6g8");
        assert!(is_repeated(&wrong));
        wrong[4] = position(START);
        assert!(!is_repeated(&wrong));
    }

    #[test]
    fn no_position_is_nothing() {
        let planes = encode(&[]);
        assert!(planes.boards.iter().all(|&board| board == 0));
        assert_eq!(planes.clock, 0);
    }
}
