//! What learning in Prolog needs of the host: `learn/3` its learner, `popper.pl` the clauses of files.
//!
//! Natives cannot call Prolog, and the learner has goals that Prolog must prove. So it runs in a
//! thread, and Prolog serves it: `learner_wait/2` waits until the learner wants something, or has
//! finished. The thread ends before the request does: a worker must have none when it forks.

mod stepper;

use std::{fs, io};

use crate::{
    library,
    native::{
        Error, Sentences,
        types::{Name, TermText},
    },
    natives, syntax,
    term::Term,
};

pub use stepper::expected;

natives! {
    module "internal";

    /// True iff a clause of File begins on Line, and Text is its text with the full stop.
    clause_text(+File: Name, -Line: i64, -Text: String) is nondet = clause_text;

    /// True iff Module exports Name with this Arity. Iso is 1 where SWI-Prolog's predicates do not
    /// count, else 0.
    library_export(+Name: Name, +Iso: i64, -Module: Name, -Arity: i64) is nondet = library_export;

    /// True iff Option is one of learn/3.
    learn_option(+Option: Term) is semidet = stepper::is_option;

    /// True iff Learner is a new learner of the task in Directory. Options are those of learn/3, or
    /// `examples_come`: there need be none yet. Declarations stand at the end of the task's bias, Clauses at the end of its
    /// background, both as text. Background is the file that Prolog has to load first, or `[]`; Needed the list of the
    /// predicates, `Name/Arity`, that Prolog has to answer. If Learner is -1, the task cannot be learned: Problems tells why, a line
    /// each; else they are warnings.
    learner_open(+Directory: Name, +Options: Vec<Term>, +Declarations: String, +Clauses: String, -Learner: i64, -Background: Name, -Needed: Vec<TermText>, -Problems: String) is det
        = stepper::open;

    /// True iff Learner now knows of Example; Sign is `pos` or `neg`. Fails if it is no atom of a head.
    learner_add(+Learner: i64, +Sign: Name, +Example: Term) is semidet = stepper::add;

    /// True iff Learner begins to search.
    learner_start(+Learner: i64) is semidet = stepper::start;

    /// True iff Learner comes to want what State says: `goals`, proofs of some goals; or `finished`,
    /// nothing more; or `failed`; or `progress`, nothing but to tell how far it has got.
    learner_wait(+Learner: i64, -State: Name) is det = stepper::wait;

    /// True iff Said is the list of the goals that Learner wants to have proved; `found(End,Hypotheses)`, how its
    /// search ended and the list of its `hypothesis(Clauses,Outcome)`; or a text, the reason why it has failed or how
    /// far it has got.
    learner_said(+Learner: i64, -Said: TermText) is semidet = stepper::said;

    /// True iff Learner takes Proofs, the list of what has become of its goals.
    learner_prove(+Learner: i64, +Proofs: TermText) is semidet = stepper::prove;

    /// True iff Learner is at no search: one that runs is ended.
    learner_rest(+Learner: i64) is semidet = stepper::rest;

    /// True iff Learner is no more, whatever it was doing.
    learner_close(+Learner: i64) is semidet = stepper::close;
}

/// What is said of errors: of the files of a task.
pub const SENTENCES: Sentences = Sentences {
    domains: &[("learn_option", |option| format!(" ({})", expected(option)))],
    errors: &[("task_error", |arguments, _| match arguments {
        [problems] => {
            let problems = problems.text().unwrap_or_default().trim_end();
            Some(format!("the task cannot be learned\n{problems}"))
        }
        _ => None,
    })],
    ..Sentences::NONE
};

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
