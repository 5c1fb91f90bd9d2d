//! The command line program; see [`chesslog::cli`].

use std::process::ExitCode;

/// A failed allocation in a worker under a memory limit is a clean end.
#[global_allocator]
static ALLOCATOR: chesslog::os::LimitedAllocator = chesslog::os::LimitedAllocator;

fn main() -> ExitCode {
    chesslog::engine::serve_if_worker();
    chesslog::cli::main()
}
