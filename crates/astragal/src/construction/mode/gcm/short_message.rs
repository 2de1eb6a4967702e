//! GCM for short messages. Computes the keystream and the tag mask together. Computes GHASH with one reduction. If the
//! cipher's rounds can be interleaved with GHASH ("stitched"), one kernel computes keystream and hash. Otherwise, two
//! calls compute them.

use super::super::fill;
use super::super::ghash::COMMON_POWERS;
use super::stitched::{RUN, Short};
use super::{Count, Gcm, lengths};
use crate::platform::array::{Flat as _, copy};
use crate::platform::words::{erase, xor_into};
use crate::traits::cipher::{BlockOperations, CipherEngine};

/// Maximum number of text blocks for which the kernel [`Short`] takes less time than the kernel for long messages, if
/// vectors have four lanes. The keystream of more blocks does not fit in its buffer.
const SHORT_BLOCKS: usize = RUN - 4;

impl<C: BlockOperations<Block = [u8; 16]>> Gcm<C> {
    /// Encrypts or decrypts a short message and returns the tag. Returns `None` if the message is not short:
    /// if the GHASH input needs more than one reduction.
    #[inline]
    pub(super) fn short<const DECRYPT: bool>(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Option<[u8; 16]> {
        // The array `work` holds the input of GHASH: leading zero blocks, which do not change the hash, then the
        // associated data, the text and the block of lengths. `TEXT_END` is the index of the block of lengths.
        //
        // `mask_at` is the index of the block before the text. During counter mode, this block is zero, and its
        // encryption is the tag mask. During GHASH, the same block holds the last block of associated data.
        const TEXT_END: usize = COMMON_POWERS - 1;
        let text_bytes = text.len() as u64;
        let blocks = text.len().div_ceil(16);
        let associated_blocks = associated_data.len().div_ceil(16);
        if associated_blocks + blocks + 1 > self.hash.blocks_at_once() {
            return None;
        }
        if blocks > SHORT_BLOCKS
            && self.hash.loads_parts()
            && let Some(tag) = self.whole::<DECRYPT>(nonce, associated_data, text)
        {
            return Some(tag);
        }
        let first = self.first(nonce);
        if let Some(tag) = self.short_stitched::<DECRYPT>(&first, associated_data, text) {
            return Some(tag);
        }
        let mask_at = TEXT_END.checked_sub(blocks + 1)?;
        let associated_at = (mask_at + 1).checked_sub(associated_blocks)?;
        let mut work = [[0; 16]; COMMON_POWERS];
        fill(&mut work[mask_at + 1..TEXT_END], text);
        let mut mask = [0; 16];
        let mut count = |work: &mut [[u8; 16]; COMMON_POWERS]| {
            let (mut unused, run) = ([0; 16], &mut work[mask_at..TEXT_END]);
            run[0] = [0; 16];
            let counted = Count::secret(&first, run.flat_mut(), &mut unused);
            self.cipher.engine().encrypt(counted);
            mask = core::mem::take(&mut run[0]);
            let (whole, tail) = text.as_chunks_mut();
            for (to, from) in whole.iter_mut().zip(&run[1..]) {
                *to = *from;
            }
            if let Some((last, _)) = run.split_last_mut().filter(|_| !tail.is_empty()) {
                copy(tail, &last[..tail.len()]);
                last[tail.len()..].fill(0);
            }
        };
        let hash = |work: &mut [[u8; 16]; COMMON_POWERS]| {
            if associated_at == TEXT_END {
                // The associated data and the text are empty, so the block of lengths is zero, and so is the hash.
                return [0; 16];
            }
            fill(&mut work[associated_at..=mask_at], associated_data);
            work[TEXT_END] = lengths(associated_data.len() as u64, text_bytes);
            let mut hash = self.hash.begin();
            // Hashing starts at a block whose index in `work` is a multiple of four, so that vectors of 1, 2 or 4
            // blocks are full. It may therefore start with all-zero blocks, which do not change the hash.
            hash.blocks(&work[associated_at / 4 * 4..]);
            hash.finish()
        };
        let mut sum = [0; 16];
        if DECRYPT {
            sum = hash(&mut work);
        }
        count(&mut work);
        if !DECRYPT {
            sum = hash(&mut work);
        }
        xor_into(&mut sum, &mask);
        erase(&mut mask);
        erase(work.flat_mut());
        Some(sum)
    }

    /// Runs the kernel [`Short`] and returns the tag. Returns `None` and changes nothing if there is no code for this.
    #[inline(always)]
    fn short_stitched<const DECRYPT: bool>(
        &self,
        first: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Option<[u8; 16]> {
        let lengths = lengths(associated_data.len() as u64, text.len() as u64);
        let powers = self.hash.powers();
        let mut tag = [0; 16];
        let kernel =
            Short::<DECRYPT> { first, associated_data, text, lengths, powers, tag: &mut tag };
        (self.cipher.engine().encrypt_stitched(kernel) == Some(true)).then_some(tag)
    }
}
