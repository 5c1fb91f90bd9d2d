//! `chesslog play`: a whole game of chess against those who play for `chesslog uci`, with their reasons.

use std::{io, path::Path};

use shakmaty::{Move, Position as _};

use super::{
    First,
    board::{self, Table},
};
use crate::{
    chess::{History, Position, games},
    report::thousands,
    session::{
        opponent::{Opponent, STRONGEST, TIME},
        players::{self, Choice},
    },
};

/// What is to be played.
pub struct Plan<'a> {
    pub strategy: Option<&'a Path>,
    pub fen: Option<&'a str>,
    /// A file whose last game goes on.
    pub games: Option<&'a str>,
    pub first: First,
    /// A rating that it is to play like.
    pub elo: Option<u32>,
    pub seed: u64,
    /// The file that gets the game.
    pub save: Option<&'a Path>,
}

/// Plays to the end of the game, or of the input; the exit status.
pub fn play(plan: &Plan<'_>) -> Result<u8, String> {
    let (start, moves) = match (plan.fen, plan.games) {
        (Some(fen), _) => (super::position(fen)?, Vec::new()),
        (None, Some(file)) => last_of(file)?,
        (None, None) => (Position::start(), Vec::new()),
    };
    let strategies: Vec<String> = (plan.strategy.iter())
        .map(|file| file.display().to_string())
        .collect();
    let opponent = Opponent::read(&strategies)?;
    let nodes = plan.elo.map_or(STRONGEST, players::positions);
    let mut about = format!("I look at {} positions before a move", thousands(nodes));
    about += &match plan.elo {
        Some(elo) => format!(", which makes me about as strong as Stockfish 15.1 at {elo}.\n"),
        None => format!(", for {} seconds at most.\n", TIME.as_secs()),
    };
    if let [file] = &strategies[..] {
        about += &format!("Where {file} has a move, I play that.\n");
    }
    let is_even = moves.len() % 2 == 0;
    let turn = if is_even { start.turn() } else { !start.turn() };
    let person = match plan.first {
        First::Me => turn,
        First::It => !turn,
    };
    let player = Player {
        opponent,
        nodes,
        seed: plan.seed,
    };
    let out = io::stdout().lock();
    Table::new(player, person, start, moves, out).play(&about, "chesslog play", plan.save)
}

/// Where the last game of a file begins, and how it goes, with what is said of its moves.
fn last_of(file: &str) -> Result<(Position, Vec<(Move, String)>), String> {
    let mut last = None;
    for game in games::read(file).map_err(|error| error.to_string())? {
        last = Some(game.map_err(|error| error.to_string())?);
    }
    let game = last.ok_or_else(|| format!("{file} has no game to go on with"))?;
    if !game.complaint().is_empty() {
        return Err(format!(
            "{file}: its last game cannot be gone on with: {}",
            game.complaint()
        ));
    }
    let moves = game.line.legal().into_iter().enumerate();
    let moves = moves.map(|(at, m)| {
        let comments: Vec<&str> = (game.line.comments())
            .filter(|(ply, _)| *ply == at + 1)
            .map(|(_, comment)| comment)
            .collect();
        (m, comments.join(" "))
    });
    Ok((game.start.clone(), moves.collect()))
}

/// Whoever plays chess, at the strength that is asked for.
struct Player {
    opponent: Opponent,
    nodes: u64,
    seed: u64,
}

impl board::Opponent for Player {
    fn reply(&mut self, game: &History) -> Result<Option<Choice>, String> {
        let (nodes, seed) = (self.nodes, self.seed);
        let choice = self
            .opponent
            .reply(game, nodes, seed, &|| false, &|_, work| work());
        Ok(choice)
    }

    fn speechless(&self) -> &'static str {
        "I have no move: there is too little memory to search."
    }

    fn hint(&mut self, game: &History) -> Option<Choice> {
        self.opponent
            .reply(game, STRONGEST, self.seed, &|| false, &|_, work| work())
    }

    fn end(&self, _: &Position, game: &History) -> Option<String> {
        game.end().map(str::to_owned)
    }
}
