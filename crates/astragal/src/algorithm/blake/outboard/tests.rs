//! Tests of outboard trees. They compare the trees with the definition and with the trees of another library, and check
//! that changed bytes are rejected.

extern crate std;
use super::*;
use crate::algorithm::blake::blake3::Blake3;
use crate::platform::array::Flat as _;
use core::convert::Infallible;
use core::ops::Range;
use std::string::ToString;
use std::vec;

/// Message lengths near multiples of the chunk length and of the group length. Under Miri, which is slow, only a few.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[0, 1024, 1025, 3 * GROUP_BYTES + 1]
} else {
    &[
        0,
        1,
        1023,
        1024,
        1025,
        2048,
        2049,
        3072,
        5000,
        16 * 1024 + 1,
        100_000,
        GROUP_BYTES - 1,
        GROUP_BYTES,
        GROUP_BYTES + 1,
        3 * GROUP_BYTES,
        3 * GROUP_BYTES + 1025,
    ]
};

fn hex(bytes: &[u8]) -> std::string::String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// Converts a byte offset to a slice index.
fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap()
}

fn message(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

fn build(message: &[u8], piece: usize) -> ([u8; 32], Vec<u8>) {
    build_with(OutboardWriter::new(message.len() as u64), message, piece)
}

fn build_with(mut writer: OutboardWriter, message: &[u8], piece: usize) -> ([u8; 32], Vec<u8>) {
    let length = message.len() as u64;
    let mut tree = vec![0xee; index(outboard_bytes(length))];
    let mut written = 0;
    let mut write = |offset: u64, bytes: &[u8]| -> Result<(), Infallible> {
        written += bytes.len();
        tree[index(offset)..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    };
    for piece in message.chunks(piece) {
        writer.update(piece, &mut write).unwrap();
    }
    let root = writer.finish(&mut write).unwrap();
    assert_eq!(written, tree.len(), "each byte must be written once");
    (root, tree)
}

fn verify(
    root: &[u8; 32],
    tree: &[u8],
    message: &[u8],
    range: Range<u64>,
) -> Result<Vec<u8>, OutboardError<&'static str>> {
    verify_with(&Blake3Xof::new(), root, tree, message, range)
}

fn verify_with(
    hash: &Blake3Xof,
    root: &[u8; 32],
    tree: &[u8],
    message: &[u8],
    range: Range<u64>,
) -> Result<Vec<u8>, OutboardError<&'static str>> {
    let from = |bytes: &[u8], offset: u64, out: &mut [u8]| {
        let there = bytes.get(index(offset)..).and_then(|rest| rest.get(..out.len()));
        there.map(|there| out.copy_from_slice(there)).ok_or("unexpected end")
    };
    let mut taken = Vec::new();
    verify_range_with(
        hash,
        root,
        range,
        &mut |offset, out| from(tree, offset, out),
        &mut |offset, out| from(message, offset, out),
        &mut |bytes| {
            taken.extend_from_slice(bytes);
            Ok(())
        },
    )
    .map(|()| taken)
}

/// Computes the tree by its definition (BLAKE3 §2.1), chunk by chunk. Appends the parent nodes to `nodes` in the order
/// of the Bao format.
fn by_definition(mode: &Mode, message: &[u8], counter: u64, nodes: &mut Vec<u8>) -> ChainingBytes {
    if message.len() <= CHUNK_BYTES {
        return chunk_value(mode, message, counter);
    }
    let chunks = message.len().div_ceil(CHUNK_BYTES).next_power_of_two() / 2;
    let (left, right) = message.split_at(chunks * CHUNK_BYTES);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let values = [
        by_definition(mode, left, counter, &mut first),
        by_definition(mode, right, counter + chunks as u64, &mut second),
    ];
    nodes.extend_from_slice(values.flat());
    nodes.extend_from_slice(&first);
    nodes.extend_from_slice(&second);
    parent(mode, &values[0], &values[1]).chaining_value()
}

/// Returns one BLAKE3 state for each mode: unkeyed, keyed, and key derivation.
fn modes() -> [Blake3Xof; 3] {
    [
        Blake3Xof::new(),
        Blake3Xof::keyed(&[7; 32]),
        Blake3Xof::derive_key(b"example.com 2026-11-21 outboard trees"),
    ]
}

#[test]
fn tree_matches_the_definition_and_its_root_the_hash() {
    for (hash, length) in
        modes().iter().flat_map(|hash| LENGTHS.iter().map(move |length| (hash, *length)))
    {
        let message = message(length);
        let mut expected = (length as u64).to_le_bytes().to_vec();
        by_definition(hash.tree.mode(), &message, 0, &mut expected);
        let mut output = hash.clone();
        output.absorb(&message);
        let expected_root: [u8; 32] = output.clone().finalize().squeeze_array();
        for piece in [1000, 1 << 20, usize::MAX] {
            // Input that `hash` has already absorbed must not affect the tree.
            let writer = OutboardWriter::with_hash(&output, length as u64);
            let (root, tree) = build_with(writer, &message, piece);
            assert_eq!(root, expected_root, "{length}");
            assert!(tree == expected, "{length} bytes in pieces of {piece} bytes");
        }
    }
}

#[test]
fn rejects_trees_of_another_mode() {
    let middle = if cfg!(miri) { 1025 } else { 5000 };
    for length in [0, 100, 1024, middle, GROUP_BYTES + 1] {
        let message = message(length);
        let range = || 0..length as u64;
        for (i, writes) in modes().iter().enumerate() {
            let writer = OutboardWriter::with_hash(writes, length as u64);
            let (root, tree) = build_with(writer, &message, usize::MAX);
            for (j, reads) in modes().iter().enumerate() {
                let verdict = verify_with(reads, &root, &tree, &message, range());
                assert_eq!(verdict.is_ok_and(|bytes| bytes == message), i == j, "{length} {i} {j}");
            }
            let plain = verify(&root, &tree, &message, range());
            assert_eq!(plain.is_ok(), i == 0);
        }
    }
}

/// Compares the BLAKE3 hashes of outboard trees with the hashes of the trees that the crate bao 0.13.1 writes. Under
/// Miri, which is slow, only for short messages.
#[test]
fn tree_matches_bao() {
    for (length, expected) in [
        (0, "71e0a99173564931c0b8acc52d2685a8e39c64dc52e3d02390fdac2a12b155cb"),
        (1, "1a0d12016999e47689dae5744d2b8c1903faf7ca2886a658150083100ef2c8ee"),
        (1_024, "d27e778a2b838caf6be23c7528e6f1f7beb6bff048f9cf9a8fdb2767c74215b3"),
        (1_025, "3772503edd83a1661f2dae45ada092b5a1623156736e23d25cbfec22c57047f0"),
        (2_048, "3033d1541d5fd604e21c63d6325c8092bb12be0865b9da3f7d360a7554a9236c"),
        (2_049, "6459523b4659be60ef291018e0358051771a8c35ac97082b06896ea466703133"),
        (5_000, "66d62a52c036bc419a30dff0ef53a709df0926134123778d1524cd7c9a0a969c"),
        (100_000, "c7fdbd8037ed3c8770c16848005e14cc825ac2881221b816e0b0c2a5ff1952db"),
        (1_048_576, "fc5ae43a663dbbe4eb059eb22170ad0c49e7d9130b99677716f61ab0d2ca1dd0"),
        (1_048_577, "06c534bfd2ba7e7dc3c731fa798fb8464416e2a7a8d224a74ae5a3d7d4d4299c"),
        (3_145_728, "3f3b3870a5f00314b9c43263ab0468054227591c393deefaf1cde7ffa4a871f7"),
        (3_146_753, "37fb8d4a9c831264eaadb772129b1f832d76969ca64c3f5b1fdfca0fb3649393"),
    ] {
        if cfg!(miri) && length > 5000 {
            continue;
        }
        let (_, tree) = build(&message(length), usize::MAX);
        assert_eq!(hex(&Blake3::hash(&tree)), expected, "{length}");
    }
}

#[test]
fn verifies_any_range_and_rejects_any_change() {
    for &length in LENGTHS {
        let message = message(length);
        let (root, tree) = build(&message, usize::MAX);
        let length = length as u64;
        for (start, end) in [
            (0, length),
            (0, length.min(1)),
            (length / 2, length),
            (length / 3, length / 2),
            (length, length),
            (length.saturating_sub(1), length),
            (0, length.min(1024)),
            (length.min(1023), length.min(1025)),
            (length / 2, length / 2),
        ] {
            let bytes = verify(&root, &tree, &message, start..end).unwrap();
            assert_eq!(bytes, message[index(start)..index(end)], "{start}:{end} of {length}");
            // A changed byte at either end of the range must cause an error.
            for at in [start, end.saturating_sub(1)] {
                if !(start..end).contains(&at) {
                    continue;
                }
                let mut changed = message.clone();
                changed[index(at)] ^= 1;
                let error = verify(&root, &tree, &changed, start..end).unwrap_err();
                assert!(
                    matches!(error, OutboardError::Message { start, end } if start <= at && at < end)
                );
            }
            let mut other = root;
            other[31] ^= 0x80;
            assert!(verify(&other, &tree, &message, start..end).is_err());
        }
        if length > CHUNK_BYTES as u64 {
            let mut changed = tree.clone();
            changed[8] ^= 1;
            let error = verify(&root, &changed, &message, 0..1).unwrap_err();
            assert_eq!(error, OutboardError::Node { offset: 8 });
        }
    }
}

#[test]
fn rejects_a_wrong_length_at_the_end() {
    let longest = if cfg!(miri) { 4097 } else { 100_000 };
    for length in [0_usize, 1, 1024, 1025, 3000, longest] {
        let message = message(length);
        let (root, tree) = build(&message, usize::MAX);
        for wrong_length in [
            0,
            1,
            length - length.min(1),
            length + 1,
            length + 1024,
            2 * length + 7,
            usize::MAX / 2,
        ] {
            if wrong_length == length {
                continue;
            }
            let mut tree = tree.clone();
            tree[..8].copy_from_slice(&(wrong_length as u64).to_le_bytes());
            tree.resize(tree.len() + 4096, 0);
            let longer = [&message[..], &[0; 4096]].concat();
            let wrong_length = wrong_length as u64;
            assert!(
                verify(&root, &tree, &longer, wrong_length..wrong_length).is_err(),
                "{wrong_length} for {length}"
            );
        }
    }
    let (root, tree) = build(b"abc", 1);
    let error = verify(&root, &tree, b"abc", 2..4).unwrap_err();
    assert_eq!(error.to_string(), "the range is 2:4; the message has 3 bytes");
}

#[test]
fn rejects_message_of_unexpected_length() {
    let mut write = |_: u64, _: &[u8]| -> Result<(), Infallible> { Ok(()) };
    let mut writer = OutboardWriter::new(3);
    let error = writer.update(b"four", &mut write).unwrap_err();
    assert_eq!(error, OutboardError::Length { announced: 3, given: 4 });
    writer.update(b"ab", &mut write).unwrap();
    let error = writer.finish(&mut write).unwrap_err();
    assert_eq!(error.to_string(), "the message has 2 bytes; expected 3");
}
