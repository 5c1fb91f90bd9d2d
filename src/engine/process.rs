//! The front end's end of a worker process.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufReader, Write},
    os::fd::{AsFd, AsRawFd, OwnedFd},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    Input, Settings,
    wire::{self, Arrival, Errand, Event, Piece, Receiver, Stream},
    worker,
};
use crate::os;

/// A worker process and the pipes to it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    requests: Option<File>,
    events: Receiver<BufReader<File>>,
    /// The request whose output came last, and how much of each stream has come.
    output: (u64, [u64; Stream::ALL.len()]),
    error_events: bool,
    verdicts: File,
    interrupts: Arc<Interrupts>,
}

/// Interrupts whatever the worker is doing; usable from any thread.
#[derive(Debug)]
pub struct Interrupts {
    pipe: File,
    current: AtomicU64,
}

impl Interrupts {
    /// Ends the current request, if there is one.
    pub fn interrupt(&self) {
        let id = self.current.load(Ordering::SeqCst);
        if id != 0 {
            // A worker that is gone needs no interrupt.
            _ = (&self.pipe).write_all(&id.to_le_bytes());
        }
    }
}

fn pipe() -> io::Result<(File, File)> {
    let (reader, writer) = io::pipe()?;
    Ok((OwnedFd::from(reader).into(), OwnedFd::from(writer).into()))
}

impl Process {
    /// Starts `program` as a worker and waits until it is ready.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or is no worker.
    pub fn spawn(program: &OsString, settings: Settings) -> io::Result<Process> {
        let (worker_requests, requests) = pipe()?;
        let (events, worker_events) = pipe()?;
        let (worker_verdicts, verdicts) = pipe()?;
        let (worker_interrupts, interrupts) = pipe()?;
        let theirs = [
            worker_requests,
            worker_events,
            worker_verdicts,
            worker_interrupts,
        ];
        let fds: Vec<_> = theirs.iter().map(AsRawFd::as_raw_fd).collect();
        let asked = settings.input == Input::Asked;
        let flags = [settings.iso, settings.sandbox, asked, settings.progress].map(u64::from);
        let flags = flags.into_iter().chain(settings.drawing.flags());
        let list: Vec<_> = fds
            .iter()
            .map(ToString::to_string)
            .chain(flags.map(|flag| flag.to_string()))
            .collect();
        let mut command = Command::new(program);
        command.env(worker::VARIABLE, list.join(","));
        command.stdin(match settings.input {
            Input::Standard => Stdio::inherit(),
            Input::Nothing => Stdio::null(),
            Input::Asked => Stdio::piped(),
        });
        // Some of Scryer's warnings are printed behind our back; they must not mix with answers.
        if let Ok(stderr) = io::stderr().as_fd().try_clone_to_owned() {
            command.stdout(stderr);
        }
        os::inherit(&mut command, fds);
        os::deepen_stack(&mut command);
        let child = command.spawn()?;
        drop(theirs);
        let mut process = Process {
            child,
            requests: Some(requests),
            events: Receiver::new(BufReader::new(events)),
            output: Default::default(),
            error_events: settings.error_events,
            verdicts,
            interrupts: Arc::new(Interrupts {
                pipe: interrupts,
                current: AtomicU64::new(0),
            }),
        };
        match process.receive() {
            Ok((_, Event::Ready)) => Ok(process),
            Ok(_) => Err(io::ErrorKind::InvalidData.into()),
            Err(error) => Err(error),
        }
    }

    pub fn send(&mut self, id: u64, errand: &Errand) -> io::Result<()> {
        self.interrupts.current.store(id, Ordering::SeqCst);
        match &self.requests {
            Some(pipe) => wire::send(pipe, id, errand),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    pub fn receive(&mut self) -> io::Result<(u64, Event)> {
        loop {
            let arrival = self.events.receive()?;
            match arrival.ok_or(io::ErrorKind::UnexpectedEof)? {
                Arrival::Message(id, event) => return Ok((id, event)),
                Arrival::Text(piece) => {
                    let (id, stream) = (piece.id, piece.stream);
                    match (self.news(piece), stream) {
                        (None, _) => {}
                        (Some(text), Stream::Output) => return Ok((id, Event::Output(text))),
                        (Some(text), Stream::Error) if self.error_events => {
                            return Ok((id, Event::ErrorOutput(text)));
                        }
                        // Nobody can be told that the standard error is gone.
                        (Some(text), Stream::Error) => {
                            _ = io::stderr().write_all(text.as_bytes());
                        }
                    }
                }
            }
        }
    }

    /// What has not come before of a piece of output.
    fn news(&mut self, mut piece: Piece) -> Option<String> {
        let (id, come) = &mut self.output;
        if piece.id > *id {
            (*id, *come) = (piece.id, Default::default());
        }
        if piece.id < *id {
            return None;
        }
        let come = &mut come[piece.stream as usize];
        let old = usize::try_from(come.saturating_sub(piece.offset)).ok()?;
        let news = piece.text.get(old..)?.len();
        *come += news as u64;
        (news > 0).then(|| piece.text.split_off(old))
    }

    /// Gives the worker a line to read.
    pub fn type_in(&mut self, line: &str) -> io::Result<()> {
        match &mut self.child.stdin {
            Some(input) => writeln!(input, "{line}"),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Tells the worker whether to go on after an answer.
    pub fn verdict(&mut self, id: u64, stop: bool) -> io::Result<()> {
        let mut verdict = id.to_le_bytes().to_vec();
        verdict.push(stop.into());
        self.verdicts.write_all(&verdict)
    }

    pub fn over(&self) {
        self.interrupts.current.store(0, Ordering::SeqCst);
    }

    pub fn interrupts(&self) -> Arc<Interrupts> {
        Arc::clone(&self.interrupts)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.interrupts.interrupt();
        // The worker ends when its requests do, and the supervisor when the worker does.
        self.requests = None;
        _ = self.child.wait();
    }
}
