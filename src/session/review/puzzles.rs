//! What was missed, as puzzles: rows of a table as Lichess publishes it.

use shakmaty::{CastlingMode, Color, Move, Position as _};

use super::{
    chances::{Chance, Verdict},
    ply::Gain,
    tally::ReviewedGame,
};
use crate::{
    chess::{Position, games::played},
    report,
    session::puzzles::themes::THEMES,
};

/// The columns of Lichess.
const COLUMNS: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";
/// What a puzzle is rated that nobody has tried, and how sure that is, as on Lichess.
const RATING: u32 = 1500;
const DEVIATION: u32 = 500;
/// Letters of a name.
const NAME: usize = 6;

/// A table of what was missed in games; what stands in the first position of a game is left out, as a puzzle begins with a
/// move of the other side.
pub fn table(games: &[ReviewedGame]) -> String {
    let rows = games.iter().flat_map(|game| {
        let missed = game
            .own()
            .filter(|c| matches!(c.verdict, Verdict::Missed(_)));
        missed
            .filter_map(|chance| row(game, chance))
            .collect::<Vec<_>>()
    });
    report::csv(COLUMNS, rows)
}

fn row(game: &ReviewedGame, chance: &Chance) -> Option<Vec<String>> {
    let (before, led) = before(game, chance)?;
    let mut solution = chance.line();
    // The last move is the solver's.
    if solution.len().is_multiple_of(2) {
        solution.pop();
    }
    if solution.is_empty() {
        return None;
    }
    let mode = before.castles().mode();
    let moves: Vec<String> = std::iter::once(led)
        .chain(solution.iter().copied())
        .map(|m| m.to_uci(mode).to_string())
        .collect();
    let rating = game.played.game.elo(game.played.side).unwrap_or(RATING);
    Some(vec![
        name(before.fen(), &moves),
        before.fen().to_owned(),
        moves.join(" "),
        rating.to_string(),
        DEVIATION.to_string(),
        "0".to_owned(),
        "0".to_owned(),
        themes(chance, solution.len()),
        url(game, chance),
        opening(game),
    ])
}

/// The position before the move of the other side, and that move.
fn before(game: &ReviewedGame, chance: &Chance) -> Option<(Position, Move)> {
    let game = &game.played.game;
    let last = chance.ply.checked_sub(1)?;
    let mut board = shakmaty::Chess::clone(&game.start);
    for m in &game.line.moves[..last] {
        board = played(&board, *m)?;
    }
    let led = game.line.moves[last]?;
    let position = Position::from_chess(board);
    // Chess960 is none of the variants of these tables.
    (position.castles().mode() == CastlingMode::Standard).then_some((position, led))
}

/// A name that the same puzzle has at each run.
fn name(fen: &str, moves: &[String]) -> String {
    const LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    // FNV-1a, as G. Fowler, L. C. Noll and K.-P. Vo have it.
    let bytes = fen.bytes().chain(moves.concat().into_bytes());
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let mut name = String::new();
    for _ in 0..NAME {
        name.push(char::from(LETTERS[(hash % LETTERS.len() as u64) as usize]));
        hash /= LETTERS.len() as u64;
    }
    name
}

/// The themes of Lichess that the motif stands for, those of the length, and the part of the game.
fn themes(chance: &Chance, plies: usize) -> String {
    let motif = chance.review.motif.as_deref().unwrap_or_default();
    let of_motif = THEMES.iter().filter(|theme| theme.motifs.contains(&motif));
    let mut themes: Vec<String> = of_motif.map(|theme| theme.name.to_owned()).collect();
    if let Gain::Mate(moves) = chance.review.gain {
        themes.extend(["mate".to_owned(), format!("mateIn{}", moves.min(5))]);
    }
    let length = match plies {
        1 => "oneMove",
        3 => "short",
        5 => "long",
        _ => "veryLong",
    };
    themes.extend([length.to_owned(), chance.phase.name().to_owned()]);
    themes.sort();
    themes.dedup();
    themes.join(" ")
}

/// Where the game is, with the ply, if it is anywhere.
fn url(game: &ReviewedGame, chance: &Chance) -> String {
    let site = game.played.game.tag("Site").unwrap_or_default();
    match site.starts_with("http") {
        true => {
            // Lichess has the side that moves first in the row.
            let side = match game.played.side {
                Color::White => "/black",
                Color::Black => "",
            };
            format!("{site}{side}#{}", chance.ply)
        }
        false => String::new(),
    }
}

/// The opening as Lichess tags it: `Sicilian_Defense Sicilian_Defense_Najdorf_Variation`.
fn opening(game: &ReviewedGame) -> String {
    let name = game.played.game.tag("Opening").unwrap_or_default();
    let tag = |name: &str| -> String {
        let words =
            name.split(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '\'');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join("_").replace('\'', "")
    };
    let family = tag(name.split(':').next().unwrap_or_default());
    let whole = tag(name.split(',').next().unwrap_or_default());
    match family == whole {
        true => family,
        false => format!("{family} {whole}"),
    }
}
