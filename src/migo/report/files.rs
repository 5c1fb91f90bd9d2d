//! The files of a run: figures 3, 4 and 5 of the paper, tables and strategies.

use super::{Report, Row};
use crate::{
    chart::{Chart, Line},
    migo::{curve::Curve, text},
    report::{Files, cells, csv, or_empty},
};

impl Report<'_> {
    /// All files.
    pub fn files(&self) -> Files {
        let mut files = vec![
            ("regret.svg".to_owned(), regret(self)),
            (
                "regret.csv".to_owned(),
                table(self, "regret", |row| (&row.regret, row.published.as_ref())),
            ),
            (
                "time.csv".to_owned(),
                table(self, "seconds", |row| {
                    (&row.seconds, row.published_seconds.as_ref())
                }),
            ),
        ];
        let transferred = |row: &Row<'_>| row.contestant.transfer.is_some();
        if self.rows.iter().any(transferred) {
            files.push(("transfer.svg".to_owned(), transfer(self)));
        }
        for row in &self.rows {
            let Some(program) = &row.program else {
                continue;
            };
            let name = row.contestant.name();
            let file = format!("strategy-{name}.pl");
            let comments = comments(self, &name, &file);
            let calls = text::calls(program);
            let title = format!("{name}: what calls what");
            files.extend([
                (file, text::write(program, &comments, self.goal)),
                (format!("calls-{name}.dot"), calls.dot(&name)),
                (format!("calls-{name}.svg"), calls.svg(&title)),
            ]);
        }
        files
    }
}

/// What a strategy was learned from, and what can be done with it.
fn comments(report: &Report<'_>, name: &str, file: &str) -> Vec<String> {
    let (game, plan) = (&report.graph.name, &report.plan);
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
    let title = row.contestant.player.title(&report.graph.name);
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
        let name = format!("{}, published", authors.title(&report.graph.name));
        let line = curve.line(&name).dashed().beside(&chart.lines[at]);
        chart.lines.push(line);
    }
    chart.svg()
}

fn heading(report: &Report<'_>) -> String {
    format!("{}, mean of {} runs", report.graph.name, report.runs)
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
fn table<'r>(
    report: &'r Report<'_>,
    what: &str,
    curves: impl Fn(&'r Row<'_>) -> (&'r Curve, Option<&'r Curve>),
) -> String {
    let rows = report.rows.iter().flat_map(|row| {
        let (ours, published) = curves(row);
        (1..=ours.mean.len()).map(move |game| {
            let [ours, published] =
                [Some(ours), published].map(|curve| curve.and_then(|curve| curve.after(game)));
            cells![
                row.contestant.name(),
                game,
                or_empty(ours.map(|(mean, _)| mean)),
                or_empty(ours.map(|(_, deviation)| deviation)),
                or_empty(published.map(|(mean, _)| mean)),
                or_empty(published.map(|(_, deviation)| deviation)),
            ]
        })
    });
    csv(
        &format!("learner,game,{what},sd,published,published_sd"),
        rows,
    )
}
