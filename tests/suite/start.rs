//! What is there when the engine starts, and what only comes when it is named.

use std::{fs, path::Path, process::Command};

use chesslog::{
    engine::{Engine, Input, Settings},
    library,
    native::modules,
    syntax,
};

use super::data::{answers, load, value};

/// Clauses of our own that may be compiled when the engine starts; a native adds none of its own.
const MOST_CLAUSES: usize = 1050;

fn clauses(text: &str) -> usize {
    syntax::split(text, &syntax::tokens(text))
        .iter()
        .filter(|clause| !clause.text.starts_with("?-"))
        .count()
}

#[test]
fn little_is_compiled_at_the_start() {
    let names = [library::LOADER]
        .into_iter()
        .chain(modules::at_start(false));
    let texts = names.map(|name| (name, modules::text(name).unwrap()));
    let mut all = vec![("toplevel", clauses(library::TOPLEVEL))];
    all.extend(texts.map(|(name, text)| (name, clauses(&text))));
    let sum: usize = all.iter().map(|(_, count)| count).sum();
    assert!(sum <= MOST_CLAUSES, "{sum} clauses: {all:?}");
}

fn engine(iso: bool, sandbox: bool) -> Engine {
    let settings = Settings {
        input: Input::Nothing,
        iso,
        sandbox,
        ..Settings::default()
    };
    Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap()
}

/// The modules of our own that are loaded. The query names a module, which brings `load_libraries` and what that needs.
fn loaded(engine: &mut Engine) -> String {
    value(engine, "findall(M, cl_modules:provided(M), Ms).", "Ms")
}

const AT_START: &str = "[cl_modules,standard_order,cl_variables,string_terms,term_texts,cl_scopes,load_hooks,cl_engine,cl_guards,swi_lengths,cl_chess,cl_miscompiled,load_state,load_libraries]";

#[test]
fn few_modules_are_loaded_at_the_start() {
    assert_eq!(loaded(&mut engine(false, false)), AT_START);
    let iso = AT_START.replace(",swi_lengths", "");
    assert_eq!(loaded(&mut engine(true, false)), iso);
    // As text, since a name would bring what it names.
    let mut engine = engine(false, false);
    let libraries = "[format,files,os,si,ffi,pio,dif,time,assoc,clpz]";
    let query = format!(
        "read_from_chars(\"{libraries}.\", Ls), findall(L, ( member(L, Ls), current_module(L) ), Here)."
    );
    assert_eq!(value(&mut engine, &query, "Here"), "[]");
}

/// Scryer says so on the standard output, which is a user's, if a module defines what it imports.
#[test]
fn our_modules_load_without_a_word() {
    let goals: Vec<_> = library::MODULES
        .iter()
        .map(|module| format!("cl_modules:provide({})", module.name))
        .collect();
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(["query", &goals.join(", ")])
        .output()
        .unwrap();
    let [reported, wrong] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!((reported.trim(), wrong.trim()), ("true.", ""));
}

/// What a clause calls that no test comes to would be missed first by a user.
#[test]
fn our_modules_call_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = String::new();
    for folder in ["prolog", "prolog/swi", "prolog/games"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pl") {
                files += &format!("file('{}').\n", path.display());
            }
        }
    }
    let facts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files_of_modules.pl");
    fs::write(&facts, files).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_chesslog"))
        .args(["query", "main"])
        .arg(root.join("tests/suite/unknown.pl"))
        .arg(facts)
        .output()
        .unwrap();
    let [told, wrong] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(
        (told.trim(), wrong.trim()),
        ("0 goals are unknown\ntrue.", "")
    );
}

#[test]
fn a_native_brings_its_area_when_it_is_named() {
    let mut engine = engine(false, false);
    // The position is a string, which is why it takes more to write the answer.
    answers(&mut engine, "start_position(P), turn(S, P).");
    assert_eq!(
        loaded(&mut engine),
        AT_START.replace(
            ']',
            ",bridge_codes,cl_indexed,cl_asserted,cl_bridge,chess_state,term_marks]"
        )
    );
}

/// Each with the answer to its last variable: natives that no text names, or a module qualifies.
#[test]
fn natives_are_there_however_they_are_named() {
    let cases = [
        (
            "start_position(P), atom_concat(leg, al_move, N), findall(T, call(N, e2, T, P), L).",
            "[e3,e4]",
        ),
        (
            "start_position(P), atom_concat(leg, al_move, N), G =.. [N,e2,T,P], findall(T, G, L).",
            "[e3,e4]",
        ),
        (
            "start_position(P), atom_concat(tu, rn, N), G =.. [N,L,P], assertz((to_move(L) :- G)), to_move(L).",
            "white",
        ),
        (
            "start_position(P), atom_concat(cl_che, ss, M), atom_concat(tu, rn, N), call(M:N, L, P).",
            "white",
        ),
        ("start_position(P), cl_chess:turn(L, P).", "white"),
        (
            "atom_concat(leg, al_move, N), findall(A, current_predicate(N/A), L0), msort(L0, L).",
            "[3,4]",
        ),
        (
            "start_position(P), read_from_chars(\"findall(T,legal_move(e2,T,_),_).\", G), arg(2, G, C), \
             arg(3, C, P), call(C), arg(2, C, L), !.",
            "e3",
        ),
    ];
    for (query, expected) in cases {
        for sandbox in [false, true] {
            let mut engine = engine(false, sandbox);
            assert_eq!(value(&mut engine, query, "L"), expected, "{query}");
        }
    }
}

#[test]
fn what_a_user_defines_or_imports_keeps_its_place() {
    let folder = std::env::temp_dir().join(format!("chesslog-start-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let module = folder.join("mine.pl");
    std::fs::write(
        &module,
        ":- module(mine, [attacks/3, moves/1]).\nattacks(own, own, own).\n\
         moves(Ts) :- start_position(P), findall(T, legal_move(e2, T, P), Ts).\n",
    )
    .unwrap();
    let mut engine = engine(false, false);
    let import = format!(":- use_module('{}').\n", module.display());
    load(&mut engine, "program", &import);
    load(
        &mut engine,
        "other",
        "turn(own, own).\nq(T) :- turn(T, _).\n",
    );
    for (query, expected) in [
        ("attacks(L, _, _).", "own"),
        ("q(X), turn(L, _).", "own"),
        ("start_position(P), cl_chess:turn(L, P).", "white"),
        ("moves(L).", "[e3,e4]"),
    ] {
        assert_eq!(value(&mut engine, query, "L"), expected, "{query}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_module_that_was_broken_off_is_loaded_anew() {
    for limit in [10, 30, 100, 300, 1000] {
        let mut engine = engine(false, false);
        let query = format!(
            "start_position(P), atom_concat(tu, rn, N), G =.. [N,L,P], \
             call_with_inference_limit(\\+ \\+ call(G), {limit}, _), call(G)."
        );
        assert_eq!(value(&mut engine, &query, "L"), "white", "{limit}");
        let after = "start_position(P), legal_move(e2, L, P), L = e4.";
        assert_eq!(value(&mut engine, after, "L"), "e4", "{limit}");
    }
}
