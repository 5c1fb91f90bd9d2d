//! What is counted in the games of a player.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Color;

use super::{
    chances::{Chance, Phase, Verdict},
    players::Played,
};
use crate::report::{cells, or_dash, percent, table};

/// Opponents are counted by ratings so wide apart.
const BAND: u32 = 200;

/// A game that was reviewed.
#[derive(Debug)]
pub struct ReviewedGame {
    /// The game.
    pub played: Played,
    /// Moves of the player that were looked at.
    pub moves: u64,
    /// The chances of both sides.
    pub chances: Vec<Chance>,
}

impl ReviewedGame {
    /// The chances of the player.
    pub fn own(&self) -> impl Iterator<Item = &Chance> {
        self.of(self.played.side)
    }

    /// The chances of one side.
    fn of(&self, side: Color) -> impl Iterator<Item = &Chance> {
        let chances = self.chances.iter();
        chances.filter(move |chance| chance.color() == side)
    }

    /// The chances that the player's moves gave to the other side.
    pub fn allowed(&self) -> impl Iterator<Item = &Chance> {
        self.of(!self.played.side)
            .filter(|chance| chance.is_given())
    }

    /// The ratings of the opponent, as far as they are known.
    fn band(&self) -> Option<u32> {
        let rating = self.played.game.elo(!self.played.side);
        rating.map(|rating| rating / BAND * BAND)
    }
}

/// What became of some chances.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Taken by the player.
    pub found: u64,
    /// Let go, which cost little.
    pub kept: u64,
    /// Let go.
    pub missed: u64,
    /// Given to the other side.
    pub allowed: u64,
    /// Taken by the other side.
    pub punished: u64,
}

impl Counts {
    fn add(&mut self, chance: &Chance) {
        match chance.verdict {
            Verdict::Found => self.found += 1,
            Verdict::Kept => self.kept += 1,
            Verdict::Missed(_) => self.missed += 1,
        }
    }

    fn add_allowed(&mut self, chance: &Chance) {
        self.allowed += 1;
        self.punished += u64::from(chance.verdict == Verdict::Found);
    }

    /// The share that was found of what was found or missed.
    fn share(&self) -> Option<f64> {
        let all = self.found + self.missed;
        (all > 0).then(|| self.found as f64 / all as f64)
    }

    fn cells(&self, name: &str) -> Vec<String> {
        cells![
            name,
            self.found,
            self.kept,
            self.missed,
            or_dash(self.share().map(|share| percent(share, 0))),
            self.allowed,
            self.punished,
        ]
    }
}

/// Counts under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Of what.
    pub name: String,
    /// How many.
    #[serde(flatten)]
    pub counts: Counts,
}

/// All that is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All chances.
    pub all: Counts,
    /// By main motif, those first of which there are most.
    pub motifs: Vec<Row>,
    /// By the part of the game.
    pub phases: Vec<Row>,
    /// By the rating of the opponent.
    pub opponents: Vec<Row>,
}

impl Tally {
    /// Counts the chances of games.
    pub fn of(games: &[ReviewedGame]) -> Tally {
        let mut all = Counts::default();
        let mut motifs: BTreeMap<String, Counts> = BTreeMap::new();
        let mut phases: BTreeMap<Phase, Counts> = BTreeMap::new();
        let mut bands: BTreeMap<Option<u32>, Counts> = BTreeMap::new();
        for game in games {
            let mut count = |chance: &Chance, add: fn(&mut Counts, &Chance)| {
                add(&mut all, chance);
                add(motifs.entry(chance.motif_words()).or_default(), chance);
                add(phases.entry(chance.phase).or_default(), chance);
                add(bands.entry(game.band()).or_default(), chance);
            };
            game.own().for_each(|chance| count(chance, Counts::add));
            game.allowed()
                .for_each(|chance| count(chance, Counts::add_allowed));
        }
        let row = |(name, counts)| Row { name, counts };
        let mut motifs: Vec<Row> = motifs.into_iter().map(row).collect();
        let number = |counts: &Counts| counts.found + counts.kept + counts.missed;
        motifs.sort_by_key(|row| std::cmp::Reverse((number(&row.counts), row.counts.allowed)));
        let phases = Phase::ALL.iter().map(|phase| {
            let counts = phases.get(phase).copied().unwrap_or_default();
            row((phase.name().to_owned(), counts))
        });
        // Those without a rating come last.
        let (unknown, rated): (Vec<_>, Vec<_>) =
            bands.into_iter().partition(|(band, _)| band.is_none());
        let band = |(band, counts): (Option<u32>, Counts)| {
            let name = match band {
                Some(least) => format!("{least}-{}", least + BAND - 1),
                None => "unknown".to_owned(),
            };
            row((name, counts))
        };
        Tally {
            all,
            motifs,
            phases: phases.collect(),
            opponents: rated.into_iter().chain(unknown).map(band).collect(),
        }
    }

    /// The tables as text.
    pub fn table(&self) -> String {
        let parts = [
            ("motif", &self.motifs),
            ("phase", &self.phases),
            ("opponent", &self.opponents),
        ];
        let tables = parts.map(|(name, rows)| {
            let mut cells = vec![cells![
                name, "found", "kept", "missed", "found %", "allowed", "punished"
            ]];
            cells.extend(rows.iter().map(|row| row.counts.cells(&row.name)));
            if name == "motif" {
                cells.push(self.all.cells("all"));
            }
            table(&cells)
        });
        tables.join("\n")
    }

    /// The same rows as cells below one header, for CSV.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let parts = [
            ("motif", &self.motifs),
            ("phase", &self.phases),
            ("opponent", &self.opponents),
        ];
        let all = (
            "all",
            &vec![Row {
                name: String::new(),
                counts: self.all,
            }],
        );
        let rows = |(by, rows): (&str, &Vec<Row>)| -> Vec<Vec<String>> {
            let row = |row: &Row| {
                let Counts {
                    found,
                    kept,
                    missed,
                    allowed,
                    punished,
                } = row.counts;
                cells![by, row.name, found, kept, missed, allowed, punished]
            };
            rows.iter().map(row).collect()
        };
        parts.into_iter().chain([all]).flat_map(rows).collect()
    }
}
