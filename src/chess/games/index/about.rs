//! What an index says of itself, in one value: numbers, seven bits a byte; those that ascend as differences.

use super::{
    Counts, FORMAT, Unusable,
    file::{put_number, take_number},
};

/// What an index says of itself.
#[derive(Debug, Default)]
pub(super) struct About {
    /// Of what state of the file it is.
    pub(super) stamp: (u64, u64),
    pub(super) games: u64,
    pub(super) positions: u64,
    /// The games that cannot be played to their end.
    pub(super) unplayable: Vec<u64>,
    /// The keys of the other tables.
    pub(super) places: [Vec<u64>; 4],
}

impl About {
    pub(super) fn counts(&self) -> Counts {
        Counts {
            games: self.games,
            positions: self.positions,
            unplayable: self.unplayable.len() as u64,
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (length, modified) = self.stamp;
        for number in [FORMAT, length, modified, self.games, self.positions] {
            put_number(number, &mut bytes);
        }
        for list in [&self.unplayable].into_iter().chain(&self.places) {
            put_number(list.len() as u64, &mut bytes);
            let mut last = 0;
            for number in list {
                put_number(number - last, &mut bytes);
                last = *number;
            }
        }
        bytes
    }

    /// # Errors
    ///
    /// [`Unusable`] if the format is another one, or there is something else.
    pub(super) fn read(mut bytes: &[u8]) -> Result<About, Unusable> {
        let bytes = &mut bytes;
        match take_number(bytes) {
            Some(FORMAT) => {}
            _ => return Err(Unusable::Format),
        }
        let mut about = || {
            Some(About {
                stamp: (take_number(bytes)?, take_number(bytes)?),
                games: take_number(bytes)?,
                positions: take_number(bytes)?,
                unplayable: take_list(bytes)?,
                places: [
                    take_list(bytes)?,
                    take_list(bytes)?,
                    take_list(bytes)?,
                    take_list(bytes)?,
                ],
            })
        };
        about().ok_or_else(|| Unusable::damaged("what it says of itself cannot be read"))
    }
}

fn take_list(bytes: &mut &[u8]) -> Option<Vec<u64>> {
    let len = take_number(bytes)?;
    let mut last: u64 = 0;
    let ascending = (0..len).map(|_| {
        last = last.checked_add(take_number(bytes)?)?;
        Some(last)
    });
    ascending.collect()
}
