//! The legend of a chart: which ink is which curve.

use std::fmt::Write as _;

use super::{
    BOTTOM, Chart, HEIGHT, LEFT, Line, RIGHT, TOP, WIDTH, axis::escaped, scale::Scale, stack,
};

/// The height of a row, and the room that a letter is given.
const ROW: f64 = 17.0;
const LETTER: f64 = 6.6;

impl Chart {
    /// The curves that have a name, with their numbers, from the top of the legend.
    fn named(&self) -> Vec<(usize, &Line)> {
        let lines = self.lines.iter().enumerate();
        let mut named: Vec<_> = lines.filter(|(_, line)| !line.name.is_empty()).collect();
        // As the areas lie upon each other.
        if self.is_stacked() {
            named.reverse();
        }
        named
    }

    /// The width of the legend, 0 without one.
    fn legend_width(&self) -> f64 {
        let lengths = self
            .named()
            .into_iter()
            .map(|(_, line)| line.name.chars().count());
        lengths
            .max()
            .map_or(0.0, |longest| 40.0 + longest as f64 * LETTER)
    }

    /// The width of the whole picture: areas leave no room for a legend, it stands beside them.
    pub(super) fn width(&self) -> f64 {
        match self.is_stacked() {
            true => WIDTH + self.legend_width().round() + 8.0,
            false => WIDTH,
        }
    }

    /// Draws the legend: beside areas, or in the corner where it covers the fewest points.
    pub(super) fn draw_legend(&self, scale: &Scale, svg: &mut String) {
        let named = self.named();
        let width = self.legend_width();
        let height = 8.0 + named.len() as f64 * ROW;
        let lefts = [LEFT + 10.0, WIDTH - RIGHT - 10.0 - width];
        let tops = [TOP + 6.0, HEIGHT - BOTTOM - 10.0 - height];
        let corners = tops.iter().flat_map(|top| lefts.map(|left| (left, *top)));
        let covered = |(left, top): &(f64, f64)| {
            let points = self.lines.iter().flat_map(Line::shown).flatten();
            points
                .filter(|(x, y, _)| {
                    let (x, y) = scale.place((*x, *y));
                    (0.0..=width).contains(&(x - left)) && (0.0..=height).contains(&(y - top))
                })
                .count()
        };
        let corner = match self.is_stacked() {
            true => Some((WIDTH - RIGHT + 4.0, TOP - 4.0)),
            false => corners.min_by_key(covered),
        };
        let Some((left, top)) = corner.filter(|_| !named.is_empty()) else {
            return;
        };
        // Writing to a string cannot fail.
        _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"#ffffff\" fill-opacity=\"0.8\"/>"
        );
        for (row, (at, line)) in named.into_iter().enumerate() {
            let middle = top + 4.0 + ROW * (row as f64 + 0.5);
            let (place, ink) = ((left + 4.0, middle), self.ink(at));
            match self.is_stacked() {
                true => stack::draw_key(place, ink, svg),
                false => line.draw_key(place, ink, svg),
            }
            _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 34.0,
                middle + 4.0,
                escaped(&line.name)
            );
        }
    }
}
