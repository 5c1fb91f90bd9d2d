//! What runs have measured, as a table and as JSON.

mod files;

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{
    contestant::Contestant,
    curve::Curve,
    play::{Plan, Starts},
    program::GameStrategy,
    text,
};
use crate::{
    games::{Graph, Ties},
    report::{plural, table},
};

/// After how many games the table tells the regret.
const AFTER: [usize; 4] = [10, 50, 100, 200];

/// All that was measured.
pub struct Report<'a> {
    pub graph: &'static Graph,
    /// The goal that loads the game's rules in Prolog.
    pub goal: &'a str,
    /// The plan of the first run.
    pub plan: Plan,
    pub runs: usize,
    pub interrupted: bool,
    pub rows: Vec<Row<'a>>,
}

/// What was measured of a contestant.
pub struct Row<'a> {
    pub contestant: Contestant<'a>,
    /// How many runs the curves are from.
    pub runs: usize,
    pub regret: Curve,
    pub seconds: Curve,
    pub published: Option<Curve>,
    pub published_seconds: Option<Curve>,
    /// What was learned in the first run.
    pub program: Option<GameStrategy<'static>>,
}

impl Report<'_> {
    /// What was run, in a line.
    pub fn heading(&self) -> String {
        let Plan {
            games,
            seed,
            starts,
            ..
        } = self.plan;
        let starts = match starts {
            Starts::Each => "a start board drawn for each game",
            Starts::One => "one start board for all games of a run",
        };
        let name = &self.graph.name;
        let ties = match self.graph.ties {
            Ties::First => "",
            Ties::Last => ", the last of several best replies",
        };
        format!(
            "{name}: {}, {}, seed {seed}, {starts}{ties}",
            plural(self.runs, "run"),
            plural(games, "game") + " each",
        )
    }

    /// The table, and the strategies.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.heading());
        let after = self.after();
        let mut rows = vec![vec!["regret after".to_owned()]];
        rows[0].extend(after.iter().map(usize::to_string));
        rows[0].extend(["CPU a game".to_owned(), "the last".to_owned()]);
        for row in &self.rows {
            let mut cells = vec![row.contestant.name()];
            cells.extend(after.iter().map(|&games| cell(&row.regret, games)));
            cells.extend(times(&row.seconds));
            rows.push(cells);
            if let Some(curve) = &row.published {
                let mut cells = vec!["  published".to_owned()];
                cells.extend(after.iter().map(|&games| cell(curve, games)));
                let seconds = row.published_seconds.as_ref();
                cells.extend(times(seconds.unwrap_or(&Curve::default())));
                rows.push(cells);
            }
        }
        text += &table(&rows);
        for row in self.rows.iter().filter(|row| row.runs < self.runs) {
            // Writing to a string cannot fail.
            _ = writeln!(
                text,
                "{}: {} only",
                row.contestant.name(),
                plural(row.runs, "run")
            );
        }
        for row in &self.rows {
            if let Some(program) = &row.program {
                _ = write!(text, "\n{}, first run:\n", row.contestant.name());
                text += &listing(program);
            }
        }
        if self.interrupted {
            text += "\ninterrupted\n";
        }
        text
    }

    fn after(&self) -> Vec<usize> {
        let games = self.plan.games;
        let fixed = AFTER.into_iter().filter(|after| *after < games);
        fixed.chain([games]).collect()
    }

    /// An object with all curves.
    pub fn json(&self) -> Value {
        let learner = |row: &Row<'_>| {
            let program = row.program.as_ref();
            json!({
                "learner": row.contestant.player.name(),
                "transferred": row.contestant.transfer.is_some(),
                "runs": row.runs,
                "regret": row.regret,
                "seconds": row.seconds,
                "published_regret": row.published,
                "published_seconds": row.published_seconds,
                "program": program.map(text::clauses),
            })
        };
        json!({
            "game": self.graph.name,
            "runs": self.runs,
            "games": self.plan.games,
            "seed": self.plan.seed,
            "starts": if self.plan.starts == Starts::One { "one" } else { "each" },
            "ties": if self.graph.ties == Ties::Last { "last" } else { "first" },
            "complete": !self.interrupted,
            "learners": self.rows.iter().map(learner).collect::<Vec<_>>(),
        })
    }
}

/// The clauses of a program, a line each.
pub fn listing(program: &GameStrategy<'_>) -> String {
    let clauses = text::clauses(program);
    match clauses.is_empty() {
        true => "nothing was learned\n".to_owned(),
        false => clauses.join("\n") + "\n",
    }
}

fn cell(curve: &Curve, games: usize) -> String {
    match curve.after(games) {
        Some((mean, deviation)) => format!("{mean:.1} ± {deviation:.1}"),
        None => String::new(),
    }
}

/// Milliseconds of a game in the mean, and of the last one.
fn times(seconds: &Curve) -> [String; 2] {
    let Some(total) = seconds.mean.last() else {
        return [String::new(), String::new()];
    };
    let games = seconds.mean.len();
    let before = games.checked_sub(2).map_or(0.0, |at| seconds.mean[at]);
    [total / games as f64, total - before].map(|seconds| format!("{:.3} ms", 1e3 * seconds))
}
