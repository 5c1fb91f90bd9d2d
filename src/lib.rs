//! Chesslog: a Prolog system that knows chess.
//!
//! A Rust program embeds Scryer Prolog and gives it chess: background knowledge as native
//! predicates, games and positions as data, and learners that find strategy as readable logic
//! programs. Most people use it as the program `chesslog`; this crate is what it is made of.
//!
//! | module | what it offers | begins with |
//! |---|---|---|
//! | [`session`] | Prolog for whatever talks to people: text in; answers, sentences, pictures out | [`Session::start`](session::Session::start) |
//! | [`engine`] | Prolog that its host can trust: requests with limits, events that come back | [`Engine::spawn`](engine::Engine::spawn) |
//! | [`chess`] | positions, moves, attacks, motifs, search; games, puzzles and positions from files | [`Position::parse`](chess::Position::parse) |
//! | [`datalog`] | Datalog at run time | [`Program::compile`](datalog::Program::compile) |
//! | [`ilp`] | learning from failures: the smallest program that covers what it should | [`learn`](ilp::learn()) |
//! | [`tactics`] | tactics learned from games, and how good they are | [`tactics::learn`] |
//! | [`mil`] | Metagol's search, natively | [`Machine`](mil::Machine) |
//! | [`games`], [`migo`] | games as graphs of states; strategies learned by playing | [`games::named`] |
//! | [`gp`], [`evolve`] | genetic programming; strategies of endings that are bred | [`Evolution`](gp::Evolution) |
//! | [`endgame`] | distances to mate, strategies in words, proofs of what they win | [`Tables`](endgame::Tables) |
//! | [`openings`], [`mcmc`] | opening lines as a graph, samples of them, and what a sample is worth | [`Book`](openings::Book) |
//! | [`network`] | a network that says which piece to move, and Maia | [`Adviser`](network::Adviser) |
//! | [`scale`] | jobs over shards of games and puzzles, whose results add up | [`Job`](scale::Job) |
//! | [`uci`] | engines that speak the Universal Chess Interface | [`uci::Engine`] |
//!
//! Each has an example on its own page; three whole programs are in `tests/examples`: a program with
//! Prolog in it (`embed`), Datalog without Prolog (`datalog`), and a learner (`learn`). The terms that
//! cross are those of [`term`]; long work is stopped by [`cancel`]; what is drawn at random comes from
//! [`random`], so that the same seed gives the same run.
//!
//! ```no_run
//! use chesslog::engine::{Engine, Input, Limits};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // The engine starts this program a second time, as its worker.
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
mod terminal;

mod bits;
pub mod cancel;
#[doc(hidden)]
pub mod chart;
pub mod chess;
#[doc(hidden)]
pub mod cli;
pub mod datalog;
pub mod endgame;
pub mod engine;
pub mod evolve;
pub mod games;
pub mod gp;
pub mod ilp;
mod kernel;
#[doc(hidden)]
pub mod library;
mod lsp;
pub mod mcmc;
pub mod migo;
pub mod mil;
#[doc(hidden)]
pub mod native;
pub mod network;
pub mod openings;
#[doc(hidden)]
pub mod os;
pub mod random;
mod relation;
mod repl;
#[doc(hidden)]
pub mod report;
pub mod scale;
mod serve;
pub mod session;
#[doc(hidden)]
pub mod syntax;
pub mod tactics;
pub mod term;
pub mod uci;
