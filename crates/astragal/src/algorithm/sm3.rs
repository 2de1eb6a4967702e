//! SM3 (GB/T 32905-2016, also ISO/IEC 10118-3): SHA-256's shape with two words of schedule a round.
//!
//! `compress` is the standard in Rust, which `backend` also has compiled for BMI. Constant-time.

mod backend;

use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
use crate::kind::Implementation;
use crate::kind::hash::hash_types;
use crate::machine::unroll::unroll;
use crate::machine::words::{load_be, store_be};
use backend::Backend;

hash_types! { "sm3", MerkleDamgard<Sm3Compression, 64, 8>;
    Sm3 = "sm3", digest 32, block 64, "GB/T 32905-2016": MerkleDamgard::new(IV);
}

/// HMAC over SM3 (FIPS 198-1): a tag of 32 bytes.
pub type HmacSm3 = Hmac<Sm3>;

/// The compression function (§5.3.3).
#[derive(Clone, Debug)]
pub struct Sm3Compression;

/// §4.1
const IV: [u32; 8] = [
    0x7380_166f,
    0x4914_b2b9,
    0x1724_42d7,
    0xda8a_0600,
    0xa96f_30bc,
    0x1631_38aa,
    0xe38d_ee4d,
    0xb0fb_0e4e,
];

impl Compression<64> for Sm3Compression {
    type Chaining = [u32; 8];
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        Backend::best().run((chaining, blocks));
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_be(chaining, digest);
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend::best().name(), ..Implementation::PORTABLE }
    }
}

/// One block: 64 rounds (§5.3.3), the expansion into W (§5.3.2) four rounds ahead; W′ is W XORed with what it
/// is four rounds later.
#[inline(always)]
fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut w: [u32; 16] = load_be(block);
    let mut letters = *state;
    unroll!(for i in 0..12 {
        round::<true>(&mut letters, T[i], w[i], w[i] ^ w[i + 4]);
    });
    unroll!(for i in 0..4 {
        round_expanding::<true>(&mut letters, T[12 + i], &mut w, 12 + i);
    });
    for t in T[16..].as_chunks::<16>().0 {
        unroll!(for i in 0..16 {
            round_expanding::<false>(&mut letters, t[i], &mut w, i);
        });
    }
    for (word, letter) in state.iter_mut().zip(letters) {
        *word ^= letter;
    }
}

/// Computes the word of four rounds later, in the place of the one of twelve rounds ago, and does round `i`
/// modulo 16.
#[inline(always)]
fn round_expanding<const EARLY: bool>(letters: &mut [u32; 8], t: u32, w: &mut [u32; 16], i: usize) {
    let back = |rounds: usize| w[(i + 4 + 16 - rounds) % 16];
    let next = p1(back(16) ^ back(9) ^ back(3).rotate_left(15)) ^ back(13).rotate_left(7) ^ back(6);
    w[(i + 4) % 16] = next;
    round::<EARLY>(letters, t, w[i], w[i] ^ next);
}

/// One round; `EARLY` says that it is one of the first sixteen.
#[inline(always)]
fn round<const EARLY: bool>(letters: &mut [u32; 8], t: u32, w: u32, w_prime: u32) {
    let [a, b, c, d, e, f, g, h] = *letters;
    let a12 = a.rotate_left(12);
    let ss1 = a12.wrapping_add(e.wrapping_add(t)).rotate_left(7);
    let ss2 = ss1 ^ a12;
    let ff = if EARLY { a ^ b ^ c } else { (a & b) | (a & c) | (b & c) };
    let gg = if EARLY { e ^ f ^ g } else { (e & f) | (!e & g) };
    let tt1 = ff.wrapping_add(d).wrapping_add(w_prime).wrapping_add(ss2);
    let tt2 = gg.wrapping_add(h).wrapping_add(w).wrapping_add(ss1);
    *letters = [tt1, a, b.rotate_left(9), c, p0(tt2), e, f.rotate_left(19), g];
}

/// §4.4
#[inline(always)]
fn p0(x: u32) -> u32 {
    x ^ x.rotate_left(9) ^ x.rotate_left(17)
}

/// §4.4
#[inline(always)]
fn p1(x: u32) -> u32 {
    x ^ x.rotate_left(15) ^ x.rotate_left(23)
}

/// The constants of §4.2, each rotated to the left by its index.
const T: [u32; 64] = {
    let mut t = [0; 64];
    let mut j: u32 = 0;
    while j < 64 {
        let constant: u32 = if j < 16 { 0x79cc_4519 } else { 0x7a87_9d8a };
        t[j as usize] = constant.rotate_left(j % 32);
        j += 1;
    }
    t
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construction::merkle_damgard::sample_blocks;

    #[test]
    fn backends_match_portable() {
        let blocks: [[u8; 64]; 5] = sample_blocks();
        for count in 0..=blocks.len() {
            let mut expected = IV;
            Backend::Portable.run((&mut expected, &blocks[..count]));
            for backend in Backend::available() {
                let mut state = IV;
                backend.run((&mut state, &blocks[..count]));
                assert_eq!(state, expected, "{} disagrees at {count} blocks", backend.name());
            }
        }
    }

    /// GB/T 32905-2016, appendix A.
    #[test]
    fn published_examples() {
        let digest = [
            0x66c7_f0f4,
            0x62ee_edd9,
            0xd1f2_d46b,
            0xdc10_e4e2,
            0x4167_c487,
            0x5cf2_f7a2,
            0x297d_a02b,
            0x8f4b_a8e0,
        ];
        assert_eq!(load_be::<u32, 8>(&Sm3::hash(b"abc")), digest);
        let digest = [
            0xdebe_9ff9,
            0x2275_b8a1,
            0x3860_4889,
            0xc18e_5a4d,
            0x6fdb_70e5,
            0x387e_5765,
            0x293d_cba3,
            0x9c0c_5732,
        ];
        assert_eq!(load_be::<u32, 8>(&Sm3::hash(&[*b"abcd"; 16].concat())), digest);
    }
}
