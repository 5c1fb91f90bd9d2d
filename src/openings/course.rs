//! What a learner trains: the positions of some lines in which it is their move, and the moves that
//! are right there.
//!
//! ```
//! use chesslog::openings::{Book, Selection, Weights, course::Course};
//! use shakmaty::Color;
//!
//! let book = Book::bundled();
//! let lines = Selection { eco: Some("B9".into()), ..Selection::default() }.lines(book)?;
//! let course = Course::new(book, &lines, &Weights::default(), Color::White, 0)?;
//! assert_eq!(course.answers(0).len(), 1); // 1. e4
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{
    cell::OnceCell,
    collections::{HashMap, VecDeque},
};

use chrono::{DateTime, Utc};
use shakmaty::{Color, Move, Position as _, san::SanPlus};

use super::{
    book::{Book, Line},
    notation,
    prefer::Weights,
    scores::{self, Scores},
    select::Selection,
    thesis::{Proposers, Reading, Walks},
};

/// How the trainer reads the thesis: lines propose, and those one legal move away, too.
const READING: Reading = Reading {
    proposers: Proposers::Lines,
    transpositions: true,
};

/// A move that lines make in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub m: Move,
    /// The position after it, by number.
    pub to: u32,
    /// How many lines make it, each as often as it was played.
    pub count: u64,
    /// Whether no line makes the move here, but lines come to the position after it.
    pub apart: bool,
}

/// What is trained.
#[derive(Debug)]
pub struct Course<'b> {
    /// The book.
    pub book: &'b Book,
    /// The side of the learner.
    pub color: Color,
    /// Where lines begin, by number.
    pub from: u32,
    weights: Weights,
    walks: Walks,
    /// Those of all lines of the book.
    whole: OnceCell<Walks>,
    /// Of each line, whether it is trained.
    chosen: Vec<bool>,
    /// Of each position, whether a trained line comes there.
    trained: Vec<bool>,
    /// What the positions that are asked are known by, in the order of their numbers.
    keys: HashMap<u32, String>,
}

/// There is no move for the learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to train: from there on, no selected line has a move of {0}")]
pub struct NothingToAsk(Color);

impl<'b> Course<'b> {
    /// What a side can train in some lines of a book, by number, from a position on.
    ///
    /// # Errors
    ///
    /// [`NothingToAsk`] if the side has no move there.
    pub fn new(
        book: &'b Book,
        lines: &[u32],
        weights: &Weights,
        color: Color,
        from: u32,
    ) -> Result<Course<'b>, NothingToAsk> {
        let mut chosen = vec![false; book.lines().len()];
        let mut trained = vec![false; book.nodes().len()];
        for &line in lines {
            chosen[line as usize] = true;
            let nodes = book.lines()[line as usize].nodes.iter();
            nodes.for_each(|&node| trained[node as usize] = true);
        }
        let mut course = Course {
            book,
            color,
            from,
            weights: weights.clone(),
            walks: Walks::new(book, lines, weights, READING),
            whole: OnceCell::new(),
            chosen,
            trained,
            keys: HashMap::new(),
        };
        let reached = course.ways(from).into_keys();
        let asked = reached.filter(|&node| course.has_own_move(node));
        course.keys = asked
            .map(|node| (node, scores::key(&book.node(node).chess)))
            .collect();
        match course.keys.is_empty() {
            true => Err(NothingToAsk(color)),
            false => Ok(course),
        }
    }

    /// Whether the learner is to move and a trained line goes on from a position. One that goes on
    /// only by transposition is not asked: nobody would guess.
    fn has_own_move(&self, node: u32) -> bool {
        let mut passing = self.book.node(node).passing.iter();
        self.book.node(node).chess.turn() == self.color
            && passing.any(|(line, _)| self.chosen[*line as usize])
    }

    /// Whether the learner is asked for a move in a position.
    pub fn asks(&self, node: u32) -> bool {
        self.keys.contains_key(&node)
    }

    /// What a position that is asked is known by in the scores.
    pub fn key(&self, node: u32) -> Option<&str> {
        self.keys.get(&node).map(String::as_str)
    }

    /// The positions that are asked, by number, in order.
    pub fn asked(&self) -> Vec<u32> {
        let mut asked: Vec<u32> = self.keys.keys().copied().collect();
        asked.sort_unstable();
        asked
    }

    /// Whether all lines of the book are trained.
    pub fn is_whole(&self) -> bool {
        self.chosen.iter().all(|chosen| *chosen)
    }

    /// Whether a trained line comes to a position.
    pub fn is_trained(&self, node: u32) -> bool {
        self.trained[node as usize]
    }

    /// The proposals of the trained lines.
    pub fn walks(&self) -> &Walks {
        &self.walks
    }

    /// The proposals of all lines of the book.
    pub fn whole(&self) -> &Walks {
        self.whole.get_or_init(|| {
            let all = Selection::default().lines(self.book).unwrap_or_default();
            Walks::new(self.book, &all, &self.weights, READING)
        })
    }

    /// The moves of the trained lines in a position, those of most lines first.
    pub fn answers(&self, node: u32) -> Vec<Answer> {
        self.answers_of(&self.walks, node)
    }

    /// The moves of all lines of the book in a position, those of most lines first.
    pub fn whole_answers(&self, node: u32) -> Vec<Answer> {
        self.answers_of(self.whole(), node)
    }

    fn answers_of(&self, walks: &Walks, node: u32) -> Vec<Answer> {
        let from = self.book.node(node);
        let mut answers: Vec<(String, Answer)> = Vec::new();
        for step in walks.steps(node) {
            let count = u64::from(self.book.lines()[step.line as usize].count);
            if let Some((_, same)) = answers.iter_mut().find(|(_, answer)| answer.to == step.to) {
                same.count += count;
                continue;
            }
            let apart = from.edges.iter().all(|edge| edge.to != step.to);
            let m = notation::made(self.book, node, step.to);
            answers.extend(m.map(|m| {
                let san = SanPlus::from_move(from.chess.clone(), m).to_string();
                let answer = Answer {
                    m,
                    to: step.to,
                    count,
                    apart,
                };
                (san, answer)
            }));
        }
        let rank = |(san, answer): &(String, Answer)| {
            (answer.apart, std::cmp::Reverse(answer.count), san.clone())
        };
        answers.sort_by_cached_key(rank);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    /// The positions that trained lines go on to, by number.
    fn next(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.walks.steps(node).iter().map(|step| step.to)
    }

    /// The positions that are reached from one, each with the one before it on a shortest way.
    fn ways(&self, from: u32) -> HashMap<u32, u32> {
        let mut before = HashMap::from([(from, from)]);
        let mut waiting = VecDeque::from([from]);
        while let Some(node) = waiting.pop_front() {
            for next in self.next(node) {
                before.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    node
                });
            }
        }
        before
    }

    /// The next position on the way to the first of some positions that can be reached from another
    /// one; `None` if none can.
    pub fn toward(&self, node: u32, wanted: &[u32]) -> Option<u32> {
        if wanted.is_empty() {
            return None;
        }
        let before = self.ways(node);
        let target = wanted
            .iter()
            .find(|&&target| target != node && before.contains_key(&target));
        let mut at = *target?;
        while before[&at] != node {
            at = before[&at];
        }
        Some(at)
    }

    /// The positions from where lines begin to one that is asked: as the line goes that is played
    /// most, if one goes there, else on a shortest way.
    pub fn lead(&self, target: u32) -> Vec<u32> {
        let lines = self.book.lines();
        let passing = self.book.node(target).passing.iter();
        let ways = passing.filter(|(line, _)| self.chosen[*line as usize]);
        let ways = ways.filter_map(|&(line, ply)| {
            let nodes = &lines[line as usize].nodes[..=usize::from(ply)];
            let begin = nodes.iter().position(|node| *node == self.from)?;
            Some((lines[line as usize].count, &nodes[begin..]))
        });
        let most = ways.reduce(|most, way| if way.0 > most.0 { way } else { most });
        if let Some((_, nodes)) = most {
            return nodes.to_vec();
        }
        let before = self.ways(self.from);
        let mut way = vec![target];
        while let Some(&last) = way.last()
            && last != self.from
        {
            way.extend(before.get(&last));
        }
        way.reverse();
        way
    }

    /// The positions that are due, by number, the most overdue first.
    pub fn due(&self, scores: &Scores, now: DateTime<Utc>) -> Vec<u32> {
        let cards = self.keys.iter().filter_map(|(&node, key)| {
            let card = scores.card(key).filter(|card| card.is_due(now))?;
            Some((card.due, node))
        });
        let mut due: Vec<(DateTime<Utc>, u32)> = cards.collect();
        due.sort_unstable();
        due.into_iter().map(|(_, node)| node).collect()
    }

    /// The line of the last name on the way to each position, as the trained line goes that is
    /// played most.
    pub fn titles(&self) -> Vec<Option<&'b Line>> {
        let lines = self.book.lines();
        let mut trained: Vec<&Line> = (0..lines.len())
            .filter(|&line| self.chosen[line])
            .map(|line| &lines[line])
            .collect();
        // In order of their numbers if they are played as often.
        trained.sort_by_key(|line| std::cmp::Reverse(line.count));
        let mut titles = vec![None; self.book.nodes().len()];
        for line in trained {
            let mut title = None;
            for &node in &line.nodes {
                title = self.book.named(node).or(title);
                let known = &mut titles[node as usize];
                *known = known.or(title);
            }
        }
        titles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::{cards::day, read::played};
    use shakmaty::Chess;

    fn book(lines: &[&str]) -> Book {
        let mut book = Book::default();
        for moves in lines {
            book.add(None, moves, &played(moves).unwrap(), 1);
        }
        book
    }

    fn after(book: &Book, moves: &str) -> u32 {
        let mut chess = Chess::default();
        let moves = played(moves).unwrap();
        moves.iter().for_each(|&m| chess.play_unchecked(m));
        book.find(&chess).unwrap()
    }

    fn course<'b>(book: &'b Book, lines: &[u32], color: Color, from: u32) -> Course<'b> {
        Course::new(book, lines, &Weights::default(), color, from).unwrap()
    }

    #[test]
    fn a_side_is_asked_where_its_lines_go_on() {
        let book = book(&["e4 e5 Nf3 Nc6", "e4 c5 Nf3", "d4 d5"]);
        let white = course(&book, &[0, 1], Color::White, 0);
        let [start, open, sicilian] = ["", "e4 e5", "e4 c5"].map(|moves| after(&book, moves));
        assert_eq!(white.asked(), [start, open, sicilian]);
        assert!(!white.asks(after(&book, "d4 d5")) && !white.is_trained(after(&book, "d4")));
        let black = course(&book, &[0, 1], Color::Black, 0);
        assert_eq!(
            black.asked(),
            ["e4", "e4 e5 Nf3"].map(|moves| after(&book, moves))
        );
        let [answer] = white.answers(start)[..] else {
            panic!("{:?}", white.answers(start));
        };
        assert_eq!((answer.m.to_string().as_str(), answer.count), ("e2-e4", 2));
        assert_eq!(white.whole_answers(start).len(), 2);
        let from_there = course(&book, &[0, 1], Color::White, open);
        assert_eq!(from_there.asked(), [open]);
        let wrong = Course::new(
            &book,
            &[0],
            &Weights::default(),
            Color::White,
            after(&book, "d4"),
        );
        assert_eq!(
            wrong.unwrap_err().to_string(),
            "there is nothing to train: from there on, no selected line has a move of white"
        );
    }

    #[test]
    fn a_move_into_another_line_is_an_answer_but_is_not_asked_alone() {
        let book = book(&["e4 e5 Bc4 Nf6", "e4 e5 Nc3 Nf6 Bc4 Nc6", "e4 e5 Bc4 Nf6 d3"]);
        let here = after(&book, "e4 e5 Bc4 Nf6");
        let with = course(&book, &[0, 1, 2], Color::White, 0);
        let answers = with.answers(here);
        let reported: Vec<(String, bool)> =
            answers.iter().map(|a| (a.m.to_string(), a.apart)).collect();
        assert_eq!(
            reported,
            [("d2-d3".to_owned(), false), ("Nb1-c3".to_owned(), true)]
        );
        let without = course(&book, &[0, 1], Color::White, 0);
        assert_eq!(without.answers(here).len(), 1);
        assert!(with.asks(here) && !without.asks(here));
    }

    #[test]
    fn ways_lead_to_what_is_due() {
        let book = book(&["e4 e5 Nf3 Nc6 Bb5", "e4 c5 Nf3 d6 d4", "d4 d5 c4"]);
        let course = course(&book, &[0, 1, 2], Color::White, 0);
        let mut scores = Scores::default();
        let [slav, spanish] = ["d4 d5", "e4 e5 Nf3 Nc6"].map(|moves| after(&book, moves));
        let monday = day("2026-01-05").unwrap();
        scores.answer(course.key(spanish).unwrap(), true, monday);
        assert_eq!(course.due(&scores, monday), [0; 0]);
        scores.answer(course.key(slav).unwrap(), false, monday);
        let tuesday = day("2026-01-06").unwrap();
        // What was not known is due first.
        assert_eq!(course.due(&scores, tuesday), [slav, spanish]);
        let way = ["", "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"];
        assert_eq!(course.lead(spanish), way.map(|moves| after(&book, moves)));
        let king = after(&book, "e4");
        assert_eq!(
            course.toward(king, &[slav, spanish]),
            Some(after(&book, "e4 e5"))
        );
        assert_eq!(course.toward(king, &[slav]), None);
        assert_eq!(course.toward(spanish, &[spanish]), None);
    }

    #[test]
    fn every_position_is_led_to_and_has_a_title() {
        let book = Book::bundled();
        let lines = Selection::default().lines(book).unwrap();
        for color in Color::ALL {
            let course = course(book, &lines, color, 0);
            let titles = course.titles();
            for node in course.asked() {
                let way = course.lead(node);
                assert_eq!((way.first(), way.last()), (Some(&0), Some(&node)));
                for pair in way.windows(2) {
                    assert!(course.next(pair[0]).any(|next| next == pair[1]));
                }
                assert!(node == 0 || titles[node as usize].is_some() || way.len() < 6);
            }
        }
    }
}
