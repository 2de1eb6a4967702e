//! Runtime for a library without Rust's standard library: the C library's allocator, and a panic handler that aborts.

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

/// Alignment that malloc() guarantees, in bytes.
const MALLOC_ALIGNMENT: usize = 2 * size_of::<usize>();

// SAFETY: malloc() and posix_memalign() return memory that free() accepts.
unsafe impl GlobalAlloc for C {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: malloc() accepts any length, and its alignment is sufficient here.
            return unsafe { malloc(layout.size()) }.cast();
        }
        aligned(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
        // SAFETY: the block came from malloc() or posix_memalign().
        unsafe { free(memory.cast()) };
    }
}

#[cfg(unix)]
fn aligned(layout: Layout) -> *mut u8 {
    let mut memory = ptr::null_mut();
    // SAFETY: the pointer is valid for a write; the alignment is a power of two greater than the size of a pointer.
    let code = unsafe { posix_memalign(&raw mut memory, layout.align(), layout.size()) };
    if code == 0 { memory.cast() } else { ptr::null_mut() }
}

/// Returns NULL, because free() accepts memory from aligned allocation functions only on Unix.
#[cfg(not(unix))]
fn aligned(_: Layout) -> *mut u8 {
    ptr::null_mut()
}

#[global_allocator]
static ALLOCATOR: C = C;

/// Aborts the program. A panic is a bug in the library, and the caller cannot handle it.
#[panic_handler]
fn defect(_: &PanicInfo<'_>) -> ! {
    // SAFETY: abort() has no preconditions.
    unsafe { abort() }
}

/// Symbol to which the unwind tables of precompiled libraries refer. This function is never called, because no panic
/// unwinds.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
