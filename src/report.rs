//! What results are reported with: numbers of things, shares, tables as text and as CSV, JSON, files.

use std::{
    fmt::{Display, Write as _},
    iter,
    time::Duration,
};

use serde::{Serialize, Serializer};
use serde_json::Value;

/// The cells of a row, each as it is displayed.
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$(($cell).to_string()),*] };
}
pub(crate) use cells;

/// The files of a result: their names and texts.
pub type Files = Vec<(String, String)>;

/// Files whose names are fixed.
pub fn files<'n>(files: impl IntoIterator<Item = (&'n str, String)>) -> Files {
    let files = files.into_iter();
    files.map(|(name, text)| (name.to_owned(), text)).collect()
}

/// A number of things, such as `1 game` or `3 games`.
pub fn plural<N: Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    things(&n, what, n.to_string())
}

/// The same with thousands apart, as in `2,014 games`.
pub fn counted<N: Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    things(&n, what, thousands(&n))
}

fn things<N: PartialEq + From<u8>>(n: &N, what: &str, number: String) -> String {
    let ending = if *n == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// A number with its thousands apart, as in `2,014`.
///
/// ```
/// use chesslog::report::thousands;
///
/// let told = [0, 7, 657, 2_014, 100_000, 1_234_567].map(thousands);
/// assert_eq!(told, ["0", "7", "657", "2,014", "100,000", "1,234,567"]);
/// ```
pub fn thousands(number: impl Display) -> String {
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

/// A share from 0 to 1 as a percentage with so many digits.
pub fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$} %", share * 100.0)
}

/// The same, cut off instead of rounded, so that it is 100 only for the whole.
///
/// ```
/// use chesslog::report::cut_percent;
///
/// assert_eq!(cut_percent(1.0, 2), "100 %");
/// assert_eq!(cut_percent(0.99999, 2), "99.99 %");
/// ```
pub fn cut_percent(share: f64, digits: usize) -> String {
    match share >= 1.0 {
        true => "100 %".to_owned(),
        false => {
            let cut = 10_f64.powi(digits as i32);
            let share = (share * (100.0 * cut)).floor() / cut;
            format!("{share:.digits$} %")
        }
    }
}

/// A number with so many digits after the point, or a dash.
pub fn decimal(number: impl Into<Option<f64>>, digits: usize) -> String {
    or_dash(number.into().map(|number| format!("{number:.digits$}")))
}

/// What there is, or a dash.
pub fn or_dash(cell: Option<impl Display>) -> String {
    cell.map_or_else(|| "-".to_owned(), |cell| cell.to_string())
}

/// What there is, or nothing.
pub fn or_empty(cell: Option<impl Display>) -> String {
    cell.map_or_else(String::new, |cell| cell.to_string())
}

/// A table with its first column to the left and the others to the right.
///
/// ```
/// use chesslog::report::table;
///
/// let row = |name: &str, figure: &str| vec![name.to_owned(), figure.to_owned()];
/// let rows = [row("", "a"), row("name", "100.0 %"), row("n", "-")];
/// assert_eq!(table(&rows), "            a\nname  100.0 %\nn           -\n");
/// ```
pub fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Writing to a string cannot fail.
            _ = match column {
                0 => write!(line, "{cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Rows below their header as CSV, quoted where need be.
///
/// ```
/// use chesslog::report::csv;
///
/// let rows = [vec!["1".to_owned(), "a, \"b\"".to_owned()]];
/// assert_eq!(csv("number,text", rows), "number,text\n1,\"a, \"\"b\"\"\"\n");
/// ```
pub fn csv(header: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let header = header.split(',').map(str::to_owned).collect();
    csv_of(iter::once(header).chain(rows))
}

/// The same, where the header is a row, too: one with names from elsewhere.
pub fn csv_of(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        // Writing to memory cannot fail.
        _ = table.write_record(row);
    }
    let bytes = table.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// A result for programs, on one line. Names are in the order of the alphabet; numbers that are not
/// finite are null.
pub fn json(result: impl Serialize) -> String {
    format!("{}\n", value(result))
}

/// The same on many lines, as it is written to a file.
pub fn json_lines(result: impl Serialize) -> String {
    format!("{:#}\n", value(result))
}

/// A result as a JSON value.
pub fn value(result: impl Serialize) -> Value {
    // It fails at maps with keys that are no texts only.
    serde_json::to_value(result).unwrap_or_default()
}

/// A number of bytes, for people.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Seconds as they are told to programs: to the millisecond.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}

/// Serializes a time as a number of seconds: for `#[serde(serialize_with)]`.
///
/// # Errors
///
/// Those of the serializer.
pub fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
