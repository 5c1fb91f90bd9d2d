//! `chesslog play --endgame`: a person against a strategy, or against perfect defence.

use std::{io, path::Path};

use clap::ValueEnum;

use super::board::{Opponent, Table};
use crate::{
    chess::{History, Position, games},
    cli::report_problem,
    endgame::{Ending, Value, perfect, strategy::shipped},
    session::{attacker::Attacker, ending_game, players::Choice},
};

/// Whom the person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The bare king, against a strategy
    Defender,
    /// The side with the pieces, against perfect defence
    Attacker,
}

/// What is to be played.
pub struct Plan<'a> {
    pub ending: Ending,
    pub strategy: Option<&'a Path>,
    pub fen: Option<&'a str>,
    pub side: Side,
    pub seed: u64,
    /// A file of games in which the position is looked for.
    pub games: Option<&'a str>,
    /// The file that gets the game.
    pub save: Option<&'a Path>,
}

/// Plays to the end of the game, or of the input; the exit status.
pub fn play(plan: &Plan<'_>) -> Result<u8, String> {
    let show = |text: &str| print!("{text}");
    // Without a strategy, moves and hints are those of the tables.
    let (attacker, about) = match plan.strategy.is_some() || shipped::program(plan.ending).is_some()
    {
        true => {
            let (attacker, name) =
                Attacker::load(plan.strategy, plan.ending, report_problem, show)?;
            (Some(attacker), format!("I play {name}.\n"))
        }
        false => (
            None,
            "I play what mates soonest, by the tables.\n".to_owned(),
        ),
    };
    // Not before: it may need a table that takes a while.
    let (start, pieces) = match (plan.fen, plan.games) {
        (Some(fen), _) => given(fen, plan.ending)?,
        (None, Some(file)) => first_of(file, plan.ending)?,
        (None, None) => ending_game::start(plan.ending, plan.seed)?,
    };
    let (about, person) = match plan.side {
        Side::Defender => (about, !pieces),
        Side::Attacker => ("I defend as long as it can be done.\n".to_owned(), pieces),
    };
    let side = plan.side;
    let out = io::stdout().lock();
    let mut table = Table::new(Player { attacker, side }, person, start, Vec::new(), out);
    let event = format!("chesslog play --endgame {}", plan.ending);
    table.play(&about, &event, plan.save)
}

/// The first position of the ending that the games of a file come to.
fn first_of(file: &str, ending: Ending) -> Result<ending_game::Start, String> {
    for game in games::read(file).map_err(|error| error.to_string())? {
        let game = game.map_err(|error| error.to_string())?;
        let mut positions = vec![game.start.clone()];
        positions.extend(game.plies().map(|(position, m)| position.after(m)));
        let found = positions
            .iter()
            .find_map(|position| given(position.fen(), ending).ok());
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(format!(
        "{file}: no game comes to {} against a bare king",
        ending.material()
    ))
}

fn given(fen: &str, ending: Ending) -> Result<ending_game::Start, String> {
    let position = super::position(fen)?;
    let expected = || {
        format!(
            "expected a position of {} against a bare king",
            ending.material()
        )
    };
    match perfect::EndingPosition::of(&position) {
        Err(why) => Err(format!("`{fen}`: {why}; {}", expected())),
        Ok(seen) => match seen.placed {
            Some((other, _)) if other == ending => Ok((position, seen.attacker)),
            Some((other, _)) => Err(format!("`{fen}` is one of {other}; {}", expected())),
            None => Err(format!("`{fen}` has only kings; {}", expected())),
        },
    }
}

/// The other side of an ending.
struct Player {
    /// The strategy that plays, or that gives hints.
    attacker: Option<Attacker>,
    /// That of the person.
    side: Side,
}

impl Opponent for Player {
    fn reply(&mut self, game: &History) -> Result<Option<Choice>, String> {
        let position = Position::from_chess(game.chess.clone());
        match (self.side, &mut self.attacker) {
            (Side::Defender, Some(attacker)) => attacker.choose(&position),
            _ => Ok(ending_game::best(&position)),
        }
    }

    fn speechless(&self) -> &'static str {
        "My strategy has no move here: you have held out."
    }

    fn hint(&mut self, game: &History) -> Option<Choice> {
        let position = Position::from_chess(game.chess.clone());
        let choice = match (self.side, &mut self.attacker) {
            (Side::Attacker, Some(attacker)) => attacker.choose(&position),
            _ => Ok(None),
        };
        choice
            .unwrap_or_default()
            .or_else(|| ending_game::best(&position))
    }

    fn end(&self, start: &Position, game: &History) -> Option<String> {
        ending_game::end(start, game, self.side == Side::Defender)
    }

    fn questions(&self) -> &'static str {
        "dtm         says how far mate is with best play\n"
    }

    fn answer(&self, typed: &str, position: &Position) -> Option<String> {
        (typed == "dtm").then(|| distance(position))
    }
}

fn distance(position: &Position) -> String {
    match perfect::value(position) {
        Ok(Value::Mate(plies)) => {
            let counted = |n: u8, what: &str| match n {
                1 => format!("1 {what}"),
                n => format!("{n} {what}s"),
            };
            let moves = counted(plies.div_ceil(2), "move");
            format!(
                "Best play mates in {moves} ({}).",
                counted(plies, "half move")
            )
        }
        Ok(Value::Drawn) => "Best play draws.".to_owned(),
        Err(why) => format!("There is no table for this position: {why}."),
    }
}
