//! Programs that differ in the names of invented predicates, or in the order of their arguments.

use super::super::{
    bias::PredicateId,
    clause::{Clause, Literal, Variable},
};
use super::language::{Language, Learned};

/// The least of the programs that are this one with invented symbols in another order, and their
/// two arguments in another order where both are of the same mode.
pub(super) fn least(language: &Language, program: &[Clause]) -> Vec<Clause> {
    let mut used: Vec<Learned> = program
        .iter()
        .flat_map(Clause::literals)
        .filter_map(|literal| language.learned(literal.predicate))
        .filter(|&learned| learned >= language.heads)
        .collect();
    used.sort_unstable();
    used.dedup();
    let symbols: Vec<usize> = used
        .iter()
        .map(|&learned| language.symbol[learned])
        .collect();
    let mut best: Option<Vec<Clause>> = None;
    let mut order = symbols.clone();
    permutations(&mut order, 0, &mut |order| {
        let renamed: Option<Vec<PredicateId>> = used
            .iter()
            .zip(order)
            .map(|(&learned, &symbol)| same_shape(language, learned, symbol))
            .collect();
        let Some(renamed) = renamed else { return };
        for swaps in 0..1u32 << used.len() {
            let mut swappable = (0..used.len()).filter(|place| swaps >> place & 1 == 1);
            if !swappable.all(|place| is_swappable(language, used[place])) {
                continue;
            }
            let map = |literal: &Literal| {
                let place = language
                    .learned(literal.predicate)
                    .and_then(|learned| used.iter().position(|&other| other == learned));
                match place {
                    None => *literal,
                    Some(place) => {
                        let mut arguments = literal.arguments().to_vec();
                        if swaps >> place & 1 == 1 {
                            arguments.swap(0, 1);
                        }
                        Literal::new(renamed[place], &arguments)
                    }
                }
            };
            let mut image: Vec<Clause> = program
                .iter()
                .map(|clause| normal(language, map(&clause.head), clause.body.iter().map(map)))
                .collect();
            image.sort_unstable();
            if best.as_ref().is_none_or(|best| image < *best) {
                best = Some(image);
            }
        }
    });
    best.unwrap_or_else(|| program.to_vec())
}

/// The canonical clause whose head variables are numbered in order.
fn normal(language: &Language, head: Literal, body: impl Iterator<Item = Literal>) -> Clause {
    let own = head.arguments().to_vec();
    let rename = |variable: Variable| {
        let place = own.iter().position(|&other| other == variable);
        place.map_or(variable, |place| place as Variable)
    };
    let mut body: Vec<Literal> = body.map(|literal| literal.renamed(rename)).collect();
    body.sort_unstable();
    let head = head.renamed(rename);
    Clause { head, body }.canonical(|id| language.bias.predicate(id).symmetric)
}

fn same_shape(language: &Language, learned: Learned, symbol: usize) -> Option<PredicateId> {
    let shape = language.predicate(learned);
    let other = (0..language.learned.len()).find(|&other| {
        let predicate = language.predicate(other);
        language.symbol[other] == symbol
            && predicate.arity() == shape.arity()
            && predicate.modes == shape.modes
            && predicate.types == shape.types
    });
    other.map(|other| language.learned[other])
}

fn is_swappable(language: &Language, learned: Learned) -> bool {
    let predicate = language.predicate(learned);
    let modes = predicate.modes.as_ref();
    predicate.arity() == 2
        && predicate.types[0] == predicate.types[1]
        && modes.is_none_or(|modes| modes[0] == modes[1])
}

fn permutations(order: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
    if from >= order.len() {
        return visit(order);
    }
    for other in from..order.len() {
        order.swap(from, other);
        permutations(order, from + 1, visit);
        order.swap(from, other);
    }
}
