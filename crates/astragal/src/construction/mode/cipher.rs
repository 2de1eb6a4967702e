//! Operations that modes need from a cipher. The state of a mode is generic only over the block type, and calls the
//! cipher through a trait object. A mode that is selected by name is therefore compiled once per block length, not once
//! per cipher.

use super::chain::{Chain, Feedback, Unchain};
use super::ctr::Count;
use crate::platform::words::xor_into;
use crate::traits::ByteArray;
use crate::traits::cipher::{BlockOperations, CipherEngine};

/// Cipher operations that the modes use, for blocks of type `B`.
pub trait ModeCipher<B: ByteArray> {
    /// XORs the CTR keystream into `text`. `first` is the first counter block. Its last four bytes must not overflow
    /// during the call. If the last block of `text` is incomplete, stores the whole keystream block for it in
    /// `keystream`.
    fn count(&self, first: &B, text: &mut [u8], keystream: &mut B);
    /// Encrypts blocks in CBC mode.
    fn chain(&self, chain: &mut B, blocks: &mut [B]);
    /// Decrypts blocks in CBC mode.
    fn unchain(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts blocks in CFB mode.
    fn feed_back_text(&self, chain: &mut B, blocks: &mut [B]);
    /// Decrypts blocks in CFB mode.
    fn unfeed_text(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts or decrypts blocks in OFB mode.
    fn feed_back_keystream(&self, chain: &mut B, blocks: &mut [B]);
    /// Encrypts one block.
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
        if let [block] = blocks {
            let next = *block;
            self.engine().decrypt_one(block);
            xor_into(block.as_mut(), chain.as_ref());
            *chain = next;
            return;
        }
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
