//! The machine: goals, choices, and the program so far, on stacks that shrink on backtracking.

mod asking;
mod background;
mod bundles;
mod clauses;
mod examples;
mod program;
mod prove;
mod reach;
mod state;
#[cfg(test)]
mod tests;
mod text;

use std::{
    collections::HashSet,
    rc::Rc,
    time::{Duration, Instant},
};

use super::{
    answers::{AnswerRow, Answers, BackgroundSource, End, EntryId, Memo, Table},
    feasible::feasible,
    task::{Atom, Clause, Literal, Options, Parts, Task, Types},
    terms::{Cell, Mark, Terms},
};
use crate::term::Term;
use bundles::Bundles;
use reach::Reach;
use state::{
    Alternative, ChoicePoint, Flow, Goal, Goals, Known, NO_SYMBOL, NONE, Node, Role, Stage, Sub,
    Symbol,
};

/// How often the clock is looked at, in steps.
const CLOCK: u64 = 1 << 12;

/// The most cells that one branch of the search, or all that is remembered, may take: 16 bytes each at
/// worst.
const CELLS: usize = 1 << 26;

/// What the machine has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// Programs of this many clauses are looked for now.
    Level(usize),
    /// It needs the answers of [`Machine::goals`].
    Goals,
    /// Something to be reported while it is traced, as a Prolog term.
    Trace(String),
    /// [`Machine::program`] is a solution.
    Solution,
    /// There is no further solution.
    Exhausted,
    /// A limit is reached.
    Limit(Limit),
    /// The background raised an error: its term, and the goal.
    Failed {
        /// The error.
        error: String,
        /// The goal that raised it.
        goal: String,
    },
}

/// Which limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// So many steps.
    Inferences(u64),
    /// So many milliseconds.
    Time(u64),
}

/// The search for programs.
#[derive(Debug)]
pub struct Machine {
    /// The terms.
    pub terms: Terms,
    options: Options,
    positives: Vec<Atom>,
    negatives: Vec<Atom>,
    known: Vec<Known>,
    /// The background by arity, in order.
    by_arity: Vec<Vec<u16>>,
    interpreted: Vec<Rc<Clause>>,
    interpreted_by_arity: Vec<Vec<u16>>,
    rules: Vec<Rc<Clause>>,
    rules_by_arity: Vec<Vec<u16>>,
    /// By the number of the name.
    roles: Vec<Vec<(u8, Role)>>,
    declared: Vec<(Cell, u8, Option<Types>)>,
    targets: Vec<Cell>,
    verified: bool,
    memo: Memo,
    bundles: Bundles,
    reach: Reach,
    guards: HashSet<Cell>,

    symbols: Vec<Symbol>,
    symbol_trail: Vec<(u8, Symbol)>,
    program: Vec<Sub>,
    /// The clauses that are to be compared with older ones when their last variable is bound.
    watched: u64,
    goals: Vec<Node>,
    cells: Vec<Cell>,
    choices: Vec<ChoicePoint>,
    examples: Vec<u32>,
    next: u32,
    max: u32,
    level: usize,
    back: bool,
    // Taken while they are in use, so that they are allocated once.
    frame: Vec<Option<Cell>>,
    type_frame: Vec<Option<Cell>>,
    variables: Vec<Cell>,
    buffer: Vec<Cell>,
    /// The functor of patterns of arguments.
    call: Cell,

    requests: Vec<EntryId>,
    broken: Option<(String, String)>,
    reported: Vec<String>,
    steps: u64,
    spent: Duration,
    clock: u64,
}

impl Machine {
    /// Makes the search for a task ready.
    pub fn new(task: Task) -> Machine {
        let useful = feasible(&task);
        let verified = task
            .metarules
            .iter()
            .chain(&task.interpreted)
            .any(|clause| {
                let mut body = clause.body.iter();
                body.any(|literal| matches!(literal, Literal::Negated(_)))
            });
        let mut machine = Machine {
            terms: task.terms,
            options: task.options,
            positives: task.positives,
            negatives: task.negatives,
            known: Vec::new(),
            by_arity: Vec::new(),
            interpreted: task.interpreted.into_iter().map(Rc::new).collect(),
            interpreted_by_arity: Vec::new(),
            rules: task.metarules.into_iter().map(Rc::new).collect(),
            rules_by_arity: Vec::new(),
            roles: Vec::new(),
            declared: Vec::new(),
            targets: Vec::new(),
            verified,
            memo: Memo::default(),
            bundles: Bundles::default(),
            reach: Reach::default(),
            guards: HashSet::new(),
            symbols: Vec::new(),
            symbol_trail: Vec::new(),
            program: Vec::new(),
            watched: 0,
            goals: Vec::new(),
            cells: Vec::new(),
            choices: Vec::new(),
            examples: Vec::new(),
            next: NONE,
            max: 0,
            level: 0,
            back: false,
            frame: Vec::new(),
            type_frame: Vec::new(),
            variables: Vec::new(),
            buffer: Vec::new(),
            call: Cell::default(),
            requests: Vec::new(),
            broken: None,
            reported: Vec::new(),
            steps: 0,
            spent: Duration::ZERO,
            clock: 0,
        };
        machine.call = machine.terms.atom("call");
        for background in task.background {
            let at = machine.known.len() as u16;
            let arity = background.arity;
            machine.role(background.name, arity).background = Some(at);
            let same = listed(&mut machine.by_arity, arity);
            same.push(at);
            let place = Some(same.len() as u32 - 1);
            machine.known.push(Known {
                name: background.name,
                place,
                types: background.types,
                table: background.rows.map(|rows| Table::new(rows, arity)),
            });
        }
        for (name, arity) in task.compiled {
            let at = machine.known.len() as u16;
            let role = machine.role(name, arity);
            role.background = Some(at);
            role.compiled = true;
            machine.known.push(Known {
                name,
                place: None,
                types: None,
                table: None,
            });
        }
        for at in 0..machine.interpreted.len() {
            let head = machine.interpreted[at].head.parts.clone();
            machine.role(head[0], head.len() - 1).interpreted = true;
            listed(&mut machine.interpreted_by_arity, head.len() - 1).push(at as u16);
        }
        for (at, useful) in useful.into_iter().enumerate() {
            let arity = machine.rules[at].head.parts.len() - 1;
            if useful {
                listed(&mut machine.rules_by_arity, arity).push(at as u16);
            }
        }
        for (name, arity, types) in task.heads {
            machine.role(name, arity).head = true;
            machine.declared.push((name, arity as u8, types));
        }
        for at in 0..machine.positives.len() {
            let name = machine.positives[at].parts[0];
            let arity = machine.positives[at].parts.len() - 1;
            if !machine.targets.contains(&name) {
                machine.targets.push(name);
            }
            machine.role(name, arity).head = true;
        }
        machine.plan_reach();
        machine
    }

    /// What may be known of a predicate.
    fn role(&mut self, name: Cell, arity: usize) -> &mut Role {
        let at = name.number();
        if at >= self.roles.len() {
            self.roles.resize(at + 1, Vec::new());
        }
        let roles = &mut self.roles[at];
        let found = roles.iter().position(|&(other, _)| other as usize == arity);
        let found = found.unwrap_or_else(|| {
            roles.push((arity as u8, Role::default()));
            roles.len() - 1
        });
        &mut roles[found].1
    }

    fn role_of(&self, name: Cell, arity: u8) -> Role {
        if !name.is_ground() {
            return Role::default();
        }
        let roles = self.roles.get(name.number()).map_or(&[][..], Vec::as_slice);
        let mut role = roles
            .iter()
            .find(|&&(other, _)| other == arity)
            .map_or(Role::default(), |&(_, role)| role);
        // An invented predicate has the arity of its first use.
        role.head |= self.symbols.iter().any(|symbol| symbol.name == name);
        role
    }

    /// Looks on, until there is something to say.
    pub fn run(&mut self, source: &mut dyn BackgroundSource) -> Progress {
        let begin = Instant::now();
        let step = self.search(source, begin);
        self.spent += begin.elapsed();
        step
    }

    fn search(&mut self, source: &mut dyn BackgroundSource, begin: Instant) -> Progress {
        loop {
            if !self.reported.is_empty() {
                return Progress::Trace(self.reported.remove(0));
            }
            if self.level == 0 || (self.back && self.choices.is_empty()) {
                let level = match self.level {
                    0 => self.options.min_clauses.max(1),
                    level => level + 1,
                };
                if level > self.options.max_clauses {
                    self.level = self.options.max_clauses.max(1);
                    return Progress::Exhausted;
                }
                self.begin(level);
                let invented: Vec<Cell> = self.invented().collect();
                source.announce(&mut self.terms, &invented);
                return Progress::Level(level);
            }
            if self.steps >= self.clock
                && let Some(step) = self.over(begin)
            {
                return step;
            }
            if self.reach.is_due(self.steps) {
                self.make_reach(source);
            }
            let flow = if self.back {
                self.retry(source)
            } else if self.watched != 0 && self.repeats() {
                Flow::Back
            } else if let Goal::Done = self.goals[self.next as usize].goal {
                self.back = true;
                return Progress::Solution;
            } else {
                self.step(source)
            };
            match flow {
                Flow::Forward => self.back = false,
                Flow::Back => self.back = true,
                Flow::Wait => return Progress::Goals,
                Flow::Broken => {
                    let (error, goal) = self.broken.clone().unwrap_or_default();
                    return Progress::Failed { error, goal };
                }
            }
        }
    }

    /// Whether some limit is reached.
    fn over(&mut self, begin: Instant) -> Option<Progress> {
        self.clock = self.steps + CLOCK;
        let limit = self.options.inference_limit;
        if limit > 0 && self.steps >= limit {
            return Some(Progress::Limit(Limit::Inferences(limit)));
        }
        if limit > 0 {
            self.clock = self.clock.min(limit);
        }
        let limit = self.options.time_limit;
        if limit > 0 && (self.spent + begin.elapsed()).as_millis() as u64 >= limit {
            return Some(Progress::Limit(Limit::Time(limit)));
        }
        let live = self.terms.live() + self.cells.len() + self.goals.len() * 8;
        if live > CELLS || self.terms.interned() + self.bundles.size() > CELLS * 4 {
            return Some(Progress::Failed {
                error: "error(resource_error(memory),learn/3)".into(),
                goal: self.current(),
            });
        }
        None
    }

    /// The atom that is to be proved, for messages: a goal, or a list if the predicate is not known.
    fn current(&mut self) -> String {
        let node = self.goals.get(self.next as usize).map(|node| node.goal);
        let Some(Goal::Atom(goal) | Goal::Negated(goal)) = node else {
            return "true".into();
        };
        let parts = self.parts(goal.at, goal.arity).to_vec();
        let mut text = String::new();
        match (self.terms.deref(parts[0]), &parts[1..]) {
            (name, args) if name.is_ground() && !args.is_empty() => {
                let names = &mut Vec::new();
                self.terms.write(name, names, &mut text);
                for (at, &arg) in args.iter().enumerate() {
                    text.push(if at == 0 { '(' } else { ',' });
                    self.terms.write(arg, names, &mut text);
                }
                text.push(')');
            }
            _ => self.list_text(&parts, &mut Vec::new(), &mut text),
        }
        text
    }

    fn begin(&mut self, level: usize) {
        self.level = level;
        self.max = level as u32;
        self.back = false;
        self.choices.clear();
        self.terms.undo(Mark::default());
        self.symbol_trail.clear();
        self.program.clear();
        self.watched = 0;
        self.goals.clear();
        self.cells.clear();
        self.examples = vec![0; self.positives.len()];
        // Guards may depend on which predicates there are.
        for goal in std::mem::take(&mut self.guards) {
            self.memo.forget(goal);
        }
        let several = self.targets.len() > 1;
        self.symbols = self
            .targets
            .iter()
            .map(|&name| Symbol {
                name,
                arity: self
                    .positives
                    .iter()
                    .find(|atom| atom.parts[0] == name)
                    .map(|atom| (atom.parts.len() - 1) as u8),
                used: several,
                types: NONE,
            })
            .collect();
        let first = self
            .targets
            .first()
            .map_or(String::new(), |&name| self.terms.name(name).to_owned());
        for number in 1..=(level - 1).min(self.options.max_inv_preds) {
            let name = self.terms.atom(&format!("{first}_{number}"));
            self.symbols.push(Symbol {
                name,
                arity: None,
                used: false,
                types: NONE,
            });
        }
        if self.reach.is_ready() {
            self.measure(0);
        }
        self.next = self.push(Goal::Example(0), NONE);
    }

    /// The predicates that are invented at this level.
    fn invented(&self) -> impl Iterator<Item = Cell> {
        let symbols = &self.symbols[self.targets.len()..];
        symbols.iter().map(|symbol| symbol.name)
    }

    #[inline]
    fn push(&mut self, goal: Goal, next: u32) -> u32 {
        self.goals.push(Node { goal, next });
        self.goals.len() as u32 - 1
    }

    #[inline]
    fn choose(&mut self, alternative: Alternative, goal: u32) {
        self.choices.push(ChoicePoint {
            alternative: alternative.pack(),
            goal,
            max: self.max,
            mark: self.terms.mark(),
            symbols: self.symbol_trail.len() as u32,
            goals: self.goals.len() as u32,
            cells: self.cells.len() as u32,
            program: self.program.len() as u32,
            watched: self.watched,
        });
    }

    /// Forgets what was done since the choice.
    fn undo(&mut self, choice: &ChoicePoint) {
        self.terms.undo(choice.mark);
        while self.symbol_trail.len() > choice.symbols as usize {
            if let Some((at, symbol)) = self.symbol_trail.pop() {
                self.symbols[at as usize] = symbol;
            }
        }
        self.program.truncate(choice.program as usize);
        self.goals.truncate(choice.goals as usize);
        self.cells.truncate(choice.cells as usize);
        self.watched = choice.watched;
        self.max = choice.max;
    }

    /// The next alternative of the last choice.
    fn retry(&mut self, source: &mut dyn BackgroundSource) -> Flow {
        let Some(choice) = self.choices.last().copied() else {
            return Flow::Back;
        };
        self.undo(&choice);
        match Alternative::unpack(choice.alternative) {
            Alternative::Atom(stage) => self.advance(choice.goal, stage, source),
            Alternative::Rows { entry, row } => self.rows(choice.goal, entry, row, source),
            Alternative::Negated { at } => self.unproved(choice.goal, at, source),
            Alternative::Goal(next) => {
                self.choices.pop();
                self.next = next;
                Flow::Forward
            }
            Alternative::Abduce { example } => {
                self.choices.pop();
                self.abduce(example);
                Flow::Forward
            }
        }
    }

    fn step(&mut self, source: &mut dyn BackgroundSource) -> Flow {
        let at = self.next;
        let Node { goal, next } = self.goals[at as usize];
        match goal {
            Goal::Atom(_) => self.prove(at, source),
            Goal::Negated(goal) => self.negated(at, goal, next, source),
            Goal::Ask(goal) => {
                let pattern = self.terms.abstracted(goal, &mut Vec::new());
                let entry = self.memo.entry(pattern);
                self.choose(Alternative::Rows { entry, row: 0 }, at);
                self.rows(at, entry, 0, source)
            }
            Goal::Check { atom, rule, new } => {
                self.next = next;
                self.checked(atom, rule, new)
            }
            Goal::Commit { height, max } => {
                self.choices.truncate(height as usize);
                self.max = max;
                self.next = next;
                Flow::Forward
            }
            Goal::Refute { height, negative } => {
                if negative != NONE {
                    self.report_rejected(negative);
                }
                self.choices.truncate(height as usize);
                Flow::Back
            }
            Goal::Example(_)
            | Goal::Functional { .. }
            | Goal::Condition { .. }
            | Goal::Negative(_)
            | Goal::Ground
            | Goal::Verify(_)
            | Goal::AllFunctional(_)
            | Goal::Done => self.examples_step(at, goal, next, source),
        }
    }

    #[inline]
    fn alternative(&mut self, alternative: Alternative) {
        if let Some(choice) = self.choices.last_mut() {
            choice.alternative = alternative.pack();
        }
    }

    /// How many steps were taken, and how long that took.
    pub fn spent(&self) -> (u64, Duration) {
        (self.steps, self.spent)
    }
}

fn listed(lists: &mut Vec<Vec<u16>>, at: usize) -> &mut Vec<u16> {
    if lists.len() <= at {
        lists.resize(at + 1, Vec::new());
    }
    &mut lists[at]
}
