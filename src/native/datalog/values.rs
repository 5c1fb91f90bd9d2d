//! Answers: which there are, in which order, and what their values are to Prolog.

use std::collections::HashMap;

use crate::{
    datalog::{Constant, Database, Predicate, Symbols},
    term,
};

/// What the values of a column may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integers,
    Atoms,
    Strings,
    /// Of several kinds.
    Mixed,
    /// With terms whose place in the standard order only Prolog knows.
    Terms,
}

/// The values of the variables in a pattern, row by row, and their number. A code below zero is a
/// variable: -1 the first, and so on. Without variables there is a cell for an answer.
pub(super) fn select(
    database: &Database,
    goal: Predicate,
    pattern: &[i64],
) -> (Vec<Constant>, usize) {
    let width = pattern.iter().map(|&code| -code).max().unwrap_or(0).max(0) as usize;
    let mut rows = Vec::new();
    let Some(relation) = database.relation(goal) else {
        return (rows, width);
    };
    let constants: Vec<_> = pattern
        .iter()
        .map(|&code| (code >= 0).then(|| Constant::from_bits(code as u32)))
        .collect();
    // For each column where its variable was met first.
    let first = |column: usize| pattern.iter().position(|&code| code == pattern[column]);
    let first: Vec<_> = (0..pattern.len())
        .map(|column| first(column).unwrap_or(column))
        .collect();
    for tuple in relation.matching(&constants) {
        let agrees = |column: usize| pattern[column] >= 0 || tuple[first[column]] == tuple[column];
        if !(0..tuple.len()).all(agrees) {
            continue;
        }
        match width {
            0 => rows.push(Constant::symbol(0)),
            _ => {
                let fresh = |&column: &usize| pattern[column] < 0 && first[column] == column;
                rows.extend((0..tuple.len()).filter(fresh).map(|column| tuple[column]));
            }
        }
    }
    (rows, width)
}

/// The letter and the text of a symbol.
pub(super) fn symbol(symbols: &Symbols<String>, constant: Constant) -> (char, &str) {
    let key = symbols.value(constant).map_or("a", String::as_str);
    (if key.starts_with('a') { 'a' } else { 't' }, &key[1..])
}

/// A constant as Prolog text.
pub(super) fn text(symbols: &Symbols<String>, constant: Constant) -> String {
    match (constant.as_integer(), symbol(symbols, constant)) {
        (Some(value), _) => value.to_string(),
        (None, ('a', atom)) => term::atom_text(atom),
        (None, (_, text)) => text.to_owned(),
    }
}

/// The characters of a string in canonical notation.
pub(super) fn string(text: &str) -> String {
    match text.parse() {
        Ok(term::Term::String(string)) => string,
        _ => String::new(),
    }
}

/// What the values of a column are.
pub(super) fn kind<'a>(
    symbols: &Symbols<String>,
    column: impl Iterator<Item = &'a Constant>,
) -> Kind {
    let mut kinds = column.map(|&cell| match cell.as_integer() {
        Some(_) => Kind::Integers,
        None => match symbol(symbols, cell) {
            ('a', _) => Kind::Atoms,
            // Nothing else begins so in canonical notation.
            (_, text) if text.starts_with('"') => Kind::Strings,
            _ => Kind::Terms,
        },
    });
    let first = kinds.next().unwrap_or(Kind::Integers);
    kinds.fold(first, |all, kind| match (all, kind) {
        (all, kind) if all == kind => all,
        (Kind::Terms, _) | (_, Kind::Terms) => Kind::Terms,
        _ => Kind::Mixed,
    })
}

/// Rows without terms in standard order: integers, then atoms, then strings.
pub(super) fn sorted(symbols: &Symbols<String>, rows: &[Constant], width: usize) -> Vec<Constant> {
    let mut distinct: Vec<_> = rows.to_vec();
    distinct.sort();
    distinct.dedup();
    distinct.sort_by_cached_key(|&constant| match constant.as_integer() {
        Some(value) => (' ', value, String::new()),
        None => match symbol(symbols, constant) {
            ('a', atom) => ('a', 0, atom.to_owned()),
            (kind, text) => (kind, 0, string(text)),
        },
    });
    let ranks: HashMap<Constant, u32> = distinct.iter().copied().zip(0..).collect();
    let ranked: Vec<u32> = rows.iter().map(|constant| ranks[constant]).collect();
    let mut order: Vec<&[u32]> = ranked.chunks_exact(width).collect();
    order.sort_unstable();
    let cells = order.into_iter().flatten();
    cells.map(|&rank| distinct[rank as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_occurs_twice_has_one_value() {
        let goal = Predicate(0);
        let mut database = Database::default();
        for (x, y, z) in [(1, 1, 5), (1, 2, 5), (2, 2, 6)] {
            let tuple = [x, y, z].map(|value| Constant::integer(value).unwrap());
            database.insert(goal, &tuple);
        }
        let values = |pattern: &[i64]| {
            let (rows, width) = select(&database, goal, pattern);
            let values: Vec<_> = rows.iter().filter_map(|cell| cell.as_integer()).collect();
            (values, width)
        };
        assert_eq!(values(&[-1, -1, -2]), (vec![1, 5, 2, 6], 2));
        let five = i64::from(Constant::integer(5).unwrap().bits());
        assert_eq!(values(&[-1, -2, five]), (vec![1, 1, 1, 2], 2));
        assert_eq!(select(&database, goal, &[five, five, five]).0.len(), 0);
    }

    #[test]
    fn answers_come_in_standard_order() {
        let mut symbols = Symbols::<String>::default();
        let [b, a, text] = [('a', "b"), ('a', "a"), ('t', "\"a\"")]
            .map(|(kind, text)| symbols.intern(format!("{kind}{text}").as_str()));
        let [two, ten] = [2, 10].map(|value| Constant::integer(value).unwrap());
        let rows = [text, b, ten, a, two];
        assert_eq!(sorted(&symbols, &rows, 1), [two, ten, a, b, text]);
        assert_eq!(kind(&symbols, rows.iter()), Kind::Mixed);
        assert_eq!(kind(&symbols, [a, b].iter()), Kind::Atoms);
    }
}
