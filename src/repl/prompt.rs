//! Where queries and keys come from: a line editor on a terminal, plain lines otherwise.

use std::{
    io,
    path::{Path, PathBuf},
};

use rustyline::{Config, Editor, error::ReadlineError, history::DefaultHistory};

use super::helper::PrologHelper;
use crate::{
    os::{self, RawKeys},
    session::assist::is_complete,
    syntax,
};

const HISTORY: &str = ".chesslog_history";

/// What was typed.
pub enum Line {
    /// A query, or several.
    Query(String),
    /// Ctrl-C: the line is dropped.
    Dropped,
    /// Ctrl-D, or the end of the input.
    End,
}

/// A source of queries and keys.
pub enum Prompt {
    /// A terminal.
    Editor(Box<Editor<PrologHelper, DefaultHistory>>, Option<PathBuf>),
    /// Lines of the standard input, and one that was read where a key was expected.
    Plain(Option<String>),
}

impl Prompt {
    /// Prepares the terminal; the second part is whether this is the first session of its user.
    pub fn new(terminal: bool, colour: bool) -> rustyline::Result<(Prompt, bool)> {
        if !terminal {
            return Ok((Prompt::Plain(None), false));
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(rustyline::CompletionType::List)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(PrologHelper::new(colour)));
        let history = std::env::home_dir().map(|home| home.join(HISTORY));
        let first = !history.as_deref().is_some_and(Path::exists);
        if let Some(history) = &history {
            // The first session has none.
            _ = editor.load_history(history);
        }
        Ok((Prompt::Editor(Box::new(editor), history), first))
    }

    /// The next query.
    pub fn read(&mut self) -> Line {
        match self {
            Prompt::Editor(editor, history) => {
                let line = editor.readline("?- ");
                if let Some(history) = history {
                    _ = editor.append_history(history);
                }
                match line {
                    Ok(line) => {
                        if let Some(helper) = editor.helper_mut() {
                            helper.assist.learn(&line);
                        }
                        Line::Query(line)
                    }
                    Err(ReadlineError::Interrupted) => Line::Dropped,
                    Err(_) => Line::End,
                }
            }
            Prompt::Plain(ahead) => read_plain_query(ahead),
        }
    }

    /// The clauses that the user types after `[user].`, up to Ctrl-D or `end_of_file.`; none after Ctrl-C.
    pub fn read_clauses(&mut self) -> Option<String> {
        let mut clauses = String::new();
        self.expect_clauses(true);
        let mut dropped = false;
        loop {
            let line = match self {
                Prompt::Editor(editor, _) => match editor.readline("|: ") {
                    Ok(line) => Some(line),
                    Err(error) => {
                        dropped = matches!(error, ReadlineError::Interrupted);
                        None
                    }
                },
                Prompt::Plain(ahead) => plain_line(ahead),
            };
            match line {
                Some(line) if line.trim() != "end_of_file." => {
                    clauses.push_str(&line);
                    clauses.push('\n');
                }
                _ => break,
            }
        }
        self.expect_clauses(false);
        (!dropped).then_some(clauses)
    }

    fn expect_clauses(&mut self, any_line: bool) {
        if let Prompt::Editor(editor, _) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.any_line = any_line;
        }
    }

    /// Predicates, as `name/arity`, that may be completed from now on.
    pub fn learn_predicates(&mut self, indicators: &[String]) {
        if let Prompt::Editor(editor, _) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.assist.learn_predicates(indicators);
        }
    }

    /// Names that may be completed from now on.
    pub fn learn(&mut self, text: &str) {
        if let Prompt::Editor(editor, _) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.assist.learn(text);
        }
    }

    /// One key; off a terminal, a line with one character or none. A longer line is the next query.
    pub fn key(&mut self) -> Option<char> {
        match self {
            Prompt::Editor(..) => {
                let _raw = RawKeys::enable();
                os::read_key().map(char::from)
            }
            Prompt::Plain(ahead) => {
                let line = plain_line(ahead)?;
                if line.trim().chars().count() > 1 {
                    *ahead = Some(line);
                    return None;
                }
                Some(line.chars().next().unwrap_or('\n'))
            }
        }
    }
}

fn plain_line(ahead: &mut Option<String>) -> Option<String> {
    if let Some(line) = ahead.take() {
        return Some(line);
    }
    let mut line = String::new();
    match io::stdin().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim_end_matches(['\n', '\r']).to_owned()),
    }
}

fn read_plain_query(ahead: &mut Option<String>) -> Line {
    let mut query = String::new();
    while let Some(line) = plain_line(ahead) {
        query.push_str(&line);
        if syntax::is_blank(&query) {
            query.clear();
            continue;
        }
        if is_complete(&query) {
            return Line::Query(query);
        }
        query.push('\n');
    }
    match query.is_empty() {
        true => Line::End,
        false => Line::Query(query),
    }
}
