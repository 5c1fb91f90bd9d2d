//! The experiments: which defenders, and from which positions.

use crate::endgame::{Arena, defence::Defence};

use super::{
    judge::{Game, Judge},
    starts::Start,
};

/// What trees are judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Experiment {
    /// Its number; 1 to 4 are those of the paper.
    pub number: u8,
    /// The defenders.
    pub defences: &'static [Defence],
    /// Whether what is proved counts, and counterexamples join the games.
    pub proves: bool,
    /// What it is, in a few words.
    pub about: &'static str,
}

const CENTRAL: [Defence; 5] = [
    Defence::Centre,
    Defence::CentreWithoutOpposition,
    Defence::CentreByMoves,
    Defence::CentreByMovesWithoutOpposition,
    Defence::Perfect,
];

/// The experiments of sections 4.1 to 4.4, and our own.
pub static EXPERIMENTS: [Experiment; 5] = [
    Experiment {
        number: 1,
        defences: &[Defence::Chaser],
        proves: false,
        about: "a king that goes after the pieces",
    },
    Experiment {
        number: 2,
        defences: &[Defence::Runner],
        proves: false,
        about: "a king that takes what is close and runs otherwise",
    },
    Experiment {
        number: 3,
        defences: CENTRAL.split_at(4).0,
        proves: false,
        about: "four kings that stay in the centre",
    },
    Experiment {
        number: 4,
        defences: &CENTRAL,
        proves: false,
        about: "four kings that stay in the centre, and perfect defence",
    },
    Experiment {
        number: 5,
        defences: &CENTRAL,
        proves: true,
        about: "all positions against every defence",
    },
];

impl Experiment {
    /// The experiment of a number.
    pub fn numbered(number: u8) -> Option<&'static Experiment> {
        EXPERIMENTS
            .iter()
            .find(|experiment| experiment.number == number)
    }

    /// The judge of its games from these positions.
    pub fn judge(&self, arena: &'static Arena, starts: &[Start], most_nodes: usize) -> Judge {
        let mut judge = Judge::new(arena, most_nodes);
        for defence in self.defences {
            let defender = judge.defenders.len();
            judge.defenders.push(defence.replies(arena));
            judge.games.extend(starts.iter().map(|start| Game {
                start: start.number,
                turn: start.turn,
                defender,
            }));
        }
        if self.proves {
            judge.proof_weight = judge.games.len() as f64;
        }
        judge
    }
}
