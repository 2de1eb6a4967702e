//! Hashes from libgcrypt.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use crate::{Function, Peer, gcrypt};

#[link(name = "gcrypt")]
unsafe extern "C" {
    fn gcry_md_get_algo_dlen(algorithm: c_int) -> c_uint;
    fn gcry_md_open(handle: *mut *mut c_void, algorithm: c_int, flags: c_uint) -> c_uint;
    fn gcry_md_write(handle: *mut c_void, message: *const u8, bytes: usize);
    fn gcry_md_extract(handle: *mut c_void, algorithm: c_int, out: *mut u8, bytes: usize)
    -> c_uint;
    fn gcry_md_close(handle: *mut c_void);
    fn gcry_md_hash_buffer(algorithm: c_int, out: *mut u8, message: *const u8, bytes: usize);
}

/// Hashes a message with libgcrypt. `ALGORITHM` is a value of `enum gcry_md_algos`.
fn hash<const ALGORITHM: c_int>(message: &[u8], out: &mut [u8]) {
    gcrypt::initialize();
    // SAFETY: the function accepts any algorithm number.
    assert_eq!(out.len(), unsafe { gcry_md_get_algo_dlen(ALGORITHM) } as usize);
    // SAFETY: the output is as long as the digest, and the message is passed with its length.
    unsafe { gcry_md_hash_buffer(ALGORITHM, out.as_mut_ptr(), message.as_ptr(), message.len()) };
}

/// Computes the output of an extendable-output function. `ALGORITHM` is a value of `enum gcry_md_algos`.
fn xof<const ALGORITHM: c_int>(message: &[u8], out: &mut [u8]) {
    gcrypt::initialize();
    let mut handle = ptr::null_mut();
    // SAFETY: the pointer to the handle is valid for writes. The handle is open until `gcry_md_close`, and slices are
    // passed with their lengths.
    unsafe {
        assert_eq!(gcry_md_open(&raw mut handle, ALGORITHM, 0), 0);
        gcry_md_write(handle, message.as_ptr(), message.len());
        assert_eq!(gcry_md_extract(handle, ALGORITHM, out.as_mut_ptr(), out.len()), 0);
        gcry_md_close(handle);
    }
}

const HASHES: [(&str, Function); 26] = [
    ("md5", hash::<1>),
    ("sha1", hash::<2>),
    ("ripemd160", hash::<3>),
    ("sha256", hash::<8>),
    ("sha384", hash::<9>),
    ("sha512", hash::<10>),
    ("sha224", hash::<11>),
    ("whirlpool", hash::<305>),
    ("streebog-256", hash::<309>),
    ("streebog-512", hash::<310>),
    ("sha3-224", hash::<312>),
    ("sha3-256", hash::<313>),
    ("sha3-384", hash::<314>),
    ("sha3-512", hash::<315>),
    ("shake128", xof::<316>),
    ("shake256", xof::<317>),
    ("blake2b-512", hash::<318>),
    ("blake2b-384", hash::<319>),
    ("blake2b-256", hash::<320>),
    ("blake2b-160", hash::<321>),
    ("blake2s-256", hash::<322>),
    ("blake2s-224", hash::<323>),
    ("blake2s-128", hash::<325>),
    ("sm3", hash::<326>),
    ("sha512-256", hash::<327>),
    ("sha512-224", hash::<328>),
];

pub(super) fn peers() -> impl Iterator<Item = Peer> {
    HASHES.into_iter().map(|(algorithm, function)| Peer { name: "libgcrypt", algorithm, function })
}
