//! Low-latency rounds of Anubis, for a small number of blocks. Each vector holds whole blocks.
//!
//! With VBMI on Zen 4, the dependency chain of a round takes 15 cycles:
//! - 7 for γ;
//! - 3 for the products;
//! - 2 for the shuffles;
//! - 2 for the sum;
//! - 1 because the products do not all start at once.

use super::key_schedule::Schedule;
use super::lanes::Gamma;
use super::tables::{H, POLYNOMIAL};
use crate::platform::sbox::{Affine, Prepared};
use crate::platform::thresholds::{self, FewBlocks};
use crate::traits::cipher::{LowLatency, Reversible, Vector};

impl LowLatency for Schedule {
    const FEW: FewBlocks = thresholds::ANUBIS;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let [first, keys @ .., last] = self.keys() else { return x };
        let mut x = x.xor(V::splat(cpu, first));
        for key in keys {
            x = transpose_and_mix(x.substitute::<Gamma>(), V::splat(cpu, key));
        }
        x.substitute::<Gamma>().shuffle_by(&TRANSPOSED[0]).xor(V::splat(cpu, last))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        self.reversed().encrypt_low_latency(cpu, x)
    }
}

/// Applies τ and θ, then XORs `key` into the result. θ multiplies each row `a` by the matrix H. Byte j of the product
/// is the sum of the four terms `H[0][d]` · `a[j ⊕ d]`, for d from 0 to 3.
#[inline(always)]
fn transpose_and_mix<V: Vector>(x: V, key: V) -> V {
    let mut terms = [x; 4];
    for d in 0..4 {
        terms[d] = x.map(&PRODUCTS[d]).shuffle_by(&TRANSPOSED[d]);
    }
    key.xor(terms[0]).xor(terms[1]).xor(terms[2].xor(terms[3]))
}

/// Multiplications by the elements of the first row of the matrix H. H is a Hadamard matrix, so its other rows consist
/// of the same elements.
const PRODUCTS: &[Prepared; 4] = &[
    Affine::product(H[0][0], POLYNOMIAL).prepare(),
    Affine::product(H[0][1], POLYNOMIAL).prepare(),
    Affine::product(H[0][2], POLYNOMIAL).prepare(),
    Affine::product(H[0][3], POLYNOMIAL).prepare(),
];

/// Shuffle indices for τ and θ. `TRANSPOSED[d]` applies the transposition τ, then moves column j ⊕ d to column j. Term
/// d of θ is the product of the shuffled block and `H[0][d]`.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const TRANSPOSED: [[u8; 16]; 4] = {
    let mut from = [[0; 16]; 4];
    let mut i = 0;
    while i < 64 {
        let (d, row, column) = (i / 16, i / 4 % 4, i % 4);
        from[d][4 * row + column] = (4 * (column ^ d) + row) as u8;
        i += 1;
    }
    from
};
