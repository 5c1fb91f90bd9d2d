//! Annotated games: chances as comments, annotation glyphs, variations and arrows beside all that was said of the moves.

use shakmaty::{Move, Position as _, Square};

use super::{
    chances::{Chance, Size, Verdict, legal},
    ply::Gain,
    tally::ReviewedGame,
};
use crate::{
    chess::{
        Position,
        games::{Game, Line, Note},
        moves::{MoveTerm, move_term},
        notation::san,
        search::WORTH,
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
            let allows = |m: Move| {
                let mut next = self.chances.iter();
                next.any(|c| c.ply == chance.ply + 1 && c.is_told_before() && c.best() == Some(m))
            };
            annotate(&mut game.line, chance, allows);
            annotate_allowed(&mut game.line, chance);
        }
        game
    }
}

/// Says of the move at a chance what became of that. What it `allows` is told as the chance of the other side.
fn annotate(line: &mut Line, chance: &Chance, allows: impl Fn(Move) -> bool) {
    let at = chance.ply + 1;
    let comment = match chance.verdict {
        Verdict::Kept => return,
        Verdict::Found => match glyph(chance) {
            None => return,
            Some(_) => chance.motif_with_worth(),
        },
        Verdict::Missed(_) => format!("Missed: {}", chance.motif_with_worth()),
    };
    let is_missed = matches!(chance.verdict, Verdict::Missed(_));
    let refutation = chance
        .refutation()
        .filter(|(_, m)| is_missed && !allows(*m));
    let first = line.notes.partition_point(|(ply, _)| *ply < at);
    let end = line.notes.partition_point(|(ply, _)| *ply <= at);
    let here = &line.notes[first..end];
    let is_judged = here
        .iter()
        .any(|(_, note)| matches!(note, Note::Nag(nag) if QUALITY.contains(nag)));
    // From the last place to the first, so that the others stay where they are.
    if is_missed {
        let better = better(chance);
        let is_it =
            |note: &Note| matches!(note, Note::Variation(line) if line.moves == better.moves);
        if !here.iter().any(|(_, note)| is_it(note)) {
            line.notes.insert(end, (at, Note::Variation(better)));
        }
    }
    say_once(line, at, comment);
    if let Some((text, m)) = refutation {
        say_once(line, at, format!("Refuted by {text} {}", arrow(m)));
    }
    if let Some(glyph) = glyph(chance).filter(|_| !is_judged) {
        line.notes.insert(first, (at, Note::Nag(glyph)));
    }
}

/// Says of the move before a chance by which move the other side can win what, if another one would not have given it. How bad
/// that was depends on what the other side does: so there is no glyph.
fn annotate_allowed(line: &mut Line, chance: &Chance) {
    if chance.is_told_before() {
        let given = chance.motif_with_worth();
        let by = chance.best().map(|best| {
            let text = numbered(&chance.position, best);
            (format!(" {text}"), arrow(best))
        });
        let (by, arrow) = by.unwrap_or_default();
        let comment = format!("Allows{by}: {given} {arrow}");
        say_once(line, chance.ply, comment.trim_end().to_owned());
    }
}

/// A move with its number, as in `4...Nxh5`.
fn numbered(position: &Position, m: Move) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}{}", position.fullmoves(), san(position, m))
}

/// The arrow of a move that refutes another one.
fn arrow(m: Move) -> String {
    let MoveTerm { from, to, .. } = move_term(m);
    marks(&[], &[(from, to)])
}

/// Says something of a move, unless an earlier review has said it, or one that drew no arrows.
fn say_once(line: &mut Line, at: usize, comment: String) {
    let words = |text: &str| text.split(" [%").next() == comment.split(" [%").next();
    let is_said = |(ply, note): &(usize, Note)| {
        *ply == at && matches!(note, Note::Comment(said) if words(said))
    };
    if !line.notes.iter().any(is_said) {
        line.comment(at, comment);
    }
}

impl Chance {
    /// Whether it is told of the move before it, which has given it.
    fn is_told_before(&self) -> bool {
        self.is_given() && self.verdict != Verdict::Kept
    }

    /// The answer by which the move that was played loses something, with its number, and as a move.
    fn refutation(&self) -> Option<(String, Move)> {
        let loses = match self.review.own {
            Gain::Mated(_) | Gain::LetsDraw => true,
            Gain::Centipawns(gain) => gain <= -WORTH,
            Gain::Mate(_) | Gain::Draw => false,
        };
        let line = legal(&self.position, &self.review.own_line);
        let &answer = line.get(1).filter(|_| loses)?;
        let after = self.position.after(self.played);
        Some((numbered(&after, answer), answer))
    }

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
