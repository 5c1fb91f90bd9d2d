//! Metropolis-Hastings chains over opening lines: a run is a chain. What each draws stays apart, so that the pooled
//! effective sample size and R-hat are those of all chains together, on however many machines they ran.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Counted, Problem, Task, Worker};
use crate::{
    mcmc,
    openings::{
        Book,
        choice::Choice,
        exact::{Plan, Target},
        read,
        sample::passing,
    },
    report::{cells, counted, decimal, percent, plural, table},
    scale::{
        Extent, Job, Part, Pinned, Shard, Table, WrongJob,
        table::{Key, Kind},
    },
};

/// What a value of the statistic is multiplied by to become a whole number: it is off by half a millionth at most.
const UNIT: f64 = 1e6;
/// Lines of a result that are printed.
const PRINTED: usize = 20;

/// Chains over the lines of a book.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// Files of lines or games; the lines that come along if there is none.
    pub book: Vec<Pinned>,
    /// After how many plies games are cut.
    pub plies: Option<u16>,
    /// Which lines, and what is preferred.
    pub choice: Choice,
    /// Lines that a chain draws.
    pub draws: u64,
    /// Steps before the first draw.
    pub burn_in: u64,
    /// Steps from one draw to the next.
    pub thinning: u64,
    /// The seed of all chains.
    pub seed: u64,
}

impl Openings {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        let files = self.book.iter().map(|file| {
            let path = job.input(file)?;
            Ok(path.display().to_string())
        });
        let files = files.collect::<Result<Vec<_>, WrongJob>>()?;
        let book = match files.is_empty() && self.plies.is_none() {
            true => Cow::Borrowed(Book::bundled()),
            false => {
                let mut book = Book::default();
                let plies = self.plies.map_or(usize::MAX, usize::from);
                let named: &[String] = match files.is_empty() {
                    true => &["openings".to_owned()],
                    false => &files,
                };
                let read = read::files(&mut book, named, plies);
                read.map_err(|error| WrongJob::Input(error.to_string()))?;
                Cow::Owned(book)
            }
        };
        let population = self.choice.find(&book, false).map_err(WrongJob::Input)?;
        let lines = passing(&book, &population.lines, population.from);
        let target = Target::new(&book, lines.into_keys().collect(), &population.weights);
        let target =
            target.ok_or_else(|| WrongJob::Input(self.choice.ends_here(population.lines.len())))?;
        let (_, values) = target.statistic(&book);
        Ok(Box::new(Drawing {
            job: self,
            names: target
                .lines()
                .iter()
                .map(|&line| name(&book, line))
                .collect(),
            values: values
                .iter()
                .map(|value| (value * UNIT).round() as i64)
                .collect(),
            target,
        }))
    }
}

/// What a line is called: its code, its name, and its moves.
fn name(book: &Book, line: u32) -> String {
    let line = &book.lines()[line as usize];
    let mut moves = String::new();
    let mut board = shakmaty::Chess::default();
    for (ply, &m) in line.moves.iter().enumerate() {
        if ply % 2 == 0 {
            moves += &format!(" {}.", ply / 2 + 1);
        }
        moves += &format!(
            " {}",
            shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut board, m)
        );
    }
    let eco = line.eco.map(|eco| eco.to_string()).unwrap_or_default();
    format!("{eco} {}:{moves}", line.name).trim().to_owned()
}

/// The job with its lines.
struct Drawing<'j> {
    job: &'j Openings,
    target: Target,
    /// Of each line, in the order of the target.
    names: Vec<String>,
    values: Vec<i64>,
}

impl Drawing<'_> {
    fn plan(&self) -> Plan {
        Plan {
            chains: 1,
            burn_in: self.job.burn_in,
            thinning: self.job.thinning,
        }
    }
}

impl Task for Drawing<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        Ok(Box::new(self))
    }

    fn table(&self) -> Table {
        let keys = [
            ("chain", Kind::Number),
            ("draw", Kind::Number),
            ("line", Kind::Text),
        ];
        Table::new(&keys, &["draws", "value"])
    }
}

impl Worker for &Drawing<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let (first, last) = shard.runs().map_err(Problem::Failed)?;
        let mut table = self.table();
        let (mut steps, mut accepted) = (0, 0);
        for chain in first..=last {
            if stop.load(Ordering::Relaxed) {
                return Err(Problem::Stopped);
            }
            let Openings { draws, seed, .. } = self.job;
            let drawn = self
                .target
                .draw_chain(chain - 1, *draws, self.plan(), *seed);
            steps += drawn.1.steps;
            accepted += drawn.1.accepted;
            for (draw, place) in (1..).zip(drawn.0) {
                let chain = i64::try_from(chain).unwrap_or(i64::MAX);
                let keys = vec![
                    Key::Number(chain),
                    Key::Number(draw),
                    self.names[place].as_str().into(),
                ];
                table
                    .add(keys, vec![1, self.values[place]])
                    .map_err(|error| Problem::Failed(error.to_string()))?;
            }
        }
        let counts = [
            ("chains", last - first + 1),
            ("steps", steps),
            ("accepted", accepted),
        ];
        Ok(Counted {
            extent: Extent::of_runs(first, last),
            counts: counts.map(|(name, n)| (name.to_owned(), n)).into(),
            table,
            problems: Vec::new(),
        })
    }
}

/// What all chains together are worth.
struct Pooled<'p> {
    acceptance: f64,
    effective: Option<f64>,
    reduction: Option<f64>,
    draws: usize,
    /// The lines, the most drawn first.
    lines: Vec<(&'p str, u64)>,
}

impl Pooled<'_> {
    fn of(part: &Part) -> Pooled<'_> {
        let mut courses: BTreeMap<&Key, Vec<f64>> = BTreeMap::new();
        let mut lines: BTreeMap<&str, u64> = BTreeMap::new();
        for (keys, sums) in part.table.rows() {
            let [chain, _, Key::Text(line)] = keys else {
                continue;
            };
            courses
                .entry(chain)
                .or_default()
                .push(sums[1] as f64 / UNIT);
            *lines.entry(line).or_default() += 1;
        }
        let courses: Vec<Vec<f64>> = courses.into_values().collect();
        let mut lines: Vec<_> = lines.into_iter().collect();
        lines.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        Pooled {
            acceptance: part.count("accepted") as f64 / part.count("steps").max(1) as f64,
            effective: mcmc::effective_sample_size(&courses),
            reduction: mcmc::potential_scale_reduction(&courses),
            draws: courses.iter().map(Vec::len).sum(),
            lines,
        }
    }
}

/// A result for people.
pub(super) fn text(part: &Part) -> String {
    let pooled = Pooled::of(part);
    let mut rows = vec![cells!["line", "draws", "share"]];
    for (line, times) in pooled.lines.iter().take(PRINTED) {
        rows.push(cells![
            line,
            times,
            percent(*times as f64 / pooled.draws.max(1) as f64, 2)
        ]);
    }
    let mut text = table(&rows);
    let more = pooled.lines.len().saturating_sub(PRINTED);
    if more > 0 {
        text += &format!("and {}\n", plural(more as u64, "more line"));
    }
    text + &format!(
        "\n{} of {}, {} of proposals accepted\neffective sample size {}, R-hat {}\n",
        counted(pooled.draws as u64, "draw"),
        counted(part.count("chains"), "chain"),
        percent(pooled.acceptance, 1),
        decimal(pooled.effective, 0),
        decimal(pooled.reduction, 4),
    )
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    let pooled = Pooled::of(part);
    let lines = pooled.lines.iter();
    let lines = lines.map(|(line, times)| json!({ "line": line, "draws": times }));
    json!({
        "draws": pooled.draws,
        "acceptance": pooled.acceptance,
        "effective_sample_size": pooled.effective,
        "r_hat": pooled.reduction,
        "lines": lines.collect::<Vec<_>>(),
    })
}
