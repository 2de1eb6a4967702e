//! The authenticated modes as what every authenticated cipher is: with the usual nonces of 12 bytes and tags of 16.

use super::ccm::Ccm;
use super::gcm::Gcm;
use super::gcm_siv::GcmSiv;
use crate::error::{ParameterError, VerifyError};
use crate::kind::Implementation;
use crate::kind::aead::Aead;
use crate::kind::cipher::BlockCipher;

macro_rules! authenticated {
    ($($mode:ident = $standard:literal;)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> Aead for $mode<C> {
            const NAME: &'static str = Self::NAME;
            const FAMILY: &'static str = C::FAMILY;
            const STANDARD: &'static str = $standard;
            const KEY_BYTES: usize = C::KEY_BYTES;
            const NONCE_BYTES: usize = 12;
            const TAG_BYTES: usize = 16;
            type Key = C::Key;
            type Nonce = [u8; 12];
            type Tag = [u8; 16];

            fn new(key: &C::Key) -> Self {
                Self::new(key)
            }
            fn encrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
            ) -> Result<[u8; 16], ParameterError> {
                let mut tag = [0; 16];
                let sealed = self.encrypt_in_place_detached(nonce, associated_data, text, &mut tag);
                sealed.map(|()| tag)
            }
            fn decrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8; 16],
            ) -> Result<(), VerifyError> {
                self.decrypt_in_place_detached(nonce, associated_data, text, tag)
            }
            fn implementation() -> Implementation { C::implementation() }
        }
    )+ };
}

authenticated! {
    Gcm = "SP 800-38D";
    Ccm = "SP 800-38C";
    GcmSiv = "RFC 8452";
}
