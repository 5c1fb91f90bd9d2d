//! Positions read from files of EPD or FEN lines, each by its number in the file.
//!
//! A record is a line that is neither empty nor begins with `#`: four or six FEN fields, then
//! operations such as `bm Qg6; id "WAC.001";`.

use std::io;

use super::{
    Position,
    source::{Format, Input, Lines, SourceError, Stream, malformed},
};

/// A line of an EPD or FEN file.
#[derive(Debug, Clone)]
pub struct Epd {
    /// The position, or what is wrong with the line.
    pub position: Result<Position, String>,
    /// Opcodes with their operands, a pair an operand, in the order of the line.
    pub operations: Vec<(String, String)>,
}

impl Epd {
    fn parse(line: &str, number: u64) -> Epd {
        let (fields, rest) = split_fen(line);
        let fields = fields.split_whitespace().collect::<Vec<_>>().join(" ");
        Epd {
            position: Position::parse(&fields)
                .map_err(|error| format!("line {number}: {error}: {fields:.100}")),
            operations: operations(rest),
        }
    }
}

/// Splits a line after its FEN: four fields, and the counters where they follow.
fn split_fen(line: &str) -> (&str, &str) {
    let mut end = 0;
    for field in 0..6 {
        let rest = &line[end..];
        let begin = rest.len() - rest.trim_start().len();
        let word = &rest[begin..];
        let len = word
            .find(|c: char| c.is_whitespace() || c == ';')
            .unwrap_or(word.len());
        let counter = word[..len].bytes().all(|byte| byte.is_ascii_digit());
        if len == 0 || (field >= 4 && !counter) {
            break;
        }
        end += begin + len;
    }
    line.split_at(end)
}

/// Reads operations up to the end or to a comment, which begins like no opcode.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut operation: Vec<String> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            break;
        };
        if operation.is_empty() && first != ';' && !first.is_alphabetic() {
            break;
        }
        if first == ';' {
            rest = &rest[1..];
            finish(&mut operation, &mut pairs);
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let (word, after) = quoted.split_once('"').unwrap_or((quoted, ""));
            operation.push(word.to_owned());
            rest = after;
        } else {
            let len = rest
                .find(|c: char| c.is_whitespace() || c == ';')
                .unwrap_or(rest.len());
            operation.push(rest[..len].to_owned());
            rest = &rest[len..];
        }
    }
    finish(&mut operation, &mut pairs);
    pairs
}

/// Moves an operation that is complete to the pairs.
fn finish(operation: &mut Vec<String>, pairs: &mut Vec<(String, String)>) {
    let mut words = operation.drain(..);
    let Some(opcode) = words.next() else {
        return;
    };
    let before = pairs.len();
    pairs.extend(words.map(|operand| (opcode.clone(), operand)));
    if pairs.len() == before {
        pairs.push((opcode, String::new()));
    }
}

/// Reads up to the next line that holds a record.
fn record_line(lines: &mut Lines) -> io::Result<Option<String>> {
    while let Some(line) = lines.next()? {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with('#') {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// A file of positions being read.
pub(crate) struct Positions {
    lines: Lines,
    /// Whether there has been one.
    any: bool,
}

impl Positions {
    fn next(&mut self) -> io::Result<Option<String>> {
        let line = record_line(&mut self.lines)?;
        if line.is_none() && !self.any {
            return Err(malformed("no position found (expected EPD: one a line)"));
        }
        self.any = true;
        Ok(line)
    }
}

impl Format for Epd {
    type Reader = Positions;

    fn open(input: Input) -> io::Result<Positions> {
        let lines = Lines::new(input);
        Ok(Positions { lines, any: false })
    }

    fn read(positions: &mut Positions) -> io::Result<Option<Epd>> {
        let line = positions.next()?;
        Ok(line.map(|line| Epd::parse(&line, positions.lines.number)))
    }

    fn skip(positions: &mut Positions) -> io::Result<bool> {
        Ok(positions.next()?.is_some())
    }
}

/// Reads the positions of a file, or of a bundled collection, from the first to the last.
///
/// # Errors
///
/// When the file cannot be read, or has no positions.
pub fn read(
    file: &str,
) -> Result<impl Iterator<Item = Result<Epd, SourceError>> + use<>, SourceError> {
    Stream::open(file).map(Stream::into_iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";

    fn pairs(line: &str) -> Vec<(String, String)> {
        let epd = Epd::parse(line, 1);
        assert!(epd.position.is_ok(), "{line}");
        epd.operations
    }

    #[test]
    fn reads_operations_with_several_and_quoted_operands() {
        let line = format!("{BOARD} w - - bm e4 e3; id \"a; b\";c0 \"\"; draw_offer;");
        let expected = [
            ("bm", "e4"),
            ("bm", "e3"),
            ("id", "a; b"),
            ("c0", ""),
            ("draw_offer", ""),
        ];
        let found = pairs(&line);
        assert!(
            found
                .iter()
                .map(|(a, b)| (a.as_str(), b.as_str()))
                .eq(expected),
            "{found:?}"
        );
    }

    #[test]
    fn counters_and_comments_may_follow_the_fields() {
        let counted = Epd::parse(&format!("{BOARD} w - - 3 40"), 1)
            .position
            .unwrap();
        assert!(counted.fen().ends_with(" 3 40"));
        assert_eq!(pairs(&format!("{BOARD} w - - 3 40 ;D1 6 ;D2 30")).len(), 2);
        assert_eq!(pairs(&format!("{BOARD} w - - # bm e4;")), []);
        assert_eq!(pairs(&format!("{BOARD} w - - 0 1; // why")), []);
        assert_eq!(pairs(&format!("{BOARD} w - -; bm e4"))[0].1, "e4");
        assert_eq!(
            pairs(&format!("  {BOARD}\tb  -   -  id \"unfinished"))[0].1,
            "unfinished"
        );
    }

    #[test]
    fn names_the_line_that_is_no_position() {
        let reason = |line| Epd::parse(line, 7).position.unwrap_err();
        assert_eq!(
            reason("rubbish"),
            "line 7: expected a board of eight ranks with / between them: rubbish"
        );
        assert!(reason("8/8/8/8/8/8/8/8 w - - bm e4;").starts_with("line 7: the board is empty"));
        assert!(reason("ü \"").starts_with("line 7: "));
    }
}
