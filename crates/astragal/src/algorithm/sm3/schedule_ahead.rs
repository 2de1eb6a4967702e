//! SM3 with three words of the schedule expanded at once, ahead of the rounds that take them: the units for vectors
//! work while the rounds wait for each other.

use super::compress::T;
use crate::platform::cpu::Bmi;
use crate::platform::rounds;
use crate::platform::simd::x86_64::{U32x4, X86};
use crate::platform::simd::{Arx, Turn as _, WordRow as _};
use crate::platform::unroll::unroll;
use crate::platform::words::load_be;

/// W and W′ for the rounds, three at a time, and what is written behind the last three.
struct Words {
    w: [u32; 16 + 18 * 3 + 1],
    w_prime: [u32; 12 + 18 * 3 + 1],
}

/// Compresses `blocks`.
#[inline(always)]
pub(super) fn compress_blocks<P: X86 + Into<Bmi>>(
    cpu: P,
    state: &mut [u32; 8],
    blocks: &[[u8; 64]],
) {
    let mut words = Words { w: [0; _], w_prime: [0; _] };
    for block in blocks {
        compress(cpu, state, block, &mut words);
    }
}

/// §5.3.3: three words are expanded behind every two rounds, until all are.
#[inline(always)]
fn compress<P: X86 + Into<Bmi>>(cpu: P, state: &mut [u32; 8], block: &[u8; 64], words: &mut Words) {
    let bmi = cpu.into();
    let mut letters = *state;
    let mut rows = words.begin(cpu, block);
    unroll!(for i in 0..16 {
        letters = rounds::sm3_early(bmi, letters, T[i], words.w[i], words.w_prime[i]);
        if i % 2 == 1 {
            words.expand(&mut rows, 16 + i / 2 * 3);
        }
    });
    unroll!(for j in 0..16 {
        let i = 16 + j;
        letters = rounds::sm3_late(bmi, letters, T[i], words.w[i], words.w_prime[i]);
        if i % 2 == 1 {
            words.expand(&mut rows, 16 + i / 2 * 3);
        }
    });
    words.expand(&mut rows, 64);
    words.expand(&mut rows, 67);
    for i in [32, 48] {
        unroll!(for j in 0..16 {
            let i = i + j;
            letters = rounds::sm3_late(bmi, letters, T[i], words.w[i], words.w_prime[i]);
        });
    }
    for (word, letter) in state.iter_mut().zip(letters) {
        *word ^= letter;
    }
}

impl Words {
    /// The words of the block itself, and the rows that the words behind come of: of the first only W0 is there.
    #[inline(always)]
    fn begin<P: X86>(&mut self, cpu: P, block: &[u8; 64]) -> [U32x4<P>; 6] {
        let row = |first: usize| {
            let bytes = block[4 * first..].first_chunk::<16>().expect("there are four words");
            U32x4::new(cpu, load_be(bytes))
        };
        let quarters = [row(0), row(4), row(8), row(12)];
        unroll!(for i in 0..4 {
            put(quarters[i], &mut self.w, 4 * i);
            if i < 3 {
                put(quarters[i].xor(quarters[i + 1]), &mut self.w_prime, 4 * i);
            }
        });
        [quarters[0].turn_2(), row(1), row(4), row(7), row(10), quarters[3].turn_1()]
    }

    /// Words `i` to `i + 2` (§5.3.2) of the rows before, of which each has three words.
    #[inline(always)]
    fn expand<P: X86>(&mut self, rows: &mut [U32x4<P>; 6], i: usize) {
        let [a, b, c, d, e, f] = *rows;
        let x = b.behind(a.turn_3()).xor(d).xor(f.rotate_right::<17, 15>());
        // The two rotations of P1 are eight bits apart, which is a shuffle.
        let p1 = x.xor(x.xor(x.rotate_right::<8, 24>()).rotate_right::<9, 23>());
        let next = p1.xor(c.behind(b.turn_3()).rotate_right::<25, 7>()).xor(e);
        put(next, &mut self.w, i);
        put(f.behind(e.turn_3()).xor(next), &mut self.w_prime, i - 4);
        *rows = [b, c, d, e, f, next];
    }
}

#[inline(always)]
fn put<P: X86>(row: U32x4<P>, words: &mut [u32], i: usize) {
    words[i..i + 4].copy_from_slice(&row.to_array());
}
