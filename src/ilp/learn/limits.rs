//! What ends a search before its end: limits of time, CPU time and memory, and whoever asked for it.

use std::{
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::Options;
use crate::os;

/// What ended a search before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The time limit.
    Time,
    /// The limit of CPU time.
    Cpu,
    /// The memory limit, or Prolog's: see [`Outcome::exhausted`](super::Outcome::exhausted).
    Memory,
    /// Whoever asked for the search.
    Cancelled,
}

/// How many bytes this process may hold in a search if it may not have all that it asks for: most of what is left, so
/// that what was found is not lost when there is no more.
pub fn room() -> Option<u64> {
    os::memory_left().map(|left| os::resident_memory() + left / 4 * 3)
}

/// Runs the work with a flag that is set when a limit is reached or the user cancels; `halt` then ends what does not
/// look at it. What it was comes with the result.
pub(super) fn with_limits<R>(
    options: &Options,
    cancel: &AtomicBool,
    halt: &(dyn Fn() + Sync),
    work: impl FnOnce(&AtomicBool) -> R,
) -> (R, Option<Halt>) {
    const PERIOD: Duration = Duration::from_millis(5);
    // Between two proofs there was nothing to halt.
    const AGAIN: Duration = Duration::from_millis(50);
    let (stop, halted) = (AtomicBool::new(false), Mutex::new(None));
    let finished = (Mutex::new(false), Condvar::new());
    let deadline = options
        .time_limit
        .and_then(|limit| Instant::now().checked_add(limit));
    let mut clock = os::FamilyClock::default();
    let cpu_limit = options.cpu_limit.map(|limit| clock.time() + limit);
    let mut reached = move || {
        if cancel.load(Ordering::Relaxed) {
            Some(Halt::Cancelled)
        } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Halt::Time)
        } else if cpu_limit.is_some_and(|limit| clock.time() >= limit) {
            Some(Halt::Cpu)
        } else if options
            .memory
            .is_some_and(|most| os::resident_memory() > most)
        {
            Some(Halt::Memory)
        } else {
            None
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut done = finished.0.lock().unwrap_or_else(PoisonError::into_inner);
            while !*done {
                let mut known = halted.lock().unwrap_or_else(PoisonError::into_inner);
                *known = known.or_else(&mut reached);
                let ends = known.is_some();
                drop(known);
                if ends {
                    stop.store(true, Ordering::Relaxed);
                    halt();
                }
                let waited = finished
                    .1
                    .wait_timeout(done, if ends { AGAIN } else { PERIOD });
                done = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        });
        // Also if the work panics: the watch would wait for ever.
        let _end = Finish(&finished);
        let result = work(&stop);
        let halted = *halted.lock().unwrap_or_else(PoisonError::into_inner);
        (result, halted)
    })
}

/// Says that the work is over when it goes out of scope.
struct Finish<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }
}
