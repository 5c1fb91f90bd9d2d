//! When a search has to end.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The clock of one search: read by its threads, stopped and set from others.
#[derive(Debug)]
pub struct Clock {
    begun: Instant,
    stopped: AtomicBool,
    /// Microseconds from the beginning after which no deeper search is begun.
    soft: AtomicU64,
    /// Microseconds from the beginning after which it ends at once.
    hard: AtomicU64,
}

/// Without a limit.
const NEVER: u64 = u64::MAX;

impl Clock {
    /// A clock that begins to run, without a limit.
    pub fn start() -> Clock {
        Clock {
            begun: Instant::now(),
            stopped: AtomicBool::new(false),
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
        }
    }

    /// From now on there is so much time: about `soft`, and at most `hard`.
    pub fn limit(&self, soft: Duration, hard: Duration) {
        let now = self.elapsed();
        let micros =
            |time: Duration| now.saturating_add(time).as_micros().min(u128::from(NEVER)) as u64;
        self.soft.store(micros(soft), Relaxed);
        self.hard.store(micros(hard), Relaxed);
    }

    /// The search ends as soon as it can.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// How long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn micros(&self) -> u64 {
        self.elapsed().as_micros() as u64
    }

    /// Whether the search has to end.
    pub fn is_over(&self) -> bool {
        if !self.stopped.load(Relaxed) && self.micros() >= self.hard.load(Relaxed) {
            self.stop();
        }
        self.stopped.load(Relaxed)
    }

    /// Whether it has been stopped, without a look at the time.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Whether `share` of the time that may be used is gone, if that is limited.
    pub fn is_late(&self, share: f64) -> bool {
        match self.soft.load(Relaxed) {
            NEVER => false,
            soft => self.micros() as f64 >= soft as f64 * share,
        }
    }
}

/// What a player has on the clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Time {
    /// What is left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl Time {
    /// About how much to use for the next move, and how much at most; `overhead` is what is lost between the programs.
    ///
    /// A game is thought to last 26 more moves (opinion; most programs have 20 to 40), of which the increment pays a part.
    pub fn shares(self, overhead: Duration) -> (Duration, Duration) {
        let left = self.left.saturating_sub(overhead);
        let moves = self.moves_to_go.map_or(26, |moves| moves.clamp(1, 40));
        let soft = left / moves + self.increment * 3 / 4;
        let most = match moves {
            1 => left * 9 / 10,
            _ => left * 2 / 5,
        };
        let hard = (soft * 4).min(most);
        (soft.min(most), hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_used_than_there_is() {
        let millis = Duration::from_millis;
        for left in [0, 1, 30, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40), Some(1000)] {
                    let time = Time {
                        left: millis(left),
                        increment: millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = time.shares(millis(30));
                    assert!(soft <= hard && hard <= millis(left.saturating_sub(30)));
                }
            }
        }
    }

    #[test]
    fn a_clock_is_late_and_then_over() {
        let clock = Clock::start();
        assert!(!clock.is_over() && !clock.is_late(0.0));
        clock.limit(Duration::ZERO, Duration::from_secs(3600));
        assert!(clock.is_late(1.0) && !clock.is_over());
        clock.limit(Duration::ZERO, Duration::ZERO);
        assert!(clock.is_over() && clock.is_stopped());
    }
}
