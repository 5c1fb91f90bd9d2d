//! The Datalog program that derives the motifs of a position from its base facts.
//!
//! The definitions follow the articles of the Chess Programming Wiki on the motif of the same
//! name and, where they leave a choice, the tagger of Lichess' puzzle themes; what was chosen is
//! said at the rule. *Worth* is 1, 3, 3, 5, 9, a king above all.

use std::collections::HashSet;

use crepe::crepe;
use rustc_hash::FxBuildHasher;
use shakmaty::{Chess, Color, Position as _, Rank, Role, Square, attacks::ray};

use super::{Motifs, facts::Facts};

crepe! {
    @input struct PieceAt(Square, Color, Role);
    @input struct Attack(Square, Square);
    @input struct Defence(Square, Square);
    @input struct Line(Square, Square, Square);
    @input struct Loss(Square, i64);
    @input struct Needed(Square, Square);
    @input struct FreeMove(Square, Square);
    @input struct Refuge(Square);
    @input struct Ring(Color, Square);
    @input struct Siege(Square, Square);
    // A side that may not castle any more, against a rook or a queen.
    @input struct BackRank(Color);
    @input struct Turn(Color);

    // --- pins, threats, guards ------------------------------------------------------------------

    // The piece, the slider, the king behind: FIDE Laws 3.9.2.
    @output struct AbsolutePin(Square, Square, Square);
    AbsolutePin(piece, by, king) <-
        Line(by, piece, king), Attack(by, piece), PieceAt(king, side, Role::King), PieceAt(piece, side, _);

    // An attack that can be carried out: a pinned piece attacks only its pinner.
    struct Threat(Square, Square);
    Threat(by, square) <- Attack(by, square), !AbsolutePin(by, _, _);
    Threat(by, square) <- AbsolutePin(by, square, _), Attack(by, square);

    // A piece that recaptures: it is not pinned, and attacks the square or stands behind an enemy
    // that does (as Lichess' `is_defended` has it, which sees only sliders in front).
    struct Guard(Square, Square);
    Guard(by, square) <- Defence(by, square), !AbsolutePin(by, _, _);
    Guard(by, square) <-
        Line(by, enemy, square), Attack(enemy, square), PieceAt(by, side, _), PieceAt(square, side, _),
        !AbsolutePin(by, _, _);

    @output struct Hanging(Square);
    Hanging(square) <-
        Threat(_, square), PieceAt(square, _, role), (role != Role::King), !Guard(_, square);

    // --- two pieces on a line ----------------------------------------------------------------------

    // A slider, the enemy it attacks, and the piece of the same side behind this one.
    struct Through(Square, Square, Square);
    Through(by, front, back) <-
        Line(by, front, back), Threat(by, front), PieceAt(front, side, _), PieceAt(back, side, _);

    // A king that steps aside may still guard what was behind it; others leave the line.
    struct OtherGuard(Square, Square);
    OtherGuard(front, back) <- Through(_, front, back), Guard(by, back), (by != front);
    OtherGuard(front, back) <- Through(_, front, back), Guard(front, back), PieceAt(front, _, Role::King);

    // The piece behind is no king, and worth more than the slider or not guarded.
    struct Exposed(Square, Square, Square);
    Exposed(by, front, back) <-
        Through(by, front, back), PieceAt(back, _, role), (role != Role::King),
        PieceAt(by, _, slider), (worth(role) > worth(slider));
    Exposed(by, front, back) <-
        Through(by, front, back), PieceAt(back, _, role), (role != Role::King),
        !OtherGuard(front, back);

    // The piece, the slider, the piece behind, which is worth more.
    @output struct RelativePin(Square, Square, Square);
    RelativePin(front, by, back) <-
        Exposed(by, front, back), PieceAt(front, _, less), PieceAt(back, _, more),
        (worth(more) > worth(less));

    // The slider, the piece in front, which is worth more and must move, the piece behind.
    @output struct Skewer(Square, Square, Square);
    Skewer(by, front, back) <- MustMove(by, front, back), !Loss(by, _);
    struct MustMove(Square, Square, Square);
    MustMove(by, front, back) <-
        Exposed(by, front, back), PieceAt(front, _, more), PieceAt(back, _, less),
        (worth(more) > worth(less)), PieceAt(by, _, slider), (worth(more) > worth(slider));
    MustMove(by, front, back) <-
        Exposed(by, front, back), PieceAt(front, _, more), PieceAt(back, _, less),
        (worth(more) > worth(less)), Loss(front, _);

    // Two sliders protect each other only along the line that joins them.
    @output struct Battery(Square, Square);
    Battery(back, front) <-
        Defence(back, front), Defence(front, back),
        PieceAt(back, _, a), (slides(a)), PieceAt(front, _, b), (slides(b));

    // --- two targets ----------------------------------------------------------------------------

    // What a forking piece is after; hanging pawns are not enough, as with Lichess.
    struct Prey(Square, Square);
    Prey(from, to) <-
        Threat(from, to), PieceAt(to, _, role), PieceAt(from, _, own), (worth(role) > worth(own)),
        !Loss(from, _);
    Prey(from, to) <- Threat(from, to), Hanging(to), !PieceAt(to, _, Role::Pawn), !Loss(from, _);

    @output struct Fork(Square, Square, Square);
    Fork(from, a, b) <- Prey(from, a), Prey(from, b), (a < b);

    struct Target(Color, Square);
    Target(!side, square) <- Loss(square, _), PieceAt(square, side, _);
    Target(!side, square) <- PieceAt(square, side, Role::King), Attack(_, square);

    @output struct DoubleAttack(Color, Square, Square);
    DoubleAttack(side, a, b) <- Target(side, a), Target(side, b), (a < b);

    // --- discoveries ----------------------------------------------------------------------------

    // The piece that can leave the line, the slider of its side, the enemy.
    struct Unveils(Square, Square, Square);
    Unveils(blocker, slider, target) <-
        Line(slider, blocker, target), PieceAt(slider, side, _), PieceAt(blocker, side, _),
        PieceAt(target, !side, _), FreeMove(blocker, to), (!ray(slider, target).contains(to));

    @output struct DiscoveredCheck(Square, Square, Square);
    DiscoveredCheck(blocker, slider, king) <-
        Unveils(blocker, slider, king), PieceAt(king, _, Role::King);

    @output struct DiscoveredAttack(Square, Square, Square);
    DiscoveredAttack(blocker, slider, target) <-
        Unveils(blocker, slider, target), !AbsolutePin(slider, _, _), PieceAt(target, _, role),
        (role != Role::King), PieceAt(slider, _, own), (worth(role) > worth(own));
    DiscoveredAttack(blocker, slider, target) <-
        Unveils(blocker, slider, target), !AbsolutePin(slider, _, _), PieceAt(target, _, role),
        (role != Role::King), (role != Role::Pawn), !Guard(_, target);

    @output struct DoubleCheck(Square, Square);
    DoubleCheck(a, b) <-
        Turn(side), PieceAt(king, side, Role::King), Attack(a, king), Attack(b, king), (a < b);

    // --- duties of defenders --------------------------------------------------------------------

    struct GuardedTwice(Square);
    GuardedTwice(square) <- Guard(a, square), Guard(b, square), (a < b);

    @output struct OnlyDefender(Square, Square);
    OnlyDefender(by, square) <-
        Guard(by, square), Threat(_, square), !GuardedTwice(square), !PieceAt(square, _, Role::King);

    @output struct Overloaded(Square, Square, Square);
    Overloaded(by, a, b) <-
        OnlyDefender(by, a), OnlyDefender(by, b), (a < b), Needed(by, a), Needed(by, b);

    // As with Lichess, what is absolutely pinned is not called trapped.
    @output struct Trapped(Square);
    Trapped(square) <-
        Loss(square, _), PieceAt(square, _, role), (role != Role::Pawn), !Refuge(square),
        !AbsolutePin(square, _, _);

    // --- kings ----------------------------------------------------------------------------------

    struct Luft(Color);
    Luft(side) <-
        PieceAt(king, side, Role::King), FreeMove(king, to),
        (to.rank() == side.fold_wb(Rank::Second, Rank::Seventh));

    @output struct BackRankWeak(Color);
    BackRankWeak(side) <-
        PieceAt(king, side, Role::King),
        (king.rank() == side.fold_wb(Rank::First, Rank::Eighth)),
        BackRank(side), !Luft(side), PieceAt(pawn, side, Role::Pawn),
        (pawn.rank() == side.fold_wb(Rank::Second, Rank::Seventh)), (pawn.distance(king) == 1);

    @output struct KingRing(Color, Square, Square);
    KingRing(side, by, square) <- Ring(side, square), Siege(by, square), PieceAt(by, !side, _);
}

/// The customary values, in pawns, with a king above all.
fn worth(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => u8::MAX,
    }
}

fn slides(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// Computes all motifs of a position.
pub(super) fn run(position: &Chess) -> Motifs {
    let (turn, castles) = (position.turn(), position.castles());
    let facts = Facts::of(position.board());
    let mut runtime = Crepe::new();
    runtime.extend(facts.pieces.into_iter().map(|(a, b, c)| PieceAt(a, b, c)));
    runtime.extend(facts.attacks.into_iter().map(|(a, b)| Attack(a, b)));
    runtime.extend(facts.defences.into_iter().map(|(a, b)| Defence(a, b)));
    runtime.extend(facts.lines.into_iter().map(|(a, b, c)| Line(a, b, c)));
    runtime.extend(facts.losses.iter().map(|&(a, b)| Loss(a, b)));
    runtime.extend(facts.needed.into_iter().map(|(a, b)| Needed(a, b)));
    runtime.extend(facts.moves.into_iter().map(|(a, b)| FreeMove(a, b)));
    runtime.extend(facts.refuges.into_iter().map(Refuge));
    runtime.extend(facts.rings.into_iter().map(|(a, b)| Ring(a, b)));
    runtime.extend(facts.sieges.into_iter().map(|(a, b)| Siege(a, b)));
    let settled = |side: &Color| !castles.has_color(*side);
    runtime.extend(facts.back_ranks.into_iter().filter(settled).map(BackRank));
    runtime.extend([Turn(turn)]);
    let (
        absolute_pins,
        hanging,
        relative_pins,
        skewers,
        batteries,
        forks,
        double_attacks,
        discovered_checks,
        discovered_attacks,
        double_checks,
        only_defenders,
        overloaded,
        trapped,
        back_ranks,
        king_rings,
    ) = runtime.run_with_hasher::<FxBuildHasher>();
    let mut en_prise = facts.losses;
    en_prise.sort_unstable();
    Motifs {
        hanging: rows(hanging, |Hanging(a)| a),
        en_prise,
        absolute_pins: rows(absolute_pins, |AbsolutePin(a, b, c)| (a, b, c)),
        relative_pins: rows(relative_pins, |RelativePin(a, b, c)| (a, b, c)),
        skewers: rows(skewers, |Skewer(a, b, c)| (a, b, c)),
        batteries: rows(batteries, |Battery(a, b)| (a, b)),
        forks: rows(forks, |Fork(a, b, c)| (a, b, c)),
        double_attacks: by_side(double_attacks, |DoubleAttack(a, b, c)| (a, b, c)),
        discovered_attacks: rows(discovered_attacks, |DiscoveredAttack(a, b, c)| (a, b, c)),
        discovered_checks: rows(discovered_checks, |DiscoveredCheck(a, b, c)| (a, b, c)),
        double_checks: rows(double_checks, |DoubleCheck(a, b)| (a, b)),
        only_defenders: rows(only_defenders, |OnlyDefender(a, b)| (a, b)),
        overloaded: rows(overloaded, |Overloaded(a, b, c)| (a, b, c)),
        trapped: rows(trapped, |Trapped(a)| a),
        weak_back_ranks: Color::ALL
            .into_iter()
            .filter(|&side| back_ranks.contains(&BackRankWeak(side)))
            .collect(),
        king_rings: by_side(king_rings, |KingRing(a, b, c)| (a, b, c)),
    }
}

/// The rows of a relation in the order of the squares.
fn rows<T, R: Ord, S>(relation: HashSet<T, S>, row: impl Fn(T) -> R) -> Vec<R> {
    let mut rows: Vec<R> = relation.into_iter().map(row).collect();
    rows.sort_unstable();
    rows
}

/// The rows of a relation, white's before black's.
fn by_side<T, A: Ord + Copy, B: Ord + Copy, S>(
    relation: HashSet<T, S>,
    row: impl Fn(T) -> (Color, A, B),
) -> Vec<(Color, A, B)> {
    let mut rows: Vec<_> = relation.into_iter().map(row).collect();
    rows.sort_unstable_by_key(|&(side, a, b)| (side.is_black(), a, b));
    rows
}
