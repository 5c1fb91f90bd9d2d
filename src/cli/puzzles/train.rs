//! `chesslog puzzles train`: a learner solves puzzles.

use std::io::{self, Write};

use clap::Args;

use crate::{
    chess::{Position, board::Style, notation::parsed, puzzles::Row, source::Stream},
    cli::{
        Inputs, fail,
        input::Prompt,
        number, print,
        training::{Clock, TrainingArguments},
    },
    openings::{
        anki,
        kept::{Kept, Trouble},
        puzzle_reporter::{self, HELP},
        puzzles::{Event, Exercise, PuzzleTrainer},
        reporter,
        scores::Scores,
    },
    report::counted,
};

/// Rows that cannot be used of which each is told of.
const TOLD: u64 = 3;

/// How to train, below the options.
const HOW: &str = "\
Type the moves of the solution, such as Nf3 or g1f3, one by one; or hint, solution, next, score, help,
quit. A puzzle is right when all of them are found without help; any move that mates will do where
the solution mates. After a wrong move it can be tried again, which no longer counts. What was not known
is asked again within minutes, what was known after ever more days (FSRS). What is due comes first, then
what is new, in the order of the file.

A session with --new or --reviews ends by itself, and says what is left. What it has asked is asked again
in it when it is due, which does not count.

--anki writes the puzzles as notes, each with its board as SVG, the solution, the themes and the game. Fields of
Anki's Basic are filled; the FEN, the solution, the theme and the source are columns of their own.

The scores are kept beside those of `chesslog openings train`, in chesslog/training.jsonl of the user's
data directory: $XDG_DATA_HOME, or ~/.local/share. `chesslog review --puzzles FILE` makes puzzles of what
you missed in your games.";

#[derive(Debug, Args)]
#[command(after_help = HOW)]
pub struct TrainArguments {
    /// The puzzles: CSV as Lichess publishes it, plain or compressed
    file: String,
    /// Only puzzles with this theme of Lichess, such as fork
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Only the first of them
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    training: TrainingArguments,
}

/// Runs the command. The exit status is 2 on an error.
pub fn run(arguments: &TrainArguments) -> u8 {
    train(arguments).unwrap_or_else(|message| fail(&message))
}

fn train(arguments: &TrainArguments) -> Result<u8, String> {
    let exercises = exercises(arguments)?;
    let notes = || anki::of_exercises(&exercises);
    if arguments
        .training
        .export(&Inputs::of([&arguments.file]), notes)?
    {
        return Ok(0);
    }
    let file = arguments.training.file()?;
    let clock = arguments.training.clock();
    if arguments.training.status {
        let scores = Scores::read(&file).map_err(|wrong| wrong.to_string())?;
        let standing = PuzzleTrainer::new(&exercises, scores).standing(clock.now());
        return Ok(print(&reporter::cards(
            &standing,
            "puzzles",
            ["themes", "no theme"],
        )));
    }
    let (kept, scores) = Kept::open(&file)?;
    let mut session = Session {
        kept,
        trainer: PuzzleTrainer::new(&exercises, scores).limited(arguments.training.limits()),
        style: arguments.training.style(),
        clock,
    };
    let played = session.play(&mut io::stdout().lock());
    session.kept.end(&session.trainer.scores, played)
}

/// The puzzles of the file; rows that are none are told of.
fn exercises(arguments: &TrainArguments) -> Result<Vec<Exercise>, String> {
    let TrainArguments {
        file, theme, limit, ..
    } = arguments;
    let limit = limit.unwrap_or(u64::MAX);
    let rows = Stream::<Row>::open(file).map_err(|error| error.to_string())?;
    let mut exercises = Vec::new();
    let mut wrong = 0;
    for row in rows.into_iter() {
        if exercises.len() as u64 >= limit {
            break;
        }
        let row = row.map_err(|error| error.to_string())?;
        if theme
            .as_ref()
            .is_some_and(|theme| row.themes().all(|name| name != theme))
        {
            continue;
        }
        match Exercise::of_row(&row) {
            Ok(exercise) => exercises.push(exercise),
            Err(problem) => {
                wrong += 1;
                if wrong <= TOLD {
                    eprintln!("warning: {file}:{}: {problem}", row.line);
                }
            }
        }
    }
    if wrong > TOLD {
        eprintln!(
            "warning: {} of {file} are no puzzles",
            counted(wrong, "row")
        );
    }
    match exercises.is_empty() {
        false => Ok(exercises),
        true => Err(match theme {
            Some(theme) => format!("{file}: there is no puzzle with the theme {theme}"),
            None => format!("{file}: there is no puzzle that can be read"),
        }),
    }
}

/// A session in a terminal.
struct Session<'e> {
    trainer: PuzzleTrainer<'e>,
    kept: Kept<'e>,
    style: Style,
    clock: Clock,
}

impl Session<'_> {
    fn play(&mut self, out: &mut impl Write) -> Result<(), Trouble> {
        let now = self.clock.now();
        write!(
            out,
            "{}",
            puzzle_reporter::welcome(&self.trainer.standing(now))
        )?;
        let events = self.trainer.next(now);
        self.report(&events, out)?;
        let mut ended = events.contains(&Event::Limit);
        let mut prompt = Prompt::new();
        while !ended && let Some(typed) = prompt.line(out)? {
            let now = self.clock.tick();
            let trainer = &mut self.trainer;
            let over = trainer.solution().is_empty();
            let events = match typed.as_str() {
                "quit" | "exit" => break,
                "" if over => trainer.next(now),
                "" | "board" => {
                    let board = puzzle_reporter::board(trainer, self.style);
                    writeln!(out, "{board}")?;
                    continue;
                }
                "help" | "?" => {
                    write!(out, "{HELP}")?;
                    continue;
                }
                "score" => {
                    write!(out, "{}", puzzle_reporter::counts(&trainer.standing(now)))?;
                    continue;
                }
                "next" | "new" => trainer.next(now),
                "hint" => trainer.hint(now),
                "solution" | "moves" => trainer.give_up(now),
                _ if over => vec![Event::NotNow],
                typed => {
                    let position = Position::from_chess(trainer.position().clone());
                    match parsed(&position, typed) {
                        Ok(m) => trainer.answer(m, now),
                        Err(message) => {
                            writeln!(out, "{message}")?;
                            continue;
                        }
                    }
                }
            };
            self.kept.keep(&self.trainer.scores)?;
            self.report(&events, out)?;
            ended = events.contains(&Event::Limit);
        }
        let farewell = puzzle_reporter::farewell(&self.trainer, self.kept.file());
        let left = reporter::left(
            &self.trainer.quota,
            &self.trainer.standing(self.clock.now()),
        );
        write!(out, "{farewell}{left}")?;
        Ok(out.flush()?)
    }

    fn report(&self, events: &[Event], out: &mut impl Write) -> Result<(), Trouble> {
        let now = self.clock.now();
        let reported = puzzle_reporter::reported(&self.trainer, events, now, self.style);
        Ok(write!(out, "{reported}")?)
    }
}
