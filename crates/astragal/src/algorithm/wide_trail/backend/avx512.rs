//! Two states, each in `N` 512-bit registers. A register holds eight columns.

use super::super::layer::SBoxes;
use super::super::{Layer, Linear, StatePair};
use crate::platform::cpu::Avx512Vbmi;
use crate::platform::sbox::{Affine, SBox};
use crate::platform::simd::x86_64::U8x64;
use crate::platform::simd::{Bytes, Nibbles};

/// Two states of `N` registers each.
#[derive(Clone, Copy)]
pub(crate) struct Zmm<const N: usize>([[U8x64; N]; 2]);

impl<const N: usize> Zmm<N> {
    #[inline(always)]
    fn zero(proof: Avx512Vbmi) -> [U8x64; N] {
        [U8x64::splat(proof, &[0; 16]); N]
    }

    #[inline(always)]
    fn proof(&self) -> Avx512Vbmi {
        self.0[0][0].proof()
    }
}

impl<const N: usize> StatePair for Zmm<N> {
    type Proof = Avx512Vbmi;

    #[inline(always)]
    fn load(proof: Avx512Vbmi, first: &[u8], second: &[u8]) -> Self {
        let mut states = [Self::zero(proof); 2];
        let (first, second) = (first.as_chunks::<64>().0, second.as_chunks::<64>().0);
        for i in 0..N {
            states[0][i] = U8x64::load(proof, &first[i]);
            states[1][i] = U8x64::load(proof, &second[i]);
        }
        Self(states)
    }

    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        let (pieces, _) = bytes.as_chunks_mut::<64>();
        for i in 0..N.min(pieces.len()) {
            self.0[0][i].store(&mut pieces[i]);
        }
    }

    #[inline(always)]
    fn xor(mut self, b: Self) -> Self {
        for i in 0..N {
            self.0[0][i] = self.0[0][i].xor(b.0[0][i]);
            self.0[1][i] = self.0[1][i].xor(b.0[1][i]);
        }
        self
    }

    #[inline(always)]
    fn add_constants<L: Layer>(mut self, round: usize) -> Self {
        let proof = self.proof();
        for (i, state) in self.0.iter_mut().enumerate() {
            let (pieces, _) = L::CONSTANTS[round][i].as_chunks();
            for j in 0..N {
                let constant = U8x64::from_words(proof, &pieces[j]);
                state[j] = if L::ADDS && i == 1 {
                    state[j].add_64(constant)
                } else {
                    state[j].xor(constant)
                };
            }
        }
        self
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    #[inline(always)]
    fn first(self) -> Self {
        Self([self.0[0], Self::zero(self.proof())])
    }

    #[inline(always)]
    fn first_as_second(self) -> Self {
        Self([Self::zero(self.proof()), self.0[0]])
    }

    #[inline(always)]
    fn substitute<L: Layer>(mut self) -> Self {
        let [first, second] = &mut self.0;
        for i in 0..N {
            [first[i], second[i]] = if <L::SBoxes as SBoxes>::DIFFER {
                substitute_four::<L::SBoxes>(first[i], second[i])
            } else {
                [
                    first[i].substitute::<<L::SBoxes as SBoxes>::S0>(),
                    second[i].substitute::<<L::SBoxes as SBoxes>::S0>(),
                ]
            };
        }
        self
    }

    #[inline(always)]
    fn substitute_and_shift<L: Layer>(mut self) -> Self {
        for (state, registers) in self.0.iter_mut().enumerate() {
            if let [low, high] = registers.as_mut_slice() {
                // Register `low` holds columns 0 to 7, and `high` holds columns 8 to 15. This step exchanges bytes
                // between columns j and j + 8 if they must move to the other register. The permutation below then moves
                // bytes within each register.
                let mask = const { [high_columns(&L::FROM[0]), high_columns(&L::FROM[1])] }[state];
                let before = (*low, *high);
                *low = before.0.with_bytes(mask, before.1);
                *high = before.1.with_bytes(mask, before.0);
            }
            let from = &const { [permutation(&L::FROM[0]), permutation(&L::FROM[1])] }[state];
            for register in registers {
                *register = register.permute(from);
            }
        }
        self.substitute::<L>()
    }

    /// Rotates the rows with rotate instructions for distances 1, 2 and 4, and with shuffles for other distances. The
    /// CPU executes 512-bit rotations and shuffles on separate ports. Using both raises the speed of Grøstl-512 from
    /// 660 to 850 MB/s.
    #[inline(always)]
    fn rotate_rows<const BY: usize>(mut self) -> Self {
        for state in &mut self.0 {
            for register in state {
                *register = match BY {
                    1 => register.rotate_right_64::<8>(),
                    2 => register.rotate_right_64::<16>(),
                    4 => register.rotate_right_64::<32>(),
                    _ => register.shuffle_lanes(const { &rotated_bytes(BY) }),
                };
            }
        }
        self
    }

    /// Multiplies each `terms[i]` by x^i, with one bit-matrix multiplication per register, and adds the products.
    #[inline(always)]
    fn evaluate<L: Layer, const M: usize>(terms: [Self; M]) -> Self {
        let mut sum = terms[0];
        for (i, term) in terms.iter().enumerate().skip(1) {
            let matrix = const { powers(L::POLYNOMIAL) }[i];
            for j in 0..2 {
                for k in 0..N {
                    sum.0[j][k] = sum.0[j][k].xor(term.0[j][k].times_one(matrix));
                }
            }
        }
        sum
    }

    /// Applies the linear map first, then transposes. Before the transposition, 64-bit lane j holds byte j of eight
    /// words. Lane k of the result depends on all input lanes, so each input lane must be rotated to lane k. Four
    /// rotations are enough: the code rotates the input by 1, 2 and 3 lanes, and one of two partial sums by 4 lanes.
    #[inline(always)]
    fn transpose_and_map<M: Linear>(mut self) -> Self {
        let matrices = const { &diagonals(&M::IMAGES) };
        for state in &mut self.0 {
            for register in state {
                let rotated = [
                    *register,
                    register.turn_64::<1>(),
                    register.turn_64::<2>(),
                    register.turn_64::<3>(),
                ];
                let mut sums = [*register; 2];
                for j in 0..2 {
                    for i in 0..rotated.len() {
                        let product = rotated[i].times(&matrices[j][i]);
                        sums[j] = if i == 0 { product } else { sums[j].xor(product) };
                    }
                }
                let sum = sums[0].xor(sums[1].turn_64::<4>());
                *register = sum.permute(&TRANSPOSITION);
            }
        }
        self
    }
}

/// Applies S-box i % 4 to byte i of `a` and `b`. First regroups the bytes so that each register holds bytes for two
/// S-boxes only. This halves the number of lookups.
#[inline(always)]
fn substitute_four<S: SBoxes>(a: U8x64, b: U8x64) -> [U8x64; 2] {
    const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    const UPPER: u64 = 0xcccc_cccc_cccc_cccc;
    // Reorders the bytes of each group of four to 2, 3, 0, 1.
    let b = b.swap_16();
    // In each group of four bytes, x holds the bytes for S0 and S1, and y holds the bytes for S2 and S3. x takes bytes
    // 0 and 1 of `a`, then bytes 0 and 1 of the original `b`. y takes bytes 2 and 3 of the original `b`, then bytes 2
    // and 3 of `a`.
    let x = a.with_bytes(UPPER, b);
    let y = b.with_bytes(UPPER, a);
    let x = x.look_up_256(&S::S0::TABLE).with_bytes(ODD, x.look_up_256(&S::S1::TABLE));
    let y = y.look_up_256(&S::S2::TABLE).with_bytes(ODD, y.look_up_256(&S::S3::TABLE));
    let b = y.with_bytes(UPPER, x);
    [x.with_bytes(UPPER, y), b.swap_16()]
}

/// Returns the bit matrices for multiplication by x^0, x^1, x^2 and x^3 modulo the polynomial.
const fn powers(polynomial: u16) -> [u64; 4] {
    [
        Affine::product(1, polynomial).matrix(),
        Affine::product(2, polynomial).matrix(),
        Affine::product(4, polynomial).matrix(),
        Affine::product(8, polynomial).matrix(),
    ]
}

/// Returns the bit matrix that maps one byte of a word to its contribution to byte `k` of the word's image. `images[i]`
/// is the image of bit `i` of the byte.
pub(super) const fn block(images: &[u64; 8], k: usize) -> u64 {
    let mut bytes = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        bytes[bit] = images[bit].to_le_bytes()[k];
        bit += 1;
    }
    Affine::new(bytes, 0).matrix()
}

/// Returns the permutation of a register in which byte i of column j comes from column j + `from[i]`, modulo 8.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 64")]
const fn permutation(from: &[usize; 8]) -> [u8; 64] {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 64 {
        indices[i] = (8 * ((i / 8 + from[i % 8]) % 8) + i % 8) as u8;
        i += 1;
    }
    indices
}

/// Returns a mask of the bytes that the shift of rows moves to the other register. One register holds columns 0 to 7,
/// and the other holds columns 8 to 15. The caller exchanges the selected bytes first, then permutes the bytes within
/// each register.
const fn high_columns(from: &[usize; 8]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 64 {
        // Byte i of a register belongs to column i / 8. It moves to the left by `from[i % 8]` columns, modulo 16.
        if (16 + i / 8 - from[i % 8]) % 16 >= 8 {
            mask |= 1 << i;
        }
        i += 1;
    }
    mask
}

/// Returns shuffle indices, relative to each group of 16 bytes, that rotate each column of 8 bytes by `by` bytes.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const fn rotated_bytes(by: usize) -> [u8; 64] {
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        from[i] = (i % 16 / 8 * 8 + (i + by) % 8) as u8;
        i += 1;
    }
    from
}

/// Permutation that moves byte i of word j to byte j of word i.
const TRANSPOSITION: [u8; 64] = {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 64 {
        indices[i as usize] = i % 8 * 8 + i / 8;
        i += 1;
    }
    indices
};

/// Returns the bit matrices of a linear map, one for each 64-bit lane. Lane j of `diagonals[half][rotation]` computes
/// the contribution of input byte j + `rotation` to output byte j + 4 · `half`. Byte numbers are modulo 8.
const fn diagonals(images: &[[u64; 8]; 8]) -> [[[u64; 8]; 4]; 2] {
    let mut diagonals = [[[0; 8]; 4]; 2];
    let mut i = 0;
    while i < 2 * 4 * 8 {
        let (half, rotation, j) = (i / 32, i / 8 % 4, i % 8);
        diagonals[half][rotation][j] = block(&images[(j + rotation) % 8], (j + 4 * half) % 8);
        i += 1;
    }
    diagonals
}
