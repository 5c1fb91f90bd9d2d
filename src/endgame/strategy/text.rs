//! Strategies as Prolog files, which run at the prompt as they are.
//!
//! ```
//! use chesslog::endgame::{Ending, Strategy, Vocabulary, strategy::text};
//!
//! let words = Vocabulary::of(Ending::KRK).unwrap();
//! let [check, wait] = ["lateral_check", "lateral_move"]
//!     .map(|name| Box::new(Strategy::Play(words.maneuver(name).unwrap())));
//! let asked = words.condition("possible_lateral_check").unwrap();
//! let clause = text::clause(&Strategy::Ask(asked, check, wait), words);
//! assert_eq!(
//!     clause,
//!     "strategy(Pos, Move) :-\n    \
//!      (   possible_lateral_check(Pos) -> lateral_check(Pos, Move)\n    \
//!      ;   lateral_move(Pos, Move)\n    \
//!      ).\n"
//! );
//! ```

use std::fmt::Write as _;

use super::Strategy;
use crate::endgame::Vocabulary;

/// Lines end before this column, where words are not too long for it.
const WIDTH: usize = 100;

/// A strategy as a file: comments, the ending, and the clause.
pub fn write(strategy: &Strategy, vocabulary: &Vocabulary, comments: &[String]) -> String {
    let mut text = String::new();
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        text.push_str(format!("% {line}").trim_end());
        text.push('\n');
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let ending = vocabulary.ending.to_string().to_lowercase();
    // Writing to a string cannot fail.
    _ = writeln!(text, "ending({ending}).\n");
    text + &clause(strategy, vocabulary)
}

/// The clause of a strategy.
pub fn clause(strategy: &Strategy, vocabulary: &Vocabulary) -> String {
    let mut text = "strategy(Pos, Move) :-".to_owned();
    match strategy {
        Strategy::Play(word) => _ = write!(text, "\n    {}", played(*word, vocabulary)),
        Strategy::Ask(..) => choice(strategy, vocabulary, 4, &mut text),
    }
    text + ".\n"
}

/// A condition and what follows, in brackets from this column on; a chain of otherwise is flat.
fn choice(strategy: &Strategy, vocabulary: &Vocabulary, column: usize, text: &mut String) {
    let mut bracket = '(';
    let mut rest = strategy;
    while let Strategy::Ask(condition, yes, no) = rest {
        let asked = vocabulary.conditions[*condition].name;
        let line = format!("{:column$}{bracket}   {asked}(Pos) ->", "");
        _ = write!(text, "\n{line}");
        match &**yes {
            Strategy::Play(word) => {
                let played = played(*word, vocabulary);
                match line.len() + 1 + played.len() < WIDTH {
                    true => _ = write!(text, " {played}"),
                    false => _ = write!(text, "\n{:1$}{played}", "", column + 8),
                }
            }
            yes => choice(yes, vocabulary, column + 4, text),
        }
        bracket = ';';
        rest = no;
    }
    if let Strategy::Play(word) = rest {
        _ = write!(text, "\n{:column$};   {}", "", played(*word, vocabulary));
    }
    _ = write!(text, "\n{:column$})", "");
}

fn played(word: usize, vocabulary: &Vocabulary) -> String {
    format!("{}(Pos, Move)", vocabulary.moves[word].name)
}
