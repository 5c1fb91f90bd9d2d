//! King and rook against king: the thirteen conditions and eight moves of N. Lassabe, S. Sanchez,
//! H. Luga and Y. Duthen, "Genetically Programmed Strategies for Chess Endgame", GECCO 2006, table 1.

use std::cmp::{Ordering, Reverse};

use shakmaty::{Square, attacks::knight_attacks};

use super::{Condition, Maneuver, Scene, Vocabulary, apart, from_middle, on_edge, squared};
use crate::endgame::{Ending, Placement};

/// The words.
pub static KRK: Vocabulary = Vocabulary {
    ending: Ending::KRK,
    conditions: &[
        Condition {
            name: "kings_in_opposition",
            question: "Are the kings in front of each other, with one square between them?",
            holds: |scene| in_opposition(&scene.at),
        },
        Condition {
            name: "kings_close_to_opposition",
            question: "Are the kings almost in opposition?",
            holds: |scene| close_to_opposition(&scene.at),
        },
        Condition {
            name: "king_on_edge",
            question: "Is the bare king on the edge of the board?",
            holds: |scene| on_edge(scene.at.bare),
        },
        Condition {
            name: "one_empty_field",
            question: "Does the bare king have only one possible move left?",
            holds: |scene| scene.at.escapes(&scene.ending).count() == 1,
        },
        Condition {
            name: "distance_bk_wk_3",
            question: "Is the distance between the kings three squares?",
            holds: |scene| scene.at.king.distance(scene.at.bare) == 3,
        },
        Condition {
            name: "no_empty_field",
            question: "Does the bare king have no possible move?",
            holds: |scene| scene.at.escapes(&scene.ending).is_empty(),
        },
        Condition {
            name: "possible_control_of_escape_line",
            question: "Can the rook block the bare king?",
            holds: |scene| control_escape_line(scene).is_some(),
        },
        Condition {
            name: "possible_lateral_check",
            question: "Can the rook check the bare king from the side?",
            holds: |scene| lateral_check(scene).is_some(),
        },
        Condition {
            name: "control_of_line_between_kings",
            question: "Does the rook control a line between the kings?",
            holds: |scene| between(&scene.at, rook(&scene.at)) != (false, false),
        },
        Condition {
            name: "threatened_rook",
            question: "Can the bare king capture the rook?",
            holds: |scene| scene.at.escapes(&scene.ending).contains(rook(&scene.at)),
        },
        Condition {
            name: "protected_rook",
            question: "Does the attacker's king protect the rook?",
            holds: |scene| scene.at.king.distance(rook(&scene.at)) == 1,
        },
        Condition {
            name: "possible_protection_of_rook",
            question: "Can the attacker's king protect the rook?",
            holds: |scene| protect_rook(scene).is_some(),
        },
        Condition {
            name: "possible_protection_of_rook_with_opposition",
            question: "Can the attacker's king protect the rook by going into opposition?",
            holds: |scene| protect_rook(scene).is_some_and(|after| in_opposition(&after)),
        },
    ],
    moves: &[
        Maneuver {
            name: "protect_rook",
            aim: "move the king to protect the rook",
            find: protect_rook,
        },
        Maneuver {
            name: "nearly_opposition",
            aim: "move the king to be close to opposition",
            find: nearly_opposition,
        },
        Maneuver {
            name: "distant_opposition",
            aim: "move the king toward the bare king",
            find: distant_opposition,
        },
        Maneuver {
            name: "control_escape_line",
            aim: "move the rook to limit the freedom of the bare king",
            find: control_escape_line,
        },
        Maneuver {
            name: "lateral_move",
            aim: "move the rook away from the bare king along the line that it controls",
            find: lateral_move,
        },
        Maneuver {
            name: "control_line_between_kings",
            aim: "move the rook to control a line between the kings",
            find: control_line_between_kings,
        },
        Maneuver {
            name: "lateral_check",
            aim: "move the rook to check the bare king from the side",
            find: lateral_check,
        },
        Maneuver {
            name: "move_away_to_free_bk",
            aim: "move the rook away from the bare king to avoid stalemate",
            find: move_away,
        },
    ],
};

fn rook(at: &Placement) -> Square {
    at.pieces[0]
}

/// On one line, with one square between.
fn in_opposition(at: &Placement) -> bool {
    matches!(apart(at.king, at.bare), (0, 2) | (2, 0))
}

/// A knight's move apart.
fn close_to_opposition(at: &Placement) -> bool {
    matches!(apart(at.king, at.bare), (1, 2) | (2, 1))
}

/// Whether a square's file and rank are between those of the kings.
fn between(at: &Placement, square: Square) -> (bool, bool) {
    let inside = |a: u32, b: u32, x: u32| a.min(b) < x && x < a.max(b);
    let file = |square: Square| u32::from(square.file());
    let rank = |square: Square| u32::from(square.rank());
    (
        inside(file(at.king), file(at.bare), file(square)),
        inside(rank(at.king), rank(at.bare), rank(square)),
    )
}

/// A way across the board: along files or along ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    File,
    Rank,
}

/// The coordinate of a square across lines of a kind.
fn number(line: Line, square: Square) -> u32 {
    match line {
        Line::File => square.file().into(),
        Line::Rank => square.rank().into(),
    }
}

/// The line of the rook between the kings; of two, the one nearer to the bare king, then the one
/// with fewer lines behind it.
fn barrier(at: &Placement) -> Option<Line> {
    let (file, rank) = between(at, rook(at));
    let lines = [(file, Line::File), (rank, Line::Rank)].into_iter();
    lines
        .filter(|(is, _)| *is)
        .map(|(_, line)| line)
        .min_by_key(|&line| {
            let bare = number(line, at.bare);
            (number(line, rook(at)).abs_diff(bare), behind(line, at))
        })
}

/// The lines behind the bare king, as the attacker's king sees it.
fn behind(line: Line, at: &Placement) -> u32 {
    let (king, bare) = (number(line, at.king), number(line, at.bare));
    match king < bare {
        true => 7 - bare,
        false => bare,
    }
}

/// Whether the rook's line is between the kings, and next to the bare king.
fn is_tight(at: &Placement) -> bool {
    barrier(at).is_some_and(|line| number(line, rook(at)).abs_diff(number(line, at.bare)) == 1)
}

/// Whether the barrier is given up.
fn gives_up(scene: &Scene, after: &Placement) -> bool {
    let kept = |line| {
        let (file, rank) = between(after, rook(after));
        match line {
            Line::File => file,
            Line::Rank => rank,
        }
    };
    barrier(&scene.at).is_some_and(|line| !kept(line))
}

fn protect_rook(scene: &Scene) -> Option<Placement> {
    let next = scene.king_moves();
    next.filter(|at| at.king.distance(rook(at)) == 1)
        .min_by_key(|at| {
            (
                !in_opposition(at),
                gives_up(scene, at),
                squared(at.king, at.bare),
                from_middle(at.king),
            )
        })
}

fn nearly_opposition(scene: &Scene) -> Option<Placement> {
    safe_king_moves(scene).min_by_key(|at| {
        (
            gives_up(scene, at),
            far_from_opposition(at),
            !is_secure(at),
            at.king.distance(at.bare),
            from_middle(at.king),
            *at,
        )
    })
}

/// How many moves the attacker's king is from a square close to opposition.
fn far_from_opposition(at: &Placement) -> u32 {
    let near = knight_attacks(at.bare).into_iter();
    let far = near.map(|square| square.distance(at.king));
    far.min().unwrap_or(0)
}

fn distant_opposition(scene: &Scene) -> Option<Placement> {
    safe_king_moves(scene).min_by_key(|at| {
        (
            at.king.distance(at.bare),
            gives_up(scene, at),
            from_middle(at.king),
            *at,
        )
    })
}

/// Moves of the king after which the rook cannot be taken.
fn safe_king_moves(scene: &Scene) -> impl Iterator<Item = Placement> {
    scene.king_moves().filter(|at| scene.is_safe(at))
}

/// Safe rook moves.
fn rook_moves(scene: &Scene) -> impl Iterator<Item = Placement> {
    scene.piece_moves(0).filter(|at| scene.is_safe(at))
}

/// The squares of the rectangle in which the rook's file and rank keep the bare king.
fn room(at: &Placement) -> u32 {
    let side = |line| {
        let (rook, bare) = (number(line, rook(at)), number(line, at.bare));
        match rook.cmp(&bare) {
            Ordering::Greater => rook,
            Ordering::Less => 7 - rook,
            Ordering::Equal => 8,
        }
    };
    side(Line::File) * side(Line::Rank)
}

/// Whether the attacker's king is as near to the rook as the bare king, so that it comes in time.
fn is_secure(at: &Placement) -> bool {
    at.king.distance(rook(at)) <= at.bare.distance(rook(at))
}

fn control_escape_line(scene: &Scene) -> Option<Placement> {
    let old = barrier(&scene.at);
    let lines = |at: &Placement| barrier(at).map_or(8, |line| behind(line, at));
    let held = is_tight(&scene.at);
    let tightens = |at: &Placement| {
        let same = !held && (old.is_none() || barrier(at) == old);
        is_tight(at) && (same || lines(at) < lines(&scene.at))
    };
    let now = squared(rook(&scene.at), scene.at.bare);
    let prepares = |at: &Placement| {
        !held && old.is_some() && !leaves(scene, at) && squared(rook(at), at.bare) > now
    };
    quiet_rook_moves(scene)
        .filter(|at| tightens(at) || prepares(at))
        .min_by_key(|at| (!is_tight(at), lines(at), far_from_bare(at), *at))
}

/// The farther the rook is from the bare king, the less this is.
fn far_from_bare(at: &Placement) -> Reverse<u32> {
    Reverse(squared(rook(at), at.bare))
}

/// Safe rook moves without check that leave the bare king a move.
fn quiet_rook_moves(scene: &Scene) -> impl Iterator<Item = Placement> {
    rook_moves(scene).filter(|at| !at.check(&scene.ending) && !at.escapes(&scene.ending).is_empty())
}

fn lateral_move(scene: &Scene) -> Option<Placement> {
    rook_moves(scene)
        .filter(|at| !at.check(&scene.ending))
        .min_by_key(|at| (leaves(scene, at), far_from_bare(at), *at))
}

/// Whether the rook leaves the barrier's line.
fn leaves(scene: &Scene, after: &Placement) -> bool {
    barrier(&scene.at)
        .is_some_and(|line| number(line, rook(after)) != number(line, rook(&scene.at)))
}

fn control_line_between_kings(scene: &Scene) -> Option<Placement> {
    quiet_rook_moves(scene).min_by_key(|at| {
        (
            barrier(at).is_none(),
            at.king.distance(rook(at)) > 1,
            room(at),
            barrier(at).map(|line| behind(line, at)),
            far_from_bare(at),
            *at,
        )
    })
}

/// Safe checks along a rank if the kings are more ranks than files apart, along a file if more files,
/// along either otherwise: the bare king is pushed away.
fn lateral_check(scene: &Scene) -> Option<Placement> {
    let (files, ranks) = scene.apart();
    rook_moves(scene)
        .filter(|at| at.check(&scene.ending))
        .filter(|at| match files.cmp(&ranks) {
            Ordering::Less => rook(at).rank() == at.bare.rank(),
            Ordering::Greater => rook(at).file() == at.bare.file(),
            Ordering::Equal => true,
        })
        .min_by_key(|at| (!is_secure(at), far_from_bare(at), *at))
}

fn move_away(scene: &Scene) -> Option<Placement> {
    quiet_rook_moves(scene).min_by_key(|at| (far_from_bare(at), *at))
}
