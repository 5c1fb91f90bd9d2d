//! Files that are given with an assignment: facts and predicates that submissions and tests may call.
//!
//! ```prolog
//! :- grading([given('family.pl')]).
//! ```

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::handed_in::unreadable;
use crate::{
    engine::{Access, Event, Severity},
    os,
    session::{Loading, Session},
    syntax::{self, Dialect, Ops, Shape, Spanned},
};

/// The files that are given with `tests`: those of the command line, then those that its `grading/1` names, beside it; each once.
/// Where a file of tests cannot be read, it names none.
///
/// # Errors
///
/// What cannot be read, or is a module.
pub fn given(tests: &Path, more: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let bytes = match fs::metadata(tests) {
        Ok(file) if file.is_file() => fs::read(tests).unwrap_or_default(),
        _ => Vec::new(),
    };
    let text = String::from_utf8_lossy(&bytes);
    let folder = tests.parent().unwrap_or(Path::new(""));
    let mut files: Vec<PathBuf> = Vec::new();
    for file in more {
        add(&mut files, file.clone(), "--given")?;
    }
    for (line, name) in named(&text) {
        let by = format!("{}:{line}", tests.display());
        let file = folder.join(&name);
        let with_ending = folder.join(format!("{name}.pl"));
        let file = match !file.is_file() && with_ending.is_file() {
            true => with_ending,
            false => file,
        };
        add(&mut files, file, &by)?;
    }
    Ok(files)
}

/// Loads such files into a session.
///
/// # Errors
///
/// What is wrong with one of them; what is told of it is reported before.
pub fn load(
    session: &mut Session,
    files: &[PathBuf],
    mut report: impl FnMut(&Event),
) -> Result<(), String> {
    for file in files {
        let mut wrong = false;
        let loaded = session.consult_as(file, Access::Call, |event| {
            wrong |= matches!(event, Event::Diagnostic(told) if told.severity == Severity::Error);
            report(event);
        })?;
        match loaded {
            Loading::Halted(status) => {
                return Err(format!(
                    "{} calls halt({status}) while it is loaded",
                    file.display()
                ));
            }
            Loading::Done(_) if wrong => {
                return Err(format!(
                    "{}: a file that is given with an assignment has no errors",
                    file.display()
                ));
            }
            Loading::Done(_) => {}
        }
    }
    Ok(())
}

/// What all of them say, as one text.
pub fn texts(files: &[PathBuf]) -> String {
    let read = |file: &PathBuf| {
        let bytes = fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned() + "\n"
    };
    files.iter().map(read).collect()
}

/// Adds a file that `by` names.
fn add(files: &mut Vec<PathBuf>, file: PathBuf, by: &str) -> Result<(), String> {
    if file.is_dir() {
        let file = file.display();
        return Err(format!("{by}: {file} is a folder; expected a Prolog file"));
    }
    let text = fs::read(&file).map_err(|error| format!("{by}: {}", unreadable(&file, &error)))?;
    let text = String::from_utf8_lossy(&text);
    let clauses = syntax::split(&text, &syntax::tokens(&text));
    if let Some(first) = clauses.first()
        && syntax::begins_module(first.text)
    {
        return Err(format!(
            "{}:{}: a file that is given with an assignment is no module: what it defines is there for all; leave this \
             line out",
            file.display(),
            first.line
        ));
    }
    if !files
        .iter()
        .any(|known| *known == file || os::same_file(known, &file))
    {
        files.push(file);
    }
    Ok(())
}

/// The files that `grading/1` names in a text, with the lines of the directives.
fn named(text: &str) -> Vec<(usize, String)> {
    let tokens = syntax::tokens(text);
    let mut names = Vec::new();
    for clause in syntax::split(text, &tokens) {
        if syntax::directive(clause.text) != Some("grading") {
            continue;
        }
        let own = &tokens[clause.tokens.clone()];
        let Ok(Some(term)) = syntax::read_clause(text, own, &Ops::swi(), Dialect::Swi) else {
            continue;
        };
        let options = term
            .arguments(":-")
            .and_then(|[directive]| directive.arguments("grading"))
            .map_or(&[][..], |[options]| elements(options));
        for option in options {
            let files = option
                .arguments("given")
                .map_or(&[][..], |[files]| match &files.shape {
                    Shape::List(..) => elements(files),
                    _ => std::slice::from_ref(files),
                });
            names.extend(files.iter().filter_map(|file| match &file.shape {
                Shape::Atom(name) | Shape::Text(name) => Some((clause.line, name.clone())),
                _ => None,
            }));
        }
    }
    names
}

fn elements(list: &Spanned) -> &[Spanned] {
    match &list.shape {
        Shape::List(elements, _) => elements,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_grading() {
        let text = "% Family.\n:- grading([title(\"F\"),\n   given('family.pl')]).\n\
                    :- grading([given([a, \"b.pl\", X])]).\np :- grading([given(c)]).\n";
        let name = |line, name: &str| (line, name.to_owned());
        assert_eq!(
            named(text),
            [name(2, "family.pl"), name(4, "a"), name(4, "b.pl")]
        );
    }

    #[test]
    fn a_file_that_is_missing_is_told_with_its_place() {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-given", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let tests = folder.join("tests.pl");
        fs::write(&tests, ":- grading([given(family)]).\n").unwrap();
        let told = given(&tests, &[]).unwrap_err();
        assert!(told.contains("tests.pl:1: cannot read "), "{told}");
        fs::write(folder.join("family.pl"), ":- module(family, []).\n").unwrap();
        let told = given(&tests, &[]).unwrap_err();
        assert!(told.contains("is no module"), "{told}");
        fs::write(folder.join("family.pl"), "parent(a, b).\n").unwrap();
        let more = [folder.join("family.pl")];
        assert_eq!(given(&tests, &more).unwrap(), more);
        fs::remove_dir_all(&folder).unwrap();
    }
}
