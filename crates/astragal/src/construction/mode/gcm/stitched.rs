//! Counter mode and GHASH in one pass. Interleaves the GHASH multiplication of a batch of blocks with the cipher rounds
//! of the next batch. The multiplication uses execution units that the rounds leave idle.

use super::super::ghash::{Element, Order, POWERS, Product, lanes};
use crate::platform::simd::{Lanes128, PolyVector};
use crate::traits::cipher::{Rounds, STEPS, StitchedKernel};

/// The kernel processes a multiple of this number of blocks. It is a multiple of the batch size of every instruction
/// set.
pub(super) const RUN: usize = POWERS;

/// Stitched kernel: XORs the keystream into the blocks, and hashes the ciphertext into `sum`.
pub(super) struct Pass<'a, const DECRYPT: bool> {
    /// First counter block. Its last four bytes count modulo 2^32.
    pub(super) first: [u8; 16],
    /// Blocks to process; their number is a multiple of [`RUN`].
    pub(super) blocks: &'a mut [[u8; 16]],
    pub(super) powers: &'a [Element; POWERS],
    pub(super) sum: &'a mut Element,
}

impl<const DECRYPT: bool> StitchedKernel<[u8; 16]> for Pass<'_, DECRYPT> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a message has at most 2^32 − 2 blocks")]
    fn run<R: Rounds<Block = [u8; 16]>, V: PolyVector>(self, rounds: R, proof: V::Proof) {
        let Self { first, blocks, powers, sum } = self;
        let powers = &powers[POWERS - R::WIDTH..];
        let mut total = V::One::load(proof.into(), core::slice::from_ref(sum));
        let end = blocks.len();
        let mut start = 0;
        if !DECRYPT {
            // While the first blocks are encrypted, there is no ciphertext to hash yet.
            let state = rounds.apply(rounds.counters(&first, 0));
            let run = &mut blocks[..R::WIDTH];
            rounds.store(rounds.xor(state, rounds.load(run)), run);
            start = R::WIDTH;
        }
        while start < end {
            let hashed = if DECRYPT { start } else { start - R::WIDTH };
            let mut multiplication = Multiplication::<V>::new(proof, total, powers);
            let state = {
                let ciphertext = &blocks[hashed..hashed + R::WIDTH];
                rounds.apply_interleaved(
                    rounds.counters(&first, start as u32),
                    #[inline(always)]
                    |step| multiplication.step::<R>(ciphertext, step),
                )
            };
            let run = &mut blocks[start..start + R::WIDTH];
            rounds.store(rounds.xor(state, rounds.load(run)), run);
            total = multiplication.product.reduce(proof);
            start += R::WIDTH;
        }
        if !DECRYPT {
            let mut multiplication = Multiplication::<V>::new(proof, total, powers);
            let ciphertext = &blocks[end - R::WIDTH..];
            for step in 0..STEPS {
                multiplication.step::<R>(ciphertext, step);
            }
            total = multiplication.product.reduce(proof);
        }
        total.store(core::slice::from_mut(sum));
    }
}

/// Partially computed GHASH multiplication of a batch of blocks.
struct Multiplication<'a, V: PolyVector> {
    proof: V::Proof,
    total: V::One,
    powers: &'a [Element],
    product: Product<V>,
}

impl<'a, V: PolyVector> Multiplication<'a, V> {
    #[inline(always)]
    fn new(proof: V::Proof, total: V::One, powers: &'a [Element]) -> Self {
        Self { proof, total, powers, product: Product::zero(proof) }
    }

    /// Multiplies one vector per step by powers of the key, from the last vector to the first. The running sum is added
    /// to the first vector. It is computed late, so this vector comes last.
    #[inline(always)]
    fn step<R: Rounds<Block = [u8; 16]>>(&mut self, ciphertext: &[[u8; 16]], step: usize) {
        let vectors = R::WIDTH / V::LANES;
        if step >= vectors {
            return;
        }
        let at = (vectors - 1 - step) * V::LANES;
        let mut a = lanes::<V>(self.proof, Order::Ghash, &ciphertext[at..at + V::LANES]);
        if at == 0 {
            a = a.xor(V::widen(self.proof, self.total));
        }
        self.product.add(a, V::load(self.proof, &self.powers[at..at + V::LANES]));
    }
}
