//! Tests the modes that are defined only for AES: SIV, OCB, GMAC and XAES-256-GCM.

use astragal::aead::{Gcm, Siv, Xaes256Gcm};
use astragal::cipher::{Aes128, Aes192, Aes256, Camellia256};
use astragal::error::VerifyError;
use astragal::mac::Gmac;
use astragal::registry;

/// Test vector of RFC 5297, appendix A.1: without a nonce.
#[test]
fn siv_without_nonce_matches_rfc5297() {
    let key: Vec<u8> = (0xf0..=0xff).rev().chain(0xf0..=0xff).collect();
    let header: Vec<u8> = (0x10..0x28).collect();
    let text = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee];
    let expected = 0x8563_2d07_c6e8_f37f_950a_cd32_0a2e_cc93_u128.to_be_bytes();
    let siv = Siv::<Aes128>::from_slice(&key).unwrap();
    let sealed = siv.encrypt(&[&header], &text).unwrap();
    assert_eq!(sealed[..16], expected);
    assert_eq!(sealed[16..20], [0x40, 0xc0, 0x2b, 0x96]);
    assert_eq!(siv.decrypt(&[&header], &sealed).unwrap(), text);
}

/// Test vector of RFC 5297, appendix A.2: two items of associated data and a nonce.
#[test]
fn siv_with_nonce_matches_rfc5297() {
    let key: Vec<u8> = (0x70..=0x7f).rev().chain(0x40..=0x4f).collect();
    let first: Vec<u8> = [
        0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128.to_be_bytes(),
        0xdead_dada_dead_dada_ffee_ddcc_bbaa_9988_u128.to_be_bytes(),
    ]
    .concat()
    .into_iter()
    .chain([0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00])
    .collect();
    let second = [0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xa0];
    let nonce = 0x09f9_1102_9d74_e35b_d841_56c5_6356_88c0_u128.to_be_bytes();
    let text = b"this is some plaintext to encrypt using SIV-AES";
    let siv = Siv::<Aes128>::from_slice(&key).unwrap();
    let items = [&first[..], &second, &nonce];
    let sealed = siv.encrypt(&items, text).unwrap();
    let tag = 0x7bdb_6e3b_4326_67eb_06f4_d14b_ff2f_bd0f_u128.to_be_bytes();
    assert_eq!(sealed[..16], tag);
    assert_eq!(sealed[16..20], [0xcb, 0x90, 0x0f, 0x2f]);
    assert_eq!(sealed[60..], [0xfd, 0x5c, 0x0d]);
    assert_eq!(siv.decrypt(&items, &sealed).unwrap(), text);
    assert_eq!(siv.decrypt(&items[1..], &sealed), Err(VerifyError::InvalidTag));
    assert_eq!(siv.decrypt(&items, &sealed[..15]), Err(VerifyError::InvalidTag));
}

#[test]
fn siv_by_name_puts_the_tag_first() {
    let key: Vec<u8> = (0..48).collect();
    let siv = Siv::<Aes192>::from_slice(&key).unwrap();
    let object = registry::aead("aes-192-siv").unwrap().new_aead(&key).unwrap();
    let sealed = object.encrypt(b"nonce", b"header", b"message").unwrap();
    assert_eq!(sealed, siv.encrypt(&[b"header", b"nonce"], b"message").unwrap());
    assert_eq!(object.decrypt(b"nonce", b"header", &sealed).unwrap(), b"message");
    let error = object.encrypt(b"", b"header", b"").unwrap_err().to_string();
    assert_eq!(error, "nonce is 0 bytes; aes-192-siv takes at least 1");
    assert_eq!(object.decrypt(b"n", b"", &sealed[..15]), Err(VerifyError::InvalidTag));
}

#[test]
fn siv_takes_126_items() {
    let siv = Siv::<Aes256>::new(&[1; 32], &[2; 32]);
    let items = [&b"item"[..]; 127];
    let sealed = siv.encrypt(&items[..126], b"message").unwrap();
    assert_eq!(siv.decrypt(&items[..126], &sealed).unwrap(), b"message");
    assert_eq!(siv.decrypt(&items[..125], &sealed), Err(VerifyError::InvalidTag));
    let error = siv.encrypt(&items, b"message").unwrap_err().to_string();
    let expected = "number of items of associated data is 127; aes-256-siv takes at most 126";
    assert_eq!(error, expected);
}

#[test]
fn gmac_is_gcm_without_text() {
    let (gmac, gcm) = (Gmac::<Camellia256>::new(&[7; 32]), Gcm::<Camellia256>::new(&[7; 32]));
    for length in [0, 1, 16, 300, 5000] {
        let message = vec![0x5a; length];
        for nonce in [&[1; 12][..], &[2; 7], &[3; 40]] {
            let tag = gmac.mac(nonce, &message).unwrap();
            let mut expected = [0; 16];
            gcm.encrypt_in_place_any_length(nonce, &message, &mut [], &mut expected).unwrap();
            assert_eq!(tag, expected);
            assert_eq!(gmac.verify(nonce, &message, &tag), Ok(()));
            assert_eq!(gmac.verify(nonce, &message, &tag[..12]), Ok(()));
            let mut forged = tag;
            forged[15] ^= 1;
            assert_eq!(gmac.verify(nonce, &message, &forged), Err(VerifyError::InvalidTag));
        }
    }
    let error = gmac.verify(&[1; 12], b"", &[0; 5]).unwrap_err().to_string();
    assert!(error.starts_with("tag is 5 bytes; camellia-256-gcm takes 4"), "{error}");
    assert!(gmac.mac(b"", b"").is_err());
    assert_eq!(format!("{gmac:?}"), "Gmac<camellia-256> { .. }");
}

/// The accumulated test of c2sp.org/XAES-256-GCM: hashes 10,000 ciphertexts of random inputs.
#[cfg(feature = "keccak")]
#[test]
fn xaes_matches_accumulated_test() {
    use astragal::xof::Shake128;
    let mut random = Shake128::new().finalize();
    let mut hash = Shake128::new();
    let mut take = |length: usize| {
        let mut bytes = vec![0; length];
        random.squeeze(&mut bytes);
        bytes
    };
    for _ in 0..10_000 {
        let (key, nonce) = (take(32), take(24));
        let length = take(1)[0].into();
        let text = take(length);
        let length = take(1)[0].into();
        let header = take(length);
        let cipher = Xaes256Gcm::from_slice(&key).unwrap();
        let sealed = cipher.encrypt(nonce[..].try_into().unwrap(), &header, &text).unwrap();
        hash.absorb(&sealed);
    }
    let mut sum = [0; 32];
    hash.finalize().squeeze(&mut sum);
    assert_eq!(sum[..4], [0xe6, 0xb9, 0xed, 0xf2]);
    assert_eq!(sum[28..], [0x10, 0x08, 0x19, 0x39]);
}
