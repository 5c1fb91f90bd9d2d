//! Native predicates of games, test positions and puzzles from files.

use crate::{
    chess::{Position, epd, games, puzzles},
    native::types::{EpdRef, GameRef, MoveTerm, Name, PuzzleRef},
    natives,
};

natives! {
    module "chess";

    /// True iff Game has a tag Name with Value.
    ///
    /// A given Name agrees with a tag whatever the case and the underscores: white_elo is WhiteElo.
    game_tag(+Game: GameRef, ?Name: Name, ?Value: String) is nondet = games::game_tag;

    /// True iff Pos arises in Game after Ply plies; the game begins at ply 0.
    ///
    /// A given Pos agrees with a position whatever the counters: what counts is the board, the side to
    /// move, castling and en passant, as in the rules about repetition.
    game_position(+Game: GameRef, ?Ply: u64, ?Pos: Position) is nondet = games::game_position;

    /// True iff Move, San in notation, leads to the position at Ply of Game.
    game_move(+Game: GameRef, ?Ply: u64, ?Move: MoveTerm, ?San: String) is nondet
        = games::game_move;

    /// True iff Text is a comment of Game that follows the move to Ply.
    ///
    /// Clock times and evaluations are comments: "[%clk 0:01:00]".
    game_comment(+Game: GameRef, ?Ply: u64, ?Text: String) is nondet = games::game_comment;

    /// True iff Pos is the position of Epd, whatever the counters of a given Pos.
    epd_position(+Epd: EpdRef, ?Pos: Position) is semidet = epd::epd_position;

    /// True iff Epd has an operation Opcode with Operand among its operands.
    ///
    /// An operation without operands has the operand "". Names agree as those of tags do.
    epd_operation(+Epd: EpdRef, ?Opcode: Name, ?Operand: String) is nondet = epd::epd_operation;

    /// True iff Puzzle has Value in the column Name.
    ///
    /// A given Name agrees with a column whatever the case and the underscores: game_url is GameUrl.
    puzzle_field(+Puzzle: PuzzleRef, ?Name: Name, ?Value: String) is nondet
        = puzzles::puzzle_field;

    /// True iff Pos is the position that Puzzle asks to solve, whatever the counters of a given Pos.
    puzzle_position(+Puzzle: PuzzleRef, ?Pos: Position) is semidet = puzzles::puzzle_position;

    /// True iff Move is the move to Ply of the solution of Puzzle.
    ///
    /// The solver moves at ply 1 and every odd ply.
    puzzle_move(+Puzzle: PuzzleRef, ?Ply: u64, ?Move: MoveTerm) is nondet = puzzles::puzzle_move;

    /// True iff Theme is a theme of Puzzle.
    puzzle_theme(+Puzzle: PuzzleRef, ?Theme: Name) is nondet = puzzles::puzzle_theme;
}
