//! Pages for a browser: an overview for the one who teaches, a page for each submission, and what is similar.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use super::{
    super::{marking::Marked, similar::Pair},
    Class, feedback, file_name,
    machines::escaped,
    name, points,
};

const STYLE: &str = "body{font:16px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse}td,th{padding:.25rem .7rem;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}\
td.n{text-align:right;font-variant-numeric:tabular-nums}pre{white-space:pre-wrap;margin:.2rem 0;font-size:.9em}\
.passed{color:#16703c}.failed{color:#b3261e}.other{color:#7a5c00}mark{background:#ffe9a8}\
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}\
td,th{border-color:#444}a{color:#8ab4f8}.passed{color:#7ad19b}.failed{color:#ff8a80}mark{background:#5c4a00;color:inherit}}";

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n\
         {body}</body></html>\n",
        title = escaped(title),
    )
}

/// The overview.
pub fn index(class: &Class<'_>) -> String {
    let of = points(class.assignment.points());
    let mut body = format!(
        "<table>\n<tr><th>submission</th><th>points of {of}</th><th>passed</th><th>failed</th><th></th></tr>\n"
    );
    for marked in class.marked {
        let id = &marked.submission.id;
        // Writing to a string cannot fail.
        _ = writeln!(
            body,
            "<tr><td><a href=\"pages/{}.html\">{}</a></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td>{}</td></tr>",
            escaped(&file_name(id)),
            escaped(id),
            points(marked.points()),
            marked.count("passed"),
            marked.count("failed"),
            escaped(&marked.notes()),
        );
    }
    body += "</table>\n<h2>Tests</h2>\n<table>\n<tr><th>test</th><th>points</th><th>passed by</th></tr>\n";
    for (at, check) in class.assignment.checks.iter().enumerate() {
        let passed = class
            .marked
            .iter()
            .filter(|marked| marked.results[at].word == "passed");
        _ = writeln!(
            body,
            "<tr><td><code>{}</code>{}</td><td class=\"n\">{}</td><td class=\"n\">{} of {}</td></tr>",
            escaped(&check.name),
            if check.hidden { " (hidden)" } else { "" },
            points(check.points),
            passed.count(),
            class.marked.len(),
        );
    }
    body += "</table>\n";
    if !class.similar.is_empty() {
        body += "<h2>Similar submissions</h2>\n<p>Whatever names they use; <a href=\"similar.html\">the shared parts</a>.</p>\n";
        body += &pair_table(class);
    }
    page(&class.assignment.title, &body)
}

fn pair_table(class: &Class<'_>) -> String {
    let mut text = "<table>\n".to_owned();
    for (at, pair) in class.similar.iter().enumerate() {
        let [one, other] = pair.both.map(|at| escaped(&class.marked[at].submission.id));
        _ = writeln!(
            text,
            "<tr><td><a href=\"similar.html#pair{at}\">{one}, {other}</a></td><td class=\"n\">{:.0} %</td></tr>",
            pair.share * 100.0
        );
    }
    text + "</table>\n"
}

/// The page of a submission, for the one who handed it in.
pub fn submission(class: &Class<'_>, marked: &Marked) -> String {
    let mut body = format!(
        "<p>{}: <strong>{}</strong> of {} points.</p>\n",
        escaped(&class.assignment.title),
        points(marked.points()),
        points(class.assignment.points()),
    );
    if !marked.problems.is_empty() {
        body += "<h2>In the files</h2>\n";
        for problem in &marked.problems {
            _ = writeln!(body, "<pre>{}</pre>", escaped(&problem.report));
        }
    }
    if !marked.broken.is_empty() {
        body += "<h2>Rules</h2>\n<ul>\n";
        for (sentence, cost) in &marked.broken {
            _ = writeln!(
                body,
                "<li class=\"failed\">{} (-{})</li>",
                escaped(sentence),
                points(*cost)
            );
        }
        body += "</ul>\n";
    }
    body += "<h2>Tests</h2>\n<table>\n";
    for (at, (check, checked)) in class
        .assignment
        .checks
        .iter()
        .zip(&marked.results)
        .enumerate()
    {
        let kind = match checked.word {
            "passed" | "failed" => checked.word,
            _ => "other",
        };
        let told = feedback(check, checked);
        _ = writeln!(
            body,
            "<tr><td class=\"{kind}\">{}</td><td class=\"n\">{}/{}</td><td><code>{}</code>{}</td></tr>",
            checked.word,
            points(checked.points),
            points(check.points),
            escaped(&name(at, check)),
            match told.is_empty() {
                true => String::new(),
                false => format!("<pre>{}</pre>", escaped(&told)),
            },
        );
    }
    body += "</table>\n";
    if !marked.output.is_empty() {
        _ = writeln!(
            body,
            "<h2>Printed while it was loaded</h2>\n<pre>{}</pre>",
            escaped(&marked.output)
        );
    }
    page(&marked.submission.id, &body)
}

/// Similar submissions side by side, with what they share marked.
pub fn similar(class: &Class<'_>) -> String {
    let mut body = match class.similar.is_empty() {
        true => "<p>No two submissions resemble each other so much.</p>\n".to_owned(),
        false => pair_table(class),
    };
    for (at, pair) in class.similar.iter().enumerate() {
        let [one, other] = pair.both.map(|at| escaped(&class.marked[at].submission.id));
        _ = writeln!(
            body,
            "<h2 id=\"pair{at}\">{one}, {other}: {:.0} %</h2>\n<div class=\"two\">{}{}</div>",
            pair.share * 100.0,
            side(class, pair, 0),
            side(class, pair, 1),
        );
    }
    page(
        &format!("{}: similar submissions", class.assignment.title),
        &body,
    )
}

fn side(class: &Class<'_>, pair: &Pair, side: usize) -> String {
    let files = &class.marked[pair.both[side]].submission.files;
    let shared = |file: usize| pair.lines[side].get(&file);
    let mut text = "<div>".to_owned();
    for (at, file) in files.iter().enumerate() {
        text += &marked_text(file, shared(at));
    }
    text + "</div>"
}

fn marked_text(file: &Path, shared: Option<&BTreeSet<usize>>) -> String {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().enumerate().map(|(at, line)| {
        match shared.is_some_and(|shared| shared.contains(&(at + 1))) {
            true => format!("<mark>{}</mark>\n", escaped(line)),
            false => format!("{}\n", escaped(line)),
        }
    });
    format!("<pre>{}</pre>", lines.collect::<String>())
}
