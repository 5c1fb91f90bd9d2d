//! Examples: positions with a move that was played, from tables `fen,uci,label` or from games.

mod games;

use std::{fmt, io};

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, uci::UciMove};

pub use games::{Sample, Sampling, Useless, sample, usable};

use crate::{
    chess::{
        Position, moves,
        source::{Format, Input, Lines, Stream},
    },
    report::{self, cells, or_empty},
};

/// The columns of a table of examples.
const COLUMNS: [&str; 4] = ["fen", "uci", "label", "game"];
/// What is expected of them; nothing is made of the game.
const EXPECTED: &str = "expected the columns fen,uci,label";
/// Mistakes that are told of; more are only counted.
const TOLD: usize = 10;

/// A move in a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The position.
    pub chess: Chess,
    /// A legal move.
    pub m: Move,
    /// Whether tactics are to suggest it.
    pub positive: bool,
    /// The game that it was drawn from, such as `games.pgn#12`.
    pub game: Option<String>,
}

impl Example {
    /// The canonical FEN of the position.
    pub fn fen(&self) -> String {
        Position::from_chess(self.chess.clone()).fen().to_owned()
    }

    /// The move in UCI notation.
    pub fn uci(&self) -> String {
        let mode = CastlingMode::detect(&self.chess.to_setup(EnPassantMode::Legal));
        UciMove::from_move(self.m, mode).to_string()
    }
}

/// Why a table cannot be used: lines `file:line: message`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(String);

/// Reads a table of examples with the columns `fen`, `uci` and, if there are negative ones,
/// `label`: 1 for a move that tactics are to suggest, else 0. It may be compressed.
///
/// # Errors
///
/// If the file cannot be read, or a line is no example.
pub fn read(file: &str) -> Result<Vec<Example>, Unusable> {
    let unusable = |error: &dyn fmt::Display| Unusable(error.to_string());
    let mut rows: Stream<Row> = Stream::open(file).map_err(|e| unusable(&e))?;
    let mut columns: Option<Columns> = None;
    let mut examples = Vec::new();
    let mut wrong = Vec::new();
    while let Some(row) = rows.next().map_err(|e| unusable(&e))? {
        let fields: Vec<&str> = row.fields.iter().map(|field| field.trim()).collect();
        let problem = match &columns {
            None => match Columns::of(&fields) {
                Ok(found) => {
                    columns = Some(found);
                    continue;
                }
                Err(problem) => return Err(Unusable(format!("{file}:{}: {problem}", row.line))),
            },
            Some(columns) => match columns.example(&fields) {
                Ok(example) => {
                    examples.push(example);
                    continue;
                }
                Err(problem) => problem,
            },
        };
        wrong.push(format!("{file}:{}: {problem}", row.line));
    }
    if wrong.is_empty() && !examples.iter().any(|example| example.positive) {
        let what = match examples.is_empty() {
            true => "no example in it",
            false => "no example with label 1 in it",
        };
        wrong.push(format!("{file}: there is {what}"));
    }
    match wrong.len() {
        0 => Ok(examples),
        n => {
            let mut text = wrong[..n.min(TOLD)].join("\n");
            if n > TOLD {
                text += &format!("\nand {} more", n - TOLD);
            }
            Err(Unusable(text))
        }
    }
}

/// A table of examples as CSV; those that were drawn have their games.
pub fn csv(examples: &[Example]) -> String {
    let drawn = examples.iter().any(|example| example.game.is_some());
    let columns = if drawn { &COLUMNS[..] } else { &COLUMNS[..3] };
    let rows = examples.iter().map(|example| {
        let label = u8::from(example.positive);
        let mut row = cells![example.fen(), example.uci(), label];
        if drawn {
            row.push(or_empty(example.game.as_ref()));
        }
        row
    });
    report::csv(&columns.join(","), rows)
}

/// A row of a table.
struct Row {
    line: u64,
    fields: Vec<String>,
}

impl Format for Row {
    type Reader = Lines;

    fn open(input: Input) -> io::Result<Lines> {
        Ok(Lines::new(input))
    }

    fn read(lines: &mut Lines) -> io::Result<Option<Row>> {
        let fields = lines.fields()?;
        let line = lines.number;
        Ok(fields.map(|fields| Row { line, fields }))
    }

    fn skip(lines: &mut Lines) -> io::Result<bool> {
        Ok(lines.fields()?.is_some())
    }
}

/// Where the columns of [`COLUMNS`] are.
struct Columns {
    places: [Option<usize>; 4],
    count: usize,
}

impl Columns {
    fn of(header: &[&str]) -> Result<Columns, String> {
        if let Some(unknown) = header.iter().find(|name| !COLUMNS.contains(name)) {
            return Err(format!("unknown column `{unknown:.40}`; {EXPECTED}"));
        }
        let places = COLUMNS.map(|name| header.iter().position(|known| *known == name));
        match places {
            [Some(_), Some(_), ..] => Ok(Columns {
                places,
                count: header.len(),
            }),
            [None, ..] => Err(format!("no column `fen`; {EXPECTED}")),
            _ => Err(format!("no column `uci`; {EXPECTED}")),
        }
    }

    fn example(&self, fields: &[&str]) -> Result<Example, String> {
        if fields.len() != self.count {
            let found = fields.len();
            return Err(format!("expected {} fields, found {found}", self.count));
        }
        let field = |column: usize| self.places[column].map(|place| fields[place]);
        let fen = field(0).unwrap_or_default();
        let word = field(1).unwrap_or_default();
        let position = Position::parse(fen).map_err(|error| format!("{error}: `{fen:.100}`"))?;
        let m = legal(&position, word)
            .ok_or_else(|| format!("`{word:.40}` is no legal move, in UCI notation, of {fen}"))?;
        let positive = match field(2) {
            None | Some("1") => true,
            Some("0") => false,
            Some(other) => return Err(format!("expected the label 0 or 1, found `{other:.40}`")),
        };
        Ok(Example {
            chess: Chess::clone(&position),
            m,
            positive,
            game: field(3).filter(|game| !game.is_empty()).map(str::to_owned),
        })
    }
}

/// The legal move that a word in UCI notation means; castling may also go to the king's square in
/// Chess960.
fn legal(position: &Position, word: &str) -> Option<Move> {
    let uci = UciMove::from_ascii(word.as_bytes()).ok()?;
    uci.to_move(&**position).ok().or_else(|| match uci {
        UciMove::Normal {
            from,
            to,
            promotion,
        } => {
            let term = moves::MoveTerm {
                from,
                to,
                promotion,
            };
            moves::find(position, term)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, text: &str) -> Result<Vec<Example>, String> {
        let name = format!("chesslog-{}-{name}.csv", std::process::id());
        let path = std::env::temp_dir().join(&name);
        std::fs::write(&path, text).unwrap();
        let read = read(path.to_str().unwrap());
        std::fs::remove_file(&path).unwrap();
        let folder = format!("{}/", std::env::temp_dir().display());
        read.map_err(|error| {
            error
                .to_string()
                .replace(&folder, "")
                .replace(&name, "t.csv")
        })
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "uci,fen\ne1g1,r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n\n\
            d7d8n,8/3P4/8/8/8/8/8/k1K5 w - - 3 40\n";
        let examples = table("round", text).unwrap();
        let written = csv(&examples);
        assert_eq!(
            written,
            "fen,uci,label\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1,e1g1,1\n\
             8/3P4/8/8/8/8/8/k1K5 w - - 3 40,d7d8n,1\n"
        );
        assert_eq!(table("again", &written).unwrap(), examples);
        let mut drawn = examples;
        drawn[0].game = Some("a,b.pgn#7".to_owned());
        let written = csv(&drawn);
        let rows: Vec<&str> = written.lines().collect();
        assert_eq!(rows[0], "fen,uci,label,game");
        assert!(rows[1].ends_with(",e1g1,1,\"a,b.pgn#7\"") && rows[2].ends_with(",d7d8n,1,"));
        let read = table("drawn", &written).unwrap();
        assert_eq!(
            (&read[0].game, &read[1].game),
            (&Some("a,b.pgn#7".into()), &None)
        );
    }

    #[test]
    fn mistakes_are_named_with_their_lines() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        for (name, text, expected) in [
            (
                "column",
                "fen,move\n".to_owned(),
                "t.csv:1: unknown column `move`; expected the columns fen,uci,label",
            ),
            (
                "missing",
                "fen,label\n".to_owned(),
                "t.csv:1: no column `uci`; expected the columns fen,uci,label",
            ),
            (
                "fen",
                "fen,uci\n8/8,a1a2\n".to_owned(),
                "t.csv:2: expected a board of eight ranks with / between them: `8/8`",
            ),
            (
                "illegal",
                format!("fen,uci\n{fen},e1e3\n"),
                "t.csv:2: `e1e3` is no legal move, in UCI notation, of 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
            (
                "label",
                format!("fen,uci,label\n{fen},e1e2,2\n"),
                "t.csv:2: expected the label 0 or 1, found `2`",
            ),
            (
                "fields",
                format!("fen,uci\n\n{fen}\n"),
                "t.csv:3: expected 2 fields, found 1",
            ),
            (
                "none",
                "fen,uci\n".to_owned(),
                "t.csv: there is no example in it",
            ),
            (
                "negative",
                format!("fen,uci,label\n{fen},e1e2,0\n"),
                "t.csv: there is no example with label 1 in it",
            ),
        ] {
            assert_eq!(table(name, &text).unwrap_err(), expected);
        }
    }
}
