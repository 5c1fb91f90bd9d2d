//! Jobs over shards: any split in any order is the single run, byte for byte; what is counted is what the other commands
//! say; what does not belong together, is missing or damaged is told of.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use chesslog::{
    chess::games,
    scale::{self, Key, Part},
    tactics::{file, suggestions},
};
use serde_json::Value;

use super::cli::{empty, run_in};

mod jobs;

const CLASSICS: &str = include_str!("../../kb/games/classics.pgn");

const TACTICS: &str = "\
:- use_module(library(chess)).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    attacks(From,To,Pos).

tactic(Pos,From,To) :-
    legal_move(From,To,Pos),
    en_prise(Pos,To,_).

tactic(Pos,From,To) :-
    make_move(From,To,Pos,NewPos),
    attacks(To,S1,NewPos),
    attacks(To,S2,NewPos),
    different_pos(S1,S2).
";

/// Puzzles in the columns of Lichess, one of which has a field of two lines, and a row that is none.
const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,Themes
smothered,5r1k/6pp/8/4N3/8/8/6PP/6K1 b - - 0 1,f8g8 e5f7,700,\"smotheredMate
mate mateIn1\"
royal,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1,h7h6 g5e6 g7f7 e6d8,800,fork short
bad,3q4/ppp3kp/6p1/6N1/8/5P2/PPP3PP/6K1 b - - 0 1,h7h9 g5e6,800,fork
skewer,8/8/3k4/q7/8/8/8/6KR b - - 0 1,d6d5 h1h5 d5d4 h5a5,900,endgame skewer
";

/// A folder with games, puzzles, and a job about tactics.
fn folder(name: &str) -> PathBuf {
    let folder = empty(&format!("scale_{name}"));
    fs::write(folder.join("games.pgn"), CLASSICS).unwrap();
    fs::write(folder.join("puzzles.csv"), PUZZLES).unwrap();
    fs::write(folder.join("tactics.pl"), TACTICS).unwrap();
    let job = "job tactics tactics.pl --from-move 1 --out job.json";
    assert_eq!(run(&folder, job), "exit status 0\n");
    folder
}

/// What a command prints, its complaints, and its exit status.
fn run(folder: &Path, command: &str) -> String {
    let arguments: Vec<&str> = command.split(' ').collect();
    run_in(folder, &arguments)
}

/// The same, which is to go well.
fn done(folder: &Path, command: &str) -> String {
    let text = run(folder, command);
    assert!(text.ends_with("exit status 0\n"), "{command}\n{text}");
    text
}

/// The same of something that is flawed.
fn flawed(folder: &Path, command: &str) -> String {
    let text = run(folder, command);
    assert!(text.ends_with("exit status 1\n"), "{command}\n{text}");
    text
}

fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn part(folder: &Path, file: &str) -> Part {
    scale::read(&folder.join(file)).unwrap()
}

/// What a command that prints JSON says.
fn json(folder: &Path, command: &str) -> Value {
    let text = run(folder, command);
    let line = text
        .lines()
        .find(|line| line.starts_with('{'))
        .unwrap_or(&text);
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The shards of a folder, in order.
fn shards(folder: &Path, name: &str) -> Vec<String> {
    let list: Value =
        serde_json::from_slice(&bytes(folder, &format!("{name}/shards.json"))).unwrap();
    let shards = list["shards"].as_array().unwrap();
    let file = |shard: &Value| format!("{name}/{}", shard["file"].as_str().unwrap());
    shards.iter().map(file).collect()
}

#[test]
fn any_split_in_any_order_is_the_single_run() {
    let folder = folder("split");
    done(&folder, "map job.json games.pgn --out whole.parquet");
    let whole = bytes(&folder, "whole.parquet");
    for size in [1, 2, 5, 1000] {
        let cut = format!("cut{size}");
        done(
            &folder,
            &format!("shard games.pgn --records {size} --out {cut}"),
        );
        let mut parts = Vec::new();
        for (number, shard) in shards(&folder, &cut).iter().enumerate().rev() {
            let part = format!("{cut}-{number}.parquet");
            done(&folder, &format!("map job.json {shard} --out {part}"));
            parts.push(part);
        }
        let (some, others) = parts.split_at(parts.len() / 3);
        let all = match (some, others) {
            ([], others) => others.join(" "),
            (some, others) => {
                let half = format!("reduce {} --partial --out half.parquet", some.join(" "));
                run(&folder, &half);
                format!("{} half.parquet", others.join(" "))
            }
        };
        done(
            &folder,
            &format!("reduce {all} --out sum.parquet --shards {cut}/shards.json"),
        );
        assert_eq!(bytes(&folder, "sum.parquet"), whole, "{size} games a shard");
    }
    for threads in [1, 3] {
        let out = format!("out{threads}");
        done(
            &folder,
            &format!("scale job.json games.pgn --records 3 --threads {threads} --out {out}"),
        );
        assert_eq!(bytes(&folder, &format!("{out}/result.parquet")), whole);
    }
    for range in ["1-4", "5-6", "7-99"] {
        done(
            &folder,
            &format!("map job.json games.pgn#{range} --out r{range}.parquet"),
        );
    }
    done(
        &folder,
        "reduce r7-99.parquet r1-4.parquet r5-6.parquet --out sum.parquet",
    );
    assert_eq!(bytes(&folder, "sum.parquet"), whole);
}

#[test]
fn the_sums_are_those_of_each_position() {
    let folder = folder("sums");
    done(&folder, "scale job.json games.pgn --out out");
    let tactics = file::parse("tactics.pl", TACTICS).unwrap();
    let mut expected = vec![[0_i64; 5]; tactics.tactics.len()];
    for game in games::read(folder.join("games.pgn").to_str().unwrap()).unwrap() {
        for (position, played) in game.unwrap().plies() {
            for (tactic, sums) in tactics.tactics.iter().zip(&mut expected) {
                let moves = suggestions(&tactics.vocabulary, &tactic.clause, &position);
                let squares = |m: &shakmaty::Move| (m.from(), m.to());
                let hit = moves.iter().any(|m| squares(m) == squares(&played));
                sums[0] += 1;
                sums[1] += i64::from(!moves.is_empty());
                sums[2] += moves.len() as i64;
                sums[3] += i64::from(hit);
                sums[4] += if hit {
                    (1e9 / moves.len() as f64).round() as i64
                } else {
                    0
                };
            }
        }
    }
    let found = part(&folder, "out/result.parquet");
    let rows = found
        .table
        .rows()
        .filter(|(keys, _)| keys[0] != Key::Number(0));
    let rows: Vec<_> = rows.map(|(_, sums)| sums[..5].to_vec()).collect();
    assert_eq!(rows, expected);
    assert_eq!(found.count("positions") as i64, expected[0][0]);
    // Of each game one position, whichever piece it is in.
    done(
        &folder,
        "job tactics tactics.pl --per-game 1 --from-move 5 --out one.json",
    );
    done(&folder, "scale one.json games.pgn --records 2 --out one");
    let one = part(&folder, "one/result.parquet");
    let usable = one.count("games") - one.count("short") - one.count("ended_otherwise");
    assert_eq!(one.count("positions"), usable);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = folder("refused");
    done(&folder, "map job.json games.pgn#1-3 --out a.parquet");
    done(&folder, "map job.json games.pgn#3-5 --out b.parquet");
    done(&folder, "map job.json games.pgn#7-9 --out c.parquet");
    done(
        &folder,
        "job tactics tactics.pl --from-move 9 --out other.json",
    );
    done(&folder, "map other.json games.pgn#4-5 --out d.parquet");
    done(&folder, "shard games.pgn --records 4 --out cut");
    let mut text = String::new();
    let mut tell = |command: &str| {
        text += &format!("$ chesslog {command}\n{}\n", run(&folder, command));
    };
    tell("reduce a.parquet b.parquet --out x.parquet");
    tell("reduce a.parquet d.parquet --out x.parquet");
    tell("reduce a.parquet c.parquet --out x.parquet");
    tell("reduce a.parquet --shards cut/shards.json --out x.parquet");
    tell("reduce tactics.pl --out x.parquet");
    tell("reduce cut --out x.parquet");
    tell("map job.json games.pgn#1-3 --out a.parquet");
    tell("map job.json games.pgn#1-4 --out a.parquet");
    tell("map other.json games.pgn#1-3 --out a.parquet");
    tell("map job.json games.pgn#9-7 --out x.parquet");
    tell("map job.json 1-7 --out x.parquet");
    tell("map job.json nothing.pgn --out x.parquet");
    tell("map tactics.pl games.pgn --out x.parquet");
    tell("scale other.json games.pgn --records 3 --out out");
    tell("scale job.json games.pgn --records 3 --out out");
    tell("scale other.json games.pgn --records 4 --out out");
    tell("scale other.json games.pgn games.pgn --records 3 --out twice");
    let job = fs::read_to_string(folder.join("job.json")).unwrap();
    fs::write(
        folder.join("old.json"),
        job.replace("\"0.1.0\"", "\"0.0.9\""),
    )
    .unwrap();
    fs::write(folder.join("odd.json"), job.replace("per_game", "per_move")).unwrap();
    tell("map old.json games.pgn --out x.parquet");
    tell("map odd.json games.pgn --out x.parquet");
    fs::write(
        folder.join("tactics.pl"),
        TACTICS.replace("en_prise", "en_prise "),
    )
    .unwrap();
    tell("map job.json games.pgn --out x.parquet");
    assert!(!folder.join("x.parquet").exists());
    // What the rest of a best tactic is, other tests know.
    let told: String = text
        .lines()
        .filter(|line| !line.contains(" in ") || !line.ends_with(" s"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_snapshot!(told);
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = folder("killed");
    fs::write(folder.join("games.pgn"), CLASSICS.repeat(20)).unwrap();
    done(&folder, "map job.json games.pgn --out whole.parquet");
    let arguments = "scale job.json games.pgn --records 7 --threads 2 --out out";
    for signal in ["-KILL", "-INT"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(arguments.split(' '))
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let parts = || fs::read_dir(folder.join("out/parts")).map_or(0, Iterator::count);
        let before = parts();
        while parts() < before + 3 && child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(2));
        }
        // It may be done: then there is nothing to go on with, and the rest holds, too.
        let process = child.id().to_string();
        _ = Command::new("kill")
            .args([signal, &process])
            .stderr(Stdio::null())
            .status();
        let output = child.wait_with_output().unwrap();
        assert_ne!(output.status.code(), Some(2));
    }
    done(&folder, arguments);
    assert_eq!(
        bytes(&folder, "out/result.parquet"),
        bytes(&folder, "whole.parquet")
    );
    // A part that is damaged is counted again.
    let parts = fs::read_dir(folder.join("out/parts")).unwrap();
    let damaged = parts.map(|part| part.unwrap().path()).min().unwrap();
    fs::write(&damaged, "PAR1").unwrap();
    done(&folder, arguments);
    assert_eq!(
        bytes(&folder, "out/result.parquet"),
        bytes(&folder, "whole.parquet")
    );
    let left = fs::read_dir(folder.join("out")).unwrap().count();
    assert!(left <= 3, "what was killed leaves one folder at most");
}

#[test]
fn what_is_damaged_is_counted_up_to_there_and_named() {
    let folder = folder("damaged");
    done(&folder, "shard games.pgn --records 4 --out cut");
    let second = &shards(&folder, "cut")[1];
    let mended = bytes(&folder, second);
    let mut damaged = mended.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    damaged[middle + 1] ^= 0xff;
    fs::write(folder.join(second), damaged).unwrap();
    let mut parts = Vec::new();
    for (number, shard) in shards(&folder, "cut").iter().enumerate() {
        let part = format!("{number}.parquet");
        let text = run(&folder, &format!("map job.json {shard} --out {part}"));
        let wrong = text.contains("nothing could be read");
        assert_eq!(wrong, number == 1, "{text}");
        assert!(
            text.ends_with(&format!("exit status {}\n", u8::from(wrong))),
            "{text}"
        );
        parts.push(part);
    }
    let all = parts.join(" ");
    let text = run(
        &folder,
        &format!("reduce {all} --shards cut/shards.json --out sum.parquet"),
    );
    assert!(
        text.contains("games.pgn: from record ") && text.ends_with("exit status 1\n"),
        "{text}"
    );
    // The same file, cut off: by all of it at once and by pieces.
    let plain = bytes(&folder, "games.pgn");
    // So long that some games have been read before the end is met.
    let plain = plain.repeat(20);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&plain).unwrap();
    let packed = packed.finish().unwrap();
    fs::write(folder.join("cut.pgn.gz"), &packed[..packed.len() * 2 / 3]).unwrap();
    let text = run(&folder, "map job.json cut.pgn.gz --out cut.parquet");
    assert!(text.contains("the gzip data is cut off"), "{text}");
    let text = run(&folder, "scale job.json cut.pgn.gz --records 90 --out out");
    assert!(
        text.contains("the gzip data is cut off") && text.ends_with("exit status 1\n"),
        "{text}"
    );
    assert!(bytes(&folder, "out/result.parquet") == bytes(&folder, "cut.parquet"));
    flawed(&folder, "shard cut.pgn.gz --records 90 --out cutcut");
    for (number, shard) in shards(&folder, "cutcut").iter().enumerate() {
        done(
            &folder,
            &format!("map job.json {shard} --out cutcut/{number}.parquet"),
        );
    }
    let text = flawed(
        &folder,
        "reduce cutcut --shards cutcut/shards.json --out sum.parquet",
    );
    assert!(text.contains("the gzip data is cut off"), "{text}");
    assert!(bytes(&folder, "sum.parquet") == bytes(&folder, "cut.parquet"));
    // A shard that was mended is counted again.
    fs::write(folder.join(second), mended).unwrap();
    let again = format!("map job.json {second} --out 1.parquet");
    assert!(!done(&folder, &again).contains("done already"));
    assert!(done(&folder, &again).contains("done already"));
    // What has no games is told of.
    fs::write(folder.join("text.pgn"), "no game\n").unwrap();
    let text = flawed(&folder, "map job.json text.pgn --out text.parquet");
    assert!(text.contains("no game found"), "{text}");
    let text = flawed(&folder, "scale job.json text.pgn --out text");
    assert!(text.contains("no game found"), "{text}");
}

#[test]
fn runs_are_listed_like_shards() {
    let folder = folder("listed");
    done(
        &folder,
        "job migo --game hexapawn3 --games 5 --out migo.json",
    );
    let said = done(&folder, "shard 1-7 --records 3 --out runs");
    assert_eq!(said, "3 shards: 7 runs\nexit status 0\n");
    let list = fs::read_to_string(folder.join("runs/shards.json")).unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    let shards = list["shards"].as_array().unwrap();
    let names: Vec<&str> = shards.iter().filter_map(|it| it["file"].as_str()).collect();
    assert_eq!(names, ["1-3", "4-6", "7-7"]);
    fs::create_dir(folder.join("parts")).unwrap();
    for shard in ["1-3", "7-7"] {
        done(
            &folder,
            &format!("map migo.json {shard} --out parts/{shard}.parquet"),
        );
    }
    let reduce = "reduce parts --shards runs/shards.json --out sum.parquet";
    let told = run(&folder, reduce);
    assert!(told.contains("missing: 4-6 (number 2)\n"), "{told}");
    assert!(told.ends_with("exit status 2\n"), "{told}");
    done(&folder, "map migo.json 4-6 --out parts/4-6.parquet");
    done(&folder, reduce);
    done(&folder, "scale migo.json 1-7 --out whole");
    assert_eq!(
        bytes(&folder, "sum.parquet"),
        bytes(&folder, "whole/result.parquet")
    );
    let twice = run(&folder, "shard 1-7 5-9 --out twice");
    assert!(twice.contains("runs#5-5 is named twice"), "{twice}");
}
