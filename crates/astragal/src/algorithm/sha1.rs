//! SHA-1 (FIPS 180-4 §6.1). Collisions are practical; it is here for old checksums and protocols.
//!
//! `compress` is the standard in Rust; `backend` has the processor's own instructions. Constant-time
//! everywhere.

mod backend;
#[cfg(target_arch = "x86_64")]
mod lanes;

use crate::construction::block_buffer::Length;
use crate::construction::chains::Link;
use crate::construction::hmac::Hmac;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
use crate::kind::Implementation;
use crate::kind::hash::hash_types;
use crate::machine::unroll::unroll;
use crate::machine::words::{load_be, store_be};
use backend::{Backend, Side};

hash_types! { "sha1", MerkleDamgard<Sha1Compression, 64, 8>;
    Sha1 = "sha1", digest 20, block 64, "FIPS 180-4 §6.1": MerkleDamgard::new(IV);
}

/// HMAC over SHA-1 (FIPS 198-1): a tag of 20 bytes.
pub type HmacSha1 = Hmac<Sha1>;

/// The compression function (FIPS 180-4 §6.1.2).
#[derive(Clone, Debug)]
pub struct Sha1Compression;

/// FIPS 180-4 §5.3.1
const IV: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

impl Compression<64> for Sha1Compression {
    type Chaining = [u32; 5];
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        Backend::best().run((chaining, blocks));
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_be(chaining, digest);
    }
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        Side::best().extend(links, padding, count);
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend::best().name(), ..Implementation::PORTABLE }
    }
}

/// One block (FIPS 180-4 §6.1.2).
fn compress(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut w = [0; 80];
    w[..16].copy_from_slice(&load_be::<u32, 16>(block));
    for t in 16..80 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }
    let mut letters = *state;
    let (w, _) = w.as_chunks();
    rounds(&mut letters, &w[0..4], 0x5a82_7999, |x, y, z| (x & y) ^ (!x & z));
    rounds(&mut letters, &w[4..8], 0x6ed9_eba1, |x, y, z| x ^ y ^ z);
    rounds(&mut letters, &w[8..12], 0x8f1b_bcdc, |x, y, z| (x & y) ^ (x & z) ^ (y & z));
    rounds(&mut letters, &w[12..16], 0xca62_c1d6, |x, y, z| x ^ y ^ z);
    for (word, letter) in state.iter_mut().zip(letters) {
        *word = word.wrapping_add(letter);
    }
}

/// Twenty rounds with one constant K and one function f; by fives, which brings each letter back to its
/// own variable.
#[inline(always)]
fn rounds(letters: &mut [u32; 5], w: &[[u32; 5]], k: u32, f: fn(u32, u32, u32) -> u32) {
    for five in w {
        unroll!(for i in 0..5 {
            let [a, b, c, d, e] = *letters;
            let t = a.rotate_left(5).wrapping_add(f(b, c, d)).wrapping_add(e);
            *letters = [t.wrapping_add(k).wrapping_add(five[i]), a, b.rotate_left(30), c, d];
        });
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::construction::chains::assert_extends;
    use crate::construction::merkle_damgard::sample_blocks;

    /// The examples that NIST publishes beside FIPS 180-4.
    #[test]
    fn published_examples() {
        let abc = [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d];
        assert_eq!(load_be::<u32, 5>(&Sha1::hash(b"abc")), abc);
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let expected = [0x8498_3e44, 0x1c3b_d26e, 0xbaae_4aa1, 0xf951_29e5, 0xe546_70f1];
        assert_eq!(load_be::<u32, 5>(&Sha1::hash(two_blocks)), expected);
    }

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

    #[test]
    fn chains_side_by_side_are_as_one_by_one() {
        for tag_bytes in [20] {
            for side in Side::available() {
                std::println!("{}", side.name());
                assert_extends::<Sha1Compression, 64>(
                    &[IV, [1, 2, 3, 4, 5]],
                    tag_bytes,
                    |links, padding| {
                        side.extend(links, padding, 3);
                    },
                );
            }
        }
    }
}
