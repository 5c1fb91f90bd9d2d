//! The cells that were run since the kernel started.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::wire::Message;

/// What this session is called; 0 is the current one too.
const SESSION: i64 = 1;

/// The cells, in their order.
#[derive(Debug, Default)]
pub struct History(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    number: u64,
    code: String,
    output: Option<String>,
}

impl History {
    /// A cell begins.
    pub fn add(&mut self, number: u64, code: &str) {
        self.0.push(Entry {
            number,
            code: code.to_owned(),
            output: None,
        });
    }

    /// The cell with this number has a value.
    pub fn set_output(&mut self, number: u64, output: &str) {
        if let Some(entry) = self.0.last_mut().filter(|entry| entry.number == number) {
            entry.output = Some(output.to_owned());
        }
    }

    /// The answer to a `history_request`. Without a known kind of access, it is about all cells.
    pub fn answer(&self, request: &Message) -> Value {
        let field = |name: &str| &request.content[name];
        let access = request.text("hist_access_type");
        let mut entries: Vec<&Entry> = self.0.iter().collect();
        match access {
            "range" => {
                let here = [0, SESSION].contains(&field("session").as_i64().unwrap_or(0));
                let start = field("start").as_u64().unwrap_or(0);
                let stop = field("stop").as_u64().unwrap_or(u64::MAX);
                entries.retain(|entry| here && (start..stop).contains(&entry.number));
            }
            "search" => {
                let pattern: Vec<char> = field("pattern").as_str().unwrap_or("*").chars().collect();
                entries.retain(|entry| matches(&pattern, &entry.code.chars().collect::<Vec<_>>()));
                if request.flag("unique", false) {
                    let mut seen = HashSet::new();
                    entries.reverse();
                    entries.retain(|entry| seen.insert(&entry.code));
                    entries.reverse();
                }
            }
            _ => {}
        }
        if access != "range"
            && let Some(n) = field("n").as_u64()
        {
            let n = usize::try_from(n).unwrap_or(usize::MAX);
            entries.drain(..entries.len().saturating_sub(n));
        }
        let with_output = request.flag("output", false);
        let lines = entries.into_iter().map(|entry| match with_output {
            true => json!([SESSION, entry.number, [entry.code, entry.output]]),
            false => json!([SESSION, entry.number, entry.code]),
        });
        json!({ "status": "ok", "history": lines.collect::<Vec<_>>() })
    }
}

/// Whether a text matches a pattern, in which `*` is any text and `?` any character.
fn matches(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut in_text) = (0, 0);
    // The last star, and where the text that it stands for ends so far.
    let mut star = None;
    while in_text < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_text));
                at += 1;
            }
            Some(c) if *c == '?' || *c == text[in_text] => {
                at += 1;
                in_text += 1;
            }
            _ => {
                let Some((place, end)) = star else {
                    return false;
                };
                star = Some((place, end + 1));
                (at, in_text) = (place + 1, end + 1);
            }
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the cells in an answer.
    fn asked(history: &History, content: Value) -> Vec<u64> {
        let request = Message {
            identities: Vec::new(),
            header: Value::Null,
            parent: Value::Null,
            metadata: Value::Null,
            content,
        };
        let answer = history.answer(&request);
        let lines = answer["history"].as_array().unwrap().iter();
        lines.map(|line| line[1].as_u64().unwrap()).collect()
    }

    #[test]
    fn all_kinds_of_access() {
        let mut history = History::default();
        for (number, code) in [(1, "ab"), (2, "cd"), (3, "ab"), (4, "abc")] {
            history.add(number, code);
        }
        history.set_output(3, "not the last");
        history.set_output(4, "value");
        let asked = |content| asked(&history, content);
        assert_eq!(asked(json!({"hist_access_type": "tail", "n": 2})), [3, 4]);
        assert_eq!(asked(json!({})), [1, 2, 3, 4]);
        assert_eq!(
            asked(json!({"hist_access_type": "range", "session": 0, "start": 2, "stop": 4})),
            [2, 3]
        );
        assert_eq!(
            asked(json!({"hist_access_type": "range", "start": 3, "stop": null})),
            [3, 4]
        );
        assert!(asked(json!({"hist_access_type": "range", "session": -1})).is_empty());
        assert_eq!(asked(json!({"hist_access_type": "search"})), [1, 2, 3, 4]);
        let ab = json!({"hist_access_type": "search", "pattern": "ab*", "unique": true});
        assert_eq!(asked(ab), [3, 4]);
        let last = json!({"hist_access_type": "search", "pattern": "?b", "n": 1});
        assert_eq!(asked(last), [3]);
    }

    #[test]
    fn patterns() {
        let cases = [
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("a*c", "abbc", true),
            ("a*c", "abcd", false),
            ("*b*d", "abcbd", true),
            ("a??", "ab", false),
            ("**ä?", "xäy", true),
        ];
        for (pattern, text, expected) in cases {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            assert_eq!(
                matches(&chars(pattern), &chars(text)),
                expected,
                "{pattern} {text}"
            );
        }
    }
}
