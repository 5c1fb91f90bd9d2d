//! The predicates that ask Maia, a network that moves as people do.

use std::{cell::RefCell, io, path::PathBuf};

use shakmaty::Chess;

use crate::{
    chess::{Position, moves::move_term},
    native::{Call, Error, One, Output, Sentences, types::*},
    natives,
    network::leela::{self, Maia, Scratch, Wdl, place},
};

impl Argument for Wdl {
    const TYPE: Type = Type {
        name: "wdl",
        about: "wdl(Win, Draw, Loss), each from 0 to 1, rounded to six decimals",
        coding: Coding::Floats("wdl"),
    };
    fn decode(_: &mut Call<'_>) -> Result<Option<Wdl>, Error> {
        Err(Error::Panic("a wdl is an output only".into()))
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        [self.win, self.draw, self.loss]
            .into_iter()
            .try_for_each(|part| out.float(six_decimals(part)))
    }
}

natives! {
    module "cl_chess";

    /// True iff Maia gives the legal Move this Probability in Pos; the likeliest comes first, and
    /// all together have probability 1. Maia is a network that was trained on games of people, to
    /// find the moves that they make: maia-1600 on players rated from 1600 to 1699 (McIlroy-Young
    /// et al., Aligning Superhuman AI with Human Behavior, KDD 2020).
    /// Its weights do not come with Chesslog: they are read from the file that `--maia` or the
    /// variable MAIA_WEIGHTS names, or from maia-1600.pb.gz in the user's data directory. Without
    /// them it is an error that says where to get them.
    /// The network sees the last eight positions. Here Pos is all that is known; those before it
    /// are taken to have been alike. See maia/4.
    maia(+Pos: Position, ?Move: MoveTerm, -Probability: Probability) is nondet = policy;

    /// True iff Maia gives the legal Move this Probability in Pos, as in maia/3, when the positions
    /// Earlier led to Pos, the oldest first: a move leads from each to the next one, and from the
    /// last one to Pos. They change what Maia expects, by several
    /// hundredths as a rule. The last seven are seen, and whether one of them was a repetition.
    maia(+Pos: Position, +Earlier: Positions, ?Move: MoveTerm, -Probability: Probability) is nondet
        = policy_after;

    /// True iff Maia expects the side to move to win, draw and lose from Pos with the probabilities
    /// of Wdl, `wdl(Win, Draw, Loss)`. They are those of people's games, not of best play. Weights
    /// are found as by maia/3.
    maia_value(+Pos: Position, -Wdl: Wdl) is det = value;

    /// True iff Maia expects the probabilities of Wdl from Pos, as in maia_value/2, when the
    /// positions Earlier led to Pos, as in maia/4.
    maia_value(+Pos: Position, +Earlier: Positions, -Wdl: Wdl) is det = value_after;
}

/// What is said of errors: of earlier positions, and of weights that are not there.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("earlier_position", |_| {
        " (earlier positions come in order, the oldest first: a move leads from each to the \
         next one, and from the last one to the position asked for)"
            .into()
    })],
    missing: &[("maia_weights", |place| {
        format!(
            "there are no weights of Maia; {}",
            advice(place.text().unwrap_or_default())
        )
    })],
    ..Sentences::NONE
};

/// The network that was asked last, and the file that it is from.
struct Asked {
    path: PathBuf,
    maia: Maia,
    scratch: Scratch,
}

thread_local! {
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Asks the network, which is read when it is first needed.
fn ask<T>(question: impl FnOnce(&Maia, &mut Scratch) -> T) -> Result<T, Error> {
    ASKED.with_borrow_mut(|asked| {
        let path = place::find(None)?;
        if asked.as_ref().is_none_or(|asked| asked.path != path) {
            let maia = Maia::read(&path)?;
            let scratch = maia.scratch();
            *asked = Some(Asked {
                path,
                maia,
                scratch,
            });
        }
        match asked {
            Some(Asked { maia, scratch, .. }) => Ok(question(maia, scratch)),
            None => Err(Error::Panic("there is no network".into())),
        }
    })
}

/// The positions as a line of play that ends in the last one.
fn line(earlier: Positions, position: &Position) -> Result<Vec<Chess>, Error> {
    let positions = earlier.0.iter().chain([position]);
    let line: Vec<Chess> = positions.map(|position| Chess::clone(position)).collect();
    match leela::break_in(&line) {
        None => Ok(line),
        Some(at) => Err(Error::Domain {
            domain: "earlier_position",
            culprit: earlier.0[at].fen().to_owned(),
        }),
    }
}

fn policy(position: Position, m: Option<MoveTerm>) -> Result<Vec<(MoveTerm, Probability)>, Error> {
    policy_after(position, Positions(Vec::new()), m)
}

fn policy_after(
    position: Position,
    earlier: Positions,
    m: Option<MoveTerm>,
) -> Result<Vec<(MoveTerm, Probability)>, Error> {
    let line = line(earlier, &position)?;
    let moves = ask(|maia, scratch| maia.policy(&line, scratch))?;
    let rows = moves
        .into_iter()
        .map(|(m, probability)| (move_term(m), Probability(probability)));
    Ok(rows
        .filter(|(term, _)| m.is_none_or(|m| m == *term))
        .collect())
}

fn value(position: Position) -> Result<One<Wdl>, Error> {
    value_after(position, Positions(Vec::new()))
}

fn value_after(position: Position, earlier: Positions) -> Result<One<Wdl>, Error> {
    let line = line(earlier, &position)?;
    ask(|maia, scratch| One(maia.value(&line, scratch)))
}

impl From<leela::Error> for Error {
    fn from(error: leela::Error) -> Error {
        let name = |path: PathBuf| path.display().to_string();
        match error {
            leela::Error::Absent(place) => Error::Existence {
                kind: "maia_weights",
                culprit: place.map(name).unwrap_or_default(),
            },
            leela::Error::Unreadable(path, error) => match error.kind() {
                io::ErrorKind::NotFound => Error::Existence {
                    kind: "source_sink",
                    culprit: name(path),
                },
                _ => Error::Permission {
                    action: "open",
                    kind: "source_sink",
                    culprit: name(path),
                },
            },
            leela::Error::Wrong(..) => Error::Syntax(error.to_string()),
        }
    }
}

/// What to do about weights that are not in `place`, which is empty if there is no such place.
pub fn advice(place: &str) -> String {
    place::advice((!place.is_empty()).then_some(place.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_weights_are_an_existence_error() {
        let error = Error::from(leela::Error::Absent(Some("/d/maia-1600.pb.gz".into())));
        assert_eq!(
            error.to_string(),
            r#"existence_error(maia_weights,"/d/maia-1600.pb.gz")"#
        );
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let error = Error::from(leela::Error::Unreadable("/d/x".into(), missing));
        assert_eq!(error.to_string(), r#"existence_error(source_sink,"/d/x")"#);
        let wrong = leela::Wrong("it is empty".into());
        let error = Error::from(leela::Error::Wrong("/d/x".into(), wrong));
        assert_eq!(
            error.to_string(),
            r#"syntax_error("/d/x holds no weights of Maia: it is empty")"#
        );
    }

    #[test]
    fn earlier_positions_lead_to_the_one_asked_for() {
        let start = Position::start();
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let e4 = Position::parse(e4).unwrap();
        let played = line(Positions(vec![start.clone()]), &e4).unwrap();
        assert_eq!(played.len(), 2);
        assert_eq!(
            line(Positions(vec![e4.clone()]), &start).unwrap_err(),
            Error::Domain {
                domain: "earlier_position",
                culprit: e4.fen().to_owned()
            }
        );
        assert!(line(Positions(vec![start.clone(), start]), &e4).is_err());
    }
}
