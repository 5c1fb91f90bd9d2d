//! Who was taught plays against a person: moves, and why.

use super::{
    Learner,
    contestant::{Contestant, Player, Playing},
    dqn::NoBoard,
    play::{Plan, Starts, games_of_a_run},
    program::GameStrategy,
    text,
};
use crate::{
    games::{Graph, State},
    random::Random,
};

/// What was learned.
pub enum Opponent {
    /// A strategy.
    Strategy(GameStrategy<'static>),
    /// A learner that cannot say why it moves, and its name.
    Learner(Playing<'static>, &'static str),
}

impl Opponent {
    /// A learner after some games, or as many as a run of the paper has, and what it is.
    ///
    /// # Errors
    ///
    /// If it cannot play the game.
    pub fn taught(
        player: Player,
        graph: &'static Graph,
        games: Option<usize>,
        seed: u64,
    ) -> Result<(Opponent, String), NoBoard> {
        let contestant = Contestant {
            player,
            transfer: None,
        };
        let games = games.unwrap_or_else(|| games_of_a_run(&graph.name));
        let plan = Plan {
            games,
            seed,
            run: 0,
            starts: Starts::Each,
        };
        let (_, playing) = contestant.run(graph, &plan, |_, _| true)?;
        let about = format!("I have learned from {games} games ({})", player.name());
        let opponent = match playing.program() {
            Some(program) => Opponent::Strategy(program),
            None => Opponent::Learner(playing, player.title(&graph.name)),
        };
        Ok((opponent, about))
    }

    /// Its move, and why; `None`: it resigns.
    pub fn choose(
        &mut self,
        graph: &Graph,
        state: State,
        random: &mut Random,
    ) -> Option<(State, String)> {
        match self {
            Opponent::Strategy(program) => match program.choose(state) {
                Some(choice) => {
                    let mut why = program.why(state, &choice) + ".";
                    if let Some(clause) = text::clause(program, state, &choice) {
                        why += &format!("\n    {clause}");
                    }
                    Some((choice.to, why))
                }
                None => {
                    let next = random.pick(graph.moves(state)).copied()?;
                    Some((
                        next,
                        "No rule has a move here: it is a random one.".to_owned(),
                    ))
                }
            },
            Opponent::Learner(learner, name) => {
                let next = learner.choose(graph, state, random)?;
                Some((next, format!("{name} has no words for it.")))
            }
        }
    }
}
