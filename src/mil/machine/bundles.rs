//! What all predicates of the background say of the same arguments, in one list.
//!
//! Where the predicate of an atom is not known, every predicate of its arity is asked in turn, and most have
//! no answer. Once all of them are known to the end, only what is true is gone through: a *bundle*, found by
//! one look-up of the arguments.

use rustc_hash::FxHashMap;

use super::{AnswerRow, Cell, Flow, Machine, NO_SYMBOL, Stage, prove::View};
use crate::mil::answers::End;

/// One answer of one predicate.
#[derive(Debug, Clone, Copy)]
struct Answer {
    name: Cell,
    /// What the arguments are; of those that are given it says nothing.
    values: [Cell; 2],
}

/// What stands for an argument that is a variable.
const ANY: u32 = u32::MAX;

/// What stands for the second argument where there is none.
const ABSENT: u32 = u32::MAX - 1;

/// All bundles.
#[derive(Debug, Default)]
pub(super) struct Bundles {
    answers: Vec<Answer>,
    /// Where the answers of each bundle begin, and how many there are.
    lists: Vec<(u32, u32)>,
    /// The bundle of the arguments `(Term, _)` by the term, plus one; 0 for none.
    of_first: Vec<u32>,
    /// The bundles of all other arguments, by both.
    others: FxHashMap<(u32, u32), u32>,
}

impl Bundles {
    #[inline]
    fn find(&self, first: u32, second: u32) -> Option<u32> {
        if second == ANY && first != ANY {
            let bundle = self.of_first.get(first as usize).copied().unwrap_or(0);
            return bundle.checked_sub(1);
        }
        self.others.get(&(first, second)).copied()
    }

    fn insert(&mut self, first: u32, second: u32, answers: Vec<Answer>) -> u32 {
        let bundle = self.lists.len() as u32;
        self.lists
            .push((self.answers.len() as u32, answers.len() as u32));
        self.answers.extend(answers);
        if second == ANY && first != ANY {
            let at = first as usize;
            if at >= self.of_first.len() {
                self.of_first.resize((at + 1).next_power_of_two(), 0);
            }
            self.of_first[at] = bundle + 1;
            return bundle;
        }
        self.others.insert((first, second), bundle);
        bundle
    }

    /// How many cells they take.
    pub(super) fn size(&self) -> usize {
        self.answers.len() * 3
            + self.lists.len() * 2
            + self.others.capacity() * 3
            + self.of_first.len()
    }
}

impl Machine {
    /// The bundle for an atom whose predicate is not known, if there is one by now.
    #[inline]
    pub(super) fn bundle(&mut self, view: &View) -> Option<u32> {
        if !view.open() || self.options.typed || !(1..=2).contains(&view.arity()) {
            return None;
        }
        let place = view.goal.at as usize + 1;
        let args = [
            self.terms.deref(self.cells[place]),
            match view.arity() {
                2 => self.terms.deref(self.cells[place + 1]),
                _ => Cell::default(),
            },
        ];
        let code = |arg: Cell| match (arg.is_ground(), arg.is_variable()) {
            (true, _) => Some(arg.number() as u32),
            (_, true) => Some(ANY),
            _ => None,
        };
        let first = code(args[0])?;
        let second = match view.arity() {
            2 => code(args[1])?,
            _ => ABSENT,
        };
        if first == ANY && args[0] == args[1] && view.arity() == 2 {
            return None;
        }
        match self.bundles.find(first, second) {
            None => {
                let answers = self.all_answers(view, &args[..view.arity()])?;
                Some(self.bundles.insert(first, second, answers))
            }
            found => found,
        }
    }

    /// The answers of all predicates of the background, in order, if all are known and ground.
    fn all_answers(&self, view: &View, args: &[Cell]) -> Option<Vec<Answer>> {
        let same = self
            .by_arity
            .get(view.arity())
            .map_or(&[][..], Vec::as_slice);
        let known = |&at: &u16| &self.known[at as usize];
        let asked = same.iter().map(known).any(|known| known.table.is_none());
        let entries = match asked {
            true => Some(self.known_entries(args)?),
            false => None,
        };
        let mut answers = Vec::new();
        for known in same.iter().map(known) {
            let mut add = |row: &[Cell]| {
                let mut values = [Cell::default(); 2];
                values[..row.len()].copy_from_slice(row);
                let name = known.name;
                answers.push(Answer { name, values });
            };
            if let Some(table) = &known.table {
                let mut row = 0;
                while let Some((values, after, _)) = table.next(args, row) {
                    let fits = |(arg, value): (&Cell, &Cell)| arg.is_variable() || arg == value;
                    if args.iter().zip(values).all(fits) {
                        add(values);
                    }
                    row = after;
                }
                continue;
            }
            let entry = entries? + known.place?;
            if *self.memo.end(entry) != End::Complete {
                return None;
            }
            let mut row = 0;
            while let AnswerRow::Row { .. } = self.memo.find(entry, row) {
                let mut given = self.memo.row(entry, row).iter();
                let mut values = [Cell::default(); 2];
                for (value, arg) in values.iter_mut().zip(args) {
                    if arg.is_variable() {
                        *value = *given.next()?;
                        if self.terms.is_open(*value) {
                            return None;
                        }
                    }
                }
                add(&values[..args.len()]);
                row += 1;
            }
        }
        Some(answers)
    }

    /// The first entry of the predicates for these arguments, each ground or a variable of its own, if they
    /// were asked before.
    fn known_entries(&self, args: &[Cell]) -> Option<u32> {
        let mut variables = 0;
        let mut pattern = [Cell::default(); 2];
        for (into, &arg) in pattern.iter_mut().zip(args) {
            *into = match arg.is_variable() {
                true => {
                    variables += 1;
                    self.terms.known_hole(variables - 1)?
                }
                false => arg,
            };
        }
        let args = self
            .terms
            .known_compound(self.call, &pattern[..args.len()])?;
        self.memo.known(args)
    }

    /// The answer of a bundle with the number `at`.
    #[inline]
    pub(super) fn bundled(&mut self, view: &View, bundle: u32, at: u32) -> Flow {
        let (first, count) = self.bundles.lists[bundle as usize];
        if at >= count {
            return Flow::Back;
        }
        let answer = self.bundles.answers[(first + at) as usize];
        let last = at + 1 == count && self.nothing_after(view);
        for (i, value) in answer.values.into_iter().enumerate().take(view.arity()) {
            let arg = self.cells[view.goal.at as usize + 1 + i];
            if !arg.is_ground() {
                self.terms.unify(arg, value);
            }
        }
        self.terms.unify(view.predicate, answer.name);
        match last {
            true => {
                self.choices.pop();
            }
            false => self.save(Stage::Bundle { bundle, at: at + 1 }),
        }
        self.next = view.next;
        Flow::Forward
    }

    /// Whether an atom whose predicate is not known can be proved by the background only.
    #[inline]
    fn nothing_after(&self, view: &View) -> bool {
        let arity = view.arity();
        self.interpreted_by_arity
            .get(arity)
            .is_none_or(Vec::is_empty)
            && self.symbol(view, NO_SYMBOL, false).is_none()
            && (self.program.len() as u32 >= self.max
                || self.symbol(view, NO_SYMBOL, true).is_none())
    }
}
