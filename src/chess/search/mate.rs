//! Proof of forced mate: an AND/OR search over checks first, then over moves that threaten mate.
//!
//! `mate(n)` holds of a position iff some move mates, or, for n > 1, leads to a position in which
//! every reply leads to one where `mate(n - 1)` holds. Checks are tried first. A quiet move is
//! tried only if the opponent, were it to pass, would be mated in n - 1 by checks: this leaves out
//! mates by zugzwang, and nothing else in mates of two moves.

use std::collections::HashMap;

use shakmaty::{Chess, EnPassantMode, Move, MoveList, Position as _, zobrist::Zobrist64};

use super::{Likely, checks::Checks, likelihood};
use crate::chess::position::passed;

/// Lines of one mate, beyond the first.
const VARIATIONS: usize = 4;

/// Searches for mates, under a limit of positions.
pub struct Prover<'a> {
    /// Positions looked at so far.
    pub nodes: u64,
    limit: u64,
    /// For a position with the attacker to move and a manner of search: the shortest mate known,
    /// and up to which number of moves there is none.
    known: HashMap<(u64, bool), Known>,
    likely: Option<Likely<'a>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Known {
    mate: Option<u8>,
    none_up_to: u8,
}

/// The limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfNodes;

type Proof<T> = Result<T, OutOfNodes>;

impl<'a> Prover<'a> {
    /// A prover that may not look at any position yet.
    pub fn new(likely: Option<Likely<'a>>) -> Prover<'a> {
        Prover {
            nodes: 0,
            limit: 0,
            known: HashMap::new(),
            likely,
        }
    }

    /// Lets the prover look at `more` positions from now on.
    pub fn allow(&mut self, more: u64) {
        self.limit = self.nodes + more;
    }

    fn count(&mut self) -> Proof<()> {
        self.nodes += 1;
        match self.nodes > self.limit {
            true => Err(OutOfNodes),
            false => Ok(()),
        }
    }

    /// The moves that force mate in `n` moves at most, as far as they are found before the limit.
    pub fn keys(&mut self, position: &Chess, n: u8, quiet: bool) -> Vec<Move> {
        let mut keys = Vec::new();
        for m in self.candidates(position, n, quiet) {
            match self.mates(position, m, n, quiet) {
                Ok(true) => keys.push(m),
                Ok(false) => {}
                Err(OutOfNodes) => break,
            }
        }
        keys
    }

    /// Whether the move forces mate in `n` moves at most, itself counted.
    ///
    /// # Errors
    ///
    /// [`OutOfNodes`] when the limit is reached.
    pub fn mates(&mut self, position: &Chess, m: Move, n: u8, quiet: bool) -> Proof<bool> {
        self.count()?;
        let mut after = position.clone();
        after.play_unchecked(m);
        let check = after.is_check();
        if !check {
            if n < 2 || !quiet {
                return Ok(false);
            }
            // What does not threaten anything does not force anything.
            let Some(passed) = passed(&after) else {
                return Ok(false);
            };
            if self.shortest(&passed, n - 1, false)?.is_none() {
                return Ok(false);
            }
        }
        self.mated(&after, n - 1, quiet)
    }

    /// Whether the side to move, which has just been moved against, is mated in `n` more moves.
    fn mated(&mut self, position: &Chess, n: u8, quiet: bool) -> Proof<bool> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        if n == 0 {
            return Ok(false);
        }
        for reply in by_resistance(replies) {
            let mut next = position.clone();
            next.play_unchecked(reply);
            if self.shortest(&next, n, quiet)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The number of moves in which the side to move mates, if it is `n` at most.
    ///
    /// # Errors
    ///
    /// [`OutOfNodes`] when the limit is reached.
    pub fn shortest(&mut self, position: &Chess, n: u8, quiet: bool) -> Proof<Option<u8>> {
        self.count()?;
        let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Always);
        let key = (hash.0, quiet);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some(mate) = known.mate {
            return Ok((mate <= n).then_some(mate));
        }
        for i in known.none_up_to + 1..=n {
            for m in self.candidates(position, i, quiet) {
                if self.mates(position, m, i, quiet)? {
                    self.known.insert(
                        key,
                        Known {
                            mate: Some(i),
                            none_up_to: i - 1,
                        },
                    );
                    return Ok(Some(i));
                }
            }
            self.known.insert(
                key,
                Known {
                    mate: None,
                    none_up_to: i,
                },
            );
        }
        Ok(None)
    }

    /// The moves worth trying: checks, and quiet moves after them when they have time to mate.
    fn candidates(&self, position: &Chess, n: u8, quiet: bool) -> MoveList {
        let checks = Checks::of(position);
        let legal = position.legal_moves();
        let mut moves: MoveList = legal
            .iter()
            .copied()
            .filter(|&m| checks.gives(position, m))
            .collect();
        let given = moves.len();
        if quiet && n > 1 {
            moves.extend(
                legal
                    .iter()
                    .copied()
                    .filter(|&m| !checks.gives(position, m)),
            );
        }
        if let Some(likely) = self.likely
            && let Some(likely) = (likely.0)(position, 2 * i32::from(n) - 1)
        {
            let (checks, others) = moves.split_at_mut(given);
            for moves in [checks, others] {
                moves.sort_by(|&a, &b| likelihood(&likely, b).total_cmp(&likelihood(&likely, a)));
            }
        }
        moves
    }

    /// The lines of a proved mate: the longest defences to `first`, each with the shortest mates.
    ///
    /// # Errors
    ///
    /// [`OutOfNodes`] when the limit is reached.
    pub fn lines(
        &mut self,
        position: &Chess,
        first: Move,
        n: u8,
        quiet: bool,
    ) -> Proof<Vec<Vec<Move>>> {
        let mut after = position.clone();
        after.play_unchecked(first);
        if n == 1 {
            return Ok(vec![vec![first]]);
        }
        let mut lines = Vec::new();
        for reply in self.defences(&after, n - 1, quiet)? {
            if lines.len() > VARIATIONS {
                break;
            }
            lines.push(self.line(&after, vec![first, reply], n - 1, quiet)?);
        }
        Ok(lines)
    }

    /// Completes a line, of which the last move is a reply that is still to be played.
    fn line(
        &mut self,
        position: &Chess,
        mut line: Vec<Move>,
        n: u8,
        quiet: bool,
    ) -> Proof<Vec<Move>> {
        let mut current = position.clone();
        let mut reply = line.last().copied();
        while let Some(m) = reply {
            current.play_unchecked(m);
            let distance = self.shortest(&current, n, quiet)?.unwrap_or(n);
            for m in self.candidates(&current, distance, quiet) {
                if self.mates(&current, m, distance, quiet)? {
                    line.push(m);
                    current.play_unchecked(m);
                    break;
                }
            }
            reply = self.defences(&current, n, quiet)?.first().copied();
            line.extend(reply);
        }
        Ok(line)
    }

    /// The replies that put off a proved mate in `n` at most for longest.
    fn defences(&mut self, position: &Chess, n: u8, quiet: bool) -> Proof<Vec<Move>> {
        let mut longest = 0;
        let mut defences = Vec::new();
        for reply in by_resistance(position.legal_moves()) {
            let mut next = position.clone();
            next.play_unchecked(reply);
            let distance = self.shortest(&next, n, quiet)?.unwrap_or(n);
            if distance > longest {
                longest = distance;
                defences.clear();
            }
            if distance == longest {
                defences.push(reply);
            }
        }
        Ok(defences)
    }
}

/// Replies with captures first, then king moves, then the rest: the likeliest refutations.
fn by_resistance(mut replies: MoveList) -> MoveList {
    replies.sort_by_key(|m| match m {
        m if m.is_capture() => 0,
        m if m.role() == shakmaty::Role::King => 1,
        _ => 2,
    });
    replies
}
