//! Operations that the modes need from a cipher. Mode states are generic over the block type, so the modes in the
//! registry are compiled once per block length instead of once per cipher.

use super::chain::{Chain, Feedback, Unchain};
use super::ctr::Count;
use crate::traits::ByteArray;
use crate::traits::cipher::{BlockOperations, CipherEngine};

/// Cipher with blocks `B`, as the modes use it.
pub trait ModeCipher<B: ByteArray> {
    /// XORs the keystream of the counter blocks from `first` on into `text`. Stores the keystream of an incomplete last
    /// block in `keystream`. The last eight bytes of the counter must not overflow in this run.
    fn count(&self, first: &B, text: &mut [u8], keystream: &mut B);
    /// CBC encryption.
    fn chain(&self, chain: &mut B, blocks: &mut [B]);
    /// CBC decryption.
    fn unchain(&self, chain: &mut B, blocks: &mut [B]);
    /// CFB encryption.
    fn feed_back_text(&self, chain: &mut B, blocks: &mut [B]);
    /// CFB decryption.
    fn unfeed_text(&self, chain: &mut B, blocks: &mut [B]);
    /// OFB encryption or decryption.
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
