//! One-shot TupleHash and ParallelHash (SP 800-185).

use core::ffi::c_int;

use astragal::hash::{ParallelHash, TupleHash};

use crate::buffers::{check, input, output};
use crate::error::Error;
use crate::guard::guard;

/// Computes `out_len` bytes of TupleHash128 (SP 800-185 section 5). 32 bytes give full strength. The tuple has `n`
/// elements; it may be empty. A shorter output is not a prefix of a longer output.
///
/// @param items addresses of the n elements.
/// @param lens lengths of the n elements in bytes.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { tuple::<168>((items, lens, n), (custom, custom_len), (out, out_len)) })
}

/// Computes `out_len` bytes of TupleHash256 (SP 800-185 section 5). 64 bytes give full strength. The tuple has `n`
/// elements; it may be empty. A shorter output is not a prefix of a longer output.
///
/// @param items addresses of the n elements.
/// @param lens lengths of the n elements in bytes.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { tuple::<136>((items, lens, n), (custom, custom_len), (out, out_len)) })
}

/// Computes `out_len` bytes of ParallelHash128 (SP 800-185 section 6). 32 bytes give full strength. The message is
/// hashed in blocks of `block_len` bytes. A shorter output is not a prefix of a longer output.
///
/// @param block_len block size B in bytes, 1 or more.
/// @retval ASTRAGAL_ERR_PARAMETER if `block_len` is 0.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        parallel::<168>((msg, len), block_len, (custom, custom_len), (out, out_len))
    })
}

/// Computes `out_len` bytes of ParallelHash256 (SP 800-185 section 6). 64 bytes give full strength. The message is
/// hashed in blocks of `block_len` bytes. A shorter output is not a prefix of a longer output.
///
/// @param block_len block size B in bytes, 1 or more.
/// @retval ASTRAGAL_ERR_PARAMETER if `block_len` is 0.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        parallel::<136>((msg, len), block_len, (custom, custom_len), (out, out_len))
    })
}

type Input = (*const u8, usize);
type Output = (*mut u8, usize);

/// Computes the TupleHash of a tuple and writes it to `out`.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: the inputs for reads, `out` for reads and writes. Inputs and
/// output may overlap. The lists `items` and `lens` must have `n` entries.
unsafe fn tuple<const RATE: usize>(
    (items, lens, n): (*const *const u8, *const usize, usize),
    (custom, custom_len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    let list_bytes = n.saturating_mul(size_of::<*const u8>());
    check("list of elements", items.cast(), list_bytes)?;
    check("list of lengths", lens.cast(), list_bytes)?;
    check("output", out, out_len)?;
    // SAFETY: the caller upholds this function's contract; all inputs are read before the output is written.
    unsafe {
        let mut hash = TupleHash::<RATE>::new(input("customization string", custom, custom_len)?);
        for i in 0..n {
            hash.item(input("element", items.add(i).read(), lens.add(i).read())?);
        }
        hash.finalize_into(output("output", out, out_len)?);
    }
    Ok(())
}

/// Computes the ParallelHash of a message and writes it to `out`.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: the inputs for reads, `out` for reads and writes. Inputs and
/// output may overlap.
unsafe fn parallel<const RATE: usize>(
    (msg, len): Input,
    block_len: usize,
    (custom, custom_len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    check("output", out, out_len)?;
    // SAFETY: the caller upholds this function's contract; all inputs are read before the output is written.
    unsafe {
        let custom = input("customization string", custom, custom_len)?;
        let mut hash = ParallelHash::<RATE>::new(block_len, custom)?;
        hash.absorb(input("message", msg, len)?);
        hash.finalize_into(output("output", out, out_len)?);
    }
    Ok(())
}
