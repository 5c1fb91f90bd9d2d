//! Databases: a relation for each predicate.

use super::{Constant, Predicate, Relation};

/// Relations by predicate: facts first, and after an evaluation what follows from them.
#[derive(Debug, Clone, Default)]
pub struct Database {
    relations: Vec<Option<Relation>>,
}

/// How much a [`Database`] held at some time.
#[derive(Debug, Clone)]
pub struct Mark(Vec<usize>);

impl Database {
    /// Adds a fact; whether it is new.
    ///
    /// # Panics
    ///
    /// If the predicate has tuples of another length.
    pub fn insert(&mut self, predicate: Predicate, tuple: &[Constant]) -> bool {
        let relation = self.reserve(predicate, tuple.len());
        assert_eq!(
            relation.arity(),
            tuple.len(),
            "the arity of {predicate:?} and the length of {tuple:?}"
        );
        relation.insert(tuple)
    }

    /// The tuples of a predicate; none if it was never heard of.
    pub fn relation(&self, predicate: Predicate) -> Option<&Relation> {
        self.relations.get(predicate.0 as usize)?.as_ref()
    }

    /// Whether a tuple is there.
    pub fn contains(&self, predicate: Predicate, tuple: &[Constant]) -> bool {
        self.relation(predicate)
            .is_some_and(|relation| relation.contains(tuple))
    }

    /// The number of tuples of all predicates.
    pub fn len(&self) -> usize {
        self.relations.iter().flatten().map(Relation::len).sum()
    }

    /// Whether there are no tuples at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is there now; [`undo`](Self::undo) takes away what is added later.
    ///
    /// A learner marks the facts of an example set, evaluates a hypothesis, and undoes; indexes
    /// on the facts stay.
    pub fn mark(&self) -> Mark {
        let len = |relation: &Option<Relation>| relation.as_ref().map_or(0, Relation::len);
        Mark(self.relations.iter().map(len).collect())
    }

    /// Takes away what was added after the mark.
    pub fn undo(&mut self, mark: &Mark) {
        for (i, relation) in self.relations.iter_mut().enumerate() {
            if let Some(relation) = relation {
                relation.truncate(mark.0.get(i).copied().unwrap_or(0));
            }
        }
    }

    /// Takes all tuples away; memory and indexes stay for the next facts.
    pub fn clear(&mut self) {
        self.undo(&Mark(Vec::new()));
    }

    /// The relation of a predicate, which gets this arity if it is new.
    pub(super) fn reserve(&mut self, predicate: Predicate, arity: usize) -> &mut Relation {
        let at = predicate.0 as usize;
        if at >= self.relations.len() {
            self.relations.resize_with(at + 1, || None);
        }
        self.relations[at].get_or_insert_with(|| Relation::new(arity))
    }

    /// The relation of a predicate for which [`reserve`](Self::reserve) was called.
    #[inline]
    pub(super) fn at(&self, predicate: Predicate) -> &Relation {
        match &self.relations[predicate.0 as usize] {
            Some(relation) => relation,
            None => unreachable!("the predicates of a program are reserved"),
        }
    }

    #[inline]
    pub(super) fn at_mut(&mut self, predicate: Predicate) -> &mut Relation {
        match &mut self.relations[predicate.0 as usize] {
            Some(relation) => relation,
            None => unreachable!("the predicates of a program are reserved"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_goes_back_to_the_mark() {
        let [p, q] = [0, 1].map(Predicate);
        let one = [Constant::symbol(1)];
        let two = [Constant::symbol(2)];
        let mut database = Database::default();
        assert!(database.insert(p, &one));
        let mark = database.mark();
        assert!(database.insert(p, &two));
        assert!(database.insert(q, &two));
        assert_eq!(database.len(), 3);
        database.undo(&mark);
        assert!(database.contains(p, &one));
        assert!(!database.contains(p, &two) && !database.contains(q, &two));
        database.clear();
        assert!(database.is_empty());
    }

    #[test]
    #[should_panic(expected = "the arity of Predicate(3)")]
    fn a_relation_has_one_arity() {
        let mut database = Database::default();
        database.insert(Predicate(3), &[]);
        database.insert(Predicate(3), &[Constant::symbol(1)]);
    }
}
