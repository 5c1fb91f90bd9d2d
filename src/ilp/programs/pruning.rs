//! What is not made, or not tested, since nothing better can come of it.

use std::{
    fmt,
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

macro_rules! prunings {
    ($($variant:ident $name:literal $sentence:literal)*) => {
        /// A reason for which clauses or programs are left out of the search. None changes what is found; each may
        /// be switched off to measure what it is worth ([`Options::without`](crate::ilp::Options)).
        ///
        /// Those without a source are ours; the paper is A. Cropper and R. Morel, "Learning programs by learning from
        /// failures", Machine Learning 110, 2021.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Pruning {
            $(#[doc = $sentence] $variant,)*
        }

        impl Pruning {
            /// All of them, in the order in which a search comes to them.
            pub const ALL: &[Pruning] = &[$(Pruning::$variant),*];

            /// Its name in reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Pruning::$variant => $name,)*
                }
            }

            /// What is left out, and why.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Pruning::$variant => $sentence,)*
                }
            }
        }
    };
}

prunings! {
    Descent "descent"
        "Programs as large as one that was found by its descent."
    Impossible "impossible"
        "A clause whose body has no solution in any call that programs make."
    Implied "implied"
        "A clause with a literal that holds for all solutions of the others and binds nothing."
    Dangling "dangling"
        "As a part of programs, a clause with a literal that holds for all solutions of the others and binds what none uses."
    FirstStep "first step"
        "Where programs hold one caller, one that is the first step for no positive example, or that no leaf completes that is small enough for a program smaller than the best."
    OnDemand "on demand"
        "The specialisations of a clause, until a program that holds it covers a negative example."
    Uncovering "uncovering"
        "A clause that covers no positive example by itself, and its specialisations, as a program of its own (Cropper and Morel 2021: specialisations of what covers none)."
    Equal "equal"
        "A leaf that gives the same answers as another one to all calls that programs make."
    Endless "endless"
        "Programs with callers that call without end, whatever is answered."
    Unproductive "unproductive"
        "A program with a predicate that only clauses define that call it."
    Inconsistent "inconsistent"
        "A program with a part that covers a negative example (Cropper and Morel 2021: generalisation constraint)."
    Consistent "consistent"
        "A specialisation of a program that covers no negative example (Cropper and Morel 2021: specialisations cover no more)."
    NoGain "no gain"
        "A specialisation of a program that covers no positive example that its leaves do not cover alone."
    Dominated "dominated"
        "A specialisation of a program that covers no more than a consistent one that is no larger."
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no pruning of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no pruning {0}; there are {names}",
    names = Pruning::ALL.iter().map(|pruning| pruning.name()).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownPruning(String);

impl FromStr for Pruning {
    type Err = UnknownPruning;

    fn from_str(name: &str) -> Result<Pruning, UnknownPruning> {
        let mut all = Pruning::ALL.iter();
        let found = all.find(|pruning| pruning.name() == name);
        found.copied().ok_or_else(|| UnknownPruning(name.into()))
    }
}

/// The prunings of a search: which are in use, and how often each was.
#[derive(Debug)]
pub(super) struct Prunings {
    off: u32,
    counts: [AtomicUsize; Pruning::ALL.len()],
}

impl Prunings {
    /// All but some.
    pub fn without(off: &[Pruning]) -> Prunings {
        Prunings {
            off: off
                .iter()
                .fold(0, |off, &pruning| off | 1 << pruning as u32),
            counts: Default::default(),
        }
    }

    /// Whether it is in use.
    pub fn uses(&self, pruning: Pruning) -> bool {
        self.off >> pruning as u32 & 1 == 0
    }

    /// Counts one that was left out.
    pub fn count(&self, pruning: Pruning) {
        self.counts[pruning as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Whether something is left out: if the pruning is in use and `holds`. It is counted then.
    pub fn cut(&self, pruning: Pruning, holds: bool) -> bool {
        let cut = holds && self.uses(pruning);
        if cut {
            self.count(pruning);
        }
        cut
    }

    /// What was counted since the last time.
    pub fn take(&self) -> [usize; Pruning::ALL.len()] {
        std::array::from_fn(|index| self.counts[index].swap(0, Ordering::Relaxed))
    }
}
