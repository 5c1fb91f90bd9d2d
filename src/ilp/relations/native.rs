//! The rules of a background, run by the machine for pure clauses ([`crate::mil::horn`]): a goal takes
//! a microsecond there and some hundred in Prolog, where it goes as text.
//!
//! The machine gives the answers that Prolog gives, or says that it cannot: a predicate that it does
//! not know, an error, more work than Prolog has inferences for. So do answers that are not ground,
//! or too many; Prolog then says what is wrong with them.

use std::collections::HashMap;

use super::{Demand, Relations};
use crate::{
    ilp::{
        bias::Slot,
        task::{Clauses, Value},
    },
    mil::{
        BackgroundSource, Cell, Horn, Terms,
        answers::End,
        task::{Options, Rule, Task},
    },
    relation::Tuples,
    term::Term,
};

/// The inferences that Prolog would be given for a goal.
const INFERENCES: u64 = 100_000;

/// The most answers that Prolog would be asked for.
const ANSWERS: usize = 10_000;

/// The clauses, and the terms of values.
#[derive(Debug)]
pub(super) struct Native {
    terms: Terms,
    horn: Horn,
    /// The term of each value, as far as it came up.
    cells: Vec<Option<Cell>>,
    values: HashMap<Cell, Value>,
}

impl Native {
    /// A machine with the clauses; `None` if one of them is none.
    pub fn new(clauses: &Clauses) -> Option<Native> {
        let mut task = Task {
            options: Options {
                goal_inferences: INFERENCES,
                ..Options::default()
            },
            ..Task::default()
        };
        for clause in &clauses.clauses {
            task.rules.push(Rule::read(&mut task.terms, clause)?);
        }
        for (name, arity) in &clauses.libraries {
            let name = task.terms.atom(name);
            task.libraries.push((name, *arity));
        }
        let horn = Horn::new(&mut task);
        Some(Native {
            terms: task.terms,
            horn,
            cells: Vec::new(),
            values: HashMap::new(),
        })
    }

    /// The answers of a call, each once, in Prolog's order; `None` if Prolog has to be asked.
    pub fn answers(&mut self, relations: &Relations, (id, inputs): &Demand) -> Option<Tuples> {
        let predicate = relations.predicate(*id);
        let columns = relations.inputs(*id);
        let mut inputs = inputs.iter();
        let (mut column, mut free) = (0, 0);
        let mut arguments = Vec::with_capacity(predicate.slots.len());
        for slot in &predicate.slots {
            arguments.push(match slot {
                Slot::Constant(constant) => {
                    let term: Term = constant.parse().ok()?;
                    self.terms.pattern(&term, &mut Vec::new())
                }
                Slot::Variable => {
                    column += 1;
                    let bound = columns >> (column - 1) & 1 == 1;
                    match bound.then(|| inputs.next()).flatten() {
                        Some(&value) => self.cell(relations, value)?,
                        None => {
                            free += 1;
                            self.terms.hole(free - 1)
                        }
                    }
                }
            });
        }
        let name = self.terms.atom(&predicate.name);
        let goal = match arguments.is_empty() {
            true => name,
            false => self.terms.compound(name, &arguments),
        };
        let most = if free == 0 { 1 } else { ANSWERS };
        let found = self.horn.answers(&mut self.terms, goal, 0, most)?;
        if free > 0 && found.end != End::Complete {
            return None;
        }
        let mut answers = Tuples::new(free);
        let mut row: Vec<Value> = Vec::with_capacity(free);
        for cells in found.rows {
            row.clear();
            for cell in cells {
                if !cell.is_ground() || self.terms.is_open(cell) {
                    return None;
                }
                row.push(self.value(relations, cell));
            }
            let _ = answers.insert(&row);
        }
        Some(answers)
    }

    fn cell(&mut self, relations: &Relations, value: Value) -> Option<Cell> {
        let at = value as usize;
        if let Some(Some(cell)) = self.cells.get(at) {
            return Some(*cell);
        }
        let term: Term = relations.text(value).parse().ok()?;
        let cell = self.terms.pattern(&term, &mut Vec::new());
        self.pair(value, cell);
        Some(cell)
    }

    fn value(&mut self, relations: &Relations, cell: Cell) -> Value {
        if let Some(&value) = self.values.get(&cell) {
            return value;
        }
        let mut text = String::new();
        self.terms.write(cell, &mut Vec::new(), &mut text);
        let value = relations.intern(&text);
        self.pair(value, cell);
        value
    }

    fn pair(&mut self, value: Value, cell: Cell) {
        let at = value as usize;
        if self.cells.len() <= at {
            self.cells.resize(at + 1, None);
        }
        self.cells[at] = Some(cell);
        self.values.insert(cell, value);
    }
}
