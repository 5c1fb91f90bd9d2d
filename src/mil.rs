//! Meta-interpretive learning: the search of Metagol, natively.
//!
//! A [`Machine`] looks for programs whose clauses are instances of metarules, such that the positive
//! examples have proofs and the negative ones have not. It takes the same steps in the same order as
//! the interpreter of `prolog/metagol.pl`, which says what they mean, and so gives the same programs
//! in the same order. The method is that of S. H. Muggleton, D. Lin and A. Tamaddoni-Nezhad,
//! "Meta-interpretive learning of higher-order dyadic datalog" (Machine Learning 100, 2015), the order
//! of the search that of A. Cropper's and S. H. Muggleton's Metagol.
//!
//! ```text
//! metagol.pl ── task ──> Task ─> Machine ── levels, programs ──> metagol.pl
//!     ^                            │  ^
//!     └──── goals of background ───┘  └─ answers, remembered in Memo
//! ```
//!
//! Nothing here calls Prolog: what the background says is asked of a [`BackgroundSource`], which proves the goals
//! of plain clauses itself ([`Horn`]), or the machine stops, hands out the goals, and goes on when their
//! answers have come. What makes it fast: ground
//! terms are numbers; a goal of the background is asked once; metarules that can never be used are
//! left out ([`feasible`]); what all predicates say of the same arguments is one list; and where clauses
//! are paths, what is too far away for the clauses that may still come is given up at once.

pub mod answers;
pub mod feasible;
pub mod horn;
pub mod machine;
pub mod task;
pub mod terms;

pub use answers::{Answers, BackgroundSource, End, Later};
pub use horn::Horn;
pub use machine::{Limit, Machine, Progress};
pub use task::Task;
pub use terms::{Cell, Terms};
