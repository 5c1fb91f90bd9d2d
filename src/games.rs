//! Two-player games of perfect information, as the graph of their states.
//!
//! The rules of a game are a [`Rules`], here natively or elsewhere in Prolog; [`Graph::explore`] walks
//! them once. Whatever plays or learns works on the [`Graph`], where a state is a number:
//!
//! ```text
//! oxo, hexapawn ───┐
//!                  ├─ Rules ─> Graph ─> values, opponent ─> players, learners
//! game.pl, asked ──┘
//! ```
//!
//! The interface is the one of MIGO (S. Muggleton and C. Hocquette, "Machine Discovery of
//! Comprehensible Strategies for Simple Games Using Meta-interpretive Learning", New Generation
//! Computing 37, 2019): `move/2` changes the board and the side to move, `won/1` is true of a state
//! that the player who has just moved has won, `drawn/1` of a state that is drawn. `move/2` does not
//! ask whether the game is over: a learner that follows moves beyond the end sees what it sees
//! there.

pub mod graph;

pub use graph::{Graph, State};

/// The rules of a game.
pub trait Rules {
    /// A board with the side to move.
    type State: Clone + Eq + std::hash::Hash;

    /// The states with which games begin: those after one move of each side, up to symmetry.
    fn starts(&self) -> Vec<Self::State>;

    /// The states that a move leads to, in order; also where the game is over.
    fn moves(&self, state: &Self::State) -> Vec<Self::State>;

    /// Whether the player who has just moved has won.
    fn won(&self, state: &Self::State) -> bool;

    /// Whether the game is drawn here.
    fn drawn(&self, state: &Self::State) -> bool;

    /// The state as canonical Prolog text.
    fn text(&self, state: &Self::State) -> String;

    /// The one that stands for all states that are the same up to symmetry.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// The board for a network: a number a square, 1 for the side to move, -1 for the other; empty if
    /// the rules know no board.
    fn cells(&self, _state: &Self::State) -> Vec<i8> {
        Vec::new()
    }
}
