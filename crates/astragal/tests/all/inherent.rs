//! Checks that the library's types can be used without importing traits, through their inherent methods alone.

use astragal::aead::{AsconAead128, Ccm, Gcm, GcmSiv, Ocb};
use astragal::cipher::Aes256;
use astragal::error::{InvalidTag, VerifyError};
use astragal::hash::Sha256;
use astragal::mac::{
    AsconMac, Blake2bMac, Blake3Keyed, Cmac, HmacSha256, Kmac128, Kmac256, Poly1305, SipHash13Long,
    SipHash24, Skein512Mac,
};

#[test]
fn authenticated_modes_share_one_shape() {
    macro_rules! check {
        ($($mode:ident)+) => { $(
            let cipher = $mode::<Aes256>::new(&[7; 32]);
            let mut text = *b"message";
            let tag: [u8; 16] =
                cipher.encrypt_in_place_detached(&[1; 12], b"header", &mut text).unwrap();
            let sealed = cipher.encrypt(&[1; 12], b"header", b"message").unwrap();
            assert_eq!(sealed, [&text[..], &tag].concat());
            assert_eq!(cipher.decrypt(&[1; 12], b"header", &sealed).unwrap(), b"message");
            cipher.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag).unwrap();
            assert_eq!(&text, b"message");
            let opened = cipher.decrypt_in_place_detached(&[1; 12], b"other", &mut text, &tag);
            assert_eq!((opened, text), (Err(VerifyError::InvalidTag), [0; 7]));
            assert_eq!(cipher.decrypt(&[1; 12], b"", &[0; 15]), Err(VerifyError::InvalidTag));
        )+ };
    }
    check!(Gcm Ccm GcmSiv Ocb);
    let cipher = AsconAead128::new(&[7; 16]);
    let sealed = cipher.encrypt(&[1; 16], b"header", b"message");
    assert_eq!(cipher.decrypt(&[1; 16], b"header", &sealed).unwrap(), b"message");
}

#[test]
fn other_lengths_give_the_start_of_the_tag() {
    let (gcm, mut text) = (Gcm::<Aes256>::new(&[7; 32]), *b"message");
    let full = gcm.encrypt_in_place_detached(&[1; 12], b"", &mut text).unwrap();
    let (mut again, mut tag) = (*b"message", [0; 12]);
    gcm.encrypt_in_place_any_length(&[1; 12], b"", &mut again, &mut tag).unwrap();
    assert_eq!((again, tag[..] == full[..12]), (text, true));
    gcm.decrypt_in_place_any_length(&[1; 12], b"", &mut again, &tag).unwrap();
    assert_eq!(&again, b"message");
}

#[test]
fn every_mac_verifies_a_tag_after_updates() {
    macro_rules! check {
        ($($new:expr, $bytes:literal;)+) => { $(
            let new = || $new;
            let tag: [u8; $bytes] = new().mac(b"message");
            let streamed = || {
                let mut mac = new();
                mac.update(b"mess");
                mac.update(b"age");
                mac
            };
            assert_eq!(streamed().verify_tag(&tag), Ok(()), stringify!($new));
            assert_eq!(new().verify(b"message", &tag), Ok(()), stringify!($new));
            let mut wrong = tag;
            wrong[$bytes - 1] ^= 1;
            for bad in [&wrong[..], &tag[..3], &[], &tag[..$bytes - 1]] {
                assert_eq!(streamed().verify_tag(bad), Err(InvalidTag), stringify!($new));
                assert_eq!(new().verify(b"message", bad), Err(InvalidTag), stringify!($new));
            }
        )+ };
    }
    check! {
        HmacSha256::new(b"key"), 32;
        Cmac::<Aes256>::new(&[7; 32]), 16;
        Kmac128::new(b"key", b""), 32;
        Kmac256::new(b"key", b"custom"), 64;
        Kmac256::new(b"key", b""), 12;
        Blake3Keyed::new(&[7; 32]), 32;
        Blake2bMac::<64>::new(b"key").unwrap(), 64;
        Skein512Mac::<32>::new(b"key", b"").unwrap(), 32;
        AsconMac::new(&[7; 16]), 16;
        Poly1305::new(&[7; 32]), 16;
        SipHash24::new(&[7; 16]), 8;
        SipHash13Long::new(&[7; 16]), 16;
    }
}

#[test]
fn hash_takes_anything_that_is_bytes() {
    let expected = Sha256::hash(b"abc");
    assert_eq!(Sha256::hash("abc"), expected);
    assert_eq!(Sha256::hash(String::from("abc")), expected);
    assert_eq!(Sha256::hash(vec![0x61, 0x62, 0x63]), expected);
    assert_eq!(Sha256::hash(&b"abcd"[..3]), expected);
    assert_eq!(Sha256::new().chain_update("a").chain_update(b"bc").finalize(), expected);
}
