//! Threefish as a block cipher with a key, blocks and a tweak of bytes, all little-endian (Skein 1.3 §3.3.3).

use zeroize::Zeroize;

use super::lanes::Direction;
use super::{Size, Threefish};
use crate::kind::cipher::{
    Backend, ByBlock, Cipher, Engine, Kernel, OneByOne, TweakableEngine, Uses,
};
use crate::kind::{Implementation, Timing};
use crate::machine::words::{erase, load_le, store_le};

/// `threefish-256` (Skein 1.3): a block of 32 bytes, a key of 32 bytes, a tweak of 16 bytes.
pub type Threefish256 = Cipher<Schedule<4, 32>>;

/// `threefish-512` (Skein 1.3): a block of 64 bytes, a key of 64 bytes, a tweak of 16 bytes.
pub type Threefish512 = Cipher<Schedule<8, 64>>;

/// `threefish-1024` (Skein 1.3): a block of 128 bytes, a key of 128 bytes, a tweak of 16 bytes.
pub type Threefish1024 = Cipher<Schedule<16, 128>>;

/// Threefish with a block of `N` words, `BYTES` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Schedule<const N: usize, const BYTES: usize> {
    pub(super) cipher: Threefish<N>,
    backend: Backend,
}

impl<const N: usize, const BYTES: usize> Engine for Schedule<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    const NAME: &'static str = match N {
        4 => "threefish-256",
        8 => "threefish-512",
        _ => "threefish-1024",
    };
    const FAMILY: &'static str = "threefish";
    const STANDARD: &'static str = "Skein 1.3";
    type Key = [u8; BYTES];
    type Block = [u8; BYTES];

    fn new(key: &[u8; BYTES], _: Uses) -> Self {
        let mut words = load_le(key);
        let cipher = Threefish::new(&words, [0; 2]);
        erase(&mut words);
        Self { cipher, backend: Backend::best() }
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; BYTES]>>(&self, kernel: K) -> K::Output {
        // One block alone takes half the time of as many as a vector holds.
        if kernel.blocks() == 1 {
            return self.encrypt_chain(kernel);
        }
        self.backend.run_forms(Direction::<N, BYTES, false>(self), kernel)
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; BYTES]>>(&self, kernel: K) -> K::Output {
        if kernel.blocks() == 1 {
            let rounds = OneByOne::<_, true>(self);
            return kernel.run(rounds, rounds);
        }
        self.backend.run_forms(Direction::<N, BYTES, true>(self), kernel)
    }

    #[inline]
    fn encrypt_chain<K: Kernel<[u8; BYTES]>>(&self, kernel: K) -> K::Output {
        let rounds = OneByOne::<_, false>(self);
        kernel.run(rounds, rounds)
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
    }
}

impl<const N: usize, const BYTES: usize> TweakableEngine for Schedule<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    type Tweak = [u8; 16];

    fn set_tweak(&mut self, tweak: &[u8; 16]) {
        self.cipher.set_tweak(load_le(tweak));
    }
}

impl<const N: usize, const BYTES: usize> ByBlock for Schedule<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    type Block = [u8; BYTES];

    #[inline]
    fn encrypt(&self, block: &mut [u8; BYTES]) {
        store_le(&self.cipher.encrypt(&load_le(block)), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; BYTES]) {
        store_le(&self.cipher.decrypt(&load_le(block)), block);
    }
}

impl<const N: usize, const BYTES: usize> Drop for Schedule<N, BYTES> {
    fn drop(&mut self) {
        self.cipher.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::tests::match_portable;
        let mut cipher = Schedule::<4, 32>::new(&[7; 32], Uses::Both);
        cipher.set_tweak(&[8; 16]);
        match_portable(Direction::<4, 32, false>(&cipher));
        match_portable(Direction::<4, 32, true>(&cipher));
        let cipher = Schedule::<8, 64>::new(&[7; 64], Uses::Both);
        match_portable(Direction::<8, 64, false>(&cipher));
        match_portable(Direction::<8, 64, true>(&cipher));
        let cipher = Schedule::<16, 128>::new(&[7; 128], Uses::Both);
        match_portable(Direction::<16, 128, false>(&cipher));
        match_portable(Direction::<16, 128, true>(&cipher));
    }
}
