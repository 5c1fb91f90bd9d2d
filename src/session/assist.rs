//! What may follow what somebody types, and what is known of it: for line editors and notebooks, without an engine.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use crate::{
    native::help,
    syntax::{self, Kind, State},
};

use super::cells::is_setting;

/// Names that may be meant.
#[derive(Debug, Clone)]
pub struct Assist {
    /// Heads of predicates, by name.
    predicates: BTreeMap<String, Vec<String>>,
    /// Atoms that were typed or consulted.
    atoms: BTreeSet<String>,
}

/// What may stand where a word stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The text in place of the word.
    pub text: String,
    /// What is shown of it: of a predicate its head.
    pub shown: String,
    /// What it is.
    pub kind: Candidates,
}

/// What candidates are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Candidates {
    /// A predicate.
    Predicate,
    /// An atom.
    Atom,
    /// A variable of the same clause.
    Variable,
    /// A Prolog file.
    File,
}

impl Default for Assist {
    fn default() -> Assist {
        Assist::new()
    }
}

impl Assist {
    /// Knows the manual, the libraries, and what the standard has.
    pub fn new() -> Assist {
        let mut predicates: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for entry in help::everything() {
            let heads = predicates.entry(entry.name().to_owned()).or_default();
            heads.push(entry.head.clone());
        }
        Assist {
            predicates,
            atoms: BTreeSet::new(),
        }
    }

    /// Takes the names in a text.
    pub fn learn(&mut self, text: &str) {
        let tokens = syntax::tokens(text);
        for name in syntax::names(text, &tokens) {
            let word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if word && name.len() > 2 && !self.predicates.contains_key(name) {
                self.atoms.insert(name.to_owned());
            }
        }
    }

    /// Takes predicates, as `name/arity`.
    pub fn learn_predicates(&mut self, indicators: &[String]) {
        for indicator in indicators {
            let name = indicator.rsplit_once('/').map_or("", |(name, _)| name);
            let heads = self.predicates.entry(name.to_owned()).or_default();
            if !name.is_empty() && !heads.iter().any(|head| *head == **indicator) {
                heads.push(indicator.clone());
            }
        }
    }

    /// What may stand for the word that ends at byte `at`, and where that word begins.
    pub fn complete(&self, text: &str, at: usize) -> (usize, Vec<Candidate>) {
        let start = word_start(text, at);
        let word = &text[start..at];
        if text[..start].trim_start() == "[" {
            return (start, files(word));
        }
        if word.is_empty() {
            return (start, Vec::new());
        }
        if word.starts_with(|c: char| c.is_uppercase() || c == '_') {
            return (start, variables(text, start..at));
        }
        let predicates = self
            .predicates
            .range(word.to_owned()..)
            .take_while(|(name, _)| name.starts_with(word))
            .flat_map(|(name, heads)| {
                heads.iter().map(move |head| Candidate {
                    shown: head.clone(),
                    text: match head.ends_with("/0") {
                        true => name.clone(),
                        false => format!("{name}("),
                    },
                    kind: Candidates::Predicate,
                })
            });
        let atoms = self
            .atoms
            .range(word.to_owned()..)
            .take_while(|atom| atom.starts_with(word))
            .map(|atom| plain(atom, Candidates::Atom));
        (start, predicates.chain(atoms).collect())
    }

    /// The predicates whose call is open at the end of `text`, innermost first.
    pub fn open_call(&self, text: &str) -> Option<Vec<&str>> {
        // The brackets that are open: the name before each, and the arguments so far.
        let mut open: Vec<(Option<&str>, usize)> = Vec::new();
        let mut before: Option<(&str, usize)> = None;
        for token in syntax::tokens(text) {
            let source = &text[token.span.clone()];
            match source {
                "(" => {
                    let called = before.filter(|(_, end)| *end == token.span.start);
                    open.push((called.map(|(name, _)| name), 1));
                }
                "[" | "{" => open.push((None, 1)),
                ")" | "]" | "}" => _ = open.pop(),
                "," => {
                    if let Some((_, arguments)) = open.last_mut() {
                        *arguments += 1;
                    }
                }
                _ => {}
            }
            before = (token.kind == Kind::Atom).then_some((source, token.span.end));
        }
        let known = |&(name, arguments): &(Option<&str>, usize)| {
            Some((self.predicates.get(name?)?, arguments))
        };
        let (heads, arguments) = open.iter().rev().find_map(known)?;
        let heads = heads.iter().map(String::as_str);
        let fitting: Vec<&str> = heads
            .clone()
            .filter(|head| arity(head) >= arguments)
            .collect();
        Some(match fitting.is_empty() {
            true => heads.collect(),
            false => fitting,
        })
    }

    /// What the manual says of the name at byte `at`, or of the call around it, as Markdown.
    pub fn inspect(&self, text: &str, at: usize) -> Option<String> {
        let start = word_start(text, at);
        let word: &str = text[start..]
            .split(|c: char| !(c.is_alphanumeric() || c == '_'))
            .next()?;
        let reported = |name: &str| {
            let entries = help::lookup(name);
            let texts: Vec<_> = entries.iter().map(help::Entry::markdown).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        };
        let own = |name: &str| {
            let heads = self.predicates.get(name)?;
            Some(format!(
                "### `{}`\n\nA predicate of this session.\n",
                heads.join("`, `")
            ))
        };
        if let Some(found) = reported(word).or_else(|| own(word)) {
            return Some(found);
        }
        let &head = self.open_call(&text[..start])?.first()?;
        let name = head.split(['(', '/']).next()?;
        reported(name).or_else(|| own(name))
    }
}

/// Whether nothing more has to be typed: a setting, or clauses that are complete or wrong.
pub fn is_complete(text: &str) -> bool {
    let last = syntax::clauses(text).last().unwrap_or(text);
    is_setting(text) || syntax::is_blank(text) || syntax::state(last) != State::Incomplete
}

/// Where the word that ends at `position` begins.
fn word_start(text: &str, position: usize) -> usize {
    text[..position]
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
        .map_or(0, |before| {
            before + text[before..].chars().next().map_or(1, char::len_utf8)
        })
}

fn plain(text: &str, kind: Candidates) -> Candidate {
    Candidate {
        text: text.to_owned(),
        shown: text.to_owned(),
        kind,
    }
}

/// The other variables of the clause around a word that begin like it.
fn variables(text: &str, word: std::ops::Range<usize>) -> Vec<Candidate> {
    let tokens = syntax::tokens(text);
    let clauses = syntax::split(text, &tokens);
    let Some(clause) = clauses.iter().find(|clause| clause.span.end >= word.end) else {
        return Vec::new();
    };
    let of_clause = tokens[clause.tokens.clone()].iter();
    let names: BTreeSet<&str> = of_clause
        .filter(|token| token.kind == Kind::Variable && token.span.start != word.start)
        .map(|token| token.source(text))
        .filter(|name| name.len() > 1 && name.starts_with(&text[word.clone()]))
        .collect();
    let found = names.into_iter();
    found
        .map(|name| plain(name, Candidates::Variable))
        .collect()
}

/// Prolog files of the working directory, without their extension.
fn files(prefix: &str) -> Vec<Candidate> {
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut stems: Vec<_> = names
        .filter_map(|name| name.strip_suffix(".pl").map(str::to_owned))
        .filter(|stem| stem.starts_with(prefix))
        .collect();
    stems.sort();
    let candidate = |stem: String| Candidate {
        shown: format!("{stem}.pl"),
        text: stem,
        kind: Candidates::File,
    };
    stems.into_iter().map(candidate).collect()
}

/// The number of arguments of `name/arity`, or of a head with modes and types.
fn arity(head: &str) -> usize {
    if let Some(arity) = head
        .rsplit_once('/')
        .and_then(|(_, arity)| arity.parse().ok())
    {
        return arity;
    }
    let tokens = syntax::tokens(head);
    let mut depth = 0;
    let mut arguments = 0;
    for token in &tokens {
        match token.source(head) {
            "(" | "[" | "{" => {
                depth += 1;
                arguments = arguments.max(1);
            }
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 1 => arguments += 1,
            _ => {}
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let (_, found) = Assist::new().complete(text, text.len());
        found.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn words_are_completed() {
        assert!(texts("X = 'ä😀', legal_mov").contains(&"legal_move(".to_owned()));
        assert!(texts("atom_leng").contains(&"atom_length(".to_owned()));
        assert_eq!(texts("p(Square, Move) :- q(Squ"), ["Square"]);
        assert_eq!(texts("p(Square). q(Squ"), [""; 0]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn heads_have_as_many_arguments_as_were_typed() {
        let assist = Assist::new();
        for (text, first) in [
            ("append(", "append("),
            ("append(X, [a,b],", "append(?List1, ?List2, ?List)"),
            ("member(X, f(Y,", "member(?X, ?List)"),
        ] {
            let heads = assist.open_call(text).unwrap();
            assert!(heads[0].starts_with(first), "{text}: {heads:?}");
        }
        for (head, expected) in [
            ("halt/1", 1),
            ("nl is det", 0),
            ("p(+A:list(int), ?B) is nondet", 2),
        ] {
            assert_eq!(arity(head), expected, "{head}");
        }
    }

    #[test]
    fn the_manual_is_asked() {
        let assist = Assist::new();
        let text = "legal_move(F, T, P), 'ä'";
        assert!(
            assist
                .inspect(text, 3)
                .unwrap()
                .starts_with("### `legal_move(")
        );
        // Within a call the call is meant.
        assert!(assist.inspect(text, 11).unwrap().contains("legal_move("));
        assert_eq!(assist.inspect("nothing_of_this_name", 4), None);
    }
}
