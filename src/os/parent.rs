//! Processes that end with their parent, however that ends.

/// Ends this process as soon as its parent, the process `parent`, has ended.
///
/// Linux does so at once; elsewhere the process looks ten times a second.
pub fn die_with(parent: i32) {
    #[cfg(target_os = "linux")]
    {
        _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(target_os = "linux"))]
    watch::begin(parent);
    // It may have ended before we asked.
    if nix::unistd::getppid().as_raw() != parent {
        super::exit_now(1);
    }
}

/// Lets this process live on when its parent ends.
pub fn outlive() {
    #[cfg(target_os = "linux")]
    {
        _ = nix::sys::prctl::set_pdeathsig(None);
    }
    #[cfg(not(target_os = "linux"))]
    watch::end();
}

/// A timer whose signal handler looks whether the parent is still there.
#[cfg(any(test, not(target_os = "linux")))]
mod watch {
    use std::sync::atomic::{AtomicI32, Ordering};

    use nix::libc;

    static PARENT: AtomicI32 = AtomicI32::new(0);

    const INTERVAL: libc::suseconds_t = 100_000;

    extern "C" fn look(_: libc::c_int) {
        // SAFETY: getppid and _exit may be called in a signal handler.
        unsafe {
            if libc::getppid() != PARENT.load(Ordering::Relaxed) {
                libc::_exit(1);
            }
        }
    }

    pub fn begin(parent: i32) {
        PARENT.store(parent, Ordering::Relaxed);
        // SAFETY: sigaction is plain data, for which all zeroes is a value; the handler only does what
        // handlers may do, and system calls that it interrupts go on.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = look as *const () as usize;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(libc::SIGALRM, &raw const action, std::ptr::null_mut());
        }
        set(INTERVAL);
    }

    pub fn end() {
        set(0);
    }

    fn set(interval: libc::suseconds_t) {
        let interval = libc::timeval {
            tv_sec: 0,
            tv_usec: interval,
        };
        let timer = libc::itimerval {
            it_interval: interval,
            it_value: interval,
        };
        // SAFETY: `timer` outlives the call.
        unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, std::ptr::null_mut()) };
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, pipe},
        time::Duration,
    };

    use crate::os::{self, Fork};

    /// Forks a process whose child runs `tie` and then sleeps for ever; returns when both have ended.
    fn child_ends_with_parent(tie: fn(i32)) {
        let (mut reader, writer) = pipe().unwrap();
        // SAFETY: the children only use what they have, and end without cleaning up.
        match unsafe { os::fork() }.unwrap() {
            Fork::Parent(pid) => {
                drop(writer);
                os::wait(pid);
                // The end comes when nobody holds the other end of the pipe.
                assert_eq!(reader.read(&mut [0]).unwrap(), 0);
            }
            Fork::Child => {
                let parent = std::process::id() as i32;
                // SAFETY: this process has one thread.
                if let Ok(Fork::Child) = unsafe { os::fork() } {
                    tie(parent);
                    loop {
                        std::thread::sleep(Duration::from_secs(1));
                    }
                }
                os::exit_now(0);
            }
        }
    }

    #[test]
    fn a_child_ends_with_its_parent() {
        child_ends_with_parent(super::die_with);
    }

    #[test]
    fn a_child_looks_for_its_parent() {
        child_ends_with_parent(|parent| {
            // It may stop looking, and begin again.
            super::watch::begin(0);
            super::watch::end();
            super::watch::begin(parent);
        });
    }
}
