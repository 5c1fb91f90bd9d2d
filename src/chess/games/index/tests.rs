use std::{fs, io::Write as _};

use proptest::{
    prelude::*,
    sample::{Index as Any, select},
    test_runner::TestRunner,
};
use shakmaty::{Chess, Color, EnPassantMode, Position as _, zobrist::Zobrist64};

use super::*;
use crate::{
    chess::{
        Position,
        games::{self, Player, Quest, Scan, ScanResult},
        pattern::Pattern,
    },
    term::Term,
};

/// Games of all kinds: those that have a start position of their own, null moves, variations, trouble.
const ODD: &str = r#"
[White "José Raúl Capablanca"]
[Black "lower case"]
[FEN "4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 4 20"]

1. exd6 Kd7 2. O-O-O Kc6 3. a8=N *

[White "A"]
[Black "A"]
[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]

9. e4 Nb6 *

[White "A"]
[Variant "fischerandom"]
[FEN "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1"]

1. O-O O-O-O *

[White "B"]
[Black "C"]
[Variant "Chess960"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *

[White "D"]
[Black "E"]

1. e4 e5 (1... c5 2. Nf3 (2. Ke3) d6) 2. -- Nf6 3. d4 -- 4. dxe5 *

[White "F"]
[Black "G"]

1. e4 e5 2. Ke3 Nf6 *

[White "H"]
[Variant "Atomic"]

1. e4 *

[Event "nobody"]

*

1. d4 d5 2. c4 *

[White ""]
[Black "I"]
[FEN "8/8/8/8 w - - 0 1"]

1. e4 *
"#;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("chesslog-{}-index-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn all_kinds() -> String {
    let classics = include_str!("../../../../kb/games/classics.pgn");
    format!("{classics}\n{ODD}\n{classics}")
}

fn made(file: &str) -> Built {
    build(file, false, &mut |_, _| true).unwrap()
}

/// All that a search finds; notices come first.
fn found<Q: Quest>(file: &str, quest: &Q) -> Vec<ScanResult<Q::Found>> {
    let mut scan = Scan::new(file, quest).unwrap();
    let found = std::iter::from_fn(|| scan.next(quest).unwrap());
    found.collect()
}

fn pattern(text: &str) -> Pattern {
    Pattern::read(&text.parse::<Term>().unwrap()).unwrap()
}

/// Patterns with positions and material of some games, alone and among other conditions.
fn patterns(file: &str) -> impl Strategy<Value = String> + use<> {
    let games: Vec<_> = games::read(file).unwrap().map(Result::unwrap).collect();
    let boards = games.iter().flat_map(|game| game.boards());
    let boards: Vec<Position> = boards.map(Position::from_chess).collect();
    let (fens, signatures): (Vec<String>, Vec<String>) = boards
        .iter()
        .map(|position| {
            (
                position.fen().to_owned(),
                Material::of(position.board()).to_string(),
            )
        })
        .unzip();
    let of = |kind: &'static str, texts: Vec<String>| {
        any::<Any>().prop_map(move |at| format!("{kind}(\"{}\")", at.get(&texts)))
    };
    let others = select(vec![
        "turn(white)",
        "on('N',d5)",
        "on(q,any)",
        "count(pawn,any,-(4,9))",
        "attacks(on('R',any),on(k,any))",
    ]);
    let leaf = prop_oneof![
        of("position", fens),
        of("material", signatures),
        others.prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| format!("[{}]", all.join(","))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("';'({a},{b})")),
            inner.clone().prop_map(|it| format!("not({it})")),
            inner.prop_map(|it| format!("flip_colour({it})")),
        ]
    })
}

#[test]
fn answers_are_those_of_the_file() {
    let folder = Folder::new("same");
    let plain = folder.file("plain.pgn", all_kinds());
    let indexed = folder.file("indexed.pgn", all_kinds());
    let built = made(&indexed);
    assert_eq!(
        built.counts,
        Index::of(&indexed).unwrap().unwrap().unwrap().counts
    );
    assert_eq!(built.counts.unplayable, 3);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let mut seen = 0;
    let tried = runner.run(&patterns(&plain), |text| {
        let pattern = pattern(&text);
        let answers = found(&plain, &pattern);
        prop_assert_eq!(&answers, &found(&indexed, &pattern));
        Ok(())
    });
    tried.unwrap();
    for name in [
        "morphy, paul",
        "A",
        "josé raúl CAPABLANCA",
        "",
        "x",
        "*a*",
        "?",
        "I",
    ] {
        let player = Player::named(name);
        let answers = found(&plain, &player);
        seen += answers.len();
        assert_eq!(answers, found(&indexed, &player), "{name}");
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn what_is_needed_is_looked_up() {
    let folder = Folder::new("needed");
    let file = folder.file("games.pgn", all_kinds());
    made(&file);
    let index = Index::of(&file).unwrap().unwrap().unwrap();
    let games = index.counts.games;
    let looked_at = |text: &str| {
        let candidates = pattern(text).candidates(&index).unwrap();
        candidates.map(|games| games.len() as u64)
    };
    let legal = "position(\"r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23\")";
    assert_eq!(looked_at(legal), Some(2));
    assert_eq!(looked_at(&format!("[on('Q',a1),{legal}]")), Some(2));
    assert_eq!(
        looked_at(&format!("[turn(black),[{legal},material('KK')]]")),
        Some(0)
    );
    let start = format!("position(\"{}\")", Position::start().fen());
    let all = looked_at(&start).unwrap();
    assert!(all > 2 && all < games);
    assert_eq!(looked_at(&format!("';'({legal},[{start}])")), Some(all));
    for any in [
        "on('Q',a1)".to_owned(),
        format!("not({legal})"),
        format!("';'({legal},on(q,d5))"),
    ] {
        assert_eq!(looked_at(&any), None);
    }
    let player = |name| Player::named(name).candidates(&index).unwrap();
    let morphy = player("Morphy, Paul").unwrap().len() as u64;
    assert!(morphy > 0 && morphy < games / 2);
    assert_eq!(player("morphy*"), None);
}

#[test]
fn many_games_are_found_in_all_runs() {
    let folder = Folder::new("many");
    let games = 2 * postings::RUN + 100;
    let mut text = String::new();
    for number in 0..games {
        let first = ["e4", "d4", "c4", "Nf3"][number as usize % 4];
        text += &format!("[White \"p{}\"]\n\n1. {first} *\n\n", number % 5000);
    }
    let file = folder.file("games.pgn", &text);
    let built = made(&file);
    assert_eq!(
        (built.counts.games, built.counts.positions),
        (games, 2 * games)
    );
    let count = |text: &str| found(&file, &pattern(text)).len() as u64;
    // Its postings are longer than a block.
    assert_eq!(
        count(&format!("position(\"{}\")", Position::start().fen())),
        games
    );
    let c4 = "position(\"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1\")";
    assert_eq!(count(c4), games / 4);
    assert_eq!(count("on('N',f3)"), games / 4);
    let numbers: Vec<u64> = found(&file, &Player::named("P77"))
        .into_iter()
        .map(|found| match found {
            ScanResult::Found(number, Color::White) => number,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(numbers, [78, 5078, 10078, 15078, 20078, 25078, 30078]);
}

#[test]
fn an_index_of_another_state_is_not_used() {
    let folder = Folder::new("stale");
    let file = folder.file("games.pgn", all_kinds());
    let start = pattern("[]");
    assert!(!made(&file).current);
    assert!(made(&file).current);
    let without = found(&folder.file("other.pgn", all_kinds() + ODD), &start);
    fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .and_then(|mut file| file.write_all(ODD.as_bytes()))
        .unwrap();
    let with = found(&file, &start);
    let Some((ScanResult::Notice(notice), rest)) = with.split_first() else {
        panic!("{with:?}");
    };
    assert!(
        notice.contains("games.pgn.index is out of date: the file has changed"),
        "{notice}"
    );
    assert_eq!(rest, without);
    let again = made(&file);
    assert_eq!(
        (again.current, again.replaced),
        (false, Some(Unusable::Stale))
    );
    assert_eq!(found(&file, &start), without);
}

#[test]
fn compressed_files_have_indexes() {
    let folder = Folder::new("compressed");
    let text = all_kinds();
    let answers = found(&folder.file("plain.pgn", &text), &pattern("[]"));
    let file = folder.file(
        "games.pgn.zst",
        zstd::encode_all(text.as_bytes(), 1).unwrap(),
    );
    assert_eq!(made(&file).path, super::path(&file));
    assert!(folder.names().contains(&"games.pgn.zst.index".to_owned()));
    assert_eq!(found(&file, &pattern("[]")), answers);
}

#[test]
fn damage_is_told_of_and_the_file_is_read() {
    let folder = Folder::new("damaged");
    let file = folder.file("games.pgn", all_kinds());
    let quests = [
        "[]",
        "material('KPPPPPKPPPPP')",
        "position(\"4k3/P7/3P4/8/8/8/8/R3K2R b KQ - 0 20\")",
    ];
    let quests = quests.map(pattern);
    let answers = quests.each_ref().map(|quest| found(&file, quest));
    let built = made(&file);
    let whole = fs::read(&built.path).unwrap();
    let mut told = 0;
    let hook = std::panic::take_hook();
    // Whoever asks sees a warning, not the store's panic.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| place.file().to_owned());
        if place.is_some_and(|file| file.ends_with("tests.rs")) {
            eprintln!("{panic}");
        }
    }));
    let mut check = |bytes: &[u8], what: &dyn std::fmt::Display| {
        fs::write(&built.path, bytes).unwrap();
        for (quest, answers) in quests.iter().zip(&answers) {
            let with = found(&file, quest);
            let is_notice = |found: &ScanResult<u64>| matches!(found, ScanResult::Notice(_));
            told += with.iter().filter(|found| is_notice(found)).count();
            let rest: Vec<_> = with.into_iter().filter(|found| !is_notice(found)).collect();
            assert!(&rest == answers, "{what}");
        }
    };
    let mut seed: u64 = 7;
    // Knuth's linear congruential generator (MMIX).
    let mut random = |bound: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    for round in 0..150 {
        let mut bytes = whole.clone();
        for _ in 0..1 + round % 3 {
            let at = random(bytes.len());
            bytes[at] ^= 1 << (round % 8);
        }
        check(&bytes, &format!("round {round}"));
    }
    for len in [0, 1, 100, 4096, whole.len() / 2, whole.len() - 1] {
        check(&whole[..len], &format!("the first {len} bytes"));
    }
    check(b"[White \"no index\"]\n\n1. e4 *\n", &"something else");
    std::panic::set_hook(hook);
    assert!(told > 20, "{told}");
    assert!(matches!(made(&file).replaced, Some(Unusable::Damaged(_))));
    assert_eq!(found(&file, &quests[0]), answers[0]);
}

#[test]
fn there_is_never_half_an_index() {
    let folder = Folder::new("half");
    let file = folder.file("games.pgn", all_kinds().repeat(20));
    let interrupted = build(&file, false, &mut |_, _| false).unwrap_err();
    assert_eq!(interrupted, BuildError::Interrupted(file.clone()));
    assert_eq!(folder.names(), ["games.pgn"]);
    // What a process left that was killed long ago.
    let draft = folder.file("games.pgn.index.1.draft", "half");
    let old = SystemTime::now() - Duration::from_secs(100);
    fs::File::options()
        .write(true)
        .open(&draft)
        .unwrap()
        .set_modified(old)
        .unwrap();
    // The file is written to while it is read.
    let changed = build(&file, false, &mut |_, _| {
        fs::write(&file, "[White \"x\"]\n\n1. e4 *\n").unwrap();
        true
    });
    assert!(changed.is_err(), "{changed:?}");
    assert_eq!(folder.names(), ["games.pgn"]);
    made(&file);
    assert_eq!(folder.names(), ["games.pgn", "games.pgn.index"]);
    for (wrong, what) in [
        ("classics", "a collection that comes along has no index"),
        ("no-such.pgn", "no such file"),
    ] {
        let error = build(wrong, false, &mut |_, _| true)
            .unwrap_err()
            .to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// The keys stand in files: if one changes, so has [`FORMAT`].
#[test]
fn keys_are_what_they_were() {
    let start = Chess::default();
    // The hash of the start position in Polyglot's books (hgm.nubati.net/book_format.html), and its beginning.
    let hash = start.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    assert_eq!(hash, 0x463b_9618_1691_fc9c);
    assert_eq!(position_key(&start), 0x46_3b96);
    // The CRC-32 of "123456789" is its check value.
    assert_eq!(player_key("123456789"), 0xcb_f439);
    assert_eq!(
        material_key(&Material::of(start.board())),
        text_key(&[1, 1, 2, 2, 2, 8, 1, 1, 2, 2, 2, 8])
    );
}
