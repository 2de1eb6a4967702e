//! The memory that JavaScript writes to and reads from.
#![expect(unsafe_code, reason = "addresses come from JavaScript")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::cell::UnsafeCell;
use std::fmt::{Display, Write as _};

use zeroize::Zeroize as _;

/// The length of `INPUT` and of `OUTPUT`: long runs of blocks, and still in the nearer caches.
const ROOM_BYTES: usize = 1 << 14;
/// The length of `PARAMS`.
const PARAMS_BYTES: usize = 1 << 12;

#[repr(C, align(64))]
struct Rooms {
    input: [u8; ROOM_BYTES],
    params: [u8; PARAMS_BYTES],
    output: [u8; ROOM_BYTES],
    told: usize,
}

/// One thread calls: a module has one, and each worker has a module of its own.
struct Shared(UnsafeCell<Rooms>);

// SAFETY: there is one thread.
unsafe impl Sync for Shared {}

static ROOMS: Shared = Shared(UnsafeCell::new(Rooms {
    input: [0; ROOM_BYTES],
    params: [0; PARAMS_BYTES],
    output: [0; ROOM_BYTES],
    told: 0,
}));

/// Where `INPUT` begins; `PARAMS` and `OUTPUT` follow it.
#[unsafe(no_mangle)]
extern "C" fn rooms() -> *mut u8 {
    ROOMS.0.get().cast()
}

/// `bytes` bytes of memory, or null. They are zeros.
#[unsafe(no_mangle)]
extern "C" fn take(bytes: usize) -> *mut u8 {
    match Layout::from_size_align(bytes, 16) {
        // SAFETY: the size is not zero.
        Ok(layout) if bytes > 0 => unsafe { alloc_zeroed(layout) },
        _ => std::ptr::null_mut(),
    }
}

/// Wipes memory of [`take`] and gives it back.
///
/// # Safety
/// It is of `take`, with this length, and not used any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn give_back(memory: *mut u8, bytes: usize) {
    let Ok(layout) = Layout::from_size_align(bytes, 16) else { return };
    // SAFETY: by the caller's promise.
    unsafe {
        slice_mut(memory, bytes).zeroize();
        dealloc(memory, layout);
    }
}

/// What JavaScript wrote.
///
/// # Safety
/// `start` and `bytes` are within one of the rooms, or memory of [`take`], and nothing writes there as long as the
/// slice is used.
pub(crate) unsafe fn slice<'a>(start: *const u8, bytes: usize) -> &'a [u8] {
    // SAFETY: by the caller's promise; a room's address is never null.
    unsafe { std::slice::from_raw_parts(start, bytes) }
}

/// What will be wiped, or written anew.
///
/// # Safety
/// As for [`slice`], and nothing reads there, either.
pub(crate) unsafe fn slice_mut<'a>(start: *mut u8, bytes: usize) -> &'a mut [u8] {
    // SAFETY: by the caller's promise; a room's address is never null.
    unsafe { std::slice::from_raw_parts_mut(start, bytes) }
}

/// The first `bytes` bytes of `OUTPUT`, or all.
///
/// # Safety
/// No other slice of `OUTPUT` is in use.
pub(crate) unsafe fn output<'a>(bytes: usize) -> &'a mut [u8] {
    // SAFETY: it lies in `ROOMS`; by the caller's promise nothing else refers to it.
    let whole = unsafe { &mut (*ROOMS.0.get()).output };
    &mut whole[..bytes.min(ROOM_BYTES)]
}

/// Puts bytes into `OUTPUT`, cut where that ends, and returns their number.
pub(crate) fn put(bytes: &[u8]) -> usize {
    let length = bytes.len().min(ROOM_BYTES);
    // SAFETY: the slice is used here alone.
    unsafe { output(length) }.copy_from_slice(&bytes[..length]);
    length
}

/// The length of the last error's message, which `OUTPUT` holds.
#[unsafe(no_mangle)]
extern "C" fn told() -> usize {
    // SAFETY: it lies in `ROOMS`, and nothing refers to it for longer than a statement.
    unsafe { (*ROOMS.0.get()).told }
}

/// Puts an error's message into `OUTPUT`.
pub(crate) fn tell(error: impl Display) {
    let mut text = String::new();
    let _ = write!(text, "{error}");
    let length = put(text.as_bytes());
    // SAFETY: as in `told`.
    unsafe { (*ROOMS.0.get()).told = length };
}
