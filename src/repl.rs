//! The prompt: reads queries, shows answers one at a time.
//!
//! It holds no logic of its own: [`session`](crate::session) runs the queries, writes the answers and knows what keys
//! and settings mean, [`syntax`] knows when a query is complete.

mod answers;
mod helper;
mod prompt;

use std::{io, path::PathBuf};

use crate::{
    chess::board::Style,
    engine::{self, Diagnostic, Event, Input, Limits},
    session::{self, DEPTH, Loading, Outcome, Session, UNREADABLE, View, counted, is_setting},
    syntax, terminal,
};
use answers::Screen;
use prompt::{Line, Prompt};

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

/// Runs the prompt until its user leaves; returns the exit status.
pub fn run(options: Options) -> u8 {
    let typed = terminal::interactive();
    let colour = typed && terminal::colour(&io::stdout());
    let view = View {
        board: Style {
            ascii: options.ascii,
            colour: colour && !options.ascii,
            ..Style::default()
        },
        depth: if typed { DEPTH } else { 0 },
        ..View::default()
    };
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
    let mut session = match Session::viewed(options.limits, engine_settings, view) {
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
        match session.consult(file, report) {
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
            Line::Query(text) if is_setting(&text) => match session.set(&text) {
                Ok(reported) if reported.is_empty() => {}
                Ok(reported) => println!("{reported}"),
                Err(message) => println!("% {message}"),
            },
            // Several queries may have been pasted at once.
            Line::Query(text) => {
                if let Next::Leave(halted) = queries(&mut session, &mut prompt, &text) {
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

/// Prints what consulting a file tells.
fn report(event: &Event) {
    match event {
        Event::Output(text) => print!("{text}"),
        Event::Diagnostic(diagnostic) => report_problem(diagnostic),
        _ => {}
    }
}

/// Prints what is wrong with a program.
fn report_problem(diagnostic: &Diagnostic) {
    let colour = terminal::colour(&io::stderr());
    eprint!("{}\n", session::report(diagnostic, colour));
}

enum Next {
    Prompt,
    /// A query could not be read: those pasted after it are not run.
    Stop,
    Leave(u8),
}

/// Runs the queries of a text, one after the other.
fn queries(session: &mut Session, prompt: &mut Prompt, text: &str) -> Next {
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
            match session.consult_text("user", &pasted, report) {
                Ok(Loading::Done(_)) => println!("   true."),
                Ok(Loading::Halted(status)) => return Next::Leave(status),
                Err(message) => println!("% {message}"),
            }
            continue;
        }
        match answer(session, prompt, query) {
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
fn answer(session: &mut Session, prompt: &mut Prompt, query: &str) -> Next {
    let view = session.view().clone();
    let mut screen = Screen::new(prompt, &view);
    let outcome = session.execute_query(query, &mut screen);
    screen.finish();
    let loads = ["[", "consult", "make", "ensure_loaded", "assert"];
    if loads.iter().any(|word| query.contains(word)) {
        learn(session, prompt);
    }
    match outcome {
        Outcome::Done => Next::Prompt,
        Outcome::Failed(failure) if failure.kind == UNREADABLE => Next::Stop,
        Outcome::Failed(_) => Next::Prompt,
        Outcome::Halted(status) => Next::Leave(status),
        Outcome::Gone(message) => {
            println!("% {message}");
            Next::Leave(2)
        }
    }
}

/// Tells the prompt which predicates there are, for completion.
fn learn(session: &mut Session, prompt: &mut Prompt) {
    if matches!(prompt, Prompt::Editor(..)) {
        prompt.learn_predicates(&session.predicates());
    }
}
