//! The tester against nested loops over all squares.

use proptest::prelude::*;
use shakmaty::{Chess, Position as _, Square};

use super::*;
use crate::{
    chess::{Position, attack, exchange, moves},
    ilp::Literal,
    tactics::{
        Meaning,
        vocabulary::{Pairs, Relation, Set, Triples, When, Whose},
    },
};

const POSITIONS: [&str; 5] = [
    "r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "8/3q1P1k/8/8/1b6/8/3R2PP/4K3 w - - 0 1",
];

/// Whether a literal holds, by the predicates that users call.
fn holds(
    vocabulary: &Vocabulary,
    literal: &Literal,
    at: &[Square],
    chess: &Chess,
    m: Move,
) -> bool {
    let mut after = chess.clone();
    after.play_unchecked(m);
    let position = |when| match when {
        When::Now => Position::from_chess(chess.clone()),
        When::Next => Position::from_chess(after.clone()),
    };
    let s: Vec<Square> = literal
        .arguments()
        .iter()
        .map(|&v| at[usize::from(v)])
        .collect();
    match vocabulary.relation(literal.predicate) {
        Relation::Different => s[0] != s[1],
        Relation::Nothing => false,
        Relation::Set(Set::EnPrise, when) => exchange::loss(position(when).board(), s[0]) > 0,
        Relation::Set(Set::Pieces(whose, role), when) => {
            position(when).board().piece_at(s[0]).is_some_and(|piece| {
                let side = match whose {
                    Whose::Us => piece.color == chess.turn(),
                    Whose::Them => piece.color != chess.turn(),
                    Whose::White => piece.color.is_white(),
                    Whose::Black => piece.color.is_black(),
                    Whose::Both => true,
                };
                side && role.is_none_or(|role| usize::from(role) + 1 == piece.role as usize)
            })
        }
        Relation::Pairs(pairs, when) => {
            let (a, b, p) = (s[0].into(), s[1].into(), position(when));
            let rows = match pairs {
                Pairs::Legal => moves::legal(&p, a, b),
                Pairs::Captures => moves::captures(&p, a, b),
                Pairs::Checks => moves::checks(&p, a, b),
                Pairs::Attacks => attack::attacks(p.board(), a, b),
                Pairs::Defends => attack::defends(p.board(), a, b),
                Pairs::Pinned => attack::pinned(p.board(), a, b),
                Pairs::PaperAttacks => return paper_attacks(s[0], s[1], p),
            };
            !rows.is_empty()
        }
        Relation::Triples(Triples::Behind, when) => {
            let p = position(when);
            !attack::behind(p.board(), s[0].into(), s[1].into(), s[2].into()).is_empty()
        }
        Relation::Triples(Triples::PaperBehind, when) => {
            let p = position(when);
            let slides = p.board().sliders().contains(s[0]);
            slides && paper_attacks(s[0], s[1], p.clone()) && paper_attacks(s[0], s[2], p)
        }
    }
}

fn paper_attacks(from: Square, to: Square, p: Position) -> bool {
    p.board().color_at(to).is_some() && !moves::legal(&p, from.into(), to.into()).is_empty()
}

/// Whether the literals from `index` on have a solution that extends the squares given.
fn solve(
    vocabulary: &Vocabulary,
    body: &[(Literal, bool)],
    at: &mut Vec<Square>,
    variables: usize,
    chess: &Chess,
    m: Move,
) -> bool {
    let known = at.len();
    let ready = |literal: &Literal| {
        let greatest = literal.arguments().iter().max();
        greatest.is_some_and(|&v| usize::from(v) + 1 == known || (known == 2 && v < 2))
    };
    if !body.iter().all(|(literal, wanted)| {
        !ready(literal) || holds(vocabulary, literal, at, chess, m) == *wanted
    }) {
        return false;
    }
    known == variables
        || Square::ALL.into_iter().any(|square| {
            at.push(square);
            let found = solve(vocabulary, body, at, variables, chess, m);
            at.pop();
            found
        })
}

fn naive(
    vocabulary: &Vocabulary,
    clause: &Clause,
    negated: Option<usize>,
    chess: &Chess,
    m: Move,
) -> bool {
    let body: Vec<(Literal, bool)> = clause
        .body
        .iter()
        .enumerate()
        .map(|(index, literal)| (*literal, negated != Some(index)))
        .collect();
    let term = move_term(m);
    let mut at = vec![term.from, term.to];
    solve(vocabulary, &body, &mut at, clause.variables(), chess, m)
}

/// Literals as numbers: a predicate and three variables, made to fit.
fn clause(vocabulary: &Vocabulary, numbers: &[(usize, [u8; 3])]) -> Clause {
    let mut clause = Clause::fact(vocabulary.head(), 2).with(vocabulary.legal_move());
    for (predicate, variables) in numbers {
        let count = vocabulary.bias.predicates.len() - 1;
        let id = crate::ilp::PredicateId((1 + predicate % count) as u16);
        let arity = vocabulary.bias.predicate(id).arity();
        let distinct = (0..arity).all(|i| !variables[..i].contains(&variables[i]));
        let literal = Literal::new(id, &variables[..arity]);
        if distinct && !clause.body.contains(&literal) {
            clause = clause.with(literal);
        }
    }
    clause.canonical(|id| vocabulary.bias.predicate(id).symmetric)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_tester_agrees_with_nested_loops(
        numbers in proptest::collection::vec((0..200usize, [0..4u8, 0..4u8, 0..4u8]), 1..5),
        position in 0..POSITIONS.len(),
        paper in any::<bool>(),
        skip in 0..7usize,
    ) {
        let meaning = if paper { Meaning::Paper } else { Meaning::Geometric };
        let vocabulary = Vocabulary::new(meaning, 6, 6);
        let clause = clause(&vocabulary, &numbers);
        let chess = Chess::clone(&Position::parse(POSITIONS[position]).unwrap());
        let tester = ChessTester::new(&vocabulary, [chess.clone()]);
        let moves = tester.moves(0).to_vec();
        // Every seventh move keeps the loops affordable.
        let sample = Bits::of(moves.len(), (skip..moves.len()).step_by(7));
        let cover = tester.coverage(&clause, &sample).unwrap();
        for example in sample.iter() {
            let expected = naive(&vocabulary, &clause, None, &chess, moves[example]);
            prop_assert_eq!(cover.contains(example), expected, "{:?} {}", &clause, moves[example]);
        }
        for index in 1..clause.body.len() {
            let holds = |&example: &usize| {
                !naive(&vocabulary, &clause, Some(index), &chess, moves[example])
            };
            let expected = sample.iter().all(|example| holds(&example));
            prop_assert_eq!(tester.implied(&clause, index, &sample).unwrap(), expected);
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
