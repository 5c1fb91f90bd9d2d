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

pub mod asked;
pub mod board;
pub mod graph;
pub mod hexapawn;
mod known;
pub mod oxo;
pub mod terminal;

pub use graph::{Graph, NoGraph, State, Ties};
pub use known::{NAMES, canonical, from, named, unknown};

/// The rules of a game.
pub trait Rules {
    /// A board with the side to move.
    type State: Clone + Eq + std::hash::Hash;

    /// The states with which games begin: those after one move of each side, up to symmetry.
    fn starts(&self) -> Vec<Self::State>;

    /// The state before the first move, if it is to be known too: it need not be one of the starts.
    fn opening(&self) -> Option<Self::State> {
        None
    }

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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The states that games reach; nobody moves when they are over.
    fn reached(graph: &Graph, from: &[State]) -> HashSet<State> {
        let mut seen: HashSet<State> = from.iter().copied().collect();
        let mut waiting = from.to_vec();
        while let Some(state) = waiting.pop() {
            if !graph.over(state) {
                let next = graph.moves(state).iter().copied();
                waiting.extend(next.filter(|&next| seen.insert(next)));
            }
        }
        seen
    }

    /// How many starts are worth 1, 0, -1, and the plies of these.
    fn worth(graph: &Graph) -> [(usize, HashSet<u16>); 3] {
        [1, 0, -1].map(|value| {
            let starts = graph.starts.iter().map(|&start| start as usize);
            let plies: Vec<u16> = starts
                .filter(|&start| graph.value[start] == value)
                .map(|start| graph.plies[start])
                .collect();
            (plies.len(), plies.into_iter().collect())
        })
    }

    /// The numbers that are known: of the states with any start, of the states of oxo up to
    /// symmetry, and of the starts in the paper (Section 5.1).
    #[test]
    fn games_have_the_known_sizes() {
        let whole = |graph: &Graph| reached(graph, &[graph.opening.unwrap()]).len();
        let oxo = named("oxo").unwrap();
        assert_eq!(whole(oxo), 5478);
        let classes = |from: &[State]| {
            let reached = reached(oxo, from).into_iter();
            let canonical = reached.map(|state| oxo.canonical[state as usize]);
            canonical.collect::<HashSet<_>>().len()
        };
        assert_eq!(classes(&[oxo.opening.unwrap()]), 765);
        assert_eq!(classes(&oxo.starts), 765 - 4);
        assert_eq!(
            worth(oxo),
            [(7, [5].into()), (5, [7].into()), (0, [].into())]
        );
        let three = named("hexapawn3").unwrap();
        assert_eq!(whole(three), 135);
        let [won, drawn, lost] = worth(three);
        assert_eq!((won.0, drawn.0, lost.0), (2, 3, 0));
        let four = named("hexapawn4").unwrap();
        assert_eq!(whole(four), 20_286);
        let [won, drawn, lost] = worth(four);
        assert_eq!((won.0, drawn.0, lost.0), (5, 2, 1));
        assert_eq!(won.1, [9].into());
    }
}
