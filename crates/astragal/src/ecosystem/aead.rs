//! Implements the traits of `aead` 0.6. Nonces have the default length of the cipher, and tags are 16 bytes long.

use aead_0_6::array::AssocArraySize;
use aead_0_6::consts::{U12, U16};
use aead_0_6::inout::InOutBuf;
use aead_0_6::{
    AeadCore, AeadInOut, Error, Key, KeyInit, KeySizeUser, Nonce, Result, Tag, TagPosition,
};

use crate::aead::{Aead, AuthenticatedCipher, Ccm, Gcm, GcmSiv, LimitedCipher, Ocb};
use crate::cipher::BlockCipher;
use crate::traits::ByteArray;
use crate::traits::aead::AeadEngine;

/// Implements the `aead` traits for the types that are generic over an [`AeadEngine`].
macro_rules! engines {
    ($($cipher:ident)+) => { $(
        impl<E: AeadEngine<Key: AssocArraySize>> KeySizeUser for $cipher<E> {
            type KeySize = <E::Key as AssocArraySize>::Size;
        }

        impl<E: AeadEngine<Key: AssocArraySize>> KeyInit for $cipher<E> {
            fn new(key: &Key<Self>) -> Self {
                Self::new(&E::Key::chunks(key).0[0])
            }
        }

        impl<E: AeadEngine<Nonce: AssocArraySize>> AeadCore for $cipher<E> {
            type NonceSize = <E::Nonce as AssocArraySize>::Size;
            type TagSize = U16;
            const TAG_POSITION: TagPosition = TagPosition::Postfix;
        }

        impl<E: AeadEngine<Nonce: AssocArraySize>> AeadInOut for $cipher<E> {
            fn encrypt_inout_detached(
                &self,
                nonce: &Nonce<Self>,
                associated_data: &[u8],
                buffer: InOutBuf<'_, '_, u8>,
            ) -> Result<Tag<Self>> {
                let text = buffer.into_out_with_copied_in();
                let nonce = &E::Nonce::chunks(nonce).0[0];
                let sealed = Aead::encrypt_in_place_detached(self, nonce, associated_data, text);
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
                let nonce = &E::Nonce::chunks(nonce).0[0];
                let opened =
                    Aead::decrypt_in_place_detached(self, nonce, associated_data, text, &tag.0);
                opened.map_err(|_| Error)
            }
        }
    )+ };
}

engines!(AuthenticatedCipher LimitedCipher);

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

modes!(Gcm Ccm GcmSiv Ocb);
in_out!(Gcm Ccm GcmSiv Ocb);
