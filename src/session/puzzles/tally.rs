//! What is counted, and the table of it.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};

use super::{
    examine::{Found, Report},
    rows::Task,
    themes::{THEMES, Theme},
};
use crate::{
    chess::moves::MoveTerm,
    report::{cells, decimal, or_dash, percent, table},
};

/// The counts of a run.
#[derive(Debug)]
pub struct Tally {
    /// One for each theme of the table.
    rows: Vec<(&'static Theme, Row)>,
    /// One for the puzzles with a theme of the table; the themes and motifs are any.
    themed: Row,
    /// One for all puzzles, where there is nothing to recall.
    all: Row,
    /// Rows that could not be used.
    pub bad: u64,
    /// Puzzles without a report.
    pub failed: u64,
}

#[derive(Debug, Default)]
struct Row {
    puzzles: u64,
    /// Puzzles whose first move is reported with a motif of the theme.
    recalled: u64,
    /// Puzzles whose first move is reported with any motif.
    found: u64,
    /// Moves reported with a motif of the theme, in all positions.
    reported: u64,
    /// Those that are the first move of the position's puzzle.
    right: u64,
    /// Themes that motifs of the right move stand for.
    labels: Labels,
    /// The same of the main motif alone.
    main: Labels,
    times: Times,
}

/// Themes that were given to right moves, each once.
#[derive(Debug, Default)]
struct Labels {
    given: u64,
    /// Those that the puzzle has.
    shared: u64,
}

impl Labels {
    fn add(&mut self, given: bool, has: bool) {
        self.given += u64::from(given);
        self.shared += u64::from(given && has);
    }
}

impl Tally {
    /// Starts with nothing.
    pub fn new(themes: &[&'static Theme]) -> Tally {
        Tally {
            rows: themes
                .iter()
                .map(|&theme| (theme, Row::default()))
                .collect(),
            themed: Row::default(),
            all: Row::default(),
            bad: 0,
            failed: 0,
        }
    }

    /// The puzzles counted.
    pub fn puzzles(&self) -> u64 {
        self.all.puzzles
    }

    /// Counts a puzzle. One without a report counts as one where nothing is found.
    pub fn add(&mut self, task: &Task, report: Option<&Report>) {
        let found = report.map_or(&[][..], |report| &report.found);
        let time = report.map(|report| report.time);
        let reported = moves(found, |_| true);
        let any = reported.contains(&task.solution);
        let main = found
            .iter()
            .find(|found| found.main && found.mv == task.solution);
        let mut recalled = false;
        for ((theme, row), &has) in self.rows.iter_mut().zip(&task.themes) {
            let reported = moves(found, |motif| theme.motifs.contains(&motif));
            let right = reported.contains(&task.solution);
            row.reported += reported.len() as u64;
            row.right += u64::from(right);
            let as_main = main.is_some_and(|main| theme.motifs.contains(&&*main.motif));
            for row in [row as &mut Row, &mut self.all] {
                row.labels.add(right, has);
                row.main.add(as_main, has);
            }
            if has {
                row.puzzles += 1;
                row.recalled += u64::from(right);
                row.found += u64::from(any);
                row.times.extend(time);
                recalled |= right;
            }
        }
        self.failed += u64::from(report.is_none());
        let themed = task.themes.contains(&true).then_some(&mut self.themed);
        for row in themed.into_iter().chain([&mut self.all]) {
            row.puzzles += 1;
            row.recalled += u64::from(recalled);
            row.found += u64::from(any);
            row.reported += reported.len() as u64;
            row.right += u64::from(any);
            row.times.extend(time);
        }
    }

    /// The table: a line for each theme that was met, one for puzzles with any of them, and one for
    /// all puzzles if these are more.
    pub fn table(&self) -> String {
        let mut rows = vec![cells![
            "theme",
            "puzzles",
            "recall",
            "precision",
            "found",
            "labels",
            "main motif",
            "median ms"
        ]];
        let met = |row: &&(_, Row)| row.1.puzzles > 0 || row.1.reported > 0;
        for (theme, row) in self.rows.iter().filter(met) {
            rows.push(row.cells(theme.name, row.puzzles));
        }
        rows.push(self.themed.cells(ANY, self.themed.puzzles));
        if self.all.puzzles > self.themed.puzzles {
            rows.push(self.all.cells(ALL, 0));
        }
        table(&rows)
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let themes: Vec<_> = self
            .rows
            .iter()
            .map(|(theme, row)| {
                let mut value = row.json(row.puzzles);
                value["theme"] = json!(theme.name);
                value["motifs"] = json!(theme.motifs);
                value
            })
            .collect();
        let any = self.themed.json(self.themed.puzzles);
        let all = self.all.json(0);
        json!({
            "themes": themes, "any_theme": any, "all": all,
            "bad_rows": self.bad, "failed": self.failed,
        })
    }
}

/// The names of the sums of a row: see [`Tally::sums`].
pub const SUMS: [&str; 9] = [
    "puzzles",
    "recalled",
    "found",
    "reported",
    "right",
    "labels",
    "right_labels",
    "main_motifs",
    "right_main_motifs",
];

/// The names of the rows that stand for no theme.
const ANY: &str = "any theme";
const ALL: &str = "all puzzles";

impl Tally {
    /// All that is counted but the times: the rows by name, with the sums of [`SUMS`].
    pub fn sums(&self) -> impl Iterator<Item = (&'static str, [u64; SUMS.len()])> {
        let rows = self.rows.iter().map(|(theme, row)| (theme.name, row));
        let rows = rows.chain([(ANY, &self.themed), (ALL, &self.all)]);
        rows.map(|(name, row)| (name, row.sums()))
    }

    /// A tally with these sums; those of unknown names are passed over.
    pub fn of_sums<'n>(sums: impl IntoIterator<Item = (&'n str, [u64; SUMS.len()])>) -> Tally {
        let themes: Vec<&'static Theme> = THEMES.iter().collect();
        let mut tally = Tally::new(&themes);
        for (name, sums) in sums {
            let themed = tally.rows.iter_mut().find(|(theme, _)| theme.name == name);
            let row = match (name, themed) {
                (ANY, _) => &mut tally.themed,
                (ALL, _) => &mut tally.all,
                (_, Some((_, row))) => row,
                _ => continue,
            };
            row.set(sums);
        }
        tally
    }
}

impl Row {
    fn sums(&self) -> [u64; SUMS.len()] {
        let Row { labels, main, .. } = self;
        [
            self.puzzles,
            self.recalled,
            self.found,
            self.reported,
            self.right,
            labels.given,
            labels.shared,
            main.given,
            main.shared,
        ]
    }

    fn set(&mut self, sums: [u64; SUMS.len()]) {
        let Row { labels, main, .. } = self;
        [
            self.puzzles,
            self.recalled,
            self.found,
            self.reported,
            self.right,
            labels.given,
            labels.shared,
            main.given,
            main.shared,
        ] = sums;
    }

    /// `asked` is for how many puzzles there is something to recall.
    fn cells(&self, name: &str, asked: u64) -> Vec<String> {
        let percent = |part, whole| or_dash(share(part, whole).map(|share| percent(share, 1)));
        cells![
            name,
            self.puzzles,
            percent(self.recalled, asked),
            percent(self.right, self.reported),
            percent(self.found, self.puzzles),
            percent(self.labels.shared, self.labels.given),
            percent(self.main.shared, self.main.given),
            decimal(self.times.median().map(milliseconds), 2),
        ]
    }

    fn json(&self, asked: u64) -> Value {
        json!({
            "puzzles": self.puzzles,
            "recall": share(self.recalled, asked),
            "precision": share(self.right, self.reported),
            "found": share(self.found, self.puzzles),
            "labels": share(self.labels.shared, self.labels.given),
            "main_motif": share(self.main.shared, self.main.given),
            "median_ms": self.times.median().map(milliseconds),
            "counts": {
                "recalled": self.recalled,
                "reported": self.reported,
                "right": self.right,
                "found": self.found,
                "labels": [self.labels.shared, self.labels.given],
                "main_motifs": [self.main.shared, self.main.given],
            },
        })
    }
}

/// The moves reported with some motifs, each once.
fn moves(found: &[Found], wanted: impl Fn(&str) -> bool) -> Vec<MoveTerm> {
    let mut moves = Vec::new();
    for Found { motif, mv, .. } in found {
        if wanted(motif) && !moves.contains(mv) {
            moves.push(*mv);
        }
    }
    moves
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn milliseconds(time: Duration) -> f64 {
    // Microseconds are what is measured.
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// How often a time was measured, to within half a percent: the memory for it is bounded.
#[derive(Debug, Default)]
struct Times {
    /// By a hundred times the logarithm of microseconds.
    counts: BTreeMap<i32, u64>,
}

impl Times {
    fn extend(&mut self, time: Option<Duration>) {
        if let Some(time) = time {
            let microseconds = (time.as_secs_f64() * 1e6).max(1.0);
            let bucket = (microseconds.ln() * 100.0).round() as i32;
            *self.counts.entry(bucket).or_default() += 1;
        }
    }

    /// The lower median.
    fn median(&self) -> Option<Duration> {
        let half = self.counts.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let bucket = self.counts.iter().find_map(|(&bucket, count)| {
            seen += count;
            (seen >= half).then_some(bucket)
        })?;
        let microseconds = (f64::from(bucket) / 100.0).exp();
        Some(Duration::from_secs_f64(microseconds / 1e6))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::{super::themes::theme, *};

    fn mv(to: Square) -> MoveTerm {
        MoveTerm {
            from: Square::A1,
            to,
            promotion: None,
        }
    }

    /// A puzzle whose solution is a1 to a8.
    fn task(themes: [bool; 2]) -> Task {
        Task {
            number: 0,
            line: 0,
            id: String::new(),
            fen: String::new(),
            solution: mv(Square::A8),
            themes: themes.to_vec(),
        }
    }

    /// The first motif is the main one.
    fn report(milliseconds: u64, found: &[(&str, Square)]) -> Report {
        let found = found.iter().enumerate().map(|(at, &(motif, to))| Found {
            motif: motif.to_owned(),
            mv: mv(to),
            main: at == 0,
        });
        Report {
            time: Duration::from_millis(milliseconds),
            found: found.collect(),
        }
    }

    #[test]
    fn counts_recall_and_precision() {
        let mut tally = Tally::new(&[theme("fork").unwrap(), theme("discoveredAttack").unwrap()]);
        // Recalled, and another fork besides.
        let found = [("fork", Square::A8), ("fork", Square::A7)];
        tally.add(&task([true, false]), Some(&report(10, &found)));
        // Found, but with another motif; the same move with two motifs of a theme is one move.
        let found = [
            ("discovered_attack", Square::A8),
            ("discovered_check", Square::A8),
        ];
        tally.add(&task([true, false]), Some(&report(30, &found)));
        // No report at all.
        tally.add(&task([true, false]), None);
        // A theme that is not in the table.
        tally.add(
            &task([false, false]),
            Some(&report(20, &[("pin", Square::A6)])),
        );
        let json = tally.json();
        let fork = &json["themes"][0];
        assert_eq!(fork["puzzles"], 3);
        assert_eq!(fork["recall"], 1.0 / 3.0);
        assert_eq!(fork["precision"], 0.5);
        assert_eq!(fork["found"], 2.0 / 3.0);
        let discovered = &json["themes"][1];
        assert_eq!(discovered["puzzles"], 0);
        assert_eq!(discovered["recall"], Value::Null);
        assert_eq!(discovered["counts"]["reported"], 1);
        assert_eq!(discovered["precision"], 1.0);
        let any = &json["any_theme"];
        assert_eq!(
            (&any["puzzles"], &any["recall"]),
            (&json!(3), &json!(1.0 / 3.0))
        );
        assert_eq!(any["precision"], 2.0 / 3.0);
        let all = &json["all"];
        assert_eq!((&all["puzzles"], &all["recall"]), (&json!(4), &Value::Null));
        assert_eq!(
            (&all["precision"], &all["found"]),
            (&json!(0.5), &json!(0.5))
        );
        // The fork is a theme of its puzzle, the discovered attack is none.
        assert_eq!(json["all"]["counts"]["labels"], json!([1, 2]));
        assert_eq!(json["failed"], 1);
        let table = tally.table();
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines.len(), 5);
        let cells = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
        let percents = [
            "fork", "3", "33.3", "%", "50.0", "%", "66.7", "%", "100.0", "%", "100.0", "%",
        ];
        assert_eq!(cells(1)[..12], percents);
        let nothing = [
            "discoveredAttack",
            "0",
            "-",
            "100.0",
            "%",
            "-",
            "0.0",
            "%",
            "0.0",
            "%",
            "-",
        ];
        assert_eq!(cells(2), nothing);
        assert_eq!(cells(4)[..6], ["all", "puzzles", "4", "-", "50.0", "%"]);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    }

    #[test]
    fn the_median_is_within_half_a_percent() {
        let mut times = Times::default();
        assert_eq!(times.median(), None);
        for millisecond in [900, 3, 7, 5, 1] {
            times.extend(Some(Duration::from_millis(millisecond)));
        }
        let median = times.median().unwrap().as_secs_f64();
        assert!((median / 0.005 - 1.0).abs() < 0.0051, "{median}");
    }
}
