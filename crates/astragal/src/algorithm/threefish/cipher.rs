//! Threefish as a block cipher. Key, block and tweak are little-endian byte strings (Skein 1.3 §3.3.3).

use zeroize::Zeroize;

use super::lanes::WideRounds;
use super::{Size, Threefish};
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, RoundsFamily, ScalarCipher, TweakableEngine,
    UseRounds, block_ciphers, engine_by_rounds,
};
use crate::traits::{Implementation, Timing};

block_ciphers! { "Skein 1.3", block 32;
    /// The tweak is 16 bytes long.
    Threefish256 = ThreefishSpec<4>: "threefish-256", key 32, Schedule<4, 32>;
}

block_ciphers! { "Skein 1.3", block 64;
    /// The tweak is 16 bytes long.
    Threefish512 = ThreefishSpec<8>: "threefish-512", key 64, Schedule<8, 64>;
}

block_ciphers! { "Skein 1.3", block 128;
    /// The tweak is 16 bytes long.
    Threefish1024 = ThreefishSpec<16>: "threefish-1024", key 128, Schedule<16, 128>;
}

/// Threefish with blocks and keys of `N` words.
#[derive(Debug)]
pub enum ThreefishSpec<const N: usize> {}

/// Key schedule for blocks of `N` words (`BYTES` bytes).
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedule<const N: usize, const BYTES: usize> {
    pub(super) cipher: Threefish<N>,
    backend: Backend,
}

impl<const N: usize, const BYTES: usize> KeySchedule for Schedule<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    const FAMILY: &'static str = "threefish";

    fn expand(key: &[u8], _: KeyUse) -> Self {
        let mut words = load_le(key);
        let cipher = Threefish::new(&words, [0; 2]);
        erase(&mut words);
        Self { cipher, backend: Backend::best() }
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
    }
}

engine_by_rounds!(#[generic(const N: usize, const BYTES: usize)] Schedule<N, BYTES>: [u8; BYTES]);

impl<const N: usize, const BYTES: usize> ChooseRounds for Schedule<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    type Block = [u8; BYTES];

    #[inline]
    fn encryption<U: UseRounds<[u8; BYTES]>>(&self, blocks: usize, user: U) -> U::Output {
        self.choose(WideRounds::<N, BYTES, false>(self), blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; BYTES]>>(&self, blocks: usize, user: U) -> U::Output {
        self.choose(WideRounds::<N, BYTES, true>(self), blocks, user)
    }
}

impl<const N: usize, const BYTES: usize> Schedule<N, BYTES> {
    /// Calls `user`, the operation to perform, with the vector rounds. For a single block, calls it with the portable
    /// rounds, which take half as long.
    #[inline(always)]
    fn choose<R, U>(&self, rounds: R, blocks: usize, user: U) -> U::Output
    where
        R: RoundsFamily<Block = [u8; BYTES]>,
        U: UseRounds<[u8; BYTES]>,
    {
        if const { U::COUNT.is_one() } || const { U::COUNT.may_be_one() } && blocks == 1 {
            user.run_portable(rounds.portable())
        } else {
            user.run(self.backend, rounds, rounds)
        }
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

impl<const N: usize, const BYTES: usize> ScalarCipher for Schedule<N, BYTES>
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
