//! How lines come into other lines: by another order of moves, or by one legal move that no line makes
//! there (K. Saarmann 2022, section 4.2).
//!
//! The thesis compares boards and looks for those that differ in two to four squares; here each legal
//! move of each position is made and looked up, which finds the same ones, and no others.

use shakmaty::{Move, Position as _};

use super::book::Book;

mod reach {
    //! What is reached, as a Datalog program.
    crepe::crepe! {
        @input
        pub struct Source(pub u32);
        @input
        pub struct Step(pub u32, pub u32);
        @output
        pub struct Reached(pub u32);

        Reached(to) <- Source(from), Step(from, to);
        Reached(to) <- Reached(from), Step(from, to);
    }
}

mod meeting {
    //! Where lines come together, as a Datalog program.
    crepe::crepe! {
        // A move of a line.
        @input
        pub struct Step(pub u32, pub u32);
        // A legal move that no line makes.
        @input
        pub struct Apart(pub u32, pub u32);
        // A move, and another position from which a line comes to the same position.
        @output
        pub struct Joins(pub u32, pub u32, pub u32);

        Joins(from, to, other) <- Step(from, to), Step(other, to), (from != other);
        Joins(from, to, other) <- Apart(from, to), Step(other, to);
    }
}

/// A legal move to a position of the book that no line makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Apart {
    /// The move.
    pub m: Move,
    /// The position after it, by number.
    pub to: u32,
}

/// A move into a position that a line comes to from elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Joint {
    /// The position after the move, by number.
    pub to: u32,
    /// Another position from which a line comes there, by number.
    pub other: u32,
}

/// The transpositions of a book.
#[derive(Debug, Clone, Default)]
pub struct Transpositions {
    apart: Vec<Vec<Apart>>,
    joints: Vec<Vec<Joint>>,
}

impl Transpositions {
    /// Finds them. The cost is that of making all legal moves of all positions.
    pub(super) fn new(book: &Book) -> Transpositions {
        let apart: Vec<Vec<Apart>> = book
            .nodes()
            .iter()
            .map(|node| {
                let legal = node.chess.legal_moves();
                let new = legal
                    .iter()
                    .filter(|&&m| node.edges.iter().all(|edge| edge.m != m));
                new.filter_map(|&m| {
                    let mut next = node.chess.clone();
                    next.play_unchecked(m);
                    Some(Apart {
                        m,
                        to: book.find(&next)?,
                    })
                })
                .collect()
            })
            .collect();
        let mut program = meeting::Crepe::new();
        for (from, node) in book.nodes().iter().enumerate() {
            let steps = node.edges.iter().map(|edge| edge.to);
            program.extend(steps.map(|to| meeting::Step(from as u32, to)));
            let apart = apart[from].iter().map(|apart| apart.to);
            program.extend(apart.map(|to| meeting::Apart(from as u32, to)));
        }
        let (found,) = program.run();
        let mut joints = vec![Vec::new(); book.nodes().len()];
        for meeting::Joins(from, to, other) in found {
            joints[from as usize].push(Joint { to, other });
        }
        joints.iter_mut().for_each(|joints| joints.sort_unstable());
        Transpositions { apart, joints }
    }

    /// The legal moves of a position, by number, that lead to a position of the book and that no
    /// line makes there.
    pub fn apart(&self, node: u32) -> &[Apart] {
        &self.apart[node as usize]
    }

    /// The moves of a position, by number, that lead into a line that comes from elsewhere: those of
    /// lines and those that no line makes.
    pub fn joints(&self, node: u32) -> &[Joint] {
        &self.joints[node as usize]
    }

    /// The positions that moves of lines and transpositions lead to from a position, by number, in
    /// order. The position itself is among them only if moves lead back to it.
    pub fn reachable(&self, book: &Book, from: u32) -> Vec<u32> {
        closure(from, self.steps(book))
    }

    /// The positions from which moves of lines and transpositions lead to a position, by number, in
    /// order: what reaches it.
    pub fn reaching(&self, book: &Book, to: u32) -> Vec<u32> {
        closure(to, self.steps(book).map(|(from, to)| (to, from)))
    }

    /// The moves of lines and those that no line makes, each as the positions before and after it.
    fn steps<'a>(&'a self, book: &'a Book) -> impl Iterator<Item = (u32, u32)> + 'a {
        let nodes = book.nodes().iter().enumerate();
        nodes.flat_map(|(number, node)| {
            let steps = node.edges.iter().map(|edge| edge.to);
            let apart = self.apart[number].iter().map(|apart| apart.to);
            steps.chain(apart).map(move |to| (number as u32, to))
        })
    }

    /// The lines that a line can pass into, by number, each with the position where it comes into
    /// it: by a move of its own or one that no line makes, to a position that the other line comes
    /// to from elsewhere. In order, and each pair once.
    pub fn of(&self, book: &Book, line: u32) -> Vec<(u32, u32)> {
        let nodes = &book.lines()[line as usize].nodes;
        let mut found = Vec::new();
        for (at, &from) in nodes.iter().enumerate() {
            for joint in self.joints(from) {
                let own = nodes.get(at + 1) == Some(&joint.to);
                let apart = self.apart(from).iter().any(|apart| apart.to == joint.to);
                if !(own || apart) {
                    continue;
                }
                let others = book.node(joint.other).passing.iter();
                let others = others.filter(|(other, ply)| {
                    let nodes = &book.lines()[*other as usize].nodes;
                    *other != line && nodes[*ply as usize + 1] == joint.to
                });
                found.extend(others.map(|(other, _)| (*other, joint.to)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What steps lead to from a position, by number, in order.
fn closure(from: u32, steps: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut program = reach::Crepe::new();
    program.extend([reach::Source(from)]);
    program.extend(steps.map(|(from, to)| reach::Step(from, to)));
    let (reached,) = program.run();
    let reached = reached.into_iter();
    let mut reached: Vec<u32> = reached.map(|reach::Reached(node)| node).collect();
    reached.sort_unstable();
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::read::played;
    use shakmaty::Chess;

    fn after(moves: &str) -> Chess {
        let mut chess = Chess::default();
        let moves = played(moves).unwrap();
        moves.iter().for_each(|&m| chess.play_unchecked(m));
        chess
    }

    fn book(lines: &[&str]) -> Book {
        let mut book = Book::default();
        for moves in lines {
            book.add(None, moves, &played(moves).unwrap(), 1);
        }
        book
    }

    #[test]
    fn lines_meet_after_other_orders_of_moves() {
        let book = book(&["d4 Nf6 c4 e6 Nc3", "c4 e6 d4 Nf6 Nf3", "d4 Nf6 c4 g6"]);
        let transpositions = book.transpositions();
        let meeting = book.find(&after("d4 Nf6 c4 e6")).unwrap();
        assert_eq!(transpositions.of(&book, 0), [(1, meeting)]);
        assert_eq!(transpositions.of(&book, 1), [(0, meeting)]);
        // The same moves in the same order are no transposition; no move leads it to the others.
        assert_eq!(transpositions.of(&book, 2), []);
    }

    #[test]
    fn a_move_that_no_line_makes_leads_into_another_line() {
        let book = book(&["e4 e5 Bc4 Nf6", "e4 e5 Nc3 Nf6 Bc4 Nc6"]);
        let transpositions = book.transpositions();
        let from = book.find(&after("e4 e5 Bc4 Nf6")).unwrap();
        let to = book.find(&after("e4 e5 Nc3 Nf6 Bc4")).unwrap();
        let [apart] = transpositions.apart(from) else {
            panic!("{:?}", transpositions.apart(from));
        };
        assert_eq!((apart.m.to_string().as_str(), apart.to), ("Nb1-c3", to));
        assert_eq!(transpositions.of(&book, 0), [(1, to)]);
        assert_eq!(transpositions.of(&book, 1), []);
        let reached = transpositions.reachable(&book, from);
        assert_eq!(
            reached,
            [to, book.find(&after("e4 e5 Nc3 Nf6 Bc4 Nc6")).unwrap()]
        );
        assert_eq!(
            transpositions.reachable(&book, 0).len(),
            book.nodes().len() - 1
        );
    }

    #[test]
    fn what_is_reached_is_what_reaches() {
        let book = book(&[
            "d4 Nf6 c4 e6",
            "c4 e6 d4 Nf6 Nf3",
            "e4 e5 Bc4",
            "e4 e5 Nc3 Nf6 Bc4",
        ]);
        let transpositions = book.transpositions();
        let all = 0..book.nodes().len() as u32;
        for from in all.clone() {
            let reached = transpositions.reachable(&book, from);
            for to in all.clone() {
                let there = reached.contains(&to);
                let back = transpositions.reaching(&book, to).contains(&from);
                assert_eq!(there, back, "{from} {to}");
            }
        }
    }

    #[test]
    fn boards_one_move_apart_differ_in_two_to_four_squares() {
        let book = Book::bundled();
        let mut found = 0;
        for (number, node) in book.nodes().iter().enumerate() {
            for apart in book.transpositions().apart(number as u32) {
                let (from, to) = (node.chess.board(), book.node(apart.to).chess.board());
                let squares = shakmaty::Square::ALL.into_iter();
                let differ = squares.filter(|&square| from.piece_at(square) != to.piece_at(square));
                assert!((2..=4).contains(&differ.count()));
                assert!(node.edges.iter().all(|edge| edge.to != apart.to));
                found += 1;
            }
        }
        assert!(found > 50, "{found}");
    }
}
