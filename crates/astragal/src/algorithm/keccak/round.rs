//! The rounds of Keccak-p[1600, n], generic over the lane type: a 64-bit word for a single state, or a vector that
//! holds the same lane of several states. The reference is in `permutation`.

use super::permutation::{RHO, ROUND_CONSTANTS, ROUNDS};
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2, Avx512};
use crate::platform::simd::Words64;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::{U64x2, U64x2Sha3};
#[cfg(target_feature = "simd128")]
use crate::platform::simd::wasm32::U64x2;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U64x2, U64x4, U64x8};

/// Type of a lane of the Keccak state. Implementations can replace the generic rounds of this module with rounds
/// written in assembly.
pub(super) trait Lane: Words64 {
    /// Applies one round of Keccak-p.
    #[inline(always)]
    fn round(a: &[Self; 25], constant: &u64) -> [Self; 25] {
        round(a, *constant)
    }
    /// Applies one round for each element of `constants`, whose length must be even.
    #[inline(always)]
    fn rounds(a: &mut [Self; 25], constants: &[u64]) {
        // Performs two rounds per iteration, so that the state is copied only once per two rounds.
        for pair in constants.as_chunks::<2>().0 {
            *a = Self::round(&Self::round(a, &pair[0]), &pair[1]);
        }
    }
}

impl Lane for u64 {}

#[cfg(target_arch = "x86_64")]
impl Lane for U64x4<Avx2> {}

#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
impl Lane for U64x2 {}

#[cfg(target_arch = "aarch64")]
impl Lane for U64x2Sha3 {}

#[cfg(target_arch = "x86_64")]
macro_rules! lanes_in_assembly {
    ($($vector:ty),+) => {$(
        impl Lane for $vector {
            #[cfg(not(astragal_model))]
            #[inline(always)]
            fn round(a: &[Self; 25], constant: &u64) -> [Self; 25] {
                let mut a = *a;
                Self::keccak_p(&mut a, core::slice::from_ref(constant));
                a
            }
            #[cfg(not(astragal_model))]
            #[inline(always)]
            fn rounds(a: &mut [Self; 25], constants: &[u64]) {
                Self::keccak_p(a, constants);
            }
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
lanes_in_assembly!(U64x2, U64x4<Avx512>, U64x8);

/// Applies the last `rounds` of the 24 rounds (FIPS 202 §3.3). `rounds` must be even.
#[inline(always)]
pub(super) fn keccak_p<L: Lane>(a: &mut [L; 25], rounds: usize) {
    L::rounds(a, &ROUND_CONSTANTS[ROUNDS.saturating_sub(rounds)..]);
}

/// The two terms that θ XORs into a column: the parity of one neighbouring column, and the rotated parity of the other
/// neighbouring column. If `L::TERNARY` is true, each field holds one of the terms, and one instruction XORs both into
/// a lane. Otherwise, the first field holds the XOR of both terms.
#[derive(Clone, Copy)]
struct ThetaTerms<L>(L, L);

impl<L: Words64> ThetaTerms<L> {
    #[inline(always)]
    fn of(a: L, b: L) -> Self {
        if L::TERNARY { Self(a, b.rotate_left(1)) } else { Self(a.xor_doubled(b), a) }
    }
}

/// Applies θ and ρ to lane `i` and returns it.
#[inline(always)]
fn rho<L: Words64>(a: &[L; 25], effects: &[ThetaTerms<L>; 5], i: usize) -> L {
    let ThetaTerms(sum, rotated) = effects[i % 5];
    if L::TERNARY {
        a[i].xor3(sum, rotated).rotate_left(RHO[i])
    } else {
        a[i].xor_rotate(sum, RHO[i])
    }
}

/// Performs one round plane by plane. Applies π by selecting the lanes that form each plane.
#[inline(always)]
fn round<L: Words64>(a: &[L; 25], constant: u64) -> [L; 25] {
    let c = [column(a, 0), column(a, 1), column(a, 2), column(a, 3), column(a, 4)];
    let e = [
        ThetaTerms::of(c[4], c[1]),
        ThetaTerms::of(c[0], c[2]),
        ThetaTerms::of(c[1], c[3]),
        ThetaTerms::of(c[2], c[4]),
        ThetaTerms::of(c[3], c[0]),
    ];
    let e = &e;
    // Lane 0 needs no rotation in ρ.
    let first = if L::TERNARY { a[0].xor3(e[0].0, e[0].1) } else { a[0].xor(e[0].0) };
    let mut out = *a;
    chi(&mut out, 0, [first, rho(a, e, 6), rho(a, e, 12), rho(a, e, 18), rho(a, e, 24)]);
    chi(&mut out, 5, [rho(a, e, 3), rho(a, e, 9), rho(a, e, 10), rho(a, e, 16), rho(a, e, 22)]);
    chi(&mut out, 10, [rho(a, e, 1), rho(a, e, 7), rho(a, e, 13), rho(a, e, 19), rho(a, e, 20)]);
    chi(&mut out, 15, [rho(a, e, 4), rho(a, e, 5), rho(a, e, 11), rho(a, e, 17), rho(a, e, 23)]);
    chi(&mut out, 20, [rho(a, e, 2), rho(a, e, 8), rho(a, e, 14), rho(a, e, 15), rho(a, e, 21)]);
    out[0] = out[0].xor_word(constant);
    out
}

/// Returns the parity of column `x`.
#[inline(always)]
fn column<L: Words64>(a: &[L; 25], x: usize) -> L {
    a[x].xor3(a[x + 5], a[x + 10]).xor3(a[x + 15], a[x + 20])
}

/// Applies χ to the row `b`, and writes the result to the row that begins at index `at`.
#[inline(always)]
fn chi<L: Words64>(out: &mut [L; 25], at: usize, b: [L; 5]) {
    out[at] = b[0].xor_and_not(b[1], b[2]);
    out[at + 1] = b[1].xor_and_not(b[2], b[3]);
    out[at + 2] = b[2].xor_and_not(b[3], b[4]);
    out[at + 3] = b[3].xor_and_not(b[4], b[0]);
    out[at + 4] = b[4].xor_and_not(b[0], b[1]);
}
