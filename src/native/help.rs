//! What `help/1`, `apropos/1`, completion and `chesslog doc` say: one list of entries, from the
//! native table and from the comments of the library modules.

use std::{fmt::Write as _, sync::LazyLock};

pub use crate::syntax::did_you_mean;

use super::{Mode, Native, One, Sentences, table, types::Name, words};
use crate::{
    library::{self, Access, Module},
    natives, syntax,
};

/// What is said of errors: what can be searched for.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("word", |_| {
        " (something to search for, such as pin)".to_owned()
    })],
    ..Sentences::NONE
};

/// Documentation of one predicate.
#[derive(Debug, Clone)]
pub struct Entry {
    /// `name/arity`.
    pub indicator: String,
    /// The head with modes, types and determinism.
    pub head: String,
    /// The text, a line an entry.
    pub doc: Vec<String>,
}

/// The entries of the manual: natives in the order of the table, then the library's predicates.
pub fn entries() -> Vec<Entry> {
    ENTRIES.clone()
}

/// The names of the predicates in the manual; some have several entries.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(Entry::name)
}

/// The comments of the library are read once.
static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| sections().flat_map(|(_, entries)| entries).collect());

/// The manual, in parts that belong together, each with its title.
fn sections() -> impl Iterator<Item = (&'static str, Vec<Entry>)> {
    let areas = table::AREAS.iter().filter(|area| !area.title.is_empty());
    let natives = areas.map(|area| {
        let entries = area.natives.iter().map(Native::entry);
        (area.title, entries.collect())
    });
    let modules = library::MODULES.iter();
    let modules = modules.filter(|module| module.access == Access::Named);
    natives.chain(modules.map(|module| (title(module), commented(module))))
}

/// The first line of what a module says of itself.
fn title(module: &Module) -> &'static str {
    let line = module.text.lines().next().unwrap_or_default();
    line.trim_start_matches("/** ").trim_end_matches('.')
}

/// The entries of the manual, and those of modules to be loaded; what has the name of one of the
/// manual is passed over.
fn manual() -> Vec<Entry> {
    let mut all = entries();
    let new = |entry: &Entry| all.iter().all(|known| known.indicator != entry.indicator);
    let more: Vec<Entry> = loaded()
        .flat_map(|(_, entries)| entries)
        .filter(new)
        .collect();
    all.extend(more);
    all
}

/// What the standard has, and what Scryer's libraries have.
fn standard() -> &'static [Entry] {
    static STANDARD: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let texts = library::STANDARD.into_iter();
        texts
            .flat_map(|text| documented_in(text, |_, _| true))
            .collect()
    });
    &STANDARD
}

/// The entries of the prelude: what SWI-Prolog has and Scryer has not.
pub fn prelude_entries() -> Vec<Entry> {
    documented(Access::Ready)
        .chain(documented(Access::Swi))
        .collect()
}

/// Modules that a program loads by name, with `use_module/1`, and what they export.
pub(crate) const LOADED: [&str; 3] = ["cl_popper", "cl_migo", "paper_vocabulary"];

/// The parts of the manual on these modules.
fn loaded() -> impl Iterator<Item = (&'static str, Vec<Entry>)> {
    let modules = LOADED.into_iter().filter_map(library::module);
    modules.map(|module| {
        let mut entries = commented(module);
        for entry in &mut entries {
            let load = format!(
                "To be loaded: `:- use_module(library({})).`",
                module.library()
            );
            entry.doc.extend([String::new(), load]);
        }
        (title(module), entries)
    })
}

fn documented(access: Access) -> impl Iterator<Item = Entry> {
    library::MODULES
        .iter()
        .filter(move |module| module.access == access)
        .flat_map(commented)
}

/// All entries that [`lookup`] finds; those of the manual come first.
pub fn everything() -> &'static [Entry] {
    static EVERYTHING: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let mut all = manual();
        all.extend(prelude_entries());
        all.extend_from_slice(standard());
        let new = |entry: &Entry| all.iter().all(|known| known.indicator != entry.indicator);
        let others: Vec<Entry> = library::names().flat_map(scryers).filter(new).collect();
        all.extend(others);
        all
    });
    &EVERYTHING
}

/// The entries whose name, or `name/arity`, is `topic`.
pub fn lookup(topic: &str) -> Vec<Entry> {
    let wanted = |entry: &&Entry| entry.indicator == topic || entry.name() == topic;
    let mut found: Vec<Entry> = everything().iter().filter(wanted).cloned().collect();
    found.dedup_by(|later, earlier| later.indicator == earlier.indicator);
    found
}

/// What Scryer's libraries export under a name, where the manual says nothing of it.
fn scryers(name: &'static str) -> impl Iterator<Item = Entry> {
    library::exports(name, true)
        .filter(|export| library::module(&export.module).is_none())
        .map(move |export| Entry {
            indicator: format!("{name}/{}", export.arity),
            head: format!("{name}/{}", export.arity),
            doc: vec![format!("In library({}) of Scryer Prolog.", export.module)],
        })
}

/// The entries that mention all words of a text anywhere, ignoring case and American spelling; those that have all of
/// them in the name first. The empty text finds the manual without the prelude.
pub fn search(text: &str) -> Vec<Entry> {
    let plain = |text: &str| text.to_lowercase().replace("colour", "color");
    let text = plain(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return entries();
    }
    let holds = |text: &str| words.iter().all(|word| text.contains(word));
    let (named, others): (Vec<_>, Vec<_>) = manual()
        .into_iter()
        .chain(prelude_entries())
        .chain(standard().iter().cloned())
        .partition(|entry| holds(&plain(&entry.indicator)));
    let mentions = |entry: &Entry| {
        holds(&plain(&format!(
            "{} {}",
            entry.indicator,
            entry.doc.join(" ")
        )))
    };
    named
        .into_iter()
        .chain(others.into_iter().filter(mentions))
        .collect()
}

/// Whether a query can call this predicate without loading anything: a native, an exported predicate of
/// a library, or one that Scryer has built in.
pub fn is_predicate(name: &str, arity: usize) -> bool {
    let indicator = format!("{name}/{arity}");
    table::natives().any(|native| native.indicator() == indicator)
        || library::exports(name, false).any(|export| export.arity == arity)
        || BUILT_IN
            .split_whitespace()
            .any(|built_in| built_in == indicator)
}

/// What ISO Prolog builds in, as far as a clause's body may want it to relate terms.
const BUILT_IN: &str = "=/2 \\=/2 ==/2 \\==/2 @</2 @>/2 @=</2 @>=/2 compare/3 is/2 =:=/2 =\\=/2 </2 \
    >/2 =</2 >=/2 var/1 nonvar/1 atom/1 number/1 integer/1 float/1 atomic/1 compound/1 callable/1 \
    is_list/1 ground/1 functor/3 arg/3 =../2 copy_term/2 atom_length/2 atom_concat/3 sub_atom/5 \
    atom_chars/2 atom_codes/2 char_code/2 number_chars/2 number_codes/2 sort/2 msort/2 keysort/2 \
    true/0 fail/0 false/0";

impl Entry {
    /// The predicate's name.
    pub fn name(&self) -> &str {
        self.indicator.rsplit_once('/').map_or("", |(name, _)| name)
    }

    /// The first sentence.
    pub fn summary(&self) -> String {
        let text = self.doc.join(" ");
        match text.find(". ") {
            Some(end) => text[..=end].to_owned(),
            None => text,
        }
    }

    /// The entry as plain text.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.head);
        for line in &self.doc {
            _ = writeln!(text, "    {line}");
        }
        text
    }

    /// The entry as a section of the markdown reference.
    pub fn markdown(&self) -> String {
        format!("### `{}`\n\n{}\n", self.head, self.doc.join("\n"))
    }
}

impl Native {
    /// The native's entry in the manual.
    fn entry(&self) -> Entry {
        let doc = self.doc.iter().map(|line| line.trim().to_owned());
        Entry {
            indicator: self.indicator(),
            head: self.to_string(),
            doc: doc.chain(words::domain_in_words(self)).collect(),
        }
    }
}

/// What a learner needs to know of a native: `body_pred/2`, `type/2` and `direction/2` facts in
/// Popper's format. An argument that may be unbound is `out`. Empty for predicates of the library.
pub fn bias_facts(entry: &Entry) -> String {
    let Some(native) = table::natives().find(|native| native.indicator() == entry.indicator) else {
        return String::new();
    };
    let list = |items: Vec<&str>| match items.as_slice() {
        [one] => format!("({one},)"),
        _ => format!("({})", items.join(",")),
    };
    let types = list(native.args.iter().map(|arg| arg.ty.name).collect());
    let directions = list(
        native
            .args
            .iter()
            .map(|arg| if arg.mode == Mode::Bound { "in" } else { "out" })
            .collect(),
    );
    format!(
        "body_pred({0},{1}).\ntype({0},{types}).\ndirection({0},{directions}).\n",
        native.name,
        native.args.len()
    )
}

/// The exports of a module that have a `%!` comment; several heads may share one.
fn commented(module: &'static Module) -> Vec<Entry> {
    let exports = library::indicators(&library::loadable(module));
    documented_in(module.text, |name, arity| {
        exports
            .iter()
            .any(|export| export.0 == name && export.1 == arity)
    })
}

/// The entries in the comments of a text, as far as they are wanted.
fn documented_in(text: &str, wanted: impl Fn(&str, usize) -> bool) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("%!") else {
            continue;
        };
        let mut heads = vec![head];
        while let Some(line) = lines.next_if(|line| line.starts_with("%!")) {
            heads.push(line.trim_start_matches("%!"));
        }
        let mut doc = Vec::new();
        let mut answers = false;
        while let Some(line) = lines.next_if(|line| line.starts_with('%')) {
            let text = line.trim_start_matches('%').trim_end();
            let line = text.trim_start();
            // The answer of an example stays indented.
            answers = line.starts_with("?-") || (answers && text.starts_with("    "));
            doc.push(match answers && !line.starts_with("?-") {
                true => format!("   {line}"),
                false => line.to_owned(),
            });
        }
        if doc.first().is_some_and(String::is_empty) {
            doc.remove(0);
        }
        for head in heads {
            let head = head.trim().trim_end_matches('.');
            let (name, arity) = indicator(head);
            if wanted(name, arity) {
                found.push(Entry {
                    indicator: format!("{name}/{arity}"),
                    head: head.to_owned(),
                    doc: doc.clone(),
                });
            }
        }
    }
    found
}

/// Name and arity in a head such as `last(+List, -Last) is semidet` or `digits(-Ds)// is det`.
fn indicator(head: &str) -> (&str, usize) {
    let term = head.split(" is ").next().unwrap_or(head).trim();
    let (term, more) = match term.strip_suffix("//") {
        Some(term) => (term, 2),
        None => (term, 0),
    };
    let mut depth = 0;
    let mut commas = 0;
    let (name, arguments) = term.split_once('(').unwrap_or((term, ""));
    for c in arguments.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    (
        name,
        more + if arguments.is_empty() { 0 } else { commas + 1 },
    )
}

/// The reference manual: every entry, as markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Predicates\n\n\
         Made by `chesslog doc --format markdown`; `chesslog doc NAME` or `help(NAME).` prints one entry, \
         and `apropos(WORD).` searches.\n\n\
         `+` is bound, `?` may be bound or not, `-` is output; `:` is a goal. A `det` predicate has one \
         answer, a `semidet` one at most one, a `nondet` one any number. Predicates of SWI-Prolog and of \
         Scryer Prolog's libraries are there, too, and not listed here.\n\n",
    );
    let sections = sections().chain(loaded());
    let sections = sections.filter(|(_, entries)| !entries.is_empty());
    let sections: Vec<(&str, Vec<Entry>)> = sections.collect();
    for (title, entries) in &sections {
        let mut names: Vec<&str> = entries.iter().map(Entry::name).collect();
        names.dedup();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        _ = writeln!(
            text,
            "- [{title}](#{}): {}",
            anchor(title),
            names.join(", ")
        );
    }
    text.push_str("\n## Types of arguments\n\n| type | values |\n|---|---|\n");
    let mut types = Vec::new();
    let natives = table::natives().filter(|native| native.module == table::FACADE);
    for arg in natives.flat_map(|native| native.args) {
        if !types.contains(&arg.ty.name) {
            types.push(arg.ty.name);
            _ = writeln!(text, "| {} | {} |", arg.ty.name, arg.ty.about);
        }
    }
    for (title, entries) in sections {
        _ = writeln!(text, "\n## {title}");
        for entry in entries {
            text.push('\n');
            text.push_str(&entry.markdown());
        }
    }
    text
}

/// What code hosts make of a heading, for links to it: words in small letters with `-` between.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || "-_".contains(c) => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    kept.collect()
}

/// What there is instead of a predicate that the manual does not have: `; there is` and some that have
/// the word in their names, or nothing.
pub fn like(word: &str) -> String {
    const MOST: usize = 6;
    let named = search(word).into_iter().map(|entry| entry.indicator);
    let mut names: Vec<String> = named.filter(|name| name.contains(word)).collect();
    let more = if names.len() > MOST {
        " and others"
    } else {
        ""
    };
    names.truncate(MOST);
    match names.is_empty() {
        true => String::new(),
        false => format!("; there is {}{more}", names.join(", ")),
    }
}

fn help_like(word: Name) -> One<String> {
    One(like(&word.0))
}

/// What there is to say of a library: what its module says of itself, or the title of its part of the manual, and its predicates.
fn on_library(topic: &str) -> Option<String> {
    let name = match topic {
        // Grammars are there without any library.
        "dcg" => "dcgs".to_owned(),
        _ => library::importable()
            .remove(topic)?
            .unwrap_or_else(|| topic.to_owned()),
    };
    let module = library::module(&name).or_else(|| library::module(&format!("swi_{name}")));
    let (about, entries) = match module {
        Some(module) => {
            let (about, _) = module.text.strip_prefix("/**")?.split_once("*/")?;
            (about, commented(module))
        }
        None => {
            let named = format!("library({name})");
            let mut parts = library::STANDARD
                .iter()
                .flat_map(|text| text.split("% --- ").skip(1));
            let part = parts.find(|part| {
                part.lines()
                    .next()
                    .is_some_and(|title| title.contains(&named))
            })?;
            let title = part.lines().next()?.trim_end_matches(" ---");
            (title, documented_in(part, |_, _| true))
        }
    };
    let lines = about.trim().lines().filter(|line| *line != "```");
    let mut text: String = lines.map(|line| format!("{line}\n")).collect();
    text.push('\n');
    for entry in entries {
        _ = writeln!(
            text,
            "{:<24} {}",
            entry.indicator,
            shortened(&entry.summary())
        );
    }
    Some(text)
}

fn help_entry(topic: Name) -> Vec<String> {
    let found = lookup(&topic.0);
    if found.is_empty() {
        return on_library(&topic.0).into_iter().collect();
    }
    // What is said of several of them is said once.
    let alike = found.chunk_by(|one, other| one.doc == other.doc);
    let heads = |alike: &[Entry]| -> String {
        let (last, others) = alike.split_last().expect("a chunk has elements");
        let heads = others.iter().map(|entry| format!("{}\n", entry.head));
        heads.collect::<String>() + &last.text()
    };
    alike.map(heads).collect()
}

/// `text` as it fits beside a name in a terminal.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 55;
    if text.chars().count() <= WIDTH {
        return text.to_owned();
    }
    let cut: String = text.chars().take(WIDTH - 4).collect();
    let words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{words} ...")
}

fn apropos_entry(word: Name) -> Vec<(Name, String)> {
    search(&word.0)
        .into_iter()
        .map(|entry| (Name(entry.indicator.clone()), shortened(&entry.summary())))
        .collect()
}

fn library_clause(module: Name, start: String) -> Vec<String> {
    let Some(module) = library::module(&module.0) else {
        return Vec::new();
    };
    syntax::split(module.text, &syntax::tokens(module.text))
        .into_iter()
        .filter(|clause| clause.text.starts_with(&start))
        .map(|clause| clause.text.to_owned())
        .collect()
}

natives! {
    module "internal";
    /// True iff Text is the manual's entry on the predicate Topic, a name or name/arity, or what it says of the library Topic.
    help_entry(+Topic: Name, -Text: String) is nondet = help_entry;
    /// True iff Text names predicates that have Word in their names, for who has found no help; it is empty if there
    /// are none.
    help_like(+Word: Name, -Text: String) is det = help_like;
    /// True iff Text is a clause of the library module Module, and begins with Start.
    library_clause(+Module: Name, +Start: String, -Text: String) is nondet = library_clause;
    /// True iff Predicate, whose documentation begins with Summary, mentions Word.
    apropos_entry(+Word: Name, -Predicate: Name, -Summary: String) is nondet = apropos_entry;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_meant() {
        let names = || {
            ["attacks", "attackers", "legal_move"]
                .into_iter()
                .map(String::from)
        };
        assert_eq!(did_you_mean("atacks", names()).as_deref(), Some("attacks"));
        assert_eq!(
            did_you_mean("leagl_move", names()).as_deref(),
            Some("legal_move")
        );
        assert_eq!(did_you_mean("foo", names()), None);
    }

    #[test]
    fn predicates_of_all_kinds_are_known() {
        for (name, arity) in [("legal_move", 3), ("succ", 2), ("append", 3), ("is", 2)] {
            assert!(is_predicate(name, arity), "{name}/{arity}");
        }
        for (name, arity) in [
            ("legal_move", 7),
            ("head", 2),
            ("is", 3),
            ("rook_gesture", 2),
        ] {
            assert!(!is_predicate(name, arity), "{name}/{arity}");
        }
    }

    #[test]
    fn comments_become_entries() {
        let found = lookup("game/2");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].head, "game(+File:text, ?Game:game) is nondet");
        assert!(
            found[0]
                .summary()
                .starts_with("True iff Game is a game of the PGN file File")
        );
    }
}
