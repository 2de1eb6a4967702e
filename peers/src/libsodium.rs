//! ChaCha20, Poly1305 and SipHash from libsodium.

use std::ffi::{c_int, c_ulonglong};
use std::ptr;
use std::sync::Once;

use crate::{AeadPeer, CipherPeer, KEY, Keyed, Peer, SetUp, Use};

#[link(name = "sodium")]
unsafe extern "C" {
    fn sodium_init() -> c_int;
    fn crypto_aead_chacha20poly1305_ietf_encrypt_detached(
        ciphertext: *mut u8,
        tag: *mut u8,
        tag_bytes: *mut c_ulonglong,
        text: *const u8,
        text_bytes: c_ulonglong,
        data: *const u8,
        data_bytes: c_ulonglong,
        secret_nonce: *const u8,
        nonce: *const u8,
        key: *const u8,
    ) -> c_int;
    fn crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        ciphertext: *mut u8,
        tag: *mut u8,
        tag_bytes: *mut c_ulonglong,
        text: *const u8,
        text_bytes: c_ulonglong,
        data: *const u8,
        data_bytes: c_ulonglong,
        secret_nonce: *const u8,
        nonce: *const u8,
        key: *const u8,
    ) -> c_int;
    fn crypto_stream_chacha20_ietf_xor(
        to: *mut u8,
        from: *const u8,
        bytes: c_ulonglong,
        nonce: *const u8,
        key: *const u8,
    ) -> c_int;
    fn crypto_stream_xchacha20_xor(
        to: *mut u8,
        from: *const u8,
        bytes: c_ulonglong,
        nonce: *const u8,
        key: *const u8,
    ) -> c_int;
    fn crypto_onetimeauth_poly1305(
        tag: *mut u8,
        message: *const u8,
        bytes: c_ulonglong,
        key: *const u8,
    ) -> c_int;
    fn crypto_shorthash_siphash24(
        tag: *mut u8,
        message: *const u8,
        bytes: c_ulonglong,
        key: *const u8,
    ) -> c_int;
}

/// Initializes libsodium, which then uses the instructions of this processor.
fn initialize() {
    static ONCE: Once = Once::new();
    // SAFETY: the function has no parameters.
    ONCE.call_once(|| assert!(unsafe { sodium_init() } >= 0, "libsodium fails to initialize"));
}

/// Defines the encryption function of an authenticated cipher.
macro_rules! seal {
    ($function:ident, $nonce_bytes:literal) => {
        |key, nonce, data, text, tag| {
            initialize();
            assert_eq!([key.len(), nonce.len(), tag.len()], [32, $nonce_bytes, 16]);
            let (to, text_bytes, data_bytes) = (text.as_mut_ptr(), text.len(), data.len());
            // SAFETY: key, nonce and tag have the lengths that the function requires, and slices are passed with their
            // lengths. The function may write the ciphertext to the address of the text. The pointer for the tag's
            // length may be null.
            let code = unsafe {
                $function(
                    to,
                    tag.as_mut_ptr(),
                    ptr::null_mut(),
                    to,
                    text_bytes as c_ulonglong,
                    data.as_ptr(),
                    data_bytes as c_ulonglong,
                    ptr::null(),
                    nonce.as_ptr(),
                    key.as_ptr(),
                )
            };
            assert_eq!(code, 0);
        }
    };
}

pub(crate) fn aead_peers() -> [AeadPeer; 2] {
    let peer = |algorithm, seal| AeadPeer { name: "libsodium", algorithm, seal };
    [
        peer("chacha20-poly1305", seal!(crypto_aead_chacha20poly1305_ietf_encrypt_detached, 12)),
        peer("xchacha20-poly1305", seal!(crypto_aead_xchacha20poly1305_ietf_encrypt_detached, 24)),
    ]
}

/// Defines the key setup of a stream cipher.
macro_rules! stream {
    ($function:ident, $nonce_bytes:literal) => {
        Box::new(|key, _| {
            initialize();
            let key: [u8; 32] = key.try_into().ok()?;
            let keyed: Keyed = Box::new(move |message, text, _| {
                let nonce: [u8; $nonce_bytes] = message.iv.try_into().ok()?;
                let (to, bytes) = (text.as_mut_ptr(), text.len() as c_ulonglong);
                // SAFETY: key and nonce have the lengths that the function requires, and the text is passed with its
                // length. The ciphertext may replace the text.
                let code = unsafe { $function(to, to, bytes, nonce.as_ptr(), key.as_ptr()) };
                (code == 0).then_some(())
            });
            Some(keyed)
        })
    };
}

pub(crate) fn streams() -> [CipherPeer; 2] {
    let peer =
        |cipher, set_up: SetUp| CipherPeer { name: "libsodium", cipher, used: Use::Stream, set_up };
    [
        peer("chacha20", stream!(crypto_stream_chacha20_ietf_xor, 12)),
        peer("xchacha20", stream!(crypto_stream_xchacha20_xor, 24)),
    ]
}

/// Defines the function of a MAC whose key is the start of [`KEY`].
macro_rules! mac {
    ($function:ident, $tag_bytes:literal) => {
        |message, tag| {
            initialize();
            assert_eq!(tag.len(), $tag_bytes);
            let (tag, bytes) = (tag.as_mut_ptr(), message.len() as c_ulonglong);
            // SAFETY: the tag has the length that the function requires, the key is at most 32 bytes long, and the
            // message is passed with its length.
            assert_eq!(unsafe { $function(tag, message.as_ptr(), bytes, KEY.as_ptr()) }, 0);
        }
    };
}

pub(crate) fn macs() -> [Peer; 2] {
    let peer = |algorithm, function| Peer { name: "libsodium", algorithm, function };
    [
        peer("poly1305", mac!(crypto_onetimeauth_poly1305, 16)),
        peer("siphash-2-4", mac!(crypto_shorthash_siphash24, 8)),
    ]
}
