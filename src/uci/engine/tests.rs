use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use super::*;
use crate::uci::fake::Folder;

fn quick(program: String) -> Settings {
    Settings {
        patience: Duration::from_millis(400),
        ..Settings::new(program)
    }
}

fn centipawns(found: &SearchResult) -> Vec<i32> {
    found.lines.iter().map(|l| l.score.centipawns()).collect()
}

#[test]
fn greets_sets_options_and_asks() {
    let folder = Folder::new("greets");
    let program = folder.engine("echo info depth 1 score cp 31 pv e2e4; best");
    let mut settings = Settings::new(program);
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    settings.options = vec![option("weights file", "a b.pb"), option("hash", "8")];
    let mut engine = Engine::start(&settings).unwrap();
    assert_eq!(engine.name(), "Fake 3");
    let identity = engine.identity(Limit::Nodes(7));
    assert_eq!(identity.limit, "nodes 7");
    assert_eq!(
        identity.options,
        BTreeMap::from([option("Hash", "8"), option("Weights File", "a b.pb")])
    );
    let start = Chess::default();
    let e2e4 = "e2e4".parse::<UciMove>().unwrap().to_move(&start).unwrap();
    let query = Query {
        only: &[e2e4],
        ..Query::new(&start, Limit::Depth(3))
    };
    let found = engine.search(&query).unwrap();
    assert_eq!((found.best, centipawns(&found)), (Some(e2e4), vec![31]));
    drop(engine);
    assert_eq!(
        folder.log(),
        [
            "start",
            "uci",
            "setoption name Hash value 8",
            "setoption name Weights File value a b.pb",
            "isready",
            "ucinewgame",
            "isready",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "go depth 3 searchmoves e2e4",
            "quit"
        ]
    );
}

#[test]
fn a_game_is_told_with_its_moves() {
    let folder = Folder::new("past");
    let program = folder.engine("echo info depth 1 score cp 1; echo bestmove g1f3");
    let mut engine = Engine::start(&Settings::new(program)).unwrap();
    let start = Chess::default();
    let (mut now, mut moves) = (start.clone(), Vec::new());
    for text in ["e2e4", "e7e5", "g1f3"] {
        if now.turn() == shakmaty::Color::White {
            let query = Query {
                past: Some(Past {
                    start: &start,
                    moves: &moves,
                }),
                ..Query::new(&now, Limit::Depth(1))
            };
            assert!(engine.search(&query).unwrap().best.is_some());
        }
        let m = text.parse::<UciMove>().unwrap().to_move(&now).unwrap();
        now.play_unchecked(m);
        moves.push(m);
    }
    let reported: Vec<String> = folder
        .log()
        .into_iter()
        .filter(|line| line.starts_with("position") || line.starts_with("ucinewgame"))
        .collect();
    let fen = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        reported,
        ["ucinewgame", fen, &format!("{fen} moves e2e4 e7e5")]
    );
}

#[test]
fn castling_is_told_in_the_engine_s_way() {
    let folder = Folder::new("castling");
    let mut engine =
        Engine::start(&Settings::new(folder.engine("echo bestmove '(none)'"))).unwrap();
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
    ] {
        let position = crate::chess::Position::parse(fen).unwrap();
        let moves = position.legal_moves().iter();
        let castling: Vec<Move> = moves.filter(|m| m.is_castle()).copied().collect();
        let query = Query {
            only: &castling,
            ..Query::new(&position, Limit::MoveTime(5))
        };
        engine.search(&query).unwrap();
    }
    let log = folder.log();
    let said = |words: &str| log.iter().any(|line| line == words);
    assert!(said("go movetime 5 searchmoves e1g1") && said("go movetime 5 searchmoves e1b1"));
    assert!(said("setoption name UCI_Chess960 value true"));
}

#[test]
fn the_last_exact_score_of_each_line_counts() {
    let folder = Folder::new("scores");
    let program = folder.engine(
        "echo 'info depth 1 multipv 1 score cp 5 pv e2e4'
         echo 'info depth 1 multipv 2 score cp 3 pv d2d4'
         echo 'info string score cp 999'
         echo 'info depth 2 multipv 1 score cp 20 lowerbound pv e2e4'
         echo 'info depth 2 multipv 1 score mate -3 pv e2e4 e7e5'
         echo 'info depth 2 multipv 2 score cp -40 upperbound pv d2d4'
         echo 'info depth 2 currmove a2a3 currmovenumber 7'
         best",
    );
    let mut engine = Engine::start(&Settings::new(program)).unwrap();
    let start = Chess::default();
    let query = Query {
        lines: 2,
        ..Query::new(&start, Limit::Depth(2))
    };
    let found = engine.search(&query).unwrap();
    assert_eq!(centipawns(&found), [-Score::MATE, 3]);
    assert_eq!(found.lines[0].moves.len(), 2);
    assert_eq!(folder.count("setoption name MultiPV value 2"), 1);
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let folder = Folder::new("dies");
    // Each process answers once.
    let program = folder
        .engine("n=$((n+1)); [ $n = 2 ] && exit 7; echo info depth 1 score cp 1 pv e2e4; best");
    let mut engine = Engine::start(&quick(program)).unwrap();
    let start = Chess::default();
    for _ in 0..3 {
        let found = engine.search(&Query::new(&start, Limit::Depth(1))).unwrap();
        assert_eq!(centipawns(&found), [1]);
    }
    assert_eq!((engine.restarts(), folder.count("start")), (2, 3));
}

/// Nobody waits for the answer, which may take a minute, nor asks again.
#[test]
fn a_question_may_be_withdrawn() {
    let folder = Folder::new("withdrawn");
    let settings = Settings::new(folder.engine("sleep 1000"));
    let mut engine = Engine::start(&settings).unwrap();
    let (start, cancelled) = (Chess::default(), AtomicBool::new(false));
    let error = thread::scope(|scope| {
        scope.spawn(|| {
            while folder.count("go") == 0 {
                thread::sleep(Duration::from_millis(5));
            }
            cancelled.store(true, Ordering::Relaxed);
        });
        engine.search(&Query {
            cancel: Cancel::by(&cancelled),
            ..Query::new(&start, Limit::Depth(1))
        })
    });
    assert!(matches!(error, Err(Error::Cancelled)), "{error:?}");
    assert_eq!((engine.restarts(), folder.count("go")), (0, 1));
    let started = Engine::start_unless(&settings, &Cancel::by(&cancelled));
    assert!(matches!(started, Err(Error::Cancelled)), "{started:?}");
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let cases = [
        ("exit 7", "the engine ended (exit status 7)"),
        ("kill -9 $$", "the engine ended (signal 9)"),
        (":", "the engine did not answer within 0.4 s"),
        ("sleep 100", "the engine did not answer within 0.4 s"),
        (
            "while :; do echo info string busy; done",
            "the engine did not answer within 0.4 s",
        ),
        (
            "echo info score cp 1; echo bestmove e2e5",
            "the engine's answer cannot be used: bestmove e2e5",
        ),
        (
            "echo bestmove e2e4",
            "the engine's answer cannot be used: it gave a move without a score",
        ),
    ];
    for (number, (go, message)) in cases.into_iter().enumerate() {
        let folder = Folder::new(&format!("fails{number}"));
        let mut engine = Engine::start(&quick(folder.engine(go))).unwrap();
        let start = Chess::default();
        let error = engine.search(&Query::new(&start, Limit::Depth(1)));
        assert_eq!(error.unwrap_err().to_string(), message, "{go}");
        assert_eq!((engine.restarts(), folder.count("go")), (2, 3), "{go}");
    }
}

#[test]
fn what_is_no_engine_is_told_apart() {
    let folder = Folder::new("none");
    let problem = |program: String| Engine::start(&quick(program)).unwrap_err().to_string();
    let said = problem(folder.script("mute", "while read -r line; do :; done"));
    assert!(
        said.ends_with("did not say \"uciok\" within 0.4 s"),
        "{said}"
    );
    let said = problem(folder.script("ends", "read -r line; exit 3"));
    assert!(
        said.ends_with("ended (exit status 3) without saying \"uciok\""),
        "{said}"
    );
    let said = problem(folder.script("talks", "while :; do echo words; done"));
    assert!(
        said.contains("lines and \"uciok\" was none of them"),
        "{said}"
    );
    let said = problem(folder.path().join("absent").display().to_string());
    assert!(
        said.starts_with("there is no program /") && said.contains("absent"),
        "{said}"
    );
    let said = problem("no-such-engine".to_owned());
    assert!(
        said.starts_with("there is no program no-such-engine"),
        "{said}"
    );
    let said = problem(folder.path().display().to_string());
    assert!(said.starts_with("cannot run /"), "{said}");
    let mut settings = Settings::new(folder.engine(":"));
    settings.options = vec![("Skill".to_owned(), "3".to_owned())];
    let said = Engine::start(&settings).unwrap_err().to_string();
    let names = "it has: Hash, Weights File, UCI_Chess960";
    assert!(
        said.ends_with(&format!("has no option \"Skill\"; {names}")),
        "{said}"
    );
}

#[test]
fn nothing_is_left_running() {
    let folder = Folder::new("left");
    let program =
        folder.engine("echo $$ >> \"$dir/pids\"; sleep 100 & echo $! >> \"$dir/pids\"; wait");
    let mut engine = Engine::start(&quick(program)).unwrap();
    let start = Chess::default();
    engine
        .search(&Query::new(&start, Limit::Depth(1)))
        .unwrap_err();
    drop(engine);
    let pids = std::fs::read_to_string(folder.path().join("pids")).unwrap();
    assert_eq!(pids.lines().count(), 6);
    let running = |pid: &&str| {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A child that nobody has waited for yet is a zombie, and as good as gone.
        !state.is_empty() && !state.contains(") Z ")
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while pids.lines().any(|pid| running(&pid)) {
        assert!(Instant::now() < deadline, "still running: {pids}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
