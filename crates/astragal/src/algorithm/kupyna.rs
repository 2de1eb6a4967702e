//! Kupyna: a hash built on two permutations of 8 or 16 columns, with digests of 32, 48 or 64 bytes.
//!
//! # Standard
//! DSTU 7564:2014, the Ukrainian standard.
//!
//! # Files
//! `kupyna.rs` holds the hash. It uses the S-boxes and tables of `kalyna` and the backends of `wide_trail`.
//!
//! # Backends
//! - `portable`: uses lookup tables of 16 KiB.
//! - Vectors (`wide_trail`): compute both permutations at once, T⊕ on the first state and T+ on the second.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by the message, and the registry lists
//! it as `table-based`.
//!
//! # Tests
//! Tests compare the backends with the portable code and check the S-boxes. Known answers are in `astragal-vectors`.

use zeroize::Zeroize;

use crate::algorithm::kalyna::{POLYNOMIAL, S_BOXES, TABLE};
use crate::algorithm::wide_trail::{
    Backend, Columns8, Columns16, FourSBoxes, Layer, PermutationKernel, StatePair,
};
use crate::construction::block_buffer::{BlockBuffer, Eager, Length};
use crate::platform::gf256::mix_columns;
use crate::platform::sbox::SBox;
use crate::platform::words::{erase, load_le, store_le, xor_words};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Kupyna with a state of `C` columns and blocks of `BYTES` = 8·C bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Kupyna<const C: usize, const BYTES: usize> {
    chaining: [u8; BYTES],
    /// Message length in bytes so far.
    length: u128,
    buffer: BlockBuffer<BYTES>,
}

impl<const C: usize, const BYTES: usize> Kupyna<C, BYTES> {
    /// Creates a hash. The first byte of the initial value is the state length in bytes; all other bytes are 0.
    const fn new() -> Self {
        let mut chaining = [0; BYTES];
        chaining[0] = if C == 8 { 64 } else { 128 };
        Self { chaining, length: 0, buffer: BlockBuffer::new() }
    }
}

impl<const C: usize, const BYTES: usize> SerializeState for Kupyna<C, BYTES> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining.serialize(fields)?;
        self.length.serialize(fields)?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl<const C: usize, const BYTES: usize> HashEngine for Kupyna<C, BYTES>
where
    Round<C>: Layer,
{
    fn update(&mut self, data: &[u8]) {
        let backend = Backend::best();
        self.length = self.length.wrapping_add(data.len() as u128);
        let Self { chaining, buffer, .. } = self;
        buffer.update(Eager::Yes, data, |blocks| {
            backend.run(Compress::<C, BYTES> { chaining, blocks });
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let backend = Backend::best();
        // The message length in bits is encoded in 96 bits.
        let bits = self.length << 3 & ((1 << 96) - 1);
        let Self { chaining, buffer, .. } = self;
        buffer.pad::<12>(0x80, bits, Length::LittleEndian, |blocks| {
            backend.run(Compress::<C, BYTES> { chaining, blocks });
        });
        backend.run(Finalization::<C, BYTES>(chaining));
        digest.copy_from_slice(&chaining[BYTES - digest.len()..]);
    }

    fn implementation() -> Implementation {
        Backend::best().implementation()
    }
}

/// Compression function: h ← T⊕(h ⊕ m) ⊕ T+(m) ⊕ h for each block m.
struct Compress<'a, const C: usize, const BYTES: usize> {
    chaining: &'a mut [u8; BYTES],
    blocks: &'a [[u8; BYTES]],
}

impl<const C: usize, const BYTES: usize> PermutationKernel for Compress<'_, C, BYTES>
where
    Round<C>: Layer,
{
    type Width = <Round<C> as Layer>::Width;

    fn portable(self) {
        let mut h: [u64; C] = load_le(self.chaining);
        for block in self.blocks {
            let message: [u64; C] = load_le(block);
            let xor = t_xor(xor_words(message, &h));
            let plus = t_plus(message);
            h = xor_words(xor_words(h, &xor), &plus);
        }
        store_le(&h, self.chaining);
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let mut h = S::load(proof, self.chaining, &[0; BYTES]);
        for block in self.blocks {
            let sum = rounds::<S, Round<C>>(S::load(proof, block, block).xor(h));
            h = h.xor(sum.xor(sum.swap())).first();
        }
        h.store_first(self.chaining);
    }
}

/// Output transformation: h ← T⊕(h) ⊕ h.
struct Finalization<'a, const C: usize, const BYTES: usize>(&'a mut [u8; BYTES]);

impl<const C: usize, const BYTES: usize> PermutationKernel for Finalization<'_, C, BYTES>
where
    Round<C>: Layer,
{
    type Width = <Round<C> as Layer>::Width;

    fn portable(self) {
        let h: [u64; C] = load_le(self.0);
        let xor = t_xor(h);
        store_le(&xor_words(xor, &h), self.0);
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let h = S::load(proof, self.0, &[0; BYTES]);
        rounds::<S, Round<C>>(h).xor(h).store_first(self.0);
    }
}

/// Applies T⊕, whose round constants are XORed into the first row.
fn t_xor<const C: usize>(mut state: [u64; C]) -> [u64; C]
where
    Round<C>: Layer,
{
    for [constants, _] in Round::<C>::CONSTANTS {
        for i in 0..C {
            state[i] ^= constants[i];
        }
        state = mix_columns(&TABLE, &state, Round::<C>::FROM[0]);
    }
    state
}

/// Applies T+, whose round constants are added to each column modulo 2^64.
fn t_plus<const C: usize>(mut state: [u64; C]) -> [u64; C]
where
    Round<C>: Layer,
{
    for [_, constants] in Round::<C>::CONSTANTS {
        for i in 0..C {
            state[i] = state[i].wrapping_add(constants[i]);
        }
        state = mix_columns(&TABLE, &state, Round::<C>::FROM[1]);
    }
    state
}

/// Applies the permutation T⊕ to the first state of a pair and T+ to the second.
#[inline(always)]
fn rounds<S: StatePair, L: Layer>(mut x: S) -> S {
    for round in 0..L::CONSTANTS.len() {
        x = mix::<S, L>(x.add_constants::<L>(round).substitute_and_shift::<L>());
    }
    x
}

/// Multiplies each column by the matrix circ(1, 1, 5, 1, 8, 6, 7, 4). Each of these factors is a polynomial of degree
/// at most 3 in the field element 2, so the product is a polynomial of degree at most 3, too. Its four coefficients are
/// sums of rotated columns.
#[inline(always)]
fn mix<S: StatePair, L: Layer>(x: S) -> S {
    let pair = x.xor(x.rotate_rows::<1>());
    let pair5 = pair.rotate_rows::<5>();
    S::evaluate::<L, 4>([
        pair.xor(pair.rotate_rows::<2>()).xor(x.rotate_rows::<6>()),
        pair5,
        pair5.xor(x.rotate_rows::<2>()).xor(x.rotate_rows::<7>()),
        x.rotate_rows::<4>(),
    ])
}

/// Round of the permutations T⊕ and T+ on `C` columns.
pub(crate) struct Round<const C: usize>;

/// The permutations have 10 rounds on 8 columns, and 14 rounds on 16 columns (DSTU 7564 §6). Row i shifts to the right
/// by i columns. The only exception is row 7 of a 16-column state, which shifts by 11 columns. `FROM` expresses each
/// shift as the equivalent shift to the left.
impl Layer for Round<8> {
    type Width = Columns8;
    type SBoxes = FourSBoxes<Pi<0>, Pi<1>, Pi<2>, Pi<3>>;
    const FROM: [[usize; 8]; 2] = [[0, 7, 6, 5, 4, 3, 2, 1]; 2];
    const POLYNOMIAL: u16 = POLYNOMIAL;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &constants::<8, 10>();
    const ADDS: bool = true;
}

impl Layer for Round<16> {
    type Width = Columns16;
    type SBoxes = FourSBoxes<Pi<0>, Pi<1>, Pi<2>, Pi<3>>;
    const FROM: [[usize; 8]; 2] = [[0, 15, 14, 13, 12, 11, 10, 5]; 2];
    const POLYNOMIAL: u16 = POLYNOMIAL;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &constants::<16, 14>();
    const ADDS: bool = true;
}

const fn constants<const C: usize, const ROUNDS: usize>() -> [[[u64; 16]; 2]; ROUNDS] {
    let mut constants = [[[0; 16]; 2]; ROUNDS];
    let mut round = 0;
    while round < ROUNDS {
        let mut j = 0;
        while j < C {
            constants[round][0][j] = (j << 4 ^ round) as u64;
            let last = (((C - 1 - j) << 4) + round) as u64;
            constants[round][1][j] = 0x00f0_f0f0_f0f0_f0f3_u64.wrapping_add(last << 56);
            j += 1;
        }
        round += 1;
    }
    constants
}

impl<const C: usize, const BYTES: usize> Drop for Kupyna<C, BYTES> {
    fn drop(&mut self) {
        erase(&mut self.chaining);
        self.length.zeroize();
    }
}

hash_types! { "kupyna", Kupyna<8, 64>;
    Kupyna256 = "kupyna-256", digest 32, block 64, "DSTU 7564:2014": Kupyna::new();
}

hash_types! { "kupyna", Kupyna<16, 128>;
    Kupyna384 = "kupyna-384", digest 48, block 128, "DSTU 7564:2014": Kupyna::new();
    Kupyna512 = "kupyna-512", digest 64, block 128, "DSTU 7564:2014": Kupyna::new();
}

/// The S-box π0, π1, π2 or π3 of the standard, selected by `I`.
pub(crate) struct Pi<const I: usize>;

impl<const I: usize> SBox for Pi<I> {
    const TABLE: [u8; 256] = S_BOXES[I];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_boxes_are_permutations() {
        for s_box in S_BOXES {
            let mut seen = [false; 256];
            s_box.iter().for_each(|&value| seen[usize::from(value)] = true);
            assert!(seen.iter().all(|&seen| seen));
        }
    }
}
