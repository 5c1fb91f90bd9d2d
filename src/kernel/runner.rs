//! The thread in which the interpreter lives, and how it is interrupted.

use std::{
    io,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc as blocking,
    },
    thread::{self, JoinHandle},
};

use tokio::sync::{Notify, mpsc, oneshot};

use super::interpreter::{
    Bundle, Cell, Failure, Interpreter, Interrupt, Language, Publish, Stream, Unanswered,
};

/// The bytes of its stack: terms are read and written by recursion. Only what is used takes memory.
pub const STACK: usize = 64 << 20;

/// A cell to be run.
#[derive(Debug)]
pub struct Job {
    /// The text.
    pub code: String,
    /// What the front end calls the cell.
    pub id: Option<String>,
    /// Whether nobody will see what is published.
    pub silent: bool,
    /// Where what happens goes, and [`Event::Done`] at last. It has a bound, so that who prints fast has to wait.
    pub events: mpsc::Sender<Event>,
}

/// What happens while a cell runs.
#[derive(Debug)]
pub enum Event {
    /// Text is printed.
    Text(Stream, String),
    /// Something is shown.
    Display(Bundle, Option<String>),
    /// Something else is shown in the place of what has this id.
    Update(Bundle, String),
    /// The cell has a value.
    Result(Bundle),
    /// A question to the user.
    Ask(Question),
    /// The cell has ended.
    Done(Result<(), Failure>),
}

/// A question to the user. Who drops it says that the cell was interrupted.
#[derive(Debug)]
pub struct Question {
    /// What is asked.
    pub prompt: String,
    /// Whether the answer is not to be seen.
    pub password: bool,
    /// Where the answer goes.
    pub answer: oneshot::Sender<Result<String, Unanswered>>,
}

/// Whether the cell is to be interrupted, and how.
#[derive(Default)]
pub struct Interrupts {
    asked: AtomicBool,
    changed: Notify,
    /// Of the interpreter that runs now.
    handle: Mutex<Option<Interrupt>>,
}

impl Interrupts {
    /// Interrupts the cell that runs now.
    pub fn interrupt(&self) {
        self.asked.store(true, Ordering::SeqCst);
        self.insist();
        self.changed.notify_one();
    }

    /// Interrupts it once more: the first time, the interpreter may have been between two things.
    pub fn insist(&self) {
        let handle = self.lock().clone();
        if let Some(handle) = handle {
            handle();
        }
    }

    /// Whether the cell has been interrupted.
    pub fn asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// A new cell begins: what was asked before is not for it.
    pub fn clear(&self) {
        self.asked.store(false, Ordering::SeqCst);
    }

    /// Waits until somebody interrupts.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Interrupt>> {
        self.handle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread, which ends when no jobs can come any more.
///
/// # Errors
///
/// When there is no thread to be had.
pub fn start(
    language: Arc<dyn Language>,
    interrupts: Arc<Interrupts>,
) -> io::Result<(blocking::Sender<Job>, JoinHandle<()>)> {
    let (sender, jobs) = blocking::channel();
    let thread = thread::Builder::new()
        .name("interpreter".to_owned())
        .stack_size(STACK)
        .spawn(move || work(&*language, &interrupts, &jobs))?;
    Ok((sender, thread))
}

/// Runs cells; the first after the end of an interpreter starts another one.
fn work(language: &dyn Language, interrupts: &Interrupts, jobs: &blocking::Receiver<Job>) {
    let mut interpreter = begin(language, interrupts);
    for job in jobs {
        if interpreter.is_err() {
            interpreter = begin(language, interrupts);
        }
        let result = match &mut interpreter {
            _ if interrupts.asked() => Err(Failure::interrupted()),
            Ok(interpreter) => execute(&mut **interpreter, interrupts, &job),
            Err(why) => Err(Failure::new("not_started", why.clone())),
        };
        let gone = matches!(&result, Err(failure) if failure.fatal);
        // If nobody hears of it, the kernel is about to end.
        _ = job.events.blocking_send(Event::Done(result));
        if gone {
            // It ends now, since it may hold what the next one needs.
            interpreter = Err("the last interpreter is gone".to_owned());
        }
    }
}

fn begin(language: &dyn Language, interrupts: &Interrupts) -> Result<Box<dyn Interpreter>, String> {
    let (interpreter, handle) = language
        .start()
        .inspect_err(|why| eprintln!("kernel: {why}"))?;
    *interrupts.lock() = Some(handle);
    Ok(interpreter)
}

/// Runs a cell. A panic is the end of the interpreter and not of the kernel.
fn execute(
    interpreter: &mut dyn Interpreter,
    interrupts: &Interrupts,
    job: &Job,
) -> Result<(), Failure> {
    let cell = Cell {
        code: &job.code,
        id: job.id.as_deref(),
        silent: job.silent,
    };
    let mut outlet = Outlet {
        interrupts,
        events: &job.events,
    };
    let run = AssertUnwindSafe(|| interpreter.execute(&cell, &mut outlet));
    panic::catch_unwind(run).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text
            .or(panic.downcast_ref().copied())
            .unwrap_or("no message");
        Err(Failure {
            fatal: true,
            ..Failure::new("panic", format!("this is a bug in Chesslog: {text}"))
        })
    })
}

/// Hands over what a cell publishes. What cannot be handed over is for a kernel that is about to end.
struct Outlet<'a> {
    interrupts: &'a Interrupts,
    events: &'a mpsc::Sender<Event>,
}

impl Outlet<'_> {
    fn send(&self, event: Event) {
        _ = self.events.blocking_send(event);
    }
}

impl Publish for Outlet<'_> {
    fn stream(&mut self, stream: Stream, text: &str) {
        self.send(Event::Text(stream, text.to_owned()));
    }

    fn display(&mut self, bundle: Bundle, id: Option<&str>) {
        self.send(Event::Display(bundle, id.map(str::to_owned)));
    }

    fn update(&mut self, bundle: Bundle, id: &str) {
        self.send(Event::Update(bundle, id.to_owned()));
    }

    fn result(&mut self, bundle: Bundle) {
        self.send(Event::Result(bundle));
    }

    fn ask(&mut self, prompt: &str, password: bool) -> Result<String, Unanswered> {
        let (answer, answered) = oneshot::channel();
        self.send(Event::Ask(Question {
            prompt: prompt.to_owned(),
            password,
            answer,
        }));
        answered
            .blocking_recv()
            .unwrap_or(Err(Unanswered::Interrupted))
    }

    fn interrupted(&self) -> bool {
        self.interrupts.asked()
    }
}
