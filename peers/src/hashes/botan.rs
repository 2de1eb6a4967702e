//! Hashes from Botan 3, through its C interface.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use crate::{Function, Peer};

#[link(name = "botan-3")]
unsafe extern "C" {
    fn botan_hash_init(hash: *mut *mut c_void, name: *const c_char, flags: u32) -> c_int;
    fn botan_hash_destroy(hash: *mut c_void) -> c_int;
    fn botan_hash_output_length(hash: *mut c_void, bytes: *mut usize) -> c_int;
    fn botan_hash_update(hash: *mut c_void, message: *const u8, bytes: usize) -> c_int;
    fn botan_hash_final(hash: *mut c_void, out: *mut u8) -> c_int;
}

/// Botan hash object. It is reused between calls, so that the benchmark does not measure the look-up by name.
struct Hash(*mut c_void);

impl Hash {
    fn new(name: &CStr) -> Self {
        let mut hash = ptr::null_mut();
        // SAFETY: the name is null-terminated, and the pointer to the new object is valid for writes.
        assert_eq!(unsafe { botan_hash_init(&raw mut hash, name.as_ptr(), 0) }, 0, "{name:?}");
        Self(hash)
    }

    fn hash(&self, message: &[u8], out: &mut [u8]) {
        let mut bytes = 0;
        // SAFETY: the object is alive.
        unsafe { botan_hash_output_length(self.0, &raw mut bytes) };
        assert_eq!(out.len(), bytes);
        // SAFETY: the message is passed with its length, and the output is as long as the digest. `botan_hash_final`
        // resets the object.
        unsafe {
            assert_eq!(botan_hash_update(self.0, message.as_ptr(), message.len()), 0);
            assert_eq!(botan_hash_final(self.0, out.as_mut_ptr()), 0);
        }
    }
}

impl Drop for Hash {
    fn drop(&mut self) {
        // SAFETY: the object is alive and not used afterwards.
        unsafe { botan_hash_destroy(self.0) };
    }
}

/// Names of the hashes in astragal and in Botan.
macro_rules! hashes {
    ($($ours:literal = $theirs:literal,)+) => {
        &[$(($ours, |message, out| {
            thread_local! { static HASH: RefCell<Hash> = RefCell::new(Hash::new($theirs)); }
            HASH.with_borrow(|hash| hash.hash(message, out));
        })),+]
    };
}

const HASHES: &[(&str, Function)] = hashes! {
    "md5" = c"MD5",
    "sha1" = c"SHA-1",
    "ripemd160" = c"RIPEMD-160",
    "sha224" = c"SHA-224",
    "sha256" = c"SHA-256",
    "sha384" = c"SHA-384",
    "sha512" = c"SHA-512",
    "sha512-256" = c"SHA-512-256",
    "sha3-224" = c"SHA-3(224)",
    "sha3-256" = c"SHA-3(256)",
    "sha3-384" = c"SHA-3(384)",
    "sha3-512" = c"SHA-3(512)",
    "blake2b-256" = c"BLAKE2b(256)",
    "blake2b-512" = c"BLAKE2b(512)",
    "sm3" = c"SM3",
    "skein512-256" = c"Skein-512(256)",
    "skein512-512" = c"Skein-512(512)",
    "streebog-256" = c"Streebog-256",
    "streebog-512" = c"Streebog-512",
    "whirlpool" = c"Whirlpool",
};

pub(super) fn peers() -> impl Iterator<Item = Peer> {
    let peer = |&(algorithm, function)| Peer { name: "Botan", algorithm, function };
    HASHES.iter().map(peer)
}
