//! Messages between the front end and the worker, and their frames on a pipe.
//!
//! A message is its request's number and a JSON value, cut into chunks of at most `PIPE_BUF`
//! bytes. A pipe takes such a chunk whole or not at all, so that a worker killed in the middle of
//! a long message leaves whole chunks behind; the next message starts with a mark that tells the
//! reader to drop them.
//!
//! Text that the machine writes comes in chunks of its own, also between those of a message. Two processes
//! send it, the one that runs the request and its checkpoint, and some of it twice: a piece says where
//! in the output of its request it belongs, so that the reader can drop what it has.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::report::{Diagnostic, Report};

/// What a request may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Computing time; waiting for the caller between answers does not count.
    pub wall: Option<Duration>,
    /// Logical inferences, per answer.
    pub inferences: Option<u64>,
    /// Answers.
    pub answers: Option<u64>,
    /// Bytes by which the worker may grow; [`DEFAULT_MEMORY`](super::DEFAULT_MEMORY) if nobody says.
    pub memory: Option<u64>,
    /// Bytes that may be printed.
    pub output: Option<u64>,
}

/// What becomes of the changes that a query makes to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Effects {
    /// They stay, as in any Prolog.
    #[default]
    Commit,
    /// They are forgotten when the query ends.
    Discard,
}

/// Some of the records that the first goal of a query goes through: those of a file, counted from 1 as the files that
/// the goal names, with these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The file.
    pub file: u64,
    /// The first record.
    pub from: u64,
    /// The last record.
    pub to: u64,
}

/// What ends within a [`Block`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordsEnd {
    /// The file, which has no record behind the block.
    File,
    /// The files: there is none with that number, nor one with a higher one.
    Files,
}

/// What the worker is told to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Errand {
    /// Do what is requested.
    Run(Request),
    /// Leave behind what there is now, to come back to it.
    Branch,
    /// Come back to what the latest branch has left behind.
    Rejoin,
}

/// A request to the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Request {
    /// Answer a query.
    Query {
        /// The query, with its full stop.
        text: String,
        /// The consulted file that it stands in, if it does: it is read and run with the operators and flags of that file.
        file: Option<String>,
        /// What it may use.
        limits: Limits,
        /// Whether to wait for the caller after each answer.
        lazy: bool,
        /// Whether to send each value in canonical form too.
        typed: bool,
        /// What becomes of database changes.
        effects: Effects,
        /// Whether it is the program's own, which no sandbox confines.
        trusted: bool,
        /// The records that its first goal goes through, if not all.
        block: Option<Block>,
    },
    /// Load a file, or a text.
    Consult {
        /// The file to read; for a text, what messages call it. Consulting it again replaces its clauses.
        name: String,
        /// The text, if it is not in the file.
        text: Option<String>,
        /// What others may do with what it defines.
        access: Access,
        /// Whether its goals of `initialization/1` are run; else it is told that they were stopped.
        initialize: bool,
        /// What loading may use.
        limits: Limits,
    },
}

/// What others may do with what a file defines, where there is a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Access {
    /// Call it and define it anew.
    #[default]
    Full,
    /// Call it: the file is given with an assignment, for those who solve it and for its tests.
    Call,
    /// Neither see nor change it: tests that a program is to pass.
    Closed,
}

/// What the worker sends. Each request ends with exactly one [terminal](Event::is_terminal) event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The worker is ready for requests: at first, and after a branch has begun or ended.
    Ready,
    /// Text written to `user_output`. What is written to `user_error` goes to the standard error of this process,
    /// in the order in which it was written, unless the settings want it as events.
    Output(String),
    /// Text written to `user_error`.
    ErrorOutput(String),
    /// A picture, where the front end can show some.
    Picture(Picture),
    /// How far a long piece of work has got, a line; the next one takes its place, and anything else takes it away.
    Progress(String),
    /// A goal wants to read what a user is to type: see [`Events::reply`](super::Events::reply).
    Ask,
    /// Records end within the block of the request.
    RecordsEnd(RecordsEnd),
    /// Something to be told about a text that is consulted.
    Diagnostic(Diagnostic),
    /// An answer.
    Answer(Answer),
    /// The query has no (more) answers.
    False,
    /// The caller, or the limit on answers, stopped the query after an answer.
    Stopped,
    /// The query, or loading a file, raised an error.
    Error(Raised),
    /// The query used up its inferences.
    InferenceLimit,
    /// A file was loaded, as far as it could be read.
    Loaded(Report),
    /// The query called `halt`, with this status.
    Halted(u8),
    /// The request was ended from outside; the database is as it was before the request.
    Aborted(Aborted),
}

/// Something to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The same in letters, for who cannot see it.
    pub text: String,
    /// The picture, as SVG.
    pub svg: String,
}

/// One answer to a query.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The bindings, in the order of the query's variables.
    pub bindings: Vec<Binding>,
    /// Residual goals: constraints that remain.
    pub residual: Vec<String>,
    /// Whether this is certainly the last answer.
    pub last: bool,
}

/// What one variable of the query is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// The variable.
    pub name: String,
    /// Its value as Prolog text, with operators.
    pub text: String,
    /// Its value as canonical Prolog text, if asked for.
    pub canonical: Option<String>,
}

/// An error that a query or a file raised.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Raised {
    /// The ball, as Prolog text.
    pub text: String,
    /// The ball, as canonical Prolog text.
    pub canonical: String,
    /// What the program's own messages say of it.
    pub said: Option<String>,
    /// For a syntax error in a query: what is wrong where.
    pub problem: Option<Box<Diagnostic>>,
    /// For an unknown procedure: the predicates of consulted texts that may have been meant.
    pub meant: Vec<String>,
}

/// Why a request was ended from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aborted {
    /// It used up its computing time.
    Timeout,
    /// It used up its memory.
    Memory,
    /// It has printed all that it may.
    Output,
    /// Somebody interrupted it.
    Interrupted,
    /// The worker crashed: a bug in Scryer or in a native.
    Crash(String),
}

impl Event {
    /// Whether a request ends with this event.
    pub fn is_terminal(&self) -> bool {
        match self {
            Event::Ready
            | Event::Output(_)
            | Event::ErrorOutput(_)
            | Event::Picture(_)
            | Event::Progress(_)
            | Event::Ask
            | Event::RecordsEnd(_)
            | Event::Diagnostic(_) => false,
            Event::Answer(answer) => answer.last,
            _ => true,
        }
    }
}

/// A stream that the machine writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// `user_output`.
    Output,
    /// `user_error`.
    Error,
}

impl Stream {
    /// All of them; each has its number as its place.
    pub const ALL: [Stream; 2] = [Stream::Output, Stream::Error];
}

/// A piece of what a request writes to a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The request.
    pub id: u64,
    /// The stream.
    pub stream: Stream,
    /// How many bytes the request had written to the stream before.
    pub offset: u64,
    /// The text.
    pub text: String,
}

/// What a pipe brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival<T> {
    /// A message, and the number of its request.
    Message(u64, T),
    /// A piece of text.
    Text(Piece),
}

const CHUNK: usize = nix::libc::PIPE_BUF;
const MORE: u16 = 0x8000;
const FIRST: u16 = 0x4000;
const TEXT: u16 = 0x2000;
const LENGTH: u16 = 0x1fff;

/// Bytes of text that go into one chunk.
pub const PIECE: usize = CHUNK - 2 - 1 - 8 - 8;

/// Writes one message.
///
/// # Errors
///
/// When the other side is gone.
pub fn send(mut pipe: impl Write, id: u64, message: &impl Serialize) -> io::Result<()> {
    let mut bytes = id.to_le_bytes().to_vec();
    serde_json::to_writer(&mut bytes, message)?;
    let last = bytes.len().div_ceil(CHUNK - 2) - 1;
    for (i, part) in bytes.chunks(CHUNK - 2).enumerate() {
        let mut header = part.len() as u16;
        header |= if i == 0 { FIRST } else { 0 };
        header |= if i < last { MORE } else { 0 };
        let mut chunk = header.to_le_bytes().to_vec();
        chunk.extend_from_slice(part);
        pipe.write_all(&chunk)?;
    }
    Ok(())
}

/// Writes text of a request that begins at byte `offset` of what the request writes to the stream.
///
/// # Errors
///
/// When the other side is gone.
pub fn send_text(
    mut pipe: impl Write,
    id: u64,
    stream: Stream,
    mut offset: u64,
    mut text: &str,
) -> io::Result<()> {
    while !text.is_empty() {
        let (piece, rest) = text.split_at(text.floor_char_boundary(PIECE));
        let length = 1 + 8 + 8 + piece.len();
        let mut chunk = (TEXT | length as u16).to_le_bytes().to_vec();
        chunk.push(stream as u8);
        chunk.extend_from_slice(&id.to_le_bytes());
        chunk.extend_from_slice(&offset.to_le_bytes());
        chunk.extend_from_slice(piece.as_bytes());
        pipe.write_all(&chunk)?;
        offset += piece.len() as u64;
        text = rest;
    }
    Ok(())
}

/// The reader's end of a pipe.
#[derive(Debug)]
pub struct Receiver<R> {
    pipe: R,
    /// The message in the making.
    message: Vec<u8>,
}

impl<R: Read> Receiver<R> {
    /// Reads from a pipe.
    pub fn new(pipe: R) -> Receiver<R> {
        Receiver {
            pipe,
            message: Vec::new(),
        }
    }

    /// Waits for what comes next; `None` when the other side is gone.
    ///
    /// # Errors
    ///
    /// When reading fails or the bytes are no message.
    pub fn receive<T: DeserializeOwned>(&mut self) -> io::Result<Option<Arrival<T>>> {
        loop {
            let mut header = [0; 2];
            match self.pipe.read_exact(&mut header) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                result => result?,
            }
            let header = u16::from_le_bytes(header);
            let mut chunk = vec![0; usize::from(header & LENGTH)];
            self.pipe.read_exact(&mut chunk)?;
            if header & TEXT != 0 {
                return match piece(&chunk) {
                    Some(piece) => Ok(Some(Arrival::Text(piece))),
                    None => Err(io::ErrorKind::InvalidData.into()),
                };
            }
            if header & FIRST != 0 {
                self.message.clear();
            }
            self.message.append(&mut chunk);
            if header & MORE == 0 {
                let Some((id, json)) = self.message.split_first_chunk() else {
                    return Err(io::ErrorKind::InvalidData.into());
                };
                return Ok(Some(Arrival::Message(
                    u64::from_le_bytes(*id),
                    serde_json::from_slice(json)?,
                )));
            }
        }
    }
}

fn piece(chunk: &[u8]) -> Option<Piece> {
    let (&stream, rest) = chunk.split_first()?;
    let (id, rest) = rest.split_first_chunk()?;
    let (offset, text) = rest.split_first_chunk()?;
    Some(Piece {
        id: u64::from_le_bytes(*id),
        stream: *Stream::ALL.get(usize::from(stream))?,
        offset: u64::from_le_bytes(*offset),
        text: String::from_utf8_lossy(text).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_off_message_is_dropped() {
        let mut pipe = Vec::new();
        send(&mut pipe, 7, &Event::Output("x".repeat(10_000))).unwrap();
        pipe.truncate(CHUNK);
        send(&mut pipe, 8, &Event::False).unwrap();
        let mut pipe = Receiver::new(&pipe[..]);
        let event = pipe.receive().unwrap();
        assert_eq!(event, Some(Arrival::Message(8, Event::False)));
        assert_eq!(pipe.receive::<Event>().unwrap(), None);
    }

    #[test]
    fn long_messages_arrive_whole() {
        let mut pipe = Vec::new();
        let event = Event::Output("é".repeat(70_000));
        send(&mut pipe, 1, &event).unwrap();
        let arrived = Receiver::new(&pipe[..]).receive().unwrap();
        assert_eq!(arrived, Some(Arrival::Message(1, event)));
    }

    #[test]
    fn text_may_come_within_a_message() {
        let event = Event::Output("x".repeat(10_000));
        let mut pipe = Vec::new();
        send(&mut pipe, 1, &event).unwrap();
        let rest = pipe.split_off(CHUNK);
        let text = "ü".repeat(3_000);
        send_text(&mut pipe, 1, Stream::Error, 5, &text).unwrap();
        pipe.extend(rest);
        let mut pipe = Receiver::new(&pipe[..]);
        let mut at = 5;
        let mut whole = String::new();
        loop {
            match pipe.receive().unwrap() {
                Some(Arrival::Text(piece)) => {
                    assert_eq!(
                        (piece.id, piece.stream, piece.offset),
                        (1, Stream::Error, at)
                    );
                    at += piece.text.len() as u64;
                    whole += &piece.text;
                }
                last => {
                    assert_eq!(last, Some(Arrival::Message(1, event)));
                    break;
                }
            }
        }
        assert_eq!(whole, text);
    }
}
