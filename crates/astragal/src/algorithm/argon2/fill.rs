//! The order of work over the memory (RFC 9106 §3.4): passes, slices, lanes; and which blocks a block is made
//! of.
//!
//! The memory is laid out by slices, and within a slice by lanes: what is written at one time is one run, which
//! splits into a part for each lane; what may be read besides is the rest. So the lanes of a slice can be
//! computed by several threads without sharing anything that changes.

use super::Block;
use super::backend::Backend;
use super::compress::Meet;
use super::params::{Argon2Params, Version};
use crate::error::KdfError;
#[cfg(feature = "parallel")]
use crate::platform::cores::Cores;
use crate::traits::kdf::Work;

/// Slices of a pass, between which lanes wait for one another.
const SLICES: usize = 4;

/// Addresses that one block of pseudorandom words gives (§3.4.1.2).
const ADDRESSES: usize = 128;

/// The memory as a matrix of lanes and columns.
pub(super) struct Shape {
    /// p
    lanes: usize,
    /// Blocks of a lane in a slice.
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

    /// m', the blocks in all.
    pub(super) fn blocks(&self) -> usize {
        SLICES * self.slice()
    }

    /// Blocks of a slice.
    fn slice(&self) -> usize {
        self.lanes * self.segment
    }

    /// Where the block of this lane and column lies.
    pub(super) fn index(&self, lane: usize, column: usize) -> usize {
        let (slice, within) = (column / self.segment, column % self.segment);
        slice * self.slice() + lane * self.segment + within
    }

    /// The blocks of the last column, XORed (§3.2, step 7).
    pub(super) fn xor_of_last_blocks(&self, memory: &[Block]) -> Block {
        let mut sum = [0; 128];
        for lane in 0..self.lanes {
            let last = &memory[self.index(lane, SLICES * self.segment - 1)];
            sum.iter_mut().zip(last).for_each(|(sum, word)| *sum ^= word);
        }
        sum
    }
}

/// Fills the memory, whose first two columns are there.
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
            let step = Step { shape, kind, version, pass, slice, before, after, backend };
            step.fill_lanes(current, work);
        }
    }
    Ok(())
}

/// One slice of one pass.
#[derive(Clone, Copy)]
struct Step<'m> {
    shape: &'m Shape,
    kind: u32,
    version: Version,
    pass: u32,
    slice: usize,
    /// The slices before this one, and those after it.
    before: &'m [Block],
    after: &'m [Block],
    backend: Backend,
}

impl Step<'_> {
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

    /// Fills one lane's segment.
    fn fill_segment(&self, lane: usize, own: &mut [Block]) {
        let independent = self.kind == 1 || (self.kind == 2 && self.pass == 0 && self.slice < 2);
        let mut addresses = Addresses::new(self, lane);
        let replaces = self.pass == 0 || self.version == Version::V10;
        let meet = if replaces { Meet::Replace } else { Meet::Xor };
        // The first two columns are there before all else.
        let first = if self.pass == 0 && self.slice == 0 { 2 } else { 0 };
        for at in first..own.len() {
            let (done, to_do) = own.split_at_mut(at);
            let (next, _) = to_do.split_first_mut().unwrap_or_else(|| unreachable!("at is less"));
            let previous = match done.last() {
                Some(block) => block,
                None => self.last_of_slice_before(lane),
            };
            let random = if independent { addresses.get(at, self.backend) } else { previous[0] };
            let reference = self.reference(lane, at, random, done);
            self.backend.compress(next, previous, reference, meet);
        }
    }

    /// The block before the first one of this lane's segment.
    fn last_of_slice_before(&self, lane: usize) -> &Block {
        let at = (lane + 1) * self.shape.segment - 1;
        self.other_slice((self.slice + SLICES - 1) % SLICES, at)
    }

    /// A block of another slice than the one that is being filled.
    fn other_slice(&self, slice: usize, at: usize) -> &Block {
        if slice < self.slice {
            &self.before[slice * self.shape.slice() + at]
        } else {
            &self.after[(slice - self.slice - 1) * self.shape.slice() + at]
        }
    }

    /// The reference block that the pseudorandom `random` chooses (§3.4.1.3, §3.4.2); `done` is what this
    /// segment has so far.
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
        #[expect(clippy::cast_possible_truncation, reason = "less than the number of lanes")]
        let chosen = if first_slice { lane } else { (j2 % self.shape.lanes as u64) as usize };
        // The candidates: finished slices of the last pass, and of the own lane what this one has, but for the
        // previous block.
        let finished = if self.pass == 0 { self.slice } else { SLICES - 1 } * segment;
        let candidates = match (chosen == lane, at) {
            (true, _) => finished + at - 1,
            (false, 0) => finished - 1,
            (false, _) => finished,
        };
        // Recent blocks are chosen more often: 1 - x² of the candidates, x = j1 / 2^32.
        let x = (j1 * j1) >> 32;
        let y = (candidates as u64 * x) >> 32;
        let relative = candidates - 1 - y as usize;
        let start = if self.pass == 0 { 0 } else { self.slice + 1 };
        // Slice by slice rather than by a division: on the way from one block to the next.
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

/// The addresses that do not depend on the password (§3.4.1.2).
struct Addresses {
    input: Block,
    words: Block,
}

impl Addresses {
    fn new(step: &Step<'_>, lane: usize) -> Self {
        let mut input = [0; 128];
        let numbers = [
            u64::from(step.pass),
            lane as u64,
            step.slice as u64,
            step.shape.blocks() as u64,
            u64::from(step.shape.passes),
            u64::from(step.kind),
        ];
        input[..6].copy_from_slice(&numbers);
        Self { input, words: [0; 128] }
    }

    /// The word for the block at this place; asked for in order.
    fn get(&mut self, at: usize, backend: Backend) -> u64 {
        const ZERO: Block = [0; 128];
        let block = (at / ADDRESSES + 1) as u64;
        if self.input[6] != block {
            self.input[6] = block;
            let mut once = ZERO;
            backend.compress(&mut once, &ZERO, &self.input, Meet::Replace);
            backend.compress(&mut self.words, &ZERO, &once, Meet::Replace);
        }
        self.words[at % ADDRESSES]
    }
}
