//! Many evaluations by several engines side by side, none of them twice.

use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
};

use serde::Serialize;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, fen::Fen, uci::UciMove};

use super::{
    Cache, CacheError, Engine, Error, Limit, Query, Record, Score, SearchResult, Settings,
};
use crate::{cancel::Cancel, os::locked};

/// So many positions may fail one after the other before an engine is given up.
const PATIENCE: u32 = 3;

/// What is asked about a position.
#[derive(Debug, Clone)]
pub struct Question {
    /// The position.
    pub position: Chess,
    /// The legal moves to evaluate.
    pub moves: Vec<Move>,
    /// Whether the best move is asked for too.
    pub best: bool,
}

/// What was found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The score of each move asked for, from the point of view of the side that moves.
    pub scores: Vec<Score>,
    /// The best move, if asked for.
    pub best: Option<Move>,
}

/// A position that no engine could be brought to evaluate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The question's place.
    #[serde(skip)]
    pub index: usize,
    /// The position.
    pub fen: String,
    /// What went wrong at the last attempt.
    pub why: String,
}

/// How much work there was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches that engines made.
    pub searches: u64,
    /// Answers found in the cache.
    pub hits: u64,
    /// How often an engine was restarted.
    pub restarts: u64,
    /// The positions without an answer.
    pub skipped: Vec<Skipped>,
    /// Why the cache could not be written, if so.
    pub unwritten: Option<String>,
}

/// Engines of one kind that work side by side, and what is known already.
#[derive(Debug)]
pub struct Evaluator {
    settings: Settings,
    limit: Limit,
    /// The first engine, until a thread takes it.
    first: Mutex<Option<Engine>>,
    name: String,
    cache: Mutex<Option<Cache>>,
    threads: usize,
}

impl Evaluator {
    /// Starts one engine; others are started when there is work for them.
    ///
    /// # Errors
    ///
    /// [`Error`] if the engine does not start, or the flag is set meanwhile.
    pub fn start(
        settings: Settings,
        limit: Limit,
        threads: usize,
        cancel: &AtomicBool,
    ) -> Result<Evaluator, Error> {
        let engine = Engine::start_unless(&settings, &Cancel::by(cancel))?;
        Ok(Evaluator {
            settings,
            limit,
            name: engine.name().to_owned(),
            first: Mutex::new(Some(engine)),
            cache: Mutex::new(None),
            threads: threads.max(1),
        })
    }

    /// Keeps evaluations in a directory, and uses those that are there.
    ///
    /// # Errors
    ///
    /// [`CacheError`] if the directory cannot be used.
    pub fn keep(&mut self, directory: &Path) -> Result<(), CacheError> {
        if let Some(engine) = locked(&self.first).as_ref() {
            let cache = Cache::open(directory, &engine.identity(self.limit))?;
            *locked(&self.cache) = Some(cache);
        }
        Ok(())
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limit of each search.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Answers questions; those that have none are in the tally, unless the run was cancelled.
    /// `progress` is reported after each position how many are done.
    ///
    /// The evaluation of a move is that of the position after it, with the sign changed, as in
    /// equations 4 and 5 of the tactics paper; mates and dead positions after it need no engine.
    pub fn answer(
        &self,
        questions: &[Question],
        progress: &(dyn Fn(usize) + Sync),
        cancel: &AtomicBool,
    ) -> (Vec<Option<Answer>>, Tally) {
        let run = Run {
            evaluator: self,
            questions,
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            searches: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            restarts: AtomicU64::new(0),
            results: Mutex::new(vec![None; questions.len()]),
            unwritten: Mutex::new(None),
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.min(questions.len()) {
                scope.spawn(|| run.work(progress, cancel));
            }
        });
        let mut tally = Tally {
            searches: run.searches.into_inner(),
            hits: run.hits.into_inner(),
            restarts: run.restarts.into_inner(),
            skipped: Vec::new(),
            unwritten: run.unwritten.into_inner().unwrap_or_default(),
        };
        let results = run.results.into_inner();
        let results = results.unwrap_or_else(PoisonError::into_inner);
        let mut answers = Vec::with_capacity(results.len());
        for (index, result) in results.into_iter().enumerate() {
            answers.push(match result {
                Some(Ok(answer)) => Some(answer),
                Some(Err(why)) => {
                    let fen = fen_of(&questions[index].position);
                    tally.skipped.push(Skipped { index, fen, why });
                    None
                }
                None => None,
            });
        }
        (answers, tally)
    }
}

struct Run<'a> {
    evaluator: &'a Evaluator,
    questions: &'a [Question],
    next: AtomicUsize,
    done: AtomicUsize,
    searches: AtomicU64,
    hits: AtomicU64,
    restarts: AtomicU64,
    results: Mutex<Vec<Option<Result<Answer, String>>>>,
    unwritten: Mutex<Option<String>>,
}

impl Run<'_> {
    fn work(&self, progress: &(dyn Fn(usize) + Sync), cancel: &AtomicBool) {
        let mut engine = locked(&self.evaluator.first).take();
        let before = engine.as_ref().map_or(0, Engine::restarts);
        let mut failures = 0;
        let mut given_up: Option<String> = None;
        while !cancel.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = self.questions.get(index) else {
                break;
            };
            let result = match (self.recall(question), &given_up) {
                (Ok(known), _) => Ok(known),
                (Err(_), Some(why)) => Err(why.clone()),
                (Err(record), None) => self.ask(&mut engine, question, record, cancel),
            };
            // What was broken off is no failure of the engine's.
            if result.is_err() && cancel.load(Ordering::Relaxed) {
                break;
            }
            match &result {
                Ok(_) => failures = 0,
                Err(why) => {
                    failures += 1;
                    if failures == PATIENCE && given_up.is_none() {
                        given_up = Some(format!(
                            "the engine was given up after {PATIENCE} positions that failed: {why}"
                        ));
                    }
                }
            }
            locked(&self.results)[index] = Some(result);
            progress(self.done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        if let Some(engine) = engine {
            let restarts = engine.restarts() - before;
            self.restarts.fetch_add(restarts, Ordering::Relaxed);
            // The next run goes on with it.
            locked(&self.evaluator.first).get_or_insert(engine);
        }
    }

    /// The answer, if all of it is known; otherwise what is known.
    fn recall(&self, question: &Question) -> Result<Answer, Record> {
        let mut known = Record::default();
        if let Some(cache) = locked(&self.evaluator.cache).as_ref()
            && let Some(found) = cache.find(&fen_of(&question.position))
        {
            known = found.clone();
        }
        let needed = question.moves.iter();
        let found = needed.filter(|&&m| known.scores.contains_key(&text_of(question, m)));
        let best = question.best && known.best.is_some();
        let hits = found.count() as u64 + u64::from(best);
        self.hits.fetch_add(hits, Ordering::Relaxed);
        assemble(question, &known).ok_or(known)
    }

    /// Asks an engine for what is not known.
    fn ask(
        &self,
        engine: &mut Option<Engine>,
        question: &Question,
        mut known: Record,
        cancel: &AtomicBool,
    ) -> Result<Answer, String> {
        let evaluator = self.evaluator;
        let cancel = Cancel::by(cancel);
        let engine = match engine {
            Some(engine) => engine,
            None => {
                let started = Engine::start_unless(&evaluator.settings, &cancel);
                engine.insert(started.map_err(|error| error.to_string())?)
            }
        };
        let mut fresh = Record::default();
        let mut trouble = None;
        for &m in &question.moves {
            let text = text_of(question, m);
            if known.scores.contains_key(&text) || decided(&question.position, m).is_some() {
                continue;
            }
            let mut after = question.position.clone();
            after.play_unchecked(m);
            self.searches.fetch_add(1, Ordering::Relaxed);
            match engine.search(&Query::new(&after, evaluator.limit).cancelled_by(cancel)) {
                Ok(found) => match found.score() {
                    Some(score) => _ = fresh.scores.insert(text, score.reversed()),
                    None => trouble = Some(format!("no score after {text}")),
                },
                Err(error) => trouble = Some(format!("{error}, after the move {text}")),
            }
            if trouble.is_some() {
                break;
            }
        }
        if question.best && known.best.is_none() && trouble.is_none() {
            self.searches.fetch_add(1, Ordering::Relaxed);
            let query = Query::new(&question.position, evaluator.limit);
            match engine.search(&query.cancelled_by(cancel)) {
                Ok(SearchResult { best: Some(m), .. }) => fresh.best = Some(text_of(question, m)),
                Ok(_) => trouble = Some("the engine named no best move".to_owned()),
                Err(error) => trouble = Some(error.to_string()),
            }
        }
        known.scores.extend(fresh.scores.clone());
        known.best = fresh.best.clone().or(known.best);
        if let Some(cache) = locked(&evaluator.cache).as_mut()
            && let Err(error) = cache.add(&fen_of(&question.position), fresh)
        {
            locked(&self.unwritten).get_or_insert(error.to_string());
        }
        match trouble {
            Some(why) => Err(why),
            None => {
                assemble(question, &known).ok_or_else(|| "the answer is not complete".to_owned())
            }
        }
    }
}

/// The answer, if the record has all of it.
fn assemble(question: &Question, record: &Record) -> Option<Answer> {
    let position = &question.position;
    let score = |&m: &Move| {
        decided(position, m).or_else(|| record.scores.get(&text_of(question, m)).copied())
    };
    let scores = question.moves.iter().map(score).collect::<Option<_>>()?;
    let best = match (&record.best, question.best) {
        (_, false) => None,
        (Some(best), true) => Some(best.parse::<UciMove>().ok()?.to_move(position).ok()?),
        (None, true) => return None,
    };
    Some(Answer { scores, best })
}

/// The score of a move that ends the game.
fn decided(position: &Chess, m: Move) -> Option<Score> {
    let mut after = position.clone();
    after.play_unchecked(m);
    match after.is_checkmate() {
        true => Some(Score::Mates(1)),
        false => (after.is_stalemate() || after.is_insufficient_material())
            .then_some(Score::Centipawns(0)),
    }
}

fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn text_of(question: &Question, m: Move) -> String {
    m.to_uci(question.position.castles().mode()).to_string()
}

#[cfg(test)]
mod tests;
