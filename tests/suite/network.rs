//! The network that says which piece to move: as good as it claims, and `chesslog network`.
//!
//! `network/puzzles.csv` has positions of games between careless players, made by our own programs,
//! in which our search finds a win with one piece.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use chesslog::{
    cancel::Cancel,
    chess::Position,
    network::{
        Adviser, Examples, Weights,
        adviser::{Among, text},
        history::History,
        puzzles::{self, Collection, Part, Request},
        rules::{PLANES, Positions, Rule, program::program},
        score::total,
    },
};
use serde_json::Value;
use shakmaty::Bitboard;

use super::cli::{empty, run_in};

const PUZZLES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/suite/network/puzzles.csv"
);
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

fn network(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = ["network"]
        .into_iter()
        .chain(arguments.split_whitespace())
        .collect();
    run_in(folder, &words)
}

/// What a command prints as JSON.
fn json(folder: &Path, arguments: &str) -> Value {
    let all = network(folder, &format!("{arguments} --format json"));
    let line = all.lines().find(|line| line.starts_with('{'));
    serde_json::from_str(line.unwrap_or_else(|| panic!("{all}"))).unwrap()
}

/// An empty folder with the puzzles.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = empty(&format!("network_{name}"));
    fs::copy(PUZZLES, folder.join("puzzles.csv")).unwrap();
    folder
}

#[test]
fn the_shipped_network_knows_our_own_positions() {
    let adviser = Adviser::shipped();
    let request = Request {
        files: &[PUZZLES.to_owned()],
        planes: adviser.planes(),
        parts: &Part::ALL,
        about: &[],
        sample: &[],
        seed: 1,
    };
    let mut puzzles = puzzles::read(&request, Cancel::NEVER, &mut |_| ()).unwrap();
    assert_eq!(puzzles.bad.count, 0, "{:?}", puzzles.bad);
    let mut all = Collection::default();
    for part in Part::ALL {
        all.append(puzzles.take(part));
    }
    assert_eq!(all.len(), 240);
    let judged = adviser.judge(&all.examples, &Cancel::NEVER, |_| ());
    let line = total("", &judged.unwrap());
    // Of positions that are odder than those of Lichess; a sum in another order may turn a puzzle or two.
    for (found, right) in [(line.top[0], 186.0), (line.top[2], 229.0)] {
        assert!((240.0 * found - right).abs() < 3.0, "{line:?}");
    }
    let claim = |name| adviser.text(name).unwrap().parse::<f64>().unwrap();
    assert!(claim(text::TOP_1) > 0.74 && claim(text::TOP_3) > 0.98);
    assert!(
        adviser
            .history()
            .is_some_and(|history| history.points.len() > 10)
    );
    assert!(
        adviser
            .text(text::COMMAND)
            .unwrap()
            .starts_with("chesslog network train ")
    );
    assert!(adviser.text(text::TRAINED_ON).is_some());
}

#[test]
fn colours_and_pieces_that_cannot_move_do_not_matter() {
    let adviser = Adviser::shipped();
    let ask = |fen: &str, among| {
        let position = Position::parse(fen).unwrap();
        adviser.pieces(&position, among, &mut adviser.room())
    };
    let white = ask(BACK_RANK, Among::Movable);
    let black = ask("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", Among::Movable);
    assert_eq!((white.len(), black.len()), (5, 5));
    for ((one, p), (other, q)) in white.iter().zip(&black) {
        assert_eq!(*one, other.flip_vertical());
        // What is added up in another order differs in the last digit.
        assert!((p - q).abs() < 1e-5, "{white:?} {black:?}");
    }
    let sum: f32 = white.iter().map(|&(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    assert_eq!(ask(BACK_RANK, Among::Squares).len(), 64);
    assert_eq!(
        ask("3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1", Among::Movable),
        []
    );
}

#[test]
fn prolog_and_the_command_say_the_same() {
    let folder = folder("prolog");
    let shown = json(
        &folder,
        &format!("show --fen {}", BACK_RANK.replace(' ', "_")),
    );
    let first = &shown["pieces"][0];
    assert_eq!(
        (&first["square"], &first["piece"]),
        (&"d1".into(), &"rook".into())
    );
    let goal = format!("findall(S-X, piece_head(\"{BACK_RANK}\", S, X), [S-X|_])");
    let answer = run_in(&folder, &["query", &goal]);
    let expected = format!("X = {}", first["probability"]);
    assert!(
        answer.contains("S = d1") && answer.contains(&expected),
        "{answer}, {expected}"
    );
}

#[test]
fn training_is_the_same_for_any_threads_and_learns() {
    let folder = folder("threads");
    let run = |out: &str, threads: usize| {
        json(
            &folder,
            &format!(
                "train --puzzles puzzles.csv --out {out}.safetensors --blocks 1 --channels 16 \
                 --batch 32 --epochs 30 --seed 4 --threads {threads} --figures {out}"
            ),
        )
    };
    let one = run("one", 1);
    assert_eq!(one["complete"], true, "{one}");
    for part in ["reading", "learning", "measuring"] {
        let seconds = one["cpu_seconds"][part].as_f64();
        assert!(
            seconds.is_some_and(|seconds| seconds > 0.0),
            "{part}: {one}"
        );
    }
    run("two", 2);
    let weights = |name: &str| Weights::load(&folder.join(format!("{name}.safetensors"))).unwrap();
    let (one, two) = (weights("one"), weights("two"));
    assert_eq!(one.tensors, two.tensors);
    let history = |weights: &Weights| History::of_csv(&weights.metadata[text::HISTORY]).unwrap();
    assert_eq!(history(&one), history(&two));
    let points = history(&one).points;
    assert!(
        points.last().unwrap().loss < 0.7 * points[0].loss,
        "{points:?}"
    );
    assert!(!folder.join("one.safetensors.run").exists());
    for picture in ["loss.svg", "accuracy.svg"] {
        let picture = fs::read_to_string(folder.join("one").join(picture)).unwrap();
        assert!(picture.starts_with("<svg ") && picture.contains("validation"));
    }
    let reported = network(&folder, "show one.safetensors");
    let command = "command: chesslog network train --puzzles puzzles.csv --out one.safetensors";
    assert!(
        reported.contains(command) && reported.contains("input: relations"),
        "{reported}"
    );
    // The weights answer in Prolog, too.
    let goal = format!("piece_head('one.safetensors', \"{BACK_RANK}\", S, X)");
    let answer = run_in(&folder, &["query", &goal]);
    assert!(
        answer.contains("S = ") && answer.ends_with("exit status 0\n"),
        "{answer}"
    );
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let folder = folder("resume");
    let train = "train --puzzles puzzles.csv --out w.safetensors --blocks 1 --channels 16 \
                 --input turned --batch 16 --epochs 4000";
    // Long enough for some steps, too short for all of them.
    let stopped = network(&folder, &format!("{train} --time-limit 0.3"));
    assert!(stopped.contains("--resume goes on"), "{stopped}");
    assert!(stopped.ends_with("exit status 1\n"), "{stopped}");
    assert!(folder.join("w.safetensors").exists() && folder.join("w.safetensors.run").exists());
    let again = network(&folder, train);
    assert!(
        again.contains("go on with --resume, or remove it"),
        "{again}"
    );
    let other = network(&folder, &format!("{train} --resume --rate 0.001"));
    assert!(other.contains("a run with other options"), "{other}");
    let resumed = network(&folder, &format!("{train} --resume --time-limit 0.3"));
    assert!(resumed.contains("going on after step "), "{resumed}");
    let csv = fs::read_to_string(folder.join("w.safetensors.history.csv")).unwrap();
    let history = History::of_csv(&csv).unwrap();
    let seen: Vec<u64> = history.points.iter().map(|point| point.seen).collect();
    assert!(
        seen.len() > 1 && seen.is_sorted_by(|a, b| a < b),
        "{seen:?}"
    );
}

#[test]
fn an_interrupted_run_leaves_the_best_so_far() {
    let folder = folder("interrupt");
    let mut train = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(
            "network train --puzzles puzzles.csv --out w.safetensors --blocks 1 --channels 16"
                .split(' '),
        )
        .args("--input turned --batch 16 --epochs 4000 --threads 1".split(' '))
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The first report comes after a fortieth of the run.
    while !folder.join("w.safetensors.run").exists() {
        assert_eq!(train.try_wait().unwrap(), None);
        thread::sleep(Duration::from_millis(10));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &train.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let ended = train.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let reported = String::from_utf8_lossy(&ended.stdout);
    assert!(reported.contains("--resume goes on"), "{reported}");
    Weights::load(&folder.join("w.safetensors")).unwrap();
}

/// A limit on the size of files stands for a full disk: what is written beyond it fails in the same way.
#[test]
fn a_full_disk_leaves_the_last_good_files() {
    let folder = folder("full");
    let train = "network train --puzzles puzzles.csv --out w.safetensors --blocks 1 --channels 16 \
                 --input turned --batch 16 --epochs 4000";
    let stopped = network(
        &folder,
        &format!("{} --time-limit 0.3", &train["network ".len()..]),
    );
    assert!(stopped.contains("--resume goes on"), "{stopped}");
    let files = [
        "w.safetensors",
        "w.safetensors.run",
        "w.safetensors.history.csv",
    ];
    let read = || [files[0], files[1]].map(|file| fs::read(folder.join(file)).unwrap());
    let before = read();
    let binary = env!("CARGO_BIN_EXE_chesslog");
    let full = Command::new("sh")
        .args([
            "-c",
            &format!(
                "trap '' XFSZ; ulimit -f 4; exec '{binary}' {train} --resume --time-limit 0.3"
            ),
        ])
        .current_dir(&folder)
        .output()
        .unwrap();
    let reported = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{reported}");
    assert!(
        reported.contains("error: cannot write w.safetensors: File too large"),
        "{reported}"
    );
    assert!(
        before == read(),
        "the weights or the checkpoint have changed"
    );
    let left = fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 1 + files.len(), "a broken file is left");
    let resumed = network(
        &folder,
        &format!("{} --resume --time-limit 0.3", &train["network ".len()..]),
    );
    assert!(resumed.contains("going on after step "), "{resumed}");
}

#[test]
fn evaluation_has_all_its_tables() {
    let folder = folder("evaluate");
    let report = json(
        &folder,
        "evaluate --puzzles puzzles.csv --part all --out tables",
    );
    assert_eq!(report["report"]["network"]["puzzles"], 240);
    let names: Vec<&str> = report["report"]["baselines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "random own piece",
            "most frequent piece",
            "best rate by piece",
            "which pieces are there"
        ]
    );
    let written = [
        "metrics.json",
        "metrics.csv",
        "calibration.csv",
        "calibration.svg",
        "loss.svg",
        "accuracy.svg",
    ];
    for name in written {
        assert!(folder.join("tables").join(name).exists(), "{name}");
    }
    let csv = network(
        &folder,
        "evaluate --puzzles puzzles.csv --part all --format csv",
    );
    let row = |name: &str| csv.lines().any(|line| line.starts_with(name));
    assert!(csv.starts_with("table,name,puzzles,top1,top2,top3,top4,top5,loss\nall,network,240,"));
    assert!(
        row("theme,mate,25,") && row("moving piece,queen,82,"),
        "{csv}"
    );
    let text = network(
        &folder,
        "evaluate --puzzles puzzles.csv --part all --sample 50",
    );
    assert!(text.contains("on 50 puzzles (all parts)"), "{text}");
}

#[test]
fn rules_say_what_the_network_says() {
    let folder = folder("rules");
    let learn = "rules --puzzles puzzles.csv --rules 8 --out rules.pl";
    let one = json(&folder, &format!("{learn} --threads 1"));
    let two = json(&folder, &format!("{learn} --threads 2"));
    for same in ["rules", "report", "clauses", "learned_from"] {
        assert_eq!(one[same], two[same], "{same}");
    }
    let all = one["report"]["all"].as_array().unwrap();
    let names: Vec<&str> = all
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[..3], ["rules", "network", "random own piece"]);
    assert_eq!(all.len(), 6);
    let share = |line: usize, what: &str| all[line][what].as_f64().unwrap();
    assert_eq!(share(1, "fidelity"), 1.0);
    assert!(share(0, "fidelity") > share(5, "fidelity") + 0.1, "{one}");
    // Each puzzle of the test part is decided once.
    let decided = one["report"]["rules"].as_array().unwrap().iter();
    let decided = decided.chain([&one["report"]["none"]]);
    let decided: u64 = decided.map(|line| line["puzzles"].as_u64().unwrap()).sum();
    assert_eq!(one["judged_on"].as_u64(), Some(decided));
    let text = network(
        &folder,
        "rules --puzzles puzzles.csv --rules 3 --target puzzle",
    );
    assert!(text.contains("\nthe network is "), "{text}");
    assert!(
        text.contains("  prefer(3, S, P) :- ") && !text.contains("prefer(4"),
        "{text}"
    );
    let written = fs::read_to_string(folder.join("rules.pl")).unwrap();
    for clause in one["rules"].as_array().unwrap() {
        assert!(written.contains(clause.as_str().unwrap()), "{written}");
    }
    assert!(
        written.contains("%     $ chesslog network rules --puzzles puzzles.csv --target network"),
        "{written}"
    );
}

#[test]
fn rules_in_prolog_name_the_same_pieces() {
    let folder = folder("rules_prolog");
    let plane = |name: &&str| PLANES.index(name).unwrap();
    let rule = |names: &[&str]| Rule(names.iter().map(plane).collect());
    let rules = [
        rule(&["mates_from"]),
        rule(&["checks_from", "safe_from"]),
        rule(&["own_queens", "their_attacks_1"]),
        rule(&["own_pawns"]),
    ];
    fs::write(folder.join("rules.pl"), program("Some rules.\n", &rules)).unwrap();
    let table = fs::read_to_string(folder.join("puzzles.csv")).unwrap();
    let fens: Vec<&str> = table
        .lines()
        .skip(1)
        .step_by(24)
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    let black = "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    let fens: Vec<&str> = [BACK_RANK, black].into_iter().chain(fens).collect();
    let mut expected = String::new();
    for fen in &fens {
        let position = Position::parse(fen).unwrap();
        let mut words = vec![0; PLANES.number()];
        PLANES.encode(&position, &mut words);
        let mut examples = Examples::new(PLANES.number());
        examples.push(&words, 0);
        let (left, _) = Positions::of(&examples).left(&rules, 0);
        let movable = Bitboard(words[PLANES.index("movable").unwrap()]).into_iter();
        let left = movable
            .enumerate()
            .filter(|(piece, _)| left >> piece & 1 == 1);
        let mut left: Vec<String> = left
            .map(|(_, place)| PLANES.place(&position, place).to_string())
            .collect();
        left.sort();
        expected += &format!("[{}]\n", left.join(","));
    }
    let goal = format!("forall(member(P, {fens:?}), (setof(S, moves(S, P), L), write(L), nl))");
    let answer = run_in(&folder, &["run", "rules.pl", "-g", &goal]);
    assert_eq!(answer, format!("{expected}exit status 0\n"));
}

#[test]
fn pictures_show_what_is_hot() {
    let folder = folder("show");
    let fen = BACK_RANK.replace(' ', "_");
    let text = network(
        &folder,
        &format!("show --ascii --svg board.svg --fen {fen}"),
    );
    assert!(text.contains("1  .  .  . [R] .  .  K  ."), "{text}");
    assert!(text.contains("\nrook    d1 "), "{text}");
    let picture = fs::read_to_string(folder.join("board.svg")).unwrap();
    assert!(
        picture.contains("<title>Which piece moves, rook on d1 "),
        "{picture}"
    );
    let mated = "3R2k1/5ppp/8/8/8/8/5PPP/6K1_b_-_-_1_1";
    let text = network(&folder, &format!("show --fen {mated}"));
    assert!(text.contains("There is no piece to move."), "{text}");
}

#[test]
fn what_is_wrong_is_told() {
    let folder = folder("wrong");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    put("columns.csv", "FEN,Rating\nx,1\n");
    put("empty.csv", "");
    put(
        "rows.csv",
        "PuzzleId,FEN,Moves\na,6k1/8/8/8/8/8/8/K6R b - - 0 1,g8g7 h1h9\n",
    );
    put("none.safetensors", "nothing of the kind");
    let wrong = |arguments: &str, expected: &str| {
        let text = network(&folder, arguments);
        assert!(
            text.contains(expected),
            "{arguments}\n{text}\nexpected {expected}"
        );
        assert!(text.ends_with("exit status 2\n"), "{arguments}\n{text}");
    };
    let train = |file: &str| format!("train --out w.safetensors --puzzles {file}");
    wrong(
        &train("columns.csv"),
        "columns.csv: line 1: no column Moves",
    );
    wrong(&train("empty.csv"), "empty.csv: line 1: no column FEN");
    wrong(
        &train("rows.csv"),
        "rows.csv: line 2: illegal move h1h9 at ply 1, in puzzle a",
    );
    wrong(&train("missing.csv"), "missing.csv: no such file");
    wrong(
        "train --puzzles puzzles.csv --out no/such/w.safetensors",
        "--out no/such/w.safetensors: there is no folder no/such",
    );
    wrong(
        &format!("{} --channels 17", train("puzzles.csv")),
        "no such network",
    );
    wrong(
        &format!("{} --resume", train("puzzles.csv")),
        "--resume: there is no w.safetensors.run",
    );
    wrong("show --fen nonsense", "--fen \"nonsense\": ");
    wrong("show none.safetensors", "none.safetensors: ");
    wrong(
        "train --puzzles puzzles.csv --out /dev/null",
        "--out /dev/null: this is no file that can be replaced",
    );
    wrong(
        "evaluate missing.safetensors --puzzles puzzles.csv",
        "missing.safetensors: ",
    );
    wrong(
        "rules --puzzles empty.csv",
        "empty.csv: line 1: no column FEN",
    );
    wrong(
        "rules --puzzles rows.csv",
        "rows.csv: no puzzle for training or test (a bad row: ",
    );
    wrong(
        "rules none.safetensors --puzzles puzzles.csv",
        "none.safetensors: ",
    );
    wrong(
        "rules --puzzles puzzles.csv --size 0",
        "invalid value '0' for '--size <N>'",
    );
    wrong(
        "rules --puzzles puzzles.csv --out no/such/rules.pl",
        "--out no/such/rules.pl: there is no folder no/such",
    );
    // Weights that say that they see something else.
    let mut weights =
        Weights::read(include_bytes!("../../kb/networks/piece_head.safetensors")).unwrap();
    weights.metadata.insert(text::INPUT.into(), "paper".into());
    weights.save(&folder.join("paper.safetensors")).unwrap();
    wrong(
        "show paper.safetensors",
        "input is \"paper\" in the metadata, expected a set of 83 planes",
    );
    weights.metadata.remove(text::INPUT);
    weights.save(&folder.join("unknown.safetensors")).unwrap();
    wrong(
        "show unknown.safetensors",
        "the metadata have no input, expected one of paper, turned",
    );
}
