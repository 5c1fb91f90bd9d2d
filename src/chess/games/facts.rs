//! What a game says in tags and comments, as numbers.

use std::str::FromStr;

use shakmaty::Color;

use super::{Game, Line};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Neither won.
    Draw,
}

impl Outcome {
    /// This side has won.
    pub fn of_winner(side: Color) -> Outcome {
        match side {
            Color::White => Outcome::White,
            Color::Black => Outcome::Black,
        }
    }
}

impl FromStr for Outcome {
    type Err = ();

    /// Reads `1-0`, `0-1` or `1/2-1/2`.
    fn from_str(text: &str) -> Result<Outcome, ()> {
        match text.replace(['–', '—'], "-").as_str() {
            "1-0" => Ok(Outcome::White),
            "0-1" => Ok(Outcome::Black),
            "1/2-1/2" | "1/2" | "½-½" => Ok(Outcome::Draw),
            _ => Err(()),
        }
    }
}

/// What an engine said of a position, in a comment; good for White above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// So many hundredths of a pawn.
    Centipawns(i64),
    /// Mate in so many moves; Black mates below 0.
    Mate(i64),
}

impl Game {
    /// How it ended: by the tag `Result`, or where there is none by the mark behind the moves.
    /// `None` if that says nothing.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.tag("Result") {
            Some(result) => result.trim().parse().ok(),
            None => self.mark,
        }
    }

    /// The rating of a player, where the tag `WhiteElo` or `BlackElo` is a number.
    pub fn elo(&self, side: Color) -> Option<u32> {
        let name = match side {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        self.tag(name)?.trim().parse().ok()
    }

    /// The year, the month and the day of the tag `Date`, or where that says nothing of `UTCDate`:
    /// the first is known, and the others as far as they are.
    pub fn date(&self) -> Option<(u32, Option<u32>, Option<u32>)> {
        ["Date", "UTCDate"].iter().find_map(|name| {
            let mut parts = self.tag(name)?.trim().split(['.', '-', '/']);
            let mut part = || parts.next().and_then(|part| part.parse().ok());
            Some((part()?, part(), part()))
        })
    }
}

impl Line {
    /// What is left on the clock of the player who has moved, in seconds, each with the number of
    /// moves before it: `[%clk 0:01:00]` in a comment.
    pub fn clocks(&self) -> impl Iterator<Item = (usize, f64)> {
        self.commands("clk", |text| {
            let seconds = |sum: f64, part: &str| Some(60.0 * sum + part.parse::<f64>().ok()?);
            let total = text.split(':').try_fold(0.0, seconds)?;
            (total.is_finite() && total >= 0.0).then_some(total)
        })
    }

    /// What engines say, each with the number of moves before it: `[%eval 0.17]` or `[%eval #-3]`
    /// in a comment.
    pub fn evaluations(&self) -> impl Iterator<Item = (usize, Evaluation)> {
        self.commands("eval", |text| {
            // The depth may follow after a comma.
            let text = text.split(',').next()?.trim();
            if let Some(moves) = text.strip_prefix('#') {
                return moves.parse().ok().map(Evaluation::Mate);
            }
            let pawns: f64 = text.parse().ok()?;
            let centipawns = (100.0 * pawns).round();
            (centipawns.abs() < 1e9).then_some(Evaluation::Centipawns(centipawns as i64))
        })
    }

    /// What commands of this name in comments hold, such as `[%clk 0:01:00]`.
    fn commands<T>(
        &self,
        name: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> impl Iterator<Item = (usize, T)> {
        self.comments().filter_map(move |(ply, text)| {
            let mut commands = text.split("[%").skip(1);
            commands.find_map(|command| {
                let value = command.strip_prefix(name)?.strip_prefix(' ')?;
                Some((ply, read(value.split(']').next()?.trim())?))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::games::{Note, tests::game};

    #[test]
    fn tags_are_numbers_where_they_say_one() {
        let text = |tags: &str| format!("{tags}\n\n1. e4 1-0\n");
        let played = game(&text(
            "[WhiteElo \"1639\"]\n[BlackElo \"?\"]\n[Date \"2013.02.??\"]",
        ));
        assert_eq!(played.elo(Color::White), Some(1639));
        assert_eq!(played.elo(Color::Black), None);
        assert_eq!(played.date(), Some((2013, Some(2), None)));
        assert_eq!(played.outcome(), Some(Outcome::White));
        let other = game(&text(
            "[Result \"*\"]\n[Date \"????.??.??\"]\n[UTCDate \"2012.12.31\"]",
        ));
        assert_eq!(other.outcome(), None);
        assert_eq!(other.date(), Some((2012, Some(12), Some(31))));
        let draw = game("[Result \"1/2-1/2\"]\n\n1. e4 1-0\n");
        assert_eq!(draw.outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn commands_in_comments_are_numbers() {
        let comments = [
            "[%eval 0.17] [%clk 0:00:30]",
            "[%clk 1:02:03.5][%eval -1.5,20]",
            "good [%eval #-3]",
            "[%eval #4] [%clk x]",
            "[%evaluation 3] [%clk]",
        ];
        let note = |text: &&str| (1, Note::Comment((*text).to_owned()));
        let line = Line {
            notes: comments.iter().map(note).collect(),
            ..Line::default()
        };
        let clocks: Vec<f64> = line.clocks().map(|(_, clock)| clock).collect();
        assert_eq!(clocks, [30.0, 3723.5]);
        let said: Vec<_> = line.evaluations().map(|(_, said)| said).collect();
        use Evaluation::{Centipawns, Mate};
        assert_eq!(said, [Centipawns(17), Centipawns(-150), Mate(-3), Mate(4)]);
    }
}
