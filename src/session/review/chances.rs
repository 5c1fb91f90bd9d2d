//! What is counted of a game: chances to win something, each once.
//!
//! A chance begins where something can be won, and lasts as long as the same can be won at each move of the same side: a
//! combination of several moves is one chance, and so is a piece that stays en prise. It was *found* if the side took it,
//! move for move; *missed* at the first move that let it go; *kept* if that move left the side hardly worse off, in a game
//! that was won anyway, say.
//!
//! What only takes back what the other side has just taken is no chance. A mate in a few moves always is one, however much
//! the side is ahead, and who plays something else than a mate has missed it.

use serde::Serialize;
use shakmaty::{Color, Move, Position as _};

use super::ply::{Gain, Review};
use crate::chess::{
    Position,
    moves::{self, MoveTerm},
    search::balance,
};

/// What a mate counts as, in centipawns. Lichess counts it as as much: what is better still makes no difference.
const MATE: i32 = 1000;
/// Centipawns that make no difference: less than any piece, and than a pawn.
const SAME: i32 = 50;
/// Who wins so much less has found it as well, if that leaves him hardly worse off: a pawn, as in `tactic/4`.
const NEARLY: i32 = 100;
/// Moves of a mate that everybody wants to see.
const SHORT_MATE: u32 = 3;
/// Queens, rooks, bishops and knights up to which it is an endgame, and a middlegame: as Lichess has it.
const ENDGAME: usize = 6;
const MIDDLEGAME: usize = 10;
/// Fewer pieces on a back rank make a middlegame: as Lichess has it.
const BACK_RANK: usize = 4;

/// The part of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Until the pieces are developed or exchanged.
    Opening,
    /// In between.
    Middlegame,
    /// With few pieces left.
    Endgame,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// What it is called, as Lichess calls it among the themes.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }

    /// The part of the game that a position belongs to by itself. Lichess looks at how mixed the pieces are as well.
    fn of(position: &Position) -> Phase {
        let board = position.board();
        let pieces = (board.occupied() & !board.kings() & !board.pawns()).count();
        let sparse = Color::ALL
            .iter()
            .any(|side| (board.by_color(*side) & side.backrank()).count() < BACK_RANK);
        match pieces {
            0..=ENDGAME => Phase::Endgame,
            _ if pieces <= MIDDLEGAME || sparse => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }
}

/// How much a side has lost of its chances to win the game, by the measure of Lichess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// At least a tenth of the way from a draw to a win.
    Inaccuracy,
    /// Two tenths.
    Mistake,
    /// Three tenths.
    Blunder,
}

impl Size {
    /// That of a loss, if it is one.
    fn of(lost: f64) -> Option<Size> {
        match lost {
            ..0.1 => None,
            0.1..0.2 => Some(Size::Inaccuracy),
            0.2..0.3 => Some(Size::Mistake),
            _ => Some(Size::Blunder),
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Size::Inaccuracy => "inaccuracy",
            Size::Mistake => "mistake",
            Size::Blunder => "blunder",
        }
    }
}

/// What became of a chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It was taken.
    Found,
    /// It was let go, and that cost little.
    Kept,
    /// It was let go.
    Missed(Size),
}

/// What could be won somewhere in a game.
#[derive(Debug, Clone)]
pub struct Chance {
    /// The number of moves before it, of both sides.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// What was played.
    pub played: Move,
    /// The part of the game.
    pub phase: Phase,
    /// What Prolog said.
    pub review: Review,
    /// What became of it.
    pub verdict: Verdict,
    /// How much of the chances to win the game was lost, from 0 to 2.
    pub lost: f64,
    /// What the judge says, once asked.
    pub judge: Option<JudgeSays>,
    /// How much of the chances to win the other side's move before it lost, once the judge was asked.
    pub cost: Option<f64>,
}

/// What a mate counts as in what a judge says.
pub const MATE_SCORE: i32 = 10_000;

/// What a judge says of a chance, in centipawns for the side that has it; a mate is [`MATE_SCORE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct JudgeSays {
    /// Of the best move.
    pub best: i32,
    /// Of the move that was played.
    pub played: i32,
}

impl Chance {
    /// Whose it is.
    pub fn color(&self) -> Color {
        self.position.turn()
    }

    /// The best move, as Prolog has it.
    pub fn best(&self) -> Option<Move> {
        moves::find(&self.position, *self.review.line.first()?)
    }

    /// The best play, as far as it is legal.
    pub fn line(&self) -> Vec<Move> {
        legal(&self.position, &self.review.line)
    }

    /// Whether the move that was played mates by force.
    fn mates(&self) -> bool {
        matches!(self.review.own, Gain::Mate(_))
    }

    /// The main motif in words.
    pub fn motif_words(&self) -> String {
        let motif = self.review.motif.as_deref().unwrap_or("no motif");
        motif.replace('_', " ")
    }

    /// Whether the best move was played.
    pub fn is_best(&self) -> bool {
        self.best() == Some(self.played)
    }

    /// Whether the other side's move before it gave it: there was one, and a better one. Where nobody was asked, it counts.
    pub fn is_given(&self) -> bool {
        self.ply > 0 && self.cost.is_none_or(|cost| Size::of(cost).is_some())
    }

    /// Takes over what a judge says; false if it denies the chance: that the best move wins even half of what is claimed, or
    /// that who missed it has lost anything. Mates are proved. What a miss has cost is then the judge's to say, and whether
    /// another move than the best one was as good.
    pub fn stands(&mut self, says: JudgeSays) -> bool {
        self.judge = Some(says);
        let balance = balance(&self.position, self.color());
        let wins = match self.review.gain {
            Gain::Mate(_) => true,
            Gain::Draw => says.best >= -NEARLY,
            gain => says.best >= (balance + gain.total(balance)) / 2,
        };
        let lost = winning_chances(says.best) - winning_chances(says.played);
        let found = judged(&self.review, balance, self.is_best()).0;
        match (found, Size::of(lost)) {
            (Verdict::Missed(_), _) => {
                self.lost = self.lost.min(lost).max(0.0);
                match (self.review.gain, Size::of(self.lost)) {
                    (_, Some(size)) => self.verdict = Verdict::Missed(size),
                    (Gain::Mate(moves), None) if says.played < least_mate(moves) => {
                        self.verdict = Verdict::Missed(Size::Inaccuracy);
                    }
                    // It wins as well, in some way that the search has not seen.
                    _ => return false,
                }
            }
            (_, Some(size)) if !self.is_best() && !self.mates() => {
                self.lost = lost;
                self.verdict = Verdict::Missed(size);
            }
            (found, _) => self.verdict = found,
        }
        wins
    }
}

/// What a move has to be worth, for a judge, to make up for a mate in so many moves.
fn least_mate(moves: u32) -> i32 {
    match moves {
        ..=SHORT_MATE => MATE_SCORE,
        _ => MATE,
    }
}

/// The moves of a line, as far as they are legal.
pub fn legal(position: &Position, line: &[MoveTerm]) -> Vec<Move> {
    let mut position = position.clone();
    let played = line.iter().map_while(|&m| {
        let m = moves::find(&position, m)?;
        position = position.after(m);
        Some(m)
    });
    played.collect()
}

impl Gain {
    /// Whether it is a mate that everybody wants to see.
    fn is_short_mate(self) -> bool {
        matches!(self, Gain::Mate(..=SHORT_MATE))
    }

    /// What the side that has such a balance comes to, in centipawns.
    pub fn total(self, balance: i32) -> i32 {
        match self {
            Gain::Mate(_) => MATE,
            Gain::Mated(_) => -MATE,
            Gain::Draw | Gain::LetsDraw => 0,
            Gain::Centipawns(gain) => (balance + gain).clamp(1 - MATE, MATE - 1),
        }
    }
}

/// The chances to win a game with so many centipawns, from -1 to 1: the curve of Lichess, fitted to its games.
pub fn winning_chances(centipawns: i32) -> f64 {
    let centipawns = f64::from(centipawns.clamp(-MATE, MATE));
    2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0
}

/// The least that a win has to be to count for a side that has such a balance, and had another at its move before: more than
/// what it only takes back.
pub fn least(balance: i32, before: Option<i32>, least: i32) -> i32 {
    before.map_or(least, |before| least.max(before + SAME - balance))
}

/// What became of a chance by one move, the best one or another, and how much was lost. Who has lost material instead is not
/// held to have missed that as well.
fn judged(review: &Review, balance: i32, is_best: bool) -> (Verdict, f64) {
    let [best, own] = [review.gain, review.own].map(|gain| gain.total(balance));
    let lost = (winning_chances(best) - winning_chances(own.max(balance))).max(0.0);
    let is_mate = |gain| matches!(gain, Gain::Mate(_));
    let verdict = match (is_mate(review.gain), is_mate(review.own)) {
        (_, true) => Verdict::Found,
        _ if is_best => Verdict::Found,
        // A lost mate is judged by what is left, as on Lichess.
        (true, false) => Verdict::Missed(match own.max(balance) {
            ..=700 => Size::Blunder,
            701..=998 => Size::Mistake,
            _ => Size::Inaccuracy,
        }),
        (false, false) => match Size::of(lost) {
            Some(size) => Verdict::Missed(size),
            None if own + NEARLY >= best => Verdict::Found,
            None => Verdict::Kept,
        },
    };
    (verdict, lost)
}

/// A move of a game, with the position before it and what is said of that.
pub type Reviewed = (usize, Position, Move, Option<Review>);

/// The chances of both sides in a game, in the order of the moves. A ply that was not reviewed has none.
pub fn of_game(plies: impl IntoIterator<Item = Reviewed>) -> Vec<Chance> {
    let mut chances: Vec<Chance> = Vec::new();
    let mut sides: [Side; 2] = Default::default();
    let mut phase = Phase::Opening;
    for (ply, position, played, review) in plies {
        phase = phase.max(Phase::of(&position));
        let color = position.turn();
        let side = &mut sides[usize::from(color.is_black())];
        let balance = balance(&position, color);
        let before = side.balance.replace(balance);
        let Some(review) = review else {
            side.open = None;
            continue;
        };
        let is_short_mate = review.gain.is_short_mate();
        let total = review.gain.total(balance);
        let best = review.line.first().and_then(|&m| moves::find(&position, m));
        let (verdict, lost) = judged(&review, balance, best == Some(played));
        let own = review.own.total(balance);
        let lets_go = verdict != Verdict::Found && (own + NEARLY < total || total == MATE);
        let chance = Chance {
            ply,
            position,
            played,
            phase,
            review,
            verdict,
            lost,
            judge: None,
            cost: None,
        };
        if let Some((at, promised)) = side.open {
            let known = &mut chances[at];
            // Who has missed a mate may have another chance, to win material.
            let is_less = promised == MATE && total < MATE && known.verdict != Verdict::Found;
            // After a long mate, a short one.
            let is_other = is_short_mate
                && !known.review.gain.is_short_mate()
                && known.verdict != Verdict::Found;
            let is_same = total <= promised + SAME && !is_less && !is_other;
            if is_same {
                if known.verdict == Verdict::Found && lets_go {
                    // Its motif is what it was, but mates get shorter.
                    let motif = known.review.motif.take().filter(|_| total < MATE);
                    let motif = motif.or(chance.review.motif.clone());
                    *known = chance;
                    known.review.motif = motif;
                }
                continue;
            }
        }
        side.open = None;
        if is_short_mate || before.is_none_or(|before| total > before + SAME) {
            side.open = Some((chances.len(), total));
            chances.push(chance);
        }
    }
    chances.sort_by_key(|chance| chance.ply);
    chances
}

/// What is remembered of a side.
#[derive(Default)]
struct Side {
    /// Its balance of material at its last move.
    balance: Option<i32>,
    /// The chance that it has, by number, and what it comes to.
    open: Option<(usize, i32)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;

    /// The moves of a game, with what is said of some.
    fn game(moves: &str, said: &[(usize, Gain, Gain)]) -> Vec<Reviewed> {
        let mut position = Position::start();
        let mut plies = Vec::new();
        for (ply, word) in moves.split_whitespace().enumerate() {
            let played = notation::read(&position, word).unwrap();
            let review = said.iter().find(|(at, ..)| *at == ply);
            let review = review.map(|&(_, gain, own)| Review {
                gain,
                line: Vec::new(),
                motif: Some(format!("motif {ply}")),
                own,
                own_line: Vec::new(),
                words: None,
            });
            let after = position.after(played);
            plies.push((ply, std::mem::replace(&mut position, after), played, review));
        }
        plies
    }

    fn told(moves: &str, said: &[(usize, Gain, Gain)]) -> Vec<(usize, Verdict)> {
        let chances = of_game(game(moves, said));
        chances
            .iter()
            .map(|chance| (chance.ply, chance.verdict))
            .collect()
    }

    #[test]
    fn a_combination_counts_once() {
        use Gain::{Centipawns, Mate};
        let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";
        let piece = Centipawns(300);
        // Taken at each move.
        let taken = [(0, piece, piece), (2, piece, piece), (4, piece, piece)];
        assert_eq!(told(moves, &taken), [(0, Verdict::Found)]);
        // Begun, and then let go.
        let begun = [(0, piece, piece), (2, piece, Centipawns(0))];
        assert_eq!(told(moves, &begun), [(2, Verdict::Missed(Size::Blunder))]);
        // Let go, and still there.
        let left = [(0, piece, Centipawns(0)), (2, piece, piece)];
        assert_eq!(told(moves, &left), [(0, Verdict::Missed(Size::Blunder))]);
        // What is left of it is no chance of its own.
        let rest = [
            (0, piece, Centipawns(0)),
            (2, Centipawns(100), Centipawns(100)),
        ];
        assert_eq!(told(moves, &rest).len(), 1);
        let mate = [(0, Mate(2), Centipawns(0)), (2, piece, piece)];
        assert_eq!(told(moves, &mate).len(), 2);
        // A long mate and a short one are two, unless the one became the other.
        let missed = [(0, Mate(6), piece), (2, Mate(2), piece)];
        assert_eq!(told(moves, &missed).len(), 2);
        let begun = [(0, Mate(6), Mate(6)), (2, Mate(2), Mate(2))];
        assert_eq!(told(moves, &begun), [(0, Verdict::Found)]);
        // Something else, and more.
        let more = [(0, piece, Centipawns(0)), (2, Mate(2), Mate(2))];
        assert_eq!(told(moves, &more).len(), 2);
        // Another one, later; and one of the other side.
        let later = [(0, piece, piece), (4, piece, piece), (5, piece, piece)];
        assert_eq!(told(moves, &later).len(), 3);
    }

    #[test]
    fn taking_back_is_no_chance() {
        let moves = "e4 d5 exd5 Qxd5 Nc3";
        let pawn = Gain::Centipawns(100);
        assert_eq!(told(moves, &[(3, pawn, pawn)]), []);
        let two = Gain::Centipawns(200);
        assert_eq!(told(moves, &[(3, two, two)]), [(3, Verdict::Found)]);
    }

    #[test]
    fn a_win_that_is_kept_is_no_miss() {
        let review = |gain, own| Review {
            gain,
            line: Vec::new(),
            motif: None,
            own,
            own_line: Vec::new(),
            words: None,
        };
        let pawns = |number: i32| Gain::Centipawns(100 * number);
        let verdict = |gain, own, balance| judged(&review(gain, own), balance, false).0;
        assert_eq!(verdict(pawns(5), pawns(4), 300), Verdict::Found);
        // A pawn is much where it is a third of all.
        let inaccuracy = Verdict::Missed(Size::Inaccuracy);
        assert_eq!(verdict(pawns(3), pawns(2), 0), inaccuracy);
        assert_eq!(
            verdict(pawns(2), pawns(0), 0),
            Verdict::Missed(Size::Blunder)
        );
        assert_eq!(verdict(pawns(3), pawns(0), 800), Verdict::Kept);
        let mate = Gain::Mate(2);
        assert_eq!(verdict(mate, Gain::Mate(5), 0), Verdict::Found);
        assert_eq!(
            verdict(mate, pawns(0), 1200),
            Verdict::Missed(Size::Inaccuracy)
        );
        assert_eq!(verdict(mate, pawns(0), 0), Verdict::Missed(Size::Blunder));
    }
}
