//! Positions to be learned as notes for Anki: a text file that its import reads.
//!
//! ```
//! use chesslog::chess::{Position, anki::{Note, file}};
//!
//! let position = Position::parse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
//! let solution = "1.Ra8#".to_owned();
//! let note = Note { solution, theme: "back rank mate".to_owned(), ..Note::of("puzzle", &position) };
//! let text = file(&[note]);
//! assert!(text.starts_with("#separator:tab\n#html:true\n"));
//! assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 1);
//! # Ok::<(), chesslog::chess::InvalidPosition>(())
//! ```
//!
//! `Front` and `Back` are the fields of Anki's note type Basic; who has a note type of his own takes the other columns. The first
//! column says which note it is, so that a file that is imported again changes notes instead of doubling them.

use shakmaty::{Color, Move, Position as _};

use super::{
    Position,
    moves::{MoveTerm, move_term},
    svg::{self, Marks},
};

/// What Anki is told of the file. Columns are named in the order of [`Note::columns`].
const HEADER: &str = "#separator:tab\n#html:true\n#guid column:1\n#tags column:8\n\
                      #columns:GUID\tFront\tBack\tFEN\tSolution\tTheme\tSource\tTags\n";

/// A position, and what is to be known of it.
#[derive(Debug, Clone)]
pub struct Note {
    /// What it is among all notes: the same whenever it is written.
    pub guid: String,
    /// The position.
    pub position: Position,
    /// The side at the bottom.
    pub bottom: Color,
    /// The move before, which is marked.
    pub last: Option<Move>,
    /// What is asked.
    pub question: String,
    /// The answer.
    pub solution: String,
    /// Sentences about it.
    pub remarks: Vec<String>,
    /// What it is about: a motif, or an opening.
    pub theme: String,
    /// Where it comes from: a game, a book; or nothing.
    pub source: String,
    /// Anki's tags.
    pub tags: Vec<String>,
}

impl Note {
    /// A note of some kind about a position; one of another kind may be about the same.
    pub fn of(kind: &str, position: &Position) -> Note {
        let turn = position.turn();
        let side = turn.fold_wb("White", "Black");
        Note {
            guid: format!("chesslog {kind} {}", position.key()),
            position: position.clone(),
            bottom: turn,
            last: None,
            question: format!("{side} to move"),
            solution: String::new(),
            remarks: Vec::new(),
            theme: String::new(),
            source: String::new(),
            tags: vec!["chesslog".to_owned(), kind.to_owned()],
        }
    }

    fn columns(&self) -> [String; 8] {
        let marks = Marks {
            bottom: self.bottom,
            last_move: self.last.map(|m| {
                let MoveTerm { from, to, .. } = move_term(m);
                (from, to)
            }),
            title: self.question.clone(),
            ..Marks::default()
        };
        let picture = svg::draw(&self.position, &marks);
        let paragraph = |text: &String| match text.is_empty() {
            true => String::new(),
            false => format!("<p>{text}</p>"),
        };
        let [question, solution, theme] =
            [&self.question, &self.solution, &self.theme].map(|text| escaped(text));
        let source = escaped(&self.source);
        let source = match self.source.starts_with("http") {
            true => format!("<a href=\"{source}\">{source}</a>"),
            false => source,
        };
        let remarks: String = self
            .remarks
            .iter()
            .map(|text| paragraph(&escaped(text)))
            .collect();
        let about = [&theme, &source].map(paragraph).concat();
        [
            self.guid.clone(),
            format!("{picture}{}", paragraph(&question)),
            format!("<p><b>{solution}</b></p>{remarks}{about}"),
            self.position.fen().to_owned(),
            solution,
            theme,
            source,
            self.tags
                .iter()
                .map(|tag| tag_of(tag))
                .collect::<Vec<_>>()
                .join(" "),
        ]
    }
}

/// The file.
pub fn file(notes: &[Note]) -> String {
    let mut text = HEADER.to_owned();
    for note in notes {
        let columns = note.columns().map(|column| quoted(&column));
        text += &columns.join("\t");
        text.push('\n');
    }
    text
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// A field in quotes, on one line: then no field begins like a remark, and none is parted.
fn quoted(field: &str) -> String {
    let words: Vec<&str> = field.split(['\n', '\r', '\t']).collect();
    format!("\"{}\"", words.join(" ").trim().replace('"', "\"\""))
}

/// A tag, which has no spaces.
fn tag_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_field_breaks_the_file() {
        let position = Position::parse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
        let note = Note {
            solution: "1.Ra8# \"at once\"\n<mate>".to_owned(),
            source: "https://example.org/?a&b".to_owned(),
            tags: vec!["mate in 1".to_owned()],
            ..Note::of("puzzle", &position)
        };
        let text = file(&[note]);
        let row = text.strip_prefix(HEADER).unwrap();
        assert_eq!(
            (row.matches('\n').count(), row.matches('\t').count()),
            (1, 7)
        );
        let fields: Vec<&str> = row.trim_end().split('\t').collect();
        assert_eq!(
            fields[0],
            "\"chesslog puzzle 6k1/5ppp/8/8/8/8/8/R6K w - -\""
        );
        assert!(fields[1].starts_with("\"<svg ") && fields[1].ends_with("<p>White to move</p>\""));
        assert_eq!(fields[4], "\"1.Ra8# &quot;at once&quot; &lt;mate&gt;\"");
        assert!(fields[6].contains("href=\"\"https://example.org/?a&amp;b\"\""));
        assert_eq!(fields[7], "\"mate_in_1\"");
    }
}
