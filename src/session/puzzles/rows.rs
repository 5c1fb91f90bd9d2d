//! The rows of the file, as tasks for the engines.

use std::sync::{
    atomic::{AtomicBool, Ordering},
    mpsc::{Sender, SyncSender},
};

use super::themes::Theme;
use crate::{
    chess::{
        moves::{self, MoveTerm},
        puzzles::Puzzle,
        source::{SourceError, Stream},
    },
    session::batches::{Outcome, Place},
};

/// A puzzle to be examined.
#[derive(Debug)]
pub struct Task {
    /// Its place among the rows that are told of, from 0.
    pub number: u64,
    /// The line of the file.
    pub line: u64,
    /// What Lichess calls it.
    pub id: String,
    /// The position to solve.
    pub fen: String,
    /// The solver's first move.
    pub solution: MoveTerm,
    /// Which of the themes of the table it has.
    pub themes: Vec<bool>,
}

/// What to read.
#[derive(Debug)]
pub struct Selection<'a> {
    /// The themes of the table.
    pub themes: &'a [&'static Theme],
    /// Whether puzzles with none of them are passed over.
    pub only: bool,
    /// At most so many puzzles.
    pub limit: u64,
    /// How many go to an engine at once.
    pub batch: usize,
}

/// Reads puzzles, hands them on in batches, and tells of the rows that cannot be used; until the
/// end, the limit or `stop`.
pub fn read(
    mut stream: Stream<Puzzle>,
    selection: &Selection<'_>,
    batches: &SyncSender<Vec<Task>>,
    outcomes: &Sender<Outcome<Task>>,
    place: &Place,
    stop: &AtomicBool,
) {
    let mut batch = Vec::new();
    let (mut number, mut puzzles) = (0, 0);
    while puzzles < selection.limit && !stop.load(Ordering::SeqCst) {
        let puzzle = match stream.next() {
            Ok(Some(puzzle)) => puzzle,
            Ok(None) => break,
            Err(error) => {
                _ = outcomes.send(lost(number, error));
                break;
            }
        };
        let themes = has_themes(&puzzle, selection.themes);
        if selection.only && !themes.contains(&true) {
            continue;
        }
        match task(&puzzle, number, themes) {
            Err(problem) => {
                _ = outcomes.send(Outcome::Bad {
                    number,
                    line: puzzle.row.line,
                    problem,
                });
            }
            Ok(task) => {
                puzzles += 1;
                batch.push(task);
            }
        }
        number += 1;
        if batch.len() == selection.batch {
            let part = stream.part_read().unwrap_or_default();
            place.part.store((part * 1e6) as u64, Ordering::Relaxed);
            place.tasks.store(puzzles, Ordering::Relaxed);
            if batches.send(std::mem::take(&mut batch)).is_err() {
                return;
            }
        }
    }
    // Nobody listens any more if the run was stopped.
    _ = batches.send(batch);
}

fn lost(number: u64, error: SourceError) -> Outcome<Task> {
    Outcome::Lost {
        number,
        problem: error.to_string(),
    }
}

/// Which of some themes a puzzle has.
pub fn has_themes(puzzle: &Puzzle, themes: &[&Theme]) -> Vec<bool> {
    let mut has = vec![false; themes.len()];
    for name in puzzle.row.themes() {
        if let Some(at) = themes.iter().position(|theme| theme.name == name) {
            has[at] = true;
        }
    }
    has
}

/// The task that a puzzle is.
///
/// # Errors
///
/// What is wrong with its row.
pub fn task(puzzle: &Puzzle, number: u64, themes: Vec<bool>) -> Result<Task, String> {
    let id = puzzle.row.field("PuzzleId").unwrap_or("?").to_owned();
    let (position, solution) = puzzle.solution.as_ref().map_err(Clone::clone)?;
    let first = solution
        .first()
        .ok_or_else(|| format!("there is no move to find, in puzzle {id}"))?;
    Ok(Task {
        number,
        line: puzzle.row.line,
        fen: position.fen().to_owned(),
        solution: moves::move_term(*first),
        id,
        themes,
    })
}
