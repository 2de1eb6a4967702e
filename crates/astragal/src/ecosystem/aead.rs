//! Implements the traits of `aead` 0.6. GCM, CCM and GCM-SIV have 12-byte nonces and 16-byte tags. The Ascon family has
//! 16-byte nonces and tags.

use aead_0_6::array::AssocArraySize;
use aead_0_6::consts::{U12, U16};
use aead_0_6::inout::InOutBuf;
use aead_0_6::{
    AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Result, Tag, TagPosition,
};

use crate::aead::{AuthenticatedCipher, Ccm, Gcm, GcmSiv};
use crate::cipher::BlockCipher;
use crate::traits::ByteArray;
use crate::traits::aead::AeadEngine;

impl<E: AeadEngine<Key: AssocArraySize>> KeySizeUser for AuthenticatedCipher<E> {
    type KeySize = <E::Key as AssocArraySize>::Size;
}

impl<E: AeadEngine<Key: AssocArraySize>> KeyInit for AuthenticatedCipher<E> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(&E::Key::chunks(key).0[0])
    }
}

impl<E: AeadEngine> AeadCore for AuthenticatedCipher<E> {
    type NonceSize = U16;
    type TagSize = U16;
    const TAG_POSITION: TagPosition = TagPosition::Postfix;
}

impl<E: AeadEngine> AeadInOut for AuthenticatedCipher<E> {
    fn encrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
    ) -> Result<Tag<Self>> {
        let text = buffer.into_out_with_copied_in();
        Ok(self.encrypt_in_place_detached(&nonce.0, associated_data, text).into())
    }

    fn decrypt_inout_detached(
        &self,
        nonce: &Nonce<Self>,
        associated_data: &[u8],
        buffer: InOutBuf<'_, '_, u8>,
        tag: &Tag<Self>,
    ) -> Result<()> {
        let text = buffer.into_out_with_copied_in();
        self.decrypt_in_place_detached(&nonce.0, associated_data, text, &tag.0).map_err(|_| Error)
    }
}

/// Implements key creation, and declares nonce and tag lengths, for modes of block ciphers.
macro_rules! modes {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16], Key: AssocArraySize>> KeySizeUser for $mode<C> {
            type KeySize = <C::Key as AssocArraySize>::Size;
        }

        impl<C: BlockCipher<Block = [u8; 16], Key: AssocArraySize>> KeyInit for $mode<C> {
            fn new(key: &Key<Self>) -> Self {
                Self::new(&C::Key::chunks(key).0[0])
            }
        }

        impl<C: BlockCipher<Block = [u8; 16]>> AeadCore for $mode<C> {
            type NonceSize = U12;
            type TagSize = U16;
            const TAG_POSITION: TagPosition = TagPosition::Postfix;
        }
    )+ };
}

/// Implements encryption and decryption for modes of block ciphers.
macro_rules! in_out {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> AeadInOut for $mode<C> {
            fn encrypt_inout_detached(
                &self,
                nonce: &Nonce<Self>,
                associated_data: &[u8],
                buffer: InOutBuf<'_, '_, u8>,
            ) -> Result<Tag<Self>> {
                let text = buffer.into_out_with_copied_in();
                let sealed = self.encrypt_in_place_detached(&nonce.0, associated_data, text);
                sealed.map(Into::into).map_err(|_| Error)
            }

            fn decrypt_inout_detached(
                &self,
                nonce: &Nonce<Self>,
                associated_data: &[u8],
                buffer: InOutBuf<'_, '_, u8>,
                tag: &Tag<Self>,
            ) -> Result<()> {
                let text = buffer.into_out_with_copied_in();
                let opened =
                    self.decrypt_in_place_detached(&nonce.0, associated_data, text, &tag.0);
                opened.map_err(|_| Error)
            }
        }
    )+ };
}

modes!(Gcm Ccm GcmSiv);
in_out!(Gcm Ccm GcmSiv);
