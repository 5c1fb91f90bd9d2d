//! A query over several engines, each of which goes through a part of the records.
//!
//! `game(File, G), Goal` has the answers that it has for each block of games, one block after another. So each engine
//! takes the next block and runs the query for it, and what it says waits until all blocks before have been printed.

use std::{
    io,
    ops::RangeInclusive,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use super::{super::one_of_several, Printer, QueryArguments, refuse};
use crate::{
    cli::{cancel_token::CancelToken, fail},
    engine::{Aborted, Block, Event, Events, Input, QueryOptions, RecordsEnd, Settings},
    session::{Refused, Session, in_order::InOrder},
};

/// Records of the first blocks: somebody waits for the first answers.
const FIRST: u64 = 8;
/// Records of the longest blocks.
const LONGEST: u64 = 1 << 16;
/// How long a block is to take: far longer than a request does for itself, some milliseconds to some tens of them, and
/// so short that no thread has to wait long for the others at the end: at least, at most, and a part of the time so far.
const PACE: RangeInclusive<Duration> = Duration::from_millis(250)..=Duration::from_secs(2);
const PART: u32 = 16;
/// Blocks for each thread whose answers may wait for their turn.
const AHEAD: u64 = 16;
/// What may have been said and not been heard.
const WAITING: usize = 1024;

/// What an engine says of a block.
enum Said {
    Event(Event),
    /// The query is no Prolog.
    Refused(Refused),
    /// The block has no more.
    Done,
    /// The engine is gone: why.
    Gone(String),
}

/// Runs the command on at least two threads and returns the exit status.
pub fn run(arguments: &QueryArguments, threads: u16) -> u8 {
    let limits = arguments.limits();
    if limits.inferences.is_some() {
        return fail(
            "--inference-limit counts what one engine does; it cannot be used with --threads",
        );
    }
    let settings = Settings {
        error_events: true,
        ..arguments.mode.settings(Input::Nothing)
    };
    let token = CancelToken::on_ctrl_c();
    token.nothing_to_save();
    let files = arguments.files.clone();
    let told = Some(arguments.printer_of_files());
    let first = match one_of_several(&files, limits, settings, &token, told) {
        Ok(session) => session,
        Err(status) => return status,
    };
    token.keep_on_cancel();
    let work = Arc::new(Work {
        goal: arguments.goal.clone(),
        options: arguments.options(),
        queue: Mutex::new(Queue::default()),
        printed: Condvar::new(),
        ahead: AHEAD * u64::from(threads),
        deadline: limits
            .wall
            .and_then(|limit| Instant::now().checked_add(limit)),
    });
    let mut first = Some(first);
    let (said, heard) = mpsc::sync_channel(WAITING);
    // Nobody waits for them: engines end when this process does.
    for _ in 0..threads {
        let (said, ready, work) = (said.clone(), first.take(), Arc::clone(&work));
        let (token, files) = (Arc::clone(&token), files.clone());
        thread::spawn(move || {
            let silent = None::<fn(&str)>;
            let session = match ready {
                Some(session) => Ok(session),
                None => one_of_several(&files, limits, settings, &token, silent),
            };
            // The others do without one that did not start.
            if let Ok(session) = session {
                work.drive(session, &said);
            }
        });
    }
    drop(said);
    work.print(heard, arguments)
}

/// What the threads share.
struct Work {
    goal: String,
    options: QueryOptions,
    queue: Mutex<Queue>,
    /// Told when a block has been printed.
    printed: Condvar,
    /// How many blocks may be begun that are not printed.
    ahead: u64,
    deadline: Option<Instant>,
}

/// Which block is the next.
struct Queue {
    /// Its number.
    number: u64,
    file: u64,
    from: u64,
    size: u64,
    /// The blocks that have been printed.
    printed: u64,
    /// Whether there are no more.
    over: bool,
    begun: Instant,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue {
            number: 0,
            file: 1,
            from: 1,
            size: FIRST,
            printed: 0,
            over: false,
            begun: Instant::now(),
        }
    }
}

impl Queue {
    fn take(&mut self) -> (u64, Block) {
        let block = Block {
            file: self.file,
            from: self.from,
            to: self.from + self.size - 1,
        };
        self.number += 1;
        self.from += self.size;
        (self.number - 1, block)
    }

    /// Takes note of records that end within a block.
    fn ends(&mut self, block: Block, end: RecordsEnd) {
        match end {
            RecordsEnd::Files => self.over = true,
            // Another block may have said so before.
            RecordsEnd::File if self.file == block.file => {
                self.file += 1;
                self.from = 1;
            }
            RecordsEnd::File => {}
        }
    }

    /// Makes blocks longer or shorter by how long one took.
    fn pace(&mut self, block: Block, took: Duration) {
        let size = block.to - block.from + 1;
        let wanted = (self.begun.elapsed() / PART).clamp(*PACE.start(), *PACE.end());
        self.size = match took {
            took if took < wanted / 2 => (2 * size).max(self.size).min(LONGEST),
            took if took > wanted * 2 => (size / 2).clamp(1, self.size),
            _ => self.size,
        };
    }
}

impl Work {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next block; `None` if there is no more.
    fn next(&self) -> Option<(u64, Block)> {
        let full = |queue: &mut Queue| !queue.over && queue.number - queue.printed >= self.ahead;
        let queue = self.printed.wait_while(self.queue(), full);
        let mut queue = queue.unwrap_or_else(PoisonError::into_inner);
        (!queue.over).then(|| queue.take())
    }

    /// Runs the query for one block after another.
    fn drive(&self, mut session: Session, said: &SyncSender<(u64, Said)>) {
        while let Some((number, block)) = self.next() {
            let begun = Instant::now();
            let left = |deadline: Instant| deadline.saturating_duration_since(begun);
            session.limits.wall = self.deadline.map(left);
            let options = QueryOptions {
                block: Some(block),
                ..self.options
            };
            // When the query is over, nobody hears.
            let say = |what| said.send((number, what)).is_ok();
            let goes_on = match session.query(&self.goal, options) {
                Ok(events) => self.tell(events, block, say),
                Err(refused) => {
                    say(Said::Refused(refused));
                    false
                }
            };
            if !goes_on {
                return;
            }
            self.queue().pace(block, begun.elapsed());
        }
    }

    /// Tells what happens in a block; false if there are to be no others.
    fn tell(&self, events: Events<'_>, block: Block, say: impl Fn(Said) -> bool) -> bool {
        for event in events {
            let goes_on = match event {
                Ok(Event::RecordsEnd(end)) => {
                    self.queue().ends(block, end);
                    true
                }
                // Other blocks may have answers.
                Ok(Event::False) => true,
                Ok(event) => {
                    let ends = event.is_terminal() && !matches!(event, Event::Answer(_));
                    say(Said::Event(event)) && !ends
                }
                Err(error) => {
                    say(Said::Gone(error.to_string()));
                    false
                }
            };
            if !goes_on {
                return false;
            }
        }
        say(Said::Done)
    }

    /// Prints what is said in the order of the blocks; the exit status.
    fn print(&self, heard: Receiver<(u64, Said)>, arguments: &QueryArguments) -> u8 {
        let (format, limits) = (arguments.printed.format, arguments.limits());
        let mut printer = Printer::new(io::stdout().lock(), format, limits);
        let mut output_left = limits.output.unwrap_or(u64::MAX);
        let mut in_order = InOrder::default();
        for (number, what) in heard {
            let last = matches!(what, Said::Done);
            for what in in_order.put(number, what, last) {
                let status = match what {
                    Said::Event(mut event) => {
                        let too_much = shortened(&mut event, &mut output_left);
                        let aborted = Event::Aborted(Aborted::Output);
                        let status = printer.print(&event);
                        status.or_else(|| too_much.then(|| printer.print(&aborted)).flatten())
                    }
                    Said::Done => None,
                    Said::Refused(refused) => Some(refuse(format, refused)),
                    Said::Gone(why) => Some(fail(&why)),
                };
                if let Some(status) = status {
                    return status;
                }
                if arguments.answers == Some(printer.answers) {
                    return printer.end();
                }
            }
            self.queue().printed = in_order.next();
            self.printed.notify_all();
        }
        printer.print(&Event::False).unwrap_or(printer.end())
    }
}

/// Cuts what is printed down to the bytes that are left; whether it is too much.
fn shortened(event: &mut Event, left: &mut u64) -> bool {
    let (Event::Output(text) | Event::ErrorOutput(text)) = event else {
        return false;
    };
    let allowed = usize::try_from(*left).unwrap_or(usize::MAX);
    *left = left.saturating_sub(text.len() as u64);
    let too_much = text.len() > allowed;
    text.truncate(text.floor_char_boundary(allowed));
    too_much
}
