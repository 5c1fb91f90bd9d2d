//! Genetic programming: trees that are bred until one is good.
//!
//! The method is that of J. R. Koza, "Genetic Programming", MIT Press, 1992. This folder knows trees
//! and numbers only: what a symbol means, and what a tree is worth, is somebody else's matter.
//! [`Evolution`] is a stepper, so that trees can be valued natively, on many threads, or in Prolog;
//! [`Run`] adds when to stop, and what is reported. A [`Problem`] is valued natively.
//!
//! ```
//! use chesslog::gp::{Evolution, Settings, Symbols};
//!
//! // Two functions of two arguments, and three leaves.
//! let symbols = Symbols::new(&[2, 2], 3).unwrap();
//! let settings = Settings { population: 50, ..Settings::default() };
//! let mut evolution = Evolution::new(symbols, settings);
//! for _ in 0..5 {
//!     evolution.value_with(|tree| tree.codes().iter().filter(|code| **code == 4).count() as f64);
//!     evolution.breed();
//! }
//! ```

pub mod breed;
pub mod evolution;
pub mod problem;
pub mod run;
pub mod tree;

pub use evolution::{Evolution, Individual, Settings};
pub use problem::Problem;
pub use run::{Generation, Limits, Run, Stop};
pub use tree::{Code, Symbols, Tree};
