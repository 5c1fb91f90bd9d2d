//! The answers of a query on the screen, in the layout of Scryer's top level: each answer is Prolog,
//! and all of them together are a disjunction that is equivalent to the query.

use super::{Next, prompt::Prompt, settings::Settings, tell_problem};
use crate::{
    chess::{Position, board},
    engine::{Answer, Binding, Diagnostic, Event, Events, Limits, Severity},
    session,
    term::Term,
};

const KEYS: &str = "\
; n space Tab   next answer          w   the answer in full, however deep
a               all answers          p   the answer shortened
f               up to a fifth answer b   draw the positions in the answer
. Enter c       stop                 h   these keys
";

const CTRL_C: char = '\x03';
const CTRL_D: char = '\x04';

/// Shows the events of a query until they end or the user has seen enough.
pub fn show(
    mut events: Events<'_>,
    prompt: &mut Prompt,
    settings: &Settings,
    limits: &Limits,
) -> Next {
    let mut shown = Shown::new(settings);
    while let Some(event) = events.next() {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                println!("% {error}");
                return Next::Leave(2);
            }
        };
        match &event {
            Event::Output(text) => shown.output(text),
            Event::Diagnostic(diagnostic) => {
                shown.fresh_line();
                shown.count(diagnostic);
                tell_problem(diagnostic);
            }
            Event::Answer(answer) => {
                shown.answer(answer);
                if !answer.last && shown.wants_to_stop(prompt, answer) {
                    for event in events.stop() {
                        if let Event::Output(text) = event {
                            shown.output(&text);
                        }
                    }
                    println!("\n;  ... .");
                    return Next::Prompt;
                }
            }
            Event::False => shown.close("false."),
            Event::Halted(status) => return Next::Leave(*status),
            Event::Error(raised) if raised.problem.is_some() => {
                println!("{}", session::failure(&event, limits));
                return Next::Stop;
            }
            Event::Error(raised) => {
                shown.close(&session::stopped(&session::ball(raised)));
                println!("% {}", session::failure(&event, limits));
            }
            event => {
                let message = session::failure(event, limits);
                if !message.is_empty() {
                    shown.fresh_line();
                    println!("% {message}");
                }
            }
        }
    }
    shown.tell_count();
    Next::Prompt
}

/// What stands on the screen for the current query.
struct Shown<'a> {
    settings: &'a Settings,
    answers: usize,
    /// Whether the cursor is in the middle of a line.
    open: bool,
    /// Whether that line is an answer after which more are to come.
    asked: bool,
    /// Answers still to be shown without asking.
    unasked: usize,
    /// Errors and warnings about files that the query has loaded.
    problems: (u64, u64),
}

impl Shown<'_> {
    fn new(settings: &Settings) -> Shown<'_> {
        Shown {
            settings,
            answers: 0,
            open: false,
            asked: false,
            unasked: 0,
            problems: (0, 0),
        }
    }

    fn count(&mut self, diagnostic: &Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.problems.0 += 1,
            Severity::Warning => self.problems.1 += 1,
        }
    }

    fn tell_count(&self) {
        let (errors, warnings) = self.problems;
        if errors > 0 {
            println!("% {}; the rest is loaded", super::counted(errors, warnings));
        }
    }

    fn fresh_line(&mut self) {
        if self.open {
            println!();
        }
        self.open = false;
    }

    fn output(&mut self, text: &str) {
        if self.asked {
            self.fresh_line();
        }
        print!("{text}");
        self.asked = false;
        self.open = !text.ends_with('\n');
    }

    fn lead(&mut self) {
        self.fresh_line();
        print!("{}", if self.answers == 0 { "   " } else { ";  " });
    }

    fn answer(&mut self, answer: &Answer) {
        self.lead();
        self.answers += 1;
        let text = session::answer_text(&self.shortened(answer));
        if answer.last {
            println!("{}", session::stopped(&text));
        } else {
            print!("{text}");
            self.open = true;
            self.asked = true;
        }
    }

    fn close(&mut self, text: &str) {
        self.lead();
        println!("{text}");
    }

    /// The answer as the settings want it: deep terms shortened, strings as lists.
    fn shortened(&self, answer: &Answer) -> Answer {
        let changed = |binding: &Binding| {
            let term = binding.canonical.as_deref()?.parse::<Term>().ok()?;
            let text = self.settings.changed(&term)?;
            Some(Binding {
                text,
                ..binding.clone()
            })
        };
        let bindings = answer
            .bindings
            .iter()
            .map(|binding| changed(binding).unwrap_or_else(|| binding.clone()));
        Answer {
            bindings: bindings.collect(),
            ..answer.clone()
        }
    }

    fn wants_to_stop(&mut self, prompt: &mut Prompt, answer: &Answer) -> bool {
        if self.unasked > 0 {
            self.unasked -= 1;
            return false;
        }
        loop {
            match prompt.key() {
                Some(';' | 'n' | ' ' | '\t') => return false,
                Some('a') => {
                    self.unasked = usize::MAX;
                    return false;
                }
                Some('f') => {
                    self.unasked = 4 - self.answers % 5;
                    return false;
                }
                Some('h' | '?') => self.again(KEYS, answer, false),
                Some('w') => self.again("", answer, true),
                Some('p') => self.again("", answer, false),
                Some('b') => self.again(&self.boards(answer), answer, false),
                Some('.' | '\n' | '\r' | 'c' | CTRL_C | CTRL_D) | None => return true,
                Some(_) => {}
            }
        }
    }

    /// Prints a text, and the answer again below it.
    fn again(&self, text: &str, answer: &Answer, whole: bool) {
        let answer = match whole {
            true => session::answer_text(answer),
            false => session::answer_text(&self.shortened(answer)),
        };
        println!();
        if !text.is_empty() {
            println!("\n{}\n", text.trim_end());
        }
        let lead = if self.answers > 1 { ";  " } else { "   " };
        print!("{lead}{answer}");
    }

    /// The positions among the values, drawn.
    fn boards(&self, answer: &Answer) -> String {
        let style = self.settings.board;
        let boards: Vec<_> = answer
            .bindings
            .iter()
            .filter_map(|binding| {
                let term = binding.canonical.as_deref()?.parse::<Term>().ok()?;
                let position = Position::parse(term.text()?).ok()?;
                Some(format!(
                    "{} =\n{}",
                    binding.name,
                    board::draw(&position, style)
                ))
            })
            .collect();
        match boards.is_empty() {
            true => "no variable of this answer is a position".to_owned(),
            false => boards.join("\n\n"),
        }
    }
}
