//! `chesslog uci`: conversations, as `tests/uci/*.uci` have them, and what a real client asks.
//!
//! In a conversation `> LINE` is what the client says, and `< LINE` what it hears next, where `...` at the end stands for
//! anything. Lines of `info` are passed over, but for `info string`. All else is a comment.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// Nothing takes longer here.
const PATIENCE: Duration = Duration::from_secs(60);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Holds a conversation; the program ends by itself when its input ends.
fn converse(name: &str) {
    let text = fs::read_to_string(root().join("tests/uci").join(name)).unwrap();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .arg("uci")
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let output = BufReader::new(engine.stdout.take().unwrap());
    let (heard, lines) = mpsc::channel();
    let listener = thread::spawn(move || {
        for line in output.lines() {
            let line = line.unwrap();
            if (!line.starts_with("info ") || line.starts_with("info string"))
                && heard.send(line).is_err()
            {
                break;
            }
        }
    });
    let mut said = 0;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if let Some(words) = line.strip_prefix("> ") {
            writeln!(input, "{words}").unwrap();
            said += 1;
        } else if let Some(expected) = line.strip_prefix("< ") {
            let heard = lines.recv_timeout(PATIENCE);
            let heard = heard.unwrap_or_else(|_| panic!("{place}: nothing is said"));
            match expected.strip_suffix("...") {
                Some(start) => assert!(heard.starts_with(start.trim_end()), "{place}: {heard}"),
                None => assert_eq!(heard, expected, "{place}"),
            }
        }
    }
    assert!(said > 0, "{name} has no conversation");
    drop(input);
    assert!(engine.wait().unwrap().success());
    listener.join().unwrap();
    let more: Vec<String> = lines.iter().collect();
    assert!(more.is_empty(), "{name}: said besides: {more:?}");
}

#[test]
fn greeting() {
    converse("greeting.uci");
}

#[test]
fn positions() {
    converse("positions.uci");
}

#[test]
fn waiting() {
    converse("waiting.uci");
}

#[test]
fn reasons() {
    converse("reasons.uci");
}

#[test]
fn chess960() {
    converse("chess960.uci");
}

/// What a file that is named on the command line may be.
#[test]
fn files_that_are_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci_files");
    fs::create_dir_all(&folder).unwrap();
    let started = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(["uci", name])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    };
    // Of what is only odd nothing is said.
    let odd = "strategy(_, move(e2,e4,none)) :- Unused = 1.\n";
    assert_eq!(started("odd.pl", odd), (0, String::new()));
    let (status, said) = started("open.pl", "strategy(_, move(e2,e4,none) :-\n");
    assert_eq!(status, 2);
    assert!(said.starts_with("error: open.pl:1:"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let (status, said) = started("broken.pl", "strategy(_, move(e2,e4,none)).\np :- 1.\n");
    assert_eq!(status, 2, "{said}");
    assert!(said.starts_with("error: broken.pl:2: "), "{said}");
}

#[test]
fn every_conversation_is_held() {
    let source = include_str!("uci.rs");
    for entry in fs::read_dir(root().join("tests/uci")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let held = source.contains(&format!("converse(\"{name}\")"));
        assert!(held || !name.ends_with(".uci"), "{name}");
    }
}
