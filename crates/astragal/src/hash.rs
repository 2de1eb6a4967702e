//! Hash functions with a digest of fixed length.
//!
//! The contract of every type here: `new`, any number of `update` calls with pieces of any length, then
//! `finalize`, which consumes the hash and gives the digest of all pieces in order. `clone` keeps the
//! state as it is, so that a common prefix is hashed once; `reset` goes back to the start. A dropped
//! hash leaves no message bytes in its memory.

use core::fmt::Debug;

pub use crate::ascon::hash::AsconHash256;
pub use crate::ascon::v12::hash::{AsconHash, AsconHashA};
pub use crate::blake::blake1::{Blake224, Blake256, Blake384, Blake512};
pub use crate::blake::blake2::{
    Blake2b128, Blake2b160, Blake2b224, Blake2b256, Blake2b384, Blake2b512,
};
pub use crate::blake::blake2::{Blake2s128, Blake2s160, Blake2s224, Blake2s256};
pub use crate::blake::blake3::Blake3;
pub use crate::groestl::{Groestl224, Groestl256, Groestl384, Groestl512};
pub use crate::jh::{Jh224, Jh256, Jh384, Jh512};
pub use crate::keccak::keccak_pad::{Keccak224, Keccak256, Keccak384, Keccak512};
pub use crate::keccak::sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use crate::keccak::sha3::{sha3_224_const, sha3_256_const, sha3_384_const, sha3_512_const};
pub use crate::kupyna::{Kupyna256, Kupyna384, Kupyna512};
pub use crate::md5::Md5;
pub use crate::sha1::Sha1;
pub use crate::sha2::sha256::{Sha224, Sha256};
pub use crate::sha2::sha512::{Sha384, Sha512, Sha512_224, Sha512_256};
pub use crate::sm3::Sm3;
pub use crate::streebog::{Streebog256, Streebog512};
pub use crate::whirlpool::Whirlpool;

pub use crate::skein::{Skein256_128, Skein256_160, Skein256_224, Skein256_256};
pub use crate::skein::{
    Skein512_128, Skein512_160, Skein512_224, Skein512_256, Skein512_384, Skein512_512,
};
pub use crate::skein::{Skein1024_256, Skein1024_384, Skein1024_512, Skein1024_1024};

/// A byte array of any length: what [`Hash::finalize`] returns.
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Debug + PartialEq + Send + Sync + 'static
{
    /// The array of zeros.
    const ZERO: Self;
}

impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}

/// The code that runs an algorithm on this machine, and what its timing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The backend's name: `portable`, `avx2`, `avx512`, …
    pub backend: &'static str,
    /// What its timing depends on.
    pub timing: Timing,
}

impl Implementation {
    /// Portable code that neither branches on secrets nor uses them as memory indices.
    pub const PORTABLE: Self = Self { backend: "portable", timing: Timing::Constant };
}

/// What the timing of an implementation can tell about the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Nothing but lengths: no branch and no memory index depends on data.
    Constant,
    /// Tables are indexed by data: the cache may betray it.
    TableBased,
    /// The algorithm itself rotates, multiplies or branches by data.
    DataDependent,
}

impl Timing {
    /// `constant-time`, `table-based` or `data-dependent`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant-time",
            Self::TableBased => "table-based",
            Self::DataDependent => "data-dependent",
        }
    }
}

/// A hash function with a digest of fixed length.
///
/// Generic code (HMAC, PBKDF2, the registry) is written over it; each type has the same methods of its
/// own, so that direct use needs no import of the trait.
pub trait Hash: Clone + Debug + Send + Sync + 'static {
    /// The canonical name, as `sha3-256`.
    const NAME: &'static str;
    /// The name of HMAC over this hash, as `hmac-sha3-256`.
    const HMAC_NAME: &'static str;
    /// The family's name, as `keccak`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// The digest's length in bytes.
    const DIGEST_BYTES: usize;
    /// The length in bytes of the block that HMAC pads its key to.
    const BLOCK_BYTES: usize;
    /// `[u8; DIGEST_BYTES]`.
    type Digest: ByteArray;

    /// A hash of nothing yet.
    #[must_use]
    fn new() -> Self;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the message, on all cores where the hash is a tree, `data` is long enough and
    /// the feature `parallel` is on.
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// The digest of the message.
    #[must_use]
    fn finalize(self) -> Self::Digest;
    /// Goes back to the empty message.
    fn reset(&mut self) {
        *self = Self::new();
    }
    /// The digest of `data`.
    #[must_use]
    fn hash(data: &[u8]) -> Self::Digest {
        let mut hash = Self::new();
        hash.update(data);
        hash.finalize()
    }
    /// Fills each of `digests` with the digest of the message of the same index: several at once, where
    /// the family can.
    ///
    /// # Panics
    /// When there are not as many digests as messages.
    fn hash_many(messages: &[&[u8]], digests: &mut [Self::Digest]) {
        assert_eq!(messages.len(), digests.len(), "one digest for each message");
        for (message, digest) in messages.iter().zip(digests) {
            *digest = Self::hash(message);
        }
    }
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// What a family provides for [`hash_types`]: one engine for all its variants.
pub(crate) trait Engine: Clone + Send + Sync + 'static {
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// [`Hash::update_parallel`]
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// Ends the message and fills `digest`. The engine is not used afterwards.
    fn finish(&mut self, digest: &mut [u8]);
    /// Fills each digest with that of the message of the same index; `self` is an engine of nothing yet.
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        for (message, digest) in messages.iter().zip(digests) {
            let mut engine = self.clone();
            engine.update(message);
            engine.finish(digest);
        }
    }
    /// The code that runs here now.
    fn implementation() -> Implementation;
}

/// Declares the hash types of a family, each a variant of one [`Engine`].
macro_rules! hash_types {
    ($family:literal, $engine:ty; $($name:ident = $canonical:literal, digest $digest:literal,
        block $block:literal, $standard:literal: $init:expr;)+) => { $(
        #[doc = concat!("`", $canonical, "` (", $standard, "): a digest of ", $digest,
            " bytes; blocks of ", $block, " bytes.")]
        ///
        /// ```
        #[doc = concat!("use astragal::hash::", stringify!($name), ";")]
        #[doc = concat!("let mut hash = ", stringify!($name), "::new();")]
        /// hash.update(b"a");
        /// hash.update(b"bc");
        #[doc = concat!("assert_eq!(hash.finalize(), ", stringify!($name), "::hash(b\"abc\"));")]
        /// ```
        #[derive(Clone)]
        pub struct $name($engine);

        impl $name {
            /// The canonical name.
            pub const NAME: &'static str = $canonical;
            /// The digest's length in bytes.
            pub const DIGEST_BYTES: usize = $digest;
            /// The length in bytes of a block; HMAC pads its key to one.
            pub const BLOCK_BYTES: usize = $block;

            /// A hash of nothing yet.
            #[must_use]
            pub fn new() -> Self {
                Self($init)
            }
            /// Appends `data` to the message.
            pub fn update(&mut self, data: &[u8]) {
                $crate::hash::Engine::update(&mut self.0, data);
            }
            /// The digest of the message.
            #[must_use]
            pub fn finalize(mut self) -> [u8; $digest] {
                let mut digest = [0; $digest];
                $crate::hash::Engine::finish(&mut self.0, &mut digest);
                digest
            }
            /// Goes back to the empty message.
            pub fn reset(&mut self) {
                *self = Self::new();
            }
            /// The digest of `data`.
            #[must_use]
            pub fn hash(data: &[u8]) -> [u8; $digest] {
                let mut hash = Self::new();
                hash.update(data);
                hash.finalize()
            }
            /// Fills each of `digests` with the digest of the message of the same index: several at
            /// once, where the family can.
            ///
            /// # Panics
            /// When there are not as many digests as messages.
            pub fn hash_many(messages: &[&[u8]], digests: &mut [[u8; $digest]]) {
                assert_eq!(messages.len(), digests.len(), "one digest for each message");
                let digests = digests.iter_mut().map(|digest| digest.as_mut_slice());
                $crate::hash::Engine::hash_many(&Self::new().0, messages, digests);
            }
        }

        impl $crate::hash::Hash for $name {
            const NAME: &'static str = $canonical;
            const HMAC_NAME: &'static str = concat!("hmac-", $canonical);
            const FAMILY: &'static str = $family;
            const STANDARD: &'static str = $standard;
            const DIGEST_BYTES: usize = $digest;
            const BLOCK_BYTES: usize = $block;
            type Digest = [u8; $digest];
            fn new() -> Self {
                Self::new()
            }
            fn update(&mut self, data: &[u8]) {
                self.update(data);
            }
            fn update_parallel(&mut self, data: &[u8]) {
                $crate::hash::Engine::update_parallel(&mut self.0, data);
            }
            fn finalize(self) -> Self::Digest {
                self.finalize()
            }
            fn hash_many(messages: &[&[u8]], digests: &mut [Self::Digest]) {
                Self::hash_many(messages, digests);
            }
            fn implementation() -> $crate::hash::Implementation {
                <$engine as $crate::hash::Engine>::implementation()
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        }

        #[cfg(feature = "std")]
        impl std::io::Write for $name {
            fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
                self.update(data);
                Ok(data.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    )+ };
}

pub(crate) use hash_types;
