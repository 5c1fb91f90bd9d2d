//! A position of a game as the words of a vocabulary see it, and their moves on its board.
//!
//! Words are asked about one of the images of a placement, always the same, so that symmetric
//! positions have symmetric answers whoever attacks.
//!
//! ```
//! use chesslog::{chess::Position, endgame::{Ending, Turn, view::EndingView}};
//!
//! let position = Position::parse("R7/8/8/8/8/5k2/8/5K2 b - - 0 1")?;
//! let view = EndingView::of(&position).unwrap();
//! assert_eq!((view.ending, view.turn), (Ending::KRK, Turn::Defender));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{Chess, Color, Setup, Square};

use super::{
    Ending, Placement, Reply, Turn,
    index::{self, Symmetry},
    perfect::EndingPosition,
    vocabulary::Scene,
};
use crate::chess::{Position, moves::MoveTerm};

/// The position of a placement; `None` if a game cannot have it.
pub fn position(at: &Placement, ending: &Ending, turn: Turn, attacker: Color) -> Option<Position> {
    let seen = |square: Square| match attacker {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    let mut setup = Setup::empty();
    setup.board.set_piece_at(seen(at.king), attacker.king());
    setup.board.set_piece_at(seen(at.bare), (!attacker).king());
    for piece in 0..ending.len() {
        let role = ending.role(piece);
        setup
            .board
            .set_piece_at(seen(at.pieces[piece]), role.of(attacker));
    }
    setup.turn = match turn {
        Turn::Attacker => attacker,
        Turn::Defender => !attacker,
    };
    // Two pieces may have been on one square.
    let whole = setup.board.occupied().count() == ending.len() + 2;
    Position::from_setup(setup).ok().filter(|_| whole)
}

/// A position of an ending: its number, and which image of it has that number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndingView {
    /// The ending.
    pub ending: Ending,
    /// Who has the pieces.
    pub attacker: Color,
    /// Whose turn it is.
    pub turn: Turn,
    /// The number of the placement.
    pub number: u32,
    /// What makes the placement of that number of the one on the board, as white sees it.
    symmetry: Symmetry,
}

impl EndingView {
    /// Looks at a position; `None` unless it has one or two pieces against a bare king, and no
    /// castling rights.
    pub fn of(position: &Chess) -> Option<EndingView> {
        let seen = EndingPosition::of(position).ok()?;
        let (ending, placement) = seen.placed?;
        let (number, symmetry) = index::number(&placement, &ending)?;
        Some(EndingView {
            ending,
            attacker: seen.attacker,
            turn: seen.turn,
            number,
            symmetry,
        })
    }

    /// What words are asked about.
    pub fn scene(&self) -> Scene {
        Scene::new(self.ending, index::placement(self.number, &self.ending))
    }

    /// The move on the board that makes this placement of the scene's.
    pub fn move_to(&self, after: &Placement) -> Option<MoveTerm> {
        let before = self.scene().at;
        let squares = |at: &Placement| match self.turn {
            Turn::Attacker => at.attackers(&self.ending),
            Turn::Defender => at.bare.into(),
        };
        let (before, after) = (squares(&before), squares(after));
        Some(MoveTerm {
            from: self.on_board((before & !after).first()?),
            to: self.on_board((after & !before).first()?),
            promotion: None,
        })
    }

    /// A move on the board that leads to the position of this number: the first in the scene's order
    /// of squares; `None` if there is none that neither takes nor promotes.
    pub fn move_to_number(&self, number: u32) -> Option<MoveTerm> {
        let at = self.scene().at;
        let leads = |after: &Placement| {
            index::number(after, &self.ending).is_some_and(|(other, _)| other == number)
        };
        let after = match self.turn {
            Turn::Attacker => at.attacks(&self.ending).find(leads),
            Turn::Defender => at.replies(&self.ending).find_map(|reply| match reply {
                Reply::Quiet(after) => leads(&after).then_some(after),
                Reply::Takes(..) => None,
            }),
        };
        self.move_to(&after?)
    }

    /// Where a square of the scene is on the board.
    fn on_board(&self, square: Square) -> Square {
        let square = self.symmetry.inverse().apply(square);
        match self.attacker {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::{chess::moves, endgame::Vocabulary, random::Random};

    /// The images of a position, for white and for black.
    fn images(fen: &str) -> Vec<Position> {
        let mut images = Vec::new();
        let [board, turn, ..] = fen.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{fen}");
        };
        let mut rows: Vec<Vec<char>> = board
            .split('/')
            .map(|row| {
                let cells = row.chars().flat_map(|c| match c.to_digit(10) {
                    Some(empty) => vec!['1'; empty as usize],
                    None => vec![c],
                });
                cells.collect()
            })
            .collect();
        for image in 0..8 {
            if image == 4 {
                rows = (0..8)
                    .map(|x| rows.iter().map(|row| row[x]).collect())
                    .collect();
            }
            match image % 2 {
                0 => rows.reverse(),
                _ => rows.iter_mut().for_each(|row| row.reverse()),
            }
            let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let text = text.join("/");
            let swapped = text.chars().map(|c| match c.is_lowercase() {
                true => c.to_ascii_uppercase(),
                false => c.to_ascii_lowercase(),
            });
            let other = if turn == "w" { "b" } else { "w" };
            for (text, turn) in [(text.clone(), turn), (swapped.collect(), other)] {
                images.push(Position::parse(&format!("{text} {turn} - - 0 1")).unwrap());
            }
        }
        images
    }

    #[test]
    fn all_images_have_the_same_answers() {
        let words = Vocabulary::of(Ending::KRK).unwrap();
        let mut random = Random::new(11);
        let mut asked = 0;
        while asked < 200 {
            let mut square = || Square::new(random.below(64) as u32);
            let at = Placement::new(square(), square(), &[square()]);
            if !at.is_possible_to_attack(&Ending::KRK) {
                continue;
            }
            asked += 1;
            let position = position(&at, &Ending::KRK, Turn::Attacker, Color::White).unwrap();
            let images = images(position.fen());
            assert_eq!(images.len(), 16);
            let number = EndingView::of(&position).unwrap().number;
            for image in &images {
                let view = EndingView::of(image).unwrap();
                assert_eq!((view.number, view.turn), (number, Turn::Attacker));
                assert_eq!(view.attacker, image.turn());
                for word in words.moves {
                    let Some(after) = (word.find)(&view.scene()) else {
                        continue;
                    };
                    let next = index::number(&after, &Ending::KRK).unwrap().0;
                    // The move is legal, and leads where it should.
                    let term = view.move_to(&after).unwrap();
                    let moved = image.after(moves::find(image, term).unwrap());
                    let then = EndingView::of(&moved).unwrap();
                    assert_eq!(
                        (then.number, then.turn),
                        (next, Turn::Defender),
                        "{}",
                        word.name
                    );
                    let back = view.move_to_number(next).unwrap();
                    let moved = image.after(moves::find(image, back).unwrap());
                    assert_eq!(EndingView::of(&moved).unwrap().number, next);
                    let Some(Reply::Quiet(reply)) = after.replies(&Ending::KRK).next() else {
                        continue;
                    };
                    let next = index::number(&reply, &Ending::KRK).unwrap().0;
                    let term = then.move_to_number(next).unwrap();
                    let moved = moved.after(moves::find(&moved, term).unwrap());
                    assert_eq!(EndingView::of(&moved).unwrap().number, next);
                }
            }
        }
    }

    #[test]
    fn pieces_of_a_kind_are_told_apart_by_their_squares() {
        let fen = "8/8/8/3k4/8/8/8/K4BB1 w - - 0 1";
        for position in images(fen) {
            let view = EndingView::of(&position).unwrap();
            for after in view.scene().at.attacks(&view.ending) {
                let term = view.move_to(&after).unwrap();
                assert!(moves::find(&position, term).is_some());
            }
        }
    }

    #[test]
    fn other_positions_have_no_seat() {
        for fen in [
            "8/8/8/3k4/8/8/8/3K4 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/3kr3/8/8/8/4K2R w - - 0 1",
        ] {
            assert_eq!(
                EndingView::of(&Position::parse(fen).unwrap()),
                None,
                "{fen}"
            );
        }
    }
}
