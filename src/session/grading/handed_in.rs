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
    /// What it has instead of files: links, by their names. They may lead anywhere, also to the tests, so they are not followed.
    pub links: Vec<String>,
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
        // A path that ends in `/` would name what a link leads to.
        let path: PathBuf = path.components().collect();
        let whole = fs::symlink_metadata(&path).map_err(|error| unreadable(&path, &error))?;
        let mut links = Vec::new();
        let files = if whole.is_dir() {
            prolog_files(&path, &mut links)?
        } else if whole.is_symlink() {
            links.push(shown(&path, path.parent().unwrap_or(&path)));
            Vec::new()
        } else {
            vec![path]
        };
        all.push(Submission { id, files, links });
    }
    Ok(all)
}

fn id(path: &Path, with_folder: bool) -> String {
    // `.` and `..` have a name, too. A link is called by its own.
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let whole = match (path.file_name(), path.parent()) {
        (Some(name), Some(folder)) if folder.as_os_str().is_empty() => {
            real(Path::new(".")).join(name)
        }
        (Some(name), Some(folder)) => real(folder).join(name),
        _ => real(path),
    };
    let is_folder = |path: &Path| fs::symlink_metadata(path).is_ok_and(|path| path.is_dir());
    let name = |path: &Path| match is_folder(path) {
        true => path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
        false => path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned()),
    };
    let name = |path: &Path| Some(on_a_line(&name(path)?));
    let own = name(&whole).unwrap_or_default();
    match whole.parent().and_then(name).filter(|_| with_folder) {
        Some(folder) => format!("{folder}/{own}"),
        None => own,
    }
}

/// The name of a file, which may be of several lines, on one.
fn on_a_line(name: &str) -> String {
    printable(name).replace(['\n', '\t'], "\u{fffd}")
}

/// A path as seen from a folder.
fn shown(path: &Path, folder: &Path) -> String {
    on_a_line(&path.strip_prefix(folder).unwrap_or(path).to_string_lossy())
}

/// The Prolog files of a folder, and those of folders in it that they load; those first that others load.
fn prolog_files(folder: &Path, links: &mut Vec<String>) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut found = Vec::new();
    gather(folder, DEEPEST, &mut files, &mut found)?;
    files.sort();
    found.sort();
    links.extend(found.iter().map(|link| shown(link, folder)));
    let loads: Vec<BTreeSet<usize>> = files.iter().map(|file| loaded(file, &files)).collect();
    let mut order = Vec::new();
    for (at, file) in files.iter().enumerate() {
        if file.parent() == Some(folder) {
            visit(at, &loads, &mut order, &mut BTreeSet::new());
        }
    }
    Ok(order.into_iter().map(|at| files[at].clone()).collect())
}

/// Adds the Prolog files of a folder and of those in it, so many levels down, hidden ones apart; and the links to files or folders that
/// could be of Prolog.
fn gather(
    folder: &Path,
    levels: usize,
    files: &mut Vec<PathBuf>,
    links: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_prolog = ending.is_some_and(|ending| ENDINGS.contains(&ending));
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        // Of the entry itself, not of what a link leads to.
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_dir() && !is_hidden && levels > 0 {
            // What cannot be read cannot be loaded either.
            _ = gather(&path, levels - 1, files, links);
        } else if kind.is_file() && is_prolog {
            files.push(path);
        } else if kind.is_symlink() && (is_prolog || ending.is_none() && !is_hidden) {
            links.push(path);
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
        let files = prolog_files(&folder, &mut Vec::new()).unwrap();
        let names: Vec<_> = files.iter().map(|file| file.file_name().unwrap()).collect();
        assert_eq!(
            names,
            ["deeper.pl", "deep.pl", "z.pl", "helpers.pl", "a.pl"]
        );
        let two = submissions(&[folder.join("a.pl"), folder.clone()]).unwrap();
        assert_eq!(two[0].id, "a");
        assert!(two[1].links.is_empty());
        assert!(submissions(&[folder.join("a.pl"), folder.join("a.pl")]).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-links", std::process::id()));
        fs::create_dir_all(folder.join("anna")).unwrap();
        fs::write(folder.join("tests.pl"), "secret.\n").unwrap();
        fs::write(folder.join("anna/a.pl"), "p.\n").unwrap();
        for (target, link) in [
            ("../tests.pl", "anna/t.pl"),
            ("..", "anna/all"),
            ("anna", "ben"),
            ("tests.pl", "cleo.pl"),
        ] {
            std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
        }
        let paths = ["anna", "ben/", "cleo.pl"].map(|name| folder.join(name));
        let found: Vec<_> = submissions(&paths)
            .unwrap()
            .into_iter()
            .map(|submission| (submission.id, submission.files.len(), submission.links))
            .collect();
        let links = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(
            found,
            [
                ("anna".to_owned(), 1, links(&["all", "t.pl"])),
                ("ben".to_owned(), 0, links(&["ben"])),
                ("cleo".to_owned(), 0, links(&["cleo.pl"])),
            ]
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
