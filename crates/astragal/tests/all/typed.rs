//! Checks operations of types that the registry does not call, against the same algorithms by name.

use astragal::aead::chunked::Cobblestone256;
use astragal::aead::{Ccm, Gcm, GcmSiv, Ocb, Siv};
use astragal::cipher::{
    Aes128, Aes256, BlockCipher, Cbc, CbcDecryptor, CbcEncryptor, CfbDecryptor, CfbEncryptor, Ctr,
    Kalyna512_512, KeyWrap, KeyWrapPadded, Ofb, Padding, Xts,
};
use astragal::error::{CipherError, InvalidTag, ParameterError, VerifyError};
use astragal::hash::{Hash, Md5, Sha1, Sha3_224, Sha256, Sha512, Sm3, Whirlpool};
use astragal::hazmat::{ChunkedAead, Ecb};
use astragal::kdf::{Hkdf, Kbkdf, Pbkdf2, Scrypt, ScryptParams, Work};
use astragal::mac::{Cmac, Hmac, HmacSha256};
use astragal::registry::{self, Direction, KdfParams};

pub(super) const KEY: [u8; 16] = *b"a key of 16 byte";
const IV: [u8; 16] = *b"and an IV for it";

pub(super) fn message(bytes: usize) -> Vec<u8> {
    (0..=250).cycle().take(bytes).collect()
}

/// Encrypts `message` with AES-128 in a mode given by name.
fn by_name(mode: &str, iv: &[u8; 16], padding: Padding, message: &[u8]) -> Vec<u8> {
    let mode = registry::mode(mode).expect("the registry has the mode");
    let mut object =
        mode.start(Direction::Encrypt, &KEY, iv, padding).expect("the lengths are right");
    object.whole(message).expect("the length is allowed")
}

#[test]
fn debug_output_names_the_type_and_no_content() {
    let header = Cobblestone256::new(&[7; 32]);
    for (given, expected) in [
        (
            format!("{:?}", ChunkedAead::<Gcm<Aes128>>::new(&KEY, &[0; 12])),
            "ChunkedAead<aes-128-gcm>",
        ),
        (format!("{:?}", header.seal_stream(&[0; 24], b"")), "SealStream"),
        (format!("{:?}", header.open_stream(b"")), "OpenStream"),
        (format!("{:?}", Hkdf::<Sha256>::new(b"", b"key")), "Hkdf<sha256>"),
        (format!("{:?}", HmacSha256::new(b"key")), "Hmac<sha256>"),
        (format!("{:?}", Kbkdf::new(HmacSha256::new(b"key"))), "Kbkdf<hmac-sha256>"),
        (format!("{:?}", Cbc::<Aes128>::encryptor(&KEY, &IV)), "CbcEncryptor<aes-128>"),
        (format!("{:?}", Cbc::<Aes128>::decryptor(&KEY, &IV)), "CbcDecryptor<aes-128>"),
        (format!("{:?}", CfbEncryptor::<Aes128>::new(&KEY, &IV)), "FeedbackMode<aes-128-cfb>"),
        (format!("{:?}", Ctr::<Aes128>::new(&KEY, &IV)), "Ctr<aes-128>"),
        (format!("{:?}", Ecb::new(Aes128::new(&KEY))), "Ecb<aes-128>"),
        (format!("{:?}", Xts::<Aes128>::new(&KEY, &IV)), "Ok(Xts<aes-128>"),
        (format!("{:?}", Ccm::<Aes128>::new(&KEY)), "Ccm<aes-128>"),
        (format!("{:?}", Gcm::<Aes128>::new(&KEY)), "Gcm<aes-128>"),
        (format!("{:?}", GcmSiv::<Aes128>::new(&KEY)), "GcmSiv<aes-128>"),
        (format!("{:?}", Ocb::<Aes128>::new(&KEY)), "Ocb<aes-128>"),
        (format!("{:?}", Siv::<Aes128>::new(&KEY, &IV)), "Siv<aes-128>"),
        (format!("{:?}", KeyWrap::<Aes128>::new(&KEY)), "KeyWrap<aes-128>"),
        (format!("{:?}", Cmac::<Aes128>::new(&KEY)), "Cmac<aes-128>"),
    ] {
        let end = if expected.starts_with("Ok(") { ")" } else { "" };
        assert_eq!(given, format!("{expected} {{ .. }}{end}"));
    }
    let sealer = header.sealer(&[0; 24], b"", Vec::<u8>::new());
    assert_eq!(format!("{sealer:?}"), "Sealer { writer: [], .. }");
    let opener = header.opener(b"", &b"sealed"[..1]);
    assert_eq!(format!("{opener:?}"), "Opener { reader: [115], .. }");
    let pbkdf2 = Pbkdf2::<Sha256>::new(9).expect("9 iterations are allowed");
    assert_eq!(format!("{pbkdf2:?}"), "pbkdf2-hmac-sha256 of 9 iterations");
    let scrypt = Scrypt::new(ScryptParams::new(2, 1, 1)).expect("the parameters are allowed");
    assert!(format!("{scrypt:?}").starts_with("scrypt { ScryptParams"), "{scrypt:?}");
}

#[test]
fn cbc_of_whole_messages_matches_the_mode_by_name() {
    for bytes in [0, 1, 15, 16, 17, 100] {
        let plain = message(bytes);
        let expected = by_name("aes-128-cbc", &IV, Padding::Pkcs7, &plain);
        let encryptor = Cbc::<Aes128>::encryptor(&KEY, &IV).with_padding(Padding::None);
        assert_eq!(encryptor.encrypt(&plain), expected);
        let decryptor = Cbc::<Aes128>::decryptor(&KEY, &IV).with_padding(Padding::None);
        assert_eq!(decryptor.decrypt(&expected), Ok(plain));
    }
    let wrong = Cbc::<Aes128>::decryptor(&KEY, &IV).decrypt(&[0; 32]);
    assert_eq!(wrong, Err(CipherError::InvalidPadding));
}

#[test]
fn cbc_in_pieces_matches_the_mode_by_name() {
    let plain = message(112);
    for (padding, bytes) in [(Padding::Pkcs7, 101), (Padding::None, 112)] {
        let sealed = by_name("aes-128-cbc", &IV, padding, &plain[..bytes]);
        for piece_bytes in [1, 15, 16, 17, 33] {
            let mut encryptor =
                CbcEncryptor::<Aes128>::with_cipher(Aes128::new(&KEY), &KEY, padding)
                    .expect("the IV is one block");
            encryptor.update(&plain, &mut [0; 112]).expect("the output fits");
            encryptor.restart(&IV).expect("the IV is one block");
            let mut decryptor =
                CbcDecryptor::<Aes128>::with_cipher(Aes128::new(&KEY), &KEY, padding)
                    .expect("the IV is one block");
            decryptor.update(&sealed, &mut [0; 128]).expect("the output fits");
            decryptor.restart(&IV).expect("the IV is one block");
            macro_rules! check {
                ($object:ident, $input:expr, $expected:expr, $end:literal) => {
                    let (mut object, mut found) = ($object.clone(), Vec::new());
                    let end = if padding == Padding::None { 0 } else { $end };
                    assert_eq!(object.finish_bytes(), end);
                    let mut in_place = object.clone();
                    for piece in $input.chunks(piece_bytes) {
                        let mut output = vec![0; object.update_bytes(piece.len())];
                        assert_eq!(object.update(piece, &mut output), Ok(output.len()));
                        found.extend(&output);
                        // The output may be longer than the piece, by less than a block.
                        let mut data = [piece, &[0; 15]].concat();
                        let done = in_place.update_in_place(&mut data, piece.len());
                        assert_eq!(done, Ok(output.len()));
                        assert_eq!(data[..output.len()], output);
                    }
                    for mut object in [object, in_place] {
                        let mut end = vec![0; object.finish_bytes()];
                        let last = object.finish(&mut end).expect("the message is whole");
                        assert_eq!([&found, &end[..last]].concat(), $expected);
                        // The buffer is empty again.
                        for bytes in [15, 16] {
                            assert_eq!(object.update_bytes(bytes), $object.update_bytes(bytes));
                        }
                        assert!(object.restart(&IV[1..]).is_err());
                    }
                };
            }
            check!(encryptor, &plain[..bytes], sealed, 16);
            check!(decryptor, &sealed, &plain[..bytes], 15);
        }
    }
}

#[test]
fn cbc_in_place_needs_space_for_input_and_output() {
    let mut encryptor = Cbc::<Aes128>::encryptor(&KEY, &IV);
    let error = encryptor.update_in_place(&mut [0; 15], 16).unwrap_err().to_string();
    assert_eq!(error, "output buffer is 15 bytes; aes-128-cbc takes at least 16");
    assert_eq!(encryptor.update_in_place(&mut [0; 5], 5), Ok(0));
    assert!(encryptor.clone().update_in_place(&mut [0; 4], 5).is_err());
    assert!(encryptor.update_in_place(&mut [0; 15], 11).is_err());
    assert_eq!(encryptor.update_in_place(&mut [0; 16], 11), Ok(16));
}

#[test]
fn cbc_of_whole_blocks_matches_the_mode_by_name() {
    let sealed = by_name("aes-128-cbc", &IV, Padding::None, &[5; 64]);
    let mut blocks = [[5; 16]; 4];
    let mut encryptor = Cbc::<Aes128>::encryptor(&KEY, &IV);
    let mut decryptor = Cbc::<Aes128>::decryptor(&KEY, &IV);
    for part in blocks.chunks_mut(3) {
        encryptor.encrypt_blocks(part);
    }
    assert_eq!(blocks.as_flattened(), sealed);
    for part in blocks.chunks_mut(3) {
        decryptor.decrypt_blocks(part);
    }
    assert_eq!(blocks, [[5; 16]; 4]);
}

#[test]
fn streams_start_again_and_write_to_another_buffer() {
    let plain = message(40_000);
    macro_rules! check {
        ($($mode:literal $stream:expr;)+) => { $(
            let expected = by_name($mode, &IV, Padding::None, &plain);
            let (mut stream, mut output) = ($stream, vec![0; plain.len()]);
            stream.apply(&mut [0; 21]);
            assert!(stream.restart(&[0; 17]).is_err());
            stream.restart(&IV).expect("the IV is one block");
            stream.apply_to(&plain, &mut output).expect("the buffers have equal lengths");
            assert!(output == expected, $mode);
            let error = stream.apply_to(&plain, &mut output[1..]).unwrap_err().to_string();
            assert_eq!(error, format!("output buffer is 39999 bytes; {} takes 40000", $mode));
            assert!(output == expected, $mode);
        )+ };
    }
    check! {
        "aes-128-ctr" Ctr::<Aes128>::new(&KEY, &KEY);
        "aes-128-cfb" CfbEncryptor::<Aes128>::new(&KEY, &KEY);
        "aes-128-ofb" Ofb::<Aes128>::new(&KEY, &KEY);
    }
    let mut sealed = by_name("aes-128-cfb", &IV, Padding::None, &plain);
    CfbDecryptor::<Aes128>::new(&KEY, &IV).apply(&mut sealed);
    assert!(sealed == plain);
}

/// Reference implementation of HMAC (FIPS 198-1 §4).
fn hmac<H: Hash>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let digest = H::hash(key);
    let key = if key.len() > H::BLOCK_BYTES { digest.as_ref() } else { key };
    let padded = |pad| {
        let mut block = vec![pad; H::BLOCK_BYTES];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = H::hash(&[&padded(0x36), message].concat());
    H::hash(&[&padded(0x5c), inner.as_ref()].concat()).as_ref().to_vec()
}

#[test]
fn hmac_matches_its_definition_for_keys_near_a_block() {
    fn check<H: Hash>() {
        for key_bytes in [0, 1, H::BLOCK_BYTES - 1, H::BLOCK_BYTES, H::BLOCK_BYTES + 1] {
            for bytes in [0, 1, 200] {
                let (key, message) = (message(key_bytes), message(bytes));
                let expected = hmac::<H>(&key, &message);
                let mut hmac = Hmac::<H>::new(&key);
                message.chunks(7).for_each(|piece| hmac.update(piece));
                assert!(hmac.finalize().as_ref() == expected, "{} {key_bytes}", H::NAME);
                let tag = Hmac::<H>::tag(&key, &message);
                assert!(tag.as_ref() == expected, "{} {key_bytes}", H::NAME);
            }
        }
    }
    check::<Sha256>();
    check::<Sha512>();
    check::<Sha3_224>();
}

#[test]
fn truncated_hmac_tags_must_have_the_agreed_length() {
    let tag = HmacSha256::tag(b"key", b"message");
    let verify =
        |tag: &[u8], bytes| HmacSha256::new(b"key").verify_truncated(b"message", tag, bytes);
    for bytes in 4..=32 {
        assert_eq!(verify(&tag[..bytes], bytes), Ok(()));
        assert_eq!(verify(&tag[..bytes - 1], bytes), Err(InvalidTag));
        let mut wrong = tag;
        wrong[bytes - 1] ^= 1;
        assert_eq!(verify(&wrong[..bytes], bytes), Err(InvalidTag));
    }
    for bytes in [0, 3, 33] {
        assert_eq!(verify(&[&tag[..], &[0]].concat()[..bytes], bytes), Err(InvalidTag));
    }
}

#[test]
fn kbkdf_matches_the_row_of_its_name() {
    let row = registry::kdf("kbkdf-hmac-sha256").expect("the registry has the algorithm");
    let params = KdfParams::default().label(b"label").info(b"context");
    let mut expected = [0; 75];
    row.derive(b"key", &params, &mut expected, &mut Work::default()).expect("75 bytes are allowed");
    let kbkdf = Kbkdf::new(HmacSha256::new(b"key"));
    assert_eq!(kbkdf.derive(b"label", b"context"), Ok(expected));
    // The key's length in bits must fit in 32 bits.
    let mut long = vec![0; 1 << 29];
    let error = kbkdf.derive_into(b"label", b"context", &mut long).unwrap_err().to_string();
    let expected = "key is 536870912 bytes; kbkdf-hmac-sha256 takes at most 536870911";
    assert_eq!(error, expected);
}

#[test]
fn hkdf_matches_the_row_of_its_name() {
    let row = registry::kdf("hkdf-sha256").expect("the registry has the algorithm");
    let params = KdfParams::default().salt(b"salt").info(b"info");
    let (mut expected, mut found) = ([0; 8160], [0; 8160]);
    row.derive(b"secret", &params, &mut expected, &mut Work::default()).expect("8160 is the limit");
    let hkdf = Hkdf::<Sha256>::new(b"salt", b"secret");
    hkdf.expand_into(b"info", &mut found).expect("8160 is the limit");
    assert_eq!(found, expected);
    let short: [u8; 70] = hkdf.expand(b"info").expect("70 bytes are allowed");
    assert_eq!(short, expected[..70]);
}

#[test]
fn cmac_of_a_whole_message_matches_cmac_in_steps() {
    let mut cmac = Cmac::<Aes128>::new(&KEY);
    message(50).chunks(7).for_each(|piece| cmac.update(piece));
    assert_eq!(Cmac::<Aes128>::new(&KEY).mac(&message(50)), cmac.finalize());
}

#[test]
fn ecb_needs_an_output_as_long_as_its_input() {
    let ecb = Ecb::new(Aes128::new(&KEY));
    let error = ecb.encrypt_to(&[1; 48], &mut [0; 32]).unwrap_err().to_string();
    assert_eq!(error, "output buffer is 32 bytes; aes-128-ecb takes 48");
}

/// PBKDF2 reports its progress after 65,536 iterations, and continues from the newest tag. The answer is Python's.
#[test]
fn pbkdf2_continues_after_a_report() {
    let pbkdf2 = Pbkdf2::<Sha256>::new(65_540).expect("the number of iterations is allowed");
    let key: [u8; 32] = pbkdf2.derive(b"password", b"salt").expect("32 bytes are allowed");
    let expected =
        [0xce67_5326_eefc_b49e_e85a_a60f_ba8b_0555_u128, 0xf387_f3f6_dbd9_3bbb_d58c_0deb_db91_8a12];
    assert_eq!(key, *expected.map(u128::to_be_bytes).as_flattened());
}

#[test]
fn ctr_pads_a_short_iv_with_zeros() {
    fn check<C: BlockCipher>() {
        let cipher = C::from_slice(&message(C::KEY_BYTES)).expect("the key has the right length");
        let stream = |iv: &[u8]| {
            let mut bytes = [0; 200];
            Ctr::with_cipher(cipher.clone(), iv)?.apply(&mut bytes);
            Ok(bytes)
        };
        let iv = message(C::BLOCK_BYTES + 1);
        for length in 1..=C::BLOCK_BYTES {
            let mut padded = vec![0; C::BLOCK_BYTES];
            padded[..length].copy_from_slice(&iv[..length]);
            assert_eq!(stream(&iv[..length]), stream(&padded), "{} {length}", C::NAME);
        }
        for wrong in [&iv[..0], &iv] {
            let error: ParameterError = stream(wrong).expect_err("the length is not allowed");
            let (given, block) = (wrong.len(), C::BLOCK_BYTES);
            let expected = format!("IV is {given} bytes; {}-ctr takes 1 to {block}", C::NAME);
            assert_eq!(error.to_string(), expected);
        }
    }
    check::<Aes128>();
    check::<Kalyna512_512>();
}

#[test]
fn cipher_of_another_key_length_is_an_error() {
    let error = Aes256::from_slice(&KEY).unwrap_err().to_string();
    assert_eq!(error, "key is 16 bytes; aes-256 takes 32");
}

/// One call pads the whole message in two blocks, and a streaming hash pads what its buffer holds.
#[test]
fn hashes_of_short_messages_match_streaming() {
    fn check<H: Hash>() {
        let message = message(2 * H::BLOCK_BYTES + 2);
        for bytes in 0..=message.len() {
            let mut hash = H::new();
            message[..bytes].chunks(31).for_each(|piece| hash.update(piece));
            let expected = hash.finalize();
            assert_eq!(
                H::hash(&message[..bytes]).as_ref(),
                expected.as_ref(),
                "{} {bytes}",
                H::NAME
            );
        }
    }
    check::<Md5>();
    check::<Sha1>();
    check::<Sha256>();
    check::<Sha512>();
    check::<Sm3>();
    check::<Whirlpool>();
}

/// Checks the lengths that the types themselves refuse. The registry checks most lengths before it calls them.
#[test]
fn modes_refuse_other_lengths() {
    fn check<E: ToString>(result: Result<(), E>, expected: &str) {
        assert_eq!(result.map_err(|error| error.to_string()), Err(expected.into()));
    }
    let mut text = *b"text";
    let (gcm, ocb) = (Gcm::<Aes128>::new(&KEY), Ocb::<Aes128>::new(&KEY));
    let empty = "nonce is 0 bytes; aes-128-gcm takes at least 1";
    check(gcm.encrypt_in_place_any_length(b"", b"", &mut text, &mut [0; 16]), empty);
    check(gcm.decrypt_in_place_any_length(b"", b"", &mut text, &[0; 16]), empty);
    for bytes in [0, 3, 7, 11, 17] {
        let mut tag = vec![0; bytes];
        let expected =
            format!("tag is {bytes} bytes; aes-128-gcm takes 4, 8, 12, 13, 14, 15 or 16");
        check(gcm.encrypt_in_place_any_length(&[1; 12], b"", &mut text, &mut tag), &expected);
        check(gcm.decrypt_in_place_any_length(&[1; 12], b"", &mut text, &tag), &expected);
    }
    for bytes in [0, 16] {
        let expected = format!("nonce is {bytes} bytes; aes-128-ocb takes 1 to 15");
        let nonce = &[1; 16][..bytes];
        check(ocb.encrypt_in_place_any_length(nonce, b"", &mut text, &mut [0; 16]), &expected);
        check(ocb.decrypt_in_place_any_length(nonce, b"", &mut text, &[0; 16]), &expected);
    }
    for bytes in [0, 31, 33] {
        let key = message(bytes);
        let expected = format!("key is {bytes} bytes; aes-128-siv takes 32");
        check(Siv::<Aes128>::from_slice(&key).map(drop), &expected);
        let expected = format!("key is {bytes} bytes; aes-128-xts takes 32");
        check(Xts::<Aes128>::from_slice(&key).map(drop), &expected);
    }
    let siv = Siv::<Aes128>::new(&KEY, &IV);
    let items = [&b"item"[..]; 127];
    let sealed = siv.encrypt(&items[1..], &text).expect("126 items are allowed");
    assert!(siv.encrypt(&items, &text).is_err());
    assert!(matches!(siv.decrypt(&items, &sealed), Err(VerifyError::Parameter(_))));
    assert_eq!(text, *b"text");
}

#[test]
fn padded_key_is_wrapped_in_any_buffer() {
    let kwp = KeyWrapPadded::<Aes128>::new(&KEY);
    for bytes in [1, 7, 8, 9, 15, 20] {
        let mut wrapped = vec![0xff; KeyWrapPadded::<Aes128>::wrapped_bytes(bytes)];
        kwp.wrap_to(&message(bytes), &mut wrapped).expect("the buffer has the right length");
        assert_eq!(Ok(wrapped), kwp.wrap(&message(bytes)), "{bytes}");
    }
}
