//! Parts of a BLAKE3 message that are hashed separately and then joined. A part holds the chaining values of its
//! largest complete subtrees.
//!
//! Only the root of the tree has the flag `ROOT`. A node can therefore be hashed only when it is known whether it is
//! the root. The first chunk is the root if no other chunk follows, so it stays unhashed until more input follows. Two
//! subtrees that may be the halves of the whole message stay unmerged for the same reason.

use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroize;

use super::blake3::{Blake3Reader, Blake3Xof};
use super::compress::blake3::{CHUNK_BYTES, ChainingBytes};
use super::tree::{chunk_value, halves, largest_subtree, parent};
use crate::platform::cores::Cores;
use crate::traits::tree::{TreeEngine, TreeHash, Whole};

/// Complete subtree of a message.
#[derive(Clone, Copy)]
struct Subtree {
    /// Index of the subtree's first chunk in the message.
    start: u64,
    /// Number of chunks: a power of two that divides `start`. The last chunk may be incomplete.
    chunks: u64,
    value: ChainingBytes,
}

/// Part of a message: its complete subtrees and the bytes of its last chunk.
#[derive(Clone)]
pub struct Subtrees {
    /// Complete subtrees, from left to right.
    subtrees: Vec<Subtree>,
    /// Index in the message of the chunk whose bytes are in `chunk`.
    next: u64,
    /// Bytes of the last chunk, which is not hashed until more input follows. If the chunk is the whole message, it is
    /// the root of the tree, which has an additional flag.
    chunk: Vec<u8>,
}

impl fmt::Debug for Subtrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subtrees { .. }")
    }
}

impl Drop for Subtrees {
    fn drop(&mut self) {
        self.chunk.zeroize();
        for subtree in &mut self.subtrees {
            subtree.value.zeroize();
        }
    }
}

impl Subtrees {
    /// While the last two subtrees are the halves of a larger complete subtree, merges them. Does not merge the halves
    /// of the whole message, because their parent is the root.
    fn merge(&mut self, hash: &Blake3Xof, end: End) {
        while let [before @ .., left, right] = self.subtrees.as_slice() {
            let whole = end == End::Message && before.is_empty() && left.start == 0;
            let chunks = 2 * left.chunks;
            if left.chunks != right.chunks || !left.start.is_multiple_of(chunks) || whole {
                return;
            }
            let value = parent(hash.tree.mode(), &left.value, &right.value).chaining_value();
            let merged = Subtree { start: left.start, chunks, value };
            self.subtrees.truncate(self.subtrees.len() - 2);
            self.subtrees.push(merged);
        }
    }

    fn push(&mut self, hash: &Blake3Xof, subtree: Subtree) {
        self.merge(hash, End::Part);
        self.next = subtree.start + subtree.chunks;
        self.subtrees.push(subtree);
    }

    /// Hashes the buffered chunk and appends it as a subtree.
    fn end_chunk(&mut self, hash: &Blake3Xof) {
        if !self.chunk.is_empty() {
            let value = chunk_value(hash.tree.mode(), &self.chunk, self.next);
            self.push(hash, Subtree { start: self.next, chunks: 1, value });
            self.chunk.zeroize();
        }
    }
}

/// Whether the last subtree ends a part or the whole message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Part,
    Message,
}

/// Splits `length` bytes that begin at chunk `start` into complete subtrees. Returns the number of chunks in each
/// subtree, from left to right.
fn sizes(mut start: u64, length: u64) -> Vec<u64> {
    let mut chunks = length.div_ceil(CHUNK_BYTES as u64);
    let mut sizes = Vec::new();
    if start == 0 && chunks.is_power_of_two() && chunks > 1 {
        return alloc::vec![chunks / 2; 2];
    }
    while chunks > 0 {
        let fits = 1 << chunks.ilog2();
        let size = if start == 0 { fits } else { fits.min(1 << start.trailing_zeros()) };
        sizes.push(size);
        start += size;
        chunks -= size;
    }
    sizes
}

impl TreeEngine for Blake3Xof {
    type Nodes = Subtrees;

    fn begin(&self, start: u64) -> Subtrees {
        Subtrees { subtrees: Vec::new(), next: start / CHUNK_BYTES as u64, chunk: Vec::new() }
    }

    fn feed(&self, nodes: &mut Subtrees, data: &[u8], cores: Cores) {
        let free = if nodes.chunk.is_empty() { 0 } else { CHUNK_BYTES - nodes.chunk.len() };
        let (head, mut data) = data.split_at(free.min(data.len()));
        nodes.chunk.extend_from_slice(head);
        if data.is_empty() {
            return;
        }
        nodes.end_chunk(self);
        while data.len() > CHUNK_BYTES {
            let chunks = largest_subtree(data.len(), nodes.next);
            let (subtree, rest) = data.split_at(chunks * CHUNK_BYTES);
            if chunks == 1 {
                let value = chunk_value(self.tree.mode(), subtree, nodes.next);
                nodes.push(self, Subtree { start: nodes.next, chunks: 1, value });
            } else {
                for value in halves(self.tree.mode(), subtree.into(), nodes.next, cores) {
                    let chunks = chunks as u64 / 2;
                    nodes.push(self, Subtree { start: nodes.next, chunks, value });
                }
            }
            data = rest;
        }
        nodes.chunk.extend_from_slice(data);
    }

    fn seal(&self, nodes: &mut Subtrees, _: u64, _: u64) {
        if nodes.next > 0 {
            nodes.end_chunk(self);
        }
        nodes.merge(self, End::Message);
    }

    fn join(&self, left: &mut Subtrees, right: Subtrees, _: u64) {
        left.end_chunk(self);
        for subtree in &right.subtrees {
            left.push(self, *subtree);
        }
    }

    fn take(&mut self, nodes: Subtrees, _: u64) {
        for subtree in &nodes.subtrees {
            self.tree.absorb_subtree(&subtree.value, subtree.chunks);
        }
        self.absorb(&nodes.chunk);
    }

    fn write(nodes: &Subtrees, out: &mut Vec<u8>) {
        for subtree in &nodes.subtrees {
            out.extend_from_slice(&subtree.value);
        }
        out.extend_from_slice(&nodes.chunk);
    }

    fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<Subtrees> {
        let mut nodes = self.begin(start);
        if start == 0 && length <= CHUNK_BYTES as u64 {
            nodes.chunk.extend_from_slice(bytes);
            return (bytes.len() as u64 == length).then_some(nodes);
        }
        let (values, []) = bytes.as_chunks() else { return None };
        let sizes = sizes(nodes.next, length);
        if values.len() != sizes.len() {
            return None;
        }
        for (value, chunks) in values.iter().zip(sizes) {
            nodes.subtrees.push(Subtree { start: nodes.next, chunks, value: *value });
            nodes.next += chunks;
        }
        Some(nodes)
    }
}

impl TreeHash for Blake3Xof {
    fn leaf_bytes(&self) -> u64 {
        CHUNK_BYTES as u64
    }
}

impl Whole<Blake3Xof> {
    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> Blake3Reader {
        self.0.finalize()
    }
}
