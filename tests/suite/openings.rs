//! Books of openings: real ones, where they are.

use std::collections::HashSet;

use chesslog::openings::{Book, read};

use super::data;

#[test]
fn the_lines_of_lichess_are_read() {
    let Some(folder) = data::folder("openings") else {
        return;
    };
    let mut book = Book::default();
    for volume in ["a", "b", "c", "d", "e"] {
        let file = folder.join(format!("lichess_{volume}.tsv"));
        read::table(&mut book, &file.display().to_string(), usize::MAX).unwrap();
    }
    assert_eq!(book.problems, []);
    assert_eq!(book.lines().len(), 3807);
    // Its authors name each position once.
    let ends: HashSet<u32> = book
        .lines()
        .iter()
        .map(|line| line.nodes[line.moves.len()])
        .collect();
    assert_eq!(ends.len(), 3807);
}

#[test]
fn the_lines_of_pgn_extract_are_read() {
    let Some(folder) = data::folder("openings") else {
        return;
    };
    let mut book = Book::default();
    let file = folder.join("eco_pgn-extract.pgn");
    read::pgn(&mut book, &file.display().to_string(), usize::MAX).unwrap();
    let reported: Vec<String> = book.problems.iter().map(ToString::to_string).collect();
    assert_eq!(reported, [""; 0]);
    let played: u32 = book.lines().iter().map(|line| line.count).sum();
    assert_eq!(played, 2014);
    assert!(
        book.lines()
            .iter()
            .all(|line| line.eco.is_some() && !line.name.is_empty())
    );
}
