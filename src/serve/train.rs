//! Learners: lines of openings and puzzles, asked again when they are due, with the scores that `chesslog openings train`
//! and `chesslog puzzles train` keep.
//!
//! A trainer lives in a thread of its own, with what it trains, and is told one command after the other.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position as _};

use super::{Server, api::Refusal, ask, board::side, stopper::Stopper};
use crate::{
    chess::{
        Position,
        board::Style,
        moves::{MoveTerm, move_term},
        notation::parsed,
        puzzles::Row,
        source::Stream,
    },
    openings::{
        Book, Selection, Weights, cards,
        course::Course,
        kept::{self, Kept, Trouble},
        puzzle_reporter,
        puzzles::{self, Exercise, PuzzleTrainer},
        reporter::{self, Reporter},
        scores::Scores,
        standing::Standing,
        trainer::{State, Trainer},
    },
    os::locked,
    term::quoted_text,
};

/// Puzzles of a file that are looked at where a goal picks some.
const ASKED: usize = 2_000;
/// Rows that cannot be used of which each is told.
const TOLD: usize = 3;

/// A row of a table, and the puzzle that it is.
type Puzzle = (Row, Exercise);

/// A trainer at work.
pub struct Training {
    orders: Sender<Order>,
}

/// A command, and where the answer goes.
struct Order {
    deed: Deed,
    answer: Sender<Result<Shown, String>>,
}

/// What the learner does.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    Move(String),
    Hint,
    Known,
    Next,
    Back,
    Go,
    Status,
}

/// A command of a page.
#[derive(Debug, Deserialize)]
pub struct Command {
    tab: String,
    command: String,
    #[serde(default, rename = "move")]
    played: String,
    #[serde(default)]
    what: String,
    #[serde(default)]
    color: Option<String>,
    #[serde(default)]
    family: Option<String>,
    #[serde(default)]
    eco: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    theme: Option<String>,
    #[serde(default)]
    goal: Option<String>,
    #[serde(default)]
    program: String,
    #[serde(default)]
    seed: u64,
}

/// What the learner sees.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    fen: String,
    last: Option<[String; 2]>,
    orientation: &'static str,
    /// Whether a move is expected.
    asking: bool,
    /// A move that was wrong, and what refutes it.
    refuted: Option<[[String; 2]; 2]>,
    text: Vec<String>,
    state: &'static str,
    standing: String,
}

/// Puzzles, and their themes.
#[derive(Debug, Serialize)]
pub struct Themes {
    puzzles: usize,
    themes: Vec<(String, usize)>,
    problems: Vec<String>,
}

/// A table of puzzles.
#[derive(Debug, Deserialize)]
pub struct Table {
    text: String,
}

/// `themes`.
pub fn themes(table: Table) -> Result<Themes, Refusal> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let mut puzzles = 0;
    let (rows, problems) = rows(&table.text)?;
    for (row, _) in &rows {
        puzzles += 1;
        for theme in row.themes() {
            *count.entry(theme.to_owned()).or_default() += 1;
        }
    }
    let mut themes: Vec<(String, usize)> = count.into_iter().collect();
    themes.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    Ok(Themes {
        puzzles,
        themes,
        problems,
    })
}

/// The puzzles of a table, and what is wrong with its other rows.
fn rows(text: &str) -> Result<(Vec<Puzzle>, Vec<String>), Refusal> {
    let stream = Stream::<Row>::of_text("the file", text.to_owned());
    let stream = stream.map_err(|error| error.to_string())?;
    let (mut rows, mut problems, mut wrong) = (Vec::new(), Vec::new(), 0);
    for row in stream.into_iter() {
        let row = row.map_err(|error| error.to_string())?;
        match Exercise::of_row(&row) {
            Ok(exercise) => rows.push((row, exercise)),
            Err(problem) => {
                wrong += 1;
                if wrong <= TOLD {
                    problems.push(format!("line {}: {problem}", row.line));
                }
            }
        }
    }
    if wrong > TOLD {
        problems.push(format!("{} more rows are no puzzles", wrong - TOLD));
    }
    match rows.is_empty() {
        false => Ok((rows, problems)),
        true => {
            let why = problems.first().map_or("", String::as_str);
            Err(format!("there is no puzzle in this file. {why}")
                .trim()
                .into())
        }
    }
}

/// `train`.
pub fn train(server: &Server, command: Command, stopper: &Arc<Stopper>) -> Result<Shown, Refusal> {
    let room = server.rooms.of(&command.tab)?;
    let deed = match command.command.as_str() {
        "begin" => {
            let plan = plan(server, &command, stopper)?;
            let file = match &server.scores {
                Some(file) => file.clone(),
                None => kept::usual_file()?,
            };
            let (training, shown) = begin(plan, file)?;
            *locked(&room.training) = Some(training);
            return Ok(shown);
        }
        "move" => Deed::Move(command.played),
        "hint" => Deed::Hint,
        "known" => Deed::Known,
        "next" => Deed::Next,
        "back" => Deed::Back,
        "go" => Deed::Go,
        "status" => Deed::Status,
        other => {
            return Err(format!(
                "there is no command `{other}`; expected begin, move, hint, known, next, back, go or status"
            )
            .into());
        }
    };
    let training = locked(&room.training);
    let gone = || Refusal::from("no training goes on; begin one");
    let (answer, answered) = mpsc::channel();
    let order = Order { deed, answer };
    training
        .as_ref()
        .ok_or_else(gone)?
        .orders
        .send(order)
        .map_err(|_| gone())?;
    Ok(answered.recv().map_err(|_| gone())??)
}

/// What is to be trained.
enum Plan {
    Openings {
        selection: Selection,
        color: Color,
        seed: u64,
    },
    Puzzles(Vec<Exercise>, Vec<String>),
}

fn plan(server: &Server, command: &Command, stopper: &Arc<Stopper>) -> Result<Plan, Refusal> {
    let some = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    match command.what.as_str() {
        "openings" => Ok(Plan::Openings {
            selection: Selection {
                name: some(&command.name),
                family: some(&command.family),
                eco: some(&command.eco),
                ..Selection::default()
            },
            color: match command.color.as_deref() {
                None | Some("white") => Color::White,
                Some("black") => Color::Black,
                Some(other) => {
                    return Err(format!("`{other}` is no side; expected white or black").into());
                }
            },
            seed: command.seed,
        }),
        "puzzles" => {
            let (mut rows, mut problems) = rows(&command.text)?;
            if let Some(theme) = some(&command.theme) {
                rows.retain(|(row, _)| row.themes().any(|name| name == theme));
                if rows.is_empty() {
                    return Err(format!("there is no puzzle with the theme {theme}").into());
                }
            }
            if let Some(goal) = some(&command.goal) {
                if rows.len() > ASKED {
                    problems.push(format!("Only the first {ASKED} puzzles were looked at."));
                    rows.truncate(ASKED);
                }
                rows = picked(server, command, &goal, rows, stopper)?;
            }
            let exercises = rows.into_iter().map(|(_, exercise)| exercise);
            Ok(Plan::Puzzles(exercises.collect(), problems))
        }
        other => Err(format!("`{other}` cannot be trained; expected openings or puzzles").into()),
    }
}

/// The puzzles in whose positions a goal holds.
fn picked(
    server: &Server,
    command: &Command,
    goal: &str,
    mut rows: Vec<Puzzle>,
    stopper: &Arc<Stopper>,
) -> Result<Vec<Puzzle>, Refusal> {
    let goal = goal.trim().trim_end_matches('.');
    let goals: Vec<String> = (rows.iter())
        .map(|(_, exercise)| {
            let position = Position::from_chess(exercise.start.clone());
            // A comment may end the goal.
            format!("Pos = {}, ({goal}\n).", quoted_text(position.fen()))
        })
        .collect();
    let room = server.rooms.of(&command.tab)?;
    let looked = rows.len();
    let answers = ask::first_answers(server, &room, stopper, &command.program, goals.into_iter())?;
    let mut held = answers.into_iter().map(|answer| answer.is_some());
    rows.retain(|_| held.next().unwrap_or(false));
    match rows.is_empty() {
        false => Ok(rows),
        true => Err(format!("the goal holds in none of {looked} puzzles").into()),
    }
}

/// Starts a trainer.
fn begin(plan: Plan, file: PathBuf) -> Result<(Training, Shown), Refusal> {
    let (orders, waiting) = mpsc::channel();
    let (answer, first) = mpsc::channel();
    thread::spawn(move || {
        if let Err(why) = lives(plan, &file, &answer, &waiting) {
            // Whoever began it may have gone.
            _ = answer.send(Err(why));
        }
    });
    let shown = first
        .recv()
        .map_err(|_| "the trainer has not begun; this is a bug in Chesslog")??;
    Ok((Training { orders }, shown))
}

/// The life of a trainer: its first words go to `first`.
fn lives(
    plan: Plan,
    file: &Path,
    first: &Sender<Result<Shown, String>>,
    orders: &Receiver<Order>,
) -> Result<(), String> {
    let (kept, scores) = Kept::open(file)?;
    match plan {
        Plan::Openings {
            selection,
            color,
            seed,
        } => {
            let book = Book::bundled();
            let lines = selection.lines(book).map_err(|error| error.to_string())?;
            let course = Course::new(book, &lines, &Weights::default(), color, 0);
            let course = course.map_err(|error| error.to_string())?;
            let learner = Openings {
                trainer: Trainer::new(&course, scores, seed),
                reporter: Reporter {
                    course: &course,
                    style: Style::default(),
                    typed: false,
                },
            };
            follow(learner, kept, Vec::new(), first, orders)
        }
        Plan::Puzzles(exercises, problems) => {
            let learner = Puzzles {
                trainer: PuzzleTrainer::new(&exercises, scores),
                refuted: None,
            };
            follow(learner, kept, problems, first, orders)
        }
    }
}

/// Something that is trained.
trait Learner {
    /// Begins; what is told.
    fn begin(&mut self, now: DateTime<Utc>) -> String;
    /// Does something; what is told.
    fn act(&mut self, deed: &Deed, now: DateTime<Utc>) -> Result<String, String>;
    /// What the board shows.
    fn shown(&self, now: DateTime<Utc>) -> Shown;
    fn scores(&self) -> &Scores;
}

fn follow(
    mut learner: impl Learner,
    mut kept: Kept<'_>,
    mut said: Vec<String>,
    first: &Sender<Result<Shown, String>>,
    orders: &Receiver<Order>,
) -> Result<(), String> {
    let now = cards::now();
    let begun = learner.begin(now);
    said.extend(sentences(&begun));
    let shown = Shown {
        text: said,
        ..learner.shown(now)
    };
    // Whoever does not listen gives no orders either.
    _ = first.send(Ok(shown));
    for order in orders {
        let now = cards::now();
        let told = learner.act(&order.deed, now).map(|text| {
            let mut said = sentences(&text);
            // The learner goes on; what was answered is kept with the next answer, if that can be done again.
            if let Err(Trouble::Kept(why)) = kept.keep(learner.scores()) {
                said.push(format!("This answer is not kept: {why}."));
            }
            Shown {
                text: said,
                ..learner.shown(now)
            }
        });
        _ = order.answer.send(told);
    }
    Ok(())
}

fn sentences(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_end);
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn seen(position: &Chess, last: Option<Move>) -> (String, Option<[String; 2]>) {
    let last = last.map(ends);
    let position = Position::from_chess(position.clone());
    (position.fen().to_owned(), last)
}

/// Where a move begins and ends.
fn ends(m: Move) -> [String; 2] {
    let MoveTerm { from, to, .. } = move_term(m);
    [from.to_string(), to.to_string()]
}

/// The move that was typed.
fn typed(position: &Chess, word: &str) -> Result<Move, String> {
    parsed(&Position::from_chess(position.clone()), word)
}

struct Openings<'c> {
    trainer: Trainer<'c>,
    reporter: Reporter<'c>,
}

impl Learner for Openings<'_> {
    fn begin(&mut self, now: DateTime<Utc>) -> String {
        let events = self.trainer.begin(now);
        self.reporter.told(&self.trainer, &events, now)
    }

    fn act(&mut self, deed: &Deed, now: DateTime<Utc>) -> Result<String, String> {
        let trainer = &mut self.trainer;
        let events = match deed {
            Deed::Move(word) => {
                let m = typed(trainer.game().position(), word)?;
                trainer.answer(m, now)
            }
            Deed::Hint => trainer.hint(now),
            Deed::Known => trainer.known(now),
            Deed::Next => trainer.next(now),
            Deed::Back => trainer.back(),
            Deed::Go => trainer.go_on(now),
            Deed::Status => Vec::new(),
        };
        Ok(self.reporter.told(&self.trainer, &events, now))
    }

    fn shown(&self, now: DateTime<Utc>) -> Shown {
        let game = self.trainer.game();
        let last = game.moves().last().copied();
        let state = self.trainer.state();
        // The move that left the lines is on the board until it is taken back.
        let (fen, last) = match state {
            State::Left(m) => {
                let mut after = game.position().clone();
                after.play_unchecked(m);
                seen(&after, Some(m))
            }
            _ => seen(game.position(), last),
        };
        let refuted = match state {
            State::Left(m) if game.node_after(m).is_none() => {
                let lost = reporter::lost(game.position(), m);
                lost.and_then(|verdict| Some([ends(m), ends(verdict.refutation()?)]))
            }
            _ => None,
        };
        let standing = Standing::of(self.reporter.course, &self.trainer.scores, now);
        Shown {
            fen,
            last,
            orientation: side(self.reporter.course.color),
            asking: state == State::Asking,
            refuted,
            text: Vec::new(),
            state: match state {
                State::Asking => "asking",
                State::Left(_) => "left",
                State::Ended => "ended",
            },
            standing: reporter::counts(&standing).trim().to_owned(),
        }
    }

    fn scores(&self) -> &Scores {
        &self.trainer.scores
    }
}

struct Puzzles<'e> {
    trainer: PuzzleTrainer<'e>,
    /// The move that was wrong just now, and what refutes it.
    refuted: Option<[[String; 2]; 2]>,
}

impl Learner for Puzzles<'_> {
    fn begin(&mut self, now: DateTime<Utc>) -> String {
        let events = self.trainer.next(now);
        puzzle_reporter::told(&self.trainer, &events, now)
    }

    fn act(&mut self, deed: &Deed, now: DateTime<Utc>) -> Result<String, String> {
        let trainer = &mut self.trainer;
        let events = match deed {
            Deed::Move(_) if trainer.solution().is_empty() => {
                return Err("the puzzle is over; begin the next one".to_owned());
            }
            Deed::Move(word) => {
                let m = typed(trainer.position(), word)?;
                trainer.answer(m, now)
            }
            Deed::Hint => trainer.hint(now),
            Deed::Known => trainer.give_up(now),
            Deed::Next => trainer.next(now),
            Deed::Back | Deed::Go => {
                return Err(
                    "in a puzzle there is nothing to take back; try another move".to_owned(),
                );
            }
            Deed::Status => Vec::new(),
        };
        self.refuted = events.iter().find_map(|event| match event {
            puzzles::Event::Wrong { verdict, .. } => {
                Some([ends(*verdict.line.first()?), ends(verdict.refutation()?)])
            }
            _ => None,
        });
        Ok(puzzle_reporter::told(&self.trainer, &events, now))
    }

    fn shown(&self, now: DateTime<Utc>) -> Shown {
        let trainer = &self.trainer;
        let (fen, last) = seen(trainer.position(), trainer.last());
        let over = trainer.solution().is_empty();
        let solver = trainer
            .exercise()
            .map_or(Color::White, |exercise| exercise.start.turn());
        Shown {
            fen,
            last,
            orientation: side(solver),
            asking: !over,
            refuted: self.refuted.clone(),
            text: Vec::new(),
            state: match (trainer.exercise().is_some(), over) {
                (false, _) => "done",
                (true, true) => "ended",
                (true, false) => "asking",
            },
            standing: puzzle_reporter::counts(&trainer.standing(now))
                .trim()
                .to_owned(),
        }
    }

    fn scores(&self) -> &Scores {
        &self.trainer.scores
    }
}
