//! What `prolog/strategies.pl` asks of the strategies that come with the program.

use crate::{
    chess::Position,
    endgame::{Turn, perfect::EndingPosition, strategy::shipped, view::EndingView},
    native::{Determinism, Error, Sentences, table, types::*, words},
    natives,
};

natives! {
    module "internal";

    /// True iff the strategy that comes with the program for the ending of Pos moves Move, for this
    /// Reason.
    shipped_move(+Pos: Position, -Move: MoveTerm, -Reason: TermText) is semidet = shipped_move;

    /// True iff Pos is a position of an ending in which the side with the pieces is to move; any
    /// other is a domain error.
    attacker_to_move(+Pos: Position) is semidet = attacker_to_move;

    /// True iff Name with so many arguments is a predicate about chess that may hold or not.
    chess_question(+Name: Name, +Arity: u64) is semidet = chess_question;
}

/// What is said of errors: of endings without a strategy, and of what is no experiment.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("experiment", |_| " (its number is from 1 to 5)".into())],
    missing: &[("strategy", |ending| {
        format!(
            "no strategy for {} comes with Chesslog; consult a file that defines strategy/2",
            ending.text().unwrap_or_default()
        )
    })],
    ..Sentences::NONE
};

fn shipped_move(position: Position) -> Result<Option<(MoveTerm, TermText)>, Error> {
    let Some(view) = EndingView::of(&position) else {
        // Two kings are an ending position, too.
        return match EndingPosition::of(&position) {
            Ok(_) => Err(none("KK".to_owned())),
            Err(_) => Err(Error::Domain {
                domain: "ending_position",
                culprit: position.fen().to_owned(),
            }),
        };
    };
    let Some(program) = shipped::program(view.ending) else {
        return Err(none(view.ending.to_string()));
    };
    if view.turn == Turn::Defender {
        return Err(words::not_to_move(&[view.ending], &position));
    }
    let scene = view.scene();
    let why = program.why(&scene);
    let after = why
        .word
        .and_then(|word| (program.vocabulary.moves[word].find)(&scene));
    let played = after.and_then(|after| view.move_to(&after));
    Ok(played.map(|played| (played, TermText(why.to_string()))))
}

fn attacker_to_move(position: Position) -> Result<bool, Error> {
    match EndingPosition::of(&position) {
        Err(_) => Err(Error::Domain {
            domain: "ending_position",
            culprit: position.fen().to_owned(),
        }),
        Ok(seen) if seen.placed.is_some() && seen.turn == Turn::Attacker => Ok(true),
        Ok(_) => Err(words::not_to_move_at_all(&position)),
    }
}

fn chess_question(name: Name, arity: u64) -> bool {
    table::natives().any(|native| {
        native.module == table::FACADE
            && native.name == name.0
            && native.args.len() as u64 == arity
            && native.determinism != Determinism::Det
    })
}

fn none(ending: String) -> Error {
    Error::Existence {
        kind: "strategy",
        culprit: ending,
    }
}
