//! What `prolog/openings.pl` asks of the book of openings.

mod current_book;
pub mod options;
pub(super) mod sample;

use std::{cell::RefCell, collections::HashSet};

use shakmaty::{Color, Position as _, Role, Square};

use crate::{
    chess::{Position, moves::move_term},
    native::{Call, Error, Output, Page, Sentences, sentences::plain, types::*},
    natives,
    openings::{Book, Eco, Line, read},
    report::thousands,
};

/// How many problems of files are reported one by one.
const TOLD: usize = 5;

/// The code of a line, if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Code(Option<Eco>);

impl Argument for Code {
    const TYPE: Type = Type {
        name: "eco",
        about: "an ECO code from A00 to E99, such as 'B90', or none",
        coding: Coding::Name,
    };
    fn decode(call: &mut Call<'_>) -> Result<Option<Code>, Error> {
        match call.text()? {
            None => Ok(None),
            Some("none") => Ok(Some(Code(None))),
            Some(text) => match text.parse() {
                Ok(eco) => Ok(Some(Code(Some(eco)))),
                Err(_) => Err(Error::Domain {
                    domain: Self::TYPE.name,
                    culprit: text.to_owned(),
                }),
            },
        }
    }
    fn encode(&self, out: &mut Output) -> Result<(), Error> {
        match self.0 {
            Some(eco) => out.name(&eco.to_string()),
            None => out.name("none"),
        }
    }
}

natives! {
    module "internal";

    /// True iff Line is a line of the book with this Eco and Name.
    book_lines(?Eco: Code, ?Name: String, -Line: u64) is paged = book_lines;

    /// True iff the line with Moves has this Eco and Name.
    book_line_of(+Moves: Vec<MoveTerm>, ?Eco: Code, ?Name: String) is semidet = book_line_of;

    /// True iff Line has these Moves.
    book_line_moves(+Line: u64, -Moves: Vec<MoveTerm>) is semidet = book_line_moves;

    /// True iff a line with this Eco and Name ends in Pos; first the one that names Pos.
    book_ending(+Pos: Position, ?Eco: Code, ?Name: String) is nondet = book_ending;

    /// True iff lines make Move in Pos, Count times; the most played move first.
    book_edge(+Pos: Position, ?Move: MoveTerm, ?Count: u64) is nondet = book_edge;

    /// True iff Name is the name of a line; each name once.
    book_names(-Name: String) is paged = book_names;

    /// True iff a line named NameA passes in Pos into one named NameB.
    book_transposes(+NameA: String, ?NameB: String, ?Pos: Position) is nondet = book_transposes;

    /// True iff Pos is a position of the book.
    book_positions(-Pos: Position) is paged = book_positions;

    /// True iff moves of the book lead from PosA to PosB; one of them is known.
    book_reaches(?PosA: Position, ?PosB: Position) is nondet = book_reaches;

    /// True iff Code stands for what is on a square of Pos, file by file, each from rank 1 on.
    board_code(+Pos: Position, -Code: i64) is nondet = board_code;

    /// True iff Warning is about what was read of Files, a list of names, up to so many Plies each, or 0
    /// for all. What was read waits for book_take/0.
    book_load(+Files: Vec<Name>, +Plies: u64, -Warning: String) is nondet = book_load;

    /// True iff what was read is the book from now on; fails if it has no lines.
    book_take() is semidet = book_take;
}

/// What is said of errors: of books and of samples.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("mh_option", |option| {
            format!(" ({})", options::expected(option))
        }),
        ("book_option", |_| {
            " (plies(N): how many plies of a line are read, an integer from 1)".into()
        }),
        ("eco", |_| " (an ECO code from A00 to E99, or none)".into()),
    ],
    missing: &[("opening_line", |files| {
        format!(
            "there is no line of an opening in {}; the book is the one from before",
            plain(files)
        )
    })],
    errors: &[("mh_sampling", |arguments, _| match arguments {
        [message] => Some(plain(message)),
        _ => None,
    })],
};

fn line(book: &Book, number: u64) -> Option<&Line> {
    book.lines().get(usize::try_from(number).ok()?)
}

/// Whether a line has this code and this name, as far as they are known.
fn is_it(line: &Line, eco: Option<Code>, name: Option<&str>) -> bool {
    eco.is_none_or(|eco| eco == Code(line.eco)) && name.is_none_or(|name| name == line.name)
}

/// Code and name of a line, if they are these, as far as they are known.
fn reported(line: &Line, eco: Option<Code>, name: Option<&str>) -> Option<(Code, String)> {
    is_it(line, eco, name).then(|| (Code(line.eco), line.name.clone()))
}

fn book_lines(eco: Option<Code>, name: Option<String>, page: Page) -> Vec<(Code, String, u64)> {
    let current = current_book::get();
    let lines = current.book().lines().iter().enumerate();
    let lines = lines.filter(|(_, line)| is_it(line, eco, name.as_deref()));
    page.of(lines)
        .map(|(number, line)| (Code(line.eco), line.name.clone(), number as u64))
        .collect()
}

fn book_line_of(
    moves: Vec<MoveTerm>,
    eco: Option<Code>,
    name: Option<String>,
) -> Option<(Code, String)> {
    let current = current_book::get();
    let book = current.book();
    let mut node = 0;
    for m in &moves {
        let mut edges = book.nodes().get(node)?.edges.iter();
        node = edges.find(|edge| move_term(edge.m) == *m)?.to as usize;
    }
    let ending = book.nodes().get(node)?.ending.iter();
    let mut lines = ending.map(|&number| &book.lines()[number as usize]);
    let line = lines.find(|line| {
        line.moves.len() == moves.len()
            && (line.moves.iter().zip(&moves)).all(|(&m, wanted)| move_term(m) == *wanted)
    });
    reported(line?, eco, name.as_deref())
}

fn book_line_moves(number: u64) -> Option<Vec<MoveTerm>> {
    let current = current_book::get();
    let line = line(current.book(), number)?;
    Some(line.moves.iter().map(|&m| move_term(m)).collect())
}

fn book_ending(pos: Position, eco: Option<Code>, name: Option<String>) -> Vec<(Code, String)> {
    let current = current_book::get();
    let book = current.book();
    let Some(node) = book.find(&pos) else {
        return Vec::new();
    };
    let ending = book.node(node).ending.iter();
    let ending = ending.map(|&number| &book.lines()[number as usize]);
    let mut seen = HashSet::new();
    book.named(node)
        .into_iter()
        .chain(ending)
        .filter_map(|line| reported(line, eco, name.as_deref()))
        .filter(|row| seen.insert(row.clone()))
        .collect()
}

fn book_edge(pos: Position, m: Option<MoveTerm>, count: Option<u64>) -> Vec<(MoveTerm, u64)> {
    let current = current_book::get();
    let book = current.book();
    let mut edges = book.find(&pos).map_or(Vec::new(), |node| {
        let edges = book.node(node).edges.iter();
        edges
            .map(|edge| (move_term(edge.m), u64::from(edge.count)))
            .collect()
    });
    edges.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    edges.retain(|edge| m.is_none_or(|m| m == edge.0) && count.is_none_or(|n| n == edge.1));
    edges
}

fn book_names(page: Page) -> Vec<String> {
    let current = current_book::get();
    let lines = current.book().lines();
    page.of(current.names().first.iter())
        .map(|&number| lines[number as usize].name.clone())
        .collect()
}

fn position(book: &Book, node: u32) -> Position {
    Position::from_chess(book.node(node).chess.clone())
}

fn book_transposes(
    from: String,
    to: Option<String>,
    pos: Option<Position>,
) -> Vec<(String, Position)> {
    let current = current_book::get();
    let book = current.book();
    let wanted = pos.map(|pos| book.find(&pos));
    let lines = current.names().lines.get(&from);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for &number in lines.into_iter().flatten() {
        for (other, node) in book.transpositions().of(book, number) {
            let name = &book.lines()[other as usize].name;
            if !name.is_empty()
                && to.as_ref().is_none_or(|to| to == name)
                && wanted.is_none_or(|wanted| wanted == Some(node))
                && seen.insert((name.as_str(), node))
            {
                found.push((name.clone(), position(book, node)));
            }
        }
    }
    found
}

fn book_positions(page: Page) -> Vec<Position> {
    let current = current_book::get();
    let book = current.book();
    page.of(0..book.nodes().len() as u32)
        .map(|number| position(book, number))
        .collect()
}

fn book_reaches(
    from: Option<Position>,
    to: Option<Position>,
) -> Result<Vec<(Position, Position)>, Error> {
    let current = current_book::get();
    let book = current.book();
    let transpositions = book.transpositions();
    let node = |pos: &Position| book.find(pos);
    Ok(match (from, to) {
        (None, None) => return Err(Error::Instantiation),
        (Some(from), None) => {
            let nodes = node(&from).map(|node| transpositions.reachable(book, node));
            let nodes = nodes.into_iter().flatten();
            nodes
                .map(|node| (from.clone(), position(book, node)))
                .collect()
        }
        (None, Some(to)) => {
            let nodes = node(&to).map(|node| transpositions.reaching(book, node));
            let nodes = nodes.into_iter().flatten();
            nodes
                .map(|node| (position(book, node), to.clone()))
                .collect()
        }
        (Some(from), Some(to)) => {
            let reached = node(&from)
                .zip(node(&to))
                .is_some_and(|(a, b)| transpositions.reachable(book, a).contains(&b));
            reached.then_some((from, to)).into_iter().collect()
        }
    })
}

fn board_code(pos: Position) -> Vec<i64> {
    let code = |square: Square| {
        let Some(piece) = pos.board().piece_at(square) else {
            return 0;
        };
        let role = match piece.role {
            Role::Pawn => 1,
            Role::Rook => 2,
            Role::Knight => 3,
            Role::Bishop => 4,
            Role::Queen => 5,
            Role::King => 6,
        };
        match piece.color {
            Color::White => role,
            Color::Black => 10 + role,
        }
    };
    let squares = (0..64_u32).map(|n| Square::new(n % 8 * 8 + n / 8));
    squares.map(code).collect()
}

thread_local! {
    /// What was read, until it is taken.
    static READ: RefCell<Option<Book>> = const { RefCell::new(None) };
}

fn book_load(files: Vec<Name>, plies: u64) -> Result<Vec<String>, Error> {
    READ.set(None);
    let names: Vec<String> = files.into_iter().map(|Name(name)| name).collect();
    let plies = match usize::try_from(plies) {
        Ok(0) | Err(_) => usize::MAX,
        Ok(plies) => plies,
    };
    let mut book = Book::default();
    read::files(&mut book, &names, plies)?;
    let warnings = warnings(&book);
    READ.set(Some(book));
    Ok(warnings)
}

/// What is told of the entries that are no lines.
fn warnings(book: &Book) -> Vec<String> {
    let wrong = book.problems.len();
    let mut reported: Vec<String> = book.problems.iter().map(ToString::to_string).collect();
    if wrong > 0 {
        let right: u64 = book.lines().iter().map(|line| u64::from(line.count)).sum();
        reported.truncate(TOLD);
        let are = if wrong == 1 {
            "is no line"
        } else {
            "are no lines"
        };
        let first = match wrong > TOLD {
            true => format!("; the first {TOLD} are told"),
            false => String::new(),
        };
        let entries = thousands(right + wrong as u64);
        reported.push(format!(
            "{} of {entries} entries {are}{first}",
            thousands(wrong)
        ));
    }
    reported
}

fn book_take() -> bool {
    let book = READ.take().filter(|book| !book.lines().is_empty());
    book.map(current_book::set).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_line_is_told_and_counted() {
        let mut book = Book::default();
        book.add(None, "", &read::played("e4").unwrap(), 3800);
        assert_eq!(warnings(&book), [""; 0]);
        let problem = |n: usize| read::EntryProblem {
            file: "f.tsv".into(),
            entry: format!("line {n}"),
            message: "it has no moves".into(),
        };
        book.problems = (1..=2).map(problem).collect();
        assert_eq!(
            warnings(&book)[1..],
            [
                "f.tsv: line 2: it has no moves",
                "2 of 3,802 entries are no lines"
            ]
        );
        book.problems = (1..=7).map(problem).collect();
        assert_eq!(warnings(&book).len(), TOLD + 1);
        assert_eq!(
            warnings(&book)[TOLD],
            "7 of 3,807 entries are no lines; the first 5 are told"
        );
    }

    #[test]
    fn boards_are_those_of_the_thesis() {
        // Figure 9, where the rows of the first board, and one of the other, have a 0 too many.
        let start = [2, 3, 4, 5, 6, 4, 3, 2].map(|piece| [piece, 1, 0, 0, 0, 0, 11, piece + 10]);
        assert_eq!(board_code(Position::start()), start.concat());
        let ragozin = "r1bq1rk1/ppp2ppp/2n1pn2/8/1bpP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8";
        let expected = [
            [2, 1, 0, 0, 0, 0, 11, 12],
            [0, 1, 0, 14, 0, 0, 11, 0],
            [4, 0, 3, 11, 0, 13, 11, 14],
            [5, 0, 4, 1, 0, 0, 0, 15],
            [0, 0, 1, 0, 0, 11, 0, 0],
            [2, 1, 3, 0, 0, 13, 11, 12],
            [6, 1, 0, 0, 0, 0, 11, 16],
            [0, 1, 0, 0, 0, 0, 11, 0],
        ];
        assert_eq!(
            board_code(Position::parse(ragozin).unwrap()),
            expected.concat()
        );
    }
}
