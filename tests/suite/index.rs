//! Indexes beside files of games: the command that makes them, and the queries that use them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant, SystemTime},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::data;

const CLASSICS: &str = include_str!("../../kb/games/classics.pgn");

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("chesslog-{}-indexes-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// The exit status, what is printed, and what is complained of.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        told(&self.command(arguments).output().unwrap())
    }

    fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    fn drafts(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|it| it == "draft"))
            .collect()
    }

    /// Waits until an index is being made, and has been for a while.
    fn wait_for_draft(&self) {
        let begin = Instant::now();
        let written = |path: &PathBuf| fs::metadata(path).is_ok_and(|it| it.len() > 0);
        while !self.drafts().iter().any(written) {
            assert!(begin.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(50));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let status = output.status.code().unwrap_or(-1);
    (status, text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_says_what_it_made() {
    let folder = Folder::new("command");
    folder.put("a.pgn", CLASSICS);
    folder.put("b.pgn", "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n");
    let (status, out, _) = folder.run(&["index", "a.pgn", "b.pgn"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines.len()), (0, 2), "{out}");
    assert!(
        lines[0].starts_with("a.pgn.index: 40 games, ") && lines[0].ends_with(" s"),
        "{out}"
    );
    assert!(lines[1].contains(": 1 game, 0 positions, "), "{out}");
    assert!(
        lines[1].contains("; 1 game cannot be played to the end; "),
        "{out}"
    );
    let (_, out, _) = folder.run(&["index", "a.pgn"]);
    assert!(
        out.starts_with("a.pgn.index is current: 40 games, "),
        "{out}"
    );
    let (_, out, _) = folder.run(&["index", "--rebuild", "a.pgn"]);
    assert!(out.starts_with("a.pgn.index: 40 games, "), "{out}");
    folder.put("a.pgn", &CLASSICS.repeat(2));
    let (_, out, _) = folder.run(&["index", "a.pgn"]);
    let stale = "a.pgn.index is out of date: the file has changed since it was made; it is made anew\na.pgn.index: 80 games, ";
    assert!(out.starts_with(stale), "{out}");
    let (_, out, _) = folder.run(&["index", "--format", "json", "a.pgn"]);
    let made: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&made["games"], &made["current"]),
        (&80.into(), &true.into()),
        "{out}"
    );
    // What is wrong with one file is told, and the others are done.
    folder.put("c.pgn", CLASSICS);
    folder.put("d.pgn", "no games");
    let wrong = folder.run(&["index", "classics", "none.pgn", "d.pgn", "c.pgn"]);
    assert_eq!(wrong.0, 2);
    assert_eq!(
        wrong.2,
        "error: classics: a collection that comes along has no index; expected a file\n\
         error: none.pgn: no such file\n\
         error: d.pgn: no game found (expected PGN: tag pairs and moves)\n"
    );
    assert!(wrong.1.starts_with("c.pgn.index: 40 games"), "{wrong:?}");
    assert!(!folder.0.join("d.pgn.index").exists() && folder.drafts().is_empty());
}

#[test]
fn queries_use_it_by_themselves() {
    let folder = Folder::new("queries");
    let trouble =
        "\n[White \"T\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"morphy, PAUL\"]\n\n1. e4 e5 2. Nf3 *\n";
    folder.put("one.pgn", &format!("{CLASSICS}{trouble}"));
    folder.put("two.pgn", CLASSICS);
    let queries = [
        "find_pattern(['one.pgn','two.pgn',classics], position(\"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -\"), G, P).",
        "find_pattern('*.pgn', [on('R',d8),attacks(on('R',d8),on(k,any))], G, P).",
        "find_pattern('*.pgn', material('KQPPPPKP'), G, P).",
        "player_game('*.pgn', \"Morphy, Paul\", S, G).",
        "player_game('*.pgn', 'l*', black, G).",
    ];
    let all = |options: &[&str]| {
        let answers = queries.map(|query| folder.run(&[&["query"], options, &[query]].concat()));
        answers.to_vec()
    };
    let without = all(&[]);
    assert_eq!(folder.run(&["index", "one.pgn", "two.pgn"]).0, 0);
    let with = all(&[]);
    assert_eq!(with, without);
    let skipped =
        "% Warning: one.pgn, game 41 is skipped: illegal move Ke3 at ply 3 (move 2.), in T - ?\n";
    assert!(
        with.iter().all(|(_, _, complaints)| complaints == skipped),
        "{with:?}"
    );
    assert!(with[3].1.contains("game('one.pgn',42)"), "{with:?}");
    // The file changes.
    folder.put("two.pgn", &CLASSICS.repeat(2));
    let (status, out, complaints) = folder.run(&["query", queries[1]]);
    assert_eq!(status, 0);
    assert_eq!(
        complaints,
        format!(
            "{skipped}% Warning: two.pgn.index is out of date: the file has changed since it was made; \
             it is not used (chesslog index two.pgn makes it anew)\n"
        )
    );
    fs::remove_file(folder.0.join("two.pgn.index")).unwrap();
    assert_eq!(
        folder.run(&["query", queries[1]]),
        (0, out, skipped.to_owned())
    );
    // No index is read where no files are.
    let sandboxed = folder.run(&["query", "--sandbox", queries[2]]);
    assert_eq!(sandboxed.0, 2, "{sandboxed:?}");
    // One that nobody may write to, in a folder that nobody may write to.
    let mode = |mode| {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        fs::set_permissions(&folder.0, permissions).unwrap();
    };
    mode(0o555);
    let (status, _, complaints) = folder.run(&["query", queries[0]]);
    mode(0o755);
    assert_eq!((status, complaints.as_str()), (0, skipped));
}

#[test]
fn a_search_goes_on_where_it_is_interrupted() {
    let folder = Folder::new("pages");
    folder.put("games.pgn", &CLASSICS.repeat(30));
    let count = "aggregate_all(count, find_pattern('games.pgn', turn(white), _, _), N).";
    let without = folder.run(&["query", count]);
    assert_eq!(folder.run(&["index", "games.pgn"]).0, 0);
    assert_eq!(folder.run(&["query", count]), without);
    // Two at a time, in one session.
    let both = "findall(G-P, ( find_pattern('games.pgn', on(q,h4), G, P), find_pattern('games.pgn', on(q,h4), G, P) ), L), \
                findall(G-P, find_pattern('games.pgn', on(q,h4), G, P), M), L == M, length(L, N), N > 256.";
    assert_eq!(folder.run(&["query", both]).0, 0);
}

#[test]
fn there_is_an_index_or_none() {
    let folder = Folder::new("killed");
    folder.put("games.pgn", &CLASSICS.repeat(700));
    let index = folder.0.join("games.pgn.index");
    let arguments = ["index", "games.pgn"];
    let mut killed = folder.begin(&arguments);
    folder.wait_for_draft();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!index.exists());
    assert_eq!(folder.drafts().len(), 1);
    let old = SystemTime::now() - Duration::from_secs(10);
    let left = fs::File::options()
        .write(true)
        .open(&folder.drafts()[0])
        .unwrap();
    left.set_modified(old).unwrap();
    drop(left);
    // Ctrl-C; it also finds what is left of the one before.
    let interrupted = folder.begin(&arguments);
    folder.wait_for_draft();
    thread::sleep(Duration::from_millis(100));
    kill(Pid::from_raw(interrupted.id() as i32), Signal::SIGINT).unwrap();
    let (status, _, complaints) = told(&interrupted.wait_with_output().unwrap());
    assert_eq!(status, 2);
    assert_eq!(
        complaints,
        "error: interrupted: there is no new index of games.pgn\n"
    );
    assert!(!index.exists() && folder.drafts().is_empty());
    // Two at once.
    let [first, second] = [folder.begin(&arguments), folder.begin(&arguments)];
    for child in [first, second] {
        let (status, _, complaints) = told(&child.wait_with_output().unwrap());
        assert_eq!((status, complaints.as_str()), (0, ""));
    }
    assert!(index.exists() && folder.drafts().is_empty());
    let (_, out, _) = folder.run(&arguments);
    assert!(
        out.starts_with("games.pgn.index is current: 28,000 games"),
        "{out}"
    );
}

/// Games as people play them, beside what is found without an index.
#[test]
fn shared_games_give_the_same_answers() {
    let Some(games) = data::folder("games") else {
        return;
    };
    let folder = Folder::new("shared");
    let name = "lichess_2013-01_head_5297.pgn.zst";
    fs::copy(games.join(name), folder.0.join(name)).unwrap();
    let queries = [
        format!(
            "aggregate_all(count, find_pattern('{name}', position(\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"), _, _), N)."
        ),
        format!(
            "findall(G-P, find_pattern('{name}', flip_colour([material('KRPKR'),on('R',1)]), G, P), L)."
        ),
        format!("findall(G-S, player_game('{name}', 'BFG9k', S, G), L)."),
    ];
    let all = || {
        queries
            .each_ref()
            .map(|query| folder.run(&["query", query]))
    };
    let without = all();
    assert_eq!(folder.run(&["index", name]).0, 0);
    assert!(Path::new(&folder.0.join(format!("{name}.index"))).exists());
    assert_eq!(all(), without);
    assert!(
        without.iter().all(|(status, _, _)| *status == 0),
        "{without:?}"
    );
}
