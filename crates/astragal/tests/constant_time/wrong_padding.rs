//! Tests decryption and key unwrapping with wrong padding. Branches and memory addresses must not depend on the
//! position of the wrong byte.

use astragal::cipher::Padding;
use astragal::registry::{CipherMode, Direction, KeyWrapRow, cipher};

use super::{Line, VERDICT, secrets, shifts_by_secrets, whole};

/// Decrypts messages in which the PKCS#7 padding of the last block has one wrong byte. For every position of this byte,
/// only the branches on the final result may depend on secrets. A comparison with early exit would add one
/// secret-dependent branch for each compared byte.
///
/// Valid padding is not tested. It reveals the message length, which determines how many bytes are copied.
pub(super) fn decrypt_pkcs7(line: &mut Line<'_>, mode: &CipherMode, key: &[u8], iv: &[u8]) {
    let block = mode.cipher.block_bytes;
    let full = u8::try_from(block).expect("blocks have at most 128 bytes");
    let shifts = if shifts_by_secrets(mode.cipher.name, line) { usize::MAX } else { 0 };
    // Each case consists of the padding length and the index of the wrong byte in the last block.
    let cases = [
        (full, 0),
        (full, block / 2),
        (full, block - 2),
        (full, block - 1),
        (full / 2, block / 2),
        (2, block - 2),
    ];
    for (padding, wrong) in cases {
        let mut text: Vec<u8> = vec![0x33; 2 * block];
        text[2 * block - usize::from(padding)..].fill(padding);
        text[block + wrong] ^= 0x80;
        secrets::mark(&mut text);
        let text = whole(mode, Direction::Encrypt, key, iv, Padding::None, &text);
        line.operation(VERDICT.max(shifts), || {
            let started = mode.start(Direction::Decrypt, key, iv, Padding::Pkcs7);
            let mut object = started.expect("the lengths are allowed");
            let mut output = text.clone();
            let length = object.whole_in_place(&mut output, text.len());
            assert!(length.is_err());
        });
    }
}

/// Returns one-block ciphertexts (RFC 5649 §4.1) that KWP must reject. In each block, the initial value, the length or
/// the padding is wrong. Each ciphertext is paired with `false`, which means invalid.
pub(super) fn wrapped(row: &KeyWrapRow, kek: &[u8]) -> Vec<(Vec<u8>, bool)> {
    let name = row.name.strip_suffix("-kwp").expect("names of padded algorithms end in -kwp");
    let cipher = cipher(name).expect("the cipher is in the registry");
    let cipher = cipher.new_cipher(kek).expect("the key has the right length");
    let wrong_block = |place| {
        let mut block = [0xa6, 0x59, 0x59, 0xa6, 0, 0, 0, 3, 7, 7, 7, 0, 0, 0, 0, 0];
        block[place] ^= 0x80;
        cipher.encrypt_blocks(&mut block).expect("the buffer is one block");
        secrets::publish(&block);
        (block.to_vec(), false)
    };
    [0, 3, 4, 7, 11, 15].map(wrong_block).to_vec()
}
