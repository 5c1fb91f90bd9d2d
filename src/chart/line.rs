//! A curve of a chart: its points, and how they are drawn.

use std::fmt::Write as _;

use super::scale::Scale;

/// A line with more points is thinned: no picture shows more.
const POINTS: usize = 1_000;

/// A curve.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points from left to right; one that is no finite number is a gap.
    pub points: Vec<(f64, f64)>,
    /// How far the band about the curve reaches to either side; empty without a band.
    pub band: Vec<f64>,
    /// Whether it is dashed.
    pub dashed: bool,
    /// The name of the line whose colour it shares; empty if it has its own.
    pub colour_of: String,
    /// The sign at each of its points.
    pub marker: Option<Marker>,
    /// Whether its points are not joined.
    pub scattered: bool,
}

/// A sign at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    Circle,
    /// A square, larger than the circle: both are seen at the same place.
    Square,
    /// A triangle, larger than the square.
    Triangle,
}

impl Marker {
    /// Its shape about a place.
    fn draw(self, (x, y): (f64, f64), ink: &str) -> String {
        let hollow = format!("stroke=\"{ink}\" stroke-width=\"1.6\" fill=\"none\"");
        match self {
            Marker::Circle => disc((x, y), 3.2, ink),
            Marker::Square => format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" {hollow}/>",
                x - 5.0,
                y - 5.0
            ),
            Marker::Triangle => {
                format!("<path d=\"M{x:.1} {:.1}l8.5 15h-17Z\" {hollow}/>", y - 10.0)
            }
        }
    }
}

fn disc((x, y): (f64, f64), radius: f64, ink: &str) -> String {
    format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{ink}\"/>")
}

impl Line {
    /// A line through some points.
    pub fn new(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Line {
        Line {
            name: name.to_owned(),
            points: points.into_iter().collect(),
            ..Line::default()
        }
    }

    /// With a band, such as a standard deviation to either side.
    #[must_use]
    pub fn with_band(mut self, band: impl IntoIterator<Item = f64>) -> Line {
        self.band = band.into_iter().collect();
        self
    }

    /// Dashed, as what others have published.
    #[must_use]
    pub fn dashed(mut self) -> Line {
        self.dashed = true;
        self
    }

    /// In the colour of another line.
    #[must_use]
    pub fn beside(mut self, other: &Line) -> Line {
        self.colour_of.clone_from(&other.name);
        self
    }

    /// With a sign at each point.
    #[must_use]
    pub fn with_marker(mut self, marker: Marker) -> Line {
        self.marker = Some(marker);
        self
    }

    /// As signs that are not joined, where nothing lies between one point and the next.
    #[must_use]
    pub fn scattered(mut self, marker: Marker) -> Line {
        self.scattered = true;
        self.with_marker(marker)
    }

    /// Point and half band, where both are finite; gaps are `None`. At most [`POINTS`] of them.
    pub(super) fn shown(&self) -> Vec<Option<(f64, f64, f64)>> {
        let stride = self.points.len().div_ceil(POINTS).max(1);
        let last = self.points.len().saturating_sub(1);
        let seen = |at: &usize| at.is_multiple_of(stride) || *at == last;
        (0..self.points.len())
            .filter(seen)
            .map(|at| {
                let (x, y) = self.points[at];
                let band = self.band.get(at).copied().unwrap_or(0.0);
                let band = if band.is_finite() { band.abs() } else { 0.0 };
                (x.is_finite() && y.is_finite()).then_some((x, y, band))
            })
            .collect()
    }

    /// The pieces between gaps.
    fn pieces(&self) -> Vec<Vec<(f64, f64, f64)>> {
        let shown = self.shown();
        let pieces = shown.split(Option::is_none);
        pieces
            .map(|piece| piece.iter().flatten().copied().collect::<Vec<_>>())
            .filter(|piece| !piece.is_empty())
            .collect()
    }

    /// Draws the band.
    pub(super) fn draw_band(&self, ink: &str, scale: &Scale, svg: &mut String) {
        if self.band.is_empty() {
            return;
        }
        for piece in self.pieces().iter().filter(|piece| piece.len() > 1) {
            let above = piece.iter().map(|(x, y, band)| (*x, y + band));
            let below = piece.iter().rev().map(|(x, y, band)| (*x, y - band));
            let corners = above.chain(below).map(|point| scale.place(point));
            // Writing to a string cannot fail.
            _ = writeln!(
                svg,
                "<path d=\"{}Z\" fill=\"{ink}\" fill-opacity=\"0.15\"/>",
                path(corners)
            );
        }
    }

    /// Draws the curve and its signs.
    pub(super) fn draw(&self, ink: &str, scale: &Scale, svg: &mut String) {
        for piece in self.pieces() {
            let points: Vec<_> = piece
                .iter()
                .map(|(x, y, _)| scale.place((*x, *y)))
                .collect();
            match points[..] {
                // A line from a point to itself is invisible.
                [point] if self.marker.is_none() => svg.push_str(&disc(point, 2.5, ink)),
                [_, _, ..] if !self.scattered => {
                    let path = path(points.iter().copied());
                    _ = write!(svg, "<path d=\"{path}\" {}/>", self.stroke(ink));
                }
                _ => {}
            }
            if let Some(marker) = self.marker {
                svg.extend(points.iter().map(|point| marker.draw(*point, ink)));
            }
            svg.push('\n');
        }
    }

    /// Draws what stands for the curve in a legend, 24 wide.
    pub(super) fn draw_key(&self, (left, middle): (f64, f64), ink: &str, svg: &mut String) {
        if !self.scattered {
            let stroke = self.stroke(ink);
            _ = write!(svg, "<path d=\"M{left:.1} {middle:.1}h24\" {stroke}/>");
        }
        if let Some(marker) = self.marker {
            svg.push_str(&marker.draw((left + 12.0, middle), ink));
        }
    }

    fn stroke(&self, ink: &str) -> String {
        let dashes = match self.dashed {
            true => " stroke-dasharray=\"6 4\"",
            false => "",
        };
        format!(
            "stroke=\"{ink}\" stroke-width=\"1.8\" fill=\"none\" stroke-linejoin=\"round\"{dashes}"
        )
    }
}

/// Straight lines from point to point.
pub(super) fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let command = if path.is_empty() { 'M' } else { 'L' };
        _ = write!(path, "{command}{x:.1} {y:.1}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_thinned() {
        let long = Line::new("", (0..100_000).map(|at| (f64::from(at), 1.0)));
        assert!(long.shown().len() <= POINTS + 1);
        assert_eq!(long.shown().last(), Some(&Some((99_999.0, 1.0, 0.0))));
    }
}
