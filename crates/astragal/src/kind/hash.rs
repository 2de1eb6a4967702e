//! The contract of hash functions, the engine that a family provides, and what makes types of it.

use core::fmt::Debug;

use super::state::Carry;
use super::{ByteArray, Implementation};

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

    /// A hash that has taken no input yet.
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
    /// Extends each of some chains of HMACs (PBKDF2) by `links` tags: several side by side, where the family
    /// can.
    #[doc(hidden)]
    fn extend_chains(chains: &mut [HmacChain<'_, Self>], links: u32) {
        for chain in chains {
            for _ in 0..links {
                let (mut inner, mut outer) = (chain.inner.clone(), chain.outer.clone());
                inner.update(chain.last.as_ref());
                outer.update(inner.finalize().as_ref());
                chain.last = outer.finalize();
                for (sum, &byte) in chain.sum.as_mut().iter_mut().zip(chain.last.as_ref()) {
                    *sum ^= byte;
                }
            }
        }
    }
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// A chain of tags, each the HMAC of the one before, and their sum (RFC 8018 §5.2).
#[doc(hidden)]
#[derive(Debug)]
pub struct HmacChain<'a, H: Hash> {
    /// The hash with HMAC's inner padded key absorbed.
    pub inner: &'a H,
    /// The hash with HMAC's outer padded key absorbed.
    pub outer: &'a H,
    /// The last tag.
    pub last: H::Digest,
    /// The XOR of all tags.
    pub sum: H::Digest,
}

// Not derived, which would ask for a hash that is `Copy`.
impl<H: Hash> Clone for HmacChain<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hash> Copy for HmacChain<'_, H> {}

/// [`HmacChain`] of engines.
pub(crate) struct Chain<'a, E> {
    pub(crate) inner: &'a E,
    pub(crate) outer: &'a E,
    pub(crate) last: &'a mut [u8],
    pub(crate) sum: &'a mut [u8],
}

impl<E: Engine> Chain<'_, E> {
    /// Extends it by `links` tags, the way any message is hashed.
    pub(crate) fn extend(self, links: u32) {
        let Self { inner, outer, last, sum } = self;
        for _ in 0..links {
            let (mut inner, mut outer) = (inner.clone(), outer.clone());
            inner.update(last);
            inner.finish(last);
            outer.update(last);
            outer.finish(last);
            sum.iter_mut().zip(&*last).for_each(|(sum, &byte)| *sum ^= byte);
        }
    }
}

/// What a family provides for [`hash_types`]: one engine for all its variants.
pub(crate) trait Engine: Carry + Clone + Send + Sync + 'static {
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// [`Hash::update_parallel`]
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// Ends the message and fills `digest`. The engine is not used afterwards.
    fn finish(&mut self, digest: &mut [u8]);
    /// Fills each digest with that of the message of the same index; `self` has taken no input.
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        for (message, digest) in messages.iter().zip(digests) {
            let mut engine = self.clone();
            engine.update(message);
            engine.finish(digest);
        }
    }
    /// [`Hash::extend_chains`]
    fn extend_chains<'c>(chains: impl Iterator<Item = Chain<'c, Self>>, links: u32) {
        chains.for_each(|chain| chain.extend(links));
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

            /// A hash that has taken no input yet.
            #[must_use]
            pub fn new() -> Self {
                Self($init)
            }
            /// Appends `data` to the message.
            pub fn update(&mut self, data: &[u8]) {
                $crate::kind::hash::Engine::update(&mut self.0, data);
            }
            /// The digest of the message.
            #[must_use]
            pub fn finalize(mut self) -> [u8; $digest] {
                let mut digest = [0; $digest];
                $crate::kind::hash::Engine::finish(&mut self.0, &mut digest);
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
                $crate::kind::hash::Engine::hash_many(&Self::new().0, messages, digests);
            }
        }

        impl $crate::kind::hash::Hash for $name {
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
                $crate::kind::hash::Engine::update_parallel(&mut self.0, data);
            }
            fn finalize(self) -> Self::Digest {
                self.finalize()
            }
            fn hash_many(messages: &[&[u8]], digests: &mut [Self::Digest]) {
                Self::hash_many(messages, digests);
            }
            fn extend_chains(chains: &mut [$crate::kind::hash::HmacChain<'_, Self>], links: u32) {
                let chains = chains.iter_mut().map(|chain| $crate::kind::hash::Chain {
                    inner: &chain.inner.0,
                    outer: &chain.outer.0,
                    last: &mut chain.last,
                    sum: &mut chain.sum,
                });
                <$engine as $crate::kind::hash::Engine>::extend_chains(chains, links);
            }
            fn implementation() -> $crate::kind::Implementation {
                <$engine as $crate::kind::hash::Engine>::implementation()
            }
        }

        impl $crate::kind::state::Carry for $name {
            fn carry(&mut self, fields: &mut $crate::kind::state::Fields<'_>) -> Option<()> {
                self.0.carry(fields)
            }
        }

        impl $crate::kind::state::Engine for $name {
            const FORM: $crate::kind::state::Form = $crate::kind::state::Form::Hash;
            fn name(&self) -> &'static str {
                $canonical
            }
        }

        #[cfg(feature = "alloc")]
        impl $crate::kind::state::Portable for $name {
            fn blank() -> Self {
                Self::new()
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
