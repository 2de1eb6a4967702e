//! Masks and offsets of OCB (RFC 7253 §4.1, §4.2). The masks are the values L_*, L_$ and L_i that are derived from the
//! key. The offset of a block is an XOR of masks.

use core::hint::black_box;

use crate::construction::mode::cmac::double;
use crate::platform::array::copy;
use crate::platform::words::erase;
use crate::traits::cipher::{Blocks as _, Rounds};

/// Number of stored masks: L_*, L_$, and L_0 to L_29. A block whose number is divisible by 2^30 needs a later mask,
/// which is computed on demand.
pub(super) const MASKS: usize = 32;
/// Index of L_*, the mask of incomplete blocks.
pub(super) const TAIL: usize = 0;
/// Index of L_$, the mask of the tag.
pub(super) const TAG: usize = 1;
/// Index of L_0. The offset of block i is the previous offset XORed with L_n, where n is the number of trailing zero
/// bits of i.
const FIRST: usize = 2;

/// Masks L_*, L_$, L_0, L_1 and so on. Each mask is the previous mask doubled in GF(2^128) (§4.1). The bytes of a mask
/// are stored in the RFC's order, whatever the machine's endianness.
#[derive(Clone)]
pub(super) struct Masks(pub(super) [u128; MASKS]);

impl Masks {
    /// Returns the mask of block number `number`, counted from 1.
    #[inline(always)]
    pub(super) fn of(&self, number: u64) -> u128 {
        let zeros = number.trailing_zeros() as usize;
        match self.0.get(FIRST + zeros) {
            Some(mask) => *mask,
            None => self.rare(zeros),
        }
    }

    /// Returns the mask of block number `number`, or `rare` if the mask is not stored. LLVM loads the mask as a vector,
    /// unlike a mask that [`of`](Self::of) returns.
    #[inline(always)]
    fn stored(&self, number: u64, rare: &u128) -> u128 {
        *self.0.get(FIRST + number.trailing_zeros() as usize).unwrap_or(rare)
    }

    /// Computes a mask that is not stored.
    #[cold]
    fn rare(&self, zeros: usize) -> u128 {
        let last = u128::from_be(self.0[MASKS - 1]);
        let mask = (MASKS - 1..FIRST + zeros).fold(last, |mask, _| double(mask));
        mask.to_be()
    }
}

impl Drop for Masks {
    fn drop(&mut self) {
        erase(&mut self.0);
    }
}

/// Generator of the offsets of consecutive blocks.
pub(super) struct Offsets<'a> {
    pub(super) masks: &'a Masks,
    pub(super) last: Last,
}

/// The last processed block.
#[derive(Clone, Copy)]
pub(super) struct Last {
    pub(super) offset: u128,
    number: u64,
}

impl<'a> Offsets<'a> {
    pub(super) fn new(masks: &'a Masks, offset: u128) -> Self {
        Self { masks, last: Last { offset, number: 0 } }
    }

    /// Computes the offsets of the next `used` blocks.
    #[inline(always)]
    pub(super) fn next<R: Rounds<Block = [u8; 16]>>(&mut self, used: usize) -> R::Blocks {
        let mut blocks = R::Blocks::zero();
        for block in &mut blocks.as_mut()[..used] {
            self.last.number += 1;
            self.last.offset ^= self.masks.of(self.last.number);
            *block = self.last.offset.to_ne_bytes();
        }
        blocks
    }

    /// Encrypts or decrypts full batches of blocks with [`Rounds::ocb`]. The number of blocks processed so far must be
    /// a multiple of the batch size. Passes sums of plaintext blocks to `add`.
    #[inline(always)]
    pub(super) fn crypt<R: Rounds<Block = [u8; 16]>, const DECRYPT: bool>(
        &mut self,
        rounds: R,
        blocks: &mut [[u8; 16]],
        mut add: impl FnMut(R::State),
    ) {
        const { assert!(FIRST_RARE.is_multiple_of(R::WIDTH)) };
        let Batch { sums, sum } = self.batch(rounds);
        let Last { mut offset, mut number } = self.last;
        for run in blocks.chunks_mut(FIRST_RARE) {
            // Only the last block of a whole run can have a mask that is not stored.
            let end = number + run.len() as u64;
            let rare = if end.is_multiple_of(FIRST_RARE as u64) { self.masks.of(end) } else { 0 };
            add(rounds.ocb::<DECRYPT>(
                run,
                sums,
                &mut offset,
                sum,
                #[inline(always)]
                || {
                    number += R::WIDTH as u64;
                    self.masks.stored(number, &rare)
                },
            ));
        }
        self.last = Last { offset, number };
    }

    /// Returns the part of the offsets that is the same in every full batch of `R::WIDTH` blocks. Sum `i` is the XOR of
    /// the masks of the first `i` + 1 blocks. The last sum leaves out the mask of the last block, because this mask
    /// differs from batch to batch.
    #[inline(always)]
    pub(super) fn batch<R: Rounds<Block = [u8; 16]>>(&self, rounds: R) -> Batch<R> {
        const { assert!(R::WIDTH.is_power_of_two()) };
        let (mut blocks, mut sum) = (R::Blocks::zero(), 0);
        for (i, block) in blocks.as_mut().iter_mut().enumerate() {
            if i + 1 < R::WIDTH {
                sum ^= self.masks.0[FIRST + (i + 1).trailing_zeros() as usize];
            }
            *block = sum.to_ne_bytes();
        }
        // `black_box` makes LLVM load the sums as vectors. Otherwise, LLVM would add each offset in general registers
        // and then move the results to vectors: OCB with AES-128 would take 1.3 times as long for 16 KiB. Narrow
        // batches do not use `black_box`: a message has only a few of them. The vector loads would wait for the stores
        // of the sums, which costs more than the vectors save.
        let sums = if const { R::WIDTH >= WIDE } {
            rounds.load(black_box(&blocks).as_ref())
        } else {
            rounds.load(blocks.as_ref())
        };
        Batch { sums, sum }
    }

    /// XORs the next offsets into an incomplete batch of blocks, then applies the cipher to the batch. Returns the
    /// result and the offsets.
    #[inline(always)]
    pub(super) fn incomplete<R: Rounds<Block = [u8; 16]>>(
        &mut self,
        rounds: R,
        blocks: &[[u8; 16]],
    ) -> (R::State, R::State) {
        let offsets = rounds.load(self.next::<R>(blocks.len()).as_ref());
        let mut work = R::Blocks::zero();
        copy(&mut work.as_mut()[..blocks.len()], blocks);
        let state = rounds.xor(rounds.load(work.as_ref()), offsets);
        (rounds.apply_first(state, blocks.len()), offsets)
    }
}

/// Part of the offsets that is the same in every full batch of blocks: for each block, a sum of masks.
pub(super) struct Batch<R: Rounds<Block = [u8; 16]>> {
    sums: R::State,
    /// Sum of the masks of all blocks of a batch except the last.
    sum: u128,
}

impl<R: Rounds<Block = [u8; 16]>> Batch<R> {
    /// Returns the offsets of the next full batch, and advances `last` to the end of the batch. The number of blocks
    /// processed so far must be a multiple of the batch size, which is a power of two.
    #[inline(always)]
    pub(super) fn next(&self, rounds: R, masks: &Masks, last: &mut Last) -> R::State {
        last.number += R::WIDTH as u64;
        let mask = masks.of(last.number);
        let mut blocks = R::Blocks::zero();
        for block in blocks.as_mut() {
            *block = last.offset.to_ne_bytes();
        }
        blocks.as_mut()[R::WIDTH - 1] = (last.offset ^ mask).to_ne_bytes();
        last.offset ^= self.sum ^ mask;
        rounds.xor(rounds.load(blocks.as_ref()), self.sums)
    }
}

impl Drop for Offsets<'_> {
    fn drop(&mut self) {
        erase(core::slice::from_mut(&mut self.last.offset));
    }
}

/// Minimum size of a wide batch, in blocks. Most of a long message is processed in wide batches, and its end in a few
/// narrow batches.
pub(super) const WIDE: usize = 16;

/// Number of the first block whose mask is not stored.
const FIRST_RARE: usize = 1 << (MASKS - FIRST);

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests masks beyond the stored ones by computing them directly, because a message that needs such a mask is too
    /// long to encrypt in a test.
    #[test]
    fn computes_masks_beyond_the_table() {
        let mut masks = Masks([0; MASKS]);
        let mut mask = 0x8000_0000_0000_0000_0000_0000_0000_0001;
        for stored in &mut masks.0 {
            *stored = u128::to_be(mask);
            mask = double(mask);
        }
        for zeros in MASKS - FIRST..64 {
            assert_eq!(masks.rare(zeros), mask.to_be(), "{zeros}");
            mask = double(mask);
        }
    }
}
