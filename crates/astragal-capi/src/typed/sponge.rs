//! Functions with output of any length. Output may go where the message lies: it is read first.

use core::ffi::c_int;

use astragal::mac::{Kmac, KmacXof};
use astragal::xof::{CShake, Kt, Shake, TurboShake, Xof, XofReader as _};

use crate::bytes::{check, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_keyed};

/// SHAKE128 (FIPS 202 section 6.2): `out_len` bytes of output for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_shake128(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { expand(Shake::<168>::new(), (msg, len), (out, out_len)) })
}

/// SHAKE256 (FIPS 202 section 6.2): `out_len` bytes of output for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_shake256(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { expand(Shake::<136>::new(), (msg, len), (out, out_len)) })
}

/// cSHAKE128 (SP 800-185 section 3) with function name N and customization string S, which may be empty.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        cshake::<168>((name, name_len), (custom, custom_len), (msg, len), (out, out_len))
    })
}

/// cSHAKE256 (SP 800-185 section 3) with function name N and customization string S, which may be empty.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        cshake::<136>((name, name_len), (custom, custom_len), (msg, len), (out, out_len))
    })
}

/// TurboSHAKE128 (RFC 9861 section 2) with a domain separation byte of 0x01 to 0x7f; 0x1f where you have no
/// need of another.
///
/// @return ASTRAGAL_ERR_PARAMETER for another byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_turboshake128(
    msg: *const u8,
    len: usize,
    domain: u8,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { expand(TurboShake::<168>::with_domain(domain)?, (msg, len), (out, out_len)) })
}

/// TurboSHAKE256 (RFC 9861 section 2) with a domain separation byte of 0x01 to 0x7f; 0x1f where you have no
/// need of another.
///
/// @return ASTRAGAL_ERR_PARAMETER for another byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_turboshake256(
    msg: *const u8,
    len: usize,
    domain: u8,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { expand(TurboShake::<136>::with_domain(domain)?, (msg, len), (out, out_len)) })
}

/// KT128, also called KangarooTwelve (RFC 9861 section 3), with a customization string, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kt128(
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { kt::<168>((msg, len), (custom, custom_len), (out, out_len)) })
}

/// KT256 (RFC 9861 section 3) with a customization string, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kt256(
    msg: *const u8,
    len: usize,
    custom: *const u8,
    custom_len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { kt::<136>((msg, len), (custom, custom_len), (out, out_len)) })
}

/// KMAC128 (SP 800-185 section 4): a tag of `out_len` bytes, 32 for full strength. A shorter tag is not the
/// start of a longer one. The customization string may be empty.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        kmac::<168>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// KMAC256 (SP 800-185 section 4): a tag of `out_len` bytes, 64 for full strength. A shorter tag is not the
/// start of a longer one. The customization string may be empty.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        kmac::<136>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// KMACXOF128 (SP 800-185 section 4.3.1): keyed output of any length; a shorter one is the start of a longer.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        kmacxof::<168>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// KMACXOF256 (SP 800-185 section 4.3.1): keyed output of any length; a shorter one is the start of a longer.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        kmacxof::<136>((key, key_len), (msg, len), (custom, custom_len), (out, out_len))
    })
}

/// Bytes that the caller lets us read.
type In = (*const u8, usize);
/// Bytes that the caller lets us write.
type Out = (*mut u8, usize);

/// # Safety
/// As for [`input`] and [`output`], but that the message and the output may overlap. So of all here.
pub(super) unsafe fn expand<X: Xof>(
    mut xof: X,
    (msg, len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    check("the output", out, out_len)?;
    // SAFETY: the caller's promise.
    xof.absorb(unsafe { input("the message", msg, len) }?);
    // SAFETY: the caller's promise; the message has been read.
    xof.finalize().squeeze(unsafe { output("the output", out, out_len) }?);
    Ok(())
}

unsafe fn cshake<const RATE: usize>(
    (name, name_len): In,
    (custom, custom_len): In,
    msg: In,
    out: Out,
) -> Result<(), Mistake>
where
    CShake<RATE>: Xof,
{
    // SAFETY: the caller's promise.
    unsafe {
        let name = input("the function name", name, name_len)?;
        let custom = input("the customization string", custom, custom_len)?;
        expand(CShake::<RATE>::new(name, custom), msg, out)
    }
}

unsafe fn kt<const RATE: usize>(
    (msg, len): In,
    (custom, custom_len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    check("the output", out, out_len)?;
    let mut kt = Kt::<RATE>::new();
    // SAFETY: the caller's promise; message and customization have been read when the output is written.
    unsafe {
        kt.absorb(input("the message", msg, len)?);
        let mut reader = kt.finalize_with(input("the customization string", custom, custom_len)?);
        reader.squeeze(output("the output", out, out_len)?);
    }
    Ok(())
}

unsafe fn kmac<const RATE: usize>(
    (key, key_len): In,
    (msg, len): In,
    (custom, custom_len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    check("the tag", out, out_len)?;
    // SAFETY: the caller's promise; all has been read when the tag is written.
    unsafe {
        let key = input("the key", key, key_len)?;
        let mut kmac =
            Kmac::<RATE>::new(key, input("the customization string", custom, custom_len)?);
        kmac.update(input("the message", msg, len)?);
        kmac.finalize_into(output("the tag", out, out_len)?);
    }
    Ok(())
}

unsafe fn kmacxof<const RATE: usize>(
    (key, key_len): In,
    (msg, len): In,
    (custom, custom_len): In,
    (out, out_len): Out,
) -> Result<(), Mistake> {
    check("the output", out, out_len)?;
    // SAFETY: the caller's promise; all has been read when the output is written.
    unsafe {
        let key = input("the key", key, key_len)?;
        let mut kmac =
            KmacXof::<RATE>::new(key, input("the customization string", custom, custom_len)?);
        kmac.absorb(input("the message", msg, len)?);
        kmac.finalize().squeeze(output("the output", out, out_len)?);
    }
    Ok(())
}
