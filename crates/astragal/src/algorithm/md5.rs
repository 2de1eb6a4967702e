//! MD5, for old checksums and protocols. A collision can be found in seconds.
//!
//! # Standard
//! RFC 1321.
//!
//! # Files
//! `md5.rs`: the hash and the compression function. `lanes`: several messages, one per vector lane.
//!
//! # Backends
//! - One message: `portable` only. Each of the 64 steps needs the result of the previous step, so vectors gain nothing.
//!   The round constants are loaded from memory and added before the previous step is complete, which makes MD5 20 %
//!   faster.
//! - Several messages: one per vector lane, with AVX2 and AVX-512.
//!
//! # Constant time
//! No branch and no memory index depends on data.
//!
//! # Tests
//! Tests check the examples of RFC 1321, the sine table, and that parallel hashing matches sequential hashing. More
//! known answers are in `astragal-vectors`.

#[cfg(target_arch = "x86_64")]
mod lanes;

use core::hint::black_box;

use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::merkle_damgard::hash_multi_buffer;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
#[cfg(target_arch = "x86_64")]
use crate::construction::multi_buffer::Wide;
use crate::platform::words::{load_le, store_le};
use crate::traits::Implementation;
use crate::traits::hash::hash_types;

hash_types! { "md5", MerkleDamgard<Md5Compression, 64, 8>;
    Md5 = "md5", digest 16, block 64, "RFC 1321": MerkleDamgard::new(IV);
}

/// HMAC over MD5 (RFC 2104): a 16-byte tag.
pub type HmacMd5 = Hmac<Md5>;

/// The compression function of MD5 (RFC 1321 §3.4).
#[derive(Clone, Debug)]
pub struct Md5Compression;

const IV: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

impl Compression<64> for Md5Compression {
    type Chaining = [u32; 4];
    const LENGTH: Length = Length::LittleEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        // If the compiler knew the constants, it would add them as literals after the round function, on the critical
        // path. `black_box` hides their values. The compiler then loads the constants from memory and adds them early,
        // which makes the code 20 % faster.
        let t = black_box(&T);
        for block in blocks {
            compress(chaining, &load_le(block), t);
        }
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_le(chaining, digest);
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d, const L: usize>(
        start: &Self::Chaining,
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        hash_multi_buffer::<Self, lanes::MultiBufferMd5, _, 64, 4, L>(
            Wide::best(),
            [2, 2],
            start,
            messages,
            digests,
        );
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

/// Compresses one block (RFC 1321 §3.4): four rounds of sixteen steps.
#[inline(always)]
fn compress(state: &mut [u32; 4], x: &[u32; 16], t: &[u32; 64]) {
    let [mut a, mut b, mut c, mut d] = *state;
    for i in (0..16).step_by(4) {
        a = step(f(b, c, d), a, b, x[i], 7, t[i]);
        d = step(f(a, b, c), d, a, x[i + 1], 12, t[i + 1]);
        c = step(f(d, a, b), c, d, x[i + 2], 17, t[i + 2]);
        b = step(f(c, d, a), b, c, x[i + 3], 22, t[i + 3]);
    }
    for i in (16..32).step_by(4) {
        a = step(b & d, a.wrapping_add(c & !d), b, x[(5 * i + 1) % 16], 5, t[i]);
        d = step(a & c, d.wrapping_add(b & !c), a, x[(5 * i + 6) % 16], 9, t[i + 1]);
        c = step(d & b, c.wrapping_add(a & !b), d, x[(5 * i + 11) % 16], 14, t[i + 2]);
        b = step(c & a, b.wrapping_add(d & !a), c, x[(5 * i + 16) % 16], 20, t[i + 3]);
    }
    for i in (32..48).step_by(4) {
        a = step(h(b, c, d), a, b, x[(3 * i + 5) % 16], 4, t[i]);
        d = step(h(a, b, c), d, a, x[(3 * i + 8) % 16], 11, t[i + 1]);
        c = step(h(d, a, b), c, d, x[(3 * i + 11) % 16], 16, t[i + 2]);
        b = step(h(c, d, a), b, c, x[(3 * i + 14) % 16], 23, t[i + 3]);
    }
    for i in (48..64).step_by(4) {
        a = step(i_(b, c, d), a, b, x[7 * i % 16], 6, t[i]);
        d = step(i_(a, b, c), d, a, x[(7 * i + 7) % 16], 10, t[i + 1]);
        c = step(i_(d, a, b), c, d, x[(7 * i + 14) % 16], 15, t[i + 2]);
        b = step(i_(c, d, a), b, c, x[(7 * i + 21) % 16], 21, t[i + 3]);
    }
    let new = [a, b, c, d];
    for i in 0..4 {
        state[i] = state[i].wrapping_add(new[i]);
    }
}

/// Performs one step: b + ((a + f + x + t) <<< s), where `f` is the value of the Boolean function for b, c and d. In
/// round 2, this function is G, a sum of two terms, and `f` is only the term b & d. The other term, c & !d, does not
/// depend on `b`, so the caller has already added it to `a`.
#[inline(always)]
fn step(f: u32, a: u32, b: u32, x: u32, s: u32, t: u32) -> u32 {
    a.wrapping_add(x).wrapping_add(t).wrapping_add(f).rotate_left(s).wrapping_add(b)
}

#[inline(always)]
fn f(x: u32, y: u32, z: u32) -> u32 {
    // Equals (x & y) | (!x & z).
    z ^ (x & (y ^ z))
}

#[inline(always)]
fn h(x: u32, y: u32, z: u32) -> u32 {
    x ^ (y ^ z)
}

/// Computes the function I of RFC 1321.
#[inline(always)]
fn i_(x: u32, y: u32, z: u32) -> u32 {
    y ^ (x | !z)
}

/// `t[i]` is the integer part of 2^32 |sin(i + 1)| (RFC 1321 §3.4).
#[rustfmt::skip]
const T: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee,
    0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be,
    0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa,
    0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c,
    0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05,
    0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039,
    0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
    0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn constants_derive_from_the_sine() {
        for (i, &t) in T.iter().enumerate() {
            let sine = (i as f64 + 1.0).sin().abs();
            assert_eq!(f64::from(t), (sine * 4_294_967_296.0).floor());
        }
    }
}
