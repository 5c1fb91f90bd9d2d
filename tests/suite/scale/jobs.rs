//! What each kind of job counts is what another command says.

use super::*;

#[test]
fn queries_count_and_list() {
    let folder = folder("query");
    let query = |goal: &str, result: &str, list: &[&str], job: &str| {
        let fixed = ["job", "query", goal, result, "--out", job];
        let text = run_in(&folder, &[&fixed, list].concat());
        assert!(text.ends_with("exit status 0\n"), "{text}");
    };
    query("game_result(Game, R)", "R", &[], "results.json");
    let counted = json(
        &folder,
        "scale results.json games.pgn --records 2 --out results --format json",
    );
    let mut expected: BTreeMap<String, u64> = BTreeMap::new();
    let answers = run_in(
        &folder,
        &[
            "query",
            "game('games.pgn', G), game_result(G, R)",
            "--format",
            "json",
        ],
    );
    for line in answers.lines().filter(|line| line.contains("\"R\"")) {
        let answer: Value = serde_json::from_str(line).unwrap();
        let result = answer["bindings"]["R"]
            .as_str()
            .or(answer["R"].as_str())
            .unwrap()
            .to_owned();
        *expected.entry(result).or_default() += 1;
    }
    let found: BTreeMap<String, u64> = counted["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["result"].as_str().unwrap().to_owned(),
                row["answers"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(found, expected);
    // Numbers are those of the file, whichever piece a game is in.
    query(
        "game_end(Game, Plies, _)",
        "Plies",
        &["--list"],
        "ends.json",
    );
    done(&folder, "scale ends.json games.pgn --records 2 --out ends");
    done(&folder, "map ends.json games.pgn --out ends.parquet");
    assert_eq!(
        bytes(&folder, "ends/result.parquet"),
        bytes(&folder, "ends.parquet")
    );
    let numbers: Vec<Key> = part(&folder, "ends.parquet")
        .table
        .rows()
        .map(|(keys, _)| keys[1].clone())
        .collect();
    assert_eq!(
        numbers,
        (1..=numbers.len() as i64)
            .map(Key::Number)
            .collect::<Vec<_>>()
    );
    // Rows may span lines.
    query(
        "puzzle_field(Puzzle, 'Themes', T)",
        "T",
        &["--list"],
        "themes.json",
    );
    done(
        &folder,
        "scale themes.json puzzles.csv --records 1 --out themes",
    );
    done(&folder, "map themes.json puzzles.csv --out themes.parquet");
    assert_eq!(
        bytes(&folder, "themes/result.parquet"),
        bytes(&folder, "themes.parquet")
    );
    // What files load is pinned, or refused.
    fs::write(folder.join("helper.pl"), "even(N) :- 0 is N mod 2.\n").unwrap();
    fs::write(
        folder.join("rule.pl"),
        ":- ensure_loaded(helper).\nrule(G) :- game_end(G, N, _), even(N).\n",
    )
    .unwrap();
    for (files, status) in [(&["rule.pl"][..], 2), (&["rule.pl", "helper.pl"], 0)] {
        let fixed = ["job", "query", "rule(Game)", "even", "--out", "rule.json"];
        let text = run_in(&folder, &[&fixed, files].concat());
        assert!(text.ends_with(&format!("exit status {status}\n")), "{text}");
        assert_eq!(
            text.contains("helper.pl is loaded by another file"),
            status == 2,
            "{text}"
        );
    }
    done(&folder, "map rule.json games.pgn --out rule.parquet");
    let mut text = String::new();
    for (goal, result) in [("true", "f(X)"), ("atom_length(Game, N)", "N")] {
        query(goal, result, &[], "wrong.json");
        text += &run(&folder, "map wrong.json games.pgn --out wrong.parquet");
    }
    for (goal, result) in [
        ("game(Game", "x"),
        ("true", "x), halt, (y"),
        ("", "x"),
        ("no_such(Game)", "x"),
        ("findall(M, gam_move(Game, _, M, _), _)", "x"),
        ("\\+ rule(Game)", "x"),
    ] {
        text += &run_in(&folder, &["job", "query", goal, result]);
    }
    // What the goal makes itself is there when it is called.
    query("assertz(seen(Game)), seen(Game)", "x", &[], "seen.json");
    done(&folder, "map seen.json games.pgn --out seen.parquet");
    assert_snapshot!(text);
}

#[test]
fn puzzles_are_those_of_the_command() {
    let folder = folder("puzzles");
    done(&folder, "job puzzles --effort 2000 --out puzzles.json");
    let text = run(
        &folder,
        "scale puzzles.json puzzles.csv --records 1 --threads 2 --out out",
    );
    assert!(
        text.contains("row 3: ") && text.ends_with("exit status 1\n"),
        "{text}"
    );
    let out = "reduce out/result.parquet --out again.parquet --format json";
    let mut found = json(&folder, out);
    let mut expected = json(&folder, "puzzles puzzles.csv --effort 2000 --format json");
    let strip = |value: &mut Value| {
        let lists = [value["themes"].as_array().cloned().unwrap_or_default()].concat();
        let all = [
            lists,
            vec![value["all"].clone(), value["any_theme"].clone()],
        ]
        .concat();
        let rows = all.into_iter().map(|mut row| {
            row["median_ms"] = Value::Null;
            row
        });
        (
            rows.collect::<Vec<_>>(),
            value["bad_rows"].clone(),
            value["failed"].clone(),
        )
    };
    assert_eq!(strip(&mut found), strip(&mut expected));
}

#[test]
fn runs_are_those_of_the_other_commands() {
    let folder = folder("runs");
    done(
        &folder,
        "job migo --game hexapawn3 --games 20 --out migo.json",
    );
    let found = json(
        &folder,
        "scale migo.json 1-6 --records 2 --out migo --format json",
    );
    let expected = json(
        &folder,
        "migo run --game hexapawn3 --games 20 --runs 6 --format json",
    );
    let (found, expected) = (&found["regret"], &expected["learners"][0]["regret"]);
    assert_eq!(found["mean"], expected["mean"]);
    assert_eq!(found["sd"], expected["sd"]);

    done(
        &folder,
        "job openings --prefer gambit --draws 250 --out openings.json",
    );
    let found = json(
        &folder,
        "scale openings.json 1-4 --out openings --format json",
    );
    let command = "openings sample --mode exact --prefer gambit --iterations 1000 --format json";
    let expected = json(&folder, command);
    let near = |one: &Value, other: &Value| {
        let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
        assert!((one - other).abs() <= 1e-4 * other.abs(), "{one} {other}");
    };
    let quality = expected["diagnostics"]
        .as_object()
        .map_or(&expected, |_| &expected["diagnostics"]);
    near(&found["acceptance"], &quality["acceptance"]);
    near(
        &found["effective_sample_size"],
        &quality["effective_sample_size"],
    );
    near(&found["r_hat"], &quality["r_hat"]);

    done(&folder, "job network --all --out network.json");
    let out = "scale network.json puzzles.csv --records 2 --out network";
    assert!(run(&folder, out).ends_with("exit status 1\n"));
    let network = part(&folder, "network/result.parquet");
    assert_eq!(
        (network.count("puzzles"), network.count("bad_rows")),
        (3, 1)
    );
    let again = run(
        &folder,
        "map network.json puzzles.csv --out network.parquet",
    );
    assert!(
        again.contains("illegal move h7h9") && again.ends_with("exit status 1\n"),
        "{again}"
    );
    assert_eq!(
        bytes(&folder, "network/result.parquet"),
        bytes(&folder, "network.parquet")
    );
}

#[test]
fn the_fittest_of_islands_settle_on_others() {
    let folder = folder("islands");
    let job = "job evolve --experiment 1 --population 60 --generations 3 --emigrants 3";
    done(&folder, &format!("{job} --out first.json"));
    done(&folder, "scale first.json 1-3 --out first");
    done(&folder, "map first.json 1-3 --out first.parquet");
    assert_eq!(
        bytes(&folder, "first/result.parquet"),
        bytes(&folder, "first.parquet")
    );
    done(
        &folder,
        &format!("{job} --settlers first.parquet --out second.json"),
    );
    done(&folder, "scale second.json 1-3 --out second");
    let fitness = |file: &str| -> Vec<i64> {
        let part = part(&folder, file);
        let rows = part
            .table
            .rows()
            .filter(|(keys, _)| keys[1] == Key::Number(1));
        rows.map(|(_, sums)| sums[0]).collect()
    };
    let (first, second) = (fitness("first.parquet"), fitness("second/result.parquet"));
    assert_eq!((first.len(), second.len()), (3, 3));
    for (island, after) in second.iter().enumerate() {
        let neighbour = first[(island + 2) % 3];
        assert!(
            *after >= first[island].max(neighbour),
            "{first:?} {second:?}"
        );
    }
    let text = run(
        &folder,
        &format!("{job} --settlers job.json --out third.json"),
    );
    assert!(
        text.contains("is no part") && text.ends_with("exit status 2\n"),
        "{text}"
    );
}

#[test]
fn the_best_tactics_are_selected() {
    let folder = folder("selected");
    let doubled = format!(
        "{TACTICS}\n{}",
        TACTICS.lines().skip(2).collect::<Vec<_>>().join("\n")
    );
    fs::write(folder.join("tactics.pl"), doubled).unwrap();
    done(&folder, "job tactics tactics.pl --out job.json");
    done(&folder, "scale job.json games.pgn --out out");
    let text = done(
        &folder,
        "tactics select out/result.parquet --by accuracy --min-coverage 1 --out best.pl",
    );
    assert!(text.starts_with("best.pl: 3 tactics"), "{text}");
    let best = fs::read_to_string(folder.join("best.pl")).unwrap();
    assert_snapshot!(best);
    // It is a file of tactics itself, in the order of what it was selected by.
    done(&folder, "job tactics best.pl --out best.json");
    let found = json(
        &folder,
        "scale best.json games.pgn --out best --format json",
    );
    let accuracy = |tactic: &Value| tactic["accuracy"].as_f64().unwrap();
    let accuracies: Vec<f64> = found["tactics"]
        .as_array()
        .unwrap()
        .iter()
        .map(accuracy)
        .collect();
    assert!(accuracies.is_sorted_by(|a, b| a >= b), "{accuracies:?}");
    let text = run(&folder, "tactics select out/result.parquet --by divergence");
    assert!(text.contains("the job needs --engine"), "{text}");
}
