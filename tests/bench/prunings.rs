//! What each pruning of the search for programs is worth: the time without it, beside the time with all.

use std::{
    collections::BTreeSet, env, fmt::Write, fs, path::Path, sync::atomic::AtomicBool,
    time::Duration,
};

use chesslog::{
    ilp::{
        Options, learn,
        programs::Pruning,
        read::{self, Reading},
    },
    random::Random,
};

use super::{best, report};

type Pairs = BTreeSet<(u64, u64)>;

/// Prints a line for each pruning: the time of all tasks without it, and the task that needs it most.
pub fn prunings(without: &[Pruning]) {
    let family = relation(24, 40);
    let edges = relation(16, 24);
    let (mothers, fathers): (Pairs, Pairs) = family.iter().partition(|(a, b)| (a + b) % 2 == 0);
    let parents = facts("m", &mothers) + &facts("n", &fathers);
    let great = then(&then(&family, &family), &family);
    let mut nodes = facts("e", &edges);
    let red = |node: u64| node % 7 < 4;
    for node in 0..16 {
        // Some are alike, or opposite.
        let kinds = [
            red(node),
            !red(node),
            red(node) || node == 3,
            node % 2 == 0,
            node % 5 == 0,
        ];
        for (kind, _) in kinds.iter().enumerate().filter(|(_, holds)| **holds) {
            let _ = writeln!(nodes, "u{kind}(c{node}).");
        }
    }
    let red_edges: Pairs = edges.iter().copied().filter(|(_, b)| red(*b)).collect();
    let some: Pairs = relation(16, 10);
    let of_nodes =
        "head_pred(f,2). body_pred(e,2). body_pred(u0,1). body_pred(u1,1). body_pred(u2,1).
        body_pred(u3,1). body_pred(u4,1).";
    let of_parents = "head_pred(f,2). body_pred(m,2). body_pred(n,2).";
    let tasks = [
        (
            "great-grandparents",
            format!("max_vars(4). max_body(3). max_clauses(3). enable_pi. {of_parents}"),
            &parents,
            examples(24, &great),
        ),
        (
            "ancestors",
            format!(
                "max_vars(3). max_body(2). max_clauses(4). enable_pi. enable_recursion. {of_parents}"
            ),
            &parents,
            examples(24, &closure(&family)),
        ),
        (
            "red paths",
            format!("max_vars(3). max_body(3). max_clauses(2). enable_recursion. {of_nodes}"),
            &nodes,
            examples(16, &closure(&red_edges)),
        ),
        (
            "red steps, invention",
            format!("max_vars(3). max_body(2). max_clauses(3). enable_pi. {of_nodes}"),
            &nodes,
            examples(16, &then(&red_edges, &red_edges)),
        ),
        (
            "pairs at random",
            format!("max_vars(3). max_body(2). max_clauses(2). enable_recursion. {of_nodes}"),
            &nodes,
            examples(16, &some),
        ),
    ];
    let tasks: Vec<(&str, Reading)> = tasks
        .iter()
        .map(|(name, bias, background, examples)| (*name, task(bias, background, examples)))
        .collect();
    let all: Vec<Duration> = tasks.iter().map(|(_, task)| time(task, &[])).collect();
    for &pruning in without {
        let times: Vec<Duration> = tasks
            .iter()
            .map(|(_, task)| time(task, &[pruning]))
            .collect();
        let ratio = |index: &usize| times[*index].as_secs_f64() / all[*index].as_secs_f64();
        let most = (0..tasks.len()).max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let most = most.map_or(String::new(), |most| {
            format!("with all; {} {:.1}", tasks[most].0, ratio(&most))
        });
        report(
            &format!("{} programs without pruning: {pruning}", tasks.len()),
            times.iter().sum(),
            all.iter().sum(),
            &most,
        );
    }
}

/// The prunings that `--without` names; all if there is none.
///
/// # Errors
///
/// If there is no such pruning.
pub fn without() -> Result<Vec<Pruning>, String> {
    let words = env::args().skip_while(|word| word != "--without").skip(1);
    let words: Vec<String> = words.filter(|word| !word.starts_with('-')).collect();
    match &words[..] {
        [] => Ok(Pruning::ALL.to_vec()),
        words => match words.join(" ").parse() {
            Ok(pruning) => Ok(vec![pruning]),
            Err(unknown) => Err(format!("{unknown}")),
        },
    }
}

/// The time of a search on one thread, 20 s at most.
fn time(task: &Reading, without: &[Pruning]) -> Duration {
    let options = Options {
        threads: Some(1),
        time_limit: Some(Duration::from_secs(20)),
        without: without.to_vec(),
        ..Options::default()
    };
    best(2, || {
        let outcome = learn(
            &task.task,
            None,
            &options,
            &AtomicBool::new(false),
            &mut |_| {},
        );
        outcome.expect("the search runs").elapsed
    })
}

fn task(bias: &str, background: &str, examples: &str) -> Reading {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prunings");
    let texts = [
        ("bias.pl", bias),
        ("bk.pl", background),
        ("exs.pl", examples),
    ];
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (name, text) in texts {
        fs::write(folder.join(name), text).expect("the task can be written");
    }
    read::read(&folder, None, &|_, _| false).expect("the task can be read")
}

/// Random pairs of numbers below `bound`, the first smaller in each.
fn relation(bound: u64, count: usize) -> Pairs {
    let mut random = Random::of(&[bound, count as u64]);
    let mut pairs = Pairs::new();
    while pairs.len() < count {
        let (a, b) = (random.below(bound), random.below(bound));
        if a < b && b < a + 9 {
            pairs.insert((a, b));
        }
    }
    pairs
}

fn then(one: &Pairs, other: &Pairs) -> Pairs {
    let next = |&(a, b): &(u64, u64)| other.range((b, 0)..(b + 1, 0)).map(move |&(_, c)| (a, c));
    one.iter().flat_map(next).collect()
}

fn closure(pairs: &Pairs) -> Pairs {
    let mut all = pairs.clone();
    loop {
        let more = then(pairs, &all);
        let before = all.len();
        all.extend(more);
        if all.len() == before {
            return all;
        }
    }
}

fn facts(name: &str, pairs: &Pairs) -> String {
    let mut text = String::new();
    for (a, b) in pairs {
        let _ = writeln!(text, "{name}(c{a},c{b}).");
    }
    text
}

/// All pairs of numbers below `bound` as examples, every third of those that do not hold.
fn examples(bound: u64, pairs: &Pairs) -> String {
    let mut text = String::new();
    for (a, b) in (0..bound).flat_map(|a| (0..bound).map(move |b| (a, b))) {
        match pairs.contains(&(a, b)) {
            true => _ = writeln!(text, "pos(f(c{a},c{b}))."),
            false if (a * bound + b).is_multiple_of(3) => _ = writeln!(text, "neg(f(c{a},c{b}))."),
            false => {}
        }
    }
    text
}
