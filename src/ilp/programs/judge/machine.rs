//! Runs programs: SLD resolution with tabled calls, under a limit of steps.
//!
//! A call of a learned predicate is solved once for a program: its answers are tabled, and a call
//! that depends on itself is solved again until no answer is added, so that left and mutual
//! recursion end whenever the values that turn up are finitely many (the iteration of N.-F. Zhou
//! and T. Sato, "Efficient fixpoint computation in linear tabling", PPDP 2003). Background literals
//! are look-ups. One that only Prolog can answer and that was never asked has no answers for now:
//! it goes to the demands, and the caller has them met and runs the program again.

mod unbound;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use rustc_hash::FxHashMap;

use super::{
    super::{
        clauses::ClauseId,
        language::{Language, Learned},
    },
    plan::{AnswerSource, Plan},
    table::{ANY, Calls, State},
};
use crate::{
    ilp::{
        bias::PredicateId,
        clause::{Clause, MAX_ARITY},
        relations::{Columns, Demand, Relations},
        task::Value,
    },
    relation::{Tuples, digest},
};

/// What a call may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Literals called and answers looked at, for each example.
    pub steps: u64,
    /// Calls of learned predicates inside each other.
    pub depth: usize,
}

/// Why a call was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// It took more than the limits allow.
    Limit,
    /// The user, or the time limit.
    Cancelled,
}

/// A call of a learned predicate.
pub type Called = (Learned, Columns, Vec<Value>);

/// What is done with a solution of a body.
#[derive(Debug, Clone, Copy)]
enum Goal {
    /// It is an answer of this call.
    Answer(usize),
    /// It is enough that there is one.
    First,
    /// All are gone through for the calls that they make.
    All,
    /// Each solution of the other literals must be one of the last literal too; the first one that
    /// is not is enough.
    Every,
}

/// The answers of lazy calls, kept by the thread.
#[derive(Debug)]
struct Memo {
    known: Tuples,
    /// Start and number of the rows of each call.
    spans: Vec<(u32, u32)>,
    width: usize,
}

/// One thread's means of running programs.
#[derive(Debug)]
pub struct Machine<'a> {
    language: &'a Language,
    relations: &'a Relations,
    cancel: &'a AtomicBool,
    limits: Limits,
    plans: FxHashMap<(ClauseId, Columns, Option<usize>), Arc<Plan>>,
    memos: Vec<Option<Memo>>,
    arena: Vec<Value>,
    program: Vec<Vec<(ClauseId, Arc<Clause>)>>,
    calls: Calls,
    registers: Vec<Value>,
    steps: u64,
    /// Steps of all calls.
    ticks: u64,
    depth: usize,
    round: u64,
    added: u64,
    /// The least depth of an open call that what is solved now depends on.
    link: usize,
    /// Calls whose answers depend on open ones.
    partial: Vec<usize>,
    relaxed: bool,
    /// Whether head variables may be any value.
    non_datalog: bool,
    /// Whether a call was given up since a literal that Prolog answers needs a value and got any.
    pub unasked: bool,
    made: Vec<Called>,
    /// Whether a call was left out of `made` because an input of it is an answer of another one.
    pub unknown: bool,
    /// Background calls that were not known.
    pub demands: Vec<Demand>,
}

impl<'a> Machine<'a> {
    /// A machine without a program.
    pub fn new(
        language: &'a Language,
        relations: &'a Relations,
        limits: Limits,
        cancel: &'a AtomicBool,
    ) -> Machine<'a> {
        Machine {
            language,
            relations,
            cancel,
            limits,
            plans: FxHashMap::default(),
            memos: language.bias.predicates.iter().map(|_| None).collect(),
            arena: Vec::new(),
            program: vec![Vec::new(); language.learned.len()],
            calls: Calls::new(language),
            registers: Vec::new(),
            steps: 0,
            ticks: 0,
            depth: 0,
            round: 0,
            added: 0,
            link: usize::MAX,
            partial: Vec::new(),
            relaxed: false,
            non_datalog: language.bias.non_datalog,
            unasked: false,
            made: Vec::new(),
            unknown: false,
            demands: Vec::new(),
        }
    }

    /// Takes up a program.
    pub fn load<'c>(&mut self, program: impl IntoIterator<Item = (ClauseId, &'c Arc<Clause>)>) {
        self.program.iter_mut().for_each(Vec::clear);
        for (id, clause) in program {
            if let Some(learned) = self.language.learned(clause.head.predicate) {
                self.program[learned].push((id, Arc::clone(clause)));
            }
        }
        self.calls.clear();
    }

    /// Whether the program covers an example.
    ///
    /// # Errors
    ///
    /// [`Halt`].
    pub fn covers(&mut self, learned: Learned, tuple: &[Value]) -> Result<bool, Halt> {
        let all = ((1u32 << tuple.len()) - 1) as Columns;
        let mask = self.language.inputs(learned).unwrap_or(all);
        let columns = || tuple.iter().enumerate();
        let key: Vec<Value> = columns()
            .filter(|(column, _)| mask >> column & 1 == 1)
            .map(|(_, &value)| value)
            .collect();
        let call = self.ask(learned, mask, &key)?;
        let mut answers = self.calls.get(call).answers.iter();
        Ok(answers.any(|answer| {
            let wanted = columns().filter(|(column, _)| mask >> column & 1 == 0);
            wanted
                .zip(answer)
                .all(|((_, &value), &given)| given == value || given == ANY)
        }))
    }

    /// The answers of a call, each hashed, summed up: equal for equal sets of answers. Zero if there
    /// is none.
    ///
    /// # Errors
    ///
    /// [`Halt`].
    pub fn digest(&mut self, learned: Learned, mask: Columns, key: &[Value]) -> Result<u128, Halt> {
        let call = self.ask(learned, mask, key)?;
        let answers = self.calls.get(call).answers.iter();
        Ok(answers.fold(0, |sum: u128, answer| {
            let cells = answer.iter().map(|&value| u128::from(value));
            sum.wrapping_add(cells.fold(1, digest) | 1)
        }))
    }

    fn ask(&mut self, learned: Learned, mask: Columns, key: &[Value]) -> Result<usize, Halt> {
        self.steps = 0;
        self.depth = 0;
        self.link = usize::MAX;
        self.partial.clear();
        self.registers.clear();
        self.relaxed = false;
        let result = self.solve(learned, mask, key);
        if result.is_err() {
            self.calls.give_up();
        }
        result
    }

    /// The calls of learned predicates that were made since the program was taken up.
    pub fn asked(&self) -> impl Iterator<Item = Called> {
        self.calls.keys()
    }

    /// Whether the body of a clause has a solution if each call of a learned predicate in it
    /// succeeds with any answer: false is certain, for all programs.
    ///
    /// # Errors
    ///
    /// [`Halt`].
    pub fn possible(
        &mut self,
        clause: (ClauseId, &Clause),
        mask: Columns,
        key: &[Value],
    ) -> Result<bool, Halt> {
        self.relax(clause, mask, key, Goal::First)
    }

    /// The calls that the body of a clause makes if calls of learned predicates succeed with any
    /// answer; columns whose value depends on such an answer are free in them. Those with unknown
    /// inputs are left out, which [`Machine::unknown`] tells.
    ///
    /// # Errors
    ///
    /// [`Halt`].
    pub fn calls(
        &mut self,
        clause: (ClauseId, &Clause),
        mask: Columns,
        key: &[Value],
    ) -> Result<Vec<Called>, Halt> {
        self.made.clear();
        self.unknown = false;
        self.relax(clause, mask, key, Goal::All)?;
        Ok(std::mem::take(&mut self.made))
    }

    /// Whether the body literal at `index` holds for all solutions of the others that are possible;
    /// its variables that stand nowhere else may be anything.
    ///
    /// # Errors
    ///
    /// [`Halt`].
    pub fn implied(
        &mut self,
        (id, clause): (ClauseId, &Clause),
        index: usize,
        mask: Columns,
        key: &[Value],
    ) -> Result<bool, Halt> {
        self.steps = 0;
        self.registers.clear();
        self.relaxed = true;
        let plan = self.plan(id, clause, mask, Some(index));
        self.body(&plan, key, Goal::Every).map(|violated| !violated)
    }

    fn relax(
        &mut self,
        (id, clause): (ClauseId, &Clause),
        mask: Columns,
        key: &[Value],
        goal: Goal,
    ) -> Result<bool, Halt> {
        self.steps = 0;
        self.registers.clear();
        self.relaxed = true;
        let plan = self.plan(id, clause, mask, None);
        self.body(&plan, key, goal)
    }

    fn plan(
        &mut self,
        id: ClauseId,
        clause: &Clause,
        mask: Columns,
        last: Option<usize>,
    ) -> Arc<Plan> {
        let (language, relations) = (self.language, self.relations);
        let plan = self
            .plans
            .entry((id, mask, last))
            .or_insert_with(|| Arc::new(Plan::new(language, relations, clause, mask, last)));
        Arc::clone(plan)
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Halt::Limit);
        }
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1024) && self.cancel.load(Ordering::Relaxed) {
            return Err(Halt::Cancelled);
        }
        Ok(())
    }

    fn solve(&mut self, learned: Learned, mask: Columns, key: &[Value]) -> Result<usize, Halt> {
        let width = self.language.predicate(learned).arity() - key.len();
        let call = self.calls.number(learned, mask, key, width);
        match self.calls.get(call).state {
            State::Complete => return Ok(call),
            State::Open(depth) => {
                self.link = self.link.min(depth);
                return Ok(call);
            }
            State::Partial(round, depth) if round == self.round => {
                self.link = self.link.min(depth);
                return Ok(call);
            }
            State::Partial(..) | State::Stale => {}
        }
        if self.depth >= self.limits.depth {
            return Err(Halt::Limit);
        }
        self.depth += 1;
        let depth = self.depth;
        self.calls.get_mut(call).state = State::Open(depth);
        let outer = std::mem::replace(&mut self.link, usize::MAX);
        let first = self.partial.len();
        loop {
            let before = self.added;
            for index in 0..self.program[learned].len() {
                let (id, clause) = self.program[learned][index].clone();
                let plan = self.plan(id, &clause, mask, None);
                if self.body(&plan, key, Goal::Answer(call))? {
                    break;
                }
            }
            if self.link != depth || self.added == before {
                break;
            }
            self.round += 1;
            self.link = usize::MAX;
        }
        let answered = self.calls.get(call);
        if answered.answers.width() == 0 && !answered.answers.is_empty() {
            // Whatever it depends on: there is nothing to add. What depends on it is unfinished.
            for &other in &self.partial[first..] {
                self.calls.get_mut(other).state = State::Stale;
            }
            self.partial.truncate(first);
            self.calls.get_mut(call).state = State::Complete;
            self.link = outer;
        } else if self.link >= depth {
            for &other in &self.partial[first..] {
                self.calls.get_mut(other).state = State::Complete;
            }
            self.partial.truncate(first);
            self.calls.get_mut(call).state = State::Complete;
            self.link = outer;
        } else {
            self.calls.get_mut(call).state = State::Partial(self.round, self.link);
            self.partial.push(call);
            self.link = self.link.min(outer);
        }
        self.depth -= 1;
        Ok(call)
    }

    /// Runs a body; whether no more solutions are wanted.
    fn body(&mut self, plan: &Plan, key: &[Value], goal: Goal) -> Result<bool, Halt> {
        let base = self.registers.len();
        self.registers.resize(base + plan.variables, ANY);
        for (&variable, &value) in plan.bound.iter().zip(key) {
            self.registers[base + usize::from(variable)] = value;
        }
        let done = self.join(plan, 0, base, goal);
        self.registers.truncate(base);
        done
    }

    fn join(&mut self, plan: &Plan, at: usize, base: usize, goal: Goal) -> Result<bool, Halt> {
        let Some(step) = plan.steps.get(at) else {
            return Ok(self.solution(plan, base, goal));
        };
        if matches!(goal, Goal::Every) && at + 1 == plan.steps.len() {
            let value = |variable: u8| self.registers[base + usize::from(variable)];
            let bound = step.rest.iter().filter(|(_, known)| *known).map(|(v, _)| v);
            let unknown = step.key.iter().chain(bound).any(|&v| value(v) == ANY);
            return Ok(unknown || !self.join(plan, at, base, Goal::First)?);
        }
        self.step()?;
        let mut key = [ANY; MAX_ARITY];
        let key = &mut key[..step.key.len()];
        let mut unknown = false;
        for (cell, &variable) in key.iter_mut().zip(&step.key) {
            *cell = self.registers[base + usize::from(variable)];
            unknown |= *cell == ANY;
        }
        match step.source {
            AnswerSource::Learned(learned, mask) if self.relaxed => {
                if matches!(goal, Goal::All) {
                    self.record(learned, mask, key);
                }
                self.any(plan, at, base, goal)
            }
            _ if unknown && self.relaxed => self.any(plan, at, base, goal),
            _ if unknown => self.unbound(plan, at, base, goal),
            AnswerSource::Stored(id, columns) => {
                let relations = self.relations;
                let Some(stored) = relations.stored(id) else {
                    return Ok(false);
                };
                for row in stored.lookup(columns, key).iter() {
                    if self.row(row, plan, at, base, goal)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            AnswerSource::Lazy(id) => {
                let Some((start, rows, width)) = self.lazy(id, key) else {
                    return Ok(false);
                };
                let mut answer = [ANY; MAX_ARITY];
                let answer = &mut answer[..width];
                for row in 0..rows {
                    answer.copy_from_slice(&self.arena[start + row * width..][..width]);
                    if self.row(answer, plan, at, base, goal)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            AnswerSource::Learned(learned, mask) => {
                let call = self.solve(learned, mask, key)?;
                let width = step.rest.len();
                let mut answer = [ANY; MAX_ARITY];
                let answer = &mut answer[..width];
                // Answers may be added meanwhile.
                let mut row = 0;
                while row < self.calls.get(call).answers.len() {
                    answer.copy_from_slice(self.calls.get(call).answers.get(row));
                    if self.row(answer, plan, at, base, goal)? {
                        return Ok(true);
                    }
                    row += 1;
                }
                Ok(false)
            }
        }
    }

    /// Goes on with one answer of the literal at `at`.
    fn row(
        &mut self,
        answer: &[Value],
        plan: &Plan,
        at: usize,
        base: usize,
        goal: Goal,
    ) -> Result<bool, Halt> {
        self.step()?;
        for (&value, &(variable, known)) in answer.iter().zip(&plan.steps[at].rest) {
            let register = &mut self.registers[base + usize::from(variable)];
            if !known {
                *register = value;
            } else if *register != value && *register != ANY && value != ANY {
                return Ok(false);
            }
        }
        if self.relaxed || !self.non_datalog {
            return self.join(plan, at + 1, base, goal);
        }
        let pairs = || answer.iter().zip(plan.steps[at].rest.iter());
        let pairs = pairs().filter(|(_, (_, known))| *known);
        self.bind(
            pairs.map(|(&value, &(v, _))| (v, value)),
            plan,
            at,
            base,
            goal,
        )
    }

    /// Goes on as if the literal at `at` had any answer.
    fn any(&mut self, plan: &Plan, at: usize, base: usize, goal: Goal) -> Result<bool, Halt> {
        for &(variable, known) in &plan.steps[at].rest {
            if !known {
                self.registers[base + usize::from(variable)] = ANY;
            }
        }
        self.join(plan, at + 1, base, goal)
    }

    fn solution(&mut self, plan: &Plan, base: usize, goal: Goal) -> bool {
        let Goal::Answer(call) = goal else {
            return matches!(goal, Goal::First);
        };
        let mut row = [ANY; MAX_ARITY];
        let row = &mut row[..plan.free.len()];
        for (cell, &variable) in row.iter_mut().zip(&plan.free) {
            *cell = self.registers[base + usize::from(variable)];
        }
        let answers = &mut self.calls.get_mut(call).answers;
        self.added += u64::from(answers.insert(row).is_ok());
        answers.width() == 0
    }

    /// Where the answers of a call are that Prolog knows; `None` if it was not asked yet.
    fn lazy(&mut self, id: PredicateId, key: &[Value]) -> Option<(usize, usize, usize)> {
        let memo = self.memos[usize::from(id.0)].get_or_insert_with(|| Memo {
            known: Tuples::new(key.len()),
            spans: Vec::new(),
            width: self.language.bias.predicate(id).arity() - key.len(),
        });
        if let Some(number) = memo.known.find(key) {
            let (start, rows) = memo.spans[number as usize];
            return Some((start as usize, rows as usize, memo.width));
        }
        let Some(answers) = self.relations.answers(id, key) else {
            self.demands.push((id, key.to_vec()));
            return None;
        };
        let rows = answers.rows();
        let start = self.arena.len();
        self.arena.extend_from_slice(rows.cells());
        let _ = memo.known.insert(key);
        memo.spans.push((start as u32, rows.rows() as u32));
        Some((start, rows.rows(), memo.width))
    }

    fn record(&mut self, learned: Learned, mask: Columns, key: &[Value]) {
        if key.contains(&ANY) && self.language.directed {
            self.unknown = true;
            return;
        }
        let columns = (0..Columns::BITS).filter(|column| mask >> column & 1 == 1);
        let known = columns.zip(key).filter(|(_, value)| **value != ANY);
        let mask = known
            .clone()
            .fold(0, |mask, (column, _)| mask | 1 << column);
        let key = known.map(|(_, &value)| value).collect();
        self.made.push((learned, mask, key));
    }
}
