//! A program with Prolog in it: facts and a rule are loaded, a question is asked, and chess answers.
//!
//! `cargo run --example embed`

use chesslog::{
    engine::{EngineError, Input, Limits},
    session::{Cell, Face, Happening, Session, answer_text},
};

/// Prints what happens.
struct Plain;

impl Face for Plain {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        match happening {
            Happening::Output(text) => print!("{text}"),
            Happening::Answer(answer) => println!("{}", answer_text(answer)),
            Happening::Raised(_, message) => eprintln!("{message}"),
            _ => {}
        }
        true
    }
}

fn main() -> Result<(), EngineError> {
    // This program is its own worker: the engine starts it a second time.
    chesslog::engine::serve_if_worker();
    let mut session = Session::start(Limits::default(), Input::Nothing)?;
    let rules = "
        position(bishops, \"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1\").
        looks_at(Name, From, Square) :- position(Name, Pos), attackers(white, Square, From, Pos).
    ";
    session.execute(&Cell::read(rules), "rules", &mut Plain);
    session.execute(
        &Cell::read("looks_at(bishops, c1, To)."),
        "question",
        &mut Plain,
    );
    Ok(())
}
