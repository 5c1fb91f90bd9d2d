//! What `chesslog learn` shows: the hypothesis as Prolog with comments, statistics, JSON.

use std::{fmt::Write as _, time::Duration};

use serde_json::{Value, json};

use super::{
    Bias, End, Hypothesis, Options, Outcome, Task,
    explore::Counts,
    learn::{Halt, Searched},
    programs::{ProgramCounts, Pruning, most_clauses},
    relations,
    search::Level,
};

/// A learner's result and where it comes from.
#[derive(Debug)]
pub struct About<'a> {
    /// The task's folder.
    pub name: String,
    /// The task.
    pub task: &'a Task,
    /// What was found.
    pub outcome: &'a Outcome,
    /// What was asked for.
    pub options: &'a Options,
    /// The time limit of the command.
    pub limit: Option<Duration>,
    /// Its limit of CPU time.
    pub cpu_limit: Option<Duration>,
    /// The CPU time that it has used, reading and Prolog included.
    pub cpu: Duration,
    /// Whether statistics are wanted.
    pub stats: bool,
}

/// A task that was not read to its end.
#[derive(Debug)]
pub struct Unread {
    /// The task's folder.
    pub name: String,
    /// The time limit, if it was that and not the user.
    pub limit: Option<Duration>,
    /// The time it took.
    pub seconds: Duration,
}

impl Unread {
    /// As a comment.
    pub fn text(&self) -> String {
        let came_first = match self.limit {
            Some(limit) => format!("the time limit of {} s came", limit.as_secs_f64()),
            None => "the search was stopped".to_owned(),
        };
        let seconds = self.seconds.as_secs_f64();
        format!(
            "% {}: no hypothesis: {came_first} while the task was read. {seconds:.2} s\n",
            self.name
        )
    }

    /// As one JSON object.
    pub fn json(&self) -> Value {
        json!({
            "task": self.name,
            "end": if self.limit.is_some() { "time_limit" } else { "interrupted" },
            "cut_short": true,
            "searched": Value::Null,
            "hypotheses": [],
            "seconds": self.seconds.as_secs_f64(),
            "found_after_seconds": 0.0,
        })
    }
}

/// The hypothesis as a Prolog text that can be loaded; all else is comment.
pub fn text(about: &About<'_>) -> String {
    let outcome = about.outcome;
    let mut text = format!("% {}: {}\n", about.name, contents(about.task));
    for (index, hypothesis) in outcome.hypotheses.iter().enumerate() {
        if index == 1 {
            let others = outcome.hypotheses.len() - 1;
            let _ = writeln!(text, "%\n% Others of the same size: {others}");
        }
        let clauses = clauses(&outcome.bias, hypothesis);
        for clause in clauses {
            // Only one of them can be loaded.
            let _ = writeln!(text, "{}{clause}", if index == 0 { "" } else { "%   " });
        }
        if index > 0 && index + 1 < outcome.hypotheses.len() {
            text.push_str("%\n");
        }
    }
    let _ = writeln!(text, "% {}", verdict(about));
    if about.stats {
        text += &statistics(about);
    }
    text
}

fn contents(task: &Task) -> String {
    let heads: Vec<String> = task
        .examples
        .iter()
        .map(|examples| {
            let head = task.bias.predicate(examples.head);
            let negatives = examples.tuples.rows - examples.positives;
            let (name, arity) = (crate::term::atom_text(&head.name), head.slots.len());
            format!(
                "{name}/{arity} from {} positive and {negatives} negative examples",
                examples.positives
            )
        })
        .collect();
    heads.join(", ")
}

/// The clauses of a hypothesis as Prolog texts.
pub fn clauses(bias: &Bias, hypothesis: &Hypothesis) -> Vec<String> {
    hypothesis
        .clauses
        .iter()
        .map(|clause| bias.clause_text(clause))
        .collect()
}

/// How good the hypothesis is, and whether there may be a better one.
fn verdict(about: &About<'_>) -> String {
    let outcome = about.outcome;
    let seconds = outcome.elapsed.as_secs_f64();
    let Some(best) = outcome.hypotheses.first() else {
        let searched = match searched(outcome) {
            Some(searched) => format!(" {searched}"),
            None => String::new(),
        };
        return format!(
            "no hypothesis: {}.{searched} {seconds:.2} s",
            nothing(about)
        );
    };
    let score = &best.score;
    let mut text = format!(
        "size {}, TP {}, FN {}, TN {}, FP {}",
        best.size(),
        score.true_positives,
        score.false_negatives,
        score.true_negatives,
        score.false_positives
    );
    if score.errors() > 0 || about.options.noisy {
        for (name, value) in [("precision", score.precision()), ("recall", score.recall())] {
            if let Some(value) = value {
                let _ = write!(text, ", {name} {value:.2}");
            }
        }
    }
    if about.options.noisy {
        let _ = write!(
            text,
            ", description length {}",
            best.size() + score.errors()
        );
    }
    let found = outcome.found_after.as_secs_f64();
    let _ = write!(
        text,
        ": {}; found after {found:.2} s of {seconds:.2} s",
        standing(about, best)
    );
    text
}

fn nothing(about: &About<'_>) -> String {
    let outcome = about.outcome;
    let text = match (outcome.end, about.options.noisy, outcome.searched) {
        (End::Stopped | End::Memory, ..) => {
            return match limit(about) {
                Some(limit) => format!("{limit} came before one was found"),
                None => "the search was stopped before one was found".to_owned(),
            };
        }
        _ if outcome.cut_short => "none was found, but parts of the search were cut short",
        (_, true, _) => "no clause covers more positive examples than it costs",
        (.., Searched::Clauses(_)) => {
            "no clause of the space covers a positive example and no negative one"
        }
        (.., Searched::Programs(_)) => {
            "no program of the space covers a positive example and no negative one"
        }
    };
    text.to_owned()
}

/// The limit that ended a search before its end; `None` if the user did.
fn limit(about: &About<'_>) -> Option<String> {
    let seconds = |limit: Option<Duration>| limit.map(|limit| limit.as_secs_f64());
    match (about.outcome.halt?, &about.outcome.exhausted) {
        (Halt::Time, _) => Some(format!("the time limit of {} s", seconds(about.limit)?)),
        (Halt::Cpu, _) => Some(format!(
            "the limit of {} s of CPU time",
            seconds(about.cpu_limit)?
        )),
        (Halt::Memory, Some(why)) => Some(format!("the end of Prolog's memory ({why})")),
        (Halt::Memory, None) => Some(match about.options.memory {
            Some(limit) => format!("the memory limit of {} MB", limit >> 20),
            None => "the end of the memory".to_owned(),
        }),
        (Halt::Cancelled, _) => None,
    }
}

/// What the space was searched for, so that the user sees what to widen.
fn searched(outcome: &Outcome) -> Option<String> {
    let (vars, body) = (outcome.bias.max_vars, outcome.bias.max_body);
    let mut text = match outcome.searched {
        Searched::Clauses(0 | 1) | Searched::Programs(0 | 1) => return None,
        Searched::Clauses(size) => format!(
            "Clauses of up to {size} literals, the head included, were searched, with max_vars({vars}) and max_body({body})"
        ),
        Searched::Programs(size) => format!(
            "Programs of up to {size} literals, the heads included, were searched, with max_vars({vars}), max_body({body}) and max_clauses({})",
            most_clauses(&outcome.bias)
        ),
    };
    if outcome.cut_short && outcome.end != End::Exhausted {
        text += ", but some parts cut short";
    }
    Some(text + ".")
}

/// How far a search has got that did not come to its end.
fn reached(outcome: &Outcome) -> String {
    let (what, size) = match outcome.searched {
        Searched::Clauses(size) => ("clauses", size),
        Searched::Programs(size) => ("programs", size),
    };
    let looked = match (size, outcome.cut_short) {
        (0 | 1, _) => String::new(),
        (_, false) => format!("; all {what} of up to size {size} were looked at"),
        (_, true) => {
            format!("; {what} of up to size {size} were looked at, but some parts cut short")
        }
    };
    match at_least(outcome) {
        Some(least) => format!("{looked}, and no program under size {least} does it"),
        None => looked,
    }
}

/// What any program that covers all positives and no negative has at least, as far as is proved and if that is news.
fn at_least(outcome: &Outcome) -> Option<usize> {
    Some(outcome.at_least).filter(|&least| least > 2 && least < usize::MAX)
}

fn standing(about: &About<'_>, best: &Hypothesis) -> String {
    let outcome = about.outcome;
    let ended = match limit(about) {
        Some(limit) => format!("{limit} came first{}", reached(outcome)),
        None => format!("the search was stopped{}", reached(outcome)),
    };
    let best_by = match outcome.searched {
        Searched::Clauses(_) => "the best by F1",
        Searched::Programs(_) => "what covers most positives and no negative",
    };
    let perfect = best.score.errors() == 0;
    match (outcome.end, perfect, about.options.noisy) {
        (End::Proved, ..) => "the smallest that covers all positives and no negative".to_owned(),
        (End::Exhausted, true, false) => "it covers all positives and no negative, and nothing smaller was found; parts of the search were cut short, so that is no proof".to_owned(),
        (End::Exhausted, false, false) if outcome.cut_short => format!("{best_by} that was found; parts of the search were cut short, so that there may be better"),
        (End::Exhausted, false, false) => format!("nothing in the space covers all positives and no negative; this is {best_by}"),
        (End::Exhausted, _, true) if outcome.cut_short => "the shortest description found; parts of the search were cut short".to_owned(),
        (End::Exhausted, _, true) => "the shortest description found; the space is exhausted".to_owned(),
        (End::Stopped | End::Memory, true, false) => format!("it covers all positives and no negative; not proved to be the smallest, {ended}"),
        (End::Stopped | End::Memory, false, false) => format!("{best_by} so far, {ended}"),
        (End::Stopped | End::Memory, _, true) => format!("the shortest description so far, {ended}"),
    }
}

/// A warning about calls that Prolog could not finish, if there were any.
pub fn unproved(asked: &relations::Counts) -> Option<String> {
    let culprit = asked.culprit.as_ref()?;
    let mut parts = Vec::new();
    if asked.limited > 0 {
        parts.push(format!(
            "{} reached a limit (--inference-limit)",
            asked.limited
        ));
    }
    if asked.failed > 0 {
        parts.push(format!("{} raised an error", asked.failed));
    }
    Some(format!(
        "of {} goals that Prolog was asked, {}; they count as false. The first: {culprit}",
        asked.calls,
        parts.join(" and ")
    ))
}

fn statistics(about: &About<'_>) -> String {
    let outcome = about.outcome;
    let mut text = format!("%\n% tested by: {}\n", outcome.back_end);
    if outcome.asked.calls > 0 {
        let asked = &outcome.asked;
        let _ = writeln!(
            text,
            "% asked of Prolog: {} goals, {} answers, {} at a limit, {} errors",
            asked.calls, asked.answers, asked.limited, asked.failed
        );
    }
    for (head, levels) in &outcome.levels {
        let name = &outcome.bias.predicate(*head).name;
        let _ = writeln!(text, "%\n% {name}: clauses by size (head included)");
        let _ = writeln!(
            text,
            "%{:>5}{:>11}{:>10}{:>10}{:>10}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>11}",
            "size",
            "generated",
            "variants",
            "pruned",
            "tested",
            "special",
            "replaced",
            "large",
            "redund.",
            "kept",
            "candid.",
            "seconds"
        );
        let mut total = Counts::default();
        let mut combining = Duration::ZERO;
        for level in levels {
            total += level.counts;
            combining += level.combining;
            let _ = writeln!(text, "%{:>5}{}", level.size, row(level));
        }
        let (generating, testing) = (total.generating.as_secs_f64(), total.testing.as_secs_f64());
        let combining = combining.as_secs_f64();
        let _ = writeln!(
            text,
            "% generated {}, tested {} ({} by the back end); generate {generating:.3} s, test {testing:.3} s (all threads), combine {combining:.3} s",
            total.generated, total.tested, total.asked
        );
    }
    if !outcome.sizes.is_empty() {
        return text + &programs(&outcome.sizes);
    }
    text += "%\n% variants: the same up to renaming; pruned: specialisations of what was given up; special: too few\n\
             % positives; replaced: others do as well; large: no smaller hypothesis with them; redund.: a literal\n\
             % is implied by the others; kept: to be specialised; candid.: candidates for the hypothesis\n";
    text
}

/// The table of whole programs, and of what was left out on the way to them.
fn programs(sizes: &[ProgramCounts]) -> String {
    let mut text = "%\n% programs by size (heads included)\n".to_owned();
    let _ = writeln!(text, "%{:>5}{:>11}{:>9}", "size", "generated", "tested");
    for counts in sizes {
        let ProgramCounts {
            size,
            generated,
            tested,
            ..
        } = counts;
        let _ = writeln!(text, "%{size:>5}{generated:>11}{tested:>9}");
    }
    let used = |pruning: &&Pruning| sizes.iter().any(|counts| counts.pruned(**pruning) > 0);
    let used: Vec<Pruning> = Pruning::ALL.iter().filter(used).copied().collect();
    if used.is_empty() {
        return text;
    }
    let _ = write!(text, "%\n% left out, by size\n% {:<13}", "");
    sizes
        .iter()
        .for_each(|counts| _ = write!(text, "{:>8}", counts.size));
    for &pruning in &used {
        let _ = write!(text, "\n% {:<13}", pruning.name());
        let counts = sizes.iter().map(|counts| counts.pruned(pruning));
        counts.for_each(|count| _ = write!(text, "{count:>8}"));
    }
    text += "\n%\n";
    for pruning in used {
        let _ = writeln!(text, "% {}: {}", pruning.name(), pruning.sentence());
    }
    text
}

fn row(level: &Level) -> String {
    let counts = &level.counts;
    format!(
        "{:>11}{:>10}{:>10}{:>10}{:>10}{:>9}{:>9}{:>9}{:>9}{:>9}{:>11.3}",
        counts.generated,
        counts.variants,
        counts.specialisations,
        counts.tested,
        counts.too_special,
        counts.replaced,
        counts.too_large,
        counts.redundant,
        level.kept,
        level.candidates,
        (level.walking + level.combining).as_secs_f64()
    )
}

/// The result for programs.
pub fn json(about: &About<'_>) -> Value {
    let outcome = about.outcome;
    let hypotheses: Vec<Value> = outcome
        .hypotheses
        .iter()
        .map(|hypothesis| {
            let score = &hypothesis.score;
            json!({
                "clauses": clauses(&outcome.bias, hypothesis),
                "size": hypothesis.size(),
                "tp": score.true_positives,
                "fn": score.false_negatives,
                "tn": score.true_negatives,
                "fp": score.false_positives,
                "precision": score.precision(),
                "recall": score.recall(),
                "description_length": hypothesis.size() + score.errors(),
            })
        })
        .collect();
    let mut value = json!({
        "task": about.name,
        "end": outcome.end_word(),
        "cut_short": outcome.cut_short,
        "at_least": at_least(outcome),
        "searched": outcome.searched,
        "hypotheses": hypotheses,
        "seconds": outcome.elapsed.as_secs_f64(),
        "found_after_seconds": outcome.found_after.as_secs_f64(),
        "cpu_seconds": about.cpu.as_secs_f64(),
    });
    if about.stats {
        let heads = outcome.levels.iter().map(|(head, levels)| {
            json!({ "head": outcome.bias.predicate(*head).name, "levels": levels })
        });
        value["stats"] = json!({
            "back_end": outcome.back_end,
            "prolog": outcome.asked,
            "heads": heads.collect::<Vec<_>>(),
            "programs": outcome.sizes,
        });
    }
    value
}
