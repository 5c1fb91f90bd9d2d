//! The weights of tactics in a vote.
//!
//! A move is chosen with a chance that grows with the sum of the weights of the tactics that
//! suggest it: the conditional logit model of D. McFadden, "Conditional logit analysis of
//! qualitative choice behavior" (1974). The weights are those under which the moves that were
//! played are most likely, less a penalty on large weights: `penalty/2` times the sum of their
//! squares for each position. The objective is concave, so there is one answer; it is approached by
//! L-BFGS (J. Nocedal, "Updating quasi-Newton matrices with limited storage", 1980) from zero.

use rayon::prelude::*;

use super::Votes;

/// Penalties that are tried, the strongest first.
pub const PENALTIES: [f64; 6] = [3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4];
/// Positions that one task sums up. Fixed, so that the sums do not depend on the threads.
const BLOCK: usize = 256;
/// Steps that the method remembers.
const MEMORY: usize = 10;
/// The most steps.
const STEPS: usize = 120;
/// The method ends when a step gains less than this share of the loss.
const GAIN: f64 = 1e-6;

/// Fits weights to the moves played in some of the positions, starting from given weights.
pub fn fit(
    votes: &Votes,
    played: &[usize],
    positions: &[usize],
    penalty: f64,
    start: &[f64],
) -> Vec<f64> {
    let objective = |weights: &[f64]| loss(votes, played, positions, penalty, weights);
    let mut weights = start.to_vec();
    let (mut value, mut gradient) = objective(&weights);
    // Changes of the weights and of the gradient, the latest last.
    let mut history: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..STEPS {
        let direction = direction(&gradient, &history);
        let slope = dot(&gradient, &direction);
        if slope >= 0.0 {
            break;
        }
        let mut length = match history.is_empty() {
            true => 1.0 / dot(&gradient, &gradient).sqrt().max(1e-12),
            false => 1.0,
        };
        // Backtracking until the decrease is sufficient (Armijo).
        let next = loop {
            let moved: Vec<f64> = weights
                .iter()
                .zip(&direction)
                .map(|(w, d)| w + length * d)
                .collect();
            let (lower, slopes) = objective(&moved);
            if lower <= value + 1e-4 * length * slope {
                break Some((moved, lower, slopes));
            }
            length /= 2.0;
            if length < 1e-10 {
                break None;
            }
        };
        let Some((moved, lower, slopes)) = next else {
            break;
        };
        let change: Vec<f64> = difference(&moved, &weights);
        let bend: Vec<f64> = difference(&slopes, &gradient);
        if dot(&change, &bend) > 1e-12 {
            if history.len() == MEMORY {
                history.remove(0);
            }
            history.push((change, bend));
        }
        let gain = value - lower;
        (weights, value, gradient) = (moved, lower, slopes);
        if gain < GAIN * value.abs() {
            break;
        }
    }
    weights
}

/// The mean loss (negative log-likelihood) with the penalty, and its gradient.
fn loss(
    votes: &Votes,
    played: &[usize],
    positions: &[usize],
    penalty: f64,
    weights: &[f64],
) -> (f64, Vec<f64>) {
    let parts: Vec<(f64, Vec<f64>)> = positions
        .par_chunks(BLOCK)
        .map(|block| {
            let mut total = 0.0;
            let mut gradient = vec![0.0; weights.len()];
            for &position in block {
                total += add(votes, position, played[position], weights, &mut gradient);
            }
            (total, gradient)
        })
        .collect();
    let number = positions.len().max(1) as f64;
    let mut total = 0.0;
    let mut gradient = vec![0.0; weights.len()];
    for (part, slopes) in parts {
        total += part;
        gradient.iter_mut().zip(slopes).for_each(|(a, b)| *a += b);
    }
    for (slope, weight) in gradient.iter_mut().zip(weights) {
        *slope = *slope / number + penalty * weight;
    }
    (
        total / number + penalty / 2.0 * dot(weights, weights),
        gradient,
    )
}

/// Adds the gradient at one position and gives its loss.
fn add(
    votes: &Votes,
    position: usize,
    played: usize,
    weights: &[f64],
    gradient: &mut [f64],
) -> f64 {
    let moves = votes.of(position);
    let sums: Vec<f64> = moves
        .clone()
        .map(|tactics| tactics.iter().map(|&tactic| weights[tactic as usize]).sum())
        .collect();
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let whole: f64 = sums.iter().map(|sum| (sum - most).exp()).sum();
    for (m, tactics) in moves.enumerate() {
        let chance = (sums[m] - most).exp() / whole;
        let slope = chance - f64::from(u8::from(m == played));
        for &tactic in tactics {
            gradient[tactic as usize] += slope;
        }
    }
    whole.ln() + most - sums[played]
}

/// The quasi-Newton direction of descent: Nocedal's two loops.
fn direction(gradient: &[f64], history: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let mut result: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut factors = Vec::with_capacity(history.len());
    for (change, bend) in history.iter().rev() {
        let factor = dot(change, &result) / dot(change, bend);
        result
            .iter_mut()
            .zip(bend)
            .for_each(|(r, b)| *r -= factor * b);
        factors.push(factor);
    }
    if let Some((change, bend)) = history.last() {
        let scale = dot(change, bend) / dot(bend, bend);
        result.iter_mut().for_each(|r| *r *= scale);
    }
    for ((change, bend), factor) in history.iter().zip(factors.into_iter().rev()) {
        let back = dot(bend, &result) / dot(change, bend);
        result
            .iter_mut()
            .zip(change)
            .for_each(|(r, c)| *r += (factor - back) * c);
    }
    result
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Fits weights under the penalty that predicts best: each is fitted to four positions of five and
/// judged by the loss on the fifth; the best one is then fitted to all.
pub fn fit_with_best_penalty(votes: &Votes, played: &[usize], rules: usize) -> (Vec<f64>, f64) {
    let all: Vec<usize> = (0..votes.len()).collect();
    let (kept, judged): (Vec<usize>, Vec<usize>) = all.iter().partition(|&&p| p % 5 != 4);
    let mut best = (PENALTIES[0], f64::INFINITY);
    let mut weights = vec![0.0; rules];
    if !judged.is_empty() {
        for penalty in PENALTIES {
            // The answer for one penalty is near that for the next.
            weights = fit(votes, played, &kept, penalty, &weights);
            let (found, _) = loss(votes, played, &judged, 0.0, &weights);
            if found > best.1 {
                break;
            }
            best = (penalty, found);
        }
    }
    (fit(votes, played, &all, best.0, &weights), best.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::metrics::Case;

    /// Positions of three moves; tactic 0 suggests move 0, tactic 1 the moves 0 and 1.
    fn votes(played: &[usize]) -> Votes {
        let case = |&played: &usize| Case {
            moves: 3,
            played,
            judged: None,
        };
        let cases: Vec<Case> = played.iter().map(case).collect();
        let starts = || (0..played.len() as u32).map(|position| position * 3);
        let first = starts().collect();
        let second = starts().flat_map(|start| [start, start + 1]).collect();
        Votes::new(&cases, &[first, second])
    }

    #[test]
    fn weights_give_the_frequencies_that_were_seen() {
        // Move 0 was played 6 times, move 1 three times, move 2 once.
        let played = [0, 0, 1, 0, 2, 1, 0, 1, 0, 0];
        let all: Vec<usize> = (0..played.len()).collect();
        let weights = fit(&votes(&played), &played, &all, 0.0, &[0.0, 0.0]);
        // The odds of 1 against 2 are 3; those of 0 against 1 are 2.
        assert!((weights[1] - 3_f64.ln()).abs() < 1e-2, "{weights:?}");
        assert!((weights[0] - 2_f64.ln()).abs() < 1e-2, "{weights:?}");
        let small = fit(&votes(&played), &played, &all, 10.0, &[0.0, 0.0]);
        assert!(small.iter().all(|weight| weight.abs() < 0.05), "{small:?}");
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let played = [0, 1, 2, 0, 1];
        let votes = votes(&played);
        let all: Vec<usize> = (0..played.len()).collect();
        let at = |weights: &[f64]| loss(&votes, &played, &all, 0.1, weights);
        let weights = [0.3, -0.7];
        let (_, gradient) = at(&weights);
        for index in 0..2 {
            let step = 1e-5;
            let (mut up, mut down) = (weights, weights);
            up[index] += step;
            down[index] -= step;
            let slope = (at(&up).0 - at(&down).0) / (2.0 * step);
            assert!((slope - gradient[index]).abs() < 1e-6);
        }
    }

    #[test]
    fn noise_asks_for_a_penalty() {
        // Nothing is to be learned: every move is as frequent as the others.
        let played: Vec<usize> = (0..60).map(|n| (n * n + n / 3) % 3).collect();
        let votes = votes(&played);
        let (weights, penalty) = fit_with_best_penalty(&votes, &played, 2);
        assert!(PENALTIES.contains(&penalty));
        assert!(
            weights.iter().all(|weight| weight.abs() < 1.0),
            "{weights:?}"
        );
    }
}
