//! The games that are always there, by name.

use std::sync::LazyLock;

use super::{
    Rules,
    board::Board,
    graph::{Graph, NoGraph},
    hexapawn::Hexapawn,
    oxo::Oxo,
};

/// The names of the games that are always there.
pub const NAMES: [&str; 3] = ["oxo", "hexapawn3", "hexapawn4"];

/// That there is no game with this name, and which there are.
pub fn unknown(name: &str) -> String {
    format!("no game {name:?}: the games are {}", NAMES.join(", "))
}

/// More states than any of these has from its starts.
const MOST: usize = 1_000_000;

/// The game with this name, one of [`NAMES`]; explored when it is first asked for.
pub fn named(name: &str) -> Option<&'static Graph> {
    static OXO: LazyLock<Graph> = LazyLock::new(|| explored("oxo", &Oxo));
    static HEXAPAWN3: LazyLock<Graph> = LazyLock::new(|| explored("hexapawn3", &THREE));
    static HEXAPAWN4: LazyLock<Graph> = LazyLock::new(|| explored("hexapawn4", &FOUR));
    match name {
        "oxo" => Some(&OXO),
        "hexapawn3" => Some(&HEXAPAWN3),
        "hexapawn4" => Some(&HEXAPAWN4),
        _ => None,
    }
}

/// The game with this name, as it goes on from any board; `None` if the board is not one of that
/// game. The board need not be one that the game can reach.
///
/// # Errors
///
/// If there are too many states.
pub fn from(name: &str, board: &Board) -> Result<Option<Graph>, NoGraph> {
    match name {
        "oxo" if Oxo.accepts(board) => Graph::explore(name, &Onward(&Oxo, board), MOST),
        "hexapawn3" if THREE.accepts(board) => Graph::explore(name, &Onward(&THREE, board), MOST),
        "hexapawn4" if FOUR.accepts(board) => Graph::explore(name, &Onward(&FOUR, board), MOST),
        _ => return Ok(None),
    }
    .map(Some)
}

/// The board that stands for all that are the same up to symmetry, in the game with this name.
pub fn canonical(name: &str, board: &Board) -> Option<Board> {
    match name {
        "oxo" if Oxo.accepts(board) => Some(Oxo.canonical(board)),
        "hexapawn3" if THREE.accepts(board) => Some(THREE.canonical(board)),
        "hexapawn4" if FOUR.accepts(board) => Some(FOUR.canonical(board)),
        _ => None,
    }
}

const THREE: Hexapawn = Hexapawn { size: 3 };
const FOUR: Hexapawn = Hexapawn { size: 4 };

/// The rules of a game that begins with a board of one's own.
struct Onward<'a, R>(&'a R, &'a Board);

impl<R: Rules<State = Board>> Rules for Onward<'_, R> {
    type State = Board;

    fn starts(&self) -> Vec<Board> {
        vec![self.1.clone()]
    }

    fn moves(&self, state: &Board) -> Vec<Board> {
        self.0.moves(state)
    }

    fn won(&self, state: &Board) -> bool {
        self.0.won(state)
    }

    fn drawn(&self, state: &Board) -> bool {
        self.0.drawn(state)
    }

    fn text(&self, state: &Board) -> String {
        state.to_string()
    }
}

fn explored<R: Rules>(name: &str, rules: &R) -> Graph {
    Graph::explore(name, rules, MOST).expect("it is small and its moves end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_board_is_a_beginning() {
        // White has three plies to a race that Black loses by one.
        let board = |text: &str| Board::parse(text).unwrap();
        let race = board("s(w,board(w,e,e,e,e,e,e,e,b))");
        let graph = from("hexapawn3", &race).unwrap().unwrap();
        assert_eq!((graph.value[0], graph.plies[0]), (1, 3));
        assert!(from("oxo", &race).unwrap().is_none());
        assert!(from("hexapawn4", &race).unwrap().is_none());
        assert!(from("chess", &race).unwrap().is_none());
        assert_eq!(
            canonical("hexapawn3", &race),
            canonical("hexapawn3", &board("s(w,board(e,e,w,e,e,e,b,e,e))"))
        );
        // What the game reaches has the same worth from there.
        let oxo = named("oxo").unwrap();
        let state = oxo.starts[6] as usize;
        let from = from("oxo", &board(&oxo.texts[state])).unwrap().unwrap();
        assert_eq!(
            (from.value[0], from.plies[0]),
            (oxo.value[state], oxo.plies[state])
        );
    }
}
