//! The storeys of the house: which area of the source, a file of `src/` with its folder, imports which.
//!
//! `ALLOWED` is the only list of them. `src/architecture.md` has the areas in rows; an area imports
//! only what stands behind it there, further right or further down, so that nothing goes in a circle.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// What each area imports of the others.
const ALLOWED: &[(&str, &str)] = &[
    (
        "cli",
        "serve repl lsp kernel scale session engine native evolve tactics endgame gp ilp migo network openings terminal games chess uci report term os random cancel",
    ),
    // Jobs over many records, of whatever area can be counted.
    (
        "scale",
        "session engine evolve tactics endgame gp network migo openings games mcmc chess uci report syntax term os random cancel",
    ),
    (
        "serve",
        "session engine migo network openings endgame terminal games chess report library syntax term os random",
    ),
    ("repl", "session engine terminal chess syntax os"),
    ("lsp", "session engine native chess library syntax term"),
    ("kernel", "session engine chess syntax terminal os"),
    // Its `prover`, `policy` and `game` are what learners and strategies ask of Prolog.
    (
        "session",
        "engine native tactics endgame ilp network openings games chess uci report terminal library syntax term os random",
    ),
    // The wrappers of the natives are part of the library that the engine starts with.
    ("engine", "native terminal library syntax term os"),
    (
        "native",
        "evolve endgame gp ilp migo mil network openings chart games chess datalog mcmc report library syntax term os random cancel",
    ),
    // Breeds for endings. It draws its own pictures.
    ("evolve", "endgame gp chart report chess term random cancel"),
    // Learns clauses. It draws its own pictures.
    ("tactics", "ilp chart report chess uci syntax os random"),
    // Learns with metarules. It draws its own pictures.
    ("migo", "mil chart report games syntax os random bits"),
    ("endgame", "report terminal chess syntax os cancel"),
    ("gp", "random cancel"),
    ("ilp", "mil report syntax term os random relation bits"),
    ("mil", "term relation"),
    // Learns clauses about itself. It draws its own pictures.
    ("network", "ilp chess chart report os random cancel"),
    ("openings", "chess mcmc chart report syntax os random"),
    ("chess", "terminal term os"),
    ("datalog", "relation"),
    ("uci", "os cancel"),
    ("library", "syntax"),
    ("syntax", "term"),
];

#[test]
fn areas_import_what_is_below_them() {
    let order = order();
    let place = |wanted: &str| {
        let found = order.iter().position(|area| area == wanted);
        found.unwrap_or_else(|| panic!("src/architecture.md: no row has {wanted}"))
    };
    let imports = imports();
    let mut unused: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut allowed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for &(from, names) in ALLOWED {
        for to in names.split_whitespace() {
            let (above, below) = (place(from), place(to));
            assert!(
                above < below,
                "allowed is {from} -> {to}, but src/architecture.md has {to} first"
            );
            unused.insert((from, to));
            allowed.entry(from).or_default().push(to);
        }
    }
    let mut wrong = String::new();
    for Import { from, to, place } in &imports {
        unused.remove(&(from.as_str(), to.as_str()));
        let may = allowed.get(from.as_str()).cloned().unwrap_or_default();
        if !may.contains(&to.as_str()) {
            let may = if may.is_empty() {
                "nothing".to_owned()
            } else {
                may.join(", ")
            };
            wrong += &format!("{place}: {from} -> {to}; {from} may import {may}\n");
        }
    }
    assert!(wrong.is_empty(), "imports that are not allowed:\n{wrong}");
    assert!(unused.is_empty(), "allowed, but nobody does it: {unused:?}");
    areas().iter().for_each(|area| _ = place(area));
}

#[test]
fn imports_are_read() {
    let text = r#"
//! crate::doc
use crate::{
    chess::{self, moves}, // gone,
    engine,
    os,
};
fn x() { crate::cli::y(); println!("{}", crate::native::z) }
#[cfg(test)]
mod tests {
    use crate::repl;
}
"#;
    let found: Vec<_> = named(text)
        .into_iter()
        .map(|(name, line)| format!("{name} {line}"))
        .collect();
    assert_eq!(
        found,
        [
            "chess 4",
            "engine 5",
            "os 6",
            "cli 8",
            "native 8",
            "terminal 8"
        ]
    );
}

/// An import of one area from another, and its file and line.
struct Import {
    from: String,
    to: String,
    place: String,
}

/// The areas as the rows have them, from left to right and from top to bottom.
fn order() -> Vec<String> {
    let text = fs::read_to_string(source().join("architecture.md")).unwrap();
    let rows = text
        .split("```rows\n")
        .nth(1)
        .expect("rows in src/architecture.md");
    let rows = rows.split("```").next().unwrap();
    // The first word is what the row is called.
    let areas = rows.lines().flat_map(|row| row.split_whitespace().skip(1));
    areas.map(str::to_owned).collect()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of the source, without those that are tests only.
fn files() -> Vec<PathBuf> {
    fn list(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                // A crate of its own is no area.
                None if path.join("Cargo.toml").exists() => {}
                None => list(&path, files),
                Some(extension) if extension == "rs" => files.push(path),
                Some(_) => {}
            }
        }
    }
    let mut files = Vec::new();
    list(&source(), &mut files);
    files.retain(|file| file.with_extension("").iter().all(|part| part != "tests"));
    files.sort();
    files
}

/// The area of a file: the first part of its path. The roots of the crates are in none.
fn area(file: &Path) -> Option<String> {
    let first = file.strip_prefix(source()).unwrap().iter().next()?;
    let area = Path::new(first).file_stem()?.to_str()?.to_owned();
    (area != "lib" && area != "main").then_some(area)
}

fn areas() -> BTreeSet<String> {
    files().iter().filter_map(|file| area(file)).collect()
}

fn imports() -> Vec<Import> {
    let areas = areas();
    let mut imports = Vec::new();
    for file in files() {
        let Some(from) = area(&file) else { continue };
        let name = file.strip_prefix(source()).unwrap();
        for (to, line) in named(&fs::read_to_string(&file).unwrap()) {
            if to != from && areas.contains(&to) {
                let place = format!("src/{}:{line}", name.display());
                imports.push(Import {
                    from: from.clone(),
                    to,
                    place,
                });
            }
        }
    }
    imports
}

/// What a text names in the crate, each with its line; without comments, and without its tests.
fn named(text: &str) -> Vec<(String, usize)> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines: Vec<_> = text
        .lines()
        .map(|line| line.split("//").next().unwrap())
        .collect();
    let code = lines.join("\n");
    let mut found: Vec<(usize, &str)> = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let at = at + path.len();
        let Some(group) = code[at..].strip_prefix('{') else {
            found.push((at, &code[at..]));
            continue;
        };
        let (mut depth, mut begins) = (1, true);
        for (inside, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 1 => break,
                '}' => depth -= 1,
                ',' => begins = depth == 1,
                letter if letter.is_whitespace() => {}
                _ if begins => {
                    found.push((at + 1 + inside, &group[inside..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    // The macros of this name are in scope everywhere.
    let printing = ["print!(", "println!("].into_iter();
    found.extend(
        printing
            .flat_map(|name| code.match_indices(name))
            .map(|(at, _)| (at, "terminal")),
    );
    let line = |at: usize| code[..at].matches('\n').count() + 1;
    let word = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .map(str::to_owned)
    };
    found
        .into_iter()
        .filter_map(|(at, text)| Some((word(text)?, line(at))))
        .collect()
}
