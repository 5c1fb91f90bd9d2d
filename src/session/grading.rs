//! Marking a class: what is asked of each submission, what came of it, and how it is told.
//!
//! An [`Assignment`](assignment::Assignment) is read from a file of tests. A submission is marked ([`marking`]) in a branch
//! of an engine that has loaded the tests, and each of its tests in a branch of that, so nothing that it does reaches
//! anything else. [`report`] makes text, tables, pages and files for others of what came of it.

pub mod assignment;
pub mod given;
mod goals;
pub mod handed_in;
pub mod marking;
pub mod model;
mod program;
pub mod report;
mod rules;
pub mod similar;
