//! Drawing boards.

use shakmaty::{Bitboard, Color, Square};

use crate::{
    chess::{
        Position,
        board::{Style, draw},
    },
    native::One,
    natives,
};

/// The environment variable by which a front end tells its worker how boards look: words `ascii`
/// and `colour`.
pub const STYLE_VARIABLE: &str = "CHESSLOG_BOARD";

fn board_text(side: Color, position: Position) -> One<String> {
    drawn(side, &position, Bitboard::EMPTY)
}

/// Texts that name no square mark none.
fn marked_board(side: Color, position: Position, squares: String) -> One<String> {
    let marked = squares
        .split_whitespace()
        .filter_map(|name| name.parse::<Square>().ok())
        .collect();
    drawn(side, &position, marked)
}

fn drawn(side: Color, position: &Position, marked: Bitboard) -> One<String> {
    let words = std::env::var(STYLE_VARIABLE).unwrap_or_default();
    One(draw(
        position,
        Style {
            ascii: words.contains("ascii"),
            colour: words.contains("colour"),
            flipped: side.is_black(),
            marked,
            ..Style::default()
        },
    ))
}

natives! {
    module "internal";
    /// True iff Text is a drawing of Pos as the player of Side sees the board.
    board_text(+Side: Color, +Pos: Position, -Text: String) is det = board_text;
    /// True iff Text is such a drawing with marks on the Squares, a text with spaces between them.
    marked_board(+Side: Color, +Pos: Position, +Squares: String, -Text: String) is det
        = marked_board;
}
