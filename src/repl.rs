//! The prompt: reads queries, shows answers one at a time.
//!
//! It holds no logic of its own: [`session`] runs the queries and writes the answers,
//! [`syntax`] knows when a query is complete.

mod helper;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use rustyline::{Config, Editor, error::ReadlineError, history::DefaultHistory};

use crate::{
    cli,
    engine::{Answer, Event, Events, Input, Limits, QueryOptions},
    native::board::STYLE_VARIABLE,
    os::{self, RawKeys},
    session::{self, Loading, Refused, Session},
    syntax,
};
use helper::PrologHelper;

/// What the prompt is started with.
#[derive(Debug)]
pub struct Options {
    /// Files to load first.
    pub files: Vec<PathBuf>,
    /// What a query may use.
    pub limits: Limits,
    /// Whether boards are drawn with letters only.
    pub ascii: bool,
}

const BANNER: &str = "\
Chesslog: Prolog that knows chess. End a query with a full stop; help. lists what is there,
help(attacks). explains, Ctrl-C stops a query, Ctrl-D or halt. leaves. Three queries to try:

   game(classics, G), game_tag(G, nickname, Name), game_tag(G, white, White).
   named_position(royal_fork, P, _), board(P), legal_move(F, T, P), capture(F, T, P).
   game(classics, G), game_position(G, Ply, P), make_move(M, P, Q), checkmate(Q).
";

const KEYS: &str = "\
; n space   next answer        a   all answers         h   these keys
. Enter     stop               f   five answers
";

const CTRL_C: char = '\x03';
const CTRL_D: char = '\x04';

const HISTORY: &str = ".chesslog_history";

/// Runs the prompt until its user leaves; returns the exit status.
pub fn run(options: Options) -> u8 {
    let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    set_board_style(options.ascii, terminal);
    // Off a terminal, the queries themselves are the standard input.
    let input = if terminal {
        Input::Standard
    } else {
        Input::Nothing
    };
    let mut session = match Session::start(options.limits, input) {
        Ok(session) => session,
        Err(error) => {
            eprintln!("error: {error}");
            return 2;
        }
    };
    cli::interrupt_on_ctrl_c(session.interrupt_handle());
    if terminal {
        println!("{BANNER}");
    }
    let mut status = 0;
    for file in &options.files {
        match session.consult(file, |text| print!("{text}")) {
            Ok(Loading::Done) => {}
            Ok(Loading::Halted(status)) => return status,
            Err(message) => {
                eprintln!("error: {message}");
                status = 2;
            }
        }
    }
    let mut prompt = match Prompt::new(terminal) {
        Ok(prompt) => prompt,
        Err(error) => {
            eprintln!("error: cannot read from the terminal: {error}");
            return 2;
        }
    };
    loop {
        match prompt.read() {
            // Several queries may have been pasted at once.
            Line::Query(text) => {
                for query in syntax::clauses(&text) {
                    if let Next::Leave(halted) = answer(&mut session, &mut prompt, query) {
                        return halted;
                    }
                }
            }
            Line::Dropped => println!("% Ctrl-C: the line is dropped; Ctrl-D or halt. leaves"),
            Line::End => {
                if terminal {
                    println!("% halt");
                }
                return status;
            }
        }
    }
}

/// The worker draws boards; it hears of the terminal through its environment.
fn set_board_style(ascii: bool, terminal: bool) {
    let colour = terminal && !ascii && std::env::var_os("NO_COLOR").is_none();
    let words = [("ascii", ascii), ("colour", colour)].map(|(word, on)| if on { word } else { "" });
    os::set_variable(STYLE_VARIABLE, words.join(" ").trim());
}

enum Next {
    Prompt,
    Leave(u8),
}

/// Runs one query and shows its answers.
fn answer(session: &mut Session, prompt: &mut Prompt, query: &str) -> Next {
    if query.split_whitespace().collect::<String>() == "[user]." {
        let clauses = prompt.read_clauses();
        match session.consult_text("user", &clauses, |text| print!("{text}")) {
            Ok(Loading::Done) => println!("   true."),
            Ok(Loading::Halted(status)) => return Next::Leave(status),
            Err(message) => println!("% {message}"),
        }
        return Next::Prompt;
    }
    let limits = session.limits;
    let options = QueryOptions {
        lazy: true,
        ..QueryOptions::default()
    };
    match session.query(query, options) {
        Ok(events) => show(events, prompt, &limits),
        Err(Refused::Empty) => Next::Prompt,
        Err(Refused::Syntax(message)) => {
            println!("{message}");
            Next::Prompt
        }
    }
}

/// Shows the events of a query, in the layout of Scryer's top level: each answer is Prolog, and all of
/// them together are a disjunction that is equivalent to the query.
fn show(events: Events<'_>, prompt: &mut Prompt, limits: &Limits) -> Next {
    let mut shown = Shown::default();
    let mut events = events;
    while let Some(event) = events.next() {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                println!("% {error}");
                return Next::Leave(2);
            }
        };
        match &event {
            Event::Output(text) => shown.output(text),
            Event::Answer(answer) => {
                shown.answer(answer);
                if !answer.last && shown.wants_to_stop(prompt) {
                    for event in events.stop() {
                        if let Event::Output(text) = event {
                            shown.output(&text);
                        }
                    }
                    println!("\n;  ... .");
                    return Next::Prompt;
                }
            }
            Event::False => shown.close("false."),
            Event::Halted(status) => return Next::Leave(*status),
            Event::Error(raised) => {
                shown.close(&session::stopped(&session::ball(raised)));
                println!("% {}", session::failure(&event, limits));
            }
            event => {
                let message = session::failure(event, limits);
                if !message.is_empty() {
                    shown.fresh_line();
                    println!("% {message}");
                }
            }
        }
    }
    Next::Prompt
}

/// What stands on the screen for the current query.
#[derive(Default)]
struct Shown {
    answers: usize,
    latest: String,
    /// Whether the cursor is in the middle of a line.
    open: bool,
    /// Whether that line is an answer after which more are to come.
    asked: bool,
    /// Answers still to be shown without asking.
    unasked: usize,
}

impl Shown {
    fn fresh_line(&mut self) {
        if self.open {
            println!();
        }
        self.open = false;
    }

    fn output(&mut self, text: &str) {
        if self.asked {
            self.fresh_line();
        }
        print!("{text}");
        self.asked = false;
        self.open = !text.ends_with('\n');
        _ = io::stdout().flush();
    }

    fn lead(&mut self) {
        self.fresh_line();
        print!("{}", if self.answers == 0 { "   " } else { ";  " });
    }

    fn answer(&mut self, answer: &Answer) {
        self.lead();
        self.answers += 1;
        let text = session::answer_text(answer);
        if answer.last {
            println!("{}", session::stopped(&text));
        } else {
            print!("{text}");
            self.open = true;
            self.asked = true;
            _ = io::stdout().flush();
        }
        self.latest = text;
    }

    fn close(&mut self, text: &str) {
        self.lead();
        println!("{text}");
    }

    fn wants_to_stop(&mut self, prompt: &mut Prompt) -> bool {
        if self.unasked > 0 {
            self.unasked -= 1;
            return false;
        }
        loop {
            match prompt.key() {
                Some(';' | 'n' | ' ' | '\t') => return false,
                Some('a') => {
                    self.unasked = usize::MAX;
                    return false;
                }
                Some('f') => {
                    self.unasked = 4 - self.answers % 5;
                    return false;
                }
                Some('h' | '?') => {
                    print!("\n\n{KEYS}\n   {}", self.latest);
                    _ = io::stdout().flush();
                }
                Some('.' | '\n' | '\r' | 'c' | CTRL_C | CTRL_D) | None => return true,
                Some(_) => {}
            }
        }
    }
}

enum Line {
    Query(String),
    Dropped,
    End,
}

/// Where queries and keys come from: a line editor on a terminal, plain lines otherwise.
enum Prompt {
    Editor(Box<Editor<PrologHelper, DefaultHistory>>, Option<PathBuf>),
    Plain,
}

impl Prompt {
    fn new(terminal: bool) -> rustyline::Result<Prompt> {
        if !terminal {
            return Ok(Prompt::Plain);
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(rustyline::CompletionType::List)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(PrologHelper::default()));
        let history = std::env::home_dir().map(|home| home.join(HISTORY));
        if let Some(history) = &history {
            // The first session has none.
            _ = editor.load_history(history);
        }
        Ok(Prompt::Editor(Box::new(editor), history))
    }

    fn read(&mut self) -> Line {
        match self {
            Prompt::Editor(editor, history) => {
                let line = editor.readline("?- ");
                if let Some(history) = history {
                    _ = editor.append_history(history);
                }
                match line {
                    Ok(line) => Line::Query(line),
                    Err(ReadlineError::Interrupted) => Line::Dropped,
                    Err(_) => Line::End,
                }
            }
            Prompt::Plain => read_plain_query(),
        }
    }

    /// The clauses that the user types after `[user].`, up to Ctrl-D or `end_of_file.`
    fn read_clauses(&mut self) -> String {
        let mut clauses = String::new();
        loop {
            let line = match self {
                Prompt::Editor(editor, _) => {
                    if let Some(helper) = editor.helper_mut() {
                        helper.any_line = true;
                    }
                    editor.readline("|: ").ok()
                }
                Prompt::Plain => plain_line(),
            };
            match line {
                Some(line) if line.trim() != "end_of_file." => {
                    clauses.push_str(&line);
                    clauses.push('\n');
                }
                _ => break,
            }
        }
        if let Prompt::Editor(editor, _) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.any_line = false;
        }
        clauses
    }

    /// One key; off a terminal, the first character of a line.
    fn key(&mut self) -> Option<char> {
        match self {
            Prompt::Editor(..) => {
                let _raw = RawKeys::enable();
                os::read_key().map(char::from)
            }
            Prompt::Plain => plain_line().map(|line| line.chars().next().unwrap_or('\n')),
        }
    }
}

fn plain_line() -> Option<String> {
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim_end_matches(['\n', '\r']).to_owned()),
    }
}

/// The clause that is being typed, after those that are complete.
fn last_clause(text: &str) -> &str {
    syntax::clauses(text).last().unwrap_or(text)
}

fn read_plain_query() -> Line {
    let mut query = String::new();
    while let Some(line) = plain_line() {
        query.push_str(&line);
        if syntax::is_blank(&query) {
            query.clear();
            continue;
        }
        if syntax::state(last_clause(&query)) != syntax::State::Incomplete {
            return Line::Query(query);
        }
        query.push('\n');
    }
    match query.is_empty() {
        true => Line::End,
        false => Line::Query(query),
    }
}
