//! Which problems are valued natively: the one place where they get their names.

use crate::{
    endgame::{Ending, Vocabulary},
    evolve::{Experiment, problem::EndingProblem},
    gp::{
        Problem,
        problem::{Multiplexer, Quartic},
    },
    native::Error,
    term::Term,
};

/// Makes the problem that a term names; `None` if it names none of this kind.
///
/// A name with an argument that makes no sense is an error.
type Maker = fn(&Term) -> Option<Result<Box<dyn Problem>, Error>>;

/// To make another problem known, its maker is added here.
const MAKERS: &[Maker] = &[classic, ending];

/// The native problem that a term names, if any.
pub fn named(name: &Term) -> Option<Result<Box<dyn Problem>, Error>> {
    MAKERS.iter().find_map(|make| make(name))
}

/// `quartic`, `multiplexer(1)` to `multiplexer(3)`.
fn classic(name: &Term) -> Option<Result<Box<dyn Problem>, Error>> {
    if name.text() == Some("quartic") {
        return Some(Ok(Box::new(Quartic)));
    }
    let [address] = name.arguments("multiplexer")?;
    let problem = match address {
        Term::Integer(bits) => usize::try_from(*bits).ok().and_then(Multiplexer::new),
        _ => None,
    };
    Some(match problem {
        Some(problem) => Ok(Box::new(problem)),
        None => Err(Error::Domain {
            domain: "multiplexer",
            culprit: name.to_string(),
        }),
    })
}

/// `krk`, `kqk`, `kbbk` or `kbnk`: the fourth experiment with the ending; `krk(1)` to `krk(5)`: the
/// experiment of that number.
fn ending(name: &Term) -> Option<Result<Box<dyn Problem>, Error>> {
    let (ending, number) = match name {
        Term::Atom(ending) => (ending, Some(4)),
        Term::Compound(ending, arguments) => match arguments.as_slice() {
            [Term::Integer(number)] => (ending, u8::try_from(*number).ok()),
            [_] => (ending, None),
            _ => return None,
        },
        _ => return None,
    };
    let ending: Ending = ending.parse().ok()?;
    let vocabulary = Vocabulary::of(ending)?;
    Some(match number.and_then(Experiment::numbered) {
        Some(experiment) => Ok(Box::new(EndingProblem::new(vocabulary, experiment))),
        None => Err(Error::Domain {
            domain: "experiment",
            culprit: name.to_string(),
        }),
    })
}
