//! Block ciphers by name, as few types as possible: everything that is composed of a cipher by name is compiled once
//! for each of these types and not for each of 70 ciphers.
//!
//! Ciphers with longer blocks run through [`Batched`]: their modes are compiled once for each length of a block, and
//! hand whole runs of blocks to the cipher through a buffer, which costs 0.1 cycles per byte.
//!
//! AES keeps a type of its own: its modes take less than a cycle per byte, and its objects are small. All other
//! ciphers with blocks of 16 bytes are one type, an enum over the key schedules of the families. A choice between the
//! variants costs a predicted branch a call; a table of functions would cost as much, and need `unsafe` for the
//! memory behind it.

use core::fmt;

use crate::cipher::BlockOperations;
use crate::kind::ByteArray;
use crate::kind::cipher::{EachBlock, Engine, Kernel, KeySchedule, Rounds, TweakableEngine, Uses};

/// A family's key schedule that is one of the types of this module, or becomes one.
pub(super) trait Erase: KeySchedule {
    /// The type that it is by name.
    type Erased: Engine<Block = Self::Block>;
    /// The schedule as that type.
    fn erase(self) -> Self::Erased;
}

/// Expands a key for a cipher by name.
pub(super) type Expand<X> = fn(&[u8], Uses) -> X;

/// [`Expand`] of the family `S`.
pub(super) fn expand<S: Erase>(key: &[u8], uses: Uses) -> S::Erased {
    S::expand(key, uses).erase()
}

/// A cipher by name under a key, as the modes take it. The row that it belongs to has its name.
#[derive(Clone)]
pub(super) struct Unnamed<X>(X);

impl<X: Engine> Unnamed<X> {
    pub(super) const fn new(engine: X) -> Self {
        Self(engine)
    }

    pub(super) const fn engine_mut(&mut self) -> &mut X {
        &mut self.0
    }
}

impl<X: Engine> BlockOperations for Unnamed<X> {
    const NAME: &'static str = "";
    const BLOCK_BYTES: usize = size_of::<X::Block>();
    type Block = X::Block;
    type Engine = X;

    fn engine(&self) -> &X {
        &self.0
    }
}

impl<X> fmt::Debug for Unnamed<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher { .. }")
    }
}

/// A cipher whose modes run over [`Calls`].
#[derive(Clone)]
pub(super) struct Batched<S>(S);

/// Rounds by a call: `W` blocks in memory, encrypted or decrypted together.
struct Calls<'a, B, const W: usize>(&'a dyn Fn(&mut [B]));

impl<B, const W: usize> Clone for Calls<'_, B, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B, const W: usize> Copy for Calls<'_, B, W> {}

impl<B: ByteArray, const W: usize> Rounds for Calls<'_, B, W> {
    type Block = B;
    type Blocks = [B; W];
    type State = [B; W];

    #[inline(always)]
    fn load(&self, blocks: &[B]) -> [B; W] {
        let mut state = [B::ZERO; W];
        state.copy_from_slice(&blocks[..W]);
        state
    }
    #[inline(always)]
    fn apply(&self, mut state: [B; W]) -> [B; W] {
        (self.0)(&mut state);
        state
    }
    #[inline(always)]
    fn xor(&self, mut a: [B; W], b: [B; W]) -> [B; W] {
        for (a, b) in a.iter_mut().zip(&b) {
            a.as_mut().iter_mut().zip(b.as_ref()).for_each(|(a, b)| *a ^= b);
        }
        a
    }
    #[inline(always)]
    fn store(&self, state: [B; W], blocks: &mut [B]) {
        blocks[..W].copy_from_slice(&state);
    }
}

/// Blocks that [`Batched`] hands over together: as many as the widest backend of any of its ciphers takes.
const BATCH: usize = 16;

/// Runs `kernel` over calls of `blocks`, for a batch and for single blocks.
fn run<B: ByteArray, K: Kernel<B>>(kernel: K, blocks: &dyn Fn(&mut [B])) -> K::Output {
    kernel.run(Calls::<B, BATCH>(blocks), Calls::<B, 1>(blocks))
}

impl<S: Engine> Engine for Batched<S> {
    const FRAMES: usize = S::FRAMES + 4 * BATCH * size_of::<S::Block>();
    type Block = S::Block;

    fn encrypt<K: Kernel<S::Block>>(&self, kernel: K) -> K::Output {
        let many = |blocks: &mut [S::Block]| self.0.encrypt_each(blocks);
        run(kernel, &many)
    }
    fn decrypt<K: Kernel<S::Block>>(&self, kernel: K) -> K::Output {
        let many = |blocks: &mut [S::Block]| self.0.decrypt_each(blocks);
        run(kernel, &many)
    }
    fn encrypt_chain<K: Kernel<S::Block>>(&self, kernel: K) -> K::Output {
        let one = |blocks: &mut [S::Block]| self.0.encrypt_chain(EachBlock(blocks));
        run(kernel, &one)
    }
    fn encrypt_each(&self, blocks: &mut [S::Block]) {
        self.0.encrypt_each(blocks);
    }
    fn decrypt_each(&self, blocks: &mut [S::Block]) {
        self.0.decrypt_each(blocks);
    }
    fn encrypt_one(&self, block: &mut S::Block) {
        self.0.encrypt_one(block);
    }
    fn decrypt_one(&self, block: &mut S::Block) {
        self.0.decrypt_one(block);
    }
}

impl<S: TweakableEngine> TweakableEngine for Batched<S> {
    type Tweak = S::Tweak;
    fn set_tweak(&mut self, tweak: &S::Tweak) {
        self.0.set_tweak(tweak);
    }
}

/// Families whose key schedules are a type by name themselves.
macro_rules! alone {
    ($($feature:literal: $schedule:ty;)+) => { $(
        #[cfg(feature = $feature)]
        impl Erase for $schedule {
            type Erased = Self;
            fn erase(self) -> Self {
                self
            }
        }
    )+ };
}

/// Families whose blocks are longer than 16 bytes.
macro_rules! batched {
    ($($feature:literal: $schedule:ty;)+) => { $(
        #[cfg(feature = $feature)]
        impl Erase for $schedule {
            type Erased = Batched<Self>;
            fn erase(self) -> Batched<Self> {
                Batched(self)
            }
        }
    )+ };
}

/// Families whose key schedules share [`Any128`].
macro_rules! shared {
    ($($feature:literal: $variant:ident = $schedule:ty;)+) => {
        /// The key schedule of any cipher with blocks of 16 bytes but AES.
        #[derive(Clone)]
        #[allow(
            clippy::large_enum_variant,
            reason = "objects lie in memory of the caller's; without Twofish the variants are alike"
        )]
        pub(super) enum Any128 { $(
            #[cfg(feature = $feature)]
            $variant($schedule),
        )+ }

        $(
            #[cfg(feature = $feature)]
            impl Erase for $schedule {
                type Erased = Any128;
                fn erase(self) -> Any128 {
                    Any128::$variant(self)
                }
            }
        )+

        impl Any128 {
            /// Does `work` with the schedule.
            #[inline(always)]
            fn with<W: Work>(&self, work: W) -> W::Output {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref schedule) => work.run(schedule),
                )+ }
            }
        }
    };
}

/// Work with the schedule of some cipher with blocks of 16 bytes.
trait Work {
    type Output;
    fn run<S: Engine<Block = [u8; 16]>>(self, schedule: &S) -> Self::Output;
}

/// Runs a kernel with rounds that encrypt.
struct Encrypt<K>(K);
/// Runs a kernel with rounds that decrypt.
struct Decrypt<K>(K);
/// Runs a kernel whose blocks wait for each other.
struct EncryptChain<K>(K);

impl<K: Kernel<[u8; 16]>> Work for Encrypt<K> {
    type Output = K::Output;
    #[inline(always)]
    fn run<S: Engine<Block = [u8; 16]>>(self, schedule: &S) -> K::Output {
        schedule.encrypt(self.0)
    }
}

impl<K: Kernel<[u8; 16]>> Work for Decrypt<K> {
    type Output = K::Output;
    #[inline(always)]
    fn run<S: Engine<Block = [u8; 16]>>(self, schedule: &S) -> K::Output {
        schedule.decrypt(self.0)
    }
}

impl<K: Kernel<[u8; 16]>> Work for EncryptChain<K> {
    type Output = K::Output;
    #[inline(always)]
    fn run<S: Engine<Block = [u8; 16]>>(self, schedule: &S) -> K::Output {
        schedule.encrypt_chain(self.0)
    }
}

impl Engine for Any128 {
    type Block = [u8; 16];

    fn encrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.with(Encrypt(kernel))
    }
    fn decrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.with(Decrypt(kernel))
    }
    fn encrypt_chain<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.with(EncryptChain(kernel))
    }
}

alone! {
    "aes": crate::algorithm::rijndael::Rijndael<16, 16>;
    "aes": crate::algorithm::rijndael::Rijndael<32, 32>;
}

batched! {
    "aes": crate::algorithm::rijndael::Rijndael<20, 32>;
    "aes": crate::algorithm::rijndael::Rijndael<24, 32>;
    "aes": crate::algorithm::rijndael::Rijndael<28, 32>;
    "kalyna": crate::algorithm::kalyna::Kalyna<4, 32>;
    "kalyna": crate::algorithm::kalyna::Kalyna<8, 64>;
    "threefish": crate::algorithm::threefish::cipher::Schedule<4, 32>;
    "threefish": crate::algorithm::threefish::cipher::Schedule<8, 64>;
    "threefish": crate::algorithm::threefish::cipher::Schedule<16, 128>;
}

shared! {
    "anubis": Anubis = crate::algorithm::anubis::Schedules;
    "aria": Aria = crate::algorithm::aria::Schedules;
    "camellia": Camellia = crate::algorithm::camellia::Schedules;
    "cast256": Cast256 = crate::algorithm::cast256::RoundKeys;
    "kalyna": Kalyna = crate::algorithm::kalyna::Kalyna<2, 16>;
    "kuznyechik": Kuznyechik = crate::algorithm::kuznyechik::Schedule;
    "mars": Mars = crate::algorithm::mars::RoundKeys;
    "serpent": Serpent = crate::algorithm::serpent::RoundKeys;
    "sm4": Sm4 = crate::algorithm::sm4::Schedule;
    "twofish": Twofish = crate::algorithm::twofish::KeyedBoxes;
}
