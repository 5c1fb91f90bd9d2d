//! How far the background leads: what no path of its steps can prove is given up at once.
//!
//! Where every clause for two arguments is a path, as in `P(A,B) :- Q(A,C), R(C,B)`, an atom P(a,b) that is
//! learned stands for a path of steps of the background from a to b. How long that path can be follows from
//! the clauses that are there and the number of those that may still come, since a clause calls lower
//! predicates only; how long it must be is a distance in the graph of all states that the examples lead to.
//! Where the distance is greater there is no proof, and the search goes back. Only branches without a
//! solution are cut off, so that the programs and their order stay the same; a goal of the background that
//! would raise an error in such a branch is not asked.
//!
//! The graph costs something, so it is made when the search has taken a while.

use super::{
    BackgroundSource, Cell, Clause, Goal, Goals, Literal, Machine, NONE, Sub, prove::View,
};
use crate::mil::answers::End;

/// After how many steps of the search the graph is made.
pub(super) const PATIENCE: u64 = 1 << 18;

/// The most states.
const STATES: usize = 1 << 12;

/// The most states that follow one another by one predicate.
const FOLLOWERS: usize = 64;

/// The most states to which distances are kept.
const TARGETS: usize = 64;

/// The most predicates and clauses of a program whose paths are measured.
const SYMBOLS: usize = 16;
const CLAUSES: usize = 12;

/// No bound is known; as a distance, that there is no path.
const FAR: u8 = u8::MAX;

/// How the predicate of a step is known.
#[derive(Debug, Clone, Copy)]
enum StepPredicate {
    /// It is this substitution of the clause.
    Substitution(usize),
    /// It is some lower predicate.
    Lower,
    /// It is one of the background.
    Background,
}

/// The longest paths that atoms may stand for.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// By the first predicate that may be called.
    open: [u8; SYMBOLS + 1],
    /// By the predicate.
    of: [u8; SYMBOLS],
}

const UNLIMITED: Limits = Limits {
    open: [FAR; SYMBOLS + 1],
    of: [FAR; SYMBOLS],
};

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Clauses are no paths, or the background is not pure.
    #[default]
    Off,
    Waiting,
    Ready,
}

/// The states, and how far they are from each other.
#[derive(Debug, Default)]
pub(super) struct Reach {
    state: State,
    /// When the graph is made.
    pub(super) patience: u64,
    /// The path of each metarule for two arguments.
    paths: Vec<Vec<StepPredicate>>,
    /// The length of the longest of them.
    factor: u8,
    /// For each number of clauses of the program, up to the present one.
    limits: Vec<Limits>,
    states: Vec<Cell>,
    /// By the number of the term, plus one; 0 for what is no state.
    numbers: Vec<u32>,
    /// What leads to a state in one step.
    before: Vec<Vec<u32>>,
    /// By the number of the term, plus one.
    targets: Vec<u32>,
    /// For each target the distance from each state.
    distances: Vec<Vec<u8>>,
}

impl Reach {
    #[inline]
    pub(super) fn is_ready(&self) -> bool {
        self.state == State::Ready
    }

    /// Whether it is time to make the graph.
    #[inline]
    pub(super) fn is_due(&self, steps: u64) -> bool {
        self.state == State::Waiting && steps >= self.patience
    }

    /// The number of a state, added if there is room.
    fn number(&mut self, state: Cell) -> Option<u32> {
        let at = state.number();
        if at >= self.numbers.len() {
            self.numbers.resize((at + 1).next_power_of_two(), 0);
        }
        if self.numbers[at] == 0 {
            if self.states.len() >= STATES {
                return None;
            }
            self.states.push(state);
            self.before.push(Vec::new());
            self.numbers[at] = self.states.len() as u32;
        }
        Some(self.numbers[at] - 1)
    }

    /// The number of a term in one of the tables.
    #[inline]
    fn listed(table: &[u32], term: Cell) -> Option<u32> {
        table
            .get(term.number())
            .copied()
            .unwrap_or(0)
            .checked_sub(1)
    }

    /// The fewest steps from one state to another, `FAR` if there is no path; none if that is not known.
    fn distance(&mut self, from: u32, to: Cell) -> Option<u8> {
        // All that the states lead to is a state.
        let Some(end) = Reach::listed(&self.numbers, to) else {
            return Some(FAR);
        };
        if let Some(target) = Reach::listed(&self.targets, to) {
            return Some(self.distances[target as usize][from as usize]);
        }
        if self.distances.len() >= TARGETS {
            return None;
        }
        let distances = self.distances_to(end);
        let distance = distances[from as usize];
        self.distances.push(distances);
        if to.number() >= self.targets.len() {
            let length = (to.number() + 1).next_power_of_two();
            self.targets.resize(length, 0);
        }
        self.targets[to.number()] = self.distances.len() as u32;
        Some(distance)
    }

    fn distances_to(&self, end: u32) -> Vec<u8> {
        let mut distances = vec![FAR; self.states.len()];
        let mut at = vec![end];
        let mut length = 0;
        while !at.is_empty() {
            let mut next = Vec::new();
            for state in at {
                // The distance of a state to itself is that of the shortest way back.
                for &before in &self.before[state as usize] {
                    if distances[before as usize] == FAR {
                        distances[before as usize] = (length + 1).min(FAR - 1);
                        next.push(before);
                    }
                }
            }
            at = next;
            length = (length + 1).min(FAR - 2);
        }
        distances
    }
}

/// The path of literals with two arguments from the first argument of a clause's head to the second.
fn path(machine: &Machine, clause: &Clause) -> Option<Vec<StepPredicate>> {
    let terms = &machine.terms;
    let hole = |cell: Cell| terms.as_hole(cell);
    let head = &clause.head.parts;
    let (from, to) = (hole(head[1])?, hole(head[2])?);
    if from == to || clause.guard.is_some() {
        return None;
    }
    let mut args: Vec<usize> = vec![from, to];
    let mut edges = Vec::new();
    for literal in &clause.body {
        let parts = match literal {
            Literal::Atom(parts) => &parts.parts,
            Literal::Negated(parts) => &parts.parts,
            // A condition could bind anything.
            Literal::Order(_) => return None,
        };
        for &part in &parts[1..] {
            args.push(hole(part)?);
        }
        if let (Literal::Atom(_), &[predicate, first, second]) = (literal, parts.as_slice()) {
            edges.push((predicate, hole(first)?, hole(second)?));
        }
    }
    // Breadth first: the path with the fewest literals.
    let mut known: Vec<(usize, Vec<Cell>)> = vec![(from, Vec::new())];
    let mut at = 0;
    while at < known.len() {
        let (place, way) = known[at].clone();
        if place == to {
            let steps = way
                .into_iter()
                .map(|predicate| step(machine, clause, predicate, &args));
            return steps.collect();
        }
        for &(predicate, first, second) in &edges {
            if first == place && known.iter().all(|(other, _)| *other != second) {
                let mut way = way.clone();
                way.push(predicate);
                known.push((second, way));
            }
        }
        at += 1;
    }
    None
}

fn step(
    machine: &Machine,
    clause: &Clause,
    predicate: Cell,
    args: &[usize],
) -> Option<StepPredicate> {
    match machine.terms.as_hole(predicate) {
        None => {
            let role = machine.role_of(predicate, 2);
            let background = role.background.is_some() && !role.head && !role.interpreted;
            background.then_some(StepPredicate::Background)
        }
        // The head's own predicate would be a path of any length; an argument may name any predicate.
        Some(_) if predicate == clause.head.parts[0] => None,
        Some(hole) if args.contains(&hole) => None,
        Some(_) => {
            let place = clause.subs.iter().position(|&sub| sub == predicate);
            Some(place.map_or(StepPredicate::Lower, StepPredicate::Substitution))
        }
    }
}

impl Machine {
    /// Finds out whether the clauses are paths.
    pub(super) fn plan_reach(&mut self) {
        self.reach.patience = PATIENCE;
        let rules = self.rules_by_arity.get(2).map_or(&[][..], Vec::as_slice);
        let mut paths = vec![Vec::new(); self.rules.len()];
        for &rule in rules {
            match path(self, &self.rules[rule as usize]) {
                Some(path) => paths[rule as usize] = path,
                None => return,
            }
        }
        let fits = self.targets.len() == 1 && !rules.is_empty() && self.interpreted.is_empty();
        if fits {
            self.reach.factor = paths.iter().map(|path| path.len() as u8).max().unwrap_or(1);
            self.reach.paths = paths;
            self.reach.state = State::Waiting;
        }
    }

    /// Makes the graph of all states that the positive examples lead to; if it is too large, or the
    /// background is not pure, there is none.
    pub(super) fn make_reach(&mut self, source: &mut dyn BackgroundSource) {
        self.reach.state = match self.explored(source) {
            Some(()) => State::Ready,
            None => State::Off,
        };
        if self.reach.is_ready() {
            self.measure(0);
        }
    }

    fn explored(&mut self, source: &mut dyn BackgroundSource) -> Option<()> {
        let steps = self.by_arity.get(2).cloned().unwrap_or_default();
        let named = (0..self.known.len() as u16).filter(|&at| {
            let known = &self.known[at as usize];
            known.place.is_none() && self.role_of(known.name, 2).background == Some(at)
        });
        let steps: Vec<u16> = steps.into_iter().chain(named).collect();
        for &at in &steps {
            let known = &self.known[at as usize];
            if known.table.is_none() && !source.is_pure(known.name, 2) {
                return None;
            }
        }
        for atom in &self.positives {
            if let &[_, first, _] = atom.parts.as_slice()
                && !self.terms.is_open(first)
            {
                self.reach.number(first)?;
            }
        }
        let mut at = 0;
        while at < self.reach.states.len() {
            let state = self.reach.states[at];
            for &step in &steps {
                for next in self.followers(step as usize, state, source)? {
                    let next = self.reach.number(next)?;
                    self.reach.before[next as usize].push(at as u32);
                }
            }
            at += 1;
        }
        Some(())
    }

    /// What one predicate leads to from a state.
    fn followers(
        &mut self,
        step: usize,
        state: Cell,
        source: &mut dyn BackgroundSource,
    ) -> Option<Vec<Cell>> {
        if let Some(table) = &self.known[step].table {
            let mut found = Vec::new();
            let mut row = 0;
            // The second argument may be anything: the hole is no ground term's number.
            let any = Cell::UNBOUND;
            while let Some((values, after, _)) = table.next(&[state, any], row) {
                found.push(values[1]);
                row = after;
            }
            return Some(found);
        }
        let hole = self.terms.hole(0);
        let goal = self.terms.compound(self.known[step].name, &[state, hole]);
        let answers = source.answers(&mut self.terms, goal, 0, FOLLOWERS)?;
        let values = answers.rows.iter().map(|row| row[0]);
        let found: Vec<Cell> = values.filter(|&value| !self.terms.is_open(value)).collect();
        let all = answers.end == End::Complete && found.len() == answers.rows.len();
        all.then_some(found)
    }

    /// Measures paths for each number of clauses; only bindings of the first `certain` clauses count.
    pub(super) fn measure(&mut self, certain: usize) {
        self.reach.limits.clear();
        for clauses in 0..=self.program.len() {
            let limits = self.limits(clauses, certain);
            self.reach.limits.push(limits);
        }
    }

    /// Measures paths after the newest clause has been assumed.
    #[inline]
    pub(super) fn measure_newest(&mut self) {
        let clauses = self.program.len();
        self.reach.limits.truncate(clauses);
        let limits = self.limits(clauses, clauses);
        self.reach.limits.push(limits);
    }

    /// The longest paths when the program consists of so many clauses, of which the first `certain` will keep
    /// what they are bound to.
    fn limits(&self, clauses: usize, certain: usize) -> Limits {
        let count = self.symbols.len();
        if count > SYMBOLS || self.level > CLAUSES {
            return UNLIMITED;
        }
        let mut limits = UNLIMITED;
        // From what is true without further clauses to what is true with all.
        for more in 0..=self.level.saturating_sub(clauses) {
            let fewer = limits;
            limits.open[count] = 1;
            for symbol in (0..count).rev() {
                let mut most = match more {
                    0 => 0,
                    _ => self.reach.factor.saturating_mul(fewer.open[symbol + 1]),
                };
                for (at, sub) in self.program[..clauses].iter().enumerate() {
                    if sub.symbol as usize == symbol && sub.arity == 2 {
                        let length = self.length(sub, at < certain, &limits);
                        most = most.max(length);
                    }
                }
                limits.of[symbol] = most.max(1);
                limits.open[symbol] = limits.open[symbol + 1].max(most);
            }
        }
        limits
    }

    /// The longest path that a clause stands for, once that is known of lower predicates.
    fn length(&self, sub: &Sub, certain: bool, limits: &Limits) -> u8 {
        let below = sub.symbol as usize + 1;
        let steps = self.reach.paths[sub.rule as usize].iter();
        let lengths = steps.map(|step| match step {
            StepPredicate::Background => 1,
            StepPredicate::Substitution(at) if certain => {
                let value = self.terms.deref(self.cells[sub.at as usize + at]);
                match value.is_variable() {
                    true => limits.open[below],
                    false => self.length_of(value, below, limits),
                }
            }
            StepPredicate::Substitution(_) | StepPredicate::Lower => limits.open[below],
        });
        lengths.fold(0, u8::saturating_add)
    }

    /// The longest path that a predicate stands for, if it is not one above `below`.
    #[inline]
    fn length_of(&self, name: Cell, below: usize, limits: &Limits) -> u8 {
        match self.symbols.iter().position(|symbol| symbol.name == name) {
            None => 1,
            Some(at) if at >= below => limits.of.get(at).copied().unwrap_or(FAR),
            Some(_) => FAR,
        }
    }

    /// The longest path that an atom with two arguments may stand for.
    #[inline]
    fn longest(&self, goal: &Goals, limits: &Limits) -> u8 {
        let predicate = self.terms.deref(self.cells[goal.at as usize]);
        match predicate.is_variable() {
            true => limits.open[(goal.from as usize).min(SYMBOLS)],
            false => self.length_of(predicate, 0, limits),
        }
    }

    /// Whether what an atom must lead to, by itself or with the goals after it, is too far away.
    #[inline]
    pub(super) fn too_far(&mut self, view: &View) -> bool {
        if view.arity() != 2 {
            return false;
        }
        let place = view.goal.at as usize + 1;
        let from = self.terms.deref(self.cells[place]);
        let Some(from) = from
            .is_ground()
            .then(|| Reach::listed(&self.reach.numbers, from))
            .flatten()
        else {
            return false;
        };
        let Some(limits) = self.reach.limits.get(self.program.len()).copied() else {
            return false;
        };
        let mut end = self.terms.deref(self.cells[place + 1]);
        let mut room = self.longest(&view.goal, &limits);
        let mut next = view.next;
        while end.is_variable() && room < FAR {
            let Some(node) = self.goals.get(next as usize).filter(|_| next != NONE) else {
                return false;
            };
            let Goal::Atom(goal) = node.goal else {
                return false;
            };
            let first = self.cells[goal.at as usize + usize::from(goal.arity > 0)];
            if goal.arity == 2 && self.terms.deref(first) == end {
                room = room.saturating_add(self.longest(&goal, &limits));
                end = self.terms.deref(self.cells[goal.at as usize + 2]);
            }
            next = node.next;
        }
        if room == FAR || !end.is_ground() {
            return false;
        }
        let distance = self.reach.distance(from, end);
        distance.is_some_and(|distance| distance > room)
    }
}
