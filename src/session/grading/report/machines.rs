//! Files for other programs: JUnit's XML, Gradescope, the reporter of GitHub Classroom, nbgrader.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{super::marking::Marked, Class, cell, feedback, name, points};
use crate::report::{cells, csv, milliseconds};

/// Text between tags or in an attribute. Characters that XML cannot have are left out: what a program prints may hold any.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(c),
            '\0'..'\u{20}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => safe.push(c),
        }
    }
    safe
}

/// A suite for each submission, for the one who teaches.
pub fn junit(class: &Class<'_>) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for marked in class.marked {
        // Writing to a string cannot fail.
        _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3}\">",
            escaped(&marked.submission.id),
            marked.results.len(),
            marked.count("failed"),
            marked.results.len() - marked.count("failed") - marked.count("passed"),
            marked.time.as_secs_f64(),
        );
        for (check, checked) in class.assignment.checks.iter().zip(&marked.results) {
            _ = write!(
                xml,
                "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
                escaped(&marked.submission.id),
                escaped(&check.name),
                checked.time.as_secs_f64(),
            );
            let message = checked.message.as_deref().unwrap_or_default();
            let first = message.lines().next().unwrap_or_default();
            match checked.word {
                "passed" => xml += "/>\n",
                "failed" => {
                    _ = write!(
                        xml,
                        ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                        escaped(first),
                        escaped(
                            &[vec![message.to_owned()], checked.why.clone()]
                                .concat()
                                .join("\n")
                        ),
                    );
                }
                word => {
                    _ = write!(
                        xml,
                        ">\n      <skipped message=\"{word}: {}\"/>\n    </testcase>\n",
                        escaped(first)
                    );
                }
            }
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// What broke before or beside the tests, for the one who handed it in.
fn remarks(marked: &Marked) -> String {
    let mut lines: Vec<String> = marked
        .problems
        .iter()
        .map(|problem| problem.report.clone())
        .collect();
    lines.extend(
        (marked.broken.iter()).map(|(sentence, cost)| format!("{sentence} (-{})", points(*cost))),
    );
    lines.join("\n\n")
}

/// `results.json` of an autograder on Gradescope ("Autograder specifications"). Hidden tests are seen after the grades are
/// published.
pub fn gradescope(class: &Class<'_>, marked: &Marked) -> Value {
    let tests: Vec<Value> = (class
        .assignment
        .checks
        .iter()
        .zip(&marked.results)
        .enumerate())
    .map(|(at, (check, checked))| {
        json!({
            "name": name(at, check), "score": checked.points, "max_score": check.points,
            "status": if checked.word == "passed" { "passed" } else { "failed" },
            "output": feedback(check, checked), "output_format": "text",
            "visibility": if check.hidden { "after_published" } else { "visible" },
        })
    })
    .collect();
    json!({
        "score": marked.points(),
        "execution_time": milliseconds(marked.time.as_secs_f64()),
        "output": remarks(marked),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

/// Bytes that `classroom` makes at most: a workflow hands them on in base64 in a variable of the environment, and Linux takes
/// 128 KiB in one.
const ROOM: usize = 90_000;

/// What the reporter of GitHub Classroom (`classroom-resources/autograding-grading-reporter`) decodes from a runner. It
/// shows a message only beside the status `error`, so what there is to say stands in `test_code`. It sums up the scores of the
/// tests: what broken rules cost is the score of one more. Texts are shortened where all would be too long.
pub fn classroom(class: &Class<'_>, marked: &Marked) -> Value {
    let mut most = 1 << 14;
    loop {
        let results = classroom_with(class, marked, most);
        if most == 0 || format!("{results:#}").len() <= ROOM {
            return results;
        }
        most /= 2;
    }
}

/// The same with `most` bytes of text a test.
fn classroom_with(class: &Class<'_>, marked: &Marked, most: usize) -> Value {
    let test = |name: &str, passed: bool, score: f64, text: &str, line: u64, millis: u64| {
        json!({
            "name": name, "status": if passed { "pass" } else { "fail" }, "score": score, "message": "",
            "test_code": logged(text, most), "filename": "", "line_no": line, "duration": millis,
        })
    };
    let checks = class.assignment.checks.iter().zip(&marked.results);
    let mut tests: Vec<Value> = (checks.enumerate())
        .map(|(at, (check, checked))| {
            let millis = checked.time.as_millis() as u64;
            let text = feedback(check, checked);
            test(
                &name(at, check),
                checked.word == "passed",
                checked.points,
                &text,
                check.line,
                millis,
            )
        })
        .collect();
    let remarks = remarks(marked);
    if !remarks.is_empty() {
        let earned: f64 = marked.results.iter().map(|checked| checked.points).sum();
        let passed = marked.broken.is_empty() && marked.errors() == 0;
        let lost = marked.points() - earned;
        tests.push(test("the files", passed, lost, &remarks, 1, 0));
    }
    let whole = marked.points() >= class.assignment.points();
    json!({
        "version": 1, "status": if whole { "pass" } else { "fail" },
        "max_score": class.assignment.points(), "tests": tests,
    })
}

/// Text as it may stand in the log of a workflow. There a line that begins with `::`, or has `##[` anywhere, is a command to
/// the runner: a submission could print points of its own.
fn logged(text: &str, most: usize) -> String {
    let mut logged = String::new();
    for line in text.lines() {
        let line = format!("| {}", line.replace("##[", "## ["));
        if logged.len() + line.len() > most {
            return logged + "| ...";
        }
        logged += &line;
        logged.push('\n');
    }
    logged.trim_end().to_owned()
}

/// The columns that `nbgrader export` writes, so that marks of files stand beside those of notebooks.
pub fn nbgrader(class: &Class<'_>) -> String {
    let rows = class.marked.iter().map(|marked| {
        cells![
            class.assignment.title,
            "",
            "",
            cell(&marked.submission.id),
            "",
            "",
            "",
            points(marked.points()),
            "0",
            points(marked.points()),
            points(class.assignment.points()),
        ]
    });
    csv(
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score",
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_no_commands() {
        let text = "::notice title=Autograding complete::Points 9/9\na ##[command]x";
        let safe = "| ::notice title=Autograding complete::Points 9/9\n| a ## [command]x";
        assert_eq!(logged(text, 100), safe);
        assert_eq!(
            logged(text, 60),
            "| ::notice title=Autograding complete::Points 9/9\n| ..."
        );
        assert_eq!(logged("", 60), "");
    }
}
