//! The Prolog side of the natives, printed from their declarations: a module for each area, and
//! those that they need.
//!
//! `prolog/bridge.pl` shows the shape of a wrapper and holds what all wrappers share.

use std::fmt::Write;

use super::{
    Coding, Mode, Native, Page, Type, door,
    table::{AREAS, Area, FACADE, natives},
    types::Argument,
};
use crate::chess::Position;

/// The text of the generated module with this name.
pub fn module(name: &str) -> Option<String> {
    match name {
        FACADE => Some(facade()),
        "bridge_codes" => Some(codes()),
        "bridge_signatures" => Some(signatures()),
        _ => area(name).map(wrappers),
    }
}

/// Whether a generated module has this name.
pub fn is_module(name: &str) -> bool {
    matches!(name, FACADE | "bridge_codes" | "bridge_signatures") || area(name).is_some()
}

fn area(name: &str) -> Option<&'static Area> {
    AREAS.iter().find(|area| area.module == name)
}

/// What wrappers need of the types: codes of atoms.
fn codes() -> String {
    let mut text =
        String::from(":- module(bridge_codes, [atom_of_type/2, square_code/2, promotion_code/2");
    let types = atom_types();
    for ty in &types {
        let name = ty.name;
        _ = write!(text, ", {name}_in/2, {name}_bound/2");
    }
    text.push_str("]).\n\n");
    for ty in &types {
        let Coding::Atoms(atoms) = ty.coding else {
            continue;
        };
        let name = ty.name;
        for (code, atom) in atoms.iter().enumerate() {
            _ = writeln!(text, "{name}_code({}, {code}).", atom.to_string_lossy());
        }
        _ = writeln!(
            text,
            "{name}_bound(X, C) :- nonvar(X), {name}_code(X, C).\n\
             {name}_in(X, C) :- nonvar(X), !, {name}_code(X, C).\n\
             {name}_in(_, {unbound}).",
            unbound = super::types::UNBOUND_SMALL
        );
    }
    for Type { name, .. } in &types {
        _ = writeln!(text, "atom_of_type({name}, X) :- {name}_code(X, _).");
    }
    text
}

/// The arguments of natives: what errors are made of.
fn signatures() -> String {
    let mut text = String::from(":- module(bridge_signatures, [signature/2]).\n\n");
    for native in natives().filter(|native| !native.args.is_empty()) {
        let arguments: Vec<_> = native
            .args
            .iter()
            .map(|arg| {
                format!(
                    "argument({},{},{})",
                    arg.name_atom(),
                    arg.ty.name,
                    arg.ty.check()
                )
            })
            .collect();
        let blanks = vec!["_"; native.args.len()].join(",");
        _ = writeln!(
            text,
            "signature({}({blanks}), [{}]).",
            native.name,
            arguments.join(",")
        );
    }
    text
}

/// The module of an area: the wrappers of its natives.
fn wrappers(area: &Area) -> String {
    let mut text = format!(
        ":- module({}, [{}]).\n\n:- use_module(library(cl_bridge)).\n\
         :- use_module(library(bridge_codes)).\n\n",
        area.module,
        indicators(area.natives)
    );
    for (id, native) in natives().enumerate() {
        if area.natives.iter().any(|own| std::ptr::eq(own, native)) {
            text.push_str(&native.wrapper(id));
        }
    }
    text
}

/// The module by which users know natives. Programs can make up a name when they run, so all are
/// there, and bring their area when they are called.
fn facade() -> String {
    let known: Vec<_> = AREAS
        .iter()
        .filter(|area| area.natives.iter().all(|native| native.module == FACADE))
        .collect();
    let exports: Vec<_> = known.iter().map(|area| indicators(area.natives)).collect();
    let mut text = format!(":- module({FACADE}, [{}]).\n\n", exports.join(", "));
    for area in known {
        let indicators = indicators(area.natives);
        _ = writeln!(text, ":- forward({}, [{indicators}]).", area.module);
    }
    text
}

fn indicators(natives: &[Native]) -> String {
    let indicators: Vec<_> = natives.iter().map(Native::indicator).collect();
    indicators.join(", ")
}

fn atom_types() -> Vec<&'static Type> {
    let mut types: Vec<&Type> = Vec::new();
    let all = natives().flat_map(|native| native.args.iter().map(|arg| arg.ty));
    for ty in all {
        if matches!(ty.coding, Coding::Atoms(_)) && types.iter().all(|t| t.name != ty.name) {
            types.push(ty);
        }
    }
    types
}

impl super::Arg {
    fn name_atom(&self) -> String {
        format!("'{}'", self.name)
    }
}

impl Type {
    /// The cells of a value, as the bridge's pattern letters. Texts are strings, but those that internal natives make for
    /// the modules that call them: these are characters.
    fn cells(&self, internal: bool) -> &'static str {
        match self.coding {
            Coding::Atoms(_) | Coding::Name => "a",
            Coding::Integer | Coding::Range(..) => "i",
            Coding::Text if internal && self.name != Position::TYPE.name => "t",
            Coding::Text => "s",
            Coding::Term => "m",
            Coding::Float => "f",
            Coding::Floats(_) => "fff",
            Coding::Move => "aaa",
            Coding::Record(_) | Coding::Texts => "",
        }
    }

    /// The check of an argument, for error reports.
    fn check(&self) -> String {
        match self.coding {
            Coding::Atoms(_) => format!("atoms({})", self.name),
            Coding::Integer => "integer".to_owned(),
            Coding::Range(low, high) => format!("range({low},{high})"),
            Coding::Text | Coding::Name => "text".to_owned(),
            Coding::Texts => "texts".to_owned(),
            Coding::Term => "nonvar".to_owned(),
            Coding::Float => "float".to_owned(),
            Coding::Floats(functor) => format!("floats({functor})"),
            Coding::Move => "move".to_owned(),
            Coding::Record(functor) => format!("record({functor})"),
        }
    }

    /// The goal that checks and encodes an argument, and what to pass: its code is called `out`.
    fn encode(&self, mode: Mode, argument: &str, out: &str) -> (String, String) {
        let bound = mode == Mode::Bound;
        let suffix = if bound { "bound" } else { "in" };
        let goal = match self.coding {
            Coding::Atoms(_) => format!("{}_{suffix}({argument}, {out})", self.name),
            Coding::Integer => format!("integer_{suffix}({argument}, {out})"),
            Coding::Range(low, high) => {
                let size = if self.coding.is_small() {
                    "small"
                } else {
                    "range"
                };
                format!("{size}_{suffix}({low}, {high}, {argument}, {out})")
            }
            Coding::Text | Coding::Name => format!("text_{suffix}({argument}, {out})"),
            Coding::Texts => format!("texts_{suffix}({argument}, {out})"),
            Coding::Term if bound => format!("term_bound({argument}, {out})"),
            // They only go out: a declaration that says otherwise refuses all calls.
            Coding::Term | Coding::Float | Coding::Floats(_) => "false".to_owned(),
            Coding::Move => format!("move_{suffix}({argument}, {out})"),
            Coding::Record(functor) => {
                format!("record_{suffix}({functor}, {argument}, {out}n, {out})")
            }
        };
        (goal, out.to_owned())
    }
}

impl Native {
    /// The clause that calls this native, which is number `id` of the table.
    fn wrapper(&self, id: usize) -> String {
        let (mut goals, mut codes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        let (mut row, mut pattern) = (Vec::new(), String::new());
        let (mut before, mut after) = (String::new(), String::new());
        let (mut packed, mut shift) = (id.to_string(), door::ID_BITS);
        for (i, arg) in self.args.iter().enumerate() {
            if arg.mode != Mode::Output {
                let (goal, input) = arg.ty.encode(arg.mode, arg.name, &format!("In{i}_"));
                goals.push(goal);
                match arg.ty.coding {
                    Coding::Text | Coding::Name | Coding::Texts | Coding::Term => {
                        texts.push(input);
                    }
                    Coding::Record(_) => {
                        codes.push(format!("{input}n"));
                        texts.push(input);
                    }
                    _ if arg.ty.coding.is_small() => {
                        _ = write!(packed, " + {input} * {}", 1_u64 << shift);
                        shift += door::SMALL_BITS;
                    }
                    _ => codes.push(input),
                }
            }
            if arg.mode != Mode::Bound {
                pattern.push_str(
                    arg.ty
                        .cells(self.module != FACADE && arg.mode == Mode::Output),
                );
                match (&arg.ty.coding, arg.mode) {
                    (Coding::Move, _) => {
                        let parts = ["F", "T", "P"].map(|part| format!("{part}{i}_"));
                        _ = write!(before, "{} = move({}), ", arg.name, parts.join(","));
                        row.extend(parts);
                    }
                    (Coding::Floats(functor), _) => {
                        let parts = ["X", "Y", "Z"].map(|part| format!("{part}{i}_"));
                        _ = write!(before, "{} = {functor}({}), ", arg.name, parts.join(","));
                        row.extend(parts);
                    }
                    // A bound text has been compared already, and may be written in another way
                    // than the one in the row.
                    (Coding::Text | Coding::Name, Mode::Any) => {
                        let value = format!("Out{i}_");
                        _ = write!(after, ", ( var({0}) -> {0} = {value} ; true )", arg.name);
                        row.push(value);
                    }
                    _ => row.push(arg.name.to_owned()),
                }
            }
        }
        let names: Vec<_> = self.args.iter().map(|arg| arg.name).collect();
        let head = match self.args.len() {
            0 => self.name.to_owned(),
            _ => format!("{}({})", self.name, names.join(", ")),
        };
        let page = |from: &str| format!("{}_from({from}, {})", self.name, names.join(", "));
        if self.paged {
            codes.push("From_".to_owned());
        }
        let symbol = format!("c{}{}", codes.len(), texts.len());
        let (pack, first) = match shift {
            door::ID_BITS => (String::new(), packed),
            _ => (format!("    Packed_ is {packed},\n"), "Packed_".to_owned()),
        };
        let call: Vec<_> = std::iter::once(first).chain(codes).chain(texts).collect();
        let check = match goals.is_empty() {
            true => String::new(),
            false => format!(
                "    (   {} -> true\n    ;   bad_call({head})\n    ),\n",
                goals.join(", ")
            ),
        };
        let rows = match row.len() {
            0 => "true".to_owned(),
            n => format!(
                "{}(Rows_, [{}], {}, Cells_), {before}row{n}(Cells_, {}){after}",
                if pattern.contains(['s', 't', 'm']) {
                    "text_cells"
                } else {
                    "cells"
                },
                pattern
                    .chars()
                    .map(String::from)
                    .collect::<Vec<_>>()
                    .join(","),
                pattern_key(&pattern),
                row.join(", ")
            ),
        };
        let (clause, rows) = match self.paged {
            true => (
                format!("{head} :- {}.\n\n{}", page("0"), page("From_")),
                format!(
                    "Rows_ < {most} -> {rows}\n    ;   {rows}\n    \
                     ;   Next_ is From_ + {most}, {}",
                    page("Next_"),
                    most = Page::ROWS
                ),
            ),
            false => (head, rows),
        };
        // Argument names end in no underscore, so that these variables are not among them.
        format!(
            "{clause} :-\n{check}{pack}    '$foreign_call'({symbol}, [{}], Rows_),\n    \
             (   Rows_ =:= -1 -> true\n    ;   Rows_ =:= 0 -> false\n    \
             ;   Rows_ =:= -2 -> raised({}/{})\n    ;   {rows}\n    ).\n\n",
            call.join(","),
            self.name,
            self.args.len()
        )
    }
}

/// A number for the types of a pattern's cells, a multiple of 1024.
fn pattern_key(pattern: &str) -> usize {
    let digits = pattern.bytes().fold(1, |key, cell| {
        let digit = match cell {
            b'a' => 0,
            b'f' => 2,
            _ => 1,
        };
        key * 3 + digit
    });
    digits * 1024
}
