//! Ctrl-C in long work.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use crate::{engine::InterruptHandle, terminal};

/// Ends the work at the first Ctrl-C, the program at the second: then there is no waiting for what
/// was found.
#[derive(Debug, Default)]
pub struct Brake {
    /// Whether the work is to end.
    pub pulled: AtomicBool,
    engines: Mutex<Vec<InterruptHandle>>,
}

impl Brake {
    /// A brake that Ctrl-C pulls.
    pub fn on_ctrl_c() -> Arc<Brake> {
        let brake = Arc::new(Brake::default());
        let handler = Arc::clone(&brake);
        terminal::on_ctrl_c(move || handler.pull());
        brake
    }

    /// Adds an engine that is interrupted, too.
    pub fn add(&self, engine: InterruptHandle) {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.push(engine);
    }

    fn pull(&self) {
        if self.pulled.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        let engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        engines.iter().for_each(InterruptHandle::interrupt);
    }
}
