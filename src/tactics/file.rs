//! Files of tactics: Prolog text that consults as it is, read here without Prolog.
//!
//! Such a file holds `use_module` directives, comments, and clauses whose head is some predicate of
//! `Pos`, `From` and `To` and whose body is a conjunction of goals of one [`Vocabulary`], in any
//! order and with any names of variables. A body has `legal_move(From,To,Pos)`, or
//! `make_move(From,To,Pos,NewPos)` in its place. `turn(Us,Pos)` and `other_side(Us,Them)` name the
//! sides. The vocabulary is the paper's if the file imports `library(paper_vocabulary)`.

mod write;

use std::{fmt, path::Path};

use serde::Serialize;

pub use self::write::{validation_path, write, write_selected};
use super::{
    plan::MAX_SQUARES,
    vocabulary::{FROM, Meaning, TO, Vocabulary},
};
use crate::{
    ilp::{Clause, Literal, Slot, Variable},
    os,
    syntax::{self, Dialect, Kind, Mistake, Ops, Problem, Spanned, Token},
};

/// The library whose import means [`Meaning::Paper`].
pub const PAPER_LIBRARY: &str = "paper_vocabulary";

/// Mistakes that are told of; more are only counted.
const TOLD: usize = 10;

/// What a file of tactics holds.
#[derive(Debug, Clone)]
pub struct TacticsFile {
    /// What the tactics speak of, with room for any clause of a file.
    pub vocabulary: Vocabulary,
    /// The tactics, in file order.
    pub tactics: Vec<Tactic>,
}

/// A tactic of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tactic {
    /// The clause, in canonical form.
    pub clause: Clause,
    /// The clause as it is written, without comments.
    pub text: String,
    /// The comment before it, without `%`.
    pub comment: String,
    /// Where it begins.
    pub line: usize,
    /// How often it matched when it was learned, if the comment says so.
    pub support: Option<Support>,
    /// Why it says no more than another one, if the comment says so.
    pub redundant: Option<String>,
}

/// How often a tactic matched what it was learned from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Support {
    /// Played moves that it suggests.
    pub played: usize,
    /// Moves that it suggests in all positions together.
    pub suggested: usize,
    /// Positions in which it suggests a move.
    pub positions: usize,
    /// Examples that are not to be matched, and are.
    pub negatives: usize,
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Support {
            played,
            suggested,
            positions,
            negatives,
        } = self;
        write!(
            f,
            "played {played}, suggested {suggested}, positions {positions}"
        )?;
        match negatives {
            0 => Ok(()),
            n => write!(f, ", negatives {n}"),
        }
    }
}

impl Support {
    /// Reads what [`Support`] displays as; `None` if that is not there.
    fn find(text: &str) -> Option<Support> {
        let number = |name: &str| {
            let after = text.split(name).nth(1)?.trim_start();
            let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse().ok()
        };
        Some(Support {
            played: number("played ")?,
            suggested: number("suggested ")?,
            positions: number("positions ")?,
            negatives: number("negatives ").unwrap_or_default(),
        })
    }
}

/// Why a file is none of tactics: lines `file:line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errors(Vec<Problem>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().take(TOLD).enumerate() {
            write!(f, "{}{problem}", if at == 0 { "" } else { "\n" })?;
        }
        match self.0.len() {
            n if n > TOLD => write!(f, "\nand {} more", n - TOLD),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Errors {}

/// Reads a file of tactics.
///
/// # Errors
///
/// If it cannot be read or says something that is no tactic.
pub fn read(path: &Path) -> Result<TacticsFile, Errors> {
    let name = path.display().to_string();
    match os::read_text(path) {
        Ok(text) => parse(&name, &text),
        Err(error) => Err(Errors(vec![Problem::whole(name, error.to_string())])),
    }
}

/// Reads the text of a file of tactics; the name is for messages.
///
/// # Errors
///
/// As [`read`].
pub fn parse(name: &str, text: &str) -> Result<TacticsFile, Errors> {
    let (tokens, ops) = (syntax::tokens(text), Ops::swi());
    let (mut clauses, mut wrong) = (Vec::new(), Vec::new());
    let mut meaning = Meaning::Geometric;
    for clause in syntax::split(text, &tokens) {
        let own = &tokens[clause.tokens.clone()];
        let term = match syntax::read_clause(text, own, &ops, Dialect::Swi) {
            Ok(Some(term)) => term,
            Ok(None) => {
                wrong.push(Mistake::new(
                    "this clause is nested too deeply",
                    clause.span,
                ));
                continue;
            }
            Err(problem) => {
                wrong.push(problem);
                continue;
            }
        };
        match term.arguments(":-") {
            None => clauses.push((clause, term)),
            Some([directive]) => match library(directive) {
                Some(PAPER_LIBRARY) => meaning = Meaning::Paper,
                Some(_) => {}
                None => wrong.push(Mistake::new(
                    "expected a tactic, or a directive `:- use_module(library(...))`",
                    directive.span.clone(),
                )),
            },
        }
    }
    let vocabulary = Vocabulary::wide(meaning);
    let mut tactics = Vec::new();
    for (own, term) in &clauses {
        let (head, body) = term.rule();
        let goals = body.map_or_else(Vec::new, Spanned::conjuncts);
        match clause(&vocabulary, head, &goals) {
            Ok(clause) => tactics.push(tactic(text, &tokens, own, clause)),
            Err(problem) => wrong.push(problem),
        }
    }
    if tactics.is_empty() && wrong.is_empty() {
        let message = "there is no tactic in it; expected clauses such as \
             tactic(Pos,From,To) :- legal_move(From,To,Pos), attacks(From,To,Pos)";
        return Err(Errors(vec![Problem::whole(name, message)]));
    }
    if wrong.is_empty() {
        return Ok(TacticsFile {
            vocabulary,
            tactics,
        });
    }
    wrong.sort_by_key(|mistake| mistake.span.start);
    let problems = wrong.into_iter();
    let problems = problems.map(|mistake| mistake.in_file(name, text));
    Err(Errors(problems.collect()))
}

/// The library that the directive `use_module(library(...))` imports.
fn library(directive: &Spanned) -> Option<&str> {
    let [library] = directive.arguments("use_module")?;
    let [name] = library.arguments("library")?;
    name.atom()
}

fn tactic(text: &str, tokens: &[Token], own: &syntax::Clause<'_>, clause: Clause) -> Tactic {
    let before = tokens[..own.tokens.start].iter().rev();
    let comments = before.take_while(|token| token.kind == Kind::Comment);
    let comments: Vec<&str> = comments.map(|token| token.source(text)).collect();
    let lines: Vec<&str> = comments
        .iter()
        .rev()
        .filter_map(|comment| comment.strip_prefix('%'))
        .map(str::trim)
        .collect();
    let comment = lines.join(" ");
    Tactic {
        clause,
        text: own.text.to_owned(),
        line: own.line,
        support: Support::find(&comment),
        redundant: comment
            .split_once("redundant: ")
            .map(|(_, why)| why.to_owned()),
        comment,
    }
}

/// What the variables of a clause stand for.
#[derive(Default)]
struct Names<'a> {
    /// Names of `Pos`, `NewPos`, `Us` and `Them`.
    fixed: Vec<(&'a str, &'static str)>,
    squares: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn fixed(&self, name: &str) -> Option<&'static str> {
        let mut known = self.fixed.iter();
        known.find_map(|(n, what)| (*n == name).then_some(*what))
    }

    /// The number of a square's variable, new or known.
    fn square(&mut self, name: &'a str) -> usize {
        if name != "_"
            && let Some(known) = self.squares.iter().position(|n| *n == name)
        {
            return known;
        }
        self.squares.push(name);
        self.squares.len() - 1
    }

    /// Gives a variable its fixed meaning, which it may have already.
    fn fix(&mut self, term: &'a Spanned, what: &'static str) -> Result<(), Mistake> {
        let wrong = |message: String| Err(Mistake::new(message, term.span.clone()));
        match term.variable() {
            Some(name) if self.fixed(name).is_none_or(|known| known == what) => {
                if self.squares.contains(&name) {
                    return wrong(format!("`{name}` is a square already"));
                }
                if name != "_" && self.fixed(name).is_none() {
                    self.fixed.push((name, what));
                }
                Ok(())
            }
            Some(name) => wrong(format!("`{name}` stands for something else already")),
            None => wrong(format!("expected a variable for {}", meaning_of(what))),
        }
    }
}

fn meaning_of(fixed: &str) -> &'static str {
    match fixed {
        "Pos" => "the position",
        "NewPos" => "the position after the move",
        "Us" => "the side to move",
        _ => "the other side",
    }
}

fn clause(vocabulary: &Vocabulary, head: &Spanned, body: &[&Spanned]) -> Result<Clause, Mistake> {
    let at_head = |message| Mistake::new(message, head.span.clone());
    let (name, arguments) = head.call().unwrap_or(("this", &[]));
    let [pos, from, to] = arguments else {
        return Err(at_head(format!(
            "the head of a tactic has the arguments Pos, From and To; {name} has {}",
            arguments.len()
        )));
    };
    let mut names = Names::default();
    names.fix(pos, "Pos")?;
    for argument in [from, to] {
        match argument.variable() {
            Some(name) if name != "_" && !names.squares.contains(&name) => {
                names.squares.push(name);
            }
            _ => {
                let message = "expected a variable of its own for a square of the move";
                return Err(Mistake::new(message, argument.span.clone()));
            }
        }
    }
    let mut suggests = false;
    let mut goals = Vec::new();
    // Goals that name things come first, wherever they are written.
    for &goal in body {
        let is = |term: &Spanned, what| term.variable().and_then(|v| names.fixed(v)) == Some(what);
        let at = |term: &Spanned, square: Variable| {
            term.variable() == names.squares.get(usize::from(square)).copied()
        };
        match goal.call() {
            Some(("make_move", [from, to, pos, new]))
                if at(from, FROM) && at(to, TO) && is(pos, "Pos") =>
            {
                suggests = true;
                names.fix(new, "NewPos")?;
            }
            Some(("legal_move", [from, to, pos]))
                if at(from, FROM) && at(to, TO) && is(pos, "Pos") =>
            {
                suggests = true;
            }
            Some(("turn", [side, pos])) if is(pos, "Pos") => names.fix(side, "Us")?,
            _ => goals.push(goal),
        }
    }
    if !suggests {
        let message = "a tactic suggests legal moves: expected legal_move(From,To,Pos) or \
                       make_move(From,To,Pos,NewPos) in the body, of the head's variables";
        return Err(at_head(message.to_owned()));
    }
    let us = |names: &Names<'_>, term: &Spanned| {
        term.variable().and_then(|name| names.fixed(name)) == Some("Us")
    };
    let mut rest = Vec::new();
    for goal in goals {
        match goal.call() {
            Some(("other_side", [a, b])) if us(&names, a) => names.fix(b, "Them")?,
            Some(("other_side", [a, b])) if us(&names, b) => names.fix(a, "Them")?,
            _ => rest.push(goal),
        }
    }
    let mut clause = Clause::fact(vocabulary.head(), 2).with(vocabulary.legal_move());
    for goal in rest {
        let literal = literal(vocabulary, &mut names, goal)?;
        if !clause.body.contains(&literal) {
            clause = clause.with(literal);
        }
    }
    if clause.variables() > MAX_SQUARES || clause.body.len() > 64 {
        let message = format!(
            "expected at most {MAX_SQUARES} squares and 64 goals; here are {} and {}",
            clause.variables(),
            clause.body.len()
        );
        return Err(at_head(message));
    }
    Ok(clause.canonical(|id| vocabulary.bias.predicate(id).symmetric))
}

fn literal<'a>(
    vocabulary: &Vocabulary,
    names: &mut Names<'a>,
    goal: &'a Spanned,
) -> Result<Literal, Mistake> {
    let Some((name, arguments)) = goal.call() else {
        return Err(Mistake::new("expected a goal", goal.span.clone()));
    };
    // `_` is a square in one predicate and any side in another.
    let candidates = vocabulary.bias.predicates.iter().enumerate().skip(1);
    let mut found = None;
    for (id, predicate) in candidates {
        if predicate.name == name
            && predicate.slots.len() == arguments.len()
            && predicate
                .slots
                .iter()
                .zip(arguments)
                .all(|(slot, argument)| agrees(names, slot, argument))
        {
            found = Some((id, predicate));
            break;
        }
    }
    let Some((id, predicate)) = found else {
        let message = refusal(vocabulary, name, arguments.len());
        return Err(Mistake::new(message, goal.span.clone()));
    };
    let mut squares: Vec<Variable> = Vec::new();
    for (slot, argument) in predicate.slots.iter().zip(arguments) {
        if let (Slot::Variable, Some(name)) = (slot, argument.variable()) {
            let square = names.square(name);
            if square > usize::from(Variable::MAX) - 1 {
                return Err(Mistake::new("too many squares", argument.span.clone()));
            }
            if squares.contains(&(square as Variable)) {
                let message = format!("`{name}` stands twice in {}", predicate.name);
                return Err(Mistake::new(message, argument.span.clone()));
            }
            squares.push(square as Variable);
        }
    }
    Ok(Literal::new(crate::ilp::PredicateId(id as u16), &squares))
}

fn agrees(names: &Names<'_>, slot: &Slot, argument: &Spanned) -> bool {
    match (slot, argument.variable()) {
        (Slot::Variable, Some(name)) => names.fixed(name).is_none(),
        (Slot::Constant(text), Some("_")) => text == "_",
        (Slot::Constant(text), Some(name)) => names.fixed(name) == Some(text),
        (Slot::Constant(text), None) => argument.atom() == Some(text),
        (Slot::Variable, None) => false,
    }
}

/// Why a goal is none of the vocabulary.
fn refusal(vocabulary: &Vocabulary, name: &str, arity: usize) -> String {
    let mut forms: Vec<String> = Vec::new();
    let mut all: Vec<String> = Vec::new();
    for predicate in vocabulary.bias.predicates.iter().skip(1) {
        let slots = predicate.slots.iter().map(|slot| match slot {
            Slot::Variable => "Square",
            Slot::Constant(text) => text,
        });
        let form = format!("{name}({})", slots.collect::<Vec<_>>().join(","));
        if predicate.name == name && predicate.slots.len() == arity && forms.len() < 4 {
            forms.push(form);
        }
        let indicator = format!("{}/{}", predicate.name, predicate.slots.len());
        if !all.contains(&indicator) {
            all.push(indicator);
        }
    }
    let meaning = vocabulary.meaning.name();
    match forms.is_empty() {
        true => format!(
            "{name}/{arity} is not in the {meaning} vocabulary: {}",
            all.join(", ")
        ),
        false => format!(
            "these arguments of {name}/{arity} are not in the {meaning} vocabulary; expected, \
             for example, {}",
            forms.join(" or ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn errors(text: &str) -> String {
        parse("t.pl", text).unwrap_err().to_string()
    }

    #[test]
    fn names_and_order_do_not_matter() {
        let text = "
            % 7: played 3, suggested 12, positions 5; redundant: says what 2 says
            fork(P,F,T) :-
                attacks(T,A,N), different_pos(A,B), attacks(T,B,N), % a comment
                other_side(U,V), make_move(F,T,P,N), piece_at(A,P,V,king), turn(U,P).
            tactic(Pos,From,To) :- make_move(From,To,Pos,NewPos), turn(Us,Pos), other_side(Us,Them),
                different_pos(S2,S1), attacks(To,S2,NewPos), attacks(To,S1,NewPos),
                piece_at(S1,Pos,Them,king).";
        let file = parse("t.pl", text).unwrap();
        let [first, second] = &file.tactics[..] else {
            panic!("{file:?}")
        };
        assert_eq!(first.clause, second.clause);
        assert_eq!((first.line, second.line), (3, 6));
        let support = first.support.unwrap();
        assert_eq!(
            (support.played, support.suggested, support.positions),
            (3, 12, 5)
        );
        assert_eq!(first.redundant.as_deref(), Some("says what 2 says"));
        assert_eq!((second.support, second.redundant.as_ref()), (None, None));
        let again = file.vocabulary.text(&first.clause);
        assert_eq!(
            parse("t.pl", &again).unwrap().tactics[0].clause,
            first.clause
        );
    }

    #[test]
    fn mistakes_are_named_with_their_places() {
        let start = "tactic(Pos,From,To) :- legal_move(From,To,Pos), ";
        for (text, expected) in [
            (
                "tactic(Pos,From) :- true.",
                "t.pl:1:1: the head of a tactic has the arguments Pos, From and To; tactic has 2",
            ),
            (
                "tactic(Pos,From,To) :-\n attacks(From,To,Pos).",
                "t.pl:1:1: a tactic suggests legal moves",
            ),
            (
                "tactic(Pos,From,e4) :- true.",
                "t.pl:1:17: expected a variable of its own",
            ),
            (
                &format!("{start}atacks(From,To,Pos)."),
                "t.pl:1:49: atacks/3 is not in the geometric vocabulary: legal_move/3,",
            ),
            (
                &format!("{start}attacks(From,e5,Pos)."),
                "t.pl:1:49: these arguments of attacks/3 are not",
            ),
            (
                &format!("{start}piece_at(To,Pos,Them,king)."),
                "expected, for example, piece_at(Square,Pos,Us,pawn)",
            ),
            (
                &format!("{start}attacks(S,S,Pos)."),
                "t.pl:1:59: `S` stands twice in attacks",
            ),
            (
                &format!("{start}\\+ attacks(From,S,Pos)."),
                "t.pl:1:49: \\+/1 is not in the geometric vocabulary: legal_move/3,",
            ),
            (
                &format!("{start}attacks(From,S,Pos)"),
                "t.pl:1:68: the full stop at the end is missing",
            ),
            (
                ":- initialization(main).",
                "t.pl:1:4: expected a tactic, or a directive",
            ),
            ("% nothing\n", "t.pl: there is no tactic in it"),
        ] {
            let found = errors(text);
            assert!(found.contains(expected), "{text}: {found}");
        }
    }

    #[test]
    fn the_papers_fork_is_read_and_says_nothing() {
        let text = ":- use_module(library(paper_vocabulary)).
            f(Pos,From,To) :- make_move(From,To,Pos,New), attacks(To,S1,New), attacks(To,S2,New),
                different_pos(S1,S2).";
        let file = parse("t.pl", text).unwrap();
        let position = crate::chess::Position::parse("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").unwrap();
        let moves = super::super::suggestions(&file.vocabulary, &file.tactics[0].clause, &position);
        assert!(moves.is_empty());
    }
}
