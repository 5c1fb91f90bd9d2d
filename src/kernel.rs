//! Notebooks: cells in, pictures and tables out.

pub mod interpreter;
mod magics;
pub mod notebook;
pub mod prolog;
