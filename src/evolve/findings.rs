//! What is to be said of a strategy: its games, games that it has not met, its proof.

use super::{
    comparison::{Comparison, compare},
    experiment::Experiment,
    judge::{Behaviour, Judge},
    outcome::Tally,
    record::Played,
    starts::{self, Start},
    visits::Visited,
};
use crate::endgame::{
    Arena, Strategy,
    failure::Policy,
    report::{self, Report},
};

/// The strategy of a search, examined.
#[derive(Debug, Clone)]
pub struct Findings {
    /// The strategy.
    pub strategy: Strategy,
    /// The games of each defender, in the order of the experiment; counterexamples that joined them
    /// come last, as one.
    pub games: Vec<(String, Tally)>,
    /// The same defenders' games from positions that it has not met.
    pub fresh: Tally,
    /// What it is proved to win.
    pub proof: Report,
    /// What was proved before it was polished, if it was.
    pub unpolished: Option<Report>,
    /// The moves that it needs from the reference positions against perfect defence.
    pub comparison: Vec<Comparison>,
    /// How often each part was visited in its games.
    pub visited: Visited,
}

/// What counterexamples are called among the defenders.
const REFUTER: &str = "counterexamples";

impl Findings {
    /// Examines a strategy, and what it was before it was polished; the judge is that of its search.
    pub fn of(
        experiment: &Experiment,
        judge: &Judge,
        starts: &[Start],
        strategy: Strategy,
        before: Option<&Strategy>,
        seed: u64,
    ) -> Findings {
        let behaviour = judge.behaviour_of(&strategy);
        let mut games: Vec<(String, Tally)> = Vec::new();
        for game in &judge.games {
            let name = defender(experiment, game.defender);
            if games.last().is_none_or(|(last, _)| last != name) {
                games.push((name.to_owned(), Tally::default()));
            }
            let (outcome, moves) = judge.play(&behaviour, game);
            if let Some((_, tally)) = games.last_mut() {
                tally.add(outcome, moves);
            }
        }
        let others = starts::drawn(judge.arena, starts.len(), starts, seed);
        let fresh = experiment.judge(judge.arena, &others, judge.most_nodes);
        Findings {
            fresh: fresh.tally(&behaviour),
            proof: prove(judge.arena, &behaviour),
            unpolished: before.map(|before| prove(judge.arena, &judge.behaviour_of(before))),
            comparison: compare(judge.arena, &strategy, starts),
            visited: Visited::count(judge, &strategy),
            games,
            strategy,
        }
    }

    /// All its games.
    pub fn all_games(&self) -> Tally {
        let mut all = Tally::default();
        for (_, tally) in &self.games {
            all += *tally;
        }
        all
    }

    /// The share of the positions that can be won which it is proved to win.
    pub fn proved(&self) -> f64 {
        self.proof.won.share(self.proof.winnable)
    }

    /// The same, of wins within fifty moves.
    pub fn proved_in_time(&self) -> f64 {
        self.proof.in_time().share(self.proof.winnable)
    }

    /// Its games with their moves and the names of the defenders.
    pub fn played<'a>(
        &self,
        experiment: &'a Experiment,
        judge: &Judge,
        starts: &[Start],
    ) -> Vec<(&'a str, Played)> {
        let behaviour = judge.behaviour_of(&self.strategy);
        let ending = judge.arena.vocabulary.ending;
        let mut played = Vec::with_capacity(judge.games.len());
        for game in &judge.games {
            let same = |start: &&Start| start.number == game.start && start.turn == game.turn;
            let start = starts.iter().find(same);
            let from = start.and_then(|start| start.placement(ending));
            let record = Played::of(judge, &behaviour, game, from);
            played.push((defender(experiment, game.defender), record));
        }
        played
    }
}

fn defender(experiment: &Experiment, number: usize) -> &'static str {
    let defence = experiment.defences.get(number);
    defence.map_or(REFUTER, |defence| defence.name())
}

fn prove(arena: &Arena, behaviour: &Behaviour) -> Report {
    let policy = Policy::of(arena, |at| {
        arena.next(at, usize::from(behaviour[arena.case(at)]))
    });
    report::prove(arena, &policy).2
}
