//! A position with the game that led to it: what repetition, networks and books want to know.

use shakmaty::{Chess, Move, Position as _};

use super::search::player;

/// So many positions a network may look at, besides the last one.
const EARLIER: usize = 7;

/// A position, and the game that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The position.
    pub chess: Chess,
    /// The moves; from the usual start if `usual`.
    pub moves: Vec<Move>,
    /// Whether the game began in the usual start position.
    pub usual: bool,
    /// The hashes of the positions before it.
    pub past: Vec<u64>,
    /// The latest of the positions before it.
    pub earlier: Vec<Chess>,
}

impl Default for History {
    fn default() -> History {
        History::of(Chess::default())
    }
}

impl History {
    /// A game that begins here.
    pub fn of(chess: Chess) -> History {
        History {
            usual: chess == Chess::default(),
            chess,
            moves: Vec::new(),
            past: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// How the game is over, if it is: by mate, or as a draw.
    pub fn end(&self) -> Option<&'static str> {
        if let Some(end) = end(&self.chess) {
            return Some(end);
        }
        let hash = player::hash(&self.chess);
        if self.past.iter().filter(|past| **past == hash).count() >= 2 {
            return Some("The same position for the third time: a draw.");
        }
        (self.chess.halfmoves() >= 100)
            .then_some("Fifty moves without a capture or a pawn move: a draw.")
    }

    /// Makes a legal move.
    pub fn push(&mut self, m: Move) {
        self.past.push(player::hash(&self.chess));
        if self.earlier.len() == EARLIER {
            self.earlier.remove(0);
        }
        self.earlier.push(self.chess.clone());
        self.chess.play_unchecked(m);
        self.moves.push(m);
    }
}

/// How a game is over in a position, whatever came before, if it is.
pub fn end(position: &Chess) -> Option<&'static str> {
    if position.is_checkmate() {
        let won = position
            .turn()
            .fold_wb("Checkmate: Black has won.", "Checkmate: White has won.");
        return Some(won);
    }
    match (position.is_stalemate(), position.is_insufficient_material()) {
        (true, _) => Some("Stalemate: a draw."),
        (false, true) => Some("A draw: neither side can mate."),
        (false, false) => None,
    }
}
