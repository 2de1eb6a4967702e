//! The Merkle–Damgård construction (MD5, SHA-1, SHA-2, SM3): a chaining value, blocks compressed into
//! it, and a last block that carries the message's length in bits.

use zeroize::Zeroize;

use crate::construction::block_buffer::{BlockBuffer, Eager, Length};
use crate::construction::chains::Link;
use crate::kind::Implementation;
use crate::kind::hash::{Chain, Engine};
use crate::kind::state::{Carried, Carry, Fields};

/// A compression function over blocks of `N` bytes.
pub trait Compression<const N: usize>: Clone + Send + Sync + 'static {
    /// The chaining value.
    type Chaining: Carry + Clone + Send + Sync + Zeroize;
    /// The byte order of the length field.
    const LENGTH: Length;

    /// Compresses the blocks into the chaining value, in order.
    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; N]]);
    /// Fills `digest` with the first bytes of the chaining value.
    fn write(chaining: &Self::Chaining, digest: &mut [u8]);
    /// Extends each of PBKDF2's chains by `count` tags. `padding` is the block around a tag, with zeros in
    /// the tag's place.
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; N],
        count: u32,
    ) {
        links.for_each(|link| extend_one::<Self, N>(link, padding, count));
    }
    /// The code that runs here now.
    fn implementation() -> Implementation;
}

/// Extends one chain by `count` tags.
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
            F::compress_blocks(&mut chaining, core::slice::from_ref(&block));
            F::write(&chaining, &mut block[tag]);
        }
        sum.iter_mut().zip(&block).for_each(|(sum, &byte)| *sum ^= byte);
    }
    last.copy_from_slice(&block[tag]);
    chaining.zeroize();
    block.zeroize();
}

/// A hash over the compression function `F` with blocks of `N` bytes and a length field of `L`.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` prints the name")]
pub struct MerkleDamgard<F: Compression<N>, const N: usize, const L: usize> {
    chaining: F::Chaining,
    /// Bytes of message so far.
    length: u64,
    buffer: BlockBuffer<N>,
}

impl<F: Compression<N>, const N: usize, const L: usize> MerkleDamgard<F, N, L> {
    /// An empty message under the initial value `iv`.
    pub(crate) const fn new(iv: F::Chaining) -> Self {
        Self { chaining: iv, length: 0, buffer: BlockBuffer::new() }
    }

    /// As if `blocks` blocks had been compressed, to test the length field without hashing exabytes.
    #[cfg(test)]
    pub(crate) fn skip_blocks(&mut self, blocks: u64) {
        self.length += blocks * N as u64;
    }
}

impl<F: Compression<N>, const N: usize, const L: usize> Carry for MerkleDamgard<F, N, L> {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.chaining.carry(fields)?;
        self.length.carry(fields)?;
        self.buffer.carry(Eager::Yes, fields)?;
        Fields::check(self.length % N as u64 == self.buffer.pending().len() as u64)
    }
}

impl<F: Compression<N>, const N: usize, const L: usize> Engine for MerkleDamgard<F, N, L> {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u64);
        self.buffer.update(Eager::Yes, data, |blocks| {
            F::compress_blocks(&mut self.chaining, blocks);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let bits = u128::from(self.length) << 3;
        self.buffer.pad::<L>(0x80, bits, F::LENGTH, |blocks| {
            F::compress_blocks(&mut self.chaining, blocks);
        });
        F::write(&self.chaining, digest);
    }

    fn extend_chains<'c>(mut chains: impl Iterator<Item = Chain<'c, Self>>, links: u32) {
        let Some(first) = chains.next() else { return };
        let tag_bytes = first.last.len();
        if tag_bytes + 1 + L > N {
            // Whirlpool's tag fills a block.
            return core::iter::once(first).chain(chains).for_each(|chain| chain.extend(links));
        }
        // What follows a tag: after a block of padded key it is the last block.
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
        F::extend(core::iter::once(first).chain(chains).map(links_of), &padding, links);
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

/// Blocks without pattern, to compare backends with.
#[cfg(test)]
pub(crate) fn sample_blocks<const N: usize, const COUNT: usize>() -> [[u8; N]; COUNT] {
    let mut seed = 1_u32;
    [(); COUNT].map(|()| {
        [(); N].map(|()| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed.to_be_bytes()[0]
        })
    })
}

#[cfg(test)]
extern crate std;

/// Extends all of some links.
#[cfg(test)]
type Extend<'a, C> = &'a dyn Fn(std::vec::IntoIter<Link<'_, C>>);

/// Asserts that `extend` gives what extending one by one gives, for 1 to 37 chains.
#[cfg(test)]
pub(crate) fn assert_extends<F: Compression<B>, const B: usize>(
    starts: &[F::Chaining; 2],
    tag_bytes: usize,
    extend: impl for<'c> Fn(std::vec::IntoIter<Link<'c, F::Chaining>>, &[u8; B]),
) {
    use std::vec::Vec;

    let mut padding = [0; B];
    padding[tag_bytes] = 0x80;
    padding[B - 1] = 0x5a;
    for count in [1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 37] {
        let run = |extend: Extend<'_, F::Chaining>| {
            let mut tags: Vec<[[u8; 64]; 2]> = (0..count).map(|i| [[i; 64], [!i; 64]]).collect();
            let links = tags.iter_mut().enumerate().map(|(i, [last, sum])| Link {
                inner: &starts[i % 2],
                outer: &starts[(i + 1) % 2],
                last: &mut last[..tag_bytes],
                sum: &mut sum[..tag_bytes],
            });
            extend(links.collect::<Vec<_>>().into_iter());
            tags
        };
        let one_by_one = run(&|links| {
            links.for_each(|link| extend_one::<F, B>(link, &padding, 3));
        });
        assert!(run(&|links| extend(links, &padding)) == one_by_one, "{count} chains");
    }
}
