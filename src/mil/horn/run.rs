//! Proofs: depth first, clauses in order, with cuts. What waits is in tables, not on the stack.

use super::{
    builtins::Outcome,
    code::{Address, Args, BEYOND, Code, FAIL, HornProgram, PROCEED, functor},
};
use crate::mil::terms::{Cell, Mark, Terms};

const NONE: u32 = u32::MAX;

/// What came of the search for the next proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextProof {
    /// There is one.
    Proof,
    /// There is none.
    Nothing,
    /// Only Prolog can tell.
    Beyond,
}

/// What comes after a body.
#[derive(Debug, Clone, Copy)]
struct Continuation {
    at: Address,
    frame: u32,
    cut: u32,
    parent: u32,
    /// How many choices stay; all if there are fewer.
    height: u32,
}

/// What is tried when all else fails.
#[derive(Debug, Clone, Copy)]
struct ChoicePoint {
    mark: Mark,
    cells: u32,
    continuations: u32,
    continuation: u32,
    alternative: Alternative,
}

#[derive(Debug, Clone, Copy)]
enum Alternative {
    Code {
        at: Address,
        frame: u32,
        cut: u32,
    },
    /// Clauses of a predicate, from `next` in a list on; the arguments end where the cells do.
    Clauses {
        predicate: u32,
        list: u32,
        next: u32,
        count: u32,
    },
}

/// The state of a search.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// Frames of clauses, and arguments of choices.
    cells: Vec<Cell>,
    continuations: Vec<Continuation>,
    choices: Vec<ChoicePoint>,
    /// The arguments of the next call, and the frame of its clause.
    args: Vec<Cell>,
    scratch: Vec<Cell>,
    at: Address,
    frame: u32,
    cut: u32,
    continuation: u32,
    /// How much work may still be done.
    pub fuel: u64,
}

impl Run {
    /// Takes the arguments of the goal that is to be proved.
    pub fn load_call(&mut self, args: impl Iterator<Item = Cell>) {
        self.args.clear();
        self.args.extend(args);
    }

    /// Makes the search for proofs of a goal ready, whose arguments are loaded.
    pub fn begin(&mut self, terms: &mut Terms, program: &mut HornProgram, name: Cell, fuel: u64) {
        self.cells.clear();
        self.continuations.clear();
        self.choices.clear();
        self.continuation = NONE;
        self.fuel = fuel.saturating_sub(1);
        if !self.invoke_named(terms, program, name) {
            self.at = FAIL;
        }
    }

    /// Whether another proof may be found.
    pub fn may_go_on(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Looks for another proof.
    pub fn again(&mut self, terms: &mut Terms, program: &mut HornProgram) -> NextProof {
        match self.retry(terms, program) {
            true => self.prove(terms, program),
            false if self.fuel == 0 => NextProof::Beyond,
            false => NextProof::Nothing,
        }
    }

    /// Looks for a proof.
    pub fn prove(&mut self, terms: &mut Terms, program: &mut HornProgram) -> NextProof {
        loop {
            if self.fuel == 0 {
                return NextProof::Beyond;
            }
            let proceeds = match program.code[self.at as usize] {
                Code::Proceed => match self.continuation {
                    NONE => return NextProof::Proof,
                    at => {
                        let after = self.continuations[at as usize];
                        self.choices.truncate(after.height as usize);
                        self.at = after.at;
                        self.frame = after.frame;
                        self.cut = after.cut;
                        self.continuation = after.parent;
                        true
                    }
                },
                Code::Fail => false,
                Code::Beyond => return NextProof::Beyond,
                Code::Cut(next) => {
                    self.choices.truncate(self.cut as usize);
                    self.at = next;
                    true
                }
                Code::Either(left, right) => {
                    self.choose_code(terms, right);
                    self.at = left;
                    true
                }
                Code::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let height = self.choices.len() as u32;
                    self.choose_code(terms, otherwise);
                    self.resume(then, height);
                    self.cut = height + 1;
                    self.at = condition;
                    true
                }
                Code::Inside(goal, next) => {
                    self.resume(next, NONE);
                    self.cut = self.choices.len() as u32;
                    self.at = goal;
                    true
                }
                Code::Builtin(builtin, args, next) => {
                    self.load(terms, program, args);
                    self.at = next;
                    match builtin(terms, &self.args, &mut self.fuel) {
                        Outcome::True => true,
                        Outcome::False => false,
                        Outcome::Beyond => return NextProof::Beyond,
                    }
                }
                Code::Call(predicate, args, next) => {
                    self.load(terms, program, args);
                    if next != PROCEED {
                        self.resume(next, NONE);
                    }
                    self.enter(terms, program, predicate)
                }
                Code::Meta(args, next) => {
                    self.load(terms, program, args);
                    if next != PROCEED {
                        self.resume(next, NONE);
                    }
                    self.invoke(terms, program)
                }
            };
            // Work without fuel means nothing.
            if self.fuel == 0 {
                return NextProof::Beyond;
            }
            if !proceeds && !self.retry(terms, program) {
                return match self.fuel {
                    0 => NextProof::Beyond,
                    _ => NextProof::Nothing,
                };
            }
        }
    }

    /// What comes after the goal that is now proved.
    fn resume(&mut self, at: Address, height: u32) {
        self.continuations.push(Continuation {
            at,
            frame: self.frame,
            cut: self.cut,
            parent: self.continuation,
            height,
        });
        self.continuation = self.continuations.len() as u32 - 1;
    }

    fn choose_code(&mut self, terms: &Terms, at: Address) {
        let (frame, cut) = (self.frame, self.cut);
        self.choose(terms, Alternative::Code { at, frame, cut });
    }

    fn choose(&mut self, terms: &Terms, alternative: Alternative) {
        self.choices.push(ChoicePoint {
            mark: terms.mark(),
            cells: self.cells.len() as u32,
            continuations: self.continuations.len() as u32,
            continuation: self.continuation,
            alternative,
        });
    }

    /// The arguments of a goal in the frame of its clause.
    fn load(&mut self, terms: &mut Terms, program: &HornProgram, args: Args) {
        self.args.clear();
        let first = args.first as usize;
        for &pattern in &program.patterns[first..first + args.count as usize] {
            let frame = &mut self.cells[self.frame as usize..];
            self.args.push(terms.scratch(pattern, frame));
        }
    }

    /// Calls a predicate with the arguments that are loaded.
    fn enter(&mut self, terms: &mut Terms, program: &mut HornProgram, predicate: u32) -> bool {
        let known = &program.predicates[predicate as usize];
        let list = known.list_for(terms, self.args.first());
        self.cut = self.choices.len() as u32;
        self.fuel = self.fuel.saturating_sub(1);
        match known.lists[list].len() {
            0 => return false,
            1 => {}
            _ => {
                self.cells.extend_from_slice(&self.args);
                let alternative = Alternative::Clauses {
                    predicate,
                    list: list as u32,
                    next: 1,
                    count: self.args.len() as u32,
                };
                self.choose(terms, alternative);
            }
        }
        self.clause(terms, program, predicate, list as u32, 0)
    }

    /// Tries a clause.
    fn clause(
        &mut self,
        terms: &mut Terms,
        program: &HornProgram,
        predicate: u32,
        list: u32,
        at: u32,
    ) -> bool {
        let known = &program.predicates[predicate as usize];
        let clause = &known.clauses[known.lists[list as usize][at as usize] as usize];
        self.scratch.clear();
        self.scratch.resize(clause.holes, Terms::UNSET);
        for (&pattern, &arg) in clause.head.iter().zip(&self.args) {
            if !terms.meets(pattern, arg, &mut self.scratch, &mut self.fuel) {
                return false;
            }
        }
        self.at = clause.body;
        if clause.body != PROCEED {
            self.frame = self.cells.len() as u32;
            // A frame changes no more, so that nothing has to be undone in it.
            for at in 0..clause.holes {
                let cell = match self.scratch[at] {
                    Terms::UNSET => terms.fresh(),
                    cell => cell,
                };
                self.cells.push(cell);
            }
        }
        true
    }

    /// Goes back to the last choice; false if there is none.
    fn retry(&mut self, terms: &mut Terms, program: &mut HornProgram) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            terms.undo(choice.mark);
            let cells = choice.cells as usize;
            self.continuations.truncate(choice.continuations as usize);
            self.continuation = choice.continuation;
            self.cells.truncate(cells);
            match &mut choice.alternative {
                &mut Alternative::Code { at, frame, cut } => {
                    (self.at, self.frame, self.cut) = (at, frame, cut);
                    self.choices.pop();
                    return true;
                }
                Alternative::Clauses {
                    predicate,
                    list,
                    next,
                    count,
                } => {
                    let (predicate, list, at, count) = (*predicate, *list, *next, *count as usize);
                    *next += 1;
                    self.args.clear();
                    self.args.extend_from_slice(&self.cells[cells - count..]);
                    let known = &program.predicates[predicate as usize];
                    let last = at as usize + 1 == known.lists[list as usize].len();
                    if last {
                        self.choices.pop();
                        self.cells.truncate(cells - count);
                        self.cut = self.choices.len() as u32;
                    } else {
                        self.cut = self.choices.len() as u32 - 1;
                    }
                    if self.clause(terms, program, predicate, list, at) {
                        return true;
                    }
                    if self.fuel == 0 {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Calls the goal that is loaded with the further arguments that are loaded.
    fn invoke(&mut self, terms: &mut Terms, program: &mut HornProgram) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        let goal = terms.deref(self.args[0]);
        let Some((name, own)) = functor(terms, goal) else {
            self.at = BEYOND;
            return true;
        };
        let inner = (0..own).map(|at| terms.argument_of(goal, at));
        self.args.splice(0..1, inner);
        self.invoke_named(terms, program, name)
    }

    /// Calls the predicate of this name with the arguments that are loaded.
    fn invoke_named(&mut self, terms: &mut Terms, program: &mut HornProgram, name: Cell) -> bool {
        self.at = BEYOND;
        let arity = self.args.len();
        if let Some(predicate) = program.predicate(name, arity) {
            return self.enter(terms, program, predicate);
        }
        if let Some(builtin) = program.builtin(terms, name, arity) {
            self.at = PROCEED;
            return match builtin(terms, &self.args, &mut self.fuel) {
                Outcome::True => true,
                Outcome::False => false,
                Outcome::Beyond => {
                    self.at = BEYOND;
                    true
                }
            };
        }
        // Control: compiled where it stands.
        let whole = match arity {
            0 => name,
            _ => terms.scratch_compound(name, &self.args),
        };
        let mut variables = Vec::new();
        if let Some(pattern) = terms.kept(whole, &mut variables, &mut self.fuel, 0) {
            self.frame = self.cells.len() as u32;
            self.cells.extend_from_slice(&variables);
            self.cut = self.choices.len() as u32;
            self.at = program.compiled(terms, pattern, PROCEED);
        }
        true
    }
}

/// Where code ends that a search made.
#[derive(Debug, Clone, Copy)]
pub struct End {
    code: usize,
    patterns: usize,
}

impl HornProgram {
    /// Where the code ends.
    pub fn end(&self) -> End {
        End {
            code: self.code.len(),
            patterns: self.patterns.len(),
        }
    }

    /// Forgets the code that came after.
    pub fn cut_off(&mut self, end: End) {
        self.code.truncate(end.code);
        self.patterns.truncate(end.patterns);
    }
}
