//! Networks on boards.

pub mod adviser;
pub mod examples;
pub mod guide;
pub mod history;
pub mod input;
pub mod kernel;
mod layout;
pub mod leela;
mod piece_head;
pub mod puzzles;
pub mod score;
pub mod tower;
pub mod train;
pub mod weights;

pub use adviser::Adviser;
pub use examples::Examples;
pub use layout::Shape;
pub use piece_head::{FORMAT, PieceHead, Scratch, softmax};
pub use train::Trainer;
pub use weights::Weights;
