//! The files of a run: figures 3, 4 and 5 of the paper, tables and strategies.

use std::{fmt::Write as _, fs, path::Path};

use super::report::{Report, Row};
use crate::{
    chart::{Chart, Line},
    migo::{curve::Curve, text},
};

/// Writes all files into a folder.
///
/// # Errors
///
/// If one cannot be written.
pub fn write(report: &Report<'_>, folder: &Path) -> Result<(), String> {
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    put("regret.svg", &regret(report))?;
    let both = |row: &Row<'_>| (row.regret.clone(), row.published.clone());
    put("regret.csv", &table(report, "regret", both))?;
    let both = |row: &Row<'_>| (row.seconds.clone(), row.published_seconds.clone());
    put("time.csv", &table(report, "seconds", both))?;
    if report
        .rows
        .iter()
        .any(|row| row.contestant.transfer.is_some())
    {
        put("transfer.svg", &transfer(report))?;
    }
    for row in &report.rows {
        let Some(program) = &row.program else {
            continue;
        };
        let name = row.contestant.name();
        let file = format!("strategy-{name}.pl");
        let comments = comments(report, &name, &file);
        put(&file, &text::write(program, &comments, &report.game.goal))?;
        let calls = text::calls(program);
        put(&format!("calls-{name}.dot"), &calls.dot(&name))?;
        let title = format!("{name}: what calls what");
        put(&format!("calls-{name}.svg"), &calls.svg(&title))?;
    }
    Ok(())
}

/// What a strategy was learned from, and what can be done with it.
fn comments(report: &Report<'_>, name: &str, file: &str) -> Vec<String> {
    let (game, plan) = (&report.game.graph.name, &report.plan);
    vec![
        format!(
            "A strategy for {game}, learned by {name} in {} games (seed {}, run 1).",
            plan.games, plan.seed
        ),
        String::new(),
        "win_k(A,B) is true of a move from A to B that wins within k moves, draw_k of one after \
         which"
            .to_owned(),
        "the other side has no win within k. best/2 has the move to play:".to_owned(),
        String::new(),
        format!("    $ chesslog {file}"),
        "    ?- initial(A), best(A, B).".to_owned(),
        String::new(),
        format!("chesslog play --strategy {file} plays it, chesslog migo run --transfer {file}"),
        "begins with it, also in another game.".to_owned(),
    ]
}

/// The name of a row in a figure.
fn title(report: &Report<'_>, row: &Row<'_>) -> String {
    let title = row.contestant.player.title(&report.game.graph.name);
    match row.contestant.transfer {
        Some(_) => format!("{title}, transferred"),
        None => title.to_owned(),
    }
}

/// Figure 3: the learners as they begin without knowledge, and what was published of each.
fn regret(report: &Report<'_>) -> String {
    let mut chart = Chart::new(&heading(report), "games", "cumulative minimax regret");
    let alone = report
        .rows
        .iter()
        .filter(|row| row.contestant.transfer.is_none());
    let alone: Vec<&Row<'_>> = alone.collect();
    let lines = alone.iter().map(|row| row.regret.line(&title(report, row)));
    chart.lines = lines.collect();
    for (at, row) in alone.iter().enumerate() {
        let Some(curve) = &row.published else {
            continue;
        };
        // Two learners may have the same published curve; it belongs to the later, faithful one.
        let authors = row.contestant.player.authors();
        let same = |row: &&Row<'_>| row.contestant.player.authors() == authors;
        if alone[at + 1..].iter().any(same) {
            continue;
        }
        let curve = Curve {
            mean: curve.mean.iter().take(report.plan.games).copied().collect(),
            deviation: Vec::new(),
        };
        let name = format!("{}, published", authors.title(&report.game.graph.name));
        let line = curve.line(&name).dashed().beside(&chart.lines[at]);
        chart.lines.push(line);
    }
    chart.svg()
}

fn heading(report: &Report<'_>) -> String {
    format!("{}, mean of {} runs", report.game.graph.name, report.runs)
}

/// Figure 5: learners with and without what was learned before.
fn transfer(report: &Report<'_>) -> String {
    let mut chart = Chart::new(&heading(report), "games", "cumulative minimax regret");
    for with in report
        .rows
        .iter()
        .filter(|row| row.contestant.transfer.is_some())
    {
        let same = |row: &&Row<'_>| {
            row.contestant.player == with.contestant.player && row.contestant.transfer.is_none()
        };
        let without = report.rows.iter().find(same);
        let rows = without.into_iter().chain([with]);
        let lines = rows.map(|row| -> Line { row.regret.line(&title(report, row)) });
        chart.lines.extend(lines);
    }
    chart.svg()
}

/// A curve of each row as CSV, a line a game, with what was published beside it.
fn table(
    report: &Report<'_>,
    what: &str,
    curves: impl Fn(&Row<'_>) -> (Curve, Option<Curve>),
) -> String {
    let mut text = format!("learner,game,{what},sd,published,published_sd\n");
    for row in &report.rows {
        let (ours, published) = curves(row);
        for game in 1..=ours.mean.len() {
            // Writing to a string cannot fail.
            _ = write!(text, "{},{game}", row.contestant.name());
            for curve in [Some(&ours), published.as_ref()] {
                _ = match curve.and_then(|curve| curve.after(game)) {
                    Some((mean, deviation)) => write!(text, ",{mean},{deviation}"),
                    None => write!(text, ",,"),
                };
            }
            text.push('\n');
        }
    }
    text
}
