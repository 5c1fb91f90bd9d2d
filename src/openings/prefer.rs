//! What a learner prefers in a line (K. Saarmann, "Exploration vs Exploitation of Chess Openings
//! Learner with Metropolis-Hastings Algorithm", Tartu 2022, sections 4.3 and 5.1).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use shakmaty::{Move, Square};

use super::book::{Book, Line};

/// A kind of line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preference {
    /// Lines that are called gambits.
    Gambit,
    /// Lines that begin with none of c4, d4 and e4.
    Uncommon,
    /// Lines that begin with c4.
    C4,
    /// Lines that begin with d4.
    D4,
    /// Lines that begin with e4.
    E4,
}

impl Preference {
    /// All of them, in the order in which the thesis gives their weights.
    pub const ALL: [Preference; 5] = [
        Preference::Gambit,
        Preference::Uncommon,
        Preference::C4,
        Preference::D4,
        Preference::E4,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Preference::Gambit => "gambit",
            Preference::Uncommon => "uncommon",
            Preference::C4 => "c4",
            Preference::D4 => "d4",
            Preference::E4 => "e4",
        }
    }

    /// Whether a line is of this kind.
    pub fn admits(self, line: &Line) -> bool {
        let first = line.moves.first().copied().map(Move::to);
        match self {
            Preference::Gambit => line.name.to_lowercase().contains("gambit"),
            Preference::C4 => first == Some(Square::C4),
            Preference::D4 => first == Some(Square::D4),
            Preference::E4 => first == Some(Square::E4),
            Preference::Uncommon => {
                let common = [Preference::C4, Preference::D4, Preference::E4];
                !common.iter().any(|common| common.admits(line))
            }
        }
    }
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no preference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no preference: expected one of {names}",
    names = Preference::ALL.map(Preference::name).join(", ")
)]
pub struct NoPreference(String);

impl FromStr for Preference {
    type Err = NoPreference;

    fn from_str(text: &str) -> Result<Preference, NoPreference> {
        let mut all = Preference::ALL.into_iter();
        all.find(|one| one.name() == text)
            .ok_or_else(|| NoPreference(text.to_owned()))
    }
}

/// Preferences, and how much each weighs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Weights(Vec<(Preference, f64)>);

/// Preferences and weights that do not go together.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WrongWeights {
    /// Not as many weights as preferences.
    #[error("expected a weight for each preference, found {weights} for {preferences}")]
    Number {
        /// How many weights.
        weights: usize,
        /// How many preferences.
        preferences: usize,
    },
    /// A preference that comes twice.
    #[error("`{0}` is preferred twice")]
    Twice(Preference),
    /// A weight that is no number, or far beyond any use.
    #[error("the weight `{0:?}` was given: expected a number from -1000 to 1000")]
    Beyond(f64),
    /// A weight below 0, with which the rule of the thesis might never accept a proposal.
    #[error(
        "the weight `{0}` is below 0: the rule of the thesis expects at least 0; in \
         exact mode it may be negative"
    )]
    Negative(f64),
    /// A preference that admits none of so many lines.
    #[error("the preference `{0}` admits none of {1} lines")]
    Nothing(Preference, usize),
    /// A preference that goes by names, where none of so many lines has one.
    #[error(
        "the preference `{0}` admits none of {1} {lines}: it goes by names, and no line has one",
        lines = if *.1 == 1 { "line" } else { "lines" }
    )]
    Nameless(Preference, usize),
}

impl Weights {
    /// The weight of a preference that comes without one: that of section 5.3.
    pub const USUAL: f64 = 0.4;

    /// Preferences with a weight for each; without weights, each has the usual one.
    ///
    /// # Errors
    ///
    /// [`WrongWeights`] if they do not go together.
    pub fn new(preferences: &[Preference], weights: &[f64]) -> Result<Weights, WrongWeights> {
        let usual = vec![Weights::USUAL; preferences.len()];
        let given = if weights.is_empty() { &usual } else { weights };
        if given.len() != preferences.len() {
            return Err(WrongWeights::Number {
                weights: given.len(),
                preferences: preferences.len(),
            });
        }
        let mut pairs: Vec<(Preference, f64)> = Vec::new();
        for (&preference, &weight) in preferences.iter().zip(given) {
            if pairs.iter().any(|(other, _)| *other == preference) {
                return Err(WrongWeights::Twice(preference));
            }
            if !(-1_000.0..=1_000.0).contains(&weight) {
                return Err(WrongWeights::Beyond(weight));
            }
            pairs.push((preference, weight));
        }
        Ok(Weights(pairs))
    }

    /// The preferences with their weights.
    pub fn pairs(&self) -> &[(Preference, f64)] {
        &self.0
    }

    /// The sum of the weights of the preferences that admit a line.
    pub fn tilt(&self, line: &Line) -> f64 {
        let admitting = self.0.iter().filter(|(what, _)| what.admits(line));
        admitting.map(|(_, weight)| weight).sum()
    }

    /// That each preference admits one of some lines of a book, by number.
    ///
    /// # Errors
    ///
    /// [`WrongWeights::Nothing`] or [`WrongWeights::Nameless`] if one does not.
    pub fn apply(&self, book: &Book, lines: &[u32]) -> Result<(), WrongWeights> {
        for &(preference, _) in &self.0 {
            let mut chosen = lines.iter().map(|&line| &book.lines()[line as usize]);
            if !chosen.any(|line| preference.admits(line)) {
                let mut chosen = lines.iter().map(|&line| &book.lines()[line as usize]);
                let nameless =
                    preference == Preference::Gambit && chosen.all(|line| line.name.is_empty());
                return Err(match nameless {
                    true => WrongWeights::Nameless(preference, lines.len()),
                    false => WrongWeights::Nothing(preference, lines.len()),
                });
            }
        }
        Ok(())
    }

    /// That no weight is below 0, as the rule of the thesis wants it.
    ///
    /// # Errors
    ///
    /// [`WrongWeights::Negative`] if one is.
    pub fn not_negative(&self) -> Result<(), WrongWeights> {
        let mut weights = self.0.iter().map(|(_, weight)| *weight);
        match weights.find(|weight| *weight < 0.0) {
            Some(weight) => Err(WrongWeights::Negative(weight)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_in_one_way() {
        for line in Book::bundled().lines() {
            let kinds = Preference::ALL[1..].iter().filter(|kind| kind.admits(line));
            assert_eq!(kinds.count(), 1, "{}", line.name);
        }
        let gambits = Book::bundled().lines().iter();
        let gambits: Vec<_> = gambits
            .filter(|line| Preference::Gambit.admits(line))
            .collect();
        assert!(gambits.len() > 40, "{}", gambits.len());
        let mut names = gambits.iter().map(|line| line.family());
        assert!(names.any(|name| name == "Benko Gambit"));
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for preference in Preference::ALL {
            assert_eq!(preference.name().parse(), Ok(preference));
        }
        assert_eq!(
            "f4".parse::<Preference>().unwrap_err().to_string(),
            "`f4` is no preference: expected one of gambit, uncommon, c4, d4, e4"
        );
    }

    #[test]
    fn weights_go_with_preferences() {
        use Preference::*;
        let reported = |preferences: &[Preference], weights: &[f64]| {
            Weights::new(preferences, weights).unwrap_err().to_string()
        };
        assert_eq!(
            reported(&[Gambit, C4], &[0.1]),
            "expected a weight for each preference, found 1 for 2"
        );
        assert_eq!(reported(&[C4, C4], &[]), "`c4` is preferred twice");
        assert!(
            reported(&[C4], &[f64::NAN])
                .contains("`NaN` was given: expected a number from -1000 to 1000")
        );
        let usual = Weights::new(&[Gambit, E4], &[]).unwrap();
        assert_eq!(usual.pairs(), [(Gambit, 0.4), (E4, 0.4)]);
        let book = Book::bundled();
        let kings = (0..book.lines().len() as u32)
            .filter(|&line| usual.tilt(&book.lines()[line as usize]) > 0.7)
            .collect::<Vec<u32>>();
        assert!(book.lines()[kings[0] as usize].name.contains("Gambit"));
        assert_eq!(usual.apply(book, &kings), Ok(()));
        let none = Weights::new(&[D4], &[-1.0]).unwrap();
        assert_eq!(none.not_negative(), Err(WrongWeights::Negative(-1.0)));
        let admits = format!("the preference `d4` admits none of {} lines", kings.len());
        assert_eq!(none.apply(book, &kings).unwrap_err().to_string(), admits);
    }
}
