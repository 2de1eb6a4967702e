//! Wrappers for the body of every C function. Each wrapper catches panics, and converts an error to a result code and
//! to the message that [`astragal_last_error`](crate::library::astragal_last_error) returns.

use core::ffi::{c_char, c_int};
use core::fmt::{self, Write as _};

use crate::error::{Error, OK};

/// Runs `body` and returns its result code. On error, records the message for astragal_last_error().
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Error>) -> c_int {
    match catch(body) {
        Ok(Ok(())) => OK,
        Ok(Err(error)) => record(&error),
        Err(_) => record(&Error::Internal),
    }
}

/// Like [`guard`], but also wipes the stack. Used for functions that handle a key. When such a function moves an
/// object, a copy of the object's bytes remains on the stack. The library crate wipes the stack of its own functions
/// only.
#[inline]
pub(crate) fn guard_with_stack_wipe(body: impl FnOnce() -> Result<(), Error>) -> c_int {
    /// Runs `body` in a stack frame of its own, so that the wipe afterwards covers this frame.
    #[inline(never)]
    fn call_noinline(body: impl FnOnce() -> Result<(), Error>) -> c_int {
        guard(body)
    }
    let code = call_noinline(body);
    zeroize::zeroize_stack::<STACK_BYTES>();
    code
}

/// Number of stack bytes that [`guard_with_stack_wipe`] wipes. A function of this crate has at most two of the
/// library's objects on its stack, which 4096 bytes cover. `tests/remains.rs` checks that no secret remains.
const STACK_BYTES: usize = 4096;

/// Runs `body` and returns its value. On error, returns `otherwise`.
#[inline]
pub(crate) fn guard_or<T>(otherwise: T, body: impl FnOnce() -> Result<T, Error>) -> T {
    let mut result = otherwise;
    guard(|| {
        result = body()?;
        Ok(())
    });
    result
}

/// Runs `body`. A panic is caught and returned as an error.
#[cfg(feature = "std")]
#[inline]
fn catch<T>(body: impl FnOnce() -> T) -> Result<T, ()> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    catch_unwind(AssertUnwindSafe(body)).map_err(drop)
}

/// Runs `body`. A panic aborts the program, as [`no_std`](crate::no_std) explains.
#[cfg(not(feature = "std"))]
#[inline]
fn catch<T>(body: impl FnOnce() -> T) -> Result<T, ()> {
    Ok(body())
}

/// Size in bytes of the buffer for an error message. Longer messages are truncated.
const MESSAGE_BYTES: usize = 320;

/// Last error message of each thread, as a C string.
#[cfg(feature = "std")]
mod last {
    use core::cell::{Cell, UnsafeCell};
    use core::ffi::c_char;

    use super::MESSAGE_BYTES;

    thread_local! {
        /// Last error message of this thread. The variable needs no allocation and no destructor.
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
        // SAFETY: the cell belongs to this thread, and no reference to its content leaves this module.
        LAST.with(|last| unsafe { *last.get() = *text });
    }

    pub(super) fn address() -> *const c_char {
        LAST.with(|last| last.get().cast_const().cast())
    }
}

/// Last error message of the process, as a C string. If several threads fail at the same time, their messages may be
/// mixed.
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
        LAST.iter().zip(text).for_each(|(slot, byte)| slot.store(*byte, Ordering::Relaxed));
    }

    pub(super) fn address() -> *const c_char {
        LAST.as_ptr().cast()
    }
}

/// Like [`guard_or`], for `astragal_find`. If `astragal_find` fails, its error message names the unknown algorithm, and
/// `guard_find` marks this message. If the program then passes the NULL result to another function, that function also
/// fails. It keeps the marked message, which explains the failure better than a message about NULL.
pub(crate) fn guard_find<T>(body: impl FnOnce() -> Result<*const T, Error>) -> *const T {
    let found = guard_or(core::ptr::null(), body);
    last::set_from_find(found.is_null());
    found
}

#[cold]
fn record(error: &Error) -> c_int {
    if matches!(error, Error::NullAlgorithm) && last::is_from_find() {
        return error.code();
    }
    last::set_from_find(false);
    let mut message = Message { text: [0; MESSAGE_BYTES], length: 0 };
    // `write!` fails if the message is too long. The message is then truncated.
    let _ = write!(message, "{error}");
    last::set(&message.text);
    error.code()
}

/// Returns the address of this thread's last error message.
pub(crate) fn last_message() -> *const c_char {
    last::address()
}

struct Message {
    text: [u8; MESSAGE_BYTES],
    length: usize,
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // The last byte of the buffer stays 0, so that the text is always a C string.
        for c in text.chars() {
            let free = &mut self.text[self.length..MESSAGE_BYTES - 1];
            let slot = free.get_mut(..c.len_utf8()).ok_or(fmt::Error)?;
            c.encode_utf8(slot);
            self.length += c.len_utf8();
        }
        Ok(())
    }
}
