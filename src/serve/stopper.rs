//! Ends a piece of work when whoever wanted to know has gone.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::os::locked;

/// How often work is told to end: between two requests an engine has nothing to interrupt.
const AGAIN: Duration = Duration::from_millis(20);

/// One piece of work.
#[derive(Default)]
pub struct Stopper {
    stopped: AtomicBool,
    /// What ends the work, while it goes on.
    interrupt: Mutex<Option<Interrupt>>,
}

type Interrupt = Box<dyn Fn() + Send>;

impl Stopper {
    /// Whether the work is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    /// Does the work, which `interrupt` ends, unless nobody wants it any more.
    pub fn run<T>(
        &self,
        interrupt: impl Fn() + Send + 'static,
        work: impl FnOnce() -> T,
    ) -> Option<T> {
        *locked(&self.interrupt) = Some(Box::new(interrupt));
        let done = (!self.is_stopped()).then(work);
        *locked(&self.interrupt) = None;
        done
    }

    /// Ends the work, now or when it begins.
    pub fn stop(self: &Arc<Stopper>) {
        let again = self.stopped.swap(true, Ordering::SeqCst);
        if again || !self.interrupt() {
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

    /// Interrupts the work; false if none goes on.
    fn interrupt(&self) -> bool {
        let interrupt = locked(&self.interrupt);
        interrupt.as_ref().map(|interrupt| interrupt()).is_some()
    }
}

/// Stops the work when it is dropped: an answer that nobody waits for.
pub struct Waiting(pub Arc<Stopper>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}
