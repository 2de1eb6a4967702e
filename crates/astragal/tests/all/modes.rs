//! Tests properties that every block cipher must have in every mode, for any message.

use astragal::cipher::Padding;
use astragal::error::VerifyError;
use astragal::registry::{self, CIPHERS, CipherMode, CipherRow, Direction, DynMode, Mode};
use proptest::prelude::*;

use crate::ciphers::one_key_length;

fn modes(cipher: &'static CipherRow) -> impl Iterator<Item = CipherMode> {
    let all = Mode::ALL.into_iter().map(move |mode| CipherMode { cipher, mode });
    all.filter(|mode| mode.mode != Mode::Xts || mode.cipher.block_bytes == 16)
}

fn start(mode: CipherMode, direction: Direction, seed: u8, padding: Padding) -> Box<dyn DynMode> {
    let key: Vec<u8> = (seed..=255).chain(0..=255).take(mode.key_bytes()).collect();
    let iv: Vec<u8> = (249..=255).cycle().take(mode.cipher.block_bytes).collect();
    mode.start(direction, &key, &iv, padding).expect("the lengths are allowed")
}

/// Processes the message in pieces of `length` bytes, and returns the output.
fn in_pieces(mut object: Box<dyn DynMode>, message: &[u8], length: usize) -> Vec<u8> {
    let mut output = Vec::new();
    for piece in message.chunks(length) {
        let mut part = vec![0; object.update_bytes(piece.len())];
        assert_eq!(object.update(piece, &mut part), Ok(part.len()));
        output.extend_from_slice(&part);
    }
    let mut part = vec![0; object.finish_bytes()];
    let last = object.finish(&mut part).expect("the mode allows the message length");
    output.extend_from_slice(&part[..last]);
    output
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn decryption_inverts_encryption_in_any_pieces(
        message in proptest::collection::vec(any::<u8>(), 16..1500),
        length in 1_usize..400,
        seed in 0_u8..200,
    ) {
        for mode in one_key_length().flat_map(modes) {
            let encryptor = start(mode, Direction::Encrypt, seed, Padding::Pkcs7);
            let encrypted = encryptor.clone().whole(&message).expect("the mode allows any length");
            prop_assert_eq!(&in_pieces(encryptor, &message, length), &encrypted, "{}", mode.name());
            let decryptor = start(mode, Direction::Decrypt, seed, Padding::Pkcs7);
            let decrypted = decryptor.clone().whole(&encrypted).expect("the ciphertext is valid");
            prop_assert_eq!(&decrypted, &message, "{}", mode.name());
            prop_assert_eq!(&in_pieces(decryptor, &encrypted, length), &message, "{}", mode.name());
        }
    }

    #[test]
    fn aead_decrypts_its_output_and_rejects_changes(
        message in proptest::collection::vec(any::<u8>(), 1..900),
        header in proptest::collection::vec(any::<u8>(), 0..50),
        bit in 0_usize..8,
    ) {
        for cipher in one_key_length().filter(|cipher| cipher.block_bytes == 16) {
            for suffix in ["gcm", "ccm"] {
                let row = registry::aead(&format!("{}-{suffix}", cipher.name)).expect("the registry has the mode");
                let sealer = row.new_aead(&vec![7; cipher.key_bytes]).expect("the key has the right length");
                let sealed = sealer.encrypt(&[1; 12], &header, &message).expect("the message is not too long");
                prop_assert_eq!(&sealer.decrypt(&[1; 12], &header, &sealed).expect("the tag is valid"), &message);
                let mut changed = sealed;
                changed[0] ^= 1 << bit;
                let (text, tag) = changed.split_at_mut(message.len());
                let opened = sealer.decrypt_in_place_detached(&[1; 12], &header, text, tag);
                prop_assert_eq!(opened, Err(VerifyError::InvalidTag));
                prop_assert!(text.iter().all(|&byte| byte == 0), "{} releases unverified plaintext", row.name);
            }
        }
    }
}

#[test]
fn ctr_counter_wraps_and_seeks_to_any_position() {
    for cipher in CIPHERS {
        let mode = CipherMode { cipher, mode: Mode::Ctr };
        let (key, iv) = (vec![7; cipher.key_bytes], vec![0xff; cipher.block_bytes]);
        let begin = |iv: &[u8]| {
            mode.start(Direction::Encrypt, &key, iv, Padding::None)
                .expect("the lengths are allowed")
        };
        let stream = begin(&iv).whole(&[0; 2000]).expect("the mode allows any length");
        // The first stream's counter wraps from all ones to all zeros. The second stream starts at all zeros, because a
        // short IV is padded with zeros.
        let wrapped = begin(&[0]).whole(&[0; 2000]).expect("the mode allows any length");
        assert_eq!(
            stream[cipher.block_bytes..],
            wrapped[..2000 - cipher.block_bytes],
            "{}",
            cipher.name
        );
        for position in [0, 1, 15, 16, 17, 500, 1023, 1999] {
            let mut object = begin(&iv);
            object.seek(position as u128).expect("CTR supports seeking");
            let rest = object.whole(&vec![0; 2000 - position]).expect("the mode allows any length");
            assert_eq!(rest, stream[position..], "{} at {position}", cipher.name);
        }
    }
}

#[test]
fn ctr_long_run_matches_single_blocks_from_any_counter() {
    for cipher in one_key_length() {
        let mode = CipherMode { cipher, mode: Mode::Ctr };
        let key = vec![7; cipher.key_bytes];
        let stream = |last: u32, piece_bytes: usize| {
            let mut iv = vec![0xa5; cipher.block_bytes];
            iv[cipher.block_bytes - 4..].copy_from_slice(&last.to_be_bytes());
            let object = mode.start(Direction::Encrypt, &key, &iv, Padding::None);
            in_pieces(object.expect("the lengths are allowed"), &[0; 16 * 300 + 5], piece_bytes)
        };
        // The kernels increment only the low 32 bits of the counter. The mode must carry into the higher bytes.
        for last in [0, 1, 7, 8, 15, 0xa5a5_a5e3, 0xa5a5_a5ff, 0xffff_ff80, 0xffff_fff1, u32::MAX] {
            let whole = stream(last, 16 * 300 + 5);
            assert_eq!(whole, stream(last, cipher.block_bytes), "{} from {last:x}", cipher.name);
        }
    }
}

#[test]
fn mode_errors_name_key_and_iv() {
    let mode = registry::mode("AES/128_CBC").expect("the registry has the mode");
    assert_eq!(mode.name(), "aes-128-cbc");
    let begin = |mode: CipherMode, key: &[u8], iv: &[u8]| {
        mode.start(Direction::Decrypt, key, iv, Padding::Pkcs7).map_err(|error| error.to_string())
    };
    assert_eq!(begin(mode, &[7; 15], &[0; 16]).unwrap_err(), "key is 15 bytes; aes-128 takes 16");
    assert_eq!(
        begin(mode, &[7; 16], &[0; 12]).unwrap_err(),
        "IV is 12 bytes; aes-128-cbc takes 16"
    );
}

#[test]
fn cbc_rejects_partial_blocks_and_invalid_padding() {
    let mode = registry::mode("aes-128-cbc").expect("the registry has the mode");
    let decrypt = |bytes: &[u8]| {
        let object = mode.start(Direction::Decrypt, &[7; 16], &[0; 16], Padding::Pkcs7);
        object.expect("the lengths are allowed").whole(bytes).unwrap_err().to_string()
    };
    assert_eq!(
        decrypt(&[0; 17]),
        "end of the message is 1 byte; aes-128-cbc takes multiples of 16"
    );
    assert_eq!(decrypt(&[0; 32]), "the padding is invalid");
}

#[test]
fn xts_rejects_equal_key_halves() {
    let xts = registry::mode("serpent-256-xts").expect("blocks have 16 bytes");
    let started = xts.start(Direction::Decrypt, &[7; 64], &[0; 16], Padding::Pkcs7);
    assert_eq!(
        started.unwrap_err().to_string(),
        "the halves of the key are equal; serpent-256-xts takes different halves"
    );
}

#[test]
fn modes_of_16_byte_blocks_reject_other_ciphers() {
    assert!(registry::mode("threefish-512-xts").is_err());
    assert!(registry::aead("threefish-512-gcm").is_err());
    assert!(registry::aead("camellia-128-gcm-siv").is_err());
    assert!(registry::aead("camellia-128-siv").is_err());
    assert!(registry::aead("camellia-128-ocb").is_err());
}

#[test]
fn gcm_errors_name_nonce_and_tag() {
    let gcm = registry::aead("aes-128-gcm")
        .expect("the registry has the mode")
        .new_aead(&[7; 16])
        .expect("the key has 16 bytes");
    let mut text = *b"text";
    assert_eq!(
        gcm.encrypt_in_place_detached(b"", b"", &mut text, &mut [0; 16]).unwrap_err().to_string(),
        "nonce is 0 bytes; aes-128-gcm takes at least 1"
    );
    for tag_bytes in [0, 1, 3, 5, 7, 9, 11, 17] {
        let sealed = gcm.encrypt_in_place_detached(b"n", b"", &mut text, &mut vec![0; tag_bytes]);
        let error = sealed.unwrap_err().to_string();
        let expected = format!("tag is {tag_bytes} byte");
        assert!(error.starts_with(&expected) && error.contains("4, 8, 12, 13, 14, 15"), "{error}");
    }
    assert_eq!(text, *b"text");
}

#[test]
fn gcm_siv_takes_nonces_of_12_bytes_only() {
    let row = registry::aead("aes-128-gcm-siv").expect("the registry has the mode");
    let siv = row.new_aead(&[7; 16]).expect("the key has 16 bytes");
    for nonce in [11, 13] {
        let expected = format!("nonce is {nonce} bytes; aes-128-gcm-siv takes 12");
        let error = siv.encrypt(&[1; 13][..nonce], b"", b"text").unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Performs the inner loop of the first outer iteration of AESAVS §6.4.2 (CBCMCT128). Each plaintext is the ciphertext
/// from two iterations earlier.
#[test]
fn matches_aesavs_cbc_monte_carlo_test() {
    let block = |hex: u128| hex.to_be_bytes();
    let cbc = registry::mode("aes-128-cbc").expect("the registry has the mode");
    let key = block(0x8809_e7dd_3a95_9ee5_d8db_b13f_501f_2274);
    let iv = block(0xe5c0_bb53_5d7d_5457_2ad0_6d17_0a0e_58ae);
    let mut text = block(0x1fd4_ee65_603e_6130_cfc2_a82a_b3d5_6c24);
    let started = cbc.start(Direction::Encrypt, &key, &iv, Padding::None);
    let mut encryptor = started.expect("the lengths are allowed");
    let (mut before, mut last) = (iv, [0; 16]);
    for _ in 0..1000 {
        let given = encryptor.update(&text, &mut last).expect("the output buffer is long enough");
        assert_eq!(given, 16);
        text = before;
        before = last;
    }
    assert_eq!(last, block(0xb127_a5b4_c469_2d87_483d_b0c3_b0d1_1e64));
}

#[test]
fn every_mode_names_wrong_key_and_iv_lengths() {
    for mode in CIPHERS.iter().flat_map(modes) {
        let begin = |key: usize, iv: usize| {
            let key: Vec<u8> = (0..=255).cycle().take(key).collect();
            mode.start(Direction::Encrypt, &key, &vec![1; iv], Padding::Pkcs7)
                .map_err(|error| error.to_string())
        };
        let (key, iv) = (mode.key_bytes(), mode.cipher.block_bytes);
        assert!(begin(key, iv).is_ok(), "{}", mode.name());
        for wrong in [0, key - 1, key + 1] {
            let error = begin(wrong, iv).unwrap_err();
            let expected = format!("key is {wrong} byte");
            assert!(error.starts_with(&expected), "{}: {error}", mode.name());
            assert!(error.ends_with(&format!("takes {key}")), "{}: {error}", mode.name());
        }
        for wrong in [iv - 1, iv + 1] {
            let started = begin(key, wrong);
            // CTR accepts a shorter IV and pads it with zeros.
            if mode.mode == Mode::Ctr && wrong < iv {
                assert!(started.is_ok(), "{}", mode.name());
                continue;
            }
            let error = started.unwrap_err();
            let expected = format!("IV is {wrong} bytes; {} takes ", mode.name());
            assert!(error.starts_with(&expected), "{error}");
            assert!(error.ends_with(&iv.to_string()), "{error}");
        }
    }
}

#[test]
fn ccm_rejects_too_long_messages_before_output() {
    for cipher in CIPHERS.iter().filter(|cipher| cipher.block_bytes == 16) {
        // With a 13-byte nonce, CCM's length field has 2 bytes.
        let row =
            registry::aead(&format!("{}-ccm", cipher.name)).expect("the registry has the mode");
        let ccm = row.new_aead(&vec![7; cipher.key_bytes]).expect("the key has the right length");
        let (mut text, mut tag) = (vec![0x5a; 1 << 16], [0x77; 16]);
        let error = ccm.encrypt_in_place_detached(&[1; 13], b"", &mut text, &mut tag).unwrap_err();
        let expected = format!("message is 65536 bytes; {} takes at most 65535", row.name);
        assert_eq!(error.to_string(), expected);
        let opened = ccm.decrypt_in_place_detached(&[1; 13], b"", &mut text, &tag);
        assert_eq!(opened.unwrap_err().to_string(), expected);
        assert!(text.iter().all(|&byte| byte == 0x5a) && tag == [0x77; 16]);
        // The longest message is tested only with AES-128, because all ciphers use the same length check, and most of
        // them are slow on 64 KiB.
        if cipher.name == "aes-128" {
            let longest = ccm.encrypt_in_place_detached(&[1; 13], b"", &mut text[1..], &mut tag);
            assert!(longest.is_ok());
        }
    }
}

#[test]
fn xts_rejects_data_units_out_of_range() {
    let xts = registry::mode("aes-128-xts").expect("the registry has the mode");
    for (length, expected) in [
        (1, "data unit is 1 byte; aes-128-xts takes 16 to 16777216"),
        (15, "data unit is 15 bytes; aes-128-xts takes 16 to 16777216"),
        ((1 << 24) + 1, "data unit is 16777217 bytes; aes-128-xts takes 16 to 16777216"),
    ] {
        let mut object = start(xts, Direction::Encrypt, 3, Padding::None);
        assert_eq!(object.whole(&vec![0; length]).unwrap_err().to_string(), expected);
    }
    // The longest data unit may be given in parts, and no byte more.
    let mut object = start(xts, Direction::Encrypt, 3, Padding::None);
    assert!(object.clone().update(&vec![0; (1 << 24) + 1], &mut []).is_err());
    assert_eq!(object.update(&vec![0; (1 << 24) - 1], &mut []), Ok(0));
    assert_eq!(object.update(&[0], &mut []), Ok(0));
    assert!(object.update(&[0], &mut []).is_err());
}

#[test]
fn only_buffering_modes_announce_output_at_the_end() {
    for mode in CIPHERS.iter().flat_map(modes).chain([registry::mode("chacha20").unwrap()]) {
        let block = mode.cipher.block_bytes;
        let mut object = start(mode, Direction::Encrypt, 3, Padding::Pkcs7);
        let mut output = vec![0; block + 1];
        object.update(&vec![7; block + 1], &mut output).expect("the output fits");
        let expected = match mode.mode {
            Mode::Cbc => block,
            Mode::Xts => block + 1,
            _ => 0,
        };
        assert_eq!(object.finish_bytes(), expected, "{}", mode.name());
    }
}

#[test]
fn wrong_tag_zeroes_the_buffer() {
    for cipher in CIPHERS.iter().filter(|cipher| cipher.block_bytes == 16) {
        for mode in ["gcm", "ccm", "gcm-siv", "siv", "ocb"] {
            let Ok(row) = registry::aead(&format!("{}-{mode}", cipher.name)) else { continue };
            let object =
                row.new_aead(&vec![7; row.key_bytes]).expect("the key has the right length");
            for length in [1, 16, 100, 5000] {
                let mut text = vec![0x5a; length];
                let opened = object.decrypt_in_place_detached(&[1; 12], b"", &mut text, &[0; 16]);
                assert_eq!(opened, Err(VerifyError::InvalidTag), "{}", row.name);
                assert!(
                    text.iter().all(|&byte| byte == 0),
                    "{} releases unverified plaintext",
                    row.name
                );
            }
        }
    }
}

/// One-shot encryption of a short message uses different code from streaming encryption.
#[test]
#[expect(clippy::cast_possible_truncation, reason = "the value is reduced modulo 251")]
fn gcm_short_messages_match_streaming() {
    use astragal::aead::Gcm;
    use astragal::cipher::Aes128;
    let gcm = Gcm::<Aes128>::new(&[7; 16]);
    let bytes: [u8; 300] = std::array::from_fn(|i| (i * 31 % 251) as u8);
    for nonce in [&[9; 12][..], &[8; 7], &[8; 33]] {
        for text_bytes in 0..=250 {
            for associated_bytes in [0, 1, 15, 16, 17, 32, 100, 208, 224, 225, 300] {
                let (plain, associated) = (&bytes[..text_bytes], &bytes[..associated_bytes]);
                let (mut sealed, mut expected) = (plain.to_vec(), plain.to_vec());
                let (mut tag, mut expected_tag) = ([0; 16], [0; 16]);
                gcm.encrypt_in_place_any_length(nonce, associated, &mut sealed, &mut tag).unwrap();
                let mut pieces = gcm.encryptor(nonce, associated).unwrap();
                pieces.update(&mut expected).unwrap();
                pieces.finish(&mut expected_tag).unwrap();
                assert_eq!((&sealed, tag), (&expected, expected_tag));
                gcm.decrypt_in_place_any_length(nonce, associated, &mut sealed, &tag).unwrap();
                assert_eq!(sealed, plain);
            }
        }
    }
}
