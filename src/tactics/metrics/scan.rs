//! What many tactics suggest in many positions.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use rayon::prelude::*;

use super::{Counts, Sample, Suggested};
use crate::{
    ilp::{Clause, Stopped},
    tactics::{
        Vocabulary,
        block::{self, Block},
        plan::Plan,
    },
};

/// Positions whose suggestions are in memory at a time.
const CHUNK: usize = 48;

/// Clauses made ready to be looked for in any number of positions.
///
/// They are taken apart into components, which hold independently of each other and of which many
/// clauses have the same: each is solved once for a position, and only for moves for which its
/// generalisations hold that are components too.
#[derive(Debug)]
pub struct Scanner {
    /// The components, the smaller ones first.
    parts: Vec<Plan>,
    /// For each component, smaller ones that it implies.
    implied: Lists,
    /// The components of each clause.
    of: Lists,
}

/// Lists of numbers, in one piece.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<u32>,
    items: Vec<u32>,
}

impl FromIterator<Vec<u32>> for Lists {
    fn from_iter<I: IntoIterator<Item = Vec<u32>>>(lists: I) -> Lists {
        let mut all = Lists::default();
        for list in lists {
            all.items.extend(list);
            all.ends.push(all.items.len() as u32);
        }
        all
    }
}

impl Lists {
    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.items[start..end as usize];
            start = end as usize;
            list
        })
    }
}

impl Scanner {
    /// Makes clauses ready.
    ///
    /// # Errors
    ///
    /// [`Stopped::Failed`] if a clause has more squares than a file can hold.
    pub fn new(vocabulary: &Vocabulary, clauses: &[Clause]) -> Result<Scanner, Stopped> {
        for clause in clauses {
            Plan::new(vocabulary, clause, None)?;
        }
        let components = |clause: &Clause| -> Vec<Clause> {
            let part = |mask: u64| {
                let kept = clause.body.iter().enumerate();
                let kept = kept.filter(|(index, _)| mask >> index & 1 == 1);
                let part = Clause {
                    head: clause.head,
                    body: kept.map(|(_, &literal)| literal).collect(),
                };
                part.canonical(|id| vocabulary.bias.predicate(id).symmetric)
            };
            clause.components().into_iter().map(part).collect()
        };
        let all: Vec<Vec<Clause>> = clauses.iter().map(components).collect();
        let mut parts: Vec<Clause> = all.iter().flatten().cloned().collect();
        parts.sort_by(|a, b| a.body.len().cmp(&b.body.len()).then_with(|| a.cmp(b)));
        parts.dedup();
        let places: HashMap<&Clause, u32> = parts.iter().zip(0..).collect();
        let find = |clauses: Vec<Clause>| -> Vec<u32> {
            let mut found: Vec<u32> = clauses
                .iter()
                .filter_map(|part| places.get(part).copied())
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let weaker = |part: &Clause| -> Vec<Clause> {
            let indices = 0..part.body.len();
            indices
                .flat_map(|index| components(&part.without(index)))
                .collect()
        };
        Ok(Scanner {
            implied: parts.iter().map(|part| find(weaker(part))).collect(),
            of: all.into_iter().map(find).collect(),
            parts: parts
                .iter()
                .map(|part| Plan::new(vocabulary, part, None))
                .collect::<Result<_, Stopped>>()?,
        })
    }

    /// How many clauses there are.
    pub fn clauses(&self) -> usize {
        self.of.ends.len()
    }

    /// Tells of each clause, by its number, what it suggests in a sample, be it nothing.
    pub fn look(&self, sample: &Sample, mut found: impl FnMut(usize, &Suggested)) {
        let covers: Vec<Vec<u64>> = sample
            .moves
            .chunks(block::MOST)
            .map(|moves| self.covers(&Block::new(sample.position.clone(), moves)))
            .collect();
        for (clause, parts) in self.of.iter().enumerate() {
            let all = |cover: &Vec<u64>| {
                let parts = parts.iter().map(|&part| cover[part as usize]);
                parts.fold(u64::MAX, |all, moves| all & moves)
            };
            found(clause, &Suggested::of_parts(covers.iter().map(all)));
        }
    }

    /// Adds a sample to the sums of each clause.
    ///
    /// # Panics
    ///
    /// If there are fewer sums than clauses.
    pub fn count(&self, sample: &Sample, counts: &mut [Counts]) {
        self.look(sample, |clause, suggested| {
            counts[clause].add(&sample.case, suggested);
        });
    }

    /// The moves of a block that each component covers.
    fn covers(&self, block: &Block) -> Vec<u64> {
        let mut covers: Vec<u64> = Vec::with_capacity(self.parts.len());
        for (part, implied) in self.parts.iter().zip(self.implied.iter()) {
            let implied = implied.iter().map(|&part| covers[part as usize]);
            let candidates = implied.fold(block.all(), |all, moves| all & moves);
            covers.push(match candidates {
                0 => 0,
                _ => part.solve(block, candidates),
            });
        }
        covers
    }
}

/// Goes through what each clause suggests in each sample. `add` gets the clause's own sum, the
/// sample's number and the suggested moves; positions without any are told too. The samples come in
/// order, and the sums are the same for any number of threads.
///
/// # Errors
///
/// [`Stopped`] if the run was cancelled, or a clause has more squares than a file can hold.
pub fn scan<A: Clone + Default + Send>(
    vocabulary: &Vocabulary,
    clauses: &[Clause],
    samples: &[Sample],
    cancel: &AtomicBool,
    progress: &dyn Fn(usize),
    add: impl Fn(&mut A, usize, &Suggested) + Sync,
) -> Result<Vec<A>, Stopped> {
    let scanner = Scanner::new(vocabulary, clauses)?;
    let mut sums = vec![A::default(); clauses.len()];
    for (number, chunk) in samples.chunks(CHUNK).enumerate() {
        let look = |sample: &Sample| {
            Stopped::look(cancel)?;
            let mut found = Vec::with_capacity(clauses.len());
            scanner.look(sample, |_, suggested| found.push(*suggested));
            Ok(found)
        };
        let found: Vec<Vec<Suggested>> = chunk.par_iter().map(look).collect::<Result<_, _>>()?;
        sums.par_iter_mut().enumerate().for_each(|(clause, sum)| {
            for (index, found) in found.iter().enumerate() {
                add(sum, number * CHUNK + index, &found[clause]);
            }
        });
        progress((number * CHUNK + CHUNK).min(samples.len()));
    }
    Ok(sums)
}

/// Measures each clause on the samples.
///
/// # Errors
///
/// As [`scan`].
pub fn measure(
    vocabulary: &Vocabulary,
    clauses: &[Clause],
    samples: &[Sample],
    cancel: &AtomicBool,
    progress: &dyn Fn(usize),
) -> Result<Vec<Counts>, Stopped> {
    /// Positions between looks at whether the run was cancelled.
    const TURN: usize = 16;
    let scanner = Scanner::new(vocabulary, clauses)?;
    let none = || vec![Counts::default(); clauses.len()];
    let mut sums = none();
    let turns = TURN * rayon::current_num_threads();
    for (number, chunk) in samples.chunks(turns * TURN).enumerate() {
        Stopped::look(cancel)?;
        let found = chunk
            .par_chunks(TURN)
            .fold(none, |mut counts, samples| {
                for sample in samples {
                    scanner.count(sample, &mut counts);
                }
                counts
            })
            .reduce(none, added);
        sums = added(sums, found);
        progress((number * turns * TURN + chunk.len()).min(samples.len()));
    }
    Ok(sums)
}

fn added(mut sums: Vec<Counts>, more: Vec<Counts>) -> Vec<Counts> {
    sums.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += more);
    sums
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Move, Position as _};

    use super::*;
    use crate::{
        chess::Position,
        tactics::{file, suggestions},
    };

    #[test]
    fn many_positions_at_a_time_are_as_one_after_the_other() {
        let text = "
            t(Pos,From,To) :- legal_move(From,To,Pos).
            t(Pos,From,To) :- legal_move(From,To,Pos), attacks(From,To,Pos).
            t(Pos,From,To) :- make_move(From,To,Pos,New), attacks(To,A,New).
            t(Pos,From,To) :- make_move(From,To,Pos,New), attacks(To,A,New), attacks(B,From,Pos).
            t(Pos,From,To) :- make_move(From,To,Pos,New), attacks(To,A,New), attacks(To,B,New),
                different_pos(A,B), defends(A,C,Pos).";
        let file = file::parse("t.pl", text).unwrap();
        let clauses: Vec<Clause> = file.tactics.iter().map(|t| t.clause.clone()).collect();
        let samples = samples();
        assert!(samples.len() > CHUNK);
        let cancel = AtomicBool::new(false);
        let vocabulary = &file.vocabulary;
        let found: Vec<Vec<(usize, Suggested)>> = scan(
            vocabulary,
            &clauses,
            &samples,
            &cancel,
            &|_| {},
            |sum: &mut Vec<_>, index, moves| sum.push((index, *moves)),
        )
        .unwrap();
        let measured = measure(vocabulary, &clauses, &samples, &cancel, &|_| {}).unwrap();
        for ((clause, found), measured) in clauses.iter().zip(&found).zip(measured) {
            assert_eq!(found.len(), samples.len());
            let mut counts = Counts::default();
            for (index, moves) in found {
                let sample = &samples[*index];
                let alone = suggestions(vocabulary, clause, &sample.position);
                let expected: Suggested = (0..sample.moves.len())
                    .filter(|&m| alone.contains(&sample.moves[m]))
                    .collect();
                assert_eq!(*moves, expected);
                counts.add(&sample.case, moves);
            }
            assert_eq!(counts, measured);
        }
    }

    /// Positions of games at random, and one with the most moves there can be.
    fn samples() -> Vec<Sample> {
        let many = Position::parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
        let played = many.legal_moves()[100];
        let mut samples: Vec<Sample> = Sample::new(Chess::clone(&many), played)
            .into_iter()
            .collect();
        assert_eq!(samples[0].moves.len(), 218);
        let mut position = Chess::default();
        for step in 0..CHUNK + 40 {
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            let Some(&played) = moves.get(step * 7 % moves.len().max(1)) else {
                break;
            };
            samples.extend(Sample::new(position.clone(), played));
            position.play_unchecked(played);
            if position.halfmoves() > 60 || position.is_game_over() {
                position = Chess::default();
            }
        }
        samples
    }
}
