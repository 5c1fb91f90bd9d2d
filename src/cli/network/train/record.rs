//! What a run writes: the best network so far, its curves, and the run itself.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::TrainArguments;
use crate::{
    cli::{
        Inputs,
        network::base_name,
        outputs::{make_folder, write_files},
    },
    network::{
        Trainer, Weights,
        adviser::text,
        history::{History, Point},
        score::{Line, curves},
    },
    os,
    report::{self, thousands},
};

/// The files of a run, and what is in them.
#[derive(Debug)]
pub struct Record {
    out: PathBuf,
    input: String,
    command: String,
    /// The tables, and how many puzzles were learned from.
    trained_on: String,
    puzzles: usize,
    history: History,
    /// The network with the lowest loss on validation, and that loss.
    best: Option<(f64, Weights)>,
    /// Whether the last time that something was written failed.
    unwritten: bool,
}

impl Record {
    /// Prepares the files; what is there of a run that is to be resumed is read.
    pub fn new(arguments: &TrainArguments) -> Result<Record, String> {
        let mut record = Record {
            out: arguments.out.clone(),
            input: arguments.input.clone(),
            command: arguments.command(),
            trained_on: String::new(),
            puzzles: 0,
            history: History::default(),
            best: None,
            unwritten: false,
        };
        // A draft takes the place of what is there, which must not be a device.
        let inputs = Inputs::of(&arguments.puzzles);
        inputs.check("--out", &arguments.out)?;
        for file in [record.run_file(), record.history_file()] {
            let option = format!("--out {}:", arguments.out.display());
            inputs.check(&option, &file)?;
        }
        if arguments.out.exists() && !arguments.out.is_file() {
            let out = arguments.out.display();
            return Err(format!("--out {out}: this is no file that can be replaced"));
        }
        let run = record.run_file();
        match (arguments.resume, run.exists()) {
            (false, true) => Err(format!(
                "{} is a run that was not finished: go on with --resume, or remove it",
                run.display()
            )),
            (true, false) => Err(format!(
                "--resume: there is no {}: expected the run of --out {}",
                run.display(),
                arguments.out.display()
            )),
            (true, true) => record.read().map(|()| record),
            (false, false) => Ok(record),
        }
    }

    /// What a run that was interrupted left behind.
    fn read(&mut self) -> Result<(), String> {
        let path = self.history_file();
        let csv = fs::read_to_string(&path);
        let csv = csv.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        self.history = History::of_csv(&csv)
            .ok_or_else(|| format!("{}: expected the history of a run", path.display()))?;
        let best =
            Weights::load(&self.out).map_err(|fault| format!("{}: {fault}", self.out.display()))?;
        let losses = self
            .history
            .points
            .iter()
            .map(|point| point.validation_loss);
        let least = losses.fold(f64::INFINITY, f64::min);
        self.best = Some((least, best));
        Ok(())
    }

    /// Drops what the history has from after the last checkpoint.
    pub fn forget_after(&mut self, seen: u64) {
        self.history.points.retain(|point| point.seen <= seen);
    }

    /// Says how many puzzles are learned from.
    pub fn learned_from(&mut self, puzzles: usize) {
        let files = self.command.split_whitespace();
        let files = files.skip_while(|word| *word != "--puzzles").skip(1);
        let files: Vec<&str> = files.take_while(|word| !word.starts_with("--")).collect();
        self.puzzles = puzzles;
        self.trained_on = format!(
            "{} puzzles of the training part of {}",
            thousands(puzzles),
            files.join(", ")
        );
    }

    /// How many puzzles are learned from.
    pub fn puzzles(&self) -> usize {
        self.puzzles
    }

    /// The run, for going on with it.
    pub fn run_file(&self) -> PathBuf {
        self.beside("run")
    }

    fn history_file(&self) -> PathBuf {
        self.beside("history.csv")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let name = base_name(&self.out.to_string_lossy());
        self.out.with_file_name(format!("{name}.{ending}"))
    }

    /// Notes a point of the curves and writes everything; what cannot be written is told of, and
    /// what was there before stays.
    pub fn note(&mut self, trainer: &Trainer, point: Point, weights: Weights) {
        self.history.points.push(point);
        let better = match &self.best {
            Some((loss, _)) => point.validation_loss < *loss,
            None => true,
        };
        if better {
            self.best = Some((point.validation_loss, weights));
        }
        let weights = self.best.as_ref().filter(|_| better);
        let weights = weights.map(|(_, weights)| self.described(weights.clone()));
        let written = weights
            .map_or(Ok(()), |weights| self.write_weights(&weights))
            .and_then(|()| self.write_history())
            .and_then(|()| {
                let run = self.run_file();
                trainer
                    .checkpoint(&run)
                    .map_err(|error| unwritten(&run, &error))
            });
        self.unwritten = written.is_err();
        if let Err(message) = written {
            eprintln!("warning: {message}; what was there before is kept");
        }
    }

    /// Weights with what is known of them.
    fn described(&self, mut weights: Weights) -> Weights {
        let texts = [
            (text::INPUT, self.input.clone()),
            (text::COMMAND, self.command.clone()),
            (text::TRAINED_ON, self.trained_on.clone()),
            (text::HISTORY, self.history.csv()),
        ];
        let texts = texts.map(|(name, text)| (name.to_owned(), text));
        weights.metadata.extend(texts);
        weights
    }

    fn write_weights(&self, weights: &Weights) -> Result<(), String> {
        let written = weights.save(&self.out);
        written.map_err(|error| unwritten(&self.out, &error))
    }

    fn write_history(&self) -> Result<(), String> {
        let path = self.history_file();
        os::save(&path, self.history.csv().as_bytes()).map_err(|error| unwritten(&path, &error))
    }

    /// The best network, described.
    pub fn best(&self) -> Option<Weights> {
        let (_, weights) = self.best.as_ref()?;
        Some(self.described(weights.clone()))
    }

    /// Writes the best network with its scores; a run that is complete needs no checkpoint any more.
    pub fn finish(
        &mut self,
        mut weights: Weights,
        test: &Line,
        complete: bool,
    ) -> Result<(), String> {
        if test.puzzles > 0 {
            let share = |share: f64| format!("{share:.4}");
            let texts = [
                (text::TEST_PUZZLES, test.puzzles.to_string()),
                (text::TOP_1, share(test.top[0])),
                (text::TOP_3, share(test.top[2])),
                (text::LOSS, share(test.loss)),
            ];
            let texts = texts.map(|(name, text)| (name.to_owned(), text));
            weights.metadata.extend(texts);
        }
        self.write_weights(&weights)?;
        if !complete && self.unwritten {
            return Err(format!(
                "{} could not be written, so that --resume goes on from an earlier step",
                self.run_file().display()
            ));
        }
        if complete {
            let run = self.run_file();
            let removed = fs::remove_file(&run);
            if let Err(error) = removed.or_else(missing_is_fine) {
                eprintln!("warning: cannot remove {}: {error}", run.display());
            }
        }
        Ok(())
    }

    /// Draws the curves; the exit status.
    pub fn draw(&self, folder: &Path) -> Result<u8, String> {
        make_folder("--figures", folder)?;
        Ok(write_files(folder, report::files(curves(&self.history))))
    }
}

fn missing_is_fine(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    }
}

fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
