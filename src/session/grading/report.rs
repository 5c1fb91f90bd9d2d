//! What is told of a class that was marked: text, tables, JSON, pages, and files for other programs.
//!
//! Whatever a student gets to see says of a hidden test only whether it passed.

mod machines;
mod pages;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    assignment::{Assignment, Check},
    marking::{Checked, Marked},
    similar::Pair,
};
use crate::{
    engine::Severity,
    report::{Files, cells, csv, decimal, files, json_lines, milliseconds, plural, table},
};

/// What there is to tell.
#[derive(Debug)]
pub struct Class<'a> {
    pub assignment: &'a Assignment,
    pub marked: &'a [Marked],
    /// Which of them resemble each other.
    pub similar: &'a [Pair],
}

/// Points: without digits that say nothing.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// Text of a submission in a table: a spreadsheet takes what begins so for a formula.
fn cell(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t']) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

impl Marked {
    /// What is to be looked at, in a few words.
    fn notes(&self) -> String {
        let mut notes = Vec::new();
        if self.errors() > 0 {
            notes.push(format!(
                "{} in the files",
                plural(self.errors() as u64, "error")
            ));
        }
        let over = |checked: &&Checked| {
            let message = checked.message.as_deref().unwrap_or_default();
            ["the time limit of", "the memory limit of", "the limit of"]
                .iter()
                .any(|start| {
                    message
                        .lines()
                        .any(|line| line.trim_start_matches("observed ").starts_with(start))
                })
        };
        match self.results.iter().filter(over).count() as u64 {
            0 => {}
            limits => notes.push(plural(limits, "limit") + " used up"),
        }
        if !self.broken.is_empty() {
            notes.push(plural(self.broken.len() as u64, "rule") + " broken");
        }
        notes.join(", ")
    }
}

impl Class<'_> {
    /// The table for a terminal, and what is to be said below it.
    pub fn text(&self) -> String {
        let of = points(self.assignment.points());
        let mut rows = vec![cells!["", "points", "passed", "failed"]];
        for marked in self.marked {
            rows.push(cells![
                marked.submission.id,
                points(marked.points()),
                marked.count("passed"),
                marked.count("failed"),
            ]);
        }
        // What is to be looked at stands to the left, behind columns of numbers.
        let mut text = format!("{}: {of} points\n\n", self.assignment.title);
        let notes = std::iter::once(String::new()).chain(self.marked.iter().map(Marked::notes));
        for (line, notes) in table(&rows).lines().zip(notes) {
            text += format!("{line}  {notes}").trim_end();
            text.push('\n');
        }
        text += &self.lost();
        text += &self.unmarked();
        text += &self.undefined();
        if !self.similar.is_empty() {
            text += "\nSimilar submissions, whatever names they use\n";
            let rows: Vec<_> = self.similar.iter().map(|pair| self.pair(pair)).collect();
            text += &table(&rows);
        }
        text
    }

    /// What half of the class or more defines and nobody marks.
    fn unmarked(&self) -> String {
        let mut counts = BTreeMap::new();
        for predicate in self.marked.iter().flat_map(|marked| &marked.unmarked) {
            *counts.entry(predicate).or_insert(0u64) += 1;
        }
        let mut text = String::new();
        for (predicate, count) in counts {
            if 2 * count < self.marked.len() as u64 {
                continue;
            }
            text += &format!(
                "\n{predicate} is not marked, though {} it: the tests mean that of a library. If it is the exercise, say \
                 `:- grading([exercise([{predicate}])]).` in the tests.\n",
                plural(count, "submission") + if count == 1 { " defines" } else { " define" },
            );
        }
        text
    }

    /// What a rule speaks of and nobody has: it may be written wrongly there.
    fn undefined(&self) -> String {
        let Some((first, others)) = self.marked.split_first() else {
            return String::new();
        };
        let nobody = |predicate: &&String| {
            (others.iter()).all(|marked| marked.undefined.contains(predicate))
        };
        (first.undefined.iter().filter(nobody))
            .map(|predicate| {
                format!(
                    "\n{predicate} is to be tail recursive, but no submission defines it; is that its name and arity?\n"
                )
            })
            .collect()
    }

    fn pair(&self, pair: &Pair) -> Vec<String> {
        let [one, other] = pair.both.map(|at| &self.marked[at].submission.id);
        cells![
            format!("{one}, {other}"),
            format!("{:.0} %", pair.share * 100.0)
        ]
    }

    /// What most have failed: where a class has not understood something, or a test is wrong.
    fn lost(&self) -> String {
        let failed = |at: usize| {
            let failed = |marked: &&Marked| marked.results[at].word == "failed";
            self.marked.iter().filter(failed).count()
        };
        let half = self.marked.len().div_ceil(2).max(2);
        let rows: Vec<_> = (self.assignment.checks.iter().enumerate())
            .filter(|(at, _)| failed(*at) >= half)
            .map(|(at, check)| {
                cells![
                    check.name,
                    format!("failed by {} of {}", failed(at), self.marked.len())
                ]
            })
            .collect();
        match rows.is_empty() {
            true => String::new(),
            false => format!(
                "\nWhat half of the class or more has failed\n{}",
                table(&rows)
            ),
        }
    }

    /// All of it, for programs.
    pub fn json(&self) -> Value {
        let marked: Vec<Value> = self
            .marked
            .iter()
            .map(|marked| self.submission(marked))
            .collect();
        let similar: Vec<Value> = self
            .similar
            .iter()
            .map(|pair| {
                let ids = pair.both.map(|at| &self.marked[at].submission.id);
                let lines = [0, 1].map(|side: usize| {
                    let files = &self.marked[pair.both[side]].submission.files;
                    let lines = pair.lines[side].iter().map(|(&file, lines)| {
                        json!({ "file": files[file].display().to_string(), "lines": lines })
                    });
                    lines.collect::<Vec<_>>()
                });
                json!({ "submissions": ids, "share": milliseconds(pair.share), "lines": lines })
            })
            .collect();
        json!({
            "title": self.assignment.title,
            "tests": self.assignment.file.display().to_string(),
            "points": self.assignment.points(),
            "submissions": marked,
            "similar": similar,
        })
    }

    fn submission(&self, marked: &Marked) -> Value {
        let results: Vec<Value> = (self.assignment.checks.iter().zip(&marked.results))
            .map(|(check, checked)| {
                json!({
                    "name": check.name, "line": check.line, "hidden": check.hidden,
                    "verdict": checked.word, "points": checked.points, "of": check.points,
                    "message": checked.message, "why": checked.why, "output": checked.output,
                    "feedback": check.feedback, "seconds": milliseconds(checked.time.as_secs_f64()),
                })
            })
            .collect();
        let problems: Vec<Value> = (marked.problems.iter())
            .map(|problem| {
                json!({
                    "severity": match problem.severity { Severity::Error => "error", Severity::Warning => "warning" },
                    "file": problem.place.as_ref().map(|(file, _)| file),
                    "line": problem.place.as_ref().map(|(_, line)| line),
                    "message": problem.message,
                })
            })
            .collect();
        let broken: Vec<Value> = (marked.broken.iter())
            .map(|(sentence, cost)| json!({ "message": sentence, "cost": cost }))
            .collect();
        let paths = marked
            .submission
            .files
            .iter()
            .map(|file| file.display().to_string());
        json!({
            "id": marked.submission.id,
            "files": paths.collect::<Vec<_>>(),
            "points": marked.points(),
            "results": results,
            "problems": problems,
            "broken": broken,
            "output": marked.output,
            "seconds": milliseconds(marked.time.as_secs_f64()),
        })
    }

    /// One row for each submission.
    fn csv(&self) -> String {
        let of = self.assignment.points();
        let rows = self.marked.iter().map(|marked| {
            cells![
                cell(&marked.submission.id),
                points(marked.points()),
                points(of),
                marked.count("passed"),
                marked.count("failed"),
                marked.errors(),
                marked.broken.len(),
                decimal(marked.time.as_secs_f64(), 3),
            ]
        });
        csv("id,points,of,passed,failed,errors,broken,seconds", rows)
    }

    /// One row for each check of each submission.
    fn results_csv(&self) -> String {
        let rows = self.marked.iter().flat_map(|marked| {
            (self.assignment.checks.iter().zip(&marked.results)).map(|(check, checked)| {
                cells![
                    cell(&marked.submission.id),
                    check.name,
                    checked.word,
                    points(checked.points),
                    points(check.points),
                    cell(checked.message.as_deref().unwrap_or_default()),
                ]
            })
        });
        csv("id,test,verdict,points,of,message", rows)
    }

    /// All files: those of the whole class, and one for each submission in the folders `pages`, `gradescope` and
    /// `classroom`.
    pub fn files(&self) -> Files {
        let mut all = files([
            ("index.html", pages::index(self)),
            ("similar.html", pages::similar(self)),
            ("marks.csv", self.csv()),
            ("results.csv", self.results_csv()),
            ("nbgrader.csv", machines::nbgrader(self)),
            ("marks.json", json_lines(self.json())),
            ("junit.xml", machines::junit(self)),
        ]);
        for marked in self.marked {
            let name = file_name(&marked.submission.id);
            all.push((
                format!("pages/{name}.html"),
                pages::submission(self, marked),
            ));
            all.push((
                format!("gradescope/{name}.json"),
                json_lines(machines::gradescope(self, marked)),
            ));
            all.push((
                format!("classroom/{name}.json"),
                json_lines(machines::classroom(self, marked)),
            ));
        }
        all
    }
}

/// The folders that [`Class::files`] are in.
pub const FOLDERS: [&str; 3] = ["pages", "gradescope", "classroom"];

/// An id as the name of a file.
pub fn file_name(id: &str) -> String {
    let safe = |c: char| match c {
        c if c.is_alphanumeric() || "-_.+@".contains(c) => c,
        _ => '_',
    };
    id.chars().map(safe).collect()
}

/// What a student is told of a check: nothing of one that is hidden.
fn feedback(check: &Check, checked: &Checked) -> String {
    let mut parts = Vec::new();
    if check.hidden {
        return String::new();
    }
    if checked.word == "failed"
        && let Some(text) = &check.feedback
    {
        parts.push(text.clone());
    }
    parts.extend(
        checked
            .message
            .clone()
            .filter(|message| message != "failed"),
    );
    if !checked.why.is_empty() {
        parts.push(checked.why.join("\n"));
    }
    if !checked.output.is_empty() {
        parts.push(format!("It printed:\n{}", checked.output.trim_end()));
    }
    parts.join("\n")
}

/// The name of a check that a student is told.
fn name(at: usize, check: &Check) -> String {
    match check.hidden {
        true => format!("hidden test {}", at + 1),
        false => check.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("1-1"), "1-1");
    }
}
