//! A session with the trainer: what the learner does, and what is told of it.
//!
//! The learner answers in the positions of a [`Course`]. The first answer in a position within a
//! line counts: a move of the trained lines is right; another move, or a hint, is not. A right
//! answer before the position is due changes nothing. The trainer leads to positions that are due,
//! and draws its moves by the rule of the thesis where there are none.
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

mod event;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use shakmaty::{Move, Position as _, san::SanPlus};

use super::{
    course::{Answer, Course},
    game::Game,
    quota::{Limits, Quota},
    scores::{self, Scores, Unfinished},
    thesis::Sampler,
    thread::News,
};
use crate::random::Random;

pub use event::{Event, State, Tally};

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
    game: Game<'c>,
    /// How many moves cannot be taken back.
    lead: usize,
    /// The positions whose answers counted in this line, by number.
    answered: HashSet<u32>,
    /// How many hints the position has had.
    hints: u32,
    /// Whether the learner has moved in the line.
    moved: bool,
    /// Whether the learner has gone on outside the trained lines.
    strayed: bool,
    /// What the session has asked, of what it may ask.
    pub quota: Quota,
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
            game: Game::new(course.book, course.from),
            lead: 0,
            answered: HashSet::new(),
            hints: 0,
            moved: false,
            strayed: false,
            quota: Quota::default(),
            tally: Tally::default(),
        }
    }

    /// The session, with so much at most: no line begins when nothing more may be asked, and one under way ends where the
    /// learner would be asked another position that is new. What is due on its way is asked.
    pub fn limited(self, limits: Limits) -> Trainer<'c> {
        let quota = Quota::new(limits);
        Trainer { quota, ..self }
    }

    /// What the learner is to do.
    pub fn state(&self) -> State {
        self.state
    }

    /// The game, from the position on where the line began.
    pub fn game(&self) -> &Game<'c> {
        &self.game
    }

    /// Goes on with the line that was left unfinished, or begins one.
    pub fn begin(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let color = self.color();
        let Some(left) = self.scores.unfinished(color).cloned() else {
            return self.next(now);
        };
        match self.resume(&left) {
            true => {
                let mut events = vec![Event::Resumed];
                events.extend(self.title());
                events
            }
            false => {
                // It is kept until the learner leaves another one.
                let mut events = vec![Event::Unfit(left.moves)];
                events.extend(self.start(now));
                events
            }
        }
    }

    /// Sets up a line that was left; false if it is none of the trained lines.
    fn resume(&mut self, left: &Unfinished) -> bool {
        self.clear();
        if scores::key(self.game.start()) != left.from {
            return false;
        }
        for word in left.moves.split_whitespace() {
            let san = word.parse::<SanPlus>().ok();
            let legal = san.and_then(|san| san.san.to_move(self.game.position()).ok());
            let Some(m) = legal else {
                return false;
            };
            self.game.push(m);
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
        self.scores.leave(self.color(), None);
        self.start(now)
    }

    fn start(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        self.clear();
        self.draw_anew();
        let due = self.due(now);
        if due.is_empty() && self.quota.is_limited() && !self.may_ask_new() {
            self.state = State::Ended;
            return vec![Event::Limit];
        }
        let way = due.first().map(|&target| self.course.lead(target));
        if let Some(way) = &way {
            // Others may be due on the way there.
            let until = way.iter().position(|node| due.contains(node));
            for &node in &way[1..=until.unwrap_or_default()] {
                if let Some(m) = self.game.move_to(node) {
                    self.game.push(m);
                }
            }
        }
        self.lead = self.game.plies();
        let mut events = vec![Event::Begun {
            lead: self.game.numbered(),
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
        let node = self.game.node();
        let known = self.game.node_after(m);
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
        let news = self.game.push(m);
        events.extend(reported(news));
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
        let news = self.game.push(m);
        events.extend(reported(news));
        self.reply(now, &mut events);
        events
    }

    /// Takes back the move that left the lines, or else the learner's last move.
    pub fn back(&mut self) -> Vec<Event> {
        if let State::Left(_) = self.state {
            self.state = State::Asking;
            return vec![Event::Back];
        }
        // After its own reply the trainer's move is taken back, too.
        let own_turn = self.game.position().turn() == self.course.color;
        let turn = self.game.plies().checked_sub(if own_turn { 2 } else { 1 });
        match turn.filter(|&turn| turn >= self.lead) {
            None => vec![Event::NotBack],
            Some(turn) => {
                if self.state == State::Ended && !self.asks_here() && self.tally.lines > 0 {
                    self.tally.lines -= 1;
                }
                self.game.truncate(turn);
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
        match self.game.node() {
            Some(node) if self.state != State::Ended => {
                self.count(false, now);
                vec![Event::Known(self.answers(node))]
            }
            _ => vec![Event::NotNow],
        }
    }

    /// Tells the piece that moves, and then the move; the position counts as not known.
    pub fn hint(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let answers = self.game.node().map(|node| self.answers(node));
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

    /// The positions that are due and may be asked, by number, the most overdue first.
    fn due(&self, now: DateTime<Utc>) -> Vec<u32> {
        let mut due = self.course.due(&self.scores, now);
        let allows = |key| self.quota.allows_review(key);
        due.retain(|&node| self.course.key(node).is_some_and(allows));
        due
    }

    /// Whether a position was never asked.
    fn is_new(&self, node: u32) -> bool {
        let key = self.course.key(node);
        key.is_some_and(|key| self.scores.card(key).is_none())
    }

    fn may_ask_new(&self) -> bool {
        self.quota.allows_new()
            && self
                .course
                .asked()
                .into_iter()
                .any(|node| self.is_new(node))
    }

    fn asks_here(&self) -> bool {
        self.game.node().is_some_and(|node| self.course.asks(node))
    }

    /// Counts the first answer in a position; when it is asked again, if that has changed.
    fn count(&mut self, known: bool, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let node = self.game.node()?;
        let key = self.course.key(node)?;
        if !self.answered.insert(node) {
            return None;
        }
        self.tally.answers += 1;
        self.tally.right += u32::from(known);
        self.quota.count(key, self.scores.card(key), now);
        let early = self.scores.card(key).is_some_and(|card| !card.is_due(now));
        if known && early {
            return None;
        }
        Some(self.scores.answer(key, known, now).due)
    }

    /// The trainer's move, if it is its turn; then the line may be over.
    fn reply(&mut self, now: DateTime<Utc>, events: &mut Vec<Event>) {
        self.hints = 0;
        if self.game.position().turn() != self.course.color {
            match self.chosen(now) {
                Some(m) => {
                    let san = SanPlus::from_move(self.game.position().clone(), m);
                    events.push(Event::Reply(san));
                    let news = self.game.push(m);
                    events.extend(reported(news));
                }
                None => {
                    if self.game.node().is_none() {
                        events.push(Event::Lost);
                    }
                    self.end(events);
                    return;
                }
            }
        }
        let node = self.game.node();
        let asked = self.asks_here();
        let whole = || node.is_some_and(|node| !self.course.whole().steps(node).is_empty());
        let goes_on = self.strayed && whole();
        self.strayed &= !asked;
        let is_over =
            asked && !self.quota.allows_new() && node.is_some_and(|node| self.is_new(node));
        match (asked || goes_on) && !is_over {
            true => self.leave(),
            false => self.end(events),
        }
    }

    fn end(&mut self, events: &mut Vec<Event>) {
        self.state = State::Ended;
        // Where it asks no more, the line is not over.
        self.tally.lines += u32::from(!self.asks_here());
        self.scores.leave(self.color(), None);
        events.push(Event::Ended);
    }

    /// The move toward what is due; else one that is drawn; else, outside the book, one that leads
    /// back.
    fn chosen(&mut self, now: DateTime<Utc>) -> Option<Move> {
        let Some(node) = self.game.node() else {
            return self.way_back();
        };
        let mut due = self.due(now);
        due.retain(|node| !self.answered.contains(node));
        let next = self.course.toward(node, &due).or_else(|| {
            let share = self.last_share();
            let step = self.sampler.step(node, share).or_else(|| {
                let (seed, plies) = (self.draw_seed(), self.game.plies() as u64);
                let seed = Random::of(&[seed, plies]).next_number();
                let strayed = self.strayed.then(|| self.course.whole());
                strayed?.sampler(seed).step(node, share)
            });
            step.map(|step| step.to)
        })?;
        self.game.move_to(next)
    }

    /// A legal move to the position of the book to which most lines come, trained ones first.
    fn way_back(&self) -> Option<Move> {
        let book = self.course.book;
        self.game.best_into_book(|node| {
            let lines = book.node(node).passing.len() + book.node(node).ending.len();
            (self.course.is_trained(node), lines)
        })
    }

    /// The share of the last move among the proposals; 1 if there is none, or no line makes it.
    fn last_share(&self) -> f32 {
        let before = self.game.node_before();
        let steps = before.map(|before| self.course.walks().steps(before));
        let mut steps = steps.unwrap_or_default().iter();
        let step = steps.find(|step| Some(step.to) == self.game.node());
        step.map_or(1.0, |step| step.share)
    }

    /// An empty board for a line.
    fn clear(&mut self) {
        self.game = Game::new(self.course.book, self.course.from);
        self.lead = 0;
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
        if !self.moved {
            return;
        }
        let line = !self.strayed && self.game.plies() > 0;
        let line = line.then(|| Unfinished {
            color: self.color().to_owned(),
            from: scores::key(self.game.start()),
            moves: self.game.sans(),
        });
        self.scores.leave(self.color(), line);
    }

    /// The name that a line has come by before the learner's first move.
    fn title(&self) -> Option<Event> {
        let title = self.game.title()?;
        Some(Event::News(News {
            named: Some(title),
            transposed: None,
        }))
    }
}

fn reported(news: News) -> Option<Event> {
    (news != News::default()).then_some(Event::News(news))
}
