//! What a position is worth without search: a sum of terms that can be read, tapered between middlegame and ending.
//!
//! ```
//! use chesslog::chess::{Position, evaluation::{self, Term}};
//!
//! // A pawn that the king cannot catch is worth more than a pawn.
//! let position = Position::parse("7k/8/8/P7/8/8/8/K7 w - - 0 1")?;
//! let terms = evaluation::terms(&position);
//! assert!(terms[Term::PassedPawns as usize] > 100);
//! assert_eq!(terms.iter().sum::<i32>(), evaluation::of(&position));
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! Each thing that is counted has two weights, of which the position takes more of the first the more pieces there are
//! (Chess Programming Wiki, "Tapered Eval"). The search for material counts material; this says whether what
//! was won is worth it (`search/material.rs`).

mod weights;

use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Rank, Role, Square, attacks};

use super::pawns::{adjacent_files, ahead, way};
use weights::*;

/// What a part of the value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// The pieces, whatever else.
    Material,
    /// Where they stand.
    Squares,
    /// How many squares they can go to.
    Mobility,
    /// Passed pawns, what is before them, and how near the kings are.
    PassedPawns,
    /// Isolated, doubled and connected pawns.
    Pawns,
    /// The two bishops, rooks on open files, outposts.
    Pieces,
    /// The pawns before the kings, and the attacks on the squares about them.
    Kings,
    /// What the side to move has to save.
    Threats,
    /// Being to move.
    Turn,
}

impl Term {
    /// All terms, in the order of [`terms`].
    pub const ALL: [Term; 9] = [
        Term::Material,
        Term::Squares,
        Term::Mobility,
        Term::PassedPawns,
        Term::Pawns,
        Term::Pieces,
        Term::Kings,
        Term::Threats,
        Term::Turn,
    ];

    /// The term with this name, with a space or `_` in it.
    pub fn named(name: &str) -> Option<Term> {
        let mut all = Term::ALL.into_iter();
        all.find(|term| term.words() == name.replace('_', " "))
    }

    /// Its name in a sentence; with `_` for the space, what `evaluation/3` calls it.
    pub fn words(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Squares => "squares",
            Term::Mobility => "mobility",
            Term::PassedPawns => "passed pawns",
            Term::Pawns => "pawns",
            Term::Pieces => "pieces",
            Term::Kings => "kings",
            Term::Threats => "threats",
            Term::Turn => "turn",
        }
    }
}

/// The phase of a position with all its pieces.
const PHASES: i32 = 24;
/// What a knight, bishop, rook or queen adds to a siege that attacks a square about the king; each further square adds one.
const ATTACKERS: [usize; 4] = [2, 2, 3, 5];

/// The value for White, in centipawns, by terms.
pub fn terms(position: &Chess) -> [i32; 9] {
    let mut sums = [(0, 0); 9];
    count(position, |term, (middle, end), number| {
        let sum = &mut sums[term as usize];
        sum.0 += number * i32::from(middle);
        sum.1 += number * i32::from(end);
    });
    // What the rounding of the parts leaves is the last one's.
    let whole = tapered(
        position.board(),
        sums.iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
    );
    let mut values = sums.map(|sum| tapered(position.board(), sum));
    values[8] += whole - values.iter().sum::<i32>();
    values
}

/// The value for White, in centipawns.
pub fn of(position: &Chess) -> i32 {
    let mut sum = (0, 0);
    count(position, |_, (middle, end), number| {
        sum.0 += number * i32::from(middle);
        sum.1 += number * i32::from(end);
    });
    tapered(position.board(), sum)
}

/// What no position is worth more than, whatever the shares, in centipawns: scores above it are mates.
pub const MOST_WORTH: i32 = 25_000;

/// How much each term counts, in percent of what it usually does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares([i32; 9]);

impl Default for Shares {
    /// All as usual.
    fn default() -> Shares {
        Shares([100; 9])
    }
}

impl Shares {
    /// The most that a term can count.
    pub const MOST: i32 = 1000;

    /// A term counts more, or less, or not at all.
    pub fn set(&mut self, term: Term, percent: i32) {
        self.0[term as usize] = percent;
    }

    /// Shares as `kings 150, passed pawns 0`: the others are as usual.
    ///
    /// # Errors
    ///
    /// What is wrong, and what was expected.
    pub fn read(text: &str) -> Result<Shares, String> {
        let mut shares = Shares::default();
        let parts = text.split([',', ';']).map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            let (name, percent) = part.rsplit_once(' ').unwrap_or((part, ""));
            let term = Term::named(name.trim()).ok_or_else(|| {
                let names = Term::ALL.map(Term::words).join(", ");
                format!("`{part}` names no term; expected one of {names}, and its percent")
            })?;
            let percent = percent.parse().ok();
            let percent = percent.filter(|percent| (0..=Shares::MOST).contains(percent));
            let percent = percent.ok_or_else(|| {
                format!(
                    "`{part}`: expected a percentage from 0 to {}, as in kings 150",
                    Shares::MOST
                )
            })?;
            shares.set(term, percent);
        }
        Ok(shares)
    }

    /// How much a term counts, in percent.
    pub fn of(&self, term: Term) -> i32 {
        self.0[term as usize]
    }

    /// Whether all count as usual.
    pub fn are_usual(&self) -> bool {
        *self == Shares::default()
    }

    /// The value for the side to move, in centipawns, of which each term has its share.
    pub fn to_move(&self, position: &Chess) -> i32 {
        if self.are_usual() {
            return to_move(position);
        }
        let mut sum = (0, 0);
        count(position, |term, (middle, end), number| {
            let number = number * self.0[term as usize];
            sum.0 += number * i32::from(middle);
            sum.1 += number * i32::from(end);
        });
        let value = tapered(position.board(), (sum.0 / 100, sum.1 / 100));
        position.turn().fold_wb(1, -1) * value.clamp(-MOST_WORTH, MOST_WORTH)
    }
}

/// The value for the side to move, in centipawns.
pub fn to_move(position: &Chess) -> i32 {
    position.turn().fold_wb(1, -1) * of(position).clamp(-MOST_WORTH, MOST_WORTH)
}

fn tapered(board: &Board, (middle, end): (i32, i32)) -> i32 {
    let number = |pieces: Bitboard| pieces.count() as i32;
    let phase = number(board.knights() | board.bishops())
        + 2 * number(board.rooks())
        + 4 * number(board.queens());
    let phase = phase.min(PHASES);
    (middle * phase + end * (PHASES - phase)) / PHASES
}

/// What a side has, worked out once for both.
struct Half {
    side: Color,
    /// 1 for White, whose values are positive.
    sign: i32,
    own: Bitboard,
    pawns: Bitboard,
    king: Square,
    /// What its pawns attack, its knights and bishops, its rooks, and all of its pieces.
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    by_all: Bitboard,
}

impl Half {
    fn of(board: &Board, side: Color) -> Half {
        let own = board.by_color(side);
        // A legal position has both kings.
        let king = board.king_of(side).unwrap_or(Square::A1);
        let pawns = board.pawns() & own;
        let by_pawns = pawn_attacks(pawns, side);
        Half {
            side,
            sign: side.fold_wb(1, -1),
            own,
            pawns,
            king,
            by_pawns,
            by_minors: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_all: by_pawns | attacks::king_attacks(king),
        }
    }

    /// The rank of a square as this side counts, from 0.
    fn rank(&self, square: Square) -> usize {
        self.side.fold_wb(square, square.flip_vertical()).rank() as usize
    }
}

/// Names all that counts: the term, its weight, and how often it is there, less where Black has it.
fn count(position: &Chess, mut add: impl FnMut(Term, Weight, i32)) {
    let board = position.board();
    let mut halves = [Color::White, Color::Black].map(|side| Half::of(board, side));
    let enemies = [
        (halves[1].by_pawns, halves[1].king),
        (halves[0].by_pawns, halves[0].king),
    ];
    for (half, (by_pawns, king)) in halves.iter_mut().zip(enemies) {
        squares(board, half, &mut add);
        mobility(board, half, by_pawns, king, &mut add);
    }
    let [white, black] = &halves;
    for (half, other) in [(white, black), (black, white)] {
        pawns(position, half, other, &mut add);
        pieces(board, half, other, &mut add);
        shelter(half, &mut add);
        if half.side == position.turn() {
            threats(board, half, other, &mut add);
            add(Term::Turn, TURN, half.sign);
        }
    }
}

fn squares(board: &Board, half: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    for role in Role::ALL {
        let kind = role as usize - 1;
        for square in board.by_role(role) & half.own {
            let file = square.file() as usize;
            let place = 4 * half.rank(square) + file.min(7 - file);
            add(Term::Squares, SQUARES[kind][place], half.sign);
            if role != Role::King {
                add(Term::Material, MATERIAL[kind], half.sign);
            }
        }
    }
}

/// Where pieces can go, and which of it is near the enemy king.
fn mobility(
    board: &Board,
    half: &mut Half,
    enemy_pawns: Bitboard,
    enemy_king: Square,
    add: &mut impl FnMut(Term, Weight, i32),
) {
    let about = attacks::king_attacks(enemy_king).with(enemy_king);
    let zone = about
        | half
            .side
            .fold_wb(Bitboard(about.0 >> 8), Bitboard(about.0 << 8));
    let free = !half.own & !enemy_pawns;
    let mut siege = 0;
    for (kind, role) in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .enumerate()
    {
        for square in board.by_role(role) & half.own {
            let reached = board.attacks_from(square);
            half.by_all |= reached;
            match role {
                Role::Knight | Role::Bishop => half.by_minors |= reached,
                Role::Rook => half.by_rooks |= reached,
                _ => {}
            }
            add(
                Term::Mobility,
                MOBILITY[kind],
                half.sign * (reached & free).count() as i32,
            );
            let near = (reached & zone).count();
            if near > 0 {
                siege += ATTACKERS[kind] + near - 1;
            }
        }
    }
    add(Term::Kings, SIEGE[siege.min(SIEGE.len() - 1)], half.sign);
}

fn pawns(position: &Chess, half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    for square in half.pawns {
        let (ahead, beside) = (ahead(square, half.side), adjacent_files(square));
        let file = Bitboard::from(square.file());
        if (beside & half.pawns).is_empty() {
            add(Term::Pawns, ISOLATED, half.sign);
        }
        let doubled = !(file & ahead & half.pawns).is_empty();
        if doubled {
            add(Term::Pawns, DOUBLED, half.sign);
        }
        let guarded = half.by_pawns.contains(square);
        if guarded || !(beside & Bitboard::from(square.rank()) & half.pawns).is_empty() {
            add(Term::Pawns, CONNECTED, half.sign);
        }
        if !doubled && (way(square, half.side) & other.pawns).is_empty() {
            passed(position, half, other, square, add);
            if guarded {
                add(Term::PassedPawns, GUARDED, half.sign);
            }
        }
    }
}

fn passed(
    position: &Chess,
    half: &Half,
    other: &Half,
    square: Square,
    add: &mut impl FnMut(Term, Weight, i32),
) {
    let rank = half.rank(square);
    add(Term::PassedPawns, PASSED[rank], half.sign);
    let next = square.offset(half.side.fold_wb(8, -8)).unwrap_or(square);
    if other.own.contains(next) {
        add(Term::PassedPawns, BLOCKED[rank], half.sign);
    }
    if rank < 3 {
        return;
    }
    let weight = half.sign * (rank as i32 - 2);
    add(
        Term::PassedPawns,
        ENEMY_KING,
        weight * next.distance(other.king) as i32,
    );
    add(
        Term::PassedPawns,
        OWN_KING,
        weight * next.distance(half.king) as i32,
    );
    let queening = Square::from_coords(square.file(), half.side.fold_wb(Rank::Eighth, Rank::First));
    let path = Bitboard::from(square.file()) & ahead(square, half.side);
    let lead = u32::from(position.turn() != half.side);
    if other.own == other.pawns.with(other.king)
        && (path & position.board().occupied()).is_empty()
        && other.king.distance(queening) > 7 - rank as u32 + lead
    {
        add(Term::PassedPawns, RUNNER, half.sign);
    }
}

fn pieces(board: &Board, half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    if (board.bishops() & half.own).count() >= 2 {
        add(Term::Pieces, PAIR, half.sign);
    }
    for square in board.rooks() & half.own {
        let file = Bitboard::from(square.file());
        if (file & board.pawns()).is_empty() {
            add(Term::Pieces, OPEN_FILE, half.sign);
        } else if (file & half.pawns).is_empty() {
            add(Term::Pieces, HALF_OPEN, half.sign);
        }
    }
    for square in (board.knights() | board.bishops()) & half.own & half.by_pawns {
        let drivers = ahead(square, half.side) & adjacent_files(square) & other.pawns;
        if (3..=5).contains(&half.rank(square)) && drivers.is_empty() {
            add(Term::Pieces, OUTPOST, half.sign);
        }
    }
}

/// The pawns before the king.
fn shelter(half: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    let file = half.king.file();
    let files = Bitboard::from(file) | adjacent_files(half.king);
    let mut row = Bitboard::from(half.king.rank());
    for weight in SHIELD {
        row = half
            .side
            .fold_wb(Bitboard(row.0 << 8), Bitboard(row.0 >> 8));
        add(
            Term::Kings,
            weight,
            half.sign * (files & row & half.pawns).count() as i32,
        );
    }
    for file in File::ALL {
        let lane = Bitboard::from(file);
        if !(lane & files).is_empty() && (lane & half.pawns).is_empty() {
            add(Term::Kings, BARE_FILE, half.sign);
        }
    }
}

fn threats(board: &Board, half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    let mut tell =
        |weight, pieces: Bitboard| add(Term::Threats, weight, half.sign * pieces.count() as i32);
    let by_pawn = half.own & !board.pawns() & !board.kings() & other.by_pawns;
    tell(BY_PAWN, by_pawn);
    let majors =
        (board.rooks() | board.queens()) & other.by_minors | board.queens() & other.by_rooks;
    tell(BY_LESSER, majors & half.own & !by_pawn);
    tell(
        HANGING,
        half.own & !board.kings() & other.by_all & !half.by_all & !by_pawn,
    );
}

/// What the pawns of a side attack.
pub fn pawn_attacks(pawns: Bitboard, side: Color) -> Bitboard {
    let left = pawns & !Bitboard::from(File::A);
    let right = pawns & !Bitboard::from(File::H);
    side.fold_wb(
        Bitboard(left.0 << 7 | right.0 << 9),
        Bitboard(left.0 >> 9 | right.0 >> 7),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn it_is_the_same_for_both_sides() {
        for fen in [
            "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
            "8/6p1/2P1k2p/1p2P3/p2K4/8/7P/8 w - - 0 39",
            "r1b1kb2/pp1p1pr1/1qn1p1B1/3pP1Np/3P4/2P2Q2/P2B1PPP/R4RK1 b q - 0 15",
        ] {
            let position = Position::parse(fen).unwrap();
            let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
            setup.mirror();
            let mirrored: Chess = setup.position(shakmaty::CastlingMode::Standard).unwrap();
            assert_eq!(of(&position), -of(&mirrored), "{fen}");
            assert_eq!(to_move(&position), to_move(&mirrored), "{fen}");
            assert_eq!(terms(&position).iter().sum::<i32>(), of(&position), "{fen}");
        }
    }

    #[test]
    fn terms_tell_what_they_are_for() {
        let term = |fen: &str, term: Term| terms(&Position::parse(fen).unwrap())[term as usize];
        // Nothing but kings: being to move is a trifle, and there is no material.
        assert_eq!(term("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Term::Material), 0);
        assert!(term("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", Term::Material) > 900);
        // The king is in the square of the pawn, or is not.
        let caught = term("8/8/4k3/P7/8/8/8/K7 w - - 0 1", Term::PassedPawns);
        let runs = term("8/8/7k/P7/8/8/8/K7 w - - 0 1", Term::PassedPawns);
        assert!(runs > caught + 50, "{runs} {caught}");
        // The rook of the side to move hangs.
        assert!(term("4k3/8/8/3b4/8/8/6R1/4K3 w - - 0 1", Term::Threats) < 0);
        assert_eq!(term("4k3/8/8/3b4/8/8/6R1/4K3 b - - 0 1", Term::Threats), 0);
    }
}
