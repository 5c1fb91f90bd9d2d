use super::*;
use crate::chess::source::{Format, Input};

/// The first game of a text.
pub(super) fn game(text: &str) -> Game {
    let text: Box<dyn std::io::Read + Send> = Box::new(std::io::Cursor::new(text.to_owned()));
    let mut games = Game::open(Input::new(text)).unwrap();
    Game::read(&mut games).unwrap().unwrap()
}

/// A line in words: moves, glyphs, comments and variations as they stand in the file.
fn told(start: &Position, line: &Line) -> String {
    let mut words = Vec::new();
    let mut boards = vec![Chess::clone(start)];
    for ply in 0..=line.moves.len() {
        if let Some(m) = ply.checked_sub(1).map(|before| line.moves[before]) {
            let board = boards[ply - 1].clone();
            boards.push(played(&board, m).unwrap());
            words.push(match m {
                Some(m) => shakmaty::san::SanPlus::from_move(board, m).to_string(),
                None => "--".to_owned(),
            });
        }
        for (_, note) in line.notes.iter().filter(|(at, _)| *at == ply) {
            words.push(match note {
                Note::Comment(text) => format!("{{{text}}}"),
                Note::Nag(nag) => format!("${nag}"),
                Note::Variation(other) => {
                    let start = Position::from_chess(boards[ply - 1].clone());
                    format!("({})", told(&start, other))
                }
            });
        }
    }
    words.join(" ")
}

fn read(movetext: &str) -> (String, Game) {
    let game = game(&format!("[White \"A\"]\n\n{movetext}\n"));
    (told(&game.start, &game.line), game)
}

#[test]
fn all_that_a_file_says_is_kept() {
    let text = "{first} e4 $1 {best} ({or} d4 $10 d5 (Nf6 {Indian} c4) c4) (c4) e5 Nf3 {a b}";
    let (told, game) = read(text);
    assert_eq!(told, text);
    assert_eq!((game.problem, game.cut), (None, vec![]));
    let (told, _) = read("1. e4! ; the rest\n1... e5?! 2.Nf3 +- Nc6 N 3. Bb5+= a6!? *");
    assert_eq!(
        told,
        "e4 $1 {the rest} e5 $6 Nf3 $18 Nc6 $146 Bb5 $14 a6 $5"
    );
}

#[test]
fn moves_are_read_as_people_write_them() {
    let text = "1. e2-e4 e7e5 2. ♘g1-f3 ♞g8f6 3. Bf1-c4 Bc5 4. 0-0 o-o *";
    assert_eq!(read(text).0, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O");
    let promoting = "[FEN \"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q Kd8 2. Qxb8+ *\n";
    let game = game(promoting);
    assert_eq!(told(&game.start, &game.line), "a8=Q Kd8 Qxb8+");
}

#[test]
fn null_moves_are_moves_of_a_line() {
    let (line, game) = read("1. e4 -- (1... e5 2. Z0 Nf6) 2. d4 (2. --) *");
    assert_eq!(line, "e4 -- (e5 -- Nf6) d4 (--)");
    assert_eq!(game.problem, None);
    assert_eq!(game.plies().count(), 2);
    let (line, game) = read("1. e4 f6 2. Qh5+ -- 3. d4 *");
    assert_eq!(line, "e4 f6 Qh5+");
    let problem = "null move -- in check at ply 4 (move 2...)";
    assert_eq!(game.problem.as_deref(), Some(problem));
}

#[test]
fn what_is_wrong_with_a_variation_ends_the_variation_only() {
    for (text, line, cut) in [
        (
            "1. e4 (1. d4 Nf9 2. c4 (2. c3)) e5",
            "e4 (d4) e5",
            "a variation ends before unreadable move Nf9 at ply 2 (move 1...)",
        ),
        (
            "1. e4 e5 2. Nf3 (2. Ke3 {no}) Nc6",
            "e4 e5 Nf3 Nc6",
            "a variation ends before illegal move Ke3 at ply 3 (move 2.)",
        ),
        (
            "(1. d4) 1. e4",
            "e4",
            "a variation is left out: it stands before the first move, ply 1 (move 1.)",
        ),
        (
            "1. e4 (1. d4",
            "e4 (d4)",
            "a variation is not closed at ply 2 (move 1...)",
        ),
    ] {
        let (told, game) = read(text);
        assert_eq!((told.as_str(), &game.cut), (line, &vec![cut.to_owned()]));
        assert_eq!(game.problem, None, "{text}");
    }
    let problem = |text| read(text).1.problem.unwrap();
    assert_eq!(
        problem("1. e4 {open"),
        "comment without } before ply 2 (move 1...)"
    );
    // Thousands of levels are no trouble.
    let deep = format!("1. e4 {} e5", "(1. d4 ".repeat(5000) + &")".repeat(5000));
    let (_, game) = read(&deep);
    assert_eq!((game.line.moves.len(), game.cut.len()), (2, 1));
    assert!(
        game.cut[0].contains("more than 100 deep"),
        "{}",
        game.cut[0]
    );
}

/// A line is what one reads who goes from the main line into a variation, and into one of that.
#[test]
fn lines_go_from_the_start_of_the_game() {
    let (_, game) = read("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3 (2. c3 d5) d6) 2. Nf3 (2. f4) *");
    let lines = game.lines();
    let told: Vec<(usize, usize, String)> = lines
        .iter()
        .map(|branch| (branch.shared, branch.end, told(&game.start, &branch.line)))
        .collect();
    let row = |shared, end, line: &str| (shared, end, line.to_owned());
    assert_eq!(
        told,
        [
            row(0, 4, "e4 {a} e5 {b} (c5 {c} Nf3 (c3 d5) d6) Nf3 (f4)"),
            row(1, 3, "e4 {a} c5 {c} Nf3 (c3 d5) d6"),
            row(2, 3, "e4 {a} c5 {c} c3 d5"),
            row(2, 4, "e4 {a} e5 {b} f4"),
        ]
    );
}

#[test]
fn tags_may_hold_brackets() {
    let game = game("[Event \"a ] Nf9 \\\" [ x9\"]\n[White \"B\"]\n\n1. e4 *\n");
    assert_eq!(game.problem, None);
    assert_eq!(game.tag("White"), Some("B"));
}

#[test]
fn tags_may_hold_quotes_that_nobody_escaped() {
    let text = "[Event \"x\"]\n[White \"Müller, \"Jo\"\"]\n[Black \"a\\\"b\"] \n[X \"1\"] [Y \"2\"]\n\n1. e4 {\"[x]\"} *\n";
    let first = game(text);
    assert_eq!(first.problem, None);
    let tags: Vec<&str> = first.tags.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(tags, ["x", "Müller, \"Jo\"", "a\"b", "1", "2"]);
    assert_eq!(first.line.moves.len(), 1);
    // However the text comes in pieces.
    for size in 1..40 {
        let text: Box<dyn std::io::Read + Send> = Box::new(std::io::Cursor::new(text.repeat(3)));
        let mut games = Game::open(Input::with_capacity(size, text)).unwrap();
        for _ in 0..3 {
            let next = Game::read(&mut games).unwrap().unwrap();
            assert_eq!(
                (&next.tags, &next.line),
                (&first.tags, &first.line),
                "{size}"
            );
        }
        assert!(Game::read(&mut games).unwrap().is_none());
    }
}
