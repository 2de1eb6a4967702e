//! Programs for `cargo xtask firmware`. Each cargo feature selects one program. Some programs use astragal, and others
//! the crates `sha3` and `ascon-aead` for comparison.
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Expected contents of `out` after the call: the SHA3-256 digest of 1,024 bytes with the value 7, as computed by
/// Python's `hashlib`.
#[cfg(any(feature = "sha3-256", feature = "peer-sha3-256"))]
pub const EXPECTED: [u8; 32] = *b"\x9e\xe9\xa6\x01\x86\x59\x23\x91\xea\x46\x70\xca\x1f\xb1\xdb\xca\
    \x97\x78\xc9\xae\xc9\x64\xcd\x83\x28\xac\x32\xb5\xdb\xf1\xff\x13";

/// Expected contents of `out` after the call of `program`: the key and the nonce. `program` reads them from `out` and
/// must not change them.
#[cfg(any(feature = "ascon-aead128", feature = "peer-ascon-aead128"))]
pub const EXPECTED: [u8; 32] = [9; 32];

/// Hashes a message.
#[cfg(feature = "sha3-256")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    *out = astragal::hash::Sha3_256::hash(message);
    true
}

/// Hashes a message.
#[cfg(feature = "peer-sha3-256")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    use sha3::Digest as _;
    *out = sha3::Sha3_256::digest(message).into();
    true
}

/// Encrypts and decrypts a message.
#[cfg(feature = "ascon-aead128")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    let ([key, nonce], []) = out.as_chunks::<16>() else { return false };
    let cipher = astragal::aead::AsconAead128::new(key);
    let tag = cipher.encrypt_in_place_detached(nonce, b"", message);
    cipher.decrypt_in_place_detached(nonce, b"", message, &tag).is_ok()
}

/// Encrypts and decrypts a message.
#[cfg(feature = "peer-ascon-aead128")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    use ascon_aead::{
        AsconAead128,
        aead::{AeadInOut as _, KeyInit as _},
    };
    let ([key, nonce], []) = out.as_chunks::<16>() else { return false };
    let cipher = AsconAead128::new(key.into());
    let Ok(tag) = cipher.encrypt_inout_detached(nonce.into(), b"", (&mut *message).into()) else {
        return false;
    };
    cipher.decrypt_inout_detached(nonce.into(), b"", message.into(), &tag).is_ok()
}
