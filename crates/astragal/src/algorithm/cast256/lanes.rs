//! Rounds of CAST-256 on vectors. For many blocks, each vector holds one word of every block. For a single block, each
//! vector holds one word of the block, broadcast to every element. The S-boxes have entries of 32 bits.
//!
//! `docs/one-block.md` lists the dependency chain of a round for a single block.

use super::key_schedule::Schedule;
use super::sbox::{S1, S2, S3, S4};
use crate::platform::simd::WordTable;
use crate::traits::cipher::{Lanes, OneBlock, Vector, WordVectors};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        encrypt::<V, [V; 4]>(self, cpu, x)
    }
    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        encrypt::<V, [V; 4]>(&self.reversed(), cpu, x)
    }
}

impl OneBlock for Schedule {
    #[inline(always)]
    fn encrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        encrypt::<V, [V; 1]>(self, cpu, x)
    }
    #[inline(always)]
    fn decrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        encrypt::<V, [V; 1]>(&self.reversed(), cpu, x)
    }
}

/// Encrypts blocks.
#[inline(always)]
fn encrypt<V: Vector, W: WordVectors<V>>(
    schedule: &Schedule,
    cpu: V::Proof,
    x: W::Blocks,
) -> W::Blocks {
    let mut beta = reversed::<V, W>(W::of_blocks(x));
    for i in 0..6 {
        beta = forward_quad::<V, W>(cpu, beta, &schedule.rotations[i], &schedule.masks[i]);
    }
    for i in 6..12 {
        beta = reverse_quad::<V, W>(cpu, beta, &schedule.rotations[i], &schedule.masks[i]);
    }
    W::to_blocks(reversed::<V, W>(beta))
}

/// Converts the words between big-endian and native byte order.
#[inline(always)]
fn reversed<V: Vector, W: WordVectors<V>>(mut words: [W; 4]) -> [W; 4] {
    for i in 0..4 {
        words[i] = words[i].each(
            #[inline(always)]
            |word| word.shuffle_by(&[3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]),
        );
    }
    words
}

/// Applies the forward quad-round Q.
#[inline(always)]
fn forward_quad<V: Vector, W: WordVectors<V>>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d]: [W; 4],
    kr: &[u32; 4],
    km: &[u32; 4],
) -> [W; 4] {
    c = f::<V, W, 1>(cpu, c, d, kr[0], km[0]);
    b = f::<V, W, 2>(cpu, b, c, kr[1], km[1]);
    a = f::<V, W, 3>(cpu, a, b, kr[2], km[2]);
    d = f::<V, W, 1>(cpu, d, a, kr[3], km[3]);
    [a, b, c, d]
}

/// Applies the reverse quad-round QBAR.
#[inline(always)]
fn reverse_quad<V: Vector, W: WordVectors<V>>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d]: [W; 4],
    kr: &[u32; 4],
    km: &[u32; 4],
) -> [W; 4] {
    d = f::<V, W, 1>(cpu, d, a, kr[3], km[3]);
    a = f::<V, W, 3>(cpu, a, b, kr[2], km[2]);
    b = f::<V, W, 2>(cpu, b, c, kr[1], km[1]);
    c = f::<V, W, 1>(cpu, c, d, kr[0], km[0]);
    [a, b, c, d]
}

/// Computes the round function of type `TYPE` for `data` and returns `sum` XOR the result.
#[inline(always)]
pub(super) fn f<V: Vector, W: WordVectors<V>, const TYPE: usize>(
    cpu: V::Proof,
    sum: W,
    data: W,
    kr: u32,
    km: u32,
) -> W {
    W::part(
        cpu,
        #[inline(always)]
        move || {
            let (km, kr) = (V::splat_32(cpu, km), V::splat_32(cpu, kr));
            let i = data.each(
                #[inline(always)]
                |word| {
                    match TYPE {
                        1 => km.add_32(word),
                        2 => km.xor(word),
                        _ => km.sub_32(word),
                    }
                    .rotate_left_32_by(kr)
                },
            );
            let [d, c, b, a] = i.look_up_bytes([&TABLES[3], &TABLES[2], &TABLES[1], &TABLES[0]]);
            let image = match TYPE {
                1 => a.both(b, V::xor).both(c, V::sub_32).both(d, V::add_32),
                2 => a.both(b, V::sub_32).both(c, V::add_32).both(d, V::xor),
                _ => a.both(b, V::add_32).both(c, V::xor).both(d, V::sub_32),
            };
            sum.both(image, V::xor)
        },
    )
}

/// The S-boxes S1 to S4.
static TABLES: [WordTable; 4] =
    [WordTable::new(&S1), WordTable::new(&S2), WordTable::new(&S3), WordTable::new(&S4)];
