//! The contract of block ciphers, and the one object that all of them are: [`Cipher`] over a family's
//! [`Engine`].
//!
//! # How a family comes in
//!
//! 1. Its room `algorithm/F.rs` has a key schedule, a `pub struct F<…>` without `Debug`, with const
//!    generics where only sizes differ, that implements [`Engine`]: names, sizes, `new`, and `encrypt` and `decrypt`, which run a
//!    [`Kernel`] with the family's [`Rounds`]. The schedule chooses its backend once, in `new`, and keeps
//!    the choice; it erases its keys when dropped. A short round loop over `&self` is a [`Rounds`] of width 1
//!    by itself; a bit-sliced or vector form has the width it wants.
//! 2. Each cipher is an alias with its documentation: `pub type Sm4 = Cipher<sm4::Schedule>;`. The door
//!    `cipher.rs` names it, `registry/cipher.rs` gets a row, and that is all: raw blocks, every mode and
//!    every face work.
//! 3. A backend is a file that implements [`Rounds`] and a call of
//!    `enter(cpu, kernel, wide, narrow)`. Everything in [`Rounds`] is `#[inline(always)]`, so that the kernel's loop
//!    and the rounds become one function compiled for the level. No mode is ever written for a family.
//!
//! `wide` is the form for long runs, `narrow` the one for what is left of a run: the same value twice where
//! there is but one. Kernels hand `load` and `store` exactly `WIDTH` blocks; what is left over is padded.

mod both_ways;
mod by_block;
mod engine;
mod expand;
mod few;
mod lanes;
mod moves;
mod raw;
mod several;

use core::fmt;

use super::{ByteArray, Implementation, opaque};
use crate::error::{Allowed, ParameterError};
pub(crate) use both_ways::{BothWays, Reversible};
pub(crate) use by_block::{ByBlock, OneByOne};
pub(crate) use engine::{
    BesideKernel, Blocks, Engine, Kernel, Rounds, STEPS, TweakableEngine, Uses, counters,
    next_tweaks, times_alpha, tweaks,
};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use engine::{enter, enter_beside};
pub(crate) use expand::{Expand, Substitute};
pub(crate) use few::InOrder;
#[cfg(test)]
pub(crate) use few::tests::in_order_matches_portable;
#[cfg(test)]
pub(crate) use lanes::tests;
pub(crate) use lanes::{Apply, Backend, Forms, Lanes, Sliced, Vector, add_bytes};
pub(crate) use moves::{
    Planes, bytes_of_words, planes, scan, transpose_8, transpose_32, words_of_bytes,
};
use raw::EachBlock;
pub(crate) use several::{Several, Together};

/// A block cipher; an object of it holds a key.
pub trait BlockCipher: Clone + fmt::Debug + Send + Sync + 'static {
    /// The canonical name, as `camellia-256`.
    const NAME: &'static str;
    /// The family's name, as `camellia`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// The key's length in bytes.
    const KEY_BYTES: usize;
    /// The block's length in bytes.
    const BLOCK_BYTES: usize;
    /// `[u8; KEY_BYTES]`.
    type Key: ByteArray;
    /// `[u8; BLOCK_BYTES]`.
    type Block: ByteArray;
    /// The key schedule and the code that uses it.
    #[doc(hidden)]
    type Engine: Engine<Key = Self::Key, Block = Self::Block>;

    /// The cipher under `key`.
    #[must_use]
    fn new(key: &Self::Key) -> Self;
    /// The cipher under a key whose length is only known at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `key` is not [`KEY_BYTES`](Self::KEY_BYTES) bytes long.
    fn from_slice(key: &[u8]) -> Result<Self, ParameterError>;
    /// Encrypts one block in place.
    fn encrypt_block(&self, block: &mut Self::Block);
    /// Decrypts one block in place.
    fn decrypt_block(&self, block: &mut Self::Block);
    /// Encrypts each block by itself, in place: many at once where the machine can.
    fn encrypt_blocks(&self, blocks: &mut [Self::Block]);
    /// Decrypts each block by itself, in place: many at once where the machine can.
    fn decrypt_blocks(&self, blocks: &mut [Self::Block]);
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
    /// What the modes are written over.
    #[doc(hidden)]
    fn engine(&self) -> &Self::Engine;
    /// The cipher for modes that never decrypt a block; cheaper to set up where decryption's keys cost
    /// extra.
    #[doc(hidden)]
    fn for_encryption(key: &Self::Key) -> Self;
}

/// A block cipher that takes a tweak beside the key: public, and as cheap to change as a nonce.
pub trait TweakableBlockCipher: BlockCipher {
    /// The tweak's length in bytes.
    const TWEAK_BYTES: usize;
    /// `[u8; TWEAK_BYTES]`.
    type Tweak: ByteArray;
    /// Sets the tweak for the blocks that follow; it is zero at first.
    fn set_tweak(&mut self, tweak: &Self::Tweak);
}

/// A block cipher under a key. The aliases of the module [`cipher`](crate::cipher) name what it can be.
///
/// Dropping it erases the key. See the [module](crate::cipher) for what one block alone is good for; messages
/// want a mode.
#[derive(Clone)]
pub struct Cipher<E: Engine>(E);

impl<E: Engine> Cipher<E> {
    /// The key's length in bytes.
    pub const KEY_BYTES: usize = size_of::<E::Key>();
    /// The block's length in bytes.
    pub const BLOCK_BYTES: usize = size_of::<E::Block>();

    /// The cipher under `key`.
    #[must_use]
    pub fn new(key: &E::Key) -> Self {
        Self(E::new(key, Uses::Both))
    }

    /// The cipher under a key whose length is only known at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `key` is not [`KEY_BYTES`](Self::KEY_BYTES) bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(Self::KEY_BYTES);
        ParameterError::check_length(E::NAME, "key", key.len(), allowed)?;
        let (keys, _) = E::Key::chunks(key);
        Ok(Self::new(&keys[0]))
    }

    /// Encrypts one block in place.
    #[inline]
    pub fn encrypt_block(&self, block: &mut E::Block) {
        self.0.encrypt_one(block);
    }

    /// Decrypts one block in place.
    #[inline]
    pub fn decrypt_block(&self, block: &mut E::Block) {
        self.0.decrypt_one(block);
    }

    /// Encrypts each block by itself, in place: many at once where the machine can.
    pub fn encrypt_blocks(&self, blocks: &mut [E::Block]) {
        self.0.encrypt(EachBlock(blocks));
    }

    /// Decrypts each block by itself, in place: many at once where the machine can.
    pub fn decrypt_blocks(&self, blocks: &mut [E::Block]) {
        self.0.decrypt(EachBlock(blocks));
    }
}

impl<E: TweakableEngine> Cipher<E> {
    /// The tweak's length in bytes.
    pub const TWEAK_BYTES: usize = size_of::<E::Tweak>();

    /// Sets the tweak for the blocks that follow; it is zero at first.
    pub fn set_tweak(&mut self, tweak: &E::Tweak) {
        self.0.set_tweak(tweak);
    }
}

impl<E: Engine> BlockCipher for Cipher<E> {
    const NAME: &'static str = E::NAME;
    const FAMILY: &'static str = E::FAMILY;
    const STANDARD: &'static str = E::STANDARD;
    const KEY_BYTES: usize = size_of::<E::Key>();
    const BLOCK_BYTES: usize = size_of::<E::Block>();
    type Key = E::Key;
    type Block = E::Block;
    type Engine = E;

    fn new(key: &E::Key) -> Self {
        Self::new(key)
    }
    fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Self::from_slice(key)
    }
    fn encrypt_block(&self, block: &mut E::Block) {
        self.encrypt_block(block);
    }
    fn decrypt_block(&self, block: &mut E::Block) {
        self.decrypt_block(block);
    }
    fn encrypt_blocks(&self, blocks: &mut [E::Block]) {
        self.encrypt_blocks(blocks);
    }
    fn decrypt_blocks(&self, blocks: &mut [E::Block]) {
        self.decrypt_blocks(blocks);
    }
    fn implementation() -> Implementation {
        E::implementation()
    }
    fn engine(&self) -> &E {
        &self.0
    }
    fn for_encryption(key: &E::Key) -> Self {
        Self(E::new(key, Uses::Encryption))
    }
}

impl<E: TweakableEngine> TweakableBlockCipher for Cipher<E> {
    const TWEAK_BYTES: usize = size_of::<E::Tweak>();
    type Tweak = E::Tweak;
    fn set_tweak(&mut self, tweak: &E::Tweak) {
        self.set_tweak(tweak);
    }
}

impl<E: Engine> fmt::Debug for Cipher<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Cipher<", E::NAME, ">"])
    }
}
