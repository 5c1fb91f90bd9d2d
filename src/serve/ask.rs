//! Queries of a page, whose answers go there line by line, as they are found.
//!
//! `ask` has the rules of the page (`program`), loaded if they are others than before, and a `query`. Each line of the
//! answer is an object with a `kind`: `loading`, `query`, `output`, `error_output`, `picture`, `diagnostic`, `progress`,
//! `told`, `answer`, `false`, `more`, `cut`, `raised`, `failed`, and `done` in the end. After `answers` answers there is
//! `more`, and the query waits for the call of this name, or `stop`. If the page closes the connection, the query ends, and
//! so it does when the page asks anew.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse as _, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::mpsc as channel, task};

use super::{
    Server,
    api::{self, Refusal},
    rooms::{Desk, Room, Turn},
    stopper::{Stopper, Waiting},
};
use crate::{
    engine::{Answer, Event, Severity},
    os::locked,
    session::{self, Cell, Face, Happening, Loading, Outcome, Session, View, layout::positions},
};

/// Lines that wait for the page.
const WAITING: usize = 256;
/// Answers that come at once, if the page says nothing else, and at most.
const ANSWERS: usize = 50;
const MOST_ANSWERS: usize = 10_000;
/// How long a query waits for whoever might want more, and how often it looks whether somebody is still there.
const PATIENCE: Duration = Duration::from_secs(5 * 60);
const LOOK: Duration = Duration::from_millis(50);

/// What a page asks.
#[derive(Deserialize)]
struct Asked {
    tab: String,
    #[serde(default)]
    program: String,
    query: String,
    #[serde(default)]
    answers: Option<usize>,
}

/// `more`.
#[derive(Deserialize)]
pub struct More {
    tab: String,
    #[serde(default)]
    answers: Option<usize>,
}

/// A page.
#[derive(Deserialize)]
pub struct Tab {
    tab: String,
}

/// More answers may come.
pub fn more(server: &Server, more: &More) -> Result<Value, Refusal> {
    let room = server.rooms.known(&more.tab);
    match room.is_some_and(|room| room.wish(wanted(more.answers))) {
        true => Ok(json!({})),
        false => Err("no query waits; ask it again".into()),
    }
}

/// Ends the query that runs.
pub fn stop(server: &Server, tab: &Tab) -> Result<Value, Refusal> {
    if let Some(room) = server.rooms.known(&tab.tab) {
        room.stop();
    }
    Ok(json!({}))
}

/// The page is gone.
pub fn close(server: &Server, tab: &Tab) -> Result<Value, Refusal> {
    server.rooms.close(&tab.tab);
    Ok(json!({}))
}

fn wanted(answers: Option<usize>) -> usize {
    answers.unwrap_or(ANSWERS).clamp(1, MOST_ANSWERS)
}

/// `ask`: the answer is a stream, which ends the query when it is dropped.
pub fn stream(server: Arc<Server>, body: &Bytes) -> Result<Response, Refusal> {
    let asked: Asked = api::read(body)?;
    let room = server.rooms.of(&asked.tab)?;
    let (lines, waiting) = channel::channel(WAITING);
    let stopper = Arc::new(Stopper::default());
    let guard = Waiting(Arc::clone(&stopper));
    let turn = Turn::new(&room, &stopper);
    task::spawn_blocking(move || {
        let begin = Instant::now();
        seated(&room, &turn, lines, wanted(asked.answers), |desk, page| {
            ask(&server, &room, desk, &asked, page);
            page.say(&json!({ "kind": "done", "seconds": begin.elapsed().as_secs_f64() }));
        });
    });
    let stream = Lines {
        waiting,
        _guard: guard,
    };
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::new(stream)).into_response())
}

/// What the page reads.
struct Lines {
    waiting: channel::Receiver<Bytes>,
    _guard: Waiting,
}

impl axum::body::HttpBody for Lines {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        self.waiting
            .poll_recv(context)
            .map(|line| line.map(|line| Ok(http_body::Frame::data(line))))
    }
}

/// Works at the desk of a room, when it is free.
fn seated<T>(
    room: &Room,
    turn: &Turn,
    lines: channel::Sender<Bytes>,
    answers: usize,
    work: impl FnOnce(&mut Desk, &mut Page<'_>) -> T,
) -> T {
    let mut desk = locked(&room.desk);
    let mut page = Page {
        lines,
        stopper: &turn.stopper,
        turn,
        view: View::for_notebooks(),
        wanted: answers,
        step: answers,
        seen: 0,
    };
    work(&mut desk, &mut page)
}

fn ask(server: &Server, room: &Room, desk: &mut Desk, asked: &Asked, page: &mut Page<'_>) {
    if page.stopper.is_stopped() {
        return;
    }
    if let Err(why) = ready(server, room, desk, &asked.program, page) {
        page.say(&json!({ "kind": "failed", "text": why }));
        return;
    }
    let next = desk.asked.len() + 1;
    let number = *desk.asked.entry(asked.query.clone()).or_insert(next);
    let name = format!("query {number}");
    let Some(session) = &mut desk.session else {
        return;
    };
    let stopper = page.stopper;
    let interrupt = session.interrupt_handle();
    let outcome = stopper.run(
        move || interrupt.interrupt(),
        || session.execute(&Cell::read(&asked.query), &name, page),
    );
    match outcome {
        Some(Outcome::Halted(status)) => {
            let text = format!("halt({status}) was called, which ends nothing here");
            page.say(&json!({ "kind": "told", "text": text }));
        }
        Some(Outcome::Gone(why)) => page.put("failed", &why),
        _ => {}
    }
    if session.engine().is_gone() {
        desk.session = None;
        page.put(
            "told",
            "the engine is gone; the next query starts another one",
        );
    }
    locked(&room.assist).learn(&asked.query);
}

/// Sees to it that there is an engine, and that it has the rules of the page.
fn ready(
    server: &Server,
    room: &Room,
    desk: &mut Desk,
    program: &str,
    page: &mut Page<'_>,
) -> Result<(), String> {
    if desk.session.is_none() {
        page.say(&json!({ "kind": "loading" }));
        *desk = Desk::default();
        let session = server.rooms.engine();
        desk.session = Some(session.map_err(|error| error.to_string())?);
    }
    let heard = !page.lines.is_closed();
    if desk.program == program && (desk.told || !heard || program.is_empty()) {
        return Ok(());
    }
    let Some(session) = &mut desk.session else {
        return Ok(());
    };
    let stopper = page.stopper;
    let interrupt = session.interrupt_handle();
    let loaded = stopper.run(
        move || interrupt.interrupt(),
        || load(session, program, page),
    );
    let gone = session.engine().is_gone();
    let predicates = match &loaded {
        Some(Ok(_)) => session.predicates(),
        _ => Vec::new(),
    };
    if gone {
        desk.session = None;
    }
    match loaded {
        None => Err("stopped".to_owned()),
        Some(Err(why)) => Err(format!("the rules were not loaded: {why}")),
        Some(Ok(Loading::Halted(status))) => Err(format!("the rules call halt({status})")),
        Some(Ok(Loading::Done(_))) => {
            program.clone_into(&mut desk.program);
            desk.told = heard;
            let mut assist = locked(&room.assist);
            assist.learn_predicates(&predicates);
            assist.learn(program);
            Ok(())
        }
    }
}

fn load(session: &mut Session, program: &str, page: &mut Page<'_>) -> Result<Loading, String> {
    session.consult_text("rules", program, |event| match event {
        Event::Output(text) => page.put("output", text),
        Event::ErrorOutput(text) => page.put("error_output", text),
        Event::Diagnostic(diagnostic) => _ = page.take(&Happening::Diagnostic(diagnostic)),
        Event::Picture(picture) => _ = page.take(&Happening::Picture(picture)),
        _ => {}
    })
}

/// What is told of a query.
struct Page<'a> {
    lines: channel::Sender<Bytes>,
    stopper: &'a Arc<Stopper>,
    turn: &'a Turn,
    view: View,
    /// How many answers may come before somebody is asked for his wish.
    wanted: usize,
    /// How many were wanted at first.
    step: usize,
    /// How many answers of the query have come.
    seen: usize,
}

impl Page<'_> {
    /// Says something; false if nobody listens.
    fn say(&self, line: &Value) -> bool {
        let sent = self.lines.blocking_send(format!("{line}\n").into());
        sent.is_ok()
    }

    fn put(&self, kind: &str, text: &str) {
        self.say(&json!({ "kind": kind, "text": text }));
    }

    fn answer(&self, answer: &Answer) -> Value {
        let mut answer = answer.clone();
        answer
            .bindings
            .retain(|binding| !binding.name.starts_with('_'));
        let fens: Vec<(String, String)> = positions(&answer)
            .map(|(binding, position)| (binding.name.clone(), position.fen().to_owned()))
            .collect();
        let shown = self.view.shortened(&answer);
        let bindings = shown.bindings.iter().map(|binding| {
            let fen = fens.iter().find(|(name, _)| *name == binding.name);
            json!({
                "name": binding.name,
                "text": session::without_needless_escapes(&binding.text),
                "fen": fen.map(|(_, fen)| fen),
            })
        });
        json!({
            "kind": "answer",
            "text": session::answer_text(&shown),
            "bindings": bindings.collect::<Vec<_>>(),
            "residual": shown.residual,
            "last": shown.last,
        })
    }

    /// Whether another answer is wanted, when as many have come as were.
    fn wants_more(&mut self) -> bool {
        let wished = self.turn.wait();
        if !self.say(&json!({ "kind": "more" })) {
            return false;
        }
        let end = Instant::now() + PATIENCE;
        while !self.stopper.is_stopped() && Instant::now() < end {
            if let Ok(answers) = wished.recv_timeout(LOOK) {
                self.wanted += answers;
                return true;
            }
        }
        false
    }
}

impl Face for Page<'_> {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        match happening {
            Happening::Query => {
                self.seen = 0;
                self.wanted = self.step;
                self.say(&json!({ "kind": "query" }));
            }
            Happening::Output(text) => self.put("output", text),
            Happening::ErrorOutput(text) => self.put("error_output", text),
            Happening::Picture(picture) => {
                self.say(&json!({ "kind": "picture", "svg": picture.svg, "text": picture.text }));
            }
            Happening::Diagnostic(diagnostic) => {
                let severity = match diagnostic.severity {
                    Severity::Error => "error",
                    _ => "warning",
                };
                let text = session::report(diagnostic, false);
                self.say(&json!({ "kind": "diagnostic", "severity": severity, "text": text }));
            }
            Happening::Progress(text) => self.put("progress", text),
            Happening::Answer(answer) => {
                self.seen += 1;
                if !self.say(&self.answer(answer)) || self.stopper.is_stopped() {
                    return false;
                }
                return answer.last || self.seen < self.wanted || self.wants_more();
            }
            Happening::False => _ = self.say(&json!({ "kind": "false" })),
            Happening::Cut => _ = self.say(&json!({ "kind": "cut" })),
            Happening::Raised(term, text) => {
                self.say(&json!({ "kind": "raised", "term": term, "text": text }));
            }
            Happening::Unreadable(text) | Happening::Failed(text) => self.put("failed", text),
            Happening::Told(text) => self.put("told", text),
            Happening::Loaded(_) => {}
        }
        true
    }
}

/// The first answer to each of some goals, which a page's rules are asked without anybody to look on.
///
/// # Errors
///
/// What is wrong with the rules, or what a goal raises.
pub fn first_answers(
    server: &Server,
    room: &Arc<Room>,
    stopper: &Arc<Stopper>,
    program: &str,
    goals: impl Iterator<Item = String>,
) -> Result<Vec<Option<Answer>>, Refusal> {
    // What is said of the rules is told when they are asked by hand.
    let (lines, _) = channel::channel(WAITING);
    let turn = Turn::new(room, stopper);
    seated(room, &turn, lines, 1, |desk, page| {
        ready(server, room, desk, program, page)?;
        let session = desk.session.as_mut().ok_or("the engine is gone")?;
        let interrupt = session.interrupt_handle();
        let answers = stopper.run(
            move || interrupt.interrupt(),
            || {
                let mut answers = Vec::new();
                for goal in goals {
                    if stopper.is_stopped() {
                        return Err("stopped".into());
                    }
                    let mut first = First(None);
                    match session.execute_query(&goal, &mut first) {
                        Outcome::Done => answers.push(first.0),
                        Outcome::Failed(failure) => return Err(failure.message.into()),
                        Outcome::Halted(_) => return Err("the goal calls halt".into()),
                        Outcome::Gone(why) => return Err(why.into()),
                    }
                }
                Ok(answers)
            },
        );
        if desk
            .session
            .as_mut()
            .is_some_and(|session| session.engine().is_gone())
        {
            desk.session = None;
        }
        answers.unwrap_or_else(|| Err("stopped".into()))
    })
}

/// Wants one answer.
struct First(Option<Answer>);

impl Face for First {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        if let Happening::Answer(answer) = happening {
            self.0 = Some((*answer).clone());
        }
        false
    }
}
