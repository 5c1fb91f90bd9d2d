//! The positions from which games begin: the facts of `kb/endgames.pl`.

use crate::{
    chess::Position,
    endgame::{Ending, Turn, index, perfect::EndingPosition},
    term::Term,
};

/// A position from which games begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Its number among those of the ending, from 1.
    pub ordinal: usize,
    /// Its number in the ending's index.
    pub number: u32,
    /// Whose turn it is.
    pub turn: Turn,
    /// Its FEN.
    pub fen: String,
    /// The moves to mate under best play.
    pub mate_in: u32,
}

/// The reference positions of an ending; none, if there are none.
pub fn reference(ending: Ending) -> Vec<Start> {
    let text = include_str!("../../kb/endgames.pl");
    let facts = text.lines().filter_map(|line| line.strip_suffix('.'));
    let terms = facts.filter_map(|fact| fact.parse::<Term>().ok());
    terms.filter_map(|term| start(&term, ending)).collect()
}

fn start(fact: &Term, wanted: Ending) -> Option<Start> {
    let [ending, ordinal, mate_in, fen] = fact.arguments::<4>("reference_position")?;
    if ending.text()?.parse() != Ok(wanted) {
        return None;
    }
    let (Term::Integer(ordinal), Term::Integer(mate_in)) = (ordinal, mate_in) else {
        return None;
    };
    let fen = fen.text()?.to_owned();
    let position = EndingPosition::of(&*Position::parse(&fen).ok()?).ok()?;
    let (ending, placement) = position.placed?;
    let (number, _) = index::number(&placement, &ending)?;
    Some(Start {
        ordinal: usize::try_from(*ordinal).ok()?,
        number,
        turn: position.turn,
        fen,
        mate_in: u32::try_from(*mate_in).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::known;

    #[test]
    fn there_are_seventeen_and_the_mates_are_right() {
        for name in ["krk", "kqk", "kbbk", "kbnk"] {
            let ending: Ending = name.parse().unwrap();
            let starts = reference(ending);
            assert_eq!(starts.len(), 17, "{name}");
            for (at, start) in starts.iter().enumerate() {
                assert_eq!(start.ordinal, at + 1);
                let plies = known::table(ending).code(start.turn, start.number);
                let moves = u32::from(plies).div_ceil(2);
                assert_eq!(moves, start.mate_in, "{}", start.fen);
            }
        }
    }
}
