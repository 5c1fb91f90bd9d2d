//! Learning: the prover through the engine.

use super::data;
use chesslog::{
    engine::{Event, Limits},
    ilp::{Call, Proof, Prover, Stopped},
    session::{
        Session,
        prover::{EngineProver, ProofLimits, Unusable},
    },
};

fn prover(name: &str, background: &str, limits: ProofLimits) -> EngineProver {
    try_prover(name, background, limits, &mut Vec::new()).unwrap()
}

fn try_prover(
    name: &str,
    background: &str,
    limits: ProofLimits,
    told: &mut Vec<Event>,
) -> Result<EngineProver, Unusable> {
    let folder = std::env::temp_dir().join(format!("chesslog-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("bk.pl");
    std::fs::write(&path, background).unwrap();
    let session = Session::new(data::spawn(), Limits::default());
    let prover = EngineProver::new(session, Some(&path), limits, |event| {
        told.push(event.clone());
    });
    std::fs::remove_dir_all(folder).unwrap();
    prover
}

fn call(name: &str, arguments: &[&str]) -> Call {
    let argument = |text: &&str| (*text != "_").then(|| text.to_string());
    Call {
        name: name.into(),
        arguments: arguments.iter().map(argument).collect(),
    }
}

fn rows(rows: &[&[&str]]) -> Proof {
    let row = |row: &&[&str]| row.iter().map(|text| text.to_string()).collect();
    Proof::Answers(rows.iter().map(row).collect())
}

const BACKGROUND: &str = "
    :- dynamic(seen/1).
    edge(a, b). edge(b, c). edge('B', \"x,y\"). edge(f(1,[2]), [a,b|c]). edge(-1, -(1)).
    edge(1-2, [\"ab\",[x,yy]]). edge({a,b}, 'it''s'). edge(0.5, [a,b,1]).
    path(X, Y) :- edge(X, Y).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    count(N) :- between(1, 50, N).
    half(X, _) :- X == a.
    loud(X) :- write(X), nl.
    once_seen(X) :- \\+ seen(X), assertz(seen(X)).
";

#[test]
fn goals_are_proved() {
    let limits = ProofLimits {
        inferences: 10_000,
        answers: 20,
    };
    let mut prover = prover("goals", BACKGROUND, limits);
    let cases = [
        (call("edge", &["a", "b"]), rows(&[&[]])),
        (call("edge", &["a", "c"]), rows(&[])),
        (call("edge", &["b", "_"]), rows(&[&["c"]])),
        (call("edge", &["_", "z"]), rows(&[])),
        (call("edge", &["'B'", "_"]), rows(&[&["\"x,y\""]])),
        (call("edge", &["f(1,[2])", "_"]), rows(&[&["[a,b|c]"]])),
        (call("edge", &["-1", "_"]), rows(&[&["-(1)"]])),
        (
            call("edge", &["-(1,2)", "_"]),
            rows(&[&["[\"ab\",[x,yy]]"]]),
        ),
        (call("edge", &["_", "[a,b,1]"]), rows(&[&["0.5"]])),
        (call("edge", &["_", "'it\\'s'"]), rows(&[&["{}(','(a,b))"]])),
        (call("path", &["a", "z"]), Proof::Limit),
        (call("path", &["a", "_"]), Proof::Limit),
        (call("count", &["_"]), Proof::Limit),
        (call("count", &["50"]), rows(&[&[]])),
        (call("loud", &["a"]), rows(&[&[]])),
        // Named by the call only: the library is loaded then.
        (call("last", &["[a,bc]", "_"]), rows(&[&["bc"]])),
        (
            call(
                "king_square",
                &["white", "_", "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""],
            ),
            rows(&[&["e1"]]),
        ),
    ];
    let calls: Vec<Call> = cases.iter().map(|(call, _)| call.clone()).collect();
    let proofs = prover.prove(&calls).unwrap();
    for ((call, expected), proof) in cases.iter().zip(&proofs) {
        assert_eq!(proof, expected, "{call:?}");
    }
    for (call, expected) in [
        (
            call("half", &["a", "_"]),
            "half(a,_A) has an answer that is not ground",
        ),
        (
            call("missing", &["a"]),
            "existence_error(procedure,missing/1)",
        ),
        (call("atom_length", &["_", "_"]), "instantiation_error"),
    ] {
        match prover.prove(&[call]).unwrap().as_slice() {
            [Proof::Error(message)] => assert!(message.contains(expected), "{message}"),
            proofs => panic!("{proofs:?}"),
        }
    }
    // What a proof does to the database is forgotten.
    for _ in 0..2 {
        assert_eq!(
            prover.prove(&[call("once_seen", &["a"])]),
            Ok(vec![rows(&[&[]])])
        );
    }
}

#[test]
fn a_background_with_errors_is_refused() {
    let mut told = Vec::new();
    let refused = try_prover(
        "errors",
        "good(1).\nbad(1) :- .\n:- foo(.\n",
        ProofLimits::default(),
        &mut told,
    );
    assert_eq!(refused.map(|_| ()), Err(Unusable::Errors(2)));
    let diagnostics = told
        .iter()
        .filter(|event| matches!(event, Event::Diagnostic(_)));
    assert_eq!(diagnostics.count(), 2);
}

#[test]
fn the_goal_that_ends_prolog_is_named() {
    let background = "bomb(N) :- N > 5, length(L, 100000000), atom_length(L, _).\nbomb(_).\n";
    let session_limits = Limits {
        memory: Some(64 << 20),
        ..Limits::default()
    };
    let folder = std::env::temp_dir().join(format!("chesslog-{}-bomb", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("bk.pl");
    std::fs::write(&path, background).unwrap();
    let session = Session::new(data::spawn(), session_limits);
    let mut prover =
        EngineProver::new(session, Some(&path), ProofLimits::default(), |_| {}).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let calls: Vec<Call> = (1..9).map(|n| call("bomb", &[&n.to_string()])).collect();
    let stopped = prover.prove(&calls).unwrap_err();
    let Stopped::Failed(message) = stopped else {
        panic!("{stopped:?}")
    };
    assert!(
        message.starts_with("Prolog cannot prove bomb(6): the memory limit"),
        "{message}"
    );
    // The engine goes on.
    assert_eq!(
        prover.prove(&calls[..2]).unwrap(),
        [rows(&[&[]]), rows(&[&[]])]
    );
}

#[test]
#[ignore = "prints figures"]
fn figures() {
    let mut background = String::new();
    for n in 0..1000 {
        background += &format!(
            "edge(node{n}, node{}). edge(node{n}, node{}).\n",
            n * 7 % 1000,
            n * 3 % 1000
        );
    }
    background += "two(X, Y) :- edge(X, Z), edge(Z, Y).\n";
    let mut prover = prover("figures", &background, ProofLimits::default());
    let name = |n: usize| format!("node{}", n % 1000);
    for (what, arguments) in [("ground", 2), ("open", 1)] {
        let calls: Vec<Call> = (0..20_000)
            .map(|n| match arguments {
                2 => call("two", &[&name(n), &name(n * 11)]),
                _ => call("two", &[&name(n), "_"]),
            })
            .collect();
        prover.prove(&calls[..1]).unwrap();
        let start = std::time::Instant::now();
        prover.prove(&calls).unwrap();
        println!("{what}: {:?} a call", start.elapsed() / 20_000);
    }
}
