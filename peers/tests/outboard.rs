//! Compares BLAKE3 outboard trees with the crate `bao`. Each library verifies ranges with the trees that the other
//! library created. `bao` supports neither keyed trees nor trees with a context, so these trees are compared with the
//! subtree functions of the crate `blake3`.

use std::convert::Infallible;
use std::io::{Cursor, Read, Seek, SeekFrom};

use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range, verify_range_with};
use astragal::xof::Blake3Xof;
use peers::blake3_tree::Keyed;

/// Message lengths in bytes. They are near the boundaries of chunks or groups of chunks, or give unbalanced trees.
const LENGTHS: [usize; 14] = [
    0,
    1,
    1023,
    1024,
    1025,
    2048,
    3073,
    100_000,
    1 << 20,
    (1 << 20) + 1,
    (1 << 20) - 1,
    3 << 20,
    (5 << 20) + 1025,
    (8 << 20) - 7,
];

/// Returns astragal's outboard tree and the root.
fn tree(hash: &Blake3Xof, message: &[u8]) -> (Vec<u8>, [u8; 32]) {
    let length = message.len() as u64;
    let mut tree = vec![0; outboard_bytes(length) as usize];
    let mut write = |place: u64, bytes: &[u8]| -> Result<(), Infallible> {
        tree[place as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    };
    let mut writer = OutboardWriter::with_hash(hash, length);
    writer.update(message, &mut write).expect("the message has the announced length");
    let digest = writer.finish(&mut write).expect("the message has the announced length");
    (tree, digest)
}

/// Returns a function that copies a range of `bytes` into a slice. Its arguments are the start of the range and the
/// slice.
fn from(bytes: &[u8]) -> impl FnMut(u64, &mut [u8]) -> Result<(), Infallible> {
    |place, out| {
        out.copy_from_slice(&bytes[place as usize..][..out.len()]);
        Ok(())
    }
}

/// Returns a function that appends its input to `taken`.
fn into(taken: &mut Vec<u8>) -> impl FnMut(&[u8]) -> Result<(), Infallible> {
    |bytes| {
        taken.extend_from_slice(bytes);
        Ok(())
    }
}

#[test]
fn keyed_trees_match_the_crate_blake3() {
    const CONTEXT: &str = "astragal peers 2026 outboard trees";
    for (hash, theirs) in [
        (Blake3Xof::new(), Keyed::Unkeyed),
        (Blake3Xof::keyed(&[7; 32]), Keyed::Key([7; 32])),
        (Blake3Xof::derive_key(CONTEXT.as_bytes()), Keyed::context(CONTEXT)),
    ] {
        for length in LENGTHS {
            let message: Vec<u8> = (0..=250).cycle().take(length).collect();
            let (expected, root) = theirs.outboard(&message);
            let (ours, digest) = tree(&hash, &message);
            assert_eq!(digest, *theirs.hasher().update(&message).finalize().as_bytes());
            assert!(ours == expected && digest == root, "the tree of {length} bytes");
            let (start, end) = (length / 3, length / 2);
            let mut taken = Vec::new();
            verify_range_with(
                &hash,
                &root,
                start as u64..end as u64,
                &mut from(&expected),
                &mut from(&message),
                &mut into(&mut taken),
            )
            .expect("outboard and message match");
            assert!(taken == message[start..end], "{start}:{end} of {length}");
        }
    }
}

#[test]
fn trees_match_bao_and_verify_in_both_libraries() {
    for length in LENGTHS {
        let message: Vec<u8> = (0..=250).cycle().take(length).collect();
        let (theirs, root) = bao::encode::outboard(&message);
        let (ours, digest) = tree(&Blake3Xof::new(), &message);
        assert_eq!(&digest, root.as_bytes(), "{length}");
        assert!(ours == theirs, "the tree of {length} bytes");

        for (start, end) in [(0, length), (length / 3, length / 2), (length / 2, length)] {
            let mut taken = Vec::new();
            verify_range(
                root.as_bytes(),
                start as u64..end as u64,
                &mut from(&theirs),
                &mut from(&message),
                &mut into(&mut taken),
            )
            .expect("bao's outboard matches the message");
            assert!(taken == message[start..end], "{start}:{end} of {length}");

            let (data, tree) = (Cursor::new(&message), Cursor::new(&ours));
            let mut decoder = bao::decode::Decoder::new_outboard(data, tree, &root);
            decoder.seek(SeekFrom::Start(start as u64)).expect("the offset is within the message");
            let mut read = vec![0; end - start];
            decoder.read_exact(&mut read).expect("bao verifies astragal's tree");
            assert!(read == message[start..end], "{start}:{end} of {length}, by bao");
        }
    }
}
