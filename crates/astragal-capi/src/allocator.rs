//! The heap that objects lie on: the system's, or the program's own.

use core::alloc::Layout;
use core::ffi::{c_int, c_void};
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::code::Mistake;
use crate::guard::guard;

/// A heap of the program's own, as one for secrets that is never swapped out.
#[repr(C)]
#[derive(Debug)]
pub struct Allocator {
    /// sizeof(astragal_allocator): tells the library which members your header knew.
    pub size: usize,
    /// Handed to both functions.
    pub context: *mut c_void,
    /// Gives `bytes` bytes at a multiple of `alignment`, which is a power of two, or NULL.
    pub allocate: Option<
        unsafe extern "C" fn(context: *mut c_void, bytes: usize, alignment: usize) -> *mut c_void,
    >,
    /// Takes them back, wiped.
    pub release: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            memory: *mut c_void,
            bytes: usize,
            alignment: usize,
        ),
    >,
}

static PROGRAMS: AtomicPtr<Allocator> = AtomicPtr::new(ptr::null_mut());

/// Sets where the objects of *_new and *_copy lie from now on, in all threads; NULL goes back to the heap. Each object
/// goes back to where it came from. Objects and all of their keys are one piece of memory each; the memory that key
/// derivation works in, lists of many messages, the tables behind astragal_find() and threads stay on the heap.
///
/// @param allocator NULL, or a structure that stays where it is, unchanged, as long as there are objects made by it.
/// @return ASTRAGAL_ERR_NULL if a function is missing, ASTRAGAL_ERR_PARAMETER if the size is not one that is known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_set_allocator(allocator: *const Allocator) -> c_int {
    guard(|| {
        // SAFETY: NULL, or the caller's structure.
        if let Some(given) = unsafe { allocator.as_ref() } {
            let known = size_of::<Allocator>();
            if given.size != known {
                return Err(Mistake::Params { given: given.size, known });
            }
            if given.allocate.is_none() || given.release.is_none() {
                return Err(Mistake::Null("a function of the allocator"));
            }
        }
        PROGRAMS.store(allocator.cast_mut(), Ordering::Release);
        Ok(())
    })
}

/// What gave a piece of memory, and takes it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source(*const Allocator);

impl Source {
    pub(crate) fn now() -> Self {
        Self(PROGRAMS.load(Ordering::Acquire))
    }

    /// A piece of this layout, which is not empty.
    pub(crate) fn allocate(self, layout: Layout) -> Option<NonNull<u8>> {
        // SAFETY: NULL, or the program's structure, which stays; the layout is not empty.
        let memory = unsafe {
            match self.0.as_ref() {
                None => alloc::alloc::alloc(layout),
                Some(own) => own.allocate?(own.context, layout.size(), layout.align()).cast(),
            }
        };
        NonNull::new(memory).filter(|memory| memory.addr().get().is_multiple_of(layout.align()))
    }

    /// Gives a piece back.
    ///
    /// # Safety
    /// It came from [`allocate`](Self::allocate) of this source with this layout, and nobody uses it afterwards.
    pub(crate) unsafe fn release(self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise; the program's structure stays as long as the memory.
        unsafe {
            match self.0.as_ref() {
                None => alloc::alloc::dealloc(memory, layout),
                Some(own) => {
                    if let Some(release) = own.release {
                        release(own.context, memory.cast(), layout.size(), layout.align());
                    }
                }
            }
        }
    }
}
