//! The states of a game and the moves between them, explored once.

use std::{collections::HashMap, ops::Range};

use super::Rules;

/// A state's number in its [`Graph`].
pub type State = u32;

/// Which of several best moves the optimal opponent plays: those of the same value that take as long.
///
/// A learner that errs may lose to one opponent what it does not lose to the other, though both are
/// optimal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first in the order of the rules.
    #[default]
    First,
    /// The last. In hexapawn, whose moves are in the order of the squares from a1, Black's last are those
    /// of his own first rank, which the authors' opponent prefers.
    Last,
}

/// A game as a graph: states are numbers, and what is known of each is in a table.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The game's name.
    pub name: String,
    /// The states with which games begin.
    pub starts: Vec<State>,
    /// The state before the first move, if the rules know it.
    pub opening: Option<State>,
    /// The Prolog text of each state.
    pub texts: Vec<String>,
    /// Whether the player who has just moved has won.
    pub won: Vec<bool>,
    /// Whether the game is drawn.
    pub drawn: Vec<bool>,
    /// What the game is worth to the side to move, against best play: 1 a win, 0 a draw, -1 a loss.
    pub value: Vec<i8>,
    /// Plies to the end under best play.
    pub plies: Vec<u16>,
    /// The plies of the longest game from a start.
    pub longest: u16,
    /// What the optimal opponent plays; the state itself where the game is over.
    pub reply: Vec<State>,
    /// How it chooses between best moves.
    pub ties: Ties,
    /// The state that stands for all that are equal up to symmetry.
    pub canonical: Vec<State>,
    /// The boards for a network, one after the other; empty if there are none.
    pub cells: Vec<i8>,
    /// Where the moves of each state begin in `targets`; one more at the end.
    first: Vec<u32>,
    /// The states that the moves lead to.
    targets: Vec<State>,
    /// The state of each text.
    numbers: HashMap<String, State>,
}

/// What is known of a game's states before they are valued; a row a state.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// The game's name.
    pub name: String,
    /// The states with which games begin.
    pub starts: Vec<State>,
    /// The state before the first move, if the rules know it.
    pub opening: Option<State>,
    /// Canonical Prolog text, each another one.
    pub texts: Vec<String>,
    /// The states that moves lead to, in order.
    pub moves: Vec<Vec<State>>,
    /// Whether the player who has just moved has won.
    pub won: Vec<bool>,
    /// Whether the game is drawn.
    pub drawn: Vec<bool>,
    /// The state that stands for all that are equal up to symmetry.
    pub canonical: Vec<State>,
    /// The boards for a network, one after the other; empty if there are none.
    pub cells: Vec<i8>,
}

/// Why there is no graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGraph {
    /// There are more states than this.
    #[error("the game has more than {0} states")]
    TooLarge(usize),
    /// There are states that take more plies than this; here is one.
    #[error("games of more than {0} moves cannot be learned: so many lead to the state {1:.100}")]
    TooLong(usize, String),
    /// A state can come again after it: values by retrograde analysis are not what the learners
    /// assume.
    #[error(
        "the state {0} can come again: games whose moves can go in circles cannot be \
         learned"
    )]
    Cyclic(String),
    /// There is no state to begin with.
    #[error("the game has no state to begin with")]
    NoStart,
}

impl Graph {
    /// Explores all that can be reached from the starts, and then from the opening, and values it.
    ///
    /// The opponent takes the move with the best value; among these, the quickest win or draw and the
    /// slowest loss; among these, the first (Section 4.4 of the paper says "the best outcome in the
    /// minimum number of moves"; the authors' tables show the rest).
    ///
    /// # Errors
    ///
    /// If there are more than `most` states, or none, or moves go in circles.
    pub fn explore<R: Rules>(name: &str, rules: &R, most: usize) -> Result<Graph, NoGraph> {
        let mut states: Vec<R::State> = Vec::new();
        let mut number: HashMap<R::State, State> = HashMap::new();
        let mut enter = |state: R::State, states: &mut Vec<R::State>| {
            *number.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() as State - 1
            })
        };
        let starts: Vec<State> = rules
            .starts()
            .into_iter()
            .map(|state| enter(state, &mut states))
            .collect();
        let mut moves: Vec<Vec<State>> = Vec::new();
        let mut opening = None;
        loop {
            while let Some(state) = states.get(moves.len()).cloned() {
                if states.len() > most {
                    return Err(NoGraph::TooLarge(most));
                }
                let targets = rules.moves(&state).into_iter();
                moves.push(targets.map(|next| enter(next, &mut states)).collect());
            }
            // What the starts reach comes first, so that numbers do not depend on the opening.
            if opening.is_some() {
                break;
            }
            match rules.opening() {
                Some(state) => opening = Some(enter(state, &mut states)),
                None => break,
            }
        }
        // A canonical state may be one that no game from the starts reaches: then the first that
        // has the same one stands for it.
        let mut stands: HashMap<R::State, State> = HashMap::new();
        let canonical = (0..states.len() as State)
            .map(|state| {
                *stands
                    .entry(rules.canonical(&states[state as usize]))
                    .or_insert(state)
            })
            .collect();
        Graph::from_tables(Tables {
            name: name.to_owned(),
            starts,
            opening,
            texts: states.iter().map(|state| rules.text(state)).collect(),
            moves,
            won: states.iter().map(|state| rules.won(state)).collect(),
            drawn: states.iter().map(|state| rules.drawn(state)).collect(),
            canonical,
            cells: states.iter().flat_map(|state| rules.cells(state)).collect(),
        })
    }

    /// Values the states of a game that has been explored.
    ///
    /// # Errors
    ///
    /// If there is no start, or moves go in circles.
    ///
    /// # Panics
    ///
    /// If the tables do not have a row for each state.
    pub fn from_tables(tables: Tables) -> Result<Graph, NoGraph> {
        let states = tables.texts.len();
        assert!(
            [
                tables.moves.len(),
                tables.won.len(),
                tables.drawn.len(),
                tables.canonical.len()
            ]
            .iter()
            .all(|&rows| rows == states)
        );
        if tables.starts.is_empty() {
            return Err(NoGraph::NoStart);
        }
        let mut first = vec![0];
        let mut targets = Vec::new();
        for moves in tables.moves {
            targets.extend(moves);
            first.push(targets.len() as u32);
        }
        let numbers = (tables.texts.iter().cloned()).zip(0..).collect();
        let mut graph = Graph {
            name: tables.name,
            starts: tables.starts,
            opening: tables.opening,
            won: tables.won,
            drawn: tables.drawn,
            value: vec![0; states],
            plies: vec![0; states],
            longest: 0,
            reply: vec![0; states],
            ties: Ties::First,
            canonical: tables.canonical,
            cells: tables.cells,
            first,
            targets,
            numbers,
            texts: tables.texts,
        };
        graph.evaluate()?;
        Ok(graph)
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none; there is always one.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// How many moves there are.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// The numbers of the moves from a state.
    pub fn edges_from(&self, state: State) -> Range<usize> {
        self.first[state as usize] as usize..self.first[state as usize + 1] as usize
    }

    /// The state that a move leads to.
    pub fn target(&self, edge: usize) -> State {
        self.targets[edge]
    }

    /// The states that moves lead to, in order; also where the game is over.
    pub fn moves(&self, state: State) -> &[State] {
        &self.targets[self.edges_from(state)]
    }

    /// Whether the game is over.
    pub fn over(&self, state: State) -> bool {
        self.won[state as usize] || self.drawn[state as usize]
    }

    /// The state with this Prolog text.
    pub fn state(&self, text: &str) -> Option<State> {
        self.numbers.get(text).copied()
    }

    /// Values all states, those that are reached last first.
    fn evaluate(&mut self) -> Result<(), NoGraph> {
        let mut longest = vec![0u16; self.len()];
        for state in self.last_first()? {
            let at = state as usize;
            if self.won[at] {
                self.value[at] = -1;
            }
            if self.over(state) || self.moves(state).is_empty() {
                self.reply[at] = state;
                continue;
            }
            let moves = self.moves(state).iter();
            let most = moves.map(|&next| longest[next as usize]).max();
            longest[at] = most.unwrap_or(0).saturating_add(1);
            let best = self.best(state);
            self.value[at] = -self.value[best as usize];
            self.plies[at] = self.plies[best as usize].saturating_add(1);
            self.reply[at] = best;
        }
        let starts = self.starts.iter();
        let most = starts.map(|&start| longest[start as usize]).max();
        self.longest = most.unwrap_or(0);
        Ok(())
    }

    /// The best move from a state that has moves, those being valued: value first, then plies, few for
    /// a win or a draw, many for a loss; then order.
    fn best(&self, state: State) -> State {
        let rank = |&next: &State| {
            let (value, plies) = (-self.value[next as usize], self.plies[next as usize]);
            let plies = i32::from(plies);
            (value, if value < 0 { plies } else { -plies })
        };
        let moves = self.moves(state).iter().copied();
        // The last of several greatest is taken.
        let best = match self.ties {
            Ties::First => moves.rev().max_by_key(rank),
            Ties::Last => moves.max_by_key(rank),
        };
        best.unwrap_or(state)
    }

    /// The same game with an opponent that chooses so between best moves. Values and plies stay.
    #[must_use]
    pub fn with_ties(&self, ties: Ties) -> Graph {
        let mut graph = self.clone();
        graph.ties = ties;
        for state in 0..graph.len() as State {
            if !graph.over(state) {
                graph.reply[state as usize] = graph.best(state);
            }
        }
        graph
    }

    /// All states, each after those that its moves lead to.
    fn last_first(&self) -> Result<Vec<State>, NoGraph> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut stack: Vec<(State, usize)> = Vec::new();
        for root in 0..self.len() as State {
            if marks[root as usize] != Mark::New {
                continue;
            }
            marks[root as usize] = Mark::Open;
            stack.push((root, 0));
            while let Some((state, next)) = stack.pop() {
                match self.moves(state).get(next) {
                    None => {
                        marks[state as usize] = Mark::Done;
                        order.push(state);
                    }
                    Some(&target) => {
                        stack.push((state, next + 1));
                        match marks[target as usize] {
                            Mark::New => {
                                marks[target as usize] = Mark::Open;
                                stack.push((target, 0));
                            }
                            Mark::Open => {
                                return Err(NoGraph::Cyclic(self.texts[target as usize].clone()));
                            }
                            Mark::Done => {}
                        }
                    }
                }
            }
        }
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim with one heap: take one or two; who takes the last has won.
    struct Nim(u8);

    impl Rules for Nim {
        type State = u8;
        fn starts(&self) -> Vec<u8> {
            vec![self.0]
        }
        fn moves(&self, heap: &u8) -> Vec<u8> {
            (1..=2).filter_map(|take| heap.checked_sub(take)).collect()
        }
        fn won(&self, heap: &u8) -> bool {
            *heap == 0
        }
        fn drawn(&self, _: &u8) -> bool {
            false
        }
        fn text(&self, heap: &u8) -> String {
            format!("heap({heap})")
        }
    }

    #[test]
    fn nim_is_valued() {
        let graph = Graph::explore("nim", &Nim(7), 100).unwrap();
        for heap in 0..=7u8 {
            let state = graph.state(&format!("heap({heap})")).unwrap() as usize;
            let lost = heap % 3 == 0;
            assert_eq!(graph.value[state], if lost { -1 } else { 1 }, "{heap}");
        }
        let seven = graph.state("heap(7)").unwrap();
        assert_eq!(graph.texts[graph.reply[seven as usize] as usize], "heap(6)");
        assert_eq!(graph.plies[seven as usize], 5);
        assert!(matches!(
            Graph::explore("nim", &Nim(7), 3),
            Err(NoGraph::TooLarge(3))
        ));
    }

    /// Value, plies and the best replies, by the words of the rule and without any table.
    fn naive<R: Rules>(rules: &R, state: &R::State) -> (i8, u16, Vec<R::State>) {
        let moves = rules.moves(state);
        if rules.won(state) {
            return (-1, 0, Vec::new());
        }
        if rules.drawn(state) || moves.is_empty() {
            return (0, 0, Vec::new());
        }
        let results: Vec<(i8, u16)> = moves
            .iter()
            .map(|next| naive(rules, next))
            .map(|(value, plies, _)| (-value, plies))
            .collect();
        let best = results.iter().map(|&(value, _)| value).max().unwrap();
        let plies = results.iter().filter(|&&(value, _)| value == best);
        let plies = plies.map(|&(_, plies)| plies);
        let wanted = match best {
            -1 => plies.max().unwrap(),
            _ => plies.min().unwrap(),
        };
        let replies = moves.into_iter().zip(results);
        let replies = replies.filter(|(_, result)| *result == (best, wanted));
        (best, wanted + 1, replies.map(|(next, _)| next).collect())
    }

    /// Compares with the naive values where no more than so many plies are left.
    fn agrees_with_naive<R: Rules>(name: &str, rules: &R, most: u16) {
        let graph = Graph::explore(name, rules, 1_000_000).unwrap();
        let last = graph.with_ties(Ties::Last);
        assert_eq!((&last.value, &last.plies), (&graph.value, &graph.plies));
        let mut waiting = rules.starts();
        let mut seen: std::collections::HashSet<R::State> = waiting.iter().cloned().collect();
        let mut compared = 0;
        while let Some(state) = waiting.pop() {
            let text = rules.text(&state);
            let at = graph.state(&text).unwrap() as usize;
            if graph.plies[at] <= most {
                let (value, plies, replies) = naive(rules, &state);
                assert_eq!((graph.value[at], graph.plies[at]), (value, plies), "{text}");
                let reported =
                    |reply: Option<&R::State>| reply.map_or(text.clone(), |s| rules.text(s));
                let found = |graph: &Graph| graph.texts[graph.reply[at] as usize].clone();
                assert_eq!(found(&graph), reported(replies.first()), "{text}");
                assert_eq!(found(&last), reported(replies.last()), "{text}");
                compared += 1;
            }
            if !rules.won(&state) {
                let next = rules.moves(&state).into_iter();
                waiting.extend(next.filter(|next| seen.insert(next.clone())));
            }
        }
        assert!(compared > 50, "{name}: only {compared}");
    }

    #[test]
    fn values_are_those_of_naive_minimax() {
        agrees_with_naive("oxo", &crate::games::oxo::Oxo, 9);
        agrees_with_naive(
            "hexapawn3",
            &crate::games::hexapawn::Hexapawn { size: 3 },
            9,
        );
        agrees_with_naive(
            "hexapawn4",
            &crate::games::hexapawn::Hexapawn { size: 4 },
            3,
        );
    }

    /// Two states for ever.
    struct Circle;

    impl Rules for Circle {
        type State = bool;
        fn starts(&self) -> Vec<bool> {
            vec![true]
        }
        fn moves(&self, state: &bool) -> Vec<bool> {
            vec![!state]
        }
        fn won(&self, _: &bool) -> bool {
            false
        }
        fn drawn(&self, _: &bool) -> bool {
            false
        }
        fn text(&self, state: &bool) -> String {
            state.to_string()
        }
    }

    #[test]
    fn circles_are_refused() {
        let circle = Graph::explore("circle", &Circle, 10);
        assert_eq!(circle.unwrap_err(), NoGraph::Cyclic("true".into()));
    }
}
