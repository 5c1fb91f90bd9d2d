//! The constraints of a bias: the shapes that most of Popper's users write, which are honoured
//! while clauses are made; `denials` has the others.

use std::ops::Range;

use super::{
    Severity,
    derive::{BiasFacts, Binding, GENERATOR, substitute},
    language::{Direction, Language},
    problem::{Problems, SourceFile, meant},
    statement::{Comparison, Item, Statement, UNDERSTOOD},
};
use crate::{
    ilp::{
        bias::{Bias, Constraint, PredicateId, TypeId},
        clause::Variable,
    },
    syntax::{Shape, Spanned},
};

/// What a constraint needs to know of the bias that is being made.
pub(super) struct Context<'a> {
    pub source: &'a SourceFile,
    pub program: &'a BiasFacts,
    pub language: &'a Language,
    pub bias: &'a Bias,
    /// The predicates that each signature became.
    pub predicates: &'a [Vec<PredicateId>],
}

/// Why a statement is no constraint of ours.
pub(super) enum Refusal {
    /// It has none of the shapes.
    Shape,
    /// It has, but this is wrong.
    Wrong(Range<usize>, String),
    /// It has, but names something that is not there: it has no effect.
    Idle(Range<usize>, String),
}

pub(super) type Read<T> = Result<T, Refusal>;

pub(super) fn wrong<T>(term: &Spanned, message: impl Into<String>) -> Read<T> {
    Err(Refusal::Wrong(term.span.clone(), message.into()))
}

impl Context<'_> {
    /// The constraints that the statements say, each with its place; the others become problems.
    pub fn constraints(
        &self,
        statements: &[Statement],
        problems: &mut Problems,
    ) -> Vec<(Range<usize>, Constraint)> {
        let mut constraints: Vec<(Range<usize>, Constraint)> = Vec::new();
        for statement in statements {
            let span = &statement.span;
            match self.understood(statement) {
                Ok(found) => {
                    for constraint in found {
                        if constraints.iter().all(|(_, known)| *known != constraint) {
                            constraints.push((span.clone(), constraint));
                        }
                    }
                    self.of_each_clause(statement, problems);
                }
                Err(Refusal::Wrong(span, message)) => problems.error(self.source, span, message),
                Err(Refusal::Idle(span, message)) => problems.warn(self.source, span, message),
                Err(Refusal::Shape) => problems.add(
                    Severity::Error,
                    self.source,
                    statement.span.clone(),
                    "this constraint is not understood",
                    Some(UNDERSTOOD.to_owned()),
                ),
            }
        }
        constraints
    }

    /// The constraints of a statement: as one of the shapes, or in general.
    fn understood(&self, statement: &Statement) -> Read<Vec<Constraint>> {
        for item in &statement.body {
            if let Item::Holds(goal) = item {
                self.has_facts(goal)?;
            }
        }
        match self.constraint(statement) {
            Err(Refusal::Shape) => {}
            found => return found,
        }
        let denials = match &statement.head {
            None => self.denials(&statement.body)?,
            Some(head) => self.denials(&as_constraint(head, &statement.body)?)?,
        };
        Ok(denials.into_iter().map(Constraint::Denied).collect())
    }

    /// That a goal of a constraint which speaks of facts can be true.
    fn has_facts(&self, goal: &Spanned) -> Read<()> {
        let Some((name, arguments)) = goal.call() else {
            return Err(Refusal::Shape);
        };
        let arity = arguments.len();
        if GENERATOR.contains(&name) || !self.program.facts(name, arity).is_empty() {
            return Ok(());
        }
        if OF_PROGRAMS.contains(&name) {
            return Err(Refusal::Shape);
        }
        let message = format!("the bias has no fact {name}/{arity}, so that this has no effect");
        Err(Refusal::Idle(goal.span.clone(), message))
    }

    /// Warns where Popper asks whether any clause of a program has something.
    fn of_each_clause(&self, statement: &Statement, problems: &mut Problems) {
        if !(self.language.recursion || self.language.invention) {
            return;
        }
        for item in &statement.body {
            let Item::Not(goal) = item else { continue };
            let clause = goal.call().and_then(|(_, arguments)| arguments.first());
            if clause.and_then(Spanned::variable) == Some("_") {
                let message = format!(
                    "`not {goal}` is asked of each clause; Popper asks it of the program, which \
                     may have it in one clause only"
                );
                problems.warn(self.source, goal.span.clone(), message);
            }
        }
    }

    /// The type of a name.
    pub(super) fn type_of(&self, name: &str, kind: &Spanned) -> Read<TypeId> {
        match self.bias.types.iter().position(|known| known == name) {
            Some(index) => Ok(TypeId(index as u16)),
            None => {
                let names = self.bias.types.iter().map(String::as_str);
                let meant = meant(name, names);
                wrong(kind, format!("no predicate has the type {name}{meant}"))
            }
        }
    }

    fn constraint(&self, statement: &Statement) -> Read<Vec<Constraint>> {
        if let Some(head) = &statement.head {
            return self.bad_body(head, &statement.body);
        }
        // What speaks of the clause, apart from `clause(C)` itself and from facts.
        let generator: Vec<&Item> = statement
            .body
            .iter()
            .filter(|item| match item {
                Item::Holds(goal) => matches!(goal.call(), Some(("body_literal", _))),
                _ => true,
            })
            .collect();
        let other = statement.body.iter().any(|item| match item {
            Item::Holds(goal) => goal.call().is_none_or(|(name, arguments)| {
                GENERATOR.contains(&name)
                    && !matches!((name, arguments.len()), ("clause", 1) | ("body_literal", 4))
            }),
            _ => false,
        });
        if other {
            return Err(Refusal::Shape);
        }
        let bindings = self.program.solutions(&statement.body);
        match generator.as_slice() {
            [Item::Not(goal)] => match goal.arguments("body_var") {
                Some([clause, variable]) if clause.variable().is_some() => {
                    Ok(vec![Constraint::BodyVariable(
                        self.head_variable(variable)?,
                    )])
                }
                _ => Err(Refusal::Shape),
            },
            [
                Item::Count {
                    tuple,
                    conditions,
                    comparison,
                    bound,
                },
            ] => {
                // A variable that has a type is a variable of the clause.
                let named = |condition: &&Spanned| condition.arguments::<2>("clause_var").is_none();
                let conditions: Vec<&Spanned> = conditions.iter().filter(named).collect();
                let [condition] = conditions.as_slice() else {
                    return Err(Refusal::Shape);
                };
                self.count(tuple, condition, *comparison, bound, &bindings)
            }
            [Item::Holds(goal)] => self.absent(goal, &bindings),
            _ => Err(Refusal::Shape),
        }
    }

    /// A variable of the head, by its number.
    pub(super) fn head_variable(&self, term: &Spanned) -> Read<Variable> {
        let heads = self
            .language
            .signatures
            .iter()
            .filter(|signature| signature.head);
        let most = heads.map(|head| head.arity).max().unwrap_or(0);
        match term.count() {
            Some(number) if number < most => Ok(number as Variable),
            Some(number) => wrong(
                term,
                format!(
                    "variable {number} is none of the head, whose variables are numbered from 0; \
                     others have no fixed numbers"
                ),
            ),
            None => wrong(
                term,
                format!("expected the number of a variable, found {term}"),
            ),
        }
    }

    fn count(
        &self,
        tuple: &[Spanned],
        condition: &Spanned,
        comparison: Comparison,
        bound: &Spanned,
        bindings: &[Binding],
    ) -> Read<Vec<Constraint>> {
        let Some(number) = bound.count() else {
            return wrong(bound, format!("expected a number, found {bound}"));
        };
        if let Some([_, variable, kind]) = condition.arguments("var_type") {
            let [counted] = tuple else {
                return Err(Refusal::Shape);
            };
            if counted.variable() != variable.variable() || variable.variable().is_none() {
                return Err(Refusal::Shape);
            }
            if comparison != Comparison::Different {
                return Err(Refusal::Shape);
            }
            let Some(name) = kind.atom() else {
                return Err(Refusal::Shape);
            };
            let kind = self.type_of(name, kind)?;
            return Ok(vec![Constraint::VariablesOfType(kind, number)]);
        }
        let Some([_, predicate, arity, variables]) = condition.arguments("body_literal") else {
            return Err(Refusal::Shape);
        };
        let counts_literals = tuple
            .iter()
            .any(|term| term.variable().is_some() && term.variable() == variables.variable());
        let most = match comparison {
            Comparison::Greater => Some(number),
            Comparison::GreaterOrEqual => number.checked_sub(1),
            _ => return Err(Refusal::Shape),
        };
        let (true, Some(most)) = (counts_literals, most) else {
            return Err(Refusal::Shape);
        };
        let mut constraints = Vec::new();
        for (name, signatures) in self.named(predicate, bindings)? {
            for signature in self.of_arity(arity, signatures) {
                let [id] = self.predicates[signature].as_slice() else {
                    let message =
                        format!("the literals of {name}, which has constants, cannot be counted");
                    return wrong(predicate, message);
                };
                constraints.push(Constraint::AtMost(*id, most));
            }
        }
        Ok(constraints)
    }

    /// `:- body_literal(C,P,A,_).`: no such literal in the clause.
    fn absent(&self, goal: &Spanned, bindings: &[Binding]) -> Read<Vec<Constraint>> {
        let Some([clause, predicate, arity, variables]) = goal.arguments("body_literal") else {
            return Err(Refusal::Shape);
        };
        if variables.variable().is_none() {
            return Err(Refusal::Shape);
        }
        let number = clause.count();
        if number.is_none() && clause.variable().is_none() {
            return Err(Refusal::Shape);
        }
        let unbound = |term: &Spanned| {
            term.variable()
                .is_some_and(|name| bindings.iter().all(|binding| !binding.contains_key(name)))
        };
        let signatures: Vec<usize> = match unbound(predicate) {
            true => self.body().collect(),
            false => {
                let named = self.named(predicate, bindings)?;
                named
                    .into_iter()
                    .flat_map(|(_, signatures)| signatures)
                    .collect()
            }
        };
        if unbound(predicate) && arity.count().is_none() {
            return Err(Refusal::Shape);
        }
        let programs = self.language.recursion || self.language.invention;
        let ids = self
            .of_arity(arity, signatures)
            .into_iter()
            .flat_map(|signature| self.predicates[signature].iter());
        Ok(match (number, programs) {
            (Some(number), true) => ids.map(|id| Constraint::NotInClause(number, *id)).collect(),
            // Without recursion, each clause is clause 0.
            (None | Some(0), _) => ids.map(|id| Constraint::AtMost(*id, 0)).collect(),
            (Some(_), false) => Vec::new(),
        })
    }

    fn body(&self) -> impl Iterator<Item = usize> {
        let all = self.language.signatures.iter().enumerate();
        all.filter(|(_, signature)| !signature.head)
            .map(|(index, _)| index)
    }

    /// The body predicates that a term names, under each of the bindings.
    fn named(&self, term: &Spanned, bindings: &[Binding]) -> Read<Vec<(String, Vec<usize>)>> {
        let mut found: Vec<(String, Vec<usize>)> = Vec::new();
        for binding in bindings {
            let value = substitute(term, binding);
            let Some(name) = value.atom() else {
                return Err(Refusal::Shape);
            };
            if found.iter().any(|(known, _)| known == name) {
                continue;
            }
            let signatures: Vec<usize> = self
                .body()
                .filter(|&index| self.language.signatures[index].name == name)
                .collect();
            // A fact such as only_once(p) may name more than the bodies do.
            if signatures.is_empty() && term.variable().is_some() {
                continue;
            }
            if signatures.is_empty() {
                let names = self
                    .body()
                    .map(|index| self.language.signatures[index].name.as_str());
                let message = format!("{name} is no body predicate{}", meant(name, names));
                return Err(Refusal::Idle(value.span.clone(), message));
            }
            found.push((name.to_owned(), signatures));
        }
        Ok(found)
    }

    fn of_arity(&self, arity: &Spanned, mut signatures: Vec<usize>) -> Vec<usize> {
        if let Some(arity) = arity.count() {
            signatures.retain(|&index| self.language.signatures[index].arity == arity);
        }
        signatures
    }

    /// `bad_body(P,Vars) :- vars(_,Vars), Vars = (V0,_), V0 != 0.`
    fn bad_body(&self, head: &Spanned, body: &[Item]) -> Read<Vec<Constraint>> {
        let Some([predicate, variables]) = head.arguments("bad_body") else {
            return Err(Refusal::Shape);
        };
        let mut tuple = match &variables.shape {
            Shape::Tuple(_) => Some(variables),
            _ => None,
        };
        let mut compared = None;
        for item in body {
            match item {
                Item::Holds(goal) => match goal.arguments("vars") {
                    Some(
                        [
                            _,
                            Spanned {
                                shape: Shape::Tuple(_),
                                ..
                            },
                        ],
                    ) => {
                        tuple = goal
                            .arguments("vars")
                            .map(|[_, tuple]: &[Spanned; 2]| tuple);
                    }
                    Some([_, other]) if other.variable().is_some() => {}
                    Some(_) => return Err(Refusal::Shape),
                    None => {
                        let known = goal
                            .call()
                            .is_some_and(|(name, _)| !GENERATOR.contains(&name));
                        if !known {
                            return Err(Refusal::Shape);
                        }
                    }
                },
                Item::Compare(left, Comparison::Equal, right)
                    if matches!(right.shape, Shape::Tuple(_))
                        && left.variable() == variables.variable() =>
                {
                    tuple = Some(right);
                }
                Item::Compare(left, comparison, right) if compared.is_none() => {
                    compared = Some(match left.variable() {
                        Some(name) => (name, *comparison, right),
                        None => (right.variable().ok_or(Refusal::Shape)?, *comparison, left),
                    });
                }
                _ => return Err(Refusal::Shape),
            }
        }
        let (Some(tuple), Some((name, comparison, value))) = (tuple, compared) else {
            return Err(Refusal::Shape);
        };
        let elements = tuple.elements();
        let Some(place) = elements
            .iter()
            .position(|element| element.variable() == Some(name))
        else {
            return Err(Refusal::Shape);
        };
        if elements.iter().any(|element| element.variable().is_none()) {
            return Err(Refusal::Shape);
        }
        let equal = match comparison {
            Comparison::Different => true,
            Comparison::Equal => false,
            _ => return Err(Refusal::Shape),
        };
        let variable = self.head_variable(value)?;
        let bindings = self.program.solutions(body);
        let mut constraints = Vec::new();
        for (name, signatures) in self.named(predicate, &bindings)? {
            let arity = elements.len();
            let Some(&signature) = signatures
                .iter()
                .find(|&&index| self.language.signatures[index].arity == arity)
            else {
                return wrong(
                    tuple,
                    format!(
                        "{tuple} has {arity} elements, but {name}/{arity} is no body predicate"
                    ),
                );
            };
            let declared = &self.language.signatures[signature];
            let constant = |at: usize| declared.direction(at) == Some(Direction::Constant);
            if constant(place) {
                return wrong(
                    &elements[place],
                    format!("this argument of {name} is a constant"),
                );
            }
            let argument = (0..place).filter(|&at| !constant(at)).count();
            constraints.extend(self.predicates[signature].iter().map(|&predicate| {
                Constraint::Argument {
                    predicate,
                    argument,
                    variable,
                    equal,
                }
            }));
        }
        Ok(constraints)
    }
}

/// What Popper's generator says of whole programs.
const OF_PROGRAMS: [&str; 16] = [
    "base_clause",
    "body_aux",
    "calls_invented",
    "head_aux",
    "invented",
    "lower",
    "multiclause",
    "num_clauses",
    "num_recursive",
    "pi",
    "program_size",
    "recursive",
    "recursive_clause",
    "same_head",
    "size",
    "var",
];

/// `bad_body(P,Vars) :- B.` as the body of `:- body_literal(_,P,_,Vars), B.`
fn as_constraint(head: &Spanned, body: &[Item]) -> Read<Vec<Item>> {
    let Some([predicate, variables]) = head.arguments("bad_body") else {
        return Err(Refusal::Shape);
    };
    let any = || Spanned {
        span: head.span.clone(),
        shape: Shape::Variable("_".to_owned()),
    };
    let arguments = vec![any(), predicate.clone(), any(), variables.clone()];
    let literal = Item::Holds(Spanned {
        span: head.span.clone(),
        shape: Shape::Compound("body_literal".to_owned(), arguments),
    });
    let rest = body.iter().filter(|item| match item {
        // The same tuple once more.
        Item::Holds(goal) => match goal.arguments("vars") {
            Some([_, tuple]) => tuple.to_string() != variables.to_string(),
            None => true,
        },
        _ => true,
    });
    Ok([literal].into_iter().chain(rest.cloned()).collect())
}
