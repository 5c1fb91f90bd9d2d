//! Histograms as SVG: how many tactics have a measure in each of twenty ranges.
//!
//! ```
//! use chesslog::tactics::histogram::{Histogram, Mark};
//!
//! let histogram = Histogram::of(&[0.1, 0.15, 0.9], 20);
//! assert_eq!((histogram.counts[0], histogram.counts[19]), (1, 1));
//! let marks = [Mark { name: "random move".into(), value: 0.05 }];
//! let picture = histogram.draw("Accuracy of 3 tactics", "accuracy", &marks);
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

use std::fmt::Write as _;

use crate::chart::axis::{escaped, ticks};

/// The number of buckets in the figures of the paper.
pub const BUCKETS: usize = 20;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// The margins of the plot: left, top, right, bottom.
const LEFT: f64 = 56.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 52.0;
/// Lines of marks, one after the other.
const INKS: [&str; 6] = [
    "#2b6cb8", "#2f8a3b", "#c2332b", "#8a4fbf", "#b8860b", "#444444",
];

/// Counts of values in ranges of equal width.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// Where the first range begins.
    pub from: f64,
    /// Where the last range ends.
    pub to: f64,
    /// How many values each range has; one on a border belongs to the upper range.
    pub counts: Vec<usize>,
}

/// A value that is marked by a vertical line.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What it is.
    pub name: String,
    /// Where it is.
    pub value: f64,
}

impl Histogram {
    /// Counts values between the least and the greatest of them; those that are no finite numbers
    /// are left out.
    pub fn of(values: &[f64], buckets: usize) -> Histogram {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        let from = finite().fold(f64::INFINITY, f64::min);
        let to = finite().fold(f64::NEG_INFINITY, f64::max);
        let (from, to) = match (from <= to, from < to) {
            (true, true) => (from, to),
            // A single value lies in the middle.
            (true, false) => (from - 0.5, from + 0.5),
            _ => (0.0, 1.0),
        };
        let mut counts = vec![0; buckets.max(1)];
        let last = counts.len() - 1;
        for value in finite() {
            let place = (value - from) / (to - from) * counts.len() as f64;
            counts[(place as usize).min(last)] += 1;
        }
        Histogram { from, to, counts }
    }

    /// Draws bars, and marks as dashed lines with a legend.
    pub fn draw(&self, title: &str, label: &str, marks: &[Mark]) -> String {
        let values = marks.iter().map(|mark| mark.value);
        let low = values.clone().fold(self.from, f64::min);
        let high = values.fold(self.to, f64::max);
        let steps = ticks(low, high, 8);
        let (low, high) = (
            low.min(steps.first().copied().unwrap_or(low)),
            high.max(steps.last().copied().unwrap_or(high)),
        );
        let most = self.counts.iter().copied().max().unwrap_or_default().max(1);
        let levels = ticks(0.0, most as f64, 6);
        let top = levels.last().copied().unwrap_or(1.0).max(most as f64);
        let x = |value: f64| LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT);
        let y = |count: f64| HEIGHT - BOTTOM - count / top * (HEIGHT - TOP - BOTTOM);
        let mut svg = String::with_capacity(8 << 10);
        // Writing to a string cannot fail.
        _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<title>{0}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
             <text x=\"{1:.1}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{0}</text>\n",
            escaped(title),
            WIDTH / 2.0
        );
        let base = y(0.0);
        for level in levels.iter().filter(|level| level.fract() == 0.0) {
            let at = y(*level);
            _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{level}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0
            );
        }
        let width = (self.to - self.from) / self.counts.len() as f64;
        for (bucket, &count) in self.counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            let from = self.from + width * bucket as f64;
            let (left, right, at) = (x(from), x(from + width), y(count as f64));
            _ = writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{at:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 fill=\"#9db7d5\" stroke=\"#4a6a8f\"><title>{} to {}: {count}</title></rect>",
                right - left,
                base - at,
                number(from),
                number(from + width)
            );
        }
        _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {base:.1}H{:.1}M{LEFT} {TOP}V{base:.1}\" stroke=\"#222222\" \
             fill=\"none\"/>",
            WIDTH - RIGHT
        );
        for step in steps {
            let at = x(step);
            _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {base:.1}v5\" stroke=\"#222222\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                base + 18.0,
                number(step)
            );
        }
        _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">tactics</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 12.0,
            escaped(label),
            (TOP + base) / 2.0
        );
        for (index, mark) in marks.iter().enumerate() {
            let (at, ink) = (x(mark.value), INKS[index % INKS.len()]);
            let row = TOP + 14.0 + 16.0 * index as f64;
            _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {TOP}V{base:.1}\" stroke=\"{ink}\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"5 4\"/><path d=\"M{0:.1} {row:.1}h22\" stroke=\"{ink}\" \
                 stroke-width=\"1.6\" stroke-dasharray=\"5 4\"/>\
                 <text x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\" stroke=\"#ffffff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{3} ({4})</text>",
                WIDTH - RIGHT - 26.0,
                WIDTH - RIGHT - 32.0,
                row + 4.0,
                escaped(&mark.name),
                number(mark.value)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A number with as many digits as a figure needs.
fn number(value: f64) -> String {
    let text = match value.abs() {
        large if large >= 100.0 => format!("{value:.0}"),
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_of_equal_width_and_hold_every_value() {
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        let histogram = Histogram::of(&values, BUCKETS);
        assert_eq!((histogram.from, histogram.to), (0.0, 100.0));
        let mut expected = [5; BUCKETS];
        expected[BUCKETS - 1] = 6;
        assert_eq!(histogram.counts, expected);
        let same = Histogram::of(&[3.0, 3.0, f64::NAN], 4);
        assert_eq!((same.from, same.counts), (2.5, vec![0, 0, 2, 0]));
        assert_eq!(Histogram::of(&[], 2).counts, [0, 0]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.6000000000000001, 120.0, 12.34, 100.0, 0.0].map(number),
            ["0.6", "120", "12.3", "100", "0"]
        );
    }

    #[test]
    fn a_picture_has_a_bar_a_bucket_and_a_line_a_mark() {
        let histogram = Histogram::of(&[1.0, 2.0, 2.0, 9.0], 4);
        let marks = [("a<b", -3.0), ("c", 20.0)].map(|(name, value)| Mark {
            name: name.to_owned(),
            value,
        });
        let picture = histogram.draw("T & U", "x", &marks);
        // The background is a rectangle too.
        assert_eq!(picture.matches("<rect ").count(), 3);
        assert_eq!(picture.matches("stroke-dasharray").count(), 4);
        assert!(picture.contains("T &amp; U") && picture.contains("a&lt;b (-3)"));
    }
}
