//! How answers look, and what `:set` changes.

use std::{fmt::Write as _, time::Duration};

use crate::{
    chess::board::Style,
    engine::{Answer, Binding, Limits},
    native::board::Drawing,
    term::Term,
};

/// How answers look; the limits are the session's.
#[derive(Debug, Clone, Default)]
pub struct View {
    /// How boards are drawn.
    pub board: Style,
    /// Whether strings are lists of characters, as with `--iso`.
    pub iso: bool,
    /// Whether such a list is shown as a list.
    pub strings_as_lists: bool,
    /// Deeper terms and longer lists are shortened; 0 for none.
    pub depth: usize,
    /// Whether pictures can be shown, so that goals need not draw with letters.
    pub pictures: bool,
}

/// Terms are shown to this depth, lists to this length, until `:set depth` says otherwise.
pub const DEPTH: usize = 40;

const NAMES: &str = "\
:set time_limit S        seconds that a query may compute, or off
:set memory_limit MB     megabytes by which a query may grow
:set inference_limit N   inferences that an answer may take, or off
:set strings text|list   with --iso, whether [a,b,c] is shown as a text or as a list
:set depth N             terms are shown to this depth, lists to this length; 0 for all
:set board STYLE         colour, plain or ascii";

impl View {
    /// As answers look where pictures can be seen.
    pub fn for_notebooks() -> View {
        View {
            depth: DEPTH,
            pictures: true,
            ..View::default()
        }
    }

    /// Reads a command, the text after `:`; answers with what there is to print.
    ///
    /// # Errors
    ///
    /// The message when it is no command, with what was expected.
    pub fn command(&mut self, command: &str, limits: &mut Limits) -> Result<String, String> {
        let words: Vec<_> = command.split_whitespace().collect();
        match words.as_slice() {
            ["set"] => Ok(self.list(limits)),
            ["set", name, value] => self.set(name, value, limits),
            ["set", ..] => Err(format!("expected :set NAME VALUE\n{NAMES}")),
            ["help"] => Ok(format!(
                "{NAMES}\n:set                     all settings\n\nhelp. lists the predicates; h at an answer lists the keys"
            )),
            [] => Err("expected :set or :help after the colon".to_owned()),
            [other, ..] => Err(format!("there is no :{other}; expected :set or :help")),
        }
    }

    fn list(&self, limits: &Limits) -> String {
        let mut text = String::new();
        let wall = limits
            .wall
            .map_or("off".to_owned(), |wall| wall.as_secs_f64().to_string());
        let inferences = limits
            .inferences
            .map_or("off".to_owned(), |n| n.to_string());
        let memory = limits.memory.unwrap_or(crate::engine::DEFAULT_MEMORY) >> 20;
        let strings = if self.strings_as_lists {
            "list"
        } else {
            "text"
        };
        let board = match self.board {
            Style { ascii: true, .. } => "ascii",
            Style { colour: true, .. } => "colour",
            _ => "plain",
        };
        for (name, value) in [
            ("time_limit", wall),
            ("memory_limit", memory.to_string()),
            ("inference_limit", inferences),
            ("strings", strings.to_owned()),
            ("depth", self.depth.to_string()),
            ("board", board.to_owned()),
        ] {
            if name != "strings" || self.iso {
                _ = writeln!(text, ":set {name} {value}");
            }
        }
        text.trim_end().to_owned()
    }

    fn set(&mut self, name: &str, value: &str, limits: &mut Limits) -> Result<String, String> {
        let wrong = |expected: &str| Err(format!("{name}: expected {expected}, found {value}"));
        match name {
            "time_limit" => match (value, value.parse().ok().map(Duration::try_from_secs_f64)) {
                ("off" | "0", _) => limits.wall = None,
                (_, Some(Ok(wall))) => limits.wall = Some(wall),
                _ => return wrong("a number of seconds, or off"),
            },
            "memory_limit" => match value.parse::<u64>() {
                Ok(megabytes @ 1..) => limits.memory = Some(megabytes.saturating_mul(1 << 20)),
                _ => return wrong("a number of megabytes"),
            },
            "inference_limit" => match (value, value.parse()) {
                ("off" | "0", _) => limits.inferences = None,
                (_, Ok(inferences)) => limits.inferences = Some(inferences),
                _ => return wrong("a number of inferences, or off"),
            },
            "strings" if !self.iso => {
                return Err(
                    "strings: here they are no lists of characters; with --iso they are".to_owned(),
                );
            }
            "strings" => match value {
                "text" => self.strings_as_lists = false,
                "list" => self.strings_as_lists = true,
                _ => return wrong("text or list"),
            },
            "depth" => match value.parse() {
                Ok(depth) => self.depth = depth,
                Err(_) => return wrong("a number from 0; 0 shows everything"),
            },
            "board" => {
                let (ascii, colour) = match value {
                    "ascii" => (true, false),
                    "colour" | "color" => (false, true),
                    "plain" => (false, false),
                    _ => return wrong("colour, plain or ascii"),
                };
                self.board = Style {
                    ascii,
                    colour,
                    ..self.board
                };
            }
            _ => return Err(format!("there is no setting {name}\n{NAMES}")),
        }
        Ok(String::new())
    }

    /// How the worker is to draw.
    pub fn drawing(&self) -> Drawing {
        Drawing {
            ascii: self.board.ascii,
            colour: self.board.colour,
            pictures: self.pictures,
        }
    }

    /// The answer as it is shown: deep terms shortened, strings as lists.
    pub fn shortened(&self, answer: &Answer) -> Answer {
        let changed = |binding: &Binding| {
            let term = binding.canonical.as_deref()?.parse::<Term>().ok()?;
            let text = self.changed(&term)?;
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

    /// The term as text, if these settings show it differently from Prolog's own text.
    fn changed(&self, term: &Term) -> Option<String> {
        let mut changed = false;
        let new = self.rewrite(term, self.depth, &mut changed);
        changed.then(|| new.to_string())
    }

    fn rewrite(&self, term: &Term, depth: usize, changed: &mut bool) -> Term {
        let dots = || Term::Atom("...".to_owned());
        match term {
            Term::String(text) if self.strings_as_lists => {
                *changed = true;
                let items = text.chars().map(|c| Term::Atom(c.to_string())).collect();
                self.rewrite(&Term::List(items, None), depth, changed)
            }
            Term::List(items, _) | Term::Compound(_, items)
                if self.depth > 0 && depth <= 1 && !items.is_empty() =>
            {
                *changed = true;
                dots()
            }
            Term::List(items, tail) => {
                let long = self.depth > 0 && items.len() > self.depth;
                *changed |= long;
                let kept = if long { self.depth } else { items.len() };
                let shown = items[..kept]
                    .iter()
                    .map(|item| self.rewrite(item, depth.saturating_sub(1), changed))
                    .collect();
                let tail = match long {
                    true => Some(Box::new(dots())),
                    false => tail
                        .as_ref()
                        .map(|tail| Box::new(self.rewrite(tail, depth.saturating_sub(1), changed))),
                };
                Term::List(shown, tail)
            }
            Term::Compound(name, arguments) => Term::Compound(
                name.clone(),
                arguments
                    .iter()
                    .map(|argument| self.rewrite(argument, depth.saturating_sub(1), changed))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(depth: usize, strings_as_lists: bool) -> View {
        View {
            board: Style::default(),
            iso: true,
            strings_as_lists,
            depth,
            pictures: false,
        }
    }

    #[test]
    fn shortens_only_what_is_deep_or_long() {
        let list: Term = "[1,2,3,4,5]".parse().unwrap();
        assert_eq!(view(5, false).changed(&list), None);
        assert_eq!(view(3, false).changed(&list).unwrap(), "[1,2,3|...]");
        let deep: Term = "f(g(h(i(j))))".parse().unwrap();
        assert_eq!(view(3, false).changed(&deep).unwrap(), "f(g(...))");
        assert_eq!(view(0, false).changed(&deep), None);
    }

    #[test]
    fn strings_as_lists() {
        let string: Term = "f(\"ab\")".parse().unwrap();
        assert_eq!(view(0, false).changed(&string), None);
        assert_eq!(view(0, true).changed(&string).unwrap(), "f([a,b])");
    }

    #[test]
    fn commands_say_what_they_expect() {
        let mut view = view(20, false);
        let mut limits = Limits::default();
        assert_eq!(view.command("set depth 7", &mut limits), Ok(String::new()));
        assert_eq!(view.depth, 7);
        view.command("set time_limit 1.5", &mut limits).unwrap();
        assert_eq!(limits.wall, Some(Duration::from_millis(1500)));
        let error = view
            .command("set time_limit soon", &mut limits)
            .unwrap_err();
        assert_eq!(
            error,
            "time_limit: expected a number of seconds, or off, found soon"
        );
        assert!(
            view.command("quit", &mut limits)
                .unwrap_err()
                .starts_with("there is no :quit")
        );
    }
}
