//! What the modes ask of a cipher. The states of the modes are written over it by the length of a block, so that
//! the modes by name are compiled once for each length and not for each cipher.

use super::chain::{Chain, Feedback, Unchain};
use super::ctr::Count;
use crate::traits::ByteArray;
use crate::traits::cipher::{BlockOperations, CipherEngine};

/// A cipher with blocks `B`, as the modes use it.
pub trait ModeCipher<B: ByteArray> {
    /// Adds the keystream of the counter blocks from `first` on to `text`, and keeps that of a last block which is
    /// not whole. The last eight bytes of the counter do not overflow in this run.
    fn count(&self, first: &B, text: &mut [u8], keystream: &mut B);
    /// Cipher block chaining forward.
    fn chain(&self, chain: &mut B, blocks: &mut [B]);
    /// Cipher block chaining backward.
    fn unchain(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts in CFB.
    fn feed_back_text(&self, chain: &mut B, blocks: &mut [B]);
    /// Decrypts in CFB.
    fn unfeed_text(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts or decrypts in OFB.
    fn feed_back_keystream(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts a block.
    fn encrypt_one(&self, block: &mut B);
}

impl<C: BlockOperations> ModeCipher<C::Block> for C {
    fn count(&self, first: &C::Block, text: &mut [u8], keystream: &mut C::Block) {
        self.engine().encrypt(Count::new(first, text, keystream));
    }
    fn chain(&self, chain: &mut C::Block, blocks: &mut [C::Block]) {
        self.engine().encrypt_chain(Chain { chain, blocks });
    }
    fn unchain(&self, chain: &mut C::Block, blocks: &mut [C::Block]) {
        self.engine().decrypt(Unchain::<_, false> { chain, blocks });
    }
    fn feed_back_text(&self, chain: &mut C::Block, blocks: &mut [C::Block]) {
        self.engine().encrypt_chain(Feedback::<_, false> { chain, blocks });
    }
    fn unfeed_text(&self, chain: &mut C::Block, blocks: &mut [C::Block]) {
        self.engine().encrypt(Unchain::<_, true> { chain, blocks });
    }
    fn feed_back_keystream(&self, chain: &mut C::Block, blocks: &mut [C::Block]) {
        self.engine().encrypt_chain(Feedback::<_, true> { chain, blocks });
    }
    fn encrypt_one(&self, block: &mut C::Block) {
        self.encrypt_block(block);
    }
}
