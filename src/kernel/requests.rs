//! Requests that are answered at once, whatever the interpreter does.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};
use tokio::task::spawn_blocking;

use super::{
    history::History,
    interpreter::{Completeness, Completion, Language},
    iopub::Publisher,
    runner::Interrupts,
    wire::{Message, VERSION, Wire},
};

/// What the sockets of a kernel share.
pub struct Kernel {
    /// Reads and writes messages.
    pub wire: Arc<Wire>,
    /// Publishes them to all clients.
    pub publisher: Publisher,
    /// Knows what is typed.
    pub language: Arc<dyn Language>,
    /// Interrupts the cell that runs.
    pub interrupts: Arc<Interrupts>,
    /// The cells so far.
    pub history: Mutex<History>,
    /// Of the connection file.
    pub ports: Map<String, Value>,
}

impl Kernel {
    /// The answer to a request and its kind; `None` if there is none to be given.
    pub async fn answer(&self, request: &Message) -> Option<(&'static str, Value)> {
        Some(match request.kind() {
            "kernel_info_request" => ("kernel_info_reply", info()),
            "complete_request" => ("complete_reply", self.complete(request).await),
            "inspect_request" => ("inspect_reply", self.inspect(request).await),
            "is_complete_request" => ("is_complete_reply", self.is_complete(request).await),
            "history_request" => {
                let history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
                ("history_reply", history.answer(request))
            }
            "connect_request" => {
                let mut content = self.ports.clone();
                content.insert("status".to_owned(), "ok".into());
                ("connect_reply", Value::Object(content))
            }
            "comm_info_request" => ("comm_info_reply", json!({ "status": "ok", "comms": {} })),
            // Nobody here talks to widgets; a comm that is not closed would wait for ever.
            "comm_open" => {
                let content = json!({ "comm_id": request.content["comm_id"], "data": {} });
                self.publisher
                    .send("comm_close", Some(request), content)
                    .await;
                return None;
            }
            "comm_msg" | "comm_close" => return None,
            "interrupt_request" => {
                self.interrupts.interrupt();
                ("interrupt_reply", json!({ "status": "ok" }))
            }
            "shutdown_request" => {
                let restart = request.flag("restart", false);
                (
                    "shutdown_reply",
                    json!({ "status": "ok", "restart": restart }),
                )
            }
            unknown => {
                eprintln!("kernel: a message of the type {unknown:?} is not known");
                return None;
            }
        })
    }

    async fn complete(&self, request: &Message) -> Value {
        let (code, cursor) = place(request);
        let language = self.language.clone();
        let (text, completion) = spawn_blocking(move || {
            let completion = language.complete(&code, cursor);
            (code, completion)
        })
        .await
        .unwrap_or_default();
        let Completion { span, matches } = completion;
        let characters = |byte: usize| text[..byte].chars().count();
        let (start, end) = (characters(span.start), characters(span.end));
        let typed = matches.iter().map(|found| {
            json!({
                "start": start, "end": end, "text": found.text, "type": found.kind,
                "signature": found.signature,
            })
        });
        json!({
            "status": "ok", "cursor_start": start, "cursor_end": end,
            "matches": matches.iter().map(|found| &found.text).collect::<Vec<_>>(),
            "metadata": { "_jupyter_types_experimental": typed.collect::<Vec<_>>() },
        })
    }

    async fn inspect(&self, request: &Message) -> Value {
        let (code, cursor) = place(request);
        let language = self.language.clone();
        let found = spawn_blocking(move || language.inspect(&code, cursor)).await;
        let found = found.unwrap_or_default();
        // Both have the same text: JupyterLab prefers Markdown, consoles know plain text only.
        let data = match &found {
            Some(text) => json!({ "text/markdown": text, "text/plain": text }),
            None => json!({}),
        };
        json!({ "status": "ok", "found": found.is_some(), "data": data, "metadata": {} })
    }

    async fn is_complete(&self, request: &Message) -> Value {
        let code = request.text("code").to_owned();
        let language = self.language.clone();
        match spawn_blocking(move || language.is_complete(&code)).await {
            Ok(Completeness::Complete) => json!({ "status": "complete" }),
            Ok(Completeness::Incomplete(indent)) => {
                json!({ "status": "incomplete", "indent": indent })
            }
            Ok(Completeness::Invalid) => json!({ "status": "invalid" }),
            Err(_) => json!({ "status": "unknown" }),
        }
    }
}

/// The text of a request, and its cursor in bytes; on the wire it counts characters.
fn place(request: &Message) -> (String, usize) {
    let code = request.text("code");
    let position = request.content["cursor_pos"].as_u64();
    let position = position.and_then(|position| usize::try_from(position).ok());
    let byte = position.and_then(|position| code.char_indices().nth(position));
    (code.to_owned(), byte.map_or(code.len(), |(byte, _)| byte))
}

fn info() -> Value {
    json!({
        "status": "ok",
        "protocol_version": VERSION,
        "implementation": "chesslog",
        "implementation_version": env!("CARGO_PKG_VERSION"),
        "banner": "Chesslog: Prolog that knows chess",
        "help_links": [],
        "debugger": false,
        "supported_features": [],
        "language_info": {
            "name": "prolog",
            "version": env!("CARGO_PKG_VERSION"),
            "mimetype": "text/x-prolog",
            "file_extension": ".pl",
            "pygments_lexer": "prolog",
            "codemirror_mode": "prolog",
        },
    })
}
