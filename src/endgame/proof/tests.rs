//! Proofs against the slow way, and counterexamples replayed by the rules of chess.

use std::sync::LazyLock;

use shakmaty::{Chess, EnPassantMode, Position as _, fen::Fen, san::San};

use super::*;
use crate::{
    endgame::{
        Ending, Strategy, Table, Turn, Value, Vocabulary,
        arena::Arena,
        failure::{Failures, Fault, Kind, Policy},
        line::{End, Follow, Line},
        report::prove,
        space::Board,
    },
    random::Random,
};

static KRK: LazyLock<Table> = LazyLock::new(|| Table::make(Ending::KRK, |_| unreachable!()));

/// A strategy that plays a best move, or with some chance anything, or nothing.
fn erring(space: &impl PositionSpace, seed: u64, errors: u64) -> Policy {
    let mut random = Random::new(seed);
    let mut policy = Policy::of(space, |_| NO_POSITION);
    for &at in space.starts() {
        let placement = space.placement(at);
        let moves = placement.attacks(&space.ending());
        let mut moves: Vec<u32> = moves.filter_map(|after| space.number(&after)).collect();
        let next = match random.below(1_000) {
            0 if errors > 0 => None,
            1 if errors > 0 => {
                let what = format!("nonsense {at}");
                policy.faults.insert(
                    at,
                    match at % 2 {
                        0 => Fault::Illegal(what),
                        _ => Fault::Error(what),
                    },
                );
                None
            }
            n if n < errors => random.pick(&moves).copied(),
            _ => {
                moves.sort_by_key(|&after| match space.value(Turn::Defender, after) {
                    Some(Value::Mate(plies)) => plies,
                    _ => u8::MAX,
                });
                moves.first().copied()
            }
        };
        policy.next[at as usize] = next.unwrap_or(NO_POSITION);
    }
    policy
}

/// The moves of each win, found round by round.
fn won_slowly(space: &impl PositionSpace, policy: &Policy) -> Vec<Option<u16>> {
    let mut won = vec![None; space.size()];
    for round in 1.. {
        let new: Vec<u32> = space
            .starts()
            .iter()
            .copied()
            .filter(|&at| {
                let after = policy.next(at);
                won[at as usize].is_none()
                    && after != NO_POSITION
                    && match space.status(after) {
                        Status::Mate => true,
                        Status::Stalemate | Status::Loses => false,
                        Status::Open => {
                            let replies = space.replies(after);
                            replies
                                .as_ref()
                                .iter()
                                .all(|&to| won[to as usize].is_some())
                        }
                    }
            })
            .collect();
        if new.is_empty() {
            break;
        }
        for at in new {
            won[at as usize] = Some(round);
        }
    }
    won
}

/// The moves to the nearest failure of each position that is not won, found round by round.
fn lost_slowly(
    space: &impl PositionSpace,
    policy: &Policy,
    won: &[Option<u16>],
) -> Vec<Option<u32>> {
    let mut lost = vec![None; space.size()];
    for round in 1.. {
        let mut new = Vec::new();
        for &at in space.starts().iter() {
            let after = policy.next(at);
            let status = if after == NO_POSITION {
                Status::Loses
            } else {
                space.status(after)
            };
            let loses = match status {
                Status::Stalemate | Status::Loses => true,
                Status::Mate => false,
                Status::Open => {
                    let replies = space.replies(after);
                    let lost = |&to: &u32| lost[to as usize].is_some();
                    replies.as_ref().iter().any(lost)
                }
            };
            if won[at as usize].is_none() && lost[at as usize].is_none() && loses {
                new.push(at);
            }
        }
        if new.is_empty() {
            break;
        }
        for at in new {
            lost[at as usize] = Some(round);
        }
    }
    lost
}

fn fens(line: &Line) -> Vec<String> {
    let fen: Fen = line.fen.parse().unwrap();
    let mut chess: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
    let shown = |chess: &Chess| {
        let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
        // Without the counts of moves.
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    let mut fens = vec![shown(&chess)];
    for san in &line.moves {
        let san: San = san.trim_end_matches(['+', '#']).parse().unwrap();
        let m = san.to_move(&chess).unwrap_or_else(|_| panic!("{line:?}"));
        chess = chess.play(m).unwrap();
        fens.push(shown(&chess));
    }
    let ended = match &line.end {
        End::Mate => chess.is_checkmate(),
        End::Stalemate => chess.is_stalemate(),
        End::Taken => chess.is_insufficient_material(),
        End::NoMove | End::Fault(_) => chess.turn() == shakmaty::Color::White,
        End::Again(number) => fens[2 * (number - 1)] == *fens.last().unwrap(),
    };
    assert!(ended, "{line:?}");
    fens
}

/// Compares with the slow way, and follows some lines.
fn check(space: &impl PositionSpace, policy: &Policy) -> Vec<Kind> {
    let (proof, failures, report) = prove(space, policy);
    let won = won_slowly(space, policy);
    let lost = lost_slowly(space, policy, &won);
    let mut kinds = Vec::new();
    let follow = Follow { space, policy };
    for &at in space.starts() {
        let failure = failures.get(at);
        match (proof.verdict(at), won[at as usize]) {
            (Verdict::Won(moves), slow) => {
                assert_eq!(Some(moves), slow);
                assert_eq!(failure, None);
                if at % 97 == 0 {
                    let line = follow.win(&proof, at);
                    assert_eq!(line.end, End::Mate);
                    assert_eq!(line.moves.len(), 2 * usize::from(moves) - 1);
                    fens(&line);
                }
            }
            (Verdict::NotWon, slow) => {
                assert_eq!(slow, None);
                let failure = failure.expect("a failure");
                match (failure.kind, lost[at as usize]) {
                    (Kind::Repetition, None) => {}
                    (_, slow) => assert_eq!(slow, Some(failure.moves)),
                }
                if !kinds.contains(&failure.kind) || at % 37 == 0 {
                    let line = follow.failure(&failures, at);
                    fens(&line);
                    let images = follow.images(&failures, at);
                    assert_eq!(images.len() as u32, space.images(at));
                    assert_eq!(images[0], line);
                    for image in &images {
                        fens(image);
                        assert_eq!(image.end, line.end);
                        assert_eq!(image.moves.len(), line.moves.len());
                        let same = images.iter().filter(|other| other.fen == image.fen);
                        assert_eq!(same.count(), 1, "{}", image.fen);
                    }
                    check_end(&line, failure.kind, failure.moves);
                }
                kinds.push(failure.kind);
            }
        }
    }
    let sum: u64 = report.failed.values().map(|count| count.numbers).sum();
    assert_eq!(report.won.numbers + sum, report.winnable.numbers);
    assert_eq!(failures.sorted().len(), kinds.len());
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn check_end(line: &Line, kind: Kind, moves: u32) {
    let plies = line.moves.len() as u32;
    let expected = match (&line.end, kind) {
        (End::Taken, Kind::PieceLost) => 2 * moves,
        (End::Stalemate, Kind::Stalemate) => 2 * moves - 1,
        (End::NoMove, Kind::NoMove) => 2 * moves - 2,
        (End::Fault(fault), kind) if kind == fault.kind() => {
            assert!(fault.what().starts_with("nonsense"));
            2 * moves - 2
        }
        (End::Again(_), Kind::Repetition) => plies,
        other => panic!("{other:?}"),
    };
    assert_eq!(plies, expected, "{line:?}");
}

#[test]
fn proofs_are_those_of_the_slow_way() {
    let board = Board::up_to_symmetry(&KRK);
    let mut kinds = Vec::new();
    for (seed, errors) in [(1, 30), (2, 200), (3, 1_000)] {
        kinds.extend(check(&board, &erring(&board, seed, errors)));
    }
    for kind in Kind::ALL {
        assert!(kinds.contains(&kind), "no {kind}");
    }
}

#[test]
fn on_the_whole_board_too() {
    let board = Board::whole(&KRK);
    check(&board, &erring(&board, 4, 20));
}

#[test]
fn strategies_in_words_are_proved() {
    let words = Vocabulary::of(Ending::KRK).unwrap();
    let table: &'static Table = Box::leak(Box::new(KRK.clone()));
    let arena = Arena::new(words, table);
    let mut random = Random::new(5);
    for _ in 0..5 {
        let tree = random_tree(&mut random, words, 5);
        let policy = Policy::of(&arena, |at| {
            arena.next(at, tree.choose(arena.cases[arena.case(at)]))
        });
        check(&arena, &policy);
    }
}

fn random_tree(random: &mut Random, words: &Vocabulary, depth: u32) -> Strategy {
    let pick = |random: &mut Random, count: usize| random.below(count as u64) as usize;
    if depth == 0 {
        return Strategy::Play(pick(random, words.moves.len()));
    }
    let condition = pick(random, words.conditions.len());
    let [yes, no] = [(); 2].map(|()| Box::new(random_tree(random, words, depth - 1)));
    Strategy::Ask(condition, yes, no)
}

/// Perfect play wins everything in the shortest time; 9.865 moves are the mean of the shared table.
#[test]
fn perfect_play_has_no_excess() {
    for board in [Board::whole(&KRK), Board::up_to_symmetry(&KRK)] {
        let policy = erring(&board, 0, 0);
        let (_, failures, report) = prove(&board, &policy);
        assert!(report.is_complete() && report.won == report.attacked);
        assert_eq!(report.attacked.positions, 175_168);
        assert_eq!((report.moves.most, report.excess.most), (16, 0));
        assert_eq!(
            report.moves.mean(report.won),
            report.perfect.mean(report.won)
        );
        assert_eq!(report.defended.positions, 223_944);
        assert_eq!(report.defended_won, report.defended_lost);
        assert!(failures.sorted().is_empty() && report.failed.is_empty());
    }
}

/// Two positions of a circle of their own, and one that leads there.
#[test]
fn circles_are_closed_on_the_board() {
    let board = Board::up_to_symmetry(&KRK);
    // The king goes where it can and back; the rook never moves.
    let policy = Policy::of(&board, |at| {
        let placement = board.placement(at);
        let mut moves = placement.attacks(&Ending::KRK);
        let king = moves.find(|after| after.king != placement.king);
        king.and_then(|after| board.number(&after))
            .unwrap_or(NO_POSITION)
    });
    let mut proof = Proof::default();
    proof.decide(&board, |at| policy.next(at));
    let failures = Failures::find(&board, &proof, &policy);
    let follow = Follow {
        space: &board,
        policy: &policy,
    };
    let all = failures.sorted();
    let circling = all.iter().filter(|(_, f)| f.kind == Kind::Repetition);
    for &(at, _) in circling.step_by(50) {
        let line = follow.failure(&failures, at);
        let fens = fens(&line);
        let End::Again(number) = line.end else {
            panic!()
        };
        // No position before has been there twice.
        let mut before: Vec<_> = fens[..fens.len() - 1].iter().step_by(2).collect();
        let count = before.len();
        before.sort_unstable();
        before.dedup();
        assert_eq!(before.len(), count, "{line} {number}");
    }
}

/// Bishop and knight: not everything can be won, and there are eighty times as many positions.
#[test]
#[ignore = "takes long without optimisation"]
fn perfect_play_wins_what_can_be_won() {
    let table = Table::make("kbnk".parse().unwrap(), |_| unreachable!());
    let board = Board::up_to_symmetry(&table);
    let policy = erring(&board, 0, 0);
    let begin = std::time::Instant::now();
    let (_, failures, report) = prove(&board, &policy);
    eprintln!("proved in {:?}", begin.elapsed());
    assert!(report.is_complete() && report.won != report.attacked);
    assert_eq!((report.moves.most, report.excess.most), (33, 0));
    assert_eq!(report.defended_won, report.defended_lost);
    // The drawn positions: here, too, there is a way for the bare king.
    let drawn = report.attacked.numbers - report.winnable.numbers;
    assert_eq!(failures.sorted().len() as u64, drawn);
    assert!(report.failed.is_empty());
}
