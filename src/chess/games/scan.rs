//! Going through all games of a file, on all processors: as they stand there, or as its index has them.

use std::{collections::VecDeque, num::NonZero, thread};

use shakmaty::Chess;

use super::{
    Game,
    index::{self, Entry, Index, Unusable},
    pgn::{Text, no_game},
    played,
    walk::Walk,
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
        let of_text = |text: &Text| text.game().as_ref().map(look);
        let mut rows = Vec::with_capacity(batch.len());
        for of_game in shared_out(&batch, SHARE, &of_text).into_iter().flatten() {
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

    /// The part of the file that has been read, from 0 to 1.
    pub(super) fn part_read(&mut self) -> f64 {
        let texts = self.texts.as_mut();
        texts.map_or(1.0, |texts| texts.part_read().unwrap_or_default())
    }
}

/// What a function says of some things, found on all processors, if there are so many for each thread.
pub(super) fn shared_out<I: Sync, T: Send>(
    things: &[I],
    least: usize,
    look: &(impl Fn(&I) -> T + Sync),
) -> Vec<T> {
    let part = |things: &[I]| -> Vec<T> { things.iter().map(look).collect() };
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = processors.min(things.len() / least).max(1);
    if threads == 1 {
        return part(things);
    }
    let share = things.len().div_ceil(threads);
    thread::scope(|scope| {
        let parts: Vec<_> = things
            .chunks(share)
            .map(|things| {
                let begun = thread::Builder::new().spawn_scoped(scope, move || part(things));
                (things, begun)
            })
            .collect();
        let ended = parts
            .into_iter()
            .map(|(things, begun)| match begun.map(|it| it.join()) {
                Ok(Ok(found)) => found,
                // There are no threads to be had.
                _ => part(things),
            });
        ended.flatten().collect()
    })
}

/// What games are searched for.
pub(crate) trait Quest: Sync {
    /// What is found in a game.
    type Found: Clone + Send;
    /// The numbers of the games in which there may be something, in order; `None` if in any.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if the index is damaged.
    fn candidates(&self, index: &Index) -> Result<Option<Vec<u64>>, Unusable>;
    /// What there is in a game.
    fn in_game(&self, game: &Game) -> Vec<Self::Found>;
    /// The same in a game of an index; `None` if it is damaged.
    fn in_entry(&self, entry: &Entry<'_>) -> Option<Vec<Self::Found>>;
}

/// A pattern is found at plies.
impl Quest for Pattern {
    type Found = u64;

    fn candidates(&self, index: &Index) -> Result<Option<Vec<u64>>, Unusable> {
        index.with(self.needed().as_ref())
    }

    fn in_game(&self, game: &Game) -> Vec<u64> {
        let boards = (0..).zip(game.boards());
        let matching = boards.filter(|(_, board)| self.matches(board));
        matching.map(|(ply, _)| ply).collect()
    }

    fn in_entry(&self, entry: &Entry<'_>) -> Option<Vec<u64>> {
        let mut plies = Vec::new();
        entry.boards(|ply, board| {
            if self.matches(board) {
                plies.push(ply);
            }
        })?;
        Some(plies)
    }
}

/// What a search finds in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanResult<T> {
    /// The number of a game, and what is found in it.
    Found(u64, T),
    /// A game that cannot be played to its end: its number, and what is wrong with it.
    Problem(u64, String),
    /// What is wrong with the index of the file; the search goes on without it.
    Notice(String),
}

/// What is found in some games, or why they cannot be played to their end.
pub(super) type Rows<T> = Vec<(u64, Result<Vec<T>, String>)>;

/// A search that goes on as far as it is asked to.
pub(crate) struct Scan<T> {
    file: String,
    games: Games,
    found: VecDeque<ScanResult<T>>,
    /// Up to this number there is nothing more to find.
    done: u64,
}

/// Where games come from.
enum Games {
    File(Box<Batches>),
    Index(Box<Walk>),
}

impl Games {
    fn of_file(file: &str) -> Result<Games, SourceError> {
        Batches::new(file).map(|batches| Games::File(Box::new(batches)))
    }
}

impl<T: Clone + Send> Scan<T> {
    /// Begins at the first game of a file.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read.
    pub(crate) fn new(file: &str, quest: &impl Quest<Found = T>) -> Result<Scan<T>, SourceError> {
        let walk = Index::of(file)?
            .and_then(|index| index.map(|index| Walk::new(index, quest)).transpose());
        let (games, notice) = match walk {
            Ok(Some(walk)) => (Games::Index(Box::new(walk)), None),
            Ok(None) => (Games::of_file(file)?, None),
            Err(why) => (Games::of_file(file)?, Some(notice(file, &why))),
        };
        Ok(Scan {
            file: file.to_owned(),
            games,
            found: notice.into_iter().collect(),
            done: 0,
        })
    }

    /// What comes next in the file, in order; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`SourceError`] when the file cannot be read up to there.
    pub(crate) fn next(
        &mut self,
        quest: &impl Quest<Found = T>,
    ) -> Result<Option<ScanResult<T>>, SourceError> {
        while self.found.is_empty() {
            let rows = match &mut self.games {
                Games::File(batches) => batches.next(&|game: &Game| in_game(game, quest))?,
                Games::Index(walk) => match walk.next(quest) {
                    Ok(rows) => rows,
                    Err(why) => {
                        self.games = Games::of_file(&self.file)?;
                        self.found.push_back(notice(&self.file, &why));
                        continue;
                    }
                },
            };
            let Some(rows) = rows else {
                return Ok(None);
            };
            for (number, found) in rows {
                if number <= self.done {
                    continue;
                }
                self.done = number;
                match found {
                    Ok(found) => {
                        let rows = found.into_iter();
                        let rows = rows.map(|found| ScanResult::Found(number, found));
                        self.found.extend(rows);
                    }
                    Err(problem) => self.found.push_back(ScanResult::Problem(number, problem)),
                }
            }
        }
        Ok(self.found.pop_front())
    }
}

/// What is told of an index that is not used.
fn notice<T>(file: &str, why: &Unusable) -> ScanResult<T> {
    let index = index::path(file);
    ScanResult::Notice(format!(
        "{} {why}; it is not used (chesslog index {file} makes it anew)",
        index.display()
    ))
}

fn in_game<Q: Quest>(game: &Game, quest: &Q) -> Result<Vec<Q::Found>, String> {
    match game.problem {
        Some(_) => Err(game.complaint()),
        None => Ok(quest.in_game(game)),
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
