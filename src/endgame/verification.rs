//! The proof of a strategy for people, for programs, and as files.

use std::{fmt::Write as _, time::Duration};

use serde_json::{Value, json};

use super::{
    failure::{Failure, Failures, Kind, Policy},
    line::{Follow, Line},
    proof::Proof,
    report::{Count, Moves, Report},
    space::PositionSpace,
};
use crate::report::{self, Files, cells, csv, cut_percent, plural};

/// The width of what is printed.
const WIDTH: usize = 100;

/// How the strategy was asked for its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// By its words, which treat all images of a position alike.
    InWords,
    /// In Prolog, in every position.
    Everywhere,
    /// In Prolog, in one of those that are the same up to symmetry.
    UpToSymmetry,
}

impl Asked {
    fn name(self) -> &'static str {
        match self {
            Asked::InWords => "words",
            Asked::Everywhere => "everywhere",
            Asked::UpToSymmetry => "up_to_symmetry",
        }
    }
}

/// What came of it.
pub struct Verification<'a, G> {
    /// The strategy's file.
    pub name: String,
    pub asked: Asked,
    pub space: &'a G,
    pub policy: &'a Policy,
    pub proof: Proof,
    pub failures: Failures,
    pub report: Report,
    /// How many counterexamples of each kind are shown.
    pub show: usize,
    pub time: Duration,
}

impl<G: PositionSpace> Verification<'_, G> {
    /// For people.
    pub fn text(&self) -> String {
        let report = &self.report;
        let mut text = format!(
            "{}: {}, {} with the attacker to move\n",
            self.name,
            report.ending,
            self.positions(report.attacked),
        );
        // Writing to a string cannot fail.
        let mut row = |name: &str, value: String| _ = writeln!(text, "  {name:17} {value}");
        match self.asked {
            Asked::InWords => {}
            Asked::Everywhere => row("asked", "strategy/2 in every position".into()),
            Asked::UpToSymmetry => row(
                "asked",
                "strategy/2 up to symmetry: it is taken to treat all images of a position alike"
                    .into(),
            ),
        }
        let winnable = match report.winnable == report.attacked {
            true => String::new(),
            false => format!("; perfect play wins {}", self.positions(report.winnable)),
        };
        let share = share(report.won, report.winnable);
        row(
            "won",
            format!("{} ({share}){winnable}", report.won.positions),
        );
        if let Some(mean) = self.mean(&report.moves) {
            let perfect = self.mean(&report.perfect).unwrap_or_default();
            let excess = self.mean(&report.excess).unwrap_or_default();
            let moves = |n: u16| plural(n, "move");
            row(
                "longest win",
                format!(
                    "{}; perfect play {}",
                    moves(report.moves.most),
                    report.perfect.most
                ),
            );
            row(
                "mean win",
                format!("{mean:.3} moves; perfect play {perfect:.3}"),
            );
            row(
                "excess",
                format!(
                    "{excess:.3} moves in the mean, {} at most",
                    moves(report.excess.most)
                ),
            );
            row(
                "beyond 50 moves",
                match report.beyond_fifty.positions {
                    0 => "none".to_owned(),
                    _ => self.positions(report.beyond_fifty),
                },
            );
        }
        row(
            "defender to move",
            format!(
                "{} of {} won; perfect play {}",
                report.defended_won.positions,
                self.positions(report.defended),
                report.defended_lost.positions,
            ),
        );
        text += &self.examples_text();
        _ = writeln!(text, "\nproved in {:.2} s", self.time.as_secs_f64());
        text
    }

    fn examples_text(&self) -> String {
        let mut text = String::new();
        if let Some(at) = self.report.moves.example {
            let line = self.follow().win(&self.proof, at);
            text += "\nThe longest win\n";
            put_line(&mut text, &line);
        }
        let not_won = self.report.winnable.positions - self.report.won.positions;
        if not_won > 0 {
            _ = writeln!(text, "\nNot won: {}", plural(not_won, "position"));
        }
        for (kind, &count) in &self.report.failed {
            let name = kind.name_in(&self.report.ending);
            _ = writeln!(text, "\n{name}: {}", self.positions(count));
            for example in self.examples(*kind, self.show) {
                put_line(&mut text, &example);
            }
        }
        text
    }

    /// A number of positions, and up to symmetry.
    fn positions(&self, count: Count) -> String {
        let all = plural(count.positions, "position");
        match self.asked {
            Asked::Everywhere => all,
            _ => format!("{all} ({} up to symmetry)", count.numbers),
        }
    }

    fn mean(&self, moves: &Moves) -> Option<f64> {
        moves.mean(self.report.won)
    }

    fn follow(&self) -> Follow<'_, G> {
        Follow {
            space: self.space,
            policy: self.policy,
        }
    }

    /// The positions that could be won and are not, and how they fail.
    fn failed(&self) -> impl Iterator<Item = (u32, Failure)> {
        let all = self.failures.sorted().into_iter();
        all.filter(|(at, _)| self.report.is_winnable(self.space, *at))
    }

    /// Counterexamples of a kind.
    fn examples(&self, kind: Kind, most: usize) -> impl Iterator<Item = Line> {
        let of_kind = self
            .failed()
            .filter(move |(_, failure)| failure.kind == kind);
        of_kind
            .take(most)
            .map(|(at, _)| self.follow().failure(&self.failures, at))
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let report = &self.report;
        let count = |count: Count| match self.asked {
            Asked::Everywhere => json!({ "positions": count.positions }),
            _ => json!({ "positions": count.positions, "up_to_symmetry": count.numbers }),
        };
        let moves = |moves: &Moves| json!({ "mean": self.mean(moves), "most": moves.most });
        let line = |line: &Line| json!({ "fen": line.fen, "line": line.to_string() });
        let longest = report.moves.example;
        let failures = report.failed.iter().map(|(kind, &failed)| {
            let examples = self.examples(*kind, self.show);
            let examples: Vec<Value> = examples.map(|example| line(&example)).collect();
            json!({
                "kind": kind.name_in(&report.ending),
                "count": count(failed),
                "examples": examples,
            })
        });
        json!({
            "strategy": self.name,
            "ending": report.ending.to_string(),
            "asked": self.asked.name(),
            "positions": count(report.attacked),
            "winnable": count(report.winnable),
            "won": count(report.won),
            "share": report.won.share(report.winnable),
            "moves": moves(&report.moves),
            "perfect_moves": moves(&report.perfect),
            "excess_moves": moves(&report.excess),
            "beyond_fifty_moves": count(report.beyond_fifty),
            "defender_to_move": {
                "positions": count(report.defended),
                "lost": count(report.defended_lost),
                "won_by_strategy": count(report.defended_won),
            },
            "longest_win": longest.map(|at| line(&self.follow().win(&self.proof, at))),
            "failures": failures.collect::<Vec<_>>(),
            "seconds": self.time.as_secs_f64(),
        })
    }

    /// `report.json` and `failures.csv`.
    pub fn files(&self) -> Files {
        report::files([
            ("report.json", report::json_lines(self.json())),
            ("failures.csv", self.csv()),
        ])
    }

    /// A row for each position that is not won, those next to each other that are the same up to
    /// symmetry.
    fn csv(&self) -> String {
        let rows = self.failed().flat_map(|(at, failure)| {
            let kind = failure.kind.name_in(&self.report.ending);
            let images = self.follow().images(&self.failures, at).into_iter();
            images.map(move |line| {
                let moves = line.moves.len().div_ceil(2);
                cells![line.fen, kind, moves, line]
            })
        });
        csv("fen,kind,moves,line", rows)
    }
}

/// A share as a percentage that is 100 only for the whole.
fn share(part: Count, whole: Count) -> String {
    match part.positions {
        0 => "0 %".to_owned(),
        _ => cut_percent(part.share(whole), 3),
    }
}

/// A position and the moves from there, in lines that are not too long.
fn put_line(text: &mut String, line: &Line) {
    _ = write!(text, "  {}\n    ", line.fen);
    let mut column = 4;
    for (n, word) in line.to_string().split(' ').enumerate() {
        let length = word.chars().count();
        if n > 0 && column + 1 + length > WIDTH {
            *text += "\n    ";
            column = 4;
        } else if n > 0 {
            text.push(' ');
            column += 1;
        }
        *text += word;
        column += length;
    }
    text.push('\n');
}
