//! What there is to tell of learned rules.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Report, Rule, program::clause, report::Named};
use crate::report::{percent, thousands};

/// Themes in the text; JSON has all.
const THEMES: usize = 15;

/// Rules, what they were learned from, and how they fare.
#[derive(Debug, Serialize)]
pub struct Outcome<'a> {
    /// What the network is called.
    pub weights: String,
    /// The tables of puzzles.
    pub puzzles: &'a [String],
    /// What the rules are to name: `network` or `puzzle`.
    pub target: &'static str,
    pub size: u8,
    pub seed: u64,
    pub learned_from: usize,
    pub judged_on: usize,
    /// How many clauses rules were chosen from.
    pub clauses: usize,
    pub rules: Vec<String>,
    pub report: Report,
    pub seconds: f64,
}

/// Rules as clauses, numbered.
pub fn texts(rules: &[Rule]) -> Vec<String> {
    let rules = (1..).zip(rules);
    rules
        .map(|(number, rule)| clause(number, &rule.to_string()))
        .collect()
}

impl Outcome<'_> {
    /// The comment at the beginning of the program that this command learned.
    pub fn header(&self, command: &str) -> String {
        let all = &self.report.all[0];
        format!(
            "Which piece to move, by rules that were learned {}:\n\n    $ {command}\n\n\
             They were learned from {} puzzles. In {} of {} other puzzles they name the piece that the network\n\
             names, in {} the piece that moves. Of several pieces that are left each counts its part.\n",
            match self.target {
                "network" => "from what a network says",
                _ => "from puzzles",
            },
            thousands(self.learned_from),
            percent(all.fidelity, 1),
            thousands(self.judged_on),
            percent(all.accuracy, 1),
        )
    }

    /// For people: per cent.
    pub fn text(&self) -> String {
        let report = &self.report;
        let mut text = format!(
            "{} of {} clauses for {}, learned from {} puzzles (training), on {} puzzles (test) in {:.1} s\n\n\
             {:>7}{:>10}{:>10}\n",
            self.rules.len(),
            thousands(self.clauses),
            match self.target {
                "network" => &self.weights,
                _ => "the piece that moves",
            },
            thousands(self.learned_from),
            thousands(self.judged_on),
            self.seconds,
            "decides",
            "fidelity",
            "accuracy"
        );
        let mut row = |line: &Named, rule: String| {
            let (fidelity, accuracy) = (100.0 * line.fidelity, 100.0 * line.accuracy);
            let figures = match line.puzzles {
                0 => format!("{:>10}{:>10}", "-", "-"),
                _ => format!("{fidelity:>10.1}{accuracy:>10.1}"),
            };
            _ = writeln!(text, "{:>7}{figures}  {rule}", line.puzzles);
        };
        for (number, line) in (1..).zip(&report.rules) {
            row(line, clause(number, &line.name));
        }
        row(&report.none, "(no rule)".to_owned());
        text += &block("", &report.all);
        text += &block("rules", &report.growth);
        text += &block(
            "the network is",
            &[report.right.clone(), report.wrong.clone()],
        );
        if !report.by_theme.is_empty() {
            _ = writeln!(
                text,
                "\n{:<24}{:>9}{:>10}{:>10}{:>9}",
                "theme", "puzzles", "fidelity", "accuracy", "network"
            );
        }
        for theme in report.by_theme.iter().take(THEMES) {
            _ = writeln!(text, "{}{:>9.1}", line(&theme.rules), 100.0 * theme.network);
        }
        let more = report.by_theme.len().saturating_sub(THEMES);
        if more > 0 {
            _ = writeln!(text, "... and {more} more");
        }
        text
    }
}

/// One table.
fn block(title: &str, lines: &[Named]) -> String {
    let mut text = format!(
        "\n{title:<24}{:>9}{:>10}{:>10}\n",
        "puzzles", "fidelity", "accuracy"
    );
    for named in lines {
        _ = writeln!(text, "{}", line(named));
    }
    text
}

/// A row of a table.
fn line(named: &Named) -> String {
    let (fidelity, accuracy) = (100.0 * named.fidelity, 100.0 * named.accuracy);
    format!(
        "{:<24}{:>9}{fidelity:>10.1}{accuracy:>10.1}",
        named.name, named.puzzles
    )
}
