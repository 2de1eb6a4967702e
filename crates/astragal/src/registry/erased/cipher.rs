//! Type-erased block ciphers. The code of modes and MACs selected by name is compiled once for each erased type in this
//! module. Without type erasure, it would be compiled for each of the 70 ciphers.
//!
//! Most ciphers with blocks longer than 16 bytes use [`Batched`]: their modes pass several blocks at a time to the
//! cipher through a buffer. The buffer costs 0.1 cycles per byte. The exception is Rijndael with 32-byte blocks.
//!
//! AES and Rijndael with 32-byte blocks keep their own types, because AES modes take less than one cycle per byte and
//! AES objects are small. All other ciphers with 16-byte blocks share the enum [`Any128`], with one variant for the key
//! schedule of each family. Dispatch on the variant costs one predicted branch per call. A function table would cost
//! the same and need `unsafe`.

use core::fmt;

use crate::cipher::BlockOperations;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::traits::cipher::{
    BATCH, Backend, BlockKernel, CipherEngine, KeySchedule, KeyUse, TweakableEngine, run_calls,
    run_chain_calls,
};

/// Key schedule that can be converted into one of this module's type-erased key schedules.
pub(in crate::registry) trait Erase: KeySchedule {
    /// Erased type that the schedule is converted into.
    type Erased: CipherEngine<Block = Self::Block>;
    /// Converts the schedule into the erased type.
    fn erase(self) -> Self::Erased;
}

/// Function that expands a key into an erased key schedule.
pub(in crate::registry) type Expand<X> = fn(&[u8], KeyUse) -> X;

/// Expands a key into the key schedule `S` and converts the schedule into its type-erased form. This function has the
/// type [`Expand`].
pub(in crate::registry) fn expand<S: Erase>(key: &[u8], uses: KeyUse) -> S::Erased {
    S::expand(key, uses).erase()
}

/// Type-erased keyed cipher, used by the modes. It does not store its name, so errors use the name in the registry row.
///
/// Drop wipes all bytes of the object. This includes the bytes that a short variant of [`Any128`] leaves unused,
/// because a move may copy old stack contents into them.
#[derive(Clone)]
pub(in crate::registry) struct ErasedCipher<X>(WipeOnDrop<X>);

impl<X: CipherEngine> ErasedCipher<X> {
    pub(in crate::registry) const fn new(engine: X) -> Self {
        Self(WipeOnDrop::new(engine))
    }

    pub(in crate::registry) fn engine_mut(&mut self) -> &mut X {
        &mut self.0
    }
}

impl<X: CipherEngine> BlockOperations for ErasedCipher<X> {
    const NAME: &'static str = "";
    const BLOCK_BYTES: usize = size_of::<X::Block>();
    type Block = X::Block;
    type Engine = X;

    fn engine(&self) -> &X {
        &self.0
    }
}

impl<X> fmt::Debug for ErasedCipher<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher { .. }")
    }
}

/// Cipher that receives several blocks at a time from the modes, through a buffer; see [`Calls`].
#[derive(Clone)]
pub(in crate::registry) struct Batched<S>(S);

impl<S: CipherEngine> CipherEngine for Batched<S> {
    const STACK_BYTES: usize = S::STACK_BYTES + 4 * BATCH * size_of::<S::Block>();
    type Block = S::Block;

    fn encrypt<K: BlockKernel<S::Block>>(&self, kernel: K) -> K::Output {
        let each = |blocks: &mut [S::Block]| self.0.encrypt_each(blocks);
        run_calls(kernel, &each)
    }
    fn decrypt<K: BlockKernel<S::Block>>(&self, kernel: K) -> K::Output {
        let each = |blocks: &mut [S::Block]| self.0.decrypt_each(blocks);
        run_calls(kernel, &each)
    }
    fn encrypt_chain<K: BlockKernel<S::Block>>(&self, kernel: K) -> K::Output {
        let chain = |blocks: &mut [S::Block]| self.0.chain_each(blocks);
        run_chain_calls(kernel, &chain)
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

/// Implements [`Erase`] for key schedules whose erased type is the schedule itself.
macro_rules! unshared {
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

/// Implements [`Erase`] for key schedules of ciphers with blocks longer than 16 bytes.
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

/// Declares the enum [`Any128`], whose variants are the key schedules of the cipher families.
macro_rules! shared {
    ($($feature:literal: $variant:ident = $schedule:ty;)+) => {
        /// Key schedule of any cipher with 16-byte blocks except AES.
        #[derive(Clone)]
        #[allow(
            clippy::large_enum_variant,
            reason = "a box would add an allocation; only the Twofish variant is larger"
        )]
        pub(in crate::registry) enum Any128 { $(
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
            /// Encrypts or decrypts `blocks`, depending on `operation`.
            #[inline(never)]
            fn each(&self, operation: Operation, blocks: &mut [[u8; 16]]) {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref schedule) => operation.run(schedule, blocks),
                )+ }
            }
        }
    };
}

/// Operation that [`Any128`] performs on blocks, with the key schedule that it contains.
#[derive(Clone, Copy)]
enum Operation {
    Encrypt,
    Decrypt,
    /// Low-latency encryption of a few blocks at a time, or of blocks that each depend on the previous ciphertext
    /// block.
    EncryptChain,
}

impl Operation {
    #[inline(always)]
    fn run<S: CipherEngine>(self, schedule: &S, blocks: &mut [S::Block]) {
        match self {
            Self::Encrypt => schedule.encrypt_each(blocks),
            Self::Decrypt => schedule.decrypt_each(blocks),
            Self::EncryptChain => schedule.chain_each(blocks),
        }
    }
}

impl CipherEngine for Any128 {
    type Block = [u8; 16];

    fn encrypt<K: BlockKernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        Backend::best().run_calls(kernel, &|blocks| self.each(Operation::Encrypt, blocks))
    }
    fn decrypt<K: BlockKernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        Backend::best().run_calls(kernel, &|blocks| self.each(Operation::Decrypt, blocks))
    }
    fn encrypt_chain<K: BlockKernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        run_chain_calls(kernel, &|blocks| self.each(Operation::EncryptChain, blocks))
    }
    fn encrypt_each(&self, blocks: &mut [[u8; 16]]) {
        self.each(Operation::Encrypt, blocks);
    }
    fn decrypt_each(&self, blocks: &mut [[u8; 16]]) {
        self.each(Operation::Decrypt, blocks);
    }
    fn encrypt_one(&self, block: &mut [u8; 16]) {
        self.each(Operation::EncryptChain, core::slice::from_mut(block));
    }
    fn decrypt_one(&self, block: &mut [u8; 16]) {
        self.each(Operation::Decrypt, core::slice::from_mut(block));
    }
}

unshared! {
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
