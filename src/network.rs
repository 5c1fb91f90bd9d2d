//! Networks on boards.

pub mod examples;
pub mod kernel;
mod layout;
pub mod train;

pub use examples::Examples;
pub use layout::Shape;
pub use train::Trainer;
