//! How good the moves are that a strategy chooses.

use serde::Serialize;

use crate::tactics::metrics::Case;

/// Measures of one chosen move a position. Where an engine was asked, and only there, it is
/// compared with the engine's opinion.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Scored {
    /// The positions.
    pub positions: usize,
    /// Those in which a move was chosen.
    pub chosen: usize,
    /// The share of all positions in which the chosen move was played.
    pub played: f64,
    /// The share of the judged positions in which the engine would play the chosen move.
    pub best: Option<f64>,
    /// The mean loss in centipawns against the move that the engine values most, where one was
    /// chosen.
    pub loss: Option<f64>,
}

/// Measures choices given as chances: for each position the moves with the chance of each. A
/// strategy has one move with chance 1, a random player all with the same.
pub fn score<'a>(cases: impl IntoIterator<Item = (&'a Case, Vec<(usize, f64)>)>) -> Scored {
    let mut scored = Scored::default();
    let (mut judged, mut judged_chosen) = (0, 0);
    let (mut best, mut loss) = (0.0, 0.0);
    for (case, choices) in cases {
        scored.positions += 1;
        scored.chosen += usize::from(!choices.is_empty());
        judged += usize::from(case.judged.is_some());
        judged_chosen += usize::from(case.judged.is_some() && !choices.is_empty());
        for (m, chance) in choices {
            if m == case.played {
                scored.played += chance;
            }
            if let Some(judged) = &case.judged {
                loss += chance * f64::from(judged.loss(m));
                if m == judged.best {
                    best += chance;
                }
            }
        }
    }
    scored.played /= scored.positions.max(1) as f64;
    scored.best = (judged > 0).then(|| best / judged as f64);
    scored.loss = (judged_chosen > 0).then(|| loss / judged_chosen as f64);
    scored
}

/// Every legal move with the same chance.
pub fn random(case: &Case) -> Vec<(usize, f64)> {
    let chance = 1.0 / case.moves as f64;
    (0..case.moves).map(|m| (m, chance)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::metrics::Judged;

    #[test]
    fn chosen_moves_are_compared_with_player_and_engine() {
        let case = |played, judged: Option<(&[i32], usize)>| Case {
            moves: 2,
            played,
            judged: judged.map(|(values, best)| Judged {
                values: values.to_vec(),
                best,
            }),
        };
        let cases = [
            case(0, Some((&[50, -50], 0))),
            case(1, Some((&[0, 30], 1))),
            case(1, None),
            case(0, Some((&[5, 5], 1))),
        ];
        let choices = [vec![(0, 1.0)], vec![(0, 1.0)], vec![(1, 1.0)], vec![]];
        let found = score(cases.iter().zip(choices));
        assert_eq!((found.positions, found.chosen), (4, 3));
        assert_eq!(found.played, 0.5);
        assert_eq!((found.best, found.loss), (Some(1.0 / 3.0), Some(15.0)));
        let drawn = score(cases.iter().map(|case| (case, random(case))));
        assert_eq!((drawn.played, drawn.best), (0.5, Some(0.5)));
        assert_eq!(drawn.loss, Some((50.0 + 15.0 + 0.0) / 3.0));
        assert_eq!(score([]).loss, None);
    }
}
