//! Somebody to play chess with: those who may move ([`players`]), and the search where they have nothing to say.

use std::{
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use super::players::{self, Choice, Players, Wishes};
use crate::{
    chess::{
        History,
        search::player::{Clock, Player, Question, STACK},
    },
    os::locked,
};

/// Megabytes of what the search remembers.
const TABLE: usize = 32;
/// How long it may search, and how long strategies in Prolog may take.
pub const TIME: Duration = Duration::from_secs(5);
/// Positions that the search looks at where it plays as well as it can.
pub const STRONGEST: u64 = 2_000_000;

/// Whoever plays chess. Several may ask at once.
pub struct Opponent {
    wishes: Wishes,
    players: Mutex<Players>,
    player: Mutex<Player>,
}

/// Does some work, which the clock ends if it is stopped.
pub type Guard<'a> = &'a dyn Fn(&Arc<Clock>, &mut dyn FnMut());

impl Opponent {
    /// Those who come along, and the strategies of these files before them.
    ///
    /// # Errors
    ///
    /// What is wrong with the files.
    pub fn read(strategies: &[String]) -> Result<Opponent, String> {
        let wishes = Wishes {
            strategies: strategies.to_vec(),
            ..Wishes::default()
        };
        let (players, problems) = Players::read(&wishes);
        match problems.is_empty() {
            true => Ok(Opponent {
                wishes,
                players: Mutex::new(players),
                player: Mutex::new(Player::new(TABLE)),
            }),
            false => Err(problems.join("\n")),
        }
    }

    /// The files of strategies.
    pub fn strategies(&self) -> &[String] {
        &self.wishes.strategies
    }

    /// Its move, and why; the search looks at so many positions. Strategies end when all is `stopped`, and `guard` sees to it
    /// that the search does. Lines of openings are drawn with the `seed`.
    pub fn reply(
        &self,
        game: &History,
        nodes: u64,
        seed: u64,
        stopped: &dyn Fn() -> bool,
        guard: Guard<'_>,
    ) -> Option<Choice> {
        let mut complaints = Vec::new();
        let chosen =
            locked(&self.players).choose(game, &self.wishes, seed, TIME, stopped, &mut |why| {
                complaints.push(why)
            });
        let mut choice = match chosen {
            Some(choice) => choice,
            None => self.search(game, nodes, guard)?,
        };
        choice.reasons.extend(complaints);
        Some(choice)
    }

    /// What the search plays, and why.
    fn search(&self, game: &History, nodes: u64, guard: Guard<'_>) -> Option<Choice> {
        // Before the clock runs: somebody else may have it.
        let mut player = locked(&self.player);
        let clock = Arc::new(Clock::start());
        clock.limit(TIME, TIME);
        let question = Question {
            past: &game.past,
            nodes,
            ..Question::of(&game.chess)
        };
        player.grow_old();
        let mut lines = None;
        guard(&clock, &mut || {
            lines = thread::scope(|scope| {
                let searching = thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, || player.search(&question, &clock, &|_| {}));
                searching.ok()?.join().ok()
            });
        });
        let line = lines?.into_iter().next()?;
        Some(Choice {
            m: *line.moves.first()?,
            reasons: vec![players::reason(&game.chess, &line, &question.shares)],
        })
    }
}
