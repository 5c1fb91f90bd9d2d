use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::{Color, Move, Position as _, san::SanPlus};

use super::*;
use crate::openings::{
    Book, Selection, Weights,
    cards::{Stage, day},
    read::played,
};

fn book(lines: &[(&str, &str)]) -> Book {
    let mut book = Book::default();
    for (name, moves) in lines {
        book.add(None, name, &played(moves).unwrap(), 1);
    }
    book
}

fn course<'b>(book: &'b Book, selection: &Selection, color: Color) -> Course<'b> {
    let lines = selection.lines(book).unwrap();
    Course::new(book, &lines, &Weights::default(), color, 0).unwrap()
}

fn all() -> Selection {
    Selection::default()
}

fn named(name: &str) -> Selection {
    Selection {
        name: Some(name.to_owned()),
        ..Selection::default()
    }
}

fn monday() -> DateTime<Utc> {
    day("2026-01-05").unwrap()
}

fn after_minutes(minutes: i64) -> DateTime<Utc> {
    monday() + TimeDelta::minutes(minutes)
}

/// The legal move that standard notation means.
fn san(trainer: &Trainer<'_>, text: &str) -> Move {
    let san = text.parse::<SanPlus>().unwrap().san;
    san.to_move(trainer.game().position()).unwrap()
}

fn plays(trainer: &mut Trainer<'_>, text: &str) -> Vec<Event> {
    let m = san(trainer, text);
    trainer.answer(m, monday())
}

#[test]
fn a_session_asks_no_more_than_it_may() {
    let book = book(&[("Spanish", "e4 e5 Nf3 Nc6 Bb5"), ("Short", "e4 e5")]);
    let course = course(&book, &named("Spanish"), Color::White);
    let session = |scores, new, reviews| {
        let limits = Limits { new, reviews };
        Trainer::new(&course, scores, 1).limited(limits)
    };
    let mut trainer = session(Scores::default(), Some(2), None);
    trainer.begin(monday());
    plays(&mut trainer, "e4");
    // The third position would be new as well.
    let events = plays(&mut trainer, "Nf3");
    assert_eq!(events.last(), Some(&Event::Ended));
    assert_eq!((trainer.state(), trainer.tally.lines), (State::Ended, 0));
    assert_eq!(trainer.next(monday()), [Event::Limit]);
    let scores = trainer.scores;
    // What the session before has asked is due, and one of it is asked.
    let now = after_minutes(60);
    let mut trainer = session(scores.clone(), Some(0), Some(1));
    trainer.begin(now);
    let m = san(&trainer, "e4");
    trainer.answer(m, now);
    assert_eq!(trainer.quota.asked(), (0, 1));
    assert_eq!(trainer.next(now), [Event::Limit]);
    let mut none = session(scores, Some(0), Some(0));
    assert_eq!(none.begin(now), [Event::Limit]);
}

fn replies(events: &[Event]) -> Vec<String> {
    let reply = |event: &Event| match event {
        Event::Reply(san) => Some(san.to_string()),
        _ => None,
    };
    events.iter().filter_map(reply).collect()
}

const ITALIAN: (&str, &str) = ("Italian", "e4 e5 Nf3 Nc6 Bc4");
const VIENNA: (&str, &str) = ("Vienna", "e4 e5 Nc3 Nc6 f4");

#[test]
fn a_line_is_played_to_its_end() {
    let book = book(&[ITALIAN]);
    let course = course(&book, &all(), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    let events = trainer.begin(monday());
    let begun = Event::Begun {
        lead: String::new(),
        due: false,
    };
    assert_eq!((events, trainer.state()), (vec![begun], State::Asking));
    let events = plays(&mut trainer, "e4");
    let right = Event::Right {
        again: Some(after_minutes(10)),
    };
    assert_eq!(events[0], right);
    assert_eq!(replies(&events), ["e5"]);
    assert_eq!(trainer.scores.unfinished("white").unwrap().moves, "e4 e5");
    plays(&mut trainer, "Nf3");
    let events = plays(&mut trainer, "Bc4");
    assert_eq!(events.last(), Some(&Event::Ended));
    assert_eq!(trainer.scores.unfinished("white"), None);
    let tally = Tally {
        answers: 3,
        right: 3,
        lines: 1,
    };
    assert_eq!((trainer.tally, trainer.scores.answers()), (tally, 3));
    assert_eq!(plays_nothing(&mut trainer), vec![Event::NotNow; 3]);
    // A line that comes again before it is due does not count.
    trainer.next(after_minutes(1));
    assert_eq!(plays(&mut trainer, "e4")[0], Event::Right { again: None });
    assert_eq!(trainer.scores.answers(), 3);
}

fn plays_nothing(trainer: &mut Trainer<'_>) -> Vec<Event> {
    let m = trainer.game().position().legal_moves()[0];
    let mut events = trainer.answer(m, monday());
    events.extend(trainer.hint(monday()));
    events.extend(trainer.known(monday()));
    events
}

#[test]
fn the_first_answer_counts() {
    let book = book(&[ITALIAN]);
    let course = course(&book, &all(), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    trainer.begin(monday());
    let events = plays(&mut trainer, "d4");
    let m = san(&trainer, "d4");
    let answers = course.answers(0);
    let known = None;
    assert_eq!(events, [Event::Left { m, known, answers }]);
    assert_eq!(trainer.state(), State::Left(m));
    // What is typed next takes it back.
    assert_eq!(plays(&mut trainer, "e4")[0], Event::Right { again: None });
    let card = trainer.scores.card(course.key(0).unwrap()).unwrap();
    assert_eq!((card.right, card.wrong, card.due), (0, 1, after_minutes(1)));
    // So do hints.
    let m = san(&trainer, "Nf3");
    let hint = |whole| vec![Event::Hint { m, whole }];
    assert_eq!(trainer.hint(monday()), hint(false));
    assert_eq!(trainer.hint(monday()), hint(true));
    plays(&mut trainer, "Nf3");
    let here = trainer.game().node().unwrap();
    assert_eq!(
        trainer.known(monday()),
        [Event::Known(course.answers(here))]
    );
    plays(&mut trainer, "Bc4");
    let tally = Tally {
        answers: 3,
        right: 0,
        lines: 1,
    };
    assert_eq!(trainer.tally, tally);
}

#[test]
fn moves_are_taken_back_as_far_as_the_learner_made_them() {
    let book = book(&[ITALIAN]);
    let course = course(&book, &all(), Color::Black);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    assert_eq!(replies(&trainer.begin(monday())), ["e4"]);
    assert_eq!(trainer.back(), [Event::NotBack]);
    plays(&mut trainer, "c5");
    assert_eq!(trainer.back(), [Event::Back]);
    assert_eq!(trainer.game().sans(), "e4");
    plays(&mut trainer, "e5");
    plays(&mut trainer, "Nc6");
    assert_eq!((trainer.state(), trainer.tally.lines), (State::Ended, 1));
    assert_eq!(trainer.game().sans(), "e4 e5 Nf3 Nc6 Bc4");
    assert_eq!(trainer.back(), [Event::Back]);
    assert_eq!((trainer.state(), trainer.tally.lines), (State::Asking, 0));
    assert_eq!(trainer.game().sans(), "e4 e5 Nf3");
    // An answer that has counted does not count again.
    let answers = trainer.scores.answers();
    assert_eq!(plays(&mut trainer, "Nc6")[0], Event::Right { again: None });
    assert_eq!(trainer.scores.answers(), answers);
}

#[test]
fn who_goes_on_outside_the_lines_meets_the_book() {
    let book = book(&[ITALIAN, VIENNA]);
    let course = course(&book, &named("Italian"), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    trainer.begin(monday());
    assert_eq!(trainer.go_on(monday()), [Event::NotNow]);
    plays(&mut trainer, "e4");
    let [Event::Left { known: Some(_), .. }] = plays(&mut trainer, "Nc3")[..] else {
        panic!("the Vienna is in the book");
    };
    assert_eq!(replies(&trainer.go_on(monday())), ["Nc6"]);
    assert_eq!(trainer.state(), State::Asking);
    // That line is not remembered, nor does it count.
    assert_eq!(trainer.scores.unfinished("white"), None);
    assert_eq!(plays(&mut trainer, "f4")[0], Event::Right { again: None });
    assert_eq!((trainer.state(), trainer.tally.answers), (State::Ended, 2));
}

#[test]
fn who_leaves_the_book_is_led_back_where_that_can_be_done() {
    let book = book(&[ITALIAN]);
    let course = course(&book, &all(), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    trainer.begin(monday());
    plays(&mut trainer, "Nf3");
    let lost = trainer.go_on(monday());
    assert_eq!(lost, [Event::Lost, Event::Ended]);
    assert_eq!(trainer.back(), [Event::Back]);
    assert_eq!(trainer.game().plies(), 0);

    // Two moves in the other order come to the same.
    let book = self::book(&[
        ("Italian", "e4 e5 Nf3 Nc6 Bc4"),
        ("Bishop's", "e4 e5 Bc4 Nc6"),
    ]);
    let course = self::course(&book, &named("Italian"), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    trainer.begin(monday());
    plays(&mut trainer, "e4");
    plays(&mut trainer, "Bc4");
    trainer.go_on(monday());
    let events = plays(&mut trainer, "Nf3");
    let transposed = events.iter().any(|event| match event {
        Event::News(news) => news.transposed.is_some(),
        _ => false,
    });
    assert!(transposed, "{events:?}");
    assert_eq!(trainer.state(), State::Ended);
}

#[test]
fn a_line_that_was_left_goes_on() {
    let book = book(&[ITALIAN, VIENNA]);
    let course = course(&book, &all(), Color::White);
    let mut trainer = Trainer::new(&course, Scores::default(), 1);
    trainer.begin(monday());
    plays(&mut trainer, "e4");
    let scores = trainer.scores.clone();
    let mut later = Trainer::new(&course, scores.clone(), 1);
    assert_eq!(later.begin(monday()), [Event::Resumed]);
    assert_eq!(later.game().sans(), "e4 e5");
    // It stays left as long as nothing happens.
    assert_eq!(later.scores, scores);
    plays(&mut later, "a3");
    assert_eq!(later.scores.unfinished("white"), scores.unfinished("white"));
    later.back();
    assert_eq!(later.back(), [Event::Back]);
    assert_eq!(later.game().plies(), 0);

    // A side has its own, and other lines may not have it.
    let black = self::course(&book, &all(), Color::Black);
    let mut other = Trainer::new(&black, scores.clone(), 1);
    assert!(matches!(other.begin(monday())[0], Event::Begun { .. }));
    let queens = self::book(&[("Slav", "d4 d5 c4 c6")]);
    let queens = self::course(&queens, &all(), Color::White);
    let mut other = Trainer::new(&queens, scores, 1);
    let events = other.begin(monday());
    assert_eq!(events[0], Event::Unfit("e4 e5".to_owned()));
    assert!(matches!(events[1], Event::Begun { .. }));
    assert_eq!(other.game().plies(), 0);
}

#[test]
fn new_lines_lead_to_what_is_due() {
    let book = book(&[
        ITALIAN,
        VIENNA,
        ("Slav", "d4 d5 c4 c6 Nf3"),
        ("Grünfeld", "d4 Nf6 c4 g6"),
    ]);
    let course = course(&book, &all(), Color::White);
    let node = |moves: &str| {
        let mut game = Game::new(&book, 0);
        played(moves)
            .unwrap()
            .into_iter()
            .for_each(|m| _ = game.push(m));
        game.node().unwrap()
    };
    let mut scores = Scores::default();
    for (moves, minutes) in [("d4 d5 c4 c6", 0), ("e4 e5", 1), ("d4 d5", 2)] {
        scores.answer(
            course.key(node(moves)).unwrap(),
            false,
            after_minutes(minutes),
        );
    }
    let mut trainer = Trainer::new(&course, scores, 1);
    // The most overdue one is after 1. d4 d5 2. c4 c6; before it, another one is due.
    let now = after_minutes(60);
    let lead = |text: &str, due| Event::Begun {
        lead: text.to_owned(),
        due,
    };
    assert_eq!(trainer.begin(now)[0], lead("1. d4 d5", true));
    assert_eq!(trainer.back(), [Event::NotBack]);
    // Once that is answered, the way goes on to the other one.
    let c4 = san(&trainer, "c4");
    assert_eq!(replies(&trainer.answer(c4, now)), ["c6"]);
    let knight = san(&trainer, "Nf3");
    let events = trainer.answer(knight, now);
    assert!(matches!(
        events[..],
        [Event::Right { again: Some(_) }, .., Event::Ended]
    ));
    assert_eq!(trainer.next(now)[0], lead("1. e4 e5", true));
    let knight = san(&trainer, "Nf3");
    trainer.answer(knight, now);
    assert_eq!(trainer.next(now)[0], lead("", false));
}

#[test]
fn replies_lead_to_what_is_due() {
    let lines = [
        "e4 c5 Nf3",
        "e4 e5 Nf3",
        "e4 e6 d4",
        "e4 c6 d4",
        "e4 d5 exd5",
    ];
    let book = book(&lines.map(|moves| (moves, moves)));
    let course = course(&book, &all(), Color::White);
    for (node, line) in book.lines().iter().map(|line| (line.nodes[2], line)) {
        let mut scores = Scores::default();
        scores.answer(course.key(node).unwrap(), false, monday());
        let mut trainer = Trainer::new(&course, scores, 1);
        // Not yet due when the line begins.
        trainer.begin(monday());
        let e4 = san(&trainer, "e4");
        trainer.answer(e4, after_minutes(30));
        assert_eq!(trainer.game().moves(), line.moves[..2], "{}", line.name);
    }
}

/// A learner who knows some moves, and tries the rest.
fn learner(course: &Course<'_>, seed: u64, steps: usize) -> (Scores, Tally, Vec<String>) {
    let mut random = Random::new(seed);
    let mut trainer = Trainer::new(course, Scores::default(), seed);
    let mut now = monday();
    let mut games = Vec::new();
    trainer.begin(now);
    for _ in 0..steps {
        now += TimeDelta::minutes(random.below(200) as i64);
        let state = trainer.state();
        let events = match (state, random.below(20)) {
            (State::Ended, 0) => trainer.back(),
            (State::Ended, _) => {
                games.push(trainer.game().numbered());
                trainer.next(now)
            }
            (State::Left(_), 0..10) => trainer.go_on(now),
            (_, 0) => trainer.hint(now),
            (_, 1) => trainer.known(now),
            (_, 2) => trainer.back(),
            (_, 3) => trainer.next(now),
            (_, 4) => {
                // Another day.
                let scores = trainer.scores.clone();
                trainer = Trainer::new(course, scores, seed);
                trainer.begin(now)
            }
            (_, 5..8) => {
                let legal = trainer.game().position().legal_moves();
                trainer.answer(*random.pick(&legal).unwrap(), now)
            }
            _ => {
                let node = trainer.game().node().unwrap();
                let answers = trainer.answers(node);
                let answer = random.pick(&answers).unwrap();
                trainer.answer(answer.m, now)
            }
        };
        assert!(!events.is_empty());
        let position = trainer.game().position();
        if trainer.state() != State::Ended {
            assert_eq!(position.turn(), course.color);
            let node = trainer.game().node().unwrap();
            assert!(!trainer.answers(node).is_empty());
        }
        let ended = events.contains(&Event::Ended);
        assert!(!ended || trainer.state() == State::Ended);
    }
    (trainer.scores.clone(), trainer.tally, games)
}

#[test]
fn a_learner_of_any_kind_can_go_on() {
    let book = Book::bundled();
    for (color, selection) in [
        (Color::White, all()),
        (Color::Black, all()),
        (Color::White, named("gambit")),
        (Color::Black, named("Sicilian")),
    ] {
        let course = course(book, &selection, color);
        let (scores, _, games) = learner(&course, 7, 1_500);
        assert!(
            games.len() > 20 && scores.answers() > 300,
            "{}",
            games.len()
        );
        assert_eq!(learner(&course, 7, 1_500).0, scores);
        let known = course.asked().into_iter().filter(|&node| {
            let card = course.key(node).and_then(|key| scores.card(key));
            card.is_some_and(|card| card.stage == Stage::Review)
        });
        assert!(known.count() > 20);
    }
}
