//! Generated programs print here what they print in SWI-Prolog, but for differences that are known.
//!
//! `CHESSLOG_SWI_PROGRAMS` is how many of them, `CHESSLOG_SWI_SEED` from which seed; what differs is told goal by goal.

mod generator;

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use generator::Program;

use super::data;

const CASES: usize = 250;
const SEED: u64 = 23;

/// Where a difference is seen: in the goal, in what SWI-Prolog prints, or in what is printed here.
enum Seen {
    Goal(&'static str),
    Expected(&'static str),
    Observed(&'static str),
}
use Seen::*;

/// Known differences, each with its reason. One that has all the texts of an entry is not reported.
const KNOWN: &[(&[Seen], &str)] = &[
    (
        &[Expected("existence_error(matching_rule")],
        "some predicates of SWI-Prolog's library(lists) are rules with =>, and say which call no rule matches",
    ),
    (
        &[Expected("existence_error(argument")],
        "sort/4 of terms with too few arguments is a type error, as that of atoms",
    ),
    (
        &[Expected("existence_error(type"), Observed("error(")],
        "SWI-Prolog 9.0.4 has no type list_or_partial, and no list where an argument of predsort/3 is none",
    ),
    (
        &[Expected("-0.0")],
        "Scryer keeps every float once, and takes 0.0 and -0.0 for the same",
    ),
    (
        &[Goal("rdiv"), Observed(" rdiv ")],
        "rationals are written as they are computed: `1r3` cannot be read",
    ),
    (&[Goal("inf")], "inf is the largest float"),
    (
        &[Expected("error("), Observed("error("), Goal("is ")],
        "the operands of an expression are evaluated in another order",
    ),
    (
        &[Expected("type_error(evaluable")],
        "which operand is wrong is said in another order, and SWI-Prolog 9.0.4 has fewer functions",
    ),
    (
        &[Expected("error("), Observed("type_error(evaluable")],
        "the operands of an expression are evaluated in another order",
    ),
    (
        &[Observed("type_error(evaluable"), Goal("(X)")],
        "what a variable of an expression is bound to is evaluated by Scryer",
    ),
    (
        &[Observed("type_error(evaluable"), Goal("double(")],
        "what a variable of an expression is bound to is evaluated by Scryer",
    ),
    (
        &[Observed("type_error(evaluable"), Goal("add(")],
        "what a variable of an expression is bound to is evaluated by Scryer",
    ),
    (
        &[Goal("A = "), Goal("X is A ")],
        "what a variable of an expression is bound to is evaluated by Scryer",
    ),
    (
        &[Expected("type_error("), Observed("error(")],
        "of two wrong arguments another one is named, or with another type",
    ),
    (
        &[Expected("type_error(text,")],
        "numbers, and lists of characters and of codes, are text wherever text is expected",
    ),
    (
        &[Expected("type_error(atomic,[")],
        "lists of characters and of codes are text wherever text is expected",
    ),
    (
        &[Expected("type_error(atom,[")],
        "lists of characters and of codes are text wherever text is expected",
    ),
    (
        &[Expected("type_error(list,")],
        "what is no list makes some predicates fail that raise an error there",
    ),
    (
        &[Observed("type_error(list,"), Goal("findall(")],
        "findall/3 with a result that is no list is an error, as in the standard",
    ),
    (
        &[Goal("[]"), Expected("error(")],
        "an empty list is the atom '[]', and so text of two characters",
    ),
    (
        &[Goal("[]"), Goal("sort(")],
        "an empty list is sorted as the atom '[]'",
    ),
    (
        &[Goal("[]"), Goal("_member(")],
        "an empty list is sorted as the atom '[]'",
    ),
    (
        &[Goal("ignore_ops(true)"), Observed("{}(")],
        "with ignore_ops(true) braces are written as their functor",
    ),
    (
        &[Goal("portray_clause(")],
        "goals within goals are laid out in another way",
    ),
];

/// What a program printed, by the number of the case.
fn blocks(output: &[u8]) -> BTreeMap<usize, String> {
    let mut blocks: BTreeMap<usize, String> = BTreeMap::new();
    let mut case = None;
    for line in String::from_utf8_lossy(output).lines() {
        let number = line
            .strip_prefix('#')
            .and_then(|rest| rest.split(' ').next()?.parse().ok());
        case = number.or(case);
        if let Some(case) = case {
            let block = blocks.entry(case).or_default();
            block.push_str(&comparable(line));
            block.push('\n');
        }
    }
    blocks
}

/// A line without what may differ: the names of variables and streams, and those of syntax errors.
fn comparable(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let skipped = if let Some(digits) = rest.strip_prefix('_') {
            let digits = digits.strip_prefix('G').unwrap_or(digits);
            text.push('_');
            digits.trim_start_matches(|c: char| c.is_ascii_digit())
        } else if let Some(name) = rest.strip_prefix("syntax_error(") {
            text.push_str("syntax_error(");
            name.find(')').map_or("", |end| &name[end..])
        } else {
            text.push(c);
            &rest[c.len_utf8()..]
        };
        rest = skipped;
    }
    text
}

fn printed(program: &str, arguments: &[&str]) -> BTreeMap<usize, String> {
    let output = Command::new(program)
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    blocks(&output.stdout)
}

fn known(goal: &str, expected: &str, observed: &str) -> bool {
    let seen = |seen: &Seen| match seen {
        Goal(text) => goal.contains(text),
        Expected(text) => expected.contains(text),
        Observed(text) => observed.contains(text),
    };
    KNOWN.iter().any(|(texts, _)| texts.iter().all(seen))
}

/// The differences of a program that are not known, and how many cases both systems have run.
fn differences(program: &Program, file: &Path) -> (Vec<String>, usize) {
    fs::write(file, &program.text).unwrap();
    let name = file.to_str().unwrap();
    let (expected, observed) = rayon::join(
        || printed("swipl", &["-q", "-g", "main", "-t", "halt", name]),
        || {
            let arguments = ["run", name, "-g", "main", "--time-limit", "60"];
            printed(env!("CARGO_BIN_EXE_chesslog"), &arguments)
        },
    );
    fs::remove_file(file).unwrap();
    let nothing = String::new();
    let mut complaints = Vec::new();
    for (case, goal) in program.goals.iter().enumerate() {
        let (expected, observed) = (
            expected.get(&case).unwrap_or(&nothing),
            observed.get(&case).unwrap_or(&nothing),
        );
        if expected != observed && !known(goal, expected, observed) {
            complaints.push(format!("{goal}\n- {expected}+ {observed}"));
        }
    }
    (complaints, expected.len().min(observed.len()))
}

fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().unwrap())
}

#[test]
fn generated_programs_print_what_swi_prints() {
    if Command::new("swipl").arg("--version").output().is_err() {
        return data::skipped("no swipl to run generated programs with");
    }
    let programs = number("CHESSLOG_SWI_PROGRAMS", 2);
    let seed = number("CHESSLOG_SWI_SEED", SEED);
    let mut complaints = Vec::new();
    for program in 0..programs {
        let file = env::temp_dir().join(format!(
            "chesslog-{}-generated-{program}.pl",
            std::process::id()
        ));
        let (found, both) = differences(&generator::program(seed, program, CASES), &file);
        assert!(both == CASES, "program {program} has run {both} cases");
        complaints.extend(found);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn generated_programs_are_repeated_by_their_seed() {
    let text = |seed| generator::program(seed, 0, 20).text;
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn what_may_differ_is_left_out() {
    assert_eq!(
        comparable("f(_123,_G4,syntax_error(end_of_clause))"),
        "f(_,_,syntax_error())"
    );
    assert_eq!(
        blocks(b"x\n#0 a\nb\n#12 c\n"),
        BTreeMap::from([(0, "#0 a\nb\n".into()), (12, "#12 c\n".into())])
    );
}
