use std::time::Duration;

use super::*;
use crate::{chess::Position, uci::fake::Folder};

fn question(fen: &str, moves: &[&str], best: bool) -> Question {
    let position = Position::parse(fen).unwrap();
    let find = |m: &&str| m.parse::<UciMove>().unwrap().to_move(&*position).unwrap();
    Question {
        moves: moves.iter().map(find).collect(),
        position: Chess::clone(&position),
        best,
    }
}

fn start(moves: &[&str], best: bool) -> Question {
    question(Position::start().fen(), moves, best)
}

fn run(evaluator: &Evaluator, questions: &[Question]) -> (Vec<Option<Answer>>, Tally) {
    evaluator.answer(questions, &|_| {}, &AtomicBool::new(false))
}

fn started(settings: Settings, threads: usize) -> Result<Evaluator, Error> {
    Evaluator::start(settings, Limit::Depth(1), threads, &AtomicBool::new(false))
}

fn scores(answer: &Option<Answer>) -> Vec<i32> {
    let scores = answer.iter().flat_map(|answer| &answer.scores);
    scores.map(|score| score.centipawns()).collect()
}

/// The length of the position tells moves apart.
const SCORED: &str = "echo info depth 1 score cp ${#fen} pv; best";

#[test]
fn no_engine_is_asked_twice() {
    let folder = Folder::new("twice");
    let settings = Settings::new(folder.engine(SCORED));
    let questions = [start(&["e2e4", "a2a3"], true)];
    let mut answers = Vec::new();
    for expected in [(3, 0), (0, 3)] {
        let mut evaluator = started(settings.clone(), 1).unwrap();
        evaluator.keep(&folder.path().join("cache")).unwrap();
        let (found, tally) = run(&evaluator, &questions);
        assert_eq!((tally.searches, tally.hits), expected);
        answers.push(found);
    }
    assert_eq!(folder.count("go"), 3);
    assert_eq!(answers[0], answers[1]);
    let answer = answers[0][0].as_ref().unwrap();
    assert_eq!(answer.best, Some(questions[0].moves[0]));
    let after = |m| {
        let mut after = questions[0].position.clone();
        after.play_unchecked(m);
        -(format!("fen {}", fen_of(&after)).len() as i32)
    };
    let expected: Vec<i32> = questions[0].moves.iter().map(|&m| after(m)).collect();
    assert_eq!(scores(&answers[0][0]), expected);
    // A question that goes further asks for the rest only.
    let mut evaluator = started(settings, 1).unwrap();
    evaluator.keep(&folder.path().join("cache")).unwrap();
    let (_, tally) = run(&evaluator, &[start(&["a2a3", "h2h3"], false)]);
    assert_eq!((tally.searches, tally.hits), (1, 1));
}

#[test]
fn ends_of_the_game_need_no_engine() {
    let folder = Folder::new("ends");
    let settings = Settings::new(folder.engine("exit 1"));
    let evaluator = started(settings, 1).unwrap();
    let questions = [
        question("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &["f1f8", "f1f7"], false),
        question("7k/8/8/8/8/8/1p6/K7 w - - 0 1", &["a1b2"], false),
    ];
    let (answers, tally) = run(&evaluator, &questions);
    assert_eq!(scores(&answers[0]), [Score::MATE, 0]);
    assert_eq!((scores(&answers[1]), tally.searches), (vec![0], 0));
}

#[test]
fn several_engines_say_what_one_says() {
    let folder = Folder::new("several");
    let settings = Settings::new(folder.engine(SCORED));
    let moves = ["e2e4", "a2a3", "h2h4", "b1c3", "g1f3", "d2d4"];
    let questions: Vec<Question> = moves.iter().map(|m| start(&[m], false)).collect();
    let found = [1, 3].map(|threads| {
        let evaluator = started(settings.clone(), threads).unwrap();
        run(&evaluator, &questions).0
    });
    assert_eq!(found[0], found[1]);
    assert!(found[0].iter().all(Option::is_some));
}

#[test]
fn a_position_that_fails_is_named_and_passed_over() {
    let folder = Folder::new("passed");
    let go = format!("case \"$fen\" in */P7/*) exit 5;; esac; {SCORED}");
    let settings = Settings {
        patience: Duration::from_secs(2),
        ..Settings::new(folder.engine(&go))
    };
    let evaluator = started(settings, 1).unwrap();
    let questions = [
        start(&["e2e4"], false),
        start(&["a2a3"], false),
        start(&["d2d4"], false),
    ];
    let (answers, tally) = run(&evaluator, &questions);
    let found: Vec<bool> = answers.iter().map(Option::is_some).collect();
    assert_eq!(found, [true, false, true]);
    assert_eq!(tally.restarts, 3);
    let skipped = &tally.skipped[0];
    assert_eq!((tally.skipped.len(), skipped.index), (1, 1));
    assert_eq!(
        skipped.why,
        "the engine ended (exit status 5), after the move a2a3"
    );
}

#[test]
fn an_engine_that_fails_everywhere_is_given_up() {
    let folder = Folder::new("given-up");
    let settings = Settings::new(folder.engine("exit 5"));
    let evaluator = started(settings, 1).unwrap();
    let questions = vec![start(&["e2e4"], false); 20];
    let (answers, tally) = run(&evaluator, &questions);
    assert!(answers.iter().all(Option::is_none));
    // Three positions, three attempts at each.
    assert_eq!((tally.skipped.len(), folder.count("go")), (20, 9));
}
