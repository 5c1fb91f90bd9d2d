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

/// A random tree of at most this depth; a full one has all leaves there.
pub fn random(symbols: &Symbols, depth: usize, full: bool, random: &mut Random) -> Tree {
    let mut codes = Vec::new();
    grow(symbols, depth, full, random, &mut codes);
    Tree::from_codes(codes)
}

fn grow(symbols: &Symbols, depth: usize, full: bool, random: &mut Random, codes: &mut Vec<Code>) {
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
    for _ in 0..symbols.arity(code) {
        grow(symbols, depth.saturating_sub(1), full, random, codes);
    }
}

/// A random tree within bounds; half of them full, of all depths from 1 on ("ramped half-and-half",
/// Koza 1992, section 6.2).
pub fn ramped(symbols: &Symbols, depth: usize, bounds: &Bounds, random: &mut Random) -> Tree {
    let most = depth.min(bounds.depth).max(1) as u64;
    let mut depth = 1 + random.below(most) as usize;
    let full = random.below(2) == 0;
    loop {
        let tree = self::random(symbols, depth, full, random);
        // Filled with functions of many arguments, even small depths can have too many nodes.
        if bounds.admit(&tree, symbols) || depth == 0 {
            return tree;
        }
        depth -= 1;
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
/// or a part by a random tree; each as often as the others. The same tree, if it would become too
/// large or nothing could be changed.
pub fn mutate(symbols: &Symbols, tree: &Tree, bounds: &Bounds, random: &mut Random) -> Tree {
    let kind = random.below(3);
    if kind == 2 {
        let at = random.below(tree.size() as u64) as usize;
        let depth = tree.depths(symbols)[at];
        let room = bounds.depth.saturating_sub(depth).min(NEW_DEPTH);
        let mut graft = Vec::new();
        grow(symbols, room, false, random, &mut graft);
        let child = replaced(tree, tree.subtree(at, symbols), &graft);
        return match bounds.admit(&child, symbols) {
            true => child,
            false => tree.clone(),
        };
    }
    let wanted = |code: &Code| (symbols.arity(*code) > 0) == (kind == 0);
    let codes = tree.codes().iter().enumerate();
    let points: Vec<usize> = codes.filter(|(_, c)| wanted(c)).map(|(at, _)| at).collect();
    let Some(&at) = random.pick(&points) else {
        return tree.clone();
    };
    let old = tree.codes()[at];
    let others: Vec<Code> = symbols.like(old).filter(|&code| code != old).collect();
    match random.pick(&others) {
        Some(&new) => replaced(tree, at..at + 1, &[new]),
        None => tree.clone(),
    }
}

/// How deep the random part of a mutated tree is at most.
const NEW_DEPTH: usize = 4;
