//! The moves that players need against perfect defence (Lassabe et al. 2006, figure 8).

use std::collections::HashMap;

use shakmaty::{Chess, Color, Move, Position as _};

use super::{
    judge::{Game, Judge},
    outcome::{MOST_MOVES, Outcome},
    starts::Start,
};
use crate::{
    chess::Position,
    endgame::{Arena, Strategy, defence::Defence, perfect},
};

/// How players fare from a position against perfect defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The position.
    pub start: Start,
    /// How the strategy's game ends, and after how many moves.
    pub strategy: (Outcome, u32),
    /// The same of another player, if there is one.
    pub other: Option<(Outcome, u32)>,
}

/// Plays a strategy from all these positions against perfect defence.
pub fn compare(arena: &'static Arena, strategy: &Strategy, starts: &[Start]) -> Vec<Comparison> {
    let mut judge = Judge::new(arena, 1);
    judge.defenders.push(Defence::Perfect.replies(arena));
    let behaviour = judge.behaviour_of(strategy);
    let played = |start: &Start| Comparison {
        start: start.clone(),
        strategy: judge.play(
            &behaviour,
            &Game {
                start: start.number,
                turn: start.turn,
                defender: 0,
            },
        ),
        other: None,
    };
    starts.iter().map(played).collect()
}

/// Plays a game of another player, who has white, against perfect defence. The player is told the
/// position, the one in which the game began, and the moves since then.
///
/// # Errors
///
/// What the player says.
pub fn play<E>(
    start: &Start,
    mut choose: impl FnMut(&Chess, &Chess, &[Move]) -> Result<Option<Move>, E>,
) -> Result<(Outcome, u32), E> {
    let parsed = Position::parse(&start.fen);
    let begin = (*parsed.expect("a reference position is legal")).clone();
    let mut chess = begin.clone();
    let mut played = Vec::new();
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut moves = 0;
    loop {
        if chess.is_checkmate() {
            return Ok((Outcome::Checkmate, moves));
        }
        if chess.is_stalemate() {
            return Ok((Outcome::Stalemate, moves));
        }
        let m = match chess.turn() {
            Color::White => {
                if moves == MOST_MOVES {
                    return Ok((Outcome::FiftyMoves, moves));
                }
                let board = chess.board().board_fen().to_string();
                let times = seen.entry(board).or_insert(0);
                *times += 1;
                if *times == 3 {
                    return Ok((Outcome::Repetition, moves));
                }
                let Some(m) = choose(&chess, &begin, &played)? else {
                    return Ok((Outcome::ImpossibleMove, moves));
                };
                moves += 1;
                m
            }
            Color::Black => {
                let takes = chess.legal_moves().into_iter().find(|m| m.is_capture());
                if takes.is_some() {
                    return Ok((Outcome::PieceLost, moves));
                }
                let best = perfect::best_moves(&chess).ok();
                match best.and_then(|best| best.first().copied()) {
                    Some(m) => m,
                    None => return Ok((Outcome::ImpossibleMove, moves)),
                }
            }
        };
        chess.play_unchecked(m);
        played.push(m);
    }
}

/// The mean of the moves of the games that were won, and how many were.
pub fn mean(games: impl IntoIterator<Item = (Outcome, u32)>) -> (Option<f64>, usize) {
    let won: Vec<u32> = games
        .into_iter()
        .filter(|(outcome, _)| *outcome == Outcome::Checkmate)
        .map(|(_, moves)| moves)
        .collect();
    let sum: u32 = won.iter().sum();
    let mean = (!won.is_empty()).then(|| f64::from(sum) / won.len() as f64);
    (mean, won.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{endgame::Ending, evolve::starts};

    /// Whoever plays perfectly needs as many moves as the table says; who never takes the best
    /// move does not.
    #[test]
    fn perfect_play_is_perfect() {
        for start in starts::reference(Ending::KRK) {
            let perfect = play(&start, |chess, _, _| {
                perfect::best_moves(chess).map(|best| best.first().copied())
            });
            assert_eq!(
                perfect,
                Ok((Outcome::Checkmate, start.mate_in)),
                "{}",
                start.fen
            );
            let first = play(&start, |chess, _, _| {
                Ok::<_, ()>(chess.legal_moves().first().copied())
            });
            assert_ne!(
                first,
                Ok((Outcome::Checkmate, start.mate_in)),
                "{}",
                start.fen
            );
            let none = play(&start, |_, _, _| Err::<Option<Move>, _>("gone"));
            assert_eq!(none, Err("gone"));
        }
    }
}
