//! Constraints on single clauses in general: conjunctions of what Popper's generator says of a
//! clause. `constraints` has the shapes that are honoured faster.

mod bodies;

use std::collections::{BTreeMap, HashMap};

use self::bodies::{all_replaced, atoms, parts, replaced, uses, with_tuples};
use super::{
    constraints::{Context, Read, Refusal, wrong},
    derive::{Binding, GENERATOR, holds},
    language::Direction,
    problem::meant,
    statement::{Comparison, Item},
};
use crate::{
    ilp::bias::{Denial, Goal, Part, Pattern, PredicateId, TypeId},
    syntax::{Shape, Spanned},
};

/// How many denials one statement may become: one for each choice of the predicates that it names
/// by the same variable.
const MOST: usize = 10_000;

impl Context<'_> {
    /// What the body of a constraint denies of each clause.
    pub(super) fn denials(&self, body: &[Item]) -> Read<Vec<Denial>> {
        let body = with_tuples(body)?;
        self.one_clause(&body)?;
        self.names(&body)?;
        let mut denials: Vec<Denial> = Vec::new();
        for body in parts(body) {
            for binding in self.program.solutions(&body) {
                let body = all_replaced(&body, &binding);
                for choice in self.choices(&body)? {
                    let body = all_replaced(&body, &choice);
                    let denial = Reading::new(self, &body).denial(&body)?;
                    denials.extend(denial.filter(|denial| !denials.contains(denial)));
                    if denials.len() > MOST {
                        return Err(Refusal::Shape);
                    }
                }
            }
        }
        Ok(denials)
    }

    /// That the literals of the body are of predicates that there are.
    fn names(&self, body: &[Item]) -> Read<()> {
        for term in atoms(body) {
            let Some([_, predicate, _, _]) = term.arguments("body_literal") else {
                continue;
            };
            let Some(name) = predicate.atom() else {
                continue;
            };
            let names = || {
                let all = self.literals();
                all.map(|index| self.language.signatures[index].name.as_str())
            };
            if names().any(|other| other == name) {
                continue;
            }
            let message = format!("{name} is no body predicate{}", meant(name, names()));
            let negated = body
                .iter()
                .any(|item| matches!(item, Item::Not(other) if std::ptr::eq(other, term)));
            return match negated {
                // No clause would be left.
                true => wrong(predicate, message),
                false => Err(Refusal::Idle(predicate.span.clone(), message)),
            };
        }
        Ok(())
    }

    /// That the body speaks of one clause, which it does not number.
    fn one_clause(&self, body: &[Item]) -> Read<()> {
        let programs = self.language.recursion || self.language.invention;
        let mut named: Option<&Spanned> = None;
        let mut mentions = 0;
        for term in atoms(body) {
            let Some((name, arguments)) = term.call() else {
                continue;
            };
            let of_clauses = GENERATOR.contains(&name) && !matches!(name, "vars");
            let Some(clause) = arguments.first().filter(|_| of_clauses) else {
                continue;
            };
            mentions += 1;
            match (clause.variable(), named) {
                (Some("_"), _) => {}
                (Some(name), Some(other)) if other.variable() != Some(name) => {
                    let message =
                        "only constraints on one clause are understood, and this is another";
                    return wrong(clause, message);
                }
                (Some(_), _) => named = Some(clause),
                // Without recursion, each clause is clause 0.
                (None, _) if clause.count() == Some(0) && !programs => {}
                (None, _) => return Err(Refusal::Shape),
            }
        }
        // `_` twice is any two clauses of a program.
        let anonymous = named.is_none() && mentions > 1;
        match programs && anonymous {
            true => Err(Refusal::Shape),
            false => Ok(()),
        }
    }

    /// The choices for the variables that stand for predicates more than once.
    fn choices(&self, body: &[Item]) -> Read<Vec<Binding>> {
        let uses = uses(body);
        let mut names: Vec<&str> = Vec::new();
        for goal in body {
            if let Item::Holds(goal) | Item::Not(goal) = goal
                && let Some([_, predicate, _, _]) = goal.arguments("body_literal")
                && let Some(name) = predicate.variable()
                && uses.get(name).is_some_and(|&uses| uses > 1)
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        let mut predicates: Vec<&str> = Vec::new();
        for index in self.literals() {
            let name = self.language.signatures[index].name.as_str();
            if !predicates.contains(&name) {
                predicates.push(name);
            }
        }
        let mut choices = vec![Binding::new()];
        for name in names {
            if choices.len().saturating_mul(predicates.len()) > MOST {
                return Err(Refusal::Shape);
            }
            let longer = choices.iter().flat_map(|choice| {
                predicates.iter().map(move |predicate| {
                    let mut choice = choice.clone();
                    let shape = Shape::Atom((*predicate).to_owned());
                    choice.insert(name.to_owned(), Spanned { span: 0..0, shape });
                    choice
                })
            });
            choices = longer.collect();
        }
        // A comparison of predicates is decided now.
        choices.retain(|choice| {
            body.iter().all(|item| match replaced(item, choice) {
                Item::Compare(left, comparison, right) if left.is_ground() && right.is_ground() => {
                    holds(&left, comparison, &right)
                }
                _ => true,
            })
        });
        Ok(choices)
    }

    /// The signatures that a body literal may have.
    fn literals(&self) -> impl Iterator<Item = usize> {
        let recursion = self.language.recursion;
        let all = self.language.signatures.iter().enumerate();
        all.filter(move |(_, signature)| recursion || !signature.head)
            .map(|(index, _)| index)
    }
}

/// The predicates that a literal may have, and its arguments if any are asked for.
type Literals = (Vec<PredicateId>, Option<Vec<Pattern>>);

/// A body that is turned into a denial.
struct Reading<'a> {
    context: &'a Context<'a>,
    /// How often each variable stands there.
    uses: HashMap<String, usize>,
    shared: BTreeMap<String, u8>,
    /// The patterns of the tuples that are named as a whole.
    tuples: HashMap<String, Vec<Pattern>>,
    /// The variables that some goal binds.
    bound: Vec<Pattern>,
}

impl<'a> Reading<'a> {
    fn new(context: &'a Context<'a>, body: &[Item]) -> Reading<'a> {
        Reading {
            context,
            uses: uses(body),
            shared: BTreeMap::new(),
            tuples: HashMap::new(),
            bound: Vec::new(),
        }
    }

    /// The denial, unless it can never be true.
    fn denial(&mut self, body: &[Item]) -> Read<Option<Denial>> {
        let mut goals = Vec::new();
        // What binds variables comes first, and counts come last.
        let rank = |item: &Item| match item {
            Item::Holds(_) => 0,
            Item::Compare(..) => 1,
            Item::Not(_) => 2,
            Item::Count { .. } => 3,
        };
        let mut items: Vec<&Item> = body.iter().collect();
        items.sort_by_key(|item| rank(item));
        for item in items {
            match item {
                Item::Holds(term) => match self.holds(term, body)? {
                    Understood::Goal(goal) => goals.push(goal),
                    Understood::True => {}
                    Understood::Never => return Ok(None),
                },
                Item::Not(term) => goals.push(self.not(term)?),
                Item::Compare(left, comparison, right) => {
                    if let Some(goal) = self.compare(left, *comparison, right)? {
                        goals.push(goal);
                    }
                }
                Item::Count {
                    tuple,
                    conditions,
                    comparison,
                    bound,
                } => {
                    let mut inner = Vec::new();
                    for condition in conditions {
                        match self.holds(condition, &[])? {
                            Understood::Goal(goal) => inner.push(goal),
                            Understood::True => {}
                            Understood::Never => return Ok(None),
                        }
                    }
                    let mut counted = Vec::new();
                    for element in tuple {
                        match element.variable() {
                            Some(name) if self.tuples.contains_key(name) => {
                                counted.extend_from_slice(&self.tuples[name]);
                            }
                            Some(name) if self.shared.contains_key(name) => {
                                counted.push(self.pattern(element)?);
                            }
                            _ => return Err(Refusal::Shape),
                        }
                    }
                    let Some(bound) = bound.count() else {
                        return wrong(bound, format!("expected a number, found {bound}"));
                    };
                    goals.push(Goal::Count {
                        tuple: counted,
                        goals: inner,
                        comparison: *comparison,
                        bound,
                    });
                }
            }
        }
        Ok(Some(Denial::new(goals)))
    }

    fn holds(&mut self, term: &Spanned, body: &[Item]) -> Read<Understood> {
        let Some((name, arguments)) = term.call() else {
            return Err(Refusal::Shape);
        };
        let goal = match (name, arguments) {
            ("clause", [_]) => return Ok(Understood::True),
            ("body_literal" | "head_literal", [_, predicate, arity, variables]) => {
                let head = name == "head_literal";
                let Some((ids, patterns)) = self.literal(predicate, arity, variables, head)? else {
                    return Ok(Understood::Never);
                };
                self.bound.extend(patterns.iter().flatten());
                match head {
                    true => Goal::Head(ids, patterns),
                    false => Goal::Body(ids, patterns),
                }
            }
            ("body_var" | "head_var" | "clause_var", [_, variable]) => {
                let pattern = self.pattern(variable)?;
                self.bound.push(pattern);
                Goal::Occurs(part(name), pattern, true)
            }
            ("var_type", [_, variable, kind]) => {
                let pattern = self.pattern(variable)?;
                self.bound.push(pattern);
                Goal::Type(pattern, self.kind(kind)?)
            }
            ("body_size", [_, size]) => {
                if let Some(number) = size.count() {
                    return Ok(Understood::Goal(Goal::Size(Comparison::Equal, number)));
                }
                return self.size(size, body);
            }
            // Facts were looked up before.
            _ if !GENERATOR.contains(&name) => return Ok(Understood::True),
            _ => return Err(Refusal::Shape),
        };
        Ok(Understood::Goal(goal))
    }

    /// `body_size(C,N), N > 3`: one comparison with a number.
    fn size(&mut self, size: &Spanned, body: &[Item]) -> Read<Understood> {
        let mut found = None;
        for item in body {
            let Item::Compare(left, comparison, right) = item else {
                continue;
            };
            let (comparison, number) = match (left.variable(), right.variable()) {
                (Some(name), _) if size.variable() == Some(name) => (*comparison, right),
                (_, Some(name)) if size.variable() == Some(name) => (turned(*comparison), left),
                _ => continue,
            };
            let Some(number) = number.count().filter(|_| found.is_none()) else {
                return Err(Refusal::Shape);
            };
            found = Some(Goal::Size(comparison, number));
        }
        match (found, size.variable()) {
            (Some(goal), Some(name)) if self.uses.get(name) == Some(&2) => {
                self.uses.insert(name.to_owned(), 0);
                Ok(Understood::Goal(goal))
            }
            _ => Err(Refusal::Shape),
        }
    }

    fn not(&mut self, term: &Spanned) -> Read<Goal> {
        match term.call() {
            Some(("body_literal", [_, predicate, arity, variables])) => {
                let found = self.literal(predicate, arity, variables, false)?;
                // What is not there is in no body.
                let (ids, patterns) = found.unwrap_or_default();
                for pattern in patterns.iter().flatten() {
                    self.is_bound(*pattern, variables)?;
                }
                Ok(Goal::NoBody(ids, patterns))
            }
            Some((name @ ("body_var" | "head_var" | "clause_var"), [_, variable])) => {
                let pattern = self.pattern(variable)?;
                self.is_bound(pattern, variable)?;
                Ok(Goal::Occurs(part(name), pattern, false))
            }
            _ => Err(Refusal::Shape),
        }
    }

    fn compare(
        &mut self,
        left: &Spanned,
        comparison: Comparison,
        right: &Spanned,
    ) -> Read<Option<Goal>> {
        // Of predicates or sizes: it was looked at before.
        let sized = |term: &Spanned| {
            term.variable()
                .is_some_and(|name| self.uses.get(name) == Some(&0))
        };
        if left.is_ground() && right.is_ground() || sized(left) || sized(right) {
            return Ok(None);
        }
        let patterns = [self.pattern(left)?, self.pattern(right)?];
        for (pattern, term) in patterns.iter().zip([left, right]) {
            self.is_bound(*pattern, term)?;
        }
        Ok(Some(Goal::Compare(patterns[0], comparison, patterns[1])))
    }

    fn is_bound(&self, pattern: Pattern, term: &Spanned) -> Read<()> {
        match pattern {
            Pattern::Shared(_) if !self.bound.contains(&pattern) => wrong(
                term,
                format!("nothing in this constraint binds the variables of {term}"),
            ),
            _ => Ok(()),
        }
    }

    fn pattern(&mut self, term: &Spanned) -> Read<Pattern> {
        match &term.shape {
            Shape::Variable(name) if name == "_" => Ok(Pattern::Any),
            Shape::Variable(name) if self.uses.get(name) == Some(&1) => Ok(Pattern::Any),
            Shape::Variable(name) => self.shared(name),
            _ => Ok(Pattern::Own(self.context.head_variable(term)?)),
        }
    }

    fn shared(&mut self, name: &str) -> Read<Pattern> {
        let next = self.shared.len();
        let number = match self.shared.get(name) {
            Some(number) => *number,
            None => {
                let number = u8::try_from(next).map_err(|_| Refusal::Shape)?;
                self.shared.insert(name.to_owned(), number);
                number
            }
        };
        Ok(Pattern::Shared(number))
    }

    /// The predicates that a literal may have, and its arguments; `None` if there are no such
    /// predicates.
    fn literal(
        &mut self,
        predicate: &Spanned,
        arity: &Spanned,
        variables: &Spanned,
        head: bool,
    ) -> Read<Option<Literals>> {
        let context = self.context;
        let signature = |index: usize| &context.language.signatures[index];
        let elements = match &variables.shape {
            Shape::Tuple(elements) => Some(elements.as_slice()),
            Shape::Variable(_) => None,
            _ => return Err(Refusal::Shape),
        };
        let mut found: Vec<usize> = match head {
            true => (0..context.predicates.len())
                .filter(|&index| signature(index).head)
                .collect(),
            false => context.literals().collect(),
        };
        if let Some(name) = predicate.atom() {
            found.retain(|&index| signature(index).name == name);
        } else if predicate.variable().is_none() {
            return Err(Refusal::Shape);
        }
        let arity = match (elements, arity.count()) {
            (Some(elements), Some(arity)) if arity != elements.len() => {
                let message = format!("{variables} has not {arity} elements");
                return wrong(variables, message);
            }
            (Some(elements), _) => Some(elements.len()),
            (None, arity) => arity,
        };
        found.retain(|&index| arity.is_none_or(|arity| signature(index).arity == arity));
        let Some(&first) = found.first() else {
            return Ok(None);
        };
        let ids = || {
            let each = found.iter().flat_map(|&index| &context.predicates[index]);
            each.copied().collect::<Vec<_>>()
        };
        let constant =
            |index: usize, at: usize| signature(index).direction(at) == Some(Direction::Constant);
        let plain = |index: &usize| signature(*index).constants().next().is_none();
        let patterns = match (elements, variables.variable()) {
            (None, Some(name)) if self.uses.get(name) == Some(&1) || name == "_" => None,
            (None, name) => {
                // One name for all arguments: there has to be one number of them.
                let arity = signature(first).arity;
                let same = found.iter().all(|&index| signature(index).arity == arity);
                if !(same && found.iter().all(plain)) {
                    return Err(Refusal::Shape);
                }
                let name = name.unwrap_or_default();
                let known = self.tuples.get(name);
                if known.is_some_and(|known| known.len() != arity) {
                    return Ok(None);
                }
                let patterns: Vec<Pattern> = (0..arity)
                    .map(|at| self.shared(&format!("{name} {at}")))
                    .collect::<Read<_>>()?;
                self.tuples.insert(name.to_owned(), patterns.clone());
                Some(patterns)
            }
            (Some(elements), _) => {
                let patterns: Vec<Pattern> = elements
                    .iter()
                    .map(|element| self.pattern(element))
                    .collect::<Read<_>>()?;
                if patterns.iter().all(|&pattern| pattern == Pattern::Any) {
                    None
                } else if found.iter().all(plain) {
                    Some(patterns)
                } else if let [index] = found.as_slice() {
                    let mut kept = Vec::new();
                    for (at, pattern) in patterns.into_iter().enumerate() {
                        if !constant(*index, at) {
                            kept.push(pattern);
                        } else if pattern != Pattern::Any {
                            let message = format!(
                                "this argument of {} is a constant",
                                signature(*index).name
                            );
                            return wrong(&elements[at], message);
                        }
                    }
                    Some(kept)
                } else {
                    return Err(Refusal::Shape);
                }
            }
        };
        Ok(Some((ids(), patterns)))
    }

    fn kind(&self, kind: &Spanned) -> Read<TypeId> {
        let Some(name) = kind.atom() else {
            return Err(Refusal::Shape);
        };
        self.context.type_of(name, kind)
    }
}

/// What a goal says.
enum Understood {
    Goal(Goal),
    /// Nothing more.
    True,
    /// It is never true.
    Never,
}

fn part(name: &str) -> Part {
    match name {
        "head_var" => Part::Head,
        "body_var" => Part::Body,
        _ => Part::Clause,
    }
}

/// The comparison with its sides exchanged.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}
