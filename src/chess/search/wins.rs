//! The moves that win something, and the lines that show it.
//!
//! The search that plays ([`player`](super::player)) says which move is the best and what it is worth: a look, which ends
//! early where there is no hope, and where the same move wins something at several depths. That is a win if material falls
//! in its line, which is played on where it ends too soon, if it is worth that, and if it is no mere advantage: either the
//! position was not known to be so good, or the material falls also to who counts nothing else. A deeper search is then asked
//! whether the move wins so much, and where it says no, how much is left of it. The other moves are asked the same if one of them
//! is worth about as much.

use std::cell::Cell;

use shakmaty::{Chess, Move, Position as _};

use super::{
    End, Likely, Limits, Win, balance, is_drawn,
    material::{self, WORTH},
    player::{Clock, Line, Player, Progress, Question, hash},
    score::{DRAW, is_mate},
};
use crate::chess::{
    evaluation::{Evaluator, Shares, Term},
    exchange,
};

/// There is hope if a position is worth so many centipawns more than its material, or if something falls in the line that
/// would be played.
const HOPE: i32 = 40;
/// A move is settled that wins something, is worth so much more than the material, and has been the best one so many depths
/// more.
const SURE: i32 = 150;
const STEADY: u32 = 4;
/// With what is worth less than this, what was behind or is attacked included, one looks on for a better move. In 6,000 puzzles
/// a fifth fewer moves are claimed to win that are not the solution, for 3 % more positions.
const CONTENT: i32 = 100;
/// A line is played on if it is worth so much more than the material...
const LIFT: i32 = 100;
/// ...to so many plies at most.
const PLAYED: usize = 24;
/// Where nothing falls the look ends after this part of it if it is not worth that, and after this part if it is. Of 2,000
/// puzzles 10 are lost so; in positions of games a third fewer positions are looked at.
const LATE: u64 = 8;
const SLOW: u64 = 4;
/// What is won must be worth what the line wins, all but so much...
const CLOSE: i32 = 250;
/// ...but what is worth so much is told whatever the line wins, and as what it is worth.
const SOLID: i32 = 150;
/// What falls so late is not won by force, if it is little: two pawns, or the exchange, at most. Of 36,500 solutions 1 % are lost.
const LATEST: usize = 15;
const LITTLE: i32 = 200;
/// What is worth so much more than the position looks, passed pawns apart, is no mere advantage, nor what is worth so much
/// more than the material; else it must win so much where nothing but material counts, a pawn of an opening (the
/// evaluation's own value).
///
/// Of 1,317 solutions that might be claimed in 2,000 puzzles 2 % are not, of 101 other moves and of 173 in 401 positions of
/// games two fifths.
const UNSEEN: i32 = 60;
const DECISIVE: i32 = 250;
const COUNTED: i32 = 70;
/// Such a search ends after this part of a judgement if it is convinced.
const CONVINCED: u64 = 4;
/// A draw is worth telling to a side that is so far behind, or stands no better after any other move.
const BEHIND: i32 = -200;
/// A perpetual check begins with our third move at the latest.
const PERPETUAL: usize = 4;
/// So many moves that win are told at most; another than the best one if it is worth about as much, and what it wins.
const MOST: usize = 3;
const ABOUT: i32 = 50;
/// The search for another ends after this part of it if the best that it has seen is so much worse.
const FAR: i32 = 100;
const SHORT: u64 = 8;
/// Whether a move wins what it seems to is asked of a search of so many plies; of more where a pawn runs, or the side stays
/// behind with it; of still more where few men are on the board, since a check without end, or a pawn, is often further away
/// than a search sees, and where there are only pawns.
///
/// Of claims for moves that are not the solution of 60,000 puzzles, 100 of 1,218 were too high by two pawns, by Stockfish 15.1 at
/// depth 15; so asked, 28 of 1,011 are, and of 1,943 in 120,000 others, by which nothing was chosen, 74. Twice as many positions are
/// looked at for it. With 30 plies for whatever decides an ending, and a third more positions, 33 of 982 are.
const BELIEVED: u32 = 18;
const DEEP: u32 = 20;
const DEEPEST: u32 = 24;
const PAWNS: u32 = 30;
/// It is not asked if the search that found the line, which asked how much and not only whether, was as deep, all but so many plies.
const SHORTER: u32 = 6;
/// How many men are few, and how many are so few that a pawn runs.
const FEW: usize = 10;
const RUNNING: usize = 14;
/// With so few, another move than the best one is asked about to so many plies more, with so many times the positions: 10 of 121
/// such claims were too high without it, and 1 of 53 in 40,000 other puzzles with it.
const FEWER: usize = 12;
const FURTHER: u32 = 6;
const LONGER: u64 = 4;
/// What is left of it is looked for with this part of a look.
const LEFT: u64 = 2;
/// It stays if it is worth a pawn, or what little it wins, all but so much.
const LACKING: i32 = 30;
/// The best line after a move is looked for with so many times the positions of a judgement.
const AFTER: u64 = 8;
/// Lines after other replies: how many at most, and how much more than the best a reply may cost that does not take what
/// seems to be on offer.
const VARIATIONS: usize = 6;
const NEARLY: i32 = 250;

/// Finds the moves that win, the best first; says also how many positions were looked at.
pub fn wins(position: &Chess, limits: Limits, likely: Option<Likely<'_>>) -> (Vec<Win>, u64) {
    let mut judge = Judge::of(position, limits, likely);
    let mut wins = judge.wins();
    for win in &mut wins {
        judge.variations(win);
    }
    (wins, judge.nodes)
}

/// Whether a line ends with a mate.
fn mates(position: &Chess, line: &[Move]) -> bool {
    let mut end = position.clone();
    line.iter().for_each(|m| end.play_unchecked(*m));
    end.is_checkmate()
}

/// The best line that begins with a legal move.
pub fn after(position: &Chess, m: Move, limits: Limits) -> Option<Line> {
    let look = limits.judged * AFTER;
    let mut judge = Judge::of(position, Limits { look, ..limits }, None);
    judge.ask(position, vec![m], look, &|_| false)
}

/// Who looks for what is won in a position.
struct Judge<'a> {
    position: &'a Chess,
    limits: Limits,
    likely: Option<Likely<'a>>,
    shares: Shares,
    /// The balance of material there, for the side to move.
    before: i32,
    player: Player,
    /// Positions looked at, or allowed to be.
    nodes: u64,
}

impl Judge<'_> {
    fn of<'a>(position: &'a Chess, limits: Limits, likely: Option<Likely<'a>>) -> Judge<'a> {
        Judge {
            position,
            limits,
            likely,
            shares: Shares::default(),
            before: balance(position, position.turn()),
            player: Player::of(limits.look),
            nodes: 0,
        }
    }

    /// The best lines of a position, of some of its moves if there are any here, by a search of so many positions, or fewer
    /// if it is soon known `enough`.
    fn lines(
        &mut self,
        question: Question<'_>,
        enough: &dyn Fn(&Progress<'_>) -> bool,
    ) -> Vec<Line> {
        let (clock, looked_at) = (Clock::start(), Cell::new(question.nodes));
        let likely = self.likely.filter(|_| question.position == self.position);
        let question = Question {
            likely,
            shares: self.shares,
            ..question
        };
        let mut lines = self.player.search(&question, &clock, &|progress| {
            if progress.lines[0].depth >= question.depth || enough(progress) {
                looked_at.set(progress.nodes);
                clock.stop();
            }
        });
        lines.retain(|line| line.depth > 0);
        self.nodes += looked_at.get();
        lines
    }

    /// The best one of them.
    fn ask(
        &mut self,
        position: &Chess,
        moves: Vec<Move>,
        nodes: u64,
        enough: &dyn Fn(&Progress<'_>) -> bool,
    ) -> Option<Line> {
        let question = Question {
            moves,
            nodes,
            ..Question::of(position)
        };
        self.lines(question, enough).pop()
    }

    fn gain(&self, line: &[Move]) -> i32 {
        material::gain(self.position, line, self.position.turn())
    }

    /// How much better than the material before it a line is.
    fn worth(&self, line: &Line) -> i32 {
        line.score - self.before
    }

    /// What would be played.
    fn look(&mut self) -> Option<Line> {
        let (position, before, limits) = (self.position, self.before, self.limits);
        let steady = Cell::new((None, 0));
        self.ask(position, Vec::new(), limits.look, &|progress| {
            let line = &progress.lines[0];
            let first = Some(line.moves[0]);
            let times = match steady.get() {
                (before, times) if before == first => times + 1,
                _ => 0,
            };
            steady.set((first, times));
            let (lift, nodes) = (line.score - before, progress.nodes);
            match () {
                // Who saves a draw may have more.
                () if line.score == DRAW && lift >= LIFT => nodes >= limits.look / SLOW,
                () if material::gain(position, &line.moves, position.turn()) >= WORTH => {
                    let enough = match line.score < CONTENT {
                        true => limits.look / LATE,
                        false => limits.settled,
                    };
                    nodes >= enough && lift >= SURE && times >= STEADY
                }
                () if lift < HOPE => nodes >= limits.hopeless,
                () if lift < LIFT => nodes >= limits.look / LATE,
                () => nodes >= limits.look / SLOW,
            }
        })
    }

    fn wins(&mut self) -> Vec<Win> {
        let Some(best) = self.look() else {
            return Vec::new();
        };
        let mut wins = Vec::from_iter(self.claim(&best, true));
        let (ends, worth) = (wins.iter().any(|win| win.end.is_some()), self.worth(&best));
        if ends || wins.is_empty() && worth < LIFT {
            return wins;
        }
        let (least, judged) = (best.score - ABOUT, self.limits.judged);
        let is_far = |progress: &Progress<'_>| {
            progress.nodes >= judged / SHORT && progress.lines[0].score < least - FAR
        };
        let mut others: Vec<Move> = self.position.legal_moves().into_iter().collect();
        let mut last = best.moves[0];
        for _ in 1..MOST {
            others.retain(|&m| m != last);
            if others.is_empty() {
                break;
            }
            let found = self.ask(self.position, others.clone(), judged, &is_far);
            let Some(line) = found.filter(|line| line.score >= least) else {
                break;
            };
            match self.claim(&line, false) {
                // The first search has not seen it.
                Some(win) if win.end.is_some() => return vec![win],
                // What a shorter search thinks better than the best move is no better.
                Some(win) if win.worth.min(worth) >= win.gain => wins.push(win),
                _ => {}
            }
            last = line.moves[0];
        }
        wins
    }

    /// What a line wins, if it may be claimed, of the best move or of another one.
    fn claim(&mut self, line: &Line, is_best: bool) -> Option<Win> {
        let end = match line.mate() {
            Some(n) if n > 0 => Some((End::Mate(n as u8), line.moves.clone())),
            Some(_) => return None,
            None if line.score != DRAW => None,
            None if self.before <= BEHIND || self.all_else_loses(line.moves[0]) => {
                Some((End::Draw, self.drawn(line)?))
            }
            // Who has a draw in hand does not mind what falls.
            None => return None,
        };
        if let Some((end, line)) = end {
            return Some(Win {
                gain: self.gain(&line),
                worth: 0,
                end: Some(end),
                lines: vec![line],
            });
        }
        let win = self.win(line)?;
        match self.is_no_mere_advantage(&win) {
            true => self.confirmed(win, line.depth, is_best),
            false => None,
        }
    }

    /// What a line wins that ends nothing, if it is worth about that.
    fn win(&mut self, line: &Line) -> Option<Win> {
        let worth = self.worth(line);
        if worth < 0 {
            return None;
        }
        let mut line = self.play_on(line)?;
        material::trim(self.position, &mut line, worth);
        let mut gain = self.gain(&line);
        if gain <= LITTLE && line.len() > LATEST {
            // A pawn may have been won for good before.
            material::trim(self.position, &mut line, WORTH);
            gain = self.gain(&line);
            if line.len() > LATEST {
                return None;
            }
        }
        let win = Win {
            lines: vec![line],
            gain,
            worth,
            end: None,
        };
        (worth >= (gain - CLOSE).clamp(0, SOLID)).then_some(win)
    }

    /// Whether more is won than what a better position would win some day.
    fn is_no_mere_advantage(&mut self, win: &Win) -> bool {
        let mut looks = Shares::default();
        looks.set(Term::PassedPawns, 0);
        let looks = Evaluator::new(looks, 1).to_move(self.position);
        let unseen = self.before + win.worth - looks;
        if win.worth >= SURE && unseen >= UNSEEN || win.worth >= DECISIVE {
            return true;
        }
        // What is known with other values is of no use.
        let (first, before, judged) = (win.lines[0][0], self.before, self.limits.judged);
        let limits = Limits {
            look: judged,
            ..self.limits
        };
        let mut counting = Judge::of(self.position, limits, None);
        counting.shares = Shares::only(Term::Material);
        let wins = |line: &Line| line.score - before >= COUNTED;
        let found = counting.ask(self.position, vec![first], judged, &|progress| {
            progress.nodes >= judged / CONVINCED && wins(&progress.lines[0])
        });
        self.nodes += counting.nodes;
        found.is_some_and(|line| wins(&line))
    }

    /// Whether the side to move has other moves than the best one, and stands badly after all of them.
    fn all_else_loses(&mut self, best: Move) -> bool {
        let (judged, mut others) = (self.limits.judged, self.position.legal_moves());
        others.retain(|m| *m != best);
        if others.is_empty() {
            return false;
        }
        let found = self.ask(self.position, others.to_vec(), judged, &|progress| {
            progress.nodes >= judged / SHORT && progress.lines[0].score > BEHIND
        });
        found.is_some_and(|line| line.score <= BEHIND)
    }

    /// A line that draws, up to where nobody can win any more, or a position comes again by checks of ours, which begin soon:
    /// quiet moves that come again are no merit of the first one. It is played on until that is so. Where the rule of fifty
    /// moves is near, it may draw whatever is played.
    fn drawn(&mut self, line: &Line) -> Option<Vec<Move>> {
        if self.position.halfmoves() as usize + PLAYED >= 100 {
            return None;
        }
        let (mut board, mut past) = (self.position.clone(), Vec::new());
        let (mut drawn, mut next) = (Vec::new(), line.moves.clone());
        // The ply from which on we have given check with every move.
        let mut checks: Option<usize> = None;
        loop {
            for m in next {
                past.push(hash(&board));
                board.play_unchecked(m);
                match (drawn.len().is_multiple_of(2), board.is_check()) {
                    (true, true) => _ = checks.get_or_insert(drawn.len()),
                    (true, false) => checks = None,
                    _ => {}
                }
                drawn.push(m);
                if is_drawn(&board) {
                    return Some(drawn);
                }
                if let Some(ply) = past.iter().position(|before| *before == hash(&board)) {
                    let is_perpetual = |&from: &usize| from <= PERPETUAL && from <= ply + ply % 2;
                    return checks.filter(is_perpetual).map(|_| drawn);
                }
            }
            if drawn.len() >= PLAYED {
                return None;
            }
            let question = Question {
                past: &past,
                nodes: self.limits.settled,
                ..Question::of(&board)
            };
            let found = self.lines(question, &|_| false).pop();
            next = found.filter(|line| line.score == DRAW)?.moves;
        }
    }

    /// A line that is played on until material has fallen.
    fn play_on(&mut self, line: &Line) -> Option<Vec<Move>> {
        let (us, mut after) = (self.position.turn(), self.position.clone());
        line.moves.iter().for_each(|m| after.play_unchecked(*m));
        let (lift, mut line) = (self.worth(line), line.moves.clone());
        while self.gain(&line) < WORTH {
            if lift < LIFT || line.len() >= PLAYED {
                return None;
            }
            let next = self.ask(&after, Vec::new(), self.limits.settled, &|_| false)?;
            let score = match after.turn() == us {
                true => next.score,
                false => -next.score,
            };
            if score == DRAW || score - self.before < WORTH {
                return None;
            }
            let whole = [&line[..], &next.moves].concat();
            if self.gain(&whole) >= WORTH {
                return Some(whole);
            }
            for m in next.moves.into_iter().take(2) {
                after.play_unchecked(m);
                line.push(m);
            }
        }
        Some(line)
    }

    /// How many plies a search must look ahead that is asked whether a move wins.
    fn needed(&self, win: &Win) -> u32 {
        let line = &win.lines[0];
        let board = self.position.board();
        let men = board.occupied().count();
        match () {
            () if board.pawns().count() + 2 == men => PAWNS,
            () if men <= FEW => DEEPEST,
            () if men <= RUNNING && line.iter().any(|m| m.is_promotion()) => DEEP,
            () if self.before + win.gain <= 0 => DEEP,
            () => BELIEVED,
        }
    }

    /// What is left of a win that a search of so many plies has found.
    fn confirmed(&mut self, win: Win, depth: u32, is_best: bool) -> Option<Win> {
        let men = self.position.board().occupied().count();
        let (further, longer) = match is_best || men > FEWER {
            true => (0, 1),
            false => (FURTHER, LONGER),
        };
        let needed = self.needed(&win) + further;
        if depth + SHORTER >= needed {
            return Some(win);
        }
        let (first, look) = (win.lines[0][0], self.limits.look);
        let claim = win.claim() - LACKING;
        let question = Question {
            moves: vec![first],
            nodes: look * longer,
            depth: needed,
            least: Some(self.before + claim),
            ..Question::of(self.position)
        };
        let answer = self.lines(question, &|_| false).pop();
        if answer.is_none_or(|line| self.worth(&line) >= claim) {
            return Some(win);
        }
        // It is worth less: how much?
        let line = self.ask(self.position, vec![first], look / LEFT, &|_| false)?;
        if is_mate(line.score) || line.score == DRAW {
            return self.claim(&line, is_best);
        }
        let worth = self.worth(&line);
        let win = match worth < claim {
            true => self.win(&line)?,
            false => Win { worth, ..win },
        };
        // What would be played is told of unless it is worth nothing.
        (win.worth >= (win.gain - LACKING).min(100)).then_some(win)
    }

    /// Appends the lines after the other replies worth a look: those that take what seems to be on offer, and those that cost
    /// hardly more than the best one.
    fn variations(&mut self, win: &mut Win) {
        let (first, best) = (win.lines[0][0], win.lines[0].get(1).copied());
        let mut after = self.position.clone();
        after.play_unchecked(first);
        let accepts =
            |m: &Move| m.is_capture() && (m.to() == first.to() || exchange::gain(&after, *m) >= 0);
        let replies = after.legal_moves().into_iter().filter(|m| Some(*m) != best);
        let (taking, others): (Vec<Move>, Vec<Move>) = replies.partition(accepts);
        // For the other side.
        let most = -(self.before + win.worth);
        for (moves, any) in [(taking, true), (others, false)] {
            let room = (VARIATIONS + 1).saturating_sub(win.lines.len());
            if moves.is_empty() || room == 0 {
                continue;
            }
            let question = Question {
                moves,
                lines: room,
                nodes: self.limits.replies,
                ..Question::of(&after)
            };
            let lines = self.lines(question, &|_| false);
            let told = lines.into_iter().filter(|line| {
                any || win.end.is_some() || !is_mate(line.score) && line.score >= most - NEARLY
            });
            let (position, before, ends) = (self.position, self.before, win.end.is_some());
            let told = told.map(|line| {
                let mut moves = [vec![first], line.moves].concat();
                if !ends {
                    material::trim(position, &mut moves, -line.score - before);
                }
                moves
            });
            // The line that a search knows of a mate may be cut.
            let told: Vec<Vec<Move>> = match win.end {
                Some(End::Mate(_)) => told.filter(|moves| mates(position, moves)).collect(),
                _ => told.collect(),
            };
            win.lines.extend(told);
        }
    }
}
