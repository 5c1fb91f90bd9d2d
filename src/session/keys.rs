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

/// What a key at an answer after which more may come asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyAction {
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

impl KeyAction {
    /// What a key means; none at the end of the input. `None` for a key that means nothing.
    pub fn of(key: Option<char>) -> Option<KeyAction> {
        Some(match key {
            Some(';' | 'n' | ' ' | '\t') => KeyAction::Next,
            Some('a') => KeyAction::All,
            Some('f') => KeyAction::UpToFifth,
            Some('.' | '\n' | '\r' | 'c' | CTRL_C | CTRL_D) | None => KeyAction::Stop,
            Some('w') => KeyAction::Whole,
            Some('p') => KeyAction::Shortened,
            Some('b') => KeyAction::Boards,
            Some('h' | '?') => KeyAction::Help,
            Some(_) => return None,
        })
    }
}
