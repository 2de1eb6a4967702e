//! Keccak-p[1600, n] over lanes of any width: several states side by side, or one by richer
//! instructions. `permutation` is the same in the words of the standard, and the oracle.

use super::permutation::{RHO, ROUND_CONSTANTS, ROUNDS};
use crate::machine::simd::Words64;
use crate::machine::unroll::unroll;

/// Applies the last `rounds` of the 24 rounds (FIPS 202 §3.3). More than 24 count as 24.
#[inline(always)]
pub(super) fn keccak_p<L: Words64>(a: &mut [L; 25], rounds: usize) {
    let constants = &ROUND_CONSTANTS[ROUNDS.saturating_sub(rounds)..];
    // Two rounds a turn save the moves between the two sets of lanes.
    let (pairs, single) = constants.as_chunks::<2>();
    for pair in pairs {
        *a = round(&round(a, pair[0]), pair[1]);
    }
    for &constant in single {
        *a = round(a, constant);
    }
}

/// Whether `rate` is one of FIPS 202, whose blocks go from and to registers.
pub(super) const fn is_usual(rate: usize) -> bool {
    matches!(rate / 8, 9 | 13 | 17 | 18 | 21)
}

/// Absorbs blocks of one of the usual rates, permuting after each; `load` gives the word of this index.
///
/// The state stays in registers from block to block. The rate is asked for at each block, not once: the permutation
/// is there once, and not once per rate, and the answer is always the same.
#[inline(always)]
pub(super) fn absorb_blocks<L: Words64>(
    a: &mut [L; 25],
    blocks: usize,
    rate: usize,
    rounds: usize,
    load: impl Fn(usize) -> L,
) {
    for block in 0..blocks {
        match rate / 8 {
            9 => add::<L, 9>(a, block, &load),
            13 => add::<L, 13>(a, block, &load),
            17 => add::<L, 17>(a, block, &load),
            18 => add::<L, 18>(a, block, &load),
            _ => add::<L, 21>(a, block, &load),
        }
        keccak_p(a, rounds);
    }
}

#[inline(always)]
fn add<L: Words64, const LANES: usize>(a: &mut [L; 25], block: usize, load: &impl Fn(usize) -> L) {
    unroll!(for i in 0..25 {
        if i < LANES {
            a[i] = a[i].xor(load(block * LANES + i));
        }
    });
}

/// Fills `out` with blocks of one of the usual rates, permuting before each; the first 8 of the `N` bytes that
/// `bytes` gives are the lane's word.
#[inline(always)]
pub(super) fn squeeze_blocks<L: Words64, const N: usize>(
    a: &mut [L; 25],
    out: &mut [u8],
    rate: usize,
    rounds: usize,
    bytes: impl Fn(L) -> [u8; N],
) {
    for block in out.chunks_exact_mut(rate) {
        keccak_p(a, rounds);
        match rate / 8 {
            9 => put::<L, 72, N>(a, block, &bytes),
            13 => put::<L, 104, N>(a, block, &bytes),
            17 => put::<L, 136, N>(a, block, &bytes),
            18 => put::<L, 144, N>(a, block, &bytes),
            _ => put::<L, 168, N>(a, block, &bytes),
        }
    }
}

/// Stores a lane with what lies beside it, which the next lane overwrites: words alone would be gathered into wide
/// vectors, by way of memory.
#[inline(always)]
fn put<L: Words64, const RATE: usize, const N: usize>(
    a: &[L; 25],
    block: &mut [u8],
    bytes: &impl Fn(L) -> [u8; N],
) {
    let Some((block, [])) = block.split_first_chunk_mut::<RATE>() else { return };
    unroll!(for i in 0..25 {
        let start = 8 * i;
        if start + N <= RATE {
            block[start..start + N].copy_from_slice(&bytes(a[i]));
        } else if start < RATE {
            block[start..start + 8].copy_from_slice(&bytes(a[i])[..8]);
        }
    });
}

/// What θ adds to a column: the sum of one column's parity and another's, rotated by one. Where adding two
/// values costs no more than adding one, they wait until then.
#[derive(Clone, Copy)]
struct Effect<L>(L, L);

impl<L: Words64> Effect<L> {
    #[inline(always)]
    fn of(a: L, b: L) -> Self {
        if L::TERNARY { Self(a, b.rotate_left::<1, 63>()) } else { Self(a.xor_doubled(b), a) }
    }
    /// The effect on a lane.
    #[inline(always)]
    fn add(self, lane: L) -> L {
        if L::TERNARY { lane.xor3(self.0, self.1) } else { lane.xor(self.0) }
    }
    /// The effect on a lane, which rotates to the left then.
    #[inline(always)]
    fn add_rotate<const LEFT: i32, const RIGHT: i32>(self, lane: L) -> L {
        if L::TERNARY {
            self.add(lane).rotate_left::<LEFT, RIGHT>()
        } else {
            lane.xor_rotate::<LEFT, RIGHT>(self.0)
        }
    }
}

/// Lane `$i` after θ and ρ. A macro, because instructions take the distance as a constant.
macro_rules! rho {
    ($a:ident[$i:literal], $effects:ident) => {
        $effects[$i % 5].add_rotate::<{ RHO[$i] as i32 }, { 64 - RHO[$i] as i32 }>($a[$i])
    };
}

/// One round, plane by plane: π is in the choice of the lanes that make a plane.
#[inline(always)]
fn round<L: Words64>(a: &[L; 25], constant: u64) -> [L; 25] {
    let c = [column(a, 0), column(a, 1), column(a, 2), column(a, 3), column(a, 4)];
    let e = [
        Effect::of(c[4], c[1]),
        Effect::of(c[0], c[2]),
        Effect::of(c[1], c[3]),
        Effect::of(c[2], c[4]),
        Effect::of(c[3], c[0]),
    ];
    let mut planes = [
        chi([e[0].add(a[0]), rho!(a[6], e), rho!(a[12], e), rho!(a[18], e), rho!(a[24], e)]),
        chi([rho!(a[3], e), rho!(a[9], e), rho!(a[10], e), rho!(a[16], e), rho!(a[22], e)]),
        chi([rho!(a[1], e), rho!(a[7], e), rho!(a[13], e), rho!(a[19], e), rho!(a[20], e)]),
        chi([rho!(a[4], e), rho!(a[5], e), rho!(a[11], e), rho!(a[17], e), rho!(a[23], e)]),
        chi([rho!(a[2], e), rho!(a[8], e), rho!(a[14], e), rho!(a[15], e), rho!(a[21], e)]),
    ];
    planes[0][0] = planes[0][0].xor_word(constant);
    let mut out = *a;
    for (plane, row) in out.as_chunks_mut().0.iter_mut().zip(planes) {
        *plane = row;
    }
    out
}

/// The parity of column `x`.
#[inline(always)]
fn column<L: Words64>(a: &[L; 25], x: usize) -> L {
    a[x].xor3(a[x + 5], a[x + 10]).xor3(a[x + 15], a[x + 20])
}

/// χ along one row.
#[inline(always)]
fn chi<L: Words64>(b: [L; 5]) -> [L; 5] {
    [
        b[0].xor_and_not(b[1], b[2]),
        b[1].xor_and_not(b[2], b[3]),
        b[2].xor_and_not(b[3], b[4]),
        b[3].xor_and_not(b[4], b[0]),
        b[4].xor_and_not(b[0], b[1]),
    ]
}
