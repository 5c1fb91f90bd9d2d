//! The calls: `POST /api/NAME` with JSON, answered by JSON. What is wrong comes as `{"error": "sentence"}`.
//!
//! | call | asks | is answered |
//! |---|---|---|
//! | `position` | `fen?`, `moves?` | the position, its legal moves, each ply: [`board`] |
//! | `network` | `fen` | which pieces the network would move: [`board`] |
//! | `explain` | `fen`, `move?`, `soon?` | what `prolog/explain.pl` says: [`explain`](super::explain) |
//! | `source` | `rule` | the file that a clause stands in: [`source`] |
//! | `ask`, `more`, `stop`, `close` | `tab`, `program`, `query`, `answers` | answers as they come, a line each: [`ask`](super::ask) |
//! | `complete`, `inspect` | `tab`, the text around the cursor | what may follow; what is known of a word |
//! | `examples` | | queries by chapter: [`examples`] |
//! | `games`, `game`, `pgn` | a name or a text; a game | games, one game, a game as PGN: [`games`] |
//! | `opponents`, `start`, `reply` | a position | who plays; moves with reasons: [`play`] |
//! | `board`, `move` | a state of a small game | what can be done there; the opponent's move: [`small_games`] |
//! | `strategy`, `prove` | an ending, a strategy | its text; a proof and counter-positions: [`prove`] |
//! | `themes`, `train` | puzzles; a command | themes; what a trainer says: [`train`] |
//!
//! `tab` is what a page calls itself: a text that nobody else has.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State, rejection::BytesRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::task;

use super::{
    Server, ask, board, examples, explain, games, guard, play, prove, small_games, source,
    stopper::{Stopper, Waiting},
    train,
};
use crate::{os::locked, session::assist::Candidates};

/// Why there is no answer.
#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub message: String,
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal {
            status: StatusCode::BAD_REQUEST,
            message,
        }
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        message.to_owned().into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

/// Answers a call.
pub async fn call(
    State(server): State<Arc<Server>>,
    Path(name): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    answer(server, name, body)
        .await
        .unwrap_or_else(IntoResponse::into_response)
}

async fn answer(
    server: Arc<Server>,
    name: String,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let body = body.map_err(|why| Refusal {
        status: why.status(),
        message: format!("the request cannot be read: {}", why.body_text()),
    })?;
    match name.as_str() {
        "ask" => return ask::stream(server, &body),
        "explain" => return explain::call(server, body).await,
        // These wait for nothing, whatever else there is to do.
        "more" => return with(&body, |more| ask::more(&server, &more)).map(told),
        "stop" => return with(&body, |tab| ask::stop(&server, &tab)).map(told),
        "close" => return with(&body, |tab| ask::close(&server, &tab)).map(told),
        _ => {}
    }
    let stopper = Arc::new(Stopper::default());
    // Dropped with this request when the page closes it.
    let _waiting = Waiting(Arc::clone(&stopper));
    let work = task::spawn_blocking(move || dispatch(&server, &name, &body, &stopper));
    match work.await.map_err(|_| failed())?? {
        Some(answer) => Ok(told(answer)),
        None => Err(guard::nothing_there().await),
    }
}

fn told(answer: Value) -> Response {
    Json(answer).into_response()
}

/// The refusal of what ends by a panic, which a terminal has the story of.
pub fn failed() -> Refusal {
    Refusal {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        message: "something has gone wrong; this is a bug in Chesslog".to_owned(),
    }
}

/// The answer to a call that ends by itself; `None` if there is no such call.
fn dispatch(
    server: &Server,
    name: &str,
    body: &[u8],
    stopper: &Arc<Stopper>,
) -> Result<Option<Value>, Refusal> {
    let answer = match name {
        "position" => with(body, board::position),
        "network" => with(body, board::network),
        "source" => with(body, source::find),
        "examples" => with(body, |_: Nothing| Ok(examples::chapters())),
        "complete" => with(body, |typed| complete(server, &typed)),
        "inspect" => with(body, |typed| inspect(server, &typed)),
        "games" => with(body, games::list),
        "game" => with(body, games::one),
        "pgn" => with(body, games::pgn),
        "opponents" => with(body, |_: Nothing| Ok(play::opponents(server))),
        "start" => with(body, play::start),
        "reply" => with(body, |asked| play::reply(server, &asked, stopper)),
        "board" => with(body, small_games::board),
        "move" => with(body, small_games::reply),
        "strategy" => with(body, prove::strategy),
        "prove" => with(body, prove::prove),
        "themes" => with(body, train::themes),
        "train" => with(body, |command| train::train(server, command, stopper)),
        _ => return Ok(None),
    };
    answer.map(Some)
}

/// A call that says nothing.
#[derive(Deserialize)]
struct Nothing {}

/// Reads what is asked, and writes the answer.
pub fn with<Q: DeserializeOwned, A: Serialize>(
    body: &[u8],
    answer: impl FnOnce(Q) -> Result<A, Refusal>,
) -> Result<Value, Refusal> {
    let answer = answer(read(body)?)?;
    serde_json::to_value(answer).map_err(|error| error.to_string().into())
}

/// Reads what is asked.
pub fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| format!("the request is not understood: {error}").into())
}

/// Text around the cursor.
#[derive(Deserialize)]
struct Typed {
    tab: String,
    before: String,
    #[serde(default)]
    after: String,
}

fn complete(server: &Server, typed: &Typed) -> Result<Value, Refusal> {
    let room = server.rooms.of(&typed.tab)?;
    let (start, found) = locked(&room.assist).complete(&typed.before, typed.before.len());
    let kind = |kind| match kind {
        Candidates::Predicate => "predicate",
        Candidates::Atom => "atom",
        Candidates::Variable => "variable",
        Candidates::File => "file",
    };
    let matches = found.into_iter().map(|candidate| {
        json!({ "text": candidate.text, "shown": candidate.shown, "kind": kind(candidate.kind) })
    });
    // Browsers count so.
    let replaced = typed.before[start..].encode_utf16().count();
    Ok(json!({ "replace": replaced, "matches": matches.collect::<Vec<_>>() }))
}

fn inspect(server: &Server, typed: &Typed) -> Result<Value, Refusal> {
    let room = server.rooms.of(&typed.tab)?;
    let text = format!("{}{}", typed.before, typed.after);
    let markdown = locked(&room.assist).inspect(&text, typed.before.len());
    Ok(json!({ "markdown": markdown }))
}
