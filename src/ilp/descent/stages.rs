//! The ways to make programs of a size.

use super::search::Search;

/// The most literals of a descent, of a leaf's body, and of a caller's body besides its descent, for
/// one output or none; for each further output there may be one more.
pub(super) const DESCENT: usize = 3;
const LEAF: usize = 4;
const MORE: usize = 4;

/// How programs are made: the literals in the body of each leaf, of which the second one may be
/// missing, and what callers have besides their descents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stage {
    pub leaves: [usize; 2],
    pub more: [usize; 2],
    pub callers: usize,
    /// So many literals besides the descent's have guards and outcomes.
    pub reach: usize,
}

impl Stage {
    /// How many literals there must be of terms and tests.
    pub fn depth(&self, own: usize) -> usize {
        let leaf = self.leaves[0].max(self.leaves[1]);
        leaf.max(self.reach + own)
    }
}

impl Search<'_, '_> {
    /// The ways to make programs of one size on a descent of so many literals.
    pub fn stages(&self, size: usize, own: usize) -> Vec<Stage> {
        let (leaf, most) = (self.longest(LEAF), self.longest(MORE));
        let mut stages = Vec::new();
        // What is left for the bodies of leaves and for what callers have besides their descents.
        let left = size.saturating_sub(3 + own);
        for one in 1..=left.min(leaf) {
            let more = left - one;
            stages.push(Stage {
                leaves: [one, 0],
                more: [more, 0],
                callers: 1,
                reach: 0,
            });
            if self.fragment.clauses < 3 {
                continue;
            }
            for other in one..=leaf.min(more.saturating_sub(1)) {
                stages.push(Stage {
                    leaves: [one, other],
                    more: [more - 1 - other, 0],
                    callers: 1,
                    reach: 0,
                });
            }
            let Some(both) = more.checked_sub(2 + own).filter(|_| self.cost.is_none()) else {
                continue;
            };
            for few in 0..=both / 2 {
                stages.push(Stage {
                    leaves: [one, 0],
                    more: [few, both - few],
                    callers: 2,
                    reach: 0,
                });
            }
        }
        // A guard may share literals with an outcome, so that both have more than one of them.
        stages.retain(|stage| match stage.callers {
            1 => stage.more[0] <= 2 * most,
            _ => stage.more[1] <= most,
        });
        for stage in &mut stages {
            stage.reach = stage.more[0].max(stage.more[1]).min(most);
        }
        stages
    }

    /// A bound for one output, with one more literal for each further one.
    fn longest(&self, literals: usize) -> usize {
        literals + self.fragment.outputs.len().saturating_sub(1)
    }

    /// The most literals of leaves.
    pub fn literals(&self, left: usize) -> usize {
        left.min(self.longest(LEAF))
    }

    /// The most literals of callers besides the descent, where so many are left for leaves as well.
    pub fn more(&self, left: usize) -> usize {
        (left - 1).min(self.longest(MORE))
    }
}
