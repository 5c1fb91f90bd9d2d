//! Runs jobs on all threads, each with a machine of its own, and has Prolog asked in between.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use rayon::prelude::*;

use super::{
    super::language::Language,
    machine::{Halt, Limits, Machine},
};
use crate::ilp::{
    relations::{Demand, Relations},
    tester::Stopped,
};

/// A machine for each thread.
pub struct Pool<'a> {
    machines: Vec<Mutex<Machine<'a>>>,
    relations: &'a Relations,
    cancel: &'a AtomicBool,
}

impl<'a> Pool<'a> {
    pub fn new(
        language: &'a Language,
        relations: &'a Relations,
        limits: Limits,
        cancel: &'a AtomicBool,
    ) -> Pool<'a> {
        let machines = (0..rayon::current_num_threads().max(1))
            .map(|_| Mutex::new(Machine::new(language, relations, limits, cancel)))
            .collect();
        Pool {
            machines,
            relations,
            cancel,
        }
    }

    /// An error once the search is to end.
    pub fn look(&self) -> Result<(), Stopped> {
        Stopped::look(self.cancel)
    }

    /// The flag that ends the search.
    pub fn cancel(&self) -> &'a AtomicBool {
        self.cancel
    }

    /// What the job says of each item. A job that ran into background calls that Prolog was not yet
    /// asked is done again once they are answered.
    pub fn run<T: Sync, R: Send>(
        &self,
        items: &[T],
        job: impl Fn(&mut Machine<'a>, &T) -> Result<R, Halt> + Sync,
    ) -> Result<Vec<R>, Stopped> {
        let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..items.len()).collect();
        while !open.is_empty() {
            self.look()?;
            let done: Vec<(Result<R, Halt>, Vec<Demand>)> = open
                .par_iter()
                .with_min_len(8)
                .map(|&index| {
                    if self.cancel.load(Ordering::Relaxed) {
                        return (Err(Halt::Cancelled), Vec::new());
                    }
                    let thread = rayon::current_thread_index().unwrap_or_default();
                    let machine = &self.machines[thread % self.machines.len()];
                    let mut machine = machine.lock().unwrap_or_else(PoisonError::into_inner);
                    machine.demands.clear();
                    let result = job(&mut machine, &items[index]);
                    (result, std::mem::take(&mut machine.demands))
                })
                .collect();
            let mut demands: Vec<Demand> = Vec::new();
            let mut again = Vec::new();
            for (index, (result, missing)) in open.into_iter().zip(done) {
                if result.as_ref().err() == Some(&Halt::Cancelled) {
                    return Err(Stopped::Cancelled);
                }
                if missing.is_empty() {
                    results[index] = result.ok();
                } else {
                    demands.extend(missing);
                    again.push(index);
                }
            }
            demands.sort_unstable();
            demands.dedup();
            self.relations.demand(&demands)?;
            open = again;
        }
        Ok(results.into_iter().flatten().collect())
    }
}
