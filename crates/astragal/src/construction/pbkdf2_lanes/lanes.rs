//! PBKDF2 iterations of many output blocks: each vector lane computes one output block.

use super::Link;
use crate::construction::block_buffer::Length;
use crate::platform::array::{Flat as _, copy};
use crate::platform::enter::Token;
use crate::platform::simd::Lanes;
use crate::platform::words::{Word, erase, load_be, store_be};

/// Compression function over a chaining value of `S` words and blocks of sixteen words.
pub(crate) trait LaneFunction<W, const S: usize> {
    /// Byte order of the message words and of the length field.
    const ORDER: Length;
    /// Compresses one block in each lane.
    fn compress<V: Lanes<W, N>, const N: usize>(proof: V::Proof, state: &mut [V; S], w: [V; 16]);
}

/// Computes `count` more iterations of each PBKDF2 chain, one chain per vector lane. If fewer than `least` chains
/// remain, `scalar` computes their iterations instead.
pub(crate) fn extend_in_groups<'c, M, W, V, const B: usize, const S: usize, const N: usize>(
    cpu: V::Proof,
    least: usize,
    mut links: impl Iterator<Item = Link<'c, [W; S]>>,
    padding: &[u8; B],
    count: u32,
    scalar: impl Fn(&mut dyn Iterator<Item = Link<'c, [W; S]>>),
) where
    M: LaneFunction<W, S>,
    W: Word + 'static,
    V: Lanes<W, N, Proof: Token>,
{
    loop {
        let mut group = Group::<W, S, N>::gather(&mut links);
        let Some(tag_bytes) = group.links[0].as_ref().map(|link| link.last.len()) else { return };
        if group.links.iter().flatten().count() < least {
            scalar(&mut group.links.into_iter().flatten());
            continue;
        }
        let padding = Padding::new(padding, tag_bytes);
        cpu.enter(
            #[inline(always)]
            || group.extend::<M, V>(cpu, &padding, count),
        );
        group.scatter();
    }
}

/// Group of up to `N` PBKDF2 chains. Each of the first four fields is an array whose element `i` holds word `i` of all
/// chains.
struct Group<'c, W, const S: usize, const N: usize> {
    inner: [[W; N]; S],
    outer: [[W; N]; S],
    last: [[W; N]; S],
    sum: [[W; N]; S],
    links: [Option<Link<'c, [W; S]>>; N],
}

impl<'c, W: Word, const S: usize, const N: usize> Group<'c, W, S, N> {
    /// Takes up to `N` chains from `chains` and copies their words into the arrays of a new group.
    fn gather(chains: &mut impl Iterator<Item = Link<'c, [W; S]>>) -> Self {
        let zeros = [[W::ZERO; N]; S];
        let links = [const { None }; N];
        let mut group = Self { inner: zeros, outer: zeros, last: zeros, sum: zeros, links };
        for (lane, link) in (0..N).zip(chains) {
            let (last, sum) = (words_of::<W, S>(link.last), words_of::<W, S>(link.sum));
            for i in 0..S {
                group.inner[i][lane] = link.inner[i];
                group.outer[i][lane] = link.outer[i];
                group.last[i][lane] = last[i];
                group.sum[i][lane] = sum[i];
            }
            group.links[lane] = Some(link);
        }
        group
    }

    /// Computes the next `count` tags of every chain. `padding` holds the bytes that follow a tag in its message block.
    #[inline(always)]
    fn extend<F: LaneFunction<W, S>, V: Lanes<W, N>>(
        &mut self,
        proof: V::Proof,
        padding: &Padding<W, S>,
        count: u32,
    ) {
        let zero = V::splat(proof, W::ZERO);
        let (mut inner, mut outer) = ([zero; S], [zero; S]);
        let (mut last, mut sum) = ([zero; S], [zero; S]);
        for i in 0..S {
            inner[i] = V::new(proof, self.inner[i]);
            outer[i] = V::new(proof, self.outer[i]);
            last[i] = V::new(proof, self.last[i]);
            sum[i] = V::new(proof, self.sum[i]);
        }
        for _ in 0..count {
            for start in [&inner, &outer] {
                let block = padding.around::<V, N>(proof, &last);
                last = *start;
                F::compress(proof, &mut last, block);
            }
            for i in 0..S {
                sum[i] = sum[i].xor(last[i]);
            }
        }
        for i in 0..S {
            self.last[i] = last[i].to_array();
            self.sum[i] = sum[i].to_array();
        }
    }

    /// Writes the results of each lane back to the caller's buffers: the last HMAC value, and the XOR of all HMAC
    /// values (the U_i of RFC 8018 §5.2). Then wipes the lanes.
    fn scatter(&mut self) {
        for lane in 0..N {
            let Some(link) = &mut self.links[lane] else { continue };
            let (mut last, mut sum) = ([W::ZERO; S], [W::ZERO; S]);
            for i in 0..S {
                (last[i], sum[i]) = (self.last[i][lane], self.sum[i][lane]);
            }
            store_be(&last, link.last);
            store_be(&sum, link.sum);
        }
        for words in [&mut self.inner, &mut self.outer, &mut self.last, &mut self.sum] {
            words.flat_mut().fill(W::ZERO);
            zeroize::optimization_barrier(words);
        }
    }
}

/// Converts a digest to words, padded with zeros to the length of a chaining value.
fn words_of<W: Word, const S: usize>(digest: &[u8]) -> [W; S] {
    let mut bytes = [0; 64];
    copy(&mut bytes[..digest.len()], digest);
    let words = load_be(&bytes);
    erase(&mut bytes);
    words
}

/// Template for the message block of an iteration: a tag, followed by `rest`, its padding. The tag is a chaining value,
/// which some hashes truncate. `mask` selects the bytes that belong to the tag.
struct Padding<W, const S: usize> {
    mask: [W; S],
    rest: [W; 16],
}

impl<W: Word, const S: usize> Padding<W, S> {
    /// Creates the template from `block`, a message block with zeros in place of the tag. The tag is `digest_bytes`
    /// bytes long.
    fn new(block: &[u8], digest_bytes: usize) -> Self {
        let mut mask = [0; 64];
        mask[..digest_bytes].fill(0xff);
        Self { mask: load_be(&mask), rest: load_be(block) }
    }

    #[inline(always)]
    fn around<V: Lanes<W, N>, const N: usize>(&self, proof: V::Proof, tag: &[V; S]) -> [V; 16] {
        let mut block = [V::splat(proof, W::ZERO); 16];
        for i in 0..16 {
            block[i] = V::splat(proof, self.rest[i]);
            if i < S {
                block[i] = block[i].xor(tag[i].and(V::splat(proof, self.mask[i])));
            }
        }
        block
    }
}
