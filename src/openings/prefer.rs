//! What a learner prefers in a line (K. Saarmann, "Exploration vs Exploitation of Chess Openings
//! Learner with Metropolis-Hastings Algorithm", Tartu 2022, sections 4.3 and 5.1).

use std::{fmt, str::FromStr};

use shakmaty::{Move, Square};

use super::book::Line;

/// A kind of line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoPreference(String);

impl fmt::Display for NoPreference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Preference::ALL.map(Preference::name).join(", ");
        write!(f, "`{}` is no preference: expected one of {names}", self.0)
    }
}

impl std::error::Error for NoPreference {}

impl FromStr for Preference {
    type Err = NoPreference;

    fn from_str(text: &str) -> Result<Preference, NoPreference> {
        let mut all = Preference::ALL.into_iter();
        all.find(|one| one.name() == text)
            .ok_or_else(|| NoPreference(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Book;

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
}
