//! `exs.pl`: positive and negative examples.

use std::{collections::HashMap, ops::Range};

use super::{
    Severity,
    background::{span_of, without_comments},
    problem::{Problems, SourceFile, meant},
};
use crate::{
    ilp::task::{Table, Value, Values},
    syntax::{self, Dialect, Ops, Spanned, Token},
    term::atom_text,
};

/// A head predicate: its name and arity.
pub(super) type Head<'a> = (&'a str, usize);

/// The examples of each head: the positive ones, the negative ones.
pub(super) fn read(
    source: &SourceFile,
    heads: &[Head<'_>],
    values: &mut Values,
    problems: &mut Problems,
) -> Vec<[Table; 2]> {
    let mut reader = Reader {
        source,
        heads,
        problems,
        values,
        ops: Ops::swi(),
        tables: heads
            .iter()
            .map(|(_, arity)| [Table::new(*arity), Table::new(*arity)])
            .collect(),
        seen: HashMap::new(),
    };
    let tokens = without_comments(&source.text);
    for clause in tokens.split_inclusive(|token| token.kind == syntax::Kind::End) {
        reader.clause(clause);
    }
    reader.tables
}

struct Reader<'a, 'b> {
    source: &'a SourceFile,
    heads: &'b [Head<'b>],
    problems: &'b mut Problems,
    values: &'b mut Values,
    ops: Ops,
    tables: Vec<[Table; 2]>,
    /// Each example's label and place.
    seen: HashMap<(usize, Vec<Value>), (bool, usize)>,
}

impl Reader<'_, '_> {
    fn error(&mut self, span: Range<usize>, message: String, help: Option<&str>) {
        let help = help.map(str::to_owned);
        self.problems
            .add(Severity::Error, self.source, span, message, help);
    }

    fn clause(&mut self, clause: &[Token]) {
        let text = self.source.text.as_str();
        let term = match syntax::read_clause(text, clause, &self.ops, Dialect::Swi) {
            Err(problem) => {
                return self.error(problem.span, problem.message, problem.help.as_deref());
            }
            Ok(_) if clause[0].source(text) == ":-" => return self.ops.learn(text, clause),
            Ok(Some(term)) => term,
            Ok(None) => {
                let message = "this example cannot be read".to_owned();
                return self.error(span_of(clause), message, None);
            }
        };
        const EXPECTED: Option<&str> = Some("an example is pos(Atom) or neg(Atom)");
        let (positive, atom) = match (term.arguments("pos"), term.arguments("neg")) {
            (Some([atom]), _) => (true, atom),
            (_, Some([atom])) => (false, atom),
            _ => {
                let (message, span) = match term.arguments::<2>(":-") {
                    Some(_) => ("a rule is no example".to_owned(), term.span),
                    None => (format!("{} is no example", short(&term)), term.span),
                };
                return self.error(span, message, EXPECTED);
            }
        };
        if let Some(variable) = atom.first_variable() {
            let message = format!("an example is ground, but here is the variable {variable}");
            return self.error(variable.span.clone(), message, None);
        }
        let Some((name, arguments)) = atom.call() else {
            return self.error(
                atom.span.clone(),
                format!("{} is no atom", short(atom)),
                EXPECTED,
            );
        };
        let Some(head) = self
            .heads
            .iter()
            .position(|head| *head == (name, arguments.len()))
        else {
            // Where there is no head at all, the bias is what is wrong, and says so.
            if !self.heads.is_empty() {
                let message = self.no_head(name, arguments.len());
                self.error(atom.span.clone(), message, None);
            }
            return;
        };
        let row: Vec<Value> = arguments
            .iter()
            .map(|argument| self.values.intern(&argument.term().canonical()))
            .collect();
        self.take(head, row, positive, atom);
    }

    fn take(&mut self, head: usize, row: Vec<Value>, positive: bool, atom: &Spanned) {
        let line = |at: usize| syntax::line_at(&self.source.text, at).1;
        let table = &mut self.tables[head][usize::from(!positive)];
        match self.seen.get(&(head, row.clone())) {
            Some(&(label, earlier)) if label == positive => {
                let line = line(earlier);
                let message = format!("this example is in line {line} already: it counts once");
                self.problems.warn(self.source, atom.span.clone(), message);
            }
            Some(&(_, earlier)) => {
                table.push(&row);
                let line = line(earlier);
                let message = format!(
                    "this example is both positive and negative, see line {line}: no \
                     hypothesis can be right; --noisy finds one that is nearly right"
                );
                self.problems.warn(self.source, atom.span.clone(), message);
            }
            None => {
                table.push(&row);
                self.seen.insert((head, row), (positive, atom.span.start));
            }
        }
    }

    /// What is wrong with an example of a predicate that is no head.
    fn no_head(&self, name: &str, arity: usize) -> String {
        let wanted: Vec<_> = self
            .heads
            .iter()
            .map(|(name, arity)| format!("{}/{arity}", atom_text(name)))
            .collect();
        let indicator = format!("{}/{arity}", atom_text(name));
        let same = self.heads.iter().any(|(head, _)| *head == name);
        let meant = match same {
            true => String::new(),
            false => meant(name, self.heads.iter().map(|(name, _)| *name)),
        };
        format!(
            "the example's predicate {indicator} is not the head, {}{meant}",
            wanted.join(" or ")
        )
    }
}

/// A term as it is quoted: not longer than a line.
fn short(term: &Spanned) -> String {
    let text = term.to_string();
    match text.chars().count() > 60 {
        true => text.chars().take(60).chain("...".chars()).collect(),
        false => text,
    }
}
