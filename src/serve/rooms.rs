//! A room for each page: its engine, and its trainer.
//!
//! Rooms are made when a page first needs one. Those that nobody has used for a while end, and so does the one that was used
//! least recently where there are too many; a page whose room has ended gets another one, into which its rules are loaded
//! anew. What happens in one is not seen in another.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use super::{api::Refusal, stopper::Stopper, train::Training};
use crate::{
    engine::{EngineError, Input, Limits, Settings},
    os::locked,
    session::{Session, View, assist::Assist},
};

/// How many rooms there are at most: an engine takes some 60 MB.
const MOST: usize = 16;
/// How long a room waits for its page.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// How often it is looked for rooms that nobody uses.
pub const LOOK: Duration = Duration::from_secs(60);
/// Bytes that a query may print, if nobody says.
const OUTPUT: u64 = 1 << 20;
/// Characters of what a page may call itself.
const NAME: usize = 64;

/// All rooms.
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    limits: Limits,
}

/// What a page has here.
pub struct Room {
    /// Whoever has it runs queries.
    pub desk: Mutex<Desk>,
    /// The query that runs, or waits for the desk.
    running: Mutex<Option<Running>>,
    pub training: Mutex<Option<Training>>,
    /// What completion knows of the page.
    pub assist: Mutex<Assist>,
    used: Mutex<Instant>,
}

/// An engine, and what it was told.
#[derive(Default)]
pub struct Desk {
    /// None before the first query, and after the engine has died.
    pub session: Option<Session>,
    /// The rules of the page that it has loaded.
    pub program: String,
    /// Whether the page was told what is wrong with them.
    pub told: bool,
    /// What was asked, and its number: what is asked again replaces what it defined before.
    pub asked: HashMap<String, usize>,
}

/// A query that runs.
struct Running {
    stopper: Arc<Stopper>,
    /// Who hears how many answers more are wanted, while it waits for that.
    waits: Option<Sender<usize>>,
}

impl Rooms {
    /// No rooms yet; queries in them have these limits.
    pub fn new(limits: Limits) -> Rooms {
        // A page that shows more than this is of no use to anybody.
        let output = limits.output.or(Some(OUTPUT));
        Rooms {
            rooms: Mutex::default(),
            limits: Limits { output, ..limits },
        }
    }

    /// The room of a page.
    ///
    /// # Errors
    ///
    /// If the page has no name, or queries run in all rooms that there may be.
    pub fn of(&self, tab: &str) -> Result<Arc<Room>, Refusal> {
        if tab.is_empty() || tab.chars().count() > NAME {
            return Err(format!("tab: expected a text of 1 to {NAME} characters").into());
        }
        let mut rooms = locked(&self.rooms);
        if let Some(room) = rooms.get(tab) {
            *locked(&room.used) = Instant::now();
            return Ok(Arc::clone(room));
        }
        if rooms.len() >= MOST {
            let idle = rooms.iter().filter(|(_, room)| room.is_idle());
            let oldest = idle.min_by_key(|(_, room)| *locked(&room.used));
            let name = oldest.map(|(name, _)| name.clone());
            let name = name.ok_or_else(|| {
                format!("queries run in {MOST} pages already; stop one of them first")
            })?;
            rooms.remove(&name);
        }
        let room = Arc::new(Room::default());
        rooms.insert(tab.to_owned(), Arc::clone(&room));
        Ok(room)
    }

    /// The room of a page, if it has one.
    pub fn known(&self, tab: &str) -> Option<Arc<Room>> {
        locked(&self.rooms).get(tab).cloned()
    }

    /// Ends the room of a page.
    pub fn close(&self, tab: &str) {
        if let Some(room) = locked(&self.rooms).remove(tab) {
            room.stop();
        }
    }

    /// Ends rooms that nobody has used for long.
    pub fn end_idle(&self) {
        locked(&self.rooms)
            .retain(|_, room| !room.is_idle() || locked(&room.used).elapsed() < PATIENCE);
    }

    /// An engine for a room.
    ///
    /// # Errors
    ///
    /// If none can be started.
    pub fn engine(&self) -> Result<Session, EngineError> {
        let settings = Settings {
            input: Input::Nothing,
            sandbox: true,
            error_events: true,
            ..Settings::default()
        };
        Session::viewed(self.limits, settings, View::for_notebooks())
    }
}

impl Default for Room {
    fn default() -> Room {
        Room {
            desk: Mutex::default(),
            running: Mutex::default(),
            assist: Mutex::default(),
            training: Mutex::default(),
            used: Mutex::new(Instant::now()),
        }
    }
}

/// Whoever works in a room, or waits for its desk; nobody any more when it is dropped.
pub struct Turn {
    room: Arc<Room>,
    pub stopper: Arc<Stopper>,
}

impl Turn {
    /// Comes to a room. What was asked there before is given up.
    pub fn new(room: &Arc<Room>, stopper: &Arc<Stopper>) -> Turn {
        let running = Running {
            stopper: Arc::clone(stopper),
            waits: None,
        };
        if let Some(before) = locked(&room.running).replace(running) {
            before.stopper.stop();
        }
        Turn {
            room: Arc::clone(room),
            stopper: Arc::clone(stopper),
        }
    }

    /// Waits, until the receiver is dropped, for one that wants so many answers more.
    pub fn wait(&self) -> Receiver<usize> {
        let (wishes, wished) = mpsc::channel();
        if let Some(running) = locked(&self.room.running)
            .as_mut()
            .filter(|it| self.owns(it))
        {
            running.waits = Some(wishes);
        }
        wished
    }

    /// Whether it is this turn that runs: somebody else may have come.
    fn owns(&self, running: &Running) -> bool {
        Arc::ptr_eq(&running.stopper, &self.stopper)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        _ = locked(&self.room.running).take_if(|running| self.owns(running));
    }
}

impl Room {
    fn is_idle(&self) -> bool {
        locked(&self.running).is_none()
    }

    /// So many answers more may come; false if no query waits for that.
    pub fn wish(&self, answers: usize) -> bool {
        let waits = locked(&self.running)
            .as_mut()
            .and_then(|it| it.waits.take());
        waits.is_some_and(|wishes| wishes.send(answers).is_ok())
    }

    /// Ends the query that runs, if one does.
    pub fn stop(&self) {
        if let Some(running) = &*locked(&self.running) {
            running.stopper.stop();
        }
    }
}
