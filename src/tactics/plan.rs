//! A body made ready to be solved for many moves: domains of squares as bits, forward checking, and
//! backtracking only over variables that share a literal with another one.
//!
//! The squares of the move are bound, so the groups of literals that share existential variables
//! are solved one by one. Of each, what one position says about one variable is computed once for
//! all its moves.

use super::{
    relations::{Relations, squares},
    vocabulary::{FROM, Relation, TO, Vocabulary, When},
};
use crate::ilp::{Clause, Variable};

/// The most squares in a clause, those of the move included.
pub const MAX_SQUARES: usize = 16;

/// A position before and after a move.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Before.
    pub now: &'a Relations,
    /// After; `None` only for plans that do not look ahead.
    pub next: Option<&'a Relations>,
}

impl<'a> Scene<'a> {
    fn at(&self, when: When) -> Option<&'a Relations> {
        match when {
            When::Now => Some(self.now),
            When::Next => self.next,
        }
    }
}

/// A literal, or its negation.
#[derive(Debug, Clone, Copy)]
struct Goal {
    relation: Relation,
    arity: usize,
    variables: [Variable; 3],
    negated: bool,
}

impl Goal {
    fn variables(&self) -> &[Variable] {
        &self.variables[..self.arity]
    }

    /// Whether one position decides it for all moves.
    fn is_static(&self) -> bool {
        !matches!(
            self.relation,
            Relation::Set(_, When::Next)
                | Relation::Pairs(_, When::Next)
                | Relation::Triples(_, When::Next)
        )
    }

    /// The squares that may stand at `place`, whatever stands elsewhere.
    fn projection(&self, place: usize, scene: Scene<'_>) -> u64 {
        let set = match self.relation {
            Relation::Set(set, when) => scene.at(when).map(|r| r.set(set)),
            Relation::Pairs(pairs, when) => {
                scene.at(when).map(|r| r.pairs(pairs).projection(place))
            }
            Relation::Triples(triples, when) => {
                scene.at(when).map(|r| r.triples(triples).projection(place))
            }
            Relation::Different => Some(u64::MAX),
            Relation::Nothing => None,
        };
        match (self.negated, self.arity) {
            (false, _) => set.unwrap_or_default(),
            (true, 1) => !set.unwrap_or_default(),
            (true, _) => u64::MAX,
        }
    }

    /// The squares for which it holds at `place`, given those at the other places.
    #[inline]
    fn allowed(&self, place: usize, at: &[u8; MAX_SQUARES], scene: Scene<'_>) -> u64 {
        let other = |place: usize| at[usize::from(self.variables[place])];
        let set = match self.relation {
            Relation::Set(set, when) => scene.at(when).map(|r| r.set(set)),
            Relation::Pairs(pairs, when) => scene
                .at(when)
                .map(|r| r.pairs(pairs).line(1 - place, other(1 - place))),
            Relation::Triples(triples, when) => scene.at(when).map(|r| {
                let [a, b] = [[1, 2], [0, 2], [0, 1]][place];
                let (first, second) = (other(a), other(b));
                let rows = r.triples(triples).rows.iter();
                rows.filter(|row| row[a] == first && row[b] == second)
                    .fold(0, |set, row| set | 1 << row[place])
            }),
            Relation::Different => Some(!(1 << other(1 - place))),
            Relation::Nothing => None,
        };
        match self.negated {
            false => set.unwrap_or_default(),
            true => !set.unwrap_or_default(),
        }
    }

    /// Whether it holds, all its variables being bound.
    #[inline]
    fn holds(&self, at: &[u8; MAX_SQUARES], scene: Scene<'_>) -> bool {
        self.arity > 0 && self.allowed(0, at, scene) >> at[usize::from(self.variables[0])] & 1 == 1
    }
}

/// A literal about exactly one existential variable, which stands at `place`.
#[derive(Debug, Clone, Copy)]
struct Single {
    goal: Goal,
    place: usize,
    variable: Variable,
}

/// Literals that share existential variables.
#[derive(Debug, Default)]
struct Group {
    /// The existential variables.
    variables: Vec<Variable>,
    singles: Vec<Single>,
    /// Literals of two existential variables and more.
    links: Vec<Goal>,
    /// What bounds a domain for all moves: the place of a variable in a static literal.
    bounds: Vec<Single>,
}

/// A body ready to be solved.
#[derive(Debug, Default)]
pub struct Plan {
    /// Literals of the move's squares alone.
    checks: Vec<Goal>,
    /// What bounds these squares for all moves.
    bounds: Vec<Single>,
    groups: Vec<Group>,
    looks_ahead: bool,
}

/// The domains of a clause's variables in one position, whatever the move.
pub type Domains = [u64; MAX_SQUARES];

impl Plan {
    /// The plan of a clause, or of the clause with the literal at `negated` of its body negated.
    /// `None` if it has more than [`MAX_SQUARES`] variables.
    pub fn new(vocabulary: &Vocabulary, clause: &Clause, negated: Option<usize>) -> Option<Plan> {
        if clause.variables() > MAX_SQUARES || clause.body.len() > 64 {
            return None;
        }
        let mut plan = Plan::default();
        for mask in clause.components() {
            let mut group = Group::default();
            for (index, literal) in clause.body.iter().enumerate() {
                if mask >> index & 1 == 0
                    || (*literal == vocabulary.legal_move() && negated != Some(index))
                {
                    continue;
                }
                let arguments = literal.arguments();
                let mut variables = [0; 3];
                variables[..arguments.len()].copy_from_slice(arguments);
                let goal = Goal {
                    relation: vocabulary.relation(literal.predicate),
                    arity: arguments.len(),
                    variables,
                    negated: negated == Some(index),
                };
                plan.looks_ahead |= !goal.is_static();
                plan.place(goal, &mut group);
            }
            if !group.variables.is_empty() {
                // What needs the position after the move comes last: it is not at hand.
                group.singles.sort_by_key(|single| !single.goal.is_static());
                plan.groups.push(group);
            }
        }
        plan.checks.sort_by_key(|goal| !goal.is_static());
        let ahead = |group: &Group| {
            let singles = group.singles.iter().filter(|s| !s.goal.is_static());
            singles.count() + group.links.len()
        };
        plan.groups.sort_by_key(ahead);
        Some(plan)
    }

    fn place(&mut self, goal: Goal, group: &mut Group) {
        let mut existential = 0;
        let mut last = 0;
        for (place, &variable) in goal.variables().iter().enumerate() {
            let own = variable <= TO;
            if !own {
                existential += 1;
                last = place;
                if !group.variables.contains(&variable) {
                    group.variables.push(variable);
                }
            }
            if goal.is_static() && (!goal.negated || goal.arity == 1) {
                let bounds = match own {
                    true => &mut self.bounds,
                    false => &mut group.bounds,
                };
                bounds.push(Single {
                    goal,
                    place,
                    variable,
                });
            }
        }
        match existential {
            0 => self.checks.push(goal),
            1 => group.singles.push(Single {
                goal,
                place: last,
                variable: goal.variables[last],
            }),
            _ => group.links.push(goal),
        }
    }

    /// Whether the position after the move is needed.
    pub fn looks_ahead(&self) -> bool {
        self.looks_ahead
    }

    /// What holds of a position for all moves; `None` if no move can solve the body.
    pub fn domains(&self, now: &Relations) -> Option<Domains> {
        let scene = Scene { now, next: None };
        let mut domains = [u64::MAX; MAX_SQUARES];
        let groups = self.groups.iter().flat_map(|group| &group.bounds);
        for bound in self.bounds.iter().chain(groups) {
            let domain = &mut domains[usize::from(bound.variable)];
            *domain &= bound.goal.projection(bound.place, scene);
            if *domain == 0 {
                return None;
            }
        }
        Some(domains)
    }

    /// Whether the squares of a move are within the domains.
    #[inline]
    pub fn admits(domains: &Domains, from: u8, to: u8) -> bool {
        domains[usize::from(FROM)] >> from & domains[usize::from(TO)] >> to & 1 == 1
    }

    /// Whether the body has a solution for the move.
    pub fn solvable(&self, domains: &Domains, from: u8, to: u8, scene: Scene<'_>) -> bool {
        let mut at = [0; MAX_SQUARES];
        at[usize::from(FROM)] = from;
        at[usize::from(TO)] = to;
        self.checks.iter().all(|goal| goal.holds(&at, scene))
            && self.groups.iter().all(|group| {
                let mut domains = *domains;
                for single in &group.singles {
                    let domain = &mut domains[usize::from(single.variable)];
                    *domain &= single.goal.allowed(single.place, &at, scene);
                    if *domain == 0 {
                        return false;
                    }
                }
                group.links.is_empty() || {
                    let open = group.variables.iter().fold(0u32, |set, v| set | 1 << v);
                    group.search(&domains, &mut at, open, scene)
                }
            })
    }
}

impl Group {
    /// Whether the open variables have squares in their domains for which all links hold that have
    /// at least two of them; the others are in the domains already.
    fn search(
        &self,
        domains: &Domains,
        at: &mut [u8; MAX_SQUARES],
        open: u32,
        scene: Scene<'_>,
    ) -> bool {
        let mut linked = 0u32;
        for link in &self.links {
            let of_link = open_variables(link, open);
            if of_link.count_ones() > 1 {
                linked |= of_link;
            }
        }
        let variables = squares(u64::from(linked));
        let Some(variable) = variables.min_by_key(|&v| domains[usize::from(v)].count_ones()) else {
            return true;
        };
        let rest = open & !(1 << variable);
        'values: for value in squares(domains[usize::from(variable)]) {
            at[usize::from(variable)] = value;
            let mut narrowed = *domains;
            for link in &self.links {
                let of_link = open_variables(link, rest);
                if of_link.count_ones() != 1 || !link.variables().contains(&variable) {
                    continue;
                }
                let other = of_link.trailing_zeros() as Variable;
                let place = link.variables().iter().position(|&v| v == other);
                let domain = &mut narrowed[usize::from(other)];
                *domain &= link.allowed(place.unwrap_or_default(), at, scene);
                if *domain == 0 {
                    continue 'values;
                }
            }
            if self.search(&narrowed, at, rest, scene) {
                return true;
            }
        }
        false
    }
}

fn open_variables(goal: &Goal, open: u32) -> u32 {
    goal.variables()
        .iter()
        .fold(0, |set, &variable| set | open & 1 << variable)
}
