//! How often each part of a strategy is visited in its games (Lassabe et al. 2006, figure 7).

use super::judge::Judge;
use crate::endgame::Strategy;

/// A strategy with the number of times that each part was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visited {
    /// The number of a condition, the visits, and what follows if it holds and if it does not.
    Ask(usize, u64, Box<Visited>, Box<Visited>),
    /// The number of a move, and the visits.
    Play(usize, u64),
}

impl Visited {
    /// Replays all games of a judge with a strategy.
    pub fn count(judge: &Judge, strategy: &Strategy) -> Visited {
        let mut visited = Visited::none(strategy);
        let behaviour = judge.behaviour_of(strategy);
        for game in &judge.games {
            for at in judge.asked(&behaviour, game) {
                visited.visit(judge.arena.cases[judge.arena.case(at)]);
            }
        }
        visited
    }

    fn none(strategy: &Strategy) -> Visited {
        match strategy {
            Strategy::Play(word) => Visited::Play(*word, 0),
            Strategy::Ask(condition, yes, no) => {
                let [yes, no] = [yes, no].map(|branch| Box::new(Visited::none(branch)));
                Visited::Ask(*condition, 0, yes, no)
            }
        }
    }

    /// Counts the way down where these conditions hold, a bit each.
    fn visit(&mut self, holds: u32) {
        match self {
            Visited::Play(_, visits) => *visits += 1,
            Visited::Ask(condition, visits, yes, no) => {
                *visits += 1;
                match holds >> *condition & 1 {
                    1 => yes.visit(holds),
                    _ => no.visit(holds),
                }
            }
        }
    }
}
