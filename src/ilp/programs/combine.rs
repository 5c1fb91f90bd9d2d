//! The best hypothesis: a program, or a union of consistent programs that covers more.

mod unions;

use std::{cell::RefCell, collections::HashMap};

use super::{
    super::{
        Bits,
        bias::{Bias, PredicateId},
        clause::Clause,
        tester::Stopped,
    },
    FoundProgram,
    generate::Generator,
    language::Language,
    symmetry,
};

pub(super) use self::unions::{Block, Blocks};

/// The best programs known.
pub(super) struct Best {
    pub bias: Bias,
    pub programs: Vec<FoundProgram>,
    pub cost: usize,
    /// The positive examples that are not covered; the first thing to be small.
    pub missing: usize,
}

impl Best {
    /// One program that covers all positive examples, or whose errors its cost holds.
    pub fn one(bias: &Bias, program: FoundProgram, cost: usize) -> Best {
        Best {
            bias: bias.clone(),
            programs: vec![program],
            cost,
            missing: 0,
        }
    }
}

/// What became of the unions of consistent programs.
pub(super) enum Union {
    /// They are better than the best known or, where all are wanted, as good and more.
    Better(Box<Best>),
    /// One of this size goes past the limits, though its parts do not.
    Past(usize),
    /// There is nothing better.
    None,
}

/// The best unions of consistent programs that are smaller than `past`.
///
/// # Errors
///
/// If a union cannot be tested.
pub(super) fn unite(
    generator: &Generator<'_>,
    blocks: &Blocks,
    known: Option<&Best>,
    past: usize,
) -> Result<Union, Stopped> {
    let judge = &generator.judge;
    let positives = judge.positives.len();
    let wanted = blocks.cover(positives);
    let missing = positives - wanted.count();
    if wanted.is_empty() {
        return Ok(Union::None);
    }
    let below = match known {
        // What was found by its descent covers more.
        Some(best) if best.missing < missing => return Ok(Union::None),
        Some(best) if best.missing == missing => best.cost + usize::from(blocks.all),
        _ => usize::MAX,
    };
    let below = below.min(past);
    let failed = RefCell::new(None);
    let mut agree = |chosen: &[&Block]| {
        if chosen.len() == 1 || !calls_heads(generator, chosen) {
            return true;
        }
        let (language, clauses) = united(generator, chosen);
        match judge.score(&language, &clauses) {
            Ok(found) => found.negative.is_empty(),
            Err(stopped) => {
                *failed.borrow_mut() = Some(stopped);
                false
            }
        }
    };
    let unions = blocks.unions(&wanted, below, judge.cancel(), &mut agree);
    if let Some(stopped) = failed.into_inner() {
        return Err(stopped);
    }
    // Of those that differ in the names of invented predicates, or in the order of their arguments, one.
    let mut programs: Vec<(Language, Vec<Clause>)> = Vec::new();
    let mut forms: HashMap<Vec<Clause>, usize> = HashMap::new();
    for union in &unions {
        let (language, clauses) = united(generator, union);
        let place = *forms
            .entry(symmetry::least(&language, &clauses))
            .or_insert(programs.len());
        match programs.get_mut(place) {
            Some((_, known)) if clauses < *known => *known = clauses,
            Some(_) => {}
            None => programs.push((language, clauses)),
        }
    }
    let Some((language, first)) = programs.first() else {
        return Ok(Union::None);
    };
    let cost = first.iter().map(Clause::size).sum();
    let same = known.filter(|best| best.missing == missing && best.cost == cost);
    if same.is_some_and(|best| best.programs.len() == programs.len()) {
        return Ok(Union::None);
    }
    let mut best = Best {
        bias: language.bias.clone(),
        programs: Vec::new(),
        cost,
        missing,
    };
    for (language, clauses) in &programs {
        if language.bias.predicates.len() > best.bias.predicates.len() {
            best.bias = language.bias.clone();
        }
        best.programs.push(judge.score(language, clauses)?);
    }
    let fails = |found: &FoundProgram| !wanted.is_subset(&found.positive);
    if best.programs.iter().any(fails) {
        return Ok(Union::Past(cost));
    }
    // What was found by its descent need not be a union.
    for known in same.iter().flat_map(|best| &best.programs) {
        if !best.programs.contains(known) {
            best.programs.push(known.clone());
        }
    }
    Ok(Union::Better(Box::new(best)))
}

/// The program that covers most by itself, if it is better than the best known.
pub(super) fn best_block(
    generator: &Generator<'_>,
    blocks: &Blocks,
    known: Option<&Best>,
) -> Option<Best> {
    let block = blocks.best()?;
    let judge = &generator.judge;
    let missing = judge.positives.len() - block.cover.count();
    let cost = block.size();
    let known = known.map(|best| (best.missing, best.cost));
    if known.is_some_and(|known| known <= (missing, cost)) {
        return None;
    }
    let (language, clauses) = united(generator, &[block]);
    let found = FoundProgram {
        clauses,
        positive: block.cover.clone(),
        negative: Bits::empty(judge.negatives.len()),
    };
    Some(Best {
        missing,
        ..Best::one(&language.bias, found, cost)
    })
}

fn calls_heads(generator: &Generator<'_>, chosen: &[&Block]) -> bool {
    let heads = (1u64 << generator.language.heads) - 1;
    let mut ids = chosen.iter().flat_map(|block| &block.program);
    ids.any(|&id| generator.clauses.get(id).calls & heads != 0)
}

/// The union of programs, each with invented predicates of its own.
fn united(generator: &Generator<'_>, chosen: &[&Block]) -> (Language, Vec<Clause>) {
    let mut language = generator.language.clone();
    let mut clauses: Vec<Clause> = Vec::new();
    let mut inventive = 0;
    for block in chosen {
        let mut own = generator.program(&block.program);
        if block.is_inventive() {
            if inventive > 0 {
                rename(&mut language, &mut own);
            }
            inventive += 1;
        }
        for clause in own {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
    }
    clauses.sort_by_key(|clause| {
        let calls = language.calls(clause) != 0;
        (
            language.learned(clause.head.predicate),
            calls,
            clause.size(),
        )
    });
    (language, clauses)
}

/// Gives the invented predicates of a program names that nothing else has.
fn rename(language: &mut Language, program: &mut [Clause]) {
    let mut renamed: Vec<(PredicateId, PredicateId)> = Vec::new();
    for clause in program.iter_mut() {
        for literal in std::iter::once(&mut clause.head).chain(&mut clause.body) {
            let Some(learned) = language.learned(literal.predicate) else {
                continue;
            };
            if learned < language.heads {
                continue;
            }
            let known = renamed.iter().find(|(from, _)| *from == literal.predicate);
            let to = match known {
                Some(&(_, to)) => to,
                None => {
                    let to = language.renamed(learned);
                    renamed.push((literal.predicate, to));
                    to
                }
            };
            literal.predicate = to;
        }
        clause.body.sort_unstable();
    }
}
