//! Portable rounds that process one block at a time.

use super::rounds::Rounds;
use crate::traits::ByteArray;

/// Cipher that encrypts and decrypts one block at a time. A key schedule usually implements this trait.
pub(crate) trait ScalarCipher {
    /// Block, a byte array.
    type Block: ByteArray;

    /// Encrypts a block.
    fn encrypt(&self, block: &mut Self::Block);
    /// Decrypts a block.
    fn decrypt(&self, block: &mut Self::Block);
}

/// [`Rounds`] of width 1: encryption or decryption with the scalar code of a key schedule.
pub(crate) struct ScalarRounds<'a, S, const DECRYPT: bool>(pub(crate) &'a S);

impl<S, const DECRYPT: bool> Clone for ScalarRounds<'_, S, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool> Copy for ScalarRounds<'_, S, DECRYPT> {}

impl<S: ScalarCipher, const DECRYPT: bool> Rounds for ScalarRounds<'_, S, DECRYPT> {
    type Block = S::Block;
    type Blocks = [S::Block; 1];
    type State = S::Block;

    #[inline(always)]
    fn load(&self, blocks: &[S::Block]) -> S::Block {
        blocks[0]
    }

    #[inline(always)]
    fn apply(&self, mut block: S::Block) -> S::Block {
        if DECRYPT {
            self.0.decrypt(&mut block);
        } else {
            self.0.encrypt(&mut block);
        }
        block
    }

    #[inline(always)]
    fn xor(&self, mut a: S::Block, b: S::Block) -> S::Block {
        a.as_mut().iter_mut().zip(b.as_ref()).for_each(|(a, b)| *a ^= b);
        a
    }

    #[inline(always)]
    fn store(&self, block: S::Block, blocks: &mut [S::Block]) {
        blocks[0] = block;
    }
}
