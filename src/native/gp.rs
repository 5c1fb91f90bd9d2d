//! The door to genetic programming: Prolog opens a run with the symbols of a task, values the trees
//! that it is handed, and asks for the next generation.
//!
//! Trees go to and fro as their symbols in prefix order, a letter each.

mod letters;
pub mod options;
mod problems;

use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

use self::options::Options;
use crate::{
    cancel::Cancel,
    gp::{Evolution, Generation, Limits, Problem, Run, Settings, Stop, Symbols, Tree, breed},
    native::{
        Error, One, Sentences,
        handles::Handles,
        sentences::{Say, shown},
        types::{Name, TermText},
    },
    natives,
    random::Random,
    term::Term,
};

natives! {
    module "internal";

    /// True iff option Number of Options is none; the first is number 1.
    gp_wrong_option(+Options: Vec<Term>, -Number: i64) is semidet = wrong_option;

    /// True iff Task names a task that is valued natively, with these Functions and Leaves.
    gp_native(+Task: Term, -Functions: Vec<TermText>, -Leaves: Vec<TermText>) is semidet = native;

    /// True iff Gp is a new run. Arities has a number for each function, Leaves is how many leaves
    /// there are, Task the name of a native task, or `[]`.
    gp_open(+Arities: Vec<i64>, +Leaves: u64, +Options: Vec<Term>, +Task: Term, -Gp: i64) is det
        = open;

    /// True iff Tree is a random tree.
    gp_random_tree(+Gp: i64, -Tree: String) is det = random_tree;

    /// True iff Tree is a child of Tree1 and Tree2.
    gp_child(+Gp: i64, +Tree1: String, +Tree2: String, -Tree: String) is det = child;

    /// True iff Tree is Tree0, mutated.
    gp_mutant(+Gp: i64, +Tree0: String, -Tree: String) is det = mutant;

    /// True iff the native fitness of Tree is this number.
    gp_worth(+Gp: i64, +Tree: String, -Fitness: Term) is det = worth;

    /// True iff the first generation begins with Trees, one after the other.
    gp_start(+Gp: i64, +Trees: String) is semidet = start;

    /// True iff the Tree at Place is the next to be valued. Fails if there is none, or no more time.
    gp_next(+Gp: i64, -Place: i64, -Tree: String) is semidet = next;

    /// True iff Fitness, a number, is taken for the tree at Place.
    gp_tell(+Gp: i64, +Place: u64, +Fitness: Term) is semidet = tell;

    /// True iff all trees have native values, or there is no more time.
    gp_value(+Gp: i64) is semidet = value;

    /// True iff the generation is noted and bred from. State is `next` if there is another one,
    /// else why there is none: `target`, `generations` or `time`.
    gp_advance(+Gp: i64, -State: Name) is det = advance;

    /// True iff Tree is the best one so far, and History has a `generation(N,Fitness,Mean,Size)` for each.
    gp_history(+Gp: i64, -Tree: String, -History: Vec<Term>) is det = history;

    /// True iff Tree is the best one so far, and Generation the latest `generation(N,Fitness,Mean,Size)`.
    gp_generation(+Gp: i64, -Tree: String, -Generation: Term) is semidet = generation;

    /// True iff Gp is no more.
    gp_close(+Gp: i64) is semidet = close;
}

/// What is said of errors: of tasks, trees and their fitness.
pub const SENTENCES: Sentences = Sentences {
    domains: &[
        ("gp_option", |option| {
            format!(" ({})", options::expected(option))
        }),
        ("gp_tree", |_| {
            " (not made of the task's functions and leaves)".into()
        }),
        ("gp_function", |_| {
            " (a term with variables: its children, each once)".into()
        }),
        ("gp_leaf", |_| " (a term without variables)".into()),
        ("multiplexer", |_| {
            " (multiplexer(N), with N from 1 to 3 address bits)".into()
        }),
    ],
    missing: &[("gp_task", |task| {
        format!(
            "there is no task {}; expected gp_task(Functions, Leaves, Fitness), a name that \
             gp_task/4 defines, or a native one: quartic, multiplexer(N), krk(N), kqk(N), kbbk(N) \
             or kbnk(N)",
            shown(task)
        )
    })],
    errors: &[("gp_fitness", |arguments, say| match arguments {
        [tree, cause] => Some(fitness(tree, cause, say)),
        _ => None,
    })],
};

/// What is wrong with the fitness of a tree.
fn fitness(tree: &Term, cause: &Term, say: Say<'_>) -> String {
    let tree = shown(tree);
    if cause.text() == Some("failed") {
        return format!("the fitness of the tree {tree} fails; a number was expected");
    }
    if let Some([value]) = cause.arguments("not_a_number") {
        let value = shown(value);
        return format!("the fitness of the tree {tree} is {value}; a number was expected");
    }
    format!(
        "the fitness of the tree {tree} raises an error: {}",
        say(cause)
    )
}

thread_local! {
    static RUNS: RefCell<Handles<Handle>> = const { RefCell::new(Handles::new("gp_run")) };
}

struct Handle {
    symbols: Symbols,
    options: Options,
    problem: Option<Box<dyn Problem>>,
    /// The trees that the first generation begins with.
    start: Vec<Tree>,
    /// When it was opened: its time is counted from then on.
    opened: Instant,
    /// Made when it is first needed: single trees need no population.
    run: Option<Run>,
    /// Whether all that was told were integers.
    whole: bool,
}

fn wrong_option(options: Vec<Term>) -> Option<i64> {
    let read = Options::read(&options, Options::default());
    read.err().map(|number| number as i64)
}

/// The functions and the leaves of a task.
type Symbolic = (Vec<TermText>, Vec<TermText>);

fn native(task: Term) -> Result<Option<Symbolic>, Error> {
    let Some(problem) = problems::named(&task).transpose()? else {
        return Ok(None);
    };
    let functions = problem.functions().into_iter();
    let functions = functions.map(|(term, _)| TermText(term)).collect();
    let leaves = problem.leaves().into_iter().map(TermText).collect();
    Ok(Some((functions, leaves)))
}

fn open(arities: Vec<i64>, leaves: u64, options: Vec<Term>, task: Term) -> Result<One<i64>, Error> {
    let opened = Instant::now();
    let problem = problems::named(&task).transpose()?;
    let mut usual = Options::default();
    if let Some(problem) = &problem {
        usual.settings = Settings::default();
        usual.target = problem.target();
    }
    let options = Options::read(&options, usual).map_err(|number| Error::Domain {
        domain: "gp_option",
        culprit: options[number - 1].to_string(),
    })?;
    let arities: Option<Vec<u8>> = arities
        .into_iter()
        .map(|arity| arity.try_into().ok())
        .collect();
    let symbols = arities
        .filter(|arities| arities.len() as u64 + leaves <= letters::MOST_SYMBOLS as u64)
        .and_then(|arities| Symbols::new(&arities, leaves as usize))
        .ok_or(Error::Resource("gp_symbols"))?;
    let others = problem.as_ref().map(|problem| problem.symbols());
    if others.is_some_and(|others| others != symbols) {
        return Err(Error::Panic(
            "a native task does not know its children".into(),
        ));
    }
    let handle = Handle {
        symbols,
        options,
        problem,
        start: Vec::new(),
        opened,
        run: None,
        whole: true,
    };
    Ok(One(RUNS.with_borrow_mut(|runs| runs.open(handle))))
}

fn with<R>(gp: i64, act: impl FnOnce(&mut Handle) -> Result<R, Error>) -> Result<R, Error> {
    RUNS.with_borrow_mut(|runs| act(runs.get(gp)?))
}

fn close(gp: i64) -> bool {
    RUNS.with_borrow_mut(|runs| runs.close(gp))
}

impl Handle {
    fn tree(&self, text: &str) -> Result<Tree, Error> {
        letters::tree(text, &self.symbols)
    }

    fn random(&self) -> Random {
        // A purpose of its own: the trees of runs have a generation and a place.
        Random::of(&[self.options.settings.seed])
    }

    fn run(&mut self) -> &mut Run {
        self.run.get_or_insert_with(|| {
            let Options {
                settings,
                generations,
                target,
                time_limit,
                ..
            } = self.options.clone();
            let deadline = time_limit.and_then(|limit: Duration| self.opened.checked_add(limit));
            let cancel = Cancel::NEVER.until(deadline);
            let mut evolution = Evolution::begin(self.symbols.clone(), settings, &cancel);
            evolution.seed_with(self.start.drain(..));
            let limits = Limits {
                generations,
                target,
                deadline,
            };
            Run::new(evolution, limits)
        })
    }

    /// Runs what wants threads; they have ended when it returns, since the worker may fork then.
    fn threaded<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Error> {
        let usual = match self.problem {
            Some(_) => 0,
            None => 1,
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.options.threads.unwrap_or(usual))
            .build_scoped(|thread| thread.run(), |pool| pool.install(work))
            .map_err(|_| Error::Resource("threads"))
    }

    fn number(&self, fitness: f64) -> Term {
        match self.whole {
            true => Term::Integer(fitness as i64),
            false => Term::Float(fitness),
        }
    }
}

fn random_tree(gp: i64) -> Result<One<String>, Error> {
    with(gp, |handle| {
        let Settings {
            first_depth,
            bounds,
            ..
        } = handle.options.settings;
        let mut random = handle.random();
        let tree = breed::ramped(&handle.symbols, first_depth, &bounds, &mut random);
        Ok(One(letters::of(&tree)))
    })
}

fn child(gp: i64, first: String, second: String) -> Result<One<String>, Error> {
    with(gp, |handle| {
        let (first, second) = (handle.tree(&first)?, handle.tree(&second)?);
        let bounds = &handle.options.settings.bounds;
        let mut random = handle.random();
        let child = breed::crossover(&handle.symbols, &first, &second, bounds, &mut random);
        Ok(One(letters::of(&child)))
    })
}

fn mutant(gp: i64, tree: String) -> Result<One<String>, Error> {
    with(gp, |handle| {
        let tree = handle.tree(&tree)?;
        let bounds = &handle.options.settings.bounds;
        let child = breed::mutate(&handle.symbols, &tree, bounds, &mut handle.random());
        Ok(One(letters::of(&child)))
    })
}

fn worth(gp: i64, tree: String) -> Result<One<Term>, Error> {
    with(gp, |handle| {
        let tree = handle.tree(&tree)?;
        let fitness = handle.native()?.fitness(&tree);
        handle.whole = is_whole(fitness);
        Ok(One(handle.number(fitness)))
    })
}

fn start(gp: i64, trees: String) -> Result<bool, Error> {
    with(gp, |handle| {
        handle.start = letters::trees(&trees, &handle.symbols)?;
        Ok(true)
    })
}

fn next(gp: i64) -> Result<Option<(i64, String)>, Error> {
    with(gp, |handle| {
        let next = handle.run().next_unvalued();
        Ok(next.map(|(at, tree)| (at as i64, letters::of(tree))))
    })
}

fn tell(gp: i64, place: u64, fitness: Term) -> Result<bool, Error> {
    with(gp, |handle| {
        let number = fitness.number().ok_or_else(|| Error::Domain {
            domain: "fitness",
            culprit: fitness.to_string(),
        })?;
        handle.whole &= is_whole(number) && !matches!(fitness, Term::Float(_));
        let run = handle.run();
        let at = place as usize;
        let is_place = at < run.evolution().population().len();
        if is_place {
            run.tell(at, number);
        }
        Ok(is_place)
    })
}

/// Whether a number is an integer of those that floating-point numbers hold exactly.
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() <= (1_u64 << 53) as f64
}

impl Handle {
    fn native(&self) -> Result<&dyn Problem, Error> {
        let problem = self.problem.as_deref();
        problem.ok_or_else(|| Error::Panic("the task has no native fitness".into()))
    }
}

fn value(gp: i64) -> Result<bool, Error> {
    with(gp, |handle| {
        handle.run();
        let mut run = handle.run.take();
        let problem = handle.native()?;
        let valued = handle.threaded(|| {
            if let Some(run) = &mut run {
                run.value_with(|tree| problem.fitness(tree));
            }
        });
        let values = run.iter().flat_map(|run| run.evolution().population());
        let whole = values.filter_map(|tree| tree.fitness).all(is_whole);
        handle.whole &= whole;
        handle.run = run;
        valued.map(|()| true)
    })
}

fn advance(gp: i64) -> Result<One<Name>, Error> {
    with(gp, |handle| {
        handle.run();
        let mut run = handle.run.take();
        let stop = handle.threaded(|| run.as_mut().and_then(Run::advance));
        handle.run = run;
        let state = match stop? {
            None => "next",
            Some(Stop::Target) => "target",
            Some(Stop::Generations) => "generations",
            Some(Stop::Time) => "time",
        };
        Ok(One(Name(state.to_owned())))
    })
}

fn history(gp: i64) -> Result<One<(String, Vec<Term>)>, Error> {
    with(gp, |handle| {
        handle.run();
        let history = handle.history().iter();
        let history = history.map(|generation| handle.generation(generation));
        Ok(One((handle.best(), history.collect())))
    })
}

fn generation(gp: i64) -> Result<Option<(String, Term)>, Error> {
    with(gp, |handle| {
        handle.run();
        let latest = handle.history().last();
        Ok(latest.map(|latest| (handle.best(), handle.generation(latest))))
    })
}

impl Handle {
    fn history(&self) -> &[Generation] {
        self.run.as_ref().map_or(&[], Run::history)
    }

    fn best(&self) -> String {
        let best = self.run.as_ref().and_then(Run::best);
        best.map_or_else(String::new, |best| letters::of(&best.tree))
    }

    fn generation(&self, generation: &Generation) -> Term {
        let Generation {
            number,
            best,
            mean,
            size,
        } = *generation;
        let arguments = vec![
            Term::Integer(number as i64),
            self.number(best),
            Term::Float(mean),
            Term::Integer(size as i64),
        ];
        Term::Compound("generation".into(), arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_tree_is_refused() {
        let One(gp) = open(vec![2, 1], 2, vec![], Term::Atom("[]".into())).unwrap();
        for wrong in ["x", "", "\u{100}\u{102}"] {
            assert!(mutant(gp, wrong.into()).is_err(), "{wrong}");
        }
        let tree = "\u{100}\u{102}\u{103}";
        assert!(start(gp, tree.into()).unwrap());
        assert_eq!(next(gp).unwrap(), Some((0, tree.to_owned())));
        assert!(tell(gp, 0, Term::Atom("many".into())).is_err());
        assert!(!tell(gp, 500, Term::Integer(1)).unwrap());
        assert!(close(gp));
    }
}
