//! A program per feature, for `cargo xtask firmware`: with this library, and with the crates `sha3` and `ascon-aead`.
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

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

/// Encrypts a message, and decrypts it again.
#[cfg(feature = "ascon-aead128")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    let ([key, nonce], []) = out.as_chunks::<16>() else { return false };
    let cipher = astragal::aead::AsconAead128::new(key);
    let tag = cipher.encrypt_in_place_detached(nonce, b"", message);
    cipher.decrypt_in_place_detached(nonce, b"", message, &tag).is_ok()
}

/// Encrypts a message, and decrypts it again.
#[cfg(feature = "peer-ascon-aead128")]
#[unsafe(no_mangle)]
pub fn program(message: &mut [u8], out: &mut [u8; 32]) -> bool {
    use ascon_aead::{AsconAead128, aead::{AeadInOut as _, KeyInit as _}};
    let ([key, nonce], []) = out.as_chunks::<16>() else { return false };
    let cipher = AsconAead128::new(key.into());
    let Ok(tag) = cipher.encrypt_inout_detached(nonce.into(), b"", (&mut *message).into()) else {
        return false;
    };
    cipher.decrypt_inout_detached(nonce.into(), b"", message.into(), &tag).is_ok()
}
