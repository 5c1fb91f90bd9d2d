//! What the learners written in Prolog need of the host: the clauses of a file, and who exports a name.

use std::{fs, io};

use crate::{
    library,
    native::{Error, types::Name},
    natives, syntax,
};

natives! {
    module "internal";

    /// True iff a clause of File begins on Line, and Text is its text with the full stop.
    clause_text(+File: Name, -Line: i64, -Text: String) is nondet = clause_text;

    /// True iff Module exports Name with this Arity. Iso is 1 where SWI-Prolog's predicates do not
    /// count, else 0.
    library_export(+Name: Name, +Iso: i64, -Module: Name, -Arity: i64) is nondet = library_export;
}

fn clause_text(file: Name) -> Result<Vec<(i64, String)>, Error> {
    let bytes = fs::read(&file.0).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Error::Existence {
            kind: "source_sink",
            culprit: file.0.clone(),
        },
        _ => Error::Permission {
            action: "open",
            kind: "source_sink",
            culprit: file.0.clone(),
        },
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let clauses = syntax::split(&text, &syntax::tokens(&text));
    let texts = clauses.into_iter().map(|clause| {
        let end = if clause.ended { "" } else { " ." };
        (clause.line as i64, format!("{}{end}", clause.text))
    });
    Ok(texts.collect())
}

fn library_export(name: Name, iso: i64) -> Vec<(Name, i64)> {
    library::exports(&name.0, iso != 0)
        .map(|export| (Name(export.module.clone()), export.arity as i64))
        .collect()
}
