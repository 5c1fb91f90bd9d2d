//! `chesslog openings train`: a learner at the board, against a book.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use shakmaty::Color;

use super::{book::BookArguments, choice::ChoiceArguments};
use crate::{
    chess::{Position, notation::parsed},
    cli::{
        Inputs, SeedOption, fail,
        input::Prompt,
        print,
        training::{Clock, TrainingArguments},
    },
    openings::{
        anki,
        course::Course,
        kept::{Kept, Trouble},
        reporter::{self, HELP, Reporter},
        scores::Scores,
        standing::Standing,
        trainer::{Event, State, Trainer},
    },
};

/// How to train, below the options.
const HOW: &str = "\
Each position of the lines in which you are to move is asked. Type a move such as Nf3 or g1f3; or
hint, moves, back, next, score, help, quit. The first answer in a position counts: a move of the
selected lines is right; another one, hint or moves is not. What a book marks as your mistake (? or
??) is not asked. What was not known is asked again within minutes, what was known after ever more
days (FSRS). New lines lead to what is most overdue; otherwise the moves against you are drawn by
the rule of the thesis, with transpositions.

A session with --new or --reviews ends by itself, and says what is left. A line under way ends before a
position too many that is new; what is due on its way is asked. What was not known is asked again all the same.

--anki writes the positions that would be asked, each with its board as SVG, the moves that are right, and the
opening. Fields of Anki's Basic are filled; the FEN, the solution, the theme and the source are columns of their own.

The scores are kept in chesslog/training.jsonl of the user's data directory: $XDG_DATA_HOME, or
~/.local/share. A line that was left goes on in the next session of the same side.";

#[derive(Debug, Args)]
#[command(after_help = HOW)]
pub struct TrainArguments {
    /// Your side
    #[arg(long, value_enum, value_name = "SIDE")]
    color: Side,
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    choice: ChoiceArguments,
    #[command(flatten)]
    random: SeedOption,
    #[command(flatten)]
    training: TrainingArguments,
}

/// The side of the learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You play white
    White,
    /// You play black
    Black,
}

/// Runs the command. The exit status is 2 on an error.
pub fn run(arguments: &TrainArguments) -> u8 {
    train(arguments).unwrap_or_else(|message| fail(&message))
}

fn train(arguments: &TrainArguments) -> Result<u8, String> {
    let color = match arguments.color {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let book = arguments.book.load_for(Some(color))?;
    let choice = arguments.choice.choice().find(&book, true)?;
    let course = Course::new(&book, &choice.lines, &choice.weights, color, choice.from);
    let course = course.map_err(|error| error.to_string())?;
    let inputs = Inputs::of(&arguments.book.book);
    let notes = || anki::of_course(&course);
    if arguments.training.export(&inputs, notes)? {
        return Ok(0);
    }
    let file = arguments.training.file()?;
    let clock = arguments.training.clock();
    let lines = choice.beginning(&book);
    if arguments.training.status {
        let scores = Scores::read(&file).map_err(|wrong| wrong.to_string())?;
        let standing = Standing::of(&course, &scores, clock.now());
        return Ok(print(&reporter::standing(&standing, lines)));
    }
    let (kept, scores) = Kept::open(&file)?;
    let mut session = Session {
        kept,
        trainer: Trainer::new(&course, scores, arguments.random.seed)
            .limited(arguments.training.limits()),
        reporter: Reporter {
            course: &course,
            style: arguments.training.style(),
            typed: true,
        },
        clock,
        over: false,
    };
    let mut out = io::stdout().lock();
    let played = session
        .open(lines, &mut out)
        .and_then(|()| session.play(&mut out));
    session.kept.end(&session.trainer.scores, played)
}

/// A session in a terminal.
struct Session<'c> {
    trainer: Trainer<'c>,
    reporter: Reporter<'c>,
    kept: Kept<'c>,
    clock: Clock,
    /// Whether it has asked all that it may.
    over: bool,
}

impl Session<'_> {
    fn open(&mut self, lines: usize, out: &mut impl Write) -> Result<(), Trouble> {
        let now = self.clock.now();
        let standing = Standing::of(self.reporter.course, &self.trainer.scores, now);
        write!(out, "{}", reporter::welcome(&standing, lines))?;
        let events = self.trainer.begin(now);
        self.report(&events, out)?;
        self.over = events.contains(&Event::Limit);
        Ok(())
    }

    fn play(&mut self, out: &mut impl Write) -> Result<(), Trouble> {
        let mut prompt = Prompt::new();
        while !self.over
            && let Some(typed) = prompt.line(out)?
        {
            let now = self.clock.tick();
            let trainer = &mut self.trainer;
            let events = match typed.as_str() {
                "quit" | "exit" => break,
                "" if trainer.state() == State::Ended => trainer.next(now),
                "" | "board" => {
                    write!(out, "{}", self.reporter.board(trainer))?;
                    continue;
                }
                "help" | "?" => {
                    write!(out, "{HELP}")?;
                    continue;
                }
                "score" => {
                    let standing = Standing::of(self.reporter.course, &trainer.scores, now);
                    write!(out, "{}", reporter::counts(&standing))?;
                    continue;
                }
                "next" | "new" => trainer.next(now),
                "back" | "undo" => trainer.back(),
                "go" => trainer.go_on(now),
                "hint" => trainer.hint(now),
                "moves" => trainer.known(now),
                _ if trainer.state() == State::Ended => vec![Event::NotNow],
                typed => {
                    let position = Position::from_chess(trainer.game().position().clone());
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
            self.over = events.contains(&Event::Limit);
        }
        let farewell = self.reporter.farewell(&self.trainer, self.kept.file());
        let trainer = &self.trainer;
        let standing = Standing::of(self.reporter.course, &trainer.scores, self.clock.now());
        write!(
            out,
            "{farewell}{}",
            reporter::left(&trainer.quota, &standing)
        )?;
        Ok(out.flush()?)
    }

    fn report(&self, events: &[Event], out: &mut impl Write) -> Result<(), Trouble> {
        let reported = self
            .reporter
            .reported(&self.trainer, events, self.clock.now());
        Ok(write!(out, "{reported}")?)
    }
}
