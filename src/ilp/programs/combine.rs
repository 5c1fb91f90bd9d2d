//! Unions of consistent programs: the smallest that covers what can be covered.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
};

use super::super::Bits;
use super::clauses::ClauseId;

/// How many unions are looked at.
const UNIONS: usize = 50_000;

/// A consistent program.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub program: Vec<ClauseId>,
    /// The sizes of its clauses.
    pub sizes: Vec<usize>,
    /// Whether it invents predicates: it shares no clause then.
    pub inventive: bool,
    /// The positive examples that it covers.
    pub cover: Bits,
}

impl Block {
    /// The sum of the sizes of its clauses.
    pub fn size(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// How many literals a union that holds the program has for it alone at least: one of several
    /// clauses may share all but one.
    fn own(&self) -> usize {
        match self.inventive {
            true => self.size(),
            false => self.sizes.iter().copied().min().unwrap_or_default(),
        }
    }
}

/// Consistent programs of which none could be replaced by another one that covers no less, without
/// loss of size.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Whether those that are as large are kept.
    all: bool,
    /// Whether there may be better unions than were looked at.
    curtailed: Cell<bool>,
    /// The size of the smallest union that covers everything, but with negatives: one of programs
    /// that were given up for its parts may do better, and is no smaller.
    disagreeing: Cell<usize>,
    /// Whether nothing was found that covers as much as all programs together.
    unsettled: Cell<bool>,
    blocks: Vec<Block>,
}

impl Blocks {
    pub fn new(all: bool) -> Blocks {
        Blocks {
            all,
            curtailed: Cell::new(false),
            disagreeing: Cell::new(usize::MAX),
            unsettled: Cell::new(false),
            blocks: Vec::new(),
        }
    }

    /// Whether there may be a union smaller than `best`, or with `all` as small, that was not looked
    /// at. The best is `usize::MAX` if it does not cover everything.
    pub fn is_curtailed(&self, best: usize) -> bool {
        if best == usize::MAX && self.unsettled.get() {
            return true;
        }
        let most = best.saturating_add(usize::from(self.all));
        self.curtailed.get() || self.disagreeing.get() < most
    }

    /// Takes note that a union was left out.
    pub fn curtail(&self) {
        self.curtailed.set(true);
    }

    /// Takes up a program; whether it is of use. One that covers no more than another is of none if
    /// that is no larger than what a union has of the first for itself.
    pub fn add(&mut self, block: Block) -> bool {
        let most = block.own() - usize::from(self.all);
        if self.replace(most, &block.cover) {
            return false;
        }
        self.blocks
            .retain(|other| other.own() < block.size() || !other.cover.is_subset(&block.cover));
        self.blocks.push(block);
        true
    }

    /// Whether a program of at most `size` covers all of this.
    pub fn replace(&self, size: usize, cover: &Bits) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| block.size() <= size && cover.is_subset(&block.cover))
    }

    /// The program that covers most, the smallest of those.
    pub fn best(&self) -> Option<&Block> {
        let mut blocks = self.blocks.iter();
        let first = blocks.next()?;
        Some(blocks.fold(first, |best, block| {
            let rank = |block: &Block| (block.cover.count(), usize::MAX - block.size());
            if rank(block) > rank(best) {
                block
            } else {
                best
            }
        }))
    }

    /// What all programs cover together.
    pub fn cover(&self, examples: usize) -> Bits {
        let mut cover = Bits::empty(examples);
        self.blocks.iter().for_each(|block| cover.or(&block.cover));
        cover
    }

    /// The smallest unions that cover `wanted`, smaller than `below`, of programs that `agree`;
    /// the first of them, or all.
    pub fn unions(
        &self,
        wanted: &Bits,
        below: usize,
        all: bool,
        stop: &AtomicBool,
        agree: &mut dyn FnMut(&[&Block]) -> bool,
    ) -> Vec<Vec<&Block>> {
        let mut covering: Vec<&Block> = self.blocks.iter().collect();
        covering.sort_by_key(|block| block.size());
        let mut walk = Walk {
            blocks: covering,
            best: below,
            all,
            found: Vec::new(),
            left: UNIONS,
            disagreeing: usize::MAX,
            stop,
            agree,
        };
        walk.cover(wanted.clone(), &mut Vec::new());
        if walk.left == 0 {
            self.curtailed.set(true);
        }
        let disagree = walk.disagreeing < usize::MAX;
        self.unsettled.set(disagree && walk.found.is_empty());
        if wanted.count() == wanted.length() {
            let least = self.disagreeing.get().min(walk.disagreeing);
            self.disagreeing.set(least);
        }
        walk.found
    }
}

struct Walk<'b, 'f> {
    blocks: Vec<&'b Block>,
    /// Unions of this size or more are not wanted; with `all`, of more.
    best: usize,
    all: bool,
    found: Vec<Vec<&'b Block>>,
    left: usize,
    /// The size of the smallest that did not agree.
    disagreeing: usize,
    stop: &'f AtomicBool,
    agree: &'f mut dyn FnMut(&[&Block]) -> bool,
}

impl<'b> Walk<'b, '_> {
    fn cover(&mut self, open: Bits, chosen: &mut Vec<&'b Block>) {
        if self.left == 0 || self.stop.load(Ordering::Relaxed) {
            self.left = 0;
            return;
        }
        self.left -= 1;
        let size = size(chosen);
        let Some(next) = open.iter().min_by_key(|&example| {
            let covering = self
                .blocks
                .iter()
                .filter(|block| block.cover.contains(example));
            covering.count()
        }) else {
            let equal = self.all && size == self.best && !self.found.is_empty();
            if size < self.best || equal {
                if !(self.agree)(chosen) {
                    self.disagreeing = self.disagreeing.min(size);
                    return;
                }
                if size < self.best {
                    self.found.clear();
                }
                self.best = size;
                self.found.push(chosen.clone());
            }
            return;
        };
        for index in 0..self.blocks.len() {
            let block = self.blocks[index];
            if !block.cover.contains(next) {
                continue;
            }
            chosen.push(block);
            let size = self::size(chosen);
            if size < self.best || (self.all && size == self.best) {
                let mut rest = open.clone();
                rest.without(&block.cover);
                self.cover(rest, chosen);
            }
            chosen.pop();
        }
    }
}

/// The size of a union: each clause counts once.
fn size(chosen: &[&Block]) -> usize {
    let mut shared: Vec<(ClauseId, usize)> = Vec::new();
    let mut size = 0;
    for block in chosen {
        for (&id, &own) in block.program.iter().zip(&block.sizes) {
            if block.inventive {
                size += own;
            } else if !shared.contains(&(id, own)) {
                shared.push((id, own));
                size += own;
            }
        }
    }
    size
}
