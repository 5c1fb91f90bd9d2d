//! Networks on boards.

pub mod kernel;
pub mod leela;
