//! What the texts of several commands consist of: numbers of things, and tables.

use std::fmt::{Display, Write as _};

/// A number of things, such as `1 game` or `3 games`.
pub fn plural<N: Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    let ending = if n == N::from(1) { "" } else { "s" };
    format!("{n} {what}{ending}")
}

/// A table with its first column to the left and the others to the right.
pub fn aligned(table: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = table.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns = table.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in table {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => _ = write!(line, "{cell:width$}"),
                _ => _ = write!(line, "  {cell:>width$}"),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A number with its thousands apart, as in `2,014`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let told = [0, 7, 657, 2_014, 100_000, 1_234_567].map(thousands);
        assert_eq!(told, ["0", "7", "657", "2,014", "100,000", "1,234,567"]);
    }
}
