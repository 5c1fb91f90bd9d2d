//! What users of the command line see: snapshots of help, answers, errors and the manual.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Runs the program; what it prints, what it complains of, and its exit status, in one text.
fn run(arguments: &[&str]) -> String {
    run_in(&scratch("cli"), arguments)
}

/// The same in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(arguments)
        .stdin(Stdio::null())
        .current_dir(folder)
        .output()
        .unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        text.push_str(&format!("stderr: {line}\n"));
    }
    format!("{text}exit status {}\n", output.status.code().unwrap())
}

/// Whether a process has a handler for Ctrl-C.
pub fn catches_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mut lines = status
        .lines()
        .filter_map(|line| line.strip_prefix("SigCgt:"));
    let caught = lines
        .next()
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> 1 & 1 == 1)
}

/// A session with a person who types this: what was printed, then the errors. Nothing is kept outside
/// the folder.
pub fn typed(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(arguments)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who has been refused does not read.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    format!(
        "$ chesslog {}\n{}{}exit status {}\n",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().unwrap()
    )
}

/// A folder for the tests of one module, in which file names are short.
pub fn scratch(module: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(module);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Such a folder for one test alone, with nothing in it: what an earlier run left is no part of this one.
pub fn empty(test: &str) -> PathBuf {
    fs::remove_dir_all(scratch(test)).unwrap();
    scratch(test)
}

/// The outcomes of several queries, one after the other.
fn queries(list: &[&[&str]]) -> String {
    let mut text = String::new();
    for arguments in list {
        let all: Vec<_> = ["query"].iter().chain(*arguments).copied().collect();
        text.push_str(&format!(
            "$ chesslog query {}\n{}\n",
            arguments.join(" "),
            run(&all)
        ));
    }
    text
}

#[test]
fn help() {
    assert_snapshot!(run(&["--help"]));
    assert_snapshot!("help_query", run(&["query", "--help"]));
}

#[test]
fn answers() {
    assert_snapshot!(queries(&[
        &["member(X, [1,2])"],
        &["fail"],
        &["X = Y, write(hello)"],
        &["X = (a:-b), Y = \"it's\", Z = [], W = 'A b', V = - 1, U = f(_,T)"],
        &["use_module(library(dif)), dif(X, a)"],
        &["repeat", "--answers", "2"],
        &["halt(7)"],
        &["named_position(royal_fork, P, _), board(P)"],
    ]));
}

#[test]
fn answers_as_json() {
    assert_snapshot!(queries(&[
        &[
            "member(X, [1,2.5,a,\"it's \\\"x\\\"\\n\",[1,2],[],f(Y,-1),[a|Y]])",
            "--format",
            "json"
        ],
        &["X is 7^77, write(x), nl", "--format", "json"],
        &["fail", "--format", "json"],
        &["throw(oops)", "--format", "json"],
    ]));
}

#[test]
fn errors() {
    let folder = scratch("cli");
    fs::write(folder.join("syntax.pl"), "p(1).\n\nq(X) :- p(X,.\n").unwrap();
    fs::write(folder.join("builtin.pl"), "p(1).\natom_length(a, b).\n").unwrap();
    fs::write(folder.join("directive.pl"), "p(1).\n:- frobnicate(x).\n").unwrap();
    fs::write(folder.join("nothing.pgn"), "This is no game.\n").unwrap();
    fs::write(
        folder.join("bad.pgn"),
        "[White \"A\"]\n\n1. e4 e5 2. Ke9 *\n\n[White \"B\"]\n\n1. d4 *\n",
    )
    .unwrap();
    fs::write(folder.join("nothing.epd"), "not a position\n").unwrap();
    assert_snapshot!(queries(&[
        &["attacks(z9, X, P)"],
        &["attacks(a1, X, P)"],
        &["attacks(a1, X, 7)"],
        &["turn(S, \"8/8/8/8/8/8/8/8 w - - 0 1\")"],
        &["turn(S, nonsense)"],
        &["move_san(M, \"Zz9\", \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\")"],
        &["perft(\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\", -1, N)"],
        &["atacks(X, Y, Z)"],
        &["attacks(X, Y)"],
        &["dif(X, Y)"],
        &["foo(bar))"],
        &["foo(\"bar)"],
        &["foo bar"],
        &[""],
        &["p(X) :- q(X)"],
        &["X is foo + 1"],
        &["throw(ball)"],
        &["repeat, fail", "--time-limit", "0.2"],
        &["repeat, fail", "--inference-limit", "1000"],
        &["game('missing.pgn', G)"],
        &["game('nothing.pgn', G)"],
        &["game('bad.pgn', G)"],
        &["epd('nothing.epd', P, O)"],
        &["puzzle('nothing.pgn', P)"],
        &["game_tag(game(classics,999), white, W)"],
        &["true", "missing.pl"],
        &["true", "."],
        &["true", "syntax.pl"],
        &["true", "builtin.pl"],
        &["true", "directive.pl"],
        &["true", "--time-limit", "soon"],
    ]));
}

#[test]
fn run_command() {
    let folder = scratch("cli");
    fs::write(
        folder.join("main.pl"),
        "main :- write(hello), nl.\nstop :- halt(4).\n",
    )
    .unwrap();
    let mut text = run(&["run", "main.pl", "-g", "main"]);
    text += &run(&["run", "main.pl", "-g", "fail"]);
    text += &run(&["run", "main.pl", "-g", "stop"]);
    text += &run(&["run", "main.pl"]);
    text += &run(&["run", "nowhere.pl"]);
    assert_snapshot!(text);
}

#[test]
fn the_reference_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("prolog/REFERENCE.md");
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(["doc", "--format", "markdown"])
        .output()
        .unwrap();
    let made = String::from_utf8(output.stdout).unwrap();
    assert!(
        made == fs::read_to_string(path).unwrap(),
        "`chesslog doc --format markdown >prolog/REFERENCE.md` makes it anew"
    );
}

#[test]
fn manual() {
    assert_snapshot!("doc_attacks", run(&["doc", "attacks"]));
    assert_snapshot!("doc_bias", run(&["doc", "legal_move", "--format", "bias"]));
    assert_snapshot!("doc_unknown", run(&["doc", "atacks"]));
    assert_snapshot!(
        "prolog_help",
        queries(&[
            &["help(attacks)"],
            &["help(nothing)"],
            &["apropos(pawn)"],
            &["help"]
        ])
    );
}

#[test]
fn what_is_piped_is_read() {
    let goals = "get_char(A), peek_char(B), get_char(C), read(D), read_line_to_string(user_input, E), \
                 current_input(S), get_line_to_chars(S, F, []), read(G), at_end_of_stream, get_code(H), read(I)";
    let input = "xy foo(Z,\n'b c'). rest\nline\nlast.";
    let read = typed(&scratch("piped"), &["query", goals], input);
    let (_, answer) = read.split_once('\n').unwrap();
    assert_eq!(
        answer,
        "A = x, B = y, C = y, D = foo(_A,'b c'), E = \" rest\", S = user_input, F = [l,i,n,e,'\\n'], G = last, \
         H = -1, I = end_of_file.\nexit status 0\n"
    );
    let goals = "get_char(A), read_string(user_input, 4, B), read_line_to_string(user_input, C), read_string(user_input, _, D)";
    let parts = typed(
        &scratch("piped"),
        &["query", goals],
        "qrest of it\nhello you\n",
    );
    assert!(
        parts.contains("A = q, B = \"rest\", C = \" of it\", D = \"hello you\\n\"."),
        "{parts}"
    );
    let cut_off = typed(&scratch("piped"), &["query", "read(T)"], "foo(");
    assert!(cut_off.contains("syntax error"), "{cut_off}");
}

#[test]
fn a_prompt_without_a_terminal() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let script = "member(X, [1,2,3]).\n;\n\n% nothing\n\nstart_position(P),\nturn(S, P).\nfoo(X.\n\
                  atacks(a, b, c).\n[user].\np(7).\nend_of_file.\np(X).\nhalt.\n";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(script.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_snapshot!(String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(0));
}

/// The exit status where nobody reads one of the outputs, and what the other one says.
fn unread(arguments: &[&str], errors: bool) -> String {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .current_dir(scratch("cli"));
    let output = match errors {
        true => command.stdout(Stdio::piped()).stderr(writer),
        false => command.stdout(writer).stderr(Stdio::piped()),
    };
    let output = output.spawn().unwrap().wait_with_output().unwrap();
    let reported = [output.stdout, output.stderr].concat();
    let reported = String::from_utf8_lossy(&reported);
    format!("{reported}{}", output.status.code().unwrap())
}

#[test]
fn readers_who_have_gone() {
    let folder = scratch("cli");
    fs::write(folder.join("wrong.pl"), "p :- q(.\n").unwrap();
    let tests = "?- X = 1.\n   X = 1.\n?- X = 1.\n   X = 2.\n";
    fs::write(folder.join("tests.pl"), tests).unwrap();
    assert_eq!(unread(&["query", "p("], true), "2");
    assert_eq!(unread(&["run", "wrong.pl"], true), "2");
    assert_eq!(unread(&["run", "none.pl"], true), "2");
    assert_eq!(unread(&["wrong.pl"], true), "% wrong.pl: 1 error\n2");
    assert_eq!(unread(&["test", "tests.pl"], false), "1");
    assert_eq!(unread(&["wrong.pl"], false).lines().last(), Some("2"));
    assert_eq!(unread(&["doc", "attacks"], false), "0");
}

#[test]
fn a_full_disk_is_told_of() {
    let Ok(full) = fs::File::create("/dev/full") else {
        return super::data::skipped("there is no /dev/full");
    };
    for arguments in [
        ["doc", "attacks/3"],
        ["query", "true"],
        ["completions", "fish"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(arguments)
            .stdout(full.try_clone().unwrap())
            .output()
            .unwrap();
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(
            reported.starts_with("error: cannot print: No space"),
            "{reported}"
        );
        assert_eq!(
            (reported.lines().count(), output.status.code()),
            (1, Some(2))
        );
    }
}
