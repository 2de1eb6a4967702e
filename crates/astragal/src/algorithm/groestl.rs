//! Grøstl: a hash built on two AES-like permutations. Their states have 8 or 16 columns of 8 bytes.
//!
//! # Standard
//! Gauravaram, Knudsen, Matusiewicz, Mendel, Rechberger, Schläffer, Thomsen: "Grøstl", the tweaked version of round 3
//! of the SHA-3 competition.
//!
//! # Files
//! `groestl.rs`, with the backends of `wide_trail`.
//!
//! # Backends
//! - `portable`: uses lookup tables of 16 KiB.
//! - Vectors (`wide_trail`): compute both permutations at once, P on the first state and Q on the second. The S-box is
//!   computed by GFNI or AES instructions, where these are available.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by the message, and the registry lists
//! it as `table-based`.
//!
//! # Tests
//! Tests compare the backends with the portable code. Known answers are in `astragal-vectors`.

use zeroize::Zeroize;

use crate::algorithm::wide_trail::{
    Backend, Columns8, Columns16, Layer, OneSBox, PermutationKernel, StatePair,
};
use crate::construction::block_buffer::{BlockBuffer, Eager, Length};
use crate::platform::gf256::{WideTable, circulant, mix_columns, wide_table};
use crate::platform::sbox::{Inversion, SBox};
use crate::platform::words::{erase, load_le, store_le, xor_words};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Grøstl with a state of `C` columns and blocks of `BYTES` = 8·C bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Groestl<const C: usize, const BYTES: usize> {
    chaining: [u8; BYTES],
    /// Number of compressed blocks.
    blocks: u64,
    buffer: BlockBuffer<BYTES>,
}

impl<const C: usize, const BYTES: usize> Groestl<C, BYTES> {
    /// Creates a hash. The initial value is zero except for its last two bytes, which hold the digest length in bits,
    /// big-endian.
    const fn new(digest_bytes: usize) -> Self {
        let mut chaining = [0; BYTES];
        [.., chaining[BYTES - 2], chaining[BYTES - 1]] = (8 * digest_bytes as u64).to_be_bytes();
        Self { chaining, blocks: 0, buffer: BlockBuffer::new() }
    }
}

impl<const C: usize, const BYTES: usize> SerializeState for Groestl<C, BYTES> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining.serialize(fields)?;
        self.blocks.serialize(fields)?;
        // Rejects an imported block count for which the message length in bytes would not fit in 64 bits.
        Fields::check(self.blocks <= u64::MAX / BYTES as u64)?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl<const C: usize, const BYTES: usize> HashEngine for Groestl<C, BYTES>
where
    Round<C>: Layer,
{
    fn update(&mut self, data: &[u8]) {
        let backend = Backend::best();
        let Self { chaining, blocks, buffer } = self;
        buffer.update(Eager::Yes, data, |run| {
            *blocks += run.len() as u64;
            backend.run(Compress::<C, BYTES> { chaining, blocks: run });
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let backend = Backend::best();
        // The length field holds the total number of blocks, including the padding blocks.
        let spills = self.buffer.pending().len() + 1 > BYTES - 8;
        let blocks = self.blocks.wrapping_add(1 + u64::from(spills));
        let Self { chaining, buffer, .. } = self;
        buffer.pad::<8>(0x80, blocks.into(), Length::BigEndian, |run| {
            backend.run(Compress::<C, BYTES> { chaining, blocks: run });
        });
        backend.run(OutputTransformation::<C, BYTES>(chaining));
        digest.copy_from_slice(&chaining[BYTES - digest.len()..]);
    }

    fn implementation() -> Implementation {
        Backend::best().implementation()
    }
}

/// Compression function: h ← P(h ⊕ m) ⊕ Q(m) ⊕ h for each block m.
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
            let p = permute::<C>(xor_words(message, &h), 0);
            let q = permute::<C>(message, 1);
            h = xor_words(xor_words(h, &p), &q);
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

/// Output transformation: h ← P(h) ⊕ h.
struct OutputTransformation<'a, const C: usize, const BYTES: usize>(&'a mut [u8; BYTES]);

impl<const C: usize, const BYTES: usize> PermutationKernel for OutputTransformation<'_, C, BYTES>
where
    Round<C>: Layer,
{
    type Width = <Round<C> as Layer>::Width;

    fn portable(self) {
        let h: [u64; C] = load_le(self.0);
        let p = permute(h, 0);
        store_le(&xor_words(p, &h), self.0);
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let h = S::load(proof, self.0, &[0; BYTES]);
        rounds::<S, Round<C>>(h).xor(h).store_first(self.0);
    }
}

/// Applies the permutation P if `index` is 0, or Q if it is 1.
#[inline(always)]
fn permute<const C: usize>(mut state: [u64; C], index: usize) -> [u64; C]
where
    Round<C>: Layer,
{
    for constants in Round::<C>::CONSTANTS {
        for i in 0..C {
            state[i] ^= constants[index][i];
        }
        state = mix_columns(&TABLE, &state, Round::<C>::FROM[index]);
    }
    state
}

/// Round of the permutations P and Q on `C` columns.
pub(crate) struct Round<const C: usize>;

/// Applies the permutation P to the first state of a pair and Q to the second.
#[inline(always)]
fn rounds<S: StatePair, L: Layer>(mut x: S) -> S {
    for round in 0..L::CONSTANTS.len() {
        x = mix::<S, L>(x.add_constants::<L>(round).substitute_and_shift::<L>());
    }
    x
}

/// MixBytes: multiplies each column by the matrix circ(2, 2, 3, 4, 5, 3, 5, 7). Each of these factors is a polynomial
/// of degree at most 2 in the field element 2, so the product is a polynomial of degree at most 2, too. Its three
/// coefficients are sums of rotated columns.
#[inline(always)]
fn mix<S: StatePair, L: Layer>(x: S) -> S {
    let t = x.xor(x.rotate_rows::<1>());
    let y = t.xor(t.rotate_rows::<2>()).xor(x.rotate_rows::<6>());
    let z = t.xor(t.rotate_rows::<3>());
    S::evaluate::<L, 3>([y.rotate_rows::<4>(), y.rotate_rows::<7>(), z.rotate_rows::<3>()])
}

impl Layer for Round<8> {
    type Width = Columns8;
    type SBoxes = OneSBox<SubBytes>;
    const FROM: [[usize; 8]; 2] = [[0, 1, 2, 3, 4, 5, 6, 7], [1, 3, 5, 7, 0, 2, 4, 6]];
    const POLYNOMIAL: u16 = POLYNOMIAL;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &constants::<10>();
}

impl Layer for Round<16> {
    type Width = Columns16;
    type SBoxes = OneSBox<SubBytes>;
    const FROM: [[usize; 8]; 2] = [[0, 1, 2, 3, 4, 5, 6, 11], [1, 3, 5, 11, 0, 2, 4, 6]];
    const POLYNOMIAL: u16 = POLYNOMIAL;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &constants::<14>();
}

/// Constants of AddRoundConstant. In P, the column index and the round number are XORed into the first row. In Q, 0xff
/// is XORed into every row, and then the column index and the round number are XORed into the last row.
const fn constants<const ROUNDS: usize>() -> [[[u64; 16]; 2]; ROUNDS] {
    let mut constants = [[[0; 16]; 2]; ROUNDS];
    let mut round = 0;
    while round < ROUNDS {
        let mut j = 0;
        while j < 16 {
            let number = (j << 4 ^ round) as u64;
            constants[round][0][j] = number;
            constants[round][1][j] = !(number << 56);
            j += 1;
        }
        round += 1;
    }
    constants
}

impl<const C: usize, const BYTES: usize> Drop for Groestl<C, BYTES> {
    fn drop(&mut self) {
        erase(&mut self.chaining);
        self.blocks.zeroize();
    }
}

hash_types! { "groestl", Groestl<8, 64>;
    Groestl224 = "groestl-224", digest 28, block 64, "Grøstl, round 3": Groestl::new(28);
    Groestl256 = "groestl-256", digest 32, block 64, "Grøstl, round 3": Groestl::new(32);
}

hash_types! { "groestl", Groestl<16, 128>;
    Groestl384 = "groestl-384", digest 48, block 128, "Grøstl, round 3": Groestl::new(48);
    Groestl512 = "groestl-512", digest 64, block 128, "Grøstl, round 3": Groestl::new(64);
}

static TABLE: WideTable =
    wide_table(&[SubBytes::TABLE], &circulant([2, 2, 3, 4, 5, 3, 5, 7]), POLYNOMIAL);

/// Field polynomial of AES: x^8 + x^4 + x^3 + x + 1.
const POLYNOMIAL: u16 = 0x11b;

/// The S-box of AES (FIPS 197 §5.1.1).
pub(crate) struct SubBytes;

impl SBox for SubBytes {
    const TABLE: [u8; 256] = Inversion::AES.table();
    const INVERSION: Option<Inversion> = Some(Inversion::AES);
}
