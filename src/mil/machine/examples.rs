//! From example to example: deduction, abduction, negatives, and the functional test.

use super::{
    Alternative, AnswerRow, BackgroundSource, Flow, Goal, Goals, Machine, NO_SYMBOL, NONE,
};
use crate::mil::{task::Atom, terms::Cell};

impl Machine {
    pub(super) fn examples_step(
        &mut self,
        at: u32,
        goal: Goal,
        next: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        match goal {
            Goal::Example(example) => {
                let Some(atom) = self.positives.get(example as usize).cloned() else {
                    self.report_hypothesis();
                    self.next = self.push(Goal::Negative(0), NONE);
                    return Flow::Forward;
                };
                let place = self.instance(&atom);
                self.examples[example as usize] = place;
                let height = self.choices.len() as u32;
                self.choose(Alternative::Abduce { example }, at);
                let max = self.max;
                let after = self.after(example);
                let commit = self.push(Goal::Commit { height, max }, after);
                self.deduce(place, atom.parts.len() - 1, commit);
                Flow::Forward
            }
            Goal::Negative(negative) => {
                let Some(atom) = self.negatives.get(negative as usize).cloned() else {
                    self.next = self.push(Goal::Ground, NONE);
                    return Flow::Forward;
                };
                let place = self.instance(&atom);
                let after = self.push(Goal::Negative(negative + 1), NONE);
                self.refute(place, atom.parts.len() - 1, after, negative);
                Flow::Forward
            }
            Goal::Ground => {
                for at in 0..self.program.len() {
                    let values = self.values(&self.program[at]).to_vec();
                    for value in values {
                        if self.terms.grounded(value).is_none() {
                            return Flow::Back;
                        }
                    }
                }
                let first = match self.verified {
                    true => Goal::Verify(0),
                    false => Goal::AllFunctional(0),
                };
                self.next = self.push(first, NONE);
                Flow::Forward
            }
            Goal::Verify(example) => {
                let Some(atom) = self.positives.get(example as usize) else {
                    self.next = self.push(Goal::AllFunctional(0), NONE);
                    return Flow::Forward;
                };
                let arity = atom.parts.len() - 1;
                let after = self.push(Goal::Verify(example + 1), NONE);
                let (height, max) = (self.choices.len() as u32, self.max);
                let commit = self.push(Goal::Commit { height, max }, after);
                self.deduce(self.examples[example as usize], arity, commit);
                Flow::Forward
            }
            Goal::AllFunctional(example) => {
                let last = example as usize >= self.positives.len();
                self.next = match last || !self.options.functional {
                    true => self.push(Goal::Done, NONE),
                    false => {
                        let after = self.push(Goal::AllFunctional(example + 1), NONE);
                        let (of, test) = (example, 0);
                        self.push(Goal::Functional { of, test }, after)
                    }
                };
                Flow::Forward
            }
            Goal::Functional { of, test } => self.functional(of, test, next, source),
            Goal::Condition { condition, height } => match self.holds(condition, source) {
                AnswerRow::Row { .. } => Flow::Back,
                AnswerRow::None => {
                    self.choices.truncate(height as usize);
                    Flow::Back
                }
                AnswerRow::Unknown => Flow::Wait,
                AnswerRow::Failed => Flow::Broken,
            },
            _ => Flow::Back,
        }
    }

    /// What comes after the proof of an example.
    fn after(&mut self, example: u32) -> u32 {
        let next = self.push(Goal::Example(example + 1), NONE);
        match self.options.functional {
            true => {
                let (of, test) = (example, 0);
                self.push(Goal::Functional { of, test }, next)
            }
            false => next,
        }
    }

    pub(super) fn abduce(&mut self, example: u32) {
        let place = self.examples[example as usize];
        let arity = self.positives[example as usize].parts.len() - 1;
        let after = self.after(example);
        let goal = self.top_goal(place, arity);
        self.next = self.push(Goal::Atom(goal), after);
    }

    /// An example's atom, with variables of its own.
    fn instance(&mut self, atom: &Atom) -> u32 {
        let mut frame = vec![None; atom.holes];
        let at = self.cells.len() as u32;
        for &part in &atom.parts {
            let part = self.terms.build(part, &mut frame);
            self.cells.push(part);
        }
        at
    }

    pub(super) fn top_goal(&mut self, at: u32, arity: usize) -> Goals {
        Goals {
            at,
            types: self.fresh_types(arity),
            path: NONE,
            arity: arity as u8,
            // The predicate is known, so that no other symbol is looked for.
            from: self.symbols.len() as u8,
            except: NO_SYMBOL,
        }
    }

    /// A proof from the program as it is, then `after`.
    pub(super) fn deduce(&mut self, at: u32, arity: usize, after: u32) {
        self.max = self.program.len() as u32;
        let goal = self.top_goal(at, arity);
        self.next = self.push(Goal::Atom(goal), after);
    }

    /// If there is no proof from the program as it is, `after`.
    pub(super) fn refute(&mut self, at: u32, arity: usize, after: u32, negative: u32) {
        let height = self.choices.len() as u32;
        self.choose(Alternative::Goal(after), after);
        let end = self.push(Goal::Refute { height, negative }, NONE);
        self.deduce(at, arity, end);
    }

    /// `func_test(Atom, Test, Condition)`: all proofs of Test satisfy Condition.
    fn functional(
        &mut self,
        of: u32,
        test: u32,
        next: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let arity = self.positives[of as usize].parts.len() - 1;
        let place = self.examples[of as usize] as usize;
        let mark = self.terms.mark();
        let parts = self.cells[place..=place + arity].to_vec();
        let atom = self.list_of(&parts);
        let (proof, condition) = (self.terms.fresh(), self.terms.fresh());
        let goal = self.goal_of("functest", &[atom, proof, condition]);
        let mut variables = Vec::new();
        let pattern = self.terms.abstracted(goal, &mut variables);
        let entry = self.memo.entry(pattern);
        match self.ask(entry, test as usize, source) {
            AnswerRow::Row { .. } => {
                let again = self.push(Goal::Functional { of, test: test + 1 }, next);
                let height = self.choices.len() as u32;
                self.choose(Alternative::Goal(again), again);
                if !self.take(entry, test as usize, &variables) {
                    return Flow::Back;
                }
                let Some(parts) = self.terms.items(proof).filter(|parts| !parts.is_empty()) else {
                    return Flow::Back;
                };
                let at = self.cells.len() as u32;
                self.cells.extend_from_slice(&parts);
                let end = self.push(Goal::Condition { condition, height }, NONE);
                self.deduce(at, parts.len() - 1, end);
                Flow::Forward
            }
            AnswerRow::None => {
                self.terms.undo(mark);
                self.next = next;
                Flow::Forward
            }
            AnswerRow::Unknown => {
                self.terms.undo(mark);
                Flow::Wait
            }
            AnswerRow::Failed => Flow::Broken,
        }
    }

    /// Whether a condition of a test is true.
    fn holds(&mut self, condition: Cell, source: &mut dyn BackgroundSource) -> AnswerRow {
        let condition = self.terms.deref(condition);
        if let Some((name, &[a, b])) = self.terms.compound_parts(condition)
            && self.terms.name(name) == "="
        {
            return match self.terms.unifiable(std::iter::once((a, b))) {
                true => AnswerRow::Row { last: true },
                false => AnswerRow::None,
            };
        }
        let pattern = self.terms.abstracted(condition, &mut Vec::new());
        let entry = self.memo.entry(pattern);
        self.ask(entry, 0, source)
    }

    pub(super) fn list_of(&mut self, items: &[Cell]) -> Cell {
        let mut list = self.terms.empty_list();
        for &item in items.iter().rev() {
            list = self.goal_of(".", &[item, list]);
        }
        list
    }

    pub(super) fn goal_of(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.terms.atom(name);
        let holes: Vec<Cell> = (0..args.len()).map(|at| self.terms.hole(at)).collect();
        let pattern = self.terms.compound(name, &holes);
        let mut frame: Vec<Option<Cell>> = args.iter().copied().map(Some).collect();
        self.terms.build(pattern, &mut frame)
    }

    // --- what is reported ---------------------------------------------------------------------------

    fn report_hypothesis(&mut self) {
        if self.options.trace {
            let text = format!("hypothesis({})", self.program());
            self.reported.push(text);
        }
    }

    pub(super) fn report_rejected(&mut self, negative: u32) {
        if self.options.trace {
            let mut text = format!("rejected({},", self.program());
            let atom = &self.negatives[negative as usize];
            self.list_text(&atom.parts, &mut Vec::new(), &mut text);
            self.reported.push(text + ")");
        }
    }

    pub(super) fn report_try(&mut self, at: u32, arity: u8) {
        if self.options.trace
            && let Some(sub) = self.program.last()
        {
            let mut names = Vec::new();
            let mut text = format!("try({},", self.program.len());
            let name = self.rules[sub.rule as usize].name;
            self.terms.write(name, &mut names, &mut text);
            text.push(',');
            self.list_text(self.values(sub), &mut names, &mut text);
            text.push(',');
            self.list_text(self.parts(at, arity), &mut names, &mut text);
            self.reported.push(text + ")");
        }
    }
}
