//! Atoms that the background proves, and those that it does not prove.

use super::{
    Alternative, AnswerRow, BackgroundSource, Cell, Flow, Goal, Goals, Known, Machine, NONE, Role,
    Stage, prove::View,
};

impl Machine {
    pub(super) fn background(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        entry: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let one = [view.role.background.unwrap_or(0)];
        let count = match (view.open(), view.role.background) {
            (true, _) => self.by_arity.get(view.arity()).map_or(0, Vec::len),
            (false, Some(_)) => 1,
            (false, None) => 0,
        };
        let (mut at, mut row, mut entry) = (at, row, entry);
        while (at as usize) < count {
            let known = match view.open() {
                true => self.by_arity[view.arity()][at as usize],
                false => one[0],
            } as usize;
            let fits = match &self.known[known].types {
                Some(types) if self.options.typed => {
                    let types = types.clone();
                    self.fits(view.goal.types, &types)
                }
                _ => true,
            };
            if fits {
                let flow = match self.known[known].table.is_some() {
                    true => self.facts(view, at, row, known),
                    false => self.asked(view, at, row, known, &mut entry, source),
                };
                if flow != Flow::Back {
                    return flow;
                }
            }
            // All else has been undone.
            if self.options.typed {
                self.reset();
            }
            (at, row, entry) = (at + 1, 0, NONE);
        }
        Flow::Back
    }

    /// A row of a table from `row` on.
    pub(super) fn facts(&mut self, view: &View, at: u32, row: u32, known: usize) -> Flow {
        let range = self.args(view);
        let mut args = [Cell::default(); 8];
        let wide: Vec<Cell>;
        let args = match view.arity() <= args.len() {
            true => {
                for (into, from) in args.iter_mut().zip(range) {
                    *into = self.terms.deref(self.cells[from]);
                }
                &args[..view.arity()]
            }
            false => {
                wide = range.map(|at| self.terms.deref(self.cells[at])).collect();
                &wide[..]
            }
        };
        let mut row = row as usize;
        loop {
            let Some(table) = &self.known[known].table else {
                return Flow::Back;
            };
            let Some((values, after, last)) = table.next(args, row) else {
                return Flow::Back;
            };
            let mut all = true;
            for (&arg, &value) in args.iter().zip(values) {
                all = self.terms.unify(arg, value);
                if !all {
                    break;
                }
            }
            if all {
                let name = self.known[known].name;
                if view.open() {
                    self.terms.unify(view.predicate, name);
                } else if last && !view.role.head && !view.role.interpreted {
                    self.choices.pop();
                    self.next = view.next;
                    return Flow::Forward;
                }
                self.save(Stage::Background {
                    at,
                    row: after as u32,
                    entry: NONE,
                });
                self.next = view.next;
                return Flow::Forward;
            }
            self.reset();
            row = after;
        }
    }

    /// An answer of the source from `row` on.
    pub(super) fn asked(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        known: usize,
        entry: &mut u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let name = self.known[known].name;
        let mut variables = std::mem::take(&mut self.variables);
        variables.clear();
        *entry = self.entry(view, known, &mut variables);
        let flow = self.answered(view, at, row, *entry, name, &variables, source);
        self.variables = variables;
        flow
    }

    /// An answer of an entry from `row` on.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn answered(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        entry: u32,
        name: Cell,
        variables: &[Cell],
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let mut row = row;
        loop {
            match self.ask(entry, row as usize, source) {
                AnswerRow::Row { last } => {
                    let stage = Stage::Background {
                        at,
                        row: row + 1,
                        entry,
                    };
                    if self.take(entry, row as usize, variables) {
                        if view.open() {
                            self.terms.unify(view.predicate, name);
                        }
                        let only = !view.open() && !view.role.head && !view.role.interpreted;
                        match last && only {
                            true => {
                                self.choices.pop();
                            }
                            false => self.save(stage),
                        }
                        self.next = view.next;
                        return Flow::Forward;
                    }
                    self.reset();
                    row += 1;
                }
                AnswerRow::None => return Flow::Back,
                AnswerRow::Unknown => {
                    self.save(Stage::Background { at, row, entry });
                    self.back = true;
                    self.foresee(view, at, source);
                    return Flow::Wait;
                }
                AnswerRow::Failed => return Flow::Broken,
            }
        }
    }

    /// The entry of the goal for a predicate of the background, and the variables of the goal.
    pub(super) fn entry(&mut self, view: &View, known: usize, variables: &mut Vec<Cell>) -> u32 {
        let range = self.args(view);
        let Known { name, place, .. } = self.known[known];
        // What is asked most: something is known, and the next is looked for.
        let mut from = None;
        if let (2, Some(place)) = (view.arity(), place) {
            let first = self.terms.deref(self.cells[range.start]);
            let second = self.terms.deref(self.cells[range.start + 1]);
            if first.is_ground() && second.is_variable() {
                if let Some(id) = self.memo.of_first(first) {
                    variables.push(second);
                    return id + place;
                }
                from = Some(first);
            }
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        for at in range {
            let arg = self.terms.abstracted(self.cells[at], variables);
            buffer.push(arg);
        }
        let entry = match place {
            Some(place) => {
                // One look-up for all predicates of this arity.
                let args = match buffer.is_empty() {
                    true => self.call,
                    false => self.terms.compound(self.call, &buffer),
                };
                let names = self.by_arity[view.arity()].iter();
                let names = names.map(|&known| self.known[known as usize].name);
                let id = self.memo.entries(args, names);
                if let Some(first) = from {
                    self.memo.set_first(first, id);
                }
                id + place
            }
            None if buffer.is_empty() => self.memo.entry(name),
            None => {
                let goal = self.terms.compound(name, &buffer);
                self.memo.entry(goal)
            }
        };
        self.buffer = buffer;
        entry
    }

    /// Asks along with one predicate for those that come after it: they will be wanted, unless this
    /// one leads to a solution.
    pub(super) fn foresee(&mut self, view: &View, at: u32, source: &mut dyn BackgroundSource) {
        if !view.open() {
            return;
        }
        let mut args = self.args(view);
        if !args.any(|at| self.terms.deref(self.cells[at]).is_ground()) {
            return;
        }
        let later = self.by_arity[view.arity()][at as usize + 1..].to_vec();
        for known in later {
            let known = known as usize;
            if self.known[known].table.is_none() {
                let entry = self.entry(view, known, &mut Vec::new());
                if self.memo.find(entry, 0) == AnswerRow::Unknown {
                    self.ask(entry, 0, source);
                }
            }
        }
    }

    /// `not([R|Args])`: a known R has no proof; an unknown one is background for which there is none.
    pub(super) fn negated(
        &mut self,
        at: u32,
        goal: Goals,
        next: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let predicate = self.terms.deref(self.cells[goal.at as usize]);
        if predicate.is_variable() {
            self.choose(Alternative::Negated { at: 0 }, at);
            return self.unproved(at, 0, source);
        }
        let height = self.choices.len() as u32;
        self.choose(Alternative::Goal(next), next);
        let negative = NONE;
        let end = self.push(Goal::Refute { height, negative }, NONE);
        self.max = self.program.len() as u32;
        self.next = self.push(Goal::Atom(goal), end);
        Flow::Forward
    }

    /// The next predicate of the background, from `at` on, that has no answer.
    pub(super) fn unproved(
        &mut self,
        node: u32,
        at: u32,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
        let (Goal::Negated(goal), next) = (
            self.goals[node as usize].goal,
            self.goals[node as usize].next,
        ) else {
            return Flow::Back;
        };
        let predicate = self.terms.deref(self.cells[goal.at as usize]);
        let view = View {
            goal,
            at: node,
            next,
            predicate,
            role: Role::default(),
        };
        let count = self.by_arity.get(view.arity()).map_or(0, Vec::len);
        for at in at as usize..count {
            let known = self.by_arity[view.arity()][at] as usize;
            let fits = match &self.known[known].types {
                Some(types) if self.options.typed => {
                    let types = types.clone();
                    self.fits(view.goal.types, &types)
                }
                _ => true,
            };
            if fits {
                match self.proved(&view, known, source) {
                    AnswerRow::None => {
                        let name = self.known[known].name;
                        self.terms.unify(predicate, name);
                        self.alternative(Alternative::Negated { at: at as u32 + 1 });
                        self.next = next;
                        return Flow::Forward;
                    }
                    AnswerRow::Row { .. } => {}
                    AnswerRow::Unknown => {
                        self.alternative(Alternative::Negated { at: at as u32 });
                        self.back = true;
                        return Flow::Wait;
                    }
                    AnswerRow::Failed => return Flow::Broken,
                }
            }
            self.reset();
        }
        self.choices.pop();
        Flow::Back
    }

    /// Whether the background has an answer for the atom.
    pub(super) fn proved(
        &mut self,
        view: &View,
        known: usize,
        source: &mut dyn BackgroundSource,
    ) -> AnswerRow {
        if self.known[known].table.is_none() {
            let entry = self.entry(view, known, &mut Vec::new());
            return self.ask(entry, 0, source);
        }
        let args: Vec<Cell> = self
            .args(view)
            .map(|at| self.terms.deref(self.cells[at]))
            .collect();
        let mut row = 0;
        while let Some((values, after, _)) = self.known[known]
            .table
            .as_ref()
            .and_then(|table| table.next(&args, row))
        {
            let pairs = args.iter().copied().zip(values.iter().copied());
            if self.terms.unifiable(pairs) {
                return AnswerRow::Row { last: true };
            }
            row = after;
        }
        AnswerRow::None
    }
}
