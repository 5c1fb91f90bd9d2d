//! Strategies as files: the tactics in their order, with their numbers in comments.

use std::fmt::Write as _;

use super::{Dropped, Rule};
use crate::tactics::{Meaning, file::PAPER_LIBRARY};

/// What the head of a file tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The file of the tactics.
    pub source: String,
    /// Where the positions come from.
    pub data: String,
    /// The positions.
    pub positions: usize,
    /// The legal moves in them.
    pub moves: usize,
    /// The penalty of the weights.
    pub penalty: f64,
    /// The tactics that are left out.
    pub dropped: Dropped,
}

/// Writes a strategy; the texts of the tactics are given by number.
pub fn write<'a>(
    header: &Header,
    meaning: Meaning,
    rules: &[Rule],
    text: impl Fn(usize) -> &'a str,
) -> String {
    let Header {
        source,
        data,
        positions,
        moves,
        penalty,
        dropped: super::Dropped { silent, twins },
    } = header;
    // What ends a comment would end this one.
    let plain = |text: &str| text.replace("*/", "* /");
    let (source, data) = (plain(source), plain(data));
    let mut out = format!(
        "/** A strategy of {} tactics\n\n\
         Tactics of {source}, ordered on {positions} positions of {data} with {moves} legal moves.\n\
         Left out: {silent} that suggested nothing there, {twins} that suggested what another one does.\n\n\
         The vote for a move is the sum of the weights of the tactics that suggest it. As a decision\n\
         list, the first tactic that suggests a move decides; of its moves the one with the greatest\n\
         vote is chosen. As a vote, that sum decides between all moves. The comment before a tactic\n\
         tells in how many positions its move with the greatest vote was played; precision is that\n\
         share, smoothed (the m-estimate with m = {}). Weights are those of a conditional logit model\n\
         with penalty {penalty}.\n*/\n",
        rules.len(),
        super::SMOOTHING,
    );
    let library = match meaning {
        Meaning::Paper => PAPER_LIBRARY,
        Meaning::Geometric => "chess",
    };
    _ = writeln!(out, "\n:- use_module(library({library})).");
    for (place, rule) in rules.iter().enumerate() {
        let Rule {
            tactic,
            applicable,
            right,
            precision,
            weight,
        } = rule;
        _ = writeln!(
            out,
            "\n% {}: precision {precision:.4}, weight {weight:.4}; right in {right} of \
             {applicable} positions\n{}",
            place + 1,
            text(*tactic).trim_end(),
        );
    }
    out
}

/// The weight in the comment before a tactic, if the file is a strategy.
pub fn read_weight(comment: &str) -> Option<f64> {
    let after = comment.split("weight ").nth(1)?;
    let number = after.split([';', ',', ' ']).next()?;
    number
        .parse()
        .ok()
        .filter(|weight: &f64| weight.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::file;

    #[test]
    fn what_is_written_is_read() {
        let clause =
            "tactic(Pos,From,To) :-\n    legal_move(From,To,Pos),\n    attacks(From,To,Pos).";
        let header = Header {
            source: "a*/b.pl".to_owned(),
            data: "games.pgn".to_owned(),
            positions: 7,
            moves: 200,
            penalty: 1e-3,
            dropped: Dropped::default(),
        };
        let rule = |weight| Rule {
            tactic: 0,
            applicable: 10,
            right: 3,
            precision: 0.25,
            weight,
        };
        for meaning in [Meaning::Paper, Meaning::Geometric] {
            let text = write(&header, meaning, &[rule(1.5), rule(-0.25)], |_| clause);
            let file = file::parse("s.pl", &text).unwrap();
            assert_eq!(file.vocabulary.meaning, meaning);
            let weights: Vec<_> = file
                .tactics
                .iter()
                .map(|tactic| read_weight(&tactic.comment))
                .collect();
            assert_eq!(weights, [Some(1.5), Some(-0.25)]);
            assert_eq!(file.tactics[1].text, clause);
        }
        assert_eq!(read_weight("played 3, suggested 4"), None);
        assert_eq!(read_weight("weight heavy"), None);
    }
}
