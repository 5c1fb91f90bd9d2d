//! One engine: the handshake, its options, and searches that survive its death.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position as _,
    fen::Fen,
    uci::{IllegalUciMoveError, UciMove},
};
use shakmaty_uci::{UciInfo, UciMessage, UciOptionConfig, UciSearchControl};

use super::{Error, Identity, Limit, Score, process::Process};
use crate::cancel::Cancel;

/// How often a search is tried before it is given up.
const ATTEMPTS: u32 = 3;
/// How long an engine may take to say that it is one.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Lines that an engine may print before it says so; Stockfish prints about 25.
const GREETING: usize = 5000;
/// Where Debian and others put engines, which PATH need not have.
const PLACES: [&str; 3] = ["/usr/local/bin", "/usr/games", "/usr/local/games"];
/// What makes answers repeat, set where an engine has the option and the user does not set it: one
/// thread, and a small hash table, since it is cleared before each search.
const REPEATABLE: [(&str, &str); 2] = [("Hash", "1"), ("Threads", "1")];

/// Which engine, and how it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The program: a path, or a name that is looked for in the directories of PATH.
    pub program: String,
    /// Options and their values.
    pub options: Vec<(String, String)>,
    /// How long an answer may take before the engine counts as hanging; a search that is given a
    /// time has it in addition.
    pub patience: Duration,
}

impl Settings {
    /// An engine as it is, with a minute for an answer.
    pub fn new(program: impl Into<String>) -> Settings {
        Settings {
            program: program.into(),
            options: Vec::new(),
            patience: Duration::from_secs(60),
        }
    }

    /// The path of the program.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is none.
    pub fn path(&self) -> Result<PathBuf, Error> {
        let found = match self.program.contains('/') {
            true => Some(PathBuf::from(&self.program)),
            false => env::split_paths(&env::var_os("PATH").unwrap_or_default())
                .chain(PLACES.iter().map(PathBuf::from))
                .map(|place| place.join(&self.program))
                .find(|path| path.is_file()),
        };
        found
            .filter(|path| path.exists() && !self.program.is_empty())
            .ok_or_else(|| Error::Missing(self.program.clone()))
    }
}

/// A question to an engine.
#[derive(Debug, Clone)]
pub struct Query<'a> {
    /// The position.
    pub position: &'a Chess,
    /// How long to search.
    pub limit: Limit,
    /// The moves to consider; all if there are none here.
    pub only: &'a [Move],
    /// How many of the best moves to report.
    pub lines: u16,
    /// The game that led to the position, if there is one.
    pub past: Option<Past<'a>>,
    /// What ends the wait for an answer.
    pub cancel: Cancel<'a>,
}

/// A game so far. An engine that knows it avoids repetition, and remembers its searches.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    /// The position in which it began.
    pub start: &'a Chess,
    /// The moves since then.
    pub moves: &'a [Move],
}

impl<'a> Query<'a> {
    /// Asks for the best of all moves.
    pub fn new(position: &'a Chess, limit: Limit) -> Query<'a> {
        Query {
            position,
            limit,
            only: &[],
            lines: 1,
            past: None,
            cancel: Cancel::NEVER,
        }
    }

    /// The same question, unless it is withdrawn.
    #[must_use]
    pub fn cancelled_by(self, cancel: Cancel<'a>) -> Query<'a> {
        Query { cancel, ..self }
    }
}

/// One of the best moves: its score for the side to move, and how play goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score, the last one that the engine reported.
    pub score: Score,
    /// The moves from here on.
    pub moves: Vec<UciMove>,
    /// Whether the score is exact rather than a bound.
    exact: bool,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if the engine named none, as where there is no legal one.
    pub best: Option<Move>,
    /// The best moves with their scores, as many as asked for and possible.
    pub lines: Vec<Line>,
}

impl SearchResult {
    /// The score of the best move, for the side to move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

/// A running engine. Dropping it ends the process.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    path: PathBuf,
    name: String,
    /// The options as they were set.
    options: BTreeMap<String, String>,
    restarts: u64,
    /// `None` after it was killed.
    running: Option<Running>,
}

impl Engine {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such program, it is no UCI engine, or has not such options.
    pub fn start(settings: &Settings) -> Result<Engine, Error> {
        Engine::start_unless(settings, &Cancel::NEVER)
    }

    /// The same, unless it is cancelled meanwhile.
    ///
    /// # Errors
    ///
    /// As for [`Engine::start`], and [`Error::Cancelled`].
    pub fn start_unless(settings: &Settings, cancel: &Cancel<'_>) -> Result<Engine, Error> {
        let path = settings.path()?;
        let (running, greeting) = Running::start(settings, &path, cancel)?;
        Ok(Engine {
            settings: settings.clone(),
            path,
            name: greeting.name,
            options: greeting.set,
            restarts: 0,
            running: Some(running),
        })
    }

    /// The name that the engine gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How often the engine was restarted.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// What its evaluations depend on besides the position.
    pub fn identity(&self, limit: Limit) -> Identity {
        Identity {
            engine: self.name.clone(),
            program: self.path.display().to_string(),
            options: self.options.clone(),
            limit: limit.to_string(),
        }
    }

    /// Searches a position, with nothing remembered from the one before, so that the answer
    /// does not depend on what was asked earlier. An engine that dies, hangs or answers nonsense
    /// is killed and started anew, and asked again, twice at most.
    ///
    /// # Errors
    ///
    /// [`Error`] as of the last attempt; [`Error::Cancelled`] at once, and then the process is killed.
    pub fn search(&mut self, query: &Query<'_>) -> Result<SearchResult, Error> {
        let mut attempt = 1;
        loop {
            match self.attempt(query) {
                Ok(found) => return Ok(found),
                Err(error) => {
                    self.running = None;
                    if attempt == ATTEMPTS || matches!(error, Error::Cancelled) {
                        return Err(error);
                    }
                }
            }
            attempt += 1;
        }
    }

    fn attempt(&mut self, query: &Query<'_>) -> Result<SearchResult, Error> {
        let running = match &mut self.running {
            Some(running) => running,
            None => {
                self.restarts += 1;
                let (running, _) = Running::start(&self.settings, &self.path, &query.cancel)?;
                self.running.insert(running)
            }
        };
        running.search(query, self.settings.patience)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.quit();
        }
    }
}

/// What an engine says of itself, and what it was sent.
#[derive(Debug, Default)]
struct Greeting {
    name: String,
    known: Vec<String>,
    set: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Running {
    process: Process,
    /// How many lines it was asked for last.
    lines: u16,
    /// Whether it was told that castling is that of Chess960.
    chess960: bool,
}

impl Running {
    fn start(
        settings: &Settings,
        path: &Path,
        cancel: &Cancel<'_>,
    ) -> Result<(Running, Greeting), Error> {
        let process = Process::start(path)
            .map_err(|error| Error::Unrunnable(settings.program.clone(), error))?;
        let mut running = Running {
            process,
            lines: 1,
            chess960: false,
        };
        let mut greeting = running.greet(settings, cancel)?;
        if greeting.name.is_empty() {
            greeting.name = settings.program.clone();
        }
        for (option, value) in &settings.options {
            let known = &greeting.known;
            let Some(name) = known.iter().find(|name| name.eq_ignore_ascii_case(option)) else {
                return Err(Error::NoOption {
                    program: settings.program.clone(),
                    option: option.clone(),
                    known: greeting.known,
                });
            };
            greeting.set.insert(name.clone(), value.clone());
        }
        for (option, value) in REPEATABLE {
            if greeting.known.iter().any(|name| name == option) {
                let entry = greeting.set.entry(option.to_owned());
                entry.or_insert_with(|| value.to_owned());
            }
        }
        for (name, value) in &greeting.set {
            running.set(name, value)?;
        }
        running.ready(settings.patience, cancel)?;
        Ok((running, greeting))
    }

    fn greet(&mut self, settings: &Settings, cancel: &Cancel<'_>) -> Result<Greeting, Error> {
        let patience = settings.patience.min(HANDSHAKE);
        let deadline = Instant::now() + patience;
        let refused = |error| {
            let what = match error {
                Error::Silent(time) => {
                    format!("did not say \"uciok\" within {} s", time.as_secs_f64())
                }
                Error::Ended(how) => format!("ended ({how}) without saying \"uciok\""),
                Error::Cancelled => return Error::Cancelled,
                error => error.to_string(),
            };
            Error::NotUci(settings.program.clone(), what)
        };
        let mut greeting = Greeting::default();
        self.process
            .send(&UciMessage::Uci.to_string())
            .map_err(refused)?;
        for _ in 0..GREETING {
            let line = self.process.line(deadline, patience, cancel);
            let line = line.map_err(refused)?;
            match line.parse() {
                Ok(UciMessage::Id {
                    name: Some(name), ..
                }) => greeting.name = name,
                Ok(UciMessage::Option(option)) => greeting.known.push(name_of(&option)),
                Ok(UciMessage::UciOk) => return Ok(greeting),
                _ => {}
            }
        }
        let what = format!("printed {GREETING} lines and \"uciok\" was none of them");
        Err(Error::NotUci(settings.program.clone(), what))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        // Buttons have no value, and the crate would write one.
        let message = match value {
            "" => format!("setoption name {name}"),
            value => UciMessage::SetOption {
                name: name.to_owned(),
                value: Some(value.to_owned()),
            }
            .to_string(),
        };
        self.process.send(&message)
    }

    fn ready(&mut self, patience: Duration, cancel: &Cancel<'_>) -> Result<(), Error> {
        self.process.send(&UciMessage::IsReady.to_string())?;
        let deadline = Instant::now() + patience;
        while self.process.line(deadline, patience, cancel)?.parse() != Ok(UciMessage::ReadyOk) {}
        Ok(())
    }

    fn search(&mut self, query: &Query<'_>, patience: Duration) -> Result<SearchResult, Error> {
        let position = query.position;
        let mode = position.castles().mode();
        if self.chess960 != mode.is_chess960() {
            self.set("UCI_Chess960", &mode.is_chess960().to_string())?;
            self.chess960 = mode.is_chess960();
        }
        if self.lines != query.lines {
            self.set("MultiPV", &query.lines.to_string())?;
            self.lines = query.lines;
        }
        let (start, moves) = match query.past {
            Some(past) => (past.start, past.moves),
            None => (position, &[][..]),
        };
        if moves.is_empty() {
            self.process.send(&UciMessage::UciNewGame.to_string())?;
            self.ready(patience, &query.cancel)?;
        }
        let fen = Fen::from_position(start, EnPassantMode::Legal);
        let mut text = format!("position fen {fen}");
        if !moves.is_empty() {
            text.push_str(" moves");
            push_moves(&mut text, moves, mode);
        }
        self.process.send(&text)?;
        self.process.send(&go(query))?;
        let patience = match query.limit {
            Limit::MoveTime(milliseconds) => patience + Duration::from_millis(milliseconds),
            Limit::Depth(_) | Limit::Nodes(_) => patience,
        };
        let deadline = Instant::now() + patience;
        let mut lines = BTreeMap::new();
        loop {
            let text = self.process.line(deadline, patience, &query.cancel)?;
            if let Some(best) = text.strip_prefix("bestmove") {
                let best = best_move(best, position)
                    .filter(|best| {
                        query.only.is_empty() || best.is_none_or(|m| query.only.contains(&m))
                    })
                    .ok_or(Error::Unusable(text))?;
                let lines: Vec<Line> = lines.into_values().collect();
                let found = SearchResult { best, lines };
                if found.best.is_some() && found.lines.is_empty() {
                    return Err(Error::Unusable("it gave a move without a score".to_owned()));
                }
                return Ok(found);
            }
            // Engines differ in how they write the moves, which are not needed.
            let plain = || text.split(" pv").next().unwrap_or_default().parse();
            if let Ok(UciMessage::Info(info)) = text.parse().or_else(|_| plain()) {
                note(&mut lines, info);
            }
        }
    }
}

/// The command for a search. The crate's own words, except that a set of moves comes last.
fn go(query: &Query<'_>) -> String {
    let control = UciSearchControl {
        search_moves: Vec::new(),
        mate: None,
        depth: match query.limit {
            Limit::Depth(plies) => Some(plies),
            _ => None,
        },
        nodes: match query.limit {
            Limit::Nodes(nodes) => Some(nodes),
            _ => None,
        },
    };
    let mut text = match query.limit {
        Limit::MoveTime(milliseconds) => {
            UciMessage::go_movetime(Duration::from_millis(milliseconds))
        }
        _ => UciMessage::Go {
            time_control: None,
            search_control: Some(control),
        },
    }
    .to_string();
    if !query.only.is_empty() {
        text.push_str(" searchmoves");
        push_moves(&mut text, query.only, query.position.castles().mode());
    }
    text
}

fn push_moves(text: &mut String, moves: &[Move], mode: CastlingMode) {
    for m in moves {
        _ = write!(text, " {}", m.to_uci(mode));
    }
}

fn name_of(option: &UciOptionConfig) -> String {
    option.get_name().trim().to_owned()
}

/// The move after `bestmove`; `Some(None)` if it says that there is none, `None` if it is nonsense.
fn best_move(text: &str, position: &Chess) -> Option<Option<Move>> {
    let word = text.split_whitespace().next().unwrap_or_default();
    let found: Result<Move, IllegalUciMoveError> = match word.parse::<UciMove>() {
        Ok(UciMove::Null) | Err(_) => {
            let none = ["(none)", "0000", "NULL", "none"].contains(&word);
            return none.then_some(None);
        }
        Ok(m) => m.to_move(position),
    };
    found.ok().map(Some)
}

/// Keeps the last exact score of each line, or the last bound while there is no exact one.
fn note(lines: &mut BTreeMap<u16, Line>, info: UciInfo) {
    let Some(score) = info.score else { return };
    let exact = !score.lower_bound && !score.upper_bound;
    let value = match (score.mate, score.cp) {
        (Some(moves), _) if moves > 0 => Score::Mates(u32::from(moves.unsigned_abs())),
        (Some(moves), _) => Score::Mated(u32::from(moves.unsigned_abs())),
        (None, Some(centipawns)) => Score::Centipawns(centipawns),
        (None, None) => return,
    };
    let number = info.multi_pv.unwrap_or(1);
    if exact || lines.get(&number).is_none_or(|line| !line.exact) {
        let line = Line {
            score: value,
            moves: info.pv,
            exact,
        };
        lines.insert(number, line);
    }
}

#[cfg(test)]
mod tests;
