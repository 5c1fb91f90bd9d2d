//! A Prolog engine that its host can trust.
//!
//! [`Engine::spawn`] runs Prolog in a worker process where each request is a transaction: endless
//! loops, memory bombs, crashes and interrupts end the request, say so, and leave the database as it was.
//! [`Engine::in_thread`] runs the same loop in a thread of this process, with fewer guarantees.
//!
//! ```no_run
//! use chesslog::engine::{Engine, Event, Input, Limits};
//!
//! let mut engine = Engine::spawn(Input::Standard)?;
//! for event in engine.query("member(X, [1,2]).", Limits::default()) {
//!     if let Event::Answer(answer) = event? {
//!         println!("{} = {}", answer.bindings[0].name, answer.bindings[0].text);
//!     }
//! }
//! # Ok::<(), chesslog::engine::EngineError>(())
//! ```

mod loading;
mod machine;
mod marks;
mod modules;
mod outbox;
mod process;
mod report;
mod sources;
mod thread;
mod typed;
mod wire;
mod worker;

use std::{ffi::OsString, io, path::Path, sync::Arc};

use crate::native::board::Drawing;
use process::{Interrupts, Process};
use thread::Thread;
use wire::{Errand, Request};

pub use report::{Cause, Diagnostic, NAMED, Report, Severity};
pub use wire::{
    Aborted, Access, Answer, Binding, Block, Effects, Event, Limits, Picture, Raised, RecordsEnd,
};
pub use worker::serve_if_worker;

/// The memory that a request may use unless its limits say otherwise: 2 GiB.
pub const DEFAULT_MEMORY: u64 = worker::DEFAULT_MEMORY;

/// A Prolog engine; dropping it ends it.
#[derive(Debug)]
pub struct Engine {
    link: Link,
    last_id: u64,
    /// Branches that have begun and not ended.
    branches: u32,
    dead: bool,
}

#[derive(Debug)]
enum Link {
    Process(Process),
    Thread(Thread),
}

/// The engine itself failed; everything that a query can do is an [`Event`] instead.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The worker cannot be started.
    #[error("cannot start the Prolog engine: {0}")]
    Start(io::Error),
    /// The worker is gone. The engine cannot be used again.
    #[error("the Prolog engine is gone: {0}")]
    Gone(io::Error),
}

/// What queries read with `read/1` and the like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Input {
    /// The standard input of this process.
    #[default]
    Standard,
    /// Nothing: the end of the file at once.
    Nothing,
    /// Lines that the user of this process is asked for, by [`Event::Ask`].
    Asked,
}

/// What an engine is like as long as it lives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings {
    /// What queries read.
    pub input: Input,
    /// Whether only ISO Prolog and Scryer's libraries are there: no prelude of SWI-Prolog's predicates.
    pub iso: bool,
    /// Whether queries and files are kept from the file system, the network, processes and the engine itself.
    pub sandbox: bool,
    /// Whether what goals write to `user_error` comes as events instead of going to this process's standard error.
    pub error_events: bool,
    /// Whether long work tells by [`Event::Progress`] how far it has got.
    pub progress: bool,
    /// How boards look.
    pub drawing: Drawing,
}

impl From<Input> for Settings {
    fn from(input: Input) -> Settings {
        Settings {
            input,
            ..Settings::default()
        }
    }
}

/// How a query is run.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryOptions {
    /// What it may use.
    pub limits: Limits,
    /// Whether the engine waits after each answer until the next is asked for.
    pub lazy: bool,
    /// Whether values are sent in canonical form too.
    pub typed: bool,
    /// What becomes of changes to the database.
    pub effects: Effects,
    /// Whether the query is the program's own and not its user's: a sandbox does not confine it.
    pub trusted: bool,
    /// The records that its first goal, `game/2`, `puzzle/2` or `epd/3`, goes through, if not all. A
    /// query that does not begin with one of them, or that holds a cut, raises an error then.
    pub block: Option<Block>,
}

/// Interrupts an engine from any thread.
#[derive(Debug, Clone)]
pub struct InterruptHandle(Option<Arc<Interrupts>>);

impl InterruptHandle {
    /// Ends the current request, if there is one; the database is as it was before it.
    ///
    /// An engine in a thread cannot be interrupted.
    pub fn interrupt(&self) {
        if let Some(interrupts) = &self.0 {
            interrupts.interrupt();
        }
    }
}

impl Engine {
    /// Starts a worker: this program, run again, which must call [`serve_if_worker`] first thing.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`].
    pub fn spawn(settings: impl Into<Settings>) -> Result<Engine, EngineError> {
        let program = std::env::current_exe().map_err(EngineError::Start)?;
        Engine::spawn_program(program, settings)
    }

    /// Starts a worker that is another program, which must call [`serve_if_worker`] first thing.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`].
    pub fn spawn_program(
        program: impl Into<OsString>,
        settings: impl Into<Settings>,
    ) -> Result<Engine, EngineError> {
        let process =
            Process::spawn(&program.into(), settings.into()).map_err(EngineError::Start)?;
        Ok(Engine::new(Link::Process(process)))
    }

    /// Starts an engine in a thread: no time or memory limit, no interrupts, no way back. Queries have nothing to read
    /// ([`Input::Nothing`]): the standard input is this process's.
    ///
    /// The program must export its symbols (linker option `-rdynamic`): Scryer finds the native
    /// predicates by name.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`].
    pub fn in_thread() -> Result<Engine, EngineError> {
        let thread = Thread::spawn().map_err(EngineError::Start)?;
        Ok(Engine::new(Link::Thread(thread)))
    }

    /// Whether what a query does can be forgotten ([`Effects::Discard`]): not in a thread.
    pub fn forgets(&self) -> bool {
        matches!(self.link, Link::Process(_))
    }

    fn new(link: Link) -> Engine {
        Engine {
            link,
            last_id: 0,
            branches: 0,
            dead: false,
        }
    }

    /// Runs a query lazily. Dropping the events stops it after the answer that was seen last.
    pub fn query(&mut self, text: &str, limits: Limits) -> Events<'_> {
        self.query_with(
            text,
            QueryOptions {
                limits,
                lazy: true,
                ..QueryOptions::default()
            },
        )
    }

    /// Runs a query as `options` say.
    pub fn query_with(&mut self, text: &str, options: QueryOptions) -> Events<'_> {
        self.query_in(None, text, options)
    }

    /// Runs a query that stands in a consulted file, with the operators and flags of that file.
    pub fn query_in(
        &mut self,
        file: Option<&str>,
        text: &str,
        options: QueryOptions,
    ) -> Events<'_> {
        self.request(
            options.lazy,
            Request::Query {
                text: text.to_owned(),
                file: file.map(str::to_owned),
                limits: options.limits,
                lazy: options.lazy,
                typed: options.typed,
                effects: options.effects,
                trusted: options.trusted,
                block: options.block,
            },
        )
    }

    /// Runs a goal whose effects on the database are forgotten, without waiting between answers.
    pub fn batch(&mut self, goal: &str, limits: Limits) -> Events<'_> {
        self.query_with(
            goal,
            QueryOptions {
                limits,
                effects: Effects::Discard,
                ..QueryOptions::default()
            },
        )
    }

    /// Loads a file; what it defines replaces what the same file defined before.
    ///
    /// What is wrong with a clause is told by an [`Event::Diagnostic`], and the others are loaded. The events end with
    /// [`Event::Loaded`]; or with an error, after which nothing has changed.
    pub fn consult(&mut self, path: &Path, limits: Limits) -> Events<'_> {
        self.consult_as(path, Access::Full, true, limits)
    }

    /// The same for a file with which others may do only so much, where there is a sandbox; unless it is [`Access::Full`], the
    /// names of libraries mean the same in it whatever others define. Without `initialize` its goals of `initialization/1` are
    /// not run, and an event says of each that it was stopped.
    pub fn consult_as(
        &mut self,
        path: &Path,
        access: Access,
        initialize: bool,
        limits: Limits,
    ) -> Events<'_> {
        self.request(
            false,
            Request::Consult {
                name: path.display().to_string(),
                text: None,
                access,
                initialize,
                limits,
            },
        )
    }

    /// Loads clauses from text; messages call the text `name`, and loading the same name again
    /// replaces them.
    pub fn consult_text(&mut self, name: &str, text: &str, limits: Limits) -> Events<'_> {
        self.consult_text_as(name, text, Access::Full, limits)
    }

    /// The same for a text with which others may do only so much.
    pub(crate) fn consult_text_as(
        &mut self,
        name: &str,
        text: &str,
        access: Access,
        limits: Limits,
    ) -> Events<'_> {
        self.request(
            false,
            Request::Consult {
                name: name.to_owned(),
                text: Some(text.to_owned()),
                access,
                initialize: true,
                limits,
            },
        )
    }

    /// Begins a branch: what requests do from now on is forgotten at [`rejoin`](Engine::rejoin). A branch may begin within
    /// another.
    ///
    /// # Errors
    ///
    /// [`EngineError::Gone`]; also for an engine in a thread, which has no way back.
    pub fn branch(&mut self) -> Result<(), EngineError> {
        self.turn(Errand::Branch)?;
        self.branches += 1;
        Ok(())
    }

    /// Ends the branch that began last, and goes on from where it began. Outside of all branches nothing happens.
    ///
    /// # Errors
    ///
    /// [`EngineError::Gone`].
    pub fn rejoin(&mut self) -> Result<(), EngineError> {
        if self.branches == 0 {
            return Ok(());
        }
        self.branches -= 1;
        self.turn(Errand::Rejoin)
    }

    fn turn(&mut self, errand: Errand) -> Result<(), EngineError> {
        self.last_id += 1;
        let id = self.last_id;
        let sent = match (&mut self.link, self.dead) {
            (Link::Process(process), false) => process.send(id, &errand),
            _ => Err(io::ErrorKind::Unsupported.into()),
        };
        let ready = sent.and_then(|()| self.receive(id));
        match ready {
            Ok(Event::Ready) => Ok(()),
            Ok(_) => Err(EngineError::Gone(io::ErrorKind::InvalidData.into())),
            Err(error) => {
                self.dead |= matches!(self.link, Link::Process(_));
                Err(EngineError::Gone(error))
            }
        }
    }

    /// Whether the worker is gone, so that nothing can be asked any more.
    pub fn is_gone(&self) -> bool {
        self.dead
    }

    /// A handle that interrupts this engine.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(match &self.link {
            Link::Process(process) => Some(process.interrupts()),
            Link::Thread(_) => None,
        })
    }

    fn request(&mut self, lazy: bool, request: Request) -> Events<'_> {
        self.last_id += 1;
        let id = self.last_id;
        let sent = match (&mut self.link, self.dead) {
            (_, true) => Err(io::ErrorKind::BrokenPipe.into()),
            (Link::Process(process), _) => process.send(id, &Errand::Run(request)),
            (Link::Thread(thread), _) => thread.send(id, request),
        };
        Events {
            engine: self,
            id,
            lazy,
            awaited: false,
            asked: false,
            ended: false,
            failed: sent.err(),
        }
    }

    fn receive(&mut self, id: u64) -> io::Result<Event> {
        loop {
            let (given, event) = match &mut self.link {
                Link::Process(process) => process.receive()?,
                Link::Thread(thread) => thread.receive()?,
            };
            // What is left over from an earlier request concerns nobody.
            if given == id {
                return Ok(event);
            }
        }
    }

    fn verdict(&mut self, id: u64, stop: bool) -> io::Result<()> {
        match &mut self.link {
            Link::Process(process) => process.verdict(id, stop),
            Link::Thread(thread) => thread.verdict(id, stop),
        }
    }
}

/// The events of one request, as they come; the last is [terminal](Event::is_terminal).
///
/// Dropping them while a lazy query waits for its caller stops it there; dropping them while the
/// worker computes interrupts it, and undoes it.
#[derive(Debug)]
pub struct Events<'a> {
    engine: &'a mut Engine,
    id: u64,
    lazy: bool,
    /// Whether the worker waits for a verdict on its latest answer.
    awaited: bool,
    /// Whether it waits for a line.
    asked: bool,
    ended: bool,
    failed: Option<io::Error>,
}

impl Iterator for Events<'_> {
    type Item = Result<Event, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let received = match self.failed.take() {
            Some(error) => Err(error),
            None => self.advance(),
        };
        match received {
            Ok(event) => {
                self.awaited = self.lazy && matches!(&event, Event::Answer(answer) if !answer.last);
                self.asked = event == Event::Ask;
                self.ended = event.is_terminal();
                Some(Ok(event))
            }
            Err(error) => {
                self.ended = true;
                self.engine.dead = true;
                Some(Err(EngineError::Gone(error)))
            }
        }
    }
}

impl Events<'_> {
    fn advance(&mut self) -> io::Result<Event> {
        // Who was asked and has not answered will not.
        if self.awaited || self.asked {
            self.engine.verdict(self.id, self.asked)?;
        }
        self.engine.receive(self.id)
    }

    /// Answers [`Event::Ask`] with a line.
    ///
    /// # Errors
    ///
    /// When the worker is gone.
    pub fn reply(&mut self, line: &str) -> io::Result<()> {
        if !std::mem::take(&mut self.asked) {
            return Ok(());
        }
        match &mut self.engine.link {
            Link::Process(process) => process.type_in(line)?,
            Link::Thread(_) => {}
        }
        self.engine.verdict(self.id, false)
    }

    /// Ends the query after the answer seen last, and returns what it still had to say.
    pub fn stop(mut self) -> Vec<Event> {
        self.finish()
    }

    fn finish(&mut self) -> Vec<Event> {
        let mut rest = Vec::new();
        if !self.ended && self.failed.is_none() && self.engine.verdict(self.id, true).is_ok() {
            while !self.ended {
                match self.engine.receive(self.id) {
                    Ok(event) => {
                        self.ended = event.is_terminal();
                        rest.push(event);
                    }
                    Err(_) => {
                        self.ended = true;
                        self.engine.dead = true;
                    }
                }
            }
        }
        self.ended = true;
        rest
    }
}

impl Drop for Events<'_> {
    fn drop(&mut self) {
        // Between answers the worker listens; in the middle of one it has to be told louder.
        if !self.ended && !self.awaited {
            self.engine.interrupt_handle().interrupt();
        }
        self.finish();
        if let Link::Process(process) = &self.engine.link {
            process.over();
        }
    }
}
