//! What `prolog/games.pl` asks of the games that have a name.
//!
//! A state comes as letters: the side to move, then the squares. In Prolog that is the string
//! `[Mover|Squares]`.

use std::ffi::CStr;

use crate::{
    games::{self, Graph, board::Board},
    native::{Call, Error, Output, types::*},
    natives,
};

/// The atoms of the games, in the order of [`games::NAMES`].
static GAMES: [&CStr; 3] = [c"oxo", c"hexapawn3", c"hexapawn4"];

/// One of the games that have a name.
#[derive(Debug, Clone, Copy)]
struct Game(usize);

impl Argument for Game {
    const TYPE: Type = Type {
        name: "named_game",
        about: "oxo, hexapawn3 or hexapawn4",
        coding: Coding::Atoms(&GAMES),
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Game>, Error> {
        Ok(call.small().map(|code| Game(code as usize)))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        out.atom(GAMES[self.0])
    }
}

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

    /// True iff State of Game is worth Worth, 1, 0 or -1, to the side to move, and best play ends it
    /// after so many Plies.
    game_worth(+Game: Game, +State: String, -Worth: i64, -Plies: i64) is semidet = game_worth;

    /// True iff the optimal opponent moves from State of Game to Next.
    game_optimal(+Game: Game, +State: String, -Next: String) is semidet = game_optimal;

    /// True iff Other stands for all states of Game that are the same as State up to symmetry.
    game_symmetric(+Game: Game, +State: String, -Other: String) is semidet = game_symmetric;

    /// True iff Text is a picture of State of Game.
    game_picture(+Game: Game, +State: String, -Text: String) is semidet = game_picture;
}

fn graph(game: Game) -> &'static Graph {
    games::named(games::NAMES[game.0]).expect("the name is from the list")
}

/// The graph, and the state with these letters if there is one.
fn found(game: Game, letters: &str) -> Option<(&'static Graph, games::State)> {
    let (&mover, squares) = letters.as_bytes().split_first()?;
    let board = Board {
        mover,
        squares: squares.to_vec(),
    };
    let graph = graph(game);
    Some((graph, graph.state(&board.to_string())?))
}

fn letters(graph: &Graph, state: games::State) -> Option<String> {
    let board = Board::parse(&graph.texts[state as usize])?;
    let letters = std::iter::once(board.mover).chain(board.squares);
    Some(letters.map(char::from).collect())
}

fn named_game(game: Option<Game>) -> Vec<Game> {
    match game {
        Some(game) => vec![game],
        None => (0..GAMES.len()).map(Game).collect(),
    }
}

fn game_state(game: Game, state: String) -> bool {
    found(game, &state).is_some()
}

fn game_start(game: Game) -> Vec<String> {
    let graph = graph(game);
    let starts = graph.starts.iter();
    starts.filter_map(|&start| letters(graph, start)).collect()
}

fn game_step(game: Game, state: String) -> Vec<String> {
    let Some((graph, state)) = found(game, &state) else {
        return Vec::new();
    };
    let moves = graph.moves(state).iter();
    moves.filter_map(|&next| letters(graph, next)).collect()
}

fn game_result(game: Game, state: String) -> Option<Name> {
    let (graph, state) = found(game, &state)?;
    let result = match state as usize {
        state if graph.won[state] => "won",
        state if graph.drawn[state] => "drawn",
        _ => "open",
    };
    Some(Name(result.to_owned()))
}

fn game_worth(game: Game, state: String) -> Option<(i64, i64)> {
    let (graph, state) = found(game, &state)?;
    let (value, plies) = (graph.value[state as usize], graph.plies[state as usize]);
    Some((value.into(), plies.into()))
}

fn game_optimal(game: Game, state: String) -> Option<String> {
    let (graph, state) = found(game, &state)?;
    let reply = graph.reply[state as usize];
    (reply != state).then(|| letters(graph, reply))?
}

fn game_symmetric(game: Game, state: String) -> Option<String> {
    let (graph, state) = found(game, &state)?;
    letters(graph, graph.canonical[state as usize])
}

fn game_picture(game: Game, state: String) -> Option<String> {
    let (graph, state) = found(game, &state)?;
    Some(graph.draw(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_atoms_are_the_names() {
        assert_eq!(GAMES.map(|name| name.to_str().unwrap()), games::NAMES);
    }
}
