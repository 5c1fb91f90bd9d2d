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
            last: Instant::now(),
        }
    }

    /// Begins with the output of a request. Nothing must be left of the one before.
    pub fn begin(&mut self, id: u64) {
        self.id = id;
        self.taken = [0; ROOMS];
        self.sent = [0; ROOMS];
        if let Some(rooms) = &mut self.rooms {
            rooms.begin();
        }
    }

    /// Takes what was written to a stream, or leaves it where it can wait unless it is to be sent now.
    pub fn write(
        &mut self,
        events: &File,
        stream: Stream,
        buffer: &mut Vec<u8>,
        now: bool,
    ) -> io::Result<()> {
        let room = stream as usize;
        let waits = self
            .rooms
            .as_ref()
            .is_some_and(|rooms| rooms.has(room, buffer));
        if waits && !now && buffer.len() < ENOUGH && self.last.elapsed() < YOUNG {
            return Ok(());
        }
        for other in Stream::ALL.into_iter().filter(|&other| other != stream) {
            self.send_waiting_of(events, other)?;
        }
        let sent = (self.sent[room] - self.taken[room]) as usize;
        let text = String::from_utf8_lossy(buffer.get(sent..).unwrap_or_default());
        wire::send_text(events, self.id, stream, self.sent[room], &text)?;
        self.taken[room] += buffer.len() as u64;
        self.sent[room] = self.taken[room];
        match &self.rooms {
            Some(rooms) => {
                rooms.empty(room, buffer);
                if !rooms.has(room, buffer) {
                    *buffer = rooms.buffer(room);
                }
            }
            None => buffer.clear(),
        }
        self.last = Instant::now();
        Ok(())
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
