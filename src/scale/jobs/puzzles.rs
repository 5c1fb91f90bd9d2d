//! How far the motifs of `tactic/4` agree with the themes of Lichess puzzles: the sums from which recall,
//! precision and the like are made. Times are no part of a result: they are others each time.

use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Counted, Problem, Task, Worker, session};
use crate::{
    chess::puzzles::Puzzle,
    engine::{Event, Limits},
    report::plural,
    scale::{
        Job, Part, Pinned, Shard, Table, WrongJob,
        records::{Record, Records},
        table::Kind,
    },
    session::{
        Session,
        batches::{self, Outcome},
        puzzles::{
            rows::{self, Task as PuzzleTask},
            tally::{SUMS, Tally},
            themes::{THEMES, Theme},
        },
    },
};

/// Puzzles that an engine gets at once: a request costs about as much as a millisecond of work.
const BATCH: usize = 32;
/// Rows of a shard that are told of.
const TOLD: u64 = 10;

/// How far motifs agree with themes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// Prolog files to load first; a tactic/4 in them takes the place of the library's.
    pub files: Vec<Pinned>,
    /// How many positions a search looks at.
    pub effort: u32,
    /// Seconds that a position may take, far more than it needs: a puzzle that takes longer has no report, and so the
    /// result depends on the machine.
    pub time_limit: u64,
}

impl Record for Puzzle {}

impl Puzzles {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        let files = self.files.iter().map(|file| job.input(file));
        Ok(Box::new(Examined {
            job: self,
            files: files.collect::<Result<_, _>>()?,
            themes: THEMES.iter().collect(),
        }))
    }
}

/// The job with its files.
struct Examined<'j> {
    job: &'j Puzzles,
    files: Vec<PathBuf>,
    themes: Vec<&'static Theme>,
}

impl Task for Examined<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        let mut session = session(&self.files)?;
        batches::prepare::<PuzzleTask>(&mut session)?;
        session.search_with(self.job.effort);
        session.limits = Limits {
            wall: Some(Duration::from_secs(self.job.time_limit)),
            ..session.limits
        };
        Ok(Box::new(Examining {
            task: self,
            session,
        }))
    }

    fn table(&self) -> Table {
        Table::new(&[("theme", Kind::Text)], &SUMS)
    }
}

/// An engine that is asked about puzzles.
struct Examining<'t> {
    task: &'t Examined<'t>,
    session: Session,
}

impl Worker for Examining<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let mut puzzles = Records::<Puzzle>::open(shard).map_err(Problem::Failed)?;
        let mut tally = Tally::new(&self.task.themes);
        let mut problems = Vec::new();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::Stopped);
            }
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some((number, puzzle)) = puzzles.next()
            {
                let themes = rows::has_themes(&puzzle, &self.task.themes);
                match rows::task(&puzzle, number, themes) {
                    Ok(task) => batch.push(task),
                    Err(problem) => {
                        tally.bad += 1;
                        if tally.bad <= TOLD {
                            let name = &puzzles.origin().name;
                            problems.push(format!("{name}: row {number}: {problem}; passed over"));
                        }
                    }
                }
            }
            if batch.is_empty() && puzzles.is_over() {
                break;
            }
            for outcome in self.examine(batch, stop)? {
                if let Outcome::Done { task, report, .. } = outcome {
                    tally.add(&task, report.as_ref().ok());
                    if let Err(problem) = report
                        && tally.failed <= TOLD
                    {
                        let id = &task.id;
                        problems.push(format!("puzzle {id}: {problem}; without a report"));
                    }
                }
            }
        }
        let mut table = self.task.table();
        for (theme, sums) in tally.sums() {
            let sums = sums.map(|sum| i64::try_from(sum).unwrap_or(i64::MAX));
            table
                .add(vec![theme.into()], sums.to_vec())
                .map_err(|error| Problem::Failed(error.to_string()))?;
        }
        let extent = puzzles.extent();
        let counts = [
            ("rows", extent.records()),
            ("puzzles", tally.puzzles()),
            ("bad_rows", tally.bad),
            ("failed", tally.failed),
        ];
        let named = counts.into_iter().map(|(name, n)| (name.to_owned(), n));
        Ok(Counted {
            extent,
            counts: named.collect(),
            table,
            problems,
        })
    }
}

impl Examining<'_> {
    /// What the engine says of some puzzles.
    fn examine(
        &mut self,
        batch: Vec<PuzzleTask>,
        stop: &AtomicBool,
    ) -> Result<Vec<Outcome<PuzzleTask>>, Problem> {
        let (batches, waiting) = mpsc::channel();
        let (outcomes, results) = mpsc::channel();
        // The receiver is there.
        _ = batches.send(batch);
        drop(batches);
        let ignore: fn(&Event) = |_| {};
        batches::examine(
            &mut self.session,
            &Mutex::new(waiting),
            &outcomes,
            ignore,
            stop,
        )
        .map_err(Problem::Failed)?;
        drop(outcomes);
        match stop.load(Ordering::Relaxed) {
            true => Err(Problem::Stopped),
            false => Ok(results.into_iter().collect()),
        }
    }
}

fn tally(part: &Part) -> Tally {
    let rows = part.table.rows().filter_map(|(keys, sums)| {
        let sums = sums.iter().map(|sum| sum.unsigned_abs());
        let sums = <[u64; SUMS.len()]>::try_from(sums.collect::<Vec<_>>()).ok()?;
        Some((keys.first()?.to_string(), sums))
    });
    let rows: Vec<_> = rows.collect();
    let mut tally = Tally::of_sums(rows.iter().map(|(name, sums)| (name.as_str(), *sums)));
    tally.bad = part.count("bad_rows");
    tally.failed = part.count("failed");
    tally
}

/// A result for people.
pub(super) fn text(part: &Part) -> String {
    let mut text = tally(part).table();
    text += &plural(part.count("puzzles"), "puzzle");
    for (name, what) in [
        ("bad_rows", "bad row"),
        ("failed", "puzzle without a report"),
    ] {
        if part.count(name) > 0 {
            text += &format!(", {}", plural(part.count(name), what));
        }
    }
    text + "\n"
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    tally(part).json()
}
