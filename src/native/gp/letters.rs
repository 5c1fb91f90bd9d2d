//! Trees on their way to Prolog and back: their symbols in prefix order, a letter each.
//!
//! A text crosses the bridge in one call, and Prolog takes it apart without a reader.

use crate::{
    gp::{Symbols, Tree, tree::Code},
    native::Error,
};

/// Symbols that have letters.
pub const MOST_SYMBOLS: usize = 50_000;

/// The letter of code 0: from here to that of the last, none is a control character or a surrogate.
const FIRST: u32 = 0x100;

/// The letter of the symbol with this code.
fn letter(code: Code) -> char {
    char::from_u32(FIRST + u32::from(code)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn codes(letters: &str) -> Vec<Code> {
    let code = |letter: char| Code::try_from(u32::from(letter).wrapping_sub(FIRST));
    letters
        .chars()
        .map(|c| code(c).unwrap_or(Code::MAX))
        .collect()
}

fn unreadable(letters: &str) -> Error {
    Error::Domain {
        domain: "gp_letters",
        culprit: letters.to_owned(),
    }
}

/// The letters of a tree.
pub fn of(tree: &Tree) -> String {
    tree.codes().iter().map(|code| letter(*code)).collect()
}

/// The tree with these letters.
///
/// # Errors
///
/// If they are not exactly one tree.
pub fn tree(letters: &str, symbols: &Symbols) -> Result<Tree, Error> {
    Tree::new(codes(letters), symbols).ok_or_else(|| unreadable(letters))
}

/// The trees whose letters these are, one tree after the other.
///
/// # Errors
///
/// If they are no whole trees.
pub fn trees(letters: &str, symbols: &Symbols) -> Result<Vec<Tree>, Error> {
    let mut trees = Vec::new();
    let mut rest = codes(letters);
    while !rest.is_empty() {
        let mut open = 1_usize;
        let mut end = 0;
        while open > 0 {
            let arity = (rest.get(end)).and_then(|code| symbols.checked_arity(*code));
            open = open - 1 + arity.ok_or_else(|| unreadable(letters))?;
            end += 1;
        }
        let tail = rest.split_off(end);
        trees.extend(Tree::new(rest, symbols));
        rest = tail;
    }
    Ok(trees)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_again() {
        let all: Vec<Code> = (0..MOST_SYMBOLS as Code).collect();
        let text: String = all.iter().map(|code| letter(*code)).collect();
        assert_eq!(codes(&text), all);
        assert!(!text.contains(|c: char| c == char::REPLACEMENT_CHARACTER || c.is_control()));
        assert_eq!(codes("a"), [Code::MAX]);
    }

    #[test]
    fn trees_are_told_apart() {
        let symbols = Symbols::new(&[2, 1], 2).unwrap();
        let text = |codes: &[Code]| codes.iter().map(|code| letter(*code)).collect::<String>();
        let read = |codes: &[Code]| trees(&text(codes), &symbols);
        let two = read(&[0, 2, 3, 1, 2]).unwrap();
        let texts: Vec<String> = two.iter().map(of).collect();
        assert_eq!(texts, [text(&[0, 2, 3]), text(&[1, 2])]);
        assert!(read(&[]).unwrap().is_empty());
        for wrong in [&[0, 2, 3, 1][..], &[0], &[7]] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
