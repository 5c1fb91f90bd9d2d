//! The tester against nested loops over all squares.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use shakmaty::{Bitboard, Chess, Position as _, Square};

use super::*;
use crate::{
    chess::{Position, attack, exchange, moves, moves::move_term},
    ilp::{Literal, PredicateId},
    tactics::{
        Meaning,
        atoms::{Atom, Source, Term, squares},
        vocabulary::{Pairs, Relation, Triples, When, Whose},
    },
};

const POSITIONS: [&str; 6] = [
    "r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "8/3q1P1k/8/8/1b6/8/3R2PP/4K3 w - - 0 1",
    // The most legal moves that there can be: 218.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

/// The squares that stand in a relation, by the predicates that users call.
fn rows(relation: Relation, chess: &Chess, m: Move) -> HashSet<Vec<Square>> {
    let all = Bitboard::FULL;
    let position = |when| {
        let mut chess = chess.clone();
        if when == When::Next {
            chess.play_unchecked(m);
        }
        Position::from_chess(chess)
    };
    let those = |holds: &dyn Fn(Square) -> bool| {
        let squares = Square::ALL.into_iter().filter(|&square| holds(square));
        squares.map(|square| vec![square]).collect()
    };
    let pairs = |rows: Vec<(Square, Square)>| rows.into_iter().map(|(a, b)| vec![a, b]).collect();
    match relation {
        Relation::Nothing => HashSet::new(),
        Relation::Different => {
            let pairs = |a| Square::ALL.into_iter().map(move |b| vec![a, b]);
            let all = Square::ALL.into_iter().flat_map(pairs);
            all.filter(|row| row[0] != row[1]).collect()
        }
        Relation::EnPrise(when) => {
            let p = position(when);
            those(&|square| exchange::loss(p.board(), square) > 0)
        }
        Relation::Pieces(whose, role) => those(&|square| {
            chess.board().piece_at(square).is_some_and(|piece| {
                let side = match whose {
                    Whose::Us => piece.color == chess.turn(),
                    Whose::Them => piece.color != chess.turn(),
                    Whose::White => piece.color.is_white(),
                    Whose::Black => piece.color.is_black(),
                    Whose::Both => true,
                };
                side && role.is_none_or(|role| usize::from(role) + 1 == piece.role as usize)
            })
        }),
        Relation::Pairs(which, when) => {
            let p = position(when);
            pairs(match which {
                Pairs::Legal => moves::legal(&p, all, all),
                Pairs::Captures => moves::captures(&p, all, all),
                Pairs::Checks => moves::checks(&p, all, all),
                Pairs::Attacks => attack::attacks(p.board(), all, all),
                Pairs::Defends => attack::defends(p.board(), all, all),
                Pairs::Pinned => attack::pinned(p.board(), all, all),
                Pairs::PaperAttacks => paper_attacks(&p),
            })
        }
        Relation::Triples(Triples::Behind, when) => {
            let rows = attack::behind(position(when).board(), all, all, all);
            rows.into_iter().map(|(a, b, c)| vec![a, b, c]).collect()
        }
        Relation::Triples(Triples::PaperBehind, when) => {
            let p = position(when);
            let attacks = paper_attacks(&p);
            let of_sliders = attacks
                .iter()
                .filter(|(a, _)| p.board().sliders().contains(*a));
            of_sliders
                .flat_map(|&(a, b)| {
                    let other = attacks.iter().filter(move |(other, _)| *other == a);
                    other.map(move |&(_, c)| vec![a, b, c])
                })
                .collect()
        }
    }
}

fn paper_attacks(p: &Position) -> Vec<(Square, Square)> {
    let mut rows = moves::legal(p, Bitboard::FULL, Bitboard::FULL);
    rows.retain(|&(_, to)| p.board().color_at(to).is_some_and(|side| side != p.turn()));
    rows
}

/// A move, and the relations about it as far as they were asked for.
struct Naive<'a> {
    vocabulary: &'a Vocabulary,
    chess: &'a Chess,
    m: Move,
    rows: HashMap<PredicateId, HashSet<Vec<Square>>>,
}

impl<'a> Naive<'a> {
    fn new(vocabulary: &'a Vocabulary, chess: &'a Chess, m: Move) -> Naive<'a> {
        let rows = HashMap::new();
        Naive {
            vocabulary,
            chess,
            m,
            rows,
        }
    }

    /// Whether a literal holds.
    fn holds(&mut self, literal: &Literal, at: &[Square]) -> bool {
        let relation = self.vocabulary.relation(literal.predicate);
        let known = self.rows.entry(literal.predicate);
        let rows = known.or_insert_with(|| rows(relation, self.chess, self.m));
        let row: Vec<Square> = (literal.arguments().iter())
            .map(|&v| at[usize::from(v)])
            .collect();
        rows.contains(&row)
    }

    /// Whether the literals have a solution that extends the squares given.
    fn solve(&mut self, body: &[(Literal, bool)], at: &mut Vec<Square>, variables: usize) -> bool {
        let known = at.len();
        let ready = |literal: &Literal| {
            let greatest = literal.arguments().iter().max();
            greatest.is_some_and(|&v| usize::from(v) + 1 == known || (known == 2 && v < 2))
        };
        if !body
            .iter()
            .all(|(literal, wanted)| !ready(literal) || self.holds(literal, at) == *wanted)
        {
            return false;
        }
        known == variables
            || Square::ALL.into_iter().any(|square| {
                at.push(square);
                let found = self.solve(body, at, variables);
                at.pop();
                found
            })
    }

    /// Whether the clause suggests the move, or the clause with a literal negated.
    fn suggests(&mut self, clause: &Clause, negated: Option<usize>) -> bool {
        let body: Vec<(Literal, bool)> = clause
            .body
            .iter()
            .enumerate()
            .map(|(index, literal)| (*literal, negated != Some(index)))
            .collect();
        let term = move_term(self.m);
        let mut at = vec![term.from, term.to];
        self.solve(&body, &mut at, clause.variables())
    }
}

/// Literals as numbers: a predicate and three variables, made to fit.
fn clause(vocabulary: &Vocabulary, numbers: &[(usize, [u8; 3])]) -> Clause {
    let mut clause = Clause::fact(vocabulary.head(), 2).with(vocabulary.legal_move());
    for (predicate, variables) in numbers {
        let count = vocabulary.bias.predicates.len() - 1;
        let id = PredicateId((1 + predicate % count) as u16);
        let arity = vocabulary.bias.predicate(id).arity();
        let literal = Literal::new(id, &variables[..arity]);
        if !clause.body.contains(&literal) {
            clause = clause.with(literal);
        }
    }
    clause.canonical(|id| vocabulary.bias.predicate(id).symmetric)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn the_tester_agrees_with_nested_loops(
        numbers in proptest::collection::vec((0..200usize, [0..5u8, 0..5u8, 0..5u8]), 1..6),
        position in 0..POSITIONS.len(),
        paper in any::<bool>(),
        skip in 0..11usize,
    ) {
        let meaning = if paper { Meaning::Paper } else { Meaning::Geometric };
        let vocabulary = Vocabulary::new(meaning, 6, 6);
        let clause = clause(&vocabulary, &numbers);
        let chess = Chess::clone(&Position::parse(POSITIONS[position]).unwrap());
        let tester = ChessTester::new(&vocabulary, [chess.clone()]);
        let moves = tester.moves(0).to_vec();
        // Every so many moves keep the loops affordable.
        let step = if moves.len() > 64 { 43 } else { 11 };
        let sample = Bits::of(moves.len(), (skip..moves.len()).step_by(step));
        let cover = tester.coverage(&clause, &sample).unwrap();
        let mut loops: Vec<(usize, Naive<'_>)> = sample
            .iter()
            .map(|example| (example, Naive::new(&vocabulary, &chess, moves[example])))
            .collect();
        for (example, naive) in &mut loops {
            let expected = naive.suggests(&clause, None);
            prop_assert_eq!(cover.contains(*example), expected, "{:?} {}", &clause, naive.m);
        }
        for index in 0..clause.body.len() {
            let expected = loops.iter_mut().all(|(_, naive)| !naive.suggests(&clause, Some(index)));
            let found = tester.implied(&clause, index, &sample).unwrap();
            prop_assert_eq!(found, expected, "{:?} {}", &clause, index);
        }
    }
}

/// All ways to say which squares of a relation are looked for, and in which order.
fn patterns(arity: usize) -> Vec<[Term; 3]> {
    let terms = [Term::From, Term::To, Term::Any, Term::X, Term::Y, Term::Z];
    let mut patterns = vec![[Term::Any; 3]];
    for place in 0..arity {
        patterns = (patterns.iter())
            .flat_map(|pattern| {
                terms.map(|term| {
                    let mut pattern = *pattern;
                    pattern[place] = term;
                    pattern
                })
            })
            .collect();
    }
    let in_order = |pattern: &[Term; 3]| {
        let place = |term| pattern.iter().position(|&known| known == term);
        let places = Term::SOUGHT.map(|term| place(term).unwrap_or(usize::MAX));
        places.is_sorted()
            && (1..3).all(|index| places[index] == usize::MAX || places[index - 1] < places[index])
    };
    patterns.retain(in_order);
    patterns.dedup();
    patterns
}

/// What an atom says: the squares looked for, and the moves.
fn table(block: &Block, atom: &Atom) -> Vec<(Vec<u8>, u64)> {
    let mut found = Vec::new();
    match atom.sought() {
        0 => found.push((Vec::new(), block.moves(atom))),
        1 => {
            for square in squares(block.set(atom)) {
                let moves = match atom.source {
                    Source::Pieces(..) => block.all(),
                    Source::Table(_) => block.squares(atom).moves[usize::from(square)],
                };
                found.push((vec![square], moves));
            }
        }
        2 => {
            let links = block.links(atom);
            links.each(block.all(), |a, b, moves| {
                assert!(links.columns.set(b) >> a & 1 == 1);
                if !atom.is_uniform() {
                    assert_eq!([links.rows.of(a, b), links.columns.of(b, a)], [moves; 2]);
                }
                found.push((vec![a, b], moves));
            });
        }
        _ => found.extend(
            block
                .triples(atom)
                .iter()
                .map(|(row, m)| (row.to_vec(), *m)),
        ),
    }
    found.retain(|(_, moves)| *moves != 0);
    found.sort_unstable();
    found
}

#[test]
fn atoms_are_what_relations_say_of_each_move() {
    for meaning in [Meaning::Paper, Meaning::Geometric] {
        let vocabulary = Vocabulary::new(meaning, 6, 6);
        let count = vocabulary.bias.predicates.len();
        let relations: HashSet<Relation> = (1..count)
            .map(|id| vocabulary.relation(PredicateId(id as u16)))
            .collect();
        for fen in POSITIONS {
            let chess = Chess::clone(&Position::parse(fen).unwrap());
            let moves: Vec<Move> = chess.legal_moves().into_iter().collect();
            let block = Block::new(chess.clone(), &moves);
            for &relation in &relations {
                let Some((source, false)) = Source::of(relation) else {
                    continue;
                };
                let arity = match source {
                    Source::Pieces(..) => 1,
                    Source::Table(base) => base.arity(),
                };
                let moves = moves.iter().take(block::MOST);
                let facts: Vec<_> = moves.map(|&m| (m, rows(relation, &chess, m))).collect();
                for terms in patterns(arity) {
                    let atom = Atom::new(source, terms);
                    let mut expected: HashMap<Vec<u8>, u64> = HashMap::new();
                    for (number, (m, rows)) in facts.iter().enumerate() {
                        let term = move_term(*m);
                        for row in rows {
                            let mut sought = [None; 3];
                            let fits = terms.iter().zip(row).all(|(what, &square)| match what {
                                Term::From => square == term.from,
                                Term::To => square == term.to,
                                Term::Any => true,
                                _ => {
                                    let place = *what as usize - Term::X as usize;
                                    *sought[place].get_or_insert(square) == square
                                }
                            });
                            if fits {
                                let key = sought.into_iter().flatten().map(|s| s as u8).collect();
                                *expected.entry(key).or_default() |= 1 << number;
                            }
                        }
                    }
                    let mut expected: Vec<_> = expected.into_iter().collect();
                    expected.sort_unstable();
                    assert_eq!(table(&block, &atom), expected, "{fen} {atom:?}");
                }
            }
        }
    }
}

#[test]
fn a_promotion_is_suggested_once() {
    let vocabulary = Vocabulary::wide(Meaning::Geometric);
    let clause = Clause::fact(vocabulary.head(), 2).with(vocabulary.legal_move());
    let position = Position::parse("8/5P1k/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let moves = suggestions(&vocabulary, &clause, &position);
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["f7-f8=Q", "Ka1-b1", "Ka1-a2", "Ka1-b2"]);
}
