//! Errors as sentences: the culprit quoted, what was expected, where, and what to try.

use crate::{
    chess::Position,
    engine::Raised,
    native::{Mode, help, table},
    syntax::{self, Problem},
    term::{Term, is_symbol_char},
};

/// Libraries of Scryer that have to be imported, and what people look for in them.
const LIBRARIES: &[(&str, &[&str])] = &[
    (
        "assoc",
        &[
            "list_to_assoc/2",
            "put_assoc/4",
            "get_assoc/3",
            "empty_assoc/1",
            "assoc_to_list/2",
            "assoc_to_keys/2",
            "assoc_to_values/2",
        ],
    ),
    (
        "clpz",
        &[
            "#=/2",
            "#</2",
            "#>/2",
            "#=</2",
            "#>=/2",
            "#\\=/2",
            "in/2",
            "ins/2",
            "label/1",
            "labeling/2",
            "indomain/1",
            "all_distinct/1",
            "sum/3",
        ],
    ),
    ("clpb", &["sat/1", "taut/2", "labeling/1"]),
    ("dif", &["dif/2"]),
    ("freeze", &["freeze/2"]),
    ("when", &["when/2"]),
    (
        "reif",
        &["if_/3", "tfilter/3", "tpartition/4", "memberd_t/3"],
    ),
    ("tabling", &["table/1", "abolish_all_tables/0"]),
    ("time", &["time/1", "sleep/1", "current_time/1"]),
    ("random", &["random/1", "random_integer/3", "set_random/1"]),
    (
        "files",
        &["file_exists/1", "directory_files/2", "directory_exists/1"],
    ),
    (
        "ordsets",
        &[
            "ord_union/3",
            "ord_subtract/3",
            "ord_memberchk/2",
            "list_to_ord_set/2",
        ],
    ),
    (
        "ugraphs",
        &["vertices_edges_to_ugraph/3", "top_sort/2", "reachable/3"],
    ),
    ("gensym", &["gensym/2", "reset_gensym/1"]),
    ("os", &["shell/1", "shell/2", "getenv/2"]),
    ("pio", &["phrase_from_file/2", "phrase_to_file/2"]),
];

/// An error in a sentence; with file and line first where it is about a file.
pub fn text(raised: &Raised) -> String {
    // The predicate that refuses a clause is the loader's own.
    let loading = raised.place.as_ref().is_some_and(|place| place.line > 0);
    let sentence = match raised.canonical.parse::<Term>() {
        Ok(Term::Compound(functor, arguments)) if loading && functor == "error" => {
            formal_text(&arguments[0], None)
        }
        Ok(term) => sentence(&term),
        Err(_) => format!("uncaught exception: {}", raised.text),
    };
    match &raised.place {
        Some(place) if place.line > 0 => format!("{}:{}: {sentence}", place.file, place.line),
        Some(place) => format!("{}: {sentence}", place.file),
        None => sentence,
    }
}

fn sentence(ball: &Term) -> String {
    let Some([formal, context]) = ball.arguments("error") else {
        return format!("uncaught exception: {ball}");
    };
    let place = indicator(context);
    let prefix = place
        .as_ref()
        .map_or(String::new(), |place| format!("{place}: "));
    format!("{prefix}{}", formal_text(formal, place.as_deref()))
}

fn formal_text(formal: &Term, place: Option<&str>) -> String {
    if let Some([expected, culprit]) = formal.arguments("type_error") {
        return format!(
            "type error: expected {expected}, found {}{}",
            shown(culprit),
            form_of(expected)
        );
    }
    if let Some([Term::Atom(expected), culprit]) = formal.arguments("domain_error")
        && expected == "directive"
    {
        let name = match culprit.to_string() {
            // Scryer has forgotten it.
            name if name.contains("invalid_term") => String::new(),
            name => format!(" {name}"),
        };
        return format!("unknown directive{name}; `:- initialization(Goal).` runs any goal");
    }
    if let Some([Term::Atom(expected), culprit]) = formal.arguments("domain_error")
        && expected == "ffi_argument"
    {
        return format!("expected a complete text, found {}", shown(culprit));
    }
    if let Some([expected, culprit]) = formal.arguments("domain_error") {
        return format!(
            "domain error: expected {expected}, found {}{}",
            shown(culprit),
            why(expected, culprit)
        );
    }
    if let Some([kind, culprit]) = formal.arguments("existence_error") {
        return existence(kind, culprit);
    }
    if let Some([action, kind, culprit]) = formal.arguments("permission_error") {
        return match (action.text(), kind.text()) {
            (Some("modify"), Some("static_procedure")) => format!(
                "permission error: {culprit} cannot be changed: it is built in, or not declared \
                 with `:- dynamic({culprit}).`"
            ),
            (Some("open"), Some("source_sink")) => {
                format!("permission error: cannot open {culprit}")
            }
            _ => format!("permission error: cannot {action} {kind} {culprit}"),
        };
    }
    if let Some([message]) = formal.arguments("syntax_error") {
        return format!(
            "syntax error: {}",
            explain_syntax(message.text().unwrap_or(""))
        );
    }
    if let Some([what]) = formal.arguments("representation_error") {
        return format!("representation error: {what}");
    }
    if let Some([what]) = formal.arguments("evaluation_error") {
        return format!("evaluation error: {what}");
    }
    if let Some([what]) = formal.arguments("resource_error") {
        return format!("resource error: not enough {what}");
    }
    if let Some([message]) = formal.arguments("system_error") {
        return format!(
            "internal error: {}; please report it",
            message.text().unwrap_or("")
        );
    }
    match formal.text() {
        Some("instantiation_error") => instantiation(place),
        _ => formal.to_string(),
    }
}

/// `Name/Arity` of a context, whatever line numbers Scryer adds to it.
fn indicator(context: &Term) -> Option<String> {
    match context {
        Term::Compound(functor, arguments) if functor == ":" => indicator(&arguments[0]),
        Term::Compound(functor, arguments) if functor == "/" => {
            let [name, arity] = arguments.as_slice() else {
                return None;
            };
            match name.text()? {
                // What the engine itself calls is no news to anybody.
                "read_term_from_chars" | "read_term" | "load" | "open" | "$foreign_call" => None,
                name if name.ends_with(is_symbol_char) => Some(format!("({name})/{arity}")),
                name => Some(format!("{name}/{arity}")),
            }
        }
        _ => None,
    }
}

/// What values of a type of ours look like.
fn form_of(expected: &Term) -> String {
    table::natives()
        .flat_map(|native| native.args)
        .find(|arg| Some(arg.ty.name) == expected.text() && !arg.ty.about.ends_with(arg.ty.name))
        .map_or(String::new(), |arg| {
            format!(" ({} is {})", arg.ty.name, arg.ty.about)
        })
}

/// Why a text is not in a domain of ours.
fn why(expected: &Term, culprit: &Term) -> String {
    match (expected.text(), culprit.text()) {
        (Some("position"), Some(fen)) => {
            match Position::parse(if fen == "[]" { "" } else { fen }) {
                Ok(_) => String::new(),
                Err(error) => format!(": {error}"),
            }
        }
        (Some("perft_depth"), _) => " (an integer from 0 to 100)".into(),
        (Some("san_move"), _) => {
            " (standard algebraic notation, as in Nf3, exd5, O-O, e8=Q)".into()
        }
        (Some("uci_move"), _) => " (UCI notation, as in g1f3, e7e8q)".into(),
        _ => String::new(),
    }
}

/// A culprit as it is shown: shortened if nobody could read it whole; `[]` is the empty text here.
fn shown(culprit: &Term) -> String {
    const LONGEST: usize = 200;
    let text = match culprit {
        Term::Atom(atom) if atom == "[]" => "[] (or \"\")".to_owned(),
        culprit => culprit.to_string(),
    };
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain("...".chars()).collect(),
        false => text,
    }
}

fn existence(kind: &Term, culprit: &Term) -> String {
    match kind.text() {
        Some("procedure") => {
            let wanted = culprit.to_string();
            if wanted == "(:-)/2" || wanted == ":-/2" {
                return "a clause is no query; [user]. or assertz((Head :- Body)). adds it".into();
            }
            format!("unknown procedure {wanted}{}", suggestion(&wanted))
        }
        Some("source_sink") => format!("file {} does not exist", shown(culprit)),
        Some("game" | "puzzle" | "epd") => {
            format!("{} does not exist", culprit.text().unwrap_or_default())
        }
        _ => format!("{kind} {culprit} does not exist"),
    }
}

/// What somebody who asked for `wanted`, a `name/arity`, may have meant.
fn suggestion(wanted: &str) -> String {
    let library = LIBRARIES
        .iter()
        .find(|(_, exports)| exports.contains(&wanted));
    if let Some((library, _)) = library {
        return format!("; use_module(library({library})) provides it");
    }
    let name = wanted.rsplit_once('/').map_or(wanted, |(name, _)| name);
    let arities: Vec<_> = help::lookup(name)
        .into_iter()
        .map(|entry| entry.indicator)
        .collect();
    if !arities.is_empty() {
        return format!("; there is {}", arities.join(", "));
    }
    let names = help::entries()
        .into_iter()
        .map(|entry| entry.name().to_owned());
    match help::did_you_mean(name, names) {
        Some(close) => {
            let found: Vec<_> = help::lookup(&close)
                .into_iter()
                .map(|entry| entry.indicator)
                .collect();
            format!("; did you mean {}?", found.join(" or "))
        }
        None => String::new(),
    }
}

/// Which arguments of a native have to be bound.
fn instantiation(place: Option<&str>) -> String {
    let native = table::natives().find(|native| Some(native.indicator().as_str()) == place);
    let bound: Vec<_> = native
        .iter()
        .flat_map(|native| native.args)
        .filter(|arg| arg.mode == Mode::Bound)
        .map(|arg| arg.name)
        .collect();
    match (native, bound.is_empty()) {
        (Some(native), false) => format!(
            "an argument is not bound: {} must be in {native}",
            bound.join(" and ")
        ),
        _ => "an argument is not sufficiently bound".to_owned(),
    }
}

fn explain_syntax(message: &str) -> String {
    match message {
        "incomplete_reduction" => {
            "an operator, a comma or a bracket is missing here, or one is too many".into()
        }
        "unexpected_char" => "a character that cannot stand there".into(),
        "end_of_file" | "unexpected_end_of_file" => {
            "the clause has no end; a clause ends with a full stop".into()
        }
        "invalid_single_quoted_character" => {
            "a quoted atom that is never closed, or a bad escape in it".into()
        }
        message if !message.contains(' ') => message.replace('_', " "),
        message => message.to_owned(),
    }
}

/// A problem in a text, with its line and a caret below the culprit.
pub fn syntax_message(text: &str, problem: &Problem) -> String {
    let (line, _, column) = syntax::line_at(text, problem.span.start.min(text.len()));
    let width = text.get(problem.span.clone()).map_or(1, |culprit| {
        culprit.lines().next().unwrap_or("").chars().count().max(1)
    });
    format!(
        "{line}\n{}{}\n% syntax error: {}",
        " ".repeat(column - 1),
        "^".repeat(width),
        problem.message
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(canonical: &str) -> String {
        text(&Raised {
            text: canonical.to_owned(),
            canonical: canonical.to_owned(),
            place: None,
        })
    }

    #[test]
    fn quotes_the_culprit_and_says_what_was_expected() {
        assert_eq!(
            said("error(type_error(square,z9),/(attacks,3))"),
            "attacks/3: type error: expected square, found z9 (square is an atom from a1 to h8)"
        );
        assert_eq!(
            said("error(instantiation_error,/(attacks,3))"),
            "attacks/3: an argument is not bound: Pos must be in \
             attacks(?From:square, ?To:square, +Pos:position) is nondet"
        );
        assert_eq!(
            said("error(domain_error(position,\"8/8/8/8/8/8/8/8 w - - 0 1\"),/(turn,2))"),
            "turn/2: domain error: expected position, found \"8/8/8/8/8/8/8/8 w - - 0 1\": \
             the board is empty; a king is missing"
        );
        assert_eq!(
            said("error(existence_error(procedure,/(atacks,3)),/(atacks,3))"),
            "atacks/3: unknown procedure atacks/3; did you mean attacks/3?"
        );
        assert_eq!(
            said("error(existence_error(procedure,/(dif,2)),/(dif,2))"),
            "dif/2: unknown procedure dif/2; use_module(library(dif)) provides it"
        );
        assert_eq!(said("foo(bar)"), "uncaught exception: foo(bar)");
    }
}
