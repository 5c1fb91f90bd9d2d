//! What has been consulted: the texts of files, their clauses, and who defines which predicate.
//!
//! The one place for these facts. Loading fills it, and messages about clauses are made from it; `listing/1`, the tracer
//! and `make/0` read it. It lives in the worker, so that a request that is undone
//! leaves no trace here either.

mod facts;
mod files;
mod imports;
mod modules;
mod notes;
mod predicates;
mod sealed;
mod units;

use std::{
    collections::{HashMap, HashSet},
    fs,
    ops::Range,
    path::Path,
    time::SystemTime,
};

use files::{is_binary, read};
use imports::{heads, wanted};
use notes::latin;
use sealed::private;
use units::Units;

use super::{
    marks,
    report::{Cause, Diagnostic, Severity},
    wire::Access,
};
use crate::{
    library,
    syntax::{self, Dialect, Meaning, Ops},
};

/// A predicate: module, name, arity.
pub type Key = (String, String, i64);

/// A clause of a source.
#[derive(Debug, Clone)]
struct Clause {
    span: Range<usize>,
    line: usize,
    key: Option<Key>,
}

/// A consulted text.
#[derive(Debug)]
struct ConsultedText {
    /// How it is called in messages.
    name: String,
    text: String,
    clauses: Vec<Clause>,
    /// When the file was changed last; none for a text that is no file.
    changed: Option<SystemTime>,
    /// Declared dynamic, multifile or discontiguous in it.
    declared: HashSet<Key>,
    /// The operators that it is read with.
    ops: Ops,
    /// Whether double quotes are something else than strings where it ends.
    other_quotes: bool,
    /// What it has clauses for.
    heads: HashSet<(String, usize)>,
    /// What other files may do with what it defines.
    access: Access,
    /// What is its own if it is closed: others may have predicates of these names, too.
    private: HashSet<(String, usize)>,
    /// Its units of tests.
    units: Units,
    /// Of a module: the names in it, and in its parts, that are not those of what it asserts.
    named: HashSet<String>,
    /// The source that has it as a part of its own text.
    part_of: Option<usize>,
}

/// A source that is being loaded.
#[derive(Debug)]
struct Load {
    source: usize,
    /// Spans of clauses still to come, the next one last.
    rest: Vec<Range<usize>>,
    /// The number of the line on which the span of `at` begins.
    line: usize,
    at: usize,
    /// What the text uses of the libraries and does not define.
    imports: Vec<String>,
    /// Whether the text begins with a module directive that has not been read yet.
    in_header: bool,
    /// What the text has that means something else to Scryer.
    meaning: Meaning,
    /// The clause of the source that is being looked at; none: the last one that was taken.
    cursor: Option<usize>,
    /// How many clauses have been taken at once.
    bunch: usize,
    /// How many clauses have to be taken one by one.
    single: usize,
    last: Option<Key>,
    warned: HashSet<Key>,
    /// Whether nobody is to be told of clauses that are not together (`style_check(-discontiguous)`).
    scattered: bool,
    /// What an earlier version of this source had declared.
    before: HashSet<Key>,
    /// Whether another source has it as a part of its own text.
    included: bool,
    /// The sources that are one text with it: those that include it, and those that it includes.
    family: Vec<usize>,
}

/// What is known of consulted texts.
#[derive(Debug, Default)]
pub struct Sources {
    /// Whether only ISO Prolog is wanted: no prelude, no rewriting.
    pub iso: bool,
    /// The operators that a file begins with.
    pub base: Ops,
    /// Whether double quotes are characters, codes or an atom now, and not strings: a flag says so.
    pub other_quotes: bool,
    /// Those that queries are read with: also what consulted texts declare; what runs may declare others.
    pub ops: Ops,
    /// What files are called that will be handed in, without their endings: a file that is closed to others may name them.
    pub handed_in: HashSet<String>,
    sources: Vec<ConsultedText>,
    loads: Vec<Load>,
    /// Where the clauses of a predicate are, as numbers of clauses.
    predicates: HashMap<Key, Vec<i64>>,
    /// What `user` has imported on demand.
    imported: HashSet<(String, usize)>,
    /// What modules of a user's own export.
    exported: HashSet<(String, usize)>,
    main: Option<String>,
    /// How often clauses came or went.
    changes: i64,
    /// Numbers of clauses, errors and warnings since the request began.
    pub counts: Counts,
}

/// How many clauses, errors and warnings there were.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Clauses that were loaded.
    pub clauses: u64,
    /// Clauses and directives that went wrong.
    pub errors: u64,
    /// How many of them were raised by directives.
    pub raised: u64,
    /// Warnings.
    pub warnings: u64,
}

/// Why a source cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There is no such file.
    Missing,
    /// It cannot be read, or is a directory.
    Unreadable,
    /// It is being loaded already; loading it again would never end.
    Loading,
    /// It is longer than any program, and may have no end.
    Long,
    /// It is no text.
    Binary,
}

/// What Scryer gets in place of a text that it is not to read: a syntax error, as that text is one.
const UNREADABLE: &str = ").";

impl Sources {
    /// Forgets what belongs to one request.
    pub fn begin_request(&mut self) {
        self.loads.clear();
        self.counts = Counts::default();
        self.main = None;
    }

    /// Opens a file to be loaded; `.pl` may be left out. A relative name is looked for beside the file
    /// that is being loaded, then in the working directory.
    ///
    /// # Errors
    ///
    /// [`Refused`].
    pub fn open(&mut self, name: &str, access: Access) -> Result<Option<Diagnostic>, Refused> {
        let path = self.find(name).ok_or(Refused::Missing)?;
        let bytes = read(&path)?;
        let changed = fs::metadata(&path).and_then(|file| file.modified()).ok();
        if self.is_loading(&path) {
            return Err(Refused::Loading);
        }
        let (text, wrong) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) if is_binary(error.as_bytes()) => return Err(Refused::Binary),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text: String = error.as_bytes().iter().map(|&b| char::from(b)).collect();
                (text, Some(at))
            }
        };
        // Every byte before the wrong one is the same in both encodings.
        self.push(path, text, changed, access);
        let id = self.loads.last().map_or(0, |load| load.source);
        Ok(wrong.map(|at| self.build(id, Severity::Warning, &[latin(at)], Cause::NotUtf8)))
    }

    /// Takes a text as the source to be loaded.
    pub fn open_text(&mut self, name: &str, text: String, access: Access) {
        self.push(name.to_owned(), text, None, access);
    }

    fn find(&self, name: &str) -> Option<String> {
        let beside = self
            .loads
            .last()
            .and_then(|load| Path::new(&self.sources[load.source].name).parent())
            .map(|folder| folder.join(name).display().to_string());
        let names = beside.into_iter().chain([name.to_owned()]);
        names
            .flat_map(|name| [format!("{name}.pl"), name])
            .find(|name| {
                let path = Path::new(name);
                path.is_file() || (path.exists() && !path.is_dir())
            })
            .or_else(|| Path::new(name).exists().then(|| name.to_owned()))
    }

    fn is_loading(&self, name: &str) -> bool {
        self.loads
            .iter()
            .any(|load| self.sources[load.source].name == name)
    }

    fn push(&mut self, name: String, text: String, changed: Option<SystemTime>, access: Access) {
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        let tokens = syntax::tokens(&text);
        let clauses = syntax::split(&text, &tokens);
        // What the user types goes on from what was typed before.
        let mut ops = match name == "user" {
            true => self.ops.clone(),
            false => self.base.clone(),
        };
        for clause in &clauses {
            ops.learn(&text, &tokens[clause.tokens.clone()]);
        }
        let rest: Vec<_> = clauses.into_iter().map(|clause| clause.span).collect();
        let mut heads = heads(rest.iter().map(|span| &text[span.clone()]));
        let units = Units::of(&text, &rest);
        units.take(&mut heads);
        let in_header = rest
            .first()
            .is_some_and(|span| syntax::begins_module(&text[span.clone()]));
        if in_header {
            let exports = library::indicators(&text[rest[0].clone()]);
            self.exported.extend(exports);
        }
        let mut seen = HashSet::new();
        let mut imports = Vec::new();
        // A variable in the body of a grammar rule is called with phrase/3.
        let grammar = tokens.iter().any(|token| token.source(&text) == "-->");
        for name in syntax::names(&text, &tokens).chain(grammar.then_some("phrase")) {
            if seen.insert(name) {
                imports.extend(wanted(name, self.iso, &heads.sure));
                imports.extend(self.natives_wanted(name, in_header, &heads.sure));
            }
        }
        imports.extend(self.at_home(&text, &tokens));
        if !in_header {
            imports.extend(heads.own_natives());
        }
        marks::retracts(syntax::retracted(&text, &tokens));
        let meaning = syntax::meaning(&text, &tokens, self.iso);
        let source = ConsultedText {
            name,
            clauses: Vec::with_capacity(rest.len()),
            changed,
            declared: HashSet::new(),
            ops,
            other_quotes: false,
            heads: heads
                .all
                .iter()
                .map(|&(name, arity)| (name.to_owned(), arity))
                .chain(units.own_names())
                .collect(),
            access,
            private: match access {
                Access::Closed => units.private(private(&text, &rest, &heads)),
                Access::Call | Access::Full => HashSet::new(),
            },
            named: match in_header {
                true => modules::named(&text, &tokens),
                false => HashSet::new(),
            },
            part_of: None,
            units,
            text,
        };
        // What the user types comes in pieces, which do not replace each other.
        let known = self
            .sources
            .iter()
            .position(|known| known.name == source.name && known.name != "user");
        let (id, before) = match known {
            Some(id) => {
                self.forget(id);
                // It may not have its parts any more; those that it has are read again.
                for part in self.sources.iter_mut() {
                    if part.part_of == Some(id) {
                        part.changed = None;
                    }
                }
                let earlier = std::mem::replace(&mut self.sources[id], source);
                (id, earlier.declared)
            }
            None => {
                self.sources.push(source);
                (self.sources.len() - 1, HashSet::new())
            }
        };
        self.loads.push(Load {
            source: id,
            rest: rest.into_iter().rev().collect(),
            line: 1,
            at: 0,
            imports,
            in_header,
            meaning,
            cursor: None,
            bunch: 0,
            single: 0,
            last: None,
            warned: HashSet::new(),
            scattered: false,
            before,
            included: false,
            family: Vec::new(),
        });
    }

    fn forget(&mut self, id: usize) {
        self.changes += 1;
        self.predicates.retain(|_, clauses| {
            clauses.retain(|&clause| split(clause).0 != id);
            !clauses.is_empty()
        });
    }

    /// The name of the source that is being loaded.
    pub fn current_name(&self) -> &str {
        self.loads
            .last()
            .map_or("", |load| &self.sources[load.source].name)
    }

    /// Goes on to the next clause, if there is one.
    pub fn next(&mut self) -> bool {
        let Some(load) = self.loads.last_mut() else {
            return false;
        };
        load.in_header = false;
        load.cursor = None;
        load.single = load.single.saturating_sub(1);
        let Some(span) = load.rest.pop() else {
            return false;
        };
        self.changes += 1;
        let source = &mut self.sources[load.source];
        load.line += source.text[load.at..span.start].matches('\n').count();
        load.at = span.start;
        source.clauses.push(Clause {
            span,
            line: load.line,
            key: None,
        });
        true
    }

    /// What the text that is being loaded, if one is, has that means something else to Scryer.
    pub fn loaded_meaning(&self) -> Option<Meaning> {
        self.loads.last().map(|load| load.meaning)
    }

    /// Whether clauses of the text that is being loaded may stand apart from each other, from here on.
    pub fn set_scattered(&mut self, scattered: bool) {
        if let Some(load) = self.loads.last_mut() {
            load.scattered = scattered;
        }
    }

    /// Ends the source after the current clause.
    pub fn cut(&mut self) {
        if let Some(load) = self.loads.last_mut() {
            load.rest.clear();
        }
    }

    /// The current source is a part of the text of the one before it.
    pub fn include(&mut self) {
        if let [.., outer, inner] = self.loads.as_mut_slice() {
            inner.included = true;
            inner.family.clone_from(&outer.family);
            inner.family.push(outer.source);
            let (part, whole) = (inner.source, outer.source);
            self.sources[part].part_of = Some(whole);
            self.name_with(part, whole);
        }
    }

    /// Ends the loading of the current source.
    pub fn end(&mut self) {
        let Some(ended) = self.loads.pop() else {
            return;
        };
        if let (true, Some(outer)) = (ended.included, self.loads.last_mut()) {
            outer.family.push(ended.source);
            outer.family.extend(ended.family);
        }
        // What a file declares holds for who loads it, too.
        let ops = self.sources[ended.source].ops.clone();
        let outer = match self.loads.last() {
            Some(load) => &mut self.sources[load.source].ops,
            None => &mut self.ops,
        };
        outer.extend(&ops, &self.base);
    }

    /// The text of the current clause, as Scryer reads it.
    pub fn text(&self) -> String {
        self.current().map_or(String::new(), |(source, clause)| {
            self.read_text(
                &source.text[clause.span.clone()],
                &source.ops,
                !self.other_quotes,
            )
        })
    }

    /// The text of a query, which may stand in a consulted file, as Scryer reads it.
    pub fn query_text(&self, text: &str, file: Option<&str>) -> String {
        let source = file.and_then(|file| self.named(file));
        match source {
            Some(source) => self.read_text(text, &source.ops, !source.other_quotes),
            None => self.read_text(text, &self.ops, !self.other_quotes),
        }
    }

    /// A text that a program reads, as Scryer reads it.
    pub fn typed_text(&self, text: &str) -> String {
        let ops = self.loads.last();
        let ops = ops.map_or(&self.ops, |load| &self.sources[load.source].ops);
        self.read_text(text, ops, !self.other_quotes)
    }

    /// Says whether double quotes are strings from now on.
    pub fn set_quotes(&mut self, strings: bool) {
        self.other_quotes = !strings;
        if let Some(load) = self.loads.last() {
            self.sources[load.source].other_quotes = !strings;
        }
    }

    fn read_text(&self, text: &str, ops: &Ops, strings: bool) -> String {
        match self.iso {
            _ if syntax::is_too_deep(text) || syntax::is_too_wide(text) => UNREADABLE.to_owned(),
            true => text.to_owned(),
            false => rewritten(text, ops, strings),
        }
    }

    fn named(&self, name: &str) -> Option<&ConsultedText> {
        self.sources.iter().find(|source| source.name == name)
    }

    fn current(&self) -> Option<(&ConsultedText, &Clause)> {
        let load = self.loads.last()?;
        let source = &self.sources[load.source];
        let last = source.clauses.len().checked_sub(1)?;
        Some((source, source.clauses.get(load.cursor.unwrap_or(last))?))
    }

    /// The number of the current clause; -1 if there is none.
    pub fn index(&self) -> i64 {
        self.loads.last().map_or(-1, |load| {
            let last = self.sources[load.source].clauses.len() - 1;
            number(load.source, load.cursor.unwrap_or(last))
        })
    }

    /// What a query has that means something else, or nothing, to Scryer. The variables of one may have any values.
    pub fn query_meaning(&self, text: &str) -> Meaning {
        let tokens = syntax::tokens(text);
        let mut meaning = syntax::meaning(text, &tokens, self.iso);
        if !self.iso && syntax::computes(text, &tokens) {
            meaning = Meaning {
                goals: true,
                operands: true,
            };
        }
        meaning
    }

    /// The text of a clause as Scryer reads it, the name of its source, and its line; none of a file that is closed to
    /// others.
    pub fn clause_text(&self, index: i64) -> Option<(String, &str, usize)> {
        let (source, clause) = self.clause(index)?;
        if source.access == Access::Closed {
            return None;
        }
        let text = &source.text[clause.span.clone()];
        let text = match self.iso {
            true => text.to_owned(),
            false => rewritten(text, &source.ops, !source.other_quotes),
        };
        Some((text, &source.name, clause.line))
    }

    /// The place of the current clause.
    pub fn place(&self) -> (&str, usize) {
        self.current()
            .map_or(("", 0), |(source, clause)| (&source.name, clause.line))
    }

    /// Notes the goal that `initialization(Goal, main)` names.
    pub fn set_main(&mut self, goal: String) {
        self.main = Some(goal);
    }

    /// The goal that `initialization(Goal, main)` names.
    pub fn main(&self) -> Option<String> {
        self.main.clone()
    }

    fn clause(&self, index: i64) -> Option<(&ConsultedText, &Clause)> {
        let (source, clause) = split(index);
        let source = self.sources.get(source)?;
        Some((source, source.clauses.get(clause)?))
    }

    /// How texts are read.
    pub fn dialect(&self) -> Dialect {
        match self.iso {
            true => Dialect::Scryer,
            false => Dialect::Swi,
        }
    }
}

fn rewritten(text: &str, ops: &Ops, strings: bool) -> String {
    syntax::swi(text, &syntax::tokens(text), ops, strings).into_owned()
}

fn number(source: usize, clause: usize) -> i64 {
    (source as i64) << 28 | clause as i64
}

fn split(number: i64) -> (usize, usize) {
    ((number >> 28) as usize, (number & ((1 << 28) - 1)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_clauses() {
        assert_eq!(imports::head("p(X, [a,b|T], f(Y,Z)) :- q."), Some(("p", 3)));
        assert_eq!(imports::head("'q r' :- true."), Some(("q r", 0)));
        assert_eq!(
            imports::head("% c\ndigits([D|T]) --> digit(D)."),
            Some(("digits", 3))
        );
        assert_eq!(imports::head(":- dynamic p/1."), None);
        assert_eq!(imports::head("X :- y."), None);
    }

    #[test]
    fn a_text_wants_what_it_does_not_define() {
        let mut sources = Sources::default();
        sources.open_text(
            "t",
            "flatten(a, b, c).\nlast(x, y).\np :- flatten(a, X), last(X, _).\n".into(),
            Access::Full,
        );
        let imports = &sources.loads[0].imports;
        assert!(
            imports.iter().any(|import| import.contains("(flatten),2")),
            "{imports:?}"
        );
        assert!(
            !imports.iter().any(|import| import.contains("(last),2")),
            "{imports:?}"
        );
    }

    #[test]
    fn lines_and_clauses() {
        let mut sources = Sources::default();
        sources.open_text("t", "a.\n\n% c\nb :-\n  c.\nd.\n".into(), Access::Full);
        let mut lines = Vec::new();
        while sources.next() {
            let key = ("user".to_owned(), "a".to_owned(), 0);
            sources.head(key);
            lines.push(sources.place().1);
        }
        assert_eq!(lines, [1, 4, 6]);
        assert_eq!(sources.clauses_of(&("user".into(), "a".into(), 0)).len(), 3);
    }
}
