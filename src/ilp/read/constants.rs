//! Constants in clauses: a predicate with constant arguments is one predicate for each choice.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{
    language::{Language, Signature},
    problem::{Problems, SourceFile},
};
use crate::ilp::task::{Table, Value, Values};

/// How many constants an argument may have if the bias does not say.
const MAX_CONSTANTS: usize = 20;

/// The most choices of constants for one predicate.
const MOST: usize = 5_000;

/// The choices for the constant arguments of a predicate, each the texts of these arguments in
/// order: those that occur in its facts, or all of them if Prolog answers it.
pub(super) fn choices(
    signature: &Signature,
    language: &Language,
    facts: Option<(&Table, &Values)>,
    source: &SourceFile,
    problems: &mut Problems,
) -> Vec<Vec<String>> {
    let places: Vec<usize> = signature.constants().collect();
    if places.is_empty() {
        return vec![Vec::new()];
    }
    let listed = |place: usize| {
        let kind = signature.types.as_ref().map(|types| &types[place])?;
        language.constants.get(kind)
    };
    let choices = match facts {
        Some((table, values)) => {
            let most = language.max_constants.unwrap_or(MAX_CONSTANTS);
            let (choices, left_out) = occurring(&places, listed, most, table, values);
            if let (Some((place, all)), None) = (left_out, language.max_constants) {
                let message = format!(
                    "the facts of {} have {all} constants as argument {}, of which the {most} most \
                     frequent may stand in clauses: max_constants(N) says how many, constant/2 which",
                    signature.indicator(),
                    place + 1
                );
                problems.warn(source, signature.span.clone(), message);
            }
            choices
        }
        None => {
            let mut columns = Vec::new();
            for &place in &places {
                let Some(constants) = listed(place) else {
                    let kind = match &signature.types {
                        Some(types) => types[place].as_str(),
                        None => "Type",
                    };
                    let message = format!(
                        "{} has no table of facts, so that the constants of its argument {} must be \
                         listed as constant(C,{kind})",
                        signature.indicator(),
                        place + 1
                    );
                    problems.error(source, signature.span.clone(), message);
                    return Vec::new();
                };
                columns.push(constants.as_slice());
            }
            let number = columns
                .iter()
                .map(|column| column.len())
                .try_fold(1usize, usize::checked_mul);
            match number.is_some_and(|number| number <= MOST) {
                true => product(&columns),
                false => vec![Vec::new(); MOST + 1],
            }
        }
    };
    if choices.len() > MOST {
        let message = format!(
            "{} has more than {MOST} choices of constants; max_constants or constant/2 says which \
             ones are of interest",
            signature.indicator()
        );
        problems.error(source, signature.span.clone(), message);
        return Vec::new();
    }
    if choices.is_empty() {
        let message = format!("{} has no fact with these constants", signature.indicator());
        problems.warn(source, signature.span.clone(), message);
    }
    choices
}

/// The choices that occur, in the order of their columns' constants; and a place, and its number of
/// constants, where there are more than may be chosen.
fn occurring<'a>(
    places: &[usize],
    listed: impl Fn(usize) -> Option<&'a Vec<String>>,
    most: usize,
    table: &Table,
    values: &Values,
) -> (Vec<Vec<String>>, Option<(usize, usize)>) {
    let mut ranks: Vec<HashMap<Value, usize>> = Vec::new();
    let mut left_out = None;
    for &place in places {
        let constants: Vec<Value> = match listed(place) {
            Some(texts) => texts
                .iter()
                .filter_map(|text| values.number(text))
                .collect(),
            None => {
                let mut count: BTreeMap<Value, usize> = BTreeMap::new();
                for row in table.iter() {
                    *count.entry(row[place]).or_default() += 1;
                }
                let mut column: Vec<(Value, usize)> = count.into_iter().collect();
                if column.len() > most {
                    left_out = left_out.or(Some((place, column.len())));
                }
                column.sort_by(|(one, first), (other, second)| {
                    let texts = values.text(*one).cmp(values.text(*other));
                    second.cmp(first).then(texts)
                });
                column
                    .into_iter()
                    .take(most)
                    .map(|(value, _)| value)
                    .collect()
            }
        };
        ranks.push(
            constants
                .into_iter()
                .enumerate()
                .map(|(rank, value)| (value, rank))
                .collect(),
        );
    }
    let mut seen = HashSet::new();
    let mut found: Vec<(Vec<usize>, Vec<String>)> = Vec::new();
    for row in table.iter() {
        let chosen: Vec<Value> = places.iter().map(|&place| row[place]).collect();
        let rank: Option<Vec<usize>> = chosen
            .iter()
            .zip(&ranks)
            .map(|(value, ranks)| ranks.get(value).copied())
            .collect();
        if let Some(rank) = rank
            && seen.insert(chosen.clone())
        {
            let texts = chosen
                .iter()
                .map(|&value| values.text(value).to_owned())
                .collect();
            found.push((rank, texts));
        }
    }
    found.sort();
    let choices = found.into_iter().map(|(_, texts)| texts).collect();
    (choices, left_out)
}

fn product(columns: &[&[String]]) -> Vec<Vec<String>> {
    let mut choices = vec![Vec::new()];
    for column in columns {
        choices = choices
            .into_iter()
            .flat_map(|choice: Vec<String>| {
                column.iter().map(move |constant| {
                    let mut longer = choice.clone();
                    longer.push(constant.clone());
                    longer
                })
            })
            .collect();
    }
    choices
}
