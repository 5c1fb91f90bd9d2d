//! What a person types.

use std::io::{self, BufRead as _, IsTerminal as _, Write};

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
