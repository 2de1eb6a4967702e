//! Processes a whole message with a block cipher mode or a stream cipher.

use core::cell::Cell;
use core::ptr;

use astragal::cipher::Padding;
use astragal::registry::object_storage::Slot;
use astragal::registry::{CipherMode, Direction, DynMode, Mode as RegistryMode};
use zeroize::Zeroize as _;

use crate::buffers::{check, check_disjoint, input, output};
use crate::error::Error;

type Dyn = dyn DynMode;

/// Returns the maximum output length in bytes for a message of `len` bytes. Encryption writes exactly this many
/// bytes.
pub(super) fn max_output_bytes(
    mode: CipherMode,
    direction: Direction,
    padding: Padding,
    len: usize,
) -> Result<usize, Error> {
    let block = mode.cipher.block_bytes;
    Ok(match (direction, padding) {
        (Direction::Encrypt, Padding::Pkcs7) if mode.mode == RegistryMode::Cbc => {
            let padded = (len / block).checked_add(1).and_then(|n| n.checked_mul(block));
            padded.ok_or(Error::TooLong("message"))?
        }
        (Direction::Decrypt, Padding::Pkcs7) if mode.mode == RegistryMode::Cbc => {
            len.saturating_sub(1)
        }
        _ => len,
    })
}

/// Arguments of the C functions that start a message with a block cipher mode or a stream cipher.
pub(crate) struct ModeArgs<'a> {
    pub(crate) direction: Direction,
    pub(crate) padding: Padding,
    pub(crate) key: &'a [u8],
    pub(crate) iv: &'a [u8],
}

impl ModeArgs<'_> {
    pub(super) fn create(&self, mode: CipherMode, slot: Slot<'_, Dyn>) -> Result<(), Error> {
        Ok(mode.start_to(self.direction, self.key, self.iv, self.padding, slot)?)
    }

    /// Processes a whole message. Returns the number of bytes written.
    ///
    /// # Safety
    /// `from` must be NULL or valid for reads of its length, and `to` for reads and writes of its length. Nothing else
    /// may access `to` during the call, but `from` may start at the same address.
    pub(crate) unsafe fn once(
        &self,
        mode: CipherMode,
        from: (*const u8, usize),
        to: (*mut u8, usize),
    ) -> Result<usize, Error> {
        // When encryption works in place, it overwrites the message and must not fail afterwards. The output length is
        // therefore checked before any work.
        let (given, needed) = (to.1, max_output_bytes(mode, self.direction, self.padding, from.1)?);
        if self.direction == Direction::Encrypt && given < needed {
            return Err(Error::BufferLength { what: "output", given, needed });
        }
        let mut given = Err(Error::Internal);
        self.create(
            mode,
            Slot::Owner(&mut |mode| {
                // SAFETY: the caller upholds this function's contract. The registry gives the closure the only pointer
                // to the object, so the object is dropped only once.
                unsafe {
                    given = process_rest(mode, from, to, &Cell::new(false));
                    ptr::drop_in_place(mode);
                }
            }),
        )?;
        given
    }
}

/// Input and output buffers, which are disjoint or start at the same address.
pub(super) enum Buffers<'a> {
    Disjoint {
        from: &'a [u8],
        to: &'a mut [u8],
    },
    /// Buffer for both input and output. Its length is the greater of the two lengths.
    InPlace(&'a mut [u8]),
}

impl<'a> Buffers<'a> {
    /// Converts an input and an output buffer to slices.
    ///
    /// # Safety
    /// `from` must be NULL or valid for reads of its length, and `to` for reads and writes of its length. Nothing else
    /// may access `to` while the result is in use, but `from` may start at the same address.
    pub(super) unsafe fn new(
        (from, len): (*const u8, usize),
        (to, capacity): (*mut u8, usize),
    ) -> Result<Self, Error> {
        check("input", from, len)?;
        check("output", to, capacity)?;
        // SAFETY: the caller upholds this function's contract. Buffers with equal addresses become one slice, and other
        // overlaps are rejected.
        unsafe {
            if ptr::eq(from, to) && len > 0 {
                return Ok(Self::InPlace(output("output", to, capacity.max(len))?));
            }
            check_disjoint("input and output", (from, len), (to, capacity))?;
            Ok(Self::Disjoint {
                from: input("input", from, len)?,
                to: output("output", to, capacity)?,
            })
        }
    }
}

/// Processes the rest of a message and ends it. Returns the number of bytes written. Sets `has_ended`, unless this
/// function rejects its arguments and leaves `mode` unchanged.
///
/// # Safety
/// `from` must be NULL or valid for reads of its length, and `to` for reads and writes of its length. Nothing else may
/// access `to` during the call, but `from` may start at the same address.
pub(super) unsafe fn process_rest(
    mode: &mut Dyn,
    from: (*const u8, usize),
    to: (*mut u8, usize),
    has_ended: &Cell<bool>,
) -> Result<usize, Error> {
    let (len, capacity) = (from.1, to.1);
    // SAFETY: the caller upholds this function's contract.
    let (from, to) = match unsafe { Buffers::new(from, to)? } {
        Buffers::Disjoint { from, to } => (Some(from), to),
        Buffers::InPlace(data) => (None, data),
    };
    // `gathers` is true for XTS, which buffers the whole message and writes no output before the end. Every other mode
    // writes output for an input of 64 KiB.
    let gathers = mode.update_bytes(1 << 16) == 0;
    let needed = if gathers { len } else { mode.update_bytes(len) };
    if capacity < needed {
        return Err(Error::BufferLength { what: "output", given: capacity, needed });
    }
    has_ended.set(true);
    let result = match from {
        None => return Ok(mode.whole_in_place(to, len)?),
        // For XTS, copies the message to the output buffer and processes it there. This avoids a separate buffer.
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

/// Writes a length to `written`. Ignores NULL.
///
/// # Safety
/// `written` must be NULL or valid for a write.
pub(crate) unsafe fn write_len(written: *mut usize, given: usize) {
    if !written.is_null() {
        // SAFETY: the caller upholds this function's contract.
        unsafe { written.write(given) };
    }
}
