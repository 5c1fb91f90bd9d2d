//! The prompt: reads queries, shows answers one at a time.
//!
//! It holds no logic of its own: [`session`](crate::session) runs the queries and writes the answers,
//! [`syntax`] knows when a query is complete.

mod answers;
mod helper;
mod prompt;
mod settings;

use std::{io, path::PathBuf};

use crate::{
    chess::board::Style,
    engine::{self, Diagnostic, Event, Input, Limits, QueryOptions},
    native::board::STYLE_VARIABLE,
    os,
    session::{self, Loading, Refused, Session},
    syntax,
    term::Term,
    terminal,
};
use prompt::{Line, Prompt};
use settings::Settings;

/// What the prompt is started with.
#[derive(Debug)]
pub struct Options {
    /// Files to load first.
    pub files: Vec<PathBuf>,
    /// What the engine is like.
    pub settings: engine::Settings,
    /// What a query may use.
    pub limits: Limits,
    /// Whether boards are drawn with letters only.
    pub ascii: bool,
}

const BANNER: &str = "\
Chesslog: Prolog that knows chess. End a query with a full stop; help. lists what is there,
help(attacks). explains, Ctrl-C stops a query, Ctrl-D or halt. leaves, :help lists settings.";

const FIRST: &str = "
Three queries to try:

   game(classics, G), game_tag(G, nickname, Name), game_tag(G, white, White).
   named_position(royal_fork, P, _), board(P), legal_move(F, T, P), capture(F, T, P).
   game(classics, G), game_position(G, Ply, P), make_move(M, P, Q), checkmate(Q).
";

const DROPPED: &str = "% Ctrl-C: the line is dropped; Ctrl-D or halt. leaves";

/// Terms are shown to this depth, lists to this length, until `:set depth` says otherwise.
const DEPTH: usize = 40;

/// Runs the prompt until its user leaves; returns the exit status.
pub fn run(options: Options) -> u8 {
    let typed = terminal::interactive();
    let colour = typed && terminal::colour(&io::stdout());
    let mut settings = Settings {
        board: Style {
            ascii: options.ascii,
            colour: colour && !options.ascii,
            ..Style::default()
        },
        strings_as_lists: false,
        depth: if typed { DEPTH } else { 0 },
    };
    os::set_variable(STYLE_VARIABLE, style_words(settings.board));
    // Off a terminal, the queries themselves are the standard input.
    let input = if typed {
        Input::Standard
    } else {
        Input::Nothing
    };
    let engine_settings = engine::Settings {
        input,
        ..options.settings
    };
    let mut session = match Session::start(options.limits, engine_settings) {
        Ok(session) => session,
        Err(error) => {
            eprintln!("error: {error}");
            return 2;
        }
    };
    let handle = session.interrupt_handle();
    terminal::on_ctrl_c(move || handle.interrupt());
    let mut prompt = match Prompt::new(typed, colour) {
        Ok((prompt, first)) => {
            if typed {
                println!("{BANNER}{}", if first { FIRST } else { "" });
            }
            prompt
        }
        Err(error) => {
            eprintln!("error: cannot read from the terminal: {error}");
            return 2;
        }
    };
    let mut status = 0;
    for file in &options.files {
        match session.consult(file, tell) {
            Ok(Loading::Done(report)) => {
                if report.errors > 0 {
                    status = 2;
                    println!(
                        "% {}: {}",
                        file.display(),
                        counted(report.errors, report.warnings)
                    );
                }
            }
            Ok(Loading::Halted(status)) => return status,
            Err(message) => {
                eprintln!("error: {message}");
                status = 2;
            }
        }
    }
    learn(&mut session, &mut prompt);
    loop {
        match prompt.read() {
            Line::Query(text) if is_command(&text) => {
                command(&text, &mut settings, &mut session);
            }
            // Several queries may have been pasted at once.
            Line::Query(text) => {
                if let Next::Leave(halted) = queries(&mut session, &mut prompt, &settings, &text) {
                    return halted;
                }
            }
            Line::Dropped => println!("{DROPPED}"),
            Line::End => {
                if typed {
                    println!("% halt");
                }
                return status;
            }
        }
    }
}

/// The worker draws boards; it hears of the terminal through its environment.
fn style_words(style: Style) -> String {
    let words = [("ascii", style.ascii), ("colour", style.colour)];
    let words: Vec<_> = words
        .iter()
        .filter(|(_, on)| *on)
        .map(|(word, _)| *word)
        .collect();
    words.join(" ")
}

/// "2 errors, 1 warning".
fn counted(errors: u64, warnings: u64) -> String {
    let count = |n: u64, word: &str| match n {
        0 => None,
        1 => Some(format!("1 {word}")),
        n => Some(format!("{n} {word}s")),
    };
    let counts = [count(errors, "error"), count(warnings, "warning")];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Prints what consulting a file tells.
fn tell(event: &Event) {
    match event {
        Event::Output(text) => print!("{text}"),
        Event::Diagnostic(diagnostic) => tell_problem(diagnostic),
        _ => {}
    }
}

/// Prints what is wrong with a program.
fn tell_problem(diagnostic: &Diagnostic) {
    let colour = terminal::colour(&io::stderr());
    eprintln!("{}", session::report(diagnostic, colour));
}

enum Next {
    Prompt,
    /// A query could not be read: those pasted after it are not run.
    Stop,
    Leave(u8),
}

/// Whether a line is for the prompt itself and not for Prolog.
fn is_command(text: &str) -> bool {
    text.trim_start()
        .strip_prefix(':')
        .is_some_and(|rest| !rest.starts_with('-'))
}

fn command(text: &str, settings: &mut Settings, session: &mut Session) {
    let command = text.trim().trim_start_matches(':').trim_end_matches('.');
    let board = settings.board;
    match settings.command(command, &mut session.limits) {
        Ok(text) if text.is_empty() => {}
        Ok(text) => println!("{text}"),
        Err(message) => println!("% {message}"),
    }
    if settings.board != board {
        let words = style_words(settings.board);
        let goal = format!("use_module(library(os)), os:setenv(\"{STYLE_VARIABLE}\", \"{words}\")");
        let options = QueryOptions {
            trusted: true,
            ..QueryOptions::default()
        };
        if let Ok(events) = session.query(&goal, options) {
            events.for_each(drop);
        }
    }
}

/// Runs the queries of a text, one after the other.
fn queries(session: &mut Session, prompt: &mut Prompt, settings: &Settings, text: &str) -> Next {
    let mut clauses = syntax::clauses(text);
    while let Some(query) = clauses.next() {
        if query.split_whitespace().collect::<String>() == "[user]." {
            // Clauses pasted together with it are meant, not queries.
            let mut pasted = String::new();
            let mut ended = false;
            for clause in clauses.by_ref() {
                ended = clause == "end_of_file.";
                if ended {
                    break;
                }
                pasted.push_str(clause);
                pasted.push('\n');
            }
            if !ended {
                match prompt.read_clauses() {
                    Some(more) => pasted.push_str(&more),
                    None => {
                        println!("{DROPPED}");
                        return Next::Prompt;
                    }
                }
            }
            prompt.learn(&pasted);
            match session.consult_text("user", &pasted, tell) {
                Ok(Loading::Done(_)) => println!("   true."),
                Ok(Loading::Halted(status)) => return Next::Leave(status),
                Err(message) => println!("% {message}"),
            }
            continue;
        }
        match answer(session, prompt, settings, query) {
            Next::Prompt => {}
            Next::Stop => {
                let rest = clauses.by_ref().count();
                if rest > 0 {
                    println!("% what follows it is not run");
                }
                return Next::Prompt;
            }
            Next::Leave(status) => return Next::Leave(status),
        }
    }
    Next::Prompt
}

/// Runs one query and shows its answers.
fn answer(session: &mut Session, prompt: &mut Prompt, settings: &Settings, query: &str) -> Next {
    let limits = session.limits;
    let options = QueryOptions {
        lazy: true,
        typed: true,
        ..QueryOptions::default()
    };
    let next = match session.query(query, options) {
        Ok(events) => answers::show(events, prompt, settings, &limits),
        Err(Refused::Empty) => Next::Prompt,
        Err(Refused::Syntax(message)) => {
            println!("{message}");
            Next::Stop
        }
    };
    let loads = ["[", "consult", "make", "ensure_loaded", "assert"];
    if loads.iter().any(|word| query.contains(word)) {
        learn(session, prompt);
    }
    next
}

/// Tells the prompt which predicates there are, for completion.
fn learn(session: &mut Session, prompt: &mut Prompt) {
    if !matches!(prompt, Prompt::Editor(..)) {
        return;
    }
    let goal = "findall(N/A, clauses:consulted_predicate(_, N, A, _), Ns)";
    let options = QueryOptions {
        typed: true,
        trusted: true,
        ..QueryOptions::default()
    };
    let Ok(events) = session.query(goal, options) else {
        return;
    };
    for event in events.flatten() {
        let Event::Answer(answer) = event else {
            continue;
        };
        let canonical = answer
            .bindings
            .first()
            .and_then(|ns| ns.canonical.as_deref());
        if let Some(Ok(Term::List(items, _))) = canonical.map(str::parse) {
            let indicators: Vec<_> = items.iter().map(Term::to_string).collect();
            prompt.learn_predicates(&indicators);
        }
    }
}
