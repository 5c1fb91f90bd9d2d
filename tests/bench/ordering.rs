//! What it saves and costs that our own search tries moves of likely pieces earlier: the piece head is asked at the
//! root alone, and at more and more of our positions below.

use std::{collections::HashMap, env, iter, sync::Mutex, time::Duration};

use chesslog::{
    chess::{
        Position,
        moves::{MoveTerm, move_term},
        puzzles,
        search::{Effort, Likely, Limits, wins_ordered},
        source::SourceError,
    },
    network::{
        Adviser,
        adviser::{Among, Room},
        puzzles::Part,
    },
    os,
};
use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

/// The table of puzzles, of which every so many-th row is taken if it is of the test part.
const VARIABLE: &str = "CHESSLOG_PUZZLES";
const STRIDE: usize = 100;

/// The searches: with moves of likely pieces earlier where so many plies are left, if at all, and with the usual limit
/// of positions times this. A mate in n moves takes 2n - 1 plies.
const SEARCHES: [(&str, Option<i32>, f64); 7] = [
    ("never", None, 1.0),
    ("never, limit x 1.35", None, 1.35),
    ("the root", Some(i32::MAX), 1.0),
    ("6 plies or more", Some(6), 1.0),
    ("5 plies or more", Some(5), 1.0),
    ("4 plies or more", Some(4), 1.0),
    ("3 plies or more", Some(3), 1.0),
];

struct Puzzle {
    position: Position,
    solution: MoveTerm,
}

/// What one search came to.
#[derive(Default)]
struct Found {
    first: Option<MoveTerm>,
    positions: u64,
    asked: u64,
    time: Duration,
}

/// Prints the section.
pub fn ordering() {
    let Some(file) = env::var_os(VARIABLE) else {
        println!("no figures for ordering: {VARIABLE} is not set, expected a table of puzzles");
        return;
    };
    let file = file.to_string_lossy();
    let puzzles = match puzzles(&file) {
        Ok(puzzles) if !puzzles.is_empty() => puzzles,
        Ok(_) => return println!("no figures for ordering: {file} has no puzzle of the test part"),
        Err(error) => return println!("no figures for ordering: {error}"),
    };
    let room = Mutex::new(Adviser::shipped().room());
    let searched: Vec<[Found; SEARCHES.len()]> = puzzles
        .iter()
        .enumerate()
        .map(|(number, puzzle)| {
            let mut found: [Found; SEARCHES.len()] = Default::default();
            // Each is the first to touch the memory as often as the others.
            for at in (number..).take(SEARCHES.len()) {
                let at = at % SEARCHES.len();
                found[at] = search(&puzzle.position, SEARCHES[at].1, SEARCHES[at].2, &room);
            }
            found
        })
        .collect();
    println!("moves of likely pieces earlier, {} puzzles", puzzles.len());
    println!(
        "{:<20} {:>9} {:>9} {:>8} {:>10} | {:>9} {:>9} {:>6}",
        "asked at", "solved", "positions", "asked", "CPU time", "same move", "positions", "time"
    );
    for (at, (name, ..)) in SEARCHES.iter().enumerate() {
        row(name, at, &puzzles, &searched);
    }
}

/// The means of all puzzles; and of those in which the same first move is found as without asking, what it took
/// against that.
fn row(name: &str, at: usize, puzzles: &[Puzzle], searched: &[[Found; SEARCHES.len()]]) {
    let number = puzzles.len() as f64;
    let percent = |count: usize| 100.0 * count as f64 / number;
    let of = |at: usize| searched.iter().map(move |found| &found[at]);
    let solved = iter::zip(puzzles, of(at))
        .filter(|(puzzle, found)| found.first == Some(puzzle.solution))
        .count();
    let mean = |what: fn(&Found) -> f64| of(at).map(what).sum::<f64>() / number;
    let same: Vec<(&Found, &Found)> = iter::zip(of(at), of(0))
        .filter(|(found, without)| found.first.is_some() && found.first == without.first)
        .collect();
    let against = |what: fn(&Found) -> f64| {
        let sums = same.iter().fold((0.0, 0.0), |(sum, without), pair| {
            (sum + what(pair.0), without + what(pair.1))
        });
        100.0 * sums.0 / sums.1
    };
    let positions = |found: &Found| found.positions as f64;
    let seconds = |found: &Found| found.time.as_secs_f64();
    println!(
        "{name:<20} {:>7.1} % {:>9.0} {:>8.1} {:>7.2} ms | {:>7.1} % {:>7.1} % {:>4.0} %",
        percent(solved),
        mean(positions),
        mean(|found| found.asked as f64),
        1e3 * mean(seconds),
        percent(same.len()),
        against(positions),
        against(seconds),
    );
}

/// Puzzles that the network has not learned from.
fn puzzles(file: &str) -> Result<Vec<Puzzle>, SourceError> {
    let mut found = Vec::new();
    for puzzle in puzzles::read(file)?.step_by(STRIDE) {
        if let Ok((position, solution)) = puzzle?.solution
            && Part::of(&position) == Part::Test
            && let Some(&first) = solution.first()
        {
            let solution = move_term(first);
            found.push(Puzzle { position, solution });
        }
    }
    Ok(found)
}

/// Searches with the usual effort, its limit of positions times `more`. No position is asked about twice.
fn search(position: &Chess, from: Option<i32>, more: f64, room: &Mutex<Room>) -> Found {
    let begin = os::thread_time();
    let usual = Effort::USUAL.limits();
    let limits = Limits {
        look: (usual.look as f64 * more) as u64,
        ..usual
    };
    let known = Mutex::new(HashMap::new());
    let ask = |position: &Chess, plies: i32| {
        from.filter(|from| plies >= *from)?;
        let hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Always);
        let mut known = known.lock().expect("nobody has panicked");
        Some(*known.entry(hash).or_insert_with(|| {
            let mut likely = [0.0; 64];
            let room = &mut room.lock().expect("nobody has panicked");
            for (square, probability) in Adviser::shipped().pieces(position, Among::Movable, room) {
                likely[usize::from(square)] = probability;
            }
            likely
        }))
    };
    let (wins, positions) = wins_ordered(position, limits, from.map(|_| Likely(&ask)));
    let asked = known.lock().expect("nobody has panicked").len() as u64;
    Found {
        first: wins.first().map(|win| move_term(win.lines[0][0])),
        positions,
        asked,
        time: os::thread_time().saturating_sub(begin),
    }
}
