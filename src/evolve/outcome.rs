//! How games end, and what that is worth.

use std::ops::AddAssign;

/// The moves after which a game is given up: the fifty-move rule.
pub const MOST_MOVES: u32 = 50;

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The bare king is mated.
    Checkmate,
    /// The bare king is not attacked and cannot move.
    Stalemate,
    /// A piece can be taken, and is.
    PieceLost,
    /// The strategy names a move that is not possible.
    ImpossibleMove,
    /// The position was there for the third time.
    Repetition,
    /// Fifty moves were made.
    FiftyMoves,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Outcome; 6] = [
        Outcome::Checkmate,
        Outcome::Stalemate,
        Outcome::PieceLost,
        Outcome::ImpossibleMove,
        Outcome::Repetition,
        Outcome::FiftyMoves,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::PieceLost => "piece lost",
            Outcome::ImpossibleMove => "impossible move",
            Outcome::Repetition => "repetition",
            Outcome::FiftyMoves => "fifty moves",
        }
    }

    /// The bonus and the penalty (Lassabe et al. 2006, table 2).
    pub fn bonus_and_penalty(self) -> (f64, f64) {
        match self {
            Outcome::Checkmate => (400.0, 1.0),
            Outcome::Stalemate => (200.0, 1.0),
            Outcome::PieceLost => (0.0, 5.0),
            Outcome::ImpossibleMove => (0.0, 3.0),
            Outcome::Repetition => (0.0, 2.0),
            Outcome::FiftyMoves => (0.0, 1.0),
        }
    }

    /// The partial fitness of a game that ended so after this number of moves (equation 2):
    /// `((1 - M / max M) + B) / P`.
    pub fn fitness(self, moves: u32) -> f64 {
        let (bonus, penalty) = self.bonus_and_penalty();
        (1.0 - f64::from(moves) / f64::from(MOST_MOVES) + bonus) / penalty
    }
}

/// What came of some games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tally {
    /// How many ended in each way, in the order of [`Outcome::ALL`].
    pub games: [u64; 6],
    /// The sum of the partial fitnesses.
    pub fitness: f64,
    /// The moves of the games that were won.
    pub moves: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome, moves: u32) {
        self.games[outcome as usize] += 1;
        self.fitness += outcome.fitness(moves);
        if outcome == Outcome::Checkmate {
            self.moves += u64::from(moves);
        }
    }

    /// How many games were won.
    pub fn won(&self) -> u64 {
        self.games[Outcome::Checkmate as usize]
    }

    /// How many games there were.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        for (games, more) in self.games.iter_mut().zip(other.games) {
            *games += more;
        }
        self.fitness += other.fitness;
        self.moves += other.moves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_that_of_the_paper() {
        assert_eq!(Outcome::Checkmate.fitness(10), 400.8);
        assert_eq!(Outcome::Stalemate.fitness(0), 201.0);
        assert_eq!(Outcome::PieceLost.fitness(25), 0.1);
        assert_eq!(Outcome::Repetition.fitness(50), 0.0);
        assert_eq!(Outcome::FiftyMoves.fitness(50), 0.0);
    }

    #[test]
    fn outcomes_are_in_order() {
        for (at, outcome) in Outcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome as usize, at);
        }
    }
}
