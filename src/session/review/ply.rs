//! The positions of games, as tasks for engines, and what these say of them.

use crate::{
    chess::moves::MoveTerm,
    session::{
        batches,
        explanation::{all, move_of, term_of, text},
    },
    term::{Term, quoted_text},
};

/// A position of a game, and what was played there.
#[derive(Debug)]
pub struct Ply {
    /// Its place among all positions, from 0.
    pub number: u64,
    /// The position.
    pub fen: String,
    /// What was played.
    pub played: MoveTerm,
    /// Centipawns that are the least to count.
    pub least: i32,
    /// Whether what is missed there is put into words.
    pub told: bool,
}

/// What a move comes to for who makes it, as `best_line/4` has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gain {
    /// It mates, in so many moves.
    Mate(u32),
    /// It is mated, in so many moves of the other side.
    Mated(u32),
    /// It saves a draw.
    Draw,
    /// It lets the other side save a draw.
    LetsDraw,
    /// It wins, or loses, so much material.
    Centipawns(i32),
}

/// What can be won in a position, and what was done there.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// What the best move wins.
    pub gain: Gain,
    /// The best play.
    pub line: Vec<MoveTerm>,
    /// The main motif, if there is one.
    pub motif: Option<String>,
    /// What the move comes to that was played.
    pub own: Gain,
    /// What follows after it.
    pub own_line: Vec<MoveTerm>,
    /// A sentence about that move, and `explained(...)` of the best one, where that is told and less was won.
    pub words: Option<(String, Term)>,
}

impl batches::Task for Ply {
    type Report = Option<Review>;

    fn number(&self) -> u64 {
        self.number
    }

    fn query(plies: &[&Ply]) -> String {
        let plies: Vec<String> = plies
            .iter()
            .map(|ply| {
                let told = if ply.told { "told" } else { "no" };
                let fen = quoted_text(&ply.fen);
                format!("ply({fen},{},{},{told})", term_of(ply.played), ply.least)
            })
            .collect();
        format!("cl_review:reviewed([{}], R)", plies.join(","))
    }

    fn report(answer: &Term) -> Result<Option<Review>, String> {
        match answer {
            Term::Atom(nothing) if nothing == "nothing" => Ok(None),
            answer => match review(answer) {
                Some(review) => Ok(Some(review)),
                None => Err("the review has another form than expected".to_owned()),
            },
        }
    }
}

fn review(answer: &Term) -> Option<Review> {
    let [gain, line, motif, own, own_line, words] = answer.arguments("chance")?;
    let words = match words.arguments("words") {
        Some([verdict, explained]) => Some((text(verdict)?.to_owned(), explained.clone())),
        _ => None,
    };
    Some(Review {
        gain: gain_of(gain)?,
        line: all(line, move_of)?,
        motif: motif
            .text()
            .filter(|motif| *motif != "none")
            .map(str::to_owned),
        own: gain_of(own)?,
        own_line: all(own_line, move_of)?,
        words,
    })
}

fn gain_of(gain: &Term) -> Option<Gain> {
    match gain {
        Term::Atom(name) => match name.as_str() {
            "draw" => Some(Gain::Draw),
            "lets_draw" => Some(Gain::LetsDraw),
            _ => None,
        },
        Term::Compound(name, arguments) => {
            let [Term::Integer(number)] = arguments.as_slice() else {
                return None;
            };
            match name.as_str() {
                "mate" => Some(Gain::Mate(u32::try_from(*number).ok()?)),
                "mated" => Some(Gain::Mated(u32::try_from(*number).ok()?)),
                "centipawns" => Some(Gain::Centipawns(i32::try_from(*number).ok()?)),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::batches::Task as _;

    #[test]
    fn reviews_are_read() {
        let read = |text: &str| Ply::report(&text.parse().unwrap());
        assert_eq!(read("nothing"), Ok(None));
        let review = read(
            "chance(mate(1),[move(a1,a8,none)],back_rank_mate,centipawns(-30),[move(h1,g1,none)],none)",
        );
        let review = review.unwrap().unwrap();
        assert_eq!(
            (review.gain, review.own),
            (Gain::Mate(1), Gain::Centipawns(-30))
        );
        assert_eq!(review.motif.as_deref(), Some("back_rank_mate"));
        assert!(read("chance(won,[],none,draw,[],none)").is_err());
    }
}
