//! What other Prolog systems have and this one cannot, for messages about predicates that are not there.

/// Names, or names with arities, and why.
const ABSENT: [(&str, &str); 5] = [
    (
        "setarg nb_setarg nb_linkarg",
        "terms cannot be changed in place here; b_setval/2, an argument more, or library(assoc) serves instead",
    ),
    (
        "dict_create dict_pairs get_dict get_dict_ex put_dict del_dict b_set_dict nb_set_dict",
        "there are no dicts here; pairs and library(assoc) serve instead",
    ),
    (
        "thread_create thread_join thread_detach thread_exit thread_send_message thread_get_message thread_peek_message \
         message_queue_create message_queue_destroy mutex_create mutex_lock mutex_unlock thread_signal thread_statistics",
        "there are no threads here",
    ),
    (
        "assert/2 asserta/2 assertz/2 clause/3 nth_clause/3",
        "clauses have no references here; a key of your own, as an argument, serves instead",
    ),
    (
        "undefined not_exists",
        "tabling has no undefined answers here; \\+ serves where the tabled goal does not depend on itself",
    ),
];

/// Why a predicate is not there, if it cannot be: `wanted` is its name and arity.
pub fn why(name: &str, wanted: &str) -> Option<&'static str> {
    let is_meant = |names: &str| {
        let mut names = names.split_whitespace();
        names.any(|absent| absent == name || absent == wanted)
    };
    let entry = ABSENT.iter().find(|(names, _)| is_meant(names));
    entry.map(|(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn what_is_absent_is_not_there() {
        for name in ABSENT
            .iter()
            .flat_map(|(names, _)| names.split_whitespace())
        {
            let (name, arity) = name.split_once('/').unwrap_or((name, ""));
            let mut found = library::exports(name, false);
            let is_there =
                found.any(|export| arity.is_empty() || export.arity.to_string() == arity);
            assert!(!is_there, "{name}/{arity}");
        }
        assert!(why("setarg", "setarg/3").is_some_and(|why| why.contains("in place")));
        assert!(why("clause", "clause/3").is_some() && why("clause", "clause/2").is_none());
    }
}
