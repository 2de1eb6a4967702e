//! Portable backend: compresses one block at a time with the functions in `compress`.

use super::super::compress::blake3::{self, Chunk, Inputs};
use super::super::compress::{Work1, Work2, blake1, blake2};
use crate::platform::array::copy;
use crate::platform::words::store_le;

pub(super) fn compress_512(work: &mut Work1<'_, u64, 128>) {
    let &mut (ref mut h, salt, blocks, t) = work;
    blake1::compress(h, salt, blocks, t);
}

pub(super) fn compress_256(work: &mut Work1<'_, u32, 64>) {
    let &mut (ref mut h, salt, blocks, t) = work;
    blake1::compress(h, salt, blocks, t);
}

pub(super) fn compress_2b(work: &mut Work2<'_, u64>) {
    let &mut (ref mut h, bytes, t, last) = work;
    blake2::compress::<u64, 128>(h, bytes, t, last);
}

pub(super) fn compress_2s(work: &mut Work2<'_, u32>) {
    let &mut (ref mut h, bytes, t, last) = work;
    blake2::compress::<u32, 64>(h, bytes, t, last);
}

pub(super) fn chunk_3(cv: &[u32; 8], chunk: &Chunk<'_>, out: &mut [u8]) {
    let Chunk { bytes, counter, flags: [flags, start, end] } = *chunk;
    let mut inputs = Inputs { counter, length: 64, flags };
    let (blocks, tail) = bytes.split_at(bytes.len().saturating_sub(1) / 64 * 64);
    let mut cv = *cv;
    compress_3(&mut cv, blocks.as_chunks().0, inputs, start);
    let mut last = [[0; 64]];
    copy(&mut last[0][..tail.len()], tail);
    inputs.length = blake3::length_of(tail);
    compress_3(&mut cv, &last, inputs, if blocks.is_empty() { start | end } else { end });
    store_le(&cv, out);
}

pub(super) fn compress_3(cv: &mut [u32; 8], blocks: &[[u8; 64]], inputs: Inputs, start: u32) {
    let mut flags = inputs.flags | start;
    for block in blocks {
        let v = blake3::compress(cv, block, Inputs { flags, ..inputs });
        copy(cv, &v[..8]);
        flags = inputs.flags;
    }
}

pub(super) fn squeeze_3(cv: &[u32; 8], block: &[u8; 64], inputs: Inputs, out: &mut [[u8; 64]]) {
    for (i, out) in (0..).zip(out) {
        let counter = inputs.counter.wrapping_add(i);
        store_le(&blake3::compress(cv, block, Inputs { counter, ..inputs }), out);
    }
}
