//! Working memory for memory-hard functions. It is allocated before the work starts, uses huge pages on Linux, and is
//! wiped after use.
#![expect(unsafe_code, reason = "calls the allocator directly and casts memory to words")]

use alloc::alloc::{Layout, alloc_zeroed, dealloc};
use core::fmt;
use core::ptr::NonNull;

use crate::error::KdfError;
use crate::platform::words::erase;

/// Reusable working memory for Argon2 and scrypt. If the arena is large enough, a derivation allocates no memory, and
/// the system does not have to zero new pages. The arena grows when a derivation needs more memory.
///
/// Every derivation wipes the arena at its end, and dropping the arena wipes it too.
pub struct Arena {
    /// Allocated memory, aligned to a page and zeroed by the allocator.
    memory: Option<Memory>,
    /// Number of bytes, from the start of the memory, that have been used since the most recent wipe.
    used: usize,
}

struct Memory {
    allocated: NonNull<u8>,
    layout: Layout,
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the arena owns its memory and accesses it through `&mut` only.
unsafe impl Send for Memory {}
// SAFETY: a shared reference gives no access to the bytes.
unsafe impl Sync for Memory {}

/// Type of values that can be stored in an arena.
///
/// # Safety
/// Every bit pattern must be a valid value of the type. The alignment must be at most a page.
#[expect(unsafe_code, reason = "an implementation promises that every bit pattern is valid")]
pub(crate) unsafe trait Plain: Copy {}
// SAFETY: every bit pattern is a valid `u32`, and its alignment is less than a page.
unsafe impl Plain for u32 {}
// SAFETY: every bit pattern is a valid array of integers.
unsafe impl<const N: usize> Plain for [u64; N] {}

/// Alignment of the arena's start, in bytes. `madvise` works on pages of this size.
const PAGE_BYTES: usize = 4096;

impl Arena {
    /// Creates an empty arena.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: None, used: 0 }
    }

    /// Creates an arena of at least `bytes` bytes. Argon2 needs 1024 bytes for each KiB of its memory cost m. Scrypt
    /// needs slightly more than 128 · r · N bytes.
    ///
    /// # Errors
    /// [`KdfError::Memory`] if the allocation fails. Some systems overcommit memory: they grant an allocation even if
    /// it exceeds the memory of the machine. This function then returns no error.
    pub fn with_capacity(bytes: usize) -> Result<Self, KdfError> {
        let mut arena = Self::new();
        arena.reserve("arena", bytes)?;
        Ok(arena)
    }

    /// Returns the arena's size in bytes.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.memory.as_ref().map_or(0, |memory| memory.bytes)
    }

    /// Returns memory for `count` values. The values are zero, unless their memory was already used after the most
    /// recent wipe. If the memory cannot be allocated, the error names `algorithm`.
    pub(crate) fn take<T: Plain>(
        &mut self,
        algorithm: &'static str,
        count: usize,
    ) -> Result<&mut [T], KdfError> {
        let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| bytes < LONGEST);
        let Some(bytes) = bytes else {
            return Err(KdfError::Memory { algorithm, bytes: u64::MAX });
        };
        self.reserve(algorithm, bytes)?;
        self.used = self.used.max(bytes);
        let Some(memory) = &self.memory else { return Ok(&mut []) };
        // SAFETY: the memory starts at a page and has at least `bytes` initialized bytes. Every bit pattern is a valid
        // `T`. The result borrows `self` exclusively.
        Ok(unsafe { core::slice::from_raw_parts_mut(memory.start.as_ptr().cast::<T>(), count) })
    }

    /// Zeroes the bytes that were used since the most recent wipe.
    pub fn wipe(&mut self) {
        if let Some(memory) = &self.memory {
            // SAFETY: the first `used` bytes are initialized, and `self` is borrowed exclusively.
            erase(unsafe { core::slice::from_raw_parts_mut(memory.start.as_ptr(), self.used) });
        }
        self.used = 0;
    }

    fn reserve(&mut self, algorithm: &'static str, bytes: usize) -> Result<(), KdfError> {
        if bytes <= self.capacity() {
            return Ok(());
        }
        // Frees the old memory first, so that the arena never needs the old and the new memory at the same time.
        *self = Self::new();
        self.memory =
            Some(Memory::new(bytes).ok_or(KdfError::Memory { algorithm, bytes: bytes as u64 })?);
        Ok(())
    }
}

/// Maximum arena size in bytes: the largest object that Rust allows, minus a page for aligning the start.
const LONGEST: usize = isize::MAX as usize - PAGE_BYTES;

impl Memory {
    fn new(bytes: usize) -> Option<Self> {
        // If the alignment is at most 16, which `malloc` guarantees, Rust's allocator calls `calloc`. `calloc` need not
        // zero pages that are fresh from the system.
        let layout = Layout::from_size_align(bytes.checked_add(PAGE_BYTES)?, 16).ok()?;
        // SAFETY: the layout is at least one page long, so its size is not zero.
        let allocated = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = allocated.addr().get().wrapping_neg() % PAGE_BYTES;
        // SAFETY: the offset is less than a page, and the allocation is one page longer than the memory.
        let start = unsafe { allocated.add(offset) };
        advise_huge_pages(start, bytes);
        Some(Self { allocated, layout, start, bytes })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout and is not used afterwards.
        unsafe { dealloc(self.allocated.as_ptr(), self.layout) };
    }
}

/// Requests huge pages of 2 MiB. Argon2 and scrypt access memory at random addresses. With small pages, almost every
/// access would need a page-table walk.
#[cfg(all(feature = "std", target_os = "linux"))]
fn advise_huge_pages(start: NonNull<u8>, bytes: usize) {
    use core::ffi::{c_int, c_void};

    // `std` links the C library on Linux, so `madvise` needs no crate.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    /// Minimum size, in bytes, of an arena that benefits from huge pages.
    const LEAST_BYTES: usize = 4 << 20;
    if bytes >= LEAST_BYTES {
        // SAFETY: the arena owns the range, which starts at a page boundary. The advice does not change the content,
        // and a failure has no effect.
        unsafe { madvise(start.as_ptr().cast(), bytes, MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(feature = "std", target_os = "linux")))]
fn advise_huge_pages(_: NonNull<u8>, _: usize) {}

impl Drop for Arena {
    fn drop(&mut self) {
        self.wipe();
    }
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Arena {{ {} bytes }}", self.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wipes_and_reuses_released_memory() {
        let mut arena = Arena::with_capacity(1000).unwrap();
        let words: &mut [u32] = arena.take("test", 200).unwrap();
        assert!(
            words.iter().all(|&word| word == 0) && words.as_ptr().addr().is_multiple_of(PAGE_BYTES)
        );
        words.fill(7);
        arena.wipe();
        assert_eq!(arena.take::<[u64; 4]>("test", 31).unwrap(), [[0; 4]; 31]);
        assert_eq!(arena.capacity(), 1000);
        arena.take::<u32>("test", 251).unwrap()[250] = 1;
        assert_eq!(arena.capacity(), 1004);
    }

    #[test]
    #[cfg_attr(miri, ignore = "miri stops when an allocation fails")]
    fn failed_allocation_is_an_error() {
        // On targets with 32-bit addresses, an allocation of `most` bytes, half of the address space, may succeed. The
        // test therefore uses this size only on 64-bit targets.
        let most = isize::MAX as usize - 2 * PAGE_BYTES;
        for bytes in [if usize::BITS == 64 { most } else { usize::MAX }, usize::MAX] {
            assert!(matches!(Arena::with_capacity(bytes), Err(KdfError::Memory { .. })));
        }
        let mut arena = Arena::new();
        assert!(arena.take::<[u64; 128]>("test", usize::MAX / 1024).is_err());
        assert!(arena.take::<[u64; 128]>("test", 0).unwrap().is_empty());
    }
}
