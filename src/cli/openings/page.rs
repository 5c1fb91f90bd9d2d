//! The page on which the statements of the thesis are checked, and the same as a table.

use std::fmt::Write as _;

use super::{figures::field, plates::picture, reproduce::Reproduction};
use crate::openings::{
    Book,
    notation::{text, way},
    statements::Verdict,
    study::{Figure, READINGS, reading_name},
};

/// What the reader has to know first.
const INTRODUCTION: &str = "\
K. Saarmann's thesis *Exploration vs Exploitation of Chess Openings Learner with
Metropolis-Hastings Algorithm* (University of Tartu, 2022) draws opening lines move by move and
describes what comes of it in sections 5.1 to 5.4. Here its settings are run again, and each of its
statements that can be measured is checked. What the thesis says is told in our words, with its
numbers; all other numbers on this page were computed when it was written.

The thesis leaves two things open, so there are four **readings** of its algorithm (figure 14):

- what proposes a move: every *line* that goes on from the position, so that a move of many lines is
  proposed more often and then also accepted more often; or every next *position* once, so that a
  move is only accepted more often;
- whether lines propose, too, that are one legal move away which no line makes (*transpositions*):
  section 4.2 says so, figure 14 does not.

Lines are drawn from the start position, and the distribution at a position is that of the moves
made there by the lines that pass it. Where it says *probability* or *expected*, it is computed
move by move without drawing; *distance* is the total variation distance of two distributions, 0 if
they are equal and 1 if they have nothing in common. A statement is *not comparable* if it is about
something that this book does not have. The numbers of board states belong to the thesis' book; what
is known of them is that 0 is the start position, 58 is 1. c4, 110 is 1. Nf3 and 327 is 1. e4.
";

/// The page.
pub fn write(reproduction: &Reproduction<'_>) -> String {
    let mut page = format!(
        "# The experiments of the thesis on openings\n\n{INTRODUCTION}\n**Book:** {}. Written by \
         `chesslog openings reproduce`.\n\n## Verdicts\n\n",
        reproduction.heading()
    );
    let names = READINGS.map(reading_name);
    // Writing to a string cannot fail.
    _ = writeln!(page, "| | section | statement | {} |", names.join(" | "));
    page += "|---|---|---|---|---|---|---|\n";
    for (number, (statement, findings)) in (1..).zip(&reproduction.checked) {
        let verdicts = findings.iter().map(|finding| mark(finding.verdict));
        let verdicts: Vec<String> = verdicts.collect();
        _ = writeln!(
            page,
            "| {number} | {} | {} | {} |",
            statement.section,
            statement.short,
            verdicts.join(" | ")
        );
    }
    for (at, name) in ["true", "false", "not comparable"].into_iter().enumerate() {
        let counts = (0..READINGS.len()).map(|reading| reproduction.counts(reading)[at]);
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        _ = writeln!(page, "| | | *{name}* | {} |", counts.join(" | "));
    }
    page += "\n## Statements\n";
    for (number, (statement, findings)) in (1..).zip(&reproduction.checked) {
        _ = writeln!(
            page,
            "\n### {number}. {} (section {})\n\n**The thesis:** {}\n\n**Measured:** {}\n\n\
             | reading | verdict | numbers |\n|---|---|---|",
            statement.short, statement.section, statement.claim, statement.measure
        );
        for (name, finding) in names.iter().zip(findings) {
            _ = writeln!(
                page,
                "| {name} | {} | {} |",
                mark(finding.verdict),
                finding.numbers
            );
        }
    }
    page += "\n## Figures\n\n### Figure 13. The first two moves of 20 lines of the whole book\n\n\
             The number behind a move is its share of the lines that come to the position before \
             it.\n";
    for reading in READINGS {
        let name = reading_name(reading);
        _ = writeln!(page, "\n{name}:\n\n![{name}]({})", picture(13, reading));
    }
    for number in 15..=21 {
        figure(reproduction, number, &mut page);
    }
    page
}

/// A figure, with a chart for each reading that has one.
fn figure(reproduction: &Reproduction<'_>, number: u8, page: &mut String) {
    let studies = reproduction.studies.iter();
    let figures = studies.map(|study| {
        let found = study
            .figures()
            .into_iter()
            .find(|figure| figure.number == number);
        (study, found)
    });
    let figures: Vec<_> = figures.collect();
    let Some(first) = figures.iter().find_map(|(_, figure)| figure.as_ref()) else {
        _ = writeln!(
            page,
            "\n### Figure {number}\n\nThis book has no such position."
        );
        return;
    };
    let Figure { title, rule, .. } = first;
    _ = writeln!(
        page,
        "\n### Figure {number}. {title}\n\nThe position: {rule}."
    );
    for (study, figure) in &figures {
        let name = reading_name(study.reading);
        match figure {
            None => _ = writeln!(page, "\n{name}: there is no such position."),
            Some(figure) => {
                let place = place(study.book, figure.node);
                let picture = picture(number, study.reading);
                _ = writeln!(page, "\n{name}, {place}:\n\n![{name}, {place}]({picture})");
            }
        }
    }
}

/// A position as the first line comes there.
pub fn place(book: &Book, node: u32) -> String {
    match node {
        0 => "the start position".to_owned(),
        _ => format!("after {}", text(book, &way(book, node), 0)),
    }
}

fn mark(verdict: Verdict) -> String {
    match verdict {
        Verdict::True => "true".to_owned(),
        other => format!("*{other}*"),
    }
}

/// The verdicts and numbers as CSV.
pub fn table(reproduction: &Reproduction<'_>) -> String {
    let mut out = "number,section,statement,reading,verdict,numbers\n".to_owned();
    for (number, (statement, findings)) in (1..).zip(&reproduction.checked) {
        for (reading, finding) in READINGS.iter().zip(findings) {
            _ = writeln!(
                out,
                "{number},{},{},{},{},{}",
                statement.section,
                field(statement.short),
                field(reading_name(*reading)),
                finding.verdict,
                field(&finding.numbers)
            );
        }
    }
    out
}
