//! Puzzles at the board: asked as positions of openings are, with the same cards and scores.
//!
//! A puzzle is one card, known by the position that is to be solved. It is right when all moves of the solution are found
//! without a hint; a move that mates is right wherever the solution mates. After a wrong move it can be tried again, which no
//! longer counts. What is due comes first, the most overdue at the head, then what was never asked, in the order of the file.
//!
//! ```
//! use chesslog::openings::{cards, puzzles::{Event, Exercise, PuzzleTrainer}, scores::Scores};
//!
//! let exercise = Exercise::of("back", "6k1/5ppp/8/8/4n3/8/5PPP/R5K1 b - - 0 1", "e4c3 a1a8", "backRankMate")?;
//! let monday = cards::day("2026-01-05")?;
//! let exercises = [exercise];
//! let mut trainer = PuzzleTrainer::new(&exercises, Scores::default());
//! trainer.next(monday);
//! let mate = trainer.solution()[0];
//! assert!(matches!(trainer.answer(mate, monday)[..], [Event::Solved { .. }]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::{
    quota::{Limits, Quota},
    scores::{self, Scores},
    standing::Standing,
    trainer::Tally,
};
use crate::chess::{
    Position,
    puzzles::Row,
    search::{
        Effort,
        verdict::{self, Outcome, Verdict},
    },
};

/// Themes that say nothing of how a puzzle is solved.
const PLAIN: [&str; 14] = [
    "advantage",
    "crushing",
    "defensiveMove",
    "endgame",
    "equality",
    "long",
    "master",
    "masterVsMaster",
    "mate",
    "middlegame",
    "oneMove",
    "opening",
    "short",
    "veryLong",
];

/// Centipawns by which a move may win less than the solution: a pawn, as in `tactic/4`.
const NEARLY: i32 = 100;

/// A puzzle to be solved.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// What the table calls it.
    pub id: String,
    /// The position before the move of the other side, and that move.
    pub led: (Chess, Move),
    /// The position to be solved.
    pub start: Chess,
    /// The moves of both sides.
    pub solution: Vec<Move>,
    /// What it is about, in words.
    pub themes: Vec<String>,
    /// Where the game is, or nothing.
    pub url: String,
    key: String,
}

/// What there is to tell.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A puzzle begins.
    Begun {
        /// Whether it was asked before.
        again: bool,
    },
    /// Nothing is due, and nothing is new; something is due then.
    Done(Option<DateTime<Utc>>),
    /// The session has asked all that it may.
    Limit,
    /// The move is right, and the other side answers.
    Right {
        /// The answer.
        reply: Move,
    },
    /// The puzzle is solved.
    Solved {
        /// When it is asked again, if the answer counts.
        again: Option<DateTime<Utc>>,
    },
    /// The move wins as much as that of the solution, by the search: it is not counted.
    AsGood(Move),
    /// The move is wrong.
    Wrong {
        /// The position.
        position: Chess,
        /// The move, and what it comes to.
        verdict: Verdict,
    },
    /// A hint: first the themes, then the piece, then the move.
    Hint {
        /// How many there were before.
        before: u32,
        /// The move.
        m: Move,
    },
    /// The rest of the solution.
    Solution(Chess, Vec<Move>),
    /// What was typed makes no sense here.
    NotNow,
}

/// A session with puzzles.
#[derive(Debug)]
pub struct PuzzleTrainer<'e> {
    exercises: &'e [Exercise],
    /// The answers of the learner.
    pub scores: Scores,
    /// The puzzle that is asked.
    at: Option<usize>,
    /// The moves that have been made in it.
    made: usize,
    /// The position on the board.
    position: Chess,
    /// Whether the answer has counted.
    counted: bool,
    hints: u32,
    /// Puzzles that were put off in this session.
    skipped: HashSet<usize>,
    /// What the session has asked, of what it may ask.
    pub quota: Quota,
    /// What it has come to.
    pub tally: Tally,
}

impl Exercise {
    /// The puzzle in a row of a table.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn of_row(row: &Row) -> Result<Exercise, String> {
        let field = |name: &str| row.field(name).unwrap_or_default();
        let moves = field("Moves");
        // Names the puzzle that is wrong.
        row.solve()?;
        let exercise = Exercise::of(field("PuzzleId"), field("FEN"), moves, field("Themes"));
        let exercise =
            exercise.map_err(|wrong| format!("{wrong}, in puzzle {}", field("PuzzleId")))?;
        Ok(Exercise {
            url: field("GameUrl").to_owned(),
            ..exercise
        })
    }

    /// The puzzle that columns of such a table say.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn of(id: &str, fen: &str, moves: &str, themes: &str) -> Result<Exercise, String> {
        let before = Position::parse(fen).map_err(|error| error.to_string())?;
        if before.castles().mode() == CastlingMode::Chess960 {
            return Err("it is one of Chess960".to_owned());
        }
        let mut board = Chess::clone(&before);
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let uci = word.parse::<shakmaty::uci::UciMove>().ok();
            let m = uci.and_then(|uci| uci.to_move(&board).ok());
            let m = m.ok_or_else(|| format!("illegal move {word:.40}"))?;
            played.push(m);
            board.play_unchecked(m);
        }
        let (&led, solution) = played.split_first().ok_or("there are no moves")?;
        if solution.is_empty() {
            return Err("there is no move to find".to_owned());
        }
        let mut start = Chess::clone(&before);
        start.play_unchecked(led);
        let themes = themes
            .split_whitespace()
            .filter(|theme| !PLAIN.contains(theme));
        Ok(Exercise {
            id: id.to_owned(),
            key: scores::key(&start),
            led: (Chess::clone(&before), led),
            start,
            solution: solution.to_vec(),
            themes: themes.map(words).collect(),
            url: String::new(),
        })
    }
}

/// Whether who wins so much has found something as good, but for a pawn.
fn is_as_good(verdict: &Verdict, best: &Verdict) -> bool {
    let mates = |verdict: &Verdict| matches!(verdict.outcome, Some(Outcome::Mates(_)));
    verdict.is_win() && !mates(best) && (mates(verdict) || verdict.gain + NEARLY >= best.gain)
}

/// A name such as `mateIn2` or `hangingPiece` in words.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        // A number is a word, but for the rank after the letter of a file.
        let length = words.rsplit(' ').next().map_or(0, str::len);
        if letter.is_ascii_uppercase() || letter.is_ascii_digit() && length > 1 {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

impl<'e> PuzzleTrainer<'e> {
    /// A session.
    pub fn new(exercises: &'e [Exercise], scores: Scores) -> PuzzleTrainer<'e> {
        PuzzleTrainer {
            exercises,
            scores,
            at: None,
            made: 0,
            position: Chess::default(),
            counted: false,
            hints: 0,
            skipped: HashSet::new(),
            quota: Quota::default(),
            tally: Tally::default(),
        }
    }

    /// The session, with so much at most.
    pub fn limited(self, limits: Limits) -> PuzzleTrainer<'e> {
        let quota = Quota::new(limits);
        PuzzleTrainer { quota, ..self }
    }

    /// The puzzle that is asked.
    pub fn exercise(&self) -> Option<&'e Exercise> {
        self.at.map(|at| &self.exercises[at])
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The move that was made last: before the first one of the learner, that of the other side.
    pub fn last(&self) -> Option<Move> {
        let exercise = self.exercise()?;
        Some(match self.made.checked_sub(1) {
            Some(last) => exercise.solution[last],
            None => exercise.led.1,
        })
    }

    /// What is left of the solution; nothing when the puzzle is over.
    pub fn solution(&self) -> &'e [Move] {
        self.exercise()
            .map_or(&[], |exercise| &exercise.solution[self.made..])
    }

    /// How the learner stands.
    pub fn standing(&self, now: DateTime<Utc>) -> Standing {
        let cards = self.exercises.iter().map(|exercise| {
            let theme = exercise.themes.first().map_or("", String::as_str);
            (self.scores.card(&exercise.key), theme)
        });
        Standing::count(cards, now)
    }

    /// Begins the puzzle that is most overdue, or else one that is new, of those that the session may ask.
    pub fn next(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        if let Some(at) = self.at.filter(|_| !self.solution().is_empty()) {
            self.skipped.insert(at);
        }
        let cards = self
            .exercises
            .iter()
            .map(|exercise| self.scores.card(&exercise.key));
        let due = cards.clone().enumerate().filter_map(|(at, card)| {
            let card = card.filter(|card| card.is_due(now))?;
            Some((card.due, at))
        });
        let (mut open_due, mut closed) = (Vec::new(), 0);
        for (due, at) in due {
            match self.quota.allows_review(&self.exercises[at].key) {
                true => open_due.push((due, at)),
                false => closed += 1,
            }
        }
        let new = |at: &usize| self.scores.card(&self.exercises[*at].key).is_none();
        let open = |at: &usize| !self.skipped.contains(at);
        let next = open_due.into_iter().min().map(|(_, at)| at);
        let all_new = || (0..self.exercises.len()).filter(new);
        // What was put off comes once more when there is nothing else.
        let next_new = || all_new().find(open).or_else(|| all_new().next());
        let allows_new = self.quota.allows_new();
        let next = next.or_else(|| next_new().filter(|_| allows_new));
        let is_limit = closed > 0 || !allows_new && next_new().is_some();
        self.at = next;
        self.made = 0;
        self.counted = false;
        self.hints = 0;
        match next {
            None if is_limit => vec![Event::Limit],
            None => {
                let due = cards.flatten().map(|card| card.due).min();
                vec![Event::Done(due)]
            }
            Some(at) => {
                let again = !new(&at);
                self.position = self.exercises[at].start.clone();
                vec![Event::Begun { again }]
            }
        }
    }

    /// The learner's move.
    pub fn answer(&mut self, m: Move, now: DateTime<Utc>) -> Vec<Event> {
        let Some((&expected, rest)) = self.solution().split_first() else {
            return vec![Event::NotNow];
        };
        let mut after = self.position.clone();
        after.play_unchecked(m);
        if m != expected && !after.is_checkmate() {
            let position = Position::from_chess(self.position.clone());
            let [verdict, best] = [m, expected].map(|m| verdict::of(&position, m, Effort::USUAL));
            if is_as_good(&verdict, &best) {
                return vec![Event::AsGood(m)];
            }
            self.count(false, now);
            let position = self.position.clone();
            return vec![Event::Wrong { position, verdict }];
        }
        self.position = after;
        match rest.split_first() {
            Some((&reply, _)) if m == expected => {
                self.position.play_unchecked(reply);
                self.made += 2;
                // A solution may end with a move of the other side.
                match self.solution().is_empty() {
                    true => self.solved(now),
                    false => vec![Event::Right { reply }],
                }
            }
            _ => {
                self.made += 1 + rest.len();
                self.solved(now)
            }
        }
    }

    fn solved(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        self.tally.lines += 1;
        let again = self.count(true, now);
        vec![Event::Solved { again }]
    }

    /// Helps; the puzzle counts as not known.
    pub fn hint(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let Some(&m) = self.solution().first() else {
            return vec![Event::NotNow];
        };
        self.count(false, now);
        let about = self
            .exercise()
            .is_some_and(|exercise| !exercise.themes.is_empty());
        // Without themes it begins with the piece.
        let before = self.hints.max(u32::from(!about));
        self.hints = before + 1;
        vec![Event::Hint { before, m }]
    }

    /// Tells the solution, and ends the puzzle, which counts as not known.
    pub fn give_up(&mut self, now: DateTime<Utc>) -> Vec<Event> {
        let rest = self.solution();
        if rest.is_empty() {
            return vec![Event::NotNow];
        }
        self.count(false, now);
        let from = self.position.clone();
        rest.iter().for_each(|&m| self.position.play_unchecked(m));
        self.made += rest.len();
        vec![Event::Solution(from, rest.to_vec())]
    }

    /// Counts the first answer; when it is asked again, if that has changed.
    fn count(&mut self, known: bool, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let key = &self.exercise()?.key;
        if std::mem::replace(&mut self.counted, true) {
            return None;
        }
        self.tally.answers += 1;
        self.tally.right += u32::from(known);
        self.quota.count(key, self.scores.card(key), now);
        Some(self.scores.answer(key, known, now).due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::cards::day;

    fn exercises() -> [Exercise; 2] {
        let of = |id, fen, moves, themes| Exercise::of(id, fen, moves, themes).unwrap();
        [
            of(
                "fork",
                "3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1",
                "h7h6 g5e6 g7f7 e6d8",
                "fork short",
            ),
            of(
                "mate",
                "6k1/5ppp/8/8/4n3/8/5PPP/RR4K1 b - - 0 1",
                "e4c3 a1a8",
                "backRankMate mateIn1",
            ),
        ]
    }

    fn found(trainer: &PuzzleTrainer<'_>, uci: &str) -> Move {
        uci.parse::<shakmaty::uci::UciMove>()
            .unwrap()
            .to_move(trainer.position())
            .unwrap()
    }

    #[test]
    fn puzzles_are_solved_move_by_move() {
        let [monday, tuesday] = ["2026-01-05", "2026-01-06"].map(|text| day(text).unwrap());
        let exercises = exercises();
        let mut trainer = PuzzleTrainer::new(&exercises, Scores::default());
        assert_eq!(trainer.next(monday), [Event::Begun { again: false }]);
        assert!(matches!(
            trainer.answer(found(&trainer, "g5e6"), monday)[..],
            [Event::Right { .. }]
        ));
        assert!(matches!(
            trainer.answer(found(&trainer, "e6d8"), monday)[..],
            [Event::Solved { again: Some(_) }]
        ));
        assert_eq!(
            trainer.answer(found(&trainer, "f7e8"), monday),
            [Event::NotNow]
        );
        // The other mate is right, too; the solution is not all there is.
        trainer.next(monday);
        assert!(matches!(
            trainer.answer(found(&trainer, "b1c1"), monday)[..],
            [Event::Wrong { .. }]
        ));
        assert_eq!(
            trainer.answer(found(&trainer, "b1b8"), monday),
            [Event::Solved { again: None }]
        );
        let standing = trainer.standing(tuesday);
        assert_eq!((standing.positions, standing.new, standing.due), (2, 0, 2));
        assert_eq!(standing.weakest[0].opening, "back rank mate");
        // What was not known is asked first.
        assert_eq!(trainer.next(tuesday), [Event::Begun { again: true }]);
        assert_eq!(trainer.exercise().unwrap().id, "mate");
    }

    #[test]
    fn help_counts_as_not_known() {
        let monday = day("2026-01-05").unwrap();
        let exercises = exercises();
        let mut trainer = PuzzleTrainer::new(&exercises, Scores::default());
        assert_eq!(trainer.hint(monday), [Event::NotNow]);
        trainer.next(monday);
        let hints: Vec<u32> = (0..3)
            .map(|_| match trainer.hint(monday)[..] {
                [Event::Hint { before, .. }] => before,
                _ => 9,
            })
            .collect();
        assert_eq!(hints, [0, 1, 2]);
        assert!(matches!(trainer.give_up(monday)[..], [Event::Solution(..)]));
        assert_eq!((trainer.tally.answers, trainer.tally.right), (1, 0));
        // Put off, not answered.
        trainer.next(monday);
        assert_eq!(trainer.next(monday), [Event::Begun { again: false }]);
        trainer.give_up(monday);
        assert!(matches!(trainer.next(monday)[..], [Event::Done(Some(_))]));
    }

    #[test]
    fn a_session_asks_no_more_than_it_may() {
        let [monday, tuesday] = ["2026-01-05", "2026-01-06"].map(|text| day(text).unwrap());
        let exercises = exercises();
        let session = |scores, new, reviews| {
            let limits = Limits { new, reviews };
            PuzzleTrainer::new(&exercises, scores).limited(limits)
        };
        let mut trainer = session(Scores::default(), Some(1), None);
        assert_eq!(trainer.next(monday), [Event::Begun { again: false }]);
        trainer.give_up(monday);
        assert_eq!(trainer.next(monday), [Event::Limit]);
        // What is new in the session is learned in it.
        let later = monday + chrono::TimeDelta::minutes(20);
        assert_eq!(trainer.next(later), [Event::Begun { again: true }]);
        assert_eq!(trainer.quota.asked(), (1, 0));
        let mut next = session(trainer.scores.clone(), Some(0), Some(0));
        assert_eq!(next.next(tuesday), [Event::Limit]);
        next = session(trainer.scores, Some(0), Some(1));
        assert_eq!(next.next(tuesday), [Event::Begun { again: true }]);
        next.give_up(tuesday);
        assert_eq!(
            (next.next(tuesday), next.quota.asked()),
            (vec![Event::Limit], (0, 1))
        );
    }

    #[test]
    fn names_of_themes_are_words() {
        assert_eq!(
            ["mateIn2", "hangingPiece", "attackingF2F7"].map(words),
            ["mate in 2", "hanging piece", "attacking f2 f7"]
        );
    }
}
