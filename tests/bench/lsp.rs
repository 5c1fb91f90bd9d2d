//! How long an editor waits for the diagnostics of a long file after a key.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Command, Stdio},
    time::Instant,
};

use chesslog::engine::{Engine, Event, Input, Limits};

use super::{best, report};

const LINES: usize = 2000;

/// A key somewhere in a file of 2,000 lines, until its diagnostics are there; beside loading the same file.
pub fn diagnostics() {
    let text = program();
    let mut server = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let mut send = |method: &str, rest: &str| {
        let body = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",{rest}}}");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    };
    let mut receive = || {
        let mut length = 0;
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            output.read_line(&mut line).unwrap();
            if let Some(bytes) = line.strip_prefix("Content-Length: ") {
                length = bytes.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
    };
    send("initialize", "\"id\":1,\"params\":{\"capabilities\":{}}");
    receive();
    send("initialized", "\"params\":{}");
    let quoted = serde_json::to_string(&text).unwrap();
    send(
        "textDocument/didOpen",
        &format!(
            "\"params\":{{\"textDocument\":{{\"uri\":\"a\",\"version\":1,\"text\":{quoted}}}}}"
        ),
    );
    receive();
    let mut version = 1;
    let key = best(50, || {
        version += 1;
        let place = "{\"line\":1000,\"character\":0}";
        let change = format!("{{\"range\":{{\"start\":{place},\"end\":{place}}},\"text\":\"%\"}}");
        let document = format!("{{\"uri\":\"a\",\"version\":{version}}}");
        let start = Instant::now();
        send(
            "textDocument/didChange",
            &format!("\"params\":{{\"textDocument\":{document},\"contentChanges\":[{change}]}}"),
        );
        receive();
        start.elapsed()
    });
    send("shutdown", "\"id\":2");
    send("exit", "\"params\":{}");
    server.wait().unwrap();
    let mut engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), Input::Nothing).unwrap();
    let loaded = best(3, || {
        let start = Instant::now();
        let events = engine.consult_text("bench", &text, Limits::default());
        assert!(matches!(events.last(), Some(Ok(Event::Loaded(_)))));
        start.elapsed()
    });
    report(
        &format!("a key in {LINES} lines, until its diagnostics"),
        key,
        loaded,
        "loading the same text",
    );
}

/// Clauses as people write them.
fn program() -> String {
    let clauses = (0..LINES / 5).map(|number| {
        format!(
            "% Rule number {number}.\n\
             good_{number}(Pos, From-To) :-\n    legal_move(From, To, Pos), attacks(To, Square, Pos),\n    \
             findall(P, piece_at(Square, _, P, Pos), [_|Rest]), length(Rest, N), N > {number},\n    \
             member(_, Rest), \\+ memberchk(From, [a1,h8]).\n"
        )
    });
    clauses.collect()
}
