//! The files of a sample: the distribution of moves as a chart and a table, the drawn lines.

use std::fmt::Write as _;

use super::Report;
use crate::{
    chart::bars::Bars,
    openings::{
        notation::{san, text, way},
        sample::Next,
    },
    report::{Files, cells, csv, files},
};

impl Report<'_> {
    /// All files.
    pub fn files(&self) -> Files {
        files([
            ("distribution.svg", chart(self)),
            ("distribution.csv", distribution(self)),
            ("lines.csv", lines(self)),
            ("lines.pgn", games(self)),
        ])
    }
}

fn chart(report: &Report<'_>) -> String {
    let (book, from, sample) = (report.book, report.choice.from, report.sample);
    let title = match from {
        0 => "The first move".to_owned(),
        _ => {
            let way = way(book, from);
            // The last four moves by each player at the most.
            format!(
                "After {}",
                text(book, &way, way.len().saturating_sub(8) / 2 * 2)
            )
        }
    };
    let mut bars = Bars::new(&title, "move", "per cent");
    bars.groups = sample
        .moves
        .iter()
        .map(|next| san(book, from, next.to))
        .collect();
    let mut add = |name: &str, share: &dyn Fn(&Next) -> f64| {
        bars.add(name, sample.moves.iter().map(|next| share(next) * 100.0));
    };
    add("drawn", &|next| {
        next.drawn as f64 / sample.iterations as f64
    });
    add("expected", &|next| next.expected);
    add("in the book", &|next| next.book);
    bars.svg()
}

fn distribution(report: &Report<'_>) -> String {
    let rows = report.sample.moves.iter().map(|next| {
        cells![
            san(report.book, report.choice.from, next.to),
            next.drawn,
            next.drawn as f64 / report.sample.iterations as f64,
            next.expected,
            next.book,
            next.lines,
            report.title(next),
        ]
    });
    csv("move,drawn,share,expected,book,lines,name", rows)
}

fn lines(report: &Report<'_>) -> String {
    let rows = report.sample.lines.iter().map(|line| {
        let (eco, name) = report.named(line);
        let share = line.times as f64 / report.sample.iterations as f64;
        let moves = text(report.book, &line.nodes, 0);
        cells![line.times, share, eco, name, moves]
    });
    csv("drawn,share,eco,name,moves", rows)
}

/// A game for each line, as books of openings have them.
fn games(report: &Report<'_>) -> String {
    let mut out = String::new();
    for line in &report.sample.lines {
        let (eco, name) = report.named(line);
        let times = line.times.to_string();
        for (tag, value) in [("ECO", &*eco), ("Opening", name), ("Drawn", &times)] {
            if !value.is_empty() {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                // Writing to a string cannot fail.
                _ = writeln!(out, "[{tag} \"{value}\"]");
            }
        }
        _ = writeln!(out, "\n{} *\n", text(report.book, &line.nodes, 0));
    }
    out
}
