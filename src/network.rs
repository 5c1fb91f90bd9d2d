//! Networks on boards.

pub mod kernel;
