//! Problems whose trees are valued natively, and three of the classics.
//!
//! ```
//! use chesslog::gp::{Problem, Tree, problem::Multiplexer};
//!
//! let multiplexer = Multiplexer::new(1).unwrap();
//! let symbols = multiplexer.symbols();
//! // if(a0,d1,d0): one address bit chooses between two data bits.
//! let tree = Tree::new(vec![3, 4, 6, 5], &symbols).unwrap();
//! assert_eq!(multiplexer.fitness(&tree), 8.0);
//! ```

use super::tree::{Code, Symbols, Tree};

/// A problem: what trees are made of, and what each is worth.
pub trait Problem: std::fmt::Debug + Send + Sync {
    /// The functions as Prolog terms whose variables are the children, and how many these are; in
    /// the order of their codes.
    fn functions(&self) -> Vec<(String, u8)>;

    /// The leaves as ground Prolog terms; their codes follow those of the functions.
    fn leaves(&self) -> Vec<String>;

    /// What a tree is worth, a finite number: the more the better.
    fn fitness(&self, tree: &Tree) -> f64;

    /// What the best tree could be worth, if that is known: whoever reaches it may stop.
    fn target(&self) -> Option<f64> {
        None
    }

    /// The symbols of the trees.
    fn symbols(&self) -> Symbols {
        let arities: Vec<u8> = (self.functions().iter())
            .map(|(_, children)| *children)
            .collect();
        Symbols::new(&arities, self.leaves().len()).expect("a problem has functions and leaves")
    }
}

/// The Boolean multiplexer: `address` bits say which of the data bits is the output (J. R. Koza,
/// "Genetic Programming", 1992, section 7.4). The fitness is the number of inputs with the right
/// output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multiplexer {
    address: usize,
    /// What each input bit is in all cases, 64 cases a word.
    inputs: Vec<Vec<u64>>,
    output: Vec<u64>,
}

impl Multiplexer {
    /// The multiplexer with 1 to 3 address bits, that is with 3, 6 or 11 inputs.
    pub fn new(address: usize) -> Option<Multiplexer> {
        if !(1..=3).contains(&address) {
            return None;
        }
        let bits = address + (1 << address);
        let cases = 1_usize << bits;
        let is_set = |case: usize, bit: usize| case >> bit & 1 == 1;
        let packed = |value: &dyn Fn(usize) -> bool| {
            let mut words = vec![0_u64; cases.div_ceil(64)];
            for case in (0..cases).filter(|&case| value(case)) {
                words[case / 64] |= 1 << (case % 64);
            }
            words
        };
        Some(Multiplexer {
            address,
            inputs: (0..bits)
                .map(|bit| packed(&|case| is_set(case, bit)))
                .collect(),
            output: packed(&|case| is_set(case, address + case % (1 << address))),
        })
    }

    fn cases(&self) -> usize {
        1 << self.inputs.len()
    }

    /// The outputs in the cases of one word.
    fn evaluate(&self, codes: &mut impl Iterator<Item = Code>, word: usize) -> u64 {
        match codes.next() {
            Some(0) => self.evaluate(codes, word) & self.evaluate(codes, word),
            Some(1) => self.evaluate(codes, word) | self.evaluate(codes, word),
            Some(2) => !self.evaluate(codes, word),
            Some(3) => {
                let condition = self.evaluate(codes, word);
                let then = self.evaluate(codes, word);
                condition & then | !condition & self.evaluate(codes, word)
            }
            Some(code) => self.inputs[usize::from(code) - 4][word],
            None => 0,
        }
    }
}

impl Problem for Multiplexer {
    fn functions(&self) -> Vec<(String, u8)> {
        [
            ("and(_,_)", 2),
            ("or(_,_)", 2),
            ("not(_)", 1),
            ("if(_,_,_)", 3),
        ]
        .map(|(term, children)| (term.to_owned(), children))
        .into()
    }

    fn leaves(&self) -> Vec<String> {
        let addresses = (0..self.address).map(|bit| format!("a{bit}"));
        addresses
            .chain((0..1 << self.address).map(|bit| format!("d{bit}")))
            .collect()
    }

    fn fitness(&self, tree: &Tree) -> f64 {
        let mut wrong = 0;
        for (word, output) in self.output.iter().enumerate() {
            let found = self.evaluate(&mut tree.codes().iter().copied(), word);
            // A word has more bits than the smallest multiplexer has cases.
            let cases = u64::MAX >> (64 - self.cases().min(64));
            wrong += ((found ^ output) & cases).count_ones() as usize;
        }
        (self.cases() - wrong) as f64
    }

    fn target(&self) -> Option<f64> {
        Some(self.cases() as f64)
    }
}

/// Symbolic regression of x^4+x^3+x^2+x from 21 points between -1 and 1 (Koza 1992, section 7.3;
/// our functions are sum, difference and product only). The fitness is the sum of the distances,
/// below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quartic;

impl Quartic {
    fn evaluate(codes: &mut impl Iterator<Item = Code>, x: f64) -> f64 {
        match codes.next() {
            Some(0) => Quartic::evaluate(codes, x) + Quartic::evaluate(codes, x),
            Some(1) => Quartic::evaluate(codes, x) - Quartic::evaluate(codes, x),
            Some(2) => Quartic::evaluate(codes, x) * Quartic::evaluate(codes, x),
            Some(3) => x,
            _ => 1.0,
        }
    }
}

impl Problem for Quartic {
    fn functions(&self) -> Vec<(String, u8)> {
        ["_+_", "_-_", "_*_"]
            .map(|term| (term.to_owned(), 2))
            .into()
    }

    fn leaves(&self) -> Vec<String> {
        ["x", "1"].map(str::to_owned).into()
    }

    fn fitness(&self, tree: &Tree) -> f64 {
        /// What stands for all that is worse, or no number any more.
        const WORST: f64 = -1e9;
        let distance = |point: i32| {
            let x = f64::from(point) / 10.0;
            let wanted = x * (x * (x * (x + 1.0) + 1.0) + 1.0);
            (Quartic::evaluate(&mut tree.codes().iter().copied(), x) - wanted).abs()
        };
        (-(-10..=10).map(distance).sum::<f64>()).max(WORST)
    }

    /// A hair's breadth below zero: sums of rounded numbers are hardly ever equal.
    fn target(&self) -> Option<f64> {
        Some(-1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiplexer_says_what_it_is_made_of() {
        let three = Multiplexer::new(3).unwrap();
        assert_eq!(three.leaves().len(), 11);
        assert_eq!(three.target(), Some(2048.0));
        assert_eq!(Multiplexer::new(4), None);
        // A single data bit is right where it is chosen, and in half of the other cases.
        let leaf = Tree::new(vec![6], &three.symbols()).unwrap();
        assert_eq!(three.fitness(&leaf), 1024.0);
        let data = Tree::new(vec![7], &three.symbols()).unwrap();
        assert_eq!(three.fitness(&data), 1024.0 + 128.0);
    }

    #[test]
    fn the_quartic_itself_has_no_distance() {
        // x+x*(x+x*(x+x*x)), where the codes of + and * are 0 and 2, and that of x is 3.
        let tree = vec![0, 3, 2, 3, 0, 3, 2, 3, 0, 3, 2, 3, 3];
        let tree = Tree::new(tree, &Quartic.symbols()).unwrap();
        assert!(Quartic.fitness(&tree) > -1e-9);
        let leaf = Tree::new(vec![4], &Quartic.symbols()).unwrap();
        assert!(Quartic.fitness(&leaf) < -1.0);
    }
}
