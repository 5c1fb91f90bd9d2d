//! Games as moves on the board.

use shakmaty::Color;

use super::{
    judge::{Game, Judge},
    outcome::Outcome,
};
use crate::endgame::{Placement, Reply, Turn, arena::NO_POSITION, index, line::Record, view};

/// A game with its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Where it began; white is the attacker.
    pub fen: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves the attacker made.
    pub moves: u32,
    /// The moves of both sides.
    pub line: Vec<String>,
}

impl Played {
    /// Plays a game of a strategy from the placement of its number, or from this one of its images.
    pub fn of(judge: &Judge, behaviour: &[u8], game: &Game, from: Option<Placement>) -> Played {
        let ending = judge.arena.vocabulary.ending;
        let at = from.unwrap_or_else(|| index::placement(game.start, &ending));
        let fen = view::position(&at, &ending, game.turn, Color::White)
            .map(|position| position.fen().to_owned());
        let mut record = Record::new(ending, at, game.turn);
        let (outcome, moves) = judge.play(behaviour, game);
        if game.turn == Turn::Defender {
            judge.reply(&mut record, game);
        }
        let asked = judge.asked(behaviour, game);
        for at in asked.into_iter().take(moves as usize) {
            let word = usize::from(behaviour[judge.arena.case(at)]);
            let next = judge.arena.next(at, word);
            let mut attacks = record.at.attacks(&ending);
            if let Some(after) = attacks.find(|after| stands_for(after, next, judge)) {
                record.play(after);
                judge.reply(&mut record, game);
            }
        }
        Played {
            fen: fen.unwrap_or_default(),
            outcome,
            moves,
            line: record.moves,
        }
    }

    /// The moves with their numbers, such as `1.Ra2 Kd4 2.Ra1` or `1...Kd4 2.Ra1`.
    pub fn text(&self) -> String {
        let black_begins = self.fen.contains(" b ");
        let mut words = Vec::new();
        for (at, san) in self.line.iter().enumerate() {
            let ply = at + usize::from(black_begins);
            words.push(match (ply % 2, at) {
                (0, _) => format!("{}.{san}", ply / 2 + 1),
                (_, 0) => format!("1...{san}"),
                _ => san.clone(),
            });
        }
        words.join(" ")
    }
}

impl Judge {
    /// Plays the defender's reply, if there is one: a piece that can be taken is.
    fn reply(&self, record: &mut Record, game: &Game) {
        let ending = self.arena.vocabulary.ending;
        let after = record.at;
        let Some((number, _)) = index::number(&after, &ending) else {
            return;
        };
        let next = self.defenders[game.defender][number as usize];
        let mut quiet = after.replies(&ending).filter_map(|reply| match reply {
            Reply::Quiet(next) => Some(next),
            Reply::Takes(..) => None,
        });
        match quiet.find(|reply| next != NO_POSITION && stands_for(reply, next, self)) {
            Some(reply) => record.play(reply),
            None => record.play_capture(&after),
        }
    }
}

fn stands_for(placement: &Placement, number: u32, judge: &Judge) -> bool {
    let ending = judge.arena.vocabulary.ending;
    index::number(placement, &ending).is_some_and(|(other, _)| other == number)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _, san::SanPlus};

    use super::*;
    use crate::{
        chess::Position,
        endgame::{Arena, Ending, vocabulary::krk::KRK},
        evolve::{Experiment, starts},
        gp::{Evolution, Settings},
    };

    /// The moves are legal, and the last position is what the outcome says.
    #[test]
    fn lines_are_games() {
        let starts = starts::reference(Ending::KRK);
        for number in [1, 4] {
            let experiment = Experiment::numbered(number).unwrap();
            let judge = experiment.judge(Arena::of(&KRK), &starts, 101);
            let settings = Settings {
                population: 150,
                ..Settings::default()
            };
            let evolution = Evolution::new(judge.symbols().clone(), settings);
            let mut seen = [0; 6];
            for individual in evolution.population() {
                let behaviour = judge.behaviour(&individual.tree);
                for (at, game) in judge.games.iter().enumerate() {
                    let from = starts[at % starts.len()].placement(Ending::KRK);
                    let played = Played::of(&judge, &behaviour, game, from);
                    assert_eq!(played.fen, starts[at % starts.len()].fen);
                    seen[played.outcome as usize] += 1;
                    check(&played);
                }
            }
            for outcome in [
                Outcome::Checkmate,
                Outcome::ImpossibleMove,
                Outcome::Repetition,
            ] {
                assert!(seen[outcome as usize] > 0, "{seen:?}");
            }
        }
    }

    fn check(played: &Played) {
        let mut chess: Chess = (*Position::parse(&played.fen).unwrap()).clone();
        let mut whites = 0;
        for san in &played.line {
            whites += u32::from(chess.turn().is_white());
            let san: SanPlus = san.parse().unwrap();
            let m = san.san.to_move(&chess).unwrap();
            chess.play_unchecked(m);
        }
        assert_eq!(whites, played.moves, "{played:?}");
        match played.outcome {
            Outcome::Checkmate => assert!(chess.is_checkmate(), "{played:?}"),
            Outcome::Stalemate => assert!(chess.is_stalemate(), "{played:?}"),
            Outcome::PieceLost => assert_eq!(chess.board().occupied().count(), 2),
            Outcome::FiftyMoves => assert_eq!(played.moves, 50),
            Outcome::ImpossibleMove | Outcome::Repetition => {
                assert!(
                    !chess.is_game_over() && chess.turn().is_white(),
                    "{played:?}"
                );
            }
        }
    }

    #[test]
    fn black_may_begin() {
        let played = Played {
            fen: "8/8/8/8/8/1k6/8/K6R b - - 0 1".into(),
            outcome: Outcome::ImpossibleMove,
            moves: 1,
            line: ["Kc3", "Rh2", "Kd3"].map(str::to_owned).into(),
        };
        assert_eq!(played.text(), "1...Kc3 2.Rh2 Kd3");
    }
}
