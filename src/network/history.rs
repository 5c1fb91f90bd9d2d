//! How training went: a few points of the curves of loss and accuracy, kept with the weights.

use std::fmt::Write as _;

/// One report of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Puzzles seen so far, each as often as it was.
    pub seen: u64,
    /// The mean cross-entropy of what was seen since the last report.
    pub loss: f64,
    /// The share of it in which the right piece came first.
    pub accuracy: f64,
    /// The mean cross-entropy of the validation part.
    pub validation_loss: f64,
    /// The share of it in which the right piece came first.
    pub validation_accuracy: f64,
}

/// The reports of a run in their order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    /// From the first to the last.
    pub points: Vec<Point>,
}

const HEADER: &str = "seen,loss,accuracy,validation_loss,validation_accuracy";

impl History {
    /// As CSV.
    ///
    /// ```
    /// use chesslog::network::history::{History, Point};
    ///
    /// let history = History { points: vec![Point { seen: 256, loss: 1.5, ..Point::default() }] };
    /// assert_eq!(History::of_csv(&history.csv()), Some(history));
    /// ```
    pub fn csv(&self) -> String {
        let mut csv = format!("{HEADER}\n");
        for point in &self.points {
            let Point {
                seen,
                loss,
                accuracy,
                validation_loss,
                validation_accuracy,
            } = point;
            // Writing to a string cannot fail.
            _ = writeln!(
                csv,
                "{seen},{loss:.5},{accuracy:.5},{validation_loss:.5},{validation_accuracy:.5}"
            );
        }
        csv
    }

    /// What [`History::csv`] wrote; `None` if it is not that.
    pub fn of_csv(csv: &str) -> Option<History> {
        let mut lines = csv.lines();
        if lines.next() != Some(HEADER) {
            return None;
        }
        let points = lines.map(|line| {
            let (seen, numbers) = line.split_once(',')?;
            let numbers: Result<Vec<f64>, _> = numbers.split(',').map(str::parse).collect();
            let [loss, accuracy, validation_loss, validation_accuracy] =
                numbers.ok()?.try_into().ok()?;
            Some(Point {
                seen: seen.parse().ok()?,
                loss,
                accuracy,
                validation_loss,
                validation_accuracy,
            })
        });
        let points = points.collect::<Option<Vec<Point>>>()?;
        Some(History { points })
    }
}
