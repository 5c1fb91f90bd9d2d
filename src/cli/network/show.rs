//! `chesslog network show`: a position as a heat map of the pieces that a network would move.

use std::{fmt::Write as _, io, path::PathBuf};

use clap::Args;
use serde_json::{Value, json};
use shakmaty::{Bitboard, Position as _};

use super::{adviser, weights_name};
use crate::{
    chess::{
        Position, Square,
        board::{self, Style},
        role_name,
        svg::{self, Marks},
    },
    cli::{FormatOption, Inputs, fail, outputs::write},
    native::types::six_decimals,
    network::{Adviser, adviser::Among},
    terminal,
};

/// Pieces that are named.
const NAMED: usize = 8;
/// The least probability that is seen on the board.
const SEEN: f32 = 0.01;

#[derive(Debug, Args)]
pub struct ShowArguments {
    /// The weights, a file that `chesslog network train` made [default: those that come with the
    /// program]
    weights: Option<PathBuf>,
    /// The position; without it, what the file says of the network is shown
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Share probability out between all squares, as the network was trained, and not only between
    /// pieces that can move
    #[arg(long, requires = "fen")]
    all_squares: bool,
    /// Write the picture to this file
    #[arg(long, value_name = "FILE", requires = "fen")]
    svg: Option<PathBuf>,
    /// See the board as the side that is not to move
    #[arg(long, requires = "fen")]
    flip: bool,
    /// Draw the board with letters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    printed: FormatOption,
}

/// Runs the command and returns the exit status.
pub fn run(arguments: &ShowArguments) -> u8 {
    show(arguments).unwrap_or_else(|message| fail(&message))
}

fn show(arguments: &ShowArguments) -> Result<u8, String> {
    let adviser = adviser(arguments.weights.as_deref())?;
    let format = arguments.printed.format;
    let Some(fen) = &arguments.fen else {
        return Ok(format.put(|| about(arguments, &adviser), || adviser.head().metadata()));
    };
    if let Some(path) = &arguments.svg {
        Inputs::of(&arguments.weights).check("--svg", path)?;
    }
    let position = Position::parse(fen).map_err(|error| format!("--fen \"{fen}\": {error}"))?;
    let among = match arguments.all_squares {
        true => Among::Squares,
        false => Among::Movable,
    };
    let pieces = adviser.pieces(&position, among, &mut adviser.room());
    if let Some(path) = &arguments.svg {
        write(
            path,
            svg::draw(&position, &marks(arguments, &position, &pieces)),
        )?;
    }
    let text = || text(arguments, &position, &pieces);
    Ok(format.put(text, || data(arguments, &position, &pieces)))
}

/// What the file says of the network.
fn about(arguments: &ShowArguments, adviser: &Adviser) -> String {
    let mut text = format!("{}\n", weights_name(arguments.weights.as_ref()));
    for (name, value) in adviser.head().metadata() {
        // Tables have their own figures; see `network evaluate --out`.
        match value.lines().count() {
            0 | 1 => _ = writeln!(text, "  {name}: {value}"),
            lines => _ = writeln!(text, "  {name}: {lines} lines"),
        }
    }
    _ = writeln!(
        text,
        "  parameters: {}",
        adviser.head().shape().parameters()
    );
    text
}

/// Per cent, rounded.
fn heat(probability: f32) -> u8 {
    (100.0 * probability).round() as u8
}

/// The pieces that are seen on the board.
fn seen(pieces: &[(Square, f32)]) -> impl Iterator<Item = (Square, u8)> {
    let seen = pieces
        .iter()
        .filter(|(_, probability)| *probability >= SEEN);
    seen.map(|&(square, probability)| (square, heat(probability)))
}

fn text(arguments: &ShowArguments, position: &Position, pieces: &[(Square, f32)]) -> String {
    let colour = terminal::colour(&io::stdout()) && !arguments.ascii;
    let mut squares = [0; 64];
    for (square, heat) in seen(pieces) {
        squares[usize::from(square)] = heat;
    }
    // Without colour, the likeliest piece stands out.
    let marked = pieces.first().map(|&(square, _)| square);
    let style = Style {
        ascii: arguments.ascii,
        colour,
        flipped: position.turn().is_black() != arguments.flip,
        marked: Bitboard::from_iter(marked.filter(|_| !colour)),
        heat: colour.then_some(squares),
        ..Style::default()
    };
    let mut text = format!("{}\n", board::draw(position, style));
    if pieces.is_empty() {
        text += "\nThere is no piece to move.\n";
        return text;
    }
    text.push('\n');
    for &(square, probability) in pieces.iter().take(NAMED) {
        let name = position.board().role_at(square).map_or("empty", role_name);
        _ = writeln!(text, "{name:<7} {square} {:>6.1} %", 100.0 * probability);
    }
    text
}

fn data(arguments: &ShowArguments, position: &Position, pieces: &[(Square, f32)]) -> Value {
    let pieces: Vec<Value> = pieces
        .iter()
        .map(|&(square, probability)| {
            json!({
                "square": square.to_string(),
                "piece": position.board().role_at(square).map(role_name),
                "probability": six_decimals(probability),
            })
        })
        .collect();
    json!({
        "fen": position.fen(),
        "weights": weights_name(arguments.weights.as_ref()),
        "pieces": pieces,
    })
}

fn marks(arguments: &ShowArguments, position: &Position, pieces: &[(Square, f32)]) -> Marks {
    let bottom = match arguments.flip {
        true => !position.turn(),
        false => position.turn(),
    };
    let first = pieces.first().map(|&(square, probability)| {
        let name = position
            .board()
            .role_at(square)
            .map_or("no piece", role_name);
        format!(", {name} on {square} {} %", heat(probability))
    });
    Marks {
        bottom,
        heat: seen(pieces).collect(),
        title: format!("Which piece moves{}", first.unwrap_or_default()),
        ..Marks::default()
    }
}
