//! Drawing boards.

use shakmaty::{Bitboard, Color, Square};

use crate::{
    chess::{
        Position,
        board::{Style, draw},
        svg::{self, Marks},
    },
    native::One,
    natives,
    term::Term,
};

/// The environment variable by which a front end tells its worker how boards look: the words of [`Drawing`].
pub const STYLE_VARIABLE: &str = "CHESSLOG_BOARD";

/// How a worker draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drawing {
    /// With letters only.
    pub ascii: bool,
    /// With the colours of a terminal.
    pub colour: bool,
    /// Pictures, which the front end can show.
    pub pictures: bool,
}

impl Drawing {
    /// As words.
    pub fn words(self) -> String {
        let words = [
            ("ascii", self.ascii),
            ("colour", self.colour),
            ("pictures", self.pictures),
        ];
        let words: Vec<_> = words
            .iter()
            .filter(|(_, on)| *on)
            .map(|(word, _)| *word)
            .collect();
        words.join(" ")
    }

    /// What the front end wants.
    pub fn wanted() -> Drawing {
        let words = std::env::var(STYLE_VARIABLE).unwrap_or_default();
        let has = |wanted| words.split(' ').any(|word| word == wanted);
        Drawing {
            ascii: has("ascii"),
            colour: has("colour"),
            pictures: has("pictures"),
        }
    }
}

fn board_text(side: Color, position: Position) -> One<String> {
    drawn(side, &position, Bitboard::EMPTY)
}

/// What names no square marks none.
fn marked_board(side: Color, position: Position, squares: Vec<Term>) -> One<String> {
    let marked = squares
        .iter()
        .filter_map(|square| square.text()?.parse::<Square>().ok())
        .collect();
    drawn(side, &position, marked)
}

/// None where only text can be shown.
fn board_picture(side: Color, position: Position) -> Option<String> {
    let marks = Marks {
        bottom: side,
        ..Marks::default()
    };
    let seen = Drawing::wanted().pictures;
    seen.then(|| svg::draw(&position, &marks))
}

fn drawn(side: Color, position: &Position, marked: Bitboard) -> One<String> {
    let Drawing { ascii, colour, .. } = Drawing::wanted();
    One(draw(
        position,
        Style {
            ascii,
            colour,
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
    /// True iff Svg is such a picture, where pictures can be shown.
    board_picture(+Side: Color, +Pos: Position, -Svg: String) is semidet = board_picture;
    /// True iff Text is such a drawing with marks on the Squares.
    marked_board(+Side: Color, +Pos: Position, +Squares: Vec<Term>, -Text: String) is det
        = marked_board;
}
