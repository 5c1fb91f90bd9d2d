//! The Prolog machine: the only code that names `scryer_prolog`.
//!
//! Scryer's library interface is used once: one `run_query` that lasts as long as the session and
//! runs `prolog/engine.pl`, which asks for requests and sends events through the foreign functions of `requests`. So
//! nothing that a user types reaches `run_query`, no exception leaves it, no answer iterator is
//! dropped early, and failure gives all memory back after each request.
#![allow(unsafe_code)]

mod requests;

use std::{
    cell::RefCell,
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use scryer_prolog::{InputStreamConfig, MachineBuilder, OutputStreamConfig, StreamConfig};

use super::{
    Settings, loading, marks, modules,
    typed::{Piece, Typed, Wanted},
    wire::{Aborted, Answer, Event, Raised, Request, Stream},
};
use crate::{
    library,
    native::{self, door, foreign, table},
};

/// How often a request tells how far it has got; short ones never do.
const PROGRESS: Duration = Duration::from_millis(500);

/// Where requests come from and events go: a pair of pipes, or of channels.
pub trait Port {
    /// Ends the request before, waits for the next; `None` when the session is over.
    fn next(&mut self) -> Option<Request>;
    /// Sends an event and says whether to go on; waits for the caller where the request is lazy.
    fn send(&mut self, event: &Event) -> Verdict;
    /// Marks the current request as failed: what it changed is to be undone, where that can be.
    fn undo(&mut self);
    /// Takes what the machine has written to a stream. What need not be sent `now` may stay in the buffer.
    fn write(&mut self, stream: Stream, buffer: &mut Vec<u8>, now: bool);
    /// Keeps what `user_output` has in its buffer from this byte on from being sent, or nothing any more.
    fn hide(&mut self, from: Option<usize>);
    /// Ends the current request where it stands and undoes it; comes back where that cannot be.
    fn abort(&mut self, why: Aborted);
}

/// What the receiver of an answer wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The next answer.
    Continue,
    /// No more answers.
    Stop,
}

/// How the loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// There are no more requests.
    Quit,
    /// A query called `halt`, with this status.
    Halted(u8),
    /// The machine panicked and is not to be used again.
    Panicked(String),
}

pub(super) struct Session {
    port: Box<dyn Port>,
    request: Option<Request>,
    /// Whether the request's last event has been sent.
    over: bool,
    answer: Answer,
    answers: u64,
    raised: Raised,
    /// Texts for the diagnostic in the making.
    texts: Vec<String>,
    /// Bytes in the buffer of `user_output` that have been seen.
    seen: usize,
    /// Output that is captured, the innermost last.
    captured: Vec<Vec<u8>>,
    /// Whether nobody sees what the request writes from now on.
    silent: bool,
    /// The text that was typed and taken last.
    text: String,
    typed: Typed,
    /// Characters on the last line of the output.
    column: usize,
    /// Bytes that the request has printed.
    printed: u64,
    /// When the request began, or last told how far it had got.
    reported: Instant,
    status: u8,
    quit: bool,
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// A Prolog machine with all of Chesslog's modules. It lives in the thread that built it.
#[derive(Debug)]
pub struct Machine {
    prolog: scryer_prolog::Machine,
    typed: Typed,
}

impl Machine {
    /// Builds a machine with all of Chesslog's modules.
    pub fn boot(settings: Settings) -> Machine {
        settings.drawing.begin();
        loading::boot(settings);
        let callback = |stream| {
            OutputStreamConfig::callback(Box::new(move |buffer| take_output(stream, buffer)))
        };
        let streams = StreamConfig::in_memory()
            .with_user_input(InputStreamConfig::string(""))
            .with_user_output(callback(Stream::Output))
            .with_user_error(callback(Stream::Error));
        let mut machine = MachineBuilder::default()
            .with_toplevel(library::TOPLEVEL)
            .with_streams(streams)
            .build();
        // Only `load_module_string` is used: after `consult_module_string` the next load fails.
        let loader = native::modules::text(library::LOADER).unwrap_or_default();
        machine.load_module_string(library::LOADER, loader + declared().as_str());
        let typed = Typed::new(settings.input);
        let wanted: Vec<_> = native::modules::at_start(settings.iso)
            .map(|name| format!("{}:provide({name})", library::LOADER))
            .collect();
        let start = format!(":- initialization(({})).\n", wanted.join(", "));
        machine.load_module_string("start", start);
        // clause/2 and retract/1 raise an error while nothing was ever asserted. By itself, since assertz/1 means something else below.
        let first = ":- initialization((assertz('$first clause'), retract('$first clause'))).\n";
        machine.load_module_string("user", first.to_owned());
        machine.load_module_string("user", imports(settings));
        Machine {
            prolog: machine,
            typed,
        }
    }

    /// Answers the requests of `port` until there are none; a query that calls `halt` ends the loop
    /// too, and it can be called again.
    pub fn serve(&mut self, port: Box<dyn Port>) -> (Ended, Box<dyn Port>) {
        SESSION.set(Some(Session {
            port,
            request: None,
            over: true,
            answer: Answer::default(),
            answers: 0,
            raised: Raised::default(),
            texts: Vec::new(),
            seen: 0,
            captured: Vec::new(),
            silent: false,
            text: String::new(),
            typed: self.typed.clone(),
            column: 0,
            printed: 0,
            reported: Instant::now(),
            status: 0,
            quit: false,
        }));
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            self.prolog
                .run_query("catch(cl_engine:main,engine_quit,true).")
                .next();
        }));
        if panicked.is_ok() && !with_session(true, |session| session.quit) {
            // After halt, what was written last is still on its way.
            self.prolog
                .run_query("flush_output(user_output), flush_output(user_error).")
                .next();
        }
        let session = SESSION.take().expect("the session was put there above");
        let ended = match panicked {
            Err(panic) => Ended::Panicked(door::panic_message(&*panic)),
            Ok(()) if session.quit => Ended::Quit,
            Ok(()) => Ended::Halted(session.status),
        };
        (ended, session.port)
    }
}

/// The foreign functions but those of the wrappers, which check what they get.
pub(super) fn functions() -> impl Iterator<Item = foreign::Foreign> {
    let tables = [
        native::datalog::FOREIGN,
        loading::FOREIGN,
        loading::predicates::FOREIGN,
        marks::FOREIGN,
        modules::FOREIGN,
        requests::FOREIGN,
    ];
    tables.into_iter().flatten().copied()
}

/// The directive by which all foreign functions are known.
fn declared() -> String {
    let functions = functions().chain(door::FOREIGN.iter().copied());
    format!(":- initialization({}).\n", foreign::declaration(functions))
}

/// A goal that in programs means `other` of one of our modules, where `M` is the module in which it stands; our own modules
/// mean Scryer's predicate.
fn meant_by_programs(goal: &str, module: &str, other: &str) -> String {
    format!(
        "goal_expansion({goal}, {module}:{other}) :- cl_variables:context(M), \
             ( M == user -> true ; '$foreign_call'(module_is_ours, [M], 0) ), cl_engine:provided({module}).\n"
    )
}

/// What users see without importing it.
fn imports(settings: Settings) -> String {
    let iso: &[&str] = if settings.iso {
        library::PRELOADED_ISO
    } else {
        &[]
    };
    let modules = library::PRELOADED
        .iter()
        .copied()
        .chain(iso.iter().copied())
        .chain(library::ready(settings.iso))
        .chain([table::FACADE]);
    let mut text: String = modules
        .map(|name| format!(":- use_module(library({name})).\n"))
        .collect();
    // Scryer's own halt/1 does not tell us its status, and its consult/1 gives up at the first error.
    text.push_str(
        "goal_expansion(halt, cl_engine:stop(0)).\n\
         goal_expansion(halt(N), cl_engine:stop(N)).\n\
         goal_expansion('$string'(Cs), error:type_error(callable, '$string'(Cs), call/1)).\n\
         goal_expansion(consult(Fs), cl_consult:consult_files(Fs)) :- cl_engine:provided(cl_consult).\n\
         goal_expansion([F|Fs], cl_consult:consult_files([F|Fs])) :- cl_engine:provided(cl_consult).\n\
         goal_expansion(ensure_loaded(F), cl_consult:ensure_files(F)) :- cl_engine:provided(cl_consult).\n\
         goal_expansion(use_module(L), cl_consult:import_library(L)) :- cl_engine:provided(cl_consult).\n\
         goal_expansion(use_module(L, Is), cl_consult:import_library(L, Is)) :- cl_engine:provided(cl_consult).\n\
         goal_expansion(make, cl_consult:load_changed) :- cl_engine:provided(cl_consult).\n\
         goal_expansion(X is E, cl_miscompiled:computed(X, E)) :- \
             \\+ loader:prolog_load_context(module, _), cl_engine:provided(cl_miscompiled).\n\
         goal_expansion(close(S), cl_guards:close_stream(S)).\n\
         goal_expansion(close(S, Os), cl_guards:close_stream(S, Os)).\n",
    );
    // What programs say of terms and goals is kept beside what Scryer's libraries say.
    for (goal, other) in [
        ("term_expansion(T, Ts)", "given(M, term_expansion(T, Ts))"),
        ("goal_expansion(G0, G)", "given(M, goal_expansion(G0, G))"),
        ("expand_term(T0, T)", "expanded(M, T0, T)"),
        ("expand_goal(G0, G)", "goals(M, G0, G)"),
    ] {
        text.push_str(&meant_by_programs(goal, "cl_expansions", other));
    }
    for (goal, other) in [
        ("current_predicate(PI)", "current(M:PI)"),
        ("current_module(N)", "is_module(N)"),
    ] {
        text.push_str(&meant_by_programs(goal, "swi_properties", other));
    }
    for (goal, other) in library::REPLACED {
        // A goal that is not known yet may be what a closure is called with, whose arguments stay what they are; in
        // `user` they do.
        let context = if other.contains("M:G") {
            " :- cl_variables:context(M), ( nonvar(G) -> true ; M == user )"
        } else {
            ""
        };
        text.push_str(&format!("goal_expansion({goal}, {other}){context}.\n"));
    }
    // Scryer's own lose clauses.
    text.push_str(
        "goal_expansion(assertz(C), G) :- cl_engine:provided(cl_asserted), cl_asserted:adds(z, C, G).\n\
         goal_expansion(asserta(C), G) :- cl_engine:provided(cl_asserted), cl_asserted:adds(a, C, G).\n\
         goal_expansion(retract(C), cl_asserted:removed(M:C)) :- cl_engine:provided(cl_asserted), cl_asserted:known(C, M).\n\
         goal_expansion(retract(C), cl_asserted:removed_in(M, C)) :- cl_engine:provided(cl_asserted), cl_asserted:unknown(C, M).\n\
         goal_expansion(retractall(H), cl_asserted:emptied(M:H)) :- cl_engine:provided(cl_asserted), cl_asserted:known(H, M).\n\
         goal_expansion(retractall(H), cl_asserted:emptied_in(M, H)) :- cl_engine:provided(cl_asserted), cl_asserted:unknown(H, M).\n\
         goal_expansion(clause(H, B), cl_asserted:clause_of(M:H, B)) :- cl_engine:provided(cl_asserted), cl_asserted:known(H, M).\n\
         goal_expansion(clause(H, B), cl_asserted:clause_in(M, H, B)) :- cl_engine:provided(cl_asserted), cl_asserted:unknown(H, M).\n",
    );
    for goal in library::READING {
        // That module is made of library(charsio), where reading means Scryer's.
        text.push_str(&format!(
            "goal_expansion({goal}, cl_asking:asked_{goal}) :- cl_variables:context(M), M \\== charsio, cl_engine:provided(cl_asking).\n"
        ));
    }
    if !settings.iso {
        for (goal, other) in library::STRINGS {
            text.push_str(&format!("goal_expansion({goal}, {other}).\n"));
        }
        // A string that is called with more arguments is no goal either. With a list and a variable it may be a body of a grammar.
        for arity in 2..=8 {
            let more = match arity {
                3 => "A,_".to_owned(),
                _ => vec!["_"; arity - 1].join(","),
            };
            let body = match arity {
                3 => " :- nonvar(A), A \\= [_|_], A \\== []",
                _ => "",
            };
            text.push_str(&format!(
                "goal_expansion('$string'(Cs,{more}), throw(error(type_error(callable,'$string'(Cs)),call/{arity}))){body}.\n"
            ));
        }
        text.push_str(
            "goal_expansion(assert(C), G) :- cl_engine:provided(cl_asserted), cl_asserted:adds(C, G).\n\
             goal_expansion(predicate_property(H, P), swi_properties:property(M:H, P)) :- \
                 cl_variables:context(M), cl_engine:provided(swi_properties).\n",
        );
        text.push_str(&loading::swi_operators());
    }
    text
}

impl Session {
    fn send(&mut self, event: Event) -> Verdict {
        if self.over {
            return Verdict::Stop;
        }
        self.over = event.is_terminal();
        self.port.send(&event)
    }

    /// Sends a diagnostic; what was put for it is gone.
    pub(super) fn diagnose(&mut self, diagnostic: super::report::Diagnostic) {
        self.send(Event::Diagnostic(diagnostic));
    }

    /// Nobody sees what the request writes from now on.
    pub(super) fn be_silent(&mut self) {
        self.silent = true;
    }

    /// The error and the texts that were put for the diagnostic in the making.
    pub(super) fn put(&mut self) -> (Raised, Vec<String>) {
        (
            std::mem::take(&mut self.raised),
            std::mem::take(&mut self.texts),
        )
    }

    /// Whether it is time to tell how far a long piece of work has got.
    fn reports_progress(&self) -> bool {
        loading::reports_progress()
            && self.captured.is_empty()
            && self.reported.elapsed() >= PROGRESS
    }

    /// Takes a piece of what the user types.
    fn take_typed(&mut self, wanted: Wanted) -> Piece {
        let mut typed = std::mem::take(&mut self.typed);
        let piece = typed.take(wanted, || self.send(Event::Ask) == Verdict::Continue);
        self.typed = typed;
        piece
    }

    /// The request.
    pub(super) fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// How many of `length` more bytes may be printed.
    fn allowed(&mut self, length: usize) -> usize {
        let limit = self.limits().and_then(|limits| limits.output);
        let left = limit.map(|limit| limit.saturating_sub(self.printed));
        self.printed += length as u64;
        left.map_or(length, |left| {
            length.min(usize::try_from(left).unwrap_or(length))
        })
    }

    fn limits(&self) -> Option<&super::wire::Limits> {
        match self.request.as_ref()? {
            Request::Query { limits, .. } | Request::Consult { limits, .. } => Some(limits),
        }
    }
}

pub(super) fn with_session<T>(default: T, act: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(|session| session.as_mut().map_or(default, act))
}

fn take_output(stream: Stream, written: &mut Cursor<Vec<u8>>) {
    written.set_position(0);
    let buffer = written.get_mut();
    if SESSION.with_borrow(Option::is_none) {
        // Booting: our own modules load without a word, or something is wrong with them.
        if !buffer.is_empty() {
            eprintln!("chesslog: {}", String::from_utf8_lossy(buffer).trim());
            buffer.clear();
        }
        return;
    }
    with_session((), |session| {
        // Somebody who watches sees at once what a goal writes before it computes for long.
        let watched = matches!(session.request, Some(Request::Query { lazy: true, .. }));
        let seen = match stream {
            Stream::Output => session.seen.min(buffer.len()),
            Stream::Error => 0,
        };
        let news = &mut buffer[seen..];
        // From outside nobody sees what stands behind a NUL character.
        let now = watched || session.over || news.contains(&0);
        if stream == Stream::Output
            && let Some(captured) = session.captured.last_mut()
        {
            captured.extend_from_slice(news);
            // Others look at the buffer until the first byte that is zero.
            news.fill(0);
            return buffer.truncate(seen);
        }
        if session.silent {
            news.fill(0);
            return buffer.truncate(seen);
        }
        let mut allowed = session.allowed(news.len());
        // No character is cut in two.
        while news.get(allowed).is_some_and(|byte| byte & 0xC0 == 0x80) {
            allowed -= 1;
        }
        let too_much = allowed < news.len();
        news[allowed..].fill(0);
        buffer.truncate(seen + allowed);
        if stream == Stream::Output {
            session.column = column_after(session.column, &buffer[seen..]);
        }
        session.port.write(stream, buffer, now || too_much);
        if stream == Stream::Output {
            session.seen = buffer.len();
        }
        if too_much {
            session.port.abort(Aborted::Output);
        }
    });
}

/// The characters on the last line after `text`, which are `column` before it.
fn column_after(column: usize, text: &[u8]) -> usize {
    let characters = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count();
    match text.iter().rposition(|&byte| byte == b'\n') {
        Some(newline) => characters(&text[newline + 1..]),
        None => column + characters(text),
    }
}
