//! Clauses compiled: bodies as goals that know what comes after them.

use std::collections::HashMap;

use super::{
    builtins::{self, Builtin},
    library::DEFINITIONS,
    purity,
};
use crate::{
    mil::{
        task::Rule,
        terms::{Cell, Terms, scratch::Shape},
    },
    term::Term,
};

/// Where a goal is in the code.
pub type Address = u32;

/// The end of a body.
pub const PROCEED: Address = 0;
/// A goal that fails.
pub const FAIL: Address = 1;
/// A goal that only Prolog can prove.
pub const BEYOND: Address = 2;

/// A task's facts about its predicates: name, arity and kind.
const KINDS: &str = "$type";

/// The arguments of a goal: a place in the patterns, and how many there are.
#[derive(Debug, Clone, Copy)]
pub struct Args {
    pub first: u32,
    pub count: u32,
}

/// A goal, and where to go on.
#[derive(Debug, Clone, Copy)]
pub enum Code {
    Proceed,
    Fail,
    Beyond,
    /// A predicate given by clauses.
    Call(u32, Args, Address),
    Builtin(Builtin, Args, Address),
    /// `call(Goal, Args...)`.
    Meta(Args, Address),
    Cut(Address),
    /// `(Left ; Right)`.
    Either(Address, Address),
    /// `(Condition -> Then ; Otherwise)`.
    If {
        condition: Address,
        then: Address,
        otherwise: Address,
    },
    /// A goal whose cuts are its own.
    Inside(Address, Address),
}

/// A clause.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Patterns.
    pub head: Vec<Cell>,
    pub body: Address,
    pub holes: usize,
}

/// The clauses of a predicate, and which of them to try for a first argument.
#[derive(Debug, Clone, Default)]
pub struct Predicate {
    pub clauses: Vec<Clause>,
    /// Numbers of clauses: all; those for any first argument; those for one of the keys.
    pub lists: Vec<Vec<u32>>,
    keys: HashMap<(Cell, usize), u32>,
    /// Whether its answers follow from its clauses alone, however it is called.
    pub pure: bool,
    /// How many goals were asked, and how many were given up.
    pub asked: u32,
    pub given_up: u32,
}

/// The name and arity of what a clause's first argument must be.
type Key = Option<(Cell, usize)>;

impl Predicate {
    /// The list of clauses for this first argument, which is dereferenced.
    #[inline]
    pub fn list_for(&self, terms: &Terms, first: Option<&Cell>) -> usize {
        match first.and_then(|&first| key(terms, terms.deref(first))) {
            None => 0,
            Some(key) => self.keys.get(&key).map_or(1, |&list| list as usize),
        }
    }

    fn index(&mut self, terms: &Terms) {
        let keys: Vec<Key> = self
            .clauses
            .iter()
            .map(|clause| {
                let first = *clause.head.first()?;
                match terms.as_hole(first) {
                    Some(_) => None,
                    None => key(terms, first),
                }
            })
            .collect();
        let chosen = |wanted: Key| {
            let numbers = (0..keys.len()).filter(|&at| keys[at].is_none() || keys[at] == wanted);
            numbers.map(|at| at as u32).collect::<Vec<u32>>()
        };
        self.keys.clear();
        self.lists = vec![(0..keys.len() as u32).collect(), chosen(None)];
        for &wanted in keys.iter().flatten() {
            if !self.keys.contains_key(&wanted) {
                self.keys.insert(wanted, self.lists.len() as u32);
                self.lists.push(chosen(Some(wanted)));
            }
        }
    }
}

fn key(terms: &Terms, cell: Cell) -> Key {
    match terms.shape(cell) {
        Shape::Variable => None,
        Shape::Compound(name, arity) => Some((name, arity)),
        _ => Some((cell, 0)),
    }
}

/// A program.
#[derive(Debug, Clone, Default)]
pub struct HornProgram {
    pub code: Vec<Code>,
    pub patterns: Vec<Cell>,
    pub predicates: Vec<Predicate>,
    of: HashMap<(Cell, usize), u32>,
    /// The predicate whose clauses say what `metagol:type/3` says, if there is one.
    kinds: Option<u32>,
    /// Predicates of libraries that mean what they mean there.
    allowed: Vec<(Cell, usize)>,
}

impl HornProgram {
    /// Compiles the clauses. What is in `libraries` and not defined by them is the system's own.
    pub fn new(terms: &mut Terms, rules: &[Rule], libraries: &[(Cell, usize)]) -> HornProgram {
        let mut program = HornProgram {
            code: vec![Code::Proceed, Code::Fail, Code::Beyond],
            allowed: libraries.to_vec(),
            ..HornProgram::default()
        };
        let mut definitions = Vec::new();
        for &(name, arity, text) in DEFINITIONS {
            let name = terms.atom(name);
            let defined = rules
                .iter()
                .any(|rule| functor(terms, rule.head) == Some((name, arity)));
            if libraries.contains(&(name, arity)) && !defined {
                definitions.extend(read(terms, text));
            }
        }
        let all = || rules.iter().chain(&definitions);
        // Calls are known before bodies are compiled.
        for rule in all() {
            if let Some(functor) = functor(terms, rule.head) {
                let next = program.predicates.len() as u32;
                if *program.of.entry(functor).or_insert(next) == next {
                    program.predicates.push(Predicate::default());
                }
            }
        }
        let kinds = terms.atom(KINDS);
        program.kinds = program.predicate(kinds, 3);
        for rule in all() {
            let Some(at) = functor(terms, rule.head).and_then(|functor| program.of.get(&functor))
            else {
                continue;
            };
            let at = *at as usize;
            let head = arguments(terms, rule.head);
            let body = program.compiled(terms, rule.body, PROCEED);
            program.predicates[at].clauses.push(Clause {
                head,
                body,
                holes: rule.holes,
            });
        }
        for predicate in &mut program.predicates {
            predicate.index(terms);
        }
        let rules: Vec<Rule> = rules.iter().chain(&definitions).copied().collect();
        for (name, arity) in purity::pure(terms, &rules, libraries) {
            if let Some(at) = program.predicate(name, arity) {
                program.predicates[at as usize].pure = true;
            }
        }
        program
    }

    /// The number of a predicate that has clauses.
    pub fn predicate(&self, name: Cell, arity: usize) -> Option<u32> {
        self.of.get(&(name, arity)).copied()
    }

    /// A predicate that is computed.
    pub fn builtin(&self, terms: &Terms, name: Cell, arity: usize) -> Option<Builtin> {
        let text = terms.name(name);
        builtins::standard(text, arity).or_else(|| {
            let allowed = self.allowed.contains(&(name, arity));
            allowed.then(|| builtins::library(text, arity)).flatten()
        })
    }

    fn push(&mut self, code: Code) -> Address {
        self.code.push(code);
        self.code.len() as Address - 1
    }

    fn args(&mut self, args: &[Cell]) -> Args {
        let first = self.patterns.len() as u32;
        self.patterns.extend_from_slice(args);
        let count = args.len() as u32;
        Args { first, count }
    }

    /// The code of a goal, a pattern, after which comes `next`.
    pub fn compiled(&mut self, terms: &Terms, goal: Cell, next: Address) -> Address {
        if terms.as_hole(goal).is_some() {
            let args = self.args(&[goal]);
            return self.push(Code::Meta(args, next));
        }
        let Some((name, arity)) = functor(terms, goal) else {
            return BEYOND;
        };
        let args = arguments(terms, goal);
        if let Some(predicate) = self.predicate(name, arity) {
            let args = self.args(&args);
            return self.push(Code::Call(predicate, args, next));
        }
        if let (":", &[module, inner]) = (terms.name(name), args.as_slice()) {
            return self.qualified(terms, module, inner, next);
        }
        let library = |program: &HornProgram| program.allowed.contains(&(name, arity));
        match (terms.name(name), args.as_slice()) {
            ("true", []) => next,
            ("fail" | "false", []) => FAIL,
            ("!", []) => self.push(Code::Cut(next)),
            (",", &[first, second]) => {
                let second = self.compiled(terms, second, next);
                self.compiled(terms, first, second)
            }
            (";", &[first, second]) => {
                let otherwise = self.compiled(terms, second, next);
                match (functor(terms, first), arguments(terms, first).as_slice()) {
                    (Some((name, 2)), &[condition, then]) if terms.name(name) == "->" => {
                        let then = self.compiled(terms, then, next);
                        self.branch(terms, condition, then, otherwise)
                    }
                    (Some((name, 2)), _) if terms.name(name) == "*->" => BEYOND,
                    _ => {
                        let first = self.compiled(terms, first, next);
                        self.push(Code::Either(first, otherwise))
                    }
                }
            }
            ("->", &[condition, then]) => {
                let then = self.compiled(terms, then, next);
                self.branch(terms, condition, then, FAIL)
            }
            ("\\+", &[goal]) => self.branch(terms, goal, FAIL, next),
            ("once", &[goal]) => self.branch(terms, goal, next, FAIL),
            ("ignore", &[goal]) if library(self) => self.branch(terms, goal, next, next),
            ("forall", &[condition, action]) if library(self) => {
                let refuted = self.branch(terms, action, FAIL, PROCEED);
                let condition = self.inside(terms, condition, refuted);
                self.push(Code::If {
                    condition,
                    then: FAIL,
                    otherwise: next,
                })
            }
            ("call", &[goal]) => self.inside(terms, goal, next),
            ("call", &[_, ..]) => {
                let args = self.args(&args);
                self.push(Code::Meta(args, next))
            }
            _ => match self.builtin(terms, name, arity) {
                Some(builtin) => {
                    let args = self.args(&args);
                    self.push(Code::Builtin(builtin, args, next))
                }
                None => BEYOND,
            },
        }
    }

    /// The code of `module:goal`: the program's own predicates are those of `user`, and what `metagol:type/3`
    /// says is among the clauses.
    fn qualified(&mut self, terms: &Terms, module: Cell, goal: Cell, next: Address) -> Address {
        let Some(called) = (terms.as_hole(goal).is_none()).then(|| functor(terms, goal)) else {
            return BEYOND;
        };
        let known = match (terms.name(module), called) {
            ("user", Some((name, arity))) => self.predicate(name, arity),
            ("metagol", Some((name, 3))) if terms.name(name) == "type" => self.kinds,
            _ => None,
        };
        match known {
            Some(predicate) => {
                let args = self.args(&arguments(terms, goal));
                self.push(Code::Call(predicate, args, next))
            }
            None => BEYOND,
        }
    }

    /// Names that are predicates to be learned from now on, of any arity, unless they are known as such.
    pub fn announce(&mut self, terms: &mut Terms, names: &[Cell]) {
        let Some(kinds) = self.kinds else { return };
        let head = terms.atom("head_pred");
        let any = terms.hole(0);
        let kinds = &mut self.predicates[kinds as usize];
        for &name in names {
            let known = |clause: &Clause| clause.head[0] == name && clause.head[2] == head;
            if !kinds.clauses.iter().any(known) {
                kinds.clauses.push(Clause {
                    head: vec![name, any, head],
                    body: PROCEED,
                    holes: 1,
                });
            }
        }
        kinds.index(terms);
    }

    fn branch(
        &mut self,
        terms: &Terms,
        condition: Cell,
        then: Address,
        otherwise: Address,
    ) -> Address {
        let condition = self.compiled(terms, condition, PROCEED);
        self.push(Code::If {
            condition,
            then,
            otherwise,
        })
    }

    fn inside(&mut self, terms: &Terms, goal: Cell, next: Address) -> Address {
        let goal = self.compiled(terms, goal, PROCEED);
        self.push(Code::Inside(goal, next))
    }
}

/// The name and arity of what can be called.
pub fn functor(terms: &Terms, goal: Cell) -> Option<(Cell, usize)> {
    match terms.shape(goal) {
        Shape::Atom => Some((goal, 0)),
        Shape::Compound(name, arity) => Some((name, arity)),
        _ => None,
    }
}

fn arguments(terms: &Terms, goal: Cell) -> Vec<Cell> {
    let parts = terms.compound_parts(goal);
    parts.map_or_else(Vec::new, |(_, args)| args.to_vec())
}

/// Reads a list of `clause(Head,Body)`; nothing of what is something else.
fn read(terms: &mut Terms, text: &str) -> Vec<Rule> {
    match text.parse() {
        Ok(Term::List(clauses, None)) => clauses
            .iter()
            .filter_map(|clause| Rule::read(terms, clause))
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_read() {
        for (name, arity, text) in DEFINITIONS {
            let mut terms = Terms::default();
            let rules = read(&mut terms, text);
            let count = text.matches("clause(").count();
            assert_eq!(rules.len(), count, "{name}/{arity}");
            let name = terms.atom(name);
            let program = HornProgram::new(&mut terms, &[], &[(name, *arity)]);
            let predicate = program.predicate(name, *arity).unwrap();
            assert!(!program.predicates[predicate as usize].clauses.is_empty());
        }
    }
}
