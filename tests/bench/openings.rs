//! Lines of openings: books read, lines drawn, beside a sampler that scans the book.

use std::{
    env, fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use chesslog::{
    openings::{
        Book, Preference, Selection, Weights,
        exact::Target,
        read,
        thesis::{Reading, Walks},
    },
    random::Random,
};
use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::{best, report};

/// Lines that are drawn.
const DRAWN: u32 = 100_000;

/// Prints the section.
pub fn openings() {
    books();
    drawn("bundled book", Book::bundled(), 200);
    if let Some(book) = lichess() {
        drawn("book of Lichess", &book, 20);
    }
    growth();
}

/// The files of Lichess' book, if `CHESSLOG_DATA` is set.
fn files() -> Option<Vec<String>> {
    let folder = Path::new(&env::var_os("CHESSLOG_DATA")?).join("openings");
    let name = |volume| folder.join(format!("lichess_{volume}.tsv"));
    Some(
        ["a", "b", "c", "d", "e"]
            .map(|volume| name(volume).display().to_string())
            .to_vec(),
    )
}

fn lichess() -> Option<Book> {
    let mut book = Book::default();
    let read = read::files(&mut book, &files()?, usize::MAX);
    read.inspect_err(|error| println!("no figures for the book of Lichess: {error}"))
        .ok()?;
    Some(book)
}

/// A book is its moves, played, and the graph of their positions.
fn books() {
    let Some(files) = files() else {
        println!("no figures for the book of Lichess: CHESSLOG_DATA is not set");
        return;
    };
    let moves = |row: &str| row.split('\t').nth(2).unwrap_or_default().to_owned();
    let rows: Vec<String> = files
        .iter()
        .flat_map(|file| {
            fs::read_to_string(file)
                .unwrap_or_default()
                .lines()
                .skip(1)
                .map(moves)
                .collect::<Vec<_>>()
        })
        .collect();
    let played = best(5, || {
        let begin = Instant::now();
        for row in &rows {
            _ = black_box(read::played(row));
        }
        begin.elapsed()
    });
    let whole = best(5, || {
        let begin = Instant::now();
        black_box(lichess());
        begin.elapsed()
    });
    report(
        "book of 3,807 lines, read and indexed",
        whole,
        played,
        "its moves read and played",
    );
    let transpositions = best(3, || {
        let book = lichess().unwrap_or_default();
        let begin = Instant::now();
        black_box(book.transpositions());
        begin.elapsed()
    });
    report(
        "its transpositions",
        transpositions,
        played,
        "its moves read and played",
    );
}

/// Draws lines with both samplers; they draw the same ones.
fn drawn(name: &str, book: &Book, scanned: u32) {
    let (fast, slow, _) = sampled(book, scanned);
    report(
        &format!("{DRAWN} lines, {name}"),
        fast,
        slow * DRAWN,
        "scanning the book",
    );
    let target = Target::new(book, lines(book), &weights()).unwrap();
    let exact = best(3, || {
        let begin = Instant::now();
        let mut chain = target.chain(1);
        (0..DRAWN).for_each(|_| _ = black_box(chain.step()));
        begin.elapsed()
    });
    report(
        &format!("{DRAWN} steps of the exact chain"),
        exact,
        fast,
        "as many lines of the thesis",
    );
}

fn lines(book: &Book) -> Vec<u32> {
    Selection::default().lines(book).unwrap()
}

fn weights() -> Weights {
    Weights::new(&[Preference::Gambit, Preference::C4], &[0.2, 0.3]).unwrap()
}

/// The time of [`DRAWN`] lines, that of one line scanned, and the proposals a line.
fn sampled(book: &Book, scanned: u32) -> (Duration, Duration, f64) {
    let lines = lines(book);
    let walks = Walks::new(book, &lines, &weights(), Reading::default());
    let mut walk = Vec::new();
    let mut proposals = 0;
    let fast = best(3, || {
        let mut sampler = walks.sampler(1);
        let begin = Instant::now();
        for _ in 0..DRAWN {
            sampler.draw(0, &mut walk);
            black_box(&walk);
        }
        proposals = sampler.proposals;
        begin.elapsed()
    });
    let scan = Scan::of(book, &weights());
    let (mut random, mut sampler) = (Random::new(1), walks.sampler(1));
    let mut slow = Duration::ZERO;
    for _ in 0..scanned {
        let begin = Instant::now();
        let line = scan.draw(&mut random);
        slow += begin.elapsed();
        sampler.draw(0, &mut walk);
        let nodes = walk.iter().map(|step| board(&book.node(step.to).chess));
        assert!(
            nodes.eq(line.into_iter().skip(1)),
            "both samplers draw the same lines"
        );
    }
    (fast, slow / scanned, proposals as f64 / f64::from(DRAWN))
}

/// The cost of a line does not grow with the book; that of scanning does.
fn growth() {
    println!(
        "{:<44} {:>12} {:>12}  scanning the book",
        "lines of the book (moves of a small tree)", "ns/proposal", "ns/line"
    );
    for count in [1_000, 4_000, 16_000, 64_000] {
        let book = made(count);
        let (fast, slow, proposals) = sampled(&book, 64_000 / count * 2);
        let line = fast.as_secs_f64() * 1e9 / f64::from(DRAWN);
        println!(
            "{:<44} {:>12.1} {:>12.0}  {:.0} ns",
            format!("{count}, {} positions", book.nodes().len()),
            line / proposals,
            line,
            slow.as_secs_f64() * 1e9
        );
    }
}

/// A book of lines of ten plies, each ply one of the first moves of a list, the earlier the likelier.
fn made(lines: u32) -> Book {
    let (mut book, mut random) = (Book::default(), Random::new(9));
    while (book.lines().len() as u32) < lines {
        let mut chess = Chess::default();
        let moves: Vec<Move> = (0..10)
            .map_while(|_| {
                let legal = chess.legal_moves();
                let few = &legal[..legal.len().min(6)];
                let m = few
                    .get(random.below(6).min(random.below(6)) as usize)
                    .copied();
                m.inspect(|&m| chess.play_unchecked(m))
            })
            .collect();
        book.add(None, "", &moves, 1);
    }
    book
}

type Board = [[u8; 8]; 8];

/// Figure 14 of the thesis, literally: lines are boards, and each proposal scans all of them.
struct Scan {
    lines: Vec<(Vec<Board>, f32)>,
}

impl Scan {
    fn of(book: &Book, weights: &Weights) -> Scan {
        let boards = book.lines().iter().map(|line| {
            let nodes = line.nodes.iter();
            let boards = nodes.map(|&node| board(&book.node(node).chess)).collect();
            (boards, weights.tilt(line) as f32)
        });
        Scan {
            lines: boards.collect(),
        }
    }

    fn draw(&self, random: &mut Random) -> Vec<Board> {
        let (mut drawn, mut last) = (vec![board(&Chess::default())], 1.0);
        loop {
            let current = drawn[drawn.len() - 1];
            let mut possible: Vec<(Board, f32)> = Vec::new();
            for (line, tilt) in &self.lines {
                for (at, state) in line.iter().enumerate() {
                    if *state == current && at + 1 < line.len() {
                        possible.push((line[at + 1], *tilt));
                    }
                }
            }
            let Some(&(proposed, tilt)) = random.pick(&possible) else {
                return drawn;
            };
            let same = possible.iter().filter(|(state, _)| *state == proposed);
            let share = same.count() as f32 / possible.len() as f32;
            if random.unit() < f64::from(share / last + tilt) {
                drawn.push(proposed);
                last = share;
            }
        }
    }
}

/// The matrix of a position (section 4.1), file by file.
fn board(chess: &Chess) -> Board {
    let mut board = Board::default();
    for square in Square::ALL {
        let Some(piece) = chess.board().piece_at(square) else {
            continue;
        };
        let kind = match piece.role {
            Role::Pawn => 1,
            Role::Rook => 2,
            Role::Knight => 3,
            Role::Bishop => 4,
            Role::Queen => 5,
            Role::King => 6,
        };
        let side = if piece.color.is_white() { 0 } else { 10 };
        board[usize::from(square.file())][usize::from(square.rank())] = kind + side;
    }
    board
}
