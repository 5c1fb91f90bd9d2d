//! Going through all games of a file, on all processors.

use std::{collections::VecDeque, num::NonZero, thread};

use shakmaty::Chess;

use super::{
    Game,
    pgn::{Text, no_game},
    played,
};
use crate::chess::{
    pattern::Pattern,
    source::{SourceError, Stream},
};

/// Games that are looked at together.
const BATCH: usize = 1024;
/// Games for which a thread is worth its while.
const SHARE: usize = 32;

/// The games of a file, of which some are looked at together. There are no threads between batches.
pub(super) struct Batches {
    file: String,
    /// What is left of the file, if anything is.
    texts: Option<Stream<Text>>,
    /// How many games there were.
    games: u64,
}

impl Batches {
    /// Begins at the first game of a file.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read.
    pub(super) fn new(file: &str) -> Result<Batches, SourceError> {
        Ok(Batches {
            file: file.to_owned(),
            texts: Some(Stream::open(file)?),
            games: 0,
        })
    }

    /// What a function says of the next games, each with its number; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read any further, or has no games.
    pub(super) fn next<T: Send>(
        &mut self,
        look: &(impl Fn(&Game) -> T + Sync),
    ) -> Result<Option<Vec<(u64, T)>>, SourceError> {
        let Some(texts) = &mut self.texts else {
            return Ok(None);
        };
        let (mut batch, mut ended) = (Vec::with_capacity(BATCH), false);
        while batch.len() < BATCH && !ended {
            match texts.next()? {
                Some(text) => batch.push(text),
                None => ended = true,
            }
        }
        let mut rows = Vec::with_capacity(batch.len());
        for of_game in shared_out(&batch, look).into_iter().flatten() {
            self.games += 1;
            rows.push((self.games, of_game));
        }
        if ended {
            self.texts = None;
            if self.games == 0 {
                let problem = no_game().to_string();
                return Err(SourceError::Malformed(self.file.clone(), problem));
            }
        }
        Ok(Some(rows))
    }
}

/// What a function says of some texts, as far as they are games, found on all processors.
fn shared_out<T: Send>(texts: &[Text], look: &(impl Fn(&Game) -> T + Sync)) -> Vec<Option<T>> {
    let part = |texts: &[Text]| -> Vec<Option<T>> {
        let games = texts.iter().map(Text::game);
        games.map(|game| game.as_ref().map(look)).collect()
    };
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = processors.min(texts.len() / SHARE).max(1);
    if threads == 1 {
        return part(texts);
    }
    let share = texts.len().div_ceil(threads);
    thread::scope(|scope| {
        let parts: Vec<_> = texts
            .chunks(share)
            .map(|texts| {
                let begun = thread::Builder::new().spawn_scoped(scope, move || part(texts));
                (texts, begun)
            })
            .collect();
        let ended = parts
            .into_iter()
            .map(|(texts, begun)| match begun.map(|it| it.join()) {
                Ok(Ok(found)) => found,
                // There are no threads to be had.
                _ => part(texts),
            });
        ended.flatten().collect()
    })
}

/// What a search finds in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanResult {
    /// A position of a game: the number of the game, and the ply.
    Position(u64, u64),
    /// A game that cannot be played to its end: its number, and what is wrong with it.
    Problem(u64, String),
}

/// A search that goes on as far as it is asked to.
pub(crate) struct Scan {
    batches: Batches,
    found: VecDeque<ScanResult>,
}

impl Scan {
    /// Begins at the first game of a file.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read.
    pub(crate) fn new(file: &str) -> Result<Scan, SourceError> {
        Ok(Scan {
            batches: Batches::new(file)?,
            found: VecDeque::new(),
        })
    }

    /// What comes next in the file, in order; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read up to there.
    pub(crate) fn next(&mut self, pattern: &Pattern) -> Result<Option<ScanResult>, SourceError> {
        while self.found.is_empty() {
            let Some(batch) = self.batches.next(&|game: &Game| in_game(game, pattern))? else {
                return Ok(None);
            };
            for (number, found) in batch {
                match found {
                    Ok(plies) => {
                        let rows = plies
                            .into_iter()
                            .map(|ply| ScanResult::Position(number, ply));
                        self.found.extend(rows);
                    }
                    Err(problem) => self.found.push_back(ScanResult::Problem(number, problem)),
                }
            }
        }
        Ok(self.found.pop_front())
    }
}

/// The plies at which a game is as a pattern says, or why it cannot be played to its end.
fn in_game(game: &Game, pattern: &Pattern) -> Result<Vec<u64>, String> {
    match game.problem {
        Some(_) => Err(game.complaint()),
        None => Ok((0..)
            .zip(game.boards())
            .filter(|(_, board)| pattern.matches(board))
            .map(|(ply, _)| ply)
            .collect()),
    }
}

impl Game {
    /// The boards of the main line, the first at ply 0.
    pub(super) fn boards(&self) -> impl Iterator<Item = Chess> {
        let mut moves = self.line.moves.iter();
        let first = Some(Chess::clone(&self.start));
        std::iter::successors(first, move |board| played(board, *moves.next()?))
    }
}
