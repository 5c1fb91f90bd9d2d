//! The facts of a bias, with those that its rules derive from others.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Severity,
    problem::{Problems, SourceFile},
    statement::{Comparison, Item, Statement, UNDERSTOOD},
};
use crate::syntax::{Shape, Spanned};

/// What the variables of a rule stand for.
pub(super) type Binding = HashMap<String, Spanned>;

/// A fact, given or derived.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// Where it is written, or the rule that derives it.
    pub span: Range<usize>,
    pub arguments: Vec<Spanned>,
}

/// The facts by name and arity, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct BiasFacts {
    facts: HashMap<(String, usize), Vec<Fact>>,
    known: HashSet<String>,
}

/// The predicates that only Popper's generator defines.
pub(super) const GENERATOR: [&str; 11] = [
    "clause",
    "body_literal",
    "head_literal",
    "body_var",
    "head_var",
    "clause_var",
    "var_type",
    "body_size",
    "vars",
    "var_pos",
    "var_member",
];

/// Most facts that rules may derive.
const MOST: usize = 100_000;

impl BiasFacts {
    /// The facts of `statements` and what their rules derive; the others are handed back.
    pub fn new(
        statements: Vec<Statement>,
        source: &SourceFile,
        problems: &mut Problems,
    ) -> (BiasFacts, Vec<Statement>) {
        let mut program = BiasFacts::default();
        let mut rules = Vec::new();
        let mut rest = Vec::new();
        for statement in statements {
            let Some(head) = &statement.head else {
                rest.push(statement);
                continue;
            };
            let Some((name, arguments)) = head.call() else {
                problems.error(source, head.span.clone(), format!("{head} is no fact"));
                continue;
            };
            if statement.body.is_empty() {
                match head.first_variable() {
                    Some(variable) => problems.error(
                        source,
                        variable.span.clone(),
                        format!("a fact has no variables, but here is {variable}"),
                    ),
                    None => _ = program.add(name, arguments, head.span.clone()),
                }
            } else if name == "bad_body" {
                rest.push(statement);
            } else {
                rules.push(statement);
            }
        }
        rules.retain(|rule| derivable(rule, source, problems));
        program.fixpoint(&rules, source, problems);
        (program, rest)
    }

    fn add(&mut self, name: &str, arguments: &[Spanned], span: Range<usize>) -> bool {
        let mut key = format!("{name}/{}", arguments.len());
        for argument in arguments {
            key.push(' ');
            key.push_str(&argument.to_string());
        }
        let new = self.known.insert(key);
        if new {
            let facts = self.facts.entry((name.to_owned(), arguments.len()));
            facts.or_default().push(Fact {
                span,
                arguments: arguments.to_vec(),
            });
        }
        new
    }

    fn fixpoint(&mut self, rules: &[Statement], source: &SourceFile, problems: &mut Problems) {
        loop {
            let mut found = Vec::new();
            for rule in rules {
                let Some(head) = &rule.head else { continue };
                for binding in self.solutions(&rule.body) {
                    found.push((substitute(head, &binding), rule.span.clone()));
                }
            }
            let mut new = false;
            for (fact, span) in found {
                if let (Some((name, arguments)), true) = (fact.call(), fact.is_ground()) {
                    new |= self.add(name, arguments, span);
                }
            }
            if self.known.len() > MOST {
                let span = rules[0].span.clone();
                problems.error(source, span, "the rules derive more than 100,000 facts");
                return;
            }
            if !new {
                return;
            }
        }
    }

    /// The facts of a predicate.
    pub fn facts(&self, name: &str, arity: usize) -> &[Fact] {
        self.facts
            .get(&(name.to_owned(), arity))
            .map_or(&[], Vec::as_slice)
    }

    /// The names and arities that there are facts of.
    pub fn names(&self) -> impl Iterator<Item = (&str, usize, &Fact)> {
        self.facts
            .iter()
            .filter_map(|((name, arity), facts)| Some((name.as_str(), *arity, facts.first()?)))
    }

    /// The solutions of those items that speak of facts, and of comparisons of what is bound;
    /// what else there is among the items counts as true.
    pub fn solutions(&self, body: &[Item]) -> Vec<Binding> {
        let mut solutions = vec![Binding::new()];
        for item in body {
            let Item::Holds(goal) = item else { continue };
            let Some((name, arguments)) = goal.call() else {
                continue;
            };
            if GENERATOR.contains(&name) {
                continue;
            }
            let mut next = Vec::new();
            for binding in &solutions {
                for fact in self.facts(name, arguments.len()) {
                    let mut binding = binding.clone();
                    let pairs = arguments.iter().zip(&fact.arguments);
                    if pairs
                        .into_iter()
                        .all(|(pattern, value)| matches(pattern, value, &mut binding))
                    {
                        next.push(binding);
                    }
                }
            }
            solutions = next;
        }
        solutions.retain(|binding| {
            body.iter().all(|item| match item {
                Item::Compare(left, comparison, right) => {
                    let (left, right) = (substitute(left, binding), substitute(right, binding));
                    let bound = left.is_ground() && right.is_ground();
                    !bound || holds(&left, *comparison, &right)
                }
                _ => true,
            })
        });
        solutions
    }
}

/// Whether a rule derives facts from facts; if not, that is a problem.
fn derivable(rule: &Statement, source: &SourceFile, problems: &mut Problems) -> bool {
    let mut bound: HashSet<&str> = HashSet::new();
    for item in &rule.body {
        match item {
            Item::Holds(goal) => match goal.call() {
                Some((name, _)) if !GENERATOR.contains(&name) => variables(goal, &mut bound),
                _ => {
                    let message = format!("{goal} is not understood in a rule");
                    let help = Some(UNDERSTOOD.to_owned());
                    problems.add(Severity::Error, source, goal.span.clone(), message, help);
                    return false;
                }
            },
            Item::Compare(..) => {}
            Item::Not(_) | Item::Count { .. } => {
                let message = "this rule is not understood";
                let help = Some(UNDERSTOOD.to_owned());
                problems.add(Severity::Error, source, rule.span.clone(), message, help);
                return false;
            }
        }
    }
    bound.remove("_");
    let mut used = HashSet::new();
    rule.head.iter().for_each(|head| variables(head, &mut used));
    for item in &rule.body {
        if let Item::Compare(left, _, right) = item {
            variables(left, &mut used);
            variables(right, &mut used);
        }
    }
    match used.into_iter().filter(|name| !bound.contains(name)).min() {
        None => true,
        Some(name) => {
            let message = format!("no fact in the body of this rule binds {name}");
            problems.error(source, rule.span.clone(), message);
            false
        }
    }
}

fn variables<'a>(term: &'a Spanned, into: &mut HashSet<&'a str>) {
    match &term.shape {
        Shape::Variable(name) => _ = into.insert(name),
        Shape::Compound(_, items) | Shape::Tuple(items) => {
            items.iter().for_each(|item| variables(item, into));
        }
        _ => {}
    }
}

/// Whether a pattern becomes the ground `value`; binds its variables.
fn matches(pattern: &Spanned, value: &Spanned, binding: &mut Binding) -> bool {
    match (&pattern.shape, &value.shape) {
        (Shape::Variable(name), _) if name == "_" => true,
        (Shape::Variable(name), _) => match binding.get(name) {
            Some(bound) => bound.to_string() == value.to_string(),
            None => {
                binding.insert(name.clone(), value.clone());
                true
            }
        },
        (Shape::Compound(one, _), Shape::Compound(other, _)) if one != other => false,
        (Shape::Compound(_, ours), Shape::Compound(_, theirs))
        | (Shape::Tuple(ours), Shape::Tuple(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|(pattern, value)| matches(pattern, value, binding))
        }
        _ => pattern.to_string() == value.to_string(),
    }
}

/// The term with its bound variables replaced.
pub(super) fn substitute(term: &Spanned, binding: &Binding) -> Spanned {
    let all = |items: &[Spanned]| items.iter().map(|item| substitute(item, binding)).collect();
    let shape = match &term.shape {
        Shape::Variable(name) => match binding.get(name) {
            Some(value) => value.shape.clone(),
            None => term.shape.clone(),
        },
        Shape::Compound(name, items) => Shape::Compound(name.clone(), all(items)),
        Shape::Tuple(items) => Shape::Tuple(all(items)),
        other => other.clone(),
    };
    Spanned {
        span: term.span.clone(),
        shape,
    }
}

/// Whether a comparison of ground terms holds; only numbers from 0 have an order here.
pub(super) fn holds(left: &Spanned, comparison: Comparison, right: &Spanned) -> bool {
    let same = left.to_string() == right.to_string();
    let order = left
        .count()
        .zip(right.count())
        .map(|(left, right)| left.cmp(&right));
    match comparison {
        Comparison::Equal => same,
        Comparison::Different => !same,
        Comparison::Less => order.is_some_and(|order| order.is_lt()),
        Comparison::LessOrEqual => order.is_some_and(|order| order.is_le()),
        Comparison::Greater => order.is_some_and(|order| order.is_gt()),
        Comparison::GreaterOrEqual => order.is_some_and(|order| order.is_ge()),
    }
}
