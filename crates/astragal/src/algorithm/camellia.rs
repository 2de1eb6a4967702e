//! Camellia (RFC 3713; ISO/IEC 18033-3): a Feistel network of 18 or 24 rounds on 128-bit blocks, keys of 128,
//! 192 and 256 bits.

mod key_schedule;
mod round;

use crate::kind::cipher::{ByBlock, Cipher, Engine, Kernel, OneByOne, Uses};
use crate::kind::{Implementation, Timing};
use key_schedule::Schedule;

/// `camellia-128` (RFC 3713): a block of 16 bytes, a key of 16 bytes.
pub type Camellia128 = Cipher<Camellia<16>>;

/// `camellia-192` (RFC 3713): a block of 16 bytes, a key of 24 bytes.
pub type Camellia192 = Cipher<Camellia<24>>;

/// `camellia-256` (RFC 3713): a block of 16 bytes, a key of 32 bytes.
pub type Camellia256 = Cipher<Camellia<32>>;

/// Camellia under a key of `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Camellia<const KEY: usize> {
    encryption: Schedule,
    /// `None` where the key is only used to encrypt.
    decryption: Option<Schedule>,
}

impl<const KEY: usize> Engine for Camellia<KEY> {
    const NAME: &'static str = match KEY {
        16 => "camellia-128",
        24 => "camellia-192",
        _ => "camellia-256",
    };
    const FAMILY: &'static str = "camellia";
    const STANDARD: &'static str = "RFC 3713";
    type Key = [u8; KEY];
    type Block = [u8; 16];

    fn new(key: &[u8; KEY], uses: Uses) -> Self {
        let encryption = Schedule::new(key);
        let decryption = (uses == Uses::Both).then(|| encryption.reversed());
        Self { encryption, decryption }
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        let rounds = OneByOne::<_, false>(&self.encryption);
        kernel.run(rounds, rounds)
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        // Decryption is encryption under other keys.
        let reversed;
        let schedule = match &self.decryption {
            Some(schedule) => schedule,
            None => {
                reversed = self.encryption.reversed();
                &reversed
            }
        };
        let rounds = OneByOne::<_, false>(schedule);
        kernel.run(rounds, rounds)
    }

    fn implementation() -> Implementation {
        Implementation { backend: "portable", timing: Timing::TableBased }
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
        round::encrypt(&self.reversed(), block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3713 appendix A, 128-bit key.
    #[test]
    fn the_standards_example_comes_out() {
        let cipher =
            Camellia128::new(&0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128.to_be_bytes());
        let mut block = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128.to_be_bytes();
        cipher.encrypt_block(&mut block);
        assert_eq!(block, 0x6767_3138_5496_6973_0857_0656_48ea_be43_u128.to_be_bytes());
        cipher.decrypt_block(&mut block);
        assert_eq!(block, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128.to_be_bytes());
    }
}
