//! The options of `mh_opening/2`, `mh_sample/3` and `mh_transition/5`.
//!
//! ```
//! use chesslog::{native::openings::options::{Options, Wanted}, term::Term};
//!
//! let list = |text: &str| text.parse::<Term>().unwrap().elements().unwrap();
//! let options = Options::read(&list("[prefer([gambit]),count(20)]"), Wanted::Lines).unwrap();
//! assert_eq!((options.count, options.seed), (20, 1));
//! assert_eq!(Options::read(&list("[seed(7),count(0)]"), Wanted::Lines), Err(2));
//! ```

use crate::{
    chess::Position,
    native::options::{self, name, options},
    openings::{
        Preference, Selection,
        thesis::{Proposers, Reading},
    },
    term::Term,
};

/// The most lines of one call.
pub const MOST_LINES: usize = 1_000_000;

options! {
    /// The options of all three.
    OPTIONS: Options {
        mode Term("Mode", |o, mode| {
            o.source.mode = one_of(mode, [("thesis", Mode::Thesis), ("exact", Mode::Exact)])?;
            Some(())
        }): "thesis or exact, for mh_transition/5 only thesis";
        count Count(1, MOST_LINES as i64, |o, n| o.count = n as usize):
            "how many lines are drawn, by each chain, for mh_sample/3 and mh_transition/5, an integer \
             from 1, with all chains at most 1000000";
        seed Count(0, 1 << 53, |o, n| o.seed = n): "{}";
        prefer Term("Kinds", |o, kinds| {
            let kinds = kinds.elements()?.into_iter();
            let kinds = kinds.map(|kind| kind.text()?.parse().ok());
            o.source.preferences = kinds.collect::<Option<_>>()?;
            Some(())
        }): "a list of some of gambit, uncommon, c4, d4 and e4";
        weights Term("Ws", |o, weights| {
            let weights = weights.elements()?.into_iter();
            o.source.weights = weights.map(|weight| weight.number()).collect::<Option<_>>()?;
            Some(())
        }): "a list of numbers, one for each kind that is preferred";
        min_moves Count(0, 1_000_000, |o, n| o.source.selection.min_moves = n as usize):
            "the fewest moves of each player, {}";
        max_moves Count(0, 1_000_000, |o, n| o.source.selection.max_moves = n as usize):
            "the most moves of a player, {}";
        name Term("Text", |o, name| {
            o.source.selection.name = Some(text(name)?.to_owned());
            Some(())
        }): "a part of the name, an atom or a string";
        family Term("Text", |o, family| {
            o.source.selection.family = Some(text(family)?.to_owned());
            Some(())
        }): "the name up to the colon, an atom or a string";
        eco Term("Text", |o, eco| {
            o.source.selection.eco = Some(text(eco).filter(|text| begins_code(text))?.to_owned());
            Some(())
        }): "an ECO code or its beginning, such as 'B90', 'B9' or 'B'";
        from Term("Pos", |o, from| {
            o.source.from = Some(Position::parse(text(from)?).ok()?);
            Some(())
        }): "a position, as a FEN";
        transpositions Flag(|o, flag| o.source.reading.transpositions = flag):
            "whether lines one move away propose, in mode thesis, {}";
        proposers Term("What", |o, what| {
            let all = [("lines", Proposers::Lines), ("positions", Proposers::Positions)];
            o.source.reading.proposers = one_of(what, all)?;
            Some(())
        }): "what proposes, in mode thesis, lines or positions";
        chains Count(1, 1000, |o, n| o.chains = n as usize):
            "how many chains draw, for mh_sample/3, {}, with count at most 1000000 lines";
        burn_in Count(0, 1_000_000_000, |o, n| o.burn_in = n):
            "the steps before the first line is taken, in mode exact, {}";
        thinning Count(1, 1_000_000, |o, n| o.thinning = n):
            "the steps from line to line, in mode exact, {}";
    }
}

/// The text of an option; the empty string is the empty list.
fn text(term: &Term) -> Option<&str> {
    let text = term.text()?;
    Some(if text == "[]" { "" } else { text })
}

fn one_of<T, const N: usize>(term: &Term, all: [(&str, T); N]) -> Option<T> {
    let named = |(name, value)| (term.text() == Some(name)).then_some(value);
    all.into_iter().find_map(named)
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// One line.
    Line,
    /// Lines, of several chains perhaps.
    Lines,
    /// How often lines of one chain, in mode thesis, make each move.
    Transitions,
}

/// How lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// By the rule of the thesis.
    Thesis,
    /// By a Metropolis-Hastings chain.
    Exact,
}

/// From what lines are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleSource {
    /// How.
    pub mode: Mode,
    /// What is preferred.
    pub preferences: Vec<Preference>,
    /// How much each weighs; none for the usual weight.
    pub weights: Vec<f64>,
    /// The lines that take part.
    pub selection: Selection,
    /// Where they begin.
    pub from: Option<Position>,
    /// How the thesis is read.
    pub reading: Reading,
}

/// What the options say.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// From what lines are drawn.
    pub source: SampleSource,
    /// How many lines a chain draws.
    pub count: usize,
    /// What makes a run another one.
    pub seed: u64,
    /// How many chains draw.
    pub chains: usize,
    /// The steps before the first line is taken.
    pub burn_in: u64,
    /// The steps from line to line.
    pub thinning: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            source: SampleSource {
                mode: Mode::Thesis,
                preferences: Vec::new(),
                weights: Vec::new(),
                selection: Selection::default(),
                from: None,
                reading: Reading::default(),
            },
            count: 1000,
            seed: 1,
            chains: 1,
            burn_in: 1000,
            thinning: 50,
        }
    }
}

impl Options {
    /// Reads a list of options; the last of several of one name counts.
    ///
    /// # Errors
    ///
    /// The number of the option, from 1, that is none.
    pub fn read(list: &[Term], wanted: Wanted) -> Result<Options, usize> {
        let mut options = Options::default();
        for (at, option) in list.iter().enumerate() {
            options::take(option, OPTIONS, &mut options).ok_or(at + 1)?;
        }
        let mut refused: Vec<&str> = match options.source.mode {
            Mode::Thesis => vec!["burn_in", "thinning"],
            Mode::Exact => vec!["transpositions", "proposers"],
        };
        if wanted == Wanted::Transitions && options.source.mode == Mode::Exact {
            refused = vec!["mode"];
        }
        match wanted {
            Wanted::Line => refused.extend(["count", "chains"]),
            Wanted::Transitions => refused.push("chains"),
            Wanted::Lines if options.count * options.chains > MOST_LINES => {
                // Of two options that do not go together, the second is wrong.
                let large = |option: &Term| ["count", "chains"].contains(&name(option));
                return Err(list.iter().rposition(large).map_or(1, |at| at + 1));
            }
            Wanted::Lines => {}
        }
        match list
            .iter()
            .position(|option| refused.contains(&name(option)))
        {
            Some(at) => Err(at + 1),
            None => Ok(options),
        }
    }
}

/// Whether a text is the beginning of a code, whatever the case of the letter.
fn begins_code(text: &str) -> bool {
    match text.as_bytes().split_first() {
        Some((volume, digits)) => {
            (b'A'..=b'E').contains(&volume.to_ascii_uppercase())
                && digits.len() <= 2
                && digits.iter().all(u8::is_ascii_digit)
        }
        None => false,
    }
}

/// What was expected in the place of an option, in words.
pub fn expected(option: &Term) -> String {
    if let Some([position]) = option.arguments("from")
        && let Some(Err(wrong)) = position.text().map(Position::parse)
    {
        return format!("from(Pos): a position, as a FEN: {wrong}");
    }
    options::expected(option, OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str, wanted: Wanted) -> Result<Options, usize> {
        let list: Term = text.parse().unwrap();
        Options::read(&list.elements().unwrap(), wanted)
    }

    fn read(text: &str) -> Result<Options, usize> {
        wanted(text, Wanted::Lines)
    }

    #[test]
    fn all_options_that_are_described_are_known() {
        for options::Known { name, about, takes } in OPTIONS {
            let value = match (*name, takes) {
                ("mode", _) => "exact",
                ("eco", _) => "'B9'",
                ("from", _) => "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"",
                ("proposers", _) => "positions",
                ("prefer", _) => "[e4,gambit]",
                ("weights", _) => "[1,0.5]",
                (_, options::Takes::Count(..)) => "1",
                (_, options::Takes::Flag(_)) => "true",
                _ => "sicilian",
            };
            let mode = match about.contains("in mode exact") {
                true => "exact",
                false => "thesis",
            };
            let list = format!("[mode({mode}),{name}({value})]");
            assert!(read(&list).is_ok(), "{list}");
            assert_eq!(
                read(&format!("[mode({mode}),{name}(f(x))]")),
                Err(2),
                "{name}"
            );
            assert_eq!(
                read(&format!("[mode({mode}),{name}(-1)]")),
                Err(2),
                "{name}"
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
            ("[count(0)]", 1),
            ("[count(1000001)]", 1),
            ("[count(10000),seed(1),chains(101)]", 3),
            ("[prefer(gambit)]", 1),
            ("[prefer([gambit,f4])]", 1),
            ("[weights([a])]", 1),
            ("[eco('F0')]", 1),
            ("[eco('B900')]", 1),
            ("[from(\"8/8 w\")]", 1),
            // What belongs to the other mode.
            ("[mode(exact),proposers(lines)]", 2),
            ("[thinning(5)]", 1),
            ("[thinning(5),mode(exact),mode(thesis)]", 1),
        ] {
            assert_eq!(read(text), Err(wrong), "{text}");
        }
        assert!(read("[thinning(5),mode(exact)]").is_ok());
        assert_eq!(read("[seed(1),seed(2)]").unwrap().seed, 2);
        let named = read("[name(\"B\"),eco(\"b9\"),family([])]").unwrap();
        let selection = named.source.selection;
        assert_eq!(selection.name.as_deref(), Some("B"));
        assert_eq!(selection.eco.as_deref(), Some("b9"));
        assert_eq!(selection.family.as_deref(), Some(""));
        let moves = |text| wanted(text, Wanted::Transitions);
        assert!(moves("[mode(thesis),count(9)]").is_ok());
        assert_eq!(moves("[seed(1),mode(exact),thinning(5)]"), Err(2));
        assert_eq!(moves("[seed(1),chains(1)]"), Err(2));
        let one = |text| wanted(text, Wanted::Line);
        assert_eq!(one("[seed(1),chains(1)]"), Err(2));
        assert_eq!(one("[count(1)]"), Err(1));
    }
}
