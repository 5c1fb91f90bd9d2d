//! What came of a search, for programs.

use serde_json::{Value, json};

use super::{Bred, Report};
use crate::{
    endgame::{
        report::{Moves, Report as Proof},
        strategy::text,
    },
    evolve::{Outcome, Tally},
};

impl Report {
    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "ending": self.ending.to_string(),
            "experiment": self.experiment.number,
            "about": self.experiment.about,
            "population": self.settings.population,
            "crossover": self.settings.crossover,
            "mutation": self.settings.mutation,
            "tournament": self.settings.tournament,
            "elite": self.settings.elite,
            "depth": self.settings.bounds.depth,
            "nodes": self.settings.bounds.nodes,
            "seed": self.settings.seed,
            "complete": !self.interrupted,
            "preparation_seconds": self.preparation,
            "engine": self.engine,
            "best_seed": self.best().map(|run| run.seed),
            "runs": self.runs.iter().map(|run| self.run_json(run)).collect::<Vec<_>>(),
        })
    }

    fn run_json(&self, run: &Bred) -> Value {
        let Bred {
            seed,
            search,
            findings,
        } = run;
        let proof = &findings.proof;
        let tally = |tally: &Tally| {
            let outcomes = Outcome::ALL.into_iter().zip(tally.games);
            let named = outcomes.map(|(outcome, games)| (self.name(outcome), json!(games)));
            Value::Object(named.collect())
        };
        let moves = |moves: &Moves| json!({ "mean": moves.mean(proof.won), "most": moves.most });
        let games = findings
            .games
            .iter()
            .map(|(name, games)| (name.clone(), tally(games)));
        let history = search.run.history.iter().zip(&search.seconds);
        let history = history.map(|(generation, seconds)| {
            json!({
                "seconds": seconds,
                "best": generation.best,
                "mean": generation.mean,
                "nodes": generation.size,
                "games_won": generation.games.won(),
                "games": generation.games.played(),
                "proved": generation.proved.map(|proved| proved.won),
                "proved_in_fifty_moves": generation.proved.map(|proved| proved.in_time),
            })
        });
        let success = search
            .success
            .map(|first| json!({ "generation": first.generation, "seconds": first.seconds }));
        let share = |report: &Proof| report.won.share(report.winnable);
        let in_time = |report: &Proof| report.in_time().share(report.winnable);
        let polished = search.polished.as_ref().map(|polished| {
            json!({
                "changes": polished.steps,
                "seconds": polished.seconds,
                "proved_before": findings.unpolished.as_ref().map(share),
                "proved_in_fifty_moves_before": findings.unpolished.as_ref().map(in_time),
            })
        });
        let rows = findings.comparison.iter().map(|row| {
            let ended = |(outcome, moves): (Outcome, u32)| {
                json!({ "end": self.name(outcome), "moves": moves })
            };
            json!({
                "fen": row.start.fen,
                "mate_in": row.start.mate_in,
                "strategy": ended(row.strategy),
                "engine": row.other.map(ended),
            })
        });
        json!({
            "seed": seed,
            "all_games_won": success,
            "stopped": search.stopped.map(|why| format!("{why:?}").to_lowercase()),
            "generations": search.run.history.len(),
            "seconds": search.time(),
            "polished": polished,
            "trees": search.trees(),
            "games_played": search.games(),
            "nodes": findings.strategy.size(),
            "strategy": text::clause(&findings.strategy, self.vocabulary(run)),
            "games": Value::Object(games.collect()),
            "new_games": tally(&findings.fresh),
            "mean_moves": run.moves().0,
            "moves": rows.collect::<Vec<_>>(),
            "proved": {
                "share": findings.proved(),
                "share_in_fifty_moves": findings.proved_in_time(),
                "positions": proof.winnable.positions,
                "won": proof.won.positions,
                "won_in_fifty_moves": proof.in_time().positions,
                "moves": moves(&proof.moves),
                "excess_moves": moves(&proof.excess),
                "beyond_fifty_moves": proof.beyond_fifty.positions,
            },
            "history": history.collect::<Vec<_>>(),
        })
    }
}
