//! SHA-512 with the message schedule in vectors and the rounds in general registers. The message schedule of a block
//! does not depend on other blocks, so the schedules of two blocks are computed together: a vector holds two words of
//! each block. If one block remains, its schedule is computed alone, in vectors of four words.

use super::super::compress::add_working;
use super::super::constants::K_64;
use super::deferred_round::DeferredRound;
use crate::platform::cpu::Bmi;
use crate::platform::simd::Pairs;
use crate::platform::unroll::unroll;

/// Sums of schedule words and round constants. Each row has two words of the first block, then two of the second.
type Schedule = [[u64; 4]; 40];

#[inline(always)]
pub(super) fn compress_blocks<V: Pairs<Proof: Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u64; 8],
    blocks: &[[u8; 128]],
) {
    let (pairs, last) = blocks.as_chunks::<2>();
    // The schedule is created only if there is a pair of blocks, because zeroing it takes time.
    if !pairs.is_empty() {
        let mut schedule = [[0; 4]; 40];
        for [first, second] in pairs {
            if V::STITCHED {
                compress_pair::<V>(proof, state, first, second, &mut schedule);
            } else {
                compress_first::<V>(proof, state, first, second, &mut schedule);
                compress_second(proof.into(), state, &schedule);
            }
        }
    }
    if let [last] = last {
        compress_single::<V>(proof, state, last);
    }
}

/// Compresses the block `first`. Between the rounds, computes the message schedules of `first` and `second`.
#[inline(always)]
fn compress_first<V: Pairs<Proof: Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u64; 8],
    first: &[u8; 128],
    second: &[u8; 128],
    schedule: &mut Schedule,
) {
    let (first, second) = (first.as_chunks().0, second.as_chunks().0);
    let mut w = [V::new(proof, [0; 4]); 8];
    unroll!(for i in 0..8 {
        w[i] = V::load_be(proof, &first[i], &second[i]);
        schedule[i] = w[i].add(constants(proof, i)).to_array();
    });
    let bmi = proof.into();
    let mut working = DeferredRound::new(state);
    for step in 0..4 {
        unroll!(for i in 0..8 {
            let at = 8 * step + i;
            // Computes two new schedule words of each block. They replace the words from sixteen rounds earlier.
            let recent = small_sigma_1(w[(i + 7) % 8]).add(w[(i + 4) % 8].middle(w[(i + 5) % 8]));
            w[i] = w[i].add(small_sigma_0(w[i].middle(w[(i + 1) % 8]))).add(recent);
            schedule[at + 8] = w[i].add(constants(proof, at + 8)).to_array();
            working.round(bmi, schedule[at][0]);
            working.round(bmi, schedule[at][1]);
        });
    }
    unroll!(for i in 0..8 {
        working.round(bmi, schedule[32 + i][0]);
        working.round(bmi, schedule[32 + i][1]);
    });
    add_working(state, &working.finish());
}

/// Compresses the second block with the schedule that `compress_first` has computed.
#[inline(always)]
fn compress_second(bmi: Bmi, state: &mut [u64; 8], schedule: &Schedule) {
    let mut working = DeferredRound::new(state);
    for eight in schedule.as_chunks::<8>().0 {
        unroll!(for i in 0..8 {
            working.round(bmi, eight[i][2]);
            working.round(bmi, eight[i][3]);
        });
    }
    add_working(state, &working.finish());
}

/// Compresses two blocks, with assembly that computes the message schedules of both in the rounds of the first.
#[inline(always)]
fn compress_pair<V: Pairs<Proof: Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u64; 8],
    first: &[u8; 128],
    second: &[u8; 128],
    schedule: &mut Schedule,
) {
    let (first, second) = (first.as_chunks().0, second.as_chunks().0);
    let mut w = [V::new(proof, [0; 4]); 8];
    unroll!(for i in 0..8 {
        w[i] = V::load_be(proof, &first[i], &second[i]);
        schedule[i] = w[i].add(constants(proof, i)).to_array();
    });
    let mut working = DeferredRound::new(state);
    for step in 0..4 {
        unroll!(for const I in 0..8 {
            // The new words replace the words from sixteen rounds earlier.
            let words = [w[I], w[(I + 1) % 8], w[(I + 4) % 8], w[(I + 5) % 8], w[(I + 7) % 8]];
            let (sums, constants) = (&schedule.as_chunks().0[step], constants(proof, 8 * step + 8 + I));
            let new_sums;
            [w[I], new_sums] = working.two_rounds_with_words::<V, { 4 * I }>(sums, words, constants);
            schedule[8 * step + 8 + I] = new_sums.to_array();
        });
    }
    let bmi = proof.into();
    unroll!(for const I in 0..8 {
        working.two_rounds::<{ 4 * I }, 8>(bmi, &schedule.as_chunks().0[4]);
    });
    add_working(state, &working.finish());
    working = DeferredRound::new(state);
    for sums in schedule.as_chunks().0 {
        unroll!(for const I in 0..8 {
            working.two_rounds::<{ 4 * I + 2 }, 8>(bmi, sums);
        });
    }
    add_working(state, &working.finish());
}

/// Compresses a single block.
#[inline(always)]
fn compress_single<V: Pairs<Proof: Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u64; 8],
    block: &[u8; 128],
) {
    let block = block.as_chunks().0;
    // The schedule holds the words of the current sixteen rounds and of the next sixteen.
    let mut schedule = [[0; 4]; 8];
    let mut w = [V::new(proof, [0; 4]); 4];
    unroll!(for i in 0..4 {
        w[i] = V::load_be(proof, &block[2 * i], &block[2 * i + 1]);
        schedule[i] = w[i].add(V::new(proof, K_64.as_chunks().0[i])).to_array();
    });
    let bmi = proof.into();
    let mut working = DeferredRound::new(state);
    for step in 0..4 {
        unroll!(for const I in 0..4 {
            let at = 4 * step + I;
            w[I] = next_four(w[I], w[(I + 1) % 4], w[(I + 2) % 4], w[(I + 3) % 4]);
            schedule[(at + 4) % 8] = w[I].add(V::new(proof, K_64.as_chunks().0[at + 4])).to_array();
            if V::STITCHED {
                let sums = &schedule.as_chunks().0[step % 2];
                working.two_rounds::<{ 4 * I }, 4>(bmi, sums);
                working.two_rounds::<{ 4 * I + 2 }, 4>(bmi, sums);
            } else {
                working.round(bmi, schedule[at % 8][0]);
                working.round(bmi, schedule[at % 8][1]);
                working.round(bmi, schedule[at % 8][2]);
                working.round(bmi, schedule[at % 8][3]);
            }
        });
    }
    for four in &schedule[..4] {
        unroll!(for i in 0..4 {
            working.round(bmi, four[i]);
        });
    }
    add_working(state, &working.finish());
}

/// Computes the next four schedule words from the previous sixteen.
#[inline(always)]
fn next_four<V: Pairs>(a: V, b: V, c: V, d: V) -> V {
    // Shifts `a` and `c` by one word: each drops its first word and appends the first word of the next vector.
    let (from_a, from_c) = (a.middle(a.straddle(b)), c.middle(c.straddle(d)));
    let sum = a.add(small_sigma_0(from_a)).add(from_c);
    // Computes the first two of the four new words first, because the last two depend on them.
    let first = sum.add(small_sigma_1(d.turn_2()));
    first.join(sum.add(small_sigma_1(first.turn_2())))
}

/// Returns the round constants of rounds 2i and 2i + 1, once for each of the two blocks.
#[inline(always)]
fn constants<V: Pairs>(proof: V::Proof, i: usize) -> V {
    let (first, second) = (K_64[2 * i], K_64[2 * i + 1]);
    V::new(proof, [first, second, first, second])
}

/// Returns σ0 of each word (FIPS 180-4 §4.1.3).
#[inline(always)]
fn small_sigma_0<V: Pairs>(x: V) -> V {
    x.rotate_right::<1, 63>().xor(x.rotate_right::<8, 56>()).xor(x.shift_right::<7>())
}

/// Returns σ1 of each word (FIPS 180-4 §4.1.3).
#[inline(always)]
fn small_sigma_1<V: Pairs>(x: V) -> V {
    x.rotate_right::<19, 45>().xor(x.rotate_right::<61, 3>()).xor(x.shift_right::<6>())
}
