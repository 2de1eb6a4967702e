//! One-shot functions with selectable output length. The output may overlap the message, because the whole message is
//! read before any output is written.

use core::ffi::c_int;

use astragal::mac::{Kmac, KmacXof};
use astragal::xof::{CShake, Kt, Shake, TurboShake, Xof, XofReader as _};

use crate::buffers::{check, input, output};
use crate::error::Error;
use crate::guard::{guard, guard_with_stack_wipe};

/// Computes `out_len` bytes of SHAKE128 (FIPS 202 section 6.2) output for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_shake128(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { xof_output(Shake::<168>::new(), (msg, len), (out, out_len)) })
}

/// Computes `out_len` bytes of SHAKE256 (FIPS 202 section 6.2) output for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_shake256(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { xof_output(Shake::<136>::new(), (msg, len), (out, out_len)) })
}

/// Computes cSHAKE128 (SP 800-185 section 3) with function name N and customization string S. Both strings may be
/// empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cshake128(
    name: *const u8,
    name_len: usize,
    custom: *const u8,
    custom_len: usize,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        cshake::<168>((name, name_len), (custom, custom_len), (msg, len), (out, out_len))
    })
}

/// Computes cSHAKE256 (SP 800-185 section 3) with function name N and customization string S. Both strings may be
/// empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cshake256(
    name: *const u8,
    name_len: usize,
    custom: *const u8,
    custom_len: usize,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        cshake::<136>((name, name_len), (custom, custom_len), (msg, len), (out, out_len))
    })
}

/// Computes TurboSHAKE128 (RFC 9861 section 2) of a message.
///
/// @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
/// @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_turboshake128(
    msg: *const u8,
    len: usize,
    domain: u8,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        xof_output(TurboShake::<168>::with_domain(domain)?, (msg, len), (out, out_len))
    })
}

/// Computes TurboSHAKE256 (RFC 9861 section 2) of a message.
///
/// @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
/// @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_turboshake256(
    msg: *const u8,
    len: usize,
    domain: u8,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        xof_output(TurboShake::<136>::with_domain(domain)?, (msg, len), (out, out_len))
    })
}

/// Computes KT128, also known as KangarooTwelve (RFC 9861 section 3). The customization string may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kt128(
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { kt::<168>((msg, len), (custom, custom_len), (out, out_len)) })
}

/// Computes KT256 (RFC 9861 section 3). The customization string may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kt256(
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { kt::<136>((msg, len), (custom, custom_len), (out, out_len)) })
}

/// Computes a KMAC128 tag (SP 800-185 section 4) of `out_len` bytes. 32 bytes give full strength. A shorter tag is
/// not a prefix of a longer tag. The customization string may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kmac128(
    key: *const u8,
    key_len: usize,
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        kmac::<168>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// Computes a KMAC256 tag (SP 800-185 section 4) of `out_len` bytes. 64 bytes give full strength. A shorter tag is
/// not a prefix of a longer tag. The customization string may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kmac256(
    key: *const u8,
    key_len: usize,
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        kmac::<136>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// Computes KMACXOF128 (SP 800-185 section 4.3.1), a keyed function with output of any length. A shorter output is a
/// prefix of a longer output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kmacxof128(
    key: *const u8,
    key_len: usize,
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        kmacxof::<168>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// Computes KMACXOF256 (SP 800-185 section 4.3.1), a keyed function with output of any length. A shorter output is a
/// prefix of a longer output.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kmacxof256(
    key: *const u8,
    key_len: usize,
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        kmacxof::<136>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// Input buffer.
type Input = (*const u8, usize);
/// Output buffer.
type Output = (*mut u8, usize);

/// Absorbs a message and squeezes the output.
///
/// # Safety
/// `msg` must be NULL or valid for reads of `len` bytes, and `out` must be NULL or valid for reads and writes of
/// `out_len` bytes. The two buffers may overlap, but nothing else may access the output during the call. The functions
/// below have the same requirements for each of their buffers.
pub(super) unsafe fn xof_output<X: Xof>(
    mut xof: X,
    (msg, len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    check("output", out, out_len)?;
    // SAFETY: the caller upholds this function's contract.
    xof.absorb(unsafe { input("message", msg, len) }?);
    // SAFETY: the caller upholds this function's contract; the message has been read.
    xof.finalize().squeeze(unsafe { output("output", out, out_len) }?);
    Ok(())
}

unsafe fn cshake<const RATE: usize>(
    (name, name_len): Input,
    (custom, custom_len): Input,
    msg: Input,
    out: Output,
) -> Result<(), Error>
where
    CShake<RATE>: Xof,
{
    // SAFETY: the caller upholds the contract of `xof_output`.
    unsafe {
        let name = input("function name", name, name_len)?;
        let custom = input("customization string", custom, custom_len)?;
        xof_output(CShake::<RATE>::new(name, custom), msg, out)
    }
}

unsafe fn kt<const RATE: usize>(
    (msg, len): Input,
    (custom, custom_len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    check("output", out, out_len)?;
    let mut kt = Kt::<RATE>::new();
    // SAFETY: the caller upholds the contract of `xof_output`; message and customization string are read before the
    // output is written.
    unsafe {
        kt.absorb(input("message", msg, len)?);
        let mut reader = kt.finalize_with(input("customization string", custom, custom_len)?);
        reader.squeeze(output("output", out, out_len)?);
    }
    Ok(())
}

unsafe fn kmac<const RATE: usize>(
    (key, key_len): Input,
    (msg, len): Input,
    (custom, custom_len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    check("tag", out, out_len)?;
    // SAFETY: the caller upholds the contract of `xof_output`; all inputs are read before the tag is written.
    unsafe {
        let key = input("key", key, key_len)?;
        let mut kmac = Kmac::<RATE>::new(key, input("customization string", custom, custom_len)?);
        kmac.update(input("message", msg, len)?);
        kmac.finalize_into(output("tag", out, out_len)?);
    }
    Ok(())
}

unsafe fn kmacxof<const RATE: usize>(
    (key, key_len): Input,
    (msg, len): Input,
    (custom, custom_len): Input,
    (out, out_len): Output,
) -> Result<(), Error> {
    check("output", out, out_len)?;
    // SAFETY: the caller upholds the contract of `xof_output`; all inputs are read before the output is written.
    unsafe {
        let key = input("key", key, key_len)?;
        let mut kmac =
            KmacXof::<RATE>::new(key, input("customization string", custom, custom_len)?);
        kmac.absorb(input("message", msg, len)?);
        kmac.finalize().squeeze(output("output", out, out_len)?);
    }
    Ok(())
}
