//! Islands of evolution: a run is an island, on which strategies of an ending are bred. Its fittest are in its part, and a
//! later job may begin with those of a result of an earlier one: each island goes on with its own and with those of the
//! island before it, the first one with those of the last (a ring; E. Cantú-Paz, "A Survey of Parallel Genetic
//! Algorithms", 1998, section 5).

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};

use rayon::ThreadPoolBuilder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Counted, Problem, Task, Worker};
use crate::{
    endgame::{Arena, Ending, Strategy, Vocabulary, strategy::text as written},
    evolve::{
        Experiment, Findings, Search, Stopped,
        search::Patience,
        starts::{self, Start},
    },
    gp::{Code, Settings, Tree},
    random::Random,
    report::{cells, counted, percent, table},
    scale::{
        Extent, Job, Part, Pinned, Shard, Table, WrongJob, file,
        table::{Key, Kind},
    },
};

/// The sums of a strategy, in the order of the table's columns.
const SUMS: [&str; 6] = ["fitness", "won", "played", "proved", "winnable", "nodes"];
/// What a fitness is multiplied by to become a whole number.
const UNIT: f64 = 1e6;

/// Islands on which strategies are bred.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evolve {
    /// The ending, such as `krk`.
    pub ending: String,
    /// The experiment, from 1 to 5: see `chesslog evolve krk --help`.
    pub experiment: u8,
    /// Trees in a generation.
    pub population: u64,
    /// The most generations.
    pub generations: u64,
    /// Generations without anything better that end an island once all games are won.
    pub patience: u64,
    /// How many of its fittest trees are in an island's part.
    pub emigrants: u64,
    /// The seed of the first island; those of the others follow.
    pub seed: u64,
    /// How many jobs came before this one.
    pub epoch: u64,
    /// The result of the job before, with whose trees islands begin.
    pub settlers: Option<Pinned>,
}

impl Evolve {
    pub(in crate::scale) fn task<'j>(&'j self, job: &Job) -> Result<Box<dyn Task + 'j>, WrongJob> {
        let wrong = |error: String| WrongJob::Input(error);
        let ending: Ending = self
            .ending
            .parse()
            .map_err(|error| wrong(format!("{error}")))?;
        let vocabulary = Vocabulary::of(ending);
        let vocabulary =
            vocabulary.ok_or_else(|| wrong(format!("there is no vocabulary for {ending} yet")))?;
        let experiment = Experiment::numbered(self.experiment);
        let experiment = experiment
            .ok_or_else(|| wrong(format!("experiment {}: expected 1 to 5", self.experiment)))?;
        let settlers = match &self.settlers {
            None => BTreeMap::new(),
            Some(pinned) => {
                let path = job.input(pinned)?;
                let of = |why: String| wrong(format!("{}: {why}", path.display()));
                let part = file::read(&path).map_err(|error| of(error.to_string()))?;
                settlers(&part, ending).map_err(of)?
            }
        };
        Ok(Box::new(Islands {
            job: self,
            vocabulary,
            experiment,
            starts: starts::reference(ending),
            settlers,
        }))
    }
}

/// The trees of an earlier result as their codes, by island, the fittest first.
fn settlers(part: &Part, ending: Ending) -> Result<BTreeMap<i64, Vec<Vec<Code>>>, String> {
    let of = part.about.work["evolve"]["ending"].as_str();
    if of.is_none_or(|of| of.parse() != Ok(ending)) {
        return Err(format!(
            "expected the result of a job `evolve` about {ending}"
        ));
    }
    let mut settlers: BTreeMap<i64, Vec<Vec<Code>>> = BTreeMap::new();
    for (keys, _) in part.table.rows() {
        let [Key::Number(island), _, Key::Text(codes), _] = keys else {
            continue;
        };
        let codes = codes.split(' ').map(str::parse).collect::<Result<_, _>>();
        let codes = codes.map_err(|_| "a tree in it has codes that are no numbers".to_owned())?;
        settlers.entry(*island).or_default().push(codes);
    }
    Ok(settlers)
}

/// The job with its ending.
struct Islands<'j> {
    job: &'j Evolve,
    vocabulary: &'static Vocabulary,
    experiment: &'static Experiment,
    starts: Vec<Start>,
    settlers: BTreeMap<i64, Vec<Vec<Code>>>,
}

impl Islands<'_> {
    fn settings(&self, island: u64) -> Settings {
        let seed = self.job.seed.wrapping_add(island - 1);
        let usual = Settings::default();
        let population = usize::try_from(self.job.population).unwrap_or(usize::MAX);
        Settings {
            population,
            elite: usual.elite.min(population),
            // An island is not to breed again what it bred before.
            seed: match self.job.epoch {
                0 => seed,
                epoch => Random::of(&[seed, epoch]).next_number(),
            },
            ..usual
        }
    }

    /// The trees that an island begins with: its own, and those of the one before it.
    fn arrivals(&self, island: u64) -> impl Iterator<Item = &Vec<Code>> {
        let island = i64::try_from(island).unwrap_or(i64::MAX);
        let before = self.settlers.range(..island).next_back();
        let before = before.or_else(|| self.settlers.iter().next_back());
        let own = self.settlers.get_key_value(&island);
        own.into_iter().chain(before).flat_map(|(_, trees)| trees)
    }

    /// Breeds on an island; `None` if it was stopped.
    fn breed(&self, island: u64, stop: &AtomicBool) -> Option<Search> {
        let arena = Arena::of(self.vocabulary);
        let settings = self.settings(island);
        let judge = self
            .experiment
            .judge(arena, &self.starts, settings.bounds.nodes);
        let patience = Patience {
            generations: self.job.generations,
            without_progress: self.job.patience,
            time: None,
        };
        let trees: Vec<Tree> = self
            .arrivals(island)
            .filter_map(|codes| Tree::new(codes.clone(), judge.symbols()))
            .collect();
        let mut search = Search::new(judge, settings, patience, stop);
        search.run.settle(trees);
        search.finish(stop, |_| {});
        let whole = !stop.load(Ordering::Relaxed) && search.stopped != Some(Stopped::Interrupted);
        whole.then_some(search)
    }
}

impl Task for Islands<'_> {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, String> {
        Ok(Box::new(self))
    }

    fn table(&self) -> Table {
        let keys = [
            ("island", Kind::Number),
            ("rank", Kind::Number),
            ("codes", Kind::Text),
            ("strategy", Kind::Text),
        ];
        Table::new(&keys, &SUMS)
    }
}

impl Worker for &Islands<'_> {
    fn count(&mut self, shard: &Shard, stop: &AtomicBool) -> Result<Counted, Problem> {
        let (first, last) = shard.runs().map_err(Problem::Failed)?;
        let failed = |error: String| Problem::Failed(error);
        // Islands are counted side by side; each has one processor.
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| failed(format!("cannot start threads: {error}")))?;
        let mut table = self.table();
        let mut generations = 0;
        for island in first..=last {
            let search = pool.install(|| self.breed(island, stop));
            let search = search.ok_or(Problem::Stopped)?;
            generations += search.run.history.len() as u64;
            let fittest = search.run.fittest(self.job.emigrants as usize);
            for (rank, (tree, standing)) in (1..).zip(fittest) {
                let Some(strategy) = Strategy::from_codes(tree.codes(), self.vocabulary) else {
                    continue;
                };
                let text = written::write(&strategy, self.vocabulary, &[]);
                let island = i64::try_from(island).unwrap_or(i64::MAX);
                let codes: Vec<String> = tree.codes().iter().map(Code::to_string).collect();
                let keys = vec![
                    Key::Number(island),
                    Key::Number(rank),
                    codes.join(" ").as_str().into(),
                    text.as_str().into(),
                ];
                let (mut proved, mut winnable) = (0, 0);
                if rank == 1 {
                    let judge = &search.run.judge;
                    let seed = self.job.seed;
                    let findings =
                        Findings::of(self.experiment, judge, &self.starts, strategy, None, seed);
                    proved = findings.proof.won.positions;
                    winnable = findings.proof.winnable.positions;
                }
                let games = standing.games;
                let whole = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
                let sums = vec![
                    (standing.fitness * UNIT).round() as i64,
                    whole(games.won()),
                    whole(games.played()),
                    whole(proved),
                    whole(winnable),
                    tree.size() as i64,
                ];
                table
                    .add(keys, sums)
                    .map_err(|error| failed(error.to_string()))?;
            }
        }
        let counts = [("islands", last - first + 1), ("generations", generations)];
        Ok(Counted {
            extent: Extent::of_runs(first, last),
            counts: counts.map(|(name, n)| (name.to_owned(), n)).into(),
            table,
            problems: Vec::new(),
        })
    }
}

/// The best of each island, the best of all first: by what is proved, then by fitness.
fn best(part: &Part) -> Vec<(String, String, Vec<i64>)> {
    let rows = part
        .table
        .rows()
        .filter(|(keys, _)| keys[1] == Key::Number(1));
    let rows = rows.map(|(keys, sums)| (keys[0].to_string(), keys[3].to_string(), sums.to_vec()));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(_, _, sums)| std::cmp::Reverse((sums[3], sums[0])));
    rows
}

/// A result for people.
pub(super) fn text(part: &Part) -> String {
    let best = best(part);
    let mut rows = vec![cells!["island", "games won", "proved", "nodes"]];
    for (island, _, sums) in &best {
        let proved = sums[3] as f64 / sums[4].max(1) as f64;
        rows.push(cells![
            island,
            format!("{} of {}", sums[1], sums[2]),
            percent(proved, 3),
            sums[5]
        ]);
    }
    let mut text = table(&rows);
    if let Some((island, strategy, _)) = best.first() {
        text += &format!("\nthe best, of island {island}:\n\n{strategy}");
    }
    text + &format!(
        "\n{}, {}\n",
        counted(part.count("islands"), "island"),
        counted(part.count("generations"), "generation")
    )
}

/// A result for programs.
pub(super) fn json(part: &Part) -> Value {
    let islands = best(part).into_iter().map(|(island, strategy, sums)| {
        json!({
            "island": island.parse::<u64>().ok(),
            "strategy": strategy,
            "fitness": sums[0] as f64 / UNIT,
            "won": sums[1],
            "played": sums[2],
            "proved": sums[3],
            "winnable": sums[4],
            "nodes": sums[5],
        })
    });
    json!({ "islands": islands.collect::<Vec<_>>() })
}
