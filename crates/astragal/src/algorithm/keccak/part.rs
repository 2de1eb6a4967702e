//! Hashes parts of a KangarooTwelve or ParallelHash message separately and joins the results. This is possible because
//! the chaining value of a leaf does not depend on the leaf's position.
//!
//! A part of a KangarooTwelve message keeps some message bytes unhashed. It keeps the bytes of the first chunk, because
//! the final node absorbs them. It also keeps the bytes of an incomplete last chunk, because the customization string
//! is appended to them. In ParallelHash, a last block that is shorter than the others is an ordinary leaf.

use alloc::vec::Vec;
use core::fmt;

use super::kangarootwelve::{CHUNK_BYTES, Kt, leaves};
use super::parallel_hash::{ParallelHash, ParallelHashXof, ParallelTree};
use super::sponge::SpongeReader;
use super::tree::{Node, SpongeTree};
use crate::platform::cores::Cores;
use crate::traits::stream::PlaintextBuffer;
use crate::traits::tree::{TreeEngine, TreeHash, Whole};

/// Chaining values of consecutive leaves.
#[derive(Clone)]
pub(crate) struct Values(PlaintextBuffer);

impl Node for Values {
    fn absorb(&mut self, chaining_values: &[u8]) {
        self.0.append(chaining_values);
    }
}

/// Part of a KangarooTwelve message. It holds those bytes of the message's first chunk that lie in this part, the
/// chaining values of the whole chunks, and the bytes of an incomplete last chunk.
#[derive(Clone)]
pub struct Chunks {
    /// Number of bytes of the message's first chunk that have not yet been appended to this part. It is 0 if the part
    /// starts after the first chunk.
    first: usize,
    /// Bytes of the message's first chunk.
    head: PlaintextBuffer,
    leaves: SpongeTree<Values>,
    /// Bytes of the incomplete last chunk.
    tail: PlaintextBuffer,
}

impl fmt::Debug for Chunks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chunks { .. }")
    }
}

impl<const RATE: usize> TreeEngine for Kt<RATE> {
    type Nodes = Chunks;

    fn begin(&self, start: u64) -> Chunks {
        Chunks {
            first: if start == 0 { CHUNK_BYTES } else { 0 },
            head: PlaintextBuffer::default(),
            leaves: SpongeTree::new(Values(PlaintextBuffer::default()), leaves(RATE)),
            tail: PlaintextBuffer::default(),
        }
    }

    fn feed(&self, nodes: &mut Chunks, data: &[u8], cores: Cores) {
        let (head, data) = data.split_at(nodes.first.min(data.len()));
        nodes.head.append(head);
        nodes.first -= head.len();
        let waiting = nodes.tail.as_slice().len();
        let missing = if waiting == 0 { 0 } else { CHUNK_BYTES - waiting };
        let (missing, data) = data.split_at(missing.min(data.len()));
        nodes.tail.append(missing);
        if nodes.tail.as_slice().len() == CHUNK_BYTES {
            nodes.leaves.absorb(nodes.tail.as_slice(), Cores::One);
            nodes.tail.clear();
        }
        let (whole, tail) = data.split_at(data.len() - data.len() % CHUNK_BYTES);
        nodes.leaves.absorb(whole, cores);
        nodes.tail.append(tail);
    }

    fn seal(&self, _: &mut Chunks, _: u64, _: u64) {}

    fn join(&self, left: &mut Chunks, mut right: Chunks, _: u64) {
        left.leaves.absorb_values(right.leaves.node.0.as_slice(), 0);
        left.tail = core::mem::take(&mut right.tail);
    }

    fn take(&mut self, nodes: Chunks, length: u64) {
        let (head, tail) = (nodes.head.as_slice(), nodes.tail.as_slice());
        self.absorb(head);
        let leaves = (length - (head.len() + tail.len()) as u64) / CHUNK_BYTES as u64;
        if leaves > 0 {
            self.0.absorb_leaves(nodes.leaves.node.0.as_slice(), leaves);
        }
        self.absorb(tail);
    }

    fn write(nodes: &Chunks, out: &mut Vec<u8>) {
        for bytes in [&nodes.head, &nodes.leaves.node.0, &nodes.tail] {
            out.extend_from_slice(bytes.as_slice());
        }
    }

    fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<Chunks> {
        let chunk = CHUNK_BYTES as u64;
        let head = if start == 0 { length.min(chunk) } else { 0 };
        let tail = (length - head) % chunk;
        let values = ((length - head) / chunk).checked_mul(leaves(RATE).chaining_bytes as u64)?;
        let (head, rest) = bytes.split_at_checked(usize::try_from(head).ok()?)?;
        let (values, rest) = rest.split_at_checked(usize::try_from(values).ok()?)?;
        if rest.len() as u64 != tail {
            return None;
        }
        let mut nodes = self.begin(start);
        nodes.head.append(head);
        nodes.first -= head.len().min(nodes.first);
        nodes.leaves.absorb_values(values, 0);
        nodes.tail.append(rest);
        Some(nodes)
    }
}

impl<const RATE: usize> TreeHash for Kt<RATE> {
    fn leaf_bytes(&self) -> u64 {
        CHUNK_BYTES as u64
    }
}

impl<const RATE: usize> Whole<Kt<RATE>> {
    /// Ends the message with customization string C and returns a reader for the output.
    #[must_use]
    pub fn finalize_with(self, custom: &[u8]) -> SpongeReader<RATE> {
        self.0.finalize_with(custom)
    }
}

/// Part of a ParallelHash message: the digests of the blocks in this part.
#[derive(Clone)]
pub struct BlockValues(SpongeTree<Values>);

impl fmt::Debug for BlockValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BlockValues { .. }")
    }
}

impl<const RATE: usize> TreeEngine for ParallelTree<RATE> {
    type Nodes = BlockValues;

    fn begin(&self, _: u64) -> BlockValues {
        BlockValues(SpongeTree::new(Values(PlaintextBuffer::default()), self.leaves()))
    }

    fn feed(&self, nodes: &mut BlockValues, data: &[u8], cores: Cores) {
        nodes.0.absorb(data, cores);
    }

    fn seal(&self, nodes: &mut BlockValues, _: u64, _: u64) {
        nodes.0.finish();
    }

    fn join(&self, left: &mut BlockValues, right: BlockValues, _: u64) {
        left.0.absorb_values(right.0.node.0.as_slice(), 0);
    }

    fn take(&mut self, nodes: BlockValues, length: u64) {
        let blocks = length.div_ceil(self.leaves().bytes as u64);
        self.absorb_leaves(nodes.0.node.0.as_slice(), blocks);
    }

    fn write(nodes: &BlockValues, out: &mut Vec<u8>) {
        out.extend_from_slice(nodes.0.node.0.as_slice());
    }

    fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<BlockValues> {
        let leaves = self.leaves();
        let blocks = length.div_ceil(leaves.bytes as u64);
        let expected = blocks.checked_mul(leaves.chaining_bytes as u64)?;
        let mut nodes = self.begin(start);
        nodes.0.absorb_values(bytes, 0);
        (bytes.len() as u64 == expected).then_some(nodes)
    }
}

/// Implements the tree-hash traits for ParallelHash and ParallelHashXOF, which share one tree type.
macro_rules! impl_tree_hash {
    ($($name:ident)+) => { $(
        impl<const RATE: usize> TreeEngine for $name<RATE> {
            type Nodes = BlockValues;

            fn begin(&self, start: u64) -> BlockValues {
                self.0.begin(start)
            }
            fn feed(&self, nodes: &mut BlockValues, data: &[u8], cores: Cores) {
                self.0.feed(nodes, data, cores);
            }
            fn seal(&self, nodes: &mut BlockValues, start: u64, length: u64) {
                self.0.seal(nodes, start, length);
            }
            fn join(&self, left: &mut BlockValues, right: BlockValues, start: u64) {
                self.0.join(left, right, start);
            }
            fn take(&mut self, nodes: BlockValues, length: u64) {
                self.0.take(nodes, length);
            }
            fn write(nodes: &BlockValues, out: &mut Vec<u8>) {
                ParallelTree::<RATE>::write(nodes, out);
            }
            fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<BlockValues> {
                self.0.read(start, length, bytes)
            }
        }

        impl<const RATE: usize> TreeHash for $name<RATE> {
            fn leaf_bytes(&self) -> u64 {
                self.0.leaves().bytes as u64
            }
        }
    )+ };
}

impl_tree_hash!(ParallelHash ParallelHashXof);

impl<const RATE: usize> Whole<ParallelHash<RATE>> {
    /// Fills `digest` with the digest of the message. The digest depends on its length: a short digest is not a prefix
    /// of a longer digest.
    pub fn finalize_into(self, digest: &mut [u8]) {
        self.0.finalize_into(digest);
    }
}

impl<const RATE: usize> Whole<ParallelHashXof<RATE>> {
    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        self.0.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::super::kangarootwelve::Kt128;
    use crate::traits::tree::{Assembly, TreeHash as _};

    #[test]
    fn single_chunk_message_has_no_leaves() {
        for length in [0, 1, 8191, 8192, 8193] {
            let message = &[7; 8193][..length];
            let mut part = Kt128::new().part(0).expect("a part may start at offset 0");
            part.update(message);
            let mut assembly = Assembly::new(Kt128::new());
            assembly.add(part.finish()).expect("the first part is added first");
            let whole = assembly.finish(length as u64).expect("the parts cover the message");
            let found: [u8; 32] = whole.finalize_with(b"").squeeze_array();
            assert_eq!(found, Kt128::hash(message, b""), "{length} bytes");
        }
    }
}
