//! Kernel that processes each block independently. It is the simplest kernel and serves as an example for other
//! kernels.

use super::engine::BlockKernel;
use super::rounds::Rounds;
use crate::traits::ByteArray;

/// Kernel that encrypts or decrypts every block in place.
pub(crate) struct EachBlock<'a, B>(pub(crate) &'a mut [B]);

impl<B: ByteArray> BlockKernel<B> for EachBlock<'_, B> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        let mut left = self.0;
        // If the wide and the narrow rounds have the same width, only the narrow rounds are used.
        if const { W::WIDTH > N::WIDTH } {
            left = each_whole(wide, left);
        }
        let left = each_whole(narrow, left);
        each_padded(narrow, left);
    }
}

/// Encrypts or decrypts as many batches of `WIDTH` blocks as `blocks` contains. Returns the remaining blocks.
#[inline(always)]
fn each_whole<R: Rounds>(rounds: R, blocks: &mut [R::Block]) -> &mut [R::Block] {
    let mut runs = blocks.chunks_exact_mut(R::WIDTH);
    for run in &mut runs {
        rounds.store(rounds.apply(rounds.load(run)), run);
    }
    runs.into_remainder()
}

/// Encrypts or decrypts up to `WIDTH` blocks as one batch, padded to `WIDTH` blocks.
#[inline(always)]
pub(super) fn each_padded<R: Rounds>(rounds: R, blocks: &mut [R::Block]) {
    if blocks.is_empty() {
        return;
    }
    if blocks.len() == R::WIDTH {
        return rounds.store(rounds.apply(rounds.load(blocks)), blocks);
    }
    let state = rounds.apply_first(rounds.load_first(blocks), blocks.len());
    rounds.store_first(state, blocks);
}
