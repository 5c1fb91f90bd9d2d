//! Pictures: how training went, as figures 3 and 4 of the paper show it, and calibration.

use super::Calibration;
use crate::{
    chart::{Chart, Line, Marker},
    network::history::History,
};

/// The files of both curves of training.
pub fn curves(history: &History) -> [(&'static str, String); 2] {
    [
        ("loss.svg", loss_curve(history)),
        ("accuracy.svg", accuracy_curve(history)),
    ]
}

/// The loss over training, on what was learned from and on validation: figure 3 of the paper.
pub fn loss_curve(history: &History) -> String {
    let mut chart = Chart::new("Loss", "puzzles seen (thousands)", "cross-entropy");
    chart.lines = two(
        history,
        |point| point.loss,
        |point| point.validation_loss,
        1.0,
    );
    chart.svg()
}

/// The top-1 accuracy over training, in per cent: figure 4 of the paper.
pub fn accuracy_curve(history: &History) -> String {
    let mut chart = Chart::new("Top-1 accuracy", "puzzles seen (thousands)", "per cent");
    chart.lines = two(
        history,
        |point| point.accuracy,
        |point| point.validation_accuracy,
        100.0,
    );
    chart.svg()
}

fn two(
    history: &History,
    training: fn(&super::super::history::Point) -> f64,
    validation: fn(&super::super::history::Point) -> f64,
    scale: f64,
) -> Vec<Line> {
    let line = |name, of: fn(&super::super::history::Point) -> f64| {
        let points = history.points.iter();
        Line::new(
            name,
            points.map(|point| (point.seen as f64 / 1000.0, scale * of(point))),
        )
    };
    vec![line("training", training), line("validation", validation)]
}

/// What was right against what was said, in per cent.
pub fn calibration_curve(calibration: &Calibration) -> String {
    let mut chart = Chart::new("Calibration", "said (per cent)", "right (per cent)");
    let points = calibration.bins.iter();
    let points = points.map(|bin| (100.0 * bin.said, 100.0 * bin.right));
    chart.lines = vec![
        Line::new("network", points).with_marker(Marker::Circle),
        Line::new("perfect", [(0.0, 0.0), (100.0, 100.0)]).dashed(),
    ];
    chart.svg()
}
