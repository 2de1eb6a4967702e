//! Rounds of MARS on vectors. Each vector holds one word of many blocks. An S-box has entries of 32 bits. It is split
//! into four byte tables, which are looked up in registers. The code first transposes four word vectors to four byte
//! vectors, one per byte position. All bytes of such a vector use the same S-box. Rotations and multiplications are
//! constant-time instructions.

use super::key_schedule::Schedule;
use super::sbox::S;
use crate::platform::enter::Token;
use crate::traits::cipher::{
    Lanes, Planes, Vector, bytes_of_words, planes, transpose_32, words_of_bytes,
};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let Self(k) = self;
        let mut d = load(x);
        whiten::<V, true>(cpu, &mut d, &k[..4]);
        for i in 0..8 {
            d = mix_forward(cpu, d, i);
        }
        for i in 0..16 {
            let [l, m, r] = e(cpu, d[0], k[2 * i + 4], k[2 * i + 5]);
            d[0] = each(d[0], V::rotate_left_32::<13, 19>);
            d[2] = both(d[2], m, V::add_32);
            if i < 8 {
                d[1] = both(d[1], l, V::add_32);
                d[3] = both(d[3], r, V::xor);
            } else {
                d[3] = both(d[3], l, V::add_32);
                d[1] = both(d[1], r, V::xor);
            }
            d = [d[1], d[2], d[3], d[0]];
        }
        for i in 0..8 {
            d = mix_backward(cpu, d, i);
        }
        whiten::<V, false>(cpu, &mut d, &k[36..]);
        store(d)
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let Self(k) = self;
        let mut d = load(x);
        whiten::<V, true>(cpu, &mut d, &k[36..]);
        for i in (0..8).rev() {
            d = unmix_backward(cpu, d, i);
        }
        for i in (0..16).rev() {
            d = [each(d[3], V::rotate_left_32::<19, 13>), d[0], d[1], d[2]];
            let [l, m, r] = e(cpu, d[0], k[2 * i + 4], k[2 * i + 5]);
            d[2] = both(d[2], m, V::sub_32);
            if i < 8 {
                d[1] = both(d[1], l, V::sub_32);
                d[3] = both(d[3], r, V::xor);
            } else {
                d[3] = both(d[3], l, V::sub_32);
                d[1] = both(d[1], r, V::xor);
            }
        }
        for i in (0..8).rev() {
            d = unmix_forward(cpu, d, i);
        }
        whiten::<V, false>(cpu, &mut d, &k[..4]);
        store(d)
    }
}

/// One word of every block: four vectors, one per group of blocks.
type Words<V> = [V; 4];

#[inline(always)]
fn each<V: Vector>(mut a: Words<V>, f: impl Fn(V) -> V) -> Words<V> {
    for a in &mut a {
        *a = f(*a);
    }
    a
}

#[inline(always)]
fn both<V: Vector>(mut a: Words<V>, b: Words<V>, f: impl Fn(V, V) -> V) -> Words<V> {
    for i in 0..4 {
        a[i] = f(a[i], b[i]);
    }
    a
}

#[inline(always)]
fn load<V: Vector>(x: [V; 16]) -> [Words<V>; 4] {
    let mut d = [[x[0]; 4]; 4];
    for (group, x) in x.as_chunks::<4>().0.iter().enumerate() {
        let x = transpose_32(*x);
        for i in 0..4 {
            d[i][group] = x[i];
        }
    }
    d
}

#[inline(always)]
fn store<V: Vector>(d: [Words<V>; 4]) -> [V; 16] {
    let mut x = [d[0][0]; 16];
    for (group, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *x = transpose_32([d[0][group], d[1][group], d[2][group], d[3][group]]);
    }
    x
}

#[inline(always)]
fn whiten<V: Vector, const ADD: bool>(cpu: V::Proof, d: &mut [Words<V>; 4], k: &[u32]) {
    for i in 0..4 {
        let k = V::splat_32(cpu, k[i]);
        for word in &mut d[i] {
            *word = if ADD { word.add_32(k) } else { word.sub_32(k) };
        }
    }
}

/// Performs a round of forward mixing.
#[inline(always)]
fn mix_forward<V: Vector>(cpu: V::Proof, d: [Words<V>; 4], i: usize) -> [Words<V>; 4] {
    let [mut d0, mut d1, mut d2, mut d3] = d;
    // The bytes of d0, least significant first, are looked up in S0, S1, S0 and S1.
    let s = mixing_images::<V, 0b1010>(cpu, d0);
    d1 = both(both(d1, s[0], V::xor), s[1], V::add_32);
    d2 = both(d2, s[2], V::add_32);
    d3 = both(d3, s[3], V::xor);
    d0 = each(d0, V::rotate_left_32::<8, 24>);
    match i {
        0 | 4 => d0 = both(d0, d3, V::add_32),
        1 | 5 => d0 = both(d0, d1, V::add_32),
        _ => {}
    }
    [d1, d2, d3, d0]
}

#[inline(always)]
fn unmix_forward<V: Vector>(cpu: V::Proof, d: [Words<V>; 4], i: usize) -> [Words<V>; 4] {
    let [mut d1, mut d2, mut d3, mut d0] = d;
    match i {
        0 | 4 => d0 = both(d0, d3, V::sub_32),
        1 | 5 => d0 = both(d0, d1, V::sub_32),
        _ => {}
    }
    d0 = each(d0, V::rotate_left_32::<24, 8>);
    let s = mixing_images::<V, 0b1010>(cpu, d0);
    d3 = both(d3, s[3], V::xor);
    d2 = both(d2, s[2], V::sub_32);
    d1 = both(both(d1, s[1], V::sub_32), s[0], V::xor);
    [d0, d1, d2, d3]
}

/// Performs a round of backward mixing.
#[inline(always)]
fn mix_backward<V: Vector>(cpu: V::Proof, d: [Words<V>; 4], i: usize) -> [Words<V>; 4] {
    let [mut d0, mut d1, mut d2, mut d3] = d;
    match i {
        2 | 6 => d0 = both(d0, d3, V::sub_32),
        3 | 7 => d0 = both(d0, d1, V::sub_32),
        _ => {}
    }
    // The bytes of d0, least significant first, are looked up in S1, S0, S1 and S0.
    let s = mixing_images::<V, 0b0101>(cpu, d0);
    d1 = both(d1, s[0], V::xor);
    d2 = both(d2, s[3], V::sub_32);
    d3 = both(both(d3, s[2], V::sub_32), s[1], V::xor);
    d0 = each(d0, V::rotate_left_32::<24, 8>);
    [d1, d2, d3, d0]
}

#[inline(always)]
fn unmix_backward<V: Vector>(cpu: V::Proof, d: [Words<V>; 4], i: usize) -> [Words<V>; 4] {
    let [mut d1, mut d2, mut d3, mut d0] = d;
    d0 = each(d0, V::rotate_left_32::<8, 24>);
    let s = mixing_images::<V, 0b0101>(cpu, d0);
    d3 = both(both(d3, s[1], V::xor), s[2], V::add_32);
    d2 = both(d2, s[3], V::add_32);
    d1 = both(d1, s[0], V::xor);
    match i {
        2 | 6 => d0 = both(d0, d3, V::add_32),
        3 | 7 => d0 = both(d0, d1, V::add_32),
        _ => {}
    }
    [d0, d1, d2, d3]
}

/// Looks up the four bytes of each word in an S-box, least significant byte first. Byte i uses S0 if bit i of `WHICH`
/// is 0, and S1 otherwise. The body is a separate function, because it is long.
#[inline(always)]
fn mixing_images<V: Vector, const WHICH: usize>(cpu: V::Proof, d: Words<V>) -> [Words<V>; 4] {
    cpu.enter(
        #[inline(always)]
        move || {
            let bytes = bytes_of_words(d);
            [
                look_up(bytes[0], &PLANES[WHICH & 1]),
                look_up(bytes[1], &PLANES[WHICH >> 1 & 1]),
                look_up(bytes[2], &PLANES[WHICH >> 2 & 1]),
                look_up(bytes[3], &PLANES[WHICH >> 3 & 1]),
            ]
        },
    )
}

/// The function E, which returns L, M and R. The body is a separate function, because it is long.
#[inline(always)]
fn e<V: Vector>(cpu: V::Proof, input: Words<V>, k1: u32, k2: u32) -> [Words<V>; 3] {
    cpu.enter(
        #[inline(always)]
        move || {
            let (k1, k2) = (V::splat_32(cpu, k1), V::splat_32(cpu, k2));
            let (mut l, mut m, mut r) = (input, input, input);
            for i in 0..4 {
                m[i] = input[i].add_32(k1);
                r[i] = input[i].rotate_left_32::<13, 19>().multiply_32(k2);
                r[i] = r[i].rotate_left_32::<5, 27>();
            }
            let bytes = bytes_of_words(m);
            // Bit 8 of the index selects S0 or S1.
            let (s0, s1) = (look_up(bytes[0], &PLANES[0]), look_up(bytes[0], &PLANES[1]));
            let (one, zero) = (V::splat_32(cpu, 1), V::splat_32(cpu, 0));
            for i in 0..4 {
                let ninth = m[i].rotate_left_32::<24, 8>().and(one);
                let all = zero.sub_32(ninth);
                l[i] = s0[i].xor(s0[i].xor(s1[i]).and(all));
                m[i] = m[i].rotate_left_32_by(r[i]);
                l[i] = l[i].xor(r[i]);
                r[i] = r[i].rotate_left_32::<5, 27>();
                l[i] = l[i].xor(r[i]).rotate_left_32_by(r[i]);
            }
            [l, m, r]
        },
    )
}

/// Looks up each byte of `index` in an S-box and returns the 32-bit entries.
#[inline(always)]
fn look_up<V: Vector>(index: V, planes: &Planes) -> Words<V> {
    words_of_bytes([
        index.look_up_any(&planes[0]),
        index.look_up_any(&planes[1]),
        index.look_up_any(&planes[2]),
        index.look_up_any(&planes[3]),
    ])
}

/// S0 and S1, each split into four byte tables: one per byte of an entry, least significant byte first.
static PLANES: [Planes; 2] = {
    let (s0, s1) = S.as_slice().split_at(256);
    [planes(s0), planes(s1)]
};
