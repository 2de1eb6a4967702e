//! Compares BLAKE3 with a reference implementation, which follows the paper and processes one block at a time. The
//! longest message has more chunks than the widest vector backend processes at once. Messages are hashed in one call and
//! in pieces.
#![expect(
    clippy::cast_possible_truncation,
    reason = "the BLAKE3 paper splits numbers into 32-bit words"
)]

use astragal::hash::Blake3;

const IV: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];
const CHUNK_START: u32 = 1;
const CHUNK_END: u32 = 2;
const PARENT: u32 = 4;
const ROOT: u32 = 8;

/// Compresses a block (§2.2). Returns the first half of the compression function's output.
fn compress(h: [u32; 8], m: &[u8], counter: u64, flags: u32) -> [u32; 8] {
    const ORDER: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut block = [0; 64];
    block[..m.len()].copy_from_slice(m);
    let mut m: Vec<u32> =
        block.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let length = if flags & PARENT != 0 { 64 } else { flags >> 8 };
    let mut v = [0; 16];
    v[..8].copy_from_slice(&h);
    v[8..12].copy_from_slice(&IV[..4]);
    v[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, length, flags & 0xff]);
    for _ in 0..7 {
        for (i, [a, b, c, d]) in [
            [0, 4, 8, 12],
            [1, 5, 9, 13],
            [2, 6, 10, 14],
            [3, 7, 11, 15],
            [0, 5, 10, 15],
            [1, 6, 11, 12],
            [2, 7, 8, 13],
            [3, 4, 9, 14],
        ]
        .into_iter()
        .enumerate()
        {
            for (word, [r, s]) in [(m[2 * i], [16, 12]), (m[2 * i + 1], [8, 7])] {
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(word);
                v[d] = (v[d] ^ v[a]).rotate_right(r);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(s);
            }
        }
        m = ORDER.iter().map(|&from| m[from]).collect();
    }
    std::array::from_fn(|i| v[i] ^ v[i + 8])
}

/// Returns the chaining value of a subtree (§2.1). The number of chunks in the left child is a power of two. It is the
/// largest power that leaves at least one byte for the right child.
fn subtree(message: &[u8], counter: u64, root: u32) -> [u32; 8] {
    if message.len() <= 1024 {
        let blocks = message.len().div_ceil(64).max(1);
        return (0..blocks).fold(IV, |value, i| {
            let block = &message[64 * i..message.len().min(64 * i + 64)];
            let start = if i == 0 { CHUNK_START } else { 0 };
            let end = if i + 1 == blocks { CHUNK_END | root } else { 0 };
            compress(value, block, counter, start | end | (block.len() as u32) << 8)
        });
    }
    let chunks = message.len().div_ceil(1024).next_power_of_two() / 2;
    let (left, right) = message.split_at(1024 * chunks);
    let values = [subtree(left, counter, 0), subtree(right, counter + chunks as u64, 0)];
    let block: Vec<u8> = values.as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect();
    compress(IV, &block, 0, PARENT | root)
}

fn expected(message: &[u8]) -> Vec<u8> {
    subtree(message, 0, ROOT).iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn every_number_of_chunks_matches_the_paper() {
    let message: Vec<u8> = (0..=250).cycle().take(100 * 1024).collect();
    let lengths = (1..70).flat_map(|chunks| [1024 * chunks - 1, 1024 * chunks, 1024 * chunks + 1]);
    for length in [0, 1, 63, 64, 65, 99 * 1024].into_iter().chain(lengths) {
        let message = &message[..length];
        let expected = expected(message);
        assert_eq!(Blake3::hash(message)[..], expected, "{length} bytes");
        for piece in [1024, 3 * 1024, 5 * 1024 + 1, 7 * 1024, 11 * 1024, 16 * 1024] {
            let mut hash = Blake3::new();
            message.chunks(piece).for_each(|piece| hash.update(piece));
            assert_eq!(hash.finalize()[..], expected, "{length} bytes in pieces of {piece}");
        }
    }
}
