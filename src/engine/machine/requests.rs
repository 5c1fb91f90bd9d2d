//! What the request loop calls in Rust: the request, its answers and errors, pictures, progress, what is typed.

use std::time::{Instant, SystemTime};

use super::{
    super::{
        loading,
        typed::{Piece, Wanted, term_end},
        wire::{Answer, Binding, Block, Event, Picture, Raised, RecordsEnd, Request},
    },
    Verdict, column_after, with_session,
};
use crate::{foreign, syntax};

foreign! {
    /// Ends the request before; what is flushed after that is on its way before the next.
    fn request_end() {
        with_session((), |session| {
            if !session.over {
                session.send(Event::Stopped);
            }
            session.captured.clear();
            session.silent = false;
            session.port.hide(None);
        })
    }

    /// Waits for a request and tells its kind: `quit`, `query` or `consult`.
    fn request_next() -> Text {
        with_session("quit", |session| {
            session.request = session.port.next();
            session.over = false;
            session.answers = 0;
            session.answer = Answer::default();
            session.raised = Raised::default();
            session.texts.clear();
            session.column = 0;
            session.printed = 0;
            session.reported = Instant::now();
            if let Some(request) = &session.request {
                loading::begin_request(request);
            }
            match &session.request {
                None => {
                    session.quit = true;
                    session.over = true;
                    "quit"
                }
                Some(Request::Query { .. }) => "query",
                Some(Request::Consult { .. }) => "consult",
            }
        })
        .to_owned()
    }

    /// The query, or the name of the file to load.
    fn request_text() -> Text {
        with_session(String::new(), |session| match &session.request {
            Some(Request::Query { text, file, .. }) => loading::query_text(text, file.as_deref()),
            Some(Request::Consult { name, .. }) => name.clone(),
            None => String::new(),
        })
    }

    /// The file in which the query stands; empty for none.
    fn request_file() -> Text {
        with_session(String::new(), |session| match &session.request {
            Some(Request::Query { file, .. }) => file.clone().unwrap_or_default(),
            _ => String::new(),
        })
    }

    /// How many inferences the request may take; 0 for any number.
    fn request_inferences() -> i64 {
        with_session(0, |session| {
            let limit = session.limits().and_then(|limits| limits.inferences);
            limit.map_or(0, |limit| limit.min(1 << 54) as i64)
        })
    }

    /// The block of records that the first goal goes through, as `block(File,From,To)`; empty for all.
    fn request_block() -> Text {
        with_session(String::new(), |session| match &session.request {
            Some(Request::Query {
                block: Some(Block { file, from, to }),
                ..
            }) => format!("block({file},{from},{to})."),
            _ => String::new(),
        })
    }

    /// Sends that the `file` ends within the block, or the `files` do.
    fn records_end(what: Text) {
        let end = match what {
            "file" => RecordsEnd::File,
            _ => RecordsEnd::Files,
        };
        with_session((), |session| _ = session.send(Event::RecordsEnd(end)))
    }

    /// Whether values are wanted as canonical texts, too.
    fn request_is_typed() -> bool {
        with_session(false, |session| {
            matches!(&session.request, Some(Request::Query { typed: true, .. }))
        })
    }

    /// Begins a binding of the answer in the making, of the variable with this name.
    fn answer_variable(name: Text) {
        with_session((), |session| {
            session.answer.bindings.push(Binding {
                name: name.to_owned(),
                text: String::new(),
                canonical: None,
            })
        })
    }

    /// The value of the variable.
    fn answer_value(text: Text) {
        with_session((), |session| {
            let binding = session.answer.bindings.last_mut();
            _ = binding.map(|binding| binding.text = text.to_owned());
        })
    }

    /// The same, as canonical text.
    fn answer_canonical(text: Text) {
        with_session((), |session| {
            let binding = session.answer.bindings.last_mut();
            _ = binding.map(|binding| binding.canonical = Some(text.to_owned()));
        })
    }

    /// A residual goal of the answer in the making.
    fn answer_goal(text: Text) {
        with_session((), |session| session.answer.residual.push(text.to_owned()))
    }

    /// The error in the making.
    fn error_text(text: Text) {
        with_session((), |session| session.raised.text = text.to_owned())
    }

    /// The same, as canonical text.
    fn error_canonical(text: Text) {
        with_session((), |session| session.raised.canonical = text.to_owned())
    }

    /// What the program itself says of it.
    fn error_said(text: Text) {
        with_session((), |session| session.raised.said = Some(text.trim().to_owned()))
    }

    /// A text that belongs to the diagnostic in the making.
    fn note_text(text: Text) {
        with_session((), |session| session.texts.push(text.to_owned()))
    }

    /// Sends the answer, which is the last one if that is 1, and tells whether to stop.
    fn emit_answer(last: i64) -> bool {
        with_session(true, |session| {
            let mut answer = std::mem::take(&mut session.answer);
            answer.last = last == 1;
            session.answers += 1;
            let most = session.limits().and_then(|limits| limits.answers);
            let full = most == Some(session.answers);
            session.send(Event::Answer(answer)) == Verdict::Stop || full
        })
    }

    /// Sends that there are no more answers.
    fn emit_false() {
        with_session((), |session| _ = session.send(Event::False))
    }

    /// Sends the error.
    fn emit_error() {
        with_session((), |session| {
            let mut raised = std::mem::take(&mut session.raised);
            raised.meant = loading::meant(&raised);
            match &session.request {
                Some(Request::Query { text, .. }) if !session.texts.is_empty() => {
                    raised.problem = loading::query_problem(text, &session.texts);
                }
                Some(Request::Consult { .. }) => session.port.undo(),
                _ => {}
            }
            session.send(Event::Error(raised));
        })
    }

    /// Sends that the limit of inferences is reached.
    fn emit_inference_limit() {
        with_session((), |session| {
            session.port.undo();
            session.send(Event::InferenceLimit);
        })
    }

    /// Sends what happened while files were loaded.
    fn emit_loaded() {
        with_session((), |session| _ = session.send(Event::Loaded(loading::report())))
    }

    /// Microseconds of universal time since the beginning of 1970.
    fn clock_microseconds() -> i64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0, |now| i64::try_from(now.as_micros()).unwrap_or(i64::MAX))
    }

    /// Two texts joined; empty if there is a character in them that a text of the host's cannot have.
    fn texts_joined(first: Text, second: Text) -> Text {
        match first.contains('\0') || second.contains('\0') {
            true => String::new(),
            false => [first, second].concat(),
        }
    }

    /// The code of a character in lower case, in upper case if `upper` is 1; its own where that is not one character.
    fn code_in_case(code: i64, upper: i64) -> i64 {
        let letter = u32::try_from(code).ok().and_then(char::from_u32);
        letter.map_or(code, |letter| u32::from(in_case(letter, upper == 1)).into())
    }

    /// The same for each character of a text; empty if there is a character in it that a text of the host's cannot have.
    fn text_in_case(text: Text, upper: i64) -> Text {
        match text.contains('\0') {
            true => String::new(),
            false => text.chars().map(|letter| in_case(letter, upper == 1)).collect(),
        }
    }

    /// Whether the request is to load a file or a text.
    fn request_is_load() -> bool {
        with_session(false, |session| {
            matches!(session.request, Some(Request::Consult { .. }))
        })
    }

    /// Notes the status with which the query is about to halt.
    fn halt_status(status: i64) {
        with_session((), |session| session.status = status as u8)
    }

    /// Begins to capture the output.
    fn capture_begin() {
        with_session((), |session| {
            session.captured.push(Vec::new());
            session.port.hide(Some(session.seen));
        })
    }

    /// Ends that; what was captured.
    fn capture_end() -> Text {
        with_session(String::new(), |session| {
            let text = session.captured.pop().unwrap_or_default();
            if session.captured.is_empty() {
                session.port.hide(None);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    }

    /// How many characters stand on the last line of the output.
    fn output_column() -> i64 {
        with_session(0, |session| match session.captured.last() {
            Some(captured) => column_after(0, captured) as i64,
            None => session.column as i64,
        })
    }

    /// Shows a picture, a text and the SVG; or not, if the output is captured, where only text can go.
    fn picture_show(text: Text, svg: Text) -> bool {
        let picture = Picture {
            text: text.to_owned(),
            svg: svg.to_owned(),
        };
        with_session(false, |session| {
            if session.captured.is_empty() {
                session.send(Event::Picture(picture));
            }
            session.captured.is_empty()
        })
    }

    /// Whether it is time to tell how far a long piece of work has got.
    fn progress_is_due() -> bool {
        with_session(false, |session| session.reports_progress())
    }

    /// Tells how far it has got, if it is time.
    fn progress_tell(text: Text) {
        with_session((), |session| {
            if session.reports_progress() {
                session.reported = Instant::now();
                session.send(Event::Progress(text.to_owned()));
            }
        })
    }

    /// Takes what the user types, a `char`, `line` or `term`, so many characters or the `rest`, or looks at a `next` character, for
    /// [`typed_text`]; tells whether it is a `text`, the `end`, or there is `nobody` to type it.
    fn typed_take(what: Text) -> Text {
        let wanted = match what {
            "char" => Wanted::Character,
            "next" => Wanted::NextCharacter,
            "line" => Wanted::Line,
            "rest" => Wanted::Rest,
            number => number.parse().map_or(Wanted::Term, Wanted::Characters),
        };
        with_session("nobody", |session| match session.take_typed(wanted) {
            Piece::Text(text) => {
                session.text = text;
                "text"
            }
            Piece::End => "end",
            Piece::Nobody => "nobody",
        })
        .to_owned()
    }

    /// How many characters of a text are its first term, up to its full stop; 0 if it ends before that.
    fn term_length(text: Text) -> i64 {
        // What stands at the end may go on: `1.` is the beginning of `1.5`.
        let end = term_end(text).filter(|&end| end < text.len());
        end.map_or(0, |end| text[..end].chars().count() as i64)
    }

    /// The line in which the first term of `text` begins, which stands in a file from a byte on.
    fn line_of_term(file: Text, from: i64, text: Text) -> i64 {
        let tokens = syntax::tokens(text);
        let first = tokens.iter().find(|token| token.kind != syntax::Kind::Comment);
        let start = first.map_or(text.len(), |token| token.span.start);
        let before = std::fs::read(file).unwrap_or_default();
        let before = before.iter().take(from as usize).chain(&text.as_bytes()[..start]);
        before.filter(|&&byte| byte == b'\n').count() as i64 + 1
    }

    /// Where one is in a file behind so many bytes of it, or at its end if `bytes` is -1: the line (`what` is 0), the column (1), how many
    /// characters (2) or bytes (3) come before. -1 if that cannot be said.
    fn place_in_file(file: Text, bytes: i64, what: i64) -> i64 {
        let Ok(mut before) = std::fs::read(file) else {
            return -1;
        };
        match usize::try_from(bytes) {
            Ok(bytes) if bytes > before.len() => return -1,
            Ok(bytes) => before.truncate(bytes),
            Err(_) => {}
        }
        let text = String::from_utf8_lossy(&before);
        let last = text.rsplit('\n').next().unwrap_or_default();
        let number = match what {
            0 => text.matches('\n').count() + 1,
            // As on a screen with a stop at each eighth column.
            1 => last.chars().fold(0, |column, letter| match letter {
                '\t' => (column | 7) + 1,
                '\r' => 0,
                _ => column + 1,
            }),
            2 => text.chars().count(),
            _ => before.len(),
        };
        i64::try_from(number).unwrap_or(-1)
    }

    /// Whether there is anything in a text but layout and comments.
    fn has_tokens(text: Text) -> bool {
        let tokens = syntax::tokens(text);
        tokens.iter().any(|token| token.kind != syntax::Kind::Comment)
    }

    /// The text that was typed and taken last.
    fn typed_text() -> Text {
        with_session(String::new(), |session| session.text.clone())
    }
}

/// A character in lower or in upper case; itself where that is not one character.
fn in_case(letter: char, upper: bool) -> char {
    fn single(mut cased: impl Iterator<Item = char>) -> Option<char> {
        cased.next().filter(|_| cased.next().is_none())
    }
    let cased = match upper {
        true => single(letter.to_uppercase()),
        false => single(letter.to_lowercase()),
    };
    cased.unwrap_or(letter)
}
