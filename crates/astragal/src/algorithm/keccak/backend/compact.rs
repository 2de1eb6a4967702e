//! Keccak-p[1600, n] as loops over a state in memory, for 32-bit targets and for small programs.
//!
//! The registers of 32-bit targets cannot hold a state, so its lanes stay in memory. Each loop has a short constant
//! length, so that the compiler unrolls it when it optimizes for speed.
//!
//! Except on WebAssembly, lanes are bit-interleaved during the permutation: the even bits are in the low half, and the
//! odd bits in the high half. A lane rotation is then two rotations of 32-bit words (Bertoni, Daemen, Peeters, Van
//! Assche, Van Keer, "Keccak implementation overview", §2.1). On a Cortex-M4 at `opt-level = 3`, the permutation takes
//! 0.6 times as many instructions with interleaved lanes as with plain lanes, including the conversions.

use super::super::permutation::{PI, RHO, ROUND_CONSTANTS, ROUNDS, State};

/// Representation of a lane during the permutation.
trait LaneFormat {
    /// Words that represent the round constants of ι.
    const CONSTANTS: [u64; ROUNDS];
    /// Returns the word that represents `lane`.
    fn from_lane(lane: u64) -> u64;
    /// Returns the lane that `word` represents.
    fn to_lane(word: u64) -> u64;
    /// Rotates left, by `distance` bits, the lane that `word` represents. `distance` is at most 63.
    fn rotate_left(word: u64, distance: u8) -> u64;
}

/// Lanes as FIPS 202 defines them. WebAssembly uses this format, because it has 64-bit integers.
#[cfg(any(test, target_family = "wasm"))]
struct Plain;

#[cfg(any(test, target_family = "wasm"))]
impl LaneFormat for Plain {
    const CONSTANTS: [u64; ROUNDS] = ROUND_CONSTANTS;
    fn from_lane(lane: u64) -> u64 {
        lane
    }
    fn to_lane(word: u64) -> u64 {
        word
    }
    #[inline(always)]
    fn rotate_left(word: u64, distance: u8) -> u64 {
        word.rotate_left(distance.into())
    }
}

/// Bit-interleaved lanes: the low half holds the even bits, and the high half holds the odd bits.
#[cfg(any(test, not(target_family = "wasm")))]
struct Interleaved;

#[cfg(any(test, not(target_family = "wasm")))]
impl LaneFormat for Interleaved {
    const CONSTANTS: [u64; ROUNDS] = {
        let mut constants = ROUND_CONSTANTS;
        let mut i = 0;
        while i < ROUNDS {
            constants[i] = interleave(constants[i]);
            i += 1;
        }
        constants
    };
    fn from_lane(lane: u64) -> u64 {
        interleave(lane)
    }
    fn to_lane(word: u64) -> u64 {
        let (even, odd) = halves(word);
        let low = shuffle_bits(even & 0xffff | odd << 16);
        let high = shuffle_bits(even >> 16 | odd & 0xffff_0000);
        join(low, high)
    }
    /// Rotates a bit-interleaved lane. An odd distance swaps the even and the odd bits.
    #[inline(always)]
    fn rotate_left(word: u64, distance: u8) -> u64 {
        let (even, odd) = halves(word);
        let (even, odd) = if distance.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let distance = u32::from(distance);
        join(even.rotate_left(distance.div_ceil(2)), odd.rotate_left(distance / 2))
    }
}

/// Splits a word into its low and high halves.
#[inline(always)]
const fn halves(word: u64) -> (u32, u32) {
    #[expect(clippy::cast_possible_truncation, reason = "the casts split the word into halves")]
    (word as u32, (word >> 32) as u32)
}

/// Joins a low half and a high half into a word.
#[inline(always)]
const fn join(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

/// Converts a lane to the bit-interleaved representation.
const fn interleave(lane: u64) -> u64 {
    let (low, high) = halves(lane);
    let (low, high) = (unshuffle_bits(low), unshuffle_bits(high));
    join(low & 0xffff | high << 16, low >> 16 | high & 0xffff_0000)
}

/// Moves the even bits of `word` to its low half and the odd bits to its high half.
const fn unshuffle_bits(word: u32) -> u32 {
    let word = exchange(word, 1, 0x2222_2222);
    let word = exchange(word, 2, 0x0c0c_0c0c);
    let word = exchange(word, 4, 0x00f0_00f0);
    exchange(word, 8, 0x0000_ff00)
}

/// Moves the low half of `word` to its even bits and the high half to its odd bits.
#[cfg(any(test, not(target_family = "wasm")))]
const fn shuffle_bits(word: u32) -> u32 {
    let word = exchange(word, 8, 0x0000_ff00);
    let word = exchange(word, 4, 0x00f0_00f0);
    let word = exchange(word, 2, 0x0c0c_0c0c);
    exchange(word, 1, 0x2222_2222)
}

/// Swaps the bits in `mask` with the bits `distance` positions above them.
#[inline(always)]
const fn exchange(word: u32, distance: u32, mask: u32) -> u32 {
    let difference = (word ^ (word >> distance)) & mask;
    word ^ difference ^ (difference << distance)
}

/// The steps ρ and π as a list of moves. The permutation π of 24 lanes is one cycle of length 24, and the list follows
/// it from lane 1. Each entry holds the index to which the lane moves, and the distance by which ρ rotates the lane.
/// The next move starts at this index. The entries form eight groups of three, because the compiler does not unroll a
/// loop of 24 iterations.
const WALK: [[(u8, u8); 3]; 8] = {
    let mut walk = [[(0, 0); 3]; 8];
    let (mut from, mut i) = (1, 0);
    while i < 24 {
        let mut to = 0;
        while PI[to] != from {
            to += 1;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a lane index is below 25, a rotation below 64"
        )]
        let step = (to as u8, RHO[from] as u8);
        walk[i / 3][i % 3] = step;
        (from, i) = (to, i + 1);
    }
    walk
};

/// Applies the last `rounds` of the 24 rounds of Keccak-f[1600].
#[cfg(not(target_pointer_width = "64"))]
#[inline(never)]
pub(super) fn permute(state: &mut State, rounds: usize) {
    #[cfg(target_family = "wasm")]
    keccak_p::<Plain>(state, rounds);
    #[cfg(not(target_family = "wasm"))]
    keccak_p::<Interleaved>(state, rounds);
}

#[inline(always)]
fn keccak_p<F: LaneFormat>(a: &mut State, rounds: usize) {
    for lane in a.iter_mut() {
        *lane = F::from_lane(*lane);
    }
    for constant in &F::CONSTANTS[ROUNDS.saturating_sub(rounds)..] {
        // Step θ.
        let mut c = [0; 5];
        for x in 0..5 {
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        }
        for x in 0..5 {
            let d = c[(x + 4) % 5] ^ F::rotate_left(c[(x + 1) % 5], 1);
            for y in 0..5 {
                a[x + 5 * y] ^= d;
            }
        }
        // Steps ρ and π.
        let mut moved = a[1];
        moved = walk::<F>(moved, a, &WALK[0]);
        moved = walk::<F>(moved, a, &WALK[1]);
        moved = walk::<F>(moved, a, &WALK[2]);
        moved = walk::<F>(moved, a, &WALK[3]);
        moved = walk::<F>(moved, a, &WALK[4]);
        moved = walk::<F>(moved, a, &WALK[5]);
        moved = walk::<F>(moved, a, &WALK[6]);
        walk::<F>(moved, a, &WALK[7]);
        // Step χ.
        for row in a.as_chunks_mut::<5>().0 {
            let [b0, b1, b2, b3, b4] = *row;
            row[0] ^= !b1 & b2;
            row[1] ^= !b2 & b3;
            row[2] ^= !b3 & b4;
            row[3] ^= !b4 & b0;
            row[4] ^= !b0 & b1;
        }
        // Step ι.
        a[0] ^= constant;
    }
    for lane in a {
        *lane = F::to_lane(*lane);
    }
}

/// Moves three lanes along the cycle of π. Each step rotates the lane `moved`, stores it at its new index, and
/// continues with the lane that was there before. Returns the lane that the last step replaced.
#[inline]
fn walk<F: LaneFormat>(mut moved: u64, a: &mut State, steps: &[(u8, u8); 3]) -> u64 {
    for &(to, distance) in steps {
        let rotated = F::rotate_left(moved, distance);
        moved = core::mem::replace(&mut a[usize::from(to)], rotated);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::super::super::permutation;
    use super::*;

    fn check<F: LaneFormat>() {
        for rounds in [0, 1, 12, 23, 24, 25] {
            let mut state =
                core::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut expected = state;
            permutation::keccak_p(&mut expected, rounds);
            keccak_p::<F>(&mut state, rounds);
            assert_eq!(state, expected, "{rounds} rounds");
        }
    }

    #[test]
    fn compact_permutation_matches() {
        check::<Plain>();
    }

    #[test]
    fn compact_interleaved_permutation_matches() {
        check::<Interleaved>();
        assert_eq!(interleave(0x5555_5555_5555_5555), 0xffff_ffff);
        assert_eq!(interleave(1 << 63), 1 << 63);
    }
}
