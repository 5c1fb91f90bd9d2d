//! What `prolog/strategies.pl` asks of the strategies that come with the program.

use crate::{
    chess::Position,
    endgame::{Turn, perfect::EndingPosition, seat::Seat, strategy::shipped},
    native::{Error, types::*, words},
    natives,
};

natives! {
    module "internal";

    /// True iff the strategy that comes with the program for the ending of Pos moves Move, for the
    /// reason that is a term with the text Reason.
    shipped_move(+Pos: Position, -Move: MoveTerm, -Reason: String) is semidet = shipped_move;
}

fn shipped_move(position: Position) -> Result<Option<(MoveTerm, String)>, Error> {
    let Some(seat) = Seat::of(&position) else {
        // Two kings are an ending position, too.
        return match EndingPosition::of(&position) {
            Ok(_) => Err(none("KK".to_owned())),
            Err(_) => Err(Error::Domain {
                domain: "ending_position",
                culprit: position.fen().to_owned(),
            }),
        };
    };
    let Some(program) = shipped::program(seat.ending) else {
        return Err(none(seat.ending.to_string()));
    };
    if seat.turn == Turn::Defender {
        return Err(words::not_to_move(&[seat.ending], &position));
    }
    let scene = seat.scene();
    let why = program.why(&scene);
    let after = why
        .word
        .and_then(|word| (program.vocabulary.moves[word].find)(&scene));
    let played = after.and_then(|after| seat.move_to(&after));
    Ok(played.map(|played| (played, why.to_string())))
}

fn none(ending: String) -> Error {
    Error::Existence {
        kind: "strategy",
        culprit: ending,
    }
}
