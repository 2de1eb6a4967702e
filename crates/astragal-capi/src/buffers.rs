//! Conversion of pointers and lengths to slices. NULL with length 0 becomes the empty slice. NULL with any other
//! length, or a length above `isize::MAX`, is an error.

use alloc::vec::Vec;
use core::slice;

use zeroize::Zeroizing;

use crate::error::Error;

/// Returns an input buffer as a slice.
///
/// # Safety
/// `start` must be NULL or valid for reads of `length` bytes while the result is used.
pub(crate) unsafe fn input<'a>(
    what: &'static str,
    start: *const u8,
    length: usize,
) -> Result<&'a [u8], Error> {
    check(what, start, length)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: the buffer is neither NULL nor too long; the caller upholds the rest of this function's contract.
    Ok(unsafe { slice::from_raw_parts(start, length) })
}

/// Returns an output buffer as a slice. The caller must write the bytes of the slice before reading them.
///
/// # Safety
/// `start` must be NULL or valid for reads and writes of `length` bytes while the result is used, and nothing else may
/// access these bytes during this time.
pub(crate) unsafe fn output<'a>(
    what: &'static str,
    start: *mut u8,
    length: usize,
) -> Result<&'a mut [u8], Error> {
    check(what, start, length)?;
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: the buffer is neither NULL nor too long; the caller upholds the rest of this function's contract.
    Ok(unsafe { slice::from_raw_parts_mut(start, length) })
}

/// Reads an array of `N` bytes.
///
/// # Safety
/// `start` must be NULL or valid for reads of `N` bytes.
pub(crate) unsafe fn array<const N: usize>(
    what: &'static str,
    start: *const u8,
) -> Result<[u8; N], Error> {
    check(what, start, N)?;
    // SAFETY: the pointer is not NULL; the caller upholds the rest of this function's contract.
    Ok(unsafe { start.cast::<[u8; N]>().read() })
}

/// Copies `result` to `out`. `out` may overlap inputs, because they have already been read.
///
/// # Safety
/// `out` must be NULL or valid for writes of the result's length.
pub(crate) unsafe fn write_output(out: *mut u8, result: &[u8]) -> Result<(), Error> {
    check("output", out, result.len())?;
    // SAFETY: the pointer can be NULL only if the result is empty; the caller upholds the rest of this function's
    // contract.
    unsafe { out.copy_from(result.as_ptr(), result.len()) };
    Ok(())
}

/// Copies a result of variable length to `out`. On entry, `*out_len` is the capacity of `out`. Sets `*out_len` to the
/// length of the result, even if the capacity is too small.
///
/// # Safety
/// `out_len` must be NULL or valid for a read and a write, and `out` must be NULL or valid for writes of `*out_len`
/// bytes.
pub(crate) unsafe fn write_sized_output(
    out: *mut u8,
    out_len: *mut usize,
    result: &[u8],
) -> Result<(), Error> {
    if out_len.is_null() {
        return Err(Error::Null("pointer to the length"));
    }
    // SAFETY: the pointer is not NULL; the caller upholds the rest of this function's contract.
    let given = unsafe { out_len.replace(result.len()) };
    if given < result.len() {
        return Err(Error::BufferLength { what: "output", given, needed: result.len() });
    }
    // SAFETY: the caller upholds this function's contract.
    unsafe { write_output(out, result) }
}

/// Allocates a buffer for a secret result. The buffer is wiped when it is dropped.
pub(crate) fn zeroed(length: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
    let mut buffer = Zeroizing::new(Vec::new());
    buffer.try_reserve_exact(length).map_err(|_| Error::OutOfMemory)?;
    buffer.resize(length, 0);
    Ok(buffer)
}

/// Returns an error if the pointer is NULL and the length is not 0. Also returns an error if no object at this address
/// can be as long as the buffer.
pub(crate) fn check(what: &'static str, start: *const u8, length: usize) -> Result<(), Error> {
    if start.is_null() && length > 0 {
        return Err(Error::Null(what));
    }
    // An object has at most `isize::MAX` bytes, and does not extend beyond the end of the address space.
    if isize::try_from(length).is_err() || start.addr().checked_add(length).is_none() {
        return Err(Error::TooLong(what));
    }
    Ok(())
}

/// Returns an error if the two buffers share a byte.
pub(crate) fn check_disjoint(
    what: &'static str,
    a: (*const u8, usize),
    b: (*const u8, usize),
) -> Result<(), Error> {
    if are_disjoint(a, b) { Ok(()) } else { Err(Error::Overlap(what)) }
}

/// Returns whether two buffers that passed [`check`] share no byte.
#[inline]
pub(crate) fn are_disjoint(
    (a, a_length): (*const u8, usize),
    (b, b_length): (*const u8, usize),
) -> bool {
    let shares = a.addr() < b.addr() + b_length && b.addr() < a.addr() + a_length;
    !shares || a_length == 0 || b_length == 0
}
