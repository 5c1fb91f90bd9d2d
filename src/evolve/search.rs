//! A run until it is good enough, or until it is stopped.

use std::time::{Duration, Instant};

use super::{
    experiment::Experiment,
    judge::{Judge, Standing},
    run::{Generation, Run},
};
use crate::gp::Settings;

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

/// A run of an experiment, with the time it took.
#[derive(Debug)]
pub struct Search {
    /// The run.
    pub run: Run,
    /// The seconds from the beginning to the end of each generation.
    pub seconds: Vec<f64>,
    /// When all games were won first.
    pub success: Option<Success>,
    /// Why it ended; `None` before.
    pub stopped: Option<Stopped>,
    /// How many steps made the best tree better in the end, and the seconds that took.
    pub polished: Option<(usize, f64)>,
    patience: Patience,
    /// The best fitness, with the games for which it is one, and the generation that had it first.
    peak: Option<(f64, usize, u64)>,
}

impl Search {
    /// A search that has not begun.
    pub fn new(judge: Judge, settings: Settings, patience: Patience) -> Search {
        Search {
            run: Run::new(judge, settings),
            seconds: Vec::new(),
            success: None,
            stopped: None,
            polished: None,
            patience,
            peak: None,
        }
    }

    /// Searches on rayon's threads until it ends; `go_on` is asked after each generation.
    pub fn finish(&mut self, mut go_on: impl FnMut(&Generation) -> bool) {
        let begin = Instant::now();
        while self.stopped.is_none() {
            self.run.step();
            let elapsed = begin.elapsed();
            self.seconds.push(elapsed.as_secs_f64());
            let Some(generation) = self.run.history.last() else {
                return;
            };
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
                time,
            } = self.patience;
            self.stopped = if !go_on(generation) {
                Some(Stopped::Interrupted)
            } else if won && since >= without_progress {
                Some(Stopped::Settled)
            } else if generation.number + 1 >= generations {
                Some(Stopped::Generations)
            } else if time.is_some_and(|limit| elapsed >= limit) {
                Some(Stopped::Time)
            } else {
                None
            };
        }
    }

    /// Polishes the best tree by at most so many steps, as long as there is time, unless the search was
    /// cut off; `go_on` is asked now and then.
    pub fn polish(&mut self, most: usize, go_on: impl Fn(usize, &Standing) -> bool) {
        if matches!(self.stopped, Some(Stopped::Settled | Stopped::Generations)) {
            let begin = Instant::now();
            let (before, limit) = (Duration::from_secs_f64(self.time()), self.patience.time);
            let changes = self.run.polish(most, |steps, standing| {
                let late = limit.is_some_and(|limit| before + begin.elapsed() >= limit);
                !late && go_on(steps, standing)
            });
            self.polished = Some((changes, begin.elapsed().as_secs_f64()));
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

    /// The whole time, in seconds.
    pub fn time(&self) -> f64 {
        self.seconds.last().copied().unwrap_or(0.0)
    }
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
    use super::*;
    use crate::{
        endgame::{Arena, Ending, vocabulary::krk::KRK},
        evolve::starts,
    };

    fn search(patience: Patience) -> Search {
        let experiment = Experiment::numbered(1).unwrap();
        let settings = Settings {
            population: 200,
            ..Settings::default()
        };
        let starts = starts::reference(Ending::KRK);
        let judge = experiment.judge(Arena::of(&KRK), &starts, settings.bounds.nodes);
        Search::new(judge, settings, patience)
    }

    #[test]
    fn a_search_ends_for_a_reason() {
        let patience = Patience {
            generations: 4,
            without_progress: 1_000,
            time: None,
        };
        let mut all = search(patience);
        all.finish(|_| true);
        assert_eq!(
            (all.stopped, all.run.history.len()),
            (Some(Stopped::Generations), 4)
        );
        assert!(all.trees() > 200 && all.games() == all.trees() * 17);
        let mut interrupted = search(patience);
        interrupted.finish(|generation| generation.number < 1);
        assert_eq!(interrupted.stopped, Some(Stopped::Interrupted));
        assert_eq!(interrupted.run.history[..], all.run.history[..2]);
        assert!(interrupted.run.best().is_some());
        let mut late = search(Patience {
            time: Some(Duration::ZERO),
            ..patience
        });
        late.finish(|_| true);
        assert_eq!((late.stopped, late.seconds.len()), (Some(Stopped::Time), 1));
    }
}
