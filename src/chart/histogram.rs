//! Histograms: how many values there are in each of some ranges.
//!
//! ```
//! use chesslog::chart::histogram::{Histogram, Mark};
//!
//! let histogram = Histogram::of(&[0.1, 0.15, 0.9], 20);
//! assert_eq!((histogram.counts[0], histogram.counts[19]), (1, 1));
//! let marks = [Mark { name: "random move".into(), value: 0.05 }];
//! let picture = histogram.svg("Accuracy of 3 tactics", ("accuracy", "tactics"), &marks);
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

use std::fmt::Write as _;

use super::{
    BOTTOM, HEIGHT, INKS, RIGHT, TOP, WIDTH,
    axis::{escaped, rounded},
    draw_axes, opening,
    scale::Scale,
};

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

    /// Draws bars over axes with these names, and marks as dashed lines with a legend.
    pub fn svg(&self, title: &str, (x, y): (&str, &str), marks: &[Mark]) -> String {
        let most = self.counts.iter().copied().max().unwrap_or_default().max(1) as f64;
        let corners = [(self.from, 0.0, 0.0), (self.to, most, 0.0)];
        let marked = marks.iter().map(|mark| (mark.value, 0.0, 0.0));
        let points: Vec<_> = marked.chain(corners).collect();
        let scale = Scale::of(&points).unwrap_or_default();
        let scale = scale.with_room().with_fractions();
        let mut svg = opening(title, WIDTH, HEIGHT);
        draw_axes(&scale, x, y, &mut svg);
        let base = HEIGHT - BOTTOM;
        let width = (self.to - self.from) / self.counts.len() as f64;
        for (bucket, &count) in self.counts.iter().enumerate().filter(|(_, n)| **n > 0) {
            let from = self.from + width * bucket as f64;
            let (left, right) = (scale.across(from), scale.across(from + width));
            let top = scale.up(count as f64);
            // Writing to a string cannot fail.
            _ = writeln!(
                svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 fill=\"#9db7d5\" stroke=\"#4a6a8f\"><title>{} to {}: {count}</title></rect>",
                right - left,
                base - top,
                rounded(from),
                rounded(from + width)
            );
        }
        for (row, mark) in marks.iter().enumerate() {
            let (at, ink) = (scale.across(mark.value), INKS[row % INKS.len()]);
            let middle = TOP + 14.0 + 16.0 * row as f64;
            let (key, text) = (WIDTH - RIGHT - 26.0, WIDTH - RIGHT - 32.0);
            let dashes = format!("stroke=\"{ink}\" stroke-width=\"1.6\" stroke-dasharray=\"5 4\"");
            _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {TOP}V{base:.1}\" {dashes}/>\
                 <path d=\"M{key:.1} {middle:.1}h22\" {dashes}/>\
                 <text x=\"{text:.1}\" y=\"{:.1}\" text-anchor=\"end\" stroke=\"#ffffff\" \
                 stroke-width=\"3\" paint-order=\"stroke\">{} ({})</text>",
                middle + 4.0,
                escaped(&mark.name),
                rounded(mark.value)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_of_equal_width_and_hold_every_value() {
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        let histogram = Histogram::of(&values, 20);
        assert_eq!((histogram.from, histogram.to), (0.0, 100.0));
        let mut expected = [5; 20];
        expected[19] = 6;
        assert_eq!(histogram.counts, expected);
        let same = Histogram::of(&[3.0, 3.0, f64::NAN], 4);
        assert_eq!((same.from, same.counts), (2.5, vec![0, 0, 2, 0]));
        assert_eq!(Histogram::of(&[], 2).counts, [0, 0]);
    }

    #[test]
    fn a_picture_has_a_bar_a_bucket_and_a_line_a_mark() {
        let histogram = Histogram::of(&[1.0, 2.0, 2.0, 9.0], 4);
        let marks = [("a<b", -3.0), ("c", 20.0)].map(|(name, value)| Mark {
            name: name.to_owned(),
            value,
        });
        let picture = histogram.svg("T & U", ("x", "y"), &marks);
        // The background is a rectangle too.
        assert_eq!(picture.matches("<rect ").count(), 3);
        assert_eq!(picture.matches("stroke-dasharray").count(), 4);
        assert!(picture.contains("T &amp; U") && picture.contains("a&lt;b (-3)"));
    }
}
