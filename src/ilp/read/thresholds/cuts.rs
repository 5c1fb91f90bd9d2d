//! Where a column of numbers may be cut, and the number that is written for it.

use crate::{ilp::bias::Comparison, term::Term};

/// Integers up to here are told apart as floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number that a variable may stand for, and for which examples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    pub number: f64,
    /// Whether it may be in a solution of a positive example.
    pub positive: bool,
    /// Whether it may be in a solution of a negative example.
    pub negative: bool,
}

/// Whether a canonical text is an integer that a float does not tell from its neighbours.
pub(super) fn is_rounded(text: &str, number: f64) -> bool {
    number.abs() > EXACT && !text.contains(['.', 'e', 'E'])
}

/// The thresholds of a comparison, as canonical text, of increasing numbers: for every other one
/// there is one among these with which a clause covers as many positive examples and no negative one
/// more, or more positive ones only. `points` are in increasing order, each number once.
///
/// These are the boundary points of U. M. Fayyad and K. B. Irani ("On the handling of
/// continuous-valued attributes in decision tree generation", Machine Learning 8, 1992), from one
/// side: a comparison that holds upwards begins at the number of a positive example, or else it
/// could begin higher; and the number before it is one of a negative example, or else it could
/// begin lower.
pub(crate) fn thresholds(points: &[Point], comparison: Comparison) -> Vec<String> {
    use Comparison::{Greater, GreaterOrEqual, Less};
    let upwards = matches!(comparison, Greater | GreaterOrEqual);
    let above = matches!(comparison, GreaterOrEqual | Less);
    let mut found = Vec::new();
    for (at, point) in points.iter().enumerate() {
        let outside = match upwards {
            true => at.checked_sub(1).map(|at| points[at]),
            false => points.get(at + 1).copied(),
        };
        if !point.positive || outside.is_some_and(|outside| !outside.negative) {
            continue;
        }
        let (own, outside) = (Some(point.number), outside.map(|outside| outside.number));
        let number = match upwards {
            true => between(outside, own, above),
            false => between(own, outside, above),
        };
        found.push(text(number));
    }
    found
}

/// At most `most` of them, at even distances.
pub(super) fn thinned(thresholds: Vec<String>, most: usize) -> Vec<String> {
    let all = thresholds.len();
    if all <= most {
        return thresholds;
    }
    let chosen = |number: usize| thresholds[(2 * number + 1) * all / (2 * most)].clone();
    (0..most).map(chosen).collect()
}

/// A number as it is written.
fn text(number: f64) -> String {
    match number.fract() == 0.0 && number.abs() <= EXACT {
        true => Term::Integer(number as i64).canonical(),
        false => Term::Float(number).canonical(),
    }
}

/// The number between two that has the fewest digits, near the middle; it may be the greater
/// one (`above`) or the less.
fn between(least: Option<f64>, most: Option<f64>, above: bool) -> f64 {
    let (least, most) = match (least, most) {
        (Some(least), Some(most)) => (least, most),
        (None, Some(most)) if above => return most,
        (None, Some(most)) => return (most.ceil() - 1.0).min(most.next_down()),
        (Some(least), None) if above => return (least.floor() + 1.0).max(least.next_up()),
        (Some(least), None) => return least,
        (None, None) => return 0.0,
    };
    let fits = |number: &f64| match above {
        true => least < *number && *number <= most,
        false => least <= *number && *number < most,
    };
    let (middle, gap) = (least / 2.0 + most / 2.0, most - least);
    for power in (1..=15).rev() {
        let unit = 10f64.powi(power);
        // Zero is a multiple of all units.
        let rounded = |number: &f64| fits(number) && (*number != 0.0 || unit <= gap);
        if let Some(found) = nearest(middle, unit).into_iter().find(rounded) {
            return found;
        }
    }
    for digits in 0..=17 {
        // Decimal digits, not multiples of a binary fraction.
        let rounded = |number: f64| format!("{number:.digits$}").parse::<f64>().ok();
        let unit = 10f64.powi(-digits.try_into().unwrap_or(0));
        let near = [middle, middle + unit / 2.0, middle - unit / 2.0];
        if let Some(found) = near.into_iter().filter_map(rounded).find(fits) {
            return found + 0.0;
        }
    }
    if above { most } else { least }
}

/// The two multiples of a unit around a number, the nearer one first.
fn nearest(number: f64, unit: f64) -> [f64; 2] {
    let (down, up) = (
        (number / unit).floor() * unit,
        (number / unit).ceil() * unit,
    );
    match number - down <= up - number {
        true => [down + 0.0, up + 0.0],
        false => [up + 0.0, down + 0.0],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Comparison; 4] = [
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    #[test]
    fn the_number_with_the_fewest_digits_is_written() {
        for (least, most, up, down) in [
            (40.0, 41.0, "41", "40"),
            (38.0, 45.0, "40", "40"),
            (172.4, 172.5, "172.5", "172.4"),
            (172.46, 172.57, "172.5", "172.5"),
            (0.5, 0.75, "0.6", "0.6"),
            (-5.0, 3.0, "-1", "-1"),
            (-50.0, 3.0, "-20", "-20"),
            (-3.5, 168.25, "100", "100"),
            (-41.0, -40.0, "-40", "-41"),
            (5.0, 50.0, "30", "30"),
            (900.0, 2400.0, "2000", "2000"),
            (0.001, 0.002, "0.002", "0.001"),
            (1e300, 2e300, "1.5e300", "1.5e300"),
        ] {
            let number = |above| between(Some(least), Some(most), above);
            let canonical = |wanted: &str| text(wanted.parse().unwrap());
            assert_eq!(text(number(true)), canonical(up), "({least},{most}]");
            assert_eq!(text(number(false)), canonical(down), "[{least},{most})");
        }
    }

    #[test]
    fn the_ends_are_numbers_of_the_column_or_beyond() {
        let number = |least, most, above| text(between(least, most, above));
        assert_eq!(number(None, Some(2.5), true), "2.5");
        assert_eq!(number(None, Some(2.5), false), "2");
        assert_eq!(number(None, Some(2.0), false), "1");
        assert_eq!(number(Some(-2.5), None, true), "-2");
        assert_eq!(number(Some(7.0), None, true), "8");
        assert_eq!(number(Some(7.0), None, false), "7");
    }

    #[test]
    fn even_distances() {
        let all: Vec<String> = (0..10).map(|number| number.to_string()).collect();
        assert_eq!(thinned(all.clone(), 10), all);
        assert_eq!(thinned(all.clone(), 2), ["2", "7"]);
        assert_eq!(thinned(all, 1), ["5"]);
    }

    fn points() -> impl Strategy<Value = Vec<Point>> {
        proptest::collection::btree_map(-40..40i32, (any::<bool>(), any::<bool>()), 0..12).prop_map(
            |all| {
                let point = |(number, (positive, negative)): (i32, (bool, bool))| Point {
                    number: f64::from(number) / 4.0,
                    positive,
                    negative: negative || !positive,
                };
                all.into_iter().map(point).collect()
            },
        )
    }

    proptest! {
        #[test]
        fn every_threshold_has_one_that_is_as_good(points in points(), asked in -50..50i32) {
            for comparison in ALL {
                let covered = |threshold: f64| -> Vec<Point> {
                    let holds = |point: &&Point| {
                        comparison.admits(point.number.partial_cmp(&threshold).unwrap())
                    };
                    points.iter().filter(holds).copied().collect()
                };
                let found = thresholds(&points, comparison);
                let wanted = covered(f64::from(asked) / 8.0);
                let as_good = |text: &String| {
                    let own = covered(text.parse().unwrap());
                    let positives = wanted.iter().filter(|point| point.positive);
                    let negatives = own.iter().filter(|point| point.negative);
                    positives.clone().all(|point| own.contains(point))
                        && negatives.clone().all(|point| wanted.contains(point))
                };
                let none = wanted.iter().all(|point| !point.positive);
                prop_assert!(none || found.iter().any(as_good), "{comparison:?} {found:?}");
            }
        }

        #[test]
        fn no_two_are_the_same(points in points()) {
            for comparison in ALL {
                let found = thresholds(&points, comparison);
                let numbers: Vec<f64> = found.iter().map(|text| text.parse().unwrap()).collect();
                prop_assert!(numbers.is_sorted_by(|one, other| one < other), "{:?}", found);
            }
        }
    }
}
