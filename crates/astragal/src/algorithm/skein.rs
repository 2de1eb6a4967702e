//! Skein: a family of hashes over Threefish in the chaining mode UBI, with states of 32, 64 or 128 bytes.
//!
//! # Standard
//! Ferguson, Lucks, Schneier, Whiting, Bellare, Kohno, Callas, Walker: Skein 1.3. The output length is part of the
//! configuration: a shorter digest is not a prefix of a longer one.
//!
//! # Files
//! - `skein.rs`: UBI and the hashes. `params`: Skein with a key, a personalization string and outputs of any length.
//! - `mac`: Skein-MAC.
//!
//! # Backends
//! - `portable` is the only backend. UBI chains blocks, so only one block of Threefish can be computed at a time.
//!
//! # Constant time
//! Skein runs in constant time: it uses only additions, rotations and XORs.
//!
//! # Tests
//! Tests check the published initial value, the position counter and the parameters, and compare the MAC with the keyed
//! hash. More known answers are in `astragal-vectors`.

pub(crate) mod mac;
pub(crate) mod params;

use zeroize::Zeroize;

use crate::algorithm::threefish::{Size, Threefish};
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::platform::stack::STACK_BYTES;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// UBI block types (Skein 1.3 table 6), shifted to their position in the second tweak word.
const KEY: u64 = 0;
const CONFIGURATION: u64 = 4 << 56;
const PERSONALIZATION: u64 = 8 << 56;
const PUBLIC_KEY: u64 = 12 << 56;
const KEY_IDENTIFIER: u64 = 16 << 56;
const NONCE: u64 = 20 << 56;
const MESSAGE: u64 = 48 << 56;
const OUTPUT: u64 = 63 << 56;
/// Tweak flags: `FIRST` marks the first block, and `FINAL` marks the last block.
const FIRST: u64 = 1 << 62;
const FINAL: u64 = 1 << 63;

/// Upper bound, in bytes, on the stack that a call on a state of `N` words uses. The rounds keep the whole state on the
/// stack, so a longer state takes more.
pub(crate) const fn stack_bytes<const N: usize>() -> usize {
    STACK_BYTES + 64 * N
}

/// Incremental Skein with a state of `N` words (`BYTES` bytes).
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Skein<const N: usize, const BYTES: usize> {
    chaining: [u64; N],
    /// Number of message bytes compressed so far.
    position: u128,
    buffer: BlockBuffer<BYTES>,
}

#[expect(private_bounds, reason = "only the aliases below name this type")]
impl<const N: usize, const BYTES: usize> Skein<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    /// Creates a hash with an output of `digest_bytes` bytes by compressing the configuration block (Skein 1.3 §3.5).
    const fn new(digest_bytes: usize) -> Self {
        Self::configured(&[0; N], digest_bytes)
    }

    /// Creates a hash by compressing the configuration block. `chaining` is the chaining value after the key has been
    /// absorbed, or zeros if there is no key.
    const fn configured(chaining: &[u64; N], digest_bytes: usize) -> Self {
        // The configuration holds the schema identifier "SHA3", version 1 and the output length in bits. The tree
        // fields are 0.
        let mut configuration = [0; N];
        configuration[0] = 0x0000_0001_3341_4853;
        // The multiplication never saturates, because an output of 2^61 bytes does not fit in memory.
        configuration[1] = (digest_bytes as u64).saturating_mul(8);
        let tweak = [32, FIRST | FINAL | CONFIGURATION];
        let chaining = compress(chaining, tweak, &configuration);
        Self { chaining, position: 0, buffer: BlockBuffer::new() }
    }

    /// Creates a hash with a key and other parameters (Skein 1.3 §3.5.1). Each element of `strings` is one parameter:
    /// its UBI block type and its value. The block types must be in ascending order. Parameters with empty values are
    /// skipped.
    fn with(digest_bytes: usize, key: &[u8], strings: &[(u64, &[u8])]) -> Self {
        let mut start = [0; N];
        if !key.is_empty() {
            Self::ubi(&mut start, KEY, key);
        }
        let mut skein = Self::configured(&start, digest_bytes);
        erase(&mut start);
        for (kind, string) in strings.iter().filter(|(_, string)| !string.is_empty()) {
            Self::ubi(&mut skein.chaining, *kind, string);
        }
        skein
    }

    /// Applies UBI to a whole string (Skein 1.3 §3.4). The string must not be empty.
    fn ubi(chaining: &mut [u64; N], kind: u64, string: &[u8]) {
        let mut position = 0;
        let ends = string.len();
        for piece in string.chunks(BYTES) {
            let mut block = [0; BYTES];
            block[..piece.len()].copy_from_slice(piece);
            let last = if position + piece.len() as u128 == ends as u128 { FINAL } else { 0 };
            let blocks = core::slice::from_ref(&block);
            compress_blocks(chaining, &mut position, blocks, piece.len(), kind | last);
            erase(&mut block);
        }
    }
}

/// Applies UBI to one block (Skein 1.3 §3.4): encrypts the block with Threefish under the chaining value as the key,
/// then XORs the plaintext block into the result.
#[inline(always)]
const fn compress<const N: usize>(
    chaining: &[u64; N],
    tweak: [u64; 2],
    block: &[u64; N],
) -> [u64; N]
where
    Threefish<N>: Size<N>,
{
    let mut out = Threefish::new(chaining, tweak).encrypt(block);
    let mut i = 0;
    while i < N {
        out[i] ^= block[i];
        i += 1;
    }
    out
}

/// Compresses `blocks`, each of which contains `bytes` message bytes. `flags` is the block type, combined with `FINAL`
/// for the last block.
fn compress_blocks<const N: usize, const BYTES: usize>(
    chaining: &mut [u64; N],
    position: &mut u128,
    blocks: &[[u8; BYTES]],
    bytes: usize,
    flags: u64,
) where
    Threefish<N>: Size<N>,
{
    for block in blocks {
        let first = if *position == 0 { FIRST } else { 0 };
        *position += bytes as u128;
        // The position has 96 bits: the first tweak word and half of the second.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the casts split the position into two words"
        )]
        let tweak = [*position as u64, (*position >> 64) as u64 | first | flags];
        *chaining = compress(chaining, tweak, &load_le(block));
    }
}

impl<const N: usize, const BYTES: usize> SerializeState for Skein<N, BYTES> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining.serialize(fields)?;
        self.position.serialize(fields)?;
        // Rejects a position that does not fit in the 96 bits of the tweak.
        Fields::check(self.position >> 96 == 0)?;
        self.buffer.serialize(Eager::No, fields)
    }
}

impl<const N: usize, const BYTES: usize> HashEngine for Skein<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    fn update(&mut self, data: &[u8]) {
        let Self { chaining, position, buffer } = self;
        // The last block of the message stays in the buffer, because it must be compressed with the flag `FINAL`.
        buffer.update(Eager::No, data, |blocks| {
            compress_blocks(chaining, position, blocks, BYTES, MESSAGE);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let Self { chaining, position, buffer } = self;
        let pending = buffer.pending().len();
        let block = core::slice::from_ref(buffer.zero_padded());
        compress_blocks(chaining, position, block, pending, MESSAGE | FINAL);
        // The output transformation compresses a counter. Each counter value gives one block of output (Skein 1.3
        // §3.5.4).
        let tweak = [8, FIRST | FINAL | OUTPUT];
        let mut counter = [0; N];
        for piece in digest.chunks_mut(BYTES) {
            store_le(&compress(chaining, tweak, &counter), piece);
            counter[0] += 1;
        }
    }

    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

impl<const N: usize, const BYTES: usize> Drop for Skein<N, BYTES> {
    fn drop(&mut self) {
        erase(&mut self.chaining);
        self.position.zeroize();
    }
}

hash_types! { "skein", Skein<4, 32>;
    Skein256_128 = "skein256-128", digest 16, block 32, "Skein 1.3": const { Skein::new(16) };
    Skein256_160 = "skein256-160", digest 20, block 32, "Skein 1.3": const { Skein::new(20) };
    Skein256_224 = "skein256-224", digest 28, block 32, "Skein 1.3": const { Skein::new(28) };
    Skein256_256 = "skein256-256", digest 32, block 32, "Skein 1.3": const { Skein::new(32) };
}

hash_types! { "skein", Skein<8, 64>;
    Skein512_128 = "skein512-128", digest 16, block 64, "Skein 1.3": const { Skein::new(16) };
    Skein512_160 = "skein512-160", digest 20, block 64, "Skein 1.3": const { Skein::new(20) };
    Skein512_224 = "skein512-224", digest 28, block 64, "Skein 1.3": const { Skein::new(28) };
    Skein512_256 = "skein512-256", digest 32, block 64, "Skein 1.3": const { Skein::new(32) };
    Skein512_384 = "skein512-384", digest 48, block 64, "Skein 1.3": const { Skein::new(48) };
    Skein512_512 = "skein512-512", digest 64, block 64, "Skein 1.3": const { Skein::new(64) };
}

hash_types! { "skein", Skein<16, 128>;
    Skein1024_256 = "skein1024-256", digest 32, block 128, "Skein 1.3": const { Skein::new(32) };
    Skein1024_384 = "skein1024-384", digest 48, block 128, "Skein 1.3": const { Skein::new(48) };
    Skein1024_512 = "skein1024-512", digest 64, block 128, "Skein 1.3": const { Skein::new(64) };
    Skein1024_1024 = "skein1024-1024", digest 128, block 128, "Skein 1.3": const { Skein::new(128) };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the first word of the initial value of Skein-512-512 with Skein 1.3 §B.
    #[test]
    fn configuration_block_gives_the_published_initial_value() {
        let skein = const { Skein::<8, 64>::new(64) };
        assert_eq!(skein.chaining[0], 0x4903_adff_749c_51ce);
    }

    #[test]
    fn position_counts_past_2_pow_64() {
        let mut skein = const { Skein::<4, 32>::new(32) };
        skein.position = u128::from(u64::MAX) - 31;
        let mut other = skein.clone();
        let (mut digest, mut wrapped) = ([0; 32], [0; 32]);
        skein.update(&[1; 65]);
        skein.finish(&mut digest);
        other.position = 32;
        other.update(&[1; 65]);
        other.finish(&mut wrapped);
        assert_ne!(digest, wrapped);
    }
}
