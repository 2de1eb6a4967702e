//! Backends for Keccak-p[1600, n]: for one state, and for several states in parallel.
//!
//! `portable` holds one state in general registers, and `compact` holds one state in memory. `keccak/round.rs` has the
//! round over vectors, and `keccak/kernel.rs` has the loop over blocks.
//!
//! On AVX-512, `planes` holds one state in five registers. χ, the sums of θ and the rotations are single instructions.
//! On AVX2, `bmi` computes the rounds of a single state in general registers, with the state in memory. The BMI
//! instructions `rorx` and `andn` write to a separate destination register, which saves register copies.

#[cfg(target_arch = "x86_64")]
mod bmi;
#[cfg(any(test, not(target_pointer_width = "64")))]
mod compact;
#[cfg(target_arch = "x86_64")]
mod planes;
mod portable;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
use super::kernel::enter;
use super::kernel::{Work, is_usual};
use super::permutation::{State, keccak_p};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2, Avx512};
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::{U64x2, U64x2Sha3};
#[cfg(target_feature = "simd128")]
use crate::platform::simd::wasm32::U64x2;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U64x2, U64x4, U64x8};
use crate::traits::{Implementation, Timing};

backends! {
    /// Backend for a single state. aarch64 has only the `portable` backend, because its general registers hold a whole
    /// state.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend {
    /// Returns the name and the timing behaviour of the backend for one state. Every backend is constant-time.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Applies Keccak-p[1600, `rounds`]. For odd numbers of rounds, which no standard uses, calls the slower reference
    /// permutation.
    pub(crate) fn permute(self, state: &mut State, rounds: usize) {
        match self {
            // The portable backend of other targets applies any number of rounds.
            #[cfg(target_pointer_width = "64")]
            _ if !rounds.is_multiple_of(2) => keccak_p(state, rounds),
            Self::Portable => portable::permute(state, rounds),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => self.run(state, Work::permutation(rounds)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => bmi::permute(cpu.into(), state, rounds),
        }
    }

    /// Absorbs `blocks`, which consists of blocks of `rate` bytes, and permutes the state after each block. `rate` must
    /// be a multiple of 8 and divide the length of `blocks`.
    pub(crate) fn absorb_blocks(
        self,
        state: &mut State,
        blocks: &[u8],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(rate.is_multiple_of(8) && blocks.len().is_multiple_of(rate));
        let permutations = blocks.len() / rate;
        self.run(state, Work { input: &[blocks], output: &mut [], permutations, rate, rounds });
    }

    /// Fills `out` with output blocks of `rate` bytes and permutes the state before each block. `rate` must be a
    /// multiple of 8 and divide the length of `out`.
    pub(crate) fn squeeze_blocks(
        self,
        state: &mut State,
        out: &mut [u8],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(rate.is_multiple_of(8) && out.len().is_multiple_of(rate));
        let permutations = out.len() / rate;
        self.run(state, Work { input: &[], output: out, permutations, rate, rounds });
    }

    fn run(self, state: &mut State, work: Work<'_>) {
        match self {
            _ if !work.is_usual() => {
                let rounds = work.rounds;
                portable::run_any_rate(state, work, |state| self.permute(state, rounds));
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => planes::run(cpu, state, work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => bmi::run(cpu.into(), state, work),
            Self::Portable => portable::run(state, work),
        }
    }
}

backends! {
    /// Backend for several states in parallel.
    pub(crate) enum ParallelBackend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
        "aarch64" ArmSha3(ArmSha3) = "arm-sha3",
        "aarch64" Neon(Neon) = "neon",
        "wasm32" + "simd128" Simd128(Simd128) = "simd128",
    }
}

impl ParallelBackend {
    /// Returns the name and the timing behaviour of the backend that hashes several messages or leaves in parallel.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Returns how many states to permute in parallel when `messages` messages are hashed.
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

    /// Applies Keccak-p[1600, `rounds`] to each interleaved state. There must be 2, 4 or 8 states.
    pub(crate) fn permute_many(self, states: &mut [u64], rounds: usize) {
        self.run(states, Work::permutation(rounds));
    }

    /// Absorbs `blocks[j]` into interleaved state `j`. There must be 2, 4 or 8 states. All elements of `blocks` must
    /// have the same length, and `rate` must be a rate of FIPS 202.
    pub(crate) fn absorb_many(
        self,
        states: &mut [u64],
        blocks: &[&[u8]],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(is_usual(rate) && blocks[0].len().is_multiple_of(rate));
        debug_assert!(blocks.iter().all(|run| run.len() == blocks[0].len()));
        let permutations = blocks[0].len() / rate;
        self.run(states, Work { input: blocks, output: &mut [], permutations, rate, rounds });
    }

    fn run(self, states: &mut [u64], work: Work<'_>) {
        let count = states.len() / 25;
        debug_assert!(matches!(count, 2 | 4 | 8));
        let backend = if work.is_usual() { self } else { Self::Portable };
        match backend {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => match count {
                8 => enter::<Avx512, U64x8, 8, false>(cpu, cpu, states, work),
                4 => enter::<Avx512, U64x4<Avx512>, 4, false>(cpu, cpu, states, work),
                _ => enter::<Avx512, U64x2, 2, false>(cpu, cpu, states, work),
            },
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) if count > 2 => {
                enter::<Avx2, U64x4<Avx2>, 4, true>(cpu, cpu, states, work);
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => run_scalar::<2>(Backend::Avx2(cpu), states, &work),
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha3(cpu) => enter::<_, U64x2Sha3, 2, true>(cpu, cpu, states, work),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => enter::<_, U64x2, 2, true>(cpu, cpu, states, work),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => enter::<_, U64x2, 2, true>(cpu, cpu, states, work),
            Self::Portable => match count {
                8 => run_scalar::<8>(Backend::Portable, states, &work),
                4 => run_scalar::<4>(Backend::Portable, states, &work),
                _ => run_scalar::<2>(Backend::Portable, states, &work),
            },
        }
    }
}

/// Processes each of `N` interleaved states separately, with the backend for a single state.
fn run_scalar<const N: usize>(backend: Backend, states: &mut [u64], work: &Work<'_>) {
    let (lanes, _) = states.as_chunks_mut::<N>();
    for j in 0..N {
        let mut state = [0; 25];
        for i in 0..25 {
            state[i] = lanes[i][j];
        }
        match work.input.get(j..=j) {
            Some(input) => backend.run(&mut state, Work { input, output: &mut [], ..*work }),
            None => backend.permute(&mut state, work.rounds),
        }
        for i in 0..25 {
            lanes[i][j] = state[i];
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::kernel::{load, store};
    use super::super::permutation::{ROUND_CONSTANTS, ROUNDS, States};
    use super::super::round::Lane;
    use super::*;
    #[cfg(target_arch = "aarch64")]
    use crate::platform::cpu::{ArmSha3, Neon};
    use crate::platform::enter::Token;
    use crate::platform::simd::Vector64;
    use core::any::type_name;
    use core::array::from_fn;
    use std::vec::Vec;

    /// Applies the last round of Keccak-p to `W` interleaved states, in code compiled for the instruction set of `cpu`.
    fn last_round<T: Token, V: Vector64<W> + Lane, const W: usize>(
        cpu: T,
        proof: V::Proof,
        states: &mut [[u64; W]; 25],
    ) {
        cpu.enter(
            #[inline(always)]
            move || {
                let a = load::<V, W, false>(proof, states, 0);
                let a = V::round(&a, &ROUND_CONSTANTS[ROUNDS - 1]);
                store::<V, W, false>(&a, states, 0);
            },
        );
    }

    fn check_round<T: Token, V: Vector64<W> + Lane, const W: usize>(
        (cpu, proof): (T, V::Proof),
        inputs: &[State],
        outputs: &[State],
    ) {
        for (inputs, outputs) in inputs.as_chunks::<W>().0.iter().zip(outputs.as_chunks::<W>().0) {
            let mut given: States<W> = from_fn(|i| from_fn(|j| inputs[j][i]));
            last_round::<T, V, W>(cpu, proof, &mut given);
            let expected: States<W> = from_fn(|i| from_fn(|j| outputs[j][i]));
            assert_eq!(given, expected, "{} ×{W}", type_name::<V>());
        }
    }

    /// Checks the round function against `outputs` for every vector type that this CPU supports.
    fn check_rounds(inputs: &[State], outputs: &[State]) {
        for (input, output) in inputs.iter().zip(outputs) {
            assert_eq!(u64::round(input, &ROUND_CONSTANTS[ROUNDS - 1]), *output);
        }
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(cpu) = Avx2::detect() {
                #[cfg(not(any(miri, astragal_model)))]
                for (input, output) in inputs.iter().zip(outputs) {
                    bmi::check_round(cpu.into(), input, output);
                }
                check_round::<Avx2, U64x4<Avx2>, 4>((cpu, cpu), inputs, outputs);
            }
            if let Some(cpu) = Avx512::detect() {
                #[cfg(not(any(miri, astragal_model)))]
                for (input, output) in inputs.iter().zip(outputs) {
                    planes::check_round(cpu, input, output);
                }
                check_round::<Avx512, U64x2, 1>((cpu, cpu), inputs, outputs);
                check_round::<Avx512, U64x2, 2>((cpu, cpu), inputs, outputs);
                check_round::<Avx512, U64x4<Avx512>, 4>((cpu, cpu), inputs, outputs);
                check_round::<Avx512, U64x8, 8>((cpu, cpu), inputs, outputs);
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            if let Some(cpu) = Neon::detect() {
                check_round::<_, U64x2, 2>((cpu, cpu), inputs, outputs);
            }
            if let Some(cpu) = ArmSha3::detect() {
                check_round::<_, U64x2Sha3, 2>((cpu, cpu), inputs, outputs);
            }
        }
    }

    /// Proves that one round equals the reference for all inputs. The round has only one nonlinear step, χ, which
    /// multiplies pairs of bits. Each output bit is therefore a polynomial of degree 2 in the input bits. Two such
    /// polynomials are equal if they agree on all inputs with at most two bits set.
    #[test]
    #[cfg_attr(any(miri, astragal_model), ignore = "slow: permutes 1.3 million states")]
    fn one_round_matches_portable_for_all_inputs() {
        let bit = |i: usize| -> State { from_fn(|lane| u64::from(i / 64 == lane) << (i % 64)) };
        let bits: Vec<State> = (0..1600).map(bit).collect();
        for first in 0..1600 {
            // Tests the zero state, the state with only bit `first` set, and the states with bit `first` and one later
            // bit set.
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
            check_rounds(&inputs, &outputs);
        }
    }
}
