//! Checks that error messages for invalid input state the given value and the allowed values.

use astragal::error::{ParameterError, StateError, VerifyError};
use astragal::hash::ParallelHash128;
use astragal::hazmat::{KeccakSponge, keccak_p1600};
use astragal::registry::{self, DynXof, MacParams, XofParams};
use astragal::xof::{ParallelHashXof256, TurboShake256};

fn xof(name: &str, params: &XofParams<'_>) -> Result<Box<dyn DynXof>, ParameterError> {
    registry::xof(name).or_else(|_| registry::sized_hash(name)).unwrap().new_xof(params)
}

fn message<T, E: ToString>(result: Result<T, E>) -> String {
    result.err().expect("the call fails").to_string()
}

#[test]
fn typed_constructor_errors_name_the_parameter() {
    assert_eq!(
        message(ParallelHash128::new(0, b"")),
        "block size is 0; parallelhash128 takes 1 byte or more"
    );
    assert_eq!(
        message(ParallelHashXof256::new(0, b"")),
        "block size is 0; parallelhash256 takes 1 byte or more"
    );
    assert_eq!(
        message(TurboShake256::with_domain(0x80)),
        "domain byte is 128; turboshake256 takes 1 to 127 (0x01 to 0x7f)"
    );
    assert_eq!(
        message(keccak_p1600(&mut [0; 25], 25)),
        "number of rounds is 25; keccak-p[1600] takes 0 to 24"
    );
    for rate in [0, 4, 137, 200, 208] {
        assert_eq!(
            message(KeccakSponge::new(rate, 24)),
            format!("rate is {rate}; keccak sponge takes a multiple of 8 bytes from 8 to 192")
        );
    }
    let sponge = KeccakSponge::new(136, 24).unwrap();
    assert_eq!(
        message(sponge.finalize(0)),
        "domain byte is 0; keccak sponge takes 1 to 127 (0x01 to 0x7f)"
    );
}

#[test]
fn registry_rejects_foreign_parameters() {
    let custom = XofParams { custom: Some(b""), ..XofParams::default() };
    assert_eq!(message(xof("shake128", &custom)), "shake128 takes no customization string");
    let name = XofParams { function_name: Some(b"x"), ..XofParams::default() };
    assert_eq!(message(xof("kt128", &name)), "kt128 takes no function name");
    let domain = XofParams { domain: Some(7), ..XofParams::default() };
    assert_eq!(message(xof("cshake256", &domain)), "cshake256 takes no domain byte");
    let block = XofParams { block_bytes: Some(1), ..XofParams::default() };
    assert_eq!(message(xof("tuplehash128", &block)), "tuplehash128 takes no block size");
    let mac = registry::mac("hmac-sha3-256").unwrap();
    let params = MacParams { custom: Some(b"x"), ..MacParams::default() };
    assert_eq!(message(mac.new_mac(b"", &params)), "hmac-sha3-256 takes no customization string");
    let params = MacParams { tag_bytes: Some(33), ..MacParams::default() };
    assert_eq!(message(mac.new_mac(b"", &params)), "tag is 33 bytes; hmac-sha3-256 takes 4 to 32");
}

#[test]
fn xof_rejects_absorb_after_squeeze() {
    let mut shake = xof("shake128", &XofParams::default()).unwrap();
    shake.squeeze(&mut [0; 3]).unwrap();
    assert_eq!(
        message(shake.absorb(b"x")),
        "shake128 cannot absorb after a squeeze; reset it first"
    );
    assert_eq!(message(shake.begin_item(1)), "shake128 does not hash tuples");
}

#[test]
fn tuple_hash_rejects_longer_and_incomplete_elements() {
    let mut tuple = xof("tuplehash128", &XofParams::default()).unwrap();
    assert_eq!(
        message(tuple.absorb(b"x")),
        "a tuple element of tuplehash128 is longer than announced"
    );
    tuple.begin_item(3).unwrap();
    tuple.absorb(b"ab").unwrap();
    let missing = "a tuple element of tuplehash128 is shorter than announced; missing bytes: 1";
    assert_eq!(message(tuple.begin_item(0)), missing);
    assert_eq!(message(tuple.squeeze(&mut [0; 32])), missing);
    tuple.absorb(b"c").unwrap();
    tuple.squeeze(&mut [0; 32]).unwrap();
}

#[test]
fn tuple_hash_output_ends_at_its_length() {
    let mut tuple = xof("tuplehash128", &XofParams::default()).unwrap();
    tuple.squeeze(&mut [0; 20]).unwrap();
    assert_eq!(
        tuple.squeeze(&mut [0; 13]),
        Err(StateError::OutputExhausted { algorithm: "tuplehash128", output_bytes: 32 })
    );
    tuple.squeeze(&mut [0; 12]).unwrap();
}

#[test]
fn wrong_buffer_length_leaves_it_unchanged() {
    let mut hash = registry::hash("sha3-256").unwrap().new_hash();
    hash.update(b"abc");
    let mut buffer = [7; 31];
    assert_eq!(
        message(hash.finalize_into_reset(&mut buffer)),
        "output buffer is 31 bytes; sha3-256 takes 32"
    );
    assert_eq!(buffer, [7; 31]);
    assert_eq!(hash.finalize_reset(), astragal::hash::Sha3_256::hash(b"abc"));
}

#[test]
fn rejects_tag_of_another_length() {
    let row = registry::mac("kmac128").unwrap();
    let mut mac = row.new_mac(b"key", &MacParams::default()).unwrap();
    let tag = mac.finalize_reset().unwrap();
    for length in [0, 1, 31] {
        mac.update(b"forgotten");
        assert_eq!(mac.verify_reset(&tag[..length]), Err(VerifyError::InvalidTag));
    }
    assert_eq!(mac.verify_reset(&tag), Ok(()));
}

#[test]
fn rejects_tag_of_0_bytes() {
    let row = registry::mac("kmac128").unwrap();
    // An empty tag must be rejected, because it would verify any message.
    let nothing = MacParams { tag_bytes: Some(0), ..MacParams::default() };
    let mut mac = row.new_mac(b"key", &nothing).unwrap();
    assert_eq!(
        message(mac.verify_reset(b"")),
        "tag to verify is 0 bytes; kmac128 takes at least 4"
    );
}

#[test]
fn rejects_tag_shorter_than_4_bytes() {
    for (name, key) in [("kmac128", 5), ("kmacxof256", 5), ("ascon-prf", 16), ("blake3", 32)] {
        let row = registry::mac(name).unwrap();
        let of_length = |tag_bytes| {
            let params = MacParams { tag_bytes: Some(tag_bytes), ..MacParams::default() };
            let mut mac = row.new_mac(&vec![7; key], &params).unwrap();
            mac.update(b"message");
            let tag = mac.finalize_reset().unwrap();
            mac.update(b"message");
            let verified = mac.verify_reset(&tag);
            mac.update(b"message");
            assert_eq!(mac.finalize_reset(), Ok(tag), "{name} starts again");
            verified
        };
        let error = message(of_length(3));
        assert_eq!(error, format!("tag to verify is 3 bytes; {name} takes at least 4"));
        assert_eq!(of_length(4), Ok(()), "{name}");
    }
}

#[test]
fn one_shot_verification_rejects_tags_below_4_bytes() {
    for (name, key_bytes) in [("kmac128", 5), ("kmacxof256", 5), ("ascon-prf", 16), ("blake3", 32)]
    {
        let (row, key) = (registry::mac(name).unwrap(), vec![7; key_bytes]);
        let params = MacParams::default();
        for tag_bytes in 0..6 {
            let mut tag = vec![0; tag_bytes];
            if !row.tag_bytes_allowed.contains(tag_bytes) {
                continue;
            }
            row.mac_into(&key, &params, b"message", &mut tag).unwrap();
            let verified = row.verify(&key, &params, b"message", &tag);
            if tag_bytes < 4 {
                let plural = if tag_bytes == 1 { "" } else { "s" };
                let expected =
                    format!("tag to verify is {tag_bytes} byte{plural}; {name} takes at least 4");
                assert_eq!(message(verified), expected);
            } else {
                assert_eq!(verified, Ok(()), "{name}, {tag_bytes} bytes");
            }
        }
    }
}

#[test]
fn truncated_hmac_is_a_prefix() {
    let row = registry::mac("hmac-sha256").unwrap();
    let full = row.new_mac(b"key", &MacParams::default()).unwrap().finalize_reset().unwrap();
    let cut = |tag_bytes| {
        row.new_mac(b"key", &MacParams { tag_bytes: Some(tag_bytes), ..MacParams::default() })
    };
    for tag_bytes in 4..=32 {
        let mut mac = cut(tag_bytes).unwrap();
        assert_eq!(mac.finalize_reset().unwrap(), full[..tag_bytes]);
        assert_eq!(mac.verify_reset(&full[..tag_bytes]), Ok(()));
        // A truncated tag is rejected, because the tag must have the MAC's tag length.
        assert_eq!(mac.verify_reset(&full[..tag_bytes - 1]), Err(VerifyError::InvalidTag));
    }
    assert_eq!(message(cut(3)), "tag is 3 bytes; hmac-sha256 takes 4 to 32");
    assert_eq!(message(cut(33)), "tag is 33 bytes; hmac-sha256 takes 4 to 32");
}

#[test]
fn short_hmac_tags_need_their_length_named() {
    for row in registry::macs().filter(|row| row.name.starts_with("hmac-")) {
        let mut full = vec![0; row.tag_bytes];
        row.mac_into(b"key", &MacParams::default(), b"message", &mut full).unwrap();
        let mut mac = row.new_mac(b"key", &MacParams::default()).unwrap();
        mac.update(b"message");
        // If no tag length is given, the full tag is required.
        assert_eq!(mac.verify_reset(&full[..4]), Err(VerifyError::InvalidTag), "{}", row.name);
        for tag_bytes in [4, 10, 12] {
            let params = MacParams { tag_bytes: Some(tag_bytes), ..MacParams::default() };
            let mut mac = row.new_mac(b"key", &params).unwrap();
            mac.update(b"message");
            assert_eq!(mac.finalize_reset().unwrap(), full[..tag_bytes], "{}", row.name);
            mac.update(b"message");
            assert_eq!(mac.verify_reset(&full), Err(VerifyError::InvalidTag), "{}", row.name);
            mac.update(b"message");
            assert_eq!(mac.verify_reset(&full[..tag_bytes]), Ok(()), "{}", row.name);
            let mut cut = vec![0; tag_bytes];
            row.mac_into(b"key", &MacParams::default(), b"message", &mut cut).unwrap();
            assert_eq!(cut, full[..tag_bytes], "{}", row.name);
            let verify = |tag: &[u8]| row.verify(b"key", &MacParams::default(), b"message", tag);
            assert_eq!(verify(&cut), Ok(()), "{}", row.name);
            cut[tag_bytes - 1] ^= 1;
            assert_eq!(verify(&cut), Err(VerifyError::InvalidTag), "{}", row.name);
        }
    }
}

#[test]
fn output_of_0_bytes_is_allowed() {
    xof("shake256", &XofParams::default()).unwrap().squeeze(&mut []).unwrap();
    let nothing = XofParams { output_bytes: Some(0), ..XofParams::default() };
    let mut tuple = xof("tuplehash256", &nothing).unwrap();
    tuple.squeeze(&mut []).unwrap();
    assert!(tuple.squeeze(&mut [0]).is_err());
}

#[test]
fn aead_errors_name_the_parameter() {
    let row = registry::aead("ascon-aead128").unwrap();
    assert_eq!(message(row.new_aead(&[0; 15])), "key is 15 bytes; ascon-aead128 takes 16");
    let cipher = row.new_aead(&[0; 16]).unwrap();
    assert_eq!(
        message(cipher.encrypt(&[0; 12], b"", b"")),
        "nonce is 12 bytes; ascon-aead128 takes 16"
    );
    let mut text = [7; 3];
    let opened = cipher.decrypt_in_place_detached(&[0; 16], b"", &mut text, &[0; 15]);
    assert_eq!(message(opened), "tag is 15 bytes; ascon-aead128 takes 16");
    assert_eq!(text, [7; 3]);
}

#[test]
fn aead_rejects_ciphertext_shorter_than_a_tag() {
    let cipher = registry::aead("ascon-aead128").unwrap().new_aead(&[0; 16]).unwrap();
    assert_eq!(
        message(cipher.decrypt(&[0; 16], b"", &[0; 15])),
        "the authentication tag does not match"
    );
}

#[test]
fn prfshort_rejects_input_longer_than_a_block() {
    let row = registry::mac("ascon-prfshort").unwrap();
    let mut mac = row.new_mac(&[0; 16], &MacParams::default()).unwrap();
    mac.update(&[0; 9]);
    mac.update(&[0; 8]);
    assert_eq!(
        message(mac.finalize_reset()),
        "message is 17 bytes; ascon-prfshort takes at most 16"
    );
    mac.update(&[0; 17]);
    assert_eq!(mac.verify_reset(&[0; 16]), Err(VerifyError::InvalidTag));
}

#[test]
fn prfshort_errors_name_key_and_tag() {
    let row = registry::mac("ascon-prfshort").unwrap();
    assert_eq!(
        message(row.new_mac(&[0; 17], &MacParams::default())),
        "key is 17 bytes; ascon-prfshort takes 16"
    );
    let params = MacParams { tag_bytes: Some(17), ..MacParams::default() };
    assert_eq!(
        message(row.new_mac(&[0; 16], &params)),
        "tag is 17 bytes; ascon-prfshort takes 1 to 16"
    );
}

#[test]
fn cxof_rejects_customization_longer_than_256_bytes() {
    let custom = [0; 257];
    let params = XofParams { custom: Some(&custom), ..XofParams::default() };
    assert_eq!(
        message(xof("ascon-cxof128", &params)),
        "customization string is 257 bytes; ascon-cxof128 takes at most 256"
    );
}

#[test]
fn ascon_p_rejects_0_and_13_rounds() {
    for rounds in [0, 13] {
        assert_eq!(
            message(astragal::hazmat::ascon_p(&mut [0; 5], rounds)),
            format!("number of rounds is {rounds}; ascon-p takes 1 to 12")
        );
    }
}

/// When BLAKE3's block counter has reached its maximum, the output must end instead of starting again.
#[test]
fn blake3_output_ends_at_2_pow_64() {
    let row = registry::xof("blake3").unwrap();
    let mut xof = row.new_xof(&XofParams::default()).unwrap();
    xof.skip(u64::MAX - 10).unwrap();
    let mut last = [0; 10];
    let end = StateError::OutputEnds { algorithm: "blake3" };
    let ends = Err(end);
    assert_eq!(xof.skip(11), ends);
    assert_eq!(xof.squeeze(&mut [0; 11]), ends);
    xof.squeeze(&mut last).unwrap();
    assert_ne!(last, [0; 10]);
    assert_eq!(xof.squeeze(&mut [0; 1]), ends);
    assert_eq!(xof.skip(1), ends);
    xof.squeeze(&mut []).unwrap();
    assert_eq!(
        end.to_string(),
        "the output of blake3 has 2^64 - 1 bytes; fewer are left than requested"
    );
}

#[test]
fn blake3_reader_ends_at_2_pow_64() {
    let row = registry::xof("blake3").unwrap();
    let mut xof = row.new_xof(&XofParams::default()).unwrap();
    xof.skip(u64::MAX - 10).unwrap();
    let mut last = [0; 10];
    xof.squeeze(&mut last).unwrap();
    let mut reader = astragal::xof::Blake3Xof::new().finalize();
    reader.seek(u64::MAX - 10);
    let mut typed = [0; 64];
    assert_eq!(std::io::Read::read(&mut reader, &mut typed).unwrap(), 10);
    assert_eq!(typed[..10], last);
    assert_eq!(std::io::Read::read(&mut reader, &mut typed).unwrap(), 0);
}

/// A request for a tag or output of any length may return an error, but must not abort the program.
#[test]
fn length_beyond_memory_is_an_error() {
    let row = registry::mac("kmac256").unwrap();
    // On a 32-bit target, allocations of the two smaller lengths may succeed, so only the largest length is tested.
    let beyond = |bytes: &usize| usize::BITS == 64 || *bytes == usize::MAX;
    for tag_bytes in [usize::MAX >> 18, usize::MAX / 2, usize::MAX].into_iter().filter(beyond) {
        let params = MacParams { tag_bytes: Some(tag_bytes), ..MacParams::default() };
        let mut mac = row.new_mac(b"key", &params).unwrap();
        assert_eq!(mac.verify_reset(&[0; 32]), Err(VerifyError::InvalidTag));
        let error = mac.finalize_reset().unwrap_err();
        assert_eq!(
            error,
            ParameterError::NoMemory { algorithm: "kmac256", what: "tag", given: tag_bytes }
        );
    }
}
