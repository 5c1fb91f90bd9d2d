//! The natives with which `prolog/consult.pl`, and those that it calls, load files.
#![allow(unsafe_code)]

pub mod predicates;

use std::{
    cell::{Cell, RefCell},
    hash::{BuildHasher as _, Hasher as _, RandomState},
    ops::Range,
};

use super::{
    Settings,
    machine::with_session,
    marks, modules,
    report::{Cause, Diagnostic, Report, Severity},
    sources::{Key, Refused, Sources},
    wire::{Access, Raised, Request},
};
use crate::{
    foreign, os,
    syntax::{self, Meaning, Mistake, Ops},
    term::{self, Term},
};

thread_local! {
    static SOURCES: RefCell<Sources> = RefCell::new(Sources::default());
    static SANDBOX: Cell<bool> = const { Cell::new(false) };
    static PROGRESS: Cell<bool> = const { Cell::new(false) };
    /// Whether the request is the program's own.
    static TRUSTED: Cell<bool> = const { Cell::new(false) };
    /// The imports that the current query needs.
    static QUERY_IMPORTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// What the current query has that means something else to Scryer.
    static QUERY_MEANING: Cell<Meaning> = Cell::new(Meaning::default());
    /// The file in which the query stands; empty for none.
    static QUERY_FILE: RefCell<String> = const { RefCell::new(String::new()) };
    /// Flags of soft cuts (`*->`): they survive backtracking, and a request's are gone with it.
    static FLAGS: RefCell<Vec<bool>> = const { RefCell::new(Vec::new()) };
}

/// Whether somebody wants to know how far long work has got.
pub fn reports_progress() -> bool {
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
    marks::boot();
    modules::boot();
    term::set_strings(!settings.iso);
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
        let (imports, meaning) = match request {
            Request::Query { text, .. } => {
                marks::retracts(syntax::retracted(text, &syntax::tokens(text)));
                (sources.query_imports(text), sources.query_meaning(text))
            }
            Request::Consult { .. } => Default::default(),
        };
        QUERY_IMPORTS.set(imports);
        QUERY_MEANING.set(meaning);
    });
}

/// What the text that is being loaded, or the query, has that means something else to Scryer.
fn meaning() -> Meaning {
    let loading = SOURCES.with_borrow(Sources::loaded_meaning);
    loading.unwrap_or_else(|| QUERY_MEANING.get())
}

/// Whether the file that is being loaded, or in which the query stands, is closed to others.
fn sealed_text() -> bool {
    text_access() == Access::Closed
}

/// What others may do with the file that is being loaded, or in which the query stands.
fn text_access() -> Access {
    SOURCES.with_borrow(|sources| match sources.current_name() {
        "" => QUERY_FILE.with_borrow(|file| sources.access_of(file)),
        _ => sources.load_access(),
    })
}

/// What happened while files were loaded.
pub fn report() -> Report {
    SOURCES.with_borrow(|sources| Report {
        clauses: sources.counts.clauses,
        errors: sources.counts.errors,
        raised: sources.counts.raised,
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
    Some(
        match syntax::help_with_operator(culprit, sources.dialect()) {
            Some(help) => found.with_help(help),
            None => found,
        },
    )
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

/// A predicate, as tables have it.
pub(super) fn key(module: &str, name: &str, arity: i64) -> Key {
    (module.to_owned(), name.to_owned(), arity)
}

fn open(name: &str, access: Access) -> &'static str {
    match SOURCES.with_borrow_mut(|sources| sources.open(name, access)) {
        Ok(diagnostic) => {
            diagnose(diagnostic);
            "opened"
        }
        Err(Refused::Missing) => "missing",
        Err(Refused::Unreadable) => "unreadable",
        Err(Refused::Loading) => "loading",
        Err(Refused::Long) => "long",
        Err(Refused::Binary) => "binary",
    }
}

fn diagnose(diagnostic: Option<Diagnostic>) {
    with_session((), |session| {
        _ = diagnostic.map(|diagnostic| session.diagnose(diagnostic));
    });
}

/// Tells what is wrong with clause `index`: of the error and the texts that were put before, `find` makes the cause, and
/// the place in the clause.
fn note(
    index: i64,
    find: impl FnOnce(&mut Sources, Raised, Vec<String>) -> Option<(Cause, Option<Range<usize>>)>,
) {
    let (raised, texts) = with_session(Default::default(), |session| session.put());
    diagnose(SOURCES.with_borrow_mut(|sources| {
        let (cause, span) = find(sources, raised, texts)?;
        sources.note(index, cause, span)
    }));
}

/// The text with the strings in place of their marks: \x01 and the number of the string, four digits to the base 64 from
/// `0` on, the lowest first.
fn in_place(text: &str, strings: &str, quoted: bool) -> String {
    let strings: Vec<&str> = strings.split('\x01').collect();
    let mut placed = String::with_capacity(text.len() + 2 * strings.len());
    let mut parts = text.split('\x01');
    placed.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (digits, rest) = part.split_at_checked(4).unwrap_or((part, ""));
        let digit =
            |(place, byte): (usize, u8)| usize::from(byte.saturating_sub(48)) << (6 * place);
        let number: usize = digits.bytes().enumerate().map(digit).sum();
        let string = strings.get(number).copied().unwrap_or_default();
        match quoted {
            true => placed.push_str(&term::quoted_text(string)),
            false => placed.push_str(string),
        }
        placed.push_str(rest);
    }
    placed
}

/// A list as text to be read.
fn list(terms: impl Iterator<Item = Term>) -> String {
    let terms: Vec<_> = terms.map(|term| term.canonical()).collect();
    format!("[{}].", terms.join(","))
}

/// A term with these names and an arity.
fn indicator<const N: usize>(functor: &str, names: [String; N], arity: i64) -> Term {
    let names = names.into_iter().map(Term::Atom);
    let arguments = names.chain([Term::Integer(arity)]).collect();
    Term::Compound(functor.to_owned(), arguments)
}

foreign! {
    /// Whether this is a sandbox.
    fn is_sandbox() -> bool {
        SANDBOX.get()
    }

    /// Whether only ISO Prolog is wanted.
    fn is_iso() -> bool {
        SOURCES.with_borrow(|sources| sources.iso)
    }

    /// A text that a program reads, as Scryer reads it.
    fn swi_text(text: Text) -> Text {
        SOURCES.with_borrow(|sources| sources.typed_text(text))
    }

    /// A text with its strings in place of their marks (`prolog/string_terms.pl`). `strings` has them one after the other, with a
    /// \x01 between them.
    fn strings_in_place(text: Text, strings: Text, quoted: Text) -> Text {
        in_place(text, strings, quoted == "true")
    }

    /// Whether what is read in double quotes is a string.
    fn quotes_are_strings() -> bool {
        SOURCES.with_borrow(|sources| !sources.iso && !sources.other_quotes)
    }

    /// Says whether it is, from now on.
    fn quotes_set(strings: i64) {
        SOURCES.with_borrow_mut(|sources| sources.set_quotes(strings == 1))
    }

    /// Whether the query is the host's own.
    fn request_is_trusted() -> bool {
        TRUSTED.get()
    }

    /// Whether the text that is being loaded, or the query, uses what only SWI-Prolog has.
    fn text_is_swi() -> bool {
        meaning().goals
    }

    /// Whether a variable may have an expression in that text that Scryer computes wrongly.
    fn text_has_operands() -> bool {
        meaning().operands
    }

    /// Whether the file that is being loaded, or in which the query stands, is closed to others.
    fn text_is_closed() -> bool {
        sealed_text()
    }

    /// Whether the file that is being loaded is closed to others.
    fn load_is_closed() -> bool {
        SOURCES.with_borrow(Sources::loads_sealed)
    }

    /// How many errors there have been in files.
    fn load_errors() -> i64 {
        report().errors as i64
    }

    /// Opens what the request wants to be loaded: it is `opened`, `missing`, cannot be read (`unreadable`), is `loading`
    /// already, is too `long`, or `binary`.
    fn load_requested() -> Text {
        let request = with_session(None, |session| session.request().cloned());
        let state = match request {
            Some(Request::Consult {
                name,
                text: Some(text),
                access,
                ..
            }) => {
                SOURCES.with_borrow_mut(|sources| sources.open_text(&name, text, access));
                "opened"
            }
            Some(Request::Consult { name, access, .. }) => open(&name, access),
            _ => "missing",
        };
        state.to_owned()
    }

    /// Opens a file; results as for `load_requested`. With what a file loads others may do as much as with the file.
    fn load_open(name: Text) -> Text {
        let access = SOURCES.with_borrow(Sources::load_access);
        open(name, access).to_owned()
    }

    /// Whether the request wants goals of `initialization/1` to be run.
    fn load_initializes() -> bool {
        let request = with_session(None, |session| session.request().cloned());
        !matches!(request, Some(Request::Consult { initialize: false, .. }))
    }

    /// Whether the names of libraries mean the same in the file that is being loaded, or in which the query stands, whatever others
    /// define.
    fn text_is_at_home() -> bool {
        text_access() != Access::Full
    }

    /// Goes on to the next clause, if there is one.
    fn clause_next() -> bool {
        SOURCES.with_borrow_mut(Sources::next)
    }

    /// The text of the current clause.
    fn clause_text() -> Text {
        SOURCES.with_borrow(Sources::text)
    }

    /// The line on which the current clause begins.
    fn clause_line() -> i64 {
        SOURCES.with_borrow(|sources| sources.place().1 as i64)
    }

    /// Whether what stands below the current clause is indented, as the answers of a query are.
    fn answer_below() -> bool {
        SOURCES.with_borrow(|sources| {
            let written = sources.written();
            written.is_some_and(|(text, span)| syntax::answers_below(text, span.end))
        })
    }

    /// The number of the current clause.
    fn clause_index() -> i64 {
        SOURCES.with_borrow(Sources::index)
    }

    /// Says whose clause the current one is; returns its number.
    fn clause_head(module: Text, name: Text, arity: i64) -> i64 {
        let head = |sources: &mut Sources| (sources.head(key(module, name, arity)), sources.index());
        let (diagnostic, index) = SOURCES.with_borrow_mut(head);
        diagnose(diagnostic);
        index
    }

    /// Goes on past many facts, and returns them as the text of a list; empty if the next clause is to be read alone.
    fn facts_next() -> Text {
        SOURCES.with_borrow_mut(Sources::next_facts)
    }

    /// The number of the first of them.
    fn facts_index() -> i64 {
        SOURCES.with_borrow(Sources::first_fact)
    }

    /// Gives them back: each is to be read alone.
    fn facts_back() {
        SOURCES.with_borrow_mut(Sources::give_back)
    }

    /// Says whose the clauses from number `from` up to number `to` are.
    fn facts_head(module: Text, name: Text, arity: i64, from: i64, to: i64) {
        let key = key(module, name, arity);
        diagnose(SOURCES.with_borrow_mut(|sources| sources.heads(&key, from, to)));
    }

    /// Makes clause `index` the current one.
    fn clause_at(index: i64) {
        SOURCES.with_borrow_mut(|sources| sources.look_at(index))
    }

    /// Forgets clause `index`: it is not loaded.
    fn clause_drop(index: i64) {
        SOURCES.with_borrow_mut(|sources| sources.drop_clause(index))
    }

    /// The name of what is being loaded.
    fn load_path() -> Text {
        SOURCES.with_borrow(|sources| sources.current_name().to_owned())
    }

    /// Ends the source after the current clause.
    fn load_cut() {
        SOURCES.with_borrow_mut(Sources::cut)
    }

    /// Ends the loading of the current source.
    fn load_end() {
        SOURCES.with_borrow_mut(Sources::end)
    }

    /// Notes the goal of `initialization(Goal, main)`.
    fn load_main(goal: Text) {
        SOURCES.with_borrow_mut(|sources| sources.set_main(goal.to_owned()))
    }

    /// Import number `index` of the text that is being loaded, or of the query; empty after the last.
    fn text_import(index: i64) -> Text {
        let index = index.unsigned_abs() as usize;
        let loading = SOURCES.with_borrow(|sources| {
            (!sources.current_name().is_empty()).then(|| sources.import(index).to_owned())
        });
        loading.unwrap_or_else(|| {
            QUERY_IMPORTS.with_borrow(|imports| imports.get(index).cloned().unwrap_or_default())
        })
    }

    /// Tells that clause `index` (-1: the current one, -2: the first) cannot be read. The texts that belong to it were put
    /// before, here and below.
    fn note_syntax(index: i64) {
        note(index, |sources, _, texts| {
            let (text, clause) = sources.written()?;
            let found = problem(sources, &texts, text, clause.clone())?;
            let cause = Cause::Syntax {
                message: found.message,
                help: found.help,
            };
            let start = found.span.start.max(clause.start) - clause.start;
            let end = found.span.end.max(clause.start + start) - clause.start;
            Some((cause, Some(start..end)))
        })
    }

    /// Tells of variables that occur once.
    fn note_singletons(index: i64) {
        note(index, |_, _, names| Some((Cause::Singletons(names), None)))
    }

    /// Tells of an error.
    fn note_error(index: i64) {
        note(index, |sources, raised, _| {
            let meant = raised
                .unknown_procedure()
                .map_or_else(Vec::new, |(name, _)| sources.like(&name));
            Some((Cause::Raised(Raised { meant, ..raised }), None))
        })
    }

    /// Tells of the error of a clause that is kept.
    fn note_late(index: i64) {
        note(index, |_, raised, _| Some((Cause::Late(raised), None)))
    }

    /// The error of which was told last was raised by a directive.
    fn directive_raised() {
        SOURCES.with_borrow_mut(|sources| sources.counts.raised += 1);
    }

    /// Tells of a directive that fails.
    fn note_failure(index: i64) {
        note(index, |_, _, texts| Some((Cause::Failed(texts.concat()), None)))
    }

    /// Tells of a goal of `initialization/1` that was stopped.
    fn note_stopped(index: i64) {
        note(index, |_, _, texts| Some((Cause::Stopped(texts.concat()), None)))
    }

    /// Tells that the current clause is left out, which is for a predicate that is given; said once of each.
    fn note_given(module: Text, name: Text, arity: i64) {
        let key = key(module, name, arity);
        note(-1, |sources, _, _| Some((sources.given_again(key)?, None)))
    }

    /// Tells of a directive that has halted, which ends only the loading.
    fn note_halt(index: i64) {
        note(index, |_, _, texts| Some((Cause::Halted(texts.concat()), None)))
    }

    /// Tells of what would be a directive.
    fn note_no_directive(index: i64) {
        note(index, |_, _, texts| Some((Cause::NoDirective(texts.concat()), None)))
    }

    /// Tells of a call of a library's predicate where another file defines one of that name.
    fn note_apart(index: i64) {
        note(index, |sources, _, texts| {
            let [predicate, library] = texts.try_into().ok()?;
            Some((sources.apart(predicate, library)?, None))
        })
    }

    /// File number `index` of those that have changed since they were loaded, empty after the last.
    fn file_changed(index: i64) -> Text {
        let changed = SOURCES.with_borrow(Sources::changed);
        let file = changed.into_iter().nth(index.unsigned_abs() as usize);
        file.unwrap_or_default()
    }

    /// Whether a file, closed to nobody, has been loaded.
    fn file_is_loaded(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_given(name))
    }

    /// Whether a name means a file that is given with an assignment.
    fn file_is_given(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_called_as_given(name))
    }

    /// How the file that a name means is called, which has been loaded or is; empty if there is none.
    fn file_known(name: Text) -> Text {
        SOURCES.with_borrow(|sources| sources.known_as(name))
    }

    /// Whether the file that a name means has been loaded and is on the disk as it was then.
    fn file_is_unchanged(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_unchanged(name))
    }

    /// Whether the file that a name means is a part of the text that is being loaded.
    fn file_is_part(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_part(name))
    }

    /// Whether what has been opened begins as a module does.
    fn load_is_module() -> bool {
        SOURCES.with_borrow(Sources::opens_module)
    }

    /// What files of modules name, do not assert, and files define in `user`: a list of `n(File, Name, Arity)`.
    fn modules_naming() -> Text {
        let named = SOURCES.with_borrow(Sources::named_of_user).into_iter();
        list(named.map(|(file, name, arity)| indicator("n", [file, name], arity)))
    }

    /// What the module that is being loaded names and does not define, and files define in `user`: a list of `n(Name, Arity)`.
    fn load_naming() -> Text {
        let named = SOURCES.with_borrow(Sources::load_names_of_user).into_iter();
        list(named.map(|(name, arity)| indicator("n", [name], arity)))
    }

    /// What the file that is being loaded declared when it was loaded before: a list of `k(Module, Name, Arity)`.
    fn load_declared_before() -> Text {
        let declared = SOURCES.with_borrow(Sources::declared_before).into_iter();
        list(declared.map(|(module, name, arity)| indicator("k", [module, name], arity)))
    }

    /// The files of modules that name a predicate and do not assert clauses of it: a list.
    fn files_naming(name: Text) -> Text {
        SOURCES.with_borrow(|sources| {
            let files = sources.naming(name).into_iter();
            list(files.map(|file| Term::Atom(file.to_owned())))
        })
    }

    /// Says what a file is called that will be handed in.
    fn load_handed_in(stem: Text) {
        SOURCES.with_borrow_mut(|sources| sources.handed_in.insert(stem.to_owned()));
    }

    /// Whether a file that is no module has been loaded.
    fn file_is_there(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_there(name))
    }

    /// What has been opened is a part of the text before it.
    fn load_included() {
        SOURCES.with_borrow_mut(Sources::include)
    }

    /// Whether a consulted file is closed to others.
    fn file_is_closed(name: Text) -> bool {
        SOURCES.with_borrow(|sources| sources.is_sealed(name))
    }

    /// Keeps Scryer from printing its own warnings while it compiles.
    fn warnings_off() {
        os::mute_standard_output(true)
    }

    /// Lets it again.
    fn warnings_on() {
        os::mute_standard_output(false)
    }

    /// Lets nobody see what the request, or this process, writes from now on.
    fn silence() {
        with_session((), |session| session.be_silent());
        os::silence()
    }

    /// A number that is another one whenever clauses have come or gone.
    fn load_stamp() -> i64 {
        SOURCES.with_borrow(Sources::stamp)
    }

    /// A name that nobody can guess.
    fn secret_name() -> Text {
        let word = || RandomState::new().build_hasher().finish();
        format!("{:016x}{:016x}", word(), word())
    }

    /// A new flag.
    fn flag_new() -> i64 {
        FLAGS.with_borrow_mut(|flags| {
            flags.push(false);
            flags.len() as i64 - 1
        })
    }

    /// Sets a flag.
    fn flag_set(flag: i64) {
        FLAGS.with_borrow_mut(|flags| {
            let flag = flags.get_mut(flag.unsigned_abs() as usize);
            _ = flag.map(|flag| *flag = true);
        })
    }

    /// Whether a flag is set.
    fn flag_is_set(flag: i64) -> bool {
        FLAGS.with_borrow(|flags| flags.get(flag.unsigned_abs() as usize) == Some(&true))
    }
}
