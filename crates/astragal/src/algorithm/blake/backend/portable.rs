//! One block after the other, in the words of the papers.

use super::super::compress::blake3::{self, Inputs};
use super::super::compress::{Work1, Work2, blake1, blake2};
use crate::machine::words::store_le;

pub(super) fn compress_512((h, blocks, t): Work1<'_, u64, 128>) {
    blake1::compress(h, blocks, t);
}

pub(super) fn compress_256((h, blocks, t): Work1<'_, u32, 64>) {
    blake1::compress(h, blocks, t);
}

pub(super) fn compress_2b((h, blocks, t, last): Work2<'_, u64, 128>) {
    blake2::compress(h, blocks, t, last);
}

pub(super) fn compress_2s((h, blocks, t, last): Work2<'_, u32, 64>) {
    blake2::compress(h, blocks, t, last);
}

pub(super) fn compress_3(cv: &mut [u32; 8], blocks: &[[u8; 64]], inputs: Inputs, start: u32) {
    let mut flags = inputs.flags | start;
    for block in blocks {
        let v = blake3::compress(cv, block, Inputs { flags, ..inputs });
        cv.copy_from_slice(&v[..8]);
        flags = inputs.flags;
    }
}

pub(super) fn squeeze_3(cv: &[u32; 8], block: &[u8; 64], inputs: Inputs, out: &mut [[u8; 64]]) {
    for (i, out) in (0..).zip(out) {
        let counter = inputs.counter.wrapping_add(i);
        store_le(&blake3::compress(cv, block, Inputs { counter, ..inputs }), out);
    }
}
