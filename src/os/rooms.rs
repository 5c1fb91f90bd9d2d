//! Buffers that outlive the process that fills them.
//!
//! Whoever writes text to a vector loses it when the process is killed. The vectors of [`Rooms`] lie in
//! memory that a process shares with the process that it was forked from, which can read what
//! came last. [`LimitedAllocator`](super::LimitedAllocator) places them there and lets them grow there;
//! where it is not installed, they are vectors like any other.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    io,
    ptr::{self, NonNull},
    sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering},
};

/// How many rooms there are.
pub const ROOMS: usize = 2;

/// Bytes of a room; pages that nobody writes to take no memory.
const SIZE: usize = 64 << 20;

/// The capacity of a vector in a room at first. The system rounds it up to pages anyway.
const FIRST: usize = 1 << 16;

/// Bytes before the first room.
const HEAD: usize = 1 << 16;

const WHOLE: usize = HEAD + ROOMS * SIZE;

/// What stands before the rooms: one for each.
#[repr(C)]
struct Head {
    /// Odd while text is being taken out of the room.
    version: AtomicU64,
    /// How many bytes have been taken out before those in the room.
    base: AtomicU64,
    /// What `base` will be when `version` is even again.
    next: AtomicU64,
    /// Bytes from here on are nobody's business.
    end: AtomicUsize,
}

/// Where the rooms are; the allocator has to tell their vectors from others. No process has two sets of rooms.
static START: AtomicUsize = AtomicUsize::new(0);
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// The room that the next allocation of `FIRST` bytes gets.
static OFFERED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Buffers in shared memory, one for each stream that somebody writes to.
#[derive(Debug)]
pub struct Rooms(NonNull<u8>);

impl Rooms {
    /// Makes the rooms of this process and those that it forks.
    ///
    /// # Errors
    ///
    /// When there is no memory to be had, or the process has rooms already.
    pub fn new() -> io::Result<Rooms> {
        if LENGTH.load(Ordering::Relaxed) > 0 {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let start = map(ptr::null_mut(), 0)?;
        START.store(start.as_ptr() as usize, Ordering::Relaxed);
        LENGTH.store(WHOLE, Ordering::Relaxed);
        let mut rooms = Rooms(start);
        rooms.begin();
        Ok(rooms)
    }

    fn head(&self, room: usize) -> &Head {
        debug_assert!(room < ROOMS);
        // SAFETY: the mapping begins with this array, page-aligned, and is never unmapped; zeroes are a value.
        unsafe { &*self.0.cast::<Head>().as_ptr().add(room) }
    }

    fn at(&self, room: usize, byte: usize) -> *mut u8 {
        debug_assert!(room < ROOMS && byte < SIZE);
        // SAFETY: that is within the mapping.
        unsafe { self.0.as_ptr().add(HEAD + room * SIZE + byte) }
    }

    /// An empty vector in a room, if the allocator of this program knows of rooms. The room must not have
    /// another.
    pub fn buffer(&self, room: usize) -> Vec<u8> {
        OFFERED.store(self.at(room, 0), Ordering::Relaxed);
        let buffer = Vec::with_capacity(FIRST);
        OFFERED.store(ptr::null_mut(), Ordering::Relaxed);
        buffer
    }

    /// Whether a vector is in its room: it moves out when it grows too large.
    pub fn has(&self, room: usize, buffer: &[u8]) -> bool {
        ptr::eq(buffer.as_ptr(), self.at(room, 0))
    }

    /// Counts bytes from 0 again. The rooms must be empty.
    pub fn begin(&mut self) {
        for room in 0..ROOMS {
            self.head(room).base.store(0, Ordering::Relaxed);
            self.open(room);
        }
    }

    /// Hides what stands in a room from byte `end` on.
    pub fn close(&self, room: usize, end: usize) {
        self.head(room).end.store(end, Ordering::Release);
    }

    /// Hides nothing any more.
    pub fn open(&self, room: usize) {
        self.close(room, SIZE);
    }

    /// Empties a buffer whose text is on its way. Those who look on never see half of it.
    pub fn empty(&self, room: usize, buffer: &mut Vec<u8>) {
        let head = self.head(room);
        let base = head.base.load(Ordering::Relaxed) + buffer.len() as u64;
        head.next.store(base, Ordering::Relaxed);
        head.version.fetch_add(1, Ordering::AcqRel);
        buffer.fill(0);
        buffer.clear();
        if !self.has(room, buffer) {
            // What it was before it moved out is still there.
            // SAFETY: the room is ours, and no vector is in it.
            unsafe { ptr::write_bytes(self.at(room, 0), 0, SIZE.min(buffer.capacity())) };
        }
        head.base.store(base, Ordering::Relaxed);
        head.version.fetch_add(1, Ordering::AcqRel);
    }

    /// Text of a room, at most `most` bytes, from byte number `from` of all that was ever in it on,
    /// and the number of its first byte. Nothing if there is none, or if it is just being taken out.
    ///
    /// It ends before a NUL character, of which nobody can tell from outside whether it was written.
    pub fn look(&self, room: usize, from: u64, most: usize) -> Option<(u64, String)> {
        let head = self.head(room);
        let version = head.version.load(Ordering::Acquire);
        if version % 2 == 1 {
            return None;
        }
        let base = head.base.load(Ordering::Relaxed);
        let skipped = usize::try_from(from.saturating_sub(base)).ok()?;
        let end = head
            .end
            .load(Ordering::Acquire)
            .min(SIZE)
            .min(skipped.saturating_add(most));
        let mut bytes = Vec::new();
        for at in skipped..end {
            // SAFETY: the byte is in the room; another process may be writing it.
            match unsafe { AtomicU8::from_ptr(self.at(room, at)) }.load(Ordering::Acquire) {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        if head.version.load(Ordering::Acquire) != version {
            return None;
        }
        if let Err(error) = std::str::from_utf8(&bytes) {
            bytes.truncate(error.valid_up_to());
        }
        let text = String::from_utf8(bytes).ok()?;
        (!text.is_empty()).then_some((base + skipped as u64, text))
    }

    /// Empties the rooms after the process that filled them has been killed: what it may still write
    /// goes nowhere.
    ///
    /// # Errors
    ///
    /// When there is no memory to be had.
    pub fn renew(&mut self) -> io::Result<()> {
        self.0 = map(self.0.as_ptr(), nix::libc::MAP_FIXED)?;
        self.begin();
        Ok(())
    }
}

/// Shared memory full of zeroes, at this address if the flags say so.
fn map(address: *mut u8, flags: nix::libc::c_int) -> io::Result<NonNull<u8>> {
    let flags = flags | nix::libc::MAP_SHARED | nix::libc::MAP_ANONYMOUS | nix::libc::MAP_NORESERVE;
    // SAFETY: a new mapping, or one in place of the rooms, whose vectors are empty in this process.
    let start = unsafe {
        nix::libc::mmap(
            address.cast(),
            WHOLE,
            nix::libc::PROT_READ | nix::libc::PROT_WRITE,
            flags,
            -1,
            0,
        )
    };
    match start == nix::libc::MAP_FAILED {
        true => Err(io::Error::last_os_error()),
        false => NonNull::new(start.cast()).ok_or_else(|| io::ErrorKind::OutOfMemory.into()),
    }
}

/// The room that is meant for this allocation.
pub(super) fn offered(layout: Layout) -> Option<*mut u8> {
    if layout.size() != FIRST || layout.align() != 1 || OFFERED.load(Ordering::Relaxed).is_null() {
        return None;
    }
    NonNull::new(OFFERED.swap(ptr::null_mut(), Ordering::Relaxed)).map(NonNull::as_ptr)
}

/// Whether a vector in a room has this memory.
pub(super) fn is_room(pointer: *mut u8) -> bool {
    (pointer as usize).wrapping_sub(START.load(Ordering::Relaxed)) < LENGTH.load(Ordering::Relaxed)
}

/// Lets a vector grow in its room, or moves it out.
pub(super) fn grown(pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    if size <= SIZE {
        return pointer;
    }
    // SAFETY: the layout is valid for `size`, as the caller of `realloc` has promised, and both
    // regions have `layout.size()` bytes.
    unsafe {
        let moved = System.alloc(Layout::from_size_align_unchecked(size, layout.align()));
        if !moved.is_null() {
            ptr::copy_nonoverlapping(pointer, moved, layout.size());
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_seen_until_it_is_taken_out() {
        let mut rooms = Rooms::new().unwrap();
        // The tests do not run under our allocator: this is what it would give.
        let mut buffer = Vec::new();
        let write = |buffer: &mut Vec<u8>, text: &str| {
            for byte in text.bytes() {
                // SAFETY: nobody else has the room.
                unsafe { *rooms.at(1, buffer.len()) = byte };
                buffer.push(byte);
            }
        };
        write(&mut buffer, "häl");
        assert_eq!(rooms.look(1, 0, 100), Some((0, "häl".to_owned())));
        assert_eq!(rooms.look(1, 0, 2), Some((0, "h".to_owned())));
        assert_eq!(rooms.look(1, 3, 100), Some((3, "l".to_owned())));
        assert_eq!(rooms.look(1, 4, 100), None);
        assert_eq!(rooms.look(0, 0, 100), None);
        rooms.close(1, 1);
        assert_eq!(rooms.look(1, 0, 100), Some((0, "h".to_owned())));
        rooms.open(1);
        rooms.empty(1, &mut buffer);
        assert_eq!((rooms.look(1, 0, 100), buffer.len()), (None, 0));
        let mut buffer = Vec::new();
        for byte in *b"lo" {
            // SAFETY: as above.
            unsafe { *rooms.at(1, buffer.len()) = byte };
            buffer.push(byte);
        }
        assert_eq!(rooms.look(1, 0, 100), Some((4, "lo".to_owned())));
        assert_eq!(rooms.look(1, 5, 100), Some((5, "o".to_owned())));
        rooms.renew().unwrap();
        assert_eq!(rooms.look(1, 0, 100), None);
        assert!(Rooms::new().is_err());
    }
}
