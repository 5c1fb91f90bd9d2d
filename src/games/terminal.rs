//! How people see a game in a terminal, and what they type to move.

use super::{
    Graph, State,
    board::{Board, Naming},
};

impl Graph {
    /// How the squares are called, if the states are boards.
    pub fn naming(&self) -> Option<Naming> {
        let &start = self.starts.first()?;
        let &next = self.moves(start).first()?;
        Some(self.board(start)?.naming(&self.board(next)?))
    }

    fn board(&self, state: State) -> Option<Board> {
        Board::parse(&self.texts[state as usize])
    }

    /// A picture of a state: its board, or else its text.
    pub fn draw(&self, state: State) -> String {
        match (self.board(state), self.naming()) {
            (Some(board), Some(naming)) => board.draw(naming),
            _ => format!("{}\n", self.texts[state as usize]),
        }
    }

    /// The names of the moves from a state, in order: squares, as `5` or `a1a2`, where that says
    /// which move is meant; else numbers from 1.
    pub fn move_names(&self, state: State) -> Vec<String> {
        let moves = self.moves(state);
        let squares = || {
            let (board, naming) = (self.board(state)?, self.naming()?);
            let name = |&next| board.move_name(&self.board(next)?, naming);
            let names = moves.iter().map(name).collect::<Option<Vec<_>>>()?;
            let twice = |(at, name)| names[..at].contains(name);
            (!names.iter().enumerate().any(twice)).then_some(names)
        };
        squares().unwrap_or_else(|| (1..=moves.len()).map(|n| n.to_string()).collect())
    }

    /// The state to which a move leads that a person has typed; `-` and `x` between squares, and
    /// capitals, are understood.
    ///
    /// # Errors
    ///
    /// What was typed, and the moves that there are.
    pub fn parse_move(&self, state: State, text: &str) -> Result<State, String> {
        let typed = text.trim();
        let plain: String = typed
            .chars()
            .filter(|c| !matches!(c, '-' | 'x' | ' '))
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let names = self.move_names(state);
        match names.iter().position(|name| *name == plain) {
            Some(at) => Ok(self.moves(state)[at]),
            None if names.is_empty() => Err(format!("no move {typed}: there are no moves")),
            None => Err(format!(
                "no move {typed:?}: the moves are {}",
                names.join(", ")
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::named;

    #[test]
    fn oxo_is_seen_and_played() {
        let oxo = named("oxo").unwrap();
        let state = oxo.state("s(o,board(o,x,e,e,e,e,e,e,e))").unwrap();
        assert_eq!(oxo.draw(state), "o x 3\n4 5 6\n7 8 9\n");
        assert_eq!(oxo.move_names(state).join(""), "3456789");
        let next = oxo.parse_move(state, " 5\n").unwrap();
        assert_eq!(oxo.texts[next as usize], "s(x,board(o,x,e,e,o,e,e,e,e))");
        assert_eq!(
            oxo.parse_move(state, "2"),
            Err(r#"no move "2": the moves are 3, 4, 5, 6, 7, 8, 9"#.into())
        );
    }

    #[test]
    fn hexapawn_is_seen_and_played() {
        let game = named("hexapawn3").unwrap();
        let state = game.state("s(w,board(w,e,w,e,b,e,e,b,b))").unwrap();
        assert_eq!(game.draw(state), "3  . b b\n2  . b .\n1  w . w\n   a b c\n");
        assert_eq!(game.move_names(state), ["a1a2", "a1b2", "c1c2", "c1b2"]);
        let moves = game.moves(state);
        assert_eq!(game.parse_move(state, "C1xB2"), Ok(moves[3]));
        assert_eq!(game.parse_move(state, "a1-a2"), Ok(moves[0]));
        assert!(game.parse_move(state, "a1c2").is_err());
    }
}
