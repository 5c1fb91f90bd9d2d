//! Strategies as definitions over a game, and what each definition is true of.
//!
//! A definition has clauses of the kinds that the metarules allow, over `move/2`, `won/1`, `drawn/1` and
//! other definitions. The first two are MIGO's (Table 1 of the paper), the third is ours:
//!
//! ```text
//! postcond  P(A,B) :- Q(A,B), R(B).
//! negation  P(A,B) :- Q(A,B), \+ R(B,C).
//! unless    P(A,B) :- Q(A,B), \+ R(B).
//! ```
//!
//! So each is true of some moves of the game, and its extension is a set of moves, computed once:
//! learning and playing look things up. A definition that is learned again has the same number.

use std::collections::HashMap;

use crate::{
    bits::Bits,
    games::{Graph, State},
};

/// The number of a definition in its [`Theory`].
pub type Definition = usize;

/// `move/2`.
pub const MOVE: Definition = 0;

/// A property of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fluent {
    /// `won/1`.
    Won,
    /// `drawn/1`.
    Drawn,
}

impl Fluent {
    /// Both, in the order in which they are tried.
    pub const ALL: [Fluent; 2] = [Fluent::Drawn, Fluent::Won];

    /// The predicate's name.
    pub fn name(self) -> &'static str {
        match self {
            Fluent::Won => "won",
            Fluent::Drawn => "drawn",
        }
    }
}

/// The body of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Body {
    /// `Q(A,B), R(B)`.
    Postcond(Definition, Fluent),
    /// `Q(A,B), \+ R(B,C)`.
    Negation(Definition, Definition),
    /// `Q(A,B), \+ R(B)`.
    Unless(Definition, Fluent),
}

impl Body {
    /// The definition in the first literal.
    pub fn first(self) -> Definition {
        match self {
            Body::Postcond(q, _) | Body::Negation(q, _) | Body::Unless(q, _) => q,
        }
    }
}

/// What a definition is true of.
#[derive(Debug, Clone)]
struct Extension {
    /// Sets of moves without common elements, in the order in which a proof finds them.
    branches: Vec<Bits>,
    /// All moves.
    moves: Bits,
    /// The states that they begin in.
    states: Bits,
}

/// Definitions over one game.
#[derive(Debug, Clone)]
pub struct Theory<'g> {
    graph: &'g Graph,
    clauses: Vec<Vec<Body>>,
    extensions: Vec<Extension>,
    numbers: HashMap<Vec<Body>, Definition>,
}

impl<'g> Theory<'g> {
    /// The theory that knows the moves only.
    pub fn new(graph: &'g Graph) -> Theory<'g> {
        let mut theory = Theory {
            graph,
            clauses: vec![Vec::new()],
            extensions: Vec::new(),
            numbers: HashMap::new(),
        };
        let all = Bits::full(graph.edges());
        let moves = theory.extension(vec![all]);
        theory.extensions.push(moves);
        theory
    }

    /// The game.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The definition with these clauses.
    pub fn define(&mut self, clauses: Vec<Body>) -> Definition {
        if let Some(&number) = self.numbers.get(&clauses) {
            return number;
        }
        let mut branches = Vec::new();
        for &body in &clauses {
            for branch in &self.extensions[body.first()].branches {
                branches.push(self.filtered(branch, body));
            }
        }
        let extension = self.extension(branches);
        self.extensions.push(extension);
        self.numbers.insert(clauses.clone(), self.clauses.len());
        self.clauses.push(clauses);
        self.clauses.len() - 1
    }

    /// The moves of a branch for which the second literal of a body is true.
    fn filtered(&self, branch: &Bits, body: Body) -> Bits {
        let mut kept = Bits::empty(self.graph.edges());
        for edge in branch.iter() {
            if self.second(body, self.graph.target(edge)) {
                kept.insert(edge);
            }
        }
        kept
    }

    /// Whether the second literal of a body is true of the state after the move.
    fn second(&self, body: Body, state: State) -> bool {
        match body {
            Body::Postcond(_, fluent) => self.fluent(fluent, state),
            Body::Negation(_, r) => !self.applies(r, state),
            Body::Unless(_, fluent) => !self.fluent(fluent, state),
        }
    }

    /// The bodies by which a definition is true of a move, the one over `move/2` first; `None` if it
    /// is not true of it.
    pub fn proof(&self, definition: Definition, from: State, to: State) -> Option<Vec<Body>> {
        if definition == MOVE {
            return self.covers(MOVE, from, to).then(Vec::new);
        }
        self.clauses(definition).iter().find_map(|&body| {
            let holds = self.second(body, to);
            let mut proof = holds.then(|| self.proof(body.first(), from, to))??;
            proof.push(body);
            Some(proof)
        })
    }

    /// Leaves out what an earlier branch has, and branches without moves.
    fn extension(&self, branches: Vec<Bits>) -> Extension {
        let mut moves = Bits::empty(self.graph.edges());
        let mut disjoint = Vec::new();
        for mut branch in branches {
            branch.without(&moves);
            if !branch.is_empty() {
                moves.or(&branch);
                disjoint.push(branch);
            }
        }
        let mut states = Bits::empty(self.graph.len());
        for state in 0..self.graph.len() as State {
            if self
                .graph
                .edges_from(state)
                .any(|edge| moves.contains(edge))
            {
                states.insert(state as usize);
            }
        }
        Extension {
            branches: disjoint,
            moves,
            states,
        }
    }

    /// The clauses of a definition; none for `move/2`.
    pub fn clauses(&self, definition: Definition) -> &[Body] {
        &self.clauses[definition]
    }

    /// Whether a fluent is true of a state.
    pub fn fluent(&self, fluent: Fluent, state: State) -> bool {
        match fluent {
            Fluent::Won => self.graph.won[state as usize],
            Fluent::Drawn => self.graph.drawn[state as usize],
        }
    }

    /// Whether a definition is true of a move.
    pub fn covers(&self, definition: Definition, from: State, to: State) -> bool {
        let extension = &self.extensions[definition];
        self.graph
            .edges_from(from)
            .any(|edge| self.graph.target(edge) == to && extension.moves.contains(edge))
    }

    /// Whether a definition is true of some move from a state.
    pub fn applies(&self, definition: Definition, state: State) -> bool {
        self.extensions[definition].states.contains(state as usize)
    }

    /// The states that the moves from a state lead to of which a definition is true, in the order in
    /// which a proof finds them.
    pub fn answers(&self, definition: Definition, state: State) -> impl Iterator<Item = State> {
        let branches = self.extensions[definition].branches.iter();
        branches.flat_map(move |branch| {
            let edges = self.graph.edges_from(state);
            edges
                .filter(|&edge| branch.contains(edge))
                .map(|edge| self.graph.target(edge))
        })
    }
}
