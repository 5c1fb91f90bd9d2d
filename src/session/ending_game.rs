//! An ending that is played by a person and a program: where it begins, perfect play, and how it ends.

use shakmaty::{Color, Position as _};

use super::players::Choice;
use crate::{
    chess::{History, Position},
    endgame::{
        Ending, Turn, Value,
        index::{self, Symmetry},
        known, perfect,
        view::{self, EndingView},
    },
    random::Random,
};

/// A position, and who has the pieces.
pub type Start = (Position, Color);

/// A position that white, to move, can win, in any of its images.
pub fn start(ending: Ending, seed: u64) -> Result<Start, String> {
    let mut random = Random::of(&[seed, 7]);
    let table = known::table(ending);
    let wins = table.numbers(Turn::Attacker);
    let wins: Vec<u32> = wins
        .filter(|&number| {
            let at = index::placement(number, &ending);
            matches!(table.value(Turn::Attacker, &at), Some(Value::Mate(plies)) if plies > 1)
        })
        .collect();
    let images = if ending.has_pawn() { 2 } else { 8 };
    random
        .pick(&wins)
        .and_then(|&number| {
            let symmetry = Symmetry::ALL[random.below(images) as usize];
            let at = symmetry.of(&index::placement(number, &ending), &ending);
            view::position(&at, &ending, Turn::Attacker, Color::White)
        })
        .map(|position| (position, Color::White))
        .ok_or_else(|| format!("no position of {ending} can be won"))
}

/// How a game that began with `start` has ended, if it has; `mine`: whether the one who tells it has the pieces.
pub fn end(start: &Position, game: &History, mine: bool) -> Option<String> {
    let position = &game.chess;
    if position.legal_moves().is_empty() {
        // Only the bare king can be mated.
        return Some(match (position.is_check(), mine) {
            (true, true) => "Mate. I have won.".to_owned(),
            (true, false) => "Mate. You have won.".to_owned(),
            (false, _) => "Stalemate: a draw.".to_owned(),
        });
    }
    if position.is_insufficient_material() {
        let lost = match EndingView::of(start)
            .map(|view| view.ending)
            .filter(|ending| ending.len() == 1)
        {
            Some(ending) => ending.material().replace("king and ", "the "),
            None => "a piece".to_owned(),
        };
        return Some(format!("It costs {lost}: a draw."));
    }
    game.end().map(str::to_owned)
}

/// The first of the best moves.
pub fn best(position: &Position) -> Option<Choice> {
    let best = perfect::best_moves(position).ok()?;
    let why = match perfect::value(position) {
        Ok(Value::Drawn) => "It keeps the draw.",
        _ if EndingView::of(position)?.turn == Turn::Defender => "No move delays mate longer.",
        _ => "No move mates sooner.",
    };
    best.first().map(|&m| Choice {
        m,
        reasons: vec![why.to_owned()],
    })
}
