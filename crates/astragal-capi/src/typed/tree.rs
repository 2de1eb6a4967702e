//! Tuples and blocks: TupleHash and ParallelHash of SP 800-185, a whole message in one call.

use core::ffi::c_int;

use astragal::hash::{ParallelHash, TupleHash};

use crate::bytes::{check, input, output};
use crate::code::Mistake;
use crate::guard::guard;

/// TupleHash128 (SP 800-185 section 5) of a tuple of `n` elements, which may be empty: `out_len` bytes, 32 for full
/// strength. A shorter output is not the start of a longer one.
///
/// @param items the elements' addresses, n of them.
/// @param lens their lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_tuplehash128(
    items: *const *const u8,
    lens: *const usize,
    n: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { tuple::<168>((items, lens, n), (custom, custom_len), (out, out_len)) })
}

/// TupleHash256 (SP 800-185 section 5) of a tuple of `n` elements, which may be empty: `out_len` bytes, 64 for full
/// strength. A shorter output is not the start of a longer one.
///
/// @param items the elements' addresses, n of them.
/// @param lens their lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_tuplehash256(
    items: *const *const u8,
    lens: *const usize,
    n: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { tuple::<136>((items, lens, n), (custom, custom_len), (out, out_len)) })
}

/// ParallelHash128 (SP 800-185 section 6) of a message in blocks of `block_len` bytes: `out_len` bytes, 32 for full
/// strength. A shorter output is not the start of a longer one.
///
/// @param block_len the block size B, 1 or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_parallelhash128(
    msg: *const u8,
    len: usize,
    block_len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        parallel::<168>((msg, len), block_len, (custom, custom_len), (out, out_len))
    })
}

/// ParallelHash256 (SP 800-185 section 6) of a message in blocks of `block_len` bytes: `out_len` bytes, 64 for full
/// strength. A shorter output is not the start of a longer one.
///
/// @param block_len the block size B, 1 or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_parallelhash256(
    msg: *const u8,
    len: usize,
    block_len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        parallel::<136>((msg, len), block_len, (custom, custom_len), (out, out_len))
    })
}

type In = (*const u8, usize);
type Out = (*mut u8, usize);

/// # Safety
/// As for [`input`] and [`output`]; the lists have `n` entries.
unsafe fn tuple<const RATE: usize>(
    (items, lens, n): (*const *const u8, *const usize, usize),
    (custom, custom_len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    let list_bytes = n.saturating_mul(size_of::<*const u8>());
    check("the list of elements", items.cast(), list_bytes)?;
    check("the list of lengths", lens.cast(), list_bytes)?;
    check("the output", out, out_len)?;
    // SAFETY: the caller's promise; all has been read when the output is written.
    unsafe {
        let mut hash =
            TupleHash::<RATE>::new(input("the customization string", custom, custom_len)?);
        for i in 0..n {
            hash.item(input("an element", items.add(i).read(), lens.add(i).read())?);
        }
        hash.finalize_into(output("the output", out, out_len)?);
    }
    Ok(())
}

/// # Safety
/// As for [`input`] and [`output`].
unsafe fn parallel<const RATE: usize>(
    (msg, len): In,
    block_len: usize,
    (custom, custom_len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    check("the output", out, out_len)?;
    // SAFETY: the caller's promise; all has been read when the output is written.
    unsafe {
        let custom = input("the customization string", custom, custom_len)?;
        let mut hash = ParallelHash::<RATE>::new(block_len, custom)?;
        hash.absorb(input("the message", msg, len)?);
        hash.finalize_into(output("the output", out, out_len)?);
    }
    Ok(())
}
