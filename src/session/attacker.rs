//! A strategy at the board: its move, and the reason in words.

use std::path::Path;

use super::{Loading, Session, failure, players::Choice, policy};
use crate::{
    chess::{
        Position,
        moves::{self, MoveTerm},
    },
    endgame::{
        Ending, Vocabulary,
        strategy::{
            program::{StrategyProgram, Word},
            read::{Reading, read},
            shipped,
        },
        view::EndingView,
    },
    engine::{Event, Input, Limits, QueryOptions},
    os,
    term::{Term, quoted_text},
};

/// A strategy that has the pieces.
pub enum Attacker {
    /// One over the words of the ending.
    Program(StrategyProgram),
    /// Another one, which Prolog runs, and what is done with what it prints.
    Prolog(Box<Session>, fn(&str)),
}

impl Attacker {
    /// The strategy of a file, or else the one that comes with the program, and what it is called.
    /// What is wrong with clauses of the file is reported, and what it prints is shown.
    ///
    /// # Errors
    ///
    /// If the file is wrong, or nothing comes with the program.
    pub fn load(
        file: Option<&Path>,
        ending: Ending,
        report: fn(&Event),
        show: fn(&str),
    ) -> Result<(Attacker, String), String> {
        let Some(path) = file else {
            let program = shipped::program(ending).zip(shipped::file(ending));
            let (program, (name, _)) = program.ok_or_else(|| {
                format!(
                    "no strategy for {ending} comes with Chesslog; --strategy FILE names one, a \
                     file that defines strategy/2"
                )
            })?;
            let about = format!("the strategy for {ending} that comes with Chesslog ({name})");
            return Ok((Attacker::Program(program.clone()), about));
        };
        let name = path.display().to_string();
        let about = format!("the strategy of {name}");
        let text = os::read_text(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        match read(&name, &text, Some(ending)).map_err(|wrong| wrong.to_string())? {
            Reading::Program(program) => Ok((Attacker::Program(program), about)),
            Reading::Other(_) => {
                let session = Box::new(consulted(path, report)?);
                Ok((Attacker::Prolog(session, show), about))
            }
        }
    }

    /// Its move and the reason; `None` if it has none.
    ///
    /// # Errors
    ///
    /// If a strategy in Prolog raises an error, or its answer is no legal move.
    pub fn choose(&mut self, position: &Position) -> Result<Option<Choice>, String> {
        let found = match self {
            Attacker::Program(program) => by_program(program, position),
            Attacker::Prolog(session, show) => by_prolog(session, *show, position)?,
        };
        let Some((term, why)) = found else {
            return Ok(None);
        };
        let played = moves::find(position, term).ok_or_else(|| {
            let (from, to) = (term.from, term.to);
            format!("the strategy moves from {from} to {to}, which is no legal move")
        })?;
        Ok(Some(Choice {
            m: played,
            reasons: why,
        }))
    }
}

fn consulted(path: &Path, report: fn(&Event)) -> Result<Session, String> {
    let limits = Limits {
        wall: Some(std::time::Duration::from_secs(60)),
        ..Limits::default()
    };
    // What is typed is for the game.
    let mut session = Session::start(limits, Input::Nothing).map_err(|error| error.to_string())?;
    match session.consult(path, report)? {
        Loading::Done(report) if report.errors == 0 => Ok(session),
        Loading::Done(_) => Err(format!("there is an error in {}", path.display())),
        Loading::Halted(_) => Err(format!("{} calls halt", path.display())),
    }
}

fn by_program(program: &StrategyProgram, position: &Position) -> Option<(MoveTerm, Vec<String>)> {
    let view = EndingView::of(position).filter(|view| view.ending == program.vocabulary.ending)?;
    let scene = view.scene();
    let why = program.why(&scene);
    let word = why.word?;
    let after = (program.vocabulary.moves[word].find)(&scene)?;
    let asked = why
        .asked
        .iter()
        .map(|(word, holds)| (why.name(*word).to_owned(), *holds));
    let reason = reason(
        asked,
        why.name(Word::Maneuver(word)),
        Some(program.vocabulary),
    );
    Some((view.move_to(&after)?, reason))
}

fn by_prolog(
    session: &mut Session,
    show: fn(&str),
    position: &Position,
) -> Result<Option<(MoveTerm, Vec<String>)>, String> {
    let query = format!(
        "strategy_move({}, Move, Reason).",
        quoted_text(position.fen())
    );
    let limits = Limits {
        answers: Some(1),
        inferences: Some(policy::INFERENCES),
        ..session.limits
    };
    let options = QueryOptions {
        limits,
        typed: true,
        ..QueryOptions::default()
    };
    let mut found = None;
    for event in session.engine().query_with(&query, options) {
        let event = event.map_err(|error| error.to_string())?;
        match event {
            Event::Answer(answer) => {
                let value = |name: &str| {
                    let mut bindings = answer.bindings.iter();
                    let text = bindings
                        .find(|binding| binding.name == name)?
                        .canonical
                        .as_ref()?;
                    text.parse::<Term>().ok()
                };
                found = Some((value("Move"), value("Reason")));
            }
            Event::InferenceLimit => {
                return Err(format!(
                    "strategy/2 takes more than {} inferences in the position {}; it may never end",
                    policy::INFERENCES,
                    position.fen()
                ));
            }
            // What the strategy prints.
            Event::Output(text) => show(&text),
            event => {
                let message = failure(&event, &limits);
                if !message.is_empty() {
                    return Err(message);
                }
            }
        }
    }
    let Some((played, because)) = found else {
        return Ok(None);
    };
    let term = played.as_ref().and_then(squares).ok_or_else(|| {
        let found = match &played {
            None | Some(Term::Variable(_)) => "the strategy leaves the move unbound".to_owned(),
            Some(term) => format!("the strategy's answer `{term}` is no move"),
        };
        format!("{found}; expected a term such as move(a1,a8,none)")
    })?;
    let view = EndingView::of(position);
    let words = view.and_then(|view| Vocabulary::of(view.ending));
    let reason = because.as_ref().and_then(|because| {
        let [asked, word] = because.arguments("because")?;
        let asked: &[Term] = match asked {
            Term::List(items, _) => items,
            _ => &[],
        };
        let asked = asked.iter().map(|item| match item.arguments("\\+") {
            Some([item]) => (item.to_string(), false),
            None => (item.to_string(), true),
        });
        Some(reason(asked, &word.to_string(), words))
    });
    Ok(Some((term, reason.unwrap_or_default())))
}

/// The squares of `move(From, To, none)` or `From-To`.
fn squares(term: &Term) -> Option<MoveTerm> {
    let (from, to) = match (term.arguments("move"), term.arguments("-")) {
        (Some([from, to, Term::Atom(none)]), _) if none == "none" => (from, to),
        (_, Some([from, to])) => (from, to),
        _ => return None,
    };
    Some(MoveTerm {
        from: from.text()?.parse().ok()?,
        to: to.text()?.parse().ok()?,
        promotion: None,
    })
}

/// What stands for a move that has no name.
const GIVEN: &str = "given";

/// What was asked, with the answers, and what is done, as it is told to students.
fn reason(
    asked: impl Iterator<Item = (String, bool)>,
    word: &str,
    words: Option<&Vocabulary>,
) -> Vec<String> {
    // Words that nobody has told of yet stand for themselves.
    let reported = |text: &'static str| (text != "?").then_some(text);
    let condition = |name: &str| {
        let words = words?;
        reported(words.conditions[words.condition(name)?].question)
    };
    let maneuver = |name: &str| {
        let words = words?;
        reported(words.moves[words.maneuver(name)?].aim)
    };
    let mut lines: Vec<String> = asked
        .map(|(name, holds)| {
            let answer = if holds { "Yes" } else { "No" };
            match (condition(&name), maneuver(&name)) {
                (Some(question), _) => format!("{question} {answer}. ({name})"),
                (_, Some(aim)) => format!("{aim} Possible? {answer}. ({name})"),
                _ => format!("{name}? {answer}."),
            }
        })
        .collect();
    match maneuver(word) {
        Some(aim) => lines.push(format!("So: {aim} ({word})")),
        None if word == GIVEN => {}
        None => lines.push(format!("So: {word}.")),
    }
    lines
}
