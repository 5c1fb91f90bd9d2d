//! The positions of the games that were asked about last.

use std::{
    cell::{Ref, RefCell},
    rc::Rc,
};

use shakmaty::{Chess, Position as _, Role, Square, san::SanPlus};

use super::{GAMES, find, no_such};
use crate::{
    chess::{
        Position,
        games::{Game, Line, played},
        moves::{MoveTerm, move_term},
    },
    native::{Error, types::GameRef},
};

/// Lines whose positions are kept.
const REPLAYS: usize = 8;

/// A replay, with the game and the number of the line that it is of.
type Known = (Rc<Game>, usize, Rc<Replay>);

thread_local! {
    /// Least recently used first.
    static LATEST: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// The boards of a line, as far as they have been asked for, and the positions made of them.
pub(super) struct Replay {
    pub(super) line: Line,
    plies: RefCell<Vec<(Chess, Option<Position>)>>,
}

impl Replay {
    /// The replay of a line of a game; that of a recent one is found again.
    pub(super) fn of(record: &GameRef) -> Result<Rc<Replay>, Error> {
        let game = find(&GAMES, record)?;
        LATEST.with_borrow_mut(|latest| {
            let is_known = |(of, line, _): &Known| Rc::ptr_eq(of, &game) && *line == record.line;
            let (game, number, replay) = match latest.iter().rposition(is_known) {
                Some(at) => latest.remove(at),
                None => {
                    latest.drain(..latest.len().saturating_sub(REPLAYS - 1));
                    let line = match record.line {
                        0 => game.line.clone(),
                        number => {
                            let lines = game.lines().into_iter();
                            let found = lines.map(|branch| branch.line).nth(number);
                            found.ok_or_else(|| no_such(record))?
                        }
                    };
                    let replay = Replay::new(line, game.start.clone());
                    (game, record.line, Rc::new(replay))
                }
            };
            latest.push((game, number, replay.clone()));
            Ok(replay)
        })
    }

    fn new(line: Line, start: Position) -> Replay {
        let plies = RefCell::new(vec![(Chess::clone(&start), Some(start))]);
        Replay { line, plies }
    }

    /// The replay of a variation of the move to a ply.
    pub(super) fn variation(&self, ply: usize, line: &Line) -> Replay {
        let start = Position::from_chess(self.board(ply - 1).clone());
        Replay::new(line.clone(), start)
    }

    /// The plies from 0 that an argument admits.
    pub(super) fn range(&self, ply: Option<u64>) -> std::ops::Range<usize> {
        let end = self.line.moves.len() + 1;
        match ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX)) {
            None => 0..end,
            Some(ply) if ply < end => ply..ply + 1,
            Some(_) => 0..0,
        }
    }

    /// The board after so many plies, which are no more than the line has.
    pub(super) fn board(&self, ply: usize) -> Ref<'_, Chess> {
        {
            let mut plies = self.plies.borrow_mut();
            let missing = self.line.moves.iter().take(ply).skip(plies.len() - 1);
            for &m in missing {
                let before = &plies[plies.len() - 1].0;
                // A null move in check is in no line.
                let board = played(before, m).unwrap_or_else(|| before.clone());
                plies.push((board, None));
            }
        }
        Ref::map(self.plies.borrow(), |plies| &plies[ply].0)
    }

    /// The position after so many plies, ready in the cache under its FEN.
    pub(super) fn position(&self, ply: usize) -> Position {
        let known = self
            .plies
            .borrow()
            .get(ply)
            .and_then(|(_, known)| known.clone());
        if let Some(known) = known {
            return known;
        }
        let board = self.board(ply).clone();
        let position = match ply
            .checked_sub(1)
            .and_then(|before| self.line.moves[before])
        {
            Some(m) => Position::from_chess(self.board(ply - 1).clone()).after(m),
            None => Position::from_chess(board),
        };
        self.plies.borrow_mut()[ply].1 = Some(position.clone());
        position
    }

    /// The move to a ply, from 1 on, as users write it; a null move is one of the king to its square.
    pub(super) fn term(&self, ply: usize) -> MoveTerm {
        match self.line.moves[ply - 1] {
            Some(m) => move_term(m),
            None => pass(&self.board(ply - 1)),
        }
    }

    /// The move to a ply in notation.
    pub(super) fn san(&self, ply: usize) -> String {
        match self.line.moves[ply - 1] {
            Some(m) => SanPlus::from_move(self.board(ply - 1).clone(), m).to_string(),
            None => "--".to_owned(),
        }
    }
}

/// A null move as users write it.
fn pass(board: &Chess) -> MoveTerm {
    let square = board.our(Role::King).first().unwrap_or(Square::A1);
    MoveTerm {
        from: square,
        to: square,
        promotion: None,
    }
}
