//! `chesslog uci [FILE...]`: plays in chess programs, and says why it moves.
//!
//! The protocol is that of R. Huber and S. Meyer-Kahlen, "Description of the Universal Chess Interface (UCI)", April 2006.
//! `words.rs` reads what clients send, `options.rs` has what they may set, `thinking.rs` is one move; those who move before the
//! search does are in `src/session/players.rs`.

mod options;
mod thinking;
mod words;

use std::{
    io::{self, BufRead as _, Write as _},
    path::PathBuf,
    process,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use clap::Args;
use shakmaty::Position as _;

use self::{
    options::{Consequence, Options},
    thinking::{Job, Thinking},
    words::{Command, Go},
};
use super::fail;
use crate::{
    chess::{
        History,
        search::player::{Player, Time},
    },
    engine::InterruptHandle,
    session::players::{Players, Wishes},
};

/// Who moves, below the options.
const WHO: &str = "\
The first of these who has a move makes it; its reasons come as `info string`, before `bestmove`:
  1. the files, in their order: strategies for endings, decision lists of tactics (`chesslog tactics strategy`), or
     Prolog that defines strategy(+Pos, -Move); more can be set by the option Strategy, with ; between them
  2. in endings of king and rook, and king and queen, the strategies that are proved (option Endgames)
  3. in lines of openings, a line that is drawn as OpeningPreferences says, such as `gambit, e4 0.8` (option OwnBook)
  4. Maia, which plays as people do, if the option Maia names the file of its weights
  5. the engine's own search
A client that analyses (go infinite, go mate, some moves only, several lines, UCI_AnalyseMode) is told what the search
finds and nothing else.

In a chess program, add an engine with the command `chesslog uci`.";

#[derive(Debug, Args)]
#[command(after_help = WHO)]
pub struct UciArguments {
    /// Files that say what to play, in the order in which they are asked
    files: Vec<PathBuf>,
}

/// Runs the command until the client quits, or is gone.
pub fn run(arguments: &UciArguments) -> u8 {
    let files = arguments.files.iter();
    let options = Options {
        who: Wishes {
            strategies: files
                .map(|file| file.to_string_lossy().into_owned())
                .collect(),
            ..Wishes::default()
        },
        ..Options::default()
    };
    let (players, problems) = Players::read(&options.who);
    if !problems.is_empty() {
        return fail(&problems.join("\n"));
    }
    let mut conversation = Conversation::new(options, players);
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        if let Some(command) = words::read(&line, conversation.options.chess960)
            && !conversation.take(command)
        {
            conversation.stop();
            return 0;
        }
    }
    if let Some(thinking) = conversation.thinking.take() {
        thinking.finish(&conversation.interrupts);
    }
    0
}

/// Says something to the client.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        // The client is gone: nobody wants to know more.
        process::exit(0);
    }
}

/// Says something that is for people.
fn tell(text: &str) {
    for line in text.lines() {
        say(&format!("info string {line}"));
    }
}

struct Conversation {
    options: Options,
    /// None after a position that cannot be.
    game: Option<History>,
    player: Arc<Mutex<Player>>,
    players: Arc<Mutex<Players>>,
    /// What the players are.
    about: Vec<String>,
    /// End what strategies in Prolog are doing.
    interrupts: Vec<InterruptHandle>,
    thinking: Option<Thinking>,
    games: u64,
    /// What lines of openings are drawn with in this game.
    seed: u64,
}

impl Conversation {
    fn new(options: Options, players: Players) -> Conversation {
        let player = Player::new(options.hash);
        let mut conversation = Conversation {
            options,
            game: Some(History::default()),
            player: Arc::new(Mutex::new(player)),
            about: players.about().collect(),
            interrupts: players.interrupts(),
            players: Arc::new(Mutex::new(players)),
            thinking: None,
            games: 0,
            seed: 0,
        };
        conversation.new_game();
        conversation
    }

    /// Does what is asked; false if that is to quit.
    fn take(&mut self, command: Command) -> bool {
        match command {
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                say(&format!(
                    "id name Chesslog {version}\nid author the authors of Chesslog"
                ));
                say(options::told().trim_end());
                say("uciok");
                self.about.iter().for_each(|about| tell(about));
            }
            Command::IsReady => say("readyok"),
            Command::NewGame => {
                self.stop();
                self.player().forget();
                self.new_game();
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position(Ok(game)) => self.game = Some(game),
            Command::Position(Err(why)) => {
                tell(&format!("position refused: {why}"));
                self.game = None;
            }
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.go_on();
                }
            }
            Command::Quit => return false,
        }
        true
    }

    fn player(&self) -> std::sync::MutexGuard<'_, Player> {
        self.player.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lines of openings are drawn anew: other ones in each game, the same ones in each run if the seed was set.
    fn new_game(&mut self) {
        self.games += 1;
        let base = self.options.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            now.map_or(0, |now| now.as_nanos() as u64)
        });
        self.seed = base.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.games << 32;
    }

    fn set(&mut self, name: &str, value: &str) {
        match self.options.set(name, value, tell) {
            Err(why) => tell(&why),
            Ok(Consequence::Nothing) => {}
            Ok(Consequence::Table) => {
                self.stop();
                // There may be no room for two.
                self.player = Arc::new(Mutex::new(Player::new(1)));
                self.player = Arc::new(Mutex::new(Player::new(self.options.hash)));
            }
            Ok(Consequence::Forget) => {
                self.stop();
                self.player().forget();
            }
            Ok(Consequence::Files) => {
                self.stop();
                let (players, problems) = Players::read(&self.options.who);
                problems.iter().for_each(|problem| tell(problem));
                self.about = players.about().collect();
                self.about.iter().for_each(|about| tell(about));
                self.interrupts = players.interrupts();
                self.players = Arc::new(Mutex::new(players));
            }
            Ok(Consequence::Draws) => self.new_game(),
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        go.odd.iter().for_each(|odd| tell(&format!("go: {odd}")));
        let Some(game) = self.game.clone() else {
            tell("there is no position to think about");
            say("bestmove 0000");
            return;
        };
        let side = usize::from(game.chess.turn().is_white());
        // Who is told one clock only takes it for his own.
        let left = go.time[side].or(go.time[1 - side]);
        let millis = std::time::Duration::from_millis;
        let overhead = millis(self.options.overhead);
        let shares = match (go.move_time, left) {
            (Some(time), _) => {
                let time = millis(time).saturating_sub(overhead.min(millis(time / 10)));
                Some((std::time::Duration::MAX, time))
            }
            (_, Some(left)) => {
                let time = Time {
                    left: millis(left),
                    increment: millis(go.increment[side]),
                    moves_to_go: go.moves_to_go,
                };
                Some(time.shares(overhead))
            }
            _ => None,
        };
        let moves = go
            .moves
            .iter()
            .filter_map(|word| words::find(word, &game.chess));
        let moves: Vec<_> = moves.collect();
        if moves.len() < go.moves.len() {
            tell("some of searchmoves are no legal moves, and passed over");
        }
        self.thinking = Some(Thinking::start(Job {
            moves,
            game,
            go: go.clone(),
            shares,
            seed: self.seed,
            options: self.options.clone(),
            player: Arc::clone(&self.player),
            players: Arc::clone(&self.players),
        }));
    }

    /// Ends what is being thought, if anything is; the best move is told before this returns.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop(&self.interrupts);
        }
    }
}
