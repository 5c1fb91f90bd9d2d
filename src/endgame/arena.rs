//! All positions of an ending with what each word of a vocabulary says there.
//!
//! Whatever plays, measures or proves strategies looks up; nothing is computed twice. Positions in
//! which the same conditions hold are one *case*: a strategy is known by the move that it names in
//! each case.

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{Mutex, PoisonError},
    thread,
};

use super::{
    Ending, Placement, Reply, Table, Turn, Value, index, known,
    space::{self, PositionSpace},
    vocabulary::{Scene, Vocabulary},
};
use crate::cancel::Cancel;

/// No position.
pub const NO_POSITION: u32 = u32::MAX;

/// What has become of a position with the defender to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The game goes on.
    Open,
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// A piece can be taken.
    Loses,
}

impl Status {
    /// What has become of a placement with the defender to move.
    pub fn of(at: &Placement, ending: &Ending) -> Status {
        let escapes = at.escapes(ending);
        if escapes.is_empty() {
            return match at.check(ending) {
                true => Status::Mate,
                false => Status::Stalemate,
            };
        }
        let pieces = at.pieces[..ending.len()].iter();
        match pieces.into_iter().any(|piece| escapes.contains(*piece)) {
            true => Status::Loses,
            false => Status::Open,
        }
    }
}

/// The positions, by their numbers.
#[derive(Debug)]
pub struct Arena {
    /// The words.
    pub vocabulary: &'static Vocabulary,
    /// The distances to mate.
    pub table: &'static Table,
    /// The conditions that hold in each case, a bit each.
    pub cases: Vec<u32>,
    /// The case of each position of the attacker's.
    case: Vec<u16>,
    /// Where each move of the vocabulary leads from each position of the attacker's.
    next: Vec<u32>,
    /// What has become of each position of the defender's.
    statuses: Vec<Status>,
    /// The replies to each position of the defender's: where they begin in `replies`.
    first: Vec<u32>,
    replies: Vec<u32>,
    /// The numbers of the attacker's positions.
    pub starts: Vec<u32>,
}

impl Arena {
    /// The arena of an ending that has a vocabulary, made when it is first asked for.
    pub fn of(vocabulary: &'static Vocabulary) -> &'static Arena {
        let arena = Arena::of_unless(vocabulary, &Cancel::NEVER);
        arena.expect("nothing ends it")
    }

    /// The same; `None` if it was cancelled while it was made.
    pub fn of_unless(
        vocabulary: &'static Vocabulary,
        cancel: &Cancel<'_>,
    ) -> Option<&'static Arena> {
        static MADE: Mutex<Vec<&'static Arena>> = Mutex::new(Vec::new());
        let ending = vocabulary.ending;
        let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |arena: &&&'static Arena| arena.vocabulary.ending == ending;
        if let Some(arena) = made().iter().find(same) {
            return Some(arena);
        }
        // Without the lock: a panic or a fork meanwhile would leave it closed for ever.
        let table = known::table_unless(ending, cancel)?;
        let arena = Arena::new_unless(vocabulary, table, cancel)?;
        let arena: &'static Arena = Box::leak(Box::new(arena));
        made().push(arena);
        Some(arena)
    }

    /// Asks every word about every position.
    pub fn new(vocabulary: &'static Vocabulary, table: &'static Table) -> Arena {
        let arena = Arena::new_unless(vocabulary, table, &Cancel::NEVER);
        arena.expect("nothing ends it")
    }

    fn new_unless(
        vocabulary: &'static Vocabulary,
        table: &'static Table,
        cancel: &Cancel<'_>,
    ) -> Option<Arena> {
        let ending = vocabulary.ending;
        let size = index::size(&ending);
        let words = vocabulary.moves.len();
        let mut arena = Arena {
            vocabulary,
            table,
            cases: Vec::new(),
            case: vec![0; size],
            next: vec![NO_POSITION; size * words],
            statuses: vec![Status::Open; size],
            first: Vec::with_capacity(size + 1),
            replies: Vec::new(),
            starts: table.numbers(Turn::Attacker).collect(),
        };
        // Cases are numbered in the order of positions, whoever was asked about them first.
        let mut known: HashMap<u32, u16> = HashMap::new();
        let said = asked(vocabulary, &arena.starts, cancel)?;
        for (&number, said) in arena.starts.iter().zip(said) {
            let fresh = known.len() as u16;
            arena.case[number as usize] = *known.entry(said.holds).or_insert_with(|| {
                arena.cases.push(said.holds);
                fresh
            });
            let first = number as usize * words;
            arena.next[first..first + words].copy_from_slice(&said.next[..words]);
        }
        for number in 0..size as u32 {
            if number.is_multiple_of(PERIOD) && cancel.is_set() {
                return None;
            }
            arena.first.push(arena.replies.len() as u32);
            if table.code(Turn::Defender, number) == u8::MAX {
                continue;
            }
            let at = index::placement(number, &ending);
            arena.statuses[number as usize] = Status::of(&at, &ending);
            for reply in at.replies(&ending) {
                if let Reply::Quiet(next) = reply {
                    arena.replies.push(arena_number(&next, &ending));
                }
            }
        }
        arena.first.push(arena.replies.len() as u32);
        Some(arena)
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.statuses.len()
    }

    /// The case of a position of the attacker's.
    pub fn case(&self, number: u32) -> usize {
        usize::from(self.case[number as usize])
    }

    /// Where a move of the vocabulary leads.
    pub fn next(&self, number: u32, word: usize) -> u32 {
        self.next[number as usize * self.vocabulary.moves.len() + word]
    }

    /// What has become of a position of the defender's.
    pub fn status(&self, number: u32) -> Status {
        self.statuses[number as usize]
    }

    /// The positions after replies that take nothing.
    pub fn replies(&self, number: u32) -> &[u32] {
        let [from, to] = [0, 1].map(|n| self.first[number as usize + n] as usize);
        &self.replies[from..to]
    }
}

/// The most words that move.
const MOST_MOVES: usize = 8;

/// What the words say of a position.
#[derive(Clone, Copy)]
struct Said {
    /// The conditions that hold, a bit each.
    holds: u32,
    /// Where the moves lead.
    next: [u32; MOST_MOVES],
}

/// Positions between two looks at whether to go on.
const PERIOD: u32 = 1024;

/// Asks every word about some positions, on all cores; `None` if it was cancelled.
fn asked(vocabulary: &Vocabulary, numbers: &[u32], cancel: &Cancel<'_>) -> Option<Vec<Said>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let share = numbers.len().div_ceil(cores).max(1);
    let ask = |numbers: &[u32]| -> Option<Vec<Said>> {
        let said = numbers.iter().map(|&n| ask(vocabulary, n));
        said.map(|said| (!cancel.is_set()).then_some(said))
            .collect()
    };
    thread::scope(|scope| {
        let parts = numbers.chunks(share);
        let running: Vec<_> = parts.map(|part| scope.spawn(move || ask(part))).collect();
        let done = running
            .into_iter()
            .map(|part: thread::ScopedJoinHandle<'_, Option<Vec<Said>>>| part.join());
        let parts = done.map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        Some(parts.collect::<Option<Vec<Vec<Said>>>>()?.concat())
    })
}

fn ask(vocabulary: &Vocabulary, number: u32) -> Said {
    let ending = vocabulary.ending;
    let scene = Scene::new(ending, index::placement(number, &ending));
    let mut said = Said {
        holds: 0,
        next: [NO_POSITION; MOST_MOVES],
    };
    for (bit, condition) in vocabulary.conditions.iter().enumerate() {
        said.holds |= u32::from((condition.holds)(&scene)) << bit;
    }
    for (next, maneuver) in said.next.iter_mut().zip(vocabulary.moves) {
        if let Some(at) = (maneuver.find)(&scene) {
            *next = arena_number(&at, &ending);
        }
    }
    said
}

impl PositionSpace for Arena {
    fn table(&self) -> &Table {
        self.table
    }

    fn size(&self) -> usize {
        Arena::size(self)
    }

    fn starts(&self) -> &[u32] {
        &self.starts
    }

    fn status(&self, number: u32) -> Status {
        Arena::status(self, number)
    }

    fn replies(&self, number: u32) -> impl AsRef<[u32]> {
        Arena::replies(self, number)
    }

    fn number(&self, placement: &Placement) -> Option<u32> {
        index::number(placement, &self.table.ending).map(|(number, _)| number)
    }

    fn placement(&self, number: u32) -> Placement {
        index::placement(number, &self.table.ending)
    }

    fn value(&self, turn: Turn, number: u32) -> Option<Value> {
        self.table.worth_of(turn, number)
    }

    fn images(&self, number: u32) -> u32 {
        space::images(
            &index::placement(number, &self.table.ending),
            &self.table.ending,
        )
    }
}

fn arena_number(at: &Placement, ending: &Ending) -> u32 {
    index::number(at, ending)
        .expect("moves keep the kings apart")
        .0
}
