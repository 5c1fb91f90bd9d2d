//! Charts of curves and diagrams of graphs, as SVG that needs no other file.
//!
//! ```
//! use chesslog::chart::{Chart, Line};
//!
//! let measured = Line::new("measured", [(1.0, 2.0), (2.0, 3.5)]).with_band([0.5, 0.4]);
//! let published = Line::new("published", [(1.0, 2.1), (2.0, 3.0)]).dashed().beside(&measured);
//! let mut chart = Chart::new("Regret", "games", "cumulative regret");
//! chart.lines = vec![measured, published];
//! let picture = chart.svg();
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

pub mod axis;
pub mod diagram;

use std::fmt::Write as _;

use axis::{escaped, label, ticks};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// The margins of the plot: left, top, right, bottom.
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 52.0;
/// The height of a row of the legend, and the room that a letter is given.
const ROW: f64 = 17.0;
const LETTER: f64 = 6.6;
/// A line with more points is thinned: no picture shows more.
const POINTS: usize = 1_000;
/// The colours, told apart also by those who see colours badly (M. Okabe and K. Ito, "Color
/// Universal Design", 2008), without the yellow one, which is lost on white.
const INKS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// Curves over a common axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// What the chart shows.
    pub title: String,
    /// The name of the horizontal axis.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
    /// The curves; a later one is drawn above an earlier one.
    pub lines: Vec<Line>,
}

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

    /// Point and half band, where both are finite; gaps are `None`. At most [`POINTS`] of them.
    fn shown(&self) -> Vec<Option<(f64, f64, f64)>> {
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
}

/// Where numbers are drawn.
struct Scale {
    x: (f64, f64),
    y: (f64, f64),
}

impl Scale {
    /// The ranges of all lines; the vertical one begins at 0 if that is near and nothing is below.
    fn of(lines: &[Line]) -> Option<Scale> {
        let shown: Vec<_> = lines.iter().flat_map(Line::shown).flatten().collect();
        let range = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            })
        };
        let x = range(&mut shown.iter().map(|point| point.0));
        let means = range(&mut shown.iter().map(|point| point.1));
        let (low, high) = range(&mut shown.iter().flat_map(|(_, y, band)| [y - band, y + band]));
        if shown.is_empty() || ![x.0, x.1, low, high].iter().all(|end| end.is_finite()) {
            return None;
        }
        let low = match means.0 >= 0.0 && low < 0.5 * high {
            true => 0.0,
            false => low,
        };
        Some(Scale {
            x: widened(x),
            y: widened((low, high)),
        })
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + part(x, self.x) * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        // A band may reach below the axis.
        let part = part(y, self.y).clamp(0.0, 1.0);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }
}

/// How far a number is into a range; the halves keep the difference of huge numbers finite.
fn part(number: f64, (low, high): (f64, f64)) -> f64 {
    (number / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0)
}

/// A range in whose middle a single number lies.
fn widened((low, high): (f64, f64)) -> (f64, f64) {
    if high > low {
        return (low, high);
    }
    let room = (low.abs() * 0.5).max(0.5);
    (low - room, high + room)
}

impl Chart {
    /// A chart without lines.
    pub fn new(title: &str, x: &str, y: &str) -> Chart {
        Chart {
            title: title.to_owned(),
            x: x.to_owned(),
            y: y.to_owned(),
            lines: Vec::new(),
        }
    }

    /// Draws it; the same chart gives the same text.
    pub fn svg(&self) -> String {
        let mut svg = opening(&self.title, WIDTH, HEIGHT);
        let scale = Scale::of(&self.lines);
        let empty = Scale {
            x: (0.0, 1.0),
            y: (0.0, 1.0),
        };
        // Writing to a string cannot fail.
        self.draw_axes(scale.as_ref().unwrap_or(&empty), &mut svg);
        match &scale {
            None => {
                _ = writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666666\">no data\
                     </text>",
                    (LEFT + WIDTH - RIGHT) / 2.0,
                    (TOP + HEIGHT - BOTTOM) / 2.0
                );
            }
            Some(scale) => {
                for (at, line) in self.lines.iter().enumerate() {
                    draw_band(line, self.ink(at), scale, &mut svg);
                }
                for (at, line) in self.lines.iter().enumerate() {
                    draw_line(line, self.ink(at), scale, &mut svg);
                }
                self.draw_legend(scale, &mut svg);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The colour of a line: the next one that is free, or that of the line it belongs to.
    fn ink(&self, at: usize) -> &'static str {
        let owner = |line: &Line| line.colour_of.is_empty() || line.colour_of == line.name;
        let owners = || self.lines.iter().filter(|line| owner(line));
        let place = match owner(&self.lines[at]) {
            true => self.lines[..at].iter().filter(|line| owner(line)).count(),
            false => owners()
                .position(|line| line.name == self.lines[at].colour_of)
                .unwrap_or(INKS.len() - 1),
        };
        INKS[place % INKS.len()]
    }

    fn draw_axes(&self, scale: &Scale, svg: &mut String) {
        let (base, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (value, text) in labelled(scale.y, 6) {
            let at = scale.up(value);
            _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{right:.1}\" stroke=\"#dddddd\"/>\
                 <path d=\"M{LEFT} {at:.1}h-5\" stroke=\"#222222\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 8.0,
                at + 4.0
            );
        }
        for (value, text) in labelled(scale.x, 8) {
            let at = scale.across(value);
            _ = writeln!(
                svg,
                "<path d=\"M{at:.1} {base:.1}v5\" stroke=\"#222222\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                base + 18.0
            );
        }
        _ = writeln!(
            svg,
            "<path d=\"M{right:.1} {base:.1}H{LEFT}V{TOP}\" stroke=\"#222222\" fill=\"none\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 12.0,
            escaped(&self.x),
            (TOP + base) / 2.0,
            escaped(&self.y)
        );
    }

    /// Draws the legend in the corner where it covers the fewest points.
    fn draw_legend(&self, scale: &Scale, svg: &mut String) {
        let named: Vec<(usize, &Line)> = self
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.name.is_empty())
            .collect();
        let Some(longest) = named
            .iter()
            .map(|(_, line)| line.name.chars().count())
            .max()
        else {
            return;
        };
        let width = 40.0 + longest as f64 * LETTER;
        let height = 8.0 + named.len() as f64 * ROW;
        let lefts = [LEFT + 10.0, WIDTH - RIGHT - 10.0 - width];
        let tops = [TOP + 6.0, HEIGHT - BOTTOM - 10.0 - height];
        let corners = tops.iter().flat_map(|top| lefts.map(|left| (left, *top)));
        let covered = |(left, top): &(f64, f64)| {
            let points = self.lines.iter().flat_map(Line::shown).flatten();
            points
                .filter(|(x, y, _)| {
                    let (x, y) = (scale.across(*x) - left, scale.up(*y) - top);
                    (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
                })
                .count()
        };
        let Some((left, top)) = corners.min_by_key(covered) else {
            return;
        };
        _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"#ffffff\" fill-opacity=\"0.8\"/>"
        );
        for (row, (at, line)) in named.into_iter().enumerate() {
            let middle = top + 4.0 + ROW * (row as f64 + 0.5);
            _ = writeln!(
                svg,
                "<path d=\"M{:.1} {middle:.1}h24\" {}/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 4.0,
                stroke(line, self.ink(at)),
                left + 34.0,
                middle + 4.0,
                escaped(&line.name)
            );
        }
    }
}

/// The beginning of a picture: its size, background and title.
fn opening(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{0}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{1:.1}\" y=\"24\" text-anchor=\"middle\" font-size=\"15\">{0}</text>\n",
        escaped(title),
        width / 2.0
    )
}

/// Round numbers inside a range, with their text.
fn labelled(range: (f64, f64), wanted: usize) -> Vec<(f64, String)> {
    let ticks = ticks(range.0, range.1, wanted);
    let step = match ticks[..] {
        [first, second, ..] => second - first,
        _ => 1.0,
    };
    let inside = |tick: &f64| (-1e-9..=1.0 + 1e-9).contains(&part(*tick, range));
    let inside = ticks.into_iter().filter(inside);
    inside.map(|tick| (tick, label(tick, step))).collect()
}

fn stroke(line: &Line, ink: &str) -> String {
    let dashes = if line.dashed {
        " stroke-dasharray=\"6 4\""
    } else {
        ""
    };
    format!("stroke=\"{ink}\" stroke-width=\"1.8\" fill=\"none\" stroke-linejoin=\"round\"{dashes}")
}

fn draw_band(line: &Line, ink: &str, scale: &Scale, svg: &mut String) {
    if line.band.is_empty() {
        return;
    }
    for piece in line.pieces().iter().filter(|piece| piece.len() > 1) {
        let above = piece.iter().map(|(x, y, band)| (x, y + band));
        let below = piece.iter().rev().map(|(x, y, band)| (x, y - band));
        let corners = above
            .chain(below)
            .map(|(x, y)| (scale.across(*x), scale.up(y)));
        _ = writeln!(
            svg,
            "<path d=\"{}Z\" fill=\"{ink}\" fill-opacity=\"0.15\"/>",
            path(corners)
        );
    }
}

fn draw_line(line: &Line, ink: &str, scale: &Scale, svg: &mut String) {
    for piece in line.pieces() {
        let drawn = match piece[..] {
            // A line from a point to itself is invisible.
            [(x, y, _)] => {
                let (x, y) = (scale.across(x), scale.up(y));
                format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{ink}\"/>")
            }
            _ => {
                let points = piece
                    .iter()
                    .map(|(x, y, _)| (scale.across(*x), scale.up(*y)));
                format!("<path d=\"{}\" {}/>", path(points), stroke(line, ink))
            }
        };
        svg.push_str(&drawn);
        svg.push('\n');
    }
}

/// Straight lines from point to point.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
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

    fn chart(lines: Vec<Line>) -> String {
        let mut chart = Chart::new("T & U", "x<y", "y");
        chart.lines = lines;
        let picture = chart.svg();
        assert!(
            !picture.contains("NaN") && !picture.contains("inf"),
            "{picture}"
        );
        picture
    }

    #[test]
    fn whatever_the_numbers_are_there_is_a_picture() {
        assert!(chart(vec![]).contains("no data"));
        assert!(chart(vec![Line::new("a", [])]).contains("no data"));
        assert!(chart(vec![Line::new("a", [(f64::NAN, 1.0)])]).contains("no data"));
        let single = chart(vec![Line::new("a", [(3.0, 7.0)]).with_band([f64::NAN])]);
        assert_eq!(single.matches("<circle").count(), 1);
        let constant = chart(vec![Line::new("a", [(1.0, 5.0), (2.0, 5.0)])]);
        assert!(
            constant.contains(">5.0<") || constant.contains(">5<"),
            "{constant}"
        );
        chart(vec![Line::new("a", [(1.0, f64::MAX), (2.0, f64::MIN)])]);
        chart(vec![Line::new("a", [(1e300, 1e-300), (2e300, 2e-300)])]);
        chart(vec![
            Line::new("a", [(1.0, f64::MAX), (2.0, 1.0)]).with_band([f64::MAX, 1.0]),
        ]);
    }

    #[test]
    fn a_gap_is_a_gap() {
        let points = [1.0, 2.0, f64::NAN, 4.0, 5.0].map(|y| (if y > 0.0 { y } else { 3.0 }, y));
        let picture = chart(vec![Line::new("", points).with_band([0.5; 5])]);
        assert_eq!(picture.matches("stroke-linejoin").count(), 2);
        assert_eq!(picture.matches("fill-opacity=\"0.15\"").count(), 2);
    }

    #[test]
    fn lines_share_colours_when_they_are_told_to() {
        let ours = Line::new("ours", [(0.0, 1.0), (1.0, 2.0)]);
        let theirs = ours.clone().dashed().beside(&ours);
        let theirs = Line {
            name: "theirs".into(),
            ..theirs
        };
        let other = Line::new("<other>", [(0.0, 2.0), (1.0, 1.0)]);
        let picture = chart(vec![theirs, ours, other]);
        // Each has a line and a row in the legend.
        assert_eq!(picture.matches("stroke=\"#0072b2\"").count(), 4);
        assert_eq!(picture.matches("stroke=\"#d55e00\"").count(), 2);
        assert_eq!(picture.matches("stroke-dasharray").count(), 2);
        assert!(picture.contains("&lt;other&gt;") && picture.contains("T &amp; U"));
    }

    #[test]
    fn long_lines_are_thinned() {
        let long = Line::new("", (0..100_000).map(|at| (f64::from(at), 1.0)));
        assert!(long.shown().len() <= POINTS + 1);
        assert_eq!(long.shown().last(), Some(&Some((99_999.0, 1.0, 0.0))));
    }
}
