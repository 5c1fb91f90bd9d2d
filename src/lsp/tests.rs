//! What is said of documents, without a client.

use std::{
    fs,
    path::{Path, PathBuf},
};

use lsp_types::{MarkupKind, ParameterLabel, Position};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

use super::{
    answers, colours, completion,
    document::Document,
    files::Files,
    hover,
    outline::{Import, Outline, PartKind, Predicate, Role},
    rename, signature,
    text::{Encoding, Text},
};
use crate::{library, native::table};

fn document(text: &str) -> Document {
    let text = Text::new(text.to_owned(), Encoding::Utf16);
    Document::new(text, 1, None, &mut Files::default())
}

/// What is said of a text: `line: message`.
fn said(text: &str) -> Vec<String> {
    said_of(&document(text), &mut Files::default())
}

fn said_of(document: &Document, files: &mut Files) -> Vec<String> {
    let findings = document.findings(files).into_iter();
    let line = |at| document.text.position(at).line + 1;
    findings
        .map(|finding| format!("{}: {}", line(finding.span.start), finding.message))
        .collect()
}

/// The place of `|` in a text, and the text without it.
fn at(marked: &str) -> (Document, Position) {
    let byte = marked.find('|').unwrap();
    let document = document(&marked.replacen('|', "", 1));
    let position = document.text.position(byte);
    (document, position)
}

fn hovered(marked: &str) -> Option<String> {
    let (document, position) = at(marked);
    hover::hover(&document, document.text.byte(position)).map(|(text, _)| text)
}

/// The signatures at `|`, the one that is meant first, each with its active argument between `<` and `>`.
fn signed(marked: &str) -> Vec<String> {
    let (document, position) = at(marked);
    let byte = document.text.byte(position);
    let Some(help) = signature::signatures(&document, byte, MarkupKind::Markdown) else {
        return Vec::new();
    };
    let argument = help.active_parameter.unwrap() as usize;
    let mut signatures = help.signatures;
    signatures.rotate_left(help.active_signature.unwrap() as usize);
    let signatures = signatures.into_iter().map(|one| {
        let parameters = one.parameters.unwrap();
        match parameters.get(argument).map(|it| &it.label) {
            Some(ParameterLabel::LabelOffsets([from, to])) => {
                let (from, to) = (*from as usize, *to as usize);
                let label = one.label;
                format!("{}<{}>{}", &label[..from], &label[from..to], &label[to..])
            }
            _ => one.label,
        }
    });
    signatures.collect()
}

#[test]
fn signatures_are_those_of_the_innermost_call() {
    let manual = signed("p :- nth0(|").concat();
    assert!(manual.starts_with("nth0(<"), "{manual}");
    assert_eq!(
        signed("%! near(?A, ?A, +B) is det.\nnear(_, _, _).\nnear(_).\nq :- near(f([a, b]), |"),
        ["near(?A, <?A>, +B) is det.", "near(_)"]
    );
    assert_eq!(
        signed("near(_).\nnear(A, B) --> [A, B].\nq :- near(g(x, y), foo, bar, [|"),
        ["near(_)", "near(A, B)"]
    );
    assert_eq!(signed("near(X, Y).\nq :- near(X, [a, |b"), ["near(X, <Y>)"]);
    assert_eq!(signed("q :- nobody(|"), [""; 0]);
    assert_eq!(signed("near(X).\nq :- near(a).\nr :- (a, |b)"), [""; 0]);
}

fn offered(marked: &str) -> Vec<String> {
    let (document, position) = at(marked);
    let found = completion::completion(&document, document.text.byte(position), false);
    found.into_iter().map(|item| item.label).collect()
}

/// The text after renaming, or why not.
fn renamed(marked: &str, name: &str) -> Result<String, String> {
    let (document, position) = at(marked);
    let mut text = document.text.as_str().to_owned();
    for edit in rename::rename(&document, position, name)?.iter().rev() {
        let start = document.text.byte(edit.range.start);
        let end = document.text.byte(edit.range.end);
        text.replace_range(start..end, &edit.new_text);
    }
    Ok(text)
}

#[test]
fn findings_are_those_of_the_loader() {
    assert_eq!(
        said(
            "p(X) :- q(Y).\nq(a).\np(b).\nr :- p(, a).\ns :- legal_mov(a, b, c), frobnicate(d).\n"
        ),
        [
            "1: the variable X occurs only once",
            "1: the variable Y occurs only once",
            "3: clauses of p/1 are not together",
            "4: syntax error: the argument before `,` is missing",
            "5: unknown procedure legal_mov/3; did you mean legal_move/3 or legal_move/4?",
            "5: unknown procedure frobnicate/1",
        ]
    );
    let findings = document("p(X) :- X #> 3.\n").findings(&mut Files::default());
    assert_eq!(
        findings[0].help.as_deref(),
        Some(
            "#> is an operator of library(clpfd): import it first, with use_module(library(clpfd))"
        )
    );
    assert_eq!(
        said("parent(a, b).\nt :- parnet(a, _), parent(a).\n"),
        [
            "2: unknown procedure parnet/2; did you mean parent/2?",
            "2: unknown procedure parent/1; there is parent/2",
        ]
    );
    assert_eq!(
        said("t(X) :- label([X]).\n"),
        ["1: unknown procedure label/1; use_module(library(clpz)) provides it"]
    );
}

#[test]
fn nothing_is_said_of_what_may_be_meant() {
    for text in [
        "p(_X, _) :- q(_Y).\n:- dynamic(q/1).\n",
        ":- discontiguous p/1.\np(a).\nq.\np(b).\n",
        "p --> \"a\", q, [b], {r}, call(s, 1).\nq --> [].\nr.\ns(_, _, _).\n",
        "p(L) :- maplist([X]>>q(X), L), maplist(r(1), L), foldl(add, L, 0, _).\nq(_).\nr(_, _).\nadd(X, Y, Z) :- Z is X + Y.\n",
        "p(L) :- maplist(\\X^q(X), L), setof(X-Y, Z^s(X, Y, Z), _), \\+ q(1).\nq(_).\ns(_, _, _).\n",
        ":- use_module(library(clpfd)).\np(X) :- X #> 3, X in 1..9, label([X]).\n",
        "p :- assertz(counter(0)), counter(_).\n",
        "p(C) :- assertz(C), anything(3).\n",
        "term_expansion(a, b).\np :- unknown.\np2.\np :- x.\n",
        ":- use_module(nowhere).\np :- unknown.\n",
        "p :- catch(unknown, _, true), other:thing(1).\n",
        "p :- current_predicate(q/1), q(1).\n",
        ":- table path/2.\npath(X, Y) :- path(X, Z), edge(Z, Y).\nedge(1, 2).\n",
        "?- p(X).\n   X = 1\n;  X = Y.\np(1).\n?- unknown(1).\n   error(existence_error(procedure,unknown/1),unknown/1).\n",
        ":- if(false).\np(X) :- unknown.\n:- else.\nq.\n:- endif.\n",
        ":- begin_tests(a).\ntest(one) :- q(1).\ntest(two, X == 1) :- q(X).\n:- end_tests(a).\nq(1).\n",
        ":- style_check(-singleton).\np(X).\n",
        ":- op(700, xfx, likes).\nann likes X :- good(X).\ngood(_).\nq :- ann likes bob.\n",
        "p(X), [X] --> q.\nq --> [].\n",
        "a.\nend_of_file.\nb( :- .\n",
        ":- initialization(main).\nmain :- write(hi), nl.\n",
        ":- module(m, [p//0, op(200, xfy, <>)]).\np --> q <> r.\n_ <> _ --> [].\n",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn the_files_of_the_project_are_in_order() {
    fn list(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                // What students hand in has mistakes.
                path if path.ends_with("submissions") => {}
                path if path.is_dir() => list(&path, found),
                path if path.extension().is_some_and(|name| name == "pl") => found.push(path),
                _ => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["kb", "prolog", "tests"] {
        list(&root.join(folder), &mut paths);
    }
    paths.sort();
    let mut files = Files::default();
    let mut all = Vec::new();
    for path in paths {
        let text = Text::new(fs::read_to_string(&path).unwrap(), Encoding::Utf16);
        let document = Document::new(text, 1, Some(path.clone()), &mut files);
        let name = path.strip_prefix(root).unwrap().display();
        let said = said_of(&document, &mut files).into_iter();
        all.extend(said.map(|said| format!("{name}:{said}")));
    }
    assert_eq!(
        all,
        [
            "kb/tasks/grandparent/bk.pl:6: clauses of mother/2 are not together",
            "kb/tasks/grandparent/bk.pl:7: clauses of father/2 are not together",
        ]
    );
}

#[test]
fn what_is_to_be_loaded_and_is_not_there_is_told() {
    let text = ":- use_module(no_such_file).\n:- use_module(library(list)).\n:- [user].\n:- use_module(library(dcg/basics)).\n\
                :- if(fail).\n:- [neither].\n:- endif.\nload :- consult(nothing).\n:- catch(consult(nothing), _, true).\n";
    let mut files = Files::default();
    let file = std::env::temp_dir().join("chesslog-nowhere").join("a.pl");
    let text = Text::new(text.to_owned(), Encoding::Utf16);
    let document = Document::new(text, 1, Some(file), &mut files);
    assert_eq!(
        said_of(&document, &mut files),
        [
            "1: file no_such_file does not exist",
            "2: there is no library(list); did you mean library(lists)?",
        ]
    );
}

#[test]
fn files_beside_a_document_are_read_and_not_run() {
    let folder = std::env::temp_dir().join(format!("chesslog-lsp-{}", std::process::id()));
    fs::create_dir_all(folder.join("more")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(
        "more/lib.pl",
        ":- module(lib, [helper/1, op(700, xfx, ===>)]).\n:- use_module(main).\nhelper(_).\nhidden(_).\n",
    );
    write("facts.pl", ":- [more/rest].\nfact(1).\n");
    write("more/rest.pl", "rest(1).\n");
    write("other.pl", "loaded_by_somebody(1).\n");
    write("more/all.pl", ":- [part, '../other'].\nrest(1).\n");
    write(
        "more/part.pl",
        ":- module(part, [part/0]).\npart :- loaded_by_somebody(1), rest(1), hidden(1).\n",
    );
    let text = ":- use_module('more/lib').\n:- ensure_loaded(facts).\n\
        main :- helper(1), fact(1), rest(1), a ===> b, loaded_by_somebody(1), hidden(1).\n_ ===> _.\n";
    let file = folder.join("main.pl");
    write("main.pl", text);
    let mut files = Files::default();
    let text = Text::new(text.to_owned(), Encoding::Utf16);
    let document = Document::new(text, 1, Some(file), &mut files);
    assert_eq!(
        said_of(&document, &mut files),
        [
            "3: unknown procedure loaded_by_somebody/1",
            "3: unknown procedure hidden/1"
        ]
    );
    // Tests are loaded together with what they test.
    let tests =
        ":- begin_tests(t).\ntest(a) :- loaded_by_somebody(1), nobody(1).\n:- end_tests(t).\n";
    let text = Text::new(tests.to_owned(), Encoding::Utf16);
    let tests = Document::new(text, 1, Some(folder.join("tests.pl")), &mut files);
    assert_eq!(
        said_of(&tests, &mut files),
        ["2: unknown procedure nobody/1"]
    );
    // A module has what files that load it have in `user`, and not what other modules keep.
    let part = folder.join("more/part.pl");
    let text = Text::new(fs::read_to_string(&part).unwrap(), Encoding::Utf16);
    let module = Document::new(text, 1, Some(part), &mut files);
    assert_eq!(
        said_of(&module, &mut files),
        ["2: unknown procedure hidden/1"]
    );
    let place = document
        .text
        .position(document.text.as_str().find("rest(1)").unwrap());
    let found = answers::definition(&document, "here", place, &mut files).unwrap();
    assert!(found.uri.ends_with("/more/rest.pl"), "{found:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn hovers_tell_what_is_meant() {
    assert!(
        hovered("p :- legal_m|ove(F, T, P).")
            .unwrap()
            .starts_with("### `legal_move(")
    );
    // Also where nothing can be read yet.
    assert!(
        hovered("p :- legal_m|ove(F, T")
            .unwrap()
            .starts_with("### `legal_move(")
    );
    assert_eq!(
        hovered("%! near(?A, ?B) is nondet.\n%\n%  True iff A is near B.\n\nnear(a, b).\np :- ne|ar(a, _).").unwrap(),
        "### `near(a, b)`\n\nLine 5 of this file.\n"
    );
    assert_eq!(
        hovered("%! near(?A, ?B) is nondet.\n%\n%  True iff A is near B.\nnear(a, b).\nnear(b, a).\np :- ne|ar(a, _).").unwrap(),
        "### `near(?A, ?B) is nondet.`\n\nTrue iff A is near B.\n\n2 clauses from line 4 of this file.\n"
    );
    let board =
        hovered("p(\"rnbqkbnr/pppp|pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\").").unwrap();
    assert!(board.starts_with("```text\n8 ♜ ♞ ♝ ♛ ♚"), "{board}");
    assert!(board.ends_with("white to move\n```\n"), "{board}");
    assert_eq!(hovered("p(\"no pos|ition\")."), None);
    assert_eq!(hovered("p(X|)."), None);
    assert_eq!(hovered("|"), None);
}

#[test]
fn completions_have_arguments() {
    let found = offered("p :- legal_mov|");
    assert!(
        found.contains(&"legal_move(From, To, Pos)".to_owned()),
        "{found:?}"
    );
    assert_eq!(
        offered("near(A, B) :- A = B.\np :- nea|").first().unwrap(),
        "near(A, B)"
    );
    assert_eq!(offered("p(Square, Move) :- q(Squ|"), ["Square"]);
    assert_eq!(
        offered(":- use_module(library(clp|"),
        ["clpb", "clpfd", "clpz"]
    );
    assert_eq!(offered("p :- % legal_mov|"), [""; 0]);
    assert_eq!(offered("p :- q(\"legal_mov|\")."), [""; 0]);
    assert_eq!(offered("p :- |"), [""; 0]);
    let (document, position) = at("p :- attack|");
    let found = completion::completion(&document, document.text.byte(position), true);
    let attacks = found
        .iter()
        .find(|item| item.label == "attacks(From, To, Pos)");
    let edit = serde_json::to_value(attacks.unwrap()).unwrap();
    assert_eq!(
        edit["textEdit"]["newText"],
        "attacks(${1:From}, ${2:To}, ${3:Pos})"
    );
}

#[test]
fn names_are_changed_where_they_mean_the_same() {
    let text = ":- dynamic(p/1).\np(X) :- q(X), p(X, X).\n|p(b).\nq(p) :- findall(Y, p(Y), _).\np(_, _).\n?- p(A).\n   A = b.\n";
    assert_eq!(
        renamed(text, "new").unwrap(),
        ":- dynamic(new/1).\nnew(X) :- q(X), p(X, X).\nnew(b).\nq(p) :- findall(Y, new(Y), _).\np(_, _).\n?- new(A).\n   A = b.\n"
    );
    assert_eq!(
        renamed("p(X, 'ä😀', |X).\nq(X).", "Long").unwrap(),
        "p(Long, 'ä😀', Long).\nq(X)."
    );
    for (text, name, why) in [
        (
            "|p(X) :- q(X).",
            "Big",
            "`Big` is no name of a predicate; expected an atom, such as `good_move` or `'good move'`",
        ),
        (
            "p(|X) :- q(X).",
            "x",
            "`x` is no name of a variable; expected one that begins with a capital letter or _",
        ),
        (
            "p(|X) :- q(X).",
            "_",
            "`_` is no name of a variable; expected one that begins with a capital letter or _",
        ),
        (
            "p(|X, Y) :- q(X).",
            "Y",
            "`Y` is another variable of this clause already",
        ),
        ("|p(1).\nq(1).", "q", "`q`: the file has q/1 already"),
        ("|p(1).", "is", "`is` is an operator"),
        (
            "p :- |append(a, b, c).",
            "q",
            "append/3 is not defined in this file",
        ),
        (
            ":- op(700, xfx, likes).\na |likes b.",
            "loves",
            "`likes/2` is written as an operator; `loves` is none",
        ),
        (
            "p. |% c",
            "x",
            "there is neither a predicate nor a variable here",
        ),
        (
            "p(|_).",
            "X",
            "there is neither a predicate nor a variable here",
        ),
    ] {
        assert_eq!(renamed(text, name).unwrap_err(), why, "{text}");
    }
}

#[test]
fn predicates_are_listed() {
    let document = document(":- module(m, [p/1]).\np(a).\np(b).\nd --> [x].\np(c).\n");
    let symbols = answers::symbols(&document).into_iter();
    let shown: Vec<String> = symbols
        .map(|symbol| {
            let (start, end) = (symbol.range.start.line, symbol.range.end.line);
            format!("{} {start}-{end} {}", symbol.name, symbol.detail.unwrap())
        })
        .collect();
    assert_eq!(
        shown,
        ["m 0-0 1 exported", "p/1 1-2 3 clauses", "d//0 3-3 1 clause"]
    );
}

#[test]
fn tokens_have_colours() {
    let text = "/* ä\n😀 */\n:- dynamic(p/1).\np(X) :- append(X, 'a b', \"s\"), q, 1 < 2.\nq.\n";
    let document = document(text);
    let (mut line, mut column) = (0, 0);
    let lines: Vec<Vec<u16>> = text
        .lines()
        .map(|line| line.encode_utf16().collect())
        .collect();
    let shown: Vec<String> = colours::colours(&document)
        .into_iter()
        .map(|token| {
            line += token.delta_line as usize;
            column = if token.delta_line > 0 { 0 } else { column } + token.delta_start as usize;
            let units = &lines[line][column..column + token.length as usize];
            let kind = &colours::TYPES[token.token_type as usize];
            let source = String::from_utf16(units).unwrap();
            format!("{source}:{}{}", kind.as_str(), token.token_modifiers_bitset)
        })
        .collect();
    assert_eq!(
        shown,
        [
            "/* ä:comment0",
            "😀 */:comment0",
            ":-:macro0",
            "dynamic:macro0",
            "p:function0",
            "/:operator0",
            "1:number0",
            "p:function1",
            "X:variable0",
            ":-:operator0",
            "append:function2",
            "X:variable0",
            "'a b':string0",
            "\"s\":string0",
            "q:function0",
            "1:number0",
            "<:operator0",
            "2:number0",
            "q:function1",
        ]
    );
}

fn any_program() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "p(X)",
        " :- ",
        "q",
        ", ",
        ".\n",
        "--> ",
        "\"a\"",
        "'b c'",
        ":- dynamic(",
        "/1",
        ")",
        "(",
        "[",
        "]",
        "{",
        "}",
        "X",
        "_",
        "%c\n",
        "/* ",
        " */",
        "😀",
        "ä",
        "\\+ ",
        " = ",
        "?- ",
        "0'",
        ":- module(m, [",
        ":- use_module(library(",
        "findall(",
        ">>",
        "^",
        "assertz(",
        "\r\n",
        "|",
        ":- op(700, xfx, ",
        "- ",
        "1",
        ";",
        "->",
        ":- if(",
        ":- endif",
        "m:",
        "call(",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_text_can_be_asked_about(text in any_program(), place in any::<prop::sample::Index>()) {
        let document = document(&text);
        let mut files = Files::default();
        for finding in document.findings(&mut files) {
            prop_assert!(text.get(finding.span).is_some());
        }
        answers::symbols(&document);
        colours::colours(&document);
        let byte = text.floor_char_boundary(place.index(text.len() + 1));
        let position = document.text.position(byte);
        hover::hover(&document, byte);
        completion::completion(&document, byte, true);
        answers::references(&document, "", position, true);
        answers::definition(&document, "", position, &mut files);
        _ = rename::rename(&document, position, "New");
        _ = rename::rename(&document, position, "new");
    }
}

/// The chess that a module of `prolog/` calls, it imports: an engine finds that out only when it comes there.
#[test]
fn modules_of_the_library_import_the_chess_that_they_call() {
    let areas = table::AREAS.iter();
    let chess: FxHashSet<Predicate> = areas
        .filter(|area| area.module.starts_with("chess_"))
        .flat_map(|area| area.natives)
        .map(|native| Predicate::new(native.name, native.args.len()))
        .collect();
    let whole = Import::Library(Some(table::FACADE.to_owned()));
    let mut missing = Vec::new();
    for module in library::MODULES {
        let files = &mut Files::default();
        let outline = Outline::read(&library::loadable(module), None, files);
        let imported = files.imported(&outline, None);
        if outline.imports.contains(&whole) {
            continue;
        }
        let called = outline.occurrences.iter().filter(|one| {
            one.role == Role::Call && outline.parts[one.clause].kind == PartKind::Clause
        });
        let absent = called.map(|one| &one.predicate).filter(|predicate| {
            chess.contains(predicate) && !outline.defines(predicate) && !imported.has(predicate)
        });
        missing.extend(absent.map(|one| format!("{}: {}", module.name, one.indicator())));
    }
    assert_eq!(missing, [""; 0]);
}
