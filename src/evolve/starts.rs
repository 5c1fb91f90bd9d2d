//! The positions from which games begin: the facts of `kb/endgames.pl`, and others drawn by lot.

use shakmaty::Color;

use crate::{
    chess::Position,
    endgame::{
        Arena, Ending, Placement, Turn, Value, arena::Status, index, perfect::EndingPosition, view,
    },
    random::Random,
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

impl Start {
    /// Its squares, if it is a position of this ending.
    pub fn placement(&self, wanted: Ending) -> Option<Placement> {
        let position = Position::parse(&self.fen).ok()?;
        let (ending, placement) = EndingPosition::of(&position).ok()?.placed?;
        (ending == wanted).then_some(placement)
    }
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

/// So many other positions that are won under best play, drawn by lot from all up to symmetry; the
/// attacker is to move in every second one, as in the reference positions. Fewer, if there are not
/// as many.
pub fn drawn(arena: &Arena, count: usize, except: &[Start], seed: u64) -> Vec<Start> {
    /// What sets these numbers apart from others of the same seed.
    const PURPOSE: u64 = 17;
    let mut random = Random::of(&[seed, PURPOSE]);
    let (table, ending) = (arena.table, arena.vocabulary.ending);
    let mut pools = [Turn::Attacker, Turn::Defender].map(|turn| {
        let taken = |number: &u32| {
            let same = |start: &Start| start.turn == turn && start.number == *number;
            except.iter().any(same)
        };
        let numbers = table.numbers(turn).filter(|number| {
            let open = turn == Turn::Attacker || arena.status(*number) == Status::Open;
            let value = || table.value(turn, &index::placement(*number, &ending));
            open && !taken(number) && matches!(value(), Some(Value::Mate(_)))
        });
        numbers.collect::<Vec<u32>>()
    });
    let mut starts = Vec::new();
    for ordinal in 1..=count {
        let turn = [Turn::Defender, Turn::Attacker][ordinal % 2];
        let pool = &mut pools[turn as usize];
        if pool.is_empty() {
            continue;
        }
        let number = pool.swap_remove(random.below(pool.len() as u64) as usize);
        let at = index::placement(number, &ending);
        if let Some(position) = view::position(&at, &ending, turn, Color::White) {
            starts.push(Start {
                ordinal,
                number,
                turn,
                fen: position.fen().to_owned(),
                mate_in: u32::from(table.code(turn, number)).div_ceil(2),
            });
        }
    }
    starts
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

    #[test]
    fn others_are_drawn() {
        let arena = Arena::of(&crate::endgame::vocabulary::krk::KRK);
        let reference = reference(Ending::KRK);
        let others = drawn(arena, 17, &reference, 1);
        assert_eq!(others.len(), 17);
        assert_eq!(others, drawn(arena, 17, &reference, 1));
        assert_ne!(others, drawn(arena, 17, &reference, 2));
        for other in &others {
            let known = |start: &Start| (start.turn, start.number) == (other.turn, other.number);
            assert!(!reference.iter().any(known), "{}", other.fen);
            let placed = EndingPosition::of(&Position::parse(&other.fen).unwrap()).unwrap();
            assert_eq!(placed.turn, other.turn);
            assert_eq!(
                placed.value(),
                Value::Mate(arena.table.code(other.turn, other.number))
            );
        }
        assert_eq!(
            others
                .iter()
                .filter(|start| start.turn == Turn::Attacker)
                .count(),
            9
        );
    }
}
