//! The games of a player, found by his name.

use std::collections::BTreeMap;

use shakmaty::Color;

use crate::{
    chess::{
        games::Game,
        source::{SourceError, Stream, files},
    },
    native::help::did_you_mean,
    report::plural,
};

/// Names that are told of where nobody has the one that is asked for.
const TOLD: usize = 5;

/// A game of the player.
#[derive(Debug)]
pub struct Played {
    /// The file.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The game.
    pub game: Game,
    /// His side.
    pub side: Color,
}

/// The words of a name, in order: `Morphy, Paul`, `paul morphy` and `Paul_Morphy` are the same.
fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    let mut words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words
}

/// Reads the games of files, or of files that patterns mean, in which somebody of this name plays: `limit` at most, the first
/// ones. A part of the name will do if nobody else has it. Gives also the name as the games have it.
///
/// # Errors
///
/// What to tell the user when a file cannot be read, nobody has the name, or several have it.
pub fn games(patterns: &[String], name: &str, limit: u64) -> Result<(String, Vec<Played>), String> {
    let wanted = words(name);
    if wanted.is_empty() {
        return Err(format!("--player \"{name}\": expected a name"));
    }
    let mut found: Vec<Played> = Vec::new();
    let mut names: BTreeMap<String, u64> = BTreeMap::new();
    for pattern in patterns {
        let files = files(pattern).map_err(|error| error.to_string())?;
        for file in files {
            let read = read(&file, &wanted, &mut names, &mut found);
            read.map_err(|error| error.to_string())?;
        }
    }
    let has = |name: &str, exactly: bool| {
        let words = words(name);
        words == wanted || !exactly && wanted.iter().all(|word| words.contains(word))
    };
    let called = |exactly: bool| names.iter().filter(move |(name, _)| has(name, exactly));
    let mut people: Vec<Vec<String>> = Vec::new();
    let exactly = called(true).next().is_some();
    for (name, _) in called(exactly) {
        let words = words(name);
        if !people.contains(&words) {
            people.push(words);
        }
    }
    match people.len() {
        0 => return Err(nobody(name, &names)),
        1 => {}
        _ => {
            let several = most_frequent(called(exactly));
            return Err(format!(
                "--player \"{name}\": several are called so: {several}"
            ));
        }
    }
    let most = called(exactly).max_by_key(|(_, games)| **games);
    let most = most.map_or_else(String::new, |(name, _)| name.clone());
    let is_he = |game: &Game, tag: &str| game.tag(tag).is_some_and(|name| has(name, exactly));
    found.retain_mut(|played| {
        let white = is_he(&played.game, "White");
        played.side = if white { Color::White } else { Color::Black };
        white || is_he(&played.game, "Black")
    });
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok((most, found))
}

/// Adds the names of a file, and its games in which the player may be.
fn read(
    file: &str,
    wanted: &[String],
    names: &mut BTreeMap<String, u64>,
    found: &mut Vec<Played>,
) -> Result<(), SourceError> {
    for (game, number) in Stream::<Game>::open(file)?.into_iter().zip(1..) {
        let game = game?;
        let mut may_be = false;
        for tag in ["White", "Black"] {
            let Some(name) = game.tag(tag).filter(|name| !["", "?"].contains(name)) else {
                continue;
            };
            let words = words(name);
            may_be |= wanted.iter().all(|word| words.contains(word));
            *names.entry(name.to_owned()).or_default() += 1;
        }
        if may_be {
            found.push(Played {
                file: file.to_owned(),
                number,
                game,
                side: Color::White,
            });
        }
    }
    Ok(())
}

/// That nobody is called so, and who is.
fn nobody(name: &str, names: &BTreeMap<String, u64>) -> String {
    let meant = did_you_mean(name, names.keys().cloned());
    let meant = meant.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    let others = match names.is_empty() {
        true => "the games name no players".to_owned(),
        false => format!("most games have {}", most_frequent(names.iter())),
    };
    format!("--player \"{name}\": nobody in these games is called so{meant}\n{others}")
}

/// Names with the numbers of their games, the most frequent first.
fn most_frequent<'n>(names: impl Iterator<Item = (&'n String, &'n u64)>) -> String {
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|(name, games)| (std::cmp::Reverse(**games), (*name).clone()));
    let told = names.iter().take(TOLD);
    let told: Vec<String> = told
        .map(|(name, games)| format!("{name} ({})", plural(**games, "game")))
        .collect();
    match names.len() > TOLD {
        true => format!("{} ...", told.join(", ")),
        false => told.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_any_order() {
        assert_eq!(words("Morphy, Paul"), words("paul  MORPHY"));
        assert_ne!(words("Morphy"), words("Morphy, Paul"));
        assert_eq!(words("dr_who-2"), ["dr", "who-2"]);
    }

    #[test]
    fn players_are_found_by_a_part_of_the_name() {
        let classics = ["classics".to_owned()];
        let (name, games) = super::games(&classics, "morphy", u64::MAX).unwrap();
        assert_eq!(name, "Morphy, Paul");
        assert!(
            !games.is_empty()
                && games.iter().all(|played| {
                    played.game.tag(if played.side.is_white() {
                        "White"
                    } else {
                        "Black"
                    }) == Some("Morphy, Paul")
                })
        );
        let nobody = super::games(&classics, "Morphi, Paul", 1).unwrap_err();
        assert!(
            nobody.contains("did you mean Morphy, Paul?\nmost games have "),
            "{nobody}"
        );
        assert!(
            super::games(&classics, ", ", 1)
                .unwrap_err()
                .contains("expected a name")
        );
    }
}
