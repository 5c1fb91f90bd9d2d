//! The README's transcripts, word for word, but for those about files that only its reader has.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use chesslog::{
    engine::{Engine, Event, Limits},
    session, syntax,
};

use super::data;

const README: &str = include_str!("../../README.md");
const PROGRAM: &str = env!("CARGO_BIN_EXE_chesslog");
/// Names that stand for files of the reader's own.
const PLACEHOLDERS: [&str; 4] = ["games.pgn.zst", "wac.epd", "puzzles.csv.zst", "tactics.pl"];

/// A command or a query, and the lines below it.
struct Exchange {
    typed: String,
    expected: String,
}

/// The transcripts in the code blocks that name no language, and the contents of the others.
fn blocks() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in README.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    blocks
}

fn exchanges() -> Vec<Exchange> {
    let mut found: Vec<Exchange> = Vec::new();
    for (_, lines) in blocks().into_iter().filter(|block| block.0.is_empty()) {
        let mut within = false;
        for line in lines {
            if ["?- ", "$ chesslog ", "$ printf "]
                .iter()
                .any(|start| line.starts_with(start))
            {
                within = true;
                found.push(Exchange {
                    typed: line.to_owned(),
                    expected: String::new(),
                });
            } else if let (true, Some(exchange)) = (within, found.last_mut()) {
                exchange.expected.push_str(line);
                exchange.expected.push('\n');
            }
        }
    }
    found.retain(|exchange| {
        PLACEHOLDERS
            .iter()
            .all(|name| !exchange.typed.contains(name))
    });
    found
}

/// A folder with the files of the README: a Prolog block that begins with `% NAME.pl` is such a file.
/// The learning tasks are there, too.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What commands have written before is none of the reader's.
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let kb = Path::new(env!("CARGO_MANIFEST_DIR")).join("kb");
    let mut folders = vec![PathBuf::from("metagol"), PathBuf::from("strategies")];
    for task in fs::read_dir(kb.join("tasks")).unwrap() {
        folders.push(Path::new("tasks").join(task.unwrap().file_name()));
    }
    for tasks in folders.iter().filter(|tasks| kb.join(tasks).is_dir()) {
        let copy = folder.join("kb").join(tasks);
        fs::create_dir_all(&copy).unwrap();
        for file in fs::read_dir(kb.join(tasks)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
    }
    for (_, lines) in blocks().into_iter().filter(|block| block.0 == "prolog") {
        if let Some(file) = lines[0].strip_prefix("% ") {
            fs::write(folder.join(file), lines.join("\n") + "\n").unwrap();
        }
    }
    folder
}

/// The text without the time that something took, which is never the same.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once("; ") {
        Some((rest, time)) if time.ends_with(" s") => format!("{rest}; _ s\n"),
        _ if line.ends_with(" ms") || line.contains("CPU a game") => {
            let words: Vec<&str> = line.split_whitespace().collect();
            let times = words.iter().position(|word| *word == "ms");
            format!(
                "{}\n",
                words[..times.map_or(words.len(), |at| at - 1)].join(" ")
            )
        }
        _ if line.trim_start().starts_with("speed ") => "  speed\n".to_owned(),
        _ => format!("{}\n", without_seconds(line)),
    });
    lines.collect()
}

/// The line without the numbers before `s`, as in `proved in 0.17 s`.
fn without_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_unit = |word: Option<&&str>| word.is_some_and(|word| ["s", "s:"].contains(word));
    let kept = words.iter().enumerate().map(|(at, word)| {
        let number = word.parse::<f64>().is_ok() && is_unit(words.get(at + 1));
        if number { "_" } else { word }
    });
    kept.collect::<Vec<_>>().join(" ")
}

/// The words of a shell command, quotes taken away.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn shell_transcripts() {
    let folder = folder("readme_shell");
    let mut count = 0;
    for exchange in exchanges() {
        // Through a shell, so that output and messages come in the order in which a user sees them.
        let mut shell = Command::new("sh");
        if let Some(command) = exchange.typed.strip_prefix("$ chesslog ") {
            shell
                .args(["-c", "exec \"$0\" \"$@\" 2>&1", PROGRAM])
                .args(words(command));
        } else if let Some((input, command)) = exchange.typed.split_once(" | chesslog ") {
            let input = input.trim_start_matches("$ ");
            let command = format!("{input} | \"$0\" {command} 2>&1");
            shell.args(["-c", &command, PROGRAM]);
        } else {
            continue;
        }
        let output = shell
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(
            timeless(&String::from_utf8_lossy(&output.stdout)),
            timeless(&exchange.expected),
            "{}",
            exchange.typed
        );
        count += 1;
    }
    assert!(count >= 5, "only {count} commands");
}

#[test]
fn prompt_transcripts() {
    let folder = folder("readme_prompt");
    let mut engine = data::spawn();
    let change = format!("working_directory(_, '{}').", folder.display());
    data::answers(&mut engine, &change);
    let mut count = 0;
    for exchange in exchanges() {
        let Some(query) = exchange.typed.strip_prefix("?- ") else {
            continue;
        };
        if exchange.expected.contains("^C") {
            continue;
        }
        // An error's sentence follows its term.
        let expected: String = exchange
            .expected
            .lines()
            .filter(|line| !line.starts_with('%'))
            .collect::<Vec<_>>()
            .join("\n");
        let output: String = engine
            .batch(query, data::ten_seconds())
            .filter_map(|event| match event {
                Ok(Event::Output(text)) => Some(text),
                Ok(Event::Diagnostic(problem)) => Some(session::report(&problem, false) + "\n"),
                _ => None,
            })
            .collect();
        let observed = format!("{output} {}", observed(&mut engine, query));
        assert_eq!(spaced(&observed), spaced(&expected), "{query}");
        count += 1;
    }
    assert!(count >= 5, "only {count} queries");
}

/// What the top level would print, as one text.
fn observed(engine: &mut Engine, query: &str) -> String {
    let mut alternatives = Vec::new();
    for event in engine.query(query, Limits::default()) {
        match event.unwrap() {
            Event::Answer(answer) => alternatives.push(session::answer_text(&answer)),
            Event::False => alternatives.push("false".into()),
            Event::Error(raised) => alternatives.push(session::ball(&raised)),
            Event::Output(_) | Event::Diagnostic(_) => {}
            event => alternatives.push(format!("{event:?}")),
        }
    }
    format!("{}.", alternatives.join(" ; "))
}

/// The tokens of a text, so that white space does not matter.
fn spaced(text: &str) -> String {
    let tokens = syntax::tokens(text);
    tokens
        .into_iter()
        .map(|token| &text[token.span])
        .collect::<Vec<_>>()
        .join(" ")
}
