//! Rounds of Twofish on vectors. Each vector holds one word of many blocks. The key-dependent S-boxes are looked up in
//! registers. All bytes of a vector must use the same S-box, so four word vectors are first transposed to four byte
//! vectors, one for each position in the word.

use super::key_schedule::Schedule;
use super::sbox::{MDS, MDS_POLYNOMIAL};
use crate::platform::sbox::{Affine, Prepared};
use crate::traits::cipher::{Lanes, Vector, bytes_of_words, transpose_32, words_of_bytes};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let mut r = transpose(x);
        whiten(cpu, &mut r, &self.k[..4]);
        for k in self.k[8..].as_chunks::<2>().0 {
            let [r0, r1, r2, r3] = &mut r;
            let [f0, f1] = self.f_lanes(cpu, *r0, *r1, *k);
            for i in 0..4 {
                r2[i] = r2[i].xor(f0[i]).rotate_left_32::<31, 1>();
                r3[i] = r3[i].rotate_left_32::<1, 31>().xor(f1[i]);
            }
            r = [r[2], r[3], r[0], r[1]];
        }
        r = [r[2], r[3], r[0], r[1]];
        whiten(cpu, &mut r, &self.k[4..8]);
        transpose_back(r)
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let mut r = transpose(x);
        whiten(cpu, &mut r, &self.k[4..8]);
        r = [r[2], r[3], r[0], r[1]];
        for k in self.k[8..].as_chunks::<2>().0.iter().rev() {
            r = [r[2], r[3], r[0], r[1]];
            let [r0, r1, r2, r3] = &mut r;
            let [f0, f1] = self.f_lanes(cpu, *r0, *r1, *k);
            for i in 0..4 {
                r2[i] = r2[i].rotate_left_32::<1, 31>().xor(f0[i]);
                r3[i] = r3[i].xor(f1[i]).rotate_left_32::<31, 1>();
            }
        }
        whiten(cpu, &mut r, &self.k[..4]);
        transpose_back(r)
    }
}

/// One word of every block, in four vectors. Each vector belongs to one group of blocks.
type Words<V> = [V; 4];

/// Transposes each of four groups of four vectors. Element i of the result holds word i of all blocks.
#[inline(always)]
fn transpose<V: Vector>(x: [V; 16]) -> [Words<V>; 4] {
    let mut r = [[x[0]; 4]; 4];
    for (group, x) in x.as_chunks::<4>().0.iter().enumerate() {
        let x = transpose_32(*x);
        for i in 0..4 {
            r[i][group] = x[i];
        }
    }
    r
}

#[inline(always)]
fn transpose_back<V: Vector>(r: [Words<V>; 4]) -> [V; 16] {
    let mut x = [r[0][0]; 16];
    for (group, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        *x = transpose_32([r[0][group], r[1][group], r[2][group], r[3][group]]);
    }
    x
}

#[inline(always)]
fn whiten<V: Vector>(cpu: V::Proof, r: &mut [Words<V>; 4], k: &[u32]) {
    for i in 0..4 {
        for word in &mut r[i] {
            *word = word.xor(V::splat_32(cpu, k[i]));
        }
    }
}

impl Schedule {
    #[inline(always)]
    fn f_lanes<V: Vector>(
        &self,
        cpu: V::Proof,
        r0: Words<V>,
        r1: Words<V>,
        k: [u32; 2],
    ) -> [Words<V>; 2] {
        // The rotation of r1 by 8 bits takes no instruction: `g_lanes` reads byte i of the rotated word from byte i - 1
        // of r1, modulo 4.
        let t0 = self.g_lanes::<V, 0>(r0);
        let t1 = self.g_lanes::<V, 3>(r1);
        let k = [V::splat_32(cpu, k[0]), V::splat_32(cpu, k[1])];
        let (mut f0, mut f1) = (t0, t1);
        for i in 0..4 {
            f0[i] = t0[i].add_32(t1[i]);
            f1[i] = f0[i].add_32(t1[i]).add_32(k[1]);
            f0[i] = f0[i].add_32(k[0]);
        }
        [f0, f1]
    }

    /// Rotates each word of `x` right by `FROM` bytes, then applies g to it.
    #[inline(always)]
    fn g_lanes<V: Vector, const FROM: usize>(&self, x: Words<V>) -> Words<V> {
        let bytes = bytes_of_words(x);
        let mut s = bytes;
        for (i, s) in s.iter_mut().enumerate() {
            *s = bytes[(i + FROM) % 4].look_up_any(&self.s[i]);
        }
        let (mut ef, mut five_b) = (s, s);
        for i in 0..4 {
            ef[i] = s[i].map(&EF);
            five_b[i] = s[i].map(&FIVE_B);
        }
        let mut y = s;
        for j in 0..4 {
            let mut terms = s;
            for (i, term) in terms.iter_mut().enumerate() {
                *term = match MDS[j][i] {
                    0x01 => s[i],
                    0xef => ef[i],
                    _ => five_b[i],
                };
            }
            y[j] = terms[0].xor(terms[1]).xor(terms[2]).xor(terms[3]);
        }
        words_of_bytes(y)
    }
}

pub(super) const EF: Prepared = Affine::product(0xef, MDS_POLYNOMIAL).prepare();
pub(super) const FIVE_B: Prepared = Affine::product(0x5b, MDS_POLYNOMIAL).prepare();
