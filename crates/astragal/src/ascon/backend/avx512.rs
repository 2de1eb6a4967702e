//! Ascon on AVX-512VL: a word per 128-bit register. Ternary logic and native rotations make a round of 26
//! instructions where scalar code needs 40; half of each register is idle, and it is still faster.
#![expect(unsafe_code, reason = "enters functions compiled for AVX-512, token in hand")]

use super::super::duplex::{Direction, Order};
use super::super::permutation::State;
use super::super::round;
use crate::cpu::Avx512;
use crate::simd::x86_64::U64x2Vl;
use crate::simd::{Lanes64 as _, Vector64 as _};

#[inline(always)]
fn lane(cpu: Avx512, word: u64) -> U64x2Vl {
    U64x2Vl::new(cpu, [word, 0])
}

#[inline(always)]
fn word(lane: U64x2Vl) -> u64 {
    lane.to_array()[0]
}

#[inline(always)]
fn ascon_p<const ROUNDS: usize>(cpu: Avx512, s: [U64x2Vl; 5]) -> [U64x2Vl; 5] {
    round::ascon_p(s, ROUNDS, |constant| U64x2Vl::new(cpu, [constant, constant]))
}

pub(super) fn permute<const ROUNDS: usize>(cpu: Avx512, state: State) -> State {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run<const ROUNDS: usize>(cpu: Avx512, state: State) -> State {
        ascon_p::<ROUNDS>(cpu, state.map(|word| lane(cpu, word))).map(word)
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run::<ROUNDS>(cpu, state) }
}

pub(super) fn absorb_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
    cpu: Avx512,
    state: &mut State,
    blocks: &[[u8; RATE]],
) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run<O: Order, const RATE: usize, const ROUNDS: usize>(
        cpu: Avx512,
        state: &mut State,
        blocks: &[[u8; RATE]],
    ) {
        let mut s = state.map(|word| lane(cpu, word));
        for block in blocks {
            let (words, _) = block.as_chunks::<8>();
            for (s, bytes) in s.iter_mut().zip(words) {
                *s = s.xor(lane(cpu, O::load(*bytes)));
            }
            s = ascon_p::<ROUNDS>(cpu, s);
        }
        *state = s.map(word);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run::<O, RATE, ROUNDS>(cpu, state, blocks) }
}

pub(super) fn crypt_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
    cpu: Avx512,
    direction: Direction,
    state: &mut State,
    blocks: &mut [[u8; RATE]],
) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run<O: Order, const RATE: usize, const ROUNDS: usize>(
        cpu: Avx512,
        direction: Direction,
        state: &mut State,
        blocks: &mut [[u8; RATE]],
    ) {
        let mut s = state.map(|word| lane(cpu, word));
        for block in blocks {
            let (words, _) = block.as_chunks_mut::<8>();
            for (s, bytes) in s.iter_mut().zip(words) {
                let given = lane(cpu, O::load(*bytes));
                let text = s.xor(given);
                *bytes = O::store(word(text));
                *s = if direction == Direction::Encrypt { text } else { given };
            }
            s = ascon_p::<ROUNDS>(cpu, s);
        }
        *state = s.map(word);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run::<O, RATE, ROUNDS>(cpu, direction, state, blocks) }
}
