//! What a sample of Markov chains is worth.
//!
//! ```
//! use chesslog::{mcmc, random::Random};
//!
//! let chain = |seed| {
//!     let mut random = Random::new(seed);
//!     (0..1000).map(|_| random.normal()).collect::<Vec<f64>>()
//! };
//! let chains = [chain(1), chain(2)];
//! assert!(mcmc::effective_sample_size(&chains).unwrap() > 1500.0);
//! assert!(mcmc::potential_scale_reduction(&chains).unwrap() < 1.01);
//! ```

/// The autocorrelation of a chain at a lag, from -1 to 1; `None` of a chain that does not vary, or is
/// not longer than the lag, or whose squares are beyond floating-point numbers.
pub fn autocorrelation(chain: &[f64], lag: usize) -> Option<f64> {
    let chain = centred(chain);
    let variance = autocovariance(&chain, 0);
    let varies = variance > 0.0 && variance.is_finite();
    (lag < chain.len() && varies).then(|| autocovariance(&chain, lag) / variance)
}

/// The mean of the autocorrelations of chains at a lag; `None` if one of them has none, or there is no
/// chain.
pub fn mean_autocorrelation(chains: &[impl AsRef<[f64]>], lag: usize) -> Option<f64> {
    let each = chains
        .iter()
        .map(|chain| autocorrelation(chain.as_ref(), lag));
    let each: Vec<f64> = each.collect::<Option<_>>()?;
    (!each.is_empty()).then(|| mean(&each))
}

/// The greatest lag that is looked at: a chain of which the values that far apart still resemble each
/// other is worth next to nothing, and each lag costs as much as the chains are long.
const GREATEST_LAG: usize = 10_000;

/// How many independent values say as much about the mean as these chains of equal length, by
/// Geyer's initial monotone sequence over all chains (A. Vehtari et al., "Rank-Normalization, Folding,
/// and Localization", Bayesian Analysis 16, 2021, section 3.2). `None` if the chains do not vary, or
/// have fewer than four values. Lags above 10,000 are not looked at.
pub fn effective_sample_size(chains: &[impl AsRef<[f64]>]) -> Option<f64> {
    let chains: Vec<&[f64]> = chains.iter().map(AsRef::as_ref).collect();
    let spread = Spread::of(&chains)?;
    let n = chains[0].len();
    let centred: Vec<Vec<f64>> = chains.iter().map(|chain| centred(chain)).collect();
    let correlation = |lag: usize| {
        let all = centred.iter().map(|chain| autocovariance(chain, lag));
        let mean = all.sum::<f64>() / chains.len() as f64;
        1.0 - (spread.within - mean) / spread.total
    };
    let (mut sum, mut last) = (0.0, f64::INFINITY);
    for lag in (0..(n - 1).min(GREATEST_LAG)).step_by(2) {
        let first = if lag == 0 { 1.0 } else { correlation(lag) };
        let pair = first + correlation(lag + 1);
        if pair <= 0.0 {
            break;
        }
        last = pair.min(last);
        sum += last;
    }
    let values = (chains.len() * n) as f64;
    // Chains that alternate may say more than independent values, but not by so much.
    let most = values * values.log10().max(1.0);
    let size = (values / (2.0 * sum - 1.0).max(f64::EPSILON)).min(most);
    (spread.total.is_finite() && size.is_finite()).then_some(size)
}

/// The potential scale reduction factor of chains of equal length, each cut in two halves: near 1 if
/// they all tell of the same distribution (A. Gelman and D. B. Rubin, "Inference from Iterative
/// Simulation", 1992; with halves, Vehtari et al. 2021, section 2). `None` if the chains do not vary, or
/// have fewer than four values.
pub fn potential_scale_reduction(chains: &[impl AsRef<[f64]>]) -> Option<f64> {
    let mut halves = Vec::with_capacity(2 * chains.len());
    for chain in chains {
        let chain = chain.as_ref();
        let half = chain.len() / 2;
        halves.push(&chain[..half]);
        halves.push(&chain[chain.len() - half..]);
    }
    if halves.iter().any(|half| half.len() < 2) {
        return None;
    }
    let spread = Spread::of_any(&halves)?;
    Some((spread.total / spread.within).sqrt()).filter(|factor| factor.is_finite())
}

/// Variances of chains.
struct Spread {
    /// The mean of the chains' variances.
    within: f64,
    /// The variance of the distribution, with what the chains' means differ by.
    total: f64,
}

impl Spread {
    fn of(chains: &[&[f64]]) -> Option<Spread> {
        let long = chains.first().is_some_and(|chain| chain.len() >= 4);
        long.then(|| Spread::of_any(chains)).flatten()
    }

    fn of_any(chains: &[&[f64]]) -> Option<Spread> {
        let n = chains.first()?.len() as f64;
        let within = chains
            .iter()
            .map(|chain| autocovariance(&centred(chain), 0));
        let within = within.sum::<f64>() / chains.len() as f64 * n / (n - 1.0);
        let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
        let between = match means.len() {
            1 => 0.0,
            m => autocovariance(&centred(&means), 0) * m as f64 / (m - 1) as f64,
        };
        let total = within * (n - 1.0) / n + between;
        (within > 0.0).then_some(Spread { within, total })
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// A chain less its mean; zeros if it does not vary, which its rounded mean would not give.
fn centred(chain: &[f64]) -> Vec<f64> {
    let mean = match chain {
        [first, rest @ ..] if rest.iter().all(|value| value == first) => *first,
        chain => mean(chain),
    };
    chain.iter().map(|value| value - mean).collect()
}

/// The autocovariance of a chain of mean 0.
fn autocovariance(chain: &[f64], lag: usize) -> f64 {
    let pairs = chain.iter().zip(chain.iter().skip(lag));
    pairs.map(|(a, b)| a * b).sum::<f64>() / chain.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A chain of which each value is so much of the one before, and noise.
    fn chain(seed: u64, memory: f64, length: usize) -> Vec<f64> {
        let mut random = Random::new(seed);
        let mut value = random.normal() / (1.0 - memory * memory).sqrt();
        (0..length)
            .map(|_| {
                value = memory * value + random.normal();
                value
            })
            .collect()
    }

    #[test]
    fn a_chain_with_memory_is_worth_less() {
        for memory in [0.0, 0.3, 0.9] {
            let chains = [1, 2, 3, 4].map(|seed| chain(seed, memory, 20_000));
            let size = effective_sample_size(&chains).unwrap();
            let expected = 80_000.0 * (1.0 - memory) / (1.0 + memory);
            assert!(
                (size / expected - 1.0).abs() < 0.15,
                "{memory}: {size}, {expected}"
            );
            let next = autocorrelation(&chains[0], 1).unwrap();
            assert!((next - memory).abs() < 0.03, "{memory}: {next}");
            let reduction = potential_scale_reduction(&chains).unwrap();
            assert!((1.0 - reduction).abs() < 0.02, "{memory}: {reduction}");
        }
    }

    #[test]
    fn chains_that_disagree_are_found_out() {
        let mut chains = [1, 2].map(|seed| chain(seed, 0.0, 1_000));
        chains[1].iter_mut().for_each(|value| *value += 1.0);
        assert!(potential_scale_reduction(&chains).unwrap() > 1.1);
        assert!(effective_sample_size(&chains).unwrap() < 100.0);
        // One chain that wanders does not agree with itself.
        let drift: Vec<f64> = (0..1_000).map(|n| f64::from(n) / 100.0).collect();
        assert!(potential_scale_reduction(&[drift]).unwrap() > 1.5);
    }

    #[test]
    fn chains_of_which_nothing_can_be_said() {
        assert_eq!(effective_sample_size(&[[1.0; 10]]), None);
        assert_eq!(potential_scale_reduction(&[[1.0; 10]]), None);
        assert_eq!(effective_sample_size(&[[1.0, 2.0, 1.0]]), None);
        assert_eq!(potential_scale_reduction(&[[1.0, 2.0, 1.0]]), None);
        assert_eq!(effective_sample_size(&[] as &[Vec<f64>]), None);
        assert_eq!(autocorrelation(&[1.0, 2.0], 2), None);
        assert_eq!(autocorrelation(&[2.0; 5], 1), None);
        // Their mean is not quite 0.1.
        assert_eq!(autocorrelation(&[0.1; 10], 1), None);
        let far = [1e200, -1e200, 1e200, 3e200, 1e200];
        assert_eq!(autocorrelation(&far, 1), None);
        assert_eq!(effective_sample_size(&[far]), None);
        assert_eq!(potential_scale_reduction(&[far]), None);
        assert_eq!(potential_scale_reduction(&[[0.1; 10]]), None);
        assert_eq!(mean_autocorrelation(&[[0.1; 10]], 1), None);
    }
}
