//! Files of lines, and tables of fields parted by commas.

use std::io::{self, BufRead as _, Read as _};

use super::{Input, LINE, malformed};

/// Bytes of the longest record.
const LONGEST: usize = 1 << 20;

/// The lines of a file, numbered from 1.
pub(crate) struct Lines {
    input: Input,
    /// The number of the line read last.
    pub(crate) number: u64,
}

impl Lines {
    /// Starts at the first line.
    pub(crate) fn new(input: Input) -> Lines {
        Lines { input, number: 0 }
    }

    /// Reads a line without its end, a byte-order mark, or what is not UTF-8; `None` at the end.
    ///
    /// # Errors
    ///
    /// When reading fails or the line is absurdly long.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let len = (&mut self.input).take(LINE).read_until(b'\n', &mut bytes)?;
        if len == 0 {
            return Ok(None);
        }
        self.number += 1;
        if len as u64 == LINE {
            return Err(malformed(format!("line {} is too long", self.number)));
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = match self.number {
            1 => text.trim_start_matches('\u{feff}'),
            _ => &text,
        };
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }

    /// Reads the fields of the next record of CSV that is not empty, which may span lines within quotes.
    ///
    /// # Errors
    ///
    /// When reading fails, or a quotation mark is missing: then no more than a megabyte is read.
    pub(crate) fn fields(&mut self) -> io::Result<Option<Vec<String>>> {
        Ok(self.record()?.map(|record| split(&record)))
    }

    /// The same record as it stands there.
    ///
    /// # Errors
    ///
    /// As [`Lines::fields`].
    pub(crate) fn record(&mut self) -> io::Result<Option<String>> {
        let mut record = loop {
            match self.next()? {
                None => return Ok(None),
                Some(line) if line.trim().is_empty() => {}
                Some(line) => break line,
            }
        };
        let begin = self.number;
        let odd = |text: &str| text.matches('"').count() % 2 == 1;
        let mut open = odd(&record);
        while open {
            match self.next()? {
                Some(line) if record.len() < LONGEST => {
                    open ^= odd(&line);
                    record.push('\n');
                    record += &line;
                }
                _ => {
                    return Err(malformed(format!(
                        "line {begin}: a quotation mark is missing"
                    )));
                }
            }
        }
        Ok(Some(record))
    }
}

/// Splits a record at the commas outside quotes.
fn split(record: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = record.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(field) = fields.last_mut() else {
            break;
        };
        match c {
            // Two quotation marks within quotes are one that is meant.
            '"' if quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    fields
}
