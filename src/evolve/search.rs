//! A run until it is good enough, or until it is stopped.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use super::{
    experiment::Experiment,
    judge::{Judge, Standing},
    run::{Generation, Run},
};
use crate::{cancel::Cancel, endgame::Strategy, gp::Settings};

/// When a search ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The most generations.
    pub generations: u64,
    /// How many generations without anything better are enough, once all games are won.
    pub without_progress: u64,
    /// The most time.
    pub time: Option<Duration>,
}

/// Why a search has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// All games are won, and nothing got better any more.
    Settled,
    /// There were as many generations as were allowed.
    Generations,
    /// The time was over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// When the best tree first won all games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Success {
    /// The generation, from 0.
    pub generation: u64,
    /// The time until then, in seconds.
    pub seconds: f64,
}

/// What polishing did in the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Polished {
    /// How many steps made the best tree better.
    pub steps: usize,
    /// The seconds that they took.
    pub seconds: f64,
    /// The best strategy before it.
    pub before: Strategy,
}

/// A run of an experiment, with the time it took.
#[derive(Debug)]
pub struct Search {
    /// The run.
    pub run: Run,
    /// The seconds from the beginning to the end of each generation; one that was cut off has none.
    pub seconds: Vec<f64>,
    /// When all games were won first.
    pub success: Option<Success>,
    /// Why it ended; `None` before.
    pub stopped: Option<Stopped>,
    /// What polishing did.
    pub polished: Option<Polished>,
    patience: Patience,
    begin: Instant,
    /// The seconds until it ended, without polishing.
    whole: f64,
    /// The best fitness, with the games for which it is one, and the generation that had it first.
    peak: Option<(f64, usize, u64)>,
}

impl Search {
    /// A search whose time begins now; the flag, such as that of Ctrl-C, is for the trees that it
    /// begins with.
    pub fn new(
        judge: Judge,
        settings: Settings,
        patience: Patience,
        cancelled: &AtomicBool,
    ) -> Search {
        let begin = Instant::now();
        let cancel = Cancel::by(cancelled).until(deadline(begin, &patience));
        Search {
            run: Run::new(judge, settings, &cancel),
            seconds: Vec::new(),
            success: None,
            stopped: None,
            polished: None,
            patience,
            begin,
            whole: 0.0,
            peak: None,
        }
    }

    /// What ends it before it is done.
    fn cancel<'p>(&self, cancelled: &'p AtomicBool) -> Cancel<'p> {
        Cancel::by(cancelled).until(deadline(self.begin, &self.patience))
    }

    /// Searches on rayon's threads until it ends; `tell` gets each generation. When the flag is set,
    /// or the time is over, the generation under way is dropped.
    pub fn finish(&mut self, cancelled: &AtomicBool, mut report: impl FnMut(&Generation)) {
        let cancel = self.cancel(cancelled);
        let cut_off = || match cancel.is_cancelled() {
            true => Stopped::Interrupted,
            false => Stopped::Time,
        };
        while self.stopped.is_none() {
            let Some(generation) = self.run.step(&cancel) else {
                self.stopped = Some(cut_off());
                break;
            };
            let elapsed = self.begin.elapsed();
            self.seconds.push(elapsed.as_secs_f64());
            let won = is_won(generation);
            if won && self.success.is_none() {
                self.success = Some(Success {
                    generation: generation.number,
                    seconds: elapsed.as_secs_f64(),
                });
            }
            let better = self.peak.is_none_or(|(fitness, games, _)| {
                games != generation.games_each || generation.best > fitness
            });
            if better {
                self.peak = Some((generation.best, generation.games_each, generation.number));
            }
            let since = self
                .peak
                .map_or(0, |(_, _, number)| generation.number - number);
            let Patience {
                generations,
                without_progress,
                ..
            } = self.patience;
            report(generation);
            self.stopped = if won && since >= without_progress {
                Some(Stopped::Settled)
            } else if generation.number + 1 >= generations {
                Some(Stopped::Generations)
            } else if cancel.is_set() {
                Some(cut_off())
            } else {
                None
            };
        }
        self.whole = self.begin.elapsed().as_secs_f64();
    }

    /// Polishes the best tree by at most so many steps, as long as there is time, unless the search was
    /// cut off; `tell` gets how many there were.
    pub fn polish(
        &mut self,
        most: usize,
        cancelled: &AtomicBool,
        report: impl Fn(usize, &Standing),
    ) {
        let done = matches!(self.stopped, Some(Stopped::Settled | Stopped::Generations));
        if let Some(before) = self.run.best().filter(|_| done) {
            let begin = Instant::now();
            let cancel = self.cancel(cancelled);
            self.polished = Some(Polished {
                steps: self.run.polish(most, &cancel, report),
                seconds: begin.elapsed().as_secs_f64(),
                before,
            });
        }
    }

    /// How many trees were judged.
    pub fn trees(&self) -> usize {
        self.run
            .history
            .iter()
            .map(|generation| generation.judged)
            .sum()
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        let played = |generation: &Generation| generation.judged * generation.games_each;
        self.run.history.iter().map(played).sum()
    }

    /// The whole time, in seconds, without polishing.
    pub fn time(&self) -> f64 {
        self.whole
    }
}

/// When a search that begins at a moment has no more time.
fn deadline(begin: Instant, patience: &Patience) -> Option<Instant> {
    patience.time.and_then(|limit| begin.checked_add(limit))
}

/// Whether the best tree of a generation wins all games and, where that is computed, is proved to
/// win everywhere.
fn is_won(generation: &Generation) -> bool {
    let Generation { games, proved, .. } = generation;
    games.won() == games.played() && proved.is_none_or(|proved| proved.won >= 1.0)
}

impl Experiment {
    /// What it is about and where its games begin, in a line.
    pub fn words(&self, starts: usize) -> String {
        let games = starts * self.defences.len();
        let proof = match self.proves {
            true => ", proof over all positions, and its counterexamples",
            false => "",
        };
        format!(
            "experiment {}, {}: {games} games from {starts} positions{proof}",
            self.number, self.about
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::{
        endgame::{Arena, Ending, vocabulary::krk::KRK},
        evolve::starts,
    };

    fn search(number: u8, patience: Patience, cancelled: &AtomicBool) -> Search {
        let experiment = Experiment::numbered(number).unwrap();
        let settings = Settings {
            population: 200,
            ..Settings::default()
        };
        let starts = starts::reference(Ending::KRK);
        let judge = experiment.judge(Arena::of(&KRK), &starts, settings.bounds.nodes);
        Search::new(judge, settings, patience, cancelled)
    }

    #[test]
    fn a_search_ends_for_a_reason() {
        let patience = Patience {
            generations: 4,
            without_progress: 1_000,
            time: None,
        };
        let cancelled = AtomicBool::new(false);
        let mut all = search(1, patience, &cancelled);
        all.finish(&cancelled, |_| ());
        assert_eq!(
            (all.stopped, all.run.history.len()),
            (Some(Stopped::Generations), 4)
        );
        assert!(all.trees() > 200 && all.games() == all.trees() * 17);
        let mut interrupted = search(1, patience, &cancelled);
        interrupted.finish(&cancelled, |generation| {
            cancelled.store(generation.number == 1, Ordering::Relaxed);
        });
        assert_eq!(interrupted.stopped, Some(Stopped::Interrupted));
        assert_eq!(interrupted.run.history[..], all.run.history[..2]);
        assert!(interrupted.run.best().is_some());
    }

    /// Not at the end of a generation, and yet with a strategy.
    #[test]
    fn a_search_is_cut_off_within_a_generation() {
        let patience = Patience {
            generations: 4,
            without_progress: 1_000,
            time: Some(Duration::ZERO),
        };
        for experiment in [4, 5] {
            let calm = AtomicBool::new(false);
            let mut late = search(experiment, patience, &calm);
            late.finish(&calm, |_| ());
            assert_eq!((late.stopped, late.seconds.len()), (Some(Stopped::Time), 0));
            assert!(late.run.best().is_some() && late.run.history.is_empty());
            let cancelled = AtomicBool::new(true);
            let endless = Patience {
                time: None,
                ..patience
            };
            let mut interrupted = search(experiment, endless, &calm);
            interrupted.finish(&cancelled, |_| ());
            assert_eq!(interrupted.stopped, Some(Stopped::Interrupted));
            assert!(interrupted.run.best().is_some());
            interrupted.polish(1, &cancelled, |_, _| ());
            assert_eq!(interrupted.polished, None);
        }
    }
}
