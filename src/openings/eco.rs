//! Codes of the Encyclopaedia of Chess Openings.

use std::{fmt, str::FromStr};

/// A code from A00 to E99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco(u16);

impl Eco {
    /// The letter of the volume, from A to E.
    pub fn volume(self) -> char {
        char::from(b'A' + (self.0 / 100) as u8)
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.0 % 100)
    }
}

/// A text that is no code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no ECO code: expected one from A00 to E99")]
pub struct NotEco(String);

impl FromStr for Eco {
    type Err = NotEco;

    fn from_str(text: &str) -> Result<Eco, NotEco> {
        match *text.as_bytes() {
            [volume @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                let digit = |byte: u8| u16::from(byte - b'0');
                Ok(Eco(u16::from(volume - b'A') * 100
                    + digit(tens) * 10
                    + digit(ones)))
            }
            _ => Err(NotEco(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_as_they_are_read() {
        for text in ["A00", "B90", "C07", "E99"] {
            assert_eq!(text.parse::<Eco>().unwrap().to_string(), text);
        }
        assert!("B12".parse::<Eco>().unwrap() < "C00".parse().unwrap());
        for text in ["", "F00", "a00", "A0", "A000", "A0x", "é0"] {
            let wrong = text.parse::<Eco>().unwrap_err().to_string();
            assert_eq!(
                wrong,
                format!("`{text}` is no ECO code: expected one from A00 to E99")
            );
        }
    }
}
