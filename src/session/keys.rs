//! What the keys at an answer mean.

/// The keys, for whoever asks for help.
pub const KEYS: &str = "\
; n space Tab   next answer          w   the answer in full, however deep
a               all answers          p   the answer shortened
f               up to a fifth answer b   draw the positions in the answer
. Enter c       stop                 h   these keys
";

const CTRL_C: char = '\x03';
const CTRL_D: char = '\x04';

/// What somebody wants who sees an answer after which more may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// The next answer.
    Next,
    /// All answers.
    All,
    /// Answers until their number is a multiple of five.
    UpToFifth,
    /// No more answers.
    Stop,
    /// This answer in full.
    Whole,
    /// This answer shortened.
    Shortened,
    /// The positions in this answer, drawn.
    Boards,
    /// The keys.
    Help,
}

impl Wish {
    /// What a key means; none at the end of the input. `None` for a key that means nothing.
    pub fn of(key: Option<char>) -> Option<Wish> {
        Some(match key {
            Some(';' | 'n' | ' ' | '\t') => Wish::Next,
            Some('a') => Wish::All,
            Some('f') => Wish::UpToFifth,
            Some('.' | '\n' | '\r' | 'c' | CTRL_C | CTRL_D) | None => Wish::Stop,
            Some('w') => Wish::Whole,
            Some('p') => Wish::Shortened,
            Some('b') => Wish::Boards,
            Some('h' | '?') => Wish::Help,
            Some(_) => return None,
        })
    }
}
