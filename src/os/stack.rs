//! The stack: how large it is, and what becomes of a process that has used it up.

use std::{
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use nix::{
    libc,
    sys::resource::{Resource, getrlimit, setrlimit},
};

use super::{OUT_OF_MEMORY, OUT_OF_STACK, exit_now};

/// The bytes of stack of a process that works on deep terms by recursion, as Scryer does. Only
/// what is used takes memory.
pub const DEEP_STACK: u64 = 1 << 30;

/// Lets the next process that `command` starts have a stack of [`DEEP_STACK`] bytes, or as many as the
/// system allows.
pub fn deepen_stack(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: getrlimit and setrlimit are async-signal-safe, and the closure allocates nothing.
    unsafe {
        command.pre_exec(|| {
            let (_, most) = getrlimit(Resource::RLIMIT_STACK)?;
            // Without it, a deep term is too deep earlier.
            _ = setrlimit(Resource::RLIMIT_STACK, DEEP_STACK.min(most), most);
            Ok(())
        });
    }
}

/// The address at which the stack begins, about, and how far down it may go.
static TOP: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(0);

/// How far the first byte that cannot be had may be from the limit, and what is above `TOP`.
const SLACK: usize = 4 << 20;

/// The stack on which the handler runs: there is no other left.
const HANDLER_STACK: usize = 1 << 16;

extern "C" fn overflowed(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the system passes the handler what it has asked for with SA_SIGINFO.
    let address = unsafe { (*info).si_addr() } as usize;
    let depth = (TOP.load(Ordering::Relaxed) + SLACK).wrapping_sub(address);
    let limit = LIMIT.load(Ordering::Relaxed);
    if depth <= limit + 2 * SLACK {
        // Where the limit is not reached, it was memory that could not be had.
        exit_now(match depth + 2 * SLACK >= limit {
            true => OUT_OF_STACK,
            false => OUT_OF_MEMORY,
        });
    }
    // The same again, without us.
    // SAFETY: the default action is no handler.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// From now on, a process that runs out of its stack ends with [`OUT_OF_STACK`]. To be called
/// early in the main thread, and about that thread only.
pub fn report_stack_overflow() {
    let here = 0_u8;
    TOP.store(&raw const here as usize, Ordering::Relaxed);
    let limit = getrlimit(Resource::RLIMIT_STACK).map_or(0, |(limit, _)| limit);
    LIMIT.store(limit.min(DEEP_STACK) as usize, Ordering::Relaxed);
    let stack = libc::stack_t {
        ss_sp: Box::leak(vec![0_u8; HANDLER_STACK].into_boxed_slice())
            .as_mut_ptr()
            .cast(),
        ss_flags: 0,
        ss_size: HANDLER_STACK,
    };
    // SAFETY: the stack is leaked, so it outlives the process; sigaction is plain data, for which all
    // zeroes is a value; the handler only reads atomics and ends the process.
    unsafe {
        if libc::sigaltstack(&raw const stack, std::ptr::null_mut()) != 0 {
            return;
        }
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = overflowed as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        for signal in [libc::SIGSEGV, libc::SIGBUS] {
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}
