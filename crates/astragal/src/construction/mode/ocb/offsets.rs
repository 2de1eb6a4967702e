//! Masks and offsets of OCB (RFC 7253 §4.1, §4.2). The masks are the values L_*, L_$ and L_i that are derived from the
//! key. The offset of a block is an XOR of masks.

use crate::construction::mode::cmac::double;
use crate::platform::array::Flat as _;
use crate::platform::words::{erase, xor_into};
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

/// Masks L_*, L_$, L_0, L_1 and so on. Each mask is the previous mask doubled in GF(2^128) (§4.1).
#[derive(Clone)]
pub(super) struct Masks {
    masks: [[u8; 16]; MASKS],
    /// Element `i` is the XOR of the masks of the first `i` blocks.
    sums: [[u8; 16]; SUMS + 1],
}

impl Masks {
    /// Computes the masks from L_*, the encrypted zero block.
    pub(super) fn new(first: &[u8; 16]) -> Self {
        let mut masks = Self { masks: [[0; 16]; MASKS], sums: [[0; 16]; SUMS + 1] };
        let mut mask = u128::from_be_bytes(*first);
        for place in &mut masks.masks {
            *place = mask.to_be_bytes();
            mask = double(mask);
        }
        for i in 1..=SUMS {
            masks.sums[i] = xor(&masks.sums[i - 1], &masks.of(i as u64));
        }
        masks
    }

    /// Returns the mask with index [`TAIL`] or [`TAG`].
    #[inline(always)]
    pub(super) fn at(&self, index: usize) -> &[u8; 16] {
        &self.masks[index]
    }

    /// Returns the mask of block number `number`, counted from 1.
    #[inline(always)]
    fn of(&self, number: u64) -> [u8; 16] {
        let zeros = number.trailing_zeros() as usize;
        match self.masks.get(FIRST + zeros) {
            Some(mask) => *mask,
            None => self.rare(zeros),
        }
    }

    /// Returns the mask of block number `number`, or `rare` if the mask is not stored.
    #[inline(always)]
    fn stored(&self, number: u64, rare: &[u8; 16]) -> [u8; 16] {
        *self.masks.get(FIRST + number.trailing_zeros() as usize).unwrap_or(rare)
    }

    /// Computes a mask that is not stored.
    #[cold]
    fn rare(&self, zeros: usize) -> [u8; 16] {
        let last = u128::from_be_bytes(self.masks[MASKS - 1]);
        let mask = (MASKS - 1..FIRST + zeros).fold(last, |mask, _| double(mask));
        mask.to_be_bytes()
    }
}

impl Drop for Masks {
    fn drop(&mut self) {
        erase(self.masks.flat_mut());
        erase(self.sums.flat_mut());
    }
}

/// Returns `a ^ b`. Offsets stay byte arrays, which the compiler keeps in vectors. A 128-bit number would be stored as
/// two halves, and the load of a vector would wait until both are in the cache.
#[inline(always)]
pub(super) fn xor(a: &[u8; 16], b: &[u8; 16]) -> [u8; 16] {
    let mut sum = *a;
    xor_into(&mut sum, b);
    sum
}

/// Generator of the offsets of consecutive blocks.
pub(super) struct Offsets<'a> {
    masks: &'a Masks,
    /// Offset of the last processed block.
    pub(super) offset: [u8; 16],
    /// Number of the last processed block.
    number: u64,
}

impl<'a> Offsets<'a> {
    pub(super) fn new(masks: &'a Masks, offset: [u8; 16]) -> Self {
        Self { masks, offset, number: 0 }
    }

    /// Encrypts or decrypts full batches of blocks with [`Rounds::ocb`]. The number of blocks processed so far must be
    /// a multiple of the batch size. XORs the plaintext blocks into `checksum`.
    #[inline(always)]
    pub(super) fn crypt<R: Rounds<Block = [u8; 16]>, const DECRYPT: bool>(
        &mut self,
        rounds: R,
        blocks: &mut [[u8; 16]],
        checksum: &mut [u8; 16],
    ) {
        const { assert!(FIRST_RARE.is_multiple_of(R::WIDTH)) };
        let (sums, step, own) = self.batch(rounds);
        for run in blocks.chunks_mut(FIRST_RARE) {
            // Only the last block of a whole run can have a mask that is not stored.
            let end = self.number + run.len() as u64;
            let rare =
                if end.is_multiple_of(FIRST_RARE as u64) { self.masks.of(end) } else { [0; 16] };
            let (masks, mut number) = (self.masks, self.number);
            let sum = rounds.ocb::<DECRYPT>(
                run,
                sums,
                &mut self.offset,
                &step,
                #[inline(always)]
                || {
                    number += R::WIDTH as u64;
                    [masks.stored(number, &rare), *own]
                },
            );
            self.number = number;
            rounds.add_blocks(sum, checksum);
        }
    }

    /// Returns, for batches of `R::WIDTH` blocks: the offsets of the first batch of a message whose first offset is
    /// zero, the last of these offsets, and the mask of the last block of this batch. The other batches differ from the
    /// first in this mask only.
    #[inline(always)]
    pub(super) fn batch<R: Rounds<Block = [u8; 16]>>(
        &self,
        rounds: R,
    ) -> (R::State, [u8; 16], &'a [u8; 16]) {
        const { assert!(R::WIDTH.is_power_of_two()) };
        let own = self.masks.at(FIRST + R::WIDTH.trailing_zeros() as usize);
        if const { R::WIDTH <= SUMS } {
            let sums = &self.masks.sums[1..=R::WIDTH];
            return (rounds.load(sums), sums[R::WIDTH - 1], own);
        }
        let (mut blocks, mut sum) = (R::Blocks::zero(), [0; 16]);
        for (i, block) in blocks.as_mut().iter_mut().enumerate() {
            sum = xor(&sum, &self.masks.of(i as u64 + 1));
            *block = sum;
        }
        (rounds.load(blocks.as_ref()), sum, own)
    }

    /// Returns the offsets of an incomplete batch with `used` blocks, and advances to its last block.
    #[inline(always)]
    pub(super) fn incomplete<R: Rounds<Block = [u8; 16]>>(
        &mut self,
        rounds: R,
        used: usize,
    ) -> R::State {
        let offsets = rounds.xor(rounds.splat(&self.offset), self.batch(rounds).0);
        self.number += used as u64;
        if const { R::WIDTH <= SUMS } {
            self.offset = xor(&self.offset, &self.masks.sums[used]);
        } else {
            let mut blocks = R::Blocks::zero();
            rounds.store(offsets, blocks.as_mut());
            self.offset = blocks.as_ref()[used - 1];
        }
        offsets
    }

    /// Returns the offsets of the next full batch. The number of blocks processed so far must be a multiple of the
    /// batch size.
    #[inline(always)]
    pub(super) fn next<R: Rounds<Block = [u8; 16]>>(&mut self, rounds: R) -> R::State {
        let (sums, step, own) = self.batch(rounds);
        self.number += R::WIDTH as u64;
        let mask = xor(&self.masks.of(self.number), own);
        rounds.ocb_offsets(sums, &mut self.offset, &step, &mask)
    }
}

impl Drop for Offsets<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        erase(&mut self.offset);
    }
}

/// Maximum number of blocks of a batch whose offsets are computed in advance.
const SUMS: usize = 16;

/// Number of the first block whose mask is not stored.
const FIRST_RARE: usize = 1 << (MASKS - FIRST);

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests masks beyond the stored ones by computing them directly, because a message that needs such a mask is too
    /// long to encrypt in a test.
    #[test]
    fn computes_masks_beyond_the_table() {
        let mut mask = 0x8000_0000_0000_0000_0000_0000_0000_0001_u128;
        let masks = Masks::new(&mask.to_be_bytes());
        for _ in 0..MASKS {
            mask = double(mask);
        }
        for zeros in MASKS - FIRST..64 {
            assert_eq!(masks.rare(zeros), mask.to_be_bytes(), "{zeros}");
            mask = double(mask);
        }
    }
}
