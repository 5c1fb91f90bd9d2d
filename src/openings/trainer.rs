//! A session with the trainer: what the learner does, and what is told of it.
//!
//! The learner answers in the positions of a [`Course`]. The first answer in a position within a line
//! counts: a move of the trained lines is right; another move, or a hint, is not. A right answer
//! before the position is due changes nothing. The trainer leads to positions that are due, and draws
//! its moves by the rule of the thesis where there are none.
//!
//! ```
//! use chesslog::openings::{Book, Selection, Weights, cards, read};
//! use chesslog::openings::{course::Course, scores::Scores, trainer::{Event, Trainer}};
//! use shakmaty::Color;
//!
//! let book = Book::bundled();
//! let lines = Selection { eco: Some("C6".into()), ..Selection::default() }.lines(book)?;
//! let course = Course::new(book, &lines, &Weights::default(), Color::White, 0)?;
//! let monday = cards::day("2026-01-05")?;
//! let mut trainer = Trainer::new(&course, Scores::default(), 1);
//! trainer.begin(monday);
//! let e4 = read::played("e4")?[0];
//! assert!(matches!(trainer.answer(e4, monday)[..], [Event::Right { .. }, ..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use shakmaty::{Chess, Move, Position as _, san::SanPlus};

use super::{
    course::{Answer, Course},
    scores::{self, Scores, Unfinished},
    thesis::{Sampler, Walks},
    thread::{News, Thread},
};
use crate::random::Random;

/// What there is to tell.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The line goes on that was left unfinished, after these moves.
    Resumed(Vec<Move>),
    /// The line that was left unfinished, in standard notation, is none of the trained lines.
    Unfit(String),
    /// A new line begins, with these moves, which lead to a position that is due.
    Begun {
        /// The moves.
        lead: Vec<Move>,
        /// Whether a position is due.
        due: bool,
    },
    /// The learner's move is right.
    Right {
        /// When the position is asked again, if the answer counts.
        again: Option<DateTime<Utc>>,
    },
    /// The learner's move leaves the trained lines.
    Left {
        /// The move.
        m: Move,
        /// The position after it, by number, if lines of the book come there that are not trained.
        known: Option<u32>,
        /// The moves that the book knew.
        answers: Vec<Answer>,
    },
    /// The trainer's move, in standard notation.
    Reply(SanPlus),
    /// What the move says about the opening.
    News(News),
    /// The trainer has no move that leads back to the book.
    Lost,
    /// The line is over.
    Ended,
    /// What the book knows.
    Known(Vec<Answer>),
    /// A hint: a move of which first only the piece is told.
    Hint {
        /// The move.
        m: Move,
        /// Whether all of it is told.
        whole: bool,
    },
    /// A move was taken back, to this position.
    Back,
    /// There is no move to take back.
    NotBack,
    /// What was typed makes no sense here.
    NotNow,
}

/// What the learner is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Answer.
    Asking,
    /// Take this move back, or go on with it.
    Left(Move),
    /// Begin another line.
    Ended,
}

/// What the session has come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that were answered, each once a line.
    pub answers: u32,
    /// How many of them were known.
    pub right: u32,
    /// Lines that came to their end.
    pub lines: u32,
}

/// A position of the game, and how it came about.
#[derive(Debug, Clone)]
struct Moment {
    chess: Chess,
    /// Its number, if it is in the book.
    node: Option<u32>,
    thread: Thread,
    /// The move before it.
    m: Option<Move>,
    /// The share of that move among the proposals.
    share: f32,
}

/// A session.
#[derive(Debug)]
pub struct Trainer<'c> {
    course: &'c Course<'c>,
    /// The answers of the learner.
    pub scores: Scores,
    seed: u64,
    /// Lines that were begun.
    begun: u64,
    sampler: Sampler<'c>,
    state: State,
    /// The game, from the position on where the line began; never empty.
    game: Vec<Moment>,
    /// How much of it cannot be taken back.
    lead: usize,
    /// The positions whose answers counted in this line, by number.
    answered: HashSet<u32>,
    /// How many hints the position has had.
    hints: u32,
    /// Whether the learner has moved in the line.
    moved: bool,
    /// Whether the learner has gone on outside the trained lines.
    strayed: bool,
    /// What it has come to.
    pub tally: Tally,
}

impl<'c> Trainer<'c> {
    /// A session; the same seed draws the same moves after the same answers.
    pub fn new(course: &'c Course<'c>, scores: Scores, seed: u64) -> Trainer<'c> {
        Trainer {
            course,
            scores,
            seed,
            begun: 0,
            sampler: course.walks().sampler(seed),
            state: State::Ended,
            game: vec![opening(course)],
            lead: 0,
            answered: HashSet::new(),
            hints: 0,
            moved: false,
            strayed: false,
            tally: Tally::default(),
        }
    }

    /// What the learner is to do.
    pub fn state(&self) -> State {
        self.state
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        &self.now().chess
    }

    /// The move that led to it.
    pub fn last_move(&self) -> Option<Move> {
        self.now().m
    }

    /// The position where the line began.
    pub fn start(&self) -> &Chess {
        &self.game[0].chess
    }

    /// The moves of the line so far.
    pub fn moves(&self) -> Vec<Move> {
        self.game.iter().filter_map(|moment| moment.m).collect()
    }

    fn now(&self) -> &Moment {
        self.game.last().expect("a game has a start")
    }

    /// Goes on with the line that was left unfinished, or begins one.
    pub fn begin(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let color = self.color();
        let Some(left) = self.scores.unfinished(color).cloned() else {
            return self.next(now);
        };
        match self.resume(&left) {
            true => {
                let mut events = vec![Event::Resumed(self.moves())];
                events.extend(self.title());
                events
            }
            false => {
                self.scores.leave(color, None);
                let mut events = vec![Event::Unfit(left.moves)];
                events.extend(self.next(now));
                events
            }
        }
    }

    /// Sets up a line that was left; false if it is none of the trained lines.
    fn resume(&mut self, left: &Unfinished) -> bool {
        let start = opening(self.course);
        if scores::key(&start.chess) != left.from {
            return false;
        }
        self.clear();
        for word in left.moves.split_whitespace() {
            let chess = &self.now().chess;
            let san = word.parse::<SanPlus>().ok();
            let Some(m) = san.and_then(|san| san.san.to_move(chess).ok()) else {
                return false;
            };
            self.push(m);
        }
        let asked = self.asks_here();
        if asked {
            self.moved = true;
            self.state = State::Asking;
            self.draw_anew();
        }
        asked
    }

    /// Begins another line: one that leads to the position that is most overdue, if there is one.
    pub fn next(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        self.clear();
        self.scores.leave(self.color(), None);
        self.draw_anew();
        let due = self.course.due(&self.scores, now);
        let way = due.first().map(|&target| self.course.lead(target));
        if let Some(way) = &way {
            // Others may be due on the way there.
            let until = way.iter().position(|node| due.contains(node));
            for &node in &way[1..=until.unwrap_or_default()] {
                if let Some(m) = self.move_to(node) {
                    self.push(m);
                }
            }
        }
        self.lead = self.game.len();
        let mut events = vec![Event::Begun {
            lead: self.moves(),
            due: way.is_some(),
        }];
        events.extend(self.title());
        self.state = State::Asking;
        self.reply(now, &mut events);
        events
    }

    /// The learner's move.
    pub fn answer(&mut self, m: Move, now: DateTime<Utc>) -> Vec<Event> {
        let mut events = Vec::new();
        if self.state == State::Ended {
            return vec![Event::NotNow];
        }
        self.state = State::Asking;
        let node = self.now().node;
        let next = self.after(m);
        let known = self.course.book.find(&next);
        let trained = known.filter(|&known| self.course.is_trained(known));
        match (trained, known) {
            // Without the trained lines, those of the book are right.
            (None, Some(_)) if self.strayed && !self.asks_here() => {}
            (None, known) => {
                self.count(false, now);
                self.state = State::Left(m);
                let answers = node.map_or_else(Vec::new, |node| self.answers(node));
                events.push(Event::Left { m, known, answers });
                self.leave();
                return events;
            }
            (Some(_), _) => {}
        }
        self.moved = true;
        let again = self.count(true, now);
        events.push(Event::Right { again });
        let news = self.push(m);
        events.extend(told(news));
        self.reply(now, &mut events);
        events
    }

    /// Goes on with the move that left the trained lines.
    pub fn go_on(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let State::Left(m) = self.state else {
            return vec![Event::NotNow];
        };
        self.strayed = true;
        self.state = State::Asking;
        let mut events = Vec::new();
        let news = self.push(m);
        events.extend(told(news));
        self.reply(now, &mut events);
        events
    }

    /// Takes back the move that left the lines, or else the learner's last move.
    pub fn back(&mut self) -> Vec<Event> {
        if let State::Left(_) = self.state {
            self.state = State::Asking;
            return vec![Event::Back];
        }
        let color = self.course.color;
        let before = &self.game[..self.game.len() - 1];
        let turn = before
            .iter()
            .rposition(|moment| moment.chess.turn() == color);
        match turn.filter(|&turn| turn + 1 >= self.lead) {
            None => vec![Event::NotBack],
            Some(turn) => {
                if self.state == State::Ended && self.tally.lines > 0 {
                    self.tally.lines -= 1;
                }
                self.game.truncate(turn + 1);
                self.strayed = !self.asks_here();
                self.state = State::Asking;
                self.hints = 0;
                self.leave();
                vec![Event::Back]
            }
        }
    }

    /// Tells what the book knows; the position counts as not known.
    pub fn known(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        match self.now().node {
            Some(node) if self.state != State::Ended => {
                self.count(false, now);
                vec![Event::Known(self.answers(node))]
            }
            _ => vec![Event::NotNow],
        }
    }

    /// Tells the piece that moves, and then the move; the position counts as not known.
    pub fn hint(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let answers = self.now().node.map(|node| self.answers(node));
        let best = answers.and_then(|answers| answers.first().copied());
        match best {
            Some(Answer { m, .. }) if self.state != State::Ended => {
                self.count(false, now);
                self.hints += 1;
                let whole = self.hints > 1;
                vec![Event::Hint { m, whole }]
            }
            _ => vec![Event::NotNow],
        }
    }

    fn color(&self) -> &'static str {
        self.course.color.fold_wb("white", "black")
    }

    /// The moves that are right.
    fn answers(&self, node: u32) -> Vec<Answer> {
        match self.strayed && !self.course.asks(node) {
            true => self.course.whole_answers(node),
            false => self.course.answers(node),
        }
    }

    fn asks_here(&self) -> bool {
        self.now().node.is_some_and(|node| self.course.asks(node))
    }

    /// Counts the first answer in a position; when it is asked again, if that has changed.
    fn count(&mut self, known: bool, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let node = self.now().node?;
        let key = self.course.key(node)?;
        if !self.answered.insert(node) {
            return None;
        }
        self.tally.answers += 1;
        self.tally.right += u32::from(known);
        let early = self.scores.card(key).is_some_and(|card| !card.is_due(now));
        if known && early {
            return None;
        }
        Some(self.scores.answer(key, known, now).due)
    }

    /// The trainer's move, if it is its turn; then the line may be over.
    fn reply(&mut self, now: DateTime<Utc>, events: &mut Vec<Event>) {
        self.hints = 0;
        if self.position().turn() != self.course.color {
            match self.chosen(now) {
                Some(m) => {
                    let san = SanPlus::from_move(self.position().clone(), m);
                    events.push(Event::Reply(san));
                    let news = self.push(m);
                    events.extend(told(news));
                }
                None => {
                    if self.now().node.is_none() {
                        events.push(Event::Lost);
                    }
                    self.end(events);
                    return;
                }
            }
        }
        let node = self.now().node;
        let asked = self.asks_here();
        let goes_on =
            self.strayed && node.is_some_and(|node| !self.course.book.node(node).edges.is_empty());
        self.strayed &= !asked;
        match asked || goes_on {
            true => self.leave(),
            false => self.end(events),
        }
    }

    fn end(&mut self, events: &mut Vec<Event>) {
        self.state = State::Ended;
        self.tally.lines += 1;
        self.scores.leave(self.color(), None);
        events.push(Event::Ended);
    }

    /// The move toward what is due; else one that is drawn; else, outside the book, one that leads
    /// back.
    fn chosen(&mut self, now: DateTime<Utc>) -> Option<Move> {
        let Some(node) = self.now().node else {
            return self.way_back();
        };
        let mut due = self.course.due(&self.scores, now);
        due.retain(|node| !self.answered.contains(node));
        let next = self.course.toward(node, &due).or_else(|| {
            let share = self.now().share;
            let step = self.sampler.step(node, share).or_else(|| {
                let whole = self.course.whole();
                let seed = self.draw_seed();
                let strayed = self.strayed;
                strayed.then(|| whole.sampler(seed).step(node, share))?
            });
            step.map(|step| step.to)
        })?;
        self.move_to(next)
    }

    /// A legal move to the position of the book to which most lines come, trained ones first.
    fn way_back(&self) -> Option<Move> {
        let book = self.course.book;
        let legal = self.position().legal_moves();
        let back = legal.iter().filter_map(|&m| {
            let node = book.find(&self.after(m))?;
            let lines = book.node(node).passing.len() + book.node(node).ending.len();
            Some((self.course.is_trained(node), lines, m))
        });
        let most = back.max_by_key(|&(trained, lines, _)| (trained, lines));
        most.map(|(_, _, m)| m)
    }

    /// The move to a position of the book, by number.
    fn move_to(&self, node: u32) -> Option<Move> {
        let legal = self.position().legal_moves();
        let mut legal = legal.into_iter();
        legal.find(|&m| self.course.book.find(&self.after(m)) == Some(node))
    }

    fn after(&self, m: Move) -> Chess {
        let mut chess = self.position().clone();
        chess.play_unchecked(m);
        chess
    }

    /// Plays a move on the board.
    fn push(&mut self, m: Move) -> News {
        let book = self.course.book;
        let chess = self.after(m);
        let node = book.find(&chess);
        let before = self.now();
        let mut thread = before.thread.clone();
        let news = thread.step(book, node);
        let share = |walks: &Walks| {
            let mut steps = walks.steps(before.node?).iter();
            steps.find(|step| Some(step.to) == node).map(|s| s.share)
        };
        let share = share(self.course.walks()).unwrap_or(1.0);
        self.game.push(Moment {
            chess,
            node,
            thread,
            m: Some(m),
            share,
        });
        news
    }

    /// An empty board for a line.
    fn clear(&mut self) {
        self.game = vec![opening(self.course)];
        self.lead = 1;
        self.answered.clear();
        self.hints = 0;
        self.moved = false;
        self.strayed = false;
    }

    /// Random numbers that no line before has had.
    fn draw_anew(&mut self) {
        self.begun += 1;
        self.sampler = self.course.walks().sampler(self.draw_seed());
    }

    fn draw_seed(&self) -> u64 {
        // Later sessions with the same seed do not repeat the earlier ones.
        Random::of(&[self.seed, self.scores.answers(), self.begun]).next_number()
    }

    /// Remembers the line for another session, once the learner has moved in it.
    fn leave(&mut self) {
        let line = (self.moved && !self.strayed).then(|| {
            let mut chess = self.start().clone();
            let san = |m| SanPlus::from_move_and_play_unchecked(&mut chess, m).to_string();
            let moves: Vec<String> = self.moves().into_iter().map(san).collect();
            Unfinished {
                color: self.color().to_owned(),
                from: scores::key(self.start()),
                moves: moves.join(" "),
            }
        });
        self.scores.leave(self.color(), line);
    }

    /// The name that a line has come by before the learner's first move.
    fn title(&self) -> Option<Event> {
        let thread = &self.now().thread;
        let title = thread.title_number()?;
        Some(Event::News(News {
            named: Some(title),
            transposed: None,
        }))
    }
}

/// Where lines begin.
fn opening(course: &Course<'_>) -> Moment {
    let book = course.book;
    Moment {
        chess: book.node(course.from).chess.clone(),
        node: Some(course.from),
        thread: Thread::new(book, course.from),
        m: None,
        share: 1.0,
    }
}

fn told(news: News) -> Option<Event> {
    (news != News::default()).then_some(Event::News(news))
}
