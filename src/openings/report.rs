//! What was drawn, for people and for programs.

mod files;

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Book, Weights,
    exact::Statistic,
    exact::{ChainQuality, Plan},
    notation::{made, san, text, way},
    place::fen,
    sample::{Diagnostics, Drawn, Next, Sample},
    thesis::{Proposers, Reading},
};
use crate::report::{counted, decimal, or_dash, percent, plural, thousands};

/// Drawn lines that are printed.
const LINES: usize = 10;
/// The length of the bar of a move that is always made.
const BAR: f64 = 20.0;

/// How lines were drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Manner {
    /// By the rule of the thesis.
    Thesis(Reading),
    /// By Metropolis-Hastings chains over lines.
    Exact(Plan),
}

/// What is drawn from, found in a book.
#[derive(Debug, Clone)]
pub struct Population {
    /// The lines, by number.
    pub lines: Vec<u32>,
    /// What is preferred.
    pub weights: Weights,
    /// Where lines begin, by number.
    pub from: u32,
}

impl Population {
    /// How many of the lines come to where they are to begin.
    pub fn beginning(&self, book: &Book) -> usize {
        let lines = self.lines.iter().map(|&line| &book.lines()[line as usize]);
        lines.filter(|line| line.nodes.contains(&self.from)).count()
    }
}

/// All that is reported.
pub struct Report<'a> {
    /// What the book is called.
    pub name: String,
    pub book: &'a Book,
    pub choice: &'a Population,
    pub manner: Manner,
    pub seed: u64,
    pub sample: &'a Sample,
}

impl Report<'_> {
    /// What was drawn from, and how.
    fn heading(&self) -> String {
        let (all, chosen) = (self.book.lines().len(), self.choice.lines.len());
        let selected = match all == chosen {
            true if all == 1 => "1 line".to_owned(),
            true => format!("{} lines", thousands(all)),
            false => format!("{} of {} lines", thousands(chosen), thousands(all)),
        };
        let from = self.choice.from;
        let place = match from {
            0 => String::new(),
            from => format!(
                "from {}{}\n",
                text(self.book, &way(self.book, from), 0),
                (self.book.named(from)).map_or_else(String::new, |line| format!(", {}", line.name))
            ),
        };
        format!("{}, {selected}\n{}\n{place}", self.name, self.rule())
    }

    /// How it was drawn, in a line.
    fn rule(&self) -> String {
        let mut parts = vec![match self.manner {
            Manner::Thesis(_) => "rule of the thesis".to_owned(),
            Manner::Exact(Plan {
                chains,
                burn_in,
                thinning,
            }) => format!(
                "Metropolis-Hastings over lines, chains {chains}, burn-in {burn_in}, thinning \
                 {thinning}"
            ),
        }];
        if let Manner::Thesis(reading) = self.manner {
            if reading.proposers == Proposers::Positions {
                parts.push("positions propose".to_owned());
            }
            if reading.transpositions {
                parts.push("with transpositions".to_owned());
            }
        }
        for (preference, weight) in self.choice.weights.pairs() {
            parts.push(format!("{preference} {weight}"));
        }
        let drawn = counted(self.sample.iterations, "line");
        parts.push(format!("{drawn}, seed {}", self.seed));
        parts.join(", ")
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = self.heading();
        // Writing to a string cannot fail.
        _ = writeln!(out, "\nmove      drawn  expected      book  lines");
        for next in &self.sample.moves {
            out += &self.row(next);
        }
        out += "\nmost drawn\n";
        for line in self.sample.lines.iter().take(LINES) {
            let (eco, name) = self.named(line);
            let head = format!("{:>9}  {eco:3}  {name}", self.share(line.times));
            let moves = text(self.book, &line.nodes, line.before);
            _ = writeln!(out, "{}\n{:16}{moves}", head.trim_end(), "");
        }
        let different = self.sample.lines.len();
        let lines = if different == 1 { "line" } else { "lines" };
        _ = writeln!(out, "{:>9}  different {lines}\n", thousands(different));
        out += &self.diagnostics();
        out
    }

    /// A move of the table.
    fn row(&self, next: &Next) -> String {
        let share = next.drawn as f64 / self.sample.iterations as f64;
        let bar = "█".repeat((share * BAR).round() as usize);
        let row = format!(
            "{:6} {:>8} {:>9} {:>9}  {:>5}  {bar:20}  {}",
            san(self.book, self.choice.from, next.to),
            percent(share, 2),
            percent(next.expected, 2),
            percent(next.book, 2),
            next.lines,
            self.title(next)
        );
        format!("{}\n", row.trim_end())
    }

    /// The name of the position after a move.
    pub fn title(&self, next: &Next) -> String {
        let name = self.book.named(next.to).map_or("", |line| &line.name);
        let mut edges = self.book.node(self.choice.from).edges.iter();
        match edges.any(|edge| edge.to == next.to) {
            true => name.to_owned(),
            false if name.is_empty() => "transposition".to_owned(),
            false => format!("{name} (transposition)"),
        }
    }

    /// The code and the name of a drawn line; empty if no line of the book ends there.
    pub fn named(&self, line: &Drawn) -> (String, &str) {
        line.named.map_or((String::new(), ""), |line| {
            let line = &self.book.lines()[line as usize];
            let eco = line.eco.map_or_else(String::new, |eco| eco.to_string());
            (eco, &*line.name)
        })
    }

    fn share(&self, times: u64) -> String {
        percent(times as f64 / self.sample.iterations as f64, 2)
    }

    /// What the sample is worth, a line each.
    fn diagnostics(&self) -> String {
        let mut out = String::new();
        let mut row = |name: &str, value: String| _ = writeln!(out, "{name:15} {value}");
        match &self.sample.diagnostics {
            Diagnostics::Thesis {
                proposals,
                acceptance,
                distance,
            } => {
                row(
                    "proposals",
                    format!(
                        "{proposals:.2} for a move, {} accepted",
                        percent(*acceptance, 2)
                    ),
                );
                row(
                    "first moves",
                    distance_text(*distance, "their probabilities"),
                );
            }
            Diagnostics::Exact { quality, distance } => {
                let ChainQuality {
                    acceptance,
                    statistic,
                    autocorrelation,
                    effective,
                    reduction,
                    distance: lines_distance,
                    chi_square,
                } = quality;
                let of = match statistic {
                    Statistic::LogTarget => "log of the probability",
                    Statistic::Moves => "number of moves",
                };
                row(
                    "accepted",
                    format!("{} of the steps", percent(*acceptance, 2)),
                );
                row(
                    "autocorrelation",
                    format!(
                        "{} from draw to draw, of the {of}",
                        decimal(*autocorrelation, 3)
                    ),
                );
                row(
                    "effective size",
                    format!(
                        "{} of {} lines",
                        or_dash(effective.map(|size| thousands(size.round()))),
                        thousands(self.sample.iterations)
                    ),
                );
                row("R-hat", decimal(*reduction, 4));
                row("first moves", distance_text(*distance, "the target"));
                row("lines", distance_text(*lines_distance, "the target"));
                if let Some(chi) = chi_square {
                    row(
                        "chi-square",
                        format!(
                            "{:.1} with {} of freedom (expected {} ± {:.0})",
                            chi.statistic,
                            plural(chi.degrees, "degree"),
                            chi.degrees,
                            (2.0 * chi.degrees as f64).sqrt()
                        ),
                    );
                }
            }
        }
        out
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let (book, from) = (self.book, self.choice.from);
        let iterations = self.sample.iterations as f64;
        let moves = self.sample.moves.iter().map(|next| {
            let named = book.named(next.to);
            json!({
                "move": san(book, from, next.to),
                "uci": made(book, from, next.to)
                    .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string()),
                "drawn": next.drawn,
                "share": next.drawn as f64 / iterations,
                "expected": next.expected,
                "book": next.book,
                "lines": next.lines,
                "eco": named.and_then(|line| line.eco).map(|eco| eco.to_string()),
                "name": named.map(|line| &line.name),
            })
        });
        let lines = self.sample.lines.iter().take(LINES).map(|line| {
            let (eco, name) = self.named(line);
            json!({
                "times": line.times,
                "eco": eco,
                "name": name,
                "moves": text(book, &line.nodes, 0),
            })
        });
        let weights = self.choice.weights.pairs().iter();
        json!({
            "book": self.name,
            "lines": book.lines().len(),
            "selected": self.choice.lines.len(),
            "from": fen(&book.node(from).chess),
            "manner": self.manner,
            "preferences": weights
                .map(|(preference, weight)| json!({ "name": preference.name(), "weight": weight }))
                .collect::<Vec<_>>(),
            "iterations": self.sample.iterations,
            "seed": self.seed,
            "moves": moves.collect::<Vec<_>>(),
            "different_lines": self.sample.lines.len(),
            "most_drawn": lines.collect::<Vec<_>>(),
            "diagnostics": diagnostics_json(&self.sample.diagnostics),
        })
    }
}

fn diagnostics_json(diagnostics: &Diagnostics) -> Value {
    match diagnostics {
        Diagnostics::Thesis {
            proposals,
            acceptance,
            distance,
        } => json!({
            "proposals_a_move": proposals,
            "acceptance": acceptance,
            "total_variation_of_moves": distance,
        }),
        Diagnostics::Exact { quality, distance } => json!({
            "acceptance": quality.acceptance,
            "statistic": quality.statistic,
            "autocorrelation": quality.autocorrelation,
            "effective_sample_size": quality.effective,
            "r_hat": quality.reduction,
            "total_variation_of_moves": distance,
            "total_variation": quality.distance,
            "chi_square": quality.chi_square.map(|chi| chi.statistic),
            "degrees_of_freedom": quality.chi_square.map(|chi| chi.degrees),
        }),
    }
}

fn distance_text(distance: f64, from: &str) -> String {
    format!("total variation distance {distance:.4} from {from}")
}
