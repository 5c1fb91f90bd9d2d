//! A job on all processors of one machine: files are cut, the pieces counted, the parts added up.
//!
//! Each part is a file of its own and is kept, so that a run that was stopped goes on where it was. In memory are as
//! many pieces as there are threads, and a table for each.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread,
};

use super::{
    Cut, Extent, Job, Part, Piece, Shard, file,
    jobs::{Problem, Task},
};

/// A job on some files.
#[derive(Debug)]
pub struct Run<'a> {
    /// The job.
    pub job: &'a Job,
    /// Files, plain or compressed, or numbers of runs.
    pub shards: &'a [Shard],
    /// The folder for the parts.
    pub folder: &'a Path,
    /// How many records a piece has.
    pub size: u64,
    /// How many pieces are counted at a time.
    pub threads: usize,
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum Done {
    /// Pieces up to here need nothing more: so many records, which are this part of the files, from 0 to 1.
    Records(u64, f64),
    /// Something was wrong with a record, or with a file.
    Problem(String),
}

/// A piece that is to be counted, and its part.
struct Errand {
    shard: Shard,
    part: PathBuf,
    records: u64,
    /// The file that is of no use afterwards.
    used_up: Option<PathBuf>,
}

/// What threads tell.
enum Said {
    Counted(u64, Vec<String>),
    /// The part of the files that has been cut, the records that were counted before this run, and problems.
    Cut(f64, u64, Vec<String>),
    Failed(Problem),
}

/// What the one who cuts has found out.
#[derive(Default)]
struct Found {
    /// The parts that there are to be, in order.
    parts: Vec<PathBuf>,
    /// Where files end, and what of them is lost.
    ends: Extent,
}

impl Run<'_> {
    /// Does it, and gives the sum of all parts.
    ///
    /// # Errors
    ///
    /// If a file cannot be opened, a piece cannot be counted, a part cannot be written, the folder has parts of another
    /// job, or the run was stopped. What was counted is kept.
    pub fn run(
        &self,
        task: &dyn Task,
        stop: &AtomicBool,
        mut tell: impl FnMut(Done),
    ) -> Result<Part, Problem> {
        let failed = |error: String| Problem::Failed(error);
        // Not when a piece of it has a name of its own.
        let checked = self
            .shards
            .iter()
            .try_for_each(|shard| self.job.check(shard));
        checked.map_err(failed)?;
        let parts = self.folder.join("parts");
        let shards = self.folder.join(format!("shards.{}", std::process::id()));
        for folder in [&parts, &shards] {
            fs::create_dir_all(folder).map_err(|error| {
                failed(format!(
                    "cannot make the folder {}: {error}",
                    folder.display()
                ))
            })?;
        }
        let empty = self.job.empty(task.table());
        let known = known(&parts, &empty).map_err(failed);
        let found = known.and_then(|known| {
            let (errands, waiting) = mpsc::sync_channel::<Errand>(0);
            let waiting = Mutex::new(waiting);
            let (say, said) = mpsc::channel();
            let halt = AtomicBool::new(false);
            let halt = &halt;
            let is_over = &|| stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
            thread::scope(|scope| {
                let (parts, shards, known) = (&parts, &shards, &known);
                let own = say.clone();
                let cutting =
                    scope.spawn(move || self.cut((parts, shards), known, &errands, &own, is_over));
                for _ in 0..self.threads.max(1) {
                    let (say, waiting) = (say.clone(), &waiting);
                    scope.spawn(move || {
                        if let Err(problem) = self.count(task, waiting, &say, (stop, halt)) {
                            halt.store(true, Ordering::Relaxed);
                            _ = say.send(Said::Failed(problem));
                        }
                    });
                }
                drop(say);
                let failure = listen(said, &mut tell);
                // Whoever cuts may be waiting for somebody to take a piece.
                halt.store(true, Ordering::Relaxed);
                drop(waiting.lock().map(|mut waiting| {
                    *waiting = mpsc::sync_channel(0).1;
                }));
                let cut = cutting.join();
                match (failure, cut) {
                    (Some(problem), _) | (None, Ok(Err(problem))) => Err(problem),
                    (None, Ok(Ok(found))) => Ok(found),
                    (None, Err(_)) => Err(failed("the one who cuts has panicked".to_owned())),
                }
            })
        });
        // Nothing is left in it but what a thread was busy with.
        _ = fs::remove_dir_all(&shards);
        let found = found?;
        if stop.load(Ordering::Relaxed) {
            return Err(Problem::Stopped);
        }
        let mut sum = empty;
        for path in &found.parts {
            let part = file::read(path);
            let part = part.map_err(|error| failed(format!("{}: {error}", path.display())))?;
            let added = sum.add(part);
            added.map_err(|clash| failed(format!("{}: {clash}", path.display())))?;
        }
        let ends = sum.about.extent.add(&found.ends);
        ends.map_err(|twice| failed(format!("{} is there twice", twice.name)))?;
        Ok(sum)
    }

    /// Cuts the files, and hands on what has not been counted.
    fn cut(
        &self,
        (parts, shards): (&Path, &Path),
        known: &BTreeMap<PathBuf, Extent>,
        errands: &SyncSender<Errand>,
        say: &Sender<Said>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Found, Problem> {
        let mut found = Found::default();
        let mut named = HashSet::new();
        let mut counted = Extent::default();
        for (path, extent) in known {
            let added = counted.add(extent);
            added.map_err(|twice| {
                let path = path.display();
                Problem::Failed(format!(
                    "{path}: {twice} is in another part there, too; remove one of them"
                ))
            })?;
        }
        let all = self.shards.len() as f64;
        for (number, shard) in self.shards.iter().enumerate() {
            // The one who listens outlives this thread.
            let tell = |part: f64, records, problem: Option<String>| {
                let part = (number as f64 + part) / all;
                _ = say.send(Said::Cut(part, records, problem.into_iter().collect()));
            };
            let mut hand_on = |piece: &Piece, errand: &dyn Fn() -> Result<Errand, Problem>| {
                if is_over() {
                    return Err(Problem::Stopped);
                }
                let part = parts.join(format!("{}.parquet", place(piece)));
                if !named.insert(part.clone()) {
                    let name = &piece.origin.name;
                    return Err(Problem::Failed(format!("{name} is named twice")));
                }
                found.parts.push(part.clone());
                if is_done(&part, &piece.extent(), known, &counted)? {
                    return Ok(piece.records);
                }
                let errand = Errand { part, ..errand()? };
                errands.send(errand).map_err(|_| Problem::Stopped)?;
                Ok(0)
            };
            match shard {
                Shard::Runs(first, last) => {
                    for piece in Piece::of_runs(*first, *last, self.size) {
                        let from = piece.origin.from;
                        let errand = || Ok(piece.errand(None));
                        let before = hand_on(&piece, &errand)?;
                        let done = (from - first) as f64 / (last - first + 1) as f64;
                        tell(done, before, None);
                    }
                    tell(1.0, 0, None);
                }
                Shard::File { file, .. } => {
                    let mut cut = Cut::of(shard, self.size).map_err(Problem::Failed)?;
                    while let Some(piece) = cut.next() {
                        let path = shards.join(format!("{}.{}", place(&piece), ending(file)));
                        let errand = || {
                            piece.write(&path).map_err(|error| {
                                Problem::Failed(format!("cannot write {}: {error}", path.display()))
                            })?;
                            Ok(piece.errand(Some(path.clone())))
                        };
                        let before = hand_on(&piece, &errand)?;
                        tell(cut.part_read().unwrap_or_default(), before, None);
                    }
                    let lost = cut.lost();
                    tell(
                        1.0,
                        0,
                        lost.map(|why| format!("{file}: {why}; the rest is not counted")),
                    );
                    let added = found.ends.add(&cut.extent().ends());
                    // What has no ranges has none twice.
                    debug_assert!(added.is_ok());
                }
            }
        }
        Ok(found)
    }

    /// Counts one piece after another.
    fn count(
        &self,
        task: &dyn Task,
        waiting: &Mutex<Receiver<Errand>>,
        say: &Sender<Said>,
        (stop, halt): (&AtomicBool, &AtomicBool),
    ) -> Result<(), Problem> {
        let mut worker = None;
        loop {
            let errand = waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv();
            let Ok(errand) = errand else {
                return Ok(());
            };
            if halt.load(Ordering::Relaxed) {
                return Ok(());
            }
            // Nobody begins who has nothing to do.
            let worker = match &mut worker {
                Some(worker) => worker,
                None => worker.insert(task.worker().map_err(Problem::Failed)?),
            };
            let mut counted = worker.count(&errand.shard, stop)?;
            let problems = std::mem::take(&mut counted.problems);
            file::write(&errand.part, &self.job.part(counted)).map_err(|error| {
                Problem::Failed(format!("cannot write {}: {error}", errand.part.display()))
            })?;
            if let Some(file) = errand.used_up {
                // If it stays, it is only in the way.
                _ = fs::remove_file(file);
            }
            _ = say.send(Said::Counted(errand.records, problems));
        }
    }
}

/// Whether a piece has been counted; an error if other pieces have some of its records. `counted` is what is in all parts.
fn is_done(
    part: &Path,
    extent: &Extent,
    known: &BTreeMap<PathBuf, Extent>,
    counted: &Extent,
) -> Result<bool, Problem> {
    if !counted.meets(extent) {
        return Ok(false);
    }
    if let Some(counted) = known.get(part)
        && counted.covers(extent)
        && extent.covers(counted)
    {
        return Ok(true);
    }
    let other = known.iter().find(|(_, counted)| counted.meets(extent));
    let other = other.map(|(path, _)| path.display().to_string());
    Err(Problem::Failed(format!(
        "{} has some of the same records, cut elsewhere; expected as many records a part as before, or another folder",
        other.unwrap_or_default()
    )))
}

/// Tells what threads say until all have ended; the first failure.
fn listen(said: Receiver<Said>, tell: &mut impl FnMut(Done)) -> Option<Problem> {
    let (mut counted, mut cut) = (0, 0.0);
    for what in said {
        let problems = match what {
            Said::Counted(records, problems) => {
                counted += records;
                problems
            }
            Said::Cut(share, before, problems) => {
                cut = share;
                counted += before;
                problems
            }
            // Others are stopped by the first one.
            Said::Failed(problem) => return Some(problem),
        };
        problems
            .into_iter()
            .for_each(|problem| tell(Done::Problem(problem)));
        tell(Done::Records(counted, cut));
    }
    None
}

/// The parts of a folder, with what they have counted; an error if one is of another job.
fn known(folder: &Path, expected: &Part) -> Result<BTreeMap<PathBuf, Extent>, String> {
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let mut known = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_none_or(|ending| ending != "parquet") {
            continue;
        }
        // A damaged one is counted again.
        let Ok(part) = file::read(&path) else {
            continue;
        };
        if let Some(difference) = expected.about.difference(&part.about) {
            return Err(format!(
                "{} is of another job: {difference}; expected a folder of its own for each job",
                path.display()
            ));
        }
        known.insert(path, part.about.extent);
    }
    Ok(known)
}

impl Piece {
    /// The errand of counting it; its part is not known here.
    fn errand(&self, file: Option<PathBuf>) -> Errand {
        let shard = match &file {
            Some(file) => Shard::File {
                file: file.display().to_string(),
                from: 1,
                to: None,
            },
            None => Shard::Runs(self.origin.from, self.origin.from + self.records - 1),
        };
        Errand {
            shard,
            part: PathBuf::new(),
            records: self.records,
            used_up: file,
        }
    }
}

/// The name of a piece: those of its file and of the first record.
fn place(piece: &Piece) -> String {
    let origin = &piece.origin;
    match origin.sha256.get(..8) {
        Some(hash) => format!("{}.{hash}.{:08}", origin.name, origin.from),
        None => format!("{}.{:08}", origin.name, origin.from),
    }
}

/// The ending of the name of a piece: by it is known what it has.
fn ending(file: &str) -> &'static str {
    match super::cut::is_table(file) {
        true => "csv.zst",
        false => "pgn.zst",
    }
}
