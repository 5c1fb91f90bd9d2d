//! Quads: queries in a file with the description of their answers below, which are tests.
//!
//! ```prolog
//! ?- member(X, [1,2]).
//!    X = 1
//! ;  X = 2.
//! ```
//!
//! A description is what the top level prints: answers with `;` between them, `true`, `false`, an error.
//! It may end with `; ...` when there are more answers, leave out the context of an error
//! (`type_error(list, a)` or `error(type_error(list, a), _)`), and be `loops` where no answer is
//! expected in the time that a query has. Names of fresh variables do not matter.

use std::collections::HashMap;

use super::{answer_text, ball, failure};
use crate::{
    engine::{Aborted, Effects, Engine, Event, Limits, QueryOptions},
    syntax::{self, Kind},
};

/// A query and the description of its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quad {
    /// The query, with its full stop.
    pub query: String,
    /// The description, with its full stop.
    pub expected: String,
    /// The line of the query, from 1.
    pub line: usize,
}

/// What a query answered, as one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The answers, described as in a quad.
    pub text: String,
    /// Whether that is what the quad expects.
    pub as_expected: bool,
    /// What it has printed, also as errors where the settings make events of these.
    pub output: String,
    /// The error that has ended it, as canonical text; not where the query could not be read.
    pub raised: Option<String>,
}

/// The quads in a text. A query that no description follows is no quad.
pub fn quads(text: &str) -> Vec<Quad> {
    let tokens = syntax::tokens(text);
    let clauses = syntax::split(text, &tokens);
    let query = |clause: &str| Some(clause.strip_prefix("?-")?.trim().to_owned());
    clauses
        .windows(2)
        .filter_map(|pair| {
            let expected = pair[1].text;
            if expected.starts_with("?-") || !syntax::is_description(text, pair[1].span.start) {
                return None;
            }
            Some(Quad {
                query: query(pair[0].text)?,
                expected: expected.to_owned(),
                line: pair[0].line,
            })
        })
        .collect()
}

/// Runs the query of a quad, which may stand in a consulted file; what it changes in the database stays.
pub fn run(engine: &mut Engine, file: Option<&str>, quad: &Quad, limits: Limits) -> Observed {
    run_with(engine, file, quad, limits, Effects::Commit)
}

/// The same, where `effects` says what becomes of changes.
pub(crate) fn run_with(
    engine: &mut Engine,
    file: Option<&str>,
    quad: &Quad,
    limits: Limits,
    effects: Effects,
) -> Observed {
    let (expected, open) = alternatives(&quad.expected);
    let options = QueryOptions {
        limits: Limits {
            // One more than is described, to see that there is no more.
            answers: Some(expected.len() as u64 + u64::from(!open)),
            ..limits
        },
        effects,
        ..QueryOptions::default()
    };
    let mut observed = Vec::new();
    let mut loops = false;
    let mut output = String::new();
    let mut ended = None;
    for event in engine.query_in(file, &quad.query, options) {
        match event {
            Ok(Event::Answer(answer)) => observed.push(answer_text(&answer)),
            Ok(Event::False) => observed.push("false".to_owned()),
            Ok(Event::Error(raised)) => {
                observed.push(ball(&raised));
                ended = raised.problem.is_none().then_some(raised.canonical);
            }
            Ok(Event::Output(text) | Event::ErrorOutput(text)) => output.push_str(&text),
            // What is told meanwhile is no answer.
            Ok(Event::Diagnostic(_) | Event::Stopped | Event::Progress(_) | Event::Picture(_)) => {}
            Ok(event) => {
                loops |= matches!(
                    event,
                    Event::Aborted(Aborted::Timeout) | Event::InferenceLimit
                );
                observed.push(failure(&event, &limits));
            }
            Err(error) => observed.push(error.to_string()),
        }
    }
    let observed_forms: Vec<_> = observed.iter().map(|text| form(text)).collect();
    let matching = |(i, expected): (usize, &String)| {
        observed_forms
            .get(i)
            .is_some_and(|observed| matches_form(observed, expected))
    };
    let all = expected.iter().enumerate().all(matching);
    let as_expected = match expected.as_slice() {
        [only] if only == "loops" => loops,
        _ => all && (open || observed.len() == expected.len()),
    };
    Observed {
        text: format!("{}.", observed.join("\n;  ")),
        as_expected,
        output,
        raised: ended,
    }
}

/// The described answers, normalised, and whether there may be more.
fn alternatives(description: &str) -> (Vec<String>, bool) {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for token in syntax::tokens(description) {
        let source = &description[token.span.clone()];
        match (token.kind, source) {
            (Kind::Comment | Kind::End, _) => continue,
            (_, "(" | "[" | "{") => depth += 1,
            (_, ")" | "]" | "}") => depth -= 1,
            (_, ";") if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(source);
            part.push(' ');
        }
    }
    let mut parts: Vec<_> = parts.iter().map(|part| form(part)).collect();
    let open = parts.last().is_some_and(|last| last == "...");
    if open {
        parts.pop();
    }
    (parts, open)
}

/// A text without what does not matter: white space, names of fresh variables.
pub(super) fn form(text: &str) -> String {
    let mut names: HashMap<&str, usize> = HashMap::new();
    let mut words = Vec::new();
    for token in syntax::tokens(text) {
        let source = &text[token.span];
        match token.kind {
            Kind::Comment => {}
            Kind::Variable if source.starts_with('_') => {
                let next = names.len();
                words.push(format!("_{}", names.entry(source).or_insert(next)));
            }
            _ => words.push(source.to_owned()),
        }
    }
    words.join(" ")
}

/// Whether what was observed is what is described; an error may be described by its first argument.
fn matches_form(observed: &str, expected: &str) -> bool {
    if observed == expected {
        return true;
    }
    let Some(formal) = observed
        .strip_prefix("error ( ")
        .and_then(|rest| rest.rfind(" , ").map(|comma| &rest[..comma]))
    else {
        return false;
    };
    let described = expected
        .strip_prefix("error ( ")
        .and_then(|rest| rest.strip_suffix(" )"))
        .map_or(expected, |rest| {
            rest.rfind(" , _").map_or(rest, |comma| &rest[..comma])
        });
    formal == described || formal == expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quads_of_a_text() {
        let text = "% c\n?- member(X, [1]).\n   X = 1.\n\np(1).\n?- p(X).\n?- p(Y).\n   Y = 1\n;  ... .\n?- q.\nq.\n";
        let found = quads(text);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].query.as_str(), found[0].line),
            ("member(X, [1]).", 2)
        );
        assert_eq!(found[1].expected, "Y = 1\n;  ... .");
    }

    #[test]
    fn descriptions() {
        assert_eq!(
            alternatives("X = 1, Y = (a;b)\n;  X = f(_A,_B,_A)\n;  ... ."),
            (
                vec![
                    "X = 1 , Y = ( a ; b )".to_owned(),
                    "X = f ( _0 , _1 , _0 )".to_owned()
                ],
                true
            )
        );
        let observed = form("error(type_error(list,a),length/2)");
        for described in [
            "type_error(list, a)",
            "error(type_error(list,a),_)",
            "error(type_error(list,a),length/2)",
        ] {
            assert!(matches_form(&observed, &form(described)), "{described}");
        }
        assert!(!matches_form(&observed, &form("type_error(list, b)")));
    }
}
