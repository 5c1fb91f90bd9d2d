//! Which literals are tried on a clause: of those that its parent could have had too, the ones with
//! which the parent is still there.
//!
//! A clause D was made from a clause C and a literal. Another literal m whose variables were all in C
//! makes a clause of D that specialises C with m. If that was given up, so is D with m, and if it
//! comes before D, D with m is made from it. Both are known from what became of the literals of C,
//! without a canonical form: the join of the Apriori algorithm (R. Agrawal and R. Srikant, "Fast
//! algorithms for mining association rules", VLDB 1994, section 2.1.1), for clauses.
//!
//! Clauses are known by hashes here. Where two have the same, a literal is tried in vain.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    super::{
        clause::{Clause, Literal, MAX_VARIABLES, Variable, ordered},
        space::Space,
    },
    Node,
};

/// The most variables of a clause that is joined.
const MOST_VARIABLES: usize = 16;

/// How a clause was made.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    /// The place of the clause that it was made from.
    parent: u32,
    /// How many variables that one has.
    variables: u8,
    /// What they are called here.
    names: [Variable; MOST_VARIABLES],
}

/// The literals of a clause that were not given up, and the hashes of the clauses that they make.
pub(super) type Tried = Vec<(Literal, u64)>;

/// The same, with the places of the clauses, or [`WAITING`].
type Known = Vec<(Literal, u32)>;

const WAITING: u32 = u32::MAX;

/// What became of the literals of all clauses of a level; `None` where that is not known.
#[derive(Debug, Default)]
pub(super) struct Joins {
    by_parent: Vec<Option<Known>>,
}

/// Whether literals are tried on a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Try,
    /// A clause that it would specialise was given up.
    GivenUp,
    /// It is made from a clause that comes before.
    Met,
}

/// Whether the clauses of a space can be joined: each literal can be added as soon as it is connected.
pub(super) fn joins(space: &Space<'_>) -> bool {
    let root = space.root();
    let mut predicates = space.body().iter().chain([&root.head.predicate]);
    root.body.is_empty()
        && root.head_variables() > 0
        && predicates.all(|&id| space.bias().predicate(id).modes.is_none())
}

pub(super) fn hash(clause: &Clause) -> u64 {
    FxBuildHasher.hash_one(clause)
}

impl Origin {
    pub fn new(parent: usize, of: &Clause, names: &[Variable; MAX_VARIABLES]) -> Option<Origin> {
        let variables = of.variables();
        (variables <= MOST_VARIABLES).then(|| {
            let mut origin = Origin {
                parent: parent as u32,
                variables: variables as u8,
                names: [Variable::MAX; MOST_VARIABLES],
            };
            origin.names[..variables].copy_from_slice(&names[..variables]);
            origin
        })
    }
}

impl Joins {
    /// What became of the literals when these clauses are left; `waiting` are the hashes of those that
    /// are not made though some of their specialisations are.
    pub fn new(tried: Vec<Option<Tried>>, waiting: Vec<u64>, nodes: &[Node]) -> Joins {
        let nodes = nodes.iter().map(|node| hash(&node.clause)).zip(0..);
        let waiting = waiting.into_iter().map(|hash| (hash, WAITING));
        // Of two that have a hash, the one of which less follows.
        let mut places: FxHashMap<u64, u32> = FxHashMap::default();
        for (hash, place) in nodes.chain(waiting) {
            let known = places.entry(hash).or_default();
            *known = place.max(*known);
        }
        let known = |tried: Tried| -> Known {
            let tried = tried.into_iter();
            let mut known: Known = tried
                .filter_map(|(literal, hash)| Some((literal, *places.get(&hash)?)))
                .collect();
            known.sort_unstable();
            known
        };
        let by_parent = tried.into_iter().map(|tried| tried.map(known));
        Joins {
            by_parent: by_parent.collect(),
        }
    }

    /// How many literals are known.
    pub fn literals(&self) -> usize {
        self.by_parent.iter().flatten().map(Vec::len).sum()
    }

    /// Tells of each literal whether it is tried on the clause at a place.
    pub fn verdict<'j>(
        &'j self,
        space: &'j Space<'_>,
        node: &'j Node,
        place: usize,
    ) -> impl Fn(&Literal) -> Verdict + 'j {
        let known = node.origin.as_ref().and_then(|origin| {
            let known = self.by_parent.get(origin.parent as usize)?.as_ref()?;
            let variables = usize::from(origin.variables);
            // From the names here to those there; new variables follow on both sides.
            let mut back = [Variable::MAX; MAX_VARIABLES + 1];
            let here = node.clause.variables();
            for (there, &name) in origin.names[..variables].iter().enumerate() {
                back[usize::from(name)] = there as Variable;
            }
            for (offset, name) in back[here..].iter_mut().enumerate() {
                *name = (variables + offset) as Variable;
            }
            Some((known, back))
        });
        move |literal| {
            let Some((known, back)) = &known else {
                return Verdict::Try;
            };
            let name = |v: Variable| back[usize::from(v)];
            if literal
                .arguments()
                .iter()
                .any(|&v| name(v) == Variable::MAX)
            {
                return Verdict::Try;
            }
            let symmetric = |id| space.bias().predicate(id).symmetric;
            let there = ordered(literal.renamed(name), symmetric);
            match known.binary_search_by(|(other, _)| other.cmp(&there)) {
                Err(_) => Verdict::GivenUp,
                Ok(at) if (known[at].1 as usize) < place => Verdict::Met,
                Ok(_) => Verdict::Try,
            }
        }
    }
}
