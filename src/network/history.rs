//! How training went: a few points of the curves of loss and accuracy, kept with the weights.

use serde::Deserialize;

use crate::report;

/// One report of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
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
        let rows = self.points.iter().map(|point| {
            let figures = [
                point.loss,
                point.accuracy,
                point.validation_loss,
                point.validation_accuracy,
            ];
            let figures = figures.map(|figure| format!("{figure:.5}"));
            [point.seen.to_string()]
                .into_iter()
                .chain(figures)
                .collect()
        });
        report::csv(HEADER, rows)
    }

    /// What [`History::csv`] wrote; `None` if it is not that.
    pub fn of_csv(text: &str) -> Option<History> {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        if !rows.headers().ok()?.iter().eq(HEADER.split(',')) {
            return None;
        }
        let points: Result<_, _> = rows.deserialize().collect();
        Some(History {
            points: points.ok()?,
        })
    }
}
