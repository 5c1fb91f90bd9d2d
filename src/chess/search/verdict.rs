//! What is said of a move: what the search claims of it, held against what it claims of the
//! positions that follow.
//!
//! ```
//! use chesslog::chess::{Position, search::{Effort, verdict}};
//! use shakmaty::san::San;
//!
//! let position = Position::parse("4k3/p7/4p3/3p4/8/8/8/3RK3 w - - 0 1")?;
//! let takes: San = "Rxd5".parse()?;
//! let verdict = verdict::of(&position, takes.to_move(&*position)?, Effort::USUAL);
//! assert_eq!((verdict.gain, verdict.line.len()), (-400, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search that begins one move later looks one move further. What it finds there counts: a move
//! is not said to lose, or to win, where the next question would be answered otherwise.

use shakmaty::{Chess, Move, Position as _};

use super::{
    Effort, End, Win, balance, gives_check,
    material::{self, WORTH},
    score::{DRAW, mate_in},
    wins,
};
use crate::chess::Position;

/// How many moves ahead claims are held against others. What is said of a position depends on what
/// is said of the next ones, and the chain ends where nobody claims anything, mostly after two or three moves; a
/// shorter limit would let the answers about two positions of one chain differ.
const AHEAD: u8 = 8;

/// What a move comes to for the side that makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The move, and what follows as far as it is forced.
    pub line: Vec<Move>,
    /// What the line wins, in centipawns of material; negative for what it loses.
    pub gain: i32,
    /// How the line ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// How a game ends for the side whose move is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It mates, in so many moves.
    Mates(u8),
    /// It is mated, in so many moves of the other side.
    Mated(u8),
    /// It was behind, and saves a draw at least.
    SavesDraw,
    /// The other side was behind, and saves a draw at least.
    LetsDraw,
}

impl Verdict {
    /// That nothing is known of a move.
    fn nothing(m: Move) -> Verdict {
        Verdict {
            line: vec![m],
            gain: 0,
            outcome: None,
        }
    }

    fn of_win(win: &Win) -> Verdict {
        Verdict {
            line: win.lines[0].clone(),
            gain: win.claim(),
            outcome: win.end.map(|end| match end {
                End::Mate(n) => Outcome::Mates(n),
                End::Draw => Outcome::SavesDraw,
            }),
        }
    }

    /// Whether something is won.
    pub fn is_win(&self) -> bool {
        match self.outcome {
            None => self.gain >= WORTH,
            Some(outcome) => matches!(outcome, Outcome::Mates(_) | Outcome::SavesDraw),
        }
    }

    /// The answer to a move that loses something.
    pub fn refutation(&self) -> Option<Move> {
        let loses = match self.outcome {
            None => self.gain < 0,
            Some(outcome) => matches!(outcome, Outcome::Mated(_) | Outcome::LetsDraw),
        };
        self.line.get(1).copied().filter(|_| loses)
    }

    /// What it means that this can be answered to a move.
    fn after(self, position: &Chess, m: Move) -> Verdict {
        Verdict {
            gain: material::gain(position, &[m], position.turn()) - self.gain,
            line: [vec![m], self.line].concat(),
            outcome: self.outcome.map(|outcome| match outcome {
                Outcome::Mates(n) => Outcome::Mated(n),
                Outcome::Mated(n) => Outcome::Mates(n),
                Outcome::SavesDraw => Outcome::LetsDraw,
                Outcome::LetsDraw => Outcome::SavesDraw,
            }),
        }
    }
}

/// Judges a legal move.
pub fn of(position: &Position, m: Move, effort: Effort) -> Verdict {
    judge(position, m, effort, AHEAD)
}

fn judge(position: &Position, m: Move, effort: Effort, ahead: u8) -> Verdict {
    let wins = position.wins(effort);
    let win = wins.iter().find(|win| win.lines[0][0] == m);
    let claim = win.map(Verdict::of_win);
    let proved = claim
        .as_ref()
        .is_some_and(|claim| matches!(claim.outcome, Some(Outcome::Mates(_))));
    if let Some(claim) = claim.as_ref().filter(|_| proved || ahead == 0) {
        return claim.clone();
    }
    let next = position.after(m);
    let answer = wins_of(&next, effort, ahead.saturating_sub(1))
        .next()
        .map(|answer| answer.after(position, m));
    match (claim, answer) {
        (Some(claim), Some(answer)) if contradicts(&answer, &claim) => answer,
        (Some(claim), _) => claim,
        (None, answer) => {
            let found = answer.unwrap_or_else(|| unanswered(position, m));
            no_better(found, position, effort, ahead)
        }
    }
}

/// A verdict on a move that the search does not say to win: it wins no more than the best move that does, and nothing if
/// none does.
fn no_better(found: Verdict, position: &Position, effort: Effort, ahead: u8) -> Verdict {
    if found.outcome.is_some() || found.gain < WORTH {
        return found;
    }
    match wins_of(position, effort, ahead).next() {
        None => Verdict::nothing(found.line[0]),
        Some(best) if best.outcome.is_none() => Verdict {
            gain: found.gain.min(best.gain),
            ..found
        },
        Some(_) => found,
    }
}

/// The moves that win and are not found out by what follows, the best first.
pub fn wins_of(
    position: &Position,
    effort: Effort,
    ahead: u8,
) -> impl Iterator<Item = Verdict> + '_ {
    position
        .wins(effort)
        .iter()
        .map(move |win| judge(position, win.lines[0][0], effort, ahead))
        .filter(Verdict::is_win)
}

/// Whether a win is none, or a smaller one, since it can be answered.
fn contradicts(answer: &Verdict, claim: &Verdict) -> bool {
    match (answer.outcome, claim.outcome) {
        (Some(Outcome::Mated(_)), _) => true,
        (_, Some(_)) => false,
        (Some(_), None) => true,
        (None, None) => answer.gain < claim.gain,
    }
}

/// The verdict on a move to which no winning answer is known: whatever the search thinks, it loses
/// nothing. It may win something.
fn unanswered(position: &Chess, m: Move) -> Verdict {
    let nothing = Verdict::nothing(m);
    let Some(found) = wins::after(position, m, Effort::USUAL.limits()) else {
        return nothing;
    };
    // What falls on the way to a draw is not won.
    if found.score == DRAW {
        return nothing;
    }
    let (us, mut line) = (position.turn(), found.moves);
    let gain = material::gain(position, &line, us);
    let worth = found.score - balance(position, us);
    match mate_in(found.score) {
        Some(n) if found.score > 0 => Verdict {
            outcome: Some(Outcome::Mates(n)),
            line,
            ..nothing
        },
        None if gain >= WORTH && worth >= WORTH => {
            material::trim(position, &mut line, worth);
            Verdict {
                gain: material::gain(position, &line, us),
                line,
                ..nothing
            }
        }
        None if gain.abs() < WORTH => Verdict {
            gain,
            line: forced(position, line),
            ..nothing
        },
        _ => nothing,
    }
}

/// A line as far as every move after the first takes, promotes or gives check: what is played after a quiet move is
/// anybody's choice. The first move always stays, alone if the line would end amid an exchange.
fn forced(position: &Chess, mut line: Vec<Move>) -> Vec<Move> {
    let (us, whole) = (position.turn(), line.clone());
    let mut board = position.clone();
    let forcing = |&m: &Move| {
        let forces = m.is_capture() || m.is_promotion() || gives_check(&board, m);
        board.play_unchecked(m);
        forces
    };
    let forces: Vec<bool> = line.iter().map(forcing).collect();
    line.truncate(1 + forces.iter().skip(1).take_while(|forces| **forces).count());
    if material::gain(position, &line, us) != material::gain(position, &whole, us) {
        line.truncate(1);
    }
    line
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;

    fn verdict(fen: &str, san: &str) -> Verdict {
        let position = Position::parse(fen).unwrap();
        let m = san.parse::<San>().unwrap().to_move(&*position).unwrap();
        of(&position, m, Effort::USUAL)
    }

    #[test]
    fn a_loss_that_the_next_move_wins_back_is_none() {
        // 3...Nd4 4.Nxe5 Qg5: the pawn is a bait.
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let found = verdict(fen, "Nd4");
        assert!(found.gain > -WORTH && found.outcome.is_none(), "{found:?}");
        // 3...Qg5 4.Nxg5: the queen is lost.
        let found = verdict(fen, "Qg5");
        assert!(found.gain <= -800 && found.outcome.is_none(), "{found:?}");
    }

    #[test]
    fn lines_end_with_their_last_forcing_move() {
        let found = verdict(Position::start().fen(), "e4");
        let san: Vec<_> = found.line.iter().map(ToString::to_string).collect();
        assert_eq!((san, found.gain), (vec!["e2-e4".to_owned()], 0));
        // 1.exd5 Qxd5: what follows is free.
        let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let found = verdict(fen, "exd5");
        let last = found.line.last().is_some_and(|m| m.is_capture());
        assert!(last && found.gain == 0, "{found:?}");
    }

    #[test]
    fn a_win_that_is_mated_is_none() {
        // The queen takes a rook and leaves the back rank.
        let fen = "3r2k1/5ppp/8/8/8/8/r4PPP/Q5K1 w - - 0 1";
        let found = verdict(fen, "Qxa2");
        assert_eq!(found.outcome, Some(Outcome::Mated(1)), "{found:?}");
    }

    #[test]
    fn who_is_ahead_can_let_a_draw_slip() {
        // 1...Qb3 2.Ra2+ is stalemate, or a king against a king.
        let found = verdict("k7/8/8/1q6/8/8/7R/K7 b - - 0 1", "Qb3");
        assert_eq!(found.outcome, Some(Outcome::LetsDraw), "{found:?}");
    }
}
