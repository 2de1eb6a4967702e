//! Checks that parallel processing of blocks, messages and chunks gives the same result as sequential processing.

use astragal::aead::Gcm;
use astragal::cipher::{
    Aes128, Aes256, BlockCipher, Camellia128, Cbc, CbcEncryptor, Ctr, Kalyna512_512, Padding,
    Rijndael192_192, Xts,
};
use astragal::hash::ByteArray;
use astragal::hazmat::Ecb;

/// Returns pseudorandom bytes in which no block occurs twice.
fn sample(bytes: usize) -> Vec<u8> {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..bytes).map(|_| next()).collect()
}

fn cipher<C: BlockCipher>() -> C {
    C::from_slice(&sample(C::KEY_BYTES)).expect("the key has the right length")
}

/// Numbers of blocks to test. The largest is greater than the number of blocks that the widest vector backend processes
/// in parallel.
const BLOCKS: [usize; 12] = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 65, 200];
/// Message lengths in bytes, at or near one to four times the length of the chunk that one core processes.
const LONG: [usize; 4] = [1 << 18, (1 << 19) + 1, (1 << 20) - 17, 3 << 18];

#[test]
fn xts_matches_single_blocks_with_computed_tweaks() {
    fn check<C: BlockCipher<Block = [u8; 16]>>(data: &C::Key, second: &C::Key) {
        let xts = Xts::<C>::new(data, second).expect("the two keys differ");
        let (data, second) = (C::new(data), C::new(second));
        for count in BLOCKS {
            let plain = sample(16 * count);
            let mut found = plain.clone();
            xts.encrypt_in_place(&[3; 16], &mut found)
                .expect("the buffer consists of complete blocks");
            let mut tweak = [3; 16];
            second.encrypt_block(&mut tweak);
            let mut tweak = u128::from_le_bytes(tweak);
            for (i, (block, found)) in plain.chunks(16).zip(found.chunks(16)).enumerate() {
                let plain =
                    u128::from_le_bytes(block.try_into().expect("the block has 16 bytes")) ^ tweak;
                let mut block = plain.to_le_bytes();
                data.encrypt_block(&mut block);
                let expected = u128::from_le_bytes(block) ^ tweak;
                assert_eq!(found, expected.to_le_bytes(), "{} block {i} of {count}", C::NAME);
                tweak = (tweak << 1) ^ ((tweak >> 127) * 0x87);
            }
            xts.decrypt_in_place(&[3; 16], &mut found)
                .expect("the buffer consists of complete blocks");
            assert_eq!(found, plain, "{} {count}", C::NAME);
        }
    }
    check::<Aes128>(&[1; 16], &[2; 16]);
    check::<Aes256>(&[1; 32], &[2; 32]);
    check::<Camellia128>(&[1; 16], &[2; 16]);
}

#[test]
fn xts_units_match_consecutive_tweaks() {
    let xts = Xts::<Aes256>::new(&[1; 32], &[2; 32]).expect("the halves of the key differ");
    for (unit_bytes, all) in
        [(512, 5 * 512), (4096, 1 << 20), (33, 16 * 33 + 20), (1 << 19, 1 << 20)]
    {
        let plain = sample(all);
        let (mut found, mut expected) = (plain.clone(), plain.clone());
        xts.encrypt_units(u128::MAX - 1, unit_bytes, &mut found).expect("the lengths are allowed");
        let mut number = u128::MAX - 1;
        for unit in expected.chunks_mut(unit_bytes) {
            xts.encrypt_in_place(&number.to_le_bytes(), unit).expect("the lengths are allowed");
            number = number.wrapping_add(1);
        }
        assert_eq!(found, expected, "units of {unit_bytes}");
        xts.decrypt_units(u128::MAX - 1, unit_bytes, &mut found).expect("the lengths are allowed");
        assert_eq!(found, plain, "units of {unit_bytes}");
    }
    let mut short = sample(512 + 15);
    let refused =
        xts.encrypt_units(0, 512, &mut short).expect_err("a short last data unit is rejected");
    assert_eq!(refused.to_string(), "data unit is 15 bytes; aes-256-xts takes 16 to 16777216");
    assert_eq!(short, sample(512 + 15));
    assert!(xts.encrypt_units(0, 512, &mut short[..513]).is_err());
    assert!(xts.encrypt_units(0, 0, &mut short).is_err());
}

#[test]
fn cbc_multi_buffer_matches_single_messages() {
    fn check<C: BlockCipher>() {
        let cipher: C = cipher();
        for counts in [&[][..], &[0], &[1], &[5], &[3, 0, 5], &BLOCKS, &[9; 70]] {
            let mut texts: Vec<Vec<C::Block>> =
                counts.iter().map(|&count| blocks::<C>(count)).collect();
            let expected: Vec<_> = texts
                .iter()
                .enumerate()
                .map(|(i, text)| {
                    let mut text = text.clone();
                    let iv = blocks::<C>(100)[i];
                    let one = CbcEncryptor::with_cipher(cipher.clone(), iv.as_ref(), Padding::None);
                    one.expect("the IV is one block").encrypt_blocks(&mut text);
                    text
                })
                .collect();
            let ivs = blocks::<C>(100);
            let mut messages: Vec<_> =
                texts.iter_mut().enumerate().map(|(i, text)| (ivs[i], &mut text[..])).collect();
            Cbc::encrypt_many(&cipher, &mut messages);
            let chains: Vec<_> = messages.iter().map(|(chain, _)| *chain).collect();
            for (i, text) in texts.iter().enumerate() {
                assert_eq!(*text, expected[i], "{} {counts:?}, message {i}", C::NAME);
                assert_eq!(chains[i], *text.last().unwrap_or(&ivs[i]), "{} {counts:?}", C::NAME);
            }
        }
    }
    fn blocks<C: BlockCipher>(count: usize) -> Vec<C::Block> {
        let bytes = sample(count * C::BLOCK_BYTES);
        C::Block::chunks(&bytes).0.to_vec()
    }
    check::<Aes128>();
    check::<Camellia128>();
    check::<Kalyna512_512>();
}

#[test]
fn ctr_parallel_chunks_match_sequential() {
    fn check<C: BlockCipher>() {
        for length in LONG {
            let mut expected = sample(length);
            let mut found = expected.clone();
            // The low bytes of the counter overflow in the middle of a chunk.
            let mut iv = vec![0xff; C::BLOCK_BYTES];
            iv[C::BLOCK_BYTES - 2] = 0xf0;
            let mut one = Ctr::with_cipher(cipher::<C>(), &iv).expect("the IV is one block");
            let mut all = one.clone();
            let mut rest = &mut expected[..];
            for piece in [5, 100_000, usize::MAX] {
                let (now, later) = rest.split_at_mut(piece.min(rest.len()));
                one.apply(now);
                rest = later;
            }
            let (start, rest) = found.split_at_mut(5);
            all.apply(start);
            all.apply_parallel(rest);
            assert!(found == expected, "{} {length}", C::NAME);
            let (mut next, mut expected) = ([0; 40], [0; 40]);
            all.apply(&mut next);
            one.apply(&mut expected);
            assert_eq!(next, expected, "{} {length}", C::NAME);
        }
    }
    check::<Aes128>();
    check::<Kalyna512_512>();
}

#[test]
fn gcm_one_pass_matches_streaming() {
    fn check<C: BlockCipher<Block = [u8; 16]>>(key: &C::Key) {
        let gcm = Gcm::<C>::new(key);
        let lengths = BLOCKS.map(|count| 16 * count + count % 3 * 5);
        // The kernels process a message of 2,048 bytes or more in wide batches, followed by a narrow batch and an
        // incomplete batch.
        let long = (2000..=2600).step_by(7).chain([4096, 5000, LONG[1]]);
        let every = (0..=600).chain(long);
        for length in lengths.into_iter().chain(every) {
            let plain = sample(length);
            let mut whole = plain.clone();
            let mut tag = gcm
                .encrypt_in_place_detached(&[1; 12], b"header", &mut whole)
                .expect("the message is not too long");
            // The stitched GCM kernel, which interleaves encryption and GHASH, needs at least 256 bytes. Pieces of 100
            // bytes are therefore processed by separate kernels for encryption and GHASH.
            let mut pieces = plain.clone();
            let mut encryptor =
                gcm.encryptor(&[1; 12], b"header").expect("the nonce has an allowed length");
            for piece in pieces.chunks_mut(100) {
                encryptor.update(piece).expect("the message is not too long");
            }
            let mut expected = [0; 16];
            encryptor.finish(&mut expected).expect("the tag has an allowed length");
            assert!(whole == pieces, "{} {length}", C::NAME);
            assert_eq!(tag, expected, "{} {length}", C::NAME);
            let mut parallel = plain.clone();
            let of_parallel = gcm
                .encrypt_parallel(&[1; 12], b"header", &mut parallel)
                .expect("the message is not too long");
            assert!(parallel == whole, "{} {length}", C::NAME);
            assert_eq!(of_parallel, tag, "{} {length}", C::NAME);
            gcm.decrypt_in_place_detached(&[1; 12], b"header", &mut whole, &tag)
                .expect("the tag is valid");
            gcm.decrypt_parallel(&[1; 12], b"header", &mut parallel, &tag)
                .expect("the tag is valid");
            assert!(whole == plain && parallel == plain, "{} {length}", C::NAME);
            tag[0] ^= 1;
            assert!(gcm.decrypt_parallel(&[1; 12], b"header", &mut parallel, &tag).is_err());
            assert!(parallel.iter().all(|&byte| byte == 0), "{} {length}", C::NAME);
        }
    }
    check::<Aes128>(&[9; 16]);
    check::<Aes256>(&[9; 32]);
    check::<Camellia128>(&[9; 16]);
}

#[test]
fn ecb_matches_single_blocks() {
    fn check<C: BlockCipher>() {
        let (cipher, ecb) = (cipher::<C>(), Ecb::new(cipher::<C>()));
        for count in BLOCKS {
            let plain = sample(count * C::BLOCK_BYTES);
            let mut found = plain.clone();
            ecb.encrypt(&mut found).expect("the buffer consists of complete blocks");
            let mut expected = C::Block::chunks(&plain).0.to_vec();
            expected.iter_mut().for_each(|block| cipher.encrypt_block(block));
            assert_eq!(C::Block::chunks(&found).0, expected, "{} {count}", C::NAME);
            let mut copied = vec![0; plain.len()];
            ecb.encrypt_to(&plain, &mut copied).expect("input and output have equal lengths");
            assert_eq!(copied, found, "{} {count}", C::NAME);
            ecb.decrypt_to(&found, &mut copied).expect("input and output have equal lengths");
            assert_eq!(copied, plain, "{} {count}", C::NAME);
            assert!(ecb.encrypt_to(&plain, &mut copied[1..]).is_err());
            ecb.decrypt(&mut found).expect("the buffer consists of complete blocks");
            assert_eq!(found, plain, "{} {count}", C::NAME);
        }
    }
    check::<Aes256>();
    check::<Kalyna512_512>();
    let refused =
        Ecb::new(cipher::<Aes128>()).encrypt(&mut [0; 17]).expect_err("ECB rejects 17 bytes");
    assert_eq!(refused.to_string(), "data is 17 bytes; aes-128-ecb takes multiples of 16");
}

/// Length in bytes of a message of two chunks, which two cores process, and an incomplete chunk.
const TWO_CHUNKS: usize = (1 << 19) + 100;

#[test]
fn ctr_in_parallel_continues_in_the_middle_of_a_block() {
    fn check<C: BlockCipher>(length: usize) {
        let mut expected = sample(length);
        let mut found = expected.clone();
        let iv = sample(C::BLOCK_BYTES);
        let mut one = Ctr::with_cipher(cipher::<C>(), &iv).expect("the IV is one block");
        let mut all = one.clone();
        one.apply(&mut expected);
        let (start, rest) = found.split_at_mut(5);
        let (middle, rest) = rest.split_at_mut(3);
        all.apply(start);
        all.apply_parallel(middle);
        all.apply_parallel(rest);
        assert!(found == expected, "{} {length}", C::NAME);
        let (mut next, mut expected) = ([0; 40], [0; 40]);
        all.apply_parallel(&mut next);
        one.apply(&mut expected);
        assert_eq!(next, expected, "{} {length}", C::NAME);
    }
    check::<Aes128>(TWO_CHUNKS);
    // The length of a chunk is a multiple of the block length, 24 bytes.
    check::<Rijndael192_192>(50_000);
}

#[test]
fn xts_units_of_a_long_message_match_single_units() {
    let xts = Xts::<Aes128>::new(&[1; 16], &[2; 16]).expect("the halves of the key differ");
    for (unit_bytes, all) in [(4096, TWO_CHUNKS), (300_000, 600_000), (33, 16 * 33 + 20)] {
        let plain = sample(all);
        let (mut found, mut expected) = (plain.clone(), plain.clone());
        xts.encrypt_units(u128::MAX, unit_bytes, &mut found).expect("the lengths are allowed");
        let mut number = u128::MAX;
        for unit in expected.chunks_mut(unit_bytes) {
            xts.encrypt_in_place(&number.to_le_bytes(), unit).expect("the lengths are allowed");
            number = number.wrapping_add(1);
        }
        assert!(found == expected, "units of {unit_bytes}");
        xts.decrypt_units(u128::MAX, unit_bytes, &mut found).expect("the lengths are allowed");
        assert!(found == plain, "units of {unit_bytes}");
    }
}

#[test]
fn gcm_in_parallel_matches_one_core() {
    let gcm = Gcm::<Aes128>::new(&[9; 16]);
    for nonce in [&[1; 12][..], &[1; 9]] {
        for length in [0, 1, 100, 1 << 18, TWO_CHUNKS] {
            let plain = sample(length);
            let (mut whole, mut parallel) = (plain.clone(), plain.clone());
            let mut tag = [0; 16];
            gcm.encrypt_in_place_any_length(nonce, b"header", &mut whole, &mut tag)
                .expect("the message is not too long");
            if let Ok(nonce) = nonce.try_into() {
                let found = gcm.encrypt_parallel(nonce, b"header", &mut parallel);
                assert_eq!(found, Ok(tag), "{length}");
                assert!(parallel == whole, "{length}");
                let opened = gcm.decrypt_parallel(nonce, b"header", &mut parallel, &tag);
                assert_eq!(opened, Ok(()), "{length}");
                assert!(parallel == plain, "{length}");
            }
            let opened = gcm.decrypt_in_place_any_length(nonce, b"header", &mut whole, &tag);
            assert_eq!(opened, Ok(()), "{length}");
            assert!(whole == plain, "{length}");
        }
    }
}
