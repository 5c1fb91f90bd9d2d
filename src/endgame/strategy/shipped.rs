//! The strategies that come with the program, one for an ending.
//!
//! ```
//! use chesslog::endgame::{Ending, strategy::shipped};
//!
//! assert!(shipped::program(Ending::KRK).is_some());
//! ```

use std::sync::LazyLock;

use super::{
    program::StrategyProgram,
    read::{Reading, read},
};
use crate::endgame::Ending;

/// The files: name and text.
pub const FILES: &[(&str, &str)] = &[
    (
        "kb/strategies/krk.pl",
        include_str!("../../../kb/strategies/krk.pl"),
    ),
    (
        "kb/strategies/kqk.pl",
        include_str!("../../../kb/strategies/kqk.pl"),
    ),
];

/// The file of an ending's strategy, if there is one: name and text.
pub fn file(ending: Ending) -> Option<(&'static str, &'static str)> {
    let place = place(ending)?;
    Some(FILES[place])
}

/// The strategy of an ending, if there is one.
pub fn program(ending: Ending) -> Option<&'static StrategyProgram> {
    place(ending).map(|place| &PROGRAMS[place])
}

fn place(ending: Ending) -> Option<usize> {
    let mut programs = PROGRAMS.iter();
    programs.position(|program| program.vocabulary.ending == ending)
}

static PROGRAMS: LazyLock<Vec<StrategyProgram>> = LazyLock::new(|| {
    let program = |&(file, text): &(&str, &str)| match read(file, text, None) {
        Ok(Reading::Program(program)) => program,
        Ok(Reading::Other(why)) => panic!("{why}"),
        Err(wrong) => panic!("{wrong}"),
    };
    FILES.iter().map(program).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{Arena, failure::Policy, report};

    #[test]
    fn all_win_everything_in_time() {
        for program in PROGRAMS.iter() {
            let arena = Arena::of(program.vocabulary);
            let policy = Policy::of(arena, |number| program.next(arena, number));
            let (_, _, report) = report::prove(arena, &policy);
            let ending = program.vocabulary.ending;
            assert!(report.is_complete(), "{ending}");
            assert_eq!(report.beyond_fifty.positions, 0, "{ending}");
        }
    }

    #[test]
    fn all_files_are_read() {
        for (place, (file, _)) in FILES.iter().enumerate() {
            let ending = PROGRAMS[place].vocabulary.ending;
            assert!(file.ends_with(&format!("/{}.pl", ending.to_string().to_lowercase())));
            assert_eq!(super::file(ending).map(|(name, _)| name), Some(*file));
        }
    }
}
