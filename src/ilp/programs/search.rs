//! The state of a search for programs, and how its lattices of clauses grow.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::super::{
    Bits,
    bias::{Mode, Predicate, PredicateId, TypeId},
    clause::Clause,
    relations::{Columns, Relations},
    space::Space,
    task::{Task, Value},
    tester::Stopped,
};
use super::{
    clauses::{ClauseId, Clauses},
    crew::Crew,
    examples::{Example, Tested, Wanted, call_of, run},
    grow::Evidence,
    language::{Language, Learned},
    lattice::{Lattice, Standing},
    machine::{Called, Halt, Limits, Machine},
    numbering::Numbering,
    store::Store,
};

/// How many calls from one example are looked at to tell clauses apart.
const CALLS: usize = 500;

/// How many calls of a predicate, besides the examples, tell clauses apart. If there are more, clauses
/// that only these could tell apart count as equal, and the search is cut short.
const DOMAIN: usize = 4_000;

/// What is known of a clause without calls as a part of programs.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    /// The positive examples that it covers alone.
    pub cover: Bits,
    /// Whether it covers a negative example.
    pub inconsistent: bool,
    /// How much of the domain is in the digest.
    pub seen: usize,
    /// Its answers in the domain of its predicate.
    pub digest: u128,
    /// Whether it has answers there.
    pub answers: bool,
}

/// The calls of a learned predicate that programs make.
#[derive(Debug, Default)]
pub(super) struct Domain {
    pub calls: Vec<(Columns, Vec<Value>)>,
    pub known: HashSet<(Columns, Vec<Value>)>,
    /// How many of them are examples, once these are there; they are the first.
    pub examples: Option<usize>,
    /// Whether there were more.
    pub curtailed: bool,
}

impl Domain {
    fn add(&mut self, mask: Columns, key: Vec<Value>) -> bool {
        let full = self
            .examples
            .is_some_and(|examples| self.calls.len() >= DOMAIN + examples);
        if full {
            self.curtailed |= !self.known.contains(&(mask, key));
            return false;
        }
        let new = self.known.insert((mask, key.clone()));
        if new {
            self.calls.push((mask, key));
        }
        new
    }
}

/// What leaves that stand for each other have in common.
type Class = (Learned, u128, Vec<bool>, Vec<Option<TypeId>>);

/// What the calls of a set of callers from the examples are like.
#[derive(Debug)]
struct Followed {
    /// Those that were not known.
    new: Vec<Called>,
    /// Whether all calls are known that a program with these callers, and no others, may make; if
    /// not, its calls must be looked at when it is tested.
    complete: bool,
    /// The examples, the positive ones first, that no program with these callers covers: the calls
    /// go past the limits, whatever they answer.
    hopeless: Bits,
    /// Whether all positive examples that make calls are hopeless.
    endless: bool,
}

/// A search for programs.
pub(super) struct Search<'a> {
    pub language: &'a Language,
    pub numbering: Numbering,
    pub crew: Crew<'a>,
    pub clauses: Clauses,
    pub positives: Vec<Example>,
    pub negatives: Vec<Example>,
    pub noisy: bool,
    /// The most clauses of a program.
    pub most: usize,
    pub store: Store,
    pub leaf: HashMap<ClauseId, Leaf>,
    /// For each leaf the first one with the same answers.
    pub same: HashMap<ClauseId, ClauseId>,
    pub callers: Lattice,
    pub leaves: Lattice,
    pub singles: Lattice,
    pub spaces: Vec<Space<'a>>,
    pub backgrounds: Vec<Space<'a>>,
    pub chains: Lattice,
    pub seeds: BTreeSet<(usize, ClauseId)>,
    /// Clauses that wait to be judged, by kind of lattice.
    pub later: [BTreeSet<ClauseId>; 4],
    pub domains: Vec<Domain>,
    explored: HashMap<Vec<ClauseId>, Followed>,
    curtailed: AtomicBool,
    /// The size of the best program known, if it covers all positive examples; smaller ones are
    /// wanted.
    pub target: Option<usize>,
    /// For callers the positive examples for which they may be the first step, where programs hold
    /// one caller.
    pub first: HashMap<ClauseId, Bits>,
    /// How deep the calls from an example are followed.
    levels: usize,
    /// For clauses that more calls may make useful, by lattice, why they are not.
    pub evidence: HashMap<(u8, ClauseId), Evidence>,
    /// How many calls of each domain empty clauses were tried on.
    pub looked_at: Vec<usize>,
    /// For each clause with a literal that holds for all solutions of the others, but binds
    /// variables: the clause without it.
    pub equal: HashMap<ClauseId, ClauseId>,
    /// How many inputs a literal has at most.
    pub inputs: usize,
    /// How many values a literal can take up.
    pub arity: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        task: &Task,
        relations: &'a Relations,
        language: &'a Language,
        limits: Limits,
        (most, noisy): (usize, bool),
        cancel: &'a AtomicBool,
    ) -> Search<'a> {
        let bias = &language.bias;
        let learned = 0..language.learned.len();
        let background: Vec<PredicateId> = bias
            .body
            .iter()
            .copied()
            .filter(|&id| language.learned(id).is_none())
            .collect();
        let space = |of: Learned, callees: Vec<PredicateId>| {
            let body = background.iter().copied().chain(callees).collect();
            Space::new(bias, language.learned[of], body)
        };
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for examples in &task.examples {
            let Some(of) = language.learned(examples.head) else {
                continue;
            };
            for (index, row) in examples.tuples.iter().enumerate() {
                let side = if index < examples.positives {
                    &mut positives
                } else {
                    &mut negatives
                };
                side.push((of, row.to_vec()));
            }
        }
        let inputs = bias.predicates.iter().map(|predicate| {
            let modes = predicate.modes.iter().flatten();
            modes.filter(|mode| **mode == Mode::In).count()
        });
        let arity = bias.predicates.iter().map(Predicate::arity);
        let mut search = Search {
            crew: Crew::new(language, relations, limits, cancel),
            numbering: Numbering::new(bias),
            clauses: Clauses::default(),
            store: Store::default(),
            leaf: HashMap::new(),
            same: HashMap::new(),
            callers: Lattice::new(),
            leaves: Lattice::new(),
            singles: Lattice::new(),
            spaces: learned
                .clone()
                .map(|of| space(of, language.callees(of)))
                .collect(),
            backgrounds: learned.clone().map(|of| space(of, Vec::new())).collect(),
            chains: Lattice::new(),
            seeds: BTreeSet::new(),
            later: Default::default(),
            domains: learned.clone().map(|_| Domain::default()).collect(),
            explored: HashMap::new(),
            curtailed: AtomicBool::new(false),
            target: None,
            evidence: HashMap::new(),
            first: HashMap::new(),
            levels: limits.depth,
            looked_at: Vec::new(),
            inputs: inputs.max().unwrap_or(1).max(1),
            arity: arity.max().unwrap_or(1).max(1),
            equal: HashMap::new(),
            language,
            positives,
            negatives,
            noisy,
            most,
        };
        for of in learned {
            let root = Clause::fact(language.learned[of], language.predicate(of).arity());
            let space = &search.spaces[of];
            let root = search.clauses.prepare(language, space, root, |_| true);
            let Some(root) = root.map(|root| search.clauses.number(root)) else {
                continue;
            };
            search.chains.set(&search.clauses, root, Standing::Open, 1);
            search.leaves.set(&search.clauses, root, Standing::Open, 1);
            search.seeds.insert((0, root));
            if of < language.heads {
                search.singles.set(&search.clauses, root, Standing::Open, 1);
            }
        }
        for (of, tuple) in search.positives.iter().chain(&search.negatives) {
            let (mask, key) = call_of(language, *of, tuple);
            search.domains[*of].add(mask, key);
        }
        for domain in &mut search.domains {
            domain.examples = Some(domain.calls.len());
        }
        search
    }

    /// Follows the calls that each new set of callers makes from the examples.
    pub fn explore(&mut self, size: usize) -> Result<bool, Stopped> {
        let sets: Vec<Vec<ClauseId>> = self
            .caller_sets(size)?
            .into_iter()
            .filter(|set| !self.explored.contains_key(set))
            .collect();
        let explored = self
            .crew
            .run(&sets, |machine, set| self.follow(machine, set))?;
        let mut changed = false;
        for (set, mut followed) in sets.into_iter().zip(explored) {
            let new = std::mem::take(&mut followed.new);
            if followed.endless {
                // With one more literal it may end; by itself it makes no program.
                self.open(&set);
            } else {
                changed |= self.learn_of(new);
            }
            self.explored.insert(set, followed);
        }
        Ok(changed)
    }

    /// Takes up calls; whether one is new.
    pub fn learn_of(&mut self, calls: Vec<Called>) -> bool {
        calls.into_iter().fold(false, |changed, (of, mask, key)| {
            self.domains[of].add(mask, key) || changed
        })
    }

    /// The new calls that a set of callers makes from the examples.
    ///
    /// Calls of learned predicates may answer anything at first. Where that does not tell all calls,
    /// the callers are run as they are: what they call without any answer is called in every
    /// program, and if that goes past the limits, and all answers are wanted of every call, then
    /// no program with these callers answers.
    fn follow(&self, machine: &mut Machine<'_>, set: &[ClauseId]) -> Result<Followed, Halt> {
        let (language, clauses) = (self.language, &self.clauses);
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
        let mut seen: HashSet<Called> = HashSet::new();
        let (mut calling, mut endless) = (0, 0);
        let examples = self.positives.iter().chain(&self.negatives);
        for (index, (of, tuple)) in examples.enumerate() {
            let (mut made, all) = self.reach(machine, set, (*of, tuple))?;
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
            for call in made {
                let known = &self.domains[call.0].known;
                if !known.contains(&(call.1, call.2.clone())) && seen.insert(call.clone()) {
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
        machine: &mut Machine<'_>,
        set: &[ClauseId],
        (of, tuple): (Learned, &[Value]),
    ) -> Result<(Vec<Called>, bool), Halt> {
        let clauses = &self.clauses;
        let (mask, key) = call_of(self.language, of, tuple);
        let mut level: Vec<Called> = vec![(of, mask, key)];
        let mut known: HashSet<Called> = HashSet::new();
        let mut made: Vec<Called> = Vec::new();
        let mut all = true;
        for _ in 0..self.levels {
            let mut next = Vec::new();
            for (of, mask, key) in level {
                for &id in set.iter().filter(|&&id| clauses.get(id).of == of) {
                    let calls = match machine.calls((id, clauses.clause(id)), mask, &key) {
                        Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                        Err(Halt::Limit) => {
                            all = false;
                            continue;
                        }
                        Ok(calls) => calls,
                    };
                    all &= !machine.unknown;
                    for call in calls {
                        if made.len() >= CALLS {
                            all = false;
                            break;
                        }
                        if known.insert(call.clone()) {
                            made.push(call.clone());
                            next.push(call);
                        }
                    }
                }
            }
            level = next;
        }
        Ok((made, all && level.is_empty()))
    }

    /// Takes account of a call that was given up since it could not be asked.
    fn account(&self, machine: &mut Machine<'_>) {
        if std::mem::take(&mut machine.unasked) {
            self.curtail();
        }
    }

    fn curtail(&self) {
        self.curtailed.store(true, Ordering::Relaxed);
    }

    /// Whether calls were left out of account, so that programs that are smaller than the best one
    /// may have been taken for others or for endless.
    pub fn is_curtailed(&self) -> bool {
        let full = |domain: &Domain| domain.curtailed;
        self.curtailed.load(Ordering::Relaxed) || self.domains.iter().any(full)
    }

    /// Whether a set of callers was found not to end.
    pub fn is_endless(&self, set: &[ClauseId]) -> bool {
        self.explored.get(set).is_some_and(|known| known.endless)
    }

    /// What is known of the calls of a program's callers.
    fn followed(&self, program: &[ClauseId]) -> Option<&Followed> {
        let callers = program.iter().copied();
        let mut set: Vec<ClauseId> = callers
            .filter(|&id| self.clauses.get(id).calls != 0)
            .collect();
        set.sort_by_key(|&id| (self.clauses.get(id).size(), id));
        self.explored.get(&set)
    }

    /// The sets of callers of at most this size together that may stand in one program.
    pub fn caller_sets(&self, size: usize) -> Result<Vec<Vec<ClauseId>>, Stopped> {
        let callers = self.parts(&self.callers);
        let mut sets = Vec::new();
        let mut chosen = Vec::new();
        self.choose(&callers, 0, size, &mut chosen, &mut sets)?;
        Ok(sets)
    }

    fn choose(
        &self,
        callers: &[ClauseId],
        from: usize,
        size: usize,
        chosen: &mut Vec<ClauseId>,
        sets: &mut Vec<Vec<ClauseId>>,
    ) -> Result<(), Stopped> {
        for (index, &id) in callers.iter().enumerate().skip(from) {
            self.crew.look()?;
            let own = self.clauses.get(id).size();
            if own > size {
                continue;
            }
            chosen.push(id);
            let mask = chosen.iter().fold(0, |mask, &id| {
                let entry = self.clauses.get(id);
                mask | entry.calls | 1 << entry.of
            });
            if self.language.one_shape(mask) {
                if self.hangs_together(chosen) {
                    sets.push(chosen.clone());
                }
                if chosen.len() + 1 < self.most {
                    self.choose(callers, index + 1, size - own, chosen, sets)?;
                }
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether each clause is for a head, or for a predicate that the clauses before it in some
    /// order call, and no clause for a head could as well be learned apart.
    fn hangs_together(&self, set: &[ClauseId]) -> bool {
        let heads = (1u64 << self.language.heads) - 1;
        let defined = set
            .iter()
            .fold(0, |mask, &id| mask | 1 << self.clauses.get(id).of);
        let mut reached = defined & heads;
        loop {
            let before = reached;
            for &id in set {
                let entry = self.clauses.get(id);
                if reached >> entry.of & 1 == 1 {
                    reached |= entry.calls;
                }
            }
            if reached == before {
                break;
            }
        }
        let called = set
            .iter()
            .fold(0, |mask, &id| mask | self.clauses.get(id).calls);
        let roots = set
            .iter()
            .filter(|&&id| self.clauses.get(id).of < self.language.heads);
        defined & !reached == 0
            && self.gapless(reached)
            && (called & heads != 0 || roots.count() == 1)
    }

    /// Whether the symbols of invented predicates are the first ones, without a gap.
    pub fn gapless(&self, mask: u64) -> bool {
        let used = (self.language.heads..self.language.learned.len())
            .filter(|learned| mask >> learned & 1 == 1)
            .fold(0u64, |symbols, learned| {
                symbols | 1 << self.language.symbol[learned]
            });
        let used = used >> 1;
        (used & (used + 1)) == 0
    }

    /// The clauses of a lattice that may stand in a program, by size.
    fn parts(&self, lattice: &Lattice) -> Vec<ClauseId> {
        let ids = 0..self.clauses.len() as ClauseId;
        let mut parts: Vec<ClauseId> = ids
            .filter(|&id| self.clauses.get(id).admissible)
            .filter(|&id| {
                let standing = lattice.standing(id);
                matches!(standing, Some(Standing::Open | Standing::Settled)) && !lattice.is_step(id)
            })
            .collect();
        parts.sort_by_key(|&id| (self.clauses.get(id).size(), id));
        parts
    }

    /// Groups leaves by their answers in the domain; whether specialisations of some are wanted now
    /// because those of an equal one are.
    pub fn classify(&mut self) -> Result<bool, Stopped> {
        let ids = self.parts(&self.leaves);
        let (clauses, domains, leaf) = (&self.clauses, &self.domains, &self.leaf);
        let open: Vec<ClauseId> = ids
            .iter()
            .copied()
            .filter(|id| leaf[id].seen < domains[clauses.get(*id).of].calls.len())
            .collect();
        let digests = self.crew.run(&open, |machine, &id| {
            let entry = clauses.get(id);
            let mut digest = leaf[&id].digest;
            let mut answers = leaf[&id].answers;
            machine.load([(id, &entry.clause)]);
            for (mask, key) in domains[entry.of].calls.iter().skip(leaf[&id].seen) {
                let own = match machine.digest(entry.of, *mask, key) {
                    Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    // Like no other.
                    Err(Halt::Limit) => u128::from(id) << 64 | 1,
                    Ok(own) => own,
                };
                answers |= own != 0;
                digest = digest.rotate_left(5) ^ own;
                digest = digest.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
            }
            Ok((digest, answers))
        })?;
        for (id, (digest, answers)) in open.into_iter().zip(digests) {
            let seen = self.domains[self.clauses.get(id).of].calls.len();
            if let Some(leaf) = self.leaf.get_mut(&id) {
                (leaf.digest, leaf.answers, leaf.seen) = (digest, answers, seen);
            }
        }
        let mut first: HashMap<Class, ClauseId> = HashMap::new();
        let mut open: HashSet<ClauseId> = HashSet::new();
        self.same.clear();
        for &id in &ids {
            let class = self.class(id);
            let first = *first.entry(class).or_insert(id);
            self.same.insert(id, first);
            if self.leaves.standing(id) == Some(Standing::Open) {
                open.insert(first);
            }
        }
        let mut changed = false;
        for id in ids {
            let settled = self.leaves.standing(id) != Some(Standing::Open);
            if settled && open.contains(&self.same[&id]) {
                self.leaves.set(&self.clauses, id, Standing::Open, 1);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// What tells leaves apart: their answers, what the bias says of their place in a program, and
    /// the types that they give to the arguments of an invented predicate.
    fn class(&self, id: ClauseId) -> Class {
        let entry = self.clauses.get(id);
        let types = match entry.of < self.language.heads {
            true => Vec::new(),
            false => {
                let mut types = self.language.bias.variable_types(&entry.clause);
                types.truncate(entry.clause.head_variables());
                types
            }
        };
        let marks = self.numbering.marks(&entry.clause);
        (entry.of, self.leaf[&id].digest, marks, types)
    }

    /// The clause that stands for all that are known to be equal to this one.
    pub fn representative(&self, id: ClauseId) -> ClauseId {
        let mut id = id;
        while let Some(&rest) = self.equal.get(&id) {
            id = rest;
        }
        self.same.get(&id).copied().unwrap_or(id)
    }

    /// The leaves that stand for all with the same answers, by size; those that no program can use
    /// left out.
    pub fn representatives(&self) -> Vec<ClauseId> {
        let mut ids: Vec<ClauseId> = self
            .same
            .iter()
            .filter(|(id, first)| id == first)
            .map(|(&id, _)| id)
            .filter(|id| {
                let leaf = &self.leaf[id];
                leaf.answers && (self.noisy || !leaf.inconsistent)
            })
            .collect();
        ids.sort_by_key(|&id| (self.clauses.get(id).size(), id));
        ids
    }

    /// What programs do on the examples, and the calls that were not known. Negative examples are
    /// not looked at if no positive one is covered, unless `always`.
    pub fn test(
        &self,
        programs: &[Vec<ClauseId>],
        always: bool,
    ) -> Result<Vec<(Tested, Vec<Called>)>, Stopped> {
        let (positives, negatives) = (&self.positives, &self.negatives);
        self.crew.run(programs, |machine, program| {
            let followed = self.followed(program);
            let wanted = Wanted {
                count: self.noisy,
                always,
                hopeless: followed.map(|followed| &followed.hopeless),
            };
            machine.load(program.iter().map(|&id| (id, self.clauses.clause(id))));
            let tested = run(machine, positives, negatives, wanted)?;
            self.account(machine);
            let open = followed.is_some_and(|followed| !followed.complete);
            let asked = open.then(|| machine.asked()).into_iter().flatten();
            let new = asked
                .filter(|(of, mask, key)| !self.domains[*of].known.contains(&(*mask, key.clone())));
            Ok((tested, new.collect()))
        })
    }

    /// Whether a caller of this size, that may be the first step for `first`, can be part of a
    /// program smaller than the best, as far as leaves small enough allow.
    pub fn may_improve(&self, first: &Bits, size: usize) -> bool {
        // Leaves that small have been made.
        let decided = size >= 4 && must_be_complete(size + 2, self.target);
        let Some(target) = self.target.filter(|_| decided) else {
            return true;
        };
        if first.count() == first.length() {
            return true;
        }
        let room = target.saturating_sub(1 + size);
        let mut leaves = self.leaf.iter();
        leaves.any(|(&id, leaf)| {
            let mut both = leaf.cover.clone();
            both.or(first);
            self.clauses.get(id).size() <= room && both.count() == both.length()
        })
    }

    /// All calls known, for the figures.
    pub fn calls(&self) -> usize {
        self.domains.iter().map(|domain| domain.calls.len()).sum()
    }

    /// Wants the specialisations of the clauses of a program.
    pub fn open(&mut self, program: &[ClauseId]) {
        let mut opened: Vec<ClauseId> = Vec::new();
        for &id in program {
            if self.clauses.get(id).calls != 0 {
                self.callers.set(&self.clauses, id, Standing::Open, 1);
            } else {
                opened.push(id);
            }
        }
        for id in opened {
            let others = self.same.iter().filter(|(_, first)| **first == id);
            let others: Vec<ClauseId> = others.map(|(&other, _)| other).collect();
            for other in others {
                self.leaves.set(&self.clauses, other, Standing::Open, 1);
            }
        }
    }

    /// Whether the constraints on the numbers of clauses allow the program.
    pub fn allows(&self, ids: &[ClauseId]) -> bool {
        let clauses: Vec<&Clause> = self.arcs(ids).map(Arc::as_ref).collect();
        self.numbering.allows(self.language, &clauses)
    }

    pub fn program(&self, ids: &[ClauseId]) -> Vec<Clause> {
        ids.iter()
            .map(|&id| Clause::clone(self.clauses.clause(id)))
            .collect()
    }

    pub fn arcs<'s>(&'s self, ids: &'s [ClauseId]) -> impl Iterator<Item = &'s Arc<Clause>> {
        ids.iter().map(|&id| self.clauses.clause(id))
    }
}

/// Whether a program of this size is of use only if it covers all positive examples by itself: with
/// another one, which has two literals or more, it is no smaller than the target.
pub(super) fn must_be_complete(size: usize, target: Option<usize>) -> bool {
    target.is_some_and(|target| size + 2 >= target)
}
