//! Charts of curves, areas and bars, histograms, diagrams of graphs, and decision trees, as SVG that needs no
//! other file.
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
pub mod bars;
pub mod diagram;
pub mod histogram;
mod legend;
mod line;
mod scale;
mod stack;
pub mod tree;

use std::fmt::Write as _;

use axis::escaped;
pub use line::{Line, Marker};
use scale::Scale;
use stack::Stack;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// The margins of the plot: left, top, right, bottom.
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 52.0;
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
    /// How they are drawn.
    pub kind: Kind,
}

/// How the curves of a chart are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// As lines.
    #[default]
    Lines,
    /// As areas, each upon the one before.
    Stacked,
    /// As areas, each upon the one before, in per cent of all.
    Shares,
}

impl Chart {
    /// A chart without lines.
    pub fn new(title: &str, x: &str, y: &str) -> Chart {
        Chart {
            title: title.to_owned(),
            x: x.to_owned(),
            y: y.to_owned(),
            lines: Vec::new(),
            kind: Kind::Lines,
        }
    }

    /// Drawn as areas, each upon the one before: for numbers that add up to something, none of
    /// which is below 0. Bands and markers are not drawn.
    ///
    /// ```
    /// use chesslog::chart::{Chart, Line};
    ///
    /// let mut chart = Chart::new("Outcomes", "generation", "games").stacked();
    /// let checkmates = Line::new("checkmate", [(1.0, 3.0), (2.0, 11.0)]);
    /// chart.lines = vec![checkmates, Line::new("rook lost", [(1.0, 14.0), (2.0, 6.0)])];
    /// assert_eq!(chart.svg().matches("Z\" fill").count(), 2);
    /// ```
    #[must_use]
    pub fn stacked(mut self) -> Chart {
        self.kind = Kind::Stacked;
        self
    }

    /// As [`Chart::stacked`], in per cent of all curves at each place.
    #[must_use]
    pub fn shares(mut self) -> Chart {
        self.kind = Kind::Shares;
        self
    }

    fn is_stacked(&self) -> bool {
        self.kind != Kind::Lines
    }

    /// Draws it; the same chart gives the same text.
    pub fn svg(&self) -> String {
        let (x, y) = (&self.x, &self.y);
        let mut svg = opening(&self.title, self.width(), HEIGHT);
        let stack = Stack::of(&self.lines, self.kind == Kind::Shares);
        let scale = match self.is_stacked() {
            true => stack.scale(),
            false => self.scale(),
        };
        match &scale {
            None => {
                draw_axes(&Scale::default(), x, y, &mut svg);
                // Writing to a string cannot fail.
                _ = writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666666\">no data\
                     </text>",
                    (LEFT + WIDTH - RIGHT) / 2.0,
                    (TOP + HEIGHT - BOTTOM) / 2.0
                );
            }
            Some(scale) if self.is_stacked() => {
                for at in 0..self.lines.len() {
                    stack.draw(at, self.ink(at), scale, &mut svg);
                }
                // The areas would cover the axes.
                draw_axes(scale, x, y, &mut svg);
                self.draw_legend(scale, &mut svg);
            }
            Some(scale) => {
                draw_axes(scale, x, y, &mut svg);
                for (at, line) in self.lines.iter().enumerate() {
                    line.draw_band(self.ink(at), scale, &mut svg);
                }
                for (at, line) in self.lines.iter().enumerate() {
                    line.draw(self.ink(at), scale, &mut svg);
                }
                self.draw_legend(scale, &mut svg);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The scale of all lines.
    fn scale(&self) -> Option<Scale> {
        let points: Vec<_> = self.lines.iter().flat_map(Line::shown).flatten().collect();
        let scale = Scale::of(&points)?;
        Some(match self.lines.iter().any(|line| line.marker.is_some()) {
            true => scale.with_room(),
            false => scale,
        })
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
}

/// Axes with their names.
fn draw_axes(scale: &Scale, x: &str, y: &str, svg: &mut String) {
    let (base, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for (value, text) in scale.rows() {
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
    for (value, text) in scale.columns() {
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
        escaped(x),
        (TOP + base) / 2.0,
        escaped(y)
    );
}

/// The room that the title of a picture needs.
fn title_width(title: &str) -> f64 {
    10.08 * title.chars().count() as f64
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
}
