//! The space of programs as it is defined, and what they mean: all clauses, all sets of them, least
//! models. Nothing is left out but clauses that mean the same over all constants as smaller ones.

mod unions;
mod world;

use std::collections::{HashMap, HashSet};

use self::world::{Relation, World};

use super::super::{
    super::{
        bias::{Constraint, Mode, PredicateId, Slot},
        clause::{Clause, Literal},
        space::Space,
        task::Task,
    },
    language::Language,
    most_clauses,
};

/// A clause, by the learned predicate that it defines, and the learned predicates that it calls.
#[derive(Debug, Clone)]
struct Known {
    clause: Clause,
    of: usize,
    calls: u64,
    /// What it derives by itself, if it calls nothing.
    alone: Relation,
}

/// A program that covers no negative example, and some positive ones.
#[derive(Debug, Clone)]
struct Part {
    clauses: Vec<usize>,
    size: usize,
    cover: u64,
    inventive: bool,
}

/// A task of few constants, its space and its meaning.
pub(super) struct Naive<'t> {
    language: &'t Language,
    world: World,
    /// The examples of the heads, in order: predicate and tuple.
    positives: Vec<(usize, usize)>,
    negatives: Vec<Relation>,
    most: usize,
    clauses: Vec<Known>,
    parts: Vec<Part>,
}

/// More clauses or programs than one wants to go through.
#[derive(Debug)]
pub(super) struct TooMany;

const CLAUSES: usize = 3_000;
const PROGRAMS: usize = 400_000;
/// More sets of clauses.
const SETS: usize = 4_000_000;
/// More steps towards unions.
const UNIONS: usize = 20_000_000;

impl<'t> Naive<'t> {
    /// The task with all clauses of up to `size` literals.
    pub fn new(task: &Task, language: &'t Language, size: usize) -> Result<Naive<'t>, TooMany> {
        let constants = task.values.len();
        assert!(constants <= 8, "a relation is a word");
        let tuple = |row: &[u32]| row.iter().fold(0, |all, &v| all * constants + v as usize);
        let mut naive = Naive {
            language,
            world: World {
                constants,
                stored: HashMap::new(),
            },
            positives: Vec::new(),
            negatives: vec![0; language.learned.len()],
            most: most_clauses(&task.bias),
            clauses: Vec::new(),
            parts: Vec::new(),
        };
        for &id in &task.bias.body {
            let predicate = task.bias.predicate(id);
            let rows = &task.facts[&(predicate.name.clone(), predicate.slots.len())];
            let mut relation = 0;
            for row in rows.iter() {
                let slots = || predicate.slots.iter().zip(row);
                let fits = slots().all(|(slot, &value)| match slot {
                    Slot::Variable => true,
                    Slot::Constant(text) => task.values.text(value) == text,
                });
                let free = slots().filter(|(slot, _)| **slot == Slot::Variable);
                let free: Vec<u32> = free.map(|(_, &value)| value).collect();
                relation |= u64::from(fits) << tuple(&free);
            }
            naive.world.stored.insert(id, relation);
        }
        naive.label(task);
        naive.make_clauses(size)?;
        Ok(naive)
    }

    /// Takes up the examples of a task.
    pub fn label(&mut self, task: &Task) {
        self.positives.clear();
        self.negatives.fill(0);
        let constants = self.world.constants;
        for (of, examples) in task.examples.iter().enumerate() {
            for (index, row) in examples.tuples.iter().enumerate() {
                let cells = row.iter();
                let tuple = cells.fold(0, |all, &v| all * constants + v as usize);
                match index < examples.positives {
                    true => self.positives.push((of, tuple)),
                    false => self.negatives[of] |= 1 << tuple,
                }
            }
        }
    }

    /// Whether clauses without calls do.
    pub fn is_plain(&mut self, below: usize) -> bool {
        let plain = (0..self.clauses.len()).filter(|&index| self.clauses[index].calls == 0);
        let plain = plain.filter(|&index| self.is_one(&[index]));
        self.parts = plain.filter_map(|index| self.part_of(&[index])).collect();
        !matches!(self.best(below), Ok(None))
    }

    /// All clauses, each once, by size; of those without calls that derive the same the first.
    fn make_clauses(&mut self, size: usize) -> Result<(), TooMany> {
        let language = self.language;
        let mut meanings: HashSet<(usize, Relation, Vec<bool>)> = HashSet::new();
        for of in 0..language.learned.len() {
            let body = language.bias.body.iter().copied();
            let body = body.filter(|&id| language.learned(id).is_none());
            let space = Space::new(
                &language.bias,
                language.learned[of],
                body.chain(language.callees(of)).collect(),
            );
            let mut level: HashSet<Clause> = HashSet::from([space.canonical(space.root())]);
            for _ in 1..size {
                let mut next: HashSet<Clause> = HashSet::new();
                for clause in &level {
                    let mut literals = Vec::new();
                    space.refinements(clause, &mut literals);
                    let children = literals
                        .into_iter()
                        .map(|l| space.canonical(&clause.with(l)));
                    next.extend(children.filter(|child| child.body.len() > clause.body.len()));
                }
                let mut sorted: Vec<&Clause> = next.iter().collect();
                sorted.sort();
                for clause in sorted {
                    let wanted = space.admissible(clause) && self.is_well_founded(clause, of);
                    if !wanted || !language.one_shape(language.calls(clause) | 1 << of) {
                        continue;
                    }
                    let mut known = Known {
                        clause: clause.clone(),
                        of,
                        calls: language.calls(clause),
                        alone: 0,
                    };
                    if known.calls == 0 {
                        known.alone = self.world.derive(
                            &|id| language.learned(id),
                            clause,
                            &vec![0; language.learned.len()],
                        );
                        let meaning = (of, known.alone, self.marks(clause));
                        if known.alone == 0 || !(self.is_typed() || meanings.insert(meaning)) {
                            continue;
                        }
                    }
                    self.clauses.push(known);
                }
                if next.len() > CLAUSES || self.clauses.len() > CLAUSES {
                    return Err(TooMany);
                }
                level = next;
            }
        }
        self.clauses.sort_by_key(|known| known.clause.size());
        Ok(())
    }

    /// Types of invented arguments come of the clauses.
    fn is_typed(&self) -> bool {
        self.language.learned.len() > self.language.heads && !self.language.bias.types.is_empty()
    }

    fn refused(&self) -> Vec<(usize, PredicateId)> {
        let constraints = self.language.bias.constraints.iter();
        let refused = constraints.filter_map(|constraint| match *constraint {
            Constraint::NotInClause(number, id) => Some((number, id)),
            _ => None,
        });
        refused.collect()
    }

    fn marks(&self, clause: &Clause) -> Vec<bool> {
        let holds = |id| clause.body.iter().any(|literal| literal.predicate == id);
        self.refused().iter().map(|&(_, id)| holds(id)).collect()
    }

    /// With directions a clause does not call itself with its own inputs.
    fn is_well_founded(&self, clause: &Clause, of: usize) -> bool {
        let predicate = self.language.predicate(of);
        let Some(modes) = &predicate.modes else {
            return true;
        };
        let inputs = |literal: &Literal| -> Vec<u8> {
            let pairs = literal.arguments().iter().zip(modes);
            pairs
                .filter(|(_, mode)| **mode == Mode::In)
                .map(|(v, _)| *v)
                .collect()
        };
        let own = inputs(&clause.head);
        let mut calls = clause
            .body
            .iter()
            .filter(|l| l.predicate == clause.head.predicate);
        own.is_empty() || calls.all(|literal| inputs(literal) != own)
    }

    /// The positive examples in a model, and whether a negative one is.
    fn judge(&self, model: &[Relation]) -> (u64, bool) {
        let positives = self.positives.iter().enumerate();
        let cover = positives.filter(|(_, (of, tuple))| model[*of] >> tuple & 1 == 1);
        let cover = cover.fold(0, |all, (index, _)| all | 1 << index);
        (
            cover,
            model.iter().zip(&self.negatives).any(|(a, b)| a & b != 0),
        )
    }

    /// A learned predicate's number; those that unions invented come last.
    pub fn learned(&self, id: PredicateId) -> Option<usize> {
        let known = self.language.bias.predicates.len();
        match usize::from(id.0).checked_sub(known) {
            Some(more) => Some(self.language.learned.len() + more),
            None => self.language.learned(id),
        }
    }

    /// The positive examples that clauses cover, one bit each, and whether they cover a negative one.
    pub fn test(&self, program: &[Clause]) -> (u64, bool) {
        self.judge(&self.model_of(program))
    }

    /// The least model of clauses; they may be of predicates that unions invented.
    fn model_of(&self, program: &[Clause]) -> Vec<Relation> {
        let most = program.iter().flat_map(Clause::literals);
        let most = most
            .filter_map(|literal| self.learned(literal.predicate))
            .max();
        let width = self
            .language
            .learned
            .len()
            .max(most.unwrap_or_default() + 1);
        let mut model = self
            .world
            .model(&|id| self.learned(id), width, program.iter());
        model.truncate(self.language.learned.len());
        model
    }

    /// The least model of some of the clauses.
    fn model(&self, chosen: &[usize]) -> Vec<Relation> {
        let language = self.language;
        if let [one] = chosen
            && self.clauses[*one].calls == 0
        {
            let mut model = vec![0; language.learned.len()];
            model[self.clauses[*one].of] = self.clauses[*one].alone;
            return model;
        }
        let program = chosen.iter().map(|&index| &self.clauses[index].clause);
        self.world
            .model(&|id| language.learned(id), language.learned.len(), program)
    }

    /// All programs of up to this size that cover no negative example become parts of unions.
    pub fn go_through(&mut self, size: usize) -> Result<(), TooMany> {
        let (mut parts, mut looked_at, mut sets) = (Vec::new(), 0, 0);
        self.choose(0, size, &mut Vec::new(), &mut |chosen| {
            if self.is_one(chosen) {
                looked_at += 1;
                parts.extend(self.part_of(chosen));
            }
            sets += 1;
            match looked_at > PROGRAMS || sets > SETS {
                true => Err(TooMany),
                false => Ok(()),
            }
        })?;
        self.parts = parts;
        Ok(())
    }

    /// The least that a program costs, its size and its errors, if that is less than `below`; with
    /// `united`, a union of programs that has no more clauses than a program may have, too.
    pub fn cheapest(
        &self,
        below: usize,
        united: bool,
    ) -> Result<Option<(usize, Vec<Clause>)>, TooMany> {
        let (mut least, mut best, mut looked_at, mut sets) = (below, None, 0, 0);
        self.choose(0, below.saturating_sub(1), &mut Vec::new(), &mut |chosen| {
            sets += 1;
            if sets > SETS {
                return Err(TooMany);
            }
            let size = |&index: &usize| self.clauses[index].clause.size();
            let size: usize = chosen.iter().map(size).sum();
            if size >= least || !(self.is_one(chosen) || united && self.is_union(chosen)) {
                return Ok(());
            }
            looked_at += 1;
            if looked_at > PROGRAMS {
                return Err(TooMany);
            }
            let cost = size + self.errors(&self.model(chosen));
            if cost < least {
                (least, best) = (cost, Some(self.texts(chosen)));
            }
            Ok(())
        })?;
        Ok(best.map(|best| (least, best)))
    }

    /// The positive examples that are not in a model, and the negative ones that are.
    fn errors(&self, model: &[Relation]) -> usize {
        let (cover, _) = self.judge(model);
        let negatives = model.iter().zip(&self.negatives);
        let negatives = negatives.map(|(a, b)| (a & b).count_ones() as usize);
        self.positives.len() - cover.count_ones() as usize + negatives.sum::<usize>()
    }

    /// The positive examples that clauses do not cover, and the negative ones that they do.
    pub fn errors_of(&self, program: &[Clause]) -> usize {
        self.errors(&self.model_of(program))
    }

    fn texts(&self, chosen: &[usize]) -> Vec<Clause> {
        let clauses = chosen.iter().map(|&index| &self.clauses[index].clause);
        clauses.cloned().collect()
    }

    /// Visits all sets of clauses of up to `room` literals, and of no more clauses than programs have.
    fn choose(
        &self,
        from: usize,
        room: usize,
        chosen: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        if chosen.len() == self.most {
            return Ok(());
        }
        for index in from..self.clauses.len() {
            let own = self.clauses[index].clause.size();
            if own > room {
                break;
            }
            chosen.push(index);
            let mask = chosen.iter().fold(0, |mask, &index| {
                mask | self.clauses[index].calls | 1 << self.clauses[index].of
            });
            if self.language.one_shape(mask) {
                visit(chosen)?;
                self.choose(index + 1, room - own, chosen, visit)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// What a program is for unions; `None` if it covers a negative example, or nothing.
    fn part_of(&self, chosen: &[usize]) -> Option<Part> {
        let (cover, inconsistent) = self.judge(&self.model(chosen));
        // Where numbers matter, a clause may be there for the numbers of others only.
        if !self.refused().is_empty() && chosen.len() > 1 {
            for left_out in chosen {
                let mut fewer = chosen.to_vec();
                fewer.retain(|index| index != left_out);
                if self.judge(&self.model(&fewer)).0 == cover {
                    return None;
                }
            }
        }
        let known = || chosen.iter().map(|&index| &self.clauses[index]);
        (cover != 0 && !inconsistent).then(|| Part {
            size: known().map(|known| known.clause.size()).sum(),
            inventive: known().any(|known| known.of >= self.language.heads),
            clauses: chosen.to_vec(),
            cover,
        })
    }

    /// Whether clauses are some clauses without calls, each a program, and one more program or none.
    fn is_union(&self, chosen: &[usize]) -> bool {
        let heads = self.language.heads;
        let known = |index: &usize| &self.clauses[*index];
        let alone = |index: &&usize| known(index).calls == 0 && known(index).of < heads;
        let known: Vec<&Known> = chosen.iter().map(known).collect();
        let leaves = chosen.iter().filter(alone).count();
        // Any of the leaves may be by itself.
        let sets = (1..1u32 << leaves).map(|apart| {
            let mut leaf = 0;
            let mut rest = chosen.to_vec();
            rest.retain(|index| {
                let own = alone(&index);
                leaf += usize::from(own);
                !own || apart >> (leaf - 1) & 1 == 0
            });
            rest
        });
        let mut sets = sets;
        sets.any(|rest| rest.is_empty() || self.is_one(&rest))
            && self.language.well_typed(known.iter().map(|k| &k.clause))
            && self.can_be_numbered(&known)
    }

    /// Whether clauses are one program: a clause without calls; or clauses with calls that belong
    /// together, and clauses without for what they call, so that every call may have answers; typed
    /// and numbered as the bias wants it.
    fn is_one(&self, chosen: &[usize]) -> bool {
        let known: Vec<&Known> = chosen.iter().map(|&index| &self.clauses[index]).collect();
        let heads = (1u64 << self.language.heads) - 1;
        let clauses = || known.iter().map(|known| &known.clause);
        let callers = || known.iter().filter(|known| known.calls != 0);
        let called = known.iter().fold(0, |mask, known| mask | known.calls);
        let related = match callers().count() {
            0 => known.len() == 1 && known[0].of < self.language.heads,
            _ => {
                let leaves = known.iter().filter(|known| known.calls == 0);
                let defined = callers().fold(0, |mask, known| mask | 1 << known.of);
                let mut reached = defined & heads;
                for _ in 0..known.len() {
                    let calling = callers().filter(|known| reached >> known.of & 1 == 1);
                    reached = calling.fold(reached, |mask, known| mask | known.calls);
                }
                defined & !reached == 0
                    && (called & heads != 0 || !self.falls_apart(&known))
                    && leaves.clone().all(|leaf| called >> leaf.of & 1 == 1)
            }
        };
        let mut productive = 0u64;
        for _ in 0..=known.len() {
            let able = known.iter().filter(|known| known.calls & !productive == 0);
            productive = able.fold(productive, |mask, known| mask | 1 << known.of);
        }
        related
            && known.iter().all(|known| known.calls & !productive == 0)
            && self.language.well_typed(clauses())
            && self.can_be_numbered(&known)
    }

    /// Whether the clauses of the heads are of two kinds that call no predicate in common, directly or
    /// not.
    fn falls_apart(&self, known: &[&Known]) -> bool {
        let below = |root: &Known| {
            (0..known.len()).fold(root.calls, |reached, _| {
                let calling = known.iter().filter(|known| reached >> known.of & 1 == 1);
                calling.fold(reached, |mask, known| mask | known.calls)
            })
        };
        let roots = known.iter().filter(|known| known.of < self.language.heads);
        let roots: Vec<u64> = roots.map(|root| below(root)).collect();
        (1..1usize << (roots.len() - 1)).any(|some| {
            let side = |one: bool| {
                let side = (0..roots.len()).filter(|index| (some >> index & 1 == 1) == one);
                side.fold(0, |mask, index| mask | roots[index])
            };
            side(true) & side(false) == 0
        })
    }

    /// Whether an order of the clauses, heads first and of each predicate those first that do not
    /// call it, keeps all predicates from where they are refused.
    fn can_be_numbered(&self, known: &[&Known]) -> bool {
        let refused = self.refused();
        let rank = |known: &Known| (known.of, known.calls >> known.of & 1);
        fn place(
            left: &[&Known],
            number: usize,
            rank: &impl Fn(&Known) -> (usize, u64),
            refused: &[(usize, PredicateId)],
        ) -> bool {
            let Some(least) = left.iter().map(|known| rank(known)).min() else {
                return true;
            };
            (0..left.len()).any(|index| {
                let names = |id| left[index].clause.body.iter().any(|l| l.predicate == id);
                let mut rest = left.to_vec();
                rest.remove(index);
                rank(left[index]) == least
                    && !refused
                        .iter()
                        .any(|&(refused, id)| refused == number && names(id))
                    && place(&rest, number + 1, rank, refused)
            })
        }
        place(known, 0, &rank, &refused)
    }

    /// What a random program of the space says, one of few clauses, with a call if so wanted.
    pub fn random(
        &self,
        mut below: impl FnMut(usize) -> usize,
        calls: bool,
    ) -> Option<HashSet<(usize, Vec<u32>)>> {
        let (callers, leaves): (Vec<usize>, Vec<usize>) =
            (0..self.clauses.len()).partition(|&index| self.clauses[index].calls != 0);
        for _ in 0..60 {
            let with = if calls { 1 + below(2) } else { 0 };
            let mut chosen: Vec<usize> = Vec::new();
            for turn in 0..with + 1 + below(2) {
                let from = if turn < with { &callers } else { &leaves };
                chosen.extend(from.get(below(from.len().max(1))));
            }
            chosen.sort_unstable();
            chosen.dedup();
            // A union of programs that share a clause may have more clauses than each.
            if chosen.is_empty() || chosen.len() > self.most + 1 || !self.is_one(&chosen) {
                continue;
            }
            let model = self.model(&chosen);
            let n = self.world.constants;
            let mut rows = HashSet::new();
            for (of, relation) in model.iter().enumerate().take(self.language.heads) {
                let arity = self.language.predicate(of).arity();
                for tuple in (0..n.pow(arity as u32)).filter(|tuple| relation >> tuple & 1 == 1) {
                    rows.insert((
                        of,
                        match arity {
                            1 => vec![tuple as u32],
                            _ => vec![(tuple / n) as u32, (tuple % n) as u32],
                        },
                    ));
                }
            }
            if !rows.is_empty() {
                return Some(rows);
            }
        }
        None
    }
}
