//! The search that plays, for whoever wants to ask it, or to change what it likes.

use std::{
    alloc::{self, Layout},
    thread,
};

use crate::{
    chess::{
        Position,
        evaluation::{Shares, Term as Part},
        moves::{MoveTerm, move_term},
        search::player::{Clock, Line, Player, Question, STACK},
    },
    native::{Error, Sentences, types::*},
    natives,
    term::Term,
};

natives! {
    module "cl_chess";

    /// True iff Line is what the engine of `chesslog uci` expects of both sides after a look at so many Positions, and Value
    /// what that is worth to the side to move: centipawns(N), mate(N) or mated(N). It fails where there is no legal move.
    ///
    /// Shares is a list of Term-Percent such as `[kings-150, threats-0]`: how much the terms of evaluation/3 count; those that
    /// are not named count as usual. So another taste can be tried, and can play: `strategy(Pos, Move) :-
    /// playing_line(Pos, 20000, [kings-300], [Move|_], _).`
    playing_line(+Pos: Position, +Positions: u64, +Shares: TermText, -Line: Vec<MoveTerm>, -Value: Term) is semidet
        = playing_line;

    /// True iff Line, with Value, is one of the Most best lines with different first moves that playing_line/5 would expect, all
    /// looked at equally far with so many Positions together; the best comes first.
    playing_lines(+Pos: Position, +Positions: u64, +Shares: TermText, +Most: u64, -Line: Vec<MoveTerm>, -Value: Term) is nondet
        = playing_lines;
}

/// What is said of errors.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("shares_of_terms", |_| {
        let terms = Part::ALL
            .map(|term| term.words().replace(' ', "_"))
            .join(", ");
        let most = Shares::MOST;
        format!(" (a list of Term-Percent, with percentages from 0 to {most} of {terms})")
    })],
    ..Sentences::NONE
};

/// Reads `[Term-Percent, ...]`.
fn shares(text: &str) -> Result<Shares, Error> {
    let wrong = |culprit: &Term| Error::Domain {
        domain: "shares_of_terms",
        culprit: culprit.to_string(),
    };
    // On its way from Prolog the empty list has become the empty text.
    let text = if text.is_empty() { "[]" } else { text };
    let whole: Term = text.parse().map_err(|_| Error::Domain {
        domain: "shares_of_terms",
        culprit: text.to_owned(),
    })?;
    let mut shares = Shares::default();
    for item in whole.elements().ok_or_else(|| wrong(&whole))? {
        let read = || {
            let [term, Term::Integer(percent)] = item.arguments("-")? else {
                return None;
            };
            let percent = i32::try_from(*percent).ok()?;
            let percent = (0..=Shares::MOST).contains(&percent).then_some(percent)?;
            Some((Part::named(term.text()?)?, percent))
        };
        let (term, percent) = read().ok_or_else(|| wrong(&item))?;
        shares.set(term, percent);
    }
    Ok(shares)
}

fn playing_line(
    position: Position,
    positions: u64,
    shares: TermText,
) -> Result<Option<(Vec<MoveTerm>, Term)>, Error> {
    Ok(playing_lines(position, positions, shares, 1)?.pop())
}

fn playing_lines(
    position: Position,
    positions: u64,
    TermText(text): TermText,
    most: u64,
) -> Result<Vec<(Vec<MoveTerm>, Term)>, Error> {
    let shares = shares(&text)?;
    if most == 0 {
        return Ok(Vec::new());
    }
    let question = Question {
        nodes: positions.max(1),
        lines: usize::try_from(most).unwrap_or(usize::MAX),
        shares,
        ..Question::of(&position)
    };
    let clock = Clock::start();
    // Nothing is remembered for the next question, whose answer would depend on it.
    let lines = thread::scope(|scope| {
        let searching = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                Player::of(question.nodes).search(&question, &clock, &|_| {})
            });
        match searching.map(|searching| searching.join()) {
            Ok(Ok(lines)) => lines,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => {
                // There is no room for its stack: a worker ends with the allocation.
                drop(Vec::<u8>::with_capacity(2 * STACK));
                alloc::handle_alloc_error(Layout::new::<[u8; STACK]>())
            }
        }
    });
    let told = lines.into_iter().map(|line| {
        let moves = line.moves.iter().map(|&m| move_term(m)).collect();
        (moves, value(&line))
    });
    Ok(told.collect())
}

fn value(line: &Line) -> Term {
    let (name, number) = match line.mate() {
        Some(moves) if moves > 0 => ("mate", moves),
        Some(moves) => ("mated", -moves),
        None => ("centipawns", line.score),
    };
    Term::Compound(name.into(), vec![Term::Integer(number.into())])
}
