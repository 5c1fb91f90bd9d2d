//! Ctrl-C in long work.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::{engine::InterruptHandle, terminal};

/// How often engines are interrupted: between two requests there was nothing to interrupt, and some
/// may not have been there yet.
const AGAIN: Duration = Duration::from_millis(20);

/// Ends the work at the first Ctrl-C, the program at the second: then there is no waiting for what
/// was found.
#[derive(Debug, Default)]
pub struct CancelToken {
    /// Whether the work is to end.
    pub cancelled: AtomicBool,
    /// Whether there is nothing to save, so that the first Ctrl-C ends the program.
    idle: AtomicBool,
    engines: Mutex<Vec<InterruptHandle>>,
}

impl CancelToken {
    /// A token that Ctrl-C sets.
    pub fn on_ctrl_c() -> Arc<CancelToken> {
        let token = Arc::new(CancelToken::default());
        let handler = Arc::clone(&token);
        terminal::on_ctrl_c(move || handler.cancel());
        token
    }

    /// Adds an engine that is interrupted, too, in whatever it is asked from then on.
    pub fn add(&self, engine: InterruptHandle) {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.push(engine);
    }

    /// From now on the first Ctrl-C ends the program: there is nothing to save.
    pub fn nothing_to_save(&self) {
        self.idle.store(true, Ordering::SeqCst);
    }

    /// From now on the first Ctrl-C ends the work: what was found is wanted.
    pub fn keep_on_cancel(&self) {
        self.idle.store(false, Ordering::SeqCst);
    }

    fn cancel(self: &Arc<CancelToken>) {
        let again = self.cancelled.swap(true, Ordering::SeqCst);
        if again || self.idle.load(Ordering::SeqCst) {
            eprintln!("interrupted");
            std::process::exit(130);
        }
        let token = Arc::clone(self);
        thread::spawn(move || {
            loop {
                token.interrupt();
                thread::sleep(AGAIN);
            }
        });
    }

    fn interrupt(&self) {
        let engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.iter().for_each(InterruptHandle::interrupt);
    }
}
