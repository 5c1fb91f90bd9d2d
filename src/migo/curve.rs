//! Means over runs, and how far runs are from them.

use serde::Serialize;

use crate::chart::Line;

/// A quantity after each game: its mean over runs and the standard deviation of the runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Curve {
    /// The mean.
    pub mean: Vec<f64>,
    /// The standard deviation, that of the runs as a population.
    #[serde(rename = "sd")]
    pub deviation: Vec<f64>,
}

impl Curve {
    /// The cumulative sums of some runs, as far as all runs go.
    ///
    /// ```
    /// use chesslog::migo::curve::Curve;
    ///
    /// let curve = Curve::cumulative([vec![1, 0, 1], vec![1, 2, 1]]);
    /// assert_eq!(curve.mean, [1.0, 2.0, 3.0]);
    /// assert_eq!(curve.deviation, [0.0, 1.0, 1.0]);
    /// assert_eq!(curve.line("regret").points[2], (3.0, 3.0));
    /// ```
    pub fn cumulative<T: Into<f64>>(runs: impl IntoIterator<Item = Vec<T>>) -> Curve {
        let runs: Vec<Vec<f64>> = runs.into_iter().map(sums).collect();
        let length = runs.iter().map(Vec::len).min().unwrap_or(0);
        let count = runs.len() as f64;
        let mut curve = Curve::default();
        for at in 0..length {
            let mean = runs.iter().map(|run| run[at]).sum::<f64>() / count;
            let square = |run: &Vec<f64>| (run[at] - mean) * (run[at] - mean);
            curve.mean.push(mean);
            let variance = runs.iter().map(square).sum::<f64>() / count;
            curve.deviation.push(variance.sqrt());
        }
        curve
    }

    /// The curve in a chart over games, with a band of one deviation to either side.
    pub fn line(&self, name: &str) -> Line {
        let games = (1..)
            .zip(&self.mean)
            .map(|(game, mean)| (f64::from(game), *mean));
        Line::new(name, games).with_band(self.deviation.iter().copied())
    }

    /// Mean and deviation after some games, the first of which is 1.
    pub fn after(&self, games: usize) -> Option<(f64, f64)> {
        let at = games.checked_sub(1)?;
        Some((*self.mean.get(at)?, *self.deviation.get(at)?))
    }
}

fn sums<T: Into<f64>>(run: Vec<T>) -> Vec<f64> {
    run.into_iter()
        .scan(0.0, |sum, step| {
            *sum += step.into();
            Some(*sum)
        })
        .collect()
}
