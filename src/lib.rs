//! Chesslog: a Prolog system that knows chess.
//!
//! A Rust program embeds Scryer Prolog and gives it chess: background knowledge as native
//! predicates, games and positions as data, and learners that find strategy as readable logic
//! programs.
//!
//! ```no_run
//! use chesslog::engine::{Engine, Input, Limits};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     chesslog::engine::serve_if_worker();
//!     let mut engine = Engine::spawn(Input::Standard)?;
//!     for event in engine.query("start_position(P), legal_move(F, T, P).", Limits::default()) {
//!         println!("{:?}", event?);
//!     }
//!     Ok(())
//! }
//! ```
//!
#![doc = include_str!("architecture.md")]
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

// First, since all others print with its macros.
#[macro_use]
pub mod terminal;

pub mod bits;
pub mod cancel;
pub mod chart;
pub mod chess;
pub mod cli;
pub mod datalog;
pub mod endgame;
pub mod engine;
pub mod evolve;
pub mod games;
pub mod gp;
pub mod ilp;
pub mod kernel;
pub mod library;
pub mod mcmc;
pub mod migo;
pub mod mil;
pub mod native;
pub mod network;
pub mod openings;
pub mod os;
pub mod random;
pub mod repl;
pub mod report;
pub mod session;
pub mod syntax;
pub mod tactics;
pub mod term;
pub mod uci;
