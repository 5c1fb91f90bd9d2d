//! The background as relations over interned values: ground facts, indexed, and predicates that
//! Prolog answers, call by call or once as a whole.
//!
//! Each predicate of the bias has one source:
//! - *stored*: the facts that agree with its constants, their variable columns, each tuple once;
//! - *lazy*: a predicate of [`Task::rules`], a memo from the values of its input columns to the
//!   values of the others. Without inputs it is called once with all arguments free, and stored.
//!   What pure clauses say of it is found out here ([`native`]); Prolog is asked for the rest.
//!
//! Comparisons with a fixed number ([`Bias::thresholds`](super::Bias)) are stored, or, where rules may
//! compute the values that they are asked about, lazy without anybody being asked.
//!
//! Nobody waits for Prolog in the middle of a search: [`Relations::answers`] says what is known,
//! and [`Relations::demand`] has the rest proved, many goals at a time. A goal that reaches the
//! prover's limits or raises an error has no answers; [`Relations::counts`] tells of it.

mod lazy;
mod native;
mod stored;
mod threshold;
mod value_set;

use std::{
    collections::HashSet,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
};

use serde::Serialize;

use self::{lazy::Lazy, native::Native, threshold::Numbers};
use super::{
    bias::{Bias, Comparison, Mode, Predicate, PredicateId, Slot, Threshold},
    prove::{Call, Proof, Prover},
    task::{Facts, Table, Task, Value, Values},
    tester::Stopped,
};
use crate::relation::Tuples;

pub use self::{
    stored::{Columns, Group, Index, Stored},
    threshold::{holds, number},
    value_set::ValueSet,
};

/// How many calls are handed to Prolog at a time.
const BATCH: usize = 4096;

/// A call of a predicate: the values of its input columns, in order.
pub type Demand = (PredicateId, Vec<Value>);

/// The relations of a task; shared by threads.
pub struct Relations {
    predicates: Vec<Predicate>,
    sources: Vec<RelationSource>,
    thresholds: Vec<Threshold>,
    values: RwLock<Values>,
    prover: Mutex<Provers>,
    counts: Mutex<Counts>,
}

/// Who answers what is not ground facts, the quicker one first.
struct Provers {
    native: Option<Native>,
    prolog: Option<Box<dyn Prover>>,
}

#[derive(Debug)]
enum RelationSource {
    Stored(Stored),
    Lazy(Lazy),
}

/// What was asked of Prolog. Threads that search at the same time may ask more or less, depending
/// on who is first; what is covered does not depend on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Goals proved.
    #[serde(rename = "goals")]
    pub calls: usize,
    /// Their answers.
    pub answers: usize,
    /// Goals that reached a limit.
    pub limited: usize,
    /// Goals that raised an error.
    #[serde(rename = "errors")]
    pub failed: usize,
    /// The least of the goals that reached a limit or raised an error, and what became of it.
    #[serde(skip)]
    pub culprit: Option<String>,
}

/// The answers of a call: the values of the columns that are not inputs.
#[derive(Debug)]
pub struct Answers<'a>(Kept<'a>);

#[derive(Debug)]
enum Kept<'a> {
    Group(Group<'a>),
    Tuples(Arc<Tuples>),
}

impl Answers<'_> {
    /// The answers, in Prolog's order or that of the facts.
    pub fn rows(&self) -> Group<'_> {
        match &self.0 {
            Kept::Group(group) => *group,
            Kept::Tuples(tuples) => Group::of(tuples),
        }
    }
}

impl fmt::Debug for Relations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relations")
            .field("sources", &self.sources)
            .finish_non_exhaustive()
    }
}

impl Relations {
    /// The relations of a task; `prover` answers what is not ground facts.
    pub fn new(task: &Task, prover: Option<Box<dyn Prover>>) -> Relations {
        let predicates = task.bias.predicates.clone();
        let mut sources: Vec<RelationSource> = predicates
            .iter()
            .map(|predicate| {
                let key = (predicate.name.clone(), predicate.slots.len());
                if task.rules.contains(&key) {
                    RelationSource::Lazy(Lazy::new(predicate.arity(), input_columns(predicate)))
                } else {
                    RelationSource::Stored(Stored::new(&select(
                        predicate,
                        &task.facts,
                        &task.values,
                    )))
                }
            })
            .collect();
        compare(task, &mut sources);
        Relations {
            predicates,
            sources,
            thresholds: task.bias.thresholds.clone(),
            values: RwLock::new(task.values.clone()),
            prover: Mutex::new(Provers {
                native: task.clauses.as_ref().and_then(Native::new),
                prolog: prover,
            }),
            counts: Mutex::default(),
        }
    }

    /// From now on this prover is asked, in place of any other.
    pub fn ask(&mut self, prover: Option<Box<dyn Prover>>) {
        let provers = self.prover.get_mut();
        provers.unwrap_or_else(PoisonError::into_inner).prolog = prover;
    }

    /// Which back end answers which of the predicates, for `--stats`.
    pub fn back_end(&self, of: &[PredicateId]) -> String {
        let compares = |id: PredicateId| {
            let mut thresholds = self.thresholds.iter();
            thresholds.any(|threshold| threshold.predicate == id)
        };
        let lazy =
            |id: PredicateId| matches!(self.sources[usize::from(id.0)], RelationSource::Lazy(_));
        let names = |wanted: &dyn Fn(PredicateId) -> bool| {
            let mut names: Vec<String> = of
                .iter()
                .filter(|id| wanted(**id))
                .map(|&id| self.predicate(id))
                .map(|p| format!("{}/{}", crate::term::atom_text(&p.name), p.slots.len()))
                .collect();
            names.sort();
            names.dedup();
            names
        };
        let kinds = [
            ("ground facts", names(&|id| !compares(id) && !lazy(id))),
            (
                "Prolog, once a call",
                names(&|id| !compares(id) && lazy(id)),
            ),
            ("comparisons of numbers", names(&compares)),
        ];
        let parts: Vec<String> = kinds
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(kind, names)| format!("{kind} ({})", names.join(", ")))
            .collect();
        parts.join("; ")
    }

    /// The predicate of an index.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[usize::from(id.0)]
    }

    /// All tuples of a predicate, if they are known: it is ground facts, or was called as a whole.
    pub fn stored(&self, id: PredicateId) -> Option<&Stored> {
        match &self.sources[usize::from(id.0)] {
            RelationSource::Stored(stored) => Some(stored),
            RelationSource::Lazy(lazy) => lazy.whole.get(),
        }
    }

    /// The columns that must be bound before a predicate can be asked: none of a stored one.
    pub fn needed(&self, id: PredicateId) -> Columns {
        match &self.sources[usize::from(id.0)] {
            RelationSource::Stored(_) => 0,
            RelationSource::Lazy(lazy) => lazy.inputs,
        }
    }

    /// The columns of declared mode `In`, stored or not: what [`Relations::answers`] takes.
    pub fn inputs(&self, id: PredicateId) -> Columns {
        input_columns(self.predicate(id))
    }

    /// The answers for the values of the input columns, in order; `None` if Prolog was not asked.
    pub fn answers(&self, id: PredicateId, inputs: &[Value]) -> Option<Answers<'_>> {
        let stored = match &self.sources[usize::from(id.0)] {
            RelationSource::Stored(stored) => stored,
            RelationSource::Lazy(lazy) if lazy.inputs == 0 => lazy.whole.get()?,
            RelationSource::Lazy(lazy) => {
                return Some(Answers(Kept::Tuples(lazy.answers(inputs)?)));
            }
        };
        let group = match self.inputs(id) {
            0 => stored.all(),
            columns => stored.lookup(columns, inputs),
        };
        Some(Answers(Kept::Group(group)))
    }

    /// Has the calls proved that were not proved before.
    ///
    /// # Errors
    ///
    /// If Prolog stops, or there is none.
    pub fn demand(&self, demands: &[Demand]) -> Result<(), Stopped> {
        let mut provers = lock(&self.prover);
        // Only now: another thread may have had them proved while this one waited.
        let mut seen = HashSet::new();
        let mut open: Vec<&Demand> = demands
            .iter()
            .filter(|(id, inputs)| match &self.sources[usize::from(id.0)] {
                RelationSource::Stored(_) => false,
                RelationSource::Lazy(lazy) => !lazy.is_known(inputs),
            })
            .filter(|demand| seen.insert(*demand))
            .collect();
        if !self.thresholds.is_empty() {
            open.retain(|demand| match self.compared(demand) {
                Some(rows) => {
                    self.keep(demand, rows);
                    false
                }
                None => true,
            });
        }
        if let Some(native) = &mut provers.native {
            open.retain(|demand| match native.answers(self, demand) {
                Some(rows) => {
                    self.keep(demand, rows);
                    false
                }
                None => true,
            });
        }
        let Some((first, _)) = open.first() else {
            return Ok(());
        };
        let Some(prover) = provers.prolog.as_mut() else {
            let predicate = self.predicate(*first);
            return Err(Stopped::Failed(format!(
                "{}/{} has rules, and there is no Prolog to answer it",
                crate::term::atom_text(&predicate.name),
                predicate.slots.len()
            )));
        };
        // What is known of the first ones is kept if the proofs of others are stopped.
        for open in open.chunks(BATCH) {
            self.prove(prover.as_mut(), open)?;
        }
        Ok(())
    }

    /// The answers of a call that only compares numbers.
    fn compared(&self, (id, inputs): &Demand) -> Option<Tuples> {
        let mut thresholds = self.thresholds.iter();
        let threshold = thresholds.find(|threshold| threshold.predicate == *id)?;
        let (fixed, &[value]) = (constant(self.predicate(*id))?, inputs.as_slice()) else {
            return None;
        };
        let mut answers = Tuples::new(0);
        if holds(&self.text(value), threshold.comparison, fixed) {
            let _ = answers.insert(&[]);
        }
        Some(answers)
    }

    fn prove(&self, prover: &mut dyn Prover, open: &[&Demand]) -> Result<(), Stopped> {
        let calls: Vec<Call> = open.iter().map(|demand| self.call(demand)).collect();
        let proofs = prover.prove(&calls)?;
        if proofs.len() != calls.len() {
            return Err(Stopped::Failed(format!(
                "Prolog was asked {} goals and answered {}",
                calls.len(),
                proofs.len()
            )));
        }
        let mut counts = lock(&self.counts);
        for ((demand, call), proof) in open.iter().zip(&calls).zip(proofs) {
            counts.calls += 1;
            let answers = match proof {
                Proof::Answers(answers) => answers,
                Proof::Limit => {
                    counts.limited += 1;
                    counts.blame(call, "took more than the limits allow");
                    Vec::new()
                }
                Proof::Error(why) => {
                    counts.failed += 1;
                    counts.blame(call, &why.to_string());
                    Vec::new()
                }
            };
            counts.answers += answers.len();
            self.remember(demand, &answers)?;
        }
        Ok(())
    }

    /// What was asked of Prolog so far.
    pub fn counts(&self) -> Counts {
        lock(&self.counts).clone()
    }

    /// The number of a term, in canonical text.
    pub fn intern(&self, text: &str) -> Value {
        let known = self.values.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.number(text) {
            return value;
        }
        drop(known);
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        values.intern(text)
    }

    /// The ground terms met so far, those of the task first.
    pub fn values(&self) -> Values {
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        values.clone()
    }

    /// The term of a number, as canonical text.
    pub fn text(&self, value: Value) -> String {
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        values.text(value).to_owned()
    }

    /// How long the text of a value is, in bytes.
    pub fn length(&self, value: Value) -> usize {
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        values.text(value).len()
    }

    fn call(&self, (id, inputs): &Demand) -> Call {
        let predicate = self.predicate(*id);
        let columns = self.inputs(*id);
        let mut inputs = inputs.iter();
        let mut column = 0;
        let arguments = predicate.slots.iter().map(|slot| match slot {
            Slot::Constant(constant) => Some(constant.clone()),
            Slot::Variable => {
                column += 1;
                let bound = columns >> (column - 1) & 1 == 1;
                let value = if bound { inputs.next() } else { None };
                value.map(|&value| self.text(value))
            }
        });
        Call {
            name: predicate.name.clone(),
            arguments: arguments.collect(),
        }
    }

    fn remember(&self, demand: &Demand, answers: &[Vec<String>]) -> Result<(), Stopped> {
        let (id, _) = demand;
        let RelationSource::Lazy(lazy) = &self.sources[usize::from(id.0)] else {
            return Ok(());
        };
        let mut tuples = Tuples::new(lazy.outputs());
        let mut row = Vec::with_capacity(lazy.outputs());
        for answer in answers {
            if answer.len() != lazy.outputs() {
                let predicate = self.predicate(*id);
                return Err(Stopped::Failed(format!(
                    "an answer of {}/{} has {} values where {} are free",
                    crate::term::atom_text(&predicate.name),
                    predicate.slots.len(),
                    answer.len(),
                    lazy.outputs()
                )));
            }
            row.clear();
            row.extend(answer.iter().map(|text| self.intern(text)));
            let _ = tuples.insert(&row);
        }
        self.keep(demand, tuples);
        Ok(())
    }

    /// Remembers the answers of a call, each once.
    fn keep(&self, (id, inputs): &Demand, answers: Tuples) {
        let RelationSource::Lazy(lazy) = &self.sources[usize::from(id.0)] else {
            return;
        };
        match lazy.inputs {
            0 => _ = lazy.whole.set(Stored::of(answers)),
            _ => lazy.remember(inputs, answers),
        }
    }
}

impl Counts {
    fn blame(&mut self, call: &Call, why: &str) {
        let arguments: Vec<&str> = call
            .arguments
            .iter()
            .map(|argument| argument.as_deref().unwrap_or("_"))
            .collect();
        let name = crate::term::atom_text(&call.name);
        let text = match arguments.is_empty() {
            true => format!("{name}: {why}"),
            false => format!("{name}({}): {why}", arguments.join(",")),
        };
        let least = self.culprit.as_ref();
        if least.is_none_or(|known| (text.len(), &text) < (known.len(), known)) {
            self.culprit = Some(text);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn input_columns(predicate: &Predicate) -> Columns {
    let modes = predicate.modes.iter().flatten().enumerate();
    modes
        .filter(|(_, mode)| **mode == Mode::In)
        .fold(0, |columns, (column, _)| columns | 1 << column)
}

/// The number that a predicate compares with.
fn constant(predicate: &Predicate) -> Option<f64> {
    predicate.slots.iter().find_map(|slot| match slot {
        Slot::Constant(text) => number(text),
        Slot::Variable => None,
    })
}

/// Puts the comparisons of numbers in their places.
fn compare(task: &Task, sources: &mut [RelationSource]) {
    let bias = &task.bias;
    let mut stored: Vec<(usize, (Comparison, f64))> = Vec::new();
    for threshold in &bias.thresholds {
        let predicate = bias.predicate(threshold.predicate);
        let Some(fixed) = constant(predicate) else {
            continue;
        };
        let at = usize::from(threshold.predicate.0);
        match is_computed(task, predicate) {
            true => sources[at] = RelationSource::Lazy(Lazy::new(predicate.arity(), 1)),
            false => stored.push((at, (threshold.comparison, fixed))),
        }
    }
    if stored.is_empty() {
        return;
    }
    let comparisons: Vec<_> = stored.iter().map(|(_, comparison)| *comparison).collect();
    let relations = Numbers::new(&task.values).relations(&comparisons);
    for ((at, _), relation) in stored.into_iter().zip(relations) {
        sources[at] = RelationSource::Stored(relation);
    }
}

/// Whether a rule may compute a value that a comparison is asked about.
fn is_computed(task: &Task, comparison: &Predicate) -> bool {
    let bias: &Bias = &task.bias;
    let kind = comparison.types.first().copied().flatten();
    // Calls of what is learned may lead values of one type to another.
    let any = bias.recursion || bias.invention || kind.is_none();
    bias.body.iter().any(|&id| {
        let predicate = bias.predicate(id);
        let key = (predicate.name.clone(), predicate.slots.len());
        let free = |at: usize| match &predicate.modes {
            Some(modes) => modes[at] == Mode::Out,
            None => true,
        };
        task.rules.contains(&key)
            && predicate
                .types
                .iter()
                .enumerate()
                .any(|(at, own)| free(at) && (any || own.is_none() || *own == kind))
    })
}

/// The variable columns of the facts that agree with the constants.
fn select(predicate: &Predicate, facts: &Facts, values: &Values) -> Table {
    let mut selected = Table::new(predicate.arity());
    let Some(table) = facts.get(&(predicate.name.clone(), predicate.slots.len())) else {
        return selected;
    };
    let mut wanted: Vec<Option<Value>> = Vec::with_capacity(predicate.slots.len());
    for slot in &predicate.slots {
        match slot {
            Slot::Variable => wanted.push(None),
            Slot::Constant(constant) => match values.number(constant) {
                Some(value) => wanted.push(Some(value)),
                None => return selected,
            },
        }
    }
    let mut kept = Vec::with_capacity(predicate.arity());
    for row in table.iter() {
        let mut cells = row.iter().zip(&wanted);
        if cells
            .clone()
            .all(|(cell, want)| want.is_none_or(|want| want == *cell))
        {
            kept.clear();
            kept.extend(
                cells
                    .by_ref()
                    .filter(|(_, want)| want.is_none())
                    .map(|(cell, _)| *cell),
            );
            selected.push(&kept);
        }
    }
    selected
}

#[cfg(test)]
mod tests;
