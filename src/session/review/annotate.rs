//! Annotated games: chances as comments, annotation glyphs, variations and arrows beside all that was said of the moves.

use shakmaty::{Move, Position as _, Square};

use super::{
    chances::{Chance, Size, Verdict},
    ply::Gain,
    tally::ReviewedGame,
};
use crate::{
    chess::{
        games::{Game, Line, Note},
        notation::san,
    },
    session::explanation::Explained,
};

/// Glyphs that say how good a move is: from `!` to `?!`.
const QUALITY: std::ops::RangeInclusive<u8> = 1..=6;
/// What is won by who deserves a `!`, in centipawns, and a `!!`, in moves of a mate.
const GOOD: i32 = 200;
const LONG_MATE: u32 = 3;

impl ReviewedGame {
    /// The game with what was found, missed and allowed by both sides. What was said of a move stays, and its glyph if it has one.
    pub fn annotated(&self) -> Game {
        let mut game = self.played.game.clone();
        for chance in &self.chances {
            annotate(&mut game.line, chance);
            annotate_allowed(&mut game.line, chance);
        }
        game
    }
}

fn annotate(line: &mut Line, chance: &Chance) {
    let at = chance.ply + 1;
    let comment = match chance.verdict {
        Verdict::Kept => return,
        Verdict::Found => match glyph(chance) {
            None => return,
            Some(_) => chance.motif_with_worth(),
        },
        Verdict::Missed(_) => format!("Missed: {}", chance.motif_with_worth()),
    };
    let first = line.notes.partition_point(|(ply, _)| *ply < at);
    let end = line.notes.partition_point(|(ply, _)| *ply <= at);
    let here = &line.notes[first..end];
    let is_judged = here
        .iter()
        .any(|(_, note)| matches!(note, Note::Nag(nag) if QUALITY.contains(nag)));
    // From the last place to the first, so that the others stay where they are.
    if let Verdict::Missed(_) = chance.verdict {
        let better = better(chance);
        let is_it =
            |note: &Note| matches!(note, Note::Variation(line) if line.moves == better.moves);
        if !here.iter().any(|(_, note)| is_it(note)) {
            line.notes.insert(end, (at, Note::Variation(better)));
        }
    }
    say_once(line, at, comment);
    if let Some(glyph) = glyph(chance).filter(|_| !is_judged) {
        line.notes.insert(first, (at, Note::Nag(glyph)));
    }
}

/// Says of the move before a chance by which move the other side can win what, if another one would not have given it. How bad
/// that was depends on what the other side does: so there is no glyph.
fn annotate_allowed(line: &mut Line, chance: &Chance) {
    if chance.is_given() && chance.verdict != Verdict::Kept {
        let given = chance.motif_with_worth();
        let by = chance.best().map(|best| {
            let dots = if chance.color().is_black() {
                "..."
            } else {
                "."
            };
            let number = chance.position.fullmoves();
            format!(" {number}{dots}{}", san(&chance.position, best))
        });
        let by = by.unwrap_or_default();
        say_once(line, chance.ply, format!("Allows{by}: {given}"));
    }
}

/// Says something of a move, unless an earlier review has said it.
fn say_once(line: &mut Line, at: usize, comment: String) {
    let is_said = |(ply, note): &(usize, Note)| {
        *ply == at && matches!(note, Note::Comment(said) if *said == comment)
    };
    if !line.notes.iter().any(is_said) {
        line.comment(at, comment);
    }
}

impl Chance {
    /// `fork (+5)`, or what mates by itself.
    pub fn motif_with_worth(&self) -> String {
        let (motif, worth) = (self.motif_words(), self.review.gain.words());
        match self.review.motif.is_none() || motif == worth {
            true => worth,
            false => format!("{motif} ({worth})"),
        }
    }
}

impl Gain {
    /// What is won, in few words.
    pub fn words(self) -> String {
        match self {
            Gain::Mate(moves) => format!("mate in {moves}"),
            Gain::Mated(moves) => format!("mated in {moves}"),
            Gain::Draw | Gain::LetsDraw => "a draw".to_owned(),
            Gain::Centipawns(gain) => {
                let pawns = f64::from(gain) / 100.0;
                format!("{pawns:+}")
            }
        }
    }
}

/// `??`, `?` or `?!` for what was missed; `!` for what was found, unless it was a small thing or what could simply be
/// taken, and `!!` for a sacrifice or a long mate.
fn glyph(chance: &Chance) -> Option<u8> {
    let motif = chance.review.motif.as_deref();
    match chance.verdict {
        Verdict::Missed(Size::Blunder) => Some(4),
        Verdict::Missed(Size::Mistake) => Some(2),
        Verdict::Missed(Size::Inaccuracy) => Some(6),
        Verdict::Kept => None,
        // Another move that is about as good has no motif of its own to be praised for.
        Verdict::Found if !chance.is_best() => None,
        Verdict::Found => match chance.review.gain {
            _ if motif == Some("sacrifice") => Some(3),
            Gain::Mate(moves) => Some(if moves >= LONG_MATE { 3 } else { 1 }),
            Gain::Centipawns(gain) => {
                let plain = matches!(motif, None | Some("hanging_piece" | "winning_capture"));
                (gain >= GOOD && !plain).then_some(1)
            }
            _ => Some(1),
        },
    }
}

/// The better line, with what is seen after its first move.
fn better(chance: &Chance) -> Line {
    let moves: Vec<Option<Move>> = chance.line().into_iter().map(Some).collect();
    let explained = chance.review.words.as_ref();
    let explained = explained.and_then(|(_, explained)| Explained::read(explained));
    let reasons = explained.map_or_else(Vec::new, |explained| explained.reasons);
    let reason = reasons.iter().find(|reason| reason.ply == 1);
    let mut notes = Vec::new();
    if let Some(reason) = reason.filter(|_| !moves.is_empty()) {
        let marks = marks(&reason.squares, &reason.arrows);
        let text = format!("{} {marks}", reason.sentence);
        notes.push((1, Note::Comment(text.trim_end().to_owned())));
    }
    Line { moves, notes }
}

/// Squares and arrows as Lichess and ChessBase have them in comments.
fn marks(squares: &[Square], arrows: &[(Square, Square)]) -> String {
    let command = |name: &str, marks: Vec<String>| match marks.is_empty() {
        true => String::new(),
        false => format!("[%{name} {}]", marks.join(",")),
    };
    let squares = squares.iter().map(|square| format!("Y{square}"));
    let arrows = arrows.iter().map(|(from, to)| format!("R{from}{to}"));
    let texts = [
        command("csl", squares.collect()),
        command("cal", arrows.collect()),
    ];
    texts.concat()
}
