//! CAST-256 (RFC 2612): twelve quad-rounds on 128-bit blocks, keys of 128, 160, 192, 224 and 256 bits.
//!
//! Over vectors (`lanes.rs`) the S-boxes, 8 to 32 bits, are looked up among registers, byte by byte, for many blocks
//! at once: without secret indices, at the price of some speed where registers look up no more than 16 bytes. The
//! portable rounds index tables by secrets; the key schedule reads them whole.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::kind::cipher::{Backend, ByBlock, Cipher, Engine, Kernel, Uses};
use crate::kind::{Implementation, Timing};
use key_schedule::Schedule;

/// `cast256-128` (RFC 2612): a block of 16 bytes, a key of 16 bytes.
pub type Cast256_128 = Cipher<Cast256<16>>;

/// `cast256-160` (RFC 2612): a block of 16 bytes, a key of 20 bytes.
pub type Cast256_160 = Cipher<Cast256<20>>;

/// `cast256-192` (RFC 2612): a block of 16 bytes, a key of 24 bytes.
pub type Cast256_192 = Cipher<Cast256<24>>;

/// `cast256-224` (RFC 2612): a block of 16 bytes, a key of 28 bytes.
pub type Cast256_224 = Cipher<Cast256<28>>;

/// `cast256-256` (RFC 2612): a block of 16 bytes, a key of 32 bytes.
pub type Cast256_256 = Cipher<Cast256<32>>;

/// Cast256 under a key of `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Cast256<const KEY: usize>(Schedule, Backend);

impl<const KEY: usize> Engine for Cast256<KEY> {
    const NAME: &'static str = match KEY {
        16 => "cast256-128",
        20 => "cast256-160",
        24 => "cast256-192",
        28 => "cast256-224",
        _ => "cast256-256",
    };
    const FAMILY: &'static str = "cast256";
    const STANDARD: &'static str = "RFC 2612";
    type Key = [u8; KEY];
    type Block = [u8; 16];

    fn new(key: &[u8; KEY], _: Uses) -> Self {
        Self(Schedule::new(key), Backend::best())
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.1.run::<false, _, _>(&self.0, kernel)
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.1.run::<true, _, _>(&self.0, kernel)
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

impl ByBlock for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encrypt(&self, block: &mut [u8; 16]) {
        round::encrypt(self, block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; 16]) {
        round::decrypt(self, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 2612 appendix A, 128-bit key.
    #[test]
    fn the_standards_example_comes_out() {
        let cipher =
            Cast256_128::new(&0x2342_bb9e_fa38_542c_0af7_5647_f29f_615d_u128.to_be_bytes());
        let mut block = 0_u128.to_be_bytes();
        cipher.encrypt_block(&mut block);
        assert_eq!(block, 0xc842_a089_72b4_3d20_836c_91d1_b753_0f6b_u128.to_be_bytes());
        cipher.decrypt_block(&mut block);
        assert_eq!(block, 0_u128.to_be_bytes());
    }

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::tests::lanes_match_portable;
        lanes_match_portable(&Schedule::new(&[7; 16]));
        lanes_match_portable(&Schedule::new(&[9; 32]));
    }
}
