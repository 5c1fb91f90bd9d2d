//! What is going on in a position, and what a move does: the words and data of `prolog/explain.pl`.
//!
//! One engine for all pages runs nothing but that. Whoever no longer waits for an answer, since the board shows another
//! position by then, does not hold up the next one.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Json,
    body::Bytes,
    response::{IntoResponse as _, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task;

use super::{
    Server,
    api::{self, Refusal},
    board,
    stopper::{Stopper, Waiting},
};
use crate::{
    chess::{Position, moves::MoveTerm, moves::move_term, notation, search::Effort},
    engine::{Limits, Settings},
    os::locked,
    session::{
        Session,
        explanation::{self, Explanation},
    },
    term::Term,
};

/// Positions that each search of a first look may look at: a twentieth of what is usual, so that it takes some 0.3 s.
const SOON: u32 = 6_000;
/// How long an explanation may take.
const TIME: Duration = Duration::from_secs(30);

/// Why there is no answer to somebody who has gone.
const NOBODY: &str = "nobody waits for it";
/// A position with much to explain.
const WARM: &str = "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1";

/// Explains, with an engine that starts when it is first asked.
#[derive(Default)]
pub struct Explainer {
    session: Mutex<Option<Session>>,
}

#[derive(Deserialize)]
struct Asked {
    fen: String,
    #[serde(default, rename = "move")]
    played: Option<String>,
    /// Whether only a first look is wanted, which is soon over.
    #[serde(default)]
    soon: bool,
}

/// `explain`.
pub async fn call(server: Arc<Server>, body: Bytes) -> Result<Response, Refusal> {
    let asked: Asked = api::read(&body)?;
    let played = played(&asked)?;
    let stopper = Arc::new(Stopper::default());
    // Dropped with this request when the page closes it.
    let _waiting = Waiting(Arc::clone(&stopper));
    let effort = match asked.soon {
        true => SOON,
        false => Effort::USUAL.count(),
    };
    let explained = task::spawn_blocking(move || {
        let explainer = &server.explainer;
        explainer.explain(&asked.fen, played, effort, &stopper)
    });
    let explained = explained.await.map_err(|_| api::failed())?;
    explained.map(|explained| Json(explained).into_response())
}

/// The move that is asked about, if one is.
fn played(asked: &Asked) -> Result<Option<MoveTerm>, Refusal> {
    let position = board::start(Some(&asked.fen))?;
    let Some(word) = &asked.played else {
        return Ok(None);
    };
    Ok(Some(move_term(notation::parsed(&position, word)?)))
}

impl Explainer {
    /// Explains something, so that what explanations need is loaded before somebody waits for one.
    pub fn warm_up(&self) {
        // Whoever asks next is told what is wrong.
        _ = self.explain(WARM, None, SOON, &Stopper::default());
    }

    fn explain(
        &self,
        fen: &str,
        played: Option<MoveTerm>,
        effort: u32,
        stopper: &Stopper,
    ) -> Result<Value, Refusal> {
        // What a position has found out about itself stays in its thread.
        let position = &board::start(Some(fen))?;
        let mut kept = locked(&self.session);
        if stopper.is_stopped() {
            return Err(NOBODY.into());
        }
        let session = match &mut *kept {
            Some(session) => session,
            none => none.insert(started()?),
        };
        let interrupt = session.interrupt_handle();
        let asked = stopper.run(
            move || interrupt.interrupt(),
            || {
                session.search_with(effort);
                ask(session, position, played)
            },
        );
        if session.engine().is_gone() {
            *kept = None;
        }
        asked.unwrap_or_else(|| Err(NOBODY.into()))
    }
}

fn started() -> Result<Session, Refusal> {
    let limits = Limits {
        wall: Some(TIME),
        ..Limits::default()
    };
    Session::start(limits, Settings::default()).map_err(|error| error.to_string().into())
}

fn ask(
    session: &mut Session,
    position: &Position,
    played: Option<MoveTerm>,
) -> Result<Value, Refusal> {
    let judge = Term::Atom("search".into());
    let (text, data) = explanation::ask(session, &judge, position, played, |_| {})?;
    let explanation = Explanation::read(&data)
        .ok_or("the explanation has another form than expected; this is a bug in Chesslog")?;
    Ok(json!({ "text": text, "data": explanation.to_json(position, played) }))
}
