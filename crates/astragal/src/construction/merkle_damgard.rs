//! Merkle–Damgård construction (MD5, SHA-1, SHA-2, SM3). A compression function absorbs the message into a chaining
//! value, block by block. The last block ends with the message length in bits.

#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "some feature sets do not use it")]
mod multi_buffer;

use core::mem::ManuallyDrop;
use core::slice;

use zeroize::Zeroize;

use crate::construction::block_buffer::{BlockBuffer, Eager, Length};
use crate::construction::pbkdf2_lanes::Link;
use crate::platform::array::Flat as _;
use crate::platform::words::erase;
use crate::traits::Implementation;
use crate::traits::hash::{Chain, HashEngine, NextChain};
use crate::traits::state::{Fields, SerializeState, Serialized};
#[cfg(target_arch = "x86_64")]
#[allow(unused_imports, reason = "some feature sets do not use it")]
pub(crate) use multi_buffer::hash_multi_buffer;

/// Compression function over blocks of `N` bytes.
pub trait Compression<const N: usize>: Clone + Send + Sync + 'static {
    /// Chaining value.
    type Chaining: SerializeState + Clone + Send + Sync + Zeroize;
    /// Byte order of the message length in the padding.
    const LENGTH: Length;
    /// Value of [`Hash::STACK_BYTES`](crate::traits::hash::Hash::STACK_BYTES).
    const STACK_BYTES: Option<usize> = None;

    /// Compresses `blocks` into the chaining value, in order.
    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; N]]);
    /// Fills `digest` with the first bytes of the chaining value.
    fn write(chaining: &Self::Chaining, digest: &mut [u8]);
    /// Finishes the digest of a message. `before` is the number of bytes already compressed into `chaining`, and `rest`
    /// holds the remaining bytes. The length field is `L` bytes long.
    fn digest<const L: usize>(
        chaining: &Self::Chaining,
        before: u64,
        rest: &[u8],
        digest: &mut [u8],
    ) {
        digest_buffered::<Self, N, L>(chaining, before, rest, digest);
    }
    /// Value of [`Hash::hmac_stack`](crate::traits::hash::Hash::hmac_stack).
    fn hmac_stack() -> Option<usize> {
        None
    }
    /// Computes the HMAC of `message` and fills `tag`. `start` is the initial chaining value, and `pads` holds the
    /// inner and the outer padded key. The pair is passed in registers. An array of two references would be passed in
    /// memory: its load would wait until all earlier stores are done, which are many after a wipe of the stack.
    fn hmac<const L: usize>(
        start: &Self::Chaining,
        pads: (&[u8; N], &[u8; N]),
        message: &[u8],
        tag: &mut [u8],
    ) {
        hmac_sequential::<Self, N, L>(start, pads, message, tag);
    }
    /// Fills each buffer with the digest of the message at the same index. `start` is the initial chaining value.
    fn hash_many<'d, const L: usize>(
        start: &Self::Chaining,
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        for (message, digest) in messages.iter().zip(digests) {
            Self::digest::<L>(start, 0, message, digest);
        }
    }
    /// Computes `count` more PBKDF2 iterations for each output block. An iteration compresses message blocks that
    /// consist of a tag and its padding. `padding` is such a message block, with zeros in place of the tag.
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; N],
        count: u32,
    ) {
        links.for_each(|link| extend_one::<Self, N>(link, padding, count));
    }
    /// Returns the backend selected for this CPU, and its timing behaviour.
    fn implementation() -> Implementation;
}

/// Computes `count` more PBKDF2 iterations for one output block.
pub(crate) fn extend_one<F: Compression<N>, const N: usize>(
    link: Link<'_, F::Chaining>,
    padding: &[u8; N],
    count: u32,
) {
    let Link { inner, outer, last, sum } = link;
    let mut block = *padding;
    block[..last.len()].copy_from_slice(last);
    let tag = ..last.len();
    let mut chaining = inner.clone();
    for _ in 0..count {
        for start in [inner, outer] {
            chaining.clone_from(start);
            F::compress_blocks(&mut chaining, slice::from_ref(&block));
            F::write(&chaining, &mut block[tag]);
        }
        sum.iter_mut().zip(&block).for_each(|(sum, &byte)| *sum ^= byte);
    }
    last.copy_from_slice(&block[tag]);
    chaining.zeroize();
    erase(&mut block);
}

/// Hash over the compression function `F`. Blocks are `N` bytes long, and the length field is `L` bytes long.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct MerkleDamgard<F: Compression<N>, const N: usize, const L: usize> {
    chaining: F::Chaining,
    /// Message length so far, in bytes.
    length: u64,
    buffer: BlockBuffer<N>,
}

impl<F: Compression<N>, const N: usize, const L: usize> MerkleDamgard<F, N, L> {
    /// Creates the hash of an empty message, with the initial value `iv`.
    pub(crate) const fn new(iv: F::Chaining) -> Self {
        Self { chaining: iv, length: 0, buffer: BlockBuffer::new() }
    }

    /// Increases the message length as if `blocks` more blocks had been compressed. Tests use this function to reach
    /// large lengths without hashing exabytes.
    #[cfg(test)]
    pub(crate) fn skip_blocks(&mut self, blocks: u64) {
        self.length += blocks * N as u64;
    }
}

impl<F: Compression<N>, const N: usize, const L: usize> SerializeState for MerkleDamgard<F, N, L> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining.serialize(fields)?;
        self.length.serialize(fields)?;
        self.buffer.serialize(Eager::Yes, fields)?;
        Fields::check(self.length % N as u64 == self.buffer.pending().len() as u64)
    }
}

impl<F: Compression<N>, const N: usize, const L: usize> HashEngine for MerkleDamgard<F, N, L> {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u64);
        self.buffer.update(Eager::Yes, data, |blocks| {
            F::compress_blocks(&mut self.chaining, blocks);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let pending = self.buffer.pending();
        let before = self.length.wrapping_sub(pending.len() as u64);
        F::digest::<L>(&self.chaining, before, pending, digest);
    }

    fn hash(start: fn() -> Self, message: &[u8], digest: &mut [u8]) {
        // `ManuallyDrop` skips the wipe of this hash object on drop. No wipe is needed, because the object's buffer
        // stays empty.
        let start = ManuallyDrop::new(start());
        F::digest::<L>(&start.chaining, 0, message, digest);
    }

    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        F::hash_many::<L>(&self.chaining, messages, digests);
    }

    const STACK_BYTES: Option<usize> = F::STACK_BYTES;
    // The function `hmac` creates no hash objects, so no hash object occupies the stack.
    const HMAC_STACK: usize = 0;
    fn hmac_stack() -> Option<usize> {
        F::hmac_stack()
    }
    fn hmac(start: fn() -> Self, inner: &[u8], outer: &[u8], message: &[u8], tag: &mut [u8]) {
        let start = ManuallyDrop::new(start());
        let (Some(inner), Some(outer)) = (inner.first_chunk(), outer.first_chunk()) else { return };
        F::hmac::<L>(&start.chaining, (inner, outer), message, tag);
    }

    fn extend_chains<'c>(next: &mut NextChain<'_, 'c, Self>, links: u32) {
        let Some(first) = next() else { return };
        let tag_bytes = first.last.len();
        if tag_bytes + 1 + L > N {
            // `F::extend` requires that a tag and its padding fit in one block. A Whirlpool tag already fills a whole
            // block, so PBKDF2 chains of Whirlpool are extended here, one at a time.
            first.extend(links);
            while let Some(chain) = next() {
                chain.extend(links);
            }
            return;
        }
        // Block that HMAC hashes after the padded key. It consists of a tag, here replaced with zeros, and its padding.
        // The padding contains the message length, which is the length of the padded key (one block) plus the length of
        // the tag.
        let mut padding = [0; N];
        padding[tag_bytes] = 0x80;
        let bits = ((N + tag_bytes) as u64) << 3;
        match F::LENGTH {
            Length::BigEndian => padding[N - 8..].copy_from_slice(&bits.to_be_bytes()),
            Length::LittleEndian => padding[N - L..][..8].copy_from_slice(&bits.to_le_bytes()),
        }
        let links_of = |chain: Chain<'c, Self>| {
            debug_assert!(
                chain.inner.length == N as u64 && chain.inner.buffer.pending().is_empty()
            );
            let Chain { inner, outer, last, sum } = chain;
            Link { inner: &inner.chaining, outer: &outer.chaining, last, sum }
        };
        let mut first = Some(first);
        let all = core::iter::from_fn(|| first.take().or_else(&mut *next).map(links_of));
        F::extend(all, &padding, links);
    }

    fn implementation() -> Implementation {
        F::implementation()
    }
}

impl<F: Compression<N>, const N: usize, const L: usize> Drop for MerkleDamgard<F, N, L> {
    fn drop(&mut self) {
        self.chaining.zeroize();
        self.length.zeroize();
    }
}

/// Implements [`Compression::digest`], with the padding in a buffer.
pub(crate) fn digest_buffered<F: Compression<N>, const N: usize, const L: usize>(
    chaining: &F::Chaining,
    before: u64,
    rest: &[u8],
    digest: &mut [u8],
) {
    let mut chaining = chaining.clone();
    let mut last = [[0; N]; 2];
    // If `rest` and its padding fit in two blocks, a single call compresses both.
    let mut tail = rest;
    if rest.len() + 1 + L > 2 * N {
        let (blocks, end) = rest.as_chunks();
        F::compress_blocks(&mut chaining, blocks);
        tail = end;
    }
    let length = before.wrapping_add(rest.len() as u64);
    let count = pad::<N, L>(last.flat_mut(), tail, length, F::LENGTH);
    F::compress_blocks(&mut chaining, &last[..count]);
    F::write(&chaining, digest);
    erase(last.flat_mut());
    chaining.zeroize();
}

/// Implements [`Compression::hmac`]: computes the inner hash, then the outer hash.
/// It is not inlined, because it needs more stack than a backend that computes HMAC itself.
#[inline(never)]
pub(crate) fn hmac_sequential<F: Compression<N>, const N: usize, const L: usize>(
    start: &F::Chaining,
    (inner, outer): (&[u8; N], &[u8; N]),
    message: &[u8],
    tag: &mut [u8],
) {
    let half = |pad, data: &[u8], tag: &mut [u8]| {
        let mut chaining = start.clone();
        F::compress_blocks(&mut chaining, slice::from_ref(pad));
        F::digest::<L>(&chaining, N as u64, data, tag);
    };
    let mut digest = [0; 64];
    let digest = &mut digest[..tag.len()];
    half(inner, message, digest);
    half(outer, digest, tag);
}

/// Writes `tail` and its padding to `last`, whose bytes must all be zero. Returns the number of blocks filled.
#[inline(always)]
fn pad<const N: usize, const L: usize>(
    last: &mut [u8],
    tail: &[u8],
    length: u64,
    order: Length,
) -> usize {
    last[..tail.len()].copy_from_slice(tail);
    last[tail.len()] = 0x80;
    let count = if tail.len() + 1 + L > N { 2 } else { 1 };
    order.write(u128::from(length) << 3, &mut last[count * N - L..count * N]);
    count
}
