//! What came of a search, for people; for programs and as files in the modules below.

mod data;
mod files;

use std::fmt::Write as _;

use super::{
    Experiment, Findings, Outcome, Search, Stopped, Tally,
    comparison::{Comparison, mean},
    starts::Start,
};
use crate::{
    endgame::{Ending, Vocabulary, report::Moves, strategy::text},
    gp::Settings,
    report::{cells, cut_percent, decimal, or_dash, plural, table},
};

/// All that is reported.
pub struct Report {
    pub ending: Ending,
    pub experiment: &'static Experiment,
    /// Those of the first run.
    pub settings: Settings,
    pub starts: Vec<Start>,
    /// Seconds before the first search.
    pub preparation: f64,
    pub interrupted: bool,
    /// The engine that played, too.
    pub engine: Option<String>,
    pub runs: Vec<Bred>,
}

/// A search, and what it found.
pub struct Bred {
    pub seed: u64,
    pub search: Search,
    pub findings: Findings,
}

impl Bred {
    /// The mean moves of the games that are won against perfect defence, and how many are.
    pub fn moves(&self) -> (Option<f64>, usize) {
        mean(self.findings.comparison.iter().map(|row| row.strategy))
    }
}

impl Report {
    /// The best run: the one that is proved to win most, and in time, where that was sought, else with
    /// the most games won, then the fittest; of equals the first.
    pub fn best(&self) -> Option<&Bred> {
        let key = |run: &Bred| {
            let games = run.findings.all_games();
            let lost = games.played() - games.won();
            let proved = match self.experiment.proves {
                true => run.findings.proved() + run.findings.proved_in_time(),
                false => 0.0,
            };
            let judge = &run.search.run.judge;
            (
                proved,
                lost,
                judge.fitness(games.fitness, run.findings.strategy.size()),
            )
        };
        self.runs.iter().reduce(|best, run| {
            let (old, new) = (key(best), key(run));
            let better = new.0.total_cmp(&old.0);
            let better = better.then(old.1.cmp(&new.1)).then(new.2.total_cmp(&old.2));
            if better.is_gt() { run } else { best }
        })
    }

    /// What was searched for, in a line.
    pub fn heading(&self) -> String {
        format!(
            "{}, {}",
            self.ending,
            self.experiment.words(self.starts.len())
        )
    }

    /// How it was searched for, in a line.
    pub fn manner(&self) -> String {
        let Settings {
            population,
            crossover,
            mutation,
            tournament,
            elite,
            bounds,
            ..
        } = &self.settings;
        format!(
            "population {population}, crossover {} %, mutation {} %, tournament {tournament}, \
             elite {elite}, depth {}, nodes {}",
            Trimmed(crossover * 100.0),
            Trimmed(mutation * 100.0),
            bounds.depth,
            bounds.nodes
        )
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}\n{}, seed {}\n",
            self.heading(),
            self.manner(),
            self.settings.seed
        );
        let Some(best) = self.best() else {
            return text + "\ninterrupted before there was a strategy\n";
        };
        if self.runs.len() > 1 {
            text += "\n";
            text += &self.runs_text();
            // Writing to a string cannot fail.
            _ = writeln!(text, "\nThe best run, seed {}", best.seed);
        }
        text += "\n";
        text += &self.outcomes(&best.findings);
        text += "\n";
        text += &self.figures(best);
        text += "\n";
        text += &text::clause(&best.findings.strategy, self.vocabulary(best));
        if self.interrupted {
            text += "\ninterrupted\n";
        }
        text
    }

    pub fn vocabulary(&self, run: &Bred) -> &'static Vocabulary {
        run.search.run.judge.arena.vocabulary
    }

    /// A row for each run.
    fn runs_text(&self) -> String {
        let mut rows = vec![cells![
            "seed",
            "games won",
            "all after",
            "seconds",
            "generations",
            "nodes",
            "moves",
            "proved",
            "within 50",
            "longest",
        ]];
        for run in &self.runs {
            let games = run.findings.all_games();
            let success = run.search.success;
            rows.push(cells![
                run.seed,
                format!("{} of {}", games.won(), games.played()),
                or_dash(success.map(|first| first.generation)),
                or_dash(success.map(|first| format!("{:.1} s", first.seconds))),
                run.search.run.history.len(),
                run.findings.strategy.size(),
                decimal(run.moves().0, 2),
                cut_percent(run.findings.proved(), 2),
                cut_percent(run.findings.proved_in_time(), 2),
                run.findings.proof.moves.most,
            ]);
        }
        let mut text = table(&rows);
        let won: Vec<&Bred> = self
            .runs
            .iter()
            .filter(|run| self.wins(&run.findings))
            .collect();
        let times = won.iter().filter_map(|run| run.search.success);
        let longest = times.map(|first| first.seconds).max_by(f64::total_cmp);
        _ = writeln!(
            text,
            "{} in {} of {} runs{}",
            self.success(),
            won.len(),
            self.runs.len(),
            match longest {
                Some(longest) => format!("; in the search, after at most {longest:.1} s"),
                None => String::new(),
            }
        );
        text
    }

    /// What a search is to come to.
    fn success(&self) -> &'static str {
        match self.experiment.proves {
            true => "everything won",
            false => "all games won",
        }
    }

    /// Whether a strategy wins all games and, where that was sought, all positions.
    fn wins(&self, findings: &Findings) -> bool {
        let games = findings.all_games();
        let proved = !self.experiment.proves || findings.proved() >= 1.0;
        proved && games.won() == games.played()
    }

    /// How games end, by defender.
    fn outcomes(&self, findings: &Findings) -> String {
        let mut head = vec!["games".to_owned()];
        head.extend(Outcome::ALL.map(|outcome| self.name(outcome)));
        head.push("all".to_owned());
        let row = |name: &str, tally: &Tally| {
            let mut row = vec![name.to_owned()];
            row.extend(tally.games.iter().map(u64::to_string));
            row.push(tally.played().to_string());
            row
        };
        let mut rows = vec![head];
        for (name, tally) in &findings.games {
            rows.push(row(name, tally));
        }
        if findings.games.len() > 1 {
            rows.push(row("together", &findings.all_games()));
        }
        rows.push(row("new positions", &findings.fresh));
        table(&rows)
    }

    /// The name of an outcome in this ending.
    pub fn name(&self, outcome: Outcome) -> String {
        match (outcome, self.ending.len()) {
            (Outcome::PieceLost, 1) => format!("{:?} lost", self.ending.role(0)).to_lowercase(),
            _ => outcome.name().to_owned(),
        }
    }

    /// The mean moves of games against perfect defence from the reference positions; where some are
    /// not won, beside those of perfect play in the others.
    fn moves(&self, findings: &Findings) -> String {
        type Ended = (Outcome, u32);
        let reported = |played: &dyn Fn(&Comparison) -> Option<Ended>| {
            let rows = || findings.comparison.iter();
            let perfect = rows().filter_map(|row| Some((played(row)?.0, row.start.mate_in)));
            let (moves, won) = mean(rows().filter_map(played));
            let all = rows().filter_map(played).count();
            (won, all, decimal(moves, 2), decimal(mean(perfect).0, 2))
        };
        let one = |name: &str, (won, all, moves, perfect): (usize, usize, String, String)| match won
        {
            0 => format!("{name}no win from {all} positions"),
            _ if won == all => {
                format!("{name}{moves} against perfect defence, perfect play {perfect}")
            }
            _ => format!(
                "{name}{moves} against perfect defence in {won} of {all} games, the others not won; \
                 perfect play {perfect} in these"
            ),
        };
        let mut text = one("", reported(&|row| Some(row.strategy)));
        if let Some(name) = &self.engine {
            text += "; ";
            text += &one(&format!("{name} "), reported(&|row| row.other));
        }
        text
    }

    /// The figures of a run, a line each.
    fn figures(&self, run: &Bred) -> String {
        let Bred {
            search, findings, ..
        } = run;
        let mut text = String::new();
        let mut row = |name: &str, value: String| _ = writeln!(text, "  {name:15} {value}");
        row(
            self.success(),
            match search.success {
                Some(first) => format!(
                    "first in generation {}, after {:.1} s",
                    first.generation, first.seconds
                ),
                None if self.wins(findings) => "only when polished".to_owned(),
                None => "no".to_owned(),
            } + &match findings.proof.beyond_fifty.positions as usize {
                late if late > 0 && self.experiment.proves && self.wins(findings) => {
                    format!("; {} beyond 50 moves", plural(late, "position"))
                }
                _ => String::new(),
            },
        );
        row(
            "search",
            format!(
                "{}, {:.1} s: {}",
                plural(search.run.history.len(), "generation"),
                search.time(),
                match search.stopped {
                    Some(Stopped::Settled) => "nothing got better any more",
                    Some(Stopped::Generations) => "the last one allowed",
                    Some(Stopped::Time) => "the time was over",
                    Some(Stopped::Interrupted) | None => "interrupted",
                }
            ),
        );
        if let Some(polished) = &search.polished {
            let before = findings
                .unpolished
                .as_ref()
                .map_or_else(String::new, |before| {
                    format!(
                        "; proved before {}, after {}",
                        cut_percent(before.won.share(before.winnable), 2),
                        cut_percent(findings.proved(), 2)
                    )
                });
            let steps = plural(polished.steps, "step");
            row(
                "polished",
                format!("{steps}, {:.1} s{before}", polished.seconds),
            );
        }
        let seconds = search.seconds.last().copied().unwrap_or_default().max(1e-9);
        row(
            "speed",
            format!(
                "{:.0} games and {:.0} trees a second",
                search.games() as f64 / seconds,
                search.trees() as f64 / seconds
            ),
        );
        row("size", plural(findings.strategy.size(), "node"));
        row("moves", self.moves(findings));
        let fresh = &findings.fresh;
        row(
            "new positions",
            format!(
                "{} of {} won, {}",
                fresh.won(),
                plural(fresh.played(), "game"),
                cut_percent(fresh.won() as f64 / fresh.played().max(1) as f64, 2)
            ),
        );
        let proof = &findings.proof;
        row(
            "proved",
            format!(
                "{} of {} positions, {}",
                proof.won.positions,
                proof.winnable.positions,
                cut_percent(findings.proved(), 2)
            ),
        );
        let average = |moves: &Moves| decimal(moves.mean(proof.won), 2);
        if proof.won.positions > 0 {
            row(
                "proved wins",
                format!(
                    "{} moves in the mean, {} at most; {} and {} more than perfect play",
                    average(&proof.moves),
                    proof.moves.most,
                    average(&proof.excess),
                    proof.excess.most
                ),
            );
        }
        if proof.beyond_fifty.positions > 0 {
            let late = proof.beyond_fifty.positions as usize;
            row(
                "beyond 50 moves",
                format!(
                    "{}, drawn by the fifty-move rule; won within it {}",
                    plural(late, "position"),
                    cut_percent(findings.proved_in_time(), 2)
                ),
            );
        }
        text
    }
}

/// A number without the rounding errors of a product.
struct Trimmed(f64);

impl std::fmt::Display for Trimmed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.4}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
