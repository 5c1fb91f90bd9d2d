//! What the proof of a strategy comes to, in figures.

use std::collections::BTreeMap;

use super::{
    Ending, Turn, Value,
    arena::Status,
    failure::{Failures, Kind, Policy},
    proof::{Proof, Verdict},
    space::PositionSpace,
};

/// After so many moves without a capture or a pawn's move a draw can be claimed.
const FIFTY: u16 = 50;

/// A number of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// All of them.
    pub positions: u64,
    /// Those with numbers of their own: fewer, where a number stands for all images of a position.
    pub numbers: u64,
}

impl Count {
    fn add(&mut self, images: u32) {
        self.positions += u64::from(images);
        self.numbers += 1;
    }

    /// What part of all these are.
    pub fn share(self, all: Count) -> f64 {
        self.positions as f64 / all.positions.max(1) as f64
    }
}

/// Moves of wins.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moves {
    sum: u64,
    /// The most.
    pub most: u16,
    /// The first number that needs the most; `None` if nothing is won.
    pub example: Option<u32>,
}

impl Moves {
    fn add(&mut self, number: u32, moves: u16, images: u32) {
        self.sum += u64::from(moves) * u64::from(images);
        if self.example.is_none() || moves > self.most {
            (self.most, self.example) = (moves, Some(number));
        }
    }

    /// The mean over so many positions.
    pub fn mean(&self, count: Count) -> Option<f64> {
        (count.positions > 0).then(|| self.sum as f64 / count.positions as f64)
    }
}

/// The figures. Means are over positions, not over numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The ending.
    pub ending: Ending,
    /// The positions with the attacker to move.
    pub attacked: Count,
    /// Those that perfect play wins.
    pub winnable: Count,
    /// Those that the strategy wins.
    pub won: Count,
    /// The moves of its wins, against the defence that lasts longest.
    pub moves: Moves,
    /// The moves of perfect play in the positions that it wins.
    pub perfect: Moves,
    /// By how much it needs more moves than that.
    pub excess: Moves,
    /// Its wins that need more than 50 moves.
    pub beyond_fifty: Count,
    /// The positions with the defender to move.
    pub defended: Count,
    /// Those that are lost against perfect play.
    pub defended_lost: Count,
    /// Those in which every reply leads to a position that the strategy wins, or that are mate.
    pub defended_won: Count,
    /// The positions that could be won and are not.
    pub failed: BTreeMap<Kind, Count>,
}

impl Report {
    /// Counts what was proved.
    pub fn new(space: &impl PositionSpace, proof: &Proof, failures: &Failures) -> Report {
        let mut report = Report {
            ending: space.ending(),
            attacked: Count::default(),
            winnable: Count::default(),
            won: Count::default(),
            moves: Moves::default(),
            perfect: Moves::default(),
            excess: Moves::default(),
            beyond_fifty: Count::default(),
            defended: Count::default(),
            defended_lost: Count::default(),
            defended_won: Count::default(),
            failed: BTreeMap::new(),
        };
        for &at in space.starts() {
            report.attack(space, proof, failures, at);
        }
        for at in 0..space.size() as u32 {
            report.defend(space, proof, at);
        }
        report
    }

    fn attack(&mut self, space: &impl PositionSpace, proof: &Proof, failures: &Failures, at: u32) {
        let images = space.images(at);
        self.attacked.add(images);
        let Some(Value::Mate(plies)) = space.value(Turn::Attacker, at) else {
            return;
        };
        self.winnable.add(images);
        match (proof.verdict(at), failures.get(at)) {
            (Verdict::Won(moves), _) => {
                let perfect = u16::from(plies).div_ceil(2);
                self.won.add(images);
                self.moves.add(at, moves, images);
                self.perfect.add(at, perfect, images);
                self.excess.add(at, moves.saturating_sub(perfect), images);
                if moves > FIFTY {
                    self.beyond_fifty.add(images);
                }
            }
            (Verdict::NotWon, failure) => {
                let kind = failure.map_or(Kind::NoMove, |failure| failure.kind);
                self.failed.entry(kind).or_default().add(images);
            }
        }
    }

    fn defend(&mut self, space: &impl PositionSpace, proof: &Proof, at: u32) {
        let Some(value) = space.value(Turn::Defender, at) else {
            return;
        };
        let images = space.images(at);
        self.defended.add(images);
        if value != Value::Drawn {
            self.defended_lost.add(images);
        }
        let won = |&next: &u32| proof.verdict(next) != Verdict::NotWon;
        if match space.status(at) {
            Status::Mate => true,
            Status::Open => space.replies(at).as_ref().iter().all(won),
            Status::Stalemate | Status::Loses => false,
        } {
            self.defended_won.add(images);
        }
    }

    /// Whether perfect play wins a position of the attacker's.
    pub fn is_winnable(&self, space: &impl PositionSpace, number: u32) -> bool {
        matches!(space.value(Turn::Attacker, number), Some(Value::Mate(_)))
    }

    /// The positions that the strategy wins before the fifty-move rule makes them draws.
    pub fn in_time(&self) -> Count {
        Count {
            positions: self.won.positions - self.beyond_fifty.positions,
            numbers: self.won.numbers - self.beyond_fifty.numbers,
        }
    }

    /// Whether the strategy wins all that can be won.
    pub fn is_complete(&self) -> bool {
        self.won == self.winnable
    }
}

/// Proves a policy, and says where and why it fails.
pub fn prove(space: &impl PositionSpace, policy: &Policy) -> (Proof, Failures, Report) {
    let mut proof = Proof::default();
    proof.decide(space, |at| policy.next(at));
    let failures = Failures::find(space, &proof, policy);
    let report = Report::new(space, &proof, &failures);
    (proof, failures, report)
}
