//! Tables of endings: equal to those of others, consistent with the rules, kept in files; Syzygy
//! tables in a folder.

mod files;

use std::{fs, sync::LazyLock};

use chesslog::{
    endgame::{
        Ending, Placement, Turn, Value,
        known::Tables,
        perfect::EndingPosition,
        syzygy::{self, NoAnswer, Wdl},
    },
    random::Random,
};
use shakmaty::{
    CastlingMode, Chess, Color, FromSetup, Piece, Position as _, Role, Setup, Square, fen::Fen,
};

use super::{cli::scratch, data};

/// Made from nothing, so that no file hides a mistake.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::kept_in(None));

fn ending(name: &str) -> Ending {
    name.parse().unwrap()
}

fn value(position: &Chess) -> Value {
    let seen = EndingPosition::of(position).unwrap();
    seen.placed.map_or(Value::Drawn, |(ending, placement)| {
        let table = &TABLES.get(ending).table;
        table.value(seen.turn, &placement).unwrap()
    })
}

/// A position of the ending drawn at random.
fn random_position(ending: &Ending, random: &mut Random) -> Chess {
    loop {
        let sides = match random.below(2) {
            0 => [Color::White, Color::Black],
            _ => [Color::Black, Color::White],
        };
        let [attacker, defender] = sides;
        let mut pieces = vec![(Role::King, attacker), (Role::King, defender)];
        pieces.extend(ending.pieces().map(|role| (role, attacker)));
        let mut setup = Setup::empty();
        for (role, color) in pieces {
            let square = Square::new(random.below(64) as u32);
            setup.board.set_piece_at(square, Piece { color, role });
        }
        setup.turn = sides[random.below(2) as usize];
        let whole = setup.board.occupied().count() == ending.len() + 2;
        if whole && let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            return position;
        }
    }
}

/// Every row of a table made by others, and no position beyond them.
fn equals_all_rows(ending: &str, file: &str) {
    let Some(folder) = data::folder("endgame") else {
        return;
    };
    let table = &TABLES.get(ending.parse().unwrap()).table;
    let text = data::text(&folder.join(file));
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let [king, piece, bare, turn, plies] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let [king, piece, bare] = [king, piece, bare].map(|square| square.parse().unwrap());
        let turn = if turn == "w" {
            Turn::Attacker
        } else {
            Turn::Defender
        };
        let expected = match plies {
            "" => Value::Drawn,
            plies => Value::Mate(plies.parse().unwrap()),
        };
        let placement = Placement::new(king, bare, &[piece]);
        assert_eq!(table.value(turn, &placement), Some(expected), "{line}");
        rows += 1;
    }
    let mut positions = 0;
    for [king, bare, piece] in triples() {
        for turn in [Turn::Attacker, Turn::Defender] {
            let placement = Placement::new(king, bare, &[piece]);
            positions += usize::from(table.value(turn, &placement).is_some());
        }
    }
    assert_eq!(positions, rows);
}

fn triples() -> impl Iterator<Item = [Square; 3]> {
    let all = 0..64 * 64 * 64;
    all.map(|n: u32| [n / 4096, n / 64 % 64, n % 64].map(Square::new))
}

#[test]
fn rook_ending_equals_gaviota() {
    equals_all_rows("krk", "krk_dtm.csv.zst");
}

#[test]
fn queen_ending_equals_gaviota() {
    equals_all_rows("kqk", "kqk_dtm.csv.zst");
}

#[test]
fn pawn_ending_equals_gaviota() {
    equals_all_rows("kpk", "kpk_dtm.csv.zst");
}

/// M. Bain's table, of the UCI repository: moves to mate with black to move, up to symmetry.
#[test]
fn rook_ending_equals_krkopt() {
    let Some(folder) = data::folder("endgame") else {
        return;
    };
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven \
                         twelve thirteen fourteen fifteen sixteen";
    let table = &TABLES.get(Ending::KRK).table;
    let packed = fs::File::open(folder.join("krkopt.data.gz")).unwrap();
    let text = std::io::read_to_string(flate2::read::GzDecoder::new(packed)).unwrap();
    let mut rows = 0;
    for line in text.lines() {
        let fields: Vec<_> = line.split(',').collect();
        let square = |at: usize| fields[at..at + 2].concat().parse().unwrap();
        let placement = Placement::new(square(0), square(4), &[square(2)]);
        let moves = WORDS.split(' ').position(|word| word == fields[6]);
        let expected = moves.map_or(Value::Drawn, |moves| Value::Mate(2 * moves as u8));
        assert!(moves.is_some() || fields[6] == "draw", "{line}");
        assert_eq!(
            table.value(Turn::Defender, &placement),
            Some(expected),
            "{line}"
        );
        rows += 1;
    }
    assert_eq!(rows, table.numbers(Turn::Defender).count());
}

/// A position is one ply farther from mate than the best of what its moves lead to.
fn is_consistent(endings: &[&str], samples: usize) {
    let mut random = Random::new(11);
    for ending in endings.iter().map(|name| ending(name)) {
        for _ in 0..samples {
            let position = random_position(&ending, &mut random);
            let attacks = EndingPosition::of(&position).unwrap().turn == Turn::Attacker;
            let next: Vec<_> = position
                .legal_moves()
                .into_iter()
                .map(|m| value(&position.clone().play(m).unwrap()))
                .collect();
            let mates = next.iter().filter_map(|next| match next {
                Value::Mate(plies) => Some(plies + 1),
                Value::Drawn => None,
            });
            let draws = next.contains(&Value::Drawn);
            let expected = match attacks {
                true => mates.min(),
                false if draws => None,
                false => mates.max().or(position.is_checkmate().then_some(0)),
            };
            let expected = expected.map_or(Value::Drawn, Value::Mate);
            assert_eq!(value(&position), expected, "{}", fen(&position));
        }
    }
}

fn fen(position: &Chess) -> Fen {
    Fen::from_position(position, shakmaty::EnPassantMode::Legal)
}

#[test]
fn tables_are_consistent_with_the_rules() {
    let endings = [
        "krk", "kqk", "kpk", "kbk", "knk", "kbbk", "kbnk", "knnk", "kqrk", "kbpk",
    ];
    is_consistent(&endings, 3_000);
}

#[test]
#[ignore = "makes all tables, which takes a minute"]
fn all_tables_are_consistent_with_the_rules() {
    let endings = [
        "kqqk", "kqrk", "kqbk", "kqnk", "kqpk", "krrk", "krbk", "krnk", "krpk", "kbbk", "kbnk",
        "kbpk", "knnk", "knpk", "kppk",
    ];
    is_consistent(&endings, 5_000);
    equals_syzygy(&endings, 5_000);
}

fn equals_syzygy(endings: &[&str], samples: usize) {
    let Some(folder) = data::folder("endgame/syzygy") else {
        return;
    };
    let folder = syzygy::folder(folder.to_str().unwrap()).unwrap();
    let mut random = Random::new(12);
    for ending in endings.iter().map(|name| ending(name)) {
        for _ in 0..samples {
            let position = random_position(&ending, &mut random);
            let attacks = EndingPosition::of(&position).unwrap().turn == Turn::Attacker;
            let expected = match (value(&position), attacks) {
                (Value::Drawn, _) => Wdl::Draw,
                (Value::Mate(_), true) => Wdl::Win,
                (Value::Mate(_), false) => Wdl::Loss,
            };
            assert_eq!(folder.wdl(&position), Ok(expected), "{}", fen(&position));
        }
    }
}

#[test]
fn results_equal_syzygy() {
    let endings = [
        "krk", "kqk", "kpk", "kbk", "knk", "kbbk", "kbnk", "knnk", "kqrk", "kbpk",
    ];
    equals_syzygy(&endings, 3_000);
}

#[test]
fn syzygy_tables_are_probed() {
    let Some(folder) = data::folder("endgame") else {
        return;
    };
    let rows = data::text(&folder.join("shakmaty_syzygy_chess.csv"));
    let tables = syzygy::folder(folder.join("syzygy").to_str().unwrap()).unwrap();
    let mut known = 0;
    for row in rows.lines().skip(1) {
        let fields: Vec<_> = row.split(',').collect();
        let position: Chess = fields[0]
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let answers = (tables.wdl(&position), tables.dtz(&position));
        let (Ok(wdl), Ok(dtz)) = answers else {
            // Not of the folder: too large.
            assert!(
                position.board().occupied().count() > 4,
                "{row}: {answers:?}"
            );
            continue;
        };
        let expected: Vec<i32> = fields[1..].iter().map(|n| n.parse().unwrap()).collect();
        assert_eq!([i32::from(wdl), dtz], expected[..], "{row}");
        known += 1;
        // The recommended move keeps the result.
        if let Ok(Some(best)) = tables.best_move(&position) {
            let after = position.play(best).unwrap();
            assert_eq!(tables.wdl(&after), Ok(-wdl), "{row}");
        }
    }
    assert!(known > 100, "{known}");
}

#[test]
fn syzygy_folders_that_cannot_answer_say_why() {
    let folder = scratch("syzygy");
    let name = folder.to_str().unwrap();
    let position = |fen: &str| -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    };
    let krk = position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    for file in fs::read_dir(&folder).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
    let missing = NoAnswer::NoTable(name.to_owned(), "KRvK.rtbw".to_owned());
    assert_eq!(syzygy::folder(name).unwrap().wdl(&krk), Err(missing));
    assert_eq!(
        syzygy::folder(name).unwrap().wdl(&Chess::default()),
        Err(NoAnswer::Castling)
    );
    let many = position("8/pppp4/8/3k4/8/8/PP6/R3K3 w - - 0 1");
    assert_eq!(
        syzygy::folder(name).unwrap().wdl(&many),
        Err(NoAnswer::TooManyPieces)
    );
    let gone = folder.join("gone").display().to_string();
    assert_eq!(syzygy::folder(&gone).unwrap_err(), NoAnswer::NoFolder(gone));
    // The folder is looked through again when a file has come.
    let file = folder.join("KRvK.rtbw").display().to_string();
    for contents in ["short".to_owned(), "x".repeat(80)] {
        fs::write(&file, contents).unwrap();
        fs::File::open(&folder)
            .unwrap()
            .set_modified(std::time::SystemTime::now())
            .unwrap();
        let answer = syzygy::folder(name).unwrap().wdl(&krk);
        assert!(
            matches!(&answer, Err(NoAnswer::Damaged(at, _)) if *at == file),
            "{answer:?}"
        );
        fs::remove_file(&file).unwrap();
    }
}

/// What a damaged table of the folder says: an error or an answer, and never a crash.
#[test]
fn damaged_syzygy_tables_do_no_harm() {
    let Some(data) = data::folder("endgame/syzygy") else {
        return;
    };
    let folder = scratch("syzygy_damaged");
    let mut random = Random::new(5);
    let mut errors = 0;
    for round in 0..200 {
        let place = folder.join(round.to_string());
        fs::create_dir_all(&place).unwrap();
        for name in [
            "KBNvK.rtbw",
            "KBNvK.rtbz",
            "KBvK.rtbw",
            "KBvK.rtbz",
            "KNvK.rtbw",
            "KNvK.rtbz",
        ] {
            let mut bytes = fs::read(data.join(name)).unwrap();
            if name.starts_with("KBNvK") {
                for _ in 0..3 {
                    let at = random.below(bytes.len().min(2_000) as u64) as usize;
                    bytes[at] = random.below(256) as u8;
                }
            }
            fs::write(place.join(name), bytes).unwrap();
        }
        let tables = syzygy::folder(place.to_str().unwrap()).unwrap();
        for _ in 0..50 {
            let position = random_position(&ending("kbnk"), &mut random);
            let answers = (
                tables.wdl(&position),
                tables.dtz(&position),
                tables.best_move(&position),
            );
            errors += usize::from(answers.0.is_err() || answers.1.is_err() || answers.2.is_err());
        }
        fs::remove_dir_all(place).unwrap();
    }
    assert!(errors > 0);
}
