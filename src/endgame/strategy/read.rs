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

use std::{cmp::Reverse, collections::HashSet, fmt, ops::Range};

use super::program::{Goal, StrategyProgram};
use crate::{
    endgame::{Ending, Vocabulary},
    syntax::{self, Dialect, Mistake, Ops, Problem, Shape, Spanned, Token},
};

/// What a file of a strategy is.
#[derive(Debug, Clone)]
pub enum Reading {
    /// A program over a vocabulary.
    Program(StrategyProgram),
    /// A strategy that only Prolog can run.
    Other(Other),
}

/// Why a file is no program over a vocabulary: `file:line:column: reason`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// The ending that it is for: asked for, named in a fact `ending(krk).`, or the only one that has
    /// all of its words; `None` if its words are those of different endings.
    pub ending: Option<Ending>,
    reason: Problem,
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)
    }
}

/// The predicate that is read.
const STRATEGY: &str = "strategy";
/// The fact that says for which ending.
const ENDING: &str = "ending";
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
pub fn read(file: &str, text: &str, ending: Option<Ending>) -> Result<Reading, Problem> {
    let wrong = |problem: Mistake| problem.in_file(file, text);
    let contents = Contents::of(text).map_err(wrong)?;
    if let (Some(asked), Some((named, span))) = (ending, &contents.ending)
        && asked != *named
    {
        let message = format!("the strategy is for {named}, expected one for {asked}");
        return Err(wrong(Mistake::new(message, span.clone())));
    }
    let ending = ending.or(contents.ending.as_ref().map(|(ending, _)| *ending));
    let ending = match ending {
        Some(ending) => Some(ending),
        // What is wrong with the rest is said first.
        None if contents.strategy.is_empty() => None,
        None => contents.only_ending().map_err(|endings| {
            let names: Vec<String> = endings
                .iter()
                .map(|ending| ending.to_string().to_lowercase())
                .collect();
            let message = format!(
                "its words are those of several endings ({}); expected --ending {}, or a \
                 fact in it that names one, such as ending({}).",
                names.join(", "),
                names[0],
                names[0]
            );
            Problem::whole(file, message)
        })?,
    };
    let other = |problem: Mistake| {
        let reason = problem.in_file(file, text);
        Ok(Reading::Other(Other { ending, reason }))
    };
    if contents.strategy.is_empty() {
        // What is not read here may have the clauses.
        return match contents.foreign {
            Some(problem) if contents.open => other(problem),
            _ => {
                let message = "there is no strategy in it; expected clauses such as \
                     strategy(Pos, Move) :- king_on_edge(Pos), lateral_check(Pos, Move).";
                Err(Problem::whole(file, message))
            }
        };
    }
    if let Some(problem) = contents.foreign {
        return other(problem);
    }
    let known = Vocabulary::all().iter().copied();
    let known = known.filter(|words| ending.is_none_or(|ending| ending == words.ending));
    let read: Vec<_> = known.map(|words| contents.program(text, words)).collect();
    match read.iter().flatten().next() {
        Some(program) => Ok(Reading::Program(program.clone())),
        None => {
            // The vocabulary that was meant is the one with which reading came furthest.
            let problems = read.into_iter().filter_map(Result::err);
            let first = contents.strategy[0].span.clone();
            let ending =
                ending.map_or_else(|| "any ending".to_owned(), |ending| ending.to_string());
            other(
                problems
                    .min_by_key(|problem| Reverse(problem.span.start))
                    .unwrap_or_else(|| {
                        Mistake::new(format!("there are no words for {ending}"), first)
                    }),
            )
        }
    }
}

/// The clauses of a file.
#[derive(Default)]
struct Contents {
    /// Those of `strategy/2`.
    strategy: Vec<Spanned>,
    /// What the fact names, and where.
    ending: Option<(Ending, Range<usize>)>,
    /// The names of other predicates that it defines, and where.
    defined: Vec<(String, Range<usize>)>,
    /// The names of all that it calls.
    called: HashSet<String>,
    /// The first thing that only Prolog can make sense of.
    foreign: Option<Mistake>,
    /// Whether it may have clauses that are not read here, as those of other files.
    open: bool,
}

/// That a clause is not nested too deeply.
fn shallow(text: &str, tokens: &[Token]) -> Result<(), Mistake> {
    let (mut brackets, mut negations) = (0_usize, 0_usize);
    for token in tokens {
        let source = token.source(text);
        match source {
            "(" | "[" | "{" => brackets += 1,
            ")" | "]" | "}" => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        negations = if source == "\\+" { negations + 1 } else { 0 };
        if brackets > DEEPEST || negations > DEEPEST {
            let message = format!(
                "expected at most {DEEPEST} brackets or negations within each other, found more"
            );
            return Err(Mistake::new(message, token.span.clone()));
        }
    }
    Ok(())
}

impl Contents {
    fn of(text: &str) -> Result<Contents, Mistake> {
        let mut contents = Contents::default();
        let (tokens, mut ops) = (syntax::tokens(text), Ops::swi());
        let mut after_query = false;
        for clause in syntax::split(text, &tokens) {
            let own = &tokens[clause.tokens];
            shallow(text, own)?;
            let at = clause.span.start;
            // The answers below a query are indented.
            let answers = after_query && text[..at].ends_with([' ', '\t']);
            after_query = clause.text.starts_with("?-");
            if after_query || answers {
                continue;
            }
            ops.learn(text, own);
            match syntax::read_clause(text, own, &ops, Dialect::Swi) {
                Ok(Some(term)) => contents.clause(term, text)?,
                Ok(None) => {
                    let message = "only Prolog can read terms that are nested so deeply";
                    contents.is_foreign(Mistake::new(message, clause.span));
                    contents.open = true;
                }
                // Operators of files that are loaded may make sense of anything.
                Err(_) if contents.foreign.is_some() => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(contents)
    }

    fn clause(&mut self, clause: Spanned, text: &str) -> Result<(), Mistake> {
        if let Some([goal]) = clause.arguments(":-") {
            self.directive(goal);
            return Ok(());
        }
        self.call(&clause);
        let (head, body) = clause.rule();
        match (head.call(), body) {
            (Some((ENDING, [name])), None) => {
                let wrong = |message| Mistake::new(message, clause.span.clone());
                let named = name.atom().unwrap_or(&text[name.span.clone()]);
                let named: Ending = named
                    .parse()
                    .map_err(|error: crate::endgame::UnknownEnding| wrong(error.to_string()))?;
                let (first, _) = self.ending.get_or_insert((named, clause.span.clone()));
                if *first != named {
                    return Err(wrong(format!(
                        "the strategy is for {first} and for {named}"
                    )));
                }
            }
            (Some((STRATEGY, [_, ..])), _) => self.strategy.push(clause),
            (Some((name, _)), _) => self.defined.push((name.to_owned(), clause.span.clone())),
            (None, _) => {}
        }
        Ok(())
    }

    fn is_foreign(&mut self, problem: Mistake) {
        self.foreign.get_or_insert(problem);
    }

    /// Notes the names with arguments in a clause.
    fn call(&mut self, term: &Spanned) {
        if let Shape::Compound(name, _) = &term.shape
            && !self.called.contains(name)
        {
            self.called.insert(name.clone());
        }
        term.parts().for_each(|part| self.call(part));
    }

    fn program(&self, text: &str, words: &'static Vocabulary) -> Result<StrategyProgram, Mistake> {
        let is_word = |name: &str| words.condition(name).or(words.maneuver(name)).is_some();
        if let Some((name, span)) = self.defined.iter().find(|(name, _)| is_word(name)) {
            let message = format!("`{name}` is defined anew");
            return Err(Mistake::new(message, span.clone()));
        }
        let clauses = self.strategy.iter().map(|clause| {
            let mut body = Body {
                text,
                words,
                variables: Vec::new(),
                position: "",
            };
            body.clause(clause)
        });
        let clauses: Result<Vec<Goal>, Mistake> = clauses.collect();
        Ok(StrategyProgram::new(&clauses?, words))
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
    fn directive(&mut self, goal: &Spanned) {
        let (name, arguments) = goal.call().unwrap_or_default();
        let harmless = match (name, arguments) {
            ("use_module", [library, ..]) => library.arguments::<1>("library").is_some(),
            ("dynamic" | "discontiguous", [declared]) => {
                let of_strategies = |term: &Spanned| matches!(term.arguments("/"), Some([name, _]) if matches!(name.atom(), Some(STRATEGY | ENDING)));
                let mut declared = declared.conjuncts().into_iter();
                declared.any(|term| of_strategies(term) || term.parts().any(of_strategies))
            }
            _ => false,
        };
        if !harmless {
            self.open |= !matches!(name, "op" | "dynamic" | "discontiguous");
            let reason = format!("only Prolog can run the directive `{name}`");
            self.is_foreign(Mistake::new(reason, goal.span.clone()));
        }
    }
}

/// A clause of `strategy/2`, being read.
struct Body<'t> {
    text: &'t str,
    words: &'static Vocabulary,
    position: &'t str,
    /// The variables for moves, the one of the head first.
    variables: Vec<&'t str>,
}

impl<'t> Body<'t> {
    fn clause(&mut self, clause: &'t Spanned) -> Result<Goal, Mistake> {
        let (head, body) = clause.rule();
        let (_, arguments) = head.call().unwrap_or_default();
        let [position, chosen] = arguments else {
            return self.expected("two arguments, since it is strategy/2", head);
        };
        self.position = self.variable(position, "a variable for the position")?;
        let name = self.variable(chosen, "a variable for the move")?;
        if name == self.position && name != "_" {
            return self.expected("another variable", chosen);
        }
        self.variables.push(name);
        body.map_or(Ok(Goal::True), |body| self.goal(body))
    }

    fn goal(&mut self, goal: &'t Spanned) -> Result<Goal, Mistake> {
        let Some((name, arguments)) = goal.call() else {
            return self.expected("a condition or a move", goal);
        };
        Ok(match (name, arguments) {
            ("true", []) => Goal::True,
            ("fail" | "false", []) => Goal::Fail,
            ("!", []) => Goal::Cut,
            (",", [_, _]) => Goal::And(self.goals(goal.chain(&[","]))?),
            (";" | "|", [_, _]) => Goal::Or(self.goals(goal.chain(&[";", "|"]))?),
            ("->", [condition, then]) => {
                let condition = self.goal(condition)?;
                Goal::If(Box::new(condition), Box::new(self.goal(then)?))
            }
            ("\\+", [negated]) => Goal::Not(Box::new(self.goal(negated)?)),
            _ => self.word(name, arguments, goal)?,
        })
    }

    fn goals(&mut self, goals: Vec<&'t Spanned>) -> Result<Vec<Goal>, Mistake> {
        goals.into_iter().map(|goal| self.goal(goal)).collect()
    }

    /// A condition or a move.
    fn word(
        &mut self,
        name: &str,
        arguments: &'t [Spanned],
        goal: &Spanned,
    ) -> Result<Goal, Mistake> {
        let (condition, maneuver) = (self.words.condition(name), self.words.maneuver(name));
        let [position, rest @ ..] = arguments else {
            return Err(Mistake::new(self.no_word(name), goal.span.clone()));
        };
        if condition.or(maneuver).is_none() {
            return Err(Mistake::new(self.no_word(name), goal.span.clone()));
        }
        let of = self.variable(position, "the variable of the position")?;
        if of != self.position || of == "_" {
            return self.expected(
                &format!("the head's position, `{}`", self.position),
                position,
            );
        }
        match (condition, rest) {
            (Some(condition), []) => return Ok(Goal::Ask(condition)),
            (Some(_), _) => {
                return self.expected(
                    &format!("one argument, since `{name}` is a condition"),
                    goal,
                );
            }
            (None, [_]) => {}
            (None, _) => {
                return self.expected(&format!("two arguments, since `{name}` is a move"), goal);
            }
        }
        let chosen = self.variable(&rest[0], "a variable for the move")?;
        if chosen == self.position {
            return self.expected("another variable", &rest[0]);
        }
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

    fn variable(&self, term: &'t Spanned, what: &str) -> Result<&'t str, Mistake> {
        match term.variable() {
            Some(name) => Ok(name),
            None => self.expected(what, term),
        }
    }

    fn expected<T>(&self, what: &str, term: &Spanned) -> Result<T, Mistake> {
        Err(Mistake::expected(what, self.text, term))
    }
}
