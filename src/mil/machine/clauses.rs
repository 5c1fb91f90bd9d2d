//! Clauses and their types: heads that are unified, bodies that become goals.

use std::rc::Rc;

use super::{
    Cell, Clause, Flow, Goal, Goals, Literal, Machine, NONE, Parts, Stage, Types,
    prove::{Scope, View},
};

impl Machine {
    pub(super) fn interpreted(&mut self, view: &View, at: u32) -> Flow {
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

    pub(super) fn new_frame(&mut self, clause: &Clause) -> Vec<Option<Cell>> {
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        frame.resize(clause.holes, None);
        self.type_frame.clear();
        self.type_frame.resize(clause.holes, None);
        frame
    }

    /// Unifies the head of a clause with the atom, and the types.
    pub(super) fn head(
        &mut self,
        view: &View,
        clause: &Clause,
        frame: &mut [Option<Cell>],
    ) -> bool {
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
    pub(super) fn type_of(&mut self, parts: &Parts, i: usize, frame: &mut [Option<Cell>]) -> Cell {
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
    pub(super) fn body(
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
        if let Some(guard) = &clause.guard {
            if let Some((atom, rule, new)) = check {
                next = self.push(Goal::Check { atom, rule, new }, next);
            }
            let variables = guard.variables.iter();
            let variables: Vec<Cell> = variables
                .map(|&variable| self.terms.build(variable, &mut frame))
                .collect();
            let variables = self.list_of(&variables);
            let number = self.terms.integer(guard.number);
            let goal = self.goal_of("guard", &[number, variables]);
            let pattern = self.terms.abstracted(goal, &mut Vec::new());
            self.guards.insert(pattern);
            next = self.push(Goal::Ask(goal), next);
        }
        self.frame = frame;
        self.next = next;
    }

    pub(super) fn literal(
        &mut self,
        parts: &Parts,
        frame: &mut [Option<Cell>],
        scope: Scope,
    ) -> Goals {
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
    pub(super) fn fits(&mut self, at: u32, types: &Types) -> bool {
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
}
