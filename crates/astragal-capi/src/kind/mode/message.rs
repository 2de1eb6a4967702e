//! A whole message in a mode: how much comes out, and where it goes.

use core::cell::Cell;
use core::ptr;

use astragal::cipher::Padding;
use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{CipherMode, Direction, DynMode, Mode as Rule};
use zeroize::Zeroize as _;

use crate::bytes::{check, check_apart, input, output};
use crate::code::Mistake;

type Dyn = dyn DynMode;

/// The most bytes that a message of `len` bytes gives; encryption gives as many.
pub(super) fn most(
    mode: CipherMode,
    direction: Direction,
    padding: Padding,
    len: usize,
) -> Result<usize, Mistake> {
    let block = mode.cipher.block_bytes;
    Ok(match (direction, padding) {
        (Direction::Encrypt, Padding::Pkcs7) if mode.mode == Rule::Cbc => {
            let padded = (len / block).checked_add(1).and_then(|n| n.checked_mul(block));
            padded.ok_or(Mistake::TooLong("the message"))?
        }
        (Direction::Decrypt, Padding::Pkcs7) if mode.mode == Rule::Cbc => len.saturating_sub(1),
        _ => len,
    })
}

/// What a message begins with.
pub(crate) struct Started<'a> {
    pub(crate) direction: Direction,
    pub(crate) padding: Padding,
    pub(crate) key: &'a [u8],
    pub(crate) iv: &'a [u8],
}

impl Started<'_> {
    pub(super) fn put(&self, mode: CipherMode, place: Slot<'_, Dyn>) -> Result<(), Mistake> {
        Ok(object_storage::start_mode(
            mode,
            self.direction,
            self.key,
            self.iv,
            self.padding,
            place,
        )?)
    }

    /// A whole message; the number of bytes given.
    ///
    /// # Safety
    /// As for [`Buffers::of`].
    pub(crate) unsafe fn once(
        &self,
        mode: CipherMode,
        from: (*const u8, usize),
        to: (*mut u8, usize),
    ) -> Result<usize, Mistake> {
        // Of a message that is encrypted in place, nothing must be lost.
        let (given, needed) = (to.1, most(mode, self.direction, self.padding, from.1)?);
        if self.direction == Direction::Encrypt && given < needed {
            return Err(Mistake::Buffer { what: "the output", given, needed });
        }
        let mut given = Err(Mistake::Internal);
        self.put(
            mode,
            Slot::Owner(&mut |mode| {
                // SAFETY: the caller's promise; the registry gives the object away.
                unsafe {
                    given = whole(mode, from, to, &Cell::new(false));
                    ptr::drop_in_place(mode);
                }
            }),
        )?;
        given
    }
}

/// What goes in and where it comes out: apart, or the same memory.
pub(super) enum Buffers<'a> {
    Apart {
        from: &'a [u8],
        to: &'a mut [u8],
    },
    /// As long as the longer of the two.
    Same(&'a mut [u8]),
}

impl<'a> Buffers<'a> {
    /// # Safety
    /// As for [`input`] and [`output`], but that both may begin at the same place.
    pub(super) unsafe fn of(
        (from, len): (*const u8, usize),
        (to, room): (*mut u8, usize),
    ) -> Result<Self, Mistake> {
        check("the input", from, len)?;
        check("the output", to, room)?;
        // SAFETY: the caller's promise; where they share a byte, there is but one slice.
        unsafe {
            if ptr::eq(from, to) && len > 0 {
                return Ok(Self::Same(output("the output", to, room.max(len))?));
            }
            check_apart("the input and the output", (from, len), (to, room))?;
            Ok(Self::Apart {
                from: input("the input", from, len)?,
                to: output("the output", to, room)?,
            })
        }
    }
}

/// The rest of a message; the number of bytes given. `has_ended` is set unless the call is refused before any work.
///
/// # Safety
/// As for [`Buffers::of`].
pub(super) unsafe fn whole(
    mode: &mut Dyn,
    from: (*const u8, usize),
    to: (*mut u8, usize),
    has_ended: &Cell<bool>,
) -> Result<usize, Mistake> {
    let (len, room) = (from.1, to.1);
    // SAFETY: the caller's promise.
    let (from, to) = match unsafe { Buffers::of(from, to)? } {
        Buffers::Apart { from, to } => (Some(from), to),
        Buffers::Same(data) => (None, data),
    };
    // A mode that gives nothing for so much gathers the message and gives it at the end.
    let gathers = mode.update_bytes(1 << 16) == 0;
    let needed = if gathers { len } else { mode.update_bytes(len) };
    if room < needed {
        return Err(Mistake::Buffer { what: "the output", given: room, needed });
    }
    has_ended.set(true);
    let result = match from {
        None => return Ok(mode.whole_in_place(to, len)?),
        // Nothing is gathered where the whole message is there.
        Some(from) if gathers => {
            to[..len].copy_from_slice(from);
            mode.whole_in_place(to, len)
        }
        Some(from) => {
            let done = mode.update(from, to)?;
            mode.finish(&mut to[done..]).map(|last| done + last)
        }
    };
    if result.is_err() {
        to[..needed].zeroize();
    }
    Ok(result?)
}

/// # Safety
/// Unless it is NULL, `written` is valid for a write.
pub(crate) unsafe fn tell(written: *mut usize, given: usize) {
    if !written.is_null() {
        // SAFETY: the caller's promise.
        unsafe { written.write(given) };
    }
}
