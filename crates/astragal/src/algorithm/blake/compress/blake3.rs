//! The compression function of BLAKE3 (§2.2), and what it is told of the tree that a block is in.

use super::super::BlakeWord;
use super::super::g::{Words32, arranged, round};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::platform::simd::Arx;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::platform::unroll::{WHOLE, unroll};
use crate::platform::words::load_le;

pub(crate) const CHUNK_BYTES: usize = 1024;
pub(crate) const CHUNK_BLOCKS: usize = 16;

/// A chaining value in bytes, as a parent takes it.
pub(crate) type ChainingBytes = [u8; 32];

/// What all nodes of a tree have.
#[derive(Clone, Copy)]
pub(crate) struct Mode {
    /// The first chaining value of every node: the key, or the initial value.
    pub(crate) key: [u32; 8],
    /// The flags of the mode.
    pub(crate) flags: u32,
}

impl Mode {
    /// Runs `body`, and erases its stack if the mode has a secret.
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        guarded(self.flags, body)
    }
}

/// Runs `body`, and erases its stack if these are the flags of a mode with a secret.
pub(crate) fn guarded<R>(flags: u32, body: impl FnOnce() -> R) -> R {
    if flags & (flag::KEYED_HASH | flag::DERIVE_KEY_MATERIAL) == 0 {
        return body();
    }
    with_stack_wipe(STACK_BYTES, body)
}

/// The flags of §2.2, table 3.
pub(crate) mod flag {
    pub(crate) const CHUNK_START: u32 = 1;
    pub(crate) const CHUNK_END: u32 = 1 << 1;
    pub(crate) const PARENT: u32 = 1 << 2;
    pub(crate) const ROOT: u32 = 1 << 3;
    pub(crate) const KEYED_HASH: u32 = 1 << 4;
    pub(crate) const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
    pub(crate) const DERIVE_KEY_MATERIAL: u32 = 1 << 6;
}

/// What a block is compressed with, beside its bytes and the chaining value.
#[derive(Clone, Copy)]
pub(crate) struct Inputs {
    /// The chunk's number, or the number of an output block; 0 in parents.
    pub(crate) counter: u64,
    /// Bytes of message in the block.
    pub(crate) length: u32,
    pub(crate) flags: u32,
}

/// A chunk, or what is left of one, with the flags of all its blocks, of the first and of the last.
pub(crate) struct Chunk<'a> {
    pub(crate) bytes: &'a [u8],
    /// Its number.
    pub(crate) counter: u64,
    pub(crate) flags: [u32; 3],
}

/// The bytes of message in a block.
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
#[inline(always)]
pub(crate) const fn length_of(block: &[u8]) -> u32 {
    block.len() as u32
}

/// The compression function (§2.2): all sixteen words, of which the first eight are the next chaining
/// value.
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
    out.copy_from_slice([a.xor(c), b.xor(d), c.xor(low), d.xor(high)].as_flattened());
    out
}

/// The order of the message words in each of the seven rounds: table 2 of §2.2, applied again and again.
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
