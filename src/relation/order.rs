//! Join orders.

/// Puts literals in the order in which they are joined, greedily: whichever costs least for what is
/// `known` is next, of those that cost the same the first; `take` says what is known after it.
pub fn greedy<L, K, C: PartialOrd>(
    mut open: Vec<L>,
    known: &mut K,
    cost: impl Fn(&L, &K) -> C,
    mut take: impl FnMut(L, &mut K),
) {
    while !open.is_empty() {
        let mut best = (0, cost(&open[0], known));
        for (at, literal) in open.iter().enumerate().skip(1) {
            let cost = cost(literal, known);
            if cost < best.1 {
                best = (at, cost);
            }
        }
        take(open.remove(best.0), known);
    }
}
