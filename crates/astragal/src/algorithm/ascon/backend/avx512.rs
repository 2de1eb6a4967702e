//! Ascon on AVX-512VL. Each state word is element 0 of a 128-bit register. With ternary logic and vector rotations, a
//! round takes 24 instructions; scalar code takes 40.
//!
//! In each cycle, the CPU can start three vector instructions, but only two of them may be rotations. To save
//! rotations, the linear layer combines S4 and S1 in one register, and one instruction rotates both words by different
//! distances. This makes the permutation a tenth faster. Combining other words, or two pairs of words, was not faster.

use super::super::byte_order::{ByteOrder, Operation};
use super::super::permutation::State;
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::U64x2;
use crate::platform::simd::{Vector64 as _, Words64 as _};

/// State words S0 to S4, each in element 0 of its register. Element 1 is unused.
type Registers = [U64x2; 5];

pub(super) fn absorb_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
    cpu: Avx512,
    state: &mut State,
    blocks: &[[u8; RATE]],
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let mut s = load(cpu, state);
            for block in blocks {
                let (words, _) = block.as_chunks::<8>();
                for i in 0..RATE / 8 {
                    s[i] = s[i].xor(lane(cpu, O::load(words[i])));
                }
                s = ascon_p::<ROUNDS>(cpu, s);
            }
            store(s, state);
        },
    );
}

pub(super) fn crypt_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
    cpu: Avx512,
    operation: Operation,
    state: &mut State,
    blocks: &mut [[u8; RATE]],
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let mut s = load(cpu, state);
            for block in &mut *blocks {
                let (words, _) = block.as_chunks_mut::<8>();
                for i in 0..RATE / 8 {
                    let given = lane(cpu, operation.load::<O>(words[i]));
                    let text = s[i].xor(given);
                    words[i] = O::store(word(text));
                    s[i] = if operation == Operation::Decrypt { given } else { text };
                }
                s = ascon_p::<ROUNDS>(cpu, s);
            }
            store(s, state);
        },
    );
}

#[inline(always)]
fn load(cpu: Avx512, [a, b, c, d, e]: &State) -> Registers {
    [lane(cpu, *a), lane(cpu, *b), lane(cpu, *c), lane(cpu, *d), lane(cpu, *e)]
}

#[inline(always)]
fn store(s: Registers, state: &mut State) {
    for i in 0..5 {
        state[i] = word(s[i]);
    }
}

/// Returns a vector with `word` in both elements. An XOR instruction can load the single word from memory and copy it
/// to both elements.
#[inline(always)]
fn lane(cpu: Avx512, word: u64) -> U64x2 {
    U64x2::new(cpu, [word; 2])
}

#[inline(always)]
fn word(lane: U64x2) -> u64 {
    let [word, _] = lane.to_array();
    word
}

/// Applies the last `ROUNDS` of the twelve rounds. As in the portable code, S2 is stored inverted between rounds, and
/// the rounds are unrolled by hand.
#[inline(always)]
fn ascon_p<const ROUNDS: usize>(cpu: Avx512, mut s: Registers) -> Registers {
    s[2] = s[2].xor_word(!0);
    if const { ROUNDS >= 12 } {
        s = round(cpu, s, 0xf0);
    }
    if const { ROUNDS >= 11 } {
        s = round(cpu, s, 0xe1);
    }
    if const { ROUNDS >= 10 } {
        s = round(cpu, s, 0xd2);
    }
    if const { ROUNDS >= 9 } {
        s = round(cpu, s, 0xc3);
    }
    if const { ROUNDS >= 8 } {
        s = round(cpu, s, 0xb4);
    }
    if const { ROUNDS >= 7 } {
        s = round(cpu, s, 0xa5);
    }
    if const { ROUNDS >= 6 } {
        s = round(cpu, s, 0x96);
    }
    if const { ROUNDS >= 5 } {
        s = round(cpu, s, 0x87);
    }
    if const { ROUNDS >= 4 } {
        s = round(cpu, s, 0x78);
    }
    if const { ROUNDS >= 3 } {
        s = round(cpu, s, 0x69);
    }
    if const { ROUNDS >= 2 } {
        s = round(cpu, s, 0x5a);
    }
    if const { ROUNDS >= 1 } {
        s = round(cpu, s, 0x4b);
    }
    s[2] = s[2].xor_word(!0);
    s
}

/// One round p_L ∘ p_S ∘ p_C, with the variable names of the portable code. p_C and p_S together take ten operations,
/// and p_L takes fourteen.
#[inline(always)]
fn round(cpu: Avx512, [x0, x1, x2, x3, x4]: Registers, constant: u64) -> Registers {
    let p = x1.xor3(x2, U64x2::new(cpu, [!constant; 2]));
    let a = x0.xor(x4);
    let b = x3.xor(x4);
    let y0 = b.xor_or(x1, a.xor(p));
    let y1 = a.xor_or(x1.xor(x3), p);
    let y2 = p.xor_and_not(x3, x4);
    let y3 = p.xor_or(x0, b);
    let y4 = b.xor_and_not(a, x1);

    let y41 = y4.firsts(y1);
    let once = y41.rotate_right_each(U64x2::new(cpu, [7, 61]));
    let twice = y41.rotate_right_each(U64x2::new(cpu, [41, 39]));
    let x41 = y41.xor3(once, twice);
    [linear(y0, 45, 36), x41.seconds(x41), linear(y2, 63, 58), linear(y3, 54, 47), x41]
}

/// XORs a word with its left rotations by `l1` and `l2`.
#[inline(always)]
fn linear(y: U64x2, l1: u32, l2: u32) -> U64x2 {
    y.xor3(y.rotate_left(l1), y.rotate_left(l2))
}
