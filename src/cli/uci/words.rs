//! The lines of a client of the Universal Chess Interface, read word by word.
//!
//! Clients send what is in no specification, so nothing here is an error but a position that cannot be: words that are not
//! known are passed over, and numbers that are out of range are the nearest that are not. Of `go` it is told.

use shakmaty::{Chess, Move, uci::UciMove};

use crate::chess::{History, Position};

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position(Result<History, String>),
    Go(Go),
    Stop,
    PonderHit,
    Quit,
}

/// What `go` asks for; times in milliseconds, by side (Black first).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    pub moves: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    pub time: [Option<u64>; 2],
    pub increment: [u64; 2],
    pub moves_to_go: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub move_time: Option<u64>,
    /// What was not taken as it was said.
    pub odd: Vec<String>,
}

/// Reads a line; `None` if there is nothing known in it. Words before the first known one are passed over.
pub fn read(line: &str, chess960: bool) -> Option<Command> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // What follows these is theirs.
    if let Some(&("register" | "debug")) = words.first() {
        return None;
    }
    words.iter().enumerate().find_map(|(at, word)| {
        let rest = &words[at + 1..];
        Some(match *word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(rest, line),
            "position" => Command::Position(position(rest, chess960)),
            "go" => Command::Go(go(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return None,
        })
    })
}

/// `name N value V`, both of several words; the spaces in a value are its own.
fn set_option(words: &[&str], line: &str) -> Command {
    let value = words.iter().position(|word| *word == "value");
    let name = match &words[..value.unwrap_or(words.len())] {
        ["name", name @ ..] => name,
        name => name,
    };
    let value = value.and_then(|at| {
        // The words are parts of the line.
        let start = words[at].as_ptr() as usize - line.as_ptr() as usize + "value".len();
        line.get(start..)
    });
    Command::SetOption {
        name: name.join(" "),
        value: value.unwrap_or_default().trim().to_owned(),
    }
}

/// `startpos` or `fen FEN`, then maybe `moves MOVES`.
fn position(words: &[&str], chess960: bool) -> Result<History, String> {
    let moves = words.iter().position(|word| *word == "moves");
    let (place, moves) = match moves {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let start = match place {
        ["startpos", ..] => None,
        ["fen", fen @ ..] | fen if !fen.is_empty() => Some(fen.join(" ")),
        _ => return Err("there is no position; expected startpos or fen FEN".to_owned()),
    };
    let chess: Chess = match &start {
        None => Chess::default(),
        Some(fen) => {
            let parsed = match chess960 {
                true => Position::parse_chess960(fen),
                false => Position::parse(fen),
            };
            (*parsed.map_err(|error| error.to_string())?).clone()
        }
    };
    let mut game = History::of(chess);
    for word in moves {
        let m = find(word, &game.chess)
            .ok_or_else(|| format!("{word} is no legal move after {} moves", game.moves.len()))?;
        game.push(m);
    }
    Ok(game)
}

/// The legal move that is written so.
pub fn find(word: &str, chess: &Chess) -> Option<Move> {
    let uci: UciMove = word.to_ascii_lowercase().parse().ok()?;
    match uci {
        UciMove::Null => None,
        uci => uci.to_move(chess).ok(),
    }
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut odd = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // A number that is negative or too large is the nearest that can be. Clocks of clients do fall below 0.
        let is_clock = word.ends_with("time") && *word != "movetime";
        let mut number = || {
            let Some(parsed) = words.peek().and_then(|word| word.parse::<i128>().ok()) else {
                let instead = words
                    .peek()
                    .map_or(String::new(), |next| format!(", found {next}"));
                odd.push(format!("expected a number after {word}{instead}"));
                return None;
            };
            let nearest = parsed.clamp(0, i128::from(u64::MAX));
            if nearest != parsed && !is_clock {
                odd.push(format!("{word} {parsed} is taken for {nearest}"));
            }
            words.next();
            Some(nearest as u64)
        };
        let small = |number: u64| number.min(u64::from(u32::MAX)) as u32;
        match *word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "btime" => go.time[0] = number(),
            "wtime" => go.time[1] = number(),
            "binc" => go.increment[0] = number().unwrap_or(0),
            "winc" => go.increment[1] = number().unwrap_or(0),
            "movestogo" => go.moves_to_go = number().map(small).filter(|moves| *moves > 0),
            "depth" => go.depth = number().map(small),
            "nodes" => go.nodes = number(),
            "mate" => go.mate = number().map(small),
            "movetime" => go.move_time = number(),
            "searchmoves" => {
                let is_move = |word: &&&str| word.to_ascii_lowercase().parse::<UciMove>().is_ok();
                while let Some(word) = words.next_if(is_move) {
                    go.moves.push((*word).to_owned());
                }
            }
            unknown => odd.push(format!("{unknown} is passed over")),
        }
    }
    go.odd = odd;
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(line: &str) -> History {
        match read(line, false) {
            Some(Command::Position(Ok(game))) => game,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_of_real_clients() {
        assert_eq!(read("uci", false), Some(Command::Uci));
        assert_eq!(read("joho isready", false), Some(Command::IsReady));
        assert_eq!(read("", false), None);
        assert_eq!(read("register later", false), None);
        let set = |name: &str, value: &str| {
            Some(Command::SetOption {
                name: name.to_owned(),
                value: value.to_owned(),
            })
        };
        assert_eq!(
            read("setoption name Move Overhead value 100", false),
            set("Move Overhead", "100")
        );
        assert_eq!(
            read("setoption name Clear Hash", false),
            set("Clear Hash", "")
        );
        assert_eq!(
            read("setoption name Strategy value my  file.pl ", false),
            set("Strategy", "my  file.pl")
        );
        assert_eq!(read("register name go depth code 4", false), None);
        assert_eq!(game("position startpos moves"), History::default());
        assert_eq!(game("position startpos moves e2e4 e7e5").moves.len(), 2);
        assert!(!game("position fen 8/8/8/8/8/4k3/8/R3K3 w Q -").usual);
        let castled = game("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1");
        assert!(castled.moves[0].is_castle());
        let castled = game("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1");
        assert!(castled.moves[0].is_castle());
        for wrong in [
            "position",
            "position fen",
            "position startpos moves e2e5",
            "position startpos moves 0000",
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            assert!(
                matches!(read(wrong, false), Some(Command::Position(Err(_)))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn what_a_client_asks_for() {
        let go = |line: &str| match read(line, false) {
            Some(Command::Go(go)) => go,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            go("go wtime -5 btime 300000 winc 2000 binc 1000 movestogo 300"),
            Go {
                time: [Some(300_000), Some(0)],
                increment: [1000, 2000],
                moves_to_go: Some(300),
                ..Go::default()
            }
        );
        assert_eq!(go("go depth 300").depth, Some(300));
        let analysis = go("go infinite searchmoves e2e4 D2D4");
        assert!(analysis.infinite);
        assert_eq!(analysis.moves, ["e2e4", "D2D4"]);
        let ponder = go("go ponder wtime 1000 btime 1000");
        assert!(ponder.ponder && ponder.time == [Some(1000); 2]);
        assert_eq!(go("go searchmoves e2e4 depth 5").depth, Some(5));
        let odd = |line: &str| go(line).odd.join("; ");
        assert_eq!(odd("go perft 3"), "perft is passed over; 3 is passed over");
        assert_eq!(
            odd("go depth abc nodes"),
            "expected a number after depth, found abc; abc is passed over; expected a number after nodes"
        );
        assert_eq!(odd("go nodes -3"), "nodes -3 is taken for 0");
        assert_eq!(odd("go infinite"), "");
        assert_eq!(go("go nodes 99999999999999999999999").nodes, Some(u64::MAX));
    }

    #[test]
    fn nothing_that_is_said_is_too_much() {
        let words = [
            "uci",
            "go",
            "position",
            "startpos",
            "fen",
            "moves",
            "e2e4",
            "e7e5",
            "0000",
            "a7a8q",
            "E1G1",
            "depth",
            "-1",
            "99999999999999999999",
            "wtime",
            "searchmoves",
            "name",
            "value",
            "setoption",
            "stop",
            "8/8/8/8/8/8/8/8",
            "w",
            "KQkq",
            "-",
            "0",
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "HAha",
            "infinite",
            "ponder",
            "mate",
            "\u{1f600}",
            "\0",
            "a1a1",
        ];
        let mut random = crate::random::Random::new(1);
        for _ in 0..100_000 {
            let mut line = String::new();
            for _ in 0..random.below(12) {
                line += words[random.below(words.len() as u64) as usize];
                line += ["", " ", "\t", " \u{a0}"][random.below(4) as usize];
            }
            read(&line, random.below(2) == 0);
        }
    }
}
