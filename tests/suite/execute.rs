//! Cells as a session executes them, for prompts and notebooks: what happens, in which order.

use std::collections::VecDeque;

use chesslog::{
    engine::{Engine, Input, Limits, Settings},
    session::{Cell, Face, Failure, Happening, Outcome, Session, View},
};

/// Notes what happens, a line each.
#[derive(Default)]
struct Notes {
    lines: Vec<String>,
    /// What is typed when somebody asks.
    typed: VecDeque<&'static str>,
    /// How many answers are wanted.
    wanted: usize,
}

impl Face for Notes {
    fn take(&mut self, happening: &Happening<'_>) -> bool {
        let note = match happening {
            Happening::Query => return true,
            Happening::Output(text) => format!("output {text:?}"),
            Happening::ErrorOutput(text) => format!("error output {text:?}"),
            Happening::Picture(picture) => {
                format!(
                    "picture {} {}",
                    picture.svg.starts_with("<svg "),
                    picture.text.len() > 64
                )
            }
            Happening::Progress(line) => format!("progress {line}"),
            Happening::Diagnostic(diagnostic) => format!("line {}", diagnostic.line),
            Happening::Loaded(report) => format!("loaded {}", report.clauses),
            Happening::Answer(answer) => {
                self.lines.push(chesslog::session::answer_text(answer));
                self.wanted -= 1;
                return self.wanted > 0;
            }
            Happening::False => "false".to_owned(),
            Happening::Cut => "...".to_owned(),
            Happening::Raised(term, _) => (*term).to_owned(),
            Happening::Unreadable(_) => "unreadable".to_owned(),
            Happening::Failed(message) => format!("failed: {message}"),
            Happening::Told(text) => format!("told {text:?}"),
        };
        self.lines.push(note);
        true
    }

    fn ask(&mut self) -> Result<String, String> {
        self.lines.push("asked".to_owned());
        let line = self.typed.pop_front();
        line.map(str::to_owned)
            .ok_or_else(|| "nobody is there".to_owned())
    }
}

fn session() -> Session {
    let settings = Settings {
        input: Input::Asked,
        error_events: true,
        progress: true,
        drawing: View::for_notebooks().drawing(),
        ..Settings::default()
    };
    let engine = Engine::spawn_program(env!("CARGO_BIN_EXE_chesslog"), settings).unwrap();
    Session::new(engine, Limits::default())
}

fn executed(session: &mut Session, text: &str, typed: &[&'static str]) -> (Vec<String>, Outcome) {
    let mut notes = Notes {
        typed: typed.iter().copied().collect(),
        wanted: 10,
        ..Notes::default()
    };
    let outcome = session.execute(&Cell::read(text), "cell", &mut notes);
    (notes.lines, outcome)
}

fn kind(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Failed(Failure { kind, .. }) => kind,
        Outcome::Done => "done",
        Outcome::Halted(_) => "halted",
        Outcome::Gone(_) => "gone",
    }
}

#[test]
fn cells_are_loaded_and_asked() {
    let mut session = session();
    let family = "parent(tom, bob).\n?- parent(X, Y).\nparent(bob, ann).";
    let expected = ["loaded 2", "X = tom, Y = bob", "X = bob, Y = ann"];
    for _ in 0..2 {
        // The second time it replaces what it has defined the first time.
        let (happened, outcome) = executed(&mut session, family, &[]);
        assert_eq!(
            (happened, outcome),
            (expected.map(str::to_owned).to_vec(), Outcome::Done)
        );
    }
    let (happened, _) = executed(&mut session, "between(1, inf, X)", &[]);
    assert_eq!((happened.len(), happened[10].as_str()), (11, "..."));
    let (happened, _) = executed(&mut session, ":set depth 3\nX = [1,2,3,4].", &[]);
    assert_eq!(happened, ["X = [1,2,3,4]"]);
    assert_eq!(session.view().depth, 3);
}

#[test]
fn failures_say_what_they_are() {
    let mut session = session();
    for (text, expected, last) in [
        (
            "atom_length(X, Y).",
            "instantiation_error",
            "error(instantiation_error,atom_length/2)",
        ),
        ("throw(my(ball)).", "my", "throw(my(ball))"),
        ("p(X,.", "syntax_error", "unreadable"),
        ("p :- q(.\np(1).", "program", "loaded 1"),
        (
            "?- X = 1.\n   X = 2.",
            "test",
            "line 1: the answers are not",
        ),
        ("?- X = 1.\n   X = 1.", "done", "told \"   X = 1.\""),
        (
            ":set depth deep",
            "setting",
            "failed: depth: expected a number",
        ),
        ("fail.", "done", "false"),
    ] {
        let (happened, outcome) = executed(&mut session, text, &[]);
        assert_eq!(kind(&outcome), expected, "{text}: {happened:?}");
        let is_last = happened.last().is_some_and(|line| line.contains(last));
        assert!(is_last, "{text}: {happened:?}");
    }
}

#[test]
fn a_goal_that_reads_asks_for_lines() {
    let mut session = session();
    let (happened, _) = executed(
        &mut session,
        "write(who), read(X), read_term(Y, []).",
        &["foo.", "b(1)."],
    );
    assert_eq!(
        happened,
        ["output \"who\"", "asked", "asked", "X = foo, Y = b(1)"]
    );
    let (happened, _) = executed(
        &mut session,
        "get_char(A), get_char(user_input, B), get_char(C).",
        &["äb"],
    );
    assert_eq!(happened, ["asked", "A = ä, B = b, C = '\\n'"]);
    let (happened, outcome) = executed(&mut session, "read(X).", &[]);
    assert_eq!(happened, ["asked", "failed: nobody is there"]);
    assert_eq!(kind(&outcome), "input");
    // In a program as well, and the session has lost nothing.
    let (happened, _) = executed(&mut session, "asks(X) :- read(X).\n?- asks(X).", &["[1]."]);
    assert_eq!(happened, ["loaded 1", "asked", "X = [1]"]);
}

#[test]
fn streams_and_pictures_come_in_order() {
    let mut session = session();
    let text = "write(a), write(user_error, b), write(c), start_position(P), board(P), write(d).";
    let (happened, _) = executed(&mut session, text, &[]);
    let seen: Vec<_> = happened.iter().take(5).map(String::as_str).collect();
    assert_eq!(
        seen,
        [
            "output \"a\"",
            "error output \"b\"",
            "output \"c\"",
            "picture true true",
            "output \"d\""
        ]
    );
    // Who wants text gets text.
    let (happened, _) = executed(
        &mut session,
        "start_position(P), with_output_to(string(S), board(P)).",
        &[],
    );
    assert!(happened[0].contains("S = \"8 "), "{happened:?}");
}

#[test]
fn long_work_tells_how_far_it_has_got() {
    let mut session = session();
    let program = "hop(X, Y) :- Y is X + 1.\nslow(_, 0) :- sleep(0.003).\n";
    executed(&mut session, program, &[]);
    let query = "metropolis_hastings(0, hop, slow, [samples(512)], _Xs).";
    let (lines, outcome) = executed(&mut session, query, &[]);
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(
        lines.first().map(String::as_str),
        Some("progress 256 states still to be drawn"),
        "{lines:?}"
    );
}
