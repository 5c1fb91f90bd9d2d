//! Where each piece of a game goes.

use shakmaty::{Chess, Move, Position as _, Square};

use super::Line;

/// Where the pieces are at each ply, each by the square on which it began; none where it has been
/// captured. A pawn that promotes goes on as what it becomes.
pub type Places = Vec<[Option<Square>; 64]>;

impl Line {
    /// The places of all pieces, from a start on, ply by ply.
    pub fn places(&self, start: &Chess) -> Places {
        let mut now = [None; 64];
        for square in start.board().occupied() {
            now[square.to_usize()] = Some(square);
        }
        let mut places = vec![now];
        for m in &self.moves {
            if let Some(m) = m {
                step(&mut now, *m);
            }
            places.push(now);
        }
        places
    }
}

fn step(places: &mut [Option<Square>; 64], m: Move) {
    let (goes, gone) = match m {
        Move::Normal { from, to, .. } => (vec![(from, to)], Some(to)),
        Move::EnPassant { from, to } => (
            vec![(from, to)],
            Some(Square::from_coords(to.file(), from.rank())),
        ),
        Move::Castle { king, rook } => {
            let wing = shakmaty::CastlingSide::from_king_side(king < rook);
            let at = |file| Square::from_coords(file, king.rank());
            (
                vec![
                    (king, at(wing.king_to_file())),
                    (rook, at(wing.rook_to_file())),
                ],
                None,
            )
        }
        Move::Put { .. } => return,
    };
    for place in places {
        match *place {
            None => {}
            square if square == gone => *place = None,
            Some(square) => {
                let goes = goes.iter().find(|(from, _)| *from == square);
                *place = Some(goes.map_or(square, |(_, to)| *to));
            }
        }
    }
}
