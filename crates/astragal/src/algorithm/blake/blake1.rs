//! BLAKE-224, -256, -384 and -512, version 1.3 ("SHA-3 proposal BLAKE", December 2010).

use zeroize::Zeroize;

use super::backend::{Backend256, Backend512};
use super::compress::blake1::Blake1Word;
use crate::algorithm::sha2::constants::{SHA224_IV, SHA256_IV, SHA384_IV, SHA512_IV};
use crate::construction::block_buffer::{BlockBuffer, Eager, Length};
use crate::construction::hmac::Hmac;
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

hash_types! { "blake", Blake1<u32, 64, 8>;
    Blake224 = "blake-224", digest 28, block 64, "BLAKE 1.3 §2.3": Blake1::new(SHA224_IV, 0);
    Blake256 = "blake-256", digest 32, block 64, "BLAKE 1.3 §2.1": Blake1::new(SHA256_IV, 1);
}

hash_types! { "blake", Blake1<u64, 128, 16>;
    Blake384 = "blake-384", digest 48, block 128, "BLAKE 1.3 §2.4": Blake1::new(SHA384_IV, 0);
    Blake512 = "blake-512", digest 64, block 128, "BLAKE 1.3 §2.2": Blake1::new(SHA512_IV, 1);
}

/// HMAC over BLAKE-224 (FIPS 198-1): a 28-byte tag.
pub type HmacBlake224 = Hmac<Blake224>;
/// HMAC over BLAKE-256 (FIPS 198-1): a 32-byte tag.
pub type HmacBlake256 = Hmac<Blake256>;
/// HMAC over BLAKE-384 (FIPS 198-1): a 48-byte tag.
pub type HmacBlake384 = Hmac<Blake384>;
/// HMAC over BLAKE-512 (FIPS 198-1): a 64-byte tag.
pub type HmacBlake512 = Hmac<Blake512>;

/// Incremental BLAKE with words of type `W`, blocks of `N` bytes and a length field of `L` bytes.
#[derive(Clone)]
#[expect(
    missing_debug_implementations,
    private_bounds,
    reason = "`Hasher` implements `Debug`; only the aliases above name this type"
)]
pub struct Blake1<W: Blake1Blocks<N>, const N: usize, const L: usize> {
    h: [W; 8],
    /// Salt. This type does not serialize it; `SaltedBlake` in `blake1_salted` does.
    pub(super) salt: [W; 4],
    /// Number of message bits compressed so far.
    t: u128,
    /// Padding bit before the length field: 0 for BLAKE-224 and BLAKE-384, which truncate their digests, and 1
    /// otherwise (§2.3, §2.4).
    marker: u8,
    buffer: BlockBuffer<N>,
}

#[expect(private_bounds, reason = "only the aliases above name this type")]
impl<W: Blake1Blocks<N>, const N: usize, const L: usize> Blake1<W, N, L> {
    const fn new(iv: [W; 8], marker: u8) -> Self {
        Self { h: iv, salt: [W::ZERO; 4], t: 0, marker, buffer: BlockBuffer::new() }
    }

    /// Sets the salt, a string of four words.
    pub(super) fn with_salt(mut self, salt: &[u8]) -> Self {
        self.salt = load_be(salt);
        self
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize> SerializeState for Blake1<W, N, L> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.h.serialize(fields)?;
        self.t.serialize(fields)?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize> HashEngine for Blake1<W, N, L> {
    fn update(&mut self, data: &[u8]) {
        self.buffer.update(Eager::Yes, data, |blocks| {
            W::compress_blocks(&mut self.h, &self.salt, blocks, self.t.wrapping_add(8 * N as u128));
            self.t = self.t.wrapping_add(8 * (N * blocks.len()) as u128);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let pending = self.buffer.pending().len();
        let bits = self.t.wrapping_add(8 * pending as u128);
        // The counter is 0 for a block without message bits (§2.1.3).
        let (first, second) = (if pending > 0 { bits } else { 0 }, 0);
        let spills = pending >= N - L;
        let mut calls = 0;
        self.buffer.pad::<L>(0x80, bits, Length::BigEndian, |blocks| {
            for block in blocks {
                let mut block = *block;
                if calls == usize::from(spills) {
                    block[N - L - 1] |= self.marker;
                }
                let t = if calls == 0 { first } else { second };
                W::compress_blocks(&mut self.h, &self.salt, core::slice::from_ref(&block), t);
                erase(&mut block);
                calls += 1;
            }
        });
        store_be(&self.h, digest);
    }

    fn implementation() -> Implementation {
        Implementation { backend: W::backend(), ..Implementation::PORTABLE }
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize> Drop for Blake1<W, N, L> {
    fn drop(&mut self) {
        erase(&mut self.h);
        self.t.zeroize();
    }
}

/// Word type of BLAKE with blocks of `N` bytes. Each implementation calls the backend for this word type.
pub(crate) trait Blake1Blocks<const N: usize>: Blake1Word {
    /// Compresses the blocks in order on the fastest backend. `t` is the number of message bits up to and including the
    /// first block.
    fn compress_blocks(h: &mut [Self; 8], salt: &[Self; 4], blocks: &[[u8; N]], t: u128);
    /// Returns the name of the fastest backend.
    fn backend() -> &'static str;
}

impl Blake1Blocks<64> for u32 {
    #[inline]
    fn compress_blocks(h: &mut [Self; 8], salt: &[Self; 4], blocks: &[[u8; 64]], t: u128) {
        Backend256::best().run(&mut (h, salt, blocks, t));
    }
    fn backend() -> &'static str {
        Backend256::best().name()
    }
}

impl Blake1Blocks<128> for u64 {
    #[inline]
    fn compress_blocks(h: &mut [Self; 8], salt: &[Self; 4], blocks: &[[u8; 128]], t: u128) {
        Backend512::best().run(&mut (h, salt, blocks, t));
    }
    fn backend() -> &'static str {
        Backend512::best().name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the second word of the counter affects the digest. This word is nonzero for messages of 2^61 bytes
    /// or more.
    #[test]
    fn counter_counts_past_2_pow_64() {
        let digest = |t| {
            let mut engine = Blake1::<u64, 128, 16>::new(SHA512_IV, 1);
            engine.t = t;
            engine.update(b"abc");
            let mut digest = [0; 64];
            engine.finish(&mut digest);
            digest
        };
        assert_ne!(digest(0), digest(1 << 64));
    }
}
