//! The compression function of BLAKE3 (§2.2) and its parameters.

use super::super::BlakeWord;
use super::super::g::{Words32, arranged, round};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::Arx;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::platform::unroll::{WHOLE, unroll};
use crate::platform::words::load_le;

pub(crate) const CHUNK_BYTES: usize = 1024;
pub(crate) const CHUNK_BLOCKS: usize = 16;

/// Chaining value as 32 bytes, with little-endian words. A parent node compresses the chaining values of its children
/// in this form.
pub(crate) type ChainingBytes = [u8; 32];

/// Parameters that all nodes of a tree share.
#[derive(Clone, Copy)]
pub(crate) struct Mode {
    /// Initial chaining value of every node: the key, or the constant IV.
    pub(crate) key: [u32; 8],
    /// Flags of the mode. Every node of the tree has these flags.
    pub(crate) flags: u32,
}

impl Mode {
    /// Calls `body`, and wipes its stack afterwards if the mode handles a secret (a key or key material).
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        guarded(self.flags, body)
    }

    /// Like [`guarded`](Self::guarded), for a `body` that uses at most `bytes` bytes of stack.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn guarded_by<R>(&self, bytes: usize, body: impl FnOnce() -> R) -> R {
        if is_secret(self.flags) { with_stack_wipe(bytes, body) } else { body() }
    }
}

/// Calls `body`, and wipes its stack afterwards if `flags` belong to a mode that handles a secret.
pub(crate) fn guarded<R>(flags: u32, body: impl FnOnce() -> R) -> R {
    if is_secret(flags) { with_stack_wipe(STACK_BYTES, body) } else { body() }
}

/// Returns whether `flags` belong to a mode that handles a secret.
const fn is_secret(flags: u32) -> bool {
    flags & (flag::KEYED_HASH | flag::DERIVE_KEY_MATERIAL) != 0
}

/// Flags of the compression function (§2.2, table 3).
pub(crate) mod flag {
    pub(crate) const CHUNK_START: u32 = 1;
    pub(crate) const CHUNK_END: u32 = 1 << 1;
    pub(crate) const PARENT: u32 = 1 << 2;
    pub(crate) const ROOT: u32 = 1 << 3;
    pub(crate) const KEYED_HASH: u32 = 1 << 4;
    pub(crate) const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
    pub(crate) const DERIVE_KEY_MATERIAL: u32 = 1 << 6;
}

/// Inputs of the compression function other than the chaining value and the block.
#[derive(Clone, Copy)]
pub(crate) struct Inputs {
    /// Index of the chunk or of the output block; 0 for a parent node.
    pub(crate) counter: u64,
    /// Number of message bytes in the block.
    pub(crate) length: u32,
    pub(crate) flags: u32,
}

/// Blocks of a chunk or of a parent node that are not yet compressed. `flags` holds three values: the flags of every
/// block, the extra flags of the first block, and the extra flags of the last block.
pub(crate) struct Chunk<'a> {
    pub(crate) bytes: &'a [u8],
    /// Index of the chunk in the message; 0 for a parent node.
    pub(crate) counter: u64,
    pub(crate) flags: [u32; 3],
}

/// Returns the length of a block in bytes, as a 32-bit word.
#[expect(clippy::cast_possible_truncation, reason = "a block has at most 64 bytes")]
#[inline(always)]
pub(crate) const fn length_of(block: &[u8]) -> u32 {
    block.len() as u32
}

/// Applies the compression function (§2.2) and returns the 16 words of its output. The first eight words are the next
/// chaining value.
#[inline(always)]
pub(crate) fn compress(cv: &[u32; 8], block: &[u8; 64], inputs: Inputs) -> [u32; 16] {
    let m: [u32; 16] = load_le(block);
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *cv;
    let [t0, t1] = u32::split(inputs.counter.into());
    let (low, high) = ([h0, h1, h2, h3], [h4, h5, h6, h7]);
    let mut v = [low, high, [IV[0], IV[1], IV[2], IV[3]], [t0, t1, inputs.length, inputs.flags]];
    if WHOLE {
        unroll!(for r in 0..7 {
            v = round::<Words32, [u32; 4]>(v, arranged(&m, &SCHEDULES[r]));
        });
    } else {
        for schedule in &SCHEDULES {
            v = round::<Words32, [u32; 4]>(v, arranged(&m, schedule));
        }
    }
    let [a, b, c, d] = v;
    let mut out = [0; 16];
    copy(&mut out, [a.xor(c), b.xor(d), c.xor(low), d.xor(high)].flat());
    out
}

/// Order of the message words in each of the seven rounds. The permutation in §2.2, table 2, turns the order of one
/// round into the order of the next.
pub(crate) const SCHEDULES: [[usize; 16]; 7] = {
    const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    let mut schedules = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]; 7];
    let mut r = 1;
    while r < 7 {
        let mut i = 0;
        while i < 16 {
            schedules[r][i] = schedules[r - 1][PERMUTATION[i]];
            i += 1;
        }
        r += 1;
    }
    schedules
};
