//! What the machine's stacks hold.

use super::{Cell, EntryId, Mark, Table, Types};

/// No goal, no entry.
pub(super) const NONE: u32 = u32::MAX;

/// No symbol.
pub(super) const NO_SYMBOL: u8 = u8::MAX;

/// Who may prove goals of a predicate.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Role {
    /// Its place in the background.
    pub(super) background: Option<u16>,
    /// Only metarules name it: nothing else is tried.
    pub(super) compiled: bool,
    /// Clauses may be learned for it.
    pub(super) head: bool,
    /// It has interpreted clauses.
    pub(super) interpreted: bool,
}

/// A predicate of the background.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: Cell,
    /// Its place among those of its arity; none if only metarules name it.
    pub(super) place: Option<u32>,
    pub(super) types: Option<Types>,
    pub(super) table: Option<Table>,
}

/// A predicate that clauses are learned for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    pub(super) name: Cell,
    pub(super) arity: Option<u8>,
    pub(super) used: bool,
    /// The types of its arguments in `cells`.
    pub(super) types: u32,
}

/// A metasubstitution: a clause of the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sub {
    pub(super) rule: u16,
    pub(super) symbol: u8,
    pub(super) arity: u8,
    /// Its values, in `cells`.
    pub(super) at: u32,
}

/// Something to be done.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// A proof of the atom at `at`.
    Atom(Goals),
    /// That there is none.
    Negated(Goals),
    /// A goal for the source.
    Ask(Cell),
    /// What is checked of a metarule once its guard has succeeded, for the atom goal and perhaps a new
    /// clause.
    Check { atom: u32, rule: u16, new: bool },
    /// The next positive example.
    Example(u32),
    /// The end of a proof from the program as it is: other proofs do not matter.
    Commit { height: u32, max: u32 },
    /// The end of a proof that should not be there; of this negative example, if it is one.
    Refute { height: u32, negative: u32 },
    /// The tests of example `of` from this one on.
    Functional { of: u32, test: u32 },
    /// The end of a test's proof.
    Condition { condition: Cell, height: u32 },
    /// The next negative example.
    Negative(u32),
    /// Whether the program is ground.
    Ground,
    /// Proof of a positive example from the whole program.
    Verify(u32),
    /// The functional tests of all examples from this one on.
    AllFunctional(u32),
    /// A solution.
    Done,
}

/// The goal of an atom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goals {
    /// Predicate and arguments in `cells`.
    pub(super) at: u32,
    /// Types of the arguments in `cells`, if types count.
    pub(super) types: u32,
    /// The nearest ancestor, a goal.
    pub(super) path: u32,
    pub(super) arity: u8,
    /// The first symbol that may be called,
    pub(super) from: u8,
    /// except this one.
    pub(super) except: u8,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) goal: Goal,
    pub(super) next: u32,
}

/// Where the alternatives of a choice go on.
#[derive(Debug, Clone, Copy)]
pub(super) enum Alternative {
    /// Ways to prove the atom of the goal.
    Atom(Stage),
    /// Answers of a goal for the source.
    Rows { entry: EntryId, row: u32 },
    /// Predicates that a negated literal may name.
    Negated { at: u32 },
    /// Another goal.
    Goal(u32),
    /// The proof of an example, with new clauses.
    Abduce { example: u32 },
}

/// How far the proofs of an atom have been tried.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stage {
    Background {
        at: u32,
        row: u32,
        entry: EntryId,
    },
    /// The answers of all predicates of the background together.
    Bundle {
        bundle: u32,
        at: u32,
    },
    Interpreted {
        at: u32,
    },
    Existing {
        symbol: u8,
        below: u32,
    },
    New {
        symbol: u8,
        rule: u32,
    },
}

/// A choice point. Its alternative is kept as numbers: enums within are copied by stores and loads of
/// different widths, for which the processor has to wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChoicePoint {
    pub(super) alternative: [u32; 4],
    pub(super) goal: u32,
    pub(super) max: u32,
    pub(super) mark: Mark,
    pub(super) symbols: u32,
    pub(super) goals: u32,
    pub(super) cells: u32,
    pub(super) program: u32,
    pub(super) watched: u64,
}

impl Alternative {
    #[inline(always)]
    pub(super) fn pack(self) -> [u32; 4] {
        match self {
            Alternative::Atom(Stage::Background { at, row, entry }) => [0, at, row, entry],
            Alternative::Atom(Stage::Interpreted { at }) => [1, at, 0, 0],
            Alternative::Atom(Stage::Existing { symbol, below }) => [2, symbol.into(), below, 0],
            Alternative::Atom(Stage::New { symbol, rule }) => [3, symbol.into(), rule, 0],
            Alternative::Atom(Stage::Bundle { bundle, at }) => [8, bundle, at, 0],
            Alternative::Rows { entry, row } => [4, entry, row, 0],
            Alternative::Negated { at } => [5, at, 0, 0],
            Alternative::Goal(goal) => [6, goal, 0, 0],
            Alternative::Abduce { example } => [7, example, 0, 0],
        }
    }

    #[inline(always)]
    pub(super) fn unpack([way, a, b, c]: [u32; 4]) -> Alternative {
        match way {
            0 => Alternative::Atom(Stage::Background {
                at: a,
                row: b,
                entry: c,
            }),
            1 => Alternative::Atom(Stage::Interpreted { at: a }),
            2 => Alternative::Atom(Stage::Existing {
                symbol: a as u8,
                below: b,
            }),
            3 => Alternative::Atom(Stage::New {
                symbol: a as u8,
                rule: b,
            }),
            4 => Alternative::Rows { entry: a, row: b },
            5 => Alternative::Negated { at: a },
            6 => Alternative::Goal(a),
            7 => Alternative::Abduce { example: a },
            _ => Alternative::Atom(Stage::Bundle { bundle: a, at: b }),
        }
    }
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// `next` is to be done.
    Forward,
    /// It failed.
    Back,
    /// Answers are missing; the same step again when they have come.
    Wait,
    /// The search is over: a goal of the background failed in a bad way.
    Broken,
}
