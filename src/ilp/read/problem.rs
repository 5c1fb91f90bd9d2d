//! What is wrong with a task's files: each problem with its place, collected and not thrown.

use std::{ops::Range, path::Path};

use crate::syntax::{Mistake, Problem, Severity, did_you_mean};

/// A file that is read.
#[derive(Debug, Clone, Default)]
pub(super) struct SourceFile {
    pub name: String,
    pub text: String,
}

/// How many problems of one file are reported one by one.
const TOLD: usize = 40;

/// The problems so far.
#[derive(Debug, Default)]
pub(super) struct Problems {
    list: Vec<Problem>,
    /// How many there were of the file that is read, and how many of those are not reported.
    count: usize,
    untold: [usize; 2],
}

impl Problems {
    /// Adds a problem of a place.
    pub fn add(
        &mut self,
        severity: Severity,
        source: &SourceFile,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.count += 1;
        if self.count > TOLD {
            self.untold[severity as usize] += 1;
            return;
        }
        let mistake = Mistake {
            message: message.into(),
            span,
            help,
        };
        self.list.push(Problem {
            severity,
            ..mistake.in_file(&source.name, &source.text)
        });
    }

    /// Adds an error of a place.
    pub fn error(&mut self, source: &SourceFile, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Error, source, span, message, None);
    }

    /// Adds a warning of a place.
    pub fn warn(&mut self, source: &SourceFile, span: Range<usize>, message: impl Into<String>) {
        self.add(Severity::Warning, source, span, message, None);
    }

    /// Adds a problem of a whole file or folder.
    pub fn whole(&mut self, severity: Severity, file: &Path, message: impl Into<String>) {
        self.list.push(Problem {
            severity,
            ..Problem::whole(file.display().to_string(), message)
        });
    }

    /// Ends a file: says how many of its problems were not reported.
    pub fn end_of(&mut self, file: &Path) {
        for (severity, name) in [(Severity::Error, "errors"), (Severity::Warning, "warnings")] {
            match std::mem::take(&mut self.untold[severity as usize]) {
                0 => {}
                more => self.whole(severity, file, format!("{more} more {name}")),
            }
        }
        self.count = 0;
    }

    /// Adds those of another file.
    pub fn append(&mut self, other: Problems) {
        self.list.extend(other.list);
    }

    /// Whether there is an error.
    pub fn fatal(&self) -> bool {
        self.errors() > 0
    }

    /// How many errors are reported.
    pub fn errors(&self) -> usize {
        let errors = self
            .list
            .iter()
            .filter(|problem| problem.severity == Severity::Error);
        errors.count()
    }

    /// All of them: errors first, each kind file by file, and in the order of the lines.
    pub fn finish(mut self) -> Vec<Problem> {
        let mut files: Vec<String> = Vec::new();
        for problem in &self.list {
            if !files.contains(&problem.file) {
                files.push(problem.file.clone());
            }
        }
        self.list.sort_by_key(|problem| {
            let file = files.iter().position(|file| *file == problem.file);
            let place = problem.place.as_ref();
            let place = place.map_or((usize::MAX, 0), |place| (place.line, place.column));
            (problem.severity, file, place)
        });
        self.list
    }
}

/// `; did you mean NAME?`, if one of the names is close to `word`.
pub(super) fn meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(word, names.into_iter().map(str::to_owned))
        .map_or_else(String::new, |name| format!("; did you mean {name}?"))
}
