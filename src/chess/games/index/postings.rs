//! Postings: which games have a key, in runs of games that were read one after the other.
//!
//! A run is sorted by key, then by game, and cut into blocks. A block begins with the posting that is
//! its place in the table; each of the others is told by what it differs in from the one before: the
//! same key and a later game, or a later key and any game.

use super::{
    BLOCK, Unusable,
    file::{Table, put_number, take_number},
};

/// Games of a run: few enough that its postings are sorted in memory, and that a game in it has
/// a number of two bytes.
pub(super) const RUN: u64 = 1 << 14;

/// Bits of a game within its run, with some to spare.
const GAME: u32 = 16;
/// Bits of a key and a game.
const POSTING: u32 = 24 + GAME;

/// Bytes of the longest posting, and of the checksum.
const SPARE: usize = 16;

/// The postings of a run.
#[derive(Default)]
pub(super) struct Run(Vec<u64>);

impl Run {
    /// Adds the keys of a game, whose number is counted from 0.
    pub(super) fn add(&mut self, keys: &[u32], game: u64) {
        let posting = |key: &u32| (u64::from(*key) << GAME) | (game % RUN);
        self.0.extend(keys.iter().map(posting));
    }

    /// Hands over the blocks of this run, in their order, and begins the next one.
    pub(super) fn flush<E>(
        &mut self,
        run: u64,
        mut put: impl FnMut(u64, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0.sort_unstable();
        self.0.dedup();
        let mut postings = self.0.drain(..).peekable();
        while let Some(first) = postings.next() {
            let (mut bytes, mut last) = (Vec::with_capacity(BLOCK), first);
            while bytes.len() + SPARE <= BLOCK
                && let Some(posting) = postings.next()
            {
                let (key, game) = apart(posting);
                let (last_key, last_game) = apart(last);
                match key - last_key {
                    0 => put_number((game - last_game) << 1 | 1, &mut bytes),
                    step => {
                        put_number(step << 1, &mut bytes);
                        put_number(game, &mut bytes);
                    }
                }
                last = posting;
            }
            put(run << POSTING | first, bytes)?;
        }
        Ok(())
    }
}

fn apart(posting: u64) -> (u64, u64) {
    (posting >> GAME, posting & ((1 << GAME) - 1))
}

/// The numbers of the games that have a key, in order.
pub(super) fn find(table: &Table, key: u32) -> Result<Vec<u64>, Unusable> {
    let places = table.places();
    let runs = places.last().map_or(0, |place| (place >> POSTING) + 1);
    let mut games = Vec::new();
    for run in 0..runs {
        let from = run << POSTING | u64::from(key) << GAME;
        let end = from | ((1 << GAME) - 1);
        let begin = places.partition_point(|place| *place < from);
        // The block before may have the first of them.
        let before = begin.checked_sub(1);
        let begin = before
            .filter(|at| places[*at] >> POSTING == run)
            .unwrap_or(begin);
        let end = places.partition_point(|place| *place <= end);
        for (at, place) in places.iter().enumerate().take(end).skip(begin) {
            let first = place & ((1 << POSTING) - 1);
            let found = &mut |game| games.push(run * RUN + game + 1);
            in_block(&table.block(at)?, first, key.into(), found)
                .ok_or_else(|| Unusable::damaged("a posting cannot be read"))?;
        }
    }
    Ok(games)
}

/// Finds the games of a block that have a key.
fn in_block(mut bytes: &[u8], first: u64, wanted: u64, found: &mut impl FnMut(u64)) -> Option<()> {
    let (mut key, mut game) = apart(first);
    loop {
        if key == wanted {
            found(game);
        }
        if key > wanted || bytes.is_empty() {
            return Some(());
        }
        let step = take_number(&mut bytes)?;
        match step & 1 {
            1 => game = game.checked_add(step >> 1)?,
            _ => {
                key = key.checked_add(step >> 1)?;
                game = take_number(&mut bytes)?;
            }
        }
    }
}
