//! Serpent (Anderson, Biham, Knudsen, 1998): 32 rounds of a substitution-permutation network on 128-bit blocks,
//! keys of 128, 192 and 256 bits. Keys, blocks and words are little-endian, as NESSIE's vectors have them.
//!
//! The S-boxes are boolean circuits over whole words (`serpent/sbox.rs`): nothing here indexes memory or
//! branches by secrets.
//!
//! Over vectors (`lanes.rs`) each register holds one word of many blocks.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::kind::cipher::{Backend, ByBlock, Cipher, Engine, Kernel, Uses};
use crate::kind::{Implementation, Timing};
use crate::machine::stack;
use crate::machine::words::{load_le, store_le};
use key_schedule::Schedule;

/// `serpent-128` (Serpent, 1998): a block of 16 bytes, a key of 16 bytes.
pub type Serpent128 = Cipher<Serpent<16>>;

/// `serpent-192` (Serpent, 1998): a block of 16 bytes, a key of 24 bytes.
pub type Serpent192 = Cipher<Serpent<24>>;

/// `serpent-256` (Serpent, 1998): a block of 16 bytes, a key of 32 bytes.
pub type Serpent256 = Cipher<Serpent<32>>;

/// Serpent under a key of `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Serpent<const KEY: usize>(Schedule, Backend);

impl<const KEY: usize> Engine for Serpent<KEY> {
    const NAME: &'static str = match KEY {
        16 => "serpent-128",
        24 => "serpent-192",
        _ => "serpent-256",
    };
    const FAMILY: &'static str = "serpent";
    const STANDARD: &'static str = "Serpent, 1998";
    const FRAMES: usize = stack::FRAMES;
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
        Backend::best().implementation(Timing::Constant)
    }
}

impl ByBlock for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encrypt(&self, block: &mut [u8; 16]) {
        let x: [u32; 4] = load_le(block);
        store_le(&round::encrypt(&self.0, x), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; 16]) {
        let x: [u32; 4] = load_le(block);
        store_le(&round::decrypt(&self.0, x), block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::tests::lanes_match_portable;
        lanes_match_portable(&Schedule::new(&[7; 32]));
    }
}
