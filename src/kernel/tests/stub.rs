//! A language for tests: each line of a cell is a command.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use crate::kernel::interpreter::{
    Bundle, Cell, Completeness, Completion, Failure, Interpreter, Interrupt, Language, Match,
    Publish, Stream,
};

const WORDS: [&str; 3] = ["attacks", "attacked_by", "append"];

/// The language.
#[derive(Debug, Default)]
pub struct Stub {
    /// How many interpreters were started.
    started: AtomicUsize,
}

impl Language for Stub {
    fn start(&self) -> Result<(Box<dyn Interpreter>, Interrupt), String> {
        let interrupts = Arc::new(AtomicUsize::new(0));
        let interpreter = Runner {
            number: 1 + self.started.fetch_add(1, Ordering::SeqCst),
            interrupts: interrupts.clone(),
        };
        let interrupt = move || _ = interrupts.fetch_add(1, Ordering::SeqCst);
        Ok((Box::new(interpreter), Arc::new(interrupt)))
    }

    fn complete(&self, code: &str, cursor: usize) -> Completion {
        let start = word_start(code, cursor);
        let word = &code[start..cursor];
        let matches = WORDS.into_iter().filter(|known| known.starts_with(word));
        let matches = matches.map(|known| Match {
            text: known.to_owned(),
            kind: "function",
            signature: None,
        });
        Completion {
            span: start..cursor,
            matches: matches.filter(|_| !word.is_empty()).collect(),
        }
    }

    fn inspect(&self, code: &str, cursor: usize) -> Option<String> {
        assert!(!code.contains("panic"), "asked to");
        let word = &code[word_start(code, cursor)..];
        let known = WORDS.iter().find(|known| word.starts_with(**known))?;
        Some(format!("**{known}**"))
    }

    fn is_complete(&self, code: &str) -> Completeness {
        match code.trim_end() {
            code if code.contains(")(") => Completeness::Invalid,
            code if code.ends_with('.') => Completeness::Complete,
            _ => Completeness::Incomplete("    ".to_owned()),
        }
    }
}

fn word_start(code: &str, cursor: usize) -> usize {
    let before = &code[..cursor];
    before.len()
        - before
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .map_or(0, str::len)
}

struct Runner {
    number: usize,
    /// How often it was interrupted since the cell began.
    interrupts: Arc<AtomicUsize>,
}

impl Runner {
    fn pause(&self, interrupts: usize) -> Result<(), Failure> {
        match self.interrupts.load(Ordering::SeqCst) {
            count if count >= interrupts => Err(Failure::interrupted()),
            _ => {
                thread::sleep(Duration::from_millis(1));
                Ok(())
            }
        }
    }

    fn command(
        &self,
        word: &str,
        rest: &str,
        cell: &Cell<'_>,
        out: &mut dyn Publish,
    ) -> Result<(), Failure> {
        let number = || rest.parse::<usize>().unwrap_or(0);
        match word {
            "print" => out.stream(Stream::Stdout, &format!("{rest}\n")),
            "warn" => out.stream(Stream::Stderr, &format!("{rest}\n")),
            "id" => out.stream(Stream::Stdout, cell.id.unwrap_or("none")),
            "number" => out.stream(Stream::Stdout, &self.number.to_string()),
            "empty" => {
                for _ in 0..number() {
                    out.stream(Stream::Stdout, "\n");
                }
            }
            "from1" => {
                for line in 1..=number() {
                    out.stream(Stream::Stdout, &format!("{line}\n"));
                }
            }
            "lines" => {
                for line in 0..number() {
                    if self.interrupts.load(Ordering::SeqCst) > 0 {
                        return Err(Failure::interrupted());
                    }
                    out.stream(Stream::Stdout, &format!("{line}\n"));
                }
            }
            "result" => {
                let html = format!("<b>{rest}</b>");
                out.result(Bundle::text(rest).with("text/html", html));
            }
            "display" => out.display(Bundle::text(rest), Some("shown")),
            "svg" => {
                let svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
                out.display(Bundle::text("svg").with("image/svg+xml", svg), None);
            }
            "update" => out.update(Bundle::text(rest), "shown"),
            "ask" => {
                let answer = out.ask(rest, false)?;
                out.stream(Stream::Stdout, &format!("hello {answer}\n"));
            }
            "error" => return Err(Failure::new("oops", rest)),
            "die" => {
                return Err(Failure {
                    fatal: true,
                    ..Failure::new("crash", "the engine is gone")
                });
            }
            "panic" => panic!("asked to"),
            "spin" => {
                out.stream(Stream::Stdout, "on\n");
                loop {
                    self.pause(1)?;
                }
            }
            // Does not hear the first interrupts.
            "deaf" => loop {
                self.pause(3)?;
            },
            "sleep" => {
                for _ in 0..number() {
                    self.pause(1)?;
                }
            }
            _ => return Err(Failure::new("unknown", format!("{word} is no command"))),
        }
        Ok(())
    }
}

impl Interpreter for Runner {
    fn execute(&mut self, cell: &Cell<'_>, out: &mut dyn Publish) -> Result<(), Failure> {
        self.interrupts.store(0, Ordering::SeqCst);
        for line in cell.code.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            self.command(word, rest, cell, out)?;
        }
        Ok(())
    }
}
