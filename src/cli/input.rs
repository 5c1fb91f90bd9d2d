//! What a person types.

use std::io::{self, BufRead as _, IsTerminal as _, Write};

use rustyline::{Config, DefaultEditor, error::ReadlineError};

use crate::terminal;

/// Asks for lines: on a terminal with keys for editing and the lines typed before.
#[derive(Debug)]
pub struct Prompt(Option<DefaultEditor>);

impl Prompt {
    /// Prepares the terminal, if there is one.
    pub fn new() -> Prompt {
        let config = Config::builder().auto_add_history(true).build();
        Prompt(
            terminal::interactive()
                .then(|| DefaultEditor::with_config(config).ok())
                .flatten(),
        )
    }

    /// The next line, after a prompt; `None` at the end of the input, and after Ctrl-C.
    pub fn line(&mut self, out: &mut impl Write) -> io::Result<Option<String>> {
        let Some(editor) = &mut self.0 else {
            return line(out);
        };
        out.flush()?;
        match editor.readline("> ") {
            Ok(typed) => Ok(Some(typed.trim().to_owned())),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// The next line, after a prompt; `None` at the end of the input.
pub fn line(out: &mut impl Write) -> io::Result<Option<String>> {
    let stdin = io::stdin();
    write!(out, "> ")?;
    out.flush()?;
    let mut line = Vec::new();
    if stdin.lock().read_until(b'\n', &mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&line);
    let typed = line.trim().to_owned();
    if !stdin.is_terminal() {
        // What a terminal shows anyway.
        writeln!(out, "{typed}")?;
    }
    Ok(Some(typed))
}
