//! Puzzles read from tables as Lichess publishes them, each by its number in the file.
//!
//! A table is CSV with a header line; the columns `FEN` and `Moves` are needed, all others are
//! fields like any. The FEN stands before the opponent's move that makes the puzzle.

use std::{io, sync::Arc};

use shakmaty::{Chess, Move, Position as _, uci::UciMove};

use super::{
    Position,
    source::{Format, Input, Lines, SourceError, Stream, malformed},
};

/// A row of a table of puzzles as it stands there: what it says has not been looked at.
#[derive(Debug, Clone)]
pub struct Row {
    columns: Arc<[String]>,
    fields: Vec<String>,
    /// The line of the file on which the row ends.
    pub line: u64,
}

impl Row {
    /// The value in the column with exactly this name.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.pairs()
            .find_map(|(column, value)| (column == name).then_some(value))
    }

    /// The words in the column of themes.
    pub fn themes(&self) -> impl Iterator<Item = &str> {
        self.field("Themes").unwrap_or_default().split_whitespace()
    }

    /// The columns with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let columns = self.columns.iter().map(String::as_str);
        columns.zip(self.fields.iter().map(String::as_str))
    }

    /// Gives the position to solve and the legal moves of its solution, or says what is wrong with
    /// the row.
    pub fn solve(&self) -> Result<(Position, Vec<Move>), String> {
        self.play().map_err(|problem| {
            let id = self.field("PuzzleId").unwrap_or("?");
            format!("{problem}, in puzzle {id}")
        })
    }

    /// Plays the first move and checks the others.
    fn play(&self) -> Result<(Position, Vec<Move>), String> {
        let fen = self.field("FEN").ok_or("there is no FEN")?;
        let words = self.field("Moves").ok_or("there are no moves")?;
        let given = Position::parse(fen).map_err(|error| format!("{error}: {fen:.100}"))?;
        let mut words = words.split_whitespace();
        let first = words.next().ok_or("there are no moves")?;
        let position = given.after(legal(&given, first, 0)?);
        let mut board = Chess::clone(&position);
        let mut solution = Vec::new();
        for (word, ply) in words.zip(1..) {
            let m = legal(&board, word, ply)?;
            board.play_unchecked(m);
            solution.push(m);
        }
        Ok((position, solution))
    }
}

/// A row of a table of puzzles, and the puzzle that it is.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// What the table has of it.
    pub row: Row,
    /// The position to solve and the solution, or what is wrong with the row.
    pub solution: Result<(Position, Vec<Move>), String>,
}

/// The legal move that a word in UCI notation means.
fn legal(board: &Chess, word: &str, ply: u32) -> Result<Move, String> {
    UciMove::from_ascii(word.as_bytes())
        .ok()
        .and_then(|uci| uci.to_move(board).ok())
        .ok_or_else(|| format!("illegal move {word:.40} at ply {ply}"))
}

/// A table being read.
pub(crate) struct Table {
    lines: Lines,
    columns: Arc<[String]>,
}

impl Format for Row {
    type Reader = Table;

    fn open(input: Input) -> io::Result<Table> {
        let mut lines = Lines::new(input);
        let header = lines.fields()?.unwrap_or_default();
        let columns: Arc<[String]> = header.iter().map(|name| name.trim().to_owned()).collect();
        match ["FEN", "Moves"]
            .iter()
            .find(|&&needed| columns.iter().all(|c| c != needed))
        {
            Some(needed) => Err(malformed(format!(
                "line {}: no column {needed} in the header (expected PuzzleId,FEN,Moves,...)",
                lines.number.max(1)
            ))),
            None => Ok(Table { lines, columns }),
        }
    }

    fn read(table: &mut Table) -> io::Result<Option<Row>> {
        let fields = table.lines.fields()?;
        Ok(fields.map(|fields| Row {
            columns: table.columns.clone(),
            fields,
            line: table.lines.number,
        }))
    }

    fn skip(table: &mut Table) -> io::Result<bool> {
        Ok(table.lines.fields()?.is_some())
    }
}

impl Format for Puzzle {
    type Reader = Table;

    fn open(input: Input) -> io::Result<Table> {
        Row::open(input)
    }

    fn read(table: &mut Table) -> io::Result<Option<Puzzle>> {
        let row = Row::read(table)?;
        Ok(row.map(|row| Puzzle {
            solution: row.solve(),
            row,
        }))
    }

    fn skip(table: &mut Table) -> io::Result<bool> {
        Row::skip(table)
    }
}

/// Reads the puzzles of a file, or of a bundled collection, from the first to the last.
///
/// # Errors
///
/// When the file cannot be read, or has no puzzles.
pub fn read(
    file: &str,
) -> Result<impl Iterator<Item = Result<Puzzle, SourceError>> + use<>, SourceError> {
    Stream::open(file).map(Stream::into_iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_without_the_needed_columns_is_refused() {
        let open = |text: &'static str| {
            let reader: Box<dyn io::Read + Send> = Box::new(text.as_bytes());
            Puzzle::open(io::BufReader::new(reader))
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(open("FEN,Moves\n"), None);
        assert!(open("").unwrap().contains("line 1: no column FEN"));
        assert!(open("FEN,\"Mo\n").unwrap().contains("quotation mark"));
    }
}
