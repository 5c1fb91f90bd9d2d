//! `chesslog serve` for a test, and somebody who asks it.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::cli::empty;

/// How long an answer may take on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whoever asks a server of his own, which ends with him.
pub struct Client {
    server: Child,
    host: String,
    token: String,
    /// A folder for what it keeps.
    pub folder: PathBuf,
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself, which a test has noticed.
        _ = self.server.kill();
        _ = self.server.wait();
    }
}

/// An answer.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Client {
    /// A server for the test of this name.
    pub fn start(test: &str) -> Client {
        let folder = empty(&format!("serve_{test}"));
        let mut server = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(["serve", "--port", "0", "--time-limit", "60"])
            .arg("--scores")
            .arg(folder.join("scores.jsonl"))
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = String::new();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        output.read_line(&mut told).unwrap();
        let address = told.trim().strip_prefix("Chesslog is at http://").unwrap();
        let (host, token) = address.split_once("/#").unwrap();
        Client {
            host: host.to_owned(),
            token: token.to_owned(),
            server,
            folder,
        }
    }

    /// The processes that the server has started.
    pub fn children(&self) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        let mut waiting = vec![self.server.id()];
        while let Some(process) = waiting.pop() {
            // Each thread has its own.
            let threads = std::fs::read_dir(format!("/proc/{process}/task"));
            for thread in threads.into_iter().flatten().flatten() {
                let children = std::fs::read_to_string(thread.path().join("children"));
                let children = children.unwrap_or_default();
                let children = children
                    .split_whitespace()
                    .map(|child| child.parse().unwrap());
                let children: Vec<u32> = children.collect();
                found.extend(&children);
                waiting.extend(children);
            }
        }
        found
    }

    pub fn host(&self) -> String {
        self.host.clone()
    }

    pub fn token(&self) -> (&'static str, &str) {
        ("X-Chesslog-Token", &self.token)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request as it is.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        stream.read_to_end(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        Answer {
            status: status.parse().unwrap(),
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_owned(),
        }
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.raw(&self.head("GET", path, headers))
    }

    pub fn post(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let length = body.len().to_string();
        let headers = [headers, &[("Content-Length", &length)]].concat();
        self.raw(&(self.head("POST", path, &headers) + body))
    }

    fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let headers: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let host = self.host();
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")
    }

    /// The answer to a call.
    pub fn call(&self, name: &str, asked: Value) -> Answer {
        self.post(&format!("/api/{name}"), &[self.token()], &asked.to_string())
    }

    /// The answer to a call that has one.
    pub fn answer(&self, name: &str, asked: Value) -> Value {
        let answer = self.call(name, asked);
        assert_eq!(answer.status, 200, "{name}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Begins a query.
    pub fn asked(&self, tab: &str, program: &str, query: &str, answers: u32) -> Stream {
        let body = json!({ "tab": tab, "program": program, "query": query, "answers": answers });
        let body = body.to_string();
        let length = body.len().to_string();
        let headers = [self.token(), ("Content-Length", &length)];
        let mut stream = self.connect();
        let request = self.head("POST", "/api/ask", &headers) + &body;
        stream.write_all(request.as_bytes()).unwrap();
        Stream(BufReader::new(stream))
    }

    /// All that comes of a query.
    pub fn ask(&self, tab: &str, program: &str, query: &str, answers: u32) -> Vec<Value> {
        let mut stream = self.asked(tab, program, query, answers);
        let mut lines = Vec::new();
        loop {
            let line = stream.next();
            match line["kind"].as_str() {
                Some("more") => _ = self.answer("stop", json!({ "tab": tab })),
                Some("loading" | "cut") => {}
                Some("done") => {
                    lines.push(line);
                    return lines;
                }
                _ => lines.push(line),
            }
        }
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find_map(|(known, value)| (known == name).then_some(value.as_str()))
    }

    /// The sentence of a refusal.
    pub fn error(&self) -> String {
        let body: Value = serde_json::from_str(&self.body).unwrap();
        body["error"].as_str().unwrap().to_owned()
    }
}

/// What comes of a query, as it comes.
pub struct Stream(BufReader<TcpStream>);

impl Stream {
    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            let read = self.0.read_line(&mut line).unwrap();
            assert!(read > 0, "the connection has ended");
            // Heads and the lengths of chunks are no objects.
            if line.starts_with('{') {
                return serde_json::from_str(&line).unwrap();
            }
        }
    }

    /// What comes up to this.
    pub fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut lines = Vec::new();
        loop {
            let line = self.next();
            let ended = line["kind"] == kind;
            lines.push(line);
            if ended {
                return lines;
            }
        }
    }
}
