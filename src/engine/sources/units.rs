//! Units of tests in a text: what each of them defines for itself.
//!
//! In SWI-Prolog a unit is a module. Here it is a part of its file, and a predicate that it has while the rest of the
//! file, another unit, another file or a library has one of the same name and arity gets a name of its own.

use std::{collections::HashSet, ops::Range};

use super::{
    ConsultedText, Key, Sources,
    imports::{Heads, head},
    sealed::{HOOKS, SHARED, is_answer},
    split,
};
use crate::{
    engine::wire::Access,
    library,
    native::table,
    syntax::{self, Kind},
};

/// Names and arities.
type Predicates = HashSet<(String, usize)>;

/// A unit: what stands between `:- begin_tests(Unit)` and `:- end_tests(Unit)`.
#[derive(Debug, Default)]
struct Unit {
    name: String,
    /// Where it is in the text.
    spans: Vec<Range<usize>>,
    /// What it has clauses for, or declares dynamic.
    has: Predicates,
    declares: Predicates,
    /// What of that has a name of its own.
    own: Predicates,
}

/// The units of a text.
#[derive(Debug, Default)]
pub(super) struct Units {
    units: Vec<Unit>,
    /// What the text has clauses for outside of them.
    outside: Predicates,
}

/// How names begin that are a unit's own; a colon and the name follow.
const OWN: &str = "plunit_";

/// A name as it was written.
pub(super) fn written(name: &str) -> &str {
    let own = name.strip_prefix(OWN).and_then(|rest| rest.split_once(':'));
    own.map_or(name, |(_, written)| written)
}

impl Unit {
    fn own_name(&self, name: &str) -> String {
        format!("{OWN}{}:{name}", self.name)
    }

    fn is_apart(&self) -> bool {
        !self.own.is_empty()
    }

    fn own_names(&self, own: impl Fn(&(String, usize)) -> bool) -> Predicates {
        let own = self.own.iter().filter(|predicate| own(predicate));
        own.map(|(name, arity)| (self.own_name(name), *arity))
            .collect()
    }
}

impl Units {
    pub fn of(text: &str, clauses: &[Range<usize>]) -> Self {
        let mut units = Self::default();
        if !text.contains("begin_tests") {
            return units;
        }
        let mut shared: HashSet<&str> = HOOKS.into();
        let mut open = None;
        for (at, span) in clauses.iter().enumerate() {
            let clause = &text[span.clone()];
            match (syntax::directive(clause), open) {
                (Some("begin_tests"), _) => {
                    let unit = units.begun(&argument(clause));
                    units.units[unit].spans.push(span.start..text.len());
                    open = Some(unit);
                }
                (Some("end_tests"), _) => {
                    if let Some(last) = open.and_then(|unit| units.units[unit].spans.last_mut()) {
                        last.end = span.start;
                    }
                    open = None;
                }
                (Some("dynamic"), Some(unit)) => {
                    let unit: &mut Unit = &mut units.units[unit];
                    let declared = library::indicators(clause);
                    unit.has.extend(declared.iter().cloned());
                    unit.declares.extend(declared);
                }
                (Some("discontiguous"), Some(_)) => {}
                (Some(name), _) => {
                    if SHARED.contains(&name) {
                        units.outside.extend(library::indicators(clause));
                        shared.extend(syntax::names(clause, &syntax::tokens(clause)));
                    }
                }
                (None, _) if is_answer(text, clauses, at) => {}
                (None, open) => {
                    let of = match open {
                        Some(unit) => &mut units.units[unit].has,
                        None => &mut units.outside,
                    };
                    of.extend(head(clause).map(|(name, arity)| (name.to_owned(), arity)));
                }
            }
        }
        let all: Vec<Predicates> = units.units.iter().map(|unit| unit.has.clone()).collect();
        for (at, unit) in units.units.iter_mut().enumerate() {
            let declares = &unit.declares;
            unit.has.retain(|predicate| {
                declares.contains(predicate) || !shared.contains(predicate.0.as_str())
            });
            let others = || all.iter().enumerate().filter(|&(other, _)| other != at);
            let collides = |predicate: &&(String, usize)| {
                units.outside.contains(*predicate)
                    || others().any(|(_, has)| has.contains(*predicate))
                    || is_library(&predicate.0, predicate.1)
            };
            unit.own = unit.has.iter().filter(collides).cloned().collect();
        }
        units
    }

    /// The number of the unit of this name, which may be in several parts.
    fn begun(&mut self, name: &str) -> usize {
        let known = self.units.iter().position(|unit| unit.name == name);
        known.unwrap_or_else(|| {
            self.units.push(Unit {
                name: name.to_owned(),
                ..Unit::default()
            });
            self.units.len() - 1
        })
    }

    /// Whether a predicate has a name of its own wherever the text has it.
    fn hides(&self, predicate: &(String, usize)) -> bool {
        !self.outside.contains(predicate)
            && self.units.iter().any(|unit| unit.own.contains(predicate))
    }

    /// Takes from what a text has what is its units' own.
    pub fn take(&self, heads: &mut Heads<'_>) {
        if self.units.iter().any(Unit::is_apart) {
            let remains = |&(name, arity): &(&str, usize)| !self.hides(&(name.to_owned(), arity));
            heads.all.retain(remains);
            heads.sure.retain(remains);
        }
    }

    /// The names of what is the units' own.
    pub fn own_names(&self) -> Predicates {
        let names = self.units.iter().flat_map(|unit| unit.own_names(|_| true));
        names.collect()
    }

    /// What nobody else may name, where `private` would be without units: what units declare dynamic is not among it.
    pub fn private(&self, mut private: Predicates) -> Predicates {
        private.retain(|predicate| !self.hides(predicate));
        for unit in &self.units {
            private.extend(unit.own_names(|predicate| !unit.declares.contains(predicate)));
        }
        private
    }
}

impl Sources {
    /// Begins a unit of the text that is being loaded: what other files have by now, it has by names of its own, too. Whether it
    /// has any of these.
    pub fn begin_unit(&mut self, name: &str) -> bool {
        let Some(id) = self.loads.last().map(|load| load.source) else {
            return false;
        };
        let ConsultedText { units, access, .. } = &self.sources[id];
        let Some(at) = units.units.iter().position(|unit| unit.name == name) else {
            return false;
        };
        let mut own = units.units[at].own.clone();
        if *access != Access::Closed {
            let has = units.units[at].has.iter();
            own.extend(
                has.filter(|predicate| self.is_elsewhere(id, predicate))
                    .cloned(),
            );
        }
        let source = &mut self.sources[id];
        let unit = &mut source.units.units[at];
        unit.own = own;
        source.heads.extend(unit.own_names(|_| true));
        unit.is_apart()
    }

    /// What a predicate is called in a unit of a file, if it is called otherwise there than it is written.
    pub fn name_in_unit(&self, file: &str, unit: &str, name: &str, arity: i64) -> Option<String> {
        let unit = self.unit(file, unit)?;
        let predicate = (name.to_owned(), arity as usize);
        unit.own.contains(&predicate).then(|| unit.own_name(name))
    }

    /// Whether a unit of a file has names of its own.
    pub fn unit_is_apart(&self, file: &str, unit: &str) -> bool {
        self.unit(file, unit).is_some_and(Unit::is_apart)
    }

    fn unit(&self, file: &str, name: &str) -> Option<&Unit> {
        let mut units = self.named(file)?.units.units.iter();
        units.find(|unit| unit.name == name)
    }

    /// Whether another source than number `id` has a predicate.
    fn is_elsewhere(&self, id: usize, predicate: &(String, usize)) -> bool {
        let key: Key = ("user".to_owned(), predicate.0.clone(), predicate.1 as i64);
        let has_clauses = || {
            self.clauses_of(&key)
                .iter()
                .any(|&clause| split(clause).0 != id)
        };
        let declares = || {
            let mut sources = self.sources.iter().enumerate();
            sources.any(|(other, source)| other != id && source.declared.contains(&key))
        };
        self.exported.contains(predicate) || has_clauses() || declares()
    }

    /// The unit in which a clause stands, if that has names of its own.
    pub fn unit_of_clause(&self, clause: i64) -> Option<&str> {
        let (source, clause) = self.clause(clause)?;
        let has = |unit: &&Unit| {
            unit.is_apart()
                && unit
                    .spans
                    .iter()
                    .any(|span| span.contains(&clause.span.start))
        };
        let unit = source.units.units.iter().find(has)?;
        Some(&unit.name)
    }
}

/// Whether a library, or a native, has a predicate.
fn is_library(name: &str, arity: usize) -> bool {
    table::named(name).any(|(_, native)| native.args.len() == arity)
        || library::exports(name, false).any(|export| export.arity == arity)
}

/// The atom that is the first argument of a directive.
fn argument(clause: &str) -> String {
    let mut tokens = syntax::tokens(clause);
    tokens.retain(|token| token.kind != Kind::Comment);
    let argument = tokens.get(3).map(|token| token.source(clause));
    argument.map_or_else(String::new, |source| syntax::atom_name(source).to_string())
}
