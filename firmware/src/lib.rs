//! A program per feature, for `cargo xtask firmware`.
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Hashes a message.
#[cfg(feature = "sha3-256")]
#[unsafe(no_mangle)]
pub extern "C" fn sha3_256(message: &[u8; 64], digest: &mut [u8; 32]) {
    *digest = astragal::hash::Sha3_256::hash(message);
}

/// Encrypts a message, and decrypts it again.
#[cfg(feature = "ascon-aead128")]
#[unsafe(no_mangle)]
pub extern "C" fn ascon_aead128(
    key: &[u8; 16],
    nonce: &[u8; 16],
    message: &mut [u8; 64],
    tag: &mut [u8; 16],
) -> bool {
    let cipher = astragal::aead::AsconAead128::new(key);
    *tag = cipher.encrypt_in_place_detached(nonce, b"", message);
    cipher.decrypt_in_place_detached(nonce, b"", message, tag).is_ok()
}
