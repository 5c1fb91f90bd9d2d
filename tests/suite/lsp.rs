//! `chesslog lsp` as an editor has it: frames in, frames out, and nothing else.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

const URI: &str = "file:///nowhere/f%C3%A4mily.pl";

/// An editor that waits for what it is told.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    asked: i64,
    version: i64,
}

impl Editor {
    /// Starts a server, which is told nothing.
    fn silent() -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (send, messages) = mpsc::channel();
        thread::spawn(move || {
            loop {
                let mut length = None;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap() == 0 {
                        return;
                    }
                    if line == "\r\n" {
                        break;
                    }
                    // Anything but a header would break every client.
                    let (name, value) = line.split_once(": ").expect("a header");
                    if name == "Content-Length" {
                        length = value.trim().parse().ok();
                    }
                }
                let mut body = vec![0; length.expect("a length")];
                output.read_exact(&mut body).unwrap();
                _ = send.send(serde_json::from_slice(&body).unwrap());
            }
        });
        Editor {
            input: server.stdin.take(),
            server,
            messages,
            asked: 0,
            version: 1,
        }
    }

    /// Starts a server for a client with these capabilities.
    fn with(capabilities: Value) -> Editor {
        let mut editor = Editor::silent();
        let parameters =
            json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let result = editor.ask("initialize", parameters);
        assert_eq!(result["serverInfo"]["name"], "chesslog");
        editor.tell("initialized", json!({}));
        editor
    }

    fn new() -> Editor {
        Editor::with(json!({}))
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn next(&self) -> Value {
        let waited = self.messages.recv_timeout(Duration::from_secs(60));
        waited.expect("a message")
    }

    /// The whole response to a request.
    fn response(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let response = self.response(method, parameters);
        assert_eq!(response["error"], Value::Null, "{method}");
        response["result"].clone()
    }

    /// Asks about a place in the document.
    fn ask_at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let parameters = json!({
            "textDocument": { "uri": URI },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true },
        });
        self.ask(&format!("textDocument/{method}"), parameters)
    }

    /// Opens the document; its diagnostics.
    fn open(&mut self, text: &str) -> Value {
        self.open_as(URI, text)
    }

    fn open_as(&mut self, uri: &str, text: &str) -> Value {
        let document = json!({ "uri": uri, "languageId": "prolog", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics()
    }

    /// Changes ranges of the document, one after the other; its diagnostics.
    fn change(&mut self, changes: &[([u32; 4], &str)]) -> Value {
        self.version += 1;
        let changes: Vec<Value> = changes
            .iter()
            .map(|([line, from, to_line, to], text)| {
                let start = json!({ "line": line, "character": from });
                let end = json!({ "line": to_line, "character": to });
                json!({ "range": { "start": start, "end": end }, "text": text })
            })
            .collect();
        let document = json!({ "uri": URI, "version": self.version });
        let parameters = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", parameters);
        self.diagnostics()
    }

    fn diagnostics(&self) -> Value {
        loop {
            let message = self.next();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].clone();
            }
        }
    }

    /// Leaves as an editor should; the exit status, and what was complained of.
    fn leave(mut self) -> (i32, String) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.end()
    }

    fn end(mut self) -> (i32, String) {
        self.input.take();
        let mut complaints = String::new();
        let mut stderr = self.server.stderr.take().unwrap();
        stderr.read_to_string(&mut complaints).unwrap();
        (self.server.wait().unwrap().code().unwrap(), complaints)
    }
}

fn messages(published: &Value) -> Vec<String> {
    let list = published["diagnostics"].as_array().unwrap();
    let message = |it: &Value| it["message"].as_str().unwrap().to_owned();
    list.iter().map(message).collect()
}

fn range(line: u32, from: u32, to: u32) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-{name}"));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn mistakes_come_and_go() {
    let mut editor = Editor::new();
    let published = editor.open("p('😀', X) :- q(X.\nq(_).\n");
    assert_eq!(
        (&published["uri"], &published["version"]),
        (&json!(URI), &json!(1))
    );
    let [diagnostic] = published["diagnostics"].as_array().unwrap().as_slice() else {
        panic!("{published}");
    };
    assert_eq!(
        (&diagnostic["severity"], &diagnostic["source"]),
        (&json!(1), &json!("chesslog"))
    );
    assert!(
        diagnostic["message"]
            .as_str()
            .unwrap()
            .starts_with("syntax error: ")
    );
    // Columns are those of UTF-16, and the second change is one of the text that the first has left.
    let published = editor.change(&[([0, 17, 0, 17], "😀)"), ([0, 17, 0, 19], "")]);
    assert_eq!(messages(&published), [""; 0], "{published}");
    assert_eq!(published["version"], 2);
    let published = editor.change(&[([1, 0, 1, 5], "r(_).\nq(Y).")]);
    assert_eq!(
        messages(&published),
        ["the variable Y occurs only once\na name that begins with _ says that this is meant"]
    );
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(
        editor.diagnostics(),
        json!({ "uri": URI, "diagnostics": [] })
    );
    assert_eq!(editor.leave(), (0, String::new()));
}

#[test]
fn clauses_that_are_not_together_and_unknown_procedures_are_told() {
    let mut editor = Editor::new();
    let published = editor.open("p(1).\nq(1).\np(2) :- atacks(a, b, c).\n");
    let list = published["diagnostics"].as_array().unwrap();
    assert_eq!(list[0]["code"], "discontiguous");
    assert_eq!(list[0]["relatedInformation"][0]["location"]["uri"], URI);
    assert_eq!(list[0]["range"], range(2, 0, 1));
    assert_eq!(
        list[1]["message"],
        "unknown procedure atacks/3; did you mean attacks/3?"
    );
    assert_eq!(editor.leave().0, 0);
}

#[test]
fn questions_are_answered() {
    let text = ":- dynamic(near/2).\n\
        %! near(?A, ?B) is nondet.\n%  True iff A is near B.\nnear(a, b).\nnear(b, c).\n\
        far(X, 'ä😀', Z) :- near(X, Y), near(Y, Z).\n\
        home(\"8/8/8/4k3/8/8/8/4K2R w K - 0 1\").\n";
    let snippets = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut editor = Editor::with(snippets);
    assert_eq!(messages(&editor.open(text)), [""; 0]);
    let hover = editor.ask_at("hover", 5, 21);
    assert_eq!(hover["range"], range(5, 20, 24));
    let value = hover["contents"]["value"].as_str().unwrap();
    assert!(value.contains("True iff A is near B."), "{value}");
    let value = editor.ask_at("hover", 6, 10)["contents"]["value"].take();
    let value = value.as_str().unwrap();
    assert!(
        value.starts_with("```") && value.contains("white to move"),
        "{value}"
    );
    let signatures = editor.ask_at("signatureHelp", 5, 28);
    assert_eq!(signatures["activeParameter"], 1);
    let signature = &signatures["signatures"][0];
    assert_eq!(signature["label"], "near(?A, ?B) is nondet.");
    assert_eq!(
        signature["parameters"],
        json!([{ "label": [5, 7] }, { "label": [9, 11] }])
    );
    let definition = editor.ask_at("definition", 5, 33);
    assert_eq!(definition, json!({ "uri": URI, "range": range(3, 0, 4) }));
    let places = editor.ask_at("references", 3, 2);
    let lines: Vec<u64> = places
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [0, 3, 4, 5, 5]);
    // A variable is one of its clause.
    let places = editor.ask_at("documentHighlight", 5, 25);
    assert_eq!(places[0]["range"], range(5, 4, 5));
    assert_eq!(places[1]["range"], range(5, 25, 26));
    let symbols = editor.ask_at("documentSymbol", 0, 0);
    let names: Vec<_> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].clone())
        .collect();
    assert_eq!(names, ["near/2", "far/3", "home/1"]);
    let tokens = editor.ask_at("semanticTokens/full", 0, 0);
    assert_eq!(tokens["data"].as_array().unwrap().len() % 5, 0);
    // `:-` and `dynamic` are macros.
    assert_eq!(
        tokens["data"].as_array().unwrap()[..10],
        json!([0, 0, 2, 6, 0, 0, 3, 7, 6, 0]).as_array().unwrap()[..]
    );
    editor.change(&[([7, 0, 7, 0], "go(P) :- legal_mov")]);
    let offered = editor.ask_at("completion", 7, 18);
    let items = offered["items"].as_array().unwrap();
    let item = items
        .iter()
        .find(|item| item["label"] == "legal_move(From, To, Pos)")
        .unwrap();
    assert_eq!(
        item["textEdit"],
        json!({ "range": range(7, 9, 18), "newText": "legal_move(${1:From}, ${2:To}, ${3:Pos})" })
    );
    assert!(
        item["documentation"]["value"]
            .as_str()
            .unwrap()
            .contains("legal")
    );
    assert_eq!(editor.leave(), (0, String::new()));
}

#[test]
fn names_are_changed() {
    let mut editor = Editor::new();
    editor.open("p(X) :- q(X).\nq(1).\n");
    let place = json!({ "line": 1, "character": 0 });
    let mut rename = |name: &str| {
        let document = json!({ "uri": URI });
        let parameters = json!({ "textDocument": document, "position": place, "newName": name });
        editor.response("textDocument/rename", parameters)
    };
    let edits = rename("r")["result"]["changes"][URI].clone();
    assert_eq!(
        edits,
        json!([{ "range": range(0, 8, 9), "newText": "r" }, { "range": range(1, 0, 1), "newText": "r" }])
    );
    let error = rename("no name")["error"].clone();
    assert_eq!(error["code"], -32803);
    assert!(
        error["message"].as_str().unwrap().contains("`no name`"),
        "{error}"
    );
    assert_eq!(
        editor.ask_at("prepareRename", 0, 8),
        json!({ "range": range(0, 8, 9), "placeholder": "q" })
    );
    assert_eq!(editor.leave().0, 0);
}

#[test]
fn columns_are_bytes_if_the_client_says_so() {
    let mut editor = Editor::silent();
    let capabilities = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let result = editor.ask("initialize", json!({ "capabilities": capabilities }));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    editor.tell("initialized", json!({}));
    let published = editor.open("p('😀', X).\n");
    assert_eq!(published["diagnostics"][0]["range"], range(0, 10, 11));
    assert_eq!(editor.leave().0, 0);
}

#[test]
fn opening_a_file_runs_nothing() {
    let folder = scratch("runs_nothing");
    let made = folder.join("made");
    let made = made.display();
    let text = format!(
        ":- initialization((open('{made}', write, S), close(S))).\n\
         :- initialization(shell(\"touch '{made}'\"), main).\n\
         :- open('{made}', write, S), close(S).\n\
         :- shell(\"touch '{made}'\").\n\
         term_expansion(_, []) :- shell(\"touch '{made}'\").\n\
         :- use_module(other).\n?- shell(\"touch '{made}'\").\n   true.\n"
    );
    fs::write(
        folder.join("other.pl"),
        format!(":- module(other, []).\n{text}"),
    )
    .unwrap();
    let mut editor = Editor::new();
    let uri = format!("file://{}/main.pl", folder.display());
    let published = editor.open_as(&uri, &text);
    assert_eq!(messages(&published), [""; 0]);
    let document =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 20 } });
    for method in ["hover", "definition", "completion", "semanticTokens/full"] {
        editor.ask(&format!("textDocument/{method}"), document.clone());
    }
    assert_eq!(editor.leave(), (0, String::new()));
    let mut names = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert_eq!(names.next().unwrap(), "other.pl");
    assert_eq!(names.next(), None);
}

#[test]
fn what_makes_no_sense_is_answered() {
    let mut editor = Editor::silent();
    assert_eq!(
        editor.response("textDocument/hover", json!({}))["error"]["code"],
        -32002
    );
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    let unknown = editor.response("chesslog/nothing", json!({}));
    assert_eq!(unknown["error"]["code"], -32601);
    assert_eq!(
        unknown["error"]["message"],
        "there is no method chesslog/nothing"
    );
    assert_eq!(
        editor.response("textDocument/hover", json!({ "x": 1 }))["error"]["code"],
        -32602
    );
    // Documents that are not open.
    for method in [
        "hover",
        "completion",
        "references",
        "documentSymbol",
        "semanticTokens/full",
    ] {
        assert_eq!(editor.ask_at(method, 3, 4), Value::Null);
    }
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI }, "contentChanges": [] }),
    );
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    editor.tell("textDocument/didOpen", json!({ "nothing": [] }));
    editor.tell("$/cancelRequest", json!({ "id": 99 }));
    editor.tell("$/setTrace", json!({ "value": "off" }));
    let published = editor.open("'\u{0}\u{feff} (((((\n\u{1F600} 0' \"");
    assert!(!messages(&published).is_empty());
    for (line, character) in [(0, 3), (1, 1), (1, 2), (7, 7)] {
        editor.ask_at("hover", line, character);
        editor.ask_at("completion", line, character);
    }
    assert_eq!(editor.leave(), (0, String::new()));
}

#[test]
fn the_exit_status_tells_whether_there_was_a_shutdown() {
    let mut editor = Editor::new();
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), (1, String::new()));
    // A client that dies.
    assert_eq!(Editor::new().end(), (1, String::new()));
    assert_eq!(Editor::silent().end(), (1, String::new()));
    let mut editor = Editor::new();
    editor.ask("shutdown", Value::Null);
    assert_eq!(
        editor.response("textDocument/hover", json!({}))["error"]["code"],
        -32600
    );
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end(), (0, String::new()));
    let mut editor = Editor::new();
    editor
        .input
        .as_mut()
        .unwrap()
        .write_all(b"Content-Length: 3\r\n\r\n{]}")
        .unwrap();
    let (status, complaint) = editor.end();
    assert_eq!(status, 2);
    assert!(
        complaint.starts_with("error: not the language server protocol: "),
        "{complaint}"
    );
}
