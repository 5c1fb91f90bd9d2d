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

use crate::{gp::Settings, native::options, term::Term};

/// Each option with its argument, and what it says.
const OPTIONS: &[options::Known] = &[
    (
        "population",
        "N",
        "trees in a generation, an integer from 1 to 1000000, and no fewer than the elite",
    ),
    (
        "generations",
        "N",
        "the number of the last generation, an integer from 0 to 1000000",
    ),
    (
        "crossover",
        "P",
        "the share of trees that are children of two, from 0 to 1, and with mutation not above 1",
    ),
    (
        "mutation",
        "P",
        "the share of trees that are mutated ones, from 0 to 1, and with crossover not above 1",
    ),
    (
        "tournament",
        "N",
        "how many trees compete to be a parent, an integer from 1 to 1000000",
    ),
    (
        "elite",
        "N",
        "how many of the best trees live on, an integer from 0 to the population",
    ),
    (
        "first_depth",
        "N",
        "the greatest depth of random trees, an integer from 0 to 1000",
    ),
    (
        "depth",
        "N",
        "the greatest depth of trees, an integer from 0 to 1000",
    ),
    (
        "nodes",
        "N",
        "the most nodes of a tree, an integer from 1 to 100000",
    ),
    ("seed", "N", "an integer from 0 to 9007199254740992"),
    (
        "threads",
        "N",
        "how many threads compute, an integer from 1 to 256",
    ),
    ("target", "F", "the fitness that is enough, a number"),
    ("time_limit", "S", "seconds, a number above 0"),
    (
        "progress",
        "B",
        "whether generations are told, true or false",
    ),
    ("start", "Trees", "trees of the first generation, a list"),
];

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
            options.take(option).ok_or(at + 1)?;
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

    fn take(&mut self, option: &Term) -> Option<()> {
        let Term::Compound(name, arguments) = option else {
            return None;
        };
        let [value] = arguments.as_slice() else {
            return None;
        };
        let count = |low: i64, high: i64| match value {
            Term::Integer(n) if (low..=high).contains(n) => usize::try_from(*n).ok(),
            _ => None,
        };
        let real = || match value {
            Term::Integer(n) => Some(*n as f64),
            Term::Float(x) => Some(*x),
            _ => None,
        };
        let share = || real().filter(|share| (0.0..=1.0).contains(share));
        let settings = &mut self.settings;
        match name.as_str() {
            "population" => settings.population = count(1, 1_000_000)?,
            "generations" => self.generations = count(0, 1_000_000)? as u64,
            "crossover" => settings.crossover = share()?,
            "mutation" => settings.mutation = share()?,
            "tournament" => settings.tournament = count(1, 1_000_000)?,
            "elite" => settings.elite = count(0, 1_000_000)?,
            "first_depth" => settings.first_depth = count(0, 1000)?,
            "depth" => settings.bounds.depth = count(0, 1000)?,
            "nodes" => settings.bounds.nodes = count(1, 100_000)?,
            "seed" => settings.seed = count(0, 1 << 53)? as u64,
            "threads" => self.threads = Some(count(1, 256)?),
            "target" => self.target = Some(real()?),
            "time_limit" => {
                let seconds = real().filter(|seconds| *seconds > 0.0)?;
                self.time_limit = Some(Duration::try_from_secs_f64(seconds).ok()?);
            }
            "progress" => {
                value
                    .text()
                    .filter(|text| matches!(*text, "true" | "false"))?;
            }
            // The trees themselves are another matter.
            "start" => match value {
                Term::List(_, None) | Term::String(_) => {}
                Term::Atom(nil) if nil == "[]" => {}
                _ => return None,
            },
            _ => return None,
        }
        Some(())
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
        for (name, argument, _) in OPTIONS {
            let value = match *argument {
                "N" => "1",
                "B" => "true",
                "Trees" => "[x]",
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
