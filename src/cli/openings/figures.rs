//! The files of a sample: the distribution of moves as a chart and a table, the drawn lines.

use std::{fmt::Write as _, fs, path::Path};

use super::report::Report;
use crate::{
    chart::bars::Bars,
    openings::{
        notation::{san, text, way},
        sample::Next,
    },
};

/// Writes all files into a folder. Those of an earlier sample are replaced.
///
/// What is wrong with those that cannot be written; all others are.
pub fn write(report: &Report<'_>, folder: &Path) -> Vec<String> {
    let files = [
        ("distribution.svg", chart(report)),
        ("distribution.csv", distribution(report)),
        ("lines.csv", lines(report)),
        ("lines.pgn", games(report)),
    ];
    let put = |(name, text): (&str, String)| {
        let path = folder.join(name);
        let wrong = fs::write(&path, text).err()?;
        Some(format!("cannot write {}: {wrong}", path.display()))
    };
    files.into_iter().filter_map(put).collect()
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
    let mut out = "move,drawn,share,expected,book,lines,name\n".to_owned();
    for next in &report.sample.moves {
        // Writing to a string cannot fail.
        _ = writeln!(
            out,
            "{},{},{},{},{},{},{}",
            san(report.book, report.choice.from, next.to),
            next.drawn,
            next.drawn as f64 / report.sample.iterations as f64,
            next.expected,
            next.book,
            next.lines,
            field(&report.title(next))
        );
    }
    out
}

fn lines(report: &Report<'_>) -> String {
    let mut out = "drawn,share,eco,name,moves\n".to_owned();
    for line in &report.sample.lines {
        let (eco, name) = report.named(line);
        _ = writeln!(
            out,
            "{},{},{eco},{},{}",
            line.times,
            line.times as f64 / report.sample.iterations as f64,
            field(name),
            text(report.book, &line.nodes, 0)
        );
    }
    out
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
                _ = writeln!(out, "[{tag} \"{value}\"]");
            }
        }
        _ = writeln!(out, "\n{} *\n", text(report.book, &line.nodes, 0));
    }
    out
}

/// A text as CSV has it.
pub fn field(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
