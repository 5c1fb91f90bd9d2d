//! The language of hypotheses: predicates with types and modes, limits, and constraints.

mod denial;

use super::clause::{Clause, Literal, MAX_ARITY, Variable};

pub use denial::{Comparison, Denial, Goal, Part, Pattern};

/// A predicate's index in [`Bias::predicates`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub u16);

/// A type's index in [`Bias::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u16);

/// Whether an argument must be bound before the literal is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Bound before the call.
    In,
    /// Bound by the call.
    Out,
}

/// What stands at one argument of the Prolog predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// The next variable of the literal.
    Variable,
    /// A constant, as canonical Prolog text. A predicate with constants is one predicate for each
    /// choice of them, so that a literal holds variables only.
    Constant(String),
}

/// A predicate of the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// The name in Prolog.
    pub name: String,
    /// The arguments in Prolog; as many [`Slot::Variable`]s as there are `types`.
    pub slots: Vec<Slot>,
    /// The type of each variable argument; `None` where it may be any.
    pub types: Vec<Option<TypeId>>,
    /// The mode of each variable argument; `None` if none was declared: callable either way.
    pub modes: Option<Vec<Mode>>,
    /// True iff `p(A,B)` and `p(B,A)` are the same: only one of the two is generated.
    pub symmetric: bool,
}

impl Predicate {
    /// A predicate whose arguments are all variables, without types and modes.
    pub fn untyped(name: impl Into<String>, arity: usize) -> Predicate {
        Predicate {
            name: name.into(),
            slots: vec![Slot::Variable; arity],
            types: vec![None; arity],
            modes: None,
            symmetric: false,
        }
    }

    /// How many of the arguments are variables.
    pub fn arity(&self) -> usize {
        self.types.len()
    }
}

/// A user's constraint on clauses, as Popper's biases write them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// `:- clause(C), #count{V : var_type(C,V,T)} != N.`: exactly so many variables of the type.
    VariablesOfType(TypeId, usize),
    /// `bad_body(P,Vars):- vars(_,Vars), Vars=(V0,_,_), V0 != 0.`: the argument (from 0) of each
    /// literal of the predicate must be (`true`) or must not be (`false`) the variable.
    Argument {
        /// The predicate.
        predicate: PredicateId,
        /// The argument, from 0.
        argument: usize,
        /// The variable, from 0.
        variable: Variable,
        /// Whether it must be that variable.
        equal: bool,
    },
    /// `:- not body_var(_,K).`: variable K is in the body.
    BodyVariable(Variable),
    /// At most so many literals of the predicate in a clause.
    AtMost(PredicateId, usize),
    /// `:- body_literal(K,P,_,_).` in a bias with recursion or invention: no literal of the predicate
    /// in the program's clause K. As in Popper, clause 0 is the base clause, and the recursive
    /// clauses are 1, 2, ... in some order. A property of programs: single clauses may have it.
    NotInClause(usize, PredicateId),
    /// Any other constraint on single clauses.
    Denied(Denial),
}

impl Constraint {
    /// Whether a clause that obeys it goes on to do so without a literal whose variables all occur
    /// in the others.
    pub fn may_lose(&self) -> bool {
        match self {
            Constraint::VariablesOfType(..)
            | Constraint::Argument { .. }
            | Constraint::BodyVariable(_)
            | Constraint::AtMost(..)
            | Constraint::NotInClause(..) => true,
            Constraint::Denied(denial) => denial.persists(),
        }
    }
}

/// A predicate of one variable and one constant, a number, that says how they compare: what is no
/// number compares with none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// The predicate.
    pub predicate: PredicateId,
    /// How the variable compares with the constant.
    pub comparison: Comparison,
}

/// Everything that says which clauses and programs are hypotheses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bias {
    /// Head, body and invented predicates.
    pub predicates: Vec<Predicate>,
    /// The predicates to be learned.
    pub heads: Vec<PredicateId>,
    /// The predicates that a body may name.
    pub body: Vec<PredicateId>,
    /// The names of the types.
    pub types: Vec<String>,
    /// The most variables in a clause, head variables included.
    pub max_vars: usize,
    /// The most literals in a body.
    pub max_body: usize,
    /// The most clauses of a recursive program or one with invented predicates; unions of
    /// non-recursive clauses are not bounded unless the user says so.
    pub max_clauses: Option<usize>,
    /// Whether a body may name the head's predicate.
    pub recursion: bool,
    /// Whether predicates may be invented.
    pub invention: bool,
    /// Whether a head variable may be missing in the body.
    pub non_datalog: bool,
    /// Whether an existential variable may occur once.
    pub singletons: bool,
    /// The user's constraints.
    pub constraints: Vec<Constraint>,
    /// The predicates that nobody is asked about, since they only compare numbers.
    pub thresholds: Vec<Threshold>,
    /// Whether numbers were left out of which a threshold could be: there may be smaller or better
    /// hypotheses than those of the space.
    pub thinned: bool,
}

impl Default for Bias {
    /// Popper's defaults and no predicates.
    fn default() -> Bias {
        Bias {
            predicates: Vec::new(),
            heads: Vec::new(),
            body: Vec::new(),
            types: Vec::new(),
            max_vars: 6,
            max_body: 10,
            max_clauses: None,
            recursion: false,
            invention: false,
            non_datalog: false,
            singletons: true,
            constraints: Vec::new(),
            thresholds: Vec::new(),
            thinned: false,
        }
    }
}

impl Bias {
    /// The predicate of an index.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[usize::from(id.0)]
    }

    /// Adds a predicate.
    ///
    /// # Panics
    ///
    /// With more than [`MAX_ARITY`] variables; readers check before.
    pub fn add(&mut self, predicate: Predicate) -> PredicateId {
        assert!(predicate.arity() <= MAX_ARITY);
        let id = PredicateId(u16::try_from(self.predicates.len()).expect("too many predicates"));
        self.predicates.push(predicate);
        id
    }

    /// The type of each variable of a clause, as its literals tell.
    pub fn variable_types(&self, clause: &Clause) -> Vec<Option<TypeId>> {
        let mut types = vec![None; clause.variables()];
        for literal in clause.literals() {
            let declared = &self.predicate(literal.predicate).types;
            for (&variable, &kind) in literal.arguments().iter().zip(declared) {
                let known: &mut Option<TypeId> = &mut types[usize::from(variable)];
                *known = known.or(kind);
            }
        }
        types
    }

    /// A literal as Prolog text, its variables named `A`, `B`, ...
    pub fn literal_text(&self, literal: &Literal) -> String {
        use std::fmt::Write;
        let predicate = self.predicate(literal.predicate);
        let mut text = crate::term::atom_text(&predicate.name);
        let mut variables = literal.arguments().iter();
        for (index, slot) in predicate.slots.iter().enumerate() {
            text.push(if index == 0 { '(' } else { ',' });
            match slot {
                Slot::Variable => {
                    let variable = variables.next().copied().unwrap_or_default();
                    let _ = write!(text, "{}", super::clause::variable_name(variable));
                }
                Slot::Constant(constant) => text.push_str(constant),
            }
        }
        if !predicate.slots.is_empty() {
            text.push(')');
        }
        text
    }

    /// A clause as Prolog text, its body in an order in which it can be called.
    pub fn clause_text(&self, clause: &Clause) -> String {
        let head = self.literal_text(&clause.head);
        if clause.body.is_empty() {
            return format!("{head}.");
        }
        let body: Vec<String> = super::space::callable_order(self, clause)
            .iter()
            .map(|literal| self.literal_text(literal))
            .collect();
        format!("{head} :- {}.", body.join(", "))
    }
}
