use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square};

use super::*;
use crate::chess::{
    Position, attack,
    exchange::{self, value},
    moves, pawns,
};

/// Positions of random games, the same in every run.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..12 {
        let mut random = Random::of(&[game]);
        let mut position = Chess::default();
        for _ in 0..80 {
            let moves = position.legal_moves();
            // Captures open the board for pieces with something to do.
            let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
            let pool = match random.below(3) {
                0 if !captures.is_empty() => &captures[..],
                _ => &moves[..],
            };
            let Some(&m) = random.pick(pool) else { break };
            position.play_unchecked(m);
            positions.push(Position::from_chess(position.clone()));
        }
    }
    positions.push(Position::parse("r3k2r/p1P1n1P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1").unwrap());
    positions.push(Position::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap());
    positions
}

fn words(planes: Planes, position: &Chess) -> Vec<u64> {
    let mut words = vec![0; planes.number()];
    planes.encode(position, &mut words);
    words
}

/// The plane as squares of the board as it is.
fn plane_of(position: &Chess, name: &str) -> Bitboard {
    let at = Planes::Relations.index(name).unwrap();
    let word = words(Planes::Relations, position)[at];
    let word = Bitboard(word);
    match position.turn() {
        Color::White => word,
        Color::Black => word.flip_vertical(),
    }
}

/// The squares for which a test holds.
fn where_it_holds(test: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&s| test(s)).collect()
}

fn defined(check: impl Fn(&Position) -> Vec<(&'static str, Bitboard)>) {
    let mut seen = std::collections::BTreeMap::new();
    for position in positions() {
        for (name, expected) in check(&position) {
            let found = plane_of(&position, name);
            assert_eq!(found, expected, "{name} of {}", position.fen());
            *seen.entry(name).or_insert(false) |= expected.any();
        }
    }
    let never: Vec<_> = seen.iter().filter(|(_, any)| !**any).collect();
    assert!(
        never.is_empty(),
        "only tested where they are empty: {never:?}"
    );
}

/// The pieces of a side that attack a square.
fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    let rows = attack::attackers(position.board(), side, square.into(), Bitboard::FULL);
    rows.into_iter().map(|(_, from)| from).collect()
}

/// How many pieces of a side attack a square, kinds restricted.
fn count(position: &Position, side: Color, square: Square, kinds: &[Role]) -> usize {
    let kind = |&from: &Square| kinds.contains(&position.board().role_at(from).unwrap());
    attackers(position, side, square)
        .into_iter()
        .filter(kind)
        .count()
}

#[test]
fn attacks_by_number_and_kind() {
    use Role::*;
    defined(|position| {
        let attacked = |side, least, kinds: &[Role]| {
            where_it_holds(|square| count(position, side, square, kinds) >= least)
        };
        let own = position.turn();
        let minors = [Knight, Bishop];
        vec![
            ("own_attacks_1", attacked(own, 1, &Role::ALL)),
            ("own_attacks_2", attacked(own, 2, &Role::ALL)),
            ("own_attacks_3", attacked(own, 3, &Role::ALL)),
            ("their_attacks_1", attacked(!own, 1, &Role::ALL)),
            ("their_attacks_2", attacked(!own, 2, &Role::ALL)),
            ("their_attacks_3", attacked(!own, 3, &Role::ALL)),
            ("own_pawn_attacks", attacked(own, 1, &[Pawn])),
            ("own_minor_attacks", attacked(own, 1, &minors)),
            ("own_rook_attacks", attacked(own, 1, &[Rook])),
            ("own_queen_attacks", attacked(own, 1, &[Queen])),
            ("own_king_attacks", attacked(own, 1, &[King])),
            ("their_pawn_attacks", attacked(!own, 1, &[Pawn])),
            ("their_minor_attacks", attacked(!own, 1, &minors)),
            ("their_rook_attacks", attacked(!own, 1, &[Rook])),
            ("their_queen_attacks", attacked(!own, 1, &[Queen])),
            ("their_king_attacks", attacked(!own, 1, &[King])),
        ]
    });
}

fn ring(board: &Board, side: Color) -> Bitboard {
    shakmaty::attacks::king_attacks(board.king_of(side).unwrap())
}

#[test]
fn men_that_are_attacked_and_lost() {
    defined(|position| {
        let board = position.board();
        let own = position.turn();
        let pieces = |side, test: &dyn Fn(Square, Color) -> bool| {
            where_it_holds(|s| board.color_at(s) == Some(side) && test(s, side))
        };
        let worth = |square| value(board.role_at(square).unwrap());
        let harassed = |square, side: Color| {
            attackers(position, !side, square)
                .into_iter()
                .any(|from| worth(from) < worth(square))
                && board.role_at(square) != Some(Role::King)
        };
        let hanging = |square, side: Color| {
            count(position, !side, square, &Role::ALL) > 0
                && count(position, side, square, &Role::ALL) == 0
        };
        let loses = |least| move |square, _: Color| exchange::loss(board, square) >= least;
        let guards = |guard: Square, side: Color| {
            board
                .by_color(side)
                .without(guard)
                .into_iter()
                .any(|piece| {
                    let near = !attack::defends(board, guard.into(), piece.into()).is_empty();
                    let line = shakmaty::attacks::queen_attacks(piece, Bitboard::EMPTY);
                    let far = line.contains(guard) && board.sliders().contains(guard);
                    (near || far)
                        && count(position, !side, piece, &Role::ALL) > 0
                        && exchange::loss(board, piece) == 0
                        && exchange::loss_without(board, piece, guard) > 0
                })
        };
        vec![
            ("own_harassed", pieces(own, &harassed)),
            ("their_harassed", pieces(!own, &harassed)),
            ("own_hanging", pieces(own, &hanging)),
            ("their_hanging", pieces(!own, &hanging)),
            ("own_loses_1", pieces(own, &loses(100))),
            ("own_loses_3", pieces(own, &loses(300))),
            ("own_loses_5", pieces(own, &loses(500))),
            ("own_loses_9", pieces(own, &loses(900))),
            ("their_loses_1", pieces(!own, &loses(100))),
            ("their_loses_3", pieces(!own, &loses(300))),
            ("their_loses_5", pieces(!own, &loses(500))),
            ("their_loses_9", pieces(!own, &loses(900))),
            ("own_guards", pieces(own, &guards)),
            ("their_guards", pieces(!own, &guards)),
        ]
    });
}

#[test]
fn men_on_lines() {
    defined(|position| {
        let board = position.board();
        let own = position.turn();
        // A slider, and the next two pieces on one of its lines.
        let lines = attack::behind(board, Bitboard::FULL, Bitboard::FULL, Bitboard::FULL);
        let side = |square| board.color_at(square).unwrap();
        let worth = |square| value(board.role_at(square).unwrap());
        let is_king = |square| board.role_at(square) == Some(Role::King);
        let on_lines = |picks_back: bool, test: &dyn Fn(Square, Square, Square) -> bool| {
            let held = lines.iter().filter(|&&(a, b, c)| test(a, b, c));
            held.map(|&(_, first, second)| if picks_back { second } else { first })
                .collect::<Bitboard>()
        };
        let against = |of| move |a, b, c| side(a) != of && side(b) == of && side(c) == of;
        let screens = |of| move |a, b, c| against(of)(a, b, c) && worth(c) > worth(b);
        let with = |of| move |a, b, c| side(a) == of && side(b) == of && side(c) != of;
        let batteries = |of| move |a, b, c| with(of)(a, b, c) && is_king(c);
        let uncovers = |a, b, c| {
            with(own)(a, b, c) && (worth(c) > worth(a) || count(position, !own, c, &Role::ALL) == 0)
        };
        let pinned = attack::pinned(board, Bitboard::FULL, Bitboard::FULL);
        let pinned: Bitboard = pinned.into_iter().map(|(square, _)| square).collect();
        vec![
            ("own_pinned", pinned & board.by_color(own)),
            ("their_pinned", pinned & board.by_color(!own)),
            ("own_screens", on_lines(false, &screens(own))),
            ("their_screens", on_lines(false, &screens(!own))),
            ("own_x_rayed", on_lines(true, &against(own))),
            ("their_x_rayed", on_lines(true, &against(!own))),
            ("own_batteries", on_lines(false, &batteries(own))),
            ("their_batteries", on_lines(false, &batteries(!own))),
            ("own_uncovers", on_lines(false, &uncovers)),
        ]
    });
}

#[test]
fn kings_and_pawns() {
    defined(|position| {
        let board = position.board();
        let own = position.turn();
        // A king that stood on the square alone of its side would not be attacked there.
        let escapes = |side: Color| {
            let king = board.king_of(side).unwrap();
            let mut without = board.clone();
            without.discard_piece_at(king);
            let attacked = |s| without.attacks_to(s, !side, without.occupied()).any();
            let free = where_it_holds(|s| !attacked(s));
            ring(board, side) & free & !board.by_color(side)
        };
        let besieged = |side: Color| {
            where_it_holds(|s| count(position, !side, s, &Role::ALL) >= 2) & ring(board, side)
        };
        // Put a piece of the attacker's kind on the square: does it see the king?
        let king = board.king_of(own).unwrap();
        let checks = where_it_holds(|square| {
            let pieces = attackers(position, !own, square);
            board.color_at(square) != Some(!own)
                && pieces.into_iter().any(|from| {
                    let piece = board.piece_at(from).unwrap();
                    let reached = shakmaty::attacks::attacks(square, piece, board.occupied());
                    piece.role != Role::King && reached.contains(king)
                })
        });
        let passed = pawns::passed(board);
        let checkers = attackers(position, !own, king);
        vec![
            ("own_escapes", escapes(own)),
            ("their_escapes", escapes(!own)),
            ("own_siege", besieged(!own)),
            ("their_siege", besieged(own)),
            ("their_check_squares", checks),
            ("checkers", checkers),
            ("own_passed_pawns", passed & board.by_color(own)),
            ("their_passed_pawns", passed & board.by_color(!own)),
        ]
    });
}

#[test]
fn legal_moves_by_what_they_do() {
    defined(|position| {
        let ends = |to: bool, test: &dyn Fn(Move, &Position) -> bool| {
            let held = position
                .legal_moves()
                .iter()
                .filter(|&&m| test(m, &position.after(m)));
            held.map(|&m| moves::move_term(m))
                .map(|term| if to { term.to } else { term.from })
                .collect::<Bitboard>()
        };
        let gain = |m| exchange::gain(position, m);
        let safe = |m: Move, _: &Position| gain(m) >= 0;
        let wins = |least| move |m: Move, _: &Position| exchange::gain(position, m) >= least;
        let check = |_: Move, after: &Position| after.is_check();
        let mate = |_: Move, after: &Position| moves::is_checkmate(after);
        let material = |board: &Board, side: Color| {
            let pieces = board.by_color(side).into_iter();
            pieces
                .map(|s| value(board.role_at(s).unwrap()))
                .sum::<i32>()
        };
        // What the mover is ahead after the worst that may be taken next.
        let kept = |m: Move, after: &Position| {
            let balance = |board: &Board| {
                material(board, position.turn()) - material(board, !position.turn())
            };
            let own = after.board().by_color(position.turn());
            let worst = own
                .into_iter()
                .map(|s| exchange::loss(after.board(), s))
                .max();
            let ahead = balance(after.board()) - balance(position.board()) - worst.unwrap();
            (gain(m) > 0).then_some(ahead)
        };
        let keeps = |least| {
            move |m: Move, after: &Position| kept(m, after).is_some_and(|ahead| ahead >= least)
        };
        // The pieces worth more or undefended, and the king, that the piece now on its place attacks.
        let targets = |m: Move, after: &Position| {
            let to = moves::move_term(m).to;
            let worth = |square| value(after.board().role_at(square).unwrap());
            let hit = attack::attacks(after.board(), to.into(), Bitboard::FULL);
            let hit = hit.into_iter().map(|(_, target)| target).filter(|&target| {
                worth(target) > worth(to) || count(after, after.turn(), target, &Role::ALL) == 0
            });
            match gain(m) >= 0 && !m.is_castle() {
                true => hit.collect(),
                false => Bitboard::EMPTY,
            }
        };
        let strike = |m: Move, after: &Position| (targets(m, after) & !after.board().kings()).any();
        let fork = |m: Move, after: &Position| targets(m, after).more_than_one();
        let discovered = |m: Move, after: &Position| {
            let king = after.board().king_of(after.turn()).unwrap();
            let to = moves::move_term(m).to;
            let by = attackers(after, !after.turn(), king);
            !m.is_castle() && by.without(to).any()
        };
        let forcing = |m: Move, after: &Position| check(m, after) && after.legal_moves().len() < 2;
        vec![
            ("movable", ends(false, &|_, _| true)),
            ("safe_from", ends(false, &safe)),
            ("safe_to", ends(true, &safe)),
            (
                "even_captures_from",
                ends(false, &|m, _| m.is_capture() && gain(m) == 0),
            ),
            ("wins_1_from", ends(false, &wins(100))),
            ("wins_3_from", ends(false, &wins(300))),
            ("wins_5_from", ends(false, &wins(500))),
            ("wins_to", ends(true, &wins(1))),
            ("keeps_1_from", ends(false, &keeps(100))),
            ("keeps_3_from", ends(false, &keeps(300))),
            ("keeps_5_from", ends(false, &keeps(500))),
            ("promotes_from", ends(false, &|m, _| m.is_promotion())),
            ("checks_from", ends(false, &check)),
            ("checks_to", ends(true, &check)),
            (
                "safe_checks_from",
                ends(false, &|m, after| safe(m, after) && check(m, after)),
            ),
            (
                "safe_checks_to",
                ends(true, &|m, after| safe(m, after) && check(m, after)),
            ),
            (
                "capture_checks_from",
                ends(false, &|m, after| m.is_capture() && check(m, after)),
            ),
            ("discovered_checks_from", ends(false, &discovered)),
            ("forcing_checks_from", ends(false, &forcing)),
            ("mates_from", ends(false, &mate)),
            ("mates_to", ends(true, &mate)),
            ("strikes_from", ends(false, &strike)),
            ("forks_from", ends(false, &fork)),
            ("forks_to", ends(true, &fork)),
        ]
    });
}

#[test]
fn every_plane_of_a_set_has_a_name_of_its_own() {
    for planes in Planes::ALL {
        let names: std::collections::BTreeSet<_> = planes.planes().map(|p| p.name).collect();
        assert_eq!(names.len(), planes.number());
        assert_eq!(Planes::named(planes.name()), Some(planes));
    }
    assert_eq!(Planes::named("?"), None);
}

#[test]
fn the_men_literally_and_turned() {
    let fen = "4k3/pp6/8/8/8/8/7P/4K2R b K - 0 1";
    let position = Position::parse(fen).unwrap();
    let paper = words(Planes::Paper, &position);
    let turned = words(Planes::Turned, &position);
    let at = |planes: Planes, name| planes.index(name).unwrap();
    let bits = |squares: &[Square]| Bitboard::from_iter(squares.iter().copied()).0;
    use Square::*;
    assert_eq!(paper[at(Planes::Paper, "black_pawns")], bits(&[A7, B7]));
    assert_eq!(paper[at(Planes::Paper, "white_rooks")], bits(&[H1]));
    assert_eq!(turned[at(Planes::Turned, "own_pawns")], bits(&[A2, B2]));
    assert_eq!(turned[at(Planes::Turned, "their_rooks")], bits(&[H8]));
    assert_eq!(Planes::Paper.place(&position, A7), A7);
    assert_eq!(Planes::Turned.place(&position, A7), A2);
    assert_eq!(words(Planes::Relations, &position)[..12], turned);
}

/// The position with ranks mirrored and colours exchanged, or with files mirrored (without castling
/// rights, which have no mirror image).
fn image(position: &Chess, files: bool) -> Option<Chess> {
    use shakmaty::{CastlingMode, EnPassantMode, FromSetup as _};
    let mut setup = position.to_setup(EnPassantMode::Legal);
    match files {
        true if setup.castling_rights.any() => return None,
        true => {
            setup.board.flip_horizontal();
            setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
        }
        false => setup.mirror(),
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

#[test]
fn images_have_the_image_of_the_planes() {
    let mut mirrored_ones = 0;
    for position in positions() {
        let other = image(&position, false).unwrap();
        for planes in [Planes::Turned, Planes::Relations] {
            assert_eq!(
                words(planes, &position),
                words(planes, &other),
                "{}",
                position.fen()
            );
        }
        assert_eq!(fingerprint(&position), fingerprint(&other));
        if let Some(other) = image(&position, true) {
            mirrored_ones += 1;
            for planes in Planes::ALL {
                let expected: Vec<u64> =
                    words(planes, &position).into_iter().map(mirrored).collect();
                assert_eq!(words(planes, &other), expected, "{}", position.fen());
            }
            assert_eq!(fingerprint(&position), fingerprint(&other));
        }
    }
    assert!(mirrored_ones > 100, "{mirrored_ones}");
    let numbers: std::collections::BTreeSet<u64> =
        positions().iter().map(|p| fingerprint(p)).collect();
    assert!(numbers.len() + 20 > positions().len(), "{}", numbers.len());
}
