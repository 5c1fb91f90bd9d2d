//! Goals made of the modes in which a predicate is to answer, small ones first.

use std::fmt;

use crate::term::Term;

/// How many goals are made of a mode.
const GOALS: usize = 80;
/// The sizes of what is tried; beyond, goals differ from smaller ones in little.
const LARGEST: usize = 12;

/// A mode: `app(+list(int), +list(int), -list)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    name: String,
    arguments: Vec<Argument>,
}

/// An argument: given, of this type; or left open.
#[derive(Debug, Clone, PartialEq)]
enum Argument {
    Given(Type),
    Open(String),
}

/// What is given.
#[derive(Debug, Clone, PartialEq)]
enum Type {
    Any,
    Int,
    Nat,
    Atom,
    Bool,
    List(Box<Type>),
    OneOf(Vec<Term>),
}

impl Mode {
    /// Reads a mode as `prolog/grading.pl` has checked it.
    pub fn read(term: &Term) -> Option<Mode> {
        let Term::Compound(name, arguments) = term else {
            return None;
        };
        let argument = |argument: &Term| match argument {
            Term::Compound(sign, of) if sign == "+" => {
                Some(Argument::Given(Type::read(of.first()?)?))
            }
            Term::Compound(sign, of) if sign == "-" => {
                Some(Argument::Open(of.first()?.to_string()))
            }
            _ => None,
        };
        let arguments: Option<Vec<Argument>> = arguments.iter().map(argument).collect();
        Some(Mode {
            name: name.clone(),
            arguments: arguments?,
        })
    }

    /// The goals, small ones first; each once.
    pub fn goals(&self) -> Vec<String> {
        let mut goals = Vec::new();
        for size in 0..=LARGEST {
            let mut given = Vec::new();
            self.fill(size, &mut given, &mut goals);
            if goals.len() >= GOALS {
                break;
            }
        }
        goals.truncate(GOALS);
        goals
    }

    /// Adds the goals whose given arguments have this size together, after those in `given`.
    fn fill(&self, size: usize, given: &mut Vec<String>, goals: &mut Vec<String>) {
        let Some(argument) = self.arguments.get(given.len()) else {
            if size == 0 {
                let arguments = given.join(",");
                goals.push(format!(
                    "{}({arguments})",
                    crate::term::atom_text(&self.name)
                ));
            }
            return;
        };
        match argument {
            Argument::Open(_) => {
                given.push(variable(given.len()));
                self.fill(size, given, goals);
                given.pop();
            }
            Argument::Given(of) => {
                for own in 0..=size {
                    for term in of.terms(own) {
                        given.push(term);
                        self.fill(size - own, given, goals);
                        given.pop();
                        if goals.len() >= GOALS * 4 {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// The variable of an open argument.
fn variable(at: usize) -> String {
    format!("A{}", at + 1)
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Given(of) => format!("+{of}"),
                Argument::Open(of) => format!("-{of}"),
            })
            .collect();
        write!(f, "{}({})", self.name, arguments.join(", "))
    }
}

impl Type {
    fn read(term: &Term) -> Option<Type> {
        Some(match term {
            Term::Atom(name) => match name.as_str() {
                "any" => Type::Any,
                "int" => Type::Int,
                "nat" => Type::Nat,
                "atom" => Type::Atom,
                "bool" => Type::Bool,
                "list" => Type::List(Box::new(Type::Atom)),
                _ => return None,
            },
            Term::Compound(name, of) if name == "list" => {
                Type::List(Box::new(Type::read(of.first()?)?))
            }
            Term::Compound(name, of) if name == "one_of" => Type::OneOf(of.first()?.elements()?),
            _ => return None,
        })
    }

    /// The terms of a size, as text: numbers are as large as they are, and lists one more for each element.
    fn terms(&self, size: usize) -> Vec<String> {
        match self {
            Type::Int if size > 0 => vec![size.to_string(), format!("-{size}")],
            Type::Int | Type::Nat => vec![size.to_string()],
            Type::Atom => ["a", "b", "c"]
                .get(size)
                .map(ToString::to_string)
                .into_iter()
                .collect(),
            Type::Bool => ["true", "false"]
                .get(size)
                .map(ToString::to_string)
                .into_iter()
                .collect(),
            Type::OneOf(terms) => terms.get(size).map(Term::canonical).into_iter().collect(),
            Type::List(of) => of
                .lists(size)
                .iter()
                .map(|list| format!("[{}]", list.join(",")))
                .collect(),
            Type::Any => [Type::Atom, Type::Int, Type::List(Box::new(Type::Atom))]
                .iter()
                .flat_map(|of| of.terms(size))
                .collect(),
        }
    }

    /// Lists of elements of this type that have a size together.
    fn lists(&self, size: usize) -> Vec<Vec<String>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let mut lists = Vec::new();
        for first in 0..size {
            for element in self.terms(first) {
                for rest in self.lists(size - 1 - first) {
                    if lists.len() == GOALS {
                        return lists;
                    }
                    lists.push([vec![element.clone()], rest].concat());
                }
            }
        }
        lists
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Any => f.write_str("any"),
            Type::Int => f.write_str("int"),
            Type::Nat => f.write_str("nat"),
            Type::Atom => f.write_str("atom"),
            Type::Bool => f.write_str("bool"),
            Type::List(of) if **of == Type::Atom => f.write_str("list"),
            Type::List(of) => write!(f, "list({of})"),
            Type::OneOf(terms) => write!(f, "one_of({})", Term::List(terms.clone(), None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goals(mode: &str) -> Vec<String> {
        Mode::read(&mode.parse().unwrap()).unwrap().goals()
    }

    #[test]
    fn small_goals_come_first() {
        let made = goals("len(+(list(int)),-(int))");
        assert_eq!(
            made[..6],
            [
                "len([],A2)",
                "len([0],A2)",
                "len([0,0],A2)",
                "len([1],A2)",
                "len([-1],A2)",
                "len([0,0,0],A2)"
            ]
        );
        assert_eq!(made.len(), GOALS);
        let unique: std::collections::HashSet<_> = made.iter().collect();
        assert_eq!(unique.len(), GOALS);
    }

    #[test]
    fn few_terms_make_few_goals() {
        assert_eq!(goals("p(+(bool),-(any))"), ["p(true,A2)", "p(false,A2)"]);
        assert_eq!(goals("p(-(any))"), ["p(A1)"]);
        let made = goals("q(+(one_of([x,f(y)])),+(nat))");
        assert_eq!(made[..3], ["q(x,0)", "q(x,1)", "q(f(y),0)"]);
    }

    #[test]
    fn modes_are_shown_as_they_were_written() {
        let mode = Mode::read(&"app(+(list(int)),+(list),-(list))".parse().unwrap()).unwrap();
        assert_eq!(mode.to_string(), "app(+list(int), +list, -list)");
    }
}
