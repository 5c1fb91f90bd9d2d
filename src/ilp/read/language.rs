//! The directives of a bias: predicates with their types and directions, limits and switches.

use std::{collections::BTreeMap, ops::Range};

use super::{
    Severity,
    derive::{BiasFacts, Fact, GENERATOR},
    problem::{Problems, SourceFile, meant},
    statement::{Item, Statement},
};
use crate::{
    ilp::clause::MAX_ARITY,
    syntax::{Shape, Spanned},
};

/// The directives with their arities, and what their arguments are.
const DIRECTIVES: [(&str, usize, &str); 14] = [
    ("head_pred", 2, "a name and an arity"),
    ("body_pred", 2, "a name and an arity"),
    ("type", 2, "a name and a tuple of types"),
    (
        "direction",
        2,
        "a name and a tuple of in, out, constant and threshold",
    ),
    ("constant", 2, "a constant and its type"),
    ("max_vars", 1, "a number"),
    ("max_body", 1, "a number"),
    ("max_clauses", 1, "a number"),
    ("max_constants", 1, "a number"),
    ("max_thresholds", 1, "a number"),
    ("enable_recursion", 0, "nothing"),
    ("enable_pi", 0, "nothing"),
    ("non_datalog", 0, "nothing"),
    ("allow_singletons", 0, "nothing"),
];

/// The most variables, body literals and clauses that can be asked for: a body is a mask of 64 bits.
const MOST: usize = 63;

/// The most clauses of a program that is searched as a whole, see `programs::most_clauses`.
const MOST_IN_PROGRAMS: usize = 8;

/// What a direction tuple says of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    In,
    Out,
    /// A constant stands there.
    Constant,
    /// A number stands there that the other argument is compared with.
    Threshold,
}

/// A predicate that the bias names.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub name: String,
    pub arity: usize,
    pub head: bool,
    /// Where it is declared.
    pub span: Range<usize>,
    pub types: Option<Vec<String>>,
    /// The further types of a comparison, which may be asked about several.
    pub more_types: Vec<Vec<String>>,
    pub directions: Option<Vec<Direction>>,
}

impl Signature {
    /// The name and arity as text.
    pub fn indicator(&self) -> String {
        format!("{}/{}", crate::term::atom_text(&self.name), self.arity)
    }

    /// The arguments that are constants.
    pub fn constants(&self) -> impl Iterator<Item = usize> {
        (0..self.arity).filter(|&at| self.direction(at) == Some(Direction::Constant))
    }

    pub fn direction(&self, at: usize) -> Option<Direction> {
        self.directions.as_ref().map(|directions| directions[at])
    }

    /// Whether it compares its first argument with a number.
    pub fn has_threshold(&self) -> bool {
        let mut directions = self.directions.iter().flatten();
        directions.any(|direction| *direction == Direction::Threshold)
    }

    /// All its types.
    pub fn all_types(&self) -> impl Iterator<Item = &Vec<String>> + Clone {
        self.types.iter().chain(&self.more_types)
    }
}

/// What the directives of a bias say.
#[derive(Debug, Default)]
pub(super) struct Language {
    /// The heads, then the body predicates, each in the order of the file.
    pub signatures: Vec<Signature>,
    pub max_vars: Option<usize>,
    pub max_body: Option<usize>,
    pub max_clauses: Option<usize>,
    pub max_constants: Option<usize>,
    pub max_thresholds: Option<usize>,
    pub recursion: bool,
    pub invention: bool,
    pub non_datalog: bool,
    /// The constants of each type, as canonical text, in the order of the file.
    pub constants: BTreeMap<String, Vec<String>>,
}

impl Language {
    /// Reads the directives among the facts. `rest` are the statements that are no facts: what they
    /// and the rules mention is no misspelt directive. If the bias could not be read as a `whole`,
    /// what seems to lack may be in the rest.
    pub fn new(
        program: &BiasFacts,
        mentioned: &[String],
        whole: bool,
        source: &SourceFile,
        problems: &mut Problems,
    ) -> Language {
        unknown(program, mentioned, source, problems);
        let mut language = Language::default();
        for (directive, head) in [("head_pred", true), ("body_pred", false)] {
            for fact in program.facts(directive, 2) {
                language.predicate(fact, head, source, problems);
            }
        }
        // Directions tell which predicates may have several types.
        for fact in program.facts("direction", 2) {
            language.directions(fact, source, problems);
        }
        for fact in program.facts("type", 2) {
            language.types(fact, source, problems);
        }
        let mut limit = |name: &str, from: usize, to: usize| {
            let facts = program.facts(name, 1);
            if let [_, second, ..] = facts {
                let message = format!("{name} is declared twice");
                problems.error(source, second.span.clone(), message);
            }
            let fact = facts.first()?;
            let number = fact.arguments[0]
                .count()
                .filter(|count| (from..=to).contains(count));
            if number.is_none() {
                let message = format!(
                    "{name} expects a number from {from} to {to}, found {}",
                    fact.arguments[0]
                );
                problems.error(source, fact.arguments[0].span.clone(), message);
            }
            number
        };
        language.max_vars = limit("max_vars", 1, MOST);
        language.max_body = limit("max_body", 1, MOST);
        language.max_clauses = limit("max_clauses", 1, MOST);
        language.max_constants = limit("max_constants", 1, 10_000);
        language.max_thresholds = limit("max_thresholds", 1, 10_000);
        let given = |name: &str| !program.facts(name, 0).is_empty();
        language.recursion = given("enable_recursion");
        language.invention = given("enable_pi");
        language.non_datalog = given("non_datalog");
        if let (Some(number), [fact, ..]) = (language.max_clauses, program.facts("max_clauses", 1))
            && let Some(message) = language.bound_on_clauses(number)
        {
            problems.warn(source, fact.span.clone(), message);
        }
        if let (Some(number), [fact, ..]) =
            (language.max_thresholds, program.facts("max_thresholds", 1))
            && !language.signatures.iter().any(Signature::has_threshold)
        {
            let message =
                format!("max_thresholds({number}) has no effect: no direction has a threshold");
            problems.warn(source, fact.span.clone(), message);
        }
        for fact in program.facts("constant", 2) {
            match fact.arguments[1].atom() {
                Some(kind) => {
                    let constants = language.constants.entry(kind.to_owned()).or_default();
                    constants.push(fact.arguments[0].term().canonical());
                }
                None => {
                    let message = format!("a type is an atom, not {}", fact.arguments[1]);
                    problems.error(source, fact.arguments[1].span.clone(), message);
                }
            }
        }
        language.complete(program, whole, source, problems);
        language
    }

    /// What this bound on the clauses does not mean, or not as in Popper.
    fn bound_on_clauses(&self, number: usize) -> Option<String> {
        if !self.recursion && !self.invention {
            return Some(format!(
                "max_clauses({number}) bounds the clauses of the whole hypothesis; in Popper 5 it \
                 says nothing without enable_recursion or enable_pi, where any number of clauses \
                 is united"
            ));
        }
        (number > MOST_IN_PROGRAMS).then(|| {
            format!("programs of more than {MOST_IN_PROGRAMS} clauses are not searched, but united")
        })
    }

    fn predicate(&mut self, fact: &Fact, head: bool, source: &SourceFile, problems: &mut Problems) {
        let [name, arity] = fact.arguments.as_slice() else {
            return;
        };
        let (Some(atom), Some(count)) = (name.atom(), arity.count()) else {
            let (culprit, what) = match name.atom() {
                None => (name, "a predicate's name"),
                Some(_) => (arity, "an arity"),
            };
            let message = format!("expected {what}, found {culprit}");
            return problems.error(source, culprit.span.clone(), message);
        };
        if count > MAX_ARITY {
            let message = format!("{atom}/{count} has more than {MAX_ARITY} arguments");
            return problems.error(source, arity.span.clone(), message);
        }
        let same = |other: &&Signature| other.name == atom && other.arity == count;
        if self.signatures.iter().find(same).is_some() {
            let message = format!("{atom}/{count} is both a head and a body predicate");
            let help = Some("`enable_recursion.` lets clauses call their own predicate".to_owned());
            let span = fact.span.clone();
            return problems.add(Severity::Error, source, span, message, help);
        }
        self.signatures.push(Signature {
            name: atom.to_owned(),
            arity: count,
            head,
            span: fact.span.clone(),
            types: None,
            more_types: Vec::new(),
            directions: None,
        });
    }

    /// The predicate that a type or direction of these many elements is about; it is a problem if
    /// there is none.
    fn about(
        &mut self,
        what: &str,
        fact: &Fact,
        source: &SourceFile,
        problems: &mut Problems,
    ) -> Option<&mut Signature> {
        let [name, tuple] = fact.arguments.as_slice() else {
            return None;
        };
        let Some(atom) = name.atom() else {
            let message = format!("expected a predicate's name, found {name}");
            problems.error(source, name.span.clone(), message);
            return None;
        };
        let count = tuple.elements().len();
        let named = || {
            self.signatures
                .iter()
                .filter(|signature| signature.name == atom)
        };
        if named().next().is_none() {
            let names = self
                .signatures
                .iter()
                .map(|signature| signature.name.as_str());
            let message = format!(
                "{what} of {atom}, which is neither a head nor a body predicate{}",
                meant(atom, names)
            );
            problems.warn(source, name.span.clone(), message);
            return None;
        }
        if !named().any(|signature| signature.arity == count) {
            let arities: Vec<_> = named().map(Signature::indicator).collect();
            let message = format!(
                "{} has {count} element{}, but the predicate is {}",
                tuple,
                if count == 1 { "" } else { "s" },
                arities.join(" and ")
            );
            problems.error(source, tuple.span.clone(), message);
            return None;
        }
        let mut all = self.signatures.iter_mut();
        all.find(|signature| signature.name == atom && signature.arity == count)
    }

    fn types(&mut self, fact: &Fact, source: &SourceFile, problems: &mut Problems) {
        let Some(signature) = self.about("type", fact, source, problems) else {
            return;
        };
        let mut types = Vec::new();
        for element in fact.arguments[1].elements() {
            match element.atom() {
                Some(name) => types.push(name.to_owned()),
                None => {
                    let message = format!("a type is an atom, not {element}");
                    return problems.error(source, element.span.clone(), message);
                }
            }
        }
        match &signature.types {
            Some(known) if *known != types && signature.has_threshold() => {
                if !signature.more_types.contains(&types) {
                    signature.more_types.push(types);
                }
            }
            Some(known) if *known != types => {
                let message = format!("{} has another type already", signature.indicator());
                problems.error(source, fact.span.clone(), message);
            }
            _ => signature.types = Some(types),
        }
    }

    fn directions(&mut self, fact: &Fact, source: &SourceFile, problems: &mut Problems) {
        let Some(signature) = self.about("direction", fact, source, problems) else {
            return;
        };
        let mut directions = Vec::new();
        for element in fact.arguments[1].elements() {
            directions.push(match element.atom() {
                Some("in") => Direction::In,
                Some("out") => Direction::Out,
                Some("constant" | "threshold") if signature.head => {
                    let message = "the arguments of a head are variables";
                    return problems.error(source, element.span.clone(), message);
                }
                Some("constant") => Direction::Constant,
                Some("threshold") => Direction::Threshold,
                other => {
                    let names = ["in", "out", "constant", "threshold"];
                    let meant = meant(other.unwrap_or_default(), names);
                    let message =
                        format!("expected in, out, constant or threshold, found {element}{meant}");
                    return problems.error(source, element.span.clone(), message);
                }
            });
        }
        if directions.contains(&Direction::Threshold)
            && directions != [Direction::In, Direction::Threshold]
        {
            let name = crate::term::atom_text(&signature.name);
            let message = format!(
                "a threshold is the second of two arguments, and the first is in: \
                 direction({name},(in,threshold))"
            );
            let span = fact.arguments[1].span.clone();
            return problems.error(source, span, message);
        }
        match &signature.directions {
            Some(known) if *known != directions => {
                let message = format!("{} has another direction already", signature.indicator());
                problems.error(source, fact.span.clone(), message);
            }
            _ => signature.directions = Some(directions),
        }
    }

    /// What is missing, and what does not fit together.
    fn complete(
        &mut self,
        program: &BiasFacts,
        whole: bool,
        source: &SourceFile,
        problems: &mut Problems,
    ) {
        let start = 0..source.text.lines().next().map_or(0, str::len);
        // Where the declarations themselves are wrong there is no use in saying that they lack.
        if whole && program.facts("head_pred", 2).is_empty() {
            let message = "the bias has no head_pred: it names the predicate to learn";
            problems.error(source, start.clone(), message);
        }
        if whole && program.facts("body_pred", 2).is_empty() {
            let message = "the bias has no body_pred: they name the predicates of clause bodies";
            problems.error(source, start, message);
        }
        let max_vars = self.max_vars.unwrap_or(super::MAX_VARS);
        for signature in self.signatures.iter().filter(|signature| signature.head) {
            if signature.arity > max_vars {
                let message = format!(
                    "{} has more arguments than a clause may have variables: max_vars is {max_vars}",
                    signature.indicator()
                );
                problems.error(source, signature.span.clone(), message);
            }
        }
        let typed = self
            .signatures
            .iter()
            .any(|signature| signature.types.is_some());
        // A type that was refused is declared, too.
        let declared = |signature: &Signature| {
            let facts = program.facts("type", 2);
            facts
                .iter()
                .any(|fact| fact.arguments[0].atom() == Some(signature.name.as_str()))
        };
        for signature in &self.signatures {
            let plain = signature.arity > 0 && !signature.has_threshold();
            if typed && plain && !declared(signature) {
                let message = format!(
                    "{} has no type, though others have: its arguments may be anything",
                    signature.indicator()
                );
                problems.warn(source, signature.span.clone(), message);
            }
        }
        self.undirected(program, source, problems);
        self.lonely_types(source, problems);
    }

    /// Predicates without a direction where others have one: Popper refuses them.
    fn undirected(&self, program: &BiasFacts, source: &SourceFile, problems: &mut Problems) {
        let plain = |directions: &Vec<Direction>| {
            let mut directions = directions.iter();
            directions.all(|direction| matches!(direction, Direction::In | Direction::Out))
        };
        let mut signatures = self.signatures.iter();
        if !signatures.any(|signature| signature.directions.as_ref().is_some_and(plain)) {
            return;
        }
        let facts = program.facts("direction", 2);
        for signature in &self.signatures {
            let name = signature.name.as_str();
            // One that was refused is declared, too.
            let declared = || {
                facts
                    .iter()
                    .any(|fact| fact.arguments[0].atom() == Some(name))
            };
            if signature.arity == 0 || signature.directions.is_some() || declared() {
                continue;
            }
            let what = match signature.head {
                true => "all its arguments count as in",
                false => "it may be called whatever is bound",
            };
            let message = format!(
                "{} has no direction, though others have: {what}",
                signature.indicator()
            );
            problems.warn(source, signature.span.clone(), message);
        }
    }

    /// A head variable whose type no body predicate has cannot occur in a body.
    fn lonely_types(&self, source: &SourceFile, problems: &mut Problems) {
        let body = || self.signatures.iter().filter(|signature| !signature.head);
        if self.non_datalog || body().any(|signature| signature.types.is_none()) {
            return;
        }
        for head in self.signatures.iter().filter(|signature| signature.head) {
            let own = |kind: &String| {
                self.recursion
                    && head
                        .types
                        .iter()
                        .flatten()
                        .filter(|other| *other == kind)
                        .count()
                        > 1
            };
            for kind in head.types.iter().flatten() {
                let kinds = || body().flat_map(|signature| signature.all_types().flatten());
                let used = kinds().any(|other| other == kind);
                if !used && !own(kind) {
                    let message = format!(
                        "no body predicate has an argument of type {kind}, so that no clause of {} \
                         can use it{}",
                        head.indicator(),
                        meant(kind, kinds().map(String::as_str))
                    );
                    problems.warn(source, head.span.clone(), message);
                }
            }
        }
    }
}

/// Facts that are no directives, and that no rule or constraint mentions.
fn unknown(
    program: &BiasFacts,
    mentioned: &[String],
    source: &SourceFile,
    problems: &mut Problems,
) {
    let mut found: Vec<_> = program
        .names()
        .filter(|(name, arity, _)| {
            let known = DIRECTIVES
                .iter()
                .any(|(own, takes, _)| (own, takes) == (name, arity));
            !known && !mentioned.iter().any(|other| other == name)
        })
        .collect();
    found.sort_by_key(|(_, _, fact)| fact.span.start);
    for (name, arity, fact) in found {
        let message = match DIRECTIVES.iter().find(|(own, _, _)| *own == name) {
            Some((_, takes, what)) => {
                let plural = if *takes == 1 { "" } else { "s" };
                format!("{name} takes {takes} argument{plural} ({what}), found {arity}")
            }
            None => {
                let names = DIRECTIVES.iter().map(|(name, _, _)| *name);
                format!("unknown directive {name}/{arity}{}", meant(name, names))
            }
        };
        problems.error(source, fact.span.clone(), message);
    }
}

/// The predicates that rules and constraints mention in their bodies.
pub(super) fn mentioned(statements: &[Statement]) -> Vec<String> {
    let mut names = Vec::new();
    for item in statements.iter().flat_map(|statement| &statement.body) {
        let terms: &[Spanned] = match item {
            Item::Holds(term) | Item::Not(term) => std::slice::from_ref(term),
            Item::Count { conditions, .. } => conditions,
            Item::Compare(..) => &[],
        };
        for term in terms {
            if let Shape::Atom(name) | Shape::Compound(name, _) = &term.shape
                && !GENERATOR.contains(&name.as_str())
            {
                names.push(name.clone());
            }
        }
    }
    names
}
