//! What stands around every function's body: no panic leaves it, and a mistake becomes a code, its words
//! kept for `astragal_last_error`.

use core::ffi::{c_char, c_int};
use core::fmt::{self, Write as _};

use crate::code::{Mistake, OK};

/// Runs `body` and gives its code.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Mistake>) -> c_int {
    match caught(body) {
        Ok(Ok(())) => OK,
        Ok(Err(mistake)) => told(&mistake),
        Err(_) => told(&Mistake::Internal),
    }
}

/// [`guard`] for what works with a key, of which moving an object leaves copies in frames of ours: what they held is
/// overwritten. The library has seen to its own.
#[inline]
pub(crate) fn guard_keyed(body: impl FnOnce() -> Result<(), Mistake>) -> c_int {
    /// Frames that begin where the zeros will.
    #[inline(never)]
    fn apart(body: impl FnOnce() -> Result<(), Mistake>) -> c_int {
        guard(body)
    }
    let code = apart(body);
    zeroize::zeroize_stack::<FRAMES>();
    code
}

/// Room for the frames of a function here, each with a state of the library's, or two.
const FRAMES: usize = 4096;

/// Runs `body` and gives what it gives, or `otherwise` after a mistake.
#[inline]
pub(crate) fn guard_or<T>(otherwise: T, body: impl FnOnce() -> Result<T, Mistake>) -> T {
    let mut result = otherwise;
    guard(|| {
        result = body()?;
        Ok(())
    });
    result
}

/// Runs `body`; a panic is its failure.
#[cfg(feature = "std")]
#[inline]
fn caught<T>(body: impl FnOnce() -> T) -> Result<T, ()> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    catch_unwind(AssertUnwindSafe(body)).map_err(drop)
}

/// Runs `body`; a panic is the program's end, as `bare` has it.
#[cfg(not(feature = "std"))]
#[inline]
fn caught<T>(body: impl FnOnce() -> T) -> Result<T, ()> {
    Ok(body())
}

/// Room for any message of the library; longer ones are cut.
const MESSAGE_BYTES: usize = 320;

/// The last message of each thread, NUL at its end.
#[cfg(feature = "std")]
mod last {
    use core::cell::{Cell, UnsafeCell};
    use core::ffi::c_char;

    use super::MESSAGE_BYTES;

    thread_local! {
        /// Neither allocated nor dropped.
        static LAST: UnsafeCell<[u8; MESSAGE_BYTES]> = const { UnsafeCell::new([0; MESSAGE_BYTES]) };
        static IS_FROM_FIND: Cell<bool> = const { Cell::new(false) };
    }

    pub(super) fn is_from_find() -> bool {
        IS_FROM_FIND.get()
    }

    pub(super) fn set_from_find(is_from_find: bool) {
        IS_FROM_FIND.set(is_from_find);
    }

    pub(super) fn set(text: &[u8; MESSAGE_BYTES]) {
        // SAFETY: the cell belongs to this thread, and no reference into it is ever handed out.
        LAST.with(|last| unsafe { *last.get() = *text });
    }

    pub(super) fn address() -> *const c_char {
        LAST.with(|last| last.get().cast_const().cast())
    }
}

/// The last message of the process, NUL at its end: threads that fail at the same time may mix theirs.
#[cfg(not(feature = "std"))]
mod last {
    use core::ffi::c_char;
    use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

    use super::MESSAGE_BYTES;

    static LAST: [AtomicU8; MESSAGE_BYTES] = [const { AtomicU8::new(0) }; MESSAGE_BYTES];
    static IS_FROM_FIND: AtomicBool = AtomicBool::new(false);

    pub(super) fn is_from_find() -> bool {
        IS_FROM_FIND.load(Ordering::Relaxed)
    }

    pub(super) fn set_from_find(is_from_find: bool) {
        IS_FROM_FIND.store(is_from_find, Ordering::Relaxed);
    }

    pub(super) fn set(text: &[u8; MESSAGE_BYTES]) {
        LAST.iter().zip(text).for_each(|(place, byte)| place.store(*byte, Ordering::Relaxed));
    }

    pub(super) fn address() -> *const c_char {
        LAST.as_ptr().cast()
    }
}

/// [`guard_or`] for `astragal_find`: the next call that is given its NULL keeps its message, which names the algorithm.
pub(crate) fn guard_find<T>(body: impl FnOnce() -> Result<*const T, Mistake>) -> *const T {
    let found = guard_or(core::ptr::null(), body);
    last::set_from_find(found.is_null());
    found
}

#[cold]
fn told(mistake: &Mistake) -> c_int {
    if matches!(mistake, Mistake::NullAlgorithm) && last::is_from_find() {
        return mistake.code();
    }
    last::set_from_find(false);
    let mut message = Message { text: [0; MESSAGE_BYTES], length: 0 };
    // A message that does not fit is cut, and that is all.
    let _ = write!(message, "{mistake}");
    last::set(&message.text);
    mistake.code()
}

/// The address of this thread's last message.
pub(crate) fn last_message() -> *const c_char {
    last::address()
}

struct Message {
    text: [u8; MESSAGE_BYTES],
    length: usize,
}

impl fmt::Write for Message {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        // The last byte stays 0.
        for c in piece.chars() {
            let room = &mut self.text[self.length..MESSAGE_BYTES - 1];
            let place = room.get_mut(..c.len_utf8()).ok_or(fmt::Error)?;
            c.encode_utf8(place);
            self.length += c.len_utf8();
        }
        Ok(())
    }
}
