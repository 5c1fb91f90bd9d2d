//! A body made ready to be solved for many moves of a position at once.
//!
//! The squares of the move are known, those looked for are the nodes of trees: literals that have
//! two of them have one above the other (E. C. Freuder and M. J. Quinn, "Taking advantage of stable
//! sets of variables in constraint satisfaction problems", 1985). So what hangs below a square is
//! solved for each value of it independently of what hangs beside it. All the way down goes the set
//! of moves for which the values chosen so far fit: where it is empty the way ends, and once all
//! moves are reached the search does.

use super::{
    atoms::{Atom, Source, Squares, Term, squares},
    block::Block,
    vocabulary::{FROM, TO, Vocabulary},
};
use crate::ilp::{Clause, Stopped, Variable};

/// The most squares in a clause, those of the move included.
pub const MAX_SQUARES: usize = 16;

/// How many tables of a node are looked up once for all its squares.
const HELD: usize = 4;

/// A body ready to be solved.
#[derive(Debug, Default)]
pub struct Plan {
    /// Whether no move can solve it, whatever the position.
    never: bool,
    /// What holds or not for a move, whatever the squares.
    checks: Vec<Check>,
    roots: Vec<Node>,
}

/// An atom that has to hold, or not to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Check {
    atom: Atom,
    negated: bool,
}

impl Check {
    /// The set, or what is not in it.
    #[inline]
    fn of(&self, set: u64) -> u64 {
        if self.negated { !set } else { set }
    }
}

/// An atom of the square of a node and of the one that stands for a variable above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    check: Check,
    other: Variable,
    /// Whether the other one is the first.
    rows: bool,
}

/// A square looked for.
#[derive(Debug, Default)]
struct Node {
    variable: Variable,
    /// Atoms of this square alone: those that hold for all moves or none, and the others.
    bounds: Vec<Check>,
    singles: Vec<Check>,
    /// Atoms of this square and one above: the same distinction.
    lines: Vec<Link>,
    links: Vec<Link>,
    /// Atoms of three squares.
    triples: Vec<(Check, [Variable; 3])>,
    below: Vec<Node>,
}

/// A literal, or its negation.
#[derive(Debug)]
struct Goal {
    source: Source,
    arguments: Vec<Variable>,
    negated: bool,
    /// Its variables that stand for squares looked for, a bit each.
    sought: u32,
}

impl Goal {
    /// The atom in which only the variables of `seen` are told apart, and these in order.
    fn atom(&self, seen: u32) -> (Atom, Vec<Variable>) {
        let mut order = Vec::new();
        let mut terms = [Term::Any; 3];
        for (term, &variable) in terms.iter_mut().zip(&self.arguments) {
            *term = match variable {
                FROM => Term::From,
                TO => Term::To,
                _ if seen >> variable & 1 == 0 => Term::Any,
                _ => {
                    let known = order.iter().position(|&v| v == variable);
                    let place = known.unwrap_or_else(|| {
                        order.push(variable);
                        order.len() - 1
                    });
                    Term::SOUGHT[place]
                }
            };
        }
        (Atom::new(self.source, terms), order)
    }
}

impl Plan {
    /// The plan of a clause, or of the clause with the literal at `negated` of its body negated.
    ///
    /// # Errors
    ///
    /// If it has more than [`MAX_SQUARES`] variables.
    pub fn new(
        vocabulary: &Vocabulary,
        clause: &Clause,
        negated: Option<usize>,
    ) -> Result<Plan, Stopped> {
        if clause.variables() > MAX_SQUARES {
            let why = format!("a clause has more than {MAX_SQUARES} squares");
            return Err(Stopped::Failed(why));
        }
        let mut plan = Plan::default();
        let mut goals = Vec::new();
        for (index, literal) in clause.body.iter().enumerate() {
            let opposite = negated == Some(index);
            // All moves are legal.
            if *literal == vocabulary.legal_move() && !opposite {
                continue;
            }
            match Source::of(vocabulary.relation(literal.predicate)) {
                Some((source, negated)) => goals.push(Goal {
                    source,
                    arguments: literal.arguments().to_vec(),
                    negated: negated != opposite,
                    sought: 0,
                }),
                None => plan.never |= !opposite,
            }
        }
        let mut count = [0; MAX_SQUARES];
        let all = goals.iter().flat_map(|goal| &goal.arguments);
        all.for_each(|&variable| count[usize::from(variable)] += 1);
        for goal in &mut goals {
            // What stands nowhere else can be any square, but for a negation it has to be one.
            let sought = goal
                .arguments
                .iter()
                .filter(|&&v| v > TO && (goal.negated || count[usize::from(v)] > 1));
            goal.sought = sought.fold(0, |set, &v| set | 1 << v);
            if goal.sought == 0 || !goal.negated {
                let (atom, _) = goal.atom(0);
                let negated = goal.negated;
                push(&mut plan.checks, Check { atom, negated });
            }
        }
        plan.checks.sort_by_key(|check| check.atom.looks_ahead());
        let sought = goals.iter().fold(0, |set, goal| set | goal.sought);
        plan.roots = trees(&goals, sought, 0);
        Ok(plan)
    }

    /// Those of some moves of the block for which the body has a solution.
    pub fn solve(&self, block: &Block, candidates: u64) -> u64 {
        let mut moves = if self.never { 0 } else { candidates };
        for check in &self.checks {
            if moves == 0 {
                return 0;
            }
            moves &= check.of(block.moves(&check.atom));
        }
        let mut at = [0; MAX_SQUARES];
        for root in &self.roots {
            if moves == 0 {
                return 0;
            }
            moves = root.solve(block, &mut at, moves);
        }
        moves
    }
}

/// The trees of the variables of `open`, given those above.
fn trees(goals: &[Goal], open: u32, above: u32) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut rest = open;
    while rest != 0 {
        let tree = connected(goals, rest);
        rest &= !tree;
        let Some(variable) = squares(tree.into()).min_by_key(|&v| rank(goals, tree, v)) else {
            break;
        };
        let seen = above | 1 << variable;
        let mut node = Node {
            variable,
            ..Node::default()
        };
        for goal in goals.iter().filter(|g| g.sought >> variable & 1 == 1) {
            let whole = goal.sought & !seen == 0;
            if whole || !goal.negated {
                node.push(goal, goal.sought & seen);
            }
            // Of three squares, two narrow down what the list of all three is searched for.
            if whole && !goal.negated && goal.sought.count_ones() == 3 {
                let others = squares(u64::from(goal.sought & !(1 << variable)));
                others.for_each(|other| node.push(goal, 1 << other | 1 << variable));
            }
        }
        node.below = trees(goals, tree & !(1 << variable), seen);
        nodes.push(node);
    }
    nodes
}

/// Of the variables, those that literals connect with the first one, directly or by others.
fn connected(goals: &[Goal], variables: u32) -> u32 {
    let mut found = variables & variables.wrapping_neg();
    loop {
        let near = goals.iter().filter(|goal| goal.sought & found != 0);
        let next = near.fold(found, |set, goal| set | goal.sought & variables);
        if next == found {
            return found;
        }
        found = next;
    }
}

/// What makes a variable of a tree a good root, less being better: it leaves small trees, and has
/// few values.
fn rank(goals: &[Goal], tree: u32, variable: Variable) -> (u32, i32) {
    let mut rest = tree & !(1 << variable);
    let mut largest = 0;
    while rest != 0 {
        let part = connected(goals, rest);
        rest &= !part;
        largest = largest.max(part.count_ones());
    }
    let own = goals
        .iter()
        .filter(|goal| goal.sought == 1 << variable && !goal.negated);
    let weight = |goal: &Goal| match goal.arguments.iter().any(|&v| v <= TO) {
        true => 2,
        false => 1,
    };
    (largest, -own.map(weight).sum::<i32>())
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Node {
    /// Adds a goal about this square and those of `seen` above it.
    fn push(&mut self, goal: &Goal, seen: u32) {
        let (atom, order) = goal.atom(seen);
        let negated = goal.negated;
        let check = Check { atom, negated };
        match order[..] {
            [_] if atom.is_uniform() => push(&mut self.bounds, check),
            [_] => push(&mut self.singles, check),
            [a, b] => {
                let rows = b == self.variable;
                let other = if rows { a } else { b };
                let link = Link { check, other, rows };
                match atom.is_uniform() {
                    true => push(&mut self.lines, link),
                    false if negated => push(&mut self.links, link),
                    // The first one gives the values: one that holds somewhere.
                    false if !self.links.contains(&link) => self.links.insert(0, link),
                    false => {}
                }
            }
            [a, b, c] => push(&mut self.triples, (check, [a, b, c])),
            _ => {}
        }
    }

    /// Those of the moves for which the square has a value that fits those above, and all below
    /// have some that fit this one.
    fn solve(&self, block: &Block, at: &mut [u8; MAX_SQUARES], wanted: u64) -> u64 {
        let mut domain = u64::MAX;
        for bound in &self.bounds {
            domain &= bound.of(block.set(&bound.atom));
        }
        for line in &self.lines {
            let (lines, other) = line.lines(block, at);
            domain &= line.check.of(lines.set(other));
        }
        let mut held = [&Squares::EMPTY; HELD];
        for (index, single) in self.singles.iter().enumerate() {
            if domain == 0 {
                return 0;
            }
            let table = block.squares(&single.atom);
            if let Some(held) = held.get_mut(index) {
                *held = table;
            }
            if !single.negated {
                domain &= table.set;
            }
        }
        let mut values = domain;
        let mut moves_of_first: Option<&[u64]> = None;
        for link in &self.links {
            if domain == 0 {
                return 0;
            }
            if !link.check.negated {
                let (lines, other) = link.lines(block, at);
                let set = lines.set(other);
                domain &= set;
                if moves_of_first.is_none() {
                    moves_of_first = Some(lines.moves(other));
                    values = set;
                }
            }
        }
        if moves_of_first.is_none() {
            values = domain;
        }
        let links = &self.links[usize::from(moves_of_first.is_some())..];
        let mut found = 0;
        for (index, value) in squares(values).enumerate() {
            if domain >> value & 1 == 0 {
                continue;
            }
            let mut moves = wanted & !found;
            if let Some(first) = moves_of_first {
                moves &= first[index];
            }
            for (single, table) in self.singles.iter().zip(held) {
                moves &= single.check_at(table, value);
            }
            for single in self.singles.iter().skip(HELD) {
                moves &= single.check_at(block.squares(&single.atom), value);
            }
            for link in links {
                let (lines, other) = link.lines(block, at);
                moves &= link.check.of(lines.of(other, value));
            }
            if moves == 0 {
                continue;
            }
            at[usize::from(self.variable)] = value;
            for (check, variables) in &self.triples {
                let row = variables.map(|v| at[usize::from(v)]);
                let rows = block.triples(&check.atom).iter();
                let known = rows.filter(|(known, _)| *known == row);
                moves &= check.of(known.fold(0, |all, (_, moves)| all | moves));
            }
            for below in &self.below {
                if moves == 0 {
                    break;
                }
                moves = below.solve(block, at, moves);
            }
            found |= moves;
            if found == wanted {
                break;
            }
        }
        found
    }
}

impl Check {
    /// The moves for which it holds at a square.
    #[inline]
    fn check_at(&self, table: &Squares, square: u8) -> u64 {
        self.of(table.moves[usize::from(square)])
    }
}

impl Link {
    /// What belongs to the squares above, and the one that is meant.
    #[inline]
    fn lines<'b>(&self, block: &'b Block, at: &[u8; MAX_SQUARES]) -> (&'b super::atoms::Lines, u8) {
        let links = block.links(&self.check.atom);
        let lines = if self.rows {
            &links.rows
        } else {
            &links.columns
        };
        (lines, at[usize::from(self.other)])
    }
}
