//! Positions and their moves, and what the piece network says of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Color, Move, Position as _};

use super::api::Refusal;
use crate::{
    chess::{
        Position, history,
        moves::{MoveTerm, move_term},
        notation,
    },
    network::adviser::{Adviser, Among, text},
};

/// A position, as moves that lead to it.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// Where the moves begin; the usual start position, if it is not said.
    #[serde(default)]
    pub fen: Option<String>,
    /// The moves, as people or engines write them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What there is to know of a position.
#[derive(Debug, Serialize)]
pub struct Told {
    fen: String,
    turn: &'static str,
    legal: Vec<Written>,
    plies: Vec<Ply>,
    check: Option<String>,
    end: Option<&'static str>,
}

/// A move.
#[derive(Debug, Serialize)]
pub struct Written {
    pub uci: String,
    pub san: String,
    pub from: String,
    pub to: String,
    pub promotion: Option<char>,
}

/// A move that was made.
#[derive(Debug, Serialize)]
struct Ply {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
}

/// `position`.
pub fn position(asked: Asked) -> Result<Told, Refusal> {
    let mut position = start(asked.fen.as_deref())?;
    let mut plies = Vec::new();
    for word in &asked.moves {
        let m = notation::parsed(&position, word)?;
        let after = position.after(m);
        plies.push(Ply {
            uci: uci(m),
            san: notation::san(&position, m),
            fen: after.fen().to_owned(),
        });
        position = after;
    }
    let legal = position.legal_moves().iter();
    Ok(Told {
        fen: position.fen().to_owned(),
        turn: side(position.turn()),
        legal: legal.map(|&m| written(&position, m)).collect(),
        plies,
        check: position
            .is_check()
            .then(|| position.board().king_of(position.turn()))
            .flatten()
            .map(|square| square.to_string()),
        end: history::end(&position),
    })
}

/// The position of a FEN; the usual one, if there is none.
pub fn start(fen: Option<&str>) -> Result<Position, Refusal> {
    match fen {
        None => Ok(Position::start()),
        Some(fen) => {
            Position::parse(fen).map_err(|why| format!("`{fen}` is no position: {why}").into())
        }
    }
}

/// A legal move.
pub fn written(position: &Position, m: Move) -> Written {
    let MoveTerm {
        from,
        to,
        promotion,
    } = move_term(m);
    Written {
        uci: uci(m),
        san: notation::san(position, m),
        from: from.to_string(),
        to: to.to_string(),
        promotion: promotion.map(|role| role.char()),
    }
}

/// A move as engines write it.
pub fn uci(m: Move) -> String {
    notation::uci(m, CastlingMode::Standard)
}

/// A side.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// What the piece network says.
#[derive(Debug, Serialize)]
pub struct Advice {
    pieces: Vec<Share>,
    about: String,
}

/// How probable it is that a piece is to move.
#[derive(Debug, Serialize)]
struct Share {
    square: String,
    piece: char,
    share: f32,
}

/// `network`: which pieces the network that comes along would move.
pub fn network(asked: Asked) -> Result<Advice, Refusal> {
    let position = start(asked.fen.as_deref())?;
    let adviser = Adviser::shipped();
    let pieces = adviser.pieces(&position, Among::Movable, &mut adviser.room());
    let letters: BTreeMap<_, _> = position.board().clone().into_iter().collect();
    let percent = |name: &str| {
        let share: f64 = adviser.text(name)?.parse().ok()?;
        Some(format!("{:.1} %", 100.0 * share))
    };
    let mut about =
        "The piece network was trained on positions where something can be won.".to_owned();
    if let (Some(first), Some(three)) = (percent(text::TOP_1), percent(text::TOP_3)) {
        let puzzles = adviser.text(text::TEST_PUZZLES).unwrap_or("test");
        about += &format!(
            " In {puzzles} puzzles that it had not seen, the piece to move was its first in {first} and among its first \
             three in {three}."
        );
    }
    Ok(Advice {
        pieces: pieces
            .into_iter()
            .map(|(square, share)| Share {
                square: square.to_string(),
                piece: letters.get(&square).map_or('?', |piece| piece.char()),
                share,
            })
            .collect(),
        about,
    })
}
