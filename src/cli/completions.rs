//! `chesslog completions SHELL`: what a shell needs to complete the arguments.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &CompletionsArguments) -> u8 {
    let mut script = Vec::new();
    let mut command = super::Arguments::command();
    generate(arguments.shell, &mut command, "chesslog", &mut script);
    super::print(&String::from_utf8_lossy(&script))
}
