//! Type-erased hash states. The code of hash objects, HMAC and HMAC-based key derivation is compiled once for each
//! erased type in this module. Without type erasure, it would be compiled for each of 67 hashes.
//!
//! [`Short`] holds the small states of MD5, RIPEMD-160, SHA-1, SHA-256 and SM3. BLAKE3's tree state of 1.9 KB has its
//! own type. [`Long`] holds all other states. A single type for all hashes would triple the object size and stack use
//! of HMAC-SHA-256.
//!
//! Dispatch on the variant costs one predicted branch per call. The function table [`HashOps`] contains the operations
//! that depend on the algorithm, such as reset.

use core::slice::ChunksExactMut;

#[cfg(feature = "blake3")]
use crate::algorithm::blake::tree::Blake3Tree;
use crate::construction::hmac::Hmac;
use crate::construction::merkle_damgard::MerkleDamgard;
use crate::hash::Hash;
use crate::traits::hash::{Chain, HashEngine, Hasher, NextChain, Variant};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Type-erased hash state.
pub(in crate::registry) trait HashState:
    SerializeState + Clone + Send + Sync + 'static
{
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the message, on several cores if possible; see [`Hash::update_parallel`].
    fn update_parallel(&mut self, data: &[u8]) {
        self.update(data);
    }
    /// Ends the message and writes the digest. The state must not be used afterwards.
    fn finish(&mut self, digest: &mut [u8]);
    /// Fills each of `digests` with the digest of the message at the same index. The message in `self` must be empty;
    /// see [`Hash::hash_many`].
    fn hash_many(&self, messages: &[&[u8]], digests: &mut ChunksExactMut<'_, u8>);
    /// Extends each PBKDF2 chain by `links` HMAC iterations; see [`Hash::extend_chains`].
    fn extend_chains<'c>(next: &mut NextChain<'_, 'c, Self>, links: u32);
}

/// Hash engine that can be converted into one of this module's type-erased states.
pub(in crate::registry) trait Erase: HashEngine {
    /// Erased type.
    type Erased: HashState;
    /// Converts the engine into the erased type.
    fn erase(self) -> Self::Erased;
}

/// Computes HMAC from the inner padded key, the outer padded key and the message, and fills the tag.
type HmacFunction = fn(&[u8], &[u8], &[u8], &mut [u8]);

/// Function table of one hash. `X` is the type of its states.
pub(in crate::registry) struct HashOps<X> {
    /// Canonical name of the hash.
    pub(in crate::registry) name: &'static str,
    pub(in crate::registry) digest_bytes: usize,
    pub(in crate::registry) block_bytes: usize,
    /// Returns the state of an empty message.
    pub(in crate::registry) start: fn() -> X,
    /// Resets the state in place. To assign the result of `start` instead, the caller would have to copy the whole
    /// state, which is slower.
    pub(in crate::registry) reset: fn(&mut X),
    /// Hashes the message in the first argument and writes the digest to the second argument.
    pub(in crate::registry) hash: fn(&[u8], &mut [u8]),
    /// Computes HMAC in one call; see [`Hash::hmac`].
    pub(in crate::registry) hmac: HmacFunction,
    /// Upper bound, in bytes, on the stack that the methods of a keyed state use.
    pub(in crate::registry) stack: usize,
    /// Upper bound, in bytes, on the stack that `hmac` uses.
    pub(in crate::registry) hmac_stack: usize,
}

/// Hash with a type-erased state and a function table.
pub(in crate::registry) trait ErasedHash: Hash {
    /// Erased state type.
    type Erased: HashState;
    /// Function table of this hash.
    const OPS: &'static HashOps<Self::Erased>;
}

impl<E: Variant<N> + Erase, const N: usize> ErasedHash for Hasher<E, N> {
    type Erased = E::Erased;
    const OPS: &'static HashOps<E::Erased> = &HashOps {
        name: E::NAME,
        digest_bytes: N,
        block_bytes: size_of::<E::Block>(),
        start: start::<E, N>,
        reset: reset::<E, N>,
        hash: hash::<E, N>,
        hmac: hmac::<E, N>,
        stack: Hmac::<Self>::STACK_BYTES,
        hmac_stack: Hmac::<Self>::TAG_STACK_BYTES,
    };
}

// The function table contains named functions, because the compiler would compile each closure twice.
fn start<E: Variant<N> + Erase, const N: usize>() -> E::Erased {
    E::start().erase()
}

fn reset<E: Variant<N> + Erase, const N: usize>(state: &mut E::Erased) {
    *state = E::start().erase();
}

fn hash<E: Variant<N>, const N: usize>(message: &[u8], digest: &mut [u8]) {
    E::hash(E::start, message, digest);
}

fn hmac<E: Variant<N>, const N: usize>(inner: &[u8], outer: &[u8], message: &[u8], tag: &mut [u8]) {
    E::hmac(E::start, inner, outer, message, tag);
}

/// Calls [`HashEngine::update`] without inlining. If all variants were inlined into one function, every hash would use
/// as much stack as the variant that uses the most.
#[inline(never)]
fn update<E: HashEngine>(engine: &mut E, data: &[u8]) {
    engine.update(data);
}

/// Calls [`HashEngine::finish`] without inlining.
#[inline(never)]
fn finish<E: HashEngine>(engine: &mut E, digest: &mut [u8]) {
    engine.finish(digest);
}

/// Calls [`HashEngine::hash_many`] without inlining.
#[inline(never)]
fn hash_many<E: HashEngine>(engine: &E, messages: &[&[u8]], digests: &mut ChunksExactMut<'_, u8>) {
    engine.hash_many(messages, digests);
}

/// Calls [`HashEngine::extend_chains`] without inlining.
#[inline(never)]
fn extend<E: HashEngine>(next: &mut NextChain<'_, '_, E>, links: u32) {
    E::extend_chains(next, links);
}

/// Declares an enum with one variant for each hash engine.
macro_rules! any {
    ($(#[$doc:meta])* $name:ident { $($feature:literal: $variant:ident = $engine:ty;)+ }) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(in crate::registry) enum $name { $(
            #[cfg(feature = $feature)]
            $variant($engine),
        )+ }

        $(
            #[cfg(feature = $feature)]
            impl Erase for $engine {
                type Erased = $name;
                fn erase(self) -> $name {
                    $name::$variant(self)
                }
            }
        )+

        impl SerializeState for $name {
            fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref mut engine) => engine.serialize(fields),
                )+ }
            }
        }

        impl HashState for $name {
            fn update(&mut self, data: &[u8]) {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref mut engine) => update(engine, data),
                )+ }
            }
            fn finish(&mut self, digest: &mut [u8]) {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref mut engine) => finish(engine, digest),
                )+ }
            }
            fn hash_many(&self, messages: &[&[u8]], digests: &mut ChunksExactMut<'_, u8>) {
                match *self { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(ref engine) => hash_many(engine, messages, digests),
                )+ }
            }
            #[allow(unused_mut, reason = "without its families, the enum has no variants")]
            fn extend_chains<'c>(next: &mut NextChain<'_, 'c, Self>, links: u32) {
                let Some(first) = next() else { return };
                let inner = first.inner;
                let mut first = Some(first);
                let mut next = || first.take().or_else(&mut *next);
                match *inner { $(
                    #[cfg(feature = $feature)]
                    Self::$variant(_) => {
                        let mut engines = || {
                            let chain = next()?;
                            match (chain.inner, chain.outer) {
                                (Self::$variant(inner), Self::$variant(outer)) => {
                                    Some(Chain { inner, outer, last: chain.last, sum: chain.sum })
                                }
                                #[allow(unreachable_patterns, reason = "a family can be alone")]
                                _ => None,
                            }
                        };
                        extend::<$engine>(&mut engines, links);
                    }
                )+ }
            }
        }
    };
}

any! {
    /// State of a hash with 64-byte blocks and a chaining value of at most 32 bytes, such as SHA-1 and SHA-256.
    Short {
        "md5": Md5 = MerkleDamgard<crate::algorithm::md5::Md5Compression, 64, 8>;
        "ripemd160": Ripemd160 = MerkleDamgard<crate::algorithm::ripemd160::Ripemd160Compression, 64, 8>;
        "sha1": Sha1 = MerkleDamgard<crate::algorithm::sha1::Sha1Compression, 64, 8>;
        "sha2": Sha256 = MerkleDamgard<crate::algorithm::sha2::sha256::Sha256Compression, 64, 8>;
        "sm3": Sm3 = MerkleDamgard<crate::algorithm::sm3::Sm3Compression, 64, 8>;
    }
}

any! {
    /// State of any hash except BLAKE3 and the hashes whose states are in [`Short`].
    Long {
        "ascon": AsconHash256 = crate::algorithm::ascon::hash::Hash256;
        "ascon": AsconHash = crate::algorithm::ascon::v12::hash::Sponge<12>;
        "ascon": AsconHashA = crate::algorithm::ascon::v12::hash::Sponge<8>;
        "blake": BlakeOf32 = crate::algorithm::blake::blake1::Blake1<u32, 64, 8>;
        "blake": BlakeOf64 = crate::algorithm::blake::blake1::Blake1<u64, 128, 16>;
        "blake": Blake2b = crate::algorithm::blake::blake2::Blake2<u64, 128>;
        "blake": Blake2s = crate::algorithm::blake::blake2::Blake2<u32, 64>;
        "crc": Crc32 = crate::algorithm::crc::Crc<crate::algorithm::crc::Ieee>;
        "crc": Crc32c = crate::algorithm::crc::Crc<crate::algorithm::crc::Castagnoli>;
        "crc": Crc32Posix = crate::algorithm::crc::Crc<crate::algorithm::crc::Posix>;
        "groestl": Groestl256 = crate::algorithm::groestl::Groestl<8, 64>;
        "groestl": Groestl512 = crate::algorithm::groestl::Groestl<16, 128>;
        "jh": Jh = crate::algorithm::jh::Jh;
        "keccak": Keccak = crate::algorithm::keccak::sha3::FixedSponge<1>;
        "sha3": Sha3 = crate::algorithm::keccak::sha3::FixedSponge<6>;
        "kupyna": Kupyna256 = crate::algorithm::kupyna::Kupyna<8, 64>;
        "kupyna": Kupyna512 = crate::algorithm::kupyna::Kupyna<16, 128>;
        "sha2": Sha512 = MerkleDamgard<crate::algorithm::sha2::sha512::Sha512Compression, 128, 16>;
        "skein": Skein256 = crate::algorithm::skein::Skein<4, 32>;
        "skein": Skein512 = crate::algorithm::skein::Skein<8, 64>;
        "skein": Skein1024 = crate::algorithm::skein::Skein<16, 128>;
        "streebog": Streebog = crate::algorithm::streebog::Streebog;
        "whirlpool": Whirlpool = MerkleDamgard<crate::algorithm::whirlpool::Cipher, 64, 32>;
    }
}

#[cfg(feature = "blake3")]
impl Erase for Blake3Tree {
    type Erased = Self;
    fn erase(self) -> Self {
        self
    }
}

#[cfg(feature = "blake3")]
impl HashState for Blake3Tree {
    fn update(&mut self, data: &[u8]) {
        update(self, data);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        HashEngine::update_parallel(self, data);
    }
    fn finish(&mut self, digest: &mut [u8]) {
        finish(self, digest);
    }
    fn hash_many(&self, messages: &[&[u8]], digests: &mut ChunksExactMut<'_, u8>) {
        hash_many(self, messages, digests);
    }
    fn extend_chains<'c>(next: &mut NextChain<'_, 'c, Self>, links: u32) {
        extend(next, links);
    }
}
