//! What a cell shows, as messages: few for much text, and no more text than a front end bears.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::interpreter::{Bundle, Stream};

/// How long text waits for more. Jupyter servers stop a cell that sends more than 1,000 messages a second.
const JOINED: Duration = Duration::from_millis(30);

/// So many bytes do not wait.
const LARGE: usize = 64 << 10;

/// How many bytes of text a cell shows. Jupyter servers stop a cell that sends more than 1,000,000 a second, and pages
/// with much more text are slow.
pub const CAP: usize = 512 << 10;

/// What a cell shows. Messages come out in the order in which things were put in.
#[derive(Debug, Default)]
pub struct Output {
    /// Messages to be sent, with their kinds.
    ready: Vec<(&'static str, Value)>,
    waiting: Option<Waiting>,
    /// Bytes of text that are shown.
    shown: usize,
    /// Characters that are not.
    hidden: usize,
}

/// What more may be joined to.
#[derive(Debug)]
struct Waiting {
    what: What,
    until: Instant,
}

#[derive(Debug)]
enum What {
    Text(Stream, String),
    /// The newest of several states of the same display.
    Update(Bundle, String),
}

impl Output {
    /// Text is printed.
    pub fn text(&mut self, stream: Stream, text: &str) {
        let kept = match self.hidden {
            0 => text.floor_char_boundary(CAP - self.shown),
            _ => 0,
        };
        let (text, more) = text.split_at(kept);
        self.shown += text.len();
        self.hidden += more.chars().count();
        if text.is_empty() {
            return;
        }
        match &mut self.waiting {
            Some(Waiting {
                what: What::Text(before, joined),
                ..
            }) if *before == stream => joined.push_str(text),
            _ => self.wait(What::Text(stream, text.to_owned())),
        }
        if matches!(&self.waiting, Some(Waiting { what: What::Text(_, text), .. }) if text.len() >= LARGE)
        {
            self.flush();
        }
    }

    /// What was displayed with this id looks different now.
    pub fn update(&mut self, bundle: Bundle, id: String) {
        match &mut self.waiting {
            Some(Waiting {
                what: What::Update(last, same),
                ..
            }) if *same == id => *last = bundle,
            _ => self.wait(What::Update(bundle, id)),
        }
    }

    /// Something is shown.
    pub fn display(&mut self, bundle: Bundle, id: Option<String>) {
        self.put("display_data", displayed(bundle, id));
    }

    /// The value of a cell is shown.
    pub fn result(&mut self, bundle: Bundle, count: u64) {
        let content = json!({
            "execution_count": count, "data": bundle.data, "metadata": {},
        });
        self.put("execute_result", content);
    }

    /// Nothing more comes.
    pub fn finish(&mut self) {
        self.flush();
        if self.hidden > 0 {
            let text = format!("\n... {} more characters are not shown\n", self.hidden);
            self.put("stream", printed(Stream::Stdout, &text));
        }
    }

    /// Until when something waits.
    pub fn due(&self) -> Option<Instant> {
        self.waiting.as_ref().map(|waiting| waiting.until)
    }

    /// What waits does so no longer.
    pub fn flush(&mut self) {
        let message = match self.waiting.take().map(|waiting| waiting.what) {
            Some(What::Text(stream, text)) => ("stream", printed(stream, &text)),
            Some(What::Update(bundle, id)) => ("update_display_data", displayed(bundle, Some(id))),
            None => return,
        };
        self.ready.push(message);
    }

    /// The messages that can be sent.
    pub fn take(&mut self) -> Vec<(&'static str, Value)> {
        std::mem::take(&mut self.ready)
    }

    fn wait(&mut self, what: What) {
        self.flush();
        let until = Instant::now() + JOINED;
        self.waiting = Some(Waiting { what, until });
    }

    fn put(&mut self, kind: &'static str, content: Value) {
        self.flush();
        self.ready.push((kind, content));
    }
}

fn printed(stream: Stream, text: &str) -> Value {
    let name = match stream {
        Stream::Stdout => "stdout",
        Stream::Stderr => "stderr",
    };
    json!({ "name": name, "text": text })
}

fn displayed(bundle: Bundle, id: Option<String>) -> Value {
    let transient = id.map_or(json!({}), |id| json!({ "display_id": id }));
    json!({ "data": bundle.data, "metadata": {}, "transient": transient })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out, in short.
    fn shown(output: &mut Output) -> Vec<String> {
        output.finish();
        let messages = output.take().into_iter();
        let short = |(kind, content): (&str, Value)| match kind {
            "stream" => format!("{}: {}", content["name"], content["text"]),
            "clear_output" => kind.to_owned(),
            _ => format!("{kind} {}", content["data"]["text/plain"]),
        };
        messages.map(short).collect()
    }

    #[test]
    fn pieces_are_joined_in_order() {
        let mut output = Output::default();
        output.text(Stream::Stdout, "a");
        output.text(Stream::Stdout, "b");
        output.text(Stream::Stderr, "c");
        output.text(Stream::Stdout, "");
        output.text(Stream::Stderr, "d");
        output.display(Bundle::text("picture"), None);
        output.text(Stream::Stdout, "e");
        output.result(Bundle::text("value"), 1);
        assert_eq!(
            shown(&mut output),
            [
                "\"stdout\": \"ab\"",
                "\"stderr\": \"cd\"",
                "display_data \"picture\"",
                "\"stdout\": \"e\"",
                "execute_result \"value\""
            ]
        );
    }

    #[test]
    fn of_several_updates_the_last_is_shown() {
        let mut output = Output::default();
        output.update(Bundle::text("1"), "x".to_owned());
        output.update(Bundle::text("2"), "x".to_owned());
        output.update(Bundle::text("3"), "y".to_owned());
        output.update(Bundle::text("4"), "x".to_owned());
        let updates = ["2", "3", "4"].map(|text| format!("update_display_data {text:?}"));
        assert_eq!(shown(&mut output), updates);
    }

    #[test]
    fn text_has_a_cap() {
        let mut output = Output::default();
        output.text(Stream::Stdout, &"x".repeat(CAP - 1));
        // A character is not cut in two, and nothing is shown after something that is not.
        output.text(Stream::Stdout, "äö");
        output.text(Stream::Stderr, "z");
        output.finish();
        let messages = output.take();
        let text: String = messages
            .iter()
            .map(|(_, content)| content["text"].as_str().unwrap())
            .collect();
        assert!(text.ends_with("xx\n... 3 more characters are not shown\n"));
        assert_eq!(text.matches('x').count(), CAP - 1);
    }

    #[test]
    fn much_text_does_not_wait() {
        let mut output = Output::default();
        output.text(Stream::Stdout, &"x".repeat(LARGE));
        assert!(output.due().is_none());
        assert_eq!(output.take().len(), 1);
        output.text(Stream::Stdout, "y");
        assert!(output.due().is_some() && output.take().is_empty());
    }
}
