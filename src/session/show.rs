//! The answers of a query all together: as text, as a table in HTML, as data.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{
    View,
    layout::{Layout, positions},
    without_needless_escapes,
};
use crate::{
    chess::svg::{self, Marks, escaped},
    engine::Answer,
    term::Term,
};

/// The width of a board that is alone in its table, and of one among others, in pixels.
const LARGE: u32 = 280;
const SMALL: u32 = 160;

/// The answers of one query, as far as somebody wanted them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    /// The answers.
    pub answers: Vec<Answer>,
    /// How they end.
    pub end: End,
}

/// What comes after the last answer that was wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum End {
    /// Nothing: the last answer is known to be the last.
    #[default]
    Last,
    /// The search for another one, which there is not.
    False,
    /// Perhaps more.
    More,
    /// An error, with this term.
    Raised(String),
}

impl Answers {
    /// As at the prompt.
    pub fn text(&self, view: &View) -> String {
        let mut layout = Layout::new(view);
        let mut text: String = self
            .answers
            .iter()
            .map(|answer| layout.answer(answer))
            .collect();
        text += &match &self.end {
            End::Last => String::new(),
            End::False => layout.close("false."),
            End::More => layout.cut(),
            End::Raised(term) => layout.close(&super::stopped(term)),
        };
        text.truncate(text.trim_end().len());
        text
    }

    /// A table with a column for each variable, positions drawn; `None` where there is nothing to put into one.
    pub fn html(&self, view: &View) -> Option<String> {
        let first = self.answers.first()?;
        let names: Vec<&str> = self.names();
        let residual = self
            .answers
            .iter()
            .any(|answer| !answer.residual.is_empty());
        if names.is_empty() && !residual {
            return None;
        }
        let alone = self.answers.len() == 1 && positions(first).count() == 1;
        let size = if alone { LARGE } else { SMALL };
        let mut html = String::from("<table>\n<thead><tr>");
        for name in &names {
            _ = write!(html, "<th style=\"text-align:left\">{}</th>", escaped(name));
        }
        if residual {
            html.push_str("<th style=\"text-align:left\">where</th>");
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for answer in &self.answers {
            html.push_str("<tr>");
            for name in &names {
                let cell = value(answer, name, size, view);
                _ = write!(html, "<td style=\"text-align:left\">{cell}</td>");
            }
            if residual {
                let goals = escaped(&answer.residual.join(", "));
                _ = write!(
                    html,
                    "<td style=\"text-align:left\"><code>{goals}</code></td>"
                );
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n");
        match &self.end {
            End::Last | End::False => {}
            End::More => html.push_str("<p>There may be more answers.</p>\n"),
            End::Raised(term) => _ = writeln!(html, "<p><code>{}</code></p>", escaped(term)),
        }
        Some(html)
    }

    /// The variables, in the order in which answers first bind them.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for binding in self.answers.iter().flat_map(|answer| &answer.bindings) {
            if !names.contains(&binding.name.as_str()) {
                names.push(&binding.name);
            }
        }
        names
    }

    /// As data: each answer as [`answer_json`], and whether there may be more.
    pub fn json(&self) -> Value {
        let numbered = self.answers.iter().zip(1..);
        json!({
            "answers": numbered.map(|(answer, n)| answer_json(answer, n)).collect::<Vec<_>>(),
            "more": self.end == End::More,
        })
    }
}

/// The value of a variable in an answer, as HTML.
fn value(answer: &Answer, name: &str, size: u32, view: &View) -> String {
    let board = positions(answer).find(|(binding, _)| binding.name == name);
    if let Some((_, position)) = board {
        let marks = Marks {
            size,
            ..Marks::default()
        };
        return svg::draw(&position, &marks);
    }
    let shortened = view.shortened(answer);
    let binding = shortened
        .bindings
        .iter()
        .find(|binding| binding.name == name);
    let text = binding.map_or(String::new(), |binding| {
        without_needless_escapes(&binding.text)
    });
    format!("<code>{}</code>", escaped(&text))
}

/// One answer: its number, each binding as Prolog text and as a JSON value, residual goals.
pub fn answer_json(answer: &Answer, number: u64) -> Value {
    let mut bindings = Map::new();
    let mut values = Map::new();
    for binding in &answer.bindings {
        let text = without_needless_escapes(&binding.text);
        bindings.insert(binding.name.clone(), json!(text));
        let term = binding
            .canonical
            .as_deref()
            .and_then(|text| text.parse::<Term>().ok());
        values.insert(
            binding.name.clone(),
            term.map_or(Value::Null, |term| term.to_json()),
        );
    }
    json!({
        "answer": number,
        "bindings": bindings,
        "values": values,
        "residual": answer.residual,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Binding;

    fn answer(values: &[(&str, &str)], last: bool) -> Answer {
        let binding = |(name, text): &(&str, &str)| Binding {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
            canonical: Some((*text).to_owned()),
        };
        Answer {
            bindings: values.iter().map(binding).collect(),
            residual: Vec::new(),
            last,
        }
    }

    #[test]
    fn answers_are_a_table() {
        let answers = Answers {
            answers: vec![
                answer(&[("X", "a<b"), ("Y", "1")], false),
                answer(&[("X", "c")], false),
            ],
            end: End::More,
        };
        let view = View::default();
        assert_eq!(answers.text(&view), "   X = a<b, Y = 1\n;  X = c\n;  ... .");
        let html = answers.html(&view).unwrap();
        assert!(html.contains("<code>a&lt;b</code>"), "{html}");
        assert_eq!(html.matches("<td ").count(), 4);
        assert_eq!(answers.json()["more"], true);
        assert_eq!(answers.json()["answers"][1]["bindings"]["X"], "c");
    }

    #[test]
    fn what_has_no_variables_is_no_table() {
        let answers = Answers {
            answers: vec![answer(&[], true)],
            end: End::Last,
        };
        assert_eq!(answers.html(&View::default()), None);
        assert_eq!(answers.text(&View::default()), "   true.");
    }

    #[test]
    fn positions_are_drawn() {
        let fen = "\"8/8/8/8/8/8/8/K1k5 w - - 0 1\"";
        let answers = Answers {
            answers: vec![answer(&[("P", fen)], true)],
            end: End::Last,
        };
        let html = answers.html(&View::default()).unwrap();
        assert!(
            html.contains("<svg ") && html.contains("width=\"280\""),
            "{html}"
        );
    }
}
