//! What tactics cost: searching a space and measuring what was found, beside Prolog on the same
//! clauses, beside linear growth, and beside one position at a time.

use std::{
    env, fmt::Write as _, hint::black_box, path::Path, sync::atomic::AtomicBool, time::Duration,
    time::Instant,
};

use chesslog::{
    chess::{games, moves::move_term},
    engine::{Engine, Event, Limits},
    ilp::{Bits, Clause, Tester as _},
    tactics::{
        ChessTester, Meaning, Vocabulary,
        examples::{self, Example},
        learn::{Count, Learned, Options, learn},
        metrics::{Sample, measure},
        suggestions,
    },
};

use super::{best, report, timed, value};

/// Prints the section.
pub fn tactics() {
    let played = bundled();
    let ninety = spread(&played, 90);
    beside_prolog("bundled positions", &ninety);
    if let Some(data) = env::var_os("CHESSLOG_DATA") {
        let table = Path::new(&data).join("ilp/tactics-paper/train90.csv");
        match examples::read(&table.display().to_string()) {
            Ok(examples) => beside_prolog("paper's positions", &examples),
            Err(error) => println!("no figures for the positions of the paper: {error}"),
        }
    }
    one_at_a_time(&ninety);
    many(&played);
}

fn options(meaning: Meaning, goals: usize) -> Options {
    Options {
        vocabulary: Vocabulary::new(meaning, 5, goals),
        count: Count::Canonical,
        redundant: meaning == Meaning::Paper,
        min_support: None,
    }
}

/// What is learned and how long it takes, positions included.
fn exhaust(examples: &[Example], options: &Options, runs: usize) -> (Learned, Duration) {
    let run = || {
        let start = Instant::now();
        let learned = learn(examples, options, &AtomicBool::new(false)).unwrap();
        (learned, start.elapsed())
    };
    let runs = (0..runs).map(|_| run());
    runs.min_by_key(|(_, time)| *time).unwrap()
}

/// The paper's space, beside the proofs that Popper would ask for: each clause, each move played.
fn beside_prolog(what: &str, examples: &[Example]) {
    let options = options(Meaning::Paper, 5);
    let (learned, time) = exhaust(examples, &options, 5);
    let tested: usize = learned.levels.iter().map(|counts| counts.tested).sum();
    let some = spread(&learned.tactics, 12);
    let mut program = ":- use_module(library(paper_vocabulary)).\n".to_owned();
    for (number, example) in examples.iter().enumerate() {
        let (fen, m) = (example.fen(), move_term(example.m));
        writeln!(
            program,
            "played({number}, \"{fen}\", {}, {}).",
            m.from, m.to
        )
        .unwrap();
    }
    for (number, found) in some.iter().enumerate() {
        let text = learned.vocabulary.text(&found.clause);
        writeln!(
            program,
            "{}",
            text.replacen("tactic", &format!("tactic{number}"), 1)
        )
        .unwrap();
    }
    let mut engine = Engine::in_thread().unwrap();
    let events: Vec<_> = engine
        .consult_text("bench", &program, Limits::default())
        .collect();
    assert!(
        matches!(events.last(), Some(Ok(Event::Loaded(_)))),
        "{events:?}"
    );
    let mut proving = Duration::ZERO;
    for (number, found) in some.iter().enumerate() {
        let goal = format!(
            "findall(I, ( played(I, P, F, T), once(tactic{number}(P, F, T)) ), Is), length(Is, N)"
        );
        let covered = value(&mut engine, &format!("{goal}."), "N");
        assert_eq!(covered, found.support.played.to_string());
        proving += timed(&mut engine, &goal);
    }
    report(
        &format!("paper's space, a clause, {what}"),
        time / tested as u32,
        proving / some.len() as u32,
        "its moves proved in Prolog",
    );
    println!(
        "{:.0} clauses a second; space exhausted in {:.1} ms, {} tactics",
        tested as f64 / time.as_secs_f64(),
        time.as_secs_f64() * 1e3,
        learned.tactics.len()
    );
}

/// Prints how the time of a search grows with positions and with goals.
pub fn growth() {
    let played = bundled();
    let paper = options(Meaning::Paper, 5);
    let few = exhaust(&spread(&played, 30), &paper, 5).1;
    for count in [90, 270, 810] {
        report(
            &format!("paper's space, {count} positions"),
            exhaust(&spread(&played, count), &paper, 3).1,
            few * (count / 30) as u32,
            "30 positions, linearly",
        );
    }
    let ninety = spread(&played, 90);
    for (name, meaning) in [
        ("paper's", Meaning::Paper),
        ("geometric", Meaning::Geometric),
    ] {
        let mut before = exhaust(&ninety, &options(meaning, 2), 3).1;
        for goals in 3..=5 {
            let time = exhaust(&ninety, &options(meaning, goals), 1).1;
            report(
                &format!("{name} space, up to {goals} goals"),
                time,
                before,
                "with one goal less",
            );
            before = time;
        }
    }
}

/// Each tactic on all positions at once.
fn one_at_a_time(examples: &[Example]) {
    for (figure, meaning) in [
        ("tactic of the paper, 90 positions", Meaning::Paper),
        ("geometric tactic, 90 positions", Meaning::Geometric),
    ] {
        let options = options(meaning, 4);
        let learned = exhaust(examples, &options, 1).0;
        let clauses = clauses(&learned);
        let boards = || examples.iter().map(|example| example.chess.clone());
        let measured = best(3, || {
            let start = Instant::now();
            let tester = ChessTester::new(&options.vocabulary, boards());
            let all = Bits::full(tester.examples());
            for clause in &clauses {
                black_box(tester.coverage(clause, &all).unwrap());
            }
            start.elapsed() / clauses.len() as u32
        });
        let some = spread(&clauses, 20);
        let start = Instant::now();
        for clause in &some {
            for board in boards() {
                black_box(suggestions(&options.vocabulary, clause, &board));
            }
        }
        let alone = start.elapsed() / some.len() as u32;
        report(figure, measured, alone, "one position at a time");
    }
}

/// A thousand tactics on all positions of the bundled games, beside one after the other.
fn many(played: &[Example]) {
    let learned = exhaust(&spread(played, 90), &options(Meaning::Geometric, 5), 1).0;
    let clauses = spread(&clauses(&learned), 1_000);
    let vocabulary = &learned.vocabulary;
    let samples: Vec<Sample> = played
        .iter()
        .filter_map(|example| Sample::new(example.chess.clone(), example.m))
        .collect();
    let time = best(3, || {
        let start = Instant::now();
        let cancel = AtomicBool::new(false);
        black_box(measure(vocabulary, &clauses, &samples, &cancel, &|_| ()).unwrap());
        start.elapsed()
    });
    // The plain way: each clause alone, one position at a time, on one core.
    let (some, few) = (spread(&clauses, 40), spread(&samples, 60));
    let alone = best(2, || {
        let start = Instant::now();
        for clause in &some {
            for sample in &few {
                black_box(suggestions(vocabulary, clause, &sample.position));
            }
        }
        start.elapsed()
    });
    let pairs = (clauses.len() * samples.len()) as f64;
    let cores = rayon::current_num_threads() as f64;
    let together = time.mul_f64(cores);
    report(
        &format!("{} tactics, {} positions", clauses.len(), samples.len()),
        together,
        alone.mul_f64(pairs / (some.len() * few.len()) as f64),
        "each tactic alone in each position, extrapolated from a sample",
    );
    println!(
        "{:.2} million tactic-positions a second and core, on {cores} cores",
        pairs / together.as_secs_f64() / 1e6
    );
}

fn clauses(learned: &Learned) -> Vec<Clause> {
    let found = learned.tactics.iter();
    found.map(|tactic| tactic.clause.clone()).collect()
}

/// The moves of the bundled games and the positions before them.
fn bundled() -> Vec<Example> {
    let mut examples = Vec::new();
    for game in games::read("classics").unwrap() {
        for (position, m) in game.unwrap().plies() {
            examples.push(Example {
                chess: shakmaty::Chess::clone(&position),
                m,
                positive: true,
                game: None,
            });
        }
    }
    examples
}

/// So many of the items, evenly spread.
fn spread<T: Clone>(items: &[T], count: usize) -> Vec<T> {
    let taken = count.min(items.len());
    (0..taken)
        .map(|index| items[index * items.len() / taken].clone())
        .collect()
}
