//! What was missed, as notes for Anki.

use super::{
    chances::{Chance, Verdict},
    report::heading,
    tally::ReviewedGame,
};
use crate::{chess::anki::Note, openings::notation::numbered, session::explanation::Explained};

/// What the player missed in games, in their order.
pub fn notes(games: &[ReviewedGame]) -> Vec<Note> {
    let missed = |game| {
        let own = ReviewedGame::own(game);
        own.filter_map(move |chance| match chance.verdict {
            Verdict::Missed(size) => Some(note(game, chance, size.name())),
            _ => None,
        })
    };
    games.iter().flat_map(missed).collect()
}

fn note(game: &ReviewedGame, chance: &Chance, size: &str) -> Note {
    let note = Note::of("puzzle", &chance.position);
    let moves = &game.played.game.line.moves;
    let last = chance.ply.checked_sub(1).and_then(|last| moves[last]);
    let words = chance.review.words.as_ref();
    let played = numbered(&chance.position, &[chance.played]);
    let mut remarks = vec![match words {
        Some((verdict, _)) => format!("Played was {played}. {verdict}"),
        None => format!("Played was {played}."),
    }];
    if let Some(better) = words.and_then(|(_, better)| Explained::read(better)) {
        remarks.push(better.verdict.to_owned());
        let sentences = better.reasons.iter();
        remarks.extend(sentences.map(|reason| reason.sentence.to_owned()));
    }
    let site = game.played.game.tag("Site").unwrap_or_default();
    if site.starts_with("http") {
        remarks.push(heading(game));
    }
    let kinds = [
        chance.motif_words(),
        size.to_owned(),
        chance.phase.name().to_owned(),
    ];
    Note {
        last,
        solution: numbered(&chance.position, &chance.line()),
        remarks,
        theme: chance.motif_with_worth(),
        source: match site.starts_with("http") {
            true => format!("{site}#{}", chance.ply),
            false => heading(game),
        },
        tags: [&note.tags[..], &kinds[..]].concat(),
        ..note
    }
}
