//! Streaming of GCM and CCM messages. GCM-SIV does not support streaming: its first counter block is derived from the
//! tag, which depends on the whole plaintext.

use super::ccm::{self, Ccm};
use super::gcm::{self, Gcm};
use crate::error::{Allowed, ParameterError, StateError};
use crate::platform::array::copy;
use crate::platform::stack::{VECTOR_STACK_BYTES, try_with_stack_wipe};
use crate::traits::cipher::{BlockOperations, CipherEngine as _};
use crate::traits::stream::{Message, ModeDecryptor, ModeEncryptor};

/// Streaming state of a GCM message, with its key.
#[derive(Clone)]
pub(crate) struct GcmMessage<C: BlockOperations<Block = [u8; 16]>> {
    gcm: Gcm<C>,
    state: gcm::State,
}

impl<C: BlockOperations<Block = [u8; 16]>> Gcm<C> {
    /// Returns an object that encrypts a message in parts.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce is empty.
    pub fn encryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<ModeEncryptor, ParameterError> {
        try_with_stack_wipe(GcmMessage::<C>::STACK_BYTES, || {
            self.message(nonce, associated_data).map(ModeEncryptor::new)
        })
    }

    /// Returns an object that decrypts a message in parts. The object buffers the plaintext until the tag is verified.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce is empty.
    pub fn decryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<ModeDecryptor, ParameterError> {
        try_with_stack_wipe(GcmMessage::<C>::STACK_BYTES, || {
            self.message(nonce, associated_data).map(ModeDecryptor::new)
        })
    }

    /// Starts a message and returns its streaming state.
    pub(crate) fn message(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<GcmMessage<C>, ParameterError> {
        Self::check_nonce(nonce)?;
        Ok(GcmMessage { gcm: self.clone(), state: self.begin(nonce, associated_data) })
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> GcmMessage<C> {
    /// Upper bound, in bytes, on the stack used to create the message object. The object is moved through several stack
    /// frames, and a copy of it remains in each frame.
    const STACK_BYTES: usize = VECTOR_STACK_BYTES + 4 * size_of::<Self>();
}

impl<C: BlockOperations<Block = [u8; 16]>> Message for GcmMessage<C> {
    fn stack_bytes(&self) -> usize {
        C::Engine::stack_bytes()
    }
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError> {
        let bytes = self.state.text_bytes.saturating_add(bytes as u64);
        ParameterError::check_message(Gcm::<C>::NAME, bytes, Gcm::<C>::LONGEST_MESSAGE_BYTES)
    }
    fn encrypt(&mut self, text: &mut [u8]) {
        self.gcm.next::<false>(&mut self.state, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        self.gcm.next::<true>(&mut self.state, text);
    }
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError> {
        ParameterError::check_length(Gcm::<C>::NAME, "tag", bytes, Gcm::<C>::TAG_BYTES)
    }
    fn tag(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        copy(tag, &self.gcm.tag(&self.state)[..tag.len()]);
        Ok(())
    }
}

/// Streaming state of a CCM message, with its key.
#[derive(Clone)]
pub(crate) struct CcmMessage<C: BlockOperations<Block = [u8; 16]>> {
    ccm: Ccm<C>,
    state: ccm::State,
    /// Message length in bytes, as announced by the caller.
    message_bytes: u64,
    /// Number of message bytes that have not been processed yet.
    missing: u64,
    tag_bytes: usize,
}

impl<C: BlockOperations<Block = [u8; 16]>> Ccm<C> {
    /// Returns an object that encrypts a message in parts. The message is `message_bytes` bytes long, and the tag is
    /// `tag_bytes` bytes long.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of the nonce or the tag is not allowed, or if the message is too long
    /// for the nonce.
    pub fn encryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<ModeEncryptor, ParameterError> {
        try_with_stack_wipe(CcmMessage::<C>::STACK_BYTES, || {
            self.message(nonce, associated_data, message_bytes, tag_bytes).map(ModeEncryptor::new)
        })
    }

    /// Returns an object that decrypts a message in parts. The message is `message_bytes` bytes long, and the tag is
    /// `tag_bytes` bytes long. The object buffers the plaintext until the tag is verified.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of the nonce or the tag is not allowed, or if the message is too long
    /// for the nonce.
    pub fn decryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<ModeDecryptor, ParameterError> {
        try_with_stack_wipe(CcmMessage::<C>::STACK_BYTES, || {
            self.message(nonce, associated_data, message_bytes, tag_bytes).map(ModeDecryptor::new)
        })
    }

    /// Starts a message and returns its streaming state.
    pub(crate) fn message(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<CcmMessage<C>, ParameterError> {
        Self::check(nonce, message_bytes, tag_bytes)?;
        let state = self.begin(nonce, associated_data, message_bytes, tag_bytes);
        let ccm = self.clone();
        Ok(CcmMessage { ccm, state, message_bytes, missing: message_bytes, tag_bytes })
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> CcmMessage<C> {
    /// Upper bound, in bytes, on the stack used to create the message object. The object is moved through several stack
    /// frames, and a copy of it remains in each frame.
    const STACK_BYTES: usize = VECTOR_STACK_BYTES + 4 * size_of::<Self>();
}

impl<C: BlockOperations<Block = [u8; 16]>> Message for CcmMessage<C> {
    fn stack_bytes(&self) -> usize {
        C::Engine::stack_bytes()
    }
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError> {
        let all = (self.message_bytes - self.missing).saturating_add(bytes as u64);
        ParameterError::check_message(Ccm::<C>::NAME, all, self.message_bytes)?;
        self.missing -= bytes as u64;
        Ok(())
    }
    fn encrypt(&mut self, text: &mut [u8]) {
        self.ccm.next::<false>(&mut self.state, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        self.ccm.next::<true>(&mut self.state, text);
    }
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError> {
        ParameterError::check_length(Ccm::<C>::NAME, "tag", bytes, Allowed::Exactly(self.tag_bytes))
    }
    fn tag(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        if self.missing > 0 {
            let (algorithm, missing) = (Ccm::<C>::NAME, self.missing);
            return Err(StateError::MessageIncomplete { algorithm, missing });
        }
        copy(tag, &self.ccm.tag(&self.state)[..tag.len()]);
        Ok(())
    }
}
