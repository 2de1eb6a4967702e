//! Computes the keystream with AVX2, alone or at the same time as Poly1305. Rotations by a multiple of 8 bits are byte
//! shuffles.

use super::Work;
use super::blocks::{advance, lanes, lanes_beside, rows};
use crate::algorithm::chacha::matrix::Matrix;
use crate::algorithm::chacha::poly1305::{self, absorb_block};
use crate::platform::cpu::Avx2;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x4, U32x8};

/// Computes a single block with one vector per matrix row, and 2 to 8 blocks with one block per vector lane. For 2 to 7
/// blocks, some lanes compute unused keystream. This takes less time than computing the blocks in two passes.
pub(super) fn apply(cpu: Avx2, work: &mut Work<'_>) {
    let mut matrix = *work.matrix;
    for text in work.text.chunks_mut(64 * 8) {
        let (matrix_of_run, last) = (&matrix, &mut *work.last);
        match text.len() {
            0..=64 => cpu.enter(
                #[inline(always)]
                move || rows::<U32x4<_>, 1>(cpu, matrix_of_run, text, last),
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::<U32x8<_>, 8>(cpu, matrix_of_run, text, last),
            ),
        }
        advance(&mut matrix, 8);
    }
}

/// Number of text bytes that [`apply_and_absorb`] processes at a time: eight blocks of ChaCha20.
pub(in super::super) const RUN_BYTES: usize = 64 * 8;

/// Encrypts or decrypts `text` and absorbs the ciphertext into Poly1305.
///
/// ChaCha20 uses vector registers and Poly1305 uses scalar registers. The blocks of Poly1305 are distributed over the
/// rounds of ChaCha20, so that the processor executes both at once. While a run of eight blocks is encrypted, the
/// previous run is absorbed. While a run is decrypted, the next run is absorbed. For 16 KiB, this takes 0.39 ns per
/// byte, compared with 0.67 ns if one function runs after the other.
pub(in super::super) fn apply_and_absorb<const DECRYPT: bool>(
    cpu: Avx2,
    matrix: &Matrix,
    text: &mut [[u8; RUN_BYTES]],
    mac: &mut poly1305::State,
) {
    let (mut matrix, end) = (*matrix, text.len());
    if DECRYPT && let Some(first) = text.first() {
        mac.blocks(first.as_chunks().0);
    }
    for i in 0..end {
        let (before, rest) = text.split_at_mut(i);
        let Some((run, after)) = rest.split_first_mut() else { break };
        let absorbed = if DECRYPT { after.first() } else { before.last() };
        let blocks = absorbed.map_or(&[][..], |run| run.as_chunks().0);
        let (matrix_of_run, mac) = (&matrix, &mut *mac);
        cpu.enter(
            #[inline(always)]
            move || beside(cpu, matrix_of_run, run, mac, blocks),
        );
        advance(&mut matrix, 8);
    }
    if !DECRYPT && let Some(last) = text.last() {
        mac.blocks(last.as_chunks().0);
    }
}

/// XORs the keystream into `run`, and absorbs `blocks`, at most [`SCALAR_STEPS`] of them.
#[inline(always)]
fn beside(
    cpu: Avx2,
    matrix: &Matrix,
    run: &mut [u8; RUN_BYTES],
    mac: &mut poly1305::State,
    mut blocks: &[[u8; 16]],
) {
    let (mut h, r) = (mac.h, mac.r);
    lanes_beside::<U32x8<_>, 8>(
        cpu,
        matrix,
        run,
        &mut [0; 64],
        #[inline(always)]
        |count| {
            for _ in 0..count {
                if let Some((block, rest)) = blocks.split_first() {
                    h = absorb_block(h, r, block, 1);
                    blocks = rest;
                }
            }
        },
    );
    mac.h = h;
}
