//! What texts need of the libraries: the exports that they name and do not define.

use std::{collections::HashSet, sync::LazyLock};

use super::{Sources, modules::changed};
use crate::{
    library,
    native::{modules, table},
    syntax::{self, Kind, Token},
};

/// Libraries of SWI-Prolog whose predicates are elsewhere here, and those of ours that are modules by another name.
static ELSEWHERE: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let libraries = library::facts("swi_syntax", "swi_library").into_iter();
    let open = library::MODULES
        .iter()
        .filter(|module| module.access == library::Access::Named);
    let names = open.map(|module| module.name).chain([table::FACADE]);
    let ours = names
        .map(library::shown)
        .filter(|name| !modules::is_ours(name));
    libraries
        .filter(|fact| fact.get(1).and_then(|what| what.atom()) == Some("provided"))
        .filter_map(|fact| fact.first()?.atom().map(str::to_owned))
        .filter(|name| name == "lists" || !library::of_scryer().any(|other| other == name))
        .chain(ours.map(str::to_owned))
        .collect()
});

/// Names and arities.
type Names<'a> = HashSet<(&'a str, usize)>;

/// What a text has clauses for.
#[derive(Default)]
pub(super) struct Heads<'a> {
    /// All that its clauses are for.
    pub all: Names<'a>,
    /// What is not imported for them: what they are for whatever its conditions (`:- if(...)`) say, and what they change.
    pub sure: Names<'a>,
    /// What they assert or retract.
    pub changed: Names<'a>,
}

impl Sources {
    /// Import number `index` that the current source, or a query, needs: `import(Module, Name, Arity).`
    /// or, for a native, `native(Module, Name, Arity).`
    pub fn import(&self, index: usize) -> &str {
        match self.loads.last() {
            Some(load) if !load.in_header => load.imports.get(index).map_or("", String::as_str),
            _ => "",
        }
    }

    /// What a query needs to have imported.
    pub fn query_imports(&mut self, text: &str) -> Vec<String> {
        let tokens = syntax::tokens(text);
        let mut wanted = self.at_home(text, &tokens);
        for name in syntax::names(text, &tokens) {
            if modules::is_ours(name) {
                wanted.push(module_wanted(name));
            }
            wanted.extend(self.natives_wanted(name, false, &HashSet::new()));
            for export in library::exports(name, self.iso) {
                let preloaded = library::PRELOADED.contains(&export.module.as_str());
                let key = ("user".to_owned(), export.name.clone(), export.arity as i64);
                // Preloaded ones are there unless a file has replaced, and then dropped, them.
                if (preloaded && self.sources.is_empty())
                    || self.predicates.contains_key(&key)
                    || !self.imported.insert((export.name.clone(), export.arity))
                {
                    continue;
                }
                wanted.push(import(export));
            }
        }
        wanted
    }

    /// What a text calls by the names of libraries, as `apply:maplist(G, Xs)` or `chess:turn(S, P)`, where these are no modules here:
    /// `at(Library, Name/Arity, Module)`.
    pub(super) fn at_home(&self, text: &str, tokens: &[Token]) -> Vec<String> {
        let mut wanted = Vec::new();
        for window in tokens.windows(3) {
            let [library, colon, name] = [0, 1, 2].map(|at| window[at].source(text));
            if self.iso || colon != ":" || !ELSEWHERE.contains(library) {
                continue;
            }
            let exports = library::exports(name, false);
            let exports = exports.map(|export| (export.arity, export.module.as_str()));
            let natives = table::named(name).map(|(_, native)| (native.args.len(), table::FACADE));
            for (arity, module) in natives.chain(exports) {
                let name = crate::term::atom_text(name);
                let text = format!("at({library},({name})/{arity},'{module}').");
                if !wanted.contains(&text) {
                    wanted.push(text);
                }
            }
        }
        wanted
    }

    /// The natives of this name that a text, which defines `heads`, or a query wants to import: into a
    /// module, or else into `user`, where what a user has defined or imported keeps its place.
    pub(super) fn natives_wanted(
        &mut self,
        name: &str,
        into_module: bool,
        heads: &Names,
    ) -> Vec<String> {
        let mut wanted = Vec::new();
        for (module, native) in table::named(name) {
            let arity = native.args.len();
            let export = (name.to_owned(), arity);
            let key = ("user".to_owned(), name.to_owned(), arity as i64);
            let free = into_module
                || !self.exported.contains(&export)
                    && !self.predicates.contains_key(&key)
                    && self.imported.insert(export);
            if free && !heads.contains(&(name, arity)) {
                wanted.push(format!("native('{module}',({name}),{arity})."));
            }
        }
        wanted
    }
}

impl Heads<'_> {
    /// The natives of which the text asserts or retracts clauses, though it has none: they are predicates of its own, to be declared
    /// dynamic.
    pub fn own_natives(&self) -> impl Iterator<Item = String> {
        let own = self.changed.difference(&self.all);
        own.filter(|&&(name, arity)| {
            table::named(name)
                .into_iter()
                .any(|(_, native)| native.args.len() == arity)
        })
        .map(|(name, arity)| format!("dynamic(({}),{arity}).", crate::term::atom_text(name)))
    }
}

/// What a name in a text, which defines `heads`, may want to have imported.
pub(super) fn wanted(name: &str, iso: bool, heads: &Names) -> Vec<String> {
    let module = modules::is_ours(name).then_some(name);
    let module = module.or_else(|| library::hooked(name)).map(module_wanted);
    let exports =
        library::exports(name, iso).filter(|export| !heads.contains(&(name, export.arity)));
    module.into_iter().chain(exports.map(import)).collect()
}

fn import(export: &library::Export) -> String {
    format!(
        "import('{}',({}),{}).",
        export.module,
        crate::term::atom_text(&export.name),
        export.arity
    )
}

fn module_wanted(name: &str) -> String {
    format!("import('{name}',none,-1).")
}

/// What the clauses of a text are for, and what they change.
pub(super) fn heads<'a>(clauses: impl Iterator<Item = &'a str>) -> Heads<'a> {
    let mut heads = Heads::default();
    let mut conditions = 0_usize;
    for clause in clauses {
        match syntax::directive(clause) {
            Some("if") => conditions += 1,
            Some("endif") => conditions = conditions.saturating_sub(1),
            _ => {
                let head = head(clause);
                heads.all.extend(head);
                heads.sure.extend(head.filter(|_| conditions == 0));
                if clause.contains("assert") || clause.contains("retract") {
                    let tokens = syntax::tokens(clause);
                    let names = changed(clause, &tokens);
                    let names = names.filter_map(|name| self::head(&clause[name.span.start..]));
                    heads.changed.extend(names);
                }
            }
        }
    }
    heads.sure.extend(&heads.changed);
    heads
}

/// Name and arity of the head with which a clause begins, if it begins with one.
pub(super) fn head(clause: &str) -> Option<(&str, usize)> {
    let mut tokens = syntax::tokens(clause);
    tokens.retain(|token| token.kind != Kind::Comment);
    let first = tokens.first()?;
    let name = first.source(clause);
    if first.kind != Kind::Atom || matches!(name, ":-" | "?-") {
        return None;
    }
    let mut depth = 0;
    let mut arity = 0;
    let mut after = 1;
    let opened =
        |token: &syntax::Token| token.source(clause) == "(" && token.span.start == first.span.end;
    if tokens.get(1).is_some_and(opened) {
        arity = 1;
        for (i, token) in tokens.iter().enumerate().skip(1) {
            match token.source(clause) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => arity += 1,
                _ => {}
            }
            if depth == 0 {
                after = i + 1;
                break;
            }
        }
    }
    let grammar = tokens
        .get(after)
        .is_some_and(|token| token.source(clause) == "-->");
    Some((name.trim_matches('\''), arity + if grammar { 2 } else { 0 }))
}
