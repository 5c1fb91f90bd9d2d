//! The shapes of a tree's nodes: names in lines, inside ellipses and boxes.

use std::fmt::Write as _;

use crate::chart::axis::escaped;

/// The room that a letter and a line are given.
const LETTER: f64 = 7.2;
const LINE: f64 = 15.0;
/// A word is broken after as many letters.
const WORD: usize = 26;

/// A name with the ellipse or box about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// The name, from line to line.
    pub lines: Vec<String>,
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    round: bool,
}

impl Shape {
    /// The narrowest ellipse of its height about a name in lines of about so many letters.
    pub fn ellipse(name: &str, letters: usize) -> Shape {
        let lines = lines(name, letters);
        let half = lines.len() as f64 * LINE * 0.62 + 6.0;
        let widths = lines.iter().enumerate().map(|(at, line)| {
            // The corners of the line's letters lie inside.
            let corner = (middle(at, lines.len()).abs() + 5.0) / half;
            length(line) / (1.0 - corner * corner).sqrt()
        });
        Shape {
            width: widths.fold(2.0 * half, f64::max) + 4.0,
            height: 2.0 * half,
            round: true,
            lines,
        }
    }

    /// A box about a name in lines of about so many letters.
    pub fn frame(name: &str, letters: usize) -> Shape {
        let lines = lines(name, letters);
        Shape {
            width: lines.iter().map(|line| length(line)).fold(20.0, f64::max) + 14.0,
            height: lines.len() as f64 * LINE + 11.0,
            round: false,
            lines,
        }
    }

    /// Draws it about a place, in some colours with dashes or not.
    pub fn draw(&self, (x, y): (f64, f64), look: &str, ink: &str, svg: &mut String) {
        let (across, down) = (self.width / 2.0, self.height / 2.0);
        // Writing to a string cannot fail.
        _ = match self.round {
            true => write!(
                svg,
                "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{across:.1}\" ry=\"{down:.1}\" {look}/>"
            ),
            false => write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\" {look}/>",
                x - across,
                y - down,
                self.width,
                self.height
            ),
        };
        for (at, line) in self.lines.iter().enumerate() {
            _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                y + middle(at, self.lines.len()) + 4.0,
                escaped(line)
            );
        }
    }
}

/// The middle of a line, from the middle of all.
fn middle(at: usize, lines: usize) -> f64 {
    (at as f64 + 0.5 - lines as f64 / 2.0) * LINE
}

fn length(line: &str) -> f64 {
    line.chars().count() as f64 * LETTER
}

/// A name in as few lines as its underscores and spaces allow, and in the narrowest of as many.
fn lines(name: &str, letters: usize) -> Vec<String> {
    let words: Vec<String> = name
        .split_inclusive(['_', ' ', ','])
        .flat_map(|word| {
            let word: Vec<char> = word.chars().collect();
            let pieces = word.chunks(WORD);
            pieces.map(String::from_iter).collect::<Vec<_>>()
        })
        .collect();
    let lengths = words.iter().map(|word| word.chars().count());
    let longest = lengths.max().unwrap_or(0);
    let widest = filled(&words, letters.max(longest));
    let as_many = (longest..letters).map(|limit| filled(&words, limit));
    let mut lines = as_many
        .into_iter()
        .find(|lines| lines.len() == widest.len())
        .unwrap_or(widest);
    for line in &mut lines {
        *line = line.trim().to_owned();
    }
    lines
}

/// Words in lines of at most so many letters.
fn filled(words: &[String], limit: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.len() - 1;
        let length = lines[last].chars().count();
        match length > 0 && length + word.chars().count() > limit {
            true => lines.push(word.clone()),
            false => lines[last].push_str(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_at_underscores() {
        let lines = |name: &str| lines(name, 13);
        assert_eq!(lines("approach"), ["approach"]);
        assert_eq!(lines("lateral_check"), ["lateral_check"]);
        assert_eq!(lines("kings_in_opposition"), ["kings_in_", "opposition"]);
        assert_eq!(
            lines("black_king_attacks_white_rook"),
            ["black_king_", "attacks_", "white_rook"]
        );
        assert_eq!(lines("near(wk, bk, 3) of a"), ["near(wk,", "bk, 3) of a"]);
        assert_eq!(lines(""), [""]);
        assert_eq!(lines(&"x".repeat(60)).len(), 3);
        assert_eq!(lines("__").concat(), "__");
    }

    #[test]
    fn every_letter_is_inside() {
        for name in [
            "a",
            "kings_in_opposition",
            "black_king_attacks_white_rook",
            "",
        ] {
            let ellipse = Shape::ellipse(name, 13);
            let (a, b) = (ellipse.width / 2.0, ellipse.height / 2.0);
            for (at, line) in ellipse.lines.iter().enumerate() {
                let (x, y) = (
                    length(line) / 2.0,
                    middle(at, ellipse.lines.len()).abs() + 5.0,
                );
                assert!((x / a).powi(2) + (y / b).powi(2) < 1.0, "{ellipse:?}");
            }
            let frame = Shape::frame(name, 13);
            assert!(frame.lines.iter().all(|line| length(line) < frame.width));
            assert!(frame.width < ellipse.width);
        }
    }
}
