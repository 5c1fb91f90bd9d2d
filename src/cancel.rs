//! Whether work is to end before it is done: by Ctrl-C, or because its time is up.
//!
//! Loops look at it as they go: what they do between two looks is the longest that anybody waits.
//!
//! ```
//! use std::{sync::atomic::AtomicBool, time::Duration};
//!
//! use chesslog::cancel::Cancel;
//!
//! let cancelled = AtomicBool::new(false);
//! let cancel = Cancel::by(&cancelled).within(Some(Duration::ZERO));
//! assert!(cancel.is_set() && !cancel.is_cancelled());
//! assert!(!Cancel::NEVER.is_set());
//! ```

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// What may end work.
#[derive(Debug, Clone, Copy)]
pub struct Cancel<'a> {
    flag: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
}

impl Cancel<'_> {
    /// Nothing ends the work.
    pub const NEVER: Cancel<'static> = Cancel {
        flag: None,
        deadline: None,
    };
}

impl<'a> Cancel<'a> {
    /// The work ends when the flag is set, such as by Ctrl-C.
    pub fn by(flag: &'a AtomicBool) -> Cancel<'a> {
        Cancel {
            flag: Some(flag),
            ..Cancel::NEVER
        }
    }

    /// It also ends after so much time from now on, if there is a limit.
    #[must_use]
    pub fn within(self, limit: Option<Duration>) -> Cancel<'a> {
        // What no clock can show is no limit.
        self.until(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// It also ends at a moment, if one is given.
    #[must_use]
    pub fn until(self, deadline: Option<Instant>) -> Cancel<'a> {
        let both = self.deadline.into_iter().chain(deadline);
        Cancel {
            deadline: both.min(),
            ..self
        }
    }

    /// Whether the work is to end.
    pub fn is_set(&self) -> bool {
        self.is_cancelled() || self.is_late()
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
