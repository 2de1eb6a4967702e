//! Tests lengths, sizes and positions near the maximum of their type. The public interface must reject, saturate or
//! accept them without overflow. The tests run with overflow checks.

use astragal::aead::Ccm;
use astragal::cipher::{Aes128, Aes256, Cbc, Ctr, Padding, Xts};
use astragal::hash::{Blake2Params, Blake2b, Blake2s, ParallelHash128};
use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range};
use astragal::hazmat::{KeccakSponge, ascon_p, keccak_p1600};
use astragal::kdf::{Arena, Scrypt, ScryptParams, Work};
use astragal::registry::{
    self, AEADS, CIPHERS, CipherMode, Direction, HASHES, HashParams, KdfParams, MacParams,
    MessageLengths, Mode, SIZED_HASHES, TREES, TreeParams, XOFS, XofParams, composed_aeads, kdfs,
    macs,
};
use astragal::xof::{Blake3Xof, ParallelHashXof256};

/// Returns sizes near the unsigned maximum, near the signed maximum, and near multiples of common block lengths.
fn sizes() -> impl Iterator<Item = usize> + Clone {
    let ends = [usize::MAX, usize::MAX - 127, usize::MAX / 2 + 1, usize::MAX / 16 * 16];
    ends.into_iter().flat_map(|end| (0..18).map(move |i| end - i))
}

fn numbers() -> impl Iterator<Item = u64> + Clone {
    let ends = [u64::MAX, u64::MAX - 8191, i64::MAX as u64 + 1, u64::MAX / 1024 * 1024];
    ends.into_iter().flat_map(|end| (0..18).map(move |i| end - i))
}

#[test]
fn cbc_and_modes_by_name_reject_lengths_beyond_the_buffer() {
    let (mut encryptor, mut decryptor) = (
        Cbc::<Aes128>::encryptor(&[7; 16], &[1; 16]),
        Cbc::<Aes128>::decryptor(&[7; 16], &[1; 16]),
    );
    assert_eq!(encryptor.update(&[1; 5], &mut []), Ok(0));
    assert_eq!(decryptor.update(&[1; 5], &mut []), Ok(0));
    for size in sizes() {
        for bytes in [encryptor.update_bytes(size), decryptor.update_bytes(size)] {
            assert!(bytes % 16 == 0 && bytes > usize::MAX / 2 - 64, "{size}: {bytes}");
        }
        assert!(encryptor.update_in_place(&mut [0; 32], size).is_err());
        assert!(decryptor.update_in_place(&mut [0; 32], size).is_err());
    }
    for (cipher, mode) in CIPHERS.iter().flat_map(|cipher| Mode::ALL.map(|mode| (cipher, mode))) {
        let found = CipherMode { cipher, mode };
        let key: Vec<u8> = (0..=255).take(found.key_bytes()).collect();
        let begin =
            |direction| found.start(direction, &key, &vec![1; cipher.block_bytes], Padding::Pkcs7);
        for direction in [Direction::Encrypt, Direction::Decrypt] {
            let Ok(mut object) = begin(direction) else { continue };
            let waiting =
                object.update(&[1; 5], &mut [0; 5]).expect("the output buffer is long enough");
            assert!(waiting <= 5, "{}", found.name());
            for size in sizes() {
                let _ = object.update_bytes(size);
                assert!(object.update_in_place(&mut [0; 32], size).is_err(), "{}", found.name());
                assert!(object.whole_in_place(&mut [0; 32], size).is_err(), "{}", found.name());
            }
        }
    }
}

#[test]
fn ctr_seeks_and_xts_numbers_wrap() {
    let mut by_name = registry::mode("aes-128-ctr")
        .map(|mode| mode.start(Direction::Encrypt, &[7; 16], &[9; 16], Padding::None))
        .expect("the registry has the algorithm")
        .expect("the lengths are allowed");
    for position in (0..40).map(|i| u128::MAX - i).chain([u128::MAX / 2, 1 << 64, (1 << 64) - 1]) {
        let (mut typed, mut named) = ([0; 40], [0; 40]);
        let mut ctr = Ctr::<Aes128>::new(&[7; 16], &[9; 16]);
        ctr.seek(position);
        ctr.apply(&mut typed);
        by_name.seek(position).expect("CTR supports seeking");
        by_name.update_in_place(&mut named, 40).expect("the output buffer is long enough");
        assert_eq!(typed, named, "at {position}");
    }
    let key: Vec<u8> = (0..64).collect();
    let xts = Xts::<Aes256>::from_slice(&key).expect("the halves of the key differ");
    for size in sizes() {
        assert!(xts.encrypt_units(0, size, &mut [0; 64]).is_err(), "{size}");
        assert!(xts.decrypt_units(0, size, &mut [0; 64]).is_err(), "{size}");
    }
    // Data unit numbers wrap around: the unit after the maximum has number 0.
    let (mut units, mut unit) = ([3; 64], [3; 32]);
    xts.encrypt_units(u128::MAX, 32, &mut units).expect("the lengths are allowed");
    xts.encrypt_in_place(&[0; 16], &mut unit).expect("the data unit has an allowed length");
    assert_eq!(units[32..], unit);
}

/// XTS data unit numbers have 128 bits, so they wrap around after 2^128 - 1.
#[test]
fn xts_unit_numbers_have_128_bits() {
    let key: Vec<u8> = (0..64).collect();
    let xts = Xts::<Aes256>::from_slice(&key).expect("the halves of the key differ");
    for first in [5, u64::MAX.into(), 1 << 64, (7 << 64) + 5, u128::MAX - 2] {
        let text: Vec<u8> = (0..=255).cycle().take(48 * 5 + 20).collect();
        let mut units = text.clone();
        xts.encrypt_units(first, 48, &mut units).expect("the lengths are allowed");
        let mut expected = text.clone();
        for (i, unit) in (0..).zip(expected.chunks_mut(48)) {
            let number = first.wrapping_add(i).to_le_bytes();
            xts.encrypt_in_place(&number, unit).expect("the data unit has an allowed length");
        }
        assert!(units == expected, "units from {first}");
        xts.decrypt_units(first, 48, &mut units).expect("the lengths are allowed");
        assert!(units == text, "units from {first}");
    }
}

#[test]
fn aeads_reject_wrong_message_and_tag_lengths() {
    let ccm = Ccm::<Aes128>::new(&[7; 16]);
    for number in numbers() {
        assert!(ccm.encryptor(&[1; 13], b"", number, 16).is_err());
        assert!(ccm.decryptor(&[1; 8], b"", number, 16).is_err());
        // With a 7-byte nonce, CCM's length field has eight bytes, so that CCM accepts any 64-bit length.
        let mut encryptor =
            ccm.encryptor(&[1; 7], b"", number, 16).expect("the message is not too long");
        encryptor.update(&mut [1; 5]).expect("the message is not too long");
        assert!(encryptor.finish(&mut [0; 16]).is_err(), "an incomplete message must be rejected");
    }
    for row in AEADS.iter().chain(composed_aeads()) {
        let aead = row.new_aead(&vec![7; row.key_bytes]).expect("the key has the right length");
        let nonce = vec![1; row.nonce_bytes];
        for size in sizes() {
            for direction in [Direction::Encrypt, Direction::Decrypt] {
                let tag_bytes = Some(size);
                let lengths = MessageLengths { message_bytes: Some(1), tag_bytes };
                assert!(aead.start(direction, &nonce, b"", lengths).is_err(), "{}", row.name);
                let message_bytes = Some(size as u64);
                let lengths = MessageLengths { message_bytes, tag_bytes: None };
                if let Ok(mut message) = aead.start(direction, &nonce, b"", lengths) {
                    let _ = message.encrypt(&mut [1; 5]).or_else(|_| message.decrypt(&[1; 5]));
                }
            }
        }
    }
}

#[test]
fn hashes_and_xofs_reject_wrong_lengths() {
    for size in sizes() {
        assert!(Blake2b::new(&Blake2Params::new(size)).is_err(), "{size}");
        assert!(Blake2s::new(&Blake2Params::new(size)).is_err(), "{size}");
        assert!(KeccakSponge::new(size, 24).is_err(), "{size}");
        assert!(KeccakSponge::new(136, size).is_err(), "{size}");
        assert!(KeccakSponge::resume([0; 25], size, 136, 24).is_err(), "{size}");
        assert!(KeccakSponge::resume([0; 25], 0, size, 24).is_err(), "{size}");
        assert!(keccak_p1600(&mut [0; 25], size).is_err(), "{size}");
        assert!(ascon_p(&mut [0; 5], size).is_err(), "{size}");
        // ParallelHash may accept `size` as its block size. The message then fits in one block.
        if let Ok(mut hash) = ParallelHash128::new(size, b"") {
            hash.absorb(&[1; 500]);
            let _: [u8; 32] = hash.finalize();
        }
        if let Ok(mut hash) = ParallelHashXof256::new(size, b"") {
            hash.absorb(&[1; 500]);
            let _: [u8; 32] = hash.finalize().squeeze_array();
        }
        for row in HASHES {
            let params = HashParams { digest_bytes: Some(size), ..HashParams::default() };
            if let Ok(mut hash) = row.new_hash_with(&params) {
                hash.update(b"abc");
                assert!(hash.finalize_into_reset(&mut [0; 64]).is_err(), "{}", row.name);
            }
        }
        for row in XOFS.iter().chain(SIZED_HASHES) {
            let params = XofParams {
                block_bytes: row.takes.block_bytes.then_some(size),
                output_bytes: Some(size),
                ..XofParams::default()
            };
            let Ok(mut xof) = row.new_xof(&params) else { continue };
            if row.takes.items {
                xof.begin_item(size as u64).expect("the function accepts tuple items");
                xof.absorb(b"abc").expect("the message is not too long");
                assert!(
                    xof.squeeze(&mut [0; 9]).is_err(),
                    "{}: an incomplete item must be rejected",
                    row.name
                );
                continue;
            }
            xof.absorb(b"abc").expect("no output has been squeezed");
            xof.squeeze(&mut [0; 9]).expect("the output length was announced");
            let many = row.hash_many(&[b"a", b"b", b"c"], size, &mut [0; 96]);
            assert!(many.is_err(), "{}", row.name);
        }
    }
    for number in numbers() {
        let mut blake3 = registry::xof("blake3")
            .map(|row| {
                row.new_xof(&XofParams::default()).expect("the default parameters are allowed")
            })
            .expect("the registry has the algorithm");
        blake3.skip(number).expect("output has 2^64 - 1 bytes");
        assert_eq!(blake3.skip(u64::MAX).is_err(), number > 0);
        let left = (u64::MAX - number).min(100) as usize;
        assert!(blake3.squeeze(&mut vec![0; left + 1]).is_err() || left == 100);
        let mut reader = Blake3Xof::new().finalize();
        reader.seek(number);
        reader.squeeze(&mut vec![0; left]);
    }
}

#[test]
fn rejects_wrong_tag_and_key_lengths() {
    for row in macs() {
        let key = [16, 20, 32].into_iter().find(|&bytes| row.key_bytes.contains(bytes));
        let key = vec![7; key.expect("a usual length is allowed")];
        for size in sizes() {
            let params = MacParams { tag_bytes: Some(size), ..MacParams::default() };
            let Ok(mut mac) = row.new_mac(&key, &params) else { continue };
            mac.update(b"abc");
            assert!(mac.finalize_reset().is_err(), "{} of {size} bytes", row.name);
            assert!(mac.verify_reset(&[0; 16]).is_err(), "{} of {size} bytes", row.name);
        }
    }
    for size in sizes() {
        assert!(Arena::with_capacity(size).is_err(), "{size}");
    }
    for number in numbers() {
        let params = ScryptParams::new(number, u32::MAX, u32::MAX);
        assert!(Scrypt::new(params).is_err() && Scrypt::within(params, number).is_err());
    }
    let most = Some(u32::MAX);
    let salt = Some(&[9; 16][..]);
    for row in kdfs().filter(|row| !row.name.contains("pbkdf2")) {
        let mut wide = KdfParams::default();
        wide.m = most;
        wide.t = most;
        wide.p = most;
        wide.n = Some(1 << 63);
        wide.r = most;
        for one in [wide, wide.m(64), wide.p(1).t(1), wide.r(1).p(1)] {
            let mut params = one;
            params.salt = salt;
            params.memory_limit = Some(1 << 20);
            let derived = row.derive(&[7; 32], &params, &mut [0; 16], &mut Work::default());
            assert!(derived.is_err(), "{}", row.name);
        }
    }
}

#[test]
fn tree_parts_accept_extreme_positions_without_overflow() {
    for name in TREES {
        let block_bytes = name.starts_with("parallelhash").then_some(8192);
        let params = TreeParams { block_bytes, ..TreeParams::default() };
        for number in numbers() {
            let tree = registry::tree(name, &params)
                .expect("the registry has the algorithm")
                .expect("the parameters are allowed");
            if let Ok(mut part) = tree.part(number) {
                part.update(&[1; 3]);
                let _ = part.finish(Some(number));
            }
            assert!(tree.finish(number, &mut [0; 32]).is_err(), "{name}");
        }
        for size in sizes().filter(|_| name.starts_with("parallelhash")) {
            let params = TreeParams { block_bytes: Some(size), ..TreeParams::default() };
            let _ = registry::tree(name, &params).expect("the registry has the algorithm");
        }
    }
    for number in numbers() {
        assert!(outboard_bytes(number) > number / 32 - 64, "{number}");
        let mut writer = OutboardWriter::new(number);
        let mut sink = |_, _: &[u8]| Ok::<_, std::convert::Infallible>(());
        assert!(writer.update(&[1; 100], &mut sink).is_ok());
        assert!(writer.finish(&mut sink).is_err(), "a message that is too short must be rejected");
        let mut nothing = |_: u64, _: &mut [u8]| Err::<(), _>("no bytes");
        let mut length = |at: u64, bytes: &mut [u8]| {
            bytes.fill(0xff);
            if at == 0 { Ok(()) } else { Err("no bytes") }
        };
        for range in [number..u64::MAX, 0..number, number..number, number..5] {
            let verified =
                verify_range(
                    &[0; 32],
                    range,
                    &mut length,
                    &mut nothing,
                    &mut |_| Ok::<_, &str>(()),
                );
            assert!(verified.is_err(), "from {number}");
        }
    }
}
