//! Curves as areas, each upon the one before.

use std::fmt::Write as _;

use super::{
    line::{Line, path},
    scale::Scale,
};

/// The areas of some curves over the places of all of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    xs: Vec<f64>,
    /// The borders from the lowest, which is 0, to the highest: one more than there are curves.
    borders: Vec<Vec<f64>>,
    /// Whether heights are parts of a hundred.
    shares: bool,
}

impl Stack {
    /// Puts curves upon each other. One that has no number at a place, or one below 0, has no
    /// height there. Shares are parts of a hundred of all curves, and 0 where all are 0.
    pub fn of(lines: &[Line], shares: bool) -> Stack {
        let shown: Vec<Vec<_>> = lines
            .iter()
            .map(|line| line.shown().into_iter().flatten().collect())
            .collect();
        let mut xs: Vec<f64> = shown.iter().flatten().map(|(x, _, _)| *x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let mut borders = vec![vec![0.0; xs.len()]];
        for points in &shown {
            let mut border = borders[borders.len() - 1].clone();
            for (x, y, _) in points {
                let at = xs.partition_point(|other| other < x);
                border[at] += y.max(0.0);
            }
            borders.push(border);
        }
        if shares {
            let all = borders[borders.len() - 1].clone();
            for border in &mut borders {
                for (top, all) in border.iter_mut().zip(&all).filter(|(_, all)| **all > 0.0) {
                    *top = *top / all * 100.0;
                }
            }
        }
        Stack {
            xs,
            borders,
            shares,
        }
    }

    /// Its scale; `None` if there is nothing, or if numbers are too large.
    pub fn scale(&self) -> Option<Scale> {
        let points = self.borders.iter().flat_map(|border| {
            let points = self.xs.iter().zip(border);
            points.map(|(x, top)| (*x, *top, 0.0))
        });
        let mut scale = Scale::of(&points.collect::<Vec<_>>())?;
        if let [x] = self.xs[..] {
            scale = scale.with_breadth((x - 0.5, x + 0.5));
        }
        if self.shares {
            scale = scale.with_height((0.0, 100.0));
        }
        Some(scale)
    }

    /// Draws the area of a curve.
    pub fn draw(&self, curve: usize, ink: &str, scale: &Scale, svg: &mut String) {
        let border = |border: &[f64]| match (&self.xs[..], border) {
            // An area over a single place would be invisible.
            ([x], [y]) => vec![(x - 0.5, *y), (x + 0.5, *y)],
            (xs, border) => xs.iter().copied().zip(border.iter().copied()).collect(),
        };
        let (below, above) = (
            border(&self.borders[curve]),
            border(&self.borders[curve + 1]),
        );
        let corners = above.into_iter().chain(below.into_iter().rev());
        let corners = corners.map(|point| scale.place(point));
        // Writing to a string cannot fail.
        _ = writeln!(
            svg,
            "<path d=\"{}Z\" fill=\"{ink}\" fill-opacity=\"0.8\"/>",
            path(corners)
        );
    }
}

/// Draws what stands for an area in a legend, 24 wide.
pub fn draw_key((left, middle): (f64, f64), ink: &str, svg: &mut String) {
    _ = write!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"24\" height=\"11\" fill=\"{ink}\" \
         fill-opacity=\"0.8\"/>",
        middle - 5.5
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lies_upon_the_one_before() {
        let won = Line::new("won", [(1.0, 1.0), (2.0, 3.0), (3.0, f64::NAN)]);
        let lost = Line::new("lost", [(0.0, 2.0), (2.0, 1.0), (3.0, -4.0)]);
        let stack = Stack::of(&[won.clone(), lost.clone()], false);
        assert_eq!(stack.xs, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(stack.borders[0], [0.0; 4]);
        assert_eq!(stack.borders[1], [0.0, 1.0, 3.0, 0.0]);
        assert_eq!(stack.borders[2], [2.0, 1.0, 4.0, 0.0]);
        let shares = Stack::of(&[won, lost], true);
        assert_eq!(shares.borders[1], [0.0, 100.0, 75.0, 0.0]);
        assert_eq!(shares.borders[2], [100.0, 100.0, 100.0, 0.0]);
        assert_eq!(
            shares.scale().unwrap().rows().last().unwrap().1,
            "100".to_owned()
        );
    }

    #[test]
    fn a_single_place_has_an_area() {
        let stack = Stack::of(&[Line::new("", [(30.0, 5.0)])], false);
        let scale = stack.scale().unwrap();
        assert_eq!(scale.columns(), [(30.0, "30".to_owned())]);
        let mut svg = String::new();
        stack.draw(0, "#000000", &scale, &mut svg);
        assert!(
            svg.contains("M64.0 40.0L620.0 40.0L620.0 348.0L64.0 348.0Z"),
            "{svg}"
        );
        let far = Stack::of(&[Line::new("", [(1e300, 5.0)])], false);
        assert!(far.scale().unwrap().across(1e300).is_finite());
        assert_eq!(Stack::of(&[], true).scale(), None);
    }
}
