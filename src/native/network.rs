//! The predicates of the network that says which piece to move.

use std::{cell::RefCell, fs, path::Path, time::SystemTime};

use shakmaty::{Bitboard, Square};

use crate::{
    chess::Position,
    native::{Error, Sentences, types::*},
    natives,
    network::{
        adviser::{Adviser, Among, Room},
        input::Planes,
        weights::Fault,
    },
};

natives! {
    module "cl_chess";

    /// True iff the network gives the piece on Square this Probability of making the best move in
    /// Pos; the likeliest comes first. Only pieces of the side to move that have a legal move are
    /// named, and all together have probability 1; it fails if there is none.
    /// The network is a residual one with a piece head (M. Ulhaq, Improving the Tactical Awareness
    /// of Deep Neural Network Chess Engines, 2021). The one that is asked here was trained on
    /// puzzles of Lichess, whose positions all have one move that is much better than the others:
    /// what it says of quiet positions is not worth much.
    piece_head(+Pos: Position, ?Square: Square, -Probability: Probability) is nondet = shipped;

    /// True iff the network in the file Weights, as `chesslog network train` makes them, gives the
    /// piece on Square this Probability of making the best move in Pos. Otherwise as for
    /// piece_head/3.
    piece_head(+Weights: String, +Pos: Position, ?Square: Square, -Probability: Probability) is nondet
        = from_file;

    /// True iff Square is in the plane Plane, of those that networks see, in Pos: squares are those
    /// of the board as it stands, whoever is to move. network_input/3 shows whole planes.
    network_plane(?Square: Square, ?Plane: Name, +Pos: Position) is nondet = squares;
}

/// What is said of errors.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("network_plane", |_| {
        " (such as own_pawns, their_hanging or checks_from; network_input/3 lists them)".into()
    })],
    ..Sentences::NONE
};

/// What the library is made of.
pub mod internal {
    use super::{Name, Position, planes};
    use crate::natives;

    natives! {
        module "internal";

        /// True iff Plane is a plane that some network sees, and Bits are its 64 bits in Pos as a text
        /// of digits 0 and 1: ranks from the eighth down, files from a to h.
        plane_bits(+Pos: Position, ?Plane: Name, -Bits: String) is nondet = planes;
    }
}

/// A network from a file, and what tells that the file has changed.
struct Loaded {
    path: String,
    version: (u64, Option<SystemTime>),
    adviser: Adviser,
    room: Room,
}

thread_local! {
    /// The network that was asked last.
    static LOADED: RefCell<Option<Loaded>> = const { RefCell::new(None) };
    static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
}

/// Answers with the probabilities of pieces.
type Rows = Vec<(Square, Probability)>;

fn shipped(position: Position, square: Option<Square>) -> Rows {
    let adviser = Adviser::shipped();
    ROOM.with_borrow_mut(|room| {
        let room = room.get_or_insert_with(|| adviser.room());
        rows(adviser, &position, square, room)
    })
}

fn rows(adviser: &Adviser, position: &Position, wanted: Option<Square>, room: &mut Room) -> Rows {
    let pieces = adviser.pieces(position, Among::Movable, room).into_iter();
    let pieces = pieces.filter(|(square, _)| wanted.is_none_or(|wanted| wanted == *square));
    pieces
        .map(|(square, probability)| (square, Probability(probability)))
        .collect()
}

fn from_file(weights: String, position: Position, square: Option<Square>) -> Result<Rows, Error> {
    LOADED.with_borrow_mut(|loaded| {
        let version = version(&weights);
        let fresh = loaded
            .take()
            .filter(|known| known.path == weights && known.version == version);
        let known = match fresh {
            Some(known) => known,
            None => {
                let adviser =
                    Adviser::load(Path::new(&weights)).map_err(|fault| wrong(&weights, &fault))?;
                Loaded {
                    room: adviser.room(),
                    path: weights,
                    version,
                    adviser,
                }
            }
        };
        let Loaded { adviser, room, .. } = loaded.insert(known);
        Ok(rows(adviser, &position, square, room))
    })
}

/// What tells that a file has changed; what cannot be read has not.
fn version(path: &str) -> (u64, Option<SystemTime>) {
    let metadata = fs::metadata(path);
    metadata.map_or((0, None), |found| (found.len(), found.modified().ok()))
}

fn wrong(path: &str, fault: &Fault) -> Error {
    let culprit = path.to_owned();
    match fault {
        Fault::Unreadable(_) if !Path::new(path).exists() => Error::Existence {
            kind: "source_sink",
            culprit,
        },
        Fault::Unreadable(_) => Error::Permission {
            action: "open",
            kind: "source_sink",
            culprit,
        },
        fault => Error::Syntax(format!("{path}: {fault}")),
    }
}

fn planes(position: Position, wanted: Option<Name>) -> Result<Vec<(Name, String)>, Error> {
    let rows = encoded(&position, wanted)?.into_iter();
    Ok(rows.map(|(name, _, word)| (name, digits(word))).collect())
}

fn squares(
    square: Option<Square>,
    wanted: Option<Name>,
    position: Position,
) -> Result<Vec<(Square, Name)>, Error> {
    let mut rows = Vec::new();
    for (name, planes, word) in encoded(&position, wanted)? {
        let places = Bitboard(word).into_iter();
        let squares: Bitboard = places.map(|place| planes.place(&position, place)).collect();
        let squares = squares
            .into_iter()
            .filter(|here| square.is_none_or(|wanted| wanted == *here));
        rows.extend(squares.map(|here| (here, name.clone())));
    }
    Ok(rows)
}

/// The plane of this name, or all planes, with the set in which it is and its bits.
fn encoded(position: &Position, wanted: Option<Name>) -> Result<Vec<(Name, Planes, u64)>, Error> {
    let mut rows = Vec::new();
    // The turned planes are the first ones of those with relations.
    for planes in [Planes::Paper, Planes::Relations] {
        let named = planes.planes().enumerate();
        let named: Vec<_> = named
            .filter(|(_, plane)| wanted.as_ref().is_none_or(|name| name.0 == plane.name))
            .collect();
        if named.is_empty() {
            continue;
        }
        let mut words = vec![0; planes.number()];
        planes.encode(position, &mut words);
        rows.extend(
            named
                .into_iter()
                .map(|(at, plane)| (Name(plane.name.to_owned()), planes, words[at])),
        );
    }
    match wanted {
        Some(Name(culprit)) if rows.is_empty() => Err(Error::Domain {
            domain: "network_plane",
            culprit,
        }),
        _ => Ok(rows),
    }
}

/// The bits of a plane, ranks from the eighth down.
fn digits(word: u64) -> String {
    let bit = |square: u32| char::from(b'0' + (word >> square & 1) as u8);
    let ranks = (0..8).rev();
    ranks
        .flat_map(|rank| (0..8).map(move |file| bit(8 * rank + file)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_come_from_the_eighth_down() {
        assert_eq!(digits(1), format!("{}1{}", "0".repeat(56), "0".repeat(7)));
        assert_eq!(
            digits(1 << 63),
            format!("{}1{}", "0".repeat(7), "0".repeat(56))
        );
    }

    #[test]
    fn planes_have_names() {
        let position = Position::start();
        let all = planes(position.clone(), None).unwrap();
        assert_eq!(
            all.len(),
            Planes::Paper
                .planes()
                .chain(Planes::Relations.planes())
                .count()
        );
        let one = planes(position.clone(), Some(Name("own_king".into()))).unwrap();
        assert_eq!(one[0].1, digits(1 << 4));
        assert!(planes(position, Some(Name("no_plane".into()))).is_err());
    }

    #[test]
    fn weights_that_are_none_are_refused_by_name() {
        let ask = |path: &str| from_file(path.to_owned(), Position::start(), None).err();
        let missing = ask("/no/such.safetensors").unwrap();
        assert_eq!(
            missing.to_string(),
            "existence_error(source_sink,\"/no/such.safetensors\")"
        );
        let path = std::env::temp_dir().join(format!("chesslog-{}-none", std::process::id()));
        fs::write(&path, "no weights").unwrap();
        let wrong = ask(path.to_str().unwrap()).unwrap().to_string();
        assert!(
            wrong.starts_with("syntax_error(") && wrong.contains("chesslog-"),
            "{wrong}"
        );
        fs::remove_file(path).unwrap();
    }
}
