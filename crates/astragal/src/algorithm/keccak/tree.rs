//! One-level tree, used by KangarooTwelve and ParallelHash. A message is cut into leaves of equal length. Each leaf is
//! hashed separately, and the final node absorbs the chaining values in order.
//!
//! Whole leaves are hashed in parallel, directly from the caller's slice. An incomplete leaf has its own sponge. Memory
//! use does not grow with the message length.

use super::hash_many::SpongeFunction;
use super::sponge::Sponge;
use crate::platform::cores::Cores;
#[cfg(feature = "parallel")]
use crate::platform::thresholds::PARALLEL_BYTES;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Number of leaves per call of the backend. The widest backend hashes 8 leaves at once.
const BATCH_LEAVES: usize = 8;
/// Maximum length of a chaining value in bytes.
const CHAINING_BYTES: usize = 64;

/// Parameters of the leaves of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Leaves {
    pub(crate) function: SpongeFunction,
    /// Length of a leaf in bytes.
    pub(crate) bytes: usize,
    /// Length of a chaining value in bytes, at most 64.
    pub(crate) chaining_bytes: usize,
}

impl Leaves {
    const fn sponge(&self) -> Sponge {
        Sponge::new(self.function.rate, self.function.rounds)
    }

    /// Hashes whole leaves and fills `chaining_values` with their chaining values.
    fn chain(&self, leaves: &[u8], chaining_values: &mut [u8]) {
        self.function.hash_many(
            leaves.chunks_exact(self.bytes),
            chaining_values.chunks_exact_mut(self.chaining_bytes),
        );
    }
}

/// Final node of a tree, which receives the chaining values of the leaves in order.
pub(crate) trait Node {
    /// Appends chaining values.
    fn absorb(&mut self, chaining_values: &[u8]);
}

impl Node for Sponge {
    fn absorb(&mut self, chaining_values: &[u8]) {
        self.absorb(chaining_values);
    }
}

/// One-level tree: the final node and the current, incomplete leaf.
#[derive(Clone)]
pub(crate) struct SpongeTree<N = Sponge> {
    pub(crate) node: N,
    leaves: Leaves,
    leaf: Sponge,
    /// Number of bytes absorbed by the incomplete leaf.
    filled: usize,
    /// Number of complete leaves.
    complete: u64,
}

impl<N> SpongeTree<N> {
    pub(crate) const fn new(node: N, leaves: Leaves) -> Self {
        Self { node, leaf: leaves.sponge(), leaves, filled: 0, complete: 0 }
    }

    pub(crate) const fn set_leaf_bytes(&mut self, bytes: usize) {
        self.leaves.bytes = bytes;
    }

    /// Returns the parameters of the leaves.
    pub(crate) const fn leaves(&self) -> Leaves {
        self.leaves
    }
}

impl<N: Node + Send> SpongeTree<N> {
    /// Appends `data` to the part of the message that is cut into leaves.
    pub(crate) fn absorb(&mut self, mut data: &[u8], cores: Cores) {
        if self.filled > 0 {
            let free = self.leaves.bytes - self.filled;
            let (head, rest) = data.split_at(free.min(data.len()));
            self.leaf.absorb(head);
            self.filled += head.len();
            if self.filled < self.leaves.bytes {
                return;
            }
            self.end_leaf();
            data = rest;
        }
        let (whole, rest) = data.split_at(data.len() - data.len() % self.leaves.bytes);
        self.absorb_whole(whole, cores);
        self.leaf.absorb(rest);
        self.filled = rest.len();
    }

    /// Appends the chaining values of `count` leaves. All earlier leaves must be complete.
    #[cfg(feature = "alloc")]
    pub(crate) fn absorb_values(&mut self, chaining_values: &[u8], count: u64) {
        debug_assert_eq!(self.filled, 0);
        self.node.absorb(chaining_values);
        self.complete += count;
    }

    /// Hashes the incomplete leaf, if there is one, and returns the number of leaves.
    pub(crate) fn finish(&mut self) -> u128 {
        if self.filled > 0 {
            self.end_leaf();
        }
        self.complete.into()
    }

    /// Hashes whole leaves and appends their chaining values to the final node.
    fn absorb_whole(&mut self, whole: &[u8], cores: Cores) {
        self.complete += (whole.len() / self.leaves.bytes) as u64;
        #[cfg(feature = "parallel")]
        if cores == Cores::All
            && whole.len() >= PARALLEL_BYTES
            && let Some(pool) = crate::platform::cores::pool()
        {
            let mut join = |chaining_values: &[u8]| self.node.absorb(chaining_values);
            return pool.run(&mut || parallel::absorb(&self.leaves, &mut join, whole));
        }
        let _ = cores;
        let mut chaining_values = [0; BATCH_LEAVES * CHAINING_BYTES];
        for step in whole.chunks(self.leaves.bytes.saturating_mul(BATCH_LEAVES)) {
            let count = step.len() / self.leaves.bytes;
            let chaining_values = &mut chaining_values[..count * self.leaves.chaining_bytes];
            self.leaves.chain(step, chaining_values);
            self.node.absorb(chaining_values);
        }
    }

    fn end_leaf(&mut self) {
        let mut chaining_value = [0; CHAINING_BYTES];
        let chaining_value = &mut chaining_value[..self.leaves.chaining_bytes];
        self.leaf.finish(self.leaves.function.domain);
        self.leaf.squeeze(chaining_value);
        self.node.absorb(chaining_value);
        self.leaf = self.leaves.sponge();
        self.filled = 0;
        self.complete += 1;
    }
}

/// Serializes everything except the leaf parameters, which the type that contains the tree serializes.
impl<N: SerializeState> SerializeState for SpongeTree<N> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.node.serialize(fields)?;
        self.leaf.serialize(fields)?;
        fields.size(&mut self.filled)?;
        self.complete.serialize(fields)?;
        // Limits the leaf count of an imported state to half of `u64::MAX`, so that later additions cannot overflow.
        Fields::check(self.filled < self.leaves.bytes && self.complete <= u64::MAX / 2)
    }
}

/// Reads the input to its end in pieces of 8 MiB and passes each piece to `absorb`. Returns the number of bytes read.
/// With the feature `parallel`, reads the next piece while `absorb` runs.
#[cfg(feature = "std")]
pub(crate) fn read_all(
    mut reader: impl std::io::Read + Send,
    mut absorb: impl FnMut(&[u8]) + Send,
) -> std::io::Result<u64> {
    #[cfg(feature = "parallel")]
    use crate::platform::cores::both;
    use alloc::vec;
    use zeroize::Zeroizing;

    /// Size of a read buffer in bytes. At most two such buffers are used, however long the input is. Under Miri, which
    /// is slow, the unit tests use short buffers.
    const PIECE_BYTES: usize = if cfg!(all(test, miri)) { 4096 } else { 8 << 20 };

    /// Reads until `piece` is full or the input ends.
    fn fill(reader: &mut impl std::io::Read, piece: &mut [u8]) -> std::io::Result<usize> {
        let mut filled = 0;
        while filled < piece.len() {
            match reader.read(&mut piece[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    let mut piece = Zeroizing::new(vec![0; PIECE_BYTES]);
    let mut total = 0;
    let mut filled = fill(&mut reader, &mut piece)?;
    #[cfg(feature = "parallel")]
    if filled == PIECE_BYTES
        && let Some(pool) = crate::platform::cores::pool()
    {
        let mut next = Zeroizing::new(vec![0; PIECE_BYTES]);
        let mut read = Ok(filled);
        pool.run(&mut || {
            while let Ok(filled @ 1..) = read {
                let absorb = &mut || absorb(&piece[..filled]);
                both(&mut || read = fill(&mut reader, &mut next), absorb);
                total += filled as u64;
                core::mem::swap(&mut piece, &mut next);
            }
        });
        return read.map(|_| total);
    }
    while filled > 0 {
        absorb(&piece[..filled]);
        total += filled as u64;
        filled = fill(&mut reader, &mut piece)?;
    }
    Ok(total)
}

#[cfg(feature = "parallel")]
mod parallel {
    use alloc::vec;
    use alloc::vec::Vec;

    use rayon::prelude::*;
    use zeroize::Zeroizing;

    use super::{BATCH_LEAVES, Leaves};
    use crate::platform::cores::both;

    /// Number of input bytes that one parallel task hashes.
    const GRAIN_BYTES: usize = 64 << 10;
    /// Length of a segment in bytes. All cores hash the leaves of one segment and wait for one another at its end. The
    /// final node absorbs the segment's chaining values while the next segment is hashed. With segments of 64 MiB, two
    /// cores are 1.92 times as fast as one core. With segments of 8 MiB, they are 1.75 times as fast.
    const SEGMENT_BYTES: usize = 64 << 20;
    /// Maximum total size, in bytes, of the chaining values of one segment. Without this limit, the chaining values of
    /// 1-byte leaves would take 64 times the memory of the input. The chaining values of two segments are in memory at
    /// the same time.
    const CHAINING_VALUES_BYTES: usize = 2 << 20;

    /// Hashes whole leaves on all cores, segment by segment. Meanwhile, calls `join` with the chaining values of the
    /// previous segment.
    pub(super) fn absorb(leaves: &Leaves, join: &mut (dyn FnMut(&[u8]) + Send), whole: &[u8]) {
        let max = CHAINING_VALUES_BYTES / leaves.chaining_bytes;
        let grain = (GRAIN_BYTES / leaves.bytes).min(max / 16);
        let grain = BATCH_LEAVES * (grain / BATCH_LEAVES).max(1);
        let max = max.min(SEGMENT_BYTES / leaves.bytes);
        let segment = grain * (max / grain).max(1);
        let mut before = Zeroizing::new(Vec::new());
        for segment in whole.chunks(segment.saturating_mul(leaves.bytes)) {
            let mut next = Zeroizing::new(Vec::new());
            both(&mut || next = chain(leaves, segment, grain), &mut || join(&before));
            before = next;
        }
        join(&before);
    }

    /// Returns the chaining values of whole leaves. Each parallel task hashes `grain` leaves.
    fn chain(leaves: &Leaves, whole: &[u8], grain: usize) -> Zeroizing<Vec<u8>> {
        let count = whole.len() / leaves.bytes;
        let mut chaining_values = Zeroizing::new(vec![0; count * leaves.chaining_bytes]);
        whole
            .par_chunks(grain.saturating_mul(leaves.bytes))
            .zip(chaining_values.par_chunks_mut(grain * leaves.chaining_bytes))
            .for_each(|(whole, chaining_values)| leaves.chain(whole, chaining_values));
        chaining_values
    }
}
