//! The book that the predicates of openings ask: the bundled one, or the one that was loaded last.
//!
//! It belongs to the thread, as the engine does.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
};

use crate::openings::Book;

thread_local! {
    static CURRENT: RefCell<Rc<CurrentBook>> = RefCell::new(Rc::new(CurrentBook::default()));
}

/// A book, and where its names are.
#[derive(Debug, Default)]
pub(super) struct CurrentBook {
    /// The book, unless it is the bundled one.
    own: Option<Book>,
    names: OnceCell<Names>,
}

/// The lines of a book by name.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The lines that have a name, by number.
    pub lines: HashMap<String, Vec<u32>>,
    /// The first line of each name, by number, in order.
    pub first: Vec<u32>,
}

impl CurrentBook {
    /// The book.
    pub fn book(&self) -> &Book {
        match &self.own {
            Some(book) => book,
            None => Book::bundled(),
        }
    }

    /// Its names, without the empty one.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let mut names = Names::default();
            for (number, line) in self.book().lines().iter().enumerate() {
                if line.name.is_empty() {
                    continue;
                }
                let lines = names.lines.entry(line.name.clone()).or_default();
                if lines.is_empty() {
                    names.first.push(number as u32);
                }
                lines.push(number as u32);
            }
            names
        })
    }
}

/// The book of this session.
pub(super) fn get() -> Rc<CurrentBook> {
    CURRENT.with_borrow(Rc::clone)
}

/// Makes a book the one of this session.
pub(super) fn set(book: Book) {
    let current = CurrentBook {
        own: Some(book),
        names: OnceCell::new(),
    };
    CURRENT.set(Rc::new(current));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::read::played;

    #[test]
    fn lines_are_found_by_their_names() {
        let mut book = Book::default();
        for (name, moves) in [("B", "e4"), ("", "d4"), ("A", "c4"), ("B", "e4 e5")] {
            book.add(None, name, &played(moves).unwrap(), 1);
        }
        assert!(get().book().lines().len() > 400);
        set(book);
        let current = get();
        assert_eq!(current.names().first, [0, 2]);
        assert_eq!(current.names().lines["B"], [0, 3]);
        assert_eq!(current.names().lines.len(), 2);
    }
}
