//! What many tactics suggest in many positions.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position as _, Role};

use super::{Case, Counts};
use crate::{
    chess::moves::move_term,
    ilp::{Bits, Clause, Stopped, Tester as _},
    tactics::{ChessTester, Vocabulary},
};

/// Positions whose relations are in memory at a time.
const CHUNK: usize = 48;

/// A position of a game, the moves that differ in their squares, and which of them was played.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The position.
    pub position: Chess,
    /// The legal moves in the order of their notation; of promotions only the one to a queen.
    pub moves: Vec<Move>,
    /// What is measured against.
    pub case: Case,
}

impl Sample {
    /// A position and the legal move that was played there; `None` if it is not legal.
    pub fn new(position: Chess, played: Move) -> Option<Sample> {
        let squares = |m: Move| (move_term(m).from, move_term(m).to);
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|m| m.promotion().is_none_or(|role| role == Role::Queen));
        // Castling in Chess960 may look like a king's move, which is the one that is meant.
        moves.sort_by_key(|&m| (squares(m), m.is_castle()));
        moves.dedup_by_key(|m| squares(*m));
        let found = moves.iter().position(|&m| squares(m) == squares(played))?;
        let case = Case {
            moves: moves.len(),
            played: found,
            judged: None,
        };
        Some(Sample {
            position,
            moves,
            case,
        })
    }
}

/// Goes through what each clause suggests in each sample. `add` gets the clause's own sum, the
/// sample's number and the numbers of the suggested moves; positions without any are told too.
/// The sums are the same for any number of threads.
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
    add: impl Fn(&mut A, usize, &[usize]) + Sync,
) -> Result<Vec<A>, Stopped> {
    let parts = Parts::of(vocabulary, clauses);
    let mut sums = vec![A::default(); clauses.len()];
    for (number, chunk) in samples.chunks(CHUNK).enumerate() {
        let positions = chunk
            .iter()
            .map(|sample| (sample.position.clone(), sample.moves.clone()));
        let tester = ChessTester::with_moves(vocabulary, positions);
        let covers = parts.covers(&tester, cancel)?;
        sums.par_iter_mut()
            .zip(&parts.of)
            .try_for_each(|(sum, parts)| {
                if cancel.load(Ordering::Relaxed) {
                    return Err(Stopped::Cancelled);
                }
                let mut cover = Bits::full(tester.examples());
                parts.iter().for_each(|&part| cover.and(&covers[part]));
                let mut examples = cover.iter().peekable();
                let mut suggestions = Vec::new();
                let mut end = 0;
                for (index, sample) in chunk.iter().enumerate() {
                    let start = end;
                    end += sample.moves.len();
                    suggestions.clear();
                    while let Some(example) = examples.next_if(|example| *example < end) {
                        suggestions.push(example - start);
                    }
                    add(sum, number * CHUNK + index, &suggestions);
                }
                Ok(())
            })?;
        progress((number * CHUNK + CHUNK).min(samples.len()));
    }
    Ok(sums)
}

/// Clauses taken apart into components, which hold independently of each other and of which many
/// clauses have the same: each is tested once, and only where its generalisations hold that are
/// components too.
struct Parts {
    /// The components, the smaller ones first.
    clauses: Vec<Clause>,
    /// For each component, smaller ones that it implies.
    implied: Vec<Vec<usize>>,
    /// The components of each clause.
    of: Vec<Vec<usize>>,
}

impl Parts {
    fn of(vocabulary: &Vocabulary, clauses: &[Clause]) -> Parts {
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
        let places: HashMap<&Clause, usize> = parts.iter().zip(0..).collect();
        let find = |clauses: Vec<Clause>| -> Vec<usize> {
            let mut found: Vec<usize> = clauses
                .iter()
                .filter_map(|part| places.get(part).copied())
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let implied = parts
            .iter()
            .map(|part| {
                let weaker =
                    (0..part.body.len()).flat_map(|index| components(&part.without(index)));
                find(weaker.collect())
            })
            .collect();
        let of = all.into_iter().map(find).collect();
        Parts {
            implied,
            of,
            clauses: parts,
        }
    }

    /// What each component covers.
    fn covers(&self, tester: &ChessTester<'_>, cancel: &AtomicBool) -> Result<Vec<Bits>, Stopped> {
        let mut covers: Vec<Bits> = Vec::with_capacity(self.clauses.len());
        for level in self.clauses.chunk_by(|a, b| a.body.len() == b.body.len()) {
            let start = covers.len();
            let found: Result<Vec<Bits>, Stopped> = level
                .par_iter()
                .zip(&self.implied[start..])
                .map(|(clause, implied)| {
                    if cancel.load(Ordering::Relaxed) {
                        return Err(Stopped::Cancelled);
                    }
                    let mut candidates = Bits::full(tester.examples());
                    implied
                        .iter()
                        .for_each(|&part| candidates.and(&covers[part]));
                    tester.coverage(clause, &candidates)
                })
                .collect();
            covers.extend(found?);
        }
        Ok(covers)
    }
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
    let add = |counts: &mut Counts, index: usize, suggestions: &[usize]| {
        counts.add(&samples[index].case, suggestions);
    };
    scan(vocabulary, clauses, samples, cancel, progress, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Position,
        tactics::{file, suggestions},
    };

    fn sample(fen: &str, played: &str) -> Sample {
        let position = Position::parse(fen).unwrap();
        let uci: shakmaty::uci::UciMove = played.parse().unwrap();
        let played = uci.to_move(&*position).unwrap();
        Sample::new(Chess::clone(&position), played).unwrap()
    }

    #[test]
    fn promotions_are_one_move_and_castling_ends_on_the_king_s_square() {
        let promoted = sample("8/P5k1/8/8/8/8/8/4K2R w K - 0 1", "a7a8n");
        let texts: Vec<String> = promoted.moves.iter().map(|m| m.to_string()).collect();
        let queens = texts.iter().filter(|text| text.contains('=')).count();
        assert_eq!((queens, promoted.case.moves), (1, texts.len()));
        assert_eq!(texts[promoted.case.played], "a7-a8=Q");
        let castled = sample("8/P5k1/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
        assert!(castled.moves[castled.case.played].is_castle());
    }

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
        let mut samples = Vec::new();
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
        assert!(samples.len() > CHUNK);
        let found: Vec<Vec<(usize, Vec<usize>)>> = scan(
            &file.vocabulary,
            &clauses,
            &samples,
            &AtomicBool::new(false),
            &|_| {},
            |sum: &mut Vec<_>, index, moves| sum.push((index, moves.to_vec())),
        )
        .unwrap();
        for (clause, found) in clauses.iter().zip(&found) {
            assert_eq!(found.len(), samples.len());
            for (index, moves) in found {
                let sample = &samples[*index];
                let alone = suggestions(&file.vocabulary, clause, &sample.position);
                let expected: Vec<usize> = (0..sample.moves.len())
                    .filter(|&m| alone.contains(&sample.moves[m]))
                    .collect();
                assert_eq!(*moves, expected);
            }
        }
    }
}
