//! One block after the other, in the words of the papers.

use super::super::Last;
use super::super::blake2;
use super::super::blake3::{self, Inputs, flag};
use super::super::tree::{CHUNK_BYTES, ChainingBytes, Mode};
use crate::words::store_le;

pub(super) fn compress_2b(h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128, last: Last) {
    blake2::compress(h, blocks, t, last);
}

pub(super) fn compress_2s(h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128, last: Last) {
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

pub(super) fn chunks_3(
    mode: &Mode,
    chunks: &[[u8; CHUNK_BYTES]],
    counter: u64,
    out: &mut [ChainingBytes],
) {
    for ((counter, chunk), out) in (counter..).zip(chunks).zip(out) {
        let mut cv = mode.key;
        let (blocks, _) = chunk.as_chunks();
        let (others, last) = blocks.split_at(blocks.len() - 1);
        let inputs = Inputs { counter, length: 64, flags: mode.flags };
        compress_3(&mut cv, others, inputs, flag::CHUNK_START);
        compress_3(&mut cv, last, inputs, flag::CHUNK_END);
        store_le(&cv, out);
    }
}

pub(super) fn parents_3(mode: &Mode, children: &[ChainingBytes], out: &mut [ChainingBytes]) {
    let (pairs, _) = children.as_flattened().as_chunks::<64>();
    let inputs = Inputs { counter: 0, length: 64, flags: mode.flags | flag::PARENT };
    for (pair, out) in pairs.iter().zip(out) {
        let mut cv = mode.key;
        compress_3(&mut cv, core::slice::from_ref(pair), inputs, 0);
        store_le(&cv, out);
    }
}
