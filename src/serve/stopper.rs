//! Ends what an engine is doing when whoever wanted to know has gone.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use super::locked;
use crate::engine::InterruptHandle;

/// How often an engine is told: between two requests there was nothing to interrupt.
const AGAIN: Duration = Duration::from_millis(20);

/// One piece of work of an engine.
#[derive(Default)]
pub struct Stopper {
    stopped: AtomicBool,
    /// The engine, while it works.
    engine: Mutex<Option<InterruptHandle>>,
}

impl Stopper {
    /// Whether the work is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Does the work with this engine, unless nobody wants it any more.
    pub fn run<T>(&self, engine: InterruptHandle, work: impl FnOnce() -> T) -> Option<T> {
        *locked(&self.engine) = Some(engine);
        let done = (!self.is_stopped()).then(work);
        *locked(&self.engine) = None;
        done
    }

    /// Ends the work, now or when it begins.
    pub fn stop(self: &Arc<Stopper>) {
        if self.stopped.swap(true, Ordering::SeqCst) {
            return;
        }
        let stopper = Arc::clone(self);
        // It ends with the work, so that the next one is not interrupted.
        thread::spawn(move || {
            while stopper.interrupt() {
                thread::sleep(AGAIN);
            }
        });
    }

    /// Interrupts the engine; false if it no longer works.
    fn interrupt(&self) -> bool {
        match &*locked(&self.engine) {
            Some(engine) => {
                engine.interrupt();
                true
            }
            None => false,
        }
    }
}

/// Stops the work when it is dropped: an answer that nobody waits for.
pub struct Waiting(pub Arc<Stopper>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}
