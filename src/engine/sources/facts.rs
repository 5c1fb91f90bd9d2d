//! Facts: many at once for the loader, as rows for the learners; which files define predicates, and whether anything has
//! changed.

use super::{super::report::Diagnostic, Key, Sources, number, split};
use crate::{
    syntax::{self, Kind},
    term::Term,
};

/// The most facts that are read at once, and the longest of them, in bytes.
const BUNCH: usize = 256;
const LONGEST: usize = 1_000;

/// The most facts that are read as rows.
const FACTS: usize = 10_000;

impl Sources {
    /// Goes on past the next clauses if they are facts of one predicate without variables, and returns the text of a list
    /// of them; empty if there are fewer than two, or if they have to be taken one by one.
    pub fn next_facts(&mut self) -> String {
        let Some(load) = self.loads.last().filter(|load| load.single == 0) else {
            return String::new();
        };
        let source = &self.sources[load.source];
        let mut list = String::new();
        let mut count = 0;
        let mut of = None;
        for span in load.rest.iter().rev().take(BUNCH) {
            let text = &source.text[span.clone()];
            let tokens = syntax::tokens(text);
            let Some((head, end)) = plain_fact(text, &tokens) else {
                break;
            };
            if *of.get_or_insert(head) != head {
                break;
            }
            list.push(if count == 0 { '[' } else { ',' });
            match self.iso {
                true => list.push_str(&text[..end]),
                // With its full stop, without which it is no clause.
                false => {
                    let whole = syntax::swi(text, &tokens, &source.ops, !source.other_quotes);
                    list.push_str(&whole[..whole.len() - (text.len() - end)]);
                }
            }
            count += 1;
        }
        if count < 2 {
            return String::new();
        }
        for _ in 0..count {
            self.next();
        }
        if let Some(load) = self.loads.last_mut() {
            load.bunch = count;
        }
        list + "]. "
    }

    /// The number of the first of the clauses that were taken at once.
    pub fn first_fact(&self) -> i64 {
        self.loads.last().map_or(-1, |load| {
            number(
                load.source,
                self.sources[load.source].clauses.len() - load.bunch,
            )
        })
    }

    /// Gives back the clauses that were taken at once: they will be taken one by one.
    pub fn give_back(&mut self) {
        let Some(load) = self.loads.last_mut() else {
            return;
        };
        let clauses = &mut self.sources[load.source].clauses;
        for clause in clauses.drain(clauses.len() - load.bunch..).rev() {
            load.line = clause.line;
            load.at = clause.span.start;
            load.rest.push(clause.span);
        }
        load.single = load.bunch;
        load.bunch = 0;
    }

    /// Looks at clause `index` of the source that is being loaded.
    pub fn look_at(&mut self, index: i64) {
        if let Some(load) = self.loads.last_mut() {
            load.cursor = Some(split(index).1);
        }
    }

    /// Notes whose the clauses from one up to another are. What is odd about that comes back.
    pub fn heads(&mut self, key: &Key, from: i64, to: i64) -> Option<Diagnostic> {
        let mut odd = None;
        for index in from..to {
            self.look_at(index);
            odd = odd.or(self.head(key.clone()));
        }
        if let Some(load) = self.loads.last_mut() {
            load.cursor = None;
        }
        odd
    }

    /// The arguments of the clauses of a predicate, if all are ground facts in plain notation: without operators or
    /// texts in double quotes.
    pub fn facts(&self, key: &Key) -> Option<Vec<Vec<Term>>> {
        let clauses = self.clauses_of(key);
        if clauses.is_empty() || clauses.len() > FACTS {
            return None;
        }
        clauses
            .iter()
            .map(|&clause| self.fact(key, clause))
            .collect()
    }

    fn fact(&self, (_, name, arity): &Key, clause: i64) -> Option<Vec<Term>> {
        let (text, ..) = self.clause_text(clause)?;
        let text = text.trim_end().strip_suffix('.')?;
        if text.contains(['"', '%', '`']) || text.contains("/*") {
            return None;
        }
        match text.parse().ok()? {
            Term::Compound(functor, args) => {
                let same = functor == *name && args.len() as i64 == *arity;
                (same && args.iter().all(is_ground)).then_some(args)
            }
            _ => None,
        }
    }

    /// The names of the sources that define predicates, in the order in which [`predicates`](Sources::predicates) comes
    /// to them.
    pub fn defining(&self) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for (_, file) in self.predicates() {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }

    /// Whether an open source defines a predicate with this name, in any module.
    pub fn has(&self, name: &str, arity: i64) -> bool {
        let mut keys = self.predicates.keys();
        keys.any(|key| key.1 == name && key.2 == arity && !self.is_shut(key, Some("")))
    }

    /// A number that is another one whenever clauses have come or gone.
    pub fn stamp(&self) -> i64 {
        self.changes
    }
}

/// The name, as it is written, and the arity of a fact that means the same in a list, with where its full stop is: a
/// compound term without variables and comments.
fn plain_fact<'a>(text: &'a str, tokens: &[syntax::Token]) -> Option<((&'a str, usize), usize)> {
    let [name, open, inner @ .., end] = tokens else {
        return None;
    };
    let named = name.kind == Kind::Atom
        && name
            .source(text)
            .starts_with(|c: char| c.is_ascii_lowercase() || c == '\'');
    let applied = open.source(text) == "(" && open.span.start == name.span.end;
    if text.len() > LONGEST || !named || !applied || end.kind != Kind::End {
        return None;
    }
    let mut depth = 1;
    let mut arity = 1;
    for token in inner {
        match (token.kind, token.source(text)) {
            // Something follows the arguments.
            _ if depth == 0 => return None,
            (Kind::Atom | Kind::Number | Kind::String, _) => {}
            (Kind::Punctuation, "(" | "[" | "{") => depth += 1,
            (Kind::Punctuation, ")" | "]" | "}") => depth -= 1,
            (Kind::Punctuation, ",") if depth == 1 => arity += 1,
            (Kind::Punctuation, _) => {}
            _ => return None,
        }
    }
    (depth == 0 && arity <= syntax::WIDEST).then_some(((name.source(text), arity), end.span.start))
}

fn is_ground(term: &Term) -> bool {
    match term {
        Term::Variable(_) => false,
        Term::List(items, tail) => {
            items.iter().all(is_ground) && tail.as_deref().is_none_or(is_ground)
        }
        Term::Compound(_, args) => args.iter().all(is_ground),
        _ => true,
    }
}
