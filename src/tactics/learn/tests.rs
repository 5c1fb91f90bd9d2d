//! The search against plain enumeration, and what it says of redundancy.

use super::*;
use crate::{chess::Position, ilp::Literal, tactics::examples};

fn example(fen: &str, uci: &str, positive: bool) -> Example {
    let chess = shakmaty::Chess::clone(&Position::parse(fen).unwrap());
    let uci: shakmaty::uci::UciMove = uci.parse().unwrap();
    examples::Example {
        m: uci.to_move(&chess).unwrap(),
        chess,
        positive,
        game: None,
    }
}

fn some_examples() -> Vec<Example> {
    vec![
        example(
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "f3f7",
            true,
        ),
        example(
            "r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R w KQkq - 4 7",
            "g5f6",
            true,
        ),
        example(
            "3r2k1/5ppp/8/8/1b1q4/2N5/3Q1PPP/3R2K1 w - - 0 1",
            "d2d4",
            true,
        ),
    ]
}

fn options(meaning: Meaning, max_body: usize, count: Count) -> Options {
    Options {
        vocabulary: Vocabulary::new(meaning, 5, max_body),
        count,
        redundant: true,
        min_support: Some(1),
    }
}

fn run(options: &Options) -> Learned {
    learn(&some_examples(), options, &AtomicBool::new(false)).unwrap()
}

/// Whether Popper generates the body under the paper's bias: see `Vocabulary::new`.
fn generated(vocabulary: &Vocabulary, body: &[Literal]) -> bool {
    let mut count = [0; 4];
    let arguments = body.iter().flat_map(Literal::arguments);
    arguments.for_each(|&v| count[usize::from(v)] += 1);
    let mut bound = [true, true, false, false];
    for _ in 0..body.len() {
        for literal in body {
            let modes = vocabulary.bias.predicate(literal.predicate).modes.as_ref();
            let mut pairs = modes.unwrap().iter().zip(literal.arguments());
            let callable =
                pairs.all(|(m, &v)| *m == crate::ilp::Mode::Out || bound[usize::from(v)]);
            if callable {
                literal
                    .arguments()
                    .iter()
                    .for_each(|&v| bound[usize::from(v)] = true);
            }
        }
    }
    // No gaps, no singletons, no variable that nothing binds.
    (count[3] == 0 || count[2] > 0) && (2..4).all(|v| count[v] != 1 && (count[v] == 0 || bound[v]))
}

#[test]
fn the_search_finds_what_enumeration_finds() {
    let options = options(Meaning::Paper, 4, Count::Popper);
    let learned = run(&options);
    let vocabulary = &learned.vocabulary;
    let mut literals = Vec::new();
    for &id in &vocabulary.bias.body {
        let arity = vocabulary.bias.predicate(id).arity();
        for code in 0..4usize.pow(arity as u32) {
            let arguments: Vec<Variable> = (0..arity)
                .map(|place| (code / 4usize.pow(place as u32) % 4) as Variable)
                .collect();
            let distinct = (0..arity).all(|i| !arguments[..i].contains(&arguments[i]));
            let literal = Literal::new(id, &arguments);
            let in_order =
                ordered(literal, |id| vocabulary.bias.predicate(id).symmetric) == literal;
            if distinct && in_order {
                literals.push(literal);
            }
        }
    }
    assert_eq!(literals.len(), 42);
    let examples = some_examples();
    let played = examples.iter().map(|e| (e.chess.clone(), vec![e.m]));
    let tester = ChessTester::with_moves(vocabulary, played);
    let all = Bits::full(3);
    let mut expected = vec![1];
    let mut bodies: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 1..4 {
        let longer = bodies.iter().flat_map(|body| {
            let from = body.last().map_or(0, |last| last + 1);
            (from..literals.len()).map(|next| [&body[..], &[next]].concat())
        });
        bodies = longer.collect();
        let mut count = 0;
        for body in &bodies {
            let body: Vec<Literal> = body.iter().map(|&index| literals[index]).collect();
            if generated(vocabulary, &body) {
                let mut clause = Clause::fact(vocabulary.head(), 2).with(vocabulary.legal_move());
                body.iter()
                    .for_each(|&literal| clause = clause.with(literal));
                let covered = !tester.coverage(&clause, &all).unwrap().is_empty();
                count += usize::from(covered);
            }
        }
        expected.push(count);
    }
    let mut found = vec![0; 4];
    let of_size = learned
        .tactics
        .iter()
        .map(|tactic| tactic.clause.body.len());
    of_size.for_each(|size| found[size - 1] += 1);
    assert_eq!(found, expected);
    assert!(expected[3] > 30, "{expected:?}");
}

#[test]
fn redundant_tactics_say_why() {
    let mut examples = some_examples();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    examples.push(example(kiwipete, "f3f6", true));
    let options = options(Meaning::Paper, 3, Count::Popper);
    let learned = learn(&examples, &options, &AtomicBool::new(false)).unwrap();
    let vocabulary = &learned.vocabulary;
    let why = |goals: &str| {
        let text = |tactic: &&FoundTactic| vocabulary.goals(&tactic.clause).join(" ");
        let found = learned.tactics.iter().find(|tactic| text(tactic) == goals);
        let tactic = found.unwrap_or_else(|| panic!("{goals}"));
        tactic.redundant.as_ref().map(|why| why.text(vocabulary))
    };
    let legal = "legal_move(From,To,Pos)";
    assert_eq!(why(&format!("{legal} attacks(From,To,Pos)")), None);
    let implied = "the others imply different_pos(From,To) here";
    assert_eq!(
        why(&format!("{legal} different_pos(From,To)")).as_deref(),
        Some(implied)
    );
    let first = format!("{legal} behind(From,S1,S2,Pos) different_pos(S1,S2)");
    let copies = learned
        .tactics
        .iter()
        .filter(|tactic| matches!(tactic.redundant, Some(Redundancy::Renaming(_))));
    assert!(copies.count() > 0);
    assert_eq!(why(&first), None);
}

/// Whether they are listed or left out: the same tactics are redundant.
#[test]
fn what_is_redundant_does_not_depend_on_what_is_listed() {
    let mut examples = some_examples();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    examples.push(example(kiwipete, "f3f6", true));
    let mut options = options(Meaning::Paper, 4, Count::Canonical);
    let listed = |options: &Options| {
        let learned = learn(&examples, options, &AtomicBool::new(false)).unwrap();
        let all = learned.tactics.into_iter();
        let plain = all.filter(|tactic| tactic.redundant.is_none());
        plain.map(|tactic| tactic.clause).collect::<Vec<Clause>>()
    };
    let kept = listed(&options);
    options.redundant = false;
    assert_eq!(kept, listed(&options));
    assert!(kept.len() > 3);
}

/// What was found counts, but not all of it is looked at.
#[test]
fn a_search_may_be_stopped_before_redundant_tactics_are_marked() {
    let options = options(Meaning::Paper, 3, Count::Canonical);
    let learned = learn(&some_examples(), &options, &AtomicBool::new(true)).unwrap();
    assert!(!learned.complete && !learned.marked);
    assert_eq!(learned.tactics.len(), 1);
}

#[test]
fn a_theta_reducible_tactic_is_marked() {
    let mut options = options(Meaning::Geometric, 3, Count::Canonical);
    options
        .vocabulary
        .search_only(&["attacks".to_owned()])
        .unwrap();
    let learned = run(&options);
    let goals = |tactic: &FoundTactic| learned.vocabulary.goals(&tactic.clause).join(" ");
    let twice = "legal_move(From,To,Pos) attacks(From,_,Pos) attacks(From,_,Pos)";
    let tactic = learned
        .tactics
        .iter()
        .find(|tactic| goals(tactic) == twice)
        .unwrap();
    assert!(matches!(tactic.redundant, Some(Redundancy::Reducible(_))));
}

#[test]
fn negatives_do_not_count_as_support_and_repeated_moves_do() {
    let mut examples = some_examples();
    examples.push(examples[2].clone());
    examples.push(example(
        "3r2k1/5ppp/8/8/1b1q4/2N5/3Q1PPP/3R2K1 w - - 0 1",
        "d2b2",
        false,
    ));
    let mut options = options(Meaning::Geometric, 2, Count::Canonical);
    options.min_support = Some(2);
    options
        .vocabulary
        .search_only(&["attacks".to_owned(), "pinned".to_owned()])
        .unwrap();
    let learned = learn(&examples, &options, &AtomicBool::new(false)).unwrap();
    assert_eq!(
        (learned.positions, learned.positives, learned.negatives),
        (3, 4, 1)
    );
    let legal = learned.tactics[0].support;
    assert_eq!((legal.played, legal.negatives, legal.positions), (4, 1, 3));
    assert!(
        learned
            .tactics
            .iter()
            .all(|tactic| tactic.support.played >= 2)
    );
}

#[test]
fn what_was_found_before_an_interrupt_counts() {
    let options = options(Meaning::Paper, 5, Count::Canonical);
    let learned = learn(&some_examples(), &options, &AtomicBool::new(true)).unwrap();
    assert_eq!((learned.tactics.len(), learned.complete), (1, false));
}

#[test]
fn what_was_found_before_the_memory_was_full_counts() {
    let options = options(Meaning::Geometric, 4, Count::Canonical);
    let cancel = AtomicBool::new(false);
    let learned = learn_within(&some_examples(), &options, &cancel, 0).unwrap();
    assert!(learned.full && !learned.complete);
    let greatest = learned.tactics.iter().map(|t| t.clause.body.len()).max();
    // One batch of the second level was visited.
    assert_eq!((learned.levels.len(), greatest), (2, Some(2)));
    assert_eq!(learned.redundant.len(), 2);
}
