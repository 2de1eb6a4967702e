//! JH: a hash built on one bit-sliced 1024-bit permutation with 42 rounds.
//!
//! # Standard
//! Wu: "The Hash Function JH", the version of round 3 of the SHA-3 competition.
//!
//! # Files
//! - `portable`: the compression function, as the submission's bit-sliced description defines it. It also runs at
//!   compile time.
//! - `round`: the compression function over 128-bit vectors. `backend`: the choice of backend.
//!
//! # Backends
//! The state consists of 256 elements of 4 bits, stored in eight 128-bit words. The four even words hold the bits of
//! 128 elements, and the four odd words hold the bits of the other 128. After each round, groups of bits are swapped in
//! the odd words, so that the next round combines other pairs of elements.
//!
//! - `portable`: stores the words as `u128`.
//! - `avx2`, `neon`, `avx512`: one word per vector. `avx512` computes any function of three words in one instruction.
//!
//! # Constant time
//! Every backend runs in constant time, because the S-boxes are circuits.
//!
//! # Tests
//! Tests compare the S-box circuit with the published tables. They also compare the backends with `portable`. Known
//! answers are in `astragal-vectors`.

mod backend;
mod portable;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod round;

use zeroize::Zeroize;

use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::platform::words::erase;
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};
use backend::Backend;
use portable::{State, compress};

/// Incremental JH for any digest length.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Jh {
    state: State,
    /// Message length in bytes so far.
    length: u128,
    buffer: BlockBuffer<64>,
}

impl Jh {
    /// Creates a hash. The state starts with the digest length in bits, and a block of zeros is compressed into it (JH
    /// §5).
    const fn new(digest_bytes: usize) -> Self {
        let mut state = [0; 8];
        // The first two bytes of H(-1) are the digest length in bits, big-endian. The others are zero.
        let bits = 8 * digest_bytes;
        state[0] = (bits >> 8 | (bits & 0xff) << 8) as u128;
        Self { state: compress(state, &[0; 64]), length: 0, buffer: BlockBuffer::new() }
    }

    fn absorb(&mut self, data: &[u8]) {
        let backend = Backend::best();
        let Self { state, buffer, .. } = self;
        buffer.update(Eager::Yes, data, |blocks| backend.run(&mut (state, blocks)));
    }
}

impl SerializeState for Jh {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.state.serialize(fields)?;
        self.length.serialize(fields)?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl HashEngine for Jh {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u128);
        self.absorb(data);
    }

    /// Adds at least 512 bits of padding (JH §5.1): fills an incomplete block, then appends a block that ends with the
    /// message length.
    fn finish(&mut self, digest: &mut [u8]) {
        let mut padding = [0; 64];
        padding[0] = 0x80;
        let pending = self.buffer.pending().len();
        if pending > 0 {
            self.absorb(&padding[..64 - pending]);
            padding[0] = 0;
        }
        padding[48..].copy_from_slice(&(self.length << 3).to_be_bytes());
        self.absorb(&padding);
        // The digest consists of the last bytes of the state.
        let mut state = [0; 128];
        for (bytes, word) in state.chunks_exact_mut(16).zip(self.state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        digest.copy_from_slice(&state[128 - digest.len()..]);
    }

    fn implementation() -> Implementation {
        Backend::best().implementation()
    }
}

impl Drop for Jh {
    fn drop(&mut self) {
        erase(&mut self.state);
        self.length.zeroize();
    }
}

hash_types! { "jh", Jh;
    Jh224 = "jh-224", digest 28, block 64, "JH, round 3": const { Jh::new(28) };
    Jh256 = "jh-256", digest 32, block 64, "JH, round 3": const { Jh::new(32) };
    Jh384 = "jh-384", digest 48, block 64, "JH, round 3": const { Jh::new(48) };
    Jh512 = "jh-512", digest 64, block 64, "JH, round 3": const { Jh::new(64) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_length_counts_past_2_pow_64() {
        let mut jh = const { Jh::new(32) };
        jh.length = 1 << 61;
        let mut other = const { Jh::new(32) };
        let (mut digest, mut wrapped) = ([0; 32], [0; 32]);
        jh.finish(&mut digest);
        other.finish(&mut wrapped);
        assert_ne!(digest, wrapped);
    }
}
