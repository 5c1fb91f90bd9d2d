//! King and queen, two bishops, or bishop and knight against king: words of our own.
//!
//! They turn on the *freedom* of the bare king: how many squares it could get to if the attacker
//! stood still ([`region`](super::region)). Confining it, coming nearer without letting it out, and
//! waiting are the same plan with all pieces.

use shakmaty::{Bitboard, Role, Square};

use super::{After, Condition, Maneuver, Scene, Vocabulary, far_from, freedom, on_edge, squared};
use crate::endgame::{Ending, Placement};

/// King and queen against king.
pub static KQK: Vocabulary = Vocabulary {
    ending: Ending::of_two(Role::Queen, None),
    conditions: CONDITIONS,
    moves: MOVES,
};

/// King and two bishops against king.
pub static KBBK: Vocabulary = Vocabulary {
    ending: Ending::of_two(Role::Bishop, Some(Role::Bishop)),
    conditions: CONDITIONS,
    moves: MOVES,
};

/// King, bishop and knight against king.
pub static KBNK: Vocabulary = Vocabulary {
    ending: Ending::of_two(Role::Bishop, Some(Role::Knight)),
    conditions: CONDITIONS,
    moves: MOVES,
};

const CONDITIONS: &[Condition] = &[
    Condition {
        name: "king_on_edge",
        question: "Is the bare king on the edge of the board?",
        holds: |scene| on_edge(scene.at.bare),
    },
    Condition {
        name: "king_near_corner",
        question: "Is the bare king in a corner, or next to one?",
        holds: |scene| to_corner(scene.at.bare, Bitboard::CORNERS) <= 1,
    },
    Condition {
        name: "king_near_right_corner",
        question: "Is the bare king in a corner that a bishop can attack, or next to one?",
        holds: |scene| to_corner(scene.at.bare, right_corners(scene)) <= 1,
    },
    Condition {
        name: "kings_in_opposition",
        question: "Are the kings in front of each other, with one square between them?",
        holds: |scene| matches!(scene.apart(), (0, 2) | (2, 0)),
    },
    Condition {
        name: "kings_close_to_opposition",
        question: "Are the kings almost in opposition?",
        holds: |scene| matches!(scene.apart(), (1, 2) | (2, 1)),
    },
    Condition {
        name: "distance_bk_wk_3",
        question: "Is the distance between the kings three squares?",
        holds: |scene| scene.at.king.distance(scene.at.bare) == 3,
    },
    Condition {
        name: "attacker_king_near",
        question: "Is the attacker's king within four squares of the bare king?",
        holds: |scene| scene.at.king.distance(scene.at.bare) <= 4,
    },
    Condition {
        name: "one_empty_field",
        question: "Does the bare king have only one possible move left?",
        holds: |scene| scene.at.escapes(&scene.ending).count() == 1,
    },
    Condition {
        name: "little_freedom",
        question: "Can the bare king get to six squares at most?",
        holds: |scene| scene.region().count() <= 6,
    },
    Condition {
        name: "threatened_piece",
        question: "Can the bare king capture a piece?",
        holds: |scene| {
            let attackers = scene.at.attackers(&scene.ending);
            (scene.at.escapes(&scene.ending) & attackers).any()
        },
    },
    Condition {
        name: "possible_mate",
        question: "Is there a move that mates?",
        holds: |scene| checkmate(scene).is_some(),
    },
    Condition {
        name: "possible_confinement",
        question: "Can a piece take freedom from the bare king?",
        holds: |scene| confine(scene).is_some(),
    },
    Condition {
        name: "possible_approach",
        question: "Can the attacker's king come nearer without giving freedom?",
        holds: |scene| approach(scene).is_some(),
    },
];

const MOVES: &[Maneuver] = &[
    Maneuver {
        name: "mate_at_once",
        aim: "mate the bare king",
        find: checkmate,
    },
    Maneuver {
        name: "confine_king",
        aim: "move a piece so that the bare king has the least freedom",
        find: confine,
    },
    Maneuver {
        name: "approach_region",
        aim: "bring the king nearer to the squares that the bare king can get to, without giving it freedom",
        find: approach,
    },
    Maneuver {
        name: "approach_king",
        aim: "bring the king nearer to the bare king",
        find: come_nearer,
    },
    Maneuver {
        name: "confining_check",
        aim: "check so that the bare king has the least freedom",
        find: give_check,
    },
    Maneuver {
        name: "save_piece",
        aim: "move so that nothing can be captured and the bare king has the least freedom",
        find: save_piece,
    },
    Maneuver {
        name: "wait_with_piece",
        aim: "move a piece and keep the bare king as confined as it is",
        find: wait_with_piece,
    },
    Maneuver {
        name: "wait_with_king",
        aim: "move the king and keep the bare king as confined as it is",
        find: wait_with_king,
    },
];

fn to_corner(square: Square, corners: Bitboard) -> u32 {
    let distances = corners.into_iter().map(|corner| corner.distance(square));
    distances.min().unwrap_or(8)
}

/// The corners on squares of a bishop's colour; all, if there are bishops on both or none.
fn right_corners(scene: &Scene) -> Bitboard {
    let bishops = (0..scene.ending.len()).filter(|&piece| scene.ending.role(piece) == Role::Bishop);
    let colours: Bitboard = bishops
        .map(|piece| match scene.at.pieces[piece].is_light() {
            true => Bitboard::LIGHT_SQUARES,
            false => Bitboard::DARK_SQUARES,
        })
        .fold(Bitboard::EMPTY, |all, colour| all | colour);
    match (Bitboard::CORNERS & colours).any() {
        true => Bitboard::CORNERS & colours,
        false => Bitboard::CORNERS,
    }
}

fn best<K: Ord>(
    scene: &Scene,
    fits: impl Fn(&After) -> bool,
    key: impl Fn(&After) -> K,
) -> Option<Placement> {
    let fitting = scene.after().iter().filter(|after| fits(after));
    let best = fitting.min_by_key(|after| (key(after), after.at));
    best.map(|after| after.at)
}

/// The attacker's king near, and the pieces about it.
fn tidy(scene: &Scene, after: &After) -> (u32, u32) {
    let pieces =
        (0..scene.ending.len()).map(|piece| squared(after.at.pieces[piece], after.at.king));
    (squared(after.at.king, after.at.bare), pieces.sum::<u32>())
}

fn checkmate(scene: &Scene) -> Option<Placement> {
    best(scene, After::is_mate, |_| ())
}

fn confine(scene: &Scene) -> Option<Placement> {
    let now = freedom(scene.region());
    best(
        scene,
        |after| after.piece.is_some() && after.is_sound() && after.freedom() < now,
        |after| (after.freedom(), tidy(scene, after)),
    )
}

fn approach(scene: &Scene) -> Option<Placement> {
    let region = scene.region();
    let far = far_from(scene.at.king, region);
    best(
        scene,
        |after| {
            after.piece.is_none()
                && after.is_sound()
                && after.freedom() <= freedom(region)
                && after.distance() < far
        },
        |after| (after.freedom(), tidy(scene, after)),
    )
}

fn come_nearer(scene: &Scene) -> Option<Placement> {
    best(
        scene,
        |after| after.piece.is_none() && after.is_sound(),
        |after| (squared(after.at.king, after.at.bare), after.freedom()),
    )
}

fn give_check(scene: &Scene) -> Option<Placement> {
    best(
        scene,
        |after| after.check && after.is_sound(),
        |after| (after.freedom(), tidy(scene, after)),
    )
}

fn save_piece(scene: &Scene) -> Option<Placement> {
    best(scene, After::is_sound, |after| {
        (after.freedom(), tidy(scene, after))
    })
}

fn wait_with_piece(scene: &Scene) -> Option<Placement> {
    let now = freedom(scene.region());
    best(
        scene,
        |after| after.piece.is_some() && after.is_sound() && !after.check,
        |after| (after.freedom().max(now), tidy(scene, after)),
    )
}

fn wait_with_king(scene: &Scene) -> Option<Placement> {
    let now = freedom(scene.region());
    best(
        scene,
        |after| after.piece.is_none() && after.is_sound(),
        |after| (after.freedom().max(now), tidy(scene, after)),
    )
}
