//! The operators that come with libraries, and those that SWI-Prolog has from the start: the one
//! place for that fact.

use super::{
    Token,
    ops::{Ops, Triple},
    parse::Dialect,
    quoted,
};

/// Operators of SWI-Prolog that Scryer does not have.
pub const SWI_OPERATORS: &[Triple] = &[
    (1200, "xfx", "=>"),
    (
        1150,
        "fx",
        "dynamic discontiguous initialization meta_predicate module_transparent multifile public \
         thread_initialization thread_local table volatile",
    ),
    (1050, "xfy", "*->"),
    (700, "xfx", "=@= \\=@= as >:< :<"),
    (400, "yfx", "xor"),
];

/// The operators that Scryer's libraries export.
const LIBRARIES: &[(&str, &[Triple])] = &[
    (
        "clpz",
        &[
            (760, "yfx", "#<==>"),
            (750, "xfy", "#==>"),
            (750, "yfx", "#<=="),
            (740, "yfx", "#\\/"),
            (730, "yfx", "#\\"),
            (720, "yfx", "#/\\"),
            (710, "fy", "#\\"),
            (700, "xfx", "#> #< #>= #=< #= #\\= in ins"),
            (450, "xfx", ".."),
            (150, "fx", "#"),
        ],
    ),
    ("clpb", &[(300, "fy", "~"), (500, "yfx", "#")]),
    ("debug", &[(900, "fx", "$ $-"), (950, "fy", "*")]),
    ("record", &[(1150, "fx", "record")]),
    ("persistency", &[(1150, "fx", "persistent")]),
    ("tabling", &[(1150, "fx", "table")]),
    ("atts", &[(1199, "fx", "attribute")]),
    (
        "chr",
        &[
            (1200, "xfx", "@"),
            (1190, "xfx", "pragma"),
            (1180, "xfx", "==> <=>"),
            (
                1150,
                "fx",
                "constraints chr_constraint handler rules chr_type chr_declaration",
            ),
            (1130, "xfx", "--->"),
            (1100, "xfx", "\\"),
            (500, "yfx", "#"),
            (500, "fx", "?"),
        ],
    ),
    ("xpath", &[(400, "fx", "// /"), (200, "fy", "@")]),
];

/// Scryer's name of a library that SWI-Prolog has under another one.
fn scryers(library: &str) -> &str {
    match library {
        "clpfd" => "clpz",
        library => library,
    }
}

/// The library that has to be imported for an atom to be an operator; none if it is one anyway.
pub fn library_of_operator(name: &str) -> Option<&'static str> {
    if Ops::swi().roles(name).is_some() {
        return None;
    }
    let has = |triples: &[Triple]| {
        let mut names = triples.iter().flat_map(|(_, _, names)| names.split(' '));
        names.any(|other| other == name)
    };
    let found = LIBRARIES.iter().find(|(_, triples)| has(triples));
    found.map(|(library, _)| *library)
}

/// What to do where an atom would have to be an operator of a library that is not imported.
pub fn help_with_operator(name: &str, dialect: Dialect) -> Option<String> {
    let library = match (library_of_operator(name)?, dialect) {
        ("clpz", Dialect::Swi) => "clpfd",
        (library, _) => library,
    };
    Some(format!(
        "{name} is an operator of library({library}): import it first, with use_module(library({library}))"
    ))
}

impl Ops {
    /// Scryer's operators and those of SWI-Prolog: what the files of a session begin with that is
    /// not ISO only.
    pub fn swi() -> Ops {
        let mut ops = Ops::default();
        ops.add_all(SWI_OPERATORS);
        ops
    }

    /// Adds the operators of the libraries that a directive imports; `tokens` are its tokens
    /// without comments. Where `use_module/2` lists what it imports, [`Ops::learn`] finds the
    /// operators in the list.
    pub(super) fn import(&mut self, text: &str, tokens: &[&Token]) {
        let source = |at: usize| tokens.get(at).map_or("", |token| token.source(text));
        // `:- [library(a)].` has no parenthesis after the name of the directive.
        if !matches!(source(1), "use_module" | "ensure_loaded" | "[") {
            return;
        }
        for at in 2..tokens.len() {
            if (source(at), source(at + 1), source(at + 3)) != ("library", "(", ")") {
                continue;
            }
            if source(1) == "use_module" && source(at + 4) != ")" {
                continue;
            }
            let library = quoted::atom_name(source(at + 2));
            let known = LIBRARIES
                .iter()
                .find(|(name, _)| *name == scryers(&library));
            if let Some((_, triples)) = known {
                self.add_all(triples);
            }
        }
    }

    fn add_all(&mut self, triples: &[Triple]) {
        for &(priority, kind, names) in triples {
            for name in names.split_whitespace() {
                self.add(priority, kind, name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Dialect, diagnose_clause, tokens};

    fn reads(directive: &str, clause: &str) -> bool {
        let mut ops = Ops::swi();
        ops.learn(directive, &tokens(directive));
        diagnose_clause(clause, &tokens(clause), &ops, Dialect::Swi).is_none()
    }

    #[test]
    fn operators_hold_after_the_import() {
        let clause = "p(X, Y) :- X in 1..9, X #< Y, #\\ X #= 3 #<==> Y #> 2.";
        for directive in [
            ":- use_module(library(clpfd)).",
            ":- use_module( library( 'clpfd' ) ) /* ours */ .",
            ":- use_module(library(clpz)).",
            ":- ensure_loaded(library(clpfd)).",
            ":- [library(lists), library(clpfd)].",
        ] {
            assert!(reads(directive, clause), "{directive}");
        }
        for directive in [
            ":- use_module(library(lists)).",
            ":- use_module(library(clpfd), []).",
            ":- use_module(clpfd).",
            "use_module(library(clpfd)).",
            ":- use_module(library(clpfd), [op(700, xfx, #<)]).",
        ] {
            assert!(!reads(directive, clause), "{directive}");
        }
        assert!(reads(
            ":- use_module(library(clpfd), [op(700, xfx, #<)]).",
            "p(X, Y) :- X #< Y."
        ));
        assert!(reads("", "p(X) :- q(X) *-> r(X) ; X =@= a."));
    }

    #[test]
    fn operators_are_found_by_name() {
        assert_eq!(library_of_operator("#="), Some("clpz"));
        assert_eq!(library_of_operator("~"), Some("clpb"));
        assert_eq!(library_of_operator("likes"), None);
        // library(debug) and library(tabling) have them, too.
        assert_eq!(library_of_operator("*"), None);
        assert_eq!(library_of_operator("table"), None);
    }
}
