//! The standard output and error: printing, colour, a line of progress, Ctrl-C.
//!
//! `print!` and its kin are those below in all modules of the crate. Those of the standard library
//! panic when whoever reads has gone; these drop the text, and what else went wrong with the output
//! is reported once, at the end ([`finish`]). `eprintln!` is for messages, in which control characters are
//! shown ([`printable`]); `eprint!` prints what has colours.

mod status;

use std::{
    env,
    fmt::Arguments,
    io::{self, IsTerminal, Write},
    sync::{Mutex, PoisonError},
};

pub use status::Status;

macro_rules! print {
    ($($text:tt)*) => { $crate::terminal::print(format_args!($($text)*)) };
}
macro_rules! println {
    () => { $crate::terminal::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::terminal::print(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprint {
    ($($text:tt)*) => { $crate::terminal::complain(format_args!($($text)*)) };
}
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::terminal::tell(&format!($($text)*)) };
}

/// Why a text could not be printed, the first time.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints on the standard output, at once. Whoever reads may have seen enough.
pub fn print(text: Arguments<'_>) {
    let mut out = io::stdout().lock();
    let done = out.write_fmt(text).and_then(|()| out.flush());
    if let Err(error) = done
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let mut failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(error);
    }
}

/// Prints on the standard error, in one piece. If that fails, there is nowhere to tell of it.
pub fn complain(text: Arguments<'_>) {
    _ = io::stderr().write_all(text.to_string().as_bytes());
}

/// Prints a message on the standard error, whatever the files have that it quotes.
pub fn tell(message: &str) {
    complain(format_args!("{}\n", printable(message)));
}

/// A text as it is shown: lines, without what moves a terminal's cursor or turns the direction of writing.
pub fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c,
        // Unicode has pictures of them.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(c),
        '\x7f' => '\u{2421}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// What kept [`print`] from printing, if anything did.
pub fn finish() -> Option<io::Error> {
    FAILED.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Whether what goes there is coloured: on a terminal, unless the user does not want it
/// (<https://no-color.org>).
pub fn colour(to: &impl IsTerminal) -> bool {
    to.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether a person types, and reads the answers.
pub fn interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Does this at Ctrl-C, instead of ending the program. The first who asks is heard.
pub fn on_ctrl_c(handler: impl FnMut() + Send + 'static) {
    _ = ctrlc::set_handler(handler);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_have_is_only_text() {
        assert_eq!(
            printable("a\tb\n\u{1b}[2Jc\r\u{7}\u{202e}\u{9b}é"),
            "a\tb\n␛[2Jc␍␇\u{fffd}\u{fffd}é"
        );
    }
}
