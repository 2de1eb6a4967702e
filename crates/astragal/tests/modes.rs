//! What must hold for every pair of block cipher and mode, whatever the message.

use astragal::cipher::Padding;
use astragal::error::VerifyError;
use astragal::registry::{self, CIPHERS, CipherMode, CipherRow, Direction, DynMode, Mode};
use proptest::prelude::*;

fn modes(cipher: &'static CipherRow) -> impl Iterator<Item = CipherMode> {
    let all = Mode::ALL.into_iter().map(move |mode| CipherMode { cipher, mode });
    all.filter(|mode| mode.mode != Mode::Xts || mode.cipher.block_bytes == 16)
}

fn start(mode: CipherMode, direction: Direction, seed: u8, padding: Padding) -> Box<dyn DynMode> {
    let key: Vec<u8> = (seed..=255).chain(0..=255).take(mode.key_bytes()).collect();
    let iv: Vec<u8> = (249..=255).cycle().take(mode.cipher.block_bytes).collect();
    mode.start(direction, &key, &iv, padding).expect("the lengths are right")
}

/// The message in pieces of `length` bytes.
fn in_pieces(mut object: Box<dyn DynMode>, message: &[u8], length: usize) -> Vec<u8> {
    let mut output = Vec::new();
    for piece in message.chunks(length) {
        let mut part = vec![0; object.update_bytes(piece.len())];
        assert_eq!(object.update(piece, &mut part), Ok(part.len()));
        output.extend_from_slice(&part);
    }
    let mut part = vec![0; object.finish_bytes()];
    let last = object.finish(&mut part).expect("the message is as long as the mode wants it");
    output.extend_from_slice(&part[..last]);
    output
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn decryption_undoes_encryption_in_any_pieces(
        message in proptest::collection::vec(any::<u8>(), 16..1500),
        length in 1_usize..400,
        seed in 0_u8..200,
    ) {
        for mode in CIPHERS.iter().flat_map(modes) {
            let encryptor = start(mode, Direction::Encrypt, seed, Padding::Pkcs7);
            let encrypted = encryptor.clone().whole(&message).expect("any length is taken");
            prop_assert_eq!(&in_pieces(encryptor, &message, length), &encrypted, "{}", mode.name());
            let decryptor = start(mode, Direction::Decrypt, seed, Padding::Pkcs7);
            let decrypted = decryptor.clone().whole(&encrypted).expect("it was encrypted so");
            prop_assert_eq!(&decrypted, &message, "{}", mode.name());
            prop_assert_eq!(&in_pieces(decryptor, &encrypted, length), &message, "{}", mode.name());
        }
    }

    #[test]
    fn sealed_messages_open_and_changed_ones_do_not(
        message in proptest::collection::vec(any::<u8>(), 1..900),
        header in proptest::collection::vec(any::<u8>(), 0..50),
        bit in 0_usize..8,
    ) {
        for cipher in CIPHERS.iter().filter(|cipher| cipher.block_bytes == 16) {
            for suffix in ["gcm", "ccm"] {
                let row = registry::aead(&format!("{}-{suffix}", cipher.name)).expect("composed");
                let sealer = row.new_aead(&vec![7; cipher.key_bytes]).expect("the key is right");
                let sealed = sealer.encrypt(&[1; 12], &header, &message).expect("it is short");
                prop_assert_eq!(&sealer.decrypt(&[1; 12], &header, &sealed).expect("it is whole"), &message);
                let mut changed = sealed;
                changed[0] ^= 1 << bit;
                let (text, tag) = changed.split_at_mut(message.len());
                let opened = sealer.decrypt_in_place_detached(&[1; 12], &header, text, tag);
                prop_assert_eq!(opened, Err(VerifyError::InvalidTag));
                prop_assert!(text.iter().all(|&byte| byte == 0), "{} releases text", row.name);
            }
        }
    }
}

#[test]
fn a_counter_wraps_and_any_position_can_be_sought() {
    for cipher in CIPHERS {
        let mode = CipherMode { cipher, mode: Mode::Ctr };
        let (key, iv) = (vec![7; cipher.key_bytes], vec![0xff; cipher.block_bytes]);
        let begin = |iv: &[u8]| {
            mode.start(Direction::Encrypt, &key, iv, Padding::None).expect("the lengths are right")
        };
        let stream = begin(&iv).whole(&[0; 2000]).expect("any length is taken");
        // After the block of ones comes the block of zeros, which is what no IV at all means.
        let wrapped = begin(&[]).whole(&[0; 2000]).expect("any length is taken");
        assert_eq!(
            stream[cipher.block_bytes..],
            wrapped[..2000 - cipher.block_bytes],
            "{}",
            cipher.name
        );
        for position in [0, 1, 15, 16, 17, 500, 1023, 1999] {
            let mut object = begin(&iv);
            object.seek(position as u128).expect("CTR has positions");
            let rest = object.whole(&vec![0; 2000 - position]).expect("any length is taken");
            assert_eq!(rest, stream[position..], "{} at {position}", cipher.name);
        }
    }
}

#[test]
fn wrong_input_is_named() {
    let mode = registry::mode("AES/128_CBC").expect("aes-128 is rijndael128-128");
    assert_eq!(mode.name(), "rijndael128-128-cbc");
    let begin = |mode: CipherMode, key: &[u8], iv: &[u8]| {
        mode.start(Direction::Decrypt, key, iv, Padding::Pkcs7).map_err(|error| error.to_string())
    };
    assert_eq!(
        begin(mode, &[7; 15], &[0; 16]).unwrap_err(),
        "key is 15 bytes; rijndael128-128 takes 16"
    );
    assert_eq!(
        begin(mode, &[7; 16], &[0; 12]).unwrap_err(),
        "IV is 12 bytes; rijndael128-128-cbc takes 16"
    );
    let decrypt = |bytes: &[u8]| {
        let mut object = begin(mode, &[7; 16], &[0; 16]).expect("the lengths are right");
        object.whole(bytes).unwrap_err().to_string()
    };
    assert_eq!(
        decrypt(&[0; 17]),
        "end of the message is 1 byte; rijndael128-128-cbc takes multiples of 16"
    );
    assert_eq!(decrypt(&[0; 32]), "the padding is not valid");
    let xts = registry::mode("serpent-256-xts").expect("blocks have 16 bytes");
    assert_eq!(
        begin(xts, &[7; 64], &[0; 16]).unwrap_err(),
        "both halves of the key are the same; serpent-256-xts takes different ones"
    );
    assert!(registry::mode("threefish-512-xts").is_err());
    assert!(registry::aead("threefish-512-gcm").is_err());
    assert!(registry::aead("camellia-128-gcm-siv").is_err());
    let gcm =
        registry::aead("aes-128-gcm").expect("composed").new_aead(&[7; 16]).expect("16 bytes");
    let mut text = *b"text";
    assert_eq!(
        gcm.encrypt_in_place_detached(b"", b"", &mut text, &mut [0; 16]).unwrap_err().to_string(),
        "nonce is 0 bytes; rijndael128-128-gcm takes at least 1"
    );
    assert_eq!(
        gcm.encrypt_in_place_detached(b"n", b"", &mut text, &mut [0; 8]).unwrap_err().to_string(),
        "tag is 8 bytes; rijndael128-128-gcm takes 12 to 16"
    );
    assert_eq!(text, *b"text");
}
