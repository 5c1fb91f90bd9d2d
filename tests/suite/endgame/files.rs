//! Tables in files, and what the program says of them.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::cli::scratch;

/// Runs the program with a cache of its own; paths, times and memory are left out.
fn chesslog(cache: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(arguments)
        .stdin(Stdio::null())
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    let mut text = format!("$ chesslog {}\n", arguments.join(" "));
    text += &String::from_utf8_lossy(&output.stdout);
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        _ = writeln!(text, "stderr: {line}");
    }
    _ = writeln!(text, "exit status {}", output.status.code().unwrap());
    let text = text.replace(&cache.display().to_string(), "CACHE");
    let words = text.split_inclusive([' ', '\n']).collect::<Vec<_>>();
    let timeless = words.iter().enumerate().map(|(at, word)| {
        let next = words
            .get(at + 1)
            .map_or("", |next| next.trim_end_matches([' ', ',', '\n']));
        match word.trim_end().parse::<f64>() {
            Ok(_) if next == "s" || words[..at].ends_with(&["memory: "]) => "N ",
            _ => word,
        }
    });
    timeless.collect()
}

fn empty_cache(name: &str) -> PathBuf {
    let cache = scratch("endgame").join(name);
    _ = fs::remove_dir_all(&cache);
    cache
}

#[test]
fn tables_are_made_read_and_made_anew() {
    let cache = empty_cache("files");
    let mut text = chesslog(&cache, &["tables", "krk", "KRvK"]);
    text += &chesslog(&cache, &["tables", "krk"]);
    text += &chesslog(&cache, &["tables", "krk", "--rebuild"]);
    let file = cache.join("chesslog/tables/krk.dtm");
    let whole = fs::read(&file).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0xff;
    for contents in [&whole[..1_000], &damaged, b"notes of mine"] {
        fs::write(&file, contents).unwrap();
        let question = "dtm(\"8/8/8/3k4/8/8/8/R3K3 w - - 0 1\", Plies)";
        text += &chesslog(&cache, &["query", question]);
        assert_eq!(fs::read(&file).unwrap(), whole);
        text += &chesslog(&cache, &["query", question]);
    }
    assert_snapshot!(text);
}

#[test]
fn without_a_place_for_files_tables_are_in_memory() {
    let cache = empty_cache("nowhere");
    fs::write(&cache, "a file").unwrap();
    let text = chesslog(&cache, &["tables", "kqk"]);
    assert!(
        text.contains("in no file: CACHE/chesslog/tables/kqk.dtm: "),
        "{text}"
    );
    fs::remove_file(&cache).unwrap();
    // A sandbox leaves no files.
    let mate = r#"dtm("k7/2Q5/1K6/8/8/8/8/8 w - - 0 1", N)"#;
    let text = chesslog(&cache, &["query", "--sandbox", mate]);
    assert!(text.contains("N = 1."), "{text}");
    assert!(!cache.exists());
}

#[test]
fn what_is_refused() {
    let cache = empty_cache("refused");
    let mut text = chesslog(&cache, &["tables", "--help"]);
    text += &chesslog(&cache, &["tables", "krkr"]);
    for query in [
        r#"dtm("8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", N)"#,
        r#"best_move("8/8/8/3kr3/8/8/8/R3K3 w - - 0 1", M)"#,
        r#"perfect_reply("8/8/8/2k5/8/8/8/R2QK2R w - - 0 1", M)"#,
        r#"dtm("8/8/8/8/8/8/8/R3K3 w - - 0 1", N)"#,
        r#"dtm(krk, N)"#,
        r#"syzygy_wdl("no_such_folder", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", W)"#,
        r#"syzygy_dtz(".", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", N)"#,
        r#"syzygy_move(".", "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", M)"#,
    ] {
        text += &chesslog(&cache, &["query", query]);
    }
    text += &chesslog(
        &cache,
        &[
            "query",
            "--sandbox",
            r#"syzygy_wdl(".", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", W)"#,
        ],
    );
    assert_snapshot!(text);
}
