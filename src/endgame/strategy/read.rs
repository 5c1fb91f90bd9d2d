//! Reads a file of `strategy/2` without Prolog, if that is possible.
//!
//! Bodies may have conditions and moves of one vocabulary, `,`, `;`, `->`, `\+`, `!`, `true`, `fail`
//! and brackets. Any other Prolog is right, too, but for Prolog itself to run:
//!
//! ```
//! use chesslog::endgame::strategy::read::{Reading, read};
//!
//! let text = "strategy(P, M) :- king_on_edge(P), lateral_check(P, M).";
//! assert!(matches!(read("a.pl", text, None), Ok(Reading::Program(_))));
//! let text = "strategy(P, M) :- best_move(P, M).";
//! let Ok(Reading::Other(why)) = read("a.pl", text, None) else { panic!() };
//! assert!(why.to_string().starts_with("a.pl:1:19: `best_move` is no word"));
//! ```

use std::{cmp::Reverse, collections::HashSet, fmt};

use super::program::{Goal, Program};
use crate::{
    endgame::{Ending, Vocabulary},
    syntax::{self, Clause, Dialect, Kind, Ops, Token},
};

/// What a file of a strategy is.
#[derive(Debug, Clone)]
pub enum Reading {
    /// A program over a vocabulary.
    Program(Program),
    /// A strategy that only Prolog can run.
    Other(Other),
}

/// Why a file is no program over a vocabulary: `file:line:column: reason`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// The ending that it is for: asked for, named in a fact `ending(krk).`, or the only one that has
    /// all of its words; `None` if its words are those of different endings.
    pub ending: Option<Ending>,
    reason: String,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// What is wrong with a file: `file:line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// The predicate that is read.
const STRATEGY: &str = "strategy";
/// The fact that says for which ending.
const ENDING: &str = "ending";
/// Brackets within brackets, at most, in what is read here; a text with more is for Prolog.
const DEPTH: usize = 200;
/// Brackets or negations within each other, at most, in any text: nobody writes so many, and who
/// reads them takes up the stack.
const DEEPEST: usize = 2_000;

/// Reads the text of a strategy; the file's name is for messages. The vocabulary is that of
/// `ending`, or else of the file's fact `ending(krk).`, or else the one that has all of its words;
/// without any words, it is that of king and rook.
///
/// # Errors
///
/// If the text is no Prolog or nested too deeply, has no clause of `strategy/2`, names an unknown ending or another one
/// than `ending`, or has words that several endings have.
pub fn read(file: &str, text: &str, ending: Option<Ending>) -> Result<Reading, Wrong> {
    let reader = Reader {
        text,
        tokens: syntax::tokens(text),
    };
    let place = |at: usize| {
        let (_, line, column) = syntax::line_at(text, at);
        format!("{file}:{line}:{column}")
    };
    let wrong = |Problem(at, message)| Wrong(format!("{}: {message}", place(at)));
    let contents = reader.contents().map_err(wrong)?;
    if let (Some(asked), Some((named, at))) = (ending, contents.ending)
        && asked != named
    {
        let message = format!("the strategy is for {named}, expected one for {asked}");
        return Err(wrong(Problem(at, message)));
    }
    let ending = ending.or(contents.ending.map(|(ending, _)| ending));
    let ending = match ending {
        Some(ending) => Some(ending),
        // What is wrong with the rest is said first.
        None if contents.strategy.is_empty() => None,
        None => contents.only_ending().map_err(|endings| {
            let names: Vec<String> = endings
                .iter()
                .map(|ending| ending.to_string().to_lowercase())
                .collect();
            Wrong(format!(
                "{file}: its words are those of several endings ({}); expected --ending {}, or a \
                 fact in it that names one, such as ending({}).",
                names.join(", "),
                names[0],
                names[0]
            ))
        })?,
    };
    let other = |Problem(at, reason)| {
        let reason = format!("{}: {reason}", place(at));
        Ok(Reading::Other(Other { ending, reason }))
    };
    if contents.strategy.is_empty() {
        // What is loaded may have the clauses.
        return match contents.foreign {
            Some(problem) if contents.loads => other(problem),
            _ => Err(Wrong(format!(
                "{file}: there is no strategy in it; expected clauses such as \
                 strategy(Pos, Move) :- king_on_edge(Pos), lateral_check(Pos, Move)."
            ))),
        };
    }
    if let Some(problem) = contents.foreign {
        return other(problem);
    }
    let known = Vocabulary::all().iter().copied();
    let known = known.filter(|words| ending.is_none_or(|ending| ending == words.ending));
    let read: Vec<_> = known
        .map(|words| reader.program(&contents, words))
        .collect();
    match read.iter().flatten().next() {
        Some(program) => Ok(Reading::Program(program.clone())),
        None => {
            // The vocabulary that was meant is the one with which reading came furthest.
            let problems = read.into_iter().filter_map(Result::err);
            let first = contents.strategy[0].span.start;
            let ending =
                ending.map_or_else(|| "any ending".to_owned(), |ending| ending.to_string());
            other(
                problems
                    .min_by_key(|Problem(at, _)| Reverse(*at))
                    .unwrap_or_else(|| Problem(first, format!("there are no words for {ending}"))),
            )
        }
    }
}

/// A place in the text, and what is to be said of it.
struct Problem(usize, String);

/// The clauses of a file.
struct Contents<'t> {
    /// Those of `strategy/2`.
    strategy: Vec<Clause<'t>>,
    /// What the fact names, and where.
    ending: Option<(Ending, usize)>,
    /// The names of other predicates that it defines, and where.
    defined: Vec<(String, usize)>,
    /// The names of all that it calls.
    called: HashSet<String>,
    /// The first thing that only Prolog can make sense of.
    foreign: Option<Problem>,
    /// Whether it loads other files.
    loads: bool,
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Reader<'t> {
    /// The sources of a clause's tokens.
    fn sources(&self, clause: &Clause<'_>) -> Vec<(&'t str, &Token)> {
        self.tokens[clause.tokens.clone()]
            .iter()
            .filter(|token| token.kind != Kind::Comment)
            .map(|token| (token.source(self.text), token))
            .collect()
    }

    fn contents(&self) -> Result<Contents<'t>, Problem> {
        let mut contents = Contents {
            strategy: Vec::new(),
            ending: None,
            defined: Vec::new(),
            called: HashSet::new(),
            foreign: None,
            loads: false,
        };
        let mut after_query = false;
        for clause in syntax::split(self.text, &self.tokens) {
            let tokens = self.sources(&clause);
            shallow(&tokens)?;
            let names: Vec<&str> = tokens.iter().map(|(source, _)| *source).collect();
            let at = clause.span.start;
            // The answers below a query are indented.
            let answers = after_query && self.text[..at].ends_with([' ', '\t']);
            after_query = names[0] == "?-";
            if after_query || answers {
                continue;
            }
            match names.as_slice() {
                [":-", ..] => contents.directive(&names[1..], at),
                [ENDING, "(", name, ")", "."] => {
                    let named = syntax::atom_name(name).parse::<Ending>();
                    let named = named.map_err(|error| Problem(at, error.to_string()))?;
                    let (first, _) = *contents.ending.get_or_insert((named, at));
                    if first != named {
                        let message = format!("the strategy is for {first} and for {named}");
                        return Err(Problem(at, message));
                    }
                }
                [STRATEGY, "(", ..] => {
                    contents.call(&tokens);
                    contents.strategy.push(clause.clone());
                }
                [name, ..] => {
                    contents.call(&tokens);
                    let name = syntax::atom_name(name).into_owned();
                    contents.defined.push((name, at));
                }
                [] => {}
            }
            // Operators of the file's own may make sense of anything.
            if contents.foreign.is_none()
                && let Some(problem) = syntax::diagnose_clause(
                    self.text,
                    &self.tokens[clause.tokens.clone()],
                    &Ops::default(),
                    Dialect::Swi,
                )
            {
                let help = problem.help.map(|help| format!("; {help}"));
                let message = problem.message + &help.unwrap_or_default();
                return Err(Problem(problem.span.start, message));
            }
        }
        Ok(contents)
    }

    fn program(
        &self,
        contents: &Contents<'_>,
        words: &'static Vocabulary,
    ) -> Result<Program, Problem> {
        let is_word = |name: &str| words.condition(name).or(words.maneuver(name)).is_some();
        if let Some((name, at)) = contents.defined.iter().find(|(name, _)| is_word(name)) {
            return Err(Problem(*at, format!("`{name}` is defined anew")));
        }
        let clauses = contents.strategy.iter().map(|clause| {
            let mut body = Body {
                tokens: self.sources(clause),
                at: 1,
                words,
                variables: Vec::new(),
                position: "",
                depth: 0,
            };
            body.clause()
        });
        let clauses: Result<Vec<Goal>, Problem> = clauses.collect();
        Ok(Program::new(&clauses?, words))
    }
}

/// That a clause is not nested too deeply.
fn shallow(tokens: &[(&str, &Token)]) -> Result<(), Problem> {
    let (mut brackets, mut negations) = (0_usize, 0_usize);
    for (source, token) in tokens {
        match *source {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        negations = if *source == "\\+" { negations + 1 } else { 0 };
        if brackets > DEEPEST || negations > DEEPEST {
            let message = format!(
                "expected at most {DEEPEST} brackets or negations within each other, found more"
            );
            return Err(Problem(token.span.start, message));
        }
    }
    Ok(())
}

impl Contents<'_> {
    /// Notes the names with arguments in a clause.
    fn call(&mut self, tokens: &[(&str, &Token)]) {
        for pair in tokens.windows(2) {
            if let [(name, token), ("(", _)] = pair
                && token.kind == Kind::Atom
            {
                self.called.insert(syntax::atom_name(name).into_owned());
            }
        }
    }

    /// The one ending that has all the words that are called; that of king and rook if there are
    /// none, and `None` if no ending has them all.
    ///
    /// # Errors
    ///
    /// The endings, if several have them.
    fn only_ending(&self) -> Result<Option<Ending>, Vec<Ending>> {
        let is_word = |words: &Vocabulary, name: &str| {
            words.condition(name).or(words.maneuver(name)).is_some()
        };
        let own = |name: &str| self.defined.iter().any(|(own, _)| own == name);
        let words = self.called.iter().filter(|name| {
            let mut all = Vocabulary::all().iter();
            all.any(|words| is_word(words, name)) && !own(name)
        });
        let words: Vec<&String> = words.collect();
        if words.is_empty() {
            return Ok(Some(Ending::KRK));
        }
        let all = Vocabulary::all().iter();
        let endings: Vec<Ending> = all
            .filter(|known| words.iter().all(|name| is_word(known, name)))
            .map(|known| known.ending)
            .collect();
        match endings.as_slice() {
            [] => Ok(None),
            [ending] => Ok(Some(*ending)),
            _ => Err(endings),
        }
    }

    /// Passes over a directive that changes nothing about the meaning of a strategy's clauses.
    fn directive(&mut self, names: &[&str], at: usize) {
        let harmless = match names {
            ["use_module", "(", "library", ..] => true,
            ["dynamic" | "discontiguous", ..] => {
                names.contains(&STRATEGY) || names.contains(&ENDING)
            }
            _ => false,
        };
        if !harmless {
            let name = names.first().copied().unwrap_or_default();
            self.loads |= !matches!(name, "op" | "dynamic" | "discontiguous");
            let reason = format!("only Prolog can run the directive `{name}`");
            self.foreign.get_or_insert(Problem(at, reason));
        }
    }
}

/// A clause of `strategy/2`, being read.
struct Body<'t, 'k> {
    tokens: Vec<(&'t str, &'k Token)>,
    at: usize,
    words: &'static Vocabulary,
    position: &'t str,
    /// The variables for moves, the one of the head first.
    variables: Vec<&'t str>,
    depth: usize,
}

impl<'t> Body<'t, '_> {
    fn clause(&mut self) -> Result<Goal, Problem> {
        self.expect("(", "`(`")?;
        self.position = self.variable("a variable for the position")?;
        self.expect(",", "`,`")?;
        let chosen = self.variable("a variable for the move")?;
        if chosen == self.position && chosen != "_" {
            self.at -= 1;
            return self.expected("another variable");
        }
        self.variables.push(chosen);
        self.expect(")", "`)`, since strategy/2 has two arguments")?;
        let body = match self.is(":-") {
            true => self.alternatives()?,
            false => Goal::True,
        };
        self.expect(".", "a full stop, or a goal of the strategy's language")?;
        Ok(body)
    }

    fn alternatives(&mut self) -> Result<Goal, Problem> {
        let mut branches = vec![self.branch()?];
        while self.is(";") || self.is("|") {
            branches.push(self.branch()?);
        }
        Ok(one_or(branches, Goal::Or))
    }

    fn branch(&mut self) -> Result<Goal, Problem> {
        let mut conditions = vec![self.conjunction()?];
        while self.is("->") {
            conditions.push(self.conjunction()?);
        }
        let last = conditions.pop().unwrap_or(Goal::True);
        let nested = |then, condition| Goal::If(Box::new(condition), Box::new(then));
        Ok(conditions.into_iter().rev().fold(last, nested))
    }

    fn conjunction(&mut self) -> Result<Goal, Problem> {
        let mut goals = vec![self.goal()?];
        while self.is(",") {
            goals.push(self.goal()?);
        }
        Ok(one_or(goals, Goal::And))
    }

    fn goal(&mut self) -> Result<Goal, Problem> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.expected("fewer brackets within brackets");
        }
        let (source, token) = self.tokens[self.at.min(self.tokens.len() - 1)];
        let called = self.is_functor();
        self.at += 1;
        let goal = match source {
            "true" if !called => Goal::True,
            "fail" | "false" if !called => Goal::Fail,
            "!" => Goal::Cut,
            // A term `\+(Goal)` with one argument means the same.
            "\\+" if called => {
                self.at += 1;
                let goal = self.goal()?;
                self.expect(")", "`)`")?;
                Goal::Not(Box::new(goal))
            }
            "\\+" => Goal::Not(Box::new(self.goal()?)),
            "(" => {
                let goal = self.alternatives()?;
                self.expect(")", "`)`")?;
                goal
            }
            name if token.kind == Kind::Atom => self.word(&syntax::atom_name(name), called)?,
            _ => {
                self.at -= 1;
                return self.expected("a condition or a move");
            }
        };
        self.depth -= 1;
        Ok(goal)
    }

    /// A condition or a move, its name read.
    fn word(&mut self, name: &str, called: bool) -> Result<Goal, Problem> {
        let here = self.at - 1;
        let (condition, maneuver) = (self.words.condition(name), self.words.maneuver(name));
        if condition.or(maneuver).is_none() || !called {
            return Err(Problem(self.tokens[here].1.span.start, self.no_word(name)));
        }
        self.at += 1;
        let position = self.variable("the variable of the position")?;
        if position != self.position || position == "_" {
            self.at -= 1;
            return self.expected(&format!("the head's position, `{}`", self.position));
        }
        if let Some(condition) = condition {
            self.expect(")", &format!("`)`, since `{name}` is a condition"))?;
            return Ok(Goal::Ask(condition));
        }
        self.expect(
            ",",
            &format!("`,` and a variable, since `{name}` is a move"),
        )?;
        let chosen = self.variable("a variable for the move")?;
        if chosen == self.position {
            self.at -= 1;
            return self.expected("another variable");
        }
        self.expect(")", "`)`")?;
        let known = self.variables.iter().position(|known| *known == chosen);
        let variable = match known {
            Some(variable) if chosen != "_" => variable,
            _ => {
                self.variables.push(chosen);
                self.variables.len() - 1
            }
        };
        Ok(Goal::Play(maneuver.unwrap_or_default(), variable))
    }

    fn no_word(&self, name: &str) -> String {
        let words = self.words;
        let conditions = words.conditions.iter().map(|word| word.name);
        let names = conditions.chain(words.moves.iter().map(|word| word.name));
        let meant = syntax::did_you_mean(name, names.map(str::to_owned));
        let meant = meant.map(|meant| format!("; did you mean `{meant}`?"));
        let meant = meant.unwrap_or_default();
        format!(
            "`{name}` is no word of the vocabulary of {}{meant}",
            words.ending
        )
    }

    /// Whether the next token is a name with arguments.
    fn is_functor(&self) -> bool {
        matches!(
            self.tokens.get(self.at..self.at + 2),
            Some([(_, name), ("(", bracket)]) if name.span.end == bracket.span.start
        )
    }

    fn is(&mut self, source: &str) -> bool {
        let is = self
            .tokens
            .get(self.at)
            .is_some_and(|(next, _)| *next == source);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, source: &str, what: &str) -> Result<(), Problem> {
        match self.is(source) {
            true => Ok(()),
            false => self.expected(what),
        }
    }

    fn variable(&mut self, what: &str) -> Result<&'t str, Problem> {
        match self.tokens.get(self.at) {
            Some((source, token)) if token.kind == Kind::Variable => {
                self.at += 1;
                Ok(source)
            }
            _ => self.expected(what),
        }
    }

    /// The clause has been found to be right Prolog, so that there is a last token.
    fn expected<T>(&self, what: &str) -> Result<T, Problem> {
        let (found, token) = self.tokens[self.at.min(self.tokens.len() - 1)];
        let message = format!("expected {what}, found `{found}`");
        Err(Problem(token.span.start, message))
    }
}

/// The goal, if there is one only.
fn one_or(mut goals: Vec<Goal>, several: fn(Vec<Goal>) -> Goal) -> Goal {
    match (goals.len(), goals.pop()) {
        (1, Some(goal)) => goal,
        (_, last) => {
            goals.extend(last);
            several(goals)
        }
    }
}
