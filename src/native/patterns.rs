//! Native predicates that match patterns.

use std::{cell::RefCell, rc::Rc};

use crate::{
    chess::{
        Position,
        pattern::{NoPattern, Pattern},
    },
    native::{Error, Sentences, sentences::plain, types::*},
    natives,
    term::Term,
};

natives! {
    module "cl_chess";

    /// True iff Pos is as Pattern says. See also game_pattern/3.
    ///
    /// A Pattern is a list of conditions that all hold: on(Pieces, Squares), such a piece is on one of
    /// the squares; each(Pieces, Squares), each of the squares has one; count(Pieces, Squares, N),
    /// there are N, or Low-High; attacks(on(P, S), on(Q, T)), one of the first attacks one of the
    /// second, or its square; turn(Side); position(Pos), whatever the counters; material(Signature), as
    /// in material_signature/2; not(Pattern); (Pattern ; Pattern).
    ///
    /// Pieces are letters as in a FEN ('N', n), kinds of either side (knight), all of a side
    /// (white), some of a side (white(rook)), any, empty, or a list of these. Squares are d5, a file
    /// (c), a rank (7), what lies between two of these (a4-d7, c-e, 5-7), light, dark, any, or a list.
    ///
    /// flip(Pattern) also holds where the pattern stands turned or mirrored in one of eight ways;
    /// rotate, flip_horizontal (left and right exchanged) and flip_vertical are parts of that. shift,
    /// shift_horizontal and shift_vertical: where it stands elsewhere, all named squares on the board;
    /// what goes from edge to edge, such as a file, stays that way. flip_colour: where White and Black
    /// are exchanged, top and bottom too.
    pattern(+Pos: Position, +Pattern: TermText) is semidet = pattern;
}

/// What is said of errors: what was expected in a pattern.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("pattern", |_| {
            " (a list of conditions: on/2, each/2, count/3, attacks/2, turn/1, not/1, ;/2, flip/1, rotate/1, shift/1, \
             flip_colour/1 ...)"
                .to_owned()
        }),
        ("pattern_pieces", |_| {
            " ('N' or n as in a FEN, knight, white, white(rook), any, empty, or a list of these)"
                .to_owned()
        }),
        ("pattern_squares", |_| {
            " (d5, a file such as c, a rank such as 7, a range such as a4-d7, light, dark, any, or a list of these)"
                .to_owned()
        }),
        ("pattern_position", |_| {
            " (in position(Pos), Pos is a FEN, as a string or an atom)".to_owned()
        }),
        ("pattern_of_some_size", |_| {
            " (fewer shifts and flips within each other)".to_owned()
        }),
    ],
    ..Sentences::NONE
};

/// Patterns that are kept.
const KEPT: usize = 32;

thread_local! {
    /// Least recently used first.
    static LATEST: RefCell<Vec<(String, Rc<Pattern>)>> = const { RefCell::new(Vec::new()) };
}

/// The pattern that a term is; one of the last is found again.
///
/// # Errors
///
/// [`Error::Domain`] with the part that is none.
pub(super) fn compiled(TermText(text): &TermText) -> Result<Rc<Pattern>, Error> {
    LATEST.with_borrow_mut(|latest| {
        let (text, pattern) = match latest.iter().rposition(|(known, _)| known == text) {
            Some(at) => latest.remove(at),
            None => {
                latest.drain(..latest.len().saturating_sub(KEPT - 1));
                let no_pattern = || Error::Domain {
                    domain: "pattern",
                    culprit: text.clone(),
                };
                // On its way from Prolog the empty list has become the empty text.
                let term = if text.is_empty() { "[]" } else { text };
                let term: Term = term.parse().map_err(|_| no_pattern())?;
                let pattern =
                    Pattern::read(&term).map_err(
                        |NoPattern { expected, culprit }| match culprit {
                            Term::Variable(_) => Error::Instantiation,
                            culprit => Error::Domain {
                                domain: expected,
                                culprit: plain(&culprit),
                            },
                        },
                    )?;
                (text.clone(), Rc::new(pattern))
            }
        };
        latest.push((text, Rc::clone(&pattern)));
        Ok(pattern)
    })
}

fn pattern(position: Position, pattern: TermText) -> Result<bool, Error> {
    Ok(compiled(&pattern)?.matches(&position))
}
