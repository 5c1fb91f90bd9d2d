//! How far distributions are from each other.

use std::collections::BTreeMap;

/// The total variation distance of two distributions, from 0 to 1: half the sum of how much the
/// shares of each thing differ. Things are known by number; one that is missing has no share.
pub fn total_variation(one: &[(u32, f64)], other: &[(u32, f64)]) -> f64 {
    let mut differences: BTreeMap<u32, f64> = BTreeMap::new();
    for (thing, share) in one {
        *differences.entry(*thing).or_default() += share;
    }
    for (thing, share) in other {
        *differences.entry(*thing).or_default() -= share;
    }
    differences.values().map(|d| d.abs()).sum::<f64>() / 2.0
}

/// A comparison of counts with what is expected of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChiSquare {
    /// The sum of the squared deviations, each divided by its expectation.
    pub statistic: f64,
    /// The degrees of freedom: the mean of the statistic if the expectation is right and the draws
    /// are independent; its variance is twice that.
    pub degrees: usize,
}

/// The least expectation of a count that is judged by itself (W. G. Cochran, "Some Methods for
/// Strengthening the Common Chi-Square Tests", Biometrics 10, 1954).
const LEAST: f64 = 5.0;

/// Pearson's comparison of counts with expected shares; those of which fewer than five are expected
/// are taken together. `None` if fewer than two counts are left to be compared.
pub fn chi_square(counts: &[u64], shares: &[f64]) -> Option<ChiSquare> {
    let all = counts.iter().sum::<u64>() as f64;
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut few = (0.0, 0.0);
    for (&count, share) in counts.iter().zip(shares) {
        let (count, mean) = (count as f64, share * all);
        match mean < LEAST {
            true => few = (few.0 + count, few.1 + mean),
            false => classes.push((count, mean)),
        }
    }
    let least = classes.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1));
    match least {
        // Even together they are too few.
        Some(least) if few.1 < LEAST => *least = (least.0 + few.0, least.1 + few.1),
        _ => classes.push(few),
    }
    let terms = classes.iter();
    let terms = terms.map(|(count, mean)| (count - mean).powi(2) / mean);
    (classes.len() > 1).then(|| ChiSquare {
        statistic: terms.sum(),
        degrees: classes.len() - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_go_from_none_to_one() {
        let one = [(1, 0.25), (2, 0.75)];
        assert_eq!(total_variation(&one, &one), 0.0);
        assert_eq!(total_variation(&one, &[(3, 1.0)]), 1.0);
        assert_eq!(total_variation(&one, &[(2, 0.5), (1, 0.5)]), 0.25);
        assert_eq!(total_variation(&one, &[(2, 1.0)]), 0.25);
    }

    #[test]
    fn rare_things_are_taken_together() {
        let even = chi_square(&[60, 40], &[0.5, 0.5]).unwrap();
        assert_eq!((even.statistic, even.degrees), (4.0, 1));
        // Two counts of which 3 are expected are one of which 6 are.
        let rare = chi_square(&[94, 6, 0], &[0.94, 0.03, 0.03]).unwrap();
        assert_eq!((rare.statistic, rare.degrees), (0.0, 1));
        assert_eq!(chi_square(&[7], &[1.0]), None);
        assert_eq!(chi_square(&[1, 1], &[0.5, 0.5]), None);
    }
}
