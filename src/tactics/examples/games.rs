//! One position a game, drawn at random with a seed.
//!
//! As in the tactic paper (section Dataset): games that ended normally or by time forfeit, a
//! position from some move on, and the move that was played in it.

use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::{Chess, Color, Position as _};

use super::Example;
use crate::{
    chess::{
        games::Game,
        source::{SourceError, Stream},
    },
    random::Random,
};

/// Which examples are drawn from games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// How many.
    pub examples: usize,
    /// The number of the first move that may be drawn.
    pub from_move: u32,
    /// The seed: the same seed and games make the same sample.
    pub seed: u64,
}

/// What was drawn.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// The examples, in random order; fewer than wanted if there are not so many games.
    pub examples: Vec<Example>,
    /// Games read.
    pub games: u64,
    /// Games that ended in another way than normally or by time forfeit.
    pub ended_otherwise: u64,
    /// Games that are too short.
    pub short: u64,
    /// What is wrong with games that were passed over, the first few of them.
    pub problems: Vec<String>,
    /// How many were passed over.
    pub bad: u64,
    /// Why the file was not read to its end.
    pub lost: Option<String>,
}

/// Problems that are kept to be reported.
const TOLD: usize = 10;

/// Draws examples from a PGN file, which may be compressed: each game that qualifies is equally
/// likely, and in a game each of its moves that qualify.
///
/// # Errors
///
/// If the file cannot be opened or no game can be read.
pub fn sample(file: &str, sampling: &Sampling, stop: &AtomicBool) -> Result<Sample, SourceError> {
    let mut stream: Stream<Game> = Stream::open(file)?;
    let mut random = Random::new(sampling.seed);
    let mut sample = Sample::default();
    let mut drawn: Vec<(Game, usize, u64)> = Vec::new();
    let mut eligible = 0u64;
    while !stop.load(Ordering::Relaxed) {
        let game = match stream.next() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) if sample.games == 0 => return Err(error),
            Err(error) => {
                sample.lost = Some(error.to_string());
                break;
            }
        };
        sample.games += 1;
        let (first, moves) = match usable(&game, sampling.from_move) {
            Ok(first) => (first, game.line.legal()),
            Err(Useless::Bad(problem)) => {
                sample.bad += 1;
                if sample.problems.len() < TOLD {
                    sample
                        .problems
                        .push(format!("{file}: game {}: {problem}", sample.games));
                }
                continue;
            }
            Err(Useless::EndedOtherwise) => {
                sample.ended_otherwise += 1;
                continue;
            }
            Err(Useless::Short) => {
                sample.short += 1;
                continue;
            }
        };
        let ply = first + random.below((moves.len() - first) as u64) as usize;
        // J. S. Vitter, "Random Sampling with a Reservoir" (1985), algorithm R.
        eligible += 1;
        if drawn.len() < sampling.examples {
            drawn.push((game, ply, sample.games));
        } else {
            let place = random.below(eligible) as usize;
            if let Some(slot) = drawn.get_mut(place) {
                *slot = (game, ply, sample.games);
            }
        }
    }
    // Early games keep their places in the reservoir.
    for last in (1..drawn.len()).rev() {
        drawn.swap(last, random.below(last as u64 + 1) as usize);
    }
    sample.examples = drawn
        .iter()
        .map(|(game, ply, number)| Example {
            game: Some(format!("{file}#{number}")),
            ..example(game, *ply)
        })
        .collect();
    Ok(sample)
}

/// Why no position is taken from a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Useless {
    /// It cannot be played to its end, for this reason.
    Bad(String),
    /// It ended in another way than normally or by time forfeit.
    EndedOtherwise,
    /// It did not come to the first move that may be taken.
    Short,
}

/// The first ply of a game that may be taken, counted from 0, if any may: as in the tactic paper, those from a
/// move on, of games that ended normally or by time forfeit.
///
/// # Errors
///
/// [`Useless`], if none may.
pub fn usable(game: &Game, from_move: u32) -> Result<usize, Useless> {
    if let Some(problem) = &game.problem {
        return Err(Useless::Bad(problem.clone()));
    }
    if !ended_on_the_board(game) {
        return Err(Useless::EndedOtherwise);
    }
    let first = first_ply(game, from_move);
    match first < game.line.legal().len() {
        true => Ok(first),
        false => Err(Useless::Short),
    }
}

/// Whether a game ended normally or by time forfeit. Files that do not say so have no such tag;
/// there, a game without a result did not.
fn ended_on_the_board(game: &Game) -> bool {
    match game.tag("Termination") {
        Some(how) => ["normal", "time forfeit"].contains(&how.to_lowercase().as_str()),
        None => game.tag("Result").is_some_and(|result| result != "*"),
    }
}

/// How many half moves there are before the first move with this number.
fn first_ply(game: &Game, from_move: u32) -> usize {
    let number = u32::from(game.start.fullmoves());
    let black_begins = usize::from(game.start.turn() == Color::Black);
    let missing = from_move.saturating_sub(number) as usize;
    (2 * missing).saturating_sub(black_begins)
}

fn example(game: &Game, ply: usize) -> Example {
    let mut chess = Chess::clone(&game.start);
    let moves = game.line.legal();
    for &m in &moves[..ply] {
        chess.play_unchecked(m);
    }
    Example {
        chess,
        m: moves[ply],
        positive: true,
        game: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";

    fn draw(name: &str, text: &str, sampling: Sampling) -> Sample {
        let name = format!("chesslog-{}-{name}.pgn", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        let sample = sample(path.to_str().unwrap(), &sampling, &AtomicBool::new(false));
        std::fs::remove_file(&path).unwrap();
        sample.unwrap()
    }

    fn game(tags: &str, moves: &str) -> String {
        format!("[White \"A\"]\n{tags}\n\n{moves}\n\n")
    }

    #[test]
    fn games_are_chosen_by_their_ends_and_lengths() {
        let normal = "[Termination \"Normal\"]";
        let text = [
            game(normal, &format!("{LINE} 1-0")),
            game("[Termination \"Time forfeit\"]", &format!("{LINE} 1-0")),
            game("[Termination \"Abandoned\"]", &format!("{LINE} 1-0")),
            game("[Result \"*\"]", &format!("{LINE} *")),
            game("[Result \"1-0\"]", &format!("{LINE} 1-0")),
            game(normal, "1. e4 e5 2. Nf3 1-0"),
            game(normal, "1. e4 e5 2. Ke3 1-0"),
        ]
        .concat();
        let sampling = Sampling {
            examples: 10,
            from_move: 3,
            seed: 1,
        };
        let sample = draw("ends", &text, sampling);
        assert_eq!((sample.games, sample.examples.len()), (7, 3));
        assert_eq!(
            (sample.ended_otherwise, sample.short, sample.bad),
            (2, 1, 1)
        );
        assert!(sample.problems[0].ends_with("game 7: illegal move Ke3 at ply 3 (move 2.)"));
        for example in &sample.examples {
            assert!(["f1b5", "a7a6"].contains(&example.uci().as_str()));
        }
    }

    #[test]
    fn the_seed_decides_and_each_game_is_as_likely() {
        let openings = ["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"];
        let text: String = openings
            .iter()
            .map(|m| game("[Result \"1-0\"]", &format!("1. {m} 1-0")))
            .collect();
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..400 {
            let sampling = Sampling {
                examples: 2,
                from_move: 1,
                seed,
            };
            let sample = draw("likely", &text, sampling);
            assert_eq!(sample.examples, draw("likely", &text, sampling).examples);
            *counts.entry(sample.examples[0].uci()).or_insert(0) += 1;
        }
        // 50 each are expected, with a standard deviation of 6.6.
        assert_eq!(counts.len(), 8);
        assert!(
            counts.values().all(|count| (20..80).contains(count)),
            "{counts:?}"
        );
    }
}
