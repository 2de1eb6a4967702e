//! Heap on which objects are allocated: the global allocator, or an allocator that the program sets.

use core::alloc::Layout;
use core::ffi::{c_int, c_void};
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::error::Error;
use crate::guard::guard;

/// Custom allocator, for example one whose memory is never swapped to disk.
#[repr(C)]
#[derive(Debug)]
pub struct Allocator {
    /// Size of this structure, sizeof(astragal_allocator). The size tells the library which version of the structure it
    /// received.
    pub size: usize,
    /// Pointer that the library passes to `allocate` and `release`.
    pub context: *mut c_void,
    /// Allocates `bytes` bytes at a multiple of `alignment`, which is a power of two. Returns NULL on failure.
    pub allocate: Option<
        unsafe extern "C" fn(context: *mut c_void, bytes: usize, alignment: usize) -> *mut c_void,
    >,
    /// Frees memory from `allocate`. The library wipes the memory before this call.
    pub release: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            memory: *mut c_void,
            bytes: usize,
            alignment: usize,
        ),
    >,
}

static CUSTOM: AtomicPtr<Allocator> = AtomicPtr::new(ptr::null_mut());

/// Sets the allocator for objects that *_new and *_copy create from now on, in all threads. NULL restores the default
/// heap. Each object is freed by the allocator that allocated it. An object, including its keys, is one allocation.
/// Some memory always comes from the default heap: streams of chunked encryption with their keys, parts and assemblies
/// of tree hashes, plaintext that AEAD decryption buffers, the data unit of XTS, customization strings of KT128 and
/// KT256, working memory of key derivation and key wrapping, lists of astragal_hash_many(), the tables of
/// astragal_find(), and threads.
///
/// @param allocator NULL, or a structure that must stay unchanged at its address while objects from this allocator
/// exist.
/// @retval ASTRAGAL_ERR_NULL if a function pointer in `allocator` is NULL.
/// @retval ASTRAGAL_ERR_PARAMETER if the library does not know a version of the structure with this `size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_set_allocator(allocator: *const Allocator) -> c_int {
    guard(|| {
        // SAFETY: the contract in astragal.h requires that `allocator` is NULL or points to a structure.
        if let Some(given) = unsafe { allocator.as_ref() } {
            let known = size_of::<Allocator>();
            if given.size != known {
                return Err(Error::StructSize { given: given.size, known });
            }
            if given.allocate.is_none() || given.release.is_none() {
                return Err(Error::Null("function of the allocator"));
            }
        }
        CUSTOM.store(allocator.cast_mut(), Ordering::Release);
        Ok(())
    })
}

/// Allocator that provided a block of memory: the program's allocator, or the global allocator if the pointer is NULL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heap(*const Allocator);

impl Heap {
    pub(crate) fn current() -> Self {
        Self(CUSTOM.load(Ordering::Acquire))
    }

    /// Allocates a block of memory. The size of the layout must not be 0.
    pub(crate) fn allocate(self, layout: Layout) -> Option<NonNull<u8>> {
        // SAFETY: the pointer is NULL or points to the program's structure, which must stay at its address. The size of
        // the layout is not 0, as the caller guarantees.
        let memory = unsafe {
            match self.0.as_ref() {
                None => alloc::alloc::alloc(layout),
                Some(custom) => {
                    custom.allocate?(custom.context, layout.size(), layout.align()).cast()
                }
            }
        };
        NonNull::new(memory).filter(|memory| memory.addr().get().is_multiple_of(layout.align()))
    }

    /// Frees a block of memory.
    ///
    /// # Safety
    /// The block must come from [`allocate`](Self::allocate) of this heap with this layout, and must not be used
    /// afterwards.
    pub(crate) unsafe fn release(self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds this function's contract. The program must keep its structure at the same address
        // while memory from its allocator exists.
        unsafe {
            match self.0.as_ref() {
                None => alloc::alloc::dealloc(memory, layout),
                Some(custom) => {
                    if let Some(release) = custom.release {
                        release(custom.context, memory.cast(), layout.size(), layout.align());
                    }
                }
            }
        }
    }
}
