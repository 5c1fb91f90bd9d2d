//! The predicates of endgame tables: our own, and Syzygy tables in a folder.

use crate::{
    chess::{Position, moves::move_term},
    endgame::{
        Value, perfect,
        perfect::{EndingPosition, NoEnding},
        syzygy::{self, NoAnswer, Wdl},
    },
    native::{Error, Sentences, types::*},
    natives,
};

// From the worst to the best for the side to move.
atoms! { wdl: Wdl = loss Wdl::Loss, blessed_loss Wdl::BlessedLoss, draw Wdl::Draw,
cursed_win Wdl::CursedWin, win Wdl::Win }

natives! {
    module "cl_chess";

    /// True iff the side with the pieces mates in Plies half moves from Pos, if both play their
    /// best: it as fast, the bare king as long as it can be done. Plies is 0 if the bare king is
    /// mated; of a drawn position, two bare kings among them, it fails.
    /// Pos is a position of a king with at most two pieces or pawns, white's or black's, against a
    /// bare king, without castling rights; all others are a domain error. The half-move clock does
    /// not matter. A table is made when it is first needed, and kept in a file.
    dtm(+Pos: Position, -Plies: i64) is semidet = dtm;

    /// True iff Move is one of the best moves in Pos, a position as in dtm/2. Of the side with the
    /// pieces these are all that keep to the shortest mate, of the bare king all that delay mate
    /// as long as possible, and in a drawn position all after which it is drawn still.
    /// They come in the order of their squares, from a1 to h8, and promotions from the queen down.
    best_move(+Pos: Position, ?Move: MoveTerm) is nondet = best_move;

    /// True iff Move is the first of the moves that best_move/2 finds in Pos: perfect play that is
    /// always the same. It fails if there is no legal move.
    perfect_reply(+Pos: Position, -Move: MoveTerm) is semidet = perfect_reply;

    /// True iff the Syzygy tables in Folder say that Pos has the result Wdl for the side to move.
    /// A cursed win is one that the 50-move rule makes a draw, if it is claimed, and a blessed
    /// loss one that it saves. The half-move clock of Pos is taken to be 0.
    /// Pos has at most 7 pieces and no castling rights. The files, such as KRvK.rtbw and
    /// KRvK.rtbz, are needed for what captures and promotions lead to, too.
    syzygy_wdl(+Folder: String, +Pos: Position, ?Wdl: Wdl) is semidet = syzygy_wdl;

    /// True iff the Syzygy tables in Folder say that Pos has the distance to zeroing Plies: the half
    /// moves until the next capture, pawn move or mate, if the winner hurries under the 50-move
    /// rule. It is positive if the side to move wins, negative if it loses, -1 if it is mated, and
    /// 0 for a draw. Beyond 100, or below -100, the 50-move rule makes it a draw.
    /// Tables may count in moves; then Plies can be nearer to 0 by one than it should. Otherwise
    /// as for syzygy_wdl/3.
    syzygy_dtz(+Folder: String, +Pos: Position, ?Plies: i64) is semidet = syzygy_dtz;

    /// True iff Move is recommended by the Syzygy tables in Folder: of the moves that keep the
    /// result of Pos under the 50-move rule, the one with the best distance to zeroing. It is not
    /// always the shortest way to mate, and it fails if there is no legal move. Otherwise as for
    /// syzygy_wdl/3.
    syzygy_move(+Folder: String, +Pos: Position, ?Move: MoveTerm) is semidet = syzygy_move;

    /// True iff Folder is where the user has Syzygy tables: what follows `--syzygy`, or the variable
    /// SYZYGY_PATH. explain/1 and explain/2 ask them how endings end that dtm/2 does not know.
    syzygy_folder(-Folder: String) is semidet = syzygy_folder;
}

/// What is said of errors: which positions tables know.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("ending_position", |fen| {
            let position = fen.text().and_then(|fen| Position::parse(fen).ok());
            let why = match position.map(|position| EndingPosition::of(&position)) {
                Some(Err(why)) => format!(": {why}"),
                _ => String::new(),
            };
            format!(
                "{why} (an ending position is a king with at most two pieces or pawns against a \
                 bare king, without castling rights)"
            )
        }),
        ("syzygy_position", |_| {
            " (a position without castling rights and with at most 7 pieces)".into()
        }),
    ],
    missing: &[("syzygy_table", |table| {
        let table = table.text().unwrap_or_default();
        format!("there is no Syzygy table {table}")
    })],
    ..Sentences::NONE
};

fn no_ending(position: &Position) -> impl Fn(NoEnding) -> Error {
    move |_| Error::Domain {
        domain: "ending_position",
        culprit: position.fen().to_owned(),
    }
}

fn dtm(position: Position) -> Result<Option<i64>, Error> {
    match perfect::value(&position).map_err(no_ending(&position))? {
        Value::Mate(plies) => Ok(Some(plies.into())),
        Value::Drawn => Ok(None),
    }
}

fn best_move(position: Position, wanted: Option<MoveTerm>) -> Result<Vec<MoveTerm>, Error> {
    let best = perfect::best_moves(&position).map_err(no_ending(&position))?;
    let terms = best.into_iter().map(move_term);
    Ok(terms
        .filter(|&term| wanted.is_none_or(|wanted| wanted == term))
        .collect())
}

fn perfect_reply(position: Position) -> Result<Option<MoveTerm>, Error> {
    Ok(best_move(position, None)?.first().copied())
}

fn no_answer(position: &Position) -> impl Fn(NoAnswer) -> Error {
    move |why| match why {
        NoAnswer::NoFolder(folder) => Error::Existence {
            kind: "directory",
            culprit: folder,
        },
        NoAnswer::Unreadable(folder) => Error::Permission {
            action: "open",
            kind: "directory",
            culprit: folder,
        },
        NoAnswer::NoTable(folder, table) => Error::Existence {
            kind: "syzygy_table",
            culprit: format!("{table} in {folder}"),
        },
        NoAnswer::Damaged(..) => Error::Syntax(why.to_string()),
        NoAnswer::Castling | NoAnswer::TooManyPieces => Error::Domain {
            domain: "syzygy_position",
            culprit: position.fen().to_owned(),
        },
    }
}

/// The value, if it is the one that is wanted.
fn wanted<T: PartialEq>(value: T, wanted: Option<T>) -> Option<T> {
    (wanted.is_none() || wanted.as_ref() == Some(&value)).then_some(value)
}

fn syzygy_folder() -> Option<String> {
    let folder = std::env::var(syzygy::VARIABLE).ok();
    folder.filter(|folder| !folder.is_empty())
}

fn syzygy_wdl(folder: String, position: Position, wdl: Option<Wdl>) -> Result<Option<Wdl>, Error> {
    let answer = syzygy::folder(&folder).and_then(|folder| folder.wdl(&position));
    Ok(wanted(answer.map_err(no_answer(&position))?, wdl))
}

fn syzygy_dtz(
    folder: String,
    position: Position,
    plies: Option<i64>,
) -> Result<Option<i64>, Error> {
    let answer = syzygy::folder(&folder).and_then(|folder| folder.dtz(&position));
    Ok(wanted(answer.map_err(no_answer(&position))?.into(), plies))
}

fn syzygy_move(
    folder: String,
    position: Position,
    played: Option<MoveTerm>,
) -> Result<Option<MoveTerm>, Error> {
    let answer = syzygy::folder(&folder).and_then(|folder| folder.best_move(&position));
    let best = answer.map_err(no_answer(&position))?.map(move_term);
    Ok(best.and_then(|best| wanted(best, played)))
}
