use super::*;

fn file(name: &str, text: &[u8]) -> Name {
    let name = format!("chesslog-{}-{name}.pgn", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    Name(path.to_str().unwrap().to_owned())
}

/// The problem and the SANs of the first game of a file with this movetext.
fn played(name: &str, movetext: &str) -> (String, String) {
    let file = file(name, format!("[White \"A\"]\n\n{movetext}\n").as_bytes());
    let problem = next_game(file.clone(), 1).unwrap().unwrap().1;
    let game = GameRef::new(&*file.0, 1);
    let sans: Vec<_> = games::moves(game, None, None, None)
        .unwrap()
        .into_iter()
        .map(|row| row.2)
        .collect();
    std::fs::remove_file(file.0).unwrap();
    (problem, sans.join(" "))
}

#[test]
fn moves_before_trouble_are_kept_and_the_trouble_named() {
    let cases = [
        (
            "1. e4 e5 2. Nf9 Nc6",
            "unreadable move Nf9 at ply 3 (move 2.)",
            "e4 e5",
        ),
        (
            "1. e4 Sf6 2. e5 Sd5",
            "unreadable move Sf6 at ply 2 (move 1...)",
            "e4",
        ),
        (
            "1. e4 e5 2. Ke3",
            "illegal move Ke3 at ply 3 (move 2.)",
            "e4 e5",
        ),
        (
            "1. e4 f6 2. Qh5+ -- 3. d4",
            "null move -- in check at ply 4 (move 2...)",
            "e4 f6 Qh5+",
        ),
    ];
    for (text, problem, moves) in cases {
        let (found, sans) = played("trouble", text);
        assert_eq!(
            (found, sans.as_str()),
            (format!("{problem}, in A - ?"), moves)
        );
    }
}

#[test]
fn only_the_main_line_counts() {
    for text in [
        "1. e4 (1. d4 d5 (1... Nf9) {x9}) e5 $1 2.Nf3!? {Nf9 ) } Nc6 ; Nf9\n% Nf9\n3.Bb5+- 1/2-1/2",
        "1. e4 e5\n2.Nf3 b8c6 3Bb5 N *",
    ] {
        let text = text.replace("Bb5+-", "Bb5 +-");
        let (problem, sans) = played("line", &text);
        assert_eq!((problem.as_str(), sans.as_str()), ("", "e4 e5 Nf3 Nc6 Bb5"));
    }
    assert_eq!(played("mate", "1. f3 e5 2. g4 Qh4 0-1").1, "f3 e5 g4 Qh4#");
    let sans = played("castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 e8g8").1;
    assert!(sans.ends_with("Bc5 O-O O-O"), "{sans}");
}

#[test]
fn lines_of_a_game_are_asked_as_games_are() {
    let text =
        "[White \"A\"]\n\n1. e4 {best} e5 (1... c5! 2. Nf3 (2. -- d5) d6) 2. Nf3 $14 (2. Nf9) *\n";
    let file = file("lines", text.as_bytes());
    let line = |line| GameRef {
        line,
        ..GameRef::new(&*file.0, 1)
    };
    let sans = |number| {
        let moves = games::moves(line(number), None, None, None).unwrap();
        let sans: Vec<_> = moves.into_iter().map(|row| row.2).collect();
        sans.join(" ")
    };
    assert_eq!(sans(0), "e4 e5 Nf3");
    assert_eq!(sans(1), "e4 c5 Nf3 d6");
    assert_eq!(sans(2), "e4 c5 -- d5");
    assert_eq!(variation(line(0), None).unwrap(), [(2, 1), (3, 2)]);
    assert_eq!(variation(line(1), None).unwrap(), [(3, 2)]);
    assert_eq!(variation(line(2), None).unwrap(), []);
    assert_eq!(games::nag(line(1), None, None).unwrap(), [(2, 1)]);
    assert_eq!(games::nag(line(0), Some(3), None).unwrap(), [(3, 14)]);
    assert_eq!(games::comment(line(2), None, None).unwrap().len(), 1);
    // A null move is a move of the king to its square, and what null_move/2 says.
    let pass = &games::moves(line(2), Some(3), None, None).unwrap()[0];
    assert_eq!((pass.1.from, pass.1.to), (Square::E1, Square::E1));
    let positions = games::position(line(2), None, None).unwrap();
    assert_eq!(
        positions[3].1.fen(),
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    );
    let cut = cut(file.clone(), 1).unwrap();
    assert_eq!(
        cut,
        ["a variation ends before unreadable move Nf9 at ply 3 (move 2.)"]
    );
    let error = games::end(line(3)).err().unwrap();
    let culprit = format!("{} game 1-3", file.0);
    assert_eq!(
        error,
        Error::Existence {
            kind: "game",
            culprit
        }
    );
    let TermText(tree) = games::tree(line(0)).unwrap().0;
    let expected = "line([],[ply(move(e2,e4,none),\"e4\",[],[\"best\"],[]),\
        ply(move(e7,e5,none),\"e5\",[],[],[line([],[ply(move(c7,c5,none),\"c5\",[1],[],[]),\
        ply(move(g1,f3,none),\"Nf3\",[],[],[line([],[ply(move(e1,e1,none),\"--\",[],[],[]),\
        ply(move(d7,d5,none),\"d5\",[],[],[])])]),ply(move(d7,d6,none),\"d6\",[],[],[])])]),\
        ply(move(g1,f3,none),\"Nf3\",[14],[],[])])";
    assert_eq!(tree, expected);
    std::fs::remove_file(&file.0).unwrap();
}

#[test]
fn repetitions_are_counted() {
    let file = file(
        "repeated",
        b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n",
    );
    let game = || GameRef::new(&*file.0, 1);
    let thrice = games::repetition(game(), None, Some(3)).unwrap();
    assert_eq!(thrice, [(8, 3)]);
    let counts = games::repetition(game(), None, None).unwrap();
    let counts: Vec<u64> = counts.into_iter().map(|row| row.1).collect();
    assert_eq!(counts, [1, 1, 1, 1, 2, 2, 2, 2, 3]);
    let (ply, last) = games::end(game()).unwrap().0;
    assert_eq!((ply, last.key()), (8, Position::start().key()));
    std::fs::remove_file(&file.0).unwrap();
}

#[test]
fn the_variant_says_what_castling_letters_mean() {
    let fen = "brnqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBRN w KQ - 0 1";
    let rights = |variant: &str| {
        let text = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n1. e4 *\n");
        let file = file("variant", text.as_bytes());
        let game = GameRef::new(&*file.0, 1);
        let start = games::position(game, Some(0), None).unwrap().remove(0).1;
        std::fs::remove_file(&file.0).unwrap();
        start.fen().split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(rights("Chess960"), "GB");
    assert_eq!(rights("Standard"), "-");
}

#[test]
fn a_position_is_found_whatever_its_counters() {
    let file = file("counters", b"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *\n");
    let plies = |fen: &str| {
        let game = GameRef::new(&*file.0, 1);
        let rows = games::position(game, None, Position::parse(fen).ok()).unwrap();
        rows.into_iter().map(|row| row.0).collect::<Vec<_>>()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(plies(start), [0, 4]);
    assert_eq!(plies(&format!("{start} 7 40")), [0, 4]);
    let other = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq -";
    assert_eq!(plies(other), [0u64; 0]);
    std::fs::remove_file(&file.0).unwrap();
}

#[test]
fn start_positions_variants_and_comments() {
    let text = "\u{feff}[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n\
        {first} 9... Kd7 { [%clk 0:01:00] } {two} 10. e5 *\n\n\
        [Variant \"Antichess\"]\n\n1. e3 b5 *\n\n[FEN \"8/8\"]\n\n*\n";
    let file = file("start", text.as_bytes());
    let game = |number| GameRef::new(&*file.0, number);
    let problem = |number| next_game(file.clone(), number).unwrap().unwrap().1;
    assert_eq!(problem(1), "illegal move e5 at ply 2 (move 10.), in ? - ?");
    assert_eq!(problem(2), "variant Antichess is not supported, in ? - ?");
    assert_eq!(
        problem(3),
        "bad start position: expected a board of eight ranks with / between them, in ? - ?"
    );
    assert_eq!(next_game(file.clone(), 4), Ok(None));
    let row = |ply, text: &str| (ply, text.to_owned());
    let expected = [row(0, "first"), row(1, "[%clk 0:01:00]"), row(1, "two")];
    assert_eq!(games::comment(game(1), None, None).unwrap(), expected);
    let positions = games::position(game(1), None, None).unwrap();
    assert_eq!(positions[0].1.fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9");
    assert_eq!(
        games::position(game(1), None, Some(positions[1].1.clone())).unwrap(),
        positions[1..]
    );
    assert_eq!(games::position(game(1), Some(2), None).unwrap(), []);
    assert_eq!(
        games::tag(game(2), Some(Name("variant".into())), None)
            .unwrap()
            .len(),
        1
    );
    let error = games::tag(game(9), None, None).unwrap_err();
    let culprit = format!("{} game 9", file.0);
    assert_eq!(
        error,
        Error::Existence {
            kind: "game",
            culprit
        }
    );
    std::fs::remove_file(&file.0).unwrap();
}

#[test]
fn what_is_no_pgn_is_refused() {
    let prose = b"The a4 paper was out, so they took a3.\n\nThen they went home.\n";
    for text in [
        &b""[..],
        b"\xff\x00{\xfe",
        prose,
        b"PuzzleId,FEN,Moves\na1,8/8,e2e4\n",
    ] {
        let file = file("none", text);
        let error = next_game(file.clone(), 1).unwrap_err();
        assert!(error.to_string().contains("no game found"), "{error}");
        std::fs::remove_file(file.0).unwrap();
    }
}

const TABLE: &str = "PuzzleId,FEN,Moves,Rating,Themes,GameUrl\n\
    a1,6k1/5pp1/7p/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a3 b1b8 g8h7 b8b1,900,\"mate, \"\"back\"\" rank\",u\n\
    a2,6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1,a2a3 b1b9,900,mate,u\r\n\n\
    a3,6k1/8,a2a3,900,\"two\nlines\",u\n";

#[test]
fn reads_solutions_fields_and_themes() {
    let name = format!("chesslog-{}-puzzles.csv", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, TABLE).unwrap();
    let file = Name(path.to_str().unwrap().to_owned());
    let puzzle = |number| PuzzleRef::new(&*file.0, number);
    let problem = |number| next_puzzle(file.clone(), number).unwrap().unwrap().1;
    assert_eq!(problem(1), "");
    assert_eq!(
        problem(2),
        "line 3: illegal move b1b9 at ply 1, in puzzle a2"
    );
    assert_eq!(
        problem(3),
        "line 6: expected a board of eight ranks with / between them: 6k1/8, in puzzle a3"
    );
    assert_eq!(next_puzzle(file.clone(), 4), Ok(None));
    let position = puzzle_position(puzzle(1), None).unwrap().unwrap();
    assert_eq!(position.fen(), "6k1/5pp1/7p/8/8/r7/5PPP/1R4K1 w - - 1 2");
    let moves = puzzle_move(puzzle(1), None, None).unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(
        puzzle_move(puzzle(1), None, Some(moves[1].1)).unwrap(),
        [moves[1]]
    );
    assert_eq!(puzzle_move(puzzle(2), None, None).unwrap(), []);
    let theme = |number| puzzle_theme(puzzle(number), None).unwrap();
    assert_eq!(
        theme(1),
        ["mate,", "\"back\"", "rank"].map(|t| Name(t.into()))
    );
    assert_eq!(theme(3), ["two", "lines"].map(|t| Name(t.into())));
    let url = Some(Name("game_url".into()));
    assert_eq!(puzzle_field(puzzle(2), url, None).unwrap()[0].1, "u");
    assert!(puzzle_theme(puzzle(4), None).is_err());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn names_agree_without_case_and_underscores() {
    let tags = [("WhiteElo", "1600"), ("Black", "B")];
    let name = Name("white_elo".into());
    assert_eq!(
        matching(tags, Some(name.clone()), None),
        [(name, "1600".to_owned())]
    );
    assert_eq!(
        matching(tags, None, Some("B".into())),
        [(Name("Black".into()), "B".to_owned())]
    );
}
