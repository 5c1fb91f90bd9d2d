//! Answers of a query about records: games of PGN or rows of a table. A term of each answer is counted, or listed
//! with the record that it is of.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Counted, Problem, Task, Worker, session};
use crate::{
    chess::{games::Text, puzzles::Puzzle},
    engine::{Effects, Event, QueryOptions},
    report::{cells, counted, table},
    scale::{
        Job, Part, Pinned, Shard, Table, WrongJob,
        cut::is_table,
        records::{Record, Records},
        table::{Key, Kind},
    },
    session::{Refused, Session, failure},
    syntax,
    term::atom_text,
};

/// The variables that the query gets besides those of the goal.
const NUMBER: &str = "Chesslog_number";
const RESULT: &str = "Chesslog_result";
const GROUND: &str = "Chesslog_ground";
/// Rows of a result that are printed.
const PRINTED: usize = 40;

/// A query about records.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// The goal, in which `Game` is a game, or `Puzzle` a puzzle.
    pub goal: String,
    /// The term that is wanted of each answer.
    pub result: String,
    /// Whether it is listed with the file and the number of the record, not only counted.
    pub list: bool,
    /// Prolog files to load first; those that they load have to be named here, too.
    pub files: Vec<Pinned>,
}

impl Query {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        for text in [&self.goal, &self.result] {
            // Each is read on its own, so that no bracket of one ends in the other.
            match syntax::state(&syntax::with_end(text)) {
                syntax::State::Complete if !syntax::is_blank(&syntax::with_end(text)) => {}
                _ => {
                    let wrong = format!("`{text:.100}` is no Prolog; expected one term");
                    return Err(WrongJob::Input(wrong));
                }
            }
        }
        let tokens = syntax::tokens(&self.goal).into_iter();
        let variables = tokens.filter(|token| token.kind == syntax::Kind::Variable);
        let mut variables = variables.map(|token| token.source(&self.goal)).peekable();
        // A goal without any, such as `true`, counts the records.
        if variables.peek().is_some() && variables.all(|name| !["Game", "Puzzle"].contains(&name)) {
            let wrong = format!(
                "`{:.100}` has neither the variable Game nor Puzzle; expected a goal about a record, such as \
                 game_result(Game, R)",
                self.goal
            );
            return Err(WrongJob::Input(wrong));
        }
        let files = self.files.iter().map(|file| job.input(file));
        Ok(Box::new(Asked {
            job: self,
            files: files.collect::<Result<_, _>>()?,
        }))
    }
}

/// The job with its files.
struct Asked<'j> {
    job: &'j Query,
    files: Vec<PathBuf>,
}

impl Task for Asked<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        let mut session = session(&self.files)?;
        self.check(&mut session)?;
        Ok(Box::new(Asking {
            task: self,
            session,
        }))
    }

    fn table(&self) -> Table {
        let result = ("result", Kind::Text);
        let place = [("file", Kind::Text), ("record", Kind::Number)];
        match self.job.list {
            true => Table::new(&[place[0], place[1], result], &["answers"]),
            false => Table::new(&[result], &["answers"]),
        }
    }
}

impl Asked<'_> {
    /// Asks for predicates that the goal calls and that there are not: the first record would tell, hours later.
    fn check(&self, session: &mut Session) -> Result<(), String> {
        // What the goal itself makes by assertz/1 or the like is there in time.
        let text = format!(
            "findall({NUMBER}, cl_pictures:in_body(({}\n), {NUMBER}), {RESULT}), \
             ( member({GROUND}/1, {RESULT}), member({GROUND}, [assertz,asserta,assert]) -> true \
             ; member(Chesslog_name/Chesslog_arity, {RESULT}), functor({GROUND}, Chesslog_name, Chesslog_arity), \
               \\+ predicate_property({GROUND}, defined) -> \
               throw(error(existence_error(procedure,Chesslog_name/Chesslog_arity),Chesslog_name/Chesslog_arity)) \
             ; true )",
            self.job.goal
        );
        let options = QueryOptions {
            effects: Effects::Discard,
            trusted: true,
            ..QueryOptions::default()
        };
        let limits = session.limits;
        for event in session.query(&text, options).map_err(refused)? {
            let event = event.map_err(|error| error.to_string())?;
            if matches!(event, Event::Answer(_)) {
                return Ok(());
            }
            let message = failure(&event, &limits);
            if !message.is_empty() {
                return Err(format!("the query `{:.100}`: {message}", self.job.goal));
            }
        }
        Ok(())
    }
}

/// An engine that is asked.
struct Asking<'t> {
    task: &'t Asked<'t>,
    session: Session,
}

impl Worker for Asking<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let (file, ..) = shard.records().map_err(Problem::Failed)?;
        match is_table(file) {
            true => self.ask(
                shard,
                Records::<Puzzle>::open(shard),
                "Puzzle",
                "puzzle",
                stop,
            ),
            false => self.ask(shard, Records::<Text>::open(shard), "Game", "game", stop),
        }
    }
}

impl Asking<'_> {
    fn ask<T: Record>(
        &mut self,
        shard: &Shard,
        records: Result<Records<T>, String>,
        variable: &str,
        predicate: &str,
        stop: &AtomicBool,
    ) -> Result<Counted, Problem> {
        let mut records = records.map_err(Problem::Failed)?;
        // What can be read is known before the engine reads it: what is damaged is lost, and no error.
        while records.next().is_some() {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::Stopped);
            }
        }
        let extent = records.extent();
        let mut table = self.task.table();
        let mut answers = 0;
        let own = records.own_range();
        if let (Shard::File { file, .. }, Some((from, to))) = (shard, own) {
            let Query {
                goal, result, list, ..
            } = self.task.job;
            let file = atom_text(file);
            let text = format!(
                "between({from}, {to}, {NUMBER}), {variable} = {predicate}({file}, {NUMBER}), \
                 {predicate}({file}, {variable}), ({goal}\n), {RESULT} = ({result}\n), \
                 ( ground({RESULT}) -> {GROUND} = true ; {GROUND} = false )"
            );
            let name = &records.origin().name;
            let before = records.origin().from - 1;
            let options = QueryOptions {
                effects: Effects::Discard,
                ..QueryOptions::default()
            };
            let limits = self.session.limits;
            let events = self.session.query(&text, options);
            let events = events.map_err(|error| Problem::Failed(refused(error)))?;
            for event in events {
                if stop.load(Ordering::Relaxed) {
                    return Err(Problem::Stopped);
                }
                let event = event.map_err(|error| Problem::Failed(error.to_string()))?;
                let Event::Answer(answer) = event else {
                    let message = failure(&event, &limits);
                    if !message.is_empty() {
                        return Err(Problem::Failed(format!("{name}: the query: {message}")));
                    }
                    continue;
                };
                let value = |name: &str| {
                    let mut bindings = answer.bindings.iter();
                    let found = bindings.find(|binding| binding.name == name);
                    found.map_or("", |binding| binding.text.as_str())
                };
                let number: u64 = value(NUMBER).parse().unwrap_or_default();
                let number = before + number;
                if value(GROUND) != "true" {
                    return Err(Problem::Failed(format!(
                        "{name}: in record {number} the result `{result}` has variables; expected a term without"
                    )));
                }
                let mut keys = Vec::new();
                if *list {
                    let number = i64::try_from(number).unwrap_or(i64::MAX);
                    keys = vec![name.as_str().into(), Key::Number(number)];
                }
                keys.push(value(RESULT).into());
                answers += 1;
                table
                    .add(keys, vec![1])
                    .map_err(|error| Problem::Failed(error.to_string()))?;
            }
        }
        let counts = [("records", extent.records()), ("answers", answers)];
        let counts = counts.map(|(name, number)| (name.to_owned(), number));
        Ok(Counted {
            extent,
            counts: counts.into(),
            table,
            problems: Vec::new(),
        })
    }
}

fn refused(refused: Refused) -> String {
    match refused {
        Refused::Empty => "the query is empty".to_owned(),
        Refused::Syntax(message) => format!("in the query\n{message}"),
    }
}

/// A result for people: the most frequent results, or the first ones of a list.
pub(super) fn text(part: &Part) -> String {
    let mut rows: Vec<_> = part.table.rows().collect();
    if rows.first().is_some_and(|(keys, _)| keys.len() == 1) {
        rows.sort_by_key(|(_, sums)| std::cmp::Reverse(sums[0]));
    }
    let more = rows.len().saturating_sub(PRINTED);
    rows.truncate(PRINTED);
    let mut lines = vec![cells!["result", "answers"]];
    for (keys, sums) in rows {
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        lines.push(cells![keys.join(" "), sums[0]]);
    }
    let mut text = table(&lines);
    if more > 0 {
        text += &format!("and {}\n", counted(more as u64, "more row"));
    }
    text + &format!(
        "{} about {}\n",
        counted(part.count("answers"), "answer"),
        counted(part.count("records"), "record")
    )
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    let columns: Vec<&String> = part.table.keys.iter().map(|(name, _)| name).collect();
    let rows = part.table.rows().map(|(keys, sums)| {
        let cells = columns.iter().zip(keys).map(|(name, key)| {
            let value = match key {
                Key::Number(number) => json!(number),
                Key::Text(text) => json!(text),
            };
            ((*name).clone(), value)
        });
        let answers = ("answers".to_owned(), json!(sums[0]));
        Value::Object(cells.chain([answers]).collect())
    });
    json!({ "results": rows.collect::<Vec<_>>() })
}
