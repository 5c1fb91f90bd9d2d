//! The natives with which `prolog/consult.pl` loads files, and `prolog/clauses.pl` reads what was loaded.
#![allow(unsafe_code)]

use std::{
    cell::{Cell, RefCell},
    ffi::{CStr, c_char},
    hash::{BuildHasher as _, Hasher as _, RandomState},
    ops::Range,
};

use super::{
    Settings,
    machine::with_session,
    modules,
    report::{Cause, Diagnostic, Report, Severity},
    sources::{Key, Refused, Sources},
    wire::{Raised, Request},
};
use crate::{
    native, os,
    syntax::{self, Mistake, Ops},
    term::{self, Term},
};

thread_local! {
    static SOURCES: RefCell<Sources> = RefCell::new(Sources::default());
    static SANDBOX: Cell<bool> = const { Cell::new(false) };
    static PROGRESS: Cell<bool> = const { Cell::new(false) };
    /// Whether the request is the program's own.
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
    /// The imports that the current query needs, and whether it uses what only SWI-Prolog has.
    static QUERY: RefCell<(Vec<String>, bool)> = const { RefCell::new((Vec::new(), false)) };
    /// The file in which the query stands; empty for none.
    static QUERY_FILE: RefCell<String> = const { RefCell::new(String::new()) };
    /// Who asks the sandbox.
    static ASKS: Cell<Asks> = const { Cell::new(Asks::Loaded) };
    /// Flags of soft cuts (`*->`): they survive backtracking, and a request's are gone with it.
    static FLAGS: RefCell<Vec<bool>> = const { RefCell::new(Vec::new()) };
}

/// Whose goal or clause the sandbox looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The file's that is being loaded, or the query's.
    Loaded,
    /// A file's that is closed to others, as it runs.
    Closed,
    /// Anybody else's, as it runs.
    Other,
}

/// Whether somebody wants to know how far long work has got.
pub fn tells_progress() -> bool {
    PROGRESS.get()
}

/// Takes the settings of the engine.
pub fn boot(settings: Settings) {
    let mut sources = Sources::default();
    sources.iso = settings.iso;
    if !settings.iso {
        sources.base = Ops::swi();
    }
    sources.ops = sources.base.clone();
    SOURCES.set(sources);
    modules::boot();
    SANDBOX.set(settings.sandbox);
    PROGRESS.set(settings.progress);
    if settings.sandbox {
        os::keep_off_files();
    }
}

/// Directives that declare the operators of SWI-Prolog that Scryer does not have.
pub fn swi_operators() -> String {
    syntax::SWI_OPERATORS
        .iter()
        .map(|(priority, kind, names)| {
            let names: Vec<_> = names.split_whitespace().map(term::atom_text).collect();
            format!(":- op({priority}, {kind}, [{}]).\n", names.join(","))
        })
        .collect()
}

/// The text of a query, which may stand in a consulted file, as Scryer reads it.
pub fn query_text(text: &str, file: Option<&str>) -> String {
    SOURCES.with_borrow(|sources| sources.query_text(text, file))
}

/// Prepares for a request.
pub fn begin_request(request: &Request) {
    FLAGS.with_borrow_mut(Vec::clear);
    modules::begin_request();
    TRUSTED.set(matches!(request, Request::Query { trusted: true, .. }));
    SOURCES.with_borrow_mut(|sources| {
        sources.begin_request();
        QUERY_FILE.set(match request {
            Request::Query { file, .. } => file.clone().unwrap_or_default(),
            Request::Consult { .. } => String::new(),
        });
        QUERY.set(match request {
            Request::Query { text, .. } => (sources.query_imports(text), sources.is_swi(text)),
            Request::Consult { .. } => (Vec::new(), false),
        });
    });
}

/// Numbers about the request and the engine: see `cxnum`.
pub fn number(index: i64) -> i64 {
    if index == 7 {
        return report().errors as i64;
    }
    i64::from(match index {
        2 => SANDBOX.get(),
        3 => SOURCES
            .with_borrow(Sources::text_is_swi)
            .unwrap_or_else(|| QUERY.with_borrow(|(_, swi)| *swi)),
        6 => modules::is_loaded("plunit"),
        8 => sealed_text(),
        9 => SOURCES.with_borrow(Sources::loads_sealed),
        10 => TRUSTED.get(),
        11 => match ASKS.get() {
            Asks::Loaded => sealed_text(),
            asks => asks == Asks::Closed,
        },
        _ => SOURCES.with_borrow(|sources| sources.iso),
    })
}

/// Whether the file that is being loaded, or in which the query stands, is closed to others.
fn sealed_text() -> bool {
    SOURCES.with_borrow(|sources| match sources.current_name() {
        "" => QUERY_FILE.with_borrow(|file| sources.is_sealed(file)),
        _ => sources.loads_sealed(),
    })
}

/// What happened while files were loaded.
pub fn report() -> Report {
    SOURCES.with_borrow(|sources| Report {
        clauses: sources.counts.clauses,
        errors: sources.counts.errors,
        warnings: sources.counts.warnings,
        main: sources.main(),
    })
}

/// What is wrong with a text that Scryer cannot read; `texts` are its message and the operators.
fn problem(
    sources: &Sources,
    texts: &[String],
    text: &str,
    clause: Range<usize>,
) -> Option<Mistake> {
    let [message, ops] = texts else {
        return None;
    };
    let tokens = syntax::tokens(text);
    let first = tokens.partition_point(|token| token.span.start < clause.start);
    let last = tokens.partition_point(|token| token.span.start < clause.end);
    let found = syntax::diagnose_clause(
        text,
        &tokens[first..last],
        &operators(ops),
        sources.dialect(),
    );
    let found = found.unwrap_or_else(|| Mistake::new(explained(message), clause));
    // An operator of a library that is not imported?
    let culprit = text.get(found.span.clone()).unwrap_or("");
    Some(match syntax::library_of_operator(culprit) {
        Some(library) => found.with_help(format!(
            "{culprit} is an operator of library({library}): import it first, with use_module(library({library}))"
        )),
        None => found,
    })
}

/// The predicates of consulted texts that somebody may have meant who called an unknown procedure.
pub fn meant(raised: &Raised) -> Vec<String> {
    match raised.unknown_procedure() {
        Some((name, _)) => SOURCES.with_borrow(|sources| sources.like(&name)),
        None => Vec::new(),
    }
}

/// The same, for a query.
pub fn query_problem(text: &str, texts: &[String]) -> Option<Box<Diagnostic>> {
    let Mistake {
        message,
        help,
        span,
    } = SOURCES.with_borrow(|sources| problem(sources, texts, text, 0..text.trim_end().len()))?;
    let cause = Cause::Syntax { message, help };
    Some(Box::new(Diagnostic::at(
        Severity::Error,
        "query",
        text,
        &[span],
        cause,
    )))
}

/// Scryer's word for a syntax error, as a sentence.
fn explained(message: &str) -> String {
    match message {
        "incomplete_reduction" => {
            "an operator, a comma or a bracket is missing here, or one is too many".to_owned()
        }
        "unexpected_char" => "a character that cannot stand here".to_owned(),
        "end_of_file" | "unexpected_end_of_file" => {
            "the clause has no end; a clause ends with a full stop".to_owned()
        }
        "invalid_single_quoted_character" => {
            "a quoted atom that is never closed, or a bad escape in it".to_owned()
        }
        message => message.replace('_', " "),
    }
}

/// The operators in a list of terms op(Priority, Type, Name).
fn operators(text: &str) -> Ops {
    let Ok(list) = text.parse::<Term>() else {
        return Ops::default();
    };
    let items = match &list {
        Term::List(items, _) => items.as_slice(),
        _ => &[],
    };
    let triple = |item| {
        let [priority, kind, name] = Term::arguments(item, "op")?;
        Some((
            priority.to_string().parse().ok()?,
            kind.text()?,
            name.text()?,
        ))
    };
    Ops::new(items.iter().filter_map(triple))
}

/// Reads a text argument of a native.
fn given(text: *const c_char) -> String {
    // SAFETY: Scryer passes a NUL-terminated string for a `cstr` parameter.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

fn key(module: *const c_char, name: *const c_char, arity: i64) -> Key {
    (given(module), given(name), arity)
}

fn lend(text: &str) -> *const c_char {
    with_session(c"".as_ptr(), |session| session.lend(text))
}

/// Opens what the request wants to be loaded: 0 done, 1 it is missing, 2 it cannot be read, 3 it is
/// being loaded already, 4 it is too long.
#[unsafe(no_mangle)]
extern "C" fn coreq() -> i64 {
    let request = with_session(None, |session| session.request().cloned());
    match request {
        Some(Request::Consult {
            name,
            text: Some(text),
            ..
        }) => {
            SOURCES.with_borrow_mut(|sources| sources.open_text(&name, text));
            0
        }
        Some(Request::Consult { name, sealed, .. }) => open(&name, sealed),
        _ => 1,
    }
}

/// Opens a file; results as for `coreq`.
#[unsafe(no_mangle)]
extern "C" fn coopen(name: *const c_char) -> i64 {
    // What a closed file loads is closed with it.
    let sealed = SOURCES.with_borrow(Sources::loads_sealed);
    open(&given(name), sealed)
}

fn open(name: &str, sealed: bool) -> i64 {
    match SOURCES.with_borrow_mut(|sources| sources.open(name, sealed)) {
        Ok(diagnostic) => {
            with_session((), |session| {
                _ = diagnostic.map(|diagnostic| session.diagnose(diagnostic));
            });
            0
        }
        Err(Refused::Missing) => 1,
        Err(Refused::Unreadable) => 2,
        Err(Refused::Loading) => 3,
        Err(Refused::Long) => 4,
    }
}

/// Whether a module of our own has this name: no file of a user may take it.
#[unsafe(no_mangle)]
extern "C" fn cotaken(name: *const c_char) -> i64 {
    i64::from(native::modules::is_ours(&given(name)))
}

/// Goes on to the next clause: 0 there is none, 1 there is, 2 and the text has tokens of
/// SWI-Prolog.
#[unsafe(no_mangle)]
extern "C" fn conext() -> i64 {
    SOURCES.with_borrow_mut(Sources::next)
}

/// The text of the current clause.
#[unsafe(no_mangle)]
extern "C" fn cotext() -> *const c_char {
    lend(&SOURCES.with_borrow(Sources::text))
}

/// The name of what is being loaded.
#[unsafe(no_mangle)]
extern "C" fn copath() -> *const c_char {
    lend(&SOURCES.with_borrow(|sources| sources.current_name().to_owned()))
}

/// Says whose clause the current one is (arity -1: it is none); returns its number.
#[unsafe(no_mangle)]
extern "C" fn cohead(module: *const c_char, name: *const c_char, arity: i64) -> i64 {
    let (index, diagnostic) = SOURCES.with_borrow_mut(|sources| {
        let diagnostic = match arity {
            0.. => sources.head(key(module, name, arity)),
            _ => None,
        };
        (sources.index(), diagnostic)
    });
    with_session((), |session| {
        _ = diagnostic.map(|diagnostic| session.diagnose(diagnostic));
    });
    index
}

/// Says that the current source declares a predicate; 1 if an earlier version of it did, too.
#[unsafe(no_mangle)]
extern "C" fn codisc(module: *const c_char, name: *const c_char, arity: i64) -> i64 {
    let key = key(module, name, arity);
    i64::from(SOURCES.with_borrow_mut(|sources| sources.declare(key)))
}

/// Import number `index` of the text that is being loaded, or of the query; empty after the last.
#[unsafe(no_mangle)]
extern "C" fn coauto(index: i64) -> *const c_char {
    let index = index.unsigned_abs() as usize;
    let loading = SOURCES.with_borrow(|sources| {
        (!sources.current_name().is_empty()).then(|| sources.import(index).to_owned())
    });
    let text = loading.unwrap_or_else(|| {
        QUERY.with_borrow(|(imports, _)| imports.get(index).cloned().unwrap_or_default())
    });
    lend(&text)
}

/// Tells what is wrong with clause `index` (-1: the current one, -2: the first): 1 a syntax error, 2 singletons,
/// 3 an error, 4 a directive that fails, 5 a call of a library's predicate where another file defines one of that name.
/// The texts that belong to it were put before.
#[unsafe(no_mangle)]
extern "C" fn conote(kind: i64, index: i64) -> i64 {
    let (raised, texts) = with_session(Default::default(), |session| session.put());
    let diagnostic = SOURCES.with_borrow_mut(|sources| {
        let (cause, span) = match kind {
            1 => {
                let (text, clause) = sources.written()?;
                let found = problem(sources, &texts, text, clause.clone())?;
                let cause = Cause::Syntax {
                    message: found.message,
                    help: found.help,
                };
                let span = found.span;
                let start = span.start.max(clause.start) - clause.start;
                (
                    cause,
                    Some(start..span.end.max(clause.start + start) - clause.start),
                )
            }
            2 => (Cause::Singletons(texts), None),
            3 => {
                let meant = raised
                    .unknown_procedure()
                    .map_or_else(Vec::new, |(name, _)| sources.like(&name));
                (Cause::Raised(Raised { meant, ..raised }), None)
            }
            5 => match <[String; 2]>::try_from(texts) {
                Ok([predicate, library]) => {
                    let cause = sources.apart(predicate, library)?;
                    (cause, None)
                }
                Err(_) => return None,
            },
            _ => (Cause::Failed(texts.concat()), None),
        };
        sources.note(index, cause, span)
    });
    with_session((), |session| {
        _ = diagnostic.map(|diagnostic| session.diagnose(diagnostic));
    });
    0
}

/// Forgets clause `index`: it is not loaded.
#[unsafe(no_mangle)]
extern "C" fn codrop(index: i64) -> i64 {
    SOURCES.with_borrow_mut(|sources| sources.drop_clause(index));
    0
}

/// Ends the source after the current clause.
#[unsafe(no_mangle)]
extern "C" fn cocut() -> i64 {
    SOURCES.with_borrow_mut(Sources::cut);
    0
}

/// Ends the loading of the current source.
#[unsafe(no_mangle)]
extern "C" fn coend() -> i64 {
    SOURCES.with_borrow_mut(Sources::end);
    0
}

/// File number `index` of those that have changed since they were loaded, empty after the last; for
/// -1, the place of the current clause: `place(File, Line).`
#[unsafe(no_mangle)]
extern "C" fn cofile(index: i64) -> *const c_char {
    let text = SOURCES.with_borrow(|sources| match index {
        0.. => sources
            .changed()
            .get(index as usize)
            .cloned()
            .unwrap_or_default(),
        _ => {
            let (file, line) = sources.place();
            format!("place({},{line}).", term::atom_text(file))
        }
    });
    lend(&text)
}

/// Notes the goal of `initialization(Goal, main)`.
#[unsafe(no_mangle)]
extern "C" fn comain(goal: *const c_char) -> i64 {
    let goal = given(goal);
    SOURCES.with_borrow_mut(|sources| sources.set_main(goal));
    0
}

/// Keeps Scryer from printing its own warnings while it compiles (1), or lets it again (0).
#[unsafe(no_mangle)]
extern "C" fn comute(on: i64) -> i64 {
    os::mute_standard_output(on == 1);
    0
}

/// The number of clauses that consulted texts have for a predicate; -1 if they do not define it.
#[unsafe(no_mangle)]
extern "C" fn cocount(module: *const c_char, name: *const c_char, arity: i64) -> i64 {
    let key = key(module, name, arity);
    SOURCES.with_borrow(|sources| match sources.defines(&key) {
        true => sources.clauses_of(&key).len() as i64,
        false => -1,
    })
}

/// Clause number `index` of a predicate: its text (0), or the name of its file.
#[unsafe(no_mangle)]
extern "C" fn coget(
    module: *const c_char,
    name: *const c_char,
    arity: i64,
    index: i64,
    what: i64,
) -> *const c_char {
    let key = key(module, name, arity);
    let text = SOURCES.with_borrow(|sources| {
        let number = *sources
            .clauses_of(&key)
            .get(index.unsigned_abs() as usize)?;
        let (text, file, _) = sources.clause_text(number)?;
        Some(match what {
            0 => text,
            _ => file.to_owned(),
        })
    });
    lend(&text.unwrap_or_default())
}

/// Whether a predicate is of a file that is closed to who asks the sandbox.
#[unsafe(no_mangle)]
extern "C" fn coshut(module: *const c_char, name: *const c_char, arity: i64) -> i64 {
    let key = key(module, name, arity);
    let own = QUERY_FILE.with_borrow(Clone::clone);
    i64::from(SOURCES.with_borrow(|sources| match ASKS.get() {
        Asks::Loaded => sources.is_shut(&key, Some(&own)),
        Asks::Closed => false,
        Asks::Other => sources.is_shut(&key, None),
    }))
}

/// Whether a predicate is of a file that is closed to anybody.
#[unsafe(no_mangle)]
extern "C" fn cohide(module: *const c_char, name: *const c_char, arity: i64) -> i64 {
    let key = key(module, name, arity);
    i64::from(SOURCES.with_borrow(|sources| sources.is_shut(&key, None)))
}

/// Tells whose goals the sandbox looks at: 0 what is being loaded or asked, 1 a closed file's, else any other's.
#[unsafe(no_mangle)]
extern "C" fn coasks(who: i64) -> i64 {
    ASKS.set(match who {
        0 => Asks::Loaded,
        1 => Asks::Closed,
        _ => Asks::Other,
    });
    0
}

/// Whether a consulted file is closed to others.
#[unsafe(no_mangle)]
extern "C" fn coseal(file: *const c_char) -> i64 {
    let file = given(file);
    i64::from(SOURCES.with_borrow(|sources| sources.is_sealed(&file)))
}

/// A name that nobody can guess.
#[unsafe(no_mangle)]
extern "C" fn cokey() -> *const c_char {
    let word = || RandomState::new().build_hasher().finish();
    lend(&format!("{:016x}{:016x}", word(), word()))
}

/// Whether a file, closed to nobody, has been loaded.
#[unsafe(no_mangle)]
extern "C" fn cogiven(name: *const c_char) -> i64 {
    let name = given(name);
    i64::from(SOURCES.with_borrow(|sources| sources.is_given(&name)))
}

/// Whether the file that is being loaded, or in which the query stands, has clauses for a predicate or declares it.
#[unsafe(no_mangle)]
extern "C" fn cohas(name: *const c_char, arity: i64) -> i64 {
    let name = given(name);
    let file = QUERY_FILE.with_borrow(Clone::clone);
    i64::from(SOURCES.with_borrow(|sources| sources.has_own(&file, &name, arity)))
}

/// Predicate number `index` of consulted texts: `predicate(Module, Name, Arity, File).`
#[unsafe(no_mangle)]
extern "C" fn copred(index: i64) -> *const c_char {
    let text = SOURCES.with_borrow(|sources| {
        let all = sources.predicates();
        let ((module, name, arity), file) = all.get(index.unsigned_abs() as usize)?;
        let [module, name, file] = [module, name, file].map(|text| term::atom_text(text));
        Some(format!("predicate({module},({name}),{arity},{file})."))
    });
    lend(&text.unwrap_or_default())
}

/// The names of the files that define predicates, in order, as a list.
#[unsafe(no_mangle)]
extern "C" fn cofiles() -> *const c_char {
    let files = SOURCES.with_borrow(Sources::defining);
    let files: Vec<String> = files.iter().map(|file| term::atom_text(file)).collect();
    lend(&format!("[{}].", files.join(",")))
}

/// The line on which clause number `index` of a predicate begins; 0 if it is not known.
#[unsafe(no_mangle)]
extern "C" fn coline(module: *const c_char, name: *const c_char, arity: i64, index: i64) -> i64 {
    let key = key(module, name, arity);
    SOURCES.with_borrow(|sources| {
        let number = sources.clauses_of(&key).get(index.unsigned_abs() as usize);
        let line = number.and_then(|&number| sources.clause_text(number));
        line.map_or(0, |(_, _, line)| line as i64)
    })
}

/// Whether the predicate of `user` consists of ground facts, which are kept for the next search with metarules.
#[unsafe(no_mangle)]
extern "C" fn cofacts(name: *const c_char, arity: i64) -> i64 {
    let key = key(c"user".as_ptr(), name, arity);
    let rows = SOURCES.with_borrow(|sources| sources.facts(&key));
    i64::from(match rows {
        Some(rows) => {
            native::mil::keep_facts(&key.1, rows);
            true
        }
        None => false,
    })
}

/// Whether a file defines a predicate of this name in any module.
#[unsafe(no_mangle)]
extern "C" fn codefined(name: *const c_char, arity: i64) -> i64 {
    let name = given(name);
    i64::from(SOURCES.with_borrow(|sources| sources.has(&name, arity)))
}

/// A number that is another one whenever clauses have come or gone.
#[unsafe(no_mangle)]
extern "C" fn costamp() -> i64 {
    SOURCES.with_borrow(Sources::stamp)
}

/// A new flag (0), sets flag `id` (1), or tells whether it is set (2).
#[unsafe(no_mangle)]
extern "C" fn coflag(what: i64, id: i64) -> i64 {
    let at = id.unsigned_abs() as usize;
    FLAGS.with_borrow_mut(|flags| match what {
        0 => {
            flags.push(false);
            flags.len() as i64 - 1
        }
        1 => {
            if let Some(flag) = flags.get_mut(at) {
                *flag = true;
            }
            0
        }
        _ => i64::from(flags.get(at) == Some(&true)),
    })
}

/// Keeps the linker from dropping what no Rust code calls.
pub fn keep_symbols() {
    std::hint::black_box([
        coreq as *const (),
        coopen as *const (),
        cotaken as *const (),
        conext as *const (),
        cotext as *const (),
        copath as *const (),
        cohead as *const (),
        codisc as *const (),
        coauto as *const (),
        conote as *const (),
        cocut as *const (),
        codrop as *const (),
        coend as *const (),
        cofile as *const (),
        comain as *const (),
        comute as *const (),
        cocount as *const (),
        coget as *const (),
        copred as *const (),
        cofiles as *const (),
        coline as *const (),
        cofacts as *const (),
        codefined as *const (),
        costamp as *const (),
        coshut as *const (),
        cohide as *const (),
        coasks as *const (),
        coseal as *const (),
        cokey as *const (),
        cogiven as *const (),
        cohas as *const (),
        coflag as *const (),
    ]);
}
