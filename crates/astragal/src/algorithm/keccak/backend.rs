//! Which code runs Keccak-p[1600, n] here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(test, not(target_pointer_width = "64")))]
mod compact;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod pairs;
mod portable;

use super::permutation::{State, States};
use super::round::is_usual;
use crate::kind::{Implementation, Timing};
use crate::machine::backends::backends;
#[cfg(target_arch = "aarch64")]
use crate::machine::simd::aarch64::{U64x2, U64x2Sha3};
#[cfg(target_feature = "simd128")]
use crate::machine::simd::wasm32::U64x2;

backends! {
    /// A way to run the permutation on one state. There is none with vectors of aarch64: its general registers
    /// are enough for a state.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend {
    /// What the registry says of the functions with one state: every backend is constant-time.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Applies Keccak-p[1600, `rounds`] to the state.
    #[inline]
    pub(crate) fn permute(self, state: &mut State, rounds: usize) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::permute(cpu, state, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::permute(cpu.into(), state, rounds),
            Self::Portable => portable::permute(state, rounds),
        }
    }

    /// Absorbs blocks of `rate` bytes, permuting after each. `rate` is a multiple of 8 and divides the
    /// length of `blocks`.
    pub(crate) fn absorb_blocks(
        self,
        state: &mut State,
        blocks: &[u8],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(rate.is_multiple_of(8) && blocks.len().is_multiple_of(rate));
        let permute = |state: &mut State| self.permute(state, rounds);
        match self {
            _ if !is_usual(rate) => portable::absorb_blocks(state, blocks, rate, permute),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::absorb_blocks(cpu, state, blocks, rate, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::absorb_blocks(cpu.into(), state, blocks, rate, rounds),
            Self::Portable => portable::absorb_blocks(state, blocks, rate, permute),
        }
    }

    /// Fills `out` with blocks of `rate` bytes, permuting before each. `rate` is a multiple of 8 and
    /// divides the length of `out`.
    pub(crate) fn squeeze_blocks(
        self,
        state: &mut State,
        out: &mut [u8],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(rate.is_multiple_of(8) && out.len().is_multiple_of(rate));
        let permute = |state: &mut State| self.permute(state, rounds);
        match self {
            _ if !is_usual(rate) => portable::squeeze_blocks(state, out, rate, permute),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::squeeze_blocks(cpu, state, out, rate, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::squeeze_blocks(cpu.into(), state, out, rate, rounds),
            Self::Portable => portable::squeeze_blocks(state, out, rate, permute),
        }
    }
}

backends! {
    /// A way to run the permutation on several states in step.
    pub(crate) enum Many {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
        "aarch64" ArmSha3(ArmSha3) = "arm-sha3",
        "aarch64" Neon(Neon) = "neon",
        "wasm32" + "simd128" Simd128(Simd128) = "simd128",
    }
}

impl Many {
    /// What the registry says of the functions whose leaves are hashed side by side.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// How many of so many messages are best hashed in step.
    pub(crate) fn width(self, messages: usize) -> usize {
        match (self, messages) {
            #[cfg(target_arch = "x86_64")]
            (Self::Avx512(_), 5..) => 8,
            #[cfg(target_arch = "x86_64")]
            (Self::Avx512(_) | Self::Avx2(_), 3..) => 4,
            #[cfg(target_arch = "x86_64")]
            (Self::Avx512(_), 2) => 2,
            #[cfg(target_arch = "aarch64")]
            (Self::ArmSha3(_) | Self::Neon(_), 2..) => 2,
            #[cfg(target_feature = "simd128")]
            (Self::Simd128(_), 2..) => 2,
            _ => 1,
        }
    }

    /// Applies Keccak-p[1600, `rounds`] to each of `N` states, 2, 4 or 8.
    pub(crate) fn permute_many<const N: usize>(self, states: &mut States<N>, rounds: usize) {
        const { assert!(N == 2 || N == 4 || N == 8) };
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::permute_many(cpu, states, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::permute_many(cpu, states, rounds),
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha3(cpu) => pairs::permute_many::<_, U64x2Sha3, N>(cpu, states, rounds),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => pairs::permute_many::<_, U64x2, N>(cpu, states, rounds),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => pairs::permute_many::<_, U64x2, N>(cpu, states, rounds),
            Self::Portable => portable::permute_many(states, rounds),
        }
    }

    /// Absorbs into each of `N` states, 2, 4 or 8, blocks of its own; all `blocks` are equally long.
    pub(crate) fn absorb_many<const N: usize>(
        self,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        const { assert!(N == 2 || N == 4 || N == 8) };
        debug_assert!(rate.is_multiple_of(8) && blocks[0].len().is_multiple_of(rate));
        debug_assert!(blocks.iter().all(|run| run.len() == blocks[0].len()));
        let permute_many = |states: &mut States<N>| self.permute_many(states, rounds);
        match self {
            _ if !is_usual(rate) => portable::absorb_many(states, blocks, rate, permute_many),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::absorb_many(cpu, states, blocks, rate, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::absorb_many(cpu, states, blocks, rate, rounds),
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha3(cpu) => {
                pairs::absorb_many::<_, U64x2Sha3, N>(cpu, states, blocks, rate, rounds);
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => {
                pairs::absorb_many::<_, U64x2, N>(cpu, states, blocks, rate, rounds);
            }
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => {
                pairs::absorb_many::<_, U64x2, N>(cpu, states, blocks, rate, rounds);
            }
            Self::Portable => portable::absorb_many(states, blocks, rate, permute_many),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use core::array::from_fn;
    use std::vec::Vec;

    /// Numbers without pattern (splitmix64), from a seed.
    fn random(seed: u64) -> impl Iterator<Item = u64> {
        (1..).map(move |i: u64| {
            let mut z = (seed.wrapping_add(i)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        })
    }

    fn random_state(seed: u64) -> State {
        let mut words = random(seed);
        from_fn(|_| words.next().unwrap())
    }

    /// The states as the oracle permutes them.
    fn permuted<const N: usize>(states: &States<N>, rounds: usize) -> States<N> {
        let mut out = *states;
        for j in 0..N {
            let mut state: State = from_fn(|i| states[i][j]);
            super::super::permutation::keccak_p(&mut state, rounds);
            for i in 0..25 {
                out[i][j] = state[i];
            }
        }
        out
    }

    fn check_permute_many<const N: usize>() {
        let states: States<N> = {
            let mut words = random(N as u64);
            from_fn(|_| from_fn(|_| words.next().unwrap()))
        };
        for rounds in 0..=24 {
            let expected = permuted(&states, rounds);
            for backend in Many::available() {
                let mut given = states;
                backend.permute_many(&mut given, rounds);
                assert_eq!(given, expected, "{} ×{N} at {rounds} rounds", backend.name());
            }
        }
    }

    #[test]
    fn permutations_match_portable() {
        for rounds in 0..=24 {
            for seed in 0..4 {
                let state = random_state(seed);
                let mut expected = state;
                super::super::permutation::keccak_p(&mut expected, rounds);
                for backend in Backend::available() {
                    let mut given = state;
                    backend.permute(&mut given, rounds);
                    assert_eq!(given, expected, "{} at {rounds} rounds", backend.name());
                }
            }
        }
        check_permute_many::<2>();
        check_permute_many::<4>();
        check_permute_many::<8>();
    }

    fn check_round_many<const N: usize>(inputs: &[State], outputs: &[State]) {
        for backend in Many::available() {
            for (inputs, outputs) in
                inputs.as_chunks::<N>().0.iter().zip(outputs.as_chunks::<N>().0)
            {
                let mut given: States<N> = from_fn(|i| from_fn(|j| inputs[j][i]));
                backend.permute_many(&mut given, 1);
                let expected: States<N> = from_fn(|i| from_fn(|j| outputs[j][i]));
                assert_eq!(given, expected, "{} ×{N}", backend.name());
            }
        }
    }

    /// A round multiplies bits once, in χ: its output bits are polynomials of degree 2. Two of those are equal
    /// everywhere if they are equal where at most two input bits are set.
    #[test]
    #[cfg_attr(any(miri, astragal_model), ignore = "1.3 million states")]
    fn one_round_matches_portable_for_all_inputs() {
        let bit = |i: usize| -> State { from_fn(|lane| u64::from(i / 64 == lane) << (i % 64)) };
        let bits: Vec<State> = (0..1600).map(bit).collect();
        for first in 0..1600 {
            // None, which is counted often; this one alone; and it with each behind it.
            let mut inputs = std::vec![[0; 25], bits[first]];
            inputs.extend(
                bits[first + 1..]
                    .iter()
                    .map(|second| -> State { from_fn(|lane| bits[first][lane] | second[lane]) }),
            );
            inputs.resize(inputs.len().next_multiple_of(8), [0; 25]);
            let outputs: Vec<State> = inputs
                .iter()
                .map(|input| {
                    let mut state = *input;
                    super::super::permutation::keccak_p(&mut state, 1);
                    state
                })
                .collect();
            for backend in Backend::available() {
                for (input, output) in inputs.iter().zip(&outputs) {
                    let mut state = *input;
                    backend.permute(&mut state, 1);
                    assert_eq!(state, *output, "{}", backend.name());
                }
            }
            check_round_many::<2>(&inputs, &outputs);
            check_round_many::<4>(&inputs, &outputs);
            check_round_many::<8>(&inputs, &outputs);
        }
    }

    fn check_absorb_many<const N: usize>(blocks: usize, rate: usize, rounds: usize) {
        let bytes: Vec<u8> =
            random(rate as u64).flat_map(u64::to_le_bytes).take(N * blocks * rate).collect();
        let runs: [&[u8]; N] = from_fn(|j| &bytes[j * blocks * rate..(j + 1) * blocks * rate]);
        let states: [State; N] = from_fn(|j| random_state(j as u64));
        let expected: [State; N] = from_fn(|j| {
            let mut state = states[j];
            for block in runs[j].chunks_exact(rate) {
                for (lane, word) in state.iter_mut().zip(block.as_chunks().0) {
                    *lane ^= u64::from_le_bytes(*word);
                }
                super::super::permutation::keccak_p(&mut state, rounds);
            }
            state
        });
        for backend in Many::available() {
            let mut given: States<N> = from_fn(|i| from_fn(|j| states[j][i]));
            backend.absorb_many(&mut given, &runs, rate, rounds);
            for j in 0..N {
                let what = (backend.name(), N, j, blocks, rate, rounds);
                assert_eq!(from_fn(|i| given[i][j]), expected[j], "{what:?}");
            }
        }
        for backend in Backend::available() {
            for j in 0..N {
                let mut alone = states[j];
                backend.absorb_blocks(&mut alone, runs[j], rate, rounds);
                assert_eq!(alone, expected[j], "{} {j} {blocks} {rate} {rounds}", backend.name());
                check_squeeze(backend, alone, blocks, rate, rounds);
            }
        }
    }

    fn check_squeeze(backend: Backend, from: State, blocks: usize, rate: usize, rounds: usize) {
        let (mut state, mut expected_state) = (from, from);
        let mut expected = Vec::new();
        for _ in 0..blocks {
            super::super::permutation::keccak_p(&mut expected_state, rounds);
            let bytes = expected_state.iter().flat_map(|lane| lane.to_le_bytes());
            expected.extend(bytes.take(rate));
        }
        let mut out = std::vec![0; blocks * rate];
        backend.squeeze_blocks(&mut state, &mut out, rate, rounds);
        assert_eq!((out, state), (expected, expected_state), "{} {rate}", backend.name());
    }

    #[test]
    fn absorb_and_squeeze_match_portable_at_every_rate() {
        for rate in (8..200).step_by(8) {
            for (blocks, rounds) in [(0, 24), (1, 12), (2, 24), (3, 5)] {
                check_absorb_many::<2>(blocks, rate, rounds);
                check_absorb_many::<4>(blocks, rate, rounds);
                check_absorb_many::<8>(blocks, rate, rounds);
            }
        }
    }
}
