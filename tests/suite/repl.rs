//! A session at the prompt, in a pseudo-terminal.

use std::{
    fs,
    path::Path,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use rexpect::session::{PtySession, spawn_command};

fn start() -> PtySession {
    // Without a history, so that this is its user's first session.
    static SESSIONS: AtomicUsize = AtomicUsize::new(0);
    let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("home{number}"));
    _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chesslog"));
    command
        .env("HOME", &home)
        .env("TERM", "xterm")
        .env("NO_COLOR", "1");
    let mut session = spawn_command(command, Some(20_000)).unwrap();
    session.exp_string("Three queries to try").unwrap();
    prompt(&mut session);
    session
}

fn prompt(session: &mut PtySession) {
    session.exp_string("?- ").unwrap();
}

fn ask(session: &mut PtySession, query: &str) {
    session.send(query).unwrap();
    session.send("\r").unwrap();
    session.flush().unwrap();
}

/// A key that is not followed by Enter.
fn key(session: &mut PtySession, key: &str) {
    // The prompt for keys has no text: let the program switch the terminal first.
    std::thread::sleep(Duration::from_millis(150));
    session.send(key).unwrap();
    session.flush().unwrap();
}

#[test]
fn a_session() {
    let mut s = start();
    ask(&mut s, "member(X, [a,b,c]).");
    s.exp_string("   X = a").unwrap();
    key(&mut s, ";");
    s.exp_string(";  X = b").unwrap();
    key(&mut s, "\r");
    s.exp_string(";  ... .").unwrap();
    prompt(&mut s);

    ask(&mut s, "member(X, [1,2,3,4,5,6,7]).");
    s.exp_string("X = 1").unwrap();
    key(&mut s, "f");
    s.exp_string(";  X = 5").unwrap();
    key(&mut s, "a");
    s.exp_string(";  X = 7.").unwrap();
    prompt(&mut s);

    // Ctrl-C at an answer stops there, and takes nothing with it.
    ask(&mut s, "member(X, [p,q]).");
    s.exp_string("   X = p").unwrap();
    std::thread::sleep(Duration::from_millis(150));
    s.send_control('c').unwrap();
    s.exp_string(";  ... .").unwrap();
    prompt(&mut s);

    // Pasted lines are queries one after the other.
    s.send("X = first.\rX = second.\r").unwrap();
    s.flush().unwrap();
    s.exp_string("   X = first.").unwrap();
    s.exp_string("   X = second.").unwrap();
    prompt(&mut s);

    // A query of several lines.
    ask(&mut s, "member(X,");
    ask(&mut s, "  [here]).");
    s.exp_string("X = here.").unwrap();
    prompt(&mut s);

    // Ctrl-C ends the goal, keeps the session, undoes the goal.
    ask(&mut s, "assertz(kept(1)).");
    s.exp_string("true.").unwrap();
    prompt(&mut s);
    ask(&mut s, "assertz(kept(2)), repeat, fail.");
    std::thread::sleep(Duration::from_millis(400));
    s.send_control('c').unwrap();
    s.exp_string("interrupted; the database is as it was before")
        .unwrap();
    prompt(&mut s);
    ask(&mut s, "findall(X, kept(X), Xs).");
    s.exp_string("Xs = [1]").unwrap();
    prompt(&mut s);

    // Ctrl-C at the prompt drops the line.
    s.send("half a query").unwrap();
    s.flush().unwrap();
    s.send_control('c').unwrap();
    s.exp_string("the line is dropped").unwrap();
    prompt(&mut s);

    ask(&mut s, "attacks(z9, X, P).");
    s.exp_string("error(type_error(square,z9),attacks/3).")
        .unwrap();
    s.exp_string("% attacks/3: type error: expected square, found z9")
        .unwrap();
    prompt(&mut s);
    ask(&mut s, "start_position(P), board(P).");
    s.exp_string("a b c d e f g h").unwrap();
    prompt(&mut s);
    ask(&mut s, "read(X).");
    key(&mut s, "typed(in).\n");
    s.exp_string("X = typed(in).").unwrap();
    prompt(&mut s);
    s.send_control('d').unwrap();
    s.exp_string("% halt").unwrap();
    s.exp_eof().unwrap();
}

#[test]
fn halt_leaves_with_its_status() {
    let mut s = start();
    ask(&mut s, "halt(3).");
    s.exp_eof().unwrap();
    let status = s.process.wait().unwrap();
    assert!(format!("{status:?}").contains('3'), "{status:?}");
}
