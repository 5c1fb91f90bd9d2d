//! What was handed in: files and folders, and whose they are.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use super::report::file_name;
use crate::{
    syntax::{self, Kind},
    terminal::printable,
};

/// How files of Prolog end.
const ENDINGS: [&str; 3] = ["pl", "pro", "prolog"];

/// How many folders deep files are looked for.
const DEEPEST: usize = 4;

/// What somebody has handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Whose it is: the name of the file or folder.
    pub id: String,
    /// Its files, in the order in which they are loaded.
    pub files: Vec<PathBuf>,
}

/// What is said of a path that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {error}", path.display())
}

/// What was handed in: each path is one submission. They are called as their files or folders; where several are called the
/// same, the folder above tells them apart.
///
/// # Errors
///
/// What cannot be read, and what is given twice.
pub fn submissions(paths: &[PathBuf]) -> Result<Vec<Submission>, String> {
    let ids: Vec<String> = paths.iter().map(|path| id(path, false)).collect();
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (path, own) in paths.iter().zip(&ids) {
        let shared = ids.iter().filter(|other| *other == own).count() > 1;
        let id = if shared { id(path, true) } else { own.clone() };
        if !seen.insert(file_name(&id).to_lowercase()) {
            return Err(format!(
                "{}: another submission is called {id}, too; expected each once",
                path.display()
            ));
        }
        let whole = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        let files = match whole.is_dir() {
            true => prolog_files(path)?,
            false => vec![path.clone()],
        };
        all.push(Submission { id, files });
    }
    Ok(all)
}

fn id(path: &Path, with_folder: bool) -> String {
    // `.` and `..` have a name, too.
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = |path: &Path| match path.is_dir() {
        true => path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
        false => path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned()),
    };
    // The name of a file may be of several lines.
    let name = |path: &Path| Some(printable(&name(path)?).replace(['\n', '\t'], "\u{fffd}"));
    let own = name(&whole).unwrap_or_default();
    match whole.parent().and_then(name).filter(|_| with_folder) {
        Some(folder) => format!("{folder}/{own}"),
        None => own,
    }
}

/// The Prolog files of a folder, and those of folders in it that they load; those first that others load.
fn prolog_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    gather(folder, DEEPEST, &mut files)?;
    files.sort();
    let loads: Vec<BTreeSet<usize>> = files.iter().map(|file| loaded(file, &files)).collect();
    let mut order = Vec::new();
    for (at, file) in files.iter().enumerate() {
        if file.parent() == Some(folder) {
            visit(at, &loads, &mut order, &mut BTreeSet::new());
        }
    }
    Ok(order.into_iter().map(|at| files[at].clone()).collect())
}

/// Adds the Prolog files of a folder and of those in it, so many levels down, hidden ones and links apart.
fn gather(folder: &Path, levels: usize, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !is_hidden && levels > 0 {
            // What cannot be read cannot be loaded either.
            _ = gather(&path, levels - 1, files);
        } else if path.is_file() && ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
            files.push(path);
        }
    }
    Ok(())
}

fn visit(
    at: usize,
    loads: &[BTreeSet<usize>],
    order: &mut Vec<usize>,
    above: &mut BTreeSet<usize>,
) {
    if order.contains(&at) || !above.insert(at) {
        return;
    }
    for &before in &loads[at] {
        visit(before, loads, order, above);
    }
    order.push(at);
}

/// Which of these files the directives of a file name.
fn loaded(file: &Path, files: &[PathBuf]) -> BTreeSet<usize> {
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let tokens = syntax::tokens(&text);
    let mut named = BTreeSet::new();
    // As the file names them.
    let within = |path: &Path| Some(path.strip_prefix(file.parent()?).ok()?.with_extension(""));
    let names: Vec<Option<PathBuf>> = files.iter().map(|path| within(path)).collect();
    for clause in syntax::split(&text, &tokens) {
        if !clause.text.starts_with(":-") {
            continue;
        }
        for (at, name) in names.iter().enumerate() {
            let below = name.as_ref().filter(|name| name.components().count() > 1);
            let below = below.and_then(|name| name.to_str());
            if below.is_some_and(|name| clause.text.contains(name)) {
                named.insert(at);
            }
        }
        for token in &tokens[clause.tokens.clone()] {
            if !matches!(token.kind, Kind::Atom | Kind::String) {
                continue;
            }
            let name = token.source(&text).trim_matches(['\'', '"']);
            let is_named = |path: &PathBuf| {
                let is = |part: Option<&OsStr>| part.is_some_and(|part| part == Path::new(name));
                path != file
                    && path.parent() == file.parent()
                    && (is(path.file_stem()) || is(path.file_name()))
            };
            named.extend(files.iter().position(is_named));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_others_load_come_first() {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-grade", std::process::id()));
        for below in ["parts", "old", ".git"] {
            fs::create_dir_all(folder.join(below)).unwrap();
        }
        for (name, text) in [
            ("a.pl", ":- [helpers].\np :- q.\n"),
            ("helpers.pl", ":- use_module('z.pl').\nq.\n"),
            (
                "z.pl",
                ":- module(z, [r/0]).\n:- use_module(parts/deep).\nr.\n",
            ),
            (
                "parts/deep.pl",
                ":- module(deep, [s/0]).\n:- [deeper].\ns.\n",
            ),
            ("parts/deeper.pl", "t.\n"),
            ("old/a.pl", "p.\n"),
            (".git/hook.pl", "p.\n"),
            ("notes.txt", "no Prolog\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let files = prolog_files(&folder).unwrap();
        let names: Vec<_> = files.iter().map(|file| file.file_name().unwrap()).collect();
        assert_eq!(
            names,
            ["deeper.pl", "deep.pl", "z.pl", "helpers.pl", "a.pl"]
        );
        let two = submissions(&[folder.join("a.pl"), folder.clone()]).unwrap();
        assert_eq!(two[0].id, "a");
        assert!(submissions(&[folder.join("a.pl"), folder.join("a.pl")]).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
