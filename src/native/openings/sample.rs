//! Lines drawn for `mh_opening/2` and `mh_sample/3`, and the moves that they make for
//! `mh_transition/5`.
//!
//! What is drawn waits here. Prolog asks for the lines, each once, and then which of them was drawn
//! when.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use shakmaty::{Chess, Move};

use super::{
    Code,
    current_book::{self, CurrentBook},
    options::{Mode, Options, SampleSource, Wanted},
};
use crate::{
    chess::{Position, moves::move_term},
    mcmc,
    native::{Error, One, Page, chains::known, types::*},
    natives,
    openings::{
        Book, Weights,
        exact::{ChainQuality, Plan, Target},
        place,
        thesis::{Proposal, Walks},
        transitions::Transitions,
    },
    random::Random,
    term::Term,
};

natives! {
    module "internal";

    /// True iff option Number of Options is none; the first is number 1. What is wanted is `line`,
    /// `lines` or `transitions`.
    mh_wrong_option(+Options: Vec<Term>, +Wanted: Name, -Number: i64) is semidet = wrong_option;

    /// True iff what is wanted, `line` or `lines`, has been drawn, Message is empty, and Diagnostics
    /// says what the draws are worth; or Message says why there are no lines.
    mh_draw(+Options: Vec<Term>, +Wanted: Name, -Message: String, -Diagnostics: Vec<Term>) is det
        = draw;

    /// True iff a line that was drawn has this Number, Eco, Name and Moves.
    mh_lines(-Number: u64, -Eco: Code, -Name: String, -Moves: Vec<MoveTerm>) is paged = lines;

    /// True iff the line Number was drawn, in order.
    mh_draws(-Number: u64) is paged = draws;

    /// True iff Message is empty, and the moves of lines have been counted; or Message says why there
    /// are no lines.
    mh_count_moves(+Options: Vec<Term>, -Message: String) is det = count_moves;

    /// True iff lines make Move in Pos with probability Expected, and Count of those that were drawn
    /// did.
    mh_moves(?Pos: Position, ?Move: MoveTerm, -Expected: f64, -Count: u64) is paged = moves;
}

thread_local! {
    static PREPARED: RefCell<Option<Rc<Prepared>>> = const { RefCell::new(None) };
    static DRAWN: RefCell<Drawn> = RefCell::new(Drawn::default());
    static COUNTED: RefCell<Option<Counted>> = const { RefCell::new(None) };
}

/// What lines are drawn from, kept for the next call.
struct Prepared {
    current: Rc<CurrentBook>,
    source: SampleSource,
    /// The position where lines begin, by number.
    from: u32,
    sampler: Sampler,
}

enum Sampler {
    Thesis(Walks),
    Exact(Target),
}

/// What was drawn.
#[derive(Debug, Default)]
struct Drawn {
    lines: Vec<DrawnLine>,
    /// The line of each draw.
    draws: Vec<u32>,
}

#[derive(Debug)]
struct DrawnLine {
    eco: Code,
    name: String,
    moves: Vec<MoveTerm>,
}

/// How often lines make each move.
struct Counted {
    prepared: Rc<Prepared>,
    options: Options,
    /// The positions before and after each move, as numbers; its probability; how often it was made.
    moves: Vec<(u32, u32, f64, u64)>,
}

fn wanted(wanted: &Name) -> Wanted {
    match wanted.0.as_str() {
        "lines" => Wanted::Lines,
        "transitions" => Wanted::Transitions,
        _ => Wanted::Line,
    }
}

fn wrong_option(options: Vec<Term>, what: Name) -> Option<i64> {
    let read = Options::read(&options, wanted(&what));
    read.err().map(|number| number as i64)
}

fn read(options: &[Term], wanted: Wanted) -> Result<Options, Error> {
    Options::read(options, wanted).map_err(|number| Error::Domain {
        domain: "mh_option",
        culprit: options[number - 1].to_string(),
    })
}

fn draw(options: Vec<Term>, what: Name) -> Result<One<(String, Vec<Term>)>, Error> {
    let wanted = wanted(&what);
    let mut options = read(&options, wanted)?;
    if wanted == Wanted::Line {
        options.count = 1;
    }
    DRAWN.set(Drawn::default());
    Ok(One(match Prepared::of(&options.source) {
        Ok(prepared) => {
            let (drawn, diagnostics) = prepared.draw(&options);
            DRAWN.set(drawn);
            (String::new(), diagnostics)
        }
        Err(message) => (message, Vec::new()),
    }))
}

impl Prepared {
    /// What lines are drawn from; that of the call before if it is the same.
    fn of(source: &SampleSource) -> Result<Rc<Prepared>, String> {
        let current = current_book::get();
        let known = PREPARED.with_borrow(|last| {
            let same = |last: &&Rc<Prepared>| {
                Rc::ptr_eq(&last.current, &current) && last.source == *source
            };
            last.as_ref().filter(same).map(Rc::clone)
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let prepared = Rc::new(Prepared::new(current, source)?);
        PREPARED.set(Some(Rc::clone(&prepared)));
        Ok(prepared)
    }

    fn new(current: Rc<CurrentBook>, source: &SampleSource) -> Result<Prepared, String> {
        let book = current.book();
        let reported = |wrong: &dyn std::fmt::Display| wrong.to_string();
        let weights = Weights::new(&source.preferences, &source.weights);
        let weights = weights.map_err(|wrong| reported(&wrong))?;
        if source.mode == Mode::Thesis {
            weights.not_negative().map_err(|wrong| reported(&wrong))?;
        }
        let lines = source
            .selection
            .lines(book)
            .map_err(|none| reported(&none))?;
        let begin = match &source.from {
            Some(position) => Chess::clone(position),
            None => Chess::default(),
        };
        let from = book.find(&begin);
        let from = from.ok_or_else(|| {
            format!(
                "no line of the book comes to the position {}",
                place::fen(&begin)
            )
        })?;
        let end = || {
            let (fen, lines) = (place::fen(&begin), lines.len());
            format!("none of {lines} lines goes on from the position {fen}")
        };
        let sampler = match source.mode {
            Mode::Thesis => {
                weights
                    .apply(book, &lines)
                    .map_err(|wrong| reported(&wrong))?;
                let walks = Walks::new(book, &lines, &weights, source.reading);
                if walks.steps(from).is_empty() {
                    return Err(end());
                }
                Sampler::Thesis(walks)
            }
            Mode::Exact => {
                let mut going = vec![false; book.lines().len()];
                for &(line, _) in &book.node(from).passing {
                    going[line as usize] = true;
                }
                let going: Vec<u32> = lines
                    .iter()
                    .copied()
                    .filter(|&n| going[n as usize])
                    .collect();
                if going.is_empty() {
                    return Err(end());
                }
                weights
                    .apply(book, &going)
                    .map_err(|wrong| reported(&wrong))?;
                Sampler::Exact(Target::new(book, going, &weights).ok_or_else(end)?)
            }
        };
        Ok(Prepared {
            current: Rc::clone(&current),
            source: source.clone(),
            from,
            sampler,
        })
    }

    fn draw(&self, options: &Options) -> (Drawn, Vec<Term>) {
        match &self.sampler {
            Sampler::Thesis(walks) => self.walks(walks, options),
            Sampler::Exact(target) => self.chains(target, options),
        }
    }

    fn walks(&self, walks: &Walks, options: &Options) -> (Drawn, Vec<Term>) {
        let book = self.current.book();
        let mut drawn = Drawn::default();
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut plies = Vec::new();
        let (mut proposals, mut accepted) = (0, 0);
        let mut walk = Vec::new();
        for chain in 0..options.chains {
            let mut sampler = walks.sampler(chain_seed(options.seed, chain));
            let mut lengths = Vec::with_capacity(options.count);
            for _ in 0..options.count {
                sampler.draw(self.from, &mut walk);
                lengths.push(walk.len() as f64);
                let next = drawn.lines.len() as u32;
                let path = walk.iter().map(|step| step.to).collect();
                let number = *known.entry(path).or_insert(next);
                if number == next {
                    drawn.lines.push(walked(book, self.from, &walk));
                }
                drawn.draws.push(number);
            }
            plies.push(lengths);
            proposals += sampler.proposals;
            accepted += sampler.accepted;
        }
        let acceptance = accepted as f64 / proposals.max(1) as f64;
        let reported = drawn.reported(of_walks(acceptance, &plies));
        (drawn, reported)
    }

    fn chains(&self, target: &Target, options: &Options) -> (Drawn, Vec<Term>) {
        let book = self.current.book();
        let plan = Plan {
            chains: options.chains as u64,
            burn_in: options.burn_in,
            thinning: options.thinning,
        };
        let draws = target.draw((options.chains * options.count) as u64, plan, options.seed);
        let mut drawn = Drawn::default();
        let mut numbers = vec![None; target.lines().len()];
        for &place in draws.places.iter().flatten() {
            let number = numbers[place].unwrap_or(drawn.lines.len() as u32);
            if numbers[place].is_none() {
                numbers[place] = Some(number);
                let line = target.lines()[place];
                drawn.lines.push(known_line(book, self.from, line));
            }
            drawn.draws.push(number);
        }
        let reported = drawn.reported(of_chains(&draws.quality(book, target)));
        (drawn, reported)
    }
}

/// The seed of a chain; the first one has that of the run.
fn chain_seed(seed: u64, chain: usize) -> u64 {
    match chain {
        0 => seed,
        chain => Random::of(&[seed, chain as u64]).next_number(),
    }
}

/// The move from one position to another one: of a line, or one that no line makes.
fn move_between(book: &Book, from: u32, to: u32) -> Option<Move> {
    let mut edges = book.node(from).edges.iter();
    let edge = edges.find(|edge| edge.to == to).map(|edge| edge.m);
    edge.or_else(|| {
        let mut apart = book.transpositions().apart(from).iter();
        apart.find(|apart| apart.to == to).map(|apart| apart.m)
    })
}

/// The line that a walk has made, with code and name of the line of the book that ends there.
fn walked(book: &Book, from: u32, walk: &[Proposal]) -> DrawnLine {
    let mut node = from;
    let mut moves = Vec::with_capacity(walk.len());
    for step in walk {
        moves.extend(move_between(book, node, step.to).map(move_term));
        node = step.to;
    }
    let mut ending = book.node(node).ending.iter();
    let line = book
        .named(node)
        .or_else(|| ending.next().map(|&line| &book.lines()[line as usize]));
    DrawnLine {
        eco: Code(line.and_then(|line| line.eco)),
        name: line.map(|line| line.name.clone()).unwrap_or_default(),
        moves,
    }
}

/// A line of the book, from where it comes to a position first.
fn known_line(book: &Book, from: u32, number: u32) -> DrawnLine {
    let line = &book.lines()[number as usize];
    let begin = line.nodes.iter().position(|&node| node == from);
    let moves = line.moves.iter().skip(begin.unwrap_or_default());
    DrawnLine {
        eco: Code(line.eco),
        name: line.name.clone(),
        moves: moves.map(|&m| move_term(m)).collect(),
    }
}

impl Drawn {
    /// What is to be said of the draws.
    fn reported(&self, of: Vec<Term>) -> Vec<Term> {
        let whole = |name: &str, n: usize| reported(name, [Term::Integer(n as i64)]);
        let mut all = vec![
            whole("lines", self.draws.len()),
            whole("distinct", self.lines.len()),
        ];
        all.extend(of);
        all
    }
}

/// What is to be said of independent draws, by the plies of the lines of each chain.
fn of_walks(acceptance: f64, plies: &[Vec<f64>]) -> Vec<Term> {
    vec![
        real("acceptance", Some(acceptance)),
        real("effective_sample_size", mcmc::effective_sample_size(plies)),
        real("r_hat", mcmc::potential_scale_reduction(plies)),
        real("autocorrelation", mcmc::mean_autocorrelation(plies, 1)),
    ]
}

/// What is to be said of lines drawn by chains.
fn of_chains(quality: &ChainQuality) -> Vec<Term> {
    let mut all = vec![
        real("acceptance", Some(quality.acceptance)),
        real("effective_sample_size", quality.effective),
        real("r_hat", quality.reduction),
        real("autocorrelation", quality.autocorrelation),
        real("total_variation", Some(quality.distance)),
    ];
    all.extend(quality.chi_square.map(|chi| {
        let degrees = Term::Integer(chi.degrees as i64);
        reported("chi_square", [known(Some(chi.statistic)), degrees])
    }));
    all
}

fn real(name: &str, number: Option<f64>) -> Term {
    reported(name, [known(number)])
}

fn reported<const N: usize>(name: &str, values: [Term; N]) -> Term {
    Term::Compound(name.into(), values.into())
}

fn lines(page: Page) -> Vec<(u64, Code, String, Vec<MoveTerm>)> {
    DRAWN.with_borrow(|drawn| {
        page.of(drawn.lines.iter().enumerate())
            .map(|(number, line)| {
                let (name, moves) = (line.name.clone(), line.moves.clone());
                (number as u64, line.eco, name, moves)
            })
            .collect()
    })
}

fn draws(page: Page) -> Vec<u64> {
    DRAWN.with_borrow(|drawn| {
        let draws = page.of(drawn.draws.iter());
        draws.map(|&number| u64::from(number)).collect()
    })
}

fn count_moves(options: Vec<Term>) -> Result<One<String>, Error> {
    let options = read(&options, Wanted::Transitions)?;
    let prepared = match Prepared::of(&options.source) {
        Ok(prepared) => prepared,
        Err(message) => return Ok(One(message)),
    };
    let known = COUNTED.with_borrow(|last| {
        last.as_ref()
            .is_some_and(|last| Rc::ptr_eq(&last.prepared, &prepared) && last.options == options)
    });
    if let (false, Sampler::Thesis(walks)) = (known, &prepared.sampler) {
        let expected = Transitions::expected(walks, prepared.from);
        let drawn = Transitions::drawn(walks, prepared.from, options.count as u64, options.seed);
        // What was drawn can be less likely than what is still followed.
        let steps: BTreeSet<(u32, u32)> = (expected.all().chain(drawn.all()))
            .map(|(step, _)| step)
            .collect();
        let moves = steps.into_iter().map(|(from, to)| {
            let times = drawn.times(from, to);
            (from, to, expected.times(from, to), times as u64)
        });
        COUNTED.set(Some(Counted {
            moves: moves.collect(),
            prepared: Rc::clone(&prepared),
            options,
        }));
    }
    Ok(One(String::new()))
}

fn moves(
    pos: Option<Position>,
    wanted: Option<MoveTerm>,
    page: Page,
) -> Vec<(Position, MoveTerm, f64, u64)> {
    COUNTED.with_borrow(|counted| {
        let Some(counted) = counted else {
            return Vec::new();
        };
        let book = counted.prepared.current.book();
        let mut steps = counted.moves.as_slice();
        if let Some(node) = pos.map(|pos| book.find(&pos)) {
            // The moves of a position come one after the other.
            steps = &steps[steps.partition_point(|step| Some(step.0) < node)..];
            steps = &steps[..steps.partition_point(|step| Some(step.0) == node)];
        }
        let made = steps.iter().filter_map(|&(at, to, expected, count)| {
            let m = move_term(move_between(book, at, to)?);
            let is_it = wanted.is_none_or(|wanted| wanted == m);
            is_it.then_some((at, m, expected, count))
        });
        page.of(made)
            .map(|(at, m, expected, count)| (super::position(book, at), m, expected, count))
            .collect()
    })
}
