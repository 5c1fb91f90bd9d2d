//! The words of vocabularies: the conditions and moves of which strategies for endings are made.
//!
//! A word looks at a position of any ending whose [`Vocabulary`] has it, whoever's turn it is if it is
//! a condition. Its documentation begins with what students are told, and says then what it means.

use std::{
    collections::BTreeSet,
    sync::{LazyLock, Mutex, PoisonError},
};

use crate::{
    chess::Position,
    endgame::{
        Ending, Turn, Vocabulary, ending::MOST_PIECES, perfect::EndingPosition, view::EndingView,
    },
    native::{Error, Native, types::*},
    natives,
};

/// Declares the natives of conditions and of moves, all alike.
macro_rules! words {
    (
        conditions { $( $(#[doc = $question:literal])* $condition:ident; )* }
        moves { $( $(#[doc = $aim:literal])* $maneuver:ident; )* }
    ) => {
        natives! {
            module "cl_chess";
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
        /// True iff the answer is yes: Are the kings in front of each other, with one square
        /// between them?
        /// They stand on one file or rank, with one square between them.
        kings_in_opposition;

        /// True iff the answer is yes: Are the kings almost in opposition?
        /// They stand a knight's move apart.
        kings_close_to_opposition;

        /// True iff the answer is yes: Is the bare king on the edge of the board?
        /// It stands on the files a or h, or on the ranks 1 or 8.
        king_on_edge;

        /// True iff the answer is yes: Does the bare king have only one possible move left?
        /// There is one square that it could go to, captures included.
        one_empty_field;

        /// True iff the answer is yes: Is the distance between the kings three squares?
        /// A king needs three moves from the one to the other on an empty board.
        distance_bk_wk_3;

        /// True iff the answer is yes: Does the bare king have no possible move?
        /// There is no square that it could go to: if it were its turn, it would be mate or
        /// stalemate.
        no_empty_field;

        /// True iff the answer is yes: Can the rook block the bare king?
        /// It is so if control_escape_line/2 has a move.
        possible_control_of_escape_line;

        /// True iff the answer is yes: Can the rook check the bare king from the side?
        /// It is so if lateral_check/2 has a move.
        possible_lateral_check;

        /// True iff the answer is yes: Does the rook control a line between the kings?
        /// The file of the rook is between the files of the kings, or its rank between their ranks.
        control_of_line_between_kings;

        /// True iff the answer is yes: Can the bare king capture the rook?
        /// It is next to the rook, which the other king does not protect.
        threatened_rook;

        /// True iff the answer is yes: Does the attacker's king protect the rook?
        /// It is next to it.
        protected_rook;

        /// True iff the answer is yes: Can the attacker's king protect the rook?
        /// It is so if protect_rook/2 has a move.
        possible_protection_of_rook;

        /// True iff the answer is yes: Can the attacker's king protect the rook by going into
        /// opposition?
        /// It is so if protect_rook/2 has a move after which kings_in_opposition/1 holds.
        possible_protection_of_rook_with_opposition;

        /// True iff the answer is yes: Is the bare king in a corner, or next to one?
        /// A corner is one king's move away at most.
        king_near_corner;

        /// True iff the answer is yes: Is the bare king in a corner that a bishop can attack, or
        /// next to one?
        /// Corners are right if they are of the colour of a bishop's squares; all are, with bishops
        /// of both colours or without one.
        king_near_right_corner;

        /// True iff the answer is yes: Is the attacker's king within four squares of the bare king?
        /// A king needs four moves at most from the one to the other on an empty board.
        attacker_king_near;

        /// True iff the answer is yes: Can the bare king get to six squares at most?
        /// If the attacker stood still, it could get to six squares at most, its own included.
        little_freedom;

        /// True iff the answer is yes: Can the bare king capture a piece?
        /// A piece next to it is not protected.
        threatened_piece;

        /// True iff the answer is yes: Is there a move that mates?
        /// It is so if mate_at_once/2 has a move.
        possible_mate;

        /// True iff the answer is yes: Can a piece take freedom from the bare king?
        /// It is so if confine_king/2 has a move.
        possible_confinement;

        /// True iff the answer is yes: Can the attacker's king come nearer without giving freedom?
        /// It is so if approach_region/2 has a move.
        possible_approach;
    }
    moves {
        /// True iff Move in Pos does this: move the king to protect the rook.
        /// It goes next to the rook: into opposition if it can, then keeping the rook's line
        /// between the kings, then towards the bare king and the middle.
        protect_rook;

        /// True iff Move in Pos does this: move the king to be close to opposition.
        /// Of the moves after which the rook cannot be taken it takes one that keeps the rook's
        /// line between the kings, then the one nearest to a square a knight's move from the bare
        /// king, then one after which it is as near to the rook as the bare king.
        nearly_opposition;

        /// True iff Move in Pos does this: move the king toward the bare king.
        /// Of the moves after which the rook cannot be taken it takes the one that needs the fewest
        /// moves to the bare king, then one that keeps the rook's line between the kings, then the
        /// one nearest to the middle.
        distant_opposition;

        /// True iff Move in Pos does this: move the rook to limit the freedom of the bare king.
        /// Without check, and where it cannot be taken, the rook goes to the line next to the bare
        /// king, between the kings. If its line is between them already, that stays the same kind
        /// of line, a file or a rank, or has fewer lines behind it. There it goes as far away as it
        /// can. If it cannot get there yet, it goes further away along its line.
        control_escape_line;

        /// True iff Move in Pos does this: move the rook away from the bare king along the line
        /// that it controls.
        /// Without check, and where it cannot be taken, the rook goes as far from the bare king as
        /// it can, on its line between the kings if there is one.
        lateral_move;

        /// True iff Move in Pos does this: move the rook to control a line between the kings.
        /// Without check, and where it cannot be taken, the rook goes to a line between the kings,
        /// next to its king if it can, and where its file and rank leave the bare king the smallest
        /// rectangle.
        control_line_between_kings;

        /// True iff Move in Pos does this: move the rook to check the bare king from the side.
        /// Where it cannot be taken, the rook checks along a rank if the kings are more ranks than
        /// files apart, along a file if more files, along either otherwise; if it can, where its
        /// king is as near as the bare king, and from as far away as it can.
        lateral_check;

        /// True iff Move in Pos does this: move the rook away from the bare king to avoid
        /// stalemate.
        /// As far away as it can, without check, where it cannot be taken, and so that the bare
        /// king has a move.
        move_away_to_free_bk;

        /// True iff Move in Pos does this: mate the bare king.
        /// There may be several; one is taken.
        mate_at_once;

        /// True iff Move in Pos does this: move a piece so that the bare king has the least
        /// freedom.
        /// No piece can be taken then, and it is no stalemate. The freedom of the bare king counts
        /// the squares that it could get to if the attacker stood still: 3 in a corner, 5 on an
        /// edge, 8 elsewhere. The freedom has to become less; of equals, the move that keeps the
        /// king near those squares, and the pieces near the king.
        confine_king;

        /// True iff Move in Pos does this: bring the king nearer to the squares that the bare king
        /// can get to, without giving it freedom.
        /// No piece can be taken then, it is no stalemate, and the freedom (see confine_king/2) is
        /// no greater than before. Near is the sum of the squared distances to these squares; it
        /// has to become less.
        approach_region;

        /// True iff Move in Pos does this: bring the king nearer to the bare king.
        /// No piece can be taken then, and it is no stalemate. It takes the square nearest to the
        /// bare king.
        approach_king;

        /// True iff Move in Pos does this: check so that the bare king has the least freedom.
        /// No piece can be taken then, and the bare king has a move. See confine_king/2.
        confining_check;

        /// True iff Move in Pos does this: move so that nothing can be captured and the bare king
        /// has the least freedom.
        /// It is no stalemate, either. See confine_king/2.
        save_piece;

        /// True iff Move in Pos does this: move a piece and keep the bare king as confined as it
        /// is.
        /// Without check and stalemate, and so that no piece can be taken. If the freedom (see
        /// confine_king/2) has to grow, it grows as little as it can.
        wait_with_piece;

        /// True iff Move in Pos does this: move the king and keep the bare king as confined as it
        /// is.
        /// Without stalemate, and so that no piece can be taken. If the freedom (see
        /// confine_king/2) has to grow, it grows as little as it can.
        wait_with_king;
    }
}

/// What the domain of a position adds if the attacker has to be to move.
const TO_MOVE: &str = "_with_attacker_to_move";
/// Between the endings and that.
const POSITION: &str = "_position";
/// In place of endings, all of them.
const ANY: &str = "ending";
/// Between two endings.
const OR: &str = "_or_";

fn holds(name: &'static str, position: &Position) -> Result<bool, Error> {
    let answer = EndingView::of(position).and_then(|view| {
        let words = Vocabulary::of(view.ending)?;
        let word = &words.conditions[words.condition(name)?];
        Some((word.holds)(&view.scene()))
    });
    answer.ok_or_else(|| refused(name, position, ""))
}

fn find(name: &'static str, position: &Position) -> Result<Option<MoveTerm>, Error> {
    let answer = EndingView::of(position).and_then(|view| {
        let words = Vocabulary::of(view.ending)?;
        let word = &words.moves[words.maneuver(name)?];
        (view.turn == Turn::Attacker).then(|| {
            let after = (word.find)(&view.scene())?;
            view.move_to(&after)
        })
    });
    answer.ok_or_else(|| refused(name, position, TO_MOVE))
}

/// The endings in whose vocabulary a word is.
fn endings_of(word: &str) -> Vec<Ending> {
    let all = Vocabulary::all().iter();
    let knows = |words: &&&Vocabulary| words.condition(word).or(words.maneuver(word)).is_some();
    all.filter(knows).map(|words| words.ending).collect()
}

/// What the manual adds to a word: which positions it is about.
pub(super) fn domain_in_words(native: &Native) -> Option<String> {
    if NATIVES
        .iter()
        .all(|word| word.indicator() != native.indicator())
    {
        return None;
    }
    let endings = endings_of(native.name);
    let names: Vec<String> = endings.iter().map(Ending::to_string).collect();
    let names = match names.split_last()? {
        (last, []) => last.clone(),
        (last, names) => format!("{} or {last}", names.join(", ")),
    };
    let to_move = match native.args.len() {
        1 => "",
        _ => " with the attacker to move",
    };
    Some(format!(
        "Pos is one of {names}{to_move}; any other is a domain error."
    ))
}

/// The error of a word that is not about a position.
fn refused(name: &str, position: &Position, to_move: &str) -> Error {
    not_in(&endings_of(name), to_move, position)
}

/// The error of a position that should be one of these endings, with the attacker to move.
pub fn not_to_move(endings: &[Ending], position: &Position) -> Error {
    not_in(endings, TO_MOVE, position)
}

/// The error of a position that should be one of any ending, with the attacker to move.
pub fn not_to_move_at_all(position: &Position) -> Error {
    Error::Domain {
        domain: forever(format!("{ANY}{POSITION}{TO_MOVE}")),
        culprit: position.fen().to_owned(),
    }
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
    let any = to_move && endings == ANY;
    let endings: Vec<Ending> = match any {
        true => Vec::new(),
        false => endings
            .split(OR)
            .map(|name| name.parse().ok())
            .collect::<Option<_>>()?,
    };
    let why = match Position::parse(fen).map(|position| EndingPosition::of(&position)) {
        Ok(Err(why)) => format!(": {why}"),
        Ok(Ok(seen)) => match seen.placed {
            None => ": there are only kings".to_owned(),
            Some((ending, _)) if !any && !endings.contains(&ending) => {
                format!(": it is one of {ending}")
            }
            Some(_) => ": the bare king is to move".to_owned(),
        },
        Err(_) => String::new(),
    };
    let names: Vec<String> = endings.iter().map(Ending::to_string).collect();
    let material = match (endings.as_slice(), names.split_last()) {
        ([ending], _) => format!("{}, of either side, against a bare king", ending.material()),
        (_, Some((last, names))) => {
            let names = names.join(", ");
            format!("{names} or {last}, whichever side has the pieces")
        }
        (_, None) => format!(
            "a king with at most {MOST_PIECES} pieces or pawns, of either side, against a bare king"
        ),
    };
    let to_move = if to_move {
        ", and with that side to move"
    } else {
        ""
    };
    Some(format!(
        "{why} (expected a position of {material}, without castling rights{to_move})"
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
            let conditions = vocabulary
                .conditions
                .iter()
                .map(|word| (word.name, 1, word.question));
            let moves = vocabulary.moves.iter().map(|word| (word.name, 2, word.aim));
            for (name, arity, reported) in conditions.chain(moves) {
                words.insert(name);
                let native = table::natives().find(|native| native.name == name).unwrap();
                assert_eq!(native.args.len(), arity, "{name}");
                let lines: Vec<&str> = native.doc.iter().map(|line| line.trim()).collect();
                let doc = lines.join(" ");
                // Not all words have been told of yet.
                assert!(
                    reported == "?" || doc.contains(reported),
                    "{name}: {reported}\n{doc}"
                );
            }
        }
        assert_eq!(natives, words);
    }

    #[test]
    fn what_is_refused() {
        let reported = |name: &'static str, fen: &str| {
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
                "threatened_rook",
                "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
                "krk_position: it is one of KQK (expected a position of king and rook, of either \
                 side, against a bare king, without castling rights)",
            ),
            (
                "threatened_rook",
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
            assert_eq!(reported(name, fen), expected);
        }
        for (name, fen, expected) in [
            (
                "threatened_piece",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "kqk_or_kbbk_or_kbnk_position: neither king is bare: beside it, white has 15 \
                 pieces and pawns and black 15 pieces and pawns (expected a position of KQK, KBBK \
                 or KBNK, whichever side has the pieces, without castling rights)",
            ),
            (
                "save_piece",
                "8/8/8/3k4/8/8/8/Q3K3 b - - 0 1",
                "kqk_or_kbbk_or_kbnk_position_with_attacker_to_move: the bare king is to move \
                 (expected a position of KQK, KBBK or KBNK, whichever side has the pieces, \
                 without castling rights, and with that side to move)",
            ),
        ] {
            assert_eq!(reported(name, fen), expected);
        }
        assert_eq!(
            about(
                "ending_position_with_attacker_to_move",
                "8/8/8/3k4/8/8/P7/4K3 b - - 0 1"
            )
            .as_deref(),
            Some(
                ": the bare king is to move (expected a position of a king with at most 2 pieces or \
                 pawns, of either side, against a bare king, without castling rights, and with \
                 that side to move)"
            )
        );
        assert_eq!(about("ending_position", ""), None);
        assert_eq!(about("krk_games", ""), None);
    }
}
