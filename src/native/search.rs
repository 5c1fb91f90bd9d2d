//! The predicates that prove lines.

use shakmaty::Move;

use crate::{
    chess::{
        Position,
        moves::{self, move_term},
        search::{
            Effort, End,
            verdict::{self, Outcome},
        },
    },
    native::types::*,
    natives,
    term::Term,
};

atoms! { effort: Effort = usual Effort::Usual, thorough Effort::Thorough }

natives! {
    module "internal";

    /// True iff Move wins Gain in Pos by Lines, lists of moves; the first is the best play, the others
    /// come after other replies. Gain is `mate(N)`, in N moves, `centipawns(N)`, or `draw`.
    /// The best move comes first.
    proved_line(+Pos: Position, +Effort: Effort, ?Move: MoveTerm, -Lines: Vec<MoveList>, -Gain: Term) is nondet
        = proved_line;

    /// True iff Line is what follows from Move in Pos, as far as it is forced, and wins Gain:
    /// `centipawns(N)`, where N may be negative, `mate(N)`, `mated(N)`, `draw` if the side to move saves
    /// one, or `lets_draw` if it lets the other side save one.
    best_play(+Pos: Position, +Effort: Effort, +Move: MoveTerm, -Line: MoveList, -Gain: Term) is semidet
        = best_play;
}

/// A list of moves.
type MoveList = Vec<MoveTerm>;

fn proved_line(
    position: Position,
    effort: Effort,
    m: Option<MoveTerm>,
) -> Vec<(MoveTerm, Vec<MoveList>, Term)> {
    let wins = position.wins(effort).iter();
    wins.map(|win| {
        let gain = match win.end {
            None => counted("centipawns", win.gain),
            Some(End::Mate(n)) => counted("mate", n),
            Some(End::Draw) => Term::Atom("draw".into()),
        };
        let lines: Vec<MoveList> = win.lines.iter().map(|line| terms(line)).collect();
        (lines[0][0], lines, gain)
    })
    .filter(|(first, ..)| m.is_none_or(|m| m == *first))
    .collect()
}

fn best_play(position: Position, effort: Effort, m: MoveTerm) -> Option<(MoveList, Term)> {
    let verdict = verdict::of(&position, moves::find(&position, m)?, effort);
    let gain = match verdict.outcome {
        None => counted("centipawns", verdict.gain),
        Some(Outcome::Mates(n)) => counted("mate", n),
        Some(Outcome::Mated(n)) => counted("mated", n),
        Some(Outcome::SavesDraw) => Term::Atom("draw".into()),
        Some(Outcome::LetsDraw) => Term::Atom("lets_draw".into()),
    };
    Some((terms(&verdict.line), gain))
}

fn terms(line: &[Move]) -> MoveList {
    line.iter().map(|&m| move_term(m)).collect()
}

fn counted(name: &str, number: impl Into<i64>) -> Term {
    Term::Compound(name.into(), vec![Term::Integer(number.into())])
}
