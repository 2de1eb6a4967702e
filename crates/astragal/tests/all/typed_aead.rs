//! Checks GCM, CCM and GCM-SIV by type: in pieces, with unusual lengths, and against their definitions.

use astragal::aead::{Ccm, Gcm, GcmSiv};
use astragal::cipher::Aes128;

use super::typed::{KEY, message};

/// The answer is that of OpenSSL. The message is longer than the 16 blocks that the code for short messages hashes.
#[test]
fn gcm_siv_of_a_long_message_matches_openssl() {
    let siv = GcmSiv::<Aes128>::new(&[7; 16]);
    let sealed = siv.encrypt(&[1; 12], &message(300), &message(700)).expect("it is not too long");
    let tag = 0xe0fb_2c87_dd86_89d3_d670_974b_137e_c687_u128;
    assert_eq!(sealed[700..], tag.to_be_bytes());
    assert_eq!(siv.decrypt(&[1; 12], &message(300), &sealed), Ok(message(700)));
}

#[test]
fn ccm_names_wrong_nonce_and_tag_lengths() {
    let ccm = Ccm::<Aes128>::new(&KEY);
    let seal = |nonce, tag| {
        let sealed =
            ccm.encrypt_in_place_any_length(&[1; 16][..nonce], b"", &mut [], &mut [0; 17][..tag]);
        sealed.map_err(|error| error.to_string())
    };
    for nonce in [0, 6, 14] {
        let expected = format!("nonce is {nonce} bytes; aes-128-ccm takes 7 to 13");
        assert_eq!(seal(nonce, 16), Err(expected));
    }
    for tag in [2, 5, 17] {
        let error = seal(12, tag).unwrap_err();
        assert!(error.starts_with(&format!("tag is {tag} bytes; aes-128-ccm takes 4")), "{error}");
    }
    assert_eq!([seal(7, 4), seal(13, 16)], [Ok(()), Ok(())]);
}

/// The length of associated data is encoded in 2 bytes below 65,280, and then in 6 bytes. The longest case is example 4 of
/// SP 800-38C. The other answers are those of OpenSSL.
#[test]
fn ccm_of_long_associated_data_matches_sp800_38c() {
    let ccm = Ccm::<Aes128>::new(&0x4041_4243_4445_4647_4849_4a4b_4c4d_4e4f_u128.to_be_bytes());
    let nonce: Vec<u8> = (0x10..0x1d).collect();
    let associated_data: Vec<u8> = (0..=255).cycle().take(65_536).collect();
    let expected =
        [0x6991_5dad_1e84_c637_6a68_c296_7e4d_ab61_u128, 0x5ae0_fd1f_aec4_4cc4_8482_8529_463c_cf72]
            .map(u128::to_be_bytes);
    for (bytes, tag) in [
        (65_279, 0xbd4d_3d3b_7bf1_365b_4577_abec_cac4_u128),
        (65_280, 0x107f_b78c_91db_b3c2_1cd8_10ce_52a6),
        (65_536, 0xb4ac_6bec_93e8_598e_7f0d_adbc_ea5b),
    ] {
        let (mut text, mut found): (Vec<u8>, _) = ((0x20..0x40).collect(), [0; 14]);
        ccm.encrypt_in_place_any_length(&nonce, &associated_data[..bytes], &mut text, &mut found)
            .expect("the lengths are allowed");
        assert_eq!(text, *expected.as_flattened());
        assert_eq!(found, tag.to_be_bytes()[2..], "{bytes} bytes");
    }
}

#[test]
fn ccm_in_pieces_matches_one_call() {
    let ccm = Ccm::<Aes128>::new(&KEY);
    let plain = message(700);
    let sealed = ccm.encrypt(&[1; 12], b"header", &plain).expect("the lengths are allowed");
    for piece_bytes in [1, 16, 100, 256] {
        let mut text = plain.clone();
        let mut object = ccm.encryptor(&[1; 12], b"header", 700, 16).expect("they are allowed");
        for piece in text.chunks_mut(piece_bytes) {
            object.update(piece).expect("the message is not too long");
        }
        let mut tag = [0; 16];
        object.finish(&mut tag).expect("the message is whole");
        assert_eq!([&text[..], &tag].concat(), sealed, "pieces of {piece_bytes} bytes");
    }
}

#[test]
fn gcm_in_pieces_matches_one_call() {
    let gcm = Gcm::<Aes128>::new(&KEY);
    let plain = message(700);
    for nonce in [&[1; 12][..], &[1; 9]] {
        let (mut sealed, mut expected) = (plain.clone(), [0; 16]);
        gcm.encrypt_in_place_any_length(nonce, b"header", &mut sealed, &mut expected)
            .expect("the lengths are allowed");
        for piece_bytes in [1, 16, 100, 256] {
            let (mut text, mut tag) = (plain.clone(), [0; 16]);
            let mut object = gcm.encryptor(nonce, b"header").expect("the nonce is not empty");
            for piece in text.chunks_mut(piece_bytes) {
                object.update(piece).expect("the message is not too long");
            }
            object.finish(&mut tag).expect("the tag length is allowed");
            assert!(text == sealed && tag == expected, "pieces of {piece_bytes} bytes");
        }
    }
}

#[test]
fn ccm_needs_the_announced_message() {
    let ccm = Ccm::<Aes128>::new(&KEY);
    for missing in [1, 2, 10] {
        let mut object = ccm.encryptor(&[1; 12], b"", 10, 16).expect("the lengths are allowed");
        object.update(&mut vec![0; 10 - missing]).expect("the message is not too long");
        assert!(object.finish(&mut [0; 16]).is_err(), "{missing} bytes are missing");
    }
}

/// Reference implementation of the tag of AES-128-GCM-SIV (RFC 8452 §4), bit by bit.
fn gcm_siv_tag(key: &[u8; 16], nonce: &[u8; 12], data: &[u8], text: &[u8]) -> [u8; 16] {
    let generator = Aes128::new(key);
    let half = |number: u32| {
        let mut block = [0; 16];
        block[..4].copy_from_slice(&number.to_le_bytes());
        block[4..].copy_from_slice(nonce);
        generator.encrypt_block(&mut block);
        block[..8].to_vec()
    };
    let block = |bytes: Vec<u8>| <[u8; 16]>::try_from(bytes).expect("the block has 16 bytes");
    let hash_key = u128::from_le_bytes(block([half(0), half(1)].concat()));
    let cipher = Aes128::new(&block([half(2), half(3)].concat()));
    // Multiplies by x^-128 and the key, modulo x^128 + x^127 + x^126 + x^121 + 1.
    let dot = |a: u128| {
        (0..128).fold(0, |sum, i| {
            let sum = sum ^ (a * (hash_key >> i & 1));
            (sum >> 1) ^ ((0b1110_0001 << 120) * (sum & 1))
        })
    };
    let mut padded = Vec::new();
    for part in [data, text] {
        padded.extend(part);
        padded.resize(padded.len().next_multiple_of(16), 0);
    }
    padded.extend([data, text].map(|part| (8 * part.len() as u64).to_le_bytes()).as_flattened());
    let blocks = padded.as_chunks().0.iter().map(|block| u128::from_le_bytes(*block));
    let mut tag = blocks.fold(0, |sum, block| dot(sum ^ block)).to_le_bytes();
    tag.iter_mut().zip(nonce).for_each(|(byte, nonce)| *byte ^= nonce);
    tag[15] &= 0x7f;
    cipher.encrypt_block(&mut tag);
    tag
}

/// Covers lengths near a block, and messages of more than 16 blocks, which are hashed by other code.
#[test]
fn gcm_siv_tags_match_their_definition() {
    let lengths = [0, 1, 15, 16, 17, 31, 32, 33, 100, 300];
    for (i, data) in (0_u8..).zip(lengths) {
        for text in lengths {
            let (key, nonce) = ([i ^ 0x5a; 16], [i; 12]);
            let (data, mut text) = (message(data), message(text));
            let expected = gcm_siv_tag(&key, &nonce, &data, &text);
            let siv = GcmSiv::<Aes128>::new(&key);
            let found = siv.encrypt_in_place_detached(&nonce, &data, &mut text);
            assert_eq!(found, Ok(expected), "{} and {} bytes", data.len(), text.len());
        }
    }
}
