//! The reader on small tasks: each directive and each idiom; `problems` holds what goes wrong.

mod problems;
mod spaces;
mod thresholds;

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::*;
use crate::ilp::clause::{Clause, Literal};

/// A folder with these files that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("chesslog-read-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        Folder(path)
    }

    fn read(&self) -> Result<Reading, Vec<Problem>> {
        read(&self.0, None, &|name, arity| (name, arity) == ("succ", 2))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

const BIAS: &str = "head_pred(f,2). body_pred(p,2). body_pred(q,1). body_pred(r,3).\n";
const BK: &str = "p(a,b). p(b,a). p(c,c). q(a). r(a,1,x). r(b,2,x). r(c,2,y).\n";
const EXS: &str = "pos(f(a,b)). neg(f(b,c)).\n";

/// What becomes of the usual task with `more` in its bias.
fn with(more: &str) -> Result<Reading, Vec<Problem>> {
    Folder::new(&[
        ("bias.pl", &format!("{BIAS}{more}")),
        ("bk.pl", BK),
        ("exs.pl", EXS),
    ])
    .read()
}

fn task(more: &str) -> Task {
    with(more)
        .unwrap_or_else(|problems| panic!("{more}: {problems:#?}"))
        .task
}

/// The messages, without the folder.
fn messages(reading: &Result<Reading, Vec<Problem>>) -> Vec<String> {
    let problems = match reading {
        Ok(reading) => &reading.warnings,
        Err(problems) => problems,
    };
    let mut lines = Vec::new();
    for problem in problems {
        let line = problem.to_string();
        let short = line.split("bias.pl").nth(1).unwrap_or(&line);
        lines.push(short.to_owned());
    }
    lines
}

/// The usual task with `more` in its bias is read, with this warning among others.
fn warns(more: &str, expected: &str) {
    let reading = with(more);
    assert!(reading.is_ok(), "{more}: {:#?}", messages(&reading));
    let found = messages(&reading);
    assert!(
        found.iter().any(|message| message.starts_with(expected)),
        "{more}: expected {expected}, found {found:#?}"
    );
}

fn id(task: &Task, name: &str) -> PredicateId {
    let at = task
        .bias
        .predicates
        .iter()
        .position(|predicate| predicate.name == name);
    PredicateId(at.unwrap() as u16)
}

fn predicate<'a>(task: &'a Task, name: &str) -> &'a Predicate {
    task.bias.predicate(id(task, name))
}

#[test]
fn a_task_is_read() {
    let reading = with("").unwrap();
    let task = &reading.task;
    assert!(reading.warnings.is_empty());
    assert_eq!(task.bias.heads.len(), 1);
    assert_eq!(task.bias.body.len(), 3);
    assert_eq!((task.bias.max_vars, task.bias.max_body), (6, 10));
    assert!(task.bias.singletons && !task.bias.recursion && !task.bias.invention);
    assert!(task.rules.is_empty());
    let r = &task.facts[&("r".to_owned(), 3)];
    let second: Vec<_> = r
        .row(1)
        .iter()
        .map(|&value| task.values.text(value))
        .collect();
    assert_eq!(second, ["b", "2", "x"]);
    let examples = &task.examples[0];
    assert_eq!((examples.tuples.rows, examples.positives), (2, 1));
}

#[test]
fn limits_and_switches() {
    let task =
        task("max_vars(4). max_body(3). max_clauses(2). enable_recursion. enable_pi. non_datalog.");
    let bias = &task.bias;
    assert_eq!(
        (bias.max_vars, bias.max_body, bias.max_clauses),
        (4, 3, Some(2))
    );
    assert!(bias.recursion && bias.invention && bias.non_datalog);
}

#[test]
fn what_is_allowed_anyway_may_be_allowed() {
    let reading = with("allow_singletons.").unwrap();
    assert!(reading.task.bias.singletons && reading.warnings.is_empty());
}

#[test]
fn several_heads() {
    let folder = Folder::new(&[
        (
            "bias.pl",
            "head_pred(f,1). head_pred(g,2). body_pred(succ,2).",
        ),
        (
            "exs.pl",
            "pos(g(1,2)). pos(f(1)). neg(g(2,1)). neg(f(2)). pos(f(3)).",
        ),
    ]);
    let task = folder.read().unwrap().task;
    let counts: Vec<_> = task
        .examples
        .iter()
        .map(|examples| {
            let name = task.bias.predicate(examples.head).name.as_str();
            (name, examples.positives, examples.tuples.rows)
        })
        .collect();
    assert_eq!(counts, [("f", 2, 3), ("g", 1, 2)]);
    assert!(task.rules.contains(&("succ".to_owned(), 2)));
}

#[test]
fn types_and_directions() {
    let task = task(
        "type(f,(t,u)). type(p,(t,u)). type(q,(t,)). type(r,(t,u,v)).\n\
         direction(p,(in,out)). direction(q,in).",
    );
    assert_eq!(task.bias.types, ["t", "u", "v"]);
    assert_eq!(
        predicate(&task, "p").types,
        [Some(TypeId(0)), Some(TypeId(1))]
    );
    assert_eq!(predicate(&task, "p").modes, Some(vec![Mode::In, Mode::Out]));
    assert_eq!(predicate(&task, "q").modes, Some(vec![Mode::In]));
    assert_eq!(predicate(&task, "r").modes, None);
}

#[test]
fn symmetric_relations_are_found() {
    let symmetric = |more: &str| predicate(&task(more), "p").symmetric;
    assert!(symmetric(""));
    assert!(symmetric("direction(p,(in,in))."));
    // p(A,B) and p(B,A) are not the same where one of them cannot be called.
    assert!(!symmetric("direction(p,(in,out))."));
    assert!(!symmetric(
        "type(f,(t,u)). type(p,(t,u)). type(q,(t,)). type(r,(t,t,t))."
    ));
    assert!(!symmetric(
        "bad_body(p,Vars):- vars(_,Vars), Vars=(V0,_), V0 != 0."
    ));
    assert!(!predicate(&task(""), "q").symmetric);
}

#[test]
fn constants_come_from_facts() {
    let task = task("direction(r,(in,constant,constant)).");
    let chosen: Vec<_> = task
        .bias
        .body
        .iter()
        .map(|&id| task.bias.predicate(id))
        .filter(|predicate| predicate.name == "r")
        .map(|predicate| (predicate.slots[1..].to_vec(), predicate.arity()))
        .collect();
    let constant = |text: &str| Slot::Constant(text.to_owned());
    // By descending frequency: 2 before 1, x before y; r(_,1,y) is no fact.
    assert_eq!(
        chosen,
        [
            (vec![constant("2"), constant("x")], 1),
            (vec![constant("2"), constant("y")], 1),
            (vec![constant("1"), constant("x")], 1),
        ]
    );
    let literal = Literal::new(task.bias.body[2], &[0]);
    let clause = Clause::fact(task.bias.heads[0], 2).with(literal);
    assert_eq!(task.bias.clause_text(&clause), "f(A,B) :- r(A,2,x).");
}

#[test]
fn constants_are_limited_or_listed() {
    let number = |more: &str| task(more).bias.body.len();
    assert_eq!(
        number("direction(r,(in,constant,in)). max_constants(1)."),
        3
    );
    assert_eq!(
        number("type(r,(t,u,v)). direction(r,(in,constant,in)). constant(1,u). constant(7,u)."),
        3
    );
    let facts: String = (0..21).map(|number| format!("p(a,{number}). ")).collect();
    let many = |more: &str| {
        let bias = format!("head_pred(f,1). body_pred(p,2). direction(p,(in,constant)). {more}");
        let files = [
            ("bias.pl", bias.as_str()),
            ("bk.pl", &facts),
            ("exs.pl", "pos(f(a))."),
        ];
        let reading = Folder::new(&files).read();
        let number = reading
            .as_ref()
            .map_or(0, |reading| reading.task.bias.body.len());
        (number, messages(&reading))
    };
    assert_eq!(
        many(""),
        (
            20,
            vec![
                ":1:17: warning: the facts of p/2 have 21 constants as argument 2, of which the 20 most \
                 frequent may stand in clauses: max_constants(N) says how many, constant/2 which"
                    .to_owned()
            ]
        )
    );
    assert_eq!(many("max_constants(20)."), (20, Vec::new()));
    assert_eq!(many("max_constants(21)."), (21, Vec::new()));
    let listed = "head_pred(f,1). body_pred(succ,2). direction(succ,(in,constant)).";
    let rules = |more: &str| {
        let exs = ("exs.pl", "pos(f(1)).");
        Folder::new(&[("bias.pl", &format!("{listed}{more}")), exs]).read()
    };
    let reading = rules("type(succ,(n,n)). type(f,(n,)). constant(3,n). constant(4,n).").unwrap();
    assert_eq!(reading.task.bias.body.len(), 2);
    assert_eq!(
        messages(&rules("")),
        [
            ":1:17: succ/2 has no table of facts, so that the constants of its argument 2 must \
          be listed as constant(C,Type)"
        ]
    );
}

#[test]
fn unary_predicates_of_constants() {
    let bk = format!("{BK} red(c). blue(d).");
    for rule in [
        "body_pred(P,1):- constant(P,_).",
        "body_pred(C,1):-constant(C,_).",
    ] {
        let bias = format!(
            "{BIAS}{rule} type(P,(T,)):- constant(P,T). constant(red,t). constant(blue,u)."
        );
        let folder = Folder::new(&[("bias.pl", &bias), ("bk.pl", &bk), ("exs.pl", EXS)]);
        let task = folder.read().unwrap().task;
        assert_eq!(predicate(&task, "red").types, [Some(TypeId(0))]);
        assert_eq!(predicate(&task, "blue").types, [Some(TypeId(1))]);
        assert_eq!(task.bias.body.len(), 5);
    }
}

#[test]
fn the_number_of_variables_of_a_type() {
    let types = "type(f,(t,t)). type(p,(t,t)). type(q,(t,)). type(r,(t,u,v)).";
    for constraint in [
        ":- clause(C), #count{V : var_type(C,V,u)} != 1.",
        ":-\n    #count{V : var_type(C,V,u)}!=1, clause(C).",
        ":- clause(C), #count{V : clause_var(C,V),var_type(C,V,u)} != 1.",
    ] {
        let task = task(&format!("{types}{constraint}"));
        assert_eq!(
            task.bias.constraints,
            [Constraint::VariablesOfType(TypeId(1), 1)]
        );
    }
    assert_eq!(
        messages(&with(&format!(
            "{types} :- clause(C), #count{{V : var_type(C,V,tt)}} != 1."
        ))),
        [":2:100: no predicate has the type tt; did you mean t?"]
    );
}

#[test]
fn bad_bodies() {
    let argument = |more: &str| match task(more).bias.constraints.as_slice() {
        &[
            Constraint::Argument {
                predicate,
                argument,
                variable,
                equal,
            },
        ] => (predicate.0, argument, variable, equal),
        other => panic!("{more}: {other:?}"),
    };
    let expected = (3, 0, 0, true);
    assert_eq!(
        argument("bad_body(r,Vars):- vars(_,Vars), Vars=(V0,_,_), V0 != 0."),
        expected
    );
    assert_eq!(
        argument("bad_body(r,Vars):- vars(3,Vars), Vars == (V0,_,_), 0 != V0."),
        expected
    );
    assert_eq!(
        argument("bad_body(r,(V0,V1,V2)):- vars(3,(V0,V1,V2)), V0!=0."),
        expected
    );
    assert_eq!(
        argument("bad_body(P,Vars):- strict(P), vars(_,Vars), Vars=(V0,_,_), V0 != 0. strict(r)."),
        expected
    );
    assert_eq!(
        argument("bad_body(r,Vars):- vars(_,Vars), Vars=(_,V1,_), V1 = 1."),
        (3, 1, 1, false)
    );
    // The first argument that is a variable.
    let constants = "direction(r,(constant,in,in)). max_constants(1).";
    let shifted = format!("{constants} bad_body(r,Vars):- vars(_,Vars), Vars=(_,V1,_), V1 != 0.");
    assert_eq!(argument(&shifted), expected);
}

#[test]
fn variables_that_the_body_must_have() {
    for more in [":- not body_var(_,1).", ":- clause(C), not body_var(C,1)."] {
        assert_eq!(task(more).bias.constraints, [Constraint::BodyVariable(1)]);
    }
    assert_eq!(
        messages(&with(":- not body_var(_,2).")),
        [
            ":2:19: variable 2 is none of the head, whose variables are numbered from 0; others \
          have no fixed numbers"
        ]
    );
}

#[test]
fn literals_that_may_not_be() {
    let once = "only_once(p). only_once(r). only_once(gone).\n\
                :- only_once(P), clause(C), #count{Vars : body_literal(C,P,A,Vars)} > 1.";
    let task1 = task(once);
    assert_eq!(
        task1.bias.constraints,
        [
            Constraint::AtMost(id(&task1, "p"), 1),
            Constraint::AtMost(id(&task1, "r"), 1)
        ]
    );
    let first = ":- body_literal(0,_,3,_). :- body_literal(1,p,_,_).";
    let recursive = task(&format!("enable_recursion. {first}"));
    assert_eq!(
        recursive.bias.constraints,
        [
            Constraint::NotInClause(0, id(&recursive, "r")),
            Constraint::NotInClause(1, id(&recursive, "p"))
        ]
    );
    // Without recursion each clause is clause 0, and there is no clause 1.
    let single = task(first);
    assert_eq!(
        single.bias.constraints,
        [Constraint::AtMost(id(&single, "r"), 0)]
    );
    assert_eq!(
        task(":- clause(C), #count{Vars : body_literal(C,p,2,Vars)} >= 3.")
            .bias
            .constraints,
        [Constraint::AtMost(PredicateId(1), 2)]
    );
}

#[test]
fn rules_run_to_the_end() {
    let task = task(
        "big(P) :- body_pred(P,N), N >= 2. also(P) :- big(P), P != p. bad_body(P,(V,_,_)) :- also(P), V != 1.",
    );
    assert_eq!(task.bias.constraints.len(), 1);
}

#[test]
fn rules_and_facts_are_told_apart() {
    let bk = ":- dynamic s/1.\n:- op(700, xfx, likes).\n\
              p(a,b). p(X,c) :- q(X). q(a). q('A b'). q([x,y]). q(\"xy\"). q(g(-1, 1-2)).\n\
              r(X,X,_). t --> [a], t. ann likes bob. 'odd one'(1).";
    let bias = "head_pred(f,1). body_pred(p,2). body_pred(q,1). body_pred(r,3). body_pred(s,1).\
                body_pred(t,2). body_pred(likes,2). body_pred('odd one',1).";
    let folder = Folder::new(&[("bias.pl", bias), ("bk.pl", bk), ("exs.pl", "pos(f(a)).")]);
    let reading = folder.read().unwrap();
    let task = &reading.task;
    let rules: Vec<_> = task
        .rules
        .iter()
        .map(|(name, arity)| format!("{name}/{arity}"))
        .collect();
    assert_eq!(rules, ["p/2", "r/3", "t/2"]);
    let rows = |name: &str, arity| {
        let table = &task.facts[&(name.to_owned(), arity)];
        let texts = table
            .cells
            .iter()
            .map(|&value| task.values.text(value).to_owned());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(
        rows("q", 1),
        ["a", "'A b'", "[x,y]", "\"xy\"", "g(-1,-(1,2))"]
    );
    assert_eq!(rows("likes", 2), ["ann", "bob"]);
    assert_eq!(rows("odd one", 1), ["1"]);
    assert_eq!(rows("s", 1), Vec::<String>::new());
    assert_eq!(messages(&Ok(reading)), [":1:65: warning: s/1 has no facts"]);
}

#[test]
fn the_operators_of_libraries_hold_after_their_import() {
    let right = "right(w(X1,Y),w(X2,Y)) :- X1 #< 10, X2 #= X1 + 1.";
    let folder = |import: &str| {
        Folder::new(&[
            ("bias.pl", "head_pred(f,2). body_pred(right,2)."),
            ("bk.pl", &format!("{import}\n{right}")),
            // SWI-Prolog skips a first line that begins with `#`; a quote in it opens nothing.
            ("exs.pl", "#T1, don't read\npos(f(w(0,0),w(5,0)))."),
        ])
    };
    let reading = folder(":- use_module(library(clpfd)).").read().unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    assert!(reading.task.rules.contains(&("right".to_owned(), 2)));
    assert_eq!(reading.task.examples[0].positives, 1);
    let refused = messages(&folder("").read());
    assert!(
        refused[0].contains("bk.pl:2:30: unexpected `#<`") && refused[0].contains("library(clpz)"),
        "{refused:?}"
    );
}

#[test]
fn another_background_may_be_given() {
    let folder = Folder::new(&[("bias.pl", BIAS), ("exs.pl", EXS), ("other.pl", BK)]);
    let problems = messages(&folder.read());
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0]
            .ends_with("bk.pl: there is no such file, and nothing else defines p/2, q/1, r/3"),
        "{problems:?}"
    );
    let other = folder.0.join("other.pl");
    let reading = read(&folder.0, Some(&other), &|_, _| false).unwrap();
    assert_eq!(reading.background, Some(other));
    assert_eq!(reading.task.facts.len(), 3);
    let open = Folder::new(&[
        ("bias.pl", BIAS),
        ("exs.pl", EXS),
        ("bk.pl", ":- consult('more.pl')."),
    ]);
    assert_eq!(open.read().unwrap().task.rules.len(), 3);
}
