//! What a tree does, and what that is worth.

use std::cmp::Ordering;

use super::outcome::{MOST_MOVES, Outcome, Tally};
use crate::{
    cancel::Cancel,
    endgame::{
        Arena, Strategy, Turn,
        arena::{NO_POSITION, Status},
        proof::{Proof, Verdict},
    },
    gp::{Symbols, Tree, tree::Code},
};

/// What a strategy does: the number of the move in each case of an arena.
pub type Behaviour = Vec<u8>;

/// A game to be played: where it begins, and against whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    /// The number of the position.
    pub start: u32,
    /// Whose turn it is there.
    pub turn: Turn,
    /// The number of the defender.
    pub defender: usize,
}

/// Judges trees by games, and by proof where that is wanted.
#[derive(Debug)]
pub struct Judge {
    /// Where games are played.
    pub arena: &'static Arena,
    /// The replies of each defender, by the number of the position.
    pub defenders: Vec<Vec<u32>>,
    /// The games.
    pub games: Vec<Game>,
    /// The games as which the proof counts; 0 without a proof.
    pub proof_weight: f64,
    /// The most nodes of a tree (`max N` in equation 1).
    pub most_nodes: usize,
    symbols: Symbols,
    /// For each condition, the cases in which it holds, a bit each.
    columns: Vec<Vec<u64>>,
}

/// The weights of equation 1. The paper does not give them: with 1, the size of a tree decides
/// between those that are as good otherwise, since a game that is lost costs hundreds.
const ALPHA: f64 = 1.0;
const BETA: f64 = 1.0;

impl Judge {
    /// A judge without defenders and games.
    pub fn new(arena: &'static Arena, most_nodes: usize) -> Judge {
        let words = arena.vocabulary;
        let symbols = Symbols::new(&vec![2; words.conditions.len()], words.moves.len());
        let column = |condition: usize| {
            let mut column = vec![0; arena.cases.len().div_ceil(64)];
            for (case, holds) in arena.cases.iter().enumerate() {
                column[case / 64] |= u64::from(holds >> condition & 1) << (case % 64);
            }
            column
        };
        Judge {
            arena,
            defenders: Vec::new(),
            games: Vec::new(),
            proof_weight: 0.0,
            most_nodes,
            symbols: symbols.expect("a vocabulary has moves"),
            columns: (0..words.conditions.len()).map(column).collect(),
        }
    }

    /// The symbols of the trees: the conditions, with two arguments each, and the moves.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// What a tree does. Cases are sorted down the tree in bulk, so that the cost grows with its
    /// nodes times a sixty-fourth of the cases.
    pub fn behaviour(&self, tree: &Tree) -> Behaviour {
        let cases = self.arena.cases.len();
        let mut all = vec![!0_u64; cases.div_ceil(64)];
        if let Some(last) = all.last_mut()
            && !cases.is_multiple_of(64)
        {
            *last = (1 << (cases % 64)) - 1;
        }
        let mut behaviour = vec![0; cases];
        self.sort(tree.codes(), &all, &mut behaviour);
        behaviour
    }

    /// What a strategy does.
    pub fn behaviour_of(&self, strategy: &Strategy) -> Behaviour {
        let cases = self.arena.cases.iter();
        cases.map(|holds| strategy.choose(*holds) as u8).collect()
    }

    /// Sorts some cases down the tree with which these symbols begin; what follows it.
    fn sort<'c>(&self, codes: &'c [Code], cases: &[u64], behaviour: &mut [u8]) -> &'c [Code] {
        let (&code, rest) = codes.split_first().expect("a tree is whole");
        let conditions = self.symbols.functions();
        if let Some(word) = usize::from(code).checked_sub(conditions) {
            for (at, bits) in cases.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    behaviour[at * 64 + bits.trailing_zeros() as usize] = word as u8;
                    bits &= bits - 1;
                }
            }
            return rest;
        }
        let column = &self.columns[usize::from(code)];
        let both = || cases.iter().zip(column);
        let yes: Vec<u64> = both().map(|(cases, holds)| cases & holds).collect();
        let rest = self.sort_or_skip(rest, &yes, behaviour);
        let no: Vec<u64> = both().map(|(cases, holds)| cases & !holds).collect();
        self.sort_or_skip(rest, &no, behaviour)
    }

    fn sort_or_skip<'c>(
        &self,
        codes: &'c [Code],
        cases: &[u64],
        behaviour: &mut [u8],
    ) -> &'c [Code] {
        if cases.iter().any(|bits| *bits != 0) {
            return self.sort(codes, cases, behaviour);
        }
        let mut open = 1;
        let mut end = 0;
        while open > 0 {
            open = open - 1 + self.symbols.arity(codes[end]);
            end += 1;
        }
        &codes[end..]
    }

    /// Plays a game.
    ///
    /// Positions that are the same up to symmetry are one. Since both sides always do the same in
    /// the same position, the first repetition says when the third one is.
    pub fn play(&self, behaviour: &[u8], game: &Game) -> (Outcome, u32) {
        let mut seen = [NO_POSITION; MOST_MOVES as usize];
        let (outcome, moves, _) = self.follow(behaviour, game, &mut seen);
        (outcome, moves)
    }

    /// The positions in which a game asks the strategy for its move, to the end of the game.
    pub fn asked(&self, behaviour: &[u8], game: &Game) -> Vec<u32> {
        let mut seen = [NO_POSITION; MOST_MOVES as usize];
        let (outcome, moves, first) = self.follow(behaviour, game, &mut seen);
        let last = match outcome {
            // It was asked for the move that it has not.
            Outcome::ImpossibleMove => moves + 1,
            _ => moves,
        };
        let fresh = seen.iter().position(|at| *at == NO_POSITION);
        let fresh = fresh.unwrap_or(seen.len()).min(last as usize);
        let circle = first..fresh;
        let again =
            (0..last as usize - fresh).map(|n| seen[circle.start + n % circle.len().max(1)]);
        seen[..fresh].iter().copied().chain(again).collect()
    }

    /// Plays a game until it ends or repeats a position: how it ends, after how many moves, and
    /// which of the positions comes again.
    fn follow(
        &self,
        behaviour: &[u8],
        game: &Game,
        seen: &mut [u32; MOST_MOVES as usize],
    ) -> (Outcome, u32, usize) {
        let (arena, replies) = (self.arena, &self.defenders[game.defender]);
        let mut moves = 0;
        let mut at = match game.turn {
            Turn::Attacker => game.start,
            Turn::Defender => match reply(arena, replies, game.start) {
                Ok(next) => next,
                Err(outcome) => return (outcome, 0, 0),
            },
        };
        loop {
            if moves == MOST_MOVES {
                return (Outcome::FiftyMoves, moves, 0);
            }
            let before = &seen[..moves as usize];
            if let Some(first) = before.iter().position(|other| *other == at) {
                let third = moves + (moves - first as u32);
                return match third < MOST_MOVES {
                    true => (Outcome::Repetition, third, first),
                    false => (Outcome::FiftyMoves, MOST_MOVES, first),
                };
            }
            seen[moves as usize] = at;
            let after = arena.next(at, usize::from(behaviour[arena.case(at)]));
            if after == NO_POSITION {
                return (Outcome::ImpossibleMove, moves, 0);
            }
            moves += 1;
            at = match reply(arena, replies, after) {
                Ok(next) => next,
                Err(outcome) => return (outcome, moves, 0),
            };
        }
    }

    /// Plays all games.
    pub fn tally(&self, behaviour: &[u8]) -> Tally {
        let mut tally = Tally::default();
        for game in &self.games {
            let (outcome, moves) = self.play(behaviour, game);
            tally.add(outcome, moves);
        }
        tally
    }

    /// The fitness of a tree of so many nodes whose games came to this (equation 1).
    pub fn fitness(&self, games: f64, nodes: usize) -> f64 {
        ALPHA * games + BETA * (1.0 - nodes as f64 / self.most_nodes as f64)
    }

    /// What is proved. The partial fitness is that of a game from a position of the attacker's
    /// against the longest defence, averaged over all positions. What is won after more than fifty
    /// moves is drawn; what is not won is worth nothing. `None` if it was cancelled.
    pub fn proved(
        &self,
        proof: &mut Proof,
        behaviour: &[u8],
        cancel: &Cancel<'_>,
    ) -> Option<Proved> {
        let arena = self.arena;
        let next = |at| arena.next(at, usize::from(behaviour[arena.case(at)]));
        if !proof.decide_while(arena, next, cancel) {
            return None;
        }
        let (mut won, mut in_time, mut worth) = (0_u32, 0_u32, 0.0);
        for at in &arena.starts {
            if let Verdict::Won(moves) = proof.verdict(*at) {
                won += 1;
                if is_in_time(moves) {
                    in_time += 1;
                    worth += Outcome::Checkmate.fitness(moves.into());
                }
            }
        }
        let all = arena.starts.len() as f64;
        Some(Proved {
            won: f64::from(won) / all,
            in_time: f64::from(in_time) / all,
            fitness: worth / all,
        })
    }

    /// What a tree comes to: its games, and what is proved of it, where that is wanted.
    pub fn standing(&self, proof: &mut Proof, tree: &Tree) -> Standing {
        let known = self.account(proof, &self.behaviour(tree), &Cancel::NEVER);
        let (games, proved) = known.expect("nothing ends it");
        self.standing_of(games, proved, tree.size())
    }

    /// The games of trees that behave like this, and what is proved of them, where that is wanted;
    /// `None` if it was cancelled.
    pub fn account(
        &self,
        proof: &mut Proof,
        behaviour: &[u8],
        cancel: &Cancel<'_>,
    ) -> Option<(Tally, Option<Proved>)> {
        if cancel.is_set() {
            return None;
        }
        let games = self.tally(behaviour);
        Some(match self.proof_weight > 0.0 {
            true => (games, Some(self.proved(proof, behaviour, cancel)?)),
            false => (games, None),
        })
    }

    /// The same, of a tree of so many nodes with these games, and of which this is proved.
    pub fn standing_of(&self, games: Tally, proved: Option<Proved>, nodes: usize) -> Standing {
        let proof = proved.map_or(0.0, |proved| self.proof_weight * proved.fitness);
        Standing {
            games,
            proved,
            fitness: self.fitness(games.fitness + proof, nodes),
        }
    }
}

/// What is proved of a tree. Shares are of the numbers of positions that can be won, with the
/// attacker to move.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Proved {
    /// The share that is won.
    pub won: f64,
    /// The share that is won before the fifty-move rule makes it a draw.
    pub in_time: f64,
    /// What that is worth, as the partial fitness of a game.
    pub fitness: f64,
}

/// What is known of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Its games.
    pub games: Tally,
    /// What is proved of it, where that is computed.
    pub proved: Option<Proved>,
    /// Its fitness.
    pub fitness: f64,
}

impl Standing {
    /// The one of which more is proved is the greater; wins in time count where wins are the same.
    pub fn by_proof(&self, other: &Standing) -> Ordering {
        let shares = |standing: &Standing| standing.proved.map(|it| (it.won, it.in_time));
        let order = shares(self).partial_cmp(&shares(other));
        order.unwrap_or(Ordering::Equal)
    }
}

/// Whether mate after so many moves comes before the fifty-move rule.
pub fn is_in_time(moves: u16) -> bool {
    u32::from(moves) <= MOST_MOVES
}

/// The position after the reply to one of the defender's, or how the game ends there.
fn reply(arena: &Arena, replies: &[u32], at: u32) -> Result<u32, Outcome> {
    match arena.status(at) {
        Status::Open => Ok(replies[at as usize]),
        Status::Mate => Err(Outcome::Checkmate),
        Status::Stalemate => Err(Outcome::Stalemate),
        Status::Loses => Err(Outcome::PieceLost),
    }
}
