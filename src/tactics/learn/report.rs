//! What there is to tell of learned tactics: comments of their file, text, JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Count, Learned, Options};
use crate::{ilp::explore::Counts, report::milliseconds, tactics::file::Support};

/// What the file says about how it was learned.
pub fn about(learned: &Learned, options: &Options) -> Vec<String> {
    let by_size: Vec<String> = levels(learned)
        .iter()
        .map(|level| level.tactics.to_string())
        .collect();
    let words = learned.vocabulary.words().into_iter();
    let searched: Vec<String> = words.filter(|(_, is)| *is).map(|(word, _)| word).collect();
    let mut lines = vec![
        format!(
            "positions: {}, with {} legal moves",
            learned.positions, learned.moves
        ),
        format!(
            "vocabulary: {}, at most {} variables and {} goals",
            learned.vocabulary.meaning.name(),
            learned.vocabulary.bias.max_vars + 1,
            learned.vocabulary.bias.max_body
        ),
        format!("predicates: {}", searched.join(", ")),
        format!(
            "tactics: {}, by number of goals {}",
            learned.tactics.len(),
            by_size.join(", ")
        ),
    ];
    if learned.least > 1 {
        lines.push(format!(
            "each suggests at least {} of the moves played",
            learned.least
        ));
    }
    if options.count == Count::Popper {
        lines.push("renamings of variables are listed as Popper lists them".to_owned());
    }
    if !options.redundant {
        lines.push("redundant tactics are left out".to_owned());
    }
    if !learned.complete {
        lines.push("the search was stopped before its end".to_owned());
    }
    if !learned.marked {
        lines.push("redundant tactics were not all looked for".to_owned());
    }
    lines
}

/// What the search did with clauses of a size.
#[derive(Debug, Serialize)]
struct Level {
    goals: usize,
    /// How many are listed.
    tactics: usize,
    redundant: usize,
    generated: usize,
    tested: usize,
}

/// What it did with clauses of each size from 1 on.
fn levels(learned: &Learned) -> Vec<Level> {
    let counts = learned.levels.iter().zip(&learned.redundant);
    let level = |(goals, (counts, &redundant)): (usize, (&Counts, &usize))| Level {
        goals,
        tactics: (learned.tactics.iter())
            .filter(|tactic| tactic.clause.body.len() == goals)
            .count(),
        redundant,
        generated: counts.generated,
        tested: counts.tested,
    };
    (1..).zip(counts).map(level).collect()
}

/// For people.
pub fn text(learned: &Learned, options: &Options, seconds: f64) -> String {
    let mut text = "goals  tactics  redundant    tested\n".to_owned();
    let row = |name: &str, tactics: usize, redundant: usize, tested: usize| {
        format!("{name:>5}{tactics:9}{redundant:11}{tested:10}\n")
    };
    let levels = levels(learned);
    for level in &levels {
        let goals = level.goals.to_string();
        text += &row(&goals, level.tactics, level.redundant, level.tested);
    }
    let redundant = levels.iter().map(|level| level.redundant).sum();
    let tested = levels.iter().map(|level| level.tested).sum();
    text += &row("all", learned.tactics.len(), redundant, tested);
    let negatives = match learned.negatives {
        0 => String::new(),
        n => format!(" and {n} not to be suggested"),
    };
    let least = match learned.least {
        1 => String::new(),
        n => format!(", each tactic suggests at least {n}"),
    };
    text += &format!(
        "{} moves played{negatives}{least}; {} positions with {} legal moves\n",
        learned.positives, learned.positions, learned.moves,
    );
    if !options.redundant {
        text += "redundant tactics are left out\n";
    }
    if learned.full {
        text += "the search was stopped: its clauses do not fit into memory; a smaller --max-body or \
                 --max-vars or a greater --min-support makes fewer\n";
    } else if !learned.complete {
        text += "the search was stopped before its end\n";
    }
    if !learned.marked {
        text += "redundant tactics were not all looked for\n";
    }
    text += &format!("{seconds:.2} s\n");
    text
}

#[derive(Serialize)]
struct Tactic {
    clause: String,
    goals: usize,
    #[serde(flatten)]
    support: Support,
    redundant: Option<String>,
}

/// For programs; the lines say where the examples come from.
pub fn json(learned: &Learned, origin: &[String], seconds: f64) -> Value {
    let vocabulary = &learned.vocabulary;
    let tactics = learned.tactics.iter().map(|tactic| Tactic {
        clause: vocabulary.text(&tactic.clause),
        goals: tactic.clause.body.len(),
        support: tactic.support,
        redundant: tactic.redundant.as_ref().map(|why| why.text(vocabulary)),
    });
    json!({
        "about": origin,
        "examples": learned.positives,
        "least": learned.least,
        "negatives": learned.negatives,
        "positions": learned.positions,
        "legal_moves": learned.moves,
        "complete": learned.complete,
        "seconds": milliseconds(seconds),
        "levels": levels(learned),
        "tactics": tactics.collect::<Vec<_>>(),
    })
}
