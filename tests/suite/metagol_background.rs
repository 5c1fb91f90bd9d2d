//! The background of Metagol, proved by the native kernel: the answers of Prolog, or none.

use std::{
    cell::{Cell, RefCell},
    fmt::Write,
};

use chesslog::{
    engine::Engine,
    mil::{Answers, BackgroundSource, Horn, Task, answers::End},
    term::Term,
};
use proptest::{
    prelude::*,
    sample::select,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};

use super::data;

/// Inferences for a goal in Prolog.
const INFERENCES: u32 = 100_000;
const ROWS: usize = 20;

/// The clauses that the kernel gets for these goals.
fn background(engine: &mut Engine, goals: &[String]) -> (Task, Horn) {
    let query = format!(
        "metagol_clauses:background_clauses([{}], Clauses, Libraries).",
        goals.join(",")
    );
    let values = data::typed(engine, &query);
    let [clauses, libraries] = values[0].as_slice() else {
        panic!("{values:?}");
    };
    let text = format!(
        "task([],[],[],[],[],[],[],[goal_inferences({INFERENCES}),clauses({}),libraries({})])",
        clauses.canonical(),
        libraries.canonical()
    );
    let mut task = Task::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let horn = Horn::new(&mut task);
    (task, horn)
}

/// How many goals the kernel proves; those must have the answers that Prolog gives, in its order.
fn proved(engine: &mut Engine, task: &mut Task, horn: &mut Horn, goals: &[String]) -> usize {
    let mut own = Vec::new();
    for goal in goals {
        let term: Term = goal.parse().unwrap();
        let pattern = task.terms.pattern(&term, &mut Vec::new());
        if let Some(answers) = horn.answers(&mut task.terms, pattern, 0, ROWS) {
            own.push((goal, answers));
        }
    }
    let asked: Vec<&str> = own.iter().map(|(goal, _)| goal.as_str()).collect();
    for (own, asked) in own.chunks(200).zip(asked.chunks(200)) {
        let query = format!(
            "findall(a(Rows,End), (lists:member(G, [{}]), metagol_kernel:rows(G, 0, {ROWS}, {INFERENCES}, Rows, End)), Answers).",
            asked.join(",")
        );
        let values = data::typed(engine, &query);
        let Some(Term::List(given, None)) = values.first().and_then(|row| row.last()) else {
            panic!("{values:?}: {query}");
        };
        assert_eq!(given.len(), own.len());
        for ((goal, answers), given) in own.iter().zip(given) {
            let expected = read(task, given, answers);
            assert_eq!(expected.as_ref(), Some(answers), "{goal}: {given}");
        }
    }
    own.len()
}

/// Prolog's answers as the kernel has them; none if it has an error or is over its limit.
fn read(task: &mut Task, given: &Term, own: &Answers) -> Option<Answers> {
    let [rows, end] = given.arguments("a").unwrap();
    let items = |term: &Term| match term {
        Term::List(items, None) => items.clone(),
        Term::String(text) => text.chars().map(|c| Term::Atom(c.to_string())).collect(),
        _ => Vec::new(),
    };
    let rows: Vec<Vec<_>> = items(rows)
        .iter()
        .map(|row| {
            let mut names = Vec::new();
            let values = items(row);
            let values = values.iter();
            values
                .map(|value| task.terms.pattern(value, &mut names))
                .collect()
        })
        .collect();
    let end = match end.text()? {
        "end" => End::Complete,
        // Prolog does not look whether the last answer wanted is the last one that there is.
        "more" if rows.len() == ROWS => own.end.clone(),
        _ => return None,
    };
    Some(Answers { rows, end })
}

/// No lists that begin with characters and go on with variables: the system takes some of these for text.
const VALUES: [&str; 24] = [
    "a",
    "b",
    "'B'",
    "0",
    "1",
    "-1",
    "3",
    "[]",
    "[a,b]",
    "[2,1,2]",
    "[1|T]",
    "[1,X,a]",
    "[3,1]",
    "[[1],[0],a]",
    "f(a)",
    "f(X)",
    "'.'(a,b)",
    "f(b,a)",
    "X",
    "Y",
    "1.5",
    "99999999999999999999",
    "9223372036854775807",
    "(<)",
];

const EXPRESSIONS: [&str; 26] = [
    "X",
    "a",
    "7",
    "-3",
    "0",
    "1.0",
    "'+'(2,3)",
    "'-'(2,5)",
    "'*'(-4,6)",
    "'//'(7,-2)",
    "'/'(4,2)",
    "'/'(7,2)",
    "mod(7,-2)",
    "mod(-7,2)",
    "mod(6,-3)",
    "mod(1,0)",
    "rem(-7,2)",
    "div(-7,2)",
    "'-'(4)",
    "abs(-4)",
    "'+'(sign(-9),max(2,min(8,5)))",
    "'^'(2,5)",
    "'^'(2,-1)",
    "'**'(2,3)",
    "'>>'(-9,1)",
    "'+'('/\\\\'(12,10),'\\\\/'(12,10))",
];

#[test]
fn computed_predicates_are_those_of_prolog() {
    let mut engine = data::spawn();
    // The libraries are there if a program names them.
    data::load(
        &mut engine,
        "names",
        "all :- member(a,[]), memberchk(a,[]), append([],[],[]), select(a,[],[]), last([],a), between(1,1,1),
            maplist(a,[]), maplist(a,[],[]), foldl(a,[],a,a), is_list([]), length([],0), reverse([],[]), msort([],[]),
            sum_list([],0), max_list([],0), min_list([],0), nth0(0,[],a), nth1(1,[],a), succ(0,1), plus(0,0,0),
            forall(a,a), ignore(a).",
    );
    let (mut task, mut horn) = background(&mut engine, &["all".to_owned()]);
    assert!(task.libraries.len() >= 22);
    let mut goals = Vec::new();
    for name in [
        "var", "nonvar", "atom", "number", "integer", "atomic", "compound", "callable", "ground",
        "is_list",
    ] {
        goals.extend(VALUES.map(|a| format!("{name}({a})")));
    }
    for name in [
        "'='",
        "'\\\\='",
        "'=='",
        "'\\\\=='",
        "'@<'",
        "'@>'",
        "'@=<'",
        "'@>='",
        "'=..'",
        "sort",
        "length",
        "reverse",
        "msort",
        "sum_list",
        "max_list",
        "min_list",
        "succ",
        "last",
        "member",
        "memberchk",
        "maplist",
    ] {
        for a in VALUES {
            goals.extend(VALUES.map(|b| format!("{name}({a},{b})")));
        }
    }
    for name in ["is", "'<'", "'>'", "'=<'", "'>='", "'=:='", "'=\\\\='"] {
        for a in EXPRESSIONS {
            goals.extend(EXPRESSIONS.map(|b| format!("{name}({a},{b})")));
        }
    }
    for name in [
        "compare", "functor", "arg", "nth0", "nth1", "plus", "append", "select", "between",
        "maplist",
    ] {
        for a in VALUES.iter().step_by(2).chain(["1", "(<)"].iter()) {
            for b in VALUES
                .iter()
                .skip(1)
                .step_by(2)
                .chain(["f(a,b)", "[X,2]"].iter())
            {
                goals.extend(VALUES.map(|c| format!("{name}({a},{b},{c})")));
            }
        }
    }
    let count = proved(&mut engine, &mut task, &mut horn, &goals);
    // Half of all goals are errors, or have to do with floats and the order of variables.
    assert!(count > goals.len() / 3, "{count} of {}", goals.len());
}

// --- random programs --------------------------------------------------------------------------

/// Heads of clauses.
const HEADS: &[&str] = &[
    "p(A)",
    "p([A|B])",
    "p(a)",
    "q(A,B)",
    "q([A|B],C)",
    "q([],0)",
    "q([],[])",
    "q(A,[A|B])",
    "q(f(A),B)",
    "r(A,B,C)",
    "r([A|B],C,D)",
    "r([],A,A)",
    "r(A,B,[A|B])",
];

/// Goals of bodies: the variables are those of heads, so that they meet often.
const GOALS: &[&str] = &[
    "p(A)",
    "p(B)",
    "q(A,B)",
    "q(B,C)",
    "q(B,A)",
    "r(A,B,C)",
    "r(B,C,D)",
    "r(A,A,B)",
    "A = B",
    "B = [A|C]",
    "A \\= B",
    "A == B",
    "A @< B",
    "!",
    "C is A + 1",
    "B is A - 1",
    "A > 0",
    "A < B",
    "A =< 3",
    "integer(A)",
    "var(A)",
    "nonvar(A)",
    "atom(A)",
    "is_list(B)",
    "length(B,C)",
    "member(A,B)",
    "member(C,B)",
    "append(C,D,B)",
    "append(B,C,D)",
    "reverse(B,C)",
    "last(B,A)",
    "msort(B,C)",
    "between(1,3,C)",
    "succ(A,C)",
    "nth0(A,B,C)",
    "\\+ p(A)",
    "\\+ q(A,B)",
    "( p(A) -> q(A,B) ; B = A )",
    "( A > 1 -> true ; C = b )",
    "( A = a ; A = b )",
    "( p(A), ! ; C = 1 )",
    "once(q(A,B))",
    "forall(member(C,B), integer(C))",
    "call(q,A,B)",
    "call(p,B)",
    "call((p(A), !))",
    "maplist(p,B)",
    "maplist(q,B,C)",
    "foldl(r,B,A,C)",
    "( \\+ p(B), ! ; true )",
    "A =.. [B|C]",
    "write(x)",
    "true",
    "fail",
    "functor(A,B,C)",
    "B = f(A)",
    "select(A,B,C)",
    "catch(p(A),_,true)",
    "ignore(q(A,B))",
];

const ARGUMENTS: &[&str] = &[
    "X", "Y", "X", "a", "b", "0", "1", "2", "-1", "[]", "[a]", "[1,2]", "[2,X]", "[X|Y]",
    "[[1],a]", "f(a)", "f(Y)", "[b,a,c]",
];

#[derive(Debug, Clone)]
struct Program {
    clauses: Vec<String>,
    goals: Vec<String>,
}

fn program() -> impl Strategy<Value = Program> {
    let clause = (
        select(HEADS),
        proptest::collection::vec(select(GOALS), 0..4),
    );
    let clause = clause.prop_map(|(head, body)| match body.is_empty() {
        true => format!("{head}."),
        false => format!("{head} :- {}.", body.join(", ")),
    });
    let argument = || select(ARGUMENTS);
    let goal = prop_oneof![
        argument().prop_map(|a| format!("p({a})")),
        (argument(), argument()).prop_map(|(a, b)| format!("q({a},{b})")),
        (argument(), argument(), argument()).prop_map(|(a, b, c)| format!("r({a},{b},{c})")),
    ];
    (
        proptest::collection::vec(clause, 3..12),
        proptest::collection::vec(goal, 12),
    )
        .prop_map(|(clauses, goals)| Program { clauses, goals })
}

#[test]
fn random_programs_have_the_answers_of_prolog() {
    let (asked, own) = (Cell::new(0), Cell::new(0));
    let engine = RefCell::new(data::spawn());
    let check = |program: Program| {
        let mut engine = engine.borrow_mut();
        // One of each, so that no goal is unknown.
        let mut text = String::from(":- discontiguous([p/1,q/2,r/3]).\n");
        for clause in &program.clauses {
            let _ = writeln!(text, "{clause}");
        }
        text += "p(7).\nq(7,a).\nr(7,X,X).\n";
        data::load(&mut engine, "random", &text);
        let (mut task, mut horn) = background(&mut engine, &program.goals);
        let count = proved(&mut engine, &mut task, &mut horn, &program.goals);
        asked.set(asked.get() + program.goals.len());
        own.set(own.get() + count);
        Ok(())
    };
    let config = ProptestConfig {
        cases: 100,
        max_shrink_iters: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let generator = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, generator)
        .run(&program(), check)
        .unwrap();
    let (asked, own) = (asked.get(), own.get());
    assert!(own > asked / 2, "{own} of {asked}");
}

#[test]
fn only_what_is_plain_is_proved_by_the_kernel() {
    let mut engine = data::spawn();
    data::load(
        &mut engine,
        "plain",
        ":- dynamic(changing/1).
         :- table(tabled/1).
         changing(1).
         tabled(X) :- tabled(X).
         tabled(1).
         text(\"ab\").
         member(own, _).
         grammar --> [a], grammar.
         grammar --> [].
         plain(X) :- changing(X).
         plain(X) :- tabled(X), text(Y), member(X, Y), last([1], X).
         noisy(X) :- write(X).
         unasked(1).",
    );
    let goals = [
        "plain(X)",
        "noisy(1)",
        "grammar(L,[])",
        "changing(X)",
        "tabled(X)",
        "text(X)",
    ];
    let goals = goals.map(str::to_owned);
    let query = format!(
        "metagol_clauses:background_clauses([{}], Clauses, Libraries), findall(N/A, (lists:member(clause(H,_), Clauses), functor(H,N,A)), Found).",
        goals.join(",")
    );
    let values = data::typed(&mut engine, &query);
    let text = |at: usize| values[0][values[0].len() - at].canonical();
    assert_eq!(
        (text(1), text(2)),
        (
            "[/(grammar,2),/(grammar,2),/(noisy,1),/(plain,1),/(plain,1),/(member,2)]".to_owned(),
            "[/(true,0),/(last,2),/(write,1),/(',',2),/(=,2)]".to_owned(),
        )
    );
}
