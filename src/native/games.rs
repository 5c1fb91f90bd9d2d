//! What `prolog/games.pl` asks of the games that have a name.
//!
//! A state comes as letters: the side to move, then the squares. In Prolog that is the string
//! `[Mover|Squares]`.

use std::{cell::RefCell, rc::Rc};

use crate::{
    games::{self, Graph, board::Board},
    native::{Error, types::*},
    natives,
};

/// One of the games that have a name, by its place in [`games::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Game(usize);

atoms! { named_game: Game = oxo Game(0), hexapawn3 Game(1), hexapawn4 Game(2) }

natives! {
    module "internal";

    /// True iff Game is the name of a game.
    named_game(?Game: Game) is nondet = named_game;

    /// True iff State is a state of Game.
    game_state(+Game: Game, +State: String) is semidet = game_state;

    /// True iff Game begins with State.
    game_start(+Game: Game, -State: String) is nondet = game_start;

    /// True iff a move of Game leads from State to Next.
    game_step(+Game: Game, +State: String, -Next: String) is nondet = game_step;

    /// True iff Result is what has become of Game in State: `won`, `drawn`, or `open`.
    game_result(+Game: Game, +State: String, -Result: Name) is semidet = game_result;

    /// True iff State of Game is worth Value, 1, 0 or -1, to the side to move, and best play ends it
    /// after so many Plies.
    game_worth(+Game: Game, +State: String, -Value: i64, -Plies: i64) is semidet = game_worth;

    /// True iff the optimal opponent moves from State of Game to Next.
    game_optimal(+Game: Game, +State: String, -Next: String) is semidet = game_optimal;

    /// True iff Other stands for all states of Game that are the same as State up to symmetry.
    game_symmetric(+Game: Game, +State: String, -Other: String) is semidet = game_symmetric;

    /// True iff Text is a picture of State of Game.
    game_picture(+Game: Game, +State: String, -Text: String) is semidet = game_picture;
}

pub(super) fn graph(game: Game) -> &'static Graph {
    games::named(games::NAMES[game.0]).expect("the name is from the list")
}

thread_local! {
    /// The game from a board that it cannot reach, asked about last.
    static OTHER: RefCell<Option<(usize, Rc<Graph>)>> = const { RefCell::new(None) };
}

/// A game that is known for good, or one from a board of the user's own.
enum KnownGame {
    Named(&'static Graph),
    Other(Rc<Graph>),
}

impl std::ops::Deref for KnownGame {
    type Target = Graph;
    fn deref(&self) -> &Graph {
        match self {
            KnownGame::Named(graph) => graph,
            KnownGame::Other(graph) => graph,
        }
    }
}

/// A graph with the state that has these letters, if the game has such a state.
fn found(game: Game, letters: &str) -> Result<Option<(KnownGame, games::State)>, Error> {
    let Some(board) = board(letters) else {
        return Ok(None);
    };
    let (text, named) = (board.to_string(), graph(game));
    if let Some(state) = named.state(&text) {
        return Ok(Some((KnownGame::Named(named), state)));
    }
    OTHER.with_borrow_mut(|last| {
        let known = last.as_ref().filter(|(of, _)| *of == game.0);
        if let Some((_, graph)) = known
            && let Some(state) = graph.state(&text)
        {
            return Ok(Some((KnownGame::Other(Rc::clone(graph)), state)));
        }
        let from = games::from(games::NAMES[game.0], &board);
        let Some(graph) = from.map_err(|_| Error::Resource("game_states"))? else {
            return Ok(None);
        };
        let graph = Rc::new(graph);
        *last = Some((game.0, Rc::clone(&graph)));
        // It begins with this board.
        Ok(Some((KnownGame::Other(graph), 0)))
    })
}

fn board(letters: &str) -> Option<Board> {
    let (&mover, squares) = letters.as_bytes().split_first()?;
    Some(Board {
        mover,
        squares: squares.to_vec(),
    })
}

fn letters(board: &Board) -> String {
    let letters = std::iter::once(&board.mover).chain(&board.squares);
    letters.map(|&letter| char::from(letter)).collect()
}

fn state_letters(graph: &Graph, state: games::State) -> Option<String> {
    Board::parse(&graph.texts[state as usize]).map(|board| letters(&board))
}

fn named_game(game: Option<Game>) -> Vec<Game> {
    match game {
        Some(game) => vec![game],
        None => Game::VALUES.to_vec(),
    }
}

fn game_state(game: Game, state: String) -> Result<bool, Error> {
    Ok(found(game, &state)?.is_some())
}

fn game_start(game: Game) -> Vec<String> {
    let graph = graph(game);
    let starts = graph.starts.iter();
    starts
        .filter_map(|&start| state_letters(graph, start))
        .collect()
}

fn game_step(game: Game, state: String) -> Result<Vec<String>, Error> {
    let Some((graph, state)) = found(game, &state)? else {
        return Ok(Vec::new());
    };
    let moves = graph.moves(state).iter();
    Ok(moves
        .filter_map(|&next| state_letters(&graph, next))
        .collect())
}

fn game_result(game: Game, state: String) -> Result<Option<Name>, Error> {
    let result = |(graph, state): (KnownGame, games::State)| match state as usize {
        state if graph.won[state] => "won",
        state if graph.drawn[state] => "drawn",
        _ => "open",
    };
    Ok(found(game, &state)?.map(|found| Name(result(found).to_owned())))
}

fn game_worth(game: Game, state: String) -> Result<Option<(i64, i64)>, Error> {
    Ok(found(game, &state)?.map(|(graph, state)| {
        let (value, plies) = (graph.value[state as usize], graph.plies[state as usize]);
        (value.into(), plies.into())
    }))
}

fn game_optimal(game: Game, state: String) -> Result<Option<String>, Error> {
    Ok(found(game, &state)?.and_then(|(graph, state)| {
        let reply = graph.reply[state as usize];
        (reply != state).then(|| state_letters(&graph, reply))?
    }))
}

fn game_symmetric(game: Game, state: String) -> Option<String> {
    let board = board(&state)?;
    let canonical = games::canonical(games::NAMES[game.0], &board)?;
    // The game itself has the first of its states as the canonical one.
    let graph = graph(game);
    match graph.state(&canonical.to_string()) {
        Some(state) => state_letters(graph, graph.canonical[state as usize]),
        None => Some(letters(&canonical)),
    }
}

fn game_picture(game: Game, state: String) -> Option<String> {
    Some(board(&state)?.draw(graph(game).naming()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_atoms_are_the_names() {
        let names: Vec<_> = Game::NAMES
            .iter()
            .map(|name| name.to_str().unwrap())
            .collect();
        assert_eq!(names, games::NAMES);
    }
}
