//! Which calls a set of callers makes from the examples, whatever leaves are added to it.

use rustc_hash::FxHashSet;

use crate::ilp::{Bits, relations::Columns, task::Value, tester::Stopped};

use super::{
    super::{
        clauses::{ClauseId, Clauses},
        language::Learned,
        pruning::Pruning,
    },
    Judge,
    examples::call_of,
    machine::{Called, Halt, Machine},
};

/// How many calls from one example are looked at to tell clauses apart.
const CALLS: usize = 500;

/// What the calls of a set of callers from the examples are like.
#[derive(Debug)]
pub struct Followed {
    /// Those that were not known.
    new: Vec<Called>,
    /// Whether all calls are known that a program with these callers, and no others, may make; if
    /// not, its calls must be looked at when it is tested.
    pub complete: bool,
    /// The examples, the positive ones first, that no program with these callers covers: the calls
    /// go past the limits, whatever they answer.
    pub hopeless: Bits,
    /// Whether all positive examples that make calls are hopeless.
    endless: bool,
}

impl Judge<'_> {
    /// Follows the calls that each set of callers makes from the examples, where that was not done
    /// yet: which sets do not end, and whether calls were learned of.
    pub fn explore(
        &mut self,
        clauses: &Clauses,
        mut sets: Vec<Vec<ClauseId>>,
    ) -> Result<(Vec<Vec<ClauseId>>, bool), Stopped> {
        sets.retain(|set| !self.followed.contains_key(set));
        let followed = self
            .pool
            .run(&sets, |machine, set| self.follow(clauses, machine, set))?;
        let (mut endless, mut changed) = (Vec::new(), false);
        for (set, mut followed) in sets.into_iter().zip(followed) {
            let new = std::mem::take(&mut followed.new);
            if followed.endless {
                endless.push(set.clone());
            } else {
                changed |= self.domains.learn(new);
            }
            self.followed.insert(set, followed);
        }
        Ok((endless, changed))
    }

    /// Whether a set of callers was found not to end.
    pub fn is_endless(&self, set: &[ClauseId]) -> bool {
        let endless = self.followed.get(set).is_some_and(|known| known.endless);
        self.prunings.cut(Pruning::Endless, endless)
    }

    /// What is known of the calls of a program's callers.
    pub(super) fn callers_followed(
        &self,
        clauses: &Clauses,
        program: &[ClauseId],
    ) -> Option<&Followed> {
        let callers = program.iter().copied();
        let mut set: Vec<ClauseId> = callers.filter(|&id| clauses.get(id).calls != 0).collect();
        set.sort_by_key(|&id| (clauses.get(id).size(), id));
        self.followed.get(&set)
    }

    /// The new calls that a set of callers makes from the examples.
    ///
    /// Calls of learned predicates may answer anything at first. Where that does not tell all calls,
    /// the callers are run as they are: what they call without any answer is called in every
    /// program, and if that goes past the limits, and all answers are wanted of every call, then
    /// no program with these callers answers.
    fn follow(
        &self,
        clauses: &Clauses,
        machine: &mut Machine<'_>,
        set: &[ClauseId],
    ) -> Result<Followed, Halt> {
        let language = self.language;
        let count = self.positives.len() + self.negatives.len();
        let mut followed = Followed {
            new: Vec::new(),
            complete: true,
            hopeless: Bits::empty(count),
            endless: false,
        };
        let outputs = set.iter().all(|&id| {
            let of = clauses.get(id).of;
            let inputs = language.inputs(of).map_or(0, Columns::count_ones) as usize;
            language.directed && inputs < language.predicate(of).arity()
        });
        let mut seen: FxHashSet<Called> = FxHashSet::default();
        let (mut calling, mut endless) = (0, 0);
        let examples = self.positives.iter().chain(&self.negatives);
        for (index, (of, tuple)) in examples.enumerate() {
            let (mut made, all) = self.reach(clauses, machine, set, (*of, tuple))?;
            if !all {
                followed.complete = false;
                machine.load(set.iter().map(|&id| (id, clauses.clause(id))));
                let covered = machine.covers(*of, tuple);
                self.account(machine);
                match covered {
                    Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    Err(Halt::Limit) if outputs => {
                        followed.hopeless.insert(index);
                        made.clear();
                    }
                    Err(Halt::Limit) => self.curtail(),
                    Ok(_) => made.extend(machine.asked()),
                }
            }
            if index < self.positives.len() {
                let hopeless = followed.hopeless.contains(index);
                calling += usize::from(hopeless || !made.is_empty());
                endless += usize::from(hopeless);
            }
            let new = made.into_iter().filter(|call| !self.domains.knows(call));
            for call in new {
                if seen.insert(call.clone()) {
                    followed.new.push(call);
                }
            }
        }
        followed.endless = calling > 0 && calling == endless;
        Ok(followed)
    }

    /// The calls that follow from an example if every call may have any answer, and whether these
    /// are all.
    fn reach(
        &self,
        clauses: &Clauses,
        machine: &mut Machine<'_>,
        set: &[ClauseId],
        (of, tuple): (Learned, &[Value]),
    ) -> Result<(Vec<Called>, bool), Halt> {
        let (mask, key) = call_of(self.language, of, tuple);
        // The example, and what is called from it, level by level.
        let mut made: Vec<Called> = vec![(of, mask, key)];
        let mut known: FxHashSet<Called> = FxHashSet::default();
        let mut all = true;
        let mut level = 0..1;
        for _ in 0..self.limits.depth {
            for index in level.clone() {
                for &id in set {
                    let (of, mask, ref key) = made[index];
                    if clauses.get(id).of != of {
                        continue;
                    }
                    let calls = match machine.calls((id, clauses.clause(id)), mask, key) {
                        Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                        Err(Halt::Limit) => {
                            all = false;
                            continue;
                        }
                        Ok(calls) => calls,
                    };
                    all &= !machine.unknown;
                    for call in calls {
                        if made.len() > CALLS {
                            all = false;
                            break;
                        }
                        if known.insert(call.clone()) {
                            made.push(call);
                        }
                    }
                }
            }
            level = level.end..made.len();
            if level.is_empty() {
                break;
            }
        }
        made.remove(0);
        Ok((made, all && level.is_empty()))
    }
}
