//! Errors as sentences: the culprit quoted, what was expected, where, and what to try.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::absent;
use crate::{
    engine::{Cause, Diagnostic, NAMED, Raised, Severity},
    library,
    native::{
        Mode, help,
        sentences::{self, shown},
        table, words,
    },
    syntax::{self, Mistake, Problem},
    term::{Term, atom_text, is_symbol_char},
};

/// An error in a sentence.
pub fn text(raised: &Raised) -> String {
    if let Some(said) = raised.said.as_ref().filter(|said| !said.is_empty()) {
        return said.clone();
    }
    match raised.canonical.parse::<Term>() {
        Ok(term) => or_meant(raised, sentence(&term)),
        Err(_) => format!("uncaught exception: {}", raised.text),
    }
}

/// The sentence about an unknown procedure, with what its author defines instead of what we have.
fn or_meant(raised: &Raised, sentence: String) -> String {
    let Some((name, arity)) = raised.unknown_procedure() else {
        return sentence;
    };
    let unknown = format!("unknown procedure {name}/{arity}");
    let (true, Some(at)) = (!raised.meant.is_empty(), sentence.find(&unknown)) else {
        return sentence;
    };
    if sentence.ends_with("provides it") {
        return sentence;
    }
    let meant = raised.meant.join(" or ");
    let same = meant.starts_with(&format!("{name}/"));
    let suggestion = match same {
        // It is no part of the module that asks.
        true if raised.meant.contains(&format!("{name}/{arity}")) => {
            "; there is one outside the module that calls it: import it, or write user:Goal if its file is no module".to_owned()
        }
        true => format!("; there is {meant}"),
        false => format!("; did you mean {meant}?"),
    };
    format!("{}{suggestion}", &sentence[..at + unknown.len()])
}

/// Something about a consulted file, with its line and a caret below each culprit.
pub fn report(diagnostic: &Diagnostic, colour: bool) -> String {
    let (title, help) = words(&diagnostic.cause);
    if diagnostic.file == "query" {
        let span = diagnostic.spans.first().cloned().unwrap_or(0..0);
        return pointed(&diagnostic.source, &span, &title, help.as_deref());
    }
    let level = level(diagnostic.severity);
    let mut snippet = Snippet::source(&diagnostic.source)
        .path(&diagnostic.file)
        .line_start(diagnostic.line as usize);
    for span in &diagnostic.spans {
        snippet = snippet.annotation(AnnotationKind::Primary.span(span.clone()));
    }
    drawn(level, &title, Some(snippet), help.as_deref(), colour)
}

/// What a diagnostic says, in one sentence.
pub fn headline(diagnostic: &Diagnostic) -> String {
    words(&diagnostic.cause).0
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// Something about a file that a user has written, with its line and a caret below the culprit.
pub fn task_problem(problem: &Problem, colour: bool) -> String {
    let level = level(problem.severity);
    let Some(place) = &problem.place else {
        let title = format!("{}: {}", problem.file, problem.message);
        return drawn(level, &title, None, problem.help.as_deref(), colour);
    };
    let snippet = Snippet::source(&place.source)
        .path(&problem.file)
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(place.span.clone()));
    let help = problem.help.as_deref();
    drawn(level, &problem.message, Some(snippet), help, colour)
}

/// A title with what it is about and what could be done.
fn drawn(
    level: Level<'_>,
    title: &str,
    snippet: Option<Snippet<'_, Annotation<'_>>>,
    help: Option<&str>,
    colour: bool,
) -> String {
    let title = level.primary_title(title);
    let mut group = match snippet {
        Some(snippet) => title.element(snippet),
        None => Group::with_title(title),
    };
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match colour {
        true => Renderer::styled(),
        false => Renderer::plain(),
    };
    renderer.render(&[group])
}

/// What is wrong with a query or an input: its line, a caret, and the message.
fn pointed(text: &str, span: &Range<usize>, title: &str, help: Option<&str>) -> String {
    let (line, _, column) = syntax::line_at(text, span.start.min(text.len()));
    let width = text.get(span.clone()).map_or(1, |culprit| {
        culprit.lines().next().unwrap_or("").chars().count().max(1)
    });
    let help = help.map_or(String::new(), |help| format!("\n% {help}"));
    format!(
        "{line}\n{}{}\n% {title}{help}",
        " ".repeat(column - 1),
        "^".repeat(width)
    )
}

/// The title of a diagnostic about this, and what could be done.
pub fn words(cause: &Cause) -> (String, Option<String>) {
    match cause {
        Cause::Syntax { message, help } => (format!("syntax error: {message}"), help.clone()),
        Cause::Raised(raised) => match raised.canonical.parse::<Term>() {
            // The predicate that refuses a clause is the loader's own.
            Ok(Term::Compound(functor, arguments)) if functor == "error" => {
                let place = indicator(&arguments[1]).filter(|place| !INTERNAL.contains(&&**place));
                let title = match arguments[1].text() {
                    Some("sandbox") => text(raised),
                    _ => titled(&arguments[0], place),
                };
                (or_meant(raised, title), None)
            }
            _ => (text(raised), None),
        },
        Cause::Late(raised) => {
            let (title, _) = words(&Cause::Raised(raised.clone()));
            let help = "the clause is kept; when this is computed, it is an error";
            (title, Some(help.to_owned()))
        }
        Cause::Failed(goal) => (format!("the directive {goal} failed"), None),
        Cause::Halted(status) => (
            format!(
                "halt({status}) was called while the file was loaded; that ends only the loading"
            ),
            Some("what stands below is not loaded; tests are run all the same".to_owned()),
        ),
        Cause::Stopped(goal) => (
            format!("initialization({goal}) was stopped by a limit; the file is loaded without it"),
            None,
        ),
        Cause::NoDirective(predicate) => (
            format!("a directive begins with `:-`; {predicate} is not called here"),
            None,
        ),
        Cause::Singletons(names) => {
            let title = match names.as_slice() {
                [name] => format!("the variable {name} occurs only once"),
                // There is always more than one that is not named.
                names if names.len() > NAMED + 1 => format!(
                    "the variables {} and {} others occur only once each",
                    names[..NAMED].join(", "),
                    names.len() - NAMED
                ),
                _ => format!("the variables {} occur only once each", names.join(", ")),
            };
            let help = "a name that begins with _ says that this is meant";
            (title, Some(help.to_owned()))
        }
        Cause::Discontiguous { predicate, line } => (
            format!("clauses of {predicate} are not together"),
            Some(format!(
                "the first is in line {line}; `:- discontiguous({predicate}).` says that this is meant"
            )),
        ),
        Cause::Redefined { predicate, earlier } => (
            format!("{predicate} takes the place of the one in {earlier}"),
            None,
        ),
        Cause::Apart {
            predicate,
            library,
            other,
        } => (
            format!("{predicate} is that of library({library}) here, not the one in {other}"),
            Some(format!(
                "`user:{}(...)` calls that one",
                predicate.rsplit_once('/').map_or("", |(name, _)| name)
            )),
        ),
        Cause::Given { predicate, place } => (
            format!("{predicate} is given with the assignment, in {place}; that one counts"),
            Some("clauses for it are left out here".to_owned()),
        ),
        Cause::NotUtf8 => (
            "the file is not UTF-8; it is read as Latin-1".to_owned(),
            None,
        ),
    }
}

/// Predicates of the loader, which are no news to anybody.
const INTERNAL: &[&str] = &[
    "load/1",
    "clause/1",
    "(:-)/1",
    "use_module/1",
    "use_module/2",
    "module/2",
    "datalog/1",
];

fn sentence(ball: &Term) -> String {
    let Some([formal, context]) = ball.arguments("error") else {
        return match ball.text() {
            Some("$aborted") => "execution aborted".to_owned(),
            _ => format!("uncaught exception: {ball}"),
        };
    };
    match (formal.arguments("permission_error"), context.text()) {
        (Some([_, _, culprit]), Some("sandbox")) => {
            format!("{culprit} is not permitted in the sandbox")
        }
        _ => titled(formal, indicator(context)),
    }
}

/// The sentence about an error, after the predicate that raised it.
fn titled(formal: &Term, place: Option<String>) -> String {
    let text = formal_text(formal, place.as_deref());
    // An unknown procedure is named once.
    let unknown = formal
        .arguments("existence_error")
        .is_some_and(|[kind, _]| kind.text() == Some("procedure"));
    match place {
        Some(place) if !unknown => format!("{place}: {text}"),
        _ => text,
    }
}

fn formal_text(formal: &Term, place: Option<&str>) -> String {
    if let Some(sentence) = sentences::of_error(formal, &sentence) {
        return sentence;
    }
    if let Some([Term::Atom(expected), culprit]) = formal.arguments("type_error")
        && expected == "evaluable"
    {
        return format!(
            "type error: expected evaluable, found {}{}",
            shown(culprit),
            text_for_number(culprit)
        );
    }
    if let Some([expected, culprit]) = formal.arguments("type_error") {
        return format!(
            "type error: expected {expected}, found {}{}{}{}",
            shown(culprit),
            string_for_number(expected, culprit, place),
            form_of(expected),
            place_of_position(expected, culprit, place)
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
            "domain error: expected {expected}, found {}{}{}",
            shown(culprit),
            why(expected, culprit),
            place_of_position(expected, culprit, place)
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
            (Some("create"), Some("module")) => format!(
                "the name {culprit} is that of a module of Chesslog's; choose another for your module"
            ),
            (Some("modify"), Some("static_module" | "module")) => {
                let itself = culprit.arguments("module_cannot_import_self");
                let name = itself.map_or(culprit, |[name]| name);
                format!(
                    "the name {name} is that of a module of Scryer Prolog's; choose another for your module"
                )
            }
            (Some("access"), Some("sandboxed")) => {
                "permission error: in the sandbox only files that are given before this one are \
                 loaded"
                    .to_owned()
            }
            (Some("open"), Some("source_sink")) => {
                format!("permission error: cannot open {culprit}")
            }
            (Some("open"), Some("folder")) => {
                format!("permission error: {culprit} is a folder; expected a file")
            }
            (Some("open"), Some("pipe")) => {
                format!("permission error: {culprit} is a pipe or a device; expected a file")
            }
            (Some("load"), Some("source_sink")) => {
                format!("{culprit} is longer than 256 MB, or has no end; expected a Prolog file")
            }
            (Some("load"), Some("binary_file")) => {
                format!("{culprit} is no text (it may be compressed); expected a Prolog file")
            }
            _ => format!("permission error: cannot {action} {kind} {culprit}"),
        };
    }
    if let Some([message]) = formal.arguments("syntax_error") {
        let message = message.text().unwrap_or("");
        // Scryer's are names; in sentences, underscores are those of files.
        let message = match message.contains(' ') {
            true => message.to_owned(),
            false => message.replace('_', " "),
        };
        return format!("syntax error: {message}");
    }
    if let Some([what]) = formal.arguments("representation_error") {
        return format!("representation error: {what}");
    }
    if let Some([what]) = formal.arguments("evaluation_error") {
        return format!("evaluation error: {what}");
    }
    if let Some([what]) = formal.arguments("resource_error") {
        return match what.text() {
            Some("term_depth") => {
                "resource error: a term is nested too deeply, or is cyclic".into()
            }
            _ => format!("resource error: not enough {what}"),
        };
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

/// What to do if a text stands where a number is expected. Of a list of characters Scryer names the end only.
fn text_for_number(culprit: &Term) -> String {
    let name = match culprit.arguments("/") {
        Some([name, Term::Integer(0 | 2)]) => name.text().unwrap_or_default(),
        _ => return String::new(),
    };
    match name {
        "[]" | "." | "$string" => {
            ": a list or a text in double quotes is no number; number_chars(N, Text) makes one \
             of a text, and game_elo/3, game_date/2 and others have those of games"
                .to_owned()
        }
        digits
            if digits.starts_with(|c: char| c.is_ascii_digit())
                && digits.parse::<f64>().is_ok() =>
        {
            format!(": an atom is no number; atom_number('{digits}', N) makes one of it")
        }
        _ => String::new(),
    }
}

/// The same of a string: one of a single character is a number, as in SWI-Prolog, and others are said to be none.
fn string_for_number(expected: &Term, culprit: &Term, place: Option<&str>) -> &'static str {
    const ARITHMETIC: [&str; 7] = [
        "is/2", "(>)/2", "(<)/2", "(>=)/2", "(=<)/2", "(=:=)/2", "(=\\=)/2",
    ];
    let computed = place.is_some_and(|place| ARITHMETIC.contains(&place));
    match (expected.text(), culprit) {
        (Some("character"), Term::String(_)) if computed => {
            ": a text is no number; number_string(N, Text) makes one of it, and game_elo/3, game_date/2 and others have \
             those of games"
        }
        _ => "",
    }
}

/// `Name/Arity` of a context, whatever line numbers Scryer adds to it.
fn indicator(context: &Term) -> Option<String> {
    match context {
        Term::Compound(functor, arguments) if functor == ":" => indicator(&arguments[0]),
        // Where a term that was read stands.
        Term::Compound(functor, arguments) if functor == "file" => match arguments.as_slice() {
            [file, Term::Integer(line), ..] => Some(format!("{}:{line}", file.text()?)),
            _ => None,
        },
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

/// Which argument the position is, where arguments were exchanged: a position is there and something else was expected,
/// or the other way round.
fn place_of_position(expected: &Term, culprit: &Term, predicate: Option<&str>) -> String {
    let slashes = culprit.text().map_or(0, |text| text.matches('/').count());
    let exchanged = match expected.text() {
        Some("position") => slashes == 0,
        _ => slashes == 7,
    };
    if !exchanged {
        return String::new();
    }
    let entry = predicate.and_then(|indicator| help::lookup(indicator).into_iter().next());
    let head = entry.map(|entry| entry.head).unwrap_or_default();
    let (head, _) = head.rsplit_once(" is ").unwrap_or((&head, ""));
    let (_, arguments) = head.split_once('(').unwrap_or_default();
    let arguments: Vec<&str> = arguments.trim_end_matches(')').split(',').collect();
    let place = arguments
        .iter()
        .position(|argument| argument.ends_with(":position"));
    let place = match place {
        Some(at) if arguments.len() > 1 => match at {
            0 => "first",
            at if at + 1 == arguments.len() => "last",
            1 => "second",
            _ => "third",
        },
        _ => return String::new(),
    };
    format!("; the position is the {place} argument of {head}")
}

/// Why a culprit is not in a domain of ours.
fn why(expected: &Term, culprit: &Term) -> String {
    let domain = expected.text().unwrap_or_default();
    if domain == "predicate_without_clauses" {
        return ": the directive stands before the clauses".into();
    }
    let of_area = sentences::of_domain(domain, culprit);
    of_area
        .or_else(|| words::about(domain, culprit.text()?))
        .unwrap_or_default()
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
        Some("complete_table") => {
            let goal = culprit.arguments(":").map_or(culprit, |[_, goal]| goal);
            let predicate = match goal {
                Term::Compound(name, arguments) => {
                    format!("{}/{}", atom_text(name), arguments.len())
                }
                atom => format!("{atom}/0"),
            };
            format!(
                "{predicate} depends on its own negation, at {goal}; there is no well-founded semantics, which could say \
                 more of it"
            )
        }
        Some("exported_procedure") => format!("{culprit} is exported, but not defined"),
        Some("export") => match culprit.arguments(":") {
            Some([module, wanted]) => format!("the module {module} does not export {wanted}"),
            None => format!("{culprit} is not exported"),
        },
        Some("source_sink") => match culprit.arguments("library") {
            Some([name]) => no_library(&name.to_string()),
            None => format!("file {} does not exist", shown(culprit)),
        },
        kind_name => kind_name
            .and_then(|name| sentences::of_missing(name, culprit))
            .unwrap_or_else(|| format!("{kind} {culprit} does not exist")),
    }
}

/// That there is no library of this name.
fn no_library(name: &str) -> String {
    let meant = syntax::did_you_mean(name, library::importable().into_keys());
    match meant {
        Some(meant) => format!("there is no library({name}); did you mean library({meant})?"),
        None => format!("there is no library({name})"),
    }
}

/// What somebody who asked for `wanted`, a `name/arity`, may have meant.
fn suggestion(wanted: &str) -> String {
    let (name, arity) = wanted.rsplit_once('/').unwrap_or((wanted, ""));
    if let Some(why) = absent::why(name, wanted) {
        return format!("; {why}");
    }
    let imported = library::IMPORTED.iter().find(|(_, exports)| {
        exports
            .split_whitespace()
            .any(|export| export == wanted || export == name)
    });
    if let Some((library, _)) = imported {
        return format!("; use_module(library({library})) provides it");
    }
    let provider = library::exports(name, false).find(|export| export.arity.to_string() == arity);
    if let Some(export) = provider {
        return format!("; use_module(library({})) provides it", export.module);
    }
    // That one would not be unknown: a module that does not import it asks.
    let arities: Vec<_> = known(name)
        .into_iter()
        .filter(|indicator| indicator != wanted)
        .collect();
    if !arities.is_empty() {
        return format!("; there is {}", arities.join(", "));
    }
    let names = help::names()
        .chain(library::names())
        .chain(BUILT_IN.split_whitespace())
        .map(str::to_owned);
    // All names of one letter are one edit apart.
    let long = name.chars().count() > 1;
    match help::did_you_mean(name, names).filter(|_| long) {
        Some(close) => {
            let mut found = known(&close);
            if found.is_empty() {
                found.push(close);
            }
            format!("; did you mean {}?", found.join(" or "))
        }
        None => String::new(),
    }
}

/// The predicates of the manual and of the libraries that have this name.
fn known(name: &str) -> Vec<String> {
    let manual = help::lookup(name).into_iter().map(|entry| entry.indicator);
    let library = library::exports(name, false).map(|export| format!("{name}/{}", export.arity));
    let mut found: Vec<_> = manual.chain(library).collect();
    found.sort();
    found.dedup();
    found
}

/// Built-in predicates that people mistype.
const BUILT_IN: &str = "append member assertz asserta retract retractall findall bagof setof atom_chars \
    atom_codes atom_length atom_concat sub_atom number_codes number_chars char_code write writeq print nl \
    write_canonical write_term read read_term consult functor arg copy_term length reverse maplist between \
    msort sort keysort call catch throw halt var nonvar atom number integer float compound callable is_list \
    ground once forall format op current_op abolish clause phrase";

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
        _ => instantiation_in_library(place)
            .unwrap_or_else(|| "an argument is not sufficiently bound".to_owned()),
    }
}

/// The same for a predicate of the library, which may want more than that they are bound.
fn instantiation_in_library(place: Option<&str>) -> Option<String> {
    let mut entries = help::entries().into_iter();
    let entry = entries.find(|entry| Some(entry.indicator.as_str()) == place)?;
    let (_, arguments) = entry.head.split_once('(')?;
    let bound: Vec<&str> = arguments
        .split(['(', ',', ')'])
        .filter_map(|argument| argument.trim().strip_prefix(['+', ':']))
        .filter_map(|argument| argument.split(':').next())
        .collect();
    (!bound.is_empty()).then(|| {
        format!(
            "an argument is not sufficiently bound: {} must be in {}",
            bound.join(" and "),
            entry.head
        )
    })
}

/// A mistake in what is typed, with its line and a caret below the culprit.
pub fn syntax_message(text: &str, mistake: &Mistake) -> String {
    let title = format!("syntax error: {}", mistake.message);
    pointed(text, &mistake.span, &title, mistake.help.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(canonical: &str) -> String {
        text(&Raised {
            text: canonical.to_owned(),
            canonical: canonical.to_owned(),
            ..Raised::default()
        })
    }

    #[test]
    fn quotes_the_culprit_and_says_what_was_expected() {
        assert_eq!(
            said("error(type_error(square,z9),/(attacks,3))"),
            "attacks/3: type error: expected square, found z9 (square is an atom from a1 to h8)"
        );
        let exchanged = [
            (
                "type_error(square,\"8/8/8/4k3/8/8/8/4K3 w - -\")",
                "attacks,3",
                "last",
            ),
            ("domain_error(position,\"e4\")", "attacks,3", "last"),
            (
                "type_error(square,\"8/8/8/4k3/8/8/8/4K3 w - -\")",
                "fork,4",
                "first",
            ),
            (
                "type_error(position,move(e2,e4,none))",
                "best_line,4",
                "first",
            ),
            (
                "type_error(list,\"8/8/8/4k3/8/8/8/4K3 w - -\")",
                "threat,4",
                "first",
            ),
            (
                "type_error(square,\"8/8/8/4k3/8/8/8/4K3 w - -\")",
                "piece_at,4",
                "second",
            ),
        ];
        for (formal, predicate, place) in exchanged {
            let said = said(&format!("error({formal},/({predicate}))"));
            assert!(
                said.contains(&format!("; the position is the {place} argument of ")),
                "{said}"
            );
        }
        // So it is for all that have a position beside other arguments.
        let exchangeable = help::entries().into_iter().filter(|entry| {
            let (_, arguments) = entry.head.split_once('(').unwrap_or_default();
            arguments.contains(":position") && arguments.contains(',')
        });
        for entry in exchangeable {
            let (name, arity) = entry.indicator.rsplit_once('/').unwrap();
            let said = said(&format!(
                "error(type_error(square,\"8/8/8/4k3/8/8/8/4K3 w - -\"),/({name},{arity}))"
            ));
            let order = format!("argument of {name}(");
            // Of a list of positions there is more to say.
            assert!(
                said.contains(&order) || entry.head.contains(":positions"),
                "{said}"
            );
        }
        let missing = said("error(domain_error(position,\"e4\"),/(checkmate,1))");
        assert!(!missing.contains("argument"), "{missing}");
        assert_eq!(
            said("error(type_error(evaluable,/('2100',0)),/(is,2))"),
            "is/2: type error: expected evaluable, found '2100'/0: an atom is no number; \
             atom_number('2100', N) makes one of it"
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
            "unknown procedure atacks/3; did you mean attacks/3?"
        );
        assert_eq!(
            said("error(existence_error(procedure,/(dif,2)),/(dif,2))"),
            "unknown procedure dif/2; use_module(library(dif)) provides it"
        );
        assert_eq!(
            said("error(existence_error(complete_table,:(user,win(b))),/(tnot,1))"),
            "tnot/1: win/1 depends on its own negation, at win(b); there is no well-founded semantics, which could say \
             more of it"
        );
        assert_eq!(said("foo(bar)"), "uncaught exception: foo(bar)");
    }
}
