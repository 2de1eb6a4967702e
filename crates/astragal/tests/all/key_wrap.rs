//! Tests known answers and errors of key wrapping, both through the library's types and through the registry.

use astragal::cipher::{Aes128, Aes192, Aes256, Aria256, Camellia128, KeyWrap, KeyWrapPadded};
use astragal::error::VerifyError;
use astragal::registry::{self, CIPHERS, key_wraps};

fn hex(text: &str) -> Vec<u8> {
    let digit =
        |byte: u8| (byte as char).to_digit(16).expect("the character is a hexadecimal digit");
    let pair = |pair: &[u8]| {
        u8::try_from(16 * digit(pair[0]) + digit(pair[1])).expect("two digits fit in a byte")
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

/// Test vectors of RFC 3394 §4.1 to §4.6.
#[test]
fn matches_rfc3394() {
    let (wrapping, key): (Vec<u8>, _) =
        ((0..32).collect(), hex("00112233445566778899aabbccddeeff0001020304050607"));
    let long = [&key[..16], &wrapping[..16]].concat();
    macro_rules! check {
        ($($cipher:ty, $key_bytes:literal, $key:expr, $expected:literal;)+) => { $(
            let kw = KeyWrap::<$cipher>::from_slice(&wrapping[..$key_bytes]).unwrap();
            assert_eq!(kw.wrap($key).unwrap(), hex($expected));
            assert_eq!(kw.unwrap(&hex($expected)).unwrap(), *$key);
        )+ };
    }
    check! {
        Aes128, 16, &key[..16], "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5";
        Aes192, 24, &key[..16], "96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d";
        Aes256, 32, &key[..16], "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7";
        Aes192, 24, &key[..24], "031d33264e15d33268f24ec260743edce1c6c7ddee725a936ba814915c6762d2";
        Aes256, 32, &key[..24], "a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1";
        Aes256, 32, &long[..],
            "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21";
    }
}

/// Test vectors of RFC 5649 §6.
#[test]
fn matches_rfc5649() {
    let wrapping = hex("5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8");
    let kwp = KeyWrapPadded::<Aes192>::from_slice(&wrapping).unwrap();
    for (key, wrapped) in [
        (
            "c37b7e6492584340bed12207808941155068f738",
            "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a",
        ),
        ("466f7250617369", "afbeb0f07dfbf5419200f2ccb50bb24f"),
    ] {
        assert_eq!(kwp.wrap(&hex(key)).unwrap(), hex(wrapped));
        assert_eq!(kwp.unwrap(&hex(wrapped)).unwrap(), hex(key));
    }
}

#[test]
fn rejects_any_flipped_bit_of_a_wrapped_key() {
    let kw = KeyWrap::<Camellia128>::new(&[7; 16]);
    let kwp = KeyWrapPadded::<Aria256>::new(&[7; 32]);
    for length in 1..=70 {
        let key: Vec<u8> = (1..=length).collect();
        let wrapped = kwp.wrap(&key).unwrap();
        assert_eq!(wrapped.len(), KeyWrapPadded::<Aria256>::wrapped_bytes(key.len()));
        assert_eq!(kwp.unwrap(&wrapped).unwrap(), key);
        for place in 0..wrapped.len() {
            let mut forged = wrapped.clone();
            forged[place] ^= 0x10;
            let mut output = vec![0x55; wrapped.len() - 8];
            assert_eq!(kwp.unwrap_to(&forged, &mut output), Err(VerifyError::InvalidTag));
            assert!(output.iter().all(|&byte| byte == 0));
        }
        if length < 16 || length % 8 != 0 {
            continue;
        }
        let wrapped = kw.wrap(&key).unwrap();
        assert_eq!(kw.unwrap(&wrapped).unwrap(), key);
        for place in 0..wrapped.len() {
            let mut forged = wrapped.clone();
            forged[place] ^= 0x10;
            let mut output = vec![0x55; key.len()];
            assert_eq!(kw.unwrap_to(&forged, &mut output), Err(VerifyError::InvalidTag));
            assert!(output.iter().all(|&byte| byte == 0));
        }
    }
}

#[test]
fn errors_name_the_wrong_length() {
    let (kw, kwp) = (KeyWrap::<Aes128>::new(&[7; 16]), KeyWrapPadded::<Aes128>::new(&[7; 16]));
    let wrap = |bytes| kw.wrap(&vec![1; bytes]).unwrap_err().to_string();
    assert_eq!(wrap(8), "key to wrap is 8 bytes; aes-128-kw takes at least 16");
    assert_eq!(wrap(21), "key to wrap is 21 bytes; aes-128-kw takes multiples of 8");
    let unwrap = |bytes| kw.unwrap(&vec![1; bytes]).unwrap_err().to_string();
    assert_eq!(unwrap(16), "wrapped key is 16 bytes; aes-128-kw takes at least 24");
    assert_eq!(unwrap(33), "wrapped key is 33 bytes; aes-128-kw takes multiples of 8");
    let error = kwp.wrap(&[]).unwrap_err().to_string();
    assert_eq!(error, "key to wrap is 0 bytes; aes-128-kwp takes 1 to 4294967295");
    let error = kwp.unwrap(&[1; 20]).unwrap_err().to_string();
    assert_eq!(error, "wrapped key is 20 bytes; aes-128-kwp takes multiples of 8");
    let error = kw.wrap_to(&[1; 16], &mut [0; 16]).unwrap_err().to_string();
    assert_eq!(error, "output buffer is 16 bytes; aes-128-kw takes 24");
}

#[test]
fn every_cipher_of_16_byte_blocks_wraps_keys_by_name() {
    let ciphers = CIPHERS.iter().filter(|row| row.block_bytes == 16).count();
    assert_eq!(key_wraps().count(), 2 * ciphers);
    for row in key_wraps() {
        assert_eq!(registry::key_wrap(row.name).unwrap().name, row.name);
        let kek = vec![7; row.key_bytes];
        for length in [0_usize, 1, 7, 8, 15, 16, 17, 24, 40] {
            let key: Vec<u8> = (1..=40).take(length).collect();
            let is_allowed =
                if row.is_padded { length > 0 } else { length >= 16 && length % 8 == 0 };
            let wrapped = row.wrap(&kek, &key);
            assert_eq!(wrapped.is_ok(), is_allowed, "{} {length}", row.name);
            let Ok(wrapped) = wrapped else { continue };
            assert_eq!(wrapped.len(), row.wrapped_bytes(length));
            assert_eq!(row.unwrap(&kek, &wrapped).unwrap(), key, "{} {length}", row.name);
            let mut output = vec![0x55; wrapped.len() - 8];
            let mut forged = wrapped.clone();
            forged[length / 2] ^= 1;
            let unwrapped = row.unwrap_to(&kek, &forged, &mut output);
            assert_eq!(unwrapped, Err(VerifyError::InvalidTag), "{}", row.name);
            assert!(output.iter().all(|&byte| byte == 0));
        }
    }
}

#[test]
fn names_and_types_give_the_same_wrapped_keys() {
    let (kek, key) = ([7; 32], [9; 24]);
    for name in ["aes-256-kw", "AES256-KW", "aes256kw", "rijndael128_256/kw"] {
        let row = registry::key_wrap(name).unwrap();
        let expected = KeyWrap::<Aes256>::new(&kek).wrap(&key);
        assert_eq!(row.wrap(&kek, &key), expected, "{name}");
    }
    let row: &registry::KeyWrapRow = "aria-256-kwp".parse().unwrap();
    let expected = KeyWrapPadded::<Aria256>::new(&kek).wrap(&key[..5]);
    assert_eq!(row.wrap(&kek, &key[..5]), expected);
    assert_eq!((row.name, row.standard, row.kind.name()), ("aria-256-kwp", "RFC 5649", "key-wrap"));
}

#[test]
fn errors_by_name_state_the_allowed_lengths() {
    let row = registry::key_wrap("camellia-128-kw").unwrap();
    let error = row.wrap(&[7; 15], &[1; 16]).unwrap_err().to_string();
    assert_eq!(error, "key encryption key is 15 bytes; camellia-128-kw takes 16");
    let error = row.wrap(&[7; 16], &[1; 17]).unwrap_err().to_string();
    assert_eq!(error, "key to wrap is 17 bytes; camellia-128-kw takes multiples of 8");
    let error = row.unwrap(&[7; 16], &[1; 16]).unwrap_err().to_string();
    assert_eq!(error, "wrapped key is 16 bytes; camellia-128-kw takes at least 24");
    let error = registry::key_wrap("threefish-256-kw").unwrap_err().to_string();
    assert_eq!(error, "there is no key-wrapping algorithm named \"threefish-256-kw\"");
    let error = registry::key_wrap("sha256").unwrap_err().to_string();
    assert_eq!(error, "sha256 is a hash: there is no key-wrapping algorithm of this name");
}

#[test]
fn buffers_of_another_length_are_refused() {
    let kw = KeyWrap::<Aes128>::new(&[7; 16]);
    let wrapped = kw.wrap(&[1; 16]).unwrap();
    for bytes in [15, 17] {
        let error = kw.unwrap_to(&wrapped, &mut [0; 17][..bytes]).unwrap_err().to_string();
        assert_eq!(error, format!("output buffer is {bytes} bytes; aes-128-kw takes 16"));
    }
    let error = kw.wrap_to(&[1; 16], &mut [0; 23]).unwrap_err().to_string();
    assert_eq!(error, "output buffer is 23 bytes; aes-128-kw takes 24");
    let kwp = KeyWrapPadded::<Aes128>::new(&[7; 16]);
    let wrapped = kwp.wrap(&[1; 9]).unwrap();
    assert!(kwp.unwrap_to(&wrapped, &mut [0; 15]).is_err());
    assert!(kwp.wrap_to(&[1; 9], &mut [0; 23]).is_err());
    assert_eq!(kwp.unwrap_to(&wrapped, &mut [0; 16]), Ok(9));
}

/// The wrapping function W (RFC 3394 §2.2.1), for any initial value.
fn wrapped(cipher: &Aes128, value: [u8; 8], key: &[u8; 16]) -> Vec<u8> {
    let (mut front, mut halves) = (value, [[0; 8]; 2]);
    halves.copy_from_slice(key.as_chunks().0);
    for step in 1..=12_u8 {
        let half = &mut halves[usize::from(step - 1) % 2];
        let mut block: [u8; 16] = [front, *half].concat().try_into().unwrap();
        cipher.encrypt_block(&mut block);
        front.copy_from_slice(&block[..8]);
        front[7] ^= step;
        half.copy_from_slice(&block[8..]);
    }
    [&front, halves.as_flattened()].concat()
}

/// The initial value of a padded key holds its length, and the padding consists of fewer than 8 zeros.
#[test]
fn rejects_impossible_padding() {
    let (cipher, kwp) = (Aes128::new(&[7; 16]), KeyWrapPadded::<Aes128>::new(&[7; 16]));
    let unwrap = |length, key: &[u8; 16]| {
        kwp.unwrap(&wrapped(&cipher, [0xa6, 0x59, 0x59, 0xa6, 0, 0, 0, length], key))
    };
    let mut key = [0; 16];
    for length in 9..=16 {
        key[usize::from(length) - 1] = 0x5a;
        assert_eq!(unwrap(length, &key).as_deref(), Ok(&key[..usize::from(length)]));
        // A byte that is not zero is in the padding if the length is smaller by one.
        assert_eq!(unwrap(length - 1, &key), Err(VerifyError::InvalidTag));
    }
    for length in [0, 1, 8, 17, 24] {
        assert_eq!(unwrap(length, &[0; 16]), Err(VerifyError::InvalidTag));
    }
    for at in 0..7 {
        let mut value = [0xa6, 0x59, 0x59, 0xa6, 0, 0, 0, 16];
        value[at] ^= 1;
        assert!(kwp.unwrap(&wrapped(&cipher, value, &key)).is_err(), "byte {at}");
    }
    // Two bytes in the padding must not cancel each other.
    key[14..].fill(0x5a);
    assert_eq!(unwrap(14, &key), Err(VerifyError::InvalidTag));
}
