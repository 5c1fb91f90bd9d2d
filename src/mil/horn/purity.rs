//! Which predicates are pure: what they say follows from their clauses as logic, in whatever mode they are called.
//!
//! A pure predicate that has answered `p(a,X)` to the end has said for which b `p(a,b)` is true. Cuts, negation,
//! conditionals and tests of what is bound are not pure.

use std::collections::HashSet;

use super::code::functor;
use crate::mil::{
    task::Rule,
    terms::{Cell, Terms},
};

/// Computed predicates that are pure; where they cannot tell they give up.
const COMPUTED: &[(&str, usize)] = &[
    ("=", 2),
    ("is", 2),
    ("<", 2),
    (">", 2),
    ("=<", 2),
    (">=", 2),
    ("=:=", 2),
    ("=\\=", 2),
    ("true", 0),
    ("fail", 0),
    ("false", 0),
];

/// The same of those of libraries.
const LIBRARIES: &[(&str, usize)] = &[("length", 2), ("sum_list", 2), ("succ", 2), ("plus", 3)];

/// The pure ones of all predicates that have clauses.
pub fn pure(terms: &Terms, rules: &[Rule], libraries: &[(Cell, usize)]) -> HashSet<(Cell, usize)> {
    let heads = rules.iter().filter_map(|rule| functor(terms, rule.head));
    let mut pure: HashSet<(Cell, usize)> = heads.collect();
    loop {
        let count = pure.len();
        for rule in rules {
            if let Some(head) = functor(terms, rule.head)
                && !is_pure(terms, rule.body, &pure, libraries)
            {
                pure.remove(&head);
            }
        }
        if pure.len() == count {
            return pure;
        }
    }
}

fn is_pure(
    terms: &Terms,
    goal: Cell,
    pure: &HashSet<(Cell, usize)>,
    libraries: &[(Cell, usize)],
) -> bool {
    let Some(called) = functor(terms, goal).filter(|_| terms.as_hole(goal).is_none()) else {
        return false;
    };
    if pure.contains(&called) {
        return true;
    }
    let name = (terms.name(called.0), called.1);
    if let (("," | ";", 2), Some((_, &[first, second]))) = (name, terms.compound_parts(goal)) {
        let conditional = functor(terms, first)
            .is_some_and(|(name, arity)| arity == 2 && ["->", "*->"].contains(&terms.name(name)));
        return !conditional
            && is_pure(terms, first, pure, libraries)
            && is_pure(terms, second, pure, libraries);
    }
    COMPUTED.contains(&name) || (LIBRARIES.contains(&name) && libraries.contains(&called))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Term;

    #[test]
    fn cuts_negation_and_tests_are_not_pure() {
        let mut terms = Terms::default();
        let text = "[clause(up(X,Y),','(<(X,9),is(Y,+(X,1)))),clause(far(X,Y),','(up(X,Z),far(Z,Y))),clause(far(X,X),true),
            clause(cut(X,Y),','(up(X,Y),!)),clause(not(X,Y),\\\\+(up(X,Y))),clause(if(X,Y),;(->(up(X,Y),true),fail)),
            clause(or(X,Y),;(up(X,Y),=(X,Y))),clause(calls(X,Y),','(or(X,Y),cut(X,Y))),clause(test(X,Y),','(var(X),=(X,Y))),
            clause(meta(X,Y),X),clause(long(X,Y),length(X,Y)),clause(unknown(X,Y),other(X,Y))]";
        let Ok(Term::List(clauses, None)) = text.replace(';', "';'").parse() else {
            panic!("{text}")
        };
        let rules: Vec<Rule> = clauses
            .iter()
            .filter_map(|clause| Rule::read(&mut terms, clause))
            .collect();
        assert_eq!(rules.len(), 12);
        let length = terms.atom("length");
        let names = |libraries: &[(Cell, usize)]| {
            let pure = pure(&terms, &rules, libraries);
            let mut names: Vec<&str> = pure.iter().map(|&(name, _)| terms.name(name)).collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(names(&[]), "far or up");
        assert_eq!(names(&[(length, 2)]), "far long or up");
    }
}
