//! Comparisons of a value with a number that is fixed: `geq(V,41)` as a set of values.
//!
//! The numbers are sorted once; each comparison holds of a part of them, from one place to one of the
//! ends, so that all comparisons share one list.

use std::{ops::Range, sync::Arc};

use super::{
    super::task::{Value, Values},
    stored::Stored,
    value_set::ValueSet,
};
use crate::ilp::bias::Comparison;

/// The number that a canonical text is, rounded to a float; `None` of any other term.
pub fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let starts = digits.starts_with(|first: char| first.is_ascii_digit());
    starts
        .then(|| text.parse::<f64>().ok())
        .flatten()
        .map(|number| number + 0.0)
}

/// Whether a value compares so with the number.
pub fn holds(text: &str, comparison: Comparison, threshold: f64) -> bool {
    let order = number(text).and_then(|number| number.partial_cmp(&threshold));
    order.is_some_and(|order| comparison.admits(order))
}

/// The numbers among the values, in increasing order.
#[derive(Debug)]
pub struct Numbers {
    values: Arc<[Value]>,
    numbers: Vec<f64>,
}

impl Numbers {
    /// Those of a task.
    pub fn new(values: &Values) -> Numbers {
        let all = 0..values.len() as Value;
        let mut pairs: Vec<(f64, Value)> = all
            .filter_map(|value| Some((number(values.text(value))?, value)))
            .collect();
        pairs.sort_by(|(one, first), (other, second)| one.total_cmp(other).then(first.cmp(second)));
        Numbers {
            values: pairs.iter().map(|(_, value)| *value).collect(),
            numbers: pairs.into_iter().map(|(number, _)| number).collect(),
        }
    }

    /// The places of the numbers that compare so with the threshold; of comparisons that hold
    /// towards one end only.
    fn places(&self, comparison: Comparison, threshold: f64) -> Range<usize> {
        use Comparison::{Different, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        let less = self.numbers.partition_point(|number| *number < threshold);
        let most = self.numbers.partition_point(|number| *number <= threshold);
        match comparison {
            Less => 0..less,
            LessOrEqual => 0..most,
            Greater => most..self.numbers.len(),
            GreaterOrEqual => less..self.numbers.len(),
            Equal => less..most,
            Different => 0..0,
        }
    }

    /// For each of the comparisons the relation of one column of the values of which it holds.
    pub fn relations(&self, comparisons: &[(Comparison, f64)]) -> Vec<Stored> {
        let places: Vec<Range<usize>> = comparisons
            .iter()
            .map(|&(comparison, threshold)| self.places(comparison, threshold))
            .collect();
        // Each set is the next smaller one of its kind and a few more.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&at| (places[at].start > 0, places[at].len()));
        let mut found: Vec<Option<Stored>> = places.iter().map(|_| None).collect();
        let (mut members, mut filled) = (ValueSet::new(), 0..0);
        for at in order {
            let place = places[at].clone();
            let inside = place.start <= filled.start && filled.end <= place.end;
            if filled.is_empty() || !inside {
                (members, filled) = (ValueSet::new(), place.start..place.start);
            }
            let more = (place.start..filled.start).chain(filled.end..place.end);
            more.for_each(|at| members.insert(self.values[at]));
            filled = place.clone();
            let part = Stored::part(Arc::clone(&self.values), place, members.clone());
            found[at] = Some(part);
        }
        found.into_iter().flatten().collect()
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
    fn numbers_are_told_from_other_terms() {
        for (text, expected) in [
            ("41", Some(41.0)),
            ("-3", Some(-3.0)),
            ("1.5e10", Some(1.5e10)),
            ("-0.0", Some(0.0)),
            ("unknown", None),
            ("inf", None),
            ("-(1)", None),
            ("-", None),
            ("'1'", None),
            ("f(1)", None),
            ("\"1\"", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
        assert!(!holds("unknown", Comparison::Less, 1.0));
        assert!(!holds("unknown", Comparison::GreaterOrEqual, 1.0));
    }

    proptest! {
        #[test]
        fn the_parts_are_what_comparing_each_value_finds(
            texts in proptest::collection::vec("-?[0-9]{1,2}(\\.[0-9])?|[a-c]", 0..40),
            asked in proptest::collection::vec((0..4usize, -50..50i32), 0..12),
        ) {
            let mut values = Values::default();
            texts.iter().for_each(|text| _ = values.intern(text));
            let asked: Vec<(Comparison, f64)> =
                asked.iter().map(|&(at, half)| (ALL[at], f64::from(half) / 2.0)).collect();
            let found = Numbers::new(&values).relations(&asked);
            prop_assert_eq!(found.len(), asked.len());
            for (stored, &(comparison, threshold)) in found.iter().zip(&asked) {
                let all = 0..values.len() as Value;
                let expected: Vec<Value> =
                    all.filter(|&value| holds(values.text(value), comparison, threshold)).collect();
                let mut rows: Vec<Value> = stored.all().cells().to_vec();
                rows.sort_unstable();
                prop_assert_eq!(&rows, &expected);
                prop_assert_eq!(stored.rows(), expected.len());
                prop_assert_eq!(stored.members().iter().collect::<Vec<_>>(), expected.clone());
                prop_assert_eq!(stored.lookup(0, &[]).rows(), expected.len());
                for value in 0..values.len() as Value {
                    prop_assert_eq!(stored.contains(&[value]), expected.contains(&value));
                }
            }
        }
    }
}
