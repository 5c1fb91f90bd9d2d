//! Lines at the beginning of a cell that are for the kernel and not for Prolog, where they are comments.

use super::interpreter::{Completion, Match};

/// The magics, with what they do.
const MAGICS: [(&str, &str); 5] = [
    (
        "%answers",
        "%answers N: shows up to N answers of each query",
    ),
    (
        "%set",
        "%set NAME VALUE: as :set; %set alone lists the settings",
    ),
    ("%time", "%time: tells how long the cell takes"),
    ("%%file", "%%file NAME: writes the cell into a file"),
    (
        "%%sandbox",
        "%%sandbox: executes the cell in a sandbox, of which nothing remains",
    ),
];

/// What the magics of a cell want.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Magics {
    /// How many answers of a query are shown.
    pub answers: Option<usize>,
    /// Settings, with their colons.
    pub settings: Vec<String>,
    /// Whether to tell how long the cell takes.
    pub time: bool,
    /// The file into which the rest is written.
    pub file: Option<String>,
    /// Whether the cell is executed in a sandbox.
    pub sandbox: bool,
}

/// The magics of a cell, and the cell with blank lines in their place. Comments that are no magics stay comments.
///
/// # Errors
///
/// What is wrong with a magic, and what was expected.
pub fn read(code: &str) -> Result<(Magics, String), String> {
    let mut magics = Magics::default();
    let mut lines = code.split_inclusive('\n');
    let mut rest = String::new();
    for line in lines.by_ref() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let alone = |wanted: &str| match words.len() {
            1 => Ok(()),
            _ => Err(format!(
                "{wanted}: expected nothing behind it, found {}",
                words[1..].join(" ")
            )),
        };
        match words.as_slice() {
            [] => {}
            ["%answers", number] => match number.parse() {
                Ok(number @ 1..) => magics.answers = Some(number),
                _ => {
                    return Err(format!(
                        "%answers: expected a number from 1, found {number}"
                    ));
                }
            },
            ["%answers", ..] => {
                return Err("%answers: expected one number, such as %answers 20".to_owned());
            }
            ["%set", ..] => magics
                .settings
                .push(format!(":{}", words.join(" ").trim_start_matches('%'))),
            ["%time", ..] => {
                alone("%time")?;
                magics.time = true;
            }
            ["%%sandbox", ..] => {
                alone("%%sandbox")?;
                magics.sandbox = true;
            }
            ["%%file", name] => {
                magics.file = Some((*name).to_owned());
                // What follows is the file, all of it.
                return Ok((magics, lines.collect()));
            }
            ["%%file", ..] => {
                return Err("%%file: expected one name, such as %%file family.pl".to_owned());
            }
            _ => {
                rest.push_str(line);
                break;
            }
        }
        rest.push_str(if line.ends_with('\n') { "\n" } else { "" });
    }
    rest.extend(lines);
    Ok((magics, rest))
}

/// The magics that may be meant by a first word with a per cent sign.
pub fn complete(code: &str, cursor: usize) -> Option<Completion> {
    let start = code[..cursor].rfind('\n').map_or(0, |newline| newline + 1);
    let word = &code[start..cursor];
    if !word.starts_with('%') || word.contains(char::is_whitespace) {
        return None;
    }
    let meant = MAGICS.iter().filter(|(name, _)| name.starts_with(word));
    Some(Completion {
        span: start..cursor,
        matches: meant
            .map(|&(name, about)| Match {
                text: name.to_owned(),
                kind: "magic",
                signature: Some(about.to_owned()),
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magics_stand_first() {
        let (magics, rest) = read("%answers 3\n\n%time\n% a comment\np(X).\n%time\n").unwrap();
        assert_eq!((magics.answers, magics.time), (Some(3), true));
        assert_eq!(rest, "\n\n\n% a comment\np(X).\n%time\n");
        let (magics, rest) = read("%%file a.pl\n%time\np.\n").unwrap();
        assert_eq!((magics.file.as_deref(), magics.time), (Some("a.pl"), false));
        assert_eq!(rest, "%time\np.\n");
        assert_eq!(read("%set depth 3").unwrap().0.settings, [":set depth 3"]);
        for wrong in ["%answers 0", "%answers", "%time 3", "%%file", "%%file a b"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn magics_are_completed() {
        let found = complete("%time\n%%f", 9).unwrap();
        assert_eq!((found.span, found.matches.len()), (6..9, 1));
        assert_eq!(complete("p(X) % a", 8), None);
    }
}
