//! Learning and Prolog: the prover through the engine, `learn/3`, and the learner in plain Prolog.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use super::data;
use chesslog::{
    engine::{Engine, Event, Limits},
    ilp::{self, Call, Options, Outcome, Proof, Prover, Stopped, Table, learn::Learner, read},
    native,
    session::{
        self, Session,
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
    reported: &mut Vec<Event>,
) -> Result<EngineProver, Unusable> {
    let task = Folder::new(name, &[("bk.pl", background)]);
    let session = Session::new(data::spawn(), Limits::default());
    EngineProver::new(session, Some(&task.0.join("bk.pl")), limits, |event| {
        reported.push(event.clone());
    })
}

/// A folder with files, for as long as it lives.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        Folder(folder)
    }

    fn task(name: &str, bias: &str, background: &str, examples: &str) -> Folder {
        let files = [
            ("bias.pl", bias),
            ("bk.pl", background),
            ("exs.pl", examples),
        ];
        Folder::new(name, &files)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is left behind is no reason to fail.
        _ = fs::remove_dir_all(&self.0);
    }
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
        answers: Some(20),
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
            [Proof::Error(ball)] => assert!(ball.to_string().contains(expected), "{ball}"),
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
    let mut reported = Vec::new();
    let refused = try_prover(
        "errors",
        "good(1).\nbad(1) :- .\n:- foo(.\n",
        ProofLimits::default(),
        &mut reported,
    );
    assert_eq!(refused.map(|_| ()), Err(Unusable::Errors(2)));
    let diagnostics = reported
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
    let folder = Folder::new("bomb", &[("bk.pl", background)]);
    let session = Session::new(data::spawn(), session_limits);
    let limits = ProofLimits::default();
    let mut prover =
        EngineProver::new(session, Some(&folder.0.join("bk.pl")), limits, |_| {}).unwrap();
    let calls: Vec<Call> = (1..9).map(|n| call("bomb", &[&n.to_string()])).collect();
    let stopped = prover.prove(&calls).unwrap_err();
    let Stopped::Memory(message) = stopped else {
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

const FAMILY: &str = "
father(bob, dan).
father(bob, fay).
father(hal, eve).
father(tom, bob).
mother(ann, bob).
mother(ann, cid).
mother(cid, gil).
mother(eve, dan).
mother(ida, hal).
parent(X, Y) :- mother(X, Y).
parent(X, Y) :- father(X, Y).
";

const GRANDPARENTS: &str = "
pos(grandparent(ann, dan)).
pos(grandparent(ann, gil)).
pos(grandparent(hal, dan)).
pos(grandparent(ida, eve)).
pos(grandparent(tom, dan)).
neg(grandparent(ann, ann)).
neg(grandparent(ann, bob)).
neg(grandparent(bob, dan)).
neg(grandparent(dan, ann)).
neg(grandparent(ida, dan)).
";

/// The program that a goal about a task answers with.
fn learned(engine: &mut Engine, goal: &str, task: &Folder) -> String {
    let query = format!(
        "{}.",
        goal.replace("DIR", &format!("'{}'", task.0.display()))
    );
    data::value(engine, &query, "P")
}

#[test]
fn the_native_learner_serves_prolog() {
    let mut engine = data::spawn();
    let parents = "head_pred(grandparent,2). body_pred(parent,2). max_vars(3).";
    let grandparents = Folder::task("grandparents", parents, FAMILY, GRANDPARENTS);
    let expected = "[(grandparent(_A,_B):-parent(_A,_C),parent(_C,_B))]";
    for goal in [
        "learn(DIR, [], P)",
        "learn(DIR, [threads(2), time_limit(60), outcome(outcome(5,0,5,0))], P)",
        "findall(Q, learn(DIR, [all(true)], Q), [P])",
    ] {
        assert_eq!(learned(&mut engine, goal, &grandparents), expected);
    }
    // No clause shares a variable with another.
    let both = "head_pred(grandparent,2). body_pred(mother,2). body_pred(father,2). max_vars(3).";
    let grandparents = Folder::task("grandparents-2", both, FAMILY, GRANDPARENTS);
    let goal = "learn(DIR, [], [C,D|_]), term_variables(C, Vs), term_variables(C-D, Ws), \
                length(Vs, N), length(Ws, M), P = N-M";
    assert_eq!(learned(&mut engine, goal, &grandparents), "3-6");

    let last = Folder::task(
        "last",
        "head_pred(f,2). body_pred(reverse,2). body_pred(first,2). body_pred(grow,2).
         type(f,(list,element)). type(reverse,(list,list)). type(first,(list,element)). type(grow,(list,list)).
         direction(f,(in,out)). direction(reverse,(in,out)). direction(first,(in,out)). direction(grow,(in,out)).",
        "first([H|_], H).\ngrow(L, M) :- grow([a|L], M).\n",
        "pos(f([1,2,3],3)). pos(f([k,u,r,t],t)). pos(f(\"ab\",b)). neg(f([1,2],1)). neg(f([a,b,c],b)).",
    );
    assert_eq!(
        learned(&mut engine, "learn(DIR, [], P)", &last),
        "[(f(_A,_B):-reverse(_A,_C),first(_C,_B))]"
    );
}

/// What a goal may take is kept to whoever proves it: the native machine counts in its own way, so that it proves
/// nothing where a limit is not the usual one.
#[test]
fn limits_of_proofs_are_kept_to() {
    let mut engine = data::spawn();
    let task = Folder::task(
        "limits",
        "head_pred(f,1). body_pred(down,1). direction(f,(in,)). direction(down,(in,)).",
        "down(0).\ndown(N) :- N > 0, M is N - 1, down(M).\n",
        "pos(f(700)). neg(f(-1)).",
    );
    let goal = |options| format!("( learn(DIR, [{options}], [C]) -> P = C ; P = none )");
    let learned = |engine: &mut Engine, options| learned(engine, &goal(options), &task);
    assert_eq!(learned(&mut engine, ""), "(f(_A):-down(_A))");
    assert_eq!(
        learned(&mut engine, "inferences(5000)"),
        "(f(_A):-down(_A))"
    );
    assert_eq!(learned(&mut engine, "inferences(200)"), "none");
}

#[test]
fn what_was_learned_is_a_word_for_the_next_task() {
    let mut engine = data::spawn();
    let facts =
        "parent(tom,bob). parent(ann,bob). parent(bob,dan). parent(bob,fay). parent(ida,hal).
                 parent(hal,eve). parent(eve,dan). parent(ann,cid). parent(cid,gil).";
    let parents = "head_pred(grandparent,2). body_pred(parent,2). max_vars(3).";
    let first = Folder::task("known-1", parents, facts, GRANDPARENTS);
    let great =
        "pos(great(ida,dan)). neg(great(ida,eve)). neg(great(hal,dan)). neg(great(dan,ida)).";
    let bias = "head_pred(great,2). body_pred(parent,2). max_vars(3). max_body(2).";
    let second = Folder::task("known-2", bias, facts, great);
    let [one, other] = [&first, &second].map(|task| task.0.display().to_string());
    let alone =
        format!("( learn('{other}', [outcome(outcome(1,_,_,0))], _) -> P = yes ; P = no ).");
    assert_eq!(data::value(&mut engine, &alone, "P"), "no");
    let goal = format!("learn('{one}', [], K), learn('{other}', [known(K), end(smallest)], [P]).");
    let found = data::value(&mut engine, &goal, "P");
    assert!(found.contains("grandparent("), "{found}");
    // Prolog may be asked, too.
    let mut engine = data::spawn();
    let goal = goal.replace("known(K)", "known(K), inferences(5000)");
    assert_eq!(data::value(&mut engine, &goal, "P"), found);
}

/// What is learned from examples that come little by little is what is learned from the same examples at once.
#[test]
fn examples_little_by_little() {
    const STEP: usize = 3;
    let (options, calm) = (Options::default(), AtomicBool::new(false));
    let known = |name: &str, arity: usize| native::help::is_predicate(name, arity);
    for name in ["ancestor", "last-element", "even", "grandparent"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("kb/tasks")
            .join(name);
        let whole = read::read(&folder, None, &known).unwrap().task;
        let mut plain = whole.clone();
        for examples in &mut plain.examples {
            examples.tuples = Table::new(examples.tuples.arity);
            examples.positives = 0;
        }
        let mut learner = Learner::new(plain.clone());
        let [all] = whole.examples.as_slice() else {
            panic!("{name} has several heads");
        };
        let head = whole.bias.predicate(all.head).name.clone();
        // Positive and negative ones by turns.
        let count = all.tuples.rows;
        let order: Vec<usize> = (0..count)
            .map(|index| index / 2 + index % 2 * count.div_ceil(2))
            .filter(|&index| index < count)
            .collect();
        for some in order.chunks(STEP.max(count / 8)) {
            for &index in some {
                let (row, positive) = (all.tuples.row(index), index < all.positives);
                let texts = row.iter().map(|&value| whole.values.text(value).to_owned());
                assert!(learner.add(&head, &texts.collect::<Vec<_>>(), positive));
                plain.examples[0].add(row, positive);
            }
            let more = learner.learn(None, &options, &calm, &mut |_| ()).unwrap();
            let once = ilp::learn(&plain, None, &options, &calm, &mut |_| ()).unwrap();
            let figures = |outcome: &Outcome| {
                let best = outcome.hypotheses.first();
                (outcome.end, best.map(|best| (best.size(), best.score)))
            };
            assert_eq!(figures(&more), figures(&once), "{name}");
        }
        assert!(!learner.add("no_such_head", &[], true));
    }
}

#[test]
fn tasks_with_mistakes_are_told() {
    let mut engine = data::spawn();
    let bias = "head_pred(f,1). body_pred(p,1). body_pred(mising,1).\n";
    let examples = "pos(f(a)). neg(f(b)).";
    let mut report = String::new();
    for (name, bias, background, examples) in [
        (
            "unknown",
            bias,
            "p(X) :- q(X).\nq(a).\nmissing(a).\n",
            examples,
        ),
        (
            "arity",
            "head_pred(f,2). body_pred(p,1).\n",
            "p(a).\n",
            examples,
        ),
        (
            "wrong",
            "head_pred(f,1). body_pred(p,1).\n",
            "p(X) :- q(X.\nq(a).\np(a) :- q(a).\n",
            examples,
        ),
    ] {
        let task = Folder::task(name, bias, background, examples);
        let folder = task.0.display().to_string();
        let query = format!("learn('{folder}', [], P).");
        for event in data::events(&mut engine, &query, Limits::default()) {
            let text = match &event {
                Event::Diagnostic(diagnostic) => session::report(diagnostic, false),
                event => session::failure(event, &Limits::default()),
            };
            report += &format!("{name}: {}\n", text.replace(&folder, "TASK"));
        }
    }
    assert_snapshot!(report);
}

#[test]
fn the_loop_in_prolog_prints_what_it_does() {
    let bias = "head_pred(grandparent,2). body_pred(mother,2). body_pred(father,2).
        type(grandparent,(person,person)). max_vars(3). max_body(2). max_clauses(4).";
    let task = Folder::task("loop", bias, FAMILY, GRANDPARENTS);
    let query = format!(
        "cl_popper:learn_by_failures('{}', [trace(true)], P).",
        task.0.display()
    );
    let output: String = data::events(&mut data::spawn(), &query, Limits::default())
        .into_iter()
        .filter_map(|event| match event {
            Event::Output(text) => Some(text),
            _ => None,
        })
        .collect();
    assert!(output.ends_with("entails 5 of 5 positive and 0 of 5 negative examples\n"));
    assert_snapshot!(output);
}

/// Random relations and a target that is a program over them: both learners find programs of the
/// same size.
#[test]
fn both_learners_find_programs_of_the_same_size() {
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
    const TARGETS: [&str; 6] = [
        "f(X,Y) :- p(X,Z), q(Z,Y).",
        "f(X,Y) :- p(X,Y), r(Y).",
        "f(X,Y) :- p(Y,X), r(X), r(Y).",
        "f(X,Y) :- p(X,Y). f(X,Y) :- q(Y,X).",
        "f(X,Y) :- q(X,Y), r(X). f(X,Y) :- p(Y,X), r(Y).",
        "f(X,Y) :- p(X,Z), p(Z,Y), r(Z).",
    ];
    let mut state = 7u32;
    let mut random = move |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % bound
    };
    let mut engine = data::spawn();
    for (number, target) in TARGETS.iter().enumerate() {
        let mut background = String::new();
        for relation in ["p", "q"] {
            for from in NAMES {
                for to in NAMES {
                    if random(3) == 0 {
                        background += &format!("{relation}({from},{to}).\n");
                    }
                }
            }
        }
        background += "r(a).\nr(c).\nr(d).\n";
        data::load(
            &mut engine,
            "world",
            &format!("{background}{}\n", target.replace(". ", ".\n")),
        );
        let mut examples = String::new();
        for from in NAMES {
            for to in NAMES {
                let holds = !data::answers(&mut engine, &format!("f({from},{to}).")).is_empty();
                let sign = if holds { "pos" } else { "neg" };
                examples += &format!("{sign}(f({from},{to})).\n");
            }
        }
        data::load(&mut engine, "world", "");
        let bias = "head_pred(f,2). body_pred(p,2). body_pred(q,2). body_pred(r,1).
            max_vars(3). max_body(3). max_clauses(2).";
        let task = Folder::task(&format!("random-{number}"), bias, &background, &examples);
        let [simple, fast] = ["cl_popper:learn_by_failures(DIR, [], Q)", "learn(DIR, [], Q)"].map(|goal| {
            let size = "cl_popper:program_size(Q, Size), cl_popper:task(DIR, T), cl_popper:test(T, Q, O), P = Size-O";
            learned(&mut engine, &format!("{goal}, {size}"), &task)
        });
        assert_eq!(simple, fast, "{target}\n{background}");
    }
}

#[test]
fn both_learners_solve_our_tasks() {
    let mut engine = data::spawn();
    for (name, size) in [
        ("ancestor", 5),
        ("even", 6),
        ("last-element", 7),
        ("knight-move", 6),
        ("rook-protected", 4),
    ] {
        let folder = format!("{}/kb/tasks/{name}", env!("CARGO_MANIFEST_DIR"));
        for goal in [
            format!("cl_popper:learn_by_failures('{folder}', [], P), O = outcome(_,0,_,0)"),
            format!("learn('{folder}', [outcome(O)], P)"),
        ] {
            let rest = "O = outcome(_,FN,_,FP), cl_popper:program_size(P, Size), N = Size-FN-FP";
            let found = data::value(&mut engine, &format!("{goal}, {rest}."), "N");
            assert_eq!(found, format!("{size}-0-0"), "{goal}");
        }
    }
}
