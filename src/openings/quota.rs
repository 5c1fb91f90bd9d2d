//! How much a session asks at most: what was never asked before, and what is due.
//!
//! ```
//! use chesslog::openings::{cards::{Card, day}, quota::{Limits, Quota}};
//!
//! let monday = day("2026-01-05")?;
//! let mut quota = Quota::new(Limits { new: Some(1), reviews: Some(1) });
//! quota.count("a", None, monday);
//! assert!(!quota.allows_new() && quota.allows_review("b"));
//! // What is learned in a session is asked again in it, whatever else is due.
//! quota.count("b", Some(&Card::answered(None, true, day("2026-01-01")?)), monday);
//! assert!(quota.allows_review("a") && !quota.allows_review("c"));
//! # Ok::<(), chesslog::openings::cards::NoDay>(())
//! ```

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use super::cards::Card;

/// What a session may ask, each once however often it is asked again; `None` for all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Cards that were never asked.
    pub new: Option<usize>,
    /// Cards that are due.
    pub reviews: Option<usize>,
}

/// What a session has asked, of what it may ask.
#[derive(Debug, Clone, Default)]
pub struct Quota {
    limits: Limits,
    new: HashSet<String>,
    reviews: HashSet<String>,
}

impl Quota {
    /// That of a session that begins.
    pub fn new(limits: Limits) -> Quota {
        Quota {
            limits,
            ..Quota::default()
        }
    }

    /// Whether there is a limit.
    pub fn is_limited(&self) -> bool {
        self.limits != Limits::default()
    }

    /// How many new cards, and how many that were due, have been answered.
    pub fn asked(&self) -> (usize, usize) {
        (self.new.len(), self.reviews.len())
    }

    /// Counts an answer, before which there was this card.
    pub fn count(&mut self, key: &str, card: Option<&Card>, now: DateTime<Utc>) {
        match card {
            _ if self.new.contains(key) => {}
            None => _ = self.new.insert(key.to_owned()),
            Some(card) if card.is_due(now) => _ = self.reviews.insert(key.to_owned()),
            Some(_) => {}
        }
    }

    /// Whether something may be asked that never was.
    pub fn allows_new(&self) -> bool {
        self.limits.new.is_none_or(|most| self.new.len() < most)
    }

    /// Whether something that is due may be asked.
    pub fn allows_review(&self, key: &str) -> bool {
        let begun = self.new.contains(key) || self.reviews.contains(key);
        begun
            || self
                .limits
                .reviews
                .is_none_or(|most| self.reviews.len() < most)
    }
}
