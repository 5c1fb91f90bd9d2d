//! Which lines of a book are drawn from: sub-samples by length, name, family or code (K. Saarmann 2022,
//! section 5.4).

use std::fmt;

use super::book::{Book, Line};
use crate::syntax::did_you_mean;

/// What lines have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// At least so many moves by each player.
    pub min_moves: usize,
    /// At most so many moves by the player who made more.
    pub max_moves: usize,
    /// Names that contain this, whatever the case of letters.
    pub name: Option<String>,
    /// Names of which this is what stands before the colon, whatever the case of letters.
    pub family: Option<String>,
    /// Codes that begin with this, such as `B9`.
    pub eco: Option<String>,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            min_moves: 0,
            max_moves: usize::MAX,
            name: None,
            family: None,
            eco: None,
        }
    }
}

/// No line is selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoLine {
    selection: Selection,
    lines: usize,
    /// A family of the book that may have been meant.
    meant: Option<String>,
}

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines;
        let all = Selection::default();
        let mut parts = Vec::new();
        let selection = &self.selection;
        if selection.min_moves > all.min_moves {
            parts.push(format!(
                "at least {} moves by each player",
                selection.min_moves
            ));
        }
        if selection.max_moves < all.max_moves {
            parts.push(format!("at most {} moves", selection.max_moves));
        }
        let texts = [
            ("the name", &selection.name),
            ("the family", &selection.family),
            ("the code", &selection.eco),
        ];
        for (what, text) in texts {
            parts.extend(text.as_ref().map(|text| format!("{what} `{text}`")));
        }
        match parts.is_empty() {
            true => f.write_str("the book has no lines"),
            false => write!(
                f,
                "none of the {lines} lines of the book has {}",
                parts.join(" and ")
            ),
        }?;
        match &self.meant {
            Some(family) => write!(f, "; did you mean `{family}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for NoLine {}

impl Selection {
    /// The lines of a book that are selected, by number.
    ///
    /// # Errors
    ///
    /// [`NoLine`] if there are none.
    pub fn lines(&self, book: &Book) -> Result<Vec<u32>, NoLine> {
        let all = 0..book.lines().len() as u32;
        let lines: Vec<u32> = all
            .filter(|&line| self.admits(&book.lines()[line as usize]))
            .collect();
        match lines.is_empty() {
            false => Ok(lines),
            true => Err(NoLine {
                selection: self.clone(),
                lines: book.lines().len(),
                meant: self.meant(book),
            }),
        }
    }

    /// A family of the book that is almost what was asked for.
    fn meant(&self, book: &Book) -> Option<String> {
        let asked = self.family.as_ref().or(self.name.as_ref())?;
        let families = || book.lines().iter().map(Line::family);
        let similar = did_you_mean(&asked.to_lowercase(), families().map(str::to_lowercase))?;
        let found = families().find(|family| family.to_lowercase() == similar)?;
        (found.to_lowercase() != asked.to_lowercase()).then(|| found.to_owned())
    }

    fn admits(&self, line: &Line) -> bool {
        let plies = line.moves.len();
        let name = line.name.to_lowercase();
        let named = |part: &String| name.contains(&part.to_lowercase());
        let family = |family: &String| line.family().to_lowercase() == family.trim().to_lowercase();
        let coded = |code: &String| {
            let eco = line.eco.map(|eco| eco.to_string());
            eco.is_some_and(|eco| eco.starts_with(&code.to_uppercase()))
        };
        plies / 2 >= self.min_moves
            && plies.div_ceil(2) <= self.max_moves
            && self.name.as_ref().is_none_or(named)
            && self.family.as_ref().is_none_or(family)
            && self.eco.as_ref().is_none_or(coded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_selected_by_what_they_have_in_common() {
        let book = Book::bundled();
        let count = |selection: Selection| selection.lines(book).map(|lines| lines.len());
        let all = count(Selection::default()).unwrap();
        assert_eq!(all, book.lines().len());
        let long = Selection {
            min_moves: 7,
            ..Selection::default()
        };
        let short = Selection {
            max_moves: 6,
            ..Selection::default()
        };
        let (long, short) = (long.lines(book).unwrap(), short.lines(book).unwrap());
        let plies = |line: &u32| book.lines()[*line as usize].moves.len();
        assert!(long.iter().all(|line| plies(line) >= 14));
        assert!(short.iter().all(|line| plies(line) <= 12));
        let thirteen = book.lines().iter().filter(|line| line.moves.len() == 13);
        assert_eq!(long.len() + short.len() + thirteen.count(), all);
        let sicilian = Selection {
            family: Some("sicilian defence".into()),
            ..Selection::default()
        };
        let coded = Selection {
            eco: Some("b".into()),
            ..sicilian.clone()
        };
        assert!(count(sicilian.clone()).unwrap() > 30);
        assert_eq!(count(coded), count(sicilian.clone()));
        let najdorf = Selection {
            name: Some("NAJDORF".into()),
            ..sicilian
        };
        let najdorf = najdorf.lines(book).unwrap();
        assert!(!najdorf.is_empty());
        assert!(
            najdorf
                .iter()
                .all(|line| book.lines()[*line as usize].name.contains("Najdorf"))
        );
    }

    #[test]
    fn a_family_that_is_spelt_almost_so_is_named() {
        let american = Selection {
            family: Some("sicilian defense".into()),
            ..Selection::default()
        };
        let book = Book::bundled();
        let reported = american.lines(book).unwrap_err().to_string();
        assert!(
            reported.ends_with("the family `sicilian defense`; did you mean `Sicilian Defence`?"),
            "{reported}"
        );
    }

    #[test]
    fn nothing_selected_is_said() {
        let none = Selection {
            min_moves: 3,
            name: Some("Hippo Gambit".into()),
            eco: Some("E9".into()),
            ..Selection::default()
        };
        let mut book = Book::default();
        let reported =
            |book: &Book, selection: &Selection| selection.lines(book).unwrap_err().to_string();
        assert_eq!(
            reported(&book, &Selection::default()),
            "the book has no lines"
        );
        let moves = crate::openings::read::played("1. e4").unwrap();
        book.add(None, "King's Pawn", &moves, 1);
        assert_eq!(
            reported(&book, &none),
            "none of the 1 lines of the book has at least 3 moves by each player and the name \
             `Hippo Gambit` and the code `E9`"
        );
    }
}
