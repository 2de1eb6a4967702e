//! `N` states in step, `W` of them in each vector: lane `i` of every state is in vector `i`.

use super::backend::States;
use super::round::keccak_p;
use crate::simd::Vector64;

/// Applies the last `rounds` rounds to `N` states, a multiple of `W`.
#[inline(always)]
pub(super) fn permute_many<V: Vector64<W>, const W: usize, const N: usize>(
    proof: V::Proof,
    states: &mut States<N>,
    rounds: usize,
) {
    for part in 0..N / W {
        let mut a = load::<V, W, N>(proof, states, part);
        keccak_p(&mut a, rounds);
        store(&a, states, part);
    }
}

/// Absorbs into each of `N` states, a multiple of `W`, blocks of its own.
#[inline(always)]
pub(super) fn absorb_many<V: Vector64<W>, const W: usize, const N: usize>(
    proof: V::Proof,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    for part in 0..N / W {
        let mut words: [&[[u8; 8]]; W] = [&[]; W];
        for (words, blocks) in words.iter_mut().zip(&blocks[part * W..]) {
            *words = blocks.as_chunks().0;
        }
        let mut a = load::<V, W, N>(proof, states, part);
        match rate / 8 {
            9 => absorb::<V, W, 9>(proof, &mut a, &words, rounds),
            13 => absorb::<V, W, 13>(proof, &mut a, &words, rounds),
            17 => absorb::<V, W, 17>(proof, &mut a, &words, rounds),
            18 => absorb::<V, W, 18>(proof, &mut a, &words, rounds),
            21 => absorb::<V, W, 21>(proof, &mut a, &words, rounds),
            lanes => absorb_any(proof, &mut a, &words, lanes, rounds),
        }
        store(&a, states, part);
    }
}

/// Blocks of `LANES` words, four at a time; the last four overlap the ones before.
#[inline(always)]
fn absorb<V: Vector64<W>, const W: usize, const LANES: usize>(
    proof: V::Proof,
    a: &mut [V; 25],
    words: &[&[[u8; 8]]; W],
    rounds: usize,
) {
    for block in 0..words[0].len() / LANES {
        let mut done = 0;
        while done < LANES {
            let first = if done + 4 > LANES { LANES - 4 } else { done };
            let mut rows = [&[[0; 8]; 4]; W];
            for (row, words) in rows.iter_mut().zip(words) {
                *row = &words[block * LANES + first..].as_chunks().0[0];
            }
            let columns = V::columns(proof, rows);
            while done < first + 4 {
                a[done] = a[done].xor(columns[done - first]);
                done += 1;
            }
        }
        keccak_p(a, rounds);
    }
}

/// Blocks of any number of words, one at a time.
#[inline(always)]
fn absorb_any<V: Vector64<W>, const W: usize>(
    proof: V::Proof,
    a: &mut [V; 25],
    words: &[&[[u8; 8]]; W],
    lanes: usize,
    rounds: usize,
) {
    for block in 0..words[0].len() / lanes {
        for (i, lane) in a.iter_mut().enumerate().take(lanes) {
            let mut column = [0; W];
            for (word, words) in column.iter_mut().zip(words) {
                *word = u64::from_le_bytes(words[block * lanes + i]);
            }
            *lane = lane.xor(V::new(proof, column));
        }
        keccak_p(a, rounds);
    }
}

#[inline(always)]
fn load<V: Vector64<W>, const W: usize, const N: usize>(
    proof: V::Proof,
    states: &States<N>,
    part: usize,
) -> [V; 25] {
    let mut a = [V::new(proof, [0; W]); 25];
    for (lane, words) in a.iter_mut().zip(states) {
        *lane = V::new(proof, words.as_chunks().0[part]);
    }
    a
}

#[inline(always)]
fn store<V: Vector64<W>, const W: usize, const N: usize>(
    a: &[V; 25],
    states: &mut States<N>,
    part: usize,
) {
    for (lane, words) in a.iter().zip(states) {
        words.as_chunks_mut().0[part] = lane.to_array();
    }
}
