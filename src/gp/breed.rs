//! How trees come of nothing, of one tree, and of two.
//!
//! Growing, filling and crossover are Koza's (1992, sections 6.2 and 6.4.2); the three kinds of
//! mutation are those of N. Lassabe et al., "Genetically Programmed Strategies for Chess Endgame",
//! GECCO 2006, section 3.3.

use super::tree::{Code, Symbols, Tree};
use crate::random::Random;

/// How large a tree may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The longest way down from the root.
    pub depth: usize,
    /// The most nodes.
    pub nodes: usize,
}

impl Bounds {
    /// Whether a tree is within.
    pub fn admit(&self, tree: &Tree, symbols: &Symbols) -> bool {
        tree.size() <= self.nodes && tree.depth(symbols) <= self.depth
    }
}

/// Of crossover points, the share that are functions rather than leaves (Koza 1992, section 6.4.2).
const INNER: f64 = 0.9;

/// A random tree of at most this depth; a full one has all leaves there. The root is a function,
/// unless the depth is 0 or there is none. `None` if it comes to have more than so many nodes.
pub fn random(
    symbols: &Symbols,
    depth: usize,
    full: bool,
    nodes: usize,
    random: &mut Random,
) -> Option<Tree> {
    let mut codes = Vec::new();
    let is_whole = match symbols.functions() as u64 {
        functions if functions > 0 && depth > 0 => {
            let root = random.below(functions) as Code;
            codes.push(root);
            (0..symbols.arity(root))
                .all(|_| grow(symbols, depth - 1, full, nodes, random, &mut codes))
        }
        _ => grow(symbols, depth, full, nodes, random, &mut codes),
    };
    is_whole.then(|| Tree::from_codes(codes))
}

/// Appends a random tree; false if there are more than so many nodes then, and parts are missing.
fn grow(
    symbols: &Symbols,
    depth: usize,
    full: bool,
    nodes: usize,
    random: &mut Random,
    codes: &mut Vec<Code>,
) -> bool {
    let functions = symbols.functions() as u64;
    let all = functions + symbols.leaves() as u64;
    let code = match depth {
        _ if functions == 0 => random.below(all),
        0 => functions + random.below(all - functions),
        _ if full => random.below(functions),
        // A leaf as often as a function: most sets have many more of one than of the other.
        _ => match random.below(2) {
            0 => random.below(functions),
            _ => functions + random.below(all - functions),
        },
    } as Code;
    codes.push(code);
    codes.len() <= nodes
        && (0..symbols.arity(code))
            .all(|_| grow(symbols, depth.saturating_sub(1), full, nodes, random, codes))
}

/// A random tree within bounds; half of them full, of all depths from 1 on ("ramped half-and-half",
/// Koza 1992, section 6.2).
pub fn ramped(symbols: &Symbols, depth: usize, bounds: &Bounds, random: &mut Random) -> Tree {
    let most = depth.min(bounds.depth).max(1) as u64;
    let mut depth = 1 + random.below(most) as usize;
    let full = random.below(2) == 0;
    loop {
        // Filled with functions of many arguments, even small depths can have too many nodes.
        match self::random(symbols, depth, full, bounds.nodes.max(1), random) {
            Some(tree) if depth == 0 || bounds.admit(&tree, symbols) => return tree,
            _ => depth -= 1,
        }
    }
}

/// The first tree with one of its subtrees replaced by one of the second's; the first one itself, if
/// that were too large (Koza 1992, section 6.4.2).
pub fn crossover(
    symbols: &Symbols,
    first: &Tree,
    second: &Tree,
    bounds: &Bounds,
    random: &mut Random,
) -> Tree {
    let cut = first.subtree(point(symbols, first, random), symbols);
    let graft = second.subtree(point(symbols, second, random), symbols);
    let child = replaced(first, cut, &second.codes()[graft]);
    match bounds.admit(&child, symbols) {
        true => child,
        false => first.clone(),
    }
}

fn point(symbols: &Symbols, tree: &Tree, random: &mut Random) -> usize {
    let wanted = random.unit() < INNER;
    let is_inner = |code: Code| symbols.arity(code) > 0;
    let codes = tree.codes().iter().enumerate();
    let points: Vec<usize> = codes
        .filter(|(_, code)| is_inner(**code) == wanted)
        .map(|(at, _)| at)
        .collect();
    // A single leaf has no function.
    random.pick(&points).copied().unwrap_or(0)
}

fn replaced(tree: &Tree, cut: std::ops::Range<usize>, graft: &[Code]) -> Tree {
    let codes = tree.codes();
    let mut child = Vec::with_capacity(codes.len() - cut.len() + graft.len());
    child.extend_from_slice(&codes[..cut.start]);
    child.extend_from_slice(graft);
    child.extend_from_slice(&codes[cut.end..]);
    Tree::from_codes(child)
}

/// The tree with a function replaced by another one with as many arguments, a leaf by another leaf,
/// or a part by a random tree; each as often as the others. Where the first two cannot be, since
/// there is no other such function or leaf, the third is. The same tree, if it would become too
/// large.
pub fn mutate(symbols: &Symbols, tree: &Tree, bounds: &Bounds, random: &mut Random) -> Tree {
    let child = match random.below(3) {
        0 => exchanged(symbols, tree, true, random),
        1 => exchanged(symbols, tree, false, random),
        _ => None,
    };
    let child = child.or_else(|| regrown(symbols, tree, bounds, random));
    match child.filter(|child| bounds.admit(child, symbols)) {
        Some(child) => child,
        None => tree.clone(),
    }
}

/// The tree with one function, or one leaf, exchanged for another one.
fn exchanged(symbols: &Symbols, tree: &Tree, inner: bool, random: &mut Random) -> Option<Tree> {
    let others = |old: Code| symbols.like(old).filter(move |&code| code != old);
    let fits = |code: Code| (symbols.arity(code) > 0) == inner && others(code).next().is_some();
    let codes = tree.codes().iter().enumerate();
    let points: Vec<usize> = codes.filter(|(_, c)| fits(**c)).map(|(at, _)| at).collect();
    let at = *random.pick(&points)?;
    let others: Vec<Code> = others(tree.codes()[at]).collect();
    let new = *random.pick(&others)?;
    Some(replaced(tree, at..at + 1, &[new]))
}

/// The tree with a random part where another one was.
fn regrown(symbols: &Symbols, tree: &Tree, bounds: &Bounds, random: &mut Random) -> Option<Tree> {
    let at = random.below(tree.size() as u64) as usize;
    let depth = tree.depths(symbols)[at];
    let room = bounds.depth.saturating_sub(depth).min(NEW_DEPTH);
    let mut graft = Vec::new();
    grow(symbols, room, false, bounds.nodes, random, &mut graft)
        .then(|| replaced(tree, tree.subtree(at, symbols), &graft))
}

/// How deep the random part of a mutated tree is at most.
const NEW_DEPTH: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions of three, two, two and one arguments, and four leaves.
    fn symbols() -> Symbols {
        Symbols::new(&[3, 2, 2, 1], 4).unwrap()
    }

    const BOUNDS: Bounds = Bounds {
        depth: 5,
        nodes: 30,
    };

    fn checked(tree: Tree, symbols: &Symbols) -> Tree {
        assert!(BOUNDS.admit(&tree, symbols), "{tree:?}");
        Tree::new(tree.codes().to_vec(), symbols).expect("a whole tree")
    }

    fn trees(symbols: &Symbols, count: u64) -> Vec<Tree> {
        let tree = |seed| ramped(symbols, 4, &BOUNDS, &mut Random::of(&[seed]));
        (0..count).map(tree).collect()
    }

    #[test]
    fn random_trees_are_whole_and_have_all_symbols() {
        let symbols = symbols();
        let mut met = [false; 8];
        let mut depths = [0; 6];
        for tree in trees(&symbols, 1000) {
            let tree = checked(tree, &symbols);
            tree.codes()
                .iter()
                .for_each(|code| met[usize::from(*code)] = true);
            depths[tree.depth(&symbols)] += 1;
        }
        assert_eq!(met, [true; 8]);
        assert!(depths[1..5].iter().all(|count| *count > 20), "{depths:?}");
        assert_eq!((depths[0], depths[5]), (0, 0));
    }

    #[test]
    fn full_trees_have_all_leaves_below() {
        let symbols = Symbols::new(&[2], 1).unwrap();
        let full = random(&symbols, 3, true, 15, &mut Random::new(1)).unwrap();
        assert_eq!((full.size(), full.depth(&symbols)), (15, 3));
        assert_eq!(random(&symbols, 3, true, 14, &mut Random::new(1)), None);
        // Nobody waits for a tree with 2^1000 leaves.
        let bounds = Bounds {
            depth: 1000,
            nodes: 31,
        };
        let sizes = (0..50).map(|seed| ramped(&symbols, 1000, &bounds, &mut Random::of(&[seed])));
        assert!(sizes.map(|tree| tree.size()).all(|size| size <= 31));
    }

    #[test]
    fn symbols_may_all_be_leaves() {
        let symbols = Symbols::new(&[], 2).unwrap();
        let [a, b] = [0, 1].map(|code| Tree::new(vec![code], &symbols).unwrap());
        let mut random = Random::new(3);
        assert_eq!(ramped(&symbols, 4, &BOUNDS, &mut random).size(), 1);
        assert_eq!(crossover(&symbols, &a, &b, &BOUNDS, &mut random), b);
        let mutants: Vec<Tree> = (0..20)
            .map(|_| mutate(&symbols, &a, &BOUNDS, &mut random))
            .collect();
        assert!(mutants.contains(&b));
    }

    #[test]
    fn children_are_whole_and_made_of_their_parents() {
        let symbols = symbols();
        let trees = trees(&symbols, 200);
        let (mut leaves, mut copies) = (0, 0);
        for (seed, pair) in (0..).zip(trees.windows(2)) {
            let child = |seed| {
                let random = &mut Random::of(&[9, seed]);
                crossover(&symbols, &pair[0], &pair[1], &BOUNDS, random)
            };
            let tree = checked(child(seed), &symbols);
            assert_eq!(tree, child(seed), "the same seed, another child");
            copies += usize::from(tree == pair[0]);
            let all = [pair[0].codes(), pair[1].codes()].concat();
            assert!(tree.codes().iter().all(|code| all.contains(code)));
            let old = point(&symbols, &pair[0], &mut Random::of(&[9, seed]));
            leaves += usize::from(symbols.arity(pair[0].codes()[old]) == 0);
        }
        assert!(copies < 100, "{copies} of 199 children are copies");
        assert!(
            (5..50).contains(&leaves),
            "{leaves} of 199 places were leaves"
        );
    }

    #[test]
    fn all_three_kinds_of_mutation_happen() {
        let symbols = symbols();
        // f2(f1(a,b),f3(c)): the only function like f1 is f2, and f3 has none.
        let tree = Tree::new(vec![2, 1, 4, 5, 3, 6], &symbols).unwrap();
        let (mut functions, mut leaves, mut parts) = (0, 0, 0);
        for seed in 0..3000 {
            let mutant = mutate(&symbols, &tree, &BOUNDS, &mut Random::of(&[seed]));
            let mutant = checked(mutant, &symbols);
            let pairs = || tree.codes().iter().zip(mutant.codes());
            let changed: Vec<_> = pairs().filter(|(old, new)| old != new).collect();
            let same_size = mutant.size() == tree.size();
            match changed.as_slice() {
                [(old, new)] if same_size && symbols.arity(**old) == symbols.arity(**new) => {
                    match symbols.arity(**old) {
                        0 => leaves += 1,
                        _ => functions += 1,
                    }
                }
                _ => parts += 1,
            }
        }
        assert!((900..1200).contains(&functions), "{functions}");
        assert!((900..1400).contains(&leaves), "{leaves}");
        assert!((500..1100).contains(&parts), "{parts}");
    }

    #[test]
    fn what_cannot_be_exchanged_is_grown_anew() {
        let symbols = Symbols::new(&[2], 1).unwrap();
        let tree = Tree::new(vec![0, 1, 1], &symbols).unwrap();
        let mutants =
            (0..60).map(|seed| mutate(&symbols, &tree, &BOUNDS, &mut Random::of(&[seed])));
        assert!(mutants.filter(|mutant| *mutant != tree).count() > 20);
    }
}
