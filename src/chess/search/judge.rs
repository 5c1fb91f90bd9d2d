//! What the search that plays says of what is won.
//!
//! The search for material is quick where something falls by force, and blind elsewhere: to a threat that needs a quiet move
//! more, to a pawn that runs, to a king who is hunted for long, to what the other side has for what it loses. The search that
//! plays ([`player`](super::player)) weighs all that, and proves nothing. Each helps the other: a position in which the one
//! sees no hope is soon left by the other; what the one finds is weighed by the other; and what is worth more than it looks is
//! played out until the material that falls can be counted.

use std::cell::Cell;

use shakmaty::{Chess, Move, Position as _};

use super::{
    Limits, Win, balance,
    checks::Checks,
    evaluate::evaluate,
    material::{self, WORTH, is_ending},
    player::{Clock, Line, Player, Progress, Question},
};
use crate::chess::exchange;

/// So many wins are judged with as many positions each as the limits say; more of them share these.
const JUDGED: u64 = 4;
/// The search that judges a single win ends when it is convinced after this part of what it may look at.
const CONVINCED: u64 = 8;
/// The first look may take so many times the positions of a judgement...
///
/// With half of that 8 of 1,000 puzzles of Lichess are lost, and a third more is claimed of other moves than the solution.
const LOOK: u64 = 8;
/// ...but ends after this part of a judgement if there is no hope; after this part if the same move has won something at so
/// many depths more; and after so many judgements if there is too little hope for more than the search for material.
const EARLY: u64 = 3;
const SURE: u64 = 2;
const STEADY: u32 = 4;
const LATE: u64 = 2;
/// A position has hope that is worth so many centipawns more than its material: how good it is otherwise says nothing of
/// what can be won, since the evaluation sees what hangs. With half as much 8 of 2,000 puzzles more are found, and quiet
/// positions of games take a third more time.
const HOPE: i32 = 40;
/// Where there is none but something tempts, the search for material may look at this part of the positions if it finds
/// nothing. Of 4,000 puzzles 3 are lost so; quiet positions of games take a tenth of the time less.
const TEMPTED: u64 = 2;
/// By so much it must be worth more to be played out: more than a pawn, since a better position is no win...
const LIFT: i32 = 150;
/// ...by lines of so many plies at most...
const PLAYED: usize = 24;
/// ...each move with this part of the positions that a judgement has.
const PLAYING: u64 = 5;
/// What has been played out is then judged with so many times the usual positions, and must be worth what the line wins, all
/// but so much.
const CAREFUL: u64 = 4;
const CLOSE: i32 = 150;
/// What is worth so much is told whatever the line wins, and as what it is worth.
const SOLID: i32 = 200;
/// What is won is doubtful if the side stays behind with it, or if it would not be played. Then it is looked at with so many
/// times the positions of a judgement...
///
/// In 4,000 puzzles of Lichess 131 claims for other moves than the solution are left so, of which an engine (Stockfish 15.1,
/// depth 15) finds 8 too high by more than two pawns, most of them endings with checks without end; with four times as many
/// positions for moves that would not be played, 7 of 130.
const DOUBTFUL: u64 = 8;
/// ...and so many times more where few men are on the board...
const SPARSE: u64 = 2;
/// ...or until it is worth so many centipawns more than is claimed, after so many judgements...
const DISPELLED: [(u64, i32); 3] = [(1, 150), (2, 100), (4, 50)];
/// ...and to this depth at least. With the depth of other judgements two more of some 300 would stay that are too high.
const DEEP: u32 = 20;
/// It stays if it is worth a pawn, or what little it wins, all but so much.
const LACKING: i32 = 30;
/// With so few men on the board all that is won is looked at so, and only the first two of these conditions end that: a pawn
/// that runs, or a check without end, is often further away than a judgement sees.
const FEW: usize = 10;

/// The score of a draw: who has it in hand does not mind what falls, so that playing on shows nothing.
const DRAW: i32 = 0;

/// Who judges what is won in a position.
pub struct Judge<'a> {
    position: &'a Chess,
    limits: Limits,
    /// The balance of material there, for the side to move.
    before: i32,
    player: Player,
    /// What the player would play.
    opinion: Option<Line>,
    /// After so many positions.
    looked_at: u64,
    /// How much better that is for the side to move than the position looks, in centipawns.
    lift: i32,
    /// Whether something may be won, as far as the player sees it: the position is worth more than it looks, or something
    /// falls in the line that would be played.
    hope: bool,
    /// Positions looked at, or allowed to be.
    pub nodes: u64,
}

impl Judge<'_> {
    /// Looks at a position.
    pub fn of(position: &Chess, limits: Limits) -> Judge<'_> {
        let (nodes, looks) = (limits.judged * LOOK, evaluate(position));
        let mut judge = Judge {
            position,
            limits,
            before: balance(position, position.turn()),
            player: Player::of(nodes),
            opinion: None,
            looked_at: 0,
            lift: 0,
            hope: false,
            nodes: 0,
        };
        let steady = Cell::new((None, 0));
        judge.opinion = judge.ask(position, None, nodes, limits.depth.into(), &|progress| {
            let line = &progress.lines[0];
            let (before, times) = steady.get();
            let first = Some(line.moves[0]);
            let times = if before == first { times + 1 } else { 0 };
            steady.set((first, times));
            let (lift, takes) = (line.score - looks, takes(position, line));
            let enough = |part| progress.nodes >= limits.judged / part;
            match () {
                () if takes => enough(SURE) && lift >= LIFT && times >= STEADY,
                () if lift < HOPE => enough(EARLY),
                () => lift < LIFT && progress.nodes >= limits.judged * LATE,
            }
        });
        judge.looked_at = judge.nodes;
        if let Some(line) = &judge.opinion {
            judge.lift = line.score - looks;
            judge.hope = judge.lift >= HOPE || takes(position, line);
        }
        judge
    }

    /// Whether something hangs, or a sacrifice may open the way to the king.
    fn is_tempted(&self) -> bool {
        let checks = Checks::of(self.position);
        let tempts = |m: Move| {
            m.is_capture()
                && (exchange::gain(self.position, m) >= WORTH || checks.gives(self.position, m))
        };
        self.position.legal_moves().into_iter().any(tempts)
    }

    /// The move that would be played.
    pub fn first(&self) -> Option<Move> {
        self.opinion.as_ref().map(|line| line.moves[0])
    }

    /// The limits of the search for material: where there is no hope, it soon ends if it finds nothing.
    pub fn limits(&self) -> Limits {
        Limits {
            fruitless: match () {
                () if self.hope => self.limits.fruitless,
                () if self.is_tempted() => self.limits.fruitless / TEMPTED,
                () => self.limits.hopeless,
            },
            ..self.limits
        }
    }

    /// What would be played in a position, or after a first move, by a search of so many positions and plies, or fewer if
    /// it is soon known `enough`.
    fn ask(
        &mut self,
        position: &Chess,
        first: Option<Move>,
        nodes: u64,
        depth: u32,
        enough: &dyn Fn(&Progress<'_>) -> bool,
    ) -> Option<Line> {
        let (clock, looked_at) = (Clock::start(), Cell::new(nodes));
        let question = Question {
            moves: first.into_iter().collect(),
            nodes,
            depth,
            ..Question::of(position)
        };
        let mut found = self.player.search(&question, &clock, &|progress| {
            if enough(progress) {
                looked_at.set(progress.nodes);
                clock.stop();
            }
        });
        self.nodes += looked_at.get();
        found.pop().filter(|line| line.depth > 0)
    }

    /// Says what wins are worth.
    pub fn weigh(&mut self, wins: &mut [(i32, Win)]) {
        let mut share = self.limits.judged * JUDGED / JUDGED.max(wins.len() as u64);
        if is_ending(self.position) {
            share *= 2;
        }
        // There is no other to be compared with, and nothing to be said against it.
        let alone = wins.len() == 1;
        let depth = self.limits.depth.into();
        for (_, win) in wins {
            let (first, convincing) = (win.lines[0][0], self.before + win.gain);
            let agrees = |line: &&Line| line.moves[0] == first && line.score >= convincing;
            let score = match self.opinion.as_ref().filter(|line| alone && agrees(line)) {
                Some(line) => Some(line.score),
                None => self
                    .ask(self.position, Some(first), share, depth, &|progress| {
                        let (nodes, score) = (progress.nodes, progress.lines[0].score);
                        alone && score >= convincing && nodes >= share / CONVINCED
                    })
                    .map(|line| line.score),
            };
            win.worth = score.map_or(win.gain, |score| score - self.before);
        }
    }

    /// Whether what seems to be won may be claimed, as far as there is doubt; what it is worth is then known better.
    pub fn confirms(&mut self, win: &mut Win) -> bool {
        let (first, stays_behind) = (win.lines[0][0], self.before + win.gain <= 0);
        let doubtful = stays_behind || self.first() != Some(first);
        let few = self.position.board().occupied().count() <= FEW;
        if win.end.is_some() || !doubtful && !few {
            return true;
        }
        let (share, claimed) = (self.limits.judged, self.before + win.claim());
        let depth = DEEP.max(self.limits.depth.into());
        let nodes = share * DOUBTFUL * if few && doubtful { SPARSE } else { 1 };
        let conditions = if few { 2 } else { DISPELLED.len() };
        let is_dispelled = |looked_at: u64, score: i32| {
            let lead = score - claimed;
            let dispels = |&(times, least)| looked_at >= share * times && lead >= least;
            DISPELLED[..conditions].iter().any(dispels)
        };
        let opinion = self
            .opinion
            .as_ref()
            .filter(|line| line.moves[0] == first && is_dispelled(self.looked_at, line.score));
        let found = match opinion {
            Some(line) => Some(line.clone()),
            None => self.ask(self.position, Some(first), nodes, depth, &|progress| {
                is_dispelled(progress.nodes, progress.lines[0].score)
            }),
        };
        if let Some(line) = found {
            win.worth = line.score - self.before;
        }
        // What would be played is told of unless it loses.
        let least = match doubtful {
            true => (win.gain - LACKING).min(100),
            false => 0,
        };
        win.worth >= least
    }

    /// A win that the search for material has not found: the position is worth more than it looks, and material falls when
    /// both sides play on.
    pub fn win(&mut self) -> Option<Win> {
        if self.lift < LIFT || self.opinion.as_ref().is_none_or(|line| line.score == DRAW) {
            return None;
        }
        let (us, depth) = (self.position.turn(), self.limits.depth.into());
        let mut line = self.opinion.as_ref()?.moves.clone();
        let mut after = self.position.clone();
        line.iter().for_each(|m| after.play_unchecked(*m));
        let gain = loop {
            let whole = [&line[..], &material::at_once(&after, self.limits)].concat();
            let gain = material::gain(self.position, &whole, us);
            if gain >= WORTH {
                line = whole;
                break gain;
            }
            if line.len() >= PLAYED {
                return None;
            }
            let nodes = self.limits.judged / PLAYING;
            let found = self.ask(&after, None, nodes, depth, &|_| false)?;
            let score = match after.turn() == us {
                true => found.score,
                false => -found.score,
            };
            if score == DRAW || score - self.before < WORTH {
                return None;
            }
            for m in found.moves.into_iter().take(2) {
                after.play_unchecked(m);
                line.push(m);
            }
        };
        let share = self.limits.judged * CAREFUL;
        let judged = self.ask(self.position, Some(line[0]), share, depth, &|_| false)?;
        let worth = judged.score - self.before;
        let is_true = judged.score != DRAW && worth >= (gain - CLOSE).clamp(WORTH, SOLID);
        is_true.then_some(Win {
            lines: vec![line],
            gain,
            worth,
            end: None,
        })
    }
}

/// Whether who is to move has more material after a line.
fn takes(position: &Chess, line: &Line) -> bool {
    material::gain(position, &line.moves, position.turn()) >= WORTH
}
