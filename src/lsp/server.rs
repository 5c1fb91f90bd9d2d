//! Messages in, messages out: the documents that are open, and what is asked about them.

use std::collections::BTreeMap;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CompletionOptions, HoverProviderCapability, MarkupKind, OneOf, Position, PositionEncodingKind,
    RenameOptions, SemanticTokens, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, ServerCapabilities, SignatureHelpOptions,
    TextDocumentContentChangeEvent, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    answers, colours, completion,
    document::Document,
    files::Files,
    findings::Finding,
    hover, rename, signature,
    text::{Encoding, Text},
    uri,
};
use crate::engine::Severity;

/// A document as messages name it. URIs are opaque, so they are kept as they come.
#[derive(Debug, Deserialize)]
struct DocumentName {
    uri: String,
    #[serde(default)]
    version: Option<i32>,
}

#[derive(Debug, Deserialize)]
struct Opened {
    uri: String,
    #[serde(default)]
    version: i32,
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpen {
    text_document: Opened,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChange {
    text_document: DocumentName,
    content_changes: Vec<TextDocumentContentChangeEvent>,
}

/// What all requests about a document have, and some more.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    text_document: DocumentName,
}

#[derive(Debug, Deserialize)]
struct At {
    position: Position,
}

#[derive(Debug, Deserialize)]
struct References {
    #[serde(default)]
    context: Context,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    #[serde(default)]
    include_declaration: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rename {
    new_name: String,
}

/// Why a request has no answer.
#[derive(Debug)]
struct Refused(ErrorCode, String);

impl From<serde_json::Error> for Refused {
    fn from(error: serde_json::Error) -> Refused {
        Refused(ErrorCode::InvalidParams, error.to_string())
    }
}

/// What a client can.
#[derive(Debug)]
struct Client {
    encoding: Encoding,
    snippets: bool,
    markup: MarkupKind,
}

impl Client {
    /// What it says in its parameters of `initialize`. They are looked at one by one: clients send more than this, and newer
    /// ones what nobody here knows.
    fn new(parameters: &Value) -> Client {
        let capability = |path: &str| parameters.pointer(&format!("/capabilities/{path}"));
        let has = |path: &str, wanted: &str| {
            let list = capability(path).and_then(Value::as_array);
            list.map(|list| list.iter().any(|item| item == wanted))
        };
        let utf8 = has("general/positionEncodings", "utf-8") == Some(true);
        Client {
            encoding: if utf8 {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            },
            snippets: capability("textDocument/completion/completionItem/snippetSupport")
                == Some(&Value::Bool(true)),
            markup: match has("textDocument/hover/contentFormat", "markdown") {
                Some(false) => MarkupKind::PlainText,
                _ => MarkupKind::Markdown,
            },
        }
    }
}

/// The server: what it knows of its client's documents.
#[derive(Debug)]
pub struct Server {
    client: Client,
    documents: BTreeMap<String, Document>,
    /// Documents whose diagnostics are to be sent.
    stale: Vec<String>,
    files: Files,
    shut_down: bool,
}

/// What comes of a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// More messages.
    Go,
    /// The end, with this exit status.
    Exit(u8),
}

impl Server {
    /// A server for the client that has sent these parameters of `initialize`.
    pub fn new(parameters: &Value) -> Server {
        Server {
            client: Client::new(parameters),
            documents: BTreeMap::new(),
            stale: Vec::new(),
            files: Files::default(),
            shut_down: false,
        }
    }

    /// The answer to `initialize`.
    pub fn introduction(&self) -> Value {
        let encoding = match self.client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        };
        let capabilities = ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::INCREMENTAL),
                    save: Some(true.into()),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec!["(".to_owned()]),
                ..CompletionOptions::default()
            }),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            signature_help_provider: Some(SignatureHelpOptions {
                trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
                ..SignatureHelpOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    legend: SemanticTokensLegend {
                        token_types: colours::TYPES.to_vec(),
                        token_modifiers: colours::MODIFIERS.to_vec(),
                    },
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                    ..SemanticTokensOptions::default()
                }
                .into(),
            ),
            ..ServerCapabilities::default()
        };
        json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "chesslog", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Takes a message; what is to be sent goes to `send`.
    pub fn take(&mut self, message: Message, send: &mut dyn FnMut(Message)) -> Next {
        match message {
            Message::Request(request) => send(self.answer(request).into()),
            Message::Notification(notification) if notification.method == "exit" => {
                return Next::Exit(if self.shut_down { 0 } else { 1 });
            }
            // One that makes no sense has no answer that could say so.
            Message::Notification(notification) => _ = self.note(notification, send),
            Message::Response(_) => {}
        }
        Next::Go
    }

    /// Sends the diagnostics of documents that have changed, when there is nothing else to do: what was typed meanwhile
    /// is in them, too.
    pub fn publish(&mut self, send: &mut dyn FnMut(Message)) {
        for uri in std::mem::take(&mut self.stale) {
            let Some(document) = self.documents.get(&uri) else {
                continue;
            };
            let findings = document.findings(&mut self.files);
            let diagnostics: Vec<Value> = findings
                .iter()
                .map(|finding| diagnostic(finding, document, &uri))
                .collect();
            send(published(&uri, Some(document.version), diagnostics));
        }
    }

    fn note(
        &mut self,
        notification: Notification,
        send: &mut dyn FnMut(Message),
    ) -> Result<(), Refused> {
        let parameters = notification.params;
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let Opened { uri, version, text } = read::<DidOpen>(&parameters)?.text_document;
                let text = Text::new(text, self.client.encoding);
                let document = Document::new(text, version, uri::path(&uri), &mut self.files);
                self.documents.insert(uri.clone(), document);
                self.is_stale(uri);
            }
            "textDocument/didChange" => {
                let change: DidChange = read(&parameters)?;
                let uri = change.text_document.uri;
                if let Some(document) = self.documents.get_mut(&uri) {
                    for change in &change.content_changes {
                        document.text.change(change);
                    }
                    let version = change.text_document.version;
                    document.version = version.unwrap_or(document.version);
                    document.reread(&mut self.files);
                    self.is_stale(uri);
                }
            }
            // What one file defines others may use.
            "textDocument/didSave" => {
                for document in self.documents.values_mut() {
                    document.reread(&mut self.files);
                }
                self.stale = self.documents.keys().cloned().collect();
            }
            "textDocument/didClose" => {
                let uri = read::<About>(&parameters)?.text_document.uri;
                if self.documents.remove(&uri).is_some() {
                    send(published(&uri, None, Vec::new()));
                }
            }
            // Requests are answered in order and at once, so that there is nothing to cancel.
            _ => {}
        }
        Ok(())
    }

    fn is_stale(&mut self, uri: String) {
        if !self.stale.contains(&uri) {
            self.stale.push(uri);
        }
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if self.shut_down {
            let message = "the server is shut down".to_owned();
            return refused(id, Refused(ErrorCode::InvalidRequest, message));
        }
        match self.result(&method, &params) {
            Ok(result) => Response::new_ok(id, result),
            Err(refusal) => refused(id, refusal),
        }
    }

    fn result(&mut self, method: &str, parameters: &Value) -> Result<Value, Refused> {
        if method == "shutdown" {
            self.shut_down = true;
            return Ok(Value::Null);
        }
        let Some(subject) = method
            .strip_prefix("textDocument/")
            .filter(|it| SUBJECTS.contains(it))
        else {
            let message = format!("there is no method {method}");
            return Err(Refused(ErrorCode::MethodNotFound, message));
        };
        let uri = read::<About>(parameters)?.text_document.uri;
        let Some(document) = self.documents.get(&uri) else {
            return Ok(Value::Null);
        };
        let position = || read::<At>(parameters).map(|at| at.position);
        let byte = || position().map(|position| document.text.byte(position));
        let found = match subject {
            "completion" => {
                let found = completion::completion(document, byte()?, self.client.snippets);
                // What is offered depends on how the word begins.
                json!({ "isIncomplete": true, "items": found })
            }
            "hover" => match hover::hover(document, byte()?) {
                Some((value, span)) => {
                    let kind = &self.client.markup;
                    let range = document.text.range(&span);
                    json!({ "contents": { "kind": kind, "value": value }, "range": range })
                }
                None => Value::Null,
            },
            "signatureHelp" => {
                let kind = self.client.markup.clone();
                json!(signature::signatures(document, byte()?, kind))
            }
            "definition" => json!(answers::definition(
                document,
                &uri,
                position()?,
                &mut self.files
            )),
            "references" => {
                let wanted = read::<References>(parameters)?.context.include_declaration;
                json!(answers::references(document, &uri, position()?, wanted))
            }
            "documentHighlight" => json!(answers::highlights(document, position()?)),
            "documentSymbol" => json!(answers::symbols(document)),
            "prepareRename" => match rename::renamed_at(document, position()?) {
                Some((span, name)) => {
                    json!({ "range": document.text.range(&span), "placeholder": name })
                }
                None => Value::Null,
            },
            "rename" => {
                let name = read::<Rename>(parameters)?.new_name;
                let edits = rename::rename(document, position()?, &name);
                let edits = edits.map_err(|why| Refused(ErrorCode::RequestFailed, why))?;
                json!({ "changes": { uri: edits } })
            }
            _ => json!(SemanticTokens {
                result_id: None,
                data: colours::colours(document),
            }),
        };
        Ok(found)
    }
}

/// What can be asked about a document.
const SUBJECTS: &[&str] = &[
    "completion",
    "hover",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "prepareRename",
    "rename",
    "semanticTokens/full",
];

fn read<T: DeserializeOwned>(parameters: &Value) -> Result<T, Refused> {
    Ok(T::deserialize(parameters)?)
}

fn refused(id: RequestId, Refused(code, message): Refused) -> Response {
    Response::new_err(id, code as i32, message)
}

fn published(uri: &str, version: Option<i32>, diagnostics: Vec<Value>) -> Message {
    let mut parameters = json!({ "uri": uri, "diagnostics": diagnostics });
    if let Some(version) = version {
        parameters["version"] = json!(version);
    }
    let method = "textDocument/publishDiagnostics".to_owned();
    Message::Notification(Notification::new(method, parameters))
}

fn diagnostic(finding: &Finding, document: &Document, uri: &str) -> Value {
    let severity = match finding.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
    };
    let message = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    let mut diagnostic = json!({
        "range": document.text.range(&finding.span),
        "severity": severity,
        "code": finding.code,
        "source": "chesslog",
        "message": message,
    });
    if let Some(first) = &finding.first {
        let location = json!({ "uri": uri, "range": document.text.range(first) });
        diagnostic["relatedInformation"] =
            json!([{ "location": location, "message": "the first clause" }]);
    }
    diagnostic
}
