//! The other player.

use crate::{
    games::{Graph, State},
    migo::{Learner, contestant::Playing, program::GameStrategy, text},
    random::Random,
};

/// What was learned.
pub enum Machine {
    /// A strategy.
    Strategy(GameStrategy<'static>),
    /// A learner that cannot say why it moves, and its name.
    Learner(Playing<'static>, &'static str),
}

impl Machine {
    /// Its move, and why; `None`: it resigns.
    pub fn choose(
        &mut self,
        graph: &Graph,
        state: State,
        random: &mut Random,
    ) -> Option<(State, String)> {
        match self {
            Machine::Strategy(program) => match program.choose(state) {
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
            Machine::Learner(learner, name) => {
                let next = learner.choose(graph, state, random)?;
                Some((next, format!("{name} has no words for it.")))
            }
        }
    }
}
