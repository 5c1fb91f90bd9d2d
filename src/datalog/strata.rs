//! Stratification: which predicates are evaluated together, and in which order.
//!
//! The strata are the strongly connected components of the graph in which a head depends on the
//! predicates of its bodies, found by Tarjan's algorithm (SIAM Journal on Computing 1, 1972), which
//! finishes a component after all those that it depends on.

use std::collections::VecDeque;

use super::{Clause, Predicate};

/// The stratum of each predicate, by number; they are evaluated in ascending order.
#[derive(Debug)]
pub(super) struct Strata {
    pub of: Vec<usize>,
    pub count: usize,
}

/// A clause through which a predicate depends on its own negation, and the way round: the head, the
/// negated predicate, and so on until the head would come again.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NegativeCycle {
    pub clause: usize,
    pub cycle: Vec<Predicate>,
}

/// Stratifies clauses whose predicates have numbers below `predicates`.
pub(super) fn stratify(clauses: &[Clause], predicates: usize) -> Result<Strata, NegativeCycle> {
    let mut graph = vec![Vec::new(); predicates];
    for clause in clauses {
        for (atom, _) in clause.atoms() {
            graph[clause.head.predicate.0 as usize].push(atom.predicate.0 as usize);
        }
    }
    let strata = components(&graph);
    for (number, clause) in clauses.iter().enumerate() {
        let head = clause.head.predicate.0 as usize;
        for (atom, negated) in clause.atoms() {
            let denied = atom.predicate.0 as usize;
            if negated && strata.of[denied] == strata.of[head] {
                let way = shortest(&graph, denied, head);
                let back = way.into_iter().take_while(|&predicate| predicate != head);
                let cycle = std::iter::once(head).chain(back);
                return Err(NegativeCycle {
                    clause: number,
                    cycle: cycle.map(|predicate| Predicate(predicate as u32)).collect(),
                });
            }
        }
    }
    Ok(strata)
}

const UNSEEN: usize = usize::MAX;

fn components(graph: &[Vec<usize>]) -> Strata {
    let mut strata = Strata {
        of: vec![UNSEEN; graph.len()],
        count: 0,
    };
    // When a node was reached, and the earliest open node that it reaches.
    let mut reached = vec![UNSEEN; graph.len()];
    let mut low = vec![UNSEEN; graph.len()];
    let mut open = Vec::new();
    let mut clock = 0;
    for root in 0..graph.len() {
        if reached[root] != UNSEEN {
            continue;
        }
        // Nodes on the way, and how many of their edges have been followed: no recursion, since a
        // program may have long chains of predicates.
        let mut way = vec![(root, 0)];
        while let Some(&mut (node, ref mut followed)) = way.last_mut() {
            if *followed == 0 && reached[node] == UNSEEN {
                reached[node] = clock;
                low[node] = clock;
                clock += 1;
                open.push(node);
            }
            if let Some(&next) = graph[node].get(*followed) {
                *followed += 1;
                if reached[next] == UNSEEN {
                    way.push((next, 0));
                } else if strata.of[next] == UNSEEN {
                    low[node] = low[node].min(reached[next]);
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == reached[node] {
                while let Some(member) = open.pop() {
                    strata.of[member] = strata.count;
                    if member == node {
                        break;
                    }
                }
                strata.count += 1;
            }
        }
    }
    strata
}

/// The shortest way between two nodes of one component, both included.
fn shortest(graph: &[Vec<usize>], from: usize, to: usize) -> Vec<usize> {
    let mut before = vec![UNSEEN; graph.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            break;
        }
        for &next in &graph[node] {
            if before[next] == UNSEEN && next != from {
                before[next] = node;
                queue.push_back(next);
            }
        }
    }
    let mut way = vec![to];
    while let Some(&node) = way.last()
        && node != from
        && before[node] != UNSEEN
    {
        way.push(before[node]);
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(head: u32, body: &[(u32, bool)]) -> Clause {
        let atom = |p: u32| Predicate(p).of([]);
        let literals: Vec<_> = body
            .iter()
            .map(|&(p, negated)| match negated {
                true => atom(p).negated(),
                false => atom(p).into(),
            })
            .collect();
        Clause::new(atom(head), literals)
    }

    #[test]
    fn what_is_depended_on_comes_first() {
        // 0 and 1 are mutually recursive, 2 denies them, 3 is below all.
        let clauses = [
            clause(2, &[(3, false), (0, true)]),
            clause(0, &[(1, false)]),
            clause(1, &[(0, false), (3, true)]),
        ];
        let strata = stratify(&clauses, 4).unwrap();
        assert_eq!(strata.count, 3);
        assert_eq!(strata.of[0], strata.of[1]);
        assert!(strata.of[3] < strata.of[0] && strata.of[0] < strata.of[2]);
    }

    #[test]
    fn a_negative_cycle_is_named() {
        let clauses = [
            clause(0, &[(3, false), (1, true)]),
            clause(1, &[(2, false)]),
            clause(2, &[(1, false), (0, false)]),
        ];
        let found = stratify(&clauses, 4).unwrap_err();
        assert_eq!(found.clause, 0);
        assert_eq!(found.cycle, [0, 1, 2].map(Predicate));
        let own = stratify(&[clause(0, &[(0, true)])], 1).unwrap_err();
        assert_eq!(own.cycle, [Predicate(0)]);
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let clauses: Vec<_> = (0..200_000).map(|i| clause(i, &[(i + 1, false)])).collect();
        let strata = stratify(&clauses, 200_001).unwrap();
        assert_eq!(strata.count, 200_001);
        assert_eq!(strata.of[200_000], 0);
    }
}
