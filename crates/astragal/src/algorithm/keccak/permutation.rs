//! Keccak-p[1600, n] as FIPS 202 §3 describes it, the reference for all backends. It is `const`, so that digests can be
//! computed at compile time.

/// State of 25 lanes. Lane (x, y) has the index x + 5y (FIPS 202 §3.1).
pub(crate) type State = [u64; 25];

/// `N` interleaved states: lane `i` of state `j` is `states[i][j]`.
pub(crate) type States<const N: usize> = [[u64; N]; 25];

/// Number of rounds of Keccak-f[1600].
pub(crate) const ROUNDS: usize = 24;

/// Applies Keccak-p[1600, `rounds`]: the last `rounds` of the 24 rounds (FIPS 202 §3.3). If `rounds` is above 24,
/// applies all 24.
#[inline]
pub(crate) const fn keccak_p(state: &mut State, rounds: usize) {
    let mut a = *state;
    let mut round = ROUNDS.saturating_sub(rounds);
    if !(ROUNDS - round).is_multiple_of(2) {
        a = rnd(&a, round);
        round += 1;
    }
    // Each iteration performs two rounds. With one round per iteration, the state would be copied after each round. Two
    // rounds make the permutation 8 % faster.
    while round < ROUNDS {
        a = rnd(&rnd(&a, round), round + 1);
        round += 2;
    }
    *state = a;
}

/// One round, Rnd = ι ∘ χ ∘ π ∘ ρ ∘ θ (FIPS 202 §3.3). Computes the round plane by plane, so that few lanes are in use
/// at a time. This is seven times as fast as applying each of the five steps to the whole state.
#[inline(always)]
const fn rnd(a: &State, round: usize) -> State {
    // θ (§3.2.1) XORs the parities of the two neighbouring columns into each lane.
    let mut c = [0; 5];
    let mut x = 0;
    while x < 5 {
        c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        x += 1;
    }
    let mut d = [0; 5];
    let mut x = 0;
    while x < 5 {
        d[x] = c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
        x += 1;
    }
    let mut out = [0; 25];
    let mut y = 0;
    while y < 5 {
        // ρ (§3.2.2) rotates each lane by its offset. π (§3.2.3) rearranges the lanes within the state.
        let mut b = [0; 5];
        let mut x = 0;
        while x < 5 {
            let from = PI[x + 5 * y];
            b[x] = (a[from] ^ d[from % 5]).rotate_left(RHO[from]);
            x += 1;
        }
        // χ (§3.2.4), the only non-linear step, combines the lanes of a row.
        let mut x = 0;
        while x < 5 {
            out[x + 5 * y] = b[x] ^ (!b[(x + 1) % 5] & b[(x + 2) % 5]);
            x += 1;
        }
        y += 1;
    }
    // ι (§3.2.5) XORs the round constant into lane (0, 0).
    out[0] ^= ROUND_CONSTANTS[round];
    out
}

/// Rotation offsets of ρ (FIPS 202 Algorithm 2).
pub(crate) const RHO: [u32; 25] = {
    let mut offsets = [0; 25];
    let (mut x, mut y) = (1, 0);
    let mut t = 0;
    while t < 24 {
        offsets[x + 5 * y] = ((t + 1) * (t + 2) / 2 % 64) as u32;
        (x, y) = (y, (2 * x + 3 * y) % 5);
        t += 1;
    }
    offsets
};

/// Lane `PI[i]` moves to index i in the step π: A′[x, y] = A[x + 3y, x] (FIPS 202 Algorithm 3).
pub(crate) const PI: [usize; 25] = {
    let mut from = [0; 25];
    let mut i = 0;
    while i < 25 {
        let (x, y) = (i % 5, i / 5);
        from[i] = (x + 3 * y) % 5 + 5 * x;
        i += 1;
    }
    from
};

/// Round constants of ι (FIPS 202 Algorithms 5 and 6).
pub(crate) const ROUND_CONSTANTS: [u64; ROUNDS] = {
    let mut constants = [0; ROUNDS];
    // The bits rc(t) are produced by a shift register with the feedback polynomial x^8 + x^6 + x^5 + x^4 + 1.
    let mut register: u16 = 1;
    let mut round = 0;
    while round < ROUNDS {
        let mut j = 0;
        while j <= 6 {
            constants[round] |= ((register & 1) as u64) << ((1 << j) - 1);
            register <<= 1;
            if register & 0x100 != 0 {
                register ^= 0x171;
            }
            j += 1;
        }
        round += 1;
    }
    constants
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_constants_match_the_published_first_and_last() {
        assert_eq!(ROUND_CONSTANTS[0], 0x0000_0000_0000_0001);
        assert_eq!(ROUND_CONSTANTS[1], 0x0000_0000_0000_8082);
        assert_eq!(ROUND_CONSTANTS[2], 0x8000_0000_0000_808a);
        assert_eq!(ROUND_CONSTANTS[23], 0x8000_0000_8000_8008);
    }

    #[test]
    fn rotation_offsets_match_table_2() {
        assert_eq!(RHO[..5], [0, 1, 62, 28, 27]);
        assert_eq!(RHO[20..], [18, 2, 61, 56, 14]);
    }

    /// Checks the first lanes after Keccak-f[1600] has been applied once and twice to the zero state
    /// (KeccakF-1600-IntermediateValues of the Keccak team).
    #[test]
    fn zeros_permute_to_the_published_state() {
        let mut state = [0; 25];
        keccak_p(&mut state, 24);
        assert_eq!(state[0], 0xf125_8f79_40e1_dde7);
        assert_eq!(state[24], 0xeaf1_ff7b_5cec_a249);
        keccak_p(&mut state, 24);
        assert_eq!(state[0], 0x2d5c_954d_f96e_cb3c);
    }

    #[test]
    fn fewer_rounds_are_the_last_rounds() {
        let mut all: State = core::array::from_fn(|i| i as u64);
        let mut split = all;
        keccak_p(&mut all, 24);
        for round in 0..12 {
            split = rnd(&split, round);
        }
        keccak_p(&mut split, 12);
        assert_eq!(all, split);
    }
}
