//! Bars in groups, such as the shares of moves that several samplers make.
//!
//! ```
//! use chesslog::chart::bars::Bars;
//!
//! let mut bars = Bars::new("First moves", "move", "per cent");
//! bars.groups = ["e4", "d4", "c4"].map(str::to_owned).to_vec();
//! bars.add("drawn", [48.0, 50.0, 2.0]);
//! bars.add("expected", [47.5, 50.6, 1.9]);
//! assert!(bars.svg().starts_with("<svg "));
//! ```

use std::fmt::Write as _;

use super::{
    BOTTOM, HEIGHT, INKS, LEFT, RIGHT, TOP, WIDTH,
    axis::{escaped, label, rounded, ticks},
    opening, stack, title_width,
};

/// The width of a bar: the widest, and the narrowest, with which the picture grows instead.
const WIDE: f64 = 26.0;
const NARROW: f64 = 5.0;
/// The room between groups.
const GAP: f64 = 12.0;
/// The room that a letter is given, and the height of a row of the legend.
const LETTER: f64 = 6.6;
const ROW: f64 = 17.0;
/// Letters of a group's name that are shown.
const LONGEST: usize = 22;

/// Groups of bars over a common axis that begins at 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bars {
    /// What the chart shows.
    pub title: String,
    /// What the groups are.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
    /// The names of the groups, from left to right.
    pub groups: Vec<String>,
    /// What is compared within the groups.
    series: Vec<Series>,
}

/// A bar in each group.
#[derive(Debug, Clone, PartialEq)]
struct Series {
    name: String,
    heights: Vec<f64>,
}

/// Where groups and their names are drawn.
struct Layout {
    bar: f64,
    group: f64,
    /// The names are turned, as they have no room beside each other.
    turned: bool,
    /// The room that they take below the axis.
    below: f64,
    /// The right end of the plot.
    right: f64,
}

impl Bars {
    /// A chart without bars.
    pub fn new(title: &str, x: &str, y: &str) -> Bars {
        Bars {
            title: title.to_owned(),
            x: x.to_owned(),
            y: y.to_owned(),
            ..Bars::default()
        }
    }

    /// Adds a bar to each group. One whose height is no finite number, or below 0, is not drawn.
    pub fn add(&mut self, name: &str, heights: impl IntoIterator<Item = f64>) {
        self.series.push(Series {
            name: name.to_owned(),
            heights: heights.into_iter().collect(),
        });
    }

    /// The height of a bar.
    fn height(&self, series: usize, group: usize) -> Option<f64> {
        let height = self.series[series].heights.get(group).copied();
        height.filter(|height| height.is_finite() && *height >= 0.0)
    }

    /// Draws it; the same chart gives the same text.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let legend = self.series.iter().map(|series| series.name.chars().count());
        let legend = legend.max().map_or(0.0, |most| 44.0 + LETTER * most as f64);
        let width = (layout.right + RIGHT + legend).max(title_width(&self.title) + 2.0 * RIGHT);
        let height = HEIGHT + layout.below;
        let mut svg = opening(&self.title, width.round(), height.round());
        let heights = (0..self.series.len())
            .flat_map(|series| (0..self.groups.len()).filter_map(move |g| self.height(series, g)));
        let highest = heights.reduce(f64::max);
        let top = highest.filter(|top| *top > 0.0).unwrap_or(1.0);
        let mut rows = ticks(0.0, top, 6);
        // The last one may be beyond all numbers.
        rows.retain(|value| value.is_finite());
        let top = rows.last().copied().unwrap_or(top).max(top);
        let base = HEIGHT - BOTTOM;
        let up = |value: f64| base - value / top * (base - TOP);
        let step = rows.get(1).copied().unwrap_or(top);
        for &value in &rows {
            // Writing to a string cannot fail.
            _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                layout.right,
                LEFT - 8.0,
                up(value) + 4.0,
                label(value, step),
                at = up(value)
            );
        }
        for group in 0..self.groups.len() {
            self.draw_group(group, &layout, &up, &mut svg);
        }
        if highest.is_none() {
            _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666666\">no data\
                 </text>",
                (LEFT + layout.right) / 2.0,
                (TOP + base) / 2.0
            );
        }
        self.draw_frame(&layout, &mut svg);
        for (at, series) in self.series.iter().enumerate() {
            let middle = TOP + ROW * (at as f64 + 0.5);
            let left = layout.right + 12.0;
            stack::draw_key((left, middle), INKS[at % INKS.len()], &mut svg);
            _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 30.0,
                middle + 4.0,
                escaped(&series.name)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Bars are as wide as the usual picture allows, names stand beside each other if they can.
    fn layout(&self) -> Layout {
        let groups = self.groups.len().max(1) as f64;
        let series = self.series.len().max(1) as f64;
        let room = (WIDTH - RIGHT - LEFT) / groups;
        let bar = ((room - GAP) / series).clamp(NARROW, WIDE);
        let group = room.max(series * bar + GAP);
        let longest = self.groups.iter().map(|name| shown(name).chars().count());
        let longest = longest.max().unwrap_or(0) as f64 * LETTER;
        let turned = longest > group - 4.0;
        Layout {
            bar,
            group,
            turned,
            below: if turned { longest * 0.87 } else { 0.0 },
            right: LEFT + groups * group,
        }
    }

    fn draw_group(&self, at: usize, layout: &Layout, up: &dyn Fn(f64) -> f64, svg: &mut String) {
        let (base, name) = (HEIGHT - BOTTOM, &self.groups[at]);
        let middle = LEFT + layout.group * (at as f64 + 0.5);
        let left = middle - layout.bar * self.series.len() as f64 / 2.0;
        for series in 0..self.series.len() {
            let Some(height) = self.height(series, at) else {
                continue;
            };
            let top = up(height);
            _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" \
                 fill-opacity=\"0.85\"><title>{}, {}: {}</title></rect>",
                left + layout.bar * series as f64,
                (layout.bar - 1.0).max(1.0),
                base - top,
                INKS[series % INKS.len()],
                escaped(name),
                escaped(&self.series[series].name),
                rounded(height)
            );
        }
        let name = escaped(&shown(name));
        _ = match layout.turned {
            true => writeln!(
                svg,
                "<text transform=\"translate({:.1} {:.1}) rotate(-60)\" text-anchor=\"end\">{name}\
                 </text>",
                middle + 4.0,
                base + 14.0
            ),
            false => writeln!(
                svg,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
                base + 18.0
            ),
        };
    }

    fn draw_frame(&self, layout: &Layout, svg: &mut String) {
        let base = HEIGHT - BOTTOM;
        _ = writeln!(
            svg,
            "<path d=\"M{:.1} {base:.1}H{LEFT}V{TOP}\" stroke=\"#222222\" fill=\"none\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            layout.right,
            (LEFT + layout.right) / 2.0,
            HEIGHT + layout.below - 12.0,
            escaped(&self.x),
            (TOP + base) / 2.0,
            escaped(&self.y)
        );
    }
}

/// A name, or the beginning of a long one.
fn shown(name: &str) -> String {
    match name.chars().count() > LONGEST {
        true => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(groups: &[&str], series: &[&[f64]]) -> String {
        let mut bars = Bars::new("T & U", "x<y", "y");
        bars.groups = groups.iter().map(|&name| name.to_owned()).collect();
        for (at, heights) in series.iter().enumerate() {
            bars.add(&format!("<{at}>"), heights.iter().copied());
        }
        let picture = bars.svg();
        assert!(
            !picture.contains("NaN") && !picture.contains("inf"),
            "{picture}"
        );
        picture
    }

    #[test]
    fn whatever_the_numbers_are_there_is_a_picture() {
        assert!(bars(&[], &[]).contains("no data"));
        assert!(bars(&["a"], &[]).contains("no data"));
        assert!(bars(&["a"], &[&[f64::NAN]]).contains("no data"));
        assert!(!bars(&["a"], &[&[0.0]]).contains("no data"));
        bars(&["a", "b"], &[&[f64::MAX, 1e-300], &[f64::INFINITY, -1.0]]);
        bars(&["a"], &[&[1e-320]]);
    }

    #[test]
    fn each_bar_is_drawn_with_its_height() {
        let picture = bars(&["e4", "d4"], &[&[40.0, 20.0], &[10.0]]);
        // The background, three bars and the legend's two keys.
        assert_eq!(picture.matches("<rect").count(), 6);
        let plot = HEIGHT - BOTTOM - TOP;
        assert!(picture.contains(&format!("height=\"{plot:.1}\"")));
        assert!(picture.contains(&format!("height=\"{:.1}\"", plot / 4.0)));
        assert!(picture.contains("d4, &lt;0&gt;: 20</title>"));
        assert!(!picture.contains("rotate(-60)"));
    }

    #[test]
    fn many_groups_widen_the_picture_and_turn_their_names() {
        let names: Vec<String> = (0..120)
            .map(|at| format!("a name that is long {at}"))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let heights = vec![1.0; 120];
        let picture = bars(&names, &[&heights, &heights, &heights]);
        assert_eq!(picture.matches("rotate(-60)").count(), 120);
        let width = picture.split("width=\"").nth(1).unwrap();
        let width: f64 = width.split('"').next().unwrap().parse().unwrap();
        assert!(width > 120.0 * 3.0 * NARROW, "{width}");
        let long = bars(
            &["an exceedingly long name of a move and its opening"],
            &[&[1.0]],
        );
        assert!(long.contains("an exceedingly long n…"));
    }
}
