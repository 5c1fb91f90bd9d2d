//! What the machine writes, on its way to the front end.
//!
//! Scryer writes token by token, and hands over what it has written only when somebody flushes: after a term, but
//! not after a newline. So text waits in a buffer until there is enough of it, or an event comes. The
//! buffer is one of [`Rooms`]: the checkpoint of a request sends what has waited for long, and all that is left
//! when the process that ran the request is dead.

use std::{
    fs::File,
    io,
    os::fd::AsFd,
    time::{Duration, Instant},
};

use super::wire::{self, PIECE, Stream};
use crate::os::{self, ROOMS, Rooms};

/// Text younger than this waits for more.
const YOUNG: Duration = Duration::from_millis(2);

/// Bytes that are enough to be sent at once.
const ENOUGH: usize = 4096;

/// The text of a request that has not been sent yet, in one of the processes that may send it.
#[derive(Debug)]
pub struct Outbox {
    /// Without them, nothing waits.
    rooms: Option<Rooms>,
    id: u64,
    /// How many bytes this process has taken out of the buffers, and how many it has sent.
    taken: [u64; ROOMS],
    sent: [u64; ROOMS],
    /// Bytes in the buffer of `user_output` when it was flushed last.
    flushed: usize,
    last: Instant,
}

impl Outbox {
    /// An outbox for this process and those that it forks.
    pub fn new() -> Outbox {
        Outbox {
            rooms: Rooms::new().ok(),
            id: 0,
            taken: [0; ROOMS],
            sent: [0; ROOMS],
            flushed: 0,
            last: Instant::now(),
        }
    }

    /// Begins with the output of a request. Nothing must be left of the one before.
    pub fn begin(&mut self, id: u64) {
        self.id = id;
        self.flushed = 0;
        self.taken = [0; ROOMS];
        self.sent = [0; ROOMS];
        if let Some(rooms) = &mut self.rooms {
            rooms.begin();
        }
    }

    /// Takes what was written to a stream and flushed, or leaves it where it can wait unless it is to be sent now.
    ///
    /// The streams keep their order as far as somebody flushes them: what the other one has waiting was written before
    /// this, but after what was flushed before.
    pub fn write(
        &mut self,
        events: &File,
        stream: Stream,
        buffer: &mut Vec<u8>,
        now: bool,
    ) -> io::Result<()> {
        let room = stream as usize;
        let waits = match (&self.rooms, stream) {
            (Some(rooms), Stream::Output) => rooms.has(room, buffer),
            _ => false,
        };
        match stream {
            Stream::Output if self.has_waiting(Stream::Error) => {
                self.send_up_to(events, stream, buffer, self.flushed)?;
                self.send_waiting_of(events, Stream::Error)?;
            }
            Stream::Output => {}
            Stream::Error => self.send_waiting_of(events, Stream::Output)?,
        }
        if waits && !now && buffer.len() < ENOUGH && self.last.elapsed() < YOUNG {
            self.flushed = buffer.len();
            return Ok(());
        }
        self.send_up_to(events, stream, buffer, buffer.len())?;
        self.taken[room] += buffer.len() as u64;
        match &self.rooms {
            Some(rooms) => {
                rooms.empty(room, buffer);
                if !rooms.has(room, buffer) {
                    *buffer = rooms.buffer(room);
                }
            }
            None => buffer.clear(),
        }
        if stream == Stream::Output {
            self.flushed = 0;
            self.last = Instant::now();
        }
        Ok(())
    }

    /// Sends what is in a buffer before byte `end` and has not been sent.
    fn send_up_to(
        &mut self,
        events: &File,
        stream: Stream,
        buffer: &[u8],
        end: usize,
    ) -> io::Result<()> {
        let room = stream as usize;
        let start = (self.sent[room] - self.taken[room]) as usize;
        let text = String::from_utf8_lossy(buffer.get(start..end).unwrap_or_default());
        wire::send_text(events, self.id, stream, self.sent[room], &text)?;
        self.sent[room] += text.len() as u64;
        Ok(())
    }

    fn has_waiting(&self, stream: Stream) -> bool {
        let room = stream as usize;
        self.rooms
            .as_ref()
            .is_some_and(|rooms| rooms.look(room, self.sent[room], 4).is_some())
    }

    /// Sends what waits.
    pub fn send_waiting(&mut self, events: &File) -> io::Result<()> {
        for stream in Stream::ALL {
            self.send_waiting_of(events, stream)?;
        }
        Ok(())
    }

    fn send_waiting_of(&mut self, events: &File, stream: Stream) -> io::Result<()> {
        while self.send_piece(events, stream)? {}
        Ok(())
    }

    /// Sends one chunk of what waits; whether there was anything.
    fn send_piece(&mut self, events: &File, stream: Stream) -> io::Result<bool> {
        let room = stream as usize;
        let waiting = self
            .rooms
            .as_ref()
            .and_then(|rooms| rooms.look(room, self.sent[room], PIECE));
        let Some((offset, text)) = waiting else {
            return Ok(false);
        };
        wire::send_text(events, self.id, stream, offset, &text)?;
        self.sent[room] = offset + text.len() as u64;
        Ok(true)
    }

    /// Sends what waits in the process that runs the request, as far as the pipe takes it: its
    /// checkpoint has other things to do than to wait.
    pub fn send_for_child(&mut self, events: &File) -> io::Result<()> {
        for stream in Stream::ALL {
            while os::is_writable(events.as_fd()) && self.send_piece(events, stream)? {}
        }
        Ok(())
    }

    /// Sends what the dead process that ran the request has left.
    pub fn inherit(&mut self, events: &File) -> io::Result<()> {
        self.send_waiting(events)?;
        if let Some(rooms) = &mut self.rooms {
            rooms.renew()?;
        }
        Ok(())
    }

    /// Keeps what is written to `user_output` from now on, after so many bytes in the buffer, from being
    /// sent; or no longer.
    pub fn hide(&self, from: Option<usize>) {
        let room = Stream::Output as usize;
        match (&self.rooms, from) {
            (Some(rooms), Some(from)) => rooms.close(room, from),
            (Some(rooms), None) => rooms.open(room),
            (None, _) => {}
        }
    }
}
