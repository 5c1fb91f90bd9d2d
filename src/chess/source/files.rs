//! Which files a name or a pattern means.

use std::fs;

use super::{SourceError, version};
use crate::os;

/// The file, or bundled collection, with this name; if there is none, the files that a pattern with
/// `*` (any characters) and `?` (one character) finds, in order. Neither stands for the `/` between
/// folders, nor for the dot at the beginning of a name.
///
/// # Errors
///
/// [`SourceError`] if there is no such file, or none that can be read.
pub(crate) fn files(name: &str) -> Result<Vec<String>, SourceError> {
    match version(name) {
        Ok(_) => return Ok(vec![name.to_owned()]),
        Err(SourceError::Missing(_)) if name.contains(['*', '?']) && !os::keeps_off_files() => {}
        Err(error) => return Err(error),
    }
    let mut found = vec![String::new()];
    for (index, part) in name.split('/').enumerate() {
        let last = index == name.matches('/').count();
        let mut next = Vec::new();
        for folder in &found {
            let begin = if index == 0 {
                String::new()
            } else {
                format!("{folder}/")
            };
            if !part.contains(['*', '?']) {
                next.push(begin + part);
                continue;
            }
            let place = if begin.is_empty() { "." } else { &begin };
            // A folder that cannot be read has no file that could be.
            let entries = fs::read_dir(place).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
            let fitting = names.filter(|name| matches(part, name));
            let mut fitting: Vec<String> = fitting.map(|name| format!("{begin}{name}")).collect();
            fitting.sort();
            next.extend(fitting);
        }
        let is_there = |path: &String| match fs::metadata(path) {
            Ok(found) => !last || found.is_file(),
            Err(_) => path.is_empty(),
        };
        next.retain(is_there);
        found = next;
    }
    match found.is_empty() {
        false => Ok(found),
        true => Err(SourceError::Missing(name.to_owned())),
    }
}

/// Whether the name of a file is what a pattern says.
fn matches(pattern: &str, name: &str) -> bool {
    let hidden = name.starts_with('.') && !pattern.starts_with('.');
    !hidden && fits(pattern, name)
}

/// Whether a text is what a pattern says, in which `*` stands for any characters and `?` for one.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut from) = (0, 0);
    // Where the last `*` stands, and how much of the name it has taken.
    let mut star: Option<(usize, usize)> = None;
    while from < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(b'?') => {
                at += 1;
                // One character may be several bytes.
                from += 1;
                while name.get(from).is_some_and(|byte| byte & 0xc0 == 0x80) {
                    from += 1;
                }
            }
            Some(byte) if *byte == name[from] => {
                at += 1;
                from += 1;
            }
            _ => match star {
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    at = place + 1;
                    from = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_finds_files_in_order() {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-glob", std::process::id()));
        for sub in ["b", "a"] {
            fs::create_dir_all(folder.join(sub)).unwrap();
            for file in ["2.pgn", "1.pgn", "10.pgn", ".3.pgn", "x.pgn.zst"] {
                fs::write(folder.join(sub).join(file), "").unwrap();
            }
        }
        let root = folder.display().to_string();
        let found = |pattern: &str| {
            let files = files(&format!("{root}/{pattern}"))?;
            let names = files.iter().map(|file| file[root.len() + 1..].to_owned());
            Ok::<_, SourceError>(names.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(found("a/*.pgn").unwrap(), "a/1.pgn a/10.pgn a/2.pgn");
        assert_eq!(found("*/?.pgn").unwrap(), "a/1.pgn a/2.pgn b/1.pgn b/2.pgn");
        assert_eq!(
            found("?/1*.pg*n").unwrap(),
            "a/1.pgn a/10.pgn b/1.pgn b/10.pgn"
        );
        assert_eq!(found("b/x.pgn.zst").unwrap(), "b/x.pgn.zst");
        for none in ["a/*.epd", "*", "c/*.pgn", "a/3.pgn"] {
            let missing = SourceError::Missing(format!("{root}/{none}"));
            assert_eq!(found(none), Err(missing));
        }
        // A file that is called like a pattern is that file.
        fs::write(folder.join("a/*.pgn"), "").unwrap();
        assert_eq!(found("a/*.pgn").unwrap(), "a/*.pgn");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn patterns_are_tried_out() {
        for (pattern, name) in [
            ("*", "ab"),
            ("a*b*c", "axxbbc"),
            ("?", "é"),
            ("**", ""),
            ("a?", "ab"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("?", ""),
            ("a*b", "abc"),
            ("*", ".a"),
            ("a?", "a"),
            ("", "a"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
