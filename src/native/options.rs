//! Options of predicates, each declared once: what it takes, where that goes, and the sentence for an option that is
//! none.

use std::time::Duration;

use crate::term::Term;

/// An option that is known.
pub struct Known<O> {
    /// The name.
    pub name: &'static str,
    /// What it is, in words; the values that it takes stand for `{}`.
    pub about: &'static str,
    /// What it takes, and where that goes.
    pub takes: Takes<O>,
}

/// What an option takes, and where that goes.
pub enum Takes<O> {
    /// An integer between these bounds.
    Count(i64, i64, fn(&mut O, u64)),
    /// A number from 0 to 1.
    Share(fn(&mut O, f64)),
    /// A number above 0.
    Seconds(fn(&mut O, Duration)),
    /// `true` or `false`.
    Flag(fn(&mut O, bool)),
    /// Something else with this name; `None` if it is not what is wanted.
    Term(&'static str, fn(&mut O, &Term) -> Option<()>),
}

impl<O> Known<O> {
    /// Takes the argument of the option.
    fn take(&self, argument: &Term, options: &mut O) -> Option<()> {
        match self.takes {
            Takes::Count(low, high, set) => match argument {
                Term::Integer(n) if (low..=high).contains(n) => set(options, *n as u64),
                _ => return None,
            },
            Takes::Share(set) => {
                let share = argument.number();
                set(options, share.filter(|share| (0.0..=1.0).contains(share))?);
            }
            Takes::Seconds(set) => {
                let seconds = argument.number().filter(|seconds| *seconds > 0.0)?;
                set(options, Duration::try_from_secs_f64(seconds).ok()?);
            }
            Takes::Flag(set) => match argument.text()? {
                "true" => set(options, true),
                "false" => set(options, false),
                _ => return None,
            },
            Takes::Term(_, take) => return take(options, argument),
        }
        Some(())
    }

    /// The option with what it is: `seed(N): an integer from 0`.
    fn sentence(&self) -> String {
        let (argument, values) = match self.takes {
            Takes::Count(low, i64::MAX, _) => ("N", format!("an integer from {low}")),
            Takes::Count(low, high, _) => ("N", format!("an integer from {low} to {high}")),
            Takes::Share(_) => ("P", "from 0 to 1".to_owned()),
            Takes::Seconds(_) => ("S", "a number above 0".to_owned()),
            Takes::Flag(_) => ("B", "true or false".to_owned()),
            Takes::Term(argument, _) => (argument, String::new()),
        };
        let about = self.about.replace("{}", &values);
        format!("{}({argument}): {about}", self.name)
    }
}

/// Takes an option; `None` if it is none.
pub fn take<O>(option: &Term, known: &[Known<O>], options: &mut O) -> Option<()> {
    let Term::Compound(name, arguments) = option else {
        return None;
    };
    let [argument] = arguments.as_slice() else {
        return None;
    };
    let known = known.iter().find(|known| known.name == name)?;
    known.take(argument, options)
}

/// The name of an option.
pub fn name(option: &Term) -> &str {
    match option {
        Term::Compound(name, _) => name,
        option => option.text().unwrap_or_default(),
    }
}

/// What was expected in its place, in words: what the option of that name is, or which there are.
pub fn expected<O>(option: &Term, known: &[Known<O>]) -> String {
    match known.iter().find(|known| known.name == name(option)) {
        Some(known) => known.sentence(),
        None => {
            let names: Vec<&str> = known.iter().map(|known| known.name).collect();
            format!("one of {}", names.join(", "))
        }
    }
}

/// Declares the options that are known, a line each: name and values, what it is, where it goes.
macro_rules! options {
    ($(#[$doc:meta])* $list:ident: $options:ty {
        $($name:ident $takes:ident($($with:expr),+): $about:literal;)+
    }) => {
        $(#[$doc])*
        const $list: &[$crate::native::options::Known<$options>] = &[$($crate::native::options::Known {
            name: stringify!($name),
            about: $about,
            takes: $crate::native::options::Takes::$takes($($with),+),
        }),+];
    };
}
pub(crate) use options;
