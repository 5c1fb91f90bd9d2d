//! Native predicates of games, test positions and puzzles from files.

mod replay;
#[cfg(test)]
mod tests;

use std::{cell::RefCell, collections::HashSet, rc::Rc, thread::LocalKey};

use shakmaty::san::SanPlus;

use self::replay::Replay;
use super::modes::{admits, restrict};
use crate::{
    chess::{
        Position,
        epd::Epd,
        games::Game,
        moves::{self, MoveTerm},
        puzzles::Puzzle,
        source::{Format, Records, SourceError},
    },
    native::{Error, Sentences, types::*},
    natives,
    term::Term,
};

natives! {
    module "chess";

    /// True iff Game has a tag Name with Value.
    ///
    /// A given Name agrees with a tag whatever the case and the underscores: white_elo is WhiteElo.
    game_tag(+Game: GameRef, ?Name: Name, ?Value: String) is nondet = game_tag;

    /// True iff Pos arises in Game after Ply plies; the game begins at ply 0.
    ///
    /// A given Pos agrees with a position whatever the counters: what counts is the board, the side to
    /// move, castling and en passant, as in the rules about repetition.
    game_position(+Game: GameRef, ?Ply: u64, ?Pos: Position) is nondet = game_position;

    /// True iff Move, San in notation, leads to the position at Ply of Game.
    game_move(+Game: GameRef, ?Ply: u64, ?Move: MoveTerm, ?San: String) is nondet
        = game_move;

    /// True iff Text is a comment of Game that follows the move to Ply.
    ///
    /// Clock times and evaluations are comments: "[%clk 0:01:00]".
    game_comment(+Game: GameRef, ?Ply: u64, ?Text: String) is nondet = game_comment;

    /// True iff Pos is the position of Epd, whatever the counters of a given Pos.
    epd_position(+Epd: EpdRef, ?Pos: Position) is semidet = epd_position;

    /// True iff Epd has an operation Opcode with Operand among its operands.
    ///
    /// An operation without operands has the operand "". Names agree as those of tags do.
    epd_operation(+Epd: EpdRef, ?Opcode: Name, ?Operand: String) is nondet = epd_operation;

    /// True iff Puzzle has Value in the column Name.
    ///
    /// A given Name agrees with a column whatever the case and the underscores: game_url is GameUrl.
    puzzle_field(+Puzzle: PuzzleRef, ?Name: Name, ?Value: String) is nondet
        = puzzle_field;

    /// True iff Pos is the position that Puzzle asks to solve, whatever the counters of a given Pos.
    puzzle_position(+Puzzle: PuzzleRef, ?Pos: Position) is semidet = puzzle_position;

    /// True iff Move is the move to Ply of the solution of Puzzle.
    ///
    /// The solver moves at ply 1 and every odd ply.
    puzzle_move(+Puzzle: PuzzleRef, ?Ply: u64, ?Move: MoveTerm) is nondet = puzzle_move;

    /// True iff Theme is a theme of Puzzle.
    puzzle_theme(+Puzzle: PuzzleRef, ?Theme: Name) is nondet = puzzle_theme;
}

/// What is said of errors: of records, which name themselves.
pub const SENTENCES: Sentences = Sentences {
    missing: &[
        (GameRef::TYPE.name, no_record),
        (PuzzleRef::TYPE.name, no_record),
        (EpdRef::TYPE.name, no_record),
    ],
    ..Sentences::NONE
};

fn no_record(record: &Term) -> String {
    format!("{} does not exist", record.text().unwrap_or_default())
}

thread_local! {
    static GAMES: RefCell<Records<Game>> = const { RefCell::new(Records::new()) };
    static PUZZLES: RefCell<Records<Puzzle>> = const { RefCell::new(Records::new()) };
    static EPDS: RefCell<Records<Epd>> = const { RefCell::new(Records::new()) };
    /// Files of which it has been told that something is left out.
    static TOLD: RefCell<HashSet<String>> = RefCell::default();
}

/// Gives the record that is named.
fn find<T: Format, const KIND: char>(
    records: &'static LocalKey<RefCell<Records<T>>>,
    record: &Record<KIND>,
) -> Result<Rc<T>, Error> {
    let found = records.with_borrow_mut(|records| records.get(&record.file, record.number))?;
    let kind = <Record<KIND> as Argument>::TYPE.name;
    found.ok_or_else(|| Error::Existence {
        kind,
        culprit: format!("{} {kind} {}", record.file, record.number),
    })
}

/// Finds the game with this number and says what is wrong with it.
pub(super) fn next_game(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let game = GAMES.with_borrow_mut(|games| games.get(&file.0, from))?;
    Ok(game.map(|game| (from, game.complaint())))
}

/// Says what is left out of a game; only of the first game of a file that has anything of the kind,
/// so that a walk through the file tells of it once.
pub(super) fn left_out(file: Name, number: u64) -> Result<Option<String>, Error> {
    let game = GameRef {
        file: file.0,
        number,
    };
    let found = find(&GAMES, &game)?;
    let is_first = || TOLD.with_borrow_mut(|reported| reported.insert(game.file.clone()));
    Ok((!found.left_out.is_nothing() && is_first()).then(|| found.left_out.to_string()))
}

/// Relates a game to its tags.
fn game_tag(
    game: GameRef,
    name: Option<Name>,
    value: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    let game = find(&GAMES, &game)?;
    let tags = game
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(matching(tags, name, value))
}

/// Relates a game to its positions, the start position at ply 0. A given position agrees with one
/// of the game whatever their counters.
fn game_position(
    game: GameRef,
    ply: Option<u64>,
    position: Option<Position>,
) -> Result<Vec<(u64, Position)>, Error> {
    let replay = Replay::of(&game)?;
    let agrees = |&ply: &usize| {
        let wanted = position.as_ref();
        wanted.is_none_or(|wanted| wanted.is_same_as(&replay.board(ply)))
    };
    let plies = replay.range(ply).filter(agrees);
    Ok(plies
        .map(|ply| (ply as u64, replay.position(ply)))
        .collect())
}

/// Relates a game to its moves, each at the ply that it leads to, and their SAN.
fn game_move(
    game: GameRef,
    ply: Option<u64>,
    mv: Option<MoveTerm>,
    san: Option<String>,
) -> Result<Vec<(u64, MoveTerm, String)>, Error> {
    let replay = Replay::of(&game)?;
    Ok(replay
        .range(ply)
        .filter(|&ply| ply > 0)
        .map(|ply| (ply, replay.game.moves[ply - 1]))
        .map(|(ply, m)| (ply, m, moves::move_term(m)))
        .filter(|(_, _, term)| admits(&mv, term))
        .map(|(ply, m, term)| {
            let written = SanPlus::from_move(replay.board(ply - 1).clone(), m).to_string();
            (ply as u64, term, written)
        })
        .filter(|(_, _, written)| admits(&san, written))
        .collect())
}

/// Relates a game to its comments, each at the ply that it follows.
fn game_comment(
    game: GameRef,
    ply: Option<u64>,
    text: Option<String>,
) -> Result<Vec<(u64, String)>, Error> {
    let game = find(&GAMES, &game)?;
    let mut rows = game.comments.clone();
    rows.retain(|(p, t)| admits(&ply, p) && admits(&text, t));
    Ok(rows)
}

/// Finds the record with this number and says what is wrong with it.
pub(super) fn next_epd(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let epd = EPDS.with_borrow_mut(|epds| epds.get(&file.0, from))?;
    if from == 1 && epd.as_ref().is_some_and(|epd| epd.position.is_err()) {
        expect_some_position(&file.0)?;
    }
    Ok(epd.map(|epd| {
        (
            from,
            epd.position.as_ref().err().cloned().unwrap_or_default(),
        )
    }))
}

/// Lines that may be damaged at the beginning of a file before it is taken for something else.
const DAMAGED: u64 = 10;

fn expect_some_position(file: &str) -> Result<(), Error> {
    EPDS.with_borrow_mut(|epds| {
        for number in 1..=DAMAGED {
            match epds.get(file, number)? {
                Some(epd) if epd.position.is_err() => {}
                Some(_) => return Ok(()),
                None => break,
            }
        }
        let problem = format!(
            "no position in the first {DAMAGED} lines (expected EPD or FEN, one position a line)"
        );
        Err(SourceError::Malformed(file.to_owned(), problem).into())
    })
}

/// Relates a record to its position.
fn epd_position(epd: EpdRef, position: Option<Position>) -> Result<Option<Position>, Error> {
    let epd = find(&EPDS, &epd)?;
    let found = epd.position.clone().ok();
    Ok(found.filter(|found| position.is_none_or(|position| position.is_same_as(found))))
}

/// Relates a record to its operations, a row an operand.
fn epd_operation(
    epd: EpdRef,
    opcode: Option<Name>,
    operand: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    let epd = find(&EPDS, &epd)?;
    let pairs = epd
        .operations
        .iter()
        .map(|(opcode, operand)| (opcode.as_str(), operand.as_str()));
    Ok(matching(pairs, opcode, operand))
}

/// Finds the puzzle with this number and says what is wrong with it.
pub(super) fn next_puzzle(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let puzzle = PUZZLES.with_borrow_mut(|puzzles| puzzles.get(&file.0, from))?;
    Ok(puzzle.map(|puzzle| {
        let problem = puzzle.solution.as_ref().err();
        let problem = problem.map(|problem| format!("line {}: {problem}", puzzle.row.line));
        (from, problem.unwrap_or_default())
    }))
}

/// Relates a puzzle to its fields.
fn puzzle_field(
    puzzle: PuzzleRef,
    name: Option<Name>,
    value: Option<String>,
) -> Result<Vec<(Name, String)>, Error> {
    Ok(matching(find(&PUZZLES, &puzzle)?.row.pairs(), name, value))
}

/// Relates a puzzle to the position to solve: the one after the opponent's first move.
fn puzzle_position(
    puzzle: PuzzleRef,
    position: Option<Position>,
) -> Result<Option<Position>, Error> {
    let puzzle = find(&PUZZLES, &puzzle)?;
    let found = puzzle
        .solution
        .as_ref()
        .ok()
        .map(|(found, _)| found.clone());
    Ok(found.filter(|found| position.is_none_or(|position| position.is_same_as(found))))
}

/// Relates a puzzle to the moves of its solution, the solver's first at ply 1.
fn puzzle_move(
    puzzle: PuzzleRef,
    ply: Option<u64>,
    mv: Option<MoveTerm>,
) -> Result<Vec<(u64, MoveTerm)>, Error> {
    let puzzle = find(&PUZZLES, &puzzle)?;
    let solution = puzzle
        .solution
        .as_ref()
        .map_or(&[][..], |(_, solution)| solution);
    Ok((1..)
        .zip(solution.iter().map(|&m| moves::move_term(m)))
        .filter(|row| admits(&ply, &row.0) && admits(&mv, &row.1))
        .collect())
}

/// Relates a puzzle to its themes.
fn puzzle_theme(puzzle: PuzzleRef, theme: Option<Name>) -> Result<Vec<Name>, Error> {
    let puzzle = find(&PUZZLES, &puzzle)?;
    let themes = puzzle.row.themes().map(|theme| Name(theme.to_owned()));
    Ok(restrict(themes, theme).collect())
}

/// The named values that agree with what is bound: a name without regard to case and underscores,
/// given back as it was written, and a value exactly.
fn matching<'a>(
    pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    name: Option<Name>,
    value: Option<String>,
) -> Vec<(Name, String)> {
    pairs
        .into_iter()
        .filter(|(n, v)| {
            let named = name.as_ref().is_none_or(|name| same_name(&name.0, n));
            named && value.as_ref().is_none_or(|value| value == v)
        })
        .map(|(n, v)| {
            let name = name.clone().unwrap_or_else(|| Name(n.to_owned()));
            (name, v.to_owned())
        })
        .collect()
}

fn same_name(a: &str, b: &str) -> bool {
    let letters = |name: &str| {
        let letters: Vec<_> = name.bytes().filter(|&byte| byte != b'_').collect();
        letters.to_ascii_lowercase()
    };
    a == b || letters(a) == letters(b)
}
