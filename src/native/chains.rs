//! What `prolog/mcmc.pl` asks about chains of numbers.

use std::cell::RefCell;

use crate::{
    mcmc,
    native::{
        Error, One, Sentences, options,
        sentences::{Say, shown},
    },
    natives,
    term::Term,
};

natives! {
    module "internal";

    /// True iff the numbers of Text, floating-point numbers with blanks between, are the next ones of
    /// a chain: of a new one, the only one, if Chain is 0, of a new one beside the others if it is 1,
    /// and of the last one if it is 2.
    chain_values(+Chain: u64, +Text: String) is semidet = values;

    /// True iff Text is the text of `chains(E,R,A)`: the effective sample size, R-hat, and the mean
    /// autocorrelation at Lag of the chains.
    chain_diagnostics(+Lag: u64, -Text: String) is det = diagnostics;
}

/// What is said of errors: of options, and of what a Markov chain calls.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("metropolis_hastings_option", |option| {
            format!(" ({})", expected(option))
        }),
        ("chains_of_equal_length", |_| {
            " (chains have to be of equal length)".into()
        }),
    ],
    errors: &[
        ("mh_start", |arguments, _| match arguments {
            [state] => Some(format!(
                "the probability of the first state {} is 0; choose another one",
                shown(state)
            )),
            _ => None,
        }),
        ("mh_call", |arguments, say| match arguments {
            [what, state, cause] => Some(chain_call(what, state, cause, say)),
            _ => None,
        }),
    ],
    ..Sentences::NONE
};

/// What is wrong with what a Markov chain calls.
fn chain_call(what: &Term, state: &Term, cause: &Term, say: Say<'_>) -> String {
    let state = shown(state);
    let (subject, wanted) = match what.text() {
        Some("propose") => ("the proposal from the state", "another state"),
        Some("log_ratio") => (
            "the log ratio of the proposal from the state",
            "a number or -inf",
        ),
        Some("log_target") => ("the log target of the state", "a number or -inf"),
        _ => ("the statistic of the state", "a number"),
    };
    if cause.text() == Some("failed") {
        return format!("{subject} {state} fails; {wanted} was expected");
    }
    if let Some([value]) = cause.arguments("not_a_number") {
        let value = shown(value);
        return format!("{subject} {state} is {value}; {wanted} was expected");
    }
    format!("{subject} {state} raises an error: {}", say(cause))
}

thread_local! {
    static CHAINS: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
}

/// Each option of `metropolis_hastings/5` with its argument, and what it says.
const OPTIONS: &[options::Known] = &[
    (
        "samples",
        "N",
        "how many states a chain keeps, an integer from 1",
    ),
    (
        "burn_in",
        "N",
        "the steps before the first state is kept, an integer from 0",
    ),
    (
        "thinning",
        "N",
        "the steps from state to state that is kept, an integer from 1",
    ),
    ("seed", "N", "an integer from 0 to 9007199254740992"),
    (
        "chains",
        "N",
        "how many chains there are, an integer from 1",
    ),
    ("proposal", "Kind", "symmetric or asymmetric"),
    (
        "statistic",
        "Goal",
        "a closure: call(Goal, State, Number) is made for the diagnostics",
    ),
    ("diagnostics", "D", "a variable, or a list to compare with"),
];

/// What was expected in the place of an option, in words.
fn expected(option: &Term) -> String {
    options::expected(option, OPTIONS)
}

fn values(chain: u64, text: String) -> Result<bool, Error> {
    let numbers = text.split_whitespace().map(str::parse::<f64>);
    let numbers: Result<Vec<f64>, _> = numbers.collect();
    let numbers = numbers.map_err(|_| Error::Panic(format!("no numbers: {text}")))?;
    CHAINS.with_borrow_mut(|chains| {
        if chain == 0 {
            chains.clear();
        }
        match chains.last_mut().filter(|_| chain == 2) {
            Some(last) => last.extend(numbers),
            None => chains.push(numbers),
        }
    });
    Ok(true)
}

fn diagnostics(lag: u64) -> One<String> {
    let told = |value: Option<f64>| match value {
        Some(value) => Term::Float(value).canonical(),
        None => "undefined".to_owned(),
    };
    let chains = CHAINS.take();
    let lag = usize::try_from(lag).unwrap_or(usize::MAX);
    One(format!(
        "chains({},{},{}).",
        told(mcmc::effective_sample_size(&chains)),
        told(mcmc::potential_scale_reduction(&chains)),
        told(mcmc::mean_autocorrelation(&chains, lag))
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_gathered() {
        values(0, "9.0 9.0".into()).unwrap();
        values(0, "1.0 2.0".into()).unwrap();
        values(2, "-1.0e3 inf".replace("inf", "4")).unwrap();
        values(1, "5.0".into()).unwrap();
        let expected = vec![vec![1.0, 2.0, -1000.0, 4.0], vec![5.0]];
        assert_eq!(CHAINS.with_borrow(Clone::clone), expected);
        assert!(values(0, "x".into()).is_err());
        values(0, "".into()).unwrap();
        let One(text) = diagnostics(1);
        assert_eq!(text, "chains(undefined,undefined,undefined).");
    }
}
