//! The numbers that a variable may stand for in a solution of some example.
//!
//! A value comes into a solution with the example, or with a fact that is joined to it: all inputs
//! of a fact's predicate are known before, or, without directions, one argument. What follows from
//! that in as many steps as a body has literals is more than any clause finds, never less. Where
//! clauses call each other, or rules compute values, nothing is known of them: any number may be
//! in a solution of any example.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::language::{Direction, Language, Signature},
    cuts::{Point, is_rounded},
};
use crate::ilp::{
    relations::{ValueSet, number},
    task::{Facts, Table, Values},
};

/// The type of a variable, if it has one.
pub(super) type Kind<'a> = Option<&'a str>;

/// The most literals that a body has, if the bias does not say.
const MAX_BODY: usize = 10;

/// What a task says of values.
pub(super) struct Columns<'a> {
    pub language: &'a Language,
    pub values: &'a Values,
    pub facts: &'a Facts,
    pub rules: &'a BTreeSet<(String, usize)>,
    /// The positive and the negative examples of each head.
    pub examples: &'a [[Table; 2]],
    /// What the positive and the negative examples lead to.
    reached: [Reached<'a>; 2],
}

/// The numbers of a type.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Those that may be in a solution, in increasing order.
    pub points: Vec<Point>,
    /// How many values are no numbers, and one of them.
    pub others: usize,
    pub other: Option<String>,
    /// Whether some of the numbers are told apart as far as floats are.
    pub rounded: bool,
}

/// The values that may be in solutions, by type.
enum Reached<'a> {
    Everything,
    Sets(BTreeMap<Kind<'a>, ValueSet>),
}

impl<'a> Columns<'a> {
    pub fn new(
        language: &'a Language,
        values: &'a Values,
        facts: &'a Facts,
        rules: &'a BTreeSet<(String, usize)>,
        examples: &'a [[Table; 2]],
    ) -> Columns<'a> {
        let mut columns = Columns {
            language,
            values,
            facts,
            rules,
            examples,
            reached: [Reached::Everything, Reached::Everything],
        };
        columns.reached = [columns.closure(0), columns.closure(1)];
        columns
    }

    fn body(&self) -> impl Iterator<Item = &'a Signature> + use<'a> {
        let signatures = self.language.signatures.iter();
        signatures.filter(|signature| !signature.head && !signature.has_threshold())
    }

    fn table(&self, signature: &Signature) -> Option<&'a Table> {
        self.facts.get(&(signature.name.clone(), signature.arity))
    }

    /// The types of the variables of all predicates, and `None` if one has no type.
    pub fn kinds(&self) -> BTreeSet<Kind<'a>> {
        let heads = self.language.signatures.iter().filter(|sign| sign.head);
        let all = self.body().chain(heads);
        all.flat_map(|signature| variables(signature).map(|place| kind(signature, place)))
            .collect()
    }

    /// The rules that may compute values of a type.
    pub fn computing(&self, of: Kind<'a>) -> Vec<String> {
        let rules = self
            .body()
            .filter(|signature| self.computes(signature, of))
            .map(Signature::indicator);
        rules.collect()
    }

    fn computes(&self, signature: &Signature, of: Kind<'a>) -> bool {
        let key = (signature.name.clone(), signature.arity);
        self.rules.contains(&key)
            && variables(signature).any(|place| {
                signature.direction(place) != Some(Direction::In)
                    && self.may_meet(kind(signature, place), of)
            })
    }

    /// Whether a value of one type may come where another is wanted: calls of what is learned may
    /// lead there, whose arguments need not have a type.
    fn may_meet(&self, one: Kind<'_>, other: Kind<'_>) -> bool {
        self.language.recursion || self.language.invention || compatible(one, other)
    }

    /// What the examples of a label lead to.
    fn closure(&self, label: usize) -> Reached<'a> {
        let language = self.language;
        let heads = || language.signatures.iter().filter(|sign| sign.head);
        let rules = self.body().any(|signature| self.computes(signature, None));
        // A clause without variables in its head is joined to nothing.
        let nothing = heads().any(|head| head.arity == 0);
        if language.recursion || language.invention || rules || nothing {
            return Reached::Everything;
        }
        let mut sets: BTreeMap<Kind<'a>, ValueSet> = BTreeMap::new();
        for (head, tables) in heads().zip(self.examples) {
            for row in tables[label].iter() {
                take(head, row, &mut sets);
            }
        }
        for _ in 0..language.max_body.unwrap_or(MAX_BODY) {
            let before = sets.clone();
            for signature in self.body() {
                let rows = self.table(signature).into_iter().flat_map(Table::iter);
                for row in rows.filter(|row| joins(signature, row, &before)) {
                    take(signature, row, &mut sets);
                }
            }
            if sets == before {
                break;
            }
        }
        Reached::Sets(sets)
    }

    /// The numbers that a variable of a type may stand for.
    pub fn numbers(&self, of: Kind<'a>) -> Numbers {
        let mut values = ValueSet::new();
        let mut collect = |signature: &Signature, table: &Table| {
            for place in variables(signature) {
                if self.may_meet(kind(signature, place), of) {
                    table.iter().for_each(|row| values.insert(row[place]));
                }
            }
        };
        for signature in self.body() {
            if let Some(table) = self.table(signature) {
                collect(signature, table);
            }
        }
        let heads = self.language.signatures.iter().filter(|sign| sign.head);
        for (head, tables) in heads.zip(self.examples) {
            tables.iter().for_each(|table| collect(head, table));
        }
        let mut found = Numbers::default();
        for value in values.iter() {
            let text = self.values.text(value);
            let Some(number) = number(text).filter(|number| number.is_finite()) else {
                found.others += 1;
                found.other.get_or_insert_with(|| text.to_owned());
                continue;
            };
            let [positive, negative] = self.reached.each_ref().map(|set| set.has(of, value));
            found.rounded |= is_rounded(text, number);
            if positive || negative {
                found.points.push(Point {
                    number,
                    positive,
                    negative,
                });
            }
        }
        let points = &mut found.points;
        points.sort_by(|one, other| one.number.total_cmp(&other.number));
        points.dedup_by(|next, kept| {
            let same = next.number == kept.number;
            if same {
                kept.positive |= next.positive;
                kept.negative |= next.negative;
            }
            same
        });
        found
    }
}

impl Reached<'_> {
    /// Whether a variable of the type may stand for the value.
    fn has(&self, of: Kind<'_>, value: u32) -> bool {
        match self {
            Reached::Everything => true,
            Reached::Sets(sets) => contains(sets, of, value),
        }
    }
}

fn contains(sets: &BTreeMap<Kind<'_>, ValueSet>, of: Kind<'_>, value: u32) -> bool {
    let mut sets = sets.iter().filter(|(kind, _)| compatible(**kind, of));
    sets.any(|(_, set)| set.contains(value))
}

fn compatible(one: Kind<'_>, other: Kind<'_>) -> bool {
    one.is_none() || other.is_none() || one == other
}

fn kind(signature: &Signature, place: usize) -> Kind<'_> {
    signature.types.as_ref().map(|types| types[place].as_str())
}

fn variables(signature: &Signature) -> impl Iterator<Item = usize> {
    (0..signature.arity).filter(|&place| {
        let direction = signature.direction(place);
        !matches!(direction, Some(Direction::Constant | Direction::Threshold))
    })
}

/// Whether a fact may be joined to what was reached.
fn joins(signature: &Signature, row: &[u32], sets: &BTreeMap<Kind<'_>, ValueSet>) -> bool {
    let known = |place: usize| contains(sets, kind(signature, place), row[place]);
    let mut places = variables(signature);
    match signature.directions {
        Some(_) => {
            places.all(|place| signature.direction(place) != Some(Direction::In) || known(place))
        }
        None => signature.arity == 0 || places.any(known),
    }
}

fn take<'a>(signature: &'a Signature, row: &[u32], sets: &mut BTreeMap<Kind<'a>, ValueSet>) {
    for place in variables(signature) {
        let set = sets.entry(kind(signature, place)).or_default();
        set.insert(row[place]);
    }
}
