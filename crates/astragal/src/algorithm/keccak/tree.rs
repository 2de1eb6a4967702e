//! A node and its leaves: what KangarooTwelve and ParallelHash share. A message is cut into leaves of
//! equal length, each is hashed on its own, and their chaining values are absorbed by the node in order.
//!
//! Whole leaves are hashed side by side straight from the caller's slice; only a leaf that a call leaves
//! incomplete waits, in a sponge of its own. Memory does not grow with the message.

use super::hash_many::SpongeFunction;
use super::sponge::Sponge;
use crate::platform::cores::Cores;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Leaves that are handed to the backend together: as many as the widest hashes in step.
const STEP_LEAVES: usize = 8;
/// The longest chaining value in bytes.
const CHAINING_BYTES: usize = 64;

/// What the leaves of a tree are.
#[derive(Clone, Copy)]
pub(crate) struct Leaves {
    pub(crate) function: SpongeFunction,
    /// A leaf's length.
    pub(crate) bytes: usize,
    /// The length of its chaining value, at most 64.
    pub(crate) chaining_bytes: usize,
}

impl Leaves {
    const fn sponge(&self) -> Sponge {
        Sponge::new(self.function.rate, self.function.rounds)
    }

    /// Fills `chaining_values` with those of whole leaves.
    fn chain(&self, leaves: &[u8], chaining_values: &mut [u8]) {
        self.function.hash_many(
            leaves.chunks_exact(self.bytes),
            chaining_values.chunks_exact_mut(self.chaining_bytes),
        );
    }
}

/// What takes the chaining values of leaves, in order.
pub(crate) trait Node {
    /// Appends chaining values.
    fn absorb(&mut self, chaining_values: &[u8]);
}

impl Node for Sponge {
    fn absorb(&mut self, chaining_values: &[u8]) {
        self.absorb(chaining_values);
    }
}

/// A node that absorbs, and the leaf that is not complete yet.
#[derive(Clone)]
pub(crate) struct SpongeTree<N = Sponge> {
    pub(crate) node: N,
    leaves: Leaves,
    leaf: Sponge,
    /// Bytes of the current leaf.
    filled: usize,
    /// Leaves that are complete.
    complete: u64,
}

impl<N> SpongeTree<N> {
    pub(crate) const fn new(node: N, leaves: Leaves) -> Self {
        Self { node, leaf: leaves.sponge(), leaves, filled: 0, complete: 0 }
    }

    pub(crate) const fn set_leaf_bytes(&mut self, bytes: usize) {
        self.leaves.bytes = bytes;
    }

    /// What the leaves are.
    pub(crate) const fn leaves(&self) -> Leaves {
        self.leaves
    }
}

impl<N: Node + Send> SpongeTree<N> {
    /// Appends `data` to the leaves.
    pub(crate) fn absorb(&mut self, mut data: &[u8], cores: Cores) {
        if self.filled > 0 {
            let room = self.leaves.bytes - self.filled;
            let (head, rest) = data.split_at(room.min(data.len()));
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

    /// Appends the chaining values of `count` leaves that were hashed elsewhere. No leaf is incomplete.
    #[cfg(feature = "alloc")]
    pub(crate) fn absorb_values(&mut self, chaining_values: &[u8], count: u64) {
        debug_assert_eq!(self.filled, 0);
        self.node.absorb(chaining_values);
        self.complete += count;
    }

    /// Ends the last leaf, if it has any bytes, and gives the number of leaves.
    pub(crate) fn finish(&mut self) -> u128 {
        if self.filled > 0 {
            self.end_leaf();
        }
        self.complete.into()
    }

    /// Absorbs the chaining values of whole leaves.
    fn absorb_whole(&mut self, whole: &[u8], cores: Cores) {
        self.complete += (whole.len() / self.leaves.bytes) as u64;
        #[cfg(feature = "parallel")]
        if cores == Cores::All
            && whole.len() >= parallel::LEAST_BYTES
            && let Some(pool) = crate::platform::cores::pool()
        {
            let mut join = |chaining_values: &[u8]| self.node.absorb(chaining_values);
            return pool.run(&mut || parallel::absorb(&self.leaves, &mut join, whole));
        }
        let _ = cores;
        let mut chaining_values = [0; STEP_LEAVES * CHAINING_BYTES];
        for step in whole.chunks(self.leaves.bytes.saturating_mul(STEP_LEAVES)) {
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

/// Carries what changes; what the leaves are is its owner's to carry.
impl<N: SerializeState> SerializeState for SpongeTree<N> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.node.serialize(fields)?;
        self.leaf.serialize(fields)?;
        fields.size(&mut self.filled)?;
        self.complete.serialize(fields)?;
        // More leaves may come than a message of bytes that can be counted has.
        Fields::check(self.filled < self.leaves.bytes && self.complete <= u64::MAX / 2)
    }
}

/// Reads to the end in large pieces, each of which goes to `absorb`; with the feature `parallel`, the next
/// is read in the meantime. Gives the number of bytes.
#[cfg(feature = "std")]
pub(crate) fn read_all(
    mut reader: impl std::io::Read + Send,
    mut absorb: impl FnMut(&[u8]) + Send,
) -> std::io::Result<u64> {
    #[cfg(feature = "parallel")]
    use crate::platform::cores::both;
    use alloc::vec;
    use zeroize::Zeroizing;

    /// Two of them make all the memory that a file of any length takes.
    const PIECE_BYTES: usize = 8 << 20;

    /// Fills `piece` as far as there is input.
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

    use super::{Leaves, STEP_LEAVES};
    use crate::platform::cores::both;

    /// Below, one core does it alone: waking another takes about 6 µs, an eighth of what this takes.
    pub(super) const LEAST_BYTES: usize = 256 << 10;
    /// What a core takes at a time.
    const GRAIN_BYTES: usize = 64 << 10;
    /// What all take before the node absorbs the chaining values. Longer than the end of a segment, when cores
    /// wait for one another: two cores are 1.92 times as fast as one, with 8 MiB 1.75 times.
    const SEGMENT_BYTES: usize = 64 << 20;
    /// The most memory that the chaining values of a segment take; those of the segment before take as much.
    /// Without this bound, leaves of one byte would take 64 times their input.
    const CHAINING_VALUES_BYTES: usize = 2 << 20;

    /// Hashes whole leaves on all cores, while the chaining values of those before go to `join`.
    pub(super) fn absorb(leaves: &Leaves, join: &mut (dyn FnMut(&[u8]) + Send), whole: &[u8]) {
        let most = CHAINING_VALUES_BYTES / leaves.chaining_bytes;
        let grain = (GRAIN_BYTES / leaves.bytes).min(most / 16);
        let grain = STEP_LEAVES * (grain / STEP_LEAVES).max(1);
        let most = most.min(SEGMENT_BYTES / leaves.bytes);
        let segment = grain * (most / grain).max(1);
        let mut before = Zeroizing::new(Vec::new());
        for segment in whole.chunks(segment.saturating_mul(leaves.bytes)) {
            let mut next = Zeroizing::new(Vec::new());
            both(&mut || next = chain(leaves, segment, grain), &mut || join(&before));
            before = next;
        }
        join(&before);
    }

    /// The chaining values of whole leaves, `grain` leaves a task.
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
