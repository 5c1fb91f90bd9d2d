//! How answers and what is printed between them look.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::super::{Format, fail, report_problem};
use crate::{
    engine::{Event, Limits},
    session,
};

/// Prints what a query answers.
pub struct Printer<W> {
    out: W,
    format: Format,
    /// How many answers there were.
    pub answers: u64,
    limits: Limits,
    /// Whether the cursor is in the middle of a line.
    open: bool,
    /// What the query has printed and is not written yet: less than a line.
    output: String,
}

impl<W: Write> Printer<W> {
    /// Prints to somewhere; limits are told of where they end the query.
    pub fn new(out: W, format: Format, limits: Limits) -> Printer<W> {
        Printer {
            out,
            format,
            answers: 0,
            limits,
            open: false,
            output: String::new(),
        }
    }

    /// Prints an event; the exit status, when the query is over and did not end by its answers.
    pub fn print(&mut self, event: &Event) -> Option<u8> {
        let printed = self.put(event);
        self.checked(printed)
    }

    /// Tells of the event that has ended the query; the exit status.
    pub fn end_by(&mut self, event: &Event, message: &str) -> u8 {
        let printed = self.put_end(event, message);
        self.checked(printed).unwrap_or(2)
    }

    fn checked(&self, printed: io::Result<Option<u8>>) -> Option<u8> {
        match printed {
            Ok(status) => status,
            // Whoever read the answers has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Some(self.end()),
            Err(error) => Some(fail(&format!("cannot print: {error}"))),
        }
    }

    /// The exit status of a query that ended by its answers.
    pub fn end(&self) -> u8 {
        u8::from(self.answers == 0)
    }

    /// An answer begins on a line of its own, whatever the query has written.
    fn fresh_line(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.open) {
            true => writeln!(self.out),
            false => Ok(()),
        }
    }

    /// Writes what the query has printed, a JSON object a line: output comes in pieces of any size.
    fn write_output(&mut self) -> io::Result<()> {
        for line in std::mem::take(&mut self.output).split_inclusive('\n') {
            writeln!(self.out, "{}", json!({ "output": line }))?;
        }
        Ok(())
    }

    fn put(&mut self, event: &Event) -> io::Result<Option<u8>> {
        match event {
            Event::Output(text) => match self.format {
                Format::Text => {
                    write!(self.out, "{text}")?;
                    self.open = !text.ends_with('\n');
                }
                Format::Json => {
                    self.output.push_str(text);
                    let end = self.output.rfind('\n').map_or(0, |end| end + 1);
                    let rest = self.output.split_off(end);
                    self.write_output()?;
                    self.output = rest;
                }
            },
            Event::Answer(answer) => {
                self.answers += 1;
                self.write_output()?;
                match self.format {
                    Format::Text => {
                        self.fresh_line()?;
                        let text = session::answer_text(answer);
                        writeln!(self.out, "{}", session::stopped(&text))?;
                    }
                    Format::Json => {
                        writeln!(self.out, "{}", session::answer_json(answer, self.answers))?
                    }
                }
            }
            Event::False if self.answers == 0 && self.format == Format::Text => {
                self.fresh_line()?;
                writeln!(self.out, "false.")?;
            }
            Event::Halted(status) => {
                self.write_output()?;
                return Ok(Some(*status));
            }
            event @ (Event::Diagnostic(_) | Event::ErrorOutput(_)) => {
                self.out.flush()?;
                report_problem(event);
            }
            event => return self.put_end(event, &session::failure(event, &self.limits)),
        }
        self.out.flush()?;
        Ok(None)
    }

    fn put_end(&mut self, event: &Event, message: &str) -> io::Result<Option<u8>> {
        self.write_output()?;
        if message.is_empty() {
            return Ok(None);
        }
        self.out.flush()?;
        if self.format == Format::Json {
            let term = match event {
                Event::Error(raised) => json!(raised.text),
                _ => Value::Null,
            };
            writeln!(
                self.out,
                "{}",
                json!({ "error": { "message": message, "term": term } })
            )?;
            return Ok(Some(2));
        }
        self.fresh_line()?;
        Ok(Some(fail(message)))
    }
}
