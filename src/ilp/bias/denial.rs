//! Denials: questions to a clause of which none may have an answer, as the constraints of an answer
//! set program are.

use std::collections::BTreeSet;

use super::{Bias, Clause, PredicateId, TypeId, Variable};

/// How two things are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether it holds of two things that stand in this order.
    pub fn admits(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Different => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
    }

    /// Whether it goes on to hold of a number that grows.
    fn grows(self) -> bool {
        matches!(self, Comparison::Greater | Comparison::GreaterOrEqual)
    }
}

/// What may stand for a variable of the clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Any variable.
    Any,
    /// The head's variable of this number.
    Own(Variable),
    /// The same variable wherever the denial has this number.
    Shared(u8),
}

/// Where a variable occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// In the head.
    Head,
    /// In the body.
    Body,
    /// In one of the two.
    Clause,
}

/// What a denial asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// The head is of one of the predicates.
    Head(Vec<PredicateId>, Option<Vec<Pattern>>),
    /// The body has a literal of one of the predicates, with these arguments if any are asked for.
    Body(Vec<PredicateId>, Option<Vec<Pattern>>),
    /// The body has no such literal.
    NoBody(Vec<PredicateId>, Option<Vec<Pattern>>),
    /// The variable occurs there (`true`), or not.
    Occurs(Part, Pattern, bool),
    /// The variable is of the type.
    Type(Pattern, TypeId),
    /// The number of body literals compares so.
    Size(Comparison, usize),
    /// Two variables compare so. The head's are numbered and come before those of the body, which
    /// have no order among themselves: of two of them, no order is true.
    Compare(Pattern, Comparison, Pattern),
    /// So many different tuples answer the goals.
    Count {
        /// What is counted.
        tuple: Vec<Pattern>,
        /// What its elements must be.
        goals: Vec<Goal>,
        /// How their number compares.
        comparison: Comparison,
        /// With what.
        bound: usize,
    },
}

impl Goal {
    /// Goals that bind variables come before those that need them bound.
    fn rank(&self) -> u8 {
        match self {
            Goal::Head(..) => 0,
            Goal::Body(..) => 1,
            Goal::Occurs(_, _, true) | Goal::Type(..) | Goal::Size(..) => 2,
            Goal::Compare(..) => 3,
            Goal::NoBody(..) | Goal::Occurs(_, _, false) => 4,
            Goal::Count { .. } => 5,
        }
    }

    /// Whether a clause of which it is true has specialisations only of which it is true.
    fn persists(&self) -> bool {
        match self {
            Goal::NoBody(..) | Goal::Occurs(_, _, false) => false,
            Goal::Size(comparison, _) => comparison.grows(),
            Goal::Count {
                goals, comparison, ..
            } => comparison.grows() && goals.iter().all(Goal::persists),
            _ => true,
        }
    }

    fn names(&self, id: PredicateId) -> bool {
        match self {
            Goal::Body(ids, Some(_)) | Goal::NoBody(ids, Some(_)) => ids.contains(&id),
            Goal::Count { goals, .. } => goals.iter().any(|goal| goal.names(id)),
            _ => false,
        }
    }
}

/// A question of which no clause may have an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    goals: Vec<Goal>,
    persists: bool,
}

type Binding = Vec<Option<Variable>>;

impl Denial {
    /// The denial of all goals together. Each shared variable of comparisons and of negated goals
    /// has to occur in another goal.
    pub fn new(mut goals: Vec<Goal>) -> Denial {
        goals.sort_by_key(Goal::rank);
        for goal in &mut goals {
            if let Goal::Count { goals, .. } = goal {
                goals.sort_by_key(Goal::rank);
            }
        }
        let persists = goals.iter().all(Goal::persists);
        Denial { goals, persists }
    }

    /// Whether what it denies of a clause it denies of all specialisations, so that they need not
    /// be made.
    pub fn persists(&self) -> bool {
        self.persists
    }

    /// Whether it is about the arguments of this predicate, so that their order matters, and more
    /// than their order.
    pub fn fixes(&self, id: PredicateId) -> bool {
        self.ordered().is_none() && self.goals.iter().any(|goal| goal.names(id))
    }

    /// The predicates of which it says in which order two arguments stand, if it says nothing else:
    /// `:- body_literal(_,p,_,(A,B)), A > B.` Where `p(A,B)` and `p(B,A)` are the same, that takes
    /// no clause away.
    pub fn ordered(&self) -> Option<&[PredicateId]> {
        use Comparison::{Greater, Less};
        use Pattern::Shared;
        let [
            Goal::Body(ids, Some(arguments)),
            Goal::Compare(Shared(left), comparison, Shared(right)),
        ] = self.goals.as_slice()
        else {
            return None;
        };
        let [Shared(first), Shared(second)] = arguments.as_slice() else {
            return None;
        };
        let descending = (left, *comparison, right) == (first, Greater, second)
            || (left, *comparison, right) == (second, Less, first);
        descending.then_some(ids)
    }

    /// Whether it compares the numbers of variables.
    pub fn compares_order(&self) -> bool {
        let order = |goal: &Goal| {
            matches!(goal, Goal::Compare(_, comparison, _)
                if !matches!(comparison, Comparison::Equal | Comparison::Different))
        };
        self.goals.iter().any(order)
    }

    /// Whether a clause is denied.
    pub fn denies(&self, bias: &Bias, clause: &Clause) -> bool {
        let question = Question {
            types: bias.variable_types(clause),
            clause,
        };
        question.answers(&self.goals, &Vec::new(), &mut |_| true)
    }
}

/// A clause that is asked.
struct Question<'a> {
    clause: &'a Clause,
    types: Vec<Option<TypeId>>,
}

impl Question<'_> {
    /// Tells `take` each answer until it is content; true iff it was.
    fn answers(
        &self,
        goals: &[Goal],
        binding: &Binding,
        take: &mut dyn FnMut(&Binding) -> bool,
    ) -> bool {
        let Some((goal, rest)) = goals.split_first() else {
            return take(binding);
        };
        let mut next = |binding: Binding| self.answers(rest, &binding, take);
        let literals = |ids: &[PredicateId], arguments: &Option<Vec<Pattern>>| -> Vec<Binding> {
            let body = self.clause.body.iter();
            let named = body.filter(|literal| ids.contains(&literal.predicate));
            let matching = named.filter_map(|literal| match arguments {
                None => Some(binding.clone()),
                Some(patterns) => matched(patterns, literal.arguments(), binding),
            });
            matching.collect()
        };
        match goal {
            Goal::Head(ids, arguments) => {
                let head = &self.clause.head;
                let found = match arguments {
                    None => Some(binding.clone()),
                    Some(patterns) => matched(patterns, head.arguments(), binding),
                };
                ids.contains(&head.predicate) && found.is_some_and(next)
            }
            Goal::Body(ids, arguments) => literals(ids, arguments).into_iter().any(next),
            Goal::NoBody(ids, arguments) => {
                literals(ids, arguments).is_empty() && next(binding.clone())
            }
            Goal::Occurs(part, pattern, true) => self
                .variables(*part)
                .filter_map(|variable| matched(&[*pattern], &[variable], binding))
                .any(next),
            Goal::Occurs(part, pattern, false) => {
                let mut all = self.variables(*part);
                let there =
                    all.any(|variable| matched(&[*pattern], &[variable], binding).is_some());
                !there && next(binding.clone())
            }
            Goal::Type(pattern, kind) => self
                .variables(Part::Clause)
                .filter(|&variable| self.types[usize::from(variable)] == Some(*kind))
                .filter_map(|variable| matched(&[*pattern], &[variable], binding))
                .any(next),
            Goal::Size(comparison, bound) => {
                comparison.admits(self.clause.body.len().cmp(bound)) && next(binding.clone())
            }
            Goal::Compare(left, comparison, right) => {
                let order = value(*left, binding).zip(value(*right, binding));
                order.is_some_and(|(left, right)| self.compare(left, *comparison, right))
                    && next(binding.clone())
            }
            Goal::Count {
                tuple,
                goals,
                comparison,
                bound,
            } => {
                let mut seen = BTreeSet::new();
                self.answers(goals, binding, &mut |found| {
                    seen.insert(
                        tuple
                            .iter()
                            .map(|pattern| value(*pattern, found))
                            .collect::<Vec<_>>(),
                    );
                    false
                });
                comparison.admits(seen.len().cmp(bound)) && next(binding.clone())
            }
        }
    }

    /// The variables of a part of the clause, each once.
    fn variables(&self, part: Part) -> impl Iterator<Item = Variable> + '_ {
        let own = self.clause.head_variables();
        (0..self.clause.variables()).filter_map(move |number| {
            let variable = number as Variable;
            let mut body = self.clause.body.iter();
            let there = match part {
                Part::Head => number < own,
                Part::Clause => true,
                Part::Body => body.any(|literal| literal.arguments().contains(&variable)),
            };
            there.then_some(variable)
        })
    }

    fn compare(&self, left: Variable, comparison: Comparison, right: Variable) -> bool {
        let free = |variable: Variable| usize::from(variable) >= self.clause.head_variables();
        let ordered = matches!(comparison, Comparison::Equal | Comparison::Different);
        (ordered || left == right || !(free(left) && free(right)))
            && comparison.admits(left.cmp(&right))
    }
}

fn value(pattern: Pattern, binding: &Binding) -> Option<Variable> {
    match pattern {
        Pattern::Any => None,
        Pattern::Own(variable) => Some(variable),
        Pattern::Shared(number) => binding.get(usize::from(number)).copied().flatten(),
    }
}

/// The binding with which the patterns become the variables.
fn matched(patterns: &[Pattern], variables: &[Variable], binding: &Binding) -> Option<Binding> {
    if patterns.len() != variables.len() {
        return None;
    }
    let mut found = binding.clone();
    for (&pattern, &variable) in patterns.iter().zip(variables) {
        match (value(pattern, &found), pattern) {
            (Some(bound), _) if bound != variable => return None,
            (None, Pattern::Shared(number)) => {
                let number = usize::from(number);
                if found.len() <= number {
                    found.resize(number + 1, None);
                }
                found[number] = Some(variable);
            }
            _ => {}
        }
    }
    Some(found)
}
