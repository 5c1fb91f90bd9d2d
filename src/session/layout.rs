//! Answers as text, in the layout of Scryer's top level: each answer is Prolog, and all of them together are a
//! disjunction that is equivalent to the query.

use super::{View, answer_text, stopped};
use crate::{
    chess::{Position, board},
    engine::{Answer, Binding},
    term::Term,
};

/// The text of a query's answers as it grows, with what the goals write between them.
#[derive(Debug)]
pub struct Layout<'a> {
    view: &'a View,
    answers: usize,
    /// Whether the cursor is in the middle of a line.
    open: bool,
    /// Whether that line is an answer after which more are to come.
    asked: bool,
}

impl Layout<'_> {
    /// Nothing was written yet.
    pub fn new(view: &View) -> Layout<'_> {
        Layout {
            view,
            answers: 0,
            open: false,
            asked: false,
        }
    }

    /// How many answers there were.
    pub fn answers(&self) -> usize {
        self.answers
    }

    /// What has to be written to be at the beginning of a line.
    pub fn fresh_line(&mut self) -> &'static str {
        match std::mem::take(&mut self.open) {
            true => "\n",
            false => "",
        }
    }

    /// What a goal writes.
    pub fn output(&mut self, text: &str) -> String {
        let fresh = match self.asked {
            true => self.fresh_line(),
            false => "",
        };
        self.asked = false;
        self.open = !text.ends_with('\n');
        format!("{fresh}{text}")
    }

    /// An answer; after one that is not the last the line stays open.
    pub fn answer(&mut self, answer: &Answer) -> String {
        let lead = self.lead();
        self.answers += 1;
        let text = answer_text(&self.view.shortened(answer));
        self.open = !answer.last;
        self.asked = self.open;
        match answer.last {
            true => format!("{lead}{}\n", stopped(&text)),
            false => format!("{lead}{text}"),
        }
    }

    /// What stands after the last answer, or instead of any: `false.` or an error.
    pub fn close(&mut self, text: &str) -> String {
        format!("{}{text}\n", self.lead())
    }

    /// What stands where nobody asks for more answers.
    pub fn cut(&mut self) -> String {
        self.open = false;
        "\n;  ... .\n".to_owned()
    }

    /// An answer again, in full or shortened, below some text.
    pub fn again(&self, text: &str, answer: &Answer, whole: bool) -> String {
        let answer = match whole {
            true => answer_text(answer),
            false => answer_text(&self.view.shortened(answer)),
        };
        let text = match text.trim_end() {
            "" => String::new(),
            text => format!("\n{text}\n\n"),
        };
        let lead = if self.answers > 1 { ";  " } else { "   " };
        format!("\n{text}{lead}{answer}")
    }

    fn lead(&mut self) -> String {
        let lead = if self.answers == 0 { "   " } else { ";  " };
        format!("{}{lead}", self.fresh_line())
    }
}

/// The positions among the values of an answer, drawn.
pub fn boards(answer: &Answer, style: board::Style) -> String {
    let drawn = positions(answer).map(|(binding, position)| {
        format!("{} =\n{}", binding.name, board::draw(&position, style))
    });
    let boards: Vec<_> = drawn.collect();
    match boards.is_empty() {
        true => "no variable of this answer is a position".to_owned(),
        false => boards.join("\n\n"),
    }
}

/// The values of an answer that are positions.
pub fn positions(answer: &Answer) -> impl Iterator<Item = (&Binding, Position)> {
    answer.bindings.iter().filter_map(|binding| {
        let term = binding.canonical.as_deref()?.parse::<Term>().ok()?;
        let position = Position::parse(term.text()?).ok()?;
        Some((binding, position))
    })
}
