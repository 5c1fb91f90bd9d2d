//! A network that says which piece to move.

pub mod examples;
pub mod history;
pub mod input;
pub mod puzzles;
pub mod score;
