//! Native predicates of games, test positions and puzzles from files.

mod games;
mod replay;
#[cfg(test)]
mod tests;

use std::{cell::RefCell, rc::Rc, thread::LocalKey};

use super::modes::{admits, restrict};
use crate::{
    chess::{
        Position, Side, Square,
        epd::Epd,
        games::{Game, Outcome},
        moves,
        puzzles::Puzzle,
        source::{Format, Records, SourceError, files},
    },
    native::{Error, Sentences, sentences::shown, types::*},
    natives,
    term::Term,
};

natives! {
    module "cl_chess";

    /// True iff Game has a tag Name with Value.
    ///
    /// A given Name agrees with a tag whatever the case and the underscores: white_elo is WhiteElo.
    game_tag(+Game: GameRef, ?Name: Name, ?Value: String) is nondet = games::tag;

    /// True iff Pos arises in Game after Ply plies; the game begins at ply 0.
    ///
    /// A given Pos agrees with a position whatever the counters: what counts is the board, the side to
    /// move, castling and en passant, as in the rules about repetition.
    game_position(+Game: GameRef, ?Ply: u64, ?Pos: Position) is nondet = games::position;

    /// True iff Move, San in notation, leads to the position at Ply of Game.
    ///
    /// Of a null move San is "--", and Move goes from the king's square to the same.
    game_move(+Game: GameRef, ?Ply: u64, ?Move: MoveTerm, ?San: String) is nondet
        = games::moves;

    /// True iff Text is a comment of Game that follows the move to Ply.
    ///
    /// Clock times and evaluations are comments: "[%clk 0:01:00]".
    game_comment(+Game: GameRef, ?Ply: u64, ?Text: String) is nondet = games::comment;

    /// True iff the move to Ply of Game is annotated with the numeric annotation glyph Nag: 1 is !,
    /// 2 is ?, 3 is !!, 4 is ??, 5 is !?, 6 is ?! (PGN 10).
    game_nag(+Game: GameRef, ?Ply: u64, ?Nag: u64) is nondet = games::nag;

    /// True iff Tree is the main line of Game with all that is said of it.
    ///
    /// Tree is line(Comments, Plies): what is said before the first move, and for each move a
    /// ply(Move, San, Nags, Comments, Variations). Each variation is again a line(Comments, Plies), to
    /// be played instead of Move. Moves are as in game_move/4, comments are strings.
    game_tree(+Game: GameRef, -Tree: TermText) is det = games::tree;

    /// True iff Text is Game as a PGN file has it, with all that is said of it, and an empty line behind it. Of a
    /// variation it is the line from the start of the game, with the tags of the game.
    game_pgn(+Game: GameRef, -Text: String) is det = games::pgn;

    /// True iff Text is as of game_pgn/2, where the comments of the list Remarks stand behind what is said already: each
    /// is a pair Ply-Comment, 0-Comment for one before the first move.
    game_pgn(+Game: GameRef, +Remarks: Term, -Text: String) is det = games::pgn_with;

    /// True iff Game ended with Result: white or black, who won, or draw. It is what the tag Result
    /// says, or where there is none the mark behind the moves; games that have not ended have none.
    game_result(+Game: GameRef, ?Result: Outcome) is semidet = games::result;

    /// True iff the player of Side in Game has the rating Elo, by the tag WhiteElo or BlackElo.
    game_elo(+Game: GameRef, ?Side: Side, ?Elo: u64) is nondet = games::elo;

    /// True iff Date is date(Year, Month, Day), integers, when Game was played, by the tag Date, or
    /// else UTCDate. What is not known of Month and Day is a variable; a game without a year has no date.
    game_date(+Game: GameRef, -Date: TermText) is semidet = games::date;

    /// True iff Seconds, a floating-point number, are left on the clock of the player who has made
    /// the move to Ply of Game, by a comment such as [%clk 0:01:00].
    game_clock(+Game: GameRef, ?Ply: u64, -Seconds: f64) is nondet = games::clock;

    /// True iff Evaluation is that of the position at Ply of Game, by a comment such as [%eval 0.17]:
    /// centipawns(17), or mate(3) for mate in three moves. Numbers below 0 are good for Black.
    game_evaluation(+Game: GameRef, ?Ply: u64, -Evaluation: TermText) is nondet = games::evaluation;

    /// True iff Game has Ply plies, and Pos is its last position.
    game_end(+Game: GameRef, -Ply: u64, -Pos: Position) is det = games::end;

    /// True iff the position at Ply of Game is as Pattern says: pattern/2 of the positions of a game,
    /// many times faster.
    game_pattern(+Game: GameRef, ?Ply: u64, +Pattern: TermText) is nondet = games::pattern;

    /// True iff the piece that stands on Origin at ply 0 of Game stands on Square at Ply. It goes on
    /// as what it is promoted to, and ends where it is captured.
    piece_path(+Game: GameRef, ?Origin: Square, ?Ply: u64, ?Square: Square) is paged = games::path;

    /// True iff the position at Ply of Game, whatever its counters, occurs there for the Nth time:
    /// the first time for N = 1, a threefold repetition for N = 3.
    game_repetition(+Game: GameRef, ?Ply: u64, ?N: u64) is nondet = games::repetition;

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
    domains: &[(games::REMARKS, |_| {
        " (a list of pairs Ply-Comment: a ply of the game, from 0, and a text)".to_owned()
    })],
    missing: &[
        (GameRef::TYPE.name, no_record),
        (PuzzleRef::TYPE.name, no_record),
        (EpdRef::TYPE.name, no_record),
    ],
    errors: &[("spread_error", |arguments, _| {
        match arguments {
        [Term::Atom(cut)] if cut == "cut" => Some(
            "with --threads, the query cannot hold a cut (!): it would end the answers of one part of the records only"
                .to_owned(),
        ),
        [first] => Some(format!(
            "with --threads, the first goal of the query must go through a file: expected the library's \
             game(File, G), puzzle(File, P) or epd(File, P, Ops), found {}",
            shown(first)
        )),
        _ => None,
    }
    })],
};

fn no_record(record: &Term) -> String {
    format!("{} does not exist", record.text().unwrap_or_default())
}

thread_local! {
    static GAMES: RefCell<Records<Game>> = const { RefCell::new(Records::new()) };
    static PUZZLES: RefCell<Records<Puzzle>> = const { RefCell::new(Records::new()) };
    static EPDS: RefCell<Records<Epd>> = const { RefCell::new(Records::new()) };
}

/// Gives the record that is named.
fn find<T: Format, const KIND: char>(
    records: &'static LocalKey<RefCell<Records<T>>>,
    record: &Record<KIND>,
) -> Result<Rc<T>, Error> {
    let found = records.with_borrow_mut(|records| records.get(&record.file, record.number))?;
    found.ok_or_else(|| no_such(record))
}

/// The error of a record, or of a line of a game, that there is not.
fn no_such<const KIND: char>(record: &Record<KIND>) -> Error {
    let kind = <Record<KIND> as Argument>::TYPE.name;
    let line = match record.line {
        0 => String::new(),
        line => format!("-{line}"),
    };
    Error::Existence {
        kind,
        culprit: format!("{} {kind} {}{line}", record.file, record.number),
    }
}

pub(super) use games::{found_pattern, found_player, variation};

/// Finds the files that a name or a pattern means.
pub(super) fn named_file(pattern: Name) -> Result<Vec<Name>, Error> {
    Ok(files(&pattern.0)?.into_iter().map(Name).collect())
}

/// Finds the game with this number and says what is wrong with it.
pub(super) fn next_game(file: Name, from: u64) -> Result<Option<(u64, String)>, Error> {
    let game = GAMES.with_borrow_mut(|games| games.get(&file.0, from))?;
    Ok(game.map(|game| (from, game.complaint())))
}

/// Says why variations of a game end early.
pub(super) fn cut(file: Name, number: u64) -> Result<Vec<String>, Error> {
    Ok(find(&GAMES, &GameRef::new(file.0, number))?.cut.clone())
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
