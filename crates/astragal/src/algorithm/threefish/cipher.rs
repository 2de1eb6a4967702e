//! Threefish as a block cipher. Key, block and tweak are little-endian byte strings (Skein 1.3 §3.3.3).

use zeroize::Zeroize;

use super::lanes::WideRounds;
use super::{Size, Threefish};
use crate::platform::optimization_barrier::black_box_64;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, Rounds, RoundsFamily, TweakableEngine, UseRounds,
    block_ciphers, engine_by_rounds,
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
    const INLINES_CHAIN: bool = true;

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

/// Portable rounds on one block, as words. A chaining mode XORs the next block into the words while they are in general
/// registers. A vector XOR would wait until the stores of the words have reached the cache.
#[derive(Clone, Copy)]
pub(super) struct WordRounds<'a, const N: usize, const BYTES: usize, const DECRYPT: bool>(
    pub(super) &'a Schedule<N, BYTES>,
);

impl<const N: usize, const BYTES: usize, const DECRYPT: bool> Rounds
    for WordRounds<'_, N, BYTES, DECRYPT>
where
    Threefish<N>: Size<N>,
{
    type Block = [u8; BYTES];
    type Blocks = [[u8; BYTES]; 1];
    type State = [u64; N];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BYTES]]) -> [u64; N] {
        load_le(&blocks[0])
    }
    #[inline(always)]
    fn apply(&self, state: [u64; N]) -> [u64; N] {
        if DECRYPT {
            return self.0.cipher.decrypt(&state);
        }
        encrypt_in_registers(&self.0.cipher, state)
    }
    #[inline(always)]
    fn xor(&self, mut a: [u64; N], b: [u64; N]) -> [u64; N] {
        for i in 0..N {
            a[i] ^= b[i];
        }
        a
    }
    #[inline(always)]
    fn store(&self, state: [u64; N], blocks: &mut [[u8; BYTES]]) {
        store_le(&state, &mut blocks[0]);
    }
}

/// Encrypts a block. The result is in general registers, so a chaining mode keeps its state there from block to block.
///
/// The loop makes the rounds short enough to be inlined into each mode. Each word of a subkey is computed before it is
/// added to the state, which would otherwise wait for the tweak and the subkey number too.
#[inline(always)]
fn encrypt_in_registers<const N: usize>(cipher: &Threefish<N>, block: [u64; N]) -> [u64; N]
where
    Threefish<N>: Size<N>,
{
    let mut v = block;
    let mut s = 0;
    while s < Threefish::<N>::ROUNDS / 4 {
        v = add_subkey(cipher, v, s);
        v = Threefish::<N>::round::<0>(v);
        v = Threefish::<N>::round::<1>(v);
        v = Threefish::<N>::round::<2>(v);
        v = Threefish::<N>::round::<3>(v);
        v = add_subkey(cipher, v, s + 1);
        v = Threefish::<N>::round::<4>(v);
        v = Threefish::<N>::round::<5>(v);
        v = Threefish::<N>::round::<6>(v);
        v = Threefish::<N>::round::<7>(v);
        s += 2;
    }
    v = add_subkey(cipher, v, s);
    for word in &mut v {
        *word = black_box_64(*word);
    }
    v
}

/// Adds subkey s to the state.
#[inline(always)]
fn add_subkey<const N: usize>(cipher: &Threefish<N>, mut v: [u64; N], s: usize) -> [u64; N]
where
    Threefish<N>: Size<N>,
{
    for i in 0..N {
        let word = cipher.key[s + i];
        let word = match N - i {
            3 => black_box_64(word.wrapping_add(cipher.tweak[s])),
            2 => black_box_64(word.wrapping_add(cipher.tweak[s + 1])),
            1 => black_box_64(word.wrapping_add(s as u64)),
            _ => word,
        };
        v[i] = v[i].wrapping_add(word);
    }
    v
}

impl<const N: usize, const BYTES: usize> Drop for Schedule<N, BYTES> {
    fn drop(&mut self) {
        self.cipher.zeroize();
    }
}
