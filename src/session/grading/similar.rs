//! Which submissions resemble each other, however variables and predicates are called and clauses ordered.
//!
//! A text is cut into runs of [`RUN`] tokens, clause by clause, in which variables and the predicates of the program are
//! numbered as they occur in the clause; comments and layout are gone. Two texts are as similar as the share of the runs
//! of the smaller one that the other has, too (Schleimer, Wilkerson, Aiken, Winnowing, SIGMOD 2003, section 2, without the
//! selection: programs of courses are short). Runs of a template do not count.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::Path,
};

use super::{
    handed_in::{Submission, unreadable},
    program,
};
use crate::syntax::{self, Kind};

/// Tokens of a run: enough for a goal and its neighbour.
const RUN: usize = 12;
/// Texts with fewer runs say nothing.
const FEWEST: usize = 10;

/// Two submissions that resemble each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Their places among the submissions.
    pub both: [usize; 2],
    /// The share of the runs of the smaller one that the other one has.
    pub share: f64,
    /// The lines of each that stand in shared runs, by file.
    pub lines: [BTreeMap<usize, BTreeSet<usize>>; 2],
}

/// Reads what everybody was given.
///
/// # Errors
///
/// If it cannot be read, or is no Prolog.
pub fn template(file: &Path) -> Result<String, String> {
    if file.is_dir() {
        let file = file.display();
        return Err(format!("{file}: this is a folder; expected a file"));
    }
    let text = fs::read(file).map_err(|error| unreadable(file, &error))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut tokens = syntax::tokens(&text).into_iter().peekable();
    match tokens.peek().is_some() && tokens.all(|token| token.kind != Kind::Illegal) {
        true => Ok(text),
        false => Err(format!("{}: this is no Prolog", file.display())),
    }
}

/// The pairs that share so much at least, the most similar first; what stands in the `template` is not shared.
pub fn pairs(submissions: &[Submission], template: &str, least: f64) -> Vec<Pair> {
    let given: BTreeSet<u64> = runs(template, 0).into_keys().collect();
    let all: Vec<Runs> = submissions
        .iter()
        .map(|submission| {
            let mut own = Runs::new();
            for (file, path) in submission.files.iter().enumerate() {
                let text = fs::read(path).unwrap_or_default();
                own.extend(runs(&String::from_utf8_lossy(&text), file));
            }
            own.retain(|run, _| !given.contains(run));
            own
        })
        .collect();
    let mut pairs = Vec::new();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().skip(i + 1) {
            let smaller = one.len().min(other.len());
            let shared: Vec<u64> = one
                .keys()
                .filter(|run| other.contains_key(run))
                .copied()
                .collect();
            let share = shared.len() as f64 / smaller.max(1) as f64;
            if smaller >= FEWEST && share >= least {
                pairs.push(Pair {
                    both: [i, j],
                    share,
                    lines: [one, other].map(|runs| lines(runs, &shared)),
                });
            }
        }
    }
    // Sorting keeps the order of the submissions among equals.
    pairs.sort_by(|a, b| b.share.total_cmp(&a.share));
    pairs
}

/// Runs by their hash, each with the file and the lines where it stands.
type Runs = HashMap<u64, Vec<(usize, usize, usize)>>;

fn lines(runs: &Runs, shared: &[u64]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut lines: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(file, first, last) in shared.iter().filter_map(|run| runs.get(run)).flatten() {
        lines.entry(file).or_default().extend(first..=last);
    }
    lines
}

fn runs(text: &str, file: usize) -> Runs {
    let own: BTreeSet<String> = program::clauses(text)
        .into_iter()
        .filter_map(|clause| Some(clause.head?.0))
        .collect();
    let tokens = syntax::tokens(text);
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let line = |at: usize| starts.partition_point(|&start| start <= at);
    let mut runs = Runs::new();
    for clause in syntax::split(text, &tokens) {
        let mut names: HashMap<&str, usize> = HashMap::new();
        let mut words = Vec::new();
        for token in &tokens[clause.tokens.clone()] {
            let source = token.source(text);
            let renamed = token.kind == Kind::Variable && source != "_"
                || token.kind == Kind::Atom && own.contains(source);
            let word = match token.kind {
                Kind::Comment => continue,
                _ if renamed => {
                    let next = names.len();
                    format!("{:?} {}", token.kind, names.entry(source).or_insert(next))
                }
                _ => source.to_owned(),
            };
            words.push((word, line(token.span.start)));
        }
        // A short clause is a run, too.
        for run in words.windows(RUN.min(words.len().max(1))) {
            let mut hasher = DefaultHasher::new();
            for (word, _) in run {
                word.hash(&mut hasher);
            }
            let (first, last) = (run[0].1, run[run.len() - 1].1);
            runs.entry(hasher.finish())
                .or_default()
                .push((file, first, last));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "% Mine.\nrev(Xs, Ys) :- rev(Xs, [], Ys).\n\nrev([], Acc, Acc).\nrev([X|Xs], Acc, Ys) :-\n    \
        rev(Xs, [X|Acc], Ys).\n\nlast_of([X], X).\nlast_of([_|Xs], X) :- last_of(Xs, X).\n";
    const RENAMED: &str = "letzt([E], E).\nletzt([_|R], E) :- letzt(R, E).\num([], L, L).\n\
        um([K|R], L, E) :- um(R, [K|L], E). % auch\num(L, E) :- um(L, [], E).\n";
    const OTHER: &str = "rev([], []).\nrev([X|Xs], Ys) :- rev(Xs, Zs), append(Zs, [X], Ys).\n\
        last_of(Xs, X) :- rev(Xs, [X|_]).\nmore(a, b, c, d, e).\nmore(f, g, h, i, j).\n";

    fn share(one: &str, other: &str) -> f64 {
        let (one, other) = (runs(one, 0), runs(other, 0));
        let shared = one.keys().filter(|run| other.contains_key(run)).count();
        shared as f64 / one.len().min(other.len()) as f64
    }

    #[test]
    fn names_and_order_do_not_matter() {
        assert!(share(ONE, ONE) == 1.0);
        assert!(share(ONE, RENAMED) == 1.0, "{}", share(ONE, RENAMED));
        assert!(share(ONE, OTHER) < 0.5, "{}", share(ONE, OTHER));
    }

    #[test]
    fn shared_lines_are_known() {
        let folder = std::env::temp_dir().join(format!("chesslog-{}-similar", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let submission = |id: &str, text: &str| {
            let file = folder.join(id);
            fs::write(&file, text).unwrap();
            Submission {
                id: id.to_owned(),
                files: vec![file],
                links: Vec::new(),
            }
        };
        let all = [
            submission("a.pl", ONE),
            submission("b.pl", OTHER),
            submission("c.pl", &format!("p(1).\n{RENAMED}")),
        ];
        let found = pairs(&all, "", 0.8);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].both, [0, 2]);
        assert_eq!(found[0].lines[1][&0], BTreeSet::from([2, 3, 4, 5, 6]));
        // What everybody was given does not count.
        assert!(pairs(&all, &template(&all[0].files[0]).unwrap(), 0.8).is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }
}
