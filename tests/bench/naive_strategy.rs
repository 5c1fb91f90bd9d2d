//! A player of strategies who computes everything anew at every move, on the positions of the rules
//! of chess: what the look-ups of an arena must agree with, and are measured by.

use chesslog::{
    chess::Position,
    endgame::{Arena, Strategy, Turn, Vocabulary, defence::Defence, view::EndingView},
    evolve::Outcome,
};
use shakmaty::{Chess, Move, Position as _};

/// A player's opponent and vocabulary.
pub struct Naive {
    pub arena: &'static Arena,
    pub defence: Defence,
}

impl Naive {
    /// Plays a game; the outcome, and the moves that the strategy made.
    pub fn play(&self, strategy: &Strategy, start: &str) -> (Outcome, u32) {
        let position = Position::parse(start).unwrap();
        let mut chess: Chess = (*position).clone();
        let mut asked: Vec<u32> = Vec::new();
        let mut moves = 0;
        loop {
            if chess.is_checkmate() {
                return (Outcome::Checkmate, moves);
            }
            if chess.is_stalemate() {
                return (Outcome::Stalemate, moves);
            }
            let view = EndingView::of(&chess).unwrap();
            let next = match view.turn {
                Turn::Attacker => {
                    // The rule counts moves; whoever has made fifty stops, whatever else is true.
                    if moves == 50 {
                        return (Outcome::FiftyMoves, moves);
                    }
                    asked.push(view.number);
                    let times = asked.iter().filter(|other| **other == view.number).count();
                    if times == 3 {
                        return (Outcome::Repetition, moves);
                    }
                    match self.attack(strategy, &view, &chess) {
                        Some(next) => next,
                        None => return (Outcome::ImpossibleMove, moves),
                    }
                }
                Turn::Defender => {
                    if chess.legal_moves().iter().any(|m| m.is_capture()) {
                        return (Outcome::PieceLost, moves);
                    }
                    let number = self.defence.reply(self.arena, view.number);
                    let wanted = view.move_to_number(number).unwrap();
                    find(&chess, wanted.from, wanted.to).unwrap()
                }
            };
            moves += u32::from(view.turn == Turn::Attacker);
            chess.play_unchecked(next);
        }
    }

    /// The strategy's move: conditions are asked as the tree comes to them.
    fn attack(&self, strategy: &Strategy, view: &EndingView, chess: &Chess) -> Option<Move> {
        let words: &Vocabulary = self.arena.vocabulary;
        let scene = view.scene();
        let mut at = strategy;
        while let Strategy::Ask(condition, yes, no) = at {
            at = match (words.conditions[*condition].holds)(&scene) {
                true => yes,
                false => no,
            };
        }
        let Strategy::Play(word) = at else {
            unreachable!()
        };
        let after = (words.moves[*word].find)(&scene)?;
        let wanted = view.move_to(&after)?;
        Some(find(chess, wanted.from, wanted.to).expect("a word's move is legal"))
    }
}

fn find(chess: &Chess, from: shakmaty::Square, to: shakmaty::Square) -> Option<Move> {
    let legal = chess.legal_moves();
    let found = legal
        .iter()
        .find(|m| m.from() == Some(from) && m.to() == to);
    found.copied()
}
