//! Low-latency rounds of Kuznyechik, for a small number of blocks, and its key schedule. Each vector holds whole
//! blocks.

use super::lanes::PiInverse;
use super::{C, IterationKeys, LINEAR, POLYNOMIAL, Schedule, column};
use crate::algorithm::streebog::Pi;
use crate::platform::gf256::multiply;
use crate::platform::matrix::Matrix;
use crate::platform::sbox::{Affine, Prepared};
use crate::platform::thresholds::{self, FewBlocks};
use crate::platform::unroll::unroll;
use crate::traits::cipher::{ExpandWords, LowLatency, Vector};

impl LowLatency for Schedule {
    const FEW: FewBlocks = thresholds::KUZNYECHIK;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, mut x: V) -> V {
        let [keys @ .., last] = &self.keys;
        for key in keys {
            x = mix(x.xor(V::splat(cpu, key)).substitute::<Pi>());
        }
        x.xor(V::splat(cpu, last))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, mut x: V) -> V {
        let [keys @ .., last] = &self.keys;
        x = x.xor(V::splat(cpu, last));
        for key in keys.iter().rev() {
            x = unmix(x).substitute::<PiInverse>().xor(V::splat(cpu, key));
        }
        x
    }
}

impl ExpandWords for IterationKeys<'_> {
    type Output = [[u8; 16]; 10];
    const VECTOR_BYTES: usize = 16;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) -> [[u8; 16]; 10] {
        let (halves, _) = self.0.as_chunks();
        let mut k = [[0; 16]; 10];
        let (mut a1, mut a0) = (V::splat(cpu, &halves[0]), V::splat(cpu, &halves[1]));
        (k[0], k[1]) = (halves[0], halves[1]);
        for i in 1..5 {
            for c in &C[8 * (i - 1)..8 * i] {
                // Performs the Feistel step F[C] of the key schedule.
                let sum = a1.xor(V::splat(cpu, &c.to_le_bytes()));
                (a1, a0) = (mix(sum.substitute::<Pi>()).xor(a0), a1);
            }
            a1.store(&mut k[2 * i]);
            a0.store(&mut k[2 * i + 1]);
        }
        k
    }
}

/// Applies the linear map L to each block.
///
/// If the CPU has no instruction that multiplies in GF(2^8), computes L as two polynomial products. In the sixteen
/// steps R, each new byte s_n is a sum of the sixteen bytes before it, with the coefficients of l. Three polynomials
/// describe the steps:
/// - S has the coefficients s_0, s_1, ….
/// - a has the bytes of the block as coefficients.
/// - p has the coefficient 1 at X^0, and coefficient i of l at X^(i + 1).
///
/// Modulo X^16, p · S contains only those terms of the sums that depend on bytes of the block. p is a palindrome, so
/// the coefficients of p · S are those of p · a in reverse order. The code therefore computes p · a, reverses the
/// order, and divides by p. The two products take 75 shuffles. Adding matrix rows for single bits would take 330
/// instructions.
#[inline(always)]
fn mix<V: Vector>(x: V) -> V {
    match MIX.products(x) {
        Some(products) => products,
        None => over_p::<V, false>(times_p::<V, true>(x)),
    }
}

/// Applies L⁻¹ to each block, by inverting the steps of [`mix`] in reverse order.
#[inline(always)]
fn unmix<V: Vector>(x: V) -> V {
    match UNMIX.products(x) {
        Some(products) => products,
        None => over_p::<V, true>(times_p::<V, false>(x)),
    }
}

/// Multiplies each block by the polynomial p of [`mix`], modulo X^16. Byte i of a block is the coefficient of X^i if
/// `UP` is true, and of X^(15 - i) otherwise.
#[inline(always)]
fn times_p<V: Vector, const UP: bool>(x: V) -> V {
    // In p, the coefficients of X^d and X^(16 - d) are equal, so both terms share one multiplication.
    let mut sum = x.xor(shift::<V, UP>(x.map(&P[8]), 8));
    unroll!(for i in 0..7 {
        let d = i + 1;
        let product = x.map(&P[d]);
        sum = sum.xor(shift::<V, UP>(product, d).xor(shift::<V, UP>(product, 16 - d)));
    });
    sum
}

/// Multiplies each block by the inverse of the polynomial p of [`mix`], modulo X^16. If `UP` is true, byte i of a block
/// is the coefficient of X^i. Otherwise the order is reversed, and byte i is the coefficient of X^(15 - i).
#[inline(always)]
fn over_p<V: Vector, const UP: bool>(x: V) -> V {
    // Performs a shift by 4a + b bytes in two steps: by 4a bytes before the multiplications, and by b bytes after them.
    // Six shifts then replace fifteen.
    let shifted = [x, shift::<V, UP>(x, 4), shift::<V, UP>(x, 8), shift::<V, UP>(x, 12)];
    let mut sums = [x; 4];
    unroll!(for b in 0..4 {
        let mut sum = shifted[0].map(&INVERSE_OF_P[b]);
        for a in 1..4 {
            sum = sum.xor(shifted[a].map(&INVERSE_OF_P[4 * a + b]));
        }
        sums[b] = shift::<V, UP>(sum, b);
    });
    sums[0].xor(sums[1]).xor(sums[2].xor(sums[3]))
}

/// Shifts each block by `distance` bytes, to higher indices if `UP` is true and to lower indices otherwise.
#[inline(always)]
fn shift<V: Vector, const UP: bool>(x: V, distance: usize) -> V {
    match (distance, UP) {
        (0, _) => x,
        (_, true) => x.shuffle_by(&SHIFTS[16 - distance]),
        (_, false) => x.shuffle_by(&SHIFTS[16 + distance]),
    }
}

/// Shuffle indices that shift a block by up to 16 bytes in either direction. Entry 16 + n moves byte i + n of a block
/// to index i. If the block has no byte i + n, the result is 0.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const SHIFTS: [[u8; 16]; 32] = {
    let mut shifts = [[128; 16]; 32];
    let mut i = 0;
    while i < 32 * 16 {
        let from = i / 16 + i % 16;
        if from >= 16 && from < 32 {
            shifts[i / 16][i % 16] = (from - 16) as u8;
        }
        i += 1;
    }
    shifts
};

/// Coefficients of the polynomial p, from X^0 to X^15. [`mix`] defines p.
const COEFFICIENTS: [u8; 16] = {
    let mut coefficients = [1; 16];
    let mut i = 1;
    while i < 16 {
        coefficients[i] = LINEAR[i - 1];
        i += 1;
    }
    coefficients
};

/// Multiplications by the coefficients of the polynomial p, which [`mix`] defines.
const P: &[Prepared; 16] = &products(&COEFFICIENTS);

/// Multiplications by the coefficients of 1 / p modulo X^16. [`mix`] defines the polynomial p.
const INVERSE_OF_P: &[Prepared; 16] = &{
    let mut inverse = [0; 16];
    inverse[0] = 1;
    let mut i = 1;
    while i < 16 {
        let mut j = 0;
        while j < i {
            inverse[i] ^= multiply(inverse[j], COEFFICIENTS[i - j], POLYNOMIAL);
            j += 1;
        }
        i += 1;
    }
    products(&inverse)
};

const fn products(factors: &[u8; 16]) -> [Prepared; 16] {
    let mut products = [const { Affine::IDENTITY.prepare() }; 16];
    let mut i = 0;
    while i < 16 {
        products[i] = Affine::product(factors[i], POLYNOMIAL).prepare();
        i += 1;
    }
    products
}

/// The matrices of L and L⁻¹.
const MIX: &Matrix = &matrix(false);
const UNMIX: &Matrix = &matrix(true);

const fn matrix(inverse: bool) -> Matrix {
    let mut columns = [[0; 16]; 16];
    let mut i = 0;
    while i < 16 {
        columns[i] = column(i, inverse);
        i += 1;
    }
    Matrix::new(&columns, POLYNOMIAL)
}
