//! Authenticated ciphers from RustCrypto, the crate `aegis` and C libraries. The current version of the crate
//! `ascon-aead` implements SP 800-232. An older version of the same crate implements Ascon v1.2.

use ascon_aead::aead::{AeadInOut, KeyInit};
use ascon_aead_0_4::aead::AeadInPlace;

/// Function that encrypts a text in place. Its arguments are key, nonce, associated data, text and tag.
pub type Seal = fn(&[u8], &[u8], &[u8], &mut [u8], &mut [u8]);

/// Another library's implementation of an authenticated cipher.
#[derive(Clone, Copy)]
pub struct AeadPeer {
    pub name: &'static str,
    /// Canonical name in astragal.
    pub algorithm: &'static str,
    pub seal: Seal,
}

fn seal_v12<A: AeadInPlace + ascon_aead_0_4::aead::KeyInit>(
    key: &[u8],
    nonce: &[u8],
    data: &[u8],
    text: &mut [u8],
    tag: &mut [u8],
) {
    let cipher = A::new_from_slice(key).expect("the key has the right length");
    let computed = cipher.encrypt_in_place_detached(nonce.into(), data, text);
    tag.copy_from_slice(&computed.expect("the message is not too long"));
}

fn seal_crate<A: AeadInOut + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    data: &[u8],
    text: &mut [u8],
    tag: &mut [u8],
) {
    let cipher = A::new_from_slice(key).expect("the key has the right length");
    let nonce = nonce.try_into().expect("the nonce has the right length");
    let computed = cipher.encrypt_inout_detached(nonce, data, text.into());
    tag.copy_from_slice(&computed.expect("the message is not too long"));
}

/// Defines the encryption function of a type of the crate `aegis`.
macro_rules! seal_aegis {
    ($($type:tt)+) => {
        |key, nonce, data, text, tag| {
            let key = key.try_into().expect("the key has the right length");
            let nonce = nonce.try_into().expect("the nonce has the right length");
            let cipher = aegis::$($type)+::<16>::new(key, nonce);
            tag.copy_from_slice(&cipher.encrypt_in_place(text, data));
        }
    };
}

#[cfg(feature = "openssl")]
fn seal_openssl(key: &[u8], nonce: &[u8], data: &[u8], text: &mut [u8], tag: &mut [u8]) {
    use openssl::symm::{Cipher, encrypt_aead};
    let cipher = Cipher::chacha20_poly1305();
    let sealed = encrypt_aead(cipher, key, Some(nonce), data, text, tag);
    text.copy_from_slice(&sealed.expect("the lengths are allowed"));
}

/// Returns the other libraries' implementations of authenticated ciphers.
pub fn aead_peers() -> Vec<AeadPeer> {
    let peer = |name, algorithm, seal| AeadPeer { name, algorithm, seal };
    #[cfg_attr(
        not(any(feature = "libsodium", feature = "ascon-c")),
        expect(unused_mut, reason = "nothing is added")
    )]
    let mut all = vec![
        peer("ascon-aead 0.6", "ascon-aead128", seal_crate::<ascon_aead::AsconAead128>),
        peer("ascon-aead 0.4", "ascon-128", seal_v12::<ascon_aead_0_4::Ascon128>),
        peer("ascon-aead 0.4", "ascon-128a", seal_v12::<ascon_aead_0_4::Ascon128a>),
        peer("ascon-aead 0.4", "ascon-80pq", seal_v12::<ascon_aead_0_4::Ascon80pq>),
        #[cfg(feature = "openssl")]
        peer("OpenSSL", "chacha20-poly1305", seal_openssl),
        peer(
            "chacha20poly1305",
            "chacha20-poly1305",
            seal_crate::<chacha20poly1305::ChaCha20Poly1305>,
        ),
        peer(
            "chacha20poly1305",
            "xchacha20-poly1305",
            seal_crate::<chacha20poly1305::XChaCha20Poly1305>,
        ),
        peer("xaes-256-gcm", "xaes-256-gcm", seal_crate::<xaes_256_gcm::Xaes256Gcm>),
        peer("aegis", "aegis-128l", seal_aegis!(aegis128l::Aegis128L)),
        peer("aegis", "aegis-256", seal_aegis!(aegis256::Aegis256)),
        #[cfg(feature = "libgcrypt")]
        peer("libgcrypt", "chacha20-poly1305", crate::ciphers::seal_chacha),
    ];
    #[cfg(feature = "libsodium")]
    all.extend(crate::libsodium::aead_peers());
    #[cfg(feature = "ascon-c")]
    all.extend(crate::designers::ascon::aead_peers());
    all
}
