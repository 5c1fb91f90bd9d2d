//! The stack: how large it is, and what becomes of a process that has used it up.

use std::{
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
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
            let mut limit = stack_limit();
            limit.rlim_cur = (DEEP_STACK as libc::rlim_t).min(limit.rlim_max);
            // Without it, a deep term is too deep earlier.
            libc::setrlimit(libc::RLIMIT_STACK, &raw const limit);
            Ok(())
        });
    }
}

fn stack_limit() -> libc::rlimit {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: `limit` outlives the call.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) };
    limit
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
pub fn tell_stack_overflow() {
    let here = 0_u8;
    TOP.store(&raw const here as usize, Ordering::Relaxed);
    let limit = usize::try_from(stack_limit().rlim_cur).unwrap_or(usize::MAX);
    LIMIT.store(limit.min(DEEP_STACK as usize), Ordering::Relaxed);
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
