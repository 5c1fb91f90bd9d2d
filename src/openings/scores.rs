//! What a learner has answered, as a file: a line of JSON that says what it is, then one for each
//! position, and one for a line that was left unfinished.
//!
//! ```text
//! {"chesslog":"training scores","version":1}
//! {"unfinished":{"color":"white","from":"rnbqkbnr/pppppppp/8/...","moves":"e4 c5"}}
//! {"position":"rnbqkbnr/pp1ppppp/8/...","card":{"stage":"learning",...}}
//! ```

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Epd};

use super::cards::Card;
use crate::os;

/// The version of the format.
const VERSION: u64 = 1;
/// What the first line says that the file is.
const KIND: &str = "training scores";

/// The answers of a learner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scores {
    cards: BTreeMap<String, Card>,
    unfinished: Vec<Unfinished>,
}

/// A line that was left before its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// The learner's side: `white` or `black`.
    pub color: String,
    /// Where the line began.
    pub from: String,
    /// Its moves so far, in standard notation.
    pub moves: String,
}

#[derive(Serialize, Deserialize)]
struct Head {
    chesslog: String,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnfinishedRow {
    unfinished: Unfinished,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardRow {
    position: String,
    card: Card,
}

/// Why there are no scores in a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongScores {
    /// The file cannot be read.
    #[error("cannot read the scores in {0}: {1}")]
    Unreadable(PathBuf, String),
    /// The file cannot be written.
    #[error("cannot write the scores to {0}: {1}")]
    Unwritable(PathBuf, String),
    /// It is a folder, a device or the like.
    #[error("{0} is no file: expected one for scores")]
    NoFile(PathBuf),
    /// Its first line is another one.
    #[error(
        "{0}:1: expected the first line of training scores, \
         `{{\"chesslog\":\"{KIND}\",\"version\":{VERSION}}}`; the file stays as it is"
    )]
    Foreign(PathBuf),
    /// It was written by a later program.
    #[error(
        "{0}:1: the scores have version {1}, and this program knows no later one than \
         {VERSION}; the file stays as it is"
    )]
    Newer(PathBuf, u64),
    /// One of its lines, by number, is damaged.
    #[error("{0}:{1}: {2}; the file stays as it is")]
    Damaged(PathBuf, usize, String),
}

/// What a position is known by in the file: its FEN without the clocks.
pub fn key(chess: &Chess) -> String {
    Epd::from_position(chess, EnPassantMode::Legal).to_string()
}

/// The position that is known by a text.
pub fn position(key: &str) -> Option<Chess> {
    key.parse::<Epd>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()
}

impl Scores {
    /// What is remembered of a position.
    pub fn card(&self, key: &str) -> Option<&Card> {
        self.cards.get(key)
    }

    /// Counts an answer.
    pub fn answer(&mut self, key: &str, known: bool, now: DateTime<Utc>) -> &Card {
        let card = Card::answered(self.cards.get(key), known, now);
        self.cards
            .entry(key.to_owned())
            .insert_entry(card)
            .into_mut()
    }

    /// How many answers there were.
    pub fn answers(&self) -> u64 {
        let answers = |card: &Card| u64::from(card.right) + u64::from(card.wrong);
        self.cards.values().map(answers).sum()
    }

    /// The line that a side has left unfinished.
    pub fn unfinished(&self, color: &str) -> Option<&Unfinished> {
        self.unfinished.iter().find(|line| line.color == color)
    }

    /// Remembers the line that a side leaves unfinished, or that there is none.
    pub fn leave(&mut self, color: &str, line: Option<Unfinished>) {
        self.unfinished.retain(|line| line.color != color);
        self.unfinished.extend(line);
    }

    /// Takes over what another session has written since these scores were `before`: of each position
    /// the later answer, and the unfinished lines that have not changed here.
    pub fn join(&mut self, written: Scores, before: &Scores) {
        for color in ["white", "black"] {
            if self.unfinished(color) == before.unfinished(color) {
                let line = written.unfinished(color).cloned();
                self.leave(color, line);
            }
        }
        for (position, card) in written.cards {
            let known = self.cards.get(&position);
            if known.is_none_or(|known| known.last < card.last) {
                self.cards.insert(position, card);
            }
        }
    }

    /// Reads a file; one that is not there, or is empty, has no answers.
    ///
    /// # Errors
    ///
    /// [`WrongScores`] if it cannot be read, or holds something else.
    pub fn read(file: &Path) -> Result<Scores, WrongScores> {
        let path = || file.to_owned();
        let unreadable = |error: io::Error| WrongScores::Unreadable(path(), error.to_string());
        match fs::metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Scores::default()),
            Err(error) => return Err(unreadable(error)),
            Ok(metadata) if !metadata.is_file() => return Err(WrongScores::NoFile(path())),
            Ok(_) => {}
        }
        let bytes = fs::read(file).map_err(unreadable)?;
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
                return Err(WrongScores::Damaged(
                    path(),
                    line,
                    "it is no text".to_owned(),
                ));
            }
        };
        let mut scores = Scores::default();
        let mut lines = text.lines().enumerate();
        let Some((_, head)) = lines.next() else {
            return Ok(scores);
        };
        let head = serde_json::from_str::<Head>(head).ok();
        match head.filter(|head| head.chesslog == KIND) {
            None => return Err(WrongScores::Foreign(path())),
            Some(head) if head.version > VERSION => {
                return Err(WrongScores::Newer(path(), head.version));
            }
            Some(_) => {}
        }
        for (at, line) in lines {
            let damaged = |what| WrongScores::Damaged(path(), at + 1, what);
            scores.add(line).map_err(damaged)?;
        }
        Ok(scores)
    }

    /// Adds what a line of a file says.
    fn add(&mut self, line: &str) -> Result<(), String> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            let column = error.column();
            format!("expected a line of JSON, which this is not from column {column} on")
        })?;
        if value.get("unfinished").is_some() {
            let UnfinishedRow { unfinished } = typed(value)?;
            let color = unfinished.color.as_str();
            if !["white", "black"].contains(&color) {
                return Err(format!("`{color}` is no side: expected white or black"));
            }
            if self.unfinished(color).is_some() {
                return Err(format!("{color} has an unfinished line already"));
            }
            self.unfinished.push(unfinished);
            return Ok(());
        }
        let CardRow {
            position: key,
            card,
        } = typed(value)?;
        if position(&key).is_none() {
            return Err(format!("`{key}` is no position"));
        }
        if let Some(problem) = card.problem() {
            return Err(problem);
        }
        match self.cards.insert(key.clone(), card) {
            None => Ok(()),
            Some(_) => Err(format!("the position `{key}` comes a second time")),
        }
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    ///
    /// [`WrongScores::Unwritable`] if it cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), WrongScores> {
        os::save(file, self.text().as_bytes())
            .map_err(|error| WrongScores::Unwritable(file.to_owned(), error.to_string()))
    }

    fn text(&self) -> String {
        let head = Head {
            chesslog: KIND.to_owned(),
            version: VERSION,
        };
        let mut text = String::new();
        push(&mut text, &head);
        for unfinished in self.unfinished.clone() {
            push(&mut text, &UnfinishedRow { unfinished });
        }
        for (position, card) in &self.cards {
            let (position, card) = (position.clone(), card.clone());
            push(&mut text, &CardRow { position, card });
        }
        text
    }
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn push(text: &mut String, row: &impl Serialize) {
    // Neither fails: rows are structures with names, and a string takes everything.
    if let Ok(row) = serde_json::to_string(row) {
        _ = writeln!(text, "{row}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::cards::day;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("chesslog-{}-scores-{name}", std::process::id()))
    }

    fn some() -> Scores {
        let mut scores = Scores::default();
        let start = key(&Chess::default());
        let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
        let monday = day("2026-01-05").unwrap();
        scores.answer(&start, true, monday);
        scores.answer(sicilian, false, monday);
        scores.answer(&start, true, day("2026-01-06").unwrap());
        scores.leave(
            "black",
            Some(Unfinished {
                color: "black".to_owned(),
                from: start,
                moves: "e4 c5".to_owned(),
            }),
        );
        scores
    }

    #[test]
    fn what_is_written_is_read() {
        let file = path("kept");
        assert_eq!(Scores::read(&file), Ok(Scores::default()));
        let mut scores = some();
        scores.write(&file).unwrap();
        assert_eq!(Scores::read(&file), Ok(scores.clone()));
        assert_eq!(scores.answers(), 3);
        scores.leave("black", None);
        scores.write(&file).unwrap();
        assert_eq!(Scores::read(&file).unwrap().unfinished("black"), None);
        // No draft stays.
        let drafts = fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let mut drafts = drafts.filter(|entry| {
            let entry = entry.file_name();
            entry
                .to_str()
                .is_some_and(|text| text.starts_with(&name) && text != name)
        });
        assert!(drafts.next().is_none());
        fs::write(&file, "").unwrap();
        assert_eq!(Scores::read(&file), Ok(Scores::default()));
    }

    #[test]
    fn sessions_at_once_keep_each_others_answers() {
        let before = some();
        let (monday, friday) = (day("2026-01-05").unwrap(), day("2026-01-09").unwrap());
        let english = "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -";
        let start = key(&Chess::default());
        let (mut white, mut black) = (before.clone(), before.clone());
        white.answer(&start, false, friday);
        black.answer(english, true, monday);
        black.leave("black", None);
        // The session with black has written; now that with white does.
        let mut both = white.clone();
        both.join(black.clone(), &before);
        assert_eq!(both.card(&start), white.card(&start));
        assert_eq!(both.card(english), black.card(english));
        assert_eq!(both.unfinished("black"), None);
        // Nothing is taken back by what is older.
        let mut again = both.clone();
        again.join(before.clone(), &both);
        assert_eq!(again.card(&start), both.card(&start));
    }

    #[test]
    fn damage_is_told_with_its_place() {
        let file = path("damaged");
        let text = some().text();
        let reported = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            fs::write(&file, text.replacen(from, to, 1)).unwrap();
            let wrong = Scores::read(&file).unwrap_err().to_string();
            let wrong = wrong.replace(&file.display().to_string(), "FILE");
            wrong.replace("; the file stays as it is", "")
        };
        assert_eq!(
            reported("\"stage\":\"learning\"", "\"stage\":\"forgot\""),
            "FILE:3: unknown variant `forgot`, expected one of `learning`, `review`, `relearning`"
        );
        assert_eq!(
            reported("\"wrong\":", "\"false\":"),
            "FILE:3: unknown field `false`, expected one of `stage`, `due`, `last`, `stability`, \
             `difficulty`, `right`, `wrong`"
        );
        assert_eq!(
            reported("rnbqkbnr/pp1ppppp", "rnbqkbnr/pp1ppppq1"),
            "FILE:3: `rnbqkbnr/pp1ppppq1/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -` is no position"
        );
        assert_eq!(
            reported("\"color\":\"black\"", "\"color\":\"red\""),
            "FILE:2: `red` is no side: expected white or black"
        );
        assert_eq!(
            reported("\n{\"unfinished\"", "\n{{\"unfinished\""),
            "FILE:2: expected a line of JSON, which this is not from column 2 on"
        );
        assert_eq!(
            reported("\"version\":1", "\"version\":2"),
            "FILE:1: the scores have version 2, and this program knows no later one than 1"
        );
        assert!(reported("training", "other").starts_with("FILE:1: expected the first line of"));
        let card = text.lines().last().unwrap();
        let twice = reported(card, &format!("{card}\n{card}"));
        assert!(twice.starts_with("FILE:5: the position `"), "{twice}");
        fs::write(
            &file,
            b"{\"chesslog\":\"training scores\",\"version\":1}\n\xff\n",
        )
        .unwrap();
        let wrong = Scores::read(&file).unwrap_err().to_string();
        assert!(wrong.contains(":2: it is no text"), "{wrong}");
    }

    #[test]
    fn only_files_are_read_and_written() {
        let folder = std::env::temp_dir();
        assert!(matches!(Scores::read(&folder), Err(WrongScores::NoFile(_))));
        let file = path("file");
        fs::write(&file, "").unwrap();
        let below = file.join("scores");
        let reported = |wrong: WrongScores| wrong.to_string();
        assert!(
            reported(Scores::read(&below).unwrap_err()).starts_with("cannot read the scores in ")
        );
        let wrong = some().write(&below).unwrap_err();
        assert!(reported(wrong).starts_with("cannot write the scores to "));
    }
}
