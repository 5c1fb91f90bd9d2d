//! The words of vocabularies: the conditions and moves of which strategies for endings are made.
//!
//! A word looks at a position of any ending whose [`Vocabulary`] has it. The first line of its
//! documentation is what students are told, and the rest what it means exactly.

use std::{
    collections::BTreeSet,
    sync::{LazyLock, Mutex, PoisonError},
};

use crate::{
    chess::Position,
    endgame::{Ending, Turn, Vocabulary, perfect::EndingPosition, seat::Seat},
    native::{Error, types::*},
    natives,
};

/// Declares the natives of conditions and of moves, all alike.
macro_rules! words {
    (
        conditions { $( $(#[doc = $question:literal])* $condition:ident; )* }
        moves { $( $(#[doc = $aim:literal])* $maneuver:ident; )* }
    ) => {
        natives! {
            module "chess";
            $(
                $(#[doc = $question])*
                $condition(+Pos: Position) is semidet
                    = |position| holds(stringify!($condition), &position);
            )*
            $(
                $(#[doc = $aim])*
                $maneuver(+Pos: Position, -Move: MoveTerm) is semidet
                    = |position| find(stringify!($maneuver), &position);
            )*
        }
    };
}

words! {
    conditions {
        /// Are the kings in front of each other, separated by one field?
        /// True iff so in Pos, whoever's turn it is: they stand on one file or rank, with one
        /// square between them.
        kings_in_opposition;

        /// Are the kings almost in opposition?
        /// True iff so in Pos, whoever's turn it is: they stand a knight's move apart.
        kings_close_to_opposition;

        /// Is the bare king on the edge of the board?
        /// True iff so in Pos, whoever's turn it is: it stands on the files a or h, or on the
        /// ranks 1 or 8.
        king_on_edge;

        /// Does the bare king have only one possible move left?
        /// True iff so in Pos, whoever's turn it is: there is one square that it could go to,
        /// captures included.
        one_empty_field;

        /// Does the distance between the kings equal three fields?
        /// True iff so in Pos, whoever's turn it is: a king needs three moves from the one to
        /// the other on an empty board.
        distance_bk_wk_3;

        /// Can the bare king not move?
        /// True iff so in Pos, whoever's turn it is: there is no square that it could go to: if
        /// it were its turn, it would be mate or stalemate.
        no_empty_field;

        /// Can the rook block the bare king?
        /// True iff so in Pos, whoever's turn it is: control_escape_line/2 has a move.
        possible_control_of_escape_line;

        /// Can the rook check the bare king?
        /// True iff so in Pos, whoever's turn it is: lateral_check/2 has a move.
        possible_lateral_check;

        /// Does the rook control a line between the kings?
        /// True iff so in Pos, whoever's turn it is: the file of the rook is between the files
        /// of the kings, or its rank between their ranks.
        control_of_line_between_kings;

        /// Is the bare king in a position to capture the rook?
        /// True iff so in Pos, whoever's turn it is: it is next to the rook, which the other
        /// king does not protect.
        threatened_rook;

        /// Is the attacker's king protecting the rook?
        /// True iff so in Pos, whoever's turn it is: it is next to it.
        protected_rook;

        /// Can the attacker's king protect the rook?
        /// True iff so in Pos, whoever's turn it is: protect_rook/2 has a move.
        possible_protection_of_rook;

        /// Can the attacker's king protect the rook by getting in opposition with the bare
        /// king?
        /// True iff so in Pos, whoever's turn it is: protect_rook/2 has a move after which
        /// kings_in_opposition/1 holds.
        possible_protection_of_rook_with_opposition;
    }
    moves {
        /// Move the king to protect the rook.
        /// True iff Move is this move in Pos. It goes next to the rook: into opposition if it
        /// can, then keeping the rook's line between the kings, then towards the bare king and
        /// the middle.
        protect_rook;

        /// Move the king to be close to opposition.
        /// True iff Move is this move in Pos. Of the moves that lose nothing it takes one that
        /// keeps the rook's line between the kings, then the one nearest to a square a knight's
        /// move from the bare king, on the near side of that line.
        nearly_opposition;

        /// Move the king toward the bare king.
        /// True iff Move is this move in Pos. Of the moves that lose nothing it takes one after
        /// which it is as near to the rook as the bare king, then one without opposition, then
        /// the one nearest to the bare king.
        distant_opposition;

        /// Move the rook to limit the movement freedom of the bare king.
        /// True iff Move is this move in Pos. The rook goes to the line next to the bare king,
        /// between the kings, with few lines behind it, as far away from it as it can; if it
        /// cannot yet, further away along its line. Never with check.
        control_escape_line;

        /// Move the rook away from the bare king along the controlled line.
        /// True iff Move is this move in Pos. The rook goes as far away as it can without
        /// check, on its line between the kings if there is one.
        lateral_move;

        /// Move the rook to control a line between the kings.
        /// True iff Move is this move in Pos. Without check, to where the rook's file and rank
        /// leave the bare king the smallest rectangle and its own king comes in time to protect
        /// it.
        control_line_between_kings;

        /// Move the rook to check the bare king.
        /// True iff Move is this move in Pos. Along the lines on which the kings are opposite
        /// each other: along ranks if they are further apart in ranks than in files. From as
        /// far away as it can, and safe.
        lateral_check;

        /// Move the rook away from the bare king to avoid stalemate.
        /// True iff Move is this move in Pos. As far away as it can, without check, and so that
        /// the bare king has a move.
        move_away_to_free_bk;
    }
}

/// What the domain of a position adds if the attacker has to be to move.
const TO_MOVE: &str = "_with_attacker_to_move";
/// Between the endings and that.
const POSITION: &str = "_position";
/// Between two endings.
const OR: &str = "_or_";

fn holds(name: &'static str, position: &Position) -> Result<bool, Error> {
    let answer = Seat::of(position).and_then(|seat| {
        let words = Vocabulary::of(seat.ending)?;
        let word = &words.conditions[words.condition(name)?];
        Some((word.holds)(&seat.scene()))
    });
    answer.ok_or_else(|| refused(name, position, ""))
}

fn find(name: &'static str, position: &Position) -> Result<Option<MoveTerm>, Error> {
    let answer = Seat::of(position).and_then(|seat| {
        let words = Vocabulary::of(seat.ending)?;
        let word = &words.moves[words.maneuver(name)?];
        (seat.turn == Turn::Attacker).then(|| {
            let after = (word.find)(&seat.scene())?;
            seat.move_to(&after)
        })
    });
    answer.ok_or_else(|| refused(name, position, TO_MOVE))
}

/// The error of a word that is not about a position.
fn refused(name: &str, position: &Position, to_move: &str) -> Error {
    let all = Vocabulary::all().iter();
    let knows = |words: &&&Vocabulary| words.condition(name).or(words.maneuver(name)).is_some();
    let endings: Vec<Ending> = all.filter(knows).map(|words| words.ending).collect();
    not_in(&endings, to_move, position)
}

/// The error of a position that should be one of these endings, with the attacker to move.
pub fn not_to_move(endings: &[Ending], position: &Position) -> Error {
    not_in(endings, TO_MOVE, position)
}

fn not_in(endings: &[Ending], to_move: &str, position: &Position) -> Error {
    let names: Vec<String> = endings.iter().map(Ending::to_string).collect();
    let names = names.join(OR).to_lowercase();
    Error::Domain {
        domain: forever(format!("{names}{POSITION}{to_move}")),
        culprit: position.fen().to_owned(),
    }
}

/// A name that is kept; there are few.
fn forever(name: String) -> &'static str {
    static NAMES: LazyLock<Mutex<BTreeSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name.as_str()) {
        return known;
    }
    let name = name.leak();
    names.insert(name);
    name
}

/// What is to be said of a position that is not in the domain of a word; `None` if the domain is
/// another one.
pub fn about(domain: &str, fen: &str) -> Option<String> {
    let (endings, to_move) = match domain.strip_suffix(TO_MOVE) {
        Some(domain) => (domain.strip_suffix(POSITION)?, true),
        None => (domain.strip_suffix(POSITION)?, false),
    };
    let endings: Vec<Ending> = endings
        .split(OR)
        .map(|name| name.parse().ok())
        .collect::<Option<_>>()?;
    let why = match Position::parse(fen).map(|position| EndingPosition::of(&position)) {
        Ok(Err(why)) => format!(": {why}"),
        Ok(Ok(seen)) => match seen.placed {
            None => ": there are only kings".to_owned(),
            Some((ending, _)) if !endings.contains(&ending) => format!(": it is one of {ending}"),
            Some(_) => ": the bare king is to move".to_owned(),
        },
        Err(_) => String::new(),
    };
    let material: Vec<String> = endings
        .iter()
        .map(|ending| format!("{}, of either side,", ending.material()))
        .collect();
    let to_move = if to_move {
        ", and with that side to move"
    } else {
        ""
    };
    Some(format!(
        "{why} (expected a position of {} against a bare king, without castling rights{to_move})",
        material.join(" or ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::table;

    #[test]
    fn the_natives_are_the_words() {
        let natives: BTreeSet<&str> = NATIVES.iter().map(|native| native.name).collect();
        let mut words = BTreeSet::new();
        for vocabulary in Vocabulary::all() {
            let told = vocabulary
                .conditions
                .iter()
                .map(|word| (word.name, 1, word.question));
            let moves = vocabulary.moves.iter().map(|word| (word.name, 2, word.aim));
            for (name, arity, told) in told.chain(moves) {
                words.insert(name);
                let native = table::natives().find(|native| native.name == name).unwrap();
                assert_eq!(native.args.len(), arity, "{name}");
                let first = native.doc.first().map_or("", |line| line.trim());
                // Not all words have been told of yet.
                assert!(told == "?" || told == first, "{name}: {told}\n{first}");
            }
        }
        assert_eq!(natives, words);
    }

    #[test]
    fn what_is_refused() {
        let told = |name: &'static str, fen: &str| {
            let position = Position::parse(fen).unwrap();
            let error = match table::natives()
                .find(|native| native.name == name)
                .unwrap()
                .args
            {
                [_] => holds(name, &position).unwrap_err(),
                _ => find(name, &position).unwrap_err(),
            };
            let Error::Domain { domain, culprit } = error else {
                panic!("{error:?}")
            };
            format!("{domain}{}", about(domain, &culprit).unwrap())
        };
        for (name, fen, expected) in [
            (
                "king_on_edge",
                "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
                "krk_position: it is one of KQK (expected a position of king and rook, of either \
                 side, against a bare king, without castling rights)",
            ),
            (
                "king_on_edge",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "krk_position: white may still castle (expected a position of king and rook, of \
                 either side, against a bare king, without castling rights)",
            ),
            (
                "lateral_check",
                "8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
                "krk_position_with_attacker_to_move: the bare king is to move (expected a position \
                 of king and rook, of either side, against a bare king, without castling rights, \
                 and with that side to move)",
            ),
            (
                "lateral_check",
                "8/8/8/3k4/8/8/8/4K3 w - - 0 1",
                "krk_position_with_attacker_to_move: there are only kings (expected a position of \
                 king and rook, of either side, against a bare king, without castling rights, and \
                 with that side to move)",
            ),
        ] {
            assert_eq!(told(name, fen), expected);
        }
        assert_eq!(about("ending_position", ""), None);
        assert_eq!(about("krk_games", ""), None);
    }
}
