//! All tests that need the whole program, in one binary: linking Scryer takes longer than they do.
//!
//! Each module begins with what it holds; `tests/README.md` tells where conformity data may be.

/// A snapshot without the expression that made it.
macro_rules! assert_snapshot {
    ($($arguments:tt)*) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($($arguments)*) })
    };
}

mod atoms;
mod chart;
mod cli;
mod data;
mod datalog;
mod endgame;
mod engine;
mod evolve;
mod examples;
mod execute;
mod fairness;
mod faults;
mod games;
mod gp;
mod grade;
mod index;
mod iso;
mod layers;
mod learn;
mod learn_command;
mod learning_tasks;
mod loading;
mod lsp;
mod maia;
mod marking;
mod metagol;
mod metagol_background;
mod metagol_messages;
mod migo;
mod migo_prolog;
mod miscompiled;
mod network;
mod notebooks;
mod openings;
mod openings_command;
mod openings_prolog;
mod openings_train;
mod outputs;
mod perft;
mod play;
mod positions;
mod puzzles;
mod quads;
mod query_threads;
mod repl;
mod review;
mod sandbox;
mod scale;
mod serve;
mod sources;
mod start;
mod strategies;
mod svg;
mod swi;
mod swi_generated;
mod tactics;
mod tactics_evaluate;
mod tactics_learn;
mod transcripts;
mod uci;
mod verify;
