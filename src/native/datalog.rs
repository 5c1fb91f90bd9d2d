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
    ffi::{CStr, CString, c_char},
    rc::Rc,
};

use codes::Codes;
use values::{Kind, kind, select, sorted, string, symbol, text};

use super::{Answered, Error, Output, Sentences, door, sentences::plain, types::TermText};
use crate::{
    datalog::{
        Budget, Clause, Constant, Database, Invalid, Predicate, Program, Stopped, Symbols, evaluate,
    },
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

#[derive(Default)]
struct Bridge {
    /// The letter `a` and an atom, or `t` and another term as canonical text.
    symbols: Symbols<String>,
    key: String,
    builds: Vec<Option<Build>>,
    programs: Vec<Option<Rc<Compiled>>>,
    remembered: VecDeque<Remembered>,
    failure: Vec<i64>,
    word: CString,
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

/// The tuples of a relation begin here; those of relation -1 are the question's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    relation: i64,
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

/// Why something did not work: a number for `dlfail`, and more numbers.
type Failure = Vec<i64>;

fn invalid(invalid: Invalid) -> Failure {
    match invalid {
        Invalid::Unsafe { variable, clause } => vec![1, clause as i64, i64::from(variable)],
        Invalid::NotStratified { cycle, clause } => [2, clause as i64]
            .into_iter()
            .chain(cycle.into_iter().map(|predicate| i64::from(predicate.0)))
            .collect(),
        Invalid::Unbounded { variable, clause } => vec![3, clause as i64, i64::from(variable)],
        // Predicates of different arities have different numbers.
        Invalid::Arity { .. } => vec![0],
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
        self.builds.get_mut(usize::try_from(build).ok()?)?.as_mut()
    }

    fn push(&mut self, build: i64, code: i64) {
        if let Some(build) = self.build(build) {
            build.codes.push(code);
        }
    }

    fn open(&mut self, build: Build) -> i64 {
        let free = self.builds.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.builds.push(None);
            self.builds.len() - 1
        });
        self.builds[at] = Some(build);
        at as i64
    }

    fn compile(&mut self, build: i64) -> Result<i64, Failure> {
        let codes = std::mem::take(&mut self.build(build).ok_or(vec![0])?.codes);
        let clauses = Codes(codes.iter()).clauses().ok_or(vec![0])?;
        let compiled = Rc::new(Compiled {
            program: Program::compile(clauses).map_err(invalid)?,
            codes,
            goals: RefCell::default(),
        });
        let free = self.programs.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.programs.push(None);
            self.programs.len() - 1
        });
        self.programs[at] = Some(compiled);
        Ok(at as i64)
    }

    fn ask(&mut self, program: i64, predicate: i64) -> Option<i64> {
        let compiled = self.programs.get(usize::try_from(program).ok()?)?.clone()?;
        let predicate = Predicate(predicate as u32);
        let goal = compiled.goal(predicate)?;
        Some(self.open(Build {
            question: Some(Question { compiled, goal }),
            ..Build::default()
        }))
    }

    fn evaluate(&mut self, build: i64) -> Result<i64, Failure> {
        let Bridge {
            symbols,
            builds,
            remembered,
            word,
            ..
        } = self;
        let build = usize::try_from(build)
            .ok()
            .and_then(|build| builds.get_mut(build)?.as_mut())
            .ok_or(vec![0])?;
        let question = build.question.as_ref().ok_or(vec![0])?;
        let (&asked, facts) = build.segments.split_last().ok_or(vec![0])?;
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
                    let clause = |clause| question.goal.clauses[clause] as i64;
                    match stopped {
                        Stopped::NotInteger {
                            constant,
                            clause: at,
                        } => {
                            *word = CString::new(text(symbols, constant)).unwrap_or_default();
                            vec![4, clause(at)]
                        }
                        Stopped::Undefined { clause: at } => vec![5, clause(at)],
                        Stopped::Tuples(_) | Stopped::Steps(_) | Stopped::Cancelled => vec![6],
                        Stopped::Arity { .. } => vec![0],
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
    fn answers(&self, build: i64, from: i64, out: &mut Output) -> Result<usize, Error> {
        let build = self
            .builds
            .get(build as usize)
            .and_then(Option::as_ref)
            .ok_or_else(|| Error::Panic("there is no such build".into()))?;
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
            let predicate = Predicate(segment.relation as u32);
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

/// Runs what may fail; -1 then, and `dlfail` tells why.
fn attempt(act: impl FnOnce(&mut Bridge) -> Result<i64, Failure>) -> i64 {
    let result = with(|bridge| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(bridge)))
            .unwrap_or(Err(vec![0]))
            .map_err(|failure| bridge.failure = failure)
    });
    result.unwrap_or(-1)
}

/// Begins to write clauses.
#[unsafe(no_mangle)]
extern "C" fn dlnew() -> i64 {
    with(|bridge| bridge.open(Build::default()))
}

/// Begins to write facts and a question about a predicate; -1 if there is no such program.
#[unsafe(no_mangle)]
extern "C" fn dlgoal(program: i64, predicate: i64) -> i64 {
    with(|bridge| bridge.ask(program, predicate)).unwrap_or(-1)
}

/// Writes a code.
#[unsafe(no_mangle)]
extern "C" fn dlput(build: i64, code: i64) -> i64 {
    with(|bridge| bridge.push(build, code));
    0
}

/// Writes an integer of at most 31 bits as a constant.
#[unsafe(no_mangle)]
extern "C" fn dlint(build: i64, value: i64) -> i64 {
    with(|bridge| {
        let constant = Constant::integer(value).map_or(0, Constant::bits);
        bridge.push(build, i64::from(constant));
    });
    0
}

fn write_symbol(build: i64, kind: char, text: *const c_char) -> i64 {
    // SAFETY: Scryer passes a NUL-terminated string for a `cstr` parameter.
    let text = unsafe { CStr::from_ptr(text) }.to_string_lossy();
    with(|bridge| {
        let constant = bridge.symbol(kind, &text);
        bridge.push(build, i64::from(constant.bits()));
    });
    0
}

/// Writes an atom as a constant.
#[unsafe(no_mangle)]
extern "C" fn dlatom(build: i64, atom: *const c_char) -> i64 {
    write_symbol(build, 'a', atom)
}

/// Writes a ground term that is neither, as canonical text, as a constant.
#[unsafe(no_mangle)]
extern "C" fn dltext(build: i64, text: *const c_char) -> i64 {
    write_symbol(build, 't', text)
}

/// Begins the tuples of a relation; relation -1, which must be last, is the question's arguments.
#[unsafe(no_mangle)]
extern "C" fn dlrel(build: i64, relation: i64, arity: i64) -> i64 {
    with(|bridge| {
        if let Some(build) = bridge.build(build) {
            build.segments.push(Segment {
                relation,
                arity: arity as usize,
                start: build.codes.len(),
            });
        }
    });
    0
}

/// Makes a program of the clauses; its number, or -1.
#[unsafe(no_mangle)]
extern "C" fn dlprog(build: i64) -> i64 {
    attempt(|bridge| bridge.compile(build))
}

/// Forgets a program.
#[unsafe(no_mangle)]
extern "C" fn dlfree(program: i64) -> i64 {
    with(|bridge| {
        if let Some(program) = bridge.programs.get_mut(program as usize) {
            *program = None;
        }
    });
    0
}

/// Relation number `index` of those that a question needs; -1 after the last.
#[unsafe(no_mangle)]
extern "C" fn dlneed(build: i64, index: i64) -> i64 {
    with(|bridge| {
        let question = bridge.build(build)?.question.as_ref()?;
        let relation = question.goal.base.get(index as usize)?;
        Some(i64::from(relation.0))
    })
    .unwrap_or(-1)
}

/// Answers the question: the number of answers, or -1.
#[unsafe(no_mangle)]
extern "C" fn dlrun(build: i64) -> i64 {
    attempt(|bridge| bridge.evaluate(build))
}

/// What the values of the question's variable number `column` are: see [`Kind`].
#[unsafe(no_mangle)]
extern "C" fn dlkind(build: i64, column: i64) -> i64 {
    with(|bridge| {
        let kind = bridge.build(build)?.kinds.get(column as usize)?;
        Some(*kind as i64)
    })
    .unwrap_or(-1)
}

/// Puts answers from number `from` on into the cells: how many.
#[unsafe(no_mangle)]
extern "C" fn dlrows(build: i64, from: i64) -> i64 {
    door::respond(|out| {
        let count = BRIDGE.with_borrow(|bridge| bridge.answers(build, from, out))?;
        Ok(Answered::Rows(count))
    })
}

/// Forgets what was written.
#[unsafe(no_mangle)]
extern "C" fn dldrop(build: i64) -> i64 {
    with(|bridge| {
        if let Some(build) = bridge.builds.get_mut(build as usize) {
            *build = None;
        }
    });
    0
}

/// Why the latest attempt failed, number by number: 1 unsafe (clause, variable), 2 not stratified
/// (clause, predicates), 3 unbounded (clause, variable), 4 not an integer (clause; see `dlword`),
/// 5 undefined (clause), 6 too much, 0 a bug. -1 after the last.
#[unsafe(no_mangle)]
extern "C" fn dlfail(index: i64) -> i64 {
    with(|bridge| bridge.failure.get(index as usize).copied()).unwrap_or(-1)
}

/// The constant that is no integer, as Prolog text; Scryer copies it at once.
#[unsafe(no_mangle)]
extern "C" fn dlword() -> *const c_char {
    with(|bridge| bridge.word.as_ptr())
}

/// Keeps the linker from dropping what no Rust code calls.
pub fn keep_symbols() {
    std::hint::black_box([
        dlnew as *const (),
        dlgoal as *const (),
        dlput as *const (),
        dlint as *const (),
        dlatom as *const (),
        dltext as *const (),
        dlrel as *const (),
        dlprog as *const (),
        dlfree as *const (),
        dlneed as *const (),
        dlrun as *const (),
        dlkind as *const (),
        dlrows as *const (),
        dldrop as *const (),
        dlfail as *const (),
        dlword as *const (),
    ]);
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
