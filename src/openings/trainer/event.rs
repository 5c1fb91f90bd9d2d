//! What there is to tell of a session.

use chrono::{DateTime, Utc};
use shakmaty::{Move, san::SanPlus};

use crate::openings::{course::Answer, thread::News};

/// What there is to tell.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The line goes on that was left unfinished.
    Resumed,
    /// The line that was left unfinished, in standard notation, is none of the trained lines.
    Unfit(String),
    /// A new line begins, with moves that lead to a position that is due.
    Begun {
        /// The moves, in standard notation with their numbers.
        lead: String,
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
    /// The session has asked all that it may.
    Limit,
    /// What the book knows.
    Known(Vec<Answer>),
    /// A hint: a move of which first only the piece is reported.
    Hint {
        /// The move.
        m: Move,
        /// Whether all of it is reported.
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
