//! Tests of authenticated encryption with Ascon: every bit flip is detected, and streaming gives the same result as
//! one-shot encryption.

use astragal::aead::{Ascon80pq, Ascon128, Ascon128a, AsconAead128};
use astragal::registry::{self, AEADS, MacParams};
use proptest::collection::vec;
use proptest::prelude::*;

/// Returns copies of `bytes`, each with a different bit flipped.
fn flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..8 * bytes.len()).map(|bit| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    })
}

#[test]
fn aead_rejects_any_flipped_bit() {
    for row in AEADS {
        let key: Vec<u8> = (1..).take(row.key_bytes).collect();
        let nonce: Vec<u8> = (101..).take(row.nonce_bytes).collect();
        let associated_data = b"associated data, more than a block of it";
        let plaintext = b"a message that is longer than one block of any";
        let mut ciphertext = plaintext.to_vec();
        let mut tag = vec![0; row.tag_bytes];
        let cipher = row.new_aead(&key).unwrap();
        cipher
            .encrypt_in_place_detached(&nonce, associated_data, &mut ciphertext, &mut tag)
            .unwrap();

        let refuses = |key: &[u8], nonce: &[u8], data: &[u8], text: &[u8], tag: &[u8]| {
            let mut text = text.to_vec();
            let cipher = row.new_aead(key).unwrap();
            let opened = cipher.decrypt_in_place_detached(nonce, data, &mut text, tag);
            opened.is_err() && text.iter().all(|&byte| byte == 0)
        };
        assert!(!refuses(&key, &nonce, associated_data, &ciphertext, &tag), "{}", row.name);
        for flipped in flips(&key) {
            assert!(refuses(&flipped, &nonce, associated_data, &ciphertext, &tag), "{}", row.name);
        }
        for flipped in flips(&nonce) {
            assert!(refuses(&key, &flipped, associated_data, &ciphertext, &tag), "{}", row.name);
        }
        for flipped in flips(associated_data) {
            assert!(refuses(&key, &nonce, &flipped, &ciphertext, &tag), "{}", row.name);
        }
        for flipped in flips(&ciphertext) {
            assert!(refuses(&key, &nonce, associated_data, &flipped, &tag), "{}", row.name);
        }
        for flipped in flips(&tag) {
            assert!(refuses(&key, &nonce, associated_data, &ciphertext, &flipped), "{}", row.name);
        }
        let (text, data) = (&ciphertext, associated_data);
        assert!(refuses(&key, &nonce, data, &text[1..], &tag), "{}: shortened", row.name);
        assert!(refuses(&key, &nonce, &data[1..], text, &tag), "{}: shortened", row.name);
        assert!(refuses(&key, &nonce, b"", text, &tag), "{}: without associated data", row.name);
    }
}

#[test]
fn mac_rejects_any_flipped_bit() {
    for name in ["ascon-mac", "ascon-prf", "ascon-prfshort"] {
        let row = registry::mac(name).unwrap();
        let key: Vec<u8> = (1..=16).collect();
        // ascon-prfshort accepts at most 16 bytes. The other MACs process 70 bytes, which is more than one block.
        let bytes = if name == "ascon-prfshort" { 16 } else { 70 };
        let message: Vec<u8> = (101..).take(bytes).collect();
        let code = |key: &[u8], message: &[u8]| {
            let mut mac = row.new_mac(key, &MacParams::default()).unwrap();
            mac.update(message);
            mac
        };
        let tag = code(&key, &message).finalize_reset().unwrap();
        assert!(code(&key, &message).verify_reset(&tag).is_ok(), "{name}");
        for flipped in flips(&key) {
            assert!(code(&flipped, &message).verify_reset(&tag).is_err(), "{name}");
        }
        for flipped in flips(&message) {
            assert!(code(&key, &flipped).verify_reset(&tag).is_err(), "{name}");
        }
        for flipped in flips(&tag) {
            assert!(code(&key, &message).verify_reset(&flipped).is_err(), "{name}");
        }
        assert!(code(&key, &message[1..]).verify_reset(&tag).is_err(), "{name}: shortened");
        assert!(code(&key, b"").verify_reset(&tag).is_err(), "{name}: without message");
    }
}

/// Checks for one type that streaming encryption gives the same result as one-shot encryption, and that streaming
/// decryption restores the text.
macro_rules! check_pieces {
    ($cipher:ty, $key:expr, $nonce:expr, $data:expr, $text:expr, $cut:expr) => {{
        let cipher = <$cipher>::new($key);
        let sealed = cipher.encrypt($nonce, $data, $text);
        let (ciphertext, tag) = sealed.split_at($text.len());
        let tag: &[u8; 16] = tag.try_into().unwrap();

        let mut pieces = $text.to_vec();
        let mut encryptor = cipher.encryptor($nonce, $data);
        let (head, tail) = pieces.split_at_mut($cut);
        encryptor.update(head);
        tail.chunks_mut(3).for_each(|piece| encryptor.update(piece));
        prop_assert_eq!(&encryptor.finish(), tag);
        prop_assert_eq!(&pieces, ciphertext);

        let mut decryptor = cipher.decryptor($nonce, $data);
        decryptor.update(&ciphertext[..$cut]);
        ciphertext[$cut..].chunks(5).for_each(|piece| decryptor.update(piece));
        prop_assert_eq!(decryptor.finish(tag), Ok($text.to_vec()));

        let mut wrong = *tag;
        wrong[15] ^= 1;
        let mut decryptor = cipher.decryptor($nonce, $data);
        decryptor.update(ciphertext);
        prop_assert!(decryptor.finish(&wrong).is_err());
        prop_assert_eq!(cipher.decrypt($nonce, $data, &sealed), Ok($text.to_vec()));
        prop_assert!(cipher.decrypt($nonce, $data, &sealed[..15.min(sealed.len())]).is_err());
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn streaming_matches_one_shot(
        key: [u8; 16],
        long_key: [u8; 20],
        nonce: [u8; 16],
        data in vec(any::<u8>(), 0..70),
        text in vec(any::<u8>(), 0..200),
        cut: prop::sample::Index,
    ) {
        let cut = cut.index(text.len() + 1);
        check_pieces!(AsconAead128, &key, &nonce, &data, &text, cut);
        check_pieces!(Ascon128, &key, &nonce, &data, &text, cut);
        check_pieces!(Ascon128a, &key, &nonce, &data, &text, cut);
        check_pieces!(Ascon80pq, &long_key, &nonce, &data, &text, cut);
    }
}
