//! The options of the engine: what clients may set, and what they have set.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Move};

use crate::{
    chess::{evaluation::Shares, notation},
    os,
    session::players::{self, RATINGS, Wishes},
};

/// What an option may be set to.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A number: the usual one, the least, the most.
    Number(i64, i64, i64),
    /// On or off, and what is usual.
    Switch(bool),
    /// Something to be done.
    Button,
    /// A text; nothing is usual.
    Text,
}

/// All of them, with their names.
const OPTIONS: [(&str, Kind); 20] = [
    ("Hash", Kind::Number(64, 1, 65_536)),
    ("Threads", Kind::Number(1, 1, 256)),
    ("MultiPV", Kind::Number(1, 1, 500)),
    ("Ponder", Kind::Switch(false)),
    ("Move Overhead", Kind::Number(30, 0, 5000)),
    ("UCI_Chess960", Kind::Switch(false)),
    ("UCI_AnalyseMode", Kind::Switch(false)),
    ("UCI_ShowWDL", Kind::Switch(false)),
    ("UCI_LimitStrength", Kind::Switch(false)),
    (
        "UCI_Elo",
        Kind::Number(RATINGS.1 as i64, RATINGS.0 as i64, RATINGS.1 as i64),
    ),
    ("Clear Hash", Kind::Button),
    ("Strategy", Kind::Text),
    ("Endgames", Kind::Switch(true)),
    ("OwnBook", Kind::Switch(true)),
    ("OpeningPreferences", Kind::Text),
    ("Maia", Kind::Text),
    ("PieceNetwork", Kind::Switch(false)),
    ("Seed", Kind::Number(0, 0, i64::MAX)),
    ("Reasons", Kind::Switch(true)),
    ("Evaluation", Kind::Text),
];

/// What has been set.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Megabytes.
    pub hash: usize,
    pub threads: usize,
    pub lines: usize,
    /// Milliseconds.
    pub overhead: u64,
    pub chess960: bool,
    /// Whether a person looks at lines, who wants to know what the search thinks and not what others would play.
    pub analysing: bool,
    /// Who moves before the search does.
    pub who: Wishes,
    pub seed: Option<u64>,
    /// Whether it is told which pieces the piece network would move.
    pub network: bool,
    /// Whether it is told how often such positions are won, drawn and lost.
    pub results: bool,
    /// Whether reasons are told.
    pub reasons: bool,
    /// What counts how much for the search.
    pub shares: Shares,
    /// Whether it plays as well as `elo` says, and no better.
    pub limited: bool,
    pub elo: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 64,
            threads: 1,
            lines: 1,
            overhead: 30,
            chess960: false,
            analysing: false,
            who: Wishes::default(),
            seed: None,
            network: false,
            results: false,
            reasons: true,
            shares: Shares::default(),
            limited: false,
            elo: RATINGS.1,
        }
    }
}

/// What is to be done when an option has been set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    Nothing,
    /// A new table.
    Table,
    /// All that was found is forgotten.
    Forget,
    /// Strategies are read anew.
    Files,
    /// Lines of openings are drawn anew.
    Draws,
}

/// The lines that tell a client what it may set.
pub fn told() -> String {
    let mut lines = String::new();
    for (name, kind) in OPTIONS {
        // Writing to a string cannot fail.
        _ = match kind {
            Kind::Number(usual, least, most) => writeln!(
                lines,
                "option name {name} type spin default {usual} min {least} max {most}"
            ),
            Kind::Switch(usual) => {
                writeln!(lines, "option name {name} type check default {usual}")
            }
            Kind::Button => writeln!(lines, "option name {name} type button"),
            Kind::Text => writeln!(lines, "option name {name} type string default <empty>"),
        };
    }
    lines
}

/// The most megabytes of a table on this machine, three quarters of its memory, and why it is no more.
fn hash_here(most: i64) -> (i64, &'static str) {
    let here = (os::memory_of_machine() >> 20) / 4 * 3;
    match i64::try_from(here) {
        Ok(here @ 1..) if here < most => (here, ", three quarters of the memory of this machine"),
        _ => (most, ""),
    }
}

impl Options {
    /// How many positions the search may look at before a move, if it is to play no better than somebody.
    pub fn positions(&self) -> Option<u64> {
        self.limited.then(|| players::positions(self.elo))
    }

    /// A move as clients write it.
    pub fn written(&self, m: Move) -> String {
        let mode = match self.chess960 {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        };
        notation::uci(m, mode)
    }

    /// Sets an option; names are compared without case, as the protocol has it. A number that cannot be is the nearest that
    /// can, which is told.
    ///
    /// # Errors
    ///
    /// What is wrong, for `info string`; then nothing has changed.
    pub fn set(
        &mut self,
        name: &str,
        value: &str,
        tell: impl FnOnce(&str),
    ) -> Result<Consequence, String> {
        let known = OPTIONS
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some(&(name, kind)) = known else {
            return Err(format!("there is no option {name}"));
        };
        let number = match kind {
            Kind::Number(_, least, most) => {
                let parsed: Option<i128> = value.trim().parse().ok();
                let parsed = parsed.ok_or_else(|| {
                    format!(
                        "{name} is not set to {value}: expected a number from {least} to {most}"
                    )
                })?;
                let (most, why) = match name {
                    "Hash" => hash_here(most),
                    _ => (most, ""),
                };
                let nearest = parsed.clamp(i128::from(least), i128::from(most));
                if nearest != parsed {
                    tell(&format!(
                        "{name} is set to {nearest}, not to {parsed}: expected a number from {least} to {most}{why}"
                    ));
                }
                nearest as u64
            }
            _ => 0,
        };
        let on = match kind {
            Kind::Switch(_) => match value.trim().to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => true,
                "false" | "off" | "0" => false,
                _ => {
                    return Err(format!(
                        "{name} is not set to {value}: expected true or false"
                    ));
                }
            },
            _ => false,
        };
        let text = match value.trim() {
            "<empty>" => "",
            text => text,
        };
        match name {
            "Hash" => {
                self.hash = number as usize;
                return Ok(Consequence::Table);
            }
            "Threads" => self.threads = number as usize,
            "MultiPV" => self.lines = number as usize,
            "Move Overhead" => self.overhead = number,
            "UCI_Chess960" => self.chess960 = on,
            "UCI_AnalyseMode" => self.analysing = on,
            "UCI_ShowWDL" => self.results = on,
            "Maia" => {
                text.clone_into(&mut self.who.maia);
                return Ok(Consequence::Files);
            }
            "PieceNetwork" => self.network = on,
            "Clear Hash" => return Ok(Consequence::Forget),
            "Strategy" => {
                let files = text
                    .split(';')
                    .map(str::trim)
                    .filter(|file| !file.is_empty());
                self.who.strategies = files.map(str::to_owned).collect();
                return Ok(Consequence::Files);
            }
            "Endgames" => self.who.endgames = on,
            "OwnBook" => self.who.book = on,
            "OpeningPreferences" => {
                self.who.preferences = players::preferences(text)
                    .map_err(|why| format!("OpeningPreferences: {why}"))?;
            }
            "Seed" => {
                self.seed = Some(number);
                return Ok(Consequence::Draws);
            }
            "Reasons" => self.reasons = on,
            "UCI_LimitStrength" => self.limited = on,
            "UCI_Elo" => self.elo = number as u32,
            "Evaluation" => {
                self.shares = Shares::read(text).map_err(|why| format!("Evaluation: {why}"))?;
                // What is remembered was worth something else.
                return Ok(Consequence::Forget);
            }
            _ => {}
        }
        Ok(Consequence::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_told_can_be_set() {
        let mut options = Options::default();
        for (name, kind) in OPTIONS {
            let usual = match kind {
                Kind::Number(usual, ..) => usual.to_string(),
                Kind::Switch(usual) => usual.to_string(),
                Kind::Button => String::new(),
                Kind::Text => "<empty>".to_owned(),
            };
            options.set(name, &usual, |_| panic!("{name}")).unwrap();
        }
        // The defaults that are told are those that hold.
        options.seed = None;
        assert_eq!(options, Options::default());
        let mut told = Vec::new();
        let mut set = |name, value| options.set(name, value, |text| told.push(text.to_owned()));
        assert_eq!(set("hash", "0"), Ok(Consequence::Table));
        assert_eq!(set("MultiPV", "500"), Ok(Consequence::Nothing));
        assert_eq!(set("MultiPV", "501"), Ok(Consequence::Nothing));
        assert!(set("Hash", "much").is_err());
        assert!(set("Contempt", "0").is_err());
        assert!(set("OwnBook", "maybe").is_err());
        assert_eq!(set("Hash", "99999999999"), Ok(Consequence::Table));
        assert_eq!(told.len(), 3);
        assert_eq!(
            told[1],
            "MultiPV is set to 500, not to 501: expected a number from 1 to 500"
        );
        assert!((2..=65_536).contains(&options.hash));
    }
}
