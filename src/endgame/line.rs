//! What happens on the board when a strategy is followed: won games and counterexamples, as moves.

use std::{collections::HashMap, fmt};

use shakmaty::{Chess, Color, Position as _, Square, san::SanPlus};

use super::{
    Ending, Placement, Reply, Turn,
    arena::{NO_POSITION, Status},
    failure::{Failures, Fault, Kind, Policy},
    index::Symmetry,
    proof::{Proof, Verdict},
    space::PositionSpace,
    view,
};

/// In how many positions the shortest way round a circle is sought; then some way is taken.
const SEARCHED: usize = 2_000;

/// A game that follows a strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The position that it begins with.
    pub fen: String,
    /// The moves of both sides.
    pub moves: Vec<String>,
    /// How it ends.
    pub end: End,
}

/// How a game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The bare king is mated.
    Mate,
    /// It has taken a piece.
    Taken,
    /// It has no move and is not in check.
    Stalemate,
    /// The strategy has no move.
    NoMove,
    /// The strategy has no move that could be played, and this is why.
    Fault(Fault),
    /// The position is the one before this move of the line.
    Again(usize),
}

impl fmt::Display for Line {
    /// Such as `1.Ra2 Kd4 2.Ra1 Kd5, as before move 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, san) in self.moves.iter().enumerate() {
            match ply % 2 {
                0 if ply == 0 => write!(f, "1.{san}")?,
                0 => write!(f, " {}.{san}", ply / 2 + 1)?,
                _ => write!(f, " {san}")?,
            }
        }
        let comma = if self.moves.is_empty() { "" } else { ", " };
        match &self.end {
            End::Mate | End::Taken => Ok(()),
            End::Stalemate => write!(f, "{comma}stalemate"),
            End::NoMove => write!(f, "{comma}no move"),
            End::Fault(fault) => write!(f, "{comma}{}", fault.what()),
            End::Again(number) => write!(f, "{comma}as before move {number}"),
        }
    }
}

/// A strategy in its position space.
#[derive(Debug)]
pub struct Follow<'a, G> {
    /// The positions.
    pub space: &'a G,
    /// What the strategy does in them.
    pub policy: &'a Policy,
}

impl<G: PositionSpace> Follow<'_, G> {
    /// The longest game from a won position, with the first of the replies that delay mate equally.
    pub fn win(&self, proof: &Proof, start: u32) -> Line {
        let mut record = self.record(start);
        while let Some(after) = self.attack(&mut record) {
            let number = |next: &Placement| self.space.number(next).unwrap_or(NO_POSITION);
            let replies = self.quiet_replies(&after);
            let left = |next: &Placement| match proof.verdict(number(next)) {
                Verdict::Won(moves) => moves,
                Verdict::NotWon => 0,
            };
            let Some(&next) = replies.iter().rev().max_by_key(|next| left(next)) else {
                break;
            };
            record.play(next);
        }
        record.ends(End::Mate)
    }

    /// The counterexample for a position that is not won: the shortest way to its failure, or round
    /// a circle.
    pub fn failure(&self, failures: &Failures, start: u32) -> Line {
        self.failed(failures, start, self.record(start))
    }

    /// The counterexamples for all positions of a number that is not won: the same, as its images
    /// have it.
    pub fn images(&self, failures: &Failures, start: u32) -> Vec<Line> {
        let (ending, at) = (self.space.ending(), self.space.placement(start));
        let mut records: Vec<Record> = Vec::new();
        let all = match self.space.images(start) {
            1 => &Symmetry::ALL[..1],
            _ => Symmetry::of_ending(&ending),
        };
        for &symmetry in all {
            let record = Record::seen(ending, at, Turn::Attacker, symmetry);
            if records.iter().all(|other| other.fen != record.fen) {
                records.push(record);
            }
        }
        let lines = records.into_iter();
        lines
            .map(|record| self.failed(failures, start, record))
            .collect()
    }

    fn failed(&self, failures: &Failures, start: u32, mut record: Record) -> Line {
        let mut at = start;
        while let Some(failure) = failures.get(at) {
            if failure.kind == Kind::Repetition {
                return self.circle(record, failures);
            }
            let after = self.attack(&mut record);
            if failure.toward == at {
                return match (failure.kind, after) {
                    (Kind::PieceLost, Some(after)) => {
                        record.play_capture(&after);
                        record.ends(End::Taken)
                    }
                    (Kind::Stalemate, _) => record.ends(End::Stalemate),
                    _ => match self.policy.faults.get(&at) {
                        Some(fault) => record.ends(End::Fault(fault.clone())),
                        None => record.ends(End::NoMove),
                    },
                };
            }
            let replies = after.map(|after| self.quiet_replies(&after));
            let mut replies = replies.unwrap_or_default().into_iter();
            let Some(next) = replies.find(|next| self.space.number(next) == Some(failure.toward))
            else {
                break;
            };
            record.play(next);
            at = failure.toward;
        }
        record.ends(End::NoMove)
    }

    /// Goes on until a position has been there before.
    fn circle(&self, mut record: Record, failures: &Failures) -> Line {
        let start = record.at;
        let way = self
            .short_circle(start, failures)
            .unwrap_or_else(|| self.some_circle(start, failures));
        let again = way
            .last()
            .and_then(|last| way.iter().position(|at| at == last));
        for next in way.into_iter().skip(1) {
            self.attack(&mut record);
            record.play(next);
        }
        record.ends(End::Again(again.unwrap_or_default() + 1))
    }

    /// The shortest way from a position that comes back to one of its own, unless it is long.
    fn short_circle(&self, start: Placement, failures: &Failures) -> Option<Vec<Placement>> {
        let mut ways = vec![(start, 0)];
        let mut at = 0;
        while at < ways.len() && ways.len() < SEARCHED {
            let back = |mut from: usize| {
                let mut way = vec![ways[from].0];
                while from > 0 {
                    from = ways[from].1;
                    way.push(ways[from].0);
                }
                way.reverse();
                way
            };
            let mut way = back(at);
            let replies = self.circling(&ways[at].0, failures);
            if let Some(&closing) = replies.iter().find(|next| way.contains(next)) {
                way.push(closing);
                return Some(way);
            }
            ways.extend(replies.into_iter().map(|next| (next, at)));
            at += 1;
        }
        None
    }

    fn some_circle(&self, start: Placement, failures: &Failures) -> Vec<Placement> {
        let mut way = vec![start];
        let mut seen = HashMap::from([(start, ())]);
        let mut at = start;
        loop {
            let replies = self.circling(&at, failures);
            let known = replies.iter().find(|next| seen.contains_key(next));
            let Some(&next) = known.or(replies.first()) else {
                return way;
            };
            way.push(next);
            if seen.insert(next, ()).is_some() {
                return way;
            }
            at = next;
        }
    }

    /// The positions after replies to the strategy's move that keep going round.
    fn circling(&self, at: &Placement, failures: &Failures) -> Vec<Placement> {
        let after = self.after(at);
        let mut replies = after.map_or_else(Vec::new, |after| self.quiet_replies(&after));
        replies.retain(|next| {
            let number = self.space.number(next);
            number.is_some_and(|number| failures.get(number).is_some())
        });
        replies
    }

    fn record(&self, start: u32) -> Record {
        let at = self.space.placement(start);
        Record::new(self.space.ending(), at, Turn::Attacker)
    }

    /// Plays the strategy's move; `None` if there is none, or no quiet reply to it.
    fn attack(&self, record: &mut Record) -> Option<Placement> {
        let after = self.after(&record.at)?;
        record.play(after);
        let number = self.space.number(&after)?;
        matches!(self.space.status(number), Status::Open | Status::Loses).then_some(after)
    }

    /// Where the strategy's move leads: of moves to images of one position, the first.
    fn after(&self, at: &Placement) -> Option<Placement> {
        let next = self.policy.next(self.space.number(at)?);
        let mut moves = at.attacks(&self.space.ending());
        moves.find(|after| next != NO_POSITION && self.space.number(after) == Some(next))
    }

    fn quiet_replies(&self, after: &Placement) -> Vec<Placement> {
        let replies = after.replies(&self.space.ending());
        let quiet = replies.filter_map(|reply| match reply {
            Reply::Quiet(next) => Some(next),
            Reply::Takes(..) => None,
        });
        quiet.collect()
    }
}

/// A game while it is played.
#[derive(Debug, Clone)]
pub struct Record {
    ending: Ending,
    /// Where it has come to.
    pub at: Placement,
    /// How the board of the moves is had from that of the placements.
    symmetry: Symmetry,
    fen: String,
    chess: Chess,
    /// The moves of both sides.
    pub moves: Vec<String>,
}

impl Record {
    /// A game from a placement; white is the attacker.
    ///
    /// # Panics
    ///
    /// If it is not a legal position with this side to move.
    pub fn new(ending: Ending, at: Placement, turn: Turn) -> Record {
        Record::seen(ending, at, turn, Symmetry::default())
    }

    /// The same game on an image of the board.
    fn seen(ending: Ending, at: Placement, turn: Turn, symmetry: Symmetry) -> Record {
        let image = symmetry.of(&at, &ending);
        let position = view::position(&image, &ending, turn, Color::White);
        let position = position.expect("a position of the ending");
        Record {
            ending,
            at,
            symmetry,
            fen: position.fen().to_owned(),
            chess: (*position).clone(),
            moves: Vec::new(),
        }
    }

    /// Plays the move that leads to a placement.
    ///
    /// # Panics
    ///
    /// If it is not a legal move.
    pub fn play(&mut self, next: Placement) {
        let pairs = [(self.at.king, next.king), (self.at.bare, next.bare)].into_iter();
        let pieces = (0..self.ending.len()).map(|n| (self.at.pieces[n], next.pieces[n]));
        if let Some((from, to)) = pairs.chain(pieces).find(|(from, to)| from != to) {
            self.write(from, to);
        }
        self.at = next;
    }

    /// Plays the bare king's capture.
    pub fn play_capture(&mut self, after: &Placement) {
        let mut replies = after.replies(&self.ending);
        if let Some(to) = replies.find_map(|reply| match reply {
            Reply::Takes(_, to) => Some(to),
            Reply::Quiet(_) => None,
        }) {
            self.write(after.bare, to);
        }
    }

    fn write(&mut self, from: Square, to: Square) {
        let (from, to) = (self.symmetry.apply(from), self.symmetry.apply(to));
        let legal = self.chess.legal_moves();
        let m = legal
            .iter()
            .find(|m| m.from() == Some(from) && m.to() == to);
        let m = *m.expect("a legal move");
        let san = SanPlus::from_move_and_play_unchecked(&mut self.chess, m);
        self.moves.push(san.to_string());
    }

    fn ends(self, end: End) -> Line {
        Line {
            fen: self.fen,
            moves: self.moves,
            end,
        }
    }
}
