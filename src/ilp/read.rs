//! Tasks in Popper's format: a folder with `bias.pl`, `bk.pl` and `exs.pl`.
//!
//! ```text
//! bias.pl ─> statement ─> derive ─> language ─┬─> constants ─┐
//!                              └─> constraints┼──────────────┼─> Task
//! bk.pl ───> background (facts, rules) ───────┘              │
//! exs.pl ──> examples ───────────────────────────────────────┘
//! ```
//!
//! The format is that of Popper (A. Cropper and R. Morel, "Learning programs by learning from
//! failures", Machine Learning 110, 2021), whose `bias.pl` is an answer set program. Anything that
//! is not understood is a problem with a place, and all problems of all files are reported.
//!
//! Understood in `bias.pl` are
//! - `head_pred(P,A)`, of which Popper takes one and this learner all, `body_pred(P,A)`,
//!   `type(P,(T,...))`, `direction(P,(in,out,...))`. Popper stops where some predicates have types
//!   or directions and others none; here a warning says what is made of them;
//! - in a direction also `constant`, which Popper has not, with `constant(C,T)` and
//!   `max_constants(N)`: how many constants of a column of facts are taken if none are listed, the
//!   most frequent 20 if nothing is said;
//! - `direction(geq,(in,threshold))`, see below, with `max_thresholds(N)`;
//! - `max_vars(N)`, 6 if nothing is said, and `max_body(N)`, 10, as in Popper;
//! - `max_clauses(N)`: of a program with recursion (2) or invention (3; Popper: 2) as Popper reads
//!   it, of programs that are united afterwards; else of the whole hypothesis, and a warning tells
//!   that Popper 5 does not read it then;
//! - `enable_recursion`, `enable_pi`, `non_datalog`; `allow_singletons` is what Popper 5 and this
//!   learner do anyway; `#defined P/A` says nothing;
//! - other facts, and rules that derive facts from facts;
//! - `bad_body(P,Vars) :- ...` and `:- ...` about one clause: conjunctions of facts,
//!   `clause(C)`, `body_literal(C,P,A,Vars)`, `head_literal(C,P,A,Vars)`, `body_var(C,V)`,
//!   `head_var(C,V)`, `clause_var(C,V)`, `var_type(C,V,T)`, `body_size(C,N)`, of which the ones for
//!   literals and variables may stand after `not`, comparisons, and `#count{T : ...}` compared with
//!   a number. The head's variables are 0, 1, ...; those of the body have no numbers and no order,
//!   since clauses that differ in their names only are one here. A warning tells where that differs.
//! - `:- body_literal(K,P,A,_).`, also about clause K of a program.
//!
//! # Thresholds
//!
//! ```text
//! body_pred(geq,2). direction(geq,(in,threshold)).
//! body_pred(lt,2).  direction(lt,(in,threshold)).
//! ```
//!
//! gives clauses such as `f(A) :- age(A,B), geq(B,41), height(A,C), lt(C,170).`, whose numbers are
//! found from the examples (the problem is that of C. Hocquette and A. Cropper, "Learning programs
//! with magic values", Machine Learning 112, 2023, and "Relational program synthesis with numerical
//! reasoning", AAAI 2023). `geq(V,N)` is `number(V), V >= N`, and so are `leq`, `gt` and `lt`; any
//! other name is defined in `bk.pl` by one such comparison. Nobody is asked for their answers. `geq`
//! and `gt` tell the same examples apart, and so do `leq` and `lt`: one of the two is enough.
//!
//! A threshold lies between two neighbouring numbers that facts and examples have in arguments of the
//! variable's type. Tried are those that may matter: a comparison begins at a number that a positive
//! example may lead to, and what lies just outside is a number that a negative one may lead to; all
//! others can be moved without more errors. So the smallest hypothesis is the smallest with any
//! numbers, and all of the smallest are those with the numbers tried. Of the numbers between two
//! neighbours, the one with the fewest digits is written, near the middle: 41 between 40 and 41, 40
//! between 38 and 45.
//!
//! With types, the thresholds are those of each type that has numbers, or of the types that the
//! comparison has: `type(geq,(age,age)). type(geq,(height,height)).` is no contradiction for it. If
//! `constant(N,T)` lists constants of a type, its thresholds are those. Of more than
//! `max_thresholds(N)` of a type, 100 if nothing is said, N are tried, at even distances. Then, and
//! where rules compute numbers of the type, there is a warning, and nothing is proved.
//!
//! # The background and the examples
//!
//! `bk.pl` and `exs.pl` are read as SWI-Prolog reads them: with the operators of the libraries that
//! a directive before imports, and without a first line that begins with `#`. There is no test of
//! whether a hypothesis is functional, as there is none in Popper 5: `non_functional/1` of older
//! backgrounds is not asked, and a warning says so.

mod background;
mod clauses;
mod constants;
mod constraints;
mod denials;
mod derive;
mod examples;
mod language;
mod problem;
mod statement;
#[cfg(test)]
mod tests;
mod thresholds;

use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf},
};

pub use crate::syntax::{Place, Problem, Severity};

use self::{
    background::{Background, Definition},
    constraints::Context,
    derive::BiasFacts,
    language::{Direction, Language, Signature, mentioned},
    problem::{Problems, SourceFile, meant},
    statement::Statement,
};
use super::{
    bias::{Bias, Comparison, Constraint, Mode, Predicate, PredicateId, Slot, TypeId},
    task::{Examples, Facts, Table, Task, Values},
};

/// Popper's most variables of a clause, if the bias does not say.
const MAX_VARS: usize = 6;

/// A task that was read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The task.
    pub task: Task,
    /// What may not be meant so.
    pub warnings: Vec<Problem>,
    /// The background's file, if there is one: Prolog has to load it if the task has rules.
    pub background: Option<PathBuf>,
}

/// What a task is read with, beyond its folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given<'a> {
    /// The background, in place of `bk.pl`.
    pub background: Option<&'a Path>,
    /// Clauses that stand at the end of the background, as text.
    pub clauses: &'a str,
    /// Declarations that stand at the end of the bias, as text.
    pub declarations: &'a str,
    /// Whether examples are to come: there need be none yet.
    pub examples_come: bool,
}

/// Reads the task in the folder `dir`, whose background is in `background` or else in its `bk.pl`.
/// `is_known` tells which predicates Prolog has without any background, by name and arity.
///
/// # Errors
///
/// All problems of all files, if one of them is an error.
pub fn read(
    dir: &Path,
    background: Option<&Path>,
    is_known: &dyn Fn(&str, usize) -> bool,
) -> Result<Reading, Vec<Problem>> {
    let given = Given {
        background,
        ..Given::default()
    };
    read_with(dir, &given, is_known)
}

/// As [`read`], with what is given beyond the folder.
///
/// # Errors
///
/// As [`read`].
pub fn read_with(
    dir: &Path,
    given: &Given<'_>,
    is_known: &dyn Fn(&str, usize) -> bool,
) -> Result<Reading, Vec<Problem>> {
    let mut problems = Problems::default();
    if !dir.is_dir() {
        let what = match dir.exists() {
            true => "a task is a folder with bias.pl, bk.pl and exs.pl, and this is none",
            false => "there is no such folder",
        };
        problems.whole(Severity::Error, dir, what);
        return Err(problems.finish());
    }
    let file = dir.join("bias.pl");
    let mut bias = load(&file, true, &mut problems).unwrap_or_default();
    bias.text += given.declarations;
    let statements = statement::statements(&bias, &mut problems);
    let whole = !problems.fatal();
    let mentioned = mentioned(&statements);
    let (program, rest) = BiasFacts::new(statements, &bias, &mut problems);
    let language = match bias.name.is_empty() {
        true => Language::default(),
        false => Language::new(&program, &mentioned, whole, &bias, &mut problems),
    };

    let path = given
        .background
        .map_or_else(|| dir.join("bk.pl"), Path::to_path_buf);
    let mut of_background = Problems::default();
    let in_file = load(&path, given.background.is_some(), &mut of_background);
    let unread = of_background.fatal();
    problems.append(of_background);
    let background = in_file.is_some().then(|| path.clone());
    let own = match (in_file, given.clauses) {
        (None, "") => None,
        (in_file, clauses) => {
            let mut own = in_file.unwrap_or_default();
            own.text += clauses;
            Some(own)
        }
    };
    let mut making = Making {
        language: &language,
        source: &bias,
        values: Values::default(),
        facts: Facts::new(),
        rules: BTreeSet::new(),
        bias: Bias::default(),
        predicates: Vec::new(),
        comparisons: Vec::new(),
    };
    // What the bias would report at its end comes before what follows from the background.
    making.background(own.as_ref(), unread, &path, is_known, &mut problems);
    // Thresholds come from the examples, whose problems are reported last.
    let path_of_examples = dir.join("exs.pl");
    let mut last = Problems::default();
    let examples = match load(&path_of_examples, !given.examples_come, &mut last) {
        None if given.examples_come => Some(SourceFile::default()),
        examples => examples,
    };
    let tables = examples.map_or_else(Vec::new, |source| {
        let reported = !given.examples_come;
        let tables = making.examples(&source, &path_of_examples, reported, &mut last);
        last.end_of(&path_of_examples);
        tables
    });
    making.predicates(&tables, &mut problems);
    making.constraints(&program, &rest, &mut problems);
    problems.end_of(&file);
    problems.append(last);
    let examples = making.examples_of_heads(tables);
    if problems.fatal() {
        return Err(problems.finish());
    }
    // Facts alone need nobody to run them.
    let clauses = match making.rules.is_empty() {
        true => None,
        false => own
            .as_ref()
            .and_then(|source| clauses::read(source, is_known)),
    };
    Ok(Reading {
        task: Task {
            bias: making.bias,
            values: making.values,
            facts: making.facts,
            clauses,
            rules: making.rules,
            examples,
        },
        warnings: problems.finish(),
        background,
    })
}

/// The text of a file. A file that is not there is a problem if it is `needed`.
fn load(path: &Path, needed: bool, problems: &mut Problems) -> Option<SourceFile> {
    let name = path.display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !path.exists() => {
            if needed {
                problems.whole(Severity::Error, path, "there is no such file");
            }
            return None;
        }
        Err(error) => {
            problems.whole(Severity::Error, path, format!("cannot be read: {error}"));
            return None;
        }
    };
    match String::from_utf8(bytes) {
        Ok(text) => Some(SourceFile { name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            let source = SourceFile {
                name,
                text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
            };
            let message = format!("the file is not UTF-8: here is the byte 0x{byte:02x}");
            problems.error(&source, at..at + 3, message);
            None
        }
    }
}

/// A task in the making.
struct Making<'a> {
    language: &'a Language,
    source: &'a SourceFile,
    values: Values,
    facts: Facts,
    rules: BTreeSet<(String, usize)>,
    bias: Bias,
    /// The predicates that each signature became.
    predicates: Vec<Vec<PredicateId>>,
    /// What each signature with a threshold means.
    comparisons: Vec<Option<Comparison>>,
}

impl Making<'_> {
    /// Reads the background, of which something may be `unread`, and finds out who answers each body predicate.
    fn background(
        &mut self,
        source: Option<&SourceFile>,
        unread: bool,
        path: &Path,
        is_known: &dyn Fn(&str, usize) -> bool,
        problems: &mut Problems,
    ) {
        let language = self.language;
        let body = || {
            language
                .signatures
                .iter()
                .filter(|signature| !signature.head)
        };
        let wanted: Vec<(&str, usize)> = body()
            .map(|signature| (signature.name.as_str(), signature.arity))
            .collect();
        let mut background = match source {
            Some(source) => {
                let (values, facts) = (&mut self.values, &mut self.facts);
                let mut own = Problems::default();
                let mut background = background::read(source, &wanted, values, facts, &mut own);
                own.end_of(path);
                background.open |= own.fatal();
                problems.append(own);
                background
            }
            None => Background::default(),
        };
        // What could not be read may define anything.
        background.open |= unread;
        let non_functional = ("non_functional".to_owned(), 1);
        if background.others.contains(&non_functional) {
            let message = "non_functional/1 is not asked: as in Popper 5, a hypothesis may give \
                other outputs for the inputs of an example, unless negative examples forbid them";
            problems.whole(Severity::Warning, path, message);
        }
        let mut missing = Vec::new();
        self.comparisons.resize(language.signatures.len(), None);
        for (at, signature) in language.signatures.iter().enumerate() {
            if !signature.has_threshold() {
                continue;
            }
            let key = (signature.name.clone(), signature.arity);
            let definition = background.defined.get(&key).copied();
            self.comparisons[at] =
                thresholds::comparison(signature, definition, source, self.source, problems);
            self.facts.remove(&key);
        }
        for signature in body().filter(|signature| !signature.has_threshold()) {
            let key = (signature.name.clone(), signature.arity);
            match background.defined.get(&key) {
                Some(Definition::Facts) => {}
                Some(Definition::Declared) => {
                    let message = format!("{} has no facts", signature.indicator());
                    problems.warn(self.source, signature.span.clone(), message);
                }
                Some(Definition::Rules) => _ = self.rules.insert(key),
                None if background.open || is_known(&key.0, key.1) => {
                    self.rules.insert(key);
                }
                None => missing.push(signature),
            }
        }
        if source.is_none() && !missing.is_empty() {
            let names: Vec<_> = missing
                .iter()
                .map(|signature| signature.indicator())
                .collect();
            let message = format!(
                "there is no such file, and nothing else defines {}",
                names.join(", ")
            );
            return problems.whole(Severity::Error, path, message);
        }
        for signature in missing {
            let name = signature.name.as_str();
            let others = || background.others.iter();
            let same = others().find(|(other, _)| other == name);
            let hint = match same {
                Some((_, arity)) => format!("; it defines {name}/{arity}"),
                None => meant(name, others().map(|(name, _)| name.as_str())),
            };
            let message = format!(
                "{} defines no {}, nor does Chesslog know it{hint}",
                path.file_name().unwrap_or_default().display(),
                signature.indicator()
            );
            problems.error(self.source, signature.span.clone(), message);
        }
    }

    fn type_of(&mut self, name: &str) -> TypeId {
        let known = self.bias.types.iter().position(|known| known == name);
        TypeId(known.unwrap_or_else(|| {
            self.bias.types.push(name.to_owned());
            self.bias.types.len() - 1
        }) as u16)
    }

    /// Makes the predicates of the bias, and its limits.
    fn predicates(&mut self, examples: &[[Table; 2]], problems: &mut Problems) {
        let language = self.language;
        let thresholds = thresholds::all(self, language, examples, problems);
        for (signature, thresholds) in language.signatures.iter().zip(thresholds) {
            if signature.has_threshold() {
                let ids = self.compare(signature, thresholds, problems);
                self.predicates.push(ids);
                continue;
            }
            let key = (signature.name.clone(), signature.arity);
            let facts = self.facts.get(&key).map(|table| (table, &self.values));
            let defined = signature.head || facts.is_some() || self.rules.contains(&key);
            let choices = match defined {
                true => constants::choices(signature, language, facts, self.source, problems),
                // A problem of its own.
                false => Vec::new(),
            };
            if self.bias.predicates.len() + choices.len() > usize::from(u16::MAX) {
                let message = "the predicates have too many choices of constants";
                problems.error(self.source, signature.span.clone(), message);
                continue;
            }
            let types = signature.types.iter().flatten().cloned().map(Some);
            let types: Vec<Option<String>> = types.collect();
            let ids = choices
                .into_iter()
                .map(|choice| self.typed(signature, &types, choice))
                .collect();
            self.predicates.push(ids);
        }
        let bias = &mut self.bias;
        bias.max_vars = language.max_vars.unwrap_or(MAX_VARS);
        bias.max_body = language.max_body.unwrap_or(bias.max_body);
        bias.max_clauses = language.max_clauses;
        bias.recursion = language.recursion;
        bias.invention = language.invention;
        bias.non_datalog = language.non_datalog;
    }

    /// Adds a predicate with these types, if it has any, and these constants.
    fn typed(
        &mut self,
        signature: &Signature,
        types: &[Option<String>],
        constants: Vec<String>,
    ) -> PredicateId {
        let mut constants = constants.into_iter();
        let mut predicate = Predicate::untyped(signature.name.clone(), 0);
        let mut modes = Vec::new();
        for place in 0..signature.arity {
            let direction = signature.direction(place);
            if matches!(direction, Some(Direction::Constant | Direction::Threshold)) {
                let constant = constants.next().unwrap_or_default();
                predicate.slots.push(Slot::Constant(constant));
                continue;
            }
            predicate.slots.push(Slot::Variable);
            let kind = types.get(place).and_then(Option::as_ref);
            let kind = kind.map(|kind| self.type_of(kind));
            predicate.types.push(kind);
            modes.push(match direction {
                Some(Direction::Out) => Mode::Out,
                _ => Mode::In,
            });
        }
        predicate.modes = signature.directions.is_some().then_some(modes);
        let id = self.bias.add(predicate);
        match signature.head {
            true => self.bias.heads.push(id),
            false => self.bias.body.push(id),
        }
        id
    }

    fn constraints(&mut self, program: &BiasFacts, rest: &[Statement], problems: &mut Problems) {
        let context = Context {
            source: self.source,
            program,
            language: self.language,
            bias: &self.bias,
            predicates: &self.predicates,
        };
        let found = context.constraints(rest, problems);
        self.bias.constraints = found.iter().map(|(_, found)| found.clone()).collect();
        for id in self.bias.body.clone() {
            let symmetric = self.is_symmetric(id);
            self.bias.predicates[usize::from(id.0)].symmetric = symmetric;
        }
        for (span, constraint) in found {
            let Constraint::Denied(denial) = constraint else {
                continue;
            };
            let symmetric = |id: &PredicateId| self.bias.predicate(*id).symmetric;
            if denial.compares_order()
                && !denial
                    .ordered()
                    .is_some_and(|ids| ids.iter().all(symmetric))
            {
                let message = "the order of the head's variables is kept, and that they come before the \
                    body's; the body's have no numbers here, so that they may stand in any order";
                problems.warn(self.source, span, message);
            }
        }
    }

    /// Whether a binary predicate of facts holds both ways wherever it holds.
    fn is_symmetric(&self, id: PredicateId) -> bool {
        let predicate = self.bias.predicate(id);
        let fixed = self
            .bias
            .constraints
            .iter()
            .any(|constraint| match constraint {
                Constraint::Argument { predicate, .. } => *predicate == id,
                Constraint::Denied(denial) => denial.fixes(id),
                _ => false,
            });
        let alike = match &predicate.modes {
            Some(modes) => modes.windows(2).all(|pair| pair[0] == pair[1]),
            None => true,
        };
        let ([Slot::Variable, Slot::Variable], [one, other]) =
            (predicate.slots.as_slice(), predicate.types.as_slice())
        else {
            return false;
        };
        let table = self.facts.get(&(predicate.name.clone(), 2));
        let Some(table) = table.filter(|table| table.rows > 0) else {
            return false;
        };
        if fixed || !alike || one != other {
            return false;
        }
        let mirrored = |rows: &HashSet<[u32; 2]>| rows.iter().all(|&[a, b]| rows.contains(&[b, a]));
        // Most relations show with their first row that they are not.
        let first = [table.row(0)[1], table.row(0)[0]];
        table.iter().any(|row| *row == first)
            && mirrored(&table.iter().map(|row| [row[0], row[1]]).collect())
    }

    /// The positive and the negative examples of each head; that there are no positive ones is reported if it is to be.
    fn examples(
        &mut self,
        source: &SourceFile,
        path: &Path,
        reported: bool,
        problems: &mut Problems,
    ) -> Vec<[Table; 2]> {
        let language = self.language;
        let heads: Vec<_> = language
            .signatures
            .iter()
            .filter(|signature| signature.head)
            .map(|signature| (signature.name.as_str(), signature.arity))
            .collect();
        let before = problems.errors();
        let tables = examples::read(source, &heads, &mut self.values, problems);
        let positives = |tables: &[Table; 2]| tables[0].rows;
        if problems.errors() > before || !reported {
            // What could not be read may be positive.
        } else if !heads.is_empty() && tables.iter().all(|tables| positives(tables) == 0) {
            problems.whole(
                Severity::Error,
                path,
                "there is no positive example: pos(Atom)",
            );
        } else {
            for ((name, arity), tables) in heads.iter().zip(&tables) {
                if positives(tables) == 0 {
                    let message = format!("{name}/{arity} has no positive example");
                    problems.whole(Severity::Warning, path, message);
                }
            }
        }
        tables
    }

    fn examples_of_heads(&self, tables: Vec<[Table; 2]>) -> Vec<Examples> {
        let ids = self.bias.heads.iter();
        ids.zip(tables)
            .map(|(&head, [mut positive, negative])| {
                let positives = positive.rows;
                positive.cells.extend_from_slice(&negative.cells);
                positive.rows += negative.rows;
                Examples {
                    head,
                    tuples: positive,
                    positives,
                }
            })
            .collect()
    }
}
