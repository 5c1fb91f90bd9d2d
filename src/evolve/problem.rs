//! The games of an experiment as a problem of genetic programming, for `gp_evolve/4`.

use super::{experiment::Experiment, judge::Judge, starts};
use crate::{
    endgame::{Arena, Vocabulary, proof::Proof},
    gp::{Problem, Settings, Tree},
};

/// An experiment with an ending.
#[derive(Debug)]
pub struct EndingProblem(Judge);

impl EndingProblem {
    /// The problem of an experiment from the reference positions of an ending. In the fifth, what is
    /// proved counts, but counterexamples do not join the games.
    pub fn new(vocabulary: &'static Vocabulary, experiment: &Experiment) -> EndingProblem {
        let starts = starts::reference(vocabulary.ending);
        let most_nodes = Settings::default().bounds.nodes;
        EndingProblem(experiment.judge(Arena::of(vocabulary), &starts, most_nodes))
    }
}

impl Problem for EndingProblem {
    fn functions(&self) -> Vec<(String, u8)> {
        let conditions = self.0.arena.vocabulary.conditions.iter();
        conditions
            .map(|word| (format!("if({},_,_)", word.name), 2))
            .collect()
    }

    fn leaves(&self) -> Vec<String> {
        let moves = self.0.arena.vocabulary.moves.iter();
        moves.map(|word| word.name.to_owned()).collect()
    }

    fn fitness(&self, tree: &Tree) -> f64 {
        let judge = &self.0;
        judge.standing(&mut Proof::default(), tree).fitness
    }
}
