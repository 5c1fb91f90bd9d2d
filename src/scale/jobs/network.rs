//! How often a piece network is right about puzzles: all together, by the piece that moves, by rating, by the number of
//! pieces, and by theme.
//!
//! Its numbers are of single precision and come in another order on processors with other vectors: where two squares are
//! all but equal, another machine may find another one likelier.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Counted, Problem, Task, Worker};
use crate::{
    cancel::Cancel,
    chess::puzzles::Row,
    network::{
        Adviser,
        puzzles::{Part as Third, encoded},
        score::{Judged, PLACES, groups},
    },
    report::{cells, counted, decimal, percent, table},
    scale::{
        Job, Part, Pinned, Shard, Table, WrongJob,
        records::{Record, Records},
        table::Kind,
    },
};

/// What a share or a loss is multiplied by to become a whole number: each is off by half a millionth at most.
const UNIT: f64 = 1e6;
/// Puzzles that are judged at a time.
const BATCH: usize = 256;
/// Rows that are told of.
const TOLD: u64 = 10;
/// Themes of a result that are printed.
const THEMES: usize = 30;

/// How good a piece network is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// The weights; those that come along if there are none.
    pub weights: Option<Pinned>,
    /// Whether only the puzzles are judged that no network of chesslog's was trained on: two of ten.
    pub test_only: bool,
}

impl Record for Row {}

impl Network {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        let path = self.weights.as_ref().map(|weights| job.input(weights));
        let path: Option<PathBuf> = path.transpose()?;
        let adviser = match path {
            None => Adviser::shipped().clone(),
            Some(path) => Adviser::load(&path)
                .map_err(|fault| WrongJob::Input(format!("{}: {fault}", path.display())))?,
        };
        Ok(Box::new(Judging { job: self, adviser }))
    }
}

/// The job with its network.
struct Judging<'j> {
    job: &'j Network,
    adviser: Adviser,
}

impl Task for Judging<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        Ok(Box::new(self))
    }

    fn table(&self) -> Table {
        let places = (1..=PLACES).map(|place| format!("top{place}"));
        let sums: Vec<String> = [String::from("puzzles")]
            .into_iter()
            .chain(places)
            .chain([String::from("loss")])
            .collect();
        let sums: Vec<&str> = sums.iter().map(String::as_str).collect();
        Table::new(&[("table", Kind::Text), ("name", Kind::Text)], &sums)
    }
}

impl Worker for &Judging<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let mut rows = Records::<Row>::open(shard).map_err(Problem::Failed)?;
        let mut table = self.table();
        let (mut puzzles, mut bad) = (0, 0);
        let mut problems = Vec::new();
        let parts: &[Third] = match self.job.test_only {
            true => &[Third::Test],
            false => &Third::ALL,
        };
        while !rows.is_over() {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::Stopped);
            }
            let batch: Vec<Row> = std::iter::from_fn(|| rows.next())
                .map(|(_, row)| row)
                .take(BATCH)
                .collect();
            let found = encoded(&batch, self.adviser.planes(), parts);
            for problem in found.bad.first.iter().filter(|_| bad < TOLD) {
                problems.push(format!("{}: {problem}; passed over", rows.origin().name));
            }
            bad += found.bad.count as u64;
            for &part in parts {
                let collection = found.part(part);
                let judged = self
                    .adviser
                    .judge(&collection.examples, &Cancel::NEVER, |_| ());
                let judged = judged.unwrap_or_default();
                for (about, judged) in collection.about.iter().zip(&judged) {
                    puzzles += 1;
                    for (group, name) in groups(about, &found.themes) {
                        table
                            .add(vec![group.into(), name.as_str().into()], sums(judged))
                            .map_err(|error| Problem::Failed(error.to_string()))?;
                    }
                }
            }
        }
        let extent = rows.extent();
        let counts = [
            ("rows", extent.records()),
            ("puzzles", puzzles),
            ("bad_rows", bad),
        ];
        Ok(Counted {
            extent,
            counts: counts.map(|(name, n)| (name.to_owned(), n)).into(),
            table,
            problems,
        })
    }
}

/// The sums of one puzzle.
fn sums(judged: &Judged) -> Vec<i64> {
    let whole = |number: f64| (number * UNIT).round() as i64;
    let places = (1..=PLACES).map(|places| whole(judged.within(places)));
    [1].into_iter()
        .chain(places)
        .chain([whole(judged.loss())])
        .collect()
}

/// A result for people: per cent.
pub(super) fn text(part: &Part) -> String {
    let mut header = cells!["", "puzzles"];
    header.extend((1..=PLACES).map(|place| format!("top-{place}")));
    header.push("loss".to_owned());
    type Rows = Vec<(String, Vec<i64>)>;
    let mut groups: Vec<(String, Rows)> = Vec::new();
    for (keys, sums) in part.table.rows() {
        let [group, name] = [0, 1].map(|at| keys[at].to_string());
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, rows)) => rows.push((name, sums.to_vec())),
            None => groups.push((group, vec![(name, sums.to_vec())])),
        }
    }
    let mut text = String::new();
    for (group, mut rows) in groups {
        if group == "theme" {
            rows.sort_by_key(|(_, sums)| std::cmp::Reverse(sums[0]));
        }
        header[0].clone_from(&group);
        let mut lines = vec![header.clone()];
        let more = rows.len().saturating_sub(THEMES);
        for (name, sums) in rows.iter().take(THEMES) {
            let puzzles = sums[0].max(1) as f64;
            let mean = |sum: i64| sum as f64 / UNIT / puzzles;
            let mut line = cells![name, sums[0]];
            line.extend((1..=PLACES).map(|place| percent(mean(sums[place]), 1)));
            line.push(decimal(mean(sums[PLACES + 1]), 3));
            lines.push(line);
        }
        text += &format!("{}\n", table(&lines));
        if more > 0 {
            text += &format!("... and {more} more\n\n");
        }
    }
    text + &format!("{}\n", counted(part.count("puzzles"), "puzzle"))
}

/// A result for programs: shares from 0 to 1.
pub(super) fn json(part: &Part) -> Value {
    let rows = part.table.rows().map(|(keys, sums)| {
        let mean = |sum: i64| sum as f64 / UNIT / sums[0].max(1) as f64;
        let top: Vec<f64> = (1..=PLACES).map(|place| mean(sums[place])).collect();
        json!({
            "table": keys[0].to_string(),
            "name": keys[1].to_string(),
            "puzzles": sums[0],
            "top": top,
            "loss": mean(sums[PLACES + 1]),
        })
    });
    json!({ "rows": rows.collect::<Vec<_>>() })
}
