//! What Chesslog asks of the operating system beyond the standard library: fork, limits, CPU time,
//! raw keys.
//!
//! Every function is safe to call; each `unsafe` block says why.
#![allow(unsafe_code)]

mod family;
mod parent;
mod rooms;
mod stack;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    env,
    ffi::OsStr,
    fs::File,
    io,
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd},
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, AtomicI32, Ordering},
    time::Duration,
};

pub use family::FamilyClock;
pub use parent::{die_with, outlive};
pub use rooms::{ROOMS, Rooms};
pub use stack::{DEEP_STACK, deepen_stack, tell_stack_overflow};

/// Where the program keeps what it can make again: `chesslog/NAME` in the cache directory of the XDG
/// base directory specification. `None` if the environment names no home.
pub fn cache_directory(name: &str) -> Option<PathBuf> {
    base_directory("XDG_CACHE_HOME", ".cache").map(|base| base.join(name))
}

/// Where the program keeps what its user has done: `chesslog` in the data directory of the same
/// specification. `None` if the environment names no home.
pub fn data_directory() -> Option<PathBuf> {
    base_directory("XDG_DATA_HOME", ".local/share")
}

/// The folder `chesslog` in a directory that a variable names, or else in one below the home.
fn base_directory(variable: &str, below_home: &str) -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    // The specification: paths that are not absolute are to be ignored.
    let xdg = set(variable).map(PathBuf::from);
    xdg.filter(|path| path.is_absolute())
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(below_home)))
        .map(|base| base.join("chesslog"))
}

/// Set where nothing but what comes with the program may be read.
static OFF_FILES: AtomicBool = AtomicBool::new(false);

/// From now on this process keeps off its user's files: it reads only what comes with the program,
/// and writes none.
pub fn keep_off_files() {
    OFF_FILES.store(true, Ordering::Relaxed);
}

/// Whether this process keeps off its user's files.
pub fn keeps_off_files() -> bool {
    OFF_FILES.load(Ordering::Relaxed)
}

/// The exit status of a process that ran out of its memory limit.
pub const OUT_OF_MEMORY: i32 = 86;

/// The exit status of a process that ran out of its stack.
pub const OUT_OF_STACK: i32 = 87;

/// Set where an allocation that fails ends the process with [`OUT_OF_MEMORY`] instead of aborting.
static MEMORY_LIMITED: AtomicBool = AtomicBool::new(false);

/// The system allocator; in a process under a memory limit a failed allocation is a clean end.
///
/// It also places vectors in [`Rooms`]. The binary installs it. Without it, running out of memory is reported as
/// a crash, and the last output of a process that is killed is lost.
#[derive(Debug)]
pub struct LimitedAllocator;

fn check(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() && MEMORY_LIMITED.load(Ordering::Relaxed) {
        exit_now(OUT_OF_MEMORY);
    }
    pointer
}

// SAFETY: every call is passed on to the system allocator unchanged, but for the memory of rooms, which no
// other allocation gets and which is never given back.
unsafe impl GlobalAlloc for LimitedAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if let Some(room) = rooms::offered(layout) {
            return room;
        }
        // SAFETY: the caller keeps GlobalAlloc's contract.
        check(unsafe { System.alloc(layout) })
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        check(unsafe { System.alloc_zeroed(layout) })
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if rooms::is_room(pointer) {
            return;
        }
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if rooms::is_room(pointer) {
            return check(rooms::grown(pointer, layout, size));
        }
        // SAFETY: as above.
        check(unsafe { System.realloc(pointer, layout, size) })
    }
}

/// Which side of a fork this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fork {
    /// The new process.
    Child,
    /// The old process, with the child's process id.
    Parent(i32),
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with a status.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
}

/// Forks this process, which must be single-threaded.
///
/// # Errors
///
/// When the system has no process or memory to spare.
pub fn fork() -> io::Result<Fork> {
    // SAFETY: the worker is single-threaded, so the child holds no lock of a vanished thread.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Fork::Child),
        pid => Ok(Fork::Parent(pid)),
    }
}

/// Ends the process at once: no destructors, no buffers flushed.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: _exit has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Kills a child that has not been waited for, and the processes that it has started.
pub fn kill(pid: i32) {
    let others = family::descendants(pid);
    // SAFETY: the caller's own child, not yet reaped, so the id is still its.
    unsafe { libc::kill(pid, libc::SIGKILL) };
    for other in others {
        // SAFETY: it was below the child a moment ago.
        unsafe { libc::kill(other, libc::SIGKILL) };
    }
}

/// Kills the processes of the group that a child leads that has not been waited for.
pub fn kill_group(leader: u32) {
    if let Ok(leader @ 2..) = i32::try_from(leader) {
        // SAFETY: the leader is the caller's own child, not yet reaped, so the group is still its.
        unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
}

/// Waits for a child; `None` when there is no such child.
pub fn wait(pid: i32) -> Option<Ending> {
    let mut status = 0;
    loop {
        // SAFETY: `status` outlives the call.
        let done = unsafe { libc::waitpid(pid, &mut status, 0) };
        if done > 0 {
            return Some(match libc::WIFSIGNALED(status) {
                true => Ending::Signalled(libc::WTERMSIG(status)),
                false => Ending::Exited(libc::WEXITSTATUS(status)),
            });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

/// Reaps children that have ended, without waiting for others.
pub fn reap() {
    // SAFETY: no status is asked for.
    while unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } > 0 {}
}

/// Leaves it to the system to reap the children of this process.
pub fn disown_children() {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
}

/// Makes orphaned descendants children of this process, which will reap them.
pub fn become_subreaper() {
    #[cfg(target_os = "linux")]
    // SAFETY: this option takes one integer and touches no memory.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1)
    };
}

/// Ignores Ctrl-C: the front end decides what it means.
pub fn ignore_interrupts() {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { libc::signal(libc::SIGINT, libc::SIG_IGN) };
}

/// Lets this process grow by at most `bytes`, or without limit.
pub fn limit_memory(bytes: Option<u64>) {
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: `limit` outlives both calls.
    unsafe {
        libc::getrlimit(libc::RLIMIT_AS, &mut limit);
        limit.rlim_cur = match bytes {
            Some(bytes) => address_space().saturating_add(bytes).min(limit.rlim_max),
            None => limit.rlim_max,
        };
        libc::setrlimit(libc::RLIMIT_AS, &limit);
    }
    MEMORY_LIMITED.store(bytes.is_some(), Ordering::Relaxed);
}

/// By how many bytes this process may still grow; `None` if it has no limit.
pub fn memory_left() -> Option<u64> {
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: `limit` outlives the call.
    unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) };
    (limit.rlim_cur != libc::RLIM_INFINITY).then(|| limit.rlim_cur.saturating_sub(address_space()))
}

/// The size of this process's address space in bytes; 0 where the system does not tell.
fn address_space() -> u64 {
    memory_figure(0)
}

/// The memory that this process holds now, in bytes; 0 where the system does not tell.
pub fn resident_memory() -> u64 {
    memory_figure(1)
}

/// A figure of the memory of this process, which the system counts in pages.
fn memory_figure(place: usize) -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split(' ').nth(place)?.parse::<u64>().ok());
    // SAFETY: sysconf reads a constant.
    pages.map_or(0, |pages| {
        pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64
    })
}

/// Waits until one of the descriptors can be read or has hung up, or until the time is over.
///
/// Says for each whether it is ready.
pub fn wait_readable<const N: usize>(
    fds: [BorrowedFd<'_>; N],
    timeout: Option<Duration>,
) -> [bool; N] {
    let mut polled = fds.map(|fd| libc::pollfd {
        fd: fd.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    });
    let milliseconds = timeout.map_or(-1, |timeout| {
        // Round up, or the last millisecond would be a busy loop.
        i32::try_from(timeout.as_micros().div_ceil(1000)).unwrap_or(i32::MAX)
    });
    // SAFETY: `polled` has N entries and outlives the call.
    let ready = unsafe { libc::poll(polled.as_mut_ptr(), N as libc::nfds_t, milliseconds) };
    polled.map(|fd| ready > 0 && fd.revents != 0)
}

/// Whether a pipe takes something without making its writer wait.
pub fn is_writable(fd: BorrowedFd<'_>) -> bool {
    let mut polled = libc::pollfd {
        fd: fd.as_raw_fd(),
        events: libc::POLLOUT,
        revents: 0,
    };
    // SAFETY: `polled` is one entry and outlives the call.
    unsafe { libc::poll(&raw mut polled, 1, 0) == 1 && polled.revents == libc::POLLOUT }
}

/// Lets the next process that `command` starts inherit these descriptors.
pub fn inherit(command: &mut Command, fds: Vec<RawFd>) {
    use std::os::unix::process::CommandExt;
    // SAFETY: fcntl is async-signal-safe, and the closure allocates nothing.
    unsafe {
        command.pre_exec(move || {
            for &fd in &fds {
                if libc::fcntl(fd, libc::F_SETFD, 0) == -1 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
}

/// Takes over a descriptor that the parent process passed by number.
///
/// # Errors
///
/// When no such descriptor is open.
pub fn adopt(fd: RawFd) -> io::Result<File> {
    // SAFETY: F_GETFD and F_SETFD touch no memory; CLOEXEC keeps the descriptor from grandchildren.
    if fd < 3 || unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } == -1 {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    // SAFETY: the descriptor is open, and the parent passed it for this process alone.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) }.into())
}

/// Sets an environment variable for the processes that this one starts.
///
/// Only to be called before there are other threads.
pub fn set_variable(name: &str, value: impl AsRef<OsStr>) {
    // SAFETY: the command line program sets it before it starts a thread.
    unsafe { env::set_var(name, value) };
}

/// The CPU time that this thread has used.
pub fn thread_time() -> Duration {
    cpu_time(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// The CPU time that all threads of this process have used.
pub fn process_time() -> Duration {
    cpu_time(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn cpu_time(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a timespec and outlives the call.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The most memory, in bytes, that this process has had at once; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    // SAFETY: rusage is plain data, for which all zeroes is a value, and outlives the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    // Kilobytes, but not everywhere.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    u64::try_from(usage.ru_maxrss).map_or(0, |peak| peak * unit)
}

/// Reads one byte of standard input, and not one more: the rest is for whoever reads next.
pub fn read_key() -> Option<u8> {
    let mut byte = 0_u8;
    // SAFETY: `byte` is one byte and outlives the call.
    let read = unsafe { libc::read(0, (&raw mut byte).cast(), 1) };
    (read == 1).then_some(byte)
}

/// Whether the standard input has places that can be sought, as a file has, and a pipe or a terminal has not.
pub fn input_is_sought() -> bool {
    // SAFETY: lseek touches no memory, and moves nothing here.
    unsafe { libc::lseek(0, 0, libc::SEEK_CUR) >= 0 }
}

/// A terminal in single-key mode, restored on drop.
#[derive(Debug)]
pub struct RawKeys(libc::termios);

impl RawKeys {
    /// Switches standard input to single keys without echo; `None` when it is no terminal.
    pub fn enable() -> Option<RawKeys> {
        // SAFETY: termios is plain data, for which all zeroes is a value, and outlives the calls.
        unsafe {
            let mut saved: libc::termios = std::mem::zeroed();
            if libc::tcgetattr(0, &mut saved) != 0 {
                return None;
            }
            let mut raw = saved;
            // Ctrl-C is a key here too: there is nothing to interrupt.
            raw.c_lflag &= !(libc::ICANON | libc::ECHO | libc::ISIG);
            raw.c_cc[libc::VMIN] = 1;
            raw.c_cc[libc::VTIME] = 0;
            libc::tcsetattr(0, libc::TCSANOW, &raw);
            Some(RawKeys(saved))
        }
    }
}

impl Drop for RawKeys {
    fn drop(&mut self) {
        // SAFETY: the settings were read from this terminal.
        unsafe { libc::tcsetattr(0, libc::TCSANOW, &self.0) };
    }
}

/// Descriptors of the null device and of the real standard output, and how often it was muted.
static MUTE: [AtomicI32; 3] = [AtomicI32::new(-1), AtomicI32::new(-1), AtomicI32::new(0)];

/// Makes [`mute_standard_output`] work; without it, it does nothing.
pub fn prepare_muting() {
    let [null, real, _] = &MUTE;
    if let Ok(file) = File::options().write(true).open("/dev/null") {
        null.store(OwnedFd::from(file).into_raw_fd(), Ordering::Relaxed);
        // SAFETY: dup takes a number and answers with one, or -1.
        real.store(unsafe { libc::dup(1) }, Ordering::Relaxed);
    }
}

/// Sends what is written to the standard output to nowhere, or no longer; calls nest.
pub fn mute_standard_output(on: bool) {
    let [null, real, depth] = MUTE.each_ref().map(|number| number.load(Ordering::Relaxed));
    if null < 0 || real < 0 {
        return;
    }
    let now = (depth + if on { 1 } else { -1 }).max(0);
    MUTE[2].store(now, Ordering::Relaxed);
    if (now > 0) != (depth > 0) {
        // SAFETY: both descriptors are ours and stay open.
        unsafe { libc::dup2(if now > 0 { null } else { real }, 1) };
    }
}
