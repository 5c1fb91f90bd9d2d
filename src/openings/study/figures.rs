//! The figures of the thesis, and which positions stand for those that it shows.

use super::{Experiment, Run, Study};
use crate::openings::prefer::Preference;

/// A figure of the thesis: the moves from a position in several cases.
#[derive(Debug, Clone)]
pub struct Figure<'s> {
    /// Its number.
    pub number: u8,
    /// What it shows.
    pub title: &'static str,
    /// The state that the thesis shows, and how ours is found.
    pub rule: &'static str,
    /// The position, by number.
    pub node: u32,
    /// The cases.
    pub runs: &'s [Run],
}

impl Study<'_> {
    /// The figures that the book has positions for.
    pub fn figures(&self) -> Vec<Figure<'_>> {
        let figure = |number, title, rule, node: Option<u32>, experiment| -> Option<Figure<'_>> {
            let experiment: &Experiment = experiment;
            Some(Figure {
                number,
                title,
                rule,
                node: node?,
                runs: &experiment.runs,
            })
        };
        let start = Some(0).filter(|_| !self.book.nodes().is_empty());
        [
            figure(
                15,
                "The first move with other numbers of iterations",
                "state 0, the start position",
                start,
                &self.iterations,
            ),
            figure(
                16,
                "A later move with other numbers of iterations",
                "the thesis shows state 2679, of which no more is known; here: the position after \
                 at least six moves, with at least three that go on, that lines come to most often",
                self.busy(),
                &self.iterations,
            ),
            figure(
                17,
                "Where weights hardly count",
                "the thesis shows state 900, of which no more is known; here: the position with at \
                 least three moves that go on, passed by at least 1 % of lines in every case, whose \
                 distributions are the nearest to that of equal weights",
                self.steady(),
                &self.weights,
            ),
            figure(
                18,
                "The first move with other weights",
                "state 0, the start position",
                start,
                &self.weights,
            ),
            figure(
                19,
                "The first move with one preference",
                "state 0, the start position",
                start,
                &self.parameters,
            ),
            figure(
                20,
                "Where c4 leaves one move",
                "the thesis shows state 985, of which no more is known; here: of the positions where \
                 every other preference makes at least three moves and c4 makes any, the one where \
                 it makes the fewest, then the one it visits most",
                self.narrow().map(|(node, _)| node),
                &self.parameters,
            ),
            figure(
                21,
                "After 1. e4, with one preference",
                "state 327, which the thesis says is 1. e4",
                self.after("e4"),
                &self.parameters,
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The position of figure 16.
    pub fn busy(&self) -> Option<u32> {
        let expected = &self.iterations.runs.first()?.expected;
        let nodes = expected.nodes().into_iter();
        let fit = |node: &u32| self.plies[*node as usize] >= 6 && expected.from(*node).count() >= 3;
        nodes.filter(fit).max_by(|a, b| {
            let (one, other) = (expected.passes(*a), expected.passes(*b));
            one.total_cmp(&other).then(b.cmp(a))
        })
    }

    /// The position of figure 17.
    pub fn steady(&self) -> Option<u32> {
        let runs = &self.weights.runs;
        let often = self.weights.visited(0.01, 3);
        often.into_iter().min_by(|a, b| {
            let far = |node: u32| {
                let others = runs
                    .iter()
                    .map(|run| run.expected.distance(&runs[0].expected, node));
                others.fold(0.0, f64::max)
            };
            far(*a).total_cmp(&far(*b)).then(a.cmp(b))
        })
    }

    /// The position of figure 20, and how many moves c4 makes there.
    pub fn narrow(&self) -> Option<(u32, usize)> {
        let c4 = &self.preferring(Preference::C4).drawn;
        let others = self.parameters.runs.iter();
        let others = others.filter(|run| run.case.name != Preference::C4.name());
        let others: Vec<&Run> = others.collect();
        let wide = |node: &u32| others.iter().all(|run| run.drawn.from(*node).count() >= 3);
        let nodes = c4.nodes().into_iter().filter(wide);
        let moves = |node: u32| c4.from(node).count();
        let best = nodes.min_by(|a, b| {
            let visits = c4.passes(*b).total_cmp(&c4.passes(*a));
            moves(*a).cmp(&moves(*b)).then(visits).then(a.cmp(b))
        });
        best.map(|node| (node, moves(node)))
    }
}
