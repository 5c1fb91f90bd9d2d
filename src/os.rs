//! What Chesslog asks of the operating system beyond the standard library: fork, limits, CPU time,
//! raw keys; locks whose holders may panic, and files that are written whole or not at all.
//!
//! A function that is safe only under a condition is `unsafe` and names it; each `unsafe` block says
//! why it is met.
#![allow(unsafe_code)]

mod family;
mod files;
mod parent;
mod rooms;
mod stack;

use std::{
    alloc::{GlobalAlloc, Layout, System, alloc_zeroed},
    env,
    ffi::OsStr,
    fs::File,
    io,
    os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd},
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use nix::{
    errno::Errno,
    fcntl::{FcntlArg, FdFlag, fcntl},
    libc,
    poll::{PollFd, PollFlags, PollTimeout, poll},
    sys::{
        resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit},
        signal::{SigHandler, Signal, signal},
        termios::{self, LocalFlags, SetArg, SpecialCharacterIndices, Termios},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    time::{ClockId, clock_gettime},
    unistd::{self, ForkResult, Pid, SysconfVar},
};

pub use family::FamilyClock;
pub use files::{read_text, same_file, save, save_with};
pub use parent::{die_with, outlive};
pub use rooms::{ROOMS, Rooms};
pub use stack::{DEEP_STACK, deepen_stack, report_stack_overflow};

/// What a lock holds; whoever has panicked with it has left it as good as it was.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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

/// Forks this process.
///
/// # Errors
///
/// When the system has no process or memory to spare.
///
/// # Safety
///
/// This process has one thread: in the child the others are gone, with what they have locked.
pub unsafe fn fork() -> io::Result<Fork> {
    // SAFETY: the caller's.
    Ok(match unsafe { unistd::fork() }? {
        ForkResult::Child => Fork::Child,
        ForkResult::Parent { child } => Fork::Parent(child.as_raw()),
    })
}

/// Ends the process at once: no destructors, no buffers flushed.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: _exit has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Kills a child that has not been waited for, and the processes that it has started.
pub fn kill(pid: i32) {
    let others = family::descendants(pid);
    for pid in std::iter::once(pid).chain(others) {
        // A descendant may be gone since.
        _ = nix::sys::signal::kill(Pid::from_raw(pid), Signal::SIGKILL);
    }
}

/// Kills the processes of the group that a child leads that has not been waited for.
pub fn kill_group(leader: u32) {
    if let Ok(leader @ 2..) = i32::try_from(leader) {
        _ = nix::sys::signal::killpg(Pid::from_raw(leader), Signal::SIGKILL);
    }
}

/// Waits for a child; `None` when there is no such child.
pub fn wait(pid: i32) -> Option<Ending> {
    loop {
        match waitpid(Pid::from_raw(pid), None) {
            Ok(WaitStatus::Exited(_, status)) => return Some(Ending::Exited(status)),
            Ok(WaitStatus::Signaled(_, signal, _)) => {
                return Some(Ending::Signalled(signal as i32));
            }
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return None,
        }
    }
}

/// Reaps children that have ended, without waiting for others.
pub fn reap() {
    let ended = || waitpid(None, Some(WaitPidFlag::WNOHANG));
    while ended().is_ok_and(|status| status != WaitStatus::StillAlive) {}
}

/// Leaves it to the system to reap the children of this process.
pub fn disown_children() {
    ignore(Signal::SIGCHLD);
}

/// Ignores Ctrl-C: the front end decides what it means.
pub fn ignore_interrupts() {
    ignore(Signal::SIGINT);
}

fn ignore(what: Signal) {
    // SAFETY: ignoring a signal installs no handler.
    _ = unsafe { signal(what, SigHandler::SigIgn) };
}

/// Makes orphaned descendants children of this process, which will reap them.
pub fn become_subreaper() {
    #[cfg(target_os = "linux")]
    {
        _ = nix::sys::prctl::set_child_subreaper(true);
    }
}

/// So many words that are 0; memory is used for those only that are written. `None` where there is no room.
pub fn zeroed_words(count: usize) -> Option<Vec<AtomicU64>> {
    let layout = Layout::array::<AtomicU64>(count).ok()?;
    if count == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout is not empty.
    let words = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    // SAFETY: the memory is of the global allocator and as large as so many words, all of which are 0.
    (!words.is_null()).then(|| unsafe { Vec::from_raw_parts(words, count, count) })
}

/// The memory of this machine, in bytes; 0 where the system does not tell.
pub fn memory_of_machine() -> u64 {
    let figure = |what| unistd::sysconf(what).ok().flatten().unwrap_or(0) as u64;
    figure(SysconfVar::_PHYS_PAGES) * figure(SysconfVar::PAGE_SIZE)
}

/// Lets this process grow by at most `bytes`, or without limit.
pub fn limit_memory(bytes: Option<u64>) {
    let most = getrlimit(Resource::RLIMIT_AS).map_or(libc::RLIM_INFINITY, |(_, most)| most);
    let limit = bytes.map_or(most, |bytes| {
        address_space().saturating_add(bytes).min(most)
    });
    _ = setrlimit(Resource::RLIMIT_AS, limit, most);
    MEMORY_LIMITED.store(bytes.is_some(), Ordering::Relaxed);
}

/// By how many bytes this process may still grow; `None` if it has no limit.
pub fn memory_left() -> Option<u64> {
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (limit != libc::RLIM_INFINITY).then(|| limit.saturating_sub(address_space()))
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
    let page = unistd::sysconf(SysconfVar::PAGE_SIZE).ok().flatten();
    pages.unwrap_or(0) * page.unwrap_or(0) as u64
}

/// Waits until one of the descriptors can be read or has hung up, or until the time is over.
///
/// Says for each whether it is ready.
pub fn wait_readable<const N: usize>(
    fds: [BorrowedFd<'_>; N],
    timeout: Option<Duration>,
) -> [bool; N] {
    let mut polled = fds.map(|fd| PollFd::new(fd, PollFlags::POLLIN));
    let timeout = timeout.map_or(PollTimeout::NONE, |timeout| {
        // Round up, or the last millisecond would be a busy loop.
        let milliseconds = timeout.as_micros().div_ceil(1000);
        PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX)
    });
    let ready = poll(&mut polled, timeout).is_ok_and(|ready| ready > 0);
    polled.map(|fd| ready && fd.any().unwrap_or(false))
}

/// Whether a pipe takes something without making its writer wait.
pub fn is_writable(fd: BorrowedFd<'_>) -> bool {
    let mut polled = [PollFd::new(fd, PollFlags::POLLOUT)];
    let ready = poll(&mut polled, PollTimeout::ZERO).is_ok_and(|ready| ready == 1);
    ready && polled[0].revents() == Some(PollFlags::POLLOUT)
}

/// Lets the next process that `command` starts inherit these descriptors.
pub fn inherit(command: &mut Command, fds: Vec<RawFd>) {
    use std::os::unix::process::CommandExt;
    // SAFETY: fcntl is async-signal-safe, and the closure allocates nothing.
    unsafe {
        command.pre_exec(move || {
            for &fd in &fds {
                // What is not open is an error of fcntl.
                let fd = BorrowedFd::borrow_raw(fd);
                fcntl(fd, FcntlArg::F_SETFD(FdFlag::empty()))?;
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
///
/// # Safety
///
/// The parent passed it for this process alone, and nobody else takes it over.
pub unsafe fn adopt(fd: RawFd) -> io::Result<File> {
    if fd < 3 {
        return Err(Errno::EBADF.into());
    }
    // SAFETY: what is not open is an error of fcntl. CLOEXEC keeps the descriptor from grandchildren.
    fcntl(
        unsafe { BorrowedFd::borrow_raw(fd) },
        FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC),
    )?;
    // SAFETY: the descriptor is open, and the caller's.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) }.into())
}

/// Sets an environment variable for the processes that this one starts.
///
/// # Safety
///
/// There are no other threads yet.
pub unsafe fn set_variable(name: &str, value: impl AsRef<OsStr>) {
    // SAFETY: the caller's.
    unsafe { env::set_var(name, value) };
}

/// The CPU time that this thread has used.
pub fn thread_time() -> Duration {
    cpu_time(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// The CPU time that all threads of this process have used.
pub fn process_time() -> Duration {
    cpu_time(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

fn cpu_time(clock: ClockId) -> Duration {
    clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}

/// The most memory, in bytes, that this process has had at once; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    // Kilobytes, but not everywhere.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss() as u64 * unit)
}

/// Reads one byte of standard input, and not one more: the rest is for whoever reads next.
pub fn read_key() -> Option<u8> {
    let mut byte = [0_u8];
    let read = unistd::read(io::stdin(), &mut byte).ok()?;
    (read == 1).then_some(byte[0])
}

/// A terminal in single-key mode, restored on drop.
#[derive(Debug)]
pub struct RawKeys(Termios);

impl RawKeys {
    /// Switches standard input to single keys without echo; `None` when it is no terminal.
    pub fn enable() -> Option<RawKeys> {
        let saved = termios::tcgetattr(io::stdin()).ok()?;
        let mut raw = saved.clone();
        // Ctrl-C is a key here too: there is nothing to interrupt.
        raw.local_flags &= !(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG);
        raw.control_chars[SpecialCharacterIndices::VMIN as usize] = 1;
        raw.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
        _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &raw);
        Some(RawKeys(saved))
    }
}

impl Drop for RawKeys {
    fn drop(&mut self) {
        _ = termios::tcsetattr(io::stdin(), SetArg::TCSANOW, &self.0);
    }
}

/// The null device and the real standard output.
static MUTE: OnceLock<(OwnedFd, OwnedFd)> = OnceLock::new();

/// How often the standard output was muted.
static MUTED: AtomicU32 = AtomicU32::new(0);

/// Makes [`mute_standard_output`] work; without it, it does nothing.
pub fn prepare_muting() {
    let null = File::options().write(true).open("/dev/null");
    if let (Ok(null), Ok(real)) = (null, unistd::dup(io::stdout())) {
        _ = MUTE.set((null.into(), real));
    }
}

/// Sends what is written to the standard output or error to nowhere, for good.
pub fn silence() {
    if let Some((null, _)) = MUTE.get() {
        _ = unistd::dup2_stdout(null);
        _ = unistd::dup2_stderr(null);
    }
}

/// Sends what is written to the standard output to nowhere, or no longer; calls nest.
pub fn mute_standard_output(on: bool) {
    let Some((null, real)) = MUTE.get() else {
        return;
    };
    let before = MUTED.load(Ordering::Relaxed);
    let now = if on {
        before + 1
    } else {
        before.saturating_sub(1)
    };
    MUTED.store(now, Ordering::Relaxed);
    if (now > 0) != (before > 0) {
        _ = unistd::dup2_stdout(if now > 0 { null } else { real });
    }
}
