//! The options of the predicates of genetic programming.
//!
//! ```
//! use chesslog::{native::gp::options::Options, term::Term};
//!
//! let list = |text: &str| text.parse::<Term>().unwrap().elements().unwrap();
//! let options = Options::read(&list("[population(100),seed(7)]"), Options::default()).unwrap();
//! assert_eq!((options.settings.population, options.settings.seed), (100, 7));
//! let wrong = list("[seed(7),population(0)]");
//! assert_eq!(Options::read(&wrong, Options::default()), Err(2));
//! ```

use std::time::Duration;

use crate::{
    gp::Settings,
    native::options::{self, options},
    term::Term,
};

options! {
    /// The options of all predicates.
    OPTIONS: Options {
        population Count(1, 1_000_000, |o, n| o.settings.population = n as usize):
            "trees in a generation, {}, and no fewer than the elite";
        generations Count(0, 1_000_000, |o, n| o.generations = n):
            "the number of the last generation, {}";
        crossover Share(|o, share| o.settings.crossover = share):
            "the share of trees that are children of two, {}, and with mutation not above 1";
        mutation Share(|o, share| o.settings.mutation = share):
            "the share of trees that are mutated ones, {}, and with crossover not above 1";
        tournament Count(1, 1_000_000, |o, n| o.settings.tournament = n as usize):
            "how many trees compete to be a parent, {}";
        elite Count(0, 1_000_000, |o, n| o.settings.elite = n as usize):
            "how many of the best trees live on, an integer from 0 to the population";
        first_depth Count(0, 1000, |o, n| o.settings.first_depth = n as usize):
            "the greatest depth of random trees, {}";
        depth Count(0, 1000, |o, n| o.settings.bounds.depth = n as usize):
            "the greatest depth of trees, {}";
        nodes Count(1, 100_000, |o, n| o.settings.bounds.nodes = n as usize):
            "the most nodes of a tree, {}";
        seed Count(0, 1 << 53, |o, n| o.settings.seed = n): "{}";
        threads Count(1, 256, |o, n| o.threads = Some(n as usize)): "how many threads compute, {}";
        target Term("F", |o, fitness| {
            o.target = Some(fitness.number()?);
            Some(())
        }): "the fitness that is enough, a number";
        time_limit Seconds(|o, limit| o.time_limit = Some(limit)): "seconds, {}";
        // What they say is Prolog's business.
        progress Flag(|_, _| ()): "whether generations are told, {}";
        start Term("Trees", |_, trees| trees.elements().map(|_| ())):
            "trees of the first generation, a list";
    }
}

/// What the options say.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How trees are bred.
    pub settings: Settings,
    /// The number of the last generation.
    pub generations: u64,
    /// The fitness that is enough.
    pub target: Option<f64>,
    /// How long a run may take.
    pub time_limit: Option<Duration>,
    /// How many threads compute; `None` for as many as there are processors.
    pub threads: Option<usize>,
}

impl Default for Options {
    /// What fits problems that are valued in Prolog.
    fn default() -> Options {
        Options {
            settings: Settings {
                population: 500,
                ..Settings::default()
            },
            generations: 50,
            target: None,
            time_limit: None,
            threads: None,
        }
    }
}

impl Options {
    /// Reads a list of options; the last of several of one name counts.
    ///
    /// # Errors
    ///
    /// The number of the option, from 1, that is none.
    pub fn read(list: &[Term], usual: Options) -> Result<Options, usize> {
        let mut options = usual;
        for (at, option) in list.iter().enumerate() {
            options::take(option, OPTIONS, &mut options).ok_or(at + 1)?;
            let Settings {
                population,
                elite,
                crossover,
                mutation,
                ..
            } = options.settings;
            let is = |option: &Term, name: &str| option.arguments::<1>(name).is_some();
            let has_elite = list.iter().any(|option| is(option, "elite"));
            let pairs = [
                (["crossover", "mutation"], crossover + mutation > 1.0 + 1e-9),
                (["population", "elite"], has_elite && elite > population),
            ];
            // Of two options that do not go together, the second is wrong.
            for (names, wrong) in pairs {
                let concerned = |option: &Term| names.iter().any(|name| is(option, name));
                if wrong && concerned(option) && !list[at + 1..].iter().any(concerned) {
                    return Err(at + 1);
                }
            }
        }
        Ok(options)
    }
}

/// What was expected in the place of an option, in words.
pub fn expected(option: &Term) -> String {
    options::expected(option, OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elite_is_part_of_the_population() {
        assert_eq!(read("[elite(20),population(20)]").map(|_| ()), Ok(()));
        assert_eq!(read("[elite(21),seed(1),population(20)]"), Err(3));
        assert_eq!(read("[population(20),elite(21),seed(1)]"), Err(2));
        // By default it is as large as may be.
        assert_eq!(read("[population(5)]").map(|_| ()), Ok(()));
    }

    fn read(text: &str) -> Result<Options, usize> {
        let list: Term = text.parse().unwrap();
        Options::read(&list.elements().unwrap(), Options::default())
    }

    #[test]
    fn all_options_that_are_described_are_known() {
        for options::Known { name, takes, .. } in OPTIONS {
            let value = match takes {
                options::Takes::Count(..) => "1",
                options::Takes::Flag(_) => "true",
                options::Takes::Term("Trees", _) => "[x]",
                _ => "0.25",
            };
            assert!(read(&format!("[{name}({value})]")).is_ok(), "{name}");
            assert_eq!(read(&format!("[{name}(f(x))]")), Err(1), "{name}");
            assert_eq!(
                read(&format!("[{name}(-1.0e9)]")).is_ok(),
                *name == "target"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_counted() {
        assert!(read("[]").is_ok());
        for (text, wrong) in [
            ("[seed(1),sead(1)]", 2),
            ("[seed]", 1),
            ("[seed(1,2)]", 1),
            ("[crossover(0.9),seed(1),mutation(0.2)]", 3),
            ("[crossover(0.99)]", 1),
        ] {
            assert_eq!(read(text), Err(wrong), "{text}");
        }
        let last = read("[mutation(0.9),crossover(0.1),seed(1),seed(2)]").unwrap();
        assert_eq!(last.settings.seed, 2);
    }
}
