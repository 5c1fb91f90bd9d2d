//! Reads a strategy without Prolog, so that whatever it does not understand is named.

use super::{BEST, RESERVED, TRIED};
use crate::{
    migo::{
        dependent::Named,
        program::GameStrategy,
        theory::{Body, Definition, Fluent, MOVE, Theory},
    },
    syntax::{self, Dialect, Mistake, Ops, Problem, Spanned},
};

/// Reads the text of a strategy over the game of a theory; the file's name is for messages.
///
/// # Errors
///
/// At the first thing that is no clause of a strategy, with its place.
pub fn read<'g>(file: &str, text: &str, theory: Theory<'g>) -> Result<GameStrategy<'g>, Problem> {
    let mut reader = Reader {
        text,
        theory,
        predicates: Vec::new(),
        tried: [Vec::new(), Vec::new()],
        has_best: false,
        open: None,
    };
    let read = reader.clauses();
    read.map_err(|mistake| mistake.in_file(file, text))?;
    let order = reader.order();
    // Who has learned nothing yet has a best move all the same.
    if order.is_empty() && !reader.has_best {
        let message = "there is no strategy in it; expected clauses such as \
             win_1(A,B) :- move(A,B), won(B).";
        return Err(Problem::whole(file, message));
    }
    Ok(GameStrategy {
        theory: reader.theory,
        predicates: reader.predicates,
        order,
    })
}

/// A predicate whose clauses are being read.
struct Open {
    name: String,
    bodies: Vec<Body>,
    same: Option<Definition>,
}

struct Reader<'t, 'g> {
    text: &'t str,
    theory: Theory<'g>,
    predicates: Named,
    /// What `win/2` and `draw/2` call.
    tried: [Named; 2],
    has_best: bool,
    open: Option<Open>,
}

impl Reader<'_, '_> {
    fn clauses(&mut self) -> Result<(), Mistake> {
        let (tokens, ops) = (syntax::tokens(self.text), Ops::swi());
        for clause in syntax::split(self.text, &tokens) {
            let own = &tokens[clause.tokens];
            let Some(term) = syntax::read_clause(self.text, own, &ops, Dialect::Swi)? else {
                let message = "this clause is nested too deeply";
                return Err(Mistake::new(message, clause.span));
            };
            match term.arguments(":-") {
                Some([directive]) => self.directive(directive)?,
                None => self.clause(&term)?,
            }
        }
        self.close();
        Ok(())
    }

    /// That something else was expected than this term.
    fn expected<T>(&self, what: &str, term: &Spanned) -> Result<T, Mistake> {
        Err(Mistake::expected(what, self.text, term))
    }

    fn directive(&self, directive: &Spanned) -> Result<(), Mistake> {
        match directive.call() {
            Some(("use_module" | "ensure_loaded" | "consult" | "dynamic", _)) => Ok(()),
            _ => {
                let what = "`use_module` or `ensure_loaded`, which load the game";
                self.expected(what, directive)
            }
        }
    }

    fn clause(&mut self, clause: &Spanned) -> Result<(), Mistake> {
        const FORM: &str = "a clause such as `win_1(A,B) :- move(A,B), won(B).`";
        let (head, Some(body)) = clause.rule() else {
            return self.expected(FORM, clause);
        };
        let Some((name, arguments)) = head.call() else {
            return self.expected(FORM, clause);
        };
        let [from, to] = arguments else {
            return self.expected("the variables of two states as arguments", head);
        };
        let [from, to] = [self.variable(from)?, self.variable(to)?];
        if from == to || from == "_" || to == "_" {
            let message = format!("expected two variables with names, found `{from},{to}`");
            return Err(Mistake::new(message, head.span.clone()));
        }
        self.begin(name, head)?;
        let goals = body.conjuncts();
        let first = goals[0];
        if name == BEST {
            return self.best(first, &goals[1..], from, to);
        }
        let definition = self.called(first)?;
        self.has_arguments(first, &[from, to])?;
        if let Some(tried) = TRIED.iter().position(|kind| *kind == name) {
            let called = first.call().map_or("", |(called, _)| called);
            self.tried[tried].push((called.to_owned(), definition));
            return self.end(&goals[1..]);
        }
        let body = match goals.get(1) {
            Some(second) => Some(self.second(second, definition, from, to)?),
            None => None,
        };
        self.end(goals.get(2..).unwrap_or_default())?;
        let Some(open) = &mut self.open else {
            return Ok(());
        };
        match (body, open.bodies.is_empty(), open.same) {
            (Some(body), _, None) => open.bodies.push(body),
            (None, true, None) => open.same = Some(definition),
            _ => {
                let what = format!("two goals in each clause of {name}/2, since it has several");
                return self.expected(&what, first);
            }
        }
        Ok(())
    }

    /// A clause of `best/2`, which tries everything in the order that is known anyway.
    fn best(
        &mut self,
        first: &Spanned,
        rest: &[&Spanned],
        from: &str,
        to: &str,
    ) -> Result<(), Mistake> {
        self.has_best = true;
        if !matches!(first.call(), Some((name, _)) if TRIED.contains(&name)) {
            self.called(first)?;
        }
        self.has_arguments(first, &[from, to])?;
        match rest {
            [cut, rest @ ..] if cut.atom() == Some("!") => self.end(rest),
            [other, ..] => self.expected("`!`: best/2 has one move", other),
            [] => self.expected("`, !` behind the goal: best/2 has one move", first),
        }
    }

    /// That no goals are left.
    fn end(&self, rest: &[&Spanned]) -> Result<(), Mistake> {
        match rest {
            [] => Ok(()),
            [goal, ..] => self.expected("a full stop", goal),
        }
    }

    fn variable<'t>(&self, term: &'t Spanned) -> Result<&'t str, Mistake> {
        match term.variable() {
            Some(name) => Ok(name),
            None => self.expected("a variable", term),
        }
    }

    /// Begins a clause of a predicate, which is a new one or the one before.
    fn begin(&mut self, head: &str, term: &Spanned) -> Result<(), Mistake> {
        if self.open.as_ref().is_some_and(|open| open.name == head) {
            return Ok(());
        }
        self.close();
        if TRIED.contains(&head) || head == BEST {
            return Ok(());
        }
        if RESERVED.contains(&head) {
            let message = format!("expected another name: `{head}` belongs to the game");
            return Err(Mistake::new(message, term.span.clone()));
        }
        if self.predicates.iter().any(|(name, _)| name == head) {
            let message = format!("expected the clauses of `{head}/2` together, found another one");
            return Err(Mistake::new(message, term.span.clone()));
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

    /// The predicate of two states that a goal calls.
    fn called(&self, goal: &Spanned) -> Result<Definition, Mistake> {
        let Some((name, _)) = goal.call() else {
            return self.expected("`move` or a predicate that is defined before", goal);
        };
        if name == "move" {
            return Ok(MOVE);
        }
        let known = self.predicates.iter().find(|(known, _)| known == name);
        known.map(|(_, definition)| *definition).ok_or_else(|| {
            let known = self.predicates.iter().map(|(name, _)| name.as_str());
            let known: Vec<&str> = ["move"].into_iter().chain(known).collect();
            let message = format!(
                "expected a predicate that is defined before ({}), found `{name}`",
                known.join(", ")
            );
            Mistake::new(message, goal.span.clone())
        })
    }

    /// That these variables are the arguments of a goal.
    fn has_arguments(&self, goal: &Spanned, variables: &[&str]) -> Result<(), Mistake> {
        let (_, arguments) = goal.call().unwrap_or_default();
        if arguments.len() != variables.len() {
            let what = format!("the arguments ({})", variables.join(","));
            return self.expected(&what, goal);
        }
        for (argument, variable) in arguments.iter().zip(variables) {
            if argument.variable() != Some(variable) {
                return self.expected(&format!("the variable `{variable}`"), argument);
            }
        }
        Ok(())
    }

    /// What a clause asks of the state after the move.
    fn second(
        &self,
        goal: &Spanned,
        first: Definition,
        from: &str,
        to: &str,
    ) -> Result<Body, Mistake> {
        let negated = goal.arguments("\\+");
        let asked = negated.map_or(goal, |[asked]| asked);
        let (name, arguments) = asked.call().unwrap_or_default();
        if let Some(fluent) = Fluent::ALL.into_iter().find(|fluent| fluent.name() == name) {
            self.has_arguments(asked, &[to])?;
            return Ok(match negated {
                Some(_) => Body::Unless(first, fluent),
                None => Body::Postcond(first, fluent),
            });
        }
        if negated.is_none() {
            return self.expected(&format!("`won({to})`, `drawn({to})` or `\\+`"), goal);
        }
        let called = self.called(asked)?;
        let [state, other] = arguments else {
            return self.expected(&format!("the arguments ({to},_)"), asked);
        };
        if state.variable() != Some(to) {
            return self.expected(&format!("the variable `{to}`"), state);
        }
        let name = self.variable(other)?;
        if name == to || name == from {
            return self.expected("another variable, such as `_`", other);
        }
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
