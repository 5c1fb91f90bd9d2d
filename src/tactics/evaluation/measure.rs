//! How good tactics are, and the strategy that they make, in positions that engines have judged.

use super::{Judgement, Positions};
use crate::tactics::{
    TacticsFile,
    metrics::{Baseline, Case, Counts, Metrics, Suggested},
    report::Compared,
    strategy::{
        MOST, MoveRule, Votes, read_weight,
        score::{Scored, random, score},
    },
};

/// The positions as each engine sees them; one unjudged set if there is no engine.
pub fn cases(positions: &Positions, judgements: &[Judgement]) -> Vec<Vec<Case>> {
    let plain = || positions.samples.iter().map(|sample| sample.case.clone());
    if judgements.is_empty() {
        return vec![plain().collect()];
    }
    judgements
        .iter()
        .map(|judgement| {
            plain()
                .zip(&judgement.judged)
                .map(|(case, judged)| Case {
                    judged: judged.clone(),
                    ..case
                })
                .collect()
        })
        .collect()
}

/// The measures of each tactic with each engine.
pub fn measures(suggested: &[Vec<u32>], cases: &[Vec<Case>]) -> Vec<Vec<Metrics>> {
    suggested
        .iter()
        .map(|suggested| {
            cases
                .iter()
                .map(|cases| measure(suggested, cases))
                .collect()
        })
        .collect()
}

fn measure(suggested: &[u32], cases: &[Case]) -> Metrics {
    let mut counts = Counts::default();
    let mut rest = suggested.iter().map(|&m| m as usize).peekable();
    let mut end = 0;
    for case in cases {
        let start = end;
        end += case.moves;
        let mut moves = Suggested::default();
        while let Some(m) = rest.next_if(|m| *m < end) {
            moves.insert(m - start);
        }
        counts.add(case, &moves);
    }
    counts.metrics()
}

/// The baselines; there is an engine's move for each engine, which the others judge too.
pub fn compared(cases: &[Vec<Case>], judgements: &[Judgement]) -> Vec<Compared> {
    let mut all = Vec::new();
    for baseline in [Baseline::Random, Baseline::Ground] {
        all.push(Compared {
            name: baseline.name().to_owned(),
            baseline,
            metrics: cases
                .iter()
                .filter_map(|cases| baseline.metrics(cases))
                .collect(),
        });
    }
    for judgement in judgements {
        let metrics: Vec<Metrics> = cases
            .iter()
            .map(|cases| {
                let mut counts = Counts::default();
                for (case, judged) in cases.iter().zip(&judgement.judged) {
                    if let Some(judged) = judged {
                        counts.add(case, &Suggested::from_iter([judged.best]));
                    }
                }
                counts.metrics()
            })
            .collect();
        all.push(Compared {
            name: format!("{} move", judgement.engine),
            baseline: Baseline::Engine,
            metrics,
        });
    }
    all
}

/// A way to choose one move a position, measured with each engine, or with none.
#[derive(Debug)]
pub struct Player {
    pub name: String,
    pub scored: Vec<Scored>,
}

/// How well the tactics choose one move, if the file gives all of them weights.
pub fn strategy(
    file: &TacticsFile,
    suggested: &[Vec<u32>],
    cases: &[Vec<Case>],
) -> Option<Vec<Player>> {
    let weights = weights(file).filter(|weights| weights.len() <= MOST)?;
    let votes = Votes::new(&cases[0], suggested);
    let mut players = Vec::new();
    for choice in MoveRule::ALL {
        let chosen: Vec<Vec<(usize, f64)>> = (0..votes.len())
            .map(|position| {
                let m = choice.choose(&weights, votes.of(position));
                m.map(|m| (m, 1.0)).into_iter().collect()
            })
            .collect();
        players.push(Player {
            name: match choice {
                MoveRule::List => "decision list".to_owned(),
                MoveRule::Vote => "vote".to_owned(),
            },
            scored: cases
                .iter()
                .map(|cases| score(cases.iter().zip(chosen.clone())))
                .collect(),
        });
    }
    type Chances = fn(&Case) -> Vec<(usize, f64)>;
    let others: [(&str, Chances); 3] = [
        ("random move", random),
        ("ground move", |case| vec![(case.played, 1.0)]),
        ("engine move", |case| {
            let best = case.judged.as_ref().map(|judged| judged.best);
            best.map(|best| (best, 1.0)).into_iter().collect()
        }),
    ];
    for (name, chances) in others {
        let scored = |cases: &Vec<Case>| score(cases.iter().map(|case| (case, chances(case))));
        let scored: Vec<Scored> = cases.iter().map(scored).collect();
        if scored.iter().any(|scored| scored.chosen > 0) {
            let name = name.to_owned();
            players.push(Player { name, scored });
        }
    }
    Some(players)
}

/// The weights of the tactics of a strategy; `None` if some tactic has none.
fn weights(file: &TacticsFile) -> Option<Vec<f64>> {
    let tactics = file.tactics.iter();
    tactics.map(|tactic| read_weight(&tactic.comment)).collect()
}
