//! Strategies as Prolog files, written and read.
//!
//! A file begins with what it was learned from and the directive that loads the game; then comes a
//! clause a line, and in the end `win/2`, `draw/2` and `best/2`, which try the predicates in order
//! (Section 4.3 of the paper). It runs as it is, over its own game; read here, its clauses are over
//! the `move/2`, `won/1` and `drawn/1` of whatever game it is to be used in.
//!
//! ```
//! use chesslog::{games, migo::{text, theory::Theory}};
//!
//! let written = "win_1(A,B) :- move(A,B), won(B).\nwin(A,B) :- win_1(A,B).\n";
//! let theory = Theory::new(games::named("oxo").unwrap());
//! let program = text::read("oxo.pl", written, theory)?;
//! assert_eq!(text::clauses(&program), ["win_1(A,B) :- move(A,B), won(B)."]);
//! # Ok::<(), chesslog::syntax::Problem>(())
//! ```

mod read;

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

pub use self::read::read;
use super::{
    program::{ChosenMove, GameStrategy},
    theory::{Body, Definition, Fluent, MOVE},
};
use crate::{chart::diagram::Diagram, games::State};

/// The predicates that try others in order.
const TRIED: [&str; 2] = ["win", "draw"];
/// The predicate that has one move.
const BEST: &str = "best";
/// What a predicate cannot be called.
const RESERVED: [&str; 6] = ["move", "won", "drawn", TRIED[0], TRIED[1], BEST];

/// A program as a file: comments, the goal that loads the game, such as
/// `use_module(library(oxo))`, and clauses.
pub fn write(program: &GameStrategy<'_>, comments: &[String], game: &str) -> String {
    let mut text = String::new();
    for comment in comments {
        // Writing to a string cannot fail.
        let comment = format!("% {}", comment.replace(['\n', '\r'], " "));
        _ = writeln!(text, "{}", comment.trim_end());
    }
    _ = write!(text, "\n:- {game}.\n\n");
    for clause in clauses(program) {
        _ = writeln!(text, "{clause}");
    }
    text.push('\n');
    for kind in TRIED {
        let tried = program.order.iter().map(|(name, _)| name);
        let mut tried = tried
            .filter(|name| is_draw(name) == (kind == "draw"))
            .peekable();
        if tried.peek().is_none() {
            // The call in best/2 has to fail rather than to raise an error.
            _ = writeln!(text, ":- dynamic({kind}/2).");
        }
        for name in tried {
            _ = writeln!(text, "{kind}(A,B) :- {name}(A,B).");
        }
    }
    text.push_str("\n% best(+A, -B) is semidet.\n");
    for name in TRIED.iter().chain(&["move"]) {
        _ = writeln!(text, "{BEST}(A,B) :- {name}(A,B), !.");
    }
    text
}

fn is_draw(name: &str) -> bool {
    name.starts_with("draw")
}

/// The clauses of the predicates that choose moves and of all that they call, each predicate after
/// those that it calls.
pub fn clauses(program: &GameStrategy<'_>) -> Vec<String> {
    let names = Names::of(program);
    let mut clauses = Vec::new();
    for &definition in &names.order {
        for &body in program.theory.clauses(definition) {
            clauses.push(names.clause(definition, body));
        }
    }
    // A predicate that means the same as another one.
    for (name, definition) in &program.order {
        if names.name(*definition) != name {
            clauses.push(format!("{name}(A,B) :- {}(A,B).", names.name(*definition)));
        }
    }
    clauses
}

/// The clause by which a predicate has chosen a move; `None` if it is not true of it.
pub fn clause(program: &GameStrategy<'_>, from: State, choice: &ChosenMove) -> Option<String> {
    let proof = program.theory.proof(choice.definition, from, choice.to)?;
    let names = Names::of(program);
    Some(names.clause(choice.definition, *proof.last()?))
}

/// Which predicate calls which (Fig. 4b of the paper).
pub fn calls(program: &GameStrategy<'_>) -> Diagram {
    let names = Names::of(program);
    let mut diagram = Diagram::default();
    for &definition in names.order.iter().rev() {
        let caller = format!("{}/2", names.name(definition));
        for &body in program.theory.clauses(definition) {
            diagram.arrow(&caller, &format!("{}/2", names.name(body.first())));
            let second = match body {
                Body::Postcond(_, fluent) | Body::Unless(_, fluent) => {
                    format!("{}/1", fluent.name())
                }
                Body::Negation(_, called) => format!("{}/2", names.name(called)),
            };
            diagram.arrow(&caller, &second);
        }
    }
    for given in ["move/2", "won/1", "drawn/1"] {
        if diagram.names().iter().any(|name| name == given) {
            diagram.mark_plain(given);
        }
    }
    diagram
}

/// The definitions that a program needs, in order, and one name for each.
struct Names {
    order: Vec<Definition>,
    names: HashMap<Definition, String>,
}

impl Names {
    fn of(program: &GameStrategy<'_>) -> Names {
        let mut names = HashMap::from([(MOVE, "move".to_owned())]);
        let mut taken: HashSet<String> = RESERVED.map(str::to_owned).into();
        // What chooses moves keeps its name.
        for (name, definition) in &program.order {
            names.entry(*definition).or_insert_with(|| name.clone());
            taken.insert(name.clone());
        }
        for (name, definition) in program.predicates.iter().rev() {
            names.entry(*definition).or_insert_with(|| {
                let mut name = name.clone();
                while !taken.insert(name.clone()) {
                    name.push_str("_before");
                }
                name
            });
        }
        let mut found = Names {
            order: Vec::new(),
            names,
        };
        let mut needed = HashSet::new();
        for (_, definition) in &program.order {
            found.need(program, *definition, &mut needed);
        }
        let mut entered = HashSet::from([MOVE]);
        let all = program.predicates.iter().chain(&program.order);
        for (_, definition) in all.filter(|(_, definition)| needed.contains(definition)) {
            found.enter(program, *definition, &mut entered);
        }
        found
    }

    /// All that a definition calls.
    fn need(
        &mut self,
        program: &GameStrategy<'_>,
        definition: Definition,
        needed: &mut HashSet<Definition>,
    ) {
        if !needed.insert(definition) {
            return;
        }
        self.names
            .entry(definition)
            .or_insert_with(|| format!("helper_{definition}"));
        for called in called(program, definition) {
            self.need(program, called, needed);
        }
    }

    /// Appends a definition, those that it calls before it.
    fn enter(
        &mut self,
        program: &GameStrategy<'_>,
        definition: Definition,
        entered: &mut HashSet<Definition>,
    ) {
        if entered.insert(definition) {
            for called in called(program, definition) {
                self.enter(program, called, entered);
            }
            self.order.push(definition);
        }
    }

    fn name(&self, definition: Definition) -> &str {
        &self.names[&definition]
    }

    fn clause(&self, definition: Definition, body: Body) -> String {
        let (name, first) = (self.name(definition), self.name(body.first()));
        let fluent = Fluent::name;
        let second = match body {
            Body::Postcond(_, r) => format!("{}(B)", fluent(r)),
            Body::Unless(_, r) => format!("\\+ {}(B)", fluent(r)),
            Body::Negation(_, r) => format!("\\+ {}(B,_)", self.name(r)),
        };
        format!("{name}(A,B) :- {first}(A,B), {second}.")
    }
}

/// What a definition calls, in the order of its clauses.
fn called(program: &GameStrategy<'_>, definition: Definition) -> Vec<Definition> {
    let bodies = program.theory.clauses(definition).iter();
    let called = bodies.flat_map(|&body| match body {
        Body::Negation(first, second) => vec![first, second],
        body => vec![body.first()],
    });
    called.collect()
}

#[cfg(test)]
mod tests;
