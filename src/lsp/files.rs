//! Files beside a document: what they define and export, read once for each version of them, and never run.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    rc::Rc,
    time::SystemTime,
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    known::{self, KNOWN},
    outline::{Import, Outline, Predicate, Role},
};
use crate::{
    library,
    syntax::{self, Kind},
};

/// The longest file that is looked at, in bytes.
const LONGEST: u64 = 4 << 20;

/// What programs for Metagol load from a folder next to theirs, and is part of the library.
pub const METAGOL: &str = "metagol";

/// How many files of a folder are looked at, and how many bytes of them.
const FOLDER: usize = 64;
const FOLDER_BYTES: u64 = 4 << 20;

/// A file as it was read last.
#[derive(Debug)]
struct Known<T> {
    changed: SystemTime,
    length: u64,
    content: Rc<T>,
}

/// What the clauses of a file begin with.
#[derive(Debug)]
struct Names {
    is_module: bool,
    names: FxHashSet<String>,
}

/// Outlines of files.
#[derive(Debug, Default)]
pub struct Files {
    outlines: FxHashMap<PathBuf, Known<Outline>>,
    names: FxHashMap<PathBuf, Known<Names>>,
    /// Files that are being read: one may import another that imports it.
    reading: Vec<PathBuf>,
}

/// What a document gets from others.
#[derive(Debug, Default)]
pub struct Imported {
    predicates: FxHashSet<Predicate>,
    /// Libraries by their names in Scryer Prolog.
    pub libraries: FxHashSet<String>,
    /// Whether something is loaded that cannot be seen.
    pub open: bool,
}

impl Imported {
    /// Whether a file or a library provides a predicate.
    pub fn has(&self, predicate: &Predicate) -> bool {
        self.predicates.contains(predicate)
    }
}

impl Files {
    /// The outline of the file that `file` means by `name`.
    pub fn beside(&mut self, file: &Path, name: &str) -> Option<Rc<Outline>> {
        let path = find(file, name)?;
        self.outline(&path)
    }

    /// The outline of a file.
    pub fn outline(&mut self, path: &Path) -> Option<Rc<Outline>> {
        let (changed, length) = version(path)?;
        let known = self.outlines.get(path);
        if let Some(known) =
            known.filter(|known| (known.changed, known.length) == (changed, length))
        {
            return Some(Rc::clone(&known.content));
        }
        if length > LONGEST || self.reading.iter().any(|other| other == path) {
            return None;
        }
        let text = fs::read_to_string(path).ok()?;
        self.reading.push(path.to_owned());
        let content = Rc::new(Outline::read(&text, Some(path), self));
        self.reading.pop();
        let known = Known {
            changed,
            length,
            content: Rc::clone(&content),
        };
        self.outlines.insert(path.to_owned(), known);
        Some(content)
    }

    /// What a document gets from the files and libraries that it loads.
    pub fn imported(&mut self, outline: &Outline, file: Option<&Path>) -> Imported {
        let mut imported = Imported::default();
        self.import(outline, file, &mut imported, &mut Vec::new());
        imported
    }

    fn import(
        &mut self,
        outline: &Outline,
        file: Option<&Path>,
        imported: &mut Imported,
        seen: &mut Vec<PathBuf>,
    ) {
        for import in &outline.imports {
            match import {
                Import::Library(Some(name)) => imported.library(name),
                Import::File(Some(name)) => {
                    let path = file.and_then(|file| find(file, name));
                    let Some(path) = path else {
                        match name.trim_end_matches(".pl") {
                            METAGOL => imported.library(METAGOL),
                            _ => imported.open = true,
                        }
                        continue;
                    };
                    if seen.contains(&path) {
                        continue;
                    }
                    seen.push(path.clone());
                    match self.outline(&path) {
                        Some(other) => self.take(&other, &path, imported, seen),
                        None => imported.open = true,
                    }
                }
                Import::Library(None) | Import::File(None) => imported.open = true,
            }
        }
    }

    /// What a file gives to who loads it.
    fn take(
        &mut self,
        other: &Outline,
        path: &Path,
        imported: &mut Imported,
        seen: &mut Vec<PathBuf>,
    ) {
        let given = |role| match other.module {
            Some(_) => role == Role::Export,
            None => matches!(role, Role::Definition | Role::Declaration),
        };
        let given = other.occurrences.iter().filter(|one| given(one.role));
        imported
            .predicates
            .extend(given.map(|one| one.predicate.clone()));
        imported.predicates.extend(other.declared.iter().cloned());
        imported.open |= other.open || other.expands;
        if other.module.is_none() {
            self.import(other, Some(path), imported, seen);
        } else if !other.mistakes.is_empty() && other.occurrences.is_empty() {
            imported.open = true;
        }
    }

    /// Where a file that a document loads defines a predicate.
    pub fn definition(
        &mut self,
        outline: &Outline,
        file: &Path,
        predicate: &Predicate,
    ) -> Option<(PathBuf, Range<usize>)> {
        self.definition_in(outline, file, predicate, &mut Vec::new())
    }

    fn definition_in(
        &mut self,
        outline: &Outline,
        file: &Path,
        predicate: &Predicate,
        seen: &mut Vec<PathBuf>,
    ) -> Option<(PathBuf, Range<usize>)> {
        for import in &outline.imports {
            let Import::File(Some(name)) = import else {
                continue;
            };
            let Some(path) = find(file, name).filter(|path| !seen.contains(path)) else {
                continue;
            };
            seen.push(path.clone());
            let Some(other) = self.outline(&path) else {
                continue;
            };
            let mut heads = other.definitions();
            if let Some(head) = heads.find(|head| head.predicate == *predicate) {
                return Some((path, head.span.clone()));
            }
            let further = self.definition_in(&other, &path, predicate, seen);
            if further.is_some() {
                return further;
            }
        }
        None
    }

    /// The names of what files define that whoever loads this one has, too: those of its folder, and for a module those of the
    /// folder above, that load it. Tests are loaded together with what they test, without naming it: for them it is all files.
    /// Of a module it is what files define that are none: what `user` defines is there for modules, too. None if there are
    /// too many to look, or if something is loaded that cannot be seen.
    pub fn around(&mut self, file: &Path, outline: &Outline) -> Option<FxHashSet<String>> {
        let is_module = outline.module.is_some();
        let here = file.parent()?;
        let folders = [Some(here), here.parent().filter(|_| is_module)];
        let entries = folders.into_iter().flatten().flat_map(fs::read_dir);
        let paths = entries.flatten().flatten().map(|entry| entry.path());
        let others = paths.filter(|path| {
            path.extension().is_some_and(|extension| extension == "pl") && path != file
        });
        let others: Vec<PathBuf> = others.take(FOLDER + 1).collect();
        let bytes: u64 = others
            .iter()
            .filter_map(|path| Some(version(path)?.1))
            .sum();
        if others.len() > FOLDER || bytes > FOLDER_BYTES {
            return None;
        }
        let mut names = FxHashSet::default();
        let together = match outline.has_tests() {
            true => others,
            false => {
                let loaders = self.loaders(file, others);
                for path in &loaders {
                    let Some(loader) = self.outline(path) else {
                        continue;
                    };
                    let imported = self.imported(&loader, Some(path));
                    if imported.open || loader.open {
                        return None;
                    }
                    names.extend(imported.predicates.into_iter().map(|one| one.name));
                }
                loaders
            }
        };
        for path in &together {
            let Some((changed, length)) = version(path) else {
                continue;
            };
            let of_file = self.names(path, changed, length);
            if !(is_module && of_file.is_module) {
                names.extend(of_file.names.iter().cloned());
            }
        }
        Some(names)
    }

    /// Those of some files that load a file, or one that loads it.
    fn loaders(&mut self, file: &Path, mut others: Vec<PathBuf>) -> Vec<PathBuf> {
        let real = |path: &Path| path.canonicalize().ok();
        let mut loaded: FxHashSet<PathBuf> = real(file).into_iter().collect();
        let mut found = Vec::new();
        loop {
            let (more, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|path| {
                self.outline(path).is_some_and(|outline| {
                    outline.imports.iter().any(|import| match import {
                        Import::File(Some(name)) => find(path, name)
                            .and_then(|named| real(&named))
                            .is_some_and(|named| loaded.contains(&named)),
                        _ => false,
                    })
                })
            });
            if more.is_empty() {
                return found;
            }
            loaded.extend(more.iter().filter_map(|path| real(path)));
            found.extend(more);
            others = rest;
        }
    }

    /// The names with which clauses of a file begin.
    fn names(&mut self, path: &Path, changed: SystemTime, length: u64) -> Rc<Names> {
        let known = self.names.get(path);
        if let Some(known) =
            known.filter(|known| (known.changed, known.length) == (changed, length))
        {
            return Rc::clone(&known.content);
        }
        let text = fs::read_to_string(path).unwrap_or_default();
        let tokens = syntax::tokens(&text);
        let clauses = syntax::split(&text, &tokens);
        let firsts = clauses.iter().map(|clause| &tokens[clause.tokens.start]);
        let names = firsts.filter(|token| token.kind == Kind::Atom);
        let names = names.map(|token| syntax::atom_name(token.source(&text)).into_owned());
        let content = Rc::new(Names {
            is_module: clauses
                .iter()
                .any(|clause| syntax::begins_module(clause.text)),
            names: names.collect(),
        });
        let known = Known {
            changed,
            length,
            content: Rc::clone(&content),
        };
        self.names.insert(path.to_owned(), known);
        content
    }
}

impl Imported {
    fn library(&mut self, name: &str) {
        let Some(name) = KNOWN.library(name) else {
            self.open = true;
            return;
        };
        self.libraries.insert(name.to_owned());
        if let Some(module) = library::module(name) {
            let exports = library::exported(module).into_iter();
            let exports = exports.map(|(name, arity)| Predicate { name, arity });
            self.predicates.extend(exports);
        }
        let natives = known::areas(name);
        self.predicates
            .extend(natives.map(|native| Predicate::new(native.name, native.args.len())));
    }
}

/// The file that `file` means by `name`: beside it, or in the working directory, with or without `.pl`.
pub fn find(file: &Path, name: &str) -> Option<PathBuf> {
    let beside = file.parent().map(|folder| folder.join(name));
    let places = beside.into_iter().chain([PathBuf::from(name)]);
    let names = places.flat_map(|path| {
        let mut with = path.clone().into_os_string();
        with.push(".pl");
        [PathBuf::from(with), path]
    });
    names.into_iter().find(|path| path.is_file())
}

/// When a file was changed last, and how long it is.
fn version(path: &Path) -> Option<(SystemTime, u64)> {
    let file = fs::metadata(path).ok()?;
    file.is_file().then_some(())?;
    Some((file.modified().ok()?, file.len()))
}
