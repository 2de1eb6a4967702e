//! Implements the traits of `cipher` 0.5. Block ciphers implement block encryption and decryption, and CTR and OFB
//! implement `StreamCipher`. CFB does not implement `StreamCipher`, which does not support a keystream that depends on
//! the text.

use cipher_0_5::array::{Array, ArraySize, AssocArraySize};
use cipher_0_5::common::{InnerUser, ParBlocksSizeUser};
use cipher_0_5::consts::U32;
use cipher_0_5::{
    Block, BlockCipherDecBackend, BlockCipherDecClosure, BlockCipherDecrypt, BlockCipherEncBackend,
    BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, InOut, InOutBuf, InnerIvInit, Iv,
    IvSizeUser, Key, KeyInit, KeySizeUser, OverflowError, ParBlocks, SeekNum, StreamCipher,
    StreamCipherError, StreamCipherSeek,
};

use crate::cipher::{BlockCipher, Cipher, Ctr, Ofb};
use crate::traits::ByteArray;
use crate::traits::cipher::{BlockOf, CipherEngine, CipherSpec};

/// Type-level length of the byte array `A`.
type Size<A> = <A as AssocArraySize>::Size;

impl<S: CipherSpec<Engine: CipherEngine<Block: AssocArraySize>>> BlockSizeUser for Cipher<S> {
    type BlockSize = Size<BlockOf<S>>;
}

impl<S: CipherSpec<Key: AssocArraySize>> KeySizeUser for Cipher<S> {
    type KeySize = Size<S::Key>;
}

impl<S: CipherSpec<Key: AssocArraySize>> KeyInit for Cipher<S> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(&S::Key::chunks(key).0[0])
    }
}

/// Backend passed to the closures of the `cipher` traits. It processes 32 blocks at a time, enough for the widest
/// vector backends.
struct Backend<'a, S: CipherSpec>(&'a Cipher<S>);

impl<S: CipherSpec<Engine: CipherEngine<Block: AssocArraySize>>> BlockSizeUser for Backend<'_, S> {
    type BlockSize = Size<BlockOf<S>>;
}

impl<S: CipherSpec<Engine: CipherEngine<Block: AssocArraySize>>> ParBlocksSizeUser
    for Backend<'_, S>
{
    type ParBlocksSize = U32;
}

/// Copies the input blocks to the output blocks. Returns the bytes of the output blocks, which the caller then encrypts
/// or decrypts in place.
fn in_place<'a, N: ArraySize>(mut blocks: InOutBuf<'_, 'a, Array<u8, N>>) -> &'a mut [u8] {
    for index in 0..blocks.len() {
        let _ = blocks.get(index).into_buf().into_out_with_copied_in();
    }
    Array::slice_as_flattened_mut(blocks.into_out())
}

/// Implements the `cipher` traits for one direction: encryption or decryption.
macro_rules! direction {
    ($cipher:ident { $with:ident } $backend:ident { $block:ident $par:ident $tail:ident }
        $closure:ident, $one:ident, $many:ident) => {
        impl<S: CipherSpec<Engine: CipherEngine<Block: AssocArraySize>>> $backend
            for Backend<'_, S>
        {
            #[inline]
            fn $block(&self, block: InOut<'_, '_, Block<Self>>) {
                let bytes = block.into_buf().into_out_with_copied_in();
                self.0.$one(&mut <BlockOf<S>>::chunks_mut(bytes).0[0]);
            }
            #[inline]
            fn $par(&self, blocks: InOut<'_, '_, ParBlocks<Self>>) {
                self.0.$many(<BlockOf<S>>::chunks_mut(in_place(blocks.into_buf())).0);
            }
            #[inline]
            fn $tail(&self, blocks: InOutBuf<'_, '_, Block<Self>>) {
                self.0.$many(<BlockOf<S>>::chunks_mut(in_place(blocks)).0);
            }
        }

        impl<S: CipherSpec<Engine: CipherEngine<Block: AssocArraySize>>> $cipher for Cipher<S> {
            fn $with(&self, closure: impl $closure<BlockSize = Self::BlockSize>) {
                closure.call(&Backend(self));
            }
        }
    };
}

direction!(BlockCipherEncrypt { encrypt_with_backend }
    BlockCipherEncBackend { encrypt_block encrypt_par_blocks encrypt_tail_blocks }
    BlockCipherEncClosure, encrypt_block, encrypt_blocks);
direction!(BlockCipherDecrypt { decrypt_with_backend }
    BlockCipherDecBackend { decrypt_block decrypt_par_blocks decrypt_tail_blocks }
    BlockCipherDecClosure, decrypt_block, decrypt_blocks);

/// Implements `StreamCipher` and `InnerIvInit` for a mode of operation whose IV is one block long. The `cipher` crate
/// derives `KeyIvInit` from `InnerIvInit`.
macro_rules! stream_cipher {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block: AssocArraySize>> IvSizeUser for $mode<C> {
            type IvSize = Size<C::Block>;
        }

        impl<C: BlockCipher<Block: AssocArraySize>> InnerUser for $mode<C> {
            type Inner = C;
        }

        impl<C: BlockCipher<Block: AssocArraySize>> InnerIvInit for $mode<C> {
            fn inner_iv_init(cipher: C, iv: &Iv<Self>) -> Self {
                let Ok(mode) = Self::with_cipher(cipher, iv) else {
                    unreachable!("the IV is one block");
                };
                mode
            }
        }

        impl<C: BlockCipher> StreamCipher for $mode<C> {
            /// Always succeeds, because the keystream is unlimited: the counter of CTR wraps around, and OFB has no
            /// counter.
            fn check_remaining(&self, _: usize) -> Result<(), StreamCipherError> {
                Ok(())
            }
            fn unchecked_apply_keystream_inout(&mut self, data: InOutBuf<'_, '_, u8>) {
                self.apply(data.into_out_with_copied_in());
            }
            fn unchecked_write_keystream(&mut self, data: &mut [u8]) {
                data.fill(0);
                self.apply(data);
            }
        }
    )+ };
}

stream_cipher!(Ctr Ofb);

impl<C: BlockCipher> Ctr<C> {
    /// Block length in bytes, at most 128.
    #[expect(clippy::cast_possible_truncation, reason = "a block has at most 128 bytes")]
    const BLOCK: u8 = C::BLOCK_BYTES as u8;
}

impl<C: BlockCipher> StreamCipherSeek for Ctr<C> {
    fn try_current_pos<T: SeekNum>(&self) -> Result<T, OverflowError> {
        let (blocks, used) = self.position();
        T::from_block_byte(blocks, used, Self::BLOCK)
    }

    fn try_seek<T: SeekNum>(&mut self, position: T) -> Result<(), StreamCipherError> {
        let (block, byte) = position.into_block_byte::<u128>(Self::BLOCK)?;
        let start = block.checked_mul(C::BLOCK_BYTES as u128).ok_or(StreamCipherError)?;
        self.seek(start.checked_add(byte.into()).ok_or(StreamCipherError)?);
        Ok(())
    }
}
