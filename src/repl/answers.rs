//! What happens, on the screen: the layout and the keys are those of the session.

use super::prompt::Prompt;
use crate::{
    engine::{Answer, Report, Severity},
    session::{
        Face, Happening, View, counted,
        keys::{KEYS, KeyAction},
        layout::{Layout, boards},
        report,
    },
    terminal::{self, Status},
};

/// The screen during a query.
pub struct Screen<'a> {
    prompt: &'a mut Prompt,
    view: &'a View,
    layout: Layout<'a>,
    /// Answers still to be shown without asking.
    unasked: usize,
    /// Errors and warnings about files that the query has loaded.
    problems: Report,
    /// How far long work has got.
    status: Status,
}

impl<'a> Screen<'a> {
    /// Nothing has happened yet.
    pub fn new(prompt: &'a mut Prompt, view: &'a View) -> Screen<'a> {
        Screen {
            prompt,
            view,
            layout: Layout::new(view),
            unasked: 0,
            problems: Report::default(),
            status: Status::line(),
        }
    }

    /// Tells how much is wrong with what the query has loaded.
    pub fn finish(self) {
        let Report {
            errors, warnings, ..
        } = self.problems;
        if errors > 0 {
            println!("% {}; the rest is loaded", counted(errors, warnings));
        }
    }

    fn wants_more(&mut self, answer: &Answer) -> bool {
        if self.unasked > 0 {
            self.unasked -= 1;
            return true;
        }
        loop {
            let again = |text: &str, whole| print!("{}", self.layout.again(text, answer, whole));
            match KeyAction::of(self.prompt.key()) {
                None => {}
                Some(KeyAction::Next) => return true,
                Some(KeyAction::All) => {
                    self.unasked = usize::MAX;
                    return true;
                }
                Some(KeyAction::UpToFifth) => {
                    self.unasked = 4 - self.layout.answers() % 5;
                    return true;
                }
                Some(KeyAction::Stop) => return false,
                Some(KeyAction::Help) => again(KEYS, false),
                Some(KeyAction::Whole) => again("", true),
                Some(KeyAction::Shortened) => again("", false),
                Some(KeyAction::Boards) => again(&boards(answer, self.view.board), false),
            }
        }
    }
}

impl Face for Screen<'_> {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        if let Happening::Progress(line) = happening {
            self.status.note(|| (*line).to_owned());
            return true;
        }
        self.status.clear();
        match happening {
            Happening::Query | Happening::Progress(_) => {}
            Happening::Output(text) => print!("{}", self.layout.output(text)),
            Happening::ErrorOutput(text) => eprint!("{text}"),
            Happening::Picture(picture) => println!("{}", self.layout.output(&picture.text)),
            Happening::Diagnostic(diagnostic) => {
                print!("{}", self.layout.fresh_line());
                match diagnostic.severity {
                    Severity::Error => self.problems.errors += 1,
                    Severity::Warning => self.problems.warnings += 1,
                }
                let colour = terminal::colour(&std::io::stderr());
                eprint!("{}\n", report(diagnostic, colour));
            }
            Happening::Answer(answer) => {
                print!("{}", self.layout.answer(answer));
                return answer.last || self.wants_more(answer);
            }
            Happening::False => print!("{}", self.layout.close("false.")),
            Happening::Cut => print!("{}", self.layout.cut()),
            Happening::Raised(term, message) => {
                print!("{}", self.layout.close(&crate::session::stopped(term)));
                // It may say in several lines where the error came from.
                println!("% {}", message.replace('\n', "\n% "));
            }
            Happening::Unreadable(message) => println!("{message}"),
            Happening::Failed(message) => {
                print!("{}", self.layout.fresh_line());
                println!("% {message}");
            }
            Happening::Told(text) => println!("{text}"),
            Happening::Loaded(_) => {}
        }
        true
    }
}
