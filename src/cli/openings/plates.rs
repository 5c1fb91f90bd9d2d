//! The figures of the thesis, as charts and tables.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{figures::field, page::place, reproduce::Reproduction};
use crate::{
    chart::{bars::Bars, diagram::Diagram},
    openings::{
        notation::{san, text, way},
        place::fen,
        study::{Figure, Study, reading_name},
        thesis::Reading,
    },
};

/// The name of the picture of a figure.
pub fn picture(number: u8, reading: Reading) -> String {
    let reading = reading_name(reading).replace(", ", "-");
    format!("figure-{number}-{reading}.svg")
}

/// All files, with their names.
pub fn draw(reproduction: &Reproduction<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut tables: BTreeMap<u8, String> = BTreeMap::new();
    for study in &reproduction.studies {
        let first = two_moves(study, reproduction.seed);
        files.push((picture(13, study.reading), first));
        for figure in study.figures() {
            files.push((picture(figure.number, study.reading), chart(study, &figure)));
            let table = tables.entry(figure.number).or_insert_with(|| {
                "reading,position,case,iterations,move,drawn,share,expected\n".to_owned()
            });
            rows(study, &figure, table);
        }
    }
    let tables = tables.into_iter();
    files.extend(tables.map(|(number, table)| (format!("figure-{number}.csv"), table)));
    files
}

/// The next positions of a figure: those that were drawn most first, then those that could be.
fn moves(figure: &Figure<'_>) -> Vec<u32> {
    let mut all: BTreeMap<u32, f64> = BTreeMap::new();
    for run in figure.runs {
        for (to, _) in run.expected.from(figure.node) {
            *all.entry(to).or_default() += run.drawn.share(figure.node, to);
        }
    }
    let mut all: Vec<(u32, f64)> = all.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|(to, _)| to).collect()
}

/// A figure as grouped bars: those moves that were drawn.
fn chart(study: &Study<'_>, figure: &Figure<'_>) -> String {
    let title = format!("Figure {}: {}", figure.number, figure.title.to_lowercase());
    let x = format!("next move, {}", place(study.book, figure.node));
    let mut bars = Bars::new(&title, &x, "per cent");
    let drawn = |to: &u32| {
        figure
            .runs
            .iter()
            .any(|run| run.drawn.share(figure.node, *to) > 0.0)
    };
    let moves: Vec<u32> = moves(figure).into_iter().filter(drawn).collect();
    bars.groups = moves
        .iter()
        .map(|&to| san(study.book, figure.node, to))
        .collect();
    for run in figure.runs {
        let shares = moves
            .iter()
            .map(|&to| run.drawn.share(figure.node, to) * 100.0);
        bars.add(&run.case.name, shares);
    }
    bars.svg()
}

fn rows(study: &Study<'_>, figure: &Figure<'_>, table: &mut String) {
    let node = figure.node;
    for run in figure.runs {
        let counts: BTreeMap<u32, f64> = run.drawn.from(node).collect();
        for to in moves(figure) {
            // Writing to a string cannot fail.
            _ = writeln!(
                table,
                "{},{},{},{},{},{},{},{}",
                field(reading_name(study.reading)),
                fen(&study.book.node(node).chess),
                field(&run.case.name),
                run.case.iterations,
                san(study.book, node, to),
                counts.get(&to).copied().unwrap_or(0.0),
                run.drawn.share(node, to),
                run.expected.share(node, to)
            );
        }
    }
}

/// Figure 13: which positions follow each other in the first two moves, with their shares.
fn two_moves(study: &Study<'_>, seed: u64) -> String {
    let (book, drawn) = (study.book, study.first_two_moves(seed));
    let mut diagram = Diagram::default();
    let mut names: BTreeMap<u32, String> = [(0, "start".to_owned())].into();
    for ((from, to), _) in drawn.all() {
        let mut nodes = way(book, from);
        nodes.push(to);
        let name = format!("{} {:.2}", text(book, &nodes, 0), drawn.share(from, to));
        names.insert(to, name);
    }
    for ((from, to), _) in drawn.all() {
        if let (Some(from), Some(to)) = (names.get(&from), names.get(&to)) {
            diagram.arrow(from, to);
        }
    }
    diagram.svg("The first two moves of 20 lines")
}
