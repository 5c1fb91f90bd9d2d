//! Drawing boards.

use shakmaty::Color;

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
    let words = std::env::var(STYLE_VARIABLE).unwrap_or_default();
    One(draw(
        &position,
        Style {
            ascii: words.contains("ascii"),
            colour: words.contains("colour"),
            flipped: side.is_black(),
        },
    ))
}

natives! {
    module "internal";
    /// True iff Text is a drawing of Pos as the player of Side sees the board.
    board_text(+Side: Color, +Pos: Position, -Text: String) is det = board_text;
}
