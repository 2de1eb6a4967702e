//! Verifies a range of a message against its hash and outboard tree.

use core::ops::Range;

use subtle::ConstantTimeEq;

use super::{
    GROUP_CHUNKS, HEAD_BYTES, NODE_BYTES, OutboardError, ReadAt, chunks, hash, left_of, levels,
    root_of, top_of,
};
use crate::algorithm::blake::blake3::Blake3Xof;
use crate::algorithm::blake::compress::blake3::CHUNK_BYTES;
use crate::algorithm::blake::tree::{Blake3Tree, parent};

/// Verifies `range` of a message against the message's BLAKE3 hash `root` and its outboard tree. Passes only verified
/// bytes to `take`. `tree` and `message` are callbacks that fill a slice with the bytes of the tree or of the message
/// at a given offset.
///
/// Reads only the chunks that overlap the range and the parents above these chunks. If the range reaches the end of the
/// message, the message length is verified too. Otherwise, neither the message length nor the bytes after the range are
/// verified.
///
/// # Errors
/// - [`OutboardError::Range`] if the range exceeds the length in the tree.
/// - [`OutboardError::Node`] or [`OutboardError::Message`] if the tree or the message does not match the hash.
/// - Any error that `tree`, `message` or `take` returns.
pub fn verify_range<E>(
    root: &[u8; 32],
    range: Range<u64>,
    tree: &mut ReadAt<'_, E>,
    message: &mut ReadAt<'_, E>,
    take: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), OutboardError<E>> {
    verify_range_with(&Blake3Xof::new(), root, range, tree, message, take)
}

/// Verifies a range like [`verify_range`], but in the mode of `hash`. Create `hash` with [`Blake3Xof::keyed`] or
/// [`Blake3Xof::derive_key`], for example. Input that `hash` has already absorbed is ignored. `root` is the first 32
/// bytes of the output of `hash` for the message, and is compared in constant time.
///
/// # Errors
/// Returns the same errors as [`verify_range`]. A tree that was computed with a different key fails at the first node.
pub fn verify_range_with<E>(
    hash: &Blake3Xof,
    root: &[u8; 32],
    range: Range<u64>,
    tree: &mut ReadAt<'_, E>,
    message: &mut ReadAt<'_, E>,
    take: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), OutboardError<E>> {
    let mut head = [0; size_of::<u64>()];
    tree(0, &mut head).map_err(OutboardError::Io)?;
    let length = u64::from_le_bytes(head);
    if range.start > range.end || range.end > length {
        return Err(OutboardError::Range { start: range.start, end: range.end, length });
    }
    let all = Subtree { first: 0, chunks: chunks(length), offset: HEAD_BYTES };
    let empty = &hash.tree.empty();
    Verifier { empty, length, range, tree, message, take }.verify(all, root, IsRoot::Yes)
}

/// A subtree of the message: the index of its first chunk, its number of chunks, and the byte offset of its top node in
/// the outboard tree.
#[derive(Clone, Copy)]
struct Subtree {
    first: u64,
    chunks: u64,
    offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum IsRoot {
    Yes,
    No,
}

struct Verifier<'a, E> {
    /// Tree of the empty message. It supplies the mode: unkeyed, keyed or key derivation.
    empty: &'a Blake3Tree,
    length: u64,
    range: Range<u64>,
    tree: &'a mut ReadAt<'a, E>,
    message: &'a mut ReadAt<'a, E>,
    take: &'a mut dyn FnMut(&[u8]) -> Result<(), E>,
}

impl<E> Verifier<'_, E> {
    /// Verifies the part of the range that lies in `subtree`. `expected` is the chaining value of the subtree, or the
    /// hash of the message if the subtree is the whole tree.
    fn verify(
        &mut self,
        subtree: Subtree,
        expected: &[u8; 32],
        is_root: IsRoot,
    ) -> Result<(), OutboardError<E>> {
        let mode = self.empty.mode();
        let Subtree { first, chunks, offset } = subtree;
        let start = first * CHUNK_BYTES as u64;
        let end = start.saturating_add(chunks.saturating_mul(CHUNK_BYTES as u64)).min(self.length);
        let is_whole = self.range.start <= start && end <= self.range.end;
        if chunks == 1 || (is_whole && chunks <= GROUP_CHUNKS as u64) {
            return self.verify_bytes(start..end, first, expected, is_root);
        }
        let mut node = [[0; 32]; 2];
        (self.tree)(offset, node.as_flattened_mut()).map_err(OutboardError::Io)?;
        let value = match is_root {
            IsRoot::Yes => root_of(mode, &node),
            IsRoot::No => mode.guarded(|| parent(mode, &node[0], &node[1]).chaining_value()),
        };
        if !bool::from(value.ct_eq(expected)) {
            return Err(OutboardError::Node { offset });
        }
        let count = left_of(chunks);
        let left = Subtree { first, chunks: count, offset: offset + NODE_BYTES };
        let (middle, offset) = (first + count, offset + NODE_BYTES * count);
        let right = Subtree { first: middle, chunks: chunks - count, offset };
        let middle = middle * CHUNK_BYTES as u64;
        // Treats an empty range as one byte long, so that the chunk at its position is verified.
        let (from, to) = (self.range.start, self.range.end.max(self.range.start.saturating_add(1)));
        if from < middle {
            self.verify(left, &node[0], IsRoot::No)?;
        }
        if to > middle { self.verify(right, &node[1], IsRoot::No) } else { Ok(()) }
    }

    /// Hashes the bytes of a subtree to verify them. Passes the bytes in the range to `take`.
    fn verify_bytes(
        &mut self,
        bytes: Range<u64>,
        first: u64,
        expected: &[u8; 32],
        is_root: IsRoot,
    ) -> Result<(), OutboardError<E>> {
        let Range { start, end } = bytes;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the range is within one group of chunks"
        )]
        let mut data = alloc::vec![0; (end - start) as usize];
        (self.message)(start, &mut data).map_err(OutboardError::Io)?;
        let mode = self.empty.mode();
        let value = match is_root {
            IsRoot::Yes if data.len() <= CHUNK_BYTES => hash(self.empty, &data),
            _ => {
                let levels = levels(mode, &data, first);
                match (is_root, top_of(&levels)) {
                    (IsRoot::Yes, Some(children)) => root_of(mode, &children),
                    _ => levels[levels.len() - 1][0],
                }
            }
        };
        if !bool::from(value.ct_eq(expected)) {
            return Err(OutboardError::Message { start, end });
        }
        let from = self.range.start.clamp(start, end) - start;
        let to = self.range.end.clamp(start, end) - start;
        #[expect(clippy::cast_possible_truncation, reason = "the range is within `data`")]
        (self.take)(&data[from as usize..(to.max(from)) as usize]).map_err(OutboardError::Io)
    }
}
