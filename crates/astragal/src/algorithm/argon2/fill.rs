//! Fills the memory in the order of RFC 9106 §3.4 (passes, slices, lanes) and chooses the reference blocks.
//!
//! In memory, the slices follow one another, and each slice consists of one segment per lane. The current slice is
//! therefore one contiguous range, and only this range is written. Several threads can compute the segments of a slice,
//! because each thread writes only its own segment.

use super::Block;
use super::backend::Backend;
use super::compress::Combine;
use super::params::{Argon2Params, Version};
use crate::error::KdfError;
#[cfg(feature = "parallel")]
use crate::platform::cores::Cores;
use crate::traits::kdf::Work;

/// Number of slices in a pass. The lanes of a slice are independent, and all of them must be complete before the next
/// slice begins.
const SLICES: usize = 4;

/// Number of pseudorandom words in one address block (§3.4.1.2).
const ADDRESSES: usize = 128;

/// Dimensions of the memory, which is a matrix of lanes and columns.
pub(super) struct Shape {
    /// Number of lanes, p.
    lanes: usize,
    /// Number of blocks in a segment. A segment is the part of a lane that lies in one slice.
    segment: usize,
    passes: u32,
}

impl Shape {
    pub(super) fn new(params: &Argon2Params) -> Self {
        let lanes = params.lanes as usize;
        Self {
            lanes,
            segment: params.memory_kib as usize / (SLICES * lanes),
            passes: params.passes,
        }
    }

    /// Returns the total number of blocks, called m' in RFC 9106.
    pub(super) fn blocks(&self) -> usize {
        SLICES * self.slice()
    }

    /// Returns the number of blocks in a slice.
    fn slice(&self) -> usize {
        self.lanes * self.segment
    }

    /// Returns the memory index of the block at a lane and column.
    pub(super) fn index(&self, lane: usize, column: usize) -> usize {
        let (slice, within) = (column / self.segment, column % self.segment);
        slice * self.slice() + lane * self.segment + within
    }

    /// Returns the XOR of the blocks in the last column (§3.2, step 7).
    pub(super) fn xor_of_last_blocks(&self, memory: &[Block]) -> Block {
        let mut sum = [0; 128];
        for lane in 0..self.lanes {
            let last = &memory[self.index(lane, SLICES * self.segment - 1)];
            sum.iter_mut().zip(last).for_each(|(sum, word)| *sum ^= word);
        }
        sum
    }
}

/// Fills the memory. The caller must have computed the first two columns.
pub(super) fn fill(
    shape: &Shape,
    kind: u32,
    version: Version,
    memory: &mut [Block],
    backend: Backend,
    work: &mut Work<'_>,
) -> Result<(), KdfError> {
    let total = u64::from(shape.passes) * SLICES as u64;
    for pass in 0..shape.passes {
        for slice in 0..SLICES {
            work.report(u64::from(pass) * SLICES as u64 + slice as u64, total)?;
            let (before, rest) = memory.split_at_mut(slice * shape.slice());
            let (current, after) = rest.split_at_mut(shape.slice());
            let current_slice =
                SlicePass { shape, kind, version, pass, slice, before, after, backend };
            current_slice.fill_lanes(current, work);
        }
    }
    Ok(())
}

/// One slice to compute in one pass, and the memory outside this slice.
#[derive(Clone, Copy)]
struct SlicePass<'m> {
    shape: &'m Shape,
    kind: u32,
    version: Version,
    pass: u32,
    slice: usize,
    /// Blocks of all slices before the current slice.
    before: &'m [Block],
    /// Blocks of all slices after the current slice.
    after: &'m [Block],
    backend: Backend,
}

impl SlicePass<'_> {
    fn fill_lanes(&self, current: &mut [Block], work: &Work<'_>) {
        let fill = |(lane, segment): (usize, &mut [Block])| self.fill_segment(lane, segment);
        #[cfg(feature = "parallel")]
        if self.shape.lanes > 1
            && work.cores() == Cores::All
            && let Some(pool) = crate::platform::cores::pool()
        {
            use rayon::prelude::*;
            return pool.run(&mut || {
                current.par_chunks_exact_mut(self.shape.segment).enumerate().for_each(fill);
            });
        }
        #[cfg(not(feature = "parallel"))]
        let _ = work;
        current.chunks_exact_mut(self.shape.segment).enumerate().for_each(fill);
    }

    /// Fills one lane's segment of the slice.
    fn fill_segment(&self, lane: usize, own: &mut [Block]) {
        let independent = self.kind == 1 || (self.kind == 2 && self.pass == 0 && self.slice < 2);
        let mut addresses = Addresses::new(self, lane);
        let replaces = self.pass == 0 || self.version == Version::V10;
        let combine = if replaces { Combine::Replace } else { Combine::Xor };
        // The caller has computed the first two columns before the first pass, so the loop skips them.
        let first = if self.pass == 0 && self.slice == 0 { 2 } else { 0 };
        for at in first..own.len() {
            let (done, to_do) = own.split_at_mut(at);
            let (next, _) = to_do
                .split_first_mut()
                .unwrap_or_else(|| unreachable!("`at` is less than the number of blocks"));
            let previous = match done.last() {
                Some(block) => block,
                None => self.last_of_slice_before(lane),
            };
            let random = if independent { addresses.get(at, self.backend) } else { previous[0] };
            let reference = self.reference(lane, at, random, done);
            self.backend.compress(next, previous, reference, combine);
        }
    }

    /// Returns the last block of this lane in the previous slice.
    fn last_of_slice_before(&self, lane: usize) -> &Block {
        let at = (lane + 1) * self.shape.segment - 1;
        self.other_slice((self.slice + SLICES - 1) % SLICES, at)
    }

    /// Returns block `at` of a slice that is not the current slice.
    fn other_slice(&self, slice: usize, at: usize) -> &Block {
        if slice < self.slice {
            &self.before[slice * self.shape.slice() + at]
        } else {
            &self.after[(slice - self.slice - 1) * self.shape.slice() + at]
        }
    }

    /// Returns the reference block that the pseudorandom value `random` selects (§3.4.1.3, §3.4.2). `done` holds the
    /// blocks of this segment that are already computed.
    #[inline]
    fn reference<'s>(
        &'s self,
        lane: usize,
        at: usize,
        random: u64,
        done: &'s [Block],
    ) -> &'s Block {
        let segment = self.shape.segment;
        let (j1, j2) = (random & 0xffff_ffff, random >> 32);
        let first_slice = self.pass == 0 && self.slice == 0;
        #[expect(clippy::cast_possible_truncation, reason = "the remainder is a lane index")]
        let chosen = if first_slice { lane } else { (j2 % self.shape.lanes as u64) as usize };
        // The candidates for the reference block are the blocks of the chosen lane in the finished slices. In the first
        // pass, these are the earlier slices; in later passes, the last three slices. If the chosen lane is the current
        // lane, the finished blocks of the current segment are candidates too, except the newest. For the first block
        // of a segment, the newest block of the chosen lane is never a candidate.
        let finished = if self.pass == 0 { self.slice } else { SLICES - 1 } * segment;
        let candidates = match (chosen == lane, at) {
            (true, _) => finished + at - 1,
            (false, 0) => finished - 1,
            (false, _) => finished,
        };
        // Recent blocks are chosen more often. With n candidates and x = j1 / 2^32, the chosen block is n · x² blocks
        // older than the newest candidate.
        let x = (j1 * j1) >> 32;
        let y = (candidates as u64 * x) >> 32;
        let relative = candidates - 1 - y as usize;
        let start = if self.pass == 0 { 0 } else { self.slice + 1 };
        // This loop replaces a division by `segment`, because the latency of a division would delay every block.
        let (mut slice, mut within) = (start, relative);
        while within >= segment {
            within -= segment;
            slice += 1;
        }
        slice %= SLICES;
        if slice == self.slice {
            &done[within]
        } else {
            self.other_slice(slice, chosen * segment + within)
        }
    }
}

/// Generator of block addresses that do not depend on the password (§3.4.1.2).
struct Addresses {
    input: Block,
    words: Block,
}

impl Addresses {
    fn new(slice: &SlicePass<'_>, lane: usize) -> Self {
        let mut input = [0; 128];
        let numbers = [
            u64::from(slice.pass),
            lane as u64,
            slice.slice as u64,
            slice.shape.blocks() as u64,
            u64::from(slice.shape.passes),
            u64::from(slice.kind),
        ];
        input[..6].copy_from_slice(&numbers);
        Self { input, words: [0; 128] }
    }

    /// Returns the pseudorandom word for the block at position `at` of the segment. The caller must request the
    /// positions in increasing order.
    fn get(&mut self, at: usize, backend: Backend) -> u64 {
        const ZERO: Block = [0; 128];
        let block = (at / ADDRESSES + 1) as u64;
        if self.input[6] != block {
            self.input[6] = block;
            let mut once = ZERO;
            backend.compress(&mut once, &ZERO, &self.input, Combine::Replace);
            backend.compress(&mut self.words, &ZERO, &once, Combine::Replace);
        }
        self.words[at % ADDRESSES]
    }
}
