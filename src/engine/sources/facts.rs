//! What the learners ask about the program: facts as rows, files in order, and whether anything has changed.

use super::{Key, Sources};
use crate::term::Term;

/// The most facts that are read as rows.
const FACTS: usize = 10_000;

impl Sources {
    /// The arguments of the clauses of a predicate, if all are ground facts in plain notation: without operators or
    /// texts in double quotes.
    pub fn facts(&self, key: &Key) -> Option<Vec<Vec<Term>>> {
        let clauses = self.clauses_of(key);
        if clauses.is_empty() || clauses.len() > FACTS {
            return None;
        }
        clauses
            .iter()
            .map(|&clause| self.fact(key, clause))
            .collect()
    }

    fn fact(&self, (_, name, arity): &Key, clause: i64) -> Option<Vec<Term>> {
        let (text, ..) = self.clause_text(clause)?;
        let text = text.trim_end().strip_suffix('.')?;
        if text.contains(['"', '%', '`']) || text.contains("/*") {
            return None;
        }
        match text.parse().ok()? {
            Term::Compound(functor, args) => {
                let same = functor == *name && args.len() as i64 == *arity;
                (same && args.iter().all(is_ground)).then_some(args)
            }
            _ => None,
        }
    }

    /// The names of the sources that define predicates, in the order in which [`predicates`](Sources::predicates) comes
    /// to them.
    pub fn defining(&self) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for (_, file) in self.predicates() {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// Whether an open source defines a predicate with this name, in any module.
    pub fn has(&self, name: &str, arity: i64) -> bool {
        let mut keys = self.predicates.keys();
        keys.any(|key| key.1 == name && key.2 == arity && !self.is_shut(key, Some("")))
    }

    /// A number that is another one whenever clauses have come or gone.
    pub fn stamp(&self) -> i64 {
        self.changes
    }
}

fn is_ground(term: &Term) -> bool {
    match term {
        Term::Variable(_) => false,
        Term::List(items, tail) => {
            items.iter().all(is_ground) && tail.as_deref().is_none_or(is_ground)
        }
        Term::Compound(_, args) => args.iter().all(is_ground),
        _ => true,
    }
}
