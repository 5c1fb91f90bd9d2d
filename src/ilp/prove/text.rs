//! Goals and their proofs as Prolog text, as `prolog/prove_calls.pl` takes and gives them.

use std::fmt;

use super::{Ball, Call, Proof};
use crate::term::{Term, atom_text};

/// The goal as Prolog text.
pub fn goal(call: &Call) -> String {
    let mut text = atom_text(&call.name);
    for (index, argument) in call.arguments.iter().enumerate() {
        text.push(if index == 0 { '(' } else { ',' });
        text.push_str(argument.as_deref().unwrap_or("_"));
    }
    if !call.arguments.is_empty() {
        text.push(')');
    }
    text
}

/// The goals of calls as a list in Prolog text.
pub fn goals(calls: &[Call]) -> String {
    goals_given(calls, |_| None)
}

/// The same, where arguments that `prove_calls:remember/1` was told of stand as their numbers.
pub fn goals_given(calls: &[Call], number: impl Fn(&str) -> Option<usize>) -> String {
    let goal = |call: &Call| {
        let mut given = Vec::new();
        let mut rest = Call {
            name: call.name.clone(),
            arguments: Vec::with_capacity(call.arguments.len()),
        };
        for (index, argument) in call.arguments.iter().enumerate() {
            let known = argument.as_deref().and_then(&number);
            given.extend(known.map(|number| format!("{}-{number}", index + 1)));
            rest.arguments
                .push(argument.clone().filter(|_| known.is_none()));
        }
        match given.is_empty() {
            true => goal(&rest),
            false => format!("'$given'([{}],{})", given.join(","), goal(&rest)),
        }
    };
    let goals: Vec<String> = calls.iter().map(goal).collect();
    format!("[{}]", goals.join(","))
}

/// Reads what `prove_calls:proofs/4` has found, a list in canonical text; `None` if it is none.
pub fn read_proofs(text: &str) -> Option<Vec<Proof>> {
    match text.parse().ok()? {
        Term::List(proofs, None) => proofs.iter().map(proof).collect(),
        Term::Atom(empty) if empty == "[]" => Some(Vec::new()),
        _ => None,
    }
}

fn proof(proof: &Term) -> Option<Proof> {
    Some(match proof {
        Term::Atom(holds) if holds == "true" => Proof::Answers(vec![Vec::new()]),
        Term::Atom(fails) if fails == "false" || fails == "[]" => Proof::Answers(Vec::new()),
        Term::Atom(limit) if limit == "limit" => Proof::Limit,
        Term::List(rows, None) => Proof::Answers(rows.iter().map(row).collect::<Option<_>>()?),
        error => {
            let [ball] = error.arguments("error")?;
            Proof::Error(Ball {
                canonical: ball.canonical(),
            })
        }
    })
}

fn row(row: &Term) -> Option<Vec<String>> {
    match row {
        Term::Compound(name, values) if name == "row" => {
            Some(values.iter().map(Term::canonical).collect())
        }
        _ => None,
    }
}

impl Ball {
    /// The goal, if it was its answer that was not ground.
    pub fn open_goal(&self) -> Option<Term> {
        let ball: Term = self.canonical.parse().ok()?;
        let [formal, _] = ball.arguments("error")?;
        let [goal] = formal.arguments("not_ground_answer")?;
        Some(goal.clone())
    }
}

impl fmt::Display for Ball {
    /// Readable Prolog text, or a sentence about an answer that is not ground.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.open_goal(), self.canonical.parse::<Term>()) {
            (Some(goal), _) => write!(f, "{goal} has an answer that is not ground"),
            (None, Ok(ball)) => ball.fmt(f),
            (None, Err(_)) => f.write_str(&self.canonical),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_arguments_are_numbers() {
        let call = Call {
            name: "p".into(),
            arguments: vec![Some("a".into()), None, Some("[b]".into())],
        };
        let calls = [call.clone(), call];
        let number = |text: &str| (text == "[b]").then_some(7);
        assert_eq!(
            goals_given(&calls[..1], number),
            "['$given'([3-7],p(a,_,_))]"
        );
        assert_eq!(goals(&calls), "[p(a,_,[b]),p(a,_,[b])]");
    }

    #[test]
    fn proofs_are_read() {
        let text = "[true,false,limit,[],'.'(row(a,1),'.'(row('B','.'(c,[])),[])),\
                    error(error(type_error(evaluable,/(foo,0)),/(is,2))),\
                    error(error(not_ground_answer(length(A,1)),prove_calls))]";
        let row = |values: &[&str]| values.iter().map(|v| v.to_string()).collect::<Vec<_>>();
        assert_eq!(
            read_proofs(text).unwrap(),
            [
                Proof::Answers(vec![row(&[])]),
                Proof::Answers(vec![]),
                Proof::Limit,
                Proof::Answers(vec![]),
                Proof::Answers(vec![row(&["a", "1"]), row(&["'B'", "[c]"])]),
                Proof::Error("error(type_error(evaluable,/(foo,0)),/(is,2))".into()),
                Proof::Error("error(not_ground_answer(length(A,1)),prove_calls)".into()),
            ]
        );
        let shown = |ball: &str| Ball::from(ball).to_string();
        assert_eq!(shown("error(a,/(is,2))"), "error(a,(is)/2)");
        assert_eq!(
            shown("error(not_ground_answer(length(A,1)),prove_calls)"),
            "length(A,1) has an answer that is not ground"
        );
        assert_eq!(shown("no term"), "no term");
        assert_eq!(read_proofs("[true,maybe]"), None);
    }
}
