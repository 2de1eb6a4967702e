//! Hash functions with a digest of fixed length.

use core::ffi::c_int;

use astragal::hash;

use crate::bytes::{give, input};
use crate::guard::guard;

/// SHA3-224 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 28]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha3_224(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha3_224::hash(input("the message", msg, len)?)) })
}

/// SHA3-256 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha3_256(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha3_256::hash(input("the message", msg, len)?)) })
}

/// SHA3-384 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 48]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha3_384(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha3_384::hash(input("the message", msg, len)?)) })
}

/// SHA3-512 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 64]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha3_512(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha3_512::hash(input("the message", msg, len)?)) })
}

/// Keccak-256 with the padding from before the standard, as Ethereum has it of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_256(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Keccak256::hash(input("the message", msg, len)?)) })
}

/// SHA-224 (FIPS 180-4 section 6.3) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 28]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha224(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha224::hash(input("the message", msg, len)?)) })
}

/// SHA-256 (FIPS 180-4 section 6.2) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha256(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha256::hash(input("the message", msg, len)?)) })
}

/// SHA-384 (FIPS 180-4 section 6.5) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 48]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha384(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha384::hash(input("the message", msg, len)?)) })
}

/// SHA-512 (FIPS 180-4 section 6.4) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 64]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_sha512(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Sha512::hash(input("the message", msg, len)?)) })
}

/// BLAKE2b-512 (RFC 7693) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 64]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_blake2b_512(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Blake2b512::hash(input("the message", msg, len)?)) })
}

/// BLAKE2s-256 (RFC 7693) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_blake2s_256(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Blake2s256::hash(input("the message", msg, len)?)) })
}

/// BLAKE3 of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_blake3(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::Blake3::hash(input("the message", msg, len)?)) })
}

/// Ascon-Hash256 (SP 800-232 section 5.1) of a message. The digest may go where the message lies.
///
/// cbindgen:ptrs-as-arrays=[[out; 32]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_ascon_hash256(msg: *const u8, len: usize, out: *mut u8) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give(out, &hash::AsconHash256::hash(input("the message", msg, len)?)) })
}
