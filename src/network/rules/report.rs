//! What rules name, beside what the network names and what moves.
//!
//! *Fidelity* is the share of puzzles in which the piece that the network names is named, *accuracy* that of the piece
//! that moves. One of several pieces that are left is named by chance: it counts its part.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Role;

use super::{PLANES, Positions, Rule, SHARE, positions::share};
use crate::network::{
    puzzles::{About, Collection},
    score::Baselines,
};

/// Numbers of rules of which it is said how good they are.
const STEPS: [usize; 6] = [1, 2, 5, 10, 20, 50];

/// How often some pieces are named, as shares from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Named {
    /// Who names them, or in which puzzles.
    pub name: String,
    /// How many puzzles.
    pub puzzles: usize,
    /// The share in which they are those that the network names.
    pub fidelity: f64,
    /// The share in which they are those that move.
    pub accuracy: f64,
}

/// The puzzles of a theme.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Theme {
    /// What the rules name.
    #[serde(flatten)]
    pub rules: Named,
    /// The share in which the network names the piece that moves.
    pub network: f64,
}

/// All figures of a list of rules on some puzzles.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The list, the network and the baselines.
    pub all: Vec<Named>,
    /// Of each rule the puzzles in which it was the last that took pieces away.
    pub rules: Vec<Named>,
    /// Those in which no rule did.
    pub none: Named,
    /// The lists on the way to this one; `name` is the number of their rules.
    pub growth: Vec<Named>,
    /// The puzzles in which the network is right.
    pub right: Named,
    /// Those in which it is wrong.
    pub wrong: Named,
    /// By theme, the most frequent first.
    pub by_theme: Vec<Theme>,
}

/// Puzzles, and what a network names in them.
#[derive(Debug)]
pub struct Asked {
    /// The puzzles.
    pub puzzles: Collection,
    /// The same as columns.
    pub positions: Positions,
    /// The piece that the network names.
    pub named: Vec<u16>,
    /// The piece that moves.
    pub moved: Vec<u16>,
    /// The same puzzles, as if the network were right.
    as_named: Vec<About>,
}

impl Asked {
    /// Puts puzzles together with the squares that were [`named`](super::named) in them.
    ///
    /// # Panics
    ///
    /// If there are more or fewer squares than puzzles, or the puzzles have other planes than [`PLANES`].
    pub fn of(puzzles: Collection, squares: &[u8]) -> Asked {
        assert_eq!(squares.len(), puzzles.len(), "a square for each puzzle");
        let examples = &puzzles.examples;
        let positions = Positions::of(examples);
        let as_named = puzzles.about.iter().zip(squares).enumerate();
        let as_named = as_named.map(|(at, (about, square))| About {
            role: role(examples.words(at), *square).unwrap_or(about.role),
            ..about.clone()
        });
        Asked {
            as_named: as_named.collect(),
            named: positions.targets(examples, squares),
            moved: positions.targets(examples, &examples.labels),
            positions,
            puzzles,
        }
    }
}

/// The kind of the own piece on a square: the first planes are those of the own pieces.
fn role(words: &[u64], square: u8) -> Option<Role> {
    debug_assert_eq!(PLANES.index("own_king"), Some(Role::King as usize - 1));
    let stands = |role: &Role| words[*role as usize - 1] >> square & 1 == 1;
    Role::ALL.into_iter().find(stands)
}

/// Sums of which a line is made.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    puzzles: usize,
    named: u64,
    moved: u64,
}

impl Sums {
    fn add(&mut self, left: u16, named: u16, moved: u16) {
        self.puzzles += 1;
        self.named += u64::from(share(left, named));
        self.moved += u64::from(share(left, moved));
    }

    fn line(self, name: impl Into<String>) -> Named {
        let whole = (self.puzzles.max(1) as u64 * u64::from(SHARE)) as f64;
        Named {
            name: name.into(),
            puzzles: self.puzzles,
            fidelity: self.named as f64 / whole,
            accuracy: self.moved as f64 / whole,
        }
    }
}

impl Report {
    /// Measures the last of some lists, of which each has more rules than the one before it. `themes` has the names of
    /// the themes; baselines are left out if there is nothing that they could have learned from.
    pub fn of(
        lists: &[Vec<Rule>],
        asked: &Asked,
        themes: &[String],
        baselines: Option<&Baselines>,
    ) -> Report {
        let rules = lists.last().map_or(&[][..], Vec::as_slice);
        let mut deciding = vec![Sums::default(); rules.len()];
        let [mut all, mut network, mut none, mut right, mut wrong] = [Sums::default(); 5];
        let mut by_theme: BTreeMap<u16, [Sums; 2]> = BTreeMap::new();
        for at in 0..asked.positions.len() {
            let (named, moved) = (asked.named[at], asked.moved[at]);
            let (left, last) = asked.positions.left(rules, at);
            let sums = last.map_or(&mut none, |rule| &mut deciding[rule]);
            sums.add(left, named, moved);
            let sums = if named == moved {
                &mut right
            } else {
                &mut wrong
            };
            sums.add(left, named, moved);
            all.add(left, named, moved);
            network.add(named, named, moved);
            for &theme in &asked.puzzles.about[at].themes {
                let [rules, network] = by_theme.entry(theme).or_default();
                rules.add(left, named, moved);
                network.add(named, named, moved);
            }
        }
        let mut by_theme: Vec<Theme> = by_theme
            .into_iter()
            .map(|(theme, [rules, network])| Theme {
                rules: rules.line(themes.get(usize::from(theme)).cloned().unwrap_or_default()),
                network: network.line("").accuracy,
            })
            .collect();
        by_theme.sort_by(|a, b| {
            let (a, b) = (&a.rules, &b.rules);
            b.puzzles.cmp(&a.puzzles).then_with(|| a.name.cmp(&b.name))
        });
        let mut judges = vec![all.line("rules"), network.line("network")];
        judges.extend(
            baselines
                .into_iter()
                .flat_map(|baselines| lines(baselines, asked)),
        );
        let of_rules = rules.iter().zip(deciding);
        Report {
            all: judges,
            rules: of_rules
                .map(|(rule, sums)| sums.line(rule.to_string()))
                .collect(),
            none: none.line("no rule"),
            growth: growth(lists, asked),
            right: right.line("right"),
            wrong: wrong.line("wrong"),
            by_theme,
        }
    }
}

/// The baselines name kinds of pieces.
fn lines(baselines: &Baselines, asked: &Asked) -> Vec<Named> {
    let fidelity = baselines.lines(&asked.as_named);
    let accuracy = baselines.lines(&asked.puzzles.about);
    let both = fidelity.into_iter().zip(accuracy);
    both.map(|(fidelity, accuracy)| Named {
        name: accuracy.name,
        puzzles: accuracy.puzzles,
        fidelity: fidelity.top[0],
        accuracy: accuracy.top[0],
    })
    .collect()
}

/// How good lists with fewer rules are.
fn growth(lists: &[Vec<Rule>], asked: &Asked) -> Vec<Named> {
    let reported = |list: &&Vec<Rule>| STEPS.contains(&list.len()) || list.len() == lists.len();
    let measured = lists.iter().filter(reported).map(|list| {
        let mut sums = Sums::default();
        for at in 0..asked.positions.len() {
            let (left, _) = asked.positions.left(list, at);
            sums.add(left, asked.named[at], asked.moved[at]);
        }
        sums.line(list.len().to_string())
    });
    measured.collect()
}
