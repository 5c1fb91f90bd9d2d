//! `chesslog lsp`: Prolog files in editors.

use super::fail;
use crate::lsp;

/// Runs the command and returns the exit status.
pub fn run() -> u8 {
    match lsp::serve() {
        Ok(status) => status,
        Err(message) => fail(&message),
    }
}
