//! From pointers and lengths to slices: NULL with length 0 is the empty slice, NULL with a length a
//! mistake, and so is a length that no memory has.

use core::slice;

use crate::code::Mistake;

/// The bytes that the caller lets us read.
///
/// # Safety
/// Unless it is NULL, `start` is valid for reads of `length` bytes for as long as the result is used.
pub(crate) unsafe fn input<'a>(
    what: &'static str,
    start: *const u8,
    length: usize,
) -> Result<&'a [u8], Mistake> {
    check(what, start, length)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: neither NULL nor too long; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(start, length) })
}

/// The bytes that the caller lets us write. They are written to and never read before.
///
/// # Safety
/// Unless it is NULL, `start` is valid for reads and writes of `length` bytes for as long as the result is
/// used, and nothing else uses them meanwhile.
pub(crate) unsafe fn output<'a>(
    what: &'static str,
    start: *mut u8,
    length: usize,
) -> Result<&'a mut [u8], Mistake> {
    check(what, start, length)?;
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: neither NULL nor too long; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts_mut(start, length) })
}

/// The array that the caller lets us read.
///
/// # Safety
/// Unless it is NULL, `start` is valid for reads of `N` bytes.
pub(crate) unsafe fn array<const N: usize>(
    what: &'static str,
    start: *const u8,
) -> Result<[u8; N], Mistake> {
    check(what, start, N)?;
    // SAFETY: not NULL; the rest is the caller's promise.
    Ok(unsafe { start.cast::<[u8; N]>().read() })
}

/// Copies `result` to where the caller wants it. The caller's inputs may lie there too: they have been read.
///
/// # Safety
/// Unless it is NULL, `out` is valid for writes of the result's length.
pub(crate) unsafe fn give(out: *mut u8, result: &[u8]) -> Result<(), Mistake> {
    check("the output", out, result.len())?;
    // SAFETY: not NULL unless nothing is copied; the rest is the caller's promise.
    unsafe { out.copy_from(result.as_ptr(), result.len()) };
    Ok(())
}

/// Copies `result`, whose length the caller did not know, to `out`, which has room for `*out_len` bytes; `*out_len`
/// becomes its length, also if that is more.
///
/// # Safety
/// Unless it is NULL, `out_len` is valid for a read and a write, and `out` for writes of as many bytes.
pub(crate) unsafe fn give_sized(
    out: *mut u8,
    out_len: *mut usize,
    result: &[u8],
) -> Result<(), Mistake> {
    if out_len.is_null() {
        return Err(Mistake::Null("the place for the length"));
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    let given = unsafe { out_len.replace(result.len()) };
    if given < result.len() {
        return Err(Mistake::Buffer { what: "the output", given, needed: result.len() });
    }
    // SAFETY: the caller's promise.
    unsafe { give(out, result) }
}

/// Whether the memory can be used at all.
pub(crate) fn check(what: &'static str, start: *const u8, length: usize) -> Result<(), Mistake> {
    if start.is_null() && length > 0 {
        return Err(Mistake::Null(what));
    }
    // No object is longer than half the address space, or goes past its end.
    if isize::try_from(length).is_err() || start.addr().checked_add(length).is_none() {
        return Err(Mistake::TooLong(what));
    }
    Ok(())
}

/// A mistake if the two pieces of memory share a byte.
pub(crate) fn check_apart(
    what: &'static str,
    a: (*const u8, usize),
    b: (*const u8, usize),
) -> Result<(), Mistake> {
    if are_apart(a, b) { Ok(()) } else { Err(Mistake::Overlap(what)) }
}

/// Whether two pieces of memory, which [`check`] has let through, share no byte.
#[inline]
pub(crate) fn are_apart(
    (a, a_length): (*const u8, usize),
    (b, b_length): (*const u8, usize),
) -> bool {
    let shares = a.addr() < b.addr() + b_length && b.addr() < a.addr() + a_length;
    !shares || a_length == 0 || b_length == 0
}
