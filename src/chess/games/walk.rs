//! Going through the games of an index, all of them or some.

use super::{
    index::{Chunk, Index, Unusable},
    scan::{Quest, Rows, shared_out},
};

/// Chunks that are looked at together: first one, for whoever waits for the first answer, then more.
const CHUNKS: usize = 64;
/// Chunks for which a thread is worth its while.
const SHARE: usize = 2;

/// A walk through an index that goes on as far as it is asked to.
pub(super) struct Walk {
    index: Index,
    /// The next game that is looked at.
    next: Next,
    /// How many chunks are looked at next.
    chunks: usize,
}

enum Next {
    /// Any game from this one on.
    Any(u64),
    /// The first of these; the numbers of those that are left are in order.
    Of(std::vec::IntoIter<u64>),
}

/// A chunk, and the games of it that are looked at.
struct Share {
    chunk: Chunk,
    numbers: Option<Vec<u64>>,
}

impl Walk {
    /// Begins at the first game in which there may be something.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if the index is damaged.
    pub(super) fn new(index: Index, quest: &impl Quest) -> Result<Walk, Unusable> {
        let next = match quest.candidates(&index)? {
            None => Next::Any(1),
            Some(mut games) => {
                // What is wrong with games is told, whatever is searched for.
                games.extend(index.unplayable());
                games.sort_unstable();
                games.dedup();
                Next::Of(games.into_iter())
            }
        };
        Ok(Walk {
            index,
            next,
            chunks: 1,
        })
    }

    /// What there is in the next games; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`Unusable`] if the index is damaged.
    pub(super) fn next<Q: Quest>(&mut self, quest: &Q) -> Result<Option<Rows<Q::Found>>, Unusable> {
        let mut shares = Vec::new();
        while shares.len() < self.chunks
            && let Some(share) = self.share()?
        {
            shares.push(share);
        }
        self.chunks = (2 * self.chunks).min(CHUNKS);
        if shares.is_empty() {
            return Ok(None);
        }
        let rows = shared_out(&shares, SHARE, &|share: &Share| share.look(quest));
        let rows: Option<Vec<Rows<Q::Found>>> = rows.into_iter().collect();
        match rows {
            Some(rows) => Ok(Some(rows.into_iter().flatten().collect())),
            None => Err(Unusable::Damaged("a game cannot be read".to_owned())),
        }
    }

    /// The next chunk that has games to be looked at.
    fn share(&mut self) -> Result<Option<Share>, Unusable> {
        let number = match &self.next {
            Next::Any(number) => Some(*number).filter(|number| *number <= self.index.counts.games),
            Next::Of(games) => games.as_slice().first().copied(),
        };
        let Some(number) = number else {
            return Ok(None);
        };
        let chunk = self.index.chunk(number)?;
        let end = chunk.end();
        if end <= number {
            return Err(Unusable::Damaged(format!("game {number} is not there")));
        }
        let numbers = match &mut self.next {
            Next::Any(next) => {
                *next = end;
                None
            }
            Next::Of(games) => {
                let here = games.as_slice().partition_point(|game| *game < end);
                Some(games.take(here).collect())
            }
        };
        Ok(Some(Share { chunk, numbers }))
    }
}

impl Share {
    /// What there is in its games; `None` if one is damaged.
    fn look<Q: Quest>(&self, quest: &Q) -> Option<Rows<Q::Found>> {
        let entries = self.chunk.entries(self.numbers.as_deref());
        let rows = entries.map(|(number, entry)| {
            let entry = entry?;
            let found = match entry.complaint {
                Some(complaint) => Err(complaint.to_owned()),
                None => Ok(quest.in_entry(&entry)?),
            };
            Some((number, found))
        });
        rows.collect()
    }
}
