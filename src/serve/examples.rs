//! Queries to begin with, by chapter of the manual: `examples.pl`, where `%%` begins a chapter and `%` says what a query
//! asks. A test runs all of them.

use std::sync::LazyLock;

use serde::Serialize;

/// All chapters.
#[derive(Debug, Serialize)]
pub struct Chapters {
    pub chapters: &'static [Chapter],
}

/// The queries of a chapter.
#[derive(Debug, Serialize)]
pub struct Chapter {
    pub title: String,
    pub queries: Vec<Example>,
}

/// A query, and what it asks.
#[derive(Debug, Serialize)]
pub struct Example {
    pub about: String,
    pub query: String,
}

/// `examples`.
pub fn chapters() -> Chapters {
    static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| read(include_str!("examples.pl")));
    Chapters {
        chapters: &CHAPTERS,
    }
}

fn read(text: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let blocks = text.split("\n\n").map(str::trim);
    for block in blocks.filter(|block| !block.is_empty()) {
        if let Some(title) = block.strip_prefix("%% ") {
            chapters.push(Chapter {
                title: title.to_owned(),
                queries: Vec::new(),
            });
            continue;
        }
        let (about, query): (Vec<&str>, Vec<&str>) =
            block.lines().partition(|line| line.starts_with("% "));
        if let (Some(chapter), false) = (chapters.last_mut(), query.is_empty()) {
            let about = about.iter().map(|line| &line[2..]);
            chapter.queries.push(Example {
                about: about.collect::<Vec<_>>().join(" "),
                query: query.join("\n"),
            });
        }
    }
    chapters
}
