//! `chesslog migo` and `chesslog play`: tables, files, games with a person, bad input.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use chesslog::{
    games::{self, State},
    migo::{
        learner::{Manner, Migo},
        play::{Plan, Starts, series},
        text,
    },
    random::Random,
};
use serde_json::Value;

use super::{
    cli::{catches_interrupts, run_in, scratch, typed},
    data,
};

/// One heap: take one or two; who takes the last has won.
const NIM: &str = "\
initial(heap(8)).
initial(heap(7)).
move(heap(N), heap(M)) :- member(Take, [1,2]), N >= Take, M is N - Take.
won(heap(0)).
drawn(_) :- false.
";

/// What a command prints, without the times that it took.
fn migo(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    timeless(&run_in(folder, &words))
}

/// A session with a person who types this.
fn played(folder: &Path, arguments: &str, input: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    typed(folder, &words, input)
}

fn timeless(text: &str) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        match words.iter().position(|word| *word == "ms") {
            None => line.to_owned(),
            Some(at) => words[..at - 1].join(" ").trim_end().to_owned() + " time",
        }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn help() {
    let folder = scratch("migo_help");
    let help = ["migo run --help", "migo play --help", "play --help"];
    assert_snapshot!(help.map(|arguments| migo(&folder, arguments)).join("\n"));
}

#[test]
fn a_table_and_its_files() {
    let folder = scratch("migo_table");
    _ = fs::remove_dir_all(folder.join("out"));
    let table = migo(
        &folder,
        "migo run --game hexapawn3 --learner all --games 60 --runs 3 --out out/all",
    );
    let mut names: Vec<String> = fs::read_dir(folder.join("out/all"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let read = |name: &str| fs::read_to_string(folder.join("out/all").join(name)).unwrap();
    let csv = read("regret.csv");
    let last = csv
        .lines()
        .filter(|line| line.contains(",60,") && !line.starts_with("dqn"));
    let last: Vec<&str> = last.collect();
    // The network's numbers depend on the processor's.
    let table = table.lines().filter(|line| !line.starts_with("dqn "));
    assert_snapshot!(format!(
        "{}\n\n{}\n\n{}\n\n{}\n{}",
        table.collect::<Vec<_>>().join("\n"),
        names.join("\n"),
        last.join("\n"),
        read("strategy-migo-mixed.pl"),
        read("calls-migo-mixed.dot")
    ));
    assert!(read("regret.svg").contains("HER"));
    assert_eq!(read("time.csv").lines().count(), 1 + 7 * 60);
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let folder = scratch("migo_threads");
    let mut reports = [1, 3].map(|threads| {
        let arguments = format!(
            "migo run --game oxo --learner migo-separated,menace,faithful-mixed --games 30 \
             --runs 5 --format json --threads {threads}"
        );
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let text = run_in(&folder, &words);
        let object = text.lines().next().unwrap();
        serde_json::from_str::<Value>(object).unwrap()
    });
    for report in &mut reports {
        for learner in report["learners"].as_array_mut().unwrap() {
            assert_eq!(learner["seconds"]["mean"].as_array().unwrap().len(), 30);
            learner["seconds"] = Value::Null;
        }
    }
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0]["complete"], true);
    let regret = reports[0]["learners"][0]["regret"]["mean"][29].as_f64();
    assert!(regret.unwrap() < 15.0, "{}", reports[0]);
}

#[test]
fn transfer_to_another_game() {
    let folder = scratch("migo_transfer");
    let learn = "migo run --game hexapawn3 --learner faithful-mixed --runs 1 --out h3";
    assert!(migo(&folder, learn).ends_with("exit status 0\n"));
    let table = migo(
        &folder,
        "migo run --game oxo --learner faithful-mixed,q --transfer h3/strategy-faithful-mixed.pl \
         --games 50 --runs 4 --out oxo",
    );
    assert_snapshot!(table);
    let figure = fs::read_to_string(folder.join("oxo/transfer.svg")).unwrap();
    assert!(figure.contains("MIGO, mixed, faithful, transferred"));
    assert!(!figure.contains("Q-learning"));
    let figure = fs::read_to_string(folder.join("oxo/regret.svg")).unwrap();
    assert!(figure.contains("Q-learning") && !figure.contains("transferred"));
}

#[test]
fn beside_what_was_published() {
    let Some(published) = data::folder("migo") else {
        return;
    };
    let folder = scratch("migo_published");
    let published = published.canonicalize().unwrap();
    let arguments = format!(
        "migo run --learner migo-mixed,faithful-mixed,q --games 20 --runs 2 --out out --published {}",
        published.display()
    );
    assert_snapshot!(migo(&folder, &arguments));
    let figure = fs::read_to_string(folder.join("out/regret.svg")).unwrap();
    let none = format!(
        "migo run --game hexapawn4 --games 1 --runs 1 --published {}",
        published.display()
    );
    let reported = migo(&folder, &none);
    assert!(
        reported.contains("there is no curve of hexapawn4"),
        "{reported}"
    );
    // Each published curve once, dashed in the legend and in the figure.
    assert_eq!(figure.matches("MIGO, mixed, published").count(), 1);
    assert_eq!(figure.matches("stroke-dasharray").count(), 4);
}

#[test]
fn a_run_game_by_game() {
    let folder = scratch("migo_play");
    let mut text = migo(&folder, "migo play --games 12");
    text += &migo(
        &folder,
        "migo play --game hexapawn3 --faithful --games 8 --run 2",
    );
    text += &migo(&folder, "migo play --game hexapawn3 --learner q --games 4");
    assert_snapshot!(text);
}

#[test]
fn a_person_plays() {
    let folder = scratch("play");
    let mut text = played(
        &folder,
        "play --game oxo",
        "5\nfoo\n5\nhelp\nmoves\nundo\nundo\n5\n2\n7\n6\n9\n",
    );
    text += &played(&folder, "play --game oxo --first it", "2\n3\nquit\n");
    text += &played(&folder, "play --game hexapawn3", "b1-b2\n");
    text += &played(
        &folder,
        "play --game hexapawn3 --learner menace --games 20",
        "a1a2\n",
    );
    text += &played(&folder, "play --game oxo --games 0 --first it", "");
    fs::write(
        folder.join("mine.pl"),
        "win_1(S, T) :- move(S, T), won(T).\n\
         draw_1(S, T) :- move(S, T), \\+ win_1(T, _).\n",
    )
    .unwrap();
    text += &played(&folder, "play --game oxo --strategy mine.pl", "1\n5\n\n7\n");
    assert_snapshot!(text);
}

#[test]
fn a_game_of_ones_own() {
    let folder = scratch("migo_nim");
    fs::write(folder.join("nim.pl"), NIM).unwrap();
    let mut text = migo(
        &folder,
        "migo run --game nim.pl --learner all --games 40 --runs 2 --out out",
    );
    text += &played(
        &folder,
        "play --game nim.pl --strategy out/strategy-migo-mixed.pl",
        "1\n\n9\n1\n",
    );
    assert_snapshot!(text);
    // The file finds the game where it is.
    let query = "initial(heap(N)), best(heap(N), S).";
    let answers = run_in(&folder, &["query", query, "out/strategy-migo-mixed.pl"]);
    assert_eq!(
        answers,
        "N = 8, S = heap(6).\nN = 7, S = heap(6).\nexit status 0\n"
    );
}

/// The first moves, in Prolog and here.
#[test]
fn a_written_strategy_plays_as_it_did() {
    let mut engine = data::spawn();
    for (game, faithful, states) in [("oxo", false, 200), ("hexapawn3", true, 60)] {
        let graph = games::named(game).unwrap();
        let manner = Manner {
            separated: false,
            faithful,
        };
        let plan = Plan {
            games: 100,
            seed: 3,
            run: 0,
            starts: Starts::Each,
        };
        let mut learner = Migo::new(graph, manner);
        series(graph, &mut learner, &plan, &mut plan.random(), |_, _| true);
        let program = learner.program();
        let written = text::write(&program, &[], &format!("use_module(library({game}))"));
        data::load(&mut engine, &format!("{game}_strategy.pl"), &written);
        let random = &mut Random::new(7);
        let mut asked: Vec<State> = Vec::new();
        while asked.len() < states {
            let state = random.below(graph.len() as u64) as State;
            if !graph.moves(state).is_empty() {
                asked.push(state);
            }
        }
        let texts: Vec<&str> = asked
            .iter()
            .map(|&state| graph.texts[state as usize].as_str())
            .collect();
        let query = format!("member(S, [{}]), best(S, T).", texts.join(","));
        let answers = data::answers(&mut engine, &query);
        assert_eq!(answers.len(), states);
        let mut ruled = 0;
        for (answer, &state) in answers.iter().zip(&asked) {
            let choice = program.choose(state);
            ruled += usize::from(choice.is_some());
            let expected = choice.map_or(graph.moves(state)[0], |choice| choice.to);
            let played = &answer.bindings[1].text;
            assert_eq!(*played, graph.texts[expected as usize]);
        }
        assert!(ruled > states / 2, "{game}: only {ruled}");
    }
}

#[test]
fn bad_input_is_refused() {
    let folder = scratch("migo_bad");
    let files = [
        ("broken.pl", "initial(s).\nmove(s t).\nwon(t).\ndrawn(_).\n"),
        ("half.pl", "initial(s).\nmove(s, t).\nwon(t).\n"),
        (
            "circle.pl",
            "initial(a).\nmove(a, b).\nmove(b, a).\nwon(c).\ndrawn(c).\n",
        ),
        (
            "wrong.pl",
            "win_1(A,B) :- move(A,B), won(B).\nwin_2(A,B) :- win_0(A,B).\n",
        ),
        ("empty.pl", "% nothing\n"),
        ("nim.pl", NIM),
        ("file", "not a folder\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::create_dir_all(folder.join("published/oxo")).unwrap();
    let published = folder.join("published/oxo");
    fs::write(published.join("score_qlearn_av.txt"), "1\nmany\n").unwrap();
    let commands = [
        "migo run --game chess",
        "migo run --game nothing.pl",
        "migo run --game broken.pl",
        "migo run --game half.pl",
        "migo run --game circle.pl",
        "migo run --learner tactics",
        "migo run --learner dqn --game nim.pl",
        "migo run --runs 0",
        "migo run --games many",
        "migo run --transfer wrong.pl",
        "migo run --transfer empty.pl",
        "migo run --transfer nothing.pl",
        "migo run --learner q --transfer wrong.pl",
        "migo play --learner q --transfer wrong.pl",
        "migo run --out file",
        "migo run --published nothing",
        "migo run --learner q --games 2 --runs 1 --published published",
        "migo play --learner all",
        "play --game oxo --strategy wrong.pl",
        "play --game oxo --strategy empty.pl --learner q",
        "play --game oxo --learner all",
    ];
    let mut text = String::new();
    for command in commands {
        let reported = migo(&folder, command);
        // That of clap has the whole usage.
        let reported = reported.split("\nstderr: \nstderr: Usage").next().unwrap();
        text += &format!("$ chesslog {command}\n{}\n", reported.trim_end());
    }
    assert_snapshot!(text);
}

#[test]
fn control_c_prints_what_was_measured() {
    let folder = scratch("migo_stop");
    _ = fs::remove_dir_all(folder.join("out"));
    let child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args("migo run --games 1000000 --runs 4 --threads 1 --out out".split(' '))
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !folder.join("out").exists() {
        assert!(Instant::now() < deadline, "it does not get to work");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\nmigo-mixed  "), "{text}");
    assert!(text.contains("migo-mixed: 1 run only\n"), "{text}");
    assert!(text.ends_with("\ninterrupted\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    assert!(folder.join("out/regret.svg").exists());
}

/// However early it comes: while the engine starts, and between what it is asked.
#[test]
fn control_c_is_heard_while_a_game_is_explored() {
    let folder = scratch("migo_explore");
    let endless = "initial(s(0)).\nmove(s(N),s(M)) :- M is N+1.\nwon(none).\ndrawn(none).\n";
    fs::write(folder.join("endless.pl"), endless).unwrap();
    for pause in [0, 400, 1500] {
        let child = Command::new(env!("CARGO_BIN_EXE_chesslog"))
            .args(["migo", "run", "--game", "endless.pl"])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !catches_interrupts(child.id()) {
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(pause));
        let id = child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(
            reported.contains("interrupted"),
            "after {pause} ms: {reported}"
        );
    }
}
