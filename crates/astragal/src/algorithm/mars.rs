//! MARS (Burwick and others, IBM: the submission to AES with the key schedule of August 1999): a Feistel
//! network of type 3 with mixing around a core of multiplications and rotations by data, on 128-bit blocks,
//! keys of 128 to 448 bits in steps of 32.
//!
//! Over vectors (`lanes.rs`) the S-boxes are looked up among registers, and rotations by data are instructions of
//! constant time. The portable rounds index tables by secrets.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::kind::cipher::{Backend, ByBlock, Cipher, Engine, Kernel, Uses};
use crate::kind::{Implementation, Timing};
use key_schedule::Schedule;

/// `mars-128` (MARS, version of August 1999): a block of 16 bytes, a key of 16 bytes.
pub type Mars128 = Cipher<Mars<16>>;

/// `mars-160` (MARS, version of August 1999): a block of 16 bytes, a key of 20 bytes.
pub type Mars160 = Cipher<Mars<20>>;

/// `mars-192` (MARS, version of August 1999): a block of 16 bytes, a key of 24 bytes.
pub type Mars192 = Cipher<Mars<24>>;

/// `mars-224` (MARS, version of August 1999): a block of 16 bytes, a key of 28 bytes.
pub type Mars224 = Cipher<Mars<28>>;

/// `mars-256` (MARS, version of August 1999): a block of 16 bytes, a key of 32 bytes.
pub type Mars256 = Cipher<Mars<32>>;

/// `mars-288` (MARS, version of August 1999): a block of 16 bytes, a key of 36 bytes.
pub type Mars288 = Cipher<Mars<36>>;

/// `mars-320` (MARS, version of August 1999): a block of 16 bytes, a key of 40 bytes.
pub type Mars320 = Cipher<Mars<40>>;

/// `mars-352` (MARS, version of August 1999): a block of 16 bytes, a key of 44 bytes.
pub type Mars352 = Cipher<Mars<44>>;

/// `mars-384` (MARS, version of August 1999): a block of 16 bytes, a key of 48 bytes.
pub type Mars384 = Cipher<Mars<48>>;

/// `mars-416` (MARS, version of August 1999): a block of 16 bytes, a key of 52 bytes.
pub type Mars416 = Cipher<Mars<52>>;

/// `mars-448` (MARS, version of August 1999): a block of 16 bytes, a key of 56 bytes.
pub type Mars448 = Cipher<Mars<56>>;

/// Mars under a key of `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Mars<const KEY: usize>(Schedule, Backend);

impl<const KEY: usize> Engine for Mars<KEY> {
    const NAME: &'static str = match KEY {
        16 => "mars-128",
        20 => "mars-160",
        24 => "mars-192",
        28 => "mars-224",
        32 => "mars-256",
        36 => "mars-288",
        40 => "mars-320",
        44 => "mars-352",
        48 => "mars-384",
        52 => "mars-416",
        _ => "mars-448",
    };
    const FAMILY: &'static str = "mars";
    const STANDARD: &'static str = "MARS, version of August 1999";
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
        Backend::best().implementation(Timing::DataDependent)
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

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::tests::lanes_match_portable;
        lanes_match_portable(&Schedule::new(&[7; 16]));
        lanes_match_portable(&Schedule::new(&[9; 32]));
    }
}
