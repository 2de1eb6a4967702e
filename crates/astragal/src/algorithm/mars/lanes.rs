//! Rounds of MARS on vectors. Each vector holds one word of many blocks, or one word of a single block, broadcast to
//! every element. Only the S-boxes need special code for constant time. Rotations and multiplications are instructions
//! whose time does not depend on the data.
//!
//! For a single block on AVX-512, a table lookup consists of register permutations, and the CPU starts one permutation
//! per cycle. A mixing round takes 16 permutations, and its dependency chain takes 27 cycles. A core round takes 18
//! permutations, and its chain takes 29 cycles. The latency of the chain is therefore the limit, not the number of
//! permutations.

use super::key_schedule::Schedule;
use super::sbox::S;
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
        decrypt::<V, [V; 4]>(self, cpu, x)
    }
}

impl OneBlock for Schedule {
    #[inline(always)]
    fn encrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        encrypt::<V, [V; 1]>(self, cpu, x)
    }
    #[inline(always)]
    fn decrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        decrypt::<V, [V; 1]>(self, cpu, x)
    }
}

#[inline(always)]
fn encrypt<V: Vector, W: WordVectors<V>>(
    Schedule(k): &Schedule,
    cpu: V::Proof,
    x: W::Blocks,
) -> W::Blocks {
    let mut d = W::of_blocks(x);
    whiten::<V, W, true>(cpu, &mut d, &k[..4]);
    for i in 0..8 {
        d = mix_forward::<V, W>(cpu, d, i);
    }
    for i in 0..16 {
        let [l, m, r] = e::<V, W>(cpu, d[0], k[2 * i + 4], k[2 * i + 5]);
        d[0] = d[0].each(V::rotate_left_32::<13, 19>);
        d[2] = d[2].both(m, V::add_32);
        if i < 8 {
            d[1] = d[1].both(l, V::add_32);
            d[3] = d[3].both(r, V::xor);
        } else {
            d[3] = d[3].both(l, V::add_32);
            d[1] = d[1].both(r, V::xor);
        }
        d = [d[1], d[2], d[3], d[0]];
    }
    for i in 0..8 {
        d = mix_backward::<V, W>(cpu, d, i);
    }
    whiten::<V, W, false>(cpu, &mut d, &k[36..]);
    W::to_blocks(d)
}

#[inline(always)]
fn decrypt<V: Vector, W: WordVectors<V>>(
    Schedule(k): &Schedule,
    cpu: V::Proof,
    x: W::Blocks,
) -> W::Blocks {
    let mut d = W::of_blocks(x);
    whiten::<V, W, true>(cpu, &mut d, &k[36..]);
    for i in (0..8).rev() {
        d = unmix_backward::<V, W>(cpu, d, i);
    }
    for i in (0..16).rev() {
        d = [d[3].each(V::rotate_left_32::<19, 13>), d[0], d[1], d[2]];
        let [l, m, r] = e::<V, W>(cpu, d[0], k[2 * i + 4], k[2 * i + 5]);
        d[2] = d[2].both(m, V::sub_32);
        if i < 8 {
            d[1] = d[1].both(l, V::sub_32);
            d[3] = d[3].both(r, V::xor);
        } else {
            d[3] = d[3].both(l, V::sub_32);
            d[1] = d[1].both(r, V::xor);
        }
    }
    for i in (0..8).rev() {
        d = unmix_forward::<V, W>(cpu, d, i);
    }
    whiten::<V, W, false>(cpu, &mut d, &k[..4]);
    W::to_blocks(d)
}

#[inline(always)]
fn whiten<V: Vector, W: WordVectors<V>, const ADD: bool>(cpu: V::Proof, d: &mut [W; 4], k: &[u32]) {
    for i in 0..4 {
        let k = V::splat_32(cpu, k[i]);
        d[i] = d[i].each(
            #[inline(always)]
            |word| if ADD { word.add_32(k) } else { word.sub_32(k) },
        );
    }
}

/// Performs a round of forward mixing.
#[inline(always)]
fn mix_forward<V: Vector, W: WordVectors<V>>(cpu: V::Proof, d: [W; 4], i: usize) -> [W; 4] {
    let [mut d0, mut d1, mut d2, mut d3] = d;
    let s = images::<V, W>(cpu, d0, [&S0, &S1]);
    d1 = d1.both(s[0], V::xor).both(s[1], V::add_32);
    d2 = d2.both(s[2], V::add_32);
    d3 = d3.both(s[3], V::xor);
    d0 = d0.each(V::rotate_left_32::<8, 24>);
    match i {
        0 | 4 => d0 = d0.both(d3, V::add_32),
        1 | 5 => d0 = d0.both(d1, V::add_32),
        _ => {}
    }
    [d1, d2, d3, d0]
}

#[inline(always)]
fn unmix_forward<V: Vector, W: WordVectors<V>>(cpu: V::Proof, d: [W; 4], i: usize) -> [W; 4] {
    let [mut d1, mut d2, mut d3, mut d0] = d;
    match i {
        0 | 4 => d0 = d0.both(d3, V::sub_32),
        1 | 5 => d0 = d0.both(d1, V::sub_32),
        _ => {}
    }
    d0 = d0.each(V::rotate_left_32::<24, 8>);
    let s = images::<V, W>(cpu, d0, [&S0, &S1]);
    d3 = d3.both(s[3], V::xor);
    d2 = d2.both(s[2], V::sub_32);
    d1 = d1.both(s[1], V::sub_32).both(s[0], V::xor);
    [d0, d1, d2, d3]
}

/// Performs a round of backward mixing.
#[inline(always)]
fn mix_backward<V: Vector, W: WordVectors<V>>(cpu: V::Proof, d: [W; 4], i: usize) -> [W; 4] {
    let [mut d0, mut d1, mut d2, mut d3] = d;
    match i {
        2 | 6 => d0 = d0.both(d3, V::sub_32),
        3 | 7 => d0 = d0.both(d1, V::sub_32),
        _ => {}
    }
    let s = images::<V, W>(cpu, d0, [&S1, &S0]);
    d1 = d1.both(s[0], V::xor);
    d2 = d2.both(s[3], V::sub_32);
    d3 = d3.both(s[2], V::sub_32).both(s[1], V::xor);
    d0 = d0.each(V::rotate_left_32::<24, 8>);
    [d1, d2, d3, d0]
}

#[inline(always)]
fn unmix_backward<V: Vector, W: WordVectors<V>>(cpu: V::Proof, d: [W; 4], i: usize) -> [W; 4] {
    let [mut d1, mut d2, mut d3, mut d0] = d;
    d0 = d0.each(V::rotate_left_32::<8, 24>);
    let s = images::<V, W>(cpu, d0, [&S1, &S0]);
    d3 = d3.both(s[1], V::xor).both(s[2], V::add_32);
    d2 = d2.both(s[3], V::add_32);
    d1 = d1.both(s[0], V::xor);
    match i {
        2 | 6 => d0 = d0.both(d3, V::add_32),
        3 | 7 => d0 = d0.both(d1, V::add_32),
        _ => {}
    }
    [d0, d1, d2, d3]
}

/// Looks up the four bytes of each word: bytes 0 and 2 in `tables[0]`, bytes 1 and 3 in `tables[1]`. Byte 0 is the
/// least significant byte.
#[inline(always)]
fn images<V: Vector, W: WordVectors<V>>(
    cpu: V::Proof,
    d: W,
    tables: [&'static WordTable; 2],
) -> [W; 4] {
    W::part(
        cpu,
        #[inline(always)]
        move || d.look_up_alternately(tables),
    )
}

/// The function E. Returns its three outputs L, M and R.
#[inline(always)]
fn e<V: Vector, W: WordVectors<V>>(cpu: V::Proof, input: W, k1: u32, k2: u32) -> [W; 3] {
    W::part(
        cpu,
        #[inline(always)]
        move || {
            let (k1, k2) = (V::splat_32(cpu, k1), V::splat_32(cpu, k2));
            let m = input.each(
                #[inline(always)]
                |word| word.add_32(k1),
            );
            let r = input.each(
                #[inline(always)]
                |word| {
                    let product = word.rotate_left_32::<13, 19>().multiply_32(k2);
                    product.rotate_left_32::<5, 27>()
                },
            );
            let l = nine_bits::<V, W>(cpu, m).both(r, V::xor);
            let m = m.both(r, V::rotate_left_32_by);
            let r = r.each(V::rotate_left_32::<5, 27>);
            let l = l.both(r, V::xor).both(r, V::rotate_left_32_by);
            [l, m, r]
        },
    )
}

/// Looks up the lower nine bits of each word in the S-box S.
#[inline(always)]
pub(super) fn nine_bits<V: Vector, W: WordVectors<V>>(cpu: V::Proof, index: W) -> W {
    let [s0, s1] = index.look_up_byte_0([&S0, &S1]);
    let (one, zero) = (V::splat_32(cpu, 1), V::splat_32(cpu, 0));
    let difference = s0.both(s1, V::xor);
    // Bit 8 of the index selects S0 or S1.
    let selected = index.both(
        difference,
        #[inline(always)]
        |index, difference| {
            let ninth = index.rotate_left_32::<24, 8>().and(one);
            zero.sub_32(ninth).and(difference)
        },
    );
    s0.both(selected, V::xor)
}

/// The first and the second half of the S-box S, of 256 words each.
static S0: WordTable = WordTable::new(S.as_slice().split_at(256).0);
static S1: WordTable = WordTable::new(S.as_slice().split_at(256).1);
