//! What is to be learned: examples, background, metarules and options, as Prolog sends them.

use std::collections::HashMap;

use crate::term::Term;

use super::terms::{Cell, Terms};

/// An atom `[P|Args]` of an example, a pattern; its holes are its variables.
#[derive(Debug, Clone)]
pub struct Atom {
    /// The predicate's name and the arguments.
    pub parts: Vec<Cell>,
    /// How many variables there are.
    pub holes: usize,
}

/// The types of a predicate's arguments, patterns; their holes are type variables.
#[derive(Debug, Clone)]
pub struct Types {
    /// One an argument.
    pub types: Vec<Cell>,
    /// How many type variables there are.
    pub holes: usize,
}

/// A predicate of the background.
#[derive(Debug, Clone)]
pub struct Background {
    /// Its name.
    pub name: Cell,
    /// Its arity.
    pub arity: usize,
    /// Its types, if any are given.
    pub types: Option<Types>,
    /// All that is true of it, if these are ground facts; else Prolog is asked.
    pub rows: Option<Vec<Vec<Cell>>>,
}

/// A literal of a body.
#[derive(Debug, Clone)]
pub enum Literal {
    /// `[Q|Args]`.
    Atom(Parts),
    /// `@Goal`: a condition for Prolog.
    Order(Cell),
    /// `not([Q|Args])`: there is no proof.
    Negated(Parts),
}

/// The predicate and the arguments of an atom, patterns, with the types that are given.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The predicate first.
    pub parts: Vec<Cell>,
    /// The types of the arguments, as far as `Argument:Type` gives them.
    pub types: Vec<Option<Cell>>,
}

/// A goal that goes before the body of a clause.
#[derive(Debug, Clone)]
pub struct Guard {
    /// By which Prolog knows it.
    pub number: i64,
    /// Patterns: those variables of the clause that are in the goal.
    pub variables: Vec<Cell>,
}

/// A metarule, or a clause of interpreted background.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The metarule's name, or the clause's number.
    pub name: Cell,
    /// The existentially quantified variables, which a metasubstitution binds; none for a clause.
    pub subs: Vec<Cell>,
    /// The head.
    pub head: Parts,
    /// The body.
    pub body: Vec<Literal>,
    /// What has to be proved first, if there is anything.
    pub guard: Option<Guard>,
    /// How many variables there are.
    pub holes: usize,
    /// Whether the body names the head's own predicate.
    pub recursive: bool,
}

/// A clause of the program that the background belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// A pattern.
    pub head: Cell,
    /// A pattern, with the same holes.
    pub body: Cell,
    /// How many variables there are.
    pub holes: usize,
}

impl Rule {
    /// Reads `clause(Head,Body)`.
    pub fn read(terms: &mut Terms, term: &Term) -> Option<Rule> {
        let [head, body] = term.arguments("clause")?;
        let mut names = Vec::new();
        let head = terms.pattern(head, &mut names);
        let body = terms.pattern(body, &mut names);
        let holes = names.len();
        Some(Rule { head, body, holes })
    }
}

/// Bounds and switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The fewest clauses of a program.
    pub min_clauses: usize,
    /// The most clauses of a program, at most 64.
    pub max_clauses: usize,
    /// The most invented predicates.
    pub max_inv_preds: usize,
    /// Whether programs are tested by `func_test/3`.
    pub functional: bool,
    /// Whether all that is tried is reported.
    pub trace: bool,
    /// Whether types count.
    pub typed: bool,
    /// How many steps the search may take, 0 for any number.
    pub inference_limit: u64,
    /// How many milliseconds, 0 for any number.
    pub time_limit: u64,
    /// How many inferences a goal of the background may take.
    pub goal_inferences: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            min_clauses: 1,
            max_clauses: 10,
            max_inv_preds: 9,
            functional: false,
            trace: false,
            typed: false,
            inference_limit: 0,
            time_limit: 0,
            goal_inferences: 1_000_000,
        }
    }
}

/// The rows of predicates that are ground facts, by name and arity.
pub type Facts = HashMap<(String, usize), Vec<Vec<Term>>>;

/// A learning task.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// All its terms.
    pub terms: Terms,
    /// What is to be proved, in order.
    pub positives: Vec<Atom>,
    /// What must not be.
    pub negatives: Vec<Atom>,
    /// The background that a variable may stand for, in order.
    pub background: Vec<Background>,
    /// Predicates that clauses may be learned for besides the targets, with their types.
    pub heads: Vec<(Cell, usize, Option<Types>)>,
    /// Predicates that only metarules name.
    pub compiled: Vec<(Cell, usize)>,
    /// Interpreted background, in order.
    pub interpreted: Vec<Clause>,
    /// The metarules, in order.
    pub metarules: Vec<Clause>,
    /// What defines the background, as far as its clauses are known.
    pub rules: Vec<Rule>,
    /// Predicates of libraries that the rules call, which the program does not define itself.
    pub libraries: Vec<(Cell, usize)>,
    /// Bounds and switches.
    pub options: Options,
}

impl Task {
    /// Reads `task(Pos,Neg,Body,Head,Compiled,Ibk,Metarules,Options)`.
    ///
    /// # Errors
    ///
    /// What was expected, and the text that is something else. `metagol.pl` checks what users write;
    /// this is for those who call the kernel themselves.
    pub fn read(text: &str) -> Result<Task, String> {
        Task::read_with(text, &Facts::new())
    }

    /// The same, where `body(P,A,Types,facts)` stands for a predicate whose rows are in `facts`.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn read_with(text: &str, facts: &Facts) -> Result<Task, String> {
        let term: Term = text
            .trim_end_matches('.')
            .parse()
            .map_err(|error| format!("the task: {error}"))?;
        let [
            pos,
            neg,
            body,
            head,
            compiled,
            interpreted,
            metarules,
            options,
        ] = term.arguments("task").ok_or_else(|| {
            unexpected(
                "task(Pos,Neg,Body,Head,Compiled,Ibk,Metarules,Options)",
                &term,
            )
        })?;
        let mut task = Task {
            options: read_options(options)?,
            ..Task::default()
        };
        task.read_examples(pos, neg)?;
        let typed = task.options.typed;
        let terms = &mut task.terms;
        for entry in list(body)? {
            let [name, arity, types, rows] = entry
                .arguments("body")
                .ok_or_else(|| unexpected("body(P,A,Types,Rows)", entry))?;
            let rows = match rows.text() {
                Some("asked") => None,
                Some("facts") => {
                    let key = (name.text().unwrap_or_default().to_owned(), number(arity)?);
                    let rows = facts
                        .get(&key)
                        .ok_or_else(|| unexpected("facts", entry))?
                        .iter()
                        .map(|row| {
                            row.iter()
                                .map(|x| terms.pattern(x, &mut Vec::new()))
                                .collect()
                        });
                    Some(rows.collect())
                }
                _ => Some(
                    list(rows)?
                        .iter()
                        .map(|row| patterns(terms, row, &mut Vec::new()))
                        .collect::<Result<_, _>>()?,
                ),
            };
            task.background.push(Background {
                name: name_of(terms, name)?,
                arity: number(arity)?,
                types: read_types(terms, types)?,
                rows,
            });
        }
        for entry in list(head)? {
            let [name, arity, types] = entry
                .arguments("head")
                .ok_or_else(|| unexpected("head(P,A,Types)", entry))?;
            let name = name_of(terms, name)?;
            task.heads
                .push((name, number(arity)?, read_types(terms, types)?));
        }
        for entry in list(compiled)? {
            let [name, arity] = entry
                .arguments("/")
                .ok_or_else(|| unexpected("P/A", entry))?;
            task.compiled.push((name_of(terms, name)?, number(arity)?));
        }
        for entry in list(interpreted)? {
            let [id, head, body, guard] = entry
                .arguments("ibk")
                .ok_or_else(|| unexpected("ibk(Id,Head,Body,Guard)", entry))?;
            let none = Term::Atom("[]".into());
            let clause = read_clause(terms, typed, [id, &none, head, body, guard])?;
            task.interpreted.push(clause);
        }
        for entry in list(metarules)? {
            let [name, subs, head, body, guard] = entry
                .arguments("metarule")
                .ok_or_else(|| unexpected("metarule(Name,Subs,Head,Body,Guard)", entry))?;
            let clause = read_clause(terms, typed, [name, subs, head, body, guard])?;
            task.metarules.push(clause);
        }
        for option in list(options)? {
            if let Some([rules]) = option.arguments("clauses") {
                for rule in list(rules)? {
                    let read = Rule::read(terms, rule);
                    task.rules
                        .push(read.ok_or_else(|| unexpected("clause(Head,Body)", rule))?);
                }
            }
            if let Some([libraries]) = option.arguments("libraries") {
                for entry in list(libraries)? {
                    let [name, arity] = entry
                        .arguments("/")
                        .ok_or_else(|| unexpected("P/A", entry))?;
                    task.libraries.push((name_of(terms, name)?, number(arity)?));
                }
            }
        }
        Ok(task)
    }

    /// Takes the examples and the options of `examples(Pos,Neg,Options)` in place of its own; whether types
    /// count stays as it is.
    ///
    /// # Errors
    ///
    /// The same as of [`Task::read`].
    pub fn take_examples(&mut self, text: &str) -> Result<(), String> {
        let term: Term = text
            .parse()
            .map_err(|error| format!("the examples: {error}"))?;
        let [pos, neg, options] = term
            .arguments("examples")
            .ok_or_else(|| unexpected("examples(Pos,Neg,Options)", &term))?;
        let typed = self.options.typed;
        self.options = read_options(options)?;
        self.options.typed = typed;
        self.read_examples(pos, neg)
    }

    fn read_examples(&mut self, pos: &Term, neg: &Term) -> Result<(), String> {
        let read = |terms: &mut Terms, from: &Term| {
            let atoms = list(from)?.iter().map(|atom| {
                let mut names = Vec::new();
                let parts = patterns(terms, atom, &mut names)?;
                if parts.is_empty() {
                    return Err(unexpected("an atom [P|Args]", atom));
                }
                let holes = names.len();
                Ok(Atom { parts, holes })
            });
            atoms.collect::<Result<Vec<Atom>, String>>()
        };
        self.positives = read(&mut self.terms, pos)?;
        self.negatives = read(&mut self.terms, neg)?;
        Ok(())
    }
}

fn unexpected(expected: &str, found: &Term) -> String {
    format!("expected {expected}, found {found}")
}

fn list(term: &Term) -> Result<&[Term], String> {
    match term {
        Term::List(items, None) => Ok(items),
        Term::Atom(name) if name == "[]" => Ok(&[]),
        _ => Err(unexpected("a list", term)),
    }
}

/// The items of a list, which may be a list of characters, as patterns.
fn patterns(terms: &mut Terms, term: &Term, names: &mut Vec<String>) -> Result<Vec<Cell>, String> {
    if let Term::String(text) = term {
        return Ok(text
            .chars()
            .map(|c| terms.atom(c.encode_utf8(&mut [0; 4])))
            .collect());
    }
    let items = list(term)?.iter();
    Ok(items.map(|item| terms.pattern(item, names)).collect())
}

fn name_of(terms: &mut Terms, term: &Term) -> Result<Cell, String> {
    match term {
        Term::Atom(name) => Ok(terms.atom(name)),
        _ => Err(unexpected("a name", term)),
    }
}

fn number(term: &Term) -> Result<usize, String> {
    match term {
        Term::Integer(value) if *value >= 0 => Ok(*value as usize),
        _ => Err(unexpected("a number", term)),
    }
}

fn read_types(terms: &mut Terms, term: &Term) -> Result<Option<Types>, String> {
    if term.text() == Some("any") {
        return Ok(None);
    }
    let mut names = Vec::new();
    let types = patterns(terms, term, &mut names)?;
    let holes = names.len();
    Ok(Some(Types { types, holes }))
}

fn read_clause(
    terms: &mut Terms,
    typed: bool,
    [name, subs, head, body, guard]: [&Term; 5],
) -> Result<Clause, String> {
    let mut names = Vec::new();
    let subs = patterns(terms, subs, &mut names)?;
    let head = read_parts(terms, typed, head, &mut names)?;
    let mut literals = Vec::new();
    for literal in list(body)? {
        literals.push(match literal {
            Term::Compound(name, args) if name == "@" && args.len() == 1 => {
                Literal::Order(terms.pattern(&args[0], &mut names))
            }
            Term::Compound(name, args) if (name == "not" || name == "\\+") && args.len() == 1 => {
                Literal::Negated(read_parts(terms, typed, &args[0], &mut names)?)
            }
            _ => Literal::Atom(read_parts(terms, typed, literal, &mut names)?),
        });
    }
    let guard = match guard.arguments("guard") {
        Some([Term::Integer(number), variables]) => Some(Guard {
            number: *number,
            variables: patterns(terms, variables, &mut names)?,
        }),
        _ => None,
    };
    let recursive = literals.iter().any(|literal| match literal {
        Literal::Atom(parts) => parts.parts[0] == head.parts[0],
        _ => false,
    });
    Ok(Clause {
        name: terms.pattern(name, &mut Vec::new()),
        subs,
        head,
        body: literals,
        guard,
        holes: names.len(),
        recursive,
    })
}

/// Reads `[P|Args]`; in a typed task, an argument `A:T` is A of the type T.
fn read_parts(
    terms: &mut Terms,
    typed: bool,
    term: &Term,
    names: &mut Vec<String>,
) -> Result<Parts, String> {
    if let Term::String(_) = term {
        let parts = patterns(terms, term, names)?;
        let types = vec![None; parts.len() - 1];
        return Ok(Parts { parts, types });
    }
    let [predicate, args @ ..] = list(term)? else {
        return Err(unexpected("[P|Args]", term));
    };
    let mut parts = vec![terms.pattern(predicate, names)];
    let mut types = Vec::new();
    for arg in args {
        match arg.arguments(":") {
            Some([arg, of]) if typed => {
                parts.push(terms.pattern(arg, names));
                types.push(Some(terms.pattern(of, names)));
            }
            _ => {
                parts.push(terms.pattern(arg, names));
                types.push(None);
            }
        }
    }
    Ok(Parts { parts, types })
}

/// Seconds, which may be a fraction, as milliseconds.
fn milliseconds(seconds: &Term) -> Result<u64, String> {
    match seconds.number() {
        Some(number) if number >= 0.0 => Ok((number * 1000.0) as u64),
        _ => Err(unexpected("a number", seconds)),
    }
}

fn read_options(term: &Term) -> Result<Options, String> {
    let mut options = Options::default();
    for option in list(term)? {
        let Term::Compound(name, args) = option else {
            return Err(unexpected("an option", option));
        };
        let value = args.first().unwrap_or(option);
        let yes = value.text() == Some("true");
        match name.as_str() {
            "min_clauses" => options.min_clauses = number(value)?,
            "max_clauses" => options.max_clauses = number(value)?,
            "max_inv_preds" => options.max_inv_preds = number(value)?,
            "functional" => options.functional = yes,
            "trace" => options.trace = yes,
            "typed" => options.typed = yes,
            "inference_limit" => options.inference_limit = number(value)? as u64,
            "clauses" | "libraries" => {}
            "goal_inferences" => options.goal_inferences = number(value)? as u64,
            "timeout" => options.time_limit = milliseconds(value)?,
            // What only Prolog needs to know.
            "kernel" | "top_program" => {}
            _ => return Err(unexpected("an option", option)),
        }
    }
    if options.max_clauses > 64 {
        return Err(format!(
            "expected at most 64 clauses, found max_clauses({})",
            options.max_clauses
        ));
    }
    Ok(options)
}
