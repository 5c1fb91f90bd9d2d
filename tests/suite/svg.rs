//! The picture of a position, as a snapshot: whoever changes it should look at it.

use chesslog::chess::{
    Position, Side, Square,
    svg::{Arrow, Colour, Marks, draw},
};

#[test]
fn mate_on_the_back_rank() {
    let position = Position::parse("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    let marks = Marks {
        bottom: Side::Black,
        last_move: Some((Square::E1, Square::E8)),
        squares: vec![(Square::H7, Colour::Red)],
        circles: vec![(Square::F8, Colour::Yellow)],
        arrows: vec![Arrow {
            from: Square::E8,
            to: Square::G8,
            colour: Colour::Green,
        }],
        ..Marks::default()
    };
    let svg = draw(&position, &marks);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(svg) });
}
