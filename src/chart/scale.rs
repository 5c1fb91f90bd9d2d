//! Where numbers are drawn in the plot of a chart.

use super::{
    BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH,
    axis::{label, ticks},
};

/// The ranges of the two axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    x: (f64, f64),
    y: (f64, f64),
    /// Whether all numbers are whole, along either axis: then no tick is between them.
    whole: (bool, bool),
}

impl Default for Scale {
    /// That of a chart in which there is nothing.
    fn default() -> Scale {
        Scale {
            x: (0.0, 1.0),
            y: (0.0, 1.0),
            whole: (false, false),
        }
    }
}

impl Scale {
    /// The ranges of points with the half of a band; the vertical one begins at 0 if that is near
    /// and nothing is below. `None` without points, or if they are too large.
    pub fn of(points: &[(f64, f64, f64)]) -> Option<Scale> {
        let range = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            })
        };
        let x = range(&mut points.iter().map(|point| point.0));
        let means = range(&mut points.iter().map(|point| point.1));
        let ends = points.iter().flat_map(|(_, y, band)| [y - band, y + band]);
        let (low, high) = range(&mut ends.clone());
        if points.is_empty() || ![x.0, x.1, low, high].iter().all(|end| end.is_finite()) {
            return None;
        }
        let low = match means.0 >= 0.0 && low < 0.5 * high {
            true => 0.0,
            false => low,
        };
        Some(Scale {
            x: widened(x),
            y: widened((low, high)),
            whole: (
                points.iter().all(|point| is_whole(point.0)),
                ends.clone().all(is_whole),
            ),
        })
    }

    /// With room at the sides and at the top, where signs would lie on the frame.
    #[must_use]
    pub fn with_room(mut self) -> Scale {
        let room = |(low, high): (f64, f64)| (high / 2.0 - low / 2.0) * 0.06;
        let (across, up) = (room(self.x), room(self.y));
        let x = (self.x.0 - across, self.x.1 + across);
        let y = (self.y.0, self.y.1 + up);
        if [x.0, x.1, y.1].iter().all(|end| end.is_finite()) {
            (self.x, self.y) = (x, y);
        }
        self
    }

    /// The same with ticks between whole numbers across.
    #[must_use]
    pub fn with_fractions(mut self) -> Scale {
        self.whole.0 = false;
        self
    }

    /// With another horizontal range.
    #[must_use]
    pub fn with_breadth(mut self, x: (f64, f64)) -> Scale {
        self.x = widened(x);
        self
    }

    /// With another vertical range.
    #[must_use]
    pub fn with_height(mut self, y: (f64, f64)) -> Scale {
        self.y = widened(y);
        self
    }

    /// Where a point is drawn.
    pub fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.across(x), self.up(y))
    }

    pub fn across(&self, x: f64) -> f64 {
        LEFT + part(x, self.x) * (WIDTH - LEFT - RIGHT)
    }

    pub fn up(&self, y: f64) -> f64 {
        // A band may reach below the axis.
        let part = part(y, self.y).clamp(0.0, 1.0);
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    /// The ticks of the horizontal axis, with their text.
    pub fn columns(&self) -> Vec<(f64, String)> {
        labelled(self.x, 8, self.whole.0.then_some(20.0))
    }

    /// The ticks of the vertical axis, with their text.
    pub fn rows(&self) -> Vec<(f64, String)> {
        labelled(self.y, 6, self.whole.1.then_some(6.0))
    }
}

fn is_whole(number: f64) -> bool {
    // Beyond, every number is whole.
    number.fract() == 0.0 && number.abs() < 1e15
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

/// Round numbers inside a range, with their text; each whole number if no others are wanted and
/// there is room for as many.
fn labelled(range: (f64, f64), wanted: usize, whole: Option<f64>) -> Vec<(f64, String)> {
    let (first, last) = (range.0.ceil(), range.1.floor());
    let ticks = match whole {
        Some(room) if last - first <= room => (0..=(last - first) as usize)
            .map(|index| first + index as f64)
            .collect(),
        _ => ticks(range.0, range.1, wanted),
    };
    let step = match ticks[..] {
        [first, second, ..] => second - first,
        _ => 1.0,
    };
    let inside = |tick: &f64| (-1e-9..=1.0 + 1e-9).contains(&part(*tick, range));
    let inside = ticks.into_iter().filter(inside);
    inside.map(|tick| (tick, label(tick, step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ticks: Vec<(f64, String)>) -> Vec<String> {
        ticks.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn no_tick_is_between_whole_numbers() {
        let scale = Scale::of(&[(1.0, 0.0, 0.0), (4.0, 2.0, 0.0)]).unwrap();
        assert_eq!(texts(scale.columns()), ["1", "2", "3", "4"]);
        assert_eq!(texts(scale.rows()), ["0", "1", "2"]);
        let scale = Scale::of(&[(1.0, 0.0, 0.25), (4.0, 2.0, 0.0)]).unwrap();
        assert!(texts(scale.rows()).contains(&"0.5".to_owned()));
        let scale = Scale::of(&[(1.0, 0.0, 0.0), (4.5, 2.0, 0.0)]).unwrap();
        assert!(texts(scale.columns()).contains(&"1.5".to_owned()));
    }

    #[test]
    fn as_many_whole_numbers_as_have_room_are_all_named() {
        let games =
            |last: u32| -> Vec<_> { (1..=last).map(|game| (f64::from(game), 0.5, 0.0)).collect() };
        let scale = Scale::of(&games(17)).unwrap();
        assert_eq!(texts(scale.clone().columns()).len(), 17);
        let room = scale.with_room();
        assert_eq!(texts(room.columns()).len(), 17);
        assert!(room.across(1.0) > LEFT + 10.0);
        let scale = Scale::of(&games(200)).unwrap();
        assert_eq!(scale.columns().len(), 4);
    }

    #[test]
    fn huge_numbers_have_a_scale_or_none() {
        assert_eq!(Scale::of(&[]), None);
        assert_eq!(Scale::of(&[(1.0, f64::MAX, f64::MAX)]), None);
        let wide = Scale::of(&[(f64::MIN, 1.0, 0.0), (f64::MAX, 1.0, 0.0)]).unwrap();
        assert_eq!(wide.clone().with_room(), wide);
        assert!(wide.across(0.0).is_finite());
    }
}
