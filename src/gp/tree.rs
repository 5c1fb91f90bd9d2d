//! Programs as trees of numbered symbols.

use std::ops::Range;

/// The number of a symbol.
pub type Code = u16;

/// The symbols of which trees are made: functions first, then leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    arities: Vec<u8>,
    functions: usize,
}

impl Symbols {
    /// Functions with so many arguments each, and so many leaves; `None` if there is no leaf, a
    /// function without arguments, or more symbols than there are numbers.
    pub fn new(functions: &[u8], leaves: usize) -> Option<Symbols> {
        let few = functions.len() + leaves <= usize::from(Code::MAX);
        if leaves == 0 || !few || functions.contains(&0) {
            return None;
        }
        let mut arities = functions.to_vec();
        arities.resize(functions.len() + leaves, 0);
        Some(Symbols {
            arities,
            functions: functions.len(),
        })
    }

    /// How many arguments a symbol has.
    pub fn arity(&self, code: Code) -> usize {
        usize::from(self.arities[usize::from(code)])
    }

    /// The same; `None` if there is no such symbol.
    pub fn checked_arity(&self, code: Code) -> Option<usize> {
        self.arities
            .get(usize::from(code))
            .copied()
            .map(usize::from)
    }

    /// How many functions there are: the leaves' numbers follow theirs.
    pub fn functions(&self) -> usize {
        self.functions
    }

    /// How many leaves there are.
    pub fn leaves(&self) -> usize {
        self.arities.len() - self.functions
    }

    /// The functions with as many arguments as this one.
    pub fn like(&self, code: Code) -> impl Iterator<Item = Code> + '_ {
        let arity = self.arity(code);
        let all = 0..self.arities.len() as Code;
        all.filter(move |&other| self.arity(other) == arity)
    }
}

/// A program: its symbols in prefix order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree(Vec<Code>);

impl Tree {
    /// The tree with these symbols in prefix order; `None` if they are not exactly one tree.
    pub fn new(codes: Vec<Code>, symbols: &Symbols) -> Option<Tree> {
        let known = |code: &Code| usize::from(*code) < symbols.arities.len();
        let mut open = 1_usize;
        for (at, code) in codes.iter().enumerate() {
            if open == 0 || !known(code) {
                return None;
            }
            open = open - 1 + symbols.arity(*code);
            if open > codes.len() - at {
                return None;
            }
        }
        (open == 0).then_some(Tree(codes))
    }

    pub(super) fn from_codes(codes: Vec<Code>) -> Tree {
        Tree(codes)
    }

    /// The symbols in prefix order.
    pub fn codes(&self) -> &[Code] {
        &self.0
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The nodes of the subtree that begins with this node.
    pub fn subtree(&self, at: usize, symbols: &Symbols) -> Range<usize> {
        let mut open = 1;
        let mut end = at;
        while open > 0 {
            open = open - 1 + symbols.arity(self.0[end]);
            end += 1;
        }
        at..end
    }

    /// The depth of each node; that of the root is 0.
    pub fn depths(&self, symbols: &Symbols) -> Vec<usize> {
        let mut open: Vec<usize> = Vec::new();
        let mut depths = Vec::with_capacity(self.size());
        for code in &self.0 {
            while open.last() == Some(&0) {
                open.pop();
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            depths.push(open.len());
            open.push(symbols.arity(*code));
        }
        depths
    }

    /// The length of the longest way down from the root.
    pub fn depth(&self, symbols: &Symbols) -> usize {
        self.depths(symbols).into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_exactly_one_tree() {
        let symbols = Symbols::new(&[2, 1], 2).unwrap();
        let tree = |codes: &[Code]| Tree::new(codes.to_vec(), &symbols);
        for wrong in [&[][..], &[0], &[0, 2], &[2, 2], &[0, 2, 3, 2], &[4]] {
            assert_eq!(tree(wrong), None, "{wrong:?}");
        }
        let tree = tree(&[0, 1, 0, 2, 3, 2]).unwrap();
        assert_eq!(tree.depths(&symbols), [0, 1, 2, 3, 3, 1]);
        assert_eq!(tree.subtree(1, &symbols), 1..5);
        assert_eq!(tree.subtree(0, &symbols), 0..6);
    }
}
