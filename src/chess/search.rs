//! Proof that a move wins something: forced mate, or material after the best defence.
//!
//! ```
//! use chesslog::chess::{Position, search::Effort};
//!
//! let position = Position::parse("r1b1k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1")?;
//! let best = &position.wins(Effort::USUAL)[0];
//! assert_eq!(best.lines[0][0].to_string(), "Nd5xc7");
//! assert!(best.gain >= 300);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! First a mate is looked for (`mate.rs`). Otherwise the search that plays (`player.rs`), which counts all that makes a position
//! better (`evaluation.rs`), says what it would play and what that is worth; where material falls in its line, something is
//! won (`wins.rs`).

mod captures;
mod checks;
mod mate;
mod material;
pub mod player;
mod score;
mod table;
pub mod verdict;
mod wins;

use std::fmt;

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::exchange;
use mate::Prover;

pub use material::WORTH;

/// How much is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Positions in the search for mate.
    pub mate_nodes: u64,
    /// Positions in the look at what would be played.
    pub look: u64,
    /// Positions after which it ends if there is no hope of winning anything.
    pub hopeless: u64,
    /// Positions after which a move is settled that wins something.
    pub settled: u64,
    /// Positions in a search that judges a move.
    pub judged: u64,
    /// Positions in a search for lines after other replies.
    pub replies: u64,
}

/// How much effort a question is worth: so many positions in the look at what would be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort(u32);

impl Effort {
    /// Some milliseconds: 91 % of 20,000 puzzles of Lichess are found with it, 89 % with half as many. Of 1,001 claims in 60,000
    /// puzzles for other moves than the solution, by which nothing was chosen, Stockfish 15.1, at depth 15, refutes 37 (by two pawns).
    pub const USUAL: Effort = Effort(200_000);
    /// Some tenths of a second, for one position that somebody looks at: 94 % of 5,000 puzzles are found, and 5 of 66 such claims
    /// refuted, mostly in endings.
    pub const THOROUGH: Effort = Effort(800_000);

    /// So many positions.
    pub fn positions(positions: u32) -> Effort {
        Effort(positions)
    }

    /// How many positions it is.
    pub fn count(self) -> u32 {
        self.0
    }

    /// The limits of a search that is worth this effort.
    pub fn limits(self) -> Limits {
        let nodes = u64::from(self.0);
        Limits {
            mate_nodes: nodes / 6,
            look: nodes,
            hopeless: nodes / 20,
            settled: nodes / 30,
            judged: nodes / 30,
            replies: nodes / 100,
        }
    }
}

/// A move that wins, and the line that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// The move, the best replies, our answers; then lines after other replies worth a look.
    pub lines: Vec<Vec<Move>>,
    /// What the first line wins, in centipawns of material.
    pub gain: i32,
    /// How much better than the material before it the position after the move is, as [`evaluation`] sees it, in
    /// centipawns: less than `gain` where the other side has something for what it loses.
    ///
    /// [`evaluation`]: super::evaluation
    pub worth: i32,
    /// How the game ends by the first line, if it does.
    pub end: Option<End>,
}

impl Win {
    /// Who has no more than this for what it loses, in centipawns, has nothing for it.
    const NEARLY: i32 = 50;

    /// What may be said to be won, in centipawns: what the line wins, or where the other side has more than half a pawn for
    /// it as many whole pawns as the move is worth, but one pawn at least.
    pub fn claim(&self) -> i32 {
        match self.worth < self.gain - Win::NEARLY {
            true => (self.worth / 100).max(1) * 100,
            false => self.gain,
        }
    }
}

/// The end of a game that a line forces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Checkmate, in so many moves.
    Mate(u8),
    /// Stalemate, perpetual check, or too little material to mate, for a side that was behind or would be.
    Draw,
}

/// The balance of material for `side`, in centipawns.
pub fn balance(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    Role::ALL[..5]
        .iter()
        .map(|&role| {
            let pieces = board.by_role(role);
            let own = (pieces & board.by_color(side)).count() as i32;
            (2 * own - pieces.count() as i32) * exchange::value(role)
        })
        .sum()
}

/// Finds the moves that win, the best first.
///
/// If some force mate, only those that do it in the fewest moves.
pub fn wins(position: &Chess, limits: Limits) -> Vec<Win> {
    wins_ordered(position, limits, None).0
}

/// Says of each square how probable it is that the piece there makes the right move, in a position of the side that is asked
/// about with so many plies left to search, [`i32::MAX`] in the position itself; `None` where that is not worth asking.
#[derive(Clone, Copy)]
pub struct Likely<'a>(pub &'a (dyn Fn(&Chess, i32) -> Option<[f32; 64]> + Sync));

impl fmt::Debug for Likely<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Likely")
    }
}

/// The same as [`wins`] with moves of likely pieces tried earlier, and how many positions were looked at.
///
/// `cargo bench -- ordering` asks the piece head of [`network`](crate::network) so. It costs more time than it saves
/// wherever it is asked, which is why nothing else does.
pub fn wins_ordered(
    position: &Chess,
    limits: Limits,
    likely: Option<Likely<'_>>,
) -> (Vec<Win>, u64) {
    let mut prover = Prover::new(likely);
    let mates = mates(position, limits.mate_nodes, &mut prover);
    if !mates.is_empty() {
        return (mates, prover.nodes);
    }
    let (wins, nodes) = wins::wins(position, limits, likely);
    (wins, prover.nodes + nodes)
}

/// What is said of the piece that makes a move.
fn likelihood(likely: &[f32; 64], m: Move) -> f32 {
    m.from().map_or(0.0, |from| likely[usize::from(from)])
}

/// The order in which mates are looked for: number of moves, whether quiet moves are tried, share
/// of the limit in sixteenths.
const STAGES: [(u8, bool, u64); 8] = [
    (1, false, 16),
    (2, true, 16),
    (3, false, 8),
    (3, true, 8),
    (4, false, 4),
    (5, false, 4),
    (6, false, 4),
    (7, false, 4),
];

fn mates(position: &Chess, limit: u64, prover: &mut Prover<'_>) -> Vec<Win> {
    for (n, quiet, share) in STAGES {
        prover.allow(limit * share / 16);
        let keys = prover.keys(position, n, quiet);
        prover.allow(limit);
        let wins: Vec<Win> = keys
            .into_iter()
            .filter_map(|key| {
                Some(Win {
                    lines: prover.lines(position, key, n, quiet).ok()?,
                    gain: 0,
                    worth: 0,
                    end: Some(End::Mate(n)),
                })
            })
            .collect();
        if !wins.is_empty() {
            return wins;
        }
    }
    Vec::new()
}

/// Whether nobody can win any more: stalemate, or too little material.
fn is_drawn(position: &Chess) -> bool {
    position.is_stalemate() || position.is_insufficient_material()
}

/// Whether a legal move gives check.
fn gives_check(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_check()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{MoveList, uci::UciMove};

    use super::*;
    use crate::chess::{
        Position,
        moves::{self, MoveTerm},
    };

    fn position(fen: &str) -> Position {
        Position::parse(fen).unwrap()
    }

    fn after(position: &Chess, m: Move) -> Chess {
        let mut after = position.clone();
        after.play_unchecked(m);
        after
    }

    /// Whether the side to move mates in `n` moves, from the rules alone.
    fn mates_in(position: &Chess, n: u8) -> bool {
        let moves = position.legal_moves();
        n > 0 && moves.iter().any(|&m| is_key(position, m, n))
    }

    /// Whether a move mates in `n` moves, itself counted, from the rules alone.
    fn is_key(position: &Chess, m: Move, n: u8) -> bool {
        let next = after(position, m);
        let replies: MoveList = next.legal_moves();
        match replies.is_empty() {
            true => next.is_check(),
            false => n > 1 && replies.iter().all(|&r| mates_in(&after(&next, r), n - 1)),
        }
    }

    /// Complains unless the lines are legal, and win what is said.
    fn check_win(position: &Chess, win: &Win) {
        for (i, line) in win.lines.iter().enumerate() {
            assert_eq!(line[0], win.lines[0][0]);
            let (mut end, mut past) = (position.clone(), Vec::new());
            for &m in line {
                assert!(end.is_legal(m), "{m} of {win:?} in {position:?}");
                past.push(player::hash(&end));
                end.play_unchecked(m);
            }
            let us = position.turn();
            match win.end {
                Some(End::Mate(n)) => assert!(
                    end.is_checkmate() && line.len() < 2 * usize::from(n),
                    "{win:?} in {position:?}"
                ),
                Some(End::Draw) if i == 0 => {
                    let comes_again = past.contains(&player::hash(&end));
                    assert!(comes_again || is_drawn(&end), "{win:?} in {position:?}");
                }
                None if i == 0 => assert_eq!(win.gain, balance(&end, us) - balance(position, us)),
                _ => {}
            }
        }
    }

    fn first(fen: &str) -> Win {
        position(fen).wins(Effort::USUAL)[0].clone()
    }

    #[test]
    fn mates_with_quiet_moves_and_longest_defences() {
        // Philidor's legacy; then a rook that cuts the king off before it mates.
        let legacy = first("r4r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1");
        assert_eq!((legacy.end, legacy.lines.len()), (Some(End::Mate(2)), 1));
        let quiet = first("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
        assert_eq!(quiet.end, Some(End::Mate(2)));
        assert_eq!(quiet.lines[0].len(), 3);
        // Lasker - Thomas, 11.Qxh7+: every move is a check.
        let march = first("rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 6 11");
        assert_eq!(march.end, Some(End::Mate(7)));
        assert_eq!(march.lines[0][0].to_string(), "Qh5xh7");
    }

    /// The pawn runs: until it is a queen, nothing is won.
    #[test]
    fn what_is_far_away_is_played_out() {
        let runs = position("8/8/8/1P3p1p/Pk2p2P/4K1P1/5P2/5b2 w - - 1 39");
        let wins = runs.wins(Effort::THOROUGH);
        assert_eq!(wins.len(), 1, "{wins:?}");
        assert_eq!(wins[0].lines[0][0].to_string(), "b5-b6");
        assert!(wins[0].lines[0].len() > 4 && wins[0].worth >= wins[0].gain - 150);
        check_win(&runs, &wins[0]);
    }

    /// How many moves of a line are told that is worth so much.
    fn told(fen: &str, line: &str, worth: i32) -> usize {
        let position = position(fen);
        let mut board = (*position).clone();
        let play = |uci: &str| {
            let m = uci.parse::<UciMove>().unwrap().to_move(&board).unwrap();
            board.play_unchecked(m);
            m
        };
        let mut line: Vec<Move> = line.split(' ').map(play).collect();
        material::trim(&position, &mut line, worth);
        line.len()
    }

    #[test]
    fn lines_end_with_what_they_win() {
        // The queen is taken, and no check gets it back; that a pawn goes for a pawn in the end is anybody's choice.
        let fen = "8/3kb3/p1b1p3/2P5/3P4/4K2P/R2q4/1r6 w - - 0 41";
        let line = "e3d2 e7g5 d2c3 b1c1 c3b2 c1h1 a2a6 h1h2 b2b1 h2h3";
        assert_eq!(told(fen, line, 1000), 1);
        // The knight takes a queen, which is what it is worth, and goes for a pawn at the end of the search.
        let fen = "r5k1/1p3R2/p3Q2p/3p2n1/8/2P5/P2q2P1/5R1K b - - 0 31";
        let line = "g5e6 f7f2 d2g5 f2f5 g5h4 h1g1 e6g5 f5d5 g5h3 g2h3";
        assert_eq!(told(fen, line, 1065), 1);
    }

    /// The queen gives check on e8 and h5 for ever.
    #[test]
    fn perpetual_checks_save_a_draw() {
        let position = position("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1");
        let wins = position.wins(Effort::USUAL);
        assert_eq!((wins.len(), wins[0].end), (1, Some(End::Draw)));
        assert_eq!(wins[0].lines[0].len(), 4);
        check_win(&position, &wins[0]);
    }

    /// The king goes to and fro, and the pawns are even.
    #[test]
    fn quiet_moves_that_come_again_save_nothing() {
        let position = position("7r/4k2P/4p1PR/5p2/5P2/8/6K1/8 b - - 0 75");
        assert_eq!(position.wins(Effort::USUAL).len(), 0);
    }

    /// The game is a draw by the rule of fifty moves, and the rook might as well be given away.
    #[test]
    fn who_has_a_draw_wins_nothing() {
        let drawn = position("R7/8/8/8/8/3k4/8/4K3 b - - 120 120");
        assert_eq!(drawn.wins(Effort::USUAL).len(), 0);
    }

    /// In the position of three knights nothing is to be won, which is soon seen.
    #[test]
    fn where_there_is_no_hope_the_search_is_short() {
        let quiet = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 3 3");
        let limits = Effort::USUAL.limits();
        let (wins, nodes) = wins_ordered(&quiet, limits, None);
        assert!(
            wins.is_empty() && nodes < limits.look / 4,
            "{wins:?} {nodes}"
        );
    }

    #[test]
    fn a_lost_piece_is_no_win_and_a_defended_one_is_none() {
        let wins = |fen| position(fen).wins(Effort::USUAL).len();
        assert_eq!(wins("4k3/5ppp/4p3/3n4/8/8/5PPP/3RK3 w - - 0 1"), 0);
        assert_eq!(wins("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1"), 1);
        assert_eq!(wins("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(wins("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);
    }

    #[test]
    fn a_draw_saves_who_is_behind_and_wins_nothing() {
        // White is a queen down and gives the last rook for stalemate.
        let saved = first("k7/8/8/8/8/1q6/7R/K7 w - - 0 1");
        assert_eq!(saved.end, Some(End::Draw), "{saved:?}");
        // Saavedra: the queen on c8 is lost for stalemate, the rook wins.
        let saavedra = position("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1");
        let wins = saavedra.wins(Effort::THOROUGH);
        let promotions: Vec<_> = wins.iter().map(|win| win.lines[0][0].promotion()).collect();
        assert_eq!(promotions[0], Some(Role::Rook), "{wins:?}");
        assert!(!promotions.contains(&Some(Role::Queen)), "{wins:?}");
    }

    #[test]
    fn a_move_that_allows_mate_is_told() {
        let start = position("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
        let g4 = MoveTerm {
            from: shakmaty::Square::G2,
            to: shakmaty::Square::G4,
            promotion: None,
        };
        let verdict = verdict::of(&start, moves::find(&start, g4).unwrap(), Effort::USUAL);
        let line: Vec<String> = verdict.line.iter().map(ToString::to_string).collect();
        assert_eq!(verdict.outcome, Some(verdict::Outcome::Mated(1)));
        assert_eq!(line, ["g2-g4", "Qd8-h4"]);
    }

    #[test]
    fn the_smallest_limits_are_kept() {
        let kiwipete =
            position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        for nodes in 0..40 {
            let limits = Limits {
                mate_nodes: nodes,
                look: nodes,
                hopeless: nodes / 10,
                settled: nodes / 2,
                judged: nodes / 16,
                replies: nodes,
            };
            for win in wins(&kiwipete, limits) {
                check_win(&kiwipete, &win);
            }
        }
        let knight_hangs = position("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1");
        for positions in 1..60 {
            for win in wins(&knight_hangs, Effort::positions(positions).limits()) {
                check_win(&knight_hangs, &win);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn what_is_proved_holds(choices in prop::collection::vec(any::<usize>(), 10..80)) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice % moves.len()]);
            }
            let limits = Effort::positions(8_000).limits();
            let wins = wins(&position, limits);
            for win in &wins {
                check_win(&position, win);
                match win.end {
                    Some(End::Mate(n @ ..=2)) => prop_assert!(is_key(&position, win.lines[0][0], n)),
                    _ => prop_assert!(!mates_in(&position, 1), "{:?}", position),
                }
            }
            if wins.is_empty() {
                prop_assert!(!mates_in(&position, 1), "{:?}", position);
            }
        }
    }
}
