//! Notebooks as files (nbformat 4), executed without Jupyter: what stands below the cells is what comes of them.

use std::fmt;

use serde_json::{Value, json};

use super::interpreter::{
    Bundle, Cell, Failure, Interpreter, Language, Publish, Stream, Unanswered,
};

/// A notebook.
#[derive(Debug, Clone, PartialEq)]
pub struct Notebook(Value);

/// A cell that went wrong, and what it said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its number among the cells of code, from 1.
    pub cell: usize,
    /// What it shows.
    pub error: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}: {}", self.cell, self.error)
    }
}

impl Notebook {
    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// What keeps it from being a notebook.
    pub fn read(text: &str) -> Result<Notebook, String> {
        let json: Value =
            serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
        match (json["nbformat"].as_u64(), json["cells"].as_array()) {
            (Some(4), Some(_)) => Ok(Notebook(json)),
            (Some(4), None) => Err("the notebook has no cells".to_owned()),
            (Some(other), _) => Err(format!("expected nbformat 4, found {other}")),
            (None, _) => Err("expected a notebook, with its nbformat".to_owned()),
        }
    }

    /// The text of the file, as Jupyter writes it.
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        let style = serde_json::ser::PrettyFormatter::with_indent(b" ");
        let mut writer = serde_json::Serializer::with_formatter(&mut text, style);
        // Writing into memory cannot fail.
        _ = serde::Serialize::serialize(&self.0, &mut writer);
        String::from_utf8_lossy(&text).into_owned() + "\n"
    }

    /// Whether the same is below the cells of another one, but for those whose tags say that it is `varying`: with the
    /// time that something took.
    pub fn agrees(&self, other: &Notebook) -> bool {
        let steady = |notebook: &Notebook| {
            let mut json = notebook.0.clone();
            let cells = json["cells"].as_array_mut().into_iter().flatten();
            for cell in cells.filter(|cell| has_tag(cell, "varying")) {
                cell["outputs"] = Value::Null;
            }
            json
        };
        steady(self) == steady(other)
    }

    /// Executes the cells of code, one after the other, by a new interpreter, and puts what comes of them below them.
    /// After the first that goes wrong, unless its tags say `raises-exception`, the others are left as they are.
    ///
    /// # Errors
    ///
    /// Why there is no interpreter.
    pub fn execute(&mut self, language: &dyn Language) -> Result<Option<Broken>, String> {
        let (mut interpreter, _) = language.start()?;
        let cells = self.0["cells"].as_array_mut().into_iter().flatten();
        let code = cells.filter(|cell| cell["cell_type"] == "code");
        for (cell, count) in code.zip(1..) {
            let mut outputs = Outputs {
                count,
                list: Vec::new(),
            };
            let source = text_of(&cell["source"]);
            let failure = run(
                &mut *interpreter,
                &source,
                cell["id"].as_str(),
                &mut outputs,
            );
            let may_fail = has_tag(cell, "raises-exception");
            cell["execution_count"] = json!(count);
            cell["outputs"] = Value::Array(outputs.list);
            if let Some(failure) = failure.filter(|_| !may_fail) {
                return Ok(Some(Broken {
                    cell: count,
                    error: shown(&failure).join("\n"),
                }));
            }
        }
        Ok(None)
    }
}

fn run(
    interpreter: &mut dyn Interpreter,
    code: &str,
    id: Option<&str>,
    outputs: &mut Outputs,
) -> Option<Failure> {
    let cell = Cell {
        code,
        id,
        silent: false,
    };
    let failure = interpreter.execute(&cell, outputs).err()?;
    outputs.list.push(json!({
        "output_type": "error",
        "ename": failure.name,
        "evalue": failure.message,
        "traceback": shown(&failure),
    }));
    Some(failure)
}

fn has_tag(cell: &Value, wanted: &str) -> bool {
    let tags = cell["metadata"]["tags"].as_array();
    tags.is_some_and(|tags| tags.iter().any(|tag| tag == wanted))
}

/// What a cell shows of a failure.
fn shown(failure: &Failure) -> Vec<String> {
    match failure.traceback.is_empty() {
        true => vec![format!("{}: {}", failure.name, failure.message)],
        false => failure.traceback.clone(),
    }
}

/// A text, which may be in lines.
fn text_of(source: &Value) -> String {
    match source {
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        source => source.as_str().unwrap_or_default().to_owned(),
    }
}

/// A text in lines, as files have it.
fn lines(text: &str) -> Value {
    text.split_inclusive('\n').collect()
}

/// The outputs of a cell in the making.
struct Outputs {
    count: usize,
    list: Vec<Value>,
}

impl Outputs {
    fn push(&mut self, kind: &str, bundle: Bundle) {
        let data = bundle.data.into_iter().map(|(mime, value)| {
            // Data are for programs that talk to a kernel; nobody sees them in a file.
            let value = match value {
                Value::String(text) => lines(&text),
                value => value,
            };
            (mime, value)
        });
        let seen = data.filter(|(mime, _)| !mime.ends_with("json"));
        let mut output = json!({
            "output_type": kind,
            "data": seen.collect::<serde_json::Map<_, _>>(),
            "metadata": {},
        });
        if kind == "execute_result" {
            output["execution_count"] = json!(self.count);
        }
        self.list.push(output);
    }
}

impl Publish for Outputs {
    fn stream(&mut self, stream: Stream, text: &str) {
        let name = match stream {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        };
        if let Some(last) = self.list.last_mut()
            && last["name"] == name
        {
            last["text"] = lines(&(text_of(&last["text"]) + text));
            return;
        }
        self.list
            .push(json!({"output_type": "stream", "name": name, "text": lines(text)}));
    }

    /// What has a name is replaced later, and is not kept.
    fn display(&mut self, bundle: Bundle, id: Option<&str>) {
        if id.is_none() {
            self.push("display_data", bundle);
        }
    }

    fn update(&mut self, _: Bundle, _: &str) {}

    fn result(&mut self, bundle: Bundle) {
        self.push("execute_result", bundle);
    }

    fn ask(&mut self, prompt: &str, _: bool) -> Result<String, Unanswered> {
        let why = format!("nobody is there to answer {prompt:?}");
        Err(Unanswered::Refused(why))
    }

    fn interrupted(&self) -> bool {
        false
    }
}
