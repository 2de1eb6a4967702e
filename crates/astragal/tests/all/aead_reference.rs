//! Compares GCM and CCM with reference implementations that process one block at a time. Covers lengths and counter
//! values that published vectors do not contain.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the standards truncate numbers to these lengths"
)]

use astragal::registry::{self, CipherRow, Direction, DynAead, DynCipher, MessageLengths};

use crate::ciphers::one_key_length;

/// Returns ciphers with 16-byte blocks, which GCM and CCM require.
fn rows() -> impl Iterator<Item = &'static CipherRow> {
    one_key_length().filter(|row| row.block_bytes == 16)
}

fn key(row: &CipherRow) -> Vec<u8> {
    (3..=255).cycle().take(row.key_bytes).collect()
}

fn aead(row: &CipherRow, mode: &str) -> Box<dyn DynAead> {
    let found = registry::aead(&format!("{}-{mode}", row.name))
        .expect("the registry has this mode of the cipher");
    found.new_aead(&key(row)).expect("the key has the right length")
}

fn bytes(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

/// Block cipher with a fixed key: E_K in SP 800-38D.
struct Block(Box<dyn DynCipher>);

impl Block {
    fn new(row: &'static CipherRow) -> Self {
        Self(row.new_cipher(&key(row)).expect("the key has the right length"))
    }

    fn encrypt(&self, block: u128) -> u128 {
        let mut bytes = block.to_be_bytes();
        self.0.encrypt_blocks(&mut bytes).expect("the buffer is one block");
        u128::from_be_bytes(bytes)
    }
}

/// Splits `bytes` into blocks. The last block is padded with zeros.
fn blocks(bytes: &[u8]) -> impl Iterator<Item = u128> {
    bytes.chunks(16).map(|chunk| {
        let mut block = [0; 16];
        block[..chunk.len()].copy_from_slice(chunk);
        u128::from_be_bytes(block)
    })
}

/// Reference implementation of GCM (SP 800-38D).
mod gcm {
    use super::{Block, blocks};

    /// Multiplies two blocks in GF(2^128) (§6.3).
    pub(super) fn times(x: u128, y: u128) -> u128 {
        let (mut z, mut v) = (0, y);
        for i in (0..128).rev() {
            z ^= v * (x >> i & 1);
            v = (v >> 1) ^ ((0xe1 << 120) * (v & 1));
        }
        z
    }

    /// Returns the inverse of `x` in GF(2^128): `x` to the power of 2^128 − 2.
    fn inverse(x: u128) -> u128 {
        let (mut power, mut square) = (1 << 127, x);
        for _ in 1..128 {
            square = times(square, square);
            power = times(power, square);
        }
        power
    }

    /// Computes GHASH (§6.4) of the padded associated data, the padded text and their lengths.
    fn ghash(h: u128, associated_data: &[u8], text: &[u8]) -> u128 {
        let bits = |bytes: &[u8]| 8 * bytes.len() as u128;
        let lengths = bits(associated_data) << 64 | bits(text);
        let all = blocks(associated_data).chain(blocks(text)).chain([lengths]);
        all.fold(0, |sum, block| times(sum ^ block, h))
    }

    /// Returns the first counter block (§7.1, step 2).
    pub(super) fn j0(cipher: &Block, nonce: &[u8]) -> u128 {
        match nonce.len() {
            12 => blocks(nonce).fold(1, |one, block| block | one),
            _ => ghash(cipher.encrypt(0), b"", nonce),
        }
    }

    /// Returns a 16-byte nonce for which the first counter block is `j0`.
    pub(super) fn nonce(cipher: &Block, j0: u128) -> [u8; 16] {
        let inverse = inverse(cipher.encrypt(0));
        times(times(j0, inverse) ^ 128, inverse).to_be_bytes()
    }

    /// Increments the low 32 bits of the counter block: inc32 (§6.2).
    fn next(counter: u128) -> u128 {
        let low = (counter as u32).wrapping_add(1);
        counter >> 32 << 32 | u128::from(low)
    }

    /// Returns the ciphertext and tag of GCM-AE (§7.1).
    pub(super) fn encrypt(
        cipher: &Block,
        nonce: &[u8],
        associated_data: &[u8],
        text: &[u8],
    ) -> (Vec<u8>, [u8; 16]) {
        let first = j0(cipher, nonce);
        let (mut counter, mut ciphertext) = (first, text.to_vec());
        for chunk in ciphertext.chunks_mut(16) {
            counter = next(counter);
            let keystream = cipher.encrypt(counter).to_be_bytes();
            chunk.iter_mut().zip(keystream).for_each(|(byte, key)| *byte ^= key);
        }
        let sum = ghash(cipher.encrypt(0), associated_data, &ciphertext);
        (ciphertext, (sum ^ cipher.encrypt(first)).to_be_bytes())
    }
}

/// Encrypts a message in one call and in pieces, and decrypts it in one call. Compares the results with the reference
/// implementation.
fn check_gcm(
    cipher: &Block,
    gcm: &(dyn DynAead + 'static),
    nonce: &[u8],
    header: &[u8],
    length: usize,
) {
    let name = gcm.row().name;
    let what = || format!("{name}, nonce {nonce:02x?}, {length} bytes");
    let text = bytes(length);
    let (expected, expected_tag) = gcm::encrypt(cipher, nonce, header, &text);
    let (mut sealed, mut tag) = (text.clone(), [0; 16]);
    gcm.encrypt_in_place_detached(nonce, header, &mut sealed, &mut tag)
        .expect("nonce and lengths are allowed");
    assert!(sealed == expected && tag == expected_tag, "encryption of {}", what());
    let opened = gcm.decrypt_in_place_detached(nonce, header, &mut sealed, &tag);
    assert!(opened.is_ok() && sealed == text, "decryption of {}", what());

    let lengths = MessageLengths::default();
    let mut message = gcm
        .start(Direction::Encrypt, nonce, header, lengths)
        .expect("nonce and lengths are allowed");
    let (mut pieces, mut tag) = (text, [0; 16]);
    for piece in pieces.chunks_mut(37) {
        message.encrypt(piece).expect("the message is not too long");
    }
    message.finish_encryption(&mut tag).expect("the message is complete");
    assert!(pieces == expected && tag == expected_tag, "pieces of {}", what());
}

/// If a nonce is not 12 bytes long, the counter may start at any value, so its low 32 bits can overflow within a
/// message. The overflow must not carry into the upper 96 bits.
#[test]
fn gcm_counter_wraps_at_32_bits() {
    for row in rows() {
        let (cipher, gcm) = (Block::new(row), aead(row, "gcm"));
        for before in [0, 1, 2, 7, 14, 15, 16, 33, 128, 250] {
            let start = 0xfedc_ba98_ffff_ffff_89ab_cdef_u128 << 32 | u128::from(u32::MAX - before);
            let nonce = gcm::nonce(&cipher, start);
            assert_eq!(gcm::j0(&cipher, &nonce), start, "{}", row.name);
            // The long message is longer than the kernels' largest batches. Its counter wraps near the start, at the
            // end of a batch, or near the end.
            let long = [0, 15, 250].contains(&before).then_some(5000);
            for length in [0, 1, 16, 40, 230, 300, 900].into_iter().chain(long) {
                check_gcm(&cipher, &*gcm, &nonce, b"header", length);
            }
        }
    }
}

/// Tests nonces shorter than a block, one block long, and several blocks long.
#[test]
fn gcm_takes_nonces_of_any_length() {
    for row in rows() {
        let (cipher, gcm) = (Block::new(row), aead(row, "gcm"));
        for nonce_bytes in
            [1, 8, 11, 12, 13, 15, 16, 17, 31, 32, 33, 48, 60, 64, 128, 255, 256, 300]
        {
            for length in [0, 17, 700] {
                check_gcm(&cipher, &*gcm, &bytes(nonce_bytes), &bytes(21), length);
            }
        }
    }
}

/// Tests encryption on several cores. Each core encrypts a chunk of the message, and computes the chunk's first counter
/// from the chunk's position.
#[cfg(feature = "aes")]
#[test]
fn gcm_counter_wraps_on_all_cores() {
    use astragal::aead::Gcm;
    use astragal::cipher::Aes256;

    let row = registry::cipher("aes-256").expect("the registry has the algorithm");
    let (cipher, key) = (Block::new(row), key(row));
    let gcm = Gcm::<Aes256>::from_slice(&key).expect("the key has 32 bytes");
    let text = bytes((1 << 19) + 5);
    for before in [3, 4095, 20_000] {
        let nonce =
            gcm::nonce(&cipher, 7 << 64 | 0xffff_ffff << 32 | u128::from(u32::MAX - before));
        let (expected, expected_tag) = gcm::encrypt(&cipher, &nonce, b"", &text);
        let (mut sealed, mut tag) = (text.clone(), [0; 16]);
        gcm.encrypt_parallel_any_length(&nonce, b"", &mut sealed, &mut tag)
            .expect("the message is not too long");
        assert!(
            sealed == expected && tag == expected_tag,
            "{before} blocks before the counter overflow"
        );
        gcm.decrypt_parallel_any_length(&nonce, b"", &mut sealed, &tag).expect("the tag is valid");
        assert!(sealed == text, "{before} blocks before the counter overflow");
    }
}

/// Reference implementation of CCM (SP 800-38C). Returns the ciphertext and the tag.
fn ccm(
    cipher: &Block,
    nonce: &[u8],
    associated_data: &[u8],
    text: &[u8],
    tag_bytes: usize,
) -> (Vec<u8>, Vec<u8>) {
    let block = |flags: usize, number: usize| {
        let mut block = [0; 16];
        block[..8].copy_from_slice(&[0; 8]);
        block[8..].copy_from_slice(&(number as u64).to_be_bytes());
        block[0] = flags as u8;
        block[1..=nonce.len()].copy_from_slice(nonce);
        u128::from_be_bytes(block)
    };
    let q = 15 - nonce.len();
    // Formats the associated data (§A.2.2).
    let a = associated_data.len();
    let mut encoded = match a {
        0 => vec![],
        1..0xff00 => (a as u16).to_be_bytes().to_vec(),
        _ => [&[0xff, 0xfe], &(a as u32).to_be_bytes()[..]].concat(),
    };
    encoded.extend_from_slice(associated_data);
    // Formats the first block (§A.2.1).
    let flags = usize::from(a > 0) * 64 + (tag_bytes - 2) / 2 * 8 + (q - 1);
    let all = [block(flags, text.len())].into_iter().chain(blocks(&encoded)).chain(blocks(text));
    let mac = all.fold(0, |chain, block| cipher.encrypt(chain ^ block));
    // Encrypts with the counter blocks (§A.3).
    let mut ciphertext = text.to_vec();
    for (i, chunk) in ciphertext.chunks_mut(16).enumerate() {
        let keystream = cipher.encrypt(block(q - 1, i + 1)).to_be_bytes();
        chunk.iter_mut().zip(keystream).for_each(|(byte, key)| *byte ^= key);
    }
    let tag = mac ^ cipher.encrypt(block(q - 1, 0));
    (ciphertext, tag.to_be_bytes()[..tag_bytes].to_vec())
}

/// Tests associated data whose length is near 65,280 bytes. From this length on, CCM encodes the length of the
/// associated data in six bytes.
#[test]
fn ccm_encodes_long_associated_data() {
    for row in rows().filter(|row| ["aes-256", "sm4"].contains(&row.name)) {
        let (cipher, object) = (Block::new(row), aead(row, "ccm"));
        for length in [0, 1, 13, 14, 15, 200, 0xfeff, 0xff00, 0xff01, 0x1_0000, 70_001] {
            let (header, nonce, text) = (bytes(length), bytes(11), bytes(50));
            let (expected, expected_tag) = ccm(&cipher, &nonce, &header, &text, 16);
            let (mut sealed, mut tag) = (text, [0; 16]);
            let done = object.encrypt_in_place_detached(&nonce, &header, &mut sealed, &mut tag);
            done.expect("nonce and lengths are allowed");
            assert!(sealed == expected && tag[..] == expected_tag, "{}, {length}", row.name);
        }
    }
}

/// A GCM tag of any allowed length is a prefix of the 16-byte tag. The test covers ciphers selected by name, streaming,
/// and the cipher types. A forged tag of any allowed length is rejected.
#[cfg(feature = "aes")]
#[test]
fn gcm_truncates_tags_to_the_named_length() {
    use astragal::aead::Gcm;
    use astragal::cipher::Aes128;
    use astragal::error::VerifyError;

    let row = registry::cipher("aes-128").expect("the registry has the algorithm");
    let (cipher, object) = (Block::new(row), aead(row, "gcm"));
    let typed = Gcm::<Aes128>::from_slice(&key(row)).expect("the key has 16 bytes");
    let (nonce, header, text) = (bytes(12), bytes(8), bytes(60));
    let (expected, full) = gcm::encrypt(&cipher, &nonce, &header, &text);
    for tag_bytes in [4, 8, 12, 13, 14, 15, 16] {
        let (mut sealed, mut tag) = (text.clone(), vec![0; tag_bytes]);
        let done = object.encrypt_in_place_detached(&nonce, &header, &mut sealed, &mut tag);
        done.expect("GCM allows the tag length");
        assert!(sealed == expected && tag == full[..tag_bytes], "{tag_bytes} bytes by name");
        typed
            .decrypt_in_place_any_length(&nonce, &header, &mut sealed, &tag)
            .expect("the tag is valid");
        assert_eq!(sealed, text);

        let lengths = MessageLengths { tag_bytes: Some(tag_bytes), ..MessageLengths::default() };
        let mut message = object
            .start(Direction::Encrypt, &nonce, &header, lengths)
            .expect("nonce and lengths are allowed");
        message.encrypt(&mut sealed).expect("the message is not too long");
        let mut tag = vec![0; tag_bytes];
        message.finish_encryption(&mut tag).expect("the message is complete");
        assert_eq!(tag, full[..tag_bytes], "in pieces");

        tag[tag_bytes - 1] ^= 1;
        let forged = object.decrypt_in_place_detached(&nonce, &header, &mut sealed, &tag);
        assert_eq!(forged, Err(VerifyError::InvalidTag));
    }
}
