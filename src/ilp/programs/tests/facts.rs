use super::{
    super::{
        super::{
            bias::{Constraint, Mode},
            task::Task,
        },
        ProgramOptions,
    },
    facts, learn, solved,
};

#[test]
fn many_examples_all_count() {
    let atoms = |name: &str, numbers: std::ops::Range<u32>| -> String {
        numbers.map(|n| format!("{name}({n}). ")).collect()
    };
    let mut task = facts(
        &[("p", 1)],
        &[("q", 1), ("r", 1)],
        &(atoms("q", 0..260) + &atoms("r", 0..250) + &atoms("r", 260..270)),
        &atoms("p", 0..250),
        &atoms("p", 250..270),
    );
    task.bias.recursion = true;
    // What 200 examples do not tell apart, the others do.
    solved(&task, 3);
}

const FAMILY: &str = "parent(ann,bob). parent(bob,cid). parent(cid,dan). parent(dan,eve).
    parent(ann,fay). parent(fay,gus). parent(hal,ida). parent(ida,jon).";

#[test]
fn ancestors_are_parents_of_ancestors() {
    let mut task = facts(
        &[("ancestor", 2)],
        &[("parent", 2)],
        FAMILY,
        "ancestor(ann,eve). ancestor(ann,bob). ancestor(bob,dan). ancestor(hal,jon).
         ancestor(ann,gus). ancestor(cid,dan). ancestor(ann,dan).",
        "ancestor(bob,ann). ancestor(ann,jon). ancestor(bob,gus). ancestor(eve,ann).
         ancestor(ann,ann). ancestor(dan,cid). ancestor(gus,fay). ancestor(bob,fay).",
    );
    task.bias.recursion = true;
    let text = solved(&task, 5);
    assert!(
        text.starts_with("ancestor(A,B) :- parent(A,B).\nancestor(A,B) :- "),
        "{text}"
    );
}

#[test]
fn two_heads_call_each_other() {
    let numbers: String = (0..8).map(|n| format!("succ({n},{}). ", n + 1)).collect();
    let mut task = facts(
        &[("even", 1), ("odd", 1)],
        &[("zero", 1), ("succ", 2)],
        &format!("zero(0). {numbers}"),
        "even(0). even(2). even(4). even(6). odd(1). odd(3). odd(5). odd(7).",
        "even(1). even(3). even(5). odd(0). odd(2). odd(4). odd(6).",
    );
    task.bias.recursion = true;
    task.bias.max_clauses = Some(3);
    // even: zero; the successor of an odd number. odd: the successor of an even one.
    let text = solved(&task, 8);
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn a_predicate_is_invented() {
    let mut task = facts(
        &[("grandparent", 2)],
        &[("mother", 2), ("father", 2)],
        "mother(ann,bob). mother(ann,cid). mother(cid,dan). mother(eve,fay).
         father(bob,gus). father(hal,bob). father(hal,cid). father(fay,dan). father(ivo,jon).",
        "grandparent(ann,dan). grandparent(ann,gus). grandparent(hal,dan). grandparent(hal,gus).
         grandparent(eve,dan).",
        "grandparent(ann,bob). grandparent(cid,dan). grandparent(ivo,jon). grandparent(bob,bob).
         grandparent(dan,ann). grandparent(eve,gus).",
    );
    task.bias.invention = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 3;
    task.bias.max_clauses = Some(3);
    let text = solved(&task, 7);
    assert!(text.contains("inv1(A,C), inv1(C,B)"), "{text}");
}

/// Pairs of the numbers that q holds for; q wants to be asked about a number, and the second one is
/// an output, so that the pairs are to be made of two clauses.
pub(super) fn pairs() -> Task {
    let mut task = facts(
        &[("f", 2)],
        &[("p", 2), ("q", 1)],
        "p(0,1). p(1,2). q(0). q(2).",
        "f(0,0). f(0,2). f(2,0).",
        "f(0,1). f(1,1).",
    );
    let modes = [[Mode::In, Mode::Out], [Mode::In, Mode::In], [Mode::In; 2]];
    for (predicate, modes) in task.bias.predicates.iter_mut().zip(modes) {
        predicate.modes = Some(modes[..predicate.types.len()].to_vec());
    }
    task.bias.invention = true;
    task.bias.non_datalog = true;
    task.bias.max_vars = 4;
    task.bias.max_body = 2;
    task.bias.max_clauses = Some(2);
    task
}

#[test]
fn what_a_clause_leaves_open_others_decide() {
    // inv1 says nothing of its second argument.
    let text = solved(&pairs(), 5);
    assert!(text.contains("inv1(A,B) :- q(A)."), "{text}");
}

/// The fact files of a shared task, read by lines.
fn shared(name: &str, heads: &[(&str, usize)], body: &[(&str, usize)]) -> Option<Task> {
    let Some(data) = std::env::var_os("CHESSLOG_DATA") else {
        eprintln!("skipped: CHESSLOG_DATA is not set");
        return None;
    };
    let dir = std::path::Path::new(&data).join("ilp/popper").join(name);
    let read = |file: &str| std::fs::read_to_string(dir.join(file)).unwrap();
    let examples = read("exs.pl");
    let of = |sign: &str| -> String {
        let lines = examples
            .lines()
            .filter_map(|line| line.trim().strip_prefix(sign));
        lines
            .map(|line| line.trim_end_matches('.').trim_end_matches(')').to_owned() + "). ")
            .collect()
    };
    Some(facts(heads, body, &read("bk.pl"), &of("pos("), &of("neg(")))
}

#[test]
fn poppers_tasks_are_solved_as_well() {
    let family = [("mother", 2), ("father", 2)];
    if let Some(mut task) = shared("kinship-ancestor", &[("ancestor", 2)], &family) {
        task.bias.recursion = true;
        task.bias.max_clauses = Some(3);
        let size = learn(&task, &ProgramOptions::default()).programs[0].size();
        assert!(size <= 6, "{size}");
    }
    if let Some(mut task) = shared("kinship-pi", &[("grandparent", 2)], &family) {
        task.bias.invention = true;
        task.bias.max_vars = 4;
        task.bias.max_body = 3;
        task.bias.max_clauses = Some(3);
        solved(&task, 7);
    }
}

#[test]
fn points_to_is_solved_as_well() {
    let body = [("addr", 2), ("assgn", 2), ("store", 2), ("load", 2)];
    if let Some(mut task) = shared("andersen", &[("pt", 2)], &body) {
        task.bias.recursion = true;
        let outcome = learn(&task, &ProgramOptions::default());
        assert!(outcome.programs[0].size() <= 11);
        assert_eq!(outcome.programs[0].positive.count(), 7);
    }
}

#[test]
fn clauses_are_refused_by_their_number() {
    let mut task = facts(
        &[("ancestor", 2)],
        &[("parent", 2), ("begot", 2)],
        &format!("{FAMILY} {}", FAMILY.replace("parent", "begot")),
        "ancestor(ann,eve). ancestor(ann,bob). ancestor(bob,dan). ancestor(hal,jon).
         ancestor(ann,gus). ancestor(cid,dan). ancestor(ann,dan).",
        "ancestor(bob,ann). ancestor(ann,jon). ancestor(bob,gus). ancestor(eve,ann).
         ancestor(ann,ann). ancestor(dan,cid). ancestor(gus,fay). ancestor(bob,fay).",
    );
    task.bias.recursion = true;
    // Base and recursive clause.
    let (parent, begot) = (task.bias.body[0], task.bias.body[1]);
    for (base, recursive, refused) in [
        ("begot", "parent", [(0, parent), (1, begot)]),
        ("parent", "begot", [(0, begot), (1, parent)]),
        ("begot", "begot", [(0, parent), (1, parent)]),
    ] {
        let refused = refused.map(|(number, id)| Constraint::NotInClause(number, id));
        task.bias.constraints = refused.to_vec();
        let text = solved(&task, 5);
        let (first, second) = text.split_once('\n').unwrap();
        assert!(first.contains(base), "{text}");
        assert!(second.contains(recursive), "{text}");
    }
    // A program of one clause has clause 0 only.
    task.bias.max_body = 2;
    task.bias.max_clauses = Some(1);
    task.bias.constraints = vec![
        Constraint::NotInClause(0, parent),
        Constraint::NotInClause(0, begot),
    ];
    assert!(learn(&task, &ProgramOptions::default()).programs.is_empty());
}
