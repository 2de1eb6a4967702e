//! What stands around every function's body: no panic leaves it, and a mistake becomes a code, its words
//! kept for `astragal_last_error`.

use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int};
use core::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::code::{Mistake, OK};

/// Runs `body` and gives its code.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Mistake>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => OK,
        Ok(Err(mistake)) => told(&mistake),
        Err(_) => told(&Mistake::Internal),
    }
}

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

/// Room for any message of the library; longer ones are cut.
const MESSAGE_BYTES: usize = 320;

thread_local! {
    /// The last message, NUL at its end. Neither allocated nor dropped.
    static LAST: UnsafeCell<[u8; MESSAGE_BYTES]> = const { UnsafeCell::new([0; MESSAGE_BYTES]) };
}

#[cold]
fn told(mistake: &Mistake) -> c_int {
    let mut message = Message { text: [0; MESSAGE_BYTES], length: 0 };
    // A message that does not fit is cut, and that is all.
    let _ = write!(message, "{mistake}");
    // SAFETY: the cell belongs to this thread, and no reference into it is ever handed out.
    LAST.with(|last| unsafe { *last.get() = message.text });
    mistake.code()
}

/// The address of this thread's last message.
pub(crate) fn last_message() -> *const c_char {
    LAST.with(|last| last.get().cast_const().cast())
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
