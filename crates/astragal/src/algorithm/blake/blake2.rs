//! BLAKE2b and BLAKE2s (RFC 7693), with the parameter block of the BLAKE2 paper (§2.8).

use zeroize::Zeroize;

use super::backend::{Backend2b, Backend2s};
use super::blake2_params::Blake2Params;
use super::compress::Last;
use super::compress::blake2::Blake2Word;
#[cfg(target_arch = "x86_64")]
use super::hash_many::hash_many_2;
use crate::algorithm::sha2::constants::{SHA256_IV, SHA512_IV};
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::multi_buffer::Wide;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

hash_types! { "blake", Blake2<u64, 128>;
    Blake2b128 = "blake2b-128", digest 16, block 128, "RFC 7693": Blake2::new(first_2b(16));
    Blake2b160 = "blake2b-160", digest 20, block 128, "RFC 7693": Blake2::new(first_2b(20));
    Blake2b224 = "blake2b-224", digest 28, block 128, "RFC 7693": Blake2::new(first_2b(28));
    Blake2b256 = "blake2b-256", digest 32, block 128, "RFC 7693": Blake2::new(first_2b(32));
    Blake2b384 = "blake2b-384", digest 48, block 128, "RFC 7693": Blake2::new(first_2b(48));
    Blake2b512 = "blake2b-512", digest 64, block 128, "RFC 7693": Blake2::new(first_2b(64));
}

hash_types! { "blake", Blake2<u32, 64>;
    Blake2s128 = "blake2s-128", digest 16, block 64, "RFC 7693": Blake2::new(first_2s(16));
    Blake2s160 = "blake2s-160", digest 20, block 64, "RFC 7693": Blake2::new(first_2s(20));
    Blake2s224 = "blake2s-224", digest 28, block 64, "RFC 7693": Blake2::new(first_2s(28));
    Blake2s256 = "blake2s-256", digest 32, block 64, "RFC 7693": Blake2::new(first_2s(32));
}

/// HMAC over BLAKE2b-128 (FIPS 198-1): a 16-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b128 = Hmac<Blake2b128>;
/// HMAC over BLAKE2b-160 (FIPS 198-1): a 20-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b160 = Hmac<Blake2b160>;
/// HMAC over BLAKE2b-224 (FIPS 198-1): a 28-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b224 = Hmac<Blake2b224>;
/// HMAC over BLAKE2b-256 (FIPS 198-1): a 32-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b256 = Hmac<Blake2b256>;
/// HMAC over BLAKE2b-384 (FIPS 198-1): a 48-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b384 = Hmac<Blake2b384>;
/// HMAC over BLAKE2b-512 (FIPS 198-1): a 64-byte tag. Keyed BLAKE2b is faster than HMAC.
pub type HmacBlake2b512 = Hmac<Blake2b512>;
/// HMAC over BLAKE2s-128 (FIPS 198-1): a 16-byte tag. Keyed BLAKE2s is faster than HMAC.
pub type HmacBlake2s128 = Hmac<Blake2s128>;
/// HMAC over BLAKE2s-160 (FIPS 198-1): a 20-byte tag. Keyed BLAKE2s is faster than HMAC.
pub type HmacBlake2s160 = Hmac<Blake2s160>;
/// HMAC over BLAKE2s-224 (FIPS 198-1): a 28-byte tag. Keyed BLAKE2s is faster than HMAC.
pub type HmacBlake2s224 = Hmac<Blake2s224>;
/// HMAC over BLAKE2s-256 (FIPS 198-1): a 32-byte tag. Keyed BLAKE2s is faster than HMAC.
pub type HmacBlake2s256 = Hmac<Blake2s256>;

/// Incremental BLAKE2 with words of type `W` and blocks of `N` bytes.
#[derive(Clone)]
#[expect(
    missing_debug_implementations,
    private_bounds,
    reason = "`Hasher` implements `Debug`; only the aliases above name this type"
)]
pub struct Blake2<W: Blake2Blocks<N>, const N: usize> {
    h: [W; 8],
    /// Number of bytes compressed so far, including the key block.
    t: u128,
    /// Finalization flags for the last block of the message.
    last: Last,
    buffer: BlockBuffer<N>,
}

#[expect(private_bounds, reason = "only the aliases above name this type")]
impl<W: Blake2Blocks<N>, const N: usize> Blake2<W, N> {
    /// Creates an unkeyed hash with a digest of `digest_bytes` bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn unkeyed(digest_bytes: usize) -> Self {
        Self::new(W::first(digest_bytes))
    }

    /// Creates a hash with the initial chaining value `h`.
    const fn new(h: [W; 8]) -> Self {
        Self { h, t: 0, last: Last::Yes, buffer: BlockBuffer::new() }
    }

    /// Creates a hash with `params`, which the caller must have checked.
    pub(crate) fn with(params: &Blake2Params<'_>) -> Self {
        let Blake2Params { digest_bytes, key, salt, personal, node } = *params;
        debug_assert!((1..=N / 2).contains(&digest_bytes) && key.len() <= N / 2);
        // The parameter block is half as long as a message block. It holds the tree parameters, the salt and the
        // personalization. The node offset of BLAKE2s has 48 bits.
        let mut parameters = [0; N];
        let parameters = &mut parameters[..N / 2];
        #[expect(
            clippy::cast_possible_truncation,
            reason = "digest and key have at most 64 bytes"
        )]
        parameters[..4].copy_from_slice(&[
            digest_bytes as u8,
            key.len() as u8,
            node.fanout,
            node.depth,
        ]);
        parameters[4..8].copy_from_slice(&node.leaf_bytes.to_le_bytes());
        let offset_bytes = if N == 128 { 8 } else { 6 };
        let (offset, rest) = parameters[8..].split_at_mut(offset_bytes);
        offset.copy_from_slice(&node.offset.to_le_bytes()[..offset_bytes]);
        rest[..2].copy_from_slice(&[node.node_depth, node.inner_bytes]);
        parameters[N / 4..N / 4 + salt.len()].copy_from_slice(salt);
        parameters[3 * N / 8..3 * N / 8 + personal.len()].copy_from_slice(personal);
        let mut h = W::IV;
        let parameters = load_le::<W, 8>(parameters);
        for i in 0..8 {
            h[i] = h[i].xor(parameters[i]);
        }
        let last = if node.is_last { Last::OfLayer } else { Last::Yes };
        let mut hash = Self { h, t: 0, last, buffer: BlockBuffer::new() };
        if !key.is_empty() {
            // The first block is the key, padded with zeros. This block stays in the buffer, because it is also the
            // last block if the message is empty.
            hash.buffer.update(Eager::No, key, |_| {});
            hash.buffer.update(Eager::No, &[0; N][key.len()..], |_| {});
        }
        hash
    }

    /// Serializes the flag that marks the last node of a layer in a tree.
    pub(super) fn serialize_last(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let mut of_layer = u8::from(matches!(self.last, Last::OfLayer));
        of_layer.serialize(fields)?;
        self.last = if of_layer == 1 { Last::OfLayer } else { Last::Yes };
        Fields::check(of_layer <= 1)
    }
}

impl<W: Blake2Blocks<N>, const N: usize> SerializeState for Blake2<W, N> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.h.serialize(fields)?;
        self.t.serialize(fields)?;
        self.buffer.serialize(Eager::No, fields)
    }
}

impl<W: Blake2Blocks<N>, const N: usize> HashEngine for Blake2<W, N> {
    fn update(&mut self, data: &[u8]) {
        self.buffer.update(Eager::No, data, |blocks| {
            let bytes = blocks.as_flattened();
            W::compress(&mut self.h, bytes, self.t, Last::No);
            self.t = self.t.wrapping_add(bytes.len() as u128);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        W::compress(&mut self.h, self.buffer.pending(), self.t, self.last);
        store_le(&self.h, digest);
    }

    // Compresses the message directly, without a `Blake2` object, because there is no key and no buffered input.
    fn hash(_: fn() -> Self, message: &[u8], digest: &mut [u8]) {
        let mut h = W::first(digest.len());
        W::compress(&mut h, message, 0, Last::Yes);
        store_le(&h, digest);
        erase(&mut h);
    }

    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        // The types that `hash_types!` declares have neither a key nor a position in a tree. The buffer therefore holds
        // no key block, and `last` is not `OfLayer`.
        debug_assert!(self.buffer.pending().is_empty() && self.last == Last::Yes);
        W::hash_many(&self.h, messages, digests);
    }

    const STACK_BYTES: Option<usize> = Some(stack_bytes(N));
    const HMAC_STACK: usize = 0;
    fn hmac(_: fn() -> Self, inner: &[u8], outer: &[u8], message: &[u8], tag: &mut [u8]) {
        let half = |block: &[u8], data: &[u8], digest: &mut [u8]| {
            let mut h = W::first(digest.len());
            if data.is_empty() {
                W::compress(&mut h, block, 0, Last::Yes);
            } else {
                W::compress(&mut h, block, 0, Last::No);
                W::compress(&mut h, data, N as u128, Last::Yes);
            }
            store_le(&h, digest);
        };
        let mut digest = [0; N];
        let digest = &mut digest[..tag.len()];
        half(inner, message, digest);
        half(outer, digest, tag);
    }

    fn implementation() -> Implementation {
        Implementation { backend: W::backend(), ..Implementation::PORTABLE }
    }
}

impl<W: Blake2Blocks<N>, const N: usize> Drop for Blake2<W, N> {
    fn drop(&mut self) {
        erase(&mut self.h);
        self.t.zeroize();
    }
}

/// Returns an upper bound, in bytes, on the stack that one call uses for blocks of `block_bytes` bytes.
pub(crate) const fn stack_bytes(block_bytes: usize) -> usize {
    10 * block_bytes + 200
}

/// First word of the parameter block (RFC 7693 §2.5): fanout 1, depth 1, no key.
const PARAMETERS: u32 = 0x0101_0000;

/// Returns the initial chaining value of unkeyed BLAKE2b with a digest of `digest_bytes` bytes.
const fn first_2b(digest_bytes: usize) -> [u64; 8] {
    let mut h = SHA512_IV;
    h[0] ^= PARAMETERS as u64 | digest_bytes as u64;
    h
}

/// Returns the initial chaining value of unkeyed BLAKE2s with a digest of `digest_bytes` bytes.
const fn first_2s(digest_bytes: usize) -> [u32; 8] {
    let mut h = SHA256_IV;
    #[expect(clippy::cast_possible_truncation, reason = "a digest has at most 32 bytes")]
    {
        h[0] ^= PARAMETERS | digest_bytes as u32;
    }
    h
}

/// Word type of BLAKE2 with blocks of `N` bytes. Each implementation calls the backends for this word type.
pub(crate) trait Blake2Blocks<const N: usize>: Blake2Word<N> {
    /// Returns the initial chaining value of an unkeyed hash with a digest of `digest_bytes` bytes.
    fn first(digest_bytes: usize) -> [Self; 8];
    /// Compresses `bytes` on the fastest backend. `t` is the number of bytes already compressed, including any key block.
    /// The last block has the flags `last`. Unless these bytes are the end of the message, their number is a multiple of
    /// the block length.
    fn compress(h: &mut [Self; 8], bytes: &[u8], t: u128, last: Last);
    /// Hashes several messages without a key. `start` is the initial chaining value of every message.
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d>(
        start: &[Self; 8],
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    );
    /// Returns the name of the fastest backend.
    fn backend() -> &'static str;
}

impl Blake2Blocks<128> for u64 {
    #[inline]
    fn first(digest_bytes: usize) -> [Self; 8] {
        first_2b(digest_bytes)
    }
    #[inline]
    fn compress(h: &mut [Self; 8], bytes: &[u8], t: u128, last: Last) {
        Backend2b::best().run(&mut (h, bytes, t, last));
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d>(
        start: &[Self; 8],
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        hash_many_2(Wide::best(), start, messages, digests);
    }
    fn backend() -> &'static str {
        Backend2b::best().name()
    }
}

impl Blake2Blocks<64> for u32 {
    #[inline]
    fn first(digest_bytes: usize) -> [Self; 8] {
        first_2s(digest_bytes)
    }
    #[inline]
    fn compress(h: &mut [Self; 8], bytes: &[u8], t: u128, last: Last) {
        Backend2s::best().run(&mut (h, bytes, t, last));
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d>(
        start: &[Self; 8],
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        hash_many_2(Wide::best(), start, messages, digests);
    }
    fn backend() -> &'static str {
        Backend2s::best().name()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// Runs the self-test of RFC 7693, appendix E: computes a digest for every combination of message, digest length
    /// and key length in the RFC, then hashes all these digests.
    #[test]
    fn rfc_7693_self_test() {
        fn sequence(length: usize, seed: usize) -> ([u8; 1024], usize) {
            let mut out = [0; 1024];
            let seed = u32::try_from(seed).unwrap();
            let mut a = 0xdead_4bad_u32.wrapping_mul(seed);
            let mut b = 1_u32;
            for byte in &mut out[..length] {
                let t = a.wrapping_add(b);
                (a, b) = (b, t);
                *byte = t.to_be_bytes()[0];
            }
            (out, length)
        }
        fn run<W: Blake2Blocks<N>, const N: usize>(
            digests: [usize; 4],
            lengths: [usize; 6],
        ) -> [u8; 32] {
            let mut all = Blake2::<W, N>::unkeyed(32);
            let digest_of = |mut hash: Blake2<W, N>, input: &[u8], bytes: usize| {
                let mut digest = [0; 64];
                hash.update(input);
                hash.finish(&mut digest[..bytes]);
                digest
            };
            for bytes in digests {
                for length in lengths {
                    let (input, _) = sequence(length, length);
                    let (key, _) = sequence(bytes, bytes);
                    for key in [&[][..], &key[..bytes]] {
                        let hash = Blake2::with(&Blake2Params { key, ..Blake2Params::new(bytes) });
                        let digest = digest_of(hash, &input[..length], bytes);
                        all.update(&digest[..bytes]);
                    }
                }
            }
            let mut digest = [0; 32];
            all.finish(&mut digest);
            digest
        }
        let b = run::<u64, 128>([20, 32, 48, 64], [0, 3, 128, 129, 255, 1024]);
        assert_eq!(
            load_le::<u32, 8>(&b).map(u32::swap_bytes),
            [
                0xc23a_7800,
                0xd981_23bd,
                0x10f5_06c6,
                0x1e29_da56,
                0x03d7_63b8,
                0xbbad_2e73,
                0x7f5e_765a,
                0x7bcc_d475,
            ]
        );
        let s = run::<u32, 64>([16, 20, 28, 32], [0, 3, 64, 65, 255, 1024]);
        assert_eq!(
            load_le::<u32, 8>(&s).map(u32::swap_bytes),
            [
                0x6a41_1f08,
                0xce25_adcd,
                0xfb02_aba6,
                0x4145_1cec,
                0x53c5_98b2,
                0x4f4f_c787,
                0xfbdc_8879,
                0x7f4c_1dfe,
            ]
        );
    }
}
