//! The predicates of the empty board.

use shakmaty::{Bitboard, File, Rank, attacks};

use super::modes::{admits, pieces, restrict, sides, squares};
use crate::{
    chess::{Role, Side, Square},
    native::types::*,
    natives,
};

/// The colour of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    Light,
    Dark,
}

atoms! { colour: Colour = light Colour::Light, dark Colour::Dark }

natives! {
    module "cl_chess";

    /// True iff there is a square with these rank and file numbers, from 1 to 8.
    square(?Rank: Coordinate, ?File: Coordinate) is nondet = square;

    /// True iff Square is one of the 64 squares.
    sq(?Square: Square) is nondet = sq;

    /// True iff Square has these rank and file numbers: a is file 1.
    to_coords(?Square: Square, ?Rank: Coordinate, ?File: Coordinate) is nondet
        = to_coords;

    /// True iff Square is of this Colour: h1 is light, a1 is dark.
    square_colour(?Square: Square, ?Colour: Colour) is nondet = square_colour;

    /// True iff two squares lie on one rank, that is, Y1 equals Y2.
    /// X is the file number and Y the rank number.
    same_row(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = same_row;

    /// True iff two squares lie on one file, that is, X1 equals X2.
    /// X is the file number and Y the rank number.
    same_col(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = same_col;

    /// True iff same_row(X1, Y1, X2, Y2): the tactic paper's spelling.
    sameRow(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = same_row;

    /// True iff same_col(X1, Y1, X2, Y2): the tactic paper's spelling.
    sameCol(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = same_col;

    /// True iff Side is white or black.
    side(?Side: Side) is nondet = side;

    /// True iff Side and Other are the two sides.
    other_side(?Side: Side, ?Other: Side) is nondet = other_side;

    /// True iff Piece is a kind of piece, pawn and king included.
    piece(?Piece: Role) is nondet = piece;

    /// True iff Piece moves along lines: bishop, rook or queen.
    sliding_piece(?Piece: Role) is nondet = sliding_piece;

    /// True iff a Piece of Side can stand on file X, rank Y: pawns on neither the first nor the
    /// last rank.
    contents(?Side: Side, ?Piece: Role, ?X: Coordinate, ?Y: Coordinate) is nondet
        = contents;

    /// True iff some piece can move between the two squares on an empty board: they lie on one
    /// rank, file or diagonal, or a knight's jump apart. X is the file and Y the rank number.
    move(?FromX: Coordinate, ?FromY: Coordinate, ?ToX: Coordinate, ?ToY: Coordinate) is nondet
        = reachable;

    /// True iff S1 and S2 are different squares.
    /// In the tactic paper's code unbound arguments may fail; see module paper_vocabulary.
    different_pos(?S1: Square, ?S2: Square) is nondet = different_pos;

    /// True iff Square lies strictly between A and B on a common rank, file or diagonal.
    ray_between(?A: Square, ?B: Square, ?Square: Square) is nondet = ray_between;

    /// True iff A, B and C are three different squares of one rank, file or diagonal.
    aligned(?A: Square, ?B: Square, ?C: Square) is nondet = aligned;

    /// True iff a king needs N moves from A to B on an empty board (the Chebyshev distance).
    distance(?A: Square, ?B: Square, ?N: i64) is nondet = distance;
}

fn coordinates(bound: Option<Coordinate>) -> impl Iterator<Item = Coordinate> {
    let (first, last) = bound.map_or((1, 8), |Coordinate(n)| (n.max(1), n.min(8)));
    (first..=last).map(Coordinate)
}

fn rank_number(square: Square) -> Coordinate {
    Coordinate(square.rank() as u8 + 1)
}

fn file_number(square: Square) -> Coordinate {
    Coordinate(square.file() as u8 + 1)
}

fn file_squares(Coordinate(n): Coordinate) -> Bitboard {
    File::try_from(u32::from(n).wrapping_sub(1)).map_or(Bitboard::EMPTY, Bitboard::from_file)
}

fn rank_squares(Coordinate(n): Coordinate) -> Bitboard {
    Rank::try_from(u32::from(n).wrapping_sub(1)).map_or(Bitboard::EMPTY, Bitboard::from_rank)
}

/// Squares that a queen reaches on the empty board.
fn lines(square: Square) -> Bitboard {
    attacks::queen_attacks(square, Bitboard::EMPTY)
}

/// Lists the rank and file numbers of the squares.
fn square(rank: Option<Coordinate>, file: Option<Coordinate>) -> Vec<(Coordinate, Coordinate)> {
    coordinates(rank)
        .flat_map(|rank| coordinates(file).map(move |file| (rank, file)))
        .collect()
}

/// Lists the squares.
fn sq(square: Option<Square>) -> Vec<Square> {
    squares(square).into_iter().collect()
}

/// Relates a square to its rank and file numbers.
fn to_coords(
    square: Option<Square>,
    rank: Option<Coordinate>,
    file: Option<Coordinate>,
) -> Vec<(Square, Coordinate, Coordinate)> {
    let on_rank = rank.map_or(Bitboard::FULL, rank_squares);
    let on_file = file.map_or(Bitboard::FULL, file_squares);
    (squares(square) & on_rank & on_file)
        .into_iter()
        .map(|square| (square, rank_number(square), file_number(square)))
        .collect()
}

/// Two squares, each by its file and rank number.
type Coordinates = (Coordinate, Coordinate, Coordinate, Coordinate);

fn coordinate_pairs(
    (x1, y1, x2, y2): (
        Option<Coordinate>,
        Option<Coordinate>,
        Option<Coordinate>,
        Option<Coordinate>,
    ),
    related: impl Fn(&Coordinates) -> bool,
) -> Vec<Coordinates> {
    let mut rows = Vec::new();
    for a in coordinates(x1) {
        for b in coordinates(y1) {
            for c in coordinates(x2) {
                rows.extend(
                    coordinates(y2)
                        .map(|d| (a, b, c, d))
                        .filter(|row| related(row)),
                );
            }
        }
    }
    rows
}

/// Relates squares of one rank.
fn same_row(
    x1: Option<Coordinate>,
    y1: Option<Coordinate>,
    x2: Option<Coordinate>,
    y2: Option<Coordinate>,
) -> Vec<Coordinates> {
    coordinate_pairs((x1, y1, x2, y2), |(_, y1, _, y2)| y1 == y2)
}

/// Relates squares of one file.
fn same_col(
    x1: Option<Coordinate>,
    y1: Option<Coordinate>,
    x2: Option<Coordinate>,
    y2: Option<Coordinate>,
) -> Vec<Coordinates> {
    coordinate_pairs((x1, y1, x2, y2), |(x1, _, x2, _)| x1 == x2)
}

/// Relates squares between which some piece can move on an empty board.
fn reachable(
    from_x: Option<Coordinate>,
    from_y: Option<Coordinate>,
    to_x: Option<Coordinate>,
    to_y: Option<Coordinate>,
) -> Vec<Coordinates> {
    coordinate_pairs((from_x, from_y, to_x, to_y), |(x1, y1, x2, y2)| {
        match (x1.0.abs_diff(x2.0), y1.0.abs_diff(y2.0)) {
            (0, 0) => false,
            (1, 2) | (2, 1) => true,
            (dx, dy) => dx == 0 || dy == 0 || dx == dy,
        }
    })
}

/// Lists the sides.
fn side(side: Option<Side>) -> Vec<Side> {
    sides(side).collect()
}

/// Relates each side to the other.
fn other_side(side: Option<Side>, other: Option<Side>) -> Vec<(Side, Side)> {
    sides(side)
        .map(|side| (side, side.other()))
        .filter(|(_, o)| admits(&other, o))
        .collect()
}

/// Lists the pieces.
fn piece(piece: Option<Role>) -> Vec<Role> {
    pieces(piece).collect()
}

/// Lists the pieces that move along lines.
fn square_colour(square: Option<Square>, colour: Option<Colour>) -> Vec<(Square, Colour)> {
    let of = |square: Square| match square.is_light() {
        true => Colour::Light,
        false => Colour::Dark,
    };
    let rows = squares(square)
        .into_iter()
        .map(|square| (square, of(square)));
    rows.filter(|(_, found)| admits(&colour, found)).collect()
}

fn sliding_piece(piece: Option<Role>) -> Vec<Role> {
    restrict([Role::Bishop, Role::Rook, Role::Queen], piece).collect()
}

/// Relates pieces to the squares on which they can stand.
fn contents(
    side: Option<Side>,
    piece: Option<Role>,
    x: Option<Coordinate>,
    y: Option<Coordinate>,
) -> Vec<(Side, Role, Coordinate, Coordinate)> {
    let mut rows = Vec::new();
    for side in sides(side) {
        for piece in pieces(piece) {
            for x in coordinates(x) {
                rows.extend(
                    coordinates(y)
                        .filter(|y| piece != Role::Pawn || (2..=7).contains(&y.0))
                        .map(|y| (side, piece, x, y)),
                );
            }
        }
    }
    rows
}

/// Relates different squares.
fn different_pos(a: Option<Square>, b: Option<Square>) -> Vec<(Square, Square)> {
    pairs(a, b, |a| !Bitboard::from_square(a))
}

fn pairs(
    a: Option<Square>,
    b: Option<Square>,
    related: impl Fn(Square) -> Bitboard,
) -> Vec<(Square, Square)> {
    let mut rows = Vec::new();
    for a in squares(a) {
        rows.extend((related(a) & squares(b)).into_iter().map(|b| (a, b)));
    }
    rows
}

/// Relates two squares of a line to each square strictly between them.
fn ray_between(
    a: Option<Square>,
    b: Option<Square>,
    square: Option<Square>,
) -> Vec<(Square, Square, Square)> {
    let near = |other: Option<Square>| other.map_or(Bitboard::FULL, lines);
    let mut rows = Vec::new();
    for a in squares(a) & near(b) & near(square) {
        for b in squares(b) & lines(a) & near(square) {
            let between = attacks::between(a, b) & squares(square);
            rows.extend(between.into_iter().map(|square| (a, b, square)));
        }
    }
    rows
}

/// Relates three different squares of one rank, file or diagonal.
fn aligned(
    a: Option<Square>,
    b: Option<Square>,
    c: Option<Square>,
) -> Vec<(Square, Square, Square)> {
    let near = |other: Option<Square>| other.map_or(Bitboard::FULL, lines);
    let mut rows = Vec::new();
    for a in squares(a) & near(b) & near(c) {
        for b in squares(b) & lines(a) & near(c) {
            let others = attacks::ray(a, b).without(a).without(b) & squares(c);
            rows.extend(others.into_iter().map(|c| (a, b, c)));
        }
    }
    rows
}

/// Relates two squares to the number of moves that a king needs from one to the other.
fn distance(a: Option<Square>, b: Option<Square>, n: Option<i64>) -> Vec<(Square, Square, i64)> {
    pairs(a, b, |_| Bitboard::FULL)
        .into_iter()
        .map(|(a, b)| (a, b, i64::from(a.distance(b))))
        .filter(|(_, _, distance)| admits(&n, distance))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c(n: u8) -> Option<Coordinate> {
        Some(Coordinate(n))
    }

    #[test]
    fn coordinates_of_squares() {
        assert_eq!(
            to_coords(Some(Square::E4), None, None),
            [(Square::E4, Coordinate(4), Coordinate(5))]
        );
        assert_eq!(to_coords(None, c(8), c(1))[0].0, Square::A8);
        assert_eq!(to_coords(None, None, c(1)).len(), 8);
        assert_eq!(to_coords(None, c(0), c(9)), []);
        assert_eq!((square(None, None).len(), square(c(9), None)), (64, vec![]));
        assert_eq!(sq(None).len(), 64);
    }

    #[test]
    fn counts_on_the_empty_board() {
        // 1456 queen moves and 336 knight moves.
        assert_eq!(reachable(None, None, None, None).len(), 1792);
        assert_eq!(same_row(None, None, None, None).len(), 512);
        assert_eq!(same_col(c(3), c(1), c(4), None), []);
        assert_eq!(contents(None, None, None, None).len(), 2 * (5 * 64 + 48));
        assert_eq!(contents(None, Some(Role::Pawn), c(1), c(8)), []);
        assert_eq!(different_pos(None, None).len(), 64 * 63);
    }

    #[test]
    fn sides_and_pieces() {
        assert_eq!(
            other_side(None, Some(Side::White)),
            [(Side::Black, Side::White)]
        );
        assert_eq!(side(None), [Side::White, Side::Black]);
        assert_eq!(piece(None).len(), 6);
        assert_eq!(sliding_piece(Some(Role::Knight)), []);
    }

    #[test]
    fn squares_on_a_line() {
        assert_eq!(ray_between(Some(Square::A1), Some(Square::B3), None), []);
        assert_eq!(ray_between(Some(Square::A1), Some(Square::B2), None), []);
        assert_eq!(
            ray_between(Some(Square::A1), None, Some(Square::G7)),
            [(Square::A1, Square::H8, Square::G7)]
        );
        assert_eq!(
            aligned(Some(Square::C1), Some(Square::C8), Some(Square::C5)).len(),
            1
        );
        assert_eq!(
            aligned(Some(Square::C1), Some(Square::C8), Some(Square::C1)),
            []
        );
        assert_eq!(aligned(Some(Square::C1), Some(Square::C8), None).len(), 6);
    }

    #[test]
    fn king_distance() {
        assert_eq!(
            distance(Some(Square::A1), Some(Square::H2), None),
            [(Square::A1, Square::H2, 7)]
        );
        assert_eq!(distance(Some(Square::E4), None, Some(1)).len(), 8);
        assert_eq!(distance(None, None, Some(-1)), []);
    }
}
