//! Reads a strategy without Prolog, so that whatever it does not understand is named.

use std::fmt;

use super::{BEST, RESERVED, TRIED};
use crate::{
    migo::{
        dependent::Named,
        program::Program,
        theory::{Body, Definition, Fluent, MOVE, Theory},
    },
    syntax::{self, Kind, Token},
};

/// What is wrong with a file of a strategy: `file:line:column: expected ..., found ...`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// Reads the text of a strategy over the game of a theory; the file's name is for messages.
///
/// # Errors
///
/// At the first thing that is no clause of a strategy, with its place.
pub fn read<'g>(file: &str, text: &str, theory: Theory<'g>) -> Result<Program<'g>, Wrong> {
    let mut reader = Reader {
        text,
        tokens: syntax::tokens(text),
        at: 0,
        theory,
        predicates: Vec::new(),
        tried: [Vec::new(), Vec::new()],
        has_best: false,
        open: None,
    };
    reader.tokens.retain(|token| token.kind != Kind::Comment);
    let read = reader.sentences();
    read.map_err(|Problem(at, message)| {
        let (_, line, column) = syntax::line_at(text, at);
        Wrong(format!("{file}:{line}:{column}: {message}"))
    })?;
    let order = reader.order();
    // Who has learned nothing yet has a best move all the same.
    if order.is_empty() && !reader.has_best {
        return Err(Wrong(format!(
            "{file}: there is no strategy in it; expected clauses such as \
             win_1(A,B) :- move(A,B), won(B)."
        )));
    }
    Ok(Program {
        theory: reader.theory,
        predicates: reader.predicates,
        order,
    })
}

/// A place in the text, and what is wrong there.
struct Problem(usize, String);

/// A predicate whose clauses are being read.
struct Open {
    name: String,
    bodies: Vec<Body>,
    same: Option<Definition>,
}

struct Reader<'t, 'g> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    theory: Theory<'g>,
    predicates: Named,
    /// What `win/2` and `draw/2` call.
    tried: [Named; 2],
    has_best: bool,
    open: Option<Open>,
}

impl<'t> Reader<'t, '_> {
    fn sentences(&mut self) -> Result<(), Problem> {
        while self.at < self.tokens.len() {
            match self.peek() {
                (":-", _) => self.directive()?,
                _ => self.clause()?,
            }
        }
        self.close();
        Ok(())
    }

    /// The source of the next token, and where it begins; at the end of the text it is empty.
    fn peek(&self) -> (&'t str, usize) {
        match self.tokens.get(self.at) {
            Some(token) => (token.source(self.text), token.span.start),
            None => ("", self.text.trim_end().len()),
        }
    }

    fn expected<T>(&self, what: &str) -> Result<T, Problem> {
        let (found, at) = self.peek();
        let found = match found {
            "" => "the end of the file".to_owned(),
            // An unterminated quote reaches to the end of the file.
            found => format!("`{}`", found.lines().next().unwrap_or_default()),
        };
        Err(Problem(at, format!("expected {what}, found {found}")))
    }

    fn next_is(&mut self, source: &str) -> bool {
        let is = self.peek().0 == source;
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, source: &str, what: &str) -> Result<(), Problem> {
        match self.next_is(source) {
            true => Ok(()),
            false => self.expected(what),
        }
    }

    fn kind(&mut self, kind: Kind, what: &str) -> Result<&'t str, Problem> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == kind => {
                self.at += 1;
                Ok(token.source(self.text))
            }
            _ => self.expected(what),
        }
    }

    fn variable(&mut self, name: &str) -> Result<(), Problem> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == Kind::Variable && token.source(self.text) == name => {
                self.at += 1;
                Ok(())
            }
            _ => self.expected(&format!("the variable `{name}`")),
        }
    }

    fn directive(&mut self) -> Result<(), Problem> {
        const KNOWN: [&str; 4] = ["use_module", "ensure_loaded", "consult", "dynamic"];
        self.at += 1;
        if !KNOWN.contains(&self.peek().0) {
            return self.expected("`use_module` or `ensure_loaded`, which load the game");
        }
        let ends = |token: &Token| token.kind == Kind::End;
        match self.tokens[self.at..].iter().position(ends) {
            Some(length) => self.at += length + 1,
            None => {
                self.at = self.tokens.len();
                return self.expected("a full stop");
            }
        }
        Ok(())
    }

    fn clause(&mut self) -> Result<(), Problem> {
        let (_, start) = self.peek();
        let head = self.kind(
            Kind::Atom,
            "a clause such as `win_1(A,B) :- move(A,B), won(B).`",
        )?;
        self.expect("(", "`(`, then the variables of two states")?;
        let from = self.kind(Kind::Variable, "a variable")?;
        self.expect(",", "`,` and a second variable")?;
        let to = self.kind(Kind::Variable, "a variable")?;
        if from == to || from == "_" || to == "_" {
            let message = format!("expected two variables with names, found `{from},{to}`");
            return Err(Problem(start, message));
        }
        self.expect(")", "`)`: predicates of a strategy have two arguments")?;
        self.expect(":-", "`:-`")?;
        self.begin(head, start)?;
        let (_, called_at) = self.peek();
        if head == BEST && TRIED.contains(&self.peek().0) {
            self.at += 1;
            return self.best(from, to);
        }
        let (called, definition) = self.called()?;
        if head == BEST {
            return self.best(from, to);
        }
        self.arguments(&[from, to])?;
        if let Some(tried) = TRIED.iter().position(|kind| *kind == head) {
            self.tried[tried].push((called.to_owned(), definition));
            return self.end();
        }
        let body = match self.next_is(",") {
            true => Some(self.second(definition, from, to)?),
            false => None,
        };
        let Some(open) = &mut self.open else {
            return self.end();
        };
        match (body, open.bodies.is_empty(), open.same) {
            (Some(body), _, None) => open.bodies.push(body),
            (None, true, None) => open.same = Some(definition),
            _ => {
                let message = format!(
                    "expected two goals in each clause of {head}/2, since it has several; found \
                     `{called}` alone"
                );
                return Err(Problem(called_at, message));
            }
        }
        self.end()
    }

    /// What is left of a clause of `best/2`, which tries everything in the order that is known anyway.
    fn best(&mut self, from: &str, to: &str) -> Result<(), Problem> {
        self.has_best = true;
        self.arguments(&[from, to])?;
        self.expect(",", "`, !.`")?;
        self.expect("!", "`!`: best/2 has one move")?;
        self.end()
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.kind(Kind::End, "a full stop").map(|_| ())
    }

    /// Begins a clause of a predicate, which is a new one or the one before.
    fn begin(&mut self, head: &str, at: usize) -> Result<(), Problem> {
        if self.open.as_ref().is_some_and(|open| open.name == head) {
            return Ok(());
        }
        self.close();
        if TRIED.contains(&head) || head == BEST {
            return Ok(());
        }
        if RESERVED.contains(&head) {
            let message = format!("expected another name: `{head}` belongs to the game");
            return Err(Problem(at, message));
        }
        if self.predicates.iter().any(|(name, _)| name == head) {
            let message = format!("expected the clauses of `{head}/2` together, found another one");
            return Err(Problem(at, message));
        }
        self.open = Some(Open {
            name: head.to_owned(),
            bodies: Vec::new(),
            same: None,
        });
        Ok(())
    }

    /// Defines the predicate whose clauses have been read.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            let theory = &mut self.theory;
            let definition = open.same.unwrap_or_else(|| theory.define(open.bodies));
            self.predicates.push((open.name, definition));
        }
    }

    /// A predicate of two states.
    fn called(&mut self) -> Result<(&'t str, Definition), Problem> {
        let (_, at) = self.peek();
        let name = self.kind(Kind::Atom, "`move` or a predicate that is defined before")?;
        if name == "move" {
            return Ok((name, MOVE));
        }
        let known = self.predicates.iter().find(|(known, _)| known == name);
        known
            .map(|(_, definition)| (name, *definition))
            .ok_or_else(|| {
                let known = self.predicates.iter().map(|(name, _)| name.as_str());
                let known: Vec<&str> = ["move"].into_iter().chain(known).collect();
                Problem(
                    at,
                    format!(
                        "expected a predicate that is defined before ({}), found `{name}`",
                        known.join(", ")
                    ),
                )
            })
    }

    fn arguments(&mut self, variables: &[&str]) -> Result<(), Problem> {
        for (at, variable) in variables.iter().enumerate() {
            let bracket = if at == 0 { "(" } else { "," };
            self.expect(bracket, &format!("`{bracket}`"))?;
            self.variable(variable)?;
        }
        self.expect(")", "`)`")
    }

    /// What a clause asks of the state after the move.
    fn second(&mut self, first: Definition, from: &str, to: &str) -> Result<Body, Problem> {
        let negated = self.next_is("\\+");
        let (name, _) = self.peek();
        if let Some(fluent) = Fluent::ALL.into_iter().find(|fluent| fluent.name() == name) {
            self.at += 1;
            self.arguments(&[to])?;
            return Ok(match negated {
                true => Body::Unless(first, fluent),
                false => Body::Postcond(first, fluent),
            });
        }
        if !negated {
            return self.expected(&format!("`won({to})`, `drawn({to})` or `\\+`"));
        }
        let (_, called) = self.called()?;
        self.expect("(", "`(`")?;
        self.variable(to)?;
        self.expect(",", "`,`")?;
        let (other, _) = self.peek();
        self.kind(Kind::Variable, "a variable")?;
        if other == to || other == from {
            self.at -= 1;
            return self.expected("another variable, such as `_`");
        }
        self.expect(")", "`)`")?;
        Ok(Body::Negation(first, called))
    }

    /// What chooses moves: what `win/2` and `draw/2` call; without them `win_1`, `win_2`, ..., and
    /// then `draw_k` with the deepest first.
    fn order(&self) -> Named {
        let [win, draw] = &self.tried;
        if !(win.is_empty() && draw.is_empty()) {
            return [win.clone(), draw.clone()].concat();
        }
        let series = |kind: &str| -> Named {
            let named = |depth: usize| {
                let name = format!("{kind}_{depth}");
                self.predicates.iter().find(|(other, _)| *other == name)
            };
            (1..).map_while(named).cloned().collect()
        };
        let (wins, draws) = (series("win"), series("draw"));
        wins.into_iter().chain(draws.into_iter().rev()).collect()
    }
}
