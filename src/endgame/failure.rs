//! Why a strategy does not win from where it does not, and how the bare king brings that about.
//!
//! A position that is not won has a reply to the strategy's move after which it is not won either,
//! unless that move fails at once. Followed backwards from the failures, in the order of their
//! distance, these replies give each position its nearest failure; where there is none to come, the
//! bare king goes round in a circle for ever.

use std::{collections::HashMap, fmt};

use super::{
    Ending,
    arena::{NO_POSITION, Status},
    proof::{Proof, Verdict},
    space::PositionSpace,
};

/// A strategy, asked everywhere: what it does from each position of the attacker's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    /// The number of the position after its move; [`NO_POSITION`] if it has none.
    pub next: Vec<u32>,
    /// Why there is no move that could be played, by the numbers of positions.
    pub faults: HashMap<u32, Fault>,
}

/// Why a strategy that was asked has no move that could be played; the text says what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// What it names is no possible move.
    Illegal(String),
    /// It raises an error, or comes to no end.
    Error(String),
}

impl Fault {
    /// The way in which the position fails.
    pub fn kind(&self) -> Kind {
        match self {
            Fault::Illegal(_) => Kind::IllegalMove,
            Fault::Error(_) => Kind::Error,
        }
    }

    /// What is wrong.
    pub fn what(&self) -> &str {
        match self {
            Fault::Illegal(what) | Fault::Error(what) => what,
        }
    }
}

impl Policy {
    /// The policy of a strategy whose moves are all possible.
    pub fn of(space: &impl PositionSpace, strategy: impl Fn(u32) -> u32) -> Policy {
        let mut next = vec![NO_POSITION; space.size()];
        for &start in space.starts() {
            next[start as usize] = strategy(start);
        }
        Policy {
            next,
            faults: HashMap::new(),
        }
    }

    /// The number of the position after the move.
    pub fn next(&self, number: u32) -> u32 {
        self.next[number as usize]
    }
}

/// A way not to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The bare king takes a piece.
    PieceLost,
    /// The bare king has no move and is not in check.
    Stalemate,
    /// The strategy has no move.
    NoMove,
    /// What the strategy names is no possible move.
    IllegalMove,
    /// The strategy raises an error, or comes to no end.
    Error,
    /// The bare king goes round in a circle.
    Repetition,
}

impl Kind {
    /// All of them. Where several are equally near, the first one counts.
    pub const ALL: [Kind; 6] = [
        Kind::PieceLost,
        Kind::Stalemate,
        Kind::NoMove,
        Kind::IllegalMove,
        Kind::Error,
        Kind::Repetition,
    ];

    /// Its name where all endings are meant.
    pub fn name(self) -> &'static str {
        match self {
            Kind::PieceLost => "piece lost",
            Kind::Stalemate => "stalemate",
            Kind::NoMove => "no move",
            Kind::IllegalMove => "illegal move",
            Kind::Error => "error",
            Kind::Repetition => "repetition",
        }
    }

    /// Its name in an ending, such as `rook lost`.
    pub fn name_in(self, ending: &Ending) -> String {
        match (self, ending.len()) {
            (Kind::PieceLost, 1) => format!("{:?} lost", ending.role(0)).to_lowercase(),
            _ => self.name().to_owned(),
        }
    }

    /// What befalls at once in a position that is not won; `None` if the game goes on.
    fn at_once(space: &impl PositionSpace, policy: &Policy, number: u32) -> Option<Kind> {
        match policy.next(number) {
            NO_POSITION => Some(policy.faults.get(&number).map_or(Kind::NoMove, Fault::kind)),
            after => match space.status(after) {
                Status::Loses => Some(Kind::PieceLost),
                Status::Stalemate => Some(Kind::Stalemate),
                Status::Open | Status::Mate => None,
            },
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a position that is not won fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// In which way.
    pub kind: Kind,
    /// After how many moves of the strategy, that one included; of no meaning for a repetition.
    pub moves: u32,
    /// The position after the bare king's reply; itself at the end, and for a repetition.
    pub toward: u32,
}

/// How each position fails that is not won.
#[derive(Debug, Clone, Default)]
pub struct Failures {
    by_number: Vec<Option<Failure>>,
}

impl Failures {
    /// Finds the nearest failure from everywhere.
    pub fn find(space: &impl PositionSpace, proof: &Proof, policy: &Policy) -> Failures {
        let not_won = |at: u32| proof.verdict(at) == Verdict::NotWon;
        let all = space.starts().iter().copied().filter(|&at| not_won(at));
        let all: Vec<u32> = all.collect();
        let mut by_number = vec![None; space.size()];
        if all.is_empty() {
            return Failures { by_number };
        }
        let mut queue = Vec::new();
        let mut before = Links::new(space.size());
        for &at in all.iter().rev() {
            if let Some(kind) = Kind::at_once(space, policy, at) {
                queue.push((kind, at));
                continue;
            }
            let replies = space.replies(policy.next(at));
            for &reply in replies.as_ref().iter().filter(|&&reply| not_won(reply)) {
                before.add(reply, at);
            }
        }
        queue.sort_unstable();
        for &(kind, at) in &queue {
            by_number[at as usize] = Some(Failure {
                kind,
                moves: 1,
                toward: at,
            });
        }
        let mut first = 0;
        while let Some(&(kind, toward)) = queue.get(first) {
            first += 1;
            let moves = by_number[toward as usize].map_or(0, |failure| failure.moves) + 1;
            for at in before.of(toward) {
                by_number[at as usize].get_or_insert_with(|| {
                    queue.push((kind, at));
                    Failure {
                        kind,
                        moves,
                        toward,
                    }
                });
            }
        }
        for at in all {
            by_number[at as usize].get_or_insert(Failure {
                kind: Kind::Repetition,
                moves: 0,
                toward: at,
            });
        }
        Failures { by_number }
    }

    /// How the position of a number fails; `None` if it is won.
    pub fn get(&self, number: u32) -> Option<Failure> {
        self.by_number.get(number as usize).copied().flatten()
    }

    /// All positions that are not won, and how they fail: by kind, the nearest failures first.
    pub fn sorted(&self) -> Vec<(u32, Failure)> {
        let all = (0..).zip(&self.by_number);
        let mut all: Vec<(u32, Failure)> = all
            .filter_map(|(at, failure)| Some((at, (*failure)?)))
            .collect();
        all.sort_by_key(|(_, failure)| (failure.kind, failure.moves));
        all
    }
}

/// From where one can come to each position.
struct Links {
    /// The last link of each position.
    last: Vec<u32>,
    /// Where a link comes from, and the one before it.
    links: Vec<(u32, u32)>,
}

impl Links {
    fn new(size: usize) -> Links {
        Links {
            last: vec![NO_POSITION; size],
            links: Vec::new(),
        }
    }

    fn add(&mut self, to: u32, from: u32) {
        let last = &mut self.last[to as usize];
        self.links.push((from, *last));
        *last = self.links.len() as u32 - 1;
    }

    /// The last one first.
    fn of(&self, to: u32) -> impl Iterator<Item = u32> {
        let mut link = self.last[to as usize];
        std::iter::from_fn(move || {
            let &(from, before) = self.links.get(link as usize)?;
            link = before;
            Some(from)
        })
    }
}
