//! Strategies as decision trees over the words of a vocabulary.
//!
//! [`text`] writes them as Prolog; [`read`] reads that, and any other clauses over the words, as a
//! [`program`].

pub mod program;
pub mod read;
pub mod shipped;
pub mod text;

#[cfg(test)]
mod tests;

use super::vocabulary::Vocabulary;

/// What to do: ask a condition and go on either way, or make a move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The number of a condition, and what to do if it holds and if it does not.
    Ask(usize, Box<Strategy>, Box<Strategy>),
    /// The number of a move.
    Play(usize),
}

impl Strategy {
    /// The strategy with these words in prefix order: conditions by their numbers, moves by theirs
    /// after those. `None` if they are not exactly one strategy.
    pub fn from_codes(codes: &[u16], vocabulary: &Vocabulary) -> Option<Strategy> {
        let (strategy, rest) = read(codes, vocabulary)?;
        rest.is_empty().then_some(strategy)
    }

    /// The words in prefix order.
    pub fn codes(&self, vocabulary: &Vocabulary) -> Vec<u16> {
        let mut codes = Vec::new();
        self.write(vocabulary.conditions.len(), &mut codes);
        codes
    }

    fn write(&self, conditions: usize, codes: &mut Vec<u16>) {
        match self {
            Strategy::Play(word) => codes.push((conditions + word) as u16),
            Strategy::Ask(condition, yes, no) => {
                codes.push(*condition as u16);
                yes.write(conditions, codes);
                no.write(conditions, codes);
            }
        }
    }

    /// How many words it has.
    pub fn size(&self) -> usize {
        match self {
            Strategy::Play(_) => 1,
            Strategy::Ask(_, yes, no) => 1 + yes.size() + no.size(),
        }
    }

    /// The number of the move where these conditions hold, a bit each.
    pub fn choose(&self, holds: u32) -> usize {
        match self {
            Strategy::Play(word) => *word,
            Strategy::Ask(condition, yes, no) => match holds >> condition & 1 {
                1 => yes.choose(holds),
                _ => no.choose(holds),
            },
        }
    }
}

fn read<'c>(codes: &'c [u16], vocabulary: &Vocabulary) -> Option<(Strategy, &'c [u16])> {
    let (&first, rest) = codes.split_first()?;
    let (first, conditions) = (usize::from(first), vocabulary.conditions.len());
    if first >= conditions {
        let word = first - conditions;
        let known = word < vocabulary.moves.len();
        return known.then_some((Strategy::Play(word), rest));
    }
    let (yes, rest) = read(rest, vocabulary)?;
    let (no, rest) = read(rest, vocabulary)?;
    Some((Strategy::Ask(first, yes.into(), no.into()), rest))
}
