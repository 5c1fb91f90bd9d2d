//! Dependent learning: definitions from single examples first, which those for all examples then use.
//!
//! Algorithm 1 of the paper. Each act of learning is a search of [`crate::mil`] with MIGO's metarules,
//! for programs of up to four clauses.

use std::collections::HashMap;

use super::theory::{Body, Definition, Fluent, MOVE, Theory};
use crate::{
    games::State,
    mil::{
        Answers, BackgroundSource, Cell, End, Machine, Progress, Task, Terms,
        task::{Atom, Background, Clause, Literal, Options, Parts},
    },
};

/// The most clauses of a program that one act of learning finds (the authors' setting).
const MOST_CLAUSES: usize = 4;

/// The most steps of one act of learning. Those that succeed take some hundreds.
const MOST_STEPS: u64 = 200_000;

/// The most passes over the examples (the authors' first version; the second one has no bound).
const PASSES: usize = 5;

/// A move.
pub type Move = (State, State);

/// Predicates and what they mean, in the order in which they were learned.
pub type Named = Vec<(String, Definition)>;

/// What is to be learned at once.
#[derive(Debug, Clone, Copy)]
pub struct Examples<'a> {
    /// The predicate's name.
    pub name: &'a str,
    /// Moves of which it has to be true.
    pub positives: &'a [Move],
    /// Moves of which it must not be.
    pub negatives: &'a [Move],
    /// Whether the metarule `unless` may be used.
    pub unless: bool,
}

/// Learns a predicate; `known` are the predicates that clauses may call besides `move/2`, in the order
/// in which they are tried. What comes back ends with the predicate itself; before it come those that
/// were invented.
pub fn learn(theory: &mut Theory<'_>, known: &Named, examples: Examples<'_>) -> Option<Named> {
    let mut task = Task {
        options: Options {
            max_clauses: MOST_CLAUSES,
            max_inv_preds: MOST_CLAUSES - 1,
            inference_limit: MOST_STEPS,
            ..Options::default()
        },
        ..Task::default()
    };
    let terms = &mut task.terms;
    let target = terms.atom(examples.name);
    let mut atoms = |moves: &[Move]| -> Vec<Atom> {
        moves
            .iter()
            .map(|&(from, to)| Atom {
                parts: vec![target, terms.integer(from.into()), terms.integer(to.into())],
                holes: 0,
            })
            .collect()
    };
    (task.positives, task.negatives) = (atoms(examples.positives), atoms(examples.negatives));
    let mut source = Extensions {
        theory,
        dyadic: HashMap::new(),
        fluents: HashMap::new(),
    };
    let moves = ("move".to_owned(), MOVE);
    for (name, definition) in known.iter().chain([&moves]) {
        let name = task.terms.atom(name);
        source.dyadic.insert(name, *definition);
        task.background.push(background(name, 2));
    }
    for fluent in Fluent::ALL {
        let name = task.terms.atom(fluent.name());
        source.fluents.insert(name, fluent);
        task.background.push(background(name, 1));
    }
    task.metarules = metarules(&mut task.terms);
    if !examples.unless {
        task.metarules.pop();
    }
    let mut machine = Machine::new(task);
    let clauses = loop {
        match machine.run(&mut source) {
            Progress::Level(_) | Progress::Trace(_) => {}
            Progress::Solution => break machine.clauses(),
            _ => return None,
        }
    };
    let Extensions {
        dyadic, fluents, ..
    } = source;
    let mut found = FoundProgram {
        theory,
        dyadic,
        fluents,
        clauses,
        named: Vec::new(),
    };
    found.define(&machine.terms, target)?;
    Some(found.named)
}

fn background(name: Cell, arity: usize) -> Background {
    Background {
        name,
        arity,
        types: None,
        rows: None,
    }
}

/// `postcond` and `negation` (Table 1 of the paper), and `unless`.
fn metarules(terms: &mut Terms) -> Vec<Clause> {
    let [p, q, r, a, b, c] = std::array::from_fn(|at| terms.hole(at));
    let parts = |cells: &[Cell]| Parts {
        parts: cells.to_vec(),
        types: vec![None; cells.len() - 1],
    };
    let mut clause = |name: &str, second: Literal, holes: usize| Clause {
        name: terms.atom(name),
        subs: vec![p, q, r],
        head: parts(&[p, a, b]),
        body: vec![Literal::Atom(parts(&[q, a, b])), second],
        guard: None,
        holes,
        recursive: false,
    };
    vec![
        clause("postcond", Literal::Atom(parts(&[r, b])), 5),
        clause("negation", Literal::Negated(parts(&[r, b, c])), 6),
        clause("unless", Literal::Negated(parts(&[r, b])), 5),
    ]
}

/// The background: what the theory knows of each predicate.
struct Extensions<'t, 'g> {
    theory: &'t Theory<'g>,
    dyadic: HashMap<Cell, Definition>,
    fluents: HashMap<Cell, Fluent>,
}

impl BackgroundSource for Extensions<'_, '_> {
    fn answers(&mut self, terms: &mut Terms, goal: Cell, skip: usize, _: usize) -> Option<Answers> {
        let (name, args) = terms.compound_parts(goal)?;
        // In MIGO's metarules the first state is always known.
        let state = State::try_from(terms.value(args[0])?).ok()?;
        let rows = match (self.fluents.get(&name), self.dyadic.get(&name), args) {
            (Some(&fluent), _, _) => vec![vec![]; usize::from(self.theory.fluent(fluent, state))],
            (None, Some(&definition), &[_, to]) => match terms.value(to) {
                Some(to) => {
                    let to = State::try_from(to).ok()?;
                    vec![vec![]; usize::from(self.theory.covers(definition, state, to))]
                }
                None => {
                    let states: Vec<State> = self.theory.answers(definition, state).collect();
                    let cells = states.into_iter().map(|state| terms.integer(state.into()));
                    cells.map(|cell| vec![cell]).collect()
                }
            },
            _ => vec![],
        };
        Some(Answers {
            rows: rows.into_iter().skip(skip).collect(),
            end: End::Complete,
        })
    }
}

/// The definitions of a program that was found.
struct FoundProgram<'t, 'g> {
    theory: &'t mut Theory<'g>,
    dyadic: HashMap<Cell, Definition>,
    fluents: HashMap<Cell, Fluent>,
    /// The newest first: the metarule's number, and P, Q and R.
    clauses: Vec<(usize, Vec<Cell>)>,
    named: Named,
}

impl FoundProgram<'_, '_> {
    /// The definition of a predicate, those of what it calls before it.
    fn define(&mut self, terms: &Terms, predicate: Cell) -> Option<Definition> {
        if let Some(&definition) = self.dyadic.get(&predicate) {
            return Some(definition);
        }
        let clauses = self.clauses.clone();
        let mut bodies = Vec::new();
        for (rule, values) in clauses.into_iter().rev() {
            let &[p, q, r] = values.as_slice() else {
                return None;
            };
            if p == predicate {
                let q = self.define(terms, q)?;
                bodies.push(match rule {
                    0 => Body::Postcond(q, *self.fluents.get(&r)?),
                    1 => Body::Negation(q, self.define(terms, r)?),
                    _ => Body::Unless(q, *self.fluents.get(&r)?),
                });
            }
        }
        let definition = self.theory.define(bodies);
        self.dyadic.insert(predicate, definition);
        self.named
            .push((terms.name(predicate).to_owned(), definition));
        Some(definition)
    }
}

/// Learns `kind_depth` from moves: first from single ones, `kind_depth_pass_left`, then from all.
/// `known` grows by what is learned; whether `kind_depth` is among it is the answer.
pub fn dependent(
    theory: &mut Theory<'_>,
    known: &mut Named,
    kind: &str,
    depth: usize,
    examples: &[Move],
) -> bool {
    let mut left = examples.to_vec();
    for pass in 1..=PASSES {
        let mut later = Vec::new();
        while let Some(&example) = left.first() {
            let name = format!("{kind}_{depth}_{pass}_{}", left.len());
            let examples = Examples {
                name: &name,
                positives: &[example],
                negatives: &[],
                unless: false,
            };
            match learn(theory, &newest_first(known), examples) {
                Some(named) => {
                    let target = named.last().map_or(MOVE, |(_, definition)| *definition);
                    known.extend(named);
                    left.retain(|&(from, to)| !theory.covers(target, from, to));
                }
                None => later.push(left.remove(0)),
            }
        }
        let stuck = later.len() == examples.len();
        left = later;
        if left.is_empty() || stuck {
            break;
        }
    }
    let name = format!("{kind}_{depth}");
    let examples = Examples {
        name: &name,
        positives: examples,
        negatives: &[],
        unless: false,
    };
    let named = learn(theory, &newest_first(known), examples);
    let learned = named.is_some();
    known.extend(named.unwrap_or_default());
    learned
}

/// The order in which the authors' program tries what it has learned.
fn newest_first(known: &Named) -> Named {
    known.iter().rev().cloned().collect()
}
