//! Thresholds: comparisons of a variable with a number that is found from the examples.
//!
//! `direction(geq,(in,threshold))` makes `geq/2` one predicate for each number with which it may be
//! of use: those of [`cuts`] between the numbers that [`reach`] says examples lead to. The learner
//! knows their answers without asking anybody.

mod cuts;
mod reach;

use super::{
    Making,
    background::{Definition, without_comments},
    language::{Language, Signature},
    problem::{Problems, SourceFile},
};
use crate::{
    ilp::{
        bias::{Comparison, PredicateId, Threshold},
        relations::number,
        task::Table,
    },
    syntax::{self, Dialect, Ops, atom_name},
    term::{Term, atom_text},
};

use self::reach::{Columns, Kind};

/// How many thresholds of a type a comparison has if the bias does not say.
const MAX_THRESHOLDS: usize = 100;

/// The comparisons that need no definition.
const KNOWN: [(&str, Comparison); 4] = [
    ("geq", Comparison::GreaterOrEqual),
    ("leq", Comparison::LessOrEqual),
    ("gt", Comparison::Greater),
    ("lt", Comparison::Less),
];

/// What a predicate with a threshold means, by its definition or else by its name.
pub(super) fn comparison(
    signature: &Signature,
    definition: Option<Definition>,
    background: Option<&SourceFile>,
    source: &SourceFile,
    problems: &mut Problems,
) -> Option<Comparison> {
    let name = atom_text(&signature.name);
    let known = KNOWN.iter().find(|(known, _)| *known == signature.name);
    let message = match (definition, background) {
        (Some(Definition::Facts), _) => format!(
            "{name}/2 is a table of facts, where a threshold is computed; \
             direction({name},(in,constant)) takes the constants of facts"
        ),
        (Some(Definition::Rules), Some(background)) => {
            if let Some(comparison) = defined(&signature.name, background) {
                return Some(comparison);
            }
            format!(
                "{name}/2 has a threshold, but it is not defined by one comparison of its \
                 arguments, as in {name}(V,N) :- number(V), V >= N."
            )
        }
        (_, _) if known.is_some() => return known.map(|(_, comparison)| *comparison),
        _ => format!(
            "{name}/2 has a threshold, but it is none of geq, leq, gt and lt, and the background \
             does not define it by a comparison, as in {name}(V,N) :- number(V), V >= N."
        ),
    };
    problems.error(source, signature.span.clone(), message);
    None
}

/// The comparison that the only clause of a predicate of two arguments is.
fn defined(name: &str, background: &SourceFile) -> Option<Comparison> {
    let text = background.text.as_str();
    let tokens = without_comments(text);
    let mut found = None;
    for clause in tokens.split_inclusive(|token| token.kind == syntax::Kind::End) {
        let first = clause.first().map(|token| atom_name(token.source(text)));
        if first.as_deref() != Some(name) {
            continue;
        }
        let term = syntax::read_clause(text, clause, &Ops::swi(), Dialect::Swi).ok()??;
        let term = Term::from(term);
        let (head, body) = match term.arguments(":-") {
            Some([head, body]) => (head, body),
            None => (&term, &term),
        };
        let Some([Term::Variable(value), Term::Variable(threshold)]) = head.arguments(name) else {
            // Another arity is another predicate.
            match head {
                Term::Compound(_, arguments) if arguments.len() == 2 => return None,
                _ => continue,
            }
        };
        if found.is_some() || value == threshold {
            return None;
        }
        found = Some(compared(body, value, threshold)?);
    }
    found
}

/// The one comparison of a body whose other goals only ask for numbers.
fn compared(body: &Term, value: &str, threshold: &str) -> Option<Comparison> {
    let mut goals = vec![body];
    let mut found = None;
    while let Some(goal) = goals.pop() {
        let Term::Compound(name, arguments) = goal else {
            return None;
        };
        let variable = |term: &Term, name: &str| matches!(term, Term::Variable(own) if own == name);
        match (name.as_str(), arguments.as_slice()) {
            (",", [left, right]) => goals.extend([right, left]),
            ("number" | "nonvar" | "ground", [Term::Variable(_)]) => {}
            (operator, [left, right]) if found.is_none() => {
                let straight = variable(left, value) && variable(right, threshold);
                let turned = variable(left, threshold) && variable(right, value);
                found = Some(match (operator, straight, turned) {
                    (">=", true, _) | ("=<", _, true) => Comparison::GreaterOrEqual,
                    ("=<", true, _) | (">=", _, true) => Comparison::LessOrEqual,
                    (">", true, _) | ("<", _, true) => Comparison::Greater,
                    ("<", true, _) | (">", _, true) => Comparison::Less,
                    _ => return None,
                });
            }
            _ => return None,
        }
    }
    found
}

/// The thresholds of a comparison for the variables of one type.
pub(super) struct ThresholdSet {
    comparison: Comparison,
    kind: Option<String>,
    thresholds: Vec<String>,
    /// Whether there are others, with which a hypothesis may be better.
    thinned: bool,
}

/// The thresholds of a comparison, for each type that it is asked about.
fn choices(
    signature: &Signature,
    comparison: Comparison,
    columns: &Columns<'_>,
    source: &SourceFile,
    problems: &mut Problems,
) -> Vec<ThresholdSet> {
    let declared = signature.all_types();
    let declared: Vec<Kind<'_>> = declared.map(|types| Some(types[0].as_str())).collect();
    let open = declared.is_empty();
    let kinds = match open {
        true => columns.kinds().into_iter().collect(),
        false => declared,
    };
    let mut found = Vec::new();
    for kind in kinds {
        let mut choice = ThresholdSet {
            comparison,
            kind: kind.map(str::to_owned),
            thresholds: Vec::new(),
            thinned: false,
        };
        let listed = kind.and_then(|kind| columns.language.constants.get(kind));
        match listed {
            Some(texts) => choice.list(texts, signature, source, problems),
            None => choice.find(signature, columns, kind, open, source, problems),
        }
        found.push(choice);
    }
    if found.iter().all(|choice| choice.thresholds.is_empty()) {
        let message = format!(
            "{} has no threshold: there is no number among the facts and examples that it could \
             be asked about; constant(C,Type) lists thresholds",
            signature.indicator()
        );
        problems.warn(source, signature.span.clone(), message);
    }
    found
}

impl ThresholdSet {
    /// Takes those that the bias lists.
    fn list(
        &mut self,
        texts: &[String],
        signature: &Signature,
        source: &SourceFile,
        problems: &mut Problems,
    ) {
        for text in texts {
            if number(text).is_none() {
                let message = format!(
                    "{} is asked about thresholds, but the constant {text} is no number",
                    signature.indicator()
                );
                return problems.error(source, signature.span.clone(), message);
            }
            if !self.thresholds.contains(text) {
                self.thresholds.push(text.clone());
            }
        }
    }

    /// Finds them.
    fn find<'a>(
        &mut self,
        signature: &Signature,
        columns: &Columns<'a>,
        kind: Kind<'a>,
        open: bool,
        source: &SourceFile,
        problems: &mut Problems,
    ) {
        let name = signature.indicator();
        let of_type = kind.map_or_else(String::new, |kind| format!(" of type {kind}"));
        let mut warn = |message: String| problems.warn(source, signature.span.clone(), message);
        let numbers = columns.numbers(kind);
        let computing = columns.computing(kind);
        let all = cuts::thresholds(&numbers.points, self.comparison);
        let number = all.len();
        if !computing.is_empty() && (!open || number > 0) {
            self.thinned = true;
            let listing = match kind {
                Some(kind) => format!("constant(C,{kind}) lists"),
                None => "with types, constant(C,Type) lists".to_owned(),
            };
            warn(format!(
                "{} may compute numbers{of_type}: the thresholds of {name} come from those of the \
                 facts and examples, so that nothing is proved to be smallest; {listing} thresholds",
                computing.join(", ")
            ));
        }
        if let (Some(other), Some(_), true) = (&numbers.other, kind, number > 0) {
            warn(format!(
                "{} value{}{of_type}, such as {other}, {} no number: {name} is true of numbers only",
                numbers.others,
                if numbers.others == 1 { "" } else { "s" },
                if numbers.others == 1 { "is" } else { "are" },
            ));
        }
        if numbers.rounded {
            self.thinned = true;
            warn(format!(
                "numbers{of_type} of more than 15 digits are compared as floats: {name} may not \
                 tell them apart, so that nothing is proved to be smallest"
            ));
        }
        let most = columns.language.max_thresholds.unwrap_or(MAX_THRESHOLDS);
        if number > most {
            self.thinned = true;
            warn(format!(
                "{name} has {number} thresholds{of_type} that differ on the examples, more than \
                 max_thresholds({most}): not all are tried, so that nothing is proved to be \
                 smallest"
            ));
        }
        self.thresholds = cuts::thinned(all, most);
    }
}

/// The thresholds of all comparisons of a bias, by signature.
pub(super) fn all(
    making: &Making<'_>,
    language: &Language,
    examples: &[[Table; 2]],
    problems: &mut Problems,
) -> Vec<Vec<ThresholdSet>> {
    let any = language.signatures.iter().any(Signature::has_threshold);
    if !any || examples.len() != language.signatures.iter().filter(|sign| sign.head).count() {
        return language.signatures.iter().map(|_| Vec::new()).collect();
    }
    let columns = Columns::new(
        language,
        &making.values,
        &making.facts,
        &making.rules,
        examples,
    );
    let signatures = language.signatures.iter().zip(&making.comparisons);
    signatures
        .map(|(signature, comparison)| match comparison {
            Some(comparison) => choices(signature, *comparison, &columns, making.source, problems),
            None => Vec::new(),
        })
        .collect()
}

impl Making<'_> {
    /// Makes a comparison the predicates that it stands for.
    pub(super) fn compare(
        &mut self,
        signature: &Signature,
        choices: Vec<ThresholdSet>,
        problems: &mut Problems,
    ) -> Vec<PredicateId> {
        let mut ids = Vec::new();
        for choice in choices {
            self.bias.thinned |= choice.thinned;
            if self.bias.predicates.len() + choice.thresholds.len() > usize::from(u16::MAX) {
                let message = "the predicates have too many thresholds; max_thresholds bounds them";
                problems.error(self.source, signature.span.clone(), message);
                continue;
            }
            for text in choice.thresholds {
                let predicate =
                    self.typed(signature, std::slice::from_ref(&choice.kind), vec![text]);
                self.bias.thresholds.push(Threshold {
                    predicate,
                    comparison: choice.comparison,
                });
                ids.push(predicate);
            }
        }
        ids
    }
}
