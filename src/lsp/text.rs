//! The text of a document, and places in it as a client counts them.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent};

/// How a client counts the columns of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of 16 bits: every client can.
    Utf16,
}

impl Encoding {
    /// How many columns a text on one line takes.
    pub fn width(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte of a line at which a column begins; one inside a character is that character's.
    fn byte(self, line: &str, column: usize) -> usize {
        if self == Encoding::Utf8 {
            return line.floor_char_boundary(column);
        }
        let mut units = 0;
        for (at, character) in line.char_indices() {
            units += character.len_utf16();
            if units > column {
                return at;
            }
        }
        line.len()
    }
}

/// A text and where its lines begin.
#[derive(Debug, Clone)]
pub struct Text {
    text: String,
    lines: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    /// The text of a document that a client counts like this.
    pub fn new(text: String, encoding: Encoding) -> Text {
        Text {
            lines: lines(&text),
            text,
            encoding,
        }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How the client counts.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The byte of a position. Behind the end of a line is its end, behind the last line that of the text.
    pub fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.lines.get(line) else {
            return self.text.len();
        };
        let end = self.lines.get(line + 1).copied();
        let line = &self.text[start..end.unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        start + self.encoding.byte(line, position.character as usize)
    }

    /// The position of a byte.
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.lines.partition_point(|&start| start <= byte) - 1;
        let column = self.encoding.width(&self.text[self.lines[line]..byte]);
        Position::new(line as u32, column as u32)
    }

    /// The range of some bytes.
    pub fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(span.start), self.position(span.end))
    }

    /// Does a change: in a range of the text as it is now, or all of it.
    pub fn change(&mut self, change: &TextDocumentContentChangeEvent) {
        match change.range {
            Some(range) => {
                let (start, end) = (self.byte(range.start), self.byte(range.end));
                let span = start.min(end)..end.max(start);
                self.text.replace_range(span, &change.text);
            }
            None => self.text.clone_from(&change.text),
        }
        self.lines = lines(&self.text);
    }
}

/// Where lines begin: behind `\n`, `\r\n` and `\r`.
fn lines(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends =
        |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let behind = (0..bytes.len()).filter(ends).map(|at| at + 1);
    [0].into_iter().chain(behind).collect()
}

#[cfg(test)]
mod tests {
    use lsp_types::Range;
    use proptest::prelude::*;

    use super::*;

    const BOTH: [Encoding; 2] = [Encoding::Utf8, Encoding::Utf16];

    fn edit(range: Option<Range>, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let text = "p('ä😀', X).\r\nq(X).";
        let at = text.find('X').unwrap();
        for (encoding, column) in [(Encoding::Utf8, 12), (Encoding::Utf16, 9)] {
            let text = Text::new(text.to_owned(), encoding);
            assert_eq!(text.position(at), Position::new(0, column));
            assert_eq!(text.byte(Position::new(0, column)), at);
        }
        let text = Text::new(text.to_owned(), Encoding::Utf16);
        assert_eq!(
            text.byte(Position::new(0, 5)),
            text.byte(Position::new(0, 4))
        );
        assert_eq!(
            text.byte(Position::new(0, 99)),
            text.as_str().find('\r').unwrap()
        );
        assert_eq!(text.byte(Position::new(9, 0)), text.as_str().len());
        assert_eq!(text.position(text.as_str().len()), Position::new(1, 5));
    }

    #[test]
    fn changes_come_in_order_each_in_what_the_last_one_left() {
        let mut text = Text::new("a😀b\nc".to_owned(), Encoding::Utf16);
        let at = |line, from, to| {
            Some(Range::new(
                Position::new(line, from),
                Position::new(line, to),
            ))
        };
        text.change(&edit(at(0, 1, 3), "x\ny"));
        assert_eq!(text.as_str(), "ax\nyb\nc");
        text.change(&edit(at(1, 1, 2), ""));
        assert_eq!(text.as_str(), "ax\ny\nc");
        // A range that ends before it begins is meant the other way round.
        text.change(&edit(at(0, 2, 0), "z"));
        assert_eq!(text.as_str(), "z\ny\nc");
        text.change(&edit(None, "new"));
        assert_eq!(text.as_str(), "new");
    }

    fn any_line() -> impl Strategy<Value = String> {
        prop::collection::vec(
            prop::sample::select(vec!["a", "ä", "😀", "\n", "\r\n", "\r", " ", "%"]),
            0..12,
        )
        .prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn every_byte_has_its_position(text in any_line()) {
            for encoding in BOTH {
                let document = Text::new(text.clone(), encoding);
                let inside = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
                for (at, _) in text.char_indices().filter(|&(at, _)| !inside(at)) {
                    prop_assert_eq!(document.byte(document.position(at)), at);
                }
            }
        }

        #[test]
        fn edits_are_those_of_the_whole_text(
            text in any_line(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any_line()), 0..6)
        ) {
            for encoding in BOTH {
                let mut document = Text::new(text.clone(), encoding);
                let mut whole = text.clone();
                for (from, to, new) in &edits {
                    let place = |index: &prop::sample::Index, text: &str| {
                        let at = text.floor_char_boundary(index.index(text.len() + 1));
                        let inside = text[..at].ends_with('\r') && text[at..].starts_with('\n');
                        if inside { at + 1 } else { at }
                    };
                    let (from, to) = (place(from, &whole), place(to, &whole));
                    let span = from.min(to)..from.max(to);
                    let range = document.range(&span);
                    document.change(&edit(Some(range), new));
                    whole.replace_range(span, new);
                    prop_assert_eq!(document.as_str(), &whole);
                }
            }
        }
    }
}
