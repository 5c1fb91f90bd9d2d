//! The ways to prove an atom, in Metagol's order: background, interpreted clauses, clauses that are
//! there, new ones.

use std::rc::Rc;

use super::{
    Alternative, Cell, Clause, Flow, Found, Goal, Goals, Known, Literal, Machine, NO_SYMBOL, NONE,
    Parts, Role, Source, Stage, Sub, Types,
};

/// What the last choice's atom looks like.
#[derive(Clone, Copy)]
struct View {
    goal: Goals,
    at: u32,
    next: u32,
    /// The predicate, perhaps a variable.
    predicate: Cell,
    role: Role,
}

impl View {
    fn open(&self) -> bool {
        self.predicate.is_variable()
    }

    fn arity(&self) -> usize {
        self.goal.arity as usize
    }
}

impl Machine {
    pub(super) fn prove(&mut self, at: u32, source: &mut dyn Source) -> Flow {
        let stage = Stage::Background {
            at: 0,
            row: 0,
            entry: NONE,
        };
        self.choose(Alternative::Atom(stage), at);
        self.advance(at, stage, source)
    }

    /// The next way that works, of those from `stage` on. The choice is the last one, and all since
    /// it is undone.
    pub(super) fn advance(&mut self, at: u32, stage: Stage, source: &mut dyn Source) -> Flow {
        let node = self.goals[at as usize];
        let Goal::Atom(goal) = node.goal else {
            return Flow::Back;
        };
        self.steps += 1;
        let predicate = self.terms.deref(self.cells[goal.at as usize]);
        let view = View {
            goal,
            at,
            next: node.next,
            predicate,
            role: self.role_of(predicate, goal.arity),
        };
        let mut stage = stage;
        loop {
            let flow = match stage {
                Stage::Background { at, row, entry } => {
                    self.background(&view, at, row, entry, source)
                }
                Stage::Interpreted { at } => self.interpreted(&view, at),
                Stage::Existing { symbol, below } => self.existing(&view, symbol, below),
                Stage::New { symbol, rule } => self.new_clause(&view, symbol, rule),
            };
            if flow != Flow::Back {
                return flow;
            }
            match self.after_stage(&view, stage) {
                Some(later) => {
                    self.reset();
                    stage = later;
                }
                None => {
                    self.choices.pop();
                    return Flow::Back;
                }
            }
        }
    }

    /// What is tried when a stage has nothing more.
    fn after_stage(&self, view: &View, stage: Stage) -> Option<Stage> {
        let learned = view.open() || view.role.head;
        let existing = Stage::Existing {
            symbol: NO_SYMBOL,
            below: 0,
        };
        match stage {
            Stage::Background { .. } if view.role.compiled => None,
            Stage::Background { .. } if view.open() => Some(Stage::Interpreted { at: 0 }),
            Stage::Background { .. } if learned => Some(existing),
            Stage::Background { .. } if view.role.interpreted => Some(Stage::Interpreted { at: 0 }),
            Stage::Background { .. } => None,
            Stage::Interpreted { .. } if learned => Some(existing),
            Stage::Interpreted { .. } => None,
            Stage::Existing { .. } => Some(Stage::New {
                symbol: NO_SYMBOL,
                rule: 0,
            }),
            Stage::New { .. } => None,
        }
    }

    /// Undoes what an attempt did.
    fn reset(&mut self) {
        if let Some(choice) = self.choices.last().copied() {
            self.undo(&choice);
        }
    }

    fn save(&mut self, stage: Stage) {
        self.alternative(Alternative::Atom(stage));
    }

    fn args(&self, view: &View) -> std::ops::Range<usize> {
        let first = view.goal.at as usize + 1;
        first..first + view.arity()
    }

    // --- background -----------------------------------------------------------------------------

    fn background(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        entry: u32,
        source: &mut dyn Source,
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
            self.reset();
            (at, row, entry) = (at + 1, 0, NONE);
        }
        Flow::Back
    }

    /// A row of a table from `row` on.
    fn facts(&mut self, view: &View, at: u32, row: u32, known: usize) -> Flow {
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
    fn asked(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        known: usize,
        entry: &mut u32,
        source: &mut dyn Source,
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
    fn answered(
        &mut self,
        view: &View,
        at: u32,
        row: u32,
        entry: u32,
        name: Cell,
        variables: &[Cell],
        source: &mut dyn Source,
    ) -> Flow {
        let mut row = row;
        loop {
            match self.ask(entry, row as usize, source) {
                Found::Row { last } => {
                    let stage = Stage::Background {
                        at,
                        row: row + 1,
                        entry: entry,
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
                Found::None => return Flow::Back,
                Found::Unknown => {
                    self.save(Stage::Background { at, row, entry });
                    self.back = true;
                    self.foresee(view, at, source);
                    return Flow::Wait;
                }
                Found::Failed => return Flow::Broken,
            }
        }
    }

    /// The entry of the goal for a predicate of the background, and the variables of the goal.
    fn entry(&mut self, view: &View, known: usize, variables: &mut Vec<Cell>) -> u32 {
        let range = self.args(view);
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        for at in range {
            let arg = self.terms.abstracted(self.cells[at], variables);
            buffer.push(arg);
        }
        let Known { name, place, .. } = self.known[known];
        let entry = match place {
            Some(place) => {
                // One look-up for all predicates of this arity.
                let args = match buffer.is_empty() {
                    true => self.call,
                    false => self.terms.compound(self.call, &buffer),
                };
                let names = self.by_arity[view.arity()].iter();
                let names = names.map(|&known| self.known[known as usize].name);
                self.memo.entries(args, names) + place
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
    fn foresee(&mut self, view: &View, at: u32, source: &mut dyn Source) {
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
                if self.memo.find(entry, 0) == Found::Unknown {
                    self.ask(entry, 0, source);
                }
            }
        }
    }

    // --- clauses --------------------------------------------------------------------------------

    fn interpreted(&mut self, view: &View, at: u32) -> Flow {
        let count = self
            .interpreted_by_arity
            .get(view.arity())
            .map_or(0, Vec::len);
        for at in at as usize..count {
            let number = self.interpreted_by_arity[view.arity()][at];
            let clause = self.interpreted[number as usize].clone();
            let mut frame = self.new_frame(&clause);
            if self.head(view, &clause, &mut frame) {
                self.save(Stage::Interpreted { at: at as u32 + 1 });
                // A clause's body may call what the goal itself may call; its path is the goal's.
                let scope = Scope {
                    from: view.goal.from,
                    except: view.goal.except,
                    path: view.goal.path,
                };
                self.body(&clause, frame, scope, view.next, None);
                return Flow::Forward;
            }
            self.frame = frame;
            self.reset();
        }
        Flow::Back
    }

    fn new_frame(&mut self, clause: &Clause) -> Vec<Option<Cell>> {
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        frame.resize(clause.holes, None);
        self.type_frame.clear();
        self.type_frame.resize(clause.holes, None);
        frame
    }

    /// Unifies the head of a clause with the atom, and the types.
    fn head(&mut self, view: &View, clause: &Clause, frame: &mut [Option<Cell>]) -> bool {
        for (i, &part) in clause.head.parts.iter().enumerate() {
            let cell = self.cells[view.goal.at as usize + i];
            if !self.terms.matches(part, cell, frame) {
                return false;
            }
        }
        if !self.options.typed {
            return true;
        }
        let head = clause.head.clone();
        let mut all = true;
        for i in 0..view.arity() {
            let with = self.cells[view.goal.types as usize + i];
            let of = self.type_of(&head, i, frame);
            all = all && self.terms.unify(of, with);
        }
        all
    }

    /// The type of an argument of a literal of a clause.
    fn type_of(&mut self, parts: &Parts, i: usize, frame: &mut [Option<Cell>]) -> Cell {
        let given = parts.types[i].map(|given| self.terms.build(given, frame));
        let Some(hole) = self.terms.as_hole(parts.parts[i + 1]) else {
            return given.unwrap_or_else(|| self.terms.fresh());
        };
        let known = match self.type_frame[hole] {
            Some(known) => known,
            None => {
                let fresh = self.terms.fresh();
                self.type_frame[hole] = Some(fresh);
                fresh
            }
        };
        if let Some(given) = given {
            // If they do not fit, nothing has this type.
            if !self.terms.unify(known, given) {
                return self.terms.atom("no type");
            }
        }
        known
    }

    /// The body of a clause, to be proved before `next`.
    fn body(
        &mut self,
        clause: &Rc<Clause>,
        mut frame: Vec<Option<Cell>>,
        scope: Scope,
        next: u32,
        check: Option<(u32, u16, bool)>,
    ) {
        let mut next = next;
        for literal in clause.body.iter().rev() {
            let goal = match literal {
                Literal::Atom(parts) => Goal::Atom(self.literal(parts, &mut frame, scope)),
                Literal::Negated(parts) => Goal::Negated(self.literal(parts, &mut frame, scope)),
                Literal::Order(goal) => Goal::Ask(self.terms.build(*goal, &mut frame)),
            };
            next = self.push(goal, next);
        }
        if let Some(guard) = clause.guard {
            if let Some((atom, rule, new)) = check {
                next = self.push(Goal::Check { atom, rule, new }, next);
            }
            let variables: Vec<Cell> = (0..clause.holes)
                .map(|at| {
                    let hole = self.terms.hole(at);
                    self.terms.build(hole, &mut frame)
                })
                .collect();
            let variables = self.list_of(&variables);
            let number = self.terms.integer(guard);
            let goal = self.goal_of("guard", &[number, variables]);
            let pattern = self.terms.abstracted(goal, &mut Vec::new());
            if !self.guards.contains(&pattern) {
                self.guards.push(pattern);
            }
            next = self.push(Goal::Ask(goal), next);
        }
        self.frame = frame;
        self.next = next;
    }

    fn literal(&mut self, parts: &Parts, frame: &mut [Option<Cell>], scope: Scope) -> Goals {
        let mut types = NONE;
        if self.options.typed {
            types = self.cells.len() as u32;
            for i in 0..parts.types.len() {
                let of = self.type_of(parts, i, frame);
                self.cells.push(of);
            }
        }
        let at = self.cells.len() as u32;
        for &part in &parts.parts {
            let cell = self.terms.build(part, frame);
            self.cells.push(cell);
        }
        Goals {
            at,
            types,
            path: scope.path,
            arity: (parts.parts.len() - 1) as u8,
            from: scope.from,
            except: scope.except,
        }
    }

    pub(super) fn fresh_types(&mut self, arity: usize) -> u32 {
        if !self.options.typed {
            return NONE;
        }
        let at = self.cells.len() as u32;
        for _ in 0..arity {
            let fresh = self.terms.fresh();
            self.cells.push(fresh);
        }
        at
    }

    /// Whether an instance of a predicate's types fits those of the goal; it does from now on.
    fn fits(&mut self, at: u32, types: &Types) -> bool {
        let mut frame = vec![None; types.holes];
        for (i, &of) in types.types.iter().enumerate() {
            let of = self.terms.build(of, &mut frame);
            let with = self.cells[at as usize + i];
            if !self.terms.unify(of, with) {
                return false;
            }
        }
        true
    }

    // --- the program ----------------------------------------------------------------------------

    /// The symbol after `from` that clauses for this atom may have. `fresh`: one that has not been
    /// used yet comes last.
    fn symbol(&self, view: &View, from: u8, fresh: bool) -> Option<u8> {
        let fits = |at: u8| {
            let arity = self.symbols[at as usize].arity;
            arity.is_none_or(|arity| arity == view.goal.arity)
        };
        if !view.open() {
            let mut all = 0..self.symbols.len() as u8;
            return match from {
                NO_SYMBOL => {
                    all.find(|&at| self.symbols[at as usize].name == view.predicate && fits(at))
                }
                _ => None,
            };
        }
        let mut at = match from {
            NO_SYMBOL => view.goal.from,
            from if !self.symbols[from as usize].used => return None,
            from => from + 1,
        };
        while (at as usize) < self.symbols.len() {
            if at != view.goal.except && fits(at) {
                return (fresh || self.symbols[at as usize].used).then_some(at);
            }
            at += 1;
        }
        None
    }

    /// What the bodies of a symbol's clauses may call, below an atom.
    fn scope(&self, symbol: u8, path: u32) -> Scope {
        let several = self.targets.len() > 1;
        match several && (symbol as usize) < self.targets.len() {
            true => Scope {
                from: 0,
                except: symbol,
                path,
            },
            false => Scope {
                from: symbol + 1,
                except: NO_SYMBOL,
                path,
            },
        }
    }

    /// Whether the atom may be proved by this symbol: its types fit, and of several targets none calls
    /// itself through another one.
    fn admitted(&mut self, view: &View, symbol: u8) -> bool {
        let several = self.targets.len() > 1 && (symbol as usize) < self.targets.len();
        if several
            && self.is_for_another(&view.goal, symbol)
            && self.in_path(&view.goal, Some(symbol))
        {
            return false;
        }
        if !self.options.typed {
            return true;
        }
        let name = self.symbols[symbol as usize].name;
        let declared = self
            .declared
            .iter()
            .find(|(other, arity, _)| *other == name && *arity == view.goal.arity)
            .and_then(|(_, _, types)| types.clone());
        if let Some(types) = declared {
            return self.fits(view.goal.types, &types);
        }
        let at = self.symbols[symbol as usize].types;
        if at == NONE {
            let types = view.goal.types;
            self.change(symbol, |symbol| symbol.types = types);
            return true;
        }
        (0..view.arity()).all(|i| {
            let (of, with) = (
                self.cells[at as usize + i],
                self.cells[view.goal.types as usize + i],
            );
            self.terms.unify(of, with)
        })
    }

    fn change(&mut self, at: u8, act: impl FnOnce(&mut super::Symbol)) {
        let symbol = &mut self.symbols[at as usize];
        self.symbol_trail.push((at, *symbol));
        act(symbol);
    }

    /// Clauses that are there, the newest first: those below the number `below` of `symbol`.
    fn existing(&mut self, view: &View, symbol: u8, below: u32) -> Flow {
        if self.program.is_empty() {
            return Flow::Back;
        }
        let (mut symbol, mut below) = match symbol {
            NO_SYMBOL => match self.symbol(view, NO_SYMBOL, false) {
                Some(symbol) => (symbol, self.program.len() as u32),
                None => return Flow::Back,
            },
            symbol => (symbol, below),
        };
        loop {
            while below > 0 {
                below -= 1;
                let sub = self.program[below as usize];
                let fits = sub.symbol == symbol && sub.arity == view.goal.arity;
                if fits && self.reuse(view, symbol, sub) {
                    self.save(Stage::Existing { symbol, below });
                    return Flow::Forward;
                }
                if fits {
                    self.reset();
                }
            }
            match self.symbol(view, symbol, false) {
                Some(other) => (symbol, below) = (other, self.program.len() as u32),
                None => return Flow::Back,
            }
        }
    }

    fn reuse(&mut self, view: &View, symbol: u8, sub: Sub) -> bool {
        if view.open() {
            let name = self.symbols[symbol as usize].name;
            self.terms.unify(view.predicate, name);
        }
        if !self.admitted(view, symbol) {
            return false;
        }
        let clause = self.rules[sub.rule as usize].clone();
        let mut frame = self.new_frame(&clause);
        let bound = clause.subs.iter().enumerate().all(|(i, &pattern)| {
            let value = self.cells[sub.at as usize + i];
            self.terms.matches(pattern, value, &mut frame)
        });
        if !bound || !self.head(view, &clause, &mut frame) {
            self.frame = frame;
            return false;
        }
        if clause.guard.is_none() && !self.recursion(view, &clause) {
            self.frame = frame;
            return false;
        }
        let scope = self.scope(symbol, view.at);
        let check = Some((view.at, sub.rule, false));
        self.body(&clause, frame, scope, view.next, check);
        true
    }

    /// New clauses: instances of the metarules from `rule` on, for `symbol` and those after it.
    fn new_clause(&mut self, view: &View, symbol: u8, rule: u32) -> Flow {
        if self.program.len() as u32 >= self.max {
            return Flow::Back;
        }
        let (mut symbol, mut rule) = match symbol {
            NO_SYMBOL => match self.symbol(view, NO_SYMBOL, true) {
                Some(symbol) => (symbol, 0),
                None => return Flow::Back,
            },
            symbol => (symbol, rule),
        };
        loop {
            let count = self.rules_by_arity.get(view.arity()).map_or(0, Vec::len);
            while (rule as usize) < count {
                let number = self.rules_by_arity[view.arity()][rule as usize];
                rule += 1;
                if self.invent(view, symbol, number) {
                    self.save(Stage::New { symbol, rule });
                    return Flow::Forward;
                }
                self.reset();
            }
            match self.symbol(view, symbol, true) {
                Some(other) => (symbol, rule) = (other, 0),
                None => return Flow::Back,
            }
        }
    }

    fn invent(&mut self, view: &View, symbol: u8, rule: u16) -> bool {
        self.steps += 1;
        let clause = self.rules[rule as usize].clone();
        let fresh = self.symbols[symbol as usize];
        let open = view.open();
        if fresh.arity.is_none() || (open && !fresh.used) {
            let arity = view.goal.arity;
            self.change(symbol, |symbol| {
                symbol.arity = Some(arity);
                symbol.used |= open;
            });
        }
        if open {
            self.terms.unify(view.predicate, fresh.name);
        }
        if !self.admitted(view, symbol) {
            return false;
        }
        let mut frame = self.new_frame(&clause);
        if !self.head(view, &clause, &mut frame) {
            self.frame = frame;
            return false;
        }
        if clause.guard.is_none() && !self.recursion(view, &clause) {
            self.frame = frame;
            return false;
        }
        let at = self.cells.len() as u32;
        for &pattern in &clause.subs {
            let value = self.terms.build(pattern, &mut frame);
            self.cells.push(value);
        }
        self.program.push(Sub {
            rule,
            symbol,
            arity: view.goal.arity,
            at,
        });
        let unguarded = clause.guard.is_none();
        if unguarded {
            self.watch();
        }
        let scope = self.scope(symbol, view.at);
        let check = Some((view.at, rule, true));
        self.body(&clause, frame, scope, view.next, check);
        if unguarded {
            self.tell_try(view.goal.at, view.goal.arity);
        }
        true
    }

    /// What is left to be checked when a guard has succeeded.
    pub(super) fn checked(&mut self, atom: u32, rule: u16, new: bool) -> Flow {
        let node = self.goals[atom as usize];
        let Goal::Atom(goal) = node.goal else {
            return Flow::Back;
        };
        let clause = self.rules[rule as usize].clone();
        let view = View {
            goal,
            at: atom,
            next: node.next,
            predicate: self.terms.deref(self.cells[goal.at as usize]),
            role: Role::default(),
        };
        if !self.recursion(&view, &clause) {
            return Flow::Back;
        }
        if new {
            self.watch();
            self.tell_try(goal.at, goal.arity);
        }
        Flow::Forward
    }

    /// A recursive clause needs another one beside it, and must not call for what is being proved.
    fn recursion(&mut self, view: &View, clause: &Clause) -> bool {
        !clause.recursive || (self.max != 1 && !self.in_path(&view.goal, None))
    }

    /// Whether the clause that needs the goal is one of another predicate than this symbol.
    fn is_for_another(&self, goal: &Goals, symbol: u8) -> bool {
        if goal.path == NONE {
            return false;
        }
        let Goal::Atom(parent) = self.goals[goal.path as usize].goal else {
            return false;
        };
        self.terms.deref(self.cells[parent.at as usize]) != self.symbols[symbol as usize].name
    }

    /// Whether the atom unifies one of its ancestors.
    fn in_path(&mut self, goal: &Goals, symbol: Option<u8>) -> bool {
        let mut path = goal.path;
        while path != NONE {
            let Goal::Atom(ancestor) = self.goals[path as usize].goal else {
                return false;
            };
            let known = symbol.is_none_or(|symbol| {
                let name = self.terms.deref(self.cells[ancestor.at as usize]);
                name == self.symbols[symbol as usize].name
            });
            if known && ancestor.arity == goal.arity {
                let cells = &self.cells;
                let pairs = (0..=goal.arity as usize)
                    .map(|i| (cells[goal.at as usize + i], cells[ancestor.at as usize + i]));
                if self.terms.unifiable(pairs) {
                    return true;
                }
            }
            path = ancestor.path;
        }
        false
    }

    /// Watches the newest clause if there is an older one of the same metarule and predicate.
    fn watch(&mut self) {
        let newest = self.program.len() - 1;
        let sub = self.program[newest];
        let older = &self.program[..newest];
        let same = |other: &Sub| {
            other.rule == sub.rule && other.symbol == sub.symbol && other.arity == sub.arity
        };
        if older.iter().any(same) {
            self.watched |= 1 << newest;
        }
    }

    /// Whether a watched clause, whose last variable is bound by now, is there already.
    pub(super) fn repeats(&mut self) -> bool {
        for at in 0..self.program.len() {
            if self.watched >> at & 1 == 0 {
                continue;
            }
            let sub = self.program[at];
            let count = self.values(&sub).len();
            if count == 0 {
                self.watched &= !(1 << at);
                continue;
            }
            let last = self.cells[sub.at as usize + count - 1];
            if self.terms.grounded(last).is_none() {
                continue;
            }
            self.watched &= !(1 << at);
            for older in 0..at {
                let other = self.program[older];
                if other.rule != sub.rule || other.arity != sub.arity {
                    continue;
                }
                let cells = &self.cells;
                let pairs =
                    (0..count).map(|i| (cells[sub.at as usize + i], cells[other.at as usize + i]));
                if self.terms.unifiable(pairs) {
                    return true;
                }
            }
        }
        false
    }

    // --- negation -------------------------------------------------------------------------------

    /// `not([R|Args])`: a known R has no proof; an unknown one is background for which there is none.
    pub(super) fn negated(
        &mut self,
        at: u32,
        goal: Goals,
        next: u32,
        source: &mut dyn Source,
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
    pub(super) fn unproved(&mut self, node: u32, at: u32, source: &mut dyn Source) -> Flow {
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
                    Found::None => {
                        let name = self.known[known].name;
                        self.terms.unify(predicate, name);
                        self.alternative(Alternative::Negated { at: at as u32 + 1 });
                        self.next = next;
                        return Flow::Forward;
                    }
                    Found::Row { .. } => {}
                    Found::Unknown => {
                        self.alternative(Alternative::Negated { at: at as u32 });
                        self.back = true;
                        return Flow::Wait;
                    }
                    Found::Failed => return Flow::Broken,
                }
            }
            self.reset();
        }
        self.choices.pop();
        Flow::Back
    }

    /// Whether the background has an answer for the atom.
    fn proved(&mut self, view: &View, known: usize, source: &mut dyn Source) -> Found {
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
                return Found::Row { last: true };
            }
            row = after;
        }
        Found::None
    }
}

/// What the body of a clause may call, and its nearest ancestor.
#[derive(Clone, Copy)]
struct Scope {
    from: u8,
    except: u8,
    path: u32,
}
