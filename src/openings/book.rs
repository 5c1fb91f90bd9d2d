//! A book: lines, and the positions and moves they consist of.

use std::{
    collections::HashMap,
    sync::{LazyLock, OnceLock},
};

use shakmaty::{Chess, Color, EnPassantMode, Move, Position as _, zobrist::Zobrist128};

use super::{
    eco::Eco,
    read::{self, EntryProblem},
    transpositions::Transpositions,
};

/// A line of moves from the start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its code, where it has one.
    pub eco: Option<Eco>,
    /// Its name, such as `Sicilian Defence: Najdorf Variation`; may be empty.
    pub name: String,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
    /// Its positions by number: one more than it has moves.
    pub nodes: Vec<u32>,
    /// How often it was played, or 1.
    pub count: u32,
}

impl Line {
    /// The opening without the variation: what stands before a colon.
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or_default().trim()
    }
}

/// A move from a position of the book to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The move.
    pub m: Move,
    /// The position after it, by number.
    pub to: u32,
    /// How often lines make it, each as often as it was played.
    pub count: u32,
}

/// A position of the book.
#[derive(Debug, Clone)]
pub struct Node {
    /// The position, with the clocks of the line that came here first.
    pub chess: Chess,
    /// The moves of lines, in the order in which they came.
    pub edges: Vec<Edge>,
    /// The lines that go on from here, each with the number of its moves so far.
    pub passing: Vec<(u32, u16)>,
    /// The lines that end here.
    pub ending: Vec<u32>,
}

/// Lines, and the graph of their positions.
#[derive(Debug, Clone, Default)]
pub struct Book {
    nodes: Vec<Node>,
    lines: Vec<Line>,
    places: HashMap<Zobrist128, u32>,
    transpositions: OnceLock<Transpositions>,
    /// What was wrong with entries that are not in the book.
    pub problems: Vec<EntryProblem>,
    /// What was read from the file that was read last.
    pub file: Entries,
    /// Whose repertoire it is, if anybody's: lines that are read end before a move of this side that is marked as a mistake.
    pub learner: Option<Color>,
}

/// What was read from a file.
#[derive(Debug, Clone, Default)]
pub struct Entries {
    /// How many entries are in the book.
    pub read: u64,
    /// How many of them have no name.
    pub nameless: u64,
    /// Why variations of them are in the book only in part.
    pub cut: Vec<EntryProblem>,
}

impl Book {
    /// The book that comes with the program.
    pub fn bundled() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            let mut book = Book::default();
            let read = read::bundled(&mut book);
            debug_assert!(read.is_ok() && book.problems.is_empty());
            book
        });
        &BOOK
    }

    /// The lines, in the order in which they came.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The positions; if there is a line, the start position is the first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A position by its number.
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The number of a position, if a line goes through it.
    pub fn find(&self, chess: &Chess) -> Option<u32> {
        self.places.get(&key(chess)).copied()
    }

    /// The line that gives a position its name: one that ends there, rather not one that is about
    /// the order of moves.
    pub fn named(&self, node: u32) -> Option<&Line> {
        let ending = &self.node(node).ending;
        let lines = ending.iter().map(|&line| &self.lines[line as usize]);
        let mut named = lines.filter(|line| !line.name.is_empty());
        let first = named.next()?;
        let other_order = |line: &Line| line.name.to_lowercase().contains("move order");
        match other_order(first) {
            true => Some(named.find(|line| !other_order(line)).unwrap_or(first)),
            false => Some(first),
        }
    }

    /// How its lines come into each other; found when it is asked for first.
    pub fn transpositions(&self) -> &Transpositions {
        self.transpositions
            .get_or_init(|| Transpositions::new(self))
    }

    /// Adds a line of legal moves from the start position, played so many times. One that has the
    /// same moves as another is that one, played more often; the first name stays.
    ///
    /// # Panics
    ///
    /// If there are no moves, or one is not legal.
    pub fn add(&mut self, eco: Option<Eco>, name: &str, moves: &[Move], count: u32) {
        assert!(!moves.is_empty(), "a line has moves");
        self.transpositions.take();
        let mut chess = Chess::default();
        let mut nodes = vec![self.place(&chess)];
        for &m in moves {
            chess.play_unchecked(m);
            nodes.push(self.place(&chess));
        }
        for (at, &m) in moves.iter().enumerate() {
            let edges = &mut self.nodes[nodes[at] as usize].edges;
            let to = nodes[at + 1];
            match edges.iter_mut().find(|edge| edge.m == m) {
                Some(edge) => edge.count = edge.count.saturating_add(count),
                None => edges.push(Edge { m, to, count }),
            }
        }
        let last = nodes[moves.len()];
        let mut ending = self.nodes[last as usize].ending.iter().copied();
        let same = ending.find(|&line| self.lines[line as usize].moves == moves);
        if let Some(same) = same {
            let line = &mut self.lines[same as usize];
            line.count = line.count.saturating_add(count);
            if line.name.is_empty() {
                (line.eco, line.name) = (eco.or(line.eco), name.to_owned());
            }
            return;
        }
        let number = self.lines.len() as u32;
        for (at, &node) in nodes[..moves.len()].iter().enumerate() {
            self.nodes[node as usize].passing.push((number, at as u16));
        }
        self.nodes[last as usize].ending.push(number);
        self.lines.push(Line {
            eco,
            name: name.to_owned(),
            moves: moves.to_vec(),
            nodes,
            count,
        });
    }

    /// The number of a position, a new one if need be.
    fn place(&mut self, chess: &Chess) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.places.entry(key(chess)).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                chess: chess.clone(),
                edges: Vec::new(),
                passing: Vec::new(),
                ending: Vec::new(),
            });
        }
        number
    }
}

/// What a position is known by: two different ones have the same key with a probability of 2^-128.
fn key(chess: &Chess) -> Zobrist128 {
    chess.zobrist_hash(EnPassantMode::Legal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;

    fn moves(text: &str) -> Vec<Move> {
        let mut chess = Chess::default();
        let sans = text.split_whitespace();
        sans.map(|san| {
            let m = san.parse::<San>().unwrap().to_move(&chess).unwrap();
            chess.play_unchecked(m);
            m
        })
        .collect()
    }

    #[test]
    fn lines_meet_where_they_transpose() {
        let mut book = Book::default();
        book.add(None, "one", &moves("d4 Nf6 c4 e6"), 1);
        book.add(None, "two", &moves("c4 e6 d4 Nf6"), 2);
        book.add(None, "three", &moves("d4 Nf6 c4 e6 Nc3"), 3);
        let [one, two, three] = book.lines() else {
            panic!("{} lines", book.lines().len());
        };
        assert_eq!(one.nodes[4], two.nodes[4]);
        assert_eq!(one.nodes[..], three.nodes[..5]);
        assert_ne!(one.nodes[2], two.nodes[2]);
        let node = book.node(one.nodes[4]);
        assert_eq!(
            (&node.ending[..], &node.passing[..]),
            (&[0, 1][..], &[(2, 4)][..])
        );
        assert_eq!(book.node(0).passing, [(0, 0), (1, 0), (2, 0)]);
        let counts: Vec<u32> = book.node(0).edges.iter().map(|edge| edge.count).collect();
        assert_eq!(counts, [4, 2]);
        // A line that comes again is played more often.
        book.add(None, "again", &moves("d4 Nf6 c4 e6"), 4);
        assert_eq!(book.lines().len(), 3);
        assert_eq!((book.lines()[0].count, &*book.lines()[0].name), (5, "one"));
        assert_eq!(book.node(0).edges[0].count, 8);
    }

    #[test]
    fn each_line_is_a_walk_through_the_graph() {
        let book = Book::bundled();
        assert!(book.lines().len() >= 400);
        for line in book.lines() {
            let mut chess = Chess::default();
            for (at, &m) in line.moves.iter().enumerate() {
                let node = book.node(line.nodes[at]);
                assert_eq!(book.find(&chess), Some(line.nodes[at]));
                let edge = node.edges.iter().find(|edge| edge.m == m).unwrap();
                assert_eq!(edge.to, line.nodes[at + 1], "{}", line.name);
                chess.play_unchecked(m);
            }
            assert_eq!(book.find(&chess), line.nodes.last().copied());
        }
        let passing = |node: &Node| node.passing.len() as u32;
        let made = |node: &Node| node.edges.iter().map(|edge| edge.count).sum::<u32>();
        assert!(book.nodes().iter().all(|node| passing(node) == made(node)));
    }
}
