//! The same request loop in a thread of this process.
//!
//! There is no checkpoint here: a query can be limited in inferences and answers only, an
//! interrupt is not possible, what a failed request changed stays changed as far as Scryer lets
//! it, and a crash is the end of the engine (a panic) or of the program.

use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use super::{
    Input,
    machine::{Ended, Machine, Port, Verdict},
    wire::{Aborted, Event, Request, Stream},
};

/// A machine in a thread and the channels to it.
#[derive(Debug)]
pub struct Thread {
    requests: Sender<(u64, Request)>,
    events: Receiver<(u64, Event)>,
    verdicts: Sender<(u64, bool)>,
}

struct Channels {
    requests: Receiver<(u64, Request)>,
    events: Sender<(u64, Event)>,
    verdicts: Receiver<(u64, bool)>,
    id: u64,
    lazy: bool,
}

/// The machine's thread needs room: Scryer compiles and writes terms recursively.
const STACK: usize = 64 << 20;

impl Thread {
    /// Starts the thread and waits until its machine is ready.
    ///
    /// # Errors
    ///
    /// When there is no thread to be had.
    pub fn spawn() -> io::Result<Thread> {
        let (requests, their_requests) = channel();
        let (their_events, events) = channel();
        let (verdicts, their_verdicts) = channel();
        thread::Builder::new()
            .name("chesslog machine".into())
            .stack_size(STACK)
            .spawn(move || {
                serve(Channels {
                    requests: their_requests,
                    events: their_events,
                    verdicts: their_verdicts,
                    id: 0,
                    lazy: false,
                });
            })?;
        let thread = Thread {
            requests,
            events,
            verdicts,
        };
        thread.receive()?;
        Ok(thread)
    }

    pub fn send(&self, id: u64, request: Request) -> io::Result<()> {
        self.requests.send((id, request)).map_err(|_| gone())
    }

    pub fn receive(&self) -> io::Result<(u64, Event)> {
        self.events.recv().map_err(|_| gone())
    }

    pub fn verdict(&self, id: u64, stop: bool) -> io::Result<()> {
        self.verdicts.send((id, stop)).map_err(|_| gone())
    }
}

fn gone() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

fn serve(channels: Channels) {
    let mut machine = Machine::boot(Input::Nothing.into());
    if channels.events.send((0, Event::Ready)).is_err() {
        return;
    }
    let mut port: Box<dyn Port> = Box::new(channels);
    loop {
        let (ended, returned) = machine.serve(port);
        port = returned;
        match ended {
            Ended::Quit => return,
            Ended::Halted(status) => _ = port.send(&Event::Halted(status)),
            Ended::Panicked(message) => {
                port.send(&Event::Aborted(Aborted::Crash(message)));
                // The machine cannot be trusted, not even to be dropped.
                std::mem::forget(machine);
                return;
            }
        }
    }
}

impl Port for Channels {
    fn next(&mut self) -> Option<Request> {
        let (id, request) = self.requests.recv().ok()?;
        self.id = id;
        self.lazy = matches!(request, Request::Query { lazy: true, .. });
        Some(request)
    }

    fn send(&mut self, event: &Event) -> Verdict {
        if self.events.send((self.id, event.clone())).is_err() {
            return Verdict::Stop;
        }
        if !matches!(event, Event::Answer(answer) if !answer.last) {
            return Verdict::Continue;
        }
        loop {
            let verdict = match self.lazy {
                true => self.verdicts.recv().ok(),
                false => match self.verdicts.try_recv() {
                    Ok(verdict) => Some(verdict),
                    Err(_) => return Verdict::Continue,
                },
            };
            match verdict {
                Some((id, _)) if id != self.id => {}
                Some((_, false)) => return Verdict::Continue,
                _ => return Verdict::Stop,
            }
        }
    }

    fn undo(&mut self) {}

    fn write(&mut self, stream: Stream, buffer: &mut Vec<u8>, _: bool) {
        let text = String::from_utf8_lossy(buffer).into_owned();
        buffer.clear();
        match stream {
            Stream::Output if text.is_empty() => {}
            Stream::Output => _ = self.send(&Event::Output(text)),
            Stream::Error => _ = io::stderr().write_all(text.as_bytes()),
        }
    }

    fn hide(&mut self, _: Option<usize>) {}
    // There is no way back from the middle of a request.
    fn abort(&mut self, _: Aborted) {}
}
