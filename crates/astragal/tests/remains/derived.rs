//! Checks that no copies of derived keys or computed tags remain on the stack. Registry objects wipe the whole stack
//! that a call used. Methods of types such as `Gcm` wipe only parts of it. Each function that computes a derived key or
//! a tag must therefore wipe its own copy.

use astragal::aead::{Ccm, Gcm, GcmSiv, Ocb};
use astragal::cipher::{Aes128, Aes256};
use astragal::hash::Sha256;
use astragal::kdf::Hkdf;
use astragal::mac::HmacSha256;

use crate::remains::{Remains, after, on_a_thread, secret};

/// Fails if a word of `value` is on the dead stack.
fn check(what: &str, value: &[u8], remains: &Remains) {
    let found = value
        .windows(8)
        .any(|window| remains.stack.iter().any(|(_, word)| word.to_ne_bytes() == *window));
    assert!(!found, "{what} remains on the stack");
}

const NONCE: [u8; 12] = [0x22; 12];

/// Returns the GCM-SIV keys of a message (RFC 8452 section 4): the 16-byte POLYVAL key, then a cipher key as long as
/// `key`.
fn gcm_siv_keys(cipher: &Aes256) -> [u8; 48] {
    let mut keys = [0; 48];
    for (number, half) in (0_u32..).zip(keys.as_chunks_mut::<8>().0) {
        let mut block = [0; 16];
        block[..4].copy_from_slice(&number.to_le_bytes());
        block[4..].copy_from_slice(&NONCE);
        cipher.encrypt_block(&mut block);
        half.copy_from_slice(&block[..8]);
    }
    keys
}

#[test]
fn gcm_siv_erases_its_derived_keys() {
    on_a_thread(|| {
        let key = *secret(32).first_chunk().expect("the secret has 32 bytes");
        let keys = gcm_siv_keys(&Aes256::new(&key));
        let cipher = Box::new(GcmSiv::<Aes256>::new(&key));
        for bytes in [40, 1500] {
            let (mut text, mut tag) = (vec![0x11; bytes], [0; 16]);
            let remains = after(&mut || {
                tag = cipher
                    .encrypt_in_place_detached(&NONCE, b"", &mut text)
                    .expect("the message is not too long");
            });
            check("a key of GCM-SIV", &keys, &remains);
            let remains = after(&mut || {
                let opened = cipher.decrypt_in_place_detached(&NONCE, b"", &mut text, &tag);
                opened.expect("the tag is valid");
            });
            check("a key of GCM-SIV", &keys, &remains);
        }
    });
}

#[test]
fn hkdf_erases_its_pseudorandom_key() {
    on_a_thread(|| {
        let secret = secret(40);
        let extracted = HmacSha256::new(b"salt").mac(&secret);
        let mut slot = None;
        let remains = after(&mut || slot = Some(Box::new(Hkdf::<Sha256>::new(b"salt", &secret))));
        check("the pseudorandom key of HKDF", &extracted, &remains);
    });
}

#[test]
fn expansion_erases_the_last_block_of_output() {
    on_a_thread(|| {
        let hkdf = Box::new(Hkdf::<Sha256>::from_key(&secret(32)).expect("the key is long enough"));
        let whole: [u8; 64] = hkdf.expand(b"info").expect("the output is not too long");
        let mut key = vec![0; 40];
        let remains =
            after(&mut || hkdf.expand_into(b"info", &mut key).expect("the output is not too long"));
        check("output beyond the key", &whole[40..], &remains);
    });
}

/// After a tag is rejected, the correct tag must not remain in memory, because it would allow a forgery of the message.
#[test]
fn rejected_tag_leaves_no_computed_tag() {
    on_a_thread(|| {
        let key = secret(32);
        let (key16, key32) = (
            key.first_chunk().expect("the key has at least 16 bytes"),
            key.first_chunk().expect("the key has at least 32 bytes"),
        );
        macro_rules! refused {
            ($($cipher:expr),+) => { $(
                let cipher = Box::new($cipher);
                for bytes in [40, 1500] {
                    let mut text = vec![0x11; bytes];
                    let tag = cipher.encrypt_in_place_detached(&NONCE, b"", &mut text);
                    let tag: [u8; 16] = tag.expect("the message is not too long");
                    let remains = after(&mut || {
                        let opened =
                            cipher.decrypt_in_place_detached(&NONCE, b"", &mut text, &[7; 16]);
                        assert!(opened.is_err());
                    });
                    check(concat!("the tag of ", stringify!($cipher)), &tag, &remains);
                }
            )+ };
        }
        refused!(Gcm::<Aes128>::new(key16), Ccm::<Aes128>::new(key16), Ocb::<Aes128>::new(key16));
        // In GCM-SIV, the tag is also the initial counter block. If the tag is wrong, the text decrypts to a wrong
        // plaintext, and the correct tag is never computed. The test therefore searches for the message keys instead.
        let cipher = Box::new(GcmSiv::<Aes256>::new(key32));
        let mut text = vec![0x11; 40];
        let remains = after(&mut || {
            let opened = cipher.decrypt_in_place_detached(&NONCE, b"", &mut text, &[7; 16]);
            assert!(opened.is_err());
        });
        check("a key of GCM-SIV", &gcm_siv_keys(&Aes256::new(key32)), &remains);
    });
}
