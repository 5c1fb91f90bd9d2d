//! The walk through a space of clauses, level by level: each canonical clause once, with what it
//! covers, and never a specialisation of a clause that was given up.
//!
//! A clause of level n + 1 is made from a clause of level n that was kept and one literal. It is
//! taken up only
//! - from the first of the kept clauses that it specialises, so that it comes once and no table of
//!   clauses seen is needed (orderly generation);
//! - if *all* clauses that it specialises by one literal were kept (what Popper's specialisation
//!   constraints say, here without storing any);
//!   What is known of the parent's other literals tells that of most without a look ([`join`]);
//! - if no literal is redundant: implied by the others on all solutions in `redundancy` examples;
//! - if the learner prefers smaller clauses: if what always holds in the relations makes no smaller
//!   clause mean the same (see [`Regularities`]). A clause of which only specialisations are needed
//!   is not made either, and is not missed among those that another one specialises.
//!
//! Where a clause is of use only if it covers no negative example, literals are first tried on some
//! solutions of the clause without them: one that holds for a solution leaves its example covered.
//!
//! A clause of several components is covered where all the clauses that it specialises are covered
//! (each component lacks nothing in one of them), so a tester sees clauses of one component only.
//!
//! Cost: a clause of n literals costs n canonical forms for each of the at most n ways to make it,
//! and one test if it has one component.

mod join;

use std::{
    ops::AddAssign,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use self::join::{Joins, Origin, Tried, Verdict};
use super::{
    Bits, Constraint, Regularities,
    clause::{Clause, Literal},
    space::Space,
    tester::{Stopped, Tester},
};
use crate::report;

/// A clause and the examples that it covers.
#[derive(Debug, Clone)]
pub struct Node {
    /// The clause, in canonical form.
    pub clause: Clause,
    /// What it covers.
    pub cover: Bits,
    /// How it was made, if that is known.
    origin: Option<Origin>,
}

/// What a learner decides during the walk.
pub trait Policy: Sync {
    /// Why a clause with this cover is given up together with its specialisations, if it is. Called
    /// from many threads, with what was known when the batch began.
    fn refuses(&self, clause: &Clause, cover: &Bits) -> Option<Refusal>;

    /// Takes note of a clause, in a fixed order; true keeps it to be specialised.
    fn visit(&mut self, node: &Node) -> bool;

    /// Whether a clause made from this one by a literal is of use only if it is finished: it covers
    /// none of the examples that [`Explorer::with_redundancy`] named, and no literal of it waits for
    /// another.
    fn finishes(&self, _node: &Node) -> bool {
        false
    }

    /// Is called after each batch of clauses.
    fn pause(&mut self) {}
}

/// Why a clause is given up with all its specialisations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It covers too little.
    TooSpecial,
    /// Others cover what it covers, and are no larger.
    Replaced,
    /// The best hypothesis known is smaller than any that it could be part of.
    TooLarge,
}

/// What became of the clauses of a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Refinements made, each clause as often as it was met.
    pub generated: usize,
    /// Not taken up: met before.
    pub variants: usize,
    /// Not taken up: a clause that it specialises was given up.
    #[serde(rename = "pruned")]
    pub specialisations: usize,
    /// Tested, by a tester or by intersection.
    pub tested: usize,
    /// Of those, the ones that a tester was asked about.
    pub asked: usize,
    /// Given up: they cover too little.
    pub too_special: usize,
    /// Given up: others cover the same and are no larger.
    pub replaced: usize,
    /// Given up: a hypothesis that is known is smaller than any with them.
    pub too_large: usize,
    /// Given up: a literal is redundant.
    pub redundant: usize,
    /// Not taken up: they were to be finished, and cover what they are not to cover.
    #[serde(skip)]
    pub excluded: usize,
    /// Not taken up: they mean the same as smaller ones.
    #[serde(skip)]
    pub merged: usize,
    /// Visited by the learner.
    #[serde(skip)]
    pub visited: usize,
    /// The time to make clauses, over all threads.
    #[serde(rename = "generate_seconds", serialize_with = "report::seconds")]
    pub generating: Duration,
    /// The time to test them, over all threads.
    #[serde(rename = "test_seconds", serialize_with = "report::seconds")]
    pub testing: Duration,
}

impl Counts {
    fn refused(&mut self, refusal: Refusal) -> &mut usize {
        match refusal {
            Refusal::TooSpecial => &mut self.too_special,
            Refusal::Replaced => &mut self.replaced,
            Refusal::TooLarge => &mut self.too_large,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.generated += other.generated;
        self.variants += other.variants;
        self.specialisations += other.specialisations;
        self.tested += other.tested;
        self.asked += other.asked;
        self.too_special += other.too_special;
        self.replaced += other.replaced;
        self.too_large += other.too_large;
        self.redundant += other.redundant;
        self.excluded += other.excluded;
        self.merged += other.merged;
        self.visited += other.visited;
        self.generating += other.generating;
        self.testing += other.testing;
    }
}

/// How many clauses are specialised between two looks at what the learner knows. Fixed, so that
/// the run does not depend on the number of threads.
const BATCH: usize = 512;

/// The most memory for the clauses of two levels, in bytes.
const MEMORY: usize = 4 << 30;

/// The walk.
#[derive(Debug)]
pub struct Explorer<'a, T: ?Sized> {
    space: &'a Space<'a>,
    tester: &'a T,
    /// What clauses are not to cover.
    negative: Option<Bits>,
    redundancy: Option<Bits>,
    regularities: Option<Regularities<'a>>,
    cancel: &'a AtomicBool,
    nodes: Vec<Node>,
    /// What became of the literals of each clause of the level before; empty if that does not help.
    tried: Vec<Option<Tried>>,
    /// The hashes of clauses of this level that are not made, though some specialisations are.
    waiting: Vec<u64>,
    /// Whether literals are tried by what became of them before.
    joining: bool,
    memory: usize,
    full: bool,
}

type Alive = FxHashMap<Clause, u32>;

impl<'a, T: Tester + ?Sized> Explorer<'a, T> {
    /// A walk that stands at the root of the space.
    ///
    /// # Errors
    ///
    /// If the tester stops.
    pub fn new(
        space: &'a Space<'a>,
        tester: &'a T,
        cancel: &'a AtomicBool,
    ) -> Result<Explorer<'a, T>, Stopped> {
        let clause = space.canonical(space.root());
        let all = Bits::full(tester.examples());
        let cover = if clause.body.is_empty() {
            all
        } else {
            tester.coverage(&clause, &all)?
        };
        Ok(Explorer {
            space,
            tester,
            negative: None,
            redundancy: None,
            regularities: None,
            cancel,
            nodes: vec![Node {
                clause,
                cover,
                origin: None,
            }],
            tried: Vec::new(),
            waiting: Vec::new(),
            joining: join::joins(space),
            memory: MEMORY,
            full: false,
        })
    }

    /// Gives up clauses with a literal that the others imply on these examples. Sound if every
    /// clause that the learner wants may lose such a literal: not where singletons are forbidden,
    /// or where a constraint asks for literals.
    pub fn with_redundancy(mut self, examples: Bits) -> Explorer<'a, T> {
        let bias = self.space.bias();
        let may_lose = bias.singletons && bias.constraints.iter().all(Constraint::may_lose);
        self.negative = Some(examples.clone());
        self.redundancy = Some(examples).filter(|_| may_lose);
        self
    }

    /// Gives up clauses that mean the same as smaller ones because of what always holds in the
    /// relations. Sound for a learner that prefers smaller clauses that cover the same.
    pub fn with_regularities(mut self) -> Explorer<'a, T> {
        self.regularities = self.tester.regularities(self.space);
        self
    }

    /// Gives the clauses of two levels so many bytes.
    pub fn with_memory(mut self, bytes: usize) -> Explorer<'a, T> {
        self.memory = bytes;
        self
    }

    /// The same walk, with each literal tried on each clause.
    #[cfg(test)]
    pub fn without_joins(mut self) -> Explorer<'a, T> {
        self.joining = false;
        self
    }

    /// Whether the walk ended because its clauses took more memory than they may.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The clauses that will be specialised next.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Keeps only these clauses to be specialised.
    pub fn retain(&mut self, keep: impl FnMut(&Node) -> bool) {
        self.nodes.retain(keep);
    }

    /// Goes one level down: visits all clauses made from those of this level by one literal.
    ///
    /// # Errors
    ///
    /// If the tester stops or the walk is cancelled, or ends because it [is full](Self::is_full);
    /// what was visited before counts.
    pub fn descend(&mut self, policy: &mut impl Policy) -> Result<Counts, Stopped> {
        let nodes = std::mem::take(&mut self.nodes);
        let alive: Alive = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| (node.clause.clone(), index as u32))
            .collect();
        let joins = Joins::new(
            std::mem::take(&mut self.tried),
            std::mem::take(&mut self.waiting),
            &nodes,
        );
        let (mut all_tried, mut waiting) = (Vec::new(), Vec::new());
        let mut tries = 0;
        let mut counts = Counts::default();
        for start in (0..nodes.len()).step_by(BATCH) {
            let end = (start + BATCH).min(nodes.len());
            let known: &_ = policy;
            let made: Vec<Result<Made, Stopped>> = (start..end)
                .into_par_iter()
                .map(|index| {
                    if self.cancel.load(Ordering::Relaxed) {
                        return Err(Stopped::Cancelled);
                    }
                    self.specialise(index, &nodes, &alive, &joins, known)
                })
                .collect();
            for made in made {
                let made = made?;
                counts += made.counts;
                if self.joining {
                    tries += made.tried.as_ref().map_or(0, Vec::len);
                    all_tried.push(made.tried);
                    waiting.extend(made.waiting);
                }
                for child in made.children {
                    Stopped::look(self.cancel)?;
                    counts.visited += 1;
                    if policy.visit(&child) {
                        self.nodes.push(child);
                    }
                }
            }
            policy.pause();
            let size = nodes.first().map_or(0, |node| node.clause.body.len() + 1);
            let each = size_of::<Node>()
                + size * size_of::<Literal>()
                + self.tester.examples() / 8
                + size_of::<(Clause, u32)>();
            let clauses = (nodes.len() + self.nodes.len()).saturating_mul(each);
            let literals = (joins.literals() + tries) * size_of::<(Literal, u64)>();
            if clauses.saturating_add(literals) > self.memory {
                self.full = true;
                return Err(Stopped::Cancelled);
            }
        }
        (self.tried, self.waiting) = (all_tried, waiting);
        Ok(counts)
    }

    fn specialise(
        &self,
        index: usize,
        nodes: &[Node],
        alive: &Alive,
        joins: &Joins,
        policy: &impl Policy,
    ) -> Result<Made, Stopped> {
        let parent = &nodes[index];
        let started = Instant::now();
        let mut made = Made::default();
        let counts = &mut made.counts;
        let mut literals: Vec<Literal> = Vec::new();
        self.space.refinements(&parent.clause, &mut literals);
        counts.generated = literals.len();
        let verdict = joins.verdict(self.space, parent, index);
        let mut tried = Tried::new();
        literals.retain(|literal| match verdict(literal) {
            Verdict::Try => true,
            Verdict::GivenUp => {
                counts.specialisations += 1;
                false
            }
            Verdict::Met => {
                counts.variants += 1;
                let met = self.space.canonical(&parent.clause.with(*literal));
                tried.push((*literal, join::hash(&met)));
                false
            }
        });
        let finishes = policy.finishes(parent);
        if let Some(negative) = self.negative.as_ref().filter(|_| finishes) {
            let mut covered = parent.cover.clone();
            covered.and(negative);
            let before = literals.len();
            self.tester.exclude(&parent.clause, &covered, &mut literals);
            counts.excluded = before - literals.len();
        }
        let mut children: Vec<(Clause, Option<Origin>, Literal)> = Vec::new();
        for literal in literals {
            Stopped::look(self.cancel)?;
            let (child, names) = self
                .space
                .canonical_with_names(&parent.clause.with(literal));
            if child.body.len() > parent.clause.body.len() {
                let origin = Origin::new(index, &parent.clause, &names);
                children.push((child, origin, literal));
            } else {
                counts.variants += 1;
            }
        }
        children.sort_unstable_by(|(a, _, l), (b, _, m)| a.cmp(b).then_with(|| l.cmp(m)));
        let family = Family {
            index,
            nodes,
            alive,
        };
        let mut children = children.into_iter().peekable();
        while let Some((clause, origin, literal)) = children.next() {
            Stopped::look(self.cancel)?;
            let hash = join::hash(&clause);
            let from = tried.len();
            tried.push((literal, hash));
            while let Some((.., literal)) = children.next_if(|(other, ..)| *other == clause) {
                tried.push((literal, hash));
                counts.variants += 1;
            }
            match self.take_up(&clause, &family, finishes, counts, policy)? {
                Taken::GivenUp => tried.truncate(from),
                Taken::Waiting => made.waiting.push(hash),
                Taken::Met => {}
                Taken::Kept(cover) => made.children.push(Node {
                    clause,
                    cover,
                    origin,
                }),
            }
        }
        counts.generating = started.elapsed().saturating_sub(counts.testing);
        made.tried = (!finishes).then_some(tried);
        Ok(made)
    }
    /// Looks whether a clause is there in its own right, and what it covers.
    fn take_up(
        &self,
        clause: &Clause,
        family: &Family<'_>,
        finishes: bool,
        counts: &mut Counts,
        policy: &impl Policy,
    ) -> Result<Taken, Stopped> {
        let &Family {
            index,
            nodes,
            alive,
        } = family;
        if self.is_idle(clause, finishes) {
            counts.merged += 1;
            return Ok(match self.is_waiting(clause) {
                true => Taken::Waiting,
                false => Taken::GivenUp,
            });
        }
        let (removable, parents) = match self.parents(clause, index, alive) {
            Parents::All(removable, parents) => (removable, parents),
            Parents::Met => {
                counts.variants += 1;
                return Ok(Taken::Met);
            }
            Parents::Missing => {
                counts.specialisations += 1;
                return Ok(Taken::GivenUp);
            }
        };
        counts.tested += 1;
        let mut cover = nodes[index].cover.clone();
        for &other in &parents {
            cover.and(&nodes[other as usize].cover);
        }
        let components = clause.components();
        let whole = components.len() > 1 && components.iter().all(|c| c & removable != 0);
        if !whole && !cover.is_empty() {
            counts.asked += 1;
            let asked = Instant::now();
            cover = self.tester.coverage(clause, &cover)?;
            counts.testing += asked.elapsed();
        }
        if let Some(refusal) = policy.refuses(clause, &cover) {
            *counts.refused(refusal) += 1;
            return Ok(Taken::GivenUp);
        }
        let asked = Instant::now();
        let redundant = self.is_redundant(clause, &cover, removable, nodes, alive)?;
        counts.testing += asked.elapsed();
        if redundant {
            counts.redundant += 1;
            return Ok(Taken::GivenUp);
        }
        Ok(Taken::Kept(cover))
    }

    /// The clauses of the level that `clause` specialises.
    fn parents(&self, clause: &Clause, index: usize, alive: &Alive) -> Parents {
        let mut parents: Vec<u32> = Vec::new();
        let mut removable = 0u64;
        for at in 0..clause.body.len() {
            if !self.space.can_lose(clause, at) {
                continue;
            }
            let rest = self.space.canonical(&clause.without(at));
            match alive.get(&rest) {
                // It was never made, though what it lacks may make it useful.
                None if self.is_waiting(&rest) => {}
                None => return Parents::Missing,
                Some(&other) if (other as usize) < index => return Parents::Met,
                Some(&other) => {
                    removable |= 1 << at;
                    parents.push(other);
                }
            }
        }
        parents.retain(|&other| other as usize != index);
        Parents::All(removable, parents)
    }

    /// True iff the clause is not made because of what always holds in the relations.
    fn is_idle(&self, clause: &Clause, finished: bool) -> bool {
        let known = self.regularities.as_ref();
        let waiting = usize::from(!finished);
        known.is_some_and(|known| known.merges(clause) || known.pending(clause) > waiting)
    }

    /// True iff the clause is not made though some of its specialisations are.
    fn is_waiting(&self, clause: &Clause) -> bool {
        let known = self.regularities.as_ref();
        known.is_some_and(|known| known.pending(clause) > 1)
    }

    /// True iff some literal takes no solution away on the examples that matter.
    fn is_redundant(
        &self,
        clause: &Clause,
        cover: &Bits,
        removable: u64,
        nodes: &[Node],
        alive: &Alive,
    ) -> Result<bool, Stopped> {
        let Some(matters) = &self.redundancy else {
            return Ok(false);
        };
        for index in (0..clause.body.len()).filter(|index| removable >> index & 1 == 1) {
            let rest = clause.without(index);
            if rest.body.is_empty() {
                // No hypothesis has a clause without a body.
                continue;
            }
            let elsewhere = rest.body.iter().flat_map(Literal::arguments);
            let literal = &clause.body[index];
            if !literal
                .arguments()
                .iter()
                .all(|v| elsewhere.clone().any(|other| other == v))
            {
                continue;
            }
            let Some(&parent) = alive.get(&self.space.canonical(&rest)) else {
                continue;
            };
            let mut before = nodes[parent as usize].cover.clone();
            before.and(matters);
            // An example that the literal takes away has a solution without it.
            if before.is_subset(cover) && self.tester.implied(clause, index, &before)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The clauses among which a clause is made.
struct Family<'n> {
    /// The place of the one it is made from.
    index: usize,
    nodes: &'n [Node],
    alive: &'n Alive,
}

/// What is made from a clause.
#[derive(Default)]
struct Made {
    children: Vec<Node>,
    counts: Counts,
    /// The literals that were not given up, if they are known.
    tried: Option<Tried>,
    /// The hashes of clauses that are not made, though some of their specialisations are.
    waiting: Vec<u64>,
}

/// What becomes of a clause.
enum Taken {
    GivenUp,
    /// It is not made, though some of its specialisations are.
    Waiting,
    /// It is made from another one.
    Met,
    Kept(Bits),
}

enum Parents {
    /// All are there: the literals that lead to them, and they themselves but the one asked from.
    All(u64, Vec<u32>),
    /// Another one comes before.
    Met,
    /// One was given up.
    Missing,
}
