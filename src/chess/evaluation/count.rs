//! What is counted in a position, for each side.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Rank, Role, Square, attacks};

use super::{Term, weight::Weight, weights::*};
use crate::chess::pawns::{adjacent_files, ahead, way};

/// The pieces whose attacks differ, in the order of their numbers.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const KNIGHT: usize = 0;
const BISHOP: usize = 1;
const ROOK: usize = 2;

/// What a knight, bishop, rook or queen adds to a siege that attacks a square about the king; each further square adds one.
const ATTACKERS: [usize; 4] = [2, 2, 3, 5];

/// What a side has, worked out once for both.
struct Half {
    side: Color,
    /// 1 for White, whose values are positive.
    sign: i32,
    own: Bitboard,
    pawns: Bitboard,
    king: Square,
    /// What its pawns attack, each kind of its pieces, all but its king, all, and two at once.
    by_pawns: Bitboard,
    by: [Bitboard; 4],
    by_others: Bitboard,
    by_all: Bitboard,
    by_two: Bitboard,
    /// How much it attacks the squares about the enemy king.
    siege: usize,
}

impl Half {
    fn of(board: &Board, side: Color) -> Half {
        let own = board.by_color(side);
        // A legal position has both kings.
        let king = board.king_of(side).unwrap_or(Square::A1);
        let pawns = board.pawns() & own;
        let [left, right] = pawn_attacks_by_side(pawns, side);
        let by_pawns = left | right;
        Half {
            side,
            sign: side.fold_wb(1, -1),
            own,
            pawns,
            king,
            by_pawns,
            by: [Bitboard::EMPTY; 4],
            by_others: by_pawns,
            by_all: by_pawns,
            by_two: left & right,
            siege: 0,
        }
    }

    /// The rank of a square as this side counts, from 0.
    fn rank(&self, square: Square) -> usize {
        self.side.fold_wb(square, square.flip_vertical()).rank() as usize
    }

    /// A step forward.
    fn forward(&self, squares: Bitboard) -> Bitboard {
        self.side
            .fold_wb(Bitboard(squares.0 << 8), Bitboard(squares.0 >> 8))
    }

    fn attacks(&mut self, squares: Bitboard) {
        self.by_two |= self.by_all & squares;
        self.by_all |= squares;
    }

    /// Squares on which its pieces are not lost at once: the other side's king may attack them if they are guarded.
    fn safe(&self, other: &Half) -> Bitboard {
        !self.own & !other.by_others & (!other.by_all | self.by_two)
    }
}

/// Names all that counts: the term, its weight, and how often it is there, less where Black has it.
pub fn count(position: &Chess, mut add: impl FnMut(Term, Weight, i32)) {
    let sides = Sides::of(position);
    let passed = sides.structure(&mut add);
    sides.others(passed, &mut add);
}

/// Both sides of a position: what counts there is told in two parts, of which the first one seldom changes.
pub struct Sides<'a> {
    position: &'a Chess,
    halves: [Half; 2],
}

impl Sides<'_> {
    pub fn of(position: &Chess) -> Sides<'_> {
        let half = |side| Half::of(position.board(), side);
        Sides {
            position,
            halves: [Color::White, Color::Black].map(half),
        }
    }

    /// The pawns and kings, White's first: all on which [`Sides::structure`] depends.
    pub fn skeleton(&self) -> [(Bitboard, Square); 2] {
        [0, 1].map(|side: usize| (self.halves[side].pawns, self.halves[side].king))
    }

    /// Names what counts of pawns and kings, and says which pawns are passed.
    pub fn structure(&self, add: &mut impl FnMut(Term, Weight, i32)) -> Bitboard {
        let [white, black] = &self.halves;
        let mut passed = Bitboard::EMPTY;
        for (half, other) in [(white, black), (black, white)] {
            stands(Role::King as usize - 1, half.king, half, add);
            passed |= pawns(half, other, add);
            shelter(half, other, add);
        }
        passed
    }

    /// Names what else counts; the pawns that are passed are known.
    pub fn others(mut self, passed_pawns: Bitboard, add: &mut impl FnMut(Term, Weight, i32)) {
        let (position, board) = (self.position, self.position.board());
        let enemies = [
            (self.halves[1].by_pawns, self.halves[1].king),
            (self.halves[0].by_pawns, self.halves[0].king),
        ];
        for (half, (by_pawns, king)) in self.halves.iter_mut().zip(enemies) {
            mobility(board, half, by_pawns, king, add);
        }
        let [white, black] = &self.halves;
        for (half, other) in [(white, black), (black, white)] {
            for square in passed_pawns & half.own {
                passed(position, half, other, square, add);
            }
            pieces(board, half, other, add);
            let waits = usize::from(half.side != position.turn());
            attack(board, half, other, waits, add);
            threats(board, half, other, waits, add);
            if waits == 0 {
                add(Term::Turn, TURN, half.sign);
            }
        }
    }
}

/// A piece of a kind, pawn (0) to king (5), and where it stands.
#[inline(always)]
fn stands(kind: usize, square: Square, half: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    let file = square.file() as usize;
    let place = 4 * half.rank(square) + file.min(7 - file);
    add(Term::Squares, SQUARES[kind][place], half.sign);
    if let Some(&weight) = MATERIAL.get(kind) {
        add(Term::Material, weight, half.sign);
    }
}

/// Where pieces stand and can go, and which of it is near the enemy king.
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
    let occupied = board.occupied();
    for (kind, role) in PIECES.into_iter().enumerate() {
        for square in board.by_role(role) & half.own {
            let reached = match role {
                Role::Knight => attacks::knight_attacks(square),
                Role::Bishop => attacks::bishop_attacks(square, occupied),
                Role::Rook => attacks::rook_attacks(square, occupied),
                _ => attacks::queen_attacks(square, occupied),
            };
            half.attacks(reached);
            half.by[kind] |= reached;
            stands(kind + 1, square, half, add);
            let weights = MOBILITY[kind];
            let number = (reached & free).count().min(weights.len() - 1);
            add(Term::Mobility, weights[number], half.sign);
            let near = (reached & zone).count();
            if near > 0 {
                half.siege += ATTACKERS[kind] + near - 1;
            }
        }
    }
    half.by_others = half.by_all;
    half.attacks(attacks::king_attacks(half.king));
}

/// The structure of a side's pawns; says which ones are passed.
fn pawns(half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for square in half.pawns {
        stands(Role::Pawn as usize - 1, square, half, add);
        let (ahead, beside) = (ahead(square, half.side), adjacent_files(square));
        let file = Bitboard::from(square.file());
        let neighbours = beside & half.pawns;
        if neighbours.is_empty() {
            add(Term::Pawns, ISOLATED, half.sign);
        } else if (neighbours & !ahead).is_empty()
            && (other.by_pawns & half.forward(square.into())).any()
        {
            add(Term::Pawns, BACKWARD, half.sign);
        }
        let doubled = !(file & ahead & half.pawns).is_empty();
        if doubled {
            add(Term::Pawns, DOUBLED, half.sign);
        }
        let guarded = half.by_pawns.contains(square);
        if guarded || (neighbours & Bitboard::from(square.rank())).any() {
            add(Term::Pawns, CONNECTED[half.rank(square)], half.sign);
        }
        if !doubled && (way(square, half.side) & other.pawns).is_empty() {
            passed.add(square);
            add(Term::PassedPawns, PASSED[half.rank(square)], half.sign);
            if guarded {
                add(Term::PassedPawns, GUARDED, half.sign);
            }
        }
    }
    passed
}

/// What helps and hinders a passed pawn.
fn passed(
    position: &Chess,
    half: &Half,
    other: &Half,
    square: Square,
    add: &mut impl FnMut(Term, Weight, i32),
) {
    let (board, rank) = (position.board(), half.rank(square));
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
    let file = Bitboard::from(square.file());
    let path = file & ahead(square, half.side);
    let free = (path & board.occupied()).is_empty();
    if free && (path & other.by_all).is_empty() {
        add(Term::PassedPawns, FREE_PATH[rank], half.sign);
    } else if !other.by_all.contains(next) {
        add(Term::PassedPawns, SAFE_STEP[rank], half.sign);
    }
    let behind = file & ahead(square, !half.side) & board.rooks();
    if (behind & half.own).any() {
        add(Term::PassedPawns, ROOK_BEHIND, half.sign);
    }
    if (behind & other.own).any() {
        add(Term::PassedPawns, ENEMY_ROOK_BEHIND, half.sign);
    }
    let queening = Square::from_coords(square.file(), half.side.fold_wb(Rank::Eighth, Rank::First));
    let lead = u32::from(position.turn() != half.side);
    if other.own == other.pawns.with(other.king)
        && free
        && other.king.distance(queening) > 7 - rank as u32 + lead
    {
        add(Term::PassedPawns, RUNNER, half.sign);
    }
}

fn pieces(board: &Board, half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    let bishops = board.bishops() & half.own;
    if bishops.count() >= 2 {
        add(Term::Pieces, PAIR, half.sign);
    }
    for square in bishops {
        let colour = if square.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        add(
            Term::Pieces,
            BAD_BISHOP,
            half.sign * (half.pawns & colour).count() as i32,
        );
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
            let kind = usize::from(bishops.contains(square));
            add(Term::Pieces, OUTPOST[kind], half.sign);
        }
    }
}

/// The pawns before the king: its own, and those that come.
fn shelter(half: &Half, other: &Half, add: &mut impl FnMut(Term, Weight, i32)) {
    let file = half.king.file();
    let files = Bitboard::from(file) | adjacent_files(half.king);
    let mut row = Bitboard::from(half.king.rank());
    for (distance, weight) in STORM.into_iter().enumerate() {
        row = half.forward(row);
        let number = |pawns: Bitboard| half.sign * (files & row & pawns).count() as i32;
        if let Some(&shield) = SHIELD.get(distance) {
            add(Term::Kings, shield, number(half.pawns));
        }
        add(Term::Kings, weight, number(other.pawns));
    }
    for file in File::ALL {
        let lane = Bitboard::from(file);
        if !(lane & files).is_empty() && (lane & half.pawns).is_empty() {
            add(Term::Kings, BARE_FILE, half.sign);
        }
    }
}

/// What is aimed at the enemy king by a side that `waits` (1) or is to move (0).
fn attack(
    board: &Board,
    half: &Half,
    other: &Half,
    waits: usize,
    add: &mut impl FnMut(Term, Weight, i32),
) {
    let queens = usize::from((board.queens() & half.own).is_empty());
    let siege = SIEGE[queens];
    add(
        Term::Kings,
        siege[half.siege.min(siege.len() - 1)],
        half.sign,
    );
    let (king, occupied) = (other.king, board.occupied());
    let beside = attacks::king_attacks(king);
    let bare = beside & half.by_all & !other.by_others;
    add(Term::Kings, BARE_SQUARE, half.sign * bare.count() as i32);
    let (straight, diagonal) = (
        attacks::rook_attacks(king, occupied),
        attacks::bishop_attacks(king, occupied),
    );
    let checks = [
        attacks::knight_attacks(king),
        diagonal,
        straight,
        straight | diagonal,
    ];
    let safe = half.safe(other);
    let mut some = false;
    for (kind, checks) in checks.into_iter().enumerate() {
        let number = (checks & half.by[kind] & safe).count();
        if number > 0 {
            some = true;
            let weight = SAFE_CHECK[waits][kind][number.min(2) - 1];
            add(Term::Kings, weight, half.sign);
        }
    }
    if some {
        let room = (beside & !other.own & !half.by_all).count();
        add(Term::Kings, ROOM[waits][room.min(3)], half.sign);
    }
}

/// What a side has to save, or what is aimed at; it `waits` (1) or is to move (0).
fn threats(
    board: &Board,
    half: &Half,
    other: &Half,
    waits: usize,
    add: &mut impl FnMut(Term, Weight, i32),
) {
    let mut tell = |weights: [Weight; 2], pieces: Bitboard| {
        add(
            Term::Threats,
            weights[waits],
            half.sign * pieces.count() as i32,
        );
    };
    let (rooks, queens) = (board.rooks() & half.own, board.queens() & half.own);
    let minors = (board.knights() | board.bishops()) & half.own;
    let pieces = minors | rooks | queens;
    let by_minors = other.by[KNIGHT] | other.by[BISHOP];
    let by_pawn = pieces & other.by_pawns;
    tell(BY_PAWN, by_pawn);
    let by_minor = (rooks | queens) & by_minors & !by_pawn;
    tell(BY_MINOR, by_minor);
    let by_rook = queens & other.by[ROOK] & !by_pawn & !by_minor;
    tell(BY_ROOK, by_rook);
    let unguarded = other.by_all & !half.by_all & !by_pawn & !by_minor & !by_rook;
    let hanging = pieces & unguarded;
    tell(HANGING, hanging);
    tell(HANGING_PAWN, half.pawns & unguarded);
    let pressed = other.by_two & !half.by_two & half.by_all & !half.by_pawns;
    tell(PRESSED, pieces & pressed & !by_pawn & !by_minor & !by_rook);
    // Who has one move saves one of them.
    let several = (by_pawn | by_minor | by_rook | hanging).count();
    if several > 1 {
        add(Term::Threats, SEVERAL[waits][several.min(3) - 2], half.sign);
    }
    let mut tell = |weights: [Weight; 2], number: usize| {
        add(Term::Threats, weights[waits], half.sign * number as i32);
    };
    let (occupied, safe) = (board.occupied(), other.safe(half));
    // Where a knight of theirs may go to attack two at once.
    let mut forks = attacks::knight_attacks(half.king);
    let mut twice = Bitboard::EMPTY;
    for square in rooks | queens {
        let from = attacks::knight_attacks(square);
        twice |= forks & from;
        forks |= from;
    }
    tell(FORK, usize::from((twice & other.by[KNIGHT] & safe).any()));
    if let Some(queen) = queens.first() {
        let chased = attacks::knight_attacks(queen) & other.by[KNIGHT]
            | attacks::bishop_attacks(queen, occupied) & other.by[BISHOP]
            | attacks::rook_attacks(queen, occupied) & other.by[ROOK];
        tell(CHASED, usize::from((chased & safe).any()));
    }
    // Pawns of theirs that may step forward to attack.
    let steps =
        other.forward(other.pawns) & !occupied & !half.by_pawns & (other.by_all | !half.by_all);
    let [left, right] = pawn_attacks_by_side(steps, other.side);
    let aims = pieces & !by_pawn;
    tell(BY_STEP, ((left | right) & aims).count());
    let mut tell = |weight: Weight| add(Term::Threats, weight, half.sign);
    // What stands alone between a line piece of theirs and the king.
    let (straight, diagonal) = (
        other.own & (board.rooks() | board.queens()),
        other.own & (board.bishops() | board.queens()),
    );
    let snipers = attacks::rook_attacks(half.king, Bitboard::EMPTY) & straight
        | attacks::bishop_attacks(half.king, Bitboard::EMPTY) & diagonal;
    for sniper in snipers {
        let between = attacks::between(half.king, sniper) & occupied;
        let Some(square) = between.single_square() else {
            continue;
        };
        if other.own.contains(square) {
            tell(DISCOVERED_CHECK[waits]);
            continue;
        }
        let kind = match () {
            () if half.pawns.contains(square) => 0,
            () if minors.contains(square) => 1,
            () if rooks.contains(square) => 2,
            () => 3,
        };
        tell(PINNED[kind]);
        if kind > 0 && other.by_all.contains(square) {
            let guarded = usize::from(half.by_all.contains(square));
            tell(PINNED_AND_ATTACKED[waits][guarded]);
        }
    }
    // The same before a queen.
    if let Some(queen) = queens.first() {
        let snipers = attacks::rook_attacks(queen, Bitboard::EMPTY) & straight & board.rooks()
            | attacks::bishop_attacks(queen, Bitboard::EMPTY) & diagonal & board.bishops();
        for sniper in snipers {
            let between = attacks::between(queen, sniper) & occupied;
            if let Some(square) = between.single_square() {
                let whose = usize::from(half.own.contains(square));
                tell(BEFORE_QUEEN[waits][whose]);
            }
        }
    }
}

/// What the pawns of a side attack.
pub fn pawn_attacks(pawns: Bitboard, side: Color) -> Bitboard {
    let [left, right] = pawn_attacks_by_side(pawns, side);
    left | right
}

fn pawn_attacks_by_side(pawns: Bitboard, side: Color) -> [Bitboard; 2] {
    let left = pawns & !Bitboard::from(File::A);
    let right = pawns & !Bitboard::from(File::H);
    side.fold_wb(
        [Bitboard(left.0 << 7), Bitboard(right.0 << 9)],
        [Bitboard(left.0 >> 9), Bitboard(right.0 >> 7)],
    )
}
