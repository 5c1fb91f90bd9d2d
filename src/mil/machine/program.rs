//! The clauses that are learned: those that are there, and new ones.

use super::{
    Clause, Flow, Goal, Goals, Machine, NO_SYMBOL, NONE, Role, Stage, Sub, Symbol,
    prove::{Scope, View},
};

impl Machine {
    /// The symbol after `from` that clauses for this atom may have. `fresh`: one that has not been
    /// used yet comes last.
    pub(super) fn symbol(&self, view: &View, from: u8, fresh: bool) -> Option<u8> {
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
    pub(super) fn scope(&self, symbol: u8, path: u32) -> Scope {
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
    pub(super) fn admitted(&mut self, view: &View, symbol: u8) -> bool {
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

    pub(super) fn change(&mut self, at: u8, act: impl FnOnce(&mut Symbol)) {
        let symbol = &mut self.symbols[at as usize];
        self.symbol_trail.push((at, *symbol));
        act(symbol);
    }

    /// Clauses that are there, the newest first: those below the number `below` of `symbol`.
    pub(super) fn existing(&mut self, view: &View, symbol: u8, below: u32) -> Flow {
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

    pub(super) fn reuse(&mut self, view: &View, symbol: u8, sub: Sub) -> bool {
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
    pub(super) fn new_clause(&mut self, view: &View, symbol: u8, rule: u32) -> Flow {
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

    pub(super) fn invent(&mut self, view: &View, symbol: u8, rule: u16) -> bool {
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
        if self.reach.is_ready() {
            self.measure_newest();
        }
        let unguarded = clause.guard.is_none();
        if unguarded {
            self.watch();
        }
        let scope = self.scope(symbol, view.at);
        let check = Some((view.at, rule, true));
        self.body(&clause, frame, scope, view.next, check);
        if unguarded {
            self.report_try(view.goal.at, view.goal.arity);
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
            self.report_try(goal.at, goal.arity);
        }
        Flow::Forward
    }

    /// A recursive clause needs another one beside it, and must not call for what is being proved.
    pub(super) fn recursion(&mut self, view: &View, clause: &Clause) -> bool {
        !clause.recursive || (self.max != 1 && !self.in_path(&view.goal, None))
    }

    /// Whether the clause that needs the goal is one of another predicate than this symbol.
    pub(super) fn is_for_another(&self, goal: &Goals, symbol: u8) -> bool {
        if goal.path == NONE {
            return false;
        }
        let Goal::Atom(parent) = self.goals[goal.path as usize].goal else {
            return false;
        };
        self.terms.deref(self.cells[parent.at as usize]) != self.symbols[symbol as usize].name
    }

    /// Whether the atom unifies one of its ancestors.
    pub(super) fn in_path(&mut self, goal: &Goals, symbol: Option<u8>) -> bool {
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
    pub(super) fn watch(&mut self) {
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
}
