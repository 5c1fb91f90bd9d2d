//! Datalog without Prolog: which squares a knight reaches in any number of moves within a rectangle.
//!
//! `cargo run --example datalog`

use chesslog::{
    chess::{Square, attack},
    datalog::{Budget, Clause, Constant, Database, Predicate, Program, Term, evaluate},
};
use shakmaty::{Bitboard, Board, Color, Role};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (jump, reaches) = (Predicate(0), Predicate(1));
    let [from, via, to] = [0, 1, 2].map(Term::Variable);
    let program = Program::compile(vec![
        Clause::new(reaches.of([from, to]), [jump.of([from, to]).into()]),
        Clause::new(
            reaches.of([from, to]),
            [reaches.of([from, via]).into(), jump.of([via, to]).into()],
        ),
    ])?;
    // Three ranks of four files.
    let corner: Bitboard = (0..3)
        .flat_map(|rank| (0..4).map(move |file| rank * 8 + file))
        .map(Square::new)
        .collect();
    let mut database = Database::default();
    for square in corner {
        let mut board = Board::empty();
        board.set_piece_at(square, Role::Knight.of(Color::White));
        let attackers = attack::attackers(&board, Color::White, corner, Bitboard::FULL);
        for (target, knight) in attackers {
            let number =
                |square: Square| Constant::integer(square as i64).expect("squares are few");
            database.insert(jump, &[number(knight), number(target)]);
        }
    }
    evaluate(&program, &mut database, &Budget::default())?;
    let pairs = database.relation(reaches).map_or(0, |pairs| pairs.len());
    println!(
        "{pairs} of {} pairs of squares are joined by a knight",
        corner.count().pow(2)
    );
    Ok(())
}
