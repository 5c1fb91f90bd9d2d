//! A game whose rules are elsewhere, and are asked for: those that a user writes in Prolog.
//!
//! The rules answer many questions at a time, so that the walk goes ply by ply.

use std::{collections::HashMap, fmt};

use super::graph::{Graph, NoGraph, State, Tables};

/// The most states of a game that a user defines, unless the caller says otherwise.
pub const MOST_STATES: usize = 2_000_000;

/// The most plies that it takes to come to a state: a game that goes on is not one to learn.
pub const MOST_PLIES: usize = 2_000;

/// States that one batch of questions is about at most.
const BATCH: usize = 4096;

/// What the rules are asked; a state is its canonical Prolog text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question<'a> {
    /// With which states do games begin?
    Initial,
    /// To which states do moves lead from this one?
    Moves(&'a str),
    /// Has the player who has just moved won here?
    Won(&'a str),
    /// Is the game drawn here?
    Drawn(&'a str),
}

/// The question as a goal.
impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Initial => f.write_str("initial(S)"),
            Question::Moves(state) => write!(f, "move({state},S)"),
            Question::Won(state) => write!(f, "won({state})"),
            Question::Drawn(state) => write!(f, "drawn({state})"),
        }
    }
}

/// Rules that answer.
pub trait Asked {
    /// The states that answer each question, in order; for a test, one text, or none if it fails.
    ///
    /// # Errors
    ///
    /// Which question has no answer, and why.
    fn answers(&mut self, questions: &[Question<'_>]) -> Result<Vec<Vec<String>>, String>;
}

/// Why a game that was asked for has no graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoGame {
    /// The rules do not answer; the message says to which question, and why.
    NoAnswer(String),
    /// The states do not make a graph.
    NoGraph(NoGraph),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::NoAnswer(why) => f.write_str(why),
            NoGame::NoGraph(NoGraph::NoStart) => {
                f.write_str("initial(S) has no answer: expected the states with which games begin")
            }
            NoGame::NoGraph(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoGame {}

/// The states that have been met, in order.
#[derive(Default)]
struct Met {
    texts: Vec<String>,
    numbers: HashMap<String, State>,
}

impl Met {
    /// The numbers of states, each once.
    fn enter(&mut self, states: Vec<String>) -> Vec<State> {
        let mut entered = Vec::with_capacity(states.len());
        for text in states {
            let number = *self.numbers.entry(text).or_insert_with_key(|text| {
                self.texts.push(text.clone());
                self.texts.len() as State - 1
            });
            if !entered.contains(&number) {
                entered.push(number);
            }
        }
        entered
    }
}

/// Asks for all that can be reached from the starts, and values it; the states have the numbers that
/// [`Graph::explore`] would give them. `tell` gets how many states are known, and after how many
/// plies.
///
/// # Errors
///
/// If the rules do not answer, if there are more than `most` states, or none, if some take more than
/// [`MOST_PLIES`], or moves go in circles.
pub fn explore(
    name: &str,
    rules: &mut dyn Asked,
    most: usize,
    mut report: impl FnMut(usize, usize),
) -> Result<Graph, NoGame> {
    let mut ask = |questions: &[Question<'_>]| {
        let answers = rules.answers(questions).map_err(NoGame::NoAnswer)?;
        match answers.len() == questions.len() {
            true => Ok(answers.into_iter()),
            false => Err(NoGame::NoAnswer("not all questions were answered".into())),
        }
    };
    let mut met = Met::default();
    let starts = ask(&[Question::Initial])?.flat_map(|states| met.enter(states));
    let starts = starts.collect();
    let (mut moves, mut won, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
    // States are met in the order of their plies; those of the present ply end here.
    let (mut plies, mut ply_end) = (0, met.texts.len());
    while moves.len() < met.texts.len() {
        if met.texts.len() > most {
            return Err(NoGame::NoGraph(NoGraph::TooLarge(most)));
        }
        if moves.len() >= ply_end {
            (plies, ply_end) = (plies + 1, met.texts.len());
        }
        if plies > MOST_PLIES {
            let state = met.texts[moves.len()].clone();
            return Err(NoGame::NoGraph(NoGraph::TooLong(MOST_PLIES, state)));
        }
        report(met.texts.len(), plies);
        let end = met.texts.len().min(moves.len() + BATCH);
        let states = &met.texts[moves.len()..end];
        let three = |state| [Question::Won, Question::Drawn, Question::Moves].map(|of| of(state));
        let questions: Vec<_> = states.iter().flat_map(|state| three(state)).collect();
        let mut answers = ask(&questions)?;
        while let (Some(has_won), Some(is_drawn), Some(next)) =
            (answers.next(), answers.next(), answers.next())
        {
            won.push(!has_won.is_empty());
            drawn.push(!is_drawn.is_empty());
            moves.push(met.enter(next));
        }
    }
    Graph::from_tables(Tables {
        name: name.to_owned(),
        starts,
        opening: None,
        canonical: (0..met.texts.len() as State).collect(),
        cells: Vec::new(),
        texts: met.texts,
        moves,
        won,
        drawn,
    })
    .map_err(NoGame::NoGraph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::named;

    /// A game that is known, asked for.
    struct Known(&'static Graph);

    impl Asked for Known {
        fn answers(&mut self, questions: &[Question<'_>]) -> Result<Vec<Vec<String>>, String> {
            let graph = self.0;
            let state = |text: &str| graph.state(text).ok_or_else(|| format!("no state {text}"));
            let texts = |states: &[State]| {
                let text = |&state: &State| graph.texts[state as usize].clone();
                states.iter().map(text).collect()
            };
            let test = |holds: bool| if holds { vec![String::new()] } else { vec![] };
            let answer = |question: &Question<'_>| {
                Ok(match question {
                    Question::Initial => texts(&graph.starts),
                    Question::Moves(text) => texts(graph.moves(state(text)?)),
                    Question::Won(text) => test(graph.won[state(text)? as usize]),
                    Question::Drawn(text) => test(graph.drawn[state(text)? as usize]),
                })
            };
            questions.iter().map(answer).collect()
        }
    }

    #[test]
    fn what_is_asked_has_the_same_numbers() {
        for name in crate::games::NAMES {
            let known = named(name).unwrap();
            let mut reported = (0, 0);
            let report = |states, plies| reported = (states, plies);
            let asked = explore(name, &mut Known(known), MOST_STATES, report).unwrap();
            assert!(reported.0 == asked.len() && (1..=reported.0).contains(&reported.1));
            assert_eq!(asked.starts, known.starts);
            assert!(asked.len() < known.len(), "no start leads to the opening");
            assert_eq!(asked.texts, known.texts[..asked.len()]);
            assert_eq!(asked.value, known.value[..asked.len()]);
            assert_eq!(asked.reply, known.reply[..asked.len()]);
        }
    }

    #[test]
    fn too_many_states_are_refused() {
        let game = explore("oxo", &mut Known(named("oxo").unwrap()), 100, |_, _| ());
        assert_eq!(
            game.unwrap_err().to_string(),
            "the game has more than 100 states"
        );
    }

    /// A game with one move from each state, for ever.
    struct Endless;

    impl Asked for Endless {
        fn answers(&mut self, questions: &[Question<'_>]) -> Result<Vec<Vec<String>>, String> {
            let answer = |question: &Question<'_>| match question {
                Question::Initial => vec!["0".to_owned()],
                Question::Moves(text) => {
                    vec![(text.parse::<u64>().unwrap_or_default() + 1).to_string()]
                }
                Question::Won(_) | Question::Drawn(_) => Vec::new(),
            };
            Ok(questions.iter().map(answer).collect())
        }
    }

    #[test]
    fn a_game_that_does_not_end_is_refused() {
        let game = explore("endless", &mut Endless, MOST_STATES, |_, _| ());
        assert_eq!(
            game.unwrap_err().to_string(),
            "games of more than 2000 moves cannot be learned: so many lead to the state 2001"
        );
    }
}
