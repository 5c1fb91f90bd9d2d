//! `chesslog serve`: the calls of the page over real sockets, and what must not get through.

mod client;

use std::{
    collections::HashSet,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    time::Duration,
};

use chesslog::{chess::Position, random::Random};
use proptest::{
    prelude::any, strategy::Strategy as _, strategy::ValueTree as _, test_runner::TestRunner,
};
use serde_json::{Value, json};

use self::client::Client;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FORK: &str = "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1";

#[test]
fn the_page_is_served_and_small() {
    let client = Client::start("the_page_is_served_and_small");
    let page = client.get("/", &[]);
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<symbol id=\"wK\""));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    for name in ["page.css", "main.js", "icon.svg"] {
        assert_eq!(client.get(&format!("/{name}"), &[]).status, 200, "{name}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
    let mut size = 0;
    for file in fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let path = if name == "index.html" {
            "/".to_owned()
        } else {
            format!("/{name}")
        };
        let asset = client.get(&path, &[]);
        assert_eq!(asset.status, 200, "{name}");
        size += asset.body.len();
        // Nothing is loaded from elsewhere.
        let outside = asset.body.replace("http://www.w3.org/", "");
        assert!(
            !outside.contains("http://") && !outside.contains("https://"),
            "{name}"
        );
    }
    assert!(size < 400 << 10, "{size} bytes");
}

#[test]
fn paths_do_not_leave_the_page() {
    let client = Client::start("paths_do_not_leave_the_page");
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/page/index.html",
        "/api",
    ] {
        assert_eq!(client.get(path, &[]).status, 404, "{path}");
    }
    assert_eq!(client.get("/api/position", &[client.token()]).status, 405);
    assert_eq!(client.call("nothing", json!({})).status, 404);
}

#[test]
fn strangers_are_refused() {
    let client = Client::start("strangers_are_refused");
    let ask = |headers: &[(&str, &str)]| client.post("/api/position", headers, "{}").status;
    let (name, token) = client.token();
    let own = format!("http://{}", client.host());
    assert_eq!(ask(&[(name, token)]), 200);
    assert_eq!(ask(&[(name, token), ("Origin", &own)]), 200);
    // Without the token, or with a wrong one.
    assert_eq!(ask(&[]), 403);
    assert_eq!(ask(&[(name, "0")]), 403);
    // Another site in the same browser.
    assert_eq!(
        ask(&[(name, token), ("Origin", "http://evil.example")]),
        403
    );
    assert_eq!(ask(&[(name, token), ("Origin", "null")]), 403);
    assert_eq!(ask(&[(name, token), ("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(
        client
            .get("/main.js", &[("Sec-Fetch-Site", "cross-site")])
            .status,
        403
    );
    // A name that leads here.
    let rebound = client.raw("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(rebound.status, 421);
    // A link to the page is none of that.
    let link = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
    ];
    assert_eq!(client.get("/", &link).status, 200);
}

#[test]
fn positions_and_moves() {
    let client = Client::start("positions_and_moves");
    let told = client.answer("position", json!({ "moves": ["e4", "e7e5", "Qh5", "Ke7"] }));
    assert_eq!(told["turn"], "white");
    assert_eq!(told["plies"][2]["san"], "Qh5");
    assert_eq!(told["plies"][1]["uci"], "e7e5");
    let mate = client.answer("position", json!({ "fen": told["fen"], "moves": ["h5e5"] }));
    assert_eq!(mate["plies"][0]["san"], "Qxe5#");
    assert_eq!(mate["check"], "e7");
    assert_eq!(mate["end"], "Checkmate: White has won.");
    assert_eq!(mate["legal"], json!([]));
    // All moves of castling and promotion come as engines write them.
    let both = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let told = client.answer("position", json!({ "fen": both }));
    let moves: HashSet<&str> = (told["legal"].as_array().unwrap().iter())
        .map(|m| m["uci"].as_str().unwrap())
        .collect();
    assert!(
        ["e1g1", "e1c1", "b7b8q", "b7b8n", "b7a8r"]
            .iter()
            .all(|m| moves.contains(m))
    );
    let castles = told["legal"]
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["san"] == "O-O");
    assert_eq!(castles.unwrap()["to"], "g1");
    for (asked, wrong) in [
        (json!({ "moves": ["e5"] }), "`e5` is no legal move"),
        (json!({ "fen": "8/8" }), "`8/8` is no position"),
        (json!({ "fen": 7 }), "the request is not understood"),
    ] {
        let refused = client.call("position", asked);
        assert_eq!(refused.status, 400);
        assert!(refused.error().starts_with(wrong), "{}", refused.error());
    }
}

#[test]
fn the_network_shares_out_all() {
    let client = Client::start("the_network_shares_out_all");
    let told = client.answer("network", json!({ "fen": FORK }));
    let pieces = told["pieces"].as_array().unwrap();
    let sum: f64 = pieces
        .iter()
        .map(|piece| piece["share"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert_eq!(pieces[0]["piece"], "N");
}

#[test]
fn answers_come_one_by_one() {
    let client = Client::start("answers_come_one_by_one");
    let tab = "answers";
    let lines = client.ask(
        tab,
        "p(1). p(2).",
        "p(X), Y = \"8/8/8/8/8/4k3/8/4K3 w - - 0 1\".",
        9,
    );
    let answers: Vec<&Value> = lines
        .iter()
        .filter(|line| line["kind"] == "answer")
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1]["bindings"][0]["text"], "2");
    assert_eq!(
        answers[1]["bindings"][1]["fen"],
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1"
    );
    assert_eq!(lines.last().unwrap()["kind"], "done");
    // Rules are replaced, not added to.
    let kinds = |program: &str, query: &str| -> Vec<String> {
        let lines = client.ask(tab, program, query, 9);
        let kinds = lines
            .iter()
            .map(|line| line["kind"].as_str().unwrap().to_owned());
        kinds.filter(|kind| kind != "progress").collect()
    };
    assert_eq!(
        kinds("p(3).", "findall(X, p(X), [3])."),
        ["query", "answer", "done"]
    );
    assert_eq!(kinds("p(3).", "p(4)."), ["query", "false", "done"]);
    assert_eq!(kinds("p(3).", "p(."), ["query", "failed", "done"]);
    assert_eq!(
        kinds("p(3) :- q", "true."),
        ["diagnostic", "query", "answer", "done"]
    );
    assert_eq!(kinds("", "atom_length(X, Y)."), ["query", "raised", "done"]);
    assert_eq!(
        kinds("", "write(hello)."),
        ["query", "output", "answer", "done"]
    );
    assert_eq!(kinds("", "halt."), ["query", "told", "done"]);
    // The sandbox.
    assert_eq!(
        kinds("", "open('/etc/passwd', read, _)."),
        ["query", "raised", "done"]
    );
    assert_eq!(kinds("", "shell(ls)."), ["query", "raised", "done"]);
}

#[test]
fn a_query_waits_for_whoever_wants_more() {
    let client = Client::start("a_query_waits_for_whoever_wants_more");
    let mut stream = client.asked("more", "", "repeat, X = 1.", 3);
    let count = |lines: &[Value]| lines.iter().filter(|line| line["kind"] == "answer").count();
    assert_eq!(count(&stream.until("more")), 3);
    client.answer("more", json!({ "tab": "more", "answers": 4 }));
    assert_eq!(count(&stream.until("more")), 4);
    client.answer("stop", json!({ "tab": "more" }));
    let rest = stream.until("done");
    assert_eq!(count(&rest), 0);
    assert!(rest.iter().any(|line| line["kind"] == "cut"));
    assert_eq!(client.call("more", json!({ "tab": "more" })).status, 400);
}

#[test]
fn endless_queries_end_with_their_reader() {
    let client = Client::start("endless_queries_end_with_their_reader");
    let mut stream = client.asked("endless", "", "repeat, fail.", 1);
    stream.until("query");
    client.answer("stop", json!({ "tab": "endless" }));
    assert!(
        stream
            .until("done")
            .iter()
            .any(|line| line["kind"] == "failed")
    );
    // Who closes the connection wants no more either.
    let mut stream = client.asked("endless", "", "repeat, fail.", 1);
    stream.until("query");
    drop(stream);
    let answered = |query: &str| {
        let lines = client.ask("endless", "", query, 1);
        lines.iter().any(|line| line["kind"] == "answer")
    };
    assert!(answered("X = 1."));
    // The same of one that waits for whoever might want more, and of one whose page asks anew.
    let mut stream = client.asked("endless", "", "repeat.", 1);
    stream.until("more");
    drop(stream);
    assert!(answered("X = 2."));
    let mut stream = client.asked("endless", "", "repeat.", 1);
    stream.until("more");
    assert!(answered("X = 3."));
    assert_eq!(stream.until("done").last().unwrap()["kind"], "done");
    // Of several that come at once the last one is answered.
    let mut first = client.asked("endless", "", "repeat, fail.", 1);
    first.until("query");
    let _second = client.asked("endless", "", "repeat, fail.", 1);
    assert!(answered("X = 4."));
    // Rules that play do not wait for it either.
    let mut stream = client.asked("endless", "", "repeat.", 1);
    stream.until("more");
    let reply = json!({ "tab": "endless", "opponent": "rules", "moves": ["e4"],
        "program": "strategy(_, move(e7, e5, none))." });
    assert_eq!(client.answer("reply", reply)["san"], "e5");
}

/// Rules that end badly are told of each time, and rules that nobody was told of are told of later.
#[test]
fn rules_are_told_of() {
    let client = Client::start("rules_are_told_of");
    let kinds = |program: &str, query: &str| -> Vec<String> {
        let lines = client.ask("rules", program, query, 1);
        let kinds = lines.iter().map(|line| line["kind"].as_str().unwrap());
        kinds.map(str::to_owned).collect()
    };
    for _ in 0..2 {
        assert_eq!(
            kinds(":- initialization(halt).", "true."),
            ["failed", "done"]
        );
    }
    let program = "strategy(_, move(e7, e5, none)). foo :- .";
    let reply = json!({ "tab": "rules", "opponent": "rules", "moves": ["e4"], "program": program });
    assert_eq!(client.answer("reply", reply)["san"], "e5");
    assert_eq!(
        kinds(program, "true."),
        ["diagnostic", "query", "answer", "done"]
    );
    assert_eq!(kinds(program, "true."), ["query", "answer", "done"]);
    // What a page has typed completes nothing in another one.
    let complete = |tab: &str| {
        let found = client.answer("complete", json!({ "tab": tab, "before": "secretpre" }));
        found["matches"].as_array().unwrap().len()
    };
    kinds("secretpred(1).", "true.");
    assert_eq!((complete("rules"), complete("other")), (1, 0));
}

/// Several learners at once keep all their answers.
#[test]
fn learners_do_not_disturb_each_other() {
    let client = Client::start("learners_do_not_disturb_each_other");
    std::thread::scope(|scope| {
        for (tab, eco) in [("a", "C6"), ("b", "B9"), ("c", "C5"), ("d", "D3")] {
            let client = &client;
            scope.spawn(move || {
                let begin = json!({ "tab": tab, "command": "begin", "what": "openings",
                    "color": "white", "eco": eco });
                client.answer("train", begin);
                for _ in 0..10 {
                    let told = client.answer("train", json!({ "tab": tab, "command": "known" }));
                    let text = told["text"].to_string();
                    assert!(!text.contains("not kept"), "{text}");
                    client.answer("train", json!({ "tab": tab, "command": "next" }));
                }
            });
        }
    });
}

#[test]
fn pages_do_not_see_each_other() {
    let client = Client::start("pages_do_not_see_each_other");
    let program = "secret(42).";
    let holds = |tab: &str, program: &str| {
        let lines = client.ask(tab, program, "catch(secret(X), _, fail).", 1);
        lines.iter().any(|line| line["kind"] == "answer")
    };
    assert!(holds("one", program));
    assert!(!holds("two", ""));
    client.ask("one", program, "assertz(secret(43)).", 1);
    assert!(!holds("two", ""));
    client.answer("close", json!({ "tab": "one" }));
    // A page whose engine has ended brings its rules along.
    assert!(holds("one", program));
    // One that runs does not keep another one waiting.
    let mut stream = client.asked("one", program, "repeat, fail.", 1);
    stream.until("query");
    assert!(holds("two", program));
}

#[test]
fn all_examples_run() {
    let client = Client::start("all_examples_run");
    let told = client.answer("examples", json!({}));
    for chapter in told["chapters"].as_array().unwrap() {
        let queries = chapter["queries"].as_array().unwrap();
        assert!(!queries.is_empty(), "{chapter}");
        for example in queries {
            let query = example["query"].as_str().unwrap();
            assert!(!example["about"].as_str().unwrap().is_empty(), "{query}");
            let lines = client.ask("examples", "", query, 3);
            let wrong = ["raised", "failed", "diagnostic", "error_output"];
            let wrong = lines
                .iter()
                .find(|line| wrong.contains(&line["kind"].as_str().unwrap()));
            assert_eq!(wrong, None, "{query}\n{lines:#?}");
            let answered = lines.iter().any(|line| line["kind"] == "answer");
            assert!(answered, "{query}\n{lines:#?}");
        }
    }
}

#[test]
fn moves_are_explained_with_their_rules() {
    let client = Client::start("moves_are_explained_with_their_rules");
    let told = client.answer("explain", json!({ "tab": "e", "fen": FORK }));
    let wins = told["data"]["wins"].as_array().unwrap();
    assert_eq!(wins[0]["san"], "Nxc7+");
    assert!(
        told["text"]
            .as_str()
            .unwrap()
            .contains("Nxc7+ wins the exchange")
    );
    let motifs = wins[0]["motifs"].as_array().unwrap();
    assert!(!motifs.is_empty());
    for motif in motifs {
        let place = client.answer("source", json!({ "rule": motif["rule"] }));
        let (line, lines) = (
            place["line"].as_u64().unwrap(),
            place["lines"].as_u64().unwrap(),
        );
        let text = place["text"].as_str().unwrap();
        let shown: Vec<&str> = text
            .lines()
            .skip(line as usize - 1)
            .take(lines as usize)
            .collect();
        let name = motif["motif"].as_str().unwrap();
        assert!(shown[0].contains(name), "{shown:?}");
    }
    let told = client.answer(
        "explain",
        json!({ "tab": "e", "fen": FORK, "move": "d5b4" }),
    );
    assert!(told["data"]["better"].as_str().is_some(), "{told}");
    assert_eq!(
        client.call("source", json!({ "rule": "p(1)." })).status,
        400
    );
}

#[test]
fn games_come_and_go() {
    let client = Client::start("games_come_and_go");
    let list = client.answer("games", json!({ "name": "classics" }));
    let games = list["games"].as_array().unwrap();
    assert!(
        games.len() > 30
            && games
                .iter()
                .all(|game| game["plies"].as_u64().unwrap() > 10)
    );
    assert!(
        games
            .iter()
            .filter(|game| game["opening"].is_string())
            .count()
            > 30
    );
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best by test} e5 (1... c5 $1 2. Nf3 {Sicilian}) 2. Nf3 *\n";
    let game = client.answer("game", json!({ "text": text, "number": 1 }));
    let moves = &game["line"]["moves"];
    assert_eq!(moves[0]["comments"][0], "best by test");
    assert_eq!(moves[1]["variations"][0]["moves"][0]["san"], "c5");
    assert_eq!(moves[1]["variations"][0]["moves"][0]["nags"][0], 1);
    assert_eq!(
        moves[1]["variations"][0]["moves"][1]["comments"][0],
        "Sicilian"
    );
    assert_eq!(moves[2]["san"], "Nf3");
    // What is written is read again.
    let written = client.answer(
        "pgn",
        json!({ "tags": [["White", "A \"B\""]], "fen": FORK, "result": "1-0",
            "line": { "comments": ["to move"], "moves": [
                { "uci": "d5c7", "comments": ["a fork"], "nags": [1], "variations": [
                    { "comments": ["or"], "moves": [{ "uci": "d5f4" }] }] },
                { "uci": "e8e7" }] } }),
    );
    let again = client.answer("game", json!({ "text": written["pgn"], "number": 1 }));
    assert_eq!(again["fen"], FORK);
    assert_eq!(again["result"], "1-0");
    assert_eq!(again["line"]["moves"][0]["comments"][0], "a fork");
    assert_eq!(again["line"]["moves"][0]["nags"][0], 1);
    let variation = &again["line"]["moves"][0]["variations"][0];
    assert_eq!(variation["moves"][0]["san"], "Nf4");
    assert_eq!(variation["comments"][0], "or");
    assert_eq!(again["problem"], Value::Null);
    // A game that ends in mate has its result, whatever is said.
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"].map(|uci| json!({ "uci": uci }));
    for result in ["*", "1-0"] {
        let tags = json!([["FEN", "no"]]);
        let asked = json!({ "line": { "moves": moves }, "result": result, "tags": tags });
        let written = client.answer("pgn", asked);
        let written = written["pgn"].as_str().unwrap();
        assert!(
            written.contains("Qh4# 0-1") && !written.contains("FEN"),
            "{written}"
        );
    }
    for wrong in [json!({ "text": "" }), json!({ "name": "../classics" })] {
        assert_eq!(client.call("games", wrong).status, 400);
    }
    let beyond = client.call("game", json!({ "name": "classics", "number": 100_000 }));
    assert_eq!(beyond.error(), "there is no game 100000");
}

#[test]
fn games_of_chess_are_played() {
    let client = Client::start("games_of_chess_are_played");
    let mut random = Random::of(&[1]);
    for opponent in ["chesslog", "krk-defend", "kqk-attack"] {
        let begun = client.answer("start", json!({ "opponent": opponent, "seed": 3 }));
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..12 {
            let now = json!({ "fen": begun["fen"], "moves": moves });
            let now = client.answer("position", now);
            if now["turn"] == begun["side"] {
                let legal = now["legal"].as_array().unwrap();
                let Some(m) = random.pick(legal) else { break };
                moves.push(m["uci"].as_str().unwrap().to_owned());
            }
            let reply = client.answer(
                "reply",
                json!({ "tab": "play", "opponent": opponent, "level": "100", "fen": begun["fen"],
                    "moves": moves, "seed": 3 }),
            );
            let Some(word) = reply["move"].as_str() else {
                assert!(reply["end"].is_string(), "{reply}");
                break;
            };
            // Its move is legal, or the next call will say so.
            assert!(!reply["reasons"].as_array().unwrap().is_empty(), "{reply}");
            moves.push(word.to_owned());
            if reply["end"].is_string() {
                break;
            }
        }
        assert!(moves.len() > 3, "{opponent}: {moves:?}");
    }
    // Rules of the page play, too; those that the page suggests do.
    let opponents = client.answer("opponents", json!({}));
    let rules = &opponents["opponents"][1];
    let (_, suggested) = rules["about"]
        .as_str()
        .unwrap()
        .split_once("such as ")
        .unwrap();
    let reply =
        json!({ "tab": "play", "opponent": "rules", "moves": ["e4"], "program": suggested });
    assert!(client.answer("reply", reply)["move"].is_string());
    // An ending is one.
    let none = client.call("reply", json!({ "opponent": "krk-attack", "moves": [] }));
    assert!(
        none.error().contains("expected a position of"),
        "{}",
        none.error()
    );
    let asked = |program: &str| json!({ "tab": "play", "opponent": "rules", "moves": ["e4"], "program": program });
    let reply = client.answer("reply", asked("strategy(_, move(e7, e5, none))."));
    assert_eq!(reply["san"], "e5");
    let wrong = client.call("reply", asked("strategy(_, move(e7, e4, none))."));
    assert!(
        wrong.error().contains("expected a legal move"),
        "{}",
        wrong.error()
    );
    assert_eq!(
        client
            .call("start", json!({ "opponent": "kpk-attack" }))
            .status,
        400
    );
    assert_eq!(
        client.call("start", json!({ "opponent": "nobody" })).status,
        400
    );
}

#[test]
fn small_games_are_played_to_their_ends() {
    let client = Client::start("small_games_are_played_to_their_ends");
    for game in ["oxo", "hexapawn3"] {
        let mut random = Random::of(&[7]);
        let mut seen = client.answer("board", json!({ "game": game }));
        for _ in 0..5 {
            let moves = seen["moves"].as_array().unwrap().clone();
            let Some(step) = random.pick(&moves) else {
                break;
            };
            assert!(
                step["to"].is_u64() && (game == "oxo") == step["from"].is_null(),
                "{step}"
            );
            let asked = json!({ "game": game, "state": step["state"], "seed": 1 });
            let played = client.answer("move", asked);
            let state = if played["resigns"] == true {
                &step["state"]
            } else {
                &played["state"]
            };
            seen = client.answer("board", json!({ "game": game, "state": state }));
        }
        assert!(seen["end"].is_string() || !seen["moves"].as_array().unwrap().is_empty());
    }
    let wrong = client.call("board", json!({ "game": "oxo", "state": "s(x,board(e))" }));
    assert_eq!(wrong.error(), "oxo has no such state");
}

#[test]
fn strategies_are_proved_or_refuted() {
    let client = Client::start("strategies_are_proved_or_refuted");
    let shipped = client.answer("strategy", json!({ "ending": "krk" }));
    let text = shipped["text"].as_str().unwrap();
    let proved = client.answer("prove", json!({ "ending": "krk", "text": text }));
    assert_eq!(
        (&proved["complete"], &proved["failures"]),
        (&json!(true), &json!([]))
    );
    let wrong = "strategy(Pos, Move) :- lateral_check(Pos, Move).";
    let refuted = client.answer("prove", json!({ "ending": "krk", "text": wrong }));
    assert_eq!(refuted["complete"], false, "{refuted}");
    let fen = refuted["failures"][0]["examples"][0]["fen"]
        .as_str()
        .unwrap();
    assert!(Position::parse(fen).is_ok());
    let wrong = client.call(
        "prove",
        json!({ "ending": "krk", "text": "strategy(P, M :- x." }),
    );
    assert!(wrong.error().contains("strategy:1"), "{}", wrong.error());
}

#[test]
fn learners_are_trained() {
    let client = Client::start("learners_are_trained");
    let train = |command: Value| {
        let mut command = command;
        command["tab"] = json!("train");
        client.answer("train", command)
    };
    let begun =
        train(json!({ "command": "begin", "what": "openings", "color": "white", "eco": "C6" }));
    assert_eq!(
        (&begun["fen"], &begun["asking"]),
        (&json!(START), &json!(true))
    );
    let right = train(json!({ "command": "move", "move": "e2e4" }));
    assert!(
        right["text"][0].as_str().unwrap().starts_with("Right"),
        "{right}"
    );
    let left = train(json!({ "command": "move", "move": "h2h4" }));
    assert_eq!(
        (&left["state"], &left["asking"]),
        (&json!("left"), &json!(false))
    );
    assert_eq!(train(json!({ "command": "back" }))["state"], "asking");
    let puzzles = "PuzzleId,FEN,Moves,Rating,Themes\n\
        a,6k1/5ppp/8/8/8/8/5PPP/R3r1K1 w - - 0 1,a1e1 g8f8 e1e8,1000,endgame short\n\
        b,r3k2r/ppp2ppp/2n5/8/5N2/8/PPP2PPP/R3K2R w KQkq - 0 1,f4d5 e8c8 d5b4,1200,fork\n\
        c,nonsense,e2e4,1,fork\n";
    let themes = client.answer("themes", json!({ "text": puzzles }));
    assert_eq!(themes["puzzles"], 2, "{themes}");
    assert_eq!(themes["problems"].as_array().unwrap().len(), 1);
    let begin = json!({ "command": "begin", "what": "puzzles", "text": puzzles, "theme": "fork" });
    let begun = train(begin);
    assert!(
        begun["asking"] == true && begun["last"] == json!(["f4", "d5"]),
        "{begun}"
    );
    let wrong = train(json!({ "command": "move", "move": "a7a6" }));
    assert_eq!(wrong["asking"], true);
    assert_eq!(wrong["refuted"], json!([["a7", "a6"], ["d5", "c7"]]));
    let solution = train(json!({ "command": "known" }));
    assert_eq!(solution["refuted"], Value::Null);
    assert_eq!(solution["state"], "ended");
    // Rules of the page pick puzzles.
    let picked = train(
        json!({ "command": "begin", "what": "puzzles", "text": puzzles,
        "program": "bare(P) :- \\+ piece_at(_, P, _, knight).", "goal": "bare(Pos)" }),
    );
    assert_eq!(picked["last"], json!(["a1", "e1"]), "{picked}");
    let none = client.call(
        "train",
        json!({ "tab": "train", "command": "begin", "what": "puzzles",
        "text": puzzles, "goal": "fail" }),
    );
    assert!(none.error().contains("holds in none"), "{}", none.error());
    let nobody = client.call("train", json!({ "tab": "other", "command": "next" }));
    assert_eq!(nobody.error(), "no training goes on; begin one");
    assert!(client.folder.join("scores.jsonl").exists());
}

/// An engine that is killed in the middle of a query is told of, and followed by another one.
#[test]
fn a_killed_engine_is_replaced() {
    let client = Client::start("a_killed_engine_is_replaced");
    let mut stream = client.asked("killed", "p(7).", "repeat, fail.", 1);
    stream.until("query");
    let children = client.children();
    assert!(!children.is_empty());
    for child in children {
        let killed = std::process::Command::new("kill")
            .args(["-9", &child.to_string()])
            .status();
        killed.unwrap();
    }
    let lines = stream.until("done");
    assert!(
        lines.iter().any(|line| line["kind"] == "failed"),
        "{lines:?}"
    );
    let lines = client.ask("killed", "p(7).", "p(X).", 1);
    assert!(
        lines.iter().any(|line| line["text"] == "X = 7"),
        "{lines:?}"
    );
}

/// Requests of all kinds: none ends the server, and each has an answer.
#[test]
fn nothing_that_is_sent_ends_it() {
    let client = Client::start("nothing_that_is_sent_ends_it");
    let names = [
        "position",
        "network",
        "source",
        "examples",
        "complete",
        "inspect",
        "more",
        "stop",
        "close",
        "games",
        "game",
        "pgn",
        "opponents",
        "start",
        "board",
        "strategy",
        "themes",
        "nothing",
        "",
    ];
    let fields = [
        "fen", "moves", "tab", "text", "name", "number", "rule", "before", "after", "game",
        "state", "opponent", "ending", "tags", "result", "answers", "seed",
    ];
    let mut runner = TestRunner::deterministic();
    let text = proptest::string::string_regex("[ -~äß\u{1F600}\n\"\\\\]{0,40}").unwrap();
    let mut random = Random::of(&[5]);
    let mut stream = client.connect();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    let (header, token) = client.token();
    for _ in 0..100_000 {
        let name = random.pick(&names).unwrap();
        let mut draw = || text.new_tree(&mut runner).unwrap().current();
        let body = match random.below(4) {
            0 => draw(),
            _ => {
                let mut body = json!({});
                for _ in 0..random.below(5) {
                    let field = random.pick(&fields).unwrap();
                    body[*field] = match random.below(6) {
                        0 => json!(random.below(1000)),
                        1 => json!(START),
                        2 => json!([draw(), "e2e4"]),
                        3 => Value::Null,
                        4 => json!("oxo"),
                        _ => json!(draw()),
                    };
                }
                body.to_string()
            }
        };
        let length = body.len();
        let host = client.host();
        let request = format!(
            "POST /api/{name} HTTP/1.1\r\nHost: {host}\r\n{header}: {token}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        // At once: pieces would wait for each other on the line.
        stream.write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        let mut status = String::new();
        answers.read_line(&mut status).unwrap();
        assert!(
            status.starts_with("HTTP/1.1 ") && !status.contains(" 500"),
            "{name}: {body}: {status}"
        );
        loop {
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            if let Some(given) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = given.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        answers.read_exact(&mut vec![0; length]).unwrap();
    }
    // Whatever comes over the line.
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    for round in 0..300 {
        let mut stream = client.connect();
        let mut sent = match round % 3 {
            0 => Vec::new(),
            1 => b"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1\r\n".to_vec(),
            _ => format!("GET /main.js HTTP/1.1\r\nHost: {}\r\n\r\n", client.host()).into_bytes(),
        };
        sent.extend(bytes.new_tree(&mut runner).unwrap().current());
        // The server may have closed it.
        _ = stream.write_all(&sent);
    }
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(client.answer("position", json!({}))["fen"], START);
}
