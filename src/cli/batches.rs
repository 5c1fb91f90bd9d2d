//! Engines that examine tasks side by side: one thread reads, one drives each engine, and this one takes what comes.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender, SyncSender},
    },
    thread,
};

use super::{EffortOption, cancel_token::CancelToken, fail, one_of_several, report_problem};
use crate::{
    engine::{Limits, Settings},
    session::{
        Session,
        batches::{self, Outcome, Place, Task},
        in_order::InOrder,
    },
};

/// Reads tasks and hands them on in batches, and tells of what is none; until the end, or until the flag is set.
pub type Reader<'a, T> =
    Box<dyn FnOnce(&SyncSender<Vec<T>>, &Sender<Outcome<T>>, &Place, &AtomicBool) + Send + 'a>;

/// What engines begin with.
pub struct Engines<'a> {
    /// The user's files.
    pub files: &'a [PathBuf],
    /// For each task.
    pub limits: Limits,
    /// For each search.
    pub effort: EffortOption,
    pub settings: &'a (dyn Fn() -> Settings + Sync),
    pub threads: usize,
}

impl Engines<'_> {
    /// Examines what is read. `take` gets each outcome, in the order of their numbers, whichever engine was faster; and
    /// nothing, for the progress line, whenever one has arrived: how many have, and which part of the work that is.
    ///
    /// Says whether it was done to the end.
    ///
    /// # Errors
    ///
    /// The exit status, when an engine does not start.
    pub fn examine<T: Task>(
        &self,
        token: &CancelToken,
        read: Reader<'_, T>,
        mut take: impl FnMut(u64, f64, Option<Outcome<T>>),
    ) -> Result<bool, u8> {
        token.nothing_to_save();
        let mut first = Some(self.start::<T>(token, true)?);
        token.keep_on_cancel();
        let mut complete = true;
        let place = &Place::default();
        let stop = &token.cancelled;
        let (batches, waiting) = mpsc::sync_channel(self.threads);
        // Once the last engine lets go of it, the reader stops.
        let waiting = Arc::new(Mutex::new(waiting));
        let (outcomes, results) = mpsc::channel::<Outcome<T>>();
        thread::scope(|scope| {
            let engines: Vec<_> = (0..self.threads)
                .map(|_| {
                    let (waiting, outcomes) = (Arc::clone(&waiting), outcomes.clone());
                    let ready = first.take();
                    scope.spawn(move || {
                        let mut session = match ready {
                            Some(session) => session,
                            None => self
                                .start::<T>(token, false)
                                .map_err(|_| "an engine did not start".to_owned())?,
                        };
                        batches::examine(&mut session, &waiting, &outcomes, report_problem, stop)
                    })
                })
                .collect();
            drop(waiting);
            scope.spawn(move || read(&batches, &outcomes, place, stop));
            let mut in_order = InOrder::default();
            let mut arrived = 0;
            for outcome in results {
                arrived += u64::from(matches!(outcome, Outcome::Done { .. }));
                let part = place.part_done(arrived);
                for outcome in in_order.put(outcome.number(), outcome, true) {
                    take(arrived, part, Some(outcome));
                }
                take(arrived, part, None);
            }
            // What came after a task that was never examined.
            for outcome in in_order.rest() {
                take(arrived, 1.0, Some(outcome));
            }
            for engine in engines {
                if let Ok(Err(message)) = engine.join() {
                    complete = false;
                    fail(&message);
                }
            }
        });
        Ok(complete && !stop.load(Ordering::SeqCst))
    }

    /// Starts an engine and loads what it needs; `Err` is the exit status. Only one of several tells of the user's files.
    fn start<T: Task>(&self, token: &CancelToken, report: bool) -> Result<Session, u8> {
        // The limits are those of a task, not of loading.
        let loading = Limits {
            memory: self.limits.memory,
            ..Limits::default()
        };
        let told = report.then_some(|text: &str| eprint!("{text}"));
        let mut session = one_of_several(self.files, loading, (self.settings)(), token, told)?;
        batches::prepare::<T>(&mut session).map_err(|message| fail(&message))?;
        self.effort.tell(&mut session);
        session.limits = self.limits;
        Ok(session)
    }
}
