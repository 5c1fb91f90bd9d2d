//! The positions of the games that were asked about last.

use std::{
    cell::{Ref, RefCell},
    rc::Rc,
};

use shakmaty::{Chess, Position as _};

use super::{GAMES, find};
use crate::{
    chess::{Position, games::Game},
    native::{Error, types::GameRef},
};

/// Games whose positions are kept.
const REPLAYS: usize = 8;

thread_local! {
    /// Least recently used first.
    static LATEST: RefCell<Vec<Rc<Replay>>> = const { RefCell::new(Vec::new()) };
}

/// The boards of a game, as far as they have been asked for, and the positions made of them.
pub(super) struct Replay {
    pub(super) game: Rc<Game>,
    plies: RefCell<Vec<(Chess, Option<Position>)>>,
}

impl Replay {
    /// The replay of a game; that of a recent one is found again.
    pub(super) fn of(game: &GameRef) -> Result<Rc<Replay>, Error> {
        let game = find(&GAMES, game)?;
        LATEST.with_borrow_mut(|latest| {
            let known = latest
                .iter()
                .rposition(|replay| Rc::ptr_eq(&replay.game, &game));
            let replay = match known {
                Some(at) => latest.remove(at),
                None => {
                    latest.drain(..latest.len().saturating_sub(REPLAYS - 1));
                    let plies = RefCell::new(vec![(Chess::clone(&game.start), None)]);
                    Rc::new(Replay { game, plies })
                }
            };
            latest.push(replay.clone());
            Ok(replay)
        })
    }

    /// The plies from 0 that an argument admits.
    pub(super) fn range(&self, ply: Option<u64>) -> std::ops::Range<usize> {
        let end = self.game.moves.len() + 1;
        match ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX)) {
            None => 0..end,
            Some(ply) if ply < end => ply..ply + 1,
            Some(_) => 0..0,
        }
    }

    /// The board after so many plies, which are no more than the game has.
    pub(super) fn board(&self, ply: usize) -> Ref<'_, Chess> {
        {
            let mut plies = self.plies.borrow_mut();
            let missing = self.game.moves.iter().take(ply).skip(plies.len() - 1);
            for &m in missing {
                let mut board = plies[plies.len() - 1].0.clone();
                board.play_unchecked(m);
                plies.push((board, None));
            }
        }
        Ref::map(self.plies.borrow(), |plies| &plies[ply].0)
    }

    /// The position after so many plies, ready in the cache under its FEN.
    pub(super) fn position(&self, ply: usize) -> Position {
        if let Some(known) = &self
            .plies
            .borrow()
            .get(ply)
            .and_then(|(_, known)| known.clone())
        {
            return known.clone();
        }
        drop(self.board(ply));
        let position = match ply.checked_sub(1) {
            None => self.game.start.clone(),
            Some(before) => {
                let before = Position::from_chess(self.board(before).clone());
                before.after(self.game.moves[ply - 1])
            }
        };
        self.plies.borrow_mut()[ply].1 = Some(position.clone());
        position
    }
}
