//! Drawing boards.

use std::cell::Cell;

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

thread_local! {
    /// How the engine of this thread draws.
    static DRAWING: Cell<Drawing> = const { Cell::new(Drawing::PLAIN) };
}

/// How an engine draws.
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
    const PLAIN: Drawing = Drawing {
        ascii: false,
        colour: false,
        pictures: false,
    };

    /// What the front end wants.
    pub fn wanted() -> Drawing {
        DRAWING.get()
    }

    /// Draws so from now on, in the engine of this thread.
    pub fn begin(self) {
        DRAWING.set(self);
    }

    /// Each part as 0 or 1, in the order of the fields.
    pub fn flags(self) -> [u64; 3] {
        [self.ascii, self.colour, self.pictures].map(u64::from)
    }

    /// What [`flags`](Drawing::flags) has made of it.
    pub fn of_flags(flags: [u64; 3]) -> Drawing {
        let [ascii, colour, pictures] = flags.map(|flag| flag == 1);
        Drawing {
            ascii,
            colour,
            pictures,
        }
    }
}

fn draw_boards(ascii: u64, colour: u64, pictures: u64) -> bool {
    Drawing::of_flags([ascii, colour, pictures]).begin();
    true
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
    /// True iff boards are drawn from now on with letters only, with colours, as pictures, each if it is 1.
    draw_boards(+Ascii: u64, +Colour: u64, +Pictures: u64) is semidet = draw_boards;
    /// True iff Text is a drawing of Pos as the player of Side sees the board.
    board_text(+Side: Color, +Pos: Position, -Text: String) is det = board_text;
    /// True iff Svg is such a picture, where pictures can be shown.
    board_picture(+Side: Color, +Pos: Position, -Svg: String) is semidet = board_picture;
    /// True iff Text is such a drawing with marks on the Squares.
    marked_board(+Side: Color, +Pos: Position, +Squares: Vec<Term>, -Text: String) is det
        = marked_board;
}
