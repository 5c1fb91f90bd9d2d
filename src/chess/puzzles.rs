//! Puzzles read from tables as Lichess publishes them, each by its number in the file.
//!
//! A table is CSV with a header line; the columns `FEN` and `Moves` are needed, all others are
//! fields like any. The FEN stands before the opponent's move that makes the puzzle.
//!
//! ```ignore
//! let puzzle = PuzzleRef { file: "puzzles.csv.zst".into(), number: 1 };
//! let to_solve = puzzle_position(puzzle, None)?;
//! ```

use std::{cell::RefCell, io, rc::Rc, sync::Arc};

use shakmaty::{Chess, Move, Position as _, uci::UciMove};

use super::{
    Error, Position,
    moves::{self, MoveTerm},
    source::{Format, Input, Lines, Name, PuzzleRef, Records, malformed, matching},
};

thread_local! {
    static PUZZLES: RefCell<Records<Puzzle>> = const { RefCell::new(Records::new()) };
}

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
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
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

fn find(puzzle: &PuzzleRef) -> Result<Rc<Puzzle>, Error> {
    PUZZLES.with_borrow_mut(|puzzles| puzzles.find(puzzle, "puzzle"))
}

/// Finds the puzzle with this number and says what is wrong with it.
///
/// # Errors
///
/// When the file cannot be read or is no table of puzzles.
pub fn next_puzzle(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let puzzle = PUZZLES.with_borrow_mut(|puzzles| puzzles.get(&file.0, from))?;
    Ok(puzzle.map(|puzzle| {
        let problem = puzzle.solution.as_ref().err();
        let problem = problem.map(|problem| format!("line {}: {problem}", puzzle.row.line));
        (from, problem.unwrap_or_default())
    }))
}

/// Relates a puzzle to its fields.
///
/// # Errors
///
/// When there is no such puzzle.
pub fn puzzle_field(
    puzzle: PuzzleRef,
    name: Option<Name>,
    value: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    Ok(matching(
        find(&puzzle)?.row.pairs(),
        name.as_ref(),
        value.as_deref(),
    ))
}

/// Relates a puzzle to the position to solve: the one after the opponent's first move.
///
/// # Errors
///
/// When there is no such puzzle.
pub fn puzzle_position(
    puzzle: PuzzleRef,
    position: Option<Position>,
) -> Result<Option<Position>, Error> {
    let puzzle = find(&puzzle)?;
    let found = puzzle
        .solution
        .as_ref()
        .ok()
        .map(|(found, _)| found.clone());
    Ok(found.filter(|found| position.is_none_or(|position| position.is_same_as(found))))
}

/// Relates a puzzle to the moves of its solution, the solver's first at ply 1.
///
/// # Errors
///
/// When there is no such puzzle.
pub fn puzzle_move(
    puzzle: PuzzleRef,
    ply: Option<u64>,
    mv: Option<MoveTerm>,
) -> Result<Vec<(u64, MoveTerm)>, Error> {
    let puzzle = find(&puzzle)?;
    let solution = puzzle
        .solution
        .as_ref()
        .map_or(&[][..], |(_, solution)| solution);
    Ok((1..)
        .zip(solution.iter().map(|&m| moves::move_term(m)))
        .filter(|row| ply.is_none_or(|ply| ply == row.0) && mv.is_none_or(|mv| mv == row.1))
        .collect())
}

/// Relates a puzzle to its themes.
///
/// # Errors
///
/// When there is no such puzzle.
pub fn puzzle_theme(puzzle: PuzzleRef, theme: Option<Name>) -> Result<Vec<Name>, Error> {
    let puzzle = find(&puzzle)?;
    Ok(puzzle
        .row
        .themes()
        .map(|theme| Name(theme.to_owned()))
        .filter(|name| theme.as_ref().is_none_or(|theme| theme == name))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "PuzzleId,FEN,Moves,Rating,Themes,GameUrl\n\
        a1,6k1/5pp1/7p/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a3 b1b8 g8h7 b8b1,900,\"mate, \"\"back\"\" rank\",u\n\
        a2,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a3 b1b9,900,mate,u\r\n\n\
        a3,6k1/8,a2a3,900,\"two\nlines\",u\n";

    #[test]
    fn reads_solutions_fields_and_themes() {
        let name = format!("chesslog-{}-puzzles.csv", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, TABLE).unwrap();
        let file = Name(path.to_str().unwrap().to_owned());
        let puzzle = |number| PuzzleRef {
            file: file.0.clone(),
            number,
        };
        let problem = |number| next_puzzle(file.clone(), number).unwrap().unwrap().1;
        assert_eq!(problem(1), "");
        assert_eq!(
            problem(2),
            "line 3: illegal move b1b9 at ply 1, in puzzle a2"
        );
        assert_eq!(
            problem(3),
            "line 6: invalid board part in fen: 6k1/8, in puzzle a3"
        );
        assert_eq!(next_puzzle(file.clone(), 4), Ok(None));
        let position = puzzle_position(puzzle(1), None).unwrap().unwrap();
        assert_eq!(position.fen(), "6k1/5pp1/7p/8/8/r7/5PPP/1R4K1 w - - 1 2");
        let moves = puzzle_move(puzzle(1), None, None).unwrap();
        assert_eq!(moves.len(), 3);
        assert_eq!(
            puzzle_move(puzzle(1), None, Some(moves[1].1)).unwrap(),
            [moves[1]]
        );
        assert_eq!(puzzle_move(puzzle(2), None, None).unwrap(), []);
        let theme = |number| puzzle_theme(puzzle(number), None).unwrap();
        assert_eq!(
            theme(1),
            ["mate,", "\"back\"", "rank"].map(|t| Name(t.into()))
        );
        assert_eq!(theme(3), ["two", "lines"].map(|t| Name(t.into())));
        let url = Some(Name("game_url".into()));
        assert_eq!(puzzle_field(puzzle(2), url, None).unwrap()[0].1, "u");
        assert!(puzzle_theme(puzzle(4), None).is_err());
        std::fs::remove_file(path).unwrap();
    }

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
