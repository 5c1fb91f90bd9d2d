//! Games on small boards, against what MIGO has learned in them. Nothing of a game is kept here, as in `play.rs`.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

use serde::{Deserialize, Serialize};

use super::api::Refusal;
use crate::{
    games::{
        self, Graph,
        board::{Board, EMPTY, Naming},
    },
    migo::{contestant::Player as Learner, learner::Manner, opponent::Opponent},
    os::locked,
    random::Random,
};

/// A state of a game on a small board.
#[derive(Debug, Deserialize)]
pub struct State {
    game: String,
    /// The state as Prolog has it; the first one, if it is not said.
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    seed: u64,
}

/// What there is to see of it.
#[derive(Debug, Serialize)]
pub struct Seen {
    state: String,
    size: usize,
    squares: Vec<char>,
    naming: &'static str,
    mover: char,
    moves: Vec<Step>,
    end: Option<String>,
}

/// A move on a small board.
#[derive(Debug, Serialize)]
struct Step {
    name: String,
    from: Option<usize>,
    to: usize,
    state: String,
}

/// The game and its state.
fn found(asked: &State) -> Result<(&'static Graph, games::State), Refusal> {
    let graph = games::named(&asked.game).ok_or_else(|| games::unknown(&asked.game))?;
    let state = match &asked.state {
        None => graph.opening.or_else(|| graph.starts.first().copied()),
        Some(text) => graph.state(text),
    };
    let state = state.ok_or_else(|| format!("{} has no such state", asked.game))?;
    Ok((graph, state))
}

/// `board`.
pub fn board(asked: State) -> Result<Seen, Refusal> {
    let (graph, state) = found(&asked)?;
    let text = |state: games::State| graph.texts[state as usize].clone();
    let now = Board::parse(&text(state)).ok_or("this state has no board")?;
    let names = graph.move_names(state);
    let ended = ended(graph, state, &now);
    let moves = names.into_iter().zip(graph.moves(state));
    let moves = moves.filter_map(|(name, &next)| {
        let after = Board::parse(&text(next))?;
        let changed = |holds: &dyn Fn(usize) -> bool| {
            (0..now.squares.len()).find(|&at| now.squares[at] != after.squares[at] && holds(at))
        };
        Some(Step {
            name,
            from: changed(&|at| after.squares[at] == EMPTY),
            to: changed(&|at| after.squares[at] == now.mover)?,
            state: text(next),
        })
    });
    Ok(Seen {
        state: text(state),
        size: now.size(),
        squares: now
            .squares
            .iter()
            .map(|&letter| char::from(letter))
            .collect(),
        naming: match graph.naming() {
            Some(Naming::Coordinates) => "coordinates",
            _ => "numbers",
        },
        mover: char::from(now.mover),
        moves: if ended.is_none() {
            moves.collect()
        } else {
            Vec::new()
        },
        end: ended,
    })
}

fn ended(graph: &Graph, state: games::State, board: &Board) -> Option<String> {
    let at = state as usize;
    let other = board
        .squares
        .iter()
        .find(|&&letter| letter != EMPTY && letter != board.mover);
    let other = other.map_or("The other side".to_owned(), |&letter| match letter {
        b'w' => "White".to_owned(),
        b'b' => "Black".to_owned(),
        letter => char::from(letter).to_string(),
    });
    match graph.won[at] {
        true => Some(format!("{other} has won.")),
        false if graph.drawn[at] || graph.moves(state).is_empty() => Some("A draw.".to_owned()),
        false => None,
    }
}

/// The move of who has learned the game.
#[derive(Debug, Serialize)]
pub struct Played {
    state: String,
    name: String,
    reasons: Vec<String>,
    end: Option<String>,
    resigns: bool,
}

/// `move`.
pub fn reply(asked: State) -> Result<Played, Refusal> {
    /// Taught when they are first asked; all games are taught the same.
    static TAUGHT: LazyLock<Mutex<HashMap<String, (Opponent, String)>>> =
        LazyLock::new(Mutex::default);
    let (graph, state) = found(&asked)?;
    let mut taught = locked(&TAUGHT);
    if !taught.contains_key(&asked.game) {
        let manner = Manner {
            separated: false,
            faithful: false,
        };
        let learned = Opponent::taught(Learner::Migo(manner), graph, None, 0);
        let learned = learned.map_err(|error| error.to_string())?;
        taught.insert(asked.game.clone(), learned);
    }
    let mut random = Random::of(&[asked.seed, u64::from(state)]);
    let choice = taught
        .get_mut(&asked.game)
        .filter(|_| !graph.over(state))
        .and_then(|(opponent, _)| opponent.choose(graph, state, &mut random));
    let text = |state: games::State| graph.texts[state as usize].clone();
    let Some((next, why)) = choice else {
        return Ok(Played {
            state: text(state),
            name: String::new(),
            reasons: Vec::new(),
            end: None,
            resigns: true,
        });
    };
    let names = graph.move_names(state);
    let at = graph.moves(state).iter().position(|&to| to == next);
    Ok(Played {
        state: text(next),
        name: at
            .and_then(|at| names.into_iter().nth(at))
            .unwrap_or_default(),
        reasons: why.lines().map(|line| line.trim().to_owned()).collect(),
        end: Board::parse(&text(next)).and_then(|board| ended(graph, next, &board)),
        resigns: false,
    })
}
