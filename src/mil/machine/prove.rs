//! The ways to prove an atom, in Metagol's order: background, interpreted clauses, clauses that are
//! there, new ones.

use super::{
    Alternative, BackgroundSource, Cell, Flow, Goal, Goals, Machine, NO_SYMBOL, NONE, Role, Stage,
};

/// What the last choice's atom looks like.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) goal: Goals,
    pub(super) at: u32,
    pub(super) next: u32,
    /// The predicate, perhaps a variable.
    pub(super) predicate: Cell,
    pub(super) role: Role,
}

impl View {
    pub(super) fn open(&self) -> bool {
        self.predicate.is_variable()
    }

    pub(super) fn arity(&self) -> usize {
        self.goal.arity as usize
    }
}

impl Machine {
    pub(super) fn prove(&mut self, at: u32, source: &mut dyn BackgroundSource) -> Flow {
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
    pub(super) fn advance(
        &mut self,
        at: u32,
        stage: Stage,
        source: &mut dyn BackgroundSource,
    ) -> Flow {
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
        if let Stage::Background {
            at: 0,
            row: 0,
            entry: NONE,
        } = stage
        {
            if self.reach.is_ready() && self.too_far(&view) {
                self.choices.pop();
                return Flow::Back;
            }
            if let Some(bundle) = self.bundle(&view) {
                stage = Stage::Bundle { bundle, at: 0 };
            }
        }
        loop {
            let flow = match stage {
                Stage::Background { at, row, entry } => {
                    self.background(&view, at, row, entry, source)
                }
                Stage::Bundle { bundle, at } => self.bundled(&view, bundle, at),
                Stage::Interpreted { at } => self.interpreted(&view, at),
                Stage::Existing { symbol, below } => self.existing(&view, symbol, below),
                Stage::New { symbol, rule } => self.new_clause(&view, symbol, rule),
            };
            if flow != Flow::Back {
                return flow;
            }
            match self.after_stage(&view, stage) {
                // A stage that has nothing more has undone what it tried.
                Some(later) => stage = later,
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
            Stage::Bundle { .. } => Some(Stage::Interpreted { at: 0 }),
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
    pub(super) fn reset(&mut self) {
        if let Some(choice) = self.choices.last().copied() {
            self.undo(&choice);
        }
    }

    pub(super) fn save(&mut self, stage: Stage) {
        self.alternative(Alternative::Atom(stage));
    }

    pub(super) fn args(&self, view: &View) -> std::ops::Range<usize> {
        let first = view.goal.at as usize + 1;
        first..first + view.arity()
    }
}

/// What the body of a clause may call, and its nearest ancestor.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub(super) from: u8,
    pub(super) except: u8,
    pub(super) path: u32,
}
