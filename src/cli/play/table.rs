//! The board between the players: it draws, reads moves, and says what has been played.

use std::io::{self, Write};

use super::First;
use crate::{
    cli::input,
    games::{Graph, State, board::Board},
    migo::opponent::Opponent,
    random::Random,
};

/// What a person can type.
const HELP: &str = "\
a move      its squares, such as 5 or a1a2; `moves` lists those there are
undo        takes your last move back
quit        ends
";

/// A game between a person and a machine.
pub struct Table {
    pub graph: &'static Graph,
    pub machine: Opponent,
    pub random: Random,
    pub start: State,
    pub first: First,
}

/// What a person types: a move or a command.
enum Command {
    Move(State),
    Undo,
    Quit,
}

impl Table {
    /// Plays to the end of the game, or of the input; whoever reads may have seen enough.
    pub fn play(self, about: &str) -> u8 {
        let mut out = io::stdout().lock();
        match self.turns(about, &mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                crate::cli::fail(&format!("cannot go on: {error}"))
            }
            _ => 0,
        }
    }

    fn turns(mut self, about: &str, out: &mut impl Write) -> io::Result<()> {
        let graph = self.graph;
        writeln!(out, "{about}.")?;
        let mut mine = self.first == First::Me;
        self.report_sides(mine, out)?;
        write!(out, "{}", graph.draw(self.start))?;
        let (mut state, mut turns) = (self.start, Vec::new());
        loop {
            if let Some(end) = self.end(state, mine) {
                return writeln!(out, "{end}");
            }
            if !mine {
                let Some((next, why)) = self.machine.choose(graph, state, &mut self.random) else {
                    return writeln!(out, "I resign. You have won.");
                };
                writeln!(out, "I play {}. {why}", self.name(state, next))?;
                state = next;
                mine = true;
                write!(out, "{}", graph.draw(state))?;
                continue;
            }
            match self.ask(state, out)? {
                Command::Quit => return writeln!(out, "The game is not over."),
                Command::Undo => match turns.pop() {
                    None => writeln!(out, "There is no move of yours to take back.")?,
                    Some(before) => {
                        state = before;
                        write!(out, "{}", graph.draw(state))?;
                    }
                },
                Command::Move(next) => {
                    turns.push(state);
                    state = next;
                    mine = false;
                    // Else the machine's answer is drawn at once.
                    if self.end(state, mine).is_some() {
                        write!(out, "{}", graph.draw(state))?;
                    }
                }
            }
        }
    }

    /// Who has which pieces, where the board knows that.
    fn report_sides(&self, mine: bool, out: &mut impl Write) -> io::Result<()> {
        let who = if mine { "You begin" } else { "I begin" };
        match Board::parse(&self.graph.texts[self.start as usize]) {
            Some(board) => writeln!(out, "{who} with {}.", char::from(board.mover)),
            None => writeln!(out, "{who}."),
        }
    }

    /// How the game has ended, if it has.
    fn end(&self, state: State, mine: bool) -> Option<&'static str> {
        let (graph, at) = (self.graph, state as usize);
        match (graph.won[at], mine) {
            (true, true) => Some("I have won."),
            (true, false) => Some("You have won."),
            _ if graph.drawn[at] || graph.moves(state).is_empty() => Some("A draw."),
            _ => None,
        }
    }

    fn name(&self, state: State, next: State) -> String {
        let at = self.graph.moves(state).iter().position(|to| *to == next);
        let name = at.and_then(|at| self.graph.move_names(state).into_iter().nth(at));
        name.unwrap_or_default()
    }

    /// The moves that there are; where their names are numbers only, with what they lead to.
    fn list(&self, state: State, out: &mut impl Write) -> io::Result<()> {
        let names = self.graph.move_names(state);
        if self.graph.naming().is_some() {
            return writeln!(out, "{}", names.join(", "));
        }
        for (name, next) in names.iter().zip(self.graph.moves(state)) {
            writeln!(out, "{name}: {}", self.graph.texts[*next as usize])?;
        }
        Ok(())
    }

    /// Asks until something can be done.
    fn ask(&self, state: State, out: &mut impl Write) -> io::Result<Command> {
        loop {
            let Some(typed) = input::line(out)? else {
                return Ok(Command::Quit);
            };
            match typed.as_str() {
                "" | "moves" => self.list(state, out)?,
                "help" | "?" => write!(out, "{HELP}")?,
                "undo" => return Ok(Command::Undo),
                "quit" | "exit" => return Ok(Command::Quit),
                typed => match self.graph.parse_move(state, typed) {
                    Ok(next) => return Ok(Command::Move(next)),
                    Err(message) => writeln!(out, "{message}")?,
                },
            }
        }
    }
}
