//! A chessboard between a person and whoever replies: it draws, reads moves, and keeps the game.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use chrono::Utc;
use shakmaty::{Bitboard, Color, Move, Position as _};

use crate::{
    chess::{
        History, Position,
        board::{Style, draw},
        games::{Game, Line, Outcome},
        notation::{parsed, san},
    },
    cli::input,
    session::players::Choice,
    terminal,
};

/// Whom the person plays.
pub trait Opponent {
    /// Its move, and why; `None` if it has none.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn reply(&mut self, game: &History) -> Result<Option<Choice>, String>;

    /// What is said when it has no move.
    fn speechless(&self) -> &'static str;

    /// What it would do in the person's place.
    fn hint(&mut self, game: &History) -> Option<Choice>;

    /// How the game that began with `start` is over, if it is.
    fn end(&self, start: &Position, game: &History) -> Option<String>;

    /// What a person can ask besides what all have, and what that does.
    fn questions(&self) -> &'static str {
        ""
    }

    /// The answer to such a question.
    fn answer(&self, _typed: &str, _position: &Position) -> Option<String> {
        None
    }
}

/// What a person can type.
const HELP: &str = "\
a move      such as Ke5 or e4e5; `moves` lists those there are
undo        takes your last move back
hint        says what I would do in your place
";
const QUIT: &str = "\
quit        ends
";

/// A game that is played.
pub struct Table<O, W> {
    pub opponent: O,
    pub person: Color,
    /// The positions so far.
    line: Vec<Position>,
    /// The moves between them, and why they were made.
    moves: Vec<(Move, String)>,
    pub out: W,
}

/// What a person types: a move or a command.
enum Command {
    Move(Move),
    Undo,
    Quit,
}

impl<O: Opponent, W: Write> Table<O, W> {
    /// A game that begins in a position, and has come so far.
    pub fn new(
        opponent: O,
        person: Color,
        start: Position,
        moves: Vec<(Move, String)>,
        out: W,
    ) -> Table<O, W> {
        let mut line = vec![start];
        for (m, _) in &moves {
            line.extend(line.last().map(|position| position.after(*m)));
        }
        Table {
            opponent,
            person,
            line,
            moves,
            out,
        }
    }

    /// Plays to the end of the game, or of the input, and saves it as the event in the file, if there is one; the exit status.
    ///
    /// # Errors
    ///
    /// What is wrong with the opponent, the input, or the file.
    pub fn play(&mut self, about: &str, event: &str, file: Option<&Path>) -> Result<u8, String> {
        let played = self.turns(about);
        // Of a game without moves there is nothing to keep.
        if let Some(file) = file.filter(|_| !self.moves.is_empty()) {
            self.save(file, event)?;
        }
        match played {
            Ok(result) => result.map(|()| 0),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            Err(error) => Err(format!("cannot go on: {error}")),
        }
    }

    /// The inner error is one of the opponent's.
    fn turns(&mut self, about: &str) -> io::Result<Result<(), String>> {
        let last = self.moves.last().map(|&(m, _)| m);
        write!(self.out, "{about}You are {}.\n\n", self.person)?;
        self.draw(last)?;
        loop {
            let (position, game) = (self.position(), self.game());
            if let Some(end) = self.end() {
                return writeln!(self.out, "{end}").map(Ok);
            }
            let (played, why) = if position.turn() == self.person {
                match self.ask(&position, &game)? {
                    Command::Quit => return writeln!(self.out, "The game is not over.").map(Ok),
                    Command::Undo => {
                        self.undo()?;
                        continue;
                    }
                    Command::Move(played) => (played, String::new()),
                }
            } else {
                match self.opponent.reply(&game) {
                    Err(message) => return Ok(Err(message)),
                    Ok(None) => {
                        return writeln!(self.out, "{}", self.opponent.speechless()).map(Ok);
                    }
                    Ok(Some(choice)) => {
                        self.tell("I play", &position, &choice)?;
                        (choice.m, choice.reasons.join(" "))
                    }
                }
            };
            self.line.push(position.after(played));
            self.moves.push((played, why));
            // Else my answer is drawn at once.
            if position.turn() != self.person || self.end().is_some() {
                writeln!(self.out)?;
                self.draw(Some(played))?;
            }
        }
    }

    fn position(&self) -> Position {
        self.line.last().expect("a game has a start").clone()
    }

    fn game(&self) -> History {
        let mut game = History::of((*self.line[0]).clone());
        self.moves.iter().for_each(|&(m, _)| game.push(m));
        game
    }

    fn end(&self) -> Option<String> {
        self.opponent.end(&self.line[0], &self.game())
    }

    /// Says a move, and why it is made.
    fn tell(&mut self, who: &str, position: &Position, choice: &Choice) -> io::Result<()> {
        writeln!(self.out, "{who} {}.", san(position, choice.m))?;
        (choice.reasons.iter()).try_for_each(|reason| writeln!(self.out, "    {reason}"))
    }

    /// Back to the person's turn before.
    fn undo(&mut self) -> io::Result<()> {
        let before = self.line.len() - 1;
        let turn = self.line[..before]
            .iter()
            .rposition(|position| position.turn() == self.person);
        match turn {
            None => writeln!(self.out, "There is no move of yours to take back."),
            Some(turn) => {
                self.line.truncate(turn + 1);
                self.moves.truncate(turn);
                self.draw(None)
            }
        }
    }

    fn draw(&mut self, played: Option<Move>) -> io::Result<()> {
        let mut marked = Bitboard::EMPTY;
        if let Some(played) = played {
            marked.extend(played.from());
            marked.add(played.to());
        }
        let style = Style {
            colour: terminal::colour(&io::stdout()),
            flipped: self.person.is_black(),
            marked,
            roomy: true,
            ..Style::default()
        };
        let position = self.position();
        writeln!(self.out, "{}", draw(&position, style))
    }

    /// Adds the game to a file, as PGN, with the reasons as comments.
    fn save(&mut self, file: &Path, event: &str) -> Result<(), String> {
        let last = self.position();
        let mark = match (last.is_checkmate(), self.end().is_some()) {
            (true, _) => Some(Outcome::of_winner(!last.turn())),
            (false, true) => Some(Outcome::Draw),
            (false, false) => None,
        };
        let name = |side| match side == self.person {
            true => "Player",
            false => "Chesslog",
        };
        let tags = [
            ("Event", event.to_owned()),
            ("Date", Utc::now().format("%Y.%m.%d").to_string()),
            ("White", name(Color::White).to_owned()),
            ("Black", name(Color::Black).to_owned()),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value));
        let mut line = Line::default();
        for (m, why) in &self.moves {
            line.push(Some(*m), [why.as_str()]);
        }
        let game = Game::played(self.line[0].clone(), line, tags.into(), mark);
        let opened = File::options().create(true).append(true).open(file);
        let written = opened.and_then(|mut opened| opened.write_all(game.pgn().as_bytes()));
        let name = file.display();
        written.map_err(|error| format!("cannot write {name}: {error}"))?;
        // Whoever no longer reads has the file.
        _ = writeln!(self.out, "The game is in {name}.");
        Ok(())
    }

    /// Asks until something can be done.
    fn ask(&mut self, position: &Position, game: &History) -> io::Result<Command> {
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
                "help" | "?" => {
                    let questions = self.opponent.questions();
                    write!(self.out, "{HELP}{questions}{QUIT}")?;
                }
                "undo" => return Ok(Command::Undo),
                "quit" | "exit" => return Ok(Command::Quit),
                "hint" => match self.opponent.hint(game) {
                    None => writeln!(self.out, "I know no better than you.")?,
                    Some(choice) => {
                        self.tell("I would play", position, &choice)?;
                    }
                },
                typed => match self.opponent.answer(typed, position) {
                    Some(answer) => writeln!(self.out, "{answer}")?,
                    None => match parsed(position, typed) {
                        Ok(played) => return Ok(Command::Move(played)),
                        Err(message) => writeln!(self.out, "{message}")?,
                    },
                },
            }
        }
    }
}
