//! Runs of MIGO and its rivals: what each game of each run lost. The same numbers of runs are the same runs as those of
//! `chesslog migo run`.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Counted, Problem, Task, Worker};
use crate::{
    games::{self, Graph},
    migo::{
        contestant::{Contestant, Player},
        curve::Curve,
        play::{Plan, Starts},
    },
    report::{cells, counted, decimal, table},
    scale::{
        Extent, Part, Shard, Table, WrongJob,
        table::{Key, Kind},
    },
};

/// Runs of a learner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Migo {
    /// The game, one that comes along.
    pub game: String,
    /// The learner, as `chesslog migo run` calls it.
    pub learner: String,
    /// Games of a run.
    pub games: u64,
    /// The seed of all runs.
    pub seed: u64,
    /// Whether all games of a run begin at the same board.
    pub one_start: bool,
}

impl Migo {
    pub(in crate::scale) fn task(&self) -> Result<Box<dyn Task + '_>, WrongJob> {
        let graph = games::named(&self.game);
        let graph = graph.ok_or_else(|| WrongJob::Input(games::unknown(&self.game)))?;
        let player = Player::named(&self.learner).ok_or_else(|| {
            WrongJob::Input(format!(
                "there is no learner `{}`; expected one that `chesslog migo run` has, such as migo-mixed",
                self.learner
            ))
        })?;
        let contestant = Contestant {
            player,
            transfer: None,
        };
        let task = Playing {
            job: self,
            graph,
            contestant,
        };
        let begun = contestant.begin(graph, &mut task.plan(1).random());
        begun.map_err(|wrong| WrongJob::Input(wrong.to_string()))?;
        Ok(Box::new(task))
    }
}

/// The job with its game.
struct Playing<'j> {
    job: &'j Migo,
    graph: &'static Graph,
    contestant: Contestant<'static>,
}

impl Playing<'_> {
    /// The plan of the run with this number, from 1.
    fn plan(&self, run: u64) -> Plan {
        Plan {
            games: usize::try_from(self.job.games).unwrap_or(usize::MAX),
            seed: self.job.seed,
            run: run - 1,
            starts: match self.job.one_start {
                true => Starts::One,
                false => Starts::Each,
            },
        }
    }
}

impl Task for Playing<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        Ok(Box::new(self))
    }

    fn table(&self) -> Table {
        Table::new(
            &[("run", Kind::Number), ("game", Kind::Number)],
            &["games", "regret"],
        )
    }
}

impl Worker for &Playing<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let (first, last) = shard.runs().map_err(Problem::Failed)?;
        let failed = |error: &dyn std::fmt::Display| Problem::Failed(error.to_string());
        let mut table = self.table();
        for run in first..=last {
            let played = self.contestant.run(self.graph, &self.plan(run), |_, _| {
                !stop.load(Ordering::Relaxed)
            });
            let (series, _) = played.map_err(|error| failed(&error))?;
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::Stopped);
            }
            for (game, &regret) in (1..).zip(&series.regret) {
                let run = i64::try_from(run).unwrap_or(i64::MAX);
                let keys = vec![Key::Number(run), Key::Number(game)];
                let added = table.add(keys, vec![1, regret.into()]);
                added.map_err(|error| failed(&error))?;
            }
        }
        let runs = last - first + 1;
        Ok(Counted {
            extent: Extent::of_runs(first, last),
            counts: BTreeMap::from([("runs".to_owned(), runs)]),
            table,
            problems: Vec::new(),
        })
    }
}

/// The regret of each run, game by game.
fn curve(part: &Part) -> Curve {
    let mut runs: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for (keys, sums) in part.table.rows() {
        if let Some(Key::Number(run)) = keys.first() {
            runs.entry(*run).or_default().push(sums[1] as f64);
        }
    }
    Curve::cumulative(runs.into_values())
}

/// A result for people.
pub(super) fn text(part: &Part) -> String {
    let curve = curve(part);
    let work = &part.about.work["migo"];
    let mut rows = vec![cells!["games", "cumulative regret", "sd"]];
    let games = curve.mean.len();
    let some = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let some = some
        .into_iter()
        .filter(|&number| number < games)
        .chain([games]);
    for number in some {
        if let Some((mean, deviation)) = curve.after(number) {
            rows.push(cells![number, decimal(mean, 2), decimal(deviation, 2)]);
        }
    }
    let word = |name: &str| work[name].as_str().unwrap_or_default().to_owned();
    format!(
        "{} in {}, {}\n\n{}",
        word("learner"),
        word("game"),
        counted(part.count("runs"), "run"),
        table(&rows)
    )
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    json!({ "regret": curve(part) })
}
