//! Checks the objects that the registry creates: they reject wrong lengths, can be cloned, wipe output after an error,
//! and print no key in debug output.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use astragal::cipher::Padding;
use astragal::error::{Allowed, CipherError, ParameterError, VerifyError};
use astragal::mac::{KmacXof128, KmacXof256};
use astragal::registry::{
    self, AEADS, AeadRow, CIPHERS, Direction, HASHES, HashParams, MacParams, MessageLengths, Mode,
    SIZED_HASHES, XOFS, XofParams, composed_aeads, macs, modes,
};
use astragal::xof::{Xof, XofReader};

const HEADER: &[u8] = b"header";

fn aeads() -> impl Iterator<Item = &'static AeadRow> {
    AEADS.iter().chain(composed_aeads())
}

fn is_streamed(row: &AeadRow) -> bool {
    !row.name.ends_with("-siv") && !row.name.ends_with("-ocb")
}

fn length(
    algorithm: &'static str,
    what: &'static str,
    given: usize,
    allowed: Allowed,
) -> ParameterError {
    ParameterError::Length { algorithm, what, given, allowed }
}

#[test]
fn aeads_reject_wrong_tag_lengths_and_change_nothing() {
    for row in aeads() {
        let cipher = row.new_aead(&vec![1; row.key_bytes]).expect("the key has the right length");
        let nonce = vec![9; row.nonce_bytes];
        let allowed = row.sizes.output_bytes_allowed.expect("every row states its tag lengths");
        for given in (0..=33).filter(|&bytes| !allowed.contains(bytes)) {
            let (mut text, mut tag) = (*b"message", vec![0x55; given]);
            let error = length(row.name, "tag", given, allowed);
            let sealed = cipher.encrypt_in_place_detached(&nonce, HEADER, &mut text, &mut tag);
            assert_eq!(sealed, Err(error), "{}", row.name);
            let opened = cipher.decrypt_in_place_detached(&nonce, HEADER, &mut text, &tag);
            assert_eq!(opened, Err(VerifyError::Parameter(error)), "{}", row.name);
            assert_eq!((text, tag), (*b"message", vec![0x55; given]), "{}", row.name);
            if is_streamed(row) {
                let lengths = MessageLengths { message_bytes: Some(7), tag_bytes: Some(given) };
                let started = cipher.start(Direction::Encrypt, &nonce, HEADER, lengths);
                assert_eq!(started.map(drop), Err(error), "{}", row.name);
            }
        }
    }
}

#[test]
fn streams_without_a_tag_length_use_the_default() {
    for row in aeads().filter(|row| is_streamed(row)) {
        let cipher = row.new_aead(&vec![1; row.key_bytes]).expect("the key has the right length");
        let nonce = vec![9; row.nonce_bytes];
        let whole = cipher.encrypt(&nonce, HEADER, b"message").expect("the nonce is allowed");
        let lengths = MessageLengths { message_bytes: Some(7), tag_bytes: None };
        let start = |direction| cipher.start(direction, &nonce, HEADER, lengths);
        let (mut text, mut tag) = (*b"message", vec![0; row.tag_bytes]);
        let mut sealing = start(Direction::Encrypt).expect("the lengths are allowed");
        assert_eq!((sealing.row().name, sealing.direction()), (row.name, Direction::Encrypt));
        sealing.encrypt(&mut text).expect("the message is not too long");
        sealing.finish_encryption(&mut tag).expect("the tag has the default length");
        assert_eq!([&text[..], &tag].concat(), whole, "{}", row.name);
        let mut opening = start(Direction::Decrypt).expect("the lengths are allowed");
        assert_eq!((opening.row().name, opening.direction()), (row.name, Direction::Decrypt));
        opening.decrypt(&text).expect("the message is not too long");
        assert_eq!(opening.plaintext_bytes(), 7, "{}", row.name);
        let refused = opening.finish_decryption(&[0; 3], &mut [0; 7]);
        assert!(matches!(refused, Err(VerifyError::Parameter(_))), "{}: {refused:?}", row.name);
        assert_eq!(opening.plaintext(&tag), Ok(b"message".to_vec()), "{}", row.name);
    }
}

#[test]
fn clones_of_aeads_encrypt_like_the_original() {
    for row in aeads() {
        let key: Vec<u8> = (3..).take(row.key_bytes).collect();
        let cipher = row.new_aead(&key).expect("the key has the right length");
        let nonce = vec![9; row.nonce_bytes];
        let sealed = cipher.encrypt(&nonce, HEADER, b"message");
        let copy = cipher.clone();
        drop(cipher);
        assert_eq!(copy.row().name, row.name);
        assert_eq!(copy.encrypt(&nonce, HEADER, b"message"), sealed, "{}", row.name);
        let sealed = sealed.expect("the nonce is allowed");
        assert_eq!(copy.decrypt(&nonce, HEADER, &sealed), Ok(b"message".to_vec()), "{}", row.name);
    }
}

#[test]
fn block_ciphers_reject_wrong_lengths_and_change_nothing() {
    for row in CIPHERS {
        for given in [0, row.key_bytes - 1, row.key_bytes + 1] {
            let error = length(row.name, "key", given, Allowed::Exactly(row.key_bytes));
            assert_eq!(row.new_cipher(&vec![1; given]).map(drop), Err(error));
        }
        let mut cipher = row.new_cipher(&vec![1; row.key_bytes]).expect("the key is allowed");
        assert_eq!(cipher.row().name, row.name);
        for given in [1, row.block_bytes - 1, row.block_bytes + 1, 3 * row.block_bytes - 1] {
            let mut blocks = vec![5; given];
            let allowed = Allowed::MultipleOf(row.block_bytes);
            let error = Err(length(row.name, "run of blocks", given, allowed));
            assert_eq!(cipher.encrypt_blocks(&mut blocks), error);
            assert_eq!(cipher.decrypt_blocks(&mut blocks), error);
            assert_eq!(blocks, vec![5; given], "{}", row.name);
        }
        let tweak = ParameterError::NotTaken { algorithm: row.name, what: "tweak" };
        for given in [0, 15, 17, row.block_bytes] {
            let error = match row.tweak_bytes {
                Some(bytes) if bytes == given => continue,
                Some(bytes) => length(row.name, "tweak", given, Allowed::Exactly(bytes)),
                None => tweak,
            };
            assert_eq!(cipher.set_tweak(&vec![1; given]), Err(error));
        }
    }
}

#[test]
fn clones_of_block_ciphers_keep_key_and_tweak() {
    for row in CIPHERS {
        let key: Vec<u8> = (3..=255).cycle().take(row.key_bytes).collect();
        let mut cipher = row.new_cipher(&key).expect("the key has the right length");
        let plain = vec![5; 2 * row.block_bytes];
        let encrypted = |cipher: &dyn registry::DynCipher| {
            let mut blocks = plain.clone();
            cipher.encrypt_blocks(&mut blocks).expect("the run has two blocks");
            blocks
        };
        let without_tweak = encrypted(&*cipher);
        assert_ne!(without_tweak, plain, "{}", row.name);
        if let Some(bytes) = row.tweak_bytes {
            cipher.set_tweak(&vec![1; bytes]).expect("the tweak has the right length");
            assert_ne!(encrypted(&*cipher), without_tweak, "{}", row.name);
        }
        let mut blocks = encrypted(&*cipher);
        let copy = cipher.clone();
        assert_eq!(copy.row().name, row.name);
        assert_eq!(encrypted(&*copy), blocks, "{}", row.name);
        copy.decrypt_blocks(&mut blocks).expect("the run has two blocks");
        assert_eq!(blocks, plain, "{}", row.name);
    }
}

#[test]
fn whole_in_place_wipes_its_output_on_error() {
    for name in ["aes-128-cbc", "rijndael256-256-cbc", "kalyna512-512-cbc"] {
        let mode = registry::mode(name).expect("the registry has the mode");
        let block = mode.cipher.block_bytes;
        let (key, iv) = (vec![1; mode.key_bytes()], vec![2; block]);
        let start = |padding| {
            mode.start(Direction::Decrypt, &key, &iv, padding).expect("key and IV are allowed")
        };
        // The length is not a multiple of the block length, so this is not a valid CBC ciphertext.
        let mut data = vec![7; 3 * block + 1];
        let error = start(Padding::None).whole_in_place(&mut data, 3 * block + 1);
        assert!(matches!(error, Err(CipherError::Parameter(_))), "{name}: {error:?}");
        assert!(data[..3 * block].iter().all(|&byte| byte == 0), "{name}");
        // The data has three blocks. The last block decrypts to invalid padding.
        let mut data = vec![7; 3 * block];
        let error = start(Padding::Pkcs7).whole_in_place(&mut data, 3 * block);
        assert!(error.is_err(), "{name}");
        assert!(data[..2 * block].iter().all(|&byte| byte == 0), "{name}");
    }
}

#[test]
fn whole_in_place_matches_whole_for_every_mode() {
    for mode in modes() {
        let key: Vec<u8> = (3..=255).cycle().take(mode.key_bytes()).collect();
        let iv = vec![2; mode.cipher.block_bytes];
        let start = || mode.start(Direction::Encrypt, &key, &iv, Padding::Pkcs7).expect("allowed");
        let message = vec![7; 2 * mode.cipher.block_bytes + 5];
        let whole = start().whole(&message).expect("the mode allows the length");
        for first in [0, 3] {
            let mut object = start();
            let mut head = vec![0; object.update_bytes(first)];
            let done = object.update(&message[..first], &mut head).expect("the output fits");
            let mut data = message[first..].to_vec();
            data.resize(whole.len() + mode.cipher.block_bytes, 0);
            let written = object.whole_in_place(&mut data, message.len() - first);
            let written = written.expect("the mode allows the length");
            assert_eq!([&head[..done], &data[..written]].concat(), whole, "{}", mode.name());
            // A new message with the same key and IV has the same ciphertext, even after part of a message.
            object.restart(&iv).expect("the IV is allowed");
            object.update(&message[..3], &mut [0; 3]).expect("the output fits");
            object.restart(&iv).expect("the IV is allowed");
            assert_eq!(object.whole(&message), Ok(whole.clone()), "{}", mode.name());
            let short = object.restart(&iv[1..]).is_ok();
            assert_eq!(short, mode.iv_bytes().contains(iv.len() - 1), "{}", mode.name());
        }
    }
}

/// Checks that the debug output of an object contains `name` and does not depend on the key. `create` returns an object
/// with a key of the given bytes.
fn check_debug<T: Debug>(name: &str, create: impl Fn(u8) -> T) {
    let (first, second) = (format!("{:?}", create(0x11)), format!("{:?}", create(0xa7)));
    assert!(first.contains(name), "{first} does not contain {name}");
    assert_eq!(first, second, "debug output depends on the key");
}

#[test]
fn debug_output_names_the_algorithm_and_contains_no_secret() {
    for row in CIPHERS {
        check_debug(&format!("DynCipher({}) {{ .. }}", row.name), |byte| {
            row.new_cipher(&vec![byte; row.key_bytes]).expect("the key has the right length")
        });
    }
    for mode in modes() {
        check_debug(&format!("{} {{ .. }}", mode.name()), |byte| {
            let mut key = vec![byte; mode.key_bytes()];
            key[0] = 1;
            let iv = vec![byte; mode.cipher.block_bytes];
            mode.start(Direction::Encrypt, &key, &iv, Padding::Pkcs7).expect("lengths are allowed")
        });
    }
    for row in aeads() {
        let create =
            |byte| row.new_aead(&vec![byte; row.key_bytes]).expect("the key has the right length");
        check_debug(row.name, create);
        if is_streamed(row) {
            check_debug(&format!("DynMessage({}, Encrypt)", row.name), |byte| {
                let lengths = MessageLengths { message_bytes: Some(7), tag_bytes: None };
                let nonce = vec![byte; row.nonce_bytes];
                create(byte)
                    .start(Direction::Encrypt, &nonce, HEADER, lengths)
                    .expect("the lengths are allowed")
            });
        }
    }
    for row in HASHES {
        check_debug(&format!("HashObject({} {{ .. }})", row.name), |byte| {
            let mut hash = row.new_hash();
            hash.update(&[byte; 300]);
            hash
        });
    }
    for row in XOFS.iter().chain(SIZED_HASHES) {
        check_debug(&format!("{} {{ .. }}", row.name), |byte| {
            let mut xof = row.new_xof(&XofParams::default()).expect("no parameter is required");
            if row.name.starts_with("tuplehash") {
                xof.begin_item(40).expect("a tuple has elements");
            }
            xof.absorb(&[byte; 40]).expect("nothing was squeezed");
            xof
        });
    }
    for row in macs() {
        let key_bytes = match row.sizes.key_bytes {
            Some(Allowed::Exactly(bytes)) => bytes,
            _ => 32,
        };
        check_debug(" { .. }", |byte| {
            let key = vec![byte; key_bytes];
            row.new_mac(&key, &MacParams::default()).expect("the key has an allowed length")
        });
    }
}

#[test]
fn hash_objects_match_one_shot_digests() {
    let message = [7; 300];
    for row in HASHES {
        let expected = row.hash(&message);
        let mut digest = vec![0; row.digest_bytes];
        row.hash_into(&message, &mut digest).expect("the buffer has the digest's length");
        assert_eq!(digest, expected, "{}", row.name);
        assert!(row.hash_into(&message, &mut digest[1..]).is_err(), "{}", row.name);
        let mut hash = row.new_hash();
        assert_eq!((hash.name(), hash.block_bytes()), (row.name, row.block_bytes));
        hash.update(b"forgotten");
        hash.reset();
        hash.update_parallel(&message[..130]);
        hash.update(&message[130..]);
        let state = hash.export_state_with_key();
        assert_eq!(hash.finalize_reset(), expected, "{}", row.name);
        hash.import_state_with_key(&state).expect("the state belongs to this hash");
        assert_eq!(hash.finalize_reset(), expected, "{}", row.name);
    }
}

#[test]
fn hash_objects_with_parameters_match_in_pieces_and_after_reset() {
    for row in HASHES {
        let salt = row.takes.salt_bytes.map(|allowed| {
            [8, 16, 32].into_iter().find(|&bytes| allowed.contains(bytes)).expect("an allowed salt")
        });
        let salt = salt.map(|bytes| vec![1; bytes]);
        let key_id = row.takes.strings.then_some(&b"key"[..]);
        if salt.is_none() && key_id.is_none() {
            continue;
        }
        let params = HashParams { salt: salt.as_deref(), key_id, ..HashParams::default() };
        let mut hash = row.new_hash_with(&params).expect("the parameters are allowed");
        hash.update(&[8; 300]);
        let other = hash.finalize_reset();
        hash.update(&[7; 300]);
        let expected = hash.finalize_reset();
        assert_ne!(expected, other, "{}", row.name);
        hash.update(b"forgotten");
        hash.reset();
        hash.update_parallel(&[7; 100]);
        hash.update(&[7; 200]);
        assert_eq!(hash.finalize_reset(), expected, "{}", row.name);
    }
}

#[test]
fn mac_objects_keep_key_and_state_through_errors() {
    let message = &[7; 16];
    for row in macs() {
        let key_bytes = match row.key_bytes {
            Allowed::Exactly(bytes) => bytes,
            _ => 32,
        };
        let (key, params) = (vec![3; key_bytes], MacParams::default());
        let mut mac = row.new_mac(&key, &params).expect("the key has an allowed length");
        let mut tag = vec![0; row.tag_bytes];
        row.mac_into(&key, &params, message, &mut tag).expect("the lengths are allowed");
        mac.update(message);
        let mut longer = vec![0; row.tag_bytes + 1];
        assert!(mac.finalize_into_reset(&mut longer).is_err(), "{}", row.name);
        assert_eq!(mac.finalize_reset().as_ref(), Ok(&tag), "{}", row.name);
        for wrong in [&tag[1..], &longer] {
            mac.update(b"forgotten");
            assert_eq!(mac.verify_reset(wrong), Err(VerifyError::InvalidTag), "{}", row.name);
        }
        mac.update(message);
        assert_eq!(mac.verify_reset(&tag), Ok(()), "{}", row.name);
        assert_eq!(row.verify(&key, &params, message, &tag), Ok(()), "{}", row.name);
        if row.key_bytes == Allowed::Exactly(key_bytes) {
            let error = length(row.name, "key", key_bytes - 1, row.key_bytes);
            let verified = row.verify(&key[1..], &params, message, &tag);
            assert_eq!(verified, Err(VerifyError::Parameter(error)));
        }
    }
    let short = registry::mac("ascon-prfshort").expect("the registry has the MAC");
    let done = short.mac_into(&[3; 16], &MacParams::default(), &[7; 17], &mut [0; 16]);
    assert_eq!(done, Err(length(short.name, "message", 17, Allowed::AtMost(16))));
    let kmac = registry::mac("kmac256").expect("the registry has the MAC");
    for bytes in [127, 128, 129, 300] {
        let (mut tag, params) = (vec![0; bytes], MacParams::default());
        kmac.mac_into(b"key", &params, message, &mut tag).expect("any tag length is allowed");
        assert_eq!(kmac.verify(b"key", &params, message, &tag), Ok(()));
        tag[bytes - 1] ^= 1;
        let forged = kmac.verify(b"key", &params, message, &tag);
        assert_eq!(forged, Err(VerifyError::InvalidTag));
    }
}

#[test]
fn key_wraps_reject_wrong_key_encryption_keys() {
    for row in registry::key_wraps() {
        let kek = vec![1; row.key_bytes + 1];
        let allowed = Allowed::Exactly(row.key_bytes);
        for given in [row.key_bytes - 1, row.key_bytes + 1] {
            let error = length(row.name, "key encryption key", given, allowed);
            assert_eq!(row.wrap(&kek[..given], &[5; 16]), Err(error));
            let unwrapped = row.unwrap_to(&kek[..given], &[5; 24], &mut [0; 16]);
            assert_eq!(unwrapped, Err(VerifyError::Parameter(error)));
        }
    }
}

#[test]
fn only_keystreams_seek() {
    for mode in modes() {
        let (mut key, iv) = (vec![1; mode.key_bytes()], vec![2; mode.cipher.block_bytes]);
        key[0] = 2;
        let mut object =
            mode.start(Direction::Encrypt, &key, &iv, Padding::Pkcs7).expect("lengths are allowed");
        if ![Mode::Ctr, Mode::Stream].contains(&mode.mode) {
            let error = object.seek(1).expect_err("the mode has no keystream position");
            assert!(matches!(error, ParameterError::NotTaken { what: "position", .. }), "{error}");
            continue;
        }
        let (mut whole, mut tail) = ([0; 200], [0; 70]);
        object.update_in_place(&mut whole, 200).expect("the message is not too long");
        object.seek(130).expect("the mode seeks");
        object.update_in_place(&mut tail, 70).expect("the message is not too long");
        assert_eq!(tail, whole[130..], "{}", mode.name());
    }
}

#[test]
fn equal_algorithms_have_equal_kinds_and_names() {
    let all: Vec<_> = registry::algorithms().collect();
    let distinct: HashSet<_> = all.iter().copied().collect();
    assert_eq!(distinct.len(), all.len());
    assert!(all.iter().zip(&all[1..]).all(|(one, next)| one != next));
    assert!(registry::algorithms().eq(all.iter().copied()));
    let hash = |algorithm| BuildHasherDefault::<DefaultHasher>::new().hash_one(algorithm);
    let hashes: HashSet<u64> = all.iter().map(hash).collect();
    assert_eq!(hashes.len(), all.len());
}

fn check_keyed_xof<X: Xof>(mut typed: X) {
    let row = registry::keyed_xof(X::NAME).expect("the registry has the function");
    let params = XofParams { key: Some(b"key"), custom: Some(b"custom"), ..XofParams::default() };
    let mut by_name = row.new_xof(&params).expect("the parameters are allowed");
    typed.absorb(&[7; 200]);
    typed.absorb(b"message");
    by_name.absorb(&[7; 200]).expect("nothing was squeezed");
    by_name.absorb(b"message").expect("nothing was squeezed");
    let (mut output, mut expected) = ([0; 300], [0; 300]);
    typed.finalize().squeeze(&mut output);
    by_name.squeeze(&mut expected).expect("the output is not too long");
    assert_eq!(output, expected, "{}", X::NAME);
}

#[test]
fn typed_kmac_xof_matches_kmac_xof_by_name() {
    check_keyed_xof(KmacXof128::new(b"key", b"custom"));
    check_keyed_xof(KmacXof256::new(b"key", b"custom"));
}

#[test]
fn xof_objects_match_in_pieces_and_after_reset() {
    for row in XOFS.iter().chain(SIZED_HASHES).filter(|row| !row.takes.items) {
        let mut xof = row.new_xof(&XofParams::default()).expect("no parameter is required");
        let bytes = row.sizes.output_bytes.expect("every row states an output length");
        let (mut expected, mut output) = (vec![0; bytes], vec![0; bytes]);
        xof.absorb(&[7; 300]).expect("nothing was squeezed");
        xof.squeeze(&mut expected).expect("the output has the default length");
        xof.reset();
        xof.absorb(b"forgotten").expect("nothing was squeezed");
        xof.reset();
        xof.absorb_parallel(&[7; 100]).expect("nothing was squeezed");
        xof.absorb(&[7; 200]).expect("nothing was squeezed");
        xof.squeeze(&mut output).expect("the output has the default length");
        assert_eq!(output, expected, "{}", row.name);
    }
}

/// The digests of all messages of up to 260 bytes, hashed together. The answers are the first 8 bytes of Python's. The
/// lengths include those at which the padding takes another block, for blocks of 64 and of 128 bytes.
#[test]
fn digests_of_all_short_lengths_match_python() {
    let message: Vec<u8> = (0..=250).cycle().take(260).collect();
    for (name, expected) in [
        ("md5", 0x33b1_a6b1_b37d_dcdc),
        ("sha1", 0xefa7_09fe_9688_108a),
        ("sha224", 0x8f39_e751_b16f_e1a2),
        ("sha256", 0xe671_5709_d028_fcc8),
        ("sha384", 0xee09_9f4d_9c06_4688),
        ("sha512", 0x3dd7_ae64_2fd4_6a91),
    ] {
        let row = registry::hash(name).unwrap();
        let mut all = row.new_hash();
        for length in 0..=260 {
            let digest = row.hash(&message[..length]);
            let mut pieces = row.new_hash();
            message[..length].chunks(50).for_each(|piece| pieces.update(piece));
            assert_eq!(pieces.finalize_reset(), digest, "{name}, {length} bytes");
            all.update(&digest);
        }
        assert_eq!(all.finalize_reset()[..8], u64::to_be_bytes(expected), "{name}");
    }
}
