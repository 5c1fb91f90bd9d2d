//! What is told of a review: the worst misses, and all for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};
use shakmaty::{Bitboard, Color};

use super::{
    chances::{Chance, MATE_SCORE, Verdict},
    tally::{ReviewedGame, Tally},
};
use crate::{
    chess::{
        board::{Style, draw},
        moves::move_term,
        notation::san,
    },
    report::{self, cells, milliseconds},
    session::explanation::{Explained, uci},
};

/// Who judged the chances, and how far he looked.
#[derive(Debug, Clone)]
pub struct Second {
    /// What it calls itself.
    pub name: String,
    /// Nodes of each search.
    pub nodes: u64,
    /// Chances that it denied.
    pub denied: u64,
}

/// A review.
#[derive(Debug)]
pub struct Findings {
    /// The player, as the games have him.
    pub player: String,
    /// The games that were reviewed.
    pub games: Vec<ReviewedGame>,
    /// How many positions each search looked at.
    pub effort: u32,
    /// Who judged.
    pub judge: Second,
}

/// A miss, with the game that it is of.
pub type Miss<'f> = (&'f ReviewedGame, &'f Chance);

impl Findings {
    /// How many moves of the player were looked at.
    pub fn moves(&self) -> u64 {
        self.games.iter().map(|game| game.moves).sum()
    }

    /// What the player missed, the worst first.
    pub fn misses(&self) -> Vec<Miss<'_>> {
        let own = self
            .games
            .iter()
            .flat_map(|game| game.own().map(move |chance| (game, chance)));
        let mut misses: Vec<Miss<'_>> = own
            .filter(|(_, chance)| matches!(chance.verdict, Verdict::Missed(_)))
            .collect();
        misses.sort_by(|(_, a), (_, b)| b.lost.total_cmp(&a.lost));
        misses
    }

    /// For people: tables, and the worst misses on boards.
    pub fn text(&self, worst: usize, style: Style) -> String {
        let mut text = Tally::of(&self.games).table();
        let misses = self.misses();
        for (number, (game, chance)) in misses.iter().take(worst).enumerate() {
            text.push('\n');
            text += &self.miss(number + 1, game, chance, style);
        }
        text
    }

    fn miss(&self, number: usize, game: &ReviewedGame, chance: &Chance, style: Style) -> String {
        let position = &chance.position;
        let mut marked = Bitboard::EMPTY;
        if let Some(best) = chance.best() {
            marked.extend(best.from());
            marked.add(best.to());
        }
        let style = Style {
            flipped: chance.color().is_black(),
            marked,
            ..style
        };
        let size = match chance.verdict {
            Verdict::Missed(size) => size.name(),
            _ => "",
        };
        let mut text = format!(
            "{number}. {}\n   move {} missed: {} ({size})\n\n{}\n\n",
            heading(game),
            place(chance),
            chance.motif_with_worth(),
            draw(position, style)
        );
        let played = san(position, chance.played);
        if let Some((verdict, explained)) = &chance.review.words {
            // Most sentences begin with the move.
            let own = match verdict.starts_with(&played) {
                true => verdict.clone(),
                false => format!("{played}. {verdict}"),
            };
            // Writing to a string cannot fail.
            _ = writeln!(text, "Played: {own}");
            if let Some(explained) = Explained::read(explained) {
                let kind = report::value(explained.kind);
                _ = writeln!(
                    text,
                    "Better: {} ({})",
                    explained.verdict,
                    kind.as_str().unwrap_or_default()
                );
                for reason in &explained.reasons {
                    _ = writeln!(text, "  {}", reason.sentence);
                }
            }
        }
        if let Some(says) = chance.judge {
            let pawns = |centipawns: i32| match centipawns.abs() >= MATE_SCORE {
                true => if centipawns > 0 { "mate" } else { "mated" }.to_owned(),
                false => format!("{:+.2}", f64::from(centipawns) / 100.0),
            };
            _ = writeln!(
                text,
                "{} ({} nodes): {} instead of {} for {}",
                self.judge.name,
                report::thousands(self.judge.nodes),
                pawns(says.best),
                pawns(says.played),
                if chance.color().is_white() {
                    "White"
                } else {
                    "Black"
                }
            );
        }
        if let Some(site) = game
            .played
            .game
            .tag("Site")
            .filter(|site| site.starts_with("http"))
        {
            _ = writeln!(text, "{site}#{}", chance.ply);
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let mut value = report::value(Tally::of(&self.games));
        value["player"] = json!(self.player);
        value["games"] = json!(self.games.len());
        value["moves"] = json!(self.moves());
        value["effort"] = json!(self.effort);
        value["judge"] = json!({
            "name": self.judge.name, "nodes": self.judge.nodes, "denied": self.judge.denied,
        });
        let misses = self.misses();
        let misses = misses.iter().map(|(game, chance)| miss_json(game, chance));
        value["misses"] = json!(misses.collect::<Vec<_>>());
        value
    }

    /// All chances of both sides, a row each, below [`CHANCES`].
    pub fn chances(&self) -> Vec<Vec<String>> {
        let rows = self.games.iter().flat_map(|game| {
            let row = |chance: &Chance| {
                let whose = if chance.color() == game.played.side {
                    "player"
                } else {
                    "opponent"
                };
                let (verdict, size) = verdict(chance);
                cells![
                    game.played.file,
                    game.played.number,
                    place(chance),
                    whose,
                    chance.position.fen(),
                    uci(move_term(chance.played)),
                    chance
                        .review
                        .line
                        .first()
                        .map_or_else(String::new, |m| uci(*m)),
                    chance.review.motif.as_deref().unwrap_or_default(),
                    chance.phase.name(),
                    chance.review.gain.words(),
                    chance.review.own.words(),
                    verdict,
                    size.unwrap_or_default(),
                    format!("{:.3}", chance.lost),
                    report::or_empty(chance.judge.map(|says| says.best)),
                    report::or_empty(chance.judge.map(|says| says.played)),
                ]
            };
            game.chances.iter().map(row).collect::<Vec<_>>()
        });
        rows.collect()
    }
}

/// The columns of [`Tally::rows`].
pub const COUNTS: &str = "by,name,found,kept,missed,allowed,punished";

/// The columns of [`Findings::chances`].
pub const CHANCES: &str = "file,game,move,whose,fen,played,best,motif,phase,wins,played_wins,verdict,size,lost,judge_best,judge_played";

/// What became of a chance, in words.
fn verdict(chance: &Chance) -> (&'static str, Option<&'static str>) {
    match chance.verdict {
        Verdict::Found => ("found", None),
        Verdict::Kept => ("kept", None),
        Verdict::Missed(size) => ("missed", Some(size.name())),
    }
}

/// `White - Black, Site, Date (game 3 of FILE)`.
pub(super) fn heading(game: &ReviewedGame) -> String {
    let known = |name: &str| {
        let value = game.played.game.tag(name).unwrap_or_default();
        Some(value.to_owned()).filter(|value| !value.starts_with('?') && !value.is_empty())
    };
    let player = |name: &str| known(name).unwrap_or_else(|| "?".to_owned());
    let mut text = format!("{} - {}", player("White"), player("Black"));
    let site = known("Site").filter(|site| !site.starts_with("http"));
    let date = known("Date")
        .or(known("UTCDate"))
        .map(|date| date.replace(".??", ""));
    for part in [site, date].into_iter().flatten() {
        text += &format!(", {part}");
    }
    text + &format!(" (game {} of {})", game.played.number, game.played.file)
}

/// `23.` or `23...`
fn place(chance: &Chance) -> String {
    let dots = match chance.color() {
        Color::White => ".",
        Color::Black => "...",
    };
    use shakmaty::Position as _;
    format!("{}{dots}", chance.position.fullmoves())
}

fn miss_json(game: &ReviewedGame, chance: &Chance) -> Value {
    let tag = |name: &str| game.played.game.tag(name);
    let (_, size) = verdict(chance);
    let words = chance.review.words.as_ref();
    json!({
        "game": {
            "file": game.played.file, "number": game.played.number, "white": tag("White"),
            "black": tag("Black"), "date": tag("Date").or(tag("UTCDate")), "site": tag("Site"),
        },
        "ply": chance.ply + 1,
        "move": place(chance),
        "fen": chance.position.fen(),
        "played": uci(move_term(chance.played)),
        "played_san": san(&chance.position, chance.played),
        "played_verdict": words.map(|(verdict, _)| verdict),
        "motif": chance.review.motif,
        "phase": chance.phase.name(),
        "wins": chance.review.gain.words(),
        "played_wins": chance.review.own.words(),
        "size": size,
        "lost": milliseconds(chance.lost),
        "judge": chance.judge,
        "better": words.and_then(|(_, explained)| Some(Explained::read(explained)?.to_json(&chance.position))),
    })
}
