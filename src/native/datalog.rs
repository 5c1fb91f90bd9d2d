//! The natives with which `prolog/datalog.pl` uses the Datalog engine.
//!
//! Prolog writes into a *build*, code by code: clauses, from which a program is made; or the facts
//! of a question, a segment for each relation, and the question itself. Constants get their codes
//! here: atoms, integers, and all other ground terms as texts. Answers are read in chunks through
//! the cells of the [`door`].
//!
//! The codes of a clause are those of its head, the number of its literals and each literal; see
//! [`Codes`]. Answers to a question that was asked before over the same facts are remembered.
#![allow(unsafe_code)]

mod codes;
mod values;

use std::{
    cell::RefCell,
    collections::{HashMap, VecDeque},
    rc::Rc,
};

use codes::Codes;
use values::{Kind, kind, select, sorted, string, symbol, text};

use super::{
    Answered, Error, Output, Sentences, door, handles::Handles, sentences::plain, types::TermText,
};
use crate::{
    datalog::{
        Budget, Clause, Constant, Database, Invalid, Predicate, Program, Stopped, Symbols, evaluate,
    },
    foreign,
    term::Term,
};

/// Tuples that one question may derive: about a gigabyte.
const TUPLES: u64 = 20_000_000;
/// Tuples of the questions that are remembered, and how many questions.
const REMEMBERED_TUPLES: usize = 1_000_000;
const REMEMBERED: usize = 16;

thread_local! {
    static BRIDGE: RefCell<Bridge> = RefCell::default();
}

struct Bridge {
    /// The letter `a` and an atom, or `t` and another term as canonical text.
    symbols: Symbols<String>,
    key: String,
    builds: Handles<Build>,
    programs: Handles<Rc<Compiled>>,
    remembered: VecDeque<Remembered>,
    failure: Failure,
}

/// What Prolog has written so far, and what was made of it.
#[derive(Default)]
struct Build {
    codes: Vec<i64>,
    segments: Vec<Segment>,
    question: Option<Question>,
    /// The values of the question's variables, a row an answer, in standard order if that can be
    /// told here.
    answers: Vec<Constant>,
    kinds: Vec<Kind>,
}

/// The tuples of a relation begin here, or the question's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    relation: Option<i64>,
    arity: usize,
    start: usize,
}

struct Question {
    compiled: Rc<Compiled>,
    goal: Rc<Goal>,
}

/// A program that Prolog refers to by number.
struct Compiled {
    codes: Vec<i64>,
    program: Program,
    goals: RefCell<HashMap<Predicate, Rc<Goal>>>,
}

/// What a predicate depends on, as a program of its own.
struct Goal {
    predicate: Predicate,
    program: Program,
    /// The numbers of its clauses in the whole program.
    clauses: Vec<usize>,
    /// Relations without clauses.
    base: Vec<Predicate>,
}

struct Remembered {
    compiled: Rc<Compiled>,
    predicate: Predicate,
    codes: Vec<i64>,
    segments: Vec<Segment>,
    database: Rc<Database>,
}

/// Why something did not work: see `datalog_failure`.
type Failure = Term;

fn fault(clause: usize, what: Term) -> Failure {
    Term::Compound("fault".into(), vec![Term::Integer(clause as i64), what])
}

fn bug() -> Failure {
    fault(0, Term::Atom("bug".into()))
}

fn invalid(invalid: Invalid) -> Failure {
    let variable = |kind: &str, variable: u32| {
        let arguments = vec![Term::Atom(kind.into()), Term::Integer(variable.into())];
        Term::Compound("variable".into(), arguments)
    };
    match invalid {
        Invalid::Unsafe {
            variable: v,
            clause,
        } => fault(clause, variable("unsafe_variable", v)),
        Invalid::Unbounded {
            variable: v,
            clause,
        } => fault(clause, variable("unbounded_number", v)),
        Invalid::NotStratified { cycle, clause } => {
            let numbers = cycle
                .into_iter()
                .map(|predicate| Term::Integer(predicate.0.into()));
            let list = Term::List(numbers.collect(), None);
            fault(clause, Term::Compound("predicates".into(), vec![list]))
        }
        // Predicates of different arities have different numbers.
        Invalid::Arity { .. } => bug(),
    }
}

impl Default for Bridge {
    fn default() -> Bridge {
        Bridge {
            symbols: Symbols::default(),
            key: String::new(),
            builds: Handles::new("datalog_build"),
            programs: Handles::new("datalog_program"),
            remembered: VecDeque::new(),
            failure: bug(),
        }
    }
}

impl Bridge {
    fn symbol(&mut self, kind: char, text: &str) -> Constant {
        self.key.clear();
        self.key.push(kind);
        self.key.push_str(text);
        self.symbols.intern(self.key.as_str())
    }

    fn build(&mut self, build: i64) -> Option<&mut Build> {
        self.builds.get(build).ok()
    }

    fn write(&mut self, build: i64, kind: char, text: &str) {
        let constant = self.symbol(kind, text);
        self.push(build, i64::from(constant.bits()));
    }

    fn begin(&mut self, build: i64, relation: Option<i64>, arity: i64) {
        if let Some(build) = self.build(build) {
            build.segments.push(Segment {
                relation,
                arity: arity as usize,
                start: build.codes.len(),
            });
        }
    }

    fn push(&mut self, build: i64, code: i64) {
        if let Some(build) = self.build(build) {
            build.codes.push(code);
        }
    }

    fn compile(&mut self, build: i64) -> Result<i64, Failure> {
        let codes = std::mem::take(&mut self.build(build).ok_or_else(bug)?.codes);
        let clauses = Codes(codes.iter()).clauses().ok_or_else(bug)?;
        let compiled = Rc::new(Compiled {
            program: Program::compile(clauses).map_err(invalid)?,
            codes,
            goals: RefCell::default(),
        });
        Ok(self.programs.open(compiled))
    }

    fn ask(&mut self, program: i64, predicate: i64) -> Option<i64> {
        let compiled = self.programs.get(program).ok()?.clone();
        let predicate = Predicate(predicate as u32);
        let goal = compiled.goal(predicate)?;
        Some(self.builds.open(Build {
            question: Some(Question { compiled, goal }),
            ..Build::default()
        }))
    }

    fn evaluate(&mut self, build: i64) -> Result<i64, Failure> {
        let Bridge {
            symbols,
            builds,
            remembered,
            ..
        } = self;
        let build = builds.get(build).map_err(|_| bug())?;
        let question = build.question.as_ref().ok_or_else(bug)?;
        let (&asked, facts) = build.segments.split_last().ok_or_else(bug)?;
        let (codes, pattern) = build.codes.split_at(asked.start);
        let known = remembered.iter().position(|known| {
            known.predicate == question.goal.predicate
                && known.compiled.codes == question.compiled.codes
                && known.segments == facts
                && known.codes == codes
        });
        let database = match known.and_then(|known| remembered.remove(known)) {
            Some(known) => {
                let database = known.database.clone();
                remembered.push_front(known);
                database
            }
            None => {
                let database = question.goal.evaluate(facts, codes).map_err(|stopped| {
                    let at = |clause: usize, what| fault(question.goal.clauses[clause], what);
                    match stopped {
                        Stopped::NotInteger { constant, clause } => {
                            let found = Term::String(text(symbols, constant));
                            at(clause, Term::Compound("not_an_integer".into(), vec![found]))
                        }
                        Stopped::Undefined { clause } => at(clause, Term::Atom("undefined".into())),
                        Stopped::Tuples(_) | Stopped::Steps(_) | Stopped::Cancelled => {
                            fault(0, Term::Atom("resource".into()))
                        }
                        Stopped::Arity { .. } => bug(),
                    }
                })?;
                let database = Rc::new(database);
                remembered.push_front(Remembered {
                    compiled: question.compiled.clone(),
                    predicate: question.goal.predicate,
                    codes: codes.to_vec(),
                    segments: facts.to_vec(),
                    database: database.clone(),
                });
                let size = |all: &VecDeque<Remembered>| -> usize {
                    all.iter().map(|known| known.database.len()).sum()
                };
                while remembered.len() > REMEMBERED || size(remembered) > REMEMBERED_TUPLES {
                    remembered.pop_back();
                }
                database
            }
        };
        let (rows, width) = select(&database, question.goal.predicate, pattern);
        build.kinds = (0..width)
            .map(|column| kind(symbols, rows.iter().skip(column).step_by(width)))
            .collect();
        let count = rows.len().checked_div(width).unwrap_or(rows.len());
        build.answers = match build.kinds.contains(&Kind::Terms) || width == 0 {
            true => rows,
            false => sorted(symbols, &rows, width),
        };
        Ok(count as i64)
    }

    /// Puts answers from row number `from` on into the cells, as many as there is room for.
    fn answers(&mut self, build: i64, from: i64, out: &mut Output) -> Result<usize, Error> {
        let build = self.builds.get(build)?;
        let width = build.kinds.len().max(1);
        let rows = build.answers.chunks(width).skip(from as usize);
        let rows = rows.take(door::CELLS / width);
        let count = rows.len();
        for row in rows {
            for (&cell, kind) in row.iter().zip(&build.kinds) {
                match kind {
                    Kind::Integers => out.integer(cell.as_integer().unwrap_or_default())?,
                    Kind::Atoms => out.name(symbol(&self.symbols, cell).1)?,
                    Kind::Strings => out.text(&string(symbol(&self.symbols, cell).1))?,
                    _ => out.term(&TermText(text(&self.symbols, cell)))?,
                }
            }
        }
        Ok(count)
    }
}

impl Compiled {
    fn goal(&self, predicate: Predicate) -> Option<Rc<Goal>> {
        if let Some(goal) = self.goals.borrow().get(&predicate) {
            return Some(goal.clone());
        }
        let numbers = self.program.relevant(predicate);
        let all = self.program.clauses();
        let clauses: Vec<_> = numbers.iter().map(|&number| all[number].clone()).collect();
        let defined = |predicate| clauses.iter().any(|c| c.head.predicate == predicate);
        let mut base: Vec<_> = clauses
            .iter()
            .flat_map(Clause::atoms)
            .map(|(atom, _)| atom.predicate)
            .filter(|&predicate| !defined(predicate))
            .collect();
        base.sort();
        base.dedup();
        let goal = Rc::new(Goal {
            predicate,
            program: Program::compile(clauses).ok()?,
            clauses: numbers,
            base,
        });
        self.goals.borrow_mut().insert(predicate, goal.clone());
        Some(goal)
    }
}

impl Goal {
    fn evaluate(&self, facts: &[Segment], codes: &[i64]) -> Result<Database, Stopped> {
        let mut database = Database::default();
        let mut tuple = Vec::new();
        for (i, segment) in facts.iter().enumerate() {
            let end = facts.get(i + 1).map_or(codes.len(), |next| next.start);
            let cells = &codes[segment.start..end];
            let predicate = Predicate(segment.relation.unwrap_or_default() as u32);
            match segment.arity {
                // One code says that the relation holds.
                0 if cells.is_empty() => {}
                0 => _ = database.insert(predicate, &[]),
                arity => {
                    for cells in cells.chunks_exact(arity) {
                        tuple.clear();
                        tuple.extend(cells.iter().map(|&code| Constant::from_bits(code as u32)));
                        database.insert(predicate, &tuple);
                    }
                }
            }
        }
        let budget = Budget {
            tuples: Some(TUPLES),
            ..Budget::default()
        };
        evaluate(&self.program, &mut database, &budget)?;
        Ok(database)
    }
}

fn with<T>(act: impl FnOnce(&mut Bridge) -> T) -> T {
    BRIDGE.with_borrow_mut(act)
}

/// Runs what may fail; -1 then, and `datalog_failure` tells why.
fn attempt(act: impl FnOnce(&mut Bridge) -> Result<i64, Failure>) -> i64 {
    let result = with(|bridge| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(bridge)))
            .unwrap_or(Err(bug()))
            .map_err(|failure| bridge.failure = failure)
    });
    result.unwrap_or(-1)
}

foreign! {
    /// Begins to write clauses.
    fn datalog_new() -> i64 {
        with(|bridge| bridge.builds.open(Build::default()))
    }

    /// Begins to write facts and a question about a predicate; -1 if there is no such program.
    fn datalog_ask(program: i64, predicate: i64) -> i64 {
        with(|bridge| bridge.ask(program, predicate)).unwrap_or(-1)
    }

    /// Writes a code.
    fn datalog_code(build: i64, code: i64) {
        with(|bridge| bridge.push(build, code))
    }

    /// Writes an integer of at most 31 bits as a constant.
    fn datalog_integer(build: i64, value: i64) {
        let constant = Constant::integer(value).map_or(0, Constant::bits);
        with(|bridge| bridge.push(build, i64::from(constant)))
    }

    /// Writes an atom as a constant.
    fn datalog_atom(build: i64, atom: Text) {
        with(|bridge| bridge.write(build, 'a', atom))
    }

    /// Writes a ground term that is neither, as canonical text, as a constant.
    fn datalog_term(build: i64, text: Text) {
        with(|bridge| bridge.write(build, 't', text))
    }

    /// Begins the tuples of a relation.
    fn datalog_relation(build: i64, relation: i64, arity: i64) {
        with(|bridge| bridge.begin(build, Some(relation), arity))
    }

    /// Begins the question's arguments, which come last.
    fn datalog_question(build: i64, arity: i64) {
        with(|bridge| bridge.begin(build, None, arity))
    }

    /// Makes a program of the clauses; its number, or -1, and `datalog_failure` tells why.
    fn datalog_compile(build: i64) -> i64 {
        attempt(|bridge| bridge.compile(build))
    }

    /// Forgets a program.
    fn datalog_forget(program: i64) {
        with(|bridge| _ = bridge.programs.close(program))
    }

    /// Relation number `index` of those that a question needs; -1 after the last.
    fn datalog_need(build: i64, index: i64) -> i64 {
        with(|bridge| {
            let question = bridge.build(build)?.question.as_ref()?;
            let relation = question.goal.base.get(index as usize)?;
            Some(i64::from(relation.0))
        })
        .unwrap_or(-1)
    }

    /// Answers the question: the number of answers, or -1, and `datalog_failure` tells why.
    fn datalog_run(build: i64) -> i64 {
        attempt(|bridge| bridge.evaluate(build))
    }

    /// The letter of the bridge for the values of the question's variable number `column`: `i`, `a`, `t` for strings, or
    /// `m` for values of several kinds.
    fn datalog_letter(build: i64, column: i64) -> Text {
        let kind = with(|bridge| bridge.build(build)?.kinds.get(column as usize).copied());
        let letter = match kind {
            Some(Kind::Integers) => "i",
            Some(Kind::Atoms) => "a",
            Some(Kind::Strings) => "t",
            Some(Kind::Mixed | Kind::Terms) | None => "m",
        };
        letter.to_owned()
    }

    /// Whether Prolog has to sort the answers.
    fn datalog_is_unsorted(build: i64) -> bool {
        let kinds = with(|bridge| Some(bridge.build(build)?.kinds.contains(&Kind::Terms)));
        kinds.unwrap_or(false)
    }

    /// Puts answers from number `from` on into the cells: how many.
    fn datalog_rows(build: i64, from: i64) -> i64 {
        door::respond(|out| {
            let count = BRIDGE.with_borrow_mut(|bridge| bridge.answers(build, from, out))?;
            Ok(Answered::Rows(count))
        })
    }

    /// Forgets what was written.
    fn datalog_drop(build: i64) {
        with(|bridge| _ = bridge.builds.close(build))
    }

    /// Why the latest program or question was refused, a term `fault(Clause,What)` with a full stop: What is
    /// `variable(unsafe_variable,V)` or `variable(unbounded_number,V)`, where V is the number of a variable of the clause,
    /// `predicates(Numbers)` of a circle with a negation, `not_an_integer(Text)`, `undefined`, `resource`, or `bug`.
    fn datalog_failure() -> Text {
        with(|bridge| door::readable(&bridge.failure.canonical()))
    }
}

/// What is said of errors: of clauses that Datalog does not take.
pub const SENTENCES: Sentences = Sentences {
    errors: &[
        ("datalog_error", |arguments, _| match arguments {
            [what, clause] => Some(refused(what, &plain(clause))),
            _ => None,
        }),
        ("resource_error", |arguments, _| {
            (arguments.first()?.text()? == "datalog_tuples")
                .then(|| "resource error: too much follows from the rules".into())
        }),
    ],
    ..Sentences::NONE
};

/// What is wrong with a Datalog clause.
fn refused(what: &Term, clause: &str) -> String {
    let Term::Compound(kind, arguments) = what else {
        return match what.text() {
            Some("not_ground") => format!("the answer {clause} is not ground"),
            _ => format!(
                "a division by zero, or a number of more than 31 bits, in the clause {clause}"
            ),
        };
    };
    let culprits: Vec<_> = match arguments.as_slice() {
        [Term::List(items, None)] => items.iter().map(plain).collect(),
        arguments => arguments.iter().map(plain).collect(),
    };
    let culprit = culprits.join(", ");
    match kind.as_str() {
        "unsafe_variable" => {
            format!("no positive literal binds the variable {culprit} in the clause {clause}")
        }
        "unbounded_number" => format!(
            "recursion computes ever new numbers {culprit} in the clause {clause}; another literal \
             has to bind them, too"
        ),
        "not_stratified" => match culprits.split_first() {
            Some((first, others)) if !others.is_empty() => format!(
                "{first} depends on its own negation, by way of {}, in the clause {clause}",
                others.join(" and ")
            ),
            _ => format!("{culprit} depends on its own negation in the clause {clause}"),
        },
        "not_a_clause" => format!("{clause} is no Datalog clause"),
        "not_a_literal" => format!("{culprit} is no Datalog literal, in the clause {clause}"),
        "not_a_constant" => {
            format!("{culprit} is neither a variable nor ground, in the clause {clause}")
        }
        "not_an_expression" => {
            format!("{culprit} is no arithmetic over integers of 31 bits, in the clause {clause}")
        }
        _ => format!("expected an integer of 31 bits, found {culprit}, in the clause {clause}"),
    }
}
