use super::*;
use crate::{chess, random::Random, term::Term};

fn pattern(text: &str) -> Pattern {
    let term: Term = text.parse().unwrap();
    Pattern::read(&term).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn holds(text: &str, fen: &str) -> bool {
    pattern(text).matches(&chess::Position::parse(fen).unwrap())
}

const RUY: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn conditions_say_what_stands_where() {
    for yes in [
        "[on('B',b5),on(n,c6),turn(black)]",
        "each('P',[e4,-(a2,d2),-(f2,h2)])",
        "each(empty,d3)",
        "count(pawn,any,16)",
        "count(white(pawn),2,-(6,8))",
        "count([black,white],any,32)",
        "count(any,light,18)",
        "attacks(on(white(bishop),any),on(n,any))",
        "[not(on(queen,-(a3,h6))),;(on('K',g1),on('K',e1))]",
        "on('N',-(f,h))",
        "[]",
    ] {
        assert!(holds(yes, RUY), "{yes}");
    }
    for no in [
        "on('B',-(b6,b8))",
        "turn(white)",
        "each(any,-(c6,d6))",
        "count(p,7,9)",
        "attacks(on('B',any),on(k,any))",
        "on(black(pawn),-(1,4))",
        "count(any,any,-(-3,-1))",
    ] {
        assert!(!holds(no, RUY), "{no}");
    }
}

#[test]
fn patterns_are_turned_and_shifted() {
    let corner = |square: &str| format!("4k3/8/8/8/8/8/8/{square} w - - 0 1");
    assert!(holds("flip(on('R',a8))", &corner("R3K3")));
    assert!(!holds("flip_horizontal(on('R',a8))", &corner("R3K3")));
    assert!(holds("flip_horizontal(on('R',h1))", &corner("R3K3")));
    assert!(holds("flip_vertical(on('R',a8))", &corner("R3K3")));
    // Rotated by a quarter, a knight's jump to the right goes up.
    let knights = "4k3/8/8/3N4/8/4N3/8/4K3 w - - 0 1";
    assert!(!holds("shift([on('N',b1),on('N',d2)])", knights));
    assert!(!holds("shift([on('N',a1),on('N',b3)])", knights));
    assert!(holds("shift([on('N',a3),on('N',b1)])", knights));
    assert!(holds("shift(rotate([on('N',a1),on('N',c2)]))", knights));
    assert!(!holds("shift(rotate([on('N',a1),on('N',b3)]))", knights));
    assert!(holds("shift(flip([on('N',a1),on('N',b3)]))", knights));
    // What is shifted stays on the board; a rank is shifted up and down only.
    assert!(!holds(
        "shift_horizontal([on('K',h1),on('R',g1)])",
        &corner("R3K3")
    ));
    assert!(holds("shift_vertical([on('N',2),on('N',4)])", knights));
    assert!(!holds("shift_horizontal([on('N',2),on('N',4)])", knights));
    assert!(!holds(
        "flip_colour([on('K',g8),on('R',f8),turn(white)])",
        "5rk1/8/8/8/8/8/8/4K2N w - - 0 1"
    ));
    assert!(holds(
        "flip_colour([on('K',g1),on('R',f1),turn(white)])",
        "5rk1/8/8/8/8/8/8/4K2N b - - 0 1"
    ));
}

/// A pattern holds of a position turned iff the pattern turned holds of the position.
#[test]
fn each_change_is_undone_by_another() {
    let mut random = Random::new(7);
    let mut draw = |n: u64| random.below(n) as i8;
    let whole = Area::Shade { light: true };
    assert_eq!(whole.squares().count(), 32);
    for _ in 0..2000 {
        let (a, b) = (draw(8), draw(8));
        let (c, d) = (draw(8), draw(8));
        let area = match draw(5) {
            0 => Area::Shade { light: a < 4 },
            _ => Area::Rectangle {
                files: (a.min(b), a.max(b)),
                ranks: (c.min(d), c.max(d)),
            },
        };
        for turn in Change::turns(|_| true) {
            let turned = area.changed(&turn).unwrap().squares();
            let one_by_one = area.squares().into_iter().map(|square| {
                let (mut file, mut rank) = (square.file() as i8, square.rank() as i8);
                if turn.transposed {
                    (file, rank) = (rank, file);
                }
                if turn.mirrored.0 {
                    file = 7 - file;
                }
                if turn.mirrored.1 {
                    rank = 7 - rank;
                }
                Square::new((file + 8 * rank) as u32)
            });
            assert_eq!(turned, one_by_one.collect(), "{area:?} {turn:?}");
        }
    }
}

/// Each condition, said of single squares in the plainest way.
#[test]
fn sets_are_what_they_say_square_by_square() {
    let games = chess::games::read("classics").unwrap().take(6);
    let positions: Vec<_> = games
        .flat_map(|game| {
            game.unwrap()
                .plies()
                .map(|(position, _)| position)
                .collect::<Vec<_>>()
        })
        .collect();
    let names = [
        ("'N'", "N"),
        ("n", "n"),
        ("[q,'Q']", "qQ"),
        ("white(pawn)", "P"),
        ("rook", "rR"),
        ("black", "pnbrqk"),
        ("empty", " "),
        ("any", "pnbrqkPNBRQK"),
    ];
    type Inside = fn(u32, u32) -> bool;
    let areas: [(&str, Inside); 5] = [
        ("any", |_, _| true),
        ("-(c,e)", |file, _| (2..5).contains(&file)),
        ("-(d6,b3)", |file, rank| {
            (1..4).contains(&file) && (2..6).contains(&rank)
        }),
        ("[light,4]", |file, rank| {
            (file + rank) % 2 == 1 || rank == 3
        }),
        ("[a1,h8,7]", |file, rank| {
            (file, rank) == (0, 0) || (file, rank) == (7, 7) || rank == 6
        }),
    ];
    for (name, letters) in names {
        for (squares, inside) in areas {
            let (on, each) = (
                pattern(&format!("on({name},{squares})")),
                pattern(&format!("each({name},{squares})")),
            );
            for position in &positions {
                let stand = |square: &Square| {
                    let piece = position.board().piece_at(*square);
                    letters.contains(piece.map_or(' ', Piece::char))
                };
                let named: Vec<Square> = Square::ALL
                    .into_iter()
                    .filter(|square| inside(square.file() as u32, square.rank() as u32))
                    .collect();
                assert_eq!(
                    on.matches(position),
                    named.iter().any(stand),
                    "{name} {squares}"
                );
                assert_eq!(
                    each.matches(position),
                    named.iter().all(stand),
                    "{name} {squares}"
                );
                let count = named.iter().filter(|square| stand(square)).count();
                assert!(pattern(&format!("count({name},{squares},{count})")).matches(position));
            }
        }
    }
}

#[test]
fn what_is_no_pattern_is_named() {
    let wrong = |text: &str| {
        let term: Term = text.parse().unwrap();
        Pattern::read(&term).unwrap_err().to_string()
    };
    for (text, message) in [
        ("[on('N',d5),at(x)]", "expected pattern, found at(x)"),
        ("on(dragon,d5)", "expected pattern_pieces, found dragon"),
        (
            "on(white(empty),d5)",
            "expected pattern_pieces, found white(empty)",
        ),
        ("on('N',[d5,i9])", "expected pattern_squares, found i9"),
        ("on('N',-(d5,c))", "expected pattern_squares, found d5-c"),
        ("on('N',9)", "expected pattern_squares, found 9"),
        ("turn(red)", "expected pattern, found turn(red)"),
        (
            "count('N',any,many)",
            "expected pattern, found count('N',any,many)",
        ),
        ("flip(X)", "expected pattern, found X"),
    ] {
        assert_eq!(wrong(text), message);
    }
    let deep = "shift(shift(shift(shift([on(r,a1),on(r,b2)]))))";
    assert!(wrong(deep).starts_with("expected pattern_of_some_size"));
}
