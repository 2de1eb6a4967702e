//! Hashes from nettle.

use std::ffi::{c_char, c_uint, c_void};

use crate::{Function, Peer};

/// The C type `struct nettle_hash`.
#[repr(C)]
struct Hash {
    name: *const c_char,
    context_bytes: c_uint,
    digest_bytes: c_uint,
    block_bytes: c_uint,
    init: unsafe extern "C" fn(*mut c_void),
    update: unsafe extern "C" fn(*mut c_void, usize, *const u8),
    digest: unsafe extern "C" fn(*mut c_void, usize, *mut u8),
}

/// Size of the memory for a hash context, in words. It is larger than nettle's largest context.
const CONTEXT_WORDS: usize = 64;

impl Hash {
    fn hash(&self, message: &[u8], out: &mut [u8]) {
        let mut context = [0_u64; CONTEXT_WORDS];
        assert!(self.context_bytes as usize <= size_of_val(&context));
        let context = context.as_mut_ptr().cast();
        // SAFETY: the memory is large enough for the context, the message is passed with its length, and the output is
        // as long as the digest.
        unsafe {
            (self.init)(context);
            (self.update)(context, message.len(), message.as_ptr());
            (self.digest)(context, out.len(), out.as_mut_ptr());
        }
    }
}

/// Names of the hashes in astragal and in nettle.
macro_rules! hashes {
    ($($ours:literal = $theirs:ident,)+) => {
        #[link(name = "nettle")]
        unsafe extern "C" {
            $(static $theirs: Hash;)+
        }

        const HASHES: &[(&str, Function)] = &[$(($ours, |message, out| {
            // SAFETY: the foreign static is a constant in the library.
            unsafe { &$theirs }.hash(message, out);
        })),+];
    };
}

hashes! {
    "md5" = nettle_md5,
    "ripemd160" = nettle_ripemd160,
    "sha1" = nettle_sha1,
    "sha224" = nettle_sha224,
    "sha256" = nettle_sha256,
    "sha384" = nettle_sha384,
    "sha512" = nettle_sha512,
    "sha512-224" = nettle_sha512_224,
    "sha512-256" = nettle_sha512_256,
    "sha3-224" = nettle_sha3_224,
    "sha3-256" = nettle_sha3_256,
    "sha3-384" = nettle_sha3_384,
    "sha3-512" = nettle_sha3_512,
    "streebog-256" = nettle_streebog256,
    "streebog-512" = nettle_streebog512,
}

pub(super) fn peers() -> impl Iterator<Item = Peer> {
    let peer = |&(algorithm, function)| Peer { name: "nettle", algorithm, function };
    HASHES.iter().map(peer)
}
