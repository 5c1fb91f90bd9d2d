//! Operators: what [`diagnose`](super::diagnose) has to know about a program's notation.

use rustc_hash::FxHashMap;

use super::{Kind, Token, quoted};

/// An operator: its priority, and the highest priorities of its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Op {
    pub priority: u16,
    pub left: u16,
    pub right: u16,
}

/// What an atom is as an operator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Roles {
    pub prefix: Option<Op>,
    pub infix: Option<Op>,
    pub postfix: Option<Op>,
}

/// A table of operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ops {
    table: FxHashMap<String, Roles>,
}

/// A priority, a type as `op/3` takes it, and the names that have them.
pub type Triple = (u16, &'static str, &'static str);

/// Those of Scryer Prolog when it starts.
const SCRYER: &[Triple] = &[
    (1200, "xfx", ":- -->"),
    (1200, "fx", ":- ?-"),
    (1105, "xfy", "|"),
    (1100, "xfy", ";"),
    (1050, "xfy", "->"),
    (1000, "xfy", ","),
    (900, "fy", "\\+"),
    (
        700,
        "xfx",
        "= \\= == \\== @< @=< @> @>= < =< > >= =:= =\\= =.. is",
    ),
    (700, "fx", "non_counted_backtracking"),
    (600, "xfy", ":"),
    (500, "yfx", "+ - /\\ \\/"),
    (400, "yfx", "* / // mod rem div rdiv << >>"),
    (201, "xfx", "+\\"),
    (200, "xfx", "**"),
    (200, "xfy", "^"),
    (200, "fy", "+ - \\"),
];

impl Default for Ops {
    /// The operators of Scryer Prolog when it starts.
    fn default() -> Ops {
        Ops::new(SCRYER.iter().flat_map(|&(priority, kind, names)| {
            names
                .split_whitespace()
                .map(move |name| (priority, kind, name))
        }))
    }
}

impl Ops {
    /// The table of these triples, as `op/3` takes them.
    ///
    /// ```
    /// use chesslog::syntax::{Ops, diagnose};
    ///
    /// let ops = Ops::new([(1200, "xfx", ":-"), (700, "xfx", "likes")]);
    /// assert_eq!(diagnose("ann likes X :- good(X).", &ops), None);
    /// ```
    pub fn new<'a>(triples: impl IntoIterator<Item = (u16, &'a str, &'a str)>) -> Ops {
        let mut ops = Ops {
            table: FxHashMap::default(),
        };
        for (priority, kind, name) in triples {
            ops.add(priority, kind, name);
        }
        ops
    }

    /// Adds or replaces an operator, or removes it if its priority is 0. False if there is no such
    /// type or priority, or the name must keep its meaning.
    pub fn add(&mut self, priority: u16, kind: &str, name: &str) -> bool {
        let below = priority.saturating_sub(1);
        let (left, right) = match kind {
            "xfx" => (below, below),
            "xfy" => (below, priority),
            "yfx" => (priority, below),
            "fy" | "yf" => (priority, priority),
            "fx" | "xf" => (below, below),
            _ => return false,
        };
        let fixed = match name {
            "," => (priority, kind) != (1000, "xfy"),
            "|" => (1..=1000).contains(&priority),
            _ => matches!(name, "[]" | "{}"),
        };
        if priority > 1200 || fixed {
            return false;
        }
        let op = Op {
            priority,
            left,
            right,
        };
        let roles = self.table.entry(name.to_owned()).or_default();
        let role = match kind {
            "fx" | "fy" => &mut roles.prefix,
            "xf" | "yf" => &mut roles.postfix,
            _ => &mut roles.infix,
        };
        *role = (priority > 0).then_some(op);
        true
    }

    /// Adds the operators that a clause declares: every `op(Priority, Type, Names)` in a
    /// directive, which may be the export list of `module/2`, and those of the libraries that it
    /// imports. Other clauses declare nothing.
    pub fn learn(&mut self, text: &str, clause: &[Token]) {
        let tokens: Vec<_> = clause
            .iter()
            .filter(|token| token.kind != Kind::Comment)
            .collect();
        if tokens
            .first()
            .is_none_or(|token| !matches!(token.source(text), ":-" | "?-"))
        {
            return;
        }
        self.import(text, &tokens);
        for window in 0..tokens.len() {
            self.learn_one(text, &tokens[window..]);
        }
    }

    fn learn_one(&mut self, text: &str, tokens: &[&Token]) -> Option<()> {
        let source = |at: usize| tokens.get(at).map(|token| token.source(text));
        if (source(0)?, source(1)?, source(3)?, source(5)?) != ("op", "(", ",", ",") {
            return None;
        }
        let priority = source(2)?.parse().ok()?;
        let kind = quoted::atom_name(source(4)?);
        let names = match source(6)? {
            "[" => &tokens[7..],
            "(" => tokens.get(7..8)?,
            _ => &tokens[6..7],
        };
        for name in names {
            match name.source(text) {
                "]" => break,
                "," | "(" | ")" => {}
                name => _ = self.add(priority, &kind, &quoted::atom_name(name)),
            }
        }
        Some(())
    }

    /// Takes over what `other` has besides `base`, or otherwise than it.
    pub fn extend(&mut self, other: &Ops, base: &Ops) {
        for (name, roles) in &other.table {
            if base.table.get(name) != Some(roles) {
                self.table.insert(name.clone(), *roles);
            }
        }
    }

    /// Whether an atom is an operator of any kind.
    pub fn has(&self, name: &str) -> bool {
        self.roles(name).is_some()
    }

    pub(crate) fn roles(&self, name: &str) -> Option<Roles> {
        self.table.get(name).copied().filter(|roles| {
            roles.prefix.is_some() || roles.infix.is_some() || roles.postfix.is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokens;

    #[test]
    fn learns_what_directives_declare() {
        let mut ops = Ops::default();
        for text in [
            ":- op(700, xfx, likes).",
            ":- module(m, [p/1, op(200, xfy, '<>'), op(700, xfx, [a, 'B'])]).",
            ":- op(0, xfy, ;).",
            ":- op(500, fy, (not)).",
            "p :- op(700, xfx, q).",
            // What is being typed.
            ":- op(700, xfx, [",
            ":- op(700, xfx, (",
        ] {
            ops.learn(text, &tokens(text));
        }
        let infix = |name| {
            let roles: Option<Roles> = ops.roles(name);
            roles.and_then(|roles| roles.infix).map(|op| op.priority)
        };
        assert_eq!(
            ["likes", "<>", "a", "B", ";", "q", "->"].map(infix),
            [
                Some(700),
                Some(200),
                Some(700),
                Some(700),
                None,
                None,
                Some(1050)
            ]
        );
        assert!(ops.roles("not").is_some_and(|roles| roles.prefix.is_some()));
        assert!(
            !ops.add(500, "xfy", ",") && !ops.add(700, "yfy", "x") && !ops.add(1201, "fx", "x")
        );
    }
}
