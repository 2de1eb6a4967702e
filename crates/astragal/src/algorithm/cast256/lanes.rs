//! Rounds of CAST-256 on vectors. Each vector holds one word of many blocks. An S-box has entries of 32 bits. It is
//! split into four byte tables, which are looked up in registers. The code first transposes four word vectors to four
//! byte vectors, one per byte position. All bytes of such a vector use the same S-box.

use super::key_schedule::Schedule;
use super::sbox::{S1, S2, S3, S4};
use crate::traits::cipher::{
    Lanes, Planes, Vector, bytes_of_words, planes, transpose_32, words_of_bytes,
};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let mut beta = load(x);
        for i in 0..6 {
            beta = forward_quad(cpu, beta, &self.rotations[i], &self.masks[i]);
        }
        for i in 6..12 {
            beta = reverse_quad(cpu, beta, &self.rotations[i], &self.masks[i]);
        }
        store(beta)
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let mut beta = load(x);
        for i in (6..12).rev() {
            beta = forward_quad(cpu, beta, &self.rotations[i], &self.masks[i]);
        }
        for i in (0..6).rev() {
            beta = reverse_quad(cpu, beta, &self.rotations[i], &self.masks[i]);
        }
        store(beta)
    }
}

/// One word of every block: four vectors, one per group of blocks.
type Words<V> = [V; 4];

/// Shuffle that reverses the bytes of each word, to convert between big-endian and native order.
const REVERSE: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

#[inline(always)]
fn load<V: Vector>(x: [V; 16]) -> [Words<V>; 4] {
    let mut beta = [[x[0]; 4]; 4];
    for (group, x) in x.as_chunks::<4>().0.iter().enumerate() {
        let x = transpose_32(*x);
        for i in 0..4 {
            beta[i][group] = x[i].shuffle_by(&REVERSE);
        }
    }
    beta
}

#[inline(always)]
fn store<V: Vector>(beta: [Words<V>; 4]) -> [V; 16] {
    let mut x = [beta[0][0]; 16];
    for (group, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let mut words = [beta[0][group], beta[1][group], beta[2][group], beta[3][group]];
        for word in &mut words {
            *word = word.shuffle_by(&REVERSE);
        }
        *x = transpose_32(words);
    }
    x
}

/// Applies the forward quad-round Q.
#[inline(always)]
fn forward_quad<V: Vector>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d]: [Words<V>; 4],
    kr: &[u32; 4],
    km: &[u32; 4],
) -> [Words<V>; 4] {
    c = f::<V, 1>(cpu, c, d, kr[0], km[0]);
    b = f::<V, 2>(cpu, b, c, kr[1], km[1]);
    a = f::<V, 3>(cpu, a, b, kr[2], km[2]);
    d = f::<V, 1>(cpu, d, a, kr[3], km[3]);
    [a, b, c, d]
}

/// Applies the reverse quad-round QBAR.
#[inline(always)]
fn reverse_quad<V: Vector>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d]: [Words<V>; 4],
    kr: &[u32; 4],
    km: &[u32; 4],
) -> [Words<V>; 4] {
    d = f::<V, 1>(cpu, d, a, kr[3], km[3]);
    a = f::<V, 3>(cpu, a, b, kr[2], km[2]);
    b = f::<V, 2>(cpu, b, c, kr[1], km[1]);
    c = f::<V, 1>(cpu, c, d, kr[0], km[0]);
    [a, b, c, d]
}

/// Computes the round function of type `TYPE` on `data` and returns the result XOR `sum`. The body is a separate
/// function, because it is long.
#[inline(always)]
fn f<V: Vector, const TYPE: usize>(
    cpu: V::Proof,
    sum: Words<V>,
    data: Words<V>,
    kr: u32,
    km: u32,
) -> Words<V> {
    use crate::platform::enter::Token;
    cpu.enter(
        #[inline(always)]
        move || round::<V, TYPE>(cpu, sum, data, kr, km),
    )
}

#[inline(always)]
fn round<V: Vector, const TYPE: usize>(
    cpu: V::Proof,
    mut sum: Words<V>,
    mut data: Words<V>,
    kr: u32,
    km: u32,
) -> Words<V> {
    let (km, kr) = (V::splat_32(cpu, km), V::splat_32(cpu, kr));
    for word in &mut data {
        *word = match TYPE {
            1 => km.add_32(*word),
            2 => km.xor(*word),
            _ => km.sub_32(*word),
        }
        .rotate_left_32_by(kr);
    }
    let [id, ic, ib, ia] = bytes_of_words(data);
    let a = look_up(ia, &PLANES[0]);
    let b = look_up(ib, &PLANES[1]);
    let c = look_up(ic, &PLANES[2]);
    let d = look_up(id, &PLANES[3]);
    for (i, sum) in sum.iter_mut().enumerate() {
        let image = match TYPE {
            1 => a[i].xor(b[i]).sub_32(c[i]).add_32(d[i]),
            2 => a[i].sub_32(b[i]).add_32(c[i]).xor(d[i]),
            _ => a[i].add_32(b[i]).xor(c[i]).sub_32(d[i]),
        };
        *sum = sum.xor(image);
    }
    sum
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

/// The S-boxes S1 to S4, each split into four byte tables: one per byte of an entry, least significant byte first.
static PLANES: [Planes; 4] = [planes(&S1), planes(&S2), planes(&S3), planes(&S4)];
