//! The worker process: one machine, and a checkpoint by `fork` before each request.
//!
//! The process that waits for requests is single-threaded. It forks for each: the child runs the
//! request, the parent stays behind as the checkpoint. When the request ends, the child tells the
//! parent, which exits; the child is the worker from then on. When the time is over, somebody
//! interrupts, or the child dies, the parent tells the front end and waits for the next request
//! itself, as if the last had never been.
//!
//! Above them stands a small supervisor, forked before the machine is built. It inherits what the others leave
//! behind, and ends when they have.
//!
//! A branch is a checkpoint for several requests: the process that was the worker waits until all that came after it are
//! gone, and is the worker again.
//!
//! No process stays behind. The child dies with its checkpoint; who waits for requests, or watches over a child, sees
//! its pipes end when the front end is gone. What output a child leaves unsent, its checkpoint sends.
#![allow(unsafe_code)]

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::AsFd,
    time::{Duration, Instant},
};

use super::{
    Input, Settings,
    machine::{Ended, Machine, Port, Verdict},
    outbox::Outbox,
    wire::{
        self, Aborted, Arrival, Effects, Errand, Event, Limits, Raised, Receiver, Request, Stream,
    },
};
use crate::{
    native::board::Drawing,
    os::{self, Ending, Fork},
};

/// The environment variable that makes a process a worker: the numbers of its four pipes, and 0 or 1
/// for ISO only, for the sandbox, for a user who is asked for input, for one who sees progress, and for each
/// part of how boards are drawn.
pub(super) const VARIABLE: &str = "CHESSLOG_WORKER";

/// Bytes by which a worker may grow when nobody says: a runaway query must not take the machine.
pub(super) const DEFAULT_MEMORY: u64 = 2 << 30;

/// The error of a text with a NUL character as the argument of a native predicate.
const NUL_ERROR: &str = "error(representation_error(text_without_nul_characters),native_predicate)";

/// The error of a term that is nested so deeply that work on it by recursion takes more than the stack.
const DEPTH_ERROR: &str = "error(resource_error(term_depth),engine)";

/// How often the checkpoint looks for output that waits.
const LOOK: Duration = Duration::from_millis(50);

/// What the child tells its checkpoint.
const COMMIT: u8 = b'c';
const DISCARD: u8 = b'd';
const PAUSE: u8 = b'p';
const RESUME: u8 = b'r';

/// Turns this process into a worker, and never returns, if a front end started it as one.
///
/// A program that uses [`Engine::spawn`](super::Engine::spawn) with itself as the worker calls this first
/// thing in `main`.
pub fn serve_if_worker() {
    let Ok(fds) = std::env::var(VARIABLE) else {
        return;
    };
    let mut numbers = fds.split(',');
    let pipes: Option<Vec<File>> = numbers
        .by_ref()
        .take(4)
        .map(|fd| {
            // SAFETY: the front end has opened the descriptors for its worker alone.
            unsafe { os::adopt(fd.parse().ok()?) }.ok()
        })
        .collect();
    let mut flag = || numbers.next() == Some("1");
    let [iso, sandbox, asked, progress] = [(); 4].map(|()| flag());
    let drawing = Drawing::of_flags([(); 3].map(|()| u64::from(flag())));
    let settings = Settings {
        iso,
        sandbox,
        progress,
        drawing,
        input: if asked { Input::Asked } else { Input::Standard },
        ..Settings::default()
    };
    let Some(Ok([requests, events, verdicts, interrupts])) = pipes.map(<[File; 4]>::try_from)
    else {
        eprintln!("chesslog: {VARIABLE}={fds} names no pipes; it is set by Chesslog itself");
        os::exit_now(2);
    };
    os::ignore_interrupts();
    os::become_subreaper();
    os::prepare_muting();
    let Ok((over, alive)) = io::pipe() else {
        os::exit_now(1);
    };
    // SAFETY: nothing has started a thread yet.
    match unsafe { os::fork() } {
        Ok(Fork::Child) => drop(over),
        Ok(Fork::Parent(_)) => {
            drop((requests, events, verdicts, interrupts, alive));
            supervise(over);
        }
        Err(_) => os::exit_now(1),
    }
    os::report_stack_overflow();
    // A panic is reported as an event; its message must find memory to be written with.
    std::panic::set_hook(Box::new(|_| os::limit_memory(None)));
    let mut machine = Machine::boot(settings);
    let port = Pipes {
        requests,
        events,
        verdicts,
        interrupts,
        alive,
        outbox: Outbox::new(),
        branches: Vec::new(),
        current: None,
        id: 0,
    };
    if wire::send(&port.events, 0, &Event::Ready).is_err() {
        os::exit_now(1);
    }
    let (ended, mut port) = machine.serve(Box::new(port));
    let event = match ended {
        Ended::Quit => os::exit_now(0),
        Ended::Halted(status) => Event::Halted(status),
        // Scryer cannot pass such a text on, and panics before any check of ours could see it.
        Ended::Panicked(message) if message.contains("NulError") => raised(NUL_ERROR),
        Ended::Panicked(message) => Event::Aborted(match is_about_memory(&message) {
            true => Aborted::Memory,
            false => Aborted::Crash(message),
        }),
    };
    // The checkpoint goes on from here.
    port.undo();
    port.send(&event);
    port.next();
    os::exit_now(0);
}

/// Waits until the processes of the session are over; `over` ends with the last of them, or when one says so.
fn supervise(mut over: io::PipeReader) -> ! {
    os::disown_children();
    while over
        .read(&mut [0])
        .is_err_and(|error| error.kind() == io::ErrorKind::Interrupted)
    {}
    os::exit_now(0);
}

fn raised(error: &str) -> Event {
    Event::Error(Raised {
        text: error.to_owned(),
        canonical: error.to_owned(),
        ..Raised::default()
    })
}

/// Scryer panics when its stack or heap cannot grow.
fn is_about_memory(message: &str) -> bool {
    ["growing the stack", "out of memory", "AllocError"]
        .iter()
        .any(|sign| message.contains(sign))
}

struct Pipes {
    requests: File,
    events: File,
    verdicts: File,
    interrupts: File,
    /// The supervisor waits for its end.
    alive: io::PipeWriter,
    outbox: Outbox,
    id: u64,
    /// Each ends with the last process of a branch; what is written to it is the number of the errand that ended it.
    branches: Vec<io::PipeWriter>,
    current: Option<Current>,
}

/// The request that this process, a child, is running.
struct Current {
    lazy: bool,
    undone: bool,
    checkpoint: io::PipeWriter,
    /// Ends when the checkpoint does not watch any more.
    watched: io::PipeReader,
}

impl Port for Pipes {
    fn next(&mut self) -> Option<Request> {
        if let Some(mut current) = self.current.take() {
            if current.undone {
                _ = current.checkpoint.write_all(&[DISCARD]);
                os::exit_now(0);
            }
            os::outlive();
            // Should the checkpoint be gone, nobody needs to hear.
            _ = current.checkpoint.write_all(&[COMMIT]);
            // It may just be about to end this process, whose time was up. Then the next request is not for us.
            while current
                .watched
                .read(&mut [0])
                .is_err_and(|error| error.kind() == io::ErrorKind::Interrupted)
            {}
        }
        loop {
            let arrival = Receiver::new(&self.requests).receive();
            let Ok(Some(Arrival::Message(id, errand))) = arrival else {
                self.leave();
            };
            self.id = id;
            self.outbox.begin(id);
            let request = match errand {
                Errand::Run(request) => request,
                Errand::Branch => {
                    self.branch();
                    continue;
                }
                Errand::Rejoin => self.rejoin(),
            };
            let (limits, lazy, undone) = match &request {
                Request::Query {
                    limits,
                    lazy,
                    effects,
                    ..
                } => (*limits, *lazy, *effects == Effects::Discard),
                Request::Consult { limits, .. } => (*limits, false, false),
            };
            match self.checkpoint(limits) {
                Ok(Some((checkpoint, watched))) => {
                    self.current = Some(Current {
                        lazy,
                        undone,
                        checkpoint,
                        watched,
                    });
                    return Some(request);
                }
                Ok(None) => {}
                Err(error) => {
                    let crash = Aborted::Crash(format!("no process for the request: {error}"));
                    if wire::send(&self.events, id, &Event::Aborted(crash)).is_err() {
                        self.leave();
                    }
                }
            }
        }
    }

    fn send(&mut self, event: &Event) -> Verdict {
        let sent = self
            .outbox
            .send_waiting(&self.events)
            .and_then(|()| wire::send(&self.events, self.id, event));
        if sent.is_err() {
            // The front end is gone; so is the checkpoint, or soon will be.
            os::exit_now(0);
        }
        let Some(current) = &mut self.current else {
            return Verdict::Continue;
        };
        let waits = match event {
            Event::Answer(answer) if !answer.last => current.lazy,
            Event::Ask => true,
            _ => return Verdict::Continue,
        };
        if waits {
            _ = current.checkpoint.write_all(&[PAUSE]);
        }
        let verdict = next_verdict(&self.verdicts, self.id, waits);
        if waits {
            _ = current.checkpoint.write_all(&[RESUME]);
        }
        verdict
    }

    fn undo(&mut self) {
        if let Some(current) = &mut self.current {
            current.undone = true;
        }
    }

    fn write(&mut self, stream: Stream, buffer: &mut Vec<u8>, now: bool) {
        if self
            .outbox
            .write(&self.events, stream, buffer, now)
            .is_err()
        {
            os::exit_now(0);
        }
    }

    fn hide(&mut self, from: Option<usize>) {
        self.outbox.hide(from);
    }

    fn abort(&mut self, why: Aborted) {
        self.undo();
        self.send(&Event::Aborted(why));
        // The checkpoint goes on from here.
        self.next();
    }
}

impl Pipes {
    /// Ends the session.
    fn leave(&mut self) -> ! {
        // A child that was killed may take a while to be gone; nobody is to wait for it.
        _ = self.alive.write_all(&[0]);
        os::exit_now(0);
    }

    /// Forks. The child goes on with what is requested; the parent when the child and all that came of it are gone.
    fn branch(&mut self) {
        os::reap();
        let begun = io::pipe().and_then(|(reader, writer)| {
            // SAFETY: a worker has one thread.
            match unsafe { os::fork() }? {
                Fork::Child => {
                    self.branches.push(writer);
                    Ok(None)
                }
                Fork::Parent(_) => Ok(Some(reader)),
            }
        });
        let ready = match begun {
            Ok(None) => Ok(()),
            Ok(Some(mut reader)) => {
                // Nobody says which errand has ended a branch that died with all its processes.
                let mut id = [0; 8];
                if reader.read_exact(&mut id).is_err() {
                    self.leave();
                }
                while reader
                    .read(&mut [0])
                    .is_err_and(|error| error.kind() == io::ErrorKind::Interrupted)
                {
                }
                self.id = u64::from_le_bytes(id);
                self.outbox.inherit(&self.events)
            }
            Err(error) => Err(error),
        };
        let sent = ready.and_then(|()| wire::send(&self.events, self.id, &Event::Ready));
        if sent.is_err() {
            self.leave();
        }
    }

    /// Ends the branch.
    fn rejoin(&mut self) -> ! {
        if let Some(mut branch) = self.branches.pop() {
            _ = branch.write_all(&self.id.to_le_bytes());
        }
        os::exit_now(0);
    }

    /// Forks. The child gets the pipe to its checkpoint and the one that ends with its watch; the parent comes back with
    /// `None` when the child's request is to be forgotten.
    fn checkpoint(
        &mut self,
        limits: Limits,
    ) -> io::Result<Option<(io::PipeWriter, io::PipeReader)>> {
        os::reap();
        let (reader, writer) = io::pipe()?;
        let (watched, watch) = io::pipe()?;
        let parent = std::process::id() as i32;
        // SAFETY: a worker has one thread.
        match unsafe { os::fork() }? {
            Fork::Child => {
                drop((reader, watch));
                os::die_with(parent);
                os::limit_memory(Some(limits.memory.unwrap_or(DEFAULT_MEMORY)));
                Ok(Some((writer, watched)))
            }
            Fork::Parent(child) => {
                drop((writer, watched));
                let ended = self.watch(child, reader, watch, limits.wall);
                let reported = self
                    .outbox
                    .inherit(&self.events)
                    .and_then(|()| match ended {
                        Some(event) => wire::send(&self.events, self.id, &event),
                        None => Ok(()),
                    });
                match reported {
                    Ok(()) => Ok(None),
                    Err(_) => self.leave(),
                }
            }
        }
    }

    /// Watches over a child. Returns what is to be told of its end, or `None` if it ended by itself
    /// with nothing to keep; does not return when the child takes over, which waits until `watch` ends.
    fn watch(
        &mut self,
        child: i32,
        mut reader: io::PipeReader,
        watch: io::PipeWriter,
        wall: Option<Duration>,
    ) -> Option<Event> {
        let mut left = wall;
        let mut since = Instant::now();
        let mut paused = false;
        loop {
            let timeout = match paused {
                true => None,
                false => {
                    Some(left.map_or(LOOK, |left| left.saturating_sub(since.elapsed()).min(LOOK)))
                }
            };
            let [reported, interrupted] =
                os::wait_readable([reader.as_fd(), self.interrupts.as_fd()], timeout);
            if reported {
                let mut byte = [0];
                match reader.read(&mut byte).map(|n| (n, byte[0])) {
                    Ok((1, COMMIT)) => {
                        drop(watch);
                        os::exit_now(0)
                    }
                    Ok((1, DISCARD)) => {
                        os::wait(child);
                        return None;
                    }
                    Ok((1, PAUSE)) => {
                        left = left.map(|left| left.saturating_sub(since.elapsed()));
                        paused = true;
                    }
                    Ok((1, RESUME)) => {
                        since = Instant::now();
                        paused = false;
                    }
                    _ => return Some(post_mortem(os::wait(child))),
                }
            } else if interrupted {
                let mut id = [0; 8];
                match self.interrupts.read_exact(&mut id) {
                    // An interrupt that comes too late for an earlier request means nothing.
                    Ok(()) if u64::from_le_bytes(id) != self.id => {}
                    Ok(()) => {
                        os::kill(child);
                        return Some(Event::Aborted(Aborted::Interrupted));
                    }
                    Err(_) => {
                        os::kill(child);
                        self.leave();
                    }
                }
            } else if !paused && left.is_some_and(|left| since.elapsed() >= left) {
                os::kill(child);
                return Some(Event::Aborted(Aborted::Timeout));
            } else if !paused && self.outbox.send_for_child(&self.events).is_err() {
                os::kill(child);
                self.leave();
            }
        }
    }
}

/// What is told of a child that died and did not say goodbye.
fn post_mortem(ending: Option<Ending>) -> Event {
    let crash = match ending {
        Some(Ending::Exited(os::OUT_OF_MEMORY)) => return Event::Aborted(Aborted::Memory),
        Some(Ending::Exited(os::OUT_OF_STACK)) => return raised(DEPTH_ERROR),
        Some(Ending::Exited(status)) => format!("exit status {status}"),
        Some(Ending::Signalled(nix::libc::SIGSEGV)) => "segmentation fault".to_owned(),
        Some(Ending::Signalled(nix::libc::SIGABRT)) => "abort".to_owned(),
        Some(Ending::Signalled(signal)) => format!("signal {signal}"),
        None => "unknown".to_owned(),
    };
    Event::Aborted(Aborted::Crash(crash))
}

/// The caller's verdict on the latest answer of request `id`; without waiting if it is not lazy.
///
/// A verdict is nine bytes, so that a pipe gives it whole or not at all.
fn next_verdict(mut verdicts: &File, id: u64, wait: bool) -> Verdict {
    loop {
        if !wait && os::wait_readable([verdicts.as_fd()], Some(Duration::ZERO)) == [false] {
            return Verdict::Continue;
        }
        let mut verdict = [0; 9];
        let Ok(()) = verdicts.read_exact(&mut verdict) else {
            os::exit_now(0);
        };
        let (given, [stop]) = verdict.split_at(8) else {
            continue;
        };
        if given == id.to_le_bytes() {
            return match stop {
                0 => Verdict::Continue,
                _ => Verdict::Stop,
            };
        }
    }
}
