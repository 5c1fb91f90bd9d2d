//! What there is to tell about measured tactics: figures, the best ones, tables.

use serde::Serialize;

use super::metrics::{Baseline, Metrics};
use crate::{
    chart::histogram::{Histogram, Mark},
    report,
};

/// The ranges in the figures of the paper.
const BUCKETS: usize = 20;

/// The figures that tactics are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Figure 6 of the paper.
    Coverage,
    /// Figure 7.
    Accuracy,
    /// The mean over the positions of what is accuracy in each.
    MeanAccuracy,
    /// Figures 4 and 5, one for each engine, by its number.
    Divergence(usize),
}

impl Figure {
    /// All figures, where there are so many engines.
    pub fn all(engines: usize) -> Vec<Figure> {
        let divergences = (0..engines).map(Figure::Divergence);
        [Figure::Coverage, Figure::Accuracy, Figure::MeanAccuracy]
            .into_iter()
            .chain(divergences)
            .collect()
    }

    /// The value in measures made with each engine, or with none.
    pub fn of(self, metrics: &[Metrics]) -> Option<f64> {
        match self {
            Figure::Coverage => metrics.first().map(|m| m.coverage),
            Figure::Accuracy => metrics.first().and_then(|m| m.accuracy),
            Figure::MeanAccuracy => metrics.first().and_then(|m| m.mean_accuracy),
            Figure::Divergence(engine) => metrics.get(engine).and_then(|m| m.divergence),
        }
    }

    /// Whether a value is better than another.
    pub fn better(self, value: f64, other: f64) -> bool {
        match self {
            Figure::Divergence(_) => value < other,
            Figure::Coverage | Figure::Accuracy | Figure::MeanAccuracy => value > other,
        }
    }
}

/// A tactic to compare with, measured with each engine, or with none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// What it is.
    pub baseline: Baseline,
    /// Its measures.
    pub metrics: Vec<Metrics>,
}

/// The number of the best tactic by a figure. Of tactics that are equal the first wins. Only those
/// count that are applicable to a tenth of the positions, or one chance hit would win; if there is
/// none such, all count.
pub fn best(figure: Figure, tactics: &[Vec<Metrics>]) -> Option<usize> {
    let often = |metrics: &[Metrics]| {
        metrics
            .first()
            .is_some_and(|m| m.applicable * 10 >= m.positions)
    };
    let any = tactics.iter().any(|metrics| often(metrics));
    let mut best: Option<(usize, f64)> = None;
    for (index, metrics) in tactics.iter().enumerate() {
        let Some(value) = figure.of(metrics).filter(|_| often(metrics) || !any) else {
            continue;
        };
        if best.is_none_or(|(_, other)| figure.better(value, other)) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

/// The histogram of a figure, with what is compared marked.
pub fn histogram(
    figure: Figure,
    title: &str,
    label: &str,
    tactics: &[Vec<Metrics>],
    compared: &[Compared],
) -> String {
    let values: Vec<f64> = tactics
        .iter()
        .filter_map(|metrics| figure.of(metrics))
        .collect();
    let marks: Vec<Mark> = compared
        .iter()
        .filter_map(|compared| {
            Some(Mark {
                name: compared.name.clone(),
                value: figure.of(&compared.metrics)?,
            })
        })
        .collect();
    Histogram::of(&values, BUCKETS).svg(title, (label, "tactics"), &marks)
}

/// The least, the middle and the greatest value of a figure.
pub fn spread(figure: Figure, tactics: &[Vec<Metrics>]) -> Option<[f64; 3]> {
    let mut values: Vec<f64> = tactics
        .iter()
        .filter_map(|metrics| figure.of(metrics))
        .collect();
    values.sort_by(f64::total_cmp);
    let middle = (values.len().checked_sub(1)?) / 2;
    Some([values[0], values[middle], values[values.len() - 1]])
}

/// The figures of tactics that were measured.
#[derive(Debug)]
pub struct Figures<'a> {
    /// The engines that judged, in the order of the measures.
    pub engines: Vec<&'a str>,
    /// What the tactics are compared with.
    pub compared: &'a [Compared],
    /// The measures of each tactic with each engine, or with none.
    pub tactics: &'a [Vec<Metrics>],
}

impl Figures<'_> {
    /// All figures that there are.
    pub fn all(&self) -> Vec<Figure> {
        Figure::all(self.engines.len())
    }

    /// What a figure is called.
    pub fn name(&self, figure: Figure) -> String {
        match figure {
            Figure::Coverage => "coverage".to_owned(),
            Figure::Accuracy => "accuracy".to_owned(),
            Figure::MeanAccuracy => "mean accuracy".to_owned(),
            Figure::Divergence(engine) => match self.engines.len() {
                1 => "divergence".to_owned(),
                _ => format!("divergence {}", self.engines[engine]),
            },
        }
    }

    /// A figure of some measures, for people.
    pub fn value(figure: Figure, metrics: &[Metrics]) -> String {
        Figures::cell(figure, figure.of(metrics))
    }

    fn cell(figure: Figure, value: Option<f64>) -> String {
        match figure {
            Figure::Divergence(_) => centipawns(value),
            Figure::Coverage | Figure::Accuracy | Figure::MeanAccuracy => percent(value),
        }
    }

    /// The number of the best tactic by a figure: see [`best`].
    pub fn best(&self, figure: Figure) -> Option<usize> {
        best(figure, self.tactics)
    }

    /// What is said of the best tactic by a figure: what it is best by, among which, and its value.
    pub fn praise(&self, figure: Figure, index: usize) -> String {
        // What is seldom applicable wins by chance.
        let among = match figure {
            Figure::Coverage => "",
            _ => " among those with coverage of 10 % or more",
        };
        let value = Figures::value(figure, &self.tactics[index]);
        format!("best by {}{among}: {value}", self.name(figure))
    }

    /// The table: what is compared, and the least, the middle and the greatest figures of the tactics.
    pub fn summary(&self) -> Vec<Vec<String>> {
        let divergences = (0..self.engines.len()).map(Figure::Divergence);
        let names = ["", "coverage", "accuracy", "mean accuracy", "hit rate"];
        let names = names.into_iter().map(str::to_owned);
        let header = names.chain(divergences.clone().map(|figure| self.name(figure)));
        let mut rows = vec![header.collect()];
        for Compared { name, metrics, .. } in self.compared {
            let first = metrics.first();
            let mut row = vec![
                name.clone(),
                percent(first.map(|m| m.coverage)),
                percent(first.and_then(|m| m.accuracy)),
                percent(first.and_then(|m| m.mean_accuracy)),
                percent(first.and_then(|m| m.hit_rate)),
            ];
            row.extend(
                divergences
                    .clone()
                    .map(|figure| Figures::value(figure, metrics)),
            );
            rows.push(row);
        }
        for (place, name) in ["least", "median", "greatest"].into_iter().enumerate() {
            let cell = |figure: Figure| {
                let value = spread(figure, self.tactics).map(|values| values[place]);
                Figures::cell(figure, value)
            };
            let mut row = vec![
                format!("tactics, {name}"),
                cell(Figure::Coverage),
                cell(Figure::Accuracy),
                cell(Figure::MeanAccuracy),
                String::new(),
            ];
            row.extend(divergences.clone().map(cell));
            rows.push(row);
        }
        rows
    }
}

/// A share in percent, or a dash.
pub fn percent(share: Option<f64>) -> String {
    report::or_dash(share.map(|share| report::percent(share, 1)))
}

/// Centipawns, or a dash.
pub fn centipawns(value: Option<f64>) -> String {
    report::decimal(value, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::metrics::{Case, Counts, Judged};

    /// A tactic that suggests these moves in three positions of ten.
    fn metrics(suggestions: &[usize]) -> Vec<Metrics> {
        let judged = Judged {
            values: vec![0, 10, 30],
            best: 2,
        };
        let case = Case {
            moves: 3,
            played: 1,
            judged: Some(judged),
        };
        let mut counts = Counts::default();
        for place in 0..10 {
            let suggested = suggestions.iter().filter(|_| place < 3);
            counts.add(&case, &suggested.copied().collect());
        }
        vec![counts.metrics()]
    }

    fn rare() -> Vec<Metrics> {
        let mut counts = Counts::default();
        let case = Case {
            moves: 2,
            ..Case::default()
        };
        for place in 0..11 {
            counts.add(&case, &(0..usize::from(place < 1)).collect());
        }
        vec![counts.metrics()]
    }

    #[test]
    fn the_best_are_often_applicable() {
        let tactics = [metrics(&[0]), metrics(&[0, 1]), rare(), metrics(&[0, 1])];
        assert_eq!(best(Figure::Accuracy, &tactics), Some(1));
        assert_eq!(best(Figure::Divergence(0), &tactics), Some(1));
        assert_eq!(best(Figure::Divergence(1), &tactics), None);
        assert_eq!(best(Figure::Coverage, &tactics), Some(0));
        assert_eq!(best(Figure::Accuracy, &[rare()]), Some(0));
        assert_eq!(spread(Figure::Accuracy, &tactics), Some([0.0, 0.5, 1.0]));
        assert_eq!(spread(Figure::Accuracy, &[]), None);
    }
}
