//! What `prolog/mcmc.pl` asks about chains of numbers.

use std::cell::RefCell;

use crate::{
    mcmc,
    native::{
        One, Sentences,
        options::{self, options},
        sentences::{Say, shown},
    },
    natives,
    term::Term,
};

natives! {
    module "internal";

    /// True iff Option is one of `metropolis_hastings/5`.
    chain_option(+Option: Term) is semidet = is_option;

    /// True iff Numbers are the next ones of a chain: of a new one, the only one, if Chain is 0, of a
    /// new one beside the others if it is 1, and of the last one if it is 2.
    chain_values(+Chain: u64, +Numbers: Vec<f64>) is semidet = values;

    /// True iff Diagnostics is `chains(E,R,A)`: the effective sample size, R-hat, and the mean
    /// autocorrelation at Lag of the chains, each `undefined` if there is none.
    chain_diagnostics(+Lag: u64, -Diagnostics: Term) is det = diagnostics;
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

options! {
    /// The options of `metropolis_hastings/5`. What they say is Prolog's business.
    OPTIONS: () {
        samples Count(1, i64::MAX, |_, _| ()): "how many states a chain keeps, {}";
        burn_in Count(0, i64::MAX, |_, _| ()): "the steps before the first state is kept, {}";
        thinning Count(1, i64::MAX, |_, _| ()): "the steps from state to state that is kept, {}";
        seed Count(0, 1 << 53, |_, _| ()): "{}";
        chains Count(1, i64::MAX, |_, _| ()): "how many chains there are, {}";
        proposal Term("Kind", |_, kind| {
            matches!(kind.text()?, "symmetric" | "asymmetric").then_some(())
        }): "symmetric or asymmetric";
        statistic Term("Goal", |_, goal| {
            matches!(goal, Term::Atom(_) | Term::Compound(..)).then_some(())
        }): "a closure: call(Goal, State, Number) is made for the diagnostics";
        diagnostics Term("D", |_, _| Some(())): "a variable, or a list to compare with";
    }
}

fn is_option(option: Term) -> bool {
    options::take(&option, OPTIONS, &mut ()).is_some()
}

/// What was expected in the place of an option, in words.
fn expected(option: &Term) -> String {
    options::expected(option, OPTIONS)
}

fn values(chain: u64, numbers: Vec<f64>) -> bool {
    CHAINS.with_borrow_mut(|chains| {
        if chain == 0 {
            chains.clear();
        }
        match chains.last_mut().filter(|_| chain == 2) {
            Some(last) => last.extend(numbers),
            None => chains.push(numbers),
        }
    });
    true
}

/// A number that may not be known.
pub(super) fn known(number: Option<f64>) -> Term {
    number.map_or_else(|| Term::Atom("undefined".into()), Term::Float)
}

fn diagnostics(lag: u64) -> One<Term> {
    let chains = CHAINS.take();
    let lag = usize::try_from(lag).unwrap_or(usize::MAX);
    let reported = [
        mcmc::effective_sample_size(&chains),
        mcmc::potential_scale_reduction(&chains),
        mcmc::mean_autocorrelation(&chains, lag),
    ];
    One(Term::Compound("chains".into(), reported.map(known).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_gathered() {
        values(0, vec![9.0, 9.0]);
        values(0, vec![1.0, 2.0]);
        values(2, vec![-1.0e3, 4.0]);
        values(1, vec![5.0]);
        let expected = vec![vec![1.0, 2.0, -1000.0, 4.0], vec![5.0]];
        assert_eq!(CHAINS.with_borrow(Clone::clone), expected);
        values(0, vec![]);
        let One(reported) = diagnostics(1);
        assert_eq!(
            reported.to_string(),
            "chains(undefined,undefined,undefined)"
        );
    }
}
