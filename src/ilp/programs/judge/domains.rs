//! The calls of learned predicates that programs make, by which clauses are told apart.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    ilp::{relations::Columns, task::Value, tester::Stopped},
    relation,
};

use super::{
    super::{
        clauses::{ClauseId, Clauses},
        language::Learned,
    },
    Judge,
    machine::{Called, Halt},
};

/// How many calls of a predicate, besides the examples, tell clauses apart. If there are more, clauses
/// that only these could tell apart count as equal, and the search is cut short.
const DOMAIN: usize = 40_000;

/// A call of a predicate: the columns that are bound, and their values.
type Key = (Columns, Vec<Value>);

/// The calls of one predicate.
#[derive(Debug, Default)]
struct Domain {
    calls: Vec<Key>,
    known: FxHashMap<Columns, FxHashSet<Vec<Value>>>,
    /// How many of them are examples; they are the first.
    examples: usize,
    /// Whether there were more.
    curtailed: bool,
}

/// The calls of each learned predicate.
#[derive(Debug)]
pub struct Domains {
    of: Vec<Domain>,
}

impl Domains {
    /// The examples of so many predicates.
    pub fn new(learned: usize, examples: impl Iterator<Item = Called>) -> Domains {
        let mut of: Vec<Domain> = (0..learned).map(|_| Domain::default()).collect();
        for (learned, mask, key) in examples {
            let domain = &mut of[learned];
            if domain.known.entry(mask).or_default().insert(key.clone()) {
                domain.calls.push((mask, key));
                domain.examples += 1;
            }
        }
        Domains { of }
    }

    /// Takes up calls; whether one is new.
    pub fn learn(&mut self, calls: Vec<Called>) -> bool {
        let mut changed = false;
        for (of, mask, key) in calls {
            let domain = &mut self.of[of];
            let known = domain.known.entry(mask).or_default();
            if known.contains(&key) {
                continue;
            }
            if domain.calls.len() >= DOMAIN + domain.examples {
                domain.curtailed = true;
                continue;
            }
            known.insert(key.clone());
            domain.calls.push((mask, key));
            changed = true;
        }
        changed
    }

    /// Whether a call is known.
    pub fn knows(&self, (of, mask, key): &Called) -> bool {
        let known = self.of[*of].known.get(mask);
        known.is_some_and(|known| known.contains(key))
    }

    /// The calls of a predicate, the examples first.
    pub fn calls(&self, of: Learned) -> &[Key] {
        &self.of[of].calls
    }

    /// The examples of a predicate.
    pub fn examples(&self, of: Learned) -> &[Key] {
        let domain = &self.of[of];
        &domain.calls[..domain.examples]
    }

    /// How many calls of each predicate there are.
    pub fn lengths(&self) -> Vec<usize> {
        self.of.iter().map(|domain| domain.calls.len()).collect()
    }

    pub fn is_curtailed(&self) -> bool {
        self.of.iter().any(|domain| domain.curtailed)
    }
}

/// The answers of a clause to the first calls of its predicate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Digest {
    /// How many calls were looked at.
    pub seen: usize,
    /// Equal for equal answers.
    pub sum: u128,
}

impl Judge<'_> {
    /// The answers of clauses without calls, in so far as they are not known, taken up in what is.
    pub fn digests(
        &self,
        clauses: &Clauses,
        known: &[(ClauseId, Digest)],
    ) -> Result<Vec<Digest>, Stopped> {
        self.pool.run(known, |machine, &(id, mut digest)| {
            let entry = clauses.get(id);
            let calls = self.domains.calls(entry.of);
            machine.load([(id, &entry.clause)]);
            for (mask, key) in &calls[digest.seen..] {
                let own = match machine.digest(entry.of, *mask, key) {
                    Err(Halt::Cancelled) => return Err(Halt::Cancelled),
                    // Like no other.
                    Err(Halt::Limit) => u128::from(id) << 64 | 1,
                    Ok(own) => own,
                };
                digest.sum = relation::digest(digest.sum, own);
            }
            digest.seen = calls.len();
            Ok(digest)
        })
    }
}
