//! What the standard library would bring: memory of the C library's, and an end for a program in which the library
//! finds a defect of its own.

use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_int, c_void};
use core::panic::PanicInfo;
use core::ptr;

unsafe extern "C" {
    fn malloc(bytes: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
    #[cfg(unix)]
    fn posix_memalign(memory: *mut *mut c_void, alignment: usize, bytes: usize) -> c_int;
    fn abort() -> !;
}

struct C;

/// What malloc() aligns to, at the least.
const MALLOC_ALIGNMENT: usize = 2 * size_of::<usize>();

// SAFETY: malloc() and free() are an allocator, and so are posix_memalign() and free().
unsafe impl GlobalAlloc for C {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: any length may be asked for.
            return unsafe { malloc(layout.size()) }.cast();
        }
        aligned(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
        // SAFETY: it came from one of the two.
        unsafe { free(memory.cast()) };
    }
}

#[cfg(unix)]
fn aligned(layout: Layout) -> *mut u8 {
    let mut memory = ptr::null_mut();
    // SAFETY: a place for the address; the alignment is a power of two of more than a pointer's length.
    let code = unsafe { posix_memalign(&raw mut memory, layout.align(), layout.size()) };
    if code == 0 { memory.cast() } else { ptr::null_mut() }
}

/// Elsewhere free() does not take what is aligned more.
#[cfg(not(unix))]
fn aligned(_: Layout) -> *mut u8 {
    ptr::null_mut()
}

#[global_allocator]
static ALLOCATOR: C = C;

/// There is nothing that a caller could do about a defect of the library.
#[panic_handler]
fn defect(_: &PanicInfo<'_>) -> ! {
    // SAFETY: it may be called at any time.
    unsafe { abort() }
}

/// Named by the frames of the precompiled libraries; nothing unwinds here.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
