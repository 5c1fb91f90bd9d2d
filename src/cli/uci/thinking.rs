//! One move: who makes it, what the search says of it, and when it is told.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use shakmaty::{Move, Position as _};

use super::{options::Options, say, tell, words::Go};
use crate::{
    chess::{
        History,
        search::player::{Clock, Line, MAX_DEPTH, Player, Progress, Question, STACK},
    },
    engine::InterruptHandle,
    session::players::{Choice, Players, pieces, reason},
};

/// How long a strategy in Prolog may take where there is no clock.
const ASKED: Duration = Duration::from_secs(5);
/// How long the search may look at a move that others have chosen, to say what it is worth.
const LOOK: Duration = Duration::from_millis(150);
/// At how many positions, where the clock does not run yet.
const LOOK_NODES: u64 = 100_000;

/// What is to be thought about, and with what.
pub struct Job {
    pub game: History,
    /// The moves that come into question, if not all.
    pub moves: Vec<Move>,
    pub go: Go,
    /// The time to use, and the most, if there is a clock.
    pub shares: Option<(Duration, Duration)>,
    /// What lines of openings are drawn with.
    pub seed: u64,
    pub options: Options,
    pub player: Arc<Mutex<Player>>,
    pub players: Arc<Mutex<Players>>,
}

/// A thread that thinks.
pub struct Thinking {
    clock: Arc<Clock>,
    gate: Arc<Gate>,
    shares: Option<(Duration, Duration)>,
    /// Whether it waits for the expected move.
    ponders: bool,
    thread: Option<JoinHandle<()>>,
}

/// Closed while the best move may not be told yet.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*open {
            open = self
                .opened
                .wait(open)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Thinking {
    /// Begins to think; `bestmove` is said in the end.
    pub fn start(job: Job) -> Thinking {
        let clock = Arc::new(Clock::start());
        let gate = Arc::new(Gate::default());
        let shares = job.shares;
        let ponders = job.go.ponder;
        if !job.go.ponder && !job.is_endless() {
            gate.open();
            if let Some((soft, hard)) = shares {
                clock.limit(soft, hard);
            }
        }
        let (their_clock, their_gate) = (Arc::clone(&clock), Arc::clone(&gate));
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            // Whatever happens, a legal move is made.
            let first = job.game.chess.legal_moves().first().copied();
            let options = job.options.clone();
            let run = AssertUnwindSafe(|| job.run(&their_clock, &their_gate));
            if panic::catch_unwind(run).is_err() {
                let m = first.map_or_else(|| "(none)".to_owned(), |m| options.written(m));
                say(&format!("bestmove {m}"));
            }
        });
        if thread.is_err() {
            tell("no thread can be started");
            say("bestmove 0000");
        }
        Thinking {
            clock,
            gate,
            shares,
            ponders,
            thread: thread.ok(),
        }
    }

    /// The move that was expected has been made: from now on the clock runs.
    pub fn go_on(&mut self) {
        if !std::mem::take(&mut self.ponders) {
            return;
        }
        if let Some((soft, hard)) = self.shares {
            self.clock.limit(soft, hard);
        }
        self.gate.open();
    }

    /// The client says no more: what ends by itself may do so.
    pub fn finish(mut self, interrupts: &[InterruptHandle]) {
        let open = *self
            .gate
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match self.thread.take() {
            Some(thread) if open => _ = thread.join(),
            thread => {
                self.thread = thread;
                self.stop(interrupts);
            }
        }
    }

    /// Ends it; what strategies in Prolog are doing is interrupted.
    pub fn stop(mut self, interrupts: &[InterruptHandle]) {
        self.clock.stop();
        self.gate.open();
        if let Some(thread) = self.thread.take() {
            // One that comes before its query interrupts nothing.
            while !thread.is_finished() && !interrupts.is_empty() {
                interrupts.iter().for_each(InterruptHandle::interrupt);
                thread::sleep(Duration::from_millis(2));
            }
            // A thread that has panicked has said so.
            _ = thread.join();
        }
    }
}

impl Job {
    /// Whether only the client ends it.
    fn is_endless(&self) -> bool {
        let go = &self.go;
        let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        go.infinite || (!limited && self.shares.is_none())
    }

    /// Whether a game is played, and not a position looked at.
    fn is_played(&self) -> bool {
        !(self.go.infinite
            || self.go.mate.is_some()
            || self.options.analysing
            || self.options.lines > 1
            || !self.go.moves.is_empty())
    }

    fn run(self, clock: &Clock, gate: &Gate) {
        let chess = &self.game.chess;
        if chess.legal_moves().is_empty() {
            say(match chess.is_check() {
                true => "info depth 0 score mate 0",
                false => "info depth 0 score cp 0",
            });
            gate.wait();
            say("bestmove (none)");
            return;
        }
        let choice = match self.is_played() {
            true => self.chosen(clock),
            false => None,
        };
        if choice.is_some() && !self.go.ponder {
            let look = self
                .shares
                .map_or(LOOK, |(soft, hard)| (soft.min(hard) / 8).min(LOOK));
            clock.limit(look, look);
        }
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        player.grow_old();
        let mate_depth = |moves: u32| moves.saturating_mul(2).saturating_add(8);
        let depth = self
            .go
            .depth
            .or(self.go.mate.map(mate_depth))
            .unwrap_or(MAX_DEPTH);
        let question = Question {
            past: &self.game.past,
            moves: choice
                .as_ref()
                .map_or(self.moves.clone(), |choice| vec![choice.m]),
            lines: self.options.lines,
            depth,
            nodes: match (self.go.nodes, &choice) {
                (Some(nodes), _) => nodes,
                (None, Some(_)) => LOOK_NODES,
                (None, None) => u64::MAX,
            }
            .min(self.options.positions().unwrap_or(u64::MAX)),
            shares: self.options.shares,
            mate: self.go.mate,
            // Several would share the positions that one may look at.
            threads: match self.options.limited {
                true => 1,
                false => self.options.threads,
            },
            ..Question::of(chess)
        };
        let found = player.search(&question, clock, &|progress| self.show(progress));
        drop(player);
        // Moves that do not come into question leave nothing to search.
        let first = chess.legal_moves()[0];
        let line = found.first();
        if self.options.reasons {
            match (&choice, line) {
                (Some(choice), _) => choice.reasons.iter().for_each(|reason| tell(reason)),
                (None, Some(line)) if self.is_played() => {
                    tell(&reason(chess, line, &self.options.shares))
                }
                _ => {}
            }
        }
        if self.options.network {
            tell(&pieces(&self.game));
        }
        gate.wait();
        let moves = line.map_or(&[][..], |line| &line.moves);
        let best = choice.map_or_else(
            || moves.first().copied().unwrap_or(first),
            |choice| choice.m,
        );
        let mut told = format!("bestmove {}", self.options.written(best));
        if let [m, reply, ..] = moves
            && *m == best
        {
            told += &format!(" ponder {}", self.options.written(*reply));
        }
        say(&told);
    }

    fn chosen(&self, clock: &Clock) -> Option<Choice> {
        let time = self
            .shares
            .map_or(ASKED, |(soft, hard)| soft.min(hard).min(ASKED));
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let complain = &mut |why: String| tell(&why);
        let stopped = &|| clock.is_stopped();
        players.choose(
            &self.game,
            &self.options.who,
            self.seed,
            time,
            stopped,
            complain,
        )
    }

    fn show(&self, progress: &Progress<'_>) {
        let millis = progress.time.as_millis();
        let speed = progress.nodes as f64 / progress.time.as_secs_f64().max(0.001);
        for (at, line) in progress.lines.iter().enumerate() {
            let mut score = match line.mate() {
                Some(moves) => format!("mate {moves}"),
                None => format!("cp {}", line.score),
            };
            if self.options.results {
                let [win, draw, loss] = results(line);
                score += &format!(" wdl {win} {draw} {loss}");
            }
            let moves = line.moves.iter().map(|&m| self.options.written(m));
            say(&format!(
                "info depth {} seldepth {} multipv {} score {score} nodes {} nps {speed:.0} hashfull {} time {millis} pv {}",
                line.depth,
                line.selective,
                at + 1,
                progress.nodes,
                progress.fill,
                moves.collect::<Vec<_>>().join(" "),
            ));
        }
    }
}

/// How many of a thousand such positions are won, drawn and lost by people who play well.
///
/// The side to move wins with the probability 1 / (1 + exp((78 - c) / 220)) where it is c centipawns ahead: fitted to 92,952
/// evaluations in 1,000 games of Lichess, whose players have 2,486 on average. Where nobody is ahead it has too few draws,
/// 175 of a thousand for 268.
fn results(line: &Line) -> [u32; 3] {
    if let Some(moves) = line.mate() {
        return if moves > 0 {
            [1000, 0, 0]
        } else {
            [0, 0, 1000]
        };
    }
    let wins = |c: f64| (1000.0 / (1.0 + ((78.0 - c) / 220.0).exp())).round() as u32;
    let ahead = f64::from(line.score);
    let (win, loss) = (wins(ahead), wins(-ahead));
    [win, 1000 - win - loss, loss]
}
