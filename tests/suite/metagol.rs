//! Learning with metarules: our tasks in both kernels, and random ones on which the two must agree.

use std::{
    cell::{Cell, RefCell},
    fmt, fs,
    path::Path,
};

use chesslog::engine::{Engine, Event, Limits};
use proptest::{
    prelude::*,
    sample::{select, subsequence},
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};

use super::{
    cli::{run_in, scratch},
    data,
};

const KERNELS: [&str; 2] = ["native", "prolog"];

/// What `chesslog run` says of a task that is learned with a kernel.
fn run(name: &str, task: &str, kernel: &str) -> String {
    let folder = scratch("metagol").join(kernel);
    fs::create_dir_all(&folder).unwrap();
    // The option comes last: lines keep their numbers.
    let text = format!("{task}\nmetagol:kernel({kernel}).\n");
    fs::write(folder.join(name), text).unwrap();
    run_in(&folder, &["run", name])
}

#[test]
fn shipped_tasks_are_learned_in_both_kernels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kb/metagol");
    let mut names: Vec<String> = fs::read_dir(folder.as_path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".pl"))
        .collect();
    names.sort();
    assert!(names.len() >= 12, "{names:?}");
    for name in names {
        let task = fs::read_to_string(folder.join(&name)).unwrap();
        let expected: Vec<&str> = task
            .lines()
            .filter_map(|line| line.strip_prefix("% expect: "))
            .collect();
        assert!(!expected.is_empty(), "{name} expects nothing");
        let said = KERNELS.map(|kernel| run(&name, &task, kernel));
        for (kernel, said) in KERNELS.iter().zip(&said) {
            let clauses: Vec<&str> = said.lines().filter(|line| !line.starts_with('%')).collect();
            let (status, clauses) = clauses.split_last().unwrap();
            assert_eq!(*status, "exit status 0", "{name}, {kernel}: {said}");
            assert_eq!(clauses, expected, "{name}, {kernel}: {said}");
        }
        assert_eq!(said[0], said[1], "{name}");
    }
}

#[test]
fn tabled_background_is_asked() {
    let task = ":- use_module(library(metagol)).
:- table path/2.
edge(a,b). edge(b,c). edge(c,a).
path(X,Y) :- path(X,Z), edge(Z,Y).
path(X,Y) :- edge(X,Y).
body_pred(path/2).
metarule(inverse, [P,Q], [P,A,B], [[Q,B,A]]).
:- initialization(main, main).
main :- learn([t(a,c)], []).
";
    for kernel in KERNELS {
        let said = run("tabled.pl", task, kernel);
        assert!(said.contains("t(A,B):-path(B,A)."), "{kernel}: {said}");
    }
}

#[test]
fn what_was_read_before_is_read_again_when_it_changes() {
    let mut engine = Engine::in_thread().unwrap();
    let program = |metarule: &str, facts: &str| {
        format!(
            ":- use_module(library(metagol)).\nbody_pred(pp/2).\nbody_pred(qq/2).\n{metarule}\n{facts}\nqq(X, Y) :- pp(Y, X).\n"
        )
    };
    let identity = "metarule(identity, [P,Q], [P,A,B], [[Q,A,B]]).";
    let inverse = "metarule(inverse, [P,Q], [P,A,B], [[Q,B,A]]).";
    for (metarule, facts, expected) in [
        (identity, "pp(a, b).", "[sub(identity,goal,2,[goal,pp])]"),
        (identity, "pp(b, a).", "[sub(identity,goal,2,[goal,qq])]"),
        (inverse, "pp(b, a).", "[sub(inverse,goal,2,[goal,pp])]"),
        (
            inverse,
            "pp(a, b). pp(c, d).",
            "[sub(inverse,goal,2,[goal,qq])]",
        ),
    ] {
        let text = program(metarule, facts);
        for event in engine.consult_text("changing", &text, Limits::default()) {
            assert!(event.is_ok(), "{event:?}");
        }
        let goal = "learn([goal(a,b)], [], [max_clauses(1)], Program).";
        // The second time from what is kept.
        for _ in 0..2 {
            let (programs, _) = first_programs(&mut engine, goal).unwrap();
            assert_eq!(programs[0], expected);
        }
    }
}

/// A file says the same all the time, and the program changes.
#[test]
fn what_changes_without_a_file_is_seen() {
    let mut engine = data::spawn();
    let program = "
:- use_module(library(metagol)).
metarule(identity, [P,Q], [P,A,B], [[Q,A,B]]).
metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]) :- metagol:type(R, 2, head_pred).
body_pred(known/2).
body_pred(later/2).
known(a, b).
known(b, c).
known(c, d).
";
    data::load(&mut engine, "steady", program);
    // What is done, the examples, the program that is learned, and a line that is printed or not.
    let missing = "% WARNING: steady:6: later/2 does not exist";
    let steps = [
        (
            "true",
            "goal(a,b)",
            "[sub(identity,goal,2,[goal,known])]",
            missing,
        ),
        (
            "true",
            "other(a,b)",
            "[sub(identity,other,2,[other,known])]",
            missing,
        ),
        (
            "true",
            "goal(a,c)",
            "[sub(identity,goal,2,[goal,known]),sub(chain,goal,2,[goal,known,goal])]",
            missing,
        ),
        ("true", "goal(b,a)", "", missing),
        (
            "assertz(later(b,a))",
            "goal(b,a)",
            "[sub(identity,goal,2,[goal,later])]",
            "",
        ),
        (
            "retract(later(b,a)), assertz(later(d,a))",
            "goal(b,a)",
            "[sub(identity,goal,2,[goal,later]),sub(chain,goal,2,[goal,known,goal])]",
            "",
        ),
        (
            "use_metarules(inverse)",
            "goal(b,a)",
            "[sub(inverse,goal,2,[goal,known])]",
            "",
        ),
        ("assertz(metagol:max_clauses(1))", "goal(a,c)", "", ""),
        (
            "retractall(metagol:max_clauses(_))",
            "goal(a,c)",
            "[sub(inverse,goal,2,[goal,known]),sub(chain,goal,2,[goal,known,goal])]",
            "",
        ),
        (
            "assertz(prim(third/2)), assertz(third(a,c))",
            "goal(a,c)",
            "[sub(identity,goal,2,[goal,third])]",
            "",
        ),
        (
            "learn_seq([[twice(a,c)]/[],[back(c,a)]/[]], _)",
            "goal(c,a)",
            "[sub(identity,goal,2,[goal,back])]",
            "",
        ),
        (
            "assertz(head_pred(known/2))",
            "goal(c,d)",
            "[sub(identity,goal,2,[goal,known])]",
            "",
        ),
    ];
    for (act, example, expected, warning) in steps {
        let done = data::answers(&mut engine, &format!("{act}."));
        assert_eq!(done.len(), 1, "{act}");
        for kernel in ["native", "prolog", "native"] {
            let goal =
                format!("learn([{example}], [], [max_clauses(2),kernel({kernel})], Program).");
            let goal = match act.contains("metagol:max_clauses(1)") {
                true => goal.replace("max_clauses(2),", ""),
                false => goal,
            };
            let (programs, printed) = first_programs(&mut engine, &goal).unwrap();
            let first = programs.first().map_or("", String::as_str);
            assert_eq!(first, expected, "{act}, {goal}: {printed}");
            let warnings: Vec<&str> = printed
                .lines()
                .filter(|line| line.contains("WARNING"))
                .collect();
            assert_eq!(warnings.join(""), warning, "{act}, {goal}");
        }
    }
}

// --- random tasks -----------------------------------------------------------------------------

const CONSTANTS: [&str; 4] = ["a", "b", "c", "d"];

/// Metarules of every kind that the search treats in its own way, under names that no other has.
const METARULES: [&str; 20] = [
    "metarule(identity, [P,Q], [P,A,B], [[Q,A,B]]).",
    "metarule(inverse, [P,Q], [P,A,B], [[Q,B,A]]).",
    "metarule(chain, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]).",
    "metarule(precon, [P,Q,R], [P,A,B], [[Q,A],[R,A,B]]).",
    "metarule(postcon, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]]).",
    "metarule(didentity, [P,Q,R], [P,A,B], [[Q,A,B],[R,A,B]]).",
    "metarule(tailrec, [P,Q], [P,A,B], [[Q,A,C],[P,C,B]]).",
    "metarule(recursion, [P,Q], [P,A,B], [[P,A,C],[Q,C,B]]).",
    "metarule(ordered, [P,Q], [P,A,B], [[Q,A,C],@before(A,C),[P,C,B]]).",
    "metarule(fact, [P,X], [P,X], []).",
    "metarule(first, [P,X], [P,X,_], []).",
    "metarule(constant, [P,Q,X], [P,A], [[Q,A,X]]).",
    "metarule(same, [P,Q], [P,A], [[Q,A]]).",
    "metarule(project, [P,Q,R], [P,A], [[Q,A,B],[R,B]]).",
    "metarule(curry, [P,Q,F], [P,A,B], [[Q,A,B,F]]).",
    "metarule(named, [P,Q], [P,A,B], [[p,A,C],[Q,C,B]]).",
    "metarule(compiled, [P,Q], [P,A,B], [[hidden,A,C],[Q,C,B]]).",
    "metarule(alternate, [P,Q,R], [P,A], [[Q,A,B],[R,B]]) :- metagol:type(R, 1, head_pred).",
    "metarule(unless, [P,Q,R], [P,A,B], [[Q,A,B],not([R,B])]).",
    "metarule([P,Q,R], [P,A,B], [[Q,A,B],not([R,A,B])]).",
];

/// Metarules with guards, which only Prolog can prove: other modules, control, sets, errors, output, several answers.
const GUARDED: [&str; 14] = [
    "metarule(module, [P,Q], [P,A,B], [[Q,A,B]]) :- user:allowed(Q).",
    "metarule(truth, [P,Q], [P,A,B], [[Q,B,A]]) :- user:true.",
    "metarule(once, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]) :- once(user:allowed(Q)).",
    "metarule(pairs, [P,Q,R], [P,A], [[Q,A,B],[R,B]]) :- lists:member(Q-R, [q-n,p-m]).",
    "metarule(set, [P,Q], [P,A], [[Q,A]]) :- findall(X, allowed(X), Xs), member(Q, Xs).",
    "metarule(bag, [P,Q,R], [P,A,B], [[Q,A,B],[R,B]]) :- setof(X, allowed(X), Xs), member(Q, Xs).",
    "metarule(caught, [P,Q,R], [P,A,B], [[Q,A],[R,A,B]]) :- catch(user:allowed(R), _, true).",
    "metarule(thrown, [P,Q,R], [P,A,B], [[Q,A,B],[R,A]]) :- catch(throw(R), _, true).",
    "metarule(typed, [P,Q], [P,A,B], [[Q,A,C],[P,C,B]]) :- metagol:type(Q, 2, body_pred).",
    "metarule(invented, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]) :- metagol:type(R, _, head_pred).",
    "metarule(silent, [P,Q,X], [P,A], [[Q,A,X]]) :- format(\"\", []).",
    "metarule(values, [P,Q,X], [P,A], [[Q,A,X]]) :- user:( X = d ; X = a ).",
    "metarule(argument, [P,Q], [P,A,B], [[Q,A,B]]) :- user:(A @< B).",
    "metarule(list, [P,Q,R], [P,A,B], [[Q,A,C],[R,C,B]]) :- call(user:either([a,Q], [a,R])).",
];

/// Targets are learned alone or together.
const TARGETS: &[&[&str]] = &[
    &["f/2"],
    &["f/1"],
    &["f/2"],
    &["f/2", "g/2"],
    &["f/1", "g/2"],
];

/// Background whose answers are not a table: interpreted, ordered, compiled.
const BACKGROUND: &str = "
ibk([twice,A,B,F], [[F,A,C],[F,C,B]]).
ibk([either,A,B,_], [[p,A,B]]).
ibk([either,A,B,F], [[F,B,A]]).
before(A, B) :- A @< B.
hidden(A, B) :- q(A, B).
allowed(q).
allowed(m).
allowed(p).
either([a,X], [X,q]).
either([X,p], [X|_]).
func_test([P,A,B], [P,A,C], C = B).
";

#[derive(Debug, Clone)]
struct Task {
    /// Rows of p/2 and q/2, of m/1 and n/1.
    dyadic: [Vec<(usize, usize)>; 2],
    monadic: [Vec<usize>; 2],
    /// Whether q/2 is a clause over its rows, so that its answers must be asked for.
    asked: bool,
    metarules: Vec<&'static str>,
    targets: &'static [&'static str],
    positives: Vec<(usize, usize, usize)>,
    negatives: Vec<(usize, usize)>,
    max_clauses: usize,
    functional: bool,
}

/// Metarules in any order: from 2 to 5 of the plain ones, or up to 2 of these and from 1 to 3 with guards.
fn metarules(guarded: bool) -> BoxedStrategy<Vec<&'static str>> {
    if !guarded {
        return subsequence(METARULES.to_vec(), 2..6).prop_shuffle().boxed();
    }
    let parts = (
        subsequence(METARULES.to_vec(), 0..3),
        subsequence(GUARDED.to_vec(), 1..4),
    );
    parts
        .prop_map(|(plain, guarded)| [plain, guarded].concat())
        .prop_shuffle()
        .boxed()
}

fn task(guarded: bool) -> impl Strategy<Value = Task> {
    let constant = 0..CONSTANTS.len();
    let pair = (constant.clone(), constant.clone());
    let dyadic = prop::array::uniform2(prop::collection::vec(pair.clone(), 3..8));
    let monadic = prop::array::uniform2(prop::collection::vec(constant.clone(), 1..4));
    let metarules = metarules(guarded);
    let targets = select(TARGETS);
    let positive = (0..2_usize, constant.clone(), constant);
    (
        (dyadic, monadic, any::<bool>(), metarules, targets),
        prop::collection::vec(positive, 1..4),
        prop::collection::vec(pair, 0..3),
        1..4_usize,
        prop::bool::weighted(0.2),
    )
        .prop_map(
            |(
                (dyadic, monadic, asked, metarules, targets),
                positives,
                negatives,
                n,
                functional,
            )| {
                Task {
                    dyadic,
                    monadic,
                    asked,
                    metarules,
                    targets,
                    positives,
                    negatives,
                    max_clauses: n,
                    functional,
                }
            },
        )
}

impl Task {
    fn atom(&self, target: usize, a: usize, b: usize) -> String {
        let (name, arity) = self.targets[target % self.targets.len()].split_at(1);
        let (a, b) = (CONSTANTS[a], CONSTANTS[b]);
        match arity {
            "/1" => format!("{name}({a})"),
            _ => format!("{name}({a},{b})"),
        }
    }

    fn goal(&self, kernel: &str) -> String {
        let positives = self.positives.iter().map(|&(p, a, b)| self.atom(p, a, b));
        let negatives = self.negatives.iter().map(|&(a, b)| self.atom(0, a, b));
        let targets = self.positives.iter().map(|&(p, ..)| p);
        // Negatives are of a predicate that has positives.
        let learned = targets.clone().any(|p| p % self.targets.len() == 0);
        let negatives: Vec<String> = if learned {
            negatives.collect()
        } else {
            Vec::new()
        };
        format!(
            "learn([{}], [{}], [kernel({kernel}), max_clauses({}), functional({}), inference_limit(20000)], Program).",
            positives.collect::<Vec<_>>().join(","),
            negatives.join(","),
            self.max_clauses,
            self.functional
        )
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, ":- use_module(library(metagol)).")?;
        f.write_str("body_pred(p/2).\nbody_pred(q/2).\nbody_pred(m/1).\nbody_pred(n/1).\n")?;
        let q = if self.asked { "q0" } else { "q" };
        for (name, rows) in ["p", q].iter().zip(&self.dyadic) {
            for &(a, b) in rows {
                writeln!(f, "{name}({},{}).", CONSTANTS[a], CONSTANTS[b])?;
            }
        }
        if self.asked {
            f.write_str("q(A,B) :- q0(A,B).\n")?;
        }
        for (name, rows) in ["m", "n"].iter().zip(&self.monadic) {
            for &a in rows {
                writeln!(f, "{name}({}).", CONSTANTS[a])?;
            }
        }
        for metarule in &self.metarules {
            writeln!(f, "{metarule}")?;
        }
        f.write_str(BACKGROUND)
    }
}

/// The first three programs, and what was printed about the search.
fn first_programs(engine: &mut Engine, goal: &str) -> Result<(Vec<String>, String), String> {
    let limits = Limits {
        answers: Some(3),
        ..data::ten_seconds()
    };
    let mut programs = Vec::new();
    let mut printed = String::new();
    for event in data::events(engine, goal, limits) {
        match event {
            Event::Answer(answer) => {
                let program = answer.bindings.iter().find(|b| b.name == "Program");
                programs.push(program.unwrap().text.clone());
            }
            Event::Output(text) => printed += &text,
            Event::False | Event::Stopped => {}
            event => return Err(format!("{event:?}")),
        }
    }
    Ok((programs, printed))
}

#[test]
fn kernels_agree_on_random_tasks() {
    kernels_agree(false);
}

#[test]
fn kernels_agree_on_random_tasks_with_guards() {
    kernels_agree(true);
}

fn kernels_agree(guarded: bool) {
    let (learned, several, limited) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let engine = RefCell::new(data::spawn());
    let check = |task: Task| {
        let mut engine = engine.borrow_mut();
        data::load(&mut engine, "random", &task.to_string());
        let mut found = Vec::new();
        // The third time from what the native kernel has kept of the first.
        for kernel in [KERNELS[0], KERNELS[1], KERNELS[0]] {
            let programs = first_programs(&mut engine, &task.goal(kernel));
            prop_assert!(programs.is_ok(), "{}\n{}: {:?}", task, kernel, programs);
            found.extend(programs);
        }
        // Inferences are counted by each kernel in its own way.
        if found
            .iter()
            .any(|(_, printed)| printed.contains("% stopped by"))
        {
            limited.set(limited.get() + 1);
            return Ok(());
        }
        let [native, prolog, again] = [0, 1, 2].map(|run| &found[run].0);
        learned.set(learned.get() + usize::from(!native.is_empty()));
        several.set(several.get() + usize::from(native.len() > 1));
        prop_assert_eq!(native, prolog, "{}\n{}", task, task.goal("K"));
        prop_assert_eq!(native, again, "{}\n{}", task, task.goal("K"));
        Ok(())
    };
    let config = ProptestConfig {
        cases: 150,
        max_shrink_iters: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    // The same tasks in every run: a failure must not depend on luck.
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, generator)
        .run(&task(guarded), check)
        .unwrap();
    let (learned, several, limited) = (learned.get(), several.get(), limited.get());
    // Guards leave fewer programs.
    let (most, few) = if guarded { (25, 5) } else { (50, 20) };
    assert!(learned > most, "only {learned} tasks with a program");
    assert!(several > few, "only {several} tasks with several");
    assert!(limited < 40, "{limited} tasks beyond the limits");
}
