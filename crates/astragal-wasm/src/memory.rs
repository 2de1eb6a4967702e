//! Memory that the module and JavaScript share: static buffers and allocated memory.
#![expect(unsafe_code, reason = "JavaScript passes memory addresses as numbers")]

use alloc::alloc::{alloc_zeroed, dealloc};
use alloc::string::String;
use core::alloc::Layout;
use core::cell::UnsafeCell;
use core::fmt::{Display, Write as _};
use core::{ptr, slice};

use zeroize::Zeroize as _;

/// Size of the input buffer in bytes. The output buffer has the same size. Each buffer has space for many cipher blocks
/// and still fits into the L1 cache.
const BUFFER_BYTES: usize = 1 << 14;
/// Size of the parameter buffer in bytes.
const PARAMS_BYTES: usize = 1 << 12;

#[repr(C, align(64))]
struct Buffers {
    input: [u8; BUFFER_BYTES],
    params: [u8; PARAMS_BYTES],
    output: [u8; BUFFER_BYTES],
    error_bytes: usize,
}

/// Buffers that need no lock, because a WebAssembly module runs in one thread. Each worker has a separate instance
/// with its own buffers.
struct SingleThreaded(UnsafeCell<Buffers>);

// SAFETY: the module runs in one thread, so the buffers are never accessed concurrently.
unsafe impl Sync for SingleThreaded {}

static BUFFERS: SingleThreaded = SingleThreaded(UnsafeCell::new(Buffers {
    input: [0; BUFFER_BYTES],
    params: [0; PARAMS_BYTES],
    output: [0; BUFFER_BYTES],
    error_bytes: 0,
}));

/// Returns the address of the input buffer. The parameter buffer and the output buffer follow it.
#[unsafe(no_mangle)]
extern "C" fn buffers() -> *mut u8 {
    BUFFERS.0.get().cast()
}

/// Allocates zeroed memory of `bytes` bytes. Returns null if memory is exhausted, or if `bytes` is 0.
#[unsafe(no_mangle)]
extern "C" fn allocate(bytes: usize) -> *mut u8 {
    match Layout::from_size_align(bytes, 16) {
        // SAFETY: the size is not zero, which `alloc_zeroed` requires.
        Ok(layout) if bytes > 0 => unsafe { alloc_zeroed(layout) },
        _ => ptr::null_mut(),
    }
}

/// Wipes memory from [`allocate`] and frees it.
///
/// # Safety
/// `memory` must come from `allocate(bytes)` and must not be used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn deallocate(memory: *mut u8, bytes: usize) {
    let Ok(layout) = Layout::from_size_align(bytes, 16) else { return };
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        slice_mut(memory, bytes).zeroize();
        dealloc(memory, layout);
    }
}

/// Returns the bytes that JavaScript wrote at an address.
///
/// # Safety
/// The `bytes` bytes at `start` must be within one of the buffers, or within memory from [`allocate`]. Nothing may
/// write to this memory while the slice is used.
pub(crate) unsafe fn slice<'a>(start: *const u8, bytes: usize) -> &'a [u8] {
    // SAFETY: the caller upholds this function's contract; the address of a buffer is never null.
    unsafe { slice::from_raw_parts(start, bytes) }
}

/// Returns a mutable slice of the memory at an address, so that the caller can wipe or overwrite it.
///
/// # Safety
/// The `bytes` bytes at `start` must be within one of the buffers, or within memory from [`allocate`]. Nothing else may
/// read or write this memory while the slice is used.
pub(crate) unsafe fn slice_mut<'a>(start: *mut u8, bytes: usize) -> &'a mut [u8] {
    // SAFETY: the caller upholds this function's contract; the address of a buffer is never null.
    unsafe { slice::from_raw_parts_mut(start, bytes) }
}

/// Returns the first `bytes` bytes of the output buffer, or all bytes if the buffer is shorter.
///
/// # Safety
/// No other slice of the output buffer may be in use.
pub(crate) unsafe fn output<'a>(bytes: usize) -> &'a mut [u8] {
    // SAFETY: the buffer is static. By the caller's contract, no other reference to it exists.
    let whole = unsafe { &mut (*BUFFERS.0.get()).output };
    &mut whole[..bytes.min(BUFFER_BYTES)]
}

/// Copies bytes into the output buffer and returns their number. Bytes that do not fit are dropped.
pub(crate) fn write_output(bytes: &[u8]) -> usize {
    let length = bytes.len().min(BUFFER_BYTES);
    // SAFETY: no other slice of the output buffer is in use in this single-threaded module.
    unsafe { output(length) }.copy_from_slice(&bytes[..length]);
    length
}

/// Returns the length in bytes of the most recent error message, which is in the output buffer.
#[unsafe(no_mangle)]
extern "C" fn error_bytes() -> usize {
    // SAFETY: `BUFFERS` is static, and no reference to its field outlives this statement.
    unsafe { (*BUFFERS.0.get()).error_bytes }
}

/// Writes an error message into the output buffer.
pub(crate) fn write_error(error: impl Display) {
    let mut text = String::new();
    let _ = write!(text, "{error}");
    let length = write_output(text.as_bytes());
    // SAFETY: `BUFFERS` is static, and no reference to its field outlives this statement.
    unsafe { (*BUFFERS.0.get()).error_bytes = length };
}
