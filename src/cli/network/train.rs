//! `chesslog network train`: a network from puzzles.

mod record;

use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use clap::{Args, builder::PossibleValuesParser};
use serde::Serialize;
use serde_json::json;

use self::record::Record;
use super::{base_name, read_puzzles};
use crate::{
    cancel::Cancel,
    cli::{FormatOption, SeedOption, ThreadsOption, decimal, number, seconds},
    network::{
        Adviser, Shape, Trainer,
        history::Point,
        input::Planes,
        puzzles::{Collection, Part, Request},
        score::{Line, total},
        train::{Options, Progress},
    },
    os,
    report::{percent, plural, thousands},
    terminal::Status,
};

/// What is done and written, below the options.
const DONE: &str = "\
Puzzles are tables as Lichess publishes them, CSV with the columns FEN and Moves, plain or compressed
with zstd, gzip or bzip2. A hash of the position, the same for its mirror image, says what a puzzle is
for: of ten, seven are learned from, two are the test, and one watches how learning goes.

The network is a residual tower with a piece head (M. Ulhaq, Improving the Tactical Awareness of Deep
Neural Network Chess Engines, 2021), trained with AdamW, mirror images and averaged weights. It sees
  paper      the 12 planes of the paper: pieces of White and Black, and not who moves
  turned     the same 12 planes, turned to the side to move
  relations  these, and attacks, pins, exchanges, and what legal moves do

Some 40 times a run, the network is tried on validation puzzles; then --out gets the best network so
far, OUT.history.csv the curves, and OUT.run all that is needed to go on with --resume. Ctrl-C does
that at once and ends the run, and a kill loses what came after the last time. At the end the best
network is measured on test puzzles, which are named in its metadata, and OUT.run is removed.

Two runs with the same seed and puzzles give the same network, whatever the number of threads, on
processors of the same kind. A run that is resumed goes through the same steps as one that was never
interrupted.";

/// Reports of a run.
const REPORTS: u64 = 40;
/// Steps between two looks at how far it is.
const LOOK: u64 = 10;
/// Puzzles on which the network is tried in each report.
const VALIDATION: usize = 10_000;
/// Puzzles on which it is measured in the end.
const TEST: usize = 20_000;

/// The CPU time of a run since it began or was resumed, in seconds: unlike the time on the clock it depends little
/// on what else the machine does. It is no part of the history, which is the same for any number of threads.
#[derive(Debug, Default, Clone, Copy, Serialize)]
struct Cpu {
    /// Reading puzzles and encoding them.
    reading: f64,
    /// The steps.
    learning: f64,
    /// Trying the network on validation puzzles, writing it, and measuring it in the end.
    measuring: f64,
}

/// The CPU time that all threads have used so far, in seconds.
fn cpu_seconds() -> f64 {
    os::process_time().as_secs_f64()
}

#[derive(Debug, Args)]
#[command(after_help = DONE)]
pub struct TrainArguments {
    /// Tables of puzzles
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    puzzles: Vec<String>,
    /// The file for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the network sees
    #[arg(long, value_name = "PLANES", default_value = "relations",
          value_parser = PossibleValuesParser::new(Planes::ALL.map(Planes::name)))]
    input: String,
    /// Residual blocks
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<usize>(..))]
    blocks: usize,
    /// Channels of the tower
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = number::<usize>(..))]
    channels: usize,
    /// Hidden units of squeeze-and-excitation in each block [default: without]
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    squeeze: Option<usize>,
    /// Channels of the piece head
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = number::<usize>(..))]
    head: usize,
    /// How often each puzzle is seen
    #[arg(long, value_name = "X", default_value_t = 4.0, value_parser = positive)]
    epochs: f64,
    /// Puzzles of a step
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number::<usize>(..))]
    batch: usize,
    /// The largest learning rate
    #[arg(long, value_name = "X", default_value_t = 0.003, value_parser = decimal::<f32>)]
    rate: f32,
    /// Weight decay
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = decimal::<f32>)]
    decay: f32,
    /// Learn from so many puzzles only, drawn from all that there are
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Go on with the run that was interrupted, with the same options
    #[arg(long)]
    resume: bool,
    /// Seconds after which learning ends as by Ctrl-C, 0 for no limit; --resume goes on
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Write the curves of loss and accuracy as SVG into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    #[command(flatten)]
    printed: FormatOption,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
        .ok_or_else(|| "expected a number above 0, such as 4 or 0.5".to_owned())
}

/// Runs the command. The exit status is 1 if it was interrupted, 2 on an error.
pub fn run(arguments: &TrainArguments) -> u8 {
    arguments
        .threads
        .run(|token| train(arguments, &token.cancelled))
}

impl TrainArguments {
    fn planes(&self) -> Planes {
        Planes::named(&self.input).unwrap_or(Planes::Relations)
    }

    fn shape(&self) -> Shape {
        Shape {
            planes: self.planes().number(),
            channels: self.channels,
            blocks: self.blocks,
            squeeze: self.squeeze,
            head: self.head,
        }
    }

    fn options(&self, puzzles: usize) -> Options {
        let steps = (self.epochs * puzzles as f64 / self.batch.max(1) as f64).ceil() as u64;
        Options {
            batch: self.batch,
            steps: steps.max(1),
            rate: self.rate,
            decay: self.decay,
            ..Options::default()
        }
    }

    /// The command that makes the same network: what the metadata tell.
    fn command(&self) -> String {
        let files: Vec<String> = self.puzzles.iter().map(|file| base_name(file)).collect();
        let mut command = format!(
            "chesslog network train --puzzles {} --out {} --input {} --blocks {} --channels {} \
             --head {} --epochs {} --batch {} --rate {} --decay {} --seed {}",
            files.join(" "),
            base_name(&self.out.to_string_lossy()),
            self.input,
            self.blocks,
            self.channels,
            self.head,
            self.epochs,
            self.batch,
            self.rate,
            self.decay,
            self.random.seed
        );
        if let Some(squeeze) = self.squeeze {
            command += &format!(" --squeeze {squeeze}");
        }
        if let Some(limit) = self.limit {
            command += &format!(" --limit {limit}");
        }
        command
    }

    /// The run: a new one, or the one that was interrupted.
    fn trainer(&self, record: &Record, puzzles: usize) -> Result<Trainer, String> {
        let threads = self.threads.number();
        let options = self.options(puzzles);
        if !self.resume {
            let trainer = Trainer::new(self.shape(), options, threads, self.random.seed);
            return trainer.map_err(|fault| fault.to_string());
        }
        let run = record.run_file();
        let trainer = Trainer::resume(&run, threads)
            .map_err(|fault| format!("--resume: {}: {fault}", run.display()))?;
        let same = *trainer.shape() == self.shape() && *trainer.options() == options;
        match same {
            true => Ok(trainer),
            false => Err(format!(
                "--resume: {} is a run with other options: expected those with which it began",
                run.display()
            )),
        }
    }
}

fn train(arguments: &TrainArguments, cancelled: &AtomicBool) -> Result<u8, String> {
    // Not after all puzzles have been read.
    if let Some(fault) = arguments.shape().fault() {
        return Err(format!("no such network: {fault}"));
    }
    let mut record = Record::new(arguments)?;
    let cancel = Cancel::by(cancelled);
    let mut sample = vec![(Part::Test, TEST), (Part::Validation, VALIDATION)];
    if let Some(limit) = arguments.limit {
        sample.push((Part::Training, usize::try_from(limit).unwrap_or(usize::MAX)));
    }
    let request = Request {
        files: &arguments.puzzles,
        planes: arguments.planes(),
        parts: &Part::ALL,
        about: &[],
        sample: &sample,
        seed: arguments.random.seed,
    };
    let mut cpu = Cpu::default();
    let begin = cpu_seconds();
    let mut puzzles = read_puzzles(&request, cancel)?;
    cpu.reading = cpu_seconds() - begin;
    let [training, test, validation] = Part::ALL.map(|part| puzzles.take(part));
    if training.is_empty() {
        return Err(format!(
            "{}: no puzzle to learn from: of {}, all belong to the test and validation",
            arguments.puzzles.join(", "),
            plural(test.len() as u64 + validation.len() as u64, "puzzle")
        ));
    }
    record.learned_from(training.len());
    let mut trainer = arguments.trainer(&record, training.len())?;
    eprintln!(
        "{} puzzles to learn from, {} planes, {} parameters, {} steps",
        thousands(training.len()),
        request.planes.number(),
        thousands(trainer.shape().parameters() as u64),
        thousands(trainer.options().steps)
    );
    if arguments.resume {
        eprintln!("going on after step {}", thousands(trainer.steps_done()));
    }
    let cancel = cancel.within(arguments.time_limit.filter(|limit| !limit.is_zero()));
    learn(
        &mut trainer,
        [&training, &validation],
        &mut record,
        &mut cpu,
        &cancel,
    )?;
    let complete = trainer.steps_done() == trainer.options().steps;
    finish(arguments, &mut record, &test, cpu, complete)
}

/// Learns until the end or `cancel`, and keeps a record.
fn learn(
    trainer: &mut Trainer,
    [training, validation]: [&Collection; 2],
    record: &mut Record,
    cpu: &mut Cpu,
    cancel: &Cancel<'_>,
) -> Result<(), String> {
    let begin = cpu_seconds();
    record.forget_after(trainer.steps_done() * trainer.options().batch as u64);
    let every = trainer.options().steps.div_ceil(REPORTS);
    let status = Status::line();
    // Of the steps since the last report: how many, and the sums of their figures.
    let (mut looks, mut loss, mut accuracy) = (0_u64, 0.0, 0.0);
    let mut problem = None;
    let reported = |trainer: &mut Trainer, progress: &Progress| {
        status.note(|| line(progress));
        (looks, loss, accuracy) = (
            looks + 1,
            loss + progress.loss,
            accuracy + progress.accuracy,
        );
        let report = progress.step.is_multiple_of(every)
            || progress.step == progress.steps
            || cancel.is_set();
        if !report || problem.is_some() {
            return;
        }
        let mean = |sum: f64| sum / looks as f64;
        let point = Point {
            seen: progress.step * trainer.options().batch as u64,
            loss: mean(loss),
            accuracy: mean(accuracy),
            ..Point::default()
        };
        (looks, loss, accuracy) = (0, 0.0, 0.0);
        let now = cpu_seconds();
        cpu.learning = now - begin - cpu.measuring;
        match tried(trainer, training, validation) {
            Ok((adviser_weights, line)) => {
                let point = Point {
                    validation_loss: line.loss,
                    validation_accuracy: line.top[0],
                    ..point
                };
                status.clear();
                eprintln!("{}", report_line(&point, &line, progress, cpu));
                record.note(trainer, point, adviser_weights);
            }
            Err(fault) => problem = Some(fault),
        }
        cpu.measuring += cpu_seconds() - now;
    };
    // Steps are looked at in groups; a report falls on the end of one.
    let look = LOOK.min(every);
    let look = (1..=look)
        .rev()
        .find(|look| every.is_multiple_of(*look))
        .unwrap_or(1);
    let done = trainer.run(&training.examples, look, cancel, reported);
    status.clear();
    done.map_err(|fault| fault.to_string())?;
    problem.map_or(Ok(()), Err)
}

/// The network as it is, and what it gets right of the validation puzzles.
fn tried(
    trainer: &mut Trainer,
    training: &Collection,
    validation: &Collection,
) -> Result<(crate::network::Weights, Line), String> {
    let weights = trainer
        .network(&training.examples)
        .map_err(|fault| fault.to_string())?;
    let head = crate::network::PieceHead::new(&weights).map_err(|fault| fault.to_string())?;
    let judged = crate::network::score::judge(
        &validation.examples,
        || head.scratch(),
        |words, scratch| head.logits(words, scratch),
        // It takes a second or two, and what was learned is wanted.
        &Cancel::NEVER,
        |_| (),
    );
    Ok((weights, total("validation", &judged.unwrap_or_default())))
}

/// How far it is.
fn line(progress: &Progress) -> String {
    format!(
        "step {} of {}: loss {:.3}, top-1 {:.1} %, {} puzzles a second, {} to go",
        thousands(progress.step),
        thousands(progress.steps),
        progress.loss,
        100.0 * progress.accuracy,
        thousands(progress.speed),
        time(progress.remaining)
    )
}

fn report_line(point: &Point, validation: &Line, progress: &Progress, cpu: &Cpu) -> String {
    format!(
        "{:>9} of {} steps: loss {:.3}, top-1 {:.1} %; validation: loss {:.3}, top-1 {:.1} %, top-3 \
         {:.1} %; {:.1} s of CPU time, {} to go",
        thousands(progress.step),
        thousands(progress.steps),
        point.loss,
        100.0 * point.accuracy,
        validation.loss,
        100.0 * validation.top[0],
        100.0 * validation.top[2],
        cpu.learning,
        time(progress.remaining)
    )
}

/// A time, as in `12 min` or `40 s`.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", seconds.div_ceil(60)),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

/// Measures the best network on test puzzles, writes it, and tells.
fn finish(
    arguments: &TrainArguments,
    record: &mut Record,
    test: &Collection,
    mut cpu: Cpu,
    complete: bool,
) -> Result<u8, String> {
    let begin = cpu_seconds();
    let Some(weights) = record.best() else {
        return Err("stopped before there was anything to keep".to_owned());
    };
    let adviser = Adviser::new(&weights).map_err(|fault| fault.to_string())?;
    let status = Status::new("measuring", test.len(), "puzzles");
    let judged = adviser.judge(&test.examples, &Cancel::NEVER, |done| status.show(done));
    status.clear();
    let line = total("test", &judged.unwrap_or_default());
    cpu.measuring += cpu_seconds() - begin;
    record.finish(weights, &line, complete)?;
    let drawn = match &arguments.figures {
        Some(folder) => record.draw(folder)?,
        None => 0,
    };
    let out = arguments.out.display();
    let text = || {
        let mut text = format!(
            "{out}: on {} test puzzles top-1 {}, top-3 {}, loss {:.3}\n\
             CPU time: reading {:.1} s, learning {:.1} s, measuring {:.1} s\n",
            thousands(line.puzzles),
            percent(line.top[0], 1),
            percent(line.top[2], 1),
            line.loss,
            cpu.reading,
            cpu.learning,
            cpu.measuring
        );
        if !complete {
            text += "The run was stopped before its end; --resume goes on.\n";
        }
        text
    };
    let data = || {
        json!({
            "weights": arguments.out,
            "complete": complete,
            "input": arguments.input,
            "parameters": adviser.head().shape().parameters(),
            "puzzles": record.puzzles(),
            "test": line,
            "cpu_seconds": cpu,
        })
    };
    let printed = arguments.printed.format.put(text, data);
    Ok(printed.max(u8::from(!complete)).max(drawn))
}
