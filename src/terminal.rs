//! The standard output and error: printing, colour, a line of progress, Ctrl-C.
//!
//! `print!` and its kin are those below in all modules of the crate. Those of the standard library
//! panic when whoever reads has gone; these drop the text, and what else went wrong with the output
//! is reported once, at the end ([`finish`]).

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
    ($($text:tt)*) => { $crate::terminal::complain(format_args!("{}\n", format_args!($($text)*))) };
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
