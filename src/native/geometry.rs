//! The predicates of the empty board.

use crate::{
    chess::{Role, Side, Square, geometry},
    native::types::*,
    natives,
};

natives! {
    module "chess";

    /// True iff there is a square with these rank and file numbers, from 1 to 8.
    square(?Rank: Coordinate, ?File: Coordinate) is nondet = geometry::square;

    /// True iff Square is one of the 64 squares.
    sq(?Square: Square) is nondet = geometry::sq;

    /// True iff Square has these rank and file numbers: a is file 1.
    to_coords(?Square: Square, ?Rank: Coordinate, ?File: Coordinate) is nondet
        = geometry::to_coords;

    /// True iff two squares lie on one rank, that is, Y1 equals Y2.
    /// X is the file number and Y the rank number.
    same_row(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = geometry::same_row;

    /// True iff two squares lie on one file, that is, X1 equals X2.
    /// X is the file number and Y the rank number.
    same_col(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = geometry::same_col;

    /// True iff same_row(X1, Y1, X2, Y2): the tactic paper's spelling.
    sameRow(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = geometry::same_row;

    /// True iff same_col(X1, Y1, X2, Y2): the tactic paper's spelling.
    sameCol(?X1: Coordinate, ?Y1: Coordinate, ?X2: Coordinate, ?Y2: Coordinate) is nondet
        = geometry::same_col;

    /// True iff Side is white or black.
    side(?Side: Side) is nondet = geometry::side;

    /// True iff Side and Other are the two sides.
    other_side(?Side: Side, ?Other: Side) is nondet = geometry::other_side;

    /// True iff Piece is a kind of piece, pawn and king included.
    piece(?Piece: Role) is nondet = geometry::piece;

    /// True iff Piece moves along lines: bishop, rook or queen.
    sliding_piece(?Piece: Role) is nondet = geometry::sliding_piece;

    /// True iff a Piece of Side can stand on file X, rank Y: pawns on neither the first nor the
    /// last rank.
    contents(?Side: Side, ?Piece: Role, ?X: Coordinate, ?Y: Coordinate) is nondet
        = geometry::contents;

    /// True iff some piece can move between the two squares on an empty board: they lie on one
    /// rank, file or diagonal, or a knight's jump apart. X is the file and Y the rank number.
    move(?FromX: Coordinate, ?FromY: Coordinate, ?ToX: Coordinate, ?ToY: Coordinate) is nondet
        = geometry::reachable;

    /// True iff S1 and S2 are different squares.
    /// In the tactic paper's code unbound arguments may fail; see module paper_vocabulary.
    different_pos(?S1: Square, ?S2: Square) is nondet = geometry::different_pos;

    /// True iff Square lies strictly between A and B on a common rank, file or diagonal.
    ray_between(?A: Square, ?B: Square, ?Square: Square) is nondet = geometry::ray_between;

    /// True iff A, B and C are three different squares of one rank, file or diagonal.
    aligned(?A: Square, ?B: Square, ?C: Square) is nondet = geometry::aligned;

    /// True iff a king needs N moves from A to B on an empty board (the Chebyshev distance).
    distance(?A: Square, ?B: Square, ?N: i64) is nondet = geometry::distance;
}
