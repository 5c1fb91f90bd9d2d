//! The transcripts of the README and of the chapters' text, word for word, but for those about files that only
//! their reader has.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use chesslog::{
    engine::{Engine, Event, Limits},
    session, syntax,
};
use serde_json::Value;

use super::data;

const PROGRAM: &str = env!("CARGO_BIN_EXE_chesslog");
/// Names that stand for files of the reader's own.
const PLACEHOLDERS: [&str; 4] = ["games.pgn.zst", "wac.epd", "puzzles.csv.zst", "tactics.pl"];

/// What is to be read; each by itself, so that they are tried beside each other.
macro_rules! documents {
    ($($name:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(mod $name {
            #[test]
            fn shell() {
                super::shell(&super::Document::read($path));
            }

            #[test]
            fn prompt() {
                super::prompt(&super::Document::read($path));
            }
        })*
    };
}

documents! {
    readme: "README.md",
    first_queries: "notebooks/01-first-queries.ipynb",
    your_own_files: "notebooks/02-your-own-files.ipynb",
    searching_games: "notebooks/02b-searching-games.ipynb",
    tactics_explained: "notebooks/03-tactics-explained.ipynb",
    datalog: "notebooks/04-datalog.ipynb",
    learning_from_failures: "notebooks/05-learning-from-failures.ipynb",
    metarules: "notebooks/06-metarules.ipynb",
    tactics_from_games: "notebooks/07-tactics-from-games.ipynb",
    migo: "notebooks/08-migo.ipynb",
    endgames: "notebooks/09-endgames.ipynb",
    openings: "notebooks/10-openings.ipynb",
    beside_the_thesis: "notebooks/10b-beside-the-thesis.ipynb",
    the_piece_network: "notebooks/11-the-piece-network.ipynb",
    for_courses: "notebooks/12-for-courses.ipynb",
    from_rust_and_the_shell: "notebooks/13-from-rust-and-the-shell.ipynb",
    in_chess_programs: "notebooks/14-in-chess-programs.ipynb",
    in_the_browser: "notebooks/15-in-the-browser.ipynb",
    beyond_one_machine: "notebooks/16-beyond-one-machine.ipynb",
}

/// A command or a query, and the lines below it.
struct Exchange {
    typed: String,
    expected: String,
}

/// The text of a document: of a notebook, that of its cells that are not code.
struct Document {
    name: &'static str,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Document {
    fn read(name: &'static str) -> Document {
        let mut text = fs::read_to_string(root().join(name)).unwrap();
        if name.ends_with(".ipynb") {
            let notebook: Value = serde_json::from_str(&text).unwrap();
            let cells = notebook["cells"].as_array().unwrap().iter();
            let prose = cells.filter(|cell| cell["cell_type"] == "markdown");
            text = prose.map(|cell| source(cell) + "\n").collect();
        }
        Document { name, text }
    }

    /// The transcripts in the code blocks that name no language, and the contents of the others.
    fn blocks(&self) -> Vec<(&str, Vec<&str>)> {
        let mut blocks = Vec::new();
        let mut open: Option<(&str, Vec<&str>)> = None;
        for line in self.text.lines() {
            match (line.strip_prefix("```"), &mut open) {
                (Some(language), None) => open = Some((language, Vec::new())),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some((_, lines))) => lines.push(line),
                (None, None) => {}
            }
        }
        blocks
    }

    fn exchanges(&self) -> Vec<Exchange> {
        let mut found: Vec<Exchange> = Vec::new();
        for (_, lines) in self.blocks().into_iter().filter(|block| block.0.is_empty()) {
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
}

/// The text of a cell: one string, or a list of lines.
fn source(cell: &Value) -> String {
    match &cell["source"] {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        text => text.as_str().unwrap_or_default().to_owned(),
    }
}

/// A chapter that is not listed above would not be tried.
#[test]
fn every_chapter_is_tried() {
    for file in fs::read_dir(root().join("notebooks")).unwrap() {
        let name = format!(
            "notebooks/{}",
            file.unwrap().file_name().into_string().unwrap()
        );
        if name.ends_with(".ipynb") {
            assert!(DOCUMENTS.contains(&name.as_str()), "{name}");
        }
    }
}

/// The picture at the beginning of the README is what its query shows.
#[test]
fn the_picture_is_current() {
    let query = "named_position(royal_fork, P, _), fork(P, From, A, B), \
                 svg(board(P, [arrow(From,A), arrow(From,B)]), _Svg), format(\"~s\", [_Svg])";
    let output = Command::new(PROGRAM)
        .args(["query", query])
        .output()
        .unwrap();
    let reported = String::from_utf8(output.stdout).unwrap();
    let picture = fs::read_to_string(root().join("notebooks/fork.svg")).unwrap();
    assert!(
        picture.starts_with("<svg ") && reported.starts_with(&picture),
        "{reported}"
    );
}

/// A folder with the files of a document: a Prolog block that begins with `% NAME.pl` is such a file.
/// The learning tasks are there, too.
fn folder(document: &Document, kind: &str) -> PathBuf {
    let name = format!("{}-{kind}", document.name.replace(['/', '.'], "-"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What commands have written before is none of the reader's.
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let kb = root().join("kb");
    let mut folders = [
        "metagol",
        "strategies",
        "coursework",
        "coursework/submissions",
        "coursework/submissions/jon",
    ]
    .map(PathBuf::from)
    .to_vec();
    for task in fs::read_dir(kb.join("tasks")).unwrap() {
        folders.push(Path::new("tasks").join(task.unwrap().file_name()));
    }
    for tasks in folders.iter().filter(|tasks| kb.join(tasks).is_dir()) {
        let copy = folder.join("kb").join(tasks);
        fs::create_dir_all(&copy).unwrap();
        for file in fs::read_dir(kb.join(tasks)).unwrap() {
            let file = file.unwrap();
            if file.path().is_dir() {
                continue;
            }
            fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
    }
    for (_, lines) in document
        .blocks()
        .into_iter()
        .filter(|block| block.0 == "prolog")
    {
        if let Some(file) = lines[0].strip_prefix("% ")
            && file.ends_with(".pl")
            && !file.contains([' ', '/'])
        {
            fs::write(folder.join(file), lines.join("\n") + "\n").unwrap();
        }
    }
    folder
}

/// The text without the time that something took, which is never the same.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        _ if line.ends_with(" ms") || line.contains("CPU a game") => {
            let words: Vec<&str> = line.split_whitespace().collect();
            let times = words.iter().position(|word| *word == "ms");
            format!(
                "{}\n",
                words[..times.map_or(words.len(), |at| at - 1)].join(" ")
            )
        }
        _ if line.trim_start().starts_with("speed ") => "  speed\n".to_owned(),
        _ if line.contains(SECONDS) => format!("{}\n", without_json_seconds(line)),
        _ => format!("{}\n", without_seconds(line)),
    });
    lines.collect()
}

const SECONDS: &str = "\"seconds\":";

/// The line of JSON without the numbers of seconds.
fn without_json_seconds(line: &str) -> String {
    let mut parts = line.split(SECONDS);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| {
        let digit = |c: char| c.is_ascii_digit() || c == '.';
        kept + SECONDS + part.trim_start_matches(digit)
    })
}

/// The line without the numbers before `s`, as in `proved in 0.17 s`.
fn without_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_unit = |word: Option<&&str>| {
        word.is_some_and(|word| ["s", "s:", "s.", "s,", "games/s", "games/s,"].contains(word))
    };
    let kept = words.iter().enumerate().map(|(at, word)| {
        let number = word.parse::<f64>().is_ok() && is_unit(words.get(at + 1));
        if number { "_" } else { word }
    });
    kept.collect::<Vec<_>>().join(" ")
}

fn shell(document: &Document) {
    let folder = folder(document, "shell");
    for exchange in document.exchanges() {
        let Some(command) = exchange.typed.strip_prefix("$ ") else {
            continue;
        };
        // Output and messages come in the order in which a user sees them.
        let script = format!("chesslog() {{ \"$0\" \"$@\"; }}\n{{ {command}\n}} 2>&1");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, PROGRAM]);
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
    }
}

fn prompt(document: &Document) {
    let folder = folder(document, "prompt");
    let mut engine = data::spawn();
    let change = format!("working_directory(_, '{}').", folder.display());
    data::answers(&mut engine, &change);
    for exchange in document.exchanges() {
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
    }
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
