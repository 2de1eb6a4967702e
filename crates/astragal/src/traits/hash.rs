//! The trait [`Hash`] for hash functions, and the type [`Hasher`], which implements it for each family's
//! [`HashEngine`]. Hash functions with parameters have their own types.

use core::fmt::{self, Debug};

use super::state::{self, Fields, SerializeState, Serialized, StateKind};
use super::{ByteArray, Implementation, opaque};
use crate::platform::words::xor_into;

/// Hash function with a digest of fixed length.
///
/// Generic code such as HMAC and PBKDF2 uses this trait. Each hash type also has these methods as inherent methods, so
/// direct use does not need the trait.
pub trait Hash: Clone + Debug + Send + Sync + 'static {
    /// Canonical name, such as `sha3-256`.
    const NAME: &'static str;
    /// Name of HMAC with this hash, such as `hmac-sha3-256`.
    const HMAC_NAME: &'static str;
    /// Family name, such as `keccak`.
    const FAMILY: &'static str;
    /// Standard and section that define the algorithm.
    const STANDARD: &'static str;
    /// Digest length in bytes.
    const DIGEST_BYTES: usize;
    /// Block length in bytes. HMAC pads its key to one block.
    const BLOCK_BYTES: usize;
    /// Digest: `[u8; DIGEST_BYTES]`.
    type Digest: ByteArray;

    /// Creates a hash with an empty message.
    #[must_use]
    fn new() -> Self;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the message. Hashes on all cores if the hash is a tree hash, `data` is long enough and the
    /// feature `parallel` is enabled.
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// Returns the digest of the message.
    #[must_use]
    fn finalize(self) -> Self::Digest;
    /// Resets the hash to an empty message.
    fn reset(&mut self) {
        *self = Self::new();
    }
    /// Returns the digest of `data`.
    #[must_use]
    fn hash(data: &[u8]) -> Self::Digest {
        let mut hash = Self::new();
        hash.update(data);
        hash.finalize()
    }
    /// Fills `digests[i]` with the digest of `messages[i]`. Hashes several messages in parallel if the hash family
    /// supports it.
    ///
    /// # Panics
    /// If the number of digests differs from the number of messages.
    fn hash_many(messages: &[&[u8]], digests: &mut [Self::Digest]) {
        assert_eq!(messages.len(), digests.len(), "there must be one digest for each message");
        for (message, digest) in messages.iter().zip(digests) {
            *digest = Self::hash(message);
        }
    }
    /// Upper bound, in bytes, on the stack used by the compression function and its callers. If it is `None`, HMAC
    /// derives a bound from the block length and the size of the hash object.
    #[doc(hidden)]
    const STACK_BYTES: Option<usize> = None;
    /// Upper bound, in bytes, on the stack that the objects created by [`hmac`](Self::hmac) occupy.
    #[doc(hidden)]
    const HMAC_STACK: usize = 8 * size_of::<Self>();
    /// Upper bound, in bytes, on the stack that a one-shot HMAC uses with the backend for this CPU. `None` if the
    /// constants are the best known bound.
    #[doc(hidden)]
    #[must_use]
    fn hmac_stack() -> Option<usize> {
        None
    }
    /// Computes HMAC from its two padded keys: hashes `inner` followed by `message`, then hashes `outer` followed by
    /// the first digest. The caller must wipe the stack.
    #[doc(hidden)]
    #[must_use]
    fn hmac(inner: &[u8], outer: &[u8], message: &[u8]) -> Self::Digest {
        let (mut first, mut second) = (Self::new(), Self::new());
        first.update(inner);
        first.update(message);
        second.update(outer);
        second.update(first.finalize().as_ref());
        second.finalize()
    }
    /// Extends each PBKDF2 chain by `links` iterations of HMAC. Processes several chains in parallel if the hash family
    /// supports it.
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
    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    fn implementation() -> Implementation;
}

/// Chain of HMAC tags for one PBKDF2 output block. Each tag is the HMAC of the previous tag, and `sum` is the XOR of
/// all tags (RFC 8018 §5.2).
#[doc(hidden)]
#[derive(Debug)]
pub struct HmacChain<'a, H: Hash> {
    /// Hash that has absorbed HMAC's inner padded key.
    pub inner: &'a H,
    /// Hash that has absorbed HMAC's outer padded key.
    pub outer: &'a H,
    /// Last tag.
    pub last: H::Digest,
    /// XOR of all tags.
    pub sum: H::Digest,
}

// `Clone` and `Copy` are not derived, because `derive` would require `H: Copy`.
impl<H: Hash> Clone for HmacChain<'_, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Hash> Copy for HmacChain<'_, H> {}

/// PBKDF2 chain like [`HmacChain`], over a [`HashEngine`] instead of a [`Hash`].
#[expect(missing_debug_implementations, reason = "the fields are derived from the key")]
pub struct Chain<'a, E> {
    pub(crate) inner: &'a E,
    pub(crate) outer: &'a E,
    pub(crate) last: &'a mut [u8],
    pub(crate) sum: &'a mut [u8],
}

/// Function that returns the next PBKDF2 chain to extend, or `None` if there are no more. If this were a
/// `dyn Iterator`, the compiler would generate the four methods of its virtual table for each iterator type.
pub(crate) type NextChain<'n, 'c, E> = dyn FnMut() -> Option<Chain<'c, E>> + 'n;

impl<E: HashEngine> Chain<'_, E> {
    /// Extends the chain by `links` iterations of HMAC, without a multi-buffer backend.
    pub(crate) fn extend(self, links: u32) {
        let Self { inner, outer, last, sum } = self;
        for _ in 0..links {
            let (mut inner, mut outer) = (inner.clone(), outer.clone());
            inner.update(last);
            inner.finish(last);
            outer.update(last);
            outer.finish(last);
            xor_into(sum, last);
        }
    }
}

/// Family-specific part of hash functions. One engine type implements all variants of a family.
pub trait HashEngine: SerializeState + Clone + Send + Sync + 'static {
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Implements [`Hash::update_parallel`].
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// Ends the message and fills `digest`. The engine must not be used after this call.
    fn finish(&mut self, digest: &mut [u8]);
    /// Computes the digest of `message` and writes it to `digest`. `start` creates an empty engine.
    fn hash(start: fn() -> Self, message: &[u8], digest: &mut [u8]) {
        let mut engine = start();
        engine.update(message);
        engine.finish(digest);
    }
    /// Value of [`Hash::STACK_BYTES`].
    const STACK_BYTES: Option<usize> = None;
    /// Value of [`Hash::HMAC_STACK`].
    const HMAC_STACK: usize = 8 * size_of::<Self>();
    /// Value of [`Hash::hmac_stack`].
    fn hmac_stack() -> Option<usize> {
        None
    }
    /// Computes HMAC as [`Hash::hmac`] does, and fills `tag`. `start` creates an empty engine.
    fn hmac(start: fn() -> Self, inner: &[u8], outer: &[u8], message: &[u8], tag: &mut [u8]) {
        // This scope ends before the outer engine is created, so that both engines can use the same stack memory.
        {
            let mut engine = start();
            engine.update(inner);
            engine.update(message);
            engine.finish(tag);
        }
        let mut engine = start();
        engine.update(outer);
        engine.update(tag);
        engine.finish(tag);
    }
    /// Fills each digest with the digest of the message at the same index. `self` must not have absorbed any data.
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        for (message, digest) in messages.iter().zip(digests) {
            let mut engine = self.clone();
            engine.update(message);
            engine.finish(digest);
        }
    }
    /// Implements [`Hash::extend_chains`].
    fn extend_chains<'c>(next: &mut NextChain<'_, 'c, Self>, links: u32) {
        while let Some(chain) = next() {
            chain.extend(links);
        }
    }
    /// Returns the backend selected for this CPU, and its timing behaviour.
    fn implementation() -> Implementation;
}

/// Variant of a hash family with a digest of `N` bytes, such as SHA3-256 in the Keccak family. The macro [`hash_types`]
/// declares the variants.
pub trait Variant<const N: usize>: HashEngine {
    /// Type name, such as `Sha3_256`.
    const TYPE: &'static str;
    /// Value of [`Hash::NAME`].
    const NAME: &'static str;
    /// Value of [`Hash::HMAC_NAME`].
    const HMAC_NAME: &'static str;
    /// Value of [`Hash::FAMILY`].
    const FAMILY: &'static str;
    /// Value of [`Hash::STANDARD`].
    const STANDARD: &'static str;
    /// Byte array whose size is [`Hash::BLOCK_BYTES`].
    type Block: ByteArray;
    /// Engine that has absorbed no data yet.
    const START: Self;

    /// Creates, at run time, an engine that has absorbed no data. Copying the constant [`START`](Self::START) from
    /// static data instead would make the library larger.
    fn start() -> Self;
}

/// Hash function with a digest of `N` bytes. The module [`hash`](crate::hash) has an alias for each hash.
///
/// With the feature `std`, it implements [`io::Write`](std::io::Write), which never fails.
#[derive(Clone)]
pub struct Hasher<E: Variant<N>, const N: usize>(pub(crate) E);

impl<E: Variant<N>, const N: usize> Hasher<E, N> {
    /// Canonical name.
    pub const NAME: &'static str = E::NAME;
    /// Digest length in bytes.
    pub const DIGEST_BYTES: usize = N;
    /// Block length in bytes. HMAC pads its key to one block.
    pub const BLOCK_BYTES: usize = size_of::<E::Block>();

    /// Creates a hash with an empty message.
    ///
    /// ```
    /// use astragal::hash::Sha256;
    /// use std::sync::Mutex;
    /// static LOG: Mutex<Sha256> = Mutex::new(Sha256::new());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(E::START)
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Appends `data` to the message and returns the hash, for chained calls.
    ///
    /// ```
    /// use astragal::hash::Sha256;
    /// let digest = Sha256::new().chain_update("a").chain_update(b"bc").finalize();
    /// assert_eq!(digest, Sha256::hash("abc"));
    /// ```
    #[must_use]
    pub fn chain_update(mut self, data: impl AsRef<[u8]>) -> Self {
        self.0.update(data.as_ref());
        self
    }

    /// Returns the digest of the message.
    #[must_use]
    pub fn finalize(mut self) -> [u8; N] {
        let mut digest = [0; N];
        self.0.finish(&mut digest);
        digest
    }

    /// Resets the hash to an empty message.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Returns the digest of `data`.
    #[must_use]
    pub fn hash(data: impl AsRef<[u8]>) -> [u8; N] {
        let mut digest = [0; N];
        E::hash(E::start, data.as_ref(), &mut digest);
        digest
    }

    /// Fills `digests[i]` with the digest of `messages[i]`. Hashes several messages in parallel if the hash family
    /// supports it.
    ///
    /// # Panics
    /// If the number of digests differs from the number of messages.
    pub fn hash_many(messages: &[&[u8]], digests: &mut [[u8; N]]) {
        assert_eq!(messages.len(), digests.len(), "there must be one digest for each message");
        E::start().hash_many(messages, digests.iter_mut().map(|digest| digest.as_mut_slice()));
    }
}

impl<E: Variant<N>, const N: usize> Hash for Hasher<E, N> {
    const NAME: &'static str = E::NAME;
    const HMAC_NAME: &'static str = E::HMAC_NAME;
    const FAMILY: &'static str = E::FAMILY;
    const STANDARD: &'static str = E::STANDARD;
    const DIGEST_BYTES: usize = N;
    const BLOCK_BYTES: usize = size_of::<E::Block>();
    type Digest = [u8; N];

    fn new() -> Self {
        Self::new()
    }
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        self.0.update_parallel(data);
    }
    fn finalize(self) -> [u8; N] {
        self.finalize()
    }
    fn hash(data: &[u8]) -> [u8; N] {
        Self::hash(data)
    }
    fn hash_many(messages: &[&[u8]], digests: &mut [[u8; N]]) {
        Self::hash_many(messages, digests);
    }
    const STACK_BYTES: Option<usize> = E::STACK_BYTES;
    const HMAC_STACK: usize = E::HMAC_STACK;
    fn hmac_stack() -> Option<usize> {
        E::hmac_stack()
    }
    fn hmac(inner: &[u8], outer: &[u8], message: &[u8]) -> [u8; N] {
        let mut tag = [0; N];
        E::hmac(E::start, inner, outer, message, &mut tag);
        tag
    }
    fn extend_chains(chains: &mut [HmacChain<'_, Self>], links: u32) {
        let mut chains = chains.iter_mut();
        let mut next = || {
            let HmacChain { inner, outer, last, sum } = chains.next()?;
            Some(Chain { inner: &inner.0, outer: &outer.0, last, sum })
        };
        E::extend_chains(&mut next, links);
    }
    fn implementation() -> Implementation {
        E::implementation()
    }
}

impl<E: Variant<N>, const N: usize> SerializeState for Hasher<E, N> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<E: Variant<N>, const N: usize> state::StateEngine for Hasher<E, N> {
    const KIND: StateKind = StateKind::Hash;

    fn name(&self) -> &'static str {
        E::NAME
    }
}

#[cfg(feature = "alloc")]
impl<E: Variant<N>, const N: usize> state::ExportState for Hasher<E, N> {
    fn empty() -> Self {
        Self::new()
    }
}

impl<E: Variant<N>, const N: usize> Default for Hasher<E, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: Variant<N>, const N: usize> Debug for Hasher<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[E::TYPE])
    }
}

/// Declares the hashes of a family. Each hash is a [`Variant`] of one [`HashEngine`].
macro_rules! hash_types {
    ($family:literal, $engine:ty; $($name:ident = $canonical:literal, digest $digest:literal,
        block $block:literal, $standard:literal: $start:expr;)+) => { $(
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
        pub type $name = $crate::traits::hash::Hasher<$engine, $digest>;

        impl $crate::traits::hash::Variant<$digest> for $engine {
            const TYPE: &'static str = stringify!($name);
            const NAME: &'static str = $canonical;
            const HMAC_NAME: &'static str = concat!("hmac-", $canonical);
            const FAMILY: &'static str = $family;
            const STANDARD: &'static str = $standard;
            type Block = [u8; $block];
            const START: Self = $start;

            fn start() -> Self {
                $start
            }
        }
    )+ };
}

pub(crate) use hash_types;
