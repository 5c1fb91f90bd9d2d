//! `chesslog play --endgame`: a person against a strategy, or against perfect defence.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use chrono::Utc;
use clap::ValueEnum;
use shakmaty::{Bitboard, Color, Move, Position as _};

use crate::{
    chess::{
        Position,
        board::{Style, draw},
        games::{self, Line, Outcome},
        notation::{parsed, san},
    },
    cli::{input, report_problem},
    endgame::{Ending, Value, perfect},
    session::{
        attacker::{Attacker, StrategyMove},
        ending_game,
    },
    terminal,
};

/// What a person can type.
const HELP: &str = "\
a move      such as Ke5 or e4e5; `moves` lists those there are
undo        takes your last move back
hint        says what I would do in your place
dtm         says how far mate is with best play
quit        ends
";

/// Whom the person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The bare king, against a strategy
    Defender,
    /// The side with the pieces, against perfect defence
    Attacker,
}

/// What is to be played.
pub struct Plan<'a> {
    pub ending: Ending,
    pub strategy: Option<&'a Path>,
    pub fen: Option<&'a str>,
    pub side: Side,
    pub seed: u64,
    /// A file of games in which the position is looked for.
    pub games: Option<&'a str>,
    /// The file that gets the game.
    pub save: Option<&'a Path>,
}

/// Plays to the end of the game, or of the input; the exit status.
pub fn play(plan: &Plan<'_>) -> Result<u8, String> {
    let show = |text: &str| print!("{text}");
    let loaded = Attacker::load(plan.strategy, plan.ending, report_problem, show);
    let (attacker, about) = match plan.side {
        // Without one, the hints are those of the tables.
        Side::Attacker if plan.strategy.is_none() => match loaded {
            Ok((attacker, _)) => (Some(attacker), String::new()),
            Err(_) => (None, String::new()),
        },
        Side::Attacker | Side::Defender => {
            loaded.map(|(attacker, name)| (Some(attacker), format!("I play {name}.\n")))?
        }
    };
    // Not before: it may need a table that takes a while.
    let start = match (plan.fen, plan.games) {
        (Some(fen), _) => given(fen, plan.ending)?,
        (None, Some(file)) => first_of(file, plan.ending)?,
        (None, None) => ending_game::start(plan.ending, plan.seed)?,
    };
    let about = match plan.side {
        Side::Defender => about,
        Side::Attacker => "I defend as long as it can be done.\n".to_owned(),
    };
    let mut game = Game {
        attacker,
        side: plan.side,
        me: start.1,
        line: vec![start.0],
        moves: Vec::new(),
        out: io::stdout().lock(),
    };
    let played = game.turns(&about);
    if let Some(file) = plan.save {
        game.save(file, plan.ending)?;
    }
    match played {
        Ok(result) => result.map(|()| 0),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        Err(error) => Err(format!("cannot go on: {error}")),
    }
}

/// The first position of the ending that the games of a file come to.
fn first_of(file: &str, ending: Ending) -> Result<ending_game::Start, String> {
    for game in games::read(file).map_err(|error| error.to_string())? {
        let game = game.map_err(|error| error.to_string())?;
        let mut positions = vec![game.start.clone()];
        positions.extend(game.plies().map(|(position, m)| position.after(m)));
        let found = positions
            .iter()
            .find_map(|position| given(position.fen(), ending).ok());
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(format!(
        "{file}: no game comes to {} against a bare king",
        ending.material()
    ))
}

fn given(fen: &str, ending: Ending) -> Result<ending_game::Start, String> {
    let position = Position::parse(fen).map_err(|why| format!("`{fen}` is no position: {why}"))?;
    let expected = || {
        format!(
            "expected a position of {} against a bare king",
            ending.material()
        )
    };
    match perfect::EndingPosition::of(&position) {
        Err(why) => Err(format!("`{fen}`: {why}; {}", expected())),
        Ok(seen) => match seen.placed {
            Some((other, _)) if other == ending => Ok((position, seen.attacker)),
            Some((other, _)) => Err(format!("`{fen}` is one of {other}; {}", expected())),
            None => Err(format!("`{fen}` has only kings; {}", expected())),
        },
    }
}

/// A game that is played.
struct Game<W> {
    /// The strategy that plays, or that gives hints.
    attacker: Option<Attacker>,
    side: Side,
    /// Who has the pieces.
    me: Color,
    /// The positions so far.
    line: Vec<Position>,
    /// The moves between them, and why they were made.
    moves: Vec<(Move, String)>,
    out: W,
}

/// What a person types: a move or a command.
enum Command {
    Move(Move),
    Undo,
    Quit,
}

impl<W: Write> Game<W> {
    /// The inner error is one of the strategy's.
    fn turns(&mut self, about: &str) -> io::Result<Result<(), String>> {
        let person = match self.side {
            Side::Attacker => self.me,
            Side::Defender => !self.me,
        };
        write!(self.out, "{about}You are {person}.\n\n")?;
        self.draw(None)?;
        loop {
            let position = self.line.last().expect("a game has a start").clone();
            if let Some(end) = self.end() {
                return writeln!(self.out, "{end}").map(Ok);
            }
            let (played, why) = if position.turn() == person {
                match self.ask(&position)? {
                    Command::Quit => return writeln!(self.out, "The game is not over.").map(Ok),
                    Command::Undo => {
                        self.undo(person)?;
                        continue;
                    }
                    Command::Move(played) => (played, String::new()),
                }
            } else {
                match self.reply(&position) {
                    Err(message) => return Ok(Err(message)),
                    Ok(None) => {
                        return writeln!(
                            self.out,
                            "My strategy has no move here: you have held out."
                        )
                        .map(Ok);
                    }
                    Ok(Some(choice)) => {
                        let name = san(&position, choice.played);
                        writeln!(self.out, "I play {name}.")?;
                        for reason in &choice.why {
                            writeln!(self.out, "    {reason}")?;
                        }
                        (choice.played, choice.why.join(" "))
                    }
                }
            };
            self.line.push(position.after(played));
            self.moves.push((played, why));
            // Else my answer is drawn at once.
            if position.turn() != person || self.end().is_some() {
                writeln!(self.out)?;
                self.draw(Some(played))?;
            }
        }
    }

    /// Back to the person's turn before.
    fn undo(&mut self, person: Color) -> io::Result<()> {
        let before = self.line.len() - 1;
        let turn = self.line[..before]
            .iter()
            .rposition(|position| position.turn() == person);
        match turn {
            None => writeln!(self.out, "There is no move of yours to take back."),
            Some(turn) => {
                self.line.truncate(turn + 1);
                self.moves.truncate(turn);
                self.draw(None)
            }
        }
    }

    fn reply(&mut self, position: &Position) -> Result<Option<StrategyMove>, String> {
        match (self.side, &mut self.attacker) {
            (Side::Defender, Some(attacker)) => attacker.choose(position),
            _ => Ok(ending_game::best(position)),
        }
    }

    fn draw(&mut self, played: Option<Move>) -> io::Result<()> {
        let colour = terminal::colour(&io::stdout());
        let mut marked = Bitboard::EMPTY;
        if let Some(played) = played {
            marked.extend(played.from());
            marked.add(played.to());
        }
        let black = match self.side {
            Side::Attacker => self.me.is_black(),
            Side::Defender => self.me.is_white(),
        };
        let style = Style {
            colour,
            flipped: black,
            marked,
            roomy: true,
            ..Style::default()
        };
        match self.line.last() {
            Some(position) => writeln!(self.out, "{}", draw(position, style)),
            None => Ok(()),
        }
    }

    fn end(&self) -> Option<String> {
        ending_game::end(&self.line, self.side == Side::Defender)
    }

    /// Adds the game to a file, as PGN, with the reasons as comments.
    fn save(&mut self, file: &Path, ending: Ending) -> Result<(), String> {
        let Some(last) = self.line.last() else {
            return Ok(());
        };
        let mark = match (last.is_checkmate(), self.end().is_some()) {
            (true, _) => Some(Outcome::of_winner(!last.turn())),
            (false, true) => Some(Outcome::Draw),
            (false, false) => None,
        };
        let person = match self.side {
            Side::Attacker => self.me,
            Side::Defender => !self.me,
        };
        let name = |side| if side == person { "Player" } else { "Chesslog" };
        let tags = [
            ("Event", format!("chesslog play --endgame {ending}")),
            ("Date", Utc::now().format("%Y.%m.%d").to_string()),
            ("White", name(Color::White).to_owned()),
            ("Black", name(Color::Black).to_owned()),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value));
        let mut line = Line::default();
        for (m, why) in &self.moves {
            line.push(Some(*m), [why.as_str()]);
        }
        let game = games::Game::played(self.line[0].clone(), line, tags.into(), mark);
        let opened = File::options().create(true).append(true).open(file);
        let written = opened.and_then(|mut opened| opened.write_all(game.pgn().as_bytes()));
        let name = file.display();
        written.map_err(|error| format!("cannot write {name}: {error}"))?;
        // Whoever no longer reads has the file.
        _ = writeln!(self.out, "The game is in {name}.");
        Ok(())
    }

    /// Asks until something can be done.
    fn ask(&mut self, position: &Position) -> io::Result<Command> {
        loop {
            let Some(typed) = input::line(&mut self.out)? else {
                return Ok(Command::Quit);
            };
            match typed.as_str() {
                "" | "moves" => {
                    let mut moves: Vec<String> = position
                        .legal_moves()
                        .iter()
                        .map(|&m| san(position, m))
                        .collect();
                    moves.sort();
                    writeln!(self.out, "{}", moves.join(", "))?;
                }
                "help" | "?" => write!(self.out, "{HELP}")?,
                "undo" => return Ok(Command::Undo),
                "quit" | "exit" => return Ok(Command::Quit),
                "dtm" => writeln!(self.out, "{}", distance(position))?,
                "hint" => self.hint(position)?,
                typed => match parsed(position, typed) {
                    Ok(played) => return Ok(Command::Move(played)),
                    Err(message) => writeln!(self.out, "{message}")?,
                },
            }
        }
    }

    fn hint(&mut self, position: &Position) -> io::Result<()> {
        let choice = match (self.side, &mut self.attacker) {
            (Side::Attacker, Some(attacker)) => attacker.choose(position),
            _ => Ok(None),
        };
        match choice
            .unwrap_or_default()
            .or_else(|| ending_game::best(position))
        {
            None => writeln!(self.out, "I know no better than you."),
            Some(choice) => {
                writeln!(self.out, "I would play {}.", san(position, choice.played))?;
                choice
                    .why
                    .iter()
                    .try_for_each(|reason| writeln!(self.out, "    {reason}"))
            }
        }
    }
}

fn distance(position: &Position) -> String {
    match perfect::value(position) {
        Ok(Value::Mate(plies)) => {
            let counted = |n: u8, what: &str| match n {
                1 => format!("1 {what}"),
                n => format!("{n} {what}s"),
            };
            let moves = counted(plies.div_ceil(2), "move");
            format!(
                "Best play mates in {moves} ({}).",
                counted(plies, "half move")
            )
        }
        Ok(Value::Drawn) => "Best play draws.".to_owned(),
        Err(why) => format!("There is no table for this position: {why}."),
    }
}
