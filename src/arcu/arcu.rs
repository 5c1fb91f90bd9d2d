//! The cell in which Scryer Prolog keeps its atoms, with changes in place.
//!
//! Scryer asks for the crate `arcu`: a cell whose value is replaced while readers keep what they hold. For each new
//! atom it copies the table of all atoms, adds one, and puts the copy into the cell (`AtomTable::build_with` in
//! scryer-prolog 0.10.0), so that `n` atoms take time in `n²`: 70 µs for an atom at the start, 360 µs when there are
//! 300,000. `[patch.crates-io]` in `Cargo.toml` puts this in the place of that crate. It has the same names, as far as
//! Scryer has use of them, but [`RcuRef::clone`], with which Scryer means to copy, gives a [`Draft`] of the value
//! itself where nobody else is reading it. To put that back is all that is left to do then, and a new atom costs the
//! same however many there are.
//!
//! Values that are replaced as a whole are kept for those that read them, as in the original.

use std::{
    cell::UnsafeCell,
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
    ptr::NonNull,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

pub mod atomic {
    pub use super::Arcu;
}

pub mod rcu_ref {
    pub use super::RcuRef;
}

pub mod epoch_counters {
    /// How Scryer says that any thread may read; there is no other way here.
    pub struct GlobalEpochCounterPool;
}

/// What Scryer calls of a cell.
pub trait Rcu: Sized {
    type Item;
    type Pool;

    fn new<'a>(initial: impl Into<Value<'a, Self::Item>>, pool: Self::Pool) -> Self
    where
        Self::Item: 'a;

    /// The value as it is now, for as long as the reference lives. Waits while a draft of it is changed.
    fn read(&self) -> RcuRef<Self::Item, Self::Item>;

    /// Who reads from now on sees the new value; who holds the old one keeps it. Gives the old one back, or where it is
    /// the new one, too, since it was changed in place, that.
    fn replace<'a>(&self, new: impl Into<Value<'a, Self::Item>>) -> Arc<Self::Item>
    where
        Self::Item: 'a;
}

/// In [`Slot::holders`] while a [`Draft`] is the value itself.
const CHANGING: usize = 1 << (usize::BITS - 1);
/// In [`Slot::holders`] as long as the value is that of a cell.
const ACTIVE: usize = CHANGING >> 1;

/// A value and who holds it. The last of them frees it.
struct Slot<T> {
    /// The number of readers, with [`ACTIVE`] and [`CHANGING`].
    holders: AtomicUsize,
    /// How often the value was changed in place. Changes only together with the value.
    version: AtomicUsize,
    /// Changes while [`CHANGING`] is set. Only those who were given it by [`Rcu::replace`] share it.
    value: UnsafeCell<Arc<T>>,
}

impl<T> Slot<T> {
    /// A value for a cell, without a reader.
    fn new(value: Arc<T>) -> NonNull<Self> {
        NonNull::from(Box::leak(Box::new(Self {
            holders: AtomicUsize::new(ACTIVE),
            version: AtomicUsize::new(0),
            value: UnsafeCell::new(value),
        })))
    }

    /// One reader more, as soon as nobody changes the value.
    ///
    /// # Safety
    /// Somebody holds it, and does not leave meanwhile.
    unsafe fn reader(slot: NonNull<Self>) -> RcuRef<T, T> {
        // Safety: see above.
        let this = unsafe { slot.as_ref() };
        let mut seen = this.holders.load(Ordering::Relaxed);
        loop {
            if seen & CHANGING != 0 {
                thread::yield_now();
                seen = this.holders.load(Ordering::Relaxed);
                continue;
            }
            let more = this.holders.compare_exchange_weak(
                seen,
                seen + 1,
                Ordering::Acquire,
                Ordering::Relaxed,
            );
            match more {
                Ok(_) => break,
                Err(now) => seen = now,
            }
        }
        RcuRef {
            slot,
            version: this.version.load(Ordering::Relaxed),
            data: NonNull::from(&**this.shared()),
        }
    }

    /// The value, for those who hold it while nobody changes it.
    fn shared(&self) -> &Arc<T> {
        // Safety: who changes it has its only reader, and no other comes in (`RcuRef::clone`).
        unsafe { &*self.value.get() }
    }

    /// # Safety
    /// The caller is the holder that is given, one reader or the cell, and is none afterwards.
    unsafe fn leave(slot: NonNull<Self>, holder: usize) {
        // Safety: the caller holds it.
        let before = unsafe { slot.as_ref() }
            .holders
            .fetch_sub(holder, Ordering::AcqRel);
        if before == holder {
            // Safety: `new` leaked it, and the last of those that held it has left.
            drop(unsafe { Box::from_raw(slot.as_ptr()) });
        }
    }
}

/// A cell: many read it, one at a time replaces or changes its value.
pub struct Arcu<T, P> {
    active: RwLock<NonNull<Slot<T>>>,
    owns: PhantomData<(T, fn() -> P)>,
}

// Safety: several threads read the values and each may free them; the rest is behind a lock, or atomic.
unsafe impl<T: Send + Sync, P> Send for Arcu<T, P> {}
unsafe impl<T: Send + Sync, P> Sync for Arcu<T, P> {}

impl<T, P> Rcu for Arcu<T, P> {
    type Item = T;
    type Pool = P;

    fn new<'a>(initial: impl Into<Value<'a, T>>, _: P) -> Self
    where
        T: 'a,
    {
        Self {
            active: RwLock::new(Slot::new(Arc::new(initial.into().whole()))),
            owns: PhantomData,
        }
    }

    #[inline]
    fn read(&self) -> RcuRef<T, T> {
        let active = self.active.read().unwrap_or_else(PoisonError::into_inner);
        // Safety: the cell holds what is active, and `replace` waits for the lock.
        unsafe { Slot::reader(*active) }
    }

    fn replace<'a>(&self, new: impl Into<Value<'a, T>>) -> Arc<T>
    where
        T: 'a,
    {
        let new = new.into();
        if let Value::Draft(Draft::Itself(change)) = &new
            && change.slot == *self.active.read().unwrap_or_else(PoisonError::into_inner)
        {
            // Safety: the reader that `new` borrows holds it.
            return Arc::clone(unsafe { change.slot.as_ref() }.shared());
        }
        let new = Slot::new(Arc::new(new.whole()));
        let mut active = self.active.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *active, new);
        drop(active);
        // Safety: the cell held it, and has another one now.
        unsafe {
            let value = Arc::clone(old.as_ref().shared());
            Slot::leave(old, ACTIVE);
            value
        }
    }
}

impl<T, P> Drop for Arcu<T, P> {
    fn drop(&mut self) {
        let active = *self
            .active
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        // Safety: the cell held it, and is gone.
        unsafe { Slot::leave(active, ACTIVE) };
    }
}

impl<T, P> fmt::Debug for Arcu<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arcu").finish_non_exhaustive()
    }
}

/// What is put into a cell.
pub enum Value<'a, T> {
    New(T),
    Draft(Draft<'a, T>),
}

impl<T> Value<'_, T> {
    /// The value for a cell that does not have it yet. A draft that is the value of another cell is copied.
    fn whole(self) -> T {
        match self {
            Self::New(value) | Self::Draft(Draft::Copy(value)) => value,
            Self::Draft(Draft::Itself(change)) => {
                let copy = change.copy;
                copy(&Draft::Itself(change))
            }
        }
    }
}

impl<T> From<T> for Value<'_, T> {
    fn from(value: T) -> Self {
        Self::New(value)
    }
}

impl<'a, T> From<Draft<'a, T>> for Value<'a, T> {
    fn from(draft: Draft<'a, T>) -> Self {
        Self::Draft(draft)
    }
}

/// A value that is being read, or a part of it.
pub struct RcuRef<T, M: ?Sized> {
    slot: NonNull<Slot<T>>,
    /// That of the value when reading began.
    version: usize,
    data: NonNull<M>,
}

impl<T, M: ?Sized> RcuRef<T, M> {
    /// A part of what is read.
    pub fn map<N: ?Sized>(this: Self, part: impl for<'a> FnOnce(&'a M) -> &'a N) -> RcuRef<T, N> {
        let data = NonNull::from(part(&this));
        this.at(data)
    }

    /// A part of what is read, if there is one.
    pub fn try_map<N: ?Sized>(
        this: Self,
        part: impl for<'a> FnOnce(&'a M) -> Option<&'a N>,
    ) -> Option<RcuRef<T, N>> {
        let data = NonNull::from(part(&this)?);
        Some(this.at(data))
    }

    /// Whether both read the same value, and it was not changed between them.
    pub fn same_epoch<N: ?Sized>(this: &Self, other: &RcuRef<T, N>) -> bool {
        this.slot == other.slot && this.version == other.version
    }

    /// The same reader, of another place.
    fn at<N: ?Sized>(self, data: NonNull<N>) -> RcuRef<T, N> {
        let (slot, version) = (self.slot, self.version);
        std::mem::forget(self);
        RcuRef {
            slot,
            version,
            data,
        }
    }
}

impl<T: Clone> RcuRef<T, T> {
    /// What may be changed and then put into a cell: the value itself where its cell has it still and this is the only
    /// reader, else a copy. While there is a draft of the value itself, all who come to read it wait, so a draft is
    /// for a moment, and whoever changes it must not read the cell.
    // Scryer says `table_epoch.clone()`, which for others is the method of the value.
    #[allow(clippy::should_implement_trait)]
    pub fn clone(&mut self) -> Draft<'_, T> {
        // Safety: `self` holds it.
        let holders = unsafe { &self.slot.as_ref().holders };
        let alone = ACTIVE + 1;
        if holders
            .compare_exchange(alone, alone | CHANGING, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
        {
            let mut change = Change {
                slot: self.slot,
                copy: T::clone,
                reader: PhantomData,
            };
            if change.value().is_some() {
                return Draft::Itself(change);
            }
        }
        Draft::Copy(T::clone(self))
    }
}

impl<T, M: ?Sized> Deref for RcuRef<T, M> {
    type Target = M;

    #[inline]
    fn deref(&self) -> &M {
        // Safety: it is in the value, which this reader holds. Who changes a value holds its only reader mutably.
        unsafe { self.data.as_ref() }
    }
}

impl<T, M: ?Sized> Drop for RcuRef<T, M> {
    #[inline]
    fn drop(&mut self) {
        // Safety: `reader` counted it.
        unsafe { Slot::leave(self.slot, 1) };
    }
}

impl<T, M: ?Sized + fmt::Debug> fmt::Debug for RcuRef<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RcuRef").field(&&**self).finish()
    }
}

/// A value to be changed ([`RcuRef::clone`]).
pub enum Draft<'a, T> {
    Itself(Change<'a, T>),
    Copy(T),
}

/// The right to change the value that a cell has, taken from its only reader.
pub struct Change<'a, T> {
    slot: NonNull<Slot<T>>,
    copy: fn(&T) -> T,
    reader: PhantomData<&'a mut RcuRef<T, T>>,
}

impl<T> Change<'_, T> {
    /// The value, unless somebody to whom [`Rcu::replace`] gave it has it still.
    fn value(&mut self) -> Option<&mut T> {
        // Safety: its only reader is borrowed and keeps it alive, and no other comes in while CHANGING is set.
        Arc::get_mut(unsafe { &mut *self.slot.as_ref().value.get() })
    }
}

impl<T> Deref for Draft<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            // Safety: the reader that it borrows holds it.
            Self::Itself(change) => unsafe { change.slot.as_ref() }.shared(),
            Self::Copy(value) => value,
        }
    }
}

impl<T> DerefMut for Draft<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        match self {
            Self::Itself(change) => change.value().expect("nobody shares it"),
            Self::Copy(value) => value,
        }
    }
}

impl<T> Drop for Change<'_, T> {
    fn drop(&mut self) {
        // Safety: the reader that was borrowed holds it.
        let slot = unsafe { self.slot.as_ref() };
        slot.version.fetch_add(1, Ordering::Relaxed);
        slot.holders.fetch_and(!CHANGING, Ordering::Release);
    }
}
