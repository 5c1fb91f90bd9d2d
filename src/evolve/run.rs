//! Generations, judged and recorded.

use std::{cmp::Ordering, collections::HashMap};

use rayon::prelude::*;

use super::{
    judge::{Behaviour, Game, Judge, Proved, Standing},
    outcome::Tally,
    polish::{self, Polish},
    refuter,
};
use crate::{
    cancel::Cancel,
    endgame::{
        Strategy, Turn,
        proof::{Proof, Verdict},
    },
    gp::{Evolution, Settings, Tree},
};

/// The most counterexamples that join the games.
const MOST_COUNTEREXAMPLES: usize = 40;

/// So many proofs are remembered at most before a generation.
const MOST_PROOFS: usize = 100_000;

/// What a generation was like.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u64,
    /// The fitness of the best tree.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The nodes of the best tree.
    pub size: usize,
    /// The games of the best tree.
    pub games: Tally,
    /// The games of all trees.
    pub all_games: Tally,
    /// What is proved of the best tree, where that is computed.
    pub proved: Option<Proved>,
    /// How many trees were judged that had not been before.
    pub judged: usize,
    /// How many games each of them played.
    pub games_each: usize,
}

/// An experiment under way.
#[derive(Debug)]
pub struct Run {
    /// What trees are judged by.
    pub judge: Judge,
    /// One entry a generation.
    pub history: Vec<Generation>,
    evolution: Evolution,
    /// The trees of this generation.
    known: HashMap<Tree, Standing>,
    /// What was proved of behaviours: trees that do the same are proved once.
    proofs: HashMap<Behaviour, Proved>,
    /// The best tree so far.
    champion: Option<Champion>,
    /// Whether a game was added since the trees were judged.
    stale: bool,
}

/// A tree that was the best of its generation. The games may have become more since.
#[derive(Debug, Clone)]
struct Champion {
    tree: Tree,
    standing: Standing,
}

impl Champion {
    /// Whether this one takes the other's place: what is proved counts first, then the fitness if
    /// the games are the same.
    fn beats(&self, other: &Champion) -> bool {
        let (new, old) = (&self.standing, &other.standing);
        match new.by_proof(old) {
            Ordering::Equal => {
                new.games.played() != old.games.played() || new.fitness >= old.fitness
            }
            order => order.is_gt(),
        }
    }
}

impl Run {
    /// A run that has not begun; when it is cancelled, it has the first trees only.
    pub fn new(judge: Judge, settings: Settings, cancel: &Cancel<'_>) -> Run {
        Run {
            evolution: Evolution::begin(judge.symbols().clone(), settings, cancel),
            judge,
            history: Vec::new(),
            known: HashMap::new(),
            proofs: HashMap::new(),
            champion: None,
            stale: false,
        }
    }

    /// Judges the trees of the present generation, on rayon's threads, and records it; breeds the
    /// next one before, if there is one already. When it is cancelled, what was judged of a
    /// generation does not count, but for the first one, of which the best tree is kept.
    pub fn step(&mut self, cancel: &Cancel<'_>) -> Option<&Generation> {
        if !self.history.is_empty() && !self.evolution.breed_while(cancel) {
            return None;
        }
        // Not before: without values there would be nothing to choose parents by.
        if std::mem::take(&mut self.stale) {
            self.known.clear();
            self.evolution.forget();
        }
        if self.proofs.len() > MOST_PROOFS {
            self.proofs.clear();
        }
        let judged = match self.value(cancel) {
            Ok(judged) => judged,
            Err(best) => {
                self.crown_any(best.map(|best| *best));
                return None;
            }
        };
        let generation = self.record(judged);
        let refuted = generation.proved.is_some_and(|proved| proved.won < 1.0);
        self.crown();
        self.history.push(generation);
        if refuted {
            self.add_counterexample();
        }
        self.history.last()
    }

    /// Replaces trees of a run that has not begun by others, such as those of another run; as many as fit.
    pub fn settle(&mut self, trees: impl IntoIterator<Item = Tree>) {
        self.evolution.seed_with(trees);
    }

    /// So many of the best trees, each once: the best one so far, and the fittest of this generation.
    pub fn fittest(&self, number: usize) -> Vec<(Tree, Standing)> {
        let champion = self.champion.iter();
        let mut fittest: Vec<_> = champion
            .map(|champion| (champion.tree.clone(), champion.standing))
            .collect();
        let mut others: Vec<_> = self.known.iter().collect();
        others.sort_by(|(a, one), (b, other)| {
            let order = other.fitness.total_cmp(&one.fitness);
            order.then_with(|| a.cmp(b))
        });
        let others = others.into_iter();
        let others = others.filter(|(tree, _)| fittest.iter().all(|(known, _)| known != *tree));
        let others: Vec<_> = others
            .map(|(tree, standing)| (tree.clone(), *standing))
            .take(number)
            .collect();
        fittest.extend(others);
        fittest.truncate(number);
        fittest
    }

    /// The best tree so far; `None` before the first step.
    pub fn best_tree(&self) -> Option<&Tree> {
        self.champion.as_ref().map(|champion| &champion.tree)
    }

    /// The best strategy so far, without what makes no difference; `None` before the first step.
    pub fn best(&self) -> Option<Strategy> {
        let arena = self.judge.arena;
        let strategy = Strategy::from_codes(self.best_tree()?.codes(), arena.vocabulary)?;
        Some(polish::simplified(&strategy, &arena.cases))
    }

    /// Polishes the best tree; how many steps, at most this many, made it better. `tell` gets how many
    /// there were, and what the best tree is worth.
    pub fn polish(
        &mut self,
        most: usize,
        cancel: &Cancel<'_>,
        report: impl Fn(usize, &Standing),
    ) -> usize {
        let (Some(strategy), Some(champion)) = (self.best(), &mut self.champion) else {
            return 0;
        };
        let judge = &self.judge;
        let codes = strategy.codes(judge.arena.vocabulary);
        let Some(tree) = Tree::new(codes, judge.symbols()) else {
            return 0;
        };
        let mut polish = Polish::new(judge, tree, self.evolution.settings().bounds);
        let mut steps = 0;
        while steps < most {
            report(steps, &polish.best.0);
            if !polish.step(cancel) {
                break;
            }
            steps += 1;
        }
        let (standing, tree) = polish.best;
        *champion = Champion { tree, standing };
        steps
    }

    /// Remembers the best tree of a generation, if it is better than those before.
    fn crown(&mut self) {
        let best = self.evolution.best().expect("a population is not empty");
        let champion = Champion {
            tree: best.tree.clone(),
            standing: self.known[&best.tree],
        };
        if self.champion.as_ref().is_none_or(|old| champion.beats(old)) {
            self.champion = Some(champion);
        }
    }

    /// What a tree comes to by its games alone.
    fn played(&self, tree: &Tree, games: Tally) -> Champion {
        Champion {
            tree: tree.clone(),
            standing: self.judge.standing_of(games, None, tree.size()),
        }
    }

    /// Has some tree for the best one, if there is none yet: the first generation was cut off, and
    /// whoever ended it wants the best so far.
    fn crown_any(&mut self, best: Option<Champion>) {
        let first = self.evolution.population().first();
        let first = first.map(|one| {
            let games = self.judge.tally(&self.judge.behaviour(&one.tree));
            self.played(&one.tree, games)
        });
        self.champion = self.champion.take().or(best).or(first);
    }

    /// Values what has no value yet, equal trees once; how many were judged anew. If it was cancelled,
    /// the best of those that played all games.
    fn value(&mut self, cancel: &Cancel<'_>) -> Result<usize, Option<Box<Champion>>> {
        if cancel.is_set() {
            return Err(None);
        }
        let mut fresh: Vec<&Tree> = self
            .evolution
            .population()
            .iter()
            .map(|one| &one.tree)
            .collect();
        fresh.par_sort_unstable();
        fresh.dedup();
        let (old, judge) = (&self.known, &self.judge);
        let (kept, fresh): (Vec<&Tree>, Vec<&Tree>) =
            fresh.into_iter().partition(|tree| old.contains_key(*tree));
        let judged = fresh.len();
        let played = fresh.into_par_iter().map(|tree| {
            let play = || {
                let behaviour = judge.behaviour(tree);
                let tally = judge.tally(&behaviour);
                (tree, behaviour, tally)
            };
            (!cancel.is_set()).then(play)
        });
        let played: Vec<Option<(&Tree, Behaviour, Tally)>> = played.collect();
        let complete = played.iter().all(Option::is_some);
        let played: Vec<(&Tree, Behaviour, Tally)> = played.into_iter().flatten().collect();
        let best = || {
            let played = played
                .iter()
                .map(|(tree, _, games)| self.played(tree, *games));
            let best = played.reduce(|best, other| if other.beats(&best) { other } else { best });
            best.map(Box::new)
        };
        if !complete {
            return Err(best());
        }
        if judge.proof_weight > 0.0 {
            let mut unproved: Vec<&Behaviour> = played
                .iter()
                .map(|(_, behaviour, _)| behaviour)
                .filter(|behaviour| !self.proofs.contains_key(*behaviour))
                .collect();
            unproved.sort_unstable();
            unproved.dedup();
            let proved = unproved
                .into_par_iter()
                .map_init(Proof::default, |proof, behaviour| {
                    Some((behaviour.clone(), judge.proved(proof, behaviour, cancel)?))
                });
            let Some(proved) = proved.collect::<Option<Vec<(Behaviour, Proved)>>>() else {
                return Err(best());
            };
            self.proofs.extend(proved);
        }
        let mut known: HashMap<Tree, Standing> = kept
            .into_iter()
            .map(|tree| (tree.clone(), old[tree]))
            .collect();
        known.extend(played.into_iter().map(|(tree, behaviour, games)| {
            let proved = self.proofs.get(&behaviour).copied();
            (tree.clone(), judge.standing_of(games, proved, tree.size()))
        }));
        self.known = known;
        let unvalued: Vec<(usize, f64)> = self
            .evolution
            .unvalued()
            .map(|(at, tree)| (at, self.known[tree].fitness))
            .collect();
        for (at, fitness) in unvalued {
            self.evolution.tell(at, fitness);
        }
        Ok(judged)
    }

    fn record(&self, judged_anew: usize) -> Generation {
        let population = self.evolution.population();
        let mut all_games = Tally::default();
        let mut sum = 0.0;
        for individual in population {
            let judged = &self.known[&individual.tree];
            all_games += judged.games;
            sum += judged.fitness;
        }
        let best = self.evolution.best().expect("a population is not empty");
        let judged = &self.known[&best.tree];
        Generation {
            number: self.evolution.generation(),
            best: judged.fitness,
            mean: sum / population.len() as f64,
            size: best.tree.size(),
            games: judged.games,
            all_games,
            proved: judged.proved,
            judged: judged_anew,
            games_each: self.judge.games.len(),
        }
    }

    /// The proof of the best tree.
    fn proof(&self) -> Proof {
        let best = self.evolution.best().expect("a population is not empty");
        let (arena, behaviour) = (self.judge.arena, self.judge.behaviour(&best.tree));
        let mut proof = Proof::default();
        proof.decide(arena, |at| {
            arena.next(at, usize::from(behaviour[arena.case(at)]))
        });
        proof
    }

    /// A game that the best tree does not win joins the games: from a position that takes long to
    /// win under best play, against the defender who refutes the tree. The next generation is
    /// judged anew.
    fn add_counterexample(&mut self) {
        if self.judge.defenders.len() >= MOST_COUNTEREXAMPLES {
            return;
        }
        let (arena, proof) = (self.judge.arena, self.proof());
        let lost = arena
            .starts
            .iter()
            .filter(|at| proof.verdict(**at) == Verdict::NotWon);
        let Some(&start) = lost.max_by_key(|at| arena.table.code(Turn::Attacker, **at)) else {
            return;
        };
        let defender = self.judge.defenders.len();
        self.judge.defenders.push(refuter::replies(arena, &proof));
        self.judge.games.push(Game {
            start,
            turn: Turn::Attacker,
            defender,
        });
        self.stale = true;
    }
}
